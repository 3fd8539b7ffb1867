"""Strike of the Eagle's areas, blocks, charts and scenarios as frozen tables by index, made once from its data."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from vistula.board.areamap import Area, AreaMap
from vistula.board.data import DataError
from vistula.board.hexes import collect
from vistula.games.loading import Loaded

from .cards.decks import card_tables
from .scenarios import scenes
from .tables import BlockRow, Data

# -- sides, fronts, commands, seats

POLAND, RUSSIA = BOTH = 0, 1
NORTH, SOUTH = 0, 1
SIDES = ("poland", "russia")
FRONTS = ("north", "south")
PEOPLES, ARMIES = ("Polish", "Soviet"), ("Poles", "Soviets")
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


def ally_of(command: int) -> int:
    """The same side on the other front."""
    return command ^ 1


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
COLOURS = ("black", "white", "green")
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


class Type:
    """What an order is, by its counter."""

    MARCH_TO, MARCH_OUT, RECON, MOVE_TO, MOVE_OUT, WITHDRAW, DEFEND, REORGANIZE, RAIL = range(9)


ORDERS = (
    "march-to", "march-out", "recon", "move-to", "move-out", "withdraw", "defend", "reorganize", "rail",
)  # fmt: skip
ORDER_TITLES = (
    "Forced March To", "Forced March Out", "Recon", "Move To", "Move Out", "Withdraw", "Defend Area",
    "Reorganization", "Rail Transport",
)  # fmt: skip
MARCHING = (Type.MARCH_TO, Type.MARCH_OUT)
MOVING = (Type.MOVE_TO, Type.MOVE_OUT)
TO_ORDERS = (Type.MARCH_TO, Type.MOVE_TO)
OUT_ORDERS = (Type.MARCH_OUT, Type.MOVE_OUT)
ON_BLOCKS = (*OUT_ORDERS, Type.WITHDRAW, Type.DEFEND, Type.REORGANIZE, Type.RAIL)
"""Orders that are placed on own blocks; the others may lie anywhere in range."""

# -- the steps of a round [5.0a, 5.0b]


class Stage:
    """What a phase, or a round, is at."""

    REPLENISH, ARRIVALS, CARDS, PLACING, MARCHES, RECONS, MOVES, WITHDRAWALS = range(8)
    BATTLES, REORGANIZATIONS, RAILWAYS, SUPPLY, POINTS, REINFORCEMENT = range(8, 14)


STEP_ORDERS = {
    Stage.MARCHES: MARCHING,
    Stage.RECONS: (Type.RECON,),
    Stage.MOVES: MOVING,
    Stage.WITHDRAWALS: (Type.WITHDRAW,),
    Stage.BATTLES: (Type.DEFEND,),
    Stage.REORGANIZATIONS: (Type.REORGANIZE,),
    Stage.RAILWAYS: (Type.RAIL,),
}
"""Which orders are revealed in which step [7.3a]."""
PHASES = 5

DECK = 55
CARDS_IN_ALL = 2 * DECK
DECKS = (range(DECK), range(DECK, CARDS_IN_ALL))  # by side


def card_side(card: int) -> int:
    return POLAND if card < DECK else RUSSIA


def card_no(card: int) -> int:
    """The number printed on a card."""
    return card % DECK + 1


class Map:
    """[1.0a, 1.0b, 1.1a, 1.2a, 1.3a, 1.4a, 8.5a] Areas get their numbers in the order of the file; sets of areas are
    ints used as bit sets."""

    def __init__(self, board: AreaMap) -> None:
        rows = list(board.areas.values())
        number = {row.id: i for i, row in enumerate(rows)}

        def areas(wanted: Callable[[Area], bool]) -> int:
            return collect(number[row.id] for row in rows if wanted(row))

        def near(row: Area, kind: str = "") -> tuple[int, ...]:
            found = (n for n in board.neighbours[row.id] if kind in ("", board.links[row.id, n]))
            return tuple(sorted(number[n] for n in found))

        self.board = board
        self.areas = range(len(rows))
        self.area_key = tuple(row.id for row in rows)
        self.area_name = tuple(row.name for row in rows)
        self.area_by_name = _names(board, number)
        self.square = tuple(row.square for row in rows)
        self.front = tuple(FRONTS.index(row.front) for row in rows)  # [1.1a]
        self.next = tuple(near(row) for row in rows)  # neighbours along roads and rails [1.0b]
        self.around = tuple(collect(areas) for areas in self.next)
        self.rail = tuple(collect(near(row, "rail")) for row in rows)  # neighbours along rails [7.31a]
        self.faces = tuple(collect(number[n] for n in row.faces) for row in rows)  # that a fortification faces [1.2a]
        self.vp = tuple(-1 if row.points is None else row.points for row in rows)  # -1: no key city [1.3a]
        self.cubes = tuple(tuple(row.cubes.get(colour, 0) for colour in "BWG") for row in rows)  # [8.5a]
        self.key_cities = areas(lambda row: row.points is not None)
        self.eastern_links = areas(lambda row: row.state == "link")  # [1.4a]
        self.lithuania = areas(lambda row: row.state.startswith("closed until"))  # until card 23
        self.never = areas(lambda row: row.state == "closed")  # to both sides always
        self.warsaw, self.klintsy, self.kaunas = (_named(number, key) for key in ("warsaw", "klintsy", "kaunas"))
        self.links = tuple(sorted((number[a], number[b]) for a, b in board.links if number[a] < number[b]))

    def area(self, text: str) -> int:
        """The area with this name: on the map, in Polish, or as its key."""
        found = self.area_by_name.get(text.strip().casefold().replace("_", " "))
        if found is None:
            raise ValueError(f"there is no area {text!r} on the map")
        return found


def _named(number: dict[str, int], key: str) -> int:
    if key not in number:
        raise DataError("board.toml", f"areas {key.title()}", "is missing")
    return number[key]


def _names(board: AreaMap, number: dict[str, int]) -> dict[str, int]:
    """Areas by every name they have, in small letters; the name on the map goes before another area's local one."""
    found: dict[str, int] = {}
    for kind in ("local", "polish", "name", "id"):
        for row in board.areas.values():
            found[getattr(row, kind).casefold()] = number[row.id]
    return found


class Roster:
    """The blocks of both sides as tables by their number; sets of blocks are ints used as bit sets."""

    def __init__(self, rows: list[BlockRow]) -> None:
        _check_rows(rows)
        self.units = range(len(rows))
        self.key = tuple(row.id for row in rows)
        self.label = tuple(row.label for row in rows)
        self.full_name = tuple(row.name for row in rows)
        self.side = tuple(SIDES.index(row.side) for row in rows)
        self.kind = tuple(KINDS.index(row.kind) for row in rows)
        self.colour = tuple(_colour(row) for row in rows)
        self.nation = tuple(row.nation for row in rows)
        self.max_sp = tuple(row.max for row in rows)
        self.division = tuple(row.max >= 3 for row in rows)  # [2.1]
        self.brigade = tuple(row.max == 2 for row in rows)
        self.leader = tuple(row.kind == "leader" for row in rows)
        self.leaders = collect(u for u in self.units if self.leader[u])
        self.mounted = collect(u for u in self.units if self.kind[u] != INFANTRY)  # cavalry and leaders [9.0a]
        self.unit_by_key = {row.id: u for u, row in enumerate(rows)}

    def unit(self, text: str) -> int:
        """The block of the roster with this key: "P-14", "R-10K"."""
        if text not in self.unit_by_key:
            raise ValueError(f"there is no block {text!r}")
        return self.unit_by_key[text]


class Model(Loaded, Map, Roster):
    """Static data: map, roster, charts, cards, scenarios. Tables are tuples by area, by block of the roster, by kind of
    block or by order type."""

    def __init__(self, data: Data) -> None:
        Map.__init__(self, data.board)
        Roster.__init__(self, data.blocks)
        self.hash, self.charts = data.hash, data.charts
        orders, moves, supply = data.charts.orders, data.charts.movement, data.charts.supply
        self.counters: tuple[int, ...] = tuple(getattr(orders, order.replace("-", "_")) for order in ORDERS)  # [7.2d]
        self.move = (moves.infantry, moves.cavalry, moves.cavalry)
        self.march = (moves.infantry_march, moves.cavalry_march, moves.cavalry_march)
        self.supply = (supply.infantry, supply.cavalry, supply.cavalry)
        self.rounds = ("", *(row.dates for row in data.charts.round))  # by number
        self.cards = card_tables(data.cards, DECK)
        self.scenes = scenes(data, self)

    @lru_cache(maxsize=256)  # noqa: B019  (there are few models, and they live as long as the program)
    def losses(self, value: int) -> int:
        """[7.41.3c] The Combat Chart: strength points that a Combat Value takes from the other side."""
        chart = self.charts.combat
        return bisect_right(chart.losses, value) + max(0, value - chart.losses[-1]) // chart.beyond


shipped = cache(Model.load)
"""The model of the shipped data."""


_NATIONS = {"poland": ("P-", ("Poland", "Ukraine", "Belarus")), "russia": ("R-", ("Russia", "Galicia", "Lithuania"))}


def _colour(row: BlockRow) -> int:
    """[2.0c] Allies have green squares, of others infantry black and cavalry white ones."""
    if row.nation not in ("Poland", "Russia"):
        return GREEN
    return BLACK if row.kind == "infantry" else WHITE


def _check_rows(rows: list[BlockRow]) -> None:
    for row in rows:
        _check_row(row)
    sides = [row.side for row in rows]
    if sides != sorted(sides):
        first = rows[sides.index("russia")]
        raise DataError("blocks.csv", first.id, "Polish blocks come first, then the Soviet ones")
    if sides.count("poland") != POLES or len(rows) != BLOCKS:
        found = f"{sides.count('poland')} and {len(rows)}"
        raise DataError("blocks.csv", "", f"{POLES} Polish blocks and {BLOCKS} in all are wanted, not {found}")


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
