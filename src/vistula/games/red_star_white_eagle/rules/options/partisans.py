"""24.5 Partisans in the Ukraine: in the first week of May the Southwest Front is cut off."""

from __future__ import annotations

from ...state import State
from ...units import SOUTHWEST
from ..calendar import is_now
from ..queries import plays


def cut_off(s: State, unit: int) -> bool:
    """[24.5] (A74) Whether a unit is unsupplied for the whole turn."""
    return s.m.front[unit] == SOUTHWEST and plays(s, "partisans") and is_now(s, "May I")
