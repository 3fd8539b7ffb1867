"""The data files of Red Star/White Eagle: their tables and keys, read with their types. What the book has on its aids,
and not in its text, stands there [2.3]."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from vistula.board.boardfile import BoardFile
from vistula.board.data import Datum, Frozen, Sourced, SourcedFrozen, digest, in_tables, read_files, unique
from vistula.board.hexmap import lay_out
from vistula.games.red_star_white_eagle.board import FILE, SHIPPED, Board, tables_of

UNITS, CHARTS, TRACKS, SCENARIOS = "units.csv", "charts.toml", "tracks.toml", "scenarios.toml"

Kind = Literal["inf", "cav", "mtn", "gar", "mil", "art", "ac", "tank", "mech", "train", "flot", "mar", "air"]
SideName = Literal["poland", "russia"]
Places: TypeAlias = list[tuple[str, str]]
"""An area, a hex, "garrison" or "WF", and the units there by their ids; * marks a reduced one."""


class UnitRow(Sourced):
    """[2.4] A counter: both sides of it."""

    id: str
    label: str
    name: str
    nation: Literal["POL", "RUS", "LIT", "GER"]
    kind: Kind
    size: Literal["XX", "X", "III", "II"]
    attack: str
    defence: str
    mf: str
    attack_2: str
    defence_2: str
    charge: str
    charge_2: str
    delay: int
    front: Literal["W", "SW", "none", ""]
    stack: Literal["P", "S"]
    square: int
    tags: str


# -- charts


class Combat(Sourced):
    """[9] Results by odds and die, and the points of an advance after each."""

    table: str
    advance: dict[str, int]
    best_advance: int


class Retreat(Sourced):
    """[9.14] Results by delay factors passed and die."""

    table: str


class Cost(Frozen, frozen=True):
    """[8, 20] Movement points of a step."""

    standard: int
    strategic: int
    motor: int
    motor_strategic: int


class Railroad(Frozen, frozen=True):
    """[8.3] Strategic movement along a link."""

    strategic: int
    river: int
    motor_river: int


class Movement(SourcedFrozen, frozen=True):
    clear: Cost
    city: Cost
    difficult: Cost
    river: Cost
    railroad: Railroad


class Supply(SourcedFrozen, frozen=True):
    """[10.1] Points of a leg off the rails."""

    leg: int


class Replacements(SourcedFrozen, frozen=True):
    """[2.4.2, 7.2] How many replacement counters there are of each strength, and how they move."""

    polish_infantry: dict[str, int]
    polish_cavalry: dict[str, int]
    russian_infantry: dict[str, int]
    russian_cavalry: dict[str, int]
    infantry_mf: int
    cavalry_mf: int


class Charts(Datum):
    combat: Combat
    retreat: Retreat
    movement: Movement
    supply: Supply
    replacements: Replacements


# -- tracks


class Points(Frozen, frozen=True):
    infantry: int
    cavalry: int


class TurnRow(Datum):
    """[6, 7] A turn: replacement points, arrivals, withdrawals."""

    turn: str
    russia: Points
    poland: Points
    arrive_russia: str = ""
    arrive_poland: str = ""
    withdraw: str = ""


class Rally(Sourced, rename={"row_1": "1", "row_2": "2", "row_3": "3", "row_4": "4", "row_5": "5", "row_6": "6"}):
    """[22] The Polish Rally Table."""

    row_1: str
    row_2: str
    row_3: str
    row_4: str
    row_5: str
    row_6: str
    infantry: int
    cavalry: int

    @property
    def rows(self) -> tuple[str, ...]:
        return self.row_1, self.row_2, self.row_3, self.row_4, self.row_5, self.row_6


class Tracks(Datum):
    campaign: list[TurnRow]
    gates: list[TurnRow]
    rally: Rally
    source: dict[str, str]


# -- scenarios


class ScenarioRow(Datum):
    id: str
    title: str
    about: str
    setup: str
    first: str
    last: str
    begins: SideName
    deploys_first: Literal["poland", "russia", "either"]
    source: str
    russian_points: int = 0


class SetupRow(Datum):
    """[23] Where the units of a scenario stand, or may be placed, and who is out of play."""

    id: str
    russian_cities: str
    units: Places
    historical: Places
    source: str
    lost_poland: str = ""
    gone_poland: str = ""
    lost_russia: str = ""
    gone_russia: str = ""


class Scenarios(Datum):
    scenario: list[ScenarioRow]
    setup: list[SetupRow]


@dataclass(frozen=True, slots=True)
class Data:
    """All data files of one pack, read; ``hash`` is over what they say, not over how they are laid out."""

    board: Board
    units: list[UnitRow]
    charts: Charts
    tracks: Tracks
    scenarios: Scenarios
    hash: str

    @classmethod
    def read(cls, pack: Path | None = None) -> Data:
        """Every file from the pack if it is there, otherwise the shipped one."""
        told = read_files(
            pack, SHIPPED, board=BoardFile, units=[UnitRow], charts=Charts, tracks=Tracks, scenarios=Scenarios
        )
        unique(UNITS, "id", (row.id for row in told["units"]))
        unique(SCENARIOS, "scenario", (row.id for row in told["scenarios"].scenario))
        with in_tables(pack, SHIPPED):
            board = tables_of(lay_out(FILE, told["board"]))
            return cls(**told | {"board": board, "hash": digest(told.items())})
