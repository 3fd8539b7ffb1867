"""What decides a game at once, as the computer players see it: Warsaw, and the level of victory in the last phase."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.evaluation.choices import Officer
from vistula.games.strike_of_the_eagle.evaluation.deciding import outcome, turns_on
from vistula.games.strike_of_the_eagle.evaluation.survey import Survey
from vistula.games.strike_of_the_eagle.model import POLAND, Type, command_of
from vistula.games.strike_of_the_eagle.rules.queries import controlled
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Game

from .table import M, area, at

GARRISONS = """
garrisons.poland = "Warsaw; Torun"
garrisons.russia = "Bialystok; Brest-Litovsk; Baranovichi; Minsk; Borisov; Smolensk; Yartsevo; Klintsy"
"""


def before_warsaw(soviets: str, poles: str = "", scenario: str = "to-warsaw", phase: int = 2) -> Game[State]:
    head = f'scenario = "{scenario}"\nround = 4\nphase = {phase}\nstep = "orders"\n'
    return at(head + GARRISONS + 'blocks.P-BB = "Warsaw 2"\n' + soviets + "\n" + poles)


def survey(game: Game[State]) -> Survey:
    return Officer().survey(game.seat("poland"))


def cost(game: Game[State]) -> float:
    v = survey(game)
    return v.open_home(v.mine.get(M.warsaw, []), 0)


NEXT_DOOR = 'blocks.R-27 = "Siedlce 4"\nblocks.R-4 = "Ostrow 4"'


def test_warsaw_is_in_danger_of_those_who_can_come_now_and_a_little_of_those_who_come_later() -> None:
    now = cost(before_warsaw(NEXT_DOOR))
    later = cost(before_warsaw('blocks.R-27 = "Brest-Litovsk 4"\nblocks.R-4 = "Bielsk 4"'))
    never = cost(before_warsaw('blocks.R-27 = "Minsk 4"\nblocks.R-4 = "Minsk 4"'))
    assert now > later > never == 0


def test_more_blocks_and_an_order_to_defend_make_warsaw_safer() -> None:
    thin = before_warsaw(NEXT_DOOR)
    v = survey(thin)
    assert v.open_home(v.mine[M.warsaw], 1) < cost(thin)
    assert cost(before_warsaw(NEXT_DOOR, 'blocks.P-14 = "Warsaw 4"')) < cost(thin) / 2


def test_warsaw_weighs_so_much_only_where_its_fall_decides() -> None:
    assert survey(before_warsaw(NEXT_DOOR)).open_home([], 0) > 0
    elsewhere = at('scenario = "kiev"\nstep = "orders"\nblocks.P-12 = "Lwow 3"\nblocks.R-25 = "Brody 4"')
    assert survey(elsewhere).open_home([], 0) == 0


def test_in_the_last_phase_only_the_battles_of_this_phase_count() -> None:
    far = 'blocks.R-27 = "Pruzhany 4"\nblocks.R-4 = "Pruzhany 4"'
    assert cost(before_warsaw(far, phase=4)) > 0
    assert cost(before_warsaw(far, phase=5)) == 0


def test_trains_are_not_thought_to_come_before_the_battles_of_the_phase() -> None:
    """By rail to Warsaw is worth less when it can fall before the trains are there."""
    reserve = 'blocks.P-11 = "Torun 3"\nblocks.P-17 = "Torun 3"'
    now, later = (
        before_warsaw(NEXT_DOOR, reserve),
        before_warsaw('blocks.R-27 = "Bielsk 4"\nblocks.R-4 = "Bielsk 4"', reserve),
    )
    gains = []
    for game in (now, later):
        officer, seat = Officer(), game.seat("poland")
        scheme, v = officer.scheme(seat, command_of(POLAND, 0)), officer.survey(seat)
        gains.append(scheme.plan(Type.RAIL, area("Torun")).gain / v.open_home(v.mine[M.warsaw], 0))
    assert gains[0] < gains[1]


# -- the last phase ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "result"), [(-7, -1.0), (-2, -1.0), (-1, 0.0), (0, 0.0), (1, 1.0), (9, 1.0)])
def test_what_a_place_on_the_track_means_at_the_end(points: int, result: float) -> None:
    """The track has no zero: a Polish lead of one is place 0."""
    game = before_warsaw(NEXT_DOOR)
    assert outcome(game.s, points) == result


ZHLOBIN = """
scenario = "zhlobin"
phase = {phase}
step = "orders"
lead = "{lead}"
garrisons.poland = "Bobruisk"
garrisons.russia = "Gomel; Klintsy"
blocks.P-9 = "Igumen 3"
blocks.R-8 = "Krichev 2"
"""


@pytest.mark.parametrize(("lead", "depends"), [("russia 1", 2.0), ("russia 3", 0.0), ("poland 3", 0.0)])
def test_a_city_matters_where_the_result_turns_on_it(lead: str, depends: float) -> None:
    s = at(ZHLOBIN.format(phase=5, lead=lead)).s
    held = controlled(s, 0), controlled(s, 1)
    assert turns_on(s, area("Mogilev"), held) == depends


def test_such_a_city_is_worth_more_in_the_last_phase_only() -> None:
    worths = {}
    for phase in (4, 5):
        for lead in ("russia 1", "russia 3"):
            worths[phase, lead] = survey(at(ZHLOBIN.format(phase=phase, lead=lead))).worth(area("Mogilev"))
    assert worths[5, "russia 1"] > worths[5, "russia 3"] == worths[4, "russia 1"] == worths[4, "russia 3"]
