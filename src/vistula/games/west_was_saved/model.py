"""Everything that never changes in a game of How the West was Saved, as tables by hex and by piece.

A hex is an index of the grid, a set of hexes an int. A piece is its number: the combat units of the Polish side, then
of the Russian side, then the command units in the same order; a set of pieces is an int too. Facings 0 to 5 are the
directions of the grid: north, north-east, south-east, south, south-west, north-west.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from vistula.board.data import DataError, unique
from vistula.board.hexes import Hex, HexGrid, HexSet, collect, members
from vistula.board.hexnames import hex_of
from vistula.games.loading import Loaded
from vistula.kernel.decision import SeatId

from .board import Map
from .cards.cardfile import Card, card_places, check_cards
from .tables import BySide, CommandRow, Data, DecisiveRow, Depots, Scenario, Tracks, UnitRow

POLAND, RUSSIA = 0, 1
SEATS = (SeatId("poland"), SeatId("russia"))
INFANTRY, CAVALRY, ARTILLERY, COMMAND = 0, 1, 2, 3
POL, UKR, RUS, LIT = 0, 1, 2, 3
NORTH, SOUTH = 0, 1
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
UNITS, COMMANDS, TRACKS, SCENARIOS = "units.csv", "commands.csv", "tracks.toml", "scenarios.toml"

_KINDS = {"inf": INFANTRY, "cav": CAVALRY, "art": ARTILLERY, "command": COMMAND}
_NATIONS = {"POL": POL, "UKR": UKR, "RUS": RUS, "LIT": LIT}
_SIDES = (POLAND, POLAND, RUSSIA, RUSSIA)  # [1.2a, 13.3i] by nation
_AREAS = {"N": NORTH, "S": SOUTH, "": -1}
_LEADS = {"poland": POLAND, "russia": RUSSIA, "": -1}

Values = tuple[int, int, int, int]
"""Combat values: full front, full other, weakened front, weakened other [1.2g]."""


class Pieces:
    """The counters; ``[u]`` is by piece. Sets of units are of combat units, but for an ``army``."""

    def __init__(self, grid: HexGrid, units: list[UnitRow], commands: list[CommandRow]) -> None:
        rows: list[UnitRow | CommandRow] = [*units, *commands]
        unique(UNITS, "id", (row.id for row in rows))
        total, count = len(rows), len(units)
        self.units: Final = range(total)
        self.combat: Final = range(count)
        self.commands: Final = range(count, total)
        self.key: Final = tuple(row.id for row in rows)
        self.unit_by_key: Final = {row.id: u for u, row in enumerate(rows)}
        self.label: Final = tuple(row.label or row.name for row in rows)
        self.full_name: Final = tuple(row.name for row in rows)
        self.size: Final = tuple(row.size for row in rows)
        self.source: Final = tuple(row.source for row in rows)
        self.nation: Final = tuple(_NATIONS[row.nation] for row in rows)
        self.side: Final = tuple(_SIDES[nation] for nation in self.nation)
        poles, leaders = (_in_order(file, self.side[of.start : of.stop])
                          for file, of in ((UNITS, self.combat), (COMMANDS, self.commands)))  # fmt: skip
        self.combat_of: Final = range(poles), range(poles, count)
        self.commands_of: Final = range(count, count + leaders), range(count + leaders, total)
        self.kind: Final = tuple(_KINDS[row.type] for row in rows)
        self.kin: Final = tuple(map(_kin, self.nation, self.kind))  # pieces supplied alike, which go to the same hexes
        self.area: Final = tuple(_AREAS[row.area] for row in rows)  # of a Russian command unit [13.1a], else -1
        self.cv: Final[tuple[Values, ...]] = (*map(_values, units), *((0, 0, 0, 0) for _ in commands))
        self.single: Final = tuple(isinstance(row, UnitRow) and not row.full_front for row in rows)  # [1.2h]
        for u, row in enumerate(rows):
            _check_arrival(UNITS if u < count else COMMANDS, row)
        self.start: Final = tuple(_hex(grid, row, "hex", row.hex) for row in rows)  # set-up hex, or -1
        self.start_facing: Final = tuple(FACINGS.index(row.facing) if row.facing else -1 for row in rows)
        self.entry: Final = tuple(int(row.turn or 0) for row in rows)  # turn of arrival, or 0
        self.arrival: Final = tuple(_hex(grid, row, "arrival", row.arrival) for row in rows)  # where it appears, or -1
        self.by_card: Final = tuple(int(row.card or 0) for row in rows)  # the card that brings it into play, or 0
        self.infantry, self.cavalry, self.artillery = (self._all(self.kind, kind) for kind in range(COMMAND))
        self.fighters: Final = self.infantry | self.cavalry  # units with a facing
        self.single_sided: Final = self._all(self.single, True)
        self.of_nation: Final = tuple(self._all(self.nation, nation) for nation in range(len(_NATIONS)))
        self.of_side: Final = tuple(map(collect, self.combat_of))
        self.army: Final = tuple(self.of_side[side] | collect(self.commands_of[side]) for side in (POLAND, RUSSIA))

    def _all(self, values: tuple[int, ...], value: int) -> int:
        return collect(u for u in self.combat if values[u] == value)


def _in_order(file: str, sides: tuple[int, ...]) -> int:
    """How many pieces are Polish; they come first."""
    if sides != tuple(sorted(sides)):
        raise DataError(file, "nation", "the Polish side (POL, UKR) comes first, then the Russian (RUS, LIT)")
    return sides.count(POLAND)


def _kin(nation: int, kind: int) -> int:
    """[6.0b] Command units and Russian cavalry are apart from the rest of their nation."""
    return 3 * nation + (2 if kind == COMMAND else _SIDES[nation] == RUSSIA and kind == CAVALRY)


def _check_arrival(file: str, row: UnitRow | CommandRow) -> None:
    if sum((bool(row.hex), bool(row.turn), bool(row.card))) != 1:
        raise DataError(file, row.id, "a piece stands on the map at the start, arrives on a turn, or comes by a card")
    if row.turn and not (row.turn.isdigit() and row.arrival):
        raise DataError(file, row.id, "a reinforcement has a turn and a hex of arrival [12.0a]")


def _hex(grid: HexGrid, row: UnitRow | CommandRow, key: str, number: str) -> Hex:
    return hex_of(grid, UNITS if isinstance(row, UnitRow) else COMMANDS, f"{row.id} {key}", number) if number else -1


def _values(row: UnitRow) -> Values:
    """[1.2g, 1.2h] A single-sided counter has the values of a weakened unit only."""
    if bool(row.full_front) != bool(row.full_other):
        raise DataError(UNITS, row.id, "a counter has both full-strength values or none [1.2g]")
    weak = row.weak_front, row.weak_other
    return (int(row.full_front), int(row.full_other), *weak) if row.full_front else (*weak, *weak)


class Charts:
    """The tracks and the numbers that the rules give; ``[side]`` is by side."""

    def __init__(self, grid: HexGrid, t: Tracks, row: Scenario) -> None:
        for number, turn in enumerate(t.turn, 1):
            if turn.number != number:
                raise DataError(TRACKS, f"turn {turn.number}", f"turn {number} is expected here")
        part = row.part
        self.turns: Final = row.turns if part else len(t.turn)
        self.dates: Final = ("", *(turn.dates for turn in t.turn))  # by turn; entry 0 is empty
        self.base: Final = (  # base resource points [4.0b], by side and turn
            (0, *(part.base.poland if part else [turn.poland for turn in t.turn])),
            (0, *(part.base.russia if part else [turn.russia for turn in t.turn])),
        )
        self.lead: Final = (-1, *(_LEADS[turn.lead] for turn in t.turn))  # who leads with cards [3.1d]; -1 on turn 1
        self.depots: Final = _hexes(grid, TRACKS, "depots", part.depots if part else t.depots)  # at the start [5.2h]
        self.stack_limit: Final = t.stacking.limit
        self.allowance: Final = (t.movement.infantry, t.movement.cavalry, t.movement.artillery, t.movement.command)
        self.supply_range: Final = t.supply.range
        self.cavalry_range: Final = t.supply.russian_cavalry
        self.victory_cities: Final = part.needed if part else t.victory.cities
        self.redeployments: Final = t.redeployment.units
        self.recon_stacks: Final = t.reconnaissance.stacks
        self.recon_hexes: Final = t.reconnaissance.hexes
        self.lithuanian_hexes: Final = t.lithuania.hexes
        self.dummies: Final = part.dummies if part else t.counters.blank // len(SEATS)  # blank counters of each player


def _hexes(grid: HexGrid, file: str, key: str, told: BySide | Depots) -> tuple[HexSet, HexSet]:
    """Hexes by side."""
    poland, russia = (
        collect(hex_of(grid, file, f"{key} {side}", number) for number in text.split())
        for side, text in (("poland", told.poland), ("russia", told.russia))
    )
    return poland, russia


class Decisive(NamedTuple):
    """What makes the victory of a side decisive: hexes that it holds, too, and such as are clear of the enemy."""

    side: int
    holds: HexSet
    clear: HexSet


class Model(Loaded, Map, Pieces, Charts):
    """The tables of a scenario, which nobody changes. Names follow the rulebook."""

    def __init__(self, data: Data, row: Scenario | None = None) -> None:
        self.scenario: Final = row or data.scenarios[0]
        part = self.scenario.part
        Map.__init__(self, data.board, part.area if part else "")
        Pieces.__init__(self, self.grid, data.units, data.commands)
        Charts.__init__(self, self.grid, data.tracks, self.scenario)
        self.hash: Final = data.hash  # SHA-256 of the data used
        self.scenarios: Final = data.scenarios
        self.given: Final = _hexes(self.grid, SCENARIOS, "given", part.given if part else BySide())
        self.victory: Final = self._numbered(part.cities) if part else self.green  # what is counted at the end [2.2c]
        self.left_out: Final = collect(part.left_out) if part else 0  # cards that are not in the deck
        self.decisive: Final = tuple(self._decisive(row) for row in part.decisive) if part else ()
        due = [u for u in self.units if self.entry[u] == 4 and self.arrival[u] == self.board.named("Uman")]
        self.uman_group: Final = collect(u for u in due if self.kind[u] in (CAVALRY, COMMAND))  # [12.0c]
        check_cards(data.cards)
        self.cards: Final[tuple[Card | None, ...]] = (None, *data.cards.card)  # by number; entry 0 is empty
        self.card_places: Final = card_places(data.cards, self.hexes_by_name)
        self._data = data
        self._scenes: dict[str, Model] = {self.scenario.id: self}

    def _numbered(self, numbers: str) -> HexSet:
        return collect(hex_of(self.grid, SCENARIOS, "cities", number) for number in numbers.split())

    def _decisive(self, row: DecisiveRow) -> Decisive:
        clear = collect(h for h in members(self.land) if self.grid.line(h) > row.clear_east_of > 0)
        return Decisive(("poland", "russia").index(row.side), self._numbered(row.holds), clear)

    def scene(self, scenario: str) -> Model:
        """The tables of another scenario of the same data."""
        if scenario not in self._scenes:
            row = next(row for row in self.scenarios if row.id == scenario)
            self._scenes[scenario] = Model(self._data, row)
        return self._scenes[scenario]


shipped = cache(Model.load)
"""The model of the shipped data."""
