"""The officer: every decision of the game scored, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.seat import Seat
from vistula.players.kit.memory import Memory

from ..model import SEATS
from ..state import COMBAT, MOVEMENT, State
from .doctrine import ORDINARY, SEASONED, Doctrine
from .marches import Intent, intent, neighbourhood
from .survey import Survey
from .worth import chance_to_win

Scores = dict[Action, float]
Doctrines = tuple[Doctrine, Doctrine]


class Officer:
    """Scores the options of a seat by a doctrine for each side; what it remembers it could work out again."""

    def __init__(self, doctrines: Doctrines = ORDINARY) -> None:
        self.doctrines = doctrines
        self._now: tuple[Any, Any] = (None, None)
        self._surveys: Memory[Survey] = Memory()
        self._orders: dict[tuple[int, int], tuple[Any, Intent | None]] = {}
        self._intents: Memory[dict[tuple[int, int], Intent | None]] = Memory()
        self.kept: dict[str, tuple[Any, Any]] = {}

    def scores(self, seat: Seat[State]) -> Scores:
        """Every answer that is not a mere taking back, with what it is thought to be worth."""
        from .answers import ANSWERS, plainly

        decision, frame = seat.decision, seat.frame
        assert decision is not None
        answer: Callable[..., Scores] = ANSWERS.get((type(frame).__name__, decision.step), plainly)
        offered = [Action(o.verb, arg) for o in decision.options if not o.free for arg in o.args]
        if not offered:  # nothing but taking back is left
            offered = [Action(o.verb, arg) for o in decision.options for arg in o.args]
            return dict.fromkeys(offered, 0.0)
        found = dict.fromkeys(offered, 0.0)
        if len(offered) > 1:
            found.update((action, score) for action, score in answer(self, seat, offered).items() if action in found)
        return found

    # -- for captains -------------------------------------------------------------------------------

    def approaches(self, seat: Seat[State], fresh: bool) -> list[Any]:
        """Ways worth comparing by playing them out."""
        from .approaches import approaches_of

        return list(approaches_of(self, seat, fresh))

    def seasoned(self) -> Officer:
        """How a captain fights: by what beats an officer."""
        return Officer(SEASONED)

    def epoch(self, s: State) -> int:
        """Thirds of turns: before the march, the march, and from combat to the end of the turn."""
        return 3 * s.turn + (s.phase >= MOVEMENT) + (s.phase >= COMBAT)

    def horizon(self, s: State) -> int:
        """The next movement phase: both sides have marched and fought by then, and supply has been checked."""
        return 3 * (s.turn + 1) + 1

    def worth(self, s: State, seat: SeatId) -> float:
        return chance_to_win(s, SEATS.index(seat))

    # -- what decisions share -----------------------------------------------------------------------

    def situation(self, seat: Seat[State]) -> Any:
        """All that a survey looks at; put together once for a decision."""
        if self._now[0] is not seat:
            self._now = seat, (seat.id, situation(seat.s))
        return self._now[1]

    def survey(self, seat: Seat[State]) -> Survey:
        """The situation as this seat sees it."""
        me = SEATS.index(seat.id)
        v = self._surveys.once(self.situation(seat), lambda: Survey(seat.s, me, self.doctrines[me]))
        v.s = seat.s  # equal in all that the survey has looked at
        return v

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

    def keep(self, name: str, key: Any, work: Callable[[], Any]) -> Any:
        """Something worked out once for a situation."""
        if name not in self.kept or self.kept[name][0] != key:
            self.kept[name] = key, work()
        return self.kept[name][1]


def situation(s: State) -> Any:
    """All that a survey looks at."""
    return (
        tuple(s.place), s.weak, tuple(s.facing), tuple(s.depots), tuple(s.veiled.items()), s.turn, s.lithuania,
        s.fought, s.triumphed, tuple(s.occupied), s.phase,
    )  # fmt: skip
