"""What the officer is told of Red Star/White Eagle: facts, moves, odds and prices. How it plans is the kit's."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from vistula.board.hexes import Hex, HexSet, bits, collect, members
from vistula.kernel import SeatId, left
from vistula.kernel.seat import Seat
from vistula.players.kit import Attackers, Chance, Doctrine, Facts, Ground, Move, Unit
from vistula.players.kit.assault import Assault
from vistula.players.kit.facts import Answer
from vistula.players.kit.memory import Memory
from vistula.players.kit.officer import Officer

from ..model import SEATS, Model
from ..rules.control import controls
from ..rules.fronts import fronts_in
from ..rules.ground import STANDARD, STRATEGIC
from ..rules.movement import UNDECIDED, standing_still
from ..rules.movement import Move as MoveFrame
from ..rules.national_rail import CAPACITY, load, no_ticket, stations
from ..rules.queries import scene, within
from ..rules.railnets import net_cities
from ..rules.rally import TRIGGER, menace
from ..rules.seats import commands
from ..rules.stacking import full
from ..rules.strategic import no_strategic, points
from ..rules.supply import supply_area, unsupplied
from ..rules.targets import prey, ready, struck
from ..rules.ways import ends
from ..state import COMBAT, DELAYS, State, attack, defence, on_map
from ..units import POLAND, RUSSIA
from . import odds as fights
from .answers import ROLES
from .garrison import garrison, posted
from .services import harbours
from .worth import chance_to_win, prices, value_of

REAR, FRONT = 4, 5
"""Hexes from the nearest enemy beyond which a unit may rather take the train, and within which it gets off."""
FARTHEST = 40
"""Hexes from the enemy beyond which nobody hurries to the front."""
CLOSE, MASSED = 4, 36
"""Attack factors in and about central Poland with which the Russians cross into it: it costs them the Polish rally."""
FASTEST = 9
"""Movement points beyond which a plan does not look: flotillas have no end of them."""
TICKET = 0.05
"""What a journey by rail must bring more than a march."""


class Brief:
    """What the rules and the map say; the kit makes plans of it."""

    doctrines = (
        Doctrine(pull=0.7, block=0.04, share=0.25, exposure=0.5, attack_at=0.05, won=0.1, care=0.25, effort=0.02),
        Doctrine(pull=1.1, block=0.03, share=0.25, exposure=0.4, attack_at=0.05, won=0.1, care=0.25, effort=0.02),
    )
    forks = frozenset({"MovementPhase.pick", "CombatPhase.declare"})
    pivots: frozenset[str] = frozenset()

    def __init__(self, m: Model) -> None:
        self.m = m
        self.roles: Mapping[str, Answer] = ROLES
        self._attacks: Memory[Mapping[int, tuple[Hex, tuple[int, ...]]]] = Memory()
        self._unfed: Memory[int] = Memory()
        self._posted: Memory[Mapping[int, Hex]] = Memory()
        self.assaults: Memory[Mapping[int, Assault]] = Memory()
        self.errands: Memory[Mapping[int, Hex]] = Memory()

    def ground(self, s: State) -> Ground:
        return ground_of(s.m)

    def side(self, seat: SeatId) -> int:
        return POLAND if seat == SEATS[POLAND] else RUSSIA

    def key(self, s: State) -> Hashable:
        return tuple(s.place), s.reduced, s.overstacked, tuple(s.held), s.turn, s.side, s.phase

    def phase(self, seat: Seat[State]) -> Hashable:
        s = seat.s
        foe = 1 - self.side(seat.id)
        return s.turn, s.side, s.phase, s.occupied[foe], tuple(s.sources[foe * DELAYS : (foe + 1) * DELAYS])

    # -- facts --------------------------------------------------------------------------------------

    def facts(self, s: State, me: int) -> Facts:
        found = prices(s)
        held = sum(1 << hex for hex in found if _held(s, me, hex))
        final = s.turn >= scene(s).turns
        second = 1 - scene(s).begins if s.turn > 1 or scene(s).begins == RUSSIA else POLAND
        return Facts(
            own=[self._unit(s, unit) for unit in on_map(s, me)],
            foes=[self._unit(s, unit) for unit in on_map(s, 1 - me)],
            prizes=found,
            held=held | s.occupied[me],
            fed=supply_area(s, me),
            kept=-1 if me == POLAND else ~net_cities(s, POLAND),
            deciding=1 << s.m.warsaw,
            strikes=s.side == me and s.phase < COMBAT,
            answers=0 if final and s.side == me and me == second else 2,
            rides=1,
            rigid=False,  # zones of control slow a march down and do not stop it
            last=final,
        )

    def _unit(self, s: State, unit: int) -> Unit:
        m = s.m
        pace = min(m.mf[unit], FASTEST) if not m.flotillas >> unit & 1 else 0
        acts = not s.overstacked >> unit & 1
        return Unit(unit, s.place[unit], attack(s, unit), defence(s, unit), value_of(s, unit), pace, acts)

    def moves(self, s: State, me: int, seat: Seat[State]) -> list[list[Move]]:
        """Marches of every unit that may move, and journeys by the own net for those in the rear."""
        frame = seat.frame
        stay = collect(self.posted(s)) if me == POLAND else 0
        free = left(standing_still(s, getattr(frame, "command", me)))
        units = [unit for unit in free if unit < s.m.count and not stay >> unit & 1]
        hand = frame.unit if isinstance(frame, MoveFrame) else -1
        if hand >= 0 and hand not in units and hand < s.m.count:
            units = [*units, hand]
        riding, rear = self._riders(s, me, units), ~within(s, s.occupied[1 - me], REAR)
        found = []
        for unit in units:
            lot = [Move((unit,), s.place[unit], self._ends(s, unit, frame if unit == hand else None))]
            if unit in riding:
                lot.append(Move((unit,), s.place[unit], members(riding[unit]), price=TICKET))
            elif rear >> s.place[unit] & 1 and unit != hand:
                lot.append(Move((unit,), s.place[unit], members(self._onward(s, unit)), price=TICKET))
            found.append(lot)
        return found

    def posted(self, s: State) -> Mapping[int, Hex]:
        """Who is to be in Warsaw or around it at the end of this movement phase, worked out as it begins."""
        key = s.turn, s.phase, s.occupied[RUSSIA]
        return self._posted.once(key, lambda: posted(s))

    def _ends(self, s: State, unit: int, frame: Any) -> list[Hex]:
        """Where a unit may end its march, or its voyage."""
        if s.m.flotillas >> unit & 1:
            return members(harbours(s, unit) & ~s.m.lithuania)
        way, most = STANDARD, points(s, unit)
        if frame is not None and frame.way != UNDECIDED:
            way, most = frame.way, frame.left
        home = s.m.lithuania if not s.m.lithuanians >> unit & 1 else 0  # [17.4.2b] nobody else comes back from there
        return members(ends(s, unit, most, way) & ~(s.m.interning | home | forbidden(s, s.m.side[unit])))

    def _onward(self, s: State, unit: int) -> HexSet:
        """[8.3.1] As close to the enemy as strategic movement takes a unit in the rear."""
        if any(bar.held(0) for bar in no_strategic(s, unit)):
            return 0
        shunned = s.m.interning | s.m.lithuania | forbidden(s, s.m.side[unit])
        able = ends(s, unit, points(s, unit, STRATEGIC), STRATEGIC) & ~shunned
        ring = within(s, s.occupied[1 - s.m.side[unit]], 2)
        for _ in range(FARTHEST if able else 0):
            if found := able & ring:
                return found
            ring |= s.m.grid.dilate(ring)
        return 0

    def _riders(self, s: State, me: int, units: Sequence[int]) -> dict[int, HexSet]:
        """[8.4.5a] Units that may take the train to the front, the strongest in the rear first."""
        near, front = within(s, s.occupied[1 - me], REAR), within(s, s.occupied[1 - me], FRONT)
        idle = [u for u in units if not near >> s.place[u] & 1 and attack(s, u)]
        room, found = CAPACITY - s.rail_used, dict[int, HexSet]()
        for unit in sorted(idle, key=lambda u: (-attack(s, u), u)):
            if load(s, unit) <= room and not any(bar.held(0) for bar in no_ticket(s, unit)):
                found[unit] = stations(s, unit) & front & ~s.m.interning & ~full(s, unit)
                room -= load(s, unit)
        return found

    def fits(self, s: State, units: Sequence[int], hex: Hex) -> bool:
        """[5.1.1a, 12.4.1a] Three primary, three secondary units, of one front."""
        primary = sum(s.m.primary >> unit & 1 for unit in units)
        return primary <= 3 and len(units) - primary <= 3 and len(fronts_in(s, collect(units))) < 2

    def places(self, s: State) -> Sequence[int]:
        return s.place

    def moved(self, s: State) -> int:
        return s.moved | s.moving

    def in_hand(self, seat: Seat[State]) -> tuple[Sequence[int], Hex]:
        frame = seat.frame
        return ((frame.unit,), seat.s.place[frame.unit]) if isinstance(frame, MoveFrame) else ((), -1)

    # -- attacks ------------------------------------------------------------------------------------

    def attacks(self, s: State, me: int) -> Mapping[int, tuple[Hex, tuple[int, ...]]]:
        """[12.4.2a] Who could attack which hex; of two fronts the stronger."""
        if s.side != me or s.phase != COMBAT:
            return {}
        return self._attacks.once((self.key(s), s.fought, s.struck), lambda: self._open_attacks(s, me))

    def _open_attacks(self, s: State, me: int) -> Mapping[int, tuple[Hex, tuple[int, ...]]]:
        near: dict[Hex, dict[int, list[int]]] = {}
        done, stay = struck(s), garrison(s) if me == POLAND else 0
        for command in commands(s, me):
            for unit in (unit for unit in ready(s, command) if not stay >> unit & 1):
                for hex in members(prey(s, unit) & s.occupied[1 - me] & ~done):
                    near.setdefault(hex, {}).setdefault(s.m.front[unit] if me == RUSSIA else 0, []).append(unit)
        stronger = {
            hex: max(groups.values(), key=lambda units: sum(attack(s, unit) for unit in units))
            for hex, groups in near.items()
        }
        return {hex: (hex, tuple(units)) for hex, units in sorted(stronger.items())}

    def _hungry(self, s: State) -> int:
        """Units out of supply, of both sides."""
        return self._unfed.once(self.key(s), lambda: unsupplied(s, collect([*on_map(s, POLAND), *on_map(s, RUSSIA)])))

    def _chargers(self, s: State) -> int:
        """[9.10.1b, 9.10.1c] Cavalry that may still charge."""
        return s.m.cavalry & ~s.began_in_zoc & ~s.left_zoc

    def odds(self, s: State, me: int, target: Hex, attackers: Attackers, friends: HexSet) -> tuple[Chance, ...]:
        return fights.results(s, me, target, attackers, friends, self._chargers(s), self._hungry(s))

    def slope(self, slot: Hex, target: Hex) -> float:
        return -1.5 * fights.terrain(self.m, RUSSIA, target, frozenset({slot}))

    def toll(self, attack: float, defence: float, hex: Hex) -> tuple[float, float]:
        if attack < 0.5:
            return 0.0, 0.0
        if defence < 0.5:
            return 0.6, 1.0
        difficult = bool(self.m.defensible >> hex & 1)
        return fights.toll(self.m, round(attack), max(1, round(defence)), difficult)

    # -- for captains and one look ahead ------------------------------------------------------------

    def worth(self, s: State, side: int, root: State) -> float:
        s.turn = root.turn
        return chance_to_win(s, side)

    def epoch(self, s: State) -> int:
        return (2 * s.turn + (s.side != scene(s).begins)) * 4 + s.phase

    def horizon(self, s: State) -> int:
        return self.epoch(s) // 4 * 4 + 8


def forbidden(s: State, me: int) -> HexSet:
    """[17.1, 22.0a] Hexes that would cost more than they are worth: for Poles those that rouse Russia; for Russians the
    heart of Poland, before they can come there with all that they have."""
    if me == POLAND:
        return s.m.reaction
    if s.rally or scene(s).gates:
        return 0
    heart = s.m.central_poland
    near = within(s, heart, CLOSE)
    massed = sum(attack(s, unit) for unit in on_map(s, RUSSIA) if near >> s.place[unit] & 1)
    return heart if massed < MASSED and menace(s) < TRIGGER else 0


def _held(s: State, me: int, hex: Hex) -> bool:
    """Whether a city is under control, or another hex that counts is free of the enemy."""
    if s.m.cities >> hex & 1:
        return controls(s, me, hex)
    return not s.occupied[1 - me] >> hex & 1 if me == POLAND else bool(s.occupied[me] >> hex & 1)


@lru_cache(maxsize=4)
def ground_of(m: Model) -> Ground:
    """As infantry marches."""
    sides = m.river
    grid = m.grid
    cost = [
        {n: 1 + (m.difficult >> n & 1) + (sides[grid.direction(h, n)] >> h & 1) for n in bits(m.around[h])}
        for h in range(grid.size)
    ]
    return Ground(grid, cost, m.land & ~m.interning)


def officer(m: Model) -> Officer:
    """The officer of this game."""
    return Officer(Brief(m))
