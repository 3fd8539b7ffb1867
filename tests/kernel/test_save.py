"""Snapshots: a game put away at any decision and taken up again."""

from __future__ import annotations

import random

import msgspec
import pytest

import vistula.games  # noqa: F401 - the titles
from kernel.small import A, B, table
from kernel.test_drafts import Clicks, clicks
from kernel.test_record import random_play
from kernel.toy import TOY
from vistula.kernel import Action, BadInput
from vistula.kernel.save import load, save
from vistula.kernel.title import title


def midgame(decisions: int = 25):
    return random_play(TOY.start("long", seed=8), random.Random(8), decisions)


@pytest.mark.parametrize("decisions", range(0, 60, 3))
def test_load_comes_to_the_same_decisions(decisions):
    game = midgame(decisions)
    stored = load(save(game))
    assert stored.decisions == game.decisions
    assert stored.s == game.s
    assert stored.stack == game.stack
    assert stored.dice.number == game.dice.number


def test_saving_changes_nothing_and_is_the_same_again():
    game = midgame()
    assert save(game) == save(game)
    assert save(load(save(game))) == save(game)


def test_a_loaded_game_goes_the_same_way():
    game = midgame()
    stored = load(save(game))
    random_play(game, random.Random(1))
    random_play(stored, random.Random(1))
    assert stored.s == game.s
    assert stored.result == game.result


def test_laid_dice_are_kept():
    game = midgame()
    game.dice.lay([3, 4])
    assert load(save(game)).dice.laid == [3, 4]


def test_an_open_draft_stays_the_draft_of_its_seat():
    game = table(Clicks())
    game.play(A, Action("roll"))
    game.play(A, *clicks(1, 2))
    game.play(A, *clicks(3))
    stored = load(save(game), game.title)
    assert stored.s.notes == [1, 2, 3]
    assert stored.seat(B).s.notes == []
    stored.undo(A)
    assert stored.s.notes == [1, 2]
    stored.undo(A)
    assert stored.s.notes == []
    assert stored.seat(A).undo == game.seat(B).undo


def test_the_last_barrier_is_kept():
    game = table(Clicks())
    game.play(A, Action("roll"))
    assert load(save(game), game.title).barrier == game.barrier


def test_a_resigned_game_stays_resigned():
    game = midgame()
    game.resign("red")
    stored = load(save(game))
    assert stored.over
    assert stored.result == game.result


def test_options_are_kept():
    game = TOY.start("long", options={"players": "2", "undo": "consent"})
    stored = load(save(game))
    assert stored.options == game.options
    assert stored.seats == game.seats
    assert stored.scenario == "long"


def changed(**fields: object) -> bytes:
    raw = msgspec.json.decode(save(midgame()))
    raw.update(fields)
    return msgspec.json.encode(raw)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", r"^save: "),
        (b"\xff\xff", r"^save: "),
        (b"{}", r"^save: Object missing required field"),
        (changed(schema="x"), r"^save: schema: 'x' is not 'vistula\.save/1'"),
        (changed(data="x"), r"^save: data: was saved with other data"),
        (changed(secret="zz"), r"^save: secret: is not a hexadecimal number"),
        (changed(state={"turn": "x"}), r"^save: state: Expected `int`, got `str` - at `\$\.turn`"),
        (changed(stack=[{"type": "Nap"}]), r"^save: stack: Invalid value 'Nap'"),
    ],
)
def test_what_cannot_be_loaded_is_refused_with_the_reason(body, message):
    with pytest.raises(BadInput, match=message):
        load(body)


def test_an_unknown_game_is_named():
    with pytest.raises(BadInput, match="no such game; there are"):
        load(changed(game="chess"))


def test_a_seat_that_a_partner_plays_on_for_stays_so():
    game = title("strike-of-the-eagle").start("vistula", options={"players": "4"})
    game.resign("poland-north")
    assert load(save(game)).left == ("poland-north",)
