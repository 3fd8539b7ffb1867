"""8.3, 8.4, 14.0, 15.0, 20.1 Strategic movement, the national nets, trains and motors on the move."""

from __future__ import annotations

from itertools import pairwise

import pytest
from clicks import can, offered, play

from vistula.board.hexes import bits, members
from vistula.games.red_star_white_eagle.rules import railnets
from vistula.games.red_star_white_eagle.rules.ground import STRATEGIC, ground, price
from vistula.games.red_star_white_eagle.rules.national_rail import stations
from vistula.games.red_star_white_eagle.rules.strategic import allowance
from vistula.games.red_star_white_eagle.rules.trains import linked, shielded
from vistula.games.red_star_white_eagle.rules.zoc import ignores_zoc
from vistula.games.red_star_white_eagle.state import put
from vistula.parts.layers import reach

from .desk import situation, where, why
from .fields import M, P, R, field, h, hs, u
from .marching import among, marching, moves, moving, rail_between, river_between, steps, walk

rule = pytest.mark.rule
SILESIA = {"0122-0222", "0122-0223", "0222-0321", "0222-0322"}


def cost(s: object, unit: str, a: str, b: str) -> int:
    return price(s, u(unit), h(a), h(b), STRATEGIC)  # type: ignore[arg-type]


# -- 8.3 --------------------------------------------------------------------------------------------------------------


@rule("8.3.1", "8.0a")
def test_twice_the_movement_factor() -> None:
    game = moving({"1310": "P-7R"}, "P-7R")
    assert allowance(game.s, u("P-7R"), STRATEGIC) == 14
    assert can(game, "step 1210")
    assert can(game, "strategic 1210")
    play(game, "strategic 1210")
    assert game.stack[-1].left == 14 - 3  # type: ignore[attr-defined]
    assert not offered(game, "step")
    assert why(game, "step 1211") == "8.0a"
    game = walk({"1310": "P-7R"}, "P-7R", "1210")
    assert not offered(game, "strategic")
    assert why(game, "strategic 1211") == "8.0a"


@rule("8.3.2")
def test_neither_out_of_a_zone_nor_into_one() -> None:
    game = moving({"1310": "P-7R", "1210": "R-53"}, "P-7R")
    assert not offered(game, "strategic")
    assert why(game, "strategic 1410") == "8.3.2"
    game = moving({"1310": "P-7R", "1110": "R-53"}, "P-7R")
    assert "1411" in offered(game, "strategic")
    assert why(game, "strategic 1210") == "8.3.2"


@rule("8.3.3", "8.3.4")
def test_who_has_moved_strategically_is_known_and_all_may() -> None:
    game = moves({"1310": "P-7R", "1612": "P-14"})
    play(game, "unit P-7R", "strategic 1210", "stop", "unit P-14", "strategic 1712", "stop")
    assert set(members(game.s.strategic)) == {u("P-7R"), u("P-14")}
    game = moves({"1310": "P-7R"})
    play(game, "unit P-7R", "step 1210", "stop")
    assert not game.s.strategic


@rule("8.3.5a", "8.3.5b", "8.3.6", "8.3.7", "15.3", "8.1.3a")
def test_on_the_rails_a_point_and_off_them_three_times_as_much() -> None:
    s = field({"2116": "P-14"})
    unit = "P-14"
    dry = next((a, b) for a, b in sorted(M.nets["devastated"]) if not river_between(a, b) and M.terrain[b])
    wet = next((a, b) for a, b in sorted(M.nets["devastated"]) if river_between(a, b))
    assert cost(s, unit, M.grid.number(dry[0]), M.grid.number(dry[1])) == 1
    assert cost(s, unit, M.grid.number(wet[0]), M.grid.number(wet[1])) == 2
    assert cost(s, unit, "2115", "2114") == 3
    assert cost(s, unit, "2116", "2115") == 6
    marsh = next((a, b) for b in bits(M.land & ~M.interning) if M.terrain[b] == 2 for a in M.grid.neighbours[b]
                 if M.land >> a & 1 and not rail_between(a, b) and not river_between(a, b))  # fmt: skip
    assert cost(s, unit, M.grid.number(marsh[0]), M.grid.number(marsh[1])) == 6
    forest = next((a, b) for b in bits(M.land & ~M.interning) if M.terrain[b] == 1 for a in M.grid.neighbours[b]
                  if M.land >> a & 1 and not rail_between(a, b) and river_between(a, b))  # fmt: skip
    assert cost(s, unit, M.grid.number(forest[0]), M.grid.number(forest[1])) == 9
    path = reach(ground(s, u(unit), STRATEGIC), 1 << h("2116"), 14)
    assert path.within(14) & ~path.within(0)


@rule("8.3.5c", "15.1a", "15.0", "8.4.8", "15.2", "8.4.6")
def test_any_net_serves_strategic_movement() -> None:
    s = field()
    for side in (P, R):
        net = railnets.all_rails(s, side)
        for name in ("polish", "russian", "devastated"):
            assert all(b in net.links[a] for a, b in M.nets[name])
    assert not railnets.own_net(s, P).spaces & railnets.own_net(s, R).spaces
    west, east = railnets.own_net(s, P).spaces, railnets.own_net(s, R).spaces
    assert max(M.grid.line(x) for x in bits(west)) < max(M.grid.line(x) for x in bits(east))


# -- 8.4 --------------------------------------------------------------------------------------------------------------


@rule("8.4.1a", "8.4.1b", "8.4.2", "15.1b", "2.7f")
def test_any_distance_along_ones_own_net_from_a_hex_of_it() -> None:
    game = moving({"1014": "P-14"}, "P-14")
    found = offered(game, "rail")
    assert found == among(M.polish_net.spaces & ~(1 << h("1014")))
    play(game, "rail 2132")
    assert where(game, "P-14") == "2132"
    assert not offered(game, "unit")
    assert why(moving({"1310": "P-14"}, "P-14"), "rail 1014") == "8.4.1a"
    devastated = M.polish_net.spaces | M.russian_net.spaces
    off = next(a for a, _ in sorted(M.nets["devastated"]) if not devastated >> a & 1 and not M.lithuania >> a & 1)
    assert why(moving({"1014": "P-14"}, "P-14"), f"rail {M.grid.number(off)}") == "8.4.1b"
    assert not offered(moving({M.grid.number(off): "P-14"}, "P-14"), "rail")


@rule("8.4.3", "8.4.4")
def test_zones_do_not_matter_and_it_may_attack_afterwards() -> None:
    beside = next(n for n in M.grid.neighbours[h("2028")] if not M.polish_net.spaces >> n & 1)
    game = moving({"1014": "P-14", "1015": "R-53", M.grid.number(beside): "R-K6"}, "P-14")
    assert {"2028", "1013"} <= offered(game, "rail")
    play(game, "rail 2028")
    assert where(game, "P-14") == "2028"
    assert not game.s.strategic


@rule("8.4.5a", "8.4.5b")
def test_two_divisions_a_turn() -> None:
    division = [M.key[unit] for unit in M.units_of[P] if M.size[unit] == 3][:3]
    game = moves({"1014": f"{division[0]} {division[1]}", "1520": division[2]})
    play(game, f"unit {division[0]}", "rail 1515", f"unit {division[1]}", "rail 1515")
    assert game.s.rail_used == 8
    play(game, f"unit {division[2]}")
    assert not offered(game, "rail")
    assert why(game, "rail 1014") == "8.4.5a"


@rule("8.4.5a", "2.4.1b")
def test_eight_regiments_go_and_the_ninth_does_not() -> None:
    small = [
        M.key[unit]
        for unit in M.units_of[P]
        if M.size[unit] == 1 and M.cavalry >> unit & 1 and not M.guards >> unit & 1
    ]
    brigades = [M.key[unit] for unit in M.units_of[P] if M.size[unit] == 2 and M.mf[unit]][:2]
    small += [M.key[unit] for unit in M.units_of[P] if M.kind[unit] in (6, 7)]
    game = moves({"1014": " ".join(small[:3]), "1018": " ".join(small[3:6]), "1520": " ".join(small[6:9])})
    goals = ("0515", "0515", "0515", "0613", "0613", "0613", "0510", "0510")
    for key, goal in zip(small, goals, strict=False):
        play(game, f"unit {key}", f"rail {goal}")
    assert game.s.rail_used == 8
    assert why(play(game, f"unit {small[8]}"), "rail 1225") == "8.4.5a"
    game = moves({"1014": " ".join(brigades)})
    play(game, f"unit {brigades[0]}", "rail 1515")
    assert game.s.rail_used == 2


@rule("8.4.5b", "14.2a", "7.2.1a")
def test_trains_replacements_and_arrivals_count_nothing() -> None:
    """(A44)"""
    s = situation({"1014": "P-14 P-PP1 P-I2a P-5"})
    s.fresh = 1 << u("P-14")
    game = marching(s, P)
    for key in ("P-14", "P-PP1", "P-I2a"):
        play(game, f"unit {key}", "rail 1515")
        assert game.s.rail_used == 0
    play(game, "unit P-5", "rail 1515")
    assert game.s.rail_used == 4


@rule("8.4.7a", "8.4.7b", "7.2.1b")
def test_the_books_cut_net() -> None:
    """Russians in Jarosław and Lwów cut Przemyśl and what is round it off from the rest."""
    held = {"1426": "R-4", "2028": "R-44"}
    s = field(held)
    island = railnets.joined(s, P, h("1527"))
    assert among(island) == {"1427", "1527", "1627", "1727", "1828", "1927"}
    assert railnets.joined(s, P, h("1014")) & island == 0
    game = moving(held | {"1527": "P-14"}, "P-14")
    assert offered(game, "rail") == among(island & ~(1 << h("1527")))
    assert why(game, "rail 1014") == "8.4.7b"
    assert why(game, "rail 1426") == "8.2.1"
    assert railnets.joined(s, P, h("1310")) == 0
    assert "1014" in offered(moving({"1527": "P-14", "1426": "R-I2a"}, "P-14"), "rail")


@rule("7.2.1c", "8.4.1b")
def test_a_journey_rides_down_replacements_and_takes_cities() -> None:
    stands = {"1527": "P-14", "1426": "R-I2a"}
    game = play(moving(stands, "P-14"), "rail 1225")
    assert where(game, "R-I2a") == "pool"
    east = moving({"5034": "R-44"}, "R-44", R)
    east.s.held = [east.s.held[0] | 1 << h("4528"), 0]
    play(east, "rail 4528")
    assert east.s.held[R] >> h("4528") & 1


@rule("8.1.4c")
def test_russians_ride_into_kiev() -> None:
    game = moving({"5034": "R-44"}, "R-44", R)
    assert "4528" in offered(game, "rail")
    assert "1014" not in offered(game, "rail")
    assert among(railnets.net_cities(game.s, R)) >= {"4528", "4104"}


@rule("8.4.1a", "18.2a", "19.0a", "16.0d")
def test_what_uses_no_net() -> None:
    game = moving({"1014": "P-Mil1"}, "P-Mil1")
    assert not offered(game, "rail")
    assert why(game, "rail 1515") == "19.0a"
    assert not offered(game, "strategic")
    assert why(game, "strategic 1114") == "19.0a"


@rule("8.0a", "8.4.1a", "14.4")
def test_one_type_of_movement() -> None:
    for key in ("P-14", "P-PP1"):
        game = walk({"1014": key}, key, "1013")
        assert not offered(game, "rail")
        assert why(game, "rail 1515") == "8.0a"


# -- 15.4 -------------------------------------------------------------------------------------------------------------


def links(pairs: object) -> set[str]:
    return {f"{M.grid.number(a)}-{M.grid.number(b)}" for a, b in pairs if a < b}  # type: ignore[attr-defined]


@rule("15.4a", "15.4b", "17.4.1c")
def test_german_lines_are_closed() -> None:
    s = field()
    closed = M.nets["closed"]
    for side in (P, R):
        for net in (railnets.own_net(s, side), railnets.all_rails(s, side), railnets.supply_rails(s, side)):
            assert not any(b in net.links.get(a, ()) for a, b in closed)
    assert {"0402-0501", "0501-0602"} <= links(closed)
    assert not stations(field({"0604": "P-14"}), u("P-14")) & hs("0501 0602 0603")


@rule("24.8")
def test_upper_silesia_opens_four_links_to_the_poles() -> None:
    s = field(options="upper-silesia")
    assert links(railnets.opened(M, 1)) == SILESIA
    assert among(railnets.own_net(s, P).spaces & ~M.polish_net.spaces) >= {"0222"}
    assert not railnets.all_rails(s, R).spaces >> h("0122") & 1
    assert railnets.all_rails(s, P).spaces >> h("0222") & 1


@rule("24.9")
def test_danzig_is_joined_for_supply_alone() -> None:
    s = field(options="danzig")
    assert railnets.supply_rails(s, P).links[h("0603")] == (h("0604"),)
    assert not railnets.own_net(s, P).spaces >> h("0603") & 1
    assert not railnets.all_rails(s, P).spaces >> h("0603") & 1
    assert not railnets.supply_rails(s, R).spaces >> h("0603") & 1


@rule("24.10a")
def test_the_plebiscite_area_is_on_the_polish_net() -> None:
    s = field(options="plebiscite")
    net = railnets.own_net(s, P)
    assert net.spaces >> h("1106") & 1
    assert net.spaces >> h("0704") & 1
    assert len(links(railnets.opened(M, 2))) == 31
    assert railnets.joined(s, P, h("1106")) >> h("1014") & 1


@rule("24.11.1")
def test_all_german_lines_are_polish_with_the_freikorps() -> None:
    s = field(options="freikorps fall-of-warsaw")
    assert railnets.opened(M, 4) == M.nets["closed"]
    assert railnets.own_net(s, P).spaces >> h("1302") & 1
    assert railnets.all_rails(s, R).spaces >> h("0222") & 1


@rule("17.4.2d")
def test_lithuanian_lines_carry_no_supply_but_strategic_movement() -> None:
    s = field()
    for side in (P, R):
        assert not railnets.supply_rails(s, side).spaces & M.lithuania
        assert railnets.all_rails(s, side).spaces & M.lithuania


# -- 14 trains --------------------------------------------------------------------------------------------------------


@rule("14.1", "14.2a", "14.2b")
def test_trains_go_along_rails_in_standard_movement() -> None:
    s = field({"1014": "P-PP1"})
    here = h("1014")
    for n in M.grid.neighbours[here]:
        paid = price(s, u("P-PP1"), here, n)
        assert paid == (1 + river_between(here, n) if rail_between(here, n) else -1)
    game = moving({"1014": "P-PP1"}, "P-PP1")
    assert not offered(game, "strategic")
    assert why(game, "strategic 1013") == "14.2a"
    off = next(n for n in M.grid.neighbours[here] if not rail_between(here, n))
    assert why(game, f"step {M.grid.number(off)}") == "14.1"
    assert linked(s, P, here, h("1013"))
    assert not linked(s, P, here, off)


@rule("14.2b")
def test_three_rail_hexes_and_a_river_cost_four() -> None:
    """E27."""
    found = [
        (a, b, c, d)
        for a in bits(M.polish_net.spaces)
        for b in M.polish_net.links[a]
        for c in M.polish_net.links[b]
        for d in M.polish_net.links[c]
        if len({a, b, c, d}) == 4 and [river_between(a, b), river_between(b, c), river_between(c, d)].count(True) == 1
    ]
    for path in found[:20]:
        s = field({M.grid.number(path[0]): "P-PP1"})
        assert sum(price(s, u("P-PP1"), a, b) for a, b in pairwise(path)) == 4


@rule("14.3")
def test_trains_pay_for_zones() -> None:
    plain, watched = field({"1014": "P-PP1"}), field({"1014": "P-PP1", "1112": "R-53"})
    assert price(watched, u("P-PP1"), h("1014"), h("1013")) == price(plain, u("P-PP1"), h("1014"), h("1013")) + (
        h("1013") in M.grid.neighbours[h("1112")]
    )
    near = field({"1014": "P-PP1", "1012": "R-53"})
    assert price(near, u("P-PP1"), h("1014"), h("1013")) == price(plain, u("P-PP1"), h("1014"), h("1013")) + 1


@rule("14.5a", "14.5b")
def test_their_own_net_shields_them() -> None:
    s = field({"1014": "P-PP1 P-14"})
    assert shielded(s, u("P-PP1"), h("1014"))
    assert not shielded(s, u("P-14"), h("1014"))
    assert not shielded(s, u("P-PP1"), h("4528"))
    assert shielded(s, u("R-tS1"), h("4528"))


# -- 20 motors --------------------------------------------------------------------------------------------------------


@rule("20.1.2", "20.0a")
def test_the_books_example_of_an_armored_car() -> None:
    """The 1st Armored Car Battalion: forest 4, clear 1, clear over a river 3."""
    s = field({"2116": "P-1AC"})
    path = ("2116", "2115", "2114", "2113")
    assert [price(s, u("P-1AC"), h(a), h(b)) for a, b in pairwise(path)] == [4, 1, 3]
    game = walk({"2116": "P-1AC"}, "P-1AC", "2115 2114 2113")
    assert where(game, "P-1AC") == "2113"
    assert not offered(game, "step")


@rule("20.1.3a", "20.1.3b", "8.3.1")
def test_motors_move_strategically_at_their_own_rates() -> None:
    s = field({"2116": "P-1AC"})
    assert cost(s, "P-1AC", "2116", "2115") == 8
    assert cost(s, "P-1AC", "2115", "2114") == 2
    assert cost(s, "P-1AC", "2114", "2113") == 2 + 4
    wet = next((a, b) for a, b in sorted(M.nets["devastated"]) if river_between(a, b))
    assert cost(s, "P-1AC", M.grid.number(wet[0]), M.grid.number(wet[1])) == 1 + 2
    assert allowance(s, u("P-1AC"), STRATEGIC) == 16


@rule("20.1.1", "20.0b")
def test_polish_motors_ignore_zones_and_the_konarmiyas_cars_do_not() -> None:
    """(A36, A70)"""
    stands = {"2116": "P-1AC", "2014": "R-K6", "2115": "R-53"}
    s = field(stands)
    assert ignores_zoc(s, u("P-1AC"))
    assert not ignores_zoc(s, u("R-KAC"))
    assert not ignores_zoc(s, u("P-14"))
    assert price(s, u("P-1AC"), h("2116"), h("2117")) == 1 + 2 * river_between(h("2116"), h("2117"))
    assert offered(moving(stands, "P-1AC"), "strategic")
    cars = field({"2116": "R-KAC", "2015": "P-14"})
    assert price(cars, u("R-KAC"), h("2116"), h("2115")) == 2 + M.delay[u("P-14")] * (
        h("2115") in M.grid.neighbours[h("2015")]
    )


@rule("20.1.4")
def test_motors_use_the_net_like_others() -> None:
    game = play(moving({"1014": "P-1AC"}, "P-1AC"), "rail 2028")
    assert where(game, "P-1AC") == "2028"
    assert game.s.rail_used == 1


# -- 18.2 -------------------------------------------------------------------------------------------------------------


@rule("18.2a", "19.0a", "18.0a")
def test_units_without_a_movement_factor_go_anywhere_in_the_fortified_zone() -> None:
    game = moving({"1014": "P-Mil1", "1215": "R-53"}, "P-Mil1")
    assert M.fortified.bit_count() == 5
    assert offered(game, "step") == among(M.fortified) & {M.grid.number(n) for n in M.grid.neighbours[h("1014")]}
    play(game, "step 1114", "step 1115", "stop")
    assert where(game, "P-Mil1") == "1115"
    assert why(moving({"1014": "P-Mil1"}, "P-Mil1"), "step 0914") == "18.2a"
    assert not can(moves({"2028": "P-Mil7"}), "unit P-Mil7")
    held = moving({"1014": "P-Mil1", "1114": "R-53"}, "P-Mil1")
    assert "1114" not in offered(held, "step")


@rule("18.3")
def test_fortifications_cost_others_nothing() -> None:
    s = field({"1014": "P-14"})
    put(s, u("P-14"), h("1014"))
    assert price(s, u("P-14"), h("1014"), h("1113")) == 1 + river_between(h("1014"), h("1113"))
    assert steps({"1014": "P-14"}, "P-14")


@rule("8.1.4b")
def test_all_lines_that_enter_a_city_are_one() -> None:
    net = railnets.all_rails(field(), P)
    city = h("1520")
    assert len(net.links[city]) > 2
    for a in net.links[city]:
        s = field({M.grid.number(a): "P-PP1"})
        for b in net.links[city]:
            if a != b:
                found = reach(ground(s, u("P-PP1")), 1 << a, 9)
                assert found.cost(b) <= 2 + river_between(a, city) + river_between(city, b)


@rule("8.0b", "14.2a", "16.0d")
def test_trains_and_flotillas_have_moves_of_their_own() -> None:
    train = moving({"1014": "P-PP1"}, "P-PP1")
    assert offered(train, "step")
    assert offered(train, "rail")
    assert not offered(train, "strategic")
    flotilla = moving({"1014": "P-Vist"}, "P-Vist")
    assert offered(flotilla, "sail")
    assert not any(offered(flotilla, verb) for verb in ("step", "strategic", "rail"))
