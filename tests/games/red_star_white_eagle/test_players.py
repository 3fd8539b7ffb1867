"""What officers make of the war: prices, the garrison of Warsaw, odds, and an answer for every question."""

from __future__ import annotations

import random

import pytest

from vistula.games.red_star_white_eagle.evaluation import odds
from vistula.games.red_star_white_eagle.evaluation.answers import ROLES, enough
from vistula.games.red_star_white_eagle.evaluation.brief import Brief, officer
from vistula.games.red_star_white_eagle.evaluation.garrison import garrison, posted, wanted
from vistula.games.red_star_white_eagle.evaluation.worth import chance_to_win, prices, step_value, value_of
from vistula.games.red_star_white_eagle.rules.control import vp
from vistula.games.red_star_white_eagle.rules.movement import begin_movement
from vistula.games.red_star_white_eagle.state import REDUCED, State, turn_over
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA
from vistula.players import PLAYERS
from vistula.players.kit.assault import Judge
from vistula.players.kit.officer import question

from .desk import TITLE, play, situation, whole
from .fields import M, h, u
from .fighting import fight

SCENES = [scene.id for scene in M.scenarios]


# -- prices -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", SCENES)
def test_cities_count_by_their_points_and_warsaw_above_all(scene: str) -> None:
    known = prices(whole(scene))
    ranked = sorted(M.vp, key=lambda city: -known[city])
    assert ranked[0] == M.warsaw
    assert known[M.warsaw] > 2 * known[ranked[1]]
    assert all(known[city] >= 2 * points for city, points in M.vp.items())
    assert prices(whole(scene, **{"fall-of-warsaw": "yes"}))[M.warsaw] < known[M.warsaw]


def test_a_unit_is_worth_its_factors_and_a_step_its_part() -> None:
    s = situation({"1515": "P-1L P-4 P-Mil1"})
    whole_value, weaker, militia = (value_of(s, u(key)) for key in ("P-1L", "P-4", "P-Mil1"))
    assert whole_value > weaker > militia > 0
    step = step_value(s, u("P-1L"))
    turn_over(s, u("P-1L"), REDUCED)
    assert value_of(s, u("P-1L")) == pytest.approx(whole_value - step)
    assert step_value(s, u("P-1L")) == value_of(s, u("P-1L"))


@pytest.mark.parametrize("scene", SCENES)
def test_cities_bring_the_chance_to_win(scene: str) -> None:
    s = whole(scene)
    before, points = chance_to_win(s, RUSSIA), vp(s)
    assert before + chance_to_win(s, POLAND) == pytest.approx(1.0)
    s.held = [s.held[0] & ~(1 << M.kiev | 1 << M.wilno), s.held[1] | 1 << M.kiev | 1 << M.wilno]
    if vp(s) != points:
        assert chance_to_win(s, RUSSIA) > before
    s.over = 1
    assert (chance_to_win(s, RUSSIA), chance_to_win(s, POLAND)) == (1.0, 0.0)


# -- Warsaw -----------------------------------------------------------------------------------------------------------


def test_nobody_is_kept_in_warsaw_while_no_enemy_is_near() -> None:
    s = situation({"1014": "P-14", "3611": "R-27"})
    assert wanted(s) == 0
    assert garrison(s) == 0
    assert posted(s) == {}


def test_the_strongest_stay_and_somebody_stands_around() -> None:
    s = situation({"1014": "P-14 P-Wars P-1R P-7R", "1115": "P-Mil1", "0714": "P-LegC1 P-LegC2", "1213": "R-27 R-2",
                   "1312": "R-4 R-8"})  # fmt: skip
    begin_movement(s, POLAND)
    found = posted(s)
    assert found[u("P-14")] == M.warsaw
    ring = {hex for hex in found.values() if hex != M.warsaw}
    assert ring <= set(M.grid.neighbours[M.warsaw])
    assert len(ring) >= 3
    assert garrison(s) >> u("P-14") & 1


# -- attacks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("column", "least"), [(0, 0.0), (2, 0.3), (8, 0.9)])
def test_better_columns_promise_more(column: int, least: float) -> None:
    found = odds._chances(M, column, 0, 8, 4, 0.1)
    assert sum(chance.p for chance in found) == pytest.approx(1.0)
    assert sum(chance.p * chance.taken for chance in found) >= least


def test_an_attack_takes_no_more_than_makes_it_better() -> None:
    game = fight({"1515": "P-14 P-1L P-5", "1516": "P-4 P-6 P-7", "1616": "R-cW1"})
    o, seat = officer(M), game.seat("poland")
    judge = Judge(o.field(seat), o.brief, seat.s, POLAND)
    found = enough(judge, h("1616"), [u(key) for key in ["P-14", "P-1L", "P-5", "P-4", "P-6", "P-7"]])
    assert found is not None
    assert len(found.units) == 1


def test_an_officer_declares_musters_and_attacks() -> None:
    game = fight({"1515": "P-14 P-1L", "1616": "R-cW1"})
    player = PLAYERS["officer"]()
    clicks = []
    while game.decisions and "resolve" not in clicks:
        seat = game.seat(next(iter(game.decisions)))
        action = player.choose(seat, random.Random(1))
        clicks.append(action.verb)
        game.push(action, seat.id)
    assert clicks == ["attack", "unit", "resolve"]


# -- questions --------------------------------------------------------------------------------------------------------


def test_every_answer_belongs_to_a_question() -> None:
    steps = {f"{cls.__name__}.{name}" for cls in TITLE.procedures for name in cls.steps}
    assert set(ROLES) <= steps


def test_every_question_of_a_phase_has_an_answer() -> None:
    """All but those that one look ahead answers."""
    asked = {f"{cls.__name__}.{name}" for cls in TITLE.procedures for name, st in cls.steps.items() if st.takers}
    left = asked - set(ROLES)
    assert left == {"Arranging.where"}


@pytest.mark.parametrize("scene", SCENES)
def test_officers_begin_every_scenario(scene: str) -> None:
    """Through the first attacks; no piece is lost sight of, and nobody asks for ever."""
    game = TITLE.start(scene, seed=4, journal=False)
    players = {seat: PLAYERS["officer"]() for seat in TITLE.seats}
    seen: set[str] = set()
    for _ in range(700):
        seat = game.seat(next(iter(game.decisions)))
        seen.add(question(seat))
        game.push(players[seat.id].choose(seat, random.Random(1)), seat.id)
    TITLE.check(game.s, game.stack)
    assert {"MovementPhase.pick", "Move.go", "Attacks.declare"} <= seen


def test_worth_and_horizon_go_by_turns() -> None:
    brief, s = Brief(M), whole("gates")
    first = brief.epoch(s)
    s.phase = 2
    assert first < brief.epoch(s) < brief.horizon(s)
    s.side = RUSSIA
    assert brief.epoch(s) > first + 2


def test_a_recruit_plays_on() -> None:
    game = play(fight({"1515": "P-14 P-1L", "1616": "R-54"}))
    recruit = PLAYERS["recruit"]()
    for _ in range(10):
        if not game.decisions:
            break
        seat = game.seat(next(iter(game.decisions)))
        game.push(recruit.choose(seat, random.Random(2)), seat.id)
    s: State = game.s
    assert s.place[u("P-14")] != h("1616") or not s.occupied[RUSSIA] >> h("1616") & 1
