"""Four Fronts, a game that exists to try the client: areas, blocks, facing, cards, links, hidden orders, four seats."""

from __future__ import annotations

import random
from typing import Any

from vistula.art.area_art import area_spaces
from vistula.games.strike_of_the_eagle import board as strike
from vistula.kernel import (
    ONLOOKER,
    RESTART,
    UNDO,
    UNKNOWN,
    Choice,
    Frame,
    Next,
    Option,
    Result,
    Scenario,
    Seat,
    SeatId,
    State,
    TableOption,
    Title,
    choose,
    procedure,
    register,
    tell,
)
from vistula.kernel.checklist import Checklist, Rule
from vistula.kernel.views import (
    Box,
    CardFace,
    CardView,
    Catalog,
    CounterFace,
    Mark,
    PieceView,
    Pile,
    Refusal,
    SeatView,
    Track,
    View,
)

SEATS = tuple(map(SeatId, ("russia-north", "poland-north", "russia-south", "poland-south")))
BOARD = strike.read_board()
AREAS = list(BOARD.areas)
LINKS = [(a, b) for a, b in BOARD.links if a < b]
BLOCKS = 5
FACINGS = (0.0, 60.0, 120.0, 180.0, 240.0, 300.0)
CARDS = (
    ("Forced march", "2", "One block goes one area farther this turn, and loses a step if it fights there [1.2]."),
    ("Armoured train", "3", "Add three to a battle beside a railway."),
    ("Cavalry raid", "1", "Look at one block of the other side and put it back."),
)
RULES = {
    "1.1": "In turn each seat plays a card, moves or turns a block, tears up a link, or passes.",
    "1.2": "A block goes to a neighbouring area.",
    "1.3": "A card that was played lies open.",
}
HOMES = {"russia-north": "polotsk", "poland-north": "vilna", "russia-south": "zhitomir", "poland-south": "rovno"}


class Fronts(State):
    turn: int = 1
    on: int = 0
    players: int = 4
    place: list[int] = []
    who: list[int] = []  # which unit a block is
    facing: list[int] = []
    steps: list[int] = []
    hands: list[list[int]] = []
    played: list[int] = []
    torn: int = 0

    def copy(self) -> Fronts:
        return Fronts(
            self.ended, self.turn, self.on, self.players, self.place[:], self.who[:], self.facing[:], self.steps[:],
            [hand[:] for hand in self.hands], self.played[:], self.torn,
        )  # fmt: skip


def seats_of(players: int) -> tuple[SeatId, ...]:
    return SEATS[:players]


def owner(piece: int) -> int:
    return piece // BLOCKS


def holder(card: int) -> SeatId:
    return SEATS[card // len(CARDS)]


def _card(card: int, zone: str, seat: SeatId) -> CardView:
    return CardView(f"card-{card}", zone, seat, f"card-{card % len(CARDS)}")


@procedure
class Round(Frame):
    """One seat after another."""

    unit: int = -1

    @choose(
        "1.1", who=lambda f, s: SEATS[s.on], prompt="Play a card, take a block, tear up a link, or pass.", always=True
    )
    def act(self, s: Fronts) -> Choice:
        own = [piece for piece in range(len(s.place)) if owner(piece) == s.on]
        near = {s.place[piece] for piece in own}
        ways = [i for i, (a, b) in enumerate(LINKS) if not s.torn >> i & 1 and {AREAS.index(a), AREAS.index(b)} & near]
        return [
            *([Option("play", s.hands[s.on][:], "card", "Play it")] if s.hands[s.on] else []),
            *([Option("burn", s.hands[s.on][:], "card", "Put it away")] if s.hands[s.on] else []),
            Option("unit", own, "piece", "Take this block"),
            *([Option("tear", ways, "link", "Tear up")] if ways else []),
            Option("pass", label="Pass"),
        ]

    @act.on("play")
    def _(self, s: Fronts, card: int) -> Next:
        s.hands[s.on].remove(card)
        s.played.append(card)
        tell(s, "1.3", "plays", seat=s.on, card=card)
        return self._next(s)

    @act.on("burn")
    def _(self, s: Fronts, card: int) -> Next:
        s.hands[s.on].remove(card)
        s.played.append(card)
        tell(s, "1.3", "burns", seat=s.on, card=card)
        return self._next(s)

    @act.on("tear")
    def _(self, s: Fronts, link: int) -> Next:
        s.torn |= 1 << link
        tell(s, "1.1", "tears", seat=s.on, link=link)
        return self._next(s)

    @act.on("pass")
    def _(self, s: Fronts, _: int) -> Next:
        tell(s, "1.1", "passes", seat=s.on)
        return self._next(s)

    @act.on("unit")
    def _(self, s: Fronts, unit: int) -> Next:
        self.unit = unit
        return None

    @choose("1.2", who=lambda f, s: SEATS[s.on], prompt="Where does it go, or which way does it face?", always=True)
    def where(self, s: Fronts) -> Choice:
        near = [AREAS.index(area) for area in BOARD.neighbours[AREAS[s.place[self.unit]]]]
        return [
            Option("step", near, "space", "Go here"),
            Option("face", list(range(6)), "number", "Face"),
            Option("cancel", label="Another", free=True),
        ]

    @where.on("step")
    def _(self, s: Fronts, area: int) -> Next:
        tell(s, "1.2", "goes", unit=self.unit, areas=[s.place[self.unit], area])
        s.place[self.unit] = area
        s.steps[self.unit] = max(1, s.steps[self.unit] - 1)
        return self._next(s)

    @where.on("face")
    def _(self, s: Fronts, facing: int) -> Next:
        s.facing[self.unit] = facing
        tell(s, "1.1", "turns", unit=self.unit)
        return self._next(s)

    @where.on("cancel")
    def _(self, s: Fronts, _: int) -> Next:
        self.unit = -1
        return RESTART

    def _next(self, s: Fronts) -> Next:
        self.unit = -1
        s.on = (s.on + 1) % s.players
        s.turn += s.on == 0
        if s.turn > 9:
            s.ended = True
        return RESTART


class Showcase(Title[Fronts]):
    id = "showcase"
    name = "Four Fronts"
    version = "1"
    seats = SEATS
    scenarios = (Scenario("only", "All at once", 9, (SEATS, SEATS[:3], SEATS[:2])),)
    options = (UNDO, TableOption("players", "Players", ("4", "3", "2")))
    state = Fronts
    procedures = (Round,)
    checklist = Checklist([Rule(id=id, title=id, says=says) for id, says in RULES.items()], [])
    data_hash = "showcase"
    diary = {
        "plays": "{seat} plays {card}.",
        "burns": "{seat} puts {card} away.",
        "tears": "{seat} tears up {link}.",
        "passes": "{seat} passes.",
        "goes": "{unit} goes to its next area.",
        "turns": "{unit} turns.",
    }
    ref_kinds = {"seat": "player", "card": "card", "link": "link", "unit": "piece", "areas": "space"}

    def seated(self, options: dict[str, str]) -> tuple[SeatId, ...]:
        return seats_of(int(options["players"]))

    def side_of(self, seat: SeatId) -> str:
        return seat.split("-")[0]

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[Fronts, list[Frame]]:
        players = int(options["players"])
        pieces = players * BLOCKS
        homes = [AREAS.index(HOMES[seat]) for seat in SEATS]
        s = Fronts(
            players=players,
            place=[homes[owner(piece)] for piece in range(pieces)],
            who=[piece * 7 % BLOCKS for piece in range(pieces)],
            facing=[piece % 6 for piece in range(pieces)],
            steps=[piece % 4 + 1 for piece in range(pieces)],
            hands=[[seat * len(CARDS) + i for i in range(len(CARDS))] for seat in range(players)],
        )
        return s, [Round()]

    def mask(self, s: Fronts, seat: SeatId) -> Fronts:
        m = s.copy()
        i = SEATS.index(seat) if seat != ONLOOKER else -1
        m.who = [who if owner(piece) == i else UNKNOWN for piece, who in enumerate(s.who)]
        m.steps = [steps if owner(piece) == i else UNKNOWN for piece, steps in enumerate(s.steps)]
        m.hands = [hand if j == i else [UNKNOWN] * len(hand) for j, hand in enumerate(m.hands)]
        return m

    def fill(self, m: Fronts, seat: SeatId, rng: random.Random) -> Fronts:
        s = m.copy()
        s.who = [rng.randrange(BLOCKS) if who == UNKNOWN else who for who in m.who]
        s.steps = [rng.randrange(1, 5) if steps == UNKNOWN else steps for steps in m.steps]
        for j, hand in enumerate(s.hands):
            if UNKNOWN in hand:
                left = [c for c in range(j * len(CARDS), (j + 1) * len(CARDS)) if c not in s.played]
                s.hands[j] = left[: len(hand)]
        return s

    def result(self, s: Fronts) -> Result | None:
        return Result((), "draw", "1.1")

    def turn(self, s: Fronts) -> int:
        return s.turn

    # -- names and pictures -----------------------------------------------------------------------

    def name_of(self, kind: str, arg: int) -> str:
        if kind == "space":
            return AREAS[arg]
        if kind == "piece":
            return f"{SEATS[owner(arg)]}-{arg % BLOCKS}"
        if kind == "card":
            return f"card-{arg}"
        if kind == "link":
            return "-".join(LINKS[arg])
        return str(arg)

    def arg_of(self, kind: str, text: str) -> int:
        found: dict[str, range] = {
            "space": range(len(AREAS)), "piece": range(4 * BLOCKS), "card": range(4 * len(CARDS)),
            "link": range(len(LINKS)),
        }  # fmt: skip
        for arg in found.get(kind, range(0)):
            if self.name_of(kind, arg) == text:
                return arg
        if kind in found:
            raise ValueError(f"there is no {kind} {text!r}")
        return int(text)

    def say(self, kind: str, arg: Any) -> str:
        if kind == "player":
            return SEATS[arg].replace("-", " ").title()
        if kind == "card":
            return CARDS[arg % len(CARDS)][0]
        return BOARD.areas[AREAS[arg]].name if kind == "space" else self.name_of(kind, arg)

    def view(self, seat: Seat[Fronts]) -> View:
        s = seat.s
        hand = s.hands[SEATS.index(seat.id)] if seat.id != ONLOOKER else []
        torn = [i for i in range(len(LINKS)) if s.torn >> i & 1]
        return View(
            title=self.id,
            seat=seat.id,
            turn=s.turn,
            phase="all at once",
            phase_rule="1.1",
            seats=[self._seat(s, i) for i in range(s.players)],
            pieces=[self._piece(s, piece, seat) for piece in range(len(s.place))],
            marks=[Mark("torn", link=self.name_of("link", i), label="torn") for i in torn],
            cards=[*(_card(c, "hand", seat.id) for c in hand), *(_card(c, "played", holder(c)) for c in s.played)],
            piles=[Pile("deck", "Deck", 9, "russia"), Pile("open", "Open", 1, top="card-1")],
            tracks=[
                Track("turn", "Turn", s.turn, 1, 9),
                Track("vp-poland", "Points", 3),
                Track("vp-russia", "Points", 2),
            ],
            boxes=[Box("pool", "The pool", [PieceView("pooled", "poland", "leader", "leader")])],
            decision=seat.decision_view(),
            waiting=seat.waiting,
            undo=seat.undo,
            result=seat.verdict(),
        )  # fmt: skip

    def _seat(self, s: Fronts, i: int) -> SeatView:
        return SeatView(SEATS[i], self.side_of(SEATS[i]), on_move=s.on == i, hand_count=len(s.hands[i]))

    def _piece(self, s: Fronts, piece: int, seat: Seat[Fronts]) -> PieceView:
        side, who, frame = self.side_of(SEATS[owner(piece)]), s.who[piece], seat.under(Round)
        return PieceView(
            self.name_of("piece", piece), side, "block", None if who == UNKNOWN else f"{side}-{who}",
            AREAS[s.place[piece]], slot=piece % BLOCKS, facing=s.facing[piece],
            strength=None if s.steps[piece] == UNKNOWN else s.steps[piece], nation=side,
            marks=["moving"] if frame and frame.unit == piece else [],
        )  # fmt: skip

    def catalog(self) -> Catalog:
        picture = self.board()
        head = picture[: picture.index(">")]
        width, height = (float(head.split(f' {name}="')[1].split('"')[0]) for name in ("width", "height"))
        counters = [
            CounterFace(f"{side}-{i}", side, side, str(i + 1), f"Block {i + 1}", "infantry", "XX", factors=f"{i + 1}-4")
            for side in ("poland", "russia")
            for i in range(BLOCKS)
        ]
        cards = [
            CardFace(f"card-{i}", name, text, "red", "russia", value, "event", "1.3")
            for i, (name, value, text) in enumerate(CARDS)
        ]
        return Catalog(
            self.id, self.name, width, height, area_spaces(BOARD), LINKS, counters, cards,
            facings=list(FACINGS), crowding="spread",
        )  # fmt: skip

    def why_not(self, seat: Seat[Fronts], kind: str, arg: int) -> Refusal | None:
        if seat.decision is None:
            return Refusal("1.1", "it is another seat's turn")
        if any(option.kind == kind and arg in option.args for option in seat.decision.options):
            return None
        return Refusal("1.2", "it is not next to the block that goes")

    def board(self, view: View | None = None) -> str:
        return strike.picture()


register("showcase", lambda pack: Showcase())
