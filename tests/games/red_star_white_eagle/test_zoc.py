"""4.0 Zones of control: who has them, how far they go, what they add."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import bits, members
from vistula.games.red_star_white_eagle.rules.setup import new_state
from vistula.games.red_star_white_eagle.rules.zoc import (
    delay_at,
    has_zoc,
    ignores_zoc,
    in_enemy_zoc,
    total_delay,
    zoc,
    zones,
)
from vistula.games.red_star_white_eagle.state import name_overstacked, put

from .fields import M, P, R, field, h, u, us
from .marching import among, greatest_delay, sum_of_delays, walk

rule = pytest.mark.rule


@rule("4.0", "4.1a", "2.7e")
def test_a_unit_with_a_delay_factor_controls_the_hexes_around_it() -> None:
    s = field({"1210": "R-53"})
    assert among(zoc(s, R)) == {M.grid.number(n) for n in M.grid.neighbours[h("1210")]}
    assert zoc(s, P) == 0
    assert zones(s, R)[1] == zoc(s, R)  # a delay factor of 1
    assert not zoc(s, R) >> h("1210") & 1  # its own hex is not in its zone


@rule("4.1b")
def test_a_delay_factor_of_0_gives_none() -> None:
    weak = next(unit for unit in M.units_of[R] if M.delay[unit] == 0 and M.cavalry >> unit & 1)
    assert zoc(field({"1210": M.key[weak]}), R) == 0


@rule("4.1c", "7.2.1a")
def test_replacement_counters_have_none() -> None:
    assert zoc(field({"1210": "R-I2a"}), R) == 0


@rule("4.1d", "5.1.5b")
def test_overstacked_units_have_none() -> None:
    s = field({"1210": "R-53 R-4"})
    name_overstacked(s, us("R-53 R-4"))
    assert zoc(s, R) == 0
    name_overstacked(s, us("R-4"), False)
    assert delay_at(s, R, h("1211")) == M.delay[u("R-4")]


@rule("4.2")
def test_no_terrain_stops_a_zone_but_all_sea_hexsides_do() -> None:
    sea, other = h("0602"), h("0702")
    assert M.land >> sea & M.land >> other & 1
    s = field({"0602": "R-53"})
    assert not zoc(s, R) >> other & 1
    assert zoc(s, R) >> h("0603") & 1
    assert total_delay(s, R, other) == 0
    over_the_vistula = field({"1114": "R-53"})
    assert zoc(over_the_vistula, R) >> h("1014") & 1


@rule("4.3.1", "4.3.2", "8.2.2", "8.1.1")
def test_the_books_example_of_a_move_through_zones() -> None:
    """The 7R brigade (4-2-7) pays 1 + 1 for 1210 and 1 + 3 for 1211, where 3 is the greatest of 3 and 1."""
    stands = {"1309": "P-7R", "1110": "R-53", "1212": "R-K6 R-15"}
    s = field(stands)
    assert (delay_at(s, R, h("1210")), delay_at(s, R, h("1211"))) == (1, 3)
    assert total_delay(s, R, h("1211")) == 3 + 1 + M.delay[u("R-53")] * (h("1110") in M.grid.neighbours[h("1211")])
    game = walk(stands, "P-7R", "1210")
    assert game.stack[-1].left == 5  # type: ignore[attr-defined]
    assert walk(stands, "P-7R", "1210 1211").stack[-1].left == 1  # type: ignore[attr-defined]


@rule("4.3.3", "4.3.4")
def test_from_zone_to_zone_with_the_points_for_it_and_out_for_nothing() -> None:
    stands = {"1310": "P-7R", "1110": "R-53", "1212": "R-4"}
    game = walk(stands, "P-7R", "1210 1211")
    spent = 7 - game.stack[-1].left  # type: ignore[attr-defined]
    assert spent == 1 + 1 + 1 + max(M.delay[u("R-53")], M.delay[u("R-4")])
    out = walk({"1310": "P-7R", "1210": "R-53"}, "P-7R", "1410")
    assert out.stack[-1].left == 7 - 1 - ((h("1310"), h("1410")) in M.board.river)  # type: ignore[attr-defined]


@rule("4.3.5a", "4.3.5b", "4.3.6")
def test_friends_take_nothing_away_and_zones_exist_side_by_side() -> None:
    alone, with_friend = (
        field({"1310": "P-7R", "1110": "R-53"}),
        field({"1310": "P-7R", "1210": "P-14", "1110": "R-53"}),
    )
    for s in (alone, with_friend):
        assert delay_at(s, R, h("1210")) == 1
    assert zoc(with_friend, P) >> h("1110") & 1
    assert zoc(with_friend, R) >> h("1210") & 1
    game = walk({"1310": "P-7R", "1209": "P-14", "1110": "R-53"}, "P-7R", "1210")
    assert game.stack[-1].left == 5  # type: ignore[attr-defined]
    assert delay_at(with_friend, P, h("1310"))
    assert zoc(with_friend, P) >> h("1310") & 1
    free = walk({"1310": "P-7R", "1410": "P-14"}, "P-7R", "1311")  # friendly zones cost nothing
    assert free.stack[-1].left >= 5  # type: ignore[attr-defined]


@rule("4.3.2", "9.14.1a", "4.0")
@pytest.mark.parametrize("scenario", ["gates", "campaign", "belarus-long"])
def test_zones_everywhere_as_in_plain_code(scenario: str) -> None:
    s = new_state(M, scenario, {})
    rng = random.Random(scenario)
    for unit in rng.sample([unit for unit in M.units if s.place[unit] >= 0 and unit != M.squadron], 30):
        put(s, unit, rng.choice([hex for hex in bits(M.land) if not (s.occupied[0] | s.occupied[1]) >> hex & 1]))
    name_overstacked(s, sum(1 << unit for unit in rng.sample(M.units_of[P] + M.units_of[R], 20)))
    for side in (P, R):
        for hex in members(M.land):
            assert delay_at(s, side, hex) == greatest_delay(s, side, hex)
            assert total_delay(s, side, hex) == sum_of_delays(s, side, hex)
        assert zoc(s, side) & M.land == sum(1 << hex for hex in members(M.land) if greatest_delay(s, side, hex))


@rule("24.1.2f", "24.1.3")
def test_poles_without_warsaw_have_no_zone_where_the_war_goes_on() -> None:
    stands = {"1014": "R-53", "1210": "P-14"}
    lost = field(stands, options="fall-of-warsaw")
    assert not has_zoc(lost, P)
    assert zoc(lost, P) == 0
    assert has_zoc(lost, R)
    assert zoc(field(stands), P)
    assert zoc(field({"1015": "R-53", "1210": "P-14"}, options="fall-of-warsaw"), P)


@rule("24.7.2b")
def test_the_squadron_delays_in_its_own_hex_alone() -> None:
    s = field({"1310": "R-53"}, options="squadron")
    s.place[M.squadron] = h("1210")
    assert (delay_at(s, P, h("1210")), total_delay(s, P, h("1210"))) == (1, 1)
    assert delay_at(s, P, h("1211")) == 0
    assert zoc(s, P) == 0  # it bars no strategic start
    put(s, u("P-14"), h("1110"))
    assert (delay_at(s, P, h("1210")), total_delay(s, P, h("1210"))) == (M.delay[u("P-14")], 1 + M.delay[u("P-14")])


@rule("24.11.8")
def test_freikorps_hold_up_twice_as_much_in_east_prussia() -> None:
    at_home = next(hex for hex in bits(M.regions["east-prussia"] & M.land) if M.terrain[hex] == 0)
    abroad = h("1310")
    freikorps = next(unit for unit in members(M.freikorps) if M.delay[unit])
    factor = M.delay[freikorps]
    s = field({M.grid.number(at_home): M.key[freikorps]}, options="freikorps fall-of-warsaw")
    near = next(n for n in M.grid.neighbours[at_home] if M.regions["east-prussia"] >> n & 1)
    assert (delay_at(s, R, near), total_delay(s, R, near)) == (2 * factor, 2 * factor)
    put(s, freikorps, abroad)
    assert (delay_at(s, R, h("1210")), total_delay(s, R, h("1210"))) == (factor, factor)


@rule("4.0")
def test_standing_in_a_zone() -> None:
    s = field({"1310": "R-53", "1210": "P-14", "1410": "P-7R", "2028": "P-5"})
    assert in_enemy_zoc(s, u("P-14"))
    assert in_enemy_zoc(s, u("R-53"))
    assert not in_enemy_zoc(s, u("P-5"))


@rule("23.4.7.5", "23.4.7.3b", "20.1.1", "20.0b", "16.0e")
def test_whom_zones_do_not_hold() -> None:
    """(A50, A69) Motors and flotillas always, the West Front after its Standdown; Lithuanians and reserves never."""
    s = field(scenario="belarus-long", turn=2)
    always = {unit for unit in M.units if (M.motors | M.flotillas) >> unit & 1}
    assert {unit for unit in M.units if ignores_zoc(s, unit)} == always
    s.standdown = -2
    west = {unit for unit in M.units if M.front[unit] == 0 and M.russians >> unit & 1}
    assert {unit for unit in M.units if ignores_zoc(s, unit)} == always | west
    s.turn = 6
    assert {unit for unit in M.units if ignores_zoc(s, unit)} == always


@rule("24.7.2b", "24.11.8")
def test_squadron_and_freikorps_in_sets_of_hexes() -> None:
    s = field({"1310": "R-53"}, options="squadron")
    s.place[M.squadron] = h("1510")
    found = zones(s, P, aloft=True)
    assert found[1] == 1 << h("1510")
    assert not found[0] >> h("1510") & 1
    assert zones(s, P)[0] >> h("1510") & 1
    assert zones(s, R, aloft=True) == zones(s, R)
    at_home = next(hex for hex in bits(M.regions["east-prussia"] & M.land) if M.terrain[hex] == 0)
    volunteers = next(unit for unit in members(M.freikorps) if M.delay[unit])
    both = field({M.grid.number(at_home): M.key[volunteers], "1310": "P-14"}, options="freikorps fall-of-warsaw")
    assert zones(both, P) == zones(field({"1310": "P-14"}), P)
    assert zones(both, R)[2 * M.delay[volunteers]]
