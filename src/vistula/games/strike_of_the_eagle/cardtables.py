"""The two decks as tables: what is printed on each card [3.4a]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vistula.board.data import DataError, Record

FILE = "cards.toml"
_SIDES = ("poland", "russia")
_FRONTS = {"north": 0, "south": 1, "own": -1, "any": -2}
OWN_FRONT, ANY_FRONT = -1, -2


class CardRow(Record):
    side: Literal["poland", "russia"]
    no: int
    name: str
    kind: Literal["historical", "battle", "reaction", "none"]
    front: Literal["north", "south", "own", "any"]
    orders: int
    combat: int
    cubes: str
    out: bool
    text: str
    source: str


class Cards(Record):
    card: list[CardRow]


@dataclass(frozen=True, slots=True)
class Card:
    """One card: three numbers and an event."""

    side: int
    no: int
    name: str
    kind: str  # historical, battle, reaction or none
    front: int  # 0 north, 1 south, OWN_FRONT, ANY_FRONT
    orders: int  # [7.11a]
    combat: int  # [7.41.2c]
    cubes: tuple[int, int, int]  # [7.12]
    out: bool  # leaves the game when used as event [3.4i]
    text: str
    source: str


def card_tables(data: Cards, deck: int) -> tuple[Card, ...]:
    """[4.0c] Both decks in the order of their numbers, the Polish one first."""
    rows = sorted(data.card, key=lambda row: (_SIDES.index(row.side), row.no))
    for side in _SIDES:
        numbers = [row.no for row in rows if row.side == side]
        if numbers != list(range(1, deck + 1)):
            raise DataError(FILE, f"card {side}", f"the numbers 1 to {deck} are wanted, each once")
    return tuple(_card(row) for row in rows)


def _card(row: CardRow) -> Card:
    return Card(
        _SIDES.index(row.side), row.no, row.name, row.kind, _FRONTS[row.front], row.orders, row.combat,
        _cubes(row), row.out, row.text, row.source,
    )  # fmt: skip


def _cubes(row: CardRow) -> tuple[int, int, int]:
    found = {"B": 0, "W": 0, "G": 0}
    for word in row.cubes.split():
        if word[-1] not in found or not word[:-1].isdigit():
            raise DataError(FILE, f"card {row.side} {row.no}", f"{word!r} are no cubes: 2B 1W is wanted")
        found[word[-1]] += int(word[:-1])
    return found["B"], found["W"], found["G"]
