"""Where own units stand or are meant to stand, and how good a place is for one more."""

from __future__ import annotations

from vistula.board.hexes import collect, members
from vistula.games.warsaw_1920.evaluation.chances import LOST, TAKEN, grade
from vistula.games.warsaw_1920.evaluation.survey import Survey
from vistula.games.warsaw_1920.model import ARTILLERY
from vistula.games.warsaw_1920.queries import controlled, in_communication, legal_stack

NEVER = -1e9
_FRESH = (1.0, 0.35, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0)
"""What covering a hex adds that so many stacks cover already."""


class Posture:
    """Planned positions of one side. `stand` is what a place is worth to a unit beside the others."""

    def __init__(self, v: Survey) -> None:
        self.v = v
        self.at: dict[int, list[int]] = {}
        self.mass: dict[int, int] = {}
        self.worth: dict[int, float] = {}
        self.cover = [0] * v.m.grid.size
        self.own = controlled(v.s, v.me)
        linked = in_communication(v.s, v.me)
        self.linked = linked | v.m.grid.dilate(linked)
        self.threat = v.threat
        self.access = 0  # hexes that the enemy could enter in one move; 0 until looked at
        self.raids = 0  # hexes that he could enter if he did nothing but move
        self._trap: dict[int, float] = {}
        d = v.doctrine
        self.rails = d.rails if v.turns_left == 0 else 0.0
        late = max(0, v.s.turn - v.m.turns // 2)
        self.pull, self.block, self.fear, self.share = d.pull + d.late * late, d.block, d.exposure, d.share

    def factor(self, unit: int) -> int:
        m = self.v.m
        return 0 if m.kind[unit] == ARTILLERY else m.cf[unit]

    def put(self, unit: int, hex: int) -> None:
        here = self.at.get(hex)
        if here:
            here.append(unit)
        else:
            self.at[hex] = [unit]
            for n in self.v.ground.near(hex):
                self.cover[n] += 1
        self.mass[hex] = self.mass.get(hex, 0) + self.factor(unit)
        self.worth[hex] = self.worth.get(hex, 0.0) + self.v.values[unit]

    def lift(self, unit: int, hex: int) -> None:
        here = self.at[hex]
        here.remove(unit)
        self.mass[hex] -= self.factor(unit)
        self.worth[hex] -= self.v.values[unit]
        if not here:
            del self.at[hex]
            for n in self.v.ground.near(hex):
                self.cover[n] -= 1

    def room(self, unit: int, hex: int) -> bool:
        """Whether the unit may end a phase here beside those that are meant to."""
        here = self.at.get(hex)
        return not here or legal_stack(self.v.s, [*here, unit])

    def stand(self, unit: int, hex: int) -> float:
        """The worth of this place for this unit, which is not in the posture now."""
        if not self.room(unit, hex):
            return NEVER
        v = self.v
        factor = self.factor(unit)
        total = self.pull * v.pull(hex) * (2 + factor) / 6
        if hex not in self.at and factor:
            cover, block = self.cover, v.block
            total += self.block * sum(block(n) * _FRESH[cover[n]] for n in v.ground.near(hex))
            if self.rails:
                total += self._rails(hex)
        total += self._hold(hex, factor)
        total -= self.fear * self._risk(unit, hex, factor)
        if not self.linked >> hex & 1:
            total -= 0.4 * v.values[unit]
        return total

    def _rails(self, hex: int) -> float:
        """Points won by cutting the enemy's railway and joining the own, as far as nobody does so already."""
        v = self.v
        cut = max((v.cuts[n] for n in v.ground.near(hex) if n in v.cuts and not self.cover[n]), default=0)
        return self.rails * (cut + v.joints.get(hex, 0))

    def _defence(self, hex: int, mass: int) -> float:
        m = self.v.m
        times = float(m.defence[hex])
        if times < 2 and m.river[hex].bit_count() >= 3:
            times = 1.5
        return max(1, mass) * times

    def _hold(self, hex: int, factor: int) -> float:
        """What the unit's presence does for the control of the hex."""
        v = self.v
        worth = v.hex_worth(hex)
        if not worth:
            return 0.0
        attack, mass = self.threat[hex] * self.share, self.mass.get(hex, 0)
        after = TAKEN[grade(attack, self._defence(hex, mass + factor))]
        if self.own >> hex & 1:
            if mass:
                before = TAKEN[grade(attack, self._defence(hex, mass))]
            else:
                before = 1.0 if self.raids >> hex & 1 else min(1.0, attack / 4)
            return worth * (before - after)
        return worth * (1 - 0.6 * after) if not mass else 0.0

    def _risk(self, unit: int, hex: int, factor: int) -> float:
        """How much more is lost here, mean of what may come, with the unit than without it."""
        v = self.v
        attack = self.threat[hex] * self.share
        if not attack:
            return 0.0
        mass = self.mass.get(hex, 0)
        with_it = (self.worth.get(hex, 0.0) + v.values[unit]) * self.harm(hex, attack, mass + factor)
        return with_it - (self.worth[hex] * self.harm(hex, attack, mass) if mass else 0.0)

    def harm(self, hex: int, attack: float, mass: int) -> float:
        """The part of its value that a stack of so many factors loses here under such an attack."""
        at = grade(attack, self._defence(hex, mass))
        lost, taken = LOST[at], TAKEN[at]
        lost += self.trap(hex) * (taken - lost)
        return lost + self.v.doctrine.disruption * (taken - lost)

    # -- the enemy's answer -------------------------------------------------------------------------

    def reconnoitre(self) -> None:
        """Look again at what the enemy could strike, now that these units bar his way."""
        v, m, d = self.v, self.v.m, self.v.doctrine
        zone = m.grid.dilate(collect(h for h, mass in self.mass.items() if mass))
        barred = collect(self.at) | ~v.ground.open
        self.threat, self.access, self.raids = [0.0] * m.grid.size, 0, 0
        self._trap.clear()
        flow = v.ground.flow
        riders: dict[int, int] = {}
        for hex, allowance, factor in v.strikers:
            if not allowance:
                self._strike(1 << hex, factor)
                continue
            riders[allowance] = riders.get(allowance, 0) | 1 << hex
            within = flow(1 << hex, allowance, barred, zone)
            self.access |= within
            self._strike(within, factor * (1 - d.second_move))
            if v.enemy_operations > 2:
                self._strike(flow(1 << hex, 2 * allowance, barred, zone), factor * d.second_move)
        if v.enemy_operations > 2:
            for allowance, starts in riders.items():
                self.raids |= flow(starts, 3 * allowance, barred, zone)

    def _strike(self, within: int, factor: float) -> None:
        """Count what can attack from these hexes against all hexes next to them."""
        threat = self.threat
        for h in members(self.v.m.grid.dilate(within)):
            threat[h] += factor

    def trap(self, hex: int) -> float:
        """How likely the enemy can shut every way out of a hex: over open ground, or only when he breaks through."""
        found = self._trap.get(hex)
        if found is None:
            d = self.v.doctrine
            found = d.trap if self._shut(hex, self.access) else d.pocket if self._shut(hex, self.v.free_access) else 0.0
            self._trap[hex] = found
        return found

    def _shut(self, hex: int, access: int) -> bool:
        m = self.v.m
        near = access & m.around[hex]
        return not m.around[hex] & self.v.ground.open & ~near & ~m.grid.dilate(near)
