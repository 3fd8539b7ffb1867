"""What the rulebook of Warsaw 1920 states about counters and charts, checked on the data whenever it is loaded.

Only what the rulebook states is demanded, so that an owner of the printed game can put in every other value. What it
states about the map is in `board_checks`.
"""

from collections.abc import Iterator
from pathlib import Path

from vistula.board.data import DataError, demand, equal
from vistula.board.hexes import Hex
from vistula.board.statements import prove
from vistula.games.stated import check_stated
from vistula.parts.stacking import broken

from .board_checks import stated
from .model import ARTILLERY, CAVALRY, INFANTRY, LIT, NO_GROUP, POL, POLAND, RUS, UKR, WEST, Model
from .tables import RESULTS, Data

UNITS, CHARTS, SCENARIOS = "units.csv", "charts.toml", "scenarios.toml"
GROUPS = ("Northern", "Polesie", "Southern")


def check(m: Model, data: Data) -> None:
    """Raise a DataError for the first thing in which the data differs from the rulebook."""
    check_stated(Path(__file__).parent, charts=data.charts, tracks=data.tracks)
    check_crt(m)
    check_scenarios(m, data)
    prove(stated(m))
    check_units(m)
    check_quick_setup(m)


# -- counters


def check_units(m: Model) -> None:
    """Sides, types, sizes, elites and the counters that the rulebook names [2.2.4a, 2.2.6a, 2.2.7a]."""
    for u in m.units:
        for holds, reason in polish_unit(m, u) if m.side[u] == POLAND else russian_unit(m, u):
            demand(holds, UNITS, m.key[u], reason)
    for holds, missing in counters(m):
        demand(holds, UNITS, "the counters", f"{missing} is missing")


def polish_unit(m: Model, u: int) -> list[tuple[bool, str]]:
    legion = m.label[u].startswith("PL")
    return [
        (m.kind[u] != ARTILLERY, "only the Russians have artillery [2.2.3a]"),
        (m.elite[u] == m.shock[u] == legion, "elite and shock belong to the Legion, PL [2.2.5a, 4.1.3b, 11.8a]"),
        (bool(m.entry[u]) == (m.group[u] == NO_GROUP), "reinforcements, and only they, have no group [2.2.2b]"),
    ]


def russian_unit(m: Model, u: int) -> list[tuple[bool, str]]:
    guns = m.kind[u] == ARTILLERY
    elite = guns or (m.kind[u] == CAVALRY and m.size[u] == "XX")
    return [
        (m.elite[u] == elite, "the elite are the cavalry divisions and the artillery [2.2.5a, 4.1.3a]"),
        (not m.shock[u], "shock belongs to the Polish Legion [11.8a]"),
        (not guns or m.front[u] == WEST, "artillery belongs to the Western Front [11.7b]"),
    ]


def counters(m: Model) -> Iterator[tuple[bool, str]]:
    """Counters that must be there, because a rule or an example speaks of them."""
    for nation, name in ((POL, "Polish"), (UKR, "Ukrainian"), (LIT, "Lithuanian"), (RUS, "Russian")):
        yield nation in m.nation, f"a {name} unit [2.2.2a]"
    for group, name in enumerate(GROUPS):
        yield group in m.group, f"a unit of the {name} Group [2.2.2b]"
    yield m.artillery != 0, "Russian artillery [2.2.3a]"
    tenth = (u for u in m.russian if m.label[u] == "10")
    yield any(m.kind[u] == INFANTRY for u in tenth), "the Russian 10th Infantry Division (7.0)"
    horse = (u for u in m.polish if m.kind[u] == CAVALRY and m.label[u].startswith("PL 2"))
    yield any(m.cf[u] == 5 for u in horse), "the Legion's 2nd Cavalry Division with a factor of 5 (11.9)"
    yield any(m.cf[u] == 2 for u in m.polish), "a Polish side unit with a factor of 2 (11.13)"
    yield any(m.cf[u] == 6 for u in m.polish), "a Polish side unit with a factor of 6 (11.13)"
    for factor in (3, 4):
        yield any(m.cf[u] == factor for u in m.russian), f"a Russian unit with a factor of {factor} (11.6.1, 11.9)"


# -- charts and scenarios


def check_crt(m: Model) -> None:
    """The rows, the results and the cells of the combat results table that examples show [2.0a, 11.5a, 11.5c]."""
    demand(len(m.crt) > m.die.sides, CHARTS, "crt.rows", f"row {len(m.crt)} is missing [2.0a]")
    for odds in ("1:1", "3:1", "4:1"):
        demand(odds in m.columns, CHARTS, "crt.columns", f"the {odds} column is missing [11.5a]")
    for odds, die, result in (("1:1", 4, "EX"), ("4:1", 5, "DR4")):
        equal(CHARTS, f"crt.rows {die} {odds}", m.crt[die][m.columns.index(odds)], result, "11.5b")
    used = {cell for row in m.crt for cell in row}
    for result in RESULTS:
        demand(result in used, CHARTS, "crt.rows", f"the result {result} never comes up (11.9)")


def check_scenarios(m: Model, data: Data) -> None:
    for scenario in data.scenarios:
        equal(SCENARIOS, f"scenario {scenario.id} turns", scenario.turns, m.turns, "4.1a")


# -- quick set-up


def check_quick_setup(m: Model) -> None:
    """[3.0c] The fixed set-up stands in for 3.1 and 3.2: it keeps only to its side of the line and to stacking."""
    stacks: dict[Hex, list[int]] = {}
    for u in m.units:
        if m.quick[u] >= 0:
            check_quick_hex(m, u)
            stacks.setdefault(m.quick[u], []).append(u)
    for h, units in stacks.items():
        check_quick_stack(m, h, units)


def check_quick_hex(m: Model, u: int) -> None:
    """[3.1a] Each side starts on the hexes that it controls."""
    west = m.polish_start if m.side[u] == POLAND else ~m.polish_start
    own = west & m.enterable[m.side[u]] & ~m.east_prussia
    where = m.hex_name(m.quick[u])
    demand(bool(own >> m.quick[u] & 1), UNITS, f"{m.key[u]} quick", f"{where} is not on its side of the front [3.1a]")


def check_quick_stack(m: Model, h: Hex, units: list[int]) -> None:
    row = broken(m.stacking[m.side[units[0]]], units)
    if row is not None:
        raise DataError(UNITS, f"quick {m.grid.number(h)}", f"{row.why(units)} [{row.rule}]")
