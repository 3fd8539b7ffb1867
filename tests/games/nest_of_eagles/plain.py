"""Plain words for what tests compare the program with: slow, simple, and written without it.

Hexes are their printed numbers, hexsides are pairs of them, units are keys. Only the board file and the values printed
on the counters are shared with the program.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.board import read_board
from vistula.games.nest_of_eagles.model import CARS, CAVALRY, LITHUANIA, MOTORIZED, POLAND, SOVIET, TANK
from vistula.games.nest_of_eagles.state import State

from .positions import M, stand

BOARD = read_board()
ALL = 99
"""The price of a step that takes all Movement Points."""

Pair = frozenset[str]


def number(hex: int) -> str:
    return BOARD.map.grid.number(hex)


def numbers(hexes: int) -> set[str]:
    return {number(hex) for hex in bits(hexes)}


def pairs(sides: Iterable[tuple[int, int]]) -> set[Pair]:
    return {frozenset((number(a), number(b))) for a, b in sides}


LAND = numbers(BOARD.play)
DIFFICULT, URBAN, FORTRESSES = numbers(BOARD.difficult), numbers(BOARD.urban), numbers(BOARD.fortresses)
LARGE, LIGHT, SMALL, BRIDGES = pairs(BOARD.large), pairs(BOARD.light), pairs(BOARD.small), pairs(BOARD.bridges)
RAILS = pairs(BOARD.rails)
FACES = {(number(protected), number(face)) for protected, face in BOARD.fortified}
COMPASS = ("N", "NE", "SE", "S", "SW", "NW")


def beyond(hex: str, way: str) -> str:
    """The neighbour in a direction; "" off the map."""
    column, row = int(hex[:2]), int(hex[2:])
    up, down = (row - 1, row) if column % 2 else (row, row + 1)
    column, row = {
        "N": (column, row - 1), "S": (column, row + 1), "NE": (column + 1, up), "SE": (column + 1, down),
        "SW": (column - 1, down), "NW": (column - 1, up),
    }[way]  # fmt: skip
    return f"{column:02d}{row:02d}" if 1 <= column <= 37 and 1 <= row <= 28 else ""


def around(hex: str) -> set[str]:
    return {beyond(hex, way) for way in COMPASS} & LAND


def side(a: str, b: str) -> Pair:
    return frozenset((a, b))


def away(a: str, b: str) -> int:
    """The distance of two hexes: a step sideways goes half a hex up or down as well."""
    (x, y), (z, w) = (((int(hex[:2]), 2 * int(hex[2:]) + (int(hex[:2]) % 2 == 0))) for hex in (a, b))
    aside = abs(x - z)
    return aside + max(0, abs(y - w) - aside) // 2


def wide(army: int, pair: Pair) -> bool:
    """[2.6a] A large river to units of a side."""
    return pair in LARGE and not (army == SOVIET and pair in LIGHT)


def narrow(army: int, pair: Pair) -> bool:
    return pair in SMALL or (army == SOVIET and pair in LIGHT)


class Plain:
    """A situation in plain words."""

    def __init__(self, s: State) -> None:
        self.at = {M.key[u]: number(s.place[u]) for u in M.units if s.place[u] >= 0}
        self.level = {M.key[u]: 2 if s.remnant >> u & 1 else s.reduced >> u & 1 for u in M.units}
        self.held = [numbers(hexes) for hexes in s.held]

    def army(self, key: str) -> int:
        return M.side[M.unit_by_key[key]]

    def here(self, hex: str, army: int) -> list[str]:
        return [key for key, place in self.at.items() if place == hex and self.army(key) == army]

    @cache  # noqa: B019  a situation is looked at and forgotten
    def hexes(self, army: int) -> set[str]:
        return {place for key, place in self.at.items() if self.army(key) == army}

    def sp(self, key: str) -> int:
        return M.sp[self.level[key]][M.unit_by_key[key]]

    def has_lof(self, key: str) -> bool:
        """[3.2c, 3.3c]"""
        return bool((M.lof_full, M.lof_reduced, 0)[self.level[key]] >> M.unit_by_key[key] & 1)

    # -- 4 Lines of Friction

    @cache  # noqa: B019  a situation is looked at and forgotten
    def lines(self, army: int) -> set[Pair]:
        """[4.0a, 4.2a, 4.2b] The Lines of Friction that the units of a side generate."""
        return {
            pair
            for key, hex in self.at.items()
            if self.army(key) == army and self.has_lof(key)
            for pair in self.spokes(hex, army)
        }

    def spokes(self, hex: str, army: int) -> set[Pair]:
        found = set()
        for one, other in zip(COMPASS, (*COMPASS[1:], COMPASS[0]), strict=True):
            a, b = beyond(hex, one), beyond(hex, other)
            if a not in LAND or b not in LAND or (side(hex, a) in LARGE and side(hex, b) in LARGE):
                continue
            forts = {a, b} & FORTRESSES & self.held[1 - army]
            if side(a, b) in LARGE and any(side(hex, fort) not in LARGE for fort in forts):
                continue
            found.add(side(a, b))
        return found

    def encircled(self, hex: str, army: int) -> bool:
        """[4.1a, 4.1b]"""
        return all(self._shut(hex, way, army) for way in COMPASS)

    def _shut(self, hex: str, way: str, army: int) -> bool:
        there = beyond(hex, way)
        if there not in LAND:
            open_edge = not there and ((hex[:2] == "37" and "E" in way) or hex[2:] == "28")
            return not (army == SOVIET and open_edge)
        if there in self.hexes(army):
            return False
        pair = side(hex, there)
        return (
            there in self.hexes(1 - army) or pair in self.lines(1 - army) or (wide(army, pair) and pair not in BRIDGES)
        )

    # -- 7 movement

    def cost(self, army: int, a: str, b: str, lined: bool, helped: bool) -> int | None:
        """[7.1a-7.1l] The price of a step; None if it is prohibited. `helped`: another friend began the phase there."""
        pair, hard = side(a, b), b in DIFFICULT
        small, large, fort = narrow(army, pair), wide(army, pair), (b, a) in FACES
        if not lined:
            if large:
                return ALL if hard or pair not in BRIDGES else 2
            return 1 + hard + small
        if large or (small and hard):
            return ALL if helped else None
        if small or hard:
            return ALL
        return (2 if helped else ALL) if fort else 2

    def walk(self, key: str, started: set[str]) -> dict[str, int]:
        """[7.0c, 7.0d, 7.1o, 7.1p] Where a unit on foot or horse can go, and the points it has left there."""
        army, home = self.army(key), self.at[key]
        points = 4 if self.level[key] == 2 else M.mp[M.unit_by_key[key]]
        lines, foes = self.lines(1 - army), self.hexes(1 - army)
        best, edge = {home: points}, [(-points, home)]
        while edge:
            left, hex = heappop(edge)
            for there in around(hex) - foes:
                price = self.cost(army, hex, there, side(hex, there) in lines, there in started)
                if price is None or (price == ALL and hex != home):
                    continue
                now = 0 if price == ALL else -left - price
                if now >= 0 and now > best.get(there, -1):
                    best[there] = now
                    heappush(edge, (-now, there))
        return {hex: now for hex, now in best.items() if hex != home}

    # -- 8 eligibility

    def reactive_strength(self, hex: str, army: int) -> Fraction:
        """[8.2d, 3.4.2e]"""
        total = Fraction(0)
        for key in self.here(hex, army):
            u = M.unit_by_key[key]
            points = 1 if M.support >> u & 1 else self.sp(key)
            total += points * (Fraction(3, 2) if M.kind[u] == CAVALRY else 1) + 2 * (M.elite >> u & 1)
        return total

    def faced(self, hex: str, army: int) -> set[str]:
        """[8.2b] Enemy stacks next to a hex that count (N-9)."""
        enemies = around(hex) & self.hexes(1 - army)
        return {there for there in enemies if side(hex, there) not in LARGE or side(hex, there) in BRIDGES}

    def eligible(self, hex: str, army: int) -> bool:
        """[8.2a, 8.2e, 8.2f, 8.2g]"""
        foes = self.faced(hex, army)
        mine = self.reactive_strength(hex, army)
        if len(foes) == 1:
            helpers = {there for there in self.hexes(army) if there != hex and self.faced(there, army) == foes}
            mine += sum(self.reactive_strength(there, army) for there in helpers)
        return mine > sum(self.reactive_strength(there, 1 - army) for there in foes)

    # -- 15 supply

    @cache  # noqa: B019  a situation is looked at and forgotten
    def connected(self, army: int) -> set[str]:
        """[15.0a, 15.0b] Hexes whose railroad leads to a source (N-37, N-58)."""
        shut = self.hexes(1 - army) | (URBAN - self.held[army])
        lines, friends = self.lines(1 - army), self.hexes(army)
        exits = numbers(M.rail_exits[army]) | (numbers(M.sources[POLAND]) if army == POLAND else set())
        found = edge = exits - shut
        while edge:
            edge = {
                a
                for pair in RAILS
                for a in pair
                for b in pair - {a}
                if b in edge and (pair not in lines or b in friends)
            } - shut - found  # fmt: skip
            found = found | edge
        return found

    def supplied(self, key: str) -> bool:
        """[15.0a, 15.2a] Whether a unit of Poland or the Soviets is In Supply (N-36)."""
        army, home = self.army(key), self.at[key]
        goals = self.connected(army) & URBAN & self.held[army]
        if home in FORTRESSES or home in goals:
            return True
        lines, friends = self.lines(1 - army), self.hexes(army)
        best, edge = {home: 0}, [(0, home)]
        while edge:
            spent, hex = heappop(edge)
            for there in around(hex) - self.hexes(1 - army):
                if side(hex, there) in lines and there not in friends:
                    continue
                price = self.cost(army, hex, there, False, False)
                assert price is not None
                if price == ALL:
                    if hex == home and there in goals:
                        return True
                    continue
                if spent + price <= 6 and spent + price < best.get(there, 7):
                    if there in goals:
                        return True
                    best[there] = spent + price
                    heappush(edge, (spent + price, there))
        return False


def foot(key: str) -> bool:
    """Units that walk by the common table: no support, no trucks."""
    u = M.unit_by_key[key]
    return not M.support >> u & 1 and M.kind[u] not in (CARS, MOTORIZED, TANK)


def scattered(s: State, rng: random.Random, hexes: list[str], share: float) -> State:
    """Units of both sides, at any strength, among some hexes; each hex has units of one side only."""
    owner = {hex: rng.choice((POLAND, SOVIET)) for hex in hexes}
    room = dict.fromkeys(hexes, 4)
    for u in M.units:
        if rng.random() > share or u == M.lwow_unit or M.front[u] == LITHUANIA:
            continue
        fitting = [hex for hex in hexes if owner[hex] == M.side[u] and room[hex]]
        if M.trains >> u & 1:
            fitting = [hex for hex in fitting if any(hex in pair for pair in RAILS)]
        if fitting:
            hex = rng.choice(fitting)
            room[hex] -= 1
            stand(s, M.key[u], hex, rng.randrange(M.steps[u]))
    return s


# -- 11 retreat

EDGES = {"N": numbers(M.north), "S": numbers(M.south), "NE": numbers(M.east), "SE": numbers(M.east)}
OFF = "off"


class Way:
    """A way of retreat, walked hex by hex."""

    def __init__(self, hexes: tuple[str, ...], losses: int, right: int, whole: bool) -> None:
        self.hexes, self.losses, self.right, self.whole = hexes, losses, right, whole


def right_way(army: int, here: str, way: str) -> bool:
    """[11.1a, 11.1b] A step in the correct direction (N-1, N-2)."""
    if army == SOVIET:
        return "E" in way
    there = beyond(here, way)
    return "W" in way or (bool(there) and away(there, "0612") < away(here, "0612"))


def ways_out(p: Plain, keys: list[str], length: int, ground: set[str]) -> list[Way]:
    """[11.3, 11.4, 11.6] Every way of a group over some ground, those that cannot be completed too."""
    army, start = p.army(keys[0]), p.at[keys[0]]
    remnants = all(p.level[key] == 2 for key in keys)
    trains = [key for key in keys if M.trains >> M.unit_by_key[key] & 1]
    foes, friends, lines = p.hexes(1 - army), p.hexes(army), p.lines(1 - army)

    def price(a: str, way: str) -> int:
        b = beyond(a, way)
        pair, met = side(a, b), b in friends
        wrong = not right_way(army, a, way) and not remnants and not (trains and len(keys) == 1)
        lined = pair in lines and not met and not remnants
        return wrong + lined + (wide(army, pair) and pair not in BRIDGES and not met)

    def steps(a: str) -> list[tuple[str, str]]:
        found = []
        for way in COMPASS:
            b = beyond(a, way)
            if not b and army == SOVIET and a in EDGES.get(way, ()):
                found.append((way, OFF))
            elif (
                b in ground
                and b != start
                and not (army == POLAND and b == "1504")
                and (not trains or side(a, b) in RAILS)
            ):
                found.append((way, b))
        return found

    def weak(hex: str) -> bool:
        there = p.here(hex, 1 - army)
        return sum(p.sp(key) or 1 for key in there) <= 2

    def second(first: str, losses: int, right: int) -> list[Way]:
        found = []
        for way, hex in steps(first):
            if hex == OFF or (hex not in foes and hex not in around(start)):
                found.append(Way((first, hex), losses + price(first, way), right + right_way(army, first, way), True))
        return found

    found = []
    for way, hex in steps(start):
        losses, right = price(start, way), int(right_way(army, start, way))
        if hex == OFF:
            found.append(Way((OFF,), losses, right, True))
        elif hex in foes:
            if right and sum(p.sp(key) for key in keys) >= 3 and weak(hex):
                found += [each for each in second(hex, losses + 2, right) if each.right == 2]
        elif length == 1:
            found.append(Way((hex,), losses, right, True))
        else:
            found += second(hex, losses, right) or [Way((hex,), losses + 3, right, False)]
    return found or [Way((), 3 * length, 0, False)]


def best_ways(p: Plain, keys: list[str], length: int, ground: set[str]) -> tuple[set[tuple[str, ...]], int]:
    """[11.5a, 11.6c, 11.6d, 11.6e] What the preferences leave (N-21, N-67), and what it costs."""
    army = p.army(keys[0])
    found = ways_out(p, keys, length, ground)
    found = [each for each in found if each.whole] or found

    def end(each: Way) -> str:
        return each.hexes[-1] if each.hexes else p.at[keys[0]]

    def crowded(each: Way) -> bool:
        limit = 5 if end(each) == "0612" else 4
        return bool(each.hexes) and end(each) != OFF and len(p.here(end(each), army)) + len(keys) > limit

    found = [each for each in found if not crowded(each)] or found
    least = min(each.losses for each in found)
    found = [each for each in found if each.losses == least]
    found = [each for each in found if end(each) == OFF or not around(end(each)) & p.hexes(1 - army)] or found
    most = max(each.right for each in found)
    return {each.hexes for each in found if each.right == most}, least
