"""Officer and Recruit: sound answers in plain situations, from what their seat knows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from players.positions import TITLE, M, act, at, choice, where
from vistula.board.hexes import collect, members
from vistula.games.warsaw_1920.evaluation.ground import ground_of
from vistula.games.warsaw_1920.state import OVERSTACKED, State
from vistula.kernel import Action, Game, SeatId
from vistula.players import PLAYERS, Greedy, Recruit, chance_of
from vistula.players.kit.ground import reach, way
from vistula.players.play import Seated, asked, play_out, seat_players

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")


def played(poland: str, russia: str, seed: int, scenario: str = "quick") -> Game[Any]:
    game = TITLE.start(scenario, seed=seed, journal=False)
    for _ in play_out(game, seat_players({POLAND: poland, RUSSIA: russia}, seed)):
        pass
    return game


# -- the war as a whole -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("side", ["poland", "russia"])
def test_an_officer_beats_chance(side: str, seed: int) -> None:
    names = {"poland": "random", "russia": "random", side: "greedy"}
    result = played(names["poland"], names["russia"], seed).result
    assert result is not None
    assert result.winners == (side,)


@pytest.mark.parametrize("scenario", ["quick", "free"])
def test_officers_never_overstack(scenario: str) -> None:
    game = played("greedy", "greedy", 3, scenario)
    assert not [u for u in M.units if game.s.place[u] == OVERSTACKED]


def test_a_recruit_plays_to_the_end_and_differs_from_an_officer() -> None:
    game = played("recruit", "recruit", 5)
    assert game.result is not None
    seat = TITLE.start("quick", seed=1, journal=False).seat(RUSSIA)
    drawn = {Recruit().choose(seat, random.Random(n)) for n in range(40)}
    assert Greedy().choose(seat, random.Random(1)) in drawn


def test_the_names_at_the_table() -> None:
    assert {"recruit", "officer", "greedy", "captain"} <= set(PLAYERS)
    assert PLAYERS["officer"] is PLAYERS["greedy"]


# -- knowledge ----------------------------------------------------------------------------------------------


def russian_seats(seed: int, every: int) -> Iterator[Game[Any]]:
    """A game of officers at some of the decisions where Russia does not know all."""
    game = TITLE.start("quick", seed=seed, journal=False)
    for n, _ in enumerate(play_out(game, seat_players({POLAND: "greedy", RUSSIA: "greedy"}, seed))):
        if not game.over and n % every == 0 and asked(game) == RUSSIA and game.seat(RUSSIA).s is not game.s:
            yield game


def test_what_is_hidden_does_not_move_an_officer() -> None:
    compared = 0
    for game in russian_seats(seed=8, every=40):
        own = game.seat(RUSSIA)
        chosen = Greedy().choose(own, random.Random(1))
        for world in range(2):
            twin = own.determinize(random.Random(world))
            assert Greedy().choose(twin.seat(RUSSIA), random.Random(1)) == chosen
            compared += 1
    assert compared > 10


def test_an_officer_woken_in_mid_phase_goes_on() -> None:
    """Memory only saves work: without any of it every answer is still offered, and moves are not cut short."""
    game = TITLE.start("quick", seed=2, journal=False)

    class Forgetful:
        def choose(self, seat: Any, rng: random.Random) -> Action:
            return Greedy().choose(seat, rng)

    steps = 0
    players = {seat: Seated(Forgetful(), chance_of(2, seat)) for seat in (POLAND, RUSSIA)}
    for seat, action in play_out(game, players):
        steps += seat == RUSSIA and action.verb == "step"
        if game.s.turn == 2:
            break
    assert steps > 30


# -- Warsaw ---------------------------------------------------------------------------------------------------


def test_an_open_warsaw_is_taken() -> None:
    game = at("""
        turn = 4
        side = "russia"
        phase = "operation"
        units.R-10cav = "1712"
        units.R-4 = "2013"
        units.P-8 = "1503"
    """)
    act(game, Greedy(), until="nothing")
    assert game.s.sudden


def test_warsaw_is_not_left_open() -> None:
    game = at("""
        turn = 4
        side = "poland"
        phase = "movement"
        operation = 2
        units.P-8 = "1607"
        units.P-10 = "1409"
        units.R-10cav = "1713"
        units.R-15cav = "1713"
        units.R-4 = "1813"
    """)
    act(game, Greedy(), until="kind")
    assert "1709" in (where(game, "P-8"), where(game, "P-10"))


def test_no_resupply_with_warsaw_in_reach() -> None:
    game = at("""
        turn = 5
        side = "russia"
        phase = "resupply"
        tracks.west = 2
        units.R-4 = "1710"
        units.R-11 = "1710"
        units.R-33 = "1710"
        units.R-27 = "1809"
        units.R-10 = "1809"
        units.R-5 = "1809"
        units.R-6 = "1811"
        units.R-21 = "1811"
        units.P-8 = "Warszawa"
        units.R-2 = "eliminated"
    """)
    assert choice(game, Greedy()) == Action("decline")


# -- attack and defence -----------------------------------------------------------------------------------------


def test_a_lone_enemy_is_surrounded_before_he_is_attacked() -> None:
    """Two stacks on opposite sides leave no way out: every retreat is then a loss."""
    game = at("""
        turn = 2
        side = "russia"
        phase = "movement"
        operation = 1
        units.P-8 = "2122"
        units.R-4 = "2125"
        units.R-11 = "2125"
        units.R-33 = "2125"
        units.R-10cav = "2224"
        units.R-15cav = "2224"
    """)
    act(game, Greedy(), until="kind")
    target = M.hex("2122")
    held = collect(game.s.place[u] for u in M.russian if game.s.place[u] >= 0) & M.around[target]
    assert not M.around[target] & ~held & ~M.grid.dilate(held)


def test_a_hopeless_attack_is_left_alone() -> None:
    game = at("""
        turn = 3
        side = "poland"
        phase = "combat"
        units.P-Jaworski = "1412"
        units.R-4 = "1413"
        units.R-11 = "1413"
        units.R-33 = "1413"
    """)
    assert choice(game, Greedy()) == Action("end")


def test_the_surplus_stays_out_of_an_attack() -> None:
    """Six to one is the best column: what goes beyond it is not risked."""
    game = at("""
        turn = 3
        side = "russia"
        phase = "combat"
        units.P-2K = "1417"
        units.R-4 = "1418"
        units.R-11 = "1418"
        units.R-33 = "1418"
        units.R-27 = "1317"
        units.R-10 = "1317"
    """)
    done = act(game, Greedy(), until="declare")
    assert sum(a.verb == "unit" for a in done[: done.index(Action("resolve"))]) == 3


def test_an_exchange_is_paid_with_the_cheapest() -> None:
    game = at("""
        turn = 3
        side = "russia"
        phase = "combat"
        dice = [2]
        units.P-8 = "1417"
        units.R-4cav = "1418"
        units.R-7 = "1418"
        units.R-58 = "1418"
        units.R-60 = "1317"
    """)
    act(game, Greedy(), until="declare")
    assert where(game, "R-4cav")
    assert not where(game, "P-8")


def test_the_counterattack_waits_for_turn_6() -> None:
    game = at("""
        turn = 3
        side = "poland"
        phase = "reinforcement"
        units.P-8 = "1417"
        units.R-4 = "2425"
    """)
    while next(iter(game.decisions.values())).step != "counterattack_order":
        game.push(choice(game, Greedy()))
    assert choice(game, Greedy()) == Action("order", 6)


# -- the ground they think on -------------------------------------------------------------------------------------


def test_reach_is_what_the_rules_offer() -> None:
    """Every hex a unit is thought to reach can be reached by steps that are offered, at every turn of the way."""
    game = TITLE.start("quick", seed=7, journal=False)
    ground = ground_of(M)
    rng = random.Random(7)
    checked = 0
    for _ in play_out(game, seat_players({POLAND: "greedy", RUSSIA: "greedy"}, 7)):
        if game.over or game.stack[-1].at != "way" or rng.random() > 0.05:
            continue
        checked += _walk(game.clone(), ground, rng)
    assert checked > 20


def _walk(game: Game[State], ground: Any, rng: random.Random) -> int:
    frame: Any = game.stack[-1]
    s = game.s
    if type(frame).__name__ != "Move":
        return 0
    foe = 1 - s.side
    ezoc = M.grid.dilate(s.zoc_from[foe]) & M.land
    barred = s.occupied[foe] | ~ground.open
    before = reach(ground, frame.hex, frame.left, barred, ezoc, frame.whole)
    assert collect(before) == ground.flow(1 << frame.hex, frame.left, barred, ezoc) or not frame.whole
    path = way(before, rng.choice(sorted(before)))
    for hex in path:
        offered = next(iter(game.decisions.values())).verbs()
        if type(game.stack[-1]).__name__ != "Move":
            return 1  # a rout came between
        assert hex in offered["step"]
        game.push(Action("step", hex))
    return 1


def test_distances_are_shortest_ways() -> None:
    ground = ground_of(M)
    far = ground.distances([M.warsaw])
    for hex in members(ground.open)[::37]:
        near = [far[n] + cost for n, cost in ground.roads[hex]]
        assert far[hex] in (0, 99) or min(near) - far[hex] <= 2
