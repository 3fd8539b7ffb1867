"""What the rulebook states about counters, charts and scenarios, each statement broken once, as a data pack could."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any

import msgspec
import pytest

from vistula.board.data import DataError
from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.checks import (
    PARTS,
    check,
    check_advance,
    check_attack_table,
    check_counters,
    check_events,
    check_examples,
    check_morale,
    check_options,
    check_rounds,
    check_scenarios,
    check_special_units,
    closed,
    day_of,
    fronts,
)
from vistula.games.nest_of_eagles.model import (
    BELARUS,
    LITHUANIA,
    POLAND,
    POLISH,
    SOUTHWEST,
    SOVIET,
    UKRAINE,
    WEST,
    Model,
    Scenario,
    shipped,
)
from vistula.games.nest_of_eagles.scenarios import Arrival, Stand
from vistula.games.nest_of_eagles.tables import Data
from vistula.games.nest_of_eagles.units import Units, check_row

rule = pytest.mark.rule
M, DATA = shipped(), Data.read()
SCENES = [scene.id for scene in M.scenarios]


def unit(key: str) -> int:
    return M.unit_by_key[key]


def changed(**tables: Any) -> Model:
    """The shipped model with other tables."""
    m = Model.__new__(Model)
    m.__dict__.update(vars(M), **tables)
    return m


def rows(**changes: dict[str, Any]) -> Model:
    """The model with other counters, each by its key with - as _."""
    found = [msgspec.structs.replace(row, **changes.get(row.id.replace("-", "_"), {})) for row in DATA.units]
    m = changed()
    Units.__init__(m, found)
    return m


def refused(check: Any, *given: Any) -> str:
    with pytest.raises(DataError) as error:
        check(*given)
    return f"{error.value.key}: {error.value.reason}"


# -- 1.2a, 3 the counters ---


@rule("3.3a", "3.3b", "2.5a", "3.4a")
@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("P-12", {"front": "W"}), ("S-4", {"front": ""}), ("L-1", {"front": "W"}), ("S-4", {"front": "L"}),
        ("P-12", {"reduced": ""}), ("P-41", {"reduced": "1"}), ("P-12", {"steps": 4}), ("P-41", {"steps": 0}),
        ("P-12", {"lof": "full"}), ("P-4BJ", {"lof": "both"}), ("P-12", {"full": 0}), ("P-ART", {"full": 1}),
        ("P-12", {"icons": 1}), ("P-ART", {"icons": 0}), ("P-12", {"size": "support"}),
    ],
)  # fmt: skip
def test_a_counter_that_contradicts_itself_is_refused(key: str, change: dict[str, Any]) -> None:
    row = next(row for row in DATA.units if row.id == key)
    check_row(row)
    with pytest.raises(DataError):
        check_row(msgspec.structs.replace(row, **change))


COUNTERS: list[tuple[dict[str, dict[str, Any]], str]] = [
    ({"P_12": {"mp": 4}}, "P-12 mp"), ({"P_1C": {"mp": 3}}, "P-1C mp"), ({"P_MOT": {"mp": 3}}, "P-MOT mp"),
    ({"P_PP1": {"kind": "cars"}}, "side 0"), ({"P_CARS": {"kind": "tank"}}, "side 0"),
    ({"S_BPw": {"kind": "tank"}}, "side 1"), ({"S_9A": {"kind": "air"}}, "side 1"),
    ({"S_BPw": {"front": "SW"}}, "armored trains"), ({"S_BPs": {"front": "W"}}, "armored trains"),
    ({"S_16x": {"home": ""}}, "asterisk"), ({"P_12": {"home": "asterisk"}}, "asterisk"),
    ({"P_1C": {"elite": "E"}}, "elite cavalry"),
]  # fmt: skip


@rule("1.2a", "3.2d", "3.2e", "3.4.3a", "3.4.3k", "3.4a", "8.2d")
@pytest.mark.parametrize(("change", "key"), COUNTERS)
def test_what_each_kind_of_counter_has(change: dict[str, dict[str, Any]], key: str) -> None:
    check_counters(M)
    assert key in refused(check_counters, rows(**change))


@rule("1.2a")
@pytest.mark.parametrize("army", [POLAND, SOVIET, 2])
def test_how_many_counters_there_are(army: int) -> None:
    armies, fronts_ = list(M.army), list(M.front_army)
    if army == POLAND:
        armies[POLAND] &= armies[POLAND] - 1
    elif army == SOVIET:
        fronts_[WEST] &= fronts_[WEST] - 1
    else:
        fronts_[LITHUANIA] &= fronts_[LITHUANIA] - 1
    assert "the counters" in refused(check_counters, changed(army=tuple(armies), front_army=tuple(fronts_)))


SPECIAL: list[tuple[dict[str, dict[str, Any]], str]] = [
    ({"P_4": {"label": "44"}}, "can be split"), ({"P_WAR": {"band": "none"}}, "volunteer brigades"),
    ({"P_201": {"band": "none"}}, "volunteer brigades"), ({"P_VC1": {"band": "none"}}, "volunteer brigades"),
    ({"P_ART": {"home": ""}}, "volunteer brigades"),
    ({"P_V1": {"band": "none"}, "P_V2": {"band": "none"}}, "at least one"),
    ({"P_1R": {"label": "9R"}}, "Reserve brigades"), ({"P_41": {"band": "gray"}}, "other Polish Reserve"),
    ({"P_2LB": {"band": "none"}}, "Lithuanian-Belarusian divisions"), ({"P_LWOW": {"mp": 1}}, "Lwów unit"),
    ({"P_CJ": {"label": "Q"}}, "Cossack"), ({"P_BB": {"label": "B"}}, "counter-revolutionary"),
    ({"P_U6": {"label": "7"}}, "allied Ukrainian infantry"), ({"P_1BJ": {"band": "blue"}}, "allied Ukrainian cavalry"),
    ({"S_4K": {"elite": ""}}, "Elite divisions of Konarmiya"), ({"S_SK": {"label": "T"}}, "other units of Konarmiya"),
    ({"S_19": {"label": "20"}}, "Reserve divisions, West"), ({"S_3": {"label": "5"}}, "Reserve divisions, Southwest"),
    ({"S_LAT": {"elite": ""}}, "Latvian"), ({"S_8Kw": {"label": "9K"}}, "Reserve cavalry, West"),
    ({"S_8Ks": {"label": "9K"}}, "Reserve cavalry, Southwest"),
    ({"S_PRD": {"steps": 1, "reduced": "", "lof": "none"}}, "Revolutionary Division"),
    ({"S_G1": {"label": "5"}}, "Soviet-allied Ukrainian"), ({"L_3": {"label": "4"}}, "Lithuanian divisions"),
    ({"P_4": {"steps": 2, "lof": "full"}}, "a division that can be split"),
    ({"S_8Kw": {"twin": "S-17Ks"}}, "its twin has another one"),
]  # fmt: skip


@rule(
    "18.0b", "18.1a", "19.1.1b", "19.1.2a", "19.2b", "19.2d", "19.3b", "19.3c", "19.4a", "19.6a", "19.7c", "19.7d",
    "19.8a", "19.8c", "20.1a", "20.2a", "20.2.1f", "20.2.2c", "20.3b", "20.4.1a", "21.1a", "21.4f", "23.3.2.1",
    "23.3.2.2",
)  # fmt: skip
@pytest.mark.parametrize(("change", "key"), SPECIAL)
def test_units_that_chapters_name(change: dict[str, dict[str, Any]], key: str) -> None:
    check_special_units(M)
    assert key in refused(check_special_units, rows(**change))


@rule("10.3a", "10.5a", "15.3a", "4.1b")
@pytest.mark.parametrize(
    "change",
    [
        {"P_12": {"full": 5}}, {"S_53": {"reduced": "1"}}, {"P_4BJ": {"reduced": "2"}},
        {"S_53": {"steps": 2, "lof": "full"}}, {"P_2BJ": {"lof": "full"}},
        {"P_1L": {"lof": "none", "steps": 2}},
    ],
)  # fmt: skip
def test_units_of_worked_examples(change: dict[str, dict[str, Any]]) -> None:
    check_examples(M)
    assert refused(check_examples, rows(**change))


# -- the charts ---


@rule("10.3a", "10.5a")
def test_the_cells_that_examples_show() -> None:
    check_attack_table(M)
    for a, d in ((5, 3), (8, 2)):
        chance = [list(row) for row in M.chance]
        chance[a][d] += 1
        assert f"{a} against {d}" in refused(check_attack_table, changed(chance=chance))
    for a, d in ((6, 1), (7, 1), (8, 1), (8, 2), (5, 1), (8, 3)):
        marked = [list(row) for row in M.very_favorable]
        marked[a][d] = not marked[a][d]
        assert "Very Favorable" in refused(check_attack_table, changed(very_favorable=marked))


NUMBERS = {
    "stacking": {"limit": 4, "warszawa": 5}, "remnant": {"sp": 1, "mp": 4},
    "movement": {"clear": 1, "difficult": 2, "small_river": 1, "bridge": 1, "large_river": "all",
                 "large_river_difficult": "all"},
    "friction": {"clear": (2, 2), "difficult": ("all", "all"), "small_river": ("all", "all"),
                 "large_river": ("all", "never"), "river_difficult": ("all", "never"), "fortification": (2, "all")},
    "modifiers": {"difficult": -1, "city": -1, "fortress": -2, "small_river": -1, "large_river": -2,
                  "fortification": -2, "second_attack": -3, "out_of_supply": -1, "elite": 1, "support": 1,
                  "enemy_support": -1, "encircled": 2},
    "orders": {"strength": 3, "assault": 2, "thrust": -1, "thrust_advance": 2, "stubborn": -2, "counter": 1},
    "retreat": {"first": 2, "second": 1, "friction": 1, "wrong_way": 1, "river": 1, "through": 2, "blocked": 3},
    "supply": {"range": 6, "attrition": 2},
    "rail": {"poland": 3, "extra": 1, "front": 1, "doubled": 2, "free_hexes": 3},
    "volunteers": {"turns": 3, "brigades": 2, "regiments": 2, "cavalry": 1, "support": 1, "boxes": 7},
    "markers": {"cheka": 4, "patrols": 8, "groups": 3, "events": 10, "rebellion": 3, "volunteers": 6,
                "reinforcements": 5, "priorities": 3},
}  # fmt: skip


@rule(
    "1.2a", "3.3c", "6.0a", "6.1a", "7.1a", "7.1b", "7.1c", "7.1d", "7.1e", "7.1f", "7.1g", "7.1h", "7.1i", "7.1j",
    "7.1k", "7.1l", "9.2a", "9.2b", "9.2c", "9.3a", "10.7a", "10.7l", "11.0a", "11.3a", "11.3b", "11.3c", "11.3d",
    "11.3e", "14.1b", "14.2a", "14.2b", "14.2c", "14.2d", "15.0a", "15.3a", "19.1.1b",
)  # fmt: skip
@pytest.mark.parametrize(("row", "name"), [(row, name) for row, names in NUMBERS.items() for name in names])
def test_every_number_of_the_rules_is_held(row: str, name: str) -> None:
    told = getattr(DATA.charts, row)
    wanted = NUMBERS[row][name]
    assert getattr(told, name) == wanted
    for other in (wanted + 1, wanted - 1) if isinstance(wanted, int) else (7, (7, 7)):
        charts = msgspec.structs.replace(DATA.charts, **{row: msgspec.structs.replace(told, **{name: other})})
        assert f"{row}.{name}" in refused(check, M, replace(DATA, charts=charts))


@rule("13.1a", "13.2a", "13.2b")
@pytest.mark.parametrize(
    ("change", "right"),
    [
        ({}, True), ({"level_1": 0}, False), ({"level_1": 16}, False), ({"level_2": 24}, True),
        ({"level_2": 25}, False),
        ({"level_1": 1}, True), ({"level_2": 8}, False), ({"level_2": 9}, True),
    ],
)  # fmt: skip
def test_where_the_levels_of_morale_may_begin(change: dict[str, int], right: bool) -> None:
    charts = msgspec.structs.replace(DATA.charts, morale=msgspec.structs.replace(DATA.charts.morale, **change))
    data = replace(DATA, charts=charts)
    if right:
        check_morale(M, data)
    else:
        assert "morale" in refused(check_morale, M, data)
    assert "boxes" in refused(check_morale, changed(most_morale=23), DATA)


@rule("12.1a", "12.1b")
@pytest.mark.parametrize(("side", "kind"), [(POLAND, k) for k in range(8)] + [(SOVIET, k) for k in (0, 1, 3, 4, 5)])
def test_advance_points_of_every_kind(side: int, kind: int) -> None:
    check_advance(M)
    points = [list(row) for row in M.advance_mp]
    points[side][kind] += 1
    found = refused(check_advance, changed(advance_mp=(tuple(points[0]), tuple(points[1]))))
    assert ("poland" if side == POLAND else "soviet") in found


@rule("2.0b", "5.0a", "1.4a")
def test_rounds_are_weeks_from_april_to_october() -> None:
    check_rounds(M)
    assert [(day_of(text).month, day_of(text).day) for text in ("25.IV", "1.VIII", "3.X")] == [(4, 25), (8, 1), (10, 3)]
    dates = list(M.dates)
    later = [*dates]
    later[5] = dates[6]
    assert "dates" in refused(check_rounds, changed(dates=later))
    assert "first and last month" in refused(check_rounds, changed(dates=dates[:-6]))
    assert "first and last month" in refused(check_rounds, changed(dates=[dates[0], *dates[5:]]))
    for text in ("9.V", "23.V", "30.V", "20.VI", "29.VIII"):
        missing = {day: round_ for day, round_ in M.round_of.items() if day != text}
        assert text in refused(check_rounds, changed(round_of=missing))
    for wrong in ("x.V", "5.XIII", "5", "31.VI"):
        with pytest.raises((DataError, ValueError)):
            day_of(wrong)


@rule("23.3b", "23.4.2e", "23.5.2a", "23.5.2b")
def test_events_and_dated_groups_are_those_of_the_rules() -> None:
    check_events(M)
    check_options(M)
    assert "the events" in refused(check_events, changed(events=M.events[:-1]))
    for n in (0, 12, 19):
        wrong = msgspec.structs.replace(M.events[n], rule="23.3c")
        assert "rule" in refused(check_events, changed(events=(*M.events[:n], wrong, *M.events[n + 1 :])))
    for n, (round_, units) in enumerate(M.dated):
        for other in ((round_ + 1, units), (round_, units & units - 1 or 1)):
            assert "dated" in refused(check_options, changed(dated=(*M.dated[:n], other, *M.dated[n + 1 :])))
    for name in ("letter", "third_army"):
        told = getattr(M, name)
        for field in ("come", "leave", "round"):
            wrong = replace(told, **{field: getattr(told, field) + 1})
            assert f"options.{name}" in refused(check_options, changed(**{name: wrong}))
    first = M.volunteer_order[0]
    assert "order" in refused(check_options, changed(volunteer_order=(first & first - 1, *M.volunteer_order[1:])))


# -- the scenarios ---


def broken(scene: Scenario, **change: Any) -> set[str]:
    """What is wrong with a changed scenario: the rules that it breaks."""
    other = replace(scene, **change)
    found = [reason for holds, _, reason in chain.from_iterable(part(M, other) for part in PARTS) if not holds]
    return {reason.rpartition("[")[2].rstrip("]") for reason in found}


def scene(name: str) -> Scenario:
    return M.scenario(name)


@rule("1.1a", "2.0c", "20.4.1a", "22.2a", "1.4a")
@pytest.mark.parametrize("name", SCENES)
def test_what_the_number_of_a_scenario_says(name: str) -> None:
    s = scene(name)
    assert broken(s) == set()
    assert "1.1a" in broken(s, introductory=not s.introductory)
    assert "2.0c" in broken(s, points=not s.points)
    assert "20.4.1a" in broken(s, rebellion=not s.rebellion)
    assert "22.2a" in broken(s, players=(2,) if s.players == (2, 3) else (2, 3))
    assert "22.2a" in broken(s, three=None if s.three is not None else scene("spring").three)
    assert ("1.4a" in broken(s, last=s.last - 1)) == (name == "war-of-1920")
    assert ("1.4a" in broken(s, first=s.first + 1)) == (name == "war-of-1920")


@rule("3.5a", "3.4.3a", "20.4.1a")
@pytest.mark.parametrize("name", SCENES)
def test_who_must_be_there_at_the_start(name: str) -> None:
    s = scene(name)
    flies = name not in ("berezina", "niemen")
    if flies:
        assert "3.5a" in broken(s, setup=tuple(each for each in s.setup if each.unit != M.air))
    else:
        assert "3.5a" in broken(s, setup=(*s.setup, Stand(s.setup[0].hex, M.air, 0)))
    trains = [each for each in s.setup if M.trains >> each.unit & 1]
    assert trains
    for gone in trains:
        assert "3.4.3a" in broken(s, setup=tuple(each for each in s.setup if each != gone))
    rebels = [each for each in s.setup if M.red_ukrainians >> each.unit & 1]
    assert bool(rebels) >= s.rebellion
    for gone in rebels if s.rebellion else ():
        assert "20.4.1a" in broken(s, setup=tuple(each for each in s.setup if each != gone))
    wanted = [front for front, theater in ((WEST, BELARUS), (SOUTHWEST, UKRAINE)) if theater in s.theaters]
    assert fronts(s) == wanted


@rule("1.2a", "19.1a", "19.2a", "19.6d", "19.7e", "19.8d", "20.2a", "20.3d", "20.4b", "3.2d")
@pytest.mark.parametrize("name", SCENES)
def test_each_counter_is_in_one_place_and_each_box_holds_its_own(name: str) -> None:
    s = scene(name)
    lost = replace(s.boxes, absent=s.boxes.absent & s.boxes.absent - 1)
    if s.boxes.absent:
        assert broken(s, boxes=lost) == {"1.2a"}
    assert broken(s, boxes=replace(s.boxes, absent=s.boxes.absent | 1 << s.setup[0].unit)) == {"1.2a"}
    stranger = 1 << unit("P-12")
    for box, cited in (
        ("volunteer", "19.1a"), ("reserves", "19.2a, 19.6d, 19.7e"), ("ukraine", "19.8d"), ("west", "20.2a"),
        ("southwest", "20.2a"), ("cavalry", "20.2a"), ("off", "20.3d, 20.4b"), ("asterisk", "3.2d"),
    ):  # fmt: skip
        assert cited in broken(s, boxes=replace(s.boxes, **{box: getattr(s.boxes, box) | stranger}))


@rule("2.3.1a", "2.4a", "2.5.1a", "2.5.1b", "3.3a", "3.4.1b", "19.3a", "19.4a", "19.8a")
def test_where_units_may_stand_at_the_start() -> None:
    s = scene("war-of-1920")

    def moved(key: str, to: int, level: int = 0) -> set[str]:
        rest = tuple(each for each in s.setup if each.unit != unit(key))
        return broken(s, setup=(*rest, Stand(to, unit(key), level)))

    north, south = M.hex("2308"), M.hex("2017")
    assert "2.3.1a, 2.4a" in moved("P-12", M.hex("2301"))
    assert "3.3a" in moved("P-41", south, 1)
    assert "3.3a" not in moved("P-12", south, 1)
    assert "3.4.1b" in moved("P-PP1", next(h for h in bits(M.land) if not M.rail_next[h]))
    assert "19.4a" in moved("P-LWOW", north)
    words = "2.5.1a, 2.5.1b, 19.3a, 19.8a"
    for key, theater in (("P-1LB", UKRAINE), ("S-4", UKRAINE), ("S-45", BELARUS), ("P-U1", BELARUS)):
        assert closed(M, unit(key)) == M.theater[theater]
        assert words in moved(key, next(h for h in bits(M.theater[theater]) if M.land >> h & 1))
    assert closed(M, unit("P-12")) == 0


@rule("6.0a", "6.1a", "3.1b", "2.7b", "18.1a", "20.2.2c", "13.4a", "21.3b")
def test_who_may_stand_together_at_the_start() -> None:
    s = scene("war-of-1920")
    poles = [each for each in s.setup if M.side[each.unit] == POLAND]
    here = poles[0].hex
    inside = [each.unit for each in s.setup if each.hex == here]
    more = [each for each in poles if each.hex != here and M.kind[each.unit] == 0][: 5 - len(inside)]
    crowd = tuple(Stand(here, each.unit, each.level) if each in more else each for each in s.setup)
    assert "6.0a, 6.1a" in broken(s, setup=crowd)
    red = next(each for each in s.setup if M.side[each.unit] == SOVIET)
    assert "3.1b" in broken(s, setup=(*s.setup, Stand(red.hex, poles[0].unit, 0)))
    town = next(each.hex for each in poles if M.urban >> each.hex & 1)
    control = (s.control[0] & ~(1 << town), s.control[1] | 1 << town, s.control[2])
    assert "2.7b" in broken(s, control=control)
    whole, (brigade, _) = next(iter(M.pairs.items()))
    stands = {each.unit for each in s.setup}
    split = tuple(Stand(here, u, 0) for u in (whole, brigade) if u not in stands)
    assert "18.1a" in broken(s, setup=(*s.setup, *split))
    one, other = next(iter(M.twin.items()))
    rest = tuple(each for each in s.setup if each.unit not in (one, other))
    both = (*rest, Stand(red.hex, one, 0), Stand(red.hex, other, 0))
    assert "20.2.2c" in broken(s, setup=both)
    assert "13.4a" in broken(s, morale={**s.morale, POLISH: 0})
    july = scene("warsaw")
    assert "13.4a" in broken(july, morale={t: box for t, box in july.morale.items() if t != POLISH})


@rule("16.0a", "3.5c", "20.1.1a", "3.5b", "21.4f", "23.4.2e", "23.5.2b")
def test_when_reinforcements_may_come() -> None:
    s = scene("war-of-1920")
    for key, cited in (("S-4K", "20.1.1a"), ("S-ART", "3.5b"), ("S-25", "23.4.2e, 23.5.2b"),
                       ("S-33", "23.4.2e, 23.5.2b")):  # fmt: skip
        due = next(each for each in s.arrivals if each.unit == unit(key))
        rest = tuple(each for each in s.arrivals if each != due)
        for round_ in (due.round - 1, due.round + 1):
            assert cited in broken(s, arrivals=(*rest, Arrival(round_, due.unit))), key
        assert "16.0a" in broken(s, arrivals=(*rest, Arrival(s.last + 1, due.unit)))
        assert "16.0a" in broken(s, arrivals=(*rest, Arrival(s.first - 1, due.unit)))
    assert "21.4f" in broken(s, arrivals=(*s.arrivals, Arrival(s.last, unit("L-1"))))
    assert "21.4f" not in broken(s, arrivals=(*s.arrivals, Arrival(M.round_of["29.VIII"], unit("L-1"))))
    gun = next(iter(bits(M.volunteer_support)))
    assert "3.5c" in broken(s, arrivals=(*s.arrivals, Arrival(s.last, gun)))


@rule("1.4a", "2.0b")
def test_nine_scenarios_with_their_tracks() -> None:
    check_scenarios(M, DATA)
    assert "scenarios" in refused(check_scenarios, changed(scenarios=M.scenarios[:-1]), DATA)
    for n in (0, 4, 8):
        for field in ("first", "last"):
            wrong = replace(M.scenarios[n], **{field: getattr(M.scenarios[n], field) + 1})
            scenes = (*M.scenarios[:n], wrong, *M.scenarios[n + 1 :])
            assert "track" in refused(check_scenarios, changed(scenarios=scenes), DATA)
