"""The officer: every decision of the game scored, one at a time."""

from __future__ import annotations

from typing import Any

from vistula.kernel import Action, Seat, SeatId
from vistula.players.kit.memory import Memory
from vistula.players.kit.own import Doctrines, OwnOfficer

from ..model import SIDES
from ..state import State
from .answers import answers
from .doctrine import ORDINARY, SEASONED
from .orders import curiosity
from .scheme import Given, Scheme
from .survey import Survey
from .worth import chance_to_win

Schemes = dict[tuple[int, Given], Scheme]
"""By command, and the orders that are taken as given."""


class Officer(OwnOfficer[Survey]):
    """Scores the options of a seat by a doctrine for each side; what it remembers it could work out again."""

    ordinary, seasoned_by, answers = ORDINARY, SEASONED, answers

    def __init__(self, doctrines: Doctrines | None = None) -> None:
        super().__init__(doctrines)
        self._schemes: Memory[Schemes] = Memory()

    def at_any_time(self, seat: Seat[State], action: Action) -> float:
        """What helps the decision at hand is done before it."""
        return 2.0 * curiosity(self, seat, action.arg) - 1.0

    def side(self, seat: SeatId) -> int:
        return next(n for n, side in enumerate(SIDES) if seat.startswith(side))

    # -- for captains -------------------------------------------------------------------------------

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

    def chance(self, s: State, side: int) -> float:
        return chance_to_win(s, side)

    # -- what decisions share -----------------------------------------------------------------------

    def key(self, s: State) -> Any:
        return (
            tuple(s.place), tuple(s.sp), tuple(s.unit), tuple(s.garrisons), s.on_link, s.marched, s.round, s.phase,
            s.lithuania, len(s.entries),
        )  # fmt: skip

    def look(self, s: State, me: int) -> Survey:
        return Survey(s, me, self.doctrines[me])

    def survey(self, seat: Seat[State]) -> Survey:
        """Of a copy: what a mask shares with the table goes on while schemes remember the survey."""
        if self._now[0] is not seat:
            self._copy = seat.s.copy()
        return self.view(self._copy, self.side(seat.id), self.situation(seat))

    def scheme(self, seat: Seat[State], command: int, without: int = -1, more: Given = ()) -> Scheme:
        """The orders of a command that lie on the map as they would be executed, one perhaps left out, or some more."""
        v, s = self.survey(seat), seat.s
        own = *((o.type, o.area) for o in s.orders if o.command == command and o.id != without), *more
        base = self.situation(seat), s.executed, s.stuck | s.detached, s.unsupplied
        return self._extended(v, command, own, self._schemes.once(base, dict))

    def _extended(self, v: Survey, command: int, own: Given, schemes: Schemes) -> Scheme:
        """A scheme with some orders, from the one without the last of them."""
        found = schemes.get((command, own))
        if found is None:
            if own:
                found = self._extended(v, command, own[:-1], schemes).child()
                found.adopt(*own[-1])
            else:
                found = Scheme(v, command)
            schemes[command, own] = found
        return found
