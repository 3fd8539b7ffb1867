"""3.0 Random events: drawing, laying and keeping cards."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import collect
from vistula.games.west_was_saved.cards.cardfile import CARDS, HELD_BACK
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.seats import leader
from vistula.games.west_was_saved.state import HOLDS_BLACK, NO_BLACK
from vistula.kernel import UNKNOWN

from .hands import dealt, laid
from .table import TITLE, M, asks, at, events, last, offered, play, run_on, start

rule = pytest.mark.rule
ALL = set(range(1, CARDS + 1))


def first_turn(seed: int = 1):
    """A new game after the events phase of turn 1."""
    game = start(seed)
    for seat in ("poland", "russia"):
        play(game, "done", seat=seat)
    return game


# -- 3.1 drawing ---------------------------------------------------------------------------------------------------


@rule("3.1a", "3.1b")
@pytest.mark.parametrize("seed", range(12))
def test_the_first_cards_are_none_of_the_seven(seed: int) -> None:
    game = first_turn(seed)
    assert [len(hand) for hand in game.s.hands] == [1, 1]
    assert not {*game.s.hands[0], *game.s.hands[1]} & set(HELD_BACK)


@rule("3.1a")
def test_after_the_first_draw_the_seven_are_in_the_deck() -> None:
    game = first_turn()
    drawn = {*game.s.hands[0], *game.s.hands[1]}
    assert game.s.deck == collect(ALL - drawn)
    assert events(game, "deck_whole")


@rule("3.1b")
def test_nothing_is_laid_on_turn_one() -> None:
    game = first_turn()
    assert game.s.laid == [0, 0]
    assert asks(game).split(": ")[1] == "actions"  # depots: events and resource points are behind us
    assert not events(game, "lays")


@rule("3.1b")
def test_the_russian_draws_first_on_turn_one() -> None:
    game = first_turn()
    assert [event.refs["side"] for event in events(game, "draws")] == [RUSSIA, POLAND]


@rule("3.1c", "3.1d", "3.2a", "3.2c")
def test_from_turn_two_on_each_holds_two_and_lays_one() -> None:
    game = dealt(poland=(3, 5), russia=(9, 12))
    assert game.s.hands == [[3, 5], [9, 12]]
    assert offered(game, "lay") == {"9", "12"}
    play(game, "lay 12")
    assert offered(game, "lay") == {"3", "5"}
    play(game, "lay 3")
    assert game.s.hands == [[5], [9]]
    assert game.s.laid == [3, 12]


@rule("3.1d", "3.1c", "3.2a", "3.2c")
@pytest.mark.parametrize("turn", range(2, 15))
def test_who_leads(turn: int) -> None:
    game = dealt(turn=turn)
    lead = "russia" if turn <= 7 else "poland"
    assert asks(game) == f"{lead}: card"
    assert leader(game.s) == (RUSSIA if turn <= 7 else POLAND)
    assert events(game, "draws")[0].refs["side"] == leader(game.s)


# -- 3.2 laying ----------------------------------------------------------------------------------------------------


@rule("3.2a", "3.1c", "3.1d", "3.2c")
def test_only_the_own_text_counts() -> None:
    """Card 3 takes two points from the Poles in Russian hands, and gives them three in Polish ones."""
    for poland, russia, more in ((3, 0, 3), (0, 3, -2)):
        game = run_on(laid(poland=poland, russia=russia), "actions")
        assert {event.refs["side"]: event.refs["cards"] for event in events(game, "resources")}[POLAND] == more


@rule("3.2b", "3.1c", "3.1d", "3.2a", "3.2c")
def test_a_card_that_means_nobody_is_discarded() -> None:
    game = laid("units.P-8 = 'Warsaw'\nunits.R-4 = 'Smolensk'", poland=0, russia=16)  # nobody but in Warsaw
    assert last(game, "card_in_vain").refs["card"] == 16
    assert 16 in game.s.discards
    assert game.s.weak == M.single_sided


@rule("3.2c", "3.1c", "3.1d", "3.2a")
def test_cards_laid_are_discarded_and_one_is_left() -> None:
    game = laid(poland=24, russia=33)
    assert set(game.s.discards) == {24, 33}
    assert [len(hand) for hand in game.s.hands] == [1, 1]
    assert not game.s.deck & collect([24, 33])


@rule("3.2c", "3.1c", "3.1d", "3.2a")
def test_effects_end_with_the_turn() -> None:
    game = laid(poland=24, russia=33)
    assert game.s.laid == [24, 33]
    run_on(game, "actions")
    play(game, "pass", "pass")
    run_on(game, "actions")  # the depots of the next turn
    assert game.s.turn == 3
    assert not set(game.s.laid) & {24, 33}


@rule("3.2d", "3.1c", "3.1d", "3.2a", "3.2c")
@pytest.mark.parametrize("card", HELD_BACK)
def test_a_single_instruction_drawn_by_the_leader_is_laid_second(card: int) -> None:
    game = dealt(poland=(3, 5), russia=(9, card))
    assert asks(game) == "poland: card"  # although Russia leads
    play(game, "lay 5")
    assert [event.refs["card"] for event in events(game, "lays")] == [5, card]
    assert game.s.hands == [[3], [9]]


@rule("3.2d", "3.1c", "3.1d", "3.2a", "3.2c")
@pytest.mark.parametrize("card", HELD_BACK)
def test_a_single_instruction_drawn_by_the_other_is_laid_after_the_leader(card: int) -> None:
    game = dealt(poland=(3, card), russia=(9, 33))
    assert asks(game) == "russia: card"
    play(game, "lay 33")
    assert [event.refs["card"] for event in events(game, "lays")] == [33, card]
    assert game.s.hands == [[3], [9]]


@rule("3.2f", "3.1c", "3.1d", "3.2a", "3.2c")
@pytest.mark.parametrize(("turn", "order"), [(2, [22, 7]), (8, [7, 22])])
def test_two_single_instructions_keep_the_usual_order(turn: int, order: list[int]) -> None:
    game = dealt(turn=turn, poland=(3, 7), russia=(9, 22))
    assert [event.refs["card"] for event in events(game, "lays")] == order


# -- what is hidden ------------------------------------------------------------------------------------------------


@rule("3.1c", "13.2a", "3.1d", "3.2a", "3.2c")
def test_a_hand_is_hidden_and_so_is_what_is_left_in_the_deck() -> None:
    game = dealt(poland=(3, 5), russia=(9, 12))
    seen = game.seat("poland").s
    assert seen.hands == [[3, 5], [UNKNOWN, UNKNOWN]]
    assert seen.deck == game.s.deck | collect([9, 12])
    assert events(game, "drawn")[0].seen_by("poland") is None


@rule("3.2d", "3.1c", "3.1d", "3.2a", "3.2c")
def test_that_the_leader_must_wait_tells_what_he_drew() -> None:
    game = dealt(poland=(3, 5), russia=(9, 22))
    assert game.s.black[RUSSIA] == HOLDS_BLACK
    rng = random.Random(1)
    for _ in range(20):
        kept, drawn = TITLE.fill(game.seat("poland").s, "poland", rng).hands[RUSSIA]
        assert drawn in HELD_BACK
        assert kept not in HELD_BACK


@rule("3.2d", "3.1c", "3.1d", "3.2a", "3.2c")
def test_that_the_leader_is_asked_tells_what_he_did_not_draw() -> None:
    game = dealt(poland=(3, 5), russia=(9, 12))
    assert game.s.black == [0, NO_BLACK]
    rng = random.Random(1)
    seen = game.seat("poland").s
    for _ in range(20):
        assert not set(TITLE.fill(seen, "poland", rng).hands[RUSSIA]) & set(HELD_BACK)


@rule("3.1c")
def test_a_whole_game_never_runs_out_of_cards() -> None:
    """2 + 13 × 2 = 28 cards at most."""
    game = at('turn = 14\nphase = "events"\nhands.poland = [3]\nhands.russia = [9]')
    assert game.s.deck.bit_count() == CARDS - 4
