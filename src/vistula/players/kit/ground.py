"""Tables of a map for planners: travelling distances, free reach, hexes that can be struck from afar.

Zones are taken to be rigid: a move ends in an enemy zone, and leads out of one only to where there is none. For titles
with softer zones this is what an enemy can be expected to do, not what the rules allow him.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from vistula.board.hexes import Hex, HexGrid, HexSet, collect, members

FAR = 99
KEPT, SOME, MANY = 64, 512, 4096


class Travel(dict[Hex, list[int]]):
    """By goal: movement points to it from each hex, worked out when they are first asked for."""

    def __init__(self, ground: Ground) -> None:
        super().__init__()
        self.ground = ground

    def __missing__(self, goal: Hex) -> list[int]:
        found = self[goal] = self.ground.distances([goal])
        return found


class Ground:
    """What follows from the map alone; made once for each model."""

    def __init__(self, grid: HexGrid, cost: Sequence[Mapping[Hex, int]], open: HexSet) -> None:
        """`cost[h][n]` is what a step from `h` to `n` costs, `open` the hexes that both sides may enter."""
        self.grid, self.open = grid, open
        self.roads: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple((n, c) for n, c in cost[h].items() if open >> n & 1) if open >> h & 1 else ()
            for h in range(grid.size)
        )
        self._shifts = self._lay_shifts()
        self.travel = Travel(self)
        self._within: dict[tuple[int, int], int] = {}
        self._struck: dict[tuple[int, int], int] = {}
        self._strikes: dict[tuple[int, int], tuple[int, ...]] = {}
        self._around: dict[int, tuple[int, ...]] = {}
        self._round_about: dict[int, tuple[int, ...]] = {}
        self._far: dict[int, list[int]] = {}
        self._flows: dict[tuple[HexSet, int], tuple[HexSet, HexSet, HexSet, HexSet, tuple[Hex, ...]]] = {}
        self._kept: dict[Hashable, dict[Hex, float]] = {}
        self._reached: dict[tuple[Hex, int, HexSet, HexSet, bool], dict[Hex, Hex]] = {}
        self._shut_in: dict[tuple[Hex, HexSet], bool] = {}

    def _lay_shifts(self) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
        """By cost: index steps to a neighbour, each with the hexes from which that step costs so much."""
        found: dict[int, dict[int, int]] = {}
        for h, roads in enumerate(self.roads):
            for n, cost in roads:
                steps = found.setdefault(cost, {})
                steps[n - h] = steps.get(n - h, 0) | 1 << h
        return tuple((cost, tuple(steps.items())) for cost, steps in sorted(found.items()))

    def _spread(self, hexes: int, steps: tuple[tuple[int, int], ...]) -> int:
        found = 0
        for step, start in steps:
            go = hexes & start
            if go:
                found |= go << step if step > 0 else go >> -step
        return found

    def flow(self, starts: int, allowance: int, barred: int, zone: int) -> int:
        """Every hex that units on these hexes could move to, as a set; one hex is always possible."""
        found = starts
        free = ~barred
        layers = [0] * (allowance + 1)
        layers[allowance] = starts
        for points in range(allowance, 0, -1):
            here = layers[points]
            if points == allowance:
                locked = here & zone
                if locked:  # out of an enemy zone only to where there is none
                    self._step(layers, locked, points, free & ~zone)
                    here ^= locked
            else:
                here &= ~zone & ~found
                found |= layers[points]
            if here:
                self._step(layers, here, points, free)
        return found | layers[0]

    def flow_again(self, starts: int, allowance: int, barred: int, zone: int) -> tuple[HexSet, tuple[Hex, ...]]:
        """The same as `flow`, and the hexes next to all that: the latest for these starts is taken up again if nothing
        has changed where it leads or next to that. Most moves change little."""
        key = starts, allowance
        known = self._flows.get(key)
        if known is not None:
            was_barred, was_zone, found, edge, struck = known
            if not ((barred ^ was_barred) | (zone ^ was_zone)) & (found | edge):
                return found, struck
        found = self.flow(starts, allowance, barred, zone)
        edge = self.grid.dilate(found)
        struck = tuple(members(edge))
        if len(self._flows) >= MANY:
            self._flows.clear()
        self._flows[key] = barred, zone, found, edge, struck
        return found, struck

    def _step(self, layers: list[int], here: int, points: int, free: int) -> None:
        for cost, steps in self._shifts:
            rest = points - cost
            if rest >= 0:
                layers[rest] |= self._spread(here, steps) & free
            elif points == len(layers) - 1:
                layers[0] |= self._spread(here, steps) & free

    def distances(self, sources: list[int]) -> list[int]:
        """Movement points from each hex to the nearest of these, as if no enemy were there; FAR if there is no way.

        Costs are counted from the sources outwards; the way back may cost a little more or less.
        """
        best = [FAR] * self.grid.size
        seen, rings = 0, [collect(sources)] + [0] * FAR
        for d in range(FAR):
            ring = rings[d] & ~seen
            if not ring:
                if not any(rings[d + 1 : d + 8]):
                    break
                continue
            seen |= ring
            for h in members(ring):
                best[h] = d
            for cost, steps in self._shifts:
                if d + cost < FAR:
                    rings[d + cost] |= self._spread(ring, steps) & ~seen
        return best

    def within(self, hex: int, allowance: int) -> int:
        """The hexes that a unit could move to over empty ground."""
        key = hex, allowance
        found = self._within.get(key)
        if found is None:
            found = self._within[key] = self.flow(1 << hex, allowance, 0, 0) if allowance else 1 << hex
        return found

    def struck(self, hex: int, allowance: int) -> int:
        """The hexes that a unit could attack after one move over empty ground; with no allowance, its neighbours."""
        key = hex, allowance
        found = self._struck.get(key)
        if found is None:
            within = self.within(hex, allowance)
            found = self._struck[key] = (self.grid.dilate(within) | within) & self.open
        return found

    def strikes(self, hex: int, allowance: int) -> tuple[int, ...]:
        """`struck` one by one."""
        key = hex, allowance
        found = self._strikes.get(key)
        if found is None:
            found = self._strikes[key] = tuple(members(self.struck(hex, allowance)))
        return found

    def near(self, hex: int) -> tuple[int, ...]:
        """A hex and its neighbours, as far as both sides may enter them."""
        found = self._around.get(hex)
        if found is None:
            around = (1 << hex | self.grid.around[hex]) & self.open
            found = self._around[hex] = tuple(members(around))
        return found

    def round_about(self, hex: int) -> tuple[int, ...]:
        """The hexes at most two away."""
        found = self._round_about.get(hex)
        if found is None:
            found = self._round_about[hex] = tuple(sorted({n for h in self.near(hex) for n in self.near(h)} | {hex}))
        return found

    def away_from(self, sources: int) -> list[int]:
        """`distances` from a set of hexes; the latest are kept, for a side stands still while the other moves."""
        found = self._far.pop(sources, None)
        if found is None:
            found = self.distances(members(sources))
            if len(self._far) >= KEPT:
                del self._far[next(iter(self._far))]
        self._far[sources] = found
        return found

    def reach(self, start: Hex, allowance: int, barred: HexSet, zone: HexSet, whole: bool = True) -> dict[Hex, Hex]:
        """`reach` over this map; the latest are kept, to be read only: a phase asks for the same again and again."""
        key = start, allowance, barred, zone, whole
        found = self._reached.get(key)
        if found is None:
            if len(self._reached) >= SOME:
                self._reached.clear()
            found = self._reached[key] = reach(self, *key)
        return found

    def shut_in(self, hex: Hex, sources: HexSet) -> bool:
        """Whether no way of three hexes leads out of a hex past units on these hexes and their zones of control."""
        key = hex, sources
        found = self._shut_in.get(key)
        if found is None:
            if len(self._shut_in) >= MANY:
                self._shut_in.clear()
            grid = self.grid
            free = self.open & ~sources & ~grid.dilate(sources)
            rings = grid.rings(hex)
            good = rings[3] & free if len(rings) > 3 else 0
            good = rings[2] & free & grid.dilate(good)
            found = self._shut_in[key] = not rings[1] & free & grid.dilate(good)
        return found

    def keep(self, key: Hashable) -> dict[Hex, float]:
        """A table by hex that belongs to this key, empty at first; the latest are kept."""
        found = self._kept.pop(key, None)
        if found is None:
            found = {}
            if len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
        self._kept[key] = found
        return found


def reach(ground: Ground, start: int, allowance: int, barred: int, zone: int, whole: bool = True) -> dict[int, int]:
    """Every hex a unit can move to, with the hex before it on the cheapest way, under rigid zones.

    `whole` says that it has spent nothing yet.
    """
    left = {start: allowance}
    before = {start: start}
    layers: list[list[int]] = [[] for _ in range(allowance + 1)]
    if whole:
        first = barred | zone if zone >> start & 1 else barred
        for n, cost in ground.roads[start]:
            if not first >> n & 1:
                rest = max(0, allowance - cost)  # one hex is always possible
                left[n], before[n] = rest, start
                layers[rest].append(n)
    else:
        layers[allowance].append(start)
    for points in range(allowance, 0, -1):
        for h in layers[points]:
            if left[h] != points or zone >> h & 1:
                continue
            for n, cost in ground.roads[h]:
                rest = points - cost
                if rest >= 0 and left.get(n, -1) < rest and not barred >> n & 1:
                    left[n], before[n] = rest, h
                    layers[rest].append(n)
    return before


def way(before: dict[int, int], goal: int) -> list[int]:
    """The hexes from the start, which is left out, to the goal."""
    path = []
    while before[goal] != goal:
        path.append(goal)
        goal = before[goal]
    path.reverse()
    return path
