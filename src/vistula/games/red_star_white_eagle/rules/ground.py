"""8.1, 8.3, 14.2, 18.2, 20.1 What it costs a unit to enter each hex, by its way of moving.

Enemies do not move while one side does, so a `Ground` worked out once serves most of a phase; it is kept by its
arguments, never in the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vistula.board.hexes import Hex, HexSet
from vistula.kernel import Bar, barred
from vistula.parts import layers
from vistula.parts.layers import Ground, steps
from vistula.parts.sides import Sides, common, leaving, minus

from ..model import Model
from ..state import DELAYS, State
from ..tables import Cost
from ..units import RUSSIA
from . import borders, fronts, partners, quiet_north
from .options import lithuania
from .queries import adjective, enemy, hexes_of
from .railnets import own_net, rail_sides
from .zoc import Zones, ignores_zoc, zoc, zones

STANDARD, STRATEGIC, ADVANCE = 0, 1, 2
"""[8.0a, 9.15.5] Ways of moving that are paid hex by hex; by the net: `national_rail`. An advance is paid like standard
movement."""


def ground(s: State, unit: int, way: int = STANDARD) -> Ground:
    """[8.0b, 8.1.1, 8.3.5a, 8.3.6, 14.2b] What each step costs a unit on the move; hexes that it may not enter are
    closed."""
    return _ground(s, unit, way, barred(shut(s, unit)))


def _ground(s: State, unit: int, way: int, closed: HexSet) -> Ground:
    m, side = s.m, s.m.side[unit]
    stops = borders.interning(s, side)
    if m.immobile >> unit & 1:
        return fortress(m, closed)
    free = ignores_zoc(s, unit)
    held = no_zones(m) if free else zones(s, enemy(side), aloft=True)
    if m.trains >> unit & 1:
        if way == ADVANCE:  # [14.5b]
            held = eased(held, own_net(s, side).spaces)
        return track(m, rail_sides(s, side), held, closed)
    motor = bool(m.motors >> unit & 1)
    if way != STRATEGIC:
        return field(m, motor, held, closed, stops)
    if not free:
        closed |= zoc(s, enemy(side))
    return strategic(m, motor, rail_sides(s, side), held, closed, stops)


def price(s: State, unit: int, a: Hex, b: Hex, way: int = STANDARD) -> int:
    """What the step into a neighbour costs; -1 where it is closed."""
    return layers.price(ground(s, unit, way), a, b)


def entry_cost(s: State, unit: int, hex: Hex, way: int = STANDARD) -> int:
    """[7.0b] (A19, A72, A120) What it costs to arrive in a hex from off the map, enemy zones of control left out: its
    terrain, whatever rails are there; a train pays for its rail hex, flotillas and immobile units pay nothing."""
    m = s.m
    if (m.immobile | m.flotillas) >> unit & 1:
        return 0
    return 1 if m.trains >> unit & 1 else terrain_cost(m, hex, way, bool(m.motors >> unit & 1))


def terrain_cost(m: Model, hex: Hex, way: int, motor: bool) -> int:
    """[8.1.1, 8.1.4a, 8.3.6, 20.1.2] What the terrain of a hex costs off the rails."""
    row = m.costs.difficult if m.difficult >> hex & 1 else m.costs.city if m.cities >> hex & 1 else m.costs.clear
    return points_of(row, way, motor)


def points_of(row: Cost, way: int, motor: bool) -> int:
    """A line of the Terrain Effects Chart for one way of moving."""
    if way == STANDARD:
        return row.motor if motor else row.standard
    return row.motor_strategic if motor else row.strategic


# -- closed hexes -----------------------------------------------------------------------------------------------------


def shut(s: State, unit: int) -> Iterator[Bar]:
    """[7.2.1c, 8.2.1, 8.2.4, 12.3.2a, 23.4.9.1a, 23.4.9.1b, 24.2.2a, 24.4.1] Hexes that a unit may not enter, in
    movement or advance."""
    m, side = s.m, s.m.side[unit]
    yield Bar("8.2.4", m.grid.valid & ~m.land, lambda hex: f"{m.hex_name(hex)} lies in the sea")
    foes = adjective(enemy(side))
    yield Bar("8.2.1", s.occupied[enemy(side)], lambda hex: f"{foes} units hold {m.hex_name(hex)}")
    if m.all_rcs >> unit & 1:  # (A77)
        there = hexes_of(s, m.rcs[enemy(side)])
        yield Bar("7.2.1c", there, lambda hex: f"only units drive the {foes} replacements out of {m.hex_name(hex)}")
    yield from quiet_north.too_near(s, unit)
    if side == RUSSIA:
        yield fronts.no_command(s, unit)
        yield Bar("24.4.1", lithuania.barred(s, unit), "the Lithuanians stay neutral, at home")
        yield from partners.no_passage(s, unit)


# -- the grounds ------------------------------------------------------------------------------------------------------


@lru_cache
def no_zones(m: Model) -> Zones:
    return (m.grid.valid, *(0,) * (DELAYS - 1))


def eased(held: Zones, hexes: HexSet) -> Zones:
    """Zones of control that count for nothing in these hexes."""
    return (held[0] | hexes, *(zone & ~hexes for zone in held[1:]))


@lru_cache(maxsize=1024)
def field(m: Model, motor: bool, held: Zones, closed: HexSet, stops: HexSet = 0) -> Ground:
    """[8.1.1, 8.1.3a, 8.1.3b, 15.3, 18.3, 20.1.2] Standard movement, and the leg of a supply line [10.5.2a].

    Only the hex that is entered costs: zones are left for nothing, for others too [4.3.3, 4.3.4]; bridges and forts
    help nobody.
    """
    entries: dict[int, HexSet] = {}
    for row, hexes in _rows(m):
        for factor, zone in enumerate(held):
            if found := hexes & zone & ~closed:
                cost = points_of(row, STANDARD, motor) + factor
                entries[cost] = entries.get(cost, 0) | found
    river = points_of(m.costs.river, STANDARD, motor)
    return layers.ground(m.grid, entries, {river: m.river}, m.all_sea, stops)


def _rows(m: Model) -> tuple[tuple[Cost, HexSet], ...]:
    clear = m.land & ~m.difficult & ~m.cities
    return (m.costs.clear, clear), (m.costs.city, m.land & m.cities), (m.costs.difficult, m.difficult)


@lru_cache(maxsize=1024)
def strategic(m: Model, motor: bool, rails: Sides, held: Zones, closed: HexSet, stops: HexSet = 0) -> Ground:
    """[8.3.5a, 8.3.5b, 8.3.6, 8.3.7, 15.1a, 20.1.3a, 20.1.3b] Along railroads cheap, off them dear; a step that is both
    costs what is less."""
    land, free = m.land & ~closed, minus(leaving(m.grid.valid), m.all_sea)
    off: dict[int, HexSet] = {}
    for row, hexes in _rows(m):
        for factor, zone in enumerate(held):
            if found := hexes & zone & land:
                cost = points_of(row, STRATEGIC, motor) + factor
                off[cost] = off.get(cost, 0) | found
    road = m.costs.railroad
    river = points_of(m.costs.river, STRATEGIC, motor)
    over = road.motor_river if motor else road.river
    return Ground(
        (
            *_on_rails(m, rails, held, land, road.strategic, over),
            steps(m.grid, minus(free, m.river), off),
            steps(m.grid, common(free, m.river), {cost + river: hexes for cost, hexes in off.items()}),
        ),
        (),
        stops,
    )


def _on_rails(m: Model, rails: Sides, held: Zones, land: HexSet, cost: int, river: int) -> Iterator[layers.Steps]:
    entries = {cost + factor: found for factor, zone in enumerate(held) if (found := zone & land)}
    yield steps(m.grid, minus(rails, m.river), entries)
    yield steps(m.grid, common(rails, m.river), {points + river: hexes for points, hexes in entries.items()})


@lru_cache(maxsize=512)
def track(m: Model, rails: Sides, held: Zones, closed: HexSet) -> Ground:
    """[14.1, 14.2b, 14.3] Armored trains: a point for a rail hex, one more over a river, and zones of control."""
    road = m.costs.railroad
    return Ground(tuple(_on_rails(m, rails, held, m.land & ~closed, road.strategic, road.river)), (), 0)


@lru_cache(maxsize=64)
def fortress(m: Model, closed: HexSet) -> Ground:
    """[18.2a, 19.0a] Units that do not move but within the fortified zone, where they go anywhere for nothing."""
    inside = m.fortified & ~closed
    return layers.ground(m.grid, {0: inside}, None, minus(leaving(m.grid.valid), leaving(m.fortified)))
