"""8.0 as an officer sees it: garrisons, combining, and what cubes are spent on; events that build blocks."""

from __future__ import annotations

from typing import Any

from vistula.kernel.decision import Action

Scores = dict[Action, float]


def garrison(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[8.1a] Everywhere, where much is to be kept first."""
    v = o.survey(seat)
    return {a: 1.0 + v.worth(a.arg) for a in offered if a.verb == "garrison"}


def combine(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[8.2a] Many small blocks attack from many sides: they stay apart."""
    return {Action("done"): 1.0}


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


def which_block(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """The largest block that an event offers; of own ones on the map, where it is wanted."""
    v, s = o.survey(seat), seat.s
    found: Scores = {}
    for a in offered:
        if a.verb in ("block", "build", "strengthen") and s.unit[a.arg] >= 0:
            place = s.place[a.arg]
            found[a] = s.m.max_sp[s.unit[a.arg]] + 0.1 * (v.field(place) if place >= 0 else 0.0)
    return found


def send_away(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[1.1c] A block goes to the other front that is missed least on this one."""
    v, s = o.survey(seat), seat.s
    found: Scores = {}
    for a in offered:
        if a.verb == "block":
            place = s.place[a.arg]
            rest = [p for p in v.mine[place] if p != a.arg]
            found[a] = s.sp[a.arg] - 2.0 * v.field(place) + v.keep(place, rest) - v.keep(place, v.mine[place])
    return found
