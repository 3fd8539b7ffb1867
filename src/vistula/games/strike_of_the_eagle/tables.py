"""The data files of Strike of the Eagle, read with their types. What they mean is in ``model``."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vistula.board.areamap import AreaMap
from vistula.board.data import Datum, Sourced, digest, read_files, unique

from .board import read_board
from .cards.decks import Cards

SHIPPED = Path(__file__).parent / "data"

Side = Literal["poland", "russia"]


class BlockRow(Sourced):
    id: str
    label: str
    name: str
    side: Side
    kind: Literal["infantry", "cavalry", "leader"]
    nation: Literal["Poland", "Ukraine", "Belarus", "Russia", "Galicia", "Lithuania"]
    max: int


class Orders(Sourced):
    march_to: int
    march_out: int
    recon: int
    move_to: int
    move_out: int
    withdraw: int
    defend: int
    reorganize: int
    rail: int
    allowed: int
    recon_range: int
    rail_range: int
    rail_blocks: int


class Movement(Sourced):
    infantry: int
    infantry_march: int
    cavalry: int
    cavalry_march: int


class Supply(Sourced):
    infantry: int
    cavalry: int
    rail: int


class Stacking(Sourced):
    area: int
    link: int


class CardNumbers(Sourced):
    drawn: int
    hand: int
    extra: int
    extra_phases: list[int]
    deck: int


class Combat(Sourced):
    losses: list[int]
    beyond: int
    flank: int
    great_victory: int


class Points(Sourced):
    no_retreat: int
    no_supply: int
    great_victory: int
    leader_destroyed: int
    leader_captured: int
    track: int


class Initiative(Sourced):
    track: int


class Building(Sourced):
    brigade: int
    division: int


class Leaders(Sourced):
    range: int
    klintsy_north: str
    klintsy_south: str


class Round(Sourced):
    number: int
    dates: str


class Charts(Datum):
    orders: Orders
    movement: Movement
    supply: Supply
    stacking: Stacking
    cards: CardNumbers
    combat: Combat
    points: Points
    initiative: Initiative
    building: Building
    leaders: Leaders
    round: list[Round]


class Garrisons(Datum):
    poland: str
    russia: str


class DatedGarrisons(Sourced):
    date: str
    poland: str
    russia: str


class Arrival(Datum):
    side: Side
    round: int
    phase: int
    area: str
    blocks: str


class ScenarioRow(Datum, kw_only=True):
    id: str
    title: str
    about: str
    fronts: Literal["north", "south", "both"]
    areas: str
    guarded: str = ""
    exits: str = ""
    garrisons: str | Garrisons
    reinforcements: bool = True
    rounds: tuple[int, int]
    initiative: dict[Literal["north", "south"], str]
    lead: str
    pool: Literal["all", "brigades"]
    players: list[int]
    warsaw_decides: bool = False
    sudden_lead: int = 0
    levels: list[str]
    source: str
    poland: dict[str, str]
    russia: dict[str, str]
    arrivals: list[Arrival] = []


class Scenarios(Datum):
    garrisons: list[DatedGarrisons]
    scenario: list[ScenarioRow]


@dataclass(frozen=True, slots=True)
class Data:
    """All data files of one pack, read; ``hash`` is over what they say, not over how they are laid out."""

    board: AreaMap
    blocks: list[BlockRow]
    charts: Charts
    cards: Cards
    scenarios: Scenarios
    hash: str

    @classmethod
    def read(cls, pack: Path | None = None) -> "Data":
        """Every file from the pack if it is there, otherwise the shipped one."""
        board = read_board(pack)
        told = read_files(pack, SHIPPED, blocks=[BlockRow], charts=Charts, cards=Cards, scenarios=Scenarios)
        unique("blocks.csv", "id", (row.id for row in told["blocks"]))
        unique("scenarios.toml", "scenario", (row.id for row in told["scenarios"].scenario))
        return cls(board, **told, hash=digest([("board", _plain(board)), *told.items()]))


def _plain(board: AreaMap) -> list[object]:
    """[1.0c, 1.4e] What the board says that rules depend on: rivers, woods and borders are for the picture only."""
    areas = [
        [a.id, a.name, a.square, a.front, a.points, sorted(a.cubes.items()), sorted(a.faces), a.state]
        for a in board.areas.values()
    ]
    return [areas, sorted([*ends, kind] for ends, kind in board.links.items())]
