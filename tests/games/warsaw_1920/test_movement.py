"""10.0 – 10.3 Movement: who moves, stacks, costs of hexes and hexsides, the railway, the minimum move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vistula.games.warsaw_1920.layout import hex_effects
from vistula.games.warsaw_1920.rules.movement import allowance
from vistula.games.warsaw_1920.state import State
from vistula.games.warsaw_1920.tables import Data
from vistula.kernel import Action, Game, IllegalAction

from .table import (
    M,
    asked,
    asks,
    at,
    can,
    disrupted,
    hex,
    march,
    offered,
    play,
    poles_attack,
    poles_move,
    russians_attack,
    russians_move,
    unit,
    verbs,
    where,
)

rule = pytest.mark.rule


def left(game: Game[State]) -> int:
    """Movement points that the moving units have left."""
    return game.stack[-1].left  # type: ignore[attr-defined]


def cost(start: str, goal: str) -> int:
    """What one step costs a cavalry unit that has all its six points."""
    game = poles_move(f'units.P-1cav = "{start}"')
    play(game, "unit P-1cav", f"step {goal}")
    return 6 - left(game)


# -- 10.1 in general --------------------------------------------------------------------------------------------


@rule("10.1a")
def test_movement_is_voluntary() -> None:
    game = russians_move('units.R-4 = "0332"')
    play(game, "end")
    assert where(game, "R-4") == "0332"
    assert asks(game) == "russia: kind"


@rule("10.1a")
def test_all_some_or_none_move() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0330"')
    march(game, "R-4", "0333")
    play(game, "end")
    assert (where(game, "R-4"), where(game, "R-11")) == ("0333", "0330")


@rule("10.1a", "12.1a")
def test_disrupted_units_cannot_move() -> None:
    game = russians_move('units.R-4 = { hex = "0332", disrupted = true }\nunits.R-11 = "0332"')
    assert offered(game, "unit") == {"R-11"}
    assert "stack" not in verbs(game)
    play(game, "unit R-11")
    assert "join" not in verbs(game)


@rule("10.1e")
@pytest.mark.parametrize("phase", ["russians", "poles"])
def test_only_the_phasing_player_moves(phase: str) -> None:
    text = 'units.R-4 = "0332"\nunits.P-8 = "1709"'
    game = russians_move(text) if phase == "russians" else poles_move(text)
    assert offered(game, "unit") == ({"R-4"} if phase == "russians" else {"P-8"})
    other = "poland" if phase == "russians" else "russia"
    assert game.decision_of(other) is None
    with pytest.raises(IllegalAction):
        game.play(other, asked(game).actions()[0])


@rule("10.1e")
def test_nobody_moves_in_a_combat_phase() -> None:
    for game in (russians_attack('units.R-4 = "0332"'), poles_attack('units.P-8 = "1709"')):
        assert verbs(game) == {"end"}


@rule("10.1b")
def test_a_unit_moves_once_in_a_phase() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0330"')
    march(game, "R-4", "0333")
    assert offered(game, "unit") == {"R-11"}
    play(game, "end", "movement", "spend", "spend")
    assert offered(game, "unit") == {"R-4", "R-11"}  # a new phase


@rule("10.1b")
def test_units_of_one_hex_move_as_a_stack_or_singly() -> None:
    text = 'units.R-4 = "0332"\nunits.R-11 = "0332"'
    together = march(russians_move(text), "0332", "0333")
    assert where(together, "R-4") == where(together, "R-11") == "0333"
    apart = march(russians_move(text), "R-4", "0333")
    assert (where(apart, "R-4"), where(apart, "R-11")) == ("0333", "0332")


@rule("10.1a", "10.1b")
def test_a_stack_is_moved_without_the_other_stacks() -> None:
    text = "".join(f'units.R-{n} = "{at}"\n' for n, at in ((4, "0332"), (11, "0332"), (24, "0826"), (25, "0826")))
    game = russians_move(text)
    assert offered(game, "stack") == {"0332", "0826"}
    play(game, "stack 0332")
    assert game.s.moving == 1 << unit("R-4") | 1 << unit("R-11")
    play(game, "cancel")
    assert (game.s.moving, game.s.moved) == (0, 0)
    assert {option.verb for option in asked(game).options if option.publish} == {"end"}


@rule("10.1b", "10.1c")
def test_who_has_moved_is_marked_until_the_phase_ends() -> None:
    game = march(russians_move('units.R-4 = "0332"\nunits.R-11 = "0333"'), "R-4", "0331")
    assert (game.s.moving, game.s.moved) == (0, 1 << unit("R-4"))
    march(game, "R-11", "0332")
    assert game.s.moved == 1 << unit("R-4") | 1 << unit("R-11")
    play(game, "end")
    assert game.s.moved == 0


@rule("7.1b", "10.4a")
def test_a_unit_with_nowhere_to_go_is_not_offered() -> None:
    """R-4 and all the hexes around it lie in Polish zones; R-11 could step out."""
    ring = 'units.P-8 = "0330"\nunits.P-10 = "0334"\nunits.P-17 = "0533"\nunits.P-11 = "0131"\nunits.P-4 = "0531"\n'
    game = russians_move(ring + 'units.P-15 = "0133"\nunits.R-4 = "0332"\nunits.P-13 = "0331"\nunits.R-11 = "0826"')
    assert offered(game, "unit") == {"R-11"}


@rule("10.1b")
def test_a_part_of_a_stack_may_go() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0332"\nunits.R-33 = "0332"')
    play(game, "unit R-4", "join R-33", "step 0333", "stop")
    assert [where(game, name) for name in ("R-4", "R-11", "R-33")] == ["0333", "0332", "0333"]


@rule("10.1b")
def test_a_stack_moves_at_its_lowest_allowance() -> None:
    game = russians_move('units.R-10cav = "0332"\nunits.R-11 = "0332"')
    play(game, "stack 0332")
    assert left(game) == 4
    play(game, "cancel", "unit R-10cav")
    assert left(game) == 6
    play(game, "join R-11")
    assert left(game) == 4


@rule("10.1b", "8.2a")
def test_a_stack_without_supply_has_half_its_lowest_allowance() -> None:
    game = russians_move('tracks.west_supplied = false\nunits.R-10cav = "0332"\nunits.R-11 = "0332"')
    play(game, "stack 0332")
    assert left(game) == 2


@rule("10.1b")
def test_only_units_that_stood_together_go_together() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0333"')
    assert "stack" not in verbs(game)
    march(game, "R-4", "0333")
    assert "stack" not in verbs(game)  # R-4 has moved into the hex of R-11
    play(game, "unit R-11")
    assert "join" not in verbs(game)


@rule("10.1b")
def test_a_moving_unit_picks_nobody_up_on_its_way() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0333"')
    play(game, "unit R-4", "step 0333")
    assert "join" not in verbs(game)


@rule("10.1b")
def test_nobody_is_dropped_on_the_way() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0332"')
    play(game, "stack 0332", "step 0333")
    assert verbs(game) == {"step", "stop"}


@rule("10.1c")
def test_a_move_is_completed_before_the_next_begins() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0330"')
    play(game, "unit R-4", "step 0333")
    assert not can(game, "unit R-11")
    assert verbs(game) == {"step", "stop"}
    play(game, "stop")
    assert offered(game, "unit") == {"R-11"}


@rule("10.1c")
def test_a_completed_move_is_not_redone_where_the_table_plays_so() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0330"', undo="move")
    play(game, "unit R-4", "step 0333")
    game.undo("russia")  # still under way
    assert where(game, "R-4") == "0332"
    play(game, "step 0333", "stop")
    with pytest.raises(IllegalAction):
        game.undo("russia")


@rule("10.1c")
def test_a_unit_that_has_moved_cannot_be_chosen_again() -> None:
    game = march(russians_move('units.R-4 = "0332"'), "R-4", "0333")
    assert verbs(game) == {"end"}


@rule("10.1d")
def test_points_are_not_kept_for_the_next_phase() -> None:
    game = march(russians_move('units.R-4 = "0332"'), "R-4", "0333")  # three points unused
    play(game, "end", "movement", "spend", "spend", "unit R-4")
    assert left(game) == 4


@rule("10.1d")
def test_points_are_not_given_to_another_unit() -> None:
    game = march(russians_move('units.R-4 = "0332"\nunits.R-11 = "0330"'), "R-4", "0333")
    play(game, "unit R-11")
    assert left(game) == 4


@rule("10.1d", "2.2.7a")
def test_a_unit_goes_no_further_than_its_allowance() -> None:
    game = russians_move('units.R-4 = "0331"')
    play(game, "unit R-4", "step 0332", "step 0333", "step 0334")
    assert left(game) == 1
    play(game, "step 0335")
    assert asks(game) == "russia: pick"


# -- 10.2 supply and movement ---------------------------------------------------------------------------------------


@rule("10.2a")
def test_isolation_costs_no_movement() -> None:
    poles = poles_move('units.P-8 = { hex = "0332", isolated = true }')
    assert allowance(poles.s, unit("P-8")) == 4
    russians = russians_move('units.R-4 = { hex = "0332", isolated = true }')
    assert allowance(russians.s, unit("R-4")) == 4


@rule("10.2a")
def test_russian_supply_does_not_matter_to_polish_movement() -> None:
    game = at(
        'turn = 4\nside = "poland"\nphase = "operation"\ntracks.west = 0\ntracks.southwest = 0\nunits.P-8 = "1709"'
    )
    play(game, "movement")
    assert allowance(game.s, unit("P-8")) == 4


# -- 10.3 terrain ---------------------------------------------------------------------------------------------------


@rule("10.3.1a")
def test_clear_costs_one() -> None:
    assert M.terrain[hex("0331")] == "clear"
    assert cost("0332", "0331") == 1


@rule("10.3.1b")
def test_swamp_and_forest_cost_two() -> None:
    assert (M.terrain[hex("1218")], M.terrain[hex("2026")]) == ("swamp", "forest")
    assert cost("1119", "1218") == 2
    assert cost("1926", "2026") == 2


@rule("10.3.1c")
def test_mountains_cost_three() -> None:
    assert M.terrain[hex("0314")] == "mountain"
    assert cost("0315", "0314") == 3


@rule("10.3.1d")
def test_a_city_costs_one_and_its_hexsides_come_on_top() -> None:
    assert cost("1608", "1709") == 1
    assert not M.rail_around[hex("1720")] >> hex("1620") & 1
    assert cost("1720", "1620") == 1 + 1


@rule("10.3.1d", "10.3.1e", "11.6.2a")
@pytest.mark.parametrize(("ground", "town"), [("swamp", (2, 1)), ("forest", (2, 2)), ("mountain", (3, 2))])
def test_cities_on_rough_ground_cost_one_and_towns_what_the_ground_costs(ground: str, town: tuple[int, int]) -> None:
    """All cities of our map stand in the clear; on a printed map they may not."""
    terrain = list(M.board.terrain)
    places = [hex("Pinsk"), hex("Warsaw"), hex("Kutno")]
    for h in places:
        terrain[h] = ground
    cost, defence = hex_effects(replace(M.board, terrain=tuple(terrain)), Data.read().charts, M.land)
    assert [(cost[h], defence[h]) for h in places] == [(1, 2), (1, 3), town]


@rule("10.3.1e")
def test_a_town_changes_nothing() -> None:
    luninets = hex("1621")  # a town in the swamp
    assert M.town >> luninets & 1
    assert M.terrain[luninets] == "swamp"
    assert not M.rail_around[hex("1721")] >> luninets & 1
    assert cost("1721", "1621") == 2


@rule("10.3.2a")
def test_a_river_costs_one_more_in_either_direction() -> None:
    assert cost("0417", "0518") == cost("0518", "0417") == 2


@rule("10.3.2a")
def test_a_trench_costs_one_more_in_either_direction_and_to_both_sides() -> None:
    face, behind = hex("2121"), hex("2220")
    assert M.trench_front[behind] >> face & 1
    assert not M.river[behind] >> face & 1
    assert cost("2121", "2220") == M.hex_cost[behind] + 1
    assert cost("2220", "2121") == M.hex_cost[face] + 1
    game = russians_move('units.R-10cav = "2121"')
    play(game, "unit R-10cav", "step 2220")
    assert left(game) == 6 - 2


@rule("10.3.2a")
def test_river_and_trench_on_one_side_cost_one_each() -> None:
    assert M.river[hex("2020")] >> hex("2021") & 1
    assert M.trench[hex("2020")] >> hex("2021") & 1
    assert cost("2021", "2020") == 3


@rule("10.3.3a")
def test_a_step_along_the_railway_costs_one_whatever_is_there() -> None:
    for start, goal in (("1921", "2020"), ("1522", "1621"), ("2622", "2621"), ("2621", "2620")):
        assert M.rail_around[hex(start)] >> hex(goal) & 1
        assert cost(start, goal) == 1


@rule("10.3.3a")
def test_a_railway_in_both_hexes_does_not_help_beside_the_line() -> None:
    # 1422 to 1522: 1522 has a railway, but it does not run to 1422.
    assert M.rail_hexes >> hex("1522") & 1
    assert cost("1422", "1522") == 3


@rule("10.3a")
def test_a_hex_that_cannot_be_paid_is_closed() -> None:
    game = russians_move('units.R-4 = "1120"')
    play(game, "unit R-4", "step 1119")  # across a river: 2 of 4
    assert left(game) == 2
    assert can(game, "step 1218")  # swamp for 2
    assert not can(game, "step 1219")  # forest across a river for 3


@rule("10.3b")
def test_one_hex_can_always_be_entered_for_the_whole_allowance() -> None:
    game = russians_move('tracks.west_supplied = false\nunits.R-4 = "0315"')
    play(game, "unit R-4")
    assert left(game) == 2
    assert M.cost[hex("0315")][hex("0314")] == 3
    play(game, "step 0314")
    assert where(game, "R-4") == "0314"
    assert asks(game) == "russia: pick"


@rule("10.3b")
def test_the_minimum_move_is_the_first_and_only_hex() -> None:
    game = russians_move('tracks.west_supplied = false\nunits.R-4 = "0316"')
    play(game, "unit R-4", "step 0315")
    assert left(game) == 1
    assert not can(game, "step 0314")


@rule("10.3b", "7.1b")
def test_the_minimum_move_does_not_lead_from_zone_to_zone() -> None:
    game = russians_move('tracks.west_supplied = false\nunits.R-4 = "1120"\nunits.P-8 = "1220"')
    play(game, "unit R-4")
    zone = {M.grid.number(h) for h in M.next[hex("1220")]}
    assert not offered(game, "step") & zone


@rule("10.3b", "10.4a")
def test_the_minimum_move_does_not_lead_into_an_enemy() -> None:
    game = russians_move('tracks.west_supplied = false\nunits.R-4 = "0315"\nunits.P-8 = "0314"')
    play(game, "unit R-4")
    assert not can(game, "step 0314")


@rule("10.4a")
def test_friends_are_no_hindrance_and_cost_nothing() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-24 = "0333"\nunits.R-11 = "0334"')
    play(game, "unit R-4", "step 0333", "step 0334")
    assert left(game) == 2
    play(game, "step 0335")
    assert where(game, "R-4") == "0335"


def test_the_top_unit_stays_on_top_of_a_moving_stack() -> None:
    for top, below in (("P-8", "P-10"), ("P-10", "P-8")):
        game = poles_move(f'units.{below} = "1709"\nunits.{top} = "1709"')
        assert game.s.under == 1 << unit(below)
        march(game, "1709", "1608 1607")
        assert game.s.under == 1 << unit(below)


def test_a_disrupted_unit_stays_when_its_stack_moves() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0332"\nunits.R-33 = { hex = "0332", disrupted = true }')
    march(game, "0332", "0333")
    assert where(game, "R-33") == "0332"
    assert disrupted(game, "R-33")


@rule("10.1b", "10.3a", "10.4a")
def test_a_lone_unit_has_nobody_to_take_along() -> None:
    game = play(russians_move('units.R-4 = "0332"\nunits.R-11 = "0432"'), "unit R-4")
    assert verbs(game) == {"step", "cancel"}


@rule("10.1b", "6.1a")
def test_at_the_end_of_the_phase_nobody_has_moved() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.R-11 = "0432"')
    play(game, "unit R-4", "step 0331", "stop")
    assert game.s.moved == 1 << unit("R-4")
    play(game, "end")
    assert (game.s.moved, asks(game)) == (0, "russia: kind")


@rule("10.1a")
def test_units_that_have_not_moved_cannot_stop() -> None:
    game = play(russians_move('units.R-4 = "0332"'), "unit R-4")
    with pytest.raises(IllegalAction) as caught:
        game.play("russia", Action("stop"))
    assert (caught.value.rule, "haven't moved" in str(caught.value)) == ("10.1a", True)


@rule("10.1c")
def test_units_under_way_cannot_be_exchanged_for_others() -> None:
    game = play(russians_move('units.R-4 = "0332"'), "unit R-4", "step 0331")
    with pytest.raises(IllegalAction) as caught:
        game.play("russia", Action("cancel"))
    assert (caught.value.rule, "on the move" in str(caught.value)) == ("10.1c", True)
