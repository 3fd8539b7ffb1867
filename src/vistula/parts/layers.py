"""Reach by layers: what can be entered with so many points, for whole sets of hexes at once.

What steps cost is a `Ground`: kinds of sides, and for each of them the hexes by what it costs to enter them over such a
side. From it come layers, the hexes that take 0, 1, 2, … points, and they are found by spreading sets, never hex by
hex: forwards from where something stands, backwards from goals (who can get here?). One path is traced when somebody
asks for it.

    field = ground(grid, {1: clear, 2: woods}, dearer={1: rivers}, closed=borders, stops=enemy_zone)
    found = reach(field, 1 << here, 4)
    found.within(3)                # the hexes within 3 points
    way(field, found, 1 << there)  # Way(spent, length, hexes)
    reach_back(field, towns, 6)    # who has a town within 6 points

Points are whole numbers. Where a title has half points, everything counts in halves. A step that takes all points, and
so must be the only one, is one of `whole`; so is the one hex that a title grants to whoever has too few points. Where a
kind of step ends the move (`last`), or a hex does (`stops`), both are entered and nothing goes on from there; whoever
starts in such a hex may leave it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from vistula.board.hexes import Hex, HexGrid, HexSet
from vistula.board.paths import Way
from vistula.parts.sides import NONE, Gates, Sides, back_through, common_gates, gates_of, leaving, minus, through

Entries: TypeAlias = Mapping[int, HexSet]
"""Hexes by what it costs to enter them; one that is in no set is closed."""


NEVER = 1 << 30
"""More points than anyone has."""


class Steps(NamedTuple):
    """One kind of step: over which sides, into which hexes at what cost, and whether it ends the move."""

    gates: Gates
    entries: tuple[tuple[int, HexSet], ...]  # the cheapest first
    last: bool
    least: int  # what the cheapest of them costs
    doors: HexSet  # the hexes from which there are such steps


class Ground(NamedTuple):
    """What steps cost. A step that is of several kinds costs what the cheapest of them asks."""

    steps: tuple[Steps, ...]
    whole: tuple[Steps, ...]  # what they cost counts nothing: they take all points
    stops: HexSet


class Layers(NamedTuple):
    """By points: the hexes that take so many and no fewer; backwards, from where a goal takes so many."""

    reached: list[HexSet]
    onward: list[HexSet]  # forwards, the hexes from where one may go on having spent so many
    origin: HexSet  # where one starts; backwards the goals
    whole: HexSet  # what a step for all points leads to; backwards from where one does

    def within(self, points: int) -> HexSet:
        found = 0
        for layer in self.reached[: points + 1]:
            found |= layer
        return found

    def cost(self, hex: Hex) -> int:
        """The fewest points for a hex; -1 where it is out of reach."""
        return next((points for points, layer in enumerate(self.reached) if layer >> hex & 1), -1)


# -- what steps cost -----------------------------------------------------------------------------------------------


def steps(grid: HexGrid, sides: Sides, entries: Entries, last: bool = False) -> Steps:
    """Steps over these sides, into these hexes by what they cost."""
    return steps_through(gates_of(grid, sides), entries, last)


def steps_through(gates: Gates, entries: Entries, last: bool = False) -> Steps:
    """The same where the sides have been made ready before."""
    rows = tuple(sorted(entries.items()))
    return Steps(gates, rows, last, rows[0][0] if rows else NEVER, gates.doors)


def ground(
    grid: HexGrid,
    entries: Entries,
    dearer: Mapping[int, Sides] | None = None,
    closed: Sides = NONE,
    stops: HexSet = 0,
    whole: Iterable[Steps] = (),
) -> Ground:
    """Ground where entering a hex costs what its set says, and some sides add to it; sides that stand under several
    numbers add the greatest."""
    kinds, plain = [], minus(leaving(grid.valid), closed)
    for more, sides in sorted((dearer or {}).items(), reverse=True):
        rest = minus(plain, sides)
        kinds.append(steps(grid, minus(plain, rest), {cost + more: hexes for cost, hexes in entries.items()}))
        plain = rest
    return Ground((steps(grid, plain, entries), *kinds), tuple(whole), stops)


def along(ground: Ground, gates: Gates) -> Ground:
    """The same ground for who goes over these sides only."""

    def narrowed(kind: Steps) -> Steps:
        both = common_gates(kind.gates, gates)
        return kind._replace(gates=both, doors=both.doors)

    return Ground(tuple(map(narrowed, ground.steps)), tuple(map(narrowed, ground.whole)), ground.stops)


def price(ground: Ground, here: Hex, to: Hex) -> int:
    """What the step into a neighbour costs; -1 where it is closed, or takes all points."""
    found = (kind for kind in ground.steps if through(kind.gates, 1 << here) >> to & 1)
    return min((cost for kind in found for cost, hexes in kind.entries if hexes >> to & 1), default=-1)


def takes_all(ground: Ground, here: Hex, to: Hex) -> bool:
    """Whether the step into a neighbour is one of those that take all points."""
    return bool(_wholly(ground, 1 << here) >> to & 1)


def _wholly(ground: Ground, start: HexSet) -> HexSet:
    found = 0
    for gates, entries, _, _, doors in ground.whole:
        if doors & start:
            beyond = through(gates, start)
            for _, hexes in entries:
                found |= beyond & hexes
    return found


# -- how far -------------------------------------------------------------------------------------------------------


def reach(ground: Ground, start: HexSet, points: int, fresh: bool = True) -> Layers:
    """What takes how many points from the nearest hex of `start`, itself in layer 0.

    `fresh` is whoever has not moved yet, and may take a step for all points.
    """
    pending, ended, onward = [start, *[0] * points], [0] * (points + 1), [0] * (points + 1)
    gone, spent, stops = 0, 0, ground.stops & ~start
    while spent <= points:
        here = pending[spent] & ~gone
        if not here:  # only now: where steps cost nothing a layer grows while it is looked at
            spent += 1
            continue
        gone |= here
        if stops:
            ended[spent] |= here & stops
            here &= ~stops
        onward[spent] |= here
        left = points - spent
        for gates, entries, last, least, doors in ground.steps:
            if least <= left and here & doors:
                beyond = through(gates, here) & ~gone
                into = ended if last else pending
                for cost, hexes in entries:
                    if cost > left:
                        break
                    into[spent + cost] |= beyond & hexes
    whole = _wholly(ground, start) if fresh and ground.whole else 0
    ended[points] |= whole
    return Layers(_first_seen(onward, ended), onward, start, whole)


def _first_seen(onward: list[HexSet], ended: list[HexSet]) -> list[HexSet]:
    reached, seen = [], 0
    for go_on, end in zip(onward, ended, strict=True):
        reached.append((go_on | end) & ~seen)
        seen |= go_on | end
    return reached


def reach_back(ground: Ground, goals: HexSet, points: int, fresh: bool = True) -> Layers:
    """From where the nearest of these goals takes how many points, the goals themselves in layer 0."""
    reached, gone, here, stops = [0] * (points + 1), 0, goals, ground.stops & ~goals
    kinds = [(gates, entries, last, [0] * (points + 1)) for gates, entries, last, *_ in ground.steps]
    for spent in range(points + 1):
        left = points - spent
        for gates, _, _, entered in kinds:  # hexes into which a step leads from this layer
            if entered[spent]:
                here |= back_through(gates, entered[spent])
        here &= ~gone
        while here:  # more than once only where steps cost nothing
            gone |= here
            reached[spent] |= here
            here, grown = here & ~stops if stops else here, 0
            for gates, entries, last, entered in kinds:
                into = here & goals if last else here
                for cost, hexes in entries:
                    if cost > left:
                        break
                    if cost:
                        entered[spent + cost] |= into & hexes
                    elif free := into & hexes:
                        grown |= back_through(gates, free)
            here = grown & ~gone
    whole = 0
    for gates, entries, *_ in ground.whole if fresh else ():
        for _, hexes in entries:
            whole |= back_through(gates, goals & hexes)
    reached[points] |= whole & ~gone
    return Layers(reached, [], goals, whole)


def next_hexes(ground: Ground, here: Hex, points: int, fresh: bool = True) -> HexSet:
    """The neighbours that can be entered with so many points."""
    start = 1 << here
    found = _wholly(ground, start) if fresh and ground.whole else 0
    for gates, entries, _, least, doors in ground.steps:
        if least <= points and doors & start:
            beyond = through(gates, start)
            for cost, hexes in entries:
                if cost <= points:
                    found |= beyond & hexes
    return found


def exits(ground: Ground, points: int, fresh: bool = True) -> HexSet:
    """The hexes from where some step can be taken with so many points."""
    found = 0
    for gates, entries, *_ in ground.steps:
        into = 0
        for cost, hexes in entries:
            if cost <= points:
                into |= hexes
        if into:
            found |= back_through(gates, into)
    for gates, entries, *_ in ground.whole if fresh else ():
        for _, hexes in entries:
            if hexes:
                found |= back_through(gates, hexes)
    return found


# -- one way -------------------------------------------------------------------------------------------------------


def way(ground: Ground, found: Layers, goals: HexSet) -> Way | None:
    """The best way to one of these hexes in layers made forwards, where it starts left out: fewest points, then fewest
    hexes, then lowest numbers in order; None where all are out of reach."""
    spent = next((points for points, layer in enumerate(found.reached) if layer & goals), -1)
    if spent < 0:
        return None
    goals &= found.reached[spent]
    if spent == len(found.reached) - 1 and goals & found.whole:
        return Way(spent, 1, (_lowest(goals & (found.whole | _next_door(ground, found.origin, spent))),))
    rows = [{spent: goals}]
    while not rows[-1].get(0, 0) & found.origin:
        rows.append(_before(ground, found, rows[-1], last=len(rows) == 1))
    return Way(spent, len(rows) - 1, tuple(_walk(ground, found.origin, rows)))


_Row: TypeAlias = dict[int, HexSet]
"""Hexes by the points that have been spent there, all of them equally many steps from a goal."""


def _next_door(ground: Ground, start: HexSet, points: int) -> HexSet:
    """The hexes into which one step of this cost leads."""
    found = 0
    for gates, entries, *_ in ground.steps:
        found |= through(gates, start) & dict(entries).get(points, 0)
    return found


def _before(ground: Ground, found: Layers, row: _Row, last: bool) -> _Row:
    """One step further back on the best ways."""
    before: _Row = {}
    for gates, entries, ends, *_ in ground.steps:
        if ends and not last:
            continue
        for spent, hexes in row.items():
            for cost, into in entries:
                if cost <= spent:
                    here = back_through(gates, hexes & into) & found.onward[spent - cost]
                    before[spent - cost] = before.get(spent - cost, 0) | here
    return before


def _walk(ground: Ground, origin: HexSet, rows: list[_Row]) -> Iterator[Hex]:
    """Through the rows from their last to their first, by the lowest number each time."""
    here, spent = rows[-1][0] & origin, 0
    for left in range(len(rows) - 2, -1, -1):
        onward = [
            (_lowest(next), spent + cost)
            for gates, entries, ends, *_ in ground.steps
            if not (ends and left)
            for cost, into in entries
            if (next := through(gates, here) & into & rows[left].get(spent + cost, 0))
        ]
        hex, spent = min(onward)
        here = 1 << hex
        yield hex


def _lowest(hexes: HexSet) -> Hex:
    return (hexes & -hexes).bit_length() - 1
