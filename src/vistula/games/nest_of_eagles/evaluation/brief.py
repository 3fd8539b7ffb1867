"""1920: Nest of Eagles for the planner that knows no title: units, towns, marches, chances."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from vistula.board.hexes import Hex, HexSet, collect, members
from vistula.kernel import left
from vistula.kernel.decision import SeatId
from vistula.kernel.seat import Seat
from vistula.players.kit import Attackers, Chance, Doctrine, Facts, Ground, Move, Unit
from vistula.players.kit.facts import Answer
from vistula.players.kit.memory import Memory
from vistula.players.kit.officer import Officer

from ..model import POLAND, SEATS, Model
from ..rules.attack import BLOODY, EVEN
from ..rules.forced_march import LOST, SHAKEN
from ..rules.morale import level
from ..rules.movement import Move as MoveFrame
from ..rules.movement import hurries, movable
from ..rules.queries import defence, elite, foes_near, veiled, within
from ..rules.rail import pool_of, transports_left, unreachable
from ..rules.reactive import ReactivePhase, eligible
from ..rules.routes import plan
from ..rules.seats import POLES, SOVIETS
from ..rules.stacking import limit
from ..rules.strength import MOST, is_encircled, side_modifier
from ..rules.supply import supplied_hexes
from ..rules.targets import attackers_of, targets
from ..rules.ways import allowance, ends
from ..state import ATTACK_1, ATTACK_2, OPERATIONAL, State, on_map, sp, units_at
from .answers import ROLES, WAYS, hurried, success
from .screens import screened, strength_of
from .worth import CITY, box_price, chance_to_win, prices, step_value, terms, value_of

REAR = 3
"""Hexes from the nearest enemy beyond which a unit may rather take the train."""
TICKET = 0.1
"""What a journey by rail must bring more than a march."""
HURRY = tuple(lost / 6 + 0.4 * shaken / 6 for lost, shaken in zip(LOST, SHAKEN, strict=True))
"""[23.2.1b, 23.2.1c, 23.2.2b] What a forced march costs on average: a step, and a box of morale at 0.4."""
DRIVEN = 0.1
"""Of its value, what a stack loses by having to leave its hex."""


class Target(NamedTuple):
    """An enemy stack as an attack finds it; costs are parts of its value."""

    defence: int
    modifiers: int  # of the hex, the phase, morale, support, encirclement
    retreat: float
    step: float
    box: float  # what a box of morale is worth here
    ring: HexSet  # all hexes around it that can be entered
    shut: bool  # already encircled


class Brief:
    """What the rules and the map say; the kit makes plans of it."""

    doctrines = (
        Doctrine(pull=1.0, block=0.05, share=0.25, exposure=0.5, attack_at=0.2, won=0.5, care=0.3),
        Doctrine(pull=0.8, block=0.03, share=0.25, exposure=0.4, attack_at=0.2, won=0.5, care=0.3),
    )
    forks = frozenset({"Marches.pick", "Attacks.declare"})
    pivots = frozenset({"ReactivePhase.activate"})

    def __init__(self, m: Model) -> None:
        self.m = m
        self.roles: Mapping[str, Answer] = screened(ROLES)
        self._attacks: Memory[Mapping[int, tuple[Hex, tuple[int, ...]]]] = Memory()
        self._targets: Memory[dict[Hex, Target]] = Memory()

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
        scene = s.m.scenarios[s.scenario]
        final = s.round >= scene.last
        over = final and s.side == me and scene.begins != me
        return Facts(
            own=[_unit(s, unit) for unit in on_map(s, me)],
            foes=[_unit(s, unit) for unit in on_map(s, 1 - me)],
            prizes=prices(s),
            held=s.held[me] | s.occupied[me],
            fed=supplied_hexes(s, me),
            deciding=collect(hex for hex, price in terms(s.m, s.scenario).cities.items() if price >= CITY),
            strikes=s.side == me and s.phase < ATTACK_2,
            answers=0 if over else 2,
            rides=1,
            rigid=False,  # Lines of Friction slow a march down and do not stop it
            last=final and (s.side == me or scene.begins == me),
        )

    def moves(self, s: State, me: int, seat: Seat[State]) -> list[list[Move]]:
        frame = seat.frame
        if isinstance(frame, ReactivePhase):
            able = eligible(s, me)
            units = [u for u in on_map(s, me) if able >> u & 1 and allowance(s, u)]
        else:
            units = movable(s, getattr(frame, "command", POLES if me == POLAND else SOVIETS))
        if isinstance(frame, MoveFrame) and frame.unit not in units:
            units = [*units, frame.unit]
        riding = self._riders(s, me, units) if s.phase == OPERATIONAL else []
        found = [[Move((unit,), s.place[unit], self._ends(s, unit, frame))] for unit in units]
        for lot, unit in enumerate(units):
            if unit in riding:
                found[lot].append(Move((unit,), s.place[unit], left(unreachable(s, unit)), price=TICKET))
            if s.forced_march and not (isinstance(frame, MoveFrame) and frame.unit == unit):
                found[lot] += self._hurries(s, unit)
        return found

    def _hurries(self, s: State, unit: int) -> list[Move]:
        """[23.2] Where only a forced march leads, at the price of steps and morale that it may cost."""
        usual = ends(s, unit, s.place[unit], allowance(s, unit), True)
        return [
            Move((unit,), s.place[unit], members(hurried(s, unit, how) & ~usual), price=HURRY[how])
            for how in hurries(s, unit)
        ]

    def _riders(self, s: State, me: int, units: Sequence[int]) -> list[int]:
        """Units in the rear that there are trains for, the strongest first; next phase there shall be trains too."""
        near = within(s, foes_near(s, me), REAR - 1)
        idle = [u for u in units if s.m.urban >> s.place[u] & 1 and not near >> s.place[u] & 1]
        found, trains = list[int](), dict[int, int]()
        for unit in sorted(idle, key=lambda u: (-sp(s, u), u)):
            pool = pool_of(s, unit)
            used = trains.get(pool, 0)
            if used < transports_left(s, pool) // 2:
                found.append(unit)
                trains[pool] = used + 1
        return found

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
        key = self.key(s), s.fought, s.barred, s.negotiating, s.rebel, s.konarmiya_held
        return self._attacks.once(
            key, lambda: {hex: (hex, tuple(regular_attackers(s, command, hex))) for hex in targets(s, command)}
        )

    def target(self, s: State, me: int, hex: Hex) -> Target:
        """What an attack on a hex would find there."""
        known = self._targets.once((me, self.key(s)), dict)
        found = known.get(hex)
        if found is None:
            found = known[hex] = look_at(s, me, hex)
        return found

    def odds(self, s: State, me: int, target: Hex, attackers: Attackers, friends: HexSet) -> tuple[Chance, ...]:
        m, at = s.m, self.target(s, me, target)
        strength = {unit: sp(s, unit) for unit, _ in attackers}
        total = sum(strength.values())
        if not total:
            return ()
        row, column = min(total, MOST), min(max(at.defence, 1), MOST)
        chance = m.chance[row][column] + at.modifiers + _side(s, me, attackers, strength, target)
        chance += any(elite(s) >> unit & 1 for unit in strength) + sum(m.icons[unit] for unit in strength)
        ring = at.shut or not at.ring & ~friends & ~m.grid.dilate(friends)
        chance += 2 * ring
        mine = max(1.0, sum(value_of(s, unit) for unit in strength))
        step = min(step_value(s, unit) for unit in strength)
        retreat = at.retreat if at.shut or not ring else max(at.retreat, 2 * at.step)
        extra = at.step if m.very_favorable[row][column] else 0.0
        theirs = max(1.0, sum(value_of(s, unit) for unit in units_at(s, 1 - me, target)))
        return results(chance, round(retreat, 2), round(extra, 2), round(at.step, 2), round(step / mine, 2),
                       round(at.box / mine, 2), round(at.box / theirs, 2))  # fmt: skip

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


def look_at(s: State, me: int, hex: Hex) -> Target:
    m, defenders = s.m, units_at(s, 1 - me, hex)
    value = max(1.0, sum(value_of(s, unit) for unit in defenders))
    step = min((step_value(s, unit) for unit in defenders), default=0.0) / value
    cost = next(iter(plan(s, defenders).ways.values())).cost if defenders else 0
    theater, shut = m.theater_of[hex], is_encircled(s, 1 - me, hex)
    modifiers = ground_modifier(m, hex) + level(s, me, theater) - (0 if s.phase <= ATTACK_1 else 3)
    modifiers -= sum(m.icons[unit] for unit in defenders)
    ring = m.grid.around[hex] & m.land & ~s.occupied[1 - me]
    hidden = round(sum(strength_of(s, unit) for unit in defenders)) if veiled(s, 1 - me) >> hex & 1 else 0
    return Target(hidden or defence(s, defenders), modifiers, cost * step, step, box_price(s, theater), ring, shut)


def _unit(s: State, unit: int) -> Unit:
    strength = strength_of(s, unit)
    pace = min(allowance(s, unit), 5)
    return Unit(unit, s.place[unit], strength, strength, value_of(s, unit), pace, pace > 0)


def _side(s: State, me: int, attackers: Attackers, strength: Mapping[int, int], target: Hex) -> int:
    """[10.7o] The worst hexside that half of the strength attacks over."""
    met = sorted((side_modifier(s.m, me, hex, target).value, strength[unit]) for unit, hex in attackers)
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


@lru_cache(maxsize=65536)
def results(
    chance: int, retreat: float, extra: float, step: float, my_step: float, my_box: float, their_box: float
) -> tuple[Chance, ...]:
    """[10.3, 10.4, 10.5] Success, failure and Bloody Fight: steps, retreats, and a box of morale for whoever wins."""
    won = success(chance)
    bloody = sum(WAYS[roll] for roll in BLOODY) / 36
    even = sum(WAYS[roll] for roll in EVEN if roll <= chance) / 36
    more = extra * even / won if won else 0.0
    return (
        Chance(won, 0.0, min(1.0, retreat + more + their_box + DRIVEN), 1.0),
        Chance(1 - won - bloody, my_box, 0.0, 0.0),
        Chance(bloody, my_step, step, 0.0),
    )
