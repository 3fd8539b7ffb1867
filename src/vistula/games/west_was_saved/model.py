"""Everything that never changes in a game of How the West was Saved, as tables by hex and by piece.

A hex is an index of the grid, a set of hexes an int. A piece is its number: the combat units of the Polish side, then
of the Russian side, then the command units in the same order; a set of pieces is an int too. Facings 0 to 5 are the
directions of the grid: north, north-east, south-east, south, south-west, north-west.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from vistula.board.data import DataError, unique
from vistula.board.hexes import Hex, HexGrid, HexSet, collect
from vistula.board.hexmap import HexMap
from vistula.board.hexnames import HexNames
from vistula.games.west_was_saved.cards.cardfile import Card, card_tables
from vistula.games.west_was_saved.layout import Shifts, disc, hex_of, map_tables, shifted
from vistula.games.west_was_saved.tables import CommandRow, Data, Scenario, UnitRow
from vistula.kernel.decision import SeatId

POLAND, RUSSIA = 0, 1
SEATS = (SeatId("poland"), SeatId("russia"))
INFANTRY, CAVALRY, ARTILLERY, COMMAND = 0, 1, 2, 3
POL, UKR, RUS, LIT = 0, 1, 2, 3
NORTH, SOUTH = 0, 1
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")

_KINDS = {"inf": INFANTRY, "cav": CAVALRY, "art": ARTILLERY}
_NATIONS = {"POL": POL, "UKR": UKR, "RUS": RUS, "LIT": LIT}
_SIDES = (POLAND, POLAND, RUSSIA, RUSSIA)  # [1.2a, 13.3i] by nation
_AREAS = {"N": NORTH, "S": SOUTH, "": -1}

Values = tuple[int, int, int, int]
"""Combat values: full front, full other, weakened front, weakened other [1.2g]."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Model(HexNames):
    """The frozen tables. Names follow the rulebook; ``[u]`` is by piece, ``[h]`` by hex, ``[side]`` by side."""

    hash: str  # SHA-256 of the data used
    scenarios: tuple[Scenario, ...]

    # -- map [1.3a]
    board: HexMap  # for pictures
    grid: HexGrid
    land: HexSet  # passable hexes, Lithuania and East Prussia among them
    open: HexSet  # passable without Lithuania and East Prussia
    difficult: HexSet  # [1.3b]
    neutral: HexSet  # [1.3e]
    lithuania: HexSet  # [1.3g]
    east_prussia: HexSet
    deep_marsh: HexSet  # the closed Pripet hexes [1.3d]
    cities: HexSet
    victory: HexSet  # cities with green names [1.3c]
    forts: HexSet
    north: HexSet  # of the Demarcation Line [13.1a]
    south: HexSet
    east_edge: HexSet
    below_sejm: HexSet
    trenches: HexSet
    warsaw: Hex
    smolensk: Hex
    kaunas: Hex
    next: tuple[tuple[Hex, ...], ...]  # neighbours in ``land``
    around: tuple[HexSet, ...]  # the same as sets
    river: tuple[HexSet, ...]  # neighbours across any river
    unbridged: tuple[HexSet, ...]  # neighbours across an unbridged river
    dry: tuple[HexSet, ...]  # neighbours in ``land`` that are not
    shifts: Shifts
    shifts_abroad: Shifts  # the same with neutral countries
    toward: tuple[tuple[Hex, ...], ...]  # toward[h][facing]: the hex that a stack there faces, -1 off the map
    rivers: dict[str, HexSet]
    place: tuple[str, ...]
    english: tuple[str, ...]
    hexes_by_name: dict[str, Hex]

    # -- pieces
    units: range
    combat: range
    commands: range
    combat_of: tuple[range, range]
    commands_of: tuple[range, range]
    key: tuple[str, ...]
    label: tuple[str, ...]
    full_name: tuple[str, ...]
    size: tuple[str, ...]
    source: tuple[str, ...]
    side: tuple[int, ...]
    nation: tuple[int, ...]
    kind: tuple[int, ...]
    kin: tuple[int, ...]  # a number that pieces share which are supplied alike and go to the same hexes
    area: tuple[int, ...]  # of a Russian command unit [13.1a], else -1
    cv: tuple[Values, ...]  # zeros for command units
    single: tuple[bool, ...]  # single-sided [1.2h]
    start: tuple[Hex, ...]  # set-up hex, or -1
    start_facing: tuple[int, ...]
    entry: tuple[int, ...]  # turn of arrival, or 0
    arrival: tuple[Hex, ...]  # where a reinforcement or a unit of a card appears, or -1
    by_card: tuple[int, ...]  # the card that brings the piece into play, or 0
    unit_by_key: dict[str, int]
    cavalry: int  # sets of units
    infantry: int
    artillery: int
    fighters: int  # cavalry and infantry: units with a facing
    single_sided: int
    of_nation: tuple[int, int, int, int]  # combat units
    of_side: tuple[int, int]  # combat units
    army: tuple[int, int]  # all pieces of a side
    uman_group: int  # the command and cavalry units due at Uman on turn 4 [12.0c]

    # -- tracks
    turns: int
    dates: tuple[str, ...]  # by turn; entry 0 is empty
    base: tuple[tuple[int, ...], tuple[int, ...]]  # base[side][turn]: base resource points [4.0b]
    lead: tuple[int, ...]  # by turn: who leads with cards [3.1d]; -1 on turn 1
    depots: tuple[HexSet, HexSet]  # at the start [5.2h]
    stack_limit: int
    allowance: tuple[int, int, int, int]  # by kind [7.4e]
    supply_range: int
    cavalry_range: int
    victory_cities: int
    redeployments: int
    recon_stacks: int
    recon_hexes: int
    lithuanian_hexes: int
    dummies: int  # blank counters of each player

    # -- cards
    cards: tuple[Card | None, ...]  # by number; entry 0 is empty
    card_places: dict[str, Hex]

    @classmethod
    def load(cls, pack: Path | None = None) -> Model:
        """Read, check and lay out the data; files in the pack folder take the place of the shipped ones."""
        from vistula.games.west_was_saved.checks import check  # the checks speak of a whole model

        data = Data.read(pack)
        parts = map_tables(data.board) | piece_tables(data) | track_tables(data)
        model = cls(hash=data.hash, **parts, **card_tables(data.cards, parts["hexes_by_name"].__getitem__))
        check(model, data)
        return model

    def cross(self, hexes: HexSet) -> HexSet:
        """All neighbours of a set that can be reached from it without crossing an unbridged river."""
        return shifted(hexes, self.shifts)

    def beside(self, hexes: HexSet) -> HexSet:
        """The same with the hexes of neutral countries."""
        return shifted(hexes, self.shifts_abroad)

    def near(self, hex: Hex, distance: int) -> HexSet:
        """The hexes at most so far from a hex, as the crow flies."""
        return disc(self.grid, hex, distance)


@cache
def shipped() -> Model:
    """The model of the shipped data."""
    return Model.load()


# -- pieces


def piece_tables(data: Data) -> dict[str, Any]:
    units, commands = data.units, data.commands
    rows: list[UnitRow | CommandRow] = [*units, *commands]
    unique("units.csv", "id", (row.id for row in rows))
    sides = [_SIDES[_NATIONS[row.nation]] for row in rows]
    count = len(units)
    for file, part in (("units.csv", sides[:count]), ("commands.csv", sides[count:])):
        if part != sorted(part):
            raise DataError(file, "nation", "the Polish side (POL, UKR) comes first, then the Russian (RUS, LIT)")
    poles, polish_commands = sides[:count].count(POLAND), sides[count:].count(POLAND)
    kinds = [_KINDS[row.type] for row in units] + [COMMAND] * len(commands)
    nations = [_NATIONS[row.nation] for row in rows]
    grid = data.board.map
    places = [_place(grid, "units.csv" if u < count else "commands.csv", row) for u, row in enumerate(rows)]
    values = [_values(row) for row in units] + [(0, 0, 0, 0)] * len(commands)
    single = [not row.full_front for row in units] + [False] * len(commands)
    return {
        "units": range(len(rows)),
        "combat": range(count),
        "commands": range(count, len(rows)),
        "combat_of": (range(poles), range(poles, count)),
        "commands_of": (range(count, count + polish_commands), range(count + polish_commands, len(rows))),
        "key": tuple(row.id for row in rows),
        "label": tuple(getattr(row, "label", row.name) for row in rows),
        "full_name": tuple(row.name for row in rows),
        "size": tuple(getattr(row, "size", "") for row in rows),
        "source": tuple(row.source for row in rows),
        "side": tuple(sides),
        "nation": tuple(nations),
        "kind": tuple(kinds),
        "kin": tuple(
            3 * nation + (2 if kind == COMMAND else side == RUSSIA and kind == CAVALRY)  # [6.0b]
            for nation, kind, side in zip(nations, kinds, sides, strict=True)
        ),
        "area": tuple(_AREAS[getattr(row, "area", "")] for row in rows),
        "cv": tuple(values),
        "single": tuple(single),
        "start": tuple(start for start, *_ in places),
        "start_facing": tuple(FACINGS.index(f) if (f := getattr(row, "facing", "")) else -1 for row in rows),
        "entry": tuple(entry for _, entry, _ in places),
        "arrival": tuple(arrival for *_, arrival in places),
        "by_card": tuple(int(row.card or 0) for row in rows),
        "unit_by_key": {row.id: u for u, row in enumerate(rows)},
        "cavalry": collect(u for u in range(count) if kinds[u] == CAVALRY),
        "infantry": collect(u for u in range(count) if kinds[u] == INFANTRY),
        "artillery": collect(u for u in range(count) if kinds[u] == ARTILLERY),
        "fighters": collect(u for u in range(count) if kinds[u] != ARTILLERY),
        "single_sided": collect(u for u in range(count) if single[u]),
        "of_nation": tuple(collect(u for u in range(count) if nations[u] == n) for n in range(4)),
        "of_side": tuple(collect(u for u in range(count) if sides[u] == side) for side in (POLAND, RUSSIA)),
        "army": tuple(collect(u for u, of in enumerate(sides) if of == side) for side in (POLAND, RUSSIA)),
        "uman_group": _uman_group(data, kinds, places),
    }


def _place(board: HexMap, file: str, row: UnitRow | CommandRow) -> tuple[Hex, int, Hex]:
    """Set-up hex, turn of arrival and hex of arrival."""
    ways = [bool(row.hex), bool(row.turn), bool(row.card)]
    if sum(ways) != 1:
        raise DataError(file, row.id, "a piece stands on the map at the start, arrives on a turn, or comes by a card")
    if row.turn and not (row.turn.isdigit() and row.arrival):
        raise DataError(file, row.id, "a reinforcement has a turn and a hex of arrival [12.0a]")
    start = hex_of(board, file, f"{row.id} hex", row.hex) if row.hex else -1
    arrival = hex_of(board, file, f"{row.id} arrival", row.arrival) if row.arrival else -1
    return start, int(row.turn or 0), arrival


def _values(row: UnitRow) -> Values:
    """[1.2g, 1.2h] A single-sided counter has the values of a weakened unit only."""
    if bool(row.full_front) != bool(row.full_other):
        raise DataError("units.csv", row.id, "a counter has both full-strength values or none [1.2g]")
    if not row.full_front:
        return (row.weak_front, row.weak_other, row.weak_front, row.weak_other)
    return (int(row.full_front), int(row.full_other), row.weak_front, row.weak_other)


def _uman_group(data: Data, kinds: list[int], places: list[tuple[Hex, int, Hex]]) -> int:
    """[12.0c] The Russian command and cavalry units due at Uman on turn 4."""
    uman = data.board.map.named("Uman")
    return collect(
        u for u, (_, entry, arrival) in enumerate(places)
        if entry == 4 and arrival == uman and kinds[u] in (CAVALRY, COMMAND)
    )  # fmt: skip


# -- tracks


def track_tables(data: Data) -> dict[str, Any]:
    t = data.tracks
    for number, turn in enumerate(t.turn, 1):
        if turn.number != number:
            raise DataError("tracks.toml", f"turn {turn.number}", f"turn {number} is expected here")
    grid = data.board.map
    depots = [
        collect(hex_of(grid, "tracks.toml", f"depots {side}", number) for number in text.split())
        for side, text in (("poland", t.depots.poland), ("russia", t.depots.russia))
    ]
    return {
        "scenarios": tuple(data.scenarios),
        "turns": len(t.turn),
        "dates": ("", *(turn.dates for turn in t.turn)),
        "base": ((0, *(turn.poland for turn in t.turn)), (0, *(turn.russia for turn in t.turn))),
        "lead": (-1, *({"poland": POLAND, "russia": RUSSIA, "": -1}[turn.lead] for turn in t.turn)),
        "depots": tuple(depots),
        "stack_limit": t.stacking.limit,
        "allowance": (t.movement.infantry, t.movement.cavalry, t.movement.artillery, t.movement.command),
        "supply_range": t.supply.range,
        "cavalry_range": t.supply.russian_cavalry,
        "victory_cities": t.victory.cities,
        "redeployments": t.redeployment.units,
        "recon_stacks": t.reconnaissance.stacks,
        "recon_hexes": t.reconnaissance.hexes,
        "lithuanian_hexes": t.lithuania.hexes,
        "dummies": t.counters.blank // len(SEATS),
    }
