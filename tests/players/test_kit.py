"""The planner that knows no title: sound plans from facts alone, from what a seat knows, whenever it is woken."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import vistula
import vistula.players.kit
from players.positions import M, act, at, choice, where
from vistula.board.hexes import collect, members
from vistula.kernel import Action, BadInput, Game, SeatId
from vistula.players import TRIAL, chance_of, lab_players
from vistula.players.captain import Budget
from vistula.players.kit.ground import Ground
from vistula.players.kit.memory import Memory
from vistula.players.kit.officer import Officer, question
from vistula.players.kit.player import KitCaptain, KitOfficer, KitRecruit
from vistula.players.kit.ply import Trial, _faces, expect
from vistula.players.play import Seated, asked, play_out, seat_players

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")
TITLES = ["warsaw-1920", "west-was-saved"]


def kits(title: str, seed: int, turns: int) -> Iterator[Game[Any]]:
    """A game that the kit plays with itself, at every decision of its first turns."""
    game = vistula.title(title).start(seed=seed, journal=False)
    for _ in play_out(game, seat_players(dict.fromkeys(game.seats, "kit"), seed)):
        if game.over or game.title.turn(game.s) > turns:
            return
        yield game


def test_it_knows_no_title() -> None:
    for file in Path(vistula.players.kit.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vistula"):
                assert (node.module or "").split(".")[1] in ("board", "kernel", "players"), file.name


def test_titles_know_of_the_players_no_more_than_the_kit_and_only_where_they_judge() -> None:
    games = Path(vistula.players.kit.__file__).parents[2] / "games"
    for file in games.rglob("*.py"):
        for line in file.read_text(encoding="utf8").splitlines():
            if line.strip().startswith(("from vistula.players", "import vistula.players")):
                assert "vistula.players.kit" in line, file
                assert "evaluation" in file.parts, file


@pytest.mark.parametrize(
    ("title", "side", "seed"),
    [("warsaw-1920", "poland", 5), ("warsaw-1920", "russia", 6), ("west-was-saved", "poland", 6),
     ("west-was-saved", "russia", 5)],
)  # fmt: skip
def test_it_beats_chance(title: str, side: str, seed: int) -> None:
    game = vistula.title(title).start(seed=seed, journal=False)
    for _ in play_out(game, seat_players({POLAND: "random", RUSSIA: "random", SeatId(side): "kit"}, seed)):
        pass
    assert game.result is not None
    assert game.result.winners == (side,)


# -- knowledge and memory -------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_what_is_hidden_does_not_move_it(title: str) -> None:
    compared, questions = 0, set()
    for n, game in enumerate(kits(title, seed=8, turns=2)):
        id = asked(game)
        own = game.seat(id)
        if n % 9 or own.s is game.s:
            continue
        scores = Officer(game.title.brief()).scores(own)
        twin = own.determinize(random.Random(n)).seat(id)
        assert Officer(game.title.brief()).scores(twin) == scores
        compared += 1
        questions.add(question(own))
    assert compared > 20
    assert len(questions) > 3


@pytest.mark.parametrize("title", TITLES)
def test_woken_in_mid_phase_it_goes_on(title: str) -> None:
    """Without any memory every answer is still offered, and moves are begun and carried on."""

    class Forgetful:
        def choose(self, seat: Any, rng: random.Random) -> Action:
            return KitOfficer().choose(seat, rng)

    game = vistula.title(title).start(seed=2, journal=False)
    steps = begun = 0
    for _, action in play_out(game, {seat: Seated(Forgetful(), chance_of(2, seat)) for seat in game.seats}):
        steps += action.verb == "step"
        begun += action.verb in ("unit", "stack")
        if steps > 40:
            break
    assert steps > 40
    assert begun > 8


@pytest.mark.parametrize("title", TITLES)
def test_every_answer_is_scored(title: str) -> None:
    for n, game in enumerate(kits(title, seed=4, turns=1)):
        decision = game.decisions[asked(game)]
        offered = {Action(o.verb, arg) for o in decision.options if not o.free for arg in o.args}
        if n % 5 == 0:
            assert set(Officer(game.title.brief()).scores(game.seat(asked(game)))) == (
                offered or set(decision.actions())
            )


# -- recruits and captains ------------------------------------------------------------------------------------


def test_recruits_differ_from_officers() -> None:
    game = next(g for g in kits("warsaw-1920", seed=3, turns=1) if g.decisions[asked(g)].step == "pick")
    seat = game.seat(asked(game))
    drawn = {KitRecruit().choose(seat, random.Random(n)) for n in range(30)}
    assert len(drawn) > 1
    assert KitOfficer().choose(seat, random.Random(1)) in drawn


@pytest.mark.parametrize(("title", "step"), [("warsaw-1920", "kind"), ("west-was-saved", "allocate")])
def test_captains_compare_courses_that_come_to_something_else(title: str, step: str) -> None:
    game = next(g for g in kits(title, seed=3, turns=3) if g.decisions[asked(g)].step == step)
    seat = game.seat(asked(game))
    officer = Officer(game.title.brief())
    approaches = list(officer.approaches(seat, fresh=True))
    assert approaches[0].name == "as usual"
    assert approaches[0].appraiser is officer
    assert len({str(sorted(approach.appraiser.plan(seat).goals)) for approach in approaches}) >= 3  # type: ignore[attr-defined]
    assert not list(officer.approaches(seat, fresh=False))
    told: list[str] = []
    action = KitCaptain(Budget(playouts=3), told.append).choose(seat, random.Random(1))
    assert action in game.decisions[asked(game)]
    assert told


def test_a_title_without_a_brief_says_so() -> None:
    with pytest.raises(BadInput, match="no brief yet"):
        vistula.title("strike-of-the-eagle").brief()
    assert set(TRIAL) <= set(lab_players())


# -- plans ----------------------------------------------------------------------------------------------------


def test_an_open_prize_that_ends_the_game_is_taken() -> None:
    game = at("""
        turn = 4
        side = "russia"
        phase = "operation"
        units.R-10cav = "1712"
        units.R-4 = "2013"
        units.P-8 = "1503"
    """)
    act(game, KitOfficer(), until="nothing")
    assert game.s.sudden


def test_such_a_prize_is_not_left_open() -> None:
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
    act(game, KitOfficer(), until="kind")
    assert "1709" in (where(game, "P-8"), where(game, "P-10"))


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
    assert choice(game, KitOfficer()) == Action("end")


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
    done = act(game, KitOfficer(), until="declare")
    assert sum(a.verb == "unit" for a in done[: done.index(Action("resolve"))]) == 3


# -- what is kept ---------------------------------------------------------------------------------------------


def test_memory_forgets_the_oldest() -> None:
    memory: Memory[str] = Memory(2)
    assert memory.once("a", lambda: "first") == "first"
    assert memory.once("a", lambda: "second") == "first"
    memory.put("b", "other")
    memory.put("c", "third")
    assert [memory.get(key) for key in "abc"] == [None, "other", "third"]
    assert memory.put("c", "anew") == memory.get("c") == "anew"


def test_a_flow_that_is_taken_up_again_is_what_it_would_be_anew() -> None:
    """Units of both sides come and go here and there; the ground remembers what they do not touch."""
    ground, rng = Ground(M.grid, M.cost, M.land), random.Random(3)
    hexes = members(M.land)
    starts = [1 << hex for hex in rng.sample(hexes, 12)]
    held, zone, again = 0, 0, 0
    for _ in range(60):
        held ^= 1 << rng.choice(hexes)
        zone = M.grid.dilate(held)
        for start in starts:
            before = ground._flows.get((start, 4))
            found, struck = ground.flow_again(start, 4, held, zone)
            again += before is not None and ground._flows[start, 4] is before
            assert found == ground.flow(start, 4, held, zone)
            assert collect(struck) == M.grid.dilate(found)
    assert again > 300


# -- one look ahead -------------------------------------------------------------------------------------------


def test_the_faces_of_a_roll() -> None:
    assert list(_faces([6])) == [(n,) for n in range(1, 7)]
    two = list(_faces([6, 6]))
    assert len(set(two)) == 6
    assert all(1 <= pip <= 6 for roll in two for pip in roll)
    dice = Trial((2,))
    assert (dice.roll("a", [6]), dice.roll("b", [6]), dice.sides) == ([2], [3], [6])
    assert any(one != other for one, other in (dice.roll("tie", [6, 6]) for _ in range(30)))


def test_one_look_ahead_sees_what_an_answer_does() -> None:
    """[6.1b] Of three in a hex that takes two, an elite division is missed more than a brigade."""
    game = at("""
        turn = 4
        side = "poland"
        phase = "movement"
        operation = 2
        units.P-PL1 = "1417"
        units.P-8 = "1417"
        units.P-Jaworski = "1416"
        units.R-4 = "2425"
    """)
    crowd = Action("unit", M.unit_by_key["P-Jaworski"]), Action("step", M.hex("1417")), Action("stop"), Action("end")
    for action in crowd:
        game.push(action)
    seat = game.seat(POLAND)
    assert question(seat) == "StackingCheck.excess"
    assert seat.decision is not None
    scores = expect(game.title.brief(), seat, seat.decision.actions())
    ranked = sorted(scores, key=lambda action: -scores[action])
    assert [M.key[action.arg] for action in ranked] == ["P-Jaworski", "P-8", "P-PL1"]
