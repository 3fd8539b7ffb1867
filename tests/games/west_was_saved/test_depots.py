"""5.0 Depot actions: who acts, where depots may stand, chains, costs, removals."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.depots import depot_cost, depot_sites
from vistula.games.west_was_saved.rules.supply_lines import linked_depots
from vistula.games.west_was_saved.state import State
from vistula.kernel import Game

from .table import M, asks, at, can, cannot, depots, events, hexes, numbers, offered, play, points, start, verbs, where

rule = pytest.mark.rule


def depot_phase(text: str, poland: int = 10, russia: int = 12, **options: str) -> Game[State]:
    """Depot actions with these totals: the Russians begin unless the Poles have as many."""
    tracks = f"total.poland = {poland}\ntotal.russia = {russia}\n"
    lines = "\n".join(line.strip() for line in text.splitlines())
    return at(f'turn = 3\nphase = "depots"\n{tracks}' + lines, **options)


def from_kiev(text: str, poland: int = 10, russia: int = 12) -> Game[State]:
    """The same, where Kiev is linked to the hexes of the east edge by itself (H-1)."""
    return depot_phase(text, poland, russia, edge="hexes")


# -- 5.1 who acts ---------------------------------------------------------------------------------------------


@rule("5.1a")
@pytest.mark.parametrize(("poland", "russia", "first"), [(10, 11, "russia"), (11, 10, "poland"), (10, 10, "poland")])
def test_the_higher_total_begins_and_the_poles_on_a_tie(poland: int, russia: int, first: str) -> None:
    game = depot_phase('units.P-8 = "Minsk"\nunits.R-4 = "Smolensk"', poland, russia)
    assert asks(game) == f"{first}: actions"


@rule("5.1a", "5.2a")
def test_players_alternate_single_actions() -> None:
    game = from_kiev("""
        units.P-8 = "Brest"
        units.P-6 = "Lublin"
        units.R-4 = "Smolensk"
        units.R-58 = "Kiev"
    """)
    play(game, "establish Smolensk")
    assert asks(game) == "poland: actions"
    play(game, "establish Brest")
    assert asks(game) == "russia: actions"
    play(game, "establish Kiev")
    assert asks(game) == "poland: actions"


@rule("5.1b", "5.1a", "5.2a")
def test_who_declines_gets_no_further_action_and_the_other_goes_on() -> None:
    game = depot_phase("""
        units.P-8 = "Brest"
        units.P-6 = "Lublin"
        units.R-4 = "Smolensk"
    """)
    play(game, "pass", "establish Brest")
    assert asks(game) == "poland: actions"
    play(game, "establish Lublin")
    assert asks(game) == "poland: actions"
    play(game, "pass")
    assert game.s.rp == [10 - 2, 12]


# -- 5.2 where ------------------------------------------------------------------------------------------------


@rule("5.2a", "5.1a")
def test_a_new_depot_needs_a_city_with_a_friendly_combat_unit() -> None:
    game = depot_phase("""
        units.R-4 = "Smolensk"
        units.R-58 = "1805"
        units.Tukhachevsky = "Vitebsk"
        units.P-8 = "Warsaw"
    """)
    assert offered(game, "establish") == numbers(hexes("Smolensk"))  # no city at 1805, no combat unit at Vitebsk


@rule("5.2a")
def test_the_unit_may_leave_the_depot_behind() -> None:
    game = depot_phase('units.R-4 = "1805"\nunits.P-8 = "Warsaw"\ndepots.russia = ["Smolensk"]')
    play(game, "pass", "pass")
    assert depots(game, "russia") == numbers(hexes("Smolensk"))


@rule("5.2b", "5.2c", "5.2d", "5.3a", "5.1a", "5.2a")
def test_the_example_of_kiev_vinnytsia_and_proskurov() -> None:
    """Vinnytsia is two hexes from Kiev; then Proskurov through the forest, which counts as two."""
    game = from_kiev("""
        units.R-58 = "Vinnytsia"
        units.R-44 = "Proskurov"
        units.P-8 = "1313"
        depots.russia = ["Kiev"]
    """)
    assert offered(game, "establish") == numbers(hexes("Vinnytsia"))
    play(game, "establish Vinnytsia", "pass")
    assert offered(game, "establish") == numbers(hexes("Proskurov"))
    play(game, "establish Proskurov", "pass")
    assert points(game, "russia") == 12 - 3


@rule("5.2f", "5.1a", "5.2a")
def test_with_a_pole_beside_the_forest_no_way_is_left_to_proskurov() -> None:
    game = from_kiev("""
        units.R-58 = "Vinnytsia"
        units.R-44 = "Proskurov"
        units.P-8 = "1314"
        depots.russia = ["Kiev", "Vinnytsia"]
    """)
    assert offered(game, "establish") == set()


@rule("5.2f", "5.1a", "5.2a")
def test_a_friendly_unit_opens_a_hex_beside_the_enemy() -> None:
    """Any unit does, a command unit too (H-3)."""
    text = """
        units.R-58 = "Vinnytsia"
        units.R-44 = "Proskurov"
        units.P-8 = "1314"
        depots.russia = ["Kiev", "Vinnytsia"]
    """
    assert can(from_kiev(text + 'units.Uborevich = "1414"'), "establish Proskurov")
    assert can(from_kiev(text + 'units.R-45 = "1414"'), "establish Proskurov")


@rule("5.2b", "5.3b", "5.4c", "5.3a")
def test_without_vinnytsia_proskurov_stays_and_costs_two() -> None:
    game = from_kiev("""
        units.R-44 = "Proskurov"
        units.P-8 = "1313"
        depots.russia = ["Kiev", "Proskurov"]
    """)
    assert numbers(linked_depots(game.s, RUSSIA)) == numbers(hexes("Kiev"))
    play(game, "pass", "pass")
    assert points(game, "russia") == 12 - 3
    assert depots(game, "russia") == numbers(hexes("Kiev Proskurov"))


@rule("5.2c", "5.1a", "5.2a")
def test_at_most_three_hexes_lie_between_two_points_of_a_chain() -> None:
    """Brest is three hexes beyond Warsaw, Baranowicze more than three beyond Siedlce."""
    game = depot_phase('units.P-8 = "Brest"\nunits.P-6 = "Baranowicze"\nunits.R-4 = "Smolensk"', 12, 10)
    assert offered(game, "establish") == numbers(hexes("Brest"))
    play(game, "establish Brest", "pass")
    assert offered(game, "establish") == numbers(hexes("Baranowicze"))


@rule("5.2e", "5.1a", "5.2a")
def test_an_enemy_unit_blocks_its_hex_a_command_unit_too() -> None:
    clear = 'units.R-58 = "Vinnytsia"\nunits.P-8 = "Warsaw"\ndepots.russia = ["Kiev"]\n'
    assert can(from_kiev(clear), "establish Vinnytsia")
    walls = "".join(
        f'units.{name} = "{number}"\n'
        for name, number in zip(
            ("Pilsudski", "Szeptycki", "Sikorski", "Iwaszkiewicz", "Rydz-Smigly", "Zygadlowicz"),
            ("1414", "1514", "1615", "1614", "1516", "1416"),
            strict=True,
        )
    )
    assert cannot(from_kiev(clear + walls), "establish Vinnytsia")


@rule("5.2g", "1.3i", "5.1a", "5.2a")
def test_an_unbridged_river_cuts_a_chain_and_a_bridge_does_not() -> None:
    """Zamosc cannot reach Brody over the Bug; Luck is reached from Kowel over its bridge."""
    assert M.unbridged[M.hex("0914")] >> M.hex("1014") & 1
    game = depot_phase('units.P-8 = "Luck"\nunits.R-4 = "Smolensk"\ndepots.poland = ["Brest", "Kowel"]', 12, 10)
    assert can(game, "establish Luck")
    assert not M.unbridged[M.hex("Kowel")] >> M.hex("Luck") & 1


@rule("5.0a")
def test_the_sources_are_warsaw_and_the_east_edge() -> None:
    game = at('turn = 3\nphase = "depots"\nunits.P-8 = "Siedlce"\nunits.R-4 = "Roslavl"')
    assert depot_sites(game.s, POLAND) == [M.hex("Siedlce")]
    assert depot_sites(game.s, RUSSIA) == [M.hex("Roslavl")]


@rule("5.0a")
def test_a_source_that_the_enemy_holds_is_none() -> None:
    """H-43: a Russian in Warsaw out of supply does not win but cuts it."""
    game = at('turn = 3\nphase = "depots"\nunits.P-8 = "Lodz"\nunits.R-4 = "Warsaw"')
    assert not game.over
    assert depot_sites(game.s, POLAND) == []


@rule("5.0a")
@pytest.mark.parametrize(("foe", "sites"), [("Warsaw", []), ("Roslavl", ["Siedlce"])])
def test_a_road_that_friends_hold_open_leads_to_no_source_that_the_enemy_holds(foe: str, sites: list[str]) -> None:
    text = f'turn = 3\nphase = "depots"\nunits.P-8 = "Siedlce"\nunits.P-12 = "0509"\nunits.R-4 = "{foe}"'
    assert depot_sites(at(text).s, POLAND) == [M.hex(city) for city in sites]


@rule("5.0a")
def test_edge_hexes_intervene_unless_the_table_agrees_otherwise() -> None:
    """H-1: Kiev is three hexes from the edge hex 2111, so four from the line beyond it."""
    text = 'turn = 3\nphase = "depots"\nunits.R-58 = "Kiev"\nunits.P-8 = "Warsaw"'
    assert M.hex("Kiev") not in depot_sites(at(text).s, RUSSIA)
    assert M.hex("Kiev") in depot_sites(at(text, edge="hexes").s, RUSSIA)
    assert M.hex("Chernigov") in depot_sites(at(text + '\nunits.R-4 = "Chernigov"').s, RUSSIA)  # two and the edge hex


@rule("5.2h")
def test_depots_of_the_set_up_need_no_unit() -> None:
    game = start()
    assert depots(game, "poland") >= numbers(hexes("Lublin Kowel"))
    assert not game.s.occupied[POLAND] & hexes("Lublin Kowel")
    assert linked_depots(game.s, POLAND) == game.s.depots[POLAND]
    assert linked_depots(game.s, RUSSIA) == game.s.depots[RUSSIA]


# -- 5.3, 5.4 costs and removals --------------------------------------------------------------------------------


@rule("5.3a", "5.1a", "5.2a")
def test_a_depot_that_cannot_be_paid_for_may_not_be_established() -> None:
    """H-5"""
    text = 'units.R-4 = "Smolensk"\nunits.R-58 = "Kiev"\nunits.P-8 = "Warsaw"'
    game = depot_phase(text, 0, 1)
    play(game, "establish Smolensk", "pass")
    assert offered(game, "establish") == set()


@rule("5.3a", "5.3b", "5.1a", "5.2a")
def test_a_new_depot_that_links_another_may_cost_nothing() -> None:
    """Vinnytsia makes Proskurov cheaper by as much as it costs itself."""
    game = from_kiev("""
        units.R-58 = "Vinnytsia"
        units.P-8 = "Warsaw"
        depots.russia = ["Kiev", "Proskurov"]
    """, 0, 3)  # fmt: skip
    assert depot_cost(game.s, RUSSIA) == 3
    play(game, "establish Vinnytsia")
    assert depot_cost(game.s, RUSSIA) == 3


@rule("5.4a", "5.3c", "5.1a", "5.2a")
def test_each_player_may_remove_one_depot_which_then_costs_nothing() -> None:
    game = depot_phase("""
        units.R-4 = "Smolensk"
        units.P-8 = "Warsaw"
        depots.russia = ["Smolensk", "Kiev"]
        depots.poland = ["Brest"]
    """)
    assert offered(game, "remove") == numbers(hexes("Smolensk Kiev"))
    play(game, "remove Kiev", "remove Brest")
    assert asks(game) == "poland: actions"  # the Russians can do nothing more
    assert verbs(game) == {"establish", "pass"}  # no second removal
    play(game, "pass")
    assert game.s.rp == [10, 11]


@rule("5.4b", "5.4a", "5.1a", "5.3a")
def test_the_opponent_removes_what_cannot_be_paid_for() -> None:
    game = depot_phase("""
        units.R-4 = "1805"
        units.P-8 = "Warsaw"
        depots.russia = ["Smolensk", "Kiev", "Gomel"]
    """, 3, 1)  # fmt: skip
    play(game, "pass", "pass")
    assert asks(game) == "poland: shortfall"
    assert offered(game, "remove") == numbers(hexes("Smolensk Kiev Gomel"))
    play(game, "remove Gomel", "remove Kiev")
    assert depots(game, "russia") == numbers(hexes("Smolensk"))
    assert points(game, "russia") == 0


@rule("5.4b", "5.4a", "5.1a")
def test_with_nothing_to_spend_all_depots_go() -> None:
    game = depot_phase("""
        units.R-4 = "1805"
        units.P-8 = "Warsaw"
        depots.russia = ["Smolensk", "Kiev", "Gomel"]
    """, 3, 0)  # fmt: skip
    play(game, "pass", "pass", "remove Gomel", "remove Kiev")  # the last one without a question
    assert depots(game, "russia") == set()
    assert len(events(game, "depot_removed")) == 3


@rule("5.4b", "5.3b", "5.4a", "5.1a")
def test_forced_removals_go_on_one_by_one_as_costs_change() -> None:
    """H-6: Smolensk alone links Vitebsk; without it Vitebsk costs two, so that one removal does not save anything."""
    game = depot_phase("""
        units.R-4 = "1805"
        units.P-8 = "Warsaw"
        depots.russia = ["Smolensk", "Vitebsk"]
    """, 3, 1)  # fmt: skip
    play(game, "pass", "pass", "remove Smolensk")
    assert depots(game, "russia") == set()


@rule("5.3a", "5.3b", "5.3c")
@pytest.mark.parametrize(("totals", "order"), [((12, 10), [0, 1]), ((10, 12), [1, 0])])
def test_the_higher_total_pays_first_whoever_acted_last(totals: tuple[int, int], order: list[int]) -> None:
    text = 'units.P-8 = "Warsaw"\nunits.R-4 = "1805"\ndepots.poland = ["Brest"]\ndepots.russia = ["Smolensk"]'
    game = depot_phase(text, *totals)
    play(game, f"remove {('Brest', 'Smolensk')[order[0]]}", "pass", "pass")
    assert [event.refs["side"] for event in events(game, "depots_paid")] == order


@rule("5.4c", "7.5a")
def test_a_lost_depot_does_not_stop_the_others_from_supplying() -> None:
    game = at("""
        turn = 3
        phase = "supply"
        units.R-44 = "1315"
        units.P-8 = "Warsaw"
        depots.russia = ["Proskurov"]
    """)
    assert where(game, "R-44") == "1315"
    assert not game.s.weak >> M.unit_by_key["R-44"] & 1
