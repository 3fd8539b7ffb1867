"""Lamp and Fog, a game that exists to try the kernel: as a title."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from kernel.toy_rules import (
    BOATS,
    CARDS,
    CARGO,
    LINKS,
    NEXT,
    OUT,
    PROCEDURES,
    RULES,
    SEAS,
    SEATS,
    SPACES,
    Sea,
    Voyage,
    Watch,
    boats_in,
    boats_of,
    owner,
)
from vistula.kernel import (
    ONLOOKER,
    UNDO,
    UNKNOWN,
    Action,
    BadInput,
    Frame,
    Result,
    Scenario,
    Seat,
    SeatId,
    TableOption,
    Title,
    Violation,
    register,
)
from vistula.kernel.checklist import Checklist, Rule
from vistula.kernel.codec import Codec
from vistula.kernel.gestures import Road
from vistula.kernel.rows import Field, Head, Pieces, Said, Settle, by, plain
from vistula.kernel.shapes import Bits, Key, Many, Number, Thing, Word
from vistula.kernel.views import (
    CardView,
    Catalog,
    Forecast,
    Outcome,
    Overlay,
    PieceView,
    SeatView,
    Space,
    Track,
    View,
)

GOODS = {0: "sand", 1: "salt", 3: "gold"}


def number(seat: SeatId) -> int:
    """The number of a smuggler; an onlooker has none."""
    return SEATS.index(seat) if seat else -1


class Toy(Title[Sea]):
    id = "toy"
    name = "Lamp and Fog"
    version = "1"
    seats = SEATS
    scenarios = (
        Scenario("short", "Two rounds", 2, (SEATS, SEATS[:2])),
        Scenario("long", "Four rounds", 4, (SEATS, SEATS[:2])),
        Scenario("crowded", "One round for three", 1, (SEATS,)),
    )
    options = (UNDO, TableOption("players", "Smugglers", ("3", "2")))
    procedures = PROCEDURES
    state = Sea
    windows = ("storm",)
    checklist = Checklist([Rule(id=id, title=id, says=says) for id, says in RULES.items()], [])
    data_hash = "toy"
    diary = {
        "bids": "{seat} bids {coins}.",
        "order": "Order of play: {seats}. The lamp is with {lamp}.",
        "sails": "{boat} sails to {space}.",
        "aground": "{boat} is aground at {space}.",
        "sells": "{boat} sells {cargo}.",
        "watch_ends": "{seat} ends the watch.",
        "mixed": "In the fog: {boats}.",
        "draws": "You draw {card}.",
        "burns": "{seat} burns {card}.",
        "surveys": "{seat} surveys {sea}.",
        "flare": "{seat} fires a flare: {pips}.",
        "storm": "{seat} plays {card}.",
        "blows": "{boat} in the storm: {pips}, driven {driven}.",
    }
    ref_kinds = {
        "seat": "player", "seats": "player", "lamp": "player", "boat": "piece", "boats": "piece", "space": "space",
        "sea": "space", "card": "card", "cargo": "cargo",
    }  # fmt: skip

    # -- starting ---------------------------------------------------------------------------------

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[Sea, list[Frame]]:
        return fresh(self.scenario(scenario).turns, int(options["players"])), [Voyage()]

    @cached_property
    def codec(self) -> Codec[Sea]:
        return codec()

    def agree(self, s: Sea, options: dict[str, str]) -> None:
        if int(options["players"]) != len(s.hands):
            raise BadInput("toy", "option players", f"the position is for {len(s.hands)} smugglers")

    def seated(self, options: dict[str, str]) -> tuple[SeatId, ...]:
        return SEATS[: int(options["players"])]

    # -- knowledge --------------------------------------------------------------------------------

    def mask(self, s: Sea, seat: SeatId) -> Sea:
        i = index(seat)
        m = s.copy()
        for boat, place in enumerate(s.place):
            if owner(boat) != i and place != OUT and not _own(s.seen, i) >> boat & 1:
                m.cargo[boat] = UNKNOWN
        for sea in SEAS:
            if not (s.charted | _own(s.known, i)) >> sea & 1:
                m.shoal[sea] = UNKNOWN
        m.deck = [UNKNOWN] * len(s.deck)
        for j in range(len(s.hands)):
            if j != i:
                m.hands[j] = [UNKNOWN] * len(s.hands[j])
                m.known[j] = m.seen[j] = UNKNOWN
        return m

    def fill(self, m: Sea, seat: SeatId, rng: random.Random) -> Sea:
        s = m.copy()
        s.known = [0 if known == UNKNOWN else known for known in m.known]
        s.seen = [0 if seen == UNKNOWN else seen for seen in m.seen]
        for j in range(len(s.hands)):
            fleet = range(j * BOATS, (j + 1) * BOATS)
            left = [cargo for cargo in CARGO if cargo not in [m.cargo[boat] for boat in fleet]]
            rng.shuffle(left)
            for boat in fleet:
                s.cargo[boat] = left.pop() if m.cargo[boat] == UNKNOWN else m.cargo[boat]
        self._fill_seas(s, rng)
        self._fill_cards(s, rng)
        return s

    def _fill_seas(self, s: Sea, rng: random.Random) -> None:
        dark = [sea for sea in SEAS if s.shoal[sea] == UNKNOWN]
        shoals = rng.sample(dark, 2 - s.shoal.count(1))
        for sea in dark:
            s.shoal[sea] = int(sea in shoals)

    def _fill_cards(self, s: Sea, rng: random.Random) -> None:
        shown = {*s.discards, *(card for hand in s.hands for card in hand)}
        left = [card for card in range(CARDS) if card not in shown]
        rng.shuffle(left)
        for hand in s.hands:
            if UNKNOWN in hand:
                hand[:] = sorted(left.pop() for _ in hand)
        s.deck = sorted(left)

    def veil(self, s: Sea, seat: SeatId, name: str, value: Any) -> Any:
        if name == "sea":
            known = s.known[number(seat)] if seat else 0
            return value if (s.charted | known) >> value & 1 else UNKNOWN
        return value

    # -- course -----------------------------------------------------------------------------------

    def result(self, s: Sea) -> Result | None:
        best = [i for i, score in enumerate(s.score) if score == max(s.score)]
        score = {str(SEATS[i]): sold for i, sold in enumerate(s.score)}
        won = tuple(SEATS[i] for i in best) if len(best) < len(s.score) else ()
        return Result(won, "sales", "5.1", score)

    def turn(self, s: Sea) -> int:
        return s.turn

    def check(self, s: Sea, stack: Sequence[Frame]) -> None:
        cards = sorted([*s.deck, *s.discards, *(card for hand in s.hands for card in hand)])
        if cards != list(range(CARDS)):
            raise Violation("1.1", f"the cards are {cards}")
        if s.shoal.count(1) != 2:
            raise Violation("1.3", f"the shoals are {s.shoal}")
        for i in range(len(s.hands)):
            if sorted(s.cargo[i * BOATS : (i + 1) * BOATS]) != list(CARGO):
                raise Violation("1.2", f"the cargo is {s.cargo}")

    # -- names ------------------------------------------------------------------------------------

    def name_of(self, kind: str, arg: int) -> str:
        if kind == "space":
            return SPACES[arg]
        if kind == "piece":
            return f"{SEATS[owner(arg)]}-{arg % BOATS + 1}"
        if kind == "card":
            return f"c{arg}"
        if kind == "player":
            return SEATS[arg]
        return str(arg)

    def arg_of(self, kind: str, text: str) -> int:
        names = {
            "space": SPACES,
            "piece": [self.name_of("piece", boat) for boat in range(len(SEATS) * BOATS)],
            "card": [self.name_of("card", card) for card in range(CARDS)],
            "player": SEATS,
        }.get(kind)
        if names is None:
            return int(text)
        if text not in names:
            raise ValueError(f"there is no {kind} {text!r}")
        return names.index(text)

    def say(self, kind: str, arg: Any) -> str:
        if arg == UNKNOWN:
            return "something"
        return GOODS[arg] if kind == "cargo" else self.name_of(kind, arg)

    # -- what is shown ----------------------------------------------------------------------------

    def view(self, seat: Seat[Sea]) -> View:
        s = seat.s
        return View(
            title=self.id,
            seat=seat.id,
            turn=s.turn,
            phase=type(seat.stack[-1]).__name__ if seat.stack else "over",
            seats=[self._seat_view(seat, i) for i in range(len(s.hands))],
            pieces=[self._piece_view(s, boat) for boat, place in enumerate(s.place) if place != OUT],
            cards=[*self._cards(self._hand(seat), "hand"), *self._cards(s.discards, "discards")],
            tracks=[Track(f"coins-{SEATS[i]}", "Coins", coins) for i, coins in enumerate(s.coins)],
            decision=seat.decision_view(),
            waiting=seat.waiting,
            undo=seat.undo,
            result=seat.verdict(),
        )

    def _hand(self, seat: Seat[Sea]) -> list[int]:
        return seat.s.hands[index(seat.id)] if seat.id != ONLOOKER else []

    def _cards(self, cards: list[int], zone: str) -> list[CardView]:
        return [CardView(self.name_of("card", card), zone, face=self.name_of("card", card)) for card in cards]

    def _seat_view(self, seat: Seat[Sea], i: int) -> SeatView:
        waited = any(other.seat == SEATS[i] for other in seat.waiting)
        return SeatView(SEATS[i], SEATS[i], on_move=waited, hand_count=len(seat.s.hands[i]))

    def _piece_view(self, s: Sea, boat: int) -> PieceView:
        cargo = s.cargo[boat]
        face = None if cargo == UNKNOWN else f"{SEATS[owner(boat)]}-{GOODS[cargo]}"
        return PieceView(self.name_of("piece", boat), SEATS[owner(boat)], face=face, space=SPACES[s.place[boat]])

    def catalog(self) -> Catalog:
        spaces = [Space(name, i, i) for i, name in enumerate(SPACES)]
        links = [(SPACES[a], SPACES[b]) for a, b in LINKS]
        return Catalog(self.id, self.name, 10, 10, spaces, links, overlays=["shoals", "reach"])

    def forecast(self, seat: Seat[Sea], action: Action | None = None) -> Forecast | None:
        """The chance of being driven home by one storm, if anyone there can have one."""
        if action is None or action.verb != "step":
            return None
        rivals = {owner(boat) for boat in boats_in(seat.s, action.arg)} - {number(seat.id)}
        if not any(seat.s.hands[i] for i in rivals):
            return Forecast("No storm can come.", [Outcome("on", 1, 1)])
        return Forecast("If a storm comes", [Outcome("home", 3, 6), Outcome("on", 3, 6)], mixture=True)

    def overlay(self, seat: Seat[Sea], kind: str, arg: int | None = None) -> Overlay:
        if kind == "shoals":
            return Overlay(kind, "3.3", {"shoal": [SPACES[sea] for sea in SEAS if seat.s.shoal[sea] == 1]})
        if kind != "reach" or arg is None:
            raise KeyError(kind)
        if arg not in boats_of(seat.s, owner(arg)):
            return Overlay(kind, "3.2")
        return Overlay(kind, "3.2", {"reach": [SPACES[space] for space in sorted(ways(seat.s, arg, 3))]})

    def roads(self, seat: Seat[Sea], piece: int, space: int, others: Sequence[int] = ()) -> list[Road]:
        found = self._route(seat, piece, space)
        return [Road(found)] if found else []

    def _route(self, seat: Seat[Sea], piece: int, space: int) -> list[Action]:
        watch, d = seat.under(Watch), seat.decision
        if watch is None or d is None or piece not in boats_of(seat.s, watch.seat):
            return []
        picked = d.step == "sail" and watch.boat == piece
        found = ways(seat.s, piece, watch.left if picked else 3).get(space, [])
        steps = [Action("step", b) for a, b in pairwise(found)]
        return steps if picked or not steps else [Action("boat", piece), *steps]


def index(seat: SeatId) -> int:
    """The number of a seat; an onlooker has none."""
    return SEATS.index(seat) if seat != ONLOOKER else -1


def _own(marks: list[int], i: int) -> int:
    return marks[i] if i >= 0 else 0


def ways(s: Sea, boat: int, left: int) -> dict[int, list[int]]:
    """The shortest way to each space in reach; of several the one through the lowest numbers."""
    start = s.place[boat]
    found = {start: [start]}
    edge = [start]
    for _ in range(left):
        grown = sorted((found[a], b) for a in edge for b in NEXT[a] if b not in found and s.shoal[b] != 1)
        edge = []
        for way, b in grown:
            if b not in found:
                found[b] = [*way, b]
                edge.append(b)
    return found


def fresh(rounds: int, count: int) -> Sea:
    zeros = [0] * count
    return Sea(
        rounds=rounds, place=[i for i in range(count) for _ in range(BOATS)], cargo=[0] * BOATS * count,
        shoal=[0] * len(SPACES), known=zeros[:], seen=zeros[:], hands=[[] for _ in zeros], coins=[5] * count,
        score=zeros[:], bids=zeros[:],
    )  # fmt: skip


# -- positions --------------------------------------------------------------------------------------------------------

NUMBER, SPACE, BOAT, CARD, SEAT = Number(), Thing("space"), Thing("piece"), Thing("card"), Thing("player")


def codec() -> Codec[Sea]:
    """A watch in progress: boats, shoals, whose watch, cards in hand, dice."""
    return Codec(
        state=Sea,
        procedures=PROCEDURES,
        base=_quiet,
        stack=_watching,
        rows=[
            plain("turn", Number(0, 4), always=True),
            Said("watch", Word(SEATS)),
            Pieces("boats", SPACE, lambda s, boat: s.place[boat], _moor, lambda s: range(len(s.place)), at="space"),
            Field("shoals", Bits(SPACE), lambda s: sum(shoal << i for i, shoal in enumerate(s.shoal)), _shoals,
                  ["shoal"]),
            by("hands", lambda s: SEATS[: len(s.hands)], Many(CARD)),
            Settle(_stock, ["deck"]),
            plain("lamp", SEAT),
        ],
        fields={
            "rounds": NUMBER, "order": Many(SEAT), "cargo": Many(NUMBER), "shoal": Many(NUMBER),
            "charted": Bits(SPACE), "known": Many(Bits(SPACE)), "seen": Many(Bits(BOAT)), "deck": Many(CARD),
            "discards": Many(CARD), "coins": Many(NUMBER), "bids": Many(NUMBER), "score": Many(NUMBER),
            "sailed": Bits(BOAT),
        },
        frames={
            "next": NUMBER, "seat": SEAT, "boat": BOAT, "left": NUMBER, "driven": NUMBER, "space": SPACE,
            "storms": NUMBER, "pips": Many(NUMBER),
        },
    )  # fmt: skip


def _quiet(head: Head) -> Sea:
    s = fresh(head.title.scenario(head.scenario).turns, int(head.options.get("players", "3")))
    s.turn, s.order = 1, list(range(len(s.hands)))
    s.cargo = list(CARGO) * len(s.hands)
    s.shoal[3] = s.shoal[5] = 1
    return s


def _moor(s: Sea, boat: int, space: int, key: Key) -> None:
    s.place[boat] = space


def _shoals(s: Sea, seas: int, key: Key) -> None:
    s.shoal = [seas >> i & 1 for i in range(len(SPACES))]


def _stock(s: Sea, head: Head) -> None:
    s.deck = [card for card in range(CARDS) if not any(card in hand for hand in s.hands)]


def _watching(s: Sea, head: Head) -> list[Frame]:
    watch = SEATS.index(head.told.get("watch", "red"))
    return [Voyage(at="watches", next=watch + 1), Watch(seat=watch)]


TOY = Toy()
register("toy", lambda pack: TOY)
