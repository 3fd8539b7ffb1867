"""The hard parts against naive searches on small random positions.

Everything here is worked out again from the map's raw data and the words of the rules, hex by hex and path by path,
without the sets, rings and tables that the game itself uses.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import pytest

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import ARTILLERY, POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.combat import Exchange
from vistula.games.warsaw_1920.rules.movement import MovementPhase
from vistula.games.warsaw_1920.rules.queries import (
    full_for,
    in_communication,
    in_enemy_zoc,
    overstacked_hexes,
    railed,
    zoc,
)
from vistula.games.warsaw_1920.rules.retreat import Retreat, prussian_rout, retreat_hexes, rout_hexes
from vistula.games.warsaw_1920.rules.setup import (
    deployment_hexes,
    group_hexes,
    new_state,
    quick_setup,
    uncovered,
    units_needed,
)
from vistula.games.warsaw_1920.state import (
    COMBAT,
    INTERNED,
    MOVEMENT,
    SUPPLIED,
    TRAY,
    State,
    deploy,
    disrupt,
    refit,
    remove,
    reveal,
)
from vistula.kernel import Action, Dice, Game

from .table import TITLE, M, asked, hex, play, unit

rule = pytest.mark.rule

BOARD = M.board
RAILS = set(BOARD.rails) | {(b, a) for a, b in BOARD.rails}
RIVERS = set(BOARD.river) | {(b, a) for a, b in BOARD.river}
TRENCHES = set(BOARD.trenches) | {(b, a) for a, b in BOARD.trenches}
PRUSSIA = set(members(M.east_prussia))
DANZIG = set(members(M.danzig))
PLAY = set(members(BOARD.play))
CENTRES = ["0332", "0826", "1620", "2109", "2010", "2413", "2012", "1709", "2404", "0135", "2832"]


# -- the rules once more, naively -----------------------------------------------------------------------------------


def neighbours(h: int) -> list[int]:
    return [n for n in M.grid.neighbours[h] if n in PLAY and n not in DANZIG]


def here(s: State, side: int, h: int) -> list[int]:
    return [u for u in stacks(tuple(s.place)).get(h, []) if M.side[u] == side]


@lru_cache(maxsize=64)
def stacks(places: tuple[int, ...]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for u, place in enumerate(places):
        found.setdefault(place, []).append(u)
    return found


def fresh(s: State, u: int) -> bool:
    return not s.disrupted >> u & 1 and M.kind[u] != ARTILLERY


def in_zone(s: State, side: int, h: int) -> bool:
    """Whether a hex lies in a zone of the enemy of `side`."""
    return any(fresh(s, u) for n in neighbours(h) for u in here(s, 1 - side, n))


def lawful(units: list[int]) -> bool:
    """Whether units may stay in one hex."""
    poles = [u for u in units if M.side[u] == POLAND]
    west = [u for u in units if M.front[u] == 0]
    southwest = [u for u in units if M.front[u] == 1]
    guns = [u for u in units if M.kind[u] == ARTILLERY]
    if bool(poles) + bool(west) + bool(southwest) > 1 or len(guns) > 1:
        return False
    return len(poles) <= 2 and len({M.nation[u] for u in poles}) <= 1 and len(west) + len(southwest) - len(guns) <= 3


def room(s: State, u: int, h: int) -> bool:
    return lawful([*(v for v in here(s, M.side[u], h) if v != u), u])


def open_to(s: State, side: int, h: int, way: list[int]) -> bool:
    """Whether a unit that has retreated along a way may enter a hex, East Prussia apart.

    Disrupted enemies next to a hex of the way have routed, further from it than one hex (10.4.2).
    """
    routed = [u for u in here(s, 1 - side, h) if s.disrupted >> u & 1 and any(h in neighbours(step) for step in way)]
    return h not in PRUSSIA and len(routed) == len(here(s, 1 - side, h)) and not in_zone(s, side, h)


def onward(origin: int, h: int) -> list[int]:
    far = M.grid.distance
    return [n for n in neighbours(h) if far(origin, n) == far(origin, h) + 1]


def routes(s: State, u: int, origin: int, length: int, driving: bool = True) -> Iterator[list[int]]:
    """All paths of so many open hexes, each one further from the origin; a routing unit drives nobody off."""
    todo: list[list[int]] = [[]]
    while todo:
        path = todo.pop()
        if len(path) == length:
            yield path
            continue
        ahead = onward(origin, path[-1] if path else s.place[u])
        todo += [[*path, n] for n in ahead if open_to(s, M.side[u], n, path if driving else [])]


def naive_retreat(s: State, u: int, origin: int, left: int, driving: bool = True) -> set[int]:
    """First hexes of the shortest lawful retreats: full length, room at the end, more hexes only for want of room."""
    for length in range(max(left, 1), max(left, 1) + 6):
        paths = list(routes(s, u, origin, length, driving))
        if ends := {path[0] for path in paths if room(s, u, path[-1])}:
            return ends
        if not paths:
            break
    return set()


def naive_prussia(s: State, u: int, origin: int) -> set[int]:
    """First hexes of Russian retreats over open hexes into a hex of East Prussia outside Polish zones."""

    def leads(h: int, way: list[int]) -> bool:
        if h in PRUSSIA:
            return not in_zone(s, RUSSIA, h)
        return open_to(s, RUSSIA, h, way) and any(leads(n, [*way, h]) for n in onward(origin, h))

    return {n for n in onward(origin, s.place[u]) if leads(n, [])}


def step_cost(a: int, b: int) -> int:
    if (a, b) in RAILS:
        return 1
    place = BOARD.place[b]
    city = place is not None and place.kind in ("city", "major")
    ground = 1 if city else {"clear": 1, "swamp": 2, "forest": 2, "mountain": 3}[BOARD.terrain[b]]
    return ground + ((a, b) in RIVERS) + ((a, b) in TRENCHES)


# -- random positions -----------------------------------------------------------------------------------------------


def scatter(rng: random.Random, poles: int, russians: int, radius: int = 4) -> State:
    """A few units around a random place, some of them disrupted, with stacks that may break the limits."""
    s = new_state(M)
    centre = hex(rng.choice(CENTRES))
    field = [h for h in PLAY - DANZIG if M.grid.distance(h, centre) <= radius]
    rng.shuffle(field)
    dry = [h for h in field if h not in PRUSSIA]
    cut = rng.randint(2, max(3, len(dry) // 2))
    camps = (dry[:cut], dry[cut : 2 * cut + 3])
    for side, number in ((POLAND, poles), (RUSSIA, russians)):
        for u in rng.sample([u for u in M.units if M.side[u] == side], number):
            if camps[side]:
                deploy(s, u, rng.choice(camps[side]))
                if rng.random() < 0.25:
                    disrupt(s, u)
    s.russian = (s.russian | s.occupied[RUSSIA]) & ~s.occupied[POLAND]
    return s


def on_map(s: State) -> list[int]:
    return [u for u in M.units if s.place[u] >= 0]


def positions(seed: int, count: int, most: int = 14) -> Iterator[tuple[random.Random, State]]:
    rng = random.Random(seed)
    for _ in range(count):
        yield rng, scatter(rng, rng.randint(1, most), rng.randint(1, most), rng.randint(2, 5))


# -- zones and stacks -----------------------------------------------------------------------------------------------


@rule("7.0a", "7.0b")
def test_zones_unit_by_unit() -> None:
    for rng, s in positions(1, 40):
        for side in (POLAND, RUSSIA):
            found = zoc(s, side)
            for h in rng.sample(sorted(PLAY - DANZIG), 60) + [s.place[u] for u in on_map(s)]:
                assert bool(found >> h & 1) == in_zone(s, 1 - side, h) == in_enemy_zoc(s, 1 - side, h)


@rule("6.0a", "6.0b", "6.0d", "6.0e", "6.1b", "6.2a")
def test_stacks_counted_one_by_one() -> None:
    for _, s in positions(2, 150, most=20):
        for side in (POLAND, RUSSIA):
            stacks = {s.place[u] for u in on_map(s) if M.side[u] == side}
            wrong = {h for h in stacks if not lawful(here(s, side, h))}
            assert set(overstacked_hexes(s, side)) == wrong


@rule("6.0a", "6.0b", "6.0d", "6.0e", "6.2a")
def test_room_for_one_more_where_the_stack_is_lawful() -> None:
    """`full_for` is asked only about lawful stacks: those that are over the limit already are full in any case."""
    for rng, s in positions(3, 60, most=20):
        for u in rng.sample(list(M.units), 12):
            full = full_for(s, u)
            for h in {s.place[v] for v in on_map(s) if M.side[v] == M.side[u]}:
                others = [v for v in here(s, M.side[u], h) if v != u]
                if lawful(others):
                    assert bool(full >> h & 1) == (not lawful([*others, u]))


# -- retreat and rout -----------------------------------------------------------------------------------------------


@rule("11.10b", "11.10c", "11.10d", "11.10e", "11.10f", "10.4.2a")
def test_retreats_path_by_path() -> None:
    seen = {"free": 0, "spilled": 0, "prussia": 0, "lost": 0, "by driving enemies off": 0}
    for rng, s in positions(4, 800, most=20):
        u = rng.choice(on_map(s))
        origin = rng.choice([s.place[u], *neighbours(s.place[u])])
        left = rng.randint(0, 4)
        expected = naive_retreat(s, u, origin, left)
        seen["by driving enemies off"] += expected != naive_retreat(s, u, origin, left, driving=False)
        if expected:
            first = max(left, 1)
            seen["free" if any(room(s, u, p[-1]) for p in routes(s, u, origin, first)) else "spilled"] += 1
        elif M.side[u] == RUSSIA:
            expected = naive_prussia(s, u, origin)
            seen["prussia" if expected else "lost"] += 1
        assert set(members(retreat_hexes(s, u, origin, left))) == expected
    assert min(seen.values()) >= 5, seen


@rule("11.10b", "11.10c", "11.10f", "10.4.2a", "10.4.2f")
def test_a_retreat_that_begins_is_completed_wherever_the_enemy_routs() -> None:
    """What is offered at the first step holds to the last, whatever both sides choose on the way."""
    driven = 0
    for rng, s in positions(13, 400, most=24):
        u = rng.choice(on_map(s))
        s.side, s.phase, s.resupplied, start = 1 - M.side[u], COMBAT, [1, 1], s.place[u]
        reveal(s, 1 << u if M.side[u] == POLAND else 0)
        left = rng.randint(2, 4)
        game = Game(TITLE, s.copy(), [Retreat(unit=u, origin=start, left=left)], Dice(bytes(32)))
        begun = bool(retreat_hexes(s, u, start, left))
        game.run()
        while game.decisions:
            option = rng.choice(asked(game).options)
            game.play(asked(game).seat, Action(option.verb, rng.choice(option.args or [0])))
        end = game.s.place[u]
        assert begun == (end == INTERNED or (end >= 0 and M.grid.distance(start, end) >= left))
        driven += any(game.s.place[foe] != s.place[foe] for foe in M.units if foe != u)
    assert driven >= 20


@rule("10.4.2a", "10.4.2f", "10.4.2c")
def test_routs_path_by_path() -> None:
    stuck = exits = 0
    for rng, s in positions(5, 500, most=20):
        u = rng.choice(on_map(s))
        origin = rng.choice(neighbours(s.place[u]))
        expected = naive_retreat(s, u, origin, 1, driving=False)
        assert set(members(rout_hexes(s, u, origin))) == expected
        border = {n for n in onward(origin, s.place[u]) if n in PRUSSIA and not in_zone(s, RUSSIA, n)}
        assert set(members(prussian_rout(s, u, origin))) == (border if M.side[u] == RUSSIA else set())
        stuck += not expected
        exits += bool(border)
    assert stuck >= 10
    assert exits >= 10


# -- traces ---------------------------------------------------------------------------------------------------------


def passable(s: State, side: int, h: int) -> bool:
    return not here(s, 1 - side, h) and (not in_zone(s, side, h) or bool(here(s, side, h)))


def holds(s: State, side: int, h: int) -> bool:
    return bool(s.russian >> h & 1) == (side == RUSSIA)


def flooded(s: State, side: int, ends: set[int], links: dict[int, list[int]]) -> set[int]:
    seen = {h for h in ends if passable(s, side, h)}
    queue = list(seen)
    while queue:
        for n in links.get(queue.pop(), []):
            if n not in seen and passable(s, side, n):
                seen.add(n)
                queue.append(n)
    return seen


@rule("4.1.1c", "4.1.2b", "7.3a", "9.1a")
def test_railways_hex_by_hex() -> None:
    links: dict[int, list[int]] = {}
    for a, b in RAILS:
        if not {a, b} & (PRUSSIA | DANZIG):
            links.setdefault(a, []).append(b)
    sources = ({hex("Warsaw"), hex("1501"), hex("1901")}, {hex("Smolensk"), hex("Kiev")})
    for rng, s in positions(6, 25):
        for city in rng.sample(sorted(sources[0] | sources[1]), 2):
            s.russian ^= 1 << city
        for side in (POLAND, RUSSIA):
            held = {h for h in sources[side] if holds(s, side, h)}
            assert set(members(railed(s, side))) == flooded(s, side, held, links)


@rule("12.3a", "12.3b", "12.3d")
def test_communications_unit_by_unit() -> None:
    for _, s in positions(7, 20):
        for side in (POLAND, RUSSIA):
            closed = DANZIG | (PRUSSIA if side == POLAND else set())
            links = {h: [n for n in neighbours(h) if n not in closed] for h in PLAY - closed}
            ends = set(members(M.city | M.major | M.sources[side]))
            linked = flooded(s, side, {h for h in ends if holds(s, side, h)} - closed, links)
            found = in_communication(s, side)
            for u in on_map(s):
                if M.side[u] == side:
                    assert bool(found >> s.place[u] & 1) == (s.place[u] in linked)


# -- movement -------------------------------------------------------------------------------------------------------


@rule("10.3a", "10.3.1a", "10.3.1b", "10.3.1c", "10.3.1d", "10.3.1e", "10.3.2a", "10.3.3a")
def test_every_step_on_the_map_costs_what_the_chart_says() -> None:
    for a in PLAY - DANZIG:
        for b in neighbours(a):
            assert M.cost[a][b] == step_cost(a, b)


def naive_reach(s: State, u: int, points: int) -> set[int]:
    """Every hex that a unit can come to, by trying every path."""
    side, start = M.side[u], s.place[u]
    found: set[int] = set()
    tried: set[tuple[int, int]] = set()
    todo = [(start, points, True)]
    while todo:
        h, left, first = todo.pop()
        held = in_zone(s, side, h)
        if (held and not first) or (h in PRUSSIA):
            continue
        for n in neighbours(h):
            price = step_cost(h, n)
            if here(s, 1 - side, n) or (n in PRUSSIA and side == POLAND) or (held and in_zone(s, side, n)):
                continue
            if price > left and not first:
                continue
            found.add(n)
            after = max(0, left - price)
            if after and (n, after) not in tried:
                tried.add((n, after))
                todo.append((n, after, False))
    return found


def played_reach(s: State, u: int) -> set[int]:
    """Every hex that the game lets a unit come to, by clicking every step."""
    game = Game(TITLE, s.copy(), [MovementPhase(at="pick")], Dice(bytes(32)))
    game.run()
    if not any(o.verb == "unit" and u in o.args for o in asked(game).options):
        return set()
    play(game, f"unit {M.key[u]}")
    found: set[int] = set()
    tried: set[tuple[int, int]] = set()
    todo = [game]
    while todo:
        game = todo.pop()
        if asked(game).step != "way":
            continue
        for option in asked(game).options:
            for n in option.args if option.verb == "step" else ():
                found.add(n)
                twin = game.clone()
                play(twin, f"step {M.grid.number(n)}")
                left = getattr(twin.stack[-1], "left", 0)
                if (n, left) not in tried:
                    tried.add((n, left))
                    todo.append(twin)
    return found


@rule("7.1a", "7.1b", "10.3a", "10.3b", "10.4a", "10.4.1a", "10.5a", "10.5b")
def test_reach_path_by_path() -> None:
    held = 0
    for rng, s in positions(8, 60, most=6):
        for u in members(s.disrupted):
            refit(s, u)  # routs would come between
        u = rng.choice(on_map(s))
        s.side, s.phase, s.operation = M.side[u], MOVEMENT, 1
        s.movements = rng.choice([1, 2])
        s.supplied = [rng.choice([0, SUPPLIED]), rng.choice([0, SUPPLIED])]
        s.turn = 4
        if M.side[u] == POLAND:
            points = M.ma[u] if s.movements == 1 else -(-M.ma[u] // 2)
        else:
            points = M.ma[u] if s.supplied[M.front[u]] == SUPPLIED else -(-M.ma[u] // 2)
        if s.russian >> M.warsaw & 1 or M.grid.distance(s.place[u], M.warsaw) <= 6:
            s.resupplied = [1, 0]  # Warsaw would end the game
        held += in_zone(s, M.side[u], s.place[u])
        assert played_reach(s, u) == naive_reach(s, u, points), (M.key[u], M.grid.number(s.place[u]))
    assert held >= 5


# -- exchange -------------------------------------------------------------------------------------------------------


def payments(attackers: list[int], defenders: list[int], s: State) -> set[frozenset[int]]:
    """Every set of units that a player can end up paying with, by clicking every way through an exchange."""
    start = s.copy()
    game = Game(TITLE, start, [Exchange(attackers=attackers[:], defenders=defenders[:])], Dice(bytes(32)))
    game.run()
    ends: set[frozenset[int]] = set()
    todo = [game]
    while todo:
        game = todo.pop()
        if not game.stack:
            ends.add(frozenset(u for u in [*attackers, *defenders] if game.s.place[u] < 0))
            continue
        (option,) = asked(game).options
        for u in option.args:
            twin = game.clone()
            play(twin, f"unit {M.key[u]}")
            todo.append(twin)
    return ends


@rule("11.9e", "11.9h")
def test_exchanges_subset_by_subset() -> None:
    rng = random.Random(9)
    ties = 0
    for _ in range(120):
        russians = rng.sample([u for u in M.russian if M.kind[u] != ARTILLERY], rng.randint(1, 4))
        poles = rng.sample(list(M.polish), rng.randint(1, 2))
        s = new_state(M)
        s.side, s.phase = RUSSIA, COMBAT
        for u in russians:
            deploy(s, u, hex("0332"))
        for u in poles:
            deploy(s, u, hex("0331"))
        red, white = sum(M.cf[u] for u in russians), sum(M.cf[u] for u in poles)
        if red == white:
            ties += 1
            expected = {frozenset(russians + poles)}
        else:
            weak, strong = (russians, poles) if red < white else (poles, russians)
            owed = min(red, white)
            expected = set()
            for size in range(1, len(strong) + 1):
                for paid in combinations(strong, size):
                    total = sum(M.cf[u] for u in paid)
                    if total >= owed and any(total - M.cf[u] < owed for u in paid):
                        expected.add(frozenset([*weak, *paid]))
        assert payments(russians, poles, s) == expected
    assert ties >= 3


# -- set-up ---------------------------------------------------------------------------------------------------------


def fewest(group: int, bare: int, free: list[int]) -> int:
    """The smallest number of empty hexes from which these frontline hexes are covered; 99 if none do."""
    best = 99

    def cover(left: set[int], used: int) -> None:
        nonlocal best
        if not left:
            best = min(best, used)
            return
        if used + 1 >= best:
            return
        target = min(left, key=lambda h: sum(h == f or f in M.grid.neighbours[h] for f in free))
        for f in free:
            if f == target or f in M.grid.neighbours[target]:
                cover(left - {f, *M.grid.neighbours[f]}, used + 1)

    cover(set(members(bare)), 0)
    return best


@rule("3.1b", "3.1c", "3.1d")
@pytest.mark.parametrize("group", [0, 1, 2])
def test_the_units_still_needed_for_the_line(group: int) -> None:
    rng = random.Random(10 + group)
    for _ in range(60):
        s = new_state(M)
        own = [u for u in M.polish if M.group[u] == group]
        places = members(group_hexes(M, group))
        for u in rng.sample(own, rng.randint(0, len(own) - 1)):
            deploy(s, u, rng.choice(places))
        bare = uncovered(s, group)
        free = [h for h in places if not s.occupied[POLAND] >> h & 1]
        assert units_needed(s, group, bare) == fewest(group, bare, free)


@rule("3.1b", "3.1c", "3.1d", "3.1e")
def test_whatever_is_offered_leaves_a_line_that_can_be_closed() -> None:
    """Random deployments never run into a dead end, and their lines are covered when the trays are empty."""
    rng = random.Random(11)
    for _ in range(6):
        s = new_state(M)
        s.side = POLAND
        waiting = [u for u in M.polish if s.place[u] == TRAY]
        rng.shuffle(waiting)
        for u in waiting:
            choice = members(deployment_hexes(s, u))
            assert choice
            deploy(s, u, rng.choice(choice))
        assert not any(uncovered(s, group) for group in range(3))


@rule("3.1b")
def test_nothing_is_refused_that_leaves_a_line_that_can_be_closed() -> None:
    """A hex is withheld from a unit only if the units left over could not close the line any more."""
    rng = random.Random(12)
    for _ in range(12):
        s = new_state(M)
        quick_setup(s)
        group = rng.randrange(3)
        own = [u for u in M.polish if M.group[u] == group]
        for u in rng.sample(own, rng.randint(2, 5)):
            remove(s, u, TRAY)
        waiting = [u for u in own if s.place[u] == TRAY]
        u = rng.choice(waiting)
        allowed = deployment_hexes(s, u)
        for h in members(group_hexes(M, group) & ~full_for(s, u)):
            twin = s.copy()
            deploy(twin, u, h)
            free = [f for f in members(group_hexes(M, group)) if not twin.occupied[POLAND] >> f & 1]
            possible = fewest(group, uncovered(twin, group), free) <= len(waiting) - 1
            assert bool(allowed >> h & 1) == possible, (M.key[u], M.grid.number(h))


def test_the_naive_rules_know_the_units() -> None:
    assert lawful([unit("R-4"), unit("R-11"), unit("R-33"), unit("R-1art")])
    assert not lawful([unit("R-4"), unit("R-24")])
