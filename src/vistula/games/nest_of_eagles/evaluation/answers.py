"""What only this game asks: reactions, operations and orders, losses, replacements, and who answers which question."""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet
from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat
from vistula.players.kit import Scores, roles
from vistula.players.kit.officer import Officer

from ..model import POLAND, SOVIET
from ..rules.attack import Attack
from ..rules.boost import BOXES
from ..rules.cheka import finds
from ..rules.forced_march import EXTRA, MARCHES
from ..rules.morale import level, shift
from ..rules.movement import Move, hurries
from ..rules.priorities import NOTHING, THIRD_ARMY
from ..rules.queries import foes_near
from ..rules.rail import unreachable
from ..rules.replacements import pool_for, price_of
from ..rules.reserves import riders
from ..rules.routes import plan
from ..rules.seats import front_of
from ..rules.special_orders import ASSAULT, CHANCE, COUNTER, STUBBORN, THRUST
from ..rules.strength import work_out
from ..rules.targets import attackers_of
from ..rules.ways import allowance, ends
from ..state import OWN, REACTIVE_3, REBUILD, State, level_of, sp, units_at
from .worth import STRENGTH, box_price, prices, rounds_left, step_value

REPLACEMENT = 0.6
"""What one Replacement is worth: about a step."""
REACT_AT = 0.9
"""What a Reactive Movement must promise while there is another chance for it before the own turn ends."""
HASTE = 0.5
"""Of what moves bring in the enemy's turn, the part that the own next move would not bring as well."""
WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Of 36 throws of two dice, those that show each sum."""
SUCCESS = tuple(sum(WAYS[roll] for roll in range(3, min(chance, 11) + 1)) / 36 for chance in range(12))


def success(chance: int) -> float:
    """[10.3c] That an attack with this chance succeeds."""
    return SUCCESS[max(0, min(chance, 11))]


# -- reactions and operations -----------------------------------------------------------------------------------------


def react(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Before the First Attack for better attacks, in the enemy's turn for those whom he threatens; else as late as can
    be, for the right to it comes back with the own Replacement Phase."""
    s, me, plan = seat.s, o.brief.side(seat.id), o.plan(seat)
    attacks = plan.promise() - sum(attack.gain for attack in o.assaults(seat).values())
    if s.side != me:
        threat = o.field(seat).threat
        gain = HASTE * sum(goal.gain for goal in plan.goals if threat[goal.start])
    else:
        gain = max(0.0, attacks) + (plan.stands if s.phase == REACTIVE_3 else 0.0)
    price = 0.01 if s.side == me and s.phase == REACTIVE_3 else REACT_AT if s.side == me else 2 * REACT_AT
    return {a: {"react": gain, "pass": price}.get(a.verb, price - 1) for a in offered}  # never say never


def declare(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The first attack of a Theater or Front costs a Replacement, and so does the third: together they must be worth
    it."""
    found, sums = roles.declare(o, seat, offered), dict[int, float]()
    groups = {hex: _operation(seat.s, attack.target, attack.ids) for hex, attack in o.assaults(seat).items()}
    for hex, group in groups.items():
        sums[group] = sums.get(group, 0.0) + o.assaults(seat)[hex].gain
    poor = {group for group, total in sums.items() if total < _price(seat.s, group)}
    return {a: -1.0 if a.verb == "attack" and groups.get(a.arg) in poor else score for a, score in found.items()}


def _operation(s: State, target: Hex, units: set[int]) -> int:
    """What an attack counts for: a Theater of the Poles, a Front of the Soviets."""
    return s.m.theater_of[target] if s.side == POLAND else front_of(s, min(units))


def _price(s: State, group: int) -> float:
    """[17.1.1] What one more attack costs; nothing when no more Replacements will be used."""
    made = s.attacks[group] if s.side == POLAND else s.assaults[group] if group < len(s.assaults) else 1
    return REPLACEMENT if made in (0, 2) and s.round < s.m.scenarios[s.scenario].last else 0.0


def theater(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Where one more attack costs no Replacement."""
    return {a: -_price(seat.s, a.arg) for a in offered}


def muster(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Those whom the plan names; support joins wherever it may."""
    s, frame = seat.s, seat.frame
    assert isinstance(frame, Attack)
    ready = [unit for unit in attackers_of(s, frame.command, frame.target) if not s.rebel >> unit & 1]
    wanted = o.muster(seat, frame.target, [*ready, *frame.attackers]).ids
    found = dict.fromkeys(offered, 0.0)
    for a in offered:
        if a.verb == "unit":
            helps = s.m.support >> a.arg & 1 and s.m.icons[a.arg] > 0 and frame.attackers
            found[a] = 1.0 if a.arg in wanted else 0.5 if helps else -1.0
    return found


def pick(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Whose move brings most, of those who can still go where the plan has them: trains may have run out since."""
    s, found = seat.s, roles.pick(o, seat, offered)
    for a in sorted(found, key=lambda a: -found[a]):
        goal = o.plan(seat).of(a.arg) if a.verb == "unit" else None
        if goal is None or _can_go(s, a.arg, goal.hex):
            break
        found[a] = roles.IDLE
    return found


def hurried(s: State, unit: int, how: int) -> HexSet:
    """[23.2] Where a forced march of a kind takes a unit that has not moved."""
    return ends(s, unit, s.place[unit], allowance(s, unit) + EXTRA[how], True, how)


def _can_go(s: State, unit: int, hex: Hex) -> bool:
    if ends(s, unit, s.place[unit], allowance(s, unit), True) >> hex & 1:
        return True
    if any(hurried(s, unit, how) >> hex & 1 for how in hurries(s, unit)):
        return True
    return not any(bar.held(hex) for bar in unreachable(s, unit))


def march(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """On foot, or by rail where the plan's goal lies beyond a march."""
    frame = seat.frame
    assert isinstance(frame, Move)
    goal = o.plan(seat).of(frame.unit)
    if goal is not None and Action("rail", goal.hex) in offered and not seat.route(frame.unit, goal.hex):
        return {a: float(a == Action("rail", goal.hex)) for a in offered}
    if goal is not None and frame.fresh and not frame.forced and seat.s.forced_march:
        usual = ends(seat.s, frame.unit, frame.origin, frame.left, True)
        for how in hurries(seat.s, frame.unit) if not usual >> goal.hex & 1 else ():
            if Action(MARCHES[how]) in offered and hurried(seat.s, frame.unit, how) >> goal.hex & 1:
                return {a: float(a == Action(MARCHES[how])) for a in offered}
    return roles.march(o, seat, offered)


# -- orders -----------------------------------------------------------------------------------------------------------


def _attack_of(seat: Seat[State]) -> tuple[Attack, int, float]:
    """The attack in question, the chance it stands at, and what its success is worth."""
    s, attack = seat.s, seat.frame
    assert isinstance(attack, Attack)
    defenders = units_at(s, 1 - s.side, attack.target)
    cost = next(iter(plan(s, defenders).ways.values())).cost if defenders else 0
    step = min((step_value(s, unit) for unit in defenders), default=0.0)
    mine = s.held[1 - s.side] >> attack.target & 1
    town = prices(s).get(attack.target, 0.0) if mine else 0.0
    stake = 2 * box_price(s, s.m.theater_of[attack.target]) + town + cost * step + 0.5
    return attack, work_out(s, attack.attackers, attack.target, attack.order, attack.answer).chance, stake


def _lost(s: State, units: list[int]) -> float:
    """[14.2a, 14.2c] Half of the rolls cost a step."""
    return 0.5 * min((step_value(s, unit) for unit in units), default=1.0)


def order(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Assault where two more points bring more than half a step; Thrust where a chance is to spare."""
    attack, chance, stake = _attack_of(seat)
    price = {"assault": _lost(seat.s, attack.attackers) + 0.2, "thrust": 0.1}
    given, now = {"assault": ASSAULT, "thrust": THRUST}, success(chance)
    found = dict.fromkeys(offered, 0.0)
    for a in offered:
        if a.verb in given:
            found[a] = (success(chance + CHANCE[given[a.verb]]) - now) * stake - price[a.verb]
    return found


def answer(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Stubborn Defense where much is at stake, Counter Attack where the attack is weak anyway."""
    attack, chance, stake = _attack_of(seat)
    found = dict.fromkeys(offered, 0.0)
    for a in offered:
        if a.verb == "stubborn":
            saved = success(chance) - success(chance + CHANCE[STUBBORN])
            found[a] = saved * stake - _lost(seat.s, units_at(seat.s, 1 - seat.s.side, attack.target)) - 0.1
        elif a.verb == "counter":
            worse = success(chance + CHANCE[COUNTER])
            found[a] = 0.8 * (1 - worse) - (worse - success(chance)) * stake - 0.4
    return found


def losses(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The step that costs least."""
    return {a: -step_value(seat.s, a.arg) for a in offered}


def onward(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Further on where it is better than here."""
    unit = seat.frame.unit  # type: ignore[union-attr]
    posture, here = o.posture(seat, without=(unit,), few=True), seat.s.place[unit]
    stay = posture.stand((unit,), here) + 1e-6  # a train could go to and fro for ever
    return {a: posture.stand((unit,), a.arg) if a.verb == "step" else stay for a in offered}


# -- replacements -----------------------------------------------------------------------------------------------------


def spend(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The most strength for a Replacement: steps at the front, then whole units for the rounds that are left."""
    s, m, found = seat.s, seat.s.m, dict.fromkeys(offered, 0.0)
    for a in offered:
        if a.verb == "strengthen":
            now = level_of(s, a.arg)
            found[a] = 0.5 + m.sp[now - 1][a.arg] - m.sp[now][a.arg]
        elif a.verb == "rebuild":
            found[a] = 0.1 + (0.2 + rounds_left(s)) * m.sp[m.steps[a.arg] - 1][a.arg] / price_of(s, a.arg)
    return found


def front(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """To the Front with more units that wait for Replacements."""
    s = seat.s
    need = [0.0, 0.0, 0.0, 0.0]
    for unit in s.m.units_of[SOVIET]:
        if s.place[unit] == REBUILD or (s.place[unit] >= 0 and (s.reduced | s.remnant) >> unit & 1):
            need[pool_for(s, unit)] += 1
    return {a: 1.0 + need[OWN + 1 + a.arg] - s.pool[OWN + 1 + a.arg] if a.verb == "front" else 0.0 for a in offered}


def reorganize(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Whole divisions hold a line; a unit is filled where that adds strength. Nothing is split."""
    s, gain = seat.s, {"merge": 0.3, "fill": 0.2, "raise": 0.5, "group": 0.1, "split": -1.0}
    found = {a: gain.get(a.verb, 0.0) for a in offered}
    for a in offered:
        if a.verb == "merge" and (s.m.side[a.arg] != POLAND) == (level_of(s, a.arg) == 0):
            found[a] = -0.3  # a recreated division is Reduced: weak brigades lose nothing by it
    return found


def cheka(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Where recruits are most likely; next to the enemy a marker is soon lost."""
    s = seat.s
    near = foes_near(s, SOVIET)
    return {a: finds(s, a.arg) - 3 * (near >> a.arg & 1) if a.verb == "place" else 0.0 for a in offered}


def disband(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """For a cavalry division as strong as the unit that goes."""
    s, found = seat.s, dict.fromkeys(offered, 0.0)
    for a in offered:
        if a.verb == "disband":
            best = max(s.m.sp[1][division] for division in riders(s, front_of(s, a.arg)))
            found[a] = best + 0.5 - sp(s, a.arg)
    return found


def boost(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Where two boxes bring a higher level: an Event for the enemy is worth about as much as they are."""
    s, me = seat.s, o.brief.side(seat.id)
    found = dict.fromkeys(offered, 0.0)
    for a in offered:
        if a.verb == "theater":
            raised = s.copy()
            raised.desk = None
            shift(raised, me, a.arg, BOXES, "23.3a")
            found[a] = level(raised, me, a.arg) - level(s, me, a.arg) - 0.5
    return found


def priority(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Two cavalry divisions for one of infantry; the Polish ones cost more than they are likely to bring."""
    best = NOTHING if o.brief.side(seat.id) == POLAND else THIRD_ARMY
    return {a: float(a.arg == best) for a in offered}


def strongest(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Units that are not on the map, by what they would be there."""
    m = seat.s.m
    return {a: STRENGTH * m.sp[0][a.arg] + (m.elite >> a.arg & 1) for a in offered}


ROLES = {
    "ReactivePhase.activate": react,
    "Marches.pick": pick,
    "Move.go": march,
    "Attacks.declare": declare,
    "Attack.muster": muster,
    "Attack.join": roles.always("agree"),
    "Attack.orders": order,
    "Attack.answers": answer,
    "Operation.theater": theater,
    "Losses.who_loses": losses,
    "Retreat.part": roles.always("together"),
    "Retreat.way": roles.place(roles.named("group")),
    "Advance.who_goes": roles.follow(roles.named("target")),
    "Onward.go": onward,
    "Arrivals.pick": roles.most,
    "Arrivals.where": roles.place(roles.only("unit")),
    "Spending.spend": spend,
    "Reorganizing.reorganize": reorganize,
    "Reorganizing.partner": roles.most,
    "Reorganizing.division": strongest,
    "Reorganizing.half": strongest,
    "Reorganizing.filled": roles.most,
    "Transfer.decide": roles.always("pass"),
    "Cheka.place": cheka,
    "Reserves.infantry": roles.always("unit"),
    "Reserves.cavalry": disband,
    "Reserves.form": strongest,
    "EitherFront.decide": front,
    "ReplacementPhase.exchange": front,
    "ReplacementPhase.bonus": front,
    "Deserters.pick": roles.most,
    "Revolution.where": roles.place(lambda seat: (seat.s.m.prd,)),
    "Muster.call": roles.always("usual"),
    "Flight.where": roles.always("pass"),
    "FlyHome.where": roles.always("place"),
    "Emissaries.send": roles.always("send"),
    "Return.where": roles.always("place"),
    "MoraleBoost.decide": boost,
    "Events.play": roles.always("event"),
    "EventPlay.react": roles.always("event"),
    "SentAway.pick": roles.least,
    "Hungarians.pick": roles.most,
    "SovietMarkers.schedule": roles.first,
    "SovietMarkers.dummy": roles.always("round"),
    "VolunteerMarkers.lay": roles.first,
    "Priorities.decide": priority,
    "PolishPriority.levy": roles.least,
    "PolishPriority.army": roles.most,
    "SilesianReward.instead": roles.least,
}
