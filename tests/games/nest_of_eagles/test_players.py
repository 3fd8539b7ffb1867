"""What officers make of the scenarios' terms: prices, the chance to win, reactions, and a question for every answer."""

from __future__ import annotations

import random

import pytest

from vistula.games.nest_of_eagles.evaluation import answers
from vistula.games.nest_of_eagles.evaluation.answers import ROLES, success
from vistula.games.nest_of_eagles.evaluation.brief import officer
from vistula.games.nest_of_eagles.evaluation.worth import box_price, chance_to_win, prices, terms, value_of
from vistula.games.nest_of_eagles.model import BELARUS, POLAND, POLISH, SOVIET, UKRAINE
from vistula.games.nest_of_eagles.rules.forced_march import MARCHES
from vistula.games.nest_of_eagles.rules.victory import LIMIT
from vistula.games.nest_of_eagles.state import State
from vistula.kernel.title import title
from vistula.players import PLAYERS
from vistula.players.appraisal import best
from vistula.players.kit.officer import question
from vistula.players.play import asked, carry_out, seat_players

TITLE = title("nest-of-eagles")
SCENES = [scene.id for scene in TITLE.m.scenarios]


def start(scene: str) -> State:
    s: State = TITLE.start(scene, seed=1, journal=False).s
    return s


@pytest.mark.parametrize("scene", SCENES)
def test_all_that_counts_has_a_price(scene: str) -> None:
    s = start(scene)
    known = prices(s)
    assert all(price > 0 for price in known.values())
    assert known[s.m.warszawa] > 19 if terms(s.m, s.scenario).cities.get(s.m.warszawa) else True
    numbered = [hex for hex in known if s.m.value[hex]]
    plain = [hex for hex in known if not s.m.value[hex]]
    assert min(known[hex] for hex in numbered) > max((known[hex] for hex in plain), default=0.0) - 4.1


def test_a_box_is_dear_where_boxes_are_counted() -> None:
    july, berezina = start("july"), start("berezina")
    assert box_price(july, BELARUS) > box_price(berezina, BELARUS)
    warsaw = start("warsaw")
    assert box_price(warsaw, POLISH) > box_price(warsaw, UKRAINE)


@pytest.mark.parametrize("scene", ["berezina", "spring", "niemen"])
def test_points_bring_the_chance_to_win(scene: str) -> None:
    s = start(scene)
    chances = []
    for s.vp in (-LIMIT, 0, LIMIT):
        assert chance_to_win(s, POLAND) + chance_to_win(s, SOVIET) == pytest.approx(1.0)
        chances.append(chance_to_win(s, SOVIET))
    assert chances == sorted(chances)
    assert chances[0] < 0.25 < 0.75 < chances[-1]


def test_the_end_is_certain() -> None:
    s = start("berezina")
    s.ended, s.vp = True, LIMIT
    assert (chance_to_win(s, SOVIET), chance_to_win(s, POLAND)) == (1.0, 0.0)


def test_a_whole_division_is_worth_more_than_a_reduced_one() -> None:
    s = start("berezina")
    unit = s.m.unit_by_key["P-16"]
    whole = value_of(s, unit)
    s.reduced |= 1 << unit
    assert value_of(s, unit) < whole


def test_chances_follow_two_dice() -> None:
    assert success(2) == 0.0  # a 2 is a Bloody Fight
    assert success(7) == pytest.approx(20 / 36)
    assert success(14) == success(11) == pytest.approx(34 / 36)


@pytest.mark.parametrize("scene", ["berezina", "kiev"])
def test_officers_answer_without_looking_ahead(scene: str) -> None:
    """Every question of their games has an answer of its own, at the table's speed."""
    game = TITLE.start(scene, seed=3, journal=False)
    player, rng = PLAYERS["officer"](), random.Random(3)
    asked: set[str] = set()
    for _ in range(400):
        if game.over:
            break
        seat = game.seat(next(seat for seat, decision in game.decisions.items() if decision.waits))
        asked.add(question(seat))
        game.push(player.choose(seat, rng), seat.id)
    assert asked <= set(ROLES)


def test_captains_compare_whether_to_react_and_how_to_march() -> None:
    game = TITLE.start("kiev", seed=1, journal=False)
    judge = officer(TITLE.m)
    seen: dict[str, list[str]] = {}
    for _ in range(200):
        seat = game.seat(next(seat for seat, decision in game.decisions.items() if decision.waits))
        if question(seat) in judge.brief.forks | judge.brief.pivots and question(seat) not in seen:
            seen[question(seat)] = [approach.name for approach in judge.approaches(seat, fresh=True)]
        game.push(best(judge.scores(seat)), seat.id)
        if len(seen) == 3:
            break
    assert len(seen["ReactivePhase.activate"]) in (0, 2)
    assert seen["Marches.pick"][0] == "as usual"
    assert len(seen["Marches.pick"]) > 2


def test_nobody_is_chosen_for_a_train_that_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit without a step to take would be chosen and put back for ever."""
    game = TITLE.start("kiev", seed=1, journal=False)
    judge = officer(TITLE.m)
    while question(seat := game.seat(next(id for id, d in game.decisions.items() if d.waits))) != "Marches.pick":
        game.push(best(judge.scores(seat)), seat.id)
    assert best(judge.scores(seat)).verb == "unit"
    monkeypatch.setattr(answers, "_can_go", lambda s, unit, hex: False)
    assert best(judge.scores(seat)).verb == "end"


def test_officers_make_forced_marches_where_the_table_has_them() -> None:
    """[23.2] And never where it has not: then none is offered."""
    game = TITLE.start("warsaw", seed=1, options={"march": "yes"}, journal=False)
    players = seat_players(dict.fromkeys(game.seats, "officer"), seed=1)
    made = ""
    while not made and game.decisions:
        seat = asked(game)
        action = players[seat].choose(game, seat)
        made = action.verb if action.verb in MARCHES.values() else ""
        carry_out(game, seat, action)
    assert made
