"""Every decision of the game scored: what an officer thinks of each answer he may give."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from vistula.board.hexes import collect
from vistula.kernel import Seat
from vistula.players.kit.assault import Assault
from vistula.players.kit.ground import way
from vistula.players.kit.memory import Memory
from vistula.players.kit.own import Doctrines, OwnOfficer

from ..model import SEATS
from ..rules.movement import Move
from ..state import COMBAT, MOVEMENT, State, on_map
from .answers import answers
from .assault import Judge, assaults_now, best_units, supply_in
from .doctrine import ORDINARY, SEASONED
from .marches import Marches, UnderWay
from .posture import Posture
from .survey import Survey
from .worth import chance_to_win


class Officer(OwnOfficer[Survey]):
    """Scores the options of a seat by a doctrine for each side.

    What it remembers can be worked out again from a seat: surveys, attacks, and the marches of a movement phase,
    which are kept as long as they are carried out as planned.
    """

    ordinary, seasoned_by, seats, answers = ORDINARY, SEASONED, SEATS, answers

    def __init__(self, doctrines: Doctrines | None = None, hurried: bool = False) -> None:
        super().__init__(doctrines)
        self.hurried = hurried
        self._marches: Memory[Marches] = Memory()
        self._way: tuple[Any, list[int]] = (None, [])

    def look(self, s: State, me: int) -> Survey:
        return Survey(s, me, self.doctrines[me])

    def key(self, s: State) -> Any:
        return (
            tuple(s.place), s.disrupted, s.russian, tuple(s.ghosts), s.turn, s.side, s.operation, tuple(s.points),
            s.paid, tuple(s.resupplied), s.counterattack,
        )  # fmt: skip

    # -- for captains -------------------------------------------------------------------------------

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

    def chance(self, s: State, side: int) -> float:
        return chance_to_win(s, side)

    # -- what decisions share -----------------------------------------------------------------------

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
        key = seat.id, self.situation(seat), v.s.fought, v.s.attacked, v.s.phase, tuple(v.s.supplied)
        found: list[Assault] = self.keep("assaults", key, lambda: assaults_now(v))
        return found

    def muster(self, seat: Seat[State], target: int, ready: list[int]) -> Assault:
        """The attack on a declared target."""
        v = self.survey(seat)
        key = seat.id, target, self.situation(seat), v.s.fought
        found: Assault = self.keep("muster", key, lambda: best_units(Judge(v, supply_in(v.s, COMBAT)), target, ready))
        return found

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
        before = v.ground.reach(frame.hex, frame.left, v.barred, v.ezoc, frame.whole)
        path = way(before, goal) if goal in before else []
        self._way = key, [frame.hex, *path]
        return path
