"""What the computer players judge by: an answer to every question, sense in small situations."""

from __future__ import annotations

import random
from itertools import product

import msgspec
import pytest

from vistula.board.hexes import members
from vistula.games.approaches import under
from vistula.games.west_was_saved.evaluation.approaches import approaches_of
from vistula.games.west_was_saved.evaluation.choices import Officer
from vistula.games.west_was_saved.evaluation.doctrine import ORDINARY, SEASONED
from vistula.games.west_was_saved.evaluation.marches import Standing, reach
from vistula.games.west_was_saved.evaluation.stacks import prospect, stack_of
from vistula.games.west_was_saved.evaluation.survey import Survey
from vistula.games.west_was_saved.evaluation.worth import chance_to_win
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.movement import Plan
from vistula.games.west_was_saved.shown.routes import ways_of
from vistula.kernel import Action, Game
from vistula.players.appraisal import best
from vistula.players.greedy import Greedy

from .campaigning import allocation, combat, orders, phase
from .table import M, State, asked, at, hex, play, start, unit, where


def answer(game: Game[State]) -> Action:
    """What an officer would do."""
    seat = game.seat(asked(game).seat)
    return best(Officer().scores(seat))


# -- every question ------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_every_question_of_a_game_is_answered_with_what_is_offered(seed: int) -> None:
    game = start(seed)
    players = {"poland": Greedy(), "russia": Greedy()}
    rng = random.Random(seed)
    for _ in range(5000):
        if game.over:
            break
        decision = next(d for d in game.decisions.values() if d.waits)
        action = players[decision.seat].choose(game.seat(decision.seat), rng)
        assert action in decision
        game.play(decision.seat, action)
    assert game.over


def test_the_same_seat_gets_the_same_answer_whatever_is_remembered() -> None:
    game, rng = start(5), random.Random(5)
    seasoned = {"poland": Greedy(), "russia": Greedy()}
    for number in range(400):
        decision = next(d for d in game.decisions.values() if d.waits)
        action = seasoned[decision.seat].choose(game.seat(decision.seat), rng)
        if number % 10 == 0 or decision.step == "where":
            assert Greedy().choose(game.seat(decision.seat), rng) == action
        game.play(decision.seat, action)


# -- fights ------------------------------------------------------------


def test_a_stronger_attack_promises_more() -> None:
    worth = [prospect(margin, 2, 2, 4, 4).worth() for margin in range(-12, 13)]
    assert worth == sorted(worth)
    assert worth[0] < 0 < worth[-1]


def test_prospects_are_means_over_both_dice() -> None:
    wins = sum(a + 2 - b >= 3 for a, b in product(range(1, 7), repeat=2))
    assert prospect(2, 3, 3, 6, 6).driven == wins / 36


DUEL = """
    units.R-4 = "1615"
    units.R-25 = "1615"
    units.P-8 = { hex = "1715", weak = true }
    units.Uborevich = "1615"
    units.Pilsudski = "1714"
    facing.1615 = "NE"
    facing.1715 = "N"
"""


def test_a_good_attack_is_made_and_a_bad_one_is_not() -> None:
    game = combat(DUEL)
    assert answer(game) == Action("attack", hex("1615"))
    play(game, "attack 1615")
    assert answer(game) == Action("alone")
    hopeless = DUEL.replace("units.R-25", "units.R-Kotovski").replace("units.R-4 ", "units.R-17Cav ")
    strong = "".join(f'units.{name} = "1715"\n' for name in ("P-PL1", "P-PL2", "P-PL3"))
    hopeless = hopeless.replace('facing.1715 = "N"', 'facing.1715 = "SW"') + strong
    assert answer(combat(hopeless)) == Action("pass")


def test_guns_that_are_lost_anyway_take_the_hits() -> None:
    text = DUEL + 'units.P-12 = "1715"\nunits.P-Art1 = "1715"\n'
    game = play(combat(text, dice=[6, 2]), "attack 1615", "alone")
    assert answer(game) == Action("unit", unit("P-Art1"))


# -- marches ------------------------------------------------------------


def test_an_empty_green_city_is_taken() -> None:
    # Kiev (1713) stands open two hexes from the Poles.
    text = """
        units.P-PL1 = "1614"
        units.P-8 = "0409"
        units.Pilsudski = "1614"
        depots.poland = ["Rowne", "Kowel", "Brest", "Zwiahel", "1514"]
        units.R-4 = "2014"
    """
    game = orders(text, "1614")
    for _ in range(8):
        if asked(game).step not in ("plan", "which"):
            break
        game.play(asked(game).seat, answer(game))
    assert where(game, "P-PL1") in ("1713", "1513")


def test_points_are_spent_on_orders_that_help() -> None:
    game = allocation(DUEL + "points = { poland = 0, russia = 4 }", "russia")
    assert answer(game).verb in ("mark", "pass")


@pytest.mark.parametrize("names", ["P-8", "P-1Cav", "P-8 P-1Cav", "P-8 P-Art1"])
def test_the_planners_reach_is_within_the_rules(names: str) -> None:
    lines = "".join(f'units.{name} = "1515"\n' for name in names.split())
    game = orders(lines + 'units.Pilsudski = "1515"\nunits.R-4 = "1715"\nunits.R-25 = "1413"\n', "1515")
    seat = game.seat("poland")
    group = [unit(name) for name in names.split()]
    allowed = set(ways_of(seat.s, Plan(POLAND, hex("1515"), [], group)))
    planned = set(reach(Officer().survey(seat), hex("1515"), group))
    assert planned <= allowed
    assert len(planned) > 3


def test_the_planner_sees_woods_where_there_is_nothing_but_woods() -> None:
    game = orders('units.P-8 = "1311"\nunits.Pilsudski = "1311"\nunits.R-4 = "1715"\n', "1311")
    home = hex("1311")
    around = [near for near in members(M.around[home]) if M.difficult >> near & 1]
    assert around == members(M.around[home])
    planned = reach(Officer().survey(game.seat("poland")), home, [unit("P-8")])
    assert {planned[near] for near in around} == {2}


def test_a_command_unit_goes_where_an_attack_waits() -> None:
    text = DUEL.replace('units.Uborevich = "1615"', 'units.Uborevich = "1914"')
    game = phase("command", text + "total = { poland = 1, russia = 9 }")
    assert answer(game) == Action("commander", unit("Uborevich"))
    play(game, "commander Uborevich")
    assert answer(game) == Action("hex", hex("1615"))


# -- positions ------------------------------------------------------------


def test_cities_and_armies_make_a_position_good() -> None:
    base = 'turn = 10\nphase = "combat"\nunits.P-8 = "0409"\nunits.R-4 = "1804"\n'
    even = at(base).s
    better = at(base + 'units.P-12 = "Minsk"\nunits.P-13 = "Kiev"\n').s
    assert chance_to_win(better, POLAND) > chance_to_win(even, POLAND)
    assert chance_to_win(better, RUSSIA) == pytest.approx(1 - chance_to_win(better, POLAND))
    assert 0 < chance_to_win(even, POLAND) < 1


def test_a_captain_has_ways_to_compare() -> None:
    game = start(3)
    rng = random.Random(3)
    officer = Greedy()
    while asked(game, "poland" if "poland" in game.decisions else "").step != "allocate":
        decision = next(d for d in game.decisions.values() if d.waits)
        game.play(decision.seat, officer.choose(game.seat(decision.seat), rng))
    seat = game.seat(asked(game).seat)
    names = [way.name for way in approaches_of(Officer(), seat, fresh=True)]
    assert names[0] == "as usual"
    assert {"warily", "boldly", "standing fast", "falling back"} < set(names)
    assert sum(name.startswith("for ") for name in names) == 2
    assert "by the book" not in names
    russian = [way.name for way in approaches_of(Officer().seasoned(), seat, fresh=True)]
    assert ("by the book" in russian) == (SEASONED[0] != ORDINARY[0] or seat.id == "russia")
    assert Officer().approaches(seat, fresh=True)
    assert not Officer().approaches(seat, fresh=False)


def test_a_course_holds_for_the_march_and_another_from_combat_to_the_end_of_the_turn() -> None:
    base = 'units.P-8 = "0409"\nunits.R-4 = "1804"\n'
    officer = Officer()
    march, battle, after, later = (
        at(f'turn = {turn}\nphase = "{phase}"\n{base}').s
        for turn, phase in ((4, "movement"), (4, "combat"), (4, "restoration"), (5, "movement"))
    )
    assert officer.epoch(march) < officer.epoch(battle) == officer.epoch(after) < officer.epoch(later)
    assert officer.horizon(march) == officer.horizon(battle) == officer.epoch(later)


def test_a_captain_has_a_doctrine_of_his_own_and_still_knows_the_enemys() -> None:
    seasoned = Officer().seasoned()
    assert seasoned.doctrines == SEASONED != ORDINARY
    wary = under(seasoned, RUSSIA, SEASONED[POLAND])
    assert wary.doctrines == (SEASONED[POLAND], SEASONED[POLAND])
    assert under(seasoned, POLAND, SEASONED[POLAND]) is seasoned


# -- standing together ------------------------------------------------------------

BESET = """
    units.R-4 = "1615"
    units.R-25 = "1615"
    units.R-11 = "1615"
    units.P-8 = { hex = "1715", weak = true }
    units.P-12 = "1815"
    units.P-13 = "1815"
    facing.1615 = "NE"
    facing.1715 = "SW"
    facing.1815 = "NW"
"""


def survey(text: str) -> Survey:
    game = at('turn = 4\nphase = "restoration"\n' + text)
    return Survey(game.seat("poland").s, POLAND, ORDINARY[POLAND])


def test_who_joins_a_threatened_stack_is_credited_with_its_relief() -> None:
    v = survey(BESET)
    joined = stack_of(v.s, [*v.mine[hex("1715")].units, *v.mine[hex("1815")].units])
    assert v.held(joined, hex("1715")) > v.held_now(hex("1715"))
    standing = Standing(v, hex("1815"), list(v.mine[hex("1815")].units))
    assert standing.fighting(hex("1715")) == pytest.approx(v.held(joined, hex("1715")) - v.held_now(hex("1715")))


def test_newcomers_look_where_the_stack_looks() -> None:
    ahead = survey(BESET)
    away = survey(BESET.replace('facing.1715 = "SW"', 'facing.1715 = "N"'))
    strong = [unit(key) for key in ("P-8", "P-12", "P-13")]
    here = hex("1715")
    assert ahead.held(stack_of(ahead.s, strong), here) > away.held(stack_of(away.s, strong), here)


def test_a_stack_fears_what_can_march_up() -> None:
    near = BESET.replace("1715", "1716")
    far = near.replace("1615", "1611")
    weak = hex("1716")
    assert survey(near).dread(survey(near).mine[weak], weak) > 0
    assert survey(far).dread(survey(far).mine[weak], weak) == 0


def test_ground_that_may_be_lost_makes_an_attack_dearer() -> None:
    city = BESET.replace("1715", "1713").replace("1615", "1613").replace("1815", "1812")
    v = survey(city)
    kiev = hex("1713")
    careless = Survey(v.s, POLAND, msgspec.structs.replace(ORDINARY[POLAND], stake=0.0))
    assert v.peril(v.mine[kiev], kiev) > careless.peril(careless.mine[kiev], kiev)


# -- depots ------------------------------------------------------------


def test_no_depot_is_laid_out_where_a_source_is() -> None:
    text = """
        turn = 3
        phase = "depots"
        total = { poland = 9, russia = 0 }
        points = { poland = 9, russia = 0 }
        units.P-8 = "Warsaw"
        units.P-12 = "Siedlce"
        units.R-4 = "1804"
    """
    game = at(text)
    scores = Officer().scores(game.seat("poland"))
    assert scores[Action("establish", hex("Warsaw"))] < 0
