"""Attacks as sets of units: which enemies to attack, with whom, and what that promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from vistula.board.hexes import Hex, HexSet, collect
from vistula.players.kit.facts import Attackers, Brief
from vistula.players.kit.field import Field


class Assault(NamedTuple):
    """An attack on one hex: units with the hexes they attack from, and the mean of what it brings."""

    target: Hex
    units: Attackers
    gain: float

    @property
    def ids(self) -> set[int]:
        return {unit for unit, _ in self.units}


class Judge:
    """Weighs attacks of one side."""

    def __init__(self, field: Field, brief: Brief, s: Any, me: int) -> None:
        self.f, self.brief, self.s, self.me = field, brief, s, me
        self.friends: HexSet = collect(unit.hex for unit in field.facts.own if unit.defence)

    def gain(self, target: Hex, units: Attackers, friends: HexSet) -> float:
        """The mean of an attack's results, in the title's points."""
        chances = self.brief.odds(self.s, self.me, target, units, friends)
        if not chances:
            return -1.0
        field, stack = self.f, self.f.enemies[target]
        value = sum(field.own[u].value for u, _ in units)
        prize = field.doctrine.won + (0.0 if field.facts.held >> target & 1 else field.prize(target))
        promise = sum(c.p * (c.theirs * stack.value + c.taken * prize - c.mine * value) for c in chances)
        return promise - field.doctrine.effort * sum(field.own[u].attack for u, _ in units)

    def best(self, target: Hex, ready: Sequence[int]) -> Assault:
        """The attack with units where they stand, without those that would change nothing."""
        own, friends = self.f.own, self.friends
        units = [(u, own[u].hex) for u in ready if u in own]
        full = self.brief.odds(self.s, self.me, target, units, friends)
        if not full:
            return Assault(target, units, -1.0)
        for pair in sorted(units, key=lambda p: (-self._wanted_elsewhere(p[1], target), -own[p[0]].value, p[0])):
            fewer = [p for p in units if p != pair]
            if fewer and self.brief.odds(self.s, self.me, target, fewer, friends) == full:
                units = fewer
        return Assault(target, units, self.gain(target, units, friends))

    def _wanted_elsewhere(self, hex: Hex, target: Hex) -> int:
        return (self.f.grid.around[hex] & self.f.fighting & ~(1 << target)).bit_count()


Offers = dict[int, Assault]


def pick(offers: Offers, least: float, spoilt: Callable[[Assault], list[int]], anew: Callable[[int], None]) -> Offers:
    """Attacks one after another, the most promising first. Taking one may spoil others, which are offered anew."""
    found: Offers = {}
    while offers:
        name, best = max(offers.items(), key=lambda offer: (offer[1].gain, -offer[0]))
        if best.gain < least:
            break
        found[name] = offers.pop(name)
        for other in spoilt(best):
            del offers[other]
            anew(other)
    return found


def pick_among(
    ready: Mapping[int, Sequence[int]], least: float, best: Callable[[int, Sequence[int]], Assault | None]
) -> Offers:
    """The same with units that may each attack once: by what is chosen to declare an attack, who may take part in it;
    `best` makes the most of those who are left, or nothing."""
    used: set[int] = set()
    offers: Offers = {}

    def anew(name: int) -> None:
        offer = best(name, [unit for unit in ready[name] if unit not in used])
        if offer is not None:
            offers[name] = offer

    def spoilt(taken: Assault) -> list[int]:
        used.update(taken.ids)
        return [name for name, other in offers.items() if taken.ids & other.ids]

    for name in ready:
        anew(name)
    return pick(offers, least, spoilt, anew)


def assaults_now(j: Judge) -> Offers:
    """The attacks worth making where everybody stands, by what is chosen to declare each; the best first."""
    declared = {name: at for name, at in j.brief.attacks(j.s, j.me).items() if at[0] in j.f.enemies}
    ready = {name: units for name, (_, units) in declared.items()}

    def best(name: int, units: Sequence[int]) -> Assault | None:
        return j.best(declared[name][0], units) if units else None

    return pick_among(ready, j.f.doctrine.attack_at, best)
