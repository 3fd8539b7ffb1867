"""Lines of the diary carry the dice that they tell of, as they fell."""

from __future__ import annotations

import random

import pytest

import vistula
from vistula.kernel import Action
from vistula.server.names import dice_in, line_of

DECISIONS = 700


@pytest.mark.parametrize("id", ["warsaw-1920", "west-was-saved", "nest-of-eagles", "red-star-white-eagle"])
def test_every_die_that_is_shown_fell_and_hardly_one_that_fell_is_not_shown(id):
    title = vistula.title(id)
    game = title.start(title.scenarios[0].id, seed=11)
    rng, heard, rolled, total = random.Random(11), 0, 0, 0
    assert game.journal is not None
    for _ in range(DECISIONS):
        if game.over:
            break
        seat, decision = rng.choice(sorted(game.decisions.items()))
        option = rng.choice([option for option in decision.options if not option.free] or decision.options)
        game.play(seat, Action(option.verb, rng.choice(option.args)))
        told = [line_of(title, heard + i, event) for i, event in enumerate(game.events[heard:])]
        heard = len(game.events)
        fell = [pips for roll in game.journal.entries[-1].rolls if set(roll.sides) == {6} for pips in roll.values]
        shown = [die.pips for line in told for die in line.dice]
        rolled += len(shown)
        total += len(fell)
        assert all(shown.count(pips) <= fell.count(pips) for pips in shown), (fell, told)
    assert rolled > 3
    assert rolled >= 0.7 * total, f"{rolled} of {total} dice are shown"


def test_what_is_veiled_or_no_die_is_not_shown():
    assert [die.pips for die in dice_in({"dice": [3, 5], "die": 3})] == [3, 5]
    assert [(die.pips, die.look) for die in dice_in({"white": 4, "red": 1})] == [(4, "white"), (1, "red")]
    assert dice_in({"die": -1}) == []
    assert dice_in({"white": 2, "black": 1, "green": 0}) == []
