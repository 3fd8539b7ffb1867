"""Gestures: a drag is found by trying clicks, fewest first."""

from __future__ import annotations

import pytest

from kernel.small import A, B, Pad, Small
from vistula.kernel import (
    Action,
    Choice,
    Frame,
    Goto,
    IllegalAction,
    Next,
    Option,
    choose,
    disclose,
    gestures,
    goto,
    procedure,
)
from vistula.kernel.game import begin
from vistula.kernel.gestures import About, Road, clicks, roads

STANDS = (10, 10, 11)  # where pieces 0, 1 and 2 stand


@procedure
class Tour(Frame):
    """A moves a piece over spaces in a row, or has one fight for a space next to it."""

    piece: int = -1
    target: int = -1
    here: int = -1

    @choose("1.1", who=lambda f, s: A)
    def pick(self, s: Pad) -> Choice:
        return [
            Option("piece", [0, 2], "piece"),
            Option("attack", [20, 21], "space"),
            Option("stack", [10], "space"),
            Option("spy", [1], "piece"),
        ]

    @pick.on("piece")
    def _(self, s: Pad, piece: int) -> Next:
        self.piece, self.here = piece, STANDS[piece]
        return goto("walk")

    @pick.on("attack")
    def _(self, s: Pad, space: int) -> Next:
        self.target = space
        return goto("muster")

    @pick.on("stack")
    def _(self, s: Pad, space: int) -> Next:
        self.piece, self.target = 1, 30
        return goto("ready")

    @pick.on("spy")
    def _(self, s: Pad, piece: int) -> Next:
        disclose(s, "1.2", [A], piece)
        self.piece = piece
        return goto("walk")

    @choose("1.2", who=lambda f, s: A)
    def walk(self, s: Pad) -> Choice:
        return [Option("step", [self.here - 1, self.here + 1], "space"), Option("cancel", free=True)]

    @walk.on("step")
    def _(self, s: Pad, space: int) -> Next:
        self.here = space
        return goto("walk")

    @walk.on("cancel")
    def _(self, s: Pad, _: int) -> Goto:
        self.piece = -1
        return goto("pick")

    @choose("1.3", who=lambda f, s: A)
    def muster(self, s: Pad) -> Choice:
        return [Option("unit", [0, 1], "piece"), Option("cancel", free=True)]

    @muster.on("unit")
    def _(self, s: Pad, piece: int) -> None: ...

    @muster.on("cancel")
    def _(self, s: Pad, _: int) -> Goto:
        self.target = -1
        return goto("pick")

    @choose("2.1", who=lambda f, s: A)
    def ready(self, s: Pad) -> Choice:
        return [Option("fire"), Option("stop")]


class Touring(Small):
    def about(self, s: Pad, frame: Frame) -> About:
        assert isinstance(frame, Tour)
        return About(1 << frame.piece if frame.piece >= 0 else 0, 1 << frame.target if frame.target >= 0 else 0)

    def stands(self, s: Pad, piece: int) -> int:
        return STANDS[piece]

    def way(self, seat, piece, space):
        here = seat.frame.here
        return (
            [Action("step", to) for to in range(here + 1, space + 1)] if seat.frame.at == "walk" and space < 15 else []
        )


@pytest.fixture
def game():
    return begin(Touring([Tour()]), None, 1, None, {})


def dragged(game, piece, space, seat=A):
    return [(action.verb, action.arg) for action in clicks(game.seat(seat), piece, space)]


def test_the_piece_is_named_and_walks(game):
    assert dragged(game, 2, 13) == [("piece", 2), ("step", 12), ("step", 13)]


def test_a_space_that_can_be_clicked_needs_no_way(game):
    assert dragged(game, 0, 9) == [("piece", 0), ("step", 9)]


def test_a_question_about_a_space_takes_the_piece(game):
    assert dragged(game, 1, 21) == [("attack", 21), ("unit", 1)]


def test_a_stack_is_named_by_where_it_stands(game):
    assert dragged(game, 1, 30) == [("stack", 10)]


def test_no_click_is_tried_that_could_not_be_the_last_but_one(game, monkeypatch):
    tried = []
    further = gestures._further
    monkeypatch.setattr(
        gestures, "_further", lambda game, done, *more: tried.append(done) or further(game, done, *more)
    )
    assert dragged(game, 2, 90) == []
    assert tried
    assert max(map(len, tried)) < gestures.MOST


def test_what_was_begun_is_left_first(game):
    game.push(Action("piece", 2))
    assert dragged(game, 0, 11) == [("cancel", 0), ("piece", 0), ("step", 11)]
    assert dragged(game, 2, 12) == [("step", 12)]


def test_a_click_that_lets_the_seat_learn_something_is_no_part_of_a_gesture(game):
    assert dragged(game, 1, 12) == []


def test_nothing_is_dragged_where_it_is_already(game):
    game.push(Action("stack", 10))
    assert dragged(game, 1, 30) == []


def test_who_is_not_asked_drags_nothing(game):
    assert dragged(game, 2, 13, seat=B) == []
    assert dragged(game, -1, 13) == dragged(game, 2, -1) == []


class ByRail(Touring):
    def ways(self, seat, piece, space):
        on_foot = self.way(seat, piece, space)
        by_rail = [Road([Action("step", space)], "rail", "By rail", "2 MP")] if on_foot else []
        return [*([Road(on_foot, price="3 MP")] if on_foot else []), *by_rail]


def test_a_title_may_offer_several_ways_of_moving():
    game = begin(ByRail([Tour()]), None, 1, None, {})
    found = roads(game.seat(A), 2, 13)
    assert [(road.by, road.price, len(road.clicks)) for road in found] == [("", "3 MP", 3), ("rail", "2 MP", 2)]
    assert game.go(A, 2, 12, by="rail") == 2
    with pytest.raises(IllegalAction, match="there is no way"):
        begin(ByRail([Tour()]), None, 1, None, {}).go(A, 2, 13, by="air")
