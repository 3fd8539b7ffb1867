"""What Warsaw 1920 lets studies follow."""

from __future__ import annotations

from typing import Any

import pytest

import vistula
from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.victory import totals
from vistula.games.warsaw_1920.shown.tallies import WORTH, lost, polish_ground, worths
from vistula.games.warsaw_1920.state import eliminate, enter, on_map

TITLE: Any = vistula.title("warsaw-1920")


@pytest.fixture
def s() -> Any:
    return TITLE.start("quick", seed=1, journal=False).s


def test_every_gauge_has_a_value(s: Any) -> None:
    tallies = TITLE.tallies()
    values = dict(zip((gauge.id for gauge in tallies.gauges), tallies.measure(s), strict=True))
    assert (values["vp_poland"], values["vp_russia"]) == totals(s)
    assert (values["sp_west"], values["sp_southwest"]) == tuple(track.start for track in s.m.supply)
    assert values["lost_poland"] == values["lost_russia"] == values["disrupted_poland"] == 0


def test_losses_are_printed_factors(s: Any) -> None:
    unit = on_map(s, POLAND)[0]
    eliminate(s, unit, "11.9a")
    assert (lost(s, POLAND), lost(s, RUSSIA)) == (s.m.cf[unit], 0)


def test_ground_that_nobody_entered_behind_the_enemy_is_not_held(s: Any) -> None:
    before = polish_ground(s)
    assert before & s.m.polish_start == before
    assert s.occupied[POLAND] & ~before == 0
    gap = next(hex for hex in range(s.m.grid.size) if before >> hex & 1 and not s.occupied[POLAND] >> hex & 1)
    enter(s, on_map(s, RUSSIA)[0], gap, "10.3a")
    assert not polish_ground(s) >> gap & 1


@pytest.mark.parametrize("bonus", [0, 1])
@pytest.mark.parametrize("odds", ["1:3", "1:1", "3:1", "6:1", "9:1"])
def test_luck_is_nothing_on_the_average(s: Any, odds: str, bonus: int) -> None:
    column = s.m.columns.index(odds) if odds in s.m.columns else -1
    tallies = TITLE.tallies()
    lucks = []
    for die in range(1, 7):
        result = s.m.crt[min(die + bonus, len(s.m.crt) - 1)][column]
        side, luck = tallies.luck(s, "result", {"odds": odds, "bonus": bonus, "result": result})
        assert side == "russia"  # who attacks
        lucks.append(luck)
    assert sum(lucks) == pytest.approx(0)


def test_only_dice_are_luck(s: Any) -> None:
    assert TITLE.tallies().luck(s, "hopeless", {"result": "AE"}) is None


def test_better_odds_are_worth_more(s: Any) -> None:
    sums = [sum(worths(s.m, odds, 0)) for odds in s.m.columns]
    assert sums == sorted(sums)
    assert set(WORTH) >= {cell for row in s.m.crt for cell in row}
