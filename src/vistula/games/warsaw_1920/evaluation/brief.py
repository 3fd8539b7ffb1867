"""Warsaw 1920 for the planner that knows no title: units, cities, moves, odds, and what only this game asks."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any

from vistula.board.hexes import Hex, HexSet, members
from vistula.kernel import Action, Seat
from vistula.players.kit import Attackers, Chance, Doctrine, Facts, Move, Scores, Unit, roles
from vistula.players.kit.officer import Officer
from vistula.players.kit.own import OwnBrief

from ..model import ARTILLERY, POLAND, Model
from ..rules.combat import attackers_of, targets
from ..rules.movement import Move as MoveFrame
from ..rules.queries import legal_stack
from ..rules.sequence import operations_allowed
from ..state import COMBAT, MOVEMENT, State, on_map
from . import choices
from .assault import Judge, supply_in
from .chances import LOST, TAKEN, grade, odds, spread
from .doctrine import ORDINARY
from .ground import Ground, ground_of
from .marches import UnderWay, reaches_of
from .survey import Survey
from .worth import chance_to_win

GHOST_PACE = 4
"""Movement points that a unit which nobody can see is thought to have."""


class Brief(OwnBrief[Survey]):
    """What the rules and the map say; the kit makes plans of it."""

    m: Model
    doctrines = Doctrine(pull=0.35, block=0.08, share=0.3, pocket=0.28, won=0.045), Doctrine()
    forks = frozenset({"PlayerTurn.kind", "MovementPhase.pick", "CombatPhase.declare"})
    pivots: frozenset[str] = frozenset()

    def __init__(self, m: Model) -> None:
        super().__init__(m, choices.Officer())
        self.roles = dict.fromkeys(self.by_hand.answers.by_question, roles.by_hand) | ROLES

    def ground(self, s: State) -> Ground:
        return ground_of(s.m)

    def key(self, s: State) -> Hashable:
        return self.by_hand.key(s), s.phase, tuple(s.supplied)

    def phase(self, seat: Seat[State]) -> Hashable:
        s = seat.s
        foe, begun = 1 - s.side, s.movements + (s.phase != MOVEMENT)  # made before the phase, a plan still holds in it
        return s.turn, s.operation, begun, supply_in(s), s.zoc_from[foe], s.occupied[foe]

    # -- facts --------------------------------------------------------------------------------------

    def facts(self, s: State, me: int) -> Facts:
        v, m = self.view(s, me), s.m
        prizes = {city: v.city_worth(city) for city in v.ground.cities}
        prizes |= dict.fromkeys(members(m.town), v.doctrine.town)
        return Facts(
            own=[self._unit(v, u) for u in on_map(s, me)],
            foes=[*(self._unit(v, u) for u in on_map(s, 1 - me)), *(self._ghosts(v) if me != POLAND else ())],
            prizes=prizes,
            held=v.facts.held,
            fed=v.facts.fed,
            deciding=v.facts.deciding,
            strikes=s.side == me and s.operation < operations_allowed(s),
            answers=v.enemy_operations,
            rides=v.facts.rides,
            last=v.last_word,
        )

    def _unit(self, v: Survey, u: int) -> Unit:
        m, front = v.m, v.m.front[u]
        strength = 0.0 if m.kind[u] == ARTILLERY else float(m.cf[u])
        supply = v.enemy_supply(front)
        pace = m.ma[u] if supply == 1 else (m.ma[u] + 1) // 2
        return Unit(u, v.s.place[u], strength * supply, strength, v.values[u], pace, not v.s.disrupted >> u & 1)

    def _ghosts(self, v: Survey) -> list[Unit]:
        return [
            Unit(-1, g.hex, v.unseen[g.nation][0], *v.unseen[g.nation], GHOST_PACE, not g.disrupted) for g in v.s.ghosts
        ]

    def moves(self, s: State, me: int, seat: Seat[State]) -> list[list[Move]]:
        if s.side != me:
            return []
        f = seat.frame
        now = UnderWay(s.moving, f.hex, f.left, f.whole) if isinstance(f, MoveFrame) else None
        found = reaches_of(self.view(s, me), supply_in(s), now)
        return [[Move((u,), s.place[u], ends)] for u, ends in found.items()]

    def fits(self, s: State, units: Sequence[int], hex: Hex) -> bool:
        return legal_stack(s, list(units))

    def moved(self, s: State) -> int:
        return s.moved | s.moving

    def in_hand(self, seat: Seat[State]) -> tuple[Sequence[int], Hex]:
        frame = seat.frame
        return (members(seat.s.moving), frame.hex) if isinstance(frame, MoveFrame) else ((), -1)

    # -- attacks ------------------------------------------------------------------------------------

    def attacks(self, s: State, me: int) -> dict[int, tuple[Hex, tuple[int, ...]]]:
        return {t: (t, tuple(attackers_of(s, t))) for t in targets(s)} if s.side == me else {}

    def odds(self, s: State, me: int, target: Hex, attackers: Attackers, friends: HexSet) -> tuple[Chance, ...]:
        v, m = self.view(s, me), s.m
        if all(m.kind[u] == ARTILLERY for u, _ in attackers):
            return ()  # [11.7a]
        judge = Judge(v, supply_in(s, COMBAT))
        stack = v.enemies[target]
        found = odds(m, tuple(attackers), target, judge.base(stack), judge.supplied)
        one = min(v.values[u] for u, _ in attackers) / (sum(v.values[u] for u, _ in attackers) or 1.0)
        trapped = judge.trapped(target, friends)
        return results(m, found.column, found.bonus, found.attack, round(stack.printed), trapped, round(one, 2))

    def slope(self, slot: Hex, target: Hex) -> float:
        m = self.m
        over = (m.river[target] >> slot & 1) + 1.5 * (m.trench_front[target] >> slot & 1)
        return over - 0.3 * m.defence[slot]

    def toll(self, attack: float, defence: float, hex: Hex) -> tuple[float, float]:
        at = grade(attack, max(1.0, defence) * ground_of(self.m).times[hex])
        return LOST[at], TAKEN[at]

    # -- for captains and one look ahead ------------------------------------------------------------

    def worth(self, s: State, side: int, root: State) -> float:
        s.turn, s.side = root.turn, root.side
        return chance_to_win(s, side)


@lru_cache(maxsize=16384)
def results(
    m: Model, column: int, bonus: int, attack: int, printed: int, trapped: bool, one: float
) -> tuple[Chance, ...]:
    """[11.9] The line of the combat results table for these odds; `one` is the part of the cheapest attacker."""
    exchange = min(1.0, printed / attack) if attack else 1.0
    meaning = {
        "DE": (0.0, 1.0, 1.0), "EX": (exchange, min(1.0, attack / max(1, printed)), 0.3), "AR": (0.08, 0.0, 0.0),
        "AL": (one, 0.0, 0.0), "AE": (1.0, 0.0, 0.0),
    }  # fmt: skip
    driven = (0.0, 1.0, 1.0) if trapped else (0.0, 0.3, 1.0)
    found = []
    for result, p in spread(m, column, bonus):
        mine, theirs, taken = driven if result[:2] == "DR" else meaning.get(result, (0.0, 0.0, 0.0))
        found.append(Chance(p, mine, theirs, taken))
    return tuple(found)


# -- what only this game asks ---------------------------------------------------------------------------------


def operation(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Attack first what can be attacked already, unless moving first makes more of it."""
    s = seat.s
    left = operations_allowed(s) - s.operation + 1
    now = sum(a.gain for a in o.assaults(seat).values())
    plan = o.plan(seat)
    patience = ORDINARY[s.side].patience[min(left, 3) - 1]
    combat = now - patience * (plan.promise() if left > 1 else plan.stands)
    return {Action("movement"): 0.0, Action("combat"): combat if now > 0 else -1.0, Action("stop"): -2.0}


def _target(seat: Seat[Any]) -> tuple[Hex, list[int]]:
    target = seat.frame.target  # type: ignore[union-attr]
    return target, attackers_of(seat.s, target)


ROLES = {
    "MovementPhase.pick": roles.pick,
    "Move.way": roles.march,
    "CombatPhase.declare": roles.declare,
    "Attack.muster": roles.muster(_target),
    "Attack.attacker_loses": roles.least,
    "StackingCheck.excess": roles.least,
    "Exchange.pay": roles.least,
    "Retreats.next_unit": roles.most,
    "Routs.next_unit": roles.most,
    "Retreat.way": roles.place(roles.only("unit")),
    "Charge.second_hex": roles.place(roles.only("unit")),
    "Routs.where": roles.place(lambda seat: [seat.s.routing]),
    "Placement.where": roles.place(roles.only("unit")),
    "Advance.who_goes": roles.follow(roles.named("target")),
    "PlayerTurn.kind": operation,
}
