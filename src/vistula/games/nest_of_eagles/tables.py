"""The data files of 1920: Nest of Eagles: their tables and keys, read with their types (see ``model``)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from vistula.board.boardfile import BoardFile
from vistula.board.data import Datum, Sourced, SourcedFrozen, digest, in_tables, read_files, unique
from vistula.board.hexmap import lay_out
from vistula.games.nest_of_eagles.board import FILE, Board, tables_of
from vistula.games.nest_of_eagles.sheets import SCENARIOS, ScenarioRow, Scenarios, SideName
from vistula.games.nest_of_eagles.units import UNITS, UnitRow

SHIPPED = Path(__file__).parent / "data"
CHARTS, TRACKS, EVENTS = "charts.toml", "tracks.toml", "events.toml"

When = Literal[
    "polish replacement", "soviet replacement", "polish attack", "any polish", "any soviet", "reaction"
]  # fmt: skip
Cost: TypeAlias = int | Literal["all", "never"]


# -- charts


class AttackRow(Sourced):
    table: str


class MoraleRow(Sourced):
    boxes: int
    level_1: int
    level_2: int


class Stacking(SourcedFrozen, frozen=True):
    limit: int
    warszawa: int


class Remnant(SourcedFrozen, frozen=True):
    sp: int
    mp: int


class Movement(SourcedFrozen, frozen=True):
    """[7.1a, 7.1b, 7.1c, 7.1d, 7.1e, 7.1f] Movement points of a step without friction."""

    clear: int
    difficult: int
    small_river: int
    bridge: int
    large_river: Cost
    large_river_difficult: Cost


class Friction(SourcedFrozen, frozen=True):
    """[7.1g, 7.1h, 7.1i, 7.1j, 7.1k, 7.1l] The same over an enemy line: with a friend who started there, without."""

    clear: tuple[Cost, Cost]
    difficult: tuple[Cost, Cost]
    small_river: tuple[Cost, Cost]
    large_river: tuple[Cost, Cost]
    river_difficult: tuple[Cost, Cost]
    fortification: tuple[Cost, Cost]


class ByKind(Datum):
    infantry: int
    cavalry: int
    motorized: int
    train: int
    cars: int
    artillery: int
    tank: int
    air: int


class Advance(Sourced):
    poland: ByKind
    soviet: ByKind


class Modifiers(SourcedFrozen, frozen=True):
    """[10.7a, 10.7l] What the Attack Success Chance is modified by."""

    difficult: int
    city: int
    fortress: int
    small_river: int
    large_river: int
    fortification: int
    second_attack: int
    out_of_supply: int
    elite: int
    support: int
    enemy_support: int
    encircled: int


class Orders(SourcedFrozen, frozen=True):
    """[14.1b, 14.2a, 14.2b, 14.2c, 14.2d] Special Orders."""

    strength: int
    assault: int
    thrust: int
    thrust_advance: int
    stubborn: int
    counter: int


class Retreat(SourcedFrozen, frozen=True):
    """[11.0a, 11.3a, 11.3b, 11.3c, 11.3d, 11.3e] Length of a retreat in either Attack Phase, and steps lost."""

    first: int
    second: int
    friction: int
    wrong_way: int
    river: int
    through: int
    blocked: int


class Supply(SourcedFrozen, frozen=True):
    range: int
    attrition: int


class Rail(SourcedFrozen, frozen=True):
    """[9.2a, 9.2b, 9.2c, 9.3a] Rail Transports of a Movement Phase, and what a trip costs."""

    poland: int
    extra: int
    front: int
    doubled: int
    free_hexes: int


class Volunteers(SourcedFrozen, frozen=True):
    """[19.1.1a, 19.1.1b, 19.1.1d] What each turn of forming the Volunteer Army brings."""

    turns: int
    brigades: int
    regiments: int
    cavalry: int
    support: int
    boxes: int
    order: tuple[str, ...]


class Dated(Datum):
    round: str
    units: str


class Change(Datum):
    round: str
    come: str
    leave: str


class OptionRows(Sourced):
    dated: list[Dated]
    letter: Change
    third_army: Change


class Markers(SourcedFrozen, frozen=True):
    """[1.2a] How many there are of the markers that run out."""

    cheka: int
    patrols: int
    groups: int
    events: int
    rebellion: int
    volunteers: int
    reinforcements: int
    priorities: int


class Charts(Datum):
    attack: AttackRow
    morale: MoraleRow
    stacking: Stacking
    remnant: Remnant
    movement: Movement
    friction: Friction
    advance: Advance
    modifiers: Modifiers
    orders: Orders
    retreat: Retreat
    supply: Supply
    rail: Rail
    volunteers: Volunteers
    options: OptionRows
    markers: Markers


# -- tracks and events


class TrackRow(Sourced):
    scenario: int
    first: str
    last: str
    rounds: int


class Tracks(Sourced):
    dates: list[str]
    track: list[TrackRow]


class Event(SourcedFrozen, frozen=True):
    """[23.3c] An Event, in our words."""

    side: SideName
    number: int
    rule: str
    title: str
    when: When
    text: str


class Events(Datum):
    event: list[Event]


@dataclass(frozen=True, slots=True)
class Data:
    """All data files of one pack, read; ``hash`` is over what they say, not over how they are laid out."""

    board: Board
    units: list[UnitRow]
    charts: Charts
    tracks: Tracks
    events: list[Event]
    scenarios: list[ScenarioRow]
    hash: str

    @classmethod
    def read(cls, pack: Path | None = None) -> Data:
        """Every file from the pack if it is there, otherwise the shipped one."""
        told = read_files(
            pack, SHIPPED, board=BoardFile, units=[UnitRow], charts=Charts, tracks=Tracks, events=Events,
            scenarios=Scenarios,
        )  # fmt: skip
        told["events"], told["scenarios"] = told["events"].event, told["scenarios"].scenario
        unique(UNITS, "id", (row.id for row in told["units"]))
        unique(SCENARIOS, "scenario", (row.id for row in told["scenarios"]))
        with in_tables(pack, SHIPPED):
            board = tables_of(lay_out(FILE, told["board"]))
            return cls(**told | {"board": board, "hash": digest(told.items())})
