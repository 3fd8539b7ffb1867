"""10.0 Supply: lines against plain code, what sources bear, who is fed otherwise."""

from __future__ import annotations

import random
from heapq import heappop, heappush
from itertools import product

import pytest

from vistula.board.hexes import Hex, HexSet, bits, collect, members
from vistula.games.red_star_white_eagle.rules import capacity, lines, supply
from vistula.games.red_star_white_eagle.rules.capacity import Rations
from vistula.games.red_star_white_eagle.rules.queries import plays
from vistula.games.red_star_white_eagle.state import State, name_overstacked, rebuild_sets, units_at
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA

from .desk import asks, can, offered, play, table, turn, why
from .fields import M, field, h, hs, keys, numbers, u, us
from .marching import greatest_delay, rail_between, river_between, sea_between, terrain

rule = pytest.mark.rule

# -- in plain code ----------------------------------------------------------------------------------------------------


def plain_sources(s: State, side: int) -> set[Hex]:
    found = set(bits(M.russian_sources)) if side == RUSSIA else set(M.capacity)
    return {hex for hex in found if not units_at(s, 1 - side, hex)}


def plain_rails(s: State, side: int, motor: bool = False) -> set[Hex]:
    """[10.5.3, 20.1.1] Every hex from which rails lead to a source."""
    own = {hex for link in M.nets["russian" if side == RUSSIA else "polish"] for hex in link}

    def open_(hex: Hex) -> bool:
        watched = not motor and greatest_delay(s, 1 - side, hex) and not units_at(s, side, hex) and hex not in own
        return not units_at(s, 1 - side, hex) and not watched and not M.lithuania >> hex & 1

    railed = own | {hex for name in ("polish", "russian", "devastated") for link in M.nets[name] for hex in link}
    found = {hex for hex in plain_sources(s, side) if hex in railed and open_(hex)}
    edge = list(found)
    while edge:
        here = edge.pop()
        for to in M.grid.neighbours[here]:
            if rail_between(here, to) and to not in found and open_(to):
                found.add(to)
                edge.append(to)
    return found


def plain_legs(s: State, side: int, most: int, motor: bool = False) -> dict[Hex, int]:
    """[10.5.2] What the leg to the rails or a source costs from each hex, found by going backwards from those."""
    goals = plain_rails(s, side, motor) | plain_sources(s, side)
    queue, found = [(0, hex) for hex in goals], dict[Hex, int]()
    while queue:
        spent, here = heappop(queue)
        if here in found or spent > most:
            continue
        found[here] = spent
        cost = terrain(here)
        if motor:
            cost = 4 if cost == 2 else 1
        elif not units_at(s, side, here):
            cost += greatest_delay(s, 1 - side, here)
        for back in M.grid.neighbours[here]:
            if M.land >> back & 1 and not sea_between(back, here) and not units_at(s, 1 - side, back):
                heappush(queue, (spent + cost + (2 if motor else 1) * river_between(back, here), back))
    return found


def plain_area(s: State, side: int, motor: bool = False) -> HexSet:
    return collect(plain_legs(s, side, 15, motor))


def scattered(seed: int, many: int = 45) -> State:
    """Units of both sides all over the map, one in a hex, some of them overstacked for no reason."""
    rng = random.Random(seed)
    s = field()
    free = list(bits(M.land & ~M.interning & ~M.lithuania))
    rng.shuffle(free)
    for side in (POLAND, RUSSIA):
        for unit in rng.sample(M.units_of[side], many):
            s.place[unit] = free.pop()
    rebuild_sets(s)
    name_overstacked(s, collect(rng.sample(range(M.count), 20)) & collect(un for un in M.units if s.place[un] >= 0))
    return s


@rule("10.5.1a", "10.5.2a", "10.5.2b", "10.5.3a", "10.5.3b", "10.5.3c", "10.5.4", "4.5", "10.4a", "10.4b", "20.2")
@rule("20.1.1")
@pytest.mark.parametrize("seed", range(6))
def test_areas_are_those_of_plain_code(seed: int) -> None:
    s = scattered(seed)
    for side, motors in ((POLAND, False), (POLAND, True), (RUSSIA, False)):
        wanted, found = plain_area(s, side, motors), lines.area(s, side, motors)
        standing = M.land & ~s.occupied[1 - side]
        assert not (wanted ^ found) & standing, f"{side} {motors}: {numbers((wanted ^ found) & standing)}"


# -- lines, one by one ------------------------------------------------------------------------------------------------


def fed(s: State, key: str) -> bool:
    return supply.supplied(s, u(key))


@rule("10.5.2a")
def test_a_leg_has_fifteen_points_to_the_hex() -> None:
    """(A17) 15 points reach, 16 do not; its own hex costs nothing."""
    s = scattered(2)
    far = plain_legs(s, POLAND, 16)
    ends = {cost: [hex for hex, spent in far.items() if spent == cost] for cost in (15, 16)}
    assert ends[15]
    assert ends[16]
    area = lines.area(s, POLAND, motors=False)
    assert collect(ends[15]) & area == collect(ends[15])
    assert not collect(ends[16]) & area


@rule("10.5.3c", "10.5.3b")
def test_zones_close_foreign_rails_but_not_ones_own() -> None:
    s = field({"1013": "R-K4"})
    assert lines.pockets(s, POLAND), "Warsaw feeds through zones on the Polish net"
    joined = {hex for pocket in lines.pockets(s, POLAND) for hex in bits(pocket.rails)}
    assert h("1012") in joined
    assert h("1013") not in joined
    # The line Kobryń - Brześć is devastated: a Polish unit next to it closes it to Russians, a Russian on it opens it.
    rails = "2217 2316"
    s = field({"2216": "P-14"})
    shut = {hex for pocket in lines.pockets(s, RUSSIA) for hex in bits(pocket.rails)}
    s = field({"2216": "P-14", "2217": "R-57", "2316": "R-17"})
    opened = {hex for pocket in lines.pockets(s, RUSSIA) for hex in bits(pocket.rails)}
    assert not collect(shut) & hs(rails)
    assert collect(opened) & hs(rails) == hs(rails)


POLES = "P-14 P-4 P-5 P-6 P-7 P-8"
RUSSIANS = "R-57 R-17 R-8 R-10 R-2 R-27"


def ring(number: str, keys: str) -> dict[str, str]:
    """A unit in each of the six hexes around one."""
    near = [M.grid.number(hex) for hex in M.grid.neighbours[h(number)]]
    return dict(zip(near, keys.split(), strict=True))


@rule("10.5.4", "7.2.1b")
def test_only_units_block_lines() -> None:
    assert fed(field({"1717": "P-14"}), "P-14")
    assert not fed(field({"1717": "P-14"} | ring("1717", RUSSIANS)), "P-14")
    drafts = " ".join(M.key[rc] for rc in M.rcs_of[RUSSIA][:6])
    assert fed(field({"1717": "P-14"} | ring("1717", drafts)), "P-14")


@rule("10.7.2", "10.7.1")
def test_flotillas_and_replacements_never_need_a_line_and_trains_may_use_a_leg() -> None:
    s = field({"4417": "R-tW3 R-DnN R-I1a"} | ring("4417", POLES))
    assert not fed(s, "R-tW3")
    assert fed(s, "R-DnN")
    assert fed(s, "R-I1a")
    watched = field({"3630": "R-tS3", "3529": "P-14", "3731": "P-4", "3730": "R-41"})
    assert not collect(plain_rails(watched, RUSSIA)) >> h("3629") & 1
    assert fed(watched, "R-tS3"), "a train goes by rail alone, its supply does not"


@rule("10.1a", "10.1b", "10.4a")
def test_russian_sources_are_the_edges_unless_a_pole_stands_there() -> None:
    s = field({"5101": "R-57 R-17 R-8"})
    assert not supply.unsupplied(s, us("R-57 R-17 R-8"))
    s = field(
        {"3302": "R-57", "3301": "P-14", "3201": "P-4", "3402": "P-5", "3303": "P-6", "3403": "P-7", "3203": "P-8"}
    )
    assert supply.source_of(s, u("R-57")) != h("3301")


@rule("12.3.1b", "12.2a")
def test_out_of_command_is_unsupplied_whatever_it_can_trace() -> None:
    west, southwest = M.out_of_command[:2]
    far = next(iter(bits(west & ~southwest & supply.supply_area(field(), RUSSIA))))
    s = field({M.grid.number(far): "R-57 R-41"})
    assert keys(supply.unsupplied(s, us("R-57 R-41"))) == "R-57"


@rule("10.7.3", "23.4.7.3a")
def test_after_the_standdown_the_west_front_is_fed_anywhere() -> None:
    s = field({"1717": "R-57 L-1 R-R1"} | ring("1717", POLES))
    s.standdown = s.turn - 3
    assert keys(supply.unsupplied(s, us("R-57 L-1 R-R1"))) == "R-R1 L-1"
    s.standdown = s.turn - 4
    assert not fed(s, "R-57")


@rule("16.7.2a", "16.7.2b")
def test_marines_look_for_a_flotilla_two_hexes_away() -> None:
    assert fed(field({"4528": "P-Pinsk", "4526": "P-MarP"}), "P-MarP")
    assert not fed(field({"4528": "P-Pinsk", "4525": "P-MarP"}), "P-MarP")
    assert not fed(field({"1014": "P-MarP"}), "P-MarP"), "a city is no help"
    assert not fed(field({"4528": "R-DnS", "4526": "P-MarP"}), "P-MarP")
    assert fed(field({"4528": "P-Pinsk", "4526": "P-MarP", "4427": "R-K4"}), "P-MarP"), "a zone does not matter"
    wall = {"4527": "R-41", "4427": "R-44", "4627": "R-45", "4426": "R-47", "4626": "R-60"}
    assert not fed(field({"4528": "P-Pinsk", "4526": "P-MarP"} | wall), "P-MarP")


@rule("21.2b", "21.2c")
def test_lithuanians_eat_at_home_and_four_hexes_from_it() -> None:
    assert fed(field({"2404": "L-1"} | ring("2404", POLES)), "L-1")
    home = M.lithuania
    area = supply.lithuanian_area(field())
    far = {hex: min(M.distance(hex, other) for other in bits(home)) for hex in bits(M.land & ~home)}
    assert all(far[hex] <= 4 for hex in bits(area & ~home))
    assert any(far[hex] == 4 for hex in bits(area & ~home))
    five = next(hex for hex, distance in far.items() if distance == 5 and not M.interning >> hex & 1)
    assert not fed(field({M.grid.number(five): "L-1"}), "L-1")


@rule("24.5")
def test_partisans_starve_the_southwest_front_on_the_first_of_may() -> None:
    s = field({"5130": "R-41", "5101": "R-57"}, turn=turn("May I"), options="partisans")
    assert plays(s, "partisans")
    assert keys(supply.unsupplied(s, us("R-41 R-57"))) == "R-41"
    s.turn += 1
    assert not supply.unsupplied(s, us("R-41 R-57"))


@rule("20.2")
def test_motors_pay_more_for_ground_and_nothing_for_zones() -> None:
    s = scattered(1)
    assert lines.area(s, POLAND, motors=True) != lines.area(s, POLAND, motors=False)
    end, before = 1 << h("2117"), {motors: lines.leg(s, POLAND, 1 << h("2117"), motors) for motors in (False, True)}
    name_overstacked(s, M.army[RUSSIA])  # whoever is overstacked has no zone
    assert lines.leg(s, POLAND, end, motors=True) == before[True]
    assert lines.leg(s, POLAND, end, motors=False) != before[False]


@rule("24.11.3", "24.11.4", "24.11.1")
def test_freikorps_trace_a_leg_to_the_west_or_a_german_city() -> None:
    s = field({"1004": "F-1", "1904": "F-2"}, options="freikorps fall-of-warsaw")
    assert fed(s, "F-1")
    inland = field({"2518": "F-1"}, options="freikorps fall-of-warsaw")
    assert not fed(inland, "F-1")
    west = field({"0112": "F-1"}, options="freikorps fall-of-warsaw")
    assert fed(west, "F-1")
    assert "0111" not in numbers(collect(hex for pocket in lines.pockets(s, POLAND) for hex in bits(pocket.sources)))


@rule("24.9", "24.9.1", "24.9.2")
def test_danzig_feeds_by_rail_until_its_dockers_strike() -> None:
    s = field(options="danzig")
    sources = collect(hex for pocket in lines.pockets(s, POLAND) for hex in bits(pocket.sources))
    assert sources >> M.danzig & 1
    s.strike = s.turn
    assert not collect(hex for pocket in lines.pockets(s, POLAND) for hex in bits(pocket.sources)) >> M.danzig & 1


# -- 10.3 capacity ----------------------------------------------------------------------------------------------------


def besieged(garrison: str) -> State:
    """Poles in Lublin whom Russians cut off from every other source."""
    return field({"1520": garrison} | ring("1520", RUSSIANS))


FIVE = "P-14 P-4 P-5 P-6 P-7"


@rule("10.3a", "10.3b", "10.5.5")
def test_lublin_feeds_four_divisions_and_no_more() -> None:
    assert not capacity.left_out(besieged("P-14 P-4 P-5 P-6"))
    out = capacity.left_out(besieged(FIVE))
    assert out.bit_count() == 1
    assert supply.unsupplied(besieged(FIVE), us(FIVE)) == out


@rule("10.3b")
def test_a_quarter_too_much_starves_a_regiment_and_no_division() -> None:
    out = capacity.left_out(besieged("P-14 P-4 P-5 P-6 P-LegC1"))
    assert keys(out) == "P-LegC1"
    assert not capacity.left_out(besieged("P-14 P-4 P-5 P-1C P-LegC1 P-LegC2"))
    assert keys(capacity.left_out(besieged("P-14 P-4 P-5 P-6 P-Vist P-MarP"))) == "", (
        "ships and marines draw on nothing"
    )


@rule("10.5.5", "10.3a")
@pytest.mark.parametrize("seed", range(8))
def test_as_many_of_the_heaviest_are_fed_as_can_be(seed: int) -> None:
    """(A86) Small pockets against all assignments; weights fill sources that bear whole divisions without waste."""
    rng = random.Random(seed)
    claims = capacity.Claims(
        units=tuple(range(6)),
        weights=tuple(rng.choice((1, 2, 4)) for _ in range(6)),
        ways=tuple(rng.choice((1, 2, 3)) for _ in range(6)),
        bears=(rng.choice((4, 8)), 4),
    )
    out = capacity._left_out(claims)
    fed_ = [weight for unit, weight in zip(claims.units, claims.weights, strict=True) if not out >> unit & 1]
    best: list[int] = []
    for choice in product(range(3), repeat=6):
        load = [0, 0, 0]
        for unit, source in enumerate(choice):
            load[source] += claims.weights[unit]
        apt = all(source == 2 or claims.ways[unit] >> source & 1 for unit, source in enumerate(choice))
        if apt and load[0] <= claims.bears[0] and load[1] <= claims.bears[1]:
            taken = [claims.weights[unit] for unit, source in enumerate(choice) if source < 2]
            score = [taken.count(4), taken.count(2), taken.count(1)]
            best = max(best, score)
    assert [fed_.count(4), fed_.count(2), fed_.count(1)] == best


@rule("10.5.5")
def test_every_unit_has_a_source_with_room() -> None:
    s = besieged(FIVE)
    dealt = capacity.deal(s)
    assert set(dealt.values()) == {h("1520")}
    assert supply.source_of(s, next(iter(dealt))) == h("1520")
    left = next(iter(members(capacity.left_out(s))))
    assert supply.source_of(s, left) == supply.NO_SOURCE
    assert capacity.spare(s)[h("1520")] == 0


@rule("10.5.5", "10.3b")
def test_the_pole_names_who_goes_without() -> None:
    """(A86) Asked only where such a unit stands next to an enemy, and only units of its size in its pocket count."""
    s = besieged(FIVE + " P-LegC1")
    assert keys(capacity.left_out(s)) == "P-7 P-LegC1"
    game = table(s, Rations())
    assert asks(game) == "poland: spare"
    assert offered(game, "without") == {"P-14", "P-4", "P-5", "P-6"}
    play(game, "without P-5", "done")
    assert keys(capacity.left_out(game.s)) == "P-5 P-LegC1"
    assert game.over
    quiet = field({"1520": FIVE})
    assert table(quiet, Rations()).over


@rule("10.3b")
def test_who_goes_without_is_refused_by_its_size() -> None:
    s = besieged("P-14 P-4 P-5 P-6 P-7 P-1C")
    game = table(s, Rations())
    assert why(game, "without P-1C") in ("10.5.5", "10.3b")
    assert can(game, "without P-14")


@rule("10.2", "24.10a", "24.8")
def test_sources_of_the_optional_rules() -> None:
    def sources(options: str) -> HexSet:
        s = field(options=options)
        return collect(hex for pocket in lines.pockets(s, POLAND) for hex in bits(pocket.sources))

    plain = sources("")
    assert plain == collect(M.capacity)
    assert sources("plebiscite") == plain | hs("1106 0704")
    assert sources("upper-silesia") == plain


@rule("10.3c")
def test_what_a_source_did_not_feed_is_not_kept_for_later() -> None:
    s = besieged("P-14")
    assert capacity.spare(s)[h("1520")] == 12
    s.turn += 1
    assert capacity.spare(s)[h("1520")] == 12
    assert capacity.left_out(besieged(FIVE)).bit_count() == 1


@rule("10.5.1b")
def test_no_leg_follows_the_rails() -> None:
    """Rails that lead to no source feed nobody, however near a source lies to their other end."""
    s = scattered(3)
    joined = collect(plain_rails(s, RUSSIA))
    railed = collect(hex for name in ("polish", "russian", "devastated") for link in M.nets[name] for hex in link)
    assert railed & ~joined & ~s.occupied[POLAND] & ~M.lithuania, "some rails lead nowhere"
    for pocket in lines.pockets(s, RUSSIA):
        assert pocket.sources
        assert not pocket.rails & ~joined
