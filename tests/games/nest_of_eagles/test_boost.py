"""23.3 Morale Boost: who may, when, what it brings; pools, hands, and when Events are asked for."""

from __future__ import annotations

import random
from typing import Any

import pytest

from vistula.games.nest_of_eagles.cards.events import (
    POLISH_PHASE,
    POLISH_REPLACEMENT,
    SOVIET_REPLACEMENT,
    EventPlay,
    Events,
    phase_begins,
    replacement_phase,
)
from vistula.games.nest_of_eagles.model import BELARUS, POLISH, UKRAINE
from vistula.games.nest_of_eagles.rules.boost import EventDraw, MoraleBoost, pool, pool_size
from vistula.games.nest_of_eagles.rules.reactive import ReactivePhase
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.shown.words import card_name
from vistula.games.nest_of_eagles.state import REACTIVE_1, REPLACEMENT, State
from vistula.kernel import UNKNOWN, BadInput, Game

from .positions import M, situation
from .table import POLAND, SOVIET, TITLE, asked, asks, can, events, morale, offered, play, table

rule = pytest.mark.rule


def card(name: str) -> int:
    return TITLE.arg_of("card", name)


def with_events(stacks: str = "2206 P-17; 2906 S-4", poland: str = "", soviet: str = "", **how: Any) -> State:
    """A situation in which Events are played, and these are in hand."""
    s = situation(stacks, **how)
    s.has_events = True
    s.hands = [[card(name) for name in poland.split()], [card(name) for name in soviet.split()]]
    return s


def held(s: State) -> list[str]:
    return [card_name(M, each) for hand in s.hands for each in hand]


# -- 23.3 the boost ---


def reacting(s: State) -> Game[State]:
    s.phase = REACTIVE_1
    return play(table(s, ReactivePhase(side=s.side)), "react")


@rule("23.3a")
def test_a_boost_moves_two_boxes_and_gives_the_enemy_an_event() -> None:
    game = reacting(with_events())
    assert asks(game) == "poland: decide"
    assert offered(game, "theater") == {str(BELARUS), str(UKRAINE)}  # the Polish Theater has no marker yet
    play(game, f"theater {UKRAINE}")
    s = game.s
    assert morale(game) == (0, 0, -2)
    assert (len(s.hands[POLAND]), len(s.hands[SOVIET])) == (0, 1)
    assert s.hands[SOVIET][0] in range(10, 20)  # from the enemy's own pool
    assert pool_size(s, SOVIET) == 9
    assert asks(game) == "poland: pick"  # the phase goes on


@rule("23.3a", "23.3b")
def test_the_soviets_boost_theirs() -> None:
    game = play(table(with_events(side=SOVIET), MoraleBoost(command=SOVIETS)), f"theater {BELARUS}")
    assert morale(game) == (0, 2, 0)
    assert game.s.hands[POLAND][0] in range(10)


@rule("23.3a")
def test_only_who_has_declared_the_movement_boosts() -> None:
    """In the enemy's turn too (N-68); without a declaration nobody."""
    s = with_events(side=SOVIET)
    s.phase = REACTIVE_1
    game = play(table(s, ReactivePhase(side=SOVIET)), "pass")
    assert asks(game) == "poland: activate"
    play(game, "react")
    assert asks(game) == "poland: decide"
    game = play(table(with_events(side=SOVIET, phase=REACTIVE_1), ReactivePhase(side=SOVIET)), "pass", "pass")
    assert not game.stack


@rule("23.3b")
def test_once_in_a_phase() -> None:
    game = play(reacting(with_events()), "theater 1")
    play(game, "end")
    assert not game.stack


@rule("23.3b", "23.3a")
def test_who_did_not_boost_at_first_may_after_all_have_moved() -> None:
    game = play(reacting(with_events()), "pass")
    assert asks(game) == "poland: pick"
    play(game, "end")
    assert asks(game) == "poland: decide"
    play(game, "theater 1")
    assert morale(game) == (0, -2, 0)
    assert not game.stack


@rule("23.3b")
def test_no_boost_without_an_event_for_the_enemy() -> None:
    s = with_events()
    s.spent = sum(1 << each for each in range(10, 19))
    s.hands[SOVIET] = [19]
    assert not table(s, MoraleBoost(command=POLES)).stack
    s.hands[SOVIET] = []
    assert table(s, MoraleBoost(command=POLES)).stack


@rule("23.3a")
def test_at_the_last_box_there_is_nothing_to_boost() -> None:
    s = with_events()
    s.morale[BELARUS] = -24
    assert offered(table(s, MoraleBoost(command=POLES)), "theater") == {str(UKRAINE)}
    s.polish_marker = True
    assert offered(table(s, MoraleBoost(command=POLES)), "theater") == {str(POLISH), str(UKRAINE)}


@rule("23.3a", "23.3b")
def test_with_unified_morale_there_is_one_marker() -> None:
    s = with_events()
    s.unified = s.polish_marker = True
    game = table(s, MoraleBoost(command=POLES))
    assert offered(game, "theater") == {str(POLISH)}
    assert can(game, "pass")  # asked even where there is one Theater
    assert not play(game, "pass").stack
    assert morale(game) == (0, 0, 0)


@rule("23.3a", "23.0a")
def test_without_the_option_nobody_is_asked() -> None:
    s = with_events()
    s.has_events = False
    assert asks(reacting(s)) == "poland: pick"
    assert TITLE.start("war-of-1920", options={"boost": "yes"}).s.has_events
    with pytest.raises(BadInput, match=r"23\.0a"):
        TITLE.start("kiev", options={"boost": "yes"})


# -- pools and hands ---


@rule("23.3a")
def test_each_side_draws_from_its_own_ten() -> None:
    s = with_events(poland="P1 P2", soviet="S1")
    assert pool(s, POLAND) == list(range(2, 10))
    s.spent = 1 << card("P9")
    assert pool(s, POLAND) == [2, 3, 4, 5, 6, 7, 9]
    assert pool_size(s, POLAND) == 7
    assert pool(s, SOVIET) == list(range(11, 20))


@rule("23.3.1.9", "23.3.2.9")
def test_who_should_draw_more_than_are_left_draws_what_is_left() -> None:
    s = with_events()
    s.spent = (1 << 9) - 1
    game = table(s, EventDraw(side=POLAND, count=2))
    assert held(game.s) == ["P10"]
    assert len(events(game, "event_drawn")) == 1


@rule("23.3a", "23.3c")
def test_the_enemy_knows_how_many_events_are_held_and_not_which() -> None:
    s = with_events(poland="P1 P5", soviet="S3")
    assert TITLE.mask(s, "poland").hands == [[0, 4], [UNKNOWN]]
    assert TITLE.mask(s, "russia").hands == [[UNKNOWN, UNKNOWN], [12]]
    assert TITLE.mask(s, "onlooker").hands == [[UNKNOWN, UNKNOWN], [UNKNOWN]]
    s.spent = 1 << card("P2")
    worlds = {tuple(TITLE.fill(TITLE.mask(s, "russia"), "russia", random.Random(n)).hands[0]) for n in range(200)}
    assert not any(card("P2") in world for world in worlds)
    assert {each for world in worlds for each in world} == set(range(10)) - {1}


@rule("23.3a")
def test_what_was_drawn_is_told_to_its_own_side_only() -> None:
    game = table(with_events(), EventDraw(side=SOVIET))
    told = {seat: {event.key for event in game.seat(seat).events} for seat in ("poland", "russia")}
    assert told == {"poland": {"event_drawn"}, "russia": {"event_drawn", "event_known"}}


@rule("23.3a")
def test_hands_are_shown_as_cards() -> None:
    game = table(with_events(poland="P5", soviet="S3"), MoraleBoost(command=POLES))
    seen = {(view.seat, view.face) for view in game.seat("poland").view().cards}
    assert seen == {("poland", "P5"), ("russia", None)}
    assert [plate.hand_count for plate in game.seat("russia").view().seats] == [1, 1]
    assert [pile.count for pile in game.seat("russia").view().piles] == [9, 9]
    faces = {face.id: face.rule for face in TITLE.catalog().cards}
    assert (len(faces), faces["S4"]) == (20, "23.3.2.4")


@rule("23.3a")
def test_three_players_share_pool_and_hand() -> None:
    """Both see it, who has priority decides (N-92)."""
    s = with_events(poland="P1", soviet="S7", side=SOVIET)
    s.players, s.priority = 3, 1
    assert TITLE.mask(s, "russia-west").hands == TITLE.mask(s, "russia-southwest").hands == [[UNKNOWN], [16]]
    frame = phase_begins(s)
    assert frame is not None
    game = table(s, frame)
    assert [str(seat) for seat in game.decisions] == ["russia-southwest"]


# -- 23.3c when they are played ---


@rule("23.3c")
@pytest.mark.parametrize(
    ("poland", "soviet", "side", "seats"),
    [
        ("P5", "", POLAND, ["poland"]),
        ("P4", "", POLAND, ["poland"]),  # nobody knows that it is not one for this phase
        ("", "S6", POLAND, ["russia"]),
        ("P4", "S1", SOVIET, ["russia"]),
        ("P4", "", SOVIET, ["poland"]),
        ("", "", POLAND, []),
    ],
)
def test_in_a_replacement_phase_everyone_with_a_hand_is_asked(
    poland: str, soviet: str, side: int, seats: list[str]
) -> None:
    s = with_events(poland=poland, soviet=soviet, side=side, phase=REPLACEMENT)
    frame = replacement_phase(s)
    assert (frame is None) == (not seats)
    if frame is not None:
        assert [str(seat) for seat in table(s, frame).decisions] == seats  # one after the other, the Phasing side first


@rule("23.3c")
def test_nobody_is_asked_when_all_that_would_fit_have_been_played() -> None:
    s = with_events(poland="P5", soviet="S6", side=SOVIET, phase=REPLACEMENT)
    s.spent = sum(1 << card(name) for name in ["P4", "P6", "P7"])
    frame = replacement_phase(s)
    assert frame is not None
    game = play(table(s, frame), "pass")
    assert not game.stack  # the Poles hold an Event, and none of them fits


@rule("23.3c")
def test_an_event_is_played_in_its_phase_only() -> None:
    s = with_events(poland="P1 P3 P4 P5 P9", side=POLAND, phase=REPLACEMENT)
    s.morale[BELARUS] = -8
    s.held[POLAND] |= s.held[SOVIET]  # no Soviet town cuts anything
    game = table(s, Events(moment=POLISH_REPLACEMENT, order=[POLAND], sides=[POLAND]))
    assert offered(game, "event") >= {"P5", "P1"}
    assert not offered(game, "event") & {"P4", "P9"}
    refusal = game.seat("poland").why_not("card", card("P4"))
    assert refusal is not None
    assert refusal.rule == "23.3c"
    game = table(s, Events(moment=POLISH_PHASE, order=[POLAND], sides=[POLAND]))
    assert not offered(game, "event") & {"P1", "P4", "P5", "P9"}


@rule("23.3c")
def test_a_played_event_is_out_of_the_game_and_others_can_follow() -> None:
    s = with_events(poland="P5 P1", phase=REPLACEMENT)
    s.morale[BELARUS] = -8
    frame = replacement_phase(s)
    assert frame is not None
    game = play(table(s, frame), "event P5")
    assert held(s) == ["P1"]
    assert s.spent == 1 << card("P5")
    assert asks(game) == "poland: play"
    play(game, "pass")
    assert not game.stack
    assert held(s) == ["P1"]  # kept for later


@rule("23.3c")
def test_after_an_enemy_event_the_first_side_is_asked_again() -> None:
    s = with_events(poland="P5", soviet="S6", phase=REPLACEMENT)
    s.morale[BELARUS], s.morale[UKRAINE], s.pool[0] = -8, 8, 3
    frame = replacement_phase(s)
    assert frame is not None
    game = play(table(s, frame), "pass")
    assert asks(game) == "russia: play"
    play(game, "event S6")
    assert asks(game) == "poland: react"  # Events that answer could be among the Polish ones
    play(game, "pass")
    assert asks(game) == "poland: play"


@rule("23.3c")
def test_in_every_phase_of_its_turn_a_side_may_play_what_names_no_phase() -> None:
    s = with_events("2206 P-17; 2906 S-4", soviet="S8", side=SOVIET)
    game = table(s, PlayerTurn(side=SOVIET))
    seen = []
    while asked(game).step != "spend" and game.stack:
        here = asked(game)
        if here.step == "play":
            seen.append(s.phase)
            assert can(game, "event S8")
        play(game, next(verb for verb in ("pass", "end", "done", "front 0") if verb.split()[0] in here.verbs()))
        if s.side != SOVIET or 7 in seen:
            break
    assert seen == [1, 2, 3, 4, 5, 6, 7]


@rule("23.3c")
def test_the_poles_play_theirs_in_the_polish_turn() -> None:
    s = with_events(poland="P3", soviet="S8")
    frame = phase_begins(s)
    assert frame is not None
    assert asks(table(s, frame)) == "poland: play"
    s.side = SOVIET
    frame = phase_begins(s)
    assert frame is not None
    assert asks(table(s, frame)) == "russia: play"


@rule("23.3c")
def test_it_is_in_time_for_the_replacements_that_are_spent() -> None:
    s = with_events(poland="P5", phase=REPLACEMENT, side=POLAND)
    s.morale[BELARUS] = -16
    frame = replacement_phase(s)
    assert frame is not None
    assert frame.moment == POLISH_REPLACEMENT
    s.side = SOVIET
    frame = replacement_phase(s)
    assert frame is not None
    assert frame.moment == SOVIET_REPLACEMENT


# -- answers ---


def answered(poland: str, soviet: str, played: str, *clicks: str) -> Game[State]:
    s = with_events("2206 P-17; 2906 S-4", poland, soviet, phase=REPLACEMENT)
    s.morale[BELARUS], s.morale[UKRAINE], s.pool[0] = -16, 8, 3
    return play(table(s, EventPlay(card=card(played))), *clicks)


@rule("23.3c", "23.3.2.10")
def test_counteraction_cancels_a_polish_event() -> None:
    game = answered("P5", "S10", "P5", "event S10")
    assert game.s.pool[0] == 3
    assert held(game.s) == []
    assert not game.stack
    assert answered("P5", "S10", "P5", "pass").s.pool[0] == 5


@rule("23.3.1.10")
def test_counteraction_cancels_a_soviet_event() -> None:
    assert answered("P10", "S6", "S6", "event P10").s.pool[0] == 3
    assert answered("P10", "S6", "S6", "pass").s.pool[0] == 2


@rule("23.3c", "23.3.1.10", "23.3.2.10")
def test_a_counteraction_can_be_countered() -> None:
    """(N-44): the answer is an Event itself."""
    game = answered("P5 P10", "S10", "P5", "event S10")
    assert asks(game) == "poland: react"
    assert game.s.pool[0] == 3
    play(game, "event P10")
    assert game.s.pool[0] == 5
    assert held(game.s) == []


@rule("23.3c", "23.3.2.9")
def test_escalation_draws_two_after_the_event() -> None:
    game = answered("P5", "S9", "P5", "event S9")
    assert game.s.pool[0] == 5  # carried out
    assert len(game.s.hands[SOVIET]) == 2
    assert not game.stack


@rule("23.3.1.9")
def test_escalation_answers_a_soviet_event() -> None:
    game = answered("P9", "S6", "S6", "event P9")
    assert game.s.pool[0] == 2
    assert len(game.s.hands[POLAND]) == 2
    assert len(game.s.hands[SOVIET]) == 0


@rule("23.3c", "23.3.1.9", "23.3.2.10")
def test_a_countered_escalation_draws_nothing() -> None:
    game = answered("P9", "S6 S10", "S6", "event P9")
    play(game, "event S10")
    assert len(game.s.hands[POLAND]) == 0
    assert game.s.pool[0] == 2


@rule("23.3.1.9", "23.3.1.10")
def test_both_answers_can_be_given() -> None:
    game = answered("P9 P10", "S6", "S6", "event P9")
    assert asks(game) == "poland: react"
    play(game, "event P10")
    assert game.s.pool[0] == 3
    assert len(game.s.hands[POLAND]) == 2


@rule("23.3.1.9")
def test_an_escalation_needs_events_to_draw() -> None:
    s = with_events(poland="P9 P10", soviet="S6", phase=REPLACEMENT)
    s.spent = (1 << 8) - 1
    game = table(s, EventPlay(card=card("S6")))
    assert offered(game, "event") == {"P10"}


@rule("23.3c")
def test_whether_an_answer_is_held_does_not_show() -> None:
    """Who has a hand is asked as long as an answer may be in it."""
    s = with_events(poland="P1", soviet="S6", phase=REPLACEMENT)
    game = table(s, EventPlay(card=card("S6")))
    assert asks(game) == "poland: react"
    assert not offered(game, "event")
    s = with_events(poland="P1", soviet="S6", phase=REPLACEMENT)
    s.spent = 1 << card("P9") | 1 << card("P10")
    assert not table(s, EventPlay(card=card("S6"))).stack
