"""Everything that never changes in a game of Red Star/White Eagle: map, counters, tables, scenarios.

A hex is an index of the grid, a set of hexes an int; a piece is its number (units, then replacement counters), and a
set of pieces is an int too. A table of hexsides is six sets of hexes by direction. The map is laid out in ``layout``,
the counters in ``units``, the scenarios in ``scenarios``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from vistula.board.data import DataError
from vistula.games.loading import Loaded
from vistula.games.red_star_white_eagle.layout import Map
from vistula.games.red_star_white_eagle.scenarios import Scenario, scenarios
from vistula.games.red_star_white_eagle.tables import CHARTS, Charts, Data
from vistula.games.red_star_white_eagle.units import Units
from vistula.kernel.decision import SeatId

SEATS = (SeatId("poland"), SeatId("russia"))
SEATS3 = (SeatId("poland"), SeatId("russia-west"), SeatId("russia-southwest"))
ODDS: Final = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
NO_EFFECT, HALF, ELIMINATED = "-", "1/2E", "E"  # results of the ZOC Retreat Table [9.14.4]


class Aids:
    """Player aids. Rows without an index are as their file has them."""

    def __init__(self, charts: Charts, data: Data) -> None:
        # results[column of odds][die - 1] [9.11]
        self.results: Final = table(charts.combat.table, ODDS, "combat.table")
        self.advance: Final = charts.combat.advance  # movement points by result [9.15]
        self.best_advance: Final = charts.combat.best_advance
        rows = [line.split() for line in charts.retreat.table.strip().split("\n")]
        # (least total of delay factors, results by die - 1), rising [9.14.2]
        self.retreat_losses: Final = tuple((int(row[0].rstrip("+").split("-")[0]), tuple(row[1:])) for row in rows)
        for row in rows:
            if len(row) != 7 or set(row[1:]) - {NO_EFFECT, HALF, ELIMINATED}:
                raise DataError(CHARTS, "retreat.table", f"row {row[0]}: six results are -, 1/2E or E [9.14.4]")
        self.costs: Final = charts.movement  # terrain costs [8.1.1]
        self.supply_leg: Final = charts.supply.leg  # [10.5.2]
        self.rally: Final = tuple(tuple(row.split()) for row in data.tracks.rally.rows)  # keys, leftmost first [22.2]
        self.rally_points: Final = data.tracks.rally.infantry, data.tracks.rally.cavalry  # [22.6]


class Model(Loaded, Map, Units, Aids):
    """The tables of one pack of data, which nobody changes. Names follow the rulebook."""

    def __init__(self, data: Data) -> None:
        Map.__init__(self, data.board)
        Units.__init__(self, data.units, data.charts.replacements)
        Aids.__init__(self, data.charts, data)
        self.hash: Final = data.hash  # SHA-256 of the data used
        self.scenarios: Final = scenarios(data, self, self)

    def scenario(self, id: str) -> Scenario:
        return next(scene for scene in self.scenarios if scene.id == id)


shipped = cache(Model.load)
"""The model of the shipped data."""


def table(text: str, columns: tuple[str, ...], key: str) -> tuple[tuple[str, ...], ...]:
    """A chart with a line for each column of odds and a result for each die."""
    rows = [line.split() for line in text.strip().split("\n")]
    if tuple(row[0] for row in rows) != columns or any(len(row) != 7 for row in rows):
        raise DataError(CHARTS, key, f"the lines are {', '.join(columns)}, with six results each [9.0]")
    return tuple(tuple(row[1:]) for row in rows)
