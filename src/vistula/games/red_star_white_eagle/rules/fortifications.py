"""18.0 The Warsaw fortifications in combat."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import Hex

from ..state import State


def across(s: State, attackers: Sequence[int], hex: Hex) -> list[int]:
    """[18.0a] The attackers who come over a fortification hexside from its face."""
    return [u for u in attackers if s.m.fortification[s.m.grid.direction(s.place[u], hex)] >> s.place[u] & 1]


def doubled(s: State, hex: Hex, attackers: Sequence[int]) -> bool:
    """[9.6a, 18.0b] (A4, A5) Whether Polish defenders of a hex are doubled against these attackers."""
    raise NotImplementedError
