"""Every decision of the game scored: what an officer thinks of each answer he may give."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from vistula.board.hexes import collect
from vistula.kernel.decision import Action, SeatId
from vistula.kernel.seat import Seat
from vistula.players.kit.assault import Assault
from vistula.players.kit.ground import reach, way
from vistula.players.kit.memory import Memory

from ..model import SEATS
from ..rules.movement import Move
from ..state import MOVEMENT, State, on_map
from .assault import Judge, assaults_now, best_units, supply_of
from .doctrine import ORDINARY, SEASONED, Doctrine
from .marches import Marches, UnderWay
from .posture import Posture
from .survey import Survey
from .worth import chance_to_win

Scores = dict[Action, float]
Doctrines = tuple[Doctrine, Doctrine]


class Officer:
    """Scores the options of a seat by a doctrine for each side.

    What it remembers can be worked out again from a seat: surveys, attacks, and the marches of a movement phase,
    which are kept as long as they are carried out as planned.
    """

    def __init__(self, doctrines: Doctrines = ORDINARY, hurried: bool = False) -> None:
        self.doctrines, self.hurried = doctrines, hurried
        self._surveys: Memory[Survey] = Memory()
        self._assaults: Memory[list[Assault]] = Memory()
        self._marches: Memory[Marches] = Memory()
        self._muster: tuple[Any, Assault] | None = None
        self._way: tuple[Any, list[int]] = (None, [])

    def scores(self, seat: Seat[State]) -> Scores:
        """Every answer that is not a mere taking back, with what it is thought to be worth."""
        from .answers import ANSWERS

        decision, frame = seat.decision, seat.frame
        assert decision is not None
        answer: Callable[..., Scores] = ANSWERS[type(frame).__name__, decision.step]
        offered = [Action(o.verb, arg) for o in decision.options if not o.free for arg in o.args]
        return answer(self, seat, offered)

    # -- for captains -------------------------------------------------------------------------------

    def seasoned(self) -> Officer:
        return Officer(SEASONED)

    def for_playouts(self) -> Officer:
        """The same officer, who plans a movement once and does not look at it again."""
        return Officer(self.doctrines, hurried=True)

    def approaches(self, seat: Seat[State], fresh: bool) -> Iterable[Any]:
        """Ways worth comparing by playing them out."""
        from .approaches import approaches_of

        return approaches_of(self, seat, fresh)

    def epoch(self, s: State) -> int:
        """Operation phases counted through the game."""
        return (2 * s.turn + s.side) * 8 + s.operation

    def horizon(self, s: State) -> int:
        """The beginning of the next player turn of the side whose turn it is."""
        return (2 * s.turn + s.side + 2) * 8

    def worth(self, s: State, seat: SeatId) -> float:
        return chance_to_win(s, SEATS.index(seat))

    # -- what decisions share -----------------------------------------------------------------------

    def survey(self, seat: Seat[State]) -> Survey:
        """The situation as this seat sees it."""
        s = seat.s
        key = seat.id, _situation(s)
        me = SEATS.index(seat.id)
        found = self._surveys.once(key, lambda: Survey(s, me, self.doctrines[me]))
        found.s = s  # equal in all that the survey has looked at
        return found

    def posture(self, v: Survey, without: int = -1, at: Iterable[int] | None = None) -> Posture:
        """Own units where they stand now; as far as they matter to these hexes, if no others will be looked at."""
        found, place = Posture(v, few=at is not None), v.s.place
        area = -1
        if at is not None:
            around = v.m.grid.dilate
            area = collect(at)
            area |= around(area)
            area |= around(area)
        for u in on_map(v.s, v.me):
            if u != without and area >> place[u] & 1:
                found.put(u, place[u])
        return found

    def assaults(self, seat: Seat[State]) -> list[Assault]:
        """The attacks worth making now."""
        v = self.survey(seat)
        key = seat.id, _situation(v.s), v.s.fought, v.s.attacked, v.s.phase, tuple(v.s.supplied)
        return self._assaults.once(key, lambda: assaults_now(v))

    def muster(self, seat: Seat[State], target: int, ready: list[int]) -> Assault:
        """The attack on a declared target."""
        v = self.survey(seat)
        key = seat.id, target, _situation(v.s), v.s.fought
        if self._muster is None or self._muster[0] != key:
            self._muster = key, best_units(Judge(v, supply_of(v)), target, ready)
        return self._muster[1]

    def marches(self, seat: Seat[State], supplied: tuple[bool, bool]) -> Marches:
        """The plan of this movement phase, or of one that came now."""
        s = seat.s
        foe = 1 - s.side
        begun = s.movements + (s.phase != MOVEMENT)
        key = seat.id, s.turn, s.operation, begun, supplied, s.zoc_from[foe]
        plan = self._marches.get(key)
        if plan is None or not plan.holds(s):
            frame = seat.frame
            now = UnderWay(s.moving, frame.hex, frame.left, frame.whole) if isinstance(frame, Move) else None
            plan = Marches(self.survey(seat), supplied, now, twice=not self.hurried)
            self._marches.put(key, plan)
        plan.v.s = s  # equal in all that the plan still looks at
        return plan

    def path(self, seat: Seat[State], goal: int) -> list[int]:
        """The rest of the way for the units that move now; empty if there is none."""
        s, frame = seat.s, seat.frame
        assert isinstance(frame, Move)
        foe = 1 - s.side
        key = seat.id, s.turn, s.operation, s.moving, goal, s.occupied[foe], s.zoc_from[foe]
        if self._way[0] == key and frame.hex in self._way[1]:
            return self._way[1][self._way[1].index(frame.hex) + 1 :]
        v = self.survey(seat)
        before = reach(v.ground, frame.hex, frame.left, v.barred, v.ezoc, frame.whole)
        path = way(before, goal) if goal in before else []
        self._way = key, [frame.hex, *path]
        return path


def _situation(s: State) -> Any:
    """All that a survey looks at."""
    return (
        tuple(s.place), s.disrupted, s.russian, tuple(s.ghosts), s.turn, s.side, s.operation, tuple(s.points), s.paid,
        tuple(s.resupplied), s.counterattack,
    )  # fmt: skip
