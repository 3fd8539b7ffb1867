"""Procedures: flow of control as data.

A rule section (a turn, one meeting, one trade) is a small class. Its fields are the
section's working data; its decorated methods are its steps, each with its rule ids, run in the
order written. A procedure in progress is a `Frame` on a stack, saved with the *name* of its next
step, so that a game can be stored, copied and taken up again at any decision.

    @procedure
    class Crossing(Frame):
        target: int

        @choose("3.2", who=mover, prompt="Which boats cross to {target:space}?")
        def muster(self, s): ...        # s is masked for the seat asked; pure
        @muster.on("boat")
        def _(self, s, boat): ...       # takers and steps get the true state
        @muster.on("stay", AGAIN)
        def _(self, s, boat): ...       # a taker that always leads on in one way says so where it is declared
        @roll("3.3", "1d6")
        def weather(self, s, dice): ...

What a step or taker returns says how to go on:
None: the next step (from a step or taker; a choice returns its options, SKIP or DONE, never None);
AGAIN: this step once more; RESTART: the first step; DONE: the end of this procedure;
`goto(step)`: that step; a Frame: run it, then go on; `Call(frame, then=…, into=…)`: run it, put what
it returns into a field, go on as `then` says; `Return(value)`: end and hand the value to the caller;
`Roll(dice, into=…)`: roll, put the pips into a field, go on.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, ClassVar, TypeVar, dataclass_transform, overload

import msgspec

from vistula.kernel.bars import Offer
from vistula.kernel.copying import copier
from vistula.kernel.decision import Action, Option, SeatId

END = "."  # the step name of a procedure that has run out


class Flow(enum.Enum):
    AGAIN = "again"
    DONE = "done"
    RESTART = "restart"
    SKIP = "skip"


AGAIN, DONE, RESTART, SKIP = Flow.AGAIN, Flow.DONE, Flow.RESTART, Flow.SKIP


class Drafts(msgspec.Struct):
    """Answers to a sealed step that have been given but not yet carried out."""

    by_seat: dict[str, list[Action]] = {}
    ready: list[str] = []

    def copy(self) -> Drafts:
        return Drafts({seat: answers[:] for seat, answers in self.by_seat.items()}, self.ready[:])

    def keep(self, seat: str, count: int) -> None:
        """Take back all of a seat's answers but the first ones; it is asked again."""
        self.by_seat[seat] = self.by_seat[seat][:count]
        if not count:
            del self.by_seat[seat]
        self.ready = [other for other in self.ready if other != seat]

    def own(self, seat: str) -> Drafts:
        """What one seat may know of a sealed step: its own answers and nobody else's readiness."""
        mine = {seat: self.by_seat[seat]} if seat in self.by_seat else {}
        return Drafts(mine, [seat] if seat in self.ready else [])


class Frame(msgspec.Struct, kw_only=True, tag=True):
    """A procedure in progress. Frames hold no secrets: what is hidden stands in the state, where mask finds it."""

    at: str = ""
    into: str = ""
    drafts: Drafts | None = None

    steps: ClassVar[dict[str, Step]] = {}
    first: ClassVar[str] = END
    anytimes: ClassVar[tuple[Step, ...]] = ()

    def copy(self) -> Frame:
        raise NotImplementedError("a procedure gets its copy() from @procedure")


class Goto(msgspec.Struct, frozen=True):
    step: str


class Call(msgspec.Struct, frozen=True):
    frame: Frame
    then: Flow | Goto | None = None
    into: str = ""


class Return(msgspec.Struct, frozen=True):
    value: Any


class Roll(msgspec.Struct, frozen=True):
    dice: str
    into: str
    name: str = ""


Next = Flow | Goto | Frame | Call | Return | Roll | None
Choice = Sequence[Option | Offer] | Flow | Goto
"""What a choice offers, as a list. What has nothing to apply it to is left out."""


def goto(step: Step | str) -> Goto:
    """Go on at a step of the same procedure, given by itself or by its name."""
    return Goto(step if isinstance(step, str) else step.name)


class StepKind(enum.IntEnum):
    DO = 0
    CHOOSE = 1
    ROLL = 2
    DRAW = 3
    MIX = 4
    SEALED = 5
    WINDOW = 6
    ANYTIME = 7


class Step:
    """One step of a procedure, as declared."""

    __slots__ = (
        "always", "bag", "body", "cites", "count", "kind", "name", "next", "owner", "prompt", "rule", "rules",
        "seats", "sides", "takers", "who", "window",
    )  # fmt: skip

    def __init__(self, kind: StepKind, rules: Sequence[str], body: Callable[..., Any]) -> None:
        if not rules:
            raise TypeError(f"step {body.__name__} cites no rule")
        self.kind = kind
        self.rules = tuple(rules)
        self.rule = rules[0]
        self.body = body
        self.name = body.__name__
        self.owner = ""
        self.next = END
        self.who: Callable[..., SeatId] | None = None
        self.seats: Callable[..., Sequence[SeatId]] | None = None
        self.bag: Callable[..., Sequence[int]] | None = None
        self.prompt = ""
        self.window = ""
        self.always: bool | Callable[..., bool] = False
        self.cites: Callable[..., str] | None = None
        self.count, self.sides = 0, 0
        self.takers: dict[str, Callable[..., Next]] = {}

    def on(self, verb: str, then: Next = None) -> Callable[[Callable[..., Next]], Callable[..., Next]]:
        """Declare what happens when this step is answered with `verb`; where the taker does not say how to go on, it
        is `then`."""

        def declare(taker: Callable[..., Next]) -> Callable[..., Next]:
            if verb in self.takers:
                raise TypeError(f"step {self.name} has two takers for {verb!r}")
            self.takers[verb] = taker if then is None else lambda *given: _else(taker(*given), then)
            return taker

        return declare

    def each(self, verbs: Sequence[str], then: Next = None) -> Callable[[Callable[..., Next]], Callable[..., Next]]:
        """Declare what happens at each of some verbs that differ in a number only: `(self, s, arg, n)`, n being the
        place of the verb in the list."""

        def declare(taker: Callable[..., Next]) -> Callable[..., Next]:
            for n, verb in enumerate(verbs):
                self.on(verb, then)(lambda frame, s, arg, n=n: taker(frame, s, arg, n))
            return taker

        return declare

    def to(self, verb: str, then: Next = None, *, into: str = "") -> None:
        """Declare an answer that only leads on: what it is applied to goes into a field, if one is named."""

        def taker(frame: Frame, s: Any, *given: Any) -> Next:
            if into:
                setattr(frame, into, given[-1])
            return then

        self.on(verb)(taker)

    def __repr__(self) -> str:
        return f"{self.owner}.{self.name} [{self.rule}]"


def _else(said: Next, then: Next) -> Next:
    return then if said is None else said


Body = Callable[..., Any]


def step(*rules: str) -> Callable[[Body], Step]:
    """Something that happens without anyone being asked."""
    return lambda body: Step(StepKind.DO, rules, body)


def runs(frame: Callable[[], Frame], *rules: str) -> Step:
    """A step that only runs another procedure: `trade = runs(Trade, "3.1")`; it is called as it is assigned."""
    return Step(StepKind.DO, rules, lambda self, s: frame())


def parse_dice(text: str) -> tuple[int, int]:
    """How many dice of how many sides: "2d6" is (2, 6)."""
    found = re.fullmatch(r"([1-9]\d?)d([1-9]\d{0,2})", text)
    if not found:
        raise ValueError(f"dice {text!r}: expected a form like 2d6")
    return int(found[1]), int(found[2])


def roll(*rules_then_dice: str) -> Callable[[Body], Step]:
    """Dice: the body receives the pips as a tuple. The last argument is the dice, for example "1d6"."""
    *rules, dice = rules_then_dice

    def declare(body: Body) -> Step:
        st = Step(StepKind.ROLL, rules, body)
        st.count, st.sides = parse_dice(dice)
        return st

    return declare


def draw(*rules: str, bag: Callable[..., Sequence[int]]) -> Callable[[Body], Step]:
    """One thing drawn at random from what is left in the bag; the body receives it."""

    def declare(body: Body) -> Step:
        st = Step(StepKind.DRAW, rules, body)
        st.bag = bag
        return st

    return declare


def mix(*rules: str, pieces: Callable[..., Sequence[int]]) -> Callable[[Body], Step]:
    """Pieces mixed out of sight: the body receives them in a new order and deals their keys anew."""

    def declare(body: Body) -> Step:
        st = Step(StepKind.MIX, rules, body)
        st.bag = pieces
        return st

    return declare


def choose(
    *rules: str,
    who: Callable[..., SeatId] | None = None,
    prompt: str = "",
    always: bool | Callable[..., bool] = False,
    cites: Callable[..., str] | None = None,
) -> Callable[[Body], Step]:
    """A question to one seat. The body gets the state as that seat knows it and returns options, SKIP or DONE.

    A single legal answer is played by itself unless `always`: where an unasked question would tell
    a secret (`always` may find this by what everybody knows), or where the player must have the chance to think again.
    The player is told the first rule, or the one
    that `cites` finds for the procedure as it stands. `who` is said here, or once for all choices of the procedure.
    """

    def declare(body: Body) -> Step:
        st = Step(StepKind.CHOOSE, rules, body)
        st.who, st.prompt, st.always, st.cites = who, prompt, always, cites
        return st

    return declare


def sealed(*rules: str, seats: Callable[..., Sequence[SeatId]], prompt: str = "") -> Callable[[Body], Step]:
    """Several seats answer at once; takers `(self, s, seat, arg)` run when all are ready, in the order of `seats`.

    The body gets the procedure with its own seat's answers so far in `drafts`. A verb that `ends` makes its seat
    ready; a verb without a taker only says so. Procedures that takers return run after all answers, in the same order.
    """

    def declare(body: Body) -> Step:
        st = Step(StepKind.SEALED, rules, body)
        st.seats, st.prompt = seats, prompt
        return st

    return declare


def window(*rules: str, kind: str, seats: Callable[..., Sequence[SeatId]], prompt: str = "") -> Callable[[Body], Step]:
    """A chance to react. Every seat that *by public knowledge* could react is asked, sealed; `pass` is always there.

    A seat may set a standing answer for a kind of window: it then passes unasked, and nobody else can tell.
    """

    def declare(body: Body) -> Step:
        st = Step(StepKind.WINDOW, rules, body)
        st.seats, st.prompt, st.window = seats, prompt, kind
        return st

    return declare


def anytime(*rules: str, who: Callable[..., SeatId | None], prompt: str = "") -> Callable[[Body], Step]:
    """An action that a seat may do while this procedure lasts, beside whatever is asked, and never waited for.

    It stands beside another seat's decision or among the options of its own seat's; it is no answer to it.
    """

    def declare(body: Body) -> Step:
        st = Step(StepKind.ANYTIME, rules, body)
        st.who, st.prompt = who, prompt  # type: ignore[assignment]
        return st

    return declare


F = TypeVar("F", bound=Frame)


@overload
@dataclass_transform(kw_only_default=True)
def procedure(cls: type[F]) -> type[F]: ...


@overload
def procedure(*, who: Callable[..., SeatId]) -> Callable[[type[F]], type[F]]: ...


def procedure(cls: type[F] | None = None, *, who: Callable[..., SeatId] | None = None) -> Any:
    """Make a Frame class a procedure: its steps in the order written, and a fast copy(). `who` answers all its choices
    that do not name somebody else."""
    return _made(cls, who) if cls is not None else lambda cls: _made(cls, who)


def _made(cls: type[F], who: Callable[..., SeatId] | None) -> type[F]:
    declared = [value for value in vars(cls).values() if isinstance(value, Step)]
    for name, value in vars(cls).items():
        if isinstance(value, Step):
            value.name = name
    ordered = [st for st in declared if st.kind is not StepKind.ANYTIME]
    for st, following in pairwise(ordered):
        st.next = following.name
    for st in declared:
        st.owner = cls.__name__
        if st.kind is StepKind.CHOOSE:
            st.who = st.who or who
            if st.who is None:
                raise TypeError(f"{cls.__name__}.{st.name} asks nobody")
    cls.steps = {st.name: st for st in ordered}
    cls.first = ordered[0].name if ordered else END
    cls.anytimes = tuple(st for st in declared if st.kind is StepKind.ANYTIME)
    cls.copy = copier(cls, "procedure")  # type: ignore[method-assign, assignment]
    return cls
