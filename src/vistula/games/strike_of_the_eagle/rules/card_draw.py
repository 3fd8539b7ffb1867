"""6.0 and 3.4 Cards: drawing, the hand limit, the piles; 10.1 more cards for a player of two fronts.

A deck is a set of cards of which one is drawn at random; piles beside it lie open.
"""

from __future__ import annotations

from vistula.kernel.bars import Bar, Offer, only
from vistula.kernel.procedure import DONE, RESTART, Choice, Frame, Next, choose, draw, goto, procedure, step
from vistula.kernel.state import disclose, tell
from vistula.kernel.views import Refusal

from ..model import card_side
from ..state import State
from .bars import unavoidable
from .seats import all_seats, commands, player_asked, players, seat_of, side_of_player

_USES = {
    "historical": ("3.4d", "a Historical Event: it is played when an Operation Phase begins"),
    "battle": ("3.4g", "a Battle Card: it is played when a battle begins"),
    "reaction": ("3.4h", "a Reaction Card: it is played at the moment that its text names"),
    "none": ("3.4a", "without an event: it serves for orders, cubes or combat"),
}

# -- what can happen to cards -----------------------------------------------------------------------------------


def take_from_hand(s: State, player: int, card: int) -> None:
    """A card leaves a hand, perhaps face down: whoever has seen it does not know where it has gone."""
    s.hands[player].remove(card)


def put_away(s: State, card: int, event: bool = False) -> None:
    """[3.4i, 7.13b] A card that has been played is discarded, open to all; used as an event, some leave the
    game (S4)."""
    side = card_side(card)
    (s.removed if event and s.m.cards[card].out else s.discards)[side].append(card)
    for row in s.peeked:
        for player in range(len(row)):
            row[player] &= ~(1 << card)


def play_from_hand(s: State, player: int, card: int) -> None:
    """[3.4b, 3.4h] A card is played from hand for its event."""
    take_from_hand(s, player, card)
    put_away(s, card, event=True)


def refill(s: State, side: int) -> bool:
    """[3.4j] An empty deck is made anew of the discards. False if there is nothing to draw at all (S41)."""
    if not s.deck[side] and s.discards[side]:
        s.deck[side], s.discards[side] = sorted(s.discards[side]), []
        disclose(s, "3.4j", all_seats(s), None)  # everybody has seen what lay there, also what came last
        tell(s, "3.4j", "reshuffled", side=side)
    return bool(s.deck[side])


def out_of_hand(s: State, player: int) -> Bar:
    """[3.4a, 3.4i, 4.0c] Cards that a player does not hold."""

    def why(card: int) -> Refusal:
        name = s.m.cards[card].name
        if card_side(card) != side_of_player(s, player):
            return Refusal("4.0c", "It is a card of the enemy's deck.")
        if card in s.removed[card_side(card)]:
            return Refusal("3.4i", f"{name} is out of the game.")
        if card in s.discards[card_side(card)]:
            return Refusal("3.4i", f"{name} lies in the discards.")
        return Refusal("3.4a", f"{name} is not in your hand.")

    return only("3.4a", s.hands[player], why)


def of_another_kind(s: State, kind: str) -> Bar:
    """[3.4a, 3.4d, 3.4g, 3.4h] Cards for other uses than this one."""

    def why(card: int) -> Refusal:
        rule, words = _USES[s.m.cards[card].kind]
        return Refusal(rule, f"{s.m.cards[card].name} is {words}.")

    return Bar("3.4a", lambda card: s.m.cards[card].kind != kind, why)


# -- drawing ----------------------------------------------------------------------------------------------------


@procedure
class DrawCards(Frame):
    """[3.4j, 6.0a] A player draws cards one after another; an event never fills a hand beyond its limit."""

    player: int
    count: int
    limited: bool = False

    @step("3.4j")
    def any_left(self, s: State) -> Next:
        full = self.limited and len(s.hands[self.player]) >= s.m.charts.cards.hand
        if not self.count or full or not refill(s, side_of_player(s, self.player)):
            return DONE
        return None

    @draw("6.0a", bag=lambda frame, s: s.deck[side_of_player(s, frame.player)])
    def take(self, s: State, card: int) -> Next:
        s.deck[side_of_player(s, self.player)].remove(card)
        s.hands[self.player] = sorted([*s.hands[self.player], card])
        tell(s, "6.0a", "draws", to=[seat_of(s, self.player)], card=card)
        self.count -= 1
        return RESTART


@procedure(who=player_asked)
class DiscardDown(Frame):
    """[6.0b, 10.1b] A player discards down to seven cards (S72)."""

    player: int

    @step("6.0b")
    def too_many(self, s: State) -> Next:
        return None if len(s.hands[self.player]) > s.m.charts.cards.hand else DONE

    @choose("6.0b", prompt="You hold more than seven cards: which do you discard?")
    def discard(self, s: State) -> Choice:
        must = unavoidable("6.0b", "No more than seven cards may be kept.")
        return [Offer("discard", "card", [out_of_hand(s, self.player)], "Discard"), must]

    @discard.on("discard")
    def _(self, s: State, card: int) -> Next:
        take_from_hand(s, self.player, card)
        put_away(s, card)
        tell(s, "6.0b", "discards", side=card_side(card), card=card)
        return RESTART


@procedure
class Replenish(Frame):
    """[6.0a, 6.0b, 10.0c] Each player draws six cards and discards down to seven."""

    player: int = 0

    @step("6.0a", "10.0c")
    def draw_six(self, s: State) -> Next:
        return DrawCards(player=self.player, count=s.m.charts.cards.drawn)

    @step("6.0b")
    def discard(self, s: State) -> Next:
        return DiscardDown(player=self.player)

    @step("6.0a")
    def next_player(self, s: State) -> Next:
        self.player += 1
        return goto("draw_six") if self.player < len(players(s)) else DONE


@procedure
class ExtraCards(Frame):
    """[10.1a, 10.1b] Two more cards for a player who commands both fronts of his side, in phases 2 to 4 (S45)."""

    player: int = 0

    @step("10.1b")
    def draw_two(self, s: State) -> Next:
        chart = s.m.charts.cards
        extra = len(commands(s, self.player)) == 2 and s.phase in chart.extra_phases
        return DrawCards(player=self.player, count=chart.extra if extra else 0)

    @step("10.1b")
    def discard(self, s: State) -> Next:
        return DiscardDown(player=self.player)

    @step("10.1b")
    def next_player(self, s: State) -> Next:
        self.player += 1
        return goto("draw_two") if self.player < len(players(s)) else DONE
