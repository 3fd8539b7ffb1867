"""Depots, cards, restoration, re-deployment and arrivals, scored."""

from __future__ import annotations

from typing import Any

from vistula.board.hexes import members
from vistula.kernel.decision import Action
from vistula.players.kit.answers import Scores, by_thing, each

from ..cards.combat import supply_points
from ..model import ARTILLERY, CAVALRY, COMMAND, INFANTRY, LIT
from ..rules.depots import DepotPhase, depot_cost
from ..rules.redeployment import Survey as Bounds
from ..rules.redeployment import in_hand, reach, ready
from ..rules.supply_lines import supply_limit, supply_reach
from ..state import State, units_at
from .capitals import fed_in
from .doctrine import WEIGHTS
from .survey import Survey

RAID, FORCED_MARCH = 31, 27


def unit_worth(s: State, unit: int) -> float:
    """What the loss of a unit costs its owner."""
    if s.m.kind[unit] in (ARTILLERY, COMMAND):
        return 1.0
    return s.m.cv[unit][2] + 1.0 if s.weak >> unit & 1 else s.m.cv[unit][0] + 1.5


def hit_cost(s: State, unit: int) -> float:
    """What one hit on a unit costs."""
    if s.weak >> unit & 1:
        return unit_worth(s, unit)
    return 0.6 if s.m.kind[unit] == ARTILLERY else s.m.cv[unit][0] - s.m.cv[unit][2] + 0.4


# -- 3.0 cards --------------------------------------------------------------------


@by_thing()
def lay(v: Survey, s: State, card: int) -> float:
    return WEIGHTS.cards.get(card, (9.0, 9.0))[v.me] + _opens(v, card)


def _opens(v: Survey, card: int) -> float:
    """What a card is worth that takes units into the enemy's open capital, who would not get there without it."""
    if card not in (RAID, FORCED_MARCH) or not v.prize_open or not any(v.fed_there):
        return 0.0
    m = v.m
    kind, more = (CAVALRY, 1) if card == RAID else (INFANTRY, 2)
    usual = m.allowance[kind]
    away = [
        m.grid.distance(hex, v.prize) for hex, stack in v.mine.items() if any(m.kind[u] == kind for u in stack.units)
    ]
    return v.d.game if any(usual < hexes <= usual + more for hexes in away) else 0.0


# -- 5.0 depots --------------------------------------------------------------------


class Kitchen:
    """Which units of a side would be out of supply with other depots than it has."""

    def __init__(self, s: State, side: int) -> None:
        self.s, self.side = s, side
        m = s.m
        placed = [u for u in m.combat_of[side] if s.place[u] >= 0]
        far = [u for u in placed if supply_limit(m, u) > m.supply_range and m.nation[u] != LIT]
        near = [u for u in placed if supply_limit(m, u) == m.supply_range and m.nation[u] != LIT]
        self.near, self.far = [s.place[u] for u in near], [s.place[u] for u in far]

    def hungry(self, depots: int) -> int:
        m = self.s.m
        reach = supply_reach(self.s, self.side, depots, m.supply_range)
        count = sum(not reach >> hex & 1 for hex in self.near)
        if self.far:
            reach = supply_reach(self.s, self.side, depots, m.cavalry_range)
            count += sum(not reach >> hex & 1 for hex in self.far)
        return count


def depots(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Depots where units starve or an advance goes on; none that feed nobody."""
    v: Survey = o.survey(seat)
    s, me, frame = seat.s, v.me, seat.frame
    assert isinstance(frame, DepotPhase)
    if frame.at == "shortfall":
        kitchen, there = Kitchen(s, v.foe), s.depots[v.foe]
        return {a: float(kitchen.hungry(there & ~(1 << a.arg))) for a in offered}
    kitchen, there = Kitchen(s, me), s.depots[me]
    now, cost = kitchen.hungry(there), depot_cost(s, me)
    short = cost > s.rp[me]
    found: Scores = {}
    for action in offered:
        bit = 1 << action.arg
        if action.verb == "establish":
            useful = not supply_points(s, me) & bit  # [5.0] a source needs no depot
            forward = _forward(v, action.arg) if useful else 0.0
            found[action] = 3.0 * (now - kitchen.hungry(there | bit)) + forward - v.d.upkeep
        elif action.verb == "remove":
            lost = kitchen.hungry(there & ~bit) - now
            if lost and not short:
                found[action] = -3.0 * lost
                continue
            twin = s.copy()
            twin.depots[me] = there & ~bit
            saved = cost - depot_cost(twin, me)
            near = bool(v.m.near(action.arg, 4) & s.occupied[me])
            found[action] = saved * (2.0 if short else 0.9) - 3.0 * lost - (v.d.front if near else 0.2)
            if v.storming and any(v.fed_there) and not any(fed_in(twin, me, v.prize)):
                found[action] -= v.d.game * 0.3  # whoever storms the capital must be fed there
    return found


def _forward(v: Survey, hex: int) -> float:
    """How much nearer to the goals of the stacks around it a depot would be than those that stand."""
    s, found = v.s, 0.0
    grid = v.m.grid
    for place, stack in v.mine.items():
        if grid.distance(place, hex) <= 3:
            travel = v.ground.travel[v.goal[place]]
            nearest = min((travel[depot] for depot in members(s.depots[v.me])), default=40)
            found += min(3.0, max(0.0, nearest - travel[hex])) * 0.06 * stack.front
    return min(found, 2.5)


# -- 10.0 restoration --------------------------------------------------------------------


@each("unit")
def restore(o: Any, seat: Any, unit: int) -> float:
    full, _, weak, _ = seat.s.m.cv[unit]
    return float(0.5 + full - weak + 0.1 * full)


# -- 11.0 re-deployment --------------------------------------------------------------------


class Transfer:
    """The best re-deployment: a unit from where it is least needed to where it is most."""

    def __init__(self, v: Survey, units: list[int]) -> None:
        self.v = v
        self.gain, self.unit, self.hex = 0.15, -1, -1
        self.near: dict[int, float] = {}  # strength of the enemy around a hex
        wanted = self._wanted()
        spare = sorted((self._staying(unit), unit) for unit in units if v.m.kind[unit] != COMMAND)
        known = Bounds(v.s, v.me)
        for stay, unit in spare[:8] if wanted else ():
            if wanted[0][0] <= stay + self.gain:
                break
            open_to = reach(v.s, unit, 0, False, known)
            for worth, hex in wanted:
                if worth - stay <= self.gain:
                    break
                if open_to >> hex & 1:
                    self.gain, self.unit, self.hex = worth - stay, unit, hex
                    break

    def _wanted(self) -> list[tuple[float, int]]:
        """Hexes where one more unit would help, the best first."""
        v, s = self.v, self.v.s
        found = []
        for city in v.ground.cities:
            if not (s.occupied[0] | s.occupied[1]) >> city & 1:
                bare = self._relief(()) if city == v.home and v.storm else 0.0
                found.append((v.weight(city) * (6.0 if v.last else 2.0) + bare, city))
        found += [(worth, hex) for hex, worth in v.stores.items() if hex not in v.mine]
        for hex, stack in v.mine.items():
            if len(stack.units) < v.m.stack_limit:
                help = self._relief(stack.units) if hex == v.home and v.storm else 0.0
                found.append((self._demand(hex, stack.front) + help, hex))
        found.sort(reverse=True)
        return found[:12]

    def _relief(self, garrison: tuple[int, ...]) -> float:
        """How much safer one more division makes the own capital."""
        v = self.v
        spare = next((u for hex, stack in v.mine.items() if hex != v.home for u in stack.units), -1)
        return v.open_home(list(garrison)) - v.open_home([*garrison, spare]) if spare >= 0 else 0.0

    def _demand(self, hex: int, front: float) -> float:
        """How much a stack lacks against the enemies around it, and how near it is to its goal."""
        v, near = self.v, self.near.get(hex)
        if near is None:
            around = v.m.near(hex, 2) & v.s.occupied[v.foe]
            near = self.near[hex] = sum(v.theirs[place].front for place in members(around)) if around else 0.0
        lack = max(-3.0, min(4.0, v.d.lack * (near + 3 - front))) if near else -0.5
        city = v.weight(hex) if v.m.victory >> hex & 1 else 0.3
        return lack * city + 1.5 / (2 + v.ground.travel[v.goal[hex]][hex])

    def _staying(self, unit: int) -> float:
        """What a unit is worth where it stands."""
        v = self.v
        hex = v.s.place[unit]
        stack = v.mine[hex]
        alone = len(stack.units) == 1
        keeps = v.weight(hex) * (6.0 if v.last else 2.0) if alone and v.m.victory >> hex & 1 else 0.0
        if alone:
            keeps += v.stores.get(hex, 0.0)
        if hex == v.home and v.storm:
            keeps += v.open_home([u for u in stack.units if u != unit]) - v.open_home(v.garrison)
        return keeps + self._demand(hex, stack.front - v.m.cv[unit][0])


def transfer(o: Any, seat: Any) -> Transfer:
    s, v = seat.s, o.survey(seat)
    key = seat.id, tuple(s.place), s.redeployed, s.turn, s.rp[v.me]
    found: Transfer = o.keep("transfer", key, lambda: Transfer(v, ready(s, v.me)))
    return found


def redeploy(o: Any, seat: Any, offered: list[Action]) -> Scores:
    plan = transfer(o, seat)
    return {Action("unit", plan.unit): 1.0, Action("pass"): 0.1}


def redeploy_to(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Where the unit in hand is most needed; if that is nowhere, as near to its goal as it gets."""
    if Action("stop") in offered:
        return {Action("stop"): 1.0}
    s, v, unit = seat.s, o.survey(seat), in_hand(seat.s)
    plan = Transfer(v, [unit])
    if Action("step", plan.hex) in offered:
        return {Action("step", plan.hex): 1.0}
    travel = v.ground.travel[v.goal.get(s.place[unit], v.home)]
    return {a: -0.01 * travel[a.arg] for a in offered if a.verb == "step"}


# -- 12.0 reinforcements --------------------------------------------------------------------


@by_thing()
def arrive(v: Survey, s: State, hex: int) -> float:
    return -0.01 * v.ground.travel[v.prize][hex] + 0.05 * len(units_at(s, v.me, hex))
