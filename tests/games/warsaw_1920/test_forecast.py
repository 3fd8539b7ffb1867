"""What an attack would bring, before it is made."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import chain

import pytest

from vistula.games.warsaw_1920.model import POLAND
from vistula.games.warsaw_1920.rules.combat import Attack
from vistula.games.warsaw_1920.rules.strength import read_table, work_out
from vistula.games.warsaw_1920.shown.words import UNSEEN
from vistula.kernel import UNKNOWN, Action
from vistula.kernel.foresight import foresee

from .situations import random_game
from .table import M, attack, hex, play, poles_attack, russians_attack, seat, unit


def chances(forecast):
    return {outcome.label: Fraction(outcome.numerator, outcome.denominator) for outcome in forecast.outcomes}


def foretold(game, *clicks):
    play(game, *clicks)
    return game.seat(seat(game)).forecast()


@pytest.mark.rule("11.5a", "11.5b", "11.5d")
def test_a_plain_attack():
    game = russians_attack("units.R-4 = '0331'\nunits.R-11 = '0331'\nunits.P-8 = '0330'")
    forecast = foretold(game, "attack 0330", "unit R-4", "unit R-11")
    assert forecast.title.startswith("2:1")
    assert not forecast.mixture
    column = [M.crt[die][M.columns.index("2:1")] for die in range(1, 7)]
    assert chances(forecast) == {result: Fraction(n, 6) for result, n in Counter(column).items()}
    attacker, defender = forecast.columns
    assert attacker.pieces == ["R-4", "R-11"]
    assert attacker.terms[-1].value == "8"
    assert defender.pieces == ["P-8"]
    assert defender.terms[-1].value == "4"


@pytest.mark.rule("11.5d")
def test_the_forecast_follows_the_attackers():
    game = russians_attack("units.R-4 = '0331'\nunits.R-11 = '0331'\nunits.P-8 = '0330'")
    mine = game.seat("russia")
    assert mine.forecast() is None
    assert mine.forecast(Action("attack", hex("0330"))).title.startswith("2:1")
    assert mine.forecast(Action("attack", hex("0331"))) is None
    play(game, "attack 0330")
    mine = game.seat("russia")
    assert mine.forecast() is None
    assert mine.forecast(Action("unit", unit("R-4"))).title.startswith("1:1")
    play(game, "unit R-4")
    mine = game.seat("russia")
    assert mine.forecast().title.startswith("1:1")
    assert mine.forecast(Action("resolve")).title.startswith("1:1")
    assert mine.forecast(Action("unit", unit("R-11"))).title.startswith("2:1")
    assert mine.forecast(Action("unit", unit("R-4"))) is None
    assert mine.forecast(Action("drop", unit("R-4"))) is None
    assert game.seat("poland").forecast() is None


@pytest.mark.rule("11.7b", "8.2b", "8.2c")
def test_modifiers_stand_there_with_their_rules():
    game = russians_attack("""
        tracks.southwest_supplied = false
        units.R-4 = "0331"
        units.R-1art = "0331"
        units.R-45 = "0230"
        units.P-8 = "0330"
    """)
    forecast = foretold(game, "attack 0330", "unit R-4", "unit R-1art", "unit R-45")
    assert {term.rule for term in forecast.columns[0].terms} == {"11.3a", "8.2b", "11.5a"}
    assert [term.rule for term in forecast.terms] == ["11.7b", "11.5a"]
    assert forecast.columns[0].terms[-1].value == "6"


@pytest.mark.rule("11.7a")
def test_artillery_alone_foretells_nothing():
    game = russians_attack("units.R-4 = '0331'\nunits.R-1art = '0331'\nunits.P-8 = '0330'")
    assert foretold(game, "attack 0330", "unit R-1art") is None


@pytest.mark.rule("11.5b", "11.9a")
def test_odds_below_the_table():
    game = poles_attack("units.P-Jaworski = '0330'\nunits.R-4 = '0331'\nunits.R-11 = '0331'")
    forecast = foretold(game, "attack 0331", "unit P-Jaworski")
    assert chances(forecast) == {"AE": Fraction(1)}
    assert "below the table" in forecast.terms[-1].value


# -- what the results would mean --------------------------------------------------------------------------------


def meaning(forecast, label):
    return next(outcome.detail for outcome in forecast.outcomes if outcome.label == label)


def of_retreats(forecast):
    return [outcome.detail for outcome in forecast.outcomes if outcome.label.startswith("DR")]


@pytest.mark.rule("11.10f")
def test_a_defender_who_cannot_complete_his_retreat():
    around = "units.P-PL1 = '2425'\nunits.P-PL3 = '2527'\n"
    free = foretold(poles_attack(around + "units.R-10cav = '2426'"), "attack 2426", "unit P-PL1", "unit P-PL3")
    assert of_retreats(free)
    assert not any("11.10f" in detail for detail in of_retreats(free))
    closed = poles_attack(around + "units.P-14 = '2327'\nunits.R-10cav = '2426'")
    forecast = foretold(closed, "attack 2426", "unit P-PL1", "unit P-PL3")
    assert of_retreats(forecast)
    assert all("eliminated, 1 VP [11.10f]" in detail for detail in of_retreats(forecast))


@pytest.mark.rule("11.10d", "10.5c")
def test_a_defender_whose_only_way_is_east_prussia():
    game = poles_attack("units.P-PL1 = '2006'\nunits.R-27 = '2107'")
    forecast = foretold(game, "attack 2107", "unit P-PL1")
    assert of_retreats(forecast)
    assert all("East Prussia [11.10d]" in detail for detail in of_retreats(forecast))


@pytest.mark.rule("11.10f", "11.9c")
def test_an_attacker_who_could_not_retreat():
    game = poles_attack("units.P-PL1 = '2426'\nunits.R-4 = '2425'\nunits.R-11 = '2527'\nunits.R-33 = '2327'")
    forecast = foretold(game, "attack 2425", "unit P-PL1")
    assert "11.10f" in meaning(forecast, "AR")


@pytest.mark.rule("11.9e", "11.9h")
def test_an_exchange_is_judged_by_printed_factors():
    game = russians_attack("units.R-4 = '0331'\nunits.R-11 = '0331'\nunits.R-33 = '0230'\nunits.P-PL2cav = '0330'")
    forecast = foretold(game, "attack 0330", "unit R-4", "unit R-11", "unit R-33")
    assert "12 against 5" in meaning(forecast, "EX")
    assert "all defenders are lost" in meaning(forecast, "EX")
    even = russians_attack("units.R-4 = '0331'\nunits.P-8 = '0330'")
    assert "both sides" in meaning(foretold(even, "attack 0330", "unit R-4"), "EX")


@pytest.mark.rule("4.1.3a")
def test_elite_units_have_their_price():
    game = russians_attack("units.R-10cav = '0331'\nunits.P-PL1 = '0330'")
    forecast = foretold(game, "attack 0330", "unit R-10cav")
    assert "1 VP" in meaning(forecast, "AE")


@pytest.mark.rule("11.5b", "11.9b", "11.9c", "11.9d", "11.9g")
def test_every_result_says_what_it_means():
    rules = set()
    for key in ("R-164", "R-4", "R-27"):
        for foe in ("P-1U", "P-8", "P-PL1"):
            game = russians_attack(f"units.{key} = '0331'\nunits.R-6cav = '0230'\nunits.{foe} = '0330'")
            for clicks in ((f"unit {key}",), ("unit R-6cav",), (f"unit {key}", "unit R-6cav")):
                trial = game.clone().listen()
                for outcome in foretold(trial, "attack 0330", *clicks).outcomes:
                    assert outcome.detail
                    rules.add(outcome.detail.rsplit("[", 1)[1])
    assert {"11.9a]", "11.9b]", "11.9c]", "11.9d]", "11.9e]", "11.9f]", "11.9g]"} <= rules


# -- it is what comes true --------------------------------------------------------------------------------------


@pytest.mark.rule("11.5b")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_result_that_falls_is_foretold(die):
    game = russians_attack("units.R-4 = '0331'\nunits.R-11 = '0331'\nunits.P-8 = '0330'")
    forecast = game.seat("russia").forecast(Action("attack", hex("0330")))
    attack(game, "0330", "R-4 R-11", die)
    fell = next(e for e in game.events if e.key == "result").refs["result"]
    assert chances(forecast)[fell] > 0


def fallen(events):
    return next((e.refs["result"] for e in events if e.key in ("result", "hopeless")), None)


@pytest.mark.parametrize("seed", range(3))
def test_over_all_dice_the_forecast_is_exact_when_nothing_is_hidden(seed):
    rng = random.Random(seed)
    for game in random_game(seed, hear=True):
        frame = game.stack[-1] if game.stack else None
        if not isinstance(frame, Attack) or frame.at != "muster" or rng.random() > 0.3:
            continue
        forecast = game.seat(seat(game)).forecast()
        if forecast is None or forecast.mixture:
            continue
        assert chances(forecast) == foresee([game], [Action("resolve")], fallen)


# -- hidden defenders -------------------------------------------------------------------------------------------


@pytest.mark.rule("6.3b")
def test_unseen_defenders_make_a_mixture():
    game = russians_attack("""
        units.R-4 = "0331"
        units.R-11 = "0331"
        units.P-8 = { hex = "0330", under = true }
        units.P-10 = "0330"
        units.P-PL1 = { hex = "1709", under = true }
        units.P-14 = "1709"
    """)
    forecast = foretold(game, "attack 0330", "unit R-4", "unit R-11")
    assert forecast.mixture
    assert "equally likely" in forecast.note
    assert forecast.columns[1].pieces == ["0330.0", "P-10"]
    expected = Counter()
    for other in ("P-8", "P-PL1"):
        odds = work_out(game.s, [unit("R-4"), unit("R-11")], [unit("P-10"), unit(other)], hex("0330"))
        expected.update(read_table(game.s, odds, die) for die in range(1, 7))
    assert chances(forecast) == {label: Fraction(n, 12) for label, n in expected.items()}
    values = {term.label: term.value for term in forecast.columns[1].terms}
    assert values["defenders out of sight"] == "4–6"
    assert values["defence"] == "8–10"


@pytest.mark.rule("6.3b", "11.10f", "11.10d")
def test_an_unseen_defender_who_cannot_retreat_has_no_name():
    game = russians_attack("""
        units.R-4 = "2425"
        units.R-11 = "2527"
        units.R-33 = "2327"
        units.P-8 = { hex = "2426", under = true }
        units.P-10 = "2426"
        units.P-PL1 = { hex = "1709", under = true }
        units.P-14 = "1709"
    """)
    forecast = foretold(game, "attack 2426", "unit R-4", "unit R-11", "unit R-33")
    assert of_retreats(forecast)
    for words in of_retreats(forecast):
        assert f"; {M.full_name[unit('P-10')]}, {UNSEEN} cannot retreat so far" in words
        assert M.full_name[unit("P-8")] not in words
        assert M.full_name[unit("P-PL1")] not in words


@pytest.mark.rule("6.3b", "6.0d")
def test_only_units_of_the_colour_seen_can_lie_there():
    game = russians_attack("""
        units.R-4 = "0331"
        units.P-1U = { hex = "0330", under = true }
        units.P-3U = "0330"
        units.P-PL1 = { hex = "1709", under = true }
        units.P-14 = "1709"
    """)
    forecast = foretold(game, "attack 0330", "unit R-4")
    values = {term.label: term.value for term in forecast.columns[1].terms}
    assert values["defenders out of sight"] == "2"


def test_the_mixture_is_the_mean_over_all_that_may_be():
    """Against the long way round: every unseen unit put there, every die rolled."""
    checked = 0
    for game in chain.from_iterable(map(random_game, range(8))):
        frame = game.stack[-1] if game.stack else None
        if not isinstance(frame, Attack) or frame.at != "muster" or game.s.side == POLAND:
            continue
        mine = game.seat("russia")
        forecast = mine.forecast()
        if forecast is None or not forecast.mixture:
            continue
        unseen = [u for u in M.polish if mine.s.place[u] == UNKNOWN]
        ghost = next(g for g in mine.s.ghosts if g.hex == frame.target)
        top = [u for u in M.polish if mine.s.place[u] == frame.target]
        armies = [[*top, u] for u in unseen if M.nation[u] == ghost.nation]
        results = [read_table(mine.s, work_out(mine.s, frame.attackers, army, frame.target), die)
                   for army in armies for die in range(1, 7)]  # fmt: skip
        assert chances(forecast) == {r: Fraction(n, len(results)) for r, n in Counter(results).items()}
        checked += 1
    assert checked


@pytest.mark.rule("6.3b", "11.2a", "11.5a", "11.6.2a")
def test_a_covered_stack_is_summed_from_what_is_seen_to_what_may_be_below():
    """The 10th is on top; below it lies one of the three that are covered somewhere, worth 4, 3 and 6."""
    game = russians_attack("""
        units.R-4 = "1715"
        units.R-11 = "1715"
        units.P-8 = "1614"
        units.P-10 = "1614"
        units.P-7R = "0615"
        units.P-17 = "0615"
        units.P-PL1 = "1205"
        units.P-14 = "1205"
    """)
    forecast = foretold(game, "attack 1614", "unit R-4", "unit R-11")
    attacker, defender = forecast.columns
    assert [(term.label, term.value, term.rule) for term in attacker.terms] == [
        ("in full", "4+4 = 8", "11.3a"),
        ("attack", "8", "11.5a"),
    ]
    assert [(term.label, term.value, term.rule) for term in defender.terms] == [
        ("defenders in sight", "4", "11.2a"),
        ("defenders out of sight", "3–6", "6.3b"),
        ("city", "× 2", "11.6.2a"),
        ("defence", "14–20", "11.5a"),
    ]
    assert (forecast.title.split(" against ")[0], forecast.mixture) == ("1:3 to 1:2", True)
    assert [(term.label, term.value) for term in forecast.terms] == [("odds", "1:3 to 1:2")]


@pytest.mark.rule("6.3c", "11.2a")
def test_a_stack_of_which_nothing_is_seen_has_no_line_for_what_is_seen():
    game = russians_attack("units.R-4 = '0331'\nunits.P-8 = '0330'\nunits.P-10 = '0330'")
    game.s.under |= 1 << unit("P-10") | 1 << unit("P-8")
    forecast = foretold(game, "attack 0330", "unit R-4")
    assert [term.label for term in forecast.columns[1].terms] == ["defenders out of sight", "defence"]
