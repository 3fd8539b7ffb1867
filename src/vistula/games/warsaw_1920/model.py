"""Everything that never changes in a game of Warsaw 1920: map, units, charts, tracks, as tables by hex and by unit.

A hex is an index of the grid, a set of hexes an int; a unit is its number, Polish units first, and a set of units is
an int too. Tables by hex have an entry for every slot of the grid; hexes that are not of the game have empty ones.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from vistula.board.data import DataError, unique
from vistula.board.hexes import Hex, HexGrid, HexSet, Side, collect
from vistula.board.hexmap import HexMap
from vistula.board.hexnames import HexNames
from vistula.games.warsaw_1920.layout import map_tables
from vistula.games.warsaw_1920.tables import RESULTS, Charts, Data, Scenario, UnitRow, tables
from vistula.kernel.decision import SeatId

POLAND, RUSSIA = 0, 1
SEATS = (SeatId("poland"), SeatId("russia"))
INFANTRY, CAVALRY, ARTILLERY = 0, 1, 2
POL, UKR, LIT, RUS = 0, 1, 2, 3
NORTHERN, POLESIE, SOUTHERN, NO_GROUP = 0, 1, 2, 3
WEST, SOUTHWEST = 0, 1

_KINDS = {"inf": INFANTRY, "cav": CAVALRY, "art": ARTILLERY}
_NATIONS = {"POL": POL, "UKR": UKR, "LIT": LIT, "RUS": RUS}
_GROUPS = {"N": NORTHERN, "P": POLESIE, "S": SOUTHERN, "": NO_GROUP}
_FRONTS = {"W": WEST, "SW": SOUTHWEST}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Model(HexNames):
    """The frozen tables. Names follow the rulebook; ``[u]`` is by unit, ``[h]`` by hex."""

    hash: str  # SHA-256 of the data used
    board: HexMap  # for pictures
    scenarios: tuple[Scenario, ...]

    # -- map [2.1a, 2.1b]
    grid: HexGrid
    land: HexSet  # hexes of the game without Danzig, with East Prussia
    danzig: HexSet
    east_prussia: HexSet
    lithuania: HexSet  # open to both sides [10.5d]
    enterable: tuple[HexSet, HexSet]  # by side; Lithuania to both [10.5a, 10.5b, 10.5d]
    next: tuple[tuple[Hex, ...], ...]  # neighbours in ``land``
    around: tuple[HexSet, ...]  # the same as sets
    terrain: tuple[str, ...]
    hex_cost: tuple[int, ...]  # MP for the hex itself
    cost: tuple[dict[Hex, int], ...]  # cost[h][n]: MP for the step from h to n, by rail if there is one
    defence: tuple[int, ...]  # what the hex multiplies its defender by
    river: tuple[HexSet, ...]  # neighbours across a river
    trench: tuple[HexSet, ...]  # neighbours across a trench, whichever way it faces
    trench_front: tuple[HexSet, ...]  # neighbours whose attack into the hex meets a trench's front
    rail: tuple[tuple[Hex, ...], ...]  # neighbours by rail; no rail through Danzig or East Prussia
    rail_around: tuple[HexSet, ...]  # the same as sets
    rail_hexes: HexSet
    major: HexSet
    city: HexSet  # without the major cities
    town: HexSet
    warsaw: Hex
    sources: tuple[HexSet, HexSet]  # supply sources by side [4.1.2a]
    place: tuple[str, ...]
    english: tuple[str, ...]
    polish_start: HexSet  # Polish-controlled at the start [3.1a]
    frontline: tuple[HexSet, HexSet, HexSet]  # Polish frontline hexes by group
    area: tuple[HexSet, HexSet, HexSet]  # by group, from the front line to the western edge [3.1f]
    front_area: tuple[HexSet, HexSet]  # by Front, east of the line
    front_sides: tuple[Side, ...]  # (Polish hex, Russian hex)

    # -- units
    units: range
    polish: range
    russian: range
    key: tuple[str, ...]
    label: tuple[str, ...]
    full_name: tuple[str, ...]
    side: tuple[int, ...]
    nation: tuple[int, ...]  # the counter's colour [2.2.2a]
    group: tuple[int, ...]  # -1 for Russians [2.2.2b]
    front: tuple[int, ...]  # -1 for Poles
    kind: tuple[int, ...]
    size: tuple[str, ...]  # XX or X, without effect [2.2.4a]
    cf: tuple[int, ...]
    ma: tuple[int, ...]
    elite: tuple[bool, ...]
    shock: tuple[bool, ...]
    entry: tuple[int, ...]  # 0: starts on the map [2.2.9a]
    quick: tuple[Hex, ...]  # -1: not on the map at the start
    unit_by_key: dict[str, int]
    army: tuple[int, int]  # sets of units: by side, by Front, by kind
    army_of: tuple[int, int]
    artillery: int
    cavalry: int

    # -- charts
    columns: tuple[str, ...]  # of the combat results table, "1:3" … "6:1"
    crt: tuple[tuple[str, ...], ...]  # crt[die][column]; row 0 is empty
    crt_worse: str  # result of odds below the first column
    die_sides: int
    artillery_die: int
    shock_die: int
    river_defence: int
    trench_attack: int
    stack_limit: tuple[int, int]
    artillery_limit: int

    # -- tracks
    turns: int
    dates: tuple[str, ...]  # by turn; entry 0 is empty
    polish_ops: tuple[int, ...]  # by turn, before the counterattack is counted
    russian_ops: int
    reorganized_turns: int
    counterattack_turns: tuple[int, int]
    counterattack_chosen: int
    counterattack_revealed: int
    counterattack_cost: int
    sp_start: tuple[int, int]
    sp_max: tuple[int, int]
    sp_liberated: int
    resupply_small: int
    resupply_a_vp: int
    vp_city: int
    vp_major: int
    vp_warsaw_polish: int
    vp_warsaw_russian: int
    vp_elite: int
    surrendered_a_vp: int

    hexes_by_name: dict[str, Hex]

    @classmethod
    def load(cls, pack: Path | None = None) -> "Model":
        """Read, check and lay out the data; files in the pack folder take the place of the shipped ones."""
        from vistula.games.warsaw_1920.checks import check  # the checks speak of a whole model

        data = Data.read(pack)
        with tables(pack):
            parts = chart_tables(data.charts) | track_tables(data) | map_tables(data) | unit_tables(data)
            model = cls(hash=data.hash, **parts)
            check(model, data)
        return model


@cache
def shipped() -> Model:
    """The model of the shipped data."""
    return Model.load()


# -- units


def unit_tables(data: Data) -> dict[str, Any]:
    rows = data.units
    unique("units.csv", "id", (row.id for row in rows))
    for row in rows:
        check_row(row)
    sides = [RUSSIA if row.nation == "RUS" else POLAND for row in rows]
    if sides != sorted(sides):
        raise DataError("units.csv", rows[sides.index(RUSSIA)].id, "Polish units come first, then the Russian ones")
    poles = sides.count(POLAND)
    kinds = tuple(_KINDS[row.type] for row in rows)
    return {
        "units": range(len(rows)),
        "polish": range(poles),
        "russian": range(poles, len(rows)),
        "key": tuple(r.id for r in rows),
        "label": tuple(r.label for r in rows),
        "full_name": tuple(r.name for r in rows),
        "side": tuple(sides),
        "nation": tuple(_NATIONS[r.nation] for r in rows),
        "group": tuple(_GROUPS.get(r.formation, -1) for r in rows),
        "front": tuple(_FRONTS.get(r.formation, -1) for r in rows),
        "kind": kinds,
        "size": tuple(r.size for r in rows),
        "cf": tuple(r.cf for r in rows),
        "ma": tuple(r.ma for r in rows),
        "elite": tuple(bool(r.elite) for r in rows),
        "shock": tuple(bool(r.shock) for r in rows),
        "entry": tuple(int(r.entry or 0) for r in rows),
        "quick": tuple(quick_hex(data.board.grid, r) for r in rows),
        "unit_by_key": {r.id: u for u, r in enumerate(rows)},
        "army": tuple(collect(u for u, side in enumerate(sides) if side == mine) for mine in (POLAND, RUSSIA)),
        "army_of": tuple(collect(u for u, row in enumerate(rows) if _FRONTS.get(row.formation) == f) for f in range(2)),
        "artillery": collect(u for u, kind in enumerate(kinds) if kind == ARTILLERY),
        "cavalry": collect(u for u, kind in enumerate(kinds) if kind == CAVALRY),
    }


def check_row(row: UnitRow) -> None:
    russian = row.nation == "RUS"
    if russian != (row.formation in _FRONTS):
        raise DataError("units.csv", row.id, "groups are Polish, Fronts are Russian [2.2.2b]")
    if bool(row.entry) == bool(row.quick):
        raise DataError("units.csv", row.id, "a unit has either an entry turn or a hex at the start [2.2.9a]")
    if row.cf < 1 or row.ma < 1:
        raise DataError("units.csv", row.id, "combat factor and movement allowance are at least 1 [2.2.6a, 2.2.7a]")


def quick_hex(grid: HexGrid, row: UnitRow) -> Hex:
    if not row.quick:
        return -1
    try:
        return grid.index(row.quick)
    except ValueError as error:
        raise DataError("units.csv", f"{row.id} quick", str(error)) from None


# -- charts and tracks


def chart_tables(charts: Charts) -> dict[str, Any]:
    unique("charts.toml", "terrain", (t.name for t in charts.terrain))
    unique("charts.toml", "place", (p.name for p in charts.place))
    die, side, stacking = charts.die, charts.hexside, charts.stacking
    columns = tuple(charts.crt.columns.split())
    return {
        "columns": columns,
        "crt": crt_rows(charts.crt.rows, columns),
        "crt_worse": charts.crt.worse,
        "die_sides": die.sides,
        "artillery_die": die.artillery,
        "shock_die": die.shock,
        "river_defence": side.river_defence,
        "trench_attack": side.trench_attack,
        "stack_limit": (stacking.poland, stacking.russia),
        "artillery_limit": stacking.artillery,
    }


def crt_rows(text: str, columns: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    rows: list[tuple[str, ...]] = [()]
    for line in text.split("\n"):
        number, *cells = line.split() or [""]
        if not number:
            continue
        if number != str(len(rows)):
            raise DataError("charts.toml", f"crt.rows {number}", f"the row for die {len(rows)} is expected here")
        if len(cells) != len(columns):
            raise DataError("charts.toml", f"crt.rows {number}", f"{len(columns)} results wanted, {len(cells)} found")
        for column, cell in zip(columns, cells, strict=True):
            if cell not in RESULTS:
                raise DataError("charts.toml", f"crt.rows {number} {column}", f"{cell!r} is no combat result (11.9)")
        rows.append(tuple(cells))
    return tuple(rows)


def track_tables(data: Data) -> dict[str, Any]:
    t = data.tracks
    for number, turn in enumerate(t.turn, 1):
        if turn.number != number:
            raise DataError("tracks.toml", f"turn {turn.number}", f"turn {number} is expected here")
    return {
        "scenarios": tuple(data.scenarios),
        "turns": len(t.turn),
        "dates": ("", *(turn.dates for turn in t.turn)),
        "polish_ops": (0, *(turn.operations for turn in t.turn)),
        "russian_ops": t.operations.russian,
        "reorganized_turns": t.operations.reorganized,
        "counterattack_turns": t.counterattack.turns,
        "counterattack_chosen": t.counterattack.chosen,
        "counterattack_revealed": t.counterattack.revealed,
        "counterattack_cost": t.counterattack.cost,
        "sp_start": (t.supply.west.start, t.supply.southwest.start),
        "sp_max": (t.supply.west.maximum, t.supply.southwest.maximum),
        "sp_liberated": t.resupply.liberated,
        "resupply_small": t.resupply.small,
        "resupply_a_vp": t.resupply.points_a_vp,
        "vp_city": t.points.city,
        "vp_major": t.points.major,
        "vp_warsaw_polish": t.points.warsaw_polish,
        "vp_warsaw_russian": t.points.warsaw_russian,
        "vp_elite": t.points.elite,
        "surrendered_a_vp": t.points.surrendered_a_vp,
    }
