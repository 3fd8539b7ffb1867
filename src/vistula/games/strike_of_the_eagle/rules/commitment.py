"""7.1 Cards at the start of a phase: orders, cubes or a Historical Event.

On each front the side without initiative lays a card face down, then the other; then they reveal in the same order and
say what the card is used for.
"""

from __future__ import annotations

from vistula.kernel.bars import Bar, Offer
from vistula.kernel.decision import Option
from vistula.kernel.procedure import SKIP, Call, Choice, Frame, Next, choose, goto, procedure, step
from vistula.kernel.state import disclose, tell

from ..cards.events import EventCard, add_cubes, add_orders, without_event
from ..model import command_of, command_side, foe
from ..state import NONE, State
from .card_draw import out_of_hand, put_away, take_from_hand
from .queries import holder
from .seats import all_seats, commander, commander_asked


@procedure(who=commander_asked)
class Commitment(Frame):
    """[7.1a, 7.1b, 7.1c, 7.1d] Both sides commit and reveal a card for one front."""

    front: int
    command: int = NONE
    leading: int = NONE  # who held the initiative when the cards were laid
    turn: int = 0

    @step("7.1b")
    def begin(self, s: State) -> None:
        """The side without initiative first."""
        self.leading = holder(s, self.front)
        self.command = command_of(foe(self.leading), self.front)

    @choose(
        "7.1a",
        "7.1b",
        "7.1d",
        prompt="Play a card for the {front:front} front? It can buy orders, reinforcements or its event.",
        always=True,
    )
    def commit(self, s: State) -> Choice:
        """Everybody sees how many cards a hand has."""
        hand = Offer("card", "card", [out_of_hand(s, commander(s, self.command))], "Play face down")
        return [hand, Option("none", label="No card")] if hand else SKIP

    @commit.on("card")
    def _(self, s: State, card: int) -> None:
        take_from_hand(s, commander(s, self.command), card)
        s.committed[self.command] = card
        tell(s, "7.1b", "commits", side=command_side(self.command), front=self.front)

    @commit.on("none")
    def _(self, s: State, _: int) -> None:
        tell(s, "7.1d", "commits_none", side=command_side(self.command), front=self.front)

    @step("7.1b")
    def other(self, s: State) -> Next:
        if self.command == command_of(self.leading, self.front):
            self.command = command_of(foe(self.leading), self.front)
            return goto("uncover")
        self.command = command_of(self.leading, self.front)
        return goto("commit")

    @step("7.1c")
    def uncover(self, s: State) -> Next:
        card = s.committed[self.command]
        if card == NONE:
            return goto("next_to_reveal")
        s.uncovered |= 1 << self.command
        disclose(s, "7.1c", all_seats(s), card)
        tell(s, "7.1c", "uncovers", side=command_side(self.command), front=self.front, card=card)
        return None

    @choose("7.1c", "3.4a", "7.11a", "7.12", "7.13a", prompt="Use {laid} for…", always=True)
    def use(self, s: State) -> Choice:
        none = Bar("7.9b", not s.scene.reinforcements, "In this scenario there are no reinforcements.")
        return [
            Option("orders", label="More orders"),
            Offer("cubes", "button", [none], "Reinforcement cubes"),
            Offer("event", "button", without_event(s, self.command, s.committed[self.command]), "The event"),
        ]

    @use.on("orders")
    def _(self, s: State, _: int) -> Next:
        """[3.4b, 7.11a]"""
        card = self.lift(s, event=False)
        add_orders(s, self.command, s.m.cards[card].orders)
        tell(s, "7.11a", "more_orders", side=command_side(self.command), front=self.front, card=card)
        return goto("next_to_reveal")

    @use.on("cubes")
    def _(self, s: State, _: int) -> Next:
        """[3.4c, 7.12, 3.2b]"""
        card = self.lift(s, event=False)
        cubes = s.m.cards[card].cubes
        add_cubes(s, commander(s, self.command), cubes)
        black, white, green = cubes
        side = command_side(self.command)
        tell(s, "7.12", "takes_cubes", side=side, card=card, black=black, white=white, green=green)
        return goto("next_to_reveal")

    @use.on("event")
    def _(self, s: State, _: int) -> Next:
        """[3.4d, 7.13a, 7.13b]"""
        card = self.lift(s, event=True)
        tell(s, "7.13a", "event", side=command_side(self.command), front=self.front, card=card)
        return Call(EventCard(card=card, command=self.command), goto("next_to_reveal"))

    def lift(self, s: State, event: bool) -> int:
        """A card has one use [3.4a]; then it goes to its pile."""
        card = s.committed[self.command]
        s.committed[self.command] = NONE
        put_away(s, card, event)
        return card

    @step("7.1c")
    def next_to_reveal(self, s: State) -> Next:
        self.turn += 1
        if self.turn == 2:
            return None
        self.command = command_of(self.leading, self.front)
        return goto("uncover")
