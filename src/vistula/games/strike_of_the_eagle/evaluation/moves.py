"""7.31 as an officer sees it: who executes a movement order, and where he goes; rail, withdrawals, retreats."""

from __future__ import annotations

from typing import Any

from vistula.board.hexes import bits
from vistula.kernel import Action

from ..model import MARCHING, TO_ORDERS
from ..rules.executors import ways
from ..rules.tokens import order_by_id
from ..state import Order, State
from .scheme import Plan, Scheme
from .scoring import Scores, answers, by_thing, each
from .survey import Survey

YES = 1.0


def running(o: Any, seat: Any) -> tuple[Order, Scheme, Plan]:
    """The order that is being executed, and what is planned with it now."""
    frame = seat.frame
    order = order_by_id(seat.s, frame.id)
    scheme = o.scheme(seat, frame.command, order.id)
    return order, scheme, scheme.plan(order.type, order.area)


@answers("MoveOrder.pick", "RailOrder.pick")
@each("block")
def pick_block(o: Any, seat: Any, piece: int) -> float:
    """Whoever is planned to go; nobody more if that promises nothing."""
    _, scheme, plan = running(o, seat)
    going = [mover for mover, _, _ in plan.moves]
    return YES - 0.01 * going.index(piece) if piece in going else -1.0 + reluctance(scheme, piece)


def reluctance(scheme: Scheme, piece: int) -> float:
    """If somebody must go, who is missed least."""
    v = scheme.v
    return 0.1 * scheme.leave([piece]) - 0.02 * v.s.sp[piece] - (0.2 if v.leader(piece) else 0.0)


@answers("MoveOrder.way")
def way(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """The next area on the way to where the block is to go, from the side it is to come from."""
    order, scheme, plan = running(o, seat)
    frame, v = seat.frame, scheme.v
    piece = frame.piece
    goal, origin = order.area if order.type in TO_ORDERS else -1, -1
    for mover, area, last in plan.moves:
        if mover == piece:
            goal, origin = area, last
    if not frame.gone and (split := detachment(scheme, piece, offered)) is not None:
        return {split: YES}
    if goal < 0 or frame.gone:
        goal = goal if order.type in TO_ORDERS else best_goal(scheme, frame, order)
    steps = [action for action in offered if action.verb == "step"]
    found = {action: approach(scheme, frame, action.arg, goal, origin) for action in steps}
    if steps and max(found.values()) < 0 and not frame.gone:  # the way is barred: elsewhere, as little as may be
        found = {action: elsewhere(scheme, piece, action.arg) for action in steps}
    found |= {action: -9.0 for action in offered if action.verb in ("detach", "detach-two")}
    found[Action("halt")] = YES if goal == v.s.place[piece] else 0.0
    return found


def elsewhere(scheme: Scheme, piece: int, area: int) -> float:
    """What a step is worth that leads nowhere."""
    return -1.0 if scheme.hostile(area) else 0.1 * scheme.shift(piece, area, False) - 0.5


def detachment(scheme: Scheme, piece: int, offered: list[Action]) -> Action | None:
    """A brigade that stays behind where a city would be left to nobody."""
    v = scheme.v
    here = v.s.place[piece]
    able = [action for action in offered if action.verb == "detach"]
    alone = not [p for p in scheme.staying(here) if p != piece]
    bare = v.held[v.me] & ~v.s.garrisons[v.me]
    if able and alone and here not in v.theirs and bare >> here & 1 and v.worth(here) >= 0.5:
        return able[0]
    return None


def best_goal(scheme: Scheme, frame: Any, order: Order) -> int:
    """Where a block on an Out order does best, of all that it can still reach; its place, if it stands well."""
    v, piece = scheme.v, frame.piece
    here = v.s.place[piece]
    march = order.type in MARCHING
    best, goal = 0.0, here if frame.gone else -1
    if frame.gone and v.m.vp[here] > 0 and not v.held[v.foe] >> here & 1:
        best = v.worth(here) if not v.held[v.me] >> here & 1 or not [p for p in v.mine[here] if p != piece] else 0.0
    reach = ways(v.s, v.me, here, frame.left, scheme.g)
    for area in bits(reach):
        if scheme.hostile(area):
            origins = scheme.entrances(piece, area, frame.left)
            gain = scheme.best_assault(area, [(piece, origins, scheme.power(piece, march))])[0] if origins else -1.0
        else:
            gain = scheme.shift(piece, area, march)
        if goal < 0 or gain > best:
            best, goal = gain, area
    return goal


def approach(scheme: Scheme, frame: Any, area: int, goal: int, origin: int) -> float:
    """How well a step leads on to the goal."""
    v = scheme.v
    if area == goal:
        return 0.9 if origin in (-1, v.s.place[frame.piece]) else 0.5
    if scheme.hostile(area):
        return -1.0
    if area == origin:
        return 0.8
    if goal >= 0 and ways(v.s, v.me, area, frame.left - 1, scheme.g) >> goal & 1:
        return 0.6 - 0.05 * v.far[area][goal]
    return -0.1 * (v.far[area][goal] if goal >= 0 else 1)


# -- rail -------------------------------------------------------------------------------------------


@answers("RailOrder.ride")
@each("step")
def ride(o: Any, seat: Any, area: int) -> float:
    scheme: Scheme = o.scheme(seat, seat.frame.command, seat.frame.id)
    return scheme.shift(seat.frame.piece, area, False)


# -- going back -------------------------------------------------------------------------------------


@answers("WithdrawOrder.haven", "DefenderRetreat.where", "CounterStroke.where", "ExcessBlocks.elsewhere")
@by_thing("retreat", "step", "go")
def refuge(v: Survey, s: State, area: int) -> float:
    """Where beaten or withdrawing blocks go: into supply, to a city, to friends, away from the enemy."""
    near = v.fed[v.me][0] >> area & 1
    strength, _ = v.threat(area)
    friends = sum(v.s.sp[p] for p in v.mine.get(area, ()))
    return near + 0.4 * v.field(area) + 0.3 * v.worth(area) - 0.06 * strength + 0.05 * friends


@answers("WithdrawOrder.block", "DefenderRetreat.overflow", "AttackerRetreat.back", "Advance.crowd")
@answers("Occupation.come", "ExcessBlocks.which", "ExcessBlocks.who_goes")
@by_thing("block", "come-in")
def who_first(v: Survey, s: State, piece: int) -> float:
    """The strongest blocks where there is no room for all."""
    return s.sp[piece] + (2.0 if s.m.leader[s.unit[piece]] else 0.0)


@answers("Desertions.which", "WithdrawOrder.loss", "TakeLosses.block", "Commissars.which")
@by_thing("lose")
def who_loses(v: Survey, s: State, piece: int) -> float:
    """Strong blocks lose a point before weak ones, infantry before cavalry, leaders last."""
    unit = s.unit[piece]
    return s.sp[piece] - 0.3 * v.mounted(piece) - 5.0 * s.m.leader[unit] + 0.05 * s.m.max_sp[unit]


@answers("RestedTroops.which", "Battle.named", "Hospitals.which", "ReorganizeOrder.pick")
@by_thing("block")
def reorganize(v: Survey, s: State, piece: int) -> float:
    """The block that has most to gain from it."""
    wanted = s.m.max_sp[s.unit[piece]] - s.sp[piece] + v.mounted(piece)
    return 1.0 + 0.1 * wanted + 0.05 * v.field(s.place[piece])


# -- a raid (Soviet card 5) ---------------------------------------------------------------------------


@answers("AfterMoves.which")
@each("block")
def raid(o: Any, seat: Any, piece: int) -> float:
    """Whoever rides where that promises something."""
    v, s, scheme = o.survey(seat), seat.s, o.scheme(seat, seat.frame.command)
    places = ways(s, v.me, s.place[piece], s.m.move[1], scheme.g) & ~v.areas_held[v.foe]
    gains = [scheme.shift(piece, area, False) for area in bits(places)]
    return float(max(gains, default=-1.0) + scheme.leave([piece]))


@answers("AfterMoves.ride")
@each("step")
def raid_way(o: Any, seat: Any, area: int) -> float:
    scheme: Scheme = o.scheme(seat, seat.frame.command)
    return -1.0 if scheme.hostile(area) else scheme.shift(seat.frame.piece, area, False)
