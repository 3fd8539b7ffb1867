"""Movement from its first step to its last: what a phase knows of those on the move, who still has to go, voyages."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.red_star_white_eagle.rules.flotillas import reach as sailing
from vistula.games.red_star_white_eagle.rules.fronts import beyond
from vistula.games.red_star_white_eagle.rules.ground import STANDARD, STRATEGIC, ground
from vistula.games.red_star_white_eagle.rules.movement import MovementPhase, begin_movement
from vistula.games.red_star_white_eagle.rules.seats import RUSSIANS, SOUTHWESTERN, WESTERN
from vistula.games.red_star_white_eagle.rules.sequence import PlayerTurn
from vistula.games.red_star_white_eagle.rules.setup import RULINGS
from vistula.games.red_star_white_eagle.rules.ways import may_not_stay, too_dear
from vistula.games.red_star_white_eagle.state import COMBAT, MOVEMENT, POOL, State, lift
from vistula.games.red_star_white_eagle.units import WEST
from vistula.kernel import Game, barred
from vistula.kernel.barrier import Barrier
from vistula.parts.layers import reach

from .desk import asks, can, events, offered, play, roll, situation, table, where, why
from .fields import M, P, R, h, hs, u, us
from .marching import marching, moving, walk

rule = pytest.mark.rule
KOBRYN, PINA = "2317", "2718"


# -- a player turn ----------------------------------------------------------------------------------------------------


@rule("6.1a", "6.1b", "6.1c", "6.1d", "6.1e", "6.1f", "7.0a", "8.0c", "17.4.2b", "24.7.2b")
def test_what_a_player_turn_keeps_until_when() -> None:
    s = situation({"1310": "P-7R", "1013": "P-Vist P-MarP", "1211": "P-1C", "1111": "R-K6", "3102": "P-14"})
    s.attacks_on_west = 3
    game = table(s, PlayerTurn(side=P))
    if asks(game) == "poland: menu":
        play(game, "done")
    assert (asks(game), s.phase, s.attacks_on_west) == ("poland: pick", MOVEMENT, 0)
    assert (s.with_flotilla, s.began_in_zoc) == (us("P-MarP"), us("P-1C"))
    play(game, "unit P-7R", "step 1410", "stop", "end")
    assert (asks(game), s.phase) == ("poland: declare", COMBAT)
    assert (s.moved, s.moving, s.returned, s.with_flotilla) == (0, 0, 0, 0)
    s.fresh = s.rebuilt = us("P-14")
    play(game, "end")
    assert game.over
    assert (s.phase, s.fresh, s.rebuilt) == (0, 0, 0)
    assert where(game, "P-14") != "3102"  # [17.4.2b] nobody stays in Lithuania


@rule("6.1b", "6.1e", "24.2")
def test_both_russian_players_move_once_each() -> None:
    s = situation({"2018": "R-4", "2020": "R-44", "1310": "P-14"}, side=R, players=3)
    game = table(s, PlayerTurn(side=R))
    seen = []
    while s.phase != COMBAT:
        if asks(game).endswith("pick"):
            seen.append(asks(game))
        play(game, "end" if asks(game).endswith("pick") else "done")
    assert seen == ["russia-west: pick", "russia-southwest: pick"]


# -- one move ---------------------------------------------------------------------------------------------------------


@rule("8.0c", "8.1.2", "8.3.1", "8.4.1a")
def test_a_move_ends_by_itself_when_no_step_is_left() -> None:
    game = walk({"2116": "P-1AC", "1310": "P-14"}, "P-1AC", "2115 2114 2113")
    assert asks(game) == "poland: pick"
    assert game.s.moved == us("P-1AC")
    assert asks(walk({"2116": "P-1AC"}, "P-1AC", "2115 2114")) == "poland: go"


@rule("8.0c", "8.1.2", "8.3.1", "8.4.1a")
def test_who_is_chosen_in_vain_has_not_moved() -> None:
    game = play(moving({"1310": "P-7R", "1410": "P-14"}, "P-7R"), "cancel")
    assert (game.s.moving, game.s.moved) == (0, 0)
    assert offered(game, "unit") == {"P-7R", "P-14"}


@rule("8.0c")
def test_who_comes_back_to_where_it_began_has_used_its_move_and_nobody_hears_of_it() -> None:
    game = walk({"1310": "P-7R", "1612": "P-14"}, "P-7R", "1311 1310")
    play(game, "stop")
    assert game.s.moved == us("P-7R")
    assert not events(game, "moved")
    play(game, "unit P-14", "step 1712", "stop")
    assert game.s.moved == us("P-7R P-14")
    assert [event.refs["unit"] for event in events(game, "moved")] == [u("P-14")]


@rule("8.0c", "16.0d")
@pytest.mark.parametrize(("key", "at", "click"), [("P-7R", "1310", "step 1311"), ("P-Vist", "1013", "sail 0711")])
def test_where_a_table_plays_without_taking_back_a_move_is_complete_at_its_end(key: str, at: str, click: str) -> None:
    game = moving({at: key}, key)
    game.options["undo"] = "move"
    play(game, click)
    assert not game.barriers
    play(game, "stop")
    assert game.barriers[-1].kind == Barrier("settle").kind


@rule("8.0c", "5.1.2a")
def test_who_leaves_a_crowd_frees_those_who_were_too_many() -> None:
    """(A65)"""
    s = situation({"1310": "P-14 P-4 P-5 P-6"})
    s.overstacked = us("P-6")
    game = play(marching(s, P), "unit P-14", "step 1311", "stop")
    assert not game.s.overstacked


@rule("8.0a", "8.3.1", "14.4", "22.7.1c")
def test_a_way_of_moving_is_kept_to_its_end() -> None:
    s = situation({"1520": "P-14"})
    s.reserve_allowed = True
    game = play(marching(s, P), "unit P-14")
    assert all(offered(game, verb) for verb in ("step", "strategic", "rail"))
    assert can(game, "entrain")
    other = game.clone()
    play(game, "step 1620")
    assert offered(game, "step")
    assert not any(offered(game, verb) for verb in ("strategic", "rail"))
    assert {why(game, click) for click in ("strategic 1720", "rail 1014", "entrain")} == {"8.0a"}
    play(other, "strategic 1620")
    assert offered(other, "strategic")
    assert not any(offered(other, verb) for verb in ("step", "rail"))
    assert {why(other, click) for click in ("step 1720", "rail 1014", "entrain")} == {"8.0a"}


@rule("22.7.1c", "8.4.1a")
def test_who_entrains_for_the_reserve_is_off_the_map_and_has_moved() -> None:
    s = situation({"1520": "P-14 P-5", "1310": "P-4"})
    s.reserve_allowed = True
    game = play(marching(s, P), "unit P-14", "entrain")
    assert where(game, "P-14") == "reserve"
    assert s.moved == us("P-14")
    assert asks(game) == "poland: pick"
    play(game, "unit P-4")
    assert not can(game, "entrain")
    assert why(game, "entrain") == "22.7.1c"


@rule("9.10.1c", "8.1.2", "8.3.1", "8.4.1a")
@pytest.mark.parametrize("allowed", [False, True])
def test_who_rides_out_of_a_zone_is_forgiven_alone_and_only_by_a_ruling(allowed: bool) -> None:
    """(A35)"""
    s = situation({"1012": "P-1C P-LegC1", "1112": "R-57"})
    s.rulings = allowed << list(RULINGS).index("charge-out")
    game = play(marching(s, P), "unit P-1C", "rail 0914")
    assert s.began_in_zoc == us("P-LegC1") | (0 if allowed else us("P-1C"))
    assert s.left_zoc == (0 if allowed else us("P-1C"))
    play(game, "unit P-LegC1")
    play(game, f"step {min(offered(game, 'step'))}")
    assert s.left_zoc & us("P-LegC1")


@rule("4.3.1", "8.1.2", "8.1.3a", "8.3.6", "14.1")
def test_what_a_step_would_cost_and_what_is_left_is_said() -> None:
    s = situation({"1310": "P-7R P-PP1 P-1AC", "1111": "R-K6", "2116": "P-5"})
    for key, goal, points, way, rule_, words in (
        ("P-7R", "1211", 3, STANDARD, "4.3.1", "costs 4, and it has 3 movement points left"),
        ("P-7R", "1211", -2, STANDARD, "4.3.1", "costs 4, and it has 0 movement points left"),
        ("P-7R", "1410", 1, STRATEGIC, "8.3.6", "and it has 1 movement point left"),
        ("P-1AC", "1211", 0, STANDARD, "8.1.2", "costs 1, and it has 0 movement points left"),
    ):  # fmt: skip
        told = too_dear(s, u(key), h(goal), points, way)
        assert told.rule == rule_
        assert words in told.why
    assert too_dear(s, u("P-5"), h("2115"), 0, STANDARD).rule == "8.1.2"


# -- 12.3.2 out of command --------------------------------------------------------------------------------------------


def _plainly_barred(s: State, points: int) -> set[int]:
    """[12.3.2b] (A28) Of what R-4 can reach: where it may not end its move."""
    unit, here = u("R-4"), s.place[u("R-4")]
    within = set(bits(reach(ground(s, unit), 1 << here, points).within(points)))
    full = {hex for hex in within if sum(place == hex for place in s.place) > 2}
    out = {hex for hex in within if M.out_of_command[WEST] >> hex & 1}
    if within - full - out:
        return full | out
    nearest = min(M.beyond[WEST][hex] for hex in within - full)
    return full | {hex for hex in out if M.beyond[WEST][hex] > nearest}


@rule("12.3.2b")
@pytest.mark.parametrize("points", [0, 1, 2, 3])
@pytest.mark.parametrize("crowds", ["", "2121 2221 2321"])
def test_where_a_unit_out_of_command_may_end_its_move(points: int, crowds: str) -> None:
    west = iter(M.key[unit] for unit in M.units_of[R] if M.front[unit] == WEST and M.infantry >> unit & 1)
    keys = [key for key in west if key != "R-4"]
    stands = {"2223": "R-4"} | {hex: " ".join(keys[3 * n : 3 * n + 3]) for n, hex in enumerate(crowds.split())}
    s = situation(stands, side=R)
    begin_movement(s, R)
    s.moved = M.army[R] & ~us("R-4")
    held = barred(may_not_stay(s, u("R-4"), points))
    within = reach(ground(s, u("R-4")), 1 << h("2223"), points).within(points)
    assert {hex for hex in bits(within) if held >> hex & 1} == _plainly_barred(s, points)


@rule("12.3.2b")
def test_only_those_who_can_still_go_and_are_ones_own_must_regain_command() -> None:
    """(A28)"""
    s = situation({"2223": "R-4", "2310": "R-15", "3730": "R-44"}, side=R)
    assert beyond(s, u("R-4"), h("2223")) == 4
    game = marching(s, R)
    assert why(game, "end") == "12.3.2b"
    s.moved = us("R-4")
    assert can(table(s, MovementPhase(command=RUSSIANS)), "end")
    three = situation({"2223": "R-4", "2310": "R-15", "2020": "R-44"}, side=R, players=3)
    assert can(marching(three, R, SOUTHWESTERN), "end")
    assert not can(marching(three, R, WESTERN), "end")


# -- 24.4.3b the garrison of Wilno ------------------------------------------------------------------------------------


def owing(at: str, command: int = RUSSIANS, players: int = 2, held: int = R, more: str = "") -> Game[State]:
    """A phase in which Lithuanians owe Wilno a garrison, and one of them is somewhere."""
    stands = {at: "L-3"} if at else {}
    s = situation(stands | {"3407": "R-57", "3730": "R-44"} | ({more: "R-17"} if more else {}), side=R,
                  options="lithuania", players=players)  # fmt: skip
    s.lithuania_free, s.held = 1, [0, 0]
    s.held[held] = 1 << M.wilno
    return marching(s, R, command)


@rule("24.4.3b")
@pytest.mark.parametrize(("at", "able"), [("2301", True), ("2901", True), ("2404", True), ("2001", False), ("", False)])
def test_a_lithuanian_goes_to_wilno_by_whatever_way_leads_there(at: str, able: bool) -> None:
    """(A59) From 2301 by strategic movement alone, from 2901 by standard movement alone."""
    game = owing(at)
    assert can(game, "end") is not able
    if able:
        assert why(game, "end") == "24.4.3b"


@rule("24.4.3b")
def test_nobody_else_owes_wilno_anything() -> None:
    assert can(owing("2404", held=P), "end")
    assert can(owing("2001", more="2907"), "end")
    assert can(owing("2404", SOUTHWESTERN, players=3), "end")
    assert not can(owing("2404", WESTERN, players=3), "end")
    game = owing("2404")
    game.s.moved = us("L-3")
    assert can(table(game.s, MovementPhase(command=RUSSIANS)), "end")
    game = owing("2404")
    lift(game.s, u("L-3"), POOL)
    assert can(table(game.s, MovementPhase(command=RUSSIANS)), "end")


# -- 5.1.4 who is too many --------------------------------------------------------------------------------------------


@rule("6.1b", "6.1e", "6.1h", "8.3.4", "5.1.4a", "24.2")
def test_a_player_ends_the_phase_though_the_others_units_are_too_many() -> None:
    crowd = {"1717": "R-57 R-17 R-8 R-10", "2020": "R-44"}
    assert not can(marching(situation(crowd, side=R), R), "end")
    three = situation(crowd, side=R, players=3)
    assert can(marching(three, R, SOUTHWESTERN), "end")
    game = marching(three, R, WESTERN)
    assert why(game, "end") == "5.1.4a"
    three.moved = us("R-57 R-17 R-8 R-10")
    assert can(table(three, MovementPhase(command=WESTERN)), "end")


# -- 16 voyages -------------------------------------------------------------------------------------------------------


@rule("16.0d", "16.7.1a", "16.6a")
def test_what_a_flotilla_is_asked_on_its_way() -> None:
    game = moving({"1013": "P-Vist P-MarP", "1310": "P-14"}, "P-Vist")
    assert (can(game, "cancel"), can(game, "stop")) == (True, False)
    play(game, "cancel")
    assert (game.s.moving, game.s.moved) == (0, 0)
    play(game, "unit P-Vist", "board P-MarP")
    assert (can(game, "cancel"), can(game, "stop")) == (False, True)
    play(game, "sail 0711")
    assert (can(game, "cancel"), can(game, "stop")) == (False, True)
    assert not offered(game, "sail")
    play(game, "land P-MarP")
    assert (can(game, "cancel"), can(game, "stop")) == (False, True)
    assert offered(game, "sail")
    play(game, "stop")
    assert (game.s.moving, game.s.moved) == (0, us("P-Vist P-MarP"))
    (event,) = events(game, "moved")
    assert (event.refs["unit"], event.refs["hex"]) == (u("P-Vist"), h("0711"))
    assert offered(game, "unit") == {"P-14"}


@rule("16.7.1a", "8.0c")
def test_who_takes_marines_aboard_and_stays_has_moved_unheard() -> None:
    game = play(moving({"1013": "P-Vist P-MarP", "1310": "P-14"}, "P-Vist"), "board P-MarP", "stop")
    assert game.s.moved == us("P-Vist P-MarP")
    assert not events(game, "moved")


@rule("16.0d", "17.4.1a", "16.7.1a", "16.6a", "8.0c")
def test_a_flotilla_that_sails_into_a_foreign_port_is_interned() -> None:
    game = play(moving({"1013": "P-Vist P-MarP", "1310": "P-14"}, "P-Vist"), "board P-MarP", "sail 0606")
    assert (where(game, "P-Vist"), where(game, "P-MarP")) == ("dead", "dead")
    assert asks(game) == "poland: pick"
    assert (game.s.moving, game.s.moved) == (0, us("P-Vist P-MarP"))
    assert not events(game, "moved")


@rule("16.7.1a")
def test_marines_of_another_flotilla_do_not_change_over_on_the_way() -> None:
    game = moving({"1013": "P-Vist", "0711": "P-Pinsk P-MarP"}, "P-Vist")
    assert why(play(game, "sail 0711"), "board P-MarP") == "16.7.1a"
    refusal = game.seat("poland").why_not("piece", u("P-MarP"))
    assert refusal is not None
    assert "before the flotilla sails" in refusal.why


@rule("16.6a", "16.0d", "16.7.1a", "16.6b")
def test_the_canal_is_tried_once_in_a_move() -> None:
    game = play(roll(moving({KOBRYN: "P-Vist P-MarP"}, "P-Vist", at="May I"), 2), "board P-MarP", "canal")
    assert where(game, "P-Vist") == where(game, "P-MarP") == PINA
    assert not can(game, "canal")
    assert why(game, "canal") == "16.6a"
    assert (can(game, "cancel"), can(game, "stop")) == (False, True)
    assert offered(game, "sail")
    play(game, "land P-MarP", "sail 4120")
    assert (where(game, "P-MarP"), where(game, "P-Vist")) == (PINA, "4120")


@rule("16.6a", "16.0d", "16.0e", "16.7.1a", "23.4.9.1a")
def test_the_canal_leads_nowhere_where_the_flotilla_may_not_go() -> None:
    quiet = {KOBRYN: "P-Vist", "2818": "R-57"}
    game = moving(quiet, "P-Vist", at="May I")
    assert why(game, "canal") == "23.4.9.1a"
    assert not can(game, "canal")
    assert can(moving(quiet, "P-Vist", at="May III"), "canal")
    assert can(moving({KOBRYN: "P-Vist", "2918": "R-57"}, "P-Vist", at="May I"), "canal")
    assert why(moving({"1013": "P-Vist", "2818": "R-57"}, "P-Vist", at="May I"), "canal") == "16.6a"


@rule("12.3.2b", "16.0d", "16.7.1a")
def test_a_flotilla_out_of_command_has_to_come_back_and_another_one_does_not() -> None:
    out = M.out_of_command[WEST]
    lost = moving({"4528": "R-DnN"}, "R-DnN", R)
    found = hs(" ".join(offered(lost, "sail")))
    assert found
    assert not found & out
    far = next(M.grid.number(hex) for hex in bits(out) if hex != h("4528") and _sails_to(lost, hex))
    assert why(lost, f"sail {far}") == "12.3.2b"
    south = moving({"4528": "R-DnS"}, "R-DnS", R)
    assert hs(" ".join(offered(south, "sail"))) & out


def _sails_to(game: Game[State], hex: int) -> bool:
    return bool(sailing(game.s, u("R-DnN")) >> hex & 1)


@rule("5.1.3a", "16.0d")
def test_a_flotilla_without_marines_does_not_stop_where_it_is_too_many_but_can_sail_on() -> None:
    game = moving({"1013": "P-Vist P-MarP", "0711": "P-Mil1 P-Mil2"}, "P-Vist")
    play(game, "board P-MarP", "sail 0711", "land P-MarP")
    assert why(game, "stop") == "5.1.3a"
    roomy = moving({"1013": "P-Vist P-MarP", "0711": "P-Mil1"}, "P-Vist")
    play(roomy, "board P-MarP", "sail 0711")
    assert can(roomy, "stop")
    assert can(play(roomy, "land P-MarP"), "stop")
