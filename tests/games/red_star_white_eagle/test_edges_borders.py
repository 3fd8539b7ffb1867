"""17.3, 17.4 Map edges and borders."""

from __future__ import annotations

import pytest
from clicks import asks, can, events, offered, play

from vistula.board.hexes import bits, members
from vistula.games.red_star_white_eagle.layout import EAST, NORTH, SOUTH_EAST, SOUTH_WEST, WESTERN
from vistula.games.red_star_white_eagle.rules import borders, edges
from vistula.games.red_star_white_eagle.rules.control import come
from vistula.games.red_star_white_eagle.rules.ground import STANDARD, STRATEGIC, entry_cost, price, terrain_cost
from vistula.games.red_star_white_eagle.rules.railnets import all_rails
from vistula.games.red_star_white_eagle.rules.zoc import zoc
from vistula.games.red_star_white_eagle.state import COMBAT, DEAD, OFF_EDGE, on_map, put

from .desk import situation, where, why
from .fields import M, P, R, field, h, u
from .marching import marching, moving, walk

rule = pytest.mark.rule


@rule("17.3.1a", "17.3.1b")
@pytest.mark.parametrize(
    ("hex", "unit", "stretches"),
    [
        ("5105", "R-15", [EAST]),
        ("5101", "R-15", [NORTH, EAST]),
        ("4001", "R-15", [NORTH]),
        ("2901", "R-15", [NORTH]),  # from Lithuania as well
        ("2136", "R-44", [SOUTH_WEST]),
        ("3236", "R-44", [SOUTH_EAST]),
        ("0111", "R-15", []),  # the west is no way for Russians
        ("0111", "P-14", [WESTERN]),
        ("5105", "P-14", []),
        ("4001", "P-14", []),
        ("3236", "P-14", []),
        ("4005", "R-15", []),
        ("1014", "P-Mil1", []),
        ("0111", "P-Mil1", []),
        ("5133", "R-DnS", []),
        ("0111", "P-PP1", [WESTERN]),
        ("0112", "P-PP1", []),  # no rails there
    ],
)
def test_over_which_edges_a_side_retreats(hex: str, unit: str, stretches: list[int]) -> None:
    assert edges.permitted(field({hex: unit}), u(unit)) == stretches
    assert edges.permitted(field({"2020": unit}), u(unit), h(hex)) == stretches


@rule("17.3.1c", "17.3.1a")
def test_who_has_left_returns_first_in_the_next_movement_phase() -> None:
    s = situation({"5105": "R-15", "4810": "R-4"}, side=R)
    edges.off(s, u("R-15"), EAST)
    assert s.place[u("R-15")] == OFF_EDGE - EAST
    assert not s.occupied[R] >> h("5105") & 1
    game = marching(s, R)
    assert asks(game) == "russia: where"
    assert why(game, "enter 4810") == "17.3.1c"
    assert "5130" not in offered(game, "enter")  # out of command for the West Front are hexes further south
    assert {"5101", "5105", "5119"} <= offered(game, "enter")
    play(game, "enter 5106")
    assert where(game, "R-15") == "5106"
    assert offered(game, "unit") == {"R-15", "R-4"}


@rule("17.3.1c", "7.0b")
def test_it_pays_for_its_hex_with_zones() -> None:
    """(A14)"""
    s = situation({"5105": "R-15", "5007": "P-14"}, side=R)
    edges.off(s, u("R-15"), EAST)
    game = play(marching(s, R), "enter 5106", "unit R-15", "step 5105")
    cost = edges.toll(game.s, u("R-15"), h("5106"))
    assert cost == 1 + (M.difficult >> h("5106") & 1) + M.delay[u("P-14")]
    assert game.stack[-1].left == M.mf[u("R-15")] - cost - 1 - (M.difficult >> h("5105") & 1) - (  # type: ignore[attr-defined]
        ((h("5106"), h("5105")) in M.board.river) + M.delay[u("P-14")] * (h("5105") in M.grid.neighbours[h("5007")])
    )


@rule("17.3.2")
def test_the_south_is_two_edges() -> None:
    s = situation({"2136": "R-44"}, side=R)
    edges.off(s, u("R-44"), SOUTH_WEST)
    game = marching(s, R)
    assert offered(game, "enter") <= {"2036", "2136", "2236"}


@rule("17.3.1c", "17.4.1b")
def test_no_free_hex_no_return() -> None:
    s = situation({"2036": "P-14", "2136": "P-5", "2236": "P-6"}, side=R)
    s.place[u("R-44")] = OFF_EDGE - SOUTH_WEST
    game = marching(s, R)
    assert asks(game) == "russia: pick"
    assert s.place[u("R-44")] == OFF_EDGE - SOUTH_WEST
    for stretch in range(5):
        assert not M.returns[stretch] & M.interning


@rule("17.4.1a")
def test_foreign_lands_intern_who_enters_them() -> None:
    for region in ("romania", "czechoslovakia", "east-prussia", "danzig", "pomerania", "upper-silesia"):
        hex = next(hex for hex in bits(M.regions[region] & M.land))
        for unit in ("P-14", "R-4"):
            s = field({"2020": unit})
            assert borders.interned(s, u(unit), hex)
            come(s, u(unit), hex)
            assert s.place[u(unit)] == DEAD
    game = walk({"1210": "P-7R"}, "P-7R", "1209")
    assert where(game, "P-7R") == "dead"
    assert asks(game) == "poland: pick"
    assert events(game, "interned")


@rule("24.8", "24.10a", "24.11.1", "17.4.1a")
def test_what_optional_rules_open() -> None:
    plebiscite = next(hex for hex in bits(M.plebiscite & M.land))
    assert not borders.interned(field(options="plebiscite"), u("P-14"), plebiscite)
    assert not borders.interned(field(options="plebiscite"), u("R-4"), plebiscite)
    prussia = next(hex for hex in bits(M.regions["east-prussia"] & M.land & ~M.plebiscite))
    assert borders.interned(field(options="plebiscite"), u("P-14"), prussia)
    assert not borders.interned(field(options="freikorps fall-of-warsaw"), u("R-4"), prussia)
    silesia = field(options="upper-silesia")
    assert not borders.interned(silesia, u("P-14"), h("0222"))
    assert borders.interned(silesia, u("R-4"), h("0222"))


@rule("17.4.1a", "7.2.1a")
def test_an_interned_counter_is_lost_but_not_used_up() -> None:
    s = field({"2020": "P-I2a"})
    come(s, u("P-I2a"), next(bits(M.regions["romania"] & M.land)))
    assert where(s, "P-I2a") == "pool"


@rule("17.4.2a", "17.4.2c")
def test_lithuania_can_be_crossed_and_its_border_stops_no_zone() -> None:
    inside = next(hex for hex in bits(M.lithuania) if any(not M.lithuania >> n & 1 and M.land >> n & 1 and
                  not M.interning >> n & 1 for n in M.grid.neighbours[hex]))  # fmt: skip
    outside = next(n for n in M.grid.neighbours[inside] if not M.lithuania >> n & 1 and M.land >> n & 1
                   and not M.interning >> n & 1)  # fmt: skip
    game = moving({M.grid.number(outside): "P-14"}, "P-14")
    assert can(game, f"step {M.grid.number(inside)}")
    play(game, f"step {M.grid.number(inside)}", "stop")
    assert where(game, "P-14") == M.grid.number(inside)
    assert zoc(game.s, P) >> outside & 1


@rule("17.4.2b")
def test_at_the_end_of_a_combat_phase_only_lithuanians_are_left_there() -> None:
    """(A87)"""
    inside = [M.grid.number(hex) for hex in bits(M.lithuania)][:4]
    s = situation({inside[0]: "P-14", inside[1]: "R-4 R-I2a", inside[2]: "L-1", "2020": "P-5"})
    s.phase = COMBAT
    borders.end_of_combat_phase(s)
    assert {M.key[unit] for side in (P, R) for unit in on_map(s, side)} == {"L-1", "P-5"}
    assert where(s, "P-14") == where(s, "R-4") == where(s, "R-I2a") == "pool"
    assert not s.occupied[P] >> h(inside[0]) & 1


@rule("17.3.1b", "17.4.1b")
def test_poles_return_in_the_west_outside_of_foreign_land() -> None:
    s = situation({"0111": "P-14"})
    put(s, u("R-4"), h("0112"))
    edges.off(s, u("P-14"), WESTERN)
    game = marching(s, P)
    found = {M.hex(number) for number in offered(game, "enter")}
    assert found
    assert all(M.returns[WESTERN] >> hex & 1 for hex in found)
    assert M.hex("0112") not in found
    assert set(members(edges.gates(s, u("P-14")))) == found


@rule("17.3.1a")
def test_what_is_told() -> None:
    s = situation({"5105": "R-15"}, side=R)
    assert edges.beyond_the_edge(OFF_EDGE - NORTH) == NORTH
    assert edges.beyond_the_edge(-1) == -1
    assert len(edges.NAMES) == 5
    assert s.place[u("R-15")] == h("5105")


@rule("17.3.1c")
def test_units_return_over_every_edge_before_anything_else_moves() -> None:
    for stretch, start in ((NORTH, "4001"), (EAST, "5105"), (SOUTH_EAST, "3836")):
        unit = "R-4" if stretch != SOUTH_EAST else "R-44"
        s = situation({start: unit, "4810": "R-53"}, side=R)
        edges.off(s, u(unit), stretch)
        assert edges.to_return(s, 1) == [u(unit)]
        game = marching(s, R)
        found = {M.hex(number) for number in offered(game, "enter")}
        assert found
        assert all(edges.brink(s, stretch) >> hex & 1 for hex in found)
        refusal = game.seat("russia").why_not("piece", u("R-53"))
        assert refusal is not None
        assert refusal.rule == "17.3.1c"


@rule("17.3.1c", "14.1")
def test_a_train_returns_on_rails() -> None:
    s = situation({"5105": "R-tW1"}, side=R)
    edges.off(s, u("R-tW1"), EAST)
    found = edges.gates(s, u("R-tW1"))
    assert found
    assert not found & ~(M.returns[EAST] & all_rails(s, R).spaces)
    assert not found & ~M.returns[EAST]


@rule("17.3.1c", "17.4.1b")
def test_the_whole_northern_edge_is_open_to_who_left_over_it() -> None:
    """(A119) West of the hexes of arrival too, as far as the land interns nobody and no enemy stands there."""
    s = situation({"4001": "R-15", "2901": "P-14", "4810": "R-53"}, side=R)
    edges.off(s, u("R-15"), NORTH)
    found = {M.grid.number(hex) for hex in members(edges.gates(s, u("R-15")))}
    edge = {M.grid.number(hex) for hex in members(M.land & ~M.interning) if M.grid.number(hex)[2:] == "01"}
    assert found == edge - {"2901"}
    assert {"3301", "3201", "2801", "0501"} <= found
    assert "3101" in offered(marching(s, R), "enter")
    assert not M.entry[0] >> h("3201") & 1, "nobody arrives there"


@rule("7.0b", "8.3.6")
def test_rails_help_nobody_who_arrives() -> None:
    """(A120)"""
    s = situation({"5123": "R-53"}, side=R)
    assert all_rails(s, R).spaces >> h("5123") & 1
    costs = [entry_cost(s, u("R-53"), h("5123"), way) for way in (STANDARD, STRATEGIC)]
    assert costs == [terrain_cost(M, h("5123"), way, False) for way in (STANDARD, STRATEGIC)]
    along = [hex for hex in members(M.around[h("5123")]) if all_rails(s, R).spaces >> hex & 1]
    assert any(price(s, u("R-53"), h("5123"), hex, STRATEGIC) < costs[1] for hex in along)
