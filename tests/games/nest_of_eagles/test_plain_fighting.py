"""Attacks, elimination, captured towns, arrivals and operations against plain restatements, over the whole data."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import (
    AIR,
    BELARUS,
    BRIGADE,
    CARS,
    CAVALRY,
    DIVISION,
    LITHUANIA,
    POLAND,
    POLISH,
    REGIMENT,
    SOUTHWEST,
    SOVIET,
    TRAIN,
    UKRAINE,
    WEST,
)
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.morale import at_maximum, level, shift, support
from vistula.games.nest_of_eagles.rules.operations import polish_income, soviet_income
from vistula.games.nest_of_eagles.rules.reinforcements import by_hand, can_come, edge_hexes, railheads
from vistula.games.nest_of_eagles.rules.replacements import endurance
from vistula.games.nest_of_eagles.rules.steps import eliminate, lone_remnant, steps_of
from vistula.games.nest_of_eagles.rules.strength import very_favorable, work_out
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    ATTACK_2,
    OFF,
    REBUILD,
    REMOVED,
    RESERVES,
    UKRAINE_BOX,
    State,
    box,
)

from .plain import DIFFICULT, FACES, FORTRESSES, URBAN, Plain, around, away, narrow, number, numbers, side, wide
from .positions import M, give, hex, situation, stand, unit
from .table import table
from .test_plain_refusals import journeys
from .test_plainly import somewhere

rule = pytest.mark.rule
CITIES = numbers(M.cities)
MOST = 8


# -- 10.3, 10.7 the chance of an attack -------------------------------------------------------------------------------


def hexside(army: int, here: str, target: str) -> int:
    """[10.7d, 10.7e, 10.7f]"""
    pair = side(here, target)
    river = -2 if wide(army, pair) else -1 if narrow(army, pair) else 0
    return river - 2 * ((target, here) in FACES)


def worst(p: Plain, army: int, keys: list[str], target: str) -> int:
    """[10.7o] The worst hexside that half of the SP meet, or worse ones."""
    met = [(hexside(army, p.at[key], target), p.sp(key)) for key in keys]
    values = sorted({value for value, _ in met})
    whole = sum(strength for _, strength in met)
    return next(v for v in values if 2 * sum(strength for value, strength in met if value <= v) >= whole)


def chances(s: State, p: Plain, keys: list[str], target: str, order: int, answer: int) -> dict[str, int]:
    """Each modifier by its rule."""
    army, units = s.side, [unit(key) for key in keys]
    foes = [unit(key) for key in p.here(target, 1 - army)]
    advantage = -s.morale[M.theater_of[hex(target)]] if army == POLAND else s.morale[M.theater_of[hex(target)]]
    off_track = M.theater_of[hex(target)] == POLISH and not s.polish_marker
    riders = s.phase == ATTACK_2 and any(M.kind[u] == CAVALRY and p.has_lof(M.key[u]) for u in units)
    return {
        "10.7a": -1 if target in DIFFICULT else 0,
        "10.7b": -1 if target in CITIES else 0,
        "10.7c": -2 if target in FORTRESSES else 0,
        "10.7d": worst(p, army, keys, target),
        "10.7g": -3 if s.phase == ATTACK_2 else 0,
        "10.7h": 0 if all(p.supplied(key) for key in keys) else -1,
        "10.7i": 1 if riders or any(M.elite >> u & 1 for u in units) else 0,
        "10.7j": M.level_of[advantage + 24] if advantage > 0 and not off_track else 0,
        "10.7k": sum(M.icons[u] for u in units if p.supplied(M.key[u])),
        "3.4.2b": -sum(M.icons[u] for u in foes),
        "10.7l": 2 if p.encircled(target, 1 - army) else 0,
        "14.2": (0, 2, -1)[order] + {0: 0, 3: -2, 4: 1}[answer],
    }


@rule("10.3a", "10.5a", "10.5c", "10.7a", "10.7b", "10.7c", "10.7d", "10.7e", "10.7f", "10.7g", "10.7h", "10.7i",
      "10.7j", "10.7k", "10.7l", "10.7m", "10.7n", "10.7o", "10.7p", "10.8c", "14.2a", "14.2b", "14.2c", "14.2d",
      "3.4.1a", "3.4.2a", "3.4.2b", "3.4.3g", "3.4.3i", "3.4.4f", "4.1c", "13.2a")  # fmt: skip
@pytest.mark.parametrize("seed", range(800, 816))
def test_the_chance_of_an_attack(seed: int) -> None:
    s, plain, rng = somewhere(seed)
    for s.side in (POLAND, SOVIET):
        s.morale = [rng.randrange(-24, 25) for _ in range(3)]
        s.polish_marker = rng.random() < 0.5
        targets = sorted(plain.hexes(1 - s.side))
        for target in rng.sample(targets, min(10, len(targets))):
            near = [k for k in plain.at if plain.army(k) == s.side and plain.at[k] in around(target)]
            keys = rng.sample(near, rng.randint(1, min(4, len(near)))) if near else []
            if not sum(plain.sp(key) for key in keys):
                continue
            s.phase, order, answer = rng.choice((ATTACK_1, ATTACK_2)), rng.randrange(3), rng.choice((0, 3, 4))
            odds = work_out(s, [unit(key) for key in keys], hex(target), order, answer)
            foes = plain.here(target, 1 - s.side)
            regular = [k for k in foes if not M.support >> unit(k) & 1]
            brave = sum(M.kind[unit(k)] in (TRAIN, CARS) for k in foes)
            strong = sum(plain.sp(key) for key in keys)
            weak = sum(plain.sp(key) for key in foes) if regular else brave
            assert (odds.attack, odds.defence) == (strong, weak), target
            expected = chances(s, plain, keys, target, order, answer)
            found: dict[str, int] = {}
            for line in odds.lines:
                key = {"10.7e": "10.7d", "10.7f": "10.7d"}.get(line.rule, line.rule)
                key = "14.2" if key.startswith("14.") else key
                found[key] = found.get(key, 0) + line.value
            assert found == {key: value for key, value in expected.items() if value or key in found}, (keys, target)
            base = M.chance[min(strong, MOST)][min(weak, MOST)]
            assert odds.chance == base + sum(expected.values())
            assert very_favorable(s, odds) == M.very_favorable[min(strong, MOST)][min(weak, MOST)]


# -- 3.3, 3.6 losses --------------------------------------------------------------------------------------------------


def resting_place(s: State, u: int) -> int:
    """[3.6] Where each kind of eliminated unit goes."""
    if M.gone_for_good >> u & 1:
        return REMOVED
    if u == M.air:
        return box(s.round + 2)
    if M.ukrainians >> u & 1:
        return UKRAINE_BOX
    if (M.reserves_polish | M.reserve_cavalry) >> u & 1:
        return RESERVES
    return OFF if M.red_ukrainians >> u & 1 or u == M.prd else REBUILD


@rule("3.6a", "3.6b", "3.6c", "13.3b", "13.3c", "3.4.7e", "19.8b", "17.2b", "20.2.2d", "20.4a", "2.0c")
@pytest.mark.parametrize("where", ["2206", "2922", "1413"])
def test_every_unit_that_is_eliminated(where: str) -> None:
    theater = M.theater_of[hex(where)]
    for u in range(M.count):
        s = situation("2306 P-17; 2525 P-10; 2708 S-4; 3023 S-5", scenario="war-of-1920")
        s.polish_marker = True
        if s.place[u] >= 0 or u == M.lwow_unit:
            continue
        stand(s, M.key[u], where)
        before = list(s.morale)
        table(s)
        eliminate(s, u, "3.6a")
        assert s.place[u] == resting_place(s, u), M.key[u]
        boxes = 2 if M.steps[u] == 3 and M.size[u] == DIVISION else int(M.divisional >> u & 1)
        toward = boxes if M.side[u] == POLAND else -boxes
        moved = [now - old for now, old in zip(s.morale, before, strict=True)]
        if not s.linked:
            assert moved == [toward if t == theater else 0 for t in range(3)], M.key[u]


@rule("3.6a", "2.0c")
@pytest.mark.parametrize("scenario", ["berezina", "niemen"])
def test_points_for_eliminated_units(scenario: str) -> None:
    for u in range(M.count):
        s = situation("2206 P-17; 2708 S-4", scenario=scenario)
        if s.place[u] >= 0 or u == M.lwow_unit:
            continue
        stand(s, M.key[u], "2306")
        table(s)
        eliminate(s, u, "3.6a")
        worth = {DIVISION: 2, BRIGADE: 1, REGIMENT: 1}.get(M.size[u], 0)
        assert s.vp == (worth if M.side[u] == POLAND else -worth), M.key[u]


@rule("3.3d", "3.3e")
@pytest.mark.parametrize("seed", range(820, 826))
def test_remnants_alone_beside_an_enemy(seed: int) -> None:
    s, plain, rng = somewhere(seed)
    table(s)
    keys = [k for k in plain.at if plain.level[k] == 2 and unit(k) != M.air]
    for key in rng.sample(keys, min(12, len(keys))):
        army, place = plain.army(key), plain.at[key]
        near = bool(around(place) & plain.hexes(1 - army))
        alone = all(plain.level[k] == 2 for k in plain.here(place, army))
        lone_remnant(s, unit(key))
        assert (s.place[unit(key)] < 0) == (near and alone), key
        plain = Plain(s)


@rule("3.3f", "3.3i")
def test_how_many_steps_are_left() -> None:
    s, plain, _ = somewhere(830)
    for place in plain.hexes(POLAND) | plain.hexes(SOVIET):
        keys = [*plain.here(place, POLAND), *plain.here(place, SOVIET)]
        left = sum(M.steps[unit(k)] - plain.level[k] for k in keys if M.kind[unit(k)] != AIR)
        assert steps_of(s, [unit(k) for k in keys]) == left


# -- 2.7, 13.3 towns --------------------------------------------------------------------------------------------------


@rule("2.7a", "13.3d", "2.0c", "13.3g")
@pytest.mark.parametrize("army", [POLAND, SOVIET])
def test_every_town_that_is_taken(army: int) -> None:
    key = "P-17" if army == POLAND else "S-4"
    for town in bits(M.urban & ~M.lithuania & ~(1 << M.wilno)):
        s = situation("2306 P-10; 2525 P-16; 2708 S-5; 3023 S-6", scenario="war-of-1920")
        s.polish_marker = True
        give(s, 1 - army, town)
        if s.occupied[1 - army] >> town & 1 or s.occupied[army] >> town & 1:
            continue
        before = list(s.morale)
        table(s)
        come(s, unit(key), town)
        assert s.held[army] >> town & 1
        assert not s.held[1 - army] >> town & 1
        value = M.value[town] if army == SOVIET else -M.value[town]
        if not s.linked and s.polish_marker:
            there = [t for t in range(3) if town == M.lwow or t == M.theater_of[town]]
            moved = [now - old for now, old in zip(s.morale, before, strict=True)]
            assert moved == [value if t in there else 0 for t in range(3)], number(town)
        assert bool(s.captured_in[army]) == bool(M.value[town])


@rule("13.2a", "13.2b", "13.3g")
@pytest.mark.parametrize("army", [POLAND, SOVIET])
def test_boxes_levels_and_the_end_of_the_track(army: int) -> None:
    s = situation("2306 P-10; 2525 P-16; 2708 S-5; 3023 S-6")
    table(s)
    toward = -1 if army == POLAND else 1
    for boxes in range(1, 30):
        s.morale[BELARUS] = 0
        shift(s, army, BELARUS, boxes, "13.3g")
        reached = min(24, boxes)
        assert s.morale[BELARUS] == toward * reached
        assert at_maximum(s, army, BELARUS) == (boxes >= 24)
        assert not at_maximum(s, 1 - army, BELARUS)
        assert level(s, army, BELARUS) == M.level_of[24 + toward * reached]
        assert level(s, 1 - army, BELARUS) == 0
    assert (M.level_of[24], M.level_of[0], M.level_of[48]) == (0, 2, 2)


@rule("13.3.2a", "13.3.2b")
@pytest.mark.parametrize("army", [POLAND, SOVIET])
def test_who_moves_to_another_theater_brings_its_morale(army: int) -> None:
    key, toward = ("P-17", -1) if army == POLAND else ("S-4", 1)
    far = next(b for b in range(1, 25) if M.level_of[24 + toward * b] == 2)
    near = next(b for b in range(1, 25) if M.level_of[24 + toward * b] == 1)
    for here in (0, near, far):
        for there in (0, near, far):
            s = situation(f"2206 {key}")
            table(s)
            s.morale[BELARUS], s.morale[UKRAINE] = toward * here, toward * there
            support(s, unit(key), BELARUS, UKRAINE)
            better = (here > there) - (here < there)
            assert s.morale[UKRAINE] == toward * (there + better), (here, there)
            assert s.morale[BELARUS] == toward * here
            support(s, unit(key), BELARUS, POLISH)
            support(s, unit(key), POLISH, UKRAINE)
            assert s.morale[UKRAINE] == toward * (there + better)


# -- 16 arrivals ------------------------------------------------------------------------------------------------------


def places(s: State, p: Plain, u: int) -> tuple[set[str], set[str], set[str]]:
    """Where a unit is put down, enters by the edge, and comes by rail, in the campaign before any event."""
    front, safe = M.front[u], {h for h in numbers(M.land) if all(away(h, foe) >= 3 for foe in p.hexes(SOVIET))}
    towns = p.held[POLAND] & URBAN
    if front == LITHUANIA:
        return {number(M.kowno)}, set(), set()
    if M.konarmiya >> u & 1:
        return numbers(M.stars), set(), set()
    if front in (WEST, SOUTHWEST):
        gates = numbers(M.entry_towns[front]) & p.held[SOVIET]
        if M.kind[u] == TRAIN:
            return gates, set(), set()
        near = {h for foe in p.hexes(POLAND) for h in around(foe) | {foe}}
        rail = gates - p.hexes(POLAND)
        for gate in rail - near:
            p.at[M.key[u]] = gate
            rail = rail | set(journeys(p, M.key[u]))
            del p.at[M.key[u]]
        rail = {h for h in rail if h in p.held[SOVIET] and (h not in near or h in p.hexes(SOVIET))}
        return set(), numbers(M.entry[front]), rail
    if M.ukrainians >> u & 1:
        south = towns & numbers(M.theater[UKRAINE])
        return south if u == M.h else south & safe, set(), set()
    if M.reserves_polish >> u & 1:
        return towns & numbers(M.theater[POLISH]), set(), set()
    return {number(M.warszawa)} & towns, set(), set()


@rule("16.0a", "16.0c", "16.0d", "16.0e", "16.0f", "16.0g", "16.0i", "9.2d", "17.1.4b", "19.2c", "20.1.1a", "21.1b")
@pytest.mark.parametrize("seed", range(840, 848))
def test_where_units_arrive(seed: int) -> None:
    s, plain, rng = somewhere(seed)
    waiting = [u for u in range(M.count) if s.place[u] < 0 and not M.cossacks >> u & 1 and u != M.lwow_unit]
    for u in rng.sample(waiting, 30):
        if M.volunteer_brigades >> u & 1 or u == M.air or u == M.prd:
            continue
        hand, edge, rail = places(s, plain, u)
        assert numbers(by_hand(s, u) & M.grid.valid) == hand, M.key[u]
        assert numbers(edge_hexes(s, u)) == edge, M.key[u]
        assert numbers(railheads(s, u)) == rail, M.key[u]
        army = M.side[u]
        free = {h for h in hand | edge | rail if h not in plain.hexes(1 - army)}
        roomy = {h for h in free if len(plain.here(h, army)) < (5 if h == "0612" else 4)}
        capital = {"0612"} & free if army == POLAND and not M.reserves_polish >> u & 1 else set()
        assert can_come(s, u) == bool(roomy | capital), M.key[u]


# -- 15.3, 17.1 endurance and income ----------------------------------------------------------------------------------


@rule("15.3b")
@pytest.mark.parametrize("army", [POLAND, SOVIET])
def test_what_helps_against_attrition(army: int) -> None:
    rng = random.Random(850)
    keys = [M.key[u] for u in range(M.count) if M.side[u] == army and u != M.lwow_unit]
    for key in rng.sample(keys, 60):
        s = situation(f"2206 {key}")
        for boxes in (-24, -1, 0, 1, 24):
            s.morale[BELARUS] = boxes
            own = M.level_of[24 + boxes] * ((boxes < 0) == (army == POLAND))
            other = M.level_of[24 + boxes] * ((boxes < 0) != (army == POLAND))
            plus = (M.elite >> unit(key) & 1) + (M.cavalry >> unit(key) & 1)
            assert endurance(s, unit(key)) == own - other + plus, (key, boxes)


def operations(attacks: int) -> int:
    return 0 if attacks == 0 else 1 if attacks < 3 else 2


def tries() -> Iterator[tuple[int, int, int]]:
    yield from ((a, b, c) for a in (0, 1, 2, 3) for b in (0, 2, 3) for c in (0, 1, 4))


@rule("17.1.1a", "17.1.1b", "17.1.1d", "17.1.2a", "17.1.3a")
def test_replacements_by_operations() -> None:
    s = situation("2206 P-17")
    for attacks in tries():
        s.attacks = list(attacks)
        for s.polish_marker in (False, True):
            spent = sum(operations(n) for t, n in enumerate(attacks) if t or s.polish_marker)
            assert polish_income(s) == max(0, 4 - spent), attacks
        s.assaults = [attacks[0], attacks[1]]
        assert [soviet_income(s, front) for front in (WEST, SOUTHWEST)] == [2 - operations(n) for n in attacks[:2]]
    north = situation("2206 P-17", scenario="berezina")
    north.attacks, north.assaults = [0, 3, 0], [1, 0]
    assert polish_income(north) == 1  # an Offensive, and a Theater that is not in play counts as Limited Operations
    assert [soviet_income(north, front) for front in (WEST, SOUTHWEST)] == [1, 0]
