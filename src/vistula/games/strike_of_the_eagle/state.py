"""The state of a game of Strike of the Eagle: one flat record.

Blocks are keyed by the *piece*, the wooden block on the table that eyes can follow; which block of the roster it is
(`unit`) and its strength (`sp`) are hidden from the enemy (2.0f). Sets of pieces, units, areas and cards are ints used
as bit sets. What happens to blocks is in `changes`, to tracks in `initiative` and `victory`, to orders in `tokens`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vistula.kernel.copying import copied, copier
from vistula.kernel.state import OnModel, row

from .model import Model

if TYPE_CHECKING:
    from .scenarios import Scene

POOL = -1  # in the Force Pool [4.0h]
GONE = -2  # eliminated: out of the game [11.0a]
DUE = -3  # on the arrival track [4.0g]
ABSENT = -4  # takes no part in this scenario

NONE = -1  # no card, no order, no block, no area
FROM_DECK = -2  # a Combat Modifier card that will be drawn blind [7.41.2a]

# Rulings that a table may switch (docs/rulings): bits of `rulings`.
CHART_LOSSES = 1  # S1: who loses a battle is told by the chart, not by strength really lost
CITIES_TWICE = 2  # S2: a city taken from the enemy counts for both
FRESH_WITHDRAW = 4  # S9: only blocks that have executed nothing withdraw
RAIL_DESTINATION = 8  # S24: only the destination of a rail transport needs supply


class Order(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """[3.1a] An order on the map. `leader` is the leader (a unit) who gave it, NONE for a counter of the pool."""

    id: int
    command: int
    area: int
    type: int
    shown: bool = False
    leader: int = NONE

    @property
    def side(self) -> int:
        return self.command >> 1

    @property
    def front(self) -> int:
        return self.command & 1


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """[7.34a] A side came into an area over one link in this phase; entries stand in the order of play."""

    area: int
    origin: int
    side: int
    support: bool = False  # some block that came found a block or garrison of its side there [7.34f]


class Effect(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """[7.13a] What a card does until the end of this phase; `arg` means what the card says."""

    card: int
    command: int
    arg: int = NONE


@copied()
class Fight(msgspec.Struct):
    """[7.41] The battle that is being resolved; lists are by side. Cards are face down until `revealed`."""

    area: int
    attacker: int
    engaged: list[int] = row(0, 0)  # sets of pieces
    directions: list[int] = []  # areas from which the attacker came, the primary attack first [7.34a]
    supports: list[int] = []  # areas from which the defender was supported [7.34f]
    fortified: bool = False  # [1.2b]
    defended: bool = False  # [7.2aa]
    reorganizing: int = NONE  # the piece that reorganizes under attack [7.2ae]
    cards: list[int] = row(NONE, NONE)  # Battle Cards [7.41.1]
    modifiers: list[int] = row(NONE, NONE)  # Combat Modifier cards or FROM_DECK [7.41.2a]
    from_hand: list[int] = row(0, 0)
    revealed: bool = False
    reactions: list[int] = []  # Reaction Cards played in this battle
    value: list[int] = row(0, 0)  # Combat Values [7.41.3b]
    losses: list[int] = row(0, 0)  # still to be taken [7.41.4a]
    chart: list[int] = row(0, 0)  # losses before they are taken
    taken: list[int] = row(0, 0)  # SP really lost, the garrison's included (S1)
    real: list[int] = row(0, 0)  # SP really taken off blocks [7.44b]
    winner: int = NONE
    hurt: int = 0  # pieces that have lost strength in it

    if TYPE_CHECKING:  # written by `copied`

        def copy(self) -> Fight: ...


class Report(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """[7.41.3a] What everybody has seen of the last battle of the phase; pairs are by side."""

    area: int
    attacker: int
    blocks: tuple[tuple[tuple[int, int, int], ...], ...]  # by side: a block of the roster, points before and after
    strength: tuple[int, ...]  # that blocks fought with
    garrisons: tuple[int, ...]
    cards: tuple[int, ...]
    card_values: tuple[int, ...]
    modifiers: tuple[int, ...]
    from_hand: tuple[int, ...]
    flanks: tuple[int, ...]  # what flank attacks took off
    shelter: tuple[bool, bool]  # of the defender: fortification, Defend Area
    directions: tuple[int, ...]
    value: tuple[int, ...]
    chart: tuple[int, ...]
    taken: tuple[int, ...] = (0, 0)
    real: tuple[int, ...] = (0, 0)
    winner: int = NONE


@copied("m")
class State(OnModel[Model]):
    """Everything that changes in a game."""

    scenario: int = 0
    seating: int = 0
    rulings: int = 0
    supreme: int = 0  # the front of the Polish supreme player [10.2c]

    # -- course and tracks
    round: int = 1
    phase: int = 0  # 0 Replenish Cards, 1 to 5 Operation Phases, 6 Reinforcement Phase
    step: int = 0
    closing: bool = False  # an event ends the scenario after this phase
    sudden: int = NONE  # the side that has won before the end
    initiative: list[int] = []  # by front: level, negative for the Soviets [6.1a]
    vp: int = 1  # the lead, negative for the Soviets; never 0 [7.8b]
    held: list[int] = row(0, 0)  # key cities each side controlled at the last VP step (S49)
    round_held: list[int] = row(0, 0)  # and when the round began
    garrisons: list[int] = row(0, 0)  # areas by side: no pieces, so they never move [3.0c]
    lithuania: bool = False  # allied to Russia [8.5e]

    # -- blocks by piece
    unit: list[int] = []
    place: list[int] = []
    sp: list[int] = []
    due: list[int] = []  # slot of the arrival track
    start: list[int] = []  # area in which it began this phase [7.32a]
    origin: list[int] = []  # area from which it came into its area in this phase
    turned: list[int] = []  # strength points it was seen to gain or lose since it was last lost from sight
    on_link: int = 0  # stand on the link from their origin [7.31b, 7.33e]
    behind: int = 0  # came fifth or later over a link: if there is a battle, they stay out of it [7.33b]
    moved: int = 0
    executed: int = 0  # have executed an order in this phase [7.3n]
    marched: int = 0  # fight at half strength [7.2j]
    at_full: int = 0  # fight at full strength although they marched [9.0h]
    fought: int = 0
    detached: int = 0  # made in this phase [2.2c]
    stuck: int = 0  # may execute no order in this phase
    unsupplied: int = 0  # marked Out of Supply; at the start of the phase [7.71b], public
    southern: int = 0  # under the southern commander of their side in this phase [1.1c]

    # -- the phase
    began: list[int] = row(0, 0)  # areas in which a side had blocks at its start [7.32a]
    entries: list[Entry] = []
    free: dict[int, int] = {}  # area * 2 + side: blocks there that are not pinned and have not left [7.32c]
    late: dict[int, int] = {}  # area * 2 + side: blocks that came in after the first enemy and are not pinned (S11)
    orders: list[Order] = []
    fulfilled: list[int] = []  # orders that a block has executed [7.3i]
    turned_up: int = 0  # commands that have revealed their orders of the running step [7.3a]
    named: int = 0  # pieces that reorganize although they fought: their side won [7.2ae]
    next_order: int = 0
    allowance: list[int] = row(0, 0, 0, 0)  # by command [7.11a]
    placed: list[int] = row(0, 0, 0, 0)
    recons: list[int] = row(0, 0, 0, 0)
    to_vilna: list[int] = row(0, 0, 0, 0)  # To orders placed on Vilna (Polish card 23)
    passed: int = 0  # set of commands
    reserved: list[list[int]] = []  # by command and type of order [10.2a, 10.2c]
    effects: list[Effect] = []
    spent: int = 0  # leaders (units) whose ability has been used in this round [9.0e]

    # -- cards
    hands: list[list[int]] = []  # by player
    deck: list[list[int]] = []  # by side
    discards: list[list[int]] = []
    removed: list[list[int]] = []
    committed: list[int] = row(NONE, NONE, NONE, NONE)  # by command [7.1b]
    uncovered: int = 0  # commands whose card has been revealed [7.1c]
    cubes: list[list[int]] = []  # by player: black, white, green [3.2c]
    fight: Fight | None = None
    report: Report | None = None

    # -- knowledge
    seen: list[int] = []  # by player: enemy pieces whose face he can follow
    shown: int = 0  # pieces that lie open to everybody now [7.41.3a]
    peeked: list[list[int]] = []  # by player and other player: cards he has seen in that hand
    mounted: int = 0  # pieces that were seen to be cavalry or leaders; this and what follows: see `witnessed`
    foot: int = 0  # infantry
    men: int = 0  # no leaders
    chiefs: int = 0  # leaders
    divisions: int = 0
    allies: int = 0  # allied infantry
    regulars: int = 0  # no allied infantry

    @property
    def scene(self) -> Scene:
        return self.m.scenes[self.scenario]


_SHADOWED = copier(
    State,
    "record",
    own=("unit", "sp", "reserved", "recons", "to_vilna", "seen", "peeked", "hands", "committed", "fight"),
    beside=("m",),
)


def shadow(s: State) -> State:
    """A copy in which what a mask hides is its own; the rest is shared, so only for looking at."""
    twin: State = _SHADOWED(s)
    return twin
