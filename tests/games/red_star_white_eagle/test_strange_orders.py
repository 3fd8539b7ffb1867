"""Events in an unusual order: command that changes in the middle of a phase, land that optional rules open."""

from __future__ import annotations

import pytest

from vistula.games.red_star_white_eagle.rules import allies, arrival, control, edges, fronts
from vistula.games.red_star_white_eagle.rules.advance import Advance
from vistula.games.red_star_white_eagle.rules.flotillas import havens
from vistula.games.red_star_white_eagle.rules.losses import ATTACK, Losses
from vistula.games.red_star_white_eagle.rules.options import lithuania, nationalism
from vistula.games.red_star_white_eagle.rules.railnets import joined
from vistula.games.red_star_white_eagle.rules.recruits import Recruiting
from vistula.games.red_star_white_eagle.state import (
    ARRIVING,
    COMBAT,
    DEAD,
    MOVEMENT,
    OFF_EDGE,
    RESERVE,
    lose_step,
)
from vistula.games.red_star_white_eagle.units import WEST

from .desk import asks, can, last, offered, phase, play, said, situation, staff, table, where, why
from .fields import M, P, R, h, hs, u
from .marching import moving
from .test_allies import SETS, ukraine

rule = pytest.mark.rule
RUSSIANS = ("R-4", "R-5", "R-6", "R-8", "R-10", "R-27")
POLES = ("P-14", "P-8", "P-4", "P-5", "P-6", "P-11", "P-17")


# -- 21.1 Ukrainians --------------------------------------------------------------------------------------------------


@rule("21.1.3", "22.7.1c")
def test_ukrainians_in_the_railroad_reserve_leave_play_too() -> None:
    s = ukraine({"2232": "P-U2", "2028": "R-24"})
    s.place[u("P-U1")] = RESERVE
    s.phase, s.side = MOVEMENT, R
    control.come(s, u("R-25"), M.kiev)
    assert s.ukrainians == R
    assert {where(s, key) for key in SETS.split()} == {"aside"}


@rule("21.1.3", "9.12.2a")
def test_nobody_pays_losses_with_ukrainians_who_have_changed_sides() -> None:
    s = ukraine({"2028": "R-24", "2129": "R-U1", "2029": "P-8"})
    s.held, s.ukrainians, s.phase, s.side = [M.ukrainian_cities, 0], R, COMBAT, R
    units = [u("R-24"), u("R-U1")]
    lose_step(s, u("R-24"))
    game = play(table(s, Losses(command=1, units=units, need=99, kind=ATTACK)), "usual")
    assert s.ukrainians == P
    assert where(game, "R-U1") == "aside"
    assert not s.reduced >> u("R-U1") & 1


@rule("17.4.1a", "21.1.1a")
def test_an_interned_ukrainian_is_lost_for_both() -> None:
    s = ukraine({})
    s.place[u("P-U2")] = DEAD
    assert u("R-U2") not in allies.absent(s, R)
    assert u("R-U3") in allies.absent(s, R)


@rule("12.4.1a", "21.1.4b", "12.4.3a")
def test_russian_ukrainians_do_not_join_the_west_front() -> None:
    s = ukraine({"3728": "R-4", "3730": "R-24", "4528": "R-25"})
    s.ukrainians, s.side = R, R
    s.held = [0, M.ukrainian_cities]
    game = play(table(s, Recruiting(side=R), dice=(6, 1, 1, 1, 1, 1)), "enter R-U1")
    assert offered(game, "place") == {"4528", "3730", "3633", "3032", "2835"}
    assert why(game, "place 3728") == "12.4.1a"


@rule("21.1.4b", "7.2.1c", "24.6")
def test_recruits_do_not_arrive_on_enemy_replacements() -> None:
    s = ukraine({"3728": "R-I1a"}, options="nationalism")
    game = play(table(s, Recruiting(side=P), dice=(6, 1, 1, 1, 1)), "enter P-U1")
    assert offered(game, "place") == {"3730", "3633", "3032", "2835"}
    assert why(game, "place 3728") == "7.2.1c"
    s = ukraine({"3728": "R-I1a"}, options="nationalism")
    s.nationalism = nationalism.DUE
    assert offered(table(s, nationalism.Rising()), "place") == {"3730", "3633", "3032", "2835"}


@rule("24.6")
def test_nationalism_belongs_to_the_next_polish_phase() -> None:
    s = ukraine({"4528": "R-25", "2028": "R-24"}, "May II", options="nationalism")
    s.nationalism, s.ukrainians, s.held = nationalism.DUE, R, [M.ukrainian_cities & ~(1 << M.kiev), 1 << M.kiev]
    phase(s, P)
    assert not s.nationalism


# -- 7.1 Warsaw -------------------------------------------------------------------------------------------------------


@rule("7.1.1b")
def test_devastated_railroads_link_warsaw_to_the_cities_of_the_net_too() -> None:
    """Around Białystok the net is cut, and three cities are left to it; by Brest other rails go round."""
    stands = dict(zip(("0909", "0914", "1317", "1411", "1516", "1912"), RUSSIANS, strict=True))
    s = situation(stands)
    assert (joined(s, P, M.warsaw) & M.polish_net.spaces & M.cities).bit_count() == 1 + 3
    assert not arrival.isolated(s)
    assert arrival.isolated(situation(stands | {"1816": "R-18"}))


# -- 24.4 Lithuania ---------------------------------------------------------------------------------------------------


@rule("24.4.2b")
def test_wilno_can_be_captured_in_retreat() -> None:
    s = situation({"2907": "R-4"}, "July I", R, options="lithuania")
    s.phase = COMBAT
    control.come(s, u("R-4"), M.wilno, retreating=True)
    assert s.lithuania_free == s.turn + 1


@rule("24.4.2b")
def test_who_holds_wilno_already_captures_nothing() -> None:
    s = situation({"2907": "R-4"}, "July I", R, options="lithuania")
    s.phase, s.held = MOVEMENT, [0, 1 << M.wilno]
    control.come(s, u("R-4"), M.wilno)
    assert not s.lithuania_free


@rule("24.4.3b")
def test_the_garrison_of_wilno_does_not_advance() -> None:
    s = situation({"2906": "L-3", "2905": "L-Cav"}, "July III", R, options="lithuania")
    s.phase, s.lithuania_free, s.held = COMBAT, 1, [0, 1 << M.wilno]
    game = table(s, Advance(command=1, units=[u("L-3"), u("L-Cav")], vacated=[h("2806")], points=2))
    assert lithuania.must_stay(s, u("L-3"))
    assert offered(game, "unit") == {"L-Cav"}
    assert said(game, "L-3") == "24.4.3b"


# -- 17.3 edges -------------------------------------------------------------------------------------------------------


@rule("17.3.1b", "24.11.1")
def test_poles_leave_and_return_over_german_land_that_is_theirs() -> None:
    s = situation({"0120": "P-14"}, options="freikorps fall-of-warsaw")
    assert edges.permitted(s, u("P-14")) == [4]
    edges.off(s, u("P-14"), 4)
    assert edges.gates(s, u("P-14")) >> h("0120") & 1
    s = situation({"0120": "P-14"})
    assert edges.permitted(s, u("P-14")) == []


# -- 11, 22.7 --------------------------------------------------------------------------------------------------------


@rule("22.7.3", "7.2.2a")
def test_a_counter_out_of_the_reserve_stays_out_when_it_is_split() -> None:
    s = situation(boxes={RESERVE: "P-I2a"})
    s.reserve_allowed = True
    play(staff(s, P), "enter P-I2a", "place 1014", "split P-I2a")
    here = [rc for rc in M.rcs_of[P] if s.place[rc] == M.warsaw]
    assert len(here) == 2
    assert all(s.left_reserve >> rc & 1 for rc in here)
    s.pool[0] = 2
    play(staff(s, P), "counter P-I2a", "place 1014")
    assert not s.left_reserve >> u("P-I2a") & 1  # bought anew


@rule("11.1b", "11.1c")
@pytest.mark.parametrize("place", [ARRIVING, OFF_EDGE - 1])
def test_what_is_off_the_map_can_be_inverted_and_told_of(place: int) -> None:
    s = situation({"5105": "R-5"}, "June I", R)
    s.place[u("R-4")] = place
    game = phase(s, R)
    assert asks(game).endswith("factors")
    play(game, "invert R-4")
    assert s.reduced >> u("R-4") & 1
    assert "hex" not in last(game, "inverted_away").refs


# -- 16 flotillas and what bars every unit's way ----------------------------------------------------------------------


@rule("12.3.2a", "16.0d")
def test_a_flotilla_does_not_sail_out_of_command() -> None:
    game = moving({"4519": "R-DnN"}, "R-DnN", R)
    out = fronts.out_hexes(game.s, WEST)
    assert not hs(" ".join(offered(game, "sail"))) & out
    assert why(game, "sail 4528") == "12.3.2a"
    assert havens(game.s, u("R-DnN")) & out  # [16.3a] it may be driven there


@rule("12.3.2b")
def test_a_flotilla_out_of_command_sails_back() -> None:
    game = moving({"4528": "R-DnN"}, "R-DnN", R)
    out = fronts.out_hexes(game.s, WEST)
    assert hs(" ".join(offered(game, "sail"))) & ~out
    assert not hs(" ".join(offered(game, "sail"))) & out
    blocks = dict(zip(("4424", "4524", "4624", "4724", "4423", "4523", "4623"), POLES, strict=True))
    game = moving({"4528": "R-DnN"} | blocks, "R-DnN", R)
    assert offered(game, "sail")
    assert not hs(" ".join(offered(game, "sail"))) & ~out


@rule("23.4.9.1a", "23.4.9.1b", "16.0d")
@pytest.mark.parametrize(
    ("boat", "side", "foe", "rule_"), [("R-DnN", R, "P-14", "23.4.9.1b"), ("P-Pinsk", P, "R-4", "23.4.9.1a")]
)
def test_flotillas_keep_apart_in_the_quiet_north(boat: str, side: int, foe: str, rule_: str) -> None:
    game = moving({"4519": boat, "4316": foe}, boat, side, at="May II")
    assert why(game, "sail 4317") == rule_
    assert "4317" not in offered(game, "sail")
    game = moving({"4519": boat, "4316": foe}, boat, side, at="May III")
    assert "4317" in offered(game, "sail")


# -- 23.4.9 the quiet north -------------------------------------------------------------------------------------------


@rule("23.4.9.2", "7.0c")
@pytest.mark.parametrize("shut", [True, False])
def test_nothing_is_owed_to_a_north_that_nobody_can_enter(shut: bool) -> None:
    s = situation({"5125": "R-25"}, "May I", R)
    s.pool[2] = 4
    if shut:
        s.occupied[P] |= M.entry[WEST]
    assert can(staff(s, R), "done") is shut


@rule("17.3.1c", "23.4.9.1b")
def test_who_returns_in_the_quiet_north_keeps_away_from_the_poles_if_it_can() -> None:
    s = situation({"5007": "P-14"}, "May II", R)
    s.place[u("R-4")] = OFF_EDGE - 1
    found = edges.gates(s, u("R-4"))
    assert found
    assert not found & M.grid.dilate(1 << h("5007"))
    s.turn += 1
    assert edges.gates(s, u("R-4")) & M.grid.dilate(1 << h("5007"))
