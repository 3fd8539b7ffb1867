"""9.0 – 9.9 The sums of an attack, its column and what changes the die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vistula.board.hexes import Hex
from vistula.parts.odds import Line

from ..state import State


class Odds(NamedTuple):
    """What an attack comes to before the die."""

    attack: list[Line]
    defence: list[Line]  # doubled where fortifications double it [9.6a]
    column: int  # of `m.results`; -1 below the table, where the attack is refused (A8)
    modifiers: list[Line]
    doubled: bool
    label: str  # "3:1"


def work_out(s: State, attackers: Sequence[int], hex: Hex, charging: int, lowered: int = 0) -> Odds:
    """[9.0h, 9.2-9.9] The odds of these attackers on a hex; `charging` are those who use their charge factor."""
    raise NotImplementedError
