"""10.5 East Prussia, Danzig and Lithuania."""

from __future__ import annotations

import pytest

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.retreat import retreat_hexes

from .table import (
    M,
    asks,
    at,
    attack,
    can,
    controller,
    disrupted,
    events,
    hex,
    isolated,
    march,
    offered,
    play,
    points,
    poles_attack,
    poles_move,
    russians_attack,
    russians_move,
    send,
    unit,
    where,
)

rule = pytest.mark.rule


@rule("10.5a")
def test_nobody_enters_danzig() -> None:
    assert M.grid.around[hex("2404")] >> hex("2504") & 1
    poles = play(poles_move('units.P-8 = "2404"'), "unit P-8")
    assert not can(poles, "step 2504")
    russians = play(russians_move('units.R-4 = "2404"'), "unit R-4")
    assert not can(russians, "step 2504")
    assert not any(M.enterable[side] & M.danzig for side in (POLAND, RUSSIA))


@rule("10.5a", "11.10c")
def test_nobody_retreats_into_danzig() -> None:
    s = russians_attack('units.R-27 = "2403"\nunits.P-3U = "2404"').s
    assert not retreat_hexes(s, unit("P-3U"), hex("2404"), 1)  # Danzig and East Prussia are all that is left
    s = poles_attack('units.P-PL1 = "2403"\nunits.R-27 = "2404"').s
    assert hex("2504") not in members(retreat_hexes(s, unit("R-27"), hex("2404"), 1))
    assert retreat_hexes(s, unit("R-27"), hex("2404"), 1)  # into East Prussia


@rule("10.5b")
def test_poles_do_not_move_into_east_prussia() -> None:
    game = play(poles_move('units.P-8 = "2107"'), "unit P-8")
    assert offered(game, "step") == {"2106", "2006", "2007"}
    assert not M.enterable[POLAND] & M.east_prussia


@rule("10.5b", "11.12a")
def test_polish_cavalry_does_not_charge_into_east_prussia() -> None:
    game = poles_attack('units.P-1cav = "2009"\nunits.P-PL1 = "2009"\nunits.R-164 = "2109"')
    attack(game, "2109", "P-1cav P-PL1", 6)  # 10 to 2, 5:1 with shock: DE
    play(game, "unit P-1cav")
    assert asks(game) == "poland: second_hex"
    assert offered(game, "hex") == {"2009", "2008", "2110"}


@rule("10.5b", "10.4.2c")
def test_poles_do_not_rout_into_east_prussia() -> None:
    game = russians_move('units.R-4 = "1910"\nunits.P-8 = { hex = "2109", disrupted = true }')
    play(game, "unit R-4", "step 2009")
    assert where(game, "P-8") == "box 6"


@rule("10.5c")
def test_russians_who_enter_east_prussia_are_removed_at_once() -> None:
    game = russians_move('units.R-4cav = "2107"')
    play(game, "unit R-4cav", "step 2207")
    assert where(game, "R-4cav") == "interned"
    assert asks(game) == "russia: pick"
    assert not game.s.occupied[RUSSIA]


@rule("10.5c")
def test_a_whole_stack_may_go() -> None:
    game = march(russians_move('units.R-4 = "2107"\nunits.R-11 = "2107"'), "2107", "2207")
    assert where(game, "R-4") == where(game, "R-11") == "interned"


@rule("10.5c")
def test_interned_units_are_worth_nothing() -> None:
    game = russians_move('units.R-4cav = "2107"')
    before = points(game, POLAND)
    play(game, "unit R-4cav", "step 2207")
    assert points(game, POLAND) == before
    assert points(game, POLAND, "elite units eliminated") == points(game, POLAND, "units surrendered") == 0


@rule("10.5c", "8.3.2b")
def test_interned_units_are_never_replaced() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 5\nunits.R-4 = "interned"')
    play(game, "resupply 5")
    assert asks(game) == "russia: kind"


@rule("10.5c")
def test_interned_units_bear_no_markers() -> None:
    game = russians_move('units.R-4 = { hex = "2107", isolated = true }')
    play(game, "unit R-4", "step 2207")
    assert not isolated(game, "R-4")
    play(game, "end", "stop")
    assert not events(game, "relieved")
    retreated = poles_attack('units.P-PL1 = "2009"\nunits.P-PL3 = "2009"\nunits.R-47 = "2109"')
    attack(retreated, "2109", "P-PL1 P-PL3", 1)
    send(retreated, "2208")
    assert where(retreated, "R-47") == "interned"
    assert not disrupted(retreated, "R-47")


@rule("10.5c", "3.4a")
def test_the_hex_itself_changes_nothing() -> None:
    game = russians_move('units.R-4 = "2107"')
    before = game.s.russian
    play(game, "unit R-4", "step 2207")
    assert game.s.russian == before
    assert not events(game, "control")


@rule("10.5c", "11.12a")
def test_russian_cavalry_may_charge_into_internment() -> None:
    game = russians_attack('units.R-4cav = "2009"\nunits.R-6cav = "2009"\nunits.P-3U = "2109"')
    attack(game, "2109", "R-4cav R-6cav", 6)  # 10 to 2, 5:1: DE
    play(game, "unit R-4cav", "hex 2209")
    assert where(game, "R-4cav") == "interned"
    assert asks(game) == "russia: who_goes"


@rule("10.5c", "10.4.2a", "11.12a")
def test_whoever_charges_into_internment_routs_nobody_on_the_other_side() -> None:
    game = russians_attack("""
        units.R-4cav = "2009"
        units.R-6cav = "2009"
        units.P-3U = "2109"
        units.P-8 = { hex = "2107", disrupted = true }
    """)
    attack(game, "2109", "R-4cav R-6cav", 6)  # 10 to 2, 5:1: DE
    assert M.around[hex("2108")] >> hex("2107") & 1
    play(game, "unit R-4cav", "hex 2108")
    assert where(game, "R-4cav") == "interned"
    assert (where(game, "P-8"), disrupted(game, "P-8")) == ("2107", True)
    assert asks(game) == "russia: who_goes", "nobody routs"


@rule("10.5c")
def test_every_hex_of_east_prussia_ends_the_move_and_no_hex_beside_it_does() -> None:
    prussia = M.east_prussia
    border = [(a, b) for b in members(prussia) for a in members(M.around[b] & M.enterable[RUSSIA] & ~prussia)]
    assert len(border) > 40
    for start, end in border:
        game = play(
            russians_move(f'units.R-4cav = "{M.grid.number(start)}"'), "unit R-4cav", f"step {M.grid.number(end)}"
        )
        assert (where(game, "R-4cav"), asks(game)) == ("interned", "russia: pick")
    for near in {start for start, _ in border}:
        start = next(h for h in members(M.around[near] & M.enterable[RUSSIA] & ~prussia) if M.cost[h][near] < 6)
        game = play(
            russians_move(f'units.R-4cav = "{M.grid.number(start)}"'), "unit R-4cav", f"step {M.grid.number(near)}"
        )
        assert (where(game, "R-4cav"), asks(game)) == (M.grid.number(near), "russia: way")


@rule("10.5c", "7.1b")
def test_zones_reach_over_the_border_for_movement_too() -> None:
    game = russians_move('units.R-4 = "2107"\nunits.P-8 = "2007"')  # zone over 2107 and 2108
    play(game, "unit R-4")
    assert not can(game, "step 2108")
    assert can(game, "step 2207")


@rule("10.5d")
@pytest.mark.parametrize(("side", "name"), [("poland", "P-8"), ("russia", "R-4")])
def test_lithuania_is_open_to_both(side: str, name: str) -> None:
    game = at(f'turn = 4\nside = "{side}"\nphase = "movement"\nunits.{name} = "2718"')
    march(game, name, "2717")
    assert M.lithuania >> hex("2717") & 1
    assert where(game, name) == "2717"
    assert controller(game, "2717") == side


@rule("10.5d")
def test_lithuania_is_land_like_any_other() -> None:
    assert all(M.enterable[side] & M.lithuania == M.lithuania for side in (POLAND, RUSSIA))
    assert all(M.hex_cost[h] >= 1 for h in members(M.lithuania))
