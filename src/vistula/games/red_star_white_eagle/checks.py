"""What the rulebook of Red Star/White Eagle states of counters, tables and scenarios, checked whenever data is loaded.

Only what the rulebook states is demanded, so that an owner of the printed game can put in every other value. What it
states about the map is proved by ``board_checks``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from vistula.board.data import demand, equal
from vistula.board.hexes import bits
from vistula.games.red_star_white_eagle.model import ODDS, Model
from vistula.games.red_star_white_eagle.scenarios import EITHER
from vistula.games.red_star_white_eagle.tables import CHARTS, SCENARIOS, TRACKS, UNITS, Data
from vistula.games.red_star_white_eagle.units import (
    CARS,
    CAVALRY,
    DIVISION,
    FLOTILLA,
    FULL,
    INFANTRY,
    POLAND,
    REDUCED,
    RUSSIA,
    SOUTHWEST,
    TRAIN,
    WEST,
)
from vistula.games.stated import check_stated

# Units in worked examples: attack, defence and movement factor at full strength, and their delay factor if it is told.
EXAMPLES = (
    ("R-57", (5, 3, 7), 1, "2.4.2a"), ("R-K14", (8, 8, 9), 3, "2.4.2a"), ("R-K6", (8, 8, 9), 3, "4.3.2"),
    ("R-53", (4, 3, 7), 1, "4.3.2"), ("P-7R", (4, 2, 7), None, "4.3.2"), ("R-15", (7, 5, 7), None, "7.2.4.2a"),
    ("R-29", (8, 6, 7), None, "11.1a"), ("P-1AC", (2, 1, 8), None, "20.1.2"),
)  # fmt: skip
MONTHS = ("April", "May", "June", "July", "Aug", "Sept", "Oct")
WEEKS = ("I", "II", "III", "IV")
# Scenario, first turn, last turn, number of turns, who begins, who deploys first, and the rules that say so.
SPANS = (
    ("gates", "Aug III", "Oct IV", 10, POLAND, EITHER, "23.1.1a, 23.1.1b"),
    ("belarus-short", "July I", "Aug IV", 8, RUSSIA, POLAND, "23.3a"),
    ("belarus-long", "July I", "Oct IV", 16, RUSSIA, POLAND, "23.2.1a, 23.2.1b"),
    ("campaign", "April IV", "Oct IV", 25, POLAND, RUSSIA, "23.4.1a, 23.4.1b, 23.4.1c"),
)
OVERSTACKED = {"0711", "1013"}
"""[23.1.3] Płock and Modlin, in the Gates of Warsaw."""


def check(m: Model, data: Data) -> None:
    """Raise a DataError for the first thing in which the data differs from the rulebook."""
    check_stated(Path(__file__).parent, charts=data.charts, tracks=data.tracks)
    check_counters(m)
    check_formations(m)
    check_examples(m)
    check_replacements(data)
    check_combat(m)
    check_tracks(m, data)
    check_scenarios(m)


# -- counters ---------------------------------------------------------------------------------------------------------


def check_counters(m: Model) -> None:
    """[2.4.1a, 2.4.2b, 2.4.2c, 2.4.2e, 4.1b, 5.1.1b] What kinds of counters have."""
    for unit in m.units:
        if m.kind[unit] in (INFANTRY, CAVALRY) and m.size[unit] >= DIVISION:
            demand(bool(m.primary >> unit & 1), UNITS, m.key[unit], "a division is a primary unit [5.1.1b]")
        if m.kind[unit] == FLOTILLA:
            equal(UNITS, f"{m.key[unit]} delay", m.delay[unit], 0, "16.0f")
    fronts = {m.front[unit] for unit in bits(m.russians & ~m.reserves)}
    equal(UNITS, "fronts of Russian units", fronts, {WEST, SOUTHWEST}, "12.1")


def check_formations(m: Model) -> None:
    """[11.1a, 11.2e, 13.1, 17.2.2, 19.0a, 21.1.1a, 22.4, 24.11.5b] The units that the rulebook counts or names."""
    for key, found, stated, rule in _formations(m):
        equal(UNITS, key, found, stated, rule)
    cavalry = sum(m.attack[FULL][unit] for unit in bits(m.konarmiya & m.cavalry))
    demand(cavalry >= 18, UNITS, "attack factors of the Konarmiya's cavalry", f"are {cavalry}, below 18 [11.2a]")
    legion = bits(m.legion & m.cavalry)
    equal(UNITS, "attack factors of Legion cavalry", {m.attack[FULL][unit] for unit in legion}, {2}, "21.4")
    for unit, twin in m.twin.items():
        same = m.attack[FULL][unit] == m.attack[FULL][twin] and m.mf[unit] == m.mf[twin]
        demand(same, UNITS, m.key[unit], "has other factors in the other side's colour [21.1.1a, 23.4.8.2b]")


def _formations(m: Model) -> Iterator[tuple[str, object, object, str]]:
    kinds = Counter(m.kind[unit] for unit in bits(m.konarmiya))
    yield "the Konarmiya", dict(kinds), {CAVALRY: 7, INFANTRY: 1, CARS: 1, TRAIN: 4}, "11.2e"
    yield "Polish units that do not move", m.immobile.bit_count(), 10, "19.0a"
    yield "garrison and militia units", (m.garrisons.bit_count(), m.militia.bit_count()), (2, 7), "19.0a"
    yield "Ukrainian units", [army.bit_count() for army in m.ukrainians], [4, 4], "21.1.1a"
    yield "Galician units", [army.bit_count() for army in m.galicians], [3, 3], "23.4.8.2a"
    yield "the Latvian border garrison", m.latvian.bit_count(), 3, "17.2.1a"
    yield "withdrawn in June", sum(m.attack[FULL][unit] for unit in bits(m.july_withdrawals)), 15, "11.1a"
    yield "attack factors that R-15 gains back", _gain(m, "R-15"), 3, "7.2.4.2a"
    eighth = m.unit_by_key["R-8K"]
    charges = m.charge[FULL][eighth] > 0, m.charge[REDUCED][eighth]
    yield "R-8K, charge factors of both sides", charges, (True, 0), "9.10.6b"


def _gain(m: Model, key: str) -> int:
    unit = m.unit_by_key[key]
    return m.attack[FULL][unit] - m.attack[REDUCED][unit]


def check_examples(m: Model) -> None:
    """Counters that worked examples show."""
    for key, factors, delay, rule in EXAMPLES:
        unit = m.unit_by_key[key]
        found = m.attack[FULL][unit], m.defence[FULL][unit], m.mf[unit]
        equal(UNITS, key, found, factors, f"example of {rule}")
        if delay is not None:
            equal(UNITS, f"{key} delay", m.delay[unit], delay, f"example of {rule}")
    equal(UNITS, "R-K14 charge", m.charge[FULL][m.unit_by_key["R-K14"]], 12, "2.7d")


# -- tables -----------------------------------------------------------------------------------------------------------


def check_replacements(data: Data) -> None:
    """[2.4.2f, 7.2] Counters of one and of two factors, for both arms of both sides."""
    rows = data.charts.replacements
    for key in ("polish_infantry", "polish_cavalry", "russian_infantry", "russian_cavalry"):
        equal(CHARTS, f"replacements.{key}", set(getattr(rows, key)), {"1", "2"}, "2.4.2f")


def check_combat(m: Model) -> None:
    """[9.0m, 9.14.4d, 7.2.1d] The cells that examples show; an advance after everything in the last column."""
    for column, die, result in (("2:1", 6, "X"), ("6:1", 2, "X")):
        equal(CHARTS, f"combat.table {column}, die {die}", m.results[ODDS.index(column)][die - 1], result, "9.0m")
    equal(CHARTS, "combat.advance X", m.advance["X"], 3, "9.11j")
    for result in {result for column in m.results for result in column}:
        demand(result in m.advance, CHARTS, f"combat.advance {result}", "is missing [9.11j]")
    for result in m.results[-1]:
        demand(m.advance[result] > 0, CHARTS, f"combat.advance {result}", "is nothing in the last column [7.2.1d]")
    starts = [least for least, _ in m.retreat_losses]
    demand(starts == sorted(starts) and starts[0] == 1, CHARTS, "retreat.table", "begins with a total of 1 [9.14.2]")
    demand(2 in starts and 4 in starts, CHARTS, "retreat.table", "has a line for 2 and 3 [9.14.4d]")
    equal(CHARTS, "retreat.table 2-3, die 4", dict(m.retreat_losses)[2][3], "-", "9.14.4d")


def check_tracks(m: Model, data: Data) -> None:
    """[2.8, 6.0b, 11.1a, 11.2a, 17.1.1b, 22.2] Four turns a month; withdrawals and reserve divisions by date."""
    for track in (data.tracks.campaign, data.tracks.gates):
        days = [4 * MONTHS.index(row.turn.split()[0]) + WEEKS.index(row.turn.split()[1]) for row in track]
        demand(all(b == a + 1 for a, b in pairwise(days)), TRACKS, "turns", "follow week by week [2.8]")
    rows = {row.turn: row for row in data.tracks.campaign}
    equal(TRACKS, "campaign June I withdraw", set(rows["June I"].withdraw.split()), {"R-15", "R-29"}, "11.1a")
    equal(TRACKS, "campaign Sept IV withdraw", rows["Sept IV"].withdraw, "konarmiya", "11.2a")
    reserves = {m.key[unit] for unit in bits(m.reserves)}
    for turn in ("Sept IV", "Oct I"):
        came = reserves & set(rows[turn].arrive_russia.split())
        equal(TRACKS, f"campaign {turn}, reserve divisions", len(came), 1, "17.1.1b")


# -- scenarios --------------------------------------------------------------------------------------------------------


def check_scenarios(m: Model) -> None:
    """[3.2, 23.0, 23.1.3, 23.3b] Dates, who begins and deploys, what they ask for, and where they overstack."""
    equal(SCENARIOS, "scenarios", [scene.id for scene in m.scenarios], [row[0] for row in SPANS], "23.0a")
    for scene, (id, first, last, turns, begins, deploys, rule) in zip(m.scenarios, SPANS, strict=True):
        names = scene.track[0].name, scene.track[-1].name, scene.turns
        equal(SCENARIOS, f"{id}, first turn, last turn, turns", names, (first, last, turns), rule)
        found = scene.begins, scene.deploys_first
        equal(SCENARIOS, f"{id}, who begins and who deploys first", found, (begins, deploys), rule)
        equal(SCENARIOS, f"{id} russian_points", scene.russian_points, 17 if scene.short else 0, "23.3b")
        demand(bool(scene.garrison), SCENARIOS, f"{id} garrison", "is missing [17.2.1a]")
    equal(SCENARIOS, "gates, overstacked hexes", _overstacked(m), OVERSTACKED, "23.1.3")


def _overstacked(m: Model) -> set[str]:
    crowds = Counter(
        (stand.hex, bool(m.primary >> stand.unit & 1)) for stand in (*m.scenarios[0].fixed, *m.scenarios[0].historical)
    )
    return {m.grid.number(hex) for (hex, _), units in crowds.items() if units > 3}
