"""1920: Nest of Eagles for the planner that knows no title: units, towns, marches, chances, and what only it asks."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache

from vistula.board.hexes import Hex, HexSet, members
from vistula.kernel.decision import Action, SeatId
from vistula.kernel.seat import Seat
from vistula.players.kit import Attackers, Chance, Doctrine, Facts, Ground, Move, Scores, Unit, roles
from vistula.players.kit.facts import Answer
from vistula.players.kit.officer import Officer

from ..model import POLAND, SEATS, SOVIET, Model
from ..rules.attack import BLOODY, Attack, attackers_of, targets
from ..rules.boost import BOXES
from ..rules.cheka import finds
from ..rules.morale import level, shift
from ..rules.movement import Move as MoveFrame
from ..rules.movement import allowance, ends, movable
from ..rules.priorities import NOTHING, THIRD_ARMY
from ..rules.queries import elite, foes_near
from ..rules.reactive import ReactivePhase, eligible
from ..rules.replacements import price_of
from ..rules.reserves import riders
from ..rules.retreat import plan
from ..rules.seats import POLES, SOVIETS, front_of
from ..rules.special_orders import ASSAULT, THRUST
from ..rules.stacking import limit
from ..rules.steps import steps_of
from ..rules.strength import MOST, side_modifier, work_out
from ..rules.supply import supplied_hexes
from ..state import ATTACK_2, REACTIVE_3, State, level_of, on_map, sp, units_at
from .worth import BOX, chance_to_win, step_value, value_of

TOWN = 0.15
"""What a town without a number means: a place to draw supply from and to rail to."""
REACT_AT = 1.2
"""What a Reactive Movement must promise: there is one until the next Replacement Phase."""
WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Of 36 throws of two dice, those that show each sum."""


class Brief:
    """What the rules and the map say; the kit makes plans of it."""

    doctrines = (
        Doctrine(pull=0.4, share=0.25, exposure=0.5, attack_at=0.25, won=0.5, care=0.3),
        Doctrine(pull=0.8, share=0.25, exposure=0.4, attack_at=0.2, won=0.5, care=0.3),
    )
    forks = frozenset({"ReactivePhase.activate", "Marches.pick", "Attacks.declare"})

    def __init__(self, m: Model) -> None:
        self.m = m
        self.roles: Mapping[str, Answer] = ROLES

    def ground(self, s: State) -> Ground:
        return ground_of(s.m)

    def side(self, seat: SeatId) -> int:
        return 0 if seat == SEATS[POLAND] else 1

    def key(self, s: State) -> Hashable:
        return tuple(s.place), s.reduced, s.remnant, tuple(s.held), s.round, s.side, s.phase, tuple(s.morale)

    def phase(self, seat: Seat[State]) -> Hashable:
        s = seat.s
        foe = 1 - self.side(seat.id)
        reacting = isinstance(seat.frame, ReactivePhase)
        return s.round, s.side, s.phase, s.lof_from[foe], s.occupied[foe], s.eligible, reacting

    # -- facts --------------------------------------------------------------------------------------

    def facts(self, s: State, me: int) -> Facts:
        m, scene = s.m, s.m.scenarios[s.scenario]
        prizes = {hex: float(m.value[hex]) or TOWN for hex in members(m.urban & scene.ground)}
        if scene.sudden_death:
            prizes[m.warszawa] = 20.0
        return Facts(
            own=[_unit(s, unit) for unit in on_map(s, me)],
            foes=[_unit(s, unit) for unit in on_map(s, 1 - me)],
            prizes=prizes,
            held=s.held[me] | s.occupied[me],
            fed=supplied_hexes(s, me),
            deciding=1 << m.warszawa if scene.sudden_death else 0,
            strikes=s.side == me and s.phase < ATTACK_2,
            answers=2,
            rides=1,
            last=s.round >= scene.last,
        )

    def moves(self, s: State, me: int, seat: Seat[State]) -> list[list[Move]]:
        frame = seat.frame
        command = getattr(frame, "command", POLES if me == POLAND else SOVIETS)
        if isinstance(frame, ReactivePhase):
            able = eligible(s, me)
            units = [u for u in on_map(s, me) if able >> u & 1 and allowance(s, u)]
        else:
            units = movable(s, command)
        if isinstance(frame, MoveFrame) and frame.unit not in units:
            units = [*units, frame.unit]
        return [[Move((unit,), s.place[unit], self._ends(s, unit, frame))] for unit in units]

    def _ends(self, s: State, unit: int, frame: object) -> list[Hex]:
        """Where a unit may end its march."""
        points, fresh, origin, forced = allowance(s, unit), True, s.place[unit], 0
        if isinstance(frame, MoveFrame) and frame.unit == unit:
            points, fresh, origin, forced = frame.left, frame.fresh, frame.origin, frame.forced
        return members(ends(s, unit, origin, points, fresh, forced))

    def fits(self, s: State, units: Sequence[int], hex: Hex) -> bool:
        return len(units) <= limit(s, hex)

    def places(self, s: State) -> Sequence[int]:
        return s.place

    def moved(self, s: State) -> int:
        return s.moved | s.moving

    def in_hand(self, seat: Seat[State]) -> tuple[Sequence[int], Hex]:
        frame = seat.frame
        return ((frame.unit,), seat.s.place[frame.unit]) if isinstance(frame, MoveFrame) else ((), -1)

    # -- attacks ------------------------------------------------------------------------------------

    def attacks(self, s: State, me: int) -> Mapping[int, tuple[Hex, tuple[int, ...]]]:
        if s.side != me:
            return {}
        command = POLES if me == POLAND else SOVIETS
        return {hex: (hex, tuple(regular_attackers(s, command, hex))) for hex in targets(s, command)}

    def odds(self, s: State, me: int, target: Hex, attackers: Attackers, friends: HexSet) -> tuple[Chance, ...]:
        m = s.m
        strength = {unit: sp(s, unit) for unit, _ in attackers}
        defenders = units_at(s, 1 - me, target)
        total, against = sum(strength.values()), sum(sp(s, unit) for unit in defenders)
        if not total:
            return ()
        chance = m.chance[min(total, MOST)][min(max(against, 1), MOST)] + ground_modifier(m, target)
        chance += _side(s, me, attackers, strength, target) - (3 if s.phase > 2 else 0)
        chance += level(s, me, m.theater_of[target]) + any(elite(s) >> unit & 1 for unit, _ in attackers)
        chance -= sum(m.icons[unit] for unit in defenders)
        cost = next(iter(plan(s, defenders).ways.values())).cost if defenders else 0
        steps = max(1, steps_of(s, defenders))
        mine = sum(value_of(s, unit) for unit, _ in attackers)
        theirs = sum(value_of(s, unit) for unit in defenders)
        return results(chance, min(1.0, cost / steps), round(BOX / max(mine, 1.0), 2), round(BOX / max(theirs, 1.0), 2))

    def slope(self, slot: Hex, target: Hex) -> float:
        return -0.6 * ground_modifier(self.m, target)

    def toll(self, attack: float, defence: float, hex: Hex) -> tuple[float, float]:
        if attack < 0.5:
            return 0.0, 0.0
        if defence < 0.5:
            return 0.6, 1.0
        chance = self.m.chance[min(round(attack) or 1, MOST)][min(round(defence) or 1, MOST)]
        taken = success(chance + ground_modifier(self.m, hex))
        return 0.15 * taken, taken

    # -- for captains and one look ahead ------------------------------------------------------------

    def worth(self, s: State, side: int, root: State) -> float:
        s.round = root.round
        return chance_to_win(s, side)

    def epoch(self, s: State) -> int:
        return (2 * s.round + (s.side != s.m.scenarios[s.scenario].begins)) * 8 + s.phase

    def horizon(self, s: State) -> int:
        return self.epoch(s) // 8 * 8 + 16


def officer(m: Model) -> Officer:
    """The officer of this game."""
    return Officer(Brief(m))


def regular_attackers(s: State, command: int, hex: Hex) -> list[int]:
    """Who may attack a hex, a rebel brigade not counted: it fights for one turn only [20.4.1d]."""
    return [unit for unit in attackers_of(s, command, hex) if not s.rebel >> unit & 1]


def _unit(s: State, unit: int) -> Unit:
    strength = float(sp(s, unit))
    pace = min(allowance(s, unit), 5)
    return Unit(unit, s.place[unit], strength, strength, value_of(s, unit), pace, pace > 0)


def _side(s: State, me: int, attackers: Attackers, strength: Mapping[int, int], target: Hex) -> int:
    """[10.7o] The worst hexside that half of the strength attacks over."""
    met = sorted((side_modifier(s, me, hex, target).value, strength[unit]) for unit, hex in attackers)
    total, sofar = sum(strength.values()), 0
    for value, points in met:
        sofar += points
        if 2 * sofar >= total:
            return value
    return 0


@lru_cache(maxsize=4)
def ground_of(m: Model) -> Ground:
    """As infantry marches."""
    cost = [{n: 1 + (m.difficult >> n & 1) for n in m.next[h]} for h in range(m.grid.size)]
    return Ground(m.grid, cost, m.land)


@lru_cache(maxsize=8192)
def ground_modifier(m: Model, hex: Hex) -> int:
    """[10.7a, 10.7b, 10.7c] What a hex takes off the chance of an attack on it."""
    return -(m.difficult >> hex & 1) - (m.cities >> hex & 1) - 2 * (m.fortresses >> hex & 1)


@lru_cache(maxsize=64)
def success(chance: int) -> float:
    """[10.3c] That an attack with this chance succeeds."""
    return sum(WAYS[roll] for roll in range(3, 12) if roll <= chance) / 36


@lru_cache(maxsize=65536)
def results(chance: int, retreat: float, my_box: float, their_box: float) -> tuple[Chance, ...]:
    """[10.3, 10.4] Success, failure and Bloody Fight: steps in retreat, a box of morale for whoever wins."""
    won = success(chance)
    bloody = sum(WAYS[roll] for roll in BLOODY) / 36
    return (
        Chance(won, 0.0, min(1.0, retreat + their_box + 0.1), 1.0),
        Chance(1 - won - bloody, my_box, 0.0, 0.0),
        Chance(bloody, 0.3, 0.3, 0.0),
    )


# -- what only this game asks ---------------------------------------------------------------------------------


def react(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Only for a plan that brings something: the one Reactive Movement lasts until the next Replacement Phase."""
    s, me = seat.s, o.brief.side(seat.id)
    gain = sum(goal.gain for goal in o.plan(seat).goals)
    price = REACT_AT * (0.5 if s.side == me and s.phase == REACTIVE_3 else 1.0)
    return {a: {"react": gain, "pass": price}.get(a.verb, price - 1) for a in offered}  # never say never


def _attack_of(seat: Seat[State]) -> tuple[Attack, float, float]:
    """The attack in question, the chance it stands at, and what its success is worth to the attacker."""
    s, attack = seat.s, seat.frame
    assert isinstance(attack, Attack)
    odds = work_out(s, attack.attackers, attack.target, attack.order, attack.answer)
    defenders = units_at(s, 1 - s.side, attack.target)
    cost = next(iter(plan(s, defenders).ways.values())).cost if defenders else 0
    steps = sorted(step_value(s, unit) for unit in defenders)
    stake = 2 * BOX + 0.5 * s.m.value[attack.target] + cost * (steps[0] if steps else 0.0) + 0.5
    return attack, odds.chance, stake


def order(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Assault where two more points bring more than half a step; Thrust where a chance is to spare."""
    attack, chance, stake = _attack_of(seat)
    step = min((step_value(seat.s, unit) for unit in attack.attackers), default=1.0)
    changes = {"assault": (ASSAULT, 2, 0.5 * step), "thrust": (THRUST, -1, -0.25)}
    now, found = success(int(chance)), dict.fromkeys(offered, 0.0)
    for action in offered:
        if action.verb in changes:
            _, more, price = changes[action.verb]
            found[action] = (success(int(chance) + more) - now) * stake - price - 0.3
    return found


def answer(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Stubborn Defense where much is at stake, Counter Attack where the attack is weak anyway."""
    _, chance, stake = _attack_of(seat)
    defenders = units_at(seat.s, 1 - seat.s.side, seat.frame.target)  # type: ignore[union-attr]
    step = min((step_value(seat.s, unit) for unit in defenders), default=1.0)
    now, found = success(int(chance)), dict.fromkeys(offered, 0.0)
    for action in offered:
        if action.verb == "stubborn":
            found[action] = (now - success(int(chance) - 2)) * stake - 0.5 * step - 0.2
        elif action.verb == "counter":
            worse = success(int(chance) + 1) - now
            found[action] = 0.8 * (1 - success(int(chance) + 1)) - worse * stake - 0.4
    return found


def losses(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The step that costs least."""
    return {a: -step_value(seat.s, a.arg) for a in offered}


def spend(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Units near the front first, then new ones; a strong unit before a weak one."""
    s, m, found = seat.s, seat.s.m, dict.fromkeys(offered, 0.0)
    for a in offered:
        if a.verb == "strengthen":
            now = level_of(s, a.arg)
            found[a] = 0.5 + m.sp[now - 1][a.arg] - m.sp[now][a.arg]
        elif a.verb == "rebuild":
            found[a] = 0.3 + 0.2 * m.sp[0][a.arg] / price_of(s, a.arg)
    return found


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


def theater(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """An attack counts where attacks have been counted already, up to two."""
    return {a: float(seat.s.attacks[a.arg] % 3) for a in offered}


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


def _target(seat: Seat[State]) -> tuple[Hex, list[int]]:
    frame = seat.frame
    assert isinstance(frame, Attack)
    return frame.target, regular_attackers(seat.s, frame.command, frame.target)


ROLES = {
    "ReactivePhase.activate": react,
    "Marches.pick": roles.pick,
    "Move.go": roles.march,
    "Attacks.declare": roles.declare,
    "Attack.muster": roles.muster(_target),
    "Attack.join": roles.always("agree"),
    "Attack.orders": order,
    "Attack.answers": answer,
    "Operation.theater": theater,
    "Losses.who_loses": losses,
    "Retreat.part": roles.always("together"),
    "Retreat.way": roles.place(roles.named("group")),
    "Advance.who_goes": roles.follow(roles.named("target")),
    "Onward.go": roles.place(roles.only("unit")),
    "Arrivals.pick": roles.most,
    "Arrivals.where": roles.place(roles.only("unit")),
    "Spending.spend": spend,
    "Reorganizing.reorganize": reorganize,
    "Reorganizing.partner": roles.most,
    "Reorganizing.division": roles.most,
    "Reorganizing.half": roles.most,
    "Reorganizing.filled": roles.most,
    "Transfer.decide": roles.always("pass"),
    "Cheka.place": cheka,
    "Reserves.infantry": roles.always("unit"),
    "Reserves.cavalry": disband,
    "Reserves.form": roles.most,
    "EitherFront.decide": roles.always("front"),
    "ReplacementPhase.exchange": roles.always("front"),
    "ReplacementPhase.bonus": roles.always("front"),
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
