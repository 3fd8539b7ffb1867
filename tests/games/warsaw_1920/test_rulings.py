"""The rulings W-1 … W-55: what players read is what the checklist says, and the table plays so."""

from __future__ import annotations

from pathlib import Path

import pytest

from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.movement import allowance
from vistula.games.warsaw_1920.rules.queries import in_communication
from vistula.games.warsaw_1920.rules.refit import cut_off
from vistula.games.warsaw_1920.rules.setup import group_hexes
from vistula.games.warsaw_1920.rules.strength import column_of, die_bonus, read_table, work_out
from vistula.games.warsaw_1920.shown.view import view
from vistula.kernel import IllegalAction
from vistula.kernel.checklist import Checklist

from .table import (
    TITLE,
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
    result,
    russians_attack,
    russians_move,
    send,
    unit,
    units,
    verbs,
    warning,
    where,
)

rule = pytest.mark.rule

ROOT = Path(__file__).resolve().parents[3]
CHECKLIST = Checklist.read(ROOT / "src" / "vistula" / "games" / "warsaw_1920" / "rules.toml")
PAGE = " ".join((ROOT / "docs" / "rulings" / "warsaw-1920.md").read_text(encoding="utf-8").split())


def test_every_ruling_stands_on_the_page() -> None:
    for ruling in CHECKLIST.rulings.values():
        cited = f" [{', '.join(ruling.rules)}]" if ruling.rules else ""
        assert f"**{ruling.id} {ruling.title}.** {ruling.text}{cited}" in PAGE
    assert PAGE.count("**W-") == len(CHECKLIST.rulings)


def test_the_checklist_is_whole() -> None:
    assert len(CHECKLIST) == 191
    assert [int(id[2:]) for id in CHECKLIST.rulings] == list(range(1, 56))


# -- set-up, control, victory ---------------------------------------------------------------------------------------


@rule("4.2a", "4.2b")
@pytest.mark.parametrize("tracks", ["", "tracks.west_resupplied = 2", "tracks.southwest_resupplied = 2"])
def test_w1_sudden_death_ends_with_the_first_resupply_of_either_front(tracks: str) -> None:
    game = at(f'turn = 5\nside = "russia"\nphase = "movement"\n{tracks}\nunits.R-4 = "1710"')
    play(game, "unit R-4", "step 1709")
    assert game.over is (tracks == "")


@rule("4.1.3a", "4.1.4a")
def test_w17_a_surrendered_elite_counts_as_surrendered_only() -> None:
    game = at('turn = 8\nphase = "operation"\nunits.R-4cav = "surrendered"')
    assert (points(game, POLAND, "elite units eliminated"), points(game, POLAND, "units surrendered")) == (0, 1)


@rule("4.1.2a", "4.1.1c")
def test_w25_a_source_in_enemy_hands_is_of_no_use() -> None:
    game = at('turn = 8\nphase = "operation"\ncontrol.poland = ["Kiev", "Smolensk"]')
    assert points(game, RUSSIA) == 0
    assert points(game, POLAND, "Kiev") == points(game, POLAND, "Smolensk") == 2


@rule("4.1.1c", "4.1.2b")
def test_w52_the_hexes_of_the_railway_need_not_be_controlled() -> None:
    rails = [M.grid.number(n) for n in M.rail[hex("Lublin")]]
    game = at(f'turn = 8\nphase = "operation"\ncontrol.russia = {rails}')
    assert points(game, POLAND, "Lublin") == 1


@rule("3.1e")
def test_w37_groups_start_in_their_own_areas_and_later_go_anywhere() -> None:
    assert not group_hexes(M, 0) & (M.area[1] | M.area[2])
    game = march(poles_move('units.P-8 = "2126"'), "P-8", "2026")  # a Northern unit in the Polesie area
    assert where(game, "P-8") == "2026"


@rule("3.4a", "8.4a")
def test_w38_disrupted_units_take_control_by_retreat_and_rout() -> None:
    game = poles_attack('tracks.southwest = 3\nunits.P-PL1 = "0922"\nunits.P-PL3 = "0922"\nunits.R-47 = "0921"\n')
    # R-47 holds Rovno and is driven out to the west; the hexes it passes become Russian.
    attack(game, "0921", "P-PL1 P-PL3", 6)  # 12 to 6 in the city, 2:1 with shock: DR4
    while asks(game) == "poland: way":
        send(game, min(offered(game, "hex")))
        assert disrupted(game, "R-47")
        assert controller(game, where(game, "R-47")) == "russia"
    assert len(events(game, "retreats")) == 4


@rule("3.2a")
def test_w39_russians_start_anywhere_east_of_the_line() -> None:
    game = TITLE.start("free")
    play(game, "fill", "done", "pick R-4")
    assert can(game, "place 3135")


# -- sequence -------------------------------------------------------------------------------------------------------


@rule("5.4a", "5.4b")
def test_w2_movement_phases_are_counted_not_operations() -> None:
    head = 'turn = 6\nside = "poland"\nphase = "movement"\n'
    assert allowance(at(head + 'operations = ["combat"]\nunits.P-8 = "1709"').s, unit("P-8")) == 4
    assert allowance(at(head + 'operations = ["movement"]\nunits.P-8 = "1709"').s, unit("P-8")) == 2


@rule("5.1b", "12.2a")
def test_w18_the_skipped_turn_has_no_refit() -> None:
    game = at('turn = 1\nside = "russia"\nphase = "operation"\nunits.P-8 = { hex = "1709", disrupted = true }')
    play(game, "stop")
    assert disrupted(game, "P-8")


@rule("12.3a", "12.3c")
def test_w19_a_unit_marked_on_turn_eight_never_surrenders() -> None:
    game = at('turn = 8\nside = "poland"\nphase = "refit"\nunits.P-8 = "0332"\nunits.R-4 = "0331"\nunits.R-11 = "0333"')
    assert isolated(game, "P-8")
    play(game, "stop")
    assert game.over
    assert where(game, "P-8") == "0332"


@rule("9.2a")
def test_w20_a_unit_reorganized_late_counts_for_nothing() -> None:
    game = at('turn = 7\nside = "russia"\nphase = "reinforcement"\nunits.R-4cav = { hex = "2832", disrupted = true }')
    before = points(game, POLAND)
    play(game, "reorganize R-4cav")
    assert where(game, "R-4cav") == "box 9"
    assert points(game, POLAND) == before


@rule("4.1.6a", "5.3a")
def test_w21_the_order_is_chosen_at_the_end_of_the_reinforcement_phase() -> None:
    game = at('turn = 3\nside = "poland"\nphase = "reinforcement"\nunits.P-1R = "box 2"')
    assert asks(game) == "poland: arrivals"
    play(game, "delay")
    assert asks(game) == "poland: counterattack_order"


@rule("5.2a", "8.1a")
def test_w23_the_kind_of_operation_comes_before_supply() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "operation"')
    assert asks(game) == "russia: kind"
    play(game, "combat")
    assert asks(game) == "russia: spend"


@rule("8.3.1c", "8.1a")
def test_w24_a_front_that_loses_the_operation_does_not_pay_for_it() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 5\ntracks.southwest = 0')
    play(game, "resupply 5", "decline", "movement")
    assert asks(game) == "russia: pick"  # nobody is asked for points at all
    assert game.s.points == [10, 0]
    west = next(track for track in view(game.seat("russia")).tracks if track.id == "west")
    assert west.flag.split(", ")[1] == "loses 1 operation"


# -- supply and reinforcements --------------------------------------------------------------------------------------


@rule("8.2b", "8.2d")
def test_w3_attacks_are_halved_once_in_all_and_defences_hex_by_hex() -> None:
    text = 'tracks.west_supplied = false\nunits.R-12 = "0332"\nunits.R-53 = "0430"\nunits.P-8 = "0331"'
    assert work_out(russians_attack(text).s, units("R-12 R-53"), units("P-8"), hex("0331")).attack == 3
    text = 'tracks.west_supplied = false\nunits.R-12 = "0332"\nunits.R-53 = "0332"\nunits.P-8 = "0331"'
    assert work_out(poles_attack(text).s, units("P-8"), units("R-12 R-53"), hex("0332")).defence == 3


@rule("8.4a", "8.3.1a")
@pytest.mark.parametrize(("have", "then"), [(11, 12), (12, 13), (13, 14)])
def test_w15_the_point_of_a_liberated_city_knows_no_limit(have: int, then: int) -> None:
    game = russians_move(f'tracks.west = {have}\nunits.R-4 = "2424"\ncontrol.russia = ["Baranovichi"]')
    play(game, "unit R-4", "step 2423")
    assert game.s.points[0] == then
    west = next(track for track in view(game.seat("russia")).tracks if track.id == "west")
    assert (west.value, west.high) == (then, max(then, 12))


@rule("8.3.1a")
def test_w15_a_front_above_the_limit_of_resupply_takes_no_resupply() -> None:
    text = 'turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 13\ntracks.southwest = 7\n'
    game = at(text + 'control.russia = ["Minsk"]')
    assert getattr(game.stack[-1], "front", None) == 1  # the Western Front is not asked
    assert offered(game, "resupply") == {"1"}


@rule("8.4b", "3.4c")
def test_w16_a_city_russian_from_the_start_pays_nothing() -> None:
    game = russians_move('tracks.west = 3\nunits.R-4 = "1628"\ncontrol.poland = ["Mozyr"]')
    play(game, "unit R-4", "step 1627")
    assert game.s.points[0] == 3


@rule("8.3.2a", "6.1b", "11.10f")
def test_w33_units_lost_to_overstacking_are_not_replaced_and_failed_retreats_are() -> None:
    game = poles_attack("""
        units.P-PL1 = "0331"
        units.P-PL3 = "0331"
        units.R-12 = "0332"
        units.P-8 = "0334"
        units.P-10 = "0133"
        units.P-17 = "0532"
    """)
    attack(game, "0332", "P-PL1 P-PL3", 2)
    assert where(game, "R-12") == "eliminated"
    text = 'turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 5\n'
    resupply = at(text + 'units.R-12 = "eliminated"\nunits.R-4 = "overstacked"')
    play(resupply, "resupply 5")
    assert offered(resupply, "unit") == {"R-12"}


@rule("8.3a", "8.3.1a")
def test_w40_there_is_no_resupply_of_nothing() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 11\ntracks.southwest = 8')
    assert offered(game, "resupply") == {"1"}
    play(game, "decline")
    assert asks(game) == "russia: kind"


@rule("8.3.2a")
def test_w41_a_front_gets_back_its_own_infantry_and_it_may_wait() -> None:
    text = 'turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 5\ntracks.southwest = 8\n'
    game = at(text + 'units.R-4 = "eliminated"\nunits.R-24 = "eliminated"')
    play(game, "resupply 2")
    assert offered(game, "unit") == {"R-4"}
    play(game, "unit R-4", "wait")
    assert where(game, "R-4") == "box 4"


@rule("8.4a", "8.1a")
def test_w43_a_point_won_does_not_change_the_running_phase() -> None:
    game = russians_move('tracks.west = 0\ntracks.west_supplied = false\nunits.R-4 = "2424"\nunits.R-11 = "0332"')
    march(game, "R-4", "2423")
    assert game.s.points[0] == 1
    assert allowance(game.s, unit("R-11")) == 2


@rule("8.3.1d")
def test_w45_the_points_marker_shows_the_resupply() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 5')
    play(game, "resupply 1")
    assert game.s.resupplied == [4, 0]


@rule("9.1a", "6.0e")
def test_w29_a_reinforcement_does_not_join_the_other_front() -> None:
    game = at('turn = 3\nside = "russia"\nphase = "reinforcement"\nunits.R-48 = "box 3"\nunits.R-24 = "2832"')
    play(game, "unit R-48")
    assert not can(game, "hex Smolensk")


@rule("9.1a", "9.1b")
def test_w34_the_trace_begins_in_the_town_itself() -> None:
    game = at('turn = 2\nside = "poland"\nphase = "reinforcement"\nunits.P-1R = "box 2"\nunits.R-4 = "1506"')
    play(game, "unit P-1R")
    assert not can(game, "hex Lodz")  # next to the enemy
    assert can(game, "hex Kalisz")


@rule("9.1a", "4.1.2a")
@pytest.mark.parametrize(("lost", "kept"), [("Kiev", "Smolensk"), ("Smolensk", "Kiev")])
def test_w47_either_source_serves_both_fronts(lost: str, kept: str) -> None:
    game = at(
        'turn = 4\nside = "russia"\nphase = "reinforcement"\nunits.R-48 = "box 3"\nunits.R-24 = "box 4"\n'
        f'control.poland = ["{lost}"]'
    )
    for name in ("R-48", "R-24"):
        play(game, f"unit {name}")
        assert can(game, f"hex {kept}")
        assert can(game, "hex Zhitomir")
        assert can(game, "hex Polotsk")
        play(game, "wait")


# -- stacking, movement, rout ---------------------------------------------------------------------------------------


@rule("6.1b")
def test_w44_the_player_is_warned_before_a_mixture_costs_him_units() -> None:
    game = march(russians_move('units.R-4 = "0332"\nunits.R-24 = "0331"'), "R-4", "0331")
    assert warning(game, "end") == "overstacked"
    play(game, "end")
    assert asks(game) == "russia: excess"


@rule("10.4.2a", "9.1a")
def test_w5_every_arrival_routs() -> None:
    game = at('turn = 2\nside = "poland"\nphase = "reinforcement"\nunits.P-1R = "box 2"\n'
              'units.R-4 = { hex = "1710", disrupted = true }')  # fmt: skip
    play(game, "unit P-1R", "hex Warsaw")
    assert asks(game) == "russia: where"


@rule("12.2a", "10.4.2a")
def test_w5_recovering_artillery_does_not() -> None:
    text = 'turn = 4\nside = "russia"\nphase = "operation"\nunits.P-8 = { hex = "1409", disrupted = true }\n'
    for gun, question in (("R-1art", "poland: reorganization"), ("R-4", "poland: where")):
        game = at(text + f'units.{gun} = {{ hex = "1410", disrupted = true }}')
        assert asks(play(game, "stop")) == question


@rule("10.4.2b", "10.4.2e")
def test_w53_the_owner_decides_who_routs_next() -> None:
    disrupted_pair = "".join(f'units.{name} = {{ hex = "0332", disrupted = true }}\n' for name in ("P-8", "P-10"))
    game = play(russians_move(disrupted_pair + 'units.R-4 = "0334"'), "unit R-4", "step 0333")
    assert asks(game) == "poland: next_unit"
    assert offered(game, "unit") == {"P-8", "P-10"}


@rule("10.1c")
def test_w54_a_completed_move_may_be_taken_back_unless_the_table_says_no() -> None:
    text = 'units.R-4 = "0332"\nunits.R-11 = "0330"'
    game = march(russians_move(text), "R-4", "0333")
    game.undo("russia")
    game.undo("russia")
    assert where(game, "R-4") == "0332"
    for undo in ("move", "consent"):
        game = march(russians_move(text, undo=undo), "R-4", "0333")
        with pytest.raises(IllegalAction):
            game.undo("russia")


@rule("10.4.2a", "7.0a")
def test_w6_w7_artillery_routs_and_no_hex_next_to_it_serves() -> None:
    game = russians_move('units.R-1art = "0334"\nunits.P-8 = { hex = "0332", disrupted = true }')
    play(game, "unit R-1art", "step 0333")
    assert offered(game, "hex") == {"0331", "0431", "0231"}


@rule("10.3.2a")
def test_w14_river_and_trench_cost_a_point_each() -> None:
    assert M.river[hex("2020")] & M.trench[hex("2020")] & 1 << hex("2021")
    assert M.cost[hex("2021")][hex("2020")] == M.hex_cost[hex("2020")] + 2


@rule("10.3b")
def test_w36_the_minimum_move_is_the_first_and_only_hex() -> None:
    game = russians_move('tracks.west_supplied = false\nunits.R-4 = "0316"')
    play(game, "unit R-4", "step 0315")
    assert not can(game, "step 0314")


@rule("10.4.2d")
def test_w48_two_disrupted_enemies_do_not_chase_each_other() -> None:
    game = russians_move("""
        units.R-4 = "0334"
        units.P-8 = { hex = "0332", disrupted = true }
        units.R-11 = { hex = "0330", disrupted = true }
    """)
    play(game, "unit R-4", "step 0333")
    send(game, "0331")
    assert where(game, "R-11") == "0330"


@rule("11.10f", "10.4.2a")
@pytest.mark.parametrize("flight", ["0434", "0533"])
def test_w48_a_retreat_drives_off_whoever_routs_into_its_way(flight: str) -> None:
    """R-47 must go by 0333 and 0334 to 0434. Its first hex drives P-8 from 0433, perhaps into the very last one."""
    game = poles_attack("""
        units.P-PL1 = "0331"
        units.P-PL3 = "0331"
        units.R-47 = "0332"
        units.P-8 = { hex = "0433", disrupted = true }
        units.P-10 = "0532"     # zone over 0432
        units.P-17 = "0132"     # zone over 0232
        units.P-11 = "0134"     # zone over 0233 and 0234
        units.P-4 = "0235"      # zone over 0335
        units.P-15 = "0634"     # zone over 0534
    """)
    attack(game, "0332", "P-PL1 P-PL3", 2)  # DR3
    assert where(game, "R-47") == "0333"
    assert asks(game) == "poland: where"
    send(game, flight)
    while asks(game) != "poland: who_goes":
        send(game, min(offered(game, "hex")))
    assert where(game, "R-47") == "0434"
    assert len(events(game, "routs")) == (2 if flight == "0434" else 1)


# -- combat ---------------------------------------------------------------------------------------------------------


@rule("11.5a", "11.5b")
def test_w4_odds_below_one_to_one_favour_the_defender() -> None:
    s = at('phase = "operation"').s
    assert [column_of(s, *sums)[1] for sums in ((3, 4), (4, 9), (1, 3))] == ["1:2", "1:3", "1:3"]
    assert column_of(s, 1, 4)[0] == -1


@rule("11.10b")
def test_w8_attackers_too_retreat_away_from_the_hex_they_attacked() -> None:
    game = attack(russians_attack('units.R-4 = "0332"\nunits.P-PL1 = "0331"'), "0331", "R-4", 3)
    assert offered(game, "hex") == {"0333", "0432", "0232"}


@rule("11.10e", "11.10f")
def test_w9_the_full_distance_or_nothing() -> None:
    text = 'units.P-PL1 = "0331"\nunits.P-PL3 = "0331"\nunits.R-47 = "0332"\n'
    walls = (
        'units.P-8 = "0532"\nunits.P-10 = "0132"\nunits.P-17 = "0434"\nunits.P-11 = "0234"'  # behind 0333 all closed
    )
    game = attack(poles_attack(text + walls), "0332", "P-PL1 P-PL3", 1)
    assert where(game, "R-47") == "eliminated"


@rule("11.10a")
def test_w10_a_stack_is_sent_different_ways() -> None:
    game = poles_attack('units.P-PL1 = "0331"\nunits.P-PL3 = "0331"\nunits.R-164 = "0332"\nunits.R-72 = "0332"')
    attack(game, "0332", "P-PL1 P-PL3", 2)
    play(game, "unit R-72")
    send(game, "0333 0334")
    send(game, "0232 0132")
    assert (where(game, "R-72"), where(game, "R-164")) == ("0334", "0132")


@rule("11.10d", "10.4.2c")
def test_w11_east_prussia_is_compulsory_for_a_retreat_and_a_choice_for_a_rout() -> None:
    game = attack(
        poles_attack('units.P-PL1 = "2009"\nunits.P-PL3 = "2009"\nunits.R-47 = "2109"'), "2109", "P-PL1 P-PL3", 1
    )
    assert verbs(game) == {"hex"}
    rout = poles_move('units.P-8 = "1910"\nunits.R-4 = { hex = "2109", disrupted = true }')
    play(rout, "unit P-8", "step 2009")
    assert verbs(rout) == {"hex", "reorganize"}


@rule("11.9e", "11.9h")
def test_w12_a_tie_ruins_both() -> None:
    game = attack(russians_attack('units.R-4 = "0332"\nunits.P-8 = "0331"'), "0331", "R-4", 4)
    assert where(game, "R-4") == where(game, "P-8") == "eliminated"


@rule("11.6.2a", "11.6.2c")
def test_w13_one_terrain_effect_in_all() -> None:
    game = russians_attack('units.P-8 = "2020"\nunits.R-4 = "2121"\nunits.R-11 = "2019"')
    found = work_out(game.s, units("R-4 R-11"), units("P-8"), hex("2020"))
    assert (found.attack, found.defence) == (8, 8)


@rule("11.11a", "11.12a")
def test_w27_cavalry_that_goes_on_leaves_room() -> None:
    game = poles_attack('units.P-PL2cav = "0331"\nunits.P-PL1 = "0331"\nunits.P-8 = "0431"\nunits.R-164 = "0332"')
    attack(game, "0332", "P-PL2cav P-PL1 P-8", 6)
    play(game, "unit P-PL2cav", "hex 0333", "unit P-PL1", "unit P-8")
    assert where(game, "P-PL1") == where(game, "P-8") == "0332"


@rule("11.13a")
def test_w28_the_attacked_cavalry_itself_does_not_counter_charge() -> None:
    game = attack(
        russians_attack('units.R-4cav = "0332"\nunits.R-24 = "0332"\nunits.P-5cav = "0331"'), "0331", "R-4cav R-24", 2
    )
    send(game, "0330 0329")
    play(game, "unit R-4cav")
    assert asks(game) == "russia: second_hex"


@rule("11.12a")
def test_w30_any_enterable_hex_without_an_enemy() -> None:
    game = attack(
        russians_attack('units.R-4cav = "0332"\nunits.R-24 = "0332"\nunits.P-3U = "0331"'), "0331", "R-4cav R-24", 6
    )
    play(game, "unit R-4cav")
    assert offered(game, "hex") == {"0330", "0430", "0431", "0332", "0231", "0230"}


@rule("11.5c")
def test_w31_twenty_six_and_twenty_seven_give_the_same_odds() -> None:
    s = at('phase = "operation"').s
    assert column_of(s, 26, 7) == column_of(s, 27, 7)


@rule("11.5b")
def test_w42_beyond_the_chart_its_last_row_counts() -> None:
    game = poles_attack('units.P-PL1 = "0331"\nunits.R-12 = "0332"')
    odds = work_out(game.s, units("P-PL1"), units("R-12"), hex("0332"))  # 6 to 3, 2:1
    assert (read_table(game.s, odds, 5), read_table(game.s, odds, 6)) == ("DR3", "DR4")
    odds.bonus = 5
    assert read_table(game.s, odds, 6) == M.crt[-1][odds.column]


@rule("11.7a", "11.7b")
def test_w51_artillery_needs_another_attacker() -> None:
    game = russians_attack('units.R-1art = "0332"\nunits.P-8 = "0331"')
    assert "attack" not in verbs(game)
    assert die_bonus(game.s, units("R-1art"))[0] == 1  # the bonus is not what is missing


@rule("11.6.2b", "11.7b")
def test_w55_artillery_on_the_dry_side_undoes_the_river() -> None:
    s = russians_attack('units.P-8 = "0417"\nunits.R-4 = "0518"\nunits.R-1art = "0516"').s
    river, target = M.river[hex("0417")], hex("0417")
    assert (river >> hex("0518") & 1, river >> hex("0516") & 1) == (1, 0)
    factor = M.cf[unit("P-8")]
    assert work_out(s, units("R-4"), units("P-8"), target).defence == 2 * factor
    assert work_out(s, units("R-4 R-1art"), units("P-8"), target).defence == factor


# -- refit ----------------------------------------------------------------------------------------------------------


@rule("12.3a", "12.3d", "4.1.2b")
def test_w26_ends_of_a_trace_count_too() -> None:
    s = at(
        'turn = 4\nside = "poland"\nphase = "operation"\nunits.P-8 = "1620"\nunits.R-4 = "1619"\nunits.R-11 = "1621"'
    ).s
    assert not cut_off(s, POLAND)  # stands in a friendly city
    s = at('turn = 4\nside = "poland"\nphase = "operation"\nunits.R-4 = "1619"\nunits.R-11 = "1621"').s
    assert not in_communication(s, POLAND) >> hex("Pinsk") & 1


@rule("12.3c", "4.1.4a")
def test_w35_the_last_russian_refit_still_brings_surrenders() -> None:
    game = at("""
        turn = 8
        side = "russia"
        phase = "operation"
        units.R-4 = { hex = "1406", isolated = true }
        units.P-8 = "1405"
        units.P-10 = "1407"
    """)
    play(game, "stop")
    assert game.over
    assert where(game, "R-4") == "surrendered"
    assert result(game).score["poland"] == 26 + 1
