"""What an officer thinks of each answer, question by question."""

from __future__ import annotations

from typing import Any

from vistula.board.hexes import members
from vistula.kernel.decision import Action
from vistula.players.kit.answers import Answers, Scores, always, by_thing, each

from ..model import ARTILLERY
from ..rules.activation import marker_cost
from ..rules.advance import charge_hexes
from ..rules.attack import Attack
from ..rules.command import command_reach, movable_commands, serves
from ..rules.movement import Plan
from ..rules.outcomes import Outcome
from ..rules.queries import facing_hex
from ..shown.routes import ways_of
from ..state import State, units_at
from . import logistics
from .logistics import hit_cost
from .marches import Standing, outlook
from .stacks import Stack
from .survey import Survey

YES = 1.0
answers = Answers()


def plainly(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Questions of cards and the like: strike where the enemy is strong, give what costs least."""
    v: Survey = o.survey(seat)
    found: Scores = {}
    for action in offered:
        if action.verb == "hex":
            found[action] = v.theirs[action.arg].front if action.arg in v.theirs else 0.1
        elif action.verb == "unit" and v.m.side[action.arg] == v.me:
            found[action] = -hit_cost(seat.s, action.arg)
        elif action.verb in ("many", "pay", "roll", "card"):
            found[action] = 0.5
    return found


# -- 13.2, 7.1 inspection and markers --------------------------------------------------------------------


@answers("Inspections.which")
@each("inspect", done=0.05)
def inspect(o: Any, seat: Any, hex: int) -> float:
    return float(seat.s.veiled.get(hex, 0) + 0.1)


@answers("Allocation.allocate")
def allocate(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Markers where an order promises most; points are kept for units that can be restored."""
    v: Survey = o.survey(seat)
    s, found = seat.s, {}
    weak = sum(1 for stack in v.mine.values() for u in stack.units if s.weak >> u & 1 and not v.m.single[u])
    dear = v.d.restore if weak >= s.rp[v.me] else v.d.marker_at
    for action in offered:
        if action.verb in ("mark", "free"):
            intent = o.intent(seat, action.arg) if not s.markers.get(action.arg) else None
            cost = 0.0 if action.verb == "free" else marker_cost(s, v.me, action.arg) * dear
            found[action] = (intent.gain if intent is not None else -1.0) - cost
    return found


@answers("Orders.which")
@each()
def which_order(o: Any, seat: Any, hex: int) -> float:
    """The order that promises most first; those that promise nothing last."""
    intent = o.intent(seat, hex)
    return intent.gain if intent is not None else -1.0


# -- 7.2 one order --------------------------------------------------------------------


@answers("Order.plan")
def order(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Carry out what was intended with the stack."""
    s, frame = seat.s, seat.frame
    intent = o.intent(seat, frame.hex)
    if intent is None:
        return _no_intent(o, seat, offered)
    if intent.turns:
        return {Action("turn", intent.hex): YES} if not frame.path else _finish(offered)
    moving, group = set(members(s.moving)), set(intent.group)
    if not frame.path and moving != group:
        return _gather(offered, moving, group)
    way = _way(o, seat, intent.hex)
    step = len(frame.path)
    by_card = [action for action in offered if action.verb in ("raid", "forced_march")]
    if by_card and (not way or way[-1] != intent.hex):
        return {by_card[0]: YES}
    if way[:step] == frame.path and step < len(way):
        return {Action("step", way[step]): YES}
    return _finish(offered)


def _gather(offered: list[Action], moving: set[int], group: set[int]) -> Scores:
    if Action("all") in offered and len(group) > 1 and not moving:
        return {Action("all"): 0.5 if len(group) < 4 else YES} | {Action("unit", u): 0.6 for u in group}
    found = {Action("unit", u): YES for u in group - moving}
    if not any(a in offered for a in found):  # it cannot be done as planned
        return {a: 0.5 if a.verb == "step" else 0.0 for a in offered}
    return found


def _finish(offered: list[Action]) -> Scores:
    """Give the order, go on, or take the hexes of a card where nothing can be reached without them."""
    last = {"order": YES, "step": 0.2, "forced_march": 0.1, "raid": 0.1}
    return {a: last.get(a.verb, 0.0) for a in offered}


def _way(o: Any, seat: Any, goal: int) -> list[int]:
    """The way to the goal as the rules allow it, or to the best hex that can be had."""
    s, frame = seat.s, seat.frame
    group = members(s.moving)
    key = seat.id, s.turn, frame.hex, s.moving, frame.bonus, goal, tuple(s.occupied), tuple(s.place)

    def work() -> list[int]:
        plan = Plan(frame.side, frame.hex, [], group, list(frame.companions), frame.bonus)
        found = ways_of(s, plan, 1 << goal)
        if goal in found:
            return list(found[goal])
        found = ways_of(s, plan)
        standing = Standing(o.survey(seat), frame.hex, group)
        return list(max(found.items(), key=lambda way: (standing.at(way[0]), -way[0]))[1]) if found else []

    way: list[int] = o.keep("way", key, work)
    return way


def _no_intent(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """An order must be given: stay if that is possible, turn to where the stack should look, or go the least harm."""
    v, frame = o.survey(seat), seat.frame
    if frame.path:
        return _finish(offered)
    if Action("discard") in offered:
        return {Action("discard"): YES}
    best = outlook(v, frame.hex, units_at(seat.s, v.me, frame.hex))
    now = facing_hex(seat.s, frame.hex)
    found = {a: 0.5 - 0.1 * v.m.grid.distance(a.arg, best) for a in offered if a.verb == "turn" and a.arg != now}
    if seat.s.moving:
        standing = Standing(v, frame.hex, members(seat.s.moving))
        found |= {a: 1 + 0.01 * standing.at(a.arg) for a in offered if a.verb == "step"} or _finish(offered)
    return found or {a: 0.1 for a in offered if a.verb == "unit"}


@answers("Facing.which")
def face(o: Any, seat: Any, offered: list[Action]) -> Scores:
    v, hex = o.survey(seat), seat.frame.hex
    if not seat.s.occupied[v.me] >> hex & 1:  # an enemy stack: let it look away
        mine = [place for place in v.mine if v.m.grid.distance(place, hex) <= 3]
        return {a: float(sum(v.m.grid.distance(a.arg, place) for place in mine)) for a in offered if a.verb == "face"}
    best = outlook(v, hex, units_at(seat.s, v.me, hex))
    return {a: -0.1 * v.m.grid.distance(a.arg, best) + 0.5 for a in offered if a.verb == "face"}


# -- 8.0 command units --------------------------------------------------------------------

SERVICE = (1.0, 1.0, 0.8, 0.65, 0.5, 0.3, 0.15)
NONE = 99


class Headquarters:
    """Where command units are wanted: with stacks that could attack, near those that should march."""

    def __init__(self, v: Survey, movable: list[int]) -> None:
        self.v = v
        s, distance = v.s, v.m.grid.distance
        self.want = [(hex, *self._wanted(hex, stack)) for hex, stack in v.mine.items()]
        placed = [c for c in v.m.commands_of[v.me] if s.place[c] >= 0]
        self.near: dict[int, list[int]] = {}  # by commander: how far it is from each stack, 99 where it does not serve
        for c in placed:
            serving = [serves(s, c, hex, v.mine[hex].units) for hex, _, _ in self.want]
            self.near[c] = [
                distance(s.place[c], want[0]) if serve else NONE for want, serve in zip(self.want, serving, strict=True)
            ]
        self.gain, self.commander, self.hex = 0.05, -1, -1
        for commander in movable:
            self._place(commander)

    def _wanted(self, hex: int, stack: Stack) -> tuple[float, float]:
        """What a command unit next to a stack is worth for attacks, and for orders."""
        v = self.v
        ahead = facing_hex(v.s, hex)
        strike = 0.0
        if ahead in v.theirs:
            strike = max(0.0, v.gain(stack, hex, ahead) - v.d.attack_at)
        return 1.5 * strike, 0.08 * stack.front

    def _place(self, commander: int) -> None:
        """The best hex for one command unit while the others stay."""
        v, own = self.v, self.near[commander]
        others = [near for c, near in self.near.items() if c != commander]
        lacking = []
        for n, (hex, strike, march) in enumerate(self.want):
            if own[n] < NONE:
                nearest = min((near[n] for near in others), default=NONE)
                level = SERVICE[nearest] if nearest < len(SERVICE) else 0.0
                if level < 1.0:
                    lacking.append((hex, 0.0 if nearest <= 1 else strike, march, level))
        if not lacking:
            return
        here = self._worth(v.s.place[commander], lacking)
        for hex in command_reach(v.s, commander):
            if hex in v.mine:
                gain = self._worth(hex, lacking) - here
                if gain > self.gain:
                    self.gain, self.commander, self.hex = gain, commander, hex

    def _worth(self, place: int, lacking: list[tuple[int, float, float, float]]) -> float:
        v, found = self.v, 0.0
        distance = v.m.grid.distance
        for hex, strike, march, level in lacking:
            away = distance(place, hex)
            if away <= 1:
                found += strike
            if away < len(SERVICE) and SERVICE[away] > level:
                found += march * (SERVICE[away] - level)
        alone = place not in v.mine and v.m.near(place, 3) & v.s.occupied[v.foe]
        return found - (1.5 if alone else 0.0)


def headquarters(o: Any, seat: Any) -> Headquarters:
    s, v = seat.s, o.survey(seat)
    key = seat.id, tuple(s.place), tuple(s.facing), s.led, s.turn
    found: Headquarters = o.keep("headquarters", key, lambda: Headquarters(v, movable_commands(s, v.me)))
    return found


@answers("CommandPhase.pick", "CommandMove.where")
def command(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Which command unit moves, and where to."""
    plan = headquarters(o, seat)
    return {Action("commander", plan.commander): YES, Action("hex", plan.hex): YES, Action("pass"): 0.1}


# -- 9.0 combat --------------------------------------------------------------------


@answers("Avoidance.which")
@by_thing("avoid")
def avoid(v: Survey, s: State, hex: int) -> float:
    """Cavalry slips away where an attack on it would go ill."""
    keeps = v.m.victory >> hex & 1
    return v.peril(v.mine[hex], hex, facing_hex(s, hex)) - 0.8 - (3.0 if keeps else 0.0)


def _strike(v: Survey, hex: int, target: int, more: float = 0.0) -> float:
    if target not in v.theirs:
        return v.d.command  # a command unit alone
    stack = v.mine[hex]
    if more:
        stack = stack._replace(front=stack.front + more)
    return v.gain(stack, hex, target)


@answers("CombatPhase.declare", "Further.again")
@by_thing("attack")
def attack(v: Survey, s: State, hex: int) -> float:
    return _strike(v, hex, facing_hex(s, hex)) - v.d.attack_at


@answers("Attack.call")
def call(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Alone, or with a second stack that may come or spoil everything."""
    v, frame = o.survey(seat), seat.frame
    alone = _strike(v, frame.hex, frame.target)
    found = {Action("alone"): alone}
    for action in offered:
        if action.verb == "second":
            own = max(0.0, _strike(v, action.arg, frame.target) - v.d.attack_at)
            both = _strike(v, frame.hex, frame.target, v.mine[action.arg].front)
            found[action] = (both + alone) / 3 - 0.7 * own
    return found


answers("Attack.attackers_card", "Attack.defenders_card")(always("card"))
answers("Disguise.dummies")(always("done"))


@answers("Hits.which")
@each()
def take_hit(o: Any, seat: Any, unit: int) -> float:
    """The unit that misses it least; guns first where they are lost anyway."""
    s, fight = seat.s, seat.under(Attack)
    doomed = fight is not None and fight.outcome >= Outcome.RETREAT and seat.frame.side != fight.winner
    return 0.0 if doomed and s.m.kind[unit] == ARTILLERY else -hit_cost(s, unit)


def _refuge(v: Survey, s: Any, hex: int, side: int) -> float:
    """How well a beaten stack of a side would be off in a hex."""
    grid = v.m.grid
    friends, foes = s.occupied[side], s.occupied[1 - side]
    worth = 1.0 if friends >> hex & 1 else 0.0
    if side == v.me:
        worth += 1.5 if v.supplied >> hex & 1 else 0.0
    worth -= 0.6 * (grid.around[hex] & foes).bit_count()
    worth += 2.0 if v.m.victory >> hex & 1 else 0.0
    home = min(v.ground.travel[v.ground.strongholds[side]][hex], 40)
    return float(worth - 0.05 * home - (2.0 if v.m.east_prussia >> hex & 1 else 0.0))


@answers("Retreat.through", "Retreat.to")
def retreat(o: Any, seat: Any, offered: list[Action]) -> Scores:
    v, s, frame = o.survey(seat), seat.s, seat.frame
    sign = 1 if frame.side == v.me else -1
    found: Scores = {}
    for action in offered:
        ends = [end for via, end in frame.choices(s) if via == action.arg] if frame.at == "through" else [action.arg]
        values = [_refuge(v, s, end if end >= 0 else action.arg, frame.side) for end in ends]
        found[action] = max(sign * value for value in values) if values else 0.0
    return found


@answers("Advance.who_goes")
def advance(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Follow where the hex is worth more than the one that is left."""
    v, s, frame = o.survey(seat), seat.s, seat.frame
    units = [u for u in units_at(s, v.me, frame.start) if frame.among >> u & 1]
    units = [u for u in units if frame.overrun or s.m.kind[u] != ARTILLERY]
    if not units or frame.start not in v.mine:
        return {Action("done"): 0.1}
    standing = Standing(v, frame.start, units)
    gain = standing.at(frame.hex) - standing.now() - standing.leaving()
    return {a: gain + (0.2 if a.verb == "all" else 0.0) for a in offered if a.verb != "done"}


@answers("Advance.charge")
@by_thing("unit")
def charge(v: Survey, s: State, unit: int) -> float:
    return max(_further(v, s, unit).values(), default=-1.0) - 0.2


@answers("Exploit.where")
@each("hex")
def charge_to(o: Any, seat: Any, hex: int) -> float:
    return _further(o.survey(seat), seat.s, seat.frame.unit).get(hex, -9.0)


def _further(v: Survey, s: State, unit: int) -> dict[int, float]:
    hex = s.place[unit]
    if hex not in v.mine:
        return {}
    standing = Standing(v, hex, [unit])
    here = standing.at(hex) + standing.leaving()
    return {to: standing.at(to) - here for to in charge_hexes(s, unit)}


answers("EventsPhase.card")(logistics.lay)
answers("DepotPhase.actions", "DepotPhase.shortfall")(logistics.depots)
answers("RestorationPhase.restoration")(logistics.restore)
answers("RedeploymentPhase.redeploy")(logistics.redeploy)
answers("Redeployment.where")(logistics.redeploy_to)
answers("Arrival.where")(logistics.arrive)
