"""What a title tells the planner: facts and prices, never an answer to what a plan is for.

A title's `brief()` makes a `Brief`. All it says is worked out from a masked state: equal masks give equal plans.
Strengths are in the title's own measure; values and prizes share one measure, victory points for one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from vistula.board.hexes import Hex, HexSet
from vistula.kernel.decision import Action, SeatId
from vistula.kernel.seat import Seat
from vistula.players.kit.doctrine import Doctrine

if TYPE_CHECKING:
    from vistula.players.kit.ground import Ground

Scores = dict[Action, float]
Answer = Callable[[Any, Seat[Any], list[Action]], Scores]
"""What answers a kind of question: the officer, the seat and what is offered in, a score for each answer out."""
Attackers = Sequence[tuple[int, Hex]]
"""Units with the hexes that they attack from."""


class Unit(NamedTuple):
    """A unit on the map as a planner sees it; `id` is -1 where nobody may know which one it is."""

    id: int
    hex: Hex
    attack: float
    defence: float
    value: float  # what its loss costs its owner
    pace: int = 0  # movement points in its next move
    acts: bool = True  # whether it can move and attack when its side is next to act


class Move(NamedTuple):
    """Units that may move together, and every hex where they may end."""

    units: tuple[int, ...]
    start: Hex
    ends: Collection[Hex]
    chance: float = 1.0  # that the move is carried out
    price: float = 0.0  # what it costs to order it


class Chance(NamedTuple):
    """One result of an attack: how likely, the part of each side's value that is lost, and whether the hex is left."""

    p: float
    mine: float
    theirs: float
    taken: float


class Facts(NamedTuple):
    """A position as one side sees it."""

    own: Sequence[Unit]
    foes: Sequence[Unit]
    prizes: Mapping[Hex, float]  # what it means to have a hex rather than to leave it to the enemy
    held: HexSet  # prizes that are own now, and all other hexes under own control
    fed: HexSet  # hexes where own units are in supply
    kept: HexSet = -1  # those that stay so without a unit in them
    deciding: HexSet = 0  # prizes that end the game
    strikes: bool = True  # whether own attacks can follow a move made now
    answers: int = 2  # what the enemy does before the next own move: 1 attacks, 2 moves and attacks, more moves again
    rides: int = 1  # moves in a row that he could make before that if he did nothing else; 0: never mind
    rigid: bool = True  # whether zones stop him on such a ride
    last: bool = False  # whether this is the last that the side does in the game


class Brief(Protocol):
    """A title's facts. It remembers nothing that could not be worked out again from a state."""

    roles: Mapping[str, Answer]
    """Who answers which question, by `Procedure.step`; every other question is answered by one look ahead."""
    forks: frozenset[str]
    """Questions at which a captain compares ways to go about things."""
    pivots: frozenset[str]
    """Questions at which he compares the answers themselves."""
    doctrines: tuple[Doctrine, Doctrine]

    def ground(self, s: Any) -> Ground: ...

    def side(self, seat: SeatId) -> int: ...

    def key(self, s: Any) -> Hashable:
        """All that `facts` are drawn from."""
        ...

    def phase(self, seat: Seat[Any]) -> Hashable:
        """What stays the same while one plan of moves is carried out: the phase, and the enemy as far as it matters."""
        ...

    def facts(self, s: Any, me: int) -> Facts: ...

    def moves(self, s: Any, me: int, seat: Seat[Any]) -> Sequence[Sequence[Move]]:
        """Moves that can still be made in this phase, or in one that came now; of each group one at most."""
        ...

    def fits(self, s: Any, units: Sequence[int], hex: Hex) -> bool:
        """Whether these units may share a hex."""
        ...

    def attacks(self, s: Any, me: int) -> Mapping[int, tuple[Hex, Sequence[int]]]:
        """Attacks that could be declared now, by what is chosen to declare one: the target, and who may take part."""
        ...

    def odds(self, s: Any, me: int, target: Hex, attackers: Attackers, friends: HexSet) -> Sequence[Chance]:
        """The results of an attack, with own units on the hexes `friends` when it is made; none if it is impossible."""
        ...

    def slope(self, slot: Hex, target: Hex) -> float:
        """What it costs, in about the measure of a defended hex, to attack a target from a hex: rivers, trenches."""
        ...

    def toll(self, attack: float, defence: float, hex: Hex) -> tuple[float, float]:
        """For so much attack on so much defence in a hex: the part of its value that the defender loses, and the chance
        that he must leave."""
        ...

    def places(self, s: Any) -> Sequence[int]:
        """By unit: its hex, or something below zero."""
        ...

    def moved(self, s: Any) -> int:
        """The set of units whose move in this phase is over or under way."""
        ...

    def in_hand(self, seat: Seat[Any]) -> tuple[Sequence[int], Hex]:
        """The units whose move is being laid out now, and how far it has got."""
        ...

    def worth(self, s: Any, side: int, root: Any) -> float:
        """The chance to win, with clock and weights of the state `root`; it may write on `s`."""
        ...

    def epoch(self, s: Any) -> int: ...

    def horizon(self, s: Any) -> int: ...
