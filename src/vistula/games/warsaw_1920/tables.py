"""The data files of Warsaw 1920: their tables and keys, read with their types. What they mean is in ``model``."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vistula.board.boardfile import BoardFile
from vistula.board.data import Datum, digest, located, pack_file, read_files, unique
from vistula.board.hexmap import HexMap, lay_out

SHIPPED = Path(__file__).parent / "data"
TABLES = ("board.toml", "charts.toml", "tracks.toml", "scenarios.toml")

Result = Literal["AE", "AL", "AR", "C", "EX", "DR2", "DR3", "DR4", "DE"]
RESULTS: tuple[Result, ...] = ("AE", "AL", "AR", "C", "EX", "DR2", "DR3", "DR4", "DE")


class UnitRow(Datum):
    id: str
    label: str
    name: str
    nation: Literal["POL", "UKR", "LIT", "RUS"]
    formation: Literal["N", "P", "S", "W", "SW", ""]
    type: Literal["inf", "cav", "art"]
    size: Literal["XX", "X"]
    cf: int
    ma: int
    elite: Literal["E", ""]
    shock: Literal["S", ""]
    entry: Literal["2", "3", "4", "5", "6", "7", "8", ""]
    quick: str
    source: str


class Crt(Datum):
    columns: str
    rows: str
    worse: Result
    source: str


class Die(Datum):
    sides: int
    artillery: int
    shock: int
    source: str


class Terrain(Datum):
    name: str
    cost: int
    defence: int
    source: str


class Hexside(Datum):
    river_cost: int
    trench_cost: int
    rail_cost: int
    river_defence: int
    trench_attack: int
    source: str


class Stacking(Datum):
    poland: int
    russia: int
    artillery: int
    source: str


class Charts(Datum):
    crt: Crt
    die: Die
    terrain: list[Terrain]
    place: list[Terrain]
    hexside: Hexside
    stacking: Stacking


class Turn(Datum):
    number: int
    dates: str
    operations: int
    source: str


class Operations(Datum):
    russian: int
    reorganized: int
    source: str


class Counterattack(Datum):
    chosen: int
    turns: tuple[int, int]
    revealed: int
    cost: int
    source: str


class SupplyTrack(Datum):
    start: int
    maximum: int
    source: str


class Supply(Datum):
    west: SupplyTrack
    southwest: SupplyTrack


class Resupply(Datum):
    small: int
    points_a_vp: int
    liberated: int
    source: str


class Points(Datum):
    city: int
    major: int
    warsaw_polish: int
    warsaw_russian: int
    elite: int
    surrendered_a_vp: int
    source: str


class Markers(Datum):
    turn: int
    supply_status: int
    supply_points: int
    operation: int
    victory: int
    counterattack: int
    source: str


class Tracks(Datum):
    turn: list[Turn]
    operations: Operations
    counterattack: Counterattack
    supply: Supply
    resupply: Resupply
    points: Points
    markers: Markers


class Scenario(Datum):
    id: str
    title: str
    about: str
    setup: Literal["quick", "free"]
    turns: int
    source: str


class Scenarios(Datum):
    scenario: list[Scenario]


@dataclass(frozen=True, slots=True)
class Data:
    """All data files of one pack, read; ``hash`` is over what they say, not over how they are laid out."""

    board: HexMap
    units: list[UnitRow]
    charts: Charts
    tracks: Tracks
    scenarios: list[Scenario]
    hash: str

    @classmethod
    def read(cls, pack: Path | None = None) -> "Data":
        """Every file from the pack if it is there, otherwise the shipped one."""
        told = read_files(
            pack, SHIPPED, board=BoardFile, units=[UnitRow], charts=Charts, tracks=Tracks, scenarios=Scenarios
        )
        told["scenarios"] = told["scenarios"].scenario
        unique("scenarios.toml", "scenario", (s.id for s in told["scenarios"]))
        with tables(pack):
            return cls(**told | {"board": lay_out("board.toml", told["board"]), "hash": digest(told.items())})


def tables(pack: Path | None) -> AbstractContextManager[None]:
    """Complaints about the tables of a pack name the line."""
    return located(*(pack_file(pack, name, SHIPPED) for name in TABLES))
