"""11.10 Retreat: directed by the attacker, away from the attacked hex, the full length, or not at all."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.rules.retreat import retreat_hexes
from vistula.games.warsaw_1920.state import State
from vistula.kernel import Game

from .table import (
    M,
    asks,
    attack,
    disrupted,
    events,
    hex,
    numbers,
    offered,
    play,
    points,
    poles_attack,
    russians_attack,
    send,
    unit,
    where,
)

rule = pytest.mark.rule

# 12 to 3 at 4:1; with the Legion's shock a die of 1 is DR2, of 2 or 3 DR3, of 4 DR4.
LEGIONS = """
    units.P-PL1 = "0331"
    units.P-PL3 = "0331"
    units.R-47 = "0332"
"""


def poles_drive_back(distance: int, text: str = "", position: str = LEGIONS) -> Game[State]:
    """The Legions in 0331 drive R-47 out of 0332."""
    return attack(poles_attack(position + text), "0332", "P-PL1 P-PL3", {2: 1, 3: 2, 4: 4}[distance])


def distance(game: Game[State], name: str, origin: str) -> int:
    return M.grid.distance(game.s.place[unit(name)], hex(origin))


# -- who decides ------------------------------------------------------------------------------------------------


@rule("11.10a")
def test_the_attacker_directs_the_retreat_of_the_defender() -> None:
    game = poles_drive_back(2)
    assert asks(game) == "poland: way"
    send(game, "0333 0334")
    assert where(game, "R-47") == "0334"


@rule("11.10a")
def test_russian_attackers_direct_polish_retreats() -> None:
    game = attack(
        russians_attack('units.R-27 = "0332"\nunits.R-4 = "0332"\nunits.P-3U = "0331"'), "0331", "R-27 R-4", 2
    )
    assert asks(game) == "russia: way"
    send(game, "0330 0329")
    assert where(game, "P-3U") == "0329"


@rule("11.10a", "11.9c")
def test_the_attacker_directs_his_own_retreat_too() -> None:
    game = attack(russians_attack('units.R-4 = "0332"\nunits.P-PL1 = "0331"'), "0331", "R-4", 3)  # 4 to 6, 1:2: AR
    assert asks(game) == "russia: way"
    assert offered(game, "hex") == {"0333", "0432", "0232"}
    send(game, "0333")
    assert where(game, "R-4") == "0333"


@rule("11.10a")
def test_units_of_a_stack_are_sent_one_by_one_wherever_the_attacker_likes() -> None:
    game = poles_attack('units.P-PL1 = "0331"\nunits.P-PL3 = "0331"\nunits.R-164 = "0332"\nunits.R-72 = "0332"')
    attack(game, "0332", "P-PL1 P-PL3", 2)  # 12 to 4, 3:1 with shock: DR2
    assert asks(game) == "poland: next_unit"
    assert offered(game, "unit") == {"R-164", "R-72"}
    play(game, "unit R-72")
    send(game, "0333 0334")
    send(game, "0232 0132")
    assert (where(game, "R-72"), where(game, "R-164")) == ("0334", "0132")


def test_the_choice_of_the_unit_can_be_taken_back() -> None:
    game = poles_attack('units.P-PL1 = "0331"\nunits.P-PL3 = "0331"\nunits.R-164 = "0332"\nunits.R-72 = "0332"')
    attack(game, "0332", "P-PL1 P-PL3", 2)
    play(game, "unit R-72")
    game.undo("poland")
    assert offered(game, "unit") == {"R-164", "R-72"}


# -- where to -----------------------------------------------------------------------------------------------------


@rule("11.10b")
@pytest.mark.parametrize("length", [2, 3, 4])
def test_each_hex_lies_one_further_from_the_attacked_hex(length: int) -> None:
    game = poles_drive_back(length)
    for step in range(1, length + 1):
        assert all(M.grid.distance(hex(number), hex("0332")) == step for number in offered(game, "hex"))
        send(game, max(offered(game, "hex")))
        assert distance(game, "R-47", "0332") == step
    assert asks(game) == "poland: who_goes"


@rule("11.10b", "11.9c")
def test_attackers_too_go_away_from_the_hex_they_attacked() -> None:
    game = attack(russians_attack('units.R-4 = "0332"\nunits.P-PL1 = "0331"'), "0331", "R-4", 3)
    assert all(M.grid.distance(hex(number), hex("0331")) == 2 for number in offered(game, "hex"))


@rule("11.10c", "7.2a")
def test_no_retreat_into_zones_even_with_a_friend_there() -> None:
    game = poles_drive_back(2, 'units.P-8 = "0334"\nunits.R-24 = "0333"')  # zone over 0333
    assert offered(game, "hex") == {"0432", "0232"}


@rule("11.10c")
def test_no_retreat_into_enemy_units() -> None:
    text = 'units.R-27 = "0332"\nunits.R-4 = "0332"\nunits.P-3U = "0331"\nunits.R-1art = "0330"'  # no zone, but a unit
    game = attack(russians_attack(text), "0331", "R-27 R-4", 2)
    assert offered(game, "hex") == {"0430", "0230"}


@rule("11.10c")
def test_no_retreat_off_the_map() -> None:
    game = poles_attack('units.P-PL1 = "0334"\nunits.P-PL3 = "0334"\nunits.R-47 = "0335"')
    attack(game, "0335", "P-PL1 P-PL3", 1)
    assert offered(game, "hex") == {"0435", "0235"}


@rule("11.10c", "11.10f")
def test_a_unit_at_the_edge_of_the_map_is_lost() -> None:
    game = poles_attack('units.P-PL1 = "0134"\nunits.P-PL3 = "0134"\nunits.R-47 = "0135"\nunits.P-8 = "0334"')
    attack(game, "0135", "P-PL1 P-PL3", 2)
    assert where(game, "R-47") == "eliminated"


BLIND = """
    units.R-47 = "0832"
    units.P-8 = "0831"      # zone over 0932 and 0732
    units.P-10 = "1033"     # zone over 0933 and 0934
    units.P-17 = "0835"     # zone over 0834
    units.P-11 = "0634"     # zone over 0734
"""


@rule("11.10b", "11.10f")
def test_only_hexes_are_offered_from_which_the_whole_retreat_is_possible() -> None:
    """0833 lies open, but everything behind it is closed."""
    s = poles_attack(BLIND).s
    assert numbers(retreat_hexes(s, unit("R-47"), hex("0832"), 1)) == {"0833", "0733"}
    assert numbers(retreat_hexes(s, unit("R-47"), hex("0832"), 2)) == {"0733"}


@rule("11.10f")
def test_a_retreat_that_is_too_short_is_no_retreat() -> None:
    s = poles_attack(BLIND + 'units.P-4 = "0632"').s  # zone over 0732 and 0733: the blind alley alone is left
    assert numbers(retreat_hexes(s, unit("R-47"), hex("0832"), 1)) == {"0833"}
    assert not retreat_hexes(s, unit("R-47"), hex("0832"), 2)


# -- nowhere ------------------------------------------------------------------------------------------------------


@rule("11.10f")
def test_a_unit_that_cannot_retreat_is_eliminated() -> None:
    game = poles_drive_back(2, 'units.P-8 = "0334"\nunits.P-10 = "0133"\nunits.P-17 = "0532"')
    assert where(game, "R-47") == "eliminated"
    assert asks(game) == "poland: who_goes"  # and the hex may be entered


@rule("11.10f", "4.1.3a")
def test_an_elite_unit_that_cannot_retreat_counts_as_eliminated() -> None:
    walls = 'units.P-8 = "0334"\nunits.P-10 = "0133"\nunits.P-17 = "0532"\n'
    game = poles_attack(LEGIONS.replace("R-47", "R-4cav") + walls)
    attack(game, "0332", "P-PL1 P-PL3", 5)  # 12 to 5, 2:1 with shock: DR3
    assert where(game, "R-4cav") == "eliminated"
    assert points(game, 0, "elite units eliminated") == 1


# -- 11.10e stacking ----------------------------------------------------------------------------------------------


CROWD = """
    units.R-24 = "0334"
    units.R-25 = "0334"
    units.R-45 = "0334"
"""


@rule("11.10e")
def test_friends_are_passed_on_the_way() -> None:
    game = poles_drive_back(3, CROWD)
    send(game, "0333 0334 0335")
    assert where(game, "R-47") == "0335"


@rule("11.10e")
def test_a_full_last_hex_is_not_offered_while_there_is_another() -> None:
    game = poles_drive_back(2, CROWD)
    send(game, "0333")
    assert "0334" not in offered(game, "hex")
    assert {"0433", "0233"} <= offered(game, "hex")


@rule("11.10e")
def test_with_no_other_last_hex_it_goes_one_hex_further() -> None:
    # The only way leads by 0333 to 0334, which is full.
    walls = 'units.P-8 = "0532"\nunits.P-10 = "0132"\nunits.P-17 = "0534"\nunits.P-11 = "0134"\n'
    game = poles_drive_back(2, walls + CROWD)
    assert where(game, "R-47") == "0335"  # 0333, 0334 and, because of the stack, 0335
    assert [M.grid.number(event.refs["to_hex"]) for event in events(game, "retreats")] == ["0333", "0334", "0335"]
    assert disrupted(game, "R-47")


@rule("11.10e", "11.10f")
def test_and_if_there_is_no_hex_further_it_is_eliminated() -> None:
    walls = 'units.P-8 = "0532"\nunits.P-10 = "0132"\nunits.P-17 = "0534"\nunits.P-11 = "0134"\n'
    walls += 'units.P-4 = "0535"\nunits.P-15 = "0135"\n'
    full = CROWD + 'units.R-7 = "0335"\nunits.R-58 = "0335"\nunits.R-44 = "0335"\n'
    game = poles_drive_back(2, walls + full)
    assert where(game, "R-47") == "eliminated"
    assert not events(game, "retreats")


@rule("11.10e")
def test_the_additional_hex_must_have_room_while_one_has() -> None:
    """Attackers driven back one hex into a full one: of the next hexes only those with room serve."""
    game = russians_attack("""
        units.R-47 = "0332"
        units.P-PL1 = "0331"
        units.P-8 = "0532"      # zone over 0431, 0432
        units.P-10 = "0132"     # zone over 0231, 0232
        units.R-24 = "0333"
        units.R-25 = "0333"
        units.R-45 = "0333"
        units.R-7 = "0334"
        units.R-58 = "0334"
        units.R-44 = "0334"
    """)
    attack(game, "0331", "R-47", 3)  # 3 to 6, 1:2: AR
    assert where(game, "R-47") == "0333"
    assert offered(game, "hex") == {"0433", "0233"}  # not 0334, which is full as well


@rule("11.10e")
def test_the_way_that_is_over_soonest_is_taken() -> None:
    """Both hexes behind 0332 hold the other Front. Behind 0432 there is room at once, behind 0333 only further on."""
    game = russians_attack("""
        units.R-47 = "0332"
        units.P-PL1 = "0331"
        units.P-10 = "0132"     # zone over 0232
        units.R-4 = "0333"
        units.R-11 = "0432"
        units.R-33 = "0334"
        units.R-5 = "0433"
        units.R-6 = "0233"
    """)
    attack(game, "0331", "R-47", 3)  # 3 to 6, 1:2: AR
    assert where(game, "R-47") == "0533"
    assert [M.grid.number(event.refs["to_hex"]) for event in events(game, "retreats")] == ["0432", "0533"]


@rule("11.10e", "6.2a")
def test_artillery_is_not_crowded_out_by_infantry() -> None:
    text = """
        units.P-PL1 = "0331"
        units.R-1art = "0332"
        units.R-4 = "0333"
        units.R-11 = "0333"
        units.R-33 = "0333"
        units.P-8 = "0532"
        units.P-10 = "0132"
    """
    game = poles_attack(text)
    assert numbers(retreat_hexes(game.s, unit("R-1art"), hex("0332"), 1)) == {"0333"}


# -- 11.10d East Prussia --------------------------------------------------------------------------------------------


PRUSSIA = """
    units.P-PL1 = "2009"
    units.P-PL3 = "2009"
    units.R-47 = "2109"
"""


@rule("11.10d", "10.5c")
def test_russians_retreat_into_east_prussia_when_there_is_nothing_else() -> None:
    game = attack(poles_attack(PRUSSIA), "2109", "P-PL1 P-PL3", 1)
    assert asks(game) == "poland: way"  # the attacker chooses among the three
    assert offered(game, "hex") == {"2108", "2208", "2209"}
    send(game, "2208")
    assert where(game, "R-47") == "interned"
    assert asks(game) == "poland: who_goes"


@rule("11.10d")
def test_not_while_there_is_another_retreat() -> None:
    game = attack(poles_attack(PRUSSIA.replace('"2009"', '"2008"')), "2109", "P-PL1 P-PL3", 3)  # 2:1: DR2
    while asks(game) == "poland: way":
        assert not any(M.east_prussia >> hex(number) & 1 for number in offered(game, "hex"))
        send(game, min(offered(game, "hex")))
    assert distance(game, "R-47", "2109") == 2


@rule("11.10d", "7.0a")
def test_not_into_polish_zones_there() -> None:
    text = PRUSSIA + 'units.P-8 = "2107"\nunits.P-10 = "2110"\n'  # zones over 2108, 2209, 2210
    game = attack(poles_attack(text), "2109", "P-PL1 P-PL3", 1)
    assert where(game, "R-47") == "interned"
    assert M.grid.number(events(game, "interned")[0].refs["hex"]) == "2208"


@rule("11.10d", "11.10f", "10.5b")
def test_poles_do_not_retreat_into_east_prussia() -> None:
    game = russians_attack('units.R-27 = "2009"\nunits.R-4 = "2009"\nunits.P-3U = "2109"')
    attack(game, "2109", "R-27 R-4", 2)
    assert where(game, "P-3U") == "eliminated"


@rule("11.10d")
def test_the_way_to_the_border_may_lead_over_open_hexes() -> None:
    # From 2010 the full three hexes end in East Prussia whichever way is taken.
    text = """
        units.P-PL1 = "1911"
        units.P-PL3 = "1911"
        units.P-8 = "1909"      # zone over 2009
        units.P-17 = "2112"     # zone over 2111
        units.P-11 = "2008"     # zone over 2109
        units.R-47 = "2010"
    """
    game = attack(poles_attack(text), "2010", "P-PL1 P-PL3", 2)
    assert where(game, "R-47") == "2110"
    send(game, min(offered(game, "hex")))
    assert where(game, "R-47") == "interned"


# -- 11.10g, 11.7c ---------------------------------------------------------------------------------------------------


@rule("11.10g", "2.2.8a")
def test_whoever_retreats_is_disrupted() -> None:
    game = poles_drive_back(2)
    send(game, "0333")
    assert disrupted(game, "R-47")
    assert not game.s.zoc_from[1]
    attackers = attack(russians_attack('units.R-4 = "0332"\nunits.P-PL1 = "0331"'), "0331", "R-4", 3)
    send(attackers, "0333")
    assert disrupted(attackers, "R-4")


@rule("11.10g")
def test_who_does_not_retreat_is_not_disrupted() -> None:
    game = poles_drive_back(2)
    send(game, "0333 0334")
    assert not disrupted(game, "P-PL1")


@rule("11.7c", "11.10g")
def test_artillery_retreats_and_is_disrupted() -> None:
    game = poles_attack('units.P-PL1 = "0331"\nunits.R-1art = "0332"')
    attack(game, "0332", "P-PL1", 1)  # 6 to 1, 6:1 with shock: DR3
    send(game, "0333 0334 0335")
    assert where(game, "R-1art") == "0335"
    assert disrupted(game, "R-1art")


@rule("11.7c")
def test_artillery_retreats_with_its_stack() -> None:
    game = poles_drive_back(2, position=LEGIONS.replace("R-47", "R-12") + 'units.R-1art = "0332"\n')
    assert asks(game) == "poland: next_unit"
    play(game, "unit R-1art")
    send(game, "0333 0334")
    send(game, "0432 0532")
    assert disrupted(game, "R-1art")
    assert disrupted(game, "R-12")


# -- retreats and routs ------------------------------------------------------------------------------------------------


@rule("10.4.2a", "11.10f")
def test_a_retreat_is_planned_anew_after_the_rout_it_causes() -> None:
    """P-8 lies in the way, routs before the retreating unit, and clears it."""
    game = poles_drive_back(3, 'units.P-8 = { hex = "0335", disrupted = true }')
    send(game, "0333 0334")
    assert asks(game) == "poland: where"
    send(game, "0435")
    assert asks(game) == "poland: way"
    assert "0335" in offered(game, "hex")  # free now, and P-8 has no zone
