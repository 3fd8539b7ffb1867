"""Sums of combat with their lines, and columns of odds.

A title works out a sum as a list of lines, once: what counts in the fight is their `total`, what stands in the panel
and in the forecast are their `terms`. So the three cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vistula.kernel.views import Term


class Line(NamedTuple):
    """One line of a sum: what, how much it changes the sum, by which rule; `how` where more is shown than that."""

    label: str
    value: int
    rule: str
    how: str = ""  # "(3+4) / 2 = 4"


def total(lines: Iterable[Line]) -> int:
    return sum([line.value for line in lines])


def terms(lines: Iterable[Line]) -> list[Term]:
    """The lines as they are shown."""
    return [Term(line.label, line.how or f"{line.value:+d}", line.rule) for line in lines]


class Columns:
    """The columns of a combat results table by odds, as "1:3" … "1:1" … "6:1", from the worst to the best.

    Fractions are dropped in the defender's favour. Above the last column the last one counts; what is below the first
    has none, and is the title's to rule.
    """

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = labels
        self._up = {int(label[:-2]): i for i, label in enumerate(labels) if label.endswith(":1")}
        self._down = {int(label[2:]): i for i, label in enumerate(labels) if label.startswith("1:")}

    def column(self, attack: float, defence: float) -> int:
        """The column of these sums; -1 below the first."""
        if attack >= defence:
            return self._up.get(int(attack // defence), len(self.labels) - 1)
        return self._down.get(int(-(-defence // attack)), -1) if attack > 0 else -1

    @staticmethod
    def label(attack: int, defence: int) -> str:
        """The odds in figures, whether the table has such a column or not."""
        return f"{attack // defence}:1" if attack >= defence else f"1:{-(-defence // attack)}"
