"""What cards do for the rest of a phase, as questions that other chapters ask.

The effects in force stand in the state (`s.effects`); which card does what is said on the cards.
"""

from __future__ import annotations

from ..model import DECK, MARCHING, NORTH, OUT_ORDERS, POLAND, RUSSIA, Type, command_of
from ..state import NONE, Effect, Order, State

# Cards by what they are called, as their numbers have them.
WIEPRZ = 15 - 1
KOZIATYN = 16 - 1
CUT_THE_RAILWAY = 17 - 1
ZELIGOWSKI = 23 - 1
PEASANT_CARTS = 28 - 1
SMIGLY = 54 - 1
SECOND_OF_JULY = DECK + 2 - 1
CART_COLUMNS = DECK + 10 - 1
RED_COSSACKS = DECK + 24 - 1
COSSACKS = "R-8K"


def in_force(s: State, card: int, command: int) -> Effect | None:
    """The effect of a card for a command, if it is in force."""
    for effect in s.effects:
        if effect.card == card and effect.command == command:
            return effect
    return None


def supply_bonus(s: State, side: int, front: int) -> int:
    """[7.7b] Areas by which a side's supply reaches farther on a front in this phase (Soviet card 10)."""
    return 2 if side == RUSSIA and in_force(s, CART_COLUMNS, command_of(RUSSIA, front)) else 0


def vilna_order(s: State, command: int) -> bool:
    """[7.2b] Whether a command may place an order more than allowed, one To order on Vilna among them (Polish
    card 23)."""
    return in_force(s, ZELIGOWSKI, command) is not None


def carts(s: State, side: int, area: int) -> bool:
    """[7.71a] Whether the blocks of an area lose nothing for want of supply this time (Polish card 28)."""
    return side == POLAND and any(e.card == PEASANT_CARTS and e.arg == area for e in s.effects)


# -- orders that a card makes stronger --------------------------------------------------------------------------

_NAMED = {
    WIEPRZ: (Type.MARCH_OUT,),
    KOZIATYN: OUT_ORDERS,
    SMIGLY: (Type.MOVE_OUT,),
    SECOND_OF_JULY: MARCHING,
}
"""Cards whose player names one of his orders when he reveals it, and the types it may be."""


def nameable(s: State, order: Order) -> list[int]:
    """[7.13a] Cards in force that the owner of an order may name it for as he reveals it."""
    return [
        e.card
        for e in s.effects
        if e.command == order.command and e.arg == NONE and order.type in _NAMED.get(e.card, ())
    ]


def name_order(s: State, card: int, order: Order) -> None:
    """[7.13a] From now on the card works for this order."""
    at = next(i for i, e in enumerate(s.effects) if e.card == card and e.command == order.command)
    s.effects[at] = Effect(card, order.command, order.id)


def _named(s: State, card: int, order: Order) -> bool:
    return Effect(card, order.command, order.id) in s.effects


def full_strength(s: State, order: Order) -> bool:
    """[7.2j, 9.0h] Whether blocks that force march by this order fight at full strength all the same."""
    if order.leader != NONE and s.m.key[order.leader] == "R-Budyonny":
        return True
    return _named(s, WIEPRZ, order) or _named(s, SECOND_OF_JULY, order)


def passes_enemies(s: State, order: Order) -> bool:
    """[7.31b] Whether cavalry may pass through one area with enemies by this order (Polish card 16)."""
    return _named(s, KOZIATYN, order)


def infantry_steps(s: State, order: Order) -> int:
    """[2.0d] Areas more that infantry may move by this order (Polish card 54)."""
    return 1 if _named(s, SMIGLY, order) else 0


def extra_steps(s: State, unit: int) -> int:
    """[2.0e] Areas more that a block may move or march in this phase (Soviet card 24)."""
    return 1 if s.m.key[unit] == COSSACKS and any(e.card == RED_COSSACKS for e in s.effects) else 0


def rail_cut(s: State, side: int) -> bool:
    """[7.6a] Whether the rail transports of a side go unfulfilled in this phase (Polish card 17)."""
    return side == RUSSIA and any(e.card == CUT_THE_RAILWAY for e in s.effects)


# -- orders that a card forbids ---------------------------------------------------------------------------------

RADIO_JAMMING = 5 - 1
GAIS_RAID = DECK + 5 - 1
RIDERS = ("R-10K", "R-15K")


def jammed(s: State, command: int) -> bool:
    """[7.11a] Whether no card can give a command more orders in this phase (Polish card 5)."""
    return command == command_of(RUSSIA, NORTH) and any(e.card == RADIO_JAMMING for e in s.effects)


def raiding(s: State, command: int) -> bool:
    """[7.31a] Whether two cavalry divisions may ride once more after the moves of a command (Soviet card 5)."""
    return in_force(s, GAIS_RAID, command) is not None
