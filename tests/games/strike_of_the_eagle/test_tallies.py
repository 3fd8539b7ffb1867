"""What studies follow."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import POLAND
from vistula.games.strike_of_the_eagle.shown.tallies import StrikeTallies
from vistula.games.strike_of_the_eagle.state import Fight

from .table import M, area, at, start

TALLIES = StrikeTallies(M)


def measured(game) -> dict[str, int]:
    return dict(zip([gauge.id for gauge in TALLIES.gauges], TALLIES.measure(game.s), strict=True))


def test_gauges_of_a_scenario():
    found = measured(start("zhlobin"))
    assert (found["lead"], found["initiative_north"]) == (1, -1)
    assert (found["strength_poland"], found["strength_russia"]) == (17, 18)
    assert (found["cities_poland"], found["cities_russia"]) == (3, 2)
    assert found["gone_poland"] == 0


def test_the_line_runs_between_areas_of_different_sides():
    game = at('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Zhlobin 3"\nblocks.R-8 = "Mogilev 3"')
    assert {frozenset(pair) for pair in TALLIES.line(game.s)} == {frozenset((area("Charyshi"), area("Zhlobin")))}


def test_luck_is_what_was_drawn_blind():
    s = start("zhlobin").s
    s.fight = Fight(area("Zhlobin"), POLAND)
    refs = {"side": POLAND, "card": 40, "value": 5}
    left = [M.cards[card].combat for card in [*s.deck[POLAND], 40]]
    assert TALLIES.luck(s, "modifier", refs) == ("poland", pytest.approx(M.cards[40].combat - sum(left) / len(left)))
    s.fight.from_hand[POLAND] = 1
    assert TALLIES.luck(s, "modifier", refs) is None
    assert TALLIES.luck(s, "battle", {}) is None
