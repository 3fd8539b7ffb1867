"""The data files of How the West was Saved: their tables and keys, read with their types (see ``model``)."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from vistula.board.data import Datum, Sourced
from vistula.board.hexmap import HexMap
from vistula.games.loading import PackData

from .cards.cardfile import CardFile

SHIPPED = Path(__file__).parent / "data"

Nation = Literal["POL", "UKR", "RUS", "LIT"]
Facing = Literal["N", "NE", "SE", "S", "SW", "NW", ""]


class UnitRow(Sourced):
    area: ClassVar[str] = ""

    id: str
    label: str
    name: str
    nation: Nation
    type: Literal["inf", "cav", "art"]
    size: Literal["XX", "X", "III", ""]
    full_front: str
    full_other: str
    weak_front: int
    weak_other: int
    hex: str
    facing: Facing
    turn: str
    arrival: str
    card: str


class CommandRow(Sourced):
    type: ClassVar[str] = "command"
    label: ClassVar[str] = ""
    size: ClassVar[str] = ""
    facing: ClassVar[str] = ""

    id: str
    name: str
    nation: Nation
    area: Literal["N", "S", ""]
    hex: str
    turn: str
    arrival: str
    card: str


class Turn(Sourced):
    number: int
    dates: str
    poland: int
    russia: int
    lead: Literal["poland", "russia", ""]


class Stacking(Sourced):
    limit: int


class Movement(Sourced):
    artillery: int
    infantry: int
    cavalry: int
    command: int


class Supply(Sourced):
    range: int
    russian_cavalry: int


class Victory(Sourced):
    cities: int


class Redeployment(Sourced):
    units: int


class Reconnaissance(Sourced):
    stacks: int
    hexes: int


class Lithuania(Sourced):
    hexes: int


class Counters(Sourced):
    """What is on the counter sheet beside the units."""

    sheet: int
    depots: int
    activation: int
    attacker: int
    defender: int
    force: int
    turn: int
    resources: int
    blank: int


class Dice(Sourced):
    sides: int


class Depots(Sourced):
    poland: str
    russia: str


class Tracks(Datum):
    turn: list[Turn]
    stacking: Stacking
    movement: Movement
    supply: Supply
    victory: Victory
    redeployment: Redeployment
    reconnaissance: Reconnaissance
    lithuania: Lithuania
    counters: Counters
    dice: Dice
    depots: Depots


class BySide(Datum):
    """Numbers of hexes, by side."""

    poland: str = ""
    russia: str = ""


class BasePoints(Datum):
    """By side, a number a turn."""

    poland: list[int]
    russia: list[int]


class Arriving(Datum):
    turn: int
    units: str  # their ids; they arrive where their counters say


class DecisiveRow(Datum):
    """What makes a side's victory decisive."""

    side: Literal["poland", "russia"]
    holds: str = ""  # a further hex in which a combat unit of it stands
    clear_east_of: int = 0  # a column east of which no enemy combat unit stands


class Part(Datum):
    """What of the campaign a scenario plays: one side of the Demarcation Line, with who is set up there."""

    area: Literal["north", "south"]
    given: BySide  # hexes that need no way to their side's source: it is taken for granted
    depots: BySide
    base: BasePoints
    dummies: int
    left_out: list[int]  # cards
    cities: str  # that are counted at the end
    needed: int  # of them
    arriving: list[Arriving]
    decisive: list[DecisiveRow]


class Scenario(Sourced):
    id: str
    title: str
    about: str
    turns: int
    part: Part | None = None


@dataclass(frozen=True, slots=True)
class Data(PackData):
    """All data files of one pack, read."""

    board: HexMap
    units: list[UnitRow]
    commands: list[CommandRow]
    tracks: Tracks
    scenarios: list[Scenario]
    cards: CardFile
