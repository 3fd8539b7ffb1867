"""Phases step by step for either side: who is asked in which order, what is final, what everybody learns."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.model import SEATS
from vistula.games.west_was_saved.state import State
from vistula.kernel import Game

from .campaigning import attack, combat, orders
from .hands import laid
from .table import asked, asks, at, events, hex, offered, play, points, run_on, unit, units, verbs, weak, where

rule = pytest.mark.rule
sides = pytest.mark.parametrize("seat", SEATS)


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def totals(seat: str) -> str:
    """More points for this seat."""
    return f"total = {{ {seat} = 9, {other(seat)} = 8 }}\npoints = {{ {seat} = 9, {other(seat)} = 8 }}\n"


def published(game: Game[State]) -> set[str]:
    return {option.verb for option in asked(game).options if option.publish}


def learnt(game: Game[State]) -> set[tuple[str, str]]:
    return {(barrier.kind, barrier.rule) for barrier in game.barriers}


# -- 5.0 depots -----------------------------------------------------------------------------------------

DEPOTS = """
    turn = 4
    phase = "depots"
    units.P-8 = "Lublin"
    units.P-9 = "Siedlce"
    units.R-4 = "Gomel"
    units.R-5 = "Chernigov"
    depots.poland = ["Brest", "Kowel"]
    depots.russia = ["Smolensk", "Kiev"]
"""
CITIES = {"poland": ("0611", "0609"), "russia": ("1809", "1810")}


@rule("5.1a", "5.1b", "5.2a", "5.4a")
@sides
def test_depots_are_established_and_one_is_removed_in_turn(seat: str) -> None:
    first, second = CITIES[seat]
    game = at(totals(seat) + DEPOTS)
    before = game.s.depots[:]
    assert (asks(game), published(game)) == (f"{seat}: actions", {"pass"})
    assert {"establish", "remove", "pass"} <= verbs(game)
    assert {first, second} == offered(game, "establish")
    play(game, f"establish {first}")
    assert asks(game) == f"{other(seat)}: actions"
    play(game, "remove " + min(offered(game, "remove")))
    assert asks(game) == f"{seat}: actions"
    play(game, f"remove {min(offered(game, 'remove') - {first})}")
    assert (asks(game), "remove" in verbs(game)) == (f"{other(seat)}: actions", False)
    play(game, "pass")
    assert (asks(game), "remove" in verbs(game)) == (f"{seat}: actions", False)
    play(game, f"establish {second}")
    assert asked(game).step != "actions"  # the other has declined, and nothing is left to do
    side = SEATS.index(seat)
    assert game.s.depots[side].bit_count() == before[side].bit_count() + 1
    assert game.s.depots[1 - side].bit_count() == before[1 - side].bit_count() - 1


@rule("5.3a", "5.3b", "5.3c", "5.4b")
@sides
def test_depots_are_paid_for_by_both_the_richer_first(seat: str) -> None:
    game = play(at(totals(seat) + DEPOTS), "pass", "pass")
    paid = [(event.refs["side"], event.refs["points"]) for event in events(game, "depots_paid")]
    mine, theirs = SEATS.index(seat), SEATS.index(other(seat))
    assert [side for side, _ in paid] == [mine, theirs]
    assert [points(game, each) for each in (seat, other(seat))] == [9 - paid[0][1], 8 - paid[1][1]]
    assert not events(game, "depot_removed")


@rule("5.1a", "5.1b", "5.4b")
@pytest.mark.parametrize(("rp", "warned"), [(1, True), (2, False), (3, False)])
def test_who_cannot_pay_is_warned_before_he_declines(rp: int, warned: bool) -> None:
    game = at(DEPOTS + f"total = {{ poland = 9, russia = 8 }}\npoints = {{ poland = {rp}, russia = 8 }}\n")
    short = next(option.warn for option in asked(game).options if option.verb == "pass")
    assert (short, asks(game)) == ("depots_short" * warned, "poland: actions")
    play(game, "pass", "pass")
    assert (asks(game) == "russia: shortfall") == warned


# -- 9.1 avoidance --------------------------------------------------------------------------------------

RIDERS = """
    turn = {turn}
    phase = "combat"
    dice = [6, 1]
    units.P-1Cav = "1615"
    units.R-4 = "1715"
    units.R-5 = "2003"
    units.P-8 = "0808"
    units.R-17Cav = "1511"
    units.P-9 = "1410"
    facing.1715 = "SW"
    facing.1615 = "N"
    facing.1410 = "SE"
    facing.1511 = "N"
"""


@rule("9.1a", "9.1b", "9.1c", "9.1d")
def test_cavalry_withdraws_in_turn_and_lies_open_then() -> None:
    game = at(RIDERS.format(turn=2) + "units.P-2Cav = '1615'\n")
    first = asked(game).seat
    assert asked(game).step == "which"
    stack = {"poland": "1615", "russia": "1511"}
    assert (verbs(game), offered(game, "avoid")) == ({"avoid", "pass"}, {stack[first]})
    play(game, f"avoid {stack[first]}")
    shown = {"poland": "P-1Cav P-2Cav", "russia": "R-17Cav"}[first]
    assert game.s.shown[1 - SEATS.index(first)] == sum(1 << each for each in units(shown))
    assert ("disclose", "9.1b") in learnt(game)
    while asks(game).startswith(first) and asked(game).step in ("through", "to"):
        play(game, f"hex {min(offered(game, 'hex'))}")
    play(game, f"face {min(offered(game, 'face'))}")
    assert (asks(game), offered(game, "unit")) == (f"{other(first)}: who_goes", {"P-9" if first == "russia" else "R-4"})
    play(game, "done")
    assert asks(game) == f"{other(first)}: which"  # in turn
    assert offered(game, "avoid") == {stack[other(first)]}
    play(game, "pass")
    assert asked(game).step != "which"


# -- 10.0 restoration, 13.6 capitals --------------------------------------------------------------------

SIEGE = """
    turn = 10
    phase = "restoration"
    units.P-8 = { hex = "Warsaw", weak = true }
    units.P-9 = { hex = "Lublin", weak = true }
    units.R-4 = { hex = "Smolensk", weak = true }
    units.R-5 = { hex = "Orsha", weak = true }
    depots.poland = ["Lublin"]
    depots.russia = ["Smolensk", "Orsha"]
"""
BESIEGERS = {"poland": ("R-6", "Warsaw"), "russia": ("P-6", "Smolensk")}


@rule("13.6a")
@sides
@pytest.mark.parametrize("besieged", [True, False])
def test_units_in_a_threatened_capital_rally_and_all_learn_of_it(seat: str, besieged: bool) -> None:
    name, capital = BESIEGERS[seat]
    near = at(SIEGE).s.m.grid.around[hex(capital)]
    place = next(n for n in ("0508", "0410", "0609", "1904", "1804") if near >> hex(n) & 1)
    game = at(SIEGE + totals(seat) + (f'units.{name} = "{place}"\n' if besieged else ""))
    mine = {"poland": "P-8", "russia": "R-4"}
    assert weak(game, mine[seat]) == (not besieged)
    assert weak(game, mine[other(seat)])
    assert weak(game, "P-9")
    assert len(events(game, "rallied")) == besieged


@rule("10.0a", "10.0b", "10.0c", "10.0d")
@sides
def test_units_are_restored_for_a_point_each_the_richer_player_first(seat: str) -> None:
    game = at(SIEGE + f"total = {{ {seat} = 9, {other(seat)} = 8 }}\npoints = {{ {seat} = 1, {other(seat)} = 2 }}\n")
    theirs = {"poland": {"P-8", "P-9"}, "russia": {"R-4", "R-5"}}
    assert (asks(game), published(game)) == (f"{seat}: restoration", {"done"})
    assert offered(game, "unit") == theirs[seat]
    chosen = min(theirs[seat])
    play(game, f"unit {chosen}")
    assert (weak(game, chosen), points(game, seat)) == (False, 0)
    assert asks(game) == f"{other(seat)}: restoration"  # nothing is left to spend
    play(game, f"unit {min(theirs[other(seat)])}")
    assert (asks(game), points(game, other(seat))) == (f"{other(seat)}: restoration", 1)
    play(game, "done")
    assert game.s.phase != 8


@rule("10.0a", "10.0d", "3.2c")
@sides
def test_two_units_are_restored_free_by_a_card_and_then_for_points(seat: str) -> None:
    more = 'units.P-6 = { hex = "Lublin", weak = true }\nunits.R-6 = { hex = "Orsha", weak = true }\n'
    card = (
        f"laid.{seat} = 24\ntotal = {{ {seat} = 9, {other(seat)} = 8 }}\npoints = {{ {seat} = 1, {other(seat)} = 0 }}\n"
    )
    game = at(SIEGE + card + more)
    for left in (1, 1, 0):
        play(game, f"unit {min(offered(game, 'unit'))}")
        assert points(game, seat) == left
    assert asks(game) == f"{other(seat)}: restoration"
    assert not offered(game, "unit")  # no points


# -- 9.5.c3 a further attack is nobody's order ----------------------------------------------------------

ELSEWHERE = """
    units.P-9 = "1214"
    units.Szeptycki = "1214"
    facing.1214 = "S"
    units.R-29 = "1215"
    facing.1215 = "S"
    units.P-12 = "0809"
    units.Sikorski = "0809"
    facing.0809 = "S"
    units.R-7 = "0810"
    facing.0810 = "S"
"""


@rule("9.5.c3", "9.2f")
def test_defenders_who_attack_after_a_rout_keep_their_own_attack() -> None:
    text = """
        units.P-8 = { hex = "1614", weak = true }
        units.P-6 = "1613"
        units.Pilsudski = "1614"
        facing.1614 = "SE"
        facing.1613 = "N"
        units.R-4 = "1715"
        units.R-8 = "1715"
        units.R-25 = "1715"
        units.Mezheninov = "1715"
        facing.1715 = "NW"
    """
    game = attack(combat(text + ELSEWHERE, first="poland", dice=(1, 6, 1, 1)), "1614")
    play(game, "all", "face 1613")
    assert asks(game) == "russia: again"
    play(game, "attack 1614", "alone")
    run_on(game, "declare")
    assert (len(events(game, "combat")), game.s.phase, where(game, "R-4")) == (2, 7, "1614")
    mine = sum(1 << each for each in units("R-4 R-8 R-25"))
    assert (game.s.attacked & mine, game.s.spent >> hex("1614") & 1) == (0, 0)


@rule("9.5.c3", "9.2f")
def test_attackers_who_attack_again_after_a_rout_have_had_their_order_all_the_same() -> None:
    text = """
        units.R-4 = "1615"
        units.R-5 = "1615"
        units.R-6 = "1615"
        units.Uborevich = "1615"
        facing.1615 = "NE"
        units.P-8 = { hex = "1715", weak = true }
        units.P-6 = "1814"
        facing.1715 = "SW"
        facing.1814 = "S"
    """
    game = combat(text + ELSEWHERE, first="poland", dice=(3, 3, 6, 1, 1, 1))
    attack(game, "1214")
    attack(game, "1615", "all", "face 1814")
    assert asks(game) == "russia: again"
    play(game, "attack 1715", "alone")
    run_on(game, "declare")
    assert (len(events(game, "combat")), game.s.phase) == (3, 7)
    assert game.s.attacked == sum(1 << each for each in units("P-9 R-4 R-5 R-6"))


# -- what everybody learns ------------------------------------------------------------------------------


@rule("6.0c", "6.0d")
def test_the_supply_check_weakens_and_eliminates_and_all_learn_of_it() -> None:
    text = """
        turn = 4
        phase = "depots"
        units.P-8 = "1515"
        units.P-9 = { hex = "1514", weak = true }
        units.Pilsudski = "1515"
        units.R-4 = "Smolensk"
        depots.russia = ["Smolensk"]
    """
    game = play(at(text), "pass", "pass")
    assert ("disclose", "6.0c") in learnt(game)
    assert (weak(game, "P-8"), where(game, "P-9"), where(game, "Pilsudski")) == (True, "eliminated", "1515")
    assert game.s.unsupplied == 1 << unit("P-8") | 1 << unit("P-9")


@rule("3.2c")
@pytest.mark.parametrize(("card", "turn", "strikes"), [(20, 5, True), (20, 6, False), (16, 6, True), (29, 6, True)])
def test_a_card_strikes_in_its_own_phase_and_turns(card: int, turn: int, strikes: bool) -> None:
    text = 'units.P-8 = "1515"\nunits.R-4 = "1615"\nunits.R-5 = "1616"\nunits.P-9 = "1514"\n'
    game = laid(text, poland=card, turn=turn)
    assert (asked(game).step in ("where", "unit")) == strikes


@rule("3.2c")
def test_a_card_of_the_restoration_phase_waits_for_it() -> None:
    text = 'units.U-3 = "1515"\nunits.U-6 = "1516"\nunits.R-4 = "1615"\nunits.P-9 = "Warsaw"\n'
    game = laid(text, russia=19, turn=6)
    assert game.s.phase > 1
    later = at(f'turn = 6\nphase = "restoration"\nlaid.russia = 19\n{text}')
    assert (asks(later), offered(later, "unit")) == ("poland: unit", {"U-6"})  # the other is in a city


@rule("7.2c", "7.1e")
def test_after_a_lost_order_it_is_the_others_turn() -> None:
    text = 'units.P-8 = "1515"\nunits.Pilsudski = "1715"\nunits.P-9 = "1414"\nunits.R-4 = "2014"\n'
    game = orders(text, "1515 1414", "2014", dice=[1])
    play(game, "stack 1515", "unit P-8", "step 1615", "order")
    assert (where(game, "P-8"), asks(game)) == ("1515", "russia: plan")
