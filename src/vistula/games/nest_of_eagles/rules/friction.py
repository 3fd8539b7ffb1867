"""4.0–4.2 Lines of Friction: the hexsides that make an enemy's way harder, and who stands within a ring of them.

A unit's lines are the six spokes that leave the corners of its hex: each is the side shared by two neighbouring
neighbours. Seen from the side: it is a line if a unit stands in the hex at one of its two ends. Lines are six sets of
hexes by direction (`parts.sides`), as one crosses them, both ways.

The same line is read in five ways [4.2d]:

| use          | rules  | a friend in the hex entered | what else                                             |
|--------------|--------|-----------------------------|-------------------------------------------------------|
| movement     | 7.1g–l | changes nothing             | only who began the phase there eases a step; cars and |
|              |        |                             | trucks ignore it [3.4.4c, 19.5b]; a train crosses it  |
|              |        |                             | where a friend covers [3.4.3c]                        |
| rail         | 9.1b   | changes nothing (N-16)      | the railroad is cut                                   |
| retreat      | 11.3a  | covers: no loss             | no loss for Remnants alone                            |
| encirclement | 4.1a   | covers: the side is open    | he opens an unbridged large river too                 |
| supply       | 15.0b  | covers [15.0c]              | another than who traces; the railroad too (N-58)      |

A friend in the hex that is left, and a friendly line, never change anything [4.2c].
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from vistula.board.hexes import Hex, HexGrid, HexSet, bits
from vistula.parts.sides import (
    DIRECTIONS,
    Sides,
    between,
    common,
    edges,
    entering,
    every,
    leaving,
    minus,
    opposite,
    rim,
    union,
)


class Use(Enum):
    """What a line is read for."""

    MOVEMENT = "movement"
    RAIL = "rail"
    RETREAT = "retreat"
    ENCIRCLEMENT = "encirclement"
    SUPPLY = "supply"


COVERED = frozenset({Use.RETREAT, Use.ENCIRCLEMENT, Use.SUPPLY})
"""[4.2d] Uses for which a friend in the hex entered covers the step."""


class Bounds(NamedTuple):
    """[4.1a, 4.1b] What closes hexsides for the units of a side, whoever stands where."""

    rivers: Sides  # unbridged large rivers: closed unless a friend stands beyond
    walls: Sides  # borders and edges of the map


Ends: TypeAlias = tuple[Sides, Sides]
"""Sides by which of their ends is meant: the hex that lies one direction on, or one back, seen from either bank."""


class Terrain(NamedTuple):
    """What the map does to lines."""

    grid: HexGrid
    ends: Ends  # [4.2a] sides that a unit at that end makes a line
    silenced: dict[Hex, Ends]  # [4.2b] of these, by fortress, those that are none while an enemy holds it
    polish: Bounds
    soviet: Bounds  # of Lithuanians too: they have the same player


def terrain(grid: HexGrid, land: HexSet, large: Sides, light: Sides, bridged: Sides, fortresses: HexSet) -> Terrain:
    """Worked out once from the map: the hexes in play, its large rivers (and those that are small to Soviets [2.6a]),
    its bridges and fortresses; all sides as seen from both banks."""
    closed, off, unbridged = rim(grid, land), edges(grid), minus(large, bridged)
    ends = (_generated(grid, land, large, 1), _generated(grid, land, large, -1))
    forts = {
        fort: (_beside(grid, large, 1 << fort, 1), _beside(grid, large, 1 << fort, -1)) for fort in bits(fortresses)
    }
    return Terrain(
        grid,
        ends,
        {fort: (one, other) for fort, (one, other) in forts.items() if any(one + other)},
        Bounds(common(leaving(land), unbridged), closed),
        Bounds(common(leaving(land), minus(unbridged, light)), minus(closed, off.last_line, off.last_position)),
    )


def _generated(grid: HexGrid, land: HexSet, large: Sides, turn: int) -> Sides:
    """[4.2a] Sides between hexes in play that a unit at one end makes a line: not where it has a large river before
    both of their hexes."""
    banks = (large[(d + turn) % 6] & grid.shift(large[(d + 2 * turn) % 6], opposite(d)) for d in DIRECTIONS)
    return minus(between(grid, land, land), tuple(banks))


def _beside(grid: HexGrid, large: Sides, fort: HexSet, turn: int) -> Sides:
    """[4.2b] Large rivers beside a fortress that is on the same bank as the hex at one end of them."""
    here = (fort & ~large[(d + turn) % 6] for d in DIRECTIONS)
    beyond = (grid.shift(fort & ~large[(d + 2 * turn) % 6], opposite(d)) for d in DIRECTIONS)
    return common(large, union(tuple(here), tuple(beyond)))


# -- 4.0, 4.2 lines ------------------------------------------------------------------------------------------------


def lines_of_friction(terrain: Terrain, units: HexSet, fortresses: HexSet) -> Sides:
    """[4.0a, 4.2a, 4.2b, 7.1q] The lines of units in these hexes, while their enemy controls these fortresses; a side
    that is a line of several units is one line."""
    one, other = terrain.ends
    for fort, (silent, still) in terrain.silenced.items():
        if fortresses >> fort & 1:
            one, other = minus(one, silent), minus(other, still)
    near = entering(terrain.grid, units)
    return tuple(near[(d + 1) % 6] & one[d] | near[d - 1] & other[d] for d in DIRECTIONS)


def felt(terrain: Terrain, lines: Sides, use: Use, friends: HexSet) -> Sides:
    """[4.0b, 4.2c, 4.2d] Those of the enemy's lines that count for a use, with friendly units in these hexes."""
    return minus(lines, entering(terrain.grid, friends)) if use in COVERED else lines


# -- 4.1 encirclement ----------------------------------------------------------------------------------------------


def encircled(terrain: Terrain, bounds: Bounds, units: HexSet, enemies: HexSet, lines: Sides) -> HexSet:
    """[4.1a, 4.1b] Those of a side's hexes with units from where no side is open, given the enemy's hexes and lines."""
    hidden = union(felt(terrain, lines, Use.ENCIRCLEMENT, units), minus(bounds.rivers, entering(terrain.grid, units)))
    return units & every(union(entering(terrain.grid, enemies), hidden, bounds.walls))
