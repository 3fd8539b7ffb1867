"""The course of a game: a state, a stack of procedures, and the decisions they wait for.

The run loop knows no rule; it carries procedures from decision to decision. It knows nobody either:
who sees what, what can be taken back and what is written down is the business of `Game`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, Self, TypeVar

from msgspec.structs import force_setattr, replace

from vistula.kernel.barrier import Barrier
from vistula.kernel.bars import Offer
from vistula.kernel.decision import Action, Decision, Option, SeatId
from vistula.kernel.dice import Dice
from vistula.kernel.errors import Runaway
from vistula.kernel.procedure import (
    AGAIN,
    DONE,
    END,
    RESTART,
    SKIP,
    Call,
    Drafts,
    Flow,
    Frame,
    Goto,
    Next,
    Return,
    Roll,
    Step,
    StepKind,
    parse_dice,
)
from vistula.kernel.state import State
from vistula.kernel.title import Title

S = TypeVar("S", bound=State)

RUNAWAY = 10_000
PASS = Option("pass", ends=True, label="Pass")
DO, CHOOSE = StepKind.DO, StepKind.CHOOSE
CHANCE = (StepKind.ROLL, StepKind.DRAW, StepKind.MIX)


class Course(Generic[S]):
    """Procedures on their way from decision to decision."""

    __slots__ = ("_actor", "_mover", "asked", "barriers", "decisions", "dice", "s", "stack", "standing", "title")

    def __init__(self, title: Title[S], s: S, stack: list[Frame], dice: Dice) -> None:
        self.title = title
        self.s = s
        self.stack = stack
        self.dice = dice
        self.decisions: dict[SeatId, Decision] = {}
        self.asked: dict[SeatId, S] = {}  # what those who are asked know, masked for the question
        self.standing: dict[str, list[str]] = {}
        self.barriers: list[Barrier] = []
        self._actor: str = ""
        self._mover: SeatId | None = None

    # -- going on ---------------------------------------------------------------------------------

    def push(self, action: Action, seat: SeatId | None = None) -> None:
        """Carry out one action unchecked and unjournalled."""
        self.asked = {}
        frame = self.stack[-1]
        st = frame.steps[frame.at]
        self._mover = mover = seat or next(iter(self.decisions))
        if self._is_beside(st, action, seat):
            self._interrupt(mover, action)
        elif st.kind is CHOOSE:
            self._go(frame, st, _taker(st, action.verb)(frame, self.s, action.arg))
        else:
            self._answer(frame, mover, action)
        self.run()

    def run(self) -> Self:
        """Carry procedures forward to the next decision or to the end."""
        stack, s = self.stack, self.s
        for _ in range(RUNAWAY):
            if s.ended:
                stack.clear()
            if not stack:
                self.decisions = {}
                return self
            frame = stack[-1]
            at = frame.at
            if at == END:
                self._return(None)
                continue
            if not at:
                frame.at = frame.first
                continue
            st = frame.steps[at]
            kind = st.kind
            if kind is DO:
                self._go(frame, st, st.body(frame, s))
            elif kind is CHOOSE:
                if self._ask(frame, st):
                    return self
            elif kind in CHANCE:
                self._chance(frame, st)
            elif self._ask_all(frame, st):
                return self
        raise Runaway(f"{_where(stack)} does not come to a decision after {RUNAWAY} steps")

    def _go(self, frame: Frame, st: Step, following: Any) -> None:
        """Set where a procedure goes on, as a step or taker returned it."""
        if following is None or following is SKIP:
            frame.at = st.next
        elif following is AGAIN:
            frame.at = st.name
        elif following is DONE:
            frame.at = END
        elif following is RESTART:
            frame.at = frame.first
        elif isinstance(following, Frame):
            frame.at = st.next
            self.stack.append(following)
        elif isinstance(following, Call):
            self._go(frame, st, following.then)
            following.frame.into = following.into
            self.stack.append(following.frame)
        elif isinstance(following, Goto):
            if following.step not in frame.steps:
                raise LookupError(f"{st!r} goes to {following.step!r}, which is no step of {st.owner}")
            frame.at = following.step
        elif isinstance(following, Return):
            self._return(following.value)
        elif isinstance(following, Roll):
            frame.at = st.next
            count, sides = parse_dice(following.dice)
            setattr(frame, following.into, self._roll(following.name or repr(st), [sides] * count, st.rule))
        else:
            raise TypeError(f"{st!r} returned {following!r}")

    def _return(self, value: Any) -> None:
        frame = self.stack.pop()
        if frame.into and self.stack and value is not None:
            setattr(self.stack[-1], frame.into, value)

    # -- chance -----------------------------------------------------------------------------------

    def _chance(self, frame: Frame, st: Step) -> None:
        got: Any
        if st.kind == StepKind.ROLL:
            got = tuple(self._roll(repr(st), [st.sides] * st.count, st.rule))
        else:
            assert st.bag is not None
            bag = list(st.bag(frame, self.s))
            got = self._draw(st, bag) if st.kind == StepKind.DRAW else self._mix(st, bag)
        self._go(frame, st, st.body(frame, self.s, got))

    def _roll(self, name: str, sides: list[int], rule: str) -> list[int]:
        self.barriers.append(Barrier("roll", rule))
        return self.dice.roll(name, sides)

    def _draw(self, st: Step, bag: list[int]) -> int:
        if not bag:
            raise Runaway(f"{st!r} draws from an empty bag")
        self.barriers.append(Barrier("draw", st.rule))
        return bag[self.dice.pick(repr(st), len(bag))]

    def _mix(self, st: Step, pieces: list[int]) -> list[int]:
        self.barriers.append(Barrier("mix", st.rule))
        return [pieces[i] for i in self.dice.order(repr(st), len(pieces))]

    # -- one seat is asked ------------------------------------------------------------------------

    def _ask(self, frame: Frame, st: Step) -> bool:
        """Put a question to one seat. False if the procedure went on without an answer."""
        who = st.who
        assert who is not None
        seat = who(frame, self.s)
        known = self.title.mask(self.s, seat)
        options = st.body(frame, known)
        if type(options) is not list:
            if not isinstance(options, (Flow, Goto)):
                raise TypeError(f"{st!r} offered {options!r}; a choice returns options, SKIP, DONE or goto")
            self._go(frame, st, options)
            return False
        options = _offer(options)
        always = st.always if isinstance(st.always, bool) else st.always(frame, self.s)
        if not always and len(options) == 1 and len(options[0].args) == 1:
            only = options[0]
            self._go(frame, st, _taker(st, only.verb)(frame, self.s, only.args[0]))
            return False
        self.asked = {seat: known}
        self.decisions = {seat: _decision(st, seat, options, st.rule if st.cites is None else st.cites(frame))}
        self._offer_beside()
        return True

    # -- several seats are asked at once ----------------------------------------------------------

    def _ask_all(self, frame: Frame, st: Step) -> bool:
        """Put a sealed question to several seats; when all are ready, carry their answers out in seat order."""
        assert st.seats is not None
        seats = list(st.seats(frame, self.s))
        if frame.drafts is None:
            frame.drafts = Drafts()
        elif any(below.anytimes for below in self.stack):
            for seat in seats:
                self._drop_overtaken(frame, st, seat)
        drafts = frame.drafts
        for seat in seats:
            if st.window in self.standing.get(seat, ()) and seat not in drafts.ready and not drafts.by_seat.get(seat):
                drafts.ready.append(seat)
        asked = [seat for seat in seats if seat not in drafts.ready]
        if asked:
            self.asked = {}
            self.decisions = {
                seat: _decision(st, seat, self._sealed_options(frame, st, seat), st.rule) for seat in asked
            }
            self._offer_beside()
            return True
        self._carry_out(frame, st, seats, drafts)
        return False

    def _sealed_options(self, frame: Frame, st: Step, seat: SeatId) -> list[Option]:
        known = self.asked[seat] = self.title.mask(self.s, seat)
        options = st.body(unsealed(frame, seat), known, seat)
        if type(options) is not list:
            raise TypeError(f"{st!r} offered {options!r}; a sealed step returns options")
        offered = _offer(options)
        if st.window and not any(option.verb == PASS.verb for option in offered):
            offered.append(PASS)
        return offered

    def _drop_overtaken(self, frame: Frame, st: Step, seat: SeatId) -> None:
        """Take back what a seat has answered from where an action at any time has made it impossible."""
        drafts = frame.drafts
        assert drafts is not None
        given = drafts.by_seat.get(seat, [])
        for count, answer in enumerate(given):
            if st.window and answer.verb == PASS.verb:
                continue  # a window can be passed whatever has happened
            before = unsealed(frame, seat)
            before.drafts = Drafts({seat: given[:count]} if count else {})
            if not any(o.verb == answer.verb and answer.arg in o.args for o in self._sealed_options(before, st, seat)):
                drafts.keep(seat, count)
                return

    def _carry_out(self, frame: Frame, st: Step, seats: Sequence[SeatId], drafts: Drafts) -> None:
        frame.drafts = None
        frame.at = st.next
        called: list[Frame] = []
        for seat in seats:
            self._actor = seat
            for answer in drafts.by_seat.get(seat, ()):
                if answer.verb in st.takers:
                    called += self._after_sealed(frame, st, st.takers[answer.verb](frame, self.s, seat, answer.arg))
        self._actor = ""
        self.stack.extend(reversed(called))
        if any(seat != self._mover for seat in seats):
            self.barriers.append(Barrier("sealed", st.rule))

    def _after_sealed(self, frame: Frame, st: Step, following: Next) -> list[Frame]:
        """Procedures that sealed answers call run when all answers are carried out, the first seat's first."""
        if following is None:
            return []
        if isinstance(following, Frame):
            return [following]
        if not isinstance(following, (Flow, Goto)):
            raise TypeError(f"{st!r} returned {following!r}; a sealed answer leads to a step or a procedure")
        self._go(frame, st, following)
        return []

    def _answer(self, frame: Frame, seat: SeatId, action: Action) -> None:
        """Keep a seat's answer to a sealed step."""
        assert frame.drafts is not None
        frame.drafts.by_seat.setdefault(seat, []).append(action)
        option = self.decisions[seat].option(action)
        if option is not None and option.ends:
            frame.drafts.ready.append(seat)

    @property
    def sealed_step(self) -> Step | None:
        """The sealed step that waits for answers now, if one does."""
        if not self.stack:
            return None
        st = self.stack[-1].steps.get(self.stack[-1].at)
        return st if st is not None and st.seats is not None else None

    def _asks_alone(self, seat: SeatId) -> bool:
        """Whether a sealed step waits that nobody but this seat could be asked by: an ordinary question of theirs."""
        st = self.sealed_step
        return st is not None and st.seats is not None and list(st.seats(self.stack[-1], self.s)) == [seat]

    # -- what may be done at any time -------------------------------------------------------------

    def _beside(self) -> Iterator[tuple[Frame, Step, SeatId, list[Option]]]:
        for frame in self.stack:
            for st in frame.anytimes:
                assert st.who is not None
                seat: SeatId | None = st.who(frame, self.s)
                if seat is None:
                    continue
                options = st.body(frame, self.title.mask(self.s, seat))
                if isinstance(options, list) and (options := _offer(options)):
                    yield frame, st, seat, options

    def _offer_beside(self) -> None:
        """Add what seats may do at any time while these procedures last.

        A seat that is asked something itself finds it among its options; a seat that is not, as a decision that nobody
        waits for. Of two procedures that offer a seat the same verb, the outermost comes first.
        """
        for _, st, seat, options in self._beside():
            asked = self.decisions.get(seat)
            if asked is None:
                self.decisions[seat] = Decision(seat, st.rule, st.prompt, options, st.name, waits=False)
                continue
            taken = {option.verb for option in asked.options}
            more = [replace(option, beside=asked.waits) for option in options if option.verb not in taken]
            if more:
                self.decisions[seat] = replace(asked, options=[*asked.options, *more])

    def _is_beside(self, st: Step, action: Action, seat: SeatId | None) -> bool:
        """Whether an action is no answer to what is asked, but done at any time."""
        if seat is not None and not self.decisions[seat].waits:
            return True
        if action.verb in st.takers or not any(frame.anytimes for frame in self.stack):
            return False
        option = self.decisions[seat or next(iter(self.decisions))].option(action)
        return option is not None and option.beside

    def _interrupt(self, seat: SeatId, action: Action) -> None:
        frame, st = next(
            (frame, st)
            for frame, st, who, options in self._beside()
            if who == seat and any(option.verb == action.verb for option in options)
        )
        following = _taker(st, action.verb)(frame, self.s, action.arg)
        if isinstance(following, Frame):
            self.stack.append(following)
        elif following is not None:
            raise TypeError(f"{st!r} may return None or a Frame, not {following!r}")


def _decision(st: Step, seat: SeatId, options: list[Option], rule: str) -> Decision:
    if not options:
        raise Runaway(f"{st!r} asks {seat} with nothing to choose from")
    return Decision(seat, rule, st.prompt, options, st.name, window=st.window)


def _offer(options: list[Option | Offer]) -> list[Option]:
    """Options with something to apply them to. What was offered stays as it was, whatever becomes of the state."""
    offered = []
    for option in options:
        if isinstance(option, Offer):
            if option.args:
                offered.append(option.option())
        elif option.args:
            if type(option.args) is list:
                force_setattr(option, "args", tuple(option.args))
            offered.append(option)
    return offered


def _taker(st: Step, verb: str) -> Any:
    try:
        return st.takers[verb]
    except KeyError:
        raise LookupError(f"{st!r} offers {verb!r} and has nothing that carries it out") from None


def _where(stack: list[Frame]) -> str:
    if not stack:
        return "the end of the game"
    return repr(stack[-1].steps.get(stack[-1].at, type(stack[-1]).__name__))


def unsealed(frame: Frame, seat: SeatId) -> Frame:
    """A frame as one seat may see it: without the sealed answers of others."""
    if frame.drafts is None:
        return frame
    mine = frame.copy()
    mine.drafts = frame.drafts.own(seat)
    return mine
