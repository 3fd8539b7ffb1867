"""Battles and moves in rare orders: what a rule of one chapter leaves behind for another."""

from __future__ import annotations

import pytest

from vistula.board.hexes import members
from vistula.games.red_star_white_eagle.layout import WESTERN
from vistula.games.red_star_white_eagle.rules.flotillas import FlotillaRetreat, course, reach
from vistula.games.red_star_white_eagle.rules.retreat import Retreats
from vistula.games.red_star_white_eagle.rules.seats import SOUTHWESTERN
from vistula.games.red_star_white_eagle.state import COMBAT, OFF_EDGE, POOL, State, rebuild_sets
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA
from vistula.kernel import Game

from .desk import TITLE, asks, can, events, offered, play, situation, table, where, why
from .fields import M, h, u, us
from .fighting import attack, fight
from .marching import marching, moves, moving

rule = pytest.mark.rule


def driven(
    stands: dict[str, str], keys: str, length: int, *dice: int, struck: str = "", guests: str = ""
) -> Game[State]:
    """Units that a result has driven back, where hexes have been attacked before, and some have been driven before."""
    s = situation(stands)
    s.phase, s.struck, s.retreated = COMBAT, 1 << h(struck) if struck else 0, us(guests)
    return table(s, Retreats(units=[u(key) for key in keys.split()], length=length), dice=dice)


@rule("9.0d", "9.13.8a")
def test_who_only_passes_through_a_hex_does_not_lay_it_open_to_another_attack() -> None:
    """(A7)"""
    game = driven({"1717": "R-57", "1817": "R-17"}, "R-57", 2, struck="1817")
    play(game, "retreat 1817")
    play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert game.over
    assert game.s.struck == 1 << h("1817")
    game = driven({"1717": "R-57", "1817": "R-17"}, "R-57", 1, struck="1817")
    assert not play(game, "retreat 1817").s.struck


@rule("5.1.2b", "5.1.5a", "5.1.5b")
def test_an_overstack_that_losses_have_cured_is_none_in_the_same_phase() -> None:
    """(A65)"""
    game = fight({"1717": "P-14 P-4 P-5* P-6", "1718": "R-57", "1618": "R-17"}, POLAND, 1)
    play(game, "overstack P-6")
    assert not can(play(game, "attack 1718"), "unit P-6")
    play(game, "unit P-5", "resolve")
    assert where(game, "P-5") == "pool"
    assert asks(game) == "poland: declare"
    assert not game.s.overstacked
    assert can(play(game, "attack 1618"), "unit P-6")


@rule("5.1.3a", "16.7.1a")
def test_marines_and_their_flotilla_do_not_overstack_together() -> None:
    """(A1)"""
    game = moving({"1013": "P-Vist P-MarP", "0711": "P-Mil1 P-Mil2"}, "P-Vist")
    play(game, "board P-MarP", "sail 0711")
    assert not can(game, "stop")
    play(game, "land P-MarP")
    assert not can(game, "stop")
    play(game, "sail 1013", "stop")
    assert (where(game, "P-MarP"), where(game, "P-Vist")) == ("0711", "1013")


@rule("16.0e", "17.4.1a")
def test_no_course_leads_on_out_of_internment() -> None:
    for foe in ("0505", "0506", "0605", "0507"):
        s = situation({"0711": "P-Vist", foe: "R-57"})
        for goal in members(reach(s, u("P-Vist")) & ~(1 << h("0606"))):
            assert h("0606") not in course(s, u("P-Vist"), goal)


@rule("16.3a", "17.4.1a")
def test_a_flotilla_retreats_into_internment_only_where_nothing_else_is_open() -> None:
    """(A40)"""
    s = situation({"0506": "P-Vist"})
    s.phase = COMBAT
    assert "0606" not in offered(table(s, FlotillaRetreat(unit=u("P-Vist"))), "place")
    s = situation({"0506": "P-Vist", "0505": "R-57", "0507": "R-17", "0605": "R-8", "0406": "R-10", "0407": "R-2"})
    s.phase = COMBAT
    assert where(table(s, FlotillaRetreat(unit=u("P-Vist"))), "P-Vist") == "dead"


@rule("9.10.2", "7.2.1d")
def test_no_charge_marker_is_left_after_replacements_have_been_ridden_down() -> None:
    game = attack({"1717": "R-K4", "1718": "P-I1a"}, "1718", RUSSIA, 1, at="July III")
    assert asks(game) == "russia: who"
    assert not game.s.charges


@rule("9.13.8a")
def test_a_guest_who_retreats_on_alone_is_a_guest_no_more() -> None:
    """(A29, A65)"""
    game = driven({"2912": "R-57"}, "R-57", 1, guests="R-57")
    play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert game.over
    assert not game.s.retreated


@rule("9.14.4b", "9.14.4c", "17.3.1b")
@pytest.mark.parametrize(("die", "fate"), [(1, "is eliminated"), (3, "is reduced")])
def test_who_leaves_the_map_through_a_zone_is_lost_beyond_the_edge(die: int, fate: str) -> None:
    """(A73)"""
    foes = {"0109": "R-57", "0111": "R-17", "0209": "R-8", "0211": "R-10", "0309": "R-2", "0310": "R-27"}
    game = driven({"0210": "P-14"} | foes, "P-14", 3, die)
    (event,) = (event for key in ("eliminated_beyond", "reduced_beyond") for event in events(game, key))
    assert TITLE.text(TITLE.diary[event.key], event.refs) == f"Beyond the edge: {M.full_name[u('P-14')]} {fate}."
    assert where(game, "P-14") == ("pool" if die == 1 else str(OFF_EDGE - WESTERN))


@rule("9.10.1c", "8.4.3")
def test_cavalry_that_travels_past_the_enemy_by_the_net_does_not_charge() -> None:
    """(A35)"""
    line = {"0215": "P-1C P-14"}  # 0216 0315 0415 0515 lie on the only line from there
    assert not play(moves(line | {"0513": "R-57"}), "unit P-1C", "rail 0515").s.left_zoc
    game = play(moves(line | {"0414": "R-57"}), "unit P-1C", "rail 0616", "unit P-14", "rail 0616")
    assert game.s.left_zoc == us("P-1C")
    assert not play(moves(line | {"0414": "R-57"}), "unit P-1C", "rail 0216").s.left_zoc


@rule("9.10.1c", "8.4.2")
def test_cavalry_goes_round_the_enemy_where_the_net_leads_round() -> None:
    """(A35)"""
    game = play(moves({"0208": "P-1C P-14", "0306": "R-57"}), "unit P-1C", "rail 0506")
    assert where(game, "P-1C") == "0506"
    assert not game.s.left_zoc


@rule("8.3.2")
def test_who_began_in_a_zone_does_not_move_strategically_when_it_is_gone() -> None:
    """The Ukrainians leave play at once when their cities fall, in the middle of a movement phase."""
    game = moves({"1717": "R-57", "1718": "P-14"}, RUSSIA)
    game.s.place[u("P-14")] = POOL
    rebuild_sets(game.s)
    assert not offered(play(game, "unit R-57"), "strategic")
    assert why(game, "strategic 1817") == "8.3.2"


@rule("8.4.1a", "17.3.1c")
def test_who_comes_back_over_the_edge_did_not_begin_on_the_net() -> None:
    s = situation({"0409": "P-14"}, boxes={OFF_EDGE - WESTERN: "P-4"})
    game = marching(s, POLAND)
    back = next(hex for hex in sorted(offered(game, "enter")) if M.polish_net.spaces >> h(hex) & 1)
    play(game, f"enter {back}", "unit P-4")
    assert offered(game, "step")
    assert not offered(game, "rail")
    assert why(game, "rail 0410") == "8.4.1a"


def boats(stands: dict[str, str], *dice: int, marines: str = "", at: str = "May I") -> Game[State]:
    """The Vistula Flotilla has to retreat."""
    s = situation(stands, at=at)
    s.phase = COMBAT
    return table(s, FlotillaRetreat(unit=u("P-Vist"), marines=us(marines)), dice=dice)


@rule("16.6a", "16.6b", "16.3a")
def test_a_retreat_leads_to_the_canal_and_on_behind_it() -> None:
    game = play(boats({"1013": "P-Vist"}, 2), "canal")
    assert where(game, "P-Vist") == "2718"
    assert not can(game, "canal")
    play(game, "place 4120")
    assert (where(game, "P-Vist"), game.over) == ("4120", True)
    stays = play(boats({"1013": "P-Vist"}, 2), "canal", "stop")
    assert (where(stays, "P-Vist"), stays.over) == ("2718", True)
    assert not can(boats({"1013": "P-Vist"}), "stop")
    assert not can(boats({"1013": "P-Vist"}, at="July III"), "canal")
    assert not can(boats({"1013": "P-Vist", "2017": "R-57", "2117": "R-17", "2018": "R-8", "2118": "R-10"}), "canal")


@rule("16.6c", "16.7.1c")
def test_marines_are_ashore_where_the_canal_takes_their_flotilla() -> None:
    """They have retreated if it has carried them to the canal."""
    carried = {"1013": "P-Vist P-MarP"}
    s = situation(carried, at="May I")
    s.phase = COMBAT
    game = table(s, Retreats(units=[u("P-Vist"), u("P-MarP")], length=1), dice=(6,))
    play(game, "unit P-Vist", "board P-MarP", "canal")
    assert (where(game, "P-Vist"), where(game, "P-MarP"), game.over) == ("dead", "2317", True)
    s = situation({"2317": "P-Vist P-MarP"}, at="May I")
    s.phase = COMBAT
    game = table(s, Retreats(units=[u("P-Vist"), u("P-MarP")], length=1), dice=(6,))
    play(game, "unit P-Vist", "board P-MarP", "canal")
    assert where(game, "P-Vist") == "dead"
    assert asks(game) == "poland: way"


@rule("5.1.3a", "24.2")
def test_a_front_does_not_count_on_the_other_player_to_make_room() -> None:
    """(A1, A95)"""
    s = situation({"1717": "R-R1 R-R3 R-R5", "1718": "R-44"}, side=RUSSIA, players=3)
    game = play(marching(s, RUSSIA, SOUTHWESTERN), "unit R-44")
    assert "1717" in offered(game, "step")  # on its way
    assert not can(play(game, "step 1717"), "stop")
    s = situation({"1717": "R-R1 R-R3 R-R5", "1718": "R-44"}, side=RUSSIA)
    assert can(play(marching(s, RUSSIA), "unit R-44", "step 1717"), "stop")
