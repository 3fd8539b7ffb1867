"""What can be said of a block, an area or a card whatever is asked: whose it is, where it is, what it has done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.games.strike_of_the_eagle.model import command_side, piece_side
from vistula.games.strike_of_the_eagle.rules.queries import block_command, known, open_areas
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN
from vistula.games.strike_of_the_eagle.state import ABSENT, DUE, GONE, POOL, State
from vistula.kernel.views import Refusal

Reason = Callable[[State, Any, int], Refusal | None]
"""Why not this thing: the state as the seat knows it, the procedure that asks, and the thing."""

_AWAY = {
    POOL: ("4.0h", "It lies in the Force Pool."),
    GONE: ("11.0a", "It is out of the game."),
    DUE: ("4.0g", "It has not arrived yet."),
    ABSENT: ("4.0e", "It takes no part in this scenario."),
}


def name(s: State, piece: int) -> str:
    """A block by its name, for those who may know it."""
    return s.m.full_name[s.unit[piece]] if known(s, piece) else "This block"


def not_mine(s: State, side: int, piece: int) -> Refusal | None:
    """A piece that is no block of one's own side on the map."""
    if piece >= TOKEN:
        return Refusal("7.3a", "That is an order; a block is asked for.")
    if piece_side(piece) != side:
        return Refusal("2.0f", "It is a block of the enemy.")
    if s.place[piece] in _AWAY:
        return Refusal(*_AWAY[s.place[piece]])
    return None


def not_commanded(s: State, command: int, piece: int) -> Refusal | None:
    """[1.1c, 10.0d] A block that this command may give no orders to."""
    found = not_mine(s, command_side(command), piece)
    if found is not None or block_command(s, piece) == command:
        return found
    if (block_command(s, piece) & 1) != s.m.front[s.place[piece]]:
        return Refusal("1.1c", "It crossed the line between the fronts and is still under its old commander.")
    return Refusal("10.0d", "It stands on the other front.")


def tired(s: State, piece: int) -> Refusal | None:
    """[7.3n, 2.2c] A block that may execute no more orders in this phase."""
    if s.executed >> piece & 1:
        return Refusal("7.3n", f"{name(s, piece)} has executed an order in this phase.")
    if s.detached >> piece & 1:
        return Refusal("2.2c", "A brigade may not move in the phase in which it was detached.")
    if s.stuck >> piece & 1:
        return Refusal("7.13a", "A card holds it where it is until the phase is over.")
    return None


def elsewhere(s: State, piece: int, area: int, rule: str) -> Refusal | None:
    """A block that does not stand in the area that is meant."""
    if s.place[piece] == area:
        return None
    return Refusal(rule, f"It stands at {s.m.area_name[s.place[piece]]}, not at {s.m.area_name[area]}.")


def not_in_play(s: State, area: int) -> Refusal | None:
    if open_areas(s) >> area & 1:
        return None
    return Refusal("4.0a", f"{s.m.area_name[area]} is not in play.")


def not_next_to(s: State, here: int, area: int, rule: str) -> Refusal | None:
    if s.m.around[here] >> area & 1:
        return None
    if here == area:
        return Refusal(rule, f"It is at {s.m.area_name[area]} already.")
    return Refusal(rule, f"No road or rail leads from {s.m.area_name[here]} to {s.m.area_name[area]}.")


def areas(count: int) -> str:
    return f"{count} area" if count == 1 else f"{count} areas"
