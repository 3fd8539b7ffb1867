"""20.3 Breakdowns, and definitions of chapter 2 that the whole game stands on."""

from __future__ import annotations

import pytest
from clicks import asks, events, offered, play, roll

from vistula.board.hexes import members
from vistula.games.red_star_white_eagle.board import read_board
from vistula.games.red_star_white_eagle.layout import TERRAINS
from vistula.games.red_star_white_eagle.rules.motors import Breakdowns
from vistula.games.red_star_white_eagle.rules.railnets import own_net
from vistula.games.red_star_white_eagle.state import RESERVE, State, attack, defence, delay, eliminate, units_at
from vistula.games.red_star_white_eagle.units import KINDS, QUARTERS, SIZES
from vistula.kernel import Game
from vistula.kernel.procedure import StepKind

from .desk import TITLE, inverted, situation, table, where, why
from .fields import M, P, R, field, h, u, us

rule = pytest.mark.rule
MOTORS = {"1310": "P-1AC P-2AC", "1014": "P-3AC P-Tank", "2028": "P-Mot"}


def garage(*dice: int, stands: dict[str, str] | None = None, at: str = "July III") -> Game[State]:
    return table(situation(MOTORS if stands is None else stands, at=at), Breakdowns(), dice=dice)


@rule("20.3.1", "20.3.3", "20.0a")
def test_each_motor_is_checked_in_the_order_that_the_poles_choose() -> None:
    game = garage()
    assert asks(game) == "poland: order"
    assert offered(game, "check") == {"P-1AC", "P-2AC", "P-3AC", "P-Tank", "P-Mot"}
    assert {M.key[unit] for unit in members(M.motors)} == offered(game, "check")
    play(roll(game, 3), "check P-Tank")
    assert "P-Tank" not in offered(game, "check")
    assert why(game, "check P-Tank") == "20.3.1"
    assert where(game, "P-Tank") == "1014"


@rule("20.3.1")
@pytest.mark.parametrize(("die", "lost"), [(1, True), (2, True), (3, False), (6, False)])
def test_one_or_two_costs_a_step(die: int, lost: bool) -> None:
    game = garage(die, stands={"1310": "P-1AC"})
    assert game.over
    assert (where(game, "P-1AC") != "1310") is lost
    assert bool(events(game, "broken_down")) is lost


@rule("20.3.1")
def test_a_motor_with_two_steps_is_turned_over() -> None:
    two = list(members(M.motors & M.two_steps))
    for unit in two:
        game = garage(1, stands={"1310": M.key[unit]})
        assert inverted(game, M.key[unit])
        assert where(game, M.key[unit]) == "1310"
        game = garage(2, stands={"1310": f"{M.key[unit]}*"})
        assert where(game, M.key[unit]) != "1310"


@rule("20.3.2")
def test_after_three_steps_nobody_else_is_checked() -> None:
    game = garage()
    for key in ("P-1AC", "P-2AC", "P-3AC"):
        play(roll(game, 1), f"check {key}")
    assert game.over
    assert where(game, "P-Tank") == "1014"
    assert where(game, "P-Mot") == "2028"
    assert not inverted(game, "P-Tank")


@rule("20.3.4", "20.3.5", "20.3.6", "20.3.7")
def test_who_is_not_checked() -> None:
    assert garage(at="April IV").over  # the first turn of the scenario
    s = situation(MOTORS)
    s.fresh = us("P-1AC P-2AC P-3AC P-Tank")
    s.place[u("P-Mot")] = RESERVE
    assert table(s, Breakdowns()).over
    surrounded = {"4120": "P-Mot", "4119": "R-4", "4121": "R-53", "4020": "R-15", "4021": "R-57"}
    assert garage(1, stands=surrounded | {"4120": "P-1AC"}).over


@rule("2.1")
def test_every_die_is_one_with_six_sides() -> None:
    rolls = [st for cls in TITLE.procedures for st in cls.steps.values() if st.kind is StepKind.ROLL]
    assert rolls
    assert all(st.sides == 6 for st in rolls)


@rule("2.2")
def test_the_features_of_the_map() -> None:
    board = read_board()
    assert set(TERRAINS) == {"clear", "forest", "marsh", "rough", "lakes", "sea"}
    found = {TERRAINS[M.terrain[hex]] for hex in members(M.land)}
    assert found == set(TERRAINS) - {"sea"}
    assert board.river
    assert board.trench
    assert board.fortification
    assert all(board.net.values())


@rule("2.4.1a")
def test_colours_are_nations() -> None:
    nations = {"P": M.poles, "R": M.russians, "L": M.lithuanians, "F": M.freikorps}
    for unit in M.units:
        assert nations[M.key[unit][0]] >> unit & 1
    assert M.army[P] | 1 << M.squadron == M.poles
    assert M.army[R] == M.russians | M.lithuanians | M.freikorps


@rule("2.4.1b", "2.4.3")
def test_sizes() -> None:
    assert dict(zip(SIZES, QUARTERS, strict=True)) == {"II": 1, "III": 1, "X": 2, "XX": 4}
    for key, size in (("P-14", 3), ("P-7R", 2), ("P-LegC1", 1), ("P-1AC", 0)):
        assert M.size[u(key)] == size


@rule("2.4.2d", "7.2.5")
def test_the_square_mark() -> None:
    s = field({"1310": "P-14 P-1AC"})
    for key in ("P-14", "P-1AC"):
        eliminate(s, u(key))
    assert (where(s, "P-14"), where(s, "P-1AC")) == ("pool", "dead")
    assert M.square >> u("P-1AC") & 1
    assert not M.square >> u("P-14") & 1


@rule("2.4.4", "2.4.5")
def test_ids_and_kinds() -> None:
    assert len(set(M.key)) == M.pieces
    for letters in ("FG", "LB", "Coss", "Ryb", "Jaw", "Kopa", "Now", "Sik", "Pom", "Sib", "Vol", "Wars", "Poz"):
        assert any(key.startswith("P-") and letters in key for key in M.key), letters
    for letters in ("R-K", "R-Gal", "R-U", "R-Bash", "R-Mosk", "L-", "F-"):
        assert any(key.startswith(letters) for key in M.key), letters
    assert {KINDS[M.kind[unit]] for unit in M.units} == set(KINDS) - {"rc"}


@rule("2.5", "5.0b", "7.2.1a")
def test_markers_and_replacements_are_no_units() -> None:
    s = field({"1310": "P-14 P-I2a"})
    assert units_at(s, P, h("1310")) == [u("P-14")]
    assert all(M.squadron not in units for units in M.units_of)


@rule("2.7a", "2.7b", "2.7c", "2.7e", "2.7f")
def test_factors_by_the_side_that_is_up() -> None:
    s = field({"1310": "R-15 R-K14*"})
    assert (attack(s, u("R-15")), defence(s, u("R-15")), M.mf[u("R-15")], delay(s, u("R-15"))) == (7, 5, 7, 1)
    assert (attack(s, u("R-K14")), M.charge[1][u("R-K14")]) == (4, 6)
    assert own_net(s, P).spaces
    assert own_net(s, R).spaces
