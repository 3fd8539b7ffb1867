"""Gestures: a drag is a way of single actions, played until something comes between; one undo takes it back."""

from __future__ import annotations

import pytest

from kernel.toy import TOY, Toy
from vistula.kernel import Action, IllegalAction, Seat
from words import at, play

FLEET = """
    watch = "red"
    shoals = ["east", "south"]
    boats = { red-1 = "fog", red-2 = "west", green-1 = "south" }
    hands = { green = ["c0"] }
"""


def boat(name: str) -> int:
    return TOY.arg_of("piece", name)


def space(name: str) -> int:
    return TOY.arg_of("space", name)


def go(game, piece: str, to: str) -> int:
    return game.go("red", boat(piece), space(to))


def test_the_way_drawn_is_the_way_played():
    game = at(FLEET, "toy")
    way = game.seat("red").route(boat("red-1"), space("market"))
    assert way == [Action("boat", boat("red-1")), Action("step", space("market"))]
    assert go(game, "red-1", "market") == 2
    assert [(e.verb, e.arg) for e in game.journal.entries] == [("boat", "red-1"), ("step", "market")]


def test_one_undo_takes_a_gesture_back():
    game = at(FLEET, "toy")
    go(game, "red-1", "market")
    game.undo("red")
    assert game.s.place[boat("red-1")] == space("fog")
    assert game.journal.entries[-1].verb == "undo"


def test_a_gesture_stops_where_something_is_disclosed():
    game = at(FLEET, "toy")
    assert go(game, "red-1", "redhaven") == 2
    assert game.s.place[boat("red-1")] == space("north")
    assert game.barriers[-1].kind == "disclose"


def test_a_gesture_that_the_truth_cuts_short_is_no_error():
    game = at(FLEET.replace('["east", "south"]', '["north", "south"]'), "toy")
    assert go(game, "red-1", "redhaven") == 2
    assert "3.3" in [event.rule for event in game.events]


def test_a_gesture_stops_where_another_seat_is_asked():
    game = at(FLEET, "toy")
    play(game, "red", "boat", "red-2")
    assert go(game, "red-2", "south") == 1
    assert "green" in game.decisions


def test_a_gesture_goes_on_from_where_the_piece_is():
    game = at(FLEET, "toy")
    play(game, "red", "boat", "red-1")
    assert game.seat("red").route(boat("red-1"), space("market")) == [Action("step", space("market"))]


@pytest.mark.parametrize(("piece", "to"), [("green-1", "fog"), ("red-1", "fog")])
def test_where_there_is_no_way_the_refusal_has_a_rule(piece, to):
    game = at(FLEET, "toy")
    play(game, "red", "boat", "red-1")
    with pytest.raises(IllegalAction, match=rf"there is no way for {piece} to {to}") as refused:
        go(game, piece, to)
    assert refused.value.rule == "3.2"
    assert len(game.journal.entries) == 1


def test_a_way_that_does_not_begin_with_something_offered_is_none():
    class Leaps(Toy):
        def route(self, seat: Seat, piece: int, space: int) -> list[Action]:
            return [Action("step", space)]

    game = at(FLEET, "toy")
    game.title = Leaps()
    assert game.seat("red").route(boat("red-1"), space("market")) == []
    with pytest.raises(IllegalAction, match="there is no way"):
        go(game, "red-1", "market")


def test_nobody_drags_what_he_is_not_asked_about():
    assert at(FLEET, "toy").seat("green").route(boat("green-1"), space("east")) == []
