"""Where own units stand or are meant to stand, and how good a place is for more of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vistula.board.hexes import Hex, HexSet, collect, members
from vistula.players.kit.facts import Brief
from vistula.players.kit.field import Field, Threat

NEVER = -1e9
Group = tuple[int, ...]


class Posture:
    """Planned positions of one side. `stand` is what a place is worth to a group beside the others."""

    def __init__(self, field: Field, brief: Brief, s: Any, few: bool = False) -> None:
        """`few` says that no more than a few places will be looked at."""
        self.f, self.brief, self.s = field, brief, s
        self.at: dict[Hex, list[int]] = {}
        self.attack: dict[Hex, float] = {}
        self.mass: dict[Hex, float] = {}
        self.worth: dict[Hex, float] = {}
        self.cover = [0] * field.grid.size
        facts, d = field.facts, field.doctrine
        self.linked = facts.fed | field.grid.dilate(facts.fed)
        self.threat: list[float] | Threat = field.threat_nearby if few else field.threat
        self.access: HexSet = 0  # hexes that the enemy could enter in one move; 0 until looked at
        self.raids: HexSet = 0  # hexes that he could enter if he did nothing but move
        self._trap: dict[Hex, float] = {}
        self._alone: dict[tuple[Hex, float, float], tuple[float, float]] = {}
        self._screen: dict[Hex, float] = {}
        self._sums: dict[Group, tuple[float, float, float]] = {}
        self.fresh = 1.0, *d.overlap  # what covering a hex adds that so many cover already; after the third, nothing
        self.pull = 0.0 if facts.last else d.pull  # in the end it counts where one is, not where one could go

    def sums(self, units: Sequence[int]) -> tuple[float, float, float]:
        """Attack, defence and value of a group."""
        key = tuple(units)
        found = self._sums.get(key)
        if found is None:
            group = [self.f.own[u] for u in key]
            found = self._sums[key] = (
                sum(u.attack for u in group), sum(u.defence for u in group), sum(u.value for u in group),
            )  # fmt: skip
        return found

    def put(self, units: Sequence[int], hex: Hex) -> None:
        if hex not in self.at:
            self.at[hex] = []
            self._cover(hex, 1)
        self.at[hex].extend(units)
        self._count(units, hex, 1)

    def lift(self, units: Sequence[int], hex: Hex) -> None:
        here = self.at[hex]
        for unit in units:
            here.remove(unit)
        self._count(units, hex, -1)
        if not here:
            del self.at[hex]
            self._cover(hex, -1)

    def _count(self, units: Sequence[int], hex: Hex, sign: int) -> None:
        attack, defence, value = self.sums(units)
        self.attack[hex] = self.attack.get(hex, 0.0) + sign * attack
        self.mass[hex] = self.mass.get(hex, 0.0) + sign * defence
        self.worth[hex] = self.worth.get(hex, 0.0) + sign * value

    def _cover(self, hex: Hex, more: int) -> None:
        """A stack comes to a hex or is gone: what screens are worth within two hexes is no longer known."""
        ground, known = self.f.ground, self._screen
        for n in ground.near(hex):
            self.cover[n] += more
        for n in ground.round_about(hex):
            known.pop(n, None)

    def room(self, units: Sequence[int], hex: Hex) -> bool:
        """Whether the group may be here beside those that are meant to."""
        here = self.at.get(hex)
        return not here or self.brief.fits(self.s, [*here, *units], hex)

    # -- what a place is worth ----------------------------------------------------------------------

    def stand(self, units: Sequence[int], hex: Hex) -> float:
        """The worth of this place for a group that is not in the posture now."""
        attack, mass, value = self.sums(units)
        if hex in self.at:
            return self._join(hex, attack, mass, value) if self.room(units, hex) else NEVER
        found = self._alone.get((hex, attack, mass))
        if found is None:
            found = self._alone[hex, attack, mass] = self._weigh(hex, attack, mass)
        total = found[0] - found[1] * value
        if mass:
            screen = self._screen.get(hex)
            if screen is None:
                screen = self._screen[hex] = self._screened(hex)
            total += screen
        return total

    def _drawn(self, hex: Hex, attack: float) -> float:
        even = self.f.doctrine.evenness
        return self.pull * self.f.pull(hex) * (even + attack / self.f.typical * 2) / (even + 2) if self.pull else 0.0

    def _join(self, hex: Hex, attack: float, mass: float, value: float) -> float:
        """Beside others."""
        d = self.f.doctrine
        total = self._drawn(hex, attack) + self._hold(hex, mass) - d.exposure * self._risk(hex, mass, value)
        return total if self.linked >> hex & 1 else total - d.isolation * value

    def _weigh(self, hex: Hex, attack: float, mass: float) -> tuple[float, float]:
        """An empty hex for a group: what it draws and holds, and the part of the group's value that is at risk."""
        d = self.f.doctrine
        threat = self.threat[hex] * d.share
        harm = d.exposure * self.harm(hex, threat, mass) if threat else 0.0
        if not self.linked >> hex & 1:
            harm += d.isolation
        return self._drawn(hex, attack) + self._hold(hex, mass), harm

    def _screened(self, hex: Hex) -> float:
        """What a stack in an empty hex bars to the enemy that nobody bars yet."""
        field, cover, total = self.f, self.cover, 0.0
        known = field.blocks
        for n in field.ground.near(hex):
            covered = cover[n]
            if covered < 3:
                total += (known[n] if n in known else field.block(n)) * self.fresh[covered]
        return field.doctrine.block * total

    def _hold(self, hex: Hex, mass: float) -> float:
        """What the group's presence does for the control of the hex."""
        field = self.f
        prize = field.prize(hex)
        if not prize:
            return 0.0
        d, here = field.doctrine, self.mass.get(hex, 0.0)
        attack = self.threat[hex] * (d.siege if field.facts.deciding >> hex & 1 else d.share)
        toll, facts = self.brief.toll, field.facts
        after = toll(attack, here + mass, hex)[1]
        if (facts.held & facts.kept) >> hex & 1:
            empty = 1.0 if self.raids >> hex & 1 else min(1.0, attack / d.raid)
            return prize * ((toll(attack, here, hex)[1] if here else empty) - after)
        return prize * d.doubt * (toll(attack, here, hex)[1] - after) if here else prize * (1 - d.doubt * after)

    def _risk(self, hex: Hex, mass: float, value: float) -> float:
        """How much more is lost here, mean of what may come, with the group than without it."""
        attack = self.threat[hex] * self.f.doctrine.share
        if not attack:
            return 0.0
        here = self.mass.get(hex, 0.0)
        with_it = (self.worth.get(hex, 0.0) + value) * self.harm(hex, attack, here + mass)
        return with_it - (self.worth[hex] * self.harm(hex, attack, here) if here else 0.0)

    def harm(self, hex: Hex, attack: float, mass: float) -> float:
        """The part of its value that a stack loses here under such an attack."""
        lost, taken = self.brief.toll(attack, mass, hex)
        lost += self.trap(hex) * (taken - lost) if taken > lost else 0.0
        return lost + self.f.doctrine.setback * max(0.0, taken - lost)

    # -- the enemy's answer -------------------------------------------------------------------------

    @property
    def strong(self) -> HexSet:
        """Hexes with units that have a zone of control."""
        return collect(h for h, mass in self.mass.items() if mass > 1e-9)

    def reconnoitre(self) -> None:
        """Look again at what the enemy could strike, now that these units bar his way."""
        field, d = self.f, self.f.doctrine
        zone = field.grid.dilate(self.strong)
        barred = collect(self.at) | ~field.ground.open
        self.threat, self.access = [0.0] * field.grid.size, 0
        self._trap.clear()
        self._alone.clear()
        flow = field.ground.flow
        for hex, pace, strength in field.strikers:
            if not pace:
                self._strike(1 << hex, strength)
                continue
            within = flow(1 << hex, pace, barred, zone)
            self.access |= within
            self._strike(within, strength * (1 - d.second_move))
            if field.facts.answers > 2:
                self._strike(flow(1 << hex, 2 * pace, barred, zone), strength * d.second_move)
        self.look_out()

    def _strike(self, within: HexSet, strength: float) -> None:
        """Count what can attack from these hexes against all hexes next to them."""
        threat = self.threat
        for h in members(self.f.grid.dilate(within)):
            threat[h] += strength

    def look_out(self) -> None:
        """Which hexes the enemy could enter if he did nothing but move, and nobody were in prizes that end the game."""
        field = self.f
        free = field.facts.deciding
        zone = field.grid.dilate(self.strong & ~free)
        barred = collect(self.at) & ~free | ~field.ground.open
        starts: dict[int, HexSet] = {}
        for hex, pace, _ in field.strikers:
            if pace:
                starts[pace] = starts.get(pace, 0) | 1 << hex
        self.raids = 0
        for pace, hexes in starts.items():
            for _ in range(max(1, field.facts.answers - (field.facts.answers == 2))):
                hexes = field.ground.flow(hexes, pace, barred, zone)
            self.raids |= hexes

    def open_doors(self) -> list[Hex]:
        """Own prizes that end the game and that the enemy could walk into."""
        held = self.f.facts.deciding & self.f.facts.held
        doors = [hex for hex in members(held) if not self.mass.get(hex)]
        if doors:
            self.look_out()
        return [hex for hex in doors if self.raids >> hex & 1]

    def trap(self, hex: Hex) -> float:
        """How likely the enemy can shut every way out of a hex: over open ground, or only when he breaks through."""
        found = self._trap.get(hex)
        if found is None:
            d = self.f.doctrine
            found = d.trap if self._shut(hex, self.access) else d.pocket if self._shut(hex, self.f.free_access) else 0.0
            self._trap[hex] = found
        return found

    def _shut(self, hex: Hex, access: HexSet) -> bool:
        around = self.f.grid.around[hex] & self.f.ground.open
        near = access & around
        return not around & ~near & ~self.f.grid.dilate(near)
