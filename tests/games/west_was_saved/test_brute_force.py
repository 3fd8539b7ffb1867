"""Marches, retreats and order distances against plain searches that know nothing of bit sets and tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from vistula.board.hexes import members
from vistula.games.west_was_saved.changes import deploy
from vistula.games.west_was_saved.model import ARTILLERY, CAVALRY, LIT, POLAND, RUSSIA
from vistula.games.west_was_saved.rules.command import NO_WAY, order_distance, serves
from vistula.games.west_was_saved.rules.movement import Plan
from vistula.games.west_was_saved.rules.retreat import ways
from vistula.games.west_was_saved.shown.routes import ways_of
from vistula.kernel import Action

from .plain import abroad, at_home, beside_enemy, neighbours, passable, stack
from .table import M, State, at, start


def situations(seed: int, turns: int) -> Iterator[State]:
    """Where random games stand in the middle of a turn."""
    rng, game = random.Random(seed), start(seed)
    seen = 0
    while not game.over and seen < turns:
        decision = next(d for d in game.decisions.values() if d.waits)
        if decision.step == "allocate" and game.s.turn > seen:
            seen = game.s.turn
            yield game.s.copy()
        option = rng.choice([o for o in decision.options if not o.free])
        game.play(decision.seat, Action(option.verb, rng.choice(list(option.args))))


# -- 7.4 marches ------------------------------------------------------------


def march_ends(s: State, side: int, start_hex: int, group: list[int]) -> set[int]:
    """Every hex that a group can end in, by trying all ways."""
    slow = [u for u in group if M.kind[u] != CAVALRY]
    found: set[int] = set()

    def covered(hex: int) -> bool:
        return any(u not in group for u in stack(s, side, hex))  # nobody has moved, nobody has a marker

    def walk(hex: int, length: int, cost: int) -> None:
        for to in neighbours(hex):
            price = cost + (2 if M.difficult >> to & 1 else 1)
            if stack(s, 1 - side, to) or not passable(s, side, to) or not all(at_home(u, to) for u in group):
                continue
            if any((length + 1 if M.kind[u] == CAVALRY else price) > M.allowance[M.kind[u]] for u in group):
                continue
            others = [u for u in stack(s, side, to) if u not in group]
            if len(others) + len(group) > 4:
                continue
            if any((M.nation[a] == LIT) != (M.nation[b] == LIT) for a in others for b in group if M.side[b] == RUSSIA):
                continue
            both = beside_enemy(s, side, hex) and beside_enemy(s, side, to)
            if slow and both and not covered(hex) and not covered(to):
                continue
            if to != start_hex:
                found.add(to)
            if not M.east_prussia >> to & 1:
                walk(to, length + 1, price)

    walk(start_hex, 0, 0)
    return found


@pytest.mark.rule("7.4a", "7.4b", "7.4c", "7.4e", "7.4f", "1.2k")
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_marches(seed: int) -> None:
    rng = random.Random(seed)
    tried = 0
    for s in situations(seed, 6):
        s.unsupplied, s.markers, s.laid = 0, {}, [0, 0]
        for side in (POLAND, RUSSIA):
            for hex in rng.sample(members(s.occupied[side]), 3):
                units = stack(s, side, hex)
                group = rng.sample(units, rng.randint(1, len(units)))
                if len(group) == 1 and M.kind[group[0]] == CAVALRY and rng.random() < 0.7:
                    continue  # the long rides take long to try
                assert set(ways_of(s, Plan(side, hex, [], group))) == march_ends(s, side, hex, group)
                tried += 1
    assert tried > 10


# -- 7.2 order distances ------------------------------------------------------------


def hexes_between(s: State, side: int, hex: int, units: list[int]) -> int:
    """By widening circles of hexes without enemies, one hex at a time."""
    commands = {s.place[c] for c in M.commands_of[side] if s.place[c] >= 0 and serves(s, c, hex, units)}
    if hex in commands or commands & set(neighbours(hex)):
        return 0
    reached, edge = {hex}, [hex]
    for between in range(1, 60):
        edge = [
            to
            for here in edge
            for to in neighbours(here)
            if to not in reached
            and passable(s, side, to)
            and not M.east_prussia >> to & 1
            and not any(s.place[u] == to for u in (*M.combat_of[1 - side], *M.commands_of[1 - side]))
        ]
        edge = list(dict.fromkeys(edge))
        reached.update(edge)
        if any(commands & set(neighbours(here)) for here in edge):
            return between
    return NO_WAY


@pytest.mark.rule("7.2b", "13.1a")
def test_order_distances() -> None:
    for s in situations(21, 7):
        s.laid = [0, 0]
        for side in (POLAND, RUSSIA):
            for hex in members(s.occupied[side]):
                units = stack(s, side, hex)
                assert order_distance(s, side, hex, units) == hexes_between(s, side, hex, units)


# -- 9.5.b retreats ------------------------------------------------------------


def retreat_ways(s: State, side: int, hex: int, group: list[int]) -> set[tuple[int, int]]:
    """All pairs of hexes that a beaten stack may go through and to, -1 for the second if the first is abroad."""

    def free(to: int) -> bool:
        if stack(s, 1 - side, to) or not (passable(s, side, to) or abroad(s, to)):
            return False
        if any((M.nation[a] == LIT) != (M.nation[b] == LIT) for a in stack(s, side, to) for b in group):
            return False
        friend = any(s.place[u] == to for u in (*M.combat_of[side], *M.commands_of[side]))
        return friend or not beside_enemy(s, side, to)

    firsts = [first for first in neighbours(hex) if free(first)]
    inside = {
        (first, second)
        for first in firsts
        for second in neighbours(first)
        if not abroad(s, first) and M.grid.distance(hex, second) == 2 and free(second)
    }
    return inside | {(first, -1) for first in firsts if abroad(s, first)}


def found_ways(s: State, side: int, hex: int) -> set[tuple[int, int]]:
    """The ways of the whole stack in a hex, after comparison."""
    group = [u for u in stack(s, side, hex) if M.kind[u] != ARTILLERY]
    s.moving = sum(1 << u for u in group)
    found = {(way.first, way.second) for way in ways(s, side, hex, group)}
    assert not group or found == retreat_ways(s, side, hex, group)
    return found


@pytest.mark.rule("9.5.b1", "9.5.b3")
def test_retreats() -> None:
    for s in situations(31, 7):
        found = [found_ways(s, side, hex) for side in (POLAND, RUSSIA) for hex in members(s.occupied[side])]
        assert any(found)


def at_the_border(rng: random.Random, hex: int, side: int) -> State:
    """A stack in a hex, with a few friends and enemies strewn around it."""
    s = at('turn = 4\nphase = "movement"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\n').s
    s.lithuania = rng.random() < 0.5
    own = [u for u in M.combat_of[side] if M.kind[u] != ARTILLERY and s.place[u] < 0]
    deploy(s, own[0], hex, 0)
    near = [h for h in members(M.near(hex, 3) & M.land & ~M.east_prussia) if h != hex]
    near = [h for h in near if s.lithuania or not M.lithuania >> h & 1]
    enemies = [u for u in M.combat_of[1 - side] if s.place[u] < 0]
    for n, place in enumerate(rng.sample(near, 5)):
        deploy(s, own[n + 1] if n < 2 else enemies[n], place, 0)
    return s


@pytest.mark.rule("9.5.b3", "9.5.b4", "1.3e", "1.3g", "13.5a")
def test_retreats_over_a_border() -> None:
    """Hexes abroad are next to an enemy like any others (H-63)."""
    outside = M.neutral | M.lithuania | M.east_prussia
    rng, entered, shut = random.Random(5), 0, 0
    for hex in members(M.open & M.grid.dilate(M.grid.dilate(outside) | outside)):
        for side in (POLAND, RUSSIA, POLAND, RUSSIA):
            s = at_the_border(rng, hex, side)
            found = found_ways(s, side, hex)
            entered += sum(abroad(s, first) for first, _ in found)
            shut += sum(abroad(s, to) and beside_enemy(s, side, to) and (to, -1) not in found for to in neighbours(hex))
    assert entered > 20
    assert shut > 20


def test_a_way_is_a_chain_of_neighbours() -> None:
    s = next(situations(41, 1))
    hex = members(s.occupied[POLAND])[0]
    for end, way in ways_of(s, Plan(POLAND, hex, [], stack(s, POLAND, hex)[:1])).items():
        assert way[-1] == end
        assert all(M.grid.distance(a, b) == 1 for a, b in pairwise((hex, *way)))
