"""6.3 Fog of war: what the Russian player may not know, and worlds that agree with what he knows.

Poland may look at everything. Russia sees of a Polish stack its top unit, how many counters lie
there and their colour, and which are disrupted (W-49, W-50); of a disrupted unit never the face.
The counterattack order is Poland's secret until it is shown (5.3).
"""

from __future__ import annotations

import random
from typing import Any

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND, SEATS, Model
from vistula.games.warsaw_1920.state import FLAGS, Ghost, State, cover, covered_by
from vistula.kernel import UNKNOWN, SeatId


def hidden_units(s: State) -> int:
    """[6.3b, 6.3c, 6.3d] Polish units on the map whose face Russia may not see now."""
    return (s.under | s.disrupted) & _poles(s.m) & ~s.revealed


def _poles(m: Model) -> int:
    return (1 << len(m.polish)) - 1


def mask(s: State, seat: SeatId) -> State:
    """[6.3b, 6.3c] Poland knows all; Russia's copy has ghosts where Polish counters lie that he may not look at."""
    if seat == SEATS[POLAND]:  # [6.3a]
        return s
    hidden = hidden_units(s)
    secret_order = s.counterattack and not s.order_shown  # [5.3a, 5.3b]
    if not hidden and not secret_order:
        return s
    m = s.copy()
    if secret_order:  # [5.3a]
        m.counterattack = UNKNOWN
    units = [u for u in members(hidden) if s.place[u] >= 0]
    m.ghosts = sorted(_ghost(s, u) for u in units)
    for unit in units:
        m.place[unit] = UNKNOWN
    off = ~hidden
    m.under &= off
    m.deep = [plane & off for plane in s.deep]
    m.disrupted &= off
    m.isolated &= off
    m.moved &= off
    m.fought &= off
    m.attacked &= off
    m.moving &= off
    if s.routing >= 0 and hidden >> s.routing & 1:
        m.routing = UNKNOWN
    return m


def _ghost(s: State, u: int) -> Ghost:
    bit = 1 << u
    return Ghost(
        s.place[u], s.m.nation[u], covered_by(s, u), bool(s.disrupted & bit), bool(s.isolated & bit),
        bool(s.moved & bit), bool(s.fought & bit), bool(s.attacked & bit), bool(s.moving & bit), s.routing == u,
    )  # fmt: skip


def fill(m: State, seat: SeatId, rng: random.Random) -> State:
    """Deal the unseen Polish units anew over the ghosts of their colour; draw the unseen order."""
    s = m.copy()
    if s.counterattack == UNKNOWN:
        s.counterattack = rng.choice(s.m.counterattack_turns)
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
