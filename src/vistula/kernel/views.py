"""What a seat is shown: the picture of a table, free of rules, that one client paints for every title.

A view is made by a title from a seat's knowledge and from nothing else. Places, pieces and cards
are named by text keys, never by the integers of the state, so that nothing is lost on the way to
a browser and nothing can be read from a number.
"""

from __future__ import annotations

from typing import Literal

import msgspec

PieceKind = Literal["counter", "block", "leader", "order", "marker", "dummy"]
Crowding = Literal["stack", "spread"]
"""How the pieces of one space lie: on one another (small spaces), or side by side (wide ones)."""


class PieceView(msgspec.Struct, omit_defaults=True):
    """One physical piece. `face` is a counter id of the catalog, or None where the seat may not look."""

    key: str
    side: str
    kind: PieceKind = "counter"
    face: str | None = None
    space: str | None = None
    link: str | None = None
    slot: int = 0  # 0 lies lowest in its space
    facing: int | None = None  # which of the catalog's `facings`
    strength: int | None = None  # steps that are left, shown as pips
    nation: str = ""  # colour scheme of a piece whose face is hidden
    marks: list[str] = []  # "disrupted", "isolated", "moved", "attacking" …


class Mark(msgspec.Struct, omit_defaults=True):
    """A marker on a space, hexside or link: whose it is, what is aimed at, what is open."""

    kind: str
    space: str | None = None
    hexside: tuple[str, str] | None = None
    link: str | None = None
    label: str = ""


class CardView(msgspec.Struct, omit_defaults=True):
    """One card that lies somewhere: "hand" in front of its seat, any other zone beside the map.

    `face` is a card id of the catalog, or None where the seat may not look.
    """

    key: str
    zone: str
    seat: str | None = None
    face: str | None = None


class Pile(msgspec.Struct, omit_defaults=True):
    """Cards or counters that lie on one another, counted: a deck, a discard, a pool to draw from."""

    id: str
    title: str
    count: int
    side: str = ""
    top: str | None = None  # card id of the catalog, where the uppermost lies open
    rule: str = ""


TrackKind = Literal["gauge", "turn", "score", "entered", "note"]
"""What a track is for: the turn and each side's score stand in the head of the table; what has been entered for a score
is shown with it; of a note only its word matters, not its number."""

BoxKind = Literal["beside", "arrivals", "losses", "tray"]
"""What a box holds: what is to come, what is lost, what is to be deployed, anything else."""


class Track(msgspec.Struct, omit_defaults=True):
    """A number on a printed track, with the rule that moves it."""

    id: str
    title: str
    value: int
    low: int = 0
    high: int | None = None
    side: str = ""
    rule: str = ""
    flag: str = ""  # a word beside the number
    terms: list[Term] = []  # the sum that the number is, where it is one
    kind: TrackKind = "gauge"
    word: str = ""  # what a score counts, in a word; victory points where it says nothing


class Box(msgspec.Struct, omit_defaults=True):
    """A holding box beside the map."""

    id: str
    title: str
    pieces: list[PieceView] = []
    kind: BoxKind = "beside"


class Term(msgspec.Struct, omit_defaults=True):
    """One line of a sum: what, how much, by which rule."""

    label: str
    value: str
    rule: str = ""


class Column(msgspec.Struct, omit_defaults=True):
    title: str
    side: str = ""
    pieces: list[str] = []
    terms: list[Term] = []
    cards: list[CardView] = []  # laid before this side


class Stage(msgspec.Struct, omit_defaults=True):
    """One step of something that runs its course: what has come of it, and whether it is done, running or ahead."""

    title: str
    rule: str = ""
    state: Literal["done", "now", "ahead"] = "ahead"
    told: str = ""


class Panel(msgspec.Struct, omit_defaults=True):
    """Something laid out beside the map while it lasts: what two sides bring, their sums, and how far it has come."""

    title: str
    rule: str = ""
    space: str | None = None
    columns: list[Column] = []
    result: str = ""
    stages: list[Stage] = []


class Arrow(msgspec.Struct, omit_defaults=True):
    kind: str  # what kind of movement it stands for
    spaces: list[str]
    side: str = ""


class OptionView(msgspec.Struct, omit_defaults=True):
    """One verb of a decision with the names of all that it may be applied to."""

    verb: str
    kind: str
    args: list[str]
    label: str = ""
    warn: str = ""
    free: bool = False
    words: list[str] = []  # what numbers stand for, where they are no amounts
    beside: bool = False  # may be done at any time, and is no answer to what is asked


class GroupView(msgspec.Struct, omit_defaults=True):
    """Pieces that a player leads together, such as a Front: done with, or given to the staff, in one go."""

    id: str
    title: str
    pieces: list[str] = []  # those that the question offers


class HeldView(msgspec.Struct, omit_defaults=True):
    """A button that would be there if no rule held it: shown greyed out, with the reason."""

    verb: str
    label: str
    rule: str
    why: str


class DecisionView(msgspec.Struct, omit_defaults=True):
    seat: str
    rule: str
    prompt: str
    options: list[OptionView] = []
    waits: bool = True
    passes: bool = False  # there is nothing to react with: the table passes for the seat in a moment
    movers: list[str] = []  # the pieces that the question is about: any space that is clicked is meant for them
    groups: list[GroupView] = []  # of the seat's pieces
    held: list[HeldView] = []  # where there is no button to end with: what holds it


class Waiting(msgspec.Struct, omit_defaults=True):
    """Who else the table waits for, and by which rule; never for what."""

    seat: str
    rule: str


class UndoView(msgspec.Struct, omit_defaults=True, frozen=True):
    can: bool = False
    why: str = ""


class SeatView(msgspec.Struct, omit_defaults=True):
    id: str
    side: str
    who: str = ""
    on_move: bool = False
    hand_count: int = 0


class ScoreLine(msgspec.Struct, omit_defaults=True):
    """One line of the final count."""

    side: str
    what: str
    points: int
    rule: str = ""


class Verdict(msgspec.Struct, omit_defaults=True):
    """How a game ended. `victors` are the winning seats in the fewest names: a side where all its seats have won."""

    winners: list[str] = []  # seats; none: a draw
    victors: list[str] = []
    level: str = ""
    rule: str = ""
    score: dict[str, int] = {}
    lines: list[ScoreLine] = []


class StripView(msgspec.Struct, omit_defaults=True):
    """Where the turn stands in the catalog's strip: the step, the part of it, whose turn it is, and what follows."""

    step: str
    part: str = ""
    side: str = ""  # whose turn it is, where the sides take turns
    skipped: list[str] = []  # steps that this turn goes without
    then: str = ""  # what comes after the last step


class View(msgspec.Struct, omit_defaults=True):
    """All that one seat sees of a table at one moment."""

    title: str
    seat: str
    turn: int
    phase: str
    phase_rule: str = ""
    strip: StripView | None = None
    revision: int = 0
    seats: list[SeatView] = []
    pieces: list[PieceView] = []
    marks: list[Mark] = []
    cards: list[CardView] = []
    piles: list[Pile] = []
    tracks: list[Track] = []
    boxes: list[Box] = []
    panel: Panel | None = None
    arrows: list[Arrow] = []
    decision: DecisionView | None = None
    waiting: list[Waiting] = []
    undo: UndoView = UndoView()
    result: Verdict | None = None


class CounterFace(msgspec.Struct, omit_defaults=True):
    """What is printed on one counter."""

    id: str
    side: str
    nation: str
    label: str  # the name on the counter
    name: str = ""  # the name in full
    symbol: str = ""  # the sign in its middle
    size: str = ""  # "XX", "X"
    band: str = ""  # formation, drawn as a colour band
    factors: str = ""  # "4-4"
    corner: str = ""  # entry turn
    elite: bool = False
    source: str = ""
    reverse: str = ""  # the factors on the other side, where that is the same piece worn down
    shape: Literal["", "block", "order"] = ""  # a flat counter, a wooden block that stands, or a token


class CardFace(msgspec.Struct, omit_defaults=True):
    """What is printed on one card."""

    id: str
    title: str
    text: str = ""
    deck: str = ""  # whose or which deck, named on the card and on its back
    side: str = ""
    value: str = ""  # the number in the corner
    kind: str = ""  # one word under the title: "reaction", "event"
    rule: str = ""
    source: str = ""
    uses: list[Term] = []  # what it can be used for: a word, how much, by which rule


class Space(msgspec.Struct, omit_defaults=True):
    id: str
    x: float
    y: float
    name: str = ""
    terrain: str = ""
    features: list[str] = []


class Chart(msgspec.Struct, omit_defaults=True):
    id: str
    title: str
    rule: str = ""
    head: list[str] = []
    rows: list[list[str]] = []
    source: str = ""
    note: str = ""


class StripStep(msgspec.Struct, omit_defaults=True):
    """A step of a turn as the strip has it: a word, a sentence on it, its rule, and the parts that it is made of."""

    id: str
    word: str
    says: str
    rule: str = ""
    side: str = ""  # only this side's turn has it
    once: bool = False  # stands in the strip only while it lasts, as a set-up does
    parts: list[StripStep] = []


class Catalog(msgspec.Struct, omit_defaults=True):
    """Everything about a title that never changes during a game; cached by its hash."""

    title: str
    name: str
    width: float
    height: float
    spaces: list[Space] = []
    links: list[tuple[str, str]] = []  # a link is named by its two spaces in this order: "minsk-borisov"
    counters: list[CounterFace] = []
    cards: list[CardFace] = []
    charts: list[Chart] = []
    overlays: list[str] = []
    facings: list[float] = []  # the ways a counter can face: degrees from north, clockwise
    crowding: Crowding = "stack"
    strip: list[StripStep] = []  # the steps of a turn, in their order
    first: str = ""  # what a newcomer must hear first


class Refusal(msgspec.Struct, omit_defaults=True):
    """Why something cannot be chosen now: the rule and one sentence with its arithmetic."""

    rule: str
    why: str


class Outcome(msgspec.Struct, omit_defaults=True):
    """One result of a forecast with its exact chance as a fraction."""

    label: str
    numerator: int
    denominator: int
    detail: str = ""


class Forecast(msgspec.Struct, omit_defaults=True):
    """The distribution of results, exact over dice; `mixture` says that it also runs over what is hidden."""

    title: str
    outcomes: list[Outcome] = []
    columns: list[Column] = []
    terms: list[Term] = []
    mixture: bool = False
    note: str = ""


class Overlay(msgspec.Struct, omit_defaults=True):
    """Spaces painted over the map: kind of paint -> spaces, with a number where there is one to read.

    `sides` are lines along hexsides, each named by its two spaces; a kind of paint has the same colour in both.
    """

    kind: str
    rule: str = ""
    layers: dict[str, list[str]] = {}
    labels: dict[str, str] = {}
    sides: dict[str, list[tuple[str, str]]] = {}
