"""7.1, 4.2 What it costs to step over each hexside: for movement, advance and supply.

The enemy's Lines of Friction and units do not change while one side moves, so a `Ground` worked out once serves a whole
phase; it is kept by its arguments, never in the state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vistula.parts.layers import Ground, steps, steps_through
from vistula.parts.sides import NONE, Gates, Sides, common, entering, gates_of, leaving, minus, through, union

from ..model import SOVIET, Model
from ..state import State
from .friction import Terrain, lines_of_friction, terrain

ALL = 0
"""The price of a step that takes all points: whatever stands here, nobody looks at it."""


class Rivers(NamedTuple):
    """[2.6a] Hexsides as a side sees them: the light rivers are small to the Soviets."""

    dry: Sides
    small: Sides
    bridge: Sides  # large, with a bridge
    wide: Sides  # large, without


@lru_cache
def rivers(m: Model, side: int) -> Rivers:
    small = union(m.small, m.light) if side == SOVIET else m.small
    large = minus(m.large, m.light) if side == SOVIET else m.large
    bridge = common(large, m.bridged)
    return Rivers(minus(leaving(m.land), small, large), small, bridge, minus(large, bridge))


def enemy_lines(s: State, side: int) -> Sides:
    """[4.0a, 4.2a, 4.2b] The Lines of Friction that a side meets: those of its enemy, who makes none along a large
    river beside a fortress that this side holds."""
    return _lines(s.m, s.lof_from[1 - side], s.held[side] & s.m.fortresses)


@lru_cache(maxsize=256)
def _lines(m: Model, units: int, fortresses: int) -> Sides:
    return lines_of_friction(friction_ground(m), units, fortresses)


@lru_cache
def friction_ground(m: Model) -> Terrain:
    """What the map does to Lines of Friction."""
    return terrain(m.grid, m.land, m.large, m.light, m.bridged, m.fortresses)


@lru_cache(maxsize=512)
def field(m: Model, side: int, lof: Sides, started: int, shut: int, fords: bool = True) -> Ground:
    """[7.1a, 7.1b, 7.1c, 7.1d, 7.1e, 7.1f, 7.1g, 7.1h, 7.1i, 7.1j, 7.1k, 7.1l]
    The ground of a moving unit. `started` are hexes where another unit began the phase (N-13: where two lines of the
    table apply, the stricter); without `fords` large rivers are crossed by bridges only [3.4.4a]."""
    clear, hard = m.land & ~m.difficult & ~shut, m.difficult & ~shut
    open_, (lined, plain, walled, brook, wet) = _plain(m, side, lof, clear, hard, fords), _lined(m, side, lof, fords)
    eased = int(m.friction.clear[0])
    eases = (
        steps_through(plain, {eased: clear}),  # [7.1g]
        steps_through(walled, {eased: clear & started}),  # [7.1l]
    )
    whole = (
        steps_through(lined, {ALL: hard}),  # [7.1h]
        steps_through(walled, {ALL: clear & ~started}),  # [7.1l]
        steps_through(brook, {ALL: clear}),  # [7.1i]
        steps_through(wet, {ALL: (clear | hard) & started}),  # [7.1j, 7.1k]
    )
    return Ground(open_.steps + eases, open_.whole + whole, 0)


@lru_cache(maxsize=256)
def _lined(m: Model, side: int, lof: Sides, fords: bool) -> tuple[Gates, ...]:
    """Sides under enemy lines: all without a river, of these those that are not fortified and those that are; small
    rivers; all rivers that are crossed at all."""
    dry, small, bridge, wide = rivers(m, side)
    lined, wet = common(dry, lof), union(small, bridge, wide) if fords else union(small, bridge)
    walled = common(lined, m.fortified)
    kinds = (lined, minus(lined, walled), walled, common(small, lof), common(wet, lof))
    return tuple(gates_of(m.grid, sides) for sides in kinds)


@lru_cache(maxsize=512)
def unhindered(m: Model, side: int, closed: Sides, shut: int) -> Ground:
    """[7.1a, 7.1b, 7.1c, 7.1d, 7.1e, 7.1f] The ground where some sides are not crossed at all: for supply [15.0b]."""
    return _plain(m, side, closed, m.land & ~m.difficult & ~shut, m.difficult & ~shut, True)


@lru_cache(maxsize=512)
def _plain(m: Model, side: int, but: Sides, clear: int, hard: int, fords: bool) -> Ground:
    """[7.1a, 7.1b, 7.1c, 7.1d, 7.1e, 7.1f]
    Steps where no line is crossed; railroads and towns change nothing [7.1m]."""
    dry, small, bridge, wide = (minus(sides, but) for sides in rivers(m, side))
    road, ford = m.movement, m.movement.small_river
    return Ground(
        (
            steps(m.grid, dry, {road.clear: clear, road.difficult: hard}),  # [7.1a, 7.1b]
            steps(m.grid, small, {road.clear + ford: clear, road.difficult + ford: hard}),  # [7.1c]
            steps(m.grid, bridge, {road.clear + road.bridge: clear}),  # [7.1d]
        ),
        (
            steps(m.grid, bridge, {ALL: hard}),  # [7.1f]
            steps(m.grid, wide if fords else NONE, {ALL: clear | hard}),  # [7.1e, 7.1f]
        ),
        0,
    )


def on_wheels(m: Model, side: int, lof: Sides, rivers_count: bool) -> Sides:
    """[3.4.4c, 19.5b] The LOF that cars or trucks do not ignore: into difficult terrain, over a small river and, for
    trucks, over any river (N-70)."""
    view = rivers(m, side)
    wet = union(view.small, view.bridge, view.wide) if rivers_count else view.small
    return union(common(lof, wet), common(lof, entering(m.grid, m.difficult)))


@lru_cache(maxsize=256)
def track(m: Model, blocked: Sides, shut: int, stops: int) -> Ground:
    """[3.4.3b, 3.4.3c, 3.4.3d] The ground of an armored train: railroads only, any distance."""
    return Ground((steps(m.grid, minus(m.rails, blocked), {0: m.land & ~shut}),), (), stops)


@lru_cache(maxsize=256)
def on_rails(m: Model, side: int, blocked: Sides, shut: int, stops: int) -> Ground:
    """[12.1c, 3.4.3b, 3.4.3c, 3.4.3d] The ground of an armored train that advances: along railroads, at the usual
    costs."""
    off = union(minus(leaving(m.land), m.rails), blocked)
    return Ground(_plain(m, side, off, m.land & ~m.difficult & ~shut, m.difficult & ~shut, False).steps, (), stops)


def unless_met(m: Model, lof: Sides, friends: int) -> Sides:
    """[4.2d] The enemy LOF that are left where a friendly unit in the hex entered cancels them."""
    return minus(lof, entering(m.grid, friends)) if friends else lof


def next_hexes(ground: Ground, here: int, points: int, fresh: bool) -> int:
    """[7.1o, 7.1p] The neighbours that can be entered with so many points; all points only by who has not moved. Who
    has come to a hex where the move ends goes no further [3.4.3d]."""
    start, found = 1 << here, 0
    if ground.stops & start and not fresh:
        return 0
    for gates, entries, _, _, doors in ground.steps:
        if doors & start:
            beyond = through(gates, start)
            for cost, hexes in entries:
                if cost <= points:
                    found |= beyond & hexes
    for gates, entries, _, _, doors in ground.whole if fresh else ():
        if doors & start:
            for _, hexes in entries:
                found |= through(gates, start) & hexes
    return found
