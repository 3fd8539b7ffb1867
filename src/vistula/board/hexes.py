"""Hex grids and sets of hexes, for every title that is played on hexes.

A grid is a number of straight *lines* of hexes. The first half of a printed hex number is the line, the second half
the position in it: ``"0615"`` is the fifteenth hex of line 6. Every other line lies half a hex further towards
growing positions (``down`` is the parity of those lines).

A hex is an int, ``line * stride + position``, with one empty slot at both ends of a line. A set of hexes is an int
too (bit *i* set = hex *i* is in it), so that a whole set can be spread to its neighbours by a few shifts.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from vistula.kernel.bars import members as members

Hex: TypeAlias = int
HexSet: TypeAlias = int
Side: TypeAlias = tuple[Hex, Hex]
Corners: TypeAlias = dict[frozenset[Hex], list[Side]]


def bit(hex: Hex) -> HexSet:
    """The set that holds this hex alone."""
    return 1 << hex


def bits(hexes: HexSet) -> Iterator[Hex]:
    """The hexes of a set, in rising order."""
    while hexes:
        low = hexes & -hexes
        yield low.bit_length() - 1
        hexes ^= low


def collect(hexes: Iterable[Hex]) -> HexSet:
    """The set of these hexes."""
    result = 0
    for h in hexes:
        result |= 1 << h
    return result


def linked(grid: "HexGrid", pairs: Iterable[Side]) -> tuple[HexSet, ...]:
    """By hex: the hexes to which these pairs lead from it, from the first of a pair to the second."""
    found = [0] * grid.size
    for a, b in pairs:
        found[a] |= 1 << b
    return tuple(found)


class HexGrid:
    """``lines`` straight lines of ``length`` hexes; lines whose parity is ``down`` are shifted half a hex."""

    __slots__ = (
        "_doubled", "_line", "_numbers", "_rings", "around", "down", "length", "lines", "neighbours", "shifted", "size",
        "stride", "unshifted", "valid",
    )  # fmt: skip

    def __init__(self, lines: int, length: int, down: int) -> None:
        if not (1 <= lines <= 99 and 1 <= length <= 99):
            raise ValueError(f"a grid has 1 to 99 lines of 1 to 99 hexes, not {lines} of {length}")
        if down not in (0, 1):
            raise ValueError(f"the shifted lines are the even (0) or the odd (1) ones, not {down}")
        self.lines, self.length, self.down = lines, length, down
        self.stride = length + 2
        self.size = (lines + 2) * self.stride
        row = ((1 << length) - 1) << 1
        whole = [row << line * self.stride if 1 <= line <= lines else 0 for line in range(lines + 2)]
        self.valid: HexSet = sum(whole)
        self.shifted: HexSet = sum(whole[down::2])
        self.unshifted: HexSet = self.valid ^ self.shifted
        self._line = [i // self.stride for i in range(self.size)]
        self._doubled = [2 * (i % self.stride) + (i // self.stride % 2 == down) for i in range(self.size)]
        self.neighbours: tuple[tuple[Hex, ...], ...] = tuple(self._neighbours(i) for i in range(self.size))
        self.around: tuple[HexSet, ...] = tuple(collect(n) for n in self.neighbours)
        spaces = [divmod(i, self.stride) if self.valid >> i & 1 else None for i in range(self.size)]
        self._numbers = [f"{at[0]:02d}{at[1]:02d}" if at else "" for at in spaces]
        self._rings: dict[Hex, tuple[HexSet, ...]] = {}

    def __repr__(self) -> str:
        return f"HexGrid({self.lines}, {self.length}, {self.down})"

    def steps(self, hex: Hex) -> tuple[int, ...]:
        """The six index steps from a hex, in the order of directions: first towards smaller positions, then turning
        towards higher lines (drawn with higher lines on top: clockwise from the left)."""
        s = self.stride
        if self._line[hex] % 2 == self.down:
            return (-1, s, s + 1, 1, 1 - s, -s)
        return (-1, s - 1, s, 1, -s, -s - 1)

    def _neighbours(self, hex: Hex) -> tuple[Hex, ...]:
        if not self.valid >> hex & 1:
            return ()
        return tuple(hex + step for step in self.steps(hex) if self.valid >> hex + step & 1)

    def index(self, number: str) -> Hex:
        """The hex with this printed number."""
        if len(number) != 4 or not number.isascii() or not number.isdigit():
            raise ValueError(f"{number!r} is no hex number: four digits are wanted")
        line, position = int(number[:2]), int(number[2:])
        if not (1 <= line <= self.lines and 1 <= position <= self.length):
            raise ValueError(f"there is no hex {number}: the map ends at {self.lines:02d}{self.length:02d}")
        return line * self.stride + position

    def number(self, hex: Hex) -> str:
        """The printed number of a hex."""
        number = self._numbers[hex] if 0 <= hex < self.size else ""
        if not number:
            raise ValueError(f"slot {hex} is no hex of the map")
        return number

    def line(self, hex: Hex) -> int:
        """First half of the hex number."""
        return self._line[hex]

    def position(self, hex: Hex) -> int:
        """Second half of the hex number."""
        return hex % self.stride

    def at(self, line: int, position: int) -> Hex:
        """The hex at this position of this line; the caller knows that it is on the map."""
        return line * self.stride + position

    def dilate(self, hexes: HexSet) -> HexSet:
        """All neighbours of a set (members of the set are in the result only as neighbours of other members)."""
        # Seen from a shifted line the neighbours in the next lines stand at the same and at the next position, from
        # an unshifted one at the same and at the previous: so the set is widened once and then shifted by lines.
        wide = hexes | (hexes & self.shifted) << 1 | (hexes & self.unshifted) >> 1
        return (hexes << 1 | hexes >> 1 | wide << self.stride | wide >> self.stride) & self.valid

    def shift(self, hexes: HexSet, direction: int) -> HexSet:
        """The neighbours of a set in one direction, numbered as in `steps`."""
        stride = self.stride
        if direction == 0:
            found = hexes >> 1
        elif direction == 3:
            found = hexes << 1
        elif direction in (1, 5):  # the smaller position in the line above, in the line below
            level = hexes & self.shifted | (hexes & self.unshifted) >> 1
            found = level << stride if direction == 1 else level >> stride
        else:
            level = (hexes & self.shifted) << 1 | hexes & self.unshifted
            found = level << stride if direction == 2 else level >> stride
        return found & self.valid

    def distance(self, a: Hex, b: Hex) -> int:
        """Hexes from a to b, as the crow flies."""
        lines = abs(self._line[a] - self._line[b])
        rest = abs(self._doubled[a] - self._doubled[b]) - lines
        return lines + (rest >> 1) if rest > 0 else lines

    def direction(self, a: Hex, b: Hex) -> int:
        """0 to 5: in which of the directions of ``steps`` the neighbour b lies."""
        try:
            return self.steps(a).index(b - a)
        except ValueError:
            raise ValueError(f"{self.number(b)} is not next to {self.number(a)}") from None

    def rings(self, hex: Hex) -> tuple[HexSet, ...]:
        """The hexes at distance 0, 1, 2, … from a hex, out to the far corner of the map."""
        found = self._rings.get(hex)
        if found is None:
            found = self._rings[hex] = tuple(self._spread(hex))
        return found

    def _spread(self, hex: Hex) -> Iterator[HexSet]:
        seen = ring = 1 << hex
        while ring:
            yield ring
            ring = self.dilate(ring) & ~seen
            seen |= ring


def flood(grid: HexGrid, start: HexSet, allowed: HexSet) -> HexSet:
    """Every hex that can be reached from ``start`` through hexes of ``allowed``, those of ``start`` included."""
    reached = start & allowed
    edge = reached
    while edge:
        edge = grid.dilate(edge) & allowed & ~reached
        reached |= edge
    return reached


def sides_between(grid: HexGrid, one: HexSet, other: HexSet) -> list[Side]:
    """The hexsides that part two sets, each as (hex of the first, hex of the second)."""
    return [(a, b) for a in bits(one & grid.dilate(other)) for b in grid.neighbours[a] if other >> b & 1]


def chain(grid: HexGrid, sides: list[Side]) -> list[list[Side]]:
    """Hexsides put in the order in which a pen would follow them: one list for each unbroken stroke.

    Two hexsides touch when they meet in a corner, which is where three hexes meet. Where more than two sides meet a
    stroke goes on along the first of them and the others begin strokes of their own.
    """
    left = dict.fromkeys(sides)
    corners: Corners = {}
    for side in sides:
        for corner in _corners(grid, side):
            corners.setdefault(corner, []).append(side)
    strokes: list[list[Side]] = []
    while left:
        start = next((s for s in left if _ends(grid, s, corners, left) < 2), next(iter(left)))
        strokes.append(_stroke(grid, start, corners, left))
    return strokes


def _corners(grid: HexGrid, side: Side) -> list[frozenset[Hex]]:
    a, b = side
    at = grid.direction(a, b)
    steps = grid.steps(a)
    # Corners on the map's rim have slots outside of the grid as their third hex, which name them just as well.
    return [frozenset((a, b, a + steps[at - 1])), frozenset((a, b, a + steps[(at + 1) % 6]))]


def _ends(grid: HexGrid, side: Side, corners: Corners, left: dict[Side, None]) -> int:
    """At how many of its two corners the hexside is joined to another one that is still left."""
    return sum(any(s in left and s != side for s in corners[c]) for c in _corners(grid, side))


def _stroke(grid: HexGrid, start: Side, corners: Corners, left: dict[Side, None]) -> list[Side]:
    stroke = [start]
    del left[start]
    here: Side | None = start
    used: set[frozenset[Hex]] = set()
    while here is not None:
        onward = None
        for corner in _corners(grid, here):
            if corner in used:
                continue
            onward = next((s for s in corners[corner] if s in left), None)
            if onward is not None:
                used.add(corner)
                stroke.append(onward)
                del left[onward]
                break
        here = onward
    return stroke
