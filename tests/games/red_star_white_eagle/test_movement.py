"""8.1, 8.2 Standard movement, and what the phase asks."""

from __future__ import annotations

import random

import pytest
from clicks import asks, can, events, offered, play

from vistula.board.hexes import bits
from vistula.games.red_star_white_eagle.rules.ground import STANDARD, STRATEGIC, entry_cost, ground, price
from vistula.games.red_star_white_eagle.rules.setup import new_state
from vistula.games.red_star_white_eagle.rules.strategic import allowance, points
from vistula.games.red_star_white_eagle.state import put
from vistula.parts.layers import reach

from .desk import situation, where, why
from .fields import M, P, R, field, h, u, us
from .marching import marching, moves, moving, reached, steps, walk

rule = pytest.mark.rule
SEA = next(M.grid.number(hex) for hex in M.grid.neighbours[M.hex("0702")] if M.sea >> hex & 1)


def left(game: object) -> int:
    return game.stack[-1].left  # type: ignore[attr-defined,no-any-return]


@rule("8.0c", "8.0d", "6.1e", "6.0d")
def test_units_move_one_by_one_or_not_at_all() -> None:
    game = moves({"1310": "P-7R", "1612": "P-14", "2025": "R-4"})
    assert offered(game, "unit") == {"P-7R", "P-14"}
    assert can(game, "end")
    play(game, "unit P-7R", "step 1210")
    assert not can(game, "cancel")
    assert not can(game, "unit P-14")
    assert can(game, "stop")
    play(game, "stop")
    assert offered(game, "unit") == {"P-14"}
    assert why(game, "unit P-7R") == "8.0c"
    assert why(game, "unit R-4") == "8.0c"
    play(game, "unit P-14")
    assert can(game, "cancel")
    assert not can(game, "stop")
    play(game, "cancel")
    assert offered(game, "unit") == {"P-14"}
    play(game, "end")
    assert game.over


@rule("6.1h", "8.1.2", "8.0c")
def test_points_are_a_units_own_and_a_hex_is_paid_whole() -> None:
    """A brigade of 6 with a point left enters clear ground and no forest."""
    rich = next(unit for unit in M.units_of[P] if M.mf[unit] == 6 and M.kind[unit] == 0)
    s = field({"2116": M.key[rich]})
    layers = reach(ground(s, rich), 1 << h("2116"), 6)
    beyond = [hex for hex in bits(M.land) if layers.cost(hex) == 6]
    assert beyond
    assert all(layers.cost(hex) <= 6 for hex in bits(layers.within(6)))
    game = moving({"2116": M.key[rich]}, M.key[rich])
    assert allowance(game.s, rich) == 6
    play(game, "step 2115")
    assert left(game) == 4
    play(game, "step 2114")
    assert left(game) == 3


@rule("8.1.1", "8.1.3a", "8.1.3b", "15.3", "8.1.4a")
@pytest.mark.parametrize(
    ("start", "to", "cost"),
    [
        ("2116", "2115", 2),  # forest
        ("2115", "2114", 1),  # clear
        ("2114", "2113", 2),  # clear over a river
        ("1014", "1114", 2),  # over the Vistula, the railway bridge notwithstanding
        ("1012", "1013", 2),  # a city is clear; the river costs
        ("1427", "1426", 1),
    ],
)
def test_what_a_step_costs(start: str, to: str, cost: int) -> None:
    s = field({start: "P-14"})
    assert price(s, u("P-14"), h(start), h(to)) == cost + ((h(start), h(to)) in M.board.river) * (cost == 1)


@rule("8.1.4a")
def test_a_city_is_clear_whatever_its_ground() -> None:
    rugged = [hex for hex in bits(M.cities & M.land & ~M.interning) if M.terrain[hex] != 0]
    for hex in rugged:
        near = next(n for n in M.grid.neighbours[hex] if M.land >> n & 1 and (n, hex) not in M.board.river)
        assert price(field({M.grid.number(near): "P-14"}), u("P-14"), near, hex) == 1
    assert not M.difficult & M.cities


@rule("8.2.1", "7.2.1c")
def test_nobody_enters_a_hex_with_enemy_units_but_units_ride_down_replacements() -> None:
    stands = {"1310": "P-7R", "1210": "R-53", "1309": "R-I2a"}
    game = moving(stands, "P-7R")
    assert "1210" not in offered(game, "step")
    assert why(game, "step 1210") == "8.2.1"
    play(game, "step 1309")
    assert where(game, "R-I2a") == "pool"
    assert where(game, "P-7R") == "1309"
    assert events(game, "replacements_destroyed")


@rule("7.2.1c")
def test_replacement_counters_drive_nobody_out() -> None:
    """(A77)"""
    game = moving({"1310": "P-I1a", "1309": "R-I2a"}, "P-I1a")
    assert why(game, "step 1309") == "7.2.1c"


@rule("8.2.2", "4.3.1", "8.1.2")
def test_a_zone_that_is_too_dear() -> None:
    """The zone of the 6th Cavalry takes 3 points more: two such hexes are too much for a brigade of 7."""
    stands = {"1310": "P-7R", "1111": "R-K6"}
    assert price(field(stands), u("P-7R"), h("1310"), h("1211")) == 4
    game = walk(stands, "P-7R", "1211")
    assert left(game) == 3
    assert "1110" not in offered(game, "step")
    assert why(game, "step 1110") == "4.3.1"
    assert why(game, "step 1111") == "8.2.1"


@rule("8.2.4", "17.3.1a")
def test_nobody_leaves_the_map_of_his_own_will() -> None:
    game = moving({"5105": "R-15"}, "R-15", R)
    assert offered(game, "step") == {M.grid.number(n) for n in M.grid.neighbours[h("5105")] if M.land >> n & 1}
    assert why(moving({"0602": "P-14"}, "P-14"), f"step {SEA}") == "8.2.4"


@rule("8.2.3", "5.1.3a", "5.1.3b", "5.0a")
def test_through_a_full_hex_but_not_into_it() -> None:
    stands = {"1310": "P-7R", "1210": "P-14 P-5 P-6"}
    assert can(walk(stands, "P-7R", "1210"), "stop")  # (A1) those who are there may still leave
    game = moves(stands)
    play(game, "unit P-14", "step 1211", "step 1210", "stop")
    game.s.moved |= us("P-5 P-6")
    play(game, "unit P-7R", "step 1210")
    assert not can(game, "stop")
    assert why(game, "stop") == "5.1.1a"
    play(game, "step 1211", "stop")
    assert where(game, "P-7R") == "1211"


@rule("5.1.4a", "8.2.3")
def test_an_overstack_that_can_be_cured_bars_the_end_of_the_phase() -> None:
    game = moves({"1310": "P-7R P-14 P-5 P-6", "1612": "P-9"})
    assert not can(game, "end")
    play(game, "unit P-7R", "step 1311", "stop")
    assert can(game, "end")


@rule("8.0c", "8.1.2")
@pytest.mark.parametrize("scenario", ["gates", "belarus-long"])
def test_reaches_as_in_plain_code(scenario: str) -> None:
    s = new_state(M, scenario, {})
    s.turn = 3
    rng = random.Random(scenario)
    taken = s.occupied[0] | s.occupied[1]
    for unit in rng.sample([unit for unit in M.units if s.place[unit] >= 0 and M.mf[unit] in range(1, 20)], 40):
        put(s, unit, rng.choice([hex for hex in bits(M.land & ~M.interning) if not taken >> hex & 1]))
        taken = s.occupied[0] | s.occupied[1]
    poles = [unit for unit in M.units_of[P] if s.place[unit] >= 0 and 0 < M.mf[unit] < 20]
    for unit in rng.sample(poles, 25):
        here, plain = 1 << s.place[unit], reached(s, unit, M.mf[unit], "standard")
        found = reach(ground(s, unit, STANDARD), here, M.mf[unit])
        assert {hex: found.cost(hex) for hex in bits(found.within(M.mf[unit]))} == plain
        if not M.trains >> unit & 1:
            plain = reached(s, unit, 2 * M.mf[unit], "strategic")
            found = reach(ground(s, unit, STRATEGIC), here, 2 * M.mf[unit])
            assert {hex: found.cost(hex) for hex in bits(found.within(2 * M.mf[unit]))} == plain


@rule("7.0b", "7.0d")
def test_who_has_come_onto_the_map_pays_for_its_hex() -> None:
    s = situation({"5105": "R-15 R-4"}, side=R)
    s.fresh = 1 << u("R-15")
    cost = price(s, u("R-4"), h("5106"), h("5105"))
    assert (points(s, u("R-15")), points(s, u("R-4"))) == (7 - cost, M.mf[u("R-4")])
    marsh = next(hex for hex in bits(M.land) if M.terrain[hex] == 2)
    assert entry_cost(s, u("R-15"), marsh) == 2
    assert entry_cost(s, u("R-15"), marsh, STRATEGIC) == 6
    put(s, u("R-15"), marsh)
    assert points(s, u("R-15"), STRATEGIC) == 2 * M.mf[u("R-15")] - 6
    put(s, u("P-14"), next(n for n in M.grid.neighbours[marsh] if M.land >> n & 1))
    assert points(s, u("R-15")) == M.mf[u("R-15")] - 2  # (A19) no zone of control


@rule("7.0b", "19.0a", "16.0d")
def test_what_has_no_points_pays_nothing() -> None:
    """(A72) A train pays its rail hex."""
    s = field({"1014": "P-Mil1 P-Vist P-PP1"})
    assert entry_cost(s, u("P-Mil1"), h("1014")) == entry_cost(s, u("P-Vist"), h("1014")) == 0
    assert entry_cost(s, u("P-PP1"), h("1014")) == 1


@rule("7.1.4c", "8.3.1")
def test_the_konarmiya_has_three_points_more_in_its_first_turn() -> None:
    s = situation({"5130": "R-K6 R-4"}, side=R)
    assert allowance(s, u("R-K6")) == 9
    s.fresh = 1 << u("R-K6") | 1 << u("R-4")
    assert (allowance(s, u("R-K6")), allowance(s, u("R-K6"), STRATEGIC)) == (12, 21)  # (A20) after doubling
    assert allowance(s, u("R-4")) == M.mf[u("R-4")]


@rule("8.2.1", "4.0")
def test_what_a_unit_cannot_reach_is_refused_by_its_rule() -> None:
    game = moving({"1310": "P-7R"}, "P-7R")
    assert why(game, "step 1610") == "8.0c"
    assert steps({"1310": "P-7R"}, "P-7R") == {M.grid.number(n) for n in M.grid.neighbours[h("1310")]}


@rule("12.3.2a")
def test_no_front_goes_out_of_command() -> None:
    game = moving({"2221": "R-4"}, "R-4", R)
    assert why(game, "step 2222") == "12.3.2a"
    assert "2220" in offered(game, "step")
    assert "2222" in offered(moving({"2221": "R-44"}, "R-44", R), "step")


@rule("12.3.2b")
def test_who_is_out_of_command_must_regain_it() -> None:
    """(A28)"""
    game = moves({"2223": "R-4", "2310": "R-15"}, R)
    assert not can(game, "end")
    play(game, "unit R-4", "step 2222")
    assert not can(game, "stop")
    assert why(game, "stop") == "12.3.2b"
    play(game, "step 2221", "stop")
    assert can(game, "end")


@rule("12.4.1a")
def test_fronts_do_not_stack() -> None:
    game = walk({"2019": "R-4", "2020": "R-44"}, "R-4", "2020", R)
    assert not can(game, "stop")
    assert why(game, "stop") == "12.4.1a"


@rule("21.5a")
def test_frontier_guards_stay() -> None:
    s = situation({"1809": "P-FG3", "1310": "P-14"})
    game = marching(s, P)
    assert offered(game, "unit") == {"P-14"}
    assert why(game, "unit P-FG3") == "21.5a"


@rule("23.4.9.1a", "23.4.9.1b")
def test_the_quiet_north() -> None:
    near = {"3809": "P-14", "4010": "R-4"}
    assert not steps(near, "P-14", at="May I") & {M.grid.number(n) for n in M.grid.neighbours[h("4010")]}
    assert why(moving(near, "P-14", at="May I"), "step 3909") == "23.4.9.1a"
    assert why(moving(near, "R-4", R, at="May I"), "step 3909") == "23.4.9.1b"
    assert "3909" in steps(near, "P-14", at="May III")


@rule("22.7.1c", "8.4.5a")
def test_a_unit_entrains_for_the_reserve_as_its_move() -> None:
    s = situation({"1520": "P-14 P-5 P-6"})
    s.reserve_allowed = True
    game = marching(s, P)
    play(game, "unit P-14", "entrain", "unit P-5", "entrain", "unit P-6", "entrain")
    assert where(game, "P-14") == "reserve"
    assert game.s.rail_used == 0
    assert asks(game) == "poland: pick"
    closed = marching(situation({"1520": "P-14"}), P)
    play(closed, "unit P-14")
    assert why(closed, "entrain") == "22.7.1a"
