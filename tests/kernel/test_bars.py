"""Bars: each exclusion once, as what is offered and as what is said."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from kernel.toy import TOY
from vistula.kernel import Action, Bar, IllegalAction, Offer, barred, bars, first, group, left, never, only
from vistula.kernel.bars import members
from vistula.kernel.views import Refusal
from words import at, play

LAND = 0b1111110


@pytest.fixture
def game():
    return at('watch = "red"\nlamp = "green"\nshoals = ["east", "south"]\n', TOY.id)


def told(number: int) -> str:
    return f"{number} is too far"


def test_what_no_bar_holds_is_left_in_rising_order():
    assert left([only("1", LAND, "sea"), Bar("2", 0b1000, "held"), Bar("3", lambda n: n > 4, told)]) == [1, 2, 4]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_sets_are_taken_before_tests_whatever_their_order(order):
    asked = []
    bars = [only("1", LAND, "sea"), Bar("2", lambda n: asked.append(n), "never")]
    assert left([bars[i] for i in order]) == [1, 2, 3, 4, 5, 6]
    assert asked == [1, 2, 3, 4, 5, 6]


def test_a_test_is_asked_only_about_what_is_left():
    asked = []
    left([only("1", LAND, "sea"), Bar("2", lambda n: n > 3, "far"), Bar("3", lambda n: asked.append(n), "never")])
    assert asked == [1, 2, 3]


def test_all_or_none():
    assert left([only("1", LAND, "sea"), Bar("2", True, "over")]) == []
    assert left([only("1", 0b10, "sea"), Bar("2", False, "over")]) == [1]


def test_without_an_only_nobody_knows_what_there_is():
    with pytest.raises(TypeError, match="one must be an `only`"):
        left([Bar("2", 0b10, "held")])


def test_the_first_bar_in_the_order_written_speaks():
    bars = [Bar("3", lambda n: n > 4, told), only("1", LAND, "sea"), Bar("2", 0b100000, "held")]
    assert first(bars, 5) == Refusal("3", "5 is too far")
    assert first(bars, 0) == Refusal("1", "sea")
    assert first(bars, 3) is None


def test_an_only_holds_everything_else_however_large():
    assert first([only("1", LAND, "sea")], 10_000) == Refusal("1", "sea")


def test_words_may_cite_a_more_exact_rule():
    exact = Bar("1", 0b11, lambda n: Refusal("1.1", "deep") if n else "shallow")
    assert first([exact], 1) == Refusal("1.1", "deep")
    assert first([exact], 0) == Refusal("1", "shallow")


def test_a_search_goes_by_sets():
    assert ~barred([only("1", LAND, "sea"), Bar("2", 0b1000, "held"), Bar("3", False, "over")]) == 0b1110110
    assert barred([Bar("3", True, "over")]) == -1
    with pytest.raises(TypeError, match=r"\[3\] a test is no set"):
        barred([Bar("3", lambda n: n > 4, told)])


def test_a_group_is_one_bar_in_which_the_first_speaks():
    one = group([only("1", LAND, "sea"), Bar("2", 0b1001, "held")])
    assert left([one]) == [1, 2, 4, 5, 6]
    assert (first([one], 0), first([one], 3)) == (Refusal("1", "sea"), Refusal("2", "held"))


def test_a_list_says_which_things_there_are():
    bars = [only("1", [2, 5, 7], "sea"), Bar("2", 0b100, "held"), only("3", range(1, 7), "far")]
    assert left(bars) == [5]
    assert ~barred(bars) == 0b100000
    assert [first(bars, n) for n in (1, 2, 5, 7)] == [
        Refusal("1", "sea"), Refusal("2", "held"), None, Refusal("3", "far"),
    ]  # fmt: skip


def test_members_of_a_set():
    assert members(0) == []
    assert members(0b1000000101) == [0, 2, 9]


# -- offers -------------------------------------------------------------------------------------------------------


def test_members_for_threads_that_look_at_large_sets_for_the_first_time_at_once(monkeypatch):
    # The server plays one table while it reads another: each thread must find what it would find alone.
    monkeypatch.setattr(bars, "_BY_BYTE", [])
    before, size, everything = sys.getswitchinterval(), 200, (1 << 1600) - 1
    ready = threading.Barrier(4)

    def look(_):
        ready.wait(10)
        return members(everything)

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(look, range(4)))
    finally:
        sys.setswitchinterval(before)
    assert all(each == list(range(8 * size)) for each in found)
    assert [row[0b1000_0001] for row in bars._BY_BYTE] == [(8 * n, 8 * n + 7) for n in range(size)]


def test_an_offer_becomes_an_option_without_reasons():
    option = Offer("step", "space", iter([only("1", 0b110, "sea")]), "Sail here", warn="far", free=True).option()
    assert (option.verb, option.args, option.kind, option.label) == ("step", (1, 2), "space", "Sail here")
    assert (option.warn, option.free, option.publish) == ("far", True, False)


def test_an_offer_reads_its_bars_once_and_answers_as_often_as_asked():
    offer = Offer("step", "space", iter([only("1", 0b110, "sea")]))
    assert (list(offer.args), list(offer.args), offer.refusal(0)) == ([1, 2], [1, 2], Refusal("1", "sea"))
    assert bool(offer)


def test_when_false_nothing_is_worked_out_until_somebody_asks():
    def bars():
        raise AssertionError("nobody asked")
        yield

    assert not Offer("step", "space", bars(), when=False)
    told = never("piece", [Bar("3", True, "another sails")], "boat")
    assert (told.verb, told.args, told.rest(), told.refusal(4)) == ("boat", [], [], Refusal("3", "another sails"))


@pytest.mark.parametrize(("holds", "args"), [(True, []), (False, [0])])
def test_a_button_is_thing_0(holds, args):
    assert Offer("lift", "button", [Bar("3", holds, "begun")]).args == args


# -- at the table -------------------------------------------------------------------------------------------------


def test_options_refusals_and_wrong_actions_come_from_the_same_bars(game):
    play(game, "red", "boat", "red-1")
    seat = game.seat("red")
    assert [offer.verb for offer in seat.offers()] == ["step", "lift", ""]
    assert seat.why_not("space", 3) is None
    assert seat.why_not("space", 8) == Refusal("3.2", "It is not next to redhaven.")
    assert seat.why_not("piece", 1) == Refusal("3.1", "Another boat sails now.")
    assert seat.why_not("card", 1) == Refusal(
        "3.2", "something else is asked now: Where does red-1 sail? 3 spaces are left."
    )
    with pytest.raises(IllegalAction, match=r"\[3\.2\] It is not next to redhaven"):
        game.play("red", Action("step", 8))
    with pytest.raises(IllegalAction, match=r"\[3\.2\] there is no such space"):
        game.play("red", Action("step", 77))


def test_a_button_that_is_not_there_says_why(game):
    play(game, "red", "boat", "red-1")
    play(game, "red", "step", "north")
    with pytest.raises(IllegalAction, match=r"\[3\.2\] it has sailed on: undo, or drop anchor"):
        game.play("red", Action("lift"))


def test_who_is_not_asked_hears_whom_the_table_waits_for(game):
    assert game.seat("blue").why_not("space", 3) == Refusal("3.1", "the table waits for red")


def test_what_may_be_done_at_any_time_is_among_the_offers_of_its_seat(game):
    assert [offer.verb for offer in game.seat("green").offers()] == ["survey"]
    assert game.seat("green").why_not("space", 8) == Refusal("6.1", "Only a sea can be surveyed.")
    with pytest.raises(IllegalAction, match=r"\[6\.1\] Only a sea can be surveyed"):
        game.play("green", Action("survey", 8))
