"""Capitals as the computer players see them: who may storm them, how likely they fall, what lets supply in."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.evaluation.capitals import LOST, falls, fed_in, lets_supply_in, stormers
from vistula.games.west_was_saved.evaluation.choices import Officer
from vistula.games.west_was_saved.evaluation.doctrine import ORDINARY
from vistula.games.west_was_saved.evaluation.marches import Standing
from vistula.games.west_was_saved.evaluation.stacks import stack_of
from vistula.games.west_was_saved.evaluation.survey import Survey
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.state import COMBAT, MOVEMENT
from vistula.players.appraisal import best

from .table import State, at, hex, unit

STORM = """
turn = 10
phase = "{phase}"
depots.russia = ["Bialystok"]
units.P-9Cav = "Warsaw"
units.R-27 = "{where}"
units.R-33 = "{where}"
units.Gai = "{where}"
"""


def storm(where: str, phase: int = MOVEMENT) -> list[float]:
    """How likely each Russian stack comes to storm Warsaw."""
    s = at(STORM.format(where=where, phase="movement")).s
    s.phase = phase
    return [comer.chance for comer in stormers(s, hex("Warsaw"), Survey(s, POLAND, ORDINARY[POLAND]).theirs)]


def test_whoever_can_be_before_a_capital_in_one_march_may_storm_it() -> None:
    beside, near, far = storm("0510"), storm("Siedlce"), storm("Brest")
    assert beside == [1.0]
    assert 0 < near[0] < 1
    assert len(far) == 1
    assert storm("Baranowicze") == []


def test_in_the_combat_phase_only_neighbours_storm() -> None:
    assert storm("0510", COMBAT) == [1.0]
    assert storm("Siedlce", COMBAT) == []


def garrisons(*units: str) -> float:
    s = at(STORM.format(where="Siedlce", phase="movement")).s
    v = Survey(s, POLAND, ORDINARY[POLAND])
    garrison = stack_of(s, [unit(name) for name in units]) if units else None
    return falls(v.storm, garrison, 0.0)


def test_a_capital_falls_the_less_likely_the_more_are_in_it() -> None:
    chances = [garrisons(), garrisons("P-9Cav"), garrisons("P-9Cav", "P-8"), garrisons("P-PL1", "P-PL2", "P-8")]
    assert chances[0] == LOST
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] < 0.05 < 0.3 < chances[1]


def test_a_capital_that_nobody_threatens_costs_nothing() -> None:
    s = at(STORM.format(where="Minsk", phase="movement")).s
    assert Survey(s, POLAND, ORDINARY[POLAND]).open_home([]) == 0


@pytest.mark.parametrize(
    ("depot", "fed"), [("Siedlce", (True, True)), ("Brest", (True, True)), ("Minsk", (False, False))]
)
def test_whether_a_conqueror_would_be_fed_is_seen_before_the_garrison_is_gone(
    depot: str, fed: tuple[bool, bool]
) -> None:
    s = at(STORM.format(where="0509", phase="combat").replace('"Bialystok"', f'"{depot}"')).s
    assert fed_in(s, RUSSIA, hex("Warsaw")) == fed


INTRUDED = """
turn = 11
phase = "movement"
depots.poland = ["Siedlce"]
depots.russia = ["Brest"]
units.R-6Cav = "Warsaw"
units.R-27 = "Brest"
units.P-8 = "Siedlce"
units.P-14 = "Siedlce"
units.Pilsudski = "Siedlce"
"""


def opens(to: str, leaves: bool) -> bool:
    s: State = at(INTRUDED).s
    return lets_supply_in(s, POLAND, hex("Warsaw"), hex("Siedlce"), hex(to), leaves)


def test_a_march_that_lets_supply_in_to_intruders_is_seen() -> None:
    assert opens("0611", leaves=True)
    assert not opens("0611", leaves=False)


def test_nobody_is_sent_away_from_the_line_that_would_feed_intruders() -> None:
    game = at(INTRUDED)
    v = Survey(game.s, POLAND, ORDINARY[POLAND])
    assert v.intruded
    guards = list(v.mine[hex("Siedlce")].units)
    watchful = Standing(v, hex("Siedlce"), guards).plain(hex("0611"))
    v.intruded = False
    assert Standing(v, hex("Siedlce"), guards).plain(hex("0611")) - watchful == pytest.approx(v.d.game)


def test_the_card_that_takes_cavalry_into_an_open_capital_is_played() -> None:
    text = """
        turn = 5
        phase = "events"
        depots.poland = ["Minsk", "1706"]
        hands.poland = [31, 24]
        hands.russia = [40, 28]
        units.P-1Cav = "{where}"
        units.Szeptycki = "{where}"
        units.R-8 = "Homel"
    """
    chosen = {}
    for where in ("1206", "Brest"):
        game = at(text.format(where=where))
        while next(iter(game.decisions)) != "poland":
            seat = next(iter(game.decisions))
            game.push(best(Officer().scores(game.seat(seat))), seat)
        chosen[where] = best(Officer().scores(game.seat(next(iter(game.decisions))))).arg
    assert chosen["1206"] == 31
    assert chosen["Brest"] != 31
