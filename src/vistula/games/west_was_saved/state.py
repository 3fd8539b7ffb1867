"""The state of a game of How the West was Saved.

One flat record. Sets of pieces and sets of hexes are ints used as bit sets; a piece's `place` is its hex, or a code
below zero for where else a counter can lie. `veiled` and what begins with `unseen` exist only in a player's knowledge:
counters of enemy stacks into which he may not look (13.2).
"""

from __future__ import annotations

import msgspec

from vistula.kernel.copying import copied, copier
from vistula.kernel.state import OnModel, row
from vistula.parts.pieces import at, on_board

from .model import Model

TRAY = -1  # in nobody's hand for a moment
ELIMINATED = -2
INTERNED = -3  # for the rest of the game [1.3f, 13.5a]
LOST = -4  # never arrived [12.0e], or a command unit gone for good [9.6d]
CARD = -5  # in play only if a card brings it
ABSENT = -6  # takes no part in the situation of a position file
CAMP = -7  # has entered East Prussia; the die for its return is still to be rolled [13.5b]

(
    SETUP, EVENTS, RESOURCES, DEPOTS, SUPPLY, MOVEMENT, COMMAND_MOVEMENT, COMBAT, RESTORATION, REDEPLOYMENT,
    REINFORCEMENTS,
) = range(11)  # fmt: skip
NOT_TOLD, HOLDS_BLACK, NO_BLACK = 0, 1, 2


def _piles() -> list[dict[int, tuple[int, ...]]]:
    return [{}, {}]


def _hands() -> list[list[int]]:
    return [[], []]


@copied("m")
class State(OnModel[Model]):
    """Everything that changes in a game. Sets by side stand in pairs: Poland, Russia."""

    place: list[int] = []
    turn: int = 1
    phase: int = SETUP
    facing: list[int] = []  # by hex; -1 where no cavalry or infantry stands [1.2c, 1.2n]
    weak: int = 0  # units on their reverse side [1.2f]
    under: int = 0  # units that lie beneath another
    piles: list[dict[int, tuple[int, ...]]] = msgspec.field(default_factory=_piles)  # stacks of more than one unit by
    # side and hex, from the lowest to the top one, as their owner laid them (H-33)
    occupied: list[int] = row(0, 0)  # hexes with combat units
    commanded: list[int] = row(0, 0)  # hexes with command units
    depots: list[int] = row(0, 0)
    dummies: dict[int, int] = {}  # blank counters by hex [1.4b]
    shown: list[int] = row(0, 0)  # enemy units that a side may look at now [13.2a]
    bared: list[int] = row(0, 0)  # enemy hexes whose blanks a side may count now
    veiled: dict[int, int] = {}  # counters that the seat sees and may not look at, by hex
    unseen_nation: int = 0  # hexes of veiled stacks that are Lithuanian
    unseen_moving: int = 0  # 1 where units are under way that the seat may not look at, however many
    moving_hex: int = -1

    trp: list[int] = row(0, 0)  # total resource points of the turn [4.0b]
    rp: list[int] = row(0, 0)  # what is left of them

    unsupplied: int = 0  # units that the supply check of this turn found out of supply [7.3a, 7.4d]
    markers: dict[int, int] = {}  # activation markers by hex [7.1b]
    obeyed: int = 0  # hexes whose next order needs no die
    ordered: int = 0  # units that have had their order [7.2f]
    moved: int = 0  # units that have moved or turned in this phase
    promised: int = 0  # hexes of which a unit has promised to stay where it is [7.4b, 11.2c]
    pledges: list[int] = []  # pairs of hexes, of one of which a unit has promised to stay [7.4b]
    moving: int = 0  # units that the order in hand is for
    led: int = 0  # command units that have moved [8.0b]
    attacked: int = 0  # units that have had their attack order [9.2f]
    spent: int = 0  # hexes whose whole stack has had it, as everyone has seen
    fought: int = 0  # units that have been in combat [9.3f]
    triumphed: int = 0  # units that won under 9.5.c in their latest combat
    redeployed: int = 0  # pieces that have re-deployed [11.2a]
    redeployments: list[int] = row(0, 0)
    declined: int = 0  # sides that have declined without anybody else knowing it

    deck: int = 0  # cards not drawn [3.1a]
    hands: list[list[int]] = msgspec.field(default_factory=_hands)  # the kept card first
    discards: list[int] = []
    laid: list[int] = row(0, 0)  # card in force by side
    black: list[int] = row(0, 0)  # whether it is known that a side drew a black card
    card_points: list[int] = row(0, 0)
    card_uses: list[int] = row(0, 0)
    card_hexes: int = 0  # hexes that a card names for the turn
    card_choice: list[int] = row(-1, -1)
    card_markers: int = 0
    card_muted: int = 0
    forgone: int = 0
    lithuania: bool = False  # at war [13.3a]

    camp: int = 0  # pieces in East Prussia whose die is to be rolled [13.5b]
    repatriated: int = 0  # pieces that return at Smolensk [13.5c]
    edge: int = 0  # units that return on the east edge
    left_hex: dict[int, int] = {}  # where a removed command unit stood [9.6c]

    full_fog: bool = False  # table option: not even the top counter of an enemy stack is seen
    edge_line: bool = True  # hexes of the east edge intervene, unless the table agrees otherwise (H-1)
    winner: int = -1
    sudden: bool = False


_SHADOWED = copier(State, "record", own=("place", "dummies"), beside=("m",))


def shadow(s: State) -> State:
    """A copy in which everything that fog may hide is its own; the rest is shared, so only for looking at."""
    twin: State = _SHADOWED(s)
    twin.veiled, twin.unseen_nation, twin.unseen_moving, twin.piles, twin.hands = {}, 0, 0, s.piles[:], s.hands[:]
    return twin


def units_at(s: State, side: int, hex: int) -> list[int]:
    """The combat units of a side in a hex, as far as the state shows them; the top one last."""
    if not s.occupied[side] >> hex & 1:
        return []
    here = at(s.place, s.m.combat_of[side], hex)
    if len(here) > 1 and s.under >> here[-1] & 1:
        here.sort(key=lambda u: not s.under >> u & 1)
    return here


def pile(s: State, side: int, hex: int) -> tuple[int, ...]:
    """The combat units of a side in a hex from the lowest to the top one, as their owner laid them (H-33)."""
    return s.piles[side].get(hex) or tuple(units_at(s, side, hex))


def commands_at(s: State, side: int, hex: int) -> list[int]:
    """The command units of a side in a hex."""
    return at(s.place, s.m.commands_of[side], hex) if s.commanded[side] >> hex & 1 else []


def on_map(s: State, side: int) -> list[int]:
    """The combat units of a side on the map, as far as the state shows them."""
    return on_board(s.place, s.m.combat_of[side])
