"""The officer: every decision of the game scored, one at a time."""

from __future__ import annotations

from typing import Any

from vistula.kernel import Action, Seat
from vistula.players.kit.answers import Scores
from vistula.players.kit.memory import Memory
from vistula.players.kit.own import Doctrines, OwnOfficer

from ..model import SEATS
from ..state import COMBAT, MOVEMENT, State
from .answers import answers, plainly
from .doctrine import ORDINARY, SEASONED
from .marches import Intent, intent, neighbourhood
from .survey import Survey
from .worth import chance_to_win


class Officer(OwnOfficer[Survey]):
    """Scores the options of a seat, and remembers the best order for each stack."""

    ordinary, seasoned_by, seats, answers = ORDINARY, SEASONED, SEATS, answers

    def __init__(self, doctrines: Doctrines | None = None) -> None:
        super().__init__(doctrines)
        self._orders: dict[tuple[int, int], tuple[Any, Intent | None]] = {}
        self._intents: Memory[dict[tuple[int, int], Intent | None]] = Memory()

    def plainly(self, seat: Seat[State], offered: list[Action]) -> Scores:
        return plainly(self, seat, offered)

    def look(self, s: State, me: int) -> Survey:
        return Survey(s, me, self.doctrines[me])

    # -- for captains -------------------------------------------------------------------------------

    def approaches(self, seat: Seat[State], fresh: bool) -> list[Any]:
        from .approaches import approaches_of

        return list(approaches_of(self, seat, fresh))

    def epoch(self, s: State) -> int:
        """Thirds of turns: before the march, the march, and from combat to the end of the turn."""
        return 3 * s.turn + (s.phase >= MOVEMENT) + (s.phase >= COMBAT)

    def horizon(self, s: State) -> int:
        """The next movement phase: both sides have marched and fought by then, and supply has been checked."""
        return 3 * (s.turn + 1) + 1

    def chance(self, s: State, side: int) -> float:
        return chance_to_win(s, side)

    # -- what decisions share -----------------------------------------------------------------------

    def key(self, s: State) -> Any:
        return (
            tuple(s.place), s.weak, tuple(s.facing), tuple(s.depots), tuple(s.veiled.items()), s.turn, s.lithuania,
            s.fought, s.triumphed, tuple(s.occupied), s.phase,
        )  # fmt: skip

    def intent(self, seat: Seat[State], hex: int) -> Intent | None:
        """The best order for one of the seat's stacks."""
        v, s = self.survey(seat), seat.s
        key = self.situation(seat), s.ordered, s.moved, s.promised, tuple(s.pledges), s.obeyed, tuple(s.laid)
        found = self._intents.once(key, dict)
        which = hex, s.markers.get(hex, 0)
        if which not in found:
            found[which] = self._standing_order(v, hex) if hex in v.mine else None
        return found[which]

    def _standing_order(self, v: Survey, hex: int) -> Intent | None:
        """The best order for a stack, kept through the phase while nothing has changed near it."""
        near = neighbourhood(v, hex)
        known = self._orders.get((v.me, hex))
        if known is None or known[0] != near:
            known = self._orders[v.me, hex] = near, intent(v, hex)
        return known[1]
