"""Why something cannot be chosen now: the rule and one sentence, from what the seat knows.

Each chapter answers for its own questions: `REASONS` has, by the name of the step that asks, who can say more than that
the thing is not what is asked for.
"""

from __future__ import annotations

from collections.abc import Callable

from vistula.games.strike_of_the_eagle.commitment import Commitment
from vistula.games.strike_of_the_eagle.events import why_no_event
from vistula.games.strike_of_the_eagle.model import (
    MOVE_OUT,
    ORDERS,
    RECON,
    command_of,
    command_side,
    piece_side,
)
from vistula.games.strike_of_the_eagle.orders import Placement, why_no_order
from vistula.games.strike_of_the_eagle.queries import blocks_at, open_areas, player_of, side_of_player
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.games.strike_of_the_eagle.tokens import TOKEN
from vistula.kernel import Action, Decision, Seat
from vistula.kernel.views import Refusal

Reason = Callable[[Seat[State], str, int], Refusal | None]


def why_not(seat: Seat[State], kind: str, arg: int) -> Refusal | None:
    """Why this thing cannot be chosen now; None if it can."""
    d = seat.decision
    if d is None:
        return _not_asked(seat)
    if any(option.kind == kind and arg in option.args for option in d.options):
        return None
    found = REASONS[d.step](seat, kind, arg) if d.step in REASONS else None
    return found or _plain(seat, d, kind, arg)


def _not_asked(seat: Seat[State]) -> Refusal:
    if not seat.stack:
        return Refusal("5.0c", "The scenario is over.")
    return Refusal("5.0b", "It is not your decision now.")


def _plain(seat: Seat[State], d: Decision, kind: str, arg: int) -> Refusal:
    """What can be said of a thing whatever is asked."""
    s = seat.s
    player = player_of(s, seat.id)
    if kind == "space" and not open_areas(s) >> arg & 1:
        return Refusal("4.0a", f"{s.m.area_name[arg]} is not in play.")
    if kind == "piece" and arg < TOKEN and player != NONE and piece_side(arg) != side_of_player(s, player):
        return Refusal(d.rule, "It is a block of the enemy.")
    return Refusal(d.rule, "That is not among the things to choose from now.")


def refuse(seat: Seat[State], action: Action) -> Refusal | None:
    """Why an action that is not offered is refused, where more can be said than that."""
    d, frame = seat.decision, seat.under(Placement)
    if action.verb == "event":
        return _no_event(seat)
    if d is None or d.step != "order" or frame is None or action.verb not in ORDERS:
        return None
    if not 0 <= action.arg < len(seat.s.m.areas):
        return None
    found = why_no_order(seat.s, command_of(frame.side, frame.front), ORDERS.index(action.verb), action.arg)
    return Refusal(*found) if found else None


def _no_event(seat: Seat[State]) -> Refusal | None:
    """[7.13a] Why the card that lies open cannot be used for its event."""
    frame = seat.under(Commitment)
    card = seat.s.committed[frame.command] if frame is not None and frame.command != NONE else NONE
    if frame is None or card < 0:
        return None
    found = why_no_event(seat.s, frame.command, card)
    return Refusal(*found) if found else None


def _placing(seat: Seat[State], kind: str, arg: int) -> Refusal | None:
    """[7.2aj] Why no order at all can be placed on an area: told for what would be natural there."""
    frame = seat.under(Placement)
    if kind != "space" or frame is None:
        return None
    command = command_of(frame.side, frame.front)
    own = blocks_at(seat.s, command_side(command), arg)
    found = why_no_order(seat.s, command, MOVE_OUT if own else RECON, arg)
    return Refusal(*found) if found else None


REASONS: dict[str, Reason] = {"order": _placing}
