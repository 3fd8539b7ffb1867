"""4.0–4.2 Lines of Friction: against the six spokes looked at one by one, on the map and on small boards."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import pytest

from vistula.board.hexes import HexGrid, HexSet, Side, bits, collect, members
from vistula.games.nest_of_eagles.board import read_board
from vistula.games.nest_of_eagles.rules.friction import (
    Terrain,
    Use,
    encircled,
    felt,
    lines_of_friction,
    terrain,
)
from vistula.parts.sides import Sides, pairs_of, sides_of

rule = pytest.mark.rule


class Map(NamedTuple):
    """What the lines depend on, as pairs of hexes for the oracle and as sets for the rules."""

    grid: HexGrid
    land: HexSet
    large: frozenset[Side]
    light: frozenset[Side]
    bridges: frozenset[Side]
    fortresses: HexSet
    t: Terrain


def made(grid, land, large, light, bridges, fortresses) -> Map:
    sides = (sides_of(grid, each) for each in (large, light, bridges))
    return Map(grid, land, large, light, bridges, fortresses, terrain(grid, land, *sides, fortresses))


@cache
def the_map() -> Map:
    b = read_board()
    return made(b.map.grid, b.play, b.large, b.light, b.bridges, b.fortresses)


def small_map(rng: random.Random) -> Map:
    grid = HexGrid(rng.randint(3, 6), rng.randint(3, 6), rng.randint(0, 1))
    borders = [(a, b) for a in bits(grid.valid) for b in grid.neighbours[a] if a < b]
    chosen = [side for side in borders if rng.random() < 0.5]
    kinds = (chosen, chosen[::4], chosen[::3])
    rivers = (frozenset(side for a, b in kind for side in ((a, b), (b, a))) for kind in kinds)
    land = collect(h for h in bits(grid.valid) if rng.random() < 0.9)
    return made(grid, land, *rivers, collect(h for h in bits(land) if rng.random() < 0.3))


def some(hexes: HexSet, share: float, rng: random.Random) -> HexSet:
    return collect(h for h in bits(hexes) if rng.random() < share)


def spokes(m: Map, units: HexSet, forts: HexSet) -> set[Side]:
    """[4.0a, 4.2a, 4.2b] Both ways round, by looking at every pair of neighbours of every unit."""
    found = set()
    for home in bits(units):
        near = [hex for hex in m.grid.neighbours[home] if m.land >> hex & 1]
        for one in near:
            for other in near:
                if other not in m.grid.neighbours[one]:
                    continue
                crosses = (home, one) in m.large and (home, other) in m.large
                held = [hex for hex in (one, other) if forts >> hex & 1 and (home, hex) not in m.large]
                if not crosses and not ((one, other) in m.large and held):
                    found.add((one, other))
    return found


def ringed(m: Map, units: HexSet, enemies: HexSet, lines: set[Side], soviet: bool) -> set[int]:
    """[4.1a, 4.1b] By looking at every side of every hex."""
    grid, found = m.grid, set()
    for hex in bits(units):
        for step in grid.steps(hex):
            to = hex + step
            line, position = divmod(to, grid.stride)
            if not m.land >> to & 1:
                off = line > grid.lines or (position > grid.length and line >= 1)
                closed = not (soviet and off)
            elif units >> to & 1:
                closed = False
            else:
                wide = (hex, to) in m.large and not (soviet and (hex, to) in m.light)
                closed = bool(enemies >> to & 1) or (hex, to) in lines or (wide and (hex, to) not in m.bridges)
            if not closed:
                break
        else:
            found.add(hex)
    return found


def maps():
    rng = random.Random(4)
    yield from ((small_map(rng), rng, 0.3) for _ in range(150))
    yield from ((the_map(), rng, 0.05) for _ in range(20))


def pairs(m: Map, sides: Sides) -> set[Side]:
    return pairs_of(m.grid, sides)


@rule("4.0a", "4.2a", "4.2b", "7.1q")
def test_lines_are_the_spokes_of_every_unit():
    for m, rng, share in maps():
        units, forts = some(m.land, share, rng), some(m.fortresses, 0.6, rng)
        assert pairs(m, lines_of_friction(m.t, units, forts)) == spokes(m, units, forts)


@rule("4.1a", "4.1b")
def test_encircled_is_whoever_has_no_side_open():
    rounded = 0
    for m, rng, share in maps():
        units, forts = some(m.land, share, rng), some(m.fortresses, 0.6, rng)
        enemies = some(m.land & ~units, share * 1.5, rng)
        lines = lines_of_friction(m.t, enemies, forts)
        for soviet, bounds in ((False, m.t.polish), (True, m.t.soviet)):
            found = encircled(m.t, bounds, units, enemies, lines)
            assert set(members(found)) == ringed(m, units, enemies, spokes(m, enemies, forts), soviet)
            rounded += found.bit_count()
    assert rounded > 100


@rule("4.2a", "4.2b")
def test_example_of_grodno():
    """E3: beside the Niemen, with Grodno in Polish hands, the division of 1509 has four lines of six."""
    m = the_map()
    unit, grodno = 1 << m.grid.index("1509"), 1 << m.grid.index("1408")

    def lines(forts):
        found = pairs(m, lines_of_friction(m.t, unit, forts))
        return {tuple(sorted(map(m.grid.number, side))) for side in found}

    all_six = {
        ("1408", "1508"),
        ("1508", "1608"),
        ("1608", "1609"),
        ("1510", "1609"),
        ("1409", "1510"),
        ("1408", "1409"),
    }
    assert lines(0) == all_six - {("1409", "1510")}  # southwest, over the river
    assert lines(grodno) == all_six - {("1409", "1510"), ("1408", "1409")}  # and west, along the river at the fortress


@rule("4.1a", "4.2c", "4.2d")
def test_example_of_encirclement():
    """E2: three Poles around a Soviet division close all its sides; one of them, with Soviets before and behind it, is
    encircled as well until a friend stands beyond one of the lines."""
    m = the_map()
    soviet = m.grid.index("2109")
    poles = [soviet + m.grid.steps(soviet)[d] for d in (0, 2, 4)]
    twelfth = poles[0]
    behind = 1 << twelfth + m.grid.steps(twelfth)[0]
    beyond = 1 << twelfth + m.grid.steps(twelfth)[1]  # a line of the Soviets behind runs there
    soviets = 1 << soviet | behind

    def both_sides(thirteenth):
        polish = collect(poles) | thirteenth
        red, white = (lines_of_friction(m.t, each, 0) for each in (soviets, polish))
        return encircled(m.t, m.t.soviet, soviets, polish, white), encircled(m.t, m.t.polish, polish, soviets, red)

    assert both_sides(0) == (1 << soviet, 1 << twelfth)
    assert both_sides(beyond) == (1 << soviet, 0)


@rule("4.1b")
def test_soviets_slip_off_the_map_and_over_their_rivers():
    m = the_map()
    east, south, north, west = (m.grid.index(number) for number in ("3710", "3028", "2701", "0118"))
    for hex, open_to_soviets in ((east, True), (south, True), (north, False), (west, False)):
        ring = m.grid.around[hex] & m.land
        for bounds in (m.t.polish, m.t.soviet):
            closed = not (open_to_soviets and bounds is m.t.soviet)
            lines = lines_of_friction(m.t, ring, 0)
            assert encircled(m.t, bounds, 1 << hex, ring, lines) == (closed << hex), m.grid.number(hex)
    bank, far = min(side for side in m.light - m.bridges)
    ring = m.grid.around[bank] & m.land & ~(1 << far)
    assert encircled(m.t, m.t.polish, 1 << bank, ring, sides_of(m.grid, ())) == 1 << bank
    assert encircled(m.t, m.t.soviet, 1 << bank, ring, sides_of(m.grid, ())) == 0


# -- one line, five uses -------------------------------------------------------------------------------------------


def crossing(use: Use, friends: tuple[str, ...], lines_of: str = "2110", into: str = "2109", out_of: str = "2009"):
    """Whether the line of an enemy counts when a side of two hexes in open country is crossed."""
    m = the_map()
    at = m.grid.index
    lines = lines_of_friction(m.t, 1 << at(lines_of), 0)
    assert (at(out_of), at(into)) in pairs(m, lines)
    return (at(out_of), at(into)) in pairs(m, felt(m.t, lines, use, collect(map(at, friends))))


@rule("4.0b", "4.2d", "4.2c")
@pytest.mark.parametrize(
    ("use", "covered"),
    [
        (Use.MOVEMENT, False),
        (Use.RAIL, False),
        (Use.RETREAT, True),
        (Use.ENCIRCLEMENT, True),
        (Use.SUPPLY, True),
    ],
)
def test_a_friend_in_the_hex_entered_covers_for_some_uses(use, covered):
    assert crossing(use, ())
    assert crossing(use, ("2009",))  # in the hex that is left
    assert crossing(use, ("1909",))  # [4.2c] somewhere near, with lines of his own
    assert crossing(use, ("2109",)) is not covered
