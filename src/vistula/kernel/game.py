"""A game in progress: a state, a stack of procedures, and the decisions they wait for.

`play` is for people and servers: it checks, journals, and keeps what a seat does as that seat's
draft until a barrier (a roll, a draw, a disclosure, another seat's turn to act, or a verb that
publishes). Until then only that seat sees it and may take it back. `push` is for search: unchecked
and unjournalled. The run loop knows no rule; it carries procedures from decision to decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from vistula.kernel.decision import Action, Decision, Option, SeatId
from vistula.kernel.dice import Dice, secret_of_seed
from vistula.kernel.errors import BadInput, IllegalAction, Runaway
from vistula.kernel.journal import Journal
from vistula.kernel.procedure import (
    AGAIN,
    DONE,
    END,
    RESTART,
    SKIP,
    Call,
    Drafts,
    Frame,
    Goto,
    Return,
    Roll,
    Step,
    StepKind,
    parse_dice,
)
from vistula.kernel.seat import Seat
from vistula.kernel.state import Event, State
from vistula.kernel.title import Result, Title
from vistula.kernel.views import UndoView, Waiting

S = TypeVar("S", bound=State)

RUNAWAY = 10_000
PASS = Option("pass", ends=True, label="Pass")
READY = "ready"


class Barrier(msgspec.Struct, frozen=True):
    """Why what was done cannot be taken back."""

    kind: str
    rule: str = ""

    def __str__(self) -> str:
        words = {
            "roll": "dice have been rolled",
            "draw": "something has been drawn",
            "mix": "pieces have been mixed",
            "disclose": "something hidden has been shown",
            "publish": "the others have been shown what was done",
            "seat": "another seat has been asked or has acted",
            "settle": "the move is complete and this table plays without taking back",
            "start": "nothing has been done yet",
        }[self.kind]
        return f"{words} [{self.rule}]" if self.rule else words


class Snapshot(msgspec.Struct, Generic[S]):
    """Where undo goes back to; the oldest one is what the others still see."""

    s: S
    stack: list[Frame]
    decisions: dict[SeatId, Decision]
    entries: int
    events: int


class Game(Generic[S]):
    """One game. Decisions are asked of `decisions`; a finished game has none."""

    __slots__ = (
        "_back", "_drafter", "barrier", "barriers", "decisions", "dice", "events", "journal", "options", "resigned",
        "s", "scenario", "stack", "standing", "title",
    )  # fmt: skip

    def __init__(
        self,
        title: Title[S],
        s: S,
        stack: list[Frame],
        dice: Dice,
        scenario: str = "",
        options: dict[str, str] | None = None,
    ) -> None:
        self.title = title
        self.s = s
        self.stack = stack
        self.dice = dice
        self.scenario = scenario
        self.options = options or {}
        self.decisions: dict[SeatId, Decision] = {}
        self.standing: dict[str, list[str]] = {}
        self.resigned = ""
        self.journal: Journal | None = None
        self.events: list[Event] = []
        self.barrier = Barrier("start")
        self.barriers: list[Barrier] = []
        self._back: list[Snapshot[S]] = []
        self._drafter: SeatId | None = None

    # -- state of the game ------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self.stack

    @property
    def result(self) -> Result | None:
        if self.resigned:
            others = [side for side in map(self.title.side_of, self.title.seats)
                      if side != self.title.side_of(SeatId(self.resigned))]  # fmt: skip
            return Result(others[0] if others else None, "resignation", "")
        return self.title.result(self.s) if self.over else None

    def clone(self, seed: int | None = None) -> Game[S]:
        """The same game without its journal; with a seed, with other dice from here on."""
        dice = self.dice.copy() if seed is None else Dice(secret_of_seed(seed))
        twin = Game(self.title, self.s.copy(), [f.copy() for f in self.stack], dice, self.scenario, self.options)
        twin.decisions = self.decisions
        twin.standing = self.standing
        twin.resigned = self.resigned
        return twin

    def seat(self, id: SeatId | str) -> Seat[S]:
        """What one seat knows now. Another seat's draft is not part of it."""
        id = SeatId(id)
        s, stack, decisions, heard = self.s, self.stack, self.decisions, len(self.events)
        if self._back and self._drafter != id:
            s, stack, decisions, heard = _parts(self._back[0])
        return Seat(
            self.title,
            id,
            self.title.mask(s, id),
            [_unsealed(frame, id) for frame in stack],
            decisions.get(id),
            _waiting(stack, decisions, s),
            scenario=self.scenario,
            options=self.options,
            result=self.result if s is self.s else None,
            undo=self.undo_view(id),
            events=[seen for event in self.events[:heard] if (seen := event.seen_by(id)) is not None],
        )

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: SeatId | str, *actions: Action) -> int:
        """Carry out one message: actions in order up to the first that is not offered. Returns how many."""
        seat = SeatId(seat)
        self.barriers = []
        done = 0
        fresh = True
        for action in actions:
            option = self._offered(seat, action)
            if option is None:
                break
            fresh = self._do(seat, action, option, fresh)
            done += 1
        if not done:
            raise self._refusal(seat, actions)
        return done

    def go(self, seat: SeatId | str, piece: int, space: int) -> int:
        """The `go` gesture: the title's route, played step by step until something comes between."""
        seat = SeatId(seat)
        route = self.title.route(self.seat(seat), piece, space)
        if not route:
            raise IllegalAction("", f"there is no way for {self.title.say('piece', piece)} to "
                                    f"{self.title.say('space', space)}")  # fmt: skip
        self.barriers = []
        done, fresh = 0, True
        for action in route:
            option = self._offered(seat, action)
            if option is None or (done and self.barriers):
                break
            fresh = self._do(seat, action, option, fresh)
            done += 1
        return done

    def push(self, action: Action, seat: SeatId | None = None) -> None:
        """Carry out one action unchecked and unjournalled."""
        frame = self.stack[-1]
        st = frame.steps[frame.at]
        if st.kind is StepKind.CHOOSE:
            self._go(frame, st, st.takers[action.verb](frame, self.s, action.arg))
        else:
            self._answer(seat or next(iter(self.decisions)), action)
        self.run()

    def stand(self, seat: SeatId | str, kind: str, passes: bool = True) -> None:
        """Set or drop a standing answer: this seat passes every window of a kind unasked."""
        if kind not in self.title.windows:
            raise IllegalAction("", f"there is no window {kind!r}; there are: {', '.join(self.title.windows)}")
        kinds = [k for k in self.standing.get(seat, []) if k != kind] + ([kind] if passes else [])
        self.standing = {**self.standing, seat: kinds}
        if self.journal is not None:
            self.journal.note(seat, "stand" if passes else "unstand", kind)
        self.run()

    def resign(self, seat: SeatId | str) -> None:
        if self.over:
            raise IllegalAction("", "the game is over")
        self._publish(Barrier("publish"))
        self.resigned = str(seat)
        self.stack.clear()
        self.decisions = {}
        if self.journal is not None:
            self.journal.note(str(seat), "resign", 0)

    # -- taking back ------------------------------------------------------------------------------

    def undo_view(self, seat: SeatId) -> UndoView:
        if self._retractable(seat) or self._own_draft(seat):
            return UndoView(can=True)
        return UndoView(can=False, why=self._no_undo(seat))

    def _own_draft(self, seat: SeatId) -> bool:
        return bool(self._back) and self._drafter == seat and self.options.get("undo") != "consent"

    def _no_undo(self, seat: SeatId) -> str:
        if self._back and self._drafter == seat:
            return "this table takes back only by consent of all"
        return str(self.barrier)

    def undo(self, seat: SeatId | str) -> None:
        """Take back this seat's last message; IllegalAction beyond a barrier."""
        seat = SeatId(seat)
        if self._retractable(seat):
            self._retract(seat)
        elif self._own_draft(seat):
            self._restore(self._back.pop())
        else:
            raise IllegalAction("", f"nothing can be taken back: {self._no_undo(seat)}")

    def undo_to(self, seat: SeatId | str, entries: int) -> None:
        """Take back messages until the journal stands where it stood after so many entries."""
        marks = [old.entries for old in self._back]
        if self._drafter != seat or entries not in marks:
            raise IllegalAction("", f"{seat} cannot go back to entry {entries}: {self._no_undo(SeatId(seat))}")
        del self._back[marks.index(entries) + 1 :]
        self._restore(self._back.pop())

    def reset(self, seat: SeatId | str) -> None:
        """Take back everything since the last barrier."""
        self.undo(seat)
        while self._own_draft(SeatId(seat)):
            self.undo(seat)

    def rewind(self, entries: int) -> None:
        """Go back, by consent of all, to just after a journal entry. The dice go on with new numbers."""
        if self.journal is None:
            raise IllegalAction("", "a game without a journal cannot be rewound")
        from vistula.kernel.record import rebuild

        old = rebuild(self.title, self.journal, entries)
        self.s, self.stack, self.decisions = old.s, old.stack, old.decisions
        self.standing, self.resigned = old.standing, old.resigned
        self.s.desk = self
        self.events = old.events
        self._back, self._drafter, self.barrier = [], None, Barrier("start")
        self.dice.laid = []
        self.journal.note("", "rewind", entries)

    # -- the desk: what rules tell the game -------------------------------------------------------

    def tell(self, s: Any, rule: str, key: str, to: Sequence[str] | None, refs: dict[str, Any]) -> None:
        self._known(rule)
        veiled: dict[str, dict[str, Any]] = {}
        for seat in self.title.seats:
            mine = {name: self.title.veil(s, seat, name, value) for name, value in refs.items()}
            if mine != refs:
                veiled[seat] = mine
        self.events.append(Event(rule, key, refs, self._drafter or "", tuple(to) if to is not None else None, veiled))

    def disclose(self, rule: str, seats: Sequence[str], fact: object) -> None:
        self._known(rule)
        self.barriers.append(Barrier("disclose", rule))

    def settle(self, rule: str) -> None:
        self._known(rule)
        if self.options.get("undo") == "move":
            self.barriers.append(Barrier("settle", rule))

    def _known(self, rule: str) -> None:
        if rule not in self.title.checklist:
            raise LookupError(f"{self.title.id}: {rule!r} is not in rules.toml")

    # -- the run loop -----------------------------------------------------------------------------

    def run(self) -> Game[S]:
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
                at = frame.at = frame.first
                continue
            st = frame.steps[at]
            kind = st.kind
            if kind == 0:
                self._go(frame, st, st.body(frame, s))
            elif kind == 1:
                if self._ask(frame, st):
                    return self
            elif kind <= 4:
                self._chance(frame, st)
            elif self._ask_all(frame, st):
                return self
        raise Runaway(f"{stack[-1].steps[stack[-1].at]!r} does not come to a decision after {RUNAWAY} steps")

    def _go(self, frame: Frame, st: Step, following: Any) -> None:
        """Set where a procedure goes on, as a step or taker returned it."""
        if following is None:
            frame.at = st.next
        elif following is AGAIN:
            frame.at = st.name
        elif following is DONE:
            frame.at = END
        elif following is RESTART:
            frame.at = frame.first
        elif following is SKIP:
            frame.at = st.next
        elif isinstance(following, Frame):
            frame.at = st.next
            self.stack.append(following)
        elif isinstance(following, Call):
            self._go(frame, st, following.then)
            following.frame.into = following.into
            self.stack.append(following.frame)
        elif isinstance(following, Goto):
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

    def _chance(self, frame: Frame, st: Step) -> None:
        if st.kind == StepKind.ROLL:
            got: Any = tuple(self._roll(repr(st), [st.sides] * st.count, st.rule))
        else:
            assert st.bag is not None
            bag = list(st.bag(frame, self.s))
            self.barriers.append(Barrier("draw" if st.kind == StepKind.DRAW else "mix", st.rule))
            if st.kind == StepKind.DRAW:
                if not bag:
                    raise Runaway(f"{st!r} draws from an empty bag")
                got = bag[self.dice.pick(repr(st), len(bag))]
            else:
                got = [bag[i] for i in self.dice.order(repr(st), len(bag))]
        self._go(frame, st, st.body(frame, self.s, got))

    def _roll(self, name: str, sides: list[int], rule: str) -> list[int]:
        self.barriers.append(Barrier("roll", rule))
        return self.dice.roll(name, sides)

    def _ask(self, frame: Frame, st: Step) -> bool:
        """Put a question to one seat. False if the procedure went on without an answer."""
        who = st.who
        assert who is not None
        seat = who(frame, self.s)
        options = st.body(frame, self.title.mask(self.s, seat))
        if type(options) is not list:
            if options is None:
                raise TypeError(f"{st!r} offered None; a choice returns options, SKIP or DONE")
            self._go(frame, st, options)
            return False
        if not st.always and len(options) == 1 and len(options[0].args) == 1:
            only = options[0]
            self._go(frame, st, st.takers[only.verb](frame, self.s, only.args[0]))
            return False
        if not options:
            raise Runaway(f"{st!r} asks {seat} with nothing to choose from")
        self.decisions = {seat: Decision(seat, st.rule, st.prompt, options, st.name)}
        self._offer_beside()
        return True

    # -- several seats at once --------------------------------------------------------------------

    def _ask_all(self, frame: Frame, st: Step) -> bool:
        """Put a sealed question to several seats; when all are ready, carry their answers out in seat order."""
        assert st.seats is not None
        seats = list(st.seats(frame, self.s))
        drafts = frame.drafts = frame.drafts or Drafts()
        for seat in seats:
            if seat not in drafts.ready and st.window and st.window in self.standing.get(seat, ()):
                drafts.ready.append(seat)
        asked = [seat for seat in seats if seat not in drafts.ready]
        if asked:
            self.decisions = {seat: self._sealed_decision(frame, st, seat) for seat in asked}
            self._offer_beside()
            return True
        frame.drafts = None
        frame.at = st.next
        for seat in seats:
            for answer in drafts.by_seat.get(seat, ()):
                if answer.verb in st.takers:
                    following = st.takers[answer.verb](frame, self.s, seat, answer.arg)
                    if following is not None:
                        self._go(frame, st, following)
        self.barriers.append(Barrier("seat", st.rule))
        return False

    def _sealed_decision(self, frame: Frame, st: Step, seat: SeatId) -> Decision:
        options = st.body(_unsealed(frame, seat), self.title.mask(self.s, seat), seat)
        if st.window:
            options = [*options, PASS]
        if not options:
            raise Runaway(f"{st!r} asks {seat} with nothing to choose from")
        return Decision(seat, st.rule, st.prompt, options, st.name)

    def _answer(self, seat: SeatId, action: Action) -> None:
        """Keep a seat's answer to a sealed step, or carry out what may be done at any time."""
        decision = self.decisions[seat]
        if not decision.waits:
            self._interrupt(seat, decision, action)
            return
        frame = self.stack[-1]
        assert frame.drafts is not None
        frame.drafts.by_seat.setdefault(seat, []).append(action)
        option = decision.option(action)
        if option is not None and option.ends:
            frame.drafts.ready.append(seat)

    def _offer_beside(self) -> None:
        """Add what seats may do at any time while these procedures last."""
        for frame in self.stack:
            for st in frame.anytimes:
                who = st.who
                assert who is not None
                seat = who(frame, self.s)
                if seat is None or seat in self.decisions:
                    continue
                options = st.body(frame, self.title.mask(self.s, seat))
                if isinstance(options, list) and options:
                    self.decisions[seat] = Decision(seat, st.rule, st.prompt, options, st.name, waits=False)

    def _interrupt(self, seat: SeatId, decision: Decision, action: Action) -> None:
        for frame in reversed(self.stack):
            for st in frame.anytimes:
                if st.name == decision.step and st.who is not None and st.who(frame, self.s) == seat:
                    following = st.takers[action.verb](frame, self.s, action.arg)
                    if isinstance(following, Frame):
                        self.stack.append(following)
                    elif following is not None:
                        raise TypeError(f"{st!r} may return None or a Frame, not {following!r}")
                    return

    # -- drafts -----------------------------------------------------------------------------------

    def _offered(self, seat: SeatId, action: Action) -> Option | None:
        decision = self.decisions.get(seat)
        return decision.option(action) if decision is not None else None

    def _refusal(self, seat: SeatId, actions: Sequence[Action]) -> IllegalAction:
        decision = self.decisions.get(seat)
        if decision is None:
            if self.over:
                return IllegalAction("", "the game is over")
            waiting = ", ".join(self.decisions)
            return IllegalAction("", f"it is not {seat}'s decision; the table waits for {waiting}")
        if not actions:
            return IllegalAction(decision.rule, "no action was given")
        first = actions[0]
        reason = self.title.refuse(self.seat(seat), first)
        if reason is not None:
            return IllegalAction(reason.rule, reason.why)
        verbs = ", ".join(decision.verbs())
        return IllegalAction(decision.rule, f"{first.verb} {first.arg} is not offered now; verbs offered: {verbs}")

    def _do(self, seat: SeatId, action: Action, option: Option, fresh: bool) -> bool:
        """One checked action with its draft and journal. Returns whether the next one opens a new undo point."""
        sealed = self._sealed_now() or not self.decisions[seat].waits
        if self._drafter != seat or sealed:
            self._publish(Barrier("seat"))
        self._drafter = seat
        if fresh and not sealed:
            self._back.append(self._snapshot())
        if self.journal is not None:
            self.journal.open(str(seat), action, option.kind, self.dice, self.title)
        raised = len(self.barriers)
        self.push(action, seat) if not sealed else self._push_sealed(seat, action)
        if option.publish:
            self.barriers.append(Barrier("publish", self._rule()))
        if any(d.waits and d.seat != seat for d in self.decisions.values()) or self.over:
            self.barriers.append(Barrier("seat"))
        if self.journal is not None:
            self.journal.close(self.dice, self)
        if len(self.barriers) > raised:
            self._publish(self.barriers[-1])
            return True
        return False

    def _push_sealed(self, seat: SeatId, action: Action) -> None:
        self._answer(seat, action)
        self.run()

    def _rule(self) -> str:
        return next((d.rule for d in self.decisions.values()), "")

    def _sealed_now(self) -> bool:
        if not self.stack:
            return False
        frame = self.stack[-1]
        st = frame.steps.get(frame.at)
        return st is not None and st.kind in (StepKind.SEALED, StepKind.WINDOW)

    def _publish(self, barrier: Barrier) -> None:
        """From here on everyone sees what was done, and nobody takes it back."""
        self._back.clear()
        self._drafter = None
        self.barrier = barrier

    def _snapshot(self) -> Snapshot[S]:
        entries = len(self.journal.entries) if self.journal is not None else 0
        stack = [frame.copy() for frame in self.stack]
        return Snapshot(self.s.copy(), stack, self.decisions, entries, len(self.events))

    def _restore(self, old: Snapshot[S]) -> None:
        self.s, self.stack, self.decisions = old.s, old.stack, old.decisions
        self.s.desk = self if self.journal is not None else None
        del self.events[old.events :]
        if self.journal is not None:
            self.journal.undo(str(self._drafter), old.entries)
        if not self._back:
            self._drafter = None

    def _retractable(self, seat: SeatId) -> bool:
        return self._sealed_now() and bool(self.stack[-1].drafts and self.stack[-1].drafts.by_seat.get(seat))

    def _retract(self, seat: SeatId) -> None:
        drafts = self.stack[-1].drafts
        assert drafts is not None
        drafts.by_seat[seat].pop()
        drafts.ready = [other for other in drafts.ready if other != seat]
        if self.journal is not None:
            self.journal.note(str(seat), "retract", 0)
        self.run()


def _parts(old: Snapshot[S]) -> tuple[S, list[Frame], dict[SeatId, Decision], int]:
    return old.s, old.stack, old.decisions, old.events


def _unsealed(frame: Frame, seat: SeatId) -> Frame:
    """A frame as one seat may see it: without the sealed answers of others."""
    if frame.drafts is None:
        return frame
    mine = frame.copy()
    mine.drafts = frame.drafts.own(seat)
    return mine


def _waiting(stack: list[Frame], decisions: dict[SeatId, Decision], s: State) -> list[Waiting]:
    """Whom the table waits for. In a sealed step that is everyone in it: who has answered is nobody's business."""
    if not stack:
        return []
    frame = stack[-1]
    st = frame.steps.get(frame.at)
    if st is not None and st.seats is not None:
        return [Waiting(seat, st.rule) for seat in st.seats(frame, s)]
    return [Waiting(d.seat, d.rule) for d in decisions.values() if d.waits]


def begin(
    title: Title[S],
    scenario: str | None,
    seed: int,
    secret: bytes | None,
    options: dict[str, str],
    position: str | Path | None,
    journal: bool,
) -> Game[S]:
    """Start a game from a scenario or a position file."""
    settled = title.settle_options(options)
    text, laid = "", []
    if position is not None:
        text = _read(position)
        placed = title.position(text, str(position))
        chosen, s, stack, laid = placed.scenario, placed.s, placed.stack, placed.dice
    else:
        chosen = title.scenario(scenario).id
        s, stack = title.setup(chosen, settled)
    dice = Dice(secret if secret is not None else secret_of_seed(seed))
    dice.lay(laid)
    game = Game(title, s, stack, dice, chosen, settled)
    if not journal:
        return game.run()
    attach(game, Journal.of(game, text))
    assert game.journal is not None
    return game.journal.opening_of(game)


def attach(game: Game[Any], journal: Journal) -> None:
    """Let a game keep a journal and hear from its rules."""
    game.journal = journal
    game.s.desk = game


def _read(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(str(path), "", f"cannot be read ({error.__class__.__name__})") from None
