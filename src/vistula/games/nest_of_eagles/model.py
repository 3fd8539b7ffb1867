"""Everything that never changes in a game of 1920: Nest of Eagles: map, units, tables, scenarios.

A hex is an index of the grid, a set of hexes an int; a unit is its number, Poles first, then Soviets, then Lithuanians,
and a set of units is an int too. A table of hexsides is six sets of hexes by direction. The map is
laid out in ``layout``, the units in ``units``, the scenarios in ``scenarios``.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from vistula.board.data import DataError
from vistula.board.hexes import collect
from vistula.games.loading import Loaded
from vistula.games.nest_of_eagles.board import BELARUS, POLISH, UKRAINE
from vistula.games.nest_of_eagles.layout import Map
from vistula.games.nest_of_eagles.scenarios import Scenario, scenario, whole
from vistula.games.nest_of_eagles.tables import (
    CHARTS,
    TRACKS,
    ByKind,
    Change,
    Charts,
    Data,
    Event,
    MoraleRow,
    Tracks,
)
from vistula.games.nest_of_eagles.units import (
    AIR,
    ARTILLERY,
    BRIGADE,
    CARS,
    CAVALRY,
    DIVISION,
    FULL,
    INFANTRY,
    KINDS,
    LITHUANIA,
    MOTORIZED,
    POLAND,
    REDUCED,
    REGIMENT,
    REMNANT,
    SOUTHWEST,
    SOVIET,
    SUPPORT,
    TANK,
    TRAIN,
    WEST,
    Units,
)
from vistula.kernel.decision import SeatId

__all__ = [
    "AIR", "ARTILLERY", "BELARUS", "BRIGADE", "CARS", "CAVALRY", "DIVISION", "FULL", "INFANTRY", "LITHUANIA",
    "MOTORIZED", "POLAND", "POLISH", "REDUCED", "REGIMENT", "REMNANT", "SEATS", "SEATS3", "SOUTHWEST", "SOVIET",
    "SUPPORT", "TANK", "THEATERS", "TRAIN", "UKRAINE", "WEST", "Model", "Scenario", "shipped",
]  # fmt: skip

SEATS = (SeatId("poland"), SeatId("russia"))
SEATS3 = (SeatId("poland"), SeatId("russia-west"), SeatId("russia-southwest"))
THEATERS = ("Polish", "Lithuanian-Belarusian", "Ukrainian")
_MOST = 8  # strength points that count [10.3a]


@dataclass(frozen=True, slots=True)
class Trade:
    """[23.5.2a, 23.5.2b] Units that a Political Priority brings in a round, and those that leave."""

    round: int
    come: int
    leave: int


class Aids:
    """Player aids and tracks. Rows without an index are as their file has them."""

    def __init__(self, charts: Charts, tracks: Tracks, events: list[Event], unit_by_key: dict[str, int]) -> None:
        self.dates: Final = ("", *tracks.dates)  # by round; entry 0 is empty [2.0b]
        self.rounds: Final = len(tracks.dates)
        self.round_of: Final = {date: number for number, date in enumerate(self.dates) if number}
        if len(self.round_of) < self.rounds:
            raise DataError(TRACKS, "dates", "a date stands twice")
        # By strength of the attacker, then of the defender, 0 to 8 [10.3a, 10.5a].
        self.chance, self.very_favorable = attack_table(charts.attack.table)
        self.most_morale: Final = charts.morale.boxes  # the last box [13.2b]
        self.level_of: Final = levels(charts.morale)  # level_of[box + 24] [13.2a]
        self.stacking: Final = charts.stacking
        self.remnant: Final = charts.remnant
        self.movement: Final = charts.movement
        self.friction: Final = charts.friction
        # By side and kind; 0: the attacked hex only, -1: no advance [12.1a, 12.1b].
        self.advance_mp: Final = by_kind(charts.advance.poland), by_kind(charts.advance.soviet)
        self.modifiers: Final = charts.modifiers
        self.orders: Final = charts.orders
        self.retreat: Final = charts.retreat
        self.supply: Final = charts.supply
        self.rail: Final = charts.rail
        self.volunteer_army: Final = charts.volunteers
        self.markers: Final = charts.markers
        self.events: Final = tuple(events)  # Polish, then Soviet

        def army(key: str, text: str) -> int:
            return collect(found(unit_by_key, key, word) for word in text.split())

        def trade(key: str, row: Change) -> Trade:
            return Trade(found(self.round_of, key, row.round), army(key, row.come), army(key, row.leave))

        options, order = charts.options, charts.volunteers.order
        self.volunteer_order: Final = tuple(army("volunteers.order", text) for text in order)  # by turn of forming
        self.dated: Final = tuple(  # groups of Alternative Reinforcements: round and units [23.4.2e]
            (found(self.round_of, "options.dated", row.round), army("options.dated", row.units))
            for row in options.dated
        )
        self.letter: Final = trade("options.letter", options.letter)
        self.third_army: Final = trade("options.third_army", options.third_army)


class Model(Loaded, Map, Units, Aids):
    """The tables of one pack of data, which nobody changes. Names follow the rulebook."""

    def __init__(self, data: Data) -> None:
        Map.__init__(self, data.board)
        Units.__init__(self, data.units)
        Aids.__init__(self, data.charts, data.tracks, data.events, self.unit_by_key)
        self.hash: Final = data.hash  # SHA-256 of the data used
        rows = whole(data.scenarios)
        self.scenarios: Final = tuple(scenario(row, self, self.unit_by_key, self.round_of) for row in rows)
        self.add_markers(data.charts.markers.patrols, data.charts.markers.groups)

    @cached_property
    def concealed(self) -> Model:
        """[23.1] The same with Patrols and Groups among the units of each side; Groups generate LOF [23.1.2b]."""
        twin = copy(self)
        vars(twin).update(
            units_of=tuple(own + self.patrols[side] + self.groups[side] for side, own in enumerate(self.units_of)),
            army=tuple(own | collect(self.patrols[side] + self.groups[side]) for side, own in enumerate(self.army)),
            lof_full=self.lof_full | self.all_groups,
        )
        return twin

    def scenario(self, id: str) -> Scenario:
        return next(scene for scene in self.scenarios if scene.id == id)


shipped = cache(Model.load)
"""The model of the shipped data."""


def found(table: dict[str, int], key: str, word: str) -> int:
    if word not in table:
        raise DataError(CHARTS, key, f"{word!r} is unknown")
    return table[word]


def levels(m: MoraleRow) -> tuple[int, ...]:
    """The level of each box, from the Polish end of the track to the Soviet one [13.2a]."""
    return tuple((abs(box) >= m.level_1) + (abs(box) >= m.level_2) for box in range(-m.boxes, m.boxes + 1))


def by_kind(row: ByKind) -> tuple[int, ...]:
    return tuple(getattr(row, kind) for kind in KINDS)


def attack_table(text: str) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[bool, ...], ...]]:
    """The printed rows are the defender's: turned here, with an empty line for strength 0."""
    lines = [line.split() for line in text.strip().split("\n")]
    numbers = [str(n) for n in range(1, _MOST + 1)]
    if lines[0][1:] != numbers or [line[0] for line in lines[1:]] != numbers:
        raise DataError(CHARTS, "attack.table", "columns and rows are numbered 1 to 8 [10.3a]")
    cells: dict[tuple[int, int], str] = {}
    for defender, line in enumerate(lines[1:], 1):
        for attacker, cell in enumerate(line[1:], 1):
            if not cell.removesuffix("*").isdigit():
                raise DataError(CHARTS, f"attack.table {defender}", f"{cell!r} is no number")
            cells[attacker, defender] = cell
        if len(line) != _MOST + 1:
            raise DataError(
                CHARTS, f"attack.table {defender}", f"{_MOST} cells are wanted, {len(line) - 1} stand there"
            )
    span = range(_MOST + 1)
    chance = tuple(tuple(int(cells.get((a, d), "0").removesuffix("*")) for d in span) for a in span)
    return chance, tuple(tuple(cells.get((a, d), "").endswith("*") for d in span) for a in span)
