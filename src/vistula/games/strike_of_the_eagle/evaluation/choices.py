"""The officer: every decision of the game scored, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.kernel import Action, Seat, SeatId
from vistula.players.kit.memory import Memory

from ..model import SIDES
from ..state import State
from .doctrine import ORDINARY, SEASONED, Doctrine
from .draft import Draft, Given
from .scoring import Scores, answers
from .survey import Survey
from .worth import chance_to_win

Doctrines = tuple[Doctrine, Doctrine]
Drafts = dict[tuple[int, Given], Draft]
"""By command, and the orders that are taken as given."""


def side_of(seat: str) -> int:
    return next(n for n, side in enumerate(SIDES) if seat.startswith(side))


class Officer:
    """Scores the options of a seat by a doctrine for each side; what it remembers it could work out again."""

    def __init__(self, doctrines: Doctrines = ORDINARY) -> None:
        self.doctrines = doctrines
        self._now: tuple[Any, Any, Any] = (None, None, None)
        self._surveys: Memory[Survey] = Memory()
        self._drafts: Memory[Drafts] = Memory()
        self._kept: Memory[Any] = Memory()

    def scores(self, seat: Seat[State]) -> Scores:
        """Every answer that is not a mere taking back, with what it is thought to be worth."""
        from .answers import plainly

        decision, frame = seat.decision, seat.frame
        assert decision is not None
        offered = [Action(o.verb, arg) for o in decision.options if not o.free for arg in o.args]
        if not offered:  # nothing but taking back is left
            return dict.fromkeys(decision.actions(), 0.0)
        found = dict.fromkeys(offered, 0.0)
        if len(offered) > 1:
            answer = answers.to(frame, decision.step) or plainly
            beside = {o.verb for o in decision.options if o.beside}
            asked = [action for action in offered if action.verb not in beside]
            found.update((action, score) for action, score in answer(self, seat, asked).items() if action in found)
            if beside:
                self._beside(seat, found, beside)
        return found

    def _beside(self, seat: Seat[State], found: Scores, beside: set[str]) -> None:
        """What may be done at any time is done where it helps the decision at hand, before it."""
        from .orders import curiosity

        top = max(score for action, score in found.items() if action.verb not in beside)
        for action in found:
            if action.verb in beside:
                found[action] = top - 1.0 + 2.0 * curiosity(self, seat, action.arg)

    # -- for captains -------------------------------------------------------------------------------

    def seasoned(self) -> Officer:
        """The judgement that a captain begins with."""
        return Officer(SEASONED)

    def approaches(self, seat: Seat[State], fresh: bool) -> list[Any]:
        """Ways worth comparing by playing them out."""
        from .approaches import approaches_of

        return list(approaches_of(self, seat, fresh))

    def epoch(self, s: State) -> int:
        """Operation and Reinforcement Phases counted through the game."""
        return s.round * 8 + s.phase

    def horizon(self, s: State) -> int:
        """The end of the next phase: what the enemy makes of this one."""
        return self.epoch(s) + 2

    def worth(self, s: State, seat: SeatId) -> float:
        return chance_to_win(s, side_of(seat))

    # -- what decisions share -----------------------------------------------------------------------

    def situation(self, seat: Seat[State]) -> Any:
        """All that a survey looks at; put together once for a decision."""
        if self._now[0] is not seat:
            self._now = seat, (seat.id, situation(seat.s)), seat.s.copy()
        return self._now[1]

    def survey(self, seat: Seat[State]) -> Survey:
        """The situation as this seat sees it."""
        me = side_of(seat.id)
        key = self.situation(seat)
        s = self._now[2]  # a copy: what a mask shares with the table goes on while drafts remember the survey
        found = self._surveys.once(key, lambda: Survey(s, me, self.doctrines[me]))
        found.s = s  # equal in all that the survey has looked at
        return found

    def draft(self, seat: Seat[State], command: int, without: int = -1, more: Given = ()) -> Draft:
        """The orders of a command that lie on the map as they would be executed, one perhaps left out, or some more."""
        v, s = self.survey(seat), seat.s
        own = *((o.type, o.area) for o in s.orders if o.command == command and o.id != without), *more
        base = self.situation(seat), s.executed, s.stuck | s.detached, s.unsupplied
        return self._extended(v, command, own, self._drafts.once(base, dict))

    def _extended(self, v: Survey, command: int, own: Given, drafts: Drafts) -> Draft:
        """A draft with some orders, from the one without the last of them."""
        found = drafts.get((command, own))
        if found is None:
            if own:
                found = self._extended(v, command, own[:-1], drafts).child()
                found.adopt(*own[-1])
            else:
                found = Draft(v, command)
            drafts[command, own] = found
        return found

    def keep(self, key: Any, work: Callable[[], Any]) -> Any:
        """Something worked out once for a situation."""
        return self._kept.once(key, work)


def situation(s: State) -> Any:
    """All that a survey looks at."""
    return (
        tuple(s.place), tuple(s.sp), tuple(s.unit), tuple(s.garrisons), s.on_link, s.marched, s.round, s.phase,
        s.lithuania, len(s.entries),
    )  # fmt: skip
