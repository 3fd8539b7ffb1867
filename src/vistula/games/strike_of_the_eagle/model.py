"""Strike of the Eagle's areas, blocks, charts and scenarios as frozen tables by index, made once from its data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from vistula.board.areamap import AreaMap
from vistula.board.data import DataError
from vistula.board.hexes import collect
from vistula.games.strike_of_the_eagle.cards.decks import Card, card_tables
from vistula.games.strike_of_the_eagle.layout import area_tables
from vistula.games.strike_of_the_eagle.scenarios import Scene, scenes
from vistula.games.strike_of_the_eagle.tables import BlockRow, Charts, Data, tables

# -- sides, fronts, commands, seats

POLAND, RUSSIA = 0, 1
NORTH, SOUTH = 0, 1
SIDES = ("poland", "russia")
FRONTS = ("north", "south")
COMMANDS = range(4)
"""One side on one front [4.0a, 10.0a]: twice the side plus the front."""


def foe(side: int) -> int:
    return 1 - side


def command_of(side: int, front: int) -> int:
    return side * 2 + front


def command_side(command: int) -> int:
    return command >> 1


def command_front(command: int) -> int:
    return command & 1


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table [0.0a, 10.0a, 10.1a]: the seats in order, and which player holds each command."""

    seats: tuple[str, ...]
    commander: tuple[int, int, int, int]
    side: tuple[int, ...]  # by player


SEATINGS = (
    Seating(("poland", "russia"), (0, 0, 1, 1), (POLAND, RUSSIA)),
    Seating(("poland", "russia-north", "russia-south"), (0, 0, 1, 2), (POLAND, RUSSIA, RUSSIA)),
    Seating(("poland-north", "poland-south", "russia"), (0, 1, 2, 2), (POLAND, POLAND, RUSSIA)),
    Seating(("poland-north", "poland-south", "russia-north", "russia-south"), (0, 1, 2, 3), (0, 0, 1, 1)),
)

# -- blocks

INFANTRY, CAVALRY, LEADER = range(3)
BLACK, WHITE, GREEN = range(3)  # squares of a block, and cubes [2.0c, 3.2c]
KINDS = ("infantry", "cavalry", "leader")
POLES = 56
"""Blocks and pieces below this number are Polish, the others Soviet."""
BLOCKS = 110


def piece_side(piece: int) -> int:
    """Whose block this is: everyone sees its colour [2.0f]."""
    return POLAND if piece < POLES else RUSSIA


PIECES = (range(POLES), range(POLES, BLOCKS))  # by side
SIDE_SETS = ((1 << POLES) - 1, ((1 << BLOCKS) - 1) ^ ((1 << POLES) - 1))

# -- orders [7.2d]

MARCH_TO, MARCH_OUT, RECON, MOVE_TO, MOVE_OUT, WITHDRAW, DEFEND, REORGANIZE, RAIL = range(9)
ORDERS = (
    "march-to", "march-out", "recon", "move-to", "move-out", "withdraw", "defend", "reorganize", "rail",
)  # fmt: skip
ORDER_TITLES = (
    "Forced March To", "Forced March Out", "Recon", "Move To", "Move Out", "Withdraw", "Defend Area",
    "Reorganization", "Rail Transport",
)  # fmt: skip
MARCHING = (MARCH_TO, MARCH_OUT)
MOVING = (MOVE_TO, MOVE_OUT)
TO_ORDERS = (MARCH_TO, MOVE_TO)
OUT_ORDERS = (MARCH_OUT, MOVE_OUT)
ON_BLOCKS = (MARCH_OUT, MOVE_OUT, WITHDRAW, DEFEND, REORGANIZE, RAIL)
"""Orders that are placed on own blocks; the others may lie anywhere in range."""

# -- the steps of a round [5.0a, 5.0b]

(
    REPLENISH, ARRIVALS, CARDS, PLACING, MARCHES, RECONS, MOVES, WITHDRAWALS, BATTLES, REORGANIZATIONS, RAILWAYS,
    SUPPLY, POINTS, REINFORCEMENT,
) = range(14)  # fmt: skip
STEP_ORDERS = {
    MARCHES: MARCHING, RECONS: (RECON,), MOVES: MOVING, WITHDRAWALS: (WITHDRAW,), BATTLES: (DEFEND,),
    REORGANIZATIONS: (REORGANIZE,), RAILWAYS: (RAIL,),
}  # fmt: skip
"""Which orders are revealed in which step [7.3a]."""
PHASES = 5

DECK = 55
CARDS_IN_ALL = 2 * DECK


def card_side(card: int) -> int:
    return POLAND if card < DECK else RUSSIA


def card_no(card: int) -> int:
    """The number printed on a card."""
    return card % DECK + 1


@dataclass(frozen=True, eq=False)
class Model:
    """Static data. Tables are tuples by area, by block of the roster or by order type; sets of areas and of blocks are
    ints used as bit sets."""

    hash: str
    charts: Charts
    scenes: tuple[Scene, ...]
    cards: tuple[Card, ...]

    # -- areas
    board: AreaMap
    areas: range
    area_key: tuple[str, ...]
    area_name: tuple[str, ...]
    area_by_name: dict[str, int]
    square: tuple[str, ...]
    front: tuple[int, ...]  # [1.1a]
    next: tuple[tuple[int, ...], ...]  # neighbours along roads and rails [1.0b]
    around: tuple[int, ...]
    rail: tuple[int, ...]  # neighbours along rails [7.31a]
    faces: tuple[int, ...]  # neighbours that a fortification faces [1.2a]
    vp: tuple[int, ...]  # -1: no key city [1.3a]
    cubes: tuple[tuple[int, int, int], ...]  # Strategic Reinforcements: black, white, green [8.5a]
    key_cities: int
    eastern_links: int  # [1.4a]
    lithuania: int  # closed until card 23
    never: int  # closed to both sides always
    warsaw: int
    klintsy: int
    kaunas: int
    links: tuple[tuple[int, int], ...]  # every road and rail once, the lower area first

    # -- blocks of the roster
    units: range
    key: tuple[str, ...]
    label: tuple[str, ...]
    full_name: tuple[str, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    colour: tuple[int, ...]
    nation: tuple[str, ...]
    max_sp: tuple[int, ...]
    division: tuple[bool, ...]  # [2.1]
    brigade: tuple[bool, ...]
    leader: tuple[bool, ...]
    leaders: int  # set of units
    mounted: int  # set of units: cavalry and leaders [9.0a]
    unit_by_key: dict[str, int]

    # -- charts
    counters: tuple[int, ...]  # by order type [7.2d]
    move: tuple[int, int, int]  # by kind of block
    march: tuple[int, int, int]
    supply: tuple[int, int, int]
    rounds: tuple[str, ...]  # by number; entry 0 is empty

    @classmethod
    def load(cls, pack: Path | None = None) -> Model:
        """Read, check and lay out the data; files in the pack folder take the place of the shipped ones."""
        from vistula.games.strike_of_the_eagle.checks import check  # the checks speak of a whole model

        data = Data.read(pack)
        with tables(pack):
            parts = area_tables(data.board) | unit_tables(data.blocks) | chart_tables(data.charts)
            cards = card_tables(data.cards, DECK)
            model = cls(hash=data.hash, charts=data.charts, scenes=scenes(data, parts), cards=cards, **parts)
            check(model, data)
        return model

    def area(self, text: str) -> int:
        """The area with this name: on the map, in Polish, or as its key."""
        found = self.area_by_name.get(text.strip().casefold().replace("_", " "))
        if found is None:
            raise ValueError(f"there is no area {text!r} on the map")
        return found

    def unit(self, text: str) -> int:
        """The block of the roster with this key: "P-14", "R-10K"."""
        if text not in self.unit_by_key:
            raise ValueError(f"there is no block {text!r}")
        return self.unit_by_key[text]

    def losses(self, value: int) -> int:
        """[7.41.3c] The Combat Chart: strength points that a Combat Value takes from the other side."""
        chart = self.charts.combat
        if value >= chart.losses[-1]:
            return len(chart.losses) + (value - chart.losses[-1]) // chart.beyond
        return sum(value >= first for first in chart.losses)


@cache
def shipped() -> Model:
    """The model of the shipped data."""
    return Model.load()


_KINDS = {"infantry": INFANTRY, "cavalry": CAVALRY, "leader": LEADER}
_NATIONS = {"poland": ("P-", ("Poland", "Ukraine", "Belarus")), "russia": ("R-", ("Russia", "Galicia", "Lithuania"))}
_COLOURS = {"infantry": BLACK, "cavalry": WHITE, "leader": WHITE}


def unit_tables(rows: list[BlockRow]) -> dict[str, Any]:
    for row in rows:
        _check_row(row)
    sides = tuple(SIDES.index(row.side) for row in rows)
    if list(sides) != sorted(sides):
        raise DataError("blocks.csv", rows[sides.index(RUSSIA)].id, "Polish blocks come first, then the Soviet ones")
    if sides.count(POLAND) != POLES or len(rows) != BLOCKS:
        found = f"{sides.count(POLAND)} and {len(rows)}"
        raise DataError("blocks.csv", "", f"{POLES} Polish blocks and {BLOCKS} in all are wanted, not {found}")
    kinds = tuple(_KINDS[row.kind] for row in rows)
    own = ("Poland", "Russia")
    return {
        "units": range(len(rows)),
        "key": tuple(row.id for row in rows),
        "label": tuple(row.label for row in rows),
        "full_name": tuple(row.name for row in rows),
        "side": sides,
        "kind": kinds,
        "colour": tuple(_COLOURS[row.kind] if row.nation in own else GREEN for row in rows),
        "nation": tuple(row.nation for row in rows),
        "max_sp": tuple(row.max for row in rows),
        "division": tuple(row.max >= 3 for row in rows),
        "brigade": tuple(row.max == 2 for row in rows),
        "leader": tuple(row.kind == "leader" for row in rows),
        "leaders": collect(u for u, kind in enumerate(kinds) if kind == LEADER),
        "mounted": collect(u for u, kind in enumerate(kinds) if kind != INFANTRY),
        "unit_by_key": {row.id: u for u, row in enumerate(rows)},
    }


def _check_row(row: BlockRow) -> None:
    """[2.0c, 2.1, 9.0a]"""
    sizes = (1,) if row.kind == "leader" else (2, 3, 4)
    if row.max not in sizes:
        raise DataError("blocks.csv", row.id, "a division has 3 or 4 points, a brigade 2, a leader 1 [2.1, 9.0a]")
    prefix, allies = _NATIONS[row.side]
    if row.nation not in allies or not row.id.startswith(prefix):
        raise DataError("blocks.csv", row.id, f"fights for {row.side}, from {row.nation}; its id begins with {prefix}")
    if row.kind != "infantry" and row.nation not in ("Poland", "Russia"):
        raise DataError("blocks.csv", row.id, "allied blocks are infantry [2.0c]")


def chart_tables(charts: Charts) -> dict[str, Any]:
    o, moves, supply = charts.orders, charts.movement, charts.supply
    for number, row in enumerate(charts.round, 1):
        if row.number != number:
            raise DataError("charts.toml", f"round {row.number}", f"round {number} is expected here")
    return {
        "counters": (
            o.march_to, o.march_out, o.recon, o.move_to, o.move_out, o.withdraw, o.defend, o.reorganize, o.rail,
        ),
        "move": (moves.infantry, moves.cavalry, moves.cavalry),
        "march": (moves.infantry_march, moves.cavalry_march, moves.cavalry_march),
        "supply": (supply.infantry, supply.cavalry, supply.cavalry),
        "rounds": ("", *(row.dates for row in charts.round)),
    }  # fmt: skip
