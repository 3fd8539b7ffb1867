"""What officers make of the war: prices, the garrison of Warsaw, odds, and an answer for every question."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.red_star_white_eagle.evaluation import odds
from vistula.games.red_star_white_eagle.evaluation.answers import ROLES, enough, press_of_the_west
from vistula.games.red_star_white_eagle.evaluation.brief import Brief, forbidden, officer
from vistula.games.red_star_white_eagle.evaluation.garrison import garrison, posted, wanted
from vistula.games.red_star_white_eagle.evaluation.services import (
    deliveries,
    harbours,
    needs,
    to_reserve,
    worth_buying,
)
from vistula.games.red_star_white_eagle.evaluation.worth import chance_to_win, prices, step_value, value_of
from vistula.games.red_star_white_eagle.layout import NORTH
from vistula.games.red_star_white_eagle.rules.control import vp
from vistula.games.red_star_white_eagle.rules.movement import MovementPhase, begin_movement
from vistula.games.red_star_white_eagle.rules.railnets import joined
from vistula.games.red_star_white_eagle.state import FULL, OFF_EDGE, REDUCED, State, put, turn_over
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA
from vistula.kernel import Game
from vistula.players import PLAYERS
from vistula.players.kit.assault import Judge
from vistula.players.kit.march import Goal, Plan
from vistula.players.kit.officer import Officer, question

from .desk import TITLE, can, play, situation, staff, table, whole
from .fields import M, h, u, us
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


# -- behind the front -------------------------------------------------------------------------------------------------


def sent(game: Game[State], key: str, number: str) -> Officer:
    """An officer whose plan has one unit and a hex for it."""
    o = officer(M)
    goal = Goal((u(key),), game.s.place[u(key)], h(number), 1.0)
    o.plan = lambda seat: Plan([goal], [], 0.0)  # type: ignore[method-assign]
    return o


def best(o: Officer, game: Game[State]) -> str:
    seat = game.seat(next(iter(game.decisions)))
    action = max(o.scores(seat).items(), key=lambda row: row[1])[0]
    game.push(action, seat.id)
    return action.verb


def test_a_flotilla_sails_with_the_marines_it_would_leave_behind() -> None:
    s = situation({"4528": "P-Pinsk P-MarP", "1014": "P-14"}, "May I", side=POLAND)
    begin_movement(s, POLAND)
    far = max(members(harbours(s, u("P-Pinsk"))), key=lambda hex: M.distance(hex, h("4528")))
    assert M.distance(far, h("4528")) > 2
    game = table(s, MovementPhase(command=0))
    o = sent(game, "P-Pinsk", M.grid.number(far))
    play(game, "unit P-Pinsk")
    assert [best(o, game) for _ in range(4)] == ["board", "sail", "land", "stop"]
    assert game.s.place[u("P-Pinsk")] == game.s.place[u("P-MarP")] == far


def test_nobody_boards_for_a_short_voyage() -> None:
    s = situation({"4528": "P-Pinsk P-MarP", "1014": "P-14"}, "May I", side=POLAND)
    begin_movement(s, POLAND)
    near = next(hex for hex in members(harbours(s, u("P-Pinsk"))) if M.distance(hex, h("4528")) <= 2)
    game = table(s, MovementPhase(command=0))
    o = sent(game, "P-Pinsk", M.grid.number(near))
    play(game, "unit P-Pinsk")
    assert [best(o, game) for _ in range(2)] == ["sail", "stop"]
    assert game.s.place[u("P-MarP")] == h("4528")


def weakened() -> State:
    """A division that has lost a step in a city on the net, and points to make it whole."""
    s = situation({"1520": "P-1L", "3611": "R-27"}, "July I", side=POLAND)
    turn_over(s, u("P-1L"), REDUCED)
    s.pool[:2] = [6, 0]
    return s


def test_counters_are_bought_sent_by_rail_and_used() -> None:
    """In three phases: in at Warsaw, by the net to the unit, and into it as the next turn begins."""
    s = weakened()
    game, o = staff(s, POLAND), officer(M)
    verbs = []
    while game.decisions and len(verbs) < 12:
        verbs.append(best(o, game))
    assert "counter" in verbs
    rcs = [rc for rc in M.rcs_of[POLAND] if game.s.place[rc] == M.warsaw]
    lacking = M.attack[FULL][u("P-1L")] - M.attack[REDUCED][u("P-1L")]
    assert sum(M.factor[rc] for rc in rcs) == lacking, "no more than the unit takes"
    begin_movement(game.s, POLAND)
    assert deliveries(game.s, 0, POLAND) == dict.fromkeys(rcs, h("1520"))
    for rc in rcs:
        game.s.place[rc] = h("1520")
    game.s.fresh = 0
    assert not needs(game.s, POLAND)
    game, verbs = staff(game.s, POLAND), []
    while game.decisions and len(verbs) < 12:
        verbs.append(best(o, game))
    assert "rebuild" in verbs
    assert not game.s.reduced >> u("P-1L") & 1


def test_no_counter_is_bought_for_whom_none_can_reach() -> None:
    s = weakened()
    assert worth_buying(s, 0, POLAND)
    close = situation({"1520": "P-1L", "1521": "R-27"}, "July I", side=POLAND)
    turn_over(close, u("P-1L"), REDUCED)
    close.pool[:2] = [6, 0]
    assert not worth_buying(close, 0, POLAND), "in an enemy zone of control nobody is rebuilt"
    away = weakened()
    put(away, u("P-1L"), h("2612"))
    assert not joined(away, POLAND, h("2612"))
    assert not worth_buying(away, 0, POLAND)


def test_the_idle_go_into_the_reserve_when_a_city_near_the_enemy_is_joined() -> None:
    s = situation({"0714": "P-14 P-4", "1520": "P-5", "1622": "R-27"}, "Aug I", side=POLAND)
    begin_movement(s, POLAND)
    assert to_reserve(s, 0, 0) == 0
    s.reserve_allowed = True
    assert to_reserve(s, 0, 0) == us("P-14 P-4")
    assert to_reserve(s, 0, us("P-14")) == us("P-4"), "who has something to do stays"
    far = situation({"0714": "P-14", "4611": "R-27"}, "Aug I", side=POLAND)
    begin_movement(far, POLAND)
    far.reserve_allowed = True
    assert to_reserve(far, 0, 0) == 0, "no enemy is near any city"


def test_nobody_comes_back_over_the_edge_into_lithuania() -> None:
    s = situation({"4810": "R-53", "2604": "P-14"}, "July III", side=RUSSIA)
    s.place[u("R-15")] = OFF_EDGE - NORTH
    game = table(s, MovementPhase(command=1))
    assert can(game, "enter 2801")
    best(officer(M), game)
    assert game.s.place[u("R-15")] >= 0
    assert not M.lithuania >> game.s.place[u("R-15")] & 1


# -- large decisions --------------------------------------------------------------------------------------------------


def test_the_west_front_stands_down_when_it_cannot_attack_anyway() -> None:
    weak = situation({"3611": "R-27", "3511": "P-14 P-1L P-4"}, "May II")
    strong = situation({"3611": "R-27 R-2 R-5", "3512": "R-8 R-10", "3511": "P-Mil1"}, "May II")
    assert press_of_the_west(weak) < 1 < press_of_the_west(strong)
    away = situation({"4611": "R-27", "1014": "P-14 P-1L"}, "May II")
    assert press_of_the_west(away) == 0


def test_where_no_side_goes_of_its_own_will() -> None:
    s = situation({"2020": "R-27"}, "July III")
    assert forbidden(s, POLAND) == M.reaction
    assert forbidden(s, RUSSIA) == M.central_poland
    s.rally = 1
    assert forbidden(s, RUSSIA) == 0
    many = situation({"1919": "R-27 R-2 R-5", "1920": "R-8 R-10 R-4", "1818": "R-54 R-17 R-57"}, "July III")
    assert forbidden(many, RUSSIA) == 0, "who comes with all comes"
    assert forbidden(whole("gates"), RUSSIA) == 0


def test_kiev_counts_more_until_the_ukrainians_have_decided() -> None:
    s = situation({}, "May II")
    before = prices(s)[M.kiev]
    s.turn += 2
    assert prices(s)[M.kiev] < before
    s.turn -= 2
    s.kiev_occupied = True
    assert prices(s)[M.kiev] < before


def test_the_konarmiya_is_spent_before_it_leaves() -> None:
    values = [value_of(situation({"3020": "R-K4"}, name), u("R-K4")) for name in ("July I", "Sept II", "Sept III")]
    assert values[0] > values[1] > values[2] > 0
    others = [value_of(situation({"3020": "R-27"}, name), u("R-27")) for name in ("July I", "Sept III")]
    assert others[0] == others[1]
