"""The beginning of a phase, the track of victory points and the end, said once more in plain words."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.model import ORDERS, PHASES, PIECES, POLAND, RUSSIA, SOUTH
from vistula.games.strike_of_the_eagle.rules.sequence import begin_phase, stacked
from vistula.games.strike_of_the_eagle.rules.victory import (
    city_changes,
    count_cities,
    last_phase,
    lead,
    leader_of,
    moved_lead,
    perish,
    result,
    score,
    sudden_victor,
)
from vistula.games.strike_of_the_eagle.state import CITIES_TWICE, NONE, Effect, Entry, Order
from vistula.kernel import Frame

from .table import M, area, start, unit
from .test_changes import dirty

rule = pytest.mark.rule

# -- a phase begins -------------------------------------------------------------------------------------------------

FORGOTTEN = ("on_link", "behind", "moved", "executed", "marched", "at_full", "fought", "detached", "stuck", "named")


@rule("1.1c", "7.32a", "7.11b", "7.2b", "7.2i")
@pytest.mark.parametrize("scenario", ["campaign", "zhlobin"])
def test_what_is_true_when_a_phase_begins(scenario):
    s = dirty() if scenario == "campaign" else start(scenario).s
    rng = random.Random(1)
    s.origin = [rng.choice([-1, 3]) for _ in s.origin]
    s.start = [7] * len(s.start)
    s.entries, s.free, s.late = [Entry(1, 2, 0)], {3: 1}, {4: 1}
    s.orders, s.fulfilled, s.effects = [Order(1, 0, 3, 4)], [1], [Effect(3, 0)]
    s.placed, s.recons, s.to_vilna, s.next_order = [1] * 4, [1] * 4, [1] * 4, 9
    s.passed = s.uncovered = 15
    s.committed, s.reserved, s.allowance = [5] * 4, [[1] * len(ORDERS)] * 4, [7] * 4
    s.southern = rng.getrandbits(110)
    begin_phase(s)
    assert s.start == [place if place >= 0 else -1 for place in s.place]
    assert {*s.origin} == {-1}
    assert [getattr(s, mark) for mark in FORGOTTEN] == [0] * len(FORGOTTEN)
    two = scenario == "campaign"
    south = {p for p in range(110) if s.place[p] >= 0 and two and M.front[s.place[p]] == SOUTH}
    assert set(members(s.southern)) == south
    assert [set(members(areas)) for areas in s.began] == [
        {s.place[p] for p in PIECES[side] if s.place[p] >= 0} for side in (POLAND, RUSSIA)
    ]
    assert (s.entries, s.free, s.late, s.orders, s.fulfilled, s.effects) == ([], {}, {}, [], [], [])
    assert (s.placed, s.recons, s.to_vilna, s.committed) == ([0] * 4, [0] * 4, [0] * 4, [NONE] * 4)
    assert (s.next_order, s.passed, s.uncovered, s.report) == (0, 0, 0, None)
    assert s.reserved == [[0] * len(ORDERS)] * 4
    assert s.allowance == ([2, 2, 2, 2] if two else [2, 0, 2, 0])


@rule("2.0f")
def test_who_changes_places_out_of_sight_as_a_phase_begins():
    s = start("campaign").s
    places = [s.place[p] for p in range(56)], [s.place[p] for p in range(56, 110)]
    expected = [p for p in range(110) if s.place[p] >= 0 and places[p >= 56].count(s.place[p]) > 1]
    assert stacked(Frame(), s) == expected
    assert expected


# -- the track ------------------------------------------------------------------------------------------------------


@rule("7.8b", "7.8c")
def test_a_lead_moves_along_a_track_that_has_no_zero():
    for end in (3, 20):
        track = [*range(-end, 0), *range(1, end + 1)]
        for here, value in enumerate(track):
            for points in range(-end, end + 1):
                there = max(0, min(len(track) - 1, here + points))
                assert moved_lead(value, points, end) == track[there]


@rule("7.8a", "7.8b")
@pytest.mark.parametrize(
    ("side", "before", "points", "after"), [(0, 1, 2, 3), (1, 1, 1, -1), (1, -1, 2, -3), (0, -1, 0, -1)]
)
def test_points_move_the_marker_towards_who_gains_them(side, before, points, after):
    s = start("campaign").s
    s.vp = before
    score(s, side, points, "7.8a")
    assert s.vp == after
    assert leader_of(s) == (POLAND if after > 0 else RUSSIA)
    assert (lead(s, POLAND), lead(s, RUSSIA)) == ((after, 0) if after > 0 else (0, -after))


@rule("7.42e", "7.71c", "9.0d")
@pytest.mark.parametrize(
    ("name", "saved", "points", "fate"),
    [("P-14", 0, 3, -2), ("P-14", 1, 0, -1), ("P-Haller", 0, 0, -2), ("R-21", 0, 3, -2), ("R-Stalin", 0, 0, -2)],
)
def test_what_a_lost_block_is_worth(name, saved, points, fate):
    s = start("campaign").s
    p = s.unit.index(unit(name))
    s.place[p], s.vp = area("Kiev"), 10
    perish(s, p, saved, 3, "7.42g")
    worth = M.charts.points.leader_captured if M.leader[unit(name)] else points
    assert s.vp == 10 + (worth if name.startswith("R") else -worth)
    assert s.place[p] == fate


# -- cities ---------------------------------------------------------------------------------------------------------


@rule("1.3c", "1.3d", "7.8a")
@pytest.mark.parametrize("rulings", [0, CITIES_TWICE])
@pytest.mark.parametrize("seed", range(4))
def test_which_cities_have_changed_hands_and_what_that_is_worth(seed, rulings):
    """From the enemy or from neutral: to whoever takes it; left neutral: to the enemy of who held it."""
    rng = random.Random(seed)
    s = start("campaign").s
    s.rulings = rulings
    s.place = [-1] * len(s.place)
    cities = [a for a in members(M.key_cities) if s.scene.areas >> a & 1 and not M.lithuania >> a & 1]
    before = {a: rng.choice((POLAND, RUSSIA, NONE)) for a in cities if not M.eastern_links >> a & 1}
    after = {a: rng.choice((POLAND, RUSSIA, NONE)) for a in before}
    links = M.eastern_links & M.key_cities
    s.held = [sum(1 << a for a in before if before[a] == side) | links * side for side in (0, 1)]
    s.garrisons = [sum(1 << a for a in after if after[a] == side) for side in (0, 1)]
    expected, gains = [], [0, 0]
    for a in sorted(before):
        if before[a] != after[a] and M.vp[a]:
            who = after[a] if after[a] != NONE else 1 - before[a]
            twice = rulings and NONE not in (before[a], after[a])
            expected.append((a, who, M.vp[a] * (2 if twice else 1)))
            gains[who] += expected[-1][2]
    assert city_changes(s) == expected
    s.vp = 1
    count_cities(s)
    assert s.vp == moved_lead(1, gains[POLAND] - gains[RUSSIA], M.charts.points.track)
    assert [s.held[side] & ~links for side in (0, 1)] == [g & ~links for g in s.garrisons]
    assert city_changes(s) == []


# -- the end --------------------------------------------------------------------------------------------------------


@rule("5.0c")
def test_who_has_won_before_the_end():
    for number, scene in enumerate(M.scenes):
        s = start("campaign").s
        s.scenario = number
        s.place = [-1] * len(s.place)
        for holds in (False, True):
            s.garrisons = [0, 1 << M.warsaw] if holds else [1 << M.warsaw, 0]
            warsaw = bool(holds and scene.warsaw_decides and scene.areas >> M.warsaw & 1)
            for vp in (*range(-25, 0), *range(1, 26)):
                s.vp = vp
                great = scene.sudden_lead > 0 and abs(vp) >= scene.sudden_lead
                expected = RUSSIA if warsaw or (great and vp < 0) else POLAND if great else NONE
                assert sudden_victor(s) == expected
    assert any(scene.warsaw_decides for scene in M.scenes)
    assert any(scene.sudden_lead for scene in M.scenes)


@rule("4.0b", "5.0c")
def test_which_phase_is_the_last():
    for number, scene in enumerate(M.scenes):
        s = start("campaign").s
        s.scenario = number
        for s.round in range(1, 9):
            for s.phase in range(PHASES + 2):
                for s.closing in (False, True):
                    assert last_phase(s) == (s.closing or (s.round == scene.last and s.phase == PHASES))


@rule("5.0c", "10.0e")
def test_the_result_is_read_from_the_levels_of_the_scenario():
    for number, scene in enumerate(M.scenes):
        s = start("campaign").s
        s.scenario = number
        for vp in (-20, -7, -1, 1, 4, 9, 20):
            s.vp, s.sudden = vp, NONE
            (row,) = [r for r in scene.levels if r.side == (vp < 0) and r.low <= abs(vp) <= r.high]
            found = result(s)
            assert found.level == row.level
            assert found.winners == (() if row.winner == NONE else (("poland", "russia")[row.winner],))
            assert found.score == {"poland": max(0, vp), "russia": max(0, -vp)}
            s.sudden = POLAND
            assert (result(s).winners, result(s).level) == (("poland",), "decisive")
