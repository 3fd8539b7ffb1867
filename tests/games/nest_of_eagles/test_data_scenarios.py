"""The nine scenarios of 1920: Nest of Eagles: what the rulebook says of them, and that every set-up can stand."""

from collections import Counter

import pytest

from vistula.board.hexes import bits, collect
from vistula.games.nest_of_eagles.model import (
    BELARUS,
    FULL,
    LITHUANIA,
    POLAND,
    POLISH,
    REDUCED,
    SOUTHWEST,
    SOVIET,
    UKRAINE,
    WEST,
    Model,
    Scenario,
    shipped,
)
from vistula.games.nest_of_eagles.rules.setup import new_state
from vistula.games.nest_of_eagles.rules.supply import in_supply
from vistula.games.nest_of_eagles.scenarios import Campaign, Claim, CountTowns, KeepCities, MoraleSum, Points
from vistula.games.nest_of_eagles.state import (
    ABSENT,
    BRIGADES,
    OFF,
    REBUILD,
    RESERVES,
    UKRAINE_BOX,
    VOLUNTEERS,
    box,
    level_of,
)

rule = pytest.mark.rule
IDS = ("berezina", "kiev", "spring", "counteroffensive", "july", "warsaw", "summer", "niemen", "war-of-1920")
LITHUANIAN = 2


@pytest.fixture(scope="module")
def m() -> Model:
    return shipped()


def keys(m: Model, units: int) -> set[str]:
    return {m.key[u] for u in bits(units)}


def on_map(s: Scenario) -> int:
    return collect(stand.unit for stand in s.setup)


def coming(s: Scenario) -> int:
    return collect(arrival.unit for arrival in s.arrivals)


def numbers(m: Model, hexes: int) -> str:
    return " ".join(m.grid.number(h) for h in bits(hexes))


# -- what the rulebook says


@rule("1.4a")
def test_nine_scenarios_the_last_from_april_to_october(m: Model) -> None:
    assert tuple(s.id for s in m.scenarios) == IDS
    spans = [(m.dates[s.first], m.dates[s.last], s.last - s.first + 1) for s in m.scenarios]
    assert spans == [
        ("16.V", "6.VI", 4), ("25.IV", "16.V", 4), ("25.IV", "6.VI", 7), ("16.V", "20.VI", 6), ("4.VII", "1.VIII", 5),
        ("8.VIII", "29.VIII", 4), ("4.VII", "5.IX", 10), ("19.IX", "10.X", 4), ("25.IV", "10.X", 25),
    ]  # fmt: skip
    assert [s.begins for s in m.scenarios] == [SOVIET, POLAND, POLAND, SOVIET, SOVIET, SOVIET, SOVIET, POLAND, POLAND]


def test_theaters_players_and_kinds_of_game(m: Model) -> None:
    every = (POLISH, BELARUS, UKRAINE)
    assert [s.theaters for s in m.scenarios] == [
        (BELARUS,), (UKRAINE,), (BELARUS, UKRAINE), (BELARUS, UKRAINE), every, every, every, (POLISH, BELARUS), every,
    ]  # fmt: skip
    assert [s.number for s in m.scenarios if s.introductory] == [1, 2, 3]
    assert [s.number for s in m.scenarios if s.points] == [1, 2, 3, 4, 8]
    assert [s.number for s in m.scenarios if s.rebellion] == [2, 3, 9]
    assert [s.number for s in m.scenarios if 3 in s.players] == [3, 4, 5, 6, 7, 9]
    assert [s.number for s in m.scenarios if s.sudden_death] == [5, 6, 7, 9]
    for s in m.scenarios:
        closed = m.lithuania if s.lithuanians == "closed" else 0
        assert s.ground == sum(m.theater[t] for t in s.theaters) & ~closed
        assert (s.three is None) == (s.players == (2,))


@rule("3.5a")
def test_the_air_unit_is_missing_from_1_and_8_only(m: Model) -> None:
    assert [s.number for s in m.scenarios if not on_map(s) >> m.air & 1] == [1, 8]


@rule("3.4.3a")
def test_armored_trains_are_there_from_the_start(m: Model) -> None:
    """Two Polish ones, and that of each Front in play."""
    for s in m.scenarios:
        fronts = [WEST] * (BELARUS in s.theaters) + [SOUTHWEST] * (UKRAINE in s.theaters)
        soviet = collect(u for front in fronts for u in bits(m.trains & m.front_army[front]))
        assert on_map(s) & m.trains == m.trains & m.army[POLAND] | soviet


@rule("3.5b")
def test_soviet_armored_cars_and_artillery_come_on_their_dates(m: Model) -> None:
    cars, guns = m.konarmiya & m.cars, m.artillery & m.army[SOVIET]
    for text, units, numbers in (("23.V", cars, [3, 4, 9]), ("20.VI", guns, [4, 9])):
        found = {s.number: {round for round, unit in s.arrivals if units >> unit & 1} for s in m.scenarios}
        assert {n: rounds for n, rounds in found.items() if rounds} == {n: {m.round_of[text]} for n in numbers}
        later = [s for s in m.scenarios if s.first > m.round_of[text] and s.number != 8]
        assert all(on_map(s) & units for s in later)


@rule("3.5c")
def test_polish_cars_tank_and_artillery_come_with_the_volunteers(m: Model) -> None:
    for s in m.scenarios:
        assert not coming(s) & m.volunteer_support
        assert not on_map(s) & m.volunteer_support or s.begun.formed


def test_dates_of_arrival_that_rules_state(m: Model) -> None:
    campaign = {unit: m.dates[round] for round, unit in m.scenario("war-of-1920").arrivals}
    for round, units in m.dated:
        assert {campaign[unit] for unit in bits(units)} == {m.dates[round]}
    wanted = {"L-2": "29.VIII", "L-3": "29.VIII", "S-33": "20.VI", "P-21": "18.VII", "S-ART": "20.VI", "S-4K": "23.V"}
    assert {key: campaign[m.unit_by_key[key]] for key in wanted} == wanted
    assert len(campaign) == 42
    for s in m.scenarios:
        for round, unit in s.arrivals:
            assert s.first <= round <= s.last
            if m.konarmiya >> unit & 1:
                assert m.dates[round] == "23.V"
            if m.front_army[LITHUANIA] >> unit & 1:
                assert m.dates[round] == "29.VIII"


# -- every counter in one place


@pytest.mark.parametrize("id", IDS)
def test_every_counter_is_in_one_place(m: Model, id: str) -> None:
    s = m.scenario(id)
    boxes = [getattr(s.boxes, name) for name in s.boxes.__slots__]
    found = Counter(u for box in boxes for u in bits(box))
    found.update(stand.unit for stand in s.setup)
    found.update(arrival.unit for arrival in s.arrivals)
    assert found == Counter(m.units)


def test_how_many_stand_and_come(m: Model) -> None:
    placed = [len(s.setup) for s in m.scenarios]
    assert placed == [41, 37, 70, 76, 91, 95, 91, 43, 74]
    assert sum(placed) - placed[6] == 527
    assert [len(s.arrivals) for s in m.scenarios] == [9, 3, 26, 24, 8, 5, 11, 1, 42]
    assert m.scenario("war-of-1920").boxes.absent == 0
    assert m.scenario("summer").setup == m.scenario("july").setup
    assert m.scenario("summer").control == m.scenario("july").control


@rule("3.2d")
def test_asterisk_units_are_never_in_play_at_the_start(m: Model) -> None:
    for s in m.scenarios:
        waiting = s.boxes.asterisk if s.number == 9 else s.boxes.absent
        assert m.asterisk & ~waiting == 0


def test_boxes_in_which_special_units_wait(m: Model) -> None:
    """Units of a scenario that are neither set up nor due wait in the box that is theirs."""
    for s in m.scenarios:
        elsewhere = on_map(s) | coming(s) | s.boxes.absent | s.boxes.asterisk
        for units, here in (
            (m.volunteers, s.boxes.volunteer),
            (m.volunteer_support, s.boxes.volunteer),
            (m.reserves_polish | m.cossacks | m.whites, s.boxes.reserves),
            (m.ukrainians, s.boxes.ukraine),
            (1 << m.mot, s.boxes.rebuild),
            (1 << m.unit_by_key["P-1LB"], s.boxes.rebuild),
            (1 << m.prd | m.red_ukrainians, s.boxes.off),
        ):
            assert units & ~elsewhere == units & here
        assert not s.boxes.rebuild & ~(1 << m.mot | m.lith_belarus)
    campaign = m.scenario("war-of-1920").boxes
    assert campaign.volunteer == m.volunteers | m.volunteer_support
    assert campaign.reserves == m.reserves_polish & ~m.asterisk | m.cossacks | m.whites
    assert campaign.ukraine == m.ukrainians & ~collect(m.unit_by_key[key] for key in ("P-U3", "P-U6"))
    assert (campaign.off, campaign.rebuild) == (1 << m.prd, 1 << m.mot)


def test_reserve_divisions_wait_with_their_front(m: Model) -> None:
    for s in m.scenarios:
        fronts = [WEST] * (BELARUS in s.theaters) + [SOUTHWEST] * (UKRAINE in s.theaters)
        for front, here in ((WEST, s.boxes.west), (SOUTHWEST, s.boxes.southwest)):
            assert here == (m.reserve_divisions[front] if front in fronts else 0)
        mine = collect(u for front in fronts for u in bits(m.reserve_cavalry & m.front_army[front]))
        assert s.boxes.cavalry == mine & ~on_map(s) & ~coming(s)


def test_lithuanian_belarusian_units_are_out_of_the_ukrainian_scenario(m: Model) -> None:
    """They may not enter that Theater, so they could never arrive."""
    assert m.lith_belarus & ~m.scenario("kiev").boxes.absent == 0


@pytest.mark.parametrize("id", IDS)
@rule("1.4a", "2.7b", "3.5a", "19.1a", "19.2a", "19.3b", "19.5e", "19.6d", "19.7e", "19.8d", "20.2a", "20.3d", "20.4b")
def test_a_new_game_is_laid_out_as_its_scenario_says(m: Model, id: str) -> None:
    scene, s = m.scenario(id), new_state(m, id, {})
    wanted = {stand.unit: stand.hex for stand in scene.setup}
    wanted |= {arrival.unit: box(arrival.round) for arrival in scene.arrivals}
    b = scene.boxes
    for place, units in (
        (REBUILD, b.rebuild), (BRIGADES, b.brigades), (VOLUNTEERS, b.volunteer), (RESERVES, b.reserves),
        (UKRAINE_BOX, b.ukraine), (RESERVES, b.west | b.southwest | b.cavalry), (OFF, b.off),
        (ABSENT, b.absent | b.asterisk),
    ):  # fmt: skip
        wanted |= dict.fromkeys(bits(units), place)
    assert s.place == [wanted[u] for u in m.units]
    assert {u: level_of(s, u) for u in bits(on_map(scene))} == {stand.unit: stand.level for stand in scene.setup}
    assert tuple(s.held) == scene.control
    assert (s.round, s.side) == (scene.first, scene.begins)


# -- who stands where


@pytest.mark.parametrize("id", IDS)
def test_every_unit_may_stand_where_it_stands(m: Model, id: str) -> None:
    s = m.scenario(id)
    closed = {WEST: m.theater[UKRAINE], SOUTHWEST: m.theater[BELARUS]}
    for hex, unit, level in s.setup:
        assert s.ground >> hex & 1, m.key[unit]
        assert not closed.get(m.front[unit], 0) >> hex & 1, m.key[unit]
        assert level == FULL or m.steps[unit] > 1
        assert not m.trains >> unit & 1 or m.rail_next[hex], m.key[unit]
    places = {unit: hex for hex, unit, _ in s.setup}
    assert not any(m.theater[UKRAINE] >> places[u] & 1 for u in bits(m.lith_belarus & on_map(s)))
    assert not any(m.theater[BELARUS] >> places[u] & 1 for u in bits(m.ukrainians & on_map(s)))
    assert places.get(m.lwow_unit, m.lwow) == m.lwow
    for division, pair in m.pairs.items():
        assert not on_map(s) >> division & 1 or not on_map(s) & collect(pair)


@pytest.mark.parametrize("id", IDS)
def test_stacks_are_of_one_colour_and_not_too_high(m: Model, id: str) -> None:
    s = m.scenario(id)
    for hex in {stand.hex for stand in s.setup}:
        units = [unit for at, unit, _ in s.setup if at == hex]
        assert len(units) <= (m.stacking.warszawa if hex == m.warszawa else m.stacking.limit)
        assert len({m.key[u][0] for u in units}) == 1


@pytest.mark.parametrize("id", IDS)
def test_every_unit_is_in_supply_at_the_start(m: Model, id: str) -> None:
    s = new_state(m, id, {})
    assert not [m.key[u] for u in bits(on_map(m.scenario(id))) if not in_supply(s, u)]


def test_strength_at_the_start(m: Model) -> None:
    """Polish strength by Theater, then Soviet by Front."""
    found = {}
    for s in m.scenarios:
        terms = [0] * 5
        for hex, unit, level in s.setup:
            index = m.theater_of[hex] if m.side[unit] == POLAND else 3 + m.front[unit]
            if m.front[unit] != LITHUANIA:
                terms[index] += m.sp[level][unit]
        found[s.number] = tuple(terms)
    assert found == {
        1: (0, 49, 0, 60, 0), 2: (0, 0, 48, 0, 32), 3: (0, 45, 48, 51, 32), 4: (0, 49, 50, 60, 40),
        5: (4, 57, 52, 79, 61), 6: (85, 0, 32, 75, 55), 7: (4, 57, 52, 79, 61),
        8: (30, 30, 0, 55, 0), 9: (4, 45, 48, 51, 32),
    }  # fmt: skip


def test_hexes_of_poles_that_touch_the_enemy(m: Model) -> None:
    found = []
    for s in m.scenarios:
        polish = collect(hex for hex, unit, _ in s.setup if m.side[unit] == POLAND)
        soviet = collect(hex for hex, unit, _ in s.setup if m.front[unit] in (WEST, SOUTHWEST))
        found.append((polish & m.grid.dilate(soviet)).bit_count())
    assert found == [7, 1, 6, 8, 15, 16, 15, 9, 6]


def test_reduced_units(m: Model) -> None:
    reduced = {s.number: {m.key[unit] for _, unit, level in s.setup if level == REDUCED} for s in m.scenarios}
    april = {"S-47", "S-7", "S-60"}
    assert (reduced[2], reduced[3], reduced[9]) == (april, april, april)
    assert reduced[6] == {"P-2LB", "P-2L", "P-4", "P-7", "S-18", "S-54", "S-56", "S-8", "S-17", "S-10", "S-58", "S-7"}
    assert not any(reduced[n] for n in (1, 4, 5, 7, 8))


def test_no_pole_starts_beside_a_brigade_that_may_rebel(m: Model) -> None:
    for s in (s for s in m.scenarios if s.rebellion):
        places = {unit: hex for hex, unit, _ in s.setup}
        brigades = [places[u] for u in bits(m.red_ukrainians)]
        assert [m.grid.number(h) for h in brigades] == ["2523", "2424", "2326"]
        poles = [hex for hex, unit, _ in s.setup if m.side[unit] == POLAND]
        assert min(m.grid.distance(a, b) for a in poles for b in brigades) == 2


# -- control


def test_control_at_the_start(m: Model) -> None:
    """Every urban hex has one owner; where units stand it is theirs; Poles hold the west, Soviets the east."""
    for s in m.scenarios:
        assert sum(s.control) == m.urban
        assert [a & b for a, b in ((s.control[0], s.control[1]), (s.control[1], s.control[2]))] == [0, 0]
        for hex, unit, _ in s.setup:
            owner = LITHUANIAN if m.front[unit] == LITHUANIA else m.side[unit]
            assert not m.urban >> hex & 1 or s.control[owner] >> hex & 1
        assert s.control[POLAND] >> m.warszawa & 1
        assert s.control[SOVIET] >> m.smolensk & 1
        wilno = " 1804" if s.number == 8 else ""
        assert numbers(m, s.control[LITHUANIAN]) == "1504 1506 1703" + wilno


def test_towns_of_theaters_that_are_not_in_play(m: Model) -> None:
    by_number = {s.number: s for s in m.scenarios}
    for s in m.scenarios:
        if POLISH not in s.theaters:
            assert not m.urban & m.theater[POLISH] & ~s.control[POLAND]
    for mine, other, theater in ((1, 4, UKRAINE), (2, 3, BELARUS)):
        for owner in (POLAND, SOVIET):
            own, like = (by_number[n].control[owner] & m.theater[theater] for n in (mine, other))
            assert own == like
    ukraine = m.urban & m.theater[UKRAINE]
    west = collect(h for h in bits(ukraine) if m.grid.line(h) <= 19)
    assert by_number[8].control[POLAND] & ukraine == west


def test_named_towns_change_hands_as_the_war_goes(m: Model) -> None:
    names = ("Kijów", "Mińsk", "Brześć", "Lwów")
    held = {name: [s.control[POLAND] >> m.hex(name) & 1 for s in m.scenarios] for name in names}
    assert held == {
        "Kijów": [1, 0, 0, 1, 0, 0, 0, 0, 0],
        "Mińsk": [1, 1, 1, 1, 1, 0, 1, 0, 1],
        "Brześć": [1, 1, 1, 1, 1, 0, 1, 1, 1],
        "Lwów": [1] * 9,
    }


# -- morale, what has happened, victory


def test_the_polish_theaters_marker_is_there_only_with_soviet_units_in_it(m: Model) -> None:
    for s in m.scenarios:
        invaded = any(m.side[unit] == SOVIET and m.theater[POLISH] >> hex & 1 for hex, unit, _ in s.setup)
        assert (POLISH in s.morale) == invaded == (s.number == 6)


def test_morale_at_the_start(m: Model) -> None:
    july, warsaw = {BELARUS: 2, UKRAINE: 14}, {BELARUS: 4, POLISH: 4, UKRAINE: 6}
    april = {BELARUS: -4, UKRAINE: -4}
    assert [s.morale for s in m.scenarios] == [
        {BELARUS: -6}, {UKRAINE: 7}, april, {BELARUS: -14, UKRAINE: -14}, july, warsaw, july, {BELARUS: -10}, april,
    ]  # fmt: skip
    assert [s.begun.linked for s in m.scenarios] == [-1] * 5 + [BELARUS] + [-1] * 3
    pools = {s.number: (s.pools.poland, s.pools.ukraine, s.pools.west, s.pools.southwest) for s in m.scenarios}
    assert {n: pool for n, pool in pools.items() if any(pool)} == {
        2: (0, 0, 0, 6), 4: (10, 0, 0, 0), 6: (6, 1, 0, 0), 8: (2, 0, 1, 0),
    }  # fmt: skip


def test_what_has_happened(m: Model) -> None:
    by_number = {s.number: s.begun for s in m.scenarios}
    assert [n for n, begun in by_number.items() if begun.home_open] == [6, 8]
    assert [n for n, begun in by_number.items() if begun.kijow_taken] == [4, 5, 6, 7, 8]
    assert [n for n, begun in by_number.items() if begun.kijow_marker] == [4, 5, 7]
    assert {n: begun.formed for n, begun in by_number.items() if begun.formed} == {6: 1, 8: 3}
    assert [m.dates[round] for round in by_number[6].forming] == ["8.VIII", "15.VIII"]
    assert by_number[6].formed + len(by_number[6].forming) == m.volunteer_army.turns
    assert [n for n, begun in by_number.items() if begun.lwow_brigade] == [6, 8]
    assert [n for n, begun in by_number.items() if begun.crossed or begun.wilno] == [8]


def test_the_first_turn_of_forming_is_on_the_map_of_warsaw(m: Model) -> None:
    s = m.scenario("warsaw")
    assert (m.volunteers | m.volunteer_support) & on_map(s) == m.volunteer_order[0]
    assert s.boxes.volunteer == m.volunteer_order[1] | m.volunteer_order[2] | m.volunteer_divisions


def test_special_rules(m: Model) -> None:
    states = [s.lithuanians for s in m.scenarios]
    assert states == ["closed"] * 4 + ["barred", "free", "free", "free", "free"]
    for s in m.scenarios:
        there = m.front_army[LITHUANIA] & on_map(s)
        assert bool(there) == (s.lithuanians != "closed")
    berezina, niemen, campaign = (m.scenario(id) for id in ("berezina", "niemen", "war-of-1920"))
    assert keys(m, berezina.left_out) == {"S-27", "S-10K"}
    assert not berezina.left_out & ~coming(berezina)
    watch = berezina.watch
    assert watch is not None
    assert (keys(m, watch.units), watch.hex, watch.within) == ({"P-2LB", "P-III.2LB", "P-IV.2LB"}, m.wilno, 3)
    assert m.dates[watch.before] == "30.V"
    assert numbers(m, niemen.may_hold) == "1408 1509 1609 1807"
    inside = collect(hex for hex, unit, _ in niemen.setup if m.front[unit] == WEST) & m.aspired
    assert inside == niemen.may_hold
    assert keys(m, campaign.either_front) == {"S-8Ks"}


def test_victory_numbers(m: Model) -> None:
    at = m.hex
    towns = [at(name) for name in ("Lwów", "Lublin", "Białystok", "Brześć", "Grodno", "Wilno")]
    lwow = 1 << m.lwow
    assert [s.victory for s in m.scenarios] == [
        Points(SOVIET, 8, 5), Points(POLAND, 22, 20, 1 << m.kijow), Points(POLAND, 7, 5),
        Points(SOVIET, 24, 22, 1 << m.kijow),
        MoraleSum(43, 41, ((1 << m.brzesc | 1 << m.bialystok, 4), (lwow, 6))),
        KeepCities(1 << m.warszawa | lwow, lwow, 8), CountTowns(collect(towns), 3, 1, 1),
        Points(POLAND, 5, 3), Campaign(36, 20, 0, -24),
    ]  # fmt: skip


def test_victory_of_three_players(m: Model) -> None:
    found = {s.number: s.three for s in m.scenarios if s.three}
    assert [three.both for three in found.values()] == [2, 0, 0, 0, 0, 0]
    west, southwest = found[5].claim
    assert west == Claim(0, 18, of(m, "Mińsk, Wilno"), of(m, "Grodno, Brześć, Białystok"))
    assert southwest == Claim(0, 18, of(m, "Równe"), of(m, "Kowel, Tarnopol, Lwów"))
    assert found[4].claim == (Claim(5, 0, 0, 0), Claim(10, 0, 0, 0))
    capitals = Claim(0, 0, of(m, "Warszawa"), 0), Claim(0, 0, of(m, "Lwów"), 0)
    assert (found[6].claim, found[9].claim) == (capitals, capitals)
    assert found[7].claim == (Claim(0, 0, of(m, "Białystok, Brześć"), 0), Claim(0, 0, 0, of(m, "Lwów, Lublin")))


def of(m: Model, names: str) -> int:
    return collect(m.hex(name) for name in names.split(", "))
