"""The data files of 1920: Nest of Eagles: their tables and keys, read with their types (see ``model``)."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from vistula.board.boardfile import BoardFile
from vistula.board.data import Datum, Frozen, digest, located, pack_file, read_csv, read_toml, unique
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


class AttackRow(Datum):
    table: str
    source: str


class MoraleRow(Datum):
    boxes: int
    level_1: int
    level_2: int
    source: str


class Stacking(Frozen, frozen=True):
    limit: int
    warszawa: int
    source: str


class Remnant(Frozen, frozen=True):
    sp: int
    mp: int
    source: str


class Movement(Frozen, frozen=True):
    """[7.1a, 7.1b, 7.1c, 7.1d, 7.1e, 7.1f] Movement points of a step without friction."""

    clear: int
    difficult: int
    small_river: int
    bridge: int
    large_river: Cost
    large_river_difficult: Cost
    source: str


class Friction(Frozen, frozen=True):
    """[7.1g, 7.1h, 7.1i, 7.1j, 7.1k, 7.1l] The same over an enemy line: with a friend who started there, without."""

    clear: tuple[Cost, Cost]
    difficult: tuple[Cost, Cost]
    small_river: tuple[Cost, Cost]
    large_river: tuple[Cost, Cost]
    river_difficult: tuple[Cost, Cost]
    fortification: tuple[Cost, Cost]
    source: str


class ByKind(Datum):
    infantry: int
    cavalry: int
    motorized: int
    train: int
    cars: int
    artillery: int
    tank: int
    air: int


class Advance(Datum):
    poland: ByKind
    soviet: ByKind
    source: str


class Modifiers(Frozen, frozen=True):
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
    source: str


class Orders(Frozen, frozen=True):
    """[14.1b, 14.2a, 14.2b, 14.2c, 14.2d] Special Orders."""

    strength: int
    assault: int
    thrust: int
    thrust_advance: int
    stubborn: int
    counter: int
    source: str


class Retreat(Frozen, frozen=True):
    """[11.0a, 11.3a, 11.3b, 11.3c, 11.3d, 11.3e] Length of a retreat in either Attack Phase, and steps lost."""

    first: int
    second: int
    friction: int
    wrong_way: int
    river: int
    through: int
    blocked: int
    source: str


class Supply(Frozen, frozen=True):
    range: int
    attrition: int
    source: str


class Rail(Frozen, frozen=True):
    """[9.2a, 9.2b, 9.2c, 9.3a] Rail Transports of a Movement Phase, and what a trip costs."""

    poland: int
    extra: int
    front: int
    doubled: int
    free_hexes: int
    source: str


class Volunteers(Frozen, frozen=True):
    """[19.1.1a, 19.1.1b, 19.1.1d] What each turn of forming the Volunteer Army brings."""

    turns: int
    brigades: int
    regiments: int
    cavalry: int
    support: int
    boxes: int
    order: tuple[str, ...]
    source: str


class Dated(Datum):
    round: str
    units: str


class Change(Datum):
    round: str
    come: str
    leave: str


class OptionRows(Datum):
    dated: list[Dated]
    letter: Change
    third_army: Change
    source: str


class Markers(Frozen, frozen=True):
    """[1.2a] How many there are of the markers that run out."""

    cheka: int
    patrols: int
    groups: int
    events: int
    rebellion: int
    volunteers: int
    reinforcements: int
    priorities: int
    source: str


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


class TrackRow(Datum):
    scenario: int
    first: str
    last: str
    rounds: int
    source: str


class Tracks(Datum):
    dates: list[str]
    track: list[TrackRow]
    source: str


class Event(Frozen, frozen=True):
    """[23.3c] An Event, in our words."""

    side: SideName
    number: int
    rule: str
    title: str
    when: When
    text: str
    source: str


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
        board = read_toml(pack_file(pack, FILE, SHIPPED), BoardFile)
        units = read_csv(pack_file(pack, UNITS, SHIPPED), UnitRow)
        charts = read_toml(pack_file(pack, CHARTS, SHIPPED), Charts)
        tracks = read_toml(pack_file(pack, TRACKS, SHIPPED), Tracks)
        events = read_toml(pack_file(pack, EVENTS, SHIPPED), Events).event
        scenarios = read_toml(pack_file(pack, SCENARIOS, SHIPPED), Scenarios).scenario
        unique(UNITS, "id", (row.id for row in units))
        unique(SCENARIOS, "scenario", (row.id for row in scenarios))
        named = (
            ("board", board), ("units", units), ("charts", charts), ("tracks", tracks), ("events", events),
            ("scenarios", scenarios),
        )  # fmt: skip
        with tables(pack):
            return cls(tables_of(lay_out(FILE, board)), units, charts, tracks, events, scenarios, digest(named))


def tables(pack: Path | None) -> AbstractContextManager[None]:
    """Complaints about the tables of a pack name the line."""
    return located(*(pack_file(pack, name, SHIPPED) for name in (FILE, CHARTS, TRACKS, EVENTS, SCENARIOS)))
