"""Retreats: every way against brute force, and the chapter of Nest of Eagles on small boards against trying all pairs
of hexes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

import pytest

from vistula.board.hexes import HexGrid, HexSet, Side, bits, collect, members
from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.views import Refusal
from vistula.parts.retreats import Preference, Way, every_way, prefer

# -- any retreat ---------------------------------------------------------------------------------------------------


class Net(NamedTuple):
    """Spaces with links, of which some are barred as the next one after a way; ranks for each way."""

    links: dict[int, set[int]]
    shut: set[Way]
    ends: set[Way]
    length: int

    def step(self, walked: Way) -> Iterator[Bar]:
        yield only("1.1", collect(self.links[walked[-1] if walked else 0]), "not next door")
        held = collect(way[-1] for way in self.shut if way[:-1] == walked)
        yield Bar("1.2", held, lambda space: f"{space} is shut after {walked}")

    def done(self, walked: Way) -> bool:
        return len(walked) == self.length or walked in self.ends or walked[-1] < 0

    def exits(self, walked: Way) -> list[int]:
        return [-1] if len(walked) == 1 and walked[0] % 2 else []


def net(seed: int) -> Net:
    rng = random.Random(seed)
    size, length = rng.randint(3, 6), rng.randint(1, 3)
    links = {a: {b for b in range(1, size) if b != a and rng.random() < 0.6} for a in range(size)}
    every = [way for n in range(1, length + 1) for way in permutations(range(1, size), n)]
    return Net(links, {w for w in every if rng.random() < 0.15}, {w for w in every if rng.random() < 0.1}, length)


def tried(n: Net) -> dict[Way, bool]:
    """Every way that is done, and every dead end, by trying all orders of spaces."""
    spaces = [*range(1, len(n.links)), -1]
    sound = {()}
    for length in range(1, n.length + 1):
        for way in permutations(spaces, length):
            *before, last = way
            walked = tuple(before)
            here = walked[-1] if walked else 0
            if walked not in sound or (walked and n.done(walked)):
                continue
            if last in n.exits(walked) if last < 0 else last in n.links[here] and way not in n.shut:
                sound.add(way)
    inner = {way[:-1] for way in sound if way}
    return {way: bool(way) and n.done(way) for way in sound if way not in inner}


RANKS = [Preference[Way](f"2.{n}", lambda way, n=n: hash((n, way)) % 3, lambda way, better: f"{way} after {better}")
         for n in range(3)]  # fmt: skip


def test_every_way_is_found_and_dead_ends_are_told_apart() -> None:
    for seed in range(200):
        n = net(seed)
        found = list(every_way(n.step, n.done, n.exits))
        assert dict(found) == tried(n), seed
        assert [way for way, _ in found] == sorted(tried(n))  # the lowest numbers first, each once


def test_preferences_leave_the_lowest_ranks_in_their_order() -> None:
    for seed in range(200):
        found = {way: way for way in tried(net(seed))}
        ranks = {way: [p.rank(way) for p in RANKS] for way in found}
        best = min(ranks.values())
        kept, gone = prefer(found, RANKS)
        assert set(kept) == {way for way in found if ranks[way] == best}
        assert set(gone) == set(found) - set(kept)
        for way, reason in gone.items():
            number = next(n for n in range(3) if ranks[way][n] != best[n])
            assert (reason.number, reason.worse) == (number, way)
            assert ranks[reason.better][: number + 1] == best[: number + 1]
            assert reason.refusal() == Refusal(f"2.{number}", f"{way} after {reason.better}")


def test_what_is_not_offered_is_refused_by_its_last_chance() -> None:
    asked = Counter()
    for seed in range(200):
        n = net(seed)
        plan = prefer({way: way for way, _ in every_way(n.step, n.done, n.exits)}, RANKS)
        for walked in {way[:length] for way in plan.ways for length in range(len(way))}:
            onward = plan.onward(walked)
            assert onward == sorted({way[len(walked)] for way in plan.ways if way[: len(walked)] == walked})
            offer = Offer("hex", "space", [*n.step(walked), plan.bar(walked, "2.9", "it has been there")])
            assert offer.args == [space for space in onward if space >= 0]
            for space in range(1, len(n.links)):
                said = offer.refusal(space)
                assert (said is None) == (space in onward)
                if said is None:
                    continue
                by = [r.number for way, r in plan.turned_down.items() if way[: len(walked) + 1] == (*walked, space)]
                near, shut = space in n.links[(0, *walked)[-1]], (*walked, space) in n.shut
                expected = f"2.{max(by)}" if by else "1.1" if not near else "1.2" if shut else "2.9"
                assert said.rule == expected
                asked[expected] += 1
    assert all(asked[rule] > 10 for rule in ("1.1", "1.2", "2.0", "2.1", "2.2", "2.9")), asked


# -- chapter 11 of Nest of Eagles ----------------------------------------------------------------------------------


class Field(NamedTuple):
    """A small board on which a group has lost its hex."""

    grid: HexGrid
    land: HexSet
    start: int
    length: int  # two hexes in the First Attack Phase, one in the Second
    friends: HexSet
    full: HexSet  # of these, hexes where the group would be too many
    enemies: dict[int, int]  # strength by hex
    lines: set[Side]
    rivers: set[Side]
    rails: set[Side]
    correct: set[Side]
    soviet: bool  # may leave over the last line, which is the correct direction, and over the first position
    strength: int
    remnant: bool
    train: bool


class Route(NamedTuple):
    hexes: Way
    whole: bool
    full: bool
    losses: int
    near_enemy: bool
    correct: int


EAST, NORTH = -1, -2


def field(seed: int) -> Field:
    rng = random.Random(seed)
    grid = HexGrid(rng.randint(3, 6), rng.randint(3, 6), rng.randint(0, 1))
    land = collect(h for h in bits(grid.valid) if rng.random() < 0.9)
    start = rng.choice(members(land))
    others = members(land & ~(1 << start))
    rng.shuffle(others)
    share = rng.choice((0.1, 0.3, 0.6))
    enemies = {hex: rng.choice((1, 2, 2, 3, 4)) for hex in others if rng.random() < share}
    friends = collect(h for h in others if h not in enemies and rng.random() < 0.3)
    sides = [(a, b) for a in bits(grid.valid) for b in grid.neighbours[a]]
    some = [{side for side in sides if rng.random() < part} for part in (0.4, 0.2, 0.5)]
    ahead = {(a, b) for a, b in sides if grid.line(b) > grid.line(a)}
    full = collect(h for h in bits(friends) if rng.random() < 0.5)
    remnant, train = rng.random() < 0.2, rng.random() < 0.2
    return Field(grid, land, start, rng.choice((1, 2, 2)), friends, full, enemies, *some, ahead, rng.random() < 0.5,
                 rng.randint(1, 5), remnant, train)  # fmt: skip


def edges_at(f: Field, hex: int) -> list[int]:
    line, position = f.grid.line(hex), f.grid.position(hex)
    at = [(EAST, line == f.grid.lines), (NORTH, position == 1)]
    return [edge for edge, there in at if there and f.soviet]


def planned(f: Field):
    """The chapter, written with the part: this is how a title does it."""
    foes, weak = collect(f.enemies), collect(hex for hex, sp in f.enemies.items() if sp <= 2)

    def towards(here: int) -> HexSet:
        return collect(to for to in f.grid.neighbours[here] if (here, to) in f.correct)

    def step(walked: Way) -> Iterator[Bar]:
        here = walked[-1] if walked else f.start
        yield only("11.0a", f.grid.around[here], "not next to it")
        yield Bar("2.3.1a", ~f.land, "beyond the border")
        yield Bar("11.6a", 1 << f.start, "the retreat started there")
        if walked:
            yield Bar("11.6b", f.grid.around[f.start], "next to where the retreat started")
        if f.train:
            rails = collect(to for to in f.grid.neighbours[here] if (here, to) in f.rails)
            yield only("3.4.3b", rails, "no railroad leads there")
        if walked and foes >> here & 1:
            yield only("11.4a", towards(here), "through enemy units only in the correct direction")
        yield Bar("11.4a", foes & ~(through(here) if not walked else 0), "enemy units are there")

    def through(here: int) -> HexSet:
        """Weak enemies from where the retreat can go on."""
        able = weak & towards(here) if f.strength >= 3 else 0
        return collect(hex for hex in bits(able & f.grid.around[here]) if left(step((hex,))) or EAST in off((hex,)))

    def off(walked: Way) -> list[int]:
        here = walked[-1] if walked else f.start
        passing = bool(walked) and bool(foes >> here & 1)
        return [] if f.train else [edge for edge in edges_at(f, here) if edge == EAST or not passing]

    def done(walked: Way) -> bool:
        return walked[-1] < 0 or (len(walked) >= f.length and not foes >> walked[-1] & 1)

    def judge(walked: Way, whole: bool) -> Route:
        losses, right, here = 0, 0, f.start
        for to in walked:
            friend = to >= 0 and bool(f.friends >> to & 1)
            ahead = to == EAST or (here, to) in f.correct
            right += ahead
            losses += not (ahead or f.remnant or f.train)
            losses += (here, to) in f.lines and not friend and not f.remnant
            losses += (here, to) in f.rivers and not friend
            losses += 2 * (to in f.enemies)
            here = to
        losses += 0 if whole else 3 * (f.length - len(walked))
        near = here >= 0 and bool(f.grid.around[here] & foes)
        return Route(walked, whole, here >= 0 and bool(f.full >> here & 1), losses, near, right)

    preferences = (
        Preference[Route]("11.5a", lambda route: not route.whole, lambda route, better: "it is a dead end"),
        Preference[Route]("11.6e", lambda route: route.full, lambda route, better: "too many units would be there"),
        Preference[Route]("11.5a", lambda route: route.losses, lambda route, better: f"it costs {route.losses} steps"),
        Preference[Route]("11.6c", lambda route: route.near_enemy, lambda route, better: "it ends next to an enemy"),
        Preference[Route]("11.6d", lambda route: -route.correct, lambda route, better: "another is straighter"),
    )
    return step, prefer({way: judge(way, whole) for way, whole in every_way(step, done, off)}, preferences)


def legal(f: Field) -> set[Way]:
    """The same by trying every hex, and every pair of hexes."""
    hexes = [*members(f.land), EAST, NORTH]

    def enters(here: int, to: int, first: bool) -> bool:
        if to < 0:
            return here >= 0 and to in edges_at(f, here) and not f.train
        if here < 0 or f.grid.distance(here, to) != 1 or to == f.start:
            return False
        return (not f.train or (here, to) in f.rails) and (first or f.grid.distance(to, f.start) > 1)

    def right(here: int, to: int) -> bool:
        return to == EAST or (here, to) in f.correct

    firsts = [to for to in hexes if enters(f.start, to, True) and to not in f.enemies]
    pairs = {one: [two for two in hexes if enters(one, two, False) and two not in f.enemies] for one in firsts}
    short = [(one,) for one in firsts if one < 0 or f.length == 1]
    long = [(one, two) for one in firsts if one >= 0 and f.length == 2 for two in pairs[one]]
    passing = [
        (one, two)
        for one, sp in f.enemies.items()
        if sp <= 2 and f.strength >= 3 and enters(f.start, one, True) and right(f.start, one)
        for two in hexes
        if enters(one, two, False) and two not in f.enemies and right(one, two)
    ]
    complete = [*short, *long, *passing]
    if not complete:
        dead = [(one,) for one in firsts] or [()]
        return lowest(f, dead, 3 * (f.length - len(dead[0])))
    roomy = [way for way in complete if way[-1] < 0 or not f.full >> way[-1] & 1]
    return lowest(f, roomy or complete, 0)


def lowest(f: Field, ways: list[Way], lost: int) -> set[Way]:
    """[11.5, 11.6] The least loss, then away from the enemy, then the straightest."""

    def order(way: Way) -> tuple[int, bool, int]:
        pairs = list(zip((f.start, *way), way, strict=False))
        wrong = [(a, b) for a, b in pairs if b != EAST and (a, b) not in f.correct]
        open_ = [(a, b) for a, b in pairs if b < 0 or not f.friends >> b & 1]
        loss = lost + 2 * sum(b in f.enemies for b in way) + len(f.rivers & set(open_))
        if not f.remnant:
            loss += len(f.lines & set(open_)) + (0 if f.train else len(wrong))
        end = way[-1] if way else f.start
        near = end >= 0 and any(to in f.enemies for to in f.grid.neighbours[end])
        return loss, near, len(wrong) - len(way)

    best = min(map(order, ways))
    if lost:  # among dead ends a full hex still comes last
        roomy = [way for way in ways if not (way and f.full >> way[-1] & 1)]
        best = min(map(order, roomy or ways))
        ways = roomy or ways
    return {way for way in ways if order(way) == best}


def test_the_chapter_of_nest_of_eagles_against_all_pairs_of_hexes() -> None:
    seen = Counter()
    for seed in range(1500):
        f = field(seed)
        _, plan = planned(f)
        assert set(plan.ways) == legal(f), seed
        for way, route in plan.ways.items():
            seen["blocked at once"] += not way
            seen["dead end"] += bool(way) and not route.whole
            seen["off the map"] += bool(way) and way[-1] < 0
            seen["through enemies"] += any(hex in f.enemies for hex in way)
            seen["too many"] += route.full
            seen["a choice"] += len(plan.ways) > 1
        for refused in plan.turned_down.values():
            seen[refused.refusal().why.split("costs")[0]] += 1
    assert min(seen.values()) > 15, seen
    assert len(seen) == 11


@pytest.mark.parametrize("seed", range(0, 200, 10))
def test_each_refused_hex_has_its_reason(seed: int) -> None:
    f = field(seed)
    step, plan = planned(f)
    offer = Offer("hex", "space", [*step(()), plan.bar((), "11.5a", "never said: the bars have spoken")])
    for hex in bits(f.grid.valid):
        assert (hex in offer.args) == (offer.refusal(hex) is None)
