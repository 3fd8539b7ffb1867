"""What is said to whoever clicks the wrong kind of thing: what the question wants first, in its own words."""

from __future__ import annotations

from typing import Any

import pytest

from vistula.games.red_star_white_eagle.rules.advance import Advance
from vistula.games.red_star_white_eagle.rules.combat import CombatPhase
from vistula.games.red_star_white_eagle.rules.deployment import Deployment
from vistula.games.red_star_white_eagle.rules.edges import Returning
from vistula.games.red_star_white_eagle.rules.losses import ATTACK, Losses
from vistula.games.red_star_white_eagle.rules.motors import Breakdowns
from vistula.games.red_star_white_eagle.rules.options import nationalism
from vistula.games.red_star_white_eagle.rules.options.squadron import Placement
from vistula.games.red_star_white_eagle.rules.recruits import Recruiting
from vistula.games.red_star_white_eagle.rules.retreat import Retreats
from vistula.games.red_star_white_eagle.rules.withdrawal import Withdrawal
from vistula.games.red_star_white_eagle.state import ARRIVING, ASIDE, COMBAT, OFF_EDGE
from vistula.kernel import Game

from .desk import TITLE, asked, can, play, situation, staff, table, whole, why
from .fields import P, R, h, u
from .fighting import fight
from .marching import moves, moving
from .test_allies import ukraine

rule = pytest.mark.rule


def says(game: Game[Any], kind: str, name: str) -> str:
    """What whoever is asked hears of a thing that the question does not take."""
    refusal = game.seat(asked(game).seat).why_not(kind, TITLE.arg_of(kind, name))
    assert refusal is not None, f"{name} can be chosen"
    return f"{refusal.rule}: {refusal.why}"


def wants(game: Game[Any], kind: str, name: str, rule_: str, words: str) -> None:
    said = says(game, kind, name)
    assert said.startswith(f"{rule_}: "), said
    assert words in said


@rule("8.0c", "8.0d", "8.2.3")
def test_a_unit_is_chosen_before_a_hex() -> None:
    wants(moves({"1310": "P-7R"}), "space", "1210", "8.0c", "unit that is to move first")


@rule("8.0c", "8.1.2")
def test_a_unit_stops_after_it_has_moved_and_is_left_alone_before() -> None:
    game = moving({"1310": "P-7R"}, "P-7R")
    assert (can(game, "stop"), can(game, "cancel")) == (False, True)
    assert why(game, "stop") == "8.0c"
    play(game, "step 1210")
    assert (can(game, "stop"), can(game, "cancel")) == (True, False)
    assert why(game, "cancel") == "8.0c"


@rule("9.0f", "9.0a", "9.0b", "9.0d", "9.0c")
def test_a_hex_is_chosen_before_those_who_attack_it_and_it_is_the_only_one() -> None:
    stands = {"1717": "P-14 P-5", "1718": "R-57", "1618": "R-17"}
    game = fight(stands)
    wants(game, "piece", "P-14", "9.0f", "hex that is attacked first")
    wants(game, "piece", "R-57", "9.0a", "enemy")
    play(game, "attack 1718")
    wants(game, "space", "1618", "9.0d", "one hex")


@rule("9.15.1", "9.15.8", "9.15.2", "9.15.3")
def test_the_unit_that_advances_is_chosen_before_its_hex() -> None:
    s = situation({"1717": "P-14 P-4"})
    s.phase = COMBAT
    game = table(s, Advance(command=0, units=[u("P-14"), u("P-4")], vacated=[h("1718")], points=2))
    wants(game, "space", "1718", "9.15.8", "unit that advances first")


@rule("9.12.2a", "9.12.2c", "9.12.1b")
def test_the_unit_that_loses_a_step_is_chosen_not_its_hex() -> None:
    s = situation({"1717": "P-14", "1618": "P-4"})
    s.phase = COMBAT
    game = table(s, Losses(command=0, units=[u("P-14"), u("P-4")], need=2, kind=ATTACK))
    wants(game, "space", "1717", "9.12.2a", "unit that loses a step")


@rule("9.13.2a")
def test_the_unit_that_retreats_is_chosen_before_its_way() -> None:
    s = situation({"1717": "P-14 P-4"})
    s.phase = COMBAT
    game = table(s, Retreats(units=[u("P-14"), u("P-4")], length=1))
    wants(game, "space", "1616", "9.13.2a", "unit that retreats first")


@rule("5.1.2b", "12.4.1b")
def test_the_unit_that_is_overstacked_is_chosen_not_its_hex() -> None:
    s = situation({"1717": "P-14 P-4 P-5 P-6", "1718": "R-57"})
    game = table(s, CombatPhase(side=P))
    wants(game, "space", "1717", "5.1.2b", "unit that is overstacked")


@rule("20.3.3", "20.3.1")
def test_the_motor_that_is_checked_is_chosen_not_its_hex() -> None:
    game = table(situation({"1310": "P-1AC P-2AC"}), Breakdowns())
    wants(game, "space", "1310", "20.3.3", "checked next")


@rule("23.0a", "23.0b")
def test_a_unit_is_chosen_before_the_hex_where_it_deploys() -> None:
    game = table(whole("campaign", deployment="free"), Deployment(side=P))
    wants(game, "space", "4007", "23.0a", "choose a unit first")


@rule("17.3.1c", "17.3.2", "17.4.1b")
def test_who_is_off_the_map_returns_before_another_is_chosen() -> None:
    s = situation({"0412": "P-14"})
    s.place[u("P-4")] = OFF_EDGE - 4
    game = table(s, Returning(command=0))
    wants(game, "piece", "P-14", "17.3.1c", "return first")


@rule("21.1.4b")
def test_a_ukrainian_is_chosen_before_its_city() -> None:
    s = ukraine({"2232": "P-U2*"})
    game = table(s, Recruiting(side=P), dice=(6, 1, 1, 1, 1))
    wants(game, "space", "3728", "21.1.4b", "choose a Ukrainian unit")
    assert {option.verb for option in asked(game).options if option.publish} == {"pass"}


@rule("24.6")
def test_a_city_is_chosen_for_a_ukrainian_who_rises() -> None:
    s = ukraine({"2232": "P-14"}, options="nationalism")
    s.nationalism = nationalism.DUE
    wants(table(s, nationalism.Rising()), "piece", "P-14", "24.6", "choose a city")


@rule("24.7.2a")
def test_a_hex_is_chosen_for_the_squadron() -> None:
    s = situation({"1014": "P-14"}, side=R, options="squadron", boxes={ASIDE: "P-KS"})
    wants(table(s, Placement()), "piece", "P-14", "24.7.2a", "hex for the Squadron")


@rule("11.1b", "11.1c", "11.2b")
def test_a_unit_that_leaves_is_chosen_not_its_hex() -> None:
    s = situation({"4606": "R-15*", "4207": "R-4 R-8"}, "June I", R)
    wants(table(s, Withdrawal()), "space", "4207", "11.1b", "unit that leaves")


@rule("7.0a", "7.0c", "7.2b")
def test_a_unit_is_chosen_before_the_hex_where_it_comes_in() -> None:
    s = situation({"1014": "P-14"}, boxes={ARRIVING: "P-11"})
    wants(staff(s, P), "space", "1014", "7.0a", "choose a unit")
