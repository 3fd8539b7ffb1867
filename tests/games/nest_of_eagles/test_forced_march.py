"""23.2 Forced march, and which optional rules go where [23.0a]."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, UKRAINE
from vistula.games.nest_of_eagles.rules.forced_march import LONG_WITHDRAWAL, PURSUIT, WITHDRAWAL, Exertion
from vistula.games.nest_of_eagles.rules.movement import movable
from vistula.games.nest_of_eagles.rules.seats import POLES
from vistula.games.nest_of_eagles.rules.ways import allowance
from vistula.games.nest_of_eagles.state import State
from vistula.kernel import Action, BadInput, Game
from vistula.kernel.game import begin

from .positions import M, hex, situation, unit
from .table import (
    POLAND,
    SOVIET,
    TITLE,
    asked,
    can,
    events,
    morale,
    moving,
    offered,
    play,
    points_left,
    roll,
    rolled,
    strength,
    where,
)

rule = pytest.mark.rule
LEVEL_1, LEVEL_2 = 8, 16


def driven(stacks: str, box: int, side: int = POLAND, theater: int = BELARUS) -> State:
    s = situation(stacks, side=side)
    s.forced_march, s.morale[theater] = True, box
    return s


def refused(game: Game[State], verb: str) -> str:
    return game.seat(asked(game).seat).refusal(Action(verb)).rule


# -- 23.2.1 withdrawal ---


@rule("23.2.1a")
@pytest.mark.parametrize(("box", "able"), [(0, False), (7, False), (LEVEL_1, True), (LEVEL_2, True), (-LEVEL_1, False)])
def test_a_unit_withdraws_further_where_the_enemy_has_a_level(box: int, able: bool) -> None:
    game = play(moving(driven("2206 P-17; 2906 S-4", box)), "unit P-17")
    assert can(game, "withdraw") == can(game, "flee") == able


@rule("23.2.1a")
def test_the_theater_is_that_in_which_the_move_begins() -> None:
    s = driven("2206 P-17; 2320 P-13; 2906 S-4", LEVEL_1, theater=UKRAINE)
    assert not can(play(moving(s), "unit P-17"), "withdraw")
    assert can(play(moving(s), "unit P-13"), "withdraw")


@rule("23.2.1a")
@pytest.mark.parametrize(("verb", "more"), [("withdraw", 1), ("flee", 2)])
def test_every_step_leads_home(verb: str, more: int) -> None:
    game = play(moving(driven("2206 P-17; 2906 S-4", LEVEL_1)), "unit P-17")
    usual = points_left(game)
    play(game, verb)
    assert points_left(game) == usual + more
    assert offered(game, "step") == {"2106", "2107"}
    refusal = game.seat(asked(game).seat).why_not("space", hex("2205"))
    assert refusal is not None
    assert refusal.rule == "23.2.1a"


@rule("23.2.1a")
def test_without_the_option_nobody_is_asked() -> None:
    s = driven("2206 P-17; 2906 S-4", LEVEL_1)
    s.forced_march = False
    assert not can(play(moving(s), "unit P-17"), "withdraw")


@rule("23.2.1a")
def test_it_is_chosen_before_the_first_step_and_never_with_rail() -> None:
    game = play(moving(driven("2010 P-17; 2906 S-4", LEVEL_1)), "unit P-17")
    assert offered(game, "rail")
    play(game, "withdraw")
    assert not offered(game, "rail") | offered(game, "conceal")
    assert not can(game, "flee")
    assert refused(game, "flee") == "23.2.1a"
    play(game, "cancel", "unit P-17", "step 1910")
    assert not can(game, "withdraw")


@rule("23.2.1a")
def test_a_train_has_no_use_for_it() -> None:
    game = play(moving(driven("2010 P-PP1; 2906 S-4", LEVEL_1)), "unit P-PP1")
    assert not can(game, "withdraw")


@rule("23.2.1a")
def test_where_no_step_leads_home_nothing_is_offered() -> None:
    """Warszawa is to the west; a unit with its back to enemies there cannot withdraw."""
    game = play(moving(driven("2206 P-17; 2106 S-4; 2107 S-5; 2906 S-8", LEVEL_1)), "unit P-17")
    assert not can(game, "withdraw")
    assert refused(game, "withdraw") == "23.2.1a"


@rule("23.2.1a")
def test_two_more_points_free_who_could_not_move_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it had no points of its own, in open country without a railroad."""
    s = driven("2208 P-17; 2906 S-4", LEVEL_1)
    monkeypatch.setattr("vistula.games.nest_of_eagles.rules.movement.allowance", lambda s, u: 0)
    assert allowance(s, unit("P-17"))  # this one is as it was
    assert movable(s, POLES) == [unit("P-17")]
    s.forced_march = False
    assert movable(s, POLES) == []


@rule("23.2.1b", "23.2.1c", "23.2.2b")
@pytest.mark.parametrize(
    ("how", "lost", "shaken"),
    [(WITHDRAWAL, {1}, {2, 3}), (LONG_WITHDRAWAL, {1, 2}, {3, 4, 5}), (PURSUIT, {1}, {2, 3})],
)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_after_the_march(how: int, lost: set[int], shaken: set[int], die: int) -> None:
    box = -LEVEL_1 if how == PURSUIT else LEVEL_1
    s = driven("2206 P-17; 2906 S-4", box)
    game = rolled(s, Exertion(unit=unit("P-17"), forced=how, theater=BELARUS), die)
    assert strength(game, "P-17") == ("reduced" if die in lost else "full")
    assert morale(game) == (0, box + (die in shaken), 0)  # in favour of the Soviets, in pursuit too


@rule("23.2.1b", "23.2.1c")
def test_the_die_follows_the_move_of_each_unit() -> None:
    game = roll(moving(driven("2206 P-17 P-16; 2906 S-4", LEVEL_1)), 1, 3)
    play(game, "unit P-17", "withdraw", "step 2106", "stop")
    assert (where(game, "P-17"), strength(game, "P-17")) == ("2106", "reduced")
    play(game, "unit P-16", "flee", "step 2106", "stop")
    assert strength(game, "P-16") == "full"
    assert morale(game) == (0, LEVEL_1 + 1, 0)
    assert len(events(game, "forced_march")) == 2


@rule("23.2.1b")
def test_who_marches_as_usual_rolls_nothing() -> None:
    game = play(moving(driven("2206 P-17; 2906 S-4", LEVEL_1)), "unit P-17", "step 2106", "stop")
    assert not events(game, "forced_march")


@rule("23.2.1d")
@pytest.mark.parametrize(("box", "level"), [(23, "full"), (24, "reduced")])
def test_at_the_last_box_morale_costs_a_step(box: int, level: str) -> None:
    s = driven("2206 P-17; 2906 S-4", box)
    game = rolled(s, Exertion(unit=unit("P-17"), forced=LONG_WITHDRAWAL, theater=BELARUS), 5)
    assert (strength(game, "P-17"), morale(game)[1]) == (level, 24)


# -- 23.2.2 pursuit ---


@rule("23.2.2a")
@pytest.mark.parametrize(("box", "able"), [(0, False), (-LEVEL_1, True), (-LEVEL_2, True), (LEVEL_1, False)])
def test_who_has_a_level_pursues_in_the_direction_of_the_enemy(box: int, able: bool) -> None:
    game = play(moving(driven("2206 P-17; 2906 S-4", box)), "unit P-17")
    assert can(game, "pursue") == able
    if able:
        usual = points_left(game)
        play(game, "pursue")
        assert points_left(game) == usual + 1
        assert offered(game, "step") == {"2306", "2307"}


@rule("23.2.2a")
def test_soviets_pursue_towards_warszawa() -> None:
    game = play(moving(driven("2606 S-4; 2906 S-5; 1816 P-17", LEVEL_1, side=SOVIET)), "unit S-4", "pursue")
    assert "2506" in offered(game, "step")
    assert not {"2706", "2707"} & offered(game, "step")


@rule("23.2.2a", "23.2.1a")
def test_refusals_name_the_march_they_are_about() -> None:
    game = play(moving(driven("2206 P-17; 2906 S-4", 0)), "unit P-17")
    assert (refused(game, "pursue"), refused(game, "withdraw")) == ("23.2.2a", "23.2.1a")
    seat = game.seat("poland")
    assert "you have no" in seat.refusal(Action("pursue")).why
    assert "the enemy has no" in seat.refusal(Action("flee")).why
    for box, verb, rule_, away in ((-LEVEL_1, "pursue", "23.2.2a", "2106"), (LEVEL_1, "flee", "23.2.1a", "2306")):
        game = play(moving(driven("2206 P-17; 2906 S-4", box)), "unit P-17", verb)
        refusal = game.seat("poland").why_not("space", hex(away))
        assert refusal is not None
        assert refusal.rule == rule_
        assert ("enemy's" in refusal.why) == (verb == "pursue")


@rule("23.2.1b", "23.2.2b")
@pytest.mark.parametrize(("how", "box"), [(WITHDRAWAL, -LEVEL_1), (PURSUIT, LEVEL_1)])
def test_tired_soviets_lift_polish_morale(how: int, box: int) -> None:
    s = driven("2206 P-17; 2906 S-4", box, side=SOVIET)
    game = rolled(s, Exertion(unit=unit("S-4"), forced=how, theater=BELARUS), 3)
    assert morale(game) == (0, box - 1, 0)


# -- 23.0a which optional rules go where ---


@rule("23.0a")
@pytest.mark.parametrize("scenario", [scene.id for scene in M.scenarios])
def test_forced_marches_can_be_made_in_every_scenario(scenario: str) -> None:
    game = TITLE.start(scenario, options={"march": "yes"})
    assert game.s.forced_march
    assert not TITLE.start(scenario).s.forced_march


@rule("23.0a")
def test_no_optional_rule_goes_with_the_introductory_ones() -> None:
    with pytest.raises(BadInput, match=r"23\.0a"):
        TITLE.start("kiev", options={"march": "yes", "introductory": "yes"})


@rule("23.0a")
def test_a_position_follows_what_its_table_has_agreed_on() -> None:
    text = 'game = "nest-of-eagles"\nscenario = "war-of-1920"\nround = 4\nside = "russia"\nphase = "operational"\n'
    agreed = {"march": "yes", "boost": "yes", "priorities": "yes", "patrols": "yes", "players": "3", "fervor": "both"}
    s = begin(TITLE, "war-of-1920", 1, None, agreed, text, "position").s
    assert (s.forced_march, s.has_events, s.has_priorities, s.alternatives) == (True, True, True, False)
    assert (s.players, s.rulings, s.concealment) == (3, 2, 1)
    assert len(s.place) == len(s.m.key)
    s = begin(TITLE, "war-of-1920", 1, None, {"reinforcements": "alternative"}, text, "position").s
    assert (s.alternatives, s.forced_march, s.concealment) == (True, False, 0)
