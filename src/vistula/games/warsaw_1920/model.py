"""Everything that never changes in a game of Warsaw 1920: map, units, charts, tracks, as tables by hex and by unit.

A hex is an index of the grid, a set of hexes an int; a unit is its number, Polish units first, and a set of units is
an int too. Names follow the rulebook. What the charts and tracks say is kept as their files have it.
"""

from functools import cache

from vistula.board.data import DataError, unique
from vistula.board.hexes import HexGrid, collect
from vistula.board.hexnames import hex_of
from vistula.games.loading import Loaded
from vistula.kernel.decision import SeatId
from vistula.parts.odds import Columns
from vistula.parts.stacking import Alike, Limit

from .layout import Map
from .tables import RESULTS, Data, UnitRow

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


class Units:
    """The counters, as tables by unit."""

    def __init__(self, rows: list[UnitRow], grid: HexGrid) -> None:
        for row in rows:
            check_row(row)
        self.side = tuple(RUSSIA if row.nation == "RUS" else POLAND for row in rows)
        if (sides := [*self.side]) != sorted(sides):
            raise DataError("units.csv", rows[sides.index(RUSSIA)].id, "Polish units come first, then the Russian ones")
        poles = sides.count(POLAND)
        self.units, self.polish, self.russian = range(len(rows)), range(poles), range(poles, len(rows))
        self.units_of = self.polish, self.russian
        self.key = tuple(r.id for r in rows)
        self.label = tuple(r.label for r in rows)
        self.full_name = tuple(r.name for r in rows)
        self.nation = tuple(_NATIONS[r.nation] for r in rows)  # the counter's colour [2.2.2a]
        self.group = tuple(_GROUPS.get(r.formation, -1) for r in rows)  # -1 for Russians [2.2.2b]
        self.front = tuple(_FRONTS.get(r.formation, -1) for r in rows)  # -1 for Poles
        self.kind = tuple(_KINDS[row.type] for row in rows)
        self.size = tuple(r.size for r in rows)  # XX or X, without effect [2.2.4a]
        self.cf = tuple(r.cf for r in rows)
        self.ma = tuple(r.ma for r in rows)
        self.elite = tuple(bool(r.elite) for r in rows)
        self.shock = tuple(bool(r.shock) for r in rows)
        self.entry = tuple(int(r.entry or 0) for r in rows)  # 0: starts on the map [2.2.9a]
        self.quick = tuple(hex_of(grid, "units.csv", f"{r.id} quick", r.quick) if r.quick else -1 for r in rows)
        self.unit_by_key = {r.id: u for u, r in enumerate(rows)}
        # Sets of units: by side, by Front, by kind.
        self.army = collect(self.polish), collect(self.russian)
        self.army_of = tuple(collect(u for u in self.units if self.front[u] == front) for front in (WEST, SOUTHWEST))
        self.artillery = collect(u for u in self.units if self.kind[u] == ARTILLERY)
        self.cavalry = collect(u for u in self.units if self.kind[u] == CAVALRY)


class Model(Loaded, Map, Units):
    """The tables of one pack of data."""

    def __init__(self, data: Data) -> None:
        charts, tracks = data.charts, data.tracks
        unique("charts.toml", "terrain", (t.name for t in charts.terrain))
        unique("charts.toml", "place", (p.name for p in charts.place))
        self.hash, self.scenarios = data.hash, tuple(data.scenarios)
        self.columns = tuple(charts.crt.columns.split())  # of the combat results table, "1:3" … "6:1"
        self.crt = crt_rows(charts.crt.rows, self.columns)  # crt[die][column]; row 0 is empty
        self.crt_worse = charts.crt.worse  # result of odds below the first column
        self.odds = Columns(self.columns)
        self.die, self.hexside = charts.die, charts.hexside
        for number, turn in enumerate(tracks.turn, 1):
            if turn.number != number:
                raise DataError("tracks.toml", f"turn {turn.number}", f"turn {number} is expected here")
        self.turns = len(tracks.turn)
        self.dates = ("", *(turn.dates for turn in tracks.turn))  # by turn
        self.polish_ops = (0, *(turn.operations for turn in tracks.turn))  # by turn, before the counterattack
        self.operations, self.counterattack = tracks.operations, tracks.counterattack
        self.supply = tracks.supply.west, tracks.supply.southwest  # by Front
        self.resupply, self.points = tracks.resupply, tracks.points
        Map.__init__(self, data.board, charts)
        Units.__init__(self, data.units, data.board.grid)
        self.stacking = self._stacking(data)  # by side

    def _stacking(self, data: Data) -> tuple[tuple[Alike | Limit, ...], tuple[Alike | Limit, ...]]:
        """[6.0a, 6.0b, 6.0d, 6.0e, 6.2a] Who may share a hex at the end of a phase."""
        limits = data.charts.stacking
        poles = Alike("6.0d", self.nation, "units of different nationality"), Limit("6.0a", -1, limits.poland)
        guns = Limit("6.2a", self.artillery, limits.artillery, "artillery unit")
        others = Limit("6.0b", ~self.artillery, limits.russia)
        return poles, (Alike("6.0e", self.front, "units of both Fronts"), guns, others)


shipped = cache(Model.load)
"""The model of the shipped data."""


def check_row(row: UnitRow) -> None:
    russian = row.nation == "RUS"
    if russian != (row.formation in _FRONTS):
        raise DataError("units.csv", row.id, "groups are Polish, Fronts are Russian [2.2.2b]")
    if bool(row.entry) == bool(row.quick):
        raise DataError("units.csv", row.id, "a unit has either an entry turn or a hex at the start [2.2.9a]")
    if row.cf < 1 or row.ma < 1:
        raise DataError("units.csv", row.id, "combat factor and movement allowance are at least 1 [2.2.6a, 2.2.7a]")


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
