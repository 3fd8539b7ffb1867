"""One order: what is offered at every moment of it, the die, who goes and who stays, what everyone is left with."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.cards.cardfile import March, Raid
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.state import State
from vistula.kernel import Game

from .campaigning import orders
from .table import M, asked, asks, at, can, events, facing, hex, last, offered, play, roll, unit, units, weak, where

rule = pytest.mark.rule

STACK = """
    units.P-8 = "1515"
    units.P-1Cav = "1515"
    units.Pilsudski = "1515"
    units.Szeptycki = "1515"
    units.R-4 = "2014"
    facing.1515 = "N"
"""


def free(game: Game[State]) -> set[str]:
    return {option.verb for option in asked(game).options if option.free}


def bound(game: Game[State]) -> set[str]:
    return {option.verb for option in asked(game).options if not option.free}


@rule("7.1f", "7.1g", "7.1h", "7.2e")
def test_what_is_offered_at_every_moment_of_an_order() -> None:
    game = orders(STACK, "1515")
    assert (bound(game), free(game)) == ({"unit", "all", "turn"}, {"cancel"})
    play(game, "unit P-8")
    assert bound(game) == {"step", "unit", "lead"}
    assert {"drop", "cancel"} <= free(game)
    assert not {"unlead", "back"} & free(game)
    assert offered(game, "lead") == {"Pilsudski", "Szeptycki"}
    play(game, "lead Szeptycki")
    assert (offered(game, "lead"), offered(game, "unlead")) == ({"Pilsudski"}, {"Szeptycki"})
    assert {"drop", "cancel", "unlead"} <= free(game)
    play(game, "lead Pilsudski")
    assert bound(game) == {"step", "unit"}
    assert offered(game, "unlead") == {"Pilsudski", "Szeptycki"}
    play(game, "unlead Szeptycki", "step 1615")
    assert (bound(game), free(game) & {"back", "cancel", "drop"}) == ({"step", "order", "leave"}, {"back"})
    assert offered(game, "leave") == {"Pilsudski"}


@rule("7.1f", "7.1g", "7.1h")
def test_a_step_back_takes_with_it_who_was_left_behind_there_and_nobody_else() -> None:
    game = play(orders(STACK, "1515"), "unit P-8", "lead Szeptycki", "lead Pilsudski", "step 1615", "leave Szeptycki")
    before = asked(game).options
    play(game, "step 1715", "leave Pilsudski", "back")
    assert asked(game).options == before
    assert offered(game, "leave") == {"Pilsudski"}  # he goes on again, the other has stayed one hex before
    play(game, "step 1614", "order", "face 1613")
    assert [where(game, name) for name in ("P-8", "Szeptycki", "Pilsudski")] == ["1614", "1615", "1614"]


@rule("7.1f", "7.1h")
def test_who_is_dropped_and_who_led_him_stay() -> None:
    game = play(orders(STACK, "1515"), "unit P-8", "lead Szeptycki", "drop P-8")
    assert game.s.moving == 0
    play(game, "unit P-1Cav")
    assert offered(game, "unlead") == set()
    play(game, "unit P-8", "drop P-1Cav", "lead Szeptycki", "step 1615", "order", "face 1715")
    assert [where(game, name) for name in ("P-8", "P-1Cav", "Szeptycki", "Pilsudski")] == [
        "1615",
        "1515",
        "1615",
        "1515",
    ]
    assert game.s.moving == 0


@rule("7.1f", "7.1e")
def test_a_stack_that_is_put_back_is_as_before() -> None:
    game = orders(STACK + 'units.P-12 = "1714"', "1515 1714")
    before = game.s.copy()
    play(game, "stack 1515", "unit P-8")
    assert (game.s.moving, game.s.moving_hex) == (1 << unit("P-8"), hex("1515"))
    play(game, "cancel")
    assert asks(game) == "poland: which"
    assert game.s == before


@rule("7.1f", "7.2d", "7.2k", "7.2c")
def test_to_turn_is_the_order_and_the_move_of_cavalry_and_infantry() -> None:
    game = play(orders(STACK + 'units.P-Art1 = "1515"', "1515 1515"), "turn 1615")
    turned = sum(1 << each for each in units("P-8 P-1Cav"))
    assert (game.s.ordered, game.s.moved, game.s.markers) == (turned, turned, {hex("1515"): 1})
    assert facing(game, "1515") == "SE"


@rule("7.1h", "7.1g", "7.2f")
def test_who_has_gone_has_had_his_order_and_has_moved() -> None:
    game = orders(STACK + 'units.P-12 = "1714"', "1515 1714")
    play(game, "stack 1515", "unit P-8", "lead Szeptycki", "step 1615", "order", "face 1715")
    assert game.s.ordered == 1 << unit("P-8")
    assert game.s.moved == 1 << unit("P-8") | 1 << unit("Szeptycki")
    assert (game.s.moving, game.s.moving_hex, game.s.markers) == (0, -1, {hex("1714"): 1})


# -- 7.2 the die ------------------------------------------------------------------------------------------------------

FAR = """
    units.R-4 = "1515"
    units.R-8 = "1514"
    units.Uborevich = "1715"
    units.P-8 = "Warsaw"
"""


def distant(text: str = "laid.russia = 14\n" + FAR) -> Game[State]:
    """A Russian order to a unit with one hex between it and its command unit."""
    return orders(text, "", "1515 1514", first="russia")


@rule("7.2b", "7.2c")
@pytest.mark.parametrize(("die", "place"), [(1, "1515"), (2, "1615")])
def test_the_second_die_of_a_card_is_read_as_the_first(die: int, place: str) -> None:
    game = play(roll(distant(), 1, die), "stack 1515", "unit R-4", "step 1615", "order")
    assert (asks(game), bound(game)) == ("russia: again", {"roll", "accept"})
    play(game, "roll")
    assert [event.refs["die"] for event in events(game, "order_lost")] == [1, 1][: 3 - die]
    assert where(game, "R-4") == place
    assert (game.s.markers, game.s.card_uses[RUSSIA]) == ({hex("1514"): 1}, 2)


@rule("7.2b", "7.2c")
def test_an_order_that_is_heard_needs_no_second_die() -> None:
    game = play(roll(distant(), 2), "stack 1515", "unit R-4", "step 1615", "order")
    assert not events(game, "order_lost")
    assert (where(game, "R-4"), game.s.card_uses[RUSSIA]) == ("1615", 3)


@rule("7.2b", "7.2c")
def test_a_lost_order_may_be_left_lost() -> None:
    game = play(roll(distant(), 1, 6), "stack 1515", "unit R-4", "step 1615", "order", "accept")
    assert (where(game, "R-4"), game.s.card_uses[RUSSIA]) == ("1515", 3)
    assert asks(game) == "russia: plan"  # the next order


@rule("7.2c", "7.1e")
def test_after_a_lost_order_nobody_is_in_hand() -> None:
    game = orders(FAR + 'units.R-10 = "1714"', "", "1515 1514 1714", first="russia", dice=[1])
    play(game, "stack 1515", "unit R-4", "step 1615", "order")
    assert (asks(game), offered(game, "stack")) == ("russia: which", {"1514", "1714"})
    assert (game.s.moving, game.s.moving_hex, game.s.moved) == (0, -1, 0)


@rule("7.2a")
@pytest.mark.parametrize(("command", "kept"), [("1515", True), ("1715", False)])
def test_an_order_that_a_card_makes_sure_is_kept_until_it_is_needed(command: str, kept: bool) -> None:
    game = distant(FAR.replace("1715", command) + 'units.R-44 = "1515"')
    game.s.obeyed = 1 << hex("1515") | 1 << hex("1514")
    play(game, "stack 1515", "unit R-4", "step 1615", "order")
    assert where(game, "R-4") == "1615"
    assert not events(game, "order_heard")
    assert game.s.obeyed == (1 << hex("1515") if kept else 0) | 1 << hex("1514")


# -- card 4 -----------------------------------------------------------------------------------------------------------


@rule("3.2c", "3.2e", "7.1f")
def test_one_more_order_is_for_the_chosen_stack_alone() -> None:
    text = """
        laid.poland = 4
        units.R-4Cav = "Uman"
        units.R-6Cav = "Uman"
        units.Budyonny = "Uman"
        units.R-11Cav = "Cherkasy"
        units.R-8 = "Kiev"
        units.P-8 = "Warsaw"
        depots.russia = ["Uman", "Cherkasy"]
        points = { russia = 0, poland = 0 }
    """
    game = at(f'turn = 5\nphase = "movement"\n{text}')
    while not can(game, "stack 1716"):
        play(game, "done")
    everyone = sum(1 << each for each in units("R-4Cav R-6Cav Budyonny R-11Cav R-8"))
    game.s.ordered = game.s.moved = everyone
    assert offered(game, "stack") == {"1716", "2014"}
    play(game, "stack 1716")
    here = sum(1 << each for each in units("R-4Cav R-6Cav Budyonny"))
    assert (game.s.ordered, game.s.moved) == (everyone & ~here, everyone & ~here)
    assert game.s.card_muted
    play(game, "unit R-4Cav", "cancel")
    assert not game.s.card_muted
    assert offered(game, "stack") == {"1716", "2014"}  # it has not been given


# -- whose turn it is, and what a card adds ---------------------------------------------------------------------------

DUEL = """
    units.P-8 = "1515"
    units.Pilsudski = "1515"
    units.P-4 = { hex = "0808", unsupplied = true }
    units.P-Art1 = { hex = "1413", unsupplied = true }
    units.R-4 = "1615"
    units.R-5 = "2014"
    facing.1515 = "SE"
    facing.1615 = "NW"
"""


@rule("7.1e", "7.1f", "7.1g", "7.1h", "7.2e", "7.2c", "7.2d", "7.2g", "7.2h", "7.2i", "7.4d")
@pytest.mark.parametrize(
    ("hexes", "clicks", "dice"),
    [
        ("1515 0808", ["stack 1515", "unit P-8", "step 1514", "order", "face 1614"], []),
        ("1515 0808", ["stack 1515", "turn 1514"], []),
        ("1515 0808", ["stack 1515", "discard"], []),
        ("1515 1413", ["stack 1413", "lapse"], []),
        ("1515 0808", ["stack 0808", "turn 0809"], []),
    ],
)
def test_after_every_kind_of_order_it_is_the_others_turn(hexes: str, clicks: list[str], dice: list[int]) -> None:
    game = play(orders(DUEL, hexes, "1615", dice=dice), *clicks)
    assert asks(game) == "russia: plan"
    assert sum(game.s.markers.values()) == 2


@rule("7.2a", "7.2b", "7.2c", "7.1e")
@pytest.mark.parametrize(
    ("staff", "dice", "place"), [("0814", [], "1515"), ("0914", [6], "1615"), ("0914", [5], "1515")]
)
def test_five_hexes_between_can_be_bridged_and_six_cannot(staff: str, dice: list[int], place: str) -> None:
    text = f'units.P-8 = "1515"\nunits.Pilsudski = "{staff}"\nunits.R-4 = "2014"\nunits.P-4 = "0808"\n'
    game = orders(text, "1515 0808", "2014", dice=[*dice, 1])
    play(game, "stack 1515", "unit P-8", "step 1615", "order")
    assert bool(events(game, "out_of_reach")) == (not dice)
    assert (where(game, "P-8"), game.dice.laid) == (place, [1])


FORCED = """
    laid.poland = {card}
    units.P-8 = "1515"
    units.P-9 = "1515"
    units.P-1Cav = "1515"
    units.P-2Cav = "1714"
    units.Pilsudski = "1515"
    units.R-4 = "2016"
"""


def card_with(effect: type) -> int:
    """A card that gives the Poles this."""
    return next(card.no for card in M.cards if card and any(isinstance(e, effect) for e in card.text(POLAND).effects))


@rule("7.4e", "3.2c")
def test_a_forced_march_is_two_hexes_longer_for_those_on_foot_and_a_die_follows() -> None:
    text = FORCED.format(card=card_with(March)) + 'units.P-Art1 = "1913"\n'
    game = play(orders(text, "1515 1515", dice=[6]), "unit P-1Cav")
    assert not {"forced_march", "raid"} & bound(game)
    play(game, "drop P-1Cav", "unit P-8", "unit P-9")
    assert {"forced_march", "raid"} & bound(game) == {"forced_march"}
    play(game, "forced_march")
    assert "forced_march" not in bound(game)
    play(game, "drop P-9")
    assert "forced_march" in bound(game)  # who goes must be said before
    play(game, "forced_march", "unit P-9")
    assert "forced_march" in bound(game)
    play(game, "forced_march", *(f"step {to}" for to in ["1614", "1714", "1814", "1914", "1913"]))
    assert (offered(game, "step"), game.s.card_uses[POLAND]) == (set(), 1)
    play(game, "order", "face 1912")
    assert last(game, "forced_march").refs["die"] == 6
    assert (asks(game), offered(game, "unit")) == ("poland: unit", {"P-8", "P-9"})
    play(game, "unit P-9")
    assert (weak(game, "P-9"), weak(game, "P-8"), game.s.card_uses[POLAND]) == (True, False, 0)
    play(game, "unit P-1Cav")
    assert not {"forced_march", "raid"} & bound(game)


@rule("7.4e", "7.4g", "3.2c")
def test_a_raid_is_one_hex_longer_for_riders_and_tires_nobody() -> None:
    text = FORCED.format(card=card_with(Raid)) + 'units.P-4Cav = "1515"\n'
    game = play(orders(text, "1515 1515", dice=[6, 6]), "unit P-8")
    assert not {"forced_march", "raid"} & bound(game)
    play(game, "drop P-8", "unit P-1Cav")
    assert {"forced_march", "raid"} & bound(game) == {"raid"}
    play(game, "raid", *(f"step {to}" for to in ["1614", "1714", "1814", "1914", "1913", "1912"]))
    assert offered(game, "step") == set()
    play(game, "order", "face 1911")
    assert (where(game, "P-1Cav"), weak(game, "P-1Cav"), game.s.card_uses[POLAND]) == ("1912", False, 0)
    assert not events(game, "horses_hold")
    play(game, "unit P-4Cav", *(f"step {to}" for to in ["1614", "1613", "1612", "1512", "1511"]), "order", "face 1510")
    assert [weak(game, name) for name in ("P-4Cav", "P-1Cav", "P-2Cav")] == [True, False, False]
    assert game.dice.laid == [6]  # one die, for the one who rode five hexes


@rule("7.4e", "7.1g")
def test_an_ordinary_march_uses_up_no_card() -> None:
    game = orders(FORCED.format(card=card_with(March)), "1515")
    play(game, "unit P-8", "step 1614", "order", "face 1714")
    assert (game.s.card_uses[POLAND], events(game, "forced_march")) == (1, [])


@rule("7.2c", "7.1e")
@pytest.mark.parametrize(("die", "cited"), [(1, "7.2c"), (2, "7.1e")])
def test_an_order_is_complete_where_undo_is_agreed_for_the_move_alone(die: int, cited: str) -> None:
    movement = f'turn = 4\nphase = "movement"\ndice = [1, 6, 1, 6, {die}]\n'
    game = at(movement + FAR + 'units.R-10 = "1714"\n', undo="move")
    play(game, *["done"] * (asked(game).step == "which"), "mark 1515", "pass", "pass")
    play(game, "unit R-4", "step 1615", "order")
    play(game, *["face 1715"] * (die - 1))
    assert ("settle", cited) in [(barrier.kind, barrier.rule) for barrier in game.barriers]


@rule("7.2b")
@pytest.mark.parametrize(("die", "place"), [(2, "1515"), (3, "1615")])
def test_a_card_adds_a_hex_to_the_way_of_an_order(die: int, place: str) -> None:
    game = play(roll(distant("laid.poland = 14\n" + FAR), die), "stack 1515", "unit R-4", "step 1615", "order")
    assert where(game, "R-4") == place
