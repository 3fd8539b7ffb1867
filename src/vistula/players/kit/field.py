"""The situation once a phase, as a brief has it: enemy stacks, who can strike, prizes to win and to keep."""

from __future__ import annotations

from functools import cached_property

from vistula.board.hexes import Hex, collect
from vistula.players.kit.doctrine import Doctrine
from vistula.players.kit.facts import Facts, Unit
from vistula.players.kit.ground import FAR, Ground
from vistula.players.kit.influence import Influence

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


class Field(Influence):
    """What follows from the facts for one side and one doctrine."""

    def __init__(self, facts: Facts, ground: Ground, doctrine: Doctrine) -> None:
        super().__init__(ground, doctrine)
        self.facts, self.doctrine = facts, doctrine
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
        self.drawing = [(self.weight(hex), hex) for hex, prize in facts.prizes.items() if prize >= least]

    @cached_property
    def strikers(self) -> list[tuple[Hex, int, float]]:  # type: ignore[override]
        answers, found = self.facts.answers, dict[tuple[int, int], float]()
        for unit in self.facts.foes if answers else ():
            if unit.acts and unit.attack:
                key = unit.hex, unit.pace if answers > 1 else 0
                found[key] = found.get(key, 0.0) + unit.attack
        return [(hex, pace, strength) for (hex, pace), strength in found.items()]

    def prize(self, hex: Hex) -> float:
        return self.facts.prizes.get(hex, 0.0)

    @cached_property
    def goals(self) -> list[tuple[float, Hex]]:  # type: ignore[override]
        return [(weight, hex) for weight, hex in self.drawing if not self.facts.held >> hex & 1]

    @cached_property
    def guarded(self) -> list[tuple[float, Hex]]:  # type: ignore[override]
        away = self.distance
        return [(weight, hex) for weight, hex in self.drawing if self.facts.held >> hex & 1 and away[hex] < FAR]
