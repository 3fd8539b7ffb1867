"""The small print of movement: edges of sets, the last of a kind, what is not counted."""

from __future__ import annotations

import pytest
from clicks import can, events, offered, play

from vistula.board.hexes import Hex, HexSet, bits
from vistula.games.red_star_white_eagle.rules.fronts import beyond, out_hexes
from vistula.games.red_star_white_eagle.rules.ground import ADVANCE, STANDARD, STRATEGIC, entry_cost, ground, price
from vistula.games.red_star_white_eagle.rules.ways import ends
from vistula.games.red_star_white_eagle.state import put
from vistula.games.red_star_white_eagle.units import WEST
from vistula.parts.layers import reach

from .desk import situation, where, why
from .fields import M, P, R, field, h, u, us
from .marching import marching, moves, moving, walk

rule = pytest.mark.rule


@rule("14.5b", "14.3")
def test_a_train_that_advances_on_its_own_net_heeds_no_zone() -> None:
    s = field({"1014": "P-PP1", "1012": "R-53"})
    plain = price(field({"1014": "P-PP1"}), u("P-PP1"), h("1014"), h("1013"))
    assert price(s, u("P-PP1"), h("1014"), h("1013"), STANDARD) == plain + 1
    assert price(s, u("P-PP1"), h("1014"), h("1013"), ADVANCE) == plain
    east = field({"4528": "P-PP1", "4629": "R-45"})
    for to in M.russian_net.links[h("4528")]:
        assert price(east, u("P-PP1"), h("4528"), to, ADVANCE) == price(east, u("P-PP1"), h("4528"), to, STANDARD)


@rule("7.0b")
@pytest.mark.parametrize("unit", ["P-PP1", "P-PP10", "R-tW1", "R-KTr4"])
def test_every_train_pays_a_point_to_arrive(unit: str) -> None:
    assert entry_cost(field({"1014": "P-14"}), u(unit), h("1014")) == 1


@rule("7.0b")
def test_nobody_else_arrives_like_a_train() -> None:
    forest = next(hex for hex in bits(M.land & ~M.interning) if M.terrain[hex] == 1 and not M.cities >> hex & 1)
    s = field()
    for unit in M.units:
        if not (M.trains | M.flotillas | M.immobile | M.motors | 1 << M.squadron) >> unit & 1:
            assert entry_cost(s, unit, forest) == 2, M.key[unit]
            assert entry_cost(s, unit, forest, STRATEGIC) == 6
    assert entry_cost(s, u("P-1AC"), forest) == 4
    assert entry_cost(s, u("P-I1a"), forest) == 2


@rule("5.1.1a", "7.2.1a", "5.0b", "5.1.3a")
def test_replacement_counters_find_room_anywhere() -> None:
    for counter in ("P-I1a", "P-C2a", "P-C2b"):
        s = situation({"1310": counter, "1210": "P-14 P-5 P-6 P-LegC1 P-LegC2 P-LegC3"})
        game = marching(s, P)
        s.moved |= us("P-14 P-5 P-6 P-LegC1 P-LegC2 P-LegC3")
        play(game, f"unit {counter}", "step 1210", "stop")
        assert where(game, counter) == "1210"


def _reach(hex: Hex) -> HexSet:
    """Where a West Front division could go from a hex."""
    s = field({M.grid.number(hex): "R-4"})
    return reach(ground(s, u("R-4")), 1 << hex, M.mf[u("R-4")]).within(M.mf[u("R-4")])


@rule("12.3.2b")
def test_who_cannot_regain_command_comes_as_near_as_possible() -> None:
    """(A28)"""
    out = out_hexes(field(), WEST)
    far = next(hex for hex in bits(out & ~M.interning) if not _reach(hex) & ~out)
    s = situation({M.grid.number(far): "R-4"}, side=R)
    game = marching(s, R)
    assert not can(game, "end")
    assert why(game, "end") == "12.3.2b"
    found = _reach(far)
    nearest = min(beyond(s, u("R-4"), hex) for hex in bits(found))
    goals = {hex for hex in bits(found) if beyond(s, u("R-4"), hex) == nearest}
    assert set(bits(ends(s, u("R-4"), M.mf[u("R-4")]))) == goals
    play(game, "unit R-4")
    while not can(game, "stop"):
        play(game, f"step {min(offered(game, 'step'), key=lambda n: beyond(s, u('R-4'), h(n)))}")
        if not game.stack or type(game.stack[-1]).__name__ == "MovementPhase":
            break
    assert beyond(s, u("R-4"), s.place[u("R-4")]) == nearest


@rule("12.3.2b", "12.3.2a")
def test_in_command_wherever_it_can_be() -> None:
    s = situation({"2223": "R-4"}, side=R)
    found = ends(s, u("R-4"), M.mf[u("R-4")])
    assert found
    assert not found & out_hexes(s, WEST)


@rule("8.3.2", "20.1.1", "4.3.1")
def test_a_zone_costs_nothing_in_strategic_movement_because_nobody_enters_it() -> None:
    game = moving({"1310": "P-7R", "1110": "R-53"}, "P-7R")
    assert why(game, "strategic 1210") == "8.3.2"
    motor = moving({"1310": "P-1AC", "1110": "R-53"}, "P-1AC")
    assert can(motor, "strategic 1210")
    assert can(motor, "step 1210")
    assert price(motor.s, u("P-1AC"), h("1310"), h("1210")) == 1


@rule("8.1.2", "8.1.3a", "4.3.1")
@pytest.mark.parametrize(
    ("stands", "unit", "path", "goal", "cited"),
    [
        ({"2116": "P-1AC"}, "P-1AC", "2115 2114", "2015", "8.1.2"),
        ({"1310": "P-7R", "1111": "R-K6"}, "P-7R", "1211", "1110", "4.3.1"),
    ],
)
def test_why_a_step_is_too_dear(stands: dict[str, str], unit: str, path: str, goal: str, cited: str) -> None:
    game = walk(stands, unit, path)
    if goal not in offered(game, "step"):
        assert why(game, f"step {goal}") in (cited, "8.1.3a", "8.1.2")


@rule("8.0c")
def test_its_own_hex_is_no_step() -> None:
    game = moving({"1310": "P-7R"}, "P-7R")
    assert why(game, "step 1310") == "8.0c"
    assert why(game, "step 1510") == "8.0c"


@rule("9.10.1b", "9.10.1c", "8.3.2")
def test_what_is_kept_of_zones_at_the_start_and_on_the_way() -> None:
    game = moves({"1310": "P-LegC1", "1111": "R-K6", "1211": "P-1C", "1612": "P-LegC2"})
    assert game.s.began_in_zoc == us("P-1C")
    play(game, "unit P-LegC1", "step 1210", "stop")
    assert not game.s.left_zoc
    play(game, "unit P-1C", "step 1311", "stop")
    assert game.s.left_zoc == us("P-1C")
    edge = moves({"1212": "P-LegC1", "1110": "P-1C", "1111": "R-K6", "1309": "P-LegC2"})
    assert edge.s.began_in_zoc == us("P-LegC1 P-1C")
    infantry = walk({"1211": "P-14", "1111": "R-K6"}, "P-14", "1311")
    assert not infantry.s.left_zoc  # only cavalry is asked


@rule("16.7.1a")
def test_who_begins_with_a_flotilla() -> None:
    game = moves({"1013": "P-Vist P-MarP P-14", "4120": "R-DnN R-MarR"})
    assert game.s.with_flotilla == us("P-MarP")
    s = situation({"1013": "P-Vist", "1014": "P-MarP"})
    assert marching(s, P).s.with_flotilla == 0
    put(s, u("P-MarP"), h("1013"))
    assert marching(s, P).s.with_flotilla == us("P-MarP")


@rule("8.0c", "8.1.1", "8.3.6", "8.3.3", "8.3.4")
def test_what_a_move_leaves_behind() -> None:
    game = moves({"1310": "P-7R", "1612": "P-14"})
    seat = game.seat("poland")
    refusal = seat.why_not("space", h("1210"))
    assert refusal is not None
    assert refusal.rule == "8.0c"
    play(game, "unit P-7R")
    assert game.s.moving == us("P-7R")
    play(game, "cancel")
    assert game.s.moving == 0
    assert not game.s.moved
    play(game, "unit P-7R", "step 1210", "stop")
    assert (game.s.moved, game.s.moving, game.s.strategic) == (us("P-7R"), 0, 0)
    assert [event.refs["hex"] for event in events(game, "moved")] == [h("1210")]
    play(game, "unit P-14", "strategic 1712")
    assert game.s.strategic == us("P-14")
    play(game, "stop")
    assert len(events(game, "moved")) == 2


@rule("17.4.1a", "8.0c")
def test_who_is_interned_on_the_way_moves_no_more() -> None:
    game = walk({"1210": "P-7R P-14"}, "P-7R", "1209")
    assert where(game, "P-7R") == "dead"
    assert game.s.moved == us("P-7R")
    assert game.s.moving == 0
    assert offered(game, "unit") == {"P-14"}
    assert not events(game, "moved")
