"""Computer players: what they choose, and that they choose from their knowledge alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import vistula
from vistula.kernel import Action, BadInput, Decision, Game, Option, Seat, SeatId
from vistula.players import PLAYERS, Chance, chance_of
from vistula.players.play import asked, play_out, players_of, seat_players

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")
QUICK = [name for name in PLAYERS if name != "captain"]  # who takes his time: test_captain.py


def started(scenario: str = "quick", seed: int = 1) -> Game[Any]:
    return vistula.title("warsaw-1920").start(scenario, seed=seed, journal=False)


def seat_with(*options: Option) -> Seat[Any]:
    game = started()
    return Seat(game.title, POLAND, game.s, [], Decision(POLAND, "5.2a", "", list(options)), [])


# -- random -----------------------------------------------------------------------------------------------


def test_random_draws_a_verb_and_then_its_argument() -> None:
    seat = seat_with(Option("step", [1, 2, 3, 4, 5, 6, 7, 8, 9], "space"), Option("stop"))
    rng = random.Random(1)
    drawn = Counter(Chance().choose(seat, rng) for _ in range(4000))
    assert 1800 < drawn[Action("stop")] < 2200
    assert all(150 < drawn[Action("step", hex)] < 300 for hex in range(1, 10))


def test_random_never_takes_back() -> None:
    seat = seat_with(Option("lift", [1, 2, 3], "piece", free=True), Option("done"), Option("cancel", free=True))
    rng = random.Random(1)
    assert {Chance().choose(seat, rng) for _ in range(100)} == {Action("done")}


def test_random_still_answers_where_all_is_taking_back() -> None:
    assert Chance().choose(seat_with(Option("cancel", free=True)), random.Random(1)) == Action("cancel")


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("scenario", ["quick", "free"])
def test_a_player_chooses_what_is_offered_to_the_end(name: str, scenario: str) -> None:
    game = started(scenario, seed=4)
    for _ in play_out(game, seat_players(dict.fromkeys(game.seats, name), 4)):
        pass
    assert game.over
    assert game.result is not None


@pytest.mark.parametrize("name", QUICK)
def test_twin_worlds_with_the_same_chance_give_the_same_choice(name: str) -> None:
    """What is hidden from a seat cannot move its player."""
    game, compared = started(seed=9), 0
    for n, (_seat, _action) in enumerate(play_out(game, seat_players(dict.fromkeys(game.seats, "random"), 9))):
        if game.over or asked(game) != RUSSIA or n % 7:
            continue
        own = game.seat(RUSSIA)
        if own.s is game.s:
            continue
        chosen = PLAYERS[name]().choose(own, random.Random(n))
        for world in range(3):
            twin = own.determinize(random.Random(1000 + world))
            assert PLAYERS[name]().choose(twin.seat(RUSSIA), random.Random(n)) == chosen
            compared += 1
    assert compared > 20


# -- seats --------------------------------------------------------------------------------------------------


def test_chance_depends_on_seed_and_seat_alone() -> None:
    assert chance_of(1, "poland").random() == chance_of(1, "poland").random()
    assert len({chance_of(seed, seat).random() for seed in (1, 2) for seat in (POLAND, RUSSIA)}) == 4


def test_who_sits_where() -> None:
    title = vistula.title("warsaw-1920")
    known = ("human", "random")
    assert players_of(title, {}, {"russia": "random"}, "human", known) == {POLAND: "human", RUSSIA: "random"}
    with pytest.raises(BadInput, match="no such seat; there are: poland, russia"):
        players_of(title, {}, {"prussia": "random"}, "human", known)
    with pytest.raises(BadInput, match="no such player; there are: human, random"):
        players_of(title, {}, {"poland": "grandmaster"}, "human", known)


def test_a_side_stands_for_all_its_seats() -> None:
    title = vistula.title("strike-of-the-eagle")
    given = {"poland": "random", "poland-south": "human"}
    found = players_of(title, {"players": "4"}, given, "greedy", ("human", "random", "greedy"))
    assert list(found.items()) == [
        ("poland-north", "random"), ("poland-south", "human"), ("russia-north", "greedy"), ("russia-south", "greedy"),
    ]  # fmt: skip


class Cheat(Chance):
    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        return Action("win")


def test_a_player_that_chooses_what_is_not_offered_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "cheat", Cheat)
    game = started()
    with pytest.raises(ValueError, match=r"Cheat chose .*win.* is not offered"):
        list(play_out(game, seat_players(dict.fromkeys(game.seats, "cheat"), 1)))


def test_with_and_without_a_journal_the_same_game_is_played() -> None:
    title = vistula.title("warsaw-1920")
    played = []
    for journal in (True, False):
        game = title.start("free", seed=6, journal=journal)
        played.append(([*play_out(game, seat_players(dict.fromkeys(game.seats, "random"), 6))], game.result))
    assert played[0] == played[1]
