"""Refusals: the rule and one sentence, from what a seat knows; warnings; gestures."""

from __future__ import annotations

import random

import pytest

from vistula.kernel import Action, Game
from vistula.kernel.views import Refusal

from .campaigning import allocation, combat, orders, phase
from .table import TITLE, M, State, asked, hex, offered, play, start, unit, where

FRONT = """
    units.P-1Cav = "1615"
    units.P-8 = "1615"
    units.P-PL3 = "1515"
    units.Pilsudski = "1615"
    units.R-4 = "1814"
    units.R-25 = "1814"
    units.Uborevich = "1814"
"""


def why(game: Game[State], kind: str, name: str) -> Refusal:
    seat = game.seat(asked(game).seat)
    found = seat.why_not(kind, TITLE.arg_of(kind, name))
    assert found is not None
    return found


def refused(game: Game[State], verb: str, arg: int = 0) -> Refusal:
    seat = game.seat(asked(game).seat)
    return TITLE.refuse(seat, Action(verb, arg)) or seat.refusal(Action(verb, arg))


# -- movement ------------------------------------------------------------


def test_markers() -> None:
    game = play(allocation(FRONT + "points = { poland = 3, russia = 5 }"), "mark 1515", "pass")
    assert why(game, "space", "1515").rule == "7.2f"
    assert why(game, "space", "1814").rule == "7.1b"
    assert why(game, "space", "1310").rule == "7.1b"
    broke = allocation(FRONT.replace('units.P-PL3 = "1515"', 'units.P-PL3 = { hex = "1515", unsupplied = true }')
                       + "points = { poland = 1, russia = 5 }")  # fmt: skip
    assert why(broke, "space", "1515") == Refusal("7.3a", "a marker there costs 2, and 1 resource point are left")


@pytest.mark.parametrize(
    ("place", "rule"),
    [("0905", "1.3g"), ("1814", "7.4a"), ("1714", "7.1g"), ("1310", "1.3d"), ("1302", "1.3e"), ("0804", "1.3g")],
)
def test_steps(place: str, rule: str) -> None:
    game = play(orders(FRONT, "1615 1615"), "unit P-8")
    assert why(game, "space", place).rule == rule


def test_units_for_an_order() -> None:
    game = play(orders(FRONT, "1615 1615"), "unit P-8")
    assert why(game, "piece", "P-1Cav").rule == "7.2g"  # the other marker needs it
    assert why(game, "piece", "P-PL3").rule == "7.1f"
    assert why(game, "piece", "R-4").rule == "7.1e"
    assert why(game, "piece", "P-12").rule == "1.4a"
    assert refused(game, "order").rule == "7.1g"
    assert refused(game, "pass").rule == "7.2g"
    play(game, "drop P-8")
    assert refused(game, "discard").rule == "7.2h"


@pytest.mark.rule("7.1f", "7.2g")
@pytest.mark.parametrize(
    ("verb", "cited", "said"),
    [
        ("cancel", "7.1f", "the march has been begun: go back hex by hex first"),
        ("pass", "7.2g", "an order must be given for every marker"),
        ("done", "7.2g", "an order must be given for every marker"),
    ],
)
def test_what_a_march_that_has_begun_does_not_allow(verb: str, cited: str, said: str) -> None:
    game = play(orders(FRONT, "1615 1615"), "unit P-8", "step 1515")
    assert refused(game, verb) == Refusal(cited, said)
    assert refused(game, "lead", unit("Pilsudski")).why != "the march has been begun: go back hex by hex first"


def test_beside_the_enemy() -> None:
    text = FRONT.replace('units.R-4 = "1814"\n', 'units.R-4 = "1715"\n')
    game = play(orders(text, "1615"), "all")
    told = why(game, "space", "1614")
    assert told.rule == "7.4b"
    assert "only cavalry" in told.why


def test_too_far() -> None:
    game = play(orders(FRONT, "1515"), "unit P-PL3", "step 1414")
    assert why(game, "space", "1415") == Refusal("7.4e", "1415 counts 2, and 3rd Legions Division has 1 left")


def test_command_units() -> None:
    game = phase("command", FRONT + "total = { poland = 9, russia = 8 }")
    assert why(game, "piece", "P-8").rule == "8.0a"
    assert why(game, "piece", "Uborevich").rule == "8.0a"
    play(game, "commander Pilsudski")
    assert why(game, "space", "0409").rule == "8.0b"
    assert why(game, "space", "1814").rule == "8.0d"


# -- combat ------------------------------------------------------------

DUEL = """
    units.R-4 = "1615"
    units.P-8 = "1715"
    units.P-12 = "1914"
    units.Uborevich = "1615"
    units.Pilsudski = "1714"
    facing.1615 = "NE"
    facing.1715 = "SW"
    units.R-25 = "1614"
    facing.1614 = "N"
"""


def test_attacks() -> None:
    game = combat(DUEL)
    assert why(game, "space", "1614").rule == "9.2a"
    assert "faces" in why(game, "space", "1614").why
    assert why(game, "space", "1715").rule == "9.2a"
    far = DUEL.replace('units.Uborevich = "1615"', 'units.Uborevich = "1415"')
    far += 'units.R-44 = "1815"\nunits.Budyonny = "1815"\nfacing.1815 = "NW"\n'
    assert "no HQ" in why(combat(far), "space", "1615").why
    play(game, "attack 1615")
    assert why(game, "space", "1614").rule == "9.2d"


def test_retreats_and_advances() -> None:
    game = play(combat(DUEL.replace('facing.1715 = "SW"', 'facing.1715 = "N"'), dice=[3, 1]), "attack 1615", "alone")
    assert asked(game).step == "through"
    assert why(game, "space", "1716").rule == "9.5.b3"
    assert why(game, "space", "1615").rule == "9.5.b3"
    assert why(game, "space", "2014").rule == "9.5.b1"
    play(game, "hex 1815")
    play(game, f"hex {max(offered(game, 'hex'))}")
    if offered(game, "face"):
        play(game, f"face {min(offered(game, 'face'))}")
    assert asked(game).step == "who_goes"
    assert why(game, "piece", "R-25").rule == "9.5.b7"


def test_who_is_not_asked_is_told_whom_the_table_waits_for() -> None:
    game = combat(DUEL)
    told = game.seat("poland").why_not("space", hex("1715"))
    assert told is not None
    assert "Russia" in told.why


def test_nothing_that_does_not_exist() -> None:
    game = combat(DUEL)
    assert game.seat("russia").why_not("space", 3) == Refusal("9.2a", "there is no such hex")
    assert game.seat("russia").why_not("piece", 999) == Refusal("9.2a", "there is no such unit")


@pytest.mark.parametrize("seed", [3, 8])
def test_every_refusal_of_a_random_game_cites_a_rule_and_every_offer_has_none(seed: int) -> None:
    rng, game = random.Random(seed), start(seed)
    spaces = [h for h in range(M.grid.size) if M.grid.valid >> h & 1]
    for turn in range(700):
        if game.over:
            break
        decision = next(d for d in game.decisions.values() if d.waits)
        if turn % 9 == 0:
            seat = game.seat(decision.seat)
            for kind, args in (("piece", list(M.units)), ("space", spaces)):
                for arg in rng.sample(args, 12):
                    told = seat.why_not(kind, arg)
                    offer = any(o.kind == kind and arg in o.args for o in decision.options)
                    assert (told is None) == offer
                    assert told is None or told.rule in TITLE.checklist
        option = rng.choice([o for o in decision.options if not o.free])
        game.play(decision.seat, Action(option.verb, rng.choice(list(option.args))))


# -- warnings ------------------------------------------------------------


def warned(game: Game[State], verb: str) -> str:
    view = game.seat(asked(game).seat).decision_view()
    assert view is not None
    return next(option.warn for option in view.options if option.verb == verb)


def test_warnings_have_figures() -> None:
    game = allocation(FRONT + "points = { poland = 3, russia = 5 }")
    assert warned(game, "pass") == "2 stacks could still get a marker, and 3 resource points are left [7.1d]"
    assert warned(combat(DUEL), "pass") == "1 stack could still attack [9.2c]"


# -- gestures ------------------------------------------------------------


def go(game: Game[State], piece: str, place: str) -> list[Action]:
    return game.seat(asked(game).seat).route(unit(piece), hex(place))


def test_a_unit_is_dragged_along_the_shortest_way() -> None:
    game = orders(FRONT, "1615 1515")
    way = go(game, "P-1Cav", "1514")
    assert [action.verb for action in way] == ["stack", "unit", "step", "step"]
    assert game.go(asked(game).seat, unit("P-1Cav"), hex("1514"))
    play(game, "order", "face 1513")
    assert where(game, "P-1Cav") == "1514"


def test_a_dragged_march_is_given_as_an_order_by_its_button() -> None:
    game = orders(FRONT, "1615 1515")
    game.go(asked(game).seat, unit("P-1Cav"), hex("1514"), ends=True)
    assert "order" in asked(game).verbs()


def test_more_units_join_and_the_group_goes_on() -> None:
    game = play(orders(FRONT, "1615"), "unit P-8")
    assert [action.verb for action in go(game, "P-1Cav", "1616")] == ["unit", "step"]
    assert [action.verb for action in go(game, "P-8", "1616")] == ["step"]
    assert go(game, "P-PL3", "1514") == []
    assert go(game, "P-8", "1814") == []


def test_a_dragged_stack_marches_under_one_order() -> None:
    game = orders(FRONT, "1615")
    seat = asked(game).seat
    [road] = game.seat(seat).roads(unit("P-8"), hex("1616"), [unit("P-1Cav")])
    assert [action.verb for action in road.clicks] == ["unit", "unit", "step"]
    assert game.go(seat, unit("P-8"), hex("1616"), True, "", [unit("P-1Cav")]) == 3
    assert game.s.moving == 1 << unit("P-8") | 1 << unit("P-1Cav")
    game.undo(seat)
    assert game.s.moving == 0


def test_forests_are_walked_around() -> None:
    game = play(orders('units.P-8 = "1514"\nunits.Pilsudski = "1514"\nunits.R-4 = "2016"', "1514"))
    way = go(game, "P-8", "1315") or go(game, "P-8", "1314")
    steps = [M.grid.number(action.arg) for action in way if action.verb == "step"]
    assert steps in (["1414", "1315"], ["1413", "1314"])


def test_command_units_attacks_and_retreats_can_be_dragged() -> None:
    game = phase("command", FRONT + "total = { poland = 9, russia = 8 }")
    assert [action.verb for action in go(game, "Pilsudski", "1515")] == ["commander", "hex"]
    game = combat(DUEL.replace('facing.1715 = "SW"', 'facing.1715 = "N"'), dice=[3, 1])
    assert go(game, "R-4", "1715") == [Action("attack", hex("1615"))]
    play(game, "attack 1615", "alone")
    assert [action.verb for action in go(game, "P-8", "1813")] == ["hex", "hex"]
