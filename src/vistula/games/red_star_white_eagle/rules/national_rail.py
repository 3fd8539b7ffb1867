"""8.4 National Rail Net movement: any distance along a side's own net, for two divisions a player turn."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import Hex, HexSet
from vistula.kernel import Bar, barred, only
from vistula.parts.rails import route

from ..state import State
from .charge import leave
from .control import come
from .ground import shut
from .queries import adjective, enemy
from .railnets import own_net, unbroken
from .setup import rules_otherwise
from .zoc import zoc

CAPACITY = 8
"""[8.4.5a] Quarters of a division: two divisions."""


def exempt(s: State, unit: int) -> bool:
    """[8.4.5b] (A44) Who does not count: what has come onto the map in this turn, trains, replacement counters."""
    return bool((s.fresh | s.m.trains | s.m.all_rcs) >> unit & 1)


def load(s: State, unit: int) -> int:
    """[8.4.5a, 8.4.5b] What of the limit a unit takes, in quarters of a division."""
    return 0 if exempt(s, unit) else s.m.quarters[unit]


def stations(s: State, unit: int) -> HexSet:
    """[8.4.1, 8.4.2, 8.4.3, 8.4.7] Where the net takes a unit: rail hexes joined to its own one, past no enemy unit and
    through no hex that is closed to it; costs and zones do not matter."""
    net, here = own_net(s, s.m.side[unit]), s.place[unit]
    if not net.spaces >> here & 1:
        return 0
    closed = barred(shut(s, unit)) & ~(1 << here)
    found = next(piece for piece in unbroken(s, s.m.side[unit], closed) if piece >> here & 1)
    return found & ~(1 << here)


def no_ticket(s: State, unit: int) -> Iterator[Bar]:
    """[8.4.1a, 8.4.5a, 16.0d, 19.0a, 20.1.4] What keeps a unit off the net altogether."""
    m, side = s.m, s.m.side[unit]
    yield Bar("16.0d", bool(m.flotillas >> unit & 1), "a flotilla sails")
    yield Bar("19.0a", bool(m.immobile >> unit & 1), "it uses no type of movement")
    on_net = own_net(s, side).spaces >> s.place[unit] & 1
    yield Bar("8.4.1a", not on_net, f"it does not begin on the {adjective(side)} rail net")
    late = bool(s.returned >> unit & 1)
    yield Bar("8.4.1a", late, "it has come back over the edge in this phase, and did not begin it on the net")
    full = s.rail_used + load(s, unit) > CAPACITY
    yield Bar("8.4.5a", full, "two divisions have used the net, or too little of that limit is left for this unit")


def unreachable(s: State, unit: int) -> Iterator[Bar]:
    """[8.4.1b, 8.4.7a] Hexes to which the net does not lead."""
    m, side = s.m, s.m.side[unit]
    yield from shut(s, unit)
    net = f"the {adjective(side)} rail net"
    yield only("8.4.1b", own_net(s, side).spaces, lambda hex: f"{m.hex_name(hex)} is not on {net}")
    yield only("8.4.7b", stations(s, unit), lambda hex: f"{net} is cut on the way to {m.hex_name(hex)}")


def travel(s: State, unit: int, goal: Hex) -> None:
    """[8.4.1b, 8.4.4] A unit goes by the net, through every hex of the shortest way [7.2.1c, 3.2b] (A83); cavalry
    keeps out of enemy zones of control where it can, as it would not charge after them [9.10.1c] (A35)."""
    m, start = s.m, s.place[unit]
    net, ground = own_net(s, m.side[unit]), ~barred(shut(s, unit)) | 1 << start
    watched = zoc(s, enemy(m.side[unit])) & ~(1 << start | 1 << goal)
    quiet = route(net, start, 1 << goal, ground & ~watched) if m.cavalry >> unit & 1 else None
    way = quiet or route(net, start, 1 << goal, ground)
    assert way is not None, "no station on the net"
    s.rail_used += load(s, unit)
    for hex in way.hexes:
        if not rules_otherwise(s, "charge-out"):
            leave(s, unit)
        come(s, unit, hex)


def rides(s: State, unit: int) -> bool:
    """[8.4.1a] Whether the net could take a unit that has not moved somewhere."""
    return not any(bar.held(0) for bar in no_ticket(s, unit)) and bool(stations(s, unit))
