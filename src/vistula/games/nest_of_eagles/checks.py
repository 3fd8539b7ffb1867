"""What the rulebook of 1920: Nest of Eagles states about units, tables and scenarios, checked whenever data is loaded.

Only what the rulebook states is demanded, and what a scenario needs to be playable, so that an owner of the printed
game can put in every other value. What it states about the map is proved by ``board_checks``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import chain
from pathlib import Path

from vistula.board.data import demand, equal
from vistula.board.hexes import bits, collect
from vistula.games.nest_of_eagles.model import (
    AIR,
    ARTILLERY,
    BELARUS,
    CARS,
    CAVALRY,
    FULL,
    INFANTRY,
    LITHUANIA,
    MOTORIZED,
    POLAND,
    POLISH,
    REDUCED,
    SOUTHWEST,
    SOVIET,
    TANK,
    THEATERS,
    TRAIN,
    UKRAINE,
    WEST,
    Model,
    Scenario,
)
from vistula.games.nest_of_eagles.sheets import SCENARIOS
from vistula.games.nest_of_eagles.tables import CHARTS, EVENTS, TRACKS, Data
from vistula.games.nest_of_eagles.units import UNITS
from vistula.games.stated import check_stated

MONTHS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
MOVING = {INFANTRY: 3, CAVALRY: 4, MOTORIZED: 4}
SUPPORT_UNITS = {
    POLAND: {TRAIN: 2, CARS: 1, ARTILLERY: 1, TANK: 1, AIR: 1, MOTORIZED: 1},
    SOVIET: {TRAIN: 2, CARS: 1, ARTILLERY: 1, TANK: 0, AIR: 0, MOTORIZED: 0},
}

# Units in worked examples: full strength, or None where only their presence is told; reduced strength likewise.
EXAMPLES = (
    ("P-12", 4, None, "8.2"), ("P-13", 4, None, "8.2"), ("P-1C", 4, None, "8.2"), ("P-3BJ", 2, None, "8.2"),
    ("S-45", 3, None, "8.2"), ("S-4K", 4, None, "8.2"), ("P-16", 4, None, "10.3"), ("P-4BJ", None, 1, "10.3"),
    ("S-58", 3, None, "10.3"), ("P-21", 4, None, "10.5"), ("S-53", 4, 2, "10.5, 10.7"), ("S-12", 3, None, "10.7"),
    ("S-2K", 2, None, "10.7"), ("P-2BJ", 2, None, "11.5"), ("P-1L", None, None, "11.3"), ("P-2L", None, None, "4.1"),
    ("P-3L", None, None, "7.1"), ("P-18", None, None, "11.3"), ("P-13.7", None, None, "11.3"),
    ("P-21b", None, None, "7.1"), ("S-27", None, None, "15.3"), ("S-21", None, None, "15.3"),
    ("S-10", None, None, "15.3"), ("S-41", None, None, "3.4.3"),
)  # fmt: skip


def check(m: Model, data: Data) -> None:
    """Raise a DataError for the first thing in which the data differs from the rulebook."""
    check_counters(m)
    check_special_units(m)
    check_examples(m)
    check_attack_table(m)
    check_stated(Path(__file__).parent, charts=data.charts)
    check_morale(m, data)
    check_advance(m)
    check_rounds(m)
    check_events(m)
    check_options(m)
    check_scenarios(m, data)


def keys(m: Model, units: int) -> str:
    return " ".join(m.key[u] for u in bits(units))


# -- units


def check_counters(m: Model) -> None:
    """[1.2a, 3.2d, 3.2e, 3.4.3a] How many there are, and what each kind has."""
    soviet = m.front_army[WEST] | m.front_army[SOUTHWEST]
    counts = tuple(army.bit_count() for army in (m.army[POLAND], soviet, m.front_army[LITHUANIA]))
    equal(UNITS, "the counters (Polish, Soviet, Lithuanian)", counts, (94, 78, 3), "1.2a")
    for u in m.units:
        if m.kind[u] in MOVING and u != m.lwow_unit:
            equal(UNITS, f"{m.key[u]} mp", m.mp[u], MOVING[m.kind[u]], "3.2e")
    for side, stated in SUPPORT_UNITS.items():
        found = {kind: sum(m.kind[u] == kind for u in bits(m.army[side])) for kind in stated}
        equal(UNITS, f"support and motorized units of side {side}, by kind", found, stated, "3.2e, 3.4a")
    trains = tuple((m.trains & m.front_army[front]).bit_count() for front in (WEST, SOUTHWEST))
    equal(UNITS, "armored trains of the Fronts", trains, (1, 1), "3.4.3k")
    marked = tuple((m.asterisk & army).bit_count() for army in m.army)
    equal(UNITS, "units with an asterisk (Polish, Soviet)", marked, (1, 3), "3.2d")
    equal(UNITS, "elite cavalry of the Poles", keys(m, m.elite & m.cavalry & m.army[POLAND]), "", "8.2d")


def check_special_units(m: Model) -> None:
    """Chapters 18 to 21: the units that they name by number, letter or band."""
    for key, found, stated, rule in special_units(m):
        equal(UNITS, key, found, stated, rule)
    for division in m.pairs:
        demand(bool(m.three_steps >> division & 1), UNITS, m.key[division], "a division that can be split [18.0b]")
    for u, other in m.twin.items():
        demand(m.twin.get(other) == u, UNITS, m.key[u], "its twin has another one [20.2.2c]")


def special_units(m: Model) -> Iterator[tuple[str, object, object, str]]:
    yield "divisions that can be split", labels(m, collect(m.pairs)), "4 5 6 7 8 9 2LB", "18.1a, 19.3c"
    volunteers = (m.volunteer_brigades, m.volunteer_regiments, m.volunteer_cavalry, m.volunteer_support)
    yield "volunteer brigades, regiments, cavalry, support", counted(volunteers), (6, 6, 3, 3), "19.1.1b"
    yield "volunteer divisions, at least one", bool(m.volunteer_divisions), True, "19.1.2a"
    yield "Polish Reserve brigades", labels(m, m.reserves_polish & m.brigades), "1R 2R 3R 7R", "19.2b"
    yield "other Polish Reserve units", keys(m, m.reserves_polish & ~m.brigades), m.key[m.p23r], "19.2d"
    yield "Lithuanian-Belarusian divisions", (m.lith_belarus & m.divisions).bit_count(), 2, "19.3b"
    yield "the Lwów unit's movement points", m.mp[m.lwow_unit], 0, "19.4a"
    yield "Cossack cavalry brigades", labels(m, m.cossacks & m.cavalry & m.brigades), "J S", "19.6a, 23.3.2.2"
    yield "counter-revolutionary divisions", labels(m, m.whites & m.divisions), "1 BB", "19.7c, 19.7d"
    yield "Polish-allied Ukrainian infantry", labels(m, m.ukrainians & m.infantry), "1 2 3 4 5 6", "19.8a, 23.3.2.1"
    yield "Polish-allied Ukrainian cavalry", keys(m, m.ukrainians & m.cavalry), m.key[m.h], "19.8c"
    yield "Elite divisions of Konarmiya", labels(m, m.konarmiya_divisions & m.elite), "4 6 11 14", "20.1a"
    yield "other units of Konarmiya", labels(m, m.konarmiya & ~m.konarmiya_divisions), "9 S", "20.1a"
    yield "its cavalry and armored cars", counted((m.konarmiya & m.cavalry, m.konarmiya & m.cars)), (5, 1), "20.1a"
    yield "Reserve divisions, West", labels(m, m.reserve_divisions[WEST]), "19 48 55", "20.2a"
    yield "Reserve divisions, Southwest", labels(m, m.reserve_divisions[SOUTHWEST]), "3 Ł 46", "20.2a"
    yield "the Latvian division's icon", bool(m.elite >> m.latvian & 1), True, "20.2.1f"
    for front, name in ((WEST, "West"), (SOUTHWEST, "Southwest")):
        horse = m.reserve_cavalry & m.front_army[front] & m.divisions
        yield f"Reserve cavalry, {name}", labels(m, horse), "17 8K 33K", "20.2.2c"
    yield "the Revolutionary Division's steps", m.steps[m.prd], 2, "20.3b"
    yield "Soviet-allied Ukrainian brigades", labels(m, m.red_ukrainians & m.brigades), "1 2 3", "20.4.1a"
    yield "Lithuanian divisions", labels(m, m.front_army[LITHUANIA] & m.divisions), "1 2 3", "21.1a, 21.4f"


def labels(m: Model, units: int) -> str:
    return " ".join(sorted((m.label[u] for u in bits(units)), key=lambda label: (len(label), label)))


def counted(sets: Iterable[int]) -> tuple[int, ...]:
    return tuple(units.bit_count() for units in sets)


def check_examples(m: Model) -> None:
    for key, full, reduced, rule in EXAMPLES:
        demand(key in m.unit_by_key, UNITS, key, f"is missing (example of {rule})")
        u = m.unit_by_key[key]
        for level, stated in ((FULL, full), (REDUCED, reduced)):
            if stated is not None:
                equal(UNITS, f"{key} strength at level {level}", m.sp[level][u], stated, f"example of {rule}")
    three, two = m.unit_by_key["S-53"], m.unit_by_key["P-4BJ"]
    equal(UNITS, "S-53 steps, P-4BJ steps", (m.steps[three], m.steps[two]), (3, 2), "examples of 10.5, 10.4")
    silent = m.unit_by_key["P-2BJ"]
    demand(not m.lof_full >> silent & 1, UNITS, "P-2BJ lof", "generates no LOF (example of 15.3)")
    demand(bool(m.lof_full >> m.unit_by_key["P-1L"] & 1), UNITS, "P-1L lof", "generates LOF (example of 15.3)")


# -- tables


def check_attack_table(m: Model) -> None:
    """[10.3a, 10.5a] The two cells that examples show, and the Very Favorable ones."""
    equal(CHARTS, "attack.table, 5 against 3", m.chance[5][3], 8, "example of 10.3")
    equal(CHARTS, "attack.table, 8 against 2", m.chance[8][2], 11, "example of 10.5")
    found = {(a, d) for a, row in enumerate(m.very_favorable) for d, marked in enumerate(row) if marked}
    equal(CHARTS, "attack.table, Very Favorable cells", found, {(6, 1), (7, 1), (8, 1), (8, 2)}, "10.5a")


def check_morale(m: Model, data: Data) -> None:
    """[13.1a, 13.2a, 13.2b] 24 boxes to either side, levels 0 to 2 outwards from the middle."""
    equal(CHARTS, "morale.boxes", m.most_morale, 24, "13.2b")
    first, second = data.charts.morale.level_1, data.charts.morale.level_2
    ordered = 0 < first < second <= m.most_morale
    demand(ordered, CHARTS, "morale.level_2", "levels 0, 1 and 2 follow one another [13.2a]")


def check_advance(m: Model) -> None:
    """[12.1a, 12.1b] Advance points by side and kind."""
    poland = (2, 2, 2, 2, 2, 0, 0, -1)
    equal(CHARTS, "advance.poland", m.advance_mp[POLAND], poland, "12.1a, 12.1b")
    found = tuple(m.advance_mp[SOVIET][kind] for kind in (INFANTRY, CAVALRY, TRAIN, CARS, ARTILLERY))
    equal(CHARTS, "advance.soviet (infantry, cavalry, train, cars, artillery)", found, (1, 3, 3, 3, 0), "12.1a, 12.1b")


def check_rounds(m: Model) -> None:
    """[2.0b, 5.0a] A round is a week and is called by its first day, from April to October [1.4a]."""
    days = [day_of(text) for text in m.dates[1:]]
    for text, before, day in zip(m.dates[2:], days, days[1:], strict=False):
        equal(TRACKS, f"dates {text}", day - before, timedelta(weeks=1), "5.0a")
    equal(TRACKS, "dates, first and last month", (days[0].month, days[-1].month), (4, 10), "1.4a")
    for text, rule in (
        ("9.V", "23.4.2"),
        ("23.V", "20.1.1"),
        ("30.V", "19.8.1"),
        ("20.VI", "3.5"),
        ("29.VIII", "21.4"),
    ):
        demand(text in m.round_of, TRACKS, f"dates {text}", f"is missing ({rule})")


def day_of(text: str) -> date:
    day, _, month = text.partition(".")
    demand(day.isdigit() and month in MONTHS[1:], TRACKS, f"dates {text}", "is no day and Roman month [2.0b]")
    return date(1920, MONTHS.index(month), int(day))


def check_events(m: Model) -> None:
    """[23.3b] Ten for each side, in order."""
    found = [(event.side, event.number) for event in m.events]
    wanted = [(side, number) for side in ("poland", "soviet") for number in range(1, m.markers.events + 1)]
    equal(EVENTS, "the events", found, wanted, "23.3b")
    for event in m.events:
        rule = f"23.3.{1 if event.side == 'poland' else 2}.{event.number}"
        equal(EVENTS, f"event {event.title}, rule", event.rule, rule, rule)


def check_options(m: Model) -> None:
    """[23.4.2e, 23.5.2a, 23.5.2b] The dated groups and the Soviet Political Priorities."""
    groups = tuple((m.dates[round], keys(m, units)) for round, units in m.dated)
    stated = (("9.V", "S-25 S-B"), ("23.V", keys(m, m.konarmiya)), ("13.VI", "S-24"), ("27.VI", "S-8Ks"))
    equal(CHARTS, "options.dated", groups, stated, "23.4.2e")
    come = keys(m, m.letter.come), m.dates[m.letter.round], keys(m, m.letter.leave)
    equal(CHARTS, "options.letter", come, ("S-16x S-33x S-16Kx", "27.VI", "S-16 S-33 S-16K"), "23.5.2a")
    third = keys(m, m.third_army.come), m.dates[m.third_army.round], keys(m, m.third_army.leave)
    equal(CHARTS, "options.third_army", third, ("S-8Kw S-33Kw", "20.VI", "S-33"), "23.5.2b")
    turn = tuple(
        counted(units & kind for kind in (m.volunteer_brigades, m.volunteer_regiments, m.volunteer_cavalry, m.support))
        for units in m.volunteer_order
    )
    equal(CHARTS, "volunteers.order", turn, ((2, 2, 1, 1),) * 3, "19.1.1b")


# -- scenarios


def check_scenarios(m: Model, data: Data) -> None:
    """[1.1a, 1.4a, 2.0c, 3.5a, 20.4.1a, 22.2a] What the rulebook says of scenarios by their number."""
    equal(SCENARIOS, "scenarios", [s.number for s in m.scenarios], list(range(1, 10)), "1.4a")
    spans = [
        (row.scenario, m.round_of.get(row.first), m.round_of.get(row.last), row.rounds) for row in data.tracks.track
    ]
    wanted = [(s.number, s.first, s.last, s.last - s.first + 1) for s in m.scenarios]
    equal(TRACKS, "track", spans, wanted, "2.0b")
    for scene in m.scenarios:
        for holds, key, reason in chain.from_iterable(part(m, scene) for part in PARTS):
            demand(holds, SCENARIOS, f"scenario {scene.id} {key}", reason)


Statement = tuple[bool, str, str]


def by_number(m: Model, s: Scenario) -> Iterator[Statement]:
    on_map = collect(stand.unit for stand in s.setup)
    yield s.introductory == (s.number <= 3), "introductory", "introductory rules are for scenarios 1 to 3 [1.1a]"
    yield s.points == (s.number in (1, 2, 3, 4, 8)), "points", "victory points are kept in 1 to 4 and 8 [2.0c]"
    flies = bool(on_map >> m.air & 1)
    yield flies == (s.number not in (1, 8)), "setup", "the air unit is there in all scenarios but 1 and 8 [3.5a]"
    rebels = s.number in (2, 3, 9)
    yield s.rebellion == rebels, "rebellion", "the rebellion belongs to scenarios 2, 3 and 9 [20.4.1a]"
    yield not rebels or not m.red_ukrainians & ~on_map, "setup", "the three Ukrainian brigades are missing [20.4.1a]"
    three = s.number in (3, 4, 5, 6, 7, 9)
    yield s.players == ((2, 3) if three else (2,)), "players", "three may play scenarios 3 to 7 and 9 [22.2a]"
    yield (s.three is not None) == three, "three", "three players have victory conditions in 3 to 7 and 9 [22.2a]"
    trains = m.trains & (m.army[POLAND] | collect(u for front in fronts(s) for u in bits(m.front_army[front])))
    yield not trains & ~on_map, "setup", "armored trains are always there at set-up [3.4.3a]"
    if s.number == 9:
        yield (s.first, s.last) == (1, m.rounds), "rounds", "the campaign lasts from April to October [1.4a]"


def fronts(s: Scenario) -> list[int]:
    """[2.5.1a, 2.5.1b] Soviet Fronts whose own Theater is in play."""
    return [front for front, theater in ((WEST, BELARUS), (SOUTHWEST, UKRAINE)) if theater in s.theaters]


def accounts(m: Model, s: Scenario) -> Iterator[Statement]:
    """[1.2a] Every counter is in one place, and in a box that is for it."""
    b = s.boxes
    waiting = [(name, getattr(b, name)) for name in b.__slots__]
    units = Counter(u for _, box in waiting for u in bits(box))
    units.update(stand.unit for stand in s.setup)
    units.update(arrival.unit for arrival in s.arrivals)
    for u in m.units:
        yield units[u] == 1, m.key[u], f"is in {units[u]} places, not in one [1.2a]"
    allowed = {
        "volunteer": (m.volunteers | m.volunteer_support, "19.1a"),
        "reserves": (m.reserves_polish | m.cossacks | m.whites, "19.2a, 19.6d, 19.7e"),
        "ukraine": (m.ukrainians, "19.8d"),
        "west": (m.reserve_divisions[WEST], "20.2a"),
        "southwest": (m.reserve_divisions[SOUTHWEST], "20.2a"),
        "cavalry": (m.reserve_cavalry, "20.2a"),
        "off": (m.red_ukrainians | 1 << m.prd | m.front_army[LITHUANIA], "20.3d, 20.4b"),
        "asterisk": (m.asterisk, "3.2d"),
    }
    for name, box in waiting:
        fit, rule = allowed.get(name, (-1, ""))
        yield not box & ~fit, f"boxes.{name}", f"is no place for {keys(m, box & ~fit)} [{rule}]"


def places(m: Model, s: Scenario) -> Iterator[Statement]:
    """Who stands where at the start."""
    for hex, unit, level in s.setup:
        key, where = f"setup {m.key[unit]}", m.hex_name(hex)
        theater = THEATERS[m.theater_of[hex]]
        yield bool(s.ground >> hex & 1), key, f"{where} is not in play [2.3.1a, 2.4a]"
        yield level == FULL or m.steps[unit] > 1, key, "has no Reduced side [3.3a]"
        yield not m.trains >> unit & 1 or bool(m.rail_next[hex]), key, f"{where} has no railroad [3.4.1b]"
        yield not closed(m, unit) >> hex & 1, key, f"may not be in the {theater} Theater [2.5.1a, 2.5.1b, 19.3a, 19.8a]"
        yield unit != m.lwow_unit or hex == m.lwow, key, "stands in Lwów [19.4a]"
        barred = s.begun.wilno and m.front[unit] in (WEST, SOUTHWEST) and m.aspired >> hex & 1 & ~(s.may_hold >> hex)
        yield not barred, key, f"{where} is inside the Aspirations Line, and not in may_hold [21.3b]"
    invaded = any(m.side[unit] == SOVIET and m.theater[POLISH] >> hex & 1 for hex, unit, _ in s.setup)
    words = "is on the track if Soviet units are in that Theater, and only then [13.4a]"
    yield (POLISH in s.morale) == invaded, "morale polish", words


def together(m: Model, s: Scenario) -> Iterator[Statement]:
    """Stacks, who controls their hex, and counters of which only one can be there."""
    for hex in {stand.hex for stand in s.setup}:
        units = [unit for at, unit, _ in s.setup if at == hex]
        key, limit = f"setup {m.grid.number(hex)}", m.stacking.warszawa if hex == m.warszawa else m.stacking.limit
        yield len(units) <= limit, key, f"{len(units)} units, {limit} may be there [6.0a, 6.1a]"
        colours = {0 if m.side[u] == POLAND else 2 if m.front[u] == LITHUANIA else 1 for u in units}
        yield len(colours) == 1, key, "units of several colours [3.1b]"
        owner = min(colours)
        yield bool((s.control[owner] | ~m.urban) >> hex & 1), key, "whose units stand there controls it [2.7b]"
    placed = collect(stand.unit for stand in s.setup)
    for division, brigades in m.pairs.items():
        alone = not placed >> division & 1 or not placed & collect(brigades)
        yield alone, f"setup {m.key[division]}", "stands there with its own brigades [18.1a]"
    for u, other in m.twin.items():
        yield not placed >> u & placed >> other & 1, f"setup {m.key[u]}", "both counters are in play [20.2.2c]"


def closed(m: Model, unit: int) -> int:
    """Hexes of Theaters in which a unit cannot be."""
    if m.lith_belarus >> unit & 1 or m.front[unit] == WEST:
        return m.theater[UKRAINE]  # [19.3a, 2.5.1a]
    if m.ukrainians >> unit & 1 or m.front[unit] == SOUTHWEST:
        return m.theater[BELARUS]  # [19.8a, 2.5.1b]
    return 0


def arrivals(m: Model, s: Scenario) -> Iterator[Statement]:
    """Dates of arrival that rules state."""
    due = {unit: round for round, unit in s.arrivals}
    for unit, round in due.items():
        yield s.first <= round <= s.last, f"arrivals {m.key[unit]}", "comes in a round that is not played [16.0a]"
        yield not m.volunteer_support >> unit & 1, f"arrivals {m.key[unit]}", "comes with the Volunteer Army [3.5c]"
    for units, text, rule in (
        (m.konarmiya, "23.V", "20.1.1a"),
        (m.artillery & m.army[SOVIET], "20.VI", "3.5b"),
        (m.front_army[LITHUANIA], "29.VIII", "21.4f"),
    ):
        for unit in bits(units & collect(due)):
            yield due[unit] == m.round_of[text], f"arrivals {m.key[unit]}", f"comes on {text} [{rule}]"
    if s.number == 9:
        for round, units in (*m.dated, (m.round_of["20.VI"], m.third_army.leave)):
            for unit in bits(units):
                yield due.get(unit) == round, f"arrivals {m.key[unit]}", f"comes on {m.dates[round]} [23.4.2e, 23.5.2b]"


PARTS = (by_number, accounts, places, together, arrivals)
