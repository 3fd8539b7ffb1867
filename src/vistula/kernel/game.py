"""A game as people play it: what each seat sees, what it may take back, and what is written down.

`play` is for people and servers: it checks, journals, and keeps what a seat does as that seat's
draft until a barrier (a roll, a draw, a disclosure, another seat's turn to act, or a verb that
publishes). Until then only that seat sees it and may take it back. `push` is for search: unchecked
and unjournalled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self, TypeVar

import msgspec

from vistula.kernel.barrier import Barrier
from vistula.kernel.course import unsealed
from vistula.kernel.decision import ASK_ANYWAY, ONLOOKER, Action, Decision, Option, SeatId
from vistula.kernel.dice import Dice, secret_of_seed
from vistula.kernel.errors import IllegalAction
from vistula.kernel.gestures import About, Road
from vistula.kernel.journal import REWIND, REWIND_SAME, Journal
from vistula.kernel.options import refuse
from vistula.kernel.procedure import Frame
from vistula.kernel.seat import Seat
from vistula.kernel.snapshots import take
from vistula.kernel.state import Event, State
from vistula.kernel.title import Result, Title
from vistula.kernel.undo import Snapshot, Undoable
from vistula.kernel.views import Waiting

S = TypeVar("S", bound=State)


class Game(Undoable[S]):
    """One game. Decisions are asked of `decisions`; a finished game has none."""

    __slots__ = ("left", "resigned", "scenario")

    def __init__(
        self,
        title: Title[S],
        s: S,
        stack: list[Frame],
        dice: Dice,
        scenario: str = "",
        options: dict[str, str] | None = None,
    ) -> None:
        super().__init__(title, s, stack, dice, options or {})
        self.scenario = scenario
        self.resigned = ""  # the seat whose resignation ended the game
        self.left: tuple[SeatId, ...] = ()  # seats that have resigned; a partner plays on for them

    # -- state of the game ------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self.stack

    @property
    def result(self) -> Result | None:
        if self.resigned:
            side = self.title.side_of(SeatId(self.resigned))
            others = tuple(seat for seat in self.seats if self.title.side_of(seat) != side)
            return Result(others, "resignation", "")
        return self.title.result(self.s) if self.over else None

    @property
    def outcome(self) -> str:
        """Who has won, as studies count it: a side, a seat, several of them joined by "+", or "draw"."""
        return "+".join(self._victors) or "draw"

    @property
    def outcome_in_words(self) -> str:
        """How the game ended, in one line."""
        result = self.result
        return "the game is not over" if result is None else result.in_words(self._victors)

    @property
    def _victors(self) -> list[str]:
        result = self.result
        return [] if result is None else self.title.victors(result, self.seats)

    def clone(self, seed: int | None = None) -> Game[S]:
        """The same game without its journal; with a seed, with other dice from here on."""
        dice = self.dice.copy() if seed is None else Dice(secret_of_seed(seed))
        twin = Game(self.title, self.s.copy(), [f.copy() for f in self.stack], dice, self.scenario, self.options)
        twin.decisions = self.decisions
        twin.standing = self.standing
        twin.resigned, twin.left = self.resigned, self.left
        return twin

    def listen(self) -> Self:
        """Hear what the rules tell and disclose. A game with a journal does; one made for search need not."""
        self.s.desk = self
        return self

    # -- what a seat sees -------------------------------------------------------------------------

    def seat(self, id: SeatId | str, at_once: bool = False) -> Seat[S]:
        """What one seat, or an onlooker, knows now. Another seat's draft is not part of it.

        A player that answers `at_once` looks at what its question was made of: nothing has happened since.
        """
        id = ONLOOKER if id == ONLOOKER else self._sits(id)
        s, stack, decisions, heard = self._seen_by(id)
        known = self.asked.get(id) if at_once and s is self.s else None
        return Seat(
            self.title,
            id,
            self.title.mask(s, id) if known is None else known,
            [unsealed(frame, id) for frame in stack],
            decisions.get(id),
            _waiting(stack, decisions, s),
            scenario=self.scenario,
            options=self.options,
            result=self.result if s is self.s else None,
            undo=self.undo_view(id),
            heard=self.events[:heard],
            standing=self.standing.get(id, []),
        )

    def told(self, seat: SeatId | str) -> list[Event]:
        """The events that have reached a seat, as they were told; `seen_by` has the words it may hear each in."""
        return self.events[: self._seen_by(SeatId(seat))[3]]

    def waiting_for(self, seat: SeatId | str) -> list[Waiting]:
        """Whom the table waits for, as far as a seat sees the game."""
        s, stack, decisions, _ = self._seen_by(SeatId(seat))
        return _waiting(stack, decisions, s)

    def decision_of(self, seat: SeatId | str) -> Decision | None:
        """What a seat is asked, as far as it sees the game."""
        return self._seen_by(SeatId(seat))[2].get(SeatId(seat))

    def passes(self, seat: SeatId | str) -> bool:
        """Whether the table may pass for a seat, which has nothing to react with; see `Seat.passes`."""
        decision = self.decision_of(seat)
        return decision is not None and decision.idle and ASK_ANYWAY not in self.standing.get(seat, ())

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: SeatId | str, *actions: Action) -> int:
        """Carry out one message: actions in order up to the first that is not offered. Returns how many."""
        return self._message(self._sits(seat), actions)

    def play_each(self, seat: SeatId | str, actions: Iterable[Action]) -> int:
        """As `play`, with actions that are named one by one as their turn comes."""
        return self._message(self._sits(seat), actions)

    def play_on(self, seat: SeatId | str, actions: Iterable[Action]) -> int:
        """As `play`, but only as far as nothing comes between: no action follows a barrier."""
        return self._message(self._sits(seat), actions, gesture=True)

    def go(
        self, seat: SeatId | str, piece: int, space: int, ends: bool = False, by: str = "", others: Sequence[int] = ()
    ) -> int:
        """The `go` gesture: the title's route, played step by step until something comes between.

        `ends` says that the move is over there, as a drag means it: it ends if the title sees nothing lost by it. `by`
        names a way of moving. `others` are dragged along: they join the piece where the game moves stacks, and go each
        for itself where it moves pieces. All of it is one message, which one undo takes back. Who cannot go
        stays behind.
        """
        seat = self._sits(seat)
        done = self._go_one(seat, piece, space, ends, by, others)
        for n, other in enumerate(others):
            if self.barriers or self.decision_of(seat) is None:
                break
            own = self.seat(seat)
            about = self.title.about(own.s, own.frame) if own.frame is not None else About()
            if about.pieces and not about.spaces:
                break  # who has gone may still go on: no other's move ends that
            if self.title.stands(own.s, other) != space and self._road(own, other, space, by, others[n + 1 :]):
                done += self._go_one(seat, other, space, ends, by, others[n + 1 :], fresh=False)
        return done

    def _go_one(
        self, seat: SeatId, piece: int, space: int, ends: bool, by: str, others: Sequence[int], fresh: bool = True
    ) -> int:
        own = self.seat(seat)
        road = self._road(own, piece, space, by, others)
        if road is None:
            refusal = self.title.no_way(own, piece, space)
            rule, why = (refusal.rule, f": {refusal.why}") if refusal else ("", "")
            way = f"there is no way for {self.title.say('piece', piece)} to {self.title.say('space', space)}"
            raise IllegalAction(rule, way + why)
        done = self._message(seat, road.clicks, gesture=True, fresh=fresh)
        if ends and done == len(road.clicks) and not self.barriers:
            done += self._end_gesture(seat, piece)
        return done

    @staticmethod
    def _road(own: Seat[S], piece: int, space: int, by: str, others: Sequence[int]) -> Road | None:
        return next((road for road in own.roads(piece, space, others) if by in ("", road.by)), None)

    def _end_gesture(self, seat: SeatId, piece: int) -> int:
        """End a move in the message of the gesture that it came from, so that one undo takes back both."""
        action = self.title.halt(self.seat(seat), piece)
        option = self._offered(seat, action) if action is not None else None
        if action is None or option is None:
            return 0
        self._do(seat, action, option, fresh=False)
        return 1

    def _message(self, seat: SeatId, actions: Iterable[Action], gesture: bool = False, fresh: bool = True) -> int:
        self.barriers = []
        done, action = 0, None
        for action in actions:
            option = self._offered(seat, action)
            if option is None or (gesture and self.barriers):
                break
            fresh = self._do(seat, action, option, fresh)
            done += 1
        if not done:
            raise self._refusal(seat, action)
        self._keep_turn()
        return done

    def _offered(self, seat: SeatId, action: Action) -> Option | None:
        decision = self.decision_of(seat)
        return decision.option(action) if decision is not None and type(action.arg) is int else None

    def _refusal(self, seat: SeatId, action: Action | None) -> IllegalAction:
        decision = self.decision_of(seat)
        if decision is not None:
            if action is None:
                return IllegalAction(decision.rule, "no action was given")
            if type(action.arg) is not int:
                return IllegalAction(decision.rule, f"{action.verb} wants one thing, by its number")
            own = self.seat(seat)
            reason = self.title.refuse(own, action) or own.refusal(action)
            return IllegalAction(reason.rule, reason.why)
        if self.over:
            return IllegalAction("", "the game is over")
        waiting = [other.seat for other in self.waiting_for(seat)]
        if seat in waiting:
            return IllegalAction("", f"{seat} has answered; undo takes an answer back")
        return IllegalAction("", f"it is not {seat}'s decision; the table waits for {', '.join(waiting)}")

    def _do(self, seat: SeatId, action: Action, option: Option, fresh: bool) -> bool:
        """One checked action with its draft and journal. Returns whether the next one opens a new undo point."""
        begun = self._set_aside(seat)
        decision = self.decisions[seat]
        drafted = decision.waits and (self.sealed_step is None or self._asks_alone(seat))
        sealed = decision.waits and not drafted and not option.beside
        if drafted:
            self._draft(seat, action, fresh)
        elif sealed and fresh:
            self._begin_message(seat)
        if self.journal is not None:
            self.journal.open(str(seat), action, option.kind, self.dice, self.title)
        raised = len(self.barriers)
        self._actor = "" if sealed else seat
        self.push(action, seat)
        self._actor = ""
        if not sealed:
            self._stop(seat, decision, option, drafted)
        if self.journal is not None:
            self.journal.close(self.dice, self)
        stopped = len(self.barriers) > raised
        if stopped:
            self._publish(self.barriers[-1])
        self._take_up(begun)
        return stopped

    def _stop(self, seat: SeatId, decision: Decision, option: Option, drafted: bool) -> None:
        """Raise the barriers that lie in whose turn it is to act."""
        if option.publish:
            self.barriers.append(Barrier("publish", decision.rule))
        if self.over:
            self.barriers.append(Barrier("over"))
        elif not decision.waits:
            self.barriers.append(Barrier("seat", decision.rule))
        elif not drafted and not self.barriers:
            self.barriers.append(Barrier("publish", decision.rule))
        elif self._others_asked(seat):
            self.barriers.append(Barrier("seat"))

    def _others_asked(self, seat: SeatId) -> bool:
        """Whether somebody else is asked now, or would be without an answer that he has given beforehand."""
        if any(d.waits and d.seat != seat for d in self.decisions.values()):
            return True
        return self.sealed_step is not None and not self._asks_alone(seat)

    def stand(self, seat: SeatId | str, kind: str, passes: bool = True) -> None:
        """Set or drop a standing answer: this seat passes every window of a kind unasked.

        `ASK_ANYWAY` is one of another kind: the table does not pass for the seat where it can do nothing else.
        """
        seat = self._sits(seat)
        if kind != ASK_ANYWAY and kind not in self.title.windows:
            raise IllegalAction("", f"there is no window {kind!r}; there are: {', '.join(self.title.windows)}")
        if self.over:
            raise IllegalAction("", "the game is over")
        kinds = [k for k in self.standing.get(seat, []) if k != kind] + ([kind] if passes else [])
        self.standing = {**self.standing, seat: kinds}
        self.barriers = []
        if self.journal is not None:
            self.journal.note(seat, "stand" if passes else "unstand", kind, self.dice)
        window = self.sealed_step
        if window is not None and window.window == kind:
            drafts = self.stack[-1].drafts
            if drafts is not None and not passes and not self._answers(seat):
                drafts.ready = [other for other in drafts.ready if other != seat]
            self.run()
        if self.journal is not None:
            self.journal.close(self.dice, self)
        if self.barriers:
            self._publish(self.barriers[-1])
        self._keep_turn()

    def partners(self, seat: SeatId | str) -> list[SeatId]:
        """The other seats of its side that have not resigned."""
        side = self.title.side_of(SeatId(seat))
        return [each for each in self.seats if self.title.side_of(each) == side and each not in (seat, *self.left)]

    def resign(self, seat: SeatId | str) -> None:
        """A side gives up when all its seats have resigned; until then a partner plays on for those that have."""
        seat = self._sits(seat)
        if self.over:
            raise IllegalAction("", "the game is over")
        if seat in self.left:
            raise IllegalAction("", f"{seat} has resigned already; its partner must, too")
        self.left = (*self.left, seat)
        if self.partners(seat):
            if self.journal is not None:
                self.journal.note(seat, "resign", 0)
            return
        self._publish(Barrier("over"))
        self.resigned = seat
        self.stack.clear()
        self.decisions = {}
        if self.journal is not None:
            self.journal.note(seat, "resign", 0)

    def _keep_turn(self, anew: bool = False) -> None:
        """Take a snapshot at the first moment of a turn at which nothing can be taken back, or once more."""
        journal = self.journal
        if journal is None or self._back or not self.stack or self.sealed_step is not None:
            return
        last = self.snapshots[-1] if self.snapshots else None
        known = last.turn if last is not None else journal.checkpoints[0].turn if journal.checkpoints else journal.turn
        if anew or journal.turn != known:
            self.snapshots = (*self.snapshots, take(self, last))

    # -- beside an open draft ---------------------------------------------------------------------

    def _set_aside(self, seat: SeatId) -> list[tuple[SeatId, Snapshot[S]]]:
        """Another seat acts beside an open draft: on what it sees, so as if the draft had not begun."""
        if not self._back or self._drafter == seat or self._drafter is None:
            return []
        begun = [(self._drafter, old) for old in self._back]
        self._go_back(self._back[0])
        self._publish(self.barrier)
        return begun

    def _take_up(self, begun: list[tuple[SeatId, Snapshot[S]]]) -> None:
        """Carry a draft out again, action by action, as far as it is still offered and meets no barrier."""
        if not begun:
            return
        trial = self.clone().listen()
        trial.dice.laid = []
        for seat, old in begun:
            fresh = True
            for action in old.actions:
                if trial._offered(seat, action) is None or not trial.play(seat, action) or trial.barriers:
                    return
                self._draft(seat, action, fresh)
                if fresh:
                    self._back[-1].point = msgspec.structs.replace(self._back[-1].point, entries=old.point.entries)
                fresh = False
                self._actor = seat
                self.push(action, seat)
                self._actor = ""

    def rewind(self, entries: int, old: Game[S] | None = None, same: bool = False) -> None:
        """Go back, by consent of all, to just after a journal entry. The dice go on with new numbers, or with the
        `same` ones as the first time.

        `old` is the game as it was then, for whoever has rebuilt it elsewhere: up to a turn is played again.
        """
        if self.journal is None:
            raise IllegalAction("", "a game without a journal cannot be rewound")
        from vistula.kernel.record import rebuild

        old = old or rebuild(self.title, self.journal, entries, self.snapshots)
        assert old.journal is not None
        self.s, self.stack, self.decisions, self.asked = old.s, old.stack, old.decisions, {}
        self.standing, self.resigned, self.left = old.standing, old.resigned, old.left
        self.events, self.snapshots = old.events, old.snapshots
        self.barrier, self.barriers = old.barrier, []
        self._back, self._drafter, self._messages = old._back, old._drafter, {}
        self.dice.laid = []
        if same:
            self.dice.number = old.dice.number
        for snapshot in self._back:
            snapshot.point = msgspec.structs.replace(snapshot.point, marks=len(self.journal.checkpoints))
        self.journal.turn = old.journal.turn
        self.journal.note("", REWIND_SAME if same else REWIND, entries)
        self.listen()
        self._keep_turn(anew=True)

    # -- the desk: what rules tell the game -------------------------------------------------------

    def tell(self, s: Any, rule: str, key: str, to: Sequence[str] | None, refs: dict[str, Any]) -> None:
        self._known(rule)
        veiled: dict[str, dict[str, Any]] = {}
        for seat in (*self.seats, ONLOOKER):
            mine = {name: self.title.veil(s, seat, name, value) for name, value in refs.items()}
            if mine != refs:
                veiled[seat] = mine
        self.events.append(Event(rule, key, refs, self._actor, tuple(to) if to is not None else None, veiled))

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
    position: str | None = None,
    where: str = "",
    journal: bool = True,
) -> Game[S]:
    """Start a game from a scenario or from the text of a position file.

    What a stored table agreed on is taken as it was, even if that could no longer be agreed on; but its seats must fit.
    """
    dice = Dice(secret if secret is not None else secret_of_seed(seed))
    if position is not None:
        placed = title.position(position, where)
        settled = title.settle_options({**options, **placed.options})
        title.agree(placed.s, settled)
        chosen, s, stack = placed.scenario, placed.s, placed.stack
        dice.lay(placed.dice)
    else:
        settled, chosen = title.settle_options(options), title.scenario(scenario).id
        for misfit in title.misseated(chosen, settled):
            raise refuse(title, misfit, settled)
        s, stack = title.setup(chosen, settled)
    game = Game(title, s, stack, dice, chosen, settled)
    if not journal:
        return game.run()
    text = "" if position is None else position or "\n"  # an empty position is a position too
    game.journal = Journal(chosen, settled, text, dice.secret)
    game.listen()
    game.journal.opening_of(game)
    return game
