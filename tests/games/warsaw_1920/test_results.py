"""11.9 Combat results, each with exactly what it does."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.state import State
from vistula.kernel import Game

from .table import (
    M,
    asks,
    attack,
    disrupted,
    hex,
    last,
    offered,
    play,
    poles_attack,
    russians_attack,
    send,
    unit,
    where,
)

rule = pytest.mark.rule


def fight(text: str, attackers: str, die: int, expected: str) -> Game[State]:
    """Russians attack 0331 and must get this result."""
    game = attack(russians_attack(text), "0331", attackers, die)
    assert last(game, "result").refs["result"] == expected
    return game


EVEN = """
    units.R-4 = "0332"
    units.R-11 = "0430"
    units.P-PL1 = "0331"
    units.P-2K = "0331"
"""  # 8 to 8


# -- attackers suffer -------------------------------------------------------------------------------------------


@rule("11.9a")
def test_ae_eliminates_all_attackers_and_nobody_else() -> None:
    game = fight(EVEN + 'units.R-33 = "0332"', "R-4", 1, "AE")  # 4 to 8, 1:2
    assert where(game, "R-4") == "eliminated"
    assert [where(game, name) for name in ("R-11", "R-33", "P-PL1", "P-2K")] == ["0430", "0332", "0331", "0331"]
    assert asks(game) == "russia: declare"


@rule("11.9a")
def test_ae_takes_several_attackers_with_their_artillery() -> None:
    text = """
        units.R-12 = "0332"
        units.R-1art = "0332"
        units.R-164 = "0430"
        units.P-PL1 = "0331"
        units.P-PL3 = "0331"
    """
    game = fight(text, "R-12 R-1art R-164", 1, "AE")  # 5 to 12, 1:3; 1 + 1 for the artillery
    assert [where(game, name) for name in ("R-12", "R-1art", "R-164")] == ["eliminated"] * 3


@rule("11.9b")
def test_al_costs_one_attacker_of_his_choice_and_drives_the_others_back() -> None:
    game = fight(EVEN, "R-4 R-11", 1, "AL")
    assert asks(game) == "russia: attacker_loses"
    assert offered(game, "unit") == {"R-4", "R-11"}
    play(game, "unit R-4")
    assert where(game, "R-4") == "eliminated"
    assert asks(game) == "russia: way"
    send(game, "0530")
    assert where(game, "R-11") == "0530"
    assert disrupted(game, "R-11")
    assert asks(game) == "russia: declare"  # nobody advances
    assert where(game, "P-PL1") == "0331"


@rule("11.9b")
def test_al_with_one_attacker_is_the_end_of_him() -> None:
    game = fight('units.R-4 = "0332"\nunits.P-8 = "0331"', "R-4", 1, "AL")
    assert where(game, "R-4") == "eliminated"


@rule("11.9c")
def test_ar_drives_all_attackers_back_one_hex() -> None:
    game = fight(EVEN, "R-4 R-11", 2, "AR")
    play(game, "unit R-4")
    send(game, "0333")
    send(game, "0429" if "0429" in offered(game, "hex") else min(offered(game, "hex")))
    for name in ("R-4", "R-11"):
        assert disrupted(game, name)
        assert M.grid.distance(game.s.place[unit(name)], hex("0331")) == 2
    assert not disrupted(game, "P-PL1")
    assert asks(game) == "russia: declare"


@rule("11.9c")
def test_ar_leaves_units_of_the_stack_that_did_not_attack() -> None:
    game = fight(EVEN.replace("0430", "0332"), "R-4", 3, "AR")  # 4 to 8, 1:2
    send(game, "0333")
    assert (where(game, "R-4"), where(game, "R-11")) == ("0333", "0332")
    assert not disrupted(game, "R-11")


@rule("11.9b", "11.9c")
@pytest.mark.parametrize(("die", "result", "to_retreat"), [(3, "C", set()), (5, "DR2", {"P-PL1", "P-2K"})])
def test_attackers_retreat_after_no_other_result(die: int, result: str, to_retreat: set[str]) -> None:
    game = fight(EVEN, "R-4 R-11", die, result)
    assert asks(game) == ("russia: next_unit" if to_retreat else "russia: declare")
    assert offered(game, "unit") == to_retreat
    assert (where(game, "R-4"), where(game, "R-11"), game.s.disrupted) == ("0332", "0430", 0)


@rule("11.9d")
def test_c_changes_nothing() -> None:
    game = russians_attack(EVEN)
    before = game.s.place[:]
    attack(game, "0331", "R-4 R-11", 3)
    assert last(game, "result").refs["result"] == "C"
    assert game.s.place == before
    assert not game.s.disrupted
    assert asks(game) == "russia: declare"


# -- exchange ----------------------------------------------------------------------------------------------------


@rule("11.9e", "11.9h")
def test_ex_ruins_the_side_with_the_smaller_printed_total() -> None:
    text = 'units.R-27 = "0332"\nunits.R-4 = "0332"\nunits.R-12 = "0430"\nunits.P-PL1 = "0331"'
    game = fight(text, "R-27 R-4 R-12", 3, "EX")  # 12 to 6, 2:1
    assert where(game, "P-PL1") == "eliminated"
    assert asks(game) == "russia: pay"
    play(game, "unit R-27", "unit R-12")
    assert where(game, "R-4") == "0332"


@rule("11.9e")
def test_ex_is_judged_by_printed_factors_not_by_terrain() -> None:
    # 12 to 5 doubled by the river: 1:1, but in print the Pole is the weaker side.
    game = russians_attack('units.R-24 = "0617"\nunits.R-25 = "0617"\nunits.R-45 = "0518"\nunits.P-PL2cav = "0517"')
    attack(game, "0517", "R-24 R-25 R-45", 4)
    assert where(game, "P-PL2cav") == "eliminated"
    assert asks(game) == "russia: pay"


@rule("11.9e")
def test_ex_is_judged_by_printed_factors_not_by_supply() -> None:
    # 4 + 4 out of supply attack with 4 against 4; in print it is 8 to 4.
    text = 'tracks.west_supplied = false\nunits.R-4 = "0332"\nunits.R-11 = "0332"\nunits.P-8 = "0331"'
    game = fight(text, "R-4 R-11", 4, "EX")
    assert where(game, "P-8") == "eliminated"
    assert offered(game, "unit") == {"R-4", "R-11"}
    play(game, "unit R-11")
    assert where(game, "R-4") == "0332"


@rule("11.9e", "11.9h")
def test_ex_against_a_stronger_defender_ruins_the_attackers() -> None:
    game = russians_attack('units.R-27 = "0332"\nunits.P-PL1 = "0331"\nunits.P-2K = "0331"')
    attack(game, "0331", "R-27", 5)  # 5 to 8, 1:2
    assert last(game, "result").refs["result"] == "EX"
    assert where(game, "R-27") == "eliminated"
    assert asks(game) == "poland: pay"  # the defender owes 5
    assert offered(game, "unit") == {"P-PL1", "P-2K"}
    play(game, "unit P-2K")
    assert where(game, "P-2K") == "eliminated"
    assert where(game, "P-PL1") == "eliminated"  # 2 are not 5, and one unit was left


@rule("11.9h")
def test_the_payer_chooses_and_pays_at_least_as_much() -> None:
    text = 'units.R-27 = "0332"\nunits.R-12 = "0332"\nunits.R-4 = "0430"\nunits.P-3U = "0331"\nunits.P-1U = "0331"'
    game = fight(text, "R-27 R-12 R-4", 2, "EX")  # 12 to 4, 3:1
    assert offered(game, "unit") == {"R-27", "R-12", "R-4"}
    play(game, "unit R-12")
    assert asks(game) == "russia: pay"  # 3 of 4
    play(game, "unit R-27")
    assert asks(game) == "russia: declare"
    assert where(game, "R-4") == "0430"


@rule("11.9h")
def test_one_unit_that_is_worth_enough_ends_it() -> None:
    text = 'units.R-27 = "0332"\nunits.R-12 = "0332"\nunits.R-4 = "0430"\nunits.P-3U = "0331"\nunits.P-1U = "0331"'
    game = fight(text, "R-27 R-12 R-4", 2, "EX")
    play(game, "unit R-27")
    assert asks(game) == "russia: declare"
    assert where(game, "R-12") == "0332"


@rule("11.9h")
def test_only_units_that_took_part_pay() -> None:
    text = 'units.R-27 = "0332"\nunits.R-12 = "0332"\nunits.R-4 = "0332"\nunits.P-8 = "0331"'
    game = fight(text, "R-27 R-12", 3, "EX")  # 8 to 4, 2:1
    assert offered(game, "unit") == {"R-27", "R-12"}


@rule("11.9e", "11.9h")
def test_equal_totals_ruin_both() -> None:
    game = fight(EVEN, "R-4 R-11", 4, "EX")
    assert {where(game, name) for name in ("R-4", "R-11", "P-PL1", "P-2K")} == {"eliminated"}
    assert asks(game) == "russia: declare"


@rule("11.9h", "11.7a")
def test_artillery_is_no_payment_and_no_part_of_the_total() -> None:
    text = 'units.R-27 = "0332"\nunits.R-12 = "0332"\nunits.R-1art = "0332"\nunits.P-8 = "0331"'
    game = fight(text, "R-27 R-12 R-1art", 2, "EX")  # 8 to 4, 2:1; 2 + 1
    assert offered(game, "unit") == {"R-27", "R-12"}
    play(game, "unit R-27")
    assert where(game, "R-1art") == "0332"


@rule("11.9e", "11.7a")
def test_artillery_goes_with_a_side_that_loses_everything() -> None:
    game = poles_attack('units.P-PL1 = "0331"\nunits.P-8 = "0331"\nunits.R-12 = "0332"\nunits.R-1art = "0332"')
    attack(game, "0332", "P-PL1 P-8", 1)  # 10 to 3, 3:1 with shock: EX
    assert where(game, "R-12") == where(game, "R-1art") == "eliminated"
    assert asks(game) == "poland: pay"


@rule("11.9e", "11.7a")
def test_artillery_alone_counts_with_its_factor() -> None:
    game = poles_attack('units.P-8 = "0331"\nunits.R-1art = "0332"')
    attack(game, "0332", "P-8", 1)  # 4 to 1, 4:1: EX
    assert last(game, "result").refs["result"] == "EX"
    assert where(game, "R-1art") == where(game, "P-8") == "eliminated"  # 4 pays 1


@rule("11.9i", "11.11a")
def test_no_advance_after_an_exchange() -> None:
    game = fight('units.R-27 = "0332"\nunits.R-12 = "0332"\nunits.P-8 = "0331"', "R-27 R-12", 3, "EX")
    play(game, "unit R-27")
    assert asks(game) == "russia: declare"
    assert not game.s.occupied[0]
    assert where(game, "R-12") == "0332"


# -- defenders suffer ----------------------------------------------------------------------------------------------


@rule("11.9f", "11.10g", "11.11a")
@pytest.mark.parametrize(("die", "expected", "length"), [(2, "DR2", 2), (3, "DR3", 3), (5, "DR4", 4)])
def test_dr_drives_the_defenders_back_and_allows_an_advance(die: int, expected: str, length: int) -> None:
    game = fight('units.R-27 = "0332"\nunits.R-12 = "0332"\nunits.P-3U = "0331"', "R-27 R-12", die, expected)  # 4:1
    while asks(game) == "russia: way":
        send(game, min(offered(game, "hex")))
    assert M.grid.distance(game.s.place[unit("P-3U")], hex("0331")) == length
    assert disrupted(game, "P-3U")
    assert asks(game) == "russia: who_goes"


@rule("11.9f", "11.2a")
def test_dr_drives_every_defender_back() -> None:
    text = 'units.R-27 = "0332"\nunits.R-4 = "0332"\nunits.R-11 = "0332"\nunits.P-3U = "0331"\nunits.P-1U = "0331"'
    game = fight(text, "R-27 R-4 R-11", 3, "DR2")  # 13 to 4, 3:1
    play(game, "unit P-3U")
    send(game, "0330 0329")
    while asks(game) == "russia: way":
        send(game, min(offered(game, "hex")))
    assert disrupted(game, "P-3U")
    assert disrupted(game, "P-1U")
    assert not game.s.occupied[0] >> hex("0331") & 1


@rule("11.9g", "11.11a")
def test_de_eliminates_the_defenders_and_allows_an_advance() -> None:
    text = 'units.R-27 = "0332"\nunits.R-4 = "0332"\nunits.R-11 = "0332"\nunits.P-1U = "0331"'
    game = fight(text, "R-27 R-4 R-11", 4, "DE")  # 13 to 2, 6:1
    assert where(game, "P-1U") == "eliminated"
    assert asks(game) == "russia: who_goes"


@rule("11.9a", "11.9b", "11.9c", "11.9d")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_no_advance_after_results_against_the_attacker(die: int) -> None:
    game = attack(russians_attack(EVEN), "0331", "R-4 R-11", die)
    while asks(game) != "russia: declare":
        verb = "unit" if offered(game, "unit") else "hex"
        play(game, f"{verb} {min(offered(game, verb))}")
    assert where(game, "P-PL1") == where(game, "P-2K") == "0331"
