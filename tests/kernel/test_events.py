"""The campaign diary: what is told, to whom, and how much of it."""

from __future__ import annotations

import pytest

from kernel.small import A, B, Pad, a, table
from vistula.kernel import AGAIN, UNKNOWN, Action, Choice, Event, Frame, Next, Option, choose, procedure, tell


@procedure
class Tells(Frame):
    @choose("1.1", who=a)
    def what(self, s: Pad) -> Choice:
        verbs = ("all", "only", "hidden", "several", "wrong", "untold")
        return [Option(verb, publish=verb != "wrong") for verb in verbs]

    @what.on("all")
    def _(self, s: Pad, _: int) -> Next:
        tell(s, "1.1", "noted", what=7)
        return AGAIN

    @what.on("only")
    def _(self, s: Pad, _: int) -> Next:
        tell(s, "1.1", "noted", to=[B], what=8)
        return AGAIN

    @what.on("hidden")
    def _(self, s: Pad, _: int) -> Next:
        tell(s, "1.2", "hidden", secret=s.secret, place=3)
        return AGAIN

    @what.on("several")
    def _(self, s: Pad, _: int) -> Next:
        tell(s, "1.1", "noted", what=[1, 2, 3])
        return AGAIN

    @what.on("wrong")
    def _(self, s: Pad, _: int) -> Next:
        tell(s, "9.9", "noted", what=1)
        return AGAIN

    @what.on("untold")
    def _(self, s: Pad, _: int) -> Next:
        tell(s, "1.1", "unheard_of")
        return AGAIN


def told(verb: str):
    game = table(Tells(), secret=4)
    game.play(A, Action(verb))
    return game


def test_what_is_told_to_all_is_heard_by_all():
    game = told("all")
    assert game.seat(A).events == game.seat(B).events == [Event("1.1", "noted", {"what": 7}, A)]


def test_what_is_told_to_some_is_heard_by_them_alone():
    game = told("only")
    assert game.seat(A).events == []
    assert [event.refs for event in game.seat(B).events] == [{"what": 8}]


def test_whom_it_was_told_is_not_heard():
    assert told("only").seat(B).events[0].to is None


def test_what_a_seat_may_not_know_is_unknown_in_what_it_hears():
    game = told("hidden")
    assert game.seat(A).events[0].refs == {"secret": 4, "place": 3}
    assert game.seat(B).events[0].refs == {"secret": UNKNOWN, "place": 3}


def test_what_is_heard_holds_nothing_for_other_ears():
    assert told("hidden").seat(B).events[0].veiled == {}


def test_a_seat_hears_what_it_could_know_when_it_was_told():
    game = told("hidden")
    game.s.secret = 9
    assert game.seat(A).events[0].refs["secret"] == 4


def test_an_event_is_a_line_of_the_diary():
    game = told("hidden")
    assert [game.title.tale(event) for event in game.seat(B).events] == ["The secret is unknown."]
    assert [game.title.tale(event) for event in game.seat(A).events] == ["The secret is 4."]


def test_several_things_are_listed():
    game = told("several")
    assert game.title.tale(game.events[0]) == "Noted: 1, 2 and 3."


def test_an_event_by_a_rule_that_does_not_exist_is_an_error():
    with pytest.raises(LookupError, match=r"small: '9\.9' is not in rules\.toml"):
        told("wrong")


def test_an_event_without_a_text_is_an_error_when_it_is_told():
    game = told("untold")
    with pytest.raises(KeyError, match="small: no diary text for 'unheard_of'"):
        game.title.tale(game.events[0])


def test_a_game_made_for_search_is_not_told():
    game = table(Tells()).clone()
    game.push(Action("all"))
    assert game.events == []


def test_a_seat_keeps_what_it_had_heard_when_the_game_goes_on():
    game = told("all")
    own = game.seat(B)
    game.play(A, Action("only"))
    assert len(own.events) == 1
