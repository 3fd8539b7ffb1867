"""Where own units stand or are meant to stand, and how good a place is for more of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from vistula.board.hexes import Hex, HexSet, collect, members
from vistula.players.kit.facts import Brief, Facts
from vistula.players.kit.field import Field
from vistula.players.kit.influence import Influence, Threat

NEVER = -1e9
Group = tuple[int, ...]


class Posture:
    """Planned positions of one side. Whoever takes it up says how strong units are and what an attack does to them."""

    def __init__(self, field: Influence, facts: Facts, pull: float, typical: float, few: bool = False) -> None:
        """`few` says that no more than a few places will be looked at; of `facts` no units are."""
        self.field, self.facts, self.weights = field, facts, field.weights
        self.at: dict[Hex, list[int]] = {}
        self.mass: dict[Hex, float] = {}
        self.worth: dict[Hex, float] = {}
        self.cover = [0] * field.grid.size
        self.linked = facts.fed | field.grid.dilate(facts.fed)
        self.threat: list[float] | Threat = field.threat_nearby if few else field.threat
        self.access: HexSet = 0  # hexes that the enemy could enter in one move; 0 until looked at
        self.raids: HexSet = 0  # hexes that he could enter if he did nothing but move
        self._trap: dict[Hex, float] = {}
        self._plain: dict[Hex, tuple[float, float, float]] = {}
        self._harm: dict[tuple[Hex, float], float] = {}
        self._screen: dict[Hex, float] = {}
        self.fresh = 1.0, *self.weights.overlap  # what covering a hex adds that so many cover; after the third, nothing
        self.even = self.weights.evenness
        # in the end it counts where one is, not where one could go
        self.pull = 0.0 if facts.last else pull / (self.even + typical)

    def toll(self, attack: float, mass: float, hex: Hex) -> tuple[float, float]:
        """The part of its value that a stack loses under an attack, and the chance that it must leave."""
        raise NotImplementedError

    def _add(self, units: Sequence[int], hex: Hex, mass: float, value: float) -> None:
        here = self.at.get(hex)
        if here is None:
            self.at[hex] = [*units]
            self._cover(hex, 1)
        else:
            here.extend(units)
        self.mass[hex] = self.mass.get(hex, 0.0) + mass
        self.worth[hex] = self.worth.get(hex, 0.0) + value

    def _take(self, units: Sequence[int], hex: Hex, mass: float, value: float) -> None:
        here = self.at[hex]
        for unit in units:
            here.remove(unit)
        self.mass[hex] -= mass
        self.worth[hex] -= value
        if not here:
            del self.at[hex]
            self._cover(hex, -1)

    def _cover(self, hex: Hex, more: int) -> None:
        """A stack comes to a hex or is gone: what screens are worth within two hexes is no longer known."""
        ground, known = self.field.ground, self._screen
        for n in ground.near(hex):
            self.cover[n] += more
        if known:
            for n in ground.round_about(hex):
                known.pop(n, None)

    # -- what a place is worth ----------------------------------------------------------------------

    def alone(self, hex: Hex, attack: float, mass: float, value: float) -> float:
        """An empty hex for a group of such strength and value."""
        known = self._plain.get(hex)
        if known is None:
            known = self._plain[hex] = self._look(hex)
        drawn, threat, harm = known
        if threat:
            more = self._harm.get((hex, mass))
            if more is None:
                more = self._harm[hex, mass] = self.weights.exposure * self.harm(hex, threat, mass)
            harm += more
        total = drawn * (self.even + attack) - harm * value + self._hold(hex, mass)
        if mass:
            screen = self._screen.get(hex)
            if screen is None:
                screen = self._screen[hex] = self._screened(hex)
            total += screen
        return total

    def ranked(
        self, hexes: Iterable[Hex], attack: float, mass: float, value: float, room: Callable[[Hex], bool]
    ) -> list[tuple[float, Hex]]:
        """What each of these hexes is worth to a group, with the hex below zero, the best first."""
        taken, found = self.at, []
        for hex in hexes:
            if hex not in taken:
                found.append((self.alone(hex, attack, mass, value), -hex))
            else:
                found.append((self.joined(hex, attack, mass, value) if room(hex) else NEVER, -hex))
        found.sort(reverse=True)
        return found

    def _look(self, hex: Hex) -> tuple[float, float, float]:
        """What a hex is to anybody: how it draws, what may strike it, and what it costs to be out of supply there."""
        drawn = self.pull * self.field.pull(hex) if self.pull else 0.0
        hungry = 0.0 if self.linked >> hex & 1 else self.weights.isolation
        return drawn, self.threat[hex] * self.weights.share, hungry

    def joined(self, hex: Hex, attack: float, mass: float, value: float) -> float:
        """The same beside others."""
        known = self._plain.get(hex)
        if known is None:
            known = self._plain[hex] = self._look(hex)
        drawn, threat, hungry = known
        total = drawn * (self.even + attack) + self._hold(hex, mass) - hungry * value
        return total - self.weights.exposure * self._risk(hex, threat, mass, value) if threat else total

    def _screened(self, hex: Hex) -> float:
        """What a stack in an empty hex bars to the enemy that nobody bars yet."""
        field, cover, total = self.field, self.cover, 0.0
        known = field.blocks
        for n in field.ground.near(hex):
            covered = cover[n]
            if covered < 3:
                total += (known[n] if n in known else field.block(n)) * self.fresh[covered]
        return self.weights.block * total

    def _hold(self, hex: Hex, mass: float) -> float:
        """What the group's presence does for the control of the hex."""
        prize = self.field.prize(hex)
        if not prize:
            return 0.0
        facts, w, here = self.facts, self.weights, self.mass.get(hex, 0.0)
        attack = self.threat[hex] * (w.siege if facts.deciding >> hex & 1 else w.share)
        after = self.toll(attack, here + mass, hex)[1]
        if (facts.held & facts.kept) >> hex & 1:
            empty = 1.0 if self.raids >> hex & 1 else min(1.0, attack / w.raid)
            return prize * ((self.toll(attack, here, hex)[1] if here else empty) - after)
        if not here:
            return prize * (1 - w.doubt * after)
        return 0.0 if facts.kept >> hex & 1 else prize * w.doubt * (self.toll(attack, here, hex)[1] - after)

    def _risk(self, hex: Hex, attack: float, mass: float, value: float) -> float:
        """How much more is lost here, mean of what may come, with the group than without it."""
        here = self.mass.get(hex, 0.0)
        with_it = (self.worth.get(hex, 0.0) + value) * self.harm(hex, attack, here + mass)
        return with_it - (self.worth[hex] * self.harm(hex, attack, here) if here else 0.0)

    def harm(self, hex: Hex, attack: float, mass: float) -> float:
        """The part of its value that a stack loses here under such an attack."""
        lost, taken = self.toll(attack, mass, hex)
        lost += self.trap(hex) * (taken - lost)
        return lost + self.weights.disruption * (taken - lost)

    # -- the enemy's answer -------------------------------------------------------------------------

    @property
    def strong(self) -> HexSet:
        """Hexes with units that have a zone of control."""
        return collect(h for h, mass in self.mass.items() if mass > 1e-9)

    def reconnoitre(self) -> None:
        """Look again at what the enemy could strike, now that these units bar his way."""
        field, second = self.field, self.weights.second_move
        zone = field.grid.dilate(self.strong)
        barred = collect(self.at) | ~field.ground.open
        self.threat, self.access = [0.0] * field.grid.size, 0
        self._trap.clear()
        self._plain.clear()
        self._harm.clear()
        flow, threat = field.ground.flow_again, self.threat
        for hex, pace, strength in field.strikers:
            if not pace:
                for h in field.grid.neighbours[hex]:
                    threat[h] += strength
                continue
            within, struck = flow(1 << hex, pace, barred, zone)
            self.access |= within
            for h in struck:
                threat[h] += strength * (1 - second)
            if self.facts.answers > 2:
                for h in flow(1 << hex, 2 * pace, barred, zone)[1]:
                    threat[h] += strength * second
        self.look_out()

    def look_out(self) -> None:
        """Which hexes the enemy could enter if he did nothing but move, and nobody were in prizes that end the game."""
        field, free = self.field, self.facts.deciding
        self.raids = 0
        if not self.facts.rides:
            return
        zone = field.grid.dilate(self.strong & ~free) if self.facts.rigid else 0
        barred = collect(self.at) & ~free | ~field.ground.open
        for pace, starts in field.riders.items():
            for _ in range(self.facts.rides):
                starts = field.ground.flow_again(starts, pace, barred, zone)[0]
            self.raids |= starts

    def open_doors(self) -> list[Hex]:
        """Own prizes that end the game and that the enemy could walk into."""
        doors = [hex for hex in members(self.facts.deciding & self.facts.held) if not self.mass.get(hex)]
        if doors:
            self.look_out()
        return [hex for hex in doors if self.raids >> hex & 1]

    def trap(self, hex: Hex) -> float:
        """How likely the enemy can shut every way out of a hex: over open ground, or only when he breaks through."""
        found = self._trap.get(hex)
        if found is None:
            w, access = self.weights, self.field.free_access
            found = w.trap if self._shut(hex, self.access) else w.pocket if self._shut(hex, access) else 0.0
            self._trap[hex] = found
        return found

    def _shut(self, hex: Hex, access: HexSet) -> bool:
        around = self.field.grid.around[hex] & self.field.ground.open
        near = access & around
        return not around & ~near & ~self.field.grid.dilate(near)


class Planned(Posture):
    """A posture as the kit plans it: groups of units, with what a brief says of them."""

    def __init__(self, field: Field, brief: Brief, s: Any, few: bool = False) -> None:
        super().__init__(field, field.facts, field.doctrine.pull, field.typical, few)
        self.f, self.brief, self.s = field, brief, s
        self._sums: dict[Group, tuple[float, float, float]] = {}

    def toll(self, attack: float, mass: float, hex: Hex) -> tuple[float, float]:
        return self.brief.toll(attack, mass, hex)

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
        self._add(units, hex, *self.sums(units)[1:])

    def lift(self, units: Sequence[int], hex: Hex) -> None:
        self._take(units, hex, *self.sums(units)[1:])

    def room(self, units: Sequence[int], hex: Hex) -> bool:
        """Whether the group may be here beside those that are meant to."""
        here = self.at.get(hex)
        return not here or self.brief.fits(self.s, [*here, *units], hex)

    def stand(self, units: Sequence[int], hex: Hex) -> float:
        """The worth of this place for a group that is not in the posture now."""
        if hex not in self.at:
            return self.alone(hex, *self.sums(units))
        return self.joined(hex, *self.sums(units)) if self.room(units, hex) else NEVER
