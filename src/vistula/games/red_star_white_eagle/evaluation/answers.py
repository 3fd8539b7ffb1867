"""What only this game asks: arrivals, replacements, declarations, attacks and losses, and who answers what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from vistula.board.hexes import Hex, collect, members
from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat
from vistula.players.kit import Scores, roles
from vistula.players.kit.assault import Assault, Judge, pick_among
from vistula.players.kit.officer import Officer

from ..rules.advance import Advance
from ..rules.combat import Attack
from ..rules.ground import STANDARD, STRATEGIC
from ..rules.movement import UNDECIDED, Move
from ..rules.national_rail import CAPACITY, load, stations
from ..rules.queries import hexes_of, scene, within
from ..rules.replacements import price
from ..rules.retreat import Retreat
from ..rules.routes import danger, plan
from ..rules.stacking import full, overfull
from ..rules.standdown import bound
from ..rules.strategic import no_strategic, points
from ..rules.ways import ends
from ..state import State, attack, defence, on_map
from ..units import FULL, POLAND, RUSSIA
from .garrison import garrison
from .services import deliveries, harbours, needs, sail, to_reserve, way_in, worth_buying
from .worth import step_value, turns_left, value_of

if TYPE_CHECKING:
    from .brief import Brief

RECREATED = 0.05
"""Victory points for a replacement factor that a recreated unit must be worth."""
NOWHERE = -1
ERRAND = 0.02
"""Before the end of a movement phase and after everything else: counters go to their units, the idle into the
reserve."""
CALLED = 50.0
"""Before all else: who must be in Warsaw."""
HELPLESS = 1.0
"""Attack factors for each defence factor that faces it with which the West Front is not worth keeping in the field."""
WASTED = 20.0
"""More than any place is worth."""
STRIDE = 4
"""Hexes that a division marches in a turn, and one more."""
STRIKE_AT = 0.6
"""The part of the game that is left when the docks of Danzig are called out."""


# -- arrivals and replacements ----------------------------------------------------------------------------------------


def menu(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Whoever can come in does; factors go into the units that are worth most for them."""
    s, usual = seat.s, {"all": 9.0, "enter": 8.0, "rebuild": 7.0, "substitute": 0.5}
    found = {a: usual.get(a.verb, -1.0) for a in offered}
    counters = worth_buying(s, getattr(seat.frame, "command", 0), o.brief.side(seat.id))
    for a in offered:
        if a.verb == "done":
            found[a] = 0.0
        elif a.verb == "recreate":
            paid = price(s, a.arg, FULL)
            found[a] = value_of(s, a.arg) / paid - RECREATED if paid else 1.0
        elif a.verb == "counter" and a.arg in counters:
            found[a] = counters[a.arg] - RECREATED
    return found


def come_in(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Units where they are of most use, counters on the net that leads to a unit which wants them."""
    found, s = roles.place(roles.only("piece"))(o, seat, offered), seat.s
    piece = seat.frame.piece  # type: ignore[union-attr]
    if piece >= s.m.count:
        good = way_in(s, piece, o.brief.side(seat.id))
        found = {a: score + (1.0 if a.verb == "place" and good >> a.arg & 1 else 0.0) for a, score in found.items()}
    return found


def least_number(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The full side of a counter; as little cavalry as will do."""
    return {a: -float(a.arg) for a in offered}


def come_back(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """[17.4.2b] Over the edge again, but not into Lithuania, where nobody may be when the attacks are over."""
    found, abroad = roles.place(roles.only("unit"))(o, seat, offered), seat.s.m.lithuania
    return {a: score - (WASTED if abroad >> a.arg & 1 else 0.0) for a, score in found.items()}


# -- movement ---------------------------------------------------------------------------------------------------------


def pick(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Whose move brings most; at the end whoever may not stay where he is."""
    found, called, errands = roles.pick(o, seat, offered), _called(o, seat), _errands(o, seat)
    found |= {a: CALLED for a in offered if a.verb == "unit" and a.arg in called}
    for a in offered:
        if a.verb == "unit" and a.arg in errands and found[a] <= 0:
            found[a] = ERRAND
    for a in sorted(found, key=lambda a: -found[a]):  # others may have filled the hex since, or taken the trains
        goal = o.plan(seat).of(a.arg) if a.verb == "unit" else None
        hexes = [called[a.arg]] if a.verb == "unit" and a.arg in called else []
        hexes += [goal.hex] if goal is not None else []
        if a.verb != "unit" or found[a] <= 0 or found[a] == ERRAND or any(_can_go(seat.s, a.arg, hex) for hex in hexes):
            break
        found[a] = roles.IDLE
    if any(a.verb == "end" for a in offered):
        return found
    s = seat.s
    crowded = set(overfull(s, o.brief.side(seat.id)))
    return {
        a: score + (1.0 if s.place[a.arg] in crowded else 0.0) - 0.1 * value_of(s, a.arg) for a, score in found.items()
    }


def _errands(o: Officer, seat: Seat[State]) -> Mapping[int, Hex]:
    """Counters with the hex to which they are to go, and Poles who go into the reserve, with none."""
    brief, s = cast("Brief", o.brief), seat.s
    me, command = brief.side(seat.id), getattr(seat.frame, "command", 0)
    planned = collect(unit for goal in o.plan(seat).goals for unit in goal.units)

    def work() -> Mapping[int, Hex]:
        idle = to_reserve(s, command, planned | collect(brief.posted(s))) if me == POLAND else 0
        return {**deliveries(s, command, me), **dict.fromkeys(members(idle), NOWHERE)}

    return brief.errands.once((command, brief.key(s), s.moved, s.rail_used), work)


def _can_go(s: State, unit: int, hex: Hex) -> bool:
    """Whether a unit that has not moved can end its move in a hex, in whatever way."""
    if s.m.flotillas >> unit & 1:
        return bool(harbours(s, unit) >> hex & 1)
    if ends(s, unit, points(s, unit)) >> hex & 1:
        return True
    if load(s, unit) <= CAPACITY - s.rail_used and stations(s, unit) & ~full(s, unit) & 1 << hex:
        return True
    if any(bar.held(0) for bar in no_strategic(s, unit)):
        return False
    return bool(ends(s, unit, points(s, unit, STRATEGIC), STRATEGIC) >> hex & 1)


def _called(o: Officer, seat: Seat[State]) -> Mapping[int, Hex]:
    """Units that must go to Warsaw or next to it now."""
    s, brief = seat.s, cast("Brief", o.brief)
    if brief.side(seat.id) != POLAND:
        return {}
    return {unit: hex for unit, hex in brief.posted(s).items() if s.place[unit] >= 0 and s.place[unit] != hex}


def march(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """On foot where the plan's goal can be walked to, else by the net; who has nowhere to go stays."""
    frame = seat.frame
    assert isinstance(frame, Move)
    goal = o.plan(seat).of(frame.unit)
    called, errand = _called(o, seat).get(frame.unit, NOWHERE), _errand(o, seat, frame)
    wanted = [hex for hex in (called, goal.hex if goal is not None else NOWHERE, errand) if hex != NOWHERE]
    if not wanted and Action("entrain") in offered:
        return {a: float(a.verb == "entrain") for a in offered}
    click = next((click for hex in wanted if (click := _on_the_way(seat, frame.unit, hex)) is not None), None)
    if click is None:
        stop = Action("stop")
        click = stop if stop in offered else _anywhere(o, seat, frame)
    return {a: float(a == click) for a in offered}


def _errand(o: Officer, seat: Seat[State], frame: Move) -> Hex:
    """Where a counter on the move is to go."""
    s, me = seat.s, o.brief.side(seat.id)
    if frame.unit < s.m.count:
        return NOWHERE
    return next((s.place[need.unit] for need in needs(s, me) if _can_go(s, frame.unit, s.place[need.unit])), NOWHERE)


def _on_the_way(seat: Seat[State], unit: int, hex: Hex) -> Action | None:
    """The next click of the usual way to a hex; strategically only where no other leads there."""
    roads = seat.title.ways(seat, unit, hex)
    return roads[0].clicks[0] if roads and roads[0].clicks else None


def _anywhere(o: Officer, seat: Seat[State], frame: Move) -> Action | None:
    """Off a hex where it may not stay: to where it stands best of all hexes where it may."""
    s, unit, way = seat.s, frame.unit, max(frame.way, STANDARD)
    hexes = members(ends(s, unit, points(s, unit, way) if frame.way == UNDECIDED else frame.left, way))
    if unit in o.field(seat).own:
        posture = o.posture(seat, without=(unit,), few=True)
        hexes.sort(key=lambda hex: -posture.stand((unit,), hex))
    return next((click for hex in hexes if (click := _on_the_way(seat, unit, hex)) is not None), None)


# -- declarations -----------------------------------------------------------------------------------------------------


def stand_down(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """When the West Front could not attack anyway: what follows is worth most when all have come, but three turns of
    attacks are the price."""
    spent = press_of_the_west(seat.s) < HELPLESS
    return {a: float((a.verb == "pass") != spent) for a in offered}


def press_of_the_west(s: State) -> float:
    """Its attack factors to the defence of the Poles whom they could come to fight."""
    ours = [unit for unit in on_map(s, RUSSIA) if bound(s) >> unit & 1]
    near = within(s, hexes_of(s, collect(ours)), STRIDE)
    theirs = sum(defence(s, unit) for unit in on_map(s, POLAND) if near >> s.place[unit] & 1)
    facing = within(s, s.occupied[POLAND], STRIDE)
    return sum(attack(s, unit) for unit in ours if facing >> s.place[unit] & 1) / max(theirs, 1)


def docks(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """When the Poles are pressed hardest."""
    now = turns_left(seat.s) <= STRIKE_AT or scene(seat.s).short
    return {a: float((a.verb == "strike") == now) for a in offered}


# -- attacks ----------------------------------------------------------------------------------------------------------


def declare(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Attacks worth making, the most promising first, each with units that no other needs."""
    found = _assaults(o, seat)
    return {a: 0.0 if a.verb == "end" else found[a.arg].gain if a.arg in found else -1.0 for a in offered}


def _assaults(o: Officer, seat: Seat[State]) -> Mapping[int, Assault]:
    brief = cast("Brief", o.brief)
    s, me = seat.s, brief.side(seat.id)
    return brief.assaults.once((o.doctrines[me], me, brief.key(s), s.fought), lambda: _pick(o, seat, me))


def _pick(o: Officer, seat: Seat[State], me: int) -> Mapping[int, Assault]:
    judge = Judge(o.field(seat), o.brief, seat.s, me)
    ready = {hex: units for hex, (_, units) in o.brief.attacks(seat.s, me).items()}
    return pick_among(ready, judge.f.doctrine.attack_at, lambda hex, units: enough(judge, hex, units))


def enough(judge: Judge, target: int, units: Sequence[int]) -> Assault | None:
    """The strongest first, as long as each makes the attack better."""
    best: Assault | None = None
    chosen: list[tuple[int, int]] = []
    for unit in sorted(units, key=lambda unit: (-judge.f.own[unit].attack, unit)):
        chosen = [*chosen, (unit, judge.f.own[unit].hex)]
        gain = judge.gain(target, chosen, judge.friends)
        if best is None or gain > best.gain + 1e-9:
            best = Assault(target, chosen, gain)
    return best


def muster(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Those whom the plan names, then the attack; none at all if they cannot come to it."""
    s, frame = seat.s, seat.frame
    assert isinstance(frame, Attack)
    planned = _assaults(o, seat).get(frame.target)
    wanted = planned.ids if planned is not None else {a.arg for a in offered if a.verb == "unit"}
    found = dict.fromkeys(offered, -2.0)
    for a in offered:
        if a.verb == "unit":
            found[a] = 1.0 + 0.01 * attack(s, a.arg) if a.arg in wanted else -1.0
        elif a.verb in ("resolve", "cancel"):
            found[a] = 0.0 if a.verb == "resolve" else -0.5
    return found


def retreat(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The way with the fewest delay factors; then towards where the unit stands best."""
    s, frame = seat.s, seat.frame
    assert isinstance(frame, Retreat)
    ways = plan(s, frame.unit, frame.length).ways
    walked, posture = tuple(frame.path), o.posture(seat, without=(frame.unit,), few=True)
    best = dict[int, float]()
    for way in ways:
        if way[: len(walked)] == walked and len(way) > len(walked):
            stands = posture.stand((frame.unit,), way[-1]) if way[-1] >= 0 and frame.unit in o.field(seat).own else 0.0
            score = max(-9.0, stands) - value_of(s, frame.unit) * 0.12 * danger(s, frame.unit, way)
            step = way[len(walked)]
            best[step] = max(best.get(step, -99.0), score)
    return {a: best.get(a.arg, -50.0) if a.verb == "retreat" else -60.0 for a in offered}


def onward(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Further on where it is better than here."""
    unit = seat.frame.unit  # type: ignore[union-attr]
    posture, here = o.posture(seat, without=(unit,), few=True), seat.s.place[unit]
    stay = posture.stand((unit,), here) + 1e-6
    return {a: posture.stand((unit,), a.arg) if a.verb == "step" else stay for a in offered}


def follow(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Who goes into a hex that has been emptied: whoever stands better there."""
    frame = seat.frame
    assert isinstance(frame, Advance)
    found, stay = roles.follow(lambda _: frame.vacated[0])(o, seat, offered), garrison(seat.s)
    return {a: roles.IDLE if a.verb == "unit" and stay >> a.arg & 1 else score for a, score in found.items()}


# -- losses -----------------------------------------------------------------------------------------------------------


def losses(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The smallest loss; by hand only where it has to be."""
    return {a: 1.0 if a.verb == "usual" else -step_value(seat.s, a.arg) if a.verb == "lose" else -5.0 for a in offered}


ROLES = {
    "Staff.menu": menu,
    "Staff.side": least_number,
    "Staff.payment": least_number,
    "Staff.with_cavalry": least_number,
    "Staff.where": come_in,
    "Returning.where": come_back,
    "Recruiting.recruit": roles.always("flip", "enter"),
    "Recruiting.where": roles.place(roles.only("unit")),
    "Rising.where": roles.place(roles.only("unit")),
    "Placement.where": roles.always("place"),
    "Arranging.pick": roles.always("done", "end"),
    "Withdrawal.factors": roles.least,
    "Withdrawal.which_train": roles.least,
    "Breakdowns.order": roles.least,
    "Rations.spare": roles.always("done"),
    "Naming.who": roles.least,
    "Declarations.stand_down": stand_down,
    "Declarations.docks": docks,
    "MovementPhase.pick": pick,
    "Move.go": march,
    "Voyage.sail": sail,
    "Attacks.declare": declare,
    "Attack.muster": muster,
    "Losses.who": losses,
    "Retreats.who": roles.least,
    "Retreat.way": retreat,
    "FlotillaRetreat.where": roles.always("stop", "place"),
    "Advance.who": follow,
    "Onward.enter": roles.place(roles.only("unit")),
    "Onward.go": onward,
}
