"""The data files of Strike of the Eagle, read with their types. What they mean is in ``model``."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vistula.board.areamap import AreaMap
from vistula.board.data import Datum, digest, located, pack_file, read_files, unique

from .board import read_board
from .cards.decks import Cards

SHIPPED = Path(__file__).parent / "data"
TABLES = ("board.toml", "cards.toml", "charts.toml", "scenarios.toml")

Side = Literal["poland", "russia"]


class BlockRow(Datum):
    id: str
    label: str
    name: str
    side: Side
    kind: Literal["infantry", "cavalry", "leader"]
    nation: Literal["Poland", "Ukraine", "Belarus", "Russia", "Galicia", "Lithuania"]
    max: int
    source: str


class Orders(Datum):
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
    source: str


class Movement(Datum):
    infantry: int
    infantry_march: int
    cavalry: int
    cavalry_march: int
    source: str


class Supply(Datum):
    infantry: int
    cavalry: int
    rail: int
    source: str


class Stacking(Datum):
    area: int
    link: int
    source: str


class CardNumbers(Datum):
    drawn: int
    hand: int
    extra: int
    extra_phases: list[int]
    deck: int
    source: str


class Combat(Datum):
    losses: list[int]
    beyond: int
    flank: int
    great_victory: int
    source: str


class Points(Datum):
    no_retreat: int
    no_supply: int
    great_victory: int
    leader_destroyed: int
    leader_captured: int
    track: int
    source: str


class Initiative(Datum):
    track: int
    source: str


class Building(Datum):
    brigade: int
    division: int
    source: str


class Leaders(Datum):
    range: int
    klintsy_north: str
    klintsy_south: str
    source: str


class Round(Datum):
    number: int
    dates: str
    source: str


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


class DatedGarrisons(Datum):
    date: str
    poland: str
    russia: str
    source: str


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


def tables(pack: Path | None) -> AbstractContextManager[None]:
    """Complaints about the tables of a pack name the line."""
    return located(*(pack_file(pack, name, SHIPPED) for name in TABLES))


def _plain(board: AreaMap) -> list[object]:
    """[1.0c, 1.4e] What the board says that rules depend on: rivers, woods and borders are for the picture only."""
    areas = [
        [a.id, a.name, a.square, a.front, a.points, sorted(a.cubes.items()), sorted(a.faces), a.state]
        for a in board.areas.values()
    ]
    return [areas, sorted([*ends, kind] for ends, kind in board.links.items())]
