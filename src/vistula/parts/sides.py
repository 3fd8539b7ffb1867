"""Hexsides as six sets of hexes, one for each direction.

In set *d* stand the hexes whose side in direction *d* (the order of `HexGrid.steps`) is meant: a side as it is seen,
and crossed, from that hex. A river stands in the sets of both its banks; a trench that counts from one side only stands
in one. So whole fronts of hexsides are joined, compared and crossed by a few operations on ints.

`Gates` are sides made ready to be crossed: `through` gives every hex to which they lead from a set, `back_through`
every hex from which they lead into it, each by eight shifts whatever the number of sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from vistula.board.hexes import Hex, HexGrid, HexSet, Side, bits

Sides: TypeAlias = tuple[HexSet, ...]
"""Six sets, by direction."""
DIRECTIONS = range(6)
NONE: Sides = (0,) * 6


def opposite(direction: int) -> int:
    """The direction in which one looks back."""
    return (direction + 3) % 6


# -- from hexes and pairs of hexes ---------------------------------------------------------------------------------


def sides_of(grid: HexGrid, pairs: Iterable[Side]) -> Sides:
    """The sides between a hex and its neighbour, as seen from the first of the two."""
    found = [0] * 6
    for a, b in pairs:
        found[grid.direction(a, b)] |= 1 << a
    return tuple(found)


def pairs_of(grid: HexGrid, sides: Sides) -> set[Side]:
    """The same sides as pairs of hexes, those that lead off the map left out."""
    return {
        (hex, to)
        for direction in DIRECTIONS
        for hex in bits(sides[direction])
        if grid.valid >> (to := hex + grid.steps(hex)[direction]) & 1
    }


def leaving(hexes: HexSet) -> Sides:
    """All sides of these hexes, as one leaves them."""
    return (hexes,) * 6


def entering(grid: HexGrid, hexes: HexSet) -> Sides:
    """All sides of these hexes, as one enters them."""
    valid, stride, high, low = grid.valid, grid.stride, hexes & grid.shifted, hexes & grid.unshifted
    back, on = high | low >> 1, high << 1 | low  # as they stand in the next lines
    return (
        hexes << 1 & valid,
        on >> stride & valid,
        back >> stride & valid,
        hexes >> 1 & valid,
        back << stride & valid,
        on << stride & valid,
    )


def between(grid: HexGrid, one: HexSet, other: HexSet) -> Sides:
    """The sides over which a hex of the first set leads into one of the second."""
    return common(leaving(one), entering(grid, other))


def rim(grid: HexGrid, hexes: HexSet) -> Sides:
    """The sides over which these hexes are left for others, off the map too."""
    return minus(leaving(hexes), entering(grid, hexes))


def edge(grid: HexGrid, hexes: HexSet) -> Sides:
    """The sides of these hexes that lead off the map."""
    return minus(leaving(hexes), entering(grid, grid.valid))


class Edges(NamedTuple):
    """The sides that lead off the map, by which half of the hex number would run out beyond them. Where both would, it
    is the line that counts."""

    first_line: Sides
    last_line: Sides
    first_position: Sides
    last_position: Sides


def edges(grid: HexGrid) -> Edges:
    """The four edges of the map."""
    off = edge(grid, grid.valid)
    row = (1 << grid.stride) - 1
    first, last = grid.valid & row << grid.stride, grid.valid & row << grid.lines * grid.stride
    low = tuple(hexes & first if d in (4, 5) else 0 for d, hexes in enumerate(off))
    high = tuple(hexes & last if d in (1, 2) else 0 for d, hexes in enumerate(off))
    rest = minus(off, low, high)
    back = tuple(hexes if d in (5, 0, 1) else 0 for d, hexes in enumerate(rest))
    return Edges(low, high, back, minus(rest, back))


# -- put together --------------------------------------------------------------------------------------------------


def union(one: Sides, *others: Sides) -> Sides:
    a, b, c, d, e, f = one
    for u, v, w, x, y, z in others:
        a, b, c, d, e, f = a | u, b | v, c | w, d | x, e | y, f | z
    return a, b, c, d, e, f


def common(one: Sides, other: Sides) -> Sides:
    a, b, c, d, e, f = one
    u, v, w, x, y, z = other
    return a & u, b & v, c & w, d & x, e & y, f & z


def minus(one: Sides, *others: Sides) -> Sides:
    a, b, c, d, e, f = one
    for u, v, w, x, y, z in others:
        a, b, c, d, e, f = a & ~u, b & ~v, c & ~w, d & ~x, e & ~y, f & ~z
    return a, b, c, d, e, f


def turned(grid: HexGrid, sides: Sides) -> Sides:
    """The same sides as seen from beyond them."""
    return tuple(grid.shift(sides[opposite(direction)], opposite(direction)) for direction in DIRECTIONS)


def both(grid: HexGrid, sides: Sides) -> Sides:
    """The sides as seen from both of their hexes."""
    return union(sides, turned(grid, sides))


# -- asked ---------------------------------------------------------------------------------------------------------


def holds(grid: HexGrid, sides: Sides, a: Hex, b: Hex) -> bool:
    """Whether the side between a hex and its neighbour, as seen from the first, is one of these."""
    return bool(sides[grid.direction(a, b)] >> a & 1)


def some(sides: Sides) -> HexSet:
    """The hexes with at least one of these sides."""
    a, b, c, d, e, f = sides
    return a | b | c | d | e | f


def every(sides: Sides) -> HexSet:
    """The hexes all of whose sides are among these."""
    a, b, c, d, e, f = sides
    return a & b & c & d & e & f


# -- crossed -------------------------------------------------------------------------------------------------------


class Gates(NamedTuple):
    """Sides sorted by how far their crossing moves a bit: along a line, then to the line above and to the one below,
    there to the same position, one back or one on."""

    valid: HexSet
    stride: int
    back: HexSet
    on: HexSet
    up: HexSet
    up_back: HexSet
    up_on: HexSet
    down: HexSet
    down_back: HexSet
    down_on: HexSet
    doors: HexSet  # the hexes from which any of them leads


def gates_of(grid: HexGrid, sides: Sides) -> Gates:
    """Sides made ready to be crossed."""
    high, low = grid.shifted, grid.unshifted
    back, up_left, up_right, on, down_right, down_left = sides
    return Gates(
        grid.valid,
        grid.stride,
        back,
        on,
        up_left & high | up_right & low,
        up_left & low,
        up_right & high,
        down_left & high | down_right & low,
        down_left & low,
        down_right & high,
        some(sides),
    )


def common_gates(one: Gates, other: Gates) -> Gates:
    """The sides that are among both."""
    mine, yours = one[2:-1], other[2:-1]
    back, on, up, up_back, up_on, down, down_back, down_on = (a & b for a, b in zip(mine, yours, strict=True))
    doors = back | on | up | up_back | up_on | down | down_back | down_on
    return Gates(one.valid, one.stride, back, on, up, up_back, up_on, down, down_back, down_on, doors)


def through(gates: Gates, hexes: HexSet) -> HexSet:
    """The hexes to which these sides lead from a set."""
    valid, stride, back, on, up, up_back, up_on, down, down_back, down_on, _ = gates
    above = hexes & up | (hexes & up_back) >> 1 | (hexes & up_on) << 1
    below = hexes & down | (hexes & down_back) >> 1 | (hexes & down_on) << 1
    return ((hexes & back) >> 1 | (hexes & on) << 1 | above << stride | below >> stride) & valid


def back_through(gates: Gates, hexes: HexSet) -> HexSet:
    """The hexes from which these sides lead into a set."""
    _, stride, back, on, up, up_back, up_on, down, down_back, down_on, _ = gates
    under, over = hexes >> stride, hexes << stride
    found = (hexes << 1) & back | (hexes >> 1) & on
    found |= under & up | (under << 1) & up_back | (under >> 1) & up_on
    return found | over & down | (over << 1) & down_back | (over >> 1) & down_on
