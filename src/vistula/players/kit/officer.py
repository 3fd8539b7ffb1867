"""The officer of any title that has a brief: plans made once a phase, carried out click by click."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from vistula.board.hexes import Hex
from vistula.kernel.decision import Action, SeatId
from vistula.kernel.seat import Seat
from vistula.players.appraisal import Approach
from vistula.players.kit.assault import Assault, Judge, Offers, assaults_now
from vistula.players.kit.doctrine import Doctrine
from vistula.players.kit.facts import Brief, Scores
from vistula.players.kit.field import Field
from vistula.players.kit.march import Goal, March, Plan
from vistula.players.kit.memory import Memory
from vistula.players.kit.ply import expect
from vistula.players.kit.posture import Planned

Doctrines = tuple[Doctrine, Doctrine]


class Officer:
    """Scores the answers of a seat by a doctrine for each side.

    What it remembers can be worked out again from a seat: the situation, attacks, and a plan of moves, which is kept as
    long as it is carried out as planned. Whoever is woken in mid-phase plans for those who may still move.
    """

    def __init__(self, brief: Brief, doctrines: Doctrines | None = None, hurried: bool = False) -> None:
        self.brief, self.doctrines, self.hurried = brief, doctrines or brief.doctrines, hurried
        self._fields: Memory[Field] = Memory()
        self._plans: Memory[Plan] = Memory()
        self._assaults: Memory[Offers] = Memory()
        self._musters: Memory[Assault] = Memory()
        self._way: tuple[Any, list[Action]] = (None, [])

    def scores(self, seat: Seat[Any]) -> Scores:
        """Every answer that is not a mere taking back, with what it is thought to be worth."""
        decision = seat.decision
        assert decision is not None
        offered = [Action(o.verb, arg) for o in decision.options if not o.free for arg in o.args]
        offered = offered or decision.actions()
        if len(offered) == 1:
            return {offered[0]: 0.0}
        role = self.brief.roles.get(question(seat))
        return role(self, seat, offered) if role is not None else expect(self.brief, seat, offered)

    # -- for captains -------------------------------------------------------------------------------

    def approaches(self, seat: Seat[Any], fresh: bool) -> Iterable[Approach]:
        from vistula.players.kit.approaches import answers_of, approaches_of

        asked = question(seat)
        if asked in self.brief.pivots:
            return answers_of(self, seat)
        return approaches_of(self, seat) if fresh and asked in self.brief.forks else ()

    def under(self, side: int, doctrine: Doctrine) -> Officer:
        """The same officer with another doctrine for one side."""
        first, second = self.doctrines
        return Officer(self.brief, (doctrine, second) if side == 0 else (first, doctrine), self.hurried)

    def for_playouts(self) -> Officer:
        """The same officer, who plans moves once and does not look at them again."""
        return Officer(self.brief, self.doctrines, hurried=True)

    def epoch(self, s: Any) -> int:
        return self.brief.epoch(s)

    def horizon(self, s: Any) -> int:
        return self.brief.horizon(s)

    def worth(self, s: Any, seat: SeatId) -> float:
        return self.brief.worth(s.copy(), self.brief.side(seat), s)

    # -- what decisions share -----------------------------------------------------------------------

    def field(self, seat: Seat[Any]) -> Field:
        """The situation as this seat sees it."""
        s = seat.s
        me = self.brief.side(seat.id)
        ground, doctrine = self.brief.ground(s), self.doctrines[me]
        return self._fields.once((me, self.brief.key(s)), lambda: Field(self.brief.facts(s, me), ground, doctrine))

    def values(self, seat: Seat[Any]) -> dict[int, float]:
        """What each unit is worth to the seat: enemies below zero."""
        facts = self.field(seat).facts
        return {u.id: u.value for u in facts.own} | {u.id: -u.value for u in facts.foes if u.id >= 0}

    def posture(self, seat: Seat[Any], without: Sequence[int] = (), few: bool = False) -> Planned:
        """Own units where they stand now."""
        field = self.field(seat)
        found = Planned(field, self.brief, seat.s, few)
        for unit in field.facts.own:
            if unit.id not in without:
                found.put((unit.id,), unit.hex)
        return found

    def plan(self, seat: Seat[Any]) -> Plan:
        """The moves of this phase, or of one that came now."""
        s = seat.s
        key = seat.id, self.brief.phase(seat)
        plan = self._plans.get(key)
        if plan is None or not self._as_planned(seat, plan):
            field, me = self.field(seat), self.brief.side(seat.id)
            moves = self.brief.moves(s, me, seat)
            plan = self._plans.put(key, March(field, self.brief, s, me, moves).plan(twice=not self.hurried))
        return plan

    def _as_planned(self, seat: Seat[Any], plan: Plan) -> bool:
        """Whether all units are where the plan found them, or have moved."""
        place, moved = self.brief.places(seat.s), self.brief.moved(seat.s)
        return all(place[u] == goal.start or moved >> u & 1 for goal in plan.goals for u in goal.units)

    def way(self, seat: Seat[Any], goal: Goal) -> list[Action]:
        """The clicks that take the group in hand on to where it is to go; none if there is no way."""
        assert seat.decision is not None
        known, left = self._way
        if known != (seat.id, goal, self.brief.in_hand(seat)[1]) or not left or left[0] not in seat.decision:
            left = seat.route(goal.units[0], goal.hex)
        if left:
            self._way = (seat.id, goal, left[0].arg), left[1:]
        return left

    def assaults(self, seat: Seat[Any]) -> Offers:
        """The attacks worth making now."""
        s, me = seat.s, self.brief.side(seat.id)
        key = seat.id, self.brief.key(s), tuple(self.brief.attacks(s, me).items())
        return self._assaults.once(key, lambda: assaults_now(Judge(self.field(seat), self.brief, s, me)))

    def muster(self, seat: Seat[Any], target: Hex, ready: Sequence[int]) -> Assault:
        """The attack on a declared target."""
        key = seat.id, self.brief.key(seat.s), target
        judge = Judge(self.field(seat), self.brief, seat.s, self.brief.side(seat.id))
        return self._musters.once(key, lambda: judge.best(target, ready))


def question(seat: Seat[Any]) -> str:
    """The question at hand, as `Procedure.step`."""
    assert seat.decision is not None
    return f"{type(seat.frame).__name__}.{seat.decision.step}"
