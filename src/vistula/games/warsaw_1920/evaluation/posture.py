"""Where own units stand or are meant to stand, and how good a place is for one more."""

from __future__ import annotations

from vistula.board.hexes import collect, members
from vistula.games.warsaw_1920.evaluation.chances import LOST, TAKEN, grade
from vistula.games.warsaw_1920.evaluation.survey import Survey, Threat
from vistula.games.warsaw_1920.model import ARTILLERY
from vistula.games.warsaw_1920.rules.queries import controlled, in_communication, legal_stack

NEVER = -1e9


class Posture:
    """Planned positions of one side. `stand` is what a place is worth to a unit beside the others."""

    def __init__(self, v: Survey, few: bool = False) -> None:
        """`few` says that no more than a few places will be looked at."""
        self.v = v
        self.at: dict[int, list[int]] = {}
        self.mass: dict[int, int] = {}
        self.worth: dict[int, float] = {}
        self.cover = [0] * v.m.grid.size
        self.own = controlled(v.s, v.me)
        linked = in_communication(v.s, v.me)
        self.linked = linked | v.m.grid.dilate(linked)
        self.threat: list[float] | Threat = v.threat_nearby if few else v.threat
        self.access = 0  # hexes that the enemy could enter in one move; 0 until looked at
        self.raids = 0  # hexes that he could enter if he did nothing but move
        self._trap: dict[int, float] = {}
        self._alone: dict[tuple[int, int], tuple[float, float, float]] = {}
        self._screen: dict[int, float] = {}
        d = v.doctrine
        self.rails = d.rails if v.turns_left == 0 else 0.0
        late = max(0, v.s.turn - v.m.turns // 2)
        self.fresh = 1.0, *d.overlap  # what covering a hex adds that so many cover already; after the third, nothing
        self.even, self.isolation = d.evenness, d.isolation
        self.pull, self.block, self.fear, self.share = d.pull + d.late * late, d.block, d.exposure, d.share
        if v.last_word:  # what one stands on counts now, not where one could go from there
            self.pull = 0.0

    def factor(self, unit: int) -> int:
        m = self.v.m
        return 0 if m.kind[unit] == ARTILLERY else m.cf[unit]

    def put(self, unit: int, hex: int) -> None:
        here = self.at.get(hex)
        if here:
            here.append(unit)
        else:
            self.at[hex] = [unit]
            self._cover(hex, 1)
        self.mass[hex] = self.mass.get(hex, 0) + self.factor(unit)
        self.worth[hex] = self.worth.get(hex, 0.0) + self.v.values[unit]

    def lift(self, unit: int, hex: int) -> None:
        here = self.at[hex]
        here.remove(unit)
        self.mass[hex] -= self.factor(unit)
        self.worth[hex] -= self.v.values[unit]
        if not here:
            del self.at[hex]
            self._cover(hex, -1)

    def _cover(self, hex: int, more: int) -> None:
        """A stack comes to a hex or is gone: what screens are worth within two hexes is no longer known."""
        ground, known = self.v.ground, self._screen
        for n in ground.near(hex):
            self.cover[n] += more
        for n in ground.round_about(hex):
            known.pop(n, None)

    def room(self, unit: int, hex: int) -> bool:
        """Whether the unit may end a phase here beside those that are meant to."""
        here = self.at.get(hex)
        return not here or legal_stack(self.v.s, [*here, unit])

    def stand(self, unit: int, hex: int) -> float:
        """The worth of this place for this unit, which is not in the posture now."""
        if hex in self.at:
            return self._join(unit, hex) if self.room(unit, hex) else NEVER
        value, factor = self.v.values[unit], self.factor(unit)
        found = self._alone.get((hex, factor))
        if found is None:
            found = self._alone[hex, factor] = self._weigh(hex, factor)
        pull, hold, harm = found
        total = pull + hold - harm * value
        if factor:
            screen = self._screen.get(hex)
            if screen is None:
                screen = self._screen[hex] = self._screened(hex)
            total += screen
        return total

    def _join(self, unit: int, hex: int) -> float:
        """Beside others."""
        v, factor = self.v, self.factor(unit)
        total = self.pull * v.pull(hex) * (self.even + factor) / (self.even + 4) + self._hold(hex, factor)
        total -= self.fear * self._risk(unit, hex, factor)
        return total if self.linked >> hex & 1 else total - self.isolation * v.values[unit]

    def _weigh(self, hex: int, factor: int) -> tuple[float, float, float]:
        """An empty hex for a unit of so many factors: pull, control, and the part of the unit's value at risk."""
        attack = self.threat[hex] * self.share
        harm = self.fear * self.harm(hex, attack, factor) if attack else 0.0
        if not self.linked >> hex & 1:
            harm += self.isolation
        drawn = self.pull * self.v.pull(hex) * (self.even + factor) / (self.even + 4)
        return drawn, self._hold(hex, factor), harm

    def _screened(self, hex: int) -> float:
        """What a stack in an empty hex bars to the enemy that nobody bars yet."""
        v, cover, total = self.v, self.cover, 0.0
        known = v.blocks
        for n in v.ground.near(hex):
            covered = cover[n]
            if covered < 3:
                total += (known[n] if n in known else v.block(n)) * self.fresh[covered]
        return self.block * total + (self._rails(hex) if self.rails else 0.0)

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
        attack, mass = self.threat[hex] * self._storm(hex), self.mass.get(hex, 0)
        after = TAKEN[grade(attack, self._defence(hex, mass + factor))]
        if self.own >> hex & 1:
            if mass:
                before = TAKEN[grade(attack, self._defence(hex, mass))]
            else:
                before = 1.0 if self.raids >> hex & 1 else min(1.0, attack / v.doctrine.raid)
            return worth * (before - after)
        return worth * (1 - v.doctrine.doubt * after) if not mass else 0.0

    def _storm(self, hex: int) -> float:
        """Of all enemies that could strike a hex, the part that will: nearly all where that would end the game."""
        v = self.v
        return v.doctrine.siege if hex == v.m.warsaw and v.sudden else self.share

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
        self.threat, self.access = [0.0] * m.grid.size, 0
        self._trap.clear()
        self._alone.clear()
        flow = v.ground.flow
        for hex, allowance, factor in v.strikers:
            if not allowance:
                self._strike(1 << hex, factor)
                continue
            within = flow(1 << hex, allowance, barred, zone)
            self.access |= within
            self._strike(within, factor * (1 - d.second_move))
            if v.enemy_operations > 2:
                self._strike(flow(1 << hex, 2 * allowance, barred, zone), factor * d.second_move)
        self.look_out()

    def look_out(self) -> None:
        """Which hexes the enemy could enter if he did nothing but move, and nobody stood in Warsaw."""
        v, m = self.v, self.v.m
        self.raids = 0
        if v.enemy_operations < 3:
            return
        held = collect(h for h, mass in self.mass.items() if mass) & ~(1 << m.warsaw)
        zone = m.grid.dilate(held)
        barred = collect(self.at) & ~(1 << m.warsaw) | ~v.ground.open
        for allowance, starts in v.riders.items():
            for _ in range(v.enemy_operations):
                starts = v.ground.flow(starts, allowance, barred, zone)
            self.raids |= starts

    def way_to_warsaw(self) -> bool:
        """Whether the enemy could walk into Warsaw past these units."""
        warsaw = self.v.m.warsaw
        if self.mass.get(warsaw):
            return False
        self.look_out()
        return bool(self.raids >> warsaw & 1)

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
