"""What one seat knows of a game, and all that may be computed from it.

View, options, refusals, odds, overlays, events and determinized games are functions of a `Seat`.
A computer player is handed one and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from vistula.kernel.bars import Offer, members
from vistula.kernel.decision import ASK_ANYWAY, Action, Decision, Option, SeatId
from vistula.kernel.gestures import Road
from vistula.kernel.procedure import Frame
from vistula.kernel.state import Event, State
from vistula.kernel.views import (
    DecisionView,
    Forecast,
    GroupView,
    HeldView,
    OptionView,
    Overlay,
    Refusal,
    ScoreLine,
    SeatView,
    UndoView,
    Verdict,
    View,
    Waiting,
)

if TYPE_CHECKING:
    from vistula.kernel.game import Game
    from vistula.kernel.title import Result, Title

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Frame)


class Seat(Generic[S]):
    """A masked state with what its seat is asked."""

    __slots__ = (
        "_heard", "decision", "id", "options", "result", "s", "scenario", "stack", "standing", "title", "undo",
        "waiting",
    )  # fmt: skip

    def __init__(
        self,
        title: Title[S],
        id: SeatId,
        s: S,
        stack: list[Frame],
        decision: Decision | None,
        waiting: list[Waiting],
        *,
        scenario: str = "",
        options: dict[str, str] | None = None,
        result: Result | None = None,
        undo: UndoView | None = None,
        heard: Sequence[Event] = (),
        standing: Sequence[str] = (),
    ) -> None:
        self.title = title
        self.id = id
        self.s = s
        self.stack = stack
        self.decision = decision
        self.waiting = waiting
        self.scenario = scenario
        self.options = options or {}
        self.result = result
        self.undo = undo or UndoView()
        self.standing = list(standing)
        self._heard = heard

    @property
    def events(self) -> list[Event]:
        """All that this seat has heard, in its own words."""
        return [seen for event in self._heard if (seen := event.seen_by(self.id)) is not None]

    @property
    def frame(self) -> Frame | None:
        """The procedure that asks: the innermost, or the one whose action may be done at any time."""
        d = self.decision
        if d is not None and not d.waits:
            return next(frame for frame in self.stack if any(st.name == d.step for st in frame.anytimes))
        return self.stack[-1] if self.stack else None

    def under(self, kind: type[F]) -> F | None:
        """The innermost running procedure of this kind, or None."""
        for frame in reversed(self.stack):
            if isinstance(frame, kind):
                return frame
        return None

    def determinize(self, rng: random.Random) -> Game[S]:
        """A whole game that this seat cannot tell from the real one; no journal, dice of its own."""
        from vistula.kernel.dice import Dice
        from vistula.kernel.game import Game

        s = self.title.fill(self.s, self.id, rng)
        if s is self.s:
            s = s.copy()
        dice = Dice(rng.getrandbits(256).to_bytes(32, "big"))
        game = Game(self.title, s, [frame.copy() for frame in self.stack], dice, self.scenario, self.options)
        game.standing = {self.id: self.standing}
        return game.run()

    # -- why not ----------------------------------------------------------------------------------

    def offers(self) -> list[Offer]:
        """The pending question put together anew from what this seat knows, with the bars that leave what is offered;
        what may be done at any time after it."""
        if self.decision is None:
            return []
        made = []
        frame = self.stack[-1]
        st = frame.steps.get(frame.at)
        if st is not None and self.decision.waits:
            made.append(st.body(frame, self.s) if st.seats is None else st.body(frame, self.s, self.id))
        beside = {option.verb for option in self.decision.options if option.beside or not self.decision.waits}
        for below in self.stack:
            made += [st.body(below, self.s) for st in below.anytimes if beside.intersection(st.takers)]
        return [offer for body in made if isinstance(body, list) for offer in body if isinstance(offer, Offer)]

    def barred(self, kind: str, arg: int) -> Refusal | None:
        """Why a thing cannot be chosen now: what the first bar that holds it says; None if it can be chosen.

        Where the question takes nothing of the kind, the answer is the question.
        """
        d = self.decision
        if d is None:
            return self._others_turn()
        if any(option.kind == kind and arg in option.args for option in d.options):
            return None
        if not self._exists(kind, arg):
            return self._unknown(kind)
        mine = (offer.refusal(arg) for offer in self.offers() if offer.kind == kind)
        return next((refusal for refusal in mine if refusal is not None), None) or self._asked()

    def refusal(self, action: Action) -> Refusal:
        """Why an action that is not offered cannot be done now."""
        if self.decision is None:
            return self._others_turn()
        offer = next((offer for offer in self.offers() if offer.verb == action.verb), None)
        if offer is None and action.verb in self.decision.verbs():
            return Refusal(self.decision.rule, f"that is not among what is offered: {self.prompt()}")
        if offer is None:
            return self._asked()
        if not self._exists(offer.kind, action.arg):
            return self._unknown(offer.kind)
        return offer.refusal(action.arg) or self._asked()

    def _exists(self, kind: str, arg: int) -> bool:
        try:
            return arg >= 0 and self.title.arg_of(kind, self.title.name_of(kind, arg)) == arg
        except (LookupError, ValueError):
            return False

    def _unknown(self, kind: str) -> Refusal:
        assert self.decision is not None
        return Refusal(self.decision.rule, f"there is no such {self.title.kind_words.get(kind, kind)}")

    def _asked(self) -> Refusal:
        assert self.decision is not None
        return Refusal(self.decision.rule, f"something else is asked now: {self.prompt()}")

    def _others_turn(self) -> Refusal:
        if not self.waiting:
            return Refusal(self.result.rule if self.result else "", "the game is over")
        names = dict.fromkeys(self._called(SeatId(other.seat)) for other in self.waiting)
        return Refusal(self.waiting[0].rule, f"the table waits for {' and '.join(names)}")

    def _called(self, seat: SeatId) -> str:
        """A seat in words: its side and, where several share that, which of them."""
        side = self.title.side_of(seat)
        which = seat.removeprefix(side).strip("-")
        return f"{self.title.say('side', side)} ({which})" if which else self.title.say("side", side)

    # -- what may be shown ------------------------------------------------------------------------

    def view(self) -> View:
        return self.title.view(self)

    def verdict(self, lines: Sequence[ScoreLine] = ()) -> Verdict | None:
        """How the game ended, with the lines of the count."""
        end = self.result
        if end is None:
            return None
        victors = self.title.victors(end, self.title.seated(self.options))
        return Verdict(list(end.winners), victors, end.level, end.rule, end.score, list(lines))

    def head(self, phase: str, rule: str) -> View:
        """What every title's view begins with; the title adds its rows: pieces, tracks, a panel."""
        title = self.title
        asked = {waiting.seat for waiting in self.waiting}
        return View(
            title.id, self.id, title.turn(self.s), phase, rule, title.place(self) if self.stack else None,
            seats=[SeatView(id, title.side_of(id), on_move=id in asked) for id in title.seated(self.options)],
            decision=self.decision_view(), waiting=self.waiting, undo=self.undo,
            result=self.verdict(),
        )  # fmt: skip

    def why_not(self, kind: str, arg: int) -> Refusal | None:
        return self.title.why_not(self, kind, arg)

    def forecast(self, action: Action | None = None) -> Forecast | None:
        return self.title.forecast(self, action)

    def overlay(self, kind: str, arg: int | None = None) -> Overlay:
        return self.title.overlay(self, kind, arg)

    def roads(self, piece: int, space: int, others: Sequence[int] = ()) -> list[Road]:
        """The ways that a gesture stands for; without those that do not begin with something offered."""
        found = self.title.roads(self, piece, space, others)
        return [road for road in found if road.clicks and self.decision is not None and road.clicks[0] in self.decision]

    def route(self, piece: int, space: int) -> list[Action]:
        """The usual way."""
        found = self.roads(piece, space)
        return found[0].clicks if found else []

    def prompt(self) -> str:
        """The question in words."""
        if self.decision is None:
            return ""
        frame = self.frame
        refs = {name: getattr(frame, name) for name in frame.__struct_fields__} if frame else {}
        return self.title.text(self.decision.prompt, {**refs, **self.title.prompt_refs(self)})

    def decision_view(self) -> DecisionView | None:
        """The question with names in place of integers, as it goes over the wire."""
        d = self.decision
        if d is None:
            return None
        asked = self._options(d), d.waits, self.passes, self._movers(d), self._groups(d), self._held(d)
        return DecisionView(d.seat, d.rule, self.prompt(), *asked)

    def _held(self, d: Decision) -> list[HeldView]:
        """What holds the way out of a question that has no button: else nobody would know how to end it."""
        if not d.waits or any(option.kind == "button" and not option.beside for option in d.options):
            return []
        held = (
            (offer, offer.refusal(0)) for offer in self.offers() if offer.kind == "button" and offer.more.get("publish")
        )
        return [HeldView(offer.verb, offer.label, said.rule, said.why) for offer, said in held if said is not None]

    def _groups(self, d: Decision) -> list[GroupView]:
        """The groups of the seat's pieces, each with those that the question offers."""
        offered = {arg for o in d.options if o.kind == "piece" and not o.free for arg in o.args}
        name = self.title.name_of
        return [
            GroupView(id, title, [name("piece", piece) for piece in sorted(offered) if pieces >> piece & 1])
            for id, title, pieces in (self.title.groups(self) if d.waits else ())
        ]

    def _movers(self, d: Decision) -> list[str]:
        if not d.waits or self.frame is None:
            return []
        about = self.title.about(self.s, self.frame)
        return [self.title.name_of("piece", piece) for piece in members(about.pieces)] if not about.spaces else []

    @property
    def passes(self) -> bool:
        """Whether the table may pass for this seat: it has nothing to react with and does not want to be asked."""
        return self.decision is not None and self.decision.idle and ASK_ANYWAY not in self.standing

    def _options(self, d: Decision) -> list[OptionView]:
        name = self.title.name_of
        return [
            OptionView(
                o.verb,
                o.kind,
                [name(o.kind, arg) for arg in o.args],
                o.label,
                self._warning(o),
                o.free,
                self.title.number_words(self, o) if o.kind == "number" else [],
                o.beside or not d.waits,
            )
            for o in d.options
        ]

    def _warning(self, option: Option) -> str:
        return self.title.warning(self, option.warn) if option.warn else ""
