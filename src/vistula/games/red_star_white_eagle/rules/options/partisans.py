"""24.5 Partisans in the Ukraine: in the first week of May the Southwest Front is cut off."""

from __future__ import annotations

from ...state import State
from ...units import SOUTHWEST
from ..calendar import is_now
from ..queries import plays


def cut_off(s: State) -> int:
    """[24.5] (A74) The units that are unsupplied for the whole turn."""
    return s.m.front_army[SOUTHWEST] if plays(s, "partisans") and is_now(s, "May I") else 0
