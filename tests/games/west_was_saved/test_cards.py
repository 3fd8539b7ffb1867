"""The forty event cards, one after another: 1 to 20. What a card of ours says, both players' texts of it."""

from __future__ import annotations

import pytest

from vistula.board.hexes import collect
from vistula.games.west_was_saved.cards.effects import allowance
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.command import die_needed
from vistula.games.west_was_saved.state import State
from vistula.kernel import Game

from .hands import SOMETHING, card_bonus, gained, laid, may_declare
from .table import (
    M,
    asks,
    at,
    can,
    depots,
    events,
    hex,
    last,
    offered,
    play,
    points,
    roll,
    run_on,
    sees,
    unit,
    units,
    verbs,
    weak,
    where,
)

rule = pytest.mark.rule


def moving(text: str, **cards: int) -> Game[State]:
    """The movement phase with these cards on the table, at its first question."""
    head = "".join(f"laid.{seat} = {card}\n" for seat, card in cards.items())
    return at(f'turn = 4\nphase = "movement"\n{head}{text}')


# -- 1 Ciphers -----------------------------------------------------------------------------------------------------


STACKS = """
    units.R-4 = "Vitebsk"
    units.R-5 = "Vitebsk"
    units.R-10 = "Gomel"
    units.R-6 = "Gomel"
    units.P-8 = "Minsk"
    units.P-7 = "Minsk"
    units.P-6 = "1405"
"""


@rule("3.2a", "3.2c", "7.1a", "13.2b", "4.0c", "7.1b", "7.1i")
def test_1_poles_read_every_stack_and_choose_who_begins() -> None:
    game = moving(STACKS, poland=1)
    assert offered(game, "inspect") == {"1603", "1809"}  # Gomel is far away
    play(game, "inspect 1603", "inspect 1809")
    assert sees(game, "poland", "R-5")
    assert sees(game, "poland", "R-4")
    assert sees(game, "poland", "R-6")
    play(game, "done")
    assert asks(game) == "poland: by_card"
    play(game, "russia")
    assert asks(game) == "russia: allocate"
    run_on(play(game, "mark 1603", "pass", "pass"), "by_card")
    assert verbs(game) == {"poland", "russia"}


@rule("3.2a", "3.2c", "7.1a", "13.2b", "4.0c", "7.1b", "7.1i")
def test_1_russians_stop_all_inspection() -> None:
    assert asks(moving(STACKS)) == "poland: which"
    game = moving(STACKS, russia=1)
    assert asks(game).endswith("allocate")
    assert gained(laid(russia=1), RUSSIA) == 1


# -- 2 Russian-Lithuanian Treaty ------------------------------------------------------------------------------------


@rule("13.3a", "13.3f", "3.2a", "3.2c")
@pytest.mark.parametrize("by", ["poland", "russia"])
def test_2_lithuania_joins_the_war_whoever_drew_the_card(by: str) -> None:
    waiting = "".join(f'units.{key} = "card"\n' for key in ("L-1", "L-2", "L-3", "Zukauskas", "P-BB"))
    game = laid(SOMETHING + waiting, **{by: 2})
    assert game.s.lithuania
    assert where(game, "P-BB") == "card"  # another card brings it
    places = {key: where(game, key) for key in ("L-1", "L-2", "L-3", "Zukauskas")}
    assert places == {"L-1": "0804", "L-2": "0805", "L-3": "1003", "Zukauskas": "0804"}
    assert all(M.side[unit(key)] == RUSSIA for key in places)
    assert game.s.facing[hex("0804")] == game.s.facing[hex("0805")] == 2  # south-east
    assert 2 not in game.s.discards
    assert not game.s.deck >> 2 & 1
    fewer = laid(SOMETHING + waiting.replace('L-1 = "card"', 'L-1 = "eliminated"'), **{by: 2})
    assert (where(fewer, "L-1"), where(fewer, "L-2")) == ("eliminated", "0805")


# -- 3 French Military Mission, 5 Dockers of Danzig, 6 The Curzon Note ---------------------------------------------


@pytest.mark.parametrize(
    ("card", "by", "poland", "russia"),
    [
        (3, "russia", -2, 0),
        (3, "poland", 3, 0),
        (5, "russia", -3, 0),
        (5, "poland", 2, 0),
        (6, "russia", 0, 2),
        (23, "poland", 2, 0),
        (33, "russia", 0, 1),
        (33, "poland", 1, 0),
    ],
)
@rule("4.0c", "3.2a", "3.2c", "7.1b")
def test_3_5_6_and_others_change_the_points_of_a_turn(card: int, by: str, poland: int, russia: int) -> None:
    game = laid(**{by: card})
    assert (gained(game, POLAND), gained(game, RUSSIA)) == (poland, russia)


@rule("4.0c", "3.2a", "3.2c")
def test_points_from_cards_come_right_after_the_dice_and_never_below_zero() -> None:
    game = laid(russia=3)
    told = {event.refs["side"]: event.refs for event in events(game, "resources")}
    base, white, red = (told[POLAND][key] for key in ("base", "white", "red"))
    assert told[POLAND]["points"] == base + white - red - 2
    poor = laid(russia=3)
    poor.s.card_points[POLAND] = -50
    assert gained(poor, POLAND) == -52


@rule("3.2a", "3.2c", "7.1b", "4.0c")
def test_6_poles_limit_the_markers_of_one_area() -> None:
    text = """
        units.R-4 = "Kiev"
        units.R-5 = "Kiev"
        units.R-6 = "Kiev"
        units.R-7 = "Kiev"
        units.R-10 = "Vitebsk"
        units.P-8 = "Warsaw"
        depots.russia = ["Kiev", "Vitebsk", "Smolensk"]
        points.russia = 9
    """
    game = moving(text, poland=6)
    assert asks(game) == "poland: area"
    roll(game, 1, 6)  # the Russians begin
    play(game, "south")
    play(game, "mark 1713", "pass", "mark 1713", "mark 1713")
    assert offered(game, "mark") == {"1603"}  # three are there


# -- 4 The Cavalry Army on the March --------------------------------------------------------------------------------


UMAN = "".join(f'units.{key} = "turn 4"\n' for key in ("R-4Cav", "R-6Cav", "R-11Cav", "R-14Cav", "Budyonny"))


@rule("3.2a", "3.2c", "7.1e")
@pytest.mark.parametrize("turn", [2, 3])
def test_4_early_the_group_of_uman_comes_a_turn_sooner(turn: int) -> None:
    game = laid(SOMETHING + UMAN + 'units.R-24 = "turn 4"\n', russia=4, turn=turn)
    assert {where(game, key) for key in ("R-4Cav", "R-6Cav", "R-11Cav", "R-14Cav", "Budyonny")} == {"turn 3"}
    assert where(game, "R-24") == "turn 4"


RIDERS = """
    units.R-4Cav = "Uman"
    units.R-6Cav = "Uman"
    units.R-8 = "Cherkasy"
    units.P-8 = "Warsaw"
    depots.russia = ["Uman", "Cherkasy"]
    points.russia = 0
    points.poland = 0
"""


def extra_order(text: str) -> Game[State]:
    """The movement phase up to the extra order of the Cavalry Army; points of both sides are 0."""
    game = at(f'turn = 5\nphase = "movement"\n{text}')
    while not can(game, "stack 1716") and not can(game, "stack 1611"):
        play(game, "hex 1611" if can(game, "hex 1611") else "done")
    return game


@rule("3.2a", "3.2c", "7.1e", "7.2a", "7.2c")
def test_4_later_it_gives_one_more_order_without_marker_or_die() -> None:
    game = extra_order(f"laid.poland = 4\n{RIDERS}")
    assert asks(game) == "russia: which"
    assert offered(game, "stack") == {"1716"}  # riflemen are not of the Cavalry Army
    play(game, "stack 1716", "all", "step 1615", "step 1515", "order")
    assert where(game, "R-4Cav") == where(game, "R-6Cav") == "1515"


@rule("3.2a", "3.2c", "7.1e")
def test_4_on_turn_four_before_they_arrive_it_does_nothing() -> None:
    game = laid(SOMETHING + UMAN, russia=4, turn=4)
    assert where(game, "R-4Cav") == "turn 4"
    assert run_on(game, "pick").s.phase > 4


@rule("3.2e", "3.2a", "3.2c", "7.1e")
@pytest.mark.parametrize("polish", [15, 25])
def test_4_the_extra_order_is_not_bound_by_the_polish_card(polish: int) -> None:
    """Rain on the stack, or a closed line: neither holds for what a single instruction orders (H-58)."""
    text = """
        units.R-4Cav = "1611"
        units.R-6Cav = "1611"
        units.P-8 = "Warsaw"
        depots.russia = ["Gomel", "Chernigov"]
        points.russia = 0
        points.poland = 0
    """
    game = extra_order(f"laid.russia = 4\nlaid.poland = {polish}\n{text}")
    assert game.s.card_hexes == (1 << hex("1611") if polish == 15 else 0)
    play(game, "stack 1611", "all", "step 1610", "step 1609", "step 1608", "step 1607", "order")
    assert where(game, "R-4Cav") == "1607"  # four hexes, over the line


# -- 7 The Nation in Arms -------------------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "4.0c", "10.0a")
@pytest.mark.parametrize(("russian", "points"), [("Brest", 5), ("0910", 5), ("1009", 2), ("Smolensk", 2)])
def test_7_points_for_poland_more_if_the_enemy_is_near(russian: str, points: int) -> None:
    game = laid(f"units.P-8 = 'Warsaw'\nunits.R-4 = '{russian}'", russia=7, turn=3)
    assert gained(game, POLAND) == points


@rule("3.2a", "3.2c", "4.0c", "10.0a")
def test_7_poles_around_warsaw_are_restored() -> None:
    text = """
        units.P-8 = { hex = "Warsaw", weak = true }
        units.P-7 = { hex = "0508", weak = true }
        units.P-6 = { hex = "Lublin", weak = true }
        units.P-41Rgt = { hex = "0510", weak = true }
        units.R-4 = { hex = "Smolensk", weak = true }
        points.poland = 0
        points.russia = 0
    """
    game = at(f'turn = 6\nphase = "restoration"\nlaid.russia = 7\n{text}')
    assert not weak(game, "P-8")
    assert not weak(game, "P-7")
    assert weak(game, "P-6")  # too far
    assert weak(game, "P-41Rgt")  # single-sided
    assert weak(game, "R-4")


# -- 8 The Counterstroke --------------------------------------------------------------------------------------------


NEAR_WARSAW = """
    units.P-8 = "0609"
    units.P-7 = "Lwow"
    units.R-4 = "0710"
    units.R-5 = "0815"
    facing.0609 = "SE"
    facing.Lwow = "S"
"""


@rule("3.2a", "3.2c", "9.3g", "3.2b", "7.2a")
def test_8_polish_attacks_around_warsaw_are_stronger() -> None:
    game = at(f'turn = 9\nphase = "combat"\nlaid.russia = 8\n{NEAR_WARSAW}')
    assert card_bonus(game, "P-8", "R-4") == (2, 0)
    assert card_bonus(game, "P-7", "R-5") == (0, 0)  # Lwów is too far
    assert card_bonus(game, "R-4", "P-8") == (0, 0)  # only attacks, only Poles


@rule("7.2a", "3.2a", "3.2c", "9.3g", "3.2b")
def test_8_orders_around_warsaw_are_obeyed() -> None:
    text = "units.P-8 = '0609'\nunits.R-4 = '0810'\npoints.poland = 2\npoints.russia = 0\n"
    game = at(f'turn = 9\nphase = "movement"\nlaid.poland = 8\n{text}')
    run_on(game, "allocate")
    play(game, "mark 0609", "pass")
    run_on(game, "plan")
    play(game, "unit P-8", "step 0608", "order")
    assert where(game, "P-8") == "0608"  # no command unit on the map, and no die
    assert not events(game, "order_lost")


@rule("3.2a", "3.2c", "9.3g", "3.2b", "7.2a")
def test_8_without_an_enemy_near_it_goes_back_into_the_deck() -> None:
    game = laid(poland=8, turn=9)
    assert game.s.laid[POLAND] == 0
    assert game.s.deck >> 8 & 1
    assert 8 not in game.s.discards
    near = laid("units.P-8 = 'Warsaw'\nunits.R-4 = 'Brest'", poland=8, turn=9)
    assert near.s.laid[POLAND] == 8
    assert not near.s.deck >> 8 & 1


# -- 9 Armoured Train -----------------------------------------------------------------------------------------------


@rule("9.3g", "3.2a", "3.2c")
@pytest.mark.parametrize("seat", ["poland", "russia"])
def test_9_once_for_a_stack_near_a_city(seat: str) -> None:
    text = "units.P-8 = 'Minsk'\nunits.R-4 = '1407'\nunits.P-7 = '1416'\nunits.R-5 = '1417'\n"
    game = at(f'turn = 4\nphase = "combat"\nlaid.{seat} = 9\n{text}')
    mine, theirs = ("P-8", "R-4") if seat == "poland" else ("R-4", "P-8")
    assert may_declare(game, mine, theirs, attacking=True) == 2
    assert may_declare(game, theirs, mine, attacking=False) == 2
    assert may_declare(game, theirs, mine, attacking=True) == 0  # the enemy has no such card
    mine, theirs = ("P-7", "R-5") if seat == "poland" else ("R-5", "P-7")
    assert may_declare(game, mine, theirs, attacking=True) == 0  # far from any city
    game.s.card_uses = [0, 0]
    mine, theirs = ("P-8", "R-4") if seat == "poland" else ("R-4", "P-8")
    assert may_declare(game, mine, theirs, attacking=True) == 0


@rule("9.3g", "3.2a", "3.2c")
def test_9_is_declared_before_the_dice_and_used_up() -> None:
    text = """
        units.P-8 = "Minsk"
        units.Szeptycki = "Minsk"
        units.R-4 = "1407"
        units.P-7 = "1406"
        units.R-5 = "1506"
        facing.Minsk = "SE"
        facing.1406 = "SE"
    """
    game = at(f'turn = 4\nphase = "combat"\nlaid.poland = 9\ndice = [6, 1]\n{text}')
    play(game, "attack 1307", "alone")
    assert asks(game) == "poland: attackers_card"
    roll(game, 3, 3)
    play(game, "card")
    told = last(game, "combat").refs
    assert told["attack"] == 3 + 1 + 2  # facing value, the stack in 1406, the train
    assert game.s.card_uses[POLAND] == 0


# -- 10 Air Squadrons -----------------------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "7.1a", "13.2b", "9.3g")
def test_10_poles_inspect_four_stacks_anywhere_and_fly_in_two_combats() -> None:
    game = moving(STACKS, poland=10)
    assert offered(game, "inspect") == {"1603", "1809"}
    assert game.s.card_uses[POLAND] == 2
    assert may_declare(game, "P-8", "R-4", attacking=True) == 1
    assert may_declare(game, "R-4", "P-8", attacking=False) == 1
    game.s.card_uses[POLAND] = 0
    assert may_declare(game, "P-8", "R-4", attacking=True) == 0


@rule("3.2a", "3.2c", "7.1a", "13.2b", "9.3g")
def test_10_russians_stop_the_poles_and_inspect_two_near_stacks() -> None:
    game = moving(STACKS, russia=10)
    assert asks(game) == "russia: which"
    assert offered(game, "inspect") == {"1405"}  # Minsk is four hexes from Vitebsk
    play(game, "inspect 1405", "done")
    assert asks(game).endswith("allocate")


@rule("3.2a", "3.2c")
def test_a_ban_goes_before_a_permission() -> None:
    """Poles may inspect every stack, Russians say they may not: they may not (H-53)."""
    game = at(f'turn = 4\nphase = "movement"\nlaid.poland = 1\nlaid.russia = 10\n{STACKS}')
    assert asks(game) == "russia: which"


# -- 11 Tachanka ----------------------------------------------------------------------------------------------------


HORSE = """
    units.R-4Cav = "1407"
    units.R-6Cav = "1506"
    units.R-4 = "1506"
    units.P-1Cav = "Minsk"
    units.P-8 = "1406"
"""


@rule("3.2a", "3.2c", "9.3g")
def test_11_attacks_of_russian_cavalry_alone_are_stronger() -> None:
    game = at(f'turn = 4\nphase = "combat"\nlaid.russia = 11\n{HORSE}')
    assert card_bonus(game, "R-4Cav", "P-1Cav") == (1, 0)
    assert card_bonus(game, "R-6Cav R-4", "P-8") == (0, 0)  # with riflemen
    assert card_bonus(game, "P-1Cav", "R-4Cav") == (0, 0)  # in defence


@rule("3.2a", "3.2c", "9.3g")
def test_11_poles_once_with_cavalry_against_cavalry() -> None:
    game = at(f'turn = 4\nphase = "combat"\nlaid.poland = 11\n{HORSE}')
    assert may_declare(game, "P-1Cav", "R-4Cav", attacking=True) == 2
    assert may_declare(game, "R-4Cav", "P-1Cav", attacking=False) == 2
    assert may_declare(game, "P-8", "R-6Cav R-4", attacking=True) == 0


# -- 12 Armour ------------------------------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "9.3g")
def test_12_russian_armour_attacks_clear_hexes() -> None:
    text = "units.R-4 = '1307'\nunits.P-8 = '1306'\nunits.P-7 = '1407'\n"  # 1407 is forest
    game = at(f'turn = 4\nphase = "combat"\nlaid.russia = 12\n{text}')
    assert may_declare(game, "R-4", "P-8", attacking=True) == 2
    assert may_declare(game, "R-4", "P-7", attacking=True) == 0
    assert may_declare(game, "P-8", "R-4", attacking=False) == 0


@rule("3.2a", "3.2c", "9.3g")
def test_12_polish_armour_fights_near_its_depots() -> None:
    text = (
        "units.R-4 = '1306'\nunits.P-8 = 'Minsk'\nunits.P-7 = '1715'\nunits.R-5 = 'Uman'\ndepots.poland = ['Minsk']\n"
    )
    game = at(f'turn = 4\nphase = "combat"\nlaid.poland = 12\n{text}')
    assert may_declare(game, "P-8", "R-4", attacking=True) == 3
    assert may_declare(game, "R-4", "P-8", attacking=False) == 3
    assert may_declare(game, "P-7", "R-5", attacking=True) == 0


# -- 13 Wrangel Breaks Out ------------------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "4.0c")
def test_13_two_units_of_the_south_go_and_come_back_on_the_edge() -> None:
    text = """
        units.R-44 = "Zhytomyr"
        units.R-45 = { hex = "Kiev", weak = true }
        units.R-Art1 = "Kiev"
        units.R-4Cav = "Uman"
        units.R-10 = "Vitebsk"
        units.R-17Cav = "Berdichev"
        units.P-8 = "Warsaw"
    """
    game = laid(text, poland=13, turn=3)
    assert asks(game) == "russia: which"
    assert offered(game, "unit") == {"R-44", "R-45", "R-17Cav"}  # no guns, no Cavalry Army, nobody of the north
    play(game, "unit R-45", "unit R-17Cav")
    assert where(game, "R-45") == where(game, "R-17Cav") == "turn 6"
    assert asks(game) != "russia: which", "two are all that go"
    assert game.s.edge == collect(units("R-45 R-17Cav"))
    assert weak(game, "R-45")
    assert gained(game, RUSSIA) == 0


@rule("3.2a", "3.2c", "4.0c")
@pytest.mark.parametrize(("south", "loss"), [("", -4), ("units.R-44 = 'Zhytomyr'\n", -2)])
def test_13_what_is_missing_costs_points(south: str, loss: int) -> None:
    game = laid(SOMETHING + south, russia=13)
    run_on(game, "actions")
    assert {event.refs["side"]: event.refs["cards"] for event in events(game, "resources")}[RUSSIA] == loss


# -- 14 Radio -------------------------------------------------------------------------------------------------------


FAR = """
    units.R-4 = "1504"
    units.Kork = "Smolensk"
    units.P-8 = "Minsk"
    units.Sikorski = "Brest"
    depots.russia = ["Smolensk", "Vitebsk"]
    points.poland = 0
    points.russia = 3
"""


@rule("7.2b", "3.2a", "3.2c")
def test_14_russians_roll_failed_orders_again() -> None:
    game = at(f'turn = 4\nphase = "movement"\nlaid.russia = 14\n{FAR}')
    run_on(game, "allocate")
    play(game, "mark 1504", "pass")
    run_on(game, "plan")
    roll(game, 1, 1)
    play(game, "unit R-4", "step 1503", "order")
    assert asks(game) == "russia: again"
    play(game, "roll")
    assert where(game, "R-4") == "1504"  # once each
    assert game.s.card_uses[RUSSIA] == 2


@rule("7.2b", "3.2a", "3.2c")
def test_14_poles_make_russian_orders_harder() -> None:
    plain = at(f'turn = 4\nphase = "movement"\n{FAR}')
    jammed = at(f'turn = 4\nphase = "movement"\nlaid.poland = 14\n{FAR}')
    far = die_needed(plain.s, RUSSIA, hex("1504"), units("R-4"))
    assert far > 0
    assert die_needed(jammed.s, RUSSIA, hex("1504"), units("R-4")) == far + 1
    assert die_needed(jammed.s, RUSSIA, hex("Smolensk"), units("R-4")) == 0
    same = [die_needed(game.s, POLAND, hex("Minsk"), units("P-8")) for game in (plain, jammed)]
    assert same[0] == same[1]


# -- 15 Rain --------------------------------------------------------------------------------------------------------


@rule("7.4e", "3.2a", "3.2c")
@pytest.mark.parametrize("seat", ["poland", "russia"])
def test_15_two_stacks_of_the_enemy_are_slowed(seat: str) -> None:
    text = """
        units.P-8 = "Lublin"
        units.P-1Cav = "Brest"
        units.P-7 = "Lwow"
        units.R-4 = "Gomel"
        units.R-4Cav = "Kiev"
        units.R-5 = "Smolensk"
        depots.russia = ["Gomel", "Kiev", "Smolensk"]
        depots.poland = ["Lublin", "Brest", "Lwow"]
        units.Pilsudski = "Lublin"
        units.Kork = "Gomel"
        points.poland = 3
        points.russia = 3
    """
    slow, fast = (("Gomel", "Kiev"), "Smolensk") if seat == "poland" else (("Lublin", "Brest"), "Lwow")
    game = at(f'turn = 4\nphase = "movement"\nlaid.{seat} = 15\n{text}')
    assert asks(game) == f"{seat}: rain"
    play(game, *(f"hex {M.grid.number(hex(name))}" for name in slow))
    assert game.s.card_hexes == collect(hex(name) for name in slow)
    foot, horse = (unit("R-4"), unit("R-4Cav")) if seat == "poland" else (unit("P-8"), unit("P-1Cav"))
    assert allowance(game.s, foot, hex(slow[0]), 3) == 1
    assert allowance(game.s, horse, hex(slow[1]), 5) == 3
    assert allowance(game.s, foot, hex(fast), 3) == 3


# -- 16 Typhus ------------------------------------------------------------------------------------------------------


@rule("3.2c", "9.4c", "3.2a", "3.2b")
def test_16_the_owner_weakens_a_full_unit_of_the_hex_chosen() -> None:
    text = """
        units.P-8 = "Minsk"
        units.P-7 = { hex = "Minsk", weak = true }
        units.P-6 = "Warsaw"
        units.R-4 = "Smolensk"
    """
    game = laid(text, russia=16)
    assert asks(game) == "poland: unit"  # Minsk was the only hex to choose
    assert offered(game, "unit") == {"P-8"}
    play(game, "unit P-8")
    assert weak(game, "P-8")
    assert where(game, "P-7") == "1307"


@rule("3.2a", "3.2c", "3.2b")
def test_16_poles_spare_smolensk_and_weak_stacks_suffer_nothing() -> None:
    text = (
        "units.R-4 = 'Smolensk'\nunits.R-5 = { hex = 'Vitebsk', weak = true }\nunits.R-6 = 'Kiev'\nunits.P-8 = 'Warsaw'"
    )
    game = laid(text, poland=16)
    assert offered(game, "hex") == {"1603", "1713"}
    play(game, "hex 1603")
    assert verbs(game) == {"none"}  # the owner is asked in any case: his enemy cannot tell
    play(game, "none")
    assert where(game, "R-5") == "1603"


# -- 17 Partisans ---------------------------------------------------------------------------------------------------


@rule("5.3a", "3.2a", "3.2c")
@pytest.mark.parametrize("pay", [True, False])
def test_17_an_unguarded_depot_is_paid_for_or_lost(pay: bool) -> None:
    text = """
        units.P-8 = "Minsk"
        units.R-4 = "Smolensk"
        depots.poland = ["Brest", "Minsk", "Lublin"]
        total.poland = 12
        points.poland = 12
    """
    game = at(f'turn = 4\nphase = "depots"\nlaid.russia = 17\n{text}')
    assert offered(game, "hex") == {"0809", "0611"}  # Minsk is guarded
    play(game, "hex 0809")
    assert asks(game) == "poland: answer"
    play(game, "pay" if pay else "give_up")
    assert points(game, "poland") == (9 if pay else 12)
    assert ("0809" in depots(game, "poland")) is pay


@rule("5.3a", "3.2a", "3.2c")
@pytest.mark.parametrize(("held", "payable"), [(3, True), (2, False)])
def test_17_the_last_points_pay_for_a_depot(held: int, payable: bool) -> None:
    text = "units.P-8 = 'Minsk'\nunits.R-4 = 'Smolensk'\ndepots.poland = ['Minsk', 'Lublin', 'Brest']\n"
    game = at(f'turn = 4\nphase = "depots"\nlaid.russia = 17\ntotal.poland = 12\npoints.poland = {held}\n{text}')
    play(game, "hex 0809")
    assert asks(game) == "poland: answer" if payable else "0809" not in depots(game, "poland")


@rule("3.2a", "3.2c")
def test_17_whoever_cannot_pay_must_give_the_depot_up() -> None:
    text = "units.R-4 = 'Smolensk'\nunits.P-8 = 'Warsaw'\ndepots.russia = ['Gomel']\npoints.russia = 2\n"
    game = at(f'turn = 4\nphase = "depots"\nlaid.poland = 17\n{text}')
    assert depots(game, "russia") == set()  # one depot, one answer


# -- 18 Makhno ------------------------------------------------------------------------------------------------------


MAKHNO = """
    units.R-44 = "Kiev"
    units.R-45 = "Kiev"
    units.R-47 = "Kiev"
    units.R-58 = "Kiev"
    units.R-10 = "Vitebsk"
    units.P-8 = "Warsaw"
    depots.russia = ["Kiev", "Vitebsk", "Smolensk"]
    points.poland = 0
    points.russia = 9
"""


@rule("7.1b", "7.2a", "3.2a", "3.2c", "7.3a")
def test_18_one_free_marker_in_the_south_whose_order_is_obeyed() -> None:
    game = at(f'turn = 4\nphase = "movement"\nlaid.russia = 18\n{MAKHNO}')
    run_on(game, "allocate")
    assert offered(game, "free") == {"1713"}
    play(game, "free 1713")
    assert points(game, "russia") == 9
    assert last(game, "marker").refs["points"] == 0
    assert offered(game, "free") == set()
    play(game, "pass")
    run_on(game, "plan")
    play(game, "unit R-44", "step 1613", "order")
    assert where(game, "R-44") == "1613"  # without a command unit on the map


@rule("7.3a", "3.2a", "3.2c", "7.1b", "7.2a")
def test_18_poles_make_three_markers_in_the_south_dearer() -> None:
    game = at(f'turn = 4\nphase = "movement"\nlaid.poland = 18\n{MAKHNO}')
    run_on(game, "allocate")
    left = []
    for place in ("1603", "1713", "1713", "1713", "1713"):
        play(game, f"mark {place}")
        left.append(points(game, "russia"))
    assert left == [8, 6, 4, 2, 1]


# -- 19 Petlura's Appeal --------------------------------------------------------------------------------------------


@rule("3.2c", "10.0a")
@pytest.mark.parametrize("card", [16, 29, 35])
def test_a_hit_of_the_events_phase_is_not_dealt_again_in_restoration(card: int) -> None:
    text = 'units.P-8 = "1515"\nunits.R-4 = "Smolensk"\ntotal = { poland = 9, russia = 8 }\n'
    game = at(f'turn = 4\nphase = "restoration"\nlaid.russia = {card}\n{text}')
    assert asks(game) == "poland: restoration"


@rule("3.2a", "3.2c", "3.2b", "4.0c", "10.0a")
def test_19_russians_strike_at_a_ukrainian_outside_the_cities() -> None:
    text = """
        units.U-3 = "1314"
        units.P-8 = "1314"
        units.U-1 = "Kamenets"
        units.P-7 = "1414"
        units.R-4 = "Smolensk"
        points.poland = 0
        points.russia = 0
    """
    game = at(f'turn = 4\nphase = "restoration"\nlaid.russia = 19\n{text}')
    assert offered(game, "hex") == {"1314", "1414"}  # who lies in them he may not know
    play(game, "hex 1314")
    assert offered(game, "unit") == {"U-3"}
    play(game, "unit U-3")
    assert weak(game, "U-3")
    assert not weak(game, "P-8")


@rule("3.2a", "3.2c", "3.2b", "4.0c", "10.0a")
def test_19_poles_restore_all_ukrainians_in_supply() -> None:
    text = """
        units.U-3 = { hex = "Kamenets", weak = true }
        units.U-6 = { hex = "Kamenets", weak = true }
        units.U-1 = { hex = "1516", weak = true }
        units.P-8 = { hex = "Tarnopol", weak = true }
        units.R-4 = "Smolensk"
        depots.poland = ["Tarnopol"]
        points.poland = 0
        points.russia = 0
    """
    game = at(f'turn = 4\nphase = "restoration"\nlaid.poland = 19\n{text}')
    assert not weak(game, "U-3")
    assert weak(game, "U-6")  # single-sided
    assert weak(game, "U-1")  # out of supply
    assert weak(game, "P-8")


@rule("3.2a", "3.2c", "3.2b", "4.0c", "10.0a")
@pytest.mark.parametrize(("state", "points"), [("{ hex = 'Kamenets', weak = true }", 0), ("'Kamenets'", 2)])
def test_19_without_any_to_restore_poles_have_points(state: str, points: int) -> None:
    game = laid(f"units.U-3 = {state}\nunits.R-4 = 'Smolensk'\ndepots.poland = ['Tarnopol']", poland=19)
    assert gained(game, POLAND) == points


# -- 20 Galicia -----------------------------------------------------------------------------------------------------


@rule("3.2a", "3.2c", "3.2b", "4.0c")
@pytest.mark.parametrize(("place", "points"), [("Smolensk", 1), ("Tarnopol", 3), ("Lwow", 3), ("Stanislawow", 3)])
def test_20_points_for_russia_more_in_galicia(place: str, points: int) -> None:
    game = laid(f"units.P-8 = 'Warsaw'\nunits.R-4 = '{place}'", russia=20)
    assert gained(game, RUSSIA) == points


@rule("3.2a", "3.2c", "3.2b", "4.0c")
@pytest.mark.parametrize("turn", [5, 6])
def test_20_poles_win_deserters_until_turn_five_and_points_later(turn: int) -> None:
    text = """
        units.P-8 = "1415"
        units.R-44 = "1515"
        units.R-17Cav = "1515"
        units.R-45 = "Kiev"
        units.R-10 = "Smolensk"
    """
    game = laid(text, poland=20, turn=turn)
    if turn == 5:
        assert asks(game) == "russia: unit"
        assert offered(game, "unit") == {"R-44"}  # infantry, south, next to Poles
        play(game, "unit R-44")
        assert weak(game, "R-44")
        assert gained(game, POLAND) == 0
    else:
        assert gained(game, POLAND) == 2
        assert not weak(game, "R-44")
