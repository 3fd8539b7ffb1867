"""12.0 Refit phase: recovery, isolation, surrender, rescue."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.movement import allowance
from vistula.games.warsaw_1920.rules.queries import in_communication
from vistula.games.warsaw_1920.rules.refit import cut_off
from vistula.games.warsaw_1920.state import State
from vistula.kernel import Game

from .table import (
    M,
    asks,
    at,
    can,
    disrupted,
    events,
    hex,
    hexes,
    isolated,
    play,
    points,
    poles_attack,
    poles_move,
    russians_attack,
    russians_move,
    seat,
    unit,
    verbs,
    where,
)

rule = pytest.mark.rule


def refit(text: str, side: str = "poland", turn: int = 4) -> Game[State]:
    """Just after the refit phase of a side."""
    return at(f'turn = {turn}\nside = "{side}"\nphase = "refit"\n{text}')


# Two Russian units to the left and the right close every way out of 0332.
RING = """
    units.P-8 = "0332"
    units.R-4 = "0331"
    units.R-11 = "0333"
"""
MARKED = RING.replace('P-8 = "0332"', 'P-8 = { hex = "0332", isolated = true }')


# -- 12.1, 12.2 disruption ---------------------------------------------------------------------------------------


@rule("12.1a")
def test_a_disrupted_unit_neither_moves_nor_attacks() -> None:
    moving = poles_move('units.P-8 = { hex = "1709", disrupted = true }')
    assert verbs(moving) == {"end"}
    fighting = poles_attack('units.P-8 = { hex = "0331", disrupted = true }\nunits.R-1art = "0332"')
    assert verbs(fighting) == {"end"}
    assert not russians_move('units.R-4 = { hex = "0332", disrupted = true }').s.zoc_from[RUSSIA]


@rule("12.2a")
def test_all_own_disrupted_units_recover_in_the_own_refit_phase() -> None:
    text = """
        units.P-8 = { hex = "1709", disrupted = true }
        units.P-10 = { hex = "1505", disrupted = true }
        units.R-4 = { hex = "0332", disrupted = true }
    """
    game = refit(text, "poland")
    assert not disrupted(game, "P-8")
    assert not disrupted(game, "P-10")
    assert disrupted(game, "R-4")
    game = refit(text, "russia")
    assert not disrupted(game, "R-4")
    assert disrupted(game, "P-8")


@rule("5.1a", "12.2a")
def test_the_refit_phase_belongs_to_no_operation() -> None:
    """A recovery that drives an enemy off stops for its owner: no operation is under way then."""
    game = at("""
        turn = 4
        side = "russia"
        phase = "operation"
        units.R-4 = { hex = "0333", disrupted = true }
        units.P-8 = { hex = "0332", disrupted = true }
    """)
    play(game, "stop")
    assert (asks(game), game.s.operation) == ("poland: where", 0)


@rule("12.2a", "12.1a")
@pytest.mark.parametrize(("mark", "count"), [(", disrupted = true", [1]), ("", [])])
def test_it_is_told_how_many_recover_if_any_do(mark: str, count: list[int]) -> None:
    game = refit(f'units.P-8 = {{ hex = "1709"{mark} }}', "poland")
    assert [event.refs["count"] for event in events(game, "refitted")] == count


@rule("12.2a")
def test_isolated_units_recover_too_and_no_points_are_spent() -> None:
    game = at("""
        turn = 4
        side = "russia"
        phase = "refit"
        tracks.west = 3
        tracks.southwest = 2
        units.R-4 = { hex = "0332", disrupted = true }
    """)
    assert not disrupted(game, "R-4")
    assert game.s.points == [3, 2]
    cut = refit(
        'units.P-8 = { hex = "0332", disrupted = true }\nunits.R-4 = "0330"\nunits.R-11 = "0334"\n'
        'units.R-33 = "0532"\nunits.R-5 = "0132"'
    )
    assert isolated(cut, "P-8")
    assert not disrupted(cut, "P-8")


@rule("12.2a", "5.1b")
def test_poles_disrupted_on_turn_one_wait_until_turn_two() -> None:
    game = at('turn = 1\nside = "russia"\nphase = "operation"\nunits.P-8 = { hex = "1709", disrupted = true }')
    play(game, "stop")
    assert (game.s.turn, asks(game)) == (2, "poland: reorganization")
    assert disrupted(game, "P-8")
    play(game, "done", "stop")
    assert not disrupted(game, "P-8")


# -- 12.3 isolation ------------------------------------------------------------------------------------------------


@rule("12.3a", "12.3e")
def test_a_unit_without_communication_is_marked_at_the_end_of_the_own_refit() -> None:
    game = refit(RING)
    assert isolated(game, "P-8")
    assert where(game, "P-8") == "0332"
    assert not isolated(refit(RING, "russia"), "P-8")  # not in the enemy's


@rule("12.3a")
def test_a_unit_with_communication_is_not() -> None:
    game = refit('units.P-8 = "0332"\nunits.R-4 = "0331"')
    assert not isolated(game, "P-8")


@rule("12.3a", "12.3d")
def test_russians_are_tested_alike() -> None:
    text = 'units.R-4 = "1406"\nunits.P-8 = "1405"\nunits.P-10 = "1407"'
    assert isolated(refit(text, "russia"), "R-4")


@rule("12.3a")
@pytest.mark.parametrize(
    ("place", "sides", "marked"),
    [
        ("1620", ("1619", "1621"), False),  # Pinsk, a city
        ("2423", ("2422", "2424"), False),  # Minsk, a major city
        ("2522", ("2521", "2523"), True),  # Molodechno, a town
        ("1421", ("1420", "1422"), True),
    ],
)
def test_a_city_will_do_and_a_town_will_not(place: str, sides: tuple[str, str], marked: bool) -> None:
    game = refit(f'units.P-8 = "{place}"\nunits.R-4 = "{sides[0]}"\nunits.R-11 = "{sides[1]}"')
    assert isolated(game, "P-8") is marked


@rule("12.3a", "4.1.2a")
def test_a_supply_source_will_do() -> None:
    game = refit('units.P-8 = "1901"\nunits.R-4 = "1902"\nunits.R-11 = "2001"')
    assert not isolated(game, "P-8")
    assert not M.city >> hex("1901") & 1


@rule("12.3a")
def test_the_city_must_be_in_own_hands() -> None:
    """P-8 next to Pinsk in a pocket that ends there."""
    pocket = 'units.P-8 = "1720"\nunits.R-4 = "1819"\nunits.R-11 = "1721"\nunits.R-33 = "1618"\nunits.R-5 = "1521"'
    lines = f'turn = 4\nside = "poland"\nphase = "operation"\n{pocket}\nunits.P-10 = "1620"'
    assert cut_off(at(lines).s, POLAND) == []
    s = at(lines).s
    s.russian |= 1 << hex("Pinsk")
    assert set(cut_off(s, POLAND)) == {unit("P-8"), unit("P-10")}


@rule("12.3a", "12.3d")
def test_a_city_in_an_enemy_zone_without_a_unit_is_no_end() -> None:
    # P-8 stands next to Pinsk; a Russian on the other side of Pinsk lays a zone over it and over P-8's ways out.
    text = 'units.P-8 = "1721"\nunits.R-4 = "1720"\nunits.R-11 = "1722"\n'
    assert isolated(refit(text), "P-8")
    assert not isolated(refit(text + 'units.P-10 = "1620"'), "P-8")


@rule("12.3d")
def test_friendly_units_open_zones() -> None:
    text = RING + 'units.P-10 = "0432"\n'
    assert not isolated(refit(text), "P-8")  # 0332, 0432, and on to 0532


@rule("12.3d")
def test_enemy_units_block_even_without_a_zone() -> None:
    s = at("""
        turn = 4
        side = "poland"
        phase = "operation"
        units.P-8 = { hex = "0122", disrupted = true }
        units.R-1art = "0123"
        units.R-2art = "0121"
        units.R-3art = "0221"
    """).s
    open_ways = {M.grid.number(n) for n in M.next[hex("0122")]} - {"0123", "0121", "0221"}
    assert open_ways == {"0222"}
    assert in_communication(s, POLAND) >> hex("0122") & 1
    assert not in_communication(s, POLAND) >> hex("0123") & 1


@rule("12.3b")
def test_terrain_does_not_matter() -> None:
    game = refit('units.P-8 = "0213"')  # high in the mountains
    assert not isolated(game, "P-8")


@rule("12.3b")
def test_poles_do_not_trace_through_east_prussia_and_russians_do() -> None:
    poles = at('turn = 4\nside = "poland"\nphase = "operation"\nunits.P-8 = "2109"\nunits.R-4 = "2009"')
    assert cut_off(poles.s, POLAND) == [unit("P-8")]
    russians = at('turn = 4\nside = "russia"\nphase = "operation"\nunits.R-4 = "2109"\nunits.P-8 = "2009"')
    assert cut_off(russians.s, RUSSIA) == []


@rule("12.3b", "7.0a")
def test_polish_zones_in_east_prussia_stop_russian_communication() -> None:
    text = 'turn = 4\nside = "russia"\nphase = "operation"\nunits.R-4 = "2109"\nunits.P-8 = "2009"\n'
    game = at(text + 'units.P-10 = "2107"\nunits.P-17 = "2110"')
    linked = in_communication(game.s, RUSSIA)
    assert not linked & hexes("2108 2209")
    assert linked >> hex("2208") & 1  # the one way that is left


@rule("12.3b")
def test_nobody_traces_through_danzig() -> None:
    s = at('phase = "operation"').s
    assert not in_communication(s, POLAND) & M.danzig
    assert not in_communication(s, RUSSIA) & M.danzig
    corner = refit('units.P-8 = "2404"\nunits.R-4 = "2402"')  # zone over 2403: only Danzig and Prussia are left
    assert isolated(corner, "P-8")


# -- marker, surrender, rescue ------------------------------------------------------------------------------------


@rule("12.3e")
def test_an_isolated_unit_moves_and_fights_as_ever() -> None:
    game = poles_move('units.P-8 = { hex = "0332", isolated = true }')
    assert allowance(game.s, unit("P-8")) == 4
    assert can(game, "unit P-8")
    game = poles_attack(MARKED)
    assert can(game, "attack 0331")
    game = russians_attack('units.R-4 = { hex = "0332", isolated = true }\nunits.P-8 = "0331"')
    assert can(game, "attack 0331")


@rule("12.3c")
def test_a_marked_unit_still_cut_off_surrenders_in_the_next_own_refit() -> None:
    game = refit(MARKED)
    assert where(game, "P-8") == "surrendered"
    assert points(game, RUSSIA, "units surrendered") == 1


@rule("12.3c")
def test_not_in_the_refit_phase_of_the_enemy() -> None:
    game = refit(MARKED, "russia")
    assert where(game, "P-8") == "0332"
    assert isolated(game, "P-8")


@rule("12.3c", "12.3e")
def test_an_unmarked_unit_is_marked_first() -> None:
    game = refit(RING)
    assert where(game, "P-8") == "0332"
    assert seat(game) == "russia"
    play(game, "stop", "stop")  # a Russian and a Polish turn without a move
    assert where(game, "P-8") == "surrendered"


@rule("12.3c")
def test_russians_surrender_too() -> None:
    game = refit('units.R-4 = { hex = "1406", isolated = true }\nunits.P-8 = "1405"\nunits.P-10 = "1407"', "russia")
    assert where(game, "R-4") == "surrendered"
    assert points(game, POLAND, "units surrendered") == 1


@rule("12.3c")
def test_surrender_comes_before_recovery_and_marking() -> None:
    """All are judged at the start: two marked friends do not save each other."""
    text = """
        units.P-8 = { hex = "0332", isolated = true }
        units.P-10 = { hex = "0332", isolated = true }
        units.R-4 = "0331"
        units.R-11 = "0333"
    """
    game = refit(text)
    assert where(game, "P-8") == where(game, "P-10") == "surrendered"


@rule("12.3c")
def test_a_disrupted_marked_unit_surrenders_before_it_recovers() -> None:
    game = refit("""
        units.P-8 = { hex = "0332", disrupted = true, isolated = true }
        units.R-4 = "0330"
        units.R-11 = "0334"
        units.R-33 = "0532"
        units.R-5 = "0132"
    """)
    assert where(game, "P-8") == "surrendered"
    assert not game.s.disrupted


@rule("12.3f")
def test_a_marked_unit_that_can_trace_again_loses_its_marker() -> None:
    game = refit('units.P-8 = { hex = "0332", isolated = true }\nunits.R-4 = "0331"')
    assert where(game, "P-8") == "0332"
    assert not isolated(game, "P-8")
    assert events(game, "relieved")


@rule("12.3f")
def test_a_unit_breaks_out_by_moving() -> None:
    game = at(
        f'turn = 6\nside = "poland"\nphase = "movement"\n{MARKED.replace("0333", "0334").replace("0331", "0330")}'
    )
    assert isolated(game, "P-8")
    play(game, "unit P-8", "step 0432", "step 0532", "stop", "end", "stop")
    assert where(game, "P-8") == "0532"
    assert not isolated(game, "P-8")


@rule("12.3c", "12.3e", "12.3a")
def test_marked_on_turn_eight_is_safe() -> None:
    game = at(f'turn = 8\nside = "poland"\nphase = "operation"\n{RING}')
    play(game, "stop")
    assert isolated(game, "P-8")
    play(game, "stop")
    assert game.over
    assert where(game, "P-8") == "0332"
