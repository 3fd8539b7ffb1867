"""What only this game asks: arrivals, replacements, declarations, attacks and losses, and who answers what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from vistula.board.hexes import Hex, members
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
from ..rules.queries import scene
from ..rules.replacements import price
from ..rules.retreat import Retreat
from ..rules.routes import danger, plan
from ..rules.stacking import full, overfull
from ..rules.strategic import no_strategic, points
from ..rules.ways import ends
from ..state import State, attack
from ..units import FULL, POLAND
from .garrison import garrison
from .worth import step_value, turns_left, value_of

if TYPE_CHECKING:
    from .brief import Brief

RECREATED = 0.05
"""Victory points for a replacement factor that a recreated unit must be worth."""
CALLED = 50.0
"""Before all else: who must be in Warsaw."""
STRIKE_AT = 0.6
"""The part of the game that is left when the docks of Danzig are called out."""


# -- arrivals and replacements ----------------------------------------------------------------------------------------


def menu(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Whoever can come in does; factors go into the units that are worth most for them."""
    s, usual = seat.s, {"all": 9.0, "enter": 8.0, "rebuild": 7.0, "substitute": 0.5}
    found = {a: usual.get(a.verb, -1.0) for a in offered}
    for a in offered:
        if a.verb == "done":
            found[a] = 0.0
        elif a.verb == "recreate":
            paid = price(s, a.arg, FULL)
            found[a] = value_of(s, a.arg) / paid - RECREATED if paid else 1.0
    return found


def least_number(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The full side of a counter; as little cavalry as will do."""
    return {a: -float(a.arg) for a in offered}


# -- movement ---------------------------------------------------------------------------------------------------------


def pick(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Whose move brings most; at the end whoever may not stay where he is."""
    found, called = roles.pick(o, seat, offered), _called(o, seat)
    found |= {a: CALLED for a in offered if a.verb == "unit" and a.arg in called}
    for a in sorted(found, key=lambda a: -found[a]):  # others may have filled the hex since, or taken the trains
        goal = o.plan(seat).of(a.arg) if a.verb == "unit" else None
        hexes = [called[a.arg]] if a.verb == "unit" and a.arg in called else []
        hexes += [goal.hex] if goal is not None else []
        if a.verb != "unit" or found[a] <= 0 or any(_can_go(seat.s, a.arg, hex) for hex in hexes):
            break
        found[a] = roles.IDLE
    if any(a.verb == "end" for a in offered):
        return found
    s = seat.s
    crowded = set(overfull(s, o.brief.side(seat.id)))
    return {
        a: score + (1.0 if s.place[a.arg] in crowded else 0.0) - 0.1 * value_of(s, a.arg) for a, score in found.items()
    }


def _can_go(s: State, unit: int, hex: Hex) -> bool:
    """Whether a unit that has not moved can end its move in a hex, in whatever way."""
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
    called = _called(o, seat).get(frame.unit, -1)
    wanted = [*([called] if called >= 0 else []), *([goal.hex] if goal is not None else [])]
    click = next((click for hex in wanted if (click := _on_the_way(seat, frame.unit, hex)) is not None), None)
    if click is None:
        stop = Action("stop")
        click = stop if stop in offered else _anywhere(o, seat, frame)
    return {a: float(a == click) for a in offered}


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
    """As late as can be: what follows it is worth most when all have come."""
    return {a: float(a.verb == "pass") for a in offered}


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
    "Staff.where": roles.place(roles.only("piece")),
    "Returning.where": roles.place(roles.only("unit")),
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
    "Voyage.sail": roles.always("cancel", "stop"),
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
