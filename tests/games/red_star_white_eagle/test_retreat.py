"""9.13, 9.14 Retreats: priorities against plain code on crowded boards, and their consequences one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from vistula.board.hexes import Hex, bits, collect, members
from vistula.games.red_star_white_eagle.layout import EAST, NORTH, WESTERN
from vistula.games.red_star_white_eagle.rules.retreat import Retreats, taken
from vistula.games.red_star_white_eagle.rules.routes import danger, elsewhere, off, plan, shut
from vistula.games.red_star_white_eagle.rules.zoc import zoc
from vistula.games.red_star_white_eagle.state import (
    COMBAT,
    OFF_EDGE,
    State,
    name_overstacked,
    rebuild_sets,
    units_at,
)
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA
from vistula.kernel import Game

from .desk import asks, can, events, inverted, last, offered, play, situation, table, where
from .fields import M, field, h, numbers, u, us
from .marching import rail_between, sea_between, sum_of_delays

rule = pytest.mark.rule

# -- in plain code ----------------------------------------------------------------------------------------------------


def plain_paths(s: State, unit: int, length: int) -> Iterator[tuple[Hex, ...]]:
    """[9.13.4.1] Every path of the full length, by trying."""

    def onward(path: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
        if len(path) == length + 1:
            yield path[1:]
            return
        for to in M.grid.neighbours[path[-1]]:
            train = M.trains >> unit & 1 and not rail_between(path[-1], to)
            foreign = M.interning >> to & 1 or not M.land >> to & 1
            if to in path or train or foreign or sea_between(path[-1], to) or units_at(s, 1 - M.side[unit], to):
                continue
            yield from onward((*path, to))

    yield from onward((s.place[unit],))


def plain_full(s: State, unit: int, hex: Hex) -> bool:
    """[5.1.1a, 12.4.1a, 21.2a]"""
    here = [other for other in units_at(s, M.side[unit], hex) if other != unit]
    primary = [M.primary >> other & 1 for other in here]
    strangers = any(
        {M.front[other], M.front[unit]} == {0, 1} or (M.lithuanians >> other ^ M.lithuanians >> unit) & 1
        for other in here
        if M.side[unit] == RUSSIA
    )
    return primary.count(M.primary >> unit & 1) >= 3 or strangers


def plain_nearer(s: State, unit: int, hex: Hex) -> bool:
    """[9.13.4.4] (A11, A64)"""
    start = s.place[unit]
    if M.side[unit] == POLAND:
        open_ = [city for city in bits(M.cities) if city in M.capacity and not units_at(s, RUSSIA, city)]
        return any(M.distance(hex, city) < M.distance(start, city) for city in open_)
    if M.lithuanians >> unit & 1:
        home = [min(M.distance(at, other) for other in bits(M.lithuania)) for at in (hex, start)]
        return home[0] < home[1] or home[0] == 0
    return int(M.grid.number(hex)[:2]) > int(M.grid.number(start)[:2])


def plain_ways(s: State, unit: int, length: int) -> set[tuple[Hex, ...]]:
    """[9.13.4, 9.13.5] The priorities, one after the other."""
    left = list(plain_paths(s, unit, length))
    if not left:
        return set()
    far = max(M.distance(s.place[unit], way[-1]) for way in left)
    left = [way for way in left if M.distance(s.place[unit], way[-1]) == far]
    left = [way for way in left if not plain_full(s, unit, way[-1])] or left
    left = [way for way in left if plain_nearer(s, unit, way[-1])] or left
    front = M.front[unit]
    return set([way for way in left if not M.out_of_command[front] >> way[-1] & 1] or left)


def crowded(seed: int, middle: str, many: int) -> State:
    """Units of both sides in stacks round a hex, so that ways are blocked and hexes are full."""
    rng = random.Random(seed)
    s = field()
    s.phase = COMBAT
    near = [hex for hex in bits(M.land & ~M.interning) if M.distance(hex, h(middle)) <= 4]
    rng.shuffle(near)
    held = {side: near[side * len(near) // 4 : (side + 1) * len(near) // 4] for side in (POLAND, RUSSIA)}
    for side in (POLAND, RUSSIA):
        army = [unit for unit in M.units_of[side] if not (M.flotillas | M.immobile | M.freikorps) >> unit & 1]
        for unit in rng.sample(army, many):
            s.place[unit] = rng.choice(held[side])
    rebuild_sets(s)
    return s


RULES = {"9.13.1", "9.13.6", "9.13.7", "9.13.4.1", "14.6a", "17.4.1a", "9.13.4.2", "9.13.4.3", "9.13.4.4a", "9.13.4.4b",
         "9.13.4.5", "21.2c"}  # fmt: skip


@rule("9.13.4.1", "9.13.4.2", "9.13.4.3", "9.13.4.4a", "9.13.4.4b", "9.13.4.5", "9.13.5", "9.13.6", "9.13.7", "14.6a")
@pytest.mark.parametrize("middle", ["1717", "2912", "2820", "3623", "0703"])
@pytest.mark.parametrize("seed", range(4))
def test_ways_are_those_of_plain_code_and_every_other_hex_has_a_reason(seed: int, middle: str) -> None:
    s = crowded(seed, middle, 24)
    for unit in [unit for unit in (*M.units_of[POLAND], *M.units_of[RUSSIA]) if s.place[unit] >= 0][:30]:
        for length in (1, 2, 3):
            wanted = plain_ways(s, unit, length)
            found = plan(s, unit, length)
            if wanted:
                assert set(found.ways) == wanted, f"{M.key[unit]} {length}"
            else:
                assert all(way[-1] < 0 or M.interning >> way[-1] & 1 for way in found.ways)
            bar = found.bar((), "9.13.4.1", elsewhere(s, unit, ()))
            for hex in members(M.around[s.place[unit]] | 1 << h("1014")):
                assert bar.held(hex) != (hex in found.onward(())), M.grid.number(hex)
                if bar.held(hex):
                    assert bar.refusal(hex).rule in RULES, bar.refusal(hex)


@rule("9.14.1a", "9.14.1b", "9.14.1c", "14.5a", "20.1.1")
@pytest.mark.parametrize("seed", range(3))
def test_the_danger_of_a_way_is_the_sum_of_all_delay_factors_hex_by_hex(seed: int) -> None:
    s = crowded(seed, "1717", 24)
    for unit in [unit for unit in M.units_of[POLAND] if s.place[unit] >= 0]:
        for way in list(plan(s, unit, 3).ways)[:5]:
            if way[-1] < 0:
                continue
            open_ = [hex for hex in way if not (M.trains >> unit & 1 and M.polish_net.spaces >> hex & 1)]
            wanted = 0 if M.motors >> unit & 1 else sum(sum_of_delays(s, RUSSIA, hex) for hex in open_)
            assert danger(s, unit, way) == wanted


# -- one retreat ------------------------------------------------------------------------------------------------------


def driven(stands: dict[str, str], keys: str, length: int, *dice: int, **how: object) -> Game[State]:
    """Units that a result drives back."""
    s = field(stands, **how)  # type: ignore[arg-type]
    s.phase, s.side = COMBAT, 1 - M.side[u(keys.split()[0])]
    return table(s, Retreats(units=[u(key) for key in keys.split()], length=length), dice=dice)


@rule("9.13.1", "9.13.2b", "9.13.3")
def test_a_unit_goes_back_three_hexes_whatever_its_points() -> None:
    game = driven({"2117": "P-PP1 P-Jaw"}, "P-Jaw", 3)
    ends = set()
    for first in sorted(offered(game, "retreat")):
        again = driven({"2117": "P-Jaw"}, "P-Jaw", 3)
        play(again, f"retreat {first}")
        while not again.over:
            play(again, f"retreat {sorted(offered(again, 'retreat'))[0]}")
        ends.add(M.distance(h("2117"), again.s.place[u("P-Jaw")]))
    assert ends == {3}


@rule("9.13.2a")
def test_units_go_one_by_one_in_the_order_of_their_owner() -> None:
    game = driven({"1717": "P-14 P-4"}, "P-14 P-4", 1)
    assert asks(game) == "poland: who"
    assert offered(game, "unit") == {"P-14", "P-4"}
    play(game, "unit P-4", f"retreat {sorted(offered_after(game, 'P-4'))[0]}")
    assert asks(game) == "poland: way"  # the last one needs no choice


def offered_after(game: Game[State], key: str) -> set[str]:
    clone = game.clone()
    play(clone, f"unit {key}")
    return offered(clone, "retreat")


@rule("9.13.4.1b")
def test_who_is_surrounded_by_units_is_eliminated() -> None:
    ring = dict(zip(_near("1717"), ["R-57", "R-17", "R-8", "R-10", "R-2", "R-27"], strict=True))
    game = driven({"1717": "P-14"} | ring, "P-14", 1)
    assert where(game, "P-14") == "pool"


def _near(number: str) -> list[str]:
    return [M.grid.number(hex) for hex in M.grid.neighbours[h(number)]]


@rule("9.14.2", "9.14.4d", "9.14.4a", "9.14.4b", "9.14.4c")
def test_the_column_of_two_and_three_has_no_effect_on_a_four() -> None:
    s = field()
    assert taken(s, 2) == taken(s, 3)
    assert taken(s, 2)[3] == "-"
    assert taken(s, 1) != taken(s, 2)
    assert taken(s, 30) == taken(s, 9)
    assert (taken(s, 2)[0], taken(s, 2)[1]) == ("E", "1/2E")


LANE = {"1717": "P-14", "1618": "R-57", "1716": "R-17", "1617": "R-2", "1817": "R-8", "1818": "R-10"}


def lane(*dice: int, **how: object) -> Game[State]:
    """One way is left: back to 1718 and on, watched from both sides."""
    return driven(LANE, "P-14", 1, *dice, **how)


@rule("9.14.1a", "9.14.2", "9.14.3a", "9.14.3b", "10.6.3")
def test_losses_go_by_the_sum_of_delays_and_by_supply_at_both_ends() -> None:
    s = field(LANE)
    s.phase = COMBAT
    way = next(iter(plan(s, u("P-14"), 1).ways))
    total = danger(s, u("P-14"), way)
    assert total == sum_of_delays(s, RUSSIA, way[0]) > 1
    clean = next(die for die, result in enumerate(taken(s, total), 1) if result == "-")
    assert not inverted(lane(clean), "P-14")
    worse = taken(s, total)[clean - 2]
    assert (inverted(lane(clean - 1), "P-14"), where(lane(clean - 1), "P-14")) == (
        (True, M.grid.number(way[0])) if worse == "1/2E" else (False, "pool")
    )
    # Cut off from every source at both ends it loses two from the die.
    hungry = LANE | {"1719": "R-27", "1619": "R-4", "1819": "R-11"}
    column = taken(s, last(driven(hungry, "P-14", 1, 6), "retreat_rolled").refs["delays"])
    die = next(die for die in range(3, 7) if column[die - 1] != column[die - 3])
    told = last(driven(hungry, "P-14", 1, die), "retreat_rolled")
    assert told.refs["less"] == 2
    assert told.refs["result"] == column[die - 3]


@rule("9.14.4b", "9.14.4c")
def test_half_elimination_turns_a_fresh_unit_over_and_ends_a_reduced_one() -> None:
    s = field(LANE)
    s.phase = COMBAT
    total = danger(s, u("P-14"), next(iter(plan(s, u("P-14"), 1).ways)))
    half = taken(s, total).index("1/2E") + 1
    assert inverted(lane(half), "P-14")
    game = driven(LANE | {"1717": "P-14*"}, "P-14", 1, half)
    assert where(game, "P-14") == "pool"


@rule("9.14.2", "20.1.1", "23.4.7.3b")
def test_nothing_is_rolled_where_nobody_watches_or_it_does_not_matter() -> None:
    """(A15)"""
    game = driven({"1717": "P-14"}, "P-14", 1)
    play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert game.over
    assert not events(game, "retreat_rolled")
    motor = driven(LANE | {"1717": "P-1AC"}, "P-1AC", 1)
    assert not events(motor, "retreat_rolled")
    assert where(motor, "P-1AC") != "1717"


@rule("14.5a", "14.6a", "14.6b")
def test_trains_go_back_by_rail_unharmed_on_their_own_net_and_are_lost_off_it() -> None:
    game = driven({"1014": "P-PP1", "1214": "R-57"}, "P-PP1", 1)
    assert offered(game, "retreat") <= {"1013", "1113", "1114", "0914"}
    assert "1015" not in offered(game, "retreat")
    play(game, "retreat 1113")
    assert where(game, "P-PP1") == "1113"
    assert not events(game, "retreat_rolled")
    ends = [M.grid.number(hex) for hex in M.grid.neighbours[h("1013")] if rail_between(h("1013"), hex)]
    blocked = dict(zip(ends, ["R-57", "R-17", "R-8"], strict=False))
    lost = driven({"1013": "P-PP1"} | blocked, "P-PP1", 1)
    assert where(lost, "P-PP1") == "dead"  # it bears the square mark


@rule("18.2b", "19.0b")
def test_immobile_units_go_back_within_the_fortified_zone_or_are_lost() -> None:
    game = driven({"1014": "P-Mil1"}, "P-Mil1", 1)
    assert offered(game, "retreat") == {"1013", "1113", "1114"}
    assert where(driven({"2028": "P-G-Lwow"}, "P-G-Lwow", 1), "P-G-Lwow") == "pool"
    out = driven({"1014": "P-Mil1", "1013": "R-57", "1113": "R-17", "1114": "R-8"}, "P-Mil1", 1)
    assert where(out, "P-Mil1") == "pool"


@rule("17.3.1a", "17.3.1b", "9.13.4.1b")
def test_the_map_is_left_only_where_no_way_on_it_is_long_enough() -> None:
    """(A13, A73)"""
    free = driven({"5110": "R-57"}, "R-57", 2)
    assert not offered(free, "leave")
    wall = dict(zip(_near("5110"), ["P-14", "P-4", "P-5", "P-6", "P-7"], strict=False))
    s = field({"5110": "R-57"} | wall)
    s.phase = COMBAT
    assert set(plan(s, u("R-57"), 2).ways) == {(off(EAST),)}
    game = driven({"5110": "R-57"} | wall, "R-57", 2)
    assert game.s.place[u("R-57")] == OFF_EDGE - EAST
    west = dict(zip(_near("0110"), ["R-57", "R-17", "R-8", "R-10", "R-2"], strict=False))
    game = driven({"0110": "P-14"} | west, "P-14", 3)
    assert game.s.place[u("P-14")] == OFF_EDGE - WESTERN
    poles = dict(zip(_near("5110"), ["R-57", "R-17", "R-8", "R-10", "R-2"], strict=False))
    assert where(driven({"5110": "P-14"} | poles, "P-14", 1), "P-14") == "pool"
    corner = dict(zip(_near("5101"), ["P-14", "P-4", "P-5", "P-6"], strict=False))
    both = driven({"5101": "R-57"} | corner, "R-57", 1)
    assert {int(edge) for edge in offered(both, "leave")} == {NORTH, EAST} or offered(both, "leave")


@rule("17.4.1a", "9.13.4.1")
def test_internment_is_the_last_way_out() -> None:
    """(A40)"""
    hex = next(h_ for h_ in bits(M.land & ~M.interning) if 0 < (M.around[h_] & M.interning).bit_count() < 6
               and M.grid.number(h_) not in ("0110",) and int(M.grid.number(h_)[:2]) > 10)  # fmt: skip
    free = field({M.grid.number(hex): "P-14"})
    free.phase = COMBAT
    assert not any(M.interning >> way[-1] & 1 for way in plan(free, u("P-14"), 1).ways)
    near = list(bits(M.around[hex] & ~M.interning))
    foes = dict(
        zip([M.grid.number(other) for other in near], ["R-57", "R-17", "R-8", "R-10", "R-2", "R-27"], strict=False)
    )
    s = field({M.grid.number(hex): "P-14"} | foes)
    s.phase = COMBAT
    assert {way[-1] for way in plan(s, u("P-14"), 1).ways} == set(bits(M.around[hex] & M.interning))
    game = driven({M.grid.number(hex): "P-14"} | foes, "P-14", 3)
    while not game.over:
        play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert where(game, "P-14") == "dead"


@rule("9.13.5", "9.13.4.2", "9.13.4.3", "5.1.3d")
def test_far_comes_before_room() -> None:
    """The full hexes are the only far ones: the unit goes there and is overstacked (E16)."""
    s = field({"1717": "P-14"})
    s.phase = COMBAT
    ring2 = [hex for hex in bits(M.land) if M.distance(hex, h("1717")) == 2]
    groups = [("P-4", "P-5", "P-6"), ("P-7", "P-8", "P-9"), ("P-10", "P-12", "P-13"), ("P-15", "P-16", "P-18")]
    foes = iter(M.units_of[RUSSIA])
    for hex, group in zip(ring2, groups, strict=False):
        for key in group:
            s.place[u(key)] = hex
    for hex in ring2[len(groups) :]:
        s.place[next(foes)] = hex
    rebuild_sets(s)
    ends = {way[-1] for way in plan(s, u("P-14"), 2).ways}
    assert ends
    assert ends <= set(ring2[: len(groups)])
    game = table(s, Retreats(units=[u("P-14")], length=2), dice=(6,))
    while not game.over and offered(game, "retreat"):
        play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert game.s.overstacked >> u("P-14") & 1


@rule("9.13.4.4b", "9.13.4.5", "12.3.2c")
def test_russians_go_east_and_stay_in_command() -> None:
    game = driven({"2912": "R-57"}, "R-57", 1)
    assert offered(game, "retreat") == {"3012", "3013"}
    edge = next(hex for hex in bits(M.land & ~M.out_of_command[0]) if (M.around[hex] & M.out_of_command[0]))
    s = field({M.grid.number(edge): "R-57"})
    s.phase = COMBAT
    ends = collect(way[-1] for way in plan(s, u("R-57"), 1).ways)
    assert not ends & M.out_of_command[0] or not ~ends & M.out_of_command[0]


@rule("9.13.8a", "9.13.8b")
def test_who_retreats_among_others_is_marked_and_those_of_one_battle_are_not() -> None:
    """(A29)"""
    game = driven({"2912": "R-57 R-17", "3012": "R-8", "3013": "R-10"}, "R-57 R-17", 1)
    play(game, "unit R-57", "retreat 3012", "retreat 3013")
    assert game.s.retreated == us("R-57 R-17")
    together = driven({"2912": "R-57 R-17"}, "R-57 R-17", 1)
    play(together, "unit R-57", "retreat 3012", "retreat 3012")
    assert not together.s.retreated


@rule("12.4.1b", "9.13.4.3")
def test_a_retreat_among_the_other_front_is_overstacked_at_once() -> None:
    s = field({"1717": "R-57"})
    s.phase = COMBAT
    for hex, key in zip(M.grid.neighbours[h("1717")], ["R-41", "R-44", "R-45", "R-47", "R-60", "R-58"], strict=True):
        s.place[u(key)] = hex
    rebuild_sets(s)
    game = table(s, Retreats(units=[u("R-57")], length=1))
    play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert game.s.overstacked == us("R-57")


@rule("17.1.2b")
def test_a_pole_driven_over_the_reaction_line_may_be_given_up() -> None:
    inside = next(
        hex for hex in bits(M.reaction & M.land & ~M.interning) if M.around[hex] & M.reaction == M.around[hex]
        and M.around[hex].bit_count() == 6
    )  # fmt: skip
    game = driven({M.grid.number(inside): "P-14"}, "P-14", 1)
    assert can(game, "give_up")
    play(game, "give_up")
    assert where(game, "P-14") == "pool"
    assert not can(driven({"1717": "P-14"}, "P-14", 1), "give_up")
    assert not can(driven({M.grid.number(inside): "R-57"}, "R-57", 1), "give_up")


@rule("7.2.1c", "3.2b")
def test_a_retreat_rides_down_replacements_and_takes_cities() -> None:
    s = field({"1717": "P-14", "1617": "R-I1a"})
    s.phase = COMBAT
    game = table(s, Retreats(units=[u("P-14")], length=1))
    play(game, "retreat 1617") if can(game, "retreat 1617") else None
    assert where(game, "R-I1a") == "pool"


@rule("16.3a", "16.3b", "16.7.1c")
def test_flotillas_sail_away_and_may_take_marines_along() -> None:
    game = driven({"1013": "P-Vist P-MarP"}, "P-Vist P-MarP", 2)
    play(game, "unit P-Vist", "board P-MarP", "place 1216")
    assert where(game, "P-Vist") == where(game, "P-MarP") == "1216"
    assert game.over


@rule("9.13.6", "4.4.2")
def test_friends_do_not_stop_a_retreat_nor_shield_it() -> None:
    s = field({"1717": "P-14", "1618": "P-4 P-5", "1518": "R-57"})
    s.phase = COMBAT
    assert any(h("1618") in way for way in plan(s, u("P-14"), 2).ways)
    assert danger(s, u("P-14"), (h("1618"),)) == sum_of_delays(s, RUSSIA, h("1618")) > 0
    assert numbers(collect([h("1618")])) == "1618"


@rule("9.13.4.1")
def test_refusals_name_what_is_in_the_way() -> None:
    s = field({"1717": "P-14", "1618": "R-57"})
    s.phase = COMBAT
    found = plan(s, u("P-14"), 1)
    bar = found.bar((), "9.13.4.1", elsewhere(s, u("P-14"), ()))
    assert bar.refusal(h("1618")).rule == "9.13.6"
    assert bar.refusal(h("1919")).rule == "9.13.1"
    name_overstacked(s, us("R-57"))
    assert any(held.rule == "9.13.6" for held in shut(s, u("P-14"), (), 0))


# -- the book's example -----------------------------------------------------------------------------------------------

PICTURE = {"1311": "P-7R", "1310": "R-cS1", "1212": "R-57", "1109": "R-17", "1010": "R-K14 R-8"}


@rule("9.14.1a", "9.14.2", "9.14.4d", "9.13.1", "9.14.3a", "9.14.3b", "4.4.1")
def test_a_brigade_falls_back_on_the_polish_net() -> None:
    """(E17) Two hexes watched by one delay factor each, then none; a 4 in the column of 2 and 3 has no effect."""
    s = field(PICTURE)
    s.phase = COMBAT
    brigade, way = u("P-7R"), (h("1211"), h("1111"), h("1012"))
    assert [danger(s, brigade, (hex,)) for hex in way] == [1, 1, 0]
    assert (danger(s, brigade, (h("1110"),)), danger(s, brigade, (h("1011"),))) == (5, 4)
    game = driven(PICTURE, "P-7R", 3, 4)
    play(game, "retreat 1211", "retreat 1111", "retreat 1012")
    told = last(game, "retreat_rolled").refs
    assert (told["delays"], told["less"], told["result"]) == (2, 0, "-")
    assert (where(game, "P-7R"), inverted(game, "P-7R")) == ("1012", False)


@rule("9.13.4.6", "9.13.3")
def test_zones_may_be_avoided_but_need_not_be() -> None:
    stands = {"1717": "P-14", "1917": "R-K14"}
    s = field(stands)
    s.phase = COMBAT
    ways = plan(s, u("P-14"), 1).ways
    dangers = {danger(s, u("P-14"), way) > 0 for way in ways}
    assert dangers == {True, False}


@rule("5.1.2b", "5.1.5d")
def test_who_leaves_a_crowd_is_overstacked_no_more() -> None:
    """(A65)"""
    s = field({"1717": "R-57 R-17 R-8 R-10"})
    s.phase = COMBAT
    name_overstacked(s, us("R-57"))
    game = table(s, Retreats(units=[u("R-57")], length=1))
    play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert not game.s.overstacked
    assert zoc(game.s, RUSSIA) & M.around[game.s.place[u("R-57")]]


@rule("24.2", "9.13.2a")
def test_of_two_russian_players_the_west_front_retreats_first() -> None:
    """(A93)"""
    s = field({"2918": "R-41 R-57 R-17"})
    s.phase, s.players, s.side = COMBAT, 3, POLAND
    game = table(s, Retreats(units=[u("R-41"), u("R-57"), u("R-17")], length=1))
    assert asks(game) == "russia-west: who"
    assert offered(game, "unit") == {"R-57", "R-17"}
    play(game, "unit R-57")
    while not game.over:
        play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert [event.refs["unit"] for event in events(game, "retreats")] == [u("R-57"), u("R-17"), u("R-41")]


# -- who falls with whom ----------------------------------------------------------------------------------------------


def driven_back(side: int, stands: dict[str, str], crowd: str, *dice: int) -> Game[State]:
    """P-14 goes back one hex from 1717, where others may be overstacked."""
    s = situation(stands, side=side)
    s.phase = COMBAT
    name_overstacked(s, us(crowd))
    game = table(s, Retreats(units=[u("P-14")], length=1), dice=dice)
    if game.decisions:
        play(game, "retreat " + sorted(offered(game, "retreat"))[0])
    return game


RING = {"1617": "R-57", "1618": "R-17", "1716": "R-8", "1718": "R-10", "1817": "R-2", "1816": "R-27", "1616": "R-4",
        "1818": "R-54"}  # fmt: skip


@rule("5.1.5e", "9.13.4.1b")
def test_the_overstacked_fall_with_attackers_that_cannot_go_back() -> None:
    """(A118) In their hex and with the last of them alone; whoever defends retreats with its own crowd."""
    around = {M.grid.number(hex): RING[M.grid.number(hex)] for hex in members(M.around[h("1717")])}
    assert where(driven_back(POLAND, around | {"1717": "P-14 P-4"}, "P-4"), "P-4") == "pool"
    assert where(driven_back(POLAND, around | {"1717": "P-14 P-4 P-5"}, "P-4"), "P-4") == "1717"
    assert where(driven_back(RUSSIA, around | {"1717": "P-14 P-4"}, "P-4"), "P-4") == "1717"


@rule("5.1.5e", "9.14.4c", "7.2.1e")
def test_who_falls_on_the_way_takes_nobody_along() -> None:
    """(A117, A118) The overstacked stay behind, and replacements where it ends are not those of its hex."""
    rcs = " ".join(M.key[rc] for rc in M.rcs_of[POLAND][:1])
    near = {M.grid.number(hex) for hex in members(M.around[h("1717")])}
    gap = next(number for number in sorted(near) if number in RING)
    walls = {number: RING[number] for number in near if number != gap}
    game = driven_back(POLAND, walls | {"1717": "P-14 P-4", gap: rcs}, "P-4", 1)
    assert where(game, "P-14") == "pool"
    assert where(game, "P-4") == "1717"
    assert where(game, rcs) == gap
