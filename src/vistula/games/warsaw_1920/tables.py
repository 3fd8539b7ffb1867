"""The data files of Warsaw 1920: their tables and keys, read with their types. What they mean is in ``model``."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vistula.board.data import Datum, Sourced
from vistula.board.hexmap import HexMap
from vistula.games.loading import PackData

SHIPPED = Path(__file__).parent / "data"

Result = Literal["AE", "AL", "AR", "C", "EX", "DR2", "DR3", "DR4", "DE"]
RESULTS: tuple[Result, ...] = ("AE", "AL", "AR", "C", "EX", "DR2", "DR3", "DR4", "DE")


class UnitRow(Sourced):
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


class Crt(Sourced):
    columns: str
    rows: str
    worse: Result


class Die(Sourced):
    sides: int
    artillery: int
    shock: int


class Terrain(Sourced):
    name: str
    cost: int
    defence: int


class Hexside(Sourced):
    river_cost: int
    trench_cost: int
    rail_cost: int
    river_defence: int
    trench_attack: int


class Stacking(Sourced):
    poland: int
    russia: int
    artillery: int


class Charts(Datum):
    crt: Crt
    die: Die
    terrain: list[Terrain]
    place: list[Terrain]
    hexside: Hexside
    stacking: Stacking


class Turn(Sourced):
    number: int
    dates: str
    operations: int


class Operations(Sourced):
    russian: int
    reorganized: int


class Counterattack(Sourced):
    chosen: int
    turns: tuple[int, int]
    revealed: int
    cost: int


class SupplyTrack(Sourced):
    start: int
    maximum: int


class Supply(Datum):
    west: SupplyTrack
    southwest: SupplyTrack


class Resupply(Sourced):
    small: int
    points_a_vp: int
    liberated: int


class Points(Sourced):
    city: int
    major: int
    warsaw_polish: int
    warsaw_russian: int
    elite: int
    surrendered_a_vp: int


class Markers(Sourced):
    turn: int
    supply_status: int
    supply_points: int
    operation: int
    victory: int
    counterattack: int


class Tracks(Datum):
    turn: list[Turn]
    operations: Operations
    counterattack: Counterattack
    supply: Supply
    resupply: Resupply
    points: Points
    markers: Markers


class Scenario(Sourced):
    id: str
    title: str
    about: str
    setup: Literal["quick", "free"]
    turns: int


@dataclass(frozen=True, slots=True)
class Data(PackData):
    """All data files of one pack, read."""

    board: HexMap
    units: list[UnitRow]
    charts: Charts
    tracks: Tracks
    scenarios: list[Scenario]
