"""Forecasts: exact over the dice, a mixture over what cannot be seen, and never at odds with the combat itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from vistula.games.west_was_saved.dealing import armies
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.outcomes import decide
from vistula.kernel import Action, Event, SeatId
from vistula.kernel.foresight import foresee
from vistula.kernel.views import Forecast

from .campaigning import combat, orders
from .table import TITLE, Game, State, asked, hex, last, play, unit

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


def fallen(events: Sequence[Event]) -> str | None:
    """How the combat that was told of ended, by its totals."""
    names = {-1: ("attacker loses, all stay", "attacker retreats", "attacker routed"),
             1: ("defender loses, all stay", "defender retreats", "defender routed")}  # fmt: skip
    for event in events:
        if event.key == "attack_aborted":
            return "called off"
        if event.key == "combat":
            refs = event.refs
            result = decide(refs["attack_total"], refs["defence_total"], len(refs["units"]), len(refs["defenders"]))
            sign = (result.margin > 0) - (result.margin < 0)
            return names[sign][result.outcome - 1] if sign else "a tie"
    return None


def no_cards(game: Game[State]) -> tuple[SeatId, Action] | None:
    return asked(game).seat, Action("keep")


@rule("9.2e", "9.3h", "9.5.a", "9.5.b1", "9.5.c1")
@pytest.mark.parametrize(
    ("text", "verb", "place"), [(DUEL, "alone", ""), (SECOND, "alone", ""), (SECOND, "second", "1814")]
)
def test_the_forecast_is_what_the_rules_bring_over_all_dice(text: str, verb: str, place: str) -> None:
    game = play(combat(text), "attack 1615")
    answer = Action(verb, hex(place) if place else 0)
    assert chances(foretold(game, verb, place)) == foresee([game], [answer], fallen, no_cards)


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
    told = foretold(game, "second", "1814")
    found = chances(told)
    assert told is not None
    assert (told.outcomes[0].label, found["called off"]) == ("called off", Fraction(2, 6))
    assert "called off" not in chances(foretold(game, "alone"))
    with_it, without = by_hand(3 + 1 + 4, 3), by_hand(3 + 1, 3)
    for label in set(with_it) | set(without):
        assert found[label] == (with_it.get(label, Fraction()) + without.get(label, Fraction())) / 3


@rule("9.4a", "9.4b")
def test_hits_are_told() -> None:
    told = foretold(combat(DUEL), "attack", "1615")
    assert told is not None
    stays = next(outcome for outcome in told.outcomes if outcome.label == "defender loses, all stay")
    assert stays.detail == "hits on the defender 0–1, on the attacker 0 [9.5.a]"


def hits_by_hand(attack: int, defence: int, counts: tuple[int, int], steps: tuple[int, int]) -> dict[str, set[str]]:
    """[9.4a, 9.4b, 9.4c, 9.4f] Of every outcome, how many hits attacker and defender may take."""
    found: dict[str, set[tuple[int, int]]] = {}
    for a, d in product(range(1, 7), repeat=2):
        margin = attack + a - defence - d
        winner, loser = (0, 1) if margin > 0 else (1, 0)
        inflicted = min(abs(margin) // 2, counts[winner], steps[loser])
        back = 0 if abs(margin) >= 7 else min(inflicted // 2, counts[loser])
        both = (back, inflicted) if margin > 0 else (inflicted, back)
        found.setdefault(label_of(margin), set()).add(both)
    return {name: {*_spans(pairs)} for name, pairs in found.items()}


def label_of(margin: int) -> str:
    who, size = "defender" if margin > 0 else "attacker", abs(margin)
    if not margin:
        return "a tie"
    return f"{who} loses, all stay" if size < 3 else f"{who} retreats" if size < 7 else f"{who} routed"


def _spans(pairs: set[tuple[int, int]]) -> list[str]:
    ends = [(min(pair[n] for pair in pairs), max(pair[n] for pair in pairs)) for n in (1, 0)]
    low, high = ends
    texts = [str(a) if a == b else f"{a}–{b}" for a, b in (low, high)]
    return [f"hits on the defender {texts[0]}, on the attacker {texts[1]}"]


@rule("9.4c", "9.4a", "9.4b", "9.3a")
@pytest.mark.parametrize(
    ("more", "attack", "defence", "counts", "steps"),
    [
        ("", 3, 3, (1, 1), (2, 2)),
        ("units.R-4 = { hex = '1615', weak = true }", 2, 3, (1, 1), (1, 2)),
        ("units.P-8 = { hex = '1715', weak = true }", 3, 2, (1, 1), (2, 1)),
        ("units.R-5 = '1615'\nunits.R-6 = '1615'", 9, 3, (3, 1), (6, 2)),
    ],
)
def test_hits_are_foretold_as_far_as_they_can_be_taken(
    more: str, attack: int, defence: int, counts: tuple[int, int], steps: tuple[int, int]
) -> None:
    named = {line.split(" = ")[0] for line in more.splitlines()}
    text = "\n".join(line for line in DUEL.split("\n") if line.strip().split(" = ")[0] not in named)
    told = foretold(combat(f"{text}\n{more}\n"), "attack", "1615")
    assert told is not None
    found = {outcome.label: {outcome.detail.partition(" [")[0]} for outcome in told.outcomes}
    assert found == hits_by_hand(attack, defence, counts, steps)
    mine, theirs = told.columns
    assert (mine.terms[-1].value, theirs.terms[-1].value) == (str(attack), str(defence))
    assert [column.title for column in told.columns] == ["Attacker", "Defender"]


FURTHER = """
    units.R-4 = "1615"
    units.R-5 = "1615"
    units.R-6 = "1615"
    units.Uborevich = "1615"
    facing.1615 = "NE"
    units.P-8 = { hex = "1715", weak = true }
    units.P-9 = "1814"
    facing.1715 = "SW"
    facing.1814 = "S"
    units.R-29 = "Smolensk"
"""


@rule("9.5.c3", "9.2f")
def test_an_attack_after_a_rout_is_foretold_with_those_who_advanced_and_is_not_their_order() -> None:
    game = combat(FURTHER, dice=(6, 1, 4, 4))
    play(game, "attack 1615", "alone", "all", "face 1814")
    assert asked(game).step == "again"
    assert {option.verb: option.publish for option in asked(game).options} == {"attack": False, "pass": True}
    told = foretold(game, "attack", "1715")
    assert told is not None
    assert told.title.startswith("9 against ")
    assert foretold(game, "attack", "1615") is None
    attacked = game.s.attacked
    play(game, "attack 1715", "alone")
    assert last(game, "combat").refs["attack"] == 9
    assert game.s.attacked == attacked == sum(1 << unit(name) for name in ("R-4", "R-5", "R-6"))


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


@rule("7.2b", "7.2c", "7.4g")
def test_the_chance_of_an_order() -> None:
    text = 'units.P-1Cav = "1515"\nunits.Pilsudski = "1715"\nunits.R-4 = "2016"'
    game = play(orders(text, "1515"), "unit P-1Cav", "step 1614")
    assert chances(foretold(game)) == {"carried out": Fraction(5, 6), "not received": Fraction(1, 6)}
    lost = foretold(game)
    assert lost is not None
    assert lost.outcomes[1].detail == "the units stay, the marker is gone [7.2c]"
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
