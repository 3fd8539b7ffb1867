"""Refusals among units scattered over the map: the first rule in the way is named, by words that are true of it.

What is true is worked out by `plain`, hex by hex and without the program: movement, stacking, Lines of Friction,
rail, attack, retreat and supply.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pytest

from vistula.board.hexes import bits, collect
from vistula.games.nest_of_eagles.model import (
    AIR,
    BELARUS,
    CARS,
    LITHUANIA,
    MOTORIZED,
    POLAND,
    POLISH,
    SOVIET,
    TANK,
    TRAIN,
    UKRAINE,
    WEST,
)
from vistula.games.nest_of_eagles.rules.attack import Attack, Attacks
from vistula.games.nest_of_eagles.rules.movement import Marches, Move, begin_movement
from vistula.games.nest_of_eagles.rules.reactive import eligible
from vistula.games.nest_of_eagles.rules.replacements import not_strengthened
from vistula.games.nest_of_eagles.rules.retreat import Retreat
from vistula.games.nest_of_eagles.state import ATTACK_1, ATTACK_2, OPERATIONAL, REACTIVE_1, REPLACEMENT, State
from vistula.kernel import Frame, Offer
from vistula.kernel.views import Refusal

from .plain import (
    ALL,
    BRIDGES,
    DIFFICULT,
    FACES,
    LAND,
    RAILS,
    URBAN,
    Pair,
    Plain,
    around,
    away,
    best_ways,
    foot,
    narrow,
    numbers,
    side,
    ways_out,
    wide,
)
from .positions import M, hex, unit
from .test_plainly import somewhere

rule = pytest.mark.rule
SIDES = (POLAND, SOVIET)
BOARD = [M.grid.number(h) for h in bits(M.grid.valid)]
LITHUANIAN = numbers(M.lithuania)
THEATERS = {theater: numbers(M.theater[theater]) for theater in (POLISH, BELARUS, UKRAINE)}
Reason = tuple[bool, str, str]
"""Whether it holds, the rule, words of the refusal."""


def agrees(told: Refusal | None, reasons: Iterable[Reason], about: object) -> None:
    """The refusal is the first reason that holds; where none holds there is no refusal."""
    wanted = next(((rule, words) for holds, rule, words in reasons if holds), None)
    if wanted is None:
        assert told is None, about
    else:
        assert told is not None, (about, wanted)
        assert (told.rule, wanted[1]) == (wanted[0], wanted[1] if wanted[1] in told.why else told.why), about


def offer(s: State, frame: Frame, step: str, verb: str) -> Offer:
    asked = frame.steps[step].body(frame, s)
    return next(each for each in asked if isinstance(each, Offer) and each.verb == verb)


def scene(seed: int, army: int, phase: int) -> tuple[State, Plain, random.Random]:
    s, plain, rng = somewhere(seed)
    s.side, s.phase = army, phase
    begin_movement(s, army)
    return s, plain, rng


def foreign(army: int, key: str) -> Iterator[Reason]:
    u = unit(key)
    yield M.side[u] != army, "7.0c", "is an enemy unit"


def beyond_limits(p: Plain, key: str, number: str) -> Iterator[Reason]:
    """[2.5.1, 19.3a, 19.8a, 21.2] Where a unit does not go of its own will in April, while Lithuania is at peace."""
    u, army = unit(key), p.army(key)
    if army == POLAND:
        yield bool(M.lith_belarus >> u & 1) and number in THEATERS[UKRAINE], "19.3a", "Lithuanian-Belarusian divisions"
        yield bool(M.ukrainians >> u & 1) and number in THEATERS[BELARUS], "19.8a", "Ukrainian units do not enter"
        yield number in LITHUANIAN, "21.2b", "Demarcation Line"
        return
    yield number in LITHUANIAN, "21.2a", "Demarcation Line"
    abroad = THEATERS[UKRAINE if M.front[u] == WEST else BELARUS]
    fellows = [k for k, at in p.at.items() if k != key and M.front[unit(k)] == M.front[u] and at in abroad]
    inside = p.at[key] in abroad
    yield number in abroad and not inside and bool(fellows), "2.5.1c", "another unit of its Front"
    depth = max(2, _depth(p.at[key], abroad)) if inside else 2
    yield number in abroad and _depth(number, abroad) > depth, "2.5.1d", "only 2 hexes into"


def guest(p: Plain, key: str) -> bool:
    """[2.5.1e] Whether a unit is in the Theater of the other Front, from where it may have to return."""
    return p.army(key) == SOVIET and p.at[key] in THEATERS[UKRAINE if M.front[unit(key)] == WEST else BELARUS]


def _depth(number: str, land: set[str]) -> int:
    """How many hexes a hex lies within some land."""
    return min(away(number, other) for other in LAND - land)


def line_of_the_table(army: int, a: str, b: str, lined: bool, helped: bool, price: int | None) -> str:
    """[7.1a-7.1l] The line of the movement table by which a step is paid."""
    pair, hard = side(a, b), b in DIFFICULT
    small, large = narrow(army, pair), wide(army, pair)
    if not lined:
        if large:
            return "7.1f" if hard else "7.1d" if pair in BRIDGES else "7.1e"
        return "7.1c" if small else "7.1b" if hard else "7.1a"
    if price is None:
        return "7.1k" if hard and small else "7.1j"
    if hard and (small or large):
        return "7.1k"
    if large or small:
        return "7.1j" if large else "7.1i"
    if hard:
        return "7.1h"
    return "7.1l" if (b, a) in FACES else "7.1g"


def enters(p: Plain, key: str, here: str, points: int, fresh: bool, started: set[str]) -> dict[str, int | None]:
    """What each neighbour costs a unit on foot."""
    army = p.army(key)
    lines = p.lines(1 - army)
    return {b: p.cost(army, here, b, side(here, b) in lines, b in started) for b in around(here)}


def affordable(price: int | None, points: int, fresh: bool) -> bool:
    return price is not None and (fresh if price == ALL else price <= points)


def no_rest(p: Plain, key: str, number: str) -> bool:
    """[6.0a, 6.1a, 2.4.1a] Four units are there, in Warszawa five; or Poles come home before the enemy."""
    fellows = [k for k in p.here(number, p.army(key)) if k != key]
    crowded = len(fellows) >= (5 if number == "0612" else 4)
    early = p.army(key) == POLAND and number in THEATERS[POLISH] and p.at[key] not in THEATERS[POLISH]
    return crowded or early


# -- 7 movement -------------------------------------------------------------------------------------------------------


@rule("7.0a", "7.0b", "7.0c", "7.1p", "8.2a", "3.4.7a", "3.6a", "5.1f")
@pytest.mark.parametrize("phase", [OPERATIONAL, REACTIVE_1])
@pytest.mark.parametrize("seed", range(4))
def test_units_that_do_not_move(seed: int, phase: int) -> None:
    for army in SIDES:
        s, plain, rng = scene(100 + seed, army, phase)
        s.moved = collect(u for u in M.units if rng.random() < 0.2)
        s.attacked = collect(u for u in M.units if rng.random() < 0.2)
        if phase == REACTIVE_1:
            s.eligible = eligible(s, army)
        units = offer(s, Marches(command=army), "pick", "unit")
        for key in M.unit_by_key:
            u = unit(key)
            if u >= M.count or u == M.lwow_unit:
                continue
            reasons = [*foreign(army, key), (s.place[u] < 0, "20.4b", "is off the board")]
            if s.place[u] >= 0 and M.side[u] == army:
                reasons.append((M.kind[u] == AIR, "3.4.7a", "does not move"))
                if phase == OPERATIONAL:
                    reasons.append((bool(s.attacked >> u & 1), "7.0a", "attacked in this turn"))
                else:
                    reasons.append((not plain.eligible(plain.at[key], army), "8.2a", "is not stronger"))
                reasons.append((bool(s.moved >> u & 1), "7.0b", "has moved already"))
                if not foot(key) and not any(holds for holds, _, _ in reasons):
                    continue  # trains and wheels have their own ground
                reasons.append((foot(key) and not way_out(plain, key), "7.1p", "cannot enter any hex next to it"))
            agrees(units.refusal(u), reasons, key)


def way_out(p: Plain, key: str) -> bool:
    """A step to take, or a railroad that is open for the first hex."""
    army, here = p.army(key), p.at[key]
    points = 4 if p.level[key] == 2 else M.mp[unit(key)]
    started = {at for k, at in p.at.items() if k != key and p.army(k) == army}
    for there, price in enters(p, key, here, points, True, started).items():
        free = there not in p.hexes(1 - army) and not any(holds for holds, _, _ in beyond_limits(p, key, there))
        if free and affordable(price, points, True):
            return True
    rails = {b for b in around(here) if side(here, b) in RAILS and side(here, b) not in p.lines(1 - army)}
    return here in URBAN and bool(rails - p.hexes(1 - army))


@rule("7.0c", "7.0d", "7.1a", "7.1b", "7.1c", "7.1d", "7.1e", "7.1f", "7.1g", "7.1h", "7.1i", "7.1j", "7.1k", "7.1l",
      "7.1o", "7.1p", "2.3.1a", "2.5.1a", "2.5.1c", "2.5.1d", "2.6a", "4.0a", "4.2a", "4.2b", "19.3a", "19.8a", "21.2a",
      "21.2b", "6.0a", "6.1a", "2.4.1a")  # fmt: skip
@pytest.mark.parametrize("seed", range(14))
def test_hexes_into_which_a_unit_does_not_step(seed: int) -> None:
    army = seed % 2
    s, plain, rng = scene(200 + seed, army, OPERATIONAL)
    walkers = [key for key in plain.at if plain.army(key) == army and foot(key) and not guest(plain, key)]
    for key in rng.sample(walkers, min(8, len(walkers))):
        u, here = unit(key), plain.at[key]
        full = 4 if plain.level[key] == 2 else M.mp[u]
        for fresh, points in ((True, full), (False, rng.randrange(1, full + 1))):
            frame = Move(command=army, unit=u, origin=hex(here), left=points, fresh=fresh)
            asked = frame.steps["go"].body(frame, s)
            if not isinstance(asked, list):
                continue  # it can go no further
            steps = next(each for each in asked if isinstance(each, Offer) and each.verb == "step")
            for number in [*around(here), *rng.sample(BOARD, 40)]:
                agrees(steps.refusal(hex(number)), _no_step(plain, key, number, points, fresh), (key, here, number))


def _no_step(p: Plain, key: str, number: str, points: int, fresh: bool) -> Iterator[Reason]:
    army, here = p.army(key), p.at[key]
    started = {at for k, at in p.at.items() if k != key and p.army(k) == army}
    yield number not in LAND, "2.3.1a", "beyond a border"
    yield from beyond_limits(p, key, number)
    yield number in p.hexes(1 - army), "7.0d", "enemy units hold"
    yield number == here, "7.0c", "already"
    yield number not in around(here), "7.0c", f"is {away(here, number)} hexes from"
    lined = side(here, number) in p.lines(1 - army)
    price = p.cost(army, here, number, lined, number in started)
    line = line_of_the_table(army, here, number, lined, number in started, price)
    words = {None: "lies under an enemy LOF", ALL: "takes all MP"}.get(price, f"costs {price} MP, and it has {points}")
    yield not affordable(price, points, fresh), line, words
    left = 0 if price == ALL else points - (price or 0)
    stuck = no_rest(p, key, number) and not _onward(p, key, number, left, started)
    early = p.army(key) == POLAND and number in THEATERS[POLISH] and here not in THEATERS[POLISH]
    crowded = len([k for k in p.here(number, army) if k != key]) >= (5 if number == "0612" else 4)
    yield stuck and crowded, "6.1a" if number == "0612" else "6.0a", "and the move cannot go on from there"
    yield stuck and early, "2.4.1a", "and the move cannot go on from there"


def _onward(p: Plain, key: str, start: str, points: int, started: set[str]) -> bool:
    """Whether a unit that is in a hex with so many points can go on to one where it may stay; the hex that it came from
    is as good as any."""
    army, seen, edge = p.army(key), {start: points}, [(start, points)]
    while edge:
        at, left = edge.pop()
        for there, price in enters(p, key, at, left, False, started).items():
            if there in p.hexes(1 - army) or any(holds for holds, _, _ in beyond_limits(p, key, there)):
                continue
            if not affordable(price, left, False):
                continue
            assert price is not None
            if there != start and not no_rest(p, key, there):
                return True
            if left - price > seen.get(there, -1):
                seen[there] = left - price
                edge.append((there, left - price))
    return False


# -- 9 rail -----------------------------------------------------------------------------------------------------------


@rule("9.1a", "9.1b", "9.1c", "9.1d", "9.2a", "9.2c", "9.2e", "6.0a", "2.4.1a", "2.5.1d", "19.3a", "19.8a")
@pytest.mark.parametrize("seed", range(10))
def test_hexes_to_which_no_train_goes(seed: int) -> None:
    army = seed % 2
    s, plain, rng = scene(300 + seed, army, OPERATIONAL)
    used = rng.randrange(0, 8 if army == POLAND else 5)
    s.rails = [used, used, used]
    riders = [key for key in plain.at if plain.army(key) == army and plain.at[key] in URBAN]
    riders += rng.sample([key for key in plain.at if plain.army(key) == army], 2)
    for key in riders:
        u = unit(key)
        if M.kind[u] == AIR:
            continue
        frame = Move(command=army, unit=u, origin=s.place[u], left=4)
        rides = offer(s, frame, "go", "rail")
        reached = journeys(plain, key)
        for number in [*URBAN, *rng.sample(BOARD, 15)]:
            agrees(rides.refusal(hex(number)), _no_train(s, plain, key, number, reached), (key, number))


def _no_train(s: State, p: Plain, key: str, number: str, reached: dict[str, int]) -> Iterator[Reason]:
    army, u, here = p.army(key), unit(key), p.at[key]
    foes = p.hexes(1 - army)
    yield M.kind[u] == TRAIN, "9.2e", "moves by itself"
    yield here not in URBAN, "9.1a", "where a journey begins"
    yield number not in LAND, "2.3.1a", "beyond a border"
    yield number not in URBAN, "9.1a", "where a journey ends"
    yield from beyond_limits(p, key, number)
    yield number not in reached, "9.1b", "no railroad leads to"
    friend = number in p.hexes(army)
    yield bool(around(number) & foes) and not friend, "9.1c", "is next to an enemy unit"
    yield number not in p.held[army] and not friend, "9.1d", "held"
    fellows = [k for k in p.here(number, army) if k != key]
    yield len(fellows) >= (5 if number == "0612" else 4), "6.1a" if number == "0612" else "6.0a", "units are in"
    early = army == POLAND and number in THEATERS[POLISH] and here not in THEATERS[POLISH]
    yield early, "2.4.1a", "Poles enter the Polish Theater"
    most = 2 * (M.rail.poland if army == POLAND else M.rail.front)
    left = most - s.rails[0]
    own = army == POLAND and number in _along(p, key, numbers_of_sides(M.black_red))
    yield not own and reached.get(number, 0) > left, "9.2a" if army == POLAND else "9.2c", f"{left} left"


def numbers_of_sides(sides: tuple[int, ...]) -> set[Pair]:
    return {pair for pair in RAILS if _holds(sides, pair)}


def _holds(sides: tuple[int, ...], pair: Pair) -> bool:
    a, b = sorted(pair)
    return bool(sides[M.grid.direction(hex(a), hex(b))] >> hex(a) & 1)


def _along(p: Plain, key: str, rails: set[Pair]) -> set[str]:
    """Hexes to which these railroads lead past the enemy."""
    army, here = p.army(key), p.at[key]
    foes, lines = p.hexes(1 - army), p.lines(1 - army)
    shut = foes | {town for town in URBAN if town not in p.held[army] or around(town) & foes}
    home = THEATERS[BELARUS if M.front[unit(key)] == WEST else UKRAINE] if army == SOVIET else LAND
    if here not in home:
        return set()
    found, edge = {here}, {here}
    while edge:
        edge = {b for a in edge if a == here or (a not in shut and a in home) for b in around(a)
                if side(a, b) in rails and side(a, b) not in lines} - found  # fmt: skip
        found |= edge
    return found - {here}


def journeys(p: Plain, key: str) -> dict[str, int]:
    """[9.3a, 9.3b, 9.3c] Towns by rail, and the transports that the cheapest journey takes: one for each Theater with
    more than three hexes of it, at least one."""
    army, here = p.army(key), p.at[key]
    foes, lines = p.hexes(1 - army), p.lines(1 - army)
    shut = foes | {town for town in URBAN if town not in p.held[army] or around(town) & foes}
    home = THEATERS[BELARUS if M.front[unit(key)] == WEST else UKRAINE] if army == SOVIET else LAND
    start = (here, (0, 0, 0))
    seen, edge = {start}, [start]
    while edge:
        at, counts = edge.pop()
        if at != here and (at in shut or at not in home):
            continue
        for b in around(at):
            if side(at, b) not in RAILS or side(at, b) in lines or here not in home:
                continue
            now = list(counts)
            theater = next(t for t in THEATERS if b in THEATERS[t])
            now[theater] = min(4, now[theater] + 1)
            state = b, (now[0], now[1], now[2])
            if state not in seen:
                seen.add(state)
                edge.append(state)
    best: dict[str, int] = {}
    for at, counts in seen - {start}:
        price = max(1, sum(number > 3 for number in counts))
        best[at] = min(best.get(at, 9), price)
    best.pop(here, None)
    return {at: price for at, price in best.items() if at in URBAN}


# -- 10 attack --------------------------------------------------------------------------------------------------------


@rule("10.1a", "10.1c", "10.1d", "3.4.2c", "3.4.3f", "3.4.4e", "3.4.7b")
@pytest.mark.parametrize("seed", range(10))
def test_units_that_do_not_join_an_attack(seed: int) -> None:
    army = seed % 2
    s, plain, rng = scene(400 + seed, army, ATTACK_1)
    s.fought = collect(u for u in M.units if rng.random() < 0.15)
    s.barred = collect(u for u in M.units if rng.random() < 0.15)
    hexes = offer(s, Attacks(command=army), "declare", "attack")
    assert {M.grid.number(h) for h in hexes.args} <= plain.hexes(1 - army)
    for number in rng.sample(BOARD, 30):
        if number not in plain.hexes(1 - army):
            agrees(hexes.refusal(hex(number)), [(True, "10.1a", "no enemy unit is in")], number)
    for target in rng.sample(sorted(plain.hexes(1 - army)), 4):
        near = [k for k in plain.at if plain.army(k) == army and plain.at[k] in around(target)]
        ready = [k for k in near if not (s.fought | s.barred) >> unit(k) & 1]
        regular = [k for k in ready if plain.sp(k) and not M.support >> unit(k) & 1]
        joined = rng.sample(regular, min(len(regular), rng.randrange(3)))
        frame = Attack(command=army, target=hex(target), attackers=[unit(k) for k in joined])
        units = offer(s, frame, "muster", "unit")
        strength = sum(plain.sp(k) for k in joined)
        for key in [*near, *rng.sample(sorted(plain.at), 12)]:
            agrees(units.refusal(unit(key)), _no_attack(s, plain, key, target, joined, strength, army), (key, target))


def _no_attack(
    s: State, p: Plain, key: str, target: str, joined: list[str], strength: int, army: int
) -> Iterator[Reason]:
    u, here = unit(key), p.at[key]
    pair = side(here, target)
    yield p.army(key) != army, "10.1a", "is an enemy unit"
    yield bool(s.fought >> u & 1), "10.1c", "has attacked already"
    yield bool(s.barred >> u & 1), "10.1d", "crossed an enemy LOF"
    yield key in joined, "10.1a", "already"
    yield here not in around(target), "10.1a", "not next to"
    yield M.kind[u] == TRAIN and pair not in RAILS, "3.4.3f", "along a railroad only"
    yield M.kind[u] in (CARS, TANK) and wide(army, pair), "3.4.4e", "across a large river"
    yield M.kind[u] == AIR and here not in {p.at[k] for k in joined}, "3.4.7b", "units of its own hex"
    yield bool(M.support >> u & 1) and not strength, "3.4.2c", "as many support units as SP may attack"


# -- 11 retreat -------------------------------------------------------------------------------------------------------


@rule("11.0a", "11.3e", "11.4a", "11.5a", "11.6b", "11.6c", "11.6d", "11.6e")
@pytest.mark.parametrize("seed", range(12))
def test_hexes_to_which_nobody_retreats(seed: int) -> None:
    army = seed % 2
    s, plain, rng = scene(500 + seed, 1 - army, ATTACK_1)
    stacks = sorted(plain.hexes(army))
    for place in rng.sample(stacks, min(12, len(stacks))):
        keys = [key for key in plain.here(place, army) if unit(key) != M.air]
        for s.phase, length in ((ATTACK_1, 2), (ATTACK_2, 1)) if keys else ():
            frame = Retreat(command=army, units=[], group=[unit(key) for key in keys])
            left, _ = best_ways(plain, keys, length, LAND)
            if () in left:
                continue  # it stays, with its losses
            every = {way.hexes for way in ways_out(plain, keys, length, LAND) if way.hexes}
            hexes = offer(s, frame, "way", "hex")
            for number in [*around(place), *rng.sample(BOARD, 12)]:
                best, known = any(way[0] == number for way in left), any(way[0] == number for way in every)
                told = hexes.refusal(hex(number))
                if known and not best:
                    assert told, number
                    assert told.rule in ("11.5a", "11.6c", "11.6d", "11.6e", "11.3e"), number
                else:
                    agrees(told, _no_way(plain, place, number, army, best), (keys, place, number))


def _no_way(p: Plain, place: str, number: str, army: int, best: bool) -> Iterator[Reason]:
    if not best:
        yield number not in around(place), "11.0a", "is not next to"
        yield number in p.hexes(1 - army), "11.4a", "they cannot be passed"
        yield True, "11.3e", "the retreat cannot lead to"


# -- 15, 17 supply and Replacements -----------------------------------------------------------------------------------


@rule("15.0a", "15.0b", "15.2a", "17.3a", "17.3b", "17.1.6a", "19.7a", "20.3c")
@pytest.mark.parametrize("seed", range(6))
def test_units_that_are_not_strengthened(seed: int) -> None:
    army = seed % 2
    s, plain, rng = scene(600 + seed, army, REPLACEMENT)
    s.pool = [rng.randrange(2) for _ in s.pool]
    s.marked = collect(u for u in M.units if rng.random() < 0.1)
    units = Offer("strengthen", "piece", not_strengthened(s, army), "Strengthen this unit")
    for key, place in plain.at.items():
        u = unit(key)
        if M.front[u] == LITHUANIA or M.ukrainians >> u & 1 or M.kind[u] == MOTORIZED:
            continue
        pool = 0 if army == POLAND else 1 if M.front[u] == WEST else 2

        def reasons(u: int = u, key: str = key, place: str = place, pool: int = pool) -> Iterator[Reason]:
            yield plain.army(key) != army, "17.3a", "is an enemy unit"
            yield plain.level[key] == 0, "17.3b", "is at full strength"
            yield bool(M.whites >> u & 1), "19.7a", "is not strengthened"
            yield u == M.prd, "20.3c", "gets no Replacements"
            yield bool(s.marked >> u & 1), "17.3b", "marker already"
            yield bool(around(place) & plain.hexes(1 - army)), "17.3a", "is next to an enemy unit"
            yield not plain.supplied(key), "17.3a", "is Out of Supply"
            yield not s.pool[pool], "17.1.6a", "no Replacement in its pool"

        agrees(units.refusal(u), reasons(), key)
