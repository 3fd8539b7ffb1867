"""The situation as one side sees it: what cities are worth, what the enemy threatens, where supply reaches."""

from __future__ import annotations

from functools import cached_property, lru_cache

from vistula.board.hexes import bits, collect
from vistula.kernel import UNKNOWN
from vistula.parts.pieces import stacks
from vistula.parts.traces import steps, within
from vistula.players.kit.memory import once

from ..model import BOTH, CAVALRY, INFANTRY, PHASES, PIECES, POLAND, RUSSIA, Model, foe
from ..rules.depots import depots, sources
from ..rules.executors import ground, rail_areas, ways
from ..rules.queries import controlled, held_by, may_enter, open_areas, spread
from ..rules.rail_transport import stations
from ..state import State
from .deciding import LATER, Storm, open_later, open_now, turns_on
from .doctrine import Doctrine
from .fights import Clash, clash

FAR = 99
GUESS = 2.35
"""Strength points of a block that has not been seen."""
MOST = 3.0
"""More than this no goal draws blocks from afar, nor is it worth to cut a line of supply."""
HOME = 3
"""Strength points that make Warsaw safe against a raid."""
STATIONS = 6
"""Places that a rail transport is thought of for."""
CUBE = 0.25
"""What a cube of a strategic city is worth, beside its victory points, while rounds are to come."""


@lru_cache(maxsize=32)
def distances(m: Model, open_: int) -> tuple[tuple[int, ...], ...]:
    """Links between any two areas, across whatever stands there."""
    return tuple(tuple(steps(m.around, 1 << area & open_, open_, FAR)) for area in m.areas)


Force = tuple[int, int, int]
"""Some blocks as an attacker counts them: all, those that have not been seen, strength points of the others."""


class Survey:
    """One side's view; everything in victory points, good for that side."""

    def __init__(self, s: State, me: int, d: Doctrine) -> None:
        self.s, self.m, self.me, self.foe, self.d = s, s.m, me, foe(me), d
        self.open = open_areas(s)
        self.far = distances(s.m, self.open)
        self.left = (s.scene.last - s.round) * PHASES + PHASES - min(s.phase, PHASES)
        """Phases after this one."""
        self.rounds = s.scene.last - s.round
        self.point = d.point * min(1.0, 0.1 + self.left / 4)
        self.blocks = stacks(s.place, PIECES[POLAND]), stacks(s.place, PIECES[RUSSIA])
        self.mine, self.theirs = self.blocks[me], self.blocks[foe(me)]
        self.held = (controlled(s, POLAND), controlled(s, RUSSIA))
        self.areas_held = (held_by(s, POLAND), held_by(s, RUSSIA))
        self.enterable = may_enter(s, me)
        self._keep: dict[tuple[int, tuple[int, ...], int], float] = {}
        self._risks: dict[tuple[int, Force, int], float] = {}
        self._drift: dict[tuple[int, int, bool], float] = {}
        self._strikes: dict[tuple[int, int, int, int], tuple[float, float]] = {}
        self._supply()

    def _supply(self) -> None:
        """Where either side is supplied: areas for infantry, for cavalry, and those with a way to a base."""
        self.fed: list[tuple[int, int]] = []
        self.tied: list[int] = []
        self.refuge: list[int] = []
        for side in BOTH:
            near, far, tied = self.supplied(side, 0, 0)
            self.fed.append((near, far))
            self.tied.append(tied)
            clear = self.open & ~self.areas_held[foe(side)]
            self.refuge.append(spread(self.m, clear, self.held[side] & clear, FAR))

    def supplied(self, side: int, taken: int, lost: int) -> tuple[int, int, int]:
        """Supplied areas for infantry and cavalry, and areas with a way to a base, had the side taken some areas and
        lost others."""
        m = self.m
        clear = self.open & ~(self.areas_held[foe(side)] & ~taken) & ~lost
        tied = self._with_base(side, clear, taken)
        depots = (self.held[side] | taken & m.key_cities) & ~lost & tied
        near = spread(m, clear, depots, m.supply[INFANTRY])
        return near, spread(m, clear, depots, m.supply[CAVALRY]), tied

    def _with_base(self, side: int, clear: int, taken: int) -> int:
        """Areas with a way to a base through clear ones, had the side taken some; a neutral city is no base."""
        owned = self.held[side] | taken | self.s.scene.exits
        return spread(self.m, clear, sources(self.s, side) & clear & self.s.scene.areas & owned, FAR)

    # -- blocks -------------------------------------------------------------------------------------

    def sp(self, piece: int) -> float:
        sp = self.s.sp[piece]
        return GUESS if sp == UNKNOWN else sp

    def mounted(self, piece: int) -> bool:
        unit = self.s.unit[piece]
        if unit == UNKNOWN:
            return bool(self.s.mounted >> piece & 1)
        return self.m.kind[unit] != INFANTRY

    def force(self, pieces: list[int]) -> Force:
        sp, known, unknown = self.s.sp, 0, 0
        for piece in pieces:
            points = sp[piece]
            if points == UNKNOWN:
                unknown += 1
            else:
                known += points
        return len(pieces), unknown, known

    def leader(self, piece: int) -> bool:
        unit = self.s.unit[piece]
        return unit != UNKNOWN and self.m.leader[unit]

    # -- areas --------------------------------------------------------------------------------------

    @once
    def worth(self, area: int) -> float:
        """What control of an area is worth."""
        m, s, d = self.m, self.s, self.d
        if m.vp[area] <= 0:
            return 0.0
        found = d.city * m.vp[area]
        if self.rounds and s.scene.reinforcements:
            found += CUBE * sum(m.cubes[area])
        if area == m.warsaw and s.scene.warsaw_decides:
            found += d.warsaw
        if not self.left:
            found += d.level * turns_on(s, area, self.held)
        return found + (d.focus_weight if area == d.focus else 0.0)

    @once
    def field(self, area: int) -> float:
        """How near an area is to what is worth having; to be there is told by `worth`, next to it is as near."""
        nearer = self._nearer
        return sum([value * nearer[row[area]] for row, value in self._goals])

    @cached_property
    def _nearer(self) -> list[float]:
        """What is left of a goal's worth so many areas away."""
        return [self.d.nearer ** max(0, n - 1) for n in range(12)] + [0.0] * (FAR - 11)

    @cached_property
    def _goals(self) -> list[tuple[tuple[int, ...], float]]:
        """What draws blocks, each with its distances: cities, and enemies."""
        goals = []
        for area in bits(self.m.key_cities & self.open & self.enterable):
            value = self.worth(area)
            if self.held[self.me] >> area & 1:
                value = 0.7 * self.danger(area)
            elif not self.held[self.foe] >> area & 1:
                value *= 1.3
            if value > 0:
                goals.append((self.far[area], min(value, MOST)))
        enemies = [(area, pieces) for area, pieces in self.theirs.items() if self.enterable >> area & 1]
        return goals + [(self.far[area], 0.08 * len(pieces)) for area, pieces in enemies]

    def danger(self, area: int) -> float:
        """What could be lost in an own area as it stands."""
        return -self.keep(area, self.mine.get(area, []))

    def feed(self, piece: int, area: int, taken: bool = False) -> float:
        """What want of supply costs a block that ends in an area, which may have been taken just now."""
        if self.leader(piece):
            return 0.0
        reach = self.fed[self.me][self.mounted(piece)]
        if reach >> area & 1:
            return 0.0
        around = self.m.around[area]
        if taken and (around & reach or (self.m.vp[area] >= 0 and around & self.tied[self.me])):
            return 0.0
        worst = 1.0 if self.s.sp[piece] == 1 else 0.0
        return -(self.d.hunger * min(1.0, self.point / 0.15) + worst)

    def drift(self, piece: int, area: int, taken: bool) -> float:
        """What it is worth that a block changes its place, for what is to come."""
        key = piece, area, taken
        found = self._drift.get(key)
        if found is None:
            here = self.s.place[piece]
            weight = 0.4 if self.leader(piece) else self.s.sp[piece]
            pull = self.d.pull * min(1.0, self.left / 2) * weight * (self.field(area) - self.field(here))
            found = self._drift[key] = pull + self.feed(piece, area, taken) - self.feed(piece, here)
        return found

    @once
    def stations(self, piece: int) -> list[int]:
        """[7.6a] Places that a rail transport of a block is thought of for, those that call for it most first."""
        return sorted(stations(self.s, piece), key=self.calling, reverse=True)[:STATIONS]

    @once
    def calling(self, area: int) -> float:
        """How much an area calls for blocks: what is near, and a city there that is to be had for the taking."""
        mine = self.held[self.me] >> area & 1
        return self.field(area) + (max(0.0, self.danger(area)) if mine else 9.0 * self.worth(area))

    # -- attacks ------------------------------------------------------------------------------------

    def fight(self, side: int, area: int, value: int, sp: int, origins: int, force: Force, shield: int = 0) -> Clash:
        """A battle of a side for an area, attacked from a set of areas."""
        m = self.m
        faces = m.faces[area]
        fort = 1 if faces and not origins & ~faces else 0
        garrison = self.s.garrisons[foe(side)] >> area & 1
        flanks = max(0, origins.bit_count() - 1 - fort - shield)
        return clash(m, side, value, sp, force[2], force[1], garrison, flanks, fort + shield)

    def gain(self, side: int, area: int, found: Clash, origins: int, defenders: int) -> float:
        """What a battle against so many blocks is worth to its attacker."""
        d, other = self.d, foe(side)
        garrison = self.s.garrisons[other] >> area & 1
        city = 0.0 if self.held[side] >> area & 1 else self.worth(area)
        total = found.win * city
        if garrison and not defenders:
            total += found.bare * min(city, float(self.m.vp[area]))
        ours, others = (d.losses, 1.0) if side == self.me else (1.0, d.losses)
        total += self.point * (others * found.hit - ours * found.lost) + found.great - found.disaster
        total += d.initiative * (2 * found.win - 1) * min(1.0, self.left / 3)
        if defenders and not self.escape(other, area, origins):
            left = max(0.0, defenders - found.hit / GUESS)
            total += found.win * left * (1.0 + self.point * GUESS)
        return total

    def strike(self, area: int, value: int, sp: int, origins: int) -> tuple[float, float]:
        """The chance to win of an attack of ours on all who are in an area, and what it is worth."""
        key = area, value, sp, origins
        known = self._strikes.get(key)
        if known is None:
            force = self._enemies(area)
            found = self.fight(self.me, area, value, sp, origins, force)
            total = self.gain(self.me, area, found, origins, force[0]) - self.d.attack_at
            known = self._strikes[key] = found.win, total + found.win * self.cutting(area)
        return known

    @once
    def _enemies(self, area: int) -> Force:
        return self.force(self.theirs.get(area, []))

    def escape(self, side: int, area: int, origins: int) -> int:
        """Where a beaten defender could retreat to."""
        return self.m.around[area] & self.refuge[side] & ~origins & ~self.areas_held[foe(side)]

    # -- holding ------------------------------------------------------------------------------------

    @once
    def threat(self, area: int) -> tuple[float, int]:
        """How strong the enemy can come into an own area next, and from where."""
        total, origins = 0.0, 0
        around, far = self.m.around[area], self.far[area]
        for place, strength in self._strengths.items():
            if around >> place & 1:
                total += strength
                origins |= 1 << place
        for place, strength in self._riders.items():
            if far[place] == 2 and (ways := around & self.m.around[place] & ~self.areas_held[self.me]):
                total += 0.7 * strength
                origins |= ways & -ways
        return total, origins

    @cached_property
    def _strengths(self) -> dict[int, float]:
        """The strength of the enemy by area, as far as it is known."""
        return {place: sum(map(self.sp, pieces)) for place, pieces in sorted(self.theirs.items())}

    @cached_property
    def _riders(self) -> dict[int, float]:
        """The same of his cavalry."""
        riders = {place: [p for p in pieces if self.mounted(p)] for place, pieces in self.theirs.items()}
        return {place: sum(map(self.sp, pieces)) for place, pieces in riders.items() if pieces}

    def keep(self, area: int, defenders: list[int], shield: int = 0) -> float:
        """What holding an area with some blocks promises: never good, for the enemy may come."""
        key = area, tuple(defenders), shield
        found = self._keep.get(key)
        if found is None:
            found = self.risk(area, self.force(defenders), shield)
            if area == self.m.warsaw and self.me == POLAND:
                found -= self.bare_home(defenders) + self.open_home(defenders, shield)
            self._keep[key] = found
        return found

    def bare_home(self, defenders: list[int]) -> float:
        """What it costs to leave Warsaw, from which all Polish supply comes, to its garrison while raiders may come."""
        guard = sum(self.sp(p) for p in defenders if not self.leader(p))
        return self.d.home * self.raiders * max(0.0, 1.0 - guard / HOME)

    @cached_property
    def raiders(self) -> float:
        """How likely they are."""
        home = self.m.warsaw
        if not may_enter(self.s, self.foe) >> home & 1:
            return 0.0
        places = [*self.theirs, *bits(self.held[self.foe] & self.open)]
        near = min((self.far[home][place] for place in places), default=FAR)
        return 1.0 if near <= 4 else 0.4 if near <= 7 else 0.0

    def open_home(self, defenders: list[int], shield: int) -> float:
        """What it costs to leave Warsaw to some blocks while it may fall, if that decides the game."""
        now = self.open_now(defenders, shield)
        later = open_later(self, self.storm, defenders) if self.storm is not None else 0.0
        return now + LATER * max(0.0, later - now)

    def open_now(self, defenders: list[int], shield: int) -> float:
        """The part of it that the battles of this phase may cost."""
        return open_now(self, self.storm, defenders, shield) if self.storm is not None else 0.0

    @cached_property
    def storm(self) -> Storm | None:
        """Who may take Warsaw, where that decides the game and nobody is there yet."""
        at_stake = self.s.scene.warsaw_decides and self.m.warsaw not in self.theirs
        return Storm(self) if at_stake else None

    def risk(self, area: int, force: Force, shield: int) -> float:
        """What the enemy may do to an area held by so many blocks, whoever they are."""
        key = area, force, shield
        found = self._risks.get(key)
        if found is None:
            found = self._risks[key] = self._risk(area, force, shield)
        return found

    def _risk(self, area: int, force: Force, shield: int) -> float:
        s, d = self.s, self.d
        garrison = s.garrisons[self.me] >> area & 1
        mine = self.held[self.me] >> area & 1
        if not force[0] and not garrison:
            return -(self.worth(area) if mine else 0.0) - self.cover(area)
        if self.m.eastern_links >> area & 1:
            return 0.0
        return d.guard * (self._struck if area in self.theirs else self._attacked)(area, force, shield)

    def _attacked(self, area: int, force: Force, shield: int) -> float:
        """The enemy may come, the likelier the more he would gain by it, and the less elsewhere."""
        gain = self.prize(area, force, shield)
        return -gain * self.likely(gain) if gain > 0 else 0.0

    def likely(self, gain: float) -> float:
        """How likely an attack is that would bring the enemy so much."""
        return min(0.7, self.d.fear * gain / (1.0 + self.pressure))

    @cached_property
    def pressure(self) -> float:
        """What the enemy would gain by all the attacks that he could make."""
        places = set(self.mine) | set(bits(self.s.garrisons[self.me] & self.open))
        free = (place for place in places if place not in self.theirs)
        return sum(max(0.0, self.prize(place, self.force(self.mine.get(place, [])), 0)) for place in free)

    @once
    def pinned(self, area: int) -> float:
        """How likely blocks are held fast where they stand by an enemy who stirs first."""
        gain = self.prize(area, self.force(self.mine.get(area, [])), 0) if area not in self.theirs else 0.0
        return self.likely(gain) if gain > 0 else 0.0

    def prize(self, area: int, force: Force, shield: int) -> float:
        """What the enemy would gain by an attack on an area with all that is near."""
        strength, origins = self.threat(area)
        if not origins:
            return 0.0
        total = round(0.85 * strength)
        found = self.fight(self.foe, area, total, total, origins, force, shield)
        return self.gain(self.foe, area, found, origins, force[0])

    def _struck(self, area: int, force: Force, shield: int) -> float:
        """The enemy has come: there will be a battle."""
        s, attackers = self.s, self.theirs[area]
        total = round(sum(self.sp(p) / (2 if s.marched >> p & 1 else 1) for p in attackers))
        origins = sum({1 << s.origin[p] for p in attackers if s.origin[p] >= 0})
        found = self.fight(self.foe, area, total, round(sum(map(self.sp, attackers))), origins, force, shield)
        return -self.gain(self.foe, area, found, origins, force[0])

    # -- supply lines -------------------------------------------------------------------------------

    @once
    def cutting(self, area: int) -> float:
        """What the enemy's supply suffers if own blocks stand in an area."""
        return min(self.severed(self.foe, area), MOST)

    @once
    def cover(self, area: int) -> float:
        """What own supply may suffer if nobody stands in an area that the enemy can reach."""
        here = 1 << area & self.open
        share = 1.0 if here & self.within_reach else self.d.trains if here and here & self.by_rail else 0.0
        return share * self.d.cover * min(self.severed(self.me, area), 2 * MOST) if share else 0.0

    @cached_property
    def within_reach(self) -> int:
        """Areas in which an enemy block could be at the end of the phase, past own blocks."""
        found, g = 0, ground(self.s, self.foe)
        for place, pieces in self.theirs.items():
            kind = CAVALRY if any(self.mounted(p) for p in pieces) else INFANTRY
            found |= ways(self.s, self.foe, place, self.m.march[kind], g)
        return found

    @cached_property
    def by_rail(self) -> int:
        """[7.6b] Areas that enemy trains could reach when battles are over."""
        s = self.s
        line = rail_areas(s, self.foe, depots(s, self.foe)) & may_enter(s, self.foe)
        return within(s.m.rail, collect(self.theirs) & line, line, self.m.charts.orders.rail_range)

    def severed(self, side: int, area: int) -> float:
        """What a side loses if enemies in an area part it from its bases: blocks starve, garrisons melt away."""
        s, here = self.s, 1 << area
        clear = self.open & ~self.areas_held[foe(side)] & ~here
        tied = self._with_base(side, clear, 0)
        lost = self.tied[side] & ~tied & ~here
        if not lost:
            return 0.0
        near, _, _ = self.supplied(side, 0, here)
        total = 0.0
        for place, pieces in self.blocks[side].items():
            if lost >> place & 1 and not near >> place & 1:
                total += sum(0.0 if self.leader(p) else self.d.hunger + (s.sp[p] == 1) for p in pieces)
        for place in bits(s.garrisons[side] & lost):
            total += self.d.cut * self.worth(place) * (0.4 if place in self.blocks[side] else 1.0)
        return total
