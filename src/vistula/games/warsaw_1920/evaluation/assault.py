"""Attacks: which enemy stacks to attack, with whom, and what that promises."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.players.kit.assault import Assault, pick_among
from vistula.players.kit.facts import Attackers

from ..model import ARTILLERY, POLAND
from ..rules.combat import ready_to_attack, targets
from ..rules.queries import controlled
from ..state import COMBAT, MOVEMENT, SUPPLIED, State
from .chances import LOST, TAKEN, Odds, Stakes, expected, grade, odds
from .survey import Stack, Survey


def sure_supply(s: State) -> tuple[bool, bool]:
    """Which Fronts could be supplied."""
    return s.points[0] > 0, s.points[1] > 0


def supply_in(s: State, phase: int = MOVEMENT) -> tuple[bool, bool]:
    """Which Fronts are supplied in this phase, or could be in one that came now; the Poles move at any time."""
    if s.phase != phase or (phase == MOVEMENT and s.side == POLAND):
        return sure_supply(s)
    return s.supplied[0] == SUPPLIED, s.supplied[1] == SUPPLIED


class Judge:
    """Weighs attacks of one side under one supply."""

    def __init__(self, v: Survey, supplied: tuple[bool, bool]) -> None:
        self.v, self.supplied = v, supplied

    def base(self, stack: Stack) -> float:
        """[8.2d] The defender's sum before terrain."""
        front = self.v.m.front[stack.units[0]] if stack.units else -1
        return stack.printed if front < 0 or self.supplied[front] else (stack.printed + 1) // 2

    def odds(self, target: int, units: Attackers) -> Odds:
        return odds(self.v.m, tuple(units), target, self.base(self.v.enemies[target]), self.supplied)

    def gain(self, target: int, units: Attackers, o: Odds, trapped: bool) -> float:
        v, d = self.v, self.v.doctrine
        stack = v.enemies[target]
        values = [v.values[u] for u, _ in units]
        stakes = Stakes(
            stack.value, stack.printed, sum(values), min(values), self.prize(target), trapped, d.factors[v.me],
            d.disruption, d.setback,
        )  # fmt: skip
        promise = expected(v.m, o, stakes)
        even = v.m.columns.index("1:1")  # every column before it is worse
        return promise - d.storm * stakes.attackers if o.column <= even else promise

    def prize(self, target: int) -> float:
        """What entering the target hex is worth."""
        v = self.v
        worth = v.prize(target) if controlled(v.s, v.foe) >> target & 1 else 0.0
        return worth + v.doctrine.won

    def trapped(self, target: int, sources: int) -> bool:
        """[11.10f] Whether the defenders would have no way out if own units stood on these hexes."""
        return self.v.ground.shut_in(target, sources)


# -- in a combat phase ------------------------------------------------------------------------------------


def best_units(j: Judge, target: int, ready: Sequence[int]) -> Assault:
    """The attack on a hex with the units that stand next to it, without those that would not help."""
    v = j.v
    place = v.s.place
    units = [(u, place[u]) for u in ready]
    trapped = j.trapped(target, v.s.zoc_from[v.me])
    full = j.odds(target, units)
    busy = {u: _neighbours_at_war(v, u, target) for u in ready}
    for pair in sorted(units, key=lambda p: (-busy[p[0]], -v.values[p[0]], p[0])):
        fewer = [p for p in units if p != pair]
        if any(v.m.kind[u] != ARTILLERY for u, _ in fewer):
            o = j.odds(target, fewer)
            if (o.column, o.bonus) == (full.column, full.bonus):
                units = fewer
    return Assault(target, units, j.gain(target, units, j.odds(target, units), trapped))


def _neighbours_at_war(v: Survey, unit: int, target: int) -> int:
    """How many other enemy hexes a unit could attack instead."""
    fighting = v.s.zoc_from[v.foe] & ~(1 << target)
    return int((v.m.around[v.s.place[unit]] & fighting).bit_count())


def _attackers(v: Survey) -> dict[int, list[int]]:
    """[11.3a] By hex that could be attacked now: who may join. Who may attack at all is asked once for all of them."""
    place, around, units = v.s.place, v.m.around, ready_to_attack(v.s)
    return {target: [u for u in units if around[target] >> place[u] & 1] for target in targets(v.s)}


def assaults_now(v: Survey, supplied: tuple[bool, bool] | None = None) -> list[Assault]:
    """The attacks worth making in this combat phase, or in one that came now; the best first."""
    j = Judge(v, supplied or supply_in(v.s, COMBAT))

    def best(target: int, units: Sequence[int]) -> Assault | None:
        return best_units(j, target, units) if any(v.m.kind[u] != ARTILLERY for u in units) else None

    return list(pick_among(_attackers(v), v.doctrine.attack_at, best).values())


def defence_at_stake(v: Survey, front: int) -> float:
    """[8.1c] What a supply point saves a Russian Front while the Poles attack."""
    s, m, saved = v.s, v.m, 0.0
    for hex in {s.place[u] for u in m.russian if m.front[u] == front and s.place[u] >= 0}:
        attack = sum(v.enemies[n].factor for n in m.next[hex] if n in v.enemies)
        if not attack:
            continue
        here = [u for u in m.russian if s.place[u] == hex]
        value = sum(v.values[u] for u in here)
        factors = sum(m.cf[u] for u in here if m.kind[u] != ARTILLERY) or 1
        full, halved = (grade(attack, f * m.defence[hex]) for f in (factors, (factors + 1) // 2))
        saved += value * (LOST[halved] - LOST[full]) + (0.2 * value + v.prize(hex)) * (TAKEN[halved] - TAKEN[full])
    return saved
