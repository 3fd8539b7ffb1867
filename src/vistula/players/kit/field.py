"""The situation once a phase: enemy stacks, what they can strike, what prizes draw and which ways lead to them."""

from __future__ import annotations

from functools import cached_property

from vistula.board.hexes import Hex, HexSet, collect
from vistula.players.kit.doctrine import Doctrine
from vistula.players.kit.facts import Facts, Unit
from vistula.players.kit.ground import FAR, Ground

TRIFLE = 0.04
"""Prizes below this part of the largest draw nobody from afar."""


class Stack:
    """Enemy units in a hex, seen or guessed at."""

    __slots__ = ("defence", "fights", "units", "value")

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.defence = 0.0
        self.value = 0.0
        self.fights = False

    def add(self, unit: Unit) -> None:
        self.units.append(unit)
        self.defence += unit.defence
        self.value += unit.value
        self.fights = self.fights or unit.acts


class Threat(dict[int, float]):
    """Strength that could attack a hex, counted when it is asked for."""

    def __init__(self, strikes: list[tuple[HexSet, float]]) -> None:
        super().__init__()
        self.strikes = strikes

    def __missing__(self, hex: int) -> float:
        total = 0.0
        for struck, strength in self.strikes:
            if struck >> hex & 1:
                total += strength
        self[hex] = total
        return total


class Field:
    """What follows from the facts for one side and one doctrine; each part when it is first asked for."""

    def __init__(self, facts: Facts, ground: Ground, doctrine: Doctrine) -> None:
        self.facts, self.ground, self.doctrine = facts, ground, doctrine
        self.grid = ground.grid
        self.own = {unit.id: unit for unit in facts.own}
        self.enemies: dict[Hex, Stack] = {}
        for unit in facts.foes:
            found = self.enemies.get(unit.hex)
            if found is None:
                found = self.enemies[unit.hex] = Stack()
            found.add(unit)
        self.occupied = collect(self.enemies)
        self.fighting = collect(hex for hex, stack in self.enemies.items() if stack.fights)
        self.typical = sum(unit.attack for unit in facts.own) / max(1, len(facts.own)) or 1.0
        least = TRIFLE * max(facts.prizes.values(), default=0.0)
        self.drawing = [hex for hex, prize in facts.prizes.items() if prize >= least]
        self._pull: dict[int, float] = {}
        self.blocks: dict[int, float] = {}  # what `block` has found

    # -- the enemy ----------------------------------------------------------------------------------

    @cached_property
    def strikers(self) -> list[tuple[Hex, int, float]]:
        """Enemies that can act before the next own move: hex, movement points, strength."""
        answers, found = self.facts.answers, dict[tuple[int, int], float]()
        for unit in self.facts.foes if answers else ():
            if unit.acts and unit.attack:
                key = unit.hex, unit.pace if answers > 1 else 0
                found[key] = found.get(key, 0.0) + unit.attack
        return [(hex, pace, strength) for (hex, pace), strength in found.items()]

    @cached_property
    def threat(self) -> list[float]:
        """By hex: the strength that could attack it after one free move."""
        threat = [0.0] * self.grid.size
        for hex, pace, strength in self.strikers:
            for h in self.ground.strikes(hex, pace):
                threat[h] += strength
        return threat

    @cached_property
    def threat_nearby(self) -> Threat:
        """`threat` for decisions that look at a few hexes only."""
        return Threat([(self.ground.struck(hex, pace), strength) for hex, pace, strength in self.strikers])

    @cached_property
    def free_access(self) -> HexSet:
        """Hexes that the enemy could enter in one move if nobody barred his way."""
        found = 0
        for hex, pace, _ in self.strikers:
            found |= self.ground.within(hex, pace)
        return found

    @cached_property
    def distance(self) -> list[int]:
        """By hex: how far the nearest enemy is that can act."""
        return self.ground.away_from(self.fighting)

    # -- prizes -------------------------------------------------------------------------------------

    def prize(self, hex: Hex) -> float:
        return self.facts.prizes.get(hex, 0.0)

    def _weight(self, hex: Hex) -> float:
        d = self.doctrine
        weight = min(self.facts.prizes[hex], d.most)
        return weight + d.focus_weight if hex == d.focus else weight

    @cached_property
    def goals(self) -> list[tuple[float, list[int]]]:
        """Prizes to be won: weight and distances."""
        held = self.facts.held
        return [(self._weight(h), self.ground.travel[h]) for h in self.drawing if not held >> h & 1]

    @cached_property
    def homes(self) -> list[tuple[float, list[int], int]]:
        """Prizes to be kept: weight, distances, and how far the enemy is."""
        held, away = self.facts.held, self.distance
        return [
            (self._weight(h), self.ground.travel[h], away[h]) for h in self.drawing if held >> h & 1 and away[h] < FAR
        ]

    def pull(self, hex: Hex) -> float:
        """How good a hex is for going on to the enemy's prizes."""
        found = self._pull.get(hex)
        if found is None:
            far = self.doctrine.reach
            found = self._pull[hex] = sum(weight * far / (far + travel[hex]) for weight, travel in self.goals)
        return found

    def block(self, hex: Hex) -> float:
        """How much of the enemy's ways to own prizes leads over a hex."""
        found = self.blocks.get(hex)
        if found is None:
            here, total = self.distance[hex], 0.0
            wide, alarm = self.doctrine.detour, self.doctrine.alarm
            for weight, travel, enemy in self.homes:
                detour = here + travel[hex] - enemy
                if detour < wide:
                    total += weight * (1 - detour / wide) * alarm / (alarm + enemy)
            found = self.blocks[hex] = total
        return found
