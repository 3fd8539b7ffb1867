"""3.0 Random events: each turn both players draw a card and lay one of the two they hold.

The deck is a bag: nobody knows its order, so a card is drawn from all that are left in it. The card kept from the turn
before stands first in a hand, the one just drawn second.
"""

from __future__ import annotations

from vistula.board.hexes import collect, members
from vistula.kernel import AGAIN, DONE, Call, Choice, Frame, Next, Offer, choose, disclose, draw, goto, only, step, tell
from vistula.kernel.procedure import procedure

from ..cards.actions import Instruction
from ..cards.cardfile import CARDS, HELD_BACK
from ..model import RUSSIA, SEATS
from ..state import HOLDS_BLACK, NO_BLACK, NOT_TOLD, State
from .seats import acting, leader

BLACK = collect(HELD_BACK)
ALL = collect(range(1, CARDS + 1))


def must_lay(s: State, side: int) -> int:
    """[3.2d] The single instruction card that a side has just drawn, or 0."""
    card = s.hands[side][-1]
    return card if BLACK >> card & 1 else 0


def _deck(frame: Frame, s: State) -> list[int]:
    return members(s.deck)


@procedure
class EventsPhase(Frame):
    """3.0 Draw, lay, carry out."""

    side: int = RUSSIA
    waiting: list[int] = []  # who has still to lay a card, in order
    order: list[int] = []  # in which the cards were laid

    @step("3.1a", "3.1d")
    def begin(self, s: State) -> None:
        self.side = leader(s)
        if s.turn == 1:
            s.deck = ALL & ~BLACK & ~s.m.left_out

    @draw("3.1b", "3.1c", "3.1d", bag=_deck)
    def first_draw(self, s: State, card: int) -> None:
        take(s, self.side, card)

    @draw("3.1b", "3.1c", bag=_deck)
    def second_draw(self, s: State, card: int) -> None:
        take(s, 1 - self.side, card)

    @step("3.1a", "3.1b")
    def first_turn(self, s: State) -> Next:
        """The seven cards come into the deck, if they are in play; the cards drawn are kept."""
        if s.turn > 1:
            return None
        if more := BLACK & ~s.m.left_out:
            s.deck |= more
            tell(s, "3.1a", "deck_whole")
        return DONE

    @step("3.1d", "3.2d", "3.2f")
    def lead(self, s: State) -> None:
        """A single instruction is laid after the other's card; if both drew one, the usual order holds."""
        lead, other = self.side, 1 - self.side
        if must_lay(s, lead) and not must_lay(s, other):
            lead, other = other, lead
            s.black[other] = HOLDS_BLACK
            disclose(s, "3.2d", [SEATS[lead]], other)
        self.waiting = [lead, other]

    @step("3.1c", "3.2d")
    def next_player(self, s: State) -> Next:
        if not self.waiting:
            return goto("instructions")
        self.side = self.waiting.pop(0)
        if card := must_lay(s, self.side):
            self.lay_down(s, card, "3.2d")
            return AGAIN
        s.black[self.side] = NO_BLACK
        return None

    @choose("3.1c", "3.1d", who=acting, prompt="Which card do you play? You keep the other one.", always=True)
    def card(self, s: State) -> Choice:
        hand = only("3.1c", sorted(s.hands[self.side]), lambda card: f"card {card} is not in your hand")
        return [Offer("lay", "card", (hand,), "Play this card")]

    @card.on("lay", goto("next_player"))
    def _(self, s: State, card: int) -> None:
        self.lay_down(s, card, "3.1c")

    def lay_down(self, s: State, card: int, rule: str) -> None:
        s.hands[self.side].remove(card)
        s.laid[self.side] = card
        s.discards.append(card)
        self.order.append(self.side)
        disclose(s, rule, [SEATS[1 - self.side]], card)
        tell(s, rule, "lays", side=self.side, card=card)

    @step("3.2a", "3.2c")
    def instructions(self, s: State) -> Next:
        """Both cards lie open; now each is carried out, in the order in which they were laid (H-60)."""
        s.black = [NOT_TOLD, NOT_TOLD]
        return Call(Instruction(side=self.order.pop(0)), AGAIN) if self.order else DONE


def take(s: State, side: int, card: int) -> None:
    """A card goes from the deck into a hand; only its owner sees it."""
    s.deck &= ~(1 << card)
    s.hands[side].append(card)
    rule = "3.1c" if s.turn > 1 else "3.1b"
    tell(s, rule, "draws", side=side)
    tell(s, rule, "drawn", to=[SEATS[side]], card=card)
