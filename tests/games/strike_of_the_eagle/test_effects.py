"""What cards do for the rest of a phase: for whom, and for nobody else."""

from __future__ import annotations

from itertools import product

import pytest

from vistula.games.strike_of_the_eagle.cards import effects
from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, POLAND, RUSSIA, SOUTH, Type, command_of
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import NONE, Effect, Order, State

from .table import M, area, start, unit

rule = pytest.mark.rule
NAMES = ("P-5", "P-15", "P-16", "P-17", "P-23", "P-28", "P-54", "R-2", "R-5", "R-10", "R-24")
CARDS = [card_number(name) for name in NAMES]
BEGINNING = start("campaign").s
COMMANDS = range(4)


def under(card: int, command: int, arg: int = NONE) -> State:
    s = BEGINNING.copy()
    s.effects = [Effect(card, command, arg)]
    return s


def no(name: str) -> int:
    return card_number(name)


@rule("7.7b")
def test_cart_columns_lengthen_soviet_supply_on_their_front():
    for card, command in product(CARDS, COMMANDS):
        for side, front in product((POLAND, RUSSIA), (NORTH, SOUTH)):
            helps = card == no("R-10") and side == RUSSIA and command == command_of(RUSSIA, front)
            assert effects.supply_bonus(under(card, command), side, front) == 2 * helps


@rule("7.2b")
def test_zeligowski_gives_his_command_an_order_more():
    for card, command, asked in product(CARDS, COMMANDS, COMMANDS):
        assert effects.vilna_order(under(card, command), asked) == (card == no("P-23") and command == asked)


@rule("7.71a")
def test_peasant_carts_feed_the_poles_of_one_area():
    for card, side, arg in product(CARDS, (POLAND, RUSSIA), ("Minsk", "Kiev")):
        expected = card == no("P-28") and side == POLAND and arg == "Minsk"
        assert effects.carts(under(card, 0, area(arg)), side, area("Minsk")) == expected


NAMED = {
    "P-15": (Type.MARCH_OUT,),
    "P-16": (Type.MARCH_OUT, Type.MOVE_OUT),
    "P-54": (Type.MOVE_OUT,),
    "R-2": (Type.MARCH_TO, Type.MARCH_OUT),
}


@rule("7.13a")
def test_for_which_orders_a_card_may_be_named():
    """One of its types, of its command, once."""
    types = {no(name): found for name, found in NAMED.items()}
    for card, command, arg, type in product(CARDS, COMMANDS, (NONE, 3), range(len(ORDERS))):
        order = Order(3, 1, area("Minsk"), type)
        able = command == 1 and arg == NONE and type in types.get(card, ())
        assert effects.nameable(under(card, command, arg), order) == ([card] if able else [])


@rule("7.13a")
def test_a_card_that_was_named_works_for_that_order():
    s = start("campaign").s
    s.effects = [Effect(no("P-15"), 0), Effect(no("P-16"), 1), Effect(no("P-15"), 1)]
    effects.name_order(s, no("P-15"), Order(9, 1, area("Minsk"), Type.MARCH_OUT))
    assert s.effects == [Effect(no("P-15"), 0), Effect(no("P-16"), 1), Effect(no("P-15"), 1, 9)]


@rule("7.2j", "9.0h", "7.31b", "2.0d")
def test_what_a_named_order_can_do():
    leaders = [NONE, unit("R-Budyonny"), unit("R-Tukhachevsky")]
    for card, command, arg, leader in product(CARDS, (0, 1), (NONE, 9, 8), leaders):
        s, order = under(card, command, arg), Order(9, 1, area("Minsk"), Type.MARCH_OUT, leader=leader)
        mine = command == 1 and arg == 9
        budyonny = leader == unit("R-Budyonny")
        assert effects.full_strength(s, order) == (budyonny or (mine and card in (no("P-15"), no("R-2"))))
        assert effects.passes_enemies(s, order) == (mine and card == no("P-16"))
        assert effects.infantry_steps(s, order) == (mine and card == no("P-54"))


@rule("2.0e")
def test_the_red_cossacks_go_farther():
    for card in CARDS:
        s = under(card, 3)
        farther = [u for u in M.units if effects.extra_steps(s, u)]
        assert farther == ([unit("R-8K")] if card == no("R-24") else [])
        assert {effects.extra_steps(s, u) for u in M.units} <= {0, 1}


@rule("7.6a", "7.11a", "7.31a")
def test_whom_cards_stop_or_spur():
    for card, command in product(CARDS, COMMANDS):
        s = under(card, command)
        assert [effects.rail_cut(s, side) for side in (POLAND, RUSSIA)] == [False, card == no("P-17")]
        jammed = [c for c in COMMANDS if effects.jammed(s, c)]
        assert jammed == ([command_of(RUSSIA, NORTH)] if card == no("P-5") else [])
        assert [c for c in COMMANDS if effects.raiding(s, c)] == ([command] if card == no("R-5") else [])
