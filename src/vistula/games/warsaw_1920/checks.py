"""What the rulebook of Warsaw 1920 states about map, counters and charts, checked on the data whenever it is loaded.

Only what the rulebook states is demanded, so that an owner of the printed game can put in every other value.
"""

from collections.abc import Iterator
from pathlib import Path

from vistula.board.data import DataError, demand, equal
from vistula.board.hexes import Hex, HexSet, bits, collect
from vistula.games.stated import check_stated
from vistula.parts.stacking import Limit, broken
from vistula.parts.traces import spread

from .model import ARTILLERY, CAVALRY, INFANTRY, LIT, NO_GROUP, POL, POLAND, RUS, RUSSIA, UKR, WEST, Model
from .tables import RESULTS, Data

BOARD, UNITS, CHARTS, TRACKS, SCENARIOS = "board.toml", "units.csv", "charts.toml", "tracks.toml", "scenarios.toml"
GROUPS = ("Northern", "Polesie", "Southern")


def check(m: Model, data: Data) -> None:
    """Raise a DataError for the first thing in which the data differs from the rulebook."""
    check_stated(Path(__file__).parent, charts=data.charts, tracks=data.tracks)
    check_crt(m)
    check_scenarios(m, data)
    check_places(m)
    check_sources(m)
    check_examples(m)
    check_front(m)
    check_rails(m)
    check_units(m)
    check_quick_setup(m)


# -- map


def check_places(m: Model) -> None:
    """Places that the rulebook names, and who owns them at the start [3.1a]."""
    equal(BOARD, "places Lvov", m.grid.number(place(m, "Lvov")), "0615", "3.1e")
    for name in ("Warsaw", "Lvov"):
        demand(bool(m.major >> place(m, name) & 1), BOARD, f"places {name}", "must be a major city [3.1e, 11.6.2a]")
    for name in ("Brest", "Radom"):
        demand(bool(m.city >> place(m, name) & 1), BOARD, f"places {name}", "must be a city (4.2)")
    for p in m.board.places:
        side = "poland" if m.polish_start >> p.hex & 1 else "russia"
        demand(p.owner in ("", side), BOARD, f"places {p.name}", "must belong to its side of the front [3.1a]")


def check_sources(m: Model) -> None:
    """Supply sources: Warsaw and rail hexes at the western edge; Smolensk and Kiev [4.1.2a]."""
    stars = collect(place(m, name) for name in ("Smolensk", "Kiev"))
    equal(BOARD, "mark supply-russia", numbers(m, m.sources[RUSSIA]), numbers(m, stars), "4.1.2a")
    demand(bool(m.sources[POLAND] >> m.warsaw & 1), BOARD, "mark supply-poland", "Warsaw must be one [4.1.2a]")
    edge = m.sources[POLAND] & ~(1 << m.warsaw)
    demand(edge != 0, BOARD, "mark supply-poland", "a rail hex at the western edge is missing [4.1.2a]")
    for h in bits(edge):
        key = f"mark supply-poland {m.grid.number(h)}"
        demand(m.grid.position(h) == 1, BOARD, key, "is not at the western edge [4.1.2a]")
        demand(bool(m.rail_hexes >> h & 1), BOARD, key, "is no rail hex [4.1.2a]")


def place(m: Model, english: str) -> Hex:
    demand(english.casefold() in m.hexes_by_name, BOARD, f"places {english}", "is missing")
    return m.hexes_by_name[english.casefold()]


def numbers(m: Model, hexes: HexSet) -> str:
    return " ".join(m.grid.number(h) for h in bits(hexes))


def check_examples(m: Model) -> None:
    """Single hexes in the examples of movement (after 10.5) and combat (after 11.13)."""
    demand(m.grid.lines >= 19 and m.grid.length >= 25, BOARD, "grid", "must have a hex 1925 (example of movement)")
    h1925, h1924, h1823, h0417 = (m.grid.index(n) for n in ("1925", "1924", "1823", "0417"))
    equal(BOARD, "terrain.rows 1925", m.hex_cost[h1925], 1, "example of movement")
    equal(BOARD, "terrain.rows 1924", m.cost[h1925].get(h1924), 2, "example of movement")
    demand(h1823 in m.cost[h1924], BOARD, "terrain.rows 1823", "must be open from 1924 (example of movement)")
    demand(not m.around[h1925] >> h1823 & 1, BOARD, "grid", "1823 may not be next to 1925 (example of movement)")
    equal(BOARD, "terrain.rows 0417", m.defence[h0417], 1, "example of combat")


def check_front(m: Model) -> None:
    """The front line and the areas of groups and Fronts [3.1a, 3.1f, 3.2a, 3.2b]."""
    line = next(line for line in m.board.lines if line.kind == "front")
    pieces = len(line.strokes)
    demand(pieces == 1, BOARD, "front.last", f"the front line is broken into {pieces} pieces [3.1a]")
    ends = [m.grid.line(side[0]) for side in (m.front_sides[0], m.front_sides[-1])]
    demand(sorted(ends) == [1, m.grid.lines], BOARD, "front.last", "the line runs from map edge to map edge [3.1a]")
    for group, name in enumerate(GROUPS):
        demand(bool(m.frontline[group]), BOARD, f"area {name.lower()}", "has no frontline hex [3.1b, 3.1c, 3.1d]")
    rear = m.area[2] & ~m.frontline[2] & (m.city | m.major)
    equal(BOARD, "places (cities behind the Southern front line)", numbers(m, rear), "0615", "3.1e")


def check_rails(m: Model) -> None:
    """Every town and city lies on the railway and is linked to a source of its owner [4.1.1c, 9.1a]."""
    linked = [spread(m.rail_around, m.sources[side], m.rail_hexes) for side in (POLAND, RUSSIA)]
    for owned in m.board.places:
        if owned.kind == "name":
            continue
        side = POLAND if owned.owner == "poland" else RUSSIA
        key = f"rails at {owned.name} {m.grid.number(owned.hex)}"
        demand(bool(linked[side] >> owned.hex & 1), BOARD, key, "no railway leads to a supply source [4.1.1c, 9.1a]")


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
        many = f"{row.count(units)} {row.words}s, the limit is {row.most}" if isinstance(row, Limit) else row.words
        raise DataError(UNITS, f"quick {m.grid.number(h)}", f"{many} [{row.rule}]")
