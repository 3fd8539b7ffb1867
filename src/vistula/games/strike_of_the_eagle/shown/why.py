"""Why something cannot be chosen now: the rule and one sentence with its arithmetic, from what the seat knows.

Each chapter has its own reasons (`why_fighting`, `why_reinforcing`, `why_cards`); this
module finds the right one by the procedure and the step that ask. `why_not` is asked about a block, an order, an area
or a card, `refuse` about an action that is not offered.
"""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.cards.events import why_no_event
from vistula.games.strike_of_the_eagle.model import BLOCKS, piece_side
from vistula.games.strike_of_the_eagle.rules.advance import Advance
from vistula.games.strike_of_the_eagle.rules.arrivals import Arrivals
from vistula.games.strike_of_the_eagle.rules.battle import Battle, Battles
from vistula.games.strike_of_the_eagle.rules.commitment import Commitment
from vistula.games.strike_of_the_eagle.rules.cubes import Spending
from vistula.games.strike_of_the_eagle.rules.losses import TakeLosses
from vistula.games.strike_of_the_eagle.rules.queries import player_of, side_of_player
from vistula.games.strike_of_the_eagle.rules.reinforcement import Combining, Garrisoning
from vistula.games.strike_of_the_eagle.rules.retreat import AttackerRetreat, DefenderRetreat
from vistula.games.strike_of_the_eagle.rules.stacking import ExcessBlocks, Occupation
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN
from vistula.games.strike_of_the_eagle.shown import (
    why_cards,
    why_fighting,
    why_reinforcing,
)
from vistula.games.strike_of_the_eagle.shown.why_common import Reason, not_in_play
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.kernel import Action, Decision, Frame, Seat
from vistula.kernel.views import Refusal

REASONS: dict[tuple[type[Frame], str, str], Reason] = {
    (Battles, "next_battle", "space"): why_fighting.battle_to_fight,
    (Battle, "named", "piece"): why_fighting.block_in_battle,
    (TakeLosses, "block", "piece"): why_fighting.block_to_lose,
    (DefenderRetreat, "where", "space"): why_fighting.retreat_area,
    (DefenderRetreat, "overflow", "piece"): why_fighting.block_to_retreat,
    (AttackerRetreat, "back", "piece"): why_fighting.block_to_retreat,
    (Advance, "back", "piece"): why_fighting.block_to_return,
    (Advance, "crowd", "piece"): why_fighting.block_to_return,
    (Occupation, "come", "piece"): why_fighting.block_to_come_in,
    (ExcessBlocks, "which", "piece"): why_fighting.block_too_many,
    (ExcessBlocks, "who_goes", "piece"): why_fighting.block_too_many,
    (ExcessBlocks, "elsewhere", "space"): why_fighting.area_for_excess,
    (Arrivals, "where", "space"): why_reinforcing.arrival_area,
    (Garrisoning, "place", "space"): why_reinforcing.city_for_garrison,
    (Combining, "pick", "piece"): why_reinforcing.division_to_grow,
    (Combining, "absorb", "piece"): why_reinforcing.block_to_absorb,
    (Spending, "spend", "piece"): why_reinforcing.block_to_pay_for,
    (Spending, "site", "space"): why_reinforcing.city_to_build_in,
    (Spending, "pay", "space"): why_reinforcing.city_to_pay_from,
}
"""Who answers, by the procedure and the step that ask, and what is asked about."""


def why_not(seat: Seat[State], kind: str, arg: int) -> Refusal | None:
    """Why this thing cannot be chosen now; None if it can."""
    d, frame = seat.decision, seat.frame
    if d is None or frame is None:
        return _not_asked(seat)
    if seat.offers():  # a question that states its bars answers for itself
        return seat.barred(kind, arg)
    if any(option.kind == kind and arg in option.args for option in d.options):
        return None
    if not exists(seat.s, kind, arg):
        return Refusal("1.0a", "There is no such thing on this table.")
    if kind == "card":
        return why_cards.card(seat, arg)
    reason = REASONS.get((type(frame), d.step, kind))
    return (reason(seat.s, frame, arg) if reason else None) or _plain(seat, d, kind, arg)


def exists(s: State, kind: str, arg: int) -> bool:
    if kind == "space":
        return 0 <= arg < len(s.m.areas)
    if kind == "piece":
        return 0 <= arg < BLOCKS or any(TOKEN + order.id == arg for order in s.orders)
    return True


def _not_asked(seat: Seat[State]) -> Refusal:
    if not seat.stack:
        return Refusal("5.0c", "The scenario is over.")
    if not seat.waiting:
        return Refusal("5.0b", "Nothing is asked of you now.")
    other = seat.waiting[0]
    who = " ".join(part.title() for part in other.seat.split("-"))
    return Refusal("5.0b", f"It is not your decision now: the table waits for {who}.")


def _plain(seat: Seat[State], d: Decision, kind: str, arg: int) -> Refusal:
    """What can be said of a thing whatever is asked."""
    s = seat.s
    player = player_of(s, seat.id)
    if kind == "space" and (closed := not_in_play(s, arg)):
        return closed
    if kind == "piece" and arg < TOKEN and player != NONE and piece_side(arg) != side_of_player(s, player):
        return Refusal(d.rule, "It is a block of the enemy.")
    return Refusal(d.rule, f"Not this one. {seat.prompt()}")


# -- actions that are not offered -------------------------------------------------------------------------------


def refuse(seat: Seat[State], action: Action) -> Refusal | None:
    """Why an action that is not offered is refused, where more can be said than that."""
    d, frame = seat.decision, seat.frame
    if d is None or frame is None or action in d or seat.offers():
        return None
    if action.verb == "event":
        return _no_event(seat)
    if action.verb in ("done", "nobody", "pass", "halt"):
        return _not_declined(d, action.verb)
    kind = next((option.kind for option in d.options if option.verb == action.verb), None)
    return why_not(seat, kind, action.arg) if kind in ("piece", "space", "card") else None


_BINDING = {
    "pick": ("7.3i", "At least one block must carry out an order that can be carried out."),
    "way": ("7.3l", "The march is not over: the block must get where its order leads."),
    "block": ("7.41.5a", "Losses must be taken."),
    "where": ("7.42a", "The beaten must retreat."),
    "discard": ("6.0b", "No more than seven cards may be kept."),
}


def _not_declined(d: Decision, verb: str) -> Refusal | None:
    """Some things cannot be declined."""
    if verb in d.verbs():
        return None
    return Refusal(*_BINDING[d.step]) if d.step in _BINDING else None


def _no_event(seat: Seat[State]) -> Refusal | None:
    """[7.13a] Why the card that lies open cannot be used for its event."""
    frame = seat.under(Commitment)
    card = seat.s.committed[frame.command] if frame is not None and frame.command != NONE else NONE
    if frame is None or card < 0:
        return None
    found = why_no_event(seat.s, frame.command, card)
    return Refusal(*found) if found else None
