"""20.2 Soviet Reserve divisions."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import SOUTHWEST, WEST
from vistula.games.nest_of_eagles.rules.reinforcements import FirstMovement
from vistula.games.nest_of_eagles.rules.reserves import Reserves
from vistula.games.nest_of_eagles.rules.seats import SOVIETS
from vistula.games.nest_of_eagles.state import ABSENT, RESERVES, WEST_POOL, State, box
from vistula.kernel import Game

from .positions import M, situation, unit
from .table import SOVIET, asks, offered, play, replacing, strength, table, where

rule = pytest.mark.rule
INFANTRY = "S-19 S-48 S-55 S-3 S-46 S-LAT"
CAVALRY = "S-8Kw S-8Ks S-17Kw S-17Ks S-33Kw S-33Ks"


def called(front: int, boxed: str, stacks: str = "2206 P-17; 3003 S-BPw", rights: int = 1) -> Game[State]:
    """The Soviet player has rights to Reserve divisions of a Front, and these are in the box."""
    s = situation(stacks, side=SOVIET)
    s.reserves[front] = rights
    for key in boxed.split():
        s.place[unit(key)] = RESERVES
    return table(s, Reserves(command=SOVIETS))


@rule("20.2.1a", "20.2.1b", "20.2.1c")
def test_a_right_brings_one_division_of_its_front_in_this_turn() -> None:
    game = called(WEST, INFANTRY)
    assert offered(game, "unit") == {"S-19", "S-48", "S-55"}
    play(game, "unit S-48")
    assert where(game, "S-48") == f"round {game.s.round}"
    assert not game.stack
    assert game.s.reserves == [0, 0]


@rule("20.2.1f")
def test_the_latvians_come_after_all_others() -> None:
    assert offered(called(SOUTHWEST, "S-46 S-LAT"), "unit") == {"S-46"}
    assert not called(SOUTHWEST, "S-19 S-LAT").stack  # the other Front's divisions, too (N-32)
    assert offered(called(SOUTHWEST, f"S-LAT {CAVALRY}"), "unit") == {"S-LAT"}


@rule("5.1d", "16.0a", "20.2.1a")
def test_it_arrives_with_the_other_reinforcements() -> None:
    s = situation("2206 P-17; 3003 S-53", side=SOVIET)
    s.reserves[WEST], s.place[unit("S-19")] = 1, RESERVES
    game = table(s, FirstMovement(commands=[SOVIETS]))
    play(game, "unit S-19")
    assert asks(game) == "russia: where"


# -- 20.2.2 cavalry ---


@rule("20.2.2a", "20.2.2b")
def test_a_regular_unit_far_from_the_enemy_is_disbanded_for_reduced_cavalry() -> None:
    stacks = "2206 P-17; 2306 S-4; 3003 S-53 S-72/r S-2K S-PRD S-BPw; 3121 S-45"
    game = called(WEST, CAVALRY, stacks)
    assert offered(game, "disband") == {"S-53", "S-2K", "S-45"}  # of either Front
    play(game, "disband S-2K")
    assert offered(game, "form") == {"S-8Kw", "S-17Kw", "S-33Kw"}
    play(game, "form S-17Kw")
    assert (where(game, "S-17Kw"), strength(game, "S-17Kw")) == ("3003", "reduced")
    assert where(game, "S-2K") == "removed"


@rule("20.2.2c", "20.2.2e")
@pytest.mark.parametrize("elsewhere", ["map", "arriving"])
def test_a_division_that_is_one_fronts_unit_is_not_formed_by_the_other(elsewhere: str) -> None:
    s = situation("2206 P-17; 3003 S-53; 3121 S-45 S-17Ks" if elsewhere == "map" else "2206 P-17; 3003 S-53; 3121 S-45",
                  side=SOVIET)  # fmt: skip
    s.reserves[WEST] = 1
    for key in ("S-8Kw", "S-17Kw"):
        s.place[unit(key)] = RESERVES
    s.place[unit("S-8Ks")] = ABSENT
    if elsewhere == "arriving":
        s.place[unit("S-17Ks")] = box(s.round + 2)
    game = table(s, Reserves(command=SOVIETS))
    play(game, "disband S-45")
    assert where(game, "S-8Ks") == "3121"  # the only one; its other counter stays in the box
    assert not game.stack


# -- 20.2.1d instead of Replacements ---


def pausing(forming: int, boxed: str = INFANTRY, assaults: tuple[int, int] = (0, 0)) -> Game[State]:
    s = situation("2206 P-17; 3003 S-53", side=SOVIET)
    s.forming, s.assaults = forming, list(assaults)
    for key in boxed.split():
        s.place[unit(key)] = RESERVES
    return replacing(s)


@rule("20.2.1d", "20.2.1e")
def test_a_front_that_paused_takes_a_division_instead_of_its_replacements() -> None:
    game = pausing(forming=2)
    assert offered(game, "front") == {"0", "1"}
    play(game, "front 1")
    assert asks(game) == "russia: bonus"  # only one a turn
    assert game.s.reserves == [0, 1]
    assert game.s.pool[WEST_POOL : WEST_POOL + 2] == [2, 0]


@rule("20.2.1d")
def test_before_the_volunteers_form_or_after_an_attack_there_is_no_such_choice() -> None:
    assert asks(pausing(forming=1)) == "russia: bonus"
    assert offered(pausing(forming=5, assaults=(1, 0)), "front") == {"1"}
    assert offered(pausing(forming=5, boxed="S-55"), "front") == {"0"}


# -- the campaign's eighth cavalry division ---


@rule("20.2.2c", "1.4a")
@pytest.mark.parametrize(("front", "comes", "stays"), [("0", "S-8Kw", "S-8Ks"), ("1", "S-8Ks", "S-8Kw")])
def test_in_the_campaign_the_eighth_cavalry_division_comes_for_either_front(front: str, comes: str, stays: str) -> None:
    s = situation("2206 P-17; 3003 S-53; 3121 S-45", side=SOVIET, round=M.round_of["27.VI"])
    s.place[unit("S-8Ks")], s.place[unit("S-8Kw")] = box(s.round), RESERVES
    game = table(s, FirstMovement(commands=[SOVIETS]))
    assert asks(game) == "russia: decide"
    play(game, f"front {front}")
    assert (where(game, comes), where(game, stays) in ("reserves", f"round {s.round}")) == (f"round {s.round}", True)
    assert asks(game) == "russia: where"
    assert game.stack[-1].unit == unit(comes)  # type: ignore[attr-defined]


@rule("20.2.2c")
def test_on_any_other_day_it_comes_as_what_it_is() -> None:
    s = situation("2206 P-17; 3003 S-53; 3121 S-45", side=SOVIET, round=M.round_of["4.VII"])
    s.place[unit("S-8Ks")], s.place[unit("S-8Kw")] = box(s.round), RESERVES
    assert asks(table(s, FirstMovement(commands=[SOVIETS]))) == "russia: where"
