"""11.11 – 11.13 Advance after combat, cavalry charge, counter charge."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.model import RUSSIA
from vistula.games.warsaw_1920.rules.combat import known_counter_charge
from vistula.games.warsaw_1920.state import State, units_at
from vistula.kernel import Action, Game, IllegalAction
from vistula.kernel.views import Refusal

from .table import (
    asks,
    attack,
    can,
    events,
    hex,
    offered,
    play,
    poles_attack,
    russians_attack,
    send,
    unit,
    units,
    verbs,
    warning,
    where,
)

rule = pytest.mark.rule

# 9 to 2 in the clear: 4:1, and a 6 is DE.
CLEARED = """
    units.R-4cav = "0332"
    units.R-24 = "0332"
    units.P-3U = "0331"
"""


def cleared(text: str = "", attackers: str = "R-4cav R-24", position: str = CLEARED) -> Game[State]:
    """The Ukrainians in 0331 have been wiped out; the attackers may advance."""
    return attack(russians_attack(position + text), "0331", attackers, 6)


# -- 11.11 advance ------------------------------------------------------------------------------------------------


@rule("11.11a")
def test_some_all_or_none_of_the_attackers_advance() -> None:
    game = cleared()
    assert offered(game, "unit") == {"R-4cav", "R-24"}
    none = play(cleared(), "done")
    assert where(none, "R-24") == "0332"
    some = play(cleared(), "unit R-24", "done")
    assert (where(some, "R-24"), where(some, "R-4cav")) == ("0331", "0332")
    both = play(cleared(), "unit R-24", "unit R-4cav", "stay")
    assert where(both, "R-24") == where(both, "R-4cav") == "0331"
    assert asks(both) == "russia: declare"


@rule("11.11a")
def test_only_units_that_attacked_advance() -> None:
    game = cleared('units.R-25 = "0332"\nunits.R-45 = "0430"')
    assert offered(game, "unit") == {"R-4cav", "R-24"}


@rule("11.11a", "11.9f")
def test_the_advance_comes_after_the_retreat() -> None:
    game = attack(russians_attack(CLEARED), "0331", "R-4cav R-24", 2)  # DR2
    assert asks(game) == "russia: way"
    send(game, "0330 0329")
    assert asks(game) == "russia: who_goes"


@rule("11.11a", "6.0a")
def test_poles_advance_up_to_two_units() -> None:
    game = poles_attack("""
        units.P-PL1 = "0331"
        units.P-PL3 = "0331"
        units.P-8 = "0431"
        units.R-164 = "0332"
    """)
    attack(game, "0332", "P-PL1 P-PL3 P-8", 6)
    play(game, "unit P-PL1", "unit P-8")
    assert asks(game) == "poland: declare"  # the hex is full: nobody else is asked
    assert where(game, "P-PL3") == "0331"


@rule("11.11a", "6.0b", "6.2a")
def test_russians_advance_up_to_three_units_and_one_artillery_unit() -> None:
    game = russians_attack("""
        units.R-4 = "0332"
        units.R-11 = "0332"
        units.R-33 = "0332"
        units.R-1art = "0332"
        units.R-5 = "0430"
        units.R-2art = "0430"
        units.P-3U = "0331"
    """)
    attack(game, "0331", "R-4 R-11 R-33 R-1art R-5 R-2art", 6)
    play(game, "unit R-4", "unit R-11", "unit R-33")
    assert offered(game, "unit") == {"R-1art", "R-2art"}
    play(game, "unit R-1art")
    assert asks(game) == "russia: declare"
    assert where(game, "R-2art") == "0430"


@rule("11.11a", "6.0e")
def test_fronts_do_not_mix_in_an_advance() -> None:
    game = russians_attack('units.R-4 = "0332"\nunits.R-24 = "0430"\nunits.P-3U = "0331"')
    attack(game, "0331", "R-4 R-24", 6)  # 8 to 2, 4:1: DE
    play(game, "unit R-4")
    assert where(game, "R-24") == "0430"
    assert asks(game) == "russia: declare"


@rule("11.11a", "6.0d")
def test_nationalities_do_not_mix_in_an_advance() -> None:
    game = poles_attack('units.P-PL1 = "0331"\nunits.P-1U = "0431"\nunits.R-164 = "0332"')
    attack(game, "0332", "P-PL1 P-1U", 6)
    play(game, "unit P-PL1")
    assert asks(game) == "poland: declare"


@rule("11.11a")
def test_infantry_goes_one_hex() -> None:
    game = play(cleared(), "unit R-24")
    assert asks(game) == "russia: who_goes"
    assert where(game, "R-24") == "0331"


@rule("11.11a", "12.1a")
def test_a_unit_that_advanced_is_in_good_order() -> None:
    game = play(cleared(), "unit R-24")
    assert not game.s.disrupted
    assert game.s.zoc_from[1] >> hex("0331") & 1


@rule("7.2b", "11.11a")
def test_zones_do_not_hinder_an_advance() -> None:
    game = cleared('units.P-8 = "0431"\nunits.P-10 = "0330"')  # 0332 and 0331 both lie in Polish zones
    play(game, "unit R-24")
    assert where(game, "R-24") == "0331"


# -- 11.12 charge ----------------------------------------------------------------------------------------------------


@rule("11.12a")
def test_cavalry_may_go_on_to_any_neighbouring_hex() -> None:
    game = play(cleared(), "unit R-4cav")
    assert asks(game) == "russia: second_hex"
    assert offered(game, "hex") == {"0330", "0430", "0431", "0332", "0231", "0230"}
    play(game, "hex 0330")
    assert where(game, "R-4cav") == "0330"


@rule("11.12a")
def test_cavalry_may_stay() -> None:
    game = play(cleared(), "unit R-4cav", "stay")
    assert where(game, "R-4cav") == "0331"


@rule("11.12a")
def test_two_hexes_and_no_more() -> None:
    game = play(cleared(), "unit R-4cav", "hex 0330")
    assert asks(game) == "russia: who_goes"
    assert offered(game, "unit") == {"R-24"}


@rule("11.12a", "7.2b")
def test_the_second_hex_may_lie_in_an_enemy_zone() -> None:
    game = play(cleared('units.P-8 = "0329"'), "unit R-4cav")  # zone over 0330
    assert can(game, "hex 0330")
    play(game, "hex 0330")
    assert where(game, "R-4cav") == "0330"


@rule("11.12a", "6.0c")
def test_the_second_hex_holds_no_enemy() -> None:
    game = play(cleared('units.P-8 = "0330"'), "unit R-4cav")
    assert not can(game, "hex 0330")


CROWD = """
    units.R-25 = "0430"
    units.R-45 = "0430"
    units.R-47 = "0430"
    units.R-4 = "0230"      # the other Front
"""


@rule("11.12a", "6.1a", "6.1c")
def test_the_second_hex_may_be_over_the_limit_until_the_phase_ends() -> None:
    game = play(cleared(CROWD), "unit R-4cav")
    assert offered(game, "hex") == {"0330", "0431", "0332", "0231", "0430", "0230"}
    play(game, "hex 0430", "done")
    assert len(units_at(game.s, RUSSIA, hex("0430"))) == 4
    assert warning(game, "end") == "overstacked"
    play(game, "end")
    assert asks(game) == "russia: excess"
    assert offered(game, "unit") == {"R-25", "R-45", "R-47", "R-4cav"}


@rule("11.12a", "6.1b", "6.0e")
def test_a_charge_into_the_hex_of_the_other_front_costs_a_unit_at_the_end_of_the_phase() -> None:
    game = play(cleared(CROWD), "unit R-4cav", "hex 0230", "done", "end")
    assert offered(game, "unit") == {"R-4", "R-4cav"}


@rule("11.12a")
def test_terrain_costs_do_not_matter() -> None:
    game = russians_attack('units.R-4cav = "1119"\nunits.R-6cav = "1119"\nunits.P-3U = "1120"')
    attack(game, "1120", "R-4cav R-6cav", 6)  # 10 to 4 across the river, 2:1: DR3
    while asks(game) == "russia: way":
        send(game, min(offered(game, "hex")))
    play(game, "unit R-4cav")
    assert can(game, "hex 1219")  # forest


@rule("11.12a", "10.4.2a")
def test_the_second_hex_sets_off_routs() -> None:
    game = play(cleared('units.P-8 = { hex = "0329", disrupted = true }'), "unit R-4cav", "hex 0330")
    assert asks(game) == "poland: where"
    assert offered(game, "hex") == {"0328", "0428", "0228"}


@rule("11.12a", "11.11a", "6.0a", "6.0b")
def test_cavalry_that_goes_on_does_not_count_in_the_first_hex() -> None:
    game = russians_attack("""
        units.R-24 = "0332"
        units.R-25 = "0332"
        units.R-45 = "0430"
        units.R-4cav = "0430"
        units.P-3U = "0331"
    """)
    attack(game, "0331", "R-24 R-25 R-45 R-4cav", 6)
    play(game, "unit R-24", "unit R-25", "unit R-45")
    assert offered(game, "unit") == {"R-4cav"}  # full, but the cavalry passes through
    play(game, "unit R-4cav")
    assert verbs(game) == {"hex"}  # and cannot stay
    refusal = game.seat("russia").refusal(Action("stay"))
    assert refusal == Refusal("6.0b", "the stack in 0331 would have 4 units, the limit is 3")
    play(game, "hex 0330")
    assert where(game, "R-4cav") == "0330"


@rule("11.12a")
def test_polish_cavalry_charges_too() -> None:
    game = poles_attack('units.P-PL2cav = "0331"\nunits.P-1cav = "0331"\nunits.R-164 = "0332"')
    attack(game, "0332", "P-PL2cav P-1cav", 6)
    play(game, "unit P-1cav", "hex 0333")
    assert where(game, "P-1cav") == "0333"


@rule("11.13a", "6.3b")
def test_a_polish_charge_shows_the_russians_nothing_and_can_be_taken_back() -> None:
    game = poles_attack('units.P-PL2cav = "0331"\nunits.P-1cav = "0331"\nunits.R-164 = "0332"')
    attack(game, "0332", "P-PL2cav P-1cav", 6)
    play(game, "unit P-1cav", "hex 0333")
    game.undo("poland")
    assert (where(game, "P-1cav"), asks(game)) == ("0332", "poland: second_hex")


@rule("11.12a")
def test_only_cavalry_charges() -> None:
    game = play(cleared(), "unit R-24")
    assert "hex" not in verbs(game)


# -- 11.13 counter charge ----------------------------------------------------------------------------------------------


@rule("11.13a")
def test_defending_cavalry_next_to_the_hex_stops_the_charge() -> None:
    game = play(cleared('units.P-5cav = "0330"'), "unit R-4cav")
    assert asks(game) == "russia: who_goes"
    assert where(game, "R-4cav") == "0331"


@rule("11.13a")
def test_infantry_next_to_the_hex_does_not() -> None:
    game = play(cleared('units.P-8 = "0330"'), "unit R-4cav")
    assert asks(game) == "russia: second_hex"


@rule("11.13a")
def test_cavalry_two_hexes_away_does_not() -> None:
    game = play(cleared('units.P-5cav = "0329"'), "unit R-4cav")
    assert asks(game) == "russia: second_hex"


@rule("11.13a", "7.0b")
def test_disrupted_cavalry_has_no_zone_and_stops_nobody() -> None:
    """The attacked cavalry itself, driven out of the hex, cannot counter-charge."""
    game = attack(russians_attack(CLEARED.replace("P-3U", "P-5cav")), "0331", "R-4cav R-24", 2)  # DR2
    send(game, "0330 0329")
    play(game, "unit R-4cav")
    assert asks(game) == "russia: second_hex"


@rule("11.13a", "7.0b")
def test_only_cavalry_with_a_zone_counter_charges() -> None:
    near = 'units.R-1art = "0332"\nunits.P-5cav = { hex = "0330", disrupted = true }\nunits.P-8 = "0229"'
    assert not known_counter_charge(russians_attack(near).s, 1, hex("0331"))
    ready = near.replace(", disrupted = true", "")
    assert known_counter_charge(russians_attack(ready).s, 1, hex("0331")) == 1 << unit("P-5cav")


@rule("11.13a")
def test_russian_cavalry_stops_a_polish_charge() -> None:
    text = 'units.P-PL2cav = "0331"\nunits.P-1cav = "0331"\nunits.R-164 = "0332"\n'
    game = attack(poles_attack(text + 'units.R-Kotovski = "0333"'), "0332", "P-PL2cav P-1cav", 6)
    play(game, "unit P-1cav")
    assert asks(game) == "poland: who_goes"


@rule("11.13a")
def test_own_cavalry_stops_nobody() -> None:
    game = play(cleared('units.R-6cav = "0430"'), "unit R-4cav")
    assert asks(game) == "russia: second_hex"


@rule("11.13a", "6.3b")
def test_cavalry_under_another_unit_counter_charges_and_shows_itself() -> None:
    text = 'units.P-5cav = "0330"\nunits.P-8 = "0330"\n'  # P-8 lies on top
    game = play(cleared(text), "unit R-4cav")
    assert asks(game) == "russia: second_hex"  # Russia cannot know
    play(game, "hex 0430")
    assert where(game, "R-4cav") == "0331"  # stopped after all
    assert events(game, "counter_charge")[0].refs["units"] == units("P-5cav")
    assert asks(game) == "russia: who_goes"


@rule("11.13a", "6.3b")
def test_trying_to_charge_past_a_covered_unit_cannot_be_taken_back() -> None:
    for below in ("P-5cav", "P-10"):  # be it cavalry or not
        game = play(cleared(f'units.{below} = "0330"\nunits.P-8 = "0330"\n'), "unit R-4cav", "hex 0430")
        with pytest.raises(IllegalAction):
            game.undo("russia")


@rule("11.13a")
def test_with_a_covered_unit_near_nobody_enters_a_full_hex_counting_on_a_charge() -> None:
    text = """
        units.R-24 = "0332"
        units.R-25 = "0332"
        units.R-45 = "0332"
        units.R-4cav = "0430"
        units.P-3U = "0331"
    """
    free = attack(russians_attack(text), "0331", "R-24 R-25 R-45 R-4cav", 6)
    play(free, "unit R-24", "unit R-25", "unit R-45")
    assert offered(free, "unit") == {"R-4cav"}
    game = attack(russians_attack(text + 'units.P-10 = "0230"\nunits.P-8 = "0230"'), "0331", "R-24 R-25 R-45 R-4cav", 6)
    play(game, "unit R-24", "unit R-25", "unit R-45")
    assert asks(game) == "russia: declare"
    assert where(game, "R-4cav") == "0430"


@rule("11.11a", "11.12a", "11.13a")
def test_a_charge_that_was_not_stopped_ends_the_doubt_for_the_rest() -> None:
    text = """
        units.R-4cav = "0332"
        units.R-6cav = "0332"
        units.R-24 = "0332"
        units.R-25 = "0430"
        units.R-45 = "0430"
        units.P-3U = "0331"
        units.P-12 = "0230"
        units.P-13 = "0230"
    """
    game = attack(russians_attack(text), "0331", "R-4cav R-6cav R-24 R-25 R-45", 6)
    play(game, "unit R-4cav", "hex 0330", "unit R-24", "unit R-25", "unit R-45")
    assert offered(game, "unit") == {"R-6cav"}
    play(game, "unit R-6cav")
    assert asks(game) == "russia: second_hex"
    assert verbs(game) == {"hex"}
