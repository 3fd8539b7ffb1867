"""Where own units stand or are meant to stand, and how good a place is for one more."""

from __future__ import annotations

from collections.abc import Iterable

from vistula.players.kit.posture import NEVER
from vistula.players.kit.posture import Posture as AnyPosture

from ..rules.queries import legal_stack
from .chances import LOST, TAKEN, grade
from .survey import Survey

ORDINARY_FACTOR = 4
"""The factors of a unit that counts in full on its way to a city."""


class Posture(AnyPosture):
    """Planned positions of one side. `stand` is what a place is worth to a unit beside the others."""

    def __init__(self, v: Survey, few: bool = False) -> None:
        """`few` says that no more than a few places will be looked at."""
        d, m = v.doctrine, v.m
        super().__init__(v, v.facts, d.pull + d.late * max(0, v.s.turn - m.turns // 2), ORDINARY_FACTOR, few)
        self.v = v
        self.rails = d.rails if v.turns_left == 0 else 0.0
        self._factor = v.ground.factor

    def factor(self, unit: int) -> int:
        return self._factor[unit]

    def put(self, unit: int, hex: int) -> None:
        self._add((unit,), hex, self._factor[unit], self.v.values[unit])

    def lift(self, unit: int, hex: int) -> None:
        self._take((unit,), hex, self._factor[unit], self.v.values[unit])

    def room(self, unit: int, hex: int) -> bool:
        """Whether the unit may end a phase here beside those that are meant to."""
        here = self.at.get(hex)
        return not here or legal_stack(self.v.s, [*here, unit])

    def stand(self, unit: int, hex: int) -> float:
        """The worth of this place for this unit, which is not in the posture now."""
        factor, value = self._factor[unit], self.v.values[unit]
        if hex not in self.at:
            return self.alone(hex, factor, factor, value)
        return self.joined(hex, factor, factor, value) if self.room(unit, hex) else NEVER

    def places(self, unit: int, hexes: Iterable[int]) -> list[tuple[float, int]]:
        """`stand` for each of these, with the hex below zero, the best first."""
        factor = self._factor[unit]
        return self.ranked(hexes, factor, factor, self.v.values[unit], lambda hex: self.room(unit, hex))

    def toll(self, attack: float, mass: float, hex: int) -> tuple[float, float]:
        at = grade(attack, max(1, mass) * self.v.ground.times[hex])
        return LOST[at], TAKEN[at]

    def _screened(self, hex: int) -> float:
        screened = super()._screened(hex)
        return screened + self._rails(hex) if self.rails else screened

    def _rails(self, hex: int) -> float:
        """Points won by cutting the enemy's railway and joining the own, as far as nobody does so already."""
        v = self.v
        cut = max((v.cuts[n] for n in v.ground.near(hex) if n in v.cuts and not self.cover[n]), default=0)
        return self.rails * (cut + v.joints.get(hex, 0))

    def way_to_warsaw(self) -> bool:
        """Whether the enemy could walk into Warsaw past these units."""
        warsaw = self.v.m.warsaw
        if self.mass.get(warsaw):
            return False
        self.look_out()
        return bool(self.raids >> warsaw & 1)
