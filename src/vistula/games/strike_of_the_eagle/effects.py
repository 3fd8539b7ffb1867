"""What cards do for the rest of a phase, as questions that other chapters ask.

The effects in force stand in the state (`s.effects`); which card does what is said on the cards.
"""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.model import DECK, POLAND, RUSSIA, command_of
from vistula.games.strike_of_the_eagle.state import NONE, Effect, State

CART_COLUMNS = DECK + 10 - 1
ZELIGOWSKI = 23 - 1
PEASANT_CARTS = 28 - 1


def in_force(s: State, card: int, command: int) -> Effect | None:
    """The effect of a card for a command, if it is in force."""
    return next((e for e in s.effects if e.card == card and e.command == command), None)


def supply_bonus(s: State, side: int, front: int) -> int:
    """[7.7b] Areas by which a side's supply reaches farther on a front in this phase (Soviet card 10)."""
    return 2 if side == RUSSIA and in_force(s, CART_COLUMNS, command_of(RUSSIA, front)) else 0


def vilna_order(s: State, command: int, use: bool = False) -> bool:
    """[7.2b] Whether a command has an order more than allowed, for Vilna only (Polish card 23); `use` spends it."""
    found = in_force(s, ZELIGOWSKI, command)
    if found is None or found.arg != NONE:
        return False
    if use:
        s.effects[s.effects.index(found)] = Effect(found.card, found.command, 1)
    return True


def carts(s: State, side: int, area: int) -> bool:
    """[7.71a] Whether the blocks of an area lose nothing for want of supply this time (Polish card 28)."""
    return side == POLAND and any(e.card == PEASANT_CARTS and e.arg == area for e in s.effects)
