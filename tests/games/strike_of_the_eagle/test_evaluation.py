"""What the computer players judge by: an answer to every question, sense in small situations."""

from __future__ import annotations

import random
from itertools import product

import pytest

import vistula
from vistula.games.strike_of_the_eagle.evaluation.answers import answers
from vistula.games.strike_of_the_eagle.evaluation.approaches import tempers
from vistula.games.strike_of_the_eagle.evaluation.choices import Officer
from vistula.games.strike_of_the_eagle.evaluation.doctrine import ORDINARY
from vistula.games.strike_of_the_eagle.evaluation.fights import clash, numbers
from vistula.games.strike_of_the_eagle.evaluation.reactions import _WORTH
from vistula.games.strike_of_the_eagle.evaluation.survey import Survey
from vistula.games.strike_of_the_eagle.evaluation.trial import Comer, Trial
from vistula.games.strike_of_the_eagle.evaluation.worth import bounds, chance_to_win
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA, Type
from vistula.games.strike_of_the_eagle.rules.depots import connected
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Action, Game
from vistula.kernel.procedure import StepKind
from vistula.players.appraisal import best
from vistula.players.captain import Budget, Captain
from vistula.players.greedy import Greedy

from .table import M, area, at, start


def answer(game: Game[State], seat: str) -> Action:
    """What an officer would do."""
    return best(Officer().scores(game.seat(seat)))


def asked(game: Game[State]) -> str:
    return next(seat for seat, decision in game.decisions.items() if decision.waits)


# -- every question ---------------------------------------------------------------------------------------------


def test_there_is_a_thought_for_every_question_of_the_game() -> None:
    asking = (StepKind.CHOOSE, StepKind.SEALED, StepKind.WINDOW)
    procedures = vistula.title("strike-of-the-eagle").procedures
    steps = {(p, st.name) for p in procedures for st in p.steps.values() if st.kind in asking}
    questions = {f"{p.__name__}.{name}" if name != "react" else ".react" for p, name in steps}
    assert questions == set(answers.by_question)


def test_there_is_a_thought_for_every_reaction_card() -> None:
    assert {card.effect for card in M.cards if card.kind == "reaction"} == set(_WORTH)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("zhlobin", {}), ("niemen", {}), ("kiev", {}), ("vistula", {"players": "4"}), ("vistula", {"players": "3"})],
)
def test_a_game_is_played_through_with_what_is_offered(scenario: str, options: dict[str, str]) -> None:
    game, rng = start(scenario, 2, **options), random.Random(2)
    players = {seat: Greedy() for seat in game.seats}
    while not game.over:
        seat = asked(game)
        action = players[seat].choose(game.seat(seat), rng)
        assert action in game.decisions[seat]
        game.play(seat, action)
    assert game.over


def test_the_same_seat_gets_the_same_answer_whatever_is_remembered() -> None:
    game, rng = start("zhlobin", 5), random.Random(5)
    seasoned = {seat: Greedy() for seat in game.seats}
    for number in range(150):
        seat = asked(game)
        action = seasoned[seat].choose(game.seat(seat), rng)
        if number % 3 == 0:
            assert Greedy().choose(game.seat(seat), rng) == action
        game.play(seat, action)


def test_an_officer_judges_by_what_his_seat_may_know() -> None:
    """In worlds that a seat cannot tell from the true one, he thinks the same of every answer."""
    game, rng = start("niemen", 7), random.Random(7)
    players = {seat: Greedy() for seat in game.seats}
    for number in range(120):
        seat = asked(game)
        action = players[seat].choose(game.seat(seat), rng)
        if number % 6 == 0:
            twin = game.seat(seat).determinize(random.Random(number))
            assert Officer().scores(twin.seat(seat)) == Officer().scores(game.seat(seat))
        game.play(seat, action)


# -- battles ----------------------------------------------------------------------------------------------------


def test_prospects_are_means_over_both_cards() -> None:
    wins = lost = 0.0
    for (own, p), (other, q) in product(numbers(M, POLAND), numbers(M, RUSSIA)):
        blow, answer = min(4, M.losses(6 + own)), min(6, M.losses(4 + other))
        wins += p * q * (blow > answer)
        lost += p * q * answer
    found = clash(M, POLAND, 6, 6, 4, 0, 0, 0, 0)
    assert found.win == pytest.approx(wins)
    assert found.lost == pytest.approx(lost)


def test_a_lone_garrison_is_likelier_to_fall_to_an_attack_from_two_sides() -> None:
    one, two = (clash(M, POLAND, 6, 6, 0, 0, 1, flanks, 0).win for flanks in (0, 1))
    assert one < two


def test_more_strength_promises_more() -> None:
    wins = [round(clash(M, RUSSIA, strength, strength, 5, 0, 0, 0, 0).win, 9) for strength in range(1, 16)]
    assert wins == sorted(wins)
    assert wins[0] < 0.1 < 0.9 < wins[-1]


# -- small situations -------------------------------------------------------------------------------------------

CROSSING = """
    step = "orders"
    phase = 3
    garrisons.poland = "Bobruisk; Mozyr"
"""


def orders(text: str, cities: str = "Gomel; Mogilev; Klintsy") -> Game[State]:
    """A situation in which the Poles place orders, with as many as they like."""
    game = at(f'{CROSSING}    garrisons.russia = "{cities}"\n    allowance.poland-north = 6\n{text}')
    while (seat := asked(game)) != "poland" or game.decisions[seat].step != "order":
        verbs = game.decisions[seat].verbs()
        game.play(seat, Action("poland") if "poland" in verbs else Action("pass"))
    return game


def test_a_city_that_nobody_holds_is_taken() -> None:
    game = orders('blocks.P-14 = "Rechitsa 4"\n    blocks.R-21 = "Mogilev 3"', "Mogilev; Klintsy")
    action = answer(game, "poland")
    assert action in (Action("move-to", area("Gomel")), Action("move-out", area("Rechitsa")))


def test_a_weak_block_between_two_strong_ones_is_attacked() -> None:
    game = orders(
        """
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Kalenkovichi 4"
    blocks.R-57 = "Zhlobin 1"
    blocks.R-10 = "Gomel 4"
    seen.poland = "R-57"
        """
    )
    assert answer(game, "poland") == Action("move-to", area("Zhlobin"))


def test_a_lone_weak_block_does_not_attack_a_host() -> None:
    game = orders(
        """
    blocks.P-16 = "Charyshi 1"
    blocks.R-21 = "Zhlobin 4"
    blocks.R-10 = "Zhlobin 4"
    blocks.R-17 = "Zhlobin 4"
        """
    )
    action = answer(game, "poland")
    assert action != Action("move-to", area("Zhlobin"))
    assert action != Action("march-to", area("Zhlobin"))


# -- thinking of tomorrow ---------------------------------------------------------------------------------------


# Four Poles at Charyshi, a fifth behind them, and a single way to the enemy.
CROWD = """
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Charyshi 3"
    blocks.P-16 = "Charyshi 3"
    blocks.P-9 = "Charyshi 3"
    blocks.P-2L = "Bobruisk 3"
    blocks.R-57 = "Zhlobin 3"
"""


def survey(text: str) -> tuple[Officer, Survey]:
    game, officer = orders(text), Officer()
    return officer, officer.survey(game.seat("poland"))


def test_who_could_not_go_back_if_beaten_is_counted() -> None:
    _, v = survey(CROWD)
    trial = Trial(v, 0)
    here, comers = area("Charyshi"), [p for place in v.mine.values() for p in place]
    assert trial.stranded([Comer(p, here, 3) for p in comers]) == 1
    assert trial.stranded([Comer(p, here, 3) for p in v.mine[here]]) == 0


def test_no_more_than_four_are_thought_to_come_over_one_link() -> None:
    """[7.33] Who could only be the fifth on a road is not planned for, nor sent elsewhere for want of room."""
    _, v = survey(CROWD + 'blocks.R-21 = "Zhlobin 4"')
    trial = Trial(v, 0)
    here, goal = area("Charyshi"), area("Zhlobin")
    assert trial.entrance(goal, [here], [here] * 3) == here
    assert trial.entrance(goal, [here], [here] * 4) == -1
    trial.coming[goal] = [Comer(p, here, 3) for p in v.mine[here][:4]]
    late = v.mine[area("Bobruisk")][0]
    assert trial.best_assault(goal, [(late, [here], 1)]) == (0.0, [])


def test_trains_take_a_city_once() -> None:
    """[7.6] Four blocks that could all ride to a city that nobody holds do not win it four times."""
    game = at(
        """
    scenario = "niemen"
    step = "orders"
    phase = 3
    garrisons.poland = "Warsaw; Bialystok; Grodno; Baranovichi; Pinsk; Minsk; Borisov; Bobruisk; Mozyr; Brest-Litovsk"
    garrisons.russia = "Smolensk; Yartsevo"
    allowance.poland-north = 3
    blocks.P-14 = "Bialystok 4"
    blocks.P-16 = "Bialystok 3"
    blocks.P-2L = "Bialystok 3"
    blocks.R-57 = "Smolensk 2"
        """
    )
    while (seat := asked(game)) != "poland" or game.decisions[seat].step != "order":
        verbs = game.decisions[seat].verbs()
        game.play(seat, Action("poland") if "poland" in verbs else Action("pass"))
    officer, home = Officer(), area("Bialystok")
    scheme = officer.scheme(game.seat("poland"), 0)
    found = scheme.plan(Type.RAIL, home)
    places = {place for _, place, _ in found.moves}
    assert area("Vilna") in places
    assert len(places) == len(found.moves) == 3
    first, then = scheme.v.mine[home][:2]
    alone, after = scheme.shift(then, area("Vilna"), False), scheme.follow(then, area("Vilna"), [first])
    assert alone - after >= scheme.v.worth(area("Vilna")) == 2.0


def test_a_gap_through_which_the_enemy_could_cut_the_way_home_is_covered() -> None:
    _, v = survey('blocks.P-BJ2 = "Mozyr 2"\n    blocks.R-17K = "Kalenkovichi 3"')
    gaps = [a for a in M.areas if v.cover(a) > 0]
    assert area("Zhitkovichi") in gaps
    assert area("Gomel") not in gaps


def test_a_detachment_holds_a_city_that_nobody_attacks_and_no_other() -> None:
    text = 'blocks.P-14 = "Gomel 4"\n    blocks.R-21 = "{} 4"\n    blocks.R-10 = "{} 4"'
    costs = []
    for place in ("Mogilev", "Rechitsa"):
        game, officer = orders(text.format(place, place), "Mogilev; Klintsy"), Officer()
        v = officer.survey(game.seat("poland"))
        costs.append(Trial(v, 0).leave(v.mine[area("Gomel")]))
    quiet, threatened = costs
    assert quiet == pytest.approx(-0.35)
    assert threatened < -0.7


def test_warsaw_is_not_left_to_its_garrison_while_raiders_may_come() -> None:
    """All Polish supply comes from there, and where it decides the war a single division could end it."""
    surveys = []
    for place in ("Bielsk", "Vitebsk"):
        game = at(
            f"""
    scenario = "to-warsaw"
    step = "orders"
    phase = 3
    garrisons.poland = "Warsaw; Bialystok"
    garrisons.russia = "Smolensk; Yartsevo"
    blocks.P-14 = "Warsaw 4"
    blocks.R-57 = "{place} 2"
            """
        )
        surveys.append(Officer().survey(game.seat("poland")))
    near, far = surveys
    guard = near.mine[area("Warsaw")]
    assert near.bare_home([]) > near.bare_home(guard) == 0.0
    assert far.bare_home([]) == 0.0


def test_a_neutral_warsaw_is_no_base_until_it_is_taken() -> None:
    """[1.3e] As the rules have it (S57), so does who plans by them."""
    text = """
    scenario = "to-warsaw"
    step = "orders"
    garrisons.poland = "{}Bialystok; Brest-Litovsk"
    garrisons.russia = "Smolensk; Yartsevo"
    blocks.P-14 = "Bialystok 4"
    blocks.R-57 = "Vitebsk 2"
    """
    for garrison in ("", "Warsaw; "):
        game = at(text.format(garrison))
        v = Officer().survey(game.seat("poland"))
        for side in (POLAND, RUSSIA):
            assert v.tied[side] == connected(game.s, side)
        home = 1 << area("Warsaw")
        assert v.supplied(POLAND, home, 0)[2] & home
        assert bool(v.tied[POLAND] & home) == bool(garrison)


def test_supply_that_hangs_by_a_thread_is_worth_cutting() -> None:
    _, v = survey('blocks.P-14 = "Krichev 4"\n    blocks.R-21 = "Mogilev 3"')
    assert v.cutting(area("Rohachev")) == 0
    assert v.severed(RUSSIA, area("Klintsy")) > 0


# -- worth ------------------------------------------------------------------------------------------------------


def test_a_lead_is_worth_something_and_the_end_is_certain() -> None:
    game = start("zhlobin")
    even = chance_to_win(game.s, POLAND)
    game.s.vp = 5
    assert chance_to_win(game.s, POLAND) > even
    assert chance_to_win(game.s, POLAND) + chance_to_win(game.s, RUSSIA) == pytest.approx(1.0)
    game.s.ended = True
    assert chance_to_win(game.s, POLAND) == 1.0


def test_the_chance_to_win_turns_where_the_scenario_says() -> None:
    """[5.0c] In the first scenario any lead wins; elsewhere there is room for a draw."""
    assert bounds(start("zhlobin").s) == (0, -1)
    game = start("kiev")
    win, lose = bounds(game.s)
    assert lose < win
    game.s.round, game.s.phase = game.s.scene.last, 5
    chances = []
    for line in range(lose - 4, win + 5):
        game.s.vp = line + (line >= 0)
        chances.append(chance_to_win(game.s, POLAND))
    assert chances == sorted(chances)
    assert chances[0] < 0.4 < 0.6 < chances[-1]


def test_armies_supply_and_threats_count_while_there_is_time() -> None:
    text = """
    step = "orders"
    phase = 3
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev; Klintsy"
    blocks.R-10 = "Gomel 1"
    """
    weak, strong = (chance_to_win(at(text + f'blocks.P-14 = "Bobruisk {sp}"').s, POLAND) for sp in (1, 4))
    assert weak < strong
    near = chance_to_win(at(text + 'blocks.P-14 = "Rechitsa 4"').s, POLAND)
    assert near > strong, "Gomel is within reach"


# -- captains ---------------------------------------------------------------------------------------------------


def test_a_captain_compares_courses_when_a_phase_begins_and_keeps_to_one() -> None:
    game = start("zhlobin")
    while game.decisions[asked(game)].step != "commit":
        game.play(asked(game), Action("pass"))
    seat = game.seat(asked(game))
    officer = Officer()
    ways = officer.approaches(seat, fresh=True)
    assert ways[0].name == "as usual"
    assert ways[0].appraiser is officer
    assert len({way.name for way in ways}) == len(ways) > 3
    assert officer.approaches(seat, fresh=False) == []


def test_a_captain_compares_first_orders_that_send_other_blocks_elsewhere() -> None:
    game = start("zhlobin", 3)
    while game.decisions[asked(game)].step != "order":
        seat = asked(game)
        game.play(seat, answer(game, seat))
    seat, officer = game.seat(asked(game)), Officer()
    ways = officer.approaches(seat, fresh=False)
    assert len(ways) > 2
    assert ways[0].answer == answer(game, seat.id)
    assert len({way.answer for way in ways}) == len(ways)
    game.play(seat.id, ways[0].answer)
    while asked(game) != seat.id:
        game.play(asked(game), Action("pass"))
    assert officer.approaches(game.seat(seat.id), fresh=False) == []


def test_a_course_holds_for_a_phase_and_is_played_out_beyond_it() -> None:
    game, officer = start("zhlobin"), Officer()
    before = officer.epoch(game.s)
    assert officer.horizon(game.s) > before + 1
    game.s.phase += 1
    assert officer.epoch(game.s) > before


def test_bold_officers_attack_where_wary_ones_do_not() -> None:
    usual = ORDINARY[POLAND]
    found = tempers(usual, usual)
    bold, wary = found["boldly"], found["warily"]
    assert bold.guard < usual.guard < wary.guard
    assert "by the book" not in found
    assert tempers(bold, usual)["by the book"] == usual
    game = orders('blocks.P-14 = "Charyshi 4"\n    blocks.P-6 = "Kalenkovichi 3"\n    blocks.R-57 = "Zhlobin 3"')
    seat = game.seat("poland")
    attack = Action("move-to", area("Zhlobin"))
    gains = [Officer((d, d)).scores(seat)[attack] for d in (bold, wary)]
    assert gains[0] > gains[1]


def test_a_captain_plays_courses_out_and_answers_with_what_is_offered() -> None:
    game, rng, told = start("zhlobin", 4), random.Random(4), list[str]()
    captain = Captain(Budget(playouts=4), told.append)
    while game.s.phase < 2:
        seat = asked(game)
        action = captain.choose(game.seat(seat), rng) if seat == "russia" else answer(game, seat)
        assert action in game.decisions[seat]
        game.play(seat, action)
    assert len(told) == 2, "once when a card is laid, once when the first order is placed"
