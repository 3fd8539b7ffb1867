"""Counters, charts, tracks and set-ups of Red Star/White Eagle, by what its rulebook states of them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from vistula.games.red_star_white_eagle.tables import Data, SetupRow, TurnRow, UnitRow

DATA = Data.read()
UNITS = {row.id: row for row in DATA.units}
SETUPS = {row.id: row for row in DATA.scenarios.setup}
TRACKS: dict[str, list[TurnRow]] = {"gates": DATA.tracks.gates, "belarus": DATA.tracks.campaign[9:]}
TRACKS["campaign"] = DATA.tracks.campaign
OPTIONS_ONLY = {"P-KS", *(f"F-{n}" for n in range(1, 9))}


def ids(text: str) -> list[str]:
    return [name.rstrip("*") for name in text.split()]


def tagged(tag: str) -> list[UnitRow]:
    return [row for row in DATA.units if tag in row.tags.split()]


def placed(setup: SetupRow) -> list[str]:
    """All units of a set-up, on the map, in the garrison or out of play."""
    gone = " ".join((setup.lost_poland, setup.gone_poland, setup.lost_russia, setup.gone_russia))
    return [unit for _, units in setup.units for unit in ids(units)] + ids(gone)


def test_counters_and_replacements_and_their_sums() -> None:
    assert len(DATA.units) == 201
    assert Counter(row.nation for row in DATA.units) == {"POL": 99, "RUS": 90, "LIT": 4, "GER": 8}
    rows = DATA.charts.replacements
    pools = (rows.polish_infantry, rows.polish_cavalry, rows.russian_infantry, rows.russian_cavalry)
    assert sum(sum(pool.values()) for pool in pools) == 38


def test_what_the_rulebook_says_of_single_counters() -> None:
    def values(id: str) -> tuple[str, str, str, int]:
        row = UNITS[id]
        return row.attack, row.defence, row.mf, row.delay

    assert values("R-K6") == ("8", "8", "9", 3)  # the example of 4.3
    assert values("P-7R")[:3] == ("4", "2", "7")
    assert values("P-1AC")[:3] == ("2", "1", "8")
    assert UNITS["R-8K"].charge == "7"
    assert UNITS["R-8K"].charge_2 == ""  # 9.10.6
    charging = [row for row in DATA.units if row.charge and row.attack_2]
    assert [row.id for row in charging if not row.charge_2] == ["R-8K"]
    assert sum(int(UNITS[id].attack) for id in ("R-15", "R-29")) == 15  # 11.1


def test_the_konarmiya() -> None:
    kinds = Counter(row.kind for row in tagged("konarmiya"))
    assert kinds == {"cav": 7, "inf": 1, "ac": 1, "train": 4}  # 11.2


@pytest.mark.parametrize("kind", ["gar", "mil", "art"])
def test_who_never_moves(kind: str) -> None:
    assert {row.mf for row in DATA.units if row.kind == kind} == {"0"}  # 19


def test_the_tables_of_results() -> None:
    lines = [line.split() for line in DATA.charts.combat.table.split("\n") if line]
    assert [line[0] for line in lines] == ["1:3", "1:2", *(f"{n}:1" for n in range(1, 8))]
    assert {len(line) for line in lines} == {7}
    cells = {(line[0], die): line[die] for line in lines for die in range(1, 7)}
    assert cells["2:1", 6] == cells["6:1", 2] == "X"
    for worse, better in pairwise(lines):
        assert worse[2:] == better[1:6]  # a column is the next one, a die later
    retreats = [line.split() for line in DATA.charts.retreat.table.split("\n") if line]
    assert [line[0] for line in retreats] == ["1", "2-3", "4-5", "6-8", "9+"]
    assert retreats[1][4] == "-"


@pytest.mark.parametrize(("id", "turns"), [("gates", 10), ("belarus-short", 8), ("belarus-long", 16), ("campaign", 25)])
def test_how_long_scenarios_last(id: str, turns: int) -> None:
    row = next(row for row in DATA.scenarios.scenario if row.id == id)
    names = [turn.turn for turn in TRACKS[row.setup]]
    assert names.index(row.last) - names.index(row.first) + 1 == turns


@pytest.mark.parametrize("id", ["gates", "belarus", "campaign"])
def test_every_counter_comes_once(id: str) -> None:
    """Set up, or by the track, the rally or a rule of its own; none from two of the first two."""
    track = [unit for turn in TRACKS[id] for unit in ids(f"{turn.arrive_russia} {turn.arrive_poland}")]
    setup = placed(SETUPS[id])
    garrison = {row.id for row in tagged("latvian-garrison")}
    twice = [unit for unit, n in Counter(setup + track).items() if n > 1 and unit not in garrison]
    assert twice == []
    rally = {unit for row in DATA.tracks.rally.rows for unit in ids(row)}
    known = {*setup, *track, *rally} if id != "gates" else {*setup, *track}
    special = {row.id for row in DATA.units if "ukrainian" in row.tags or "galician" in row.tags} | {"P-21M"}
    withdrawn = {"R-15", "R-29"}
    assert set(UNITS) - known - special - OPTIONS_ONLY - withdrawn == set()


@pytest.mark.parametrize("id", ["belarus", "campaign"])
def test_the_historical_deployment_is_one_of_the_areas(id: str) -> None:
    setup = SETUPS[id]
    wanted = sorted(unit for place, units in setup.units if place != "garrison" for unit in units.split())
    assert sorted(unit for _, units in setup.historical for unit in units.split()) == wanted


def test_the_rally_has_six_rows_of_four() -> None:
    assert [len(ids(row)) for row in DATA.tracks.rally.rows] == [4] * 6
