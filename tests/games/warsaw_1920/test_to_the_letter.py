"""Rules at their edges: operations that are lost, the first turn, whose rule a score is."""

from __future__ import annotations

import pytest

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.combat import CombatPhase
from vistula.games.warsaw_1920.rules.movement import MovementPhase, steps, ways_from
from vistula.games.warsaw_1920.rules.reinforcements import Placement, entry_places
from vistula.games.warsaw_1920.rules.retreat import _leads_nowhere, no_way_out
from vistula.games.warsaw_1920.rules.sequence import PlayerTurn
from vistula.games.warsaw_1920.rules.stacking import rearrange_options
from vistula.games.warsaw_1920.rules.strength import defence_base, half, out_of_supply, printed
from vistula.games.warsaw_1920.rules.victory import loss_scores
from vistula.games.warsaw_1920.shown.position import _before
from vistula.games.warsaw_1920.shown.why import refuse
from vistula.games.warsaw_1920.state import (
    COMBAT,
    IDLE,
    MOVEMENT,
    OPERATION,
    OUT_OF_SUPPLY,
    REFIT,
    SUPPLIED,
    take_control,
)
from vistula.kernel import Action, first, left

from .table import TITLE, attack, events, hex, poles_move, russians_attack, russians_move, where

rule = pytest.mark.rule


def tracks(game, who: str = "poland"):
    return {track.id: track for track in game.seat(who).view().tracks}


# -- operations -------------------------------------------------------------------------------------------------------


@rule("5.1c", "8.3.1c", "5.2a", "5.5a")
@pytest.mark.parametrize(("lost", "gone"), [([2, 2], 2), ([2, 1], 1), ([1, 2], 1), ([0, 0], 0)])
def test_an_operation_that_both_fronts_lose_is_marked_and_passed_over(lost, gone):
    game = russians_move("")
    s = game.s
    s.lost, s.operation, s.operations, s.statuses = lost, 0, [], []
    game.stack[:] = [PlayerTurn(side=RUSSIA, at="next_operation")]
    game.run()
    assert s.operations[:gone] == [OPERATION] * gone
    assert s.statuses[: 2 * gone] == [IDLE, IDLE] * gone
    assert (len(s.operations), s.operation) in ((gone, gone + 1), (gone + 1, gone + 1))


@rule("5.1c")
def test_the_poles_have_no_operations_on_the_first_turn():
    game = poles_move("")
    assert tracks(game)["operation"].high > 0
    game.s.turn = 1
    assert tracks(game)["operation"].high == 0
    russians = russians_move("")
    russians.s.turn = 1
    assert tracks(russians)["operation"].high > 0


@rule("5.4c", "5.5a")
def test_what_the_operations_of_a_turn_were_is_told_one_by_one():
    game = russians_move("")
    game.s.operations = [MOVEMENT, COMBAT, OPERATION]
    game.s.statuses = [SUPPLIED, OUT_OF_SUPPLY, OUT_OF_SUPPLY, IDLE, IDLE, SUPPLIED]
    told = [tracks(game)[f"operation-{i}"].flag for i in (1, 2, 3)]
    assert told == ["movement: W supplied, SW out", "combat: W out", "lost by resupply: SW supplied"]


@rule("5.4c", "5.5a")
def test_a_position_numbers_the_operation_that_runs_and_none_between_turns():
    text = 'clear = true\nturn = 2\nside = "poland"\nphase = "reinforcement"\n'
    assert TITLE.position(text, "position").s.operation == 0
    game = russians_move("")
    assert game.s.operation >= 1
    s = game.s
    s.operations, s.operation, s.phase = [MOVEMENT, COMBAT], 2, COMBAT
    assert _before(s) == [MOVEMENT]
    s.operation, s.phase = 0, REFIT
    assert _before(s) == [MOVEMENT, COMBAT], "all are over"


# -- scores -----------------------------------------------------------------------------------------------------------


@rule("4.1.3a", "4.1.3b", "4.1.4a")
def test_each_side_scores_for_elites_by_its_own_rule():
    s = poles_move("").s
    assert [line.rule for line in loss_scores(s, POLAND)] == ["4.1.3a", "4.1.4a"]
    assert [line.rule for line in loss_scores(s, RUSSIA)] == ["4.1.3b", "4.1.4a"]
    assert {line.side for line in loss_scores(s, RUSSIA)} == {RUSSIA}


# -- deployment, control, retreats ------------------------------------------------------------------------------------


@rule("3.0b", "3.0a")
def test_a_deployment_is_published_when_it_is_complete_and_units_are_lifted_freely():
    game = TITLE.start("free")
    game.play("poland", Action("fill"))
    options = {option.verb: option for option in game.decisions["poland"].options}
    assert options["done"].publish
    assert options["lift"].free


@rule("3.4a", "3.4b", "4.2a", "8.4a")
def test_a_city_that_the_poles_take_back_brings_the_russians_nothing():
    for name in ("Warsaw", "Lublin"):
        s = poles_move("").s
        s.russian |= 1 << hex(name)
        paid = s.paid
        take_control(s, next(iter(s.m.units_of[POLAND])), hex(name))
        assert not s.russian >> hex(name) & 1
        assert (s.ended, s.paid) == (False, paid)
    s = poles_move("").s
    take_control(s, next(iter(s.m.units_of[RUSSIA])), hex("Warsaw"))
    assert s.ended


@rule("11.10b", "11.10c", "11.10a")
def test_from_the_far_corner_of_the_map_there_is_no_way_farther():
    s = russians_move("").s
    grid = s.m.grid
    places = [h for h in range(grid.size) if grid.valid >> h & 1]
    one, other = max(((a, b) for a in places[:3] for b in places), key=lambda pair: grid.distance(*pair))
    unit = next(iter(s.m.units_of[RUSSIA]))
    s.place[unit] = other
    assert left(no_way_out(s, unit, one, 1)) == []
    assert first(no_way_out(s, unit, one, 1), one) is not None
    s.place[unit] = next(h for h in members(grid.around[other]) if grid.distance(one, h) < grid.distance(one, other))
    assert left(no_way_out(s, unit, one, 1)) == [other], "the corner itself lies farther away"


@rule("5.2a", "5.2b", "10.1e", "11.0a")
def test_only_what_belongs_to_another_phase_is_refused_for_its_phase():
    units = "units.R-4 = '0331'\nunits.P-8 = '0330'"
    assert refuse(russians_move(units).seat("poland"), Action("attack")) is None, "he is not asked"
    movement, combat = (game.seat("russia") for game in (russians_move(units), russians_attack(units)))
    assert isinstance(movement.frame, MovementPhase)
    assert isinstance(combat.frame, CombatPhase)
    told = {
        verb: refused and refused.rule
        for verb in ("fly", "step", "movement")
        for refused in [refuse(combat, Action(verb))]
    }
    assert told == {"fly": None, "step": "10.1e", "movement": "5.2b"}
    told = {
        verb: refused and refused.rule
        for verb in ("step", "attack", "combat")
        for refused in [refuse(movement, Action(verb))]
    }
    assert told == {"step": None, "attack": "11.0a", "combat": "5.2b"}


@rule("6.3b", "11.9e", "11.9h", "11.9i")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_attack_lays_the_poles_open_and_only_an_exchange_is_one(die):
    game = attack(russians_attack("units.R-4 = '0331'\nunits.P-8 = '0330'"), "0330", "R-4", die)
    assert "6.3b" in {barrier.rule for barrier in game.barriers}
    told = events(game, "combat") or events(game, "result") or events(game, "attack")
    assert told
    frames = [type(frame).__name__ for frame in game.stack]
    fallen = [name for name in ("R-4", "P-8") if where(game, name) == "eliminated"]
    result = next((event.refs["result"] for event in game.seat("").events if "result" in event.refs), "")
    assert ("Exchange" in frames or len(fallen) == 2) == (result == "EX")


@rule("10.3a", "10.3b", "7.1a", "7.1b", "10.4a")
@pytest.mark.parametrize("points", [0, 1, 2])
def test_with_few_points_units_reach_what_they_can_pay_for_and_nothing_without_any(points):
    s = russians_move("units.R-4 = '0331'\nunits.P-8 = '0930'").s
    for place in (hex("0331"), hex("0533")):
        found = ways_from(s, RUSSIA, place, points, False)
        beside = [h for h in range(s.m.grid.size) if s.m.around[place] >> h & 1 and s.m.cost[place][h] <= points]
        open_ = set(steps(s, place, points, False)) if points else set()
        assert {h for h in found if s.m.around[place] >> h & 1} >= open_
        assert open_ <= set(beside)
        assert bool(found) == bool(open_)


@rule("9.1a")
def test_a_unit_for_which_there_is_no_place_waits_unasked():
    game = russians_move("")
    assert entry_places(game.s, POLAND), "on an empty map there is place"
    game.s.russian = (1 << game.s.m.grid.size) - 1
    assert not entry_places(game.s, POLAND)
    game.stack[:] = [Placement(unit=next(iter(game.s.m.units_of[POLAND])))]
    game.run()
    assert not game.decisions


@rule("11.10d", "11.10e", "11.10f")
@pytest.mark.parametrize(("length", "words"), [(2, "1 more hex,"), (3, "2 more hexes,")])
def test_how_far_a_way_does_not_lead_on_is_told(length, words):
    s = russians_move("units.R-4 = '0331'").s
    told = _leads_nowhere(s, next(iter(s.m.units_of[RUSSIA])), hex("0331"), length)
    assert (told.rule, words in told.why) == ("11.10f", True)


@rule("6.3b")
def test_units_are_put_on_top_freely():
    (top,) = rearrange_options(poles_move("units.P-8 = '0330'\nunits.P-10 = '0330'").s)
    assert top.free


@rule("4.1a")
def test_a_count_lists_what_brings_points_and_nothing_else():
    game = poles_move("")
    for who in ("poland", "russia"):
        track = tracks(game)[f"now-{who}"]
        assert "0" not in [term.value for term in track.terms]
        assert sum(int(term.value) for term in track.terms) == track.value


@rule("8.2d", "11.2a")
@pytest.mark.parametrize("supplied", [[1, 1], [1, 0], [0, 1], [0, 0]])
def test_a_stack_is_halved_once_if_any_of_it_is_out_of_supply(supplied):
    s = russians_attack("").s
    s.side, s.phase, s.supplied = POLAND, COMBAT, supplied
    fronts = [next(u for u in s.m.units_of[RUSSIA] if s.m.front[u] == front) for front in (0, 1)]
    total = printed(s, fronts)
    out = [out_of_supply(s, u) for u in fronts]
    assert out == [not fed for fed in supplied]
    assert defence_base(s, fronts)[0] == (total if all(supplied) else half(total))
