"""How each question of the game is answered: a function for every choice of every procedure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vistula.board.hexes import members
from vistula.kernel import Action, Seat
from vistula.players.kit.answers import Answers, Scores, by_thing, each

from ..model import POLAND, RUSSIA
from ..rules.combat import attackers_of
from ..rules.movement import half
from ..rules.queries import full_for
from ..rules.sequence import operations_allowed
from ..rules.supply import replaceable
from ..state import MOVEMENT, SUPPLIED, State
from .assault import assaults_now, defence_at_stake, supply_in, sure_supply
from .marches import moving_points
from .survey import Survey

if TYPE_CHECKING:
    from .choices import Officer

AT_ONCE = 100.0
"""What wins or saves the game counts for more than all else."""
Offered = list[Action]
answers = Answers()


# -- operations and supply --------------------------------------------------------------------------------


@answers("PlayerTurn.kind")
def operation(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    """Attack first what can be attacked already, unless moving first makes more of it."""
    s = seat.s
    left = operations_allowed(s) - s.operation + 1
    now = sum(a.gain for a in o.assaults(seat))
    plan = o.marches(seat, sure_supply(s))
    patience = o.doctrines[s.side].patience[min(left, 3) - 1]
    combat = now - patience * (plan.attacks if left > 1 else plan.settled.stands)
    if plan.ride is not None or (left == 1 and _door_stands_open(o, seat) and plan.settled.shut):
        return {Action("movement"): AT_ONCE, Action("combat"): combat, Action("stop"): -2.0}
    return {Action("combat"): combat if now > 0 else -1.0, Action("stop"): -2.0}


def _door_stands_open(o: Officer, seat: Seat[State]) -> bool:
    """Whether the enemy could walk into Warsaw if nobody moved any more."""
    v = o.survey(seat)
    return v.me == POLAND and v.sudden and o.posture(v).way_to_warsaw()


def price(v: Survey, front: int) -> float:
    """What a supply point is worth to its Front now."""
    left = 3 * v.turns_left + 4 - v.s.operation
    return v.doctrine.thrift * max(0.05, 0.5 * (1 - v.s.points[front] / left))


@answers("OperationSupply.spend")
def operation_supply(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    v, front = o.survey(seat), seat.frame.front  # type: ignore[union-attr]
    gain = _movement_gain(o, seat, front) if seat.s.operations[-1] == MOVEMENT else _combat_gain(v, front)
    return {Action("spend"): gain, Action("save"): price(v, front)}


def _movement_gain(o: Officer, seat: Seat[State], front: int) -> float:
    """Units that get where they are to go only with their full allowance."""
    v, s = o.survey(seat), seat.s
    plan = o.marches(seat, sure_supply(s))
    if plan.ride is not None and s.m.front[plan.ride.unit] == front:
        return AT_ONCE
    going = [(u, goal) for u, goal in plan.settled.goal.items() if s.m.front[u] == front]
    late = [u for u, goal in going if goal not in v.ground.reach(s.place[u], half(s.m.ma[u]), v.barred, v.ezoc)]
    return v.doctrine.haste * len(late)


def _combat_gain(v: Survey, front: int) -> float:
    """What supply makes of the attacks at hand."""
    s = v.s
    able = [s.supplied[f] == SUPPLIED if f < front else s.points[f] > 0 for f in (0, 1)]
    without = able[:]
    able[front], without[front] = True, False
    full, poor = (assaults_now(v, (have[0], have[1])) for have in (able, without))
    return sum(a.gain for a in full) - sum(a.gain for a in poor)


@answers("DefenceSupply.spend")
def defence_supply(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    v, front = o.survey(seat), seat.frame.front  # type: ignore[union-attr]
    return {Action("spend"): v.doctrine.stubborn * defence_at_stake(v, front), Action("save"): price(v, front)}


@answers("Resupply.declare")
def resupply(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    """Points and lost infantry against victory points, lost operations and the end of the sudden death."""
    v, s, front = o.survey(seat), seat.s, seat.frame.front  # type: ignore[union-attr]
    back = sorted((s.m.cf[u] for u in replaceable(s, front)), reverse=True)
    useful = max(0.0, 0.7 * 3 * (v.turns_left + 1) - s.points[front])
    hope = v.doctrine.hope * _warsaw_hope(v) if v.sudden else 0.0
    found: Scores = {}
    ends_ride = o.marches(seat, sure_supply(s)).ride is not None  # it would end the sudden death
    for action in offered:
        n = action.arg
        if action.verb == "resupply":
            gain = v.doctrine.supply_point * min(n, useful) + 0.9 * v.doctrine.factors[RUSSIA] * sum(back[:n])
            cost = -(-n // s.m.resupply.points_a_vp) + (0.8 if n <= s.m.resupply.small else 2.0)
            found[action] = -AT_ONCE if ends_ride else gain - cost - hope
    return found


def _warsaw_hope(v: Survey) -> float:
    """What the chance of a sudden death is worth, by the Russians near Warsaw and the time left."""
    s, m = v.s, v.m
    travel = v.ground.travel[m.warsaw]
    near = sum(m.cf[u] for u in m.russian if s.place[u] >= 0 and travel[s.place[u]] <= 9)
    return 1.0 + min(5.0, near / 6) if v.turns_left else near / 6


@answers("Resupply.replace", "ReinforcementPhase.arrivals")
@each("unit")
def call_up(o: Officer, seat: Seat[State], unit: int) -> float:
    return seat.s.m.cf[unit]


@answers("ReinforcementPhase.reorganization")
def reorganization(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    """Take off whom the enemy would destroy before he can act again."""
    v, s = o.survey(seat), seat.s
    posture = o.posture(v)
    if not o.hurried:
        posture.reconnoitre()
    back = s.turn + s.m.operations.reorganized <= s.m.turns
    found: Scores = {}
    for action in offered:
        if action.verb == "reorganize":
            hex = s.place[action.arg]
            value = v.values[action.arg]
            attack = posture.threat[hex] * v.doctrine.share
            lost = posture.harm(hex, attack, posture.mass[hex])
            lost += 0.0 if posture.linked >> hex & 1 else v.doctrine.isolation
            found[action] = value * (lost - (v.doctrine.rest if back else 0.8))
    return found


@answers("ReinforcementPhase.counterattack_order")
def counterattack(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    """Late, unless Warsaw is in danger already."""
    v = o.survey(seat)
    pressed = v.threat[v.m.warsaw] > v.doctrine.press
    early, late = v.m.counterattack.turns
    return {Action("order", early): 1.0 if pressed else -1.0, Action("order", late): 0.0}


# -- places for own units ---------------------------------------------------------------------------------


@answers("Placement.where")
def placement(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    v = o.survey(seat)
    posture = o.posture(v)
    if not o.hurried:
        posture.reconnoitre()
    return {a: posture.stand(seat.frame.unit, a.arg) for a in offered}  # type: ignore[union-attr]


@answers("Routs.where")
def rout(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    v, unit = o.survey(seat), seat.s.routing
    posture = o.posture(v, unit, [a.arg for a in offered if a.verb == "hex"])
    return {
        a: posture.stand(unit, a.arg) + 0.1 * v.distance[a.arg] if a.verb == "hex" and not _abroad(v, a.arg) else -5.0
        for a in offered
    }


def _abroad(v: Survey, hex: int) -> bool:
    return bool(v.m.east_prussia >> hex & 1)


@answers("Retreat.way")
def retreat(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    """Own units to where they stand best; enemies away from what they should defend or take."""
    v, unit = o.survey(seat), seat.frame.unit  # type: ignore[union-attr]
    if v.m.side[unit] == v.me:
        posture = o.posture(v, unit, [a.arg for a in offered])
        return {a: posture.stand(unit, a.arg) for a in offered}
    return {a: -_use_to_enemy(v, a.arg) for a in offered}


def _use_to_enemy(v: Survey, hex: int) -> float:
    """What a hex is good for to an enemy who is driven there."""
    use = v.pull(hex) if v.me == RUSSIA else sum(w * 8 / (8 + v.ground.travel[c][hex]) for w, c in v.guarded)
    if v.s.russian >> hex & 1 == v.me:
        use += 2 * v.prize(hex)
    return use


@answers("Advance.who_goes")
def advance(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    v, target = o.survey(seat), seat.frame.target  # type: ignore[union-attr]
    found: Scores = {}
    posture = o.posture(v, at=[target, *(v.s.place[a.arg] for a in offered if a.verb == "unit")])
    for action in offered:
        if action.verb == "unit":
            unit, hex = action.arg, v.s.place[action.arg]
            posture.lift(unit, hex)
            found[action] = posture.stand(unit, target) - posture.stand(unit, hex)
            posture.put(unit, hex)
    return found


@answers("Charge.second_hex")
def charge(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    v, frame = o.survey(seat), seat.frame
    unit, target = frame.unit, frame.target  # type: ignore[union-attr]
    posture = o.posture(v, unit, [target, *(a.arg for a in offered if a.verb == "hex")])
    full = full_for(v.s, unit)  # to overfill a stack costs a unit at the end of the phase
    return {
        a: -9.0
        if a.verb == "hex" and (_abroad(v, a.arg) or full >> a.arg & 1)
        else posture.stand(unit, target if a.verb == "stay" else a.arg)
        for a in offered
    }


# -- movement ---------------------------------------------------------------------------------------------


@answers("MovementPhase.pick")
def pick(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    """Next whoever has somewhere to go; a whole stack at once if all go together."""
    s = seat.s
    plan = o.marches(seat, supply_in(s))
    goal, rider = plan.settled.goal, plan.ride.unit if plan.ride else -1
    place, v = s.place, o.survey(seat)
    found: Scores = {}
    here: dict[int, list[int]] = {}
    for a in offered:
        if a.verb == "unit":
            here.setdefault(place[a.arg], []).append(a.arg)
    for a in offered:
        if a.verb == "unit":
            found[a] = (2.0 if a.arg == rider else 1.0) if goal.get(a.arg, place[a.arg]) != place[a.arg] else -1.0
        elif a.verb == "stack":
            units = here.get(a.arg, [])
            goals = {goal.get(u, a.arg) for u in units}
            points = {moving_points(v, u, (True, True)) for u in units}
            found[a] = 1.1 if len(goals) == 1 and goals != {a.arg} and len(points) == 1 else -1.1
    return found


@answers("Move.way")
def go_on(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    """The next hex on the way to the goal."""
    frame = seat.frame
    hex = frame.hex  # type: ignore[union-attr]
    goal = _goal(o, seat, hex)
    path = o.path(seat, goal) if goal != hex else []
    found = {a: -1.0 - (seat.s.m.east_prussia >> a.arg & 1) if a.verb == "step" else -3.0 for a in offered}
    return found | {Action("stop"): 0.0} | {Action("step", hex): 1.0 for hex in path[:1]}


def _goal(o: Officer, seat: Seat[State], hex: int) -> int:
    """Where the moving units are to go: as planned, or if that cannot be, where they stand best."""
    s = seat.s
    unit = members(s.moving)[0]
    goal = o.marches(seat, supply_in(s)).settled.goal.get(unit, hex)
    if goal == hex or o.path(seat, goal):
        return goal
    v, frame = o.survey(seat), seat.frame
    posture = o.posture(v, without=unit)
    before = v.ground.reach(hex, frame.left, v.barred, v.ezoc, frame.whole)  # type: ignore[union-attr]
    return max(before, key=lambda h: (posture.stand(unit, h), -h))


# -- combat -----------------------------------------------------------------------------------------------


@answers("CombatPhase.declare")
def declare(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    gains = {a.target: a.gain for a in o.assaults(seat)}
    return {a: gains.get(a.arg, -1.0) for a in offered if a.verb == "attack"}


@answers("Attack.muster")
def muster(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    frame: Any = seat.frame
    plan = {u for u, _ in o.muster(seat, frame.target, attackers_of(seat.s, frame.target)).units}
    return {a: 1.0 if a.arg in plan else -1.0 for a in offered if a.verb == "unit"}


@answers("Attack.attacker_loses", "StackingCheck.excess")
@by_thing()
def give_up(v: Survey, s: State, unit: int) -> float:
    return -v.values[unit]


@answers("Exchange.pay")
def pay(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    """The cheapest set of units that pays what is owed; of it the largest first."""
    v, owed = o.survey(seat), seat.frame.owed  # type: ignore[union-attr]
    units = [a.arg for a in offered]
    chosen = _cheapest(v, units, owed)
    return {a: (v.m.cf[a.arg] if a.arg in chosen else -v.values[a.arg]) for a in offered}


def _cheapest(v: Survey, units: list[int], owed: int) -> list[int]:
    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
    for u in units:
        for paid, (cost, chosen) in list(best.items()):
            total = min(owed, paid + v.m.cf[u])
            offer = cost + v.values[u], [*chosen, u]
            if total not in best or offer < best[total]:
                best[total] = offer
    return best[owed][1] if owed in best else units


@answers("Retreats.next_unit", "Routs.next_unit")
@by_thing()
def first_to_go(v: Survey, s: State, unit: int) -> float:
    return v.values[unit]


@answers("PolishDeployment.deployment", "RussianDeployment.deployment")
def deployment(o: Officer, seat: Seat[State], offered: Offered) -> Scores:
    """The historical places, or the nearest to them that the rules allow."""
    return {Action("done"): 2.0, Action("fill"): 1.0}
