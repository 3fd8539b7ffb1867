"""Forecasts: exact over the dice, a mixture over what cannot be seen, and never at odds with the combat itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from vistula.games.west_was_saved.armies import armies
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.results import decide
from vistula.kernel import Action
from vistula.kernel.views import Forecast

from .campaigning import combat, orders
from .table import TITLE, Game, State, asked, hex, play, unit

rule = pytest.mark.rule

DUEL = """
    units.R-4 = "1615"
    units.P-8 = "1715"
    units.Uborevich = "1615"
    units.Pilsudski = "1714"
    facing.1615 = "NE"
    facing.1715 = "SW"
"""
SECOND = DUEL + 'units.R-25 = "1814"\nunits.Budyonny = "1814"\nfacing.1814 = "SW"\n'


def foretold(game: Game[State], verb: str = "", place: str = "") -> Forecast | None:
    seat = game.seat(asked(game).seat)
    return seat.forecast(Action(verb, hex(place) if place else 0) if verb else None)


def chances(told: Forecast | None) -> dict[str, Fraction]:
    assert told is not None
    found = {outcome.label: Fraction(outcome.numerator, outcome.denominator) for outcome in told.outcomes}
    assert sum(found.values()) == 1
    return found


def by_hand(attack: int, defence: int) -> dict[str, Fraction]:
    """Every pair of dice, counted."""
    names = {-1: ("attacker loses, all stay", "attacker retreats", "attacker routed"),
             1: ("defender loses, all stay", "defender retreats", "defender routed")}  # fmt: skip
    found: Counter[str] = Counter()
    for a, d in product(range(1, 7), repeat=2):
        result = decide(attack + a, defence + d, 4, 4)
        sign = (result.margin > 0) - (result.margin < 0)
        found["a tie" if not sign else names[sign][result.outcome - 1]] += 1
    return {name: Fraction(count, 36) for name, count in found.items()}


@rule("9.3h", "9.5.a", "9.5.b1", "9.5.c1")
def test_three_against_three() -> None:
    game = combat(DUEL)
    told = foretold(game, "attack", "1615")
    assert told is not None
    assert not told.mixture
    assert told.title.startswith("3 against 3")
    assert chances(told) == by_hand(3, 3)
    play(game, "attack 1615")
    assert chances(foretold(game)) == chances(foretold(game, "alone")) == by_hand(3, 3)


@rule("9.2e", "9.2d")
def test_a_second_stack_is_a_gamble() -> None:
    game = play(combat(SECOND), "attack 1615")
    found = chances(foretold(game, "second", "1814"))
    assert found["called off"] == Fraction(2, 6)
    with_it, without = by_hand(3 + 1 + 4, 3), by_hand(3 + 1, 3)
    for label in set(with_it) | set(without):
        assert found[label] == (with_it.get(label, Fraction()) + without.get(label, Fraction())) / 3


@rule("9.4a", "9.4b")
def test_hits_are_told() -> None:
    told = foretold(combat(DUEL), "attack", "1615")
    assert told is not None
    stays = next(outcome for outcome in told.outcomes if outcome.label == "defender loses, all stay")
    assert stays.detail == "hits on the defender 0–1, on the attacker 0 [9.5.a]"


@rule("9.2a", "9.5.c3")
def test_only_who_is_asked_is_told_and_only_of_what_can_be() -> None:
    game = combat(DUEL)
    assert game.seat("poland").forecast(Action("attack", hex("1615"))) is None
    assert foretold(game, "attack", "1715") is None
    assert foretold(game, "pass") is None


# -- what cannot be seen ------------------------------------------------------------

HIDDEN = """
    units.R-4 = "1615"
    units.Uborevich = "1615"
    facing.1615 = "NE"
    units.P-8 = { hex = "1715", top = true }
    units.P-PL3 = "1715"
    facing.1715 = "SW"
    units.P-12 = { hex = "1307", top = true }
    units.P-1Cav = "1307"
    units.P-Art1 = "1307"
"""


@rule("13.2a")
def test_a_covered_stack_is_a_mixture_of_all_it_may_be() -> None:
    game = combat(HIDDEN)
    told = foretold(game, "attack", "1615")
    assert told is not None
    assert told.mixture
    assert "cannot be seen" in told.note
    chances(told)
    s = game.seat("russia").s
    found = armies(s, POLAND, hex("1715"))
    under = {unit("P-PL3"), unit("P-1Cav"), unit("P-Art1")}
    assert {army.units[0] for army in found} == under
    weights = Counter[int]()
    for army in found:
        weights[army.units[0]] += army.weight
    assert len(set(weights.values())) == 1  # each of the three is equally likely


@rule("13.2a", "1.4b")
def test_a_dummy_may_be_nothing_at_all() -> None:
    s = combat(HIDDEN + "dummies.1715 = 1\n").seat("russia").s
    counts = {len(army.units) for army in armies(s, POLAND, hex("1715"))}
    assert counts == {2, 3}
    assert all(unit("P-8") in army.units for army in armies(s, POLAND, hex("1715")))


@rule("13.2a")
def test_the_true_army_is_always_among_them() -> None:
    game = combat(HIDDEN + "dummies.1715 = 1\n")
    s = game.seat("russia").s
    true = {unit("P-8"), unit("P-PL3")}
    assert any(set(army.units) == true for army in armies(s, POLAND, hex("1715")))
    own = armies(game.seat("poland").s, POLAND, hex("1715"))
    assert [set(army.units) for army in own] == [true]


@rule("13.2a")
def test_the_forecast_tells_nothing_that_is_hidden() -> None:
    """Two worlds that look alike to Russia give the same forecast."""
    one = combat(HIDDEN)
    other = combat(HIDDEN.replace('units.P-PL3 = "1715"', 'units.P-1Cav = "1715"')
                   .replace('units.P-1Cav = "1307"', 'units.P-PL3 = "1307"', 1))  # fmt: skip
    assert foretold(one, "attack", "1615") == foretold(other, "attack", "1615")


def test_russian_stacks_are_covered_as_well() -> None:
    text = DUEL + 'units.R-25 = "1615"\nunits.R-44 = "1306"\nunits.R-58 = "1306"\n'
    s = combat(text, "poland").seat("poland").s
    assert len(armies(s, RUSSIA, hex("1615"))) > 1


# -- orders ------------------------------------------------------------


@rule("7.2b", "7.4g")
def test_the_chance_of_an_order() -> None:
    text = 'units.P-1Cav = "1515"\nunits.Pilsudski = "1715"\nunits.R-4 = "2016"'
    game = play(orders(text, "1515"), "unit P-1Cav", "step 1614")
    assert chances(foretold(game)) == {"carried out": Fraction(5, 6), "not received": Fraction(1, 6)}
    play(game, "step 1613", "step 1612", "step 1512", "step 1412")
    told = foretold(game, "order")
    assert told is not None
    assert [term.rule for term in told.terms] == ["7.2b", "7.4g"]
    near = play(orders(text.replace("1715", "1615"), "1515"), "unit P-1Cav", "step 1614")
    assert chances(foretold(near)) == {"carried out": Fraction(1)}


def test_the_title_of_a_forecast_names_the_place() -> None:
    told = foretold(combat(DUEL), "attack", "1615")
    assert told is not None
    assert TITLE.m.hex_name(hex("1715")) in told.title
