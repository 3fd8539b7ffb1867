"""3.0 Set-up: order, coverage, surplus, Russian parts, markers, control."""

from __future__ import annotations

import pytest

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import NORTHERN, POLAND, POLESIE, SOUTHERN
from vistula.games.warsaw_1920.rules.sequence import polish_operations
from vistula.games.warsaw_1920.rules.setup import group_hexes, new_state, uncovered
from vistula.games.warsaw_1920.state import IDLE, SETUP, State
from vistula.kernel import Action, Game, IllegalAction
from vistula.kernel.views import Refusal

from .table import (
    TITLE,
    M,
    asked,
    asks,
    at,
    attack,
    can,
    controller,
    events,
    hex,
    march,
    numbers,
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


def polish_deployment(**moved: str) -> Game[State]:
    """The Poles as in the quick set-up, but for some units that stand elsewhere or lie in the tray."""
    places = {M.key[u]: M.grid.number(M.quick[u]) for u in M.polish if M.quick[u] >= 0}
    places |= {key.replace("_", "-"): place for key, place in moved.items()}
    lines = [f'units.{key} = "{place}"' for key, place in places.items()]
    return at("\n".join(['turn = 1\nside = "poland"\nphase = "deployment"\nscenario = "free"', *lines]))


# -- 3.0 order --------------------------------------------------------------------------------------------


@rule("3.0a")
@pytest.mark.parametrize(
    ("name", "turn"), [("P-1R", 2), ("P-1K", 3), ("P-8cav", 4), ("P-Sib", 5), ("P-21", 6), ("R-48", 3)]
)
def test_reinforcements_wait_in_the_box_of_their_turn(name: str, turn: int) -> None:
    for scenario in ("quick", "free"):
        assert where(TITLE.start(scenario), name) == f"box {turn}"


@rule("3.0a", "2.2.9a")
def test_only_units_with_an_entry_turn_wait_in_boxes() -> None:
    game = TITLE.start("quick")
    waiting = {M.key[u] for u in M.units if where(game, M.key[u]).startswith("box")}
    assert waiting == {M.key[u] for u in M.units if M.entry[u]}


@rule("3.0b")
def test_the_poles_deploy_first_then_the_russians_then_turn_one_begins() -> None:
    game = TITLE.start("free")
    assert asks(game) == "poland: deployment"
    play(game, "fill", "done")
    assert asks(game) == "russia: deployment"
    assert offered(game, "pick") == {M.key[u] for u in M.russian if not M.entry[u]}
    play(game, "fill", "done")
    assert asks(game) == "russia: kind"
    assert game.s.turn == 1


@rule("3.0b", "6.0a")
def test_stacking_limits_hold_while_the_poles_deploy() -> None:
    game = polish_deployment(P_5cav="tray")
    play(game, "pick P-5cav")
    assert not can(game, "place 0921")  # two units stand there
    assert can(game, "place 0821")


@rule("3.0b", "6.0d")
def test_nationalities_do_not_mix_while_the_poles_deploy() -> None:
    game = polish_deployment(P_5cav="tray")
    play(game, "pick P-5cav")
    assert not can(game, "place 0322")  # Ukrainians


@rule("3.0b", "6.0b", "6.2a")
def test_stacking_limits_hold_while_the_russians_deploy() -> None:
    game = TITLE.start("free")
    play(game, "fill", "done")
    for name in ("R-4", "R-11", "R-33", "R-1art"):
        play(game, f"pick {name}", "place 2930")
    play(game, "pick R-5")
    assert not can(game, "place 2930")
    play(game, "pick R-2art")
    assert not can(game, "place 2930")
    play(game, "pick R-5")
    assert can(game, "place 2931")


@rule("3.0c")
def test_the_fixed_set_up_puts_every_unit_in_its_place() -> None:
    game = TITLE.start("quick")
    for u in M.units:
        if M.quick[u] >= 0:
            assert game.s.place[u] == M.quick[u]
    assert asks(game) == "russia: kind"


@rule("3.0c")
def test_after_the_fixed_set_up_the_same_game_is_played_as_after_a_free_one() -> None:
    free = TITLE.start("free")
    play(free, "fill", "done", "fill", "done")
    quick = TITLE.start("quick")
    assert free.s.place == quick.s.place  # "fill" takes the places of the fixed set-up
    assert asked(free) == asked(quick)
    assert (free.s.russian, free.s.points, free.s.turn) == (quick.s.russian, quick.s.points, quick.s.turn)


# -- 3.1 Poles --------------------------------------------------------------------------------------------


@rule("3.1a")
def test_the_front_line_parts_control_at_the_start() -> None:
    game = TITLE.start("quick")
    for pole, russian in M.front_sides:
        assert not game.s.russian >> pole & 1
        assert game.s.russian >> russian & 1
    assert {controller(game, place) for place in ("Warsaw", "Lvov", "Minsk", "Vilna", "Bobruisk", "Rovno")} == {
        "poland"
    }
    assert {controller(game, place) for place in ("Kiev", "Smolensk", "Mozyr", "Polotsk", "Zhitomir")} == {"russia"}


@rule("3.1b", "3.1c", "3.1d")
@pytest.mark.parametrize(
    ("mover", "goal", "bare"),
    [("P-8", "Grodno", "3123"), ("P-Jaworski", "Radom", "1422"), ("P-13", "Lvov", "0623")],
)
def test_a_gap_in_the_line_of_any_group_keeps_the_deployment_open(mover: str, goal: str, bare: str) -> None:
    assert can(polish_deployment(), "done")
    game = polish_deployment(**{mover.replace("-", "_"): goal})
    assert bare in numbers(uncovered(game.s, M.group[unit(mover)]))
    assert verbs(game) == {"lift"}
    with pytest.raises(IllegalAction):
        play(game, "done")


@rule("3.1b", "3.1c", "3.1d")
@pytest.mark.parametrize(("group", "line"), [(NORTHERN, 12), (POLESIE, 12), (SOUTHERN, 14)])
def test_every_frontline_hex_needs_a_unit_or_a_zone_of_its_own_group(group: int, line: int) -> None:
    game = TITLE.start("free")
    assert uncovered(game.s, group) == M.frontline[group]
    assert M.frontline[group].bit_count() == line
    play(game, "fill")
    assert not uncovered(game.s, group)


@rule("3.1c")
def test_another_groups_zone_does_not_cover() -> None:
    game = TITLE.start("free")
    play(game, "pick P-2cav", "place 2126")  # Northern, next to 2026 and 2027 of the Polesie Group
    assert hex("2126") in M.grid.neighbours[hex("2026")]
    assert "2026" in numbers(uncovered(game.s, POLESIE))


@rule("3.1b")
def test_a_zone_covers_the_neighbours_on_the_line() -> None:
    game = TITLE.start("free")
    play(game, "pick P-8", "place 2824")
    assert numbers(M.frontline[NORTHERN] & ~uncovered(game.s, NORTHERN)) == {"2824", "2924", "2724"}


@rule("3.1b", "3.1c", "3.1d")
def test_the_last_units_of_a_group_may_only_go_where_they_close_the_line() -> None:
    game = polish_deployment(P_Jaworski="tray")
    play(game, "pick P-Jaworski")
    open_line = uncovered(game.s, POLESIE)
    assert open_line
    for number in offered(game, "place"):
        place = hex(number)
        assert (1 << place | M.around[place]) & open_line


@rule("3.1e")
def test_surplus_units_start_in_cities_of_their_area_or_near_the_line() -> None:
    game = polish_deployment(P_7R="tray")
    play(game, "pick P-7R")
    assert {"2423", "2718", "2215"} - {"2718"} <= offered(game, "place")  # Minsk, Grodno
    assert not can(game, "place 2718")  # Vilna: a Lithuanian unit is there
    assert can(game, "place 2824")  # on the line
    assert can(game, "place 2623")  # one hex behind it
    assert not can(game, "place 2622")  # two hexes behind it
    assert not can(game, "place 2318")  # Lida is a town
    assert not can(game, "place 2522")  # Molodechno is a town


@rule("3.1e", "3.1f")
@pytest.mark.parametrize(
    ("group", "cities"),
    [
        (NORTHERN, "Bydgoszcz Grodno Minsk Vilna"),
        (
            POLESIE,
            "Baranovichi Bialystok Bobruisk Brest Kalisz Kovel Lodz Lublin Pinsk Piotrkow Radom Siedlce Torun Warsaw",
        ),
        (SOUTHERN, "Lvov Rovno"),
    ],
)
def test_each_group_has_the_cities_between_its_borders_out_to_the_western_edge(group: int, cities: str) -> None:
    found = members(group_hexes(M, group) & (M.city | M.major))
    assert " ".join(sorted(M.board.place[h].english for h in found)) == cities


@rule("3.1f")
def test_the_borders_between_groups_run_to_the_western_edge() -> None:
    assert {M.grid.line(h) for h in members(M.area[NORTHERN])} == set(range(21, 32))
    assert {M.grid.line(h) for h in members(M.area[POLESIE])} == set(range(12, 21))
    assert {M.grid.line(h) for h in members(M.area[SOUTHERN])} == set(range(1, 12))
    for group, west in ((NORTHERN, "2101"), (POLESIE, "1901"), (SOUTHERN, "1104")):
        assert M.area[group] >> hex(west) & 1
    game = polish_deployment(P_7R="tray", P_Balakhovich="tray")
    play(game, "pick P-7R")
    assert not can(game, "place Radom")  # Northern units stay north of the border, far behind the line too


# -- the verbs of deployment --------------------------------------------------------------------------------


def test_a_unit_is_picked_before_it_is_placed() -> None:
    game = TITLE.start("free")
    assert verbs(game) == {"pick", "fill"}
    play(game, "pick P-8")
    assert "place" in verbs(game)
    play(game, "place 2924")
    assert where(game, "P-8") == "2924"
    assert "place" not in verbs(game)


def test_a_placed_unit_can_be_lifted_and_is_then_in_hand() -> None:
    game = TITLE.start("free")
    play(game, "pick P-8", "place 2924", "lift P-8")
    assert where(game, "P-8") == "tray"
    play(game, "place 2824")
    assert where(game, "P-8") == "2824"
    assert not game.s.occupied[POLAND] >> hex("2924") & 1


def test_fill_deploys_the_rest_around_what_stands_already() -> None:
    game = TITLE.start("free")
    play(game, "pick P-8", "place 2824", "fill")
    assert where(game, "P-8") == "2824"
    assert not any(where(game, M.key[u]) == "tray" for u in M.polish)
    assert can(game, "done")


def test_there_is_no_done_while_units_lie_in_the_tray() -> None:
    game = polish_deployment(P_5cav="tray")
    assert not can(game, "done")
    play(game, "pick P-5cav", "place Lvov")
    assert can(game, "done")


@rule("3.1b", "3.1d")
def test_with_an_empty_tray_only_the_gap_in_the_line_is_told() -> None:
    game = polish_deployment(P_13="Lodz")
    refusal = game.seat("poland").refusal(Action("done"))
    assert refusal == Refusal("3.1d", "uncovered frontline hexes of the Southern Group: 0623")


# -- 3.2 Russians ---------------------------------------------------------------------------------------------


@rule("3.2a", "3.2b")
@pytest.mark.parametrize(("name", "own", "other"), [("R-4", "1423", "1323"), ("R-24", "1323", "1423")])
def test_each_front_starts_in_its_own_part(name: str, own: str, other: str) -> None:
    game = TITLE.start("free")
    play(game, "fill", "done", f"pick {name}")
    assert can(game, f"place {own}")
    assert not can(game, f"place {other}")


@rule("3.2a", "3.2b")
@pytest.mark.parametrize(("name", "lines"), [("R-4", range(14, 32)), ("R-24", range(1, 14))])
def test_a_russian_may_start_in_any_hex_east_of_the_line(name: str, lines: range) -> None:
    game = TITLE.start("free")
    play(game, "fill", "done", f"pick {name}")
    east = {M.grid.number(h) for h in members(M.land & ~M.polish_start) if M.grid.line(h) in lines}
    assert offered(game, "place") == east


@rule("3.2a")
def test_russians_may_start_in_polish_zones() -> None:
    game = TITLE.start("free")
    play(game, "fill", "done", "pick R-4", "place 2925")
    assert where(game, "R-4") == "2925"


@rule("3.2a", "3.2b")
def test_russians_need_not_cover_their_line() -> None:
    game = TITLE.start("free")
    play(game, "fill", "done")
    spots = iter(f"{line:02d}{position}" for line in range(31, 20, -1) for position in (33, 34, 35))
    south = iter(f"{line:02d}{position}" for line in range(1, 9) for position in (33, 34, 35))
    for name in sorted(offered(game, "pick")):
        place = next(spots if M.front[unit(name)] == 0 else south)
        play(game, f"pick {name}", f"place {place}")
    assert can(game, "done")


# -- 3.3 markers ------------------------------------------------------------------------------------------------


@rule("3.3a")
def test_markers_at_the_start() -> None:
    s = TITLE.start("quick").s
    assert s.turn == 1
    assert s.points == [12, 8]
    assert s.resupply_vp == 0
    assert not any(s.resupplied)


@rule("3.3b")
def test_no_marker_lies_on_the_map_but_those_of_the_start() -> None:
    s = new_state(M)
    fields = set(s.__struct_fields__) - {"place", "russian", "paid", "points", "side"}
    assert {name: getattr(s, name) for name in fields} == {name: getattr(State(), name) for name in fields}
    assert (s.turn, s.side, s.phase, s.operation, s.movements) == (1, POLAND, SETUP, 0, 0)
    assert (s.counterattack, s.order_shown) == (0, False)
    assert (s.supplied, s.resupplied) == ([IDLE, IDLE], [0, 0])
    assert s.operations == s.statuses == s.ghosts == []


@rule("3.3b")
def test_the_poles_have_one_operation_marker_until_turn_three() -> None:
    game = at('turn = 2\nside = "poland"\nphase = "operation"')
    assert polish_operations(game.s) == 1
    play(game, "movement", "end")
    assert asks(game) == "russia: kind"


# -- 3.4 control ------------------------------------------------------------------------------------------------


@rule("3.4a")
def test_a_hex_changes_hands_when_a_unit_moves_in_and_as_often_as_that_happens() -> None:
    game = russians_move('units.R-4 = "0424"\nunits.P-8 = "0319"')
    play(game, "unit R-4", "step 0423", "step 0422", "stop", "end")  # Proskurov
    assert controller(game, "Proskurov") == "russia"
    game = poles_move('units.R-4 = "0826"\nunits.P-8 = "0421"\ncontrol.russia = ["Proskurov"]')
    assert controller(game, "Proskurov") == "russia"
    play(game, "unit P-8", "step 0422")
    assert controller(game, "Proskurov") == "poland"


@rule("3.4a")
def test_passing_through_is_enough() -> None:
    game = russians_move('units.R-4cav = "0423"\nunits.P-8 = "0319"')
    play(game, "unit R-4cav", "step 0422", "step 0421", "stop")
    assert controller(game, "0422") == controller(game, "0421") == "russia"


@rule("3.4a")
def test_an_advance_takes_control() -> None:
    game = russians_attack('units.R-27 = "0423"\nunits.P-3U = "0422"')
    attack(game, "0422", "R-27", 6)  # 5 to 4: 1:1 across the river, DR3
    while asks(game) == "russia: way":
        play(game, f"hex {min(offered(game, 'hex'))}")
    assert controller(game, "0422") == "poland"
    play(game, "unit R-27")
    assert controller(game, "0422") == "russia"


@rule("3.4a")
def test_a_retreat_takes_control() -> None:
    game = poles_attack('units.P-PL1 = "0424"\nunits.P-PL3 = "0424"\nunits.R-47 = "0423"')
    attack(game, "0423", "P-PL1 P-PL3", 2)  # 12 to 3, 4:1 with shock: DR3
    play(game, "hex 0422")
    assert controller(game, "Proskurov") == "russia"


@rule("3.4a", "10.4.2a")
def test_a_rout_takes_control() -> None:
    game = poles_move("""
        units.P-8 = "0426"
        units.R-47 = { hex = "0423", disrupted = true }
    """)
    play(game, "unit P-8", "step 0425", "step 0424", "hex 0422")
    assert where(game, "R-47") == "0422"
    assert controller(game, "Proskurov") == "russia"


@rule("3.4b")
def test_control_is_told_where_it_matters() -> None:
    game = russians_move('units.R-4cav = "0423"\nunits.P-8 = "0319"')
    play(game, "unit R-4cav", "step 0422", "step 0421", "stop")
    assert [event.refs["hex"] for event in events(game, "control")] == [hex("Proskurov")]


@rule("3.4b")
@pytest.mark.parametrize(("mover", "start", "place"), [("R-24", "0922", "0921"), ("R-4", "2424", "2423")])
def test_control_of_cities_and_major_cities_is_told(mover: str, start: str, place: str) -> None:
    game = play(russians_move(f'units.{mover} = "{start}"'), f"unit {mover}", f"step {place}")
    assert [event.refs["hex"] for event in events(game, "control")] == [hex(place)]


@rule("3.4a")
def test_on_own_ground_nothing_changes_hands() -> None:
    game = russians_move('units.R-4 = "0827"\nunits.P-8 = "0319"')
    before = game.s.russian
    play(game, "unit R-4", "step 0826", "step 0827")
    assert game.s.russian == before


@rule("3.4c", "8.4b")
def test_a_retaken_city_never_pays_again() -> None:
    game = russians_move('tracks.southwest = 3\nunits.R-24 = "0922"\ncontrol.retaken = ["Rovno"]')
    play(game, "unit R-24", "step 0921")
    assert controller(game, "Rovno") == "russia"
    assert game.s.points[1] == 3


@rule("3.4c", "8.4b")
def test_taken_retaken_and_taken_again_pays_once() -> None:
    text = """
        turn = 4
        side = "russia"
        phase = "movement"
        tracks.southwest = 3
        units.R-24 = "0922"
        units.P-8 = "0919"
    """
    game = at(text)
    march(game, "R-24", "0921")
    play(game, "end")
    assert game.s.points[1] == 4
    assert game.s.paid >> hex("Rovno") & 1
    play(game, "movement", "save", "save")
    march(game, "R-24", "0922")
    play(game, "end", "stop")
    assert asks(game) == "poland: kind"
    play(game, "movement")
    march(game, "P-8", "0920 0921")
    assert controller(game, "Rovno") == "poland"
    assert game.s.paid >> hex("Rovno") & 1  # the Polish marker lies there
