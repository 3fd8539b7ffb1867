"""Draws and mixing: named rolls over what is left, and barriers."""

from __future__ import annotations

import pytest

from kernel.small import A, Pad, a, table, yes_no
from vistula.kernel import AGAIN, Choice, Frame, Next, choose, draw, mix, procedure
from vistula.kernel.errors import Runaway


@procedure
class Bag(Frame):
    """Empties a bag of four, then mixes four pieces."""

    left: list[int] = []

    @draw("2.1", bag=lambda f, s: f.left)
    def take(self, s: Pad, thing: int) -> Next:
        self.left.remove(thing)
        s.notes.append(thing)
        return AGAIN if self.left else None

    @mix("2.2", pieces=lambda f, s: sorted(s.notes))
    def shuffle(self, s: Pad, pieces: list[int]) -> None:
        s.notes += pieces

    @choose("1.1", who=a)
    def stop(self, s: Pad) -> Choice:
        return yes_no()

    @stop.on("yes")
    def _(self, s: Pad, _: int) -> None: ...


def test_a_bag_is_drawn_empty_each_thing_once():
    game = table(Bag(left=[5, 6, 7, 8]))
    assert sorted(game.s.notes[:4]) == [5, 6, 7, 8]


def test_each_draw_is_a_named_roll_over_what_is_left():
    game = table(Bag(left=[5, 6, 7, 8]))
    rolls = game.journal.opening
    assert [roll.sides for roll in rolls[:4]] == [[4], [3], [2], [1]]
    assert {roll.name for roll in rolls[:4]} == {"Bag.take [2.1]"}


def test_mixing_gives_all_pieces_in_one_roll():
    game = table(Bag(left=[5, 6, 7, 8]))
    assert sorted(game.s.notes[4:]) == [5, 6, 7, 8]
    assert game.journal.opening[4].sides == [4, 3, 2, 1]


def test_draws_and_mixing_are_barriers():
    game = table(Bag(left=[5]))
    assert [barrier.kind for barrier in game.barriers] == ["draw", "mix"]
    assert [barrier.rule for barrier in game.barriers] == ["2.1", "2.2"]


def test_an_empty_bag_is_named():
    with pytest.raises(Runaway, match=r"Bag\.take \[2\.1\] draws from an empty bag"):
        table(Bag())


def test_a_clone_draws_the_same():
    game = table(Bag(left=[5, 6, 7, 8]))
    other = table(Bag(left=[5, 6, 7, 8]))
    assert game.s == other.s
    assert A in game.decisions
