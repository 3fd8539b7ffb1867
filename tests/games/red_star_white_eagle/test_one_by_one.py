"""Questions asked of every counter, every hex and every turn, one by one, and answered from what is printed: nobody is
left out, and nobody is taken for a neighbour."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import bits, members
from vistula.games.red_star_white_eagle.rules import (
    allies,
    borders,
    charge,
    combat,
    control,
    edges,
    flotillas,
    fortifications,
    frontier,
    fronts,
    ground,
    income,
    losses,
    quiet_north,
    rally,
    reaction,
    replacements,
    seats,
    stacking,
    standdown,
    strategic,
    supply,
    targets,
    withdrawal,
    zoc,
)
from vistula.games.red_star_white_eagle.rules.options import (
    danzig,
    fall,
    freikorps,
    lithuania,
    objective,
    partisans,
    plebiscite,
    silesia,
    squadron,
)
from vistula.games.red_star_white_eagle.rules.queries import OPTIONS
from vistula.games.red_star_white_eagle.rules.setup import new_state
from vistula.games.red_star_white_eagle.state import (
    ASIDE,
    DEAD,
    MOVEMENT,
    NOBODY,
    OFF_EDGE,
    POOL,
    RESERVE,
    State,
    attack,
    defence,
    delay,
    eliminate,
    face,
    lift,
    lose_step,
    name_overstacked,
    put,
    rebuild_sets,
    turn_over,
)
from vistula.games.red_star_white_eagle.tables import Data
from vistula.games.red_star_white_eagle.units import KINDS, SIZES

from .desk import turn
from .fields import SCENARIOS, M, P, R, field, h, hs, u, us

rule = pytest.mark.rule
DATA = Data.read(None)
ROWS = {row.id: row for row in DATA.units}
LAND = list(bits(M.land))
FOREIGN = ("pomerania", "upper-silesia", "east-prussia", "danzig", "memel", "czechoslovakia", "romania")
KIEV, LWOW, WARSAW, WILNO = M.kiev, M.lwow, M.warsaw, M.wilno


def row(unit: int):  # type: ignore[no-untyped-def]
    """A counter as its file has it."""
    return ROWS[M.key[unit]]


def tagged(unit: int, tag: str) -> bool:
    return tag in row(unit).tags.split()


def everywhere(seed: int, options: str = "", scenario: str = "campaign", at: int = 4) -> State:
    """All units somewhere on the map, half of them inverted."""
    rng = random.Random(seed)
    s = field(options=options, scenario=scenario, turn=at)
    for unit in M.units:
        if unit != M.squadron:
            s.place[unit] = rng.choice(LAND)
            s.reduced |= (M.two_steps >> unit & 1 and rng.random() < 0.5) << unit
    rebuild_sets(s)
    return s


# -- 2.4, 2.7 factors ---


@rule("2.7a", "2.7b", "2.7e", "4.1d", "5.1.5b", "2.4.2a", "9.12.2d", "9.10.1a", "9.10.5", "9.10.6a", "9.10.6b", "9.12")
def test_factors_of_every_counter_on_either_side() -> None:
    s = field()
    for unit in M.units:
        printed = row(unit)
        for back in (0, 1):
            s.reduced = back << unit if printed.attack_2 else 0
            back = back if printed.attack_2 else 0
            strong, firm = (printed.attack_2, printed.defence_2) if back else (printed.attack, printed.defence)
            horse = printed.charge_2 if back else printed.charge
            assert (attack(s, unit), defence(s, unit)) == (int(strong or 0), int(firm or 0))
            assert face(s, unit) == back
            assert charge.charge_factor(s, unit) == int(horse or 0)
            assert charge.factor(s, unit, 1 << unit) == int(horse or 0)
            assert charge.factor(s, unit, ~(1 << unit)) == int(strong or 0)
            assert losses.worth(s, unit, losses.DEFENCE) == int(firm or 0)
            assert losses.worth(s, unit, losses.ATTACK, ~(1 << unit)) == int(strong or 0)
            assert losses.worth(s, unit, losses.ATTACK, 1 << unit) == int(horse or strong or 0)
            assert losses.has_two(s, unit) == (bool(printed.attack_2) and not back)
            if losses.has_two(s, unit):
                step = int(printed.attack or 0) - int(printed.attack_2 or 0)
                assert losses.step_worth(s, unit, losses.ATTACK) == step
                assert losses.step_worth(s, unit, losses.DEFENCE) == int(printed.defence) - int(printed.defence_2)
            else:
                assert losses.step_worth(s, unit, losses.ATTACK) == int(strong or 0)
        s.overstacked = 1 << unit
        assert delay(s, unit) == 0
        s.overstacked = ~(1 << unit)
        assert delay(s, unit) == printed.delay


@rule("9.12", "7.2.5", "2.4.2a", "9.14.4b")
def test_steps_of_every_counter_are_lost_one_by_one() -> None:
    for unit in M.units:
        s = field()
        s.reduced = M.two_steps & ~(1 << unit)
        s.overstacked = 1 << unit
        put(s, unit, h("1717"))
        if row(unit).attack_2:
            lose_step(s, unit)
            assert (s.reduced, s.place[unit], s.overstacked) == (M.two_steps, h("1717"), 1 << unit)
        lose_step(s, unit)
        assert s.place[unit] == (DEAD if row(unit).square == 1 else POOL)
        assert (s.reduced, s.overstacked) == (M.two_steps & ~(1 << unit), 0)
        turn_over(s, unit, 1)
        assert s.reduced == (M.two_steps & ~(1 << unit)) | 1 << unit
        turn_over(s, unit, 0)
        assert s.reduced == M.two_steps & ~(1 << unit)
        s.reduced = -1
        eliminate(s, unit)
        assert s.reduced == ~(1 << unit)


@rule("4.0", "4.1a", "4.1d", "5.1.5b")
def test_what_is_kept_beside_the_places() -> None:
    s = field({"1717": "P-14 P-4", "1718": "R-57"})
    name_overstacked(s, us("P-14"))
    assert (s.overstacked, s.sources[M.delay[u("P-4")]]) == (us("P-14"), hs("1717"))
    name_overstacked(s, us("P-4"))
    assert s.overstacked == us("P-14 P-4")
    assert s.sources[:7] == [0] * 7
    assert s.occupied == [hs("1717"), hs("1718")]
    name_overstacked(s, us("P-14"), named=False)
    assert s.overstacked == us("P-4")
    assert s.sources[M.delay[u("P-14")]] == hs("1717")
    lift(s, u("P-14"), RESERVE)
    lift(s, u("P-4"), POOL)
    assert (s.occupied, s.overstacked) == ([0, hs("1718")], 0)


# -- 12, 24.2 fronts and players ---


@rule("12.1", "12.4.3a", "12.4.3b", "24.2", "12.4.1a", "12.4.2a", "21.2a")
def test_who_serves_on_which_front_and_whom_none_of_it_joins() -> None:
    two, three = field(), field()
    three.players = 3
    turns = [unit for unit in M.units if tagged(unit, "reserve")]
    for unit in M.units:
        printed = row(unit)
        front = {"W": 0, "SW": 1}.get(printed.front, 2)
        assert fronts.front_of(two, unit) == front
        assert seats.command_of(two, unit) == (0 if printed.nation == "POL" else 1)
        player = 1 if front == 1 else turns.index(unit) % 2 if unit in turns else 0
        assert seats.command_of(three, unit) == (0 if printed.nation == "POL" else 2 + player)
        wanted = 0
        if printed.nation in ("RUS", "LIT"):
            for other in M.units:
                nations = {printed.nation, row(other).nation}
                if nations == {"RUS", "LIT"} or {printed.front, row(other).front} == {"W", "SW"}:
                    wanted |= 1 << other if nations <= {"RUS", "LIT"} else 0
            if printed.nation == "LIT":
                wanted = sum(1 << other for other in M.units if row(other).nation == "RUS")
        assert fronts.rivals(two, 1 << unit) == wanted, M.key[unit]
    for n, rc in enumerate(M.rcs_of[R]):
        three.owners = 1 << rc
        assert seats.command_of(three, rc) == 3
        three.owners = ~(1 << rc)
        assert seats.command_of(three, rc) == 2
        assert seats.command_of(two, rc) == 1
        assert n < 40


@rule("24.2", "6.0d", "24.2.1")
def test_who_acts_for_whom() -> None:
    two, three = field(), field()
    three.players = 3
    assert (seats.commands(two, P), seats.commands(two, R)) == ([0], [1])
    assert (seats.commands(three, P), seats.commands(three, R)) == ([0], [2, 3])
    assert [seats.seat_of(two, command) for command in (0, 1)] == ["poland", "russia"]
    assert [seats.seat_of(three, command) for command in (0, 2, 3)] == ["poland", "russia-west", "russia-southwest"]
    assert (seats.first_command(three, R), seats.last_command(three, R)) == (2, 3)
    assert seats.seats_of(three, R) == ["russia-west", "russia-southwest"]
    assert [seats.side_of(command) for command in range(4)] == [P, R, R, R]
    for side, who in ((P, "poland"), (R, "russia-west")):
        three.side = side
        assert seats.phasing(None, three) == who
    everyone = seats.troops(three, 2) | seats.troops(three, 3)
    assert everyone == M.army[R] | M.rcs[R]
    assert not seats.troops(three, 2) & seats.troops(three, 3)
    assert seats.troops(two, 1) == everyone
    assert seats.troops(three, 0) == M.army[P] | M.rcs[P]


@rule("12.2a", "12.2b", "12.2c", "12.2.1", "12.3.3", "12.3.2b")
def test_who_is_out_of_command_in_which_hex() -> None:
    s = field()
    west, southwest, none = u("R-4"), u("R-44"), u("R-R1")
    for hex in LAND:
        for unit, front in ((west, 0), (southwest, 1)):
            out = bool(M.out_of_command[front] >> hex & 1)
            assert fronts.out_of_command(s, unit, hex) == out
            assert fronts.beyond(s, unit, hex) == (M.beyond[front][hex] if out else 0)
            s.place[unit] = hex
            assert fronts.out_of_command(s, unit) == out
            assert fronts.strays(s, unit) == (0 if out else M.out_of_command[front])
            assert not out or M.beyond[front][hex] > 2
        assert not fronts.out_of_command(s, none, hex)
        assert fronts.beyond(s, none, hex) == 0
    s.place[west] = OFF_EDGE
    assert not fronts.out_of_command(s, west)
    far, near = next(bits(M.out_of_command[0])), next(bits(M.land & ~M.out_of_command[0] & ~M.out_of_command[1]))
    for place, wanted in ((far, [west]), (near, [])):
        s.place[west] = s.place[southwest] = place
        if M.out_of_command[1] >> place & 1:
            s.place[southwest] = near
        rebuild_sets(s)
        assert fronts.astray(s, M.army[R]) == wanted


# -- 17.4 foreign lands ---


@rule("17.4.1a", "24.8", "24.10a", "24.11.1", "17.4.2a")
@pytest.mark.parametrize("options", ["", "plebiscite", "freikorps", "upper-silesia"])
def test_every_hex_of_a_foreign_land_interns(options: str) -> None:
    s = field(options=options)
    land = {id: M.regions[id] for id in FOREIGN}
    for side, piece in ((P, u("P-14")), (R, u("R-57")), (P, M.rcs_of[P][0])):
        for hex in LAND:
            home = next((id for id in FOREIGN if land[id] >> hex & 1), "")
            closed = bool(home)
            if options == "plebiscite" and M.plebiscite >> hex & 1:
                closed = False
            if options == "freikorps" and home in ("pomerania", "upper-silesia", "east-prussia", "danzig"):
                closed = False
            if options == "upper-silesia" and home == "upper-silesia" and side == P:
                closed = not _on_new_rails(hex)
            assert bool(borders.interning(s, side) >> hex & 1) == closed
            assert borders.interned(s, piece, hex) == closed


def _on_new_rails(hex: int) -> bool:
    """On a German line in Upper Silesia that does not lead into another foreign land."""
    near = [b if a == hex else a for a, b in M.nets["closed"] if hex in (a, b)]
    return any((M.land & ~M.interning | M.regions["upper-silesia"]) >> there & 1 for there in near)


@rule("17.4.1a", "7.2.1c")
def test_who_is_interned_leaves_the_game_but_counters_come_again() -> None:
    for piece in range(M.pieces):
        s = field()
        put(s, piece, h("0605"))
        borders.intern(s, piece, h("0605"))
        assert s.place[piece] == (POOL if piece >= M.count else DEAD)


@rule("17.4.2b")
def test_everybody_but_lithuanians_is_lost_in_lithuania() -> None:
    inside, outside = next(bits(M.lithuania & M.land)), h("1717")
    for piece in range(M.pieces):
        if piece == M.squadron:
            continue
        for hex in (inside, outside):
            s = field()
            put(s, piece, hex)
            borders.end_of_combat_phase(s)
            stays = hex == outside or (piece < M.count and row(piece).nation == "LIT")
            assert (s.place[piece] == hex) == stays, M.key[piece]


# -- 3.2, 21.1 cities ---


@rule("3.2b", "3.2.1", "3.2a", "3.2.2", "21.1.2a", "21.1.2b", "21.1.2c", "21.1.4a", "24.11.9")
@pytest.mark.parametrize("options", ["", "freikorps"])
def test_who_controls_every_city(options: str) -> None:
    wanted = dict(M.vp) | ({M.hex("Danzig"): 2, M.hex("Königsberg"): 2, M.hex("Katowice"): 1} if options else {})
    assert control.worth(field(options=options)) == wanted
    assert control.asked_for(field()) == M.vp_cities | M.ukrainian_cities | 1 << KIEV
    for city in bits(control.asked_for(field())):
        for last in (P, R):
            for there in ("", "P-14", "R-57", "R-44"):
                s = field({M.grid.number(city): there}, options=options)
                s.held = [0, 0]
                s.held[last] = 1 << city
                on_net = M.polish_net.spaces >> city & 1 or any(city in link for link in _opened(options))
                holder = (R if there.startswith("R") else P) if on_net else last
                assert [control.controls(s, side, city) for side in (P, R)] == [holder == P, holder == R]
                if city in (KIEV, LWOW):
                    assert [allies.holds(s, side, city) for side in (P, R)] == [holder == P, holder == R]
                points = control.vp(s)
                assert sum(points) == (43 if options else 38)
                russian = sum(n for each, n in wanted.items() if control.controls(s, R, each))
                assert points == (sum(wanted.values()) - russian, russian)


def _opened(options: str) -> frozenset[tuple[int, int]]:
    return M.nets["closed"] if options == "freikorps" else frozenset()


@rule("3.2b", "24.2.5a")
@pytest.mark.parametrize(("key", "side", "front"), [("P-14", P, None), ("R-4", R, 0), ("R-44", R, 1)])
def test_who_comes_into_a_city_takes_it_for_its_side_and_front(key: str, side: int, front: int | None) -> None:
    city, other = KIEV, M.hex("Mińsk")
    s = field()
    s.held = [0, 0]
    s.held[1 - side] = 1 << city | 1 << other
    s.won = [1 << city | 1 << other, 1 << city | 1 << other]
    control.take(s, u(key), city)
    assert s.held[side] == 1 << city
    assert s.held[1 - side] == 1 << other
    both = 1 << city | 1 << other
    assert s.won == ([both, both] if front is None else [both if f == front else 1 << other for f in (0, 1)])
    control.take(s, u(key), city)
    assert s.held[side] == 1 << city


@rule("21.1.3", "23.4.6.1", "21.1.1b", "23.4.6.3")
@pytest.mark.parametrize("commander", [P, R, NOBODY])
def test_when_the_command_of_the_ukrainians_changes_they_all_leave(commander: int) -> None:
    army = list(members(M.ukrainians[P] | M.ukrainians[R]))
    places = [h("1717"), OFF_EDGE, OFF_EDGE - 3, RESERVE, POOL, DEAD, ASIDE]
    for unit in army:
        for place in places:
            s = field({"1818": "P-14"})
            s.ukrainians = 1 - commander if commander != NOBODY else P
            s.place[unit] = place
            s.reduced = 1 << unit
            rebuild_sets(s)
            allies.change(s, commander, "21.1.3")
            leaves = place in places[:4]
            assert s.place[unit] == (ASIDE if leaves else place)
            assert s.reduced == (0 if leaves else 1 << unit)
            assert s.ukrainians == commander
            assert s.kiev_occupied == (commander == R)
            assert not s.occupied[P] >> h("1717") & 1


@rule("21.1.4a", "21.1.4b", "21.1.1a", "17.4.1a")
def test_which_ukrainians_are_absent_and_which_are_weak() -> None:
    for side in (P, R):
        for unit in members(M.ukrainians[side]):
            twin = M.twin[unit]
            assert tagged(twin, "ukrainian")
            assert M.side[twin] == 1 - side
            for place in (ASIDE, POOL, DEAD, RESERVE, h("1717")):
                for other in (ASIDE, POOL, DEAD):
                    s = field()
                    s.place[unit], s.place[twin] = place, other
                    s.reduced = M.two_steps
                    here = place in (ASIDE, POOL) and other != DEAD
                    assert (unit in allies.absent(s, side)) == here
                    assert (unit in allies.weakened(s, side)) == (place == h("1717"))
                    s.reduced &= ~(1 << unit)
                    assert unit not in allies.weakened(s, side)
        s = field()
        s.held = [M.ukrainian_cities & 1 << KIEV, M.ukrainian_cities & ~(1 << KIEV)]
        assert allies.cities(s, side) == s.held[side]


@rule("23.4.6.1", "24.6")
def test_only_a_russian_in_kiev_ends_what_was_held() -> None:
    for side, hex, kept in ((R, KIEV, 0), (P, KIEV, 3), (R, LWOW, 3)):
        s = field()
        s.kiev_held = 3
        allies.entered(s, side, hex)
        assert s.kiev_held == kept


# -- 17.3 the edges ---


@rule("17.3.1a", "17.3.1b", "17.3.2", "14.6a")
def test_who_leaves_the_map_over_which_edge() -> None:
    s = field()
    north, east, south_west, south_east, western = range(5)
    rails = {hex for net in ("polish", "russian", "devastated") for link in M.nets[net] for hex in link}
    for unit in M.units:
        if unit == M.squadron:
            continue
        stuck = row(unit).mf == "0" or row(unit).kind == "flot"
        for hex in rng_hexes(unit):
            number = M.grid.number(hex)
            wanted = []
            if M.side[unit] == P:
                wanted += [western] if M.returns[western] >> hex & 1 else []
            else:
                wanted += [north] if number[2:] == "01" and not M.interning >> hex & 1 else []
                wanted += [stretch for stretch in (east, south_west, south_east) if M.returns[stretch] >> hex & 1]
            if stuck or (row(unit).kind == "train" and hex not in rails):
                wanted = []
            assert edges.permitted(s, unit, hex) == wanted, (M.key[unit], number)


def rng_hexes(seed: int) -> list[int]:
    """Some hexes of the edges, another choice for each seed, and some inland."""
    brinks = [hex for hex in LAND if M.grid.number(hex)[:2] in ("01", "51") or M.grid.number(hex)[2:] in ("01", "36")]
    rng = random.Random(seed)
    return rng.sample(brinks, 8) + rng.sample(LAND, 2)


@rule("17.3.1c")
def test_over_which_stretch_a_unit_has_left() -> None:
    assert [edges.beyond_the_edge(OFF_EDGE - n) for n in range(5)] == list(range(5))
    for place in (-8, -1, 0, h("1717"), OFF_EDGE + 1):
        assert edges.beyond_the_edge(place) == -1


# -- 5 stacking ---


@rule("5.1.1b", "5.0b", "5.1.1a")
def test_who_is_counted_with_whom() -> None:
    s = field()
    for unit in M.units:
        if unit == M.squadron:
            continue
        kind = row(unit).stack
        mates = [other for other in M.units if other != M.squadron and M.side[other] == M.side[unit]]
        if kind == "P":
            assert stacking.alike(s, unit) == sum(1 << other for other in mates if row(other).stack == "P")
        elif kind == "S":
            assert stacking.alike(s, unit) == sum(1 << other for other in mates if row(other).stack == "S")


@rule("5.1.1a", "5.1.1c", "5.1.3a")
@pytest.mark.parametrize("seed", range(3))
def test_full_hexes_against_counting(seed: int) -> None:
    rng = random.Random(seed)
    s = field()
    spots = rng.sample(LAND, 12)
    for side, half in ((P, spots[:6]), (R, spots[6:])):
        for unit in M.units_of[side]:
            if rng.random() < 0.5:
                s.place[unit] = rng.choice(half)
    rebuild_sets(s)
    s.side, s.phase = P, MOVEMENT
    for unit in rng.sample(list(M.units), 24):
        if unit == M.squadron or row(unit).stack not in "PS":
            continue
        s.moved = sum(1 << other for other in M.units if rng.random() < 0.7)
        fixed = [
            other for other in M.units_of[M.side[unit]]
            if other != unit and row(other).stack == row(unit).stack
            and (M.side[unit] == R or s.moved >> other & 1 or row(other).mf == "0" or tagged(other, "frontier-guard"))
        ]  # fmt: skip
        wanted = {hex for hex in spots if sum(s.place[other] == hex for other in fixed) >= 3}
        assert set(bits(stacking.crowded(s, unit))) == wanted, M.key[unit]


# -- 4 zones ---


@rule("4.1a", "4.1b", "4.1c", "4.2", "4.3.2", "4.4.1", "4.4.2", "9.14.1a", "24.11.8")
@pytest.mark.parametrize("options", ["", "freikorps"])
@pytest.mark.parametrize("side", [P, R])
def test_zones_and_their_sums_hex_by_hex(side: int, options: str) -> None:
    rng = random.Random(side)
    s = field(options=options)
    baltic = M.regions["east-prussia"] | M.regions["danzig"]
    shore = [hex for hex in LAND if baltic >> hex & 1]
    for unit in rng.sample([unit for unit in M.units_of[side] if not M.freikorps >> unit & 1], 20):
        s.place[unit] = rng.choice(LAND)
    for unit in members(M.freikorps) if side == R and options else ():
        s.place[unit] = rng.choice(shore)
    rebuild_sets(s)
    for hex in LAND:
        found = []
        for unit in M.units_of[side]:
            here = s.place[unit]
            if here >= 0 and M.distance(here, hex) == 1 and (here, hex) not in M.board.sides["all-sea"].both:
                twice = row(unit).nation == "GER" and baltic >> hex & 1
                found.append(row(unit).delay * (2 if twice else 1))
        assert zoc.delay_at(s, side, hex) == max(found, default=0)
        assert zoc.total_delay(s, side, hex) == sum(found)
        assert bool(zoc.zoc(s, side) >> hex & 1) == any(found)


@rule("24.7.2b")
@pytest.mark.parametrize("near", ["", "P-14", "P-1C"])
def test_the_squadron_delays_by_one_where_nothing_delays_more(near: str) -> None:
    s = field({"1717": near, "2017": "P-4"}, options="squadron")
    hex = h("1718")
    alone = zoc.delay_at(s, P, hex)
    summed = zoc.total_delay(s, P, hex)
    s.place[M.squadron] = hex
    assert zoc.delay_at(s, P, hex) == max(alone, 1)
    assert zoc.total_delay(s, P, hex) == summed + 1
    assert zoc.zones(s, P)[0] >> hex & 1 == (not alone)  # it has no zone of its own
    assert not zoc.zones(s, P, aloft=True)[0] >> hex & 1
    assert zoc.zones(s, R, aloft=True) == zoc.zones(s, R)
    for other in bits(M.around[hex] & ~hs("1717")):
        assert zoc.total_delay(s, P, other) == sum(
            M.delay[unit] for unit in (u("P-4"), *([u(near)] if near else [])) if M.distance(s.place[unit], other) == 1
        )


@rule("16.0e", "20.0b", "20.1.1", "23.4.7.3b")
def test_whom_zones_do_not_hold_up() -> None:
    for at, free in ((1, False), (3, False), (4, False), (5, True), (8, True), (9, False)):
        s = field(turn=at)
        s.standdown = 1
        for unit in M.units:
            printed = row(unit)
            wanted = printed.kind == "flot" or (printed.nation == "POL" and printed.kind in ("ac", "tank", "mech"))
            wanted = wanted or (free and printed.nation == "RUS" and printed.front == "W")
            assert zoc.ignores_zoc(s, unit) == wanted, M.key[unit]


# -- 8 costs ---


@rule("7.0b", "8.1.1", "8.1.4a", "8.3.6", "20.1.2", "20.1.3b")
def test_what_the_terrain_of_every_hex_costs() -> None:
    for hex in LAND:
        dear = not M.cities >> hex & 1 and M.terrain[hex] != 0
        assert ground.terrain_cost(M, hex, ground.STANDARD, False) == (2 if dear else 1)
        assert ground.terrain_cost(M, hex, ground.STANDARD, True) == (4 if dear else 1)
        assert ground.terrain_cost(M, hex, ground.STRATEGIC, False) == (6 if dear else 3)
        assert ground.terrain_cost(M, hex, ground.STRATEGIC, True) == (8 if dear else 2)
    s = field()
    for unit in M.units:
        if unit == M.squadron:
            continue
        for number in ("1014", "1211", "2115"):
            printed, cost = row(unit), 1 if number != "2115" else 2
            if printed.mf in ("0", "u"):
                cost = 0
            elif printed.kind == "train":
                cost = 1
            elif printed.nation == "POL" and printed.kind in ("ac", "tank", "mech") and number == "2115":
                cost = 4
            assert ground.entry_cost(s, unit, h(number)) == cost, (M.key[unit], number)


# -- 7.2 replacements ---


@rule("7.2.3.1a", "7.2.3.3a", "7.2.3.3b", "21.4", "24.11.5b", "7.2.4.2a", "7.2.3.1b")
def test_what_every_unit_costs() -> None:
    s = field()
    for unit in M.units:
        printed = row(unit)
        for back in (0, 1) if printed.attack_2 else (0,):
            factors = int((printed.attack_2 if back else printed.attack) or 0)
            wanted = factors + {"XX": 2, "X": 1}.get(printed.size, 0)
            if tagged(unit, "legion") and printed.kind == "cav" and printed.size == "III":
                wanted = 1
            assert replacements.price(s, unit, back) == wanted, M.key[unit]
        if printed.attack_2:
            assert replacements.wanted(s, unit) == int(printed.attack or 0) - int(printed.attack_2 or 0)
        assert replacements.mounted(s, unit) == (printed.kind == "cav")


@rule("7.2.3.1b", "7.2.3.1c", "7.2.4.3")
def test_how_a_price_is_shared_between_the_arms() -> None:
    s = field()
    foot, horse = u("P-14"), u("P-1C")
    for price in range(1, 6):
        for infantry in range(6):
            for cavalry in range(6):
                either = [n for n in range(price + 1) if n <= cavalry and price - n <= infantry]
                assert list(replacements.shares(s, foot, price, infantry, cavalry)) == either
                assert list(replacements.shares(s, horse, price, infantry, cavalry)) == [price] * (cavalry >= price)


@rule("7.2.3.1b", "7.2.3.1c", "23.4.9.2", "24.11.5b")
def test_what_a_command_can_pay_beside_what_is_kept() -> None:
    s = field()
    for command, first in ((0, 0), (1, 2), (2, 2), (3, 4)):
        s.pool = [0] * 6
        s.pool[first : first + 2] = [6, 5]
        assert [replacements.points(s, command, arm) for arm in (0, 1)] == [6, 5]
        unit = u("P-14") if command == 0 else u("R-57")
        cost = replacements.price(s, unit, 0)
        for kept in ((0, 0), (3, 0), (0, 2), (6, 5), (9, 9)):
            infantry, cavalry = max(6 - kept[0], 0), max(5 - kept[1], 0)
            wanted = [n for n in range(cost + 1) if n <= cavalry and cost - n <= infantry]
            assert replacements.payments(s, command, unit, 0, kept) == wanted
        replacements.spend(s, command, 2, 1)
        assert s.pool[first : first + 2] == [5, 3]
        replacements.receive(s, command, 0, 4)
        replacements.receive(s, command, 1, 1)
        assert s.pool[first : first + 2] == [9, 4]
        assert sum(s.pool) == 13
    german = next(members(M.freikorps).__iter__())
    for have, able in ((replacements.price(s, german, 0) - 1, []), (replacements.price(s, german, 0), [0])):
        s.freikorps_points = have
        assert replacements.payments(s, 1, german, 0, (0, 0)) == able


@rule("7.2a", "17.1.1a", "22.6", "7.2c", "11.2b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_every_turn_of_the_track_brings(scenario: str) -> None:
    scene = M.scenario(scenario)
    for number, line in enumerate(scene.track, 1):
        for side in (P, R):
            for doubled in (False, True):
                for rallied in (False, True):
                    s = field(scenario=scenario, turn=number)
                    s.rallied = rallied
                    times, more = 2 if doubled else 1, (6, 2) if rallied and side == P else (0, 0)
                    wanted = (line.points[side].infantry * times + more[0], line.points[side].cavalry * times + more[1])
                    assert income.points_of(s, side, doubled) == wanted
                    s.deficit = 1
                    income.receive_points(s, side, doubled)
                    owed = min(1, wanted[1]) if side == R else 0
                    assert s.pool[2 * side : 2 * side + 2] == [wanted[0], wanted[1] - owed]
                    assert s.deficit == 1 - owed
        three = field(scenario=scenario, turn=number)
        three.players = 3
        income.receive_points(three, R)
        odd = (turn(line.name) - turn("April IV")) % 2 == 0
        for arm, points in enumerate((line.points[R].infantry, line.points[R].cavalry)):
            west = points // 2 + (points % 2 if odd else 0)
            assert (three.pool[2 + arm], three.pool[4 + arm]) == (west, points - west)


@rule("24.11.5a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_points_of_the_freikorps_in_every_turn(scenario: str) -> None:
    first = 2 if M.scenario(scenario).begins == P else 1
    for number in range(1, M.scenario(scenario).turns + 1):
        for options in ("", "freikorps"):
            s = field(scenario=scenario, turn=number, options=options)
            s.freikorps_points = 1
            income.freikorps_points(s)
            assert s.freikorps_points == 1 + ((12 if number == first else 4) if options else 0)


@rule("11.2b")
def test_a_deficit_is_paid_before_anything_else() -> None:
    for owed, comes, left, rest in ((0, 3, 3, 0), (2, 3, 1, 0), (3, 3, 0, 0), (5, 3, 0, 2)):
        s = field()
        s.deficit = owed
        assert withdrawal.pay_deficit(s, comes) == left
        assert s.deficit == rest


# -- 17.1, 22 what Poles and Russians near or far rouse ---


@rule("22.0a", "22.0b", "22.0c")
def test_what_every_russian_unit_adds_to_the_menace() -> None:
    for unit in M.units_of[R]:
        printed = row(unit)
        horse = printed.kind == "cav" or (printed.kind == "ac" and tagged(unit, "konarmiya"))
        for hex in (h("1014"), h("2014"), h("2114"), h("2214")):
            s = field()
            put(s, unit, hex)
            wanted = int(printed.attack or 0) / (2 if horse else 1) if M.distance(hex, WARSAW) <= 11 else 0
            assert rally.menace(s) == wanted, M.key[unit]


@rule("22.0a", "22.1", "24.1.2d", "23.1.2")
def test_when_a_turn_of_the_rally_begins() -> None:
    near, more = {"1114": "R-57"}, {"1114": "R-57", "1213": "R-53"}
    assert (rally.menace(field(near)), rally.menace(field(more))) == (5, 9)
    for stands, begun, wanted in ((near, 0, False), (more, 0, True), ({}, 1, True), ({}, 2, True), ({}, 3, False),
                                  (more, 3, False)):  # fmt: skip
        s = field(stands)
        s.rally = begun
        assert rally.goes_on(s) == wanted
    assert not rally.goes_on(field(more, scenario="gates"))
    assert not rally.goes_on(field(more | {"1014": "R-8"}, options="fall-of-warsaw"))
    for rallied in (False, True):
        s = field()
        s.rallied = rallied
        assert rally.extra_points(s) == ((6, 2) if rallied else (0, 0))


@rule("17.1.1a", "17.1.2a", "17.1.1b")
def test_poles_on_every_hex_beyond_the_line_rouse_the_russians() -> None:
    for hex in LAND:
        s = field({M.grid.number(hex): "P-14"})
        assert reaction.provoked(s) == bool(M.reaction >> hex & 1)
    assert not reaction.provoked(field({M.grid.number(next(bits(M.reaction))): "R-57"}))
    s = field()
    first, second, *_ = members(M.reserves)
    from vistula.games.red_star_white_eagle.state import box

    for one, other, wanted in ((6, 9, second), (9, 6, first), (4, 5, second), (4, 4, -1), (3, 2, -1)):
        s.place[first], s.place[second] = box(one), box(other)
        assert reaction.next_reserve(s) == wanted


# -- 23.4.9, 23.4.7 ---


@rule("23.4.9.1a", "23.4.9.1b")
def test_from_whom_every_unit_keeps_away_in_the_quiet_north() -> None:
    for name, quiet in (("April IV", True), ("May I", True), ("May II", True), ("May III", False)):
        s = field({"4010": "P-14", "4212": "R-57", "4216": "R-44", "4414": "R-R1"}, turn=turn(name))
        for unit in range(M.pieces):
            wanted = 0
            if quiet and unit < M.count and unit != M.squadron:
                if row(unit).nation == "POL":
                    wanted = M.grid.dilate(hs("4212"))
                elif row(unit).front == "W":
                    wanted = M.grid.dilate(hs("4010"))
            if unit != M.squadron:
                assert quiet_north.quiet(s, unit) == wanted, M.key[unit]
        assert quiet_north.keeps_counters(s, R).held(0) == quiet
        assert not quiet_north.keeps_counters(s, P).held(0)
    assert not quiet_north.reigns(field(scenario="belarus-long", turn=1))


@rule("23.4.9.2")
def test_half_of_what_russia_has_is_owed_to_the_north() -> None:
    for infantry, cavalry in ((0, 0), (1, 4), (7, 2), (8, 3)):
        s = field(turn=turn("May I"))
        s.pool = [9, 9, infantry, cavalry, 0, 0]
        assert quiet_north.northern_share(s, 1) == [(infantry + 1) // 2, (cavalry + 1) // 2]
        assert quiet_north.northern_share(s, 0) == [0, 0]
        s.players = 3
        s.pool = [9, 9, infantry, cavalry, 3, 1]
        share = [(infantry + 4) // 2, (cavalry + 2) // 2]
        assert quiet_north.northern_share(s, 2) == [min(share[0], infantry), min(share[1], cavalry)]
        assert quiet_north.northern_share(s, 3) == [0, 0]
        s.turn = turn("May III")
        assert quiet_north.northern_share(s, 2) == [0, 0]


@rule("23.4.7.2a", "23.4.7.1b", "23.4.7.3a", "23.4.7.3b", "10.7.3", "23.4.7.1a", "23.4.7.2b", "23.4.7.4")
def test_what_a_standdown_brings_in_each_of_its_turns() -> None:
    west, southwest, foreign = u("R-57"), u("R-44"), u("L-3")
    assert standdown.bound(field()) == sum(
        1 << unit for unit in M.units if row(unit).front == "W" and row(unit).nation == "RUS"
    )
    for began in range(1, 9):
        for now in range(began, 16):
            s = field(turn=now)
            s.standdown = began
            gone = now - began
            assert standdown.since(s) == gone
            assert standdown.holding(s) == (gone <= 2)
            assert standdown.post_supply(s) == (gone == 3)
            assert standdown.zoc_free(s) == (4 <= gone <= 7)
            assert [bool(standdown.fed(s) >> unit & 1) for unit in (west, southwest, foreign)] == [
                gone == 3,
                False,
                False,
            ]
            free = [standdown.unhindered(s, unit) for unit in (west, southwest, foreign)]
            assert free == [4 <= gone <= 7, False, False]
    for number, line in enumerate(M.scenario("campaign").track, 1):
        s = field(turn=number)
        assert standdown.can_declare(s) == (number >= turn("May I"))
        assert standdown.must_declare(s) == (number >= turn("June II")), line.name
        assert not standdown.holding(s)
        assert not standdown.post_supply(s)
        s.standdown = 2
        assert not standdown.can_declare(s)
    assert not standdown.can_declare(field(scenario="belarus-long", turn=3))


@rule("23.4.7.1b")
def test_attacks_on_and_by_the_west_front_are_counted() -> None:
    s = field({"1717": "P-14", "1718": "R-57", "1818": "R-44", "1618": "L-3"})
    for side, attackers, foes, wanted in (
        (P, "P-14", "R-57", (1, 0)), (P, "P-14", "R-44", (0, 0)), (P, "P-14", "L-3", (0, 0)),
        (P, "P-14", "R-44 R-57", (1, 0)), (R, "R-57", "P-14", (0, 1)), (R, "R-44", "P-14", (0, 0)),
        (R, "L-3", "P-14", (0, 0)),
    ):  # fmt: skip
        s.side, s.attacks_on_west, s.retaliated = side, 0, 0
        standdown.attacked(s, us(attackers), us(foes))
        assert (s.attacks_on_west, s.retaliated) == wanted
    for on_west, back, left in ((0, 0, 0), (2, 0, 2), (2, 1, 1), (2, 2, 0), (1, 2, 0)):
        s.attacks_on_west, s.retaliated = on_west, back
        assert standdown.quota_left(s) == left
    s.attacks_on_west, s.retaliated = 3, 2
    standdown.begin_player_turn(s, R)
    assert (s.attacks_on_west, s.retaliated) == (3, 0)
    s.retaliated = 2
    standdown.begin_player_turn(s, P)
    assert (s.attacks_on_west, s.retaliated) == (0, 2)


# -- 18, 21.5 ---


@rule("18.0a", "18.0b", "9.6a", "9.6c", "18.1")
@pytest.mark.parametrize("ruling", [0, 1])
def test_walls_hex_by_hex(ruling: int) -> None:
    walls = set(M.board.walls["warsaw"].sides)  # (protected, face)
    for hex in bits(M.fortified | hs("1717 1011")):
        for origin in bits(M.around[hex]):
            s = field({M.grid.number(origin): "R-57", M.grid.number(hex): "P-14"})
            s.rulings = ruling << 1
            over = (hex, origin) in walls
            assert fortifications.over_wall(s, origin, hex) == over
            assert fortifications.across(s, [u("R-57")], hex) == ([u("R-57")] if over else [])
            assert fortifications.doubled(s, hex, [u("R-57")]) == over
            dry = next((n for n in bits(M.around[hex]) if (hex, n) not in walls and n != origin), None)
            if dry is not None and over:
                put(s, u("R-17"), dry)
                assert fortifications.doubled(s, hex, [u("R-57"), u("R-17")]) == (not ruling)
            t = field({M.grid.number(origin): "P-14", M.grid.number(hex): "R-57"})
            assert not fortifications.doubled(t, hex, [u("P-14")])
            assert not fortifications.doubled(field({M.grid.number(origin): "R-57"}), hex, [u("R-57")])


@rule("21.5a", "21.5b", "21.5c")
def test_which_guards_are_released_by_whom_and_how_near() -> None:
    home, guard = h("4220"), u("P-FG1")
    assert tagged(guard, "frontier-guard")
    for hex in LAND:
        s = field({"4220": "P-FG1"})
        frontier.release(s, u("R-57"), hex)
        near = M.distance(home, hex) <= 5
        assert s.guards_released == (1 << guard if near else 0)
        assert frontier.held(s, guard) == (not near)
        for other in ("P-14", "P-4"):
            t = field({"4220": "P-FG1"})
            frontier.release(t, u(other), hex)
            assert not t.guards_released
    for unit in M.units:
        assert frontier.held(field(), unit) == tagged(unit, "frontier-guard")
        assert frontier.on_guard(field()).held(unit) == tagged(unit, "frontier-guard")
    for crossed in (False, True):
        inside = next(hex for hex in bits(M.lithuania & M.land))
        beside = next(hex for hex in bits(M.land & ~M.lithuania) if M.distance(hex, inside) <= 4)
        s = field({M.grid.number(beside): "P-FG1"})
        s.border_crossed = crossed
        frontier.release(s, u("L-3"), inside)
        assert bool(s.guards_released) == crossed
        t = field({M.grid.number(beside): "P-FG1"})
        t.border_crossed = crossed
        put(t, u("L-3"), beside)
        frontier.release(t, u("L-3"), beside)
        assert t.border_crossed
        assert t.guards_released == 1 << guard


# -- 24 optional rules ---


@rule("24.0")
def test_options_that_are_off_change_nothing_and_each_changes_its_own() -> None:
    for option in ("", *OPTIONS):
        s = field({"1014": "R-57"}, options=option, turn=turn("May I"))
        assert fall.goes_on(s) == (option == "fall-of-warsaw") == fall.fallen(s)
        assert [fall.disheartened(s, side) for side in (P, R)] == [option == "fall-of-warsaw", False]
        assert bool(freikorps.polish(s)) == (option == "freikorps") == bool(freikorps.vp_cities(s))
        assert bool(freikorps.sources(s)) == (option == "freikorps")
        assert bool(plebiscite.polish(s)) == (option == "plebiscite") == bool(plebiscite.sources(s))
        assert bool(danzig.sources(s)) == (option == "danzig") == danzig.can_strike(s)
        assert bool(silesia.transit(s, P)) == (option == "upper-silesia")
        assert not silesia.transit(s, R)
        assert lithuania.neutral(s) == (option == "lithuania")
        assert [bool(partisans.cut_off(s) >> u(key) & 1) for key in ("R-44", "R-57", "P-14")] == [
            option == "partisans",
            False,
            False,
        ]
        s.side = P
        assert squadron.may_help(s) == (option == "squadron")
        s.turn += 1
        assert not partisans.cut_off(s)


@rule("24.9", "24.9.1", "24.9.2")
def test_the_strike_lasts_four_turns() -> None:
    for called in (0, 3, 5):
        for now in range(1, 12):
            s = field(options="danzig", turn=now)
            s.strike = called
            on = bool(called) and called <= now < called + 4
            if not called or now >= called:
                assert danzig.on_strike(s) == on
                assert danzig.sources(s) == ({} if on else {M.danzig: 4})
                assert danzig.can_strike(s) == (not called)
    s = field(options="danzig", turn=6)
    danzig.strike(s)
    assert s.strike == 6


@rule("24.7.1", "24.7.2b")
def test_the_squadron_flies_once_for_the_poles_and_lands() -> None:
    for side, flown, wanted in ((P, False, True), (P, True, False), (R, False, False)):
        s = field(options="squadron")
        s.side, s.flown = side, flown
        assert squadron.may_help(s) == wanted
    s = field(options="squadron")
    squadron.help_battle(s)
    assert s.flown
    squadron.begin_combat(s)
    assert not s.flown
    for place, wanted in ((h("1717"), ASIDE), (0, ASIDE), (ASIDE, ASIDE), (-8, -8)):
        s.place[M.squadron] = place
        squadron.land(s)
        assert s.place[M.squadron] == wanted


@rule("24.7.2a")
def test_where_the_squadron_reaches() -> None:
    s = field({"1014": "P-14", "4001": "R-57"}, options="squadron")
    fed = [hex for hex in (h("1014"),) if supply.supplied(s, u("P-14"))]
    assert fed
    for hex in bits(M.grid.valid):
        assert squadron.in_reach(s) >> hex & 1 == (M.distance(hex, h("1014")) <= 3)


@rule("24.4.1", "24.4.2a", "24.4.2b", "24.4.3a", "24.4.3b")
def test_lithuanians_at_home_and_what_provokes_them() -> None:
    for free, now, neutral in ((0, 5, True), (5, 5, False), (6, 5, True), (4, 5, False)):
        s = field(options="lithuania", turn=now)
        s.lithuania_free = free
        assert lithuania.neutral(s) == neutral
        for unit in M.units:
            abroad = M.grid.valid & ~M.lithuania if row(unit).nation == "LIT" and neutral else 0
            assert lithuania.barred(s, unit) == abroad
        inside, outside = next(bits(M.lithuania)), h("1717")
        assert [lithuania.holds_back(s, u("L-3"), hex) for hex in (inside, outside)] == [False, neutral]
        assert not lithuania.holds_back(s, u("R-57"), outside)
    for unit in range(M.pieces):
        if unit == M.squadron:
            continue
        for hex in (next(bits(M.lithuania)), h("1717")):
            s = field(options="lithuania", turn=5)
            lithuania.entered(s, unit, hex)
            pole = unit < M.count and row(unit).nation == "POL"
            assert s.lithuania_free == (6 if pole and hex != h("1717") else 0)
    for side, city, wanted in ((R, WILNO, 6), (P, WILNO, 0), (R, KIEV, 0)):
        s = field(options="lithuania", turn=5)
        lithuania.captured(s, side, city)
        assert s.lithuania_free == wanted
    s = field(turn=5)
    lithuania.provoked(s, "24.4.2a")
    assert not s.lithuania_free
    s = field(options="lithuania", turn=5)
    s.lithuania_free = 3
    lithuania.provoked(s, "24.4.2a")
    assert s.lithuania_free == 3
    border = [(a, b) for a in bits(M.lithuania) for b in bits(M.around[a] & ~M.lithuania)][:4]
    for a, b in border:
        for origin, target, wanted in ((a, b, 6), (b, a, 6), (b, b, 0)):
            s = field({M.grid.number(origin): "P-14"}, options="lithuania", turn=5)
            lithuania.attacked(s, us("P-14"), target)
            assert s.lithuania_free == wanted
            s = field({M.grid.number(origin): "R-57"}, options="lithuania", turn=5)
            lithuania.attacked(s, us("R-57"), target)
            assert not s.lithuania_free


@rule("24.4.3b")
def test_when_a_lithuanian_must_hold_wilno() -> None:
    wilno = M.grid.number(WILNO)
    for option, held, free, stands, owes, stay in (
        ("lithuania", R, 1, {wilno: "L-3"}, False, "L-3"), ("lithuania", R, 1, {wilno: "L-3 L-Cav"}, False, ""),
        ("lithuania", R, 1, {}, True, ""), ("lithuania", R, 1, {wilno: "R-57"}, True, ""),
        ("lithuania", R, 1, {wilno: "P-14"}, False, ""), ("lithuania", P, 1, {wilno: "L-3"}, False, ""),
        ("lithuania", R, 0, {wilno: "L-3"}, False, ""), ("", R, 1, {wilno: "L-3"}, False, ""),
    ):  # fmt: skip
        s = field(stands, options=option)
        s.held = [0, 0]
        s.held[held] = 1 << WILNO
        s.lithuania_free = free
        assert lithuania.owed(s) == owes
        assert lithuania.must_hold(s) == us(stay)
        assert [lithuania.must_stay(s, unit) for unit in members(M.lithuanians)] == [
            M.key[unit] == stay for unit in members(M.lithuanians)
        ]
        assert len(lithuania.garrison(s)) == sum(key.startswith("L-") for key in stands.get(wilno, "").split())


@rule("24.12.1c", "24.12.1a", "24.12.3")
def test_whose_factors_count_as_an_assault() -> None:
    walls = set(M.board.walls["warsaw"].sides)
    for hex in bits(M.fortified | hs("1717")):
        for origin in bits(M.around[hex]):
            for option in ("", "objective"):
                s = field({M.grid.number(origin): "R-57", M.grid.number(hex): "P-14"}, options=option)
                s.assault = 2
                objective.assaulted(s, hex, {u("R-57"): 5})
                counts = option and M.fortified >> hex & 1 and (hex, origin) in walls
                assert s.assault == (7 if counts else 2)
    for option, scenario, assault, taken, met in (
        ("", "campaign", 0, 0, True), ("objective", "campaign", 29, 0, False), ("objective", "campaign", 30, 0, True),
        ("objective", "campaign", 0, 1, True), ("objective", "gates", 0, 0, True),
    ):  # fmt: skip
        s = field(scenario=scenario, options=option)
        s.assault, s.warsaw_taken_by = assault, taken
        assert objective.met(s) == met
        assert objective.missing(s) == ([] if met else [30 - assault])


# -- 16 ---


@rule("16.7.1a")
def test_which_marines_stand_with_a_flotilla() -> None:
    boats = {"P-Vist": "1013", "P-Pinsk": "4120", "R-DnN": "4519"}
    for side in (P, R):
        for marine in members(M.marines & M.army[side]):
            for key, number in boats.items():
                s = field({number: key})
                put(s, marine, h(number))
                same = M.side[u(key)] == side
                assert flotillas.together(s, side) == (1 << marine if same else 0)
                s.with_flotilla = 1 << marine
                able = [
                    unit for unit in range(M.pieces) if not any(b.held(unit) for b in flotillas.boarding(s, u(key)))
                ]
                assert able == ([marine] if same else [])
                s.moved = 1 << marine
                assert all(any(b.held(unit) for b in flotillas.boarding(s, u(key))) for unit in (marine, u("P-14")))
                s.moved = s.with_flotilla = 0
                assert any(b.held(marine) for b in flotillas.boarding(s, u(key)))
                lift(s, u(key), POOL)
                assert not flotillas.together(s, side)


@rule("16.6a")
def test_the_ends_of_the_canal_in_every_month() -> None:
    east, west = h("2718"), h("2317")
    for hex in LAND:
        s = field()
        assert flotillas.other_end(s, hex) == {east: west, west: east}.get(hex, -1)
    for number, line in enumerate(M.scenario("campaign").track, 1):
        season = line.name.split()[0] in ("April", "May", "June")
        for hex in (east, west, h("1013")):
            for foe in ("", "R-57"):
                far = flotillas.other_end(field(), hex)
                s = field({M.grid.number(far if far >= 0 else h("4120")): foe}, turn=number)
                assert flotillas.canal_open(s, u("P-Vist"), hex) == (season and far >= 0 and not foe)
                t = field({M.grid.number(far if far >= 0 else h("4120")): "P-14" if foe else ""}, turn=number)
                assert flotillas.canal_open(t, u("P-Vist"), hex) == (season and far >= 0)


# -- 10.7, 16.7.2, 21.2 supply of a kind ---


@rule("10.7.2", "16.7.2a", "16.7.2b", "10.0b", "21.2c", "21.2b")
def test_who_is_fed_wherever_it_stands_and_who_by_its_own() -> None:
    far = next(hex for hex in LAND if M.grid.number(hex) == "3030")
    for unit in M.units:
        if unit == M.squadron:
            continue
        s = field()
        put(s, unit, h("2717") if row(unit).kind == "flot" else far)
        if row(unit).kind == "flot":
            assert supply.supplied(s, unit)
        if row(unit).kind == "mar":
            assert not supply.supplied(s, unit)
    for hex in LAND:
        s = field({"1013": "P-Vist", M.grid.number(hex): "P-MarP"})
        if M.distance(hex, h("1013")) > 2:
            assert not supply.supplied(s, u("P-MarP"))
        elif not M.sea:
            assert supply.supplied(s, u("P-MarP"))


@rule("19.0a", "8.3.1", "7.1.4c", "8.3.5c")
def test_who_has_how_many_points() -> None:
    s = field()
    for unit in M.units:
        printed = row(unit)
        if printed.kind in ("air", "flot"):
            continue
        factor = int(printed.mf or 0)
        assert strategic.points(s, unit, ground.STANDARD) == factor
        assert KINDS[M.kind[unit]] == printed.kind
        assert SIZES[M.size[unit]] == printed.size


@rule("9.0b", "9.0g", "9.0e", "9.5", "8.3.3", "7.2.4.2c")
def test_one_mark_keeps_one_unit_from_attacking() -> None:
    stands = {"1717": "P-14 P-4 P-5", "1718": "R-57"}
    for mark in ("overstacked", "strategic", "rebuilt", "fought"):
        for key in ("P-14", "P-4", "P-5"):
            s = field(stands)
            setattr(s, mark, us(key))
            assert {M.key[unit] for unit in targets.ready(s, 0)} == {"P-14", "P-4", "P-5"} - {key}
    assert targets.ready(field(stands | {"1718": "R-I1a"}), 0)
    assert not targets.ready(field({"1717": "P-14"}), 0)


@rule("9.0k", "9.11d", "9.11a", "9.11j")
def test_what_every_result_says() -> None:
    s = field({"1717": "P-14", "1718": "R-57"})
    frame = combat.Attack(command=0, target=h("1718"), attackers=[u("P-14")])
    for column, results in enumerate(M.results):
        for die, result in enumerate(results, 1):
            frame._read(s, column, die)
            assert frame.result == result
            best = column == 8 and die == 6
            assert frame.points == (M.best_advance if best else M.advance[result])
            parts = result.split("+")
            for letter in "AD":
                wanted = sum(int(part[1]) for part in parts if part[0] == letter and part[1:] in "123")
                assert frame._length(letter) == wanted
            for part in ("DE", "X", "A1/2E", "D1/2E", "A1/2X", "1/2X"):
                assert frame._says(part) == (part in parts)


@rule("23.0a", "23.1.4", "23.1.6", "23.2.2", "23.2.5", "23.4.2", "23.4.5", "24.0", "13.1", "24.11.7")
@rule("23.1.2", "23.1.5a", "23.2.3", "23.2.4", "23.2.6", "23.4.3", "23.4.4")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_how_a_game_begins(scenario: str) -> None:
    options = {"squadron": "yes", "freikorps": "yes", "players": "3", "second-attack": "yes", "deployment": "free"}
    plain, rich = new_state(M, scenario, {}), new_state(M, scenario, options)
    assert (plain.players, plain.options, plain.rulings, plain.free) == (2, 0, 0, False)
    assert (rich.players, rich.rulings, rich.free) == (3, 1 << 2, True)
    assert [OPTIONS[n] for n in bits(rich.options)] == ["squadron", "freikorps"]
    for s in (plain, rich):
        assert len(s.place) == M.pieces
        assert (s.pool, s.ukrainians, s.turn, s.phase) == ([0] * 6, P, 1, 0)
        assert s.place[M.squadron] == (ASIDE if s is rich else -8)
        assert all(s.place[rc] == POOL for rc in range(M.count, M.pieces))
        for unit in members(M.freikorps):
            assert s.place[unit] == (ASIDE if s is rich else -8)
        for unit in M.units:
            if tagged(unit, "ukrainian") and M.side[unit] == R:
                assert s.place[unit] == ASIDE
        assert s.side == M.scenario(scenario).begins
        assert (s.reserve_allowed, s.kiev_occupied, s.rally) == (
            (True, True, 3) if scenario == "gates" else (False, False, 0)
        )
        assert s.guards_released == (M.guards if scenario == "gates" else 0)
        assert s.standdown == (-2 if scenario.startswith("belarus") else 0)
        assert s.held[P] | s.held[R] == control.asked_for(s)
        assert not s.held[P] & s.held[R]
