"""Rails, secret journeys, arrivals, room in hexes and duties: small numbers by both sides of their limits."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import BELARUS, POLISH, SOUTHWEST, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.concentration import appear, not_in_secret
from vistula.games.nest_of_eagles.rules.fronts import homeward, off_limits, on_the_way, owes, trespass, watching
from vistula.games.nest_of_eagles.rules.movement import (
    Marches,
    Move,
    begin_movement,
    hemmed_in,
    late,
    movable,
)
from vistula.games.nest_of_eagles.rules.operations import theaters_of
from vistula.games.nest_of_eagles.rules.queries import elite
from vistula.games.nest_of_eagles.rules.rail import (
    capacity,
    cheapest,
    fare,
    reachable,
    ride,
    transports_left,
)
from vistula.games.nest_of_eagles.rules.reinforcements import (
    Arrivals,
    by_hand,
    can_come,
    due,
    edge_hexes,
    railheads,
    under,
)
from vistula.games.nest_of_eagles.rules.seats import (
    POLES,
    SOUTHWESTERN,
    SOVIETS,
    WESTERN,
    army_of,
    commands,
    first_command,
)
from vistula.games.nest_of_eagles.rules.stacking import full, no_room, overstacked
from vistula.games.nest_of_eagles.rules.targets import out_of_attack
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    OFF,
    OPERATIONAL,
    OWN,
    REACTIVE_1,
    SOUTHWEST_POOL,
    WEST_POOL,
    State,
    box,
    cover,
    lift,
    put,
)
from vistula.kernel import Bar, Game, barred, left

from .positions import M, give, hex, situation, unit, units
from .screens import screened
from .table import (
    POLAND,
    SOVIET,
    asked,
    can,
    events,
    moves,
    moving,
    offered,
    play,
    roll,
    table,
    where,
)

rule = pytest.mark.rule
FRIENDS = "2206 P-17; 1920 P-13"
FOES = "3005 S-4; 3121 S-45"
LATE = M.round_of["1.VIII"]


def waiting(game: Game[State]) -> str:
    return next((d.step for d in game.decisions.values() if d.waits), "")


def words(bars: list[Bar], thing: int) -> tuple[str, str]:
    """The first of some bars that holds a thing: its rule and what it says."""
    refusal = next(bar.refusal(thing) for bar in bars if bar.held(thing))
    return refusal.rule, refusal.why


# -- 9.2, 9.3 transports ---


@rule("9.2a", "9.2c")
def test_how_many_transports_there_are() -> None:
    s = situation(FRIENDS)
    assert [capacity(s, pool) for pool in (OWN, WEST_POOL, SOUTHWEST_POOL)] == [6, 2, 2]
    s.rails = [5, 1, 0]
    assert [transports_left(s, pool) for pool in (OWN, WEST_POOL, SOUTHWEST_POOL)] == [1, 1, 2]
    s.rails_barred = [1, 1, 0]
    assert [capacity(s, pool) for pool in (OWN, WEST_POOL, SOUTHWEST_POOL)] == [0, 0, 2]


@rule("9.2a", "9.2b", "9.2c", "9.0a")
@pytest.mark.parametrize(("key", "cost"), [("P-16", 1), ("P-GRA", 2)])
def test_a_group_pays_as_two_units(key: str, cost: int) -> None:
    s = screened("2010 P-16 P-14; 3005 S-4", "P-GRA P-16 P-14") if key == "P-GRA" else situation("2010 P-16; 3005 S-4")
    assert fare(s, unit(key), cheapest(s, unit(key), hex("1510"))) == cost
    s.active = POLAND
    table(s)
    ride(s, unit(key), hex("1510"))
    assert (s.rails, s.extra_rail) == ([cost, 0, 0], False)
    assert s.moved >> unit(key) & 1


@rule("9.2b", "9.0a")
@pytest.mark.parametrize(("key", "cost"), [("P-16", 0), ("P-GRA", 1)])
def test_on_the_black_and_red_line_the_first_transport_is_its_own(key: str, cost: int) -> None:
    stacks, towns = "2308 P-16 P-14; 3005 S-4", "2810 2814 2715 2617 2619 3011"
    s = screened(stacks, "P-GRA P-16 P-14", poland=towns) if key == "P-GRA" else situation(stacks, poland=towns)
    table(s)
    ride(s, unit(key), hex("2810"))
    assert (s.rails, s.extra_rail) == ([cost, 0, 0], True)


@rule("9.0a", "9.2a", "20.2.1b")
def test_a_journey_crosses_each_river_once() -> None:
    """Every link of the railroad over the Dźwina, ridden from one end to the other."""
    links = [(a, b) for a in bits(M.urban) for b in bits(M.rail_next[a] & M.urban)]
    over = [(a, b) for a, b in links if M.around[a] >> b & 1 and any(gate >> a & 1 for gate in M.dzwina)]
    for a, b in over[:4]:
        s = situation(f"{FRIENDS}; 3105 S-4")
        put(s, unit("P-16"), a)
        for town in (a, b):
            give(s, POLAND, town)
        game = table(s)
        ride(s, unit("P-16"), b)
        assert len(events(game, "reserve_called")) <= 1


@rule("9.1a", "9.1b", "9.2c")
def test_from_the_other_fronts_theater_no_railroad_leads_anywhere() -> None:
    s = situation(f"2206 P-17; {FOES}", side=SOVIET)
    for front, key in ((WEST, "S-5"), (SOUTHWEST, "S-44")):
        for theater in (BELARUS, UKRAINE, POLISH):
            town = next(h for h in bits(M.urban & M.theater[theater] & s.held[SOVIET]) if M.rail_next[h]) if theater \
                else next(h for h in bits(M.urban & M.theater[POLISH]) if M.rail_next[h])  # fmt: skip
            put(s, unit(key), town)
            found = reachable(s, unit(key), town)
            home = BELARUS if front == WEST else UKRAINE
            assert found & ~M.theater[home] == 0 or theater == home
            if theater != home:
                assert found == 0


# -- 9.4 secret journeys ---


@rule("9.3d", "9.4a", "9.4b")
@pytest.mark.parametrize(("used", "open_"), [(3, True), (4, True), (5, False), (6, False)])
def test_a_secret_journey_needs_two_transports(used: int, open_: bool) -> None:
    s = situation("2010 P-16; 2708 S-53")
    begin_movement(s, POLAND)
    s.rails[OWN] = used
    bars = list(not_in_secret(s, unit("P-16"), M.urban, 2))
    assert bool(left(bars)) == open_
    if not open_:
        assert words(bars, hex("1510")) == (
            "9.3d",
            f"a secret journey takes 2 Rail Transports, and {6 - used} are left",
        )


@rule("9.3d", "9.4a", "9.4d")
def test_only_the_first_who_leaves_risks_spies_and_names_the_town() -> None:
    game = roll(moves("2010 P-16 P-17; 2708 S-53"), 3, 6)
    play(game, "unit P-16", "conceal 1807")
    s = game.s
    could = s.could[OWN]
    assert could >> hex("1807") & 1
    play(game, "unit P-17", "conceal 1807")
    assert s.found_out == [0, 0, 0]  # the 6 has not been rolled
    assert s.could[OWN] == could
    assert s.destination[OWN] == hex("1807")
    assert s.rails[OWN] == 4
    assert s.transit[OWN] == 1 << unit("P-16") | 1 << unit("P-17")


@rule("9.4a", "9.4c")
@pytest.mark.parametrize("free", [True, False])
def test_all_who_appear_march_on_and_those_who_were_turned_away_do_not(free: bool) -> None:
    game = roll(moves("2010 P-16 P-17; 2708 S-53"), 3)
    play(game, "unit P-16", "conceal 1807", "unit P-17", "conceal 1807")
    s = game.s
    s.moved = 0
    if not free:
        give(s, SOVIET, hex("1807"))
    appear(s, POLAND)
    both = 1 << unit("P-16") | 1 << unit("P-17")
    assert s.unloaded == both
    assert s.moved == (0 if free else both)
    assert (where(game, "P-16") == "1807") == free
    assert (s.destination, s.could, s.transit, s.bound_for) == ([0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0])


# -- 16 arrivals ---


@rule("16.0a")
@pytest.mark.parametrize("players", [2, 3])
def test_who_is_due_by_date_and_command(players: int) -> None:
    s = situation(FRIENDS, side=SOVIET, round=5)
    s.players = players
    for key, round_ in (("S-5", 5), ("S-6", 4), ("S-8", 6), ("S-44", 5), ("P-10", 5), ("P-11", 6)):
        s.place[unit(key)] = box(round_)
    s.place[unit("S-10")] = OFF
    assert due(s, POLES) == units("P-10")
    if players == 2:
        assert due(s, SOVIETS) == units("S-5 S-6 S-44")
    else:
        assert due(s, WESTERN) == units("S-5 S-6")
        assert due(s, SOUTHWESTERN) == units("S-44")


@rule("16.0a", "16.0f", "16.0c", "16.0g", "7.0c")
def test_who_enters_by_the_edge_moves_on_and_cannot_be_taken_back() -> None:
    s = situation(f"{FRIENDS}; {FOES}", side=SOVIET)
    s.place[unit("S-5")] = box(s.round)
    s.place[unit("S-6")] = box(s.round)
    game = table(s, Arrivals(command=SOVIETS))
    play(game, "unit S-5")
    back = next(option for option in asked(game).options if option.verb == "back")
    assert back.free
    play(game, "back")
    assert waiting(game) == "pick"
    play(game, "unit S-5")
    play(game, f"enter {min(offered(game, 'enter'))}")
    assert waiting(game) == "go"
    assert game.stack[-1].left == M.mp[unit("S-5")] - 1  # type: ignore[attr-defined]
    assert can(game, "stop")
    assert not can(game, "cancel")
    assert not offered(game, "rail") | offered(game, "conceal")
    play(game, "stop")
    assert waiting(game) == "where"  # S-6 is alone, so it is chosen by itself


@rule("16.0a", "9.3d", "16.0g", "9.4d")
def test_the_second_secret_reinforcement_meets_no_spies() -> None:
    s = situation(f"{FRIENDS}; {FOES}", side=SOVIET)
    for key in ("S-5", "S-6"):
        s.place[unit(key)] = box(s.round)
    game = roll(table(s, Arrivals(command=SOVIETS)), 2, 6)
    play(game, "unit S-5")
    town = min(offered(game, "conceal"))
    play(game, f"conceal {town}")
    play(game, f"conceal {town}")
    assert not game.stack
    assert s.transit[WEST_POOL] == 1 << unit("S-5") | 1 << unit("S-6")
    assert s.found_out == [0, 0, 0]
    assert s.rails[WEST_POOL] == 2


@rule("6.2a", "16.0c", "16.0a")
@pytest.mark.parametrize(("key", "room"), [("P-10", True), ("P-1R", False)])
def test_warszawa_takes_arrivals_whoever_is_there_but_reserve_brigades(key: str, room: bool) -> None:
    s = situation(f"0612 P-11 P-12 P-14 P-15 P-16; {FRIENDS}; {FOES}")
    s.home_open = True
    s.held[POLAND] = 1 << M.warszawa
    s.place[unit(key)] = box(s.round)
    assert can_come(s, unit(key)) == room
    game = table(s, Arrivals(command=POLES))
    assert bool(game.stack) == room
    if room:
        assert offered(game, "place") == {"0612"}


@rule("23.1.1c", "16.0a", "16.0f", "16.0g")
def test_what_comes_under_a_marker_comes_where_all_its_units_may() -> None:
    s = screened(f"{FRIENDS}; {FOES}", side=SOVIET)
    for key in ("S-5", "S-6", "S-44"):
        lift(s, unit(key), box(s.round))
    cover(s, units("S-5 S-6"), unit("S-PAT1"))
    s.western |= 1 << unit("S-PAT1")
    first = unit("S-PAT1")
    assert under(s, first) == units("S-5 S-6")
    assert under(s, unit("S-5")) == []
    assert edge_hexes(s, first) == edge_hexes(s, unit("S-5")) == M.entry[WEST]
    assert railheads(s, first) == 0  # two units under a Patrol do not ride
    assert by_hand(s, first) == 0
    s.place[unit("S-6")] = OFF
    assert railheads(s, first) == railheads(s, unit("S-5")) != 0


@rule("23.1.1c")
def test_the_first_marker_is_a_marker() -> None:
    s = screened(f"{FRIENDS}; 2926 P-10; {FOES}", f"{M.key[M.count]} P-10")
    assert under(s, M.count) == [unit("P-10")]


@rule("16.0g", "9.2d", "16.0c", "16.0f", "23.3.1.2", "23.3.2.5")
def test_who_is_invited_comes_by_the_event_only() -> None:
    s = situation(f"{FRIENDS}; {FOES}", side=SOVIET)
    u = unit("S-5")
    s.place[u] = box(s.round)
    assert railheads(s, u)
    assert edge_hexes(s, u)
    s.invited = 1 << u
    assert railheads(s, u) == edge_hexes(s, u) == 0
    assert by_hand(s, u)
    s.invited = 0
    assert by_hand(s, u) == 0


# -- 6 room ---


@rule("3.1b", "6.0a", "6.1a")
@pytest.mark.parametrize("inside", [True, False])
def test_a_full_hex_says_how_many_others_are_in_it(inside: bool) -> None:
    own = "P-10" if inside else "P-17"
    s = situation("3126 P-10 P-11 P-12 P-14 P-15; 2206 P-17; 3005 S-4")
    bar = no_room(s, unit(own))
    assert bar.held(hex("3126"))
    refusal = bar.refusal(hex("3126"))
    assert refusal.rule == "6.0a"
    assert refusal.why.startswith(f"{4 if inside else 5} units are in ")
    assert refusal.why.endswith("it holds 4")


@rule("6.0a", "6.1a", "6.2a")
@pytest.mark.parametrize(("inside", "everywhere"), [(3, False), (4, False), (5, True)])
def test_a_patrol_over_five_units_finds_room_in_warszawa_only(inside: int, everywhere: bool) -> None:
    keys = ["P-10", "P-11", "P-12", "P-14", "P-15"][:inside]
    s = screened(f"3126 {' '.join(keys)}; 2206 P-17; 3005 S-4", f"P-PAT1 {' '.join(keys)}")
    crowded = full(s, unit("P-PAT1"))
    assert not crowded >> M.warszawa & 1
    assert bool(crowded >> hex("2317") & 1) == everywhere
    assert (crowded == M.land & ~(1 << M.warszawa)) == everywhere
    assert bool(crowded >> hex("2206") & 1) == (inside >= 4)  # one is there


@rule("6.2a")
@pytest.mark.parametrize("concealed", [False, True])
@pytest.mark.parametrize(("more", "too_many"), [("", []), (" P-16", ["3126"])])
def test_which_hexes_hold_too_many(concealed: bool, more: str, too_many: list[str]) -> None:
    stacks = f"3126 P-10 P-11 P-12 P-14{more}; 0612 P-1L P-2L P-3L P-4 P-5; 3005 S-4"
    s = screened(stacks, "P-PAT1 P-10 P-11") if concealed else situation(stacks)
    assert [M.grid.number(h) for h in overstacked(s, POLAND)] == too_many


# -- 1.4a, 2.5.1, 19, 20.1.4 where nobody goes ---


@rule("1.4a")
@pytest.mark.parametrize(("date", "kept"), [("16.V", True), ("23.V", True), ("30.V", False)])
def test_the_watch_on_lithuania_keeps_within_three_hexes(date: str, kept: bool) -> None:
    s = situation("1804 P-III.2LB; 3005 S-4", scenario="berezina", round=M.round_of[date])
    u, other = unit("P-III.2LB"), unit("P-17")
    assert bool(watching(s) >> u & 1) == kept
    near = {h for h in bits(M.land) if M.grid.distance(h, hex("1804")) <= 3}
    bar = next((bar for bar in off_limits(s, u) if bar.rule == "1.4a"), None)
    assert (bar is not None) == kept
    if bar is not None:
        assert set(bits(M.land & ~barred([bar]))) == near
    assert not any(bar.rule == "1.4a" for bar in off_limits(s, other))
    assert situation("2206 P-17", scenario="kiev").round > 0
    assert watching(situation("2206 P-17", scenario="war-of-1920")) == 0


@rule("1.4a", "2.5.1e", "2.5.1d")
def test_who_is_kept_out_for_other_reasons_need_not_leave() -> None:
    """Beyond the watch's bounds, or deeper in the other Theater than a guest may go, one may stay."""
    s = situation("2308 P-III.2LB; 3005 S-4", scenario="berezina")
    assert any(bar.rule == "1.4a" and bar.held(hex("2308")) for bar in off_limits(s, unit("P-III.2LB")))
    assert trespass(s, unit("P-III.2LB")) is None
    deep = next(h for h in bits(M.theater[UKRAINE]) if min(
        M.grid.distance(h, other) for other in bits(M.theater[BELARUS])) > 4)  # fmt: skip
    s = situation(f"{FRIENDS}; 3005 S-4", side=SOVIET)
    put(s, unit("S-4"), deep)
    assert trespass(s, unit("S-4")) is None


@rule("19.3a", "19.8a", "21.2a", "21.2b", "20.1.1c")
@pytest.mark.parametrize(
    ("key", "town", "cited"),
    [
        ("P-1LB", "ukraine", "19.3a"), ("P-1LB", "belarus", ""), ("P-U1", "belarus", "19.8a"), ("P-U1", "ukraine", ""),
        ("P-17", "lithuania", "21.2b"), ("S-4", "lithuania", "21.2a"), ("P-17", "ukraine", ""), ("P-17", "belarus", ""),
    ],
)  # fmt: skip
def test_why_a_unit_must_leave(key: str, town: str, cited: str) -> None:
    land = {"ukraine": M.theater[UKRAINE], "belarus": M.theater[BELARUS], "lithuania": M.lithuania}[town]
    place = next(h for h in bits(land & ~M.stars) if town == "lithuania" or not M.lithuania >> h & 1)
    s = situation("1920 P-13; 3005 S-5; 2206 P-16")
    put(s, unit(key), place)
    refusal = trespass(s, unit(key))
    assert (refusal.rule if refusal else "") == cited


@rule("19.3a", "19.8a", "1.4a")
@pytest.mark.parametrize(("key", "cited"), [("P-1LB", "19.3a"), ("P-U1", "19.8a"), ("P-10", "")])
def test_a_marker_goes_only_where_all_under_it_go(key: str, cited: str) -> None:
    s = screened(f"3126 {key} P-12; 2206 P-17; 3005 S-4", f"P-PAT1 {key} P-12")
    rules = {bar.rule for bar in off_limits(s, unit("P-PAT1"))} & {"19.3a", "19.8a", "1.4a"}
    assert rules == ({cited} if cited else set())
    if cited:
        shut = barred([bar for bar in off_limits(s, unit("P-PAT1")) if bar.rule == cited])
        assert shut == M.theater[UKRAINE if cited == "19.3a" else BELARUS]


@rule("19.3a", "1.4a")
def test_a_marker_over_the_watch_stays_within_its_bounds() -> None:
    s = screened("1804 P-III.2LB; 3005 S-4", "P-PAT1 P-III.2LB", scenario="berezina")
    assert any(bar.rule == "1.4a" for bar in off_limits(s, unit("P-PAT1")))


@rule("20.1.4d", "2.5.1e")
def test_a_transferred_konarmiya_comes_closer_with_every_move() -> None:
    s = situation(f"2819 S-4K S-45; {FRIENDS}; 3005 S-5", side=SOVIET, round=LATE)
    s.duties = 1 << unit("S-4K") | 1 << unit("S-45")
    assert on_the_way(s) == 0
    assert list(homeward(s, unit("S-4K"), hex("2819"))) == []
    s.konarmiya_west = True
    assert on_the_way(s) == 1 << unit("S-4K")
    assert list(homeward(s, unit("S-45"), hex("2819"))) == []
    (bar,) = homeward(s, unit("S-4K"), hex("2819"))
    outside = list(bits(M.land & ~M.theater[UKRAINE]))

    def far(h: int) -> int:
        return min(M.grid.distance(h, other) for other in outside)

    here = far(hex("2819"))
    assert here > 1
    assert {h for h in bits(M.land) if not bar.held(h)} == {h for h in bits(M.land) if far(h) < here}
    assert not owes(s, unit("S-4K"))


@rule("7.0d", "7.1p", "20.1.4d")
@pytest.mark.parametrize("ring", [True, False])
def test_who_cannot_come_closer_is_hemmed_in_and_owes_nothing(ring: bool) -> None:
    here = hex("2819")
    s = situation(f"{FRIENDS}; 3005 S-5", side=SOVIET, round=LATE)
    put(s, unit("S-4K"), here)
    s.konarmiya_west, s.duties = True, 1 << unit("S-4K")
    if ring:
        for h, key in zip(bits(M.around[here]), ("P-10", "P-11", "P-12", "P-14", "P-15", "P-16"), strict=False):
            put(s, unit(key), h)
    begin_movement(s, SOVIET)
    assert hemmed_in(s, SOVIETS).held(unit("S-4K")) == ring
    if ring:  # a way back does not help
        outside = M.land & ~M.theater[UKRAINE]
        back = max(bits(M.around[here]), key=lambda h: min(M.grid.distance(h, other) for other in bits(outside)))
        for u in M.units_of[POLAND]:
            if s.place[u] == back:
                lift(s, u, OFF)
        assert hemmed_in(s, SOVIETS).held(unit("S-4K"))
        s.konarmiya_west = False
        assert not hemmed_in(s, SOVIETS).held(unit("S-4K"))
        s.konarmiya_west = True
    assert (unit("S-4K") in movable(s, SOVIETS)) == (not ring)
    duties = [bar.rule for bar in late(s, movable(s, SOVIETS)) if bar.held(0)]
    assert duties == ([] if ring else ["20.1.4d"])


@rule("2.5.1e", "19.3a", "21.2a")
def test_who_must_leave_is_named_at_the_end_of_movement() -> None:
    s = situation(f"2916 P-1LB; {FRIENDS}; 3005 S-4")
    begin_movement(s, POLAND)
    (bar,) = late(s, units("P-1LB P-17"))
    assert bar.held(0)
    assert bar.rule == "19.3a"
    assert "must leave" in bar.refusal(0).why
    game = table(s, Marches(command=POLES))
    assert not can(game, "end")


# -- 7 a move ---


@rule("7.0c", "7.1p", "9.0a", "23.1.3b")
def test_the_move_of_a_unit_that_is_gone_is_over() -> None:
    s = situation(f"3126 P-12; {FRIENDS}; {FOES}")
    begin_movement(s, POLAND)
    lift(s, unit("P-12"), OFF)
    assert not table(s, Move(command=POLES, unit=unit("P-12"), origin=hex("3126"), left=2, fresh=False)).stack


@rule("23.1.3b")
@pytest.mark.parametrize("phase", [OPERATIONAL, REACTIVE_1])
@pytest.mark.parametrize(
    ("side", "key", "enemy", "marker"), [(POLAND, "P-10", "S-41", "S-PAT1"), (SOVIET, "S-58", "P-12", "P-PAT1")]
)
def test_on_a_reactive_march_either_side_may_reveal(side: int, key: str, enemy: str, marker: str, phase: int) -> None:
    s = screened(f"2927 {key}; 3026 {enemy}; {FRIENDS}; 3005 S-4", f"{marker} {enemy}", phase=phase, side=side)
    s.eligible = 1 << unit(key)
    begin_movement(s, side)
    s.eligible = 1 << unit(key)
    game = table(s, Move(command=POLES if side == POLAND else SOVIETS, unit=unit(key), origin=hex("2927"), left=3))
    assert not offered(game, "reveal")  # not before the first step
    play(game, "step 2926")
    assert offered(game, "reveal") == ({"3026"} if phase == REACTIVE_1 else set())


@rule("20.4.1b", "9.0a", "7.0c")
@pytest.mark.parametrize("rail", [True, False])
def test_a_pole_who_arrives_beside_a_brigade_brings_the_choices_to_light(rail: bool) -> None:
    s = situation(f"2010 P-16; 1609 S-G1; {FRIENDS}; {FOES}")
    s.rebellion, s.emissaries = 1, [1, 2]
    s.held = [M.urban, 0, 0]
    put(s, unit("P-41"), hex("1510"))
    game = play(moving(s), "unit P-16", "rail 1510" if rail else "step 2011")
    if not rail:
        play(game, "stop")
    assert (s.rebellion == 2) == rail


# -- 10, 3.2f, 17.1 ---


@rule("3.2f", "23.3.2.7")
@pytest.mark.parametrize(("quarrels", "poles"), [(0, True), (1, True), (2, False)])
def test_who_is_elite(quarrels: int, poles: bool) -> None:
    s = situation(FRIENDS)
    s.quarrels = quarrels
    assert elite(s) == (M.elite if poles else M.elite & M.army[SOVIET])


@rule("10.1a", "3.4.2c")
@pytest.mark.parametrize(
    ("joined", "open_"), [("", False), ("P-41", True), ("P-41 P-ART", False), ("P-12 P-ART", True)]
)
def test_as_many_guns_attack_as_there_are_strength_points(joined: str, open_: bool) -> None:
    s = situation(f"3126 P-41 P-12 P-ART P-TANK; 3127 S-4; {FRIENDS}", phase=ATTACK_1)
    bars = list(out_of_attack(s, POLES, hex("3127"), units(joined)))
    assert (unit("P-TANK") in left(bars)) == open_
    assert (unit("P-12") in left(bars)) == ("P-12" not in joined)


@rule("17.1.1b", "17.1.1c")
@pytest.mark.parametrize(("scenario", "both"), [("war-of-1920", True), ("berezina", False)])
def test_an_attack_counts_for_theaters_in_play_only(scenario: str, both: bool) -> None:
    here = next(
        h for h in bits(M.theater[BELARUS]) if M.around[h] & M.theater[UKRAINE] and not M.around[h] & M.theater[0]
    )
    s = situation("2206 P-17; 3005 S-4", scenario=scenario)
    put(s, unit("P-12"), here)
    assert theaters_of(s, units("P-12")) == ([BELARUS, UKRAINE] if both else [BELARUS])


# -- 22.1f commands ---


@rule("22.1f")
def test_who_acts_in_which_order() -> None:
    s = situation(FRIENDS)
    assert (commands(s, POLAND), commands(s, SOVIET)) == ([POLES], [SOVIETS])
    s.players = 3
    for priority, order in ((WEST, [WESTERN, SOUTHWESTERN]), (SOUTHWEST, [SOUTHWESTERN, WESTERN])):
        s.priority = priority
        assert (commands(s, POLAND), commands(s, SOVIET)) == ([POLES], order)
        assert (first_command(s, POLAND), first_command(s, SOVIET)) == (POLES, order[0])


@rule("2.5a", "20.1.4a", "23.1a")
@pytest.mark.parametrize("front", [WEST, SOUTHWEST, 2])
def test_the_army_of_each_front_has_its_own_markers(front: int) -> None:
    s = screened("2926 S-4 S-44; 3326 P-17; 2206 P-10", "S-PAT1 S-4", "S-PAT2 S-44")
    army = army_of(s, front)
    assert army & (1 << M.count) - 1 == M.front_army[front]
    assert [bool(army >> unit(key) & 1) for key in ("S-PAT1", "S-PAT2")] == [front == WEST, front == SOUTHWEST]
    assert not army & M.army[POLAND]
