"""Lamp and Fog, a game that exists to try the kernel: its rules.

Two or three smugglers sail boats with hidden cargo past uncharted shoals to one market. It has all that
a title may ask of the kernel: sealed bids, windows with standing answers, actions at any time, draws,
mixing, calls with results, private and public disclosures, moves that the truth cuts short.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vistula.kernel import (
    AGAIN,
    DONE,
    RESTART,
    SKIP,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    Return,
    Roll,
    SeatId,
    State,
    anytime,
    choose,
    disclose,
    draw,
    goto,
    mix,
    never,
    only,
    procedure,
    roll,
    sealed,
    settle,
    step,
    tell,
    window,
)
from vistula.kernel.copying import copied

SEATS = (SeatId("red"), SeatId("green"), SeatId("blue"))
SPACES = ("redhaven", "greenhaven", "bluehaven", "north", "east", "south", "west", "fog", "market")
LINKS = (
    (0, 3), (0, 6), (1, 3), (1, 4), (2, 5), (2, 4), (3, 4), (4, 5), (5, 6), (6, 3), (3, 7), (4, 7), (5, 7), (6, 7),
    (7, 8), (5, 8), (4, 8),
)  # fmt: skip
NEXT = [sorted({b for link in LINKS for a, b in (link, link[::-1]) if a == space}) for space in range(len(SPACES))]
SEAS = (3, 4, 5, 6)
FOG, MARKET = 7, 8
BOATS = 3  # of each smuggler
CARGO = (0, 1, 3)
CARDS = 15
OUT = -1

RULES = {
    "1.1": "Each smuggler is dealt two cards.",
    "1.2": "Each smuggler's three boats carry sand, salt and gold in an order only he knows.",
    "1.3": "Two of the four seas hold a shoal; nobody knows which.",
    "2.1": "All bid coins at once for the order of play.",
    "2.2": "The highest bidder plays first and so on; the lowest takes the lamp. Bids are paid.",
    "3.1": "In his watch a smuggler sails each of his boats once, in any order, or ends the watch.",
    "3.2": "A boat sails up to three spaces, each next to the last.",
    "3.3": "Entering an uncharted sea charts it; a boat on a shoal goes no farther. Known shoals are not entered.",
    "3.4": "A boat in the market sells its cargo openly and leaves the game.",
    "3.5": "Whoever has a boat where another's boat arrives, and a card, may play a storm.",
    "3.6": "After storms one die is rolled; with one added for each storm, five or more drives the boat home.",
    "3.7": "Before it sells, a boat pays one coin to a rival with a boat next to the market, if there is one.",
    "4.1": "At the end of a round each smuggler's boats in the fog are mixed out of sight.",
    "4.2": "Then each draws a card while there are any.",
    "4.3": "Then each may burn oil to take the lamp.",
    "5.1": "After the last round the most valuable sales win.",
    "6.1": "Whoever holds the lamp may, in another's watch, survey one sea in secret, or burn oil for a flare.",
    "6.2": "A flare shows on four or more what the boats in the fog carry.",
}


@copied()
class Sea(State):
    """Everything that changes. Cards 0–4 are storms, 5–9 are oil, the others calm."""

    turn: int = 0
    rounds: int = 2
    order: list[int] = []
    place: list[int] = []
    cargo: list[int] = []
    shoal: list[int] = []
    charted: int = 0
    known: list[int] = []  # seas that a smuggler has surveyed in secret
    seen: list[int] = []  # boats whose cargo a smuggler has been shown
    hands: list[list[int]] = []
    deck: list[int] = []
    discards: list[int] = []
    coins: list[int] = []
    bids: list[int] = []
    score: list[int] = []
    lamp: int = -1
    sailed: int = 0


def players(s: Sea) -> range:
    return range(len(s.hands))


def seats(s: Sea) -> list[SeatId]:
    return [SEATS[i] for i in players(s)]


def owner(boat: int) -> int:
    return boat // BOATS


def boats_of(s: Sea, i: int) -> list[int]:
    return [boat for boat in range(i * BOATS, (i + 1) * BOATS) if s.place[boat] != OUT]


def boats_in(s: Sea, space: int) -> list[int]:
    return [boat for boat, place in enumerate(s.place) if place == space]


def storms(cards: list[int]) -> list[int]:
    return [card for card in cards if 0 <= card < 5]


def oil(cards: list[int]) -> list[int]:
    return [card for card in cards if 5 <= card < 10]


def everyone(frame: Any, s: Sea) -> list[SeatId]:
    return seats(s)


def mine(frame: Any, s: Sea) -> SeatId:
    return SEATS[frame.seat]


def discard(s: Sea, i: int, card: int) -> None:
    s.hands[i].remove(card)
    s.discards.append(card)


@procedure
class Voyage(Frame):
    """The whole game."""

    next: int = 0

    @mix("1.1", pieces=lambda f, s: range(CARDS))
    def deal(self, s: Sea, cards: list[int]) -> None:
        s.hands = [sorted(cards[2 * i : 2 * i + 2]) for i in players(s)]
        s.deck = sorted(cards[2 * len(s.hands) :])

    @mix("1.2", pieces=lambda f, s: range(len(s.place)))
    def load(self, s: Sea, boats: list[int]) -> None:
        for i in players(s):
            for boat, cargo in zip([b for b in boats if owner(b) == i], CARGO, strict=True):
                s.cargo[boat] = cargo

    @draw("1.3", bag=lambda f, s: [sea for sea in SEAS if not s.shoal[sea]])
    def shoals(self, s: Sea, sea: int) -> Next:
        s.shoal[sea] = 1
        return AGAIN if sum(s.shoal) < 2 else None

    @step("5.1")
    def round(self, s: Sea) -> Next:
        if s.turn == s.rounds or all(place == OUT for place in s.place):
            s.ended = True
            return DONE
        s.turn += 1
        s.sailed = 0
        s.bids = [0 for _ in players(s)]
        return None

    @sealed("2.1", seats=everyone, prompt="How many coins do you bid?")
    def bid(self, s: Sea, seat: SeatId) -> Choice:
        given = self.drafts.by_seat.get(seat, []) if self.drafts else []
        left = s.coins[SEATS.index(seat)] - sum(answer.arg for answer in given)
        return [Option("coin", range(1, min(2, left) + 1), "number", "Add"), Option("ready", ends=True, label="Bid")]

    @bid.on("coin")
    def _(self, s: Sea, seat: SeatId, coins: int) -> Next:
        i = SEATS.index(seat)
        s.bids[i] += coins
        s.coins[i] -= coins
        tell(s, "2.1", "bids", seat=i, coins=s.bids[i])
        return None

    @step("2.2")
    def order(self, s: Sea) -> None:
        s.order = sorted(players(s), key=lambda i: (-s.bids[i], i))
        s.lamp = s.order[-1]
        self.next = 0
        tell(s, "2.2", "order", seats=s.order[:], lamp=s.lamp)

    @step("3.1")
    def watches(self, s: Sea) -> Next:
        if self.next == len(s.order):
            return None
        self.next += 1
        return Call(Watch(seat=s.order[self.next - 1]), AGAIN)

    @mix("4.1", pieces=lambda f, s: boats_in(s, FOG))
    def fog(self, s: Sea, boats: list[int]) -> None:
        for i in players(s):
            own = [boat for boat in boats if owner(boat) == i]
            dealt = [s.cargo[boat] for boat in own]
            for boat, cargo in zip(sorted(own), dealt, strict=True):
                s.cargo[boat] = cargo
                s.seen = [seen & ~(1 << boat) for seen in s.seen]
        tell(s, "4.1", "mixed", boats=sorted(boats))

    @step("4.2")
    def cards(self, s: Sea) -> Next:
        return Drawing(seat=0)

    @step("5.1")
    def again(self, s: Sea) -> Next:
        return goto(Voyage.round)


@procedure
class Drawing(Frame):
    """[4.2, 4.3] Each smuggler in turn."""

    seat: int

    @step("4.2")
    def any_left(self, s: Sea) -> Next:
        return goto("burn") if not s.deck else None

    @draw("4.2", bag=lambda f, s: s.deck)
    def take(self, s: Sea, card: int) -> None:
        s.deck.remove(card)
        s.hands[self.seat] = sorted([*s.hands[self.seat], card])
        tell(s, "4.2", "draws", to=[SEATS[self.seat]], card=card)

    @choose("4.3", who=mine, prompt="Burn oil for the lamp?", always=True)
    def burn(self, s: Sea) -> Choice:
        if s.lamp == self.seat:
            return SKIP
        return [Option("oil", oil(s.hands[self.seat]), "card", "Burn"), Option("pass", label="Keep your oil")]

    @burn.on("oil")
    def _(self, s: Sea, card: int) -> None:
        discard(s, self.seat, card)
        s.lamp = self.seat
        tell(s, "4.3", "burns", seat=self.seat, card=card)

    @burn.on("pass")
    def _(self, s: Sea, _: int) -> None: ...

    @step("4.3")
    def following(self, s: Sea) -> Next:
        self.seat += 1
        return RESTART if self.seat < len(s.hands) else DONE


def keeper(frame: Any, s: Sea) -> SeatId | None:
    """Who holds the lamp while another is on watch."""
    return SEATS[s.lamp] if s.lamp >= 0 and s.lamp != frame.seat else None


def at_rest(s: Sea, i: int) -> Iterator[Bar]:
    """[3.1] Boats that a smuggler cannot sail now."""
    yield only("3.1", sum(1 << boat for boat in range(i * BOATS, (i + 1) * BOATS)), "It is not your boat.")
    yield Bar("3.4", lambda boat: s.place[boat] == OUT, "It has sold its cargo.")
    yield Bar("3.1", s.sailed, "It has sailed in this watch.")


def out_of_reach(s: Sea, boat: int) -> Iterator[Bar]:
    """[3.2, 3.3] Spaces that a boat cannot enter next."""
    here = s.place[boat]
    yield Bar("3.3", sum(1 << sea for sea in SEAS if s.shoal[sea] == 1), "There is a shoal.")
    yield only("3.2", sum(1 << space for space in NEXT[here]), f"It is not next to {SPACES[here]}.")


@procedure
class Watch(Frame):
    """[3.1] The boats of one smuggler, one after another."""

    seat: int
    boat: int = -1
    left: int = 0
    driven: int = 0

    @choose("3.1", who=mine, prompt="Sail which boat?")
    def pick(self, s: Sea) -> Choice:
        boats = Offer("boat", "piece", at_rest(s, self.seat), "Sail")
        return [boats, Option("end", label="End the watch", publish=True)] if boats else goto(Watch.close)

    @pick.on("boat")
    def _(self, s: Sea, boat: int) -> None:
        self.boat, self.left, self.driven = boat, 3, 0
        s.sailed |= 1 << boat

    @pick.on("end")
    def _(self, s: Sea, _: int) -> Next:
        return goto("close")

    @choose("3.2", "3.3", who=mine, prompt="Where does {boat:piece} sail? {left} spaces are left.", always=True)
    def sail(self, s: Sea) -> Choice:
        if self.driven or not self.left:
            return SKIP
        ways = Offer("step", "space", out_of_reach(s, self.boat), "Sail here")
        begun = Bar("3.2", self.left < 3, "it has sailed on: undo, or drop anchor")
        lift = Offer("lift", "button", [begun], "Another boat", free=True)
        others = never("piece", [Bar("3.1", True, "Another boat sails now.")])
        return [ways, Option("stop", label="Drop anchor"), lift, others]

    @sail.on("step")
    def _(self, s: Sea, space: int) -> Next:
        s.place[self.boat] = space
        self.left -= 1
        tell(s, "3.2", "sails", boat=self.boat, space=space)
        if space in SEAS and not s.charted >> space & 1:
            disclose(s, "3.3", seats(s), s.shoal[space])
            s.charted |= 1 << space
            if s.shoal[space]:
                self.left = 0
                tell(s, "3.3", "aground", boat=self.boat, space=space)
        if any(owner(boat) != self.seat for boat in boats_in(s, space)):
            return Call(Meeting(boat=self.boat, space=space), AGAIN, "driven")
        return AGAIN

    @sail.on("stop")
    def _(self, s: Sea, _: int) -> None: ...

    @sail.on("lift")
    def _(self, s: Sea, _: int) -> Next:
        s.sailed &= ~(1 << self.boat)
        return RESTART

    @choose("3.7", who=mine, prompt="Whom do you pay?")
    def toll(self, s: Sea) -> Choice:
        near = {owner(boat) for space in NEXT[MARKET] for boat in boats_in(s, space)} - {self.seat}
        if s.place[self.boat] != MARKET or not near or not s.coins[self.seat]:
            return SKIP
        return [Option("pay", sorted(near), "number", "Pay")]

    @toll.on("pay")
    def _(self, s: Sea, i: int) -> None:
        s.coins[self.seat] -= 1
        s.coins[i] += 1

    @step("3.4")
    def market(self, s: Sea) -> Next:
        if s.place[self.boat] == MARKET:
            disclose(s, "3.4", seats(s), s.cargo[self.boat])
            s.place[self.boat] = OUT
            s.score[self.seat] += s.cargo[self.boat]
            tell(s, "3.4", "sells", boat=self.boat, cargo=s.cargo[self.boat])
        settle(s, "3.1")
        return RESTART

    @step("3.1")
    def close(self, s: Sea) -> None:
        tell(s, "3.1", "watch_ends", seat=self.seat)

    @anytime("6.1", who=keeper, prompt="You hold the lamp while {boat:piece} sails.")
    def lamp(self, s: Sea) -> Choice:
        known = Bar("6.1", lambda sea: s.shoal[sea] in (0, 1), "You know what is there.")
        bars = [only("6.1", sum(1 << sea for sea in SEAS), "Only a sea can be surveyed."), known]
        return [Offer("survey", "space", bars, "Survey"), Option("flare", oil(s.hands[s.lamp]), "card", "Burn")]

    @lamp.on("survey")
    def _(self, s: Sea, sea: int) -> None:
        i = s.lamp
        s.known[i] |= 1 << sea
        s.lamp = -1
        disclose(s, "6.1", [SEATS[i]], s.shoal[sea])
        tell(s, "6.1", "surveys", seat=i, sea=sea)

    @lamp.on("flare")
    def _(self, s: Sea, card: int) -> Next:
        i = s.lamp
        discard(s, i, card)
        s.lamp = -1
        return Flare(seat=i)


@procedure
class Flare(Frame):
    """[6.2] A look into the fog."""

    seat: int

    @roll("6.2", "1d6")
    def burns(self, s: Sea, dice: tuple[int, ...]) -> None:
        boats = boats_in(s, FOG) if dice[0] >= 4 else []
        for boat in boats:
            s.seen[self.seat] |= 1 << boat
        disclose(s, "6.2", [SEATS[self.seat]], boats)
        tell(s, "6.2", "flare", seat=self.seat, pips=dice[0])


def rivals_there(frame: Any, s: Sea) -> list[SeatId]:
    there = {owner(boat) for boat in boats_in(s, frame.space)} - {owner(frame.boat)}
    return [SEATS[i] for i in sorted(there) if s.hands[i]]


@procedure
class Meeting(Frame):
    """[3.5, 3.6] One boat comes where others lie. Returns whether it was driven home."""

    boat: int
    space: int
    storms: int = 0
    pips: list[int] = []

    @window("3.5", kind="storm", seats=rivals_there, prompt="{boat:piece} comes to {space:space}. A storm?")
    def storm(self, s: Sea, seat: SeatId) -> Choice:
        return [Option("storm", storms(s.hands[SEATS.index(seat)]), "card", "Storm", ends=True)]

    @storm.on("storm")
    def _(self, s: Sea, seat: SeatId, card: int) -> None:
        discard(s, SEATS.index(seat), card)
        self.storms += 1
        tell(s, "3.5", "storm", seat=SEATS.index(seat), card=card)

    @step("3.6")
    def wind(self, s: Sea) -> Next:
        return Roll("1d6", into="pips") if self.storms else Return(0)

    @step("3.6")
    def blow(self, s: Sea) -> Next:
        driven = sum(self.pips) + self.storms >= 5
        if driven:
            s.place[self.boat] = owner(self.boat)
        tell(s, "3.6", "blows", boat=self.boat, pips=self.pips[0], driven=driven)
        return Return(int(driven))


PROCEDURES = (Voyage, Drawing, Watch, Flare, Meeting)
