"""5.0 Stacking: limits, room, who is overstacked and what that means."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import bits, collect, members
from vistula.games.red_star_white_eagle.rules import stacking
from vistula.games.red_star_white_eagle.rules.combat import CombatPhase
from vistula.games.red_star_white_eagle.rules.retreat import drawn_in
from vistula.games.red_star_white_eagle.rules.stacking import Naming
from vistula.games.red_star_white_eagle.rules.zoc import zoc
from vistula.games.red_star_white_eagle.state import COMBAT, MOVEMENT, State, name_overstacked, rebuild_sets, units_at
from vistula.games.red_star_white_eagle.units import BRIGADE, CAVALRY, DIVISION, INFANTRY, MOUNTAIN, POLAND, RUSSIA
from vistula.kernel import Game

from .desk import asks, can, offered, play, situation, table, why
from .fields import M, field, h, keys, u, us
from .marching import moves

rule = pytest.mark.rule
PRIMARY = "P-14 P-4 P-5 P-6 P-7"
SECONDARY = "P-LegC1 P-LegC2 P-LegC3 P-LegC4"


def naming(stands: dict[str, str], side: int = POLAND, **how: object) -> Game[State]:
    s = situation(stands, side=side, **how)  # type: ignore[arg-type]
    s.phase = COMBAT
    return table(s, Naming(side=side))


# -- 5.1.1 limits -----------------------------------------------------------------------------------------------------


@rule("5.1.1a", "5.1.1c", "5.0a")
def test_a_fourth_secondary_unit_finds_no_room_where_no_primary_is() -> None:
    """(E4)"""
    s = field({"1717": "P-LegC1 P-LegC2 P-LegC3", "1718": "P-LegC4 P-14"})
    assert not stacking.room(s, u("P-LegC4")) >> h("1717") & 1
    assert stacking.no_room(s, u("P-LegC4")).refusal(h("1717")).rule == "5.1.1a"
    assert stacking.room(s, u("P-14")) >> h("1717") & 1
    assert stacking.limits(s, h("1717")) == (3, 3)


@rule("5.1.1b")
def test_divisions_and_brigades_of_foot_and_horse_are_primary() -> None:
    marching = (INFANTRY, CAVALRY, MOUNTAIN)
    for unit in M.units:
        large = M.size[unit] in (BRIGADE, DIVISION)
        assert bool(M.primary >> unit & 1) == (large and M.kind[unit] in marching), M.key[unit]


@rule("5.0b", "7.2.1a")
def test_replacements_take_no_room() -> None:
    s = field({"1717": "P-14 P-4 P-I1a P-I1b P-I1c P-C1a"})
    assert stacking.room(s, u("P-5")) >> h("1717") & 1


@rule("5.1.1a", "12.4.1a", "21.2a")
@pytest.mark.parametrize("seed", range(4))
def test_room_is_where_plain_counting_finds_it(seed: int) -> None:
    rng = random.Random(seed)
    s = field()
    s.phase = COMBAT
    hexes = [hex for hex in bits(M.land) if M.distance(hex, h("2912")) <= 1]
    for side in (POLAND, RUSSIA):
        for unit in rng.sample([unit for unit in M.units_of[side] if not M.freikorps >> unit & 1], 14):
            s.place[unit] = rng.choice(hexes[side::2])
    rebuild_sets(s)
    for unit in (*M.units_of[POLAND], *M.units_of[RUSSIA]):
        for hex in hexes:
            here = [other for other in units_at(s, M.side[unit], hex) if other != unit]
            alike = [other for other in here if M.primary >> other & 1 == M.primary >> unit & 1]
            apart = any(M.rivals[unit] >> other & 1 for other in here)
            assert bool(stacking.room(s, unit) >> hex & 1) == (len(alike) < 3 and not apart), M.key[unit]


@rule("12.4.1a", "12.4.3b", "21.2a")
def test_fronts_and_lithuanians_keep_apart_but_reserves_do_not() -> None:
    s = field({"1717": "R-57", "1718": "R-41", "1618": "L-1", "1817": "R-R1"})
    for key, hexes in {"R-41": "1717 1618", "R-57": "1718 1618", "L-1": "1717 1718 1817"}.items():
        for number in hexes.split():
            assert not stacking.room(s, u(key)) >> h(number) & 1, f"{key} {number}"
    assert stacking.room(s, u("R-R1")) >> h("1717") & stacking.room(s, u("R-R1")) >> h("1718") & 1
    assert stacking.no_room(s, u("R-41")).refusal(h("1717")).rule == "12.4.1a"
    assert stacking.no_room(s, u("R-41")).refusal(h("1618")).rule == "21.2a"


# -- 5.1.2 naming -----------------------------------------------------------------------------------------------------


@rule("5.1.2a", "5.1.2b")
def test_of_five_and_four_two_and_one_are_named() -> None:
    """(E5)"""
    game = naming({"1717": f"{PRIMARY} {SECONDARY}", "1718": "R-57"})
    assert asks(game) == "poland: who"
    assert offered(game, "overstack") == set(f"{PRIMARY} {SECONDARY}".split())
    play(game, "overstack P-4", "overstack P-7")
    assert offered(game, "overstack") == set(SECONDARY.split())
    assert (why(game, "overstack P-14"), why(game, "overstack P-4")) == ("5.1.2a", "5.1.2a")
    play(game, "overstack P-LegC2")
    assert game.over
    assert keys(game.s.overstacked) == "P-4 P-7 P-LegC2"


@rule("5.1.2b")
def test_away_from_the_enemy_the_weakest_are_named_unasked() -> None:
    """(A85)"""
    game = naming({"1717": f"{PRIMARY} P-1L", "2512": "R-57"})
    assert game.over
    assert game.s.overstacked.bit_count() == 3
    assert not game.s.overstacked & us("P-14 P-1L")  # the two with eight factors stay


@rule("5.1.2b")
def test_what_was_named_before_counts_no_more() -> None:
    """(A65)"""
    s = field({"1717": "P-14 P-4", "1718": "R-57"})
    name_overstacked(s, us("P-14"))
    assert not table(s, Naming(side=POLAND)).s.overstacked


@rule("12.4.1b")
def test_of_both_fronts_in_a_hex_one_is_named_as_a_whole() -> None:
    game = naming({"1717": "R-57 R-17 R-41 R-R1", "1718": "P-14"}, RUSSIA)
    assert offered(game, "overstack") == {"R-57", "R-17", "R-41"}
    play(game, "overstack R-17")
    assert keys(game.s.overstacked) == keys(us("R-57 R-17"))
    quiet = naming({"1717": "R-57 R-17 R-41"}, RUSSIA)
    assert keys(quiet.s.overstacked) == "R-41"


@rule("5.1.2b", "6.1c")
def test_both_sides_name_at_the_start_of_a_combat_phase() -> None:
    s = situation({"1717": PRIMARY, "1718": "R-57 R-17 R-8 R-10"})
    game = table(s, CombatPhase(side=POLAND))
    assert asks(game) == "poland: who"
    play(game, "overstack P-14", "overstack P-4")
    assert asks(game) == "russia: who"
    play(game, "overstack R-57")
    assert asks(game) == "poland: declare"


# -- 5.1.3, 5.1.4 the movement phase ----------------------------------------------------------------------------------


@rule("5.1.4a", "8.2.3")
def test_a_movement_phase_does_not_end_while_an_overstack_can_be_cured() -> None:
    """(A1)"""
    game = moves({"1717": "P-14 P-4 P-5 P-6"})
    assert not can(game, "end")
    assert why(game, "end") == "5.1.4a"
    play(game, "unit P-6", "step 1718", "stop")
    assert can(game, "end")


@rule("5.1.4a", "5.1.4b")
def test_who_cannot_be_helped_stays() -> None:
    ring = [M.grid.number(hex) for hex in M.grid.neighbours[h("1717")]]
    foes = dict(zip(ring, ["R-57", "R-17", "R-8", "R-10", "R-2", "R-27"], strict=True))
    game = moves({"1717": "P-14 P-4 P-5 P-6"} | foes)
    assert can(game, "end")


@rule("5.1.3a", "8.2.3")
def test_units_may_change_places_while_the_phase_lasts() -> None:
    """(A1)"""
    s = situation({"1717": "P-14 P-4 P-5", "1718": "P-6 P-7 P-8"})
    s.phase = MOVEMENT
    assert stacking.room(s, u("P-6")) >> h("1717") & 1
    s.moved = us("P-14")
    assert stacking.room(s, u("P-6")) >> h("1717") & 1
    s.moved = us("P-14 P-4 P-5")
    assert not stacking.room(s, u("P-6")) >> h("1717") & 1
    s.phase, s.moved = COMBAT, 0
    assert not stacking.room(s, u("P-6")) >> h("1717") & 1


# -- 5.1.5 what it means ----------------------------------------------------------------------------------------------


@rule("5.1.5b", "4.1d")
def test_the_overstacked_have_no_zone() -> None:
    s = field({"1717": "P-14"})
    assert zoc(s, POLAND)
    name_overstacked(s, us("P-14"))
    assert not zoc(s, POLAND)
    stacking.settle(s, POLAND)
    assert zoc(s, POLAND)


@rule("5.1.2b")
def test_a_naming_ends_when_nobody_is_too_many_any_more() -> None:
    """(A65)"""
    s = field({"1717": "P-14 P-4 P-5 P-6 P-7"})
    name_overstacked(s, us("P-6 P-7"))
    stacking.settle(s, POLAND)
    assert keys(s.overstacked) == "P-6 P-7"
    s.place[u("P-14")] = h("1718")
    rebuild_sets(s)
    stacking.settle(s, POLAND)
    assert s.overstacked.bit_count() == 1


@rule("9.13.8a", "9.13.8b")
def test_latecomers_are_overstacked_when_their_hosts_come_to_fight() -> None:
    s = field({"1717": "P-14 P-4", "1718": "P-5"})
    s.phase, s.retreated = COMBAT, us("P-4 P-5")
    drawn_in(s, POLAND, [h("1717"), h("1718")])
    assert keys(s.overstacked) == "P-4"
    assert collect(members(s.overstacked)) == us("P-4")
    stacking.settle(s, POLAND)
    assert not s.overstacked
