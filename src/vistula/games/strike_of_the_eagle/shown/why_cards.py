"""3.4 Why a card cannot be played now: what it is for, when, and by whom."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.cards.battle_cards import BattleCards
from vistula.games.strike_of_the_eagle.model import CARDS_IN_ALL, card_side
from vistula.games.strike_of_the_eagle.rules.commitment import Commitment
from vistula.games.strike_of_the_eagle.rules.queries import player_of, side_of_player
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.kernel import Seat
from vistula.kernel.views import Refusal

_USES = {
    "historical": ("3.4d", "a Historical Event: it is played when an Operation Phase begins"),
    "battle": ("3.4g", "a Battle Card: it is played when a battle begins"),
    "reaction": ("3.4h", "a Reaction Card: it is played at the moment that its text names"),
    "none": ("3.4a", "without an event: it serves for orders, cubes or combat"),
}
_MOMENTS = {
    "phase-start": "when a phase begins", "step-start": "before orders are executed", "recon": "against a Recon",
    "withdrawal": "as you withdraw", "battle-start": "as a battle begins", "answer": "in answer to a Polish card",
    "battle-count": "as Combat Values are counted", "after-losses": "after losses", "battle-end": "as a battle ends",
    "elimination": "as a block is eliminated", "after-battles": "after all battles", "supply": "as supply is checked",
}  # fmt: skip


def card(seat: Seat[State], arg: int) -> Refusal:
    """Why this card cannot be chosen now."""
    s, player = seat.s, player_of(seat.s, seat.id)
    if not 0 <= arg < CARDS_IN_ALL:
        return Refusal("4.0c", "There is no such card.")
    if player == NONE or card_side(arg) != side_of_player(s, player):
        return Refusal("4.0c", "It is a card of the enemy's deck.")
    if arg not in s.hands[player]:
        return _not_in_hand(s, arg)
    if isinstance(seat.frame, Commitment):
        return Refusal("7.1d", "You have played your card for this front: say what you use it for.")
    if isinstance(seat.frame, BattleCards) or (seat.decision is not None and seat.decision.step == "react"):
        return _other_use(s, arg, isinstance(seat.frame, BattleCards))
    return Refusal("3.4a", "No card is asked for now.")


def _other_use(s: State, arg: int, battle: bool) -> Refusal:
    """[3.4g, 3.4h, 7.41.4c] Why a card of another kind, or for another moment, cannot be played in this window."""
    face = s.m.cards[arg]
    if face.kind == "reaction" and not battle:
        leader = s.m.full_name[s.m.unit(face.leader)] if face.leader else ""
        when = f"play it right after you use {leader}" if leader else f"it is played {_MOMENTS[face.window]}"
        return Refusal("7.41.4c", f"{face.name}: {when}.")
    rule, words = _USES[face.kind]
    return Refusal(rule, f"{face.name} is {words}.")


def _not_in_hand(s: State, arg: int) -> Refusal:
    name = s.m.cards[arg].name
    if any(arg in pile for pile in s.removed):
        return Refusal("3.4i", f"{name} is out of the game.")
    if any(arg in pile for pile in s.discards):
        return Refusal("3.4i", f"{name} lies in the discards.")
    return Refusal("3.4a", f"{name} is not in your hand.")
