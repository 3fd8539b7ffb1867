"""The two decks as tables: what is printed on each card, and what its event does [3.4a].

Simple events are figures that one executor reads (`gives`, `battle`); an event that figures cannot say names a
procedure (`effect`).
"""

from __future__ import annotations

from collections.abc import Container
from typing import Literal

from vistula.board.data import DataError, Datum

FILE = "cards.toml"
_SIDES = ("poland", "russia")
_FRONTS = {"north": 0, "south": 1, "own": -1, "any": -2}
OWN_FRONT, ANY_FRONT = -1, -2

MOMENTS = (
    "phase-start", "step-start", "recon", "withdrawal", "leader-spent", "battle-start", "battle-count", "answer",
    "after-losses", "battle-end", "elimination", "after-battles", "supply",
)  # fmt: skip
"""When a Reaction Card may be played: each is a kind of window with a standing answer of its own."""


class Gives(Datum):
    """[7.13a] What an event hands out."""

    cubes: str = ""
    vp: int = 0
    draw: int = 0
    orders: int = 0
    initiative: Literal["", "north", "south", "own"] = ""


class Fighting(Datum):
    """[7.41.1] What a Battle Card changes, and when: as attacker or defender, in some areas, with some blocks."""

    role: Literal["", "attacker", "defender"] = ""
    areas: list[str] = []
    linked: bool = False  # or next to one of the areas
    units: list[str] = []
    of_them: int = 0  # how many of these blocks must be in the battle
    only: Literal["", "near-city", "railway", "mounted", "cavalry", "by-threes", "numbers"] = ""
    cv: int = 0
    cv_south: int = 0  # more on the southern front
    own_losses: int = 0
    does: Literal[
        "", "no-flanks", "trenches", "bloody", "counter-stroke", "pursuit", "no-fort", "no-defend", "full-march",
        "deep-flank",
    ] = ""  # fmt: skip


class CardRow(Datum):
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
    window: str = ""
    control: str = ""
    effect: str = ""
    leader: str = ""
    areas: list[str] = []
    lasting: bool = False
    raises: bool = False
    gives: Gives | None = None
    battle: Fighting | None = None


class Cards(Datum):
    card: list[CardRow]


class Card:
    """One card: three numbers and an event."""

    def __init__(self, row: CardRow) -> None:
        self.side = _SIDES.index(row.side)
        self.no = row.no
        self.name, self.text, self.source = row.name, row.text, row.source
        self.kind = row.kind
        self.front = _FRONTS[row.front]  # 0 north, 1 south, OWN_FRONT, ANY_FRONT
        self.orders = row.orders  # [7.11a]
        self.combat = row.combat  # [7.41.2c]
        self.cubes = _cubes(row, row.cubes)  # [7.12]
        self.out = row.out  # leaves the game when used as event [3.4i]
        self.window = row.window  # the moment of a Reaction Card [3.4h]
        self.control = row.control  # a city that its side must control
        self.effect = row.effect  # a procedure for what figures cannot say
        self.leader = row.leader
        self.areas = row.areas
        self.lasting = row.lasting  # in force until the end of the phase
        self.gives = row.gives or Gives()
        self.taken = _cubes(row, self.gives.cubes)  # cubes that the event gives
        self.raises = row.raises or any(self.taken) or bool(row.leader)  # brings cubes, blocks or leaders
        self.battle = row.battle or Fighting()


def card_tables(data: Cards, deck: int) -> tuple[Card, ...]:
    """[4.0c] Both decks in the order of their numbers, the Polish one first."""
    rows = sorted(data.card, key=lambda row: (_SIDES.index(row.side), row.no))
    for side in _SIDES:
        numbers = [row.no for row in rows if row.side == side]
        if numbers != list(range(1, deck + 1)):
            raise DataError(FILE, f"card {side}", f"the numbers 1 to {deck} are wanted, each once")
    for row in rows:
        _check_event(row)
    return tuple(Card(row) for row in rows)


def _cubes(row: CardRow, text: str) -> tuple[int, int, int]:
    found = {"B": 0, "W": 0, "G": 0}
    for word in text.split():
        if word[-1] not in found or not word[:-1].isdigit():
            raise DataError(FILE, f"card {row.side} {row.no}", f"{word!r} are no cubes: 2B 1W is wanted")
        found[word[-1]] += int(word[:-1])
    return found["B"], found["W"], found["G"]


def _check_event(row: CardRow) -> None:
    """[3.4d, 3.4g, 3.4h] Each kind of card says what it needs to say."""
    where = f"card {row.side} {row.no}"
    if (row.kind == "reaction") != bool(row.window) or row.window not in ("", *MOMENTS):
        raise DataError(FILE, where, f"a Reaction Card, and no other, has a window: one of {', '.join(MOMENTS)}")
    if (row.kind == "battle") != (row.battle is not None):
        raise DataError(FILE, where, "a Battle Card, and no other, has a table battle")
    if row.kind in ("historical", "reaction") and not (row.effect or row.gives):
        raise DataError(FILE, where, "an event gives something or has an effect")
    if row.kind == "historical" and not row.out:
        raise DataError(FILE, where, "a Historical Event leaves the game when it is used [7.13b]")


def check_names(cards: tuple[Card, ...], areas: Container[str], units: Container[str]) -> None:
    """Areas and blocks that cards speak of are on the map and in the roster."""
    for card in cards:
        where = f"card {_SIDES[card.side]} {card.no}"
        for area in (*card.areas, *card.battle.areas, *([card.control] if card.control else [])):
            if area.casefold() not in areas:
                raise DataError(FILE, where, f"there is no area {area!r}")
        for unit in (*card.battle.units, *([card.leader] if card.leader else [])):
            if unit not in units:
                raise DataError(FILE, where, f"there is no block {unit!r}")
