"""8.0 as an officer sees it: garrisons, combining, and what cubes are spent on; events that build blocks."""

from __future__ import annotations

from typing import Any

from vistula.kernel.decision import Action

from ..state import State
from .scoring import Scores, by_thing
from .survey import Survey


@by_thing("garrison")
def garrison(v: Survey, s: State, area: int) -> float:
    """[8.1a] Everywhere, where much is to be kept first."""
    return 1.0 + v.worth(area)


def spend(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[8.3, 8.4a] Points where they are wanted; a new brigade is as good as a point, and one block more."""
    v, s = o.survey(seat), seat.s
    found: Scores = {Action("done"): 0.0}
    home = max((v.field(area) for area in v.mine), default=1.0) or 1.0
    for a in offered:
        unit = s.unit[a.arg] if a.verb in ("strengthen", "build") else 0
        if a.verb == "strengthen":
            found[a] = 1.0 + v.field(s.place[a.arg]) / home + 0.05 * (s.m.max_sp[unit] - s.sp[a.arg])
        elif a.verb == "build":
            found[a] = 1.15 if s.m.brigade[unit] else 0.6
    return found


def pay(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[8.5b] Cubes of cities first: they cannot be kept."""
    return {a: float(a.verb == "strategic") for a in offered}


@by_thing("block", "build")
def which_block(v: Survey, s: State, piece: int) -> float:
    """The largest block that an event offers; of own ones on the map, where it is wanted."""
    place = s.place[piece]
    return s.m.max_sp[s.unit[piece]] + 0.1 * (v.field(place) if place >= 0 else 0.0)


@by_thing("block")
def send_away(v: Survey, s: State, piece: int) -> float:
    """[1.1c] A block goes to the other front that is missed least on this one."""
    place = s.place[piece]
    rest = [p for p in v.mine[place] if p != piece]
    return s.sp[piece] - 2.0 * v.field(place) + v.keep(place, rest) - v.keep(place, v.mine[place])
