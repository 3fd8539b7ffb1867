"""6.3 Fog of war: what the Russian player may not know, and worlds that agree with what he knows.

Poland may look at everything. Russia sees of a Polish stack its top unit, how many counters lie
there and their colour, and which are disrupted (W-49, W-50); of a disrupted unit never the face.
The counterattack order is Poland's secret until it is shown (5.3).
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from vistula.board.hexes import members
from vistula.kernel import UNKNOWN, SeatId
from vistula.kernel.copying import copier

from .model import POLAND, SEATS, Model
from .state import FLAGS, Ghost, State, cover


def hidden_units(s: State) -> int:
    """[6.3b, 6.3c, 6.3d] Polish units on the map whose face Russia may not see now."""
    return (s.under | s.disrupted) & s.m.army[POLAND] & ~s.revealed


def mask(s: State, seat: SeatId) -> State:
    """[6.3b, 6.3c] Poland knows all; Russia's copy has ghosts where Polish counters lie that he may not look at."""
    if seat == SEATS[POLAND]:  # [6.3a]
        return s
    hidden = hidden_units(s)
    secret_order = s.counterattack and not s.order_shown  # [5.3a, 5.3b]
    if not hidden and not secret_order:
        return s
    m: State = _TO_LOOK_AT(s)
    if secret_order:  # [5.3a]
        m.counterattack = UNKNOWN
    units = tuple([u for u in members(hidden) if s.place[u] >= 0])
    routing = hidden & 1 << s.routing if s.routing >= 0 else 0
    flags = (*(getattr(s, flag) & hidden for flag in FLAGS), routing)
    m.ghosts = _ghosts(s.m, units, tuple([s.place[u] for u in units]), (s.under, *s.deep), flags)[:]
    for unit in units:
        m.place[unit] = UNKNOWN
    off = ~hidden
    m.under &= off
    m.deep = [plane & off for plane in s.deep]
    for flag, bearers in zip(FLAGS, flags, strict=False):
        setattr(m, flag, getattr(s, flag) & ~bearers)
    if routing:
        m.routing = UNKNOWN
    return m


_TO_LOOK_AT = copier(State, "record", own=("place",), beside=("m",))
"""What a mask does not change is shared with the truth."""


@lru_cache(maxsize=1024)
def _ghosts(
    m: Model, units: tuple[int, ...], places: tuple[int, ...], planes: tuple[int, ...], flags: tuple[int, ...]
) -> list[Ghost]:
    """The same Polish counters lie there through most of a Russian player turn."""

    def ghost(u: int, hex: int) -> Ghost:
        under = sum(plane >> u & 1 for plane in planes)
        return Ghost(hex, m.nation[u], under, *(bool(flag >> u & 1) for flag in flags))

    return sorted(ghost(u, hex) for u, hex in zip(units, places, strict=True))


def fill(m: State, seat: SeatId, rng: random.Random) -> State:
    """Deal the unseen Polish units anew over the ghosts of their colour; draw the unseen order."""
    s = m.copy()
    if s.counterattack == UNKNOWN:
        s.counterattack = rng.choice(s.m.counterattack.turns)
    if not s.ghosts:
        return s
    s.ghosts = []
    for nation in sorted({ghost.nation for ghost in m.ghosts}):
        units = [u for u in m.m.polish if m.place[u] == UNKNOWN and m.m.nation[u] == nation]
        rng.shuffle(units)
        for unit, ghost in zip(units, (g for g in m.ghosts if g.nation == nation), strict=True):
            _embody(s, unit, ghost)
    return s


def _embody(s: State, unit: int, ghost: Ghost) -> None:
    s.place[unit] = ghost.hex
    for _ in range(ghost.under):
        cover(s, 1 << unit)
    for flag in FLAGS:
        if getattr(ghost, flag):
            setattr(s, flag, getattr(s, flag) | 1 << unit)
    if ghost.routing:
        s.routing = unit


def veil(s: State, seat: SeatId, name: str, value: Any) -> Any:
    """An event's reference to a unit as a seat may hear it at this moment."""
    if seat == SEATS[POLAND] or name not in ("unit", "units", "defenders"):
        return value
    hidden = hidden_units(s)
    if isinstance(value, list):
        return [UNKNOWN if hidden >> u & 1 else u for u in value]
    return UNKNOWN if value >= 0 and hidden >> value & 1 else value
