"""The staff does it: an officer plays a seat's phase as that seat's own draft, from what the seat knows."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import vistula
from games.recorded import GAMES, path_of
from kernel.comparing import Questions, differing, digest, knowledge
from vistula.kernel import ONLOOKER, Action, Game, IllegalAction
from vistula.kernel.record import read, replay
from vistula.kernel.save import load, save
from vistula.kernel.snapshots import load as load_snapshots
from vistula.players.play import asked, play_out, seat_players
from vistula.players.staff import carry_out, plan


@cache
def a_movement_phase() -> bytes:
    game = vistula.title("warsaw-1920").start(seed=3)
    for _ in play_out(game, seat_players(dict.fromkeys(game.seats, "officer"), 3)):
        decision = game.decision_of("russia")
        if decision is not None and decision.rule == "10.1a" and "unit" in decision.verbs() and not game.draft[0]:
            return save(game)
    raise LookupError("nobody moves")


def moving() -> Game[Any]:
    """A game at the beginning of a Russian movement phase."""
    return load(a_movement_phase()).listen()


def run(game: Game[Any], seat: str, group: str = "") -> int:
    return carry_out(game, seat, plan(game.seat(seat), group))


def test_the_staff_moves_a_phase_and_one_undo_takes_it_back():
    game = moving()
    was, phase = digest(game), game.seat("russia").view().phase
    seen = {other: knowledge(game.seat(other), Questions()) for other in ("poland", ONLOOKER)}
    orders = plan(game.seat("russia"))
    assert carry_out(game, "russia", orders) == len(orders.actions) > 10
    assert orders.told.startswith("Your staff has done all it would in this phase.")
    assert orders.told.endswith("is left to you."), "one move would show a stack that Russia cannot see"
    assert game.seat("russia").view().phase == phase, "to end it is the player's own affair"
    assert not game.barriers
    for other, known in seen.items():
        assert not differing(known, knowledge(game.seat(other), Questions())), "a draft is seen by nobody else"
    game.undo("russia")
    assert digest(game) == was
    assert plan(game.seat("russia")) == orders


def test_what_would_end_the_draft_is_brought_to_the_brink_when_nothing_else_is_left():
    game = moving()
    run(game, "russia")
    was = digest(game)
    last = plan(game.seat("russia"))
    assert last.told == "Your staff stopped before something hidden would be shown."
    assert carry_out(game, "russia", last) == len(last.actions) > 0
    assert not game.barriers
    game.undo("russia")
    assert digest(game) == was


def test_one_front_is_moved_and_the_other_stays():
    game = moving()
    own = game.seat("russia")
    west, southwest = own.title.groups(own)
    assert (west.title, southwest.title) == ("Western Front", "Southwest Front")
    assert [group.id for group in own.decision_view().groups] == ["west", "southwest"]
    before = list(game.s.place)
    run(game, "russia", "west")
    moved = {unit for unit, hex in enumerate(game.s.place) if hex != before[unit]}
    assert moved
    assert all(west.pieces >> unit & 1 for unit in moved)
    game.undo("russia")
    assert list(game.s.place) == before
    run(game, "russia", "Southwest Front")
    assert all(southwest.pieces >> unit & 1 for unit, hex in enumerate(game.s.place) if hex != before[unit])


def test_a_group_that_does_not_exist_is_refused():
    with pytest.raises(IllegalAction, match="there is no group 'north'; there are: west, southwest"):
        plan(moving().seat("russia"), "north")
    with pytest.raises(IllegalAction, match="there is no group 'west'; you have none now"):
        plan(moving().seat("poland"), "west")


def test_the_staff_waits_for_its_turn_and_for_house_rules_that_let_it_undo():
    game = moving()
    with pytest.raises(IllegalAction, match="only when it is your turn"):
        plan(game.seat("poland"))
    for undo in ("move", "consent"):
        game.options = {**game.options, "undo": undo}
        with pytest.raises(IllegalAction, match="house rules"):
            plan(game.seat("russia"))


def test_what_the_player_has_begun_stays_when_the_staff_is_taken_back():
    game = moving()
    decision = game.decision_of("russia")
    game.play("russia", Action("unit", decision.verbs()["unit"][0]))
    begun = digest(game)
    run(game, "russia")
    game.undo("russia")
    assert digest(game) == begun
    game.undo("russia")
    assert game.draft == (None, [])


# -- everywhere ---------------------------------------------------------------------------------------------------


def snapshots(name: str) -> list[Game[Any]]:
    """A recorded game at the beginning of each of its turns."""
    *_, whole = replay(read(path_of(name)), name)
    return [load_snapshots(whole.title, whole.journal, whole.snapshots[: i + 1]) for i in range(len(whole.snapshots))]


SHORTEST = {name.partition("/")[0]: name for name in sorted(GAMES, key=lambda name: -path_of(name).stat().st_size)}


@pytest.mark.parametrize("name", SHORTEST.values())
def test_the_staff_knows_what_its_seat_knows_and_one_undo_takes_its_work_back(name: str) -> None:
    """At the beginning of turns of a recorded game and some moments later: two worlds that the seat cannot tell from
    the real one give the same orders; nobody else sees anything; undo gives back the same game."""
    worked = 0
    for n, game in enumerate(snapshots(name)[::2][:4]):
        rng = random.Random(n)
        for _ in range(3):
            worked += 0 if game.over else staff_holds(game, rng)
    assert worked >= 3


def staff_holds(game: Game[Any], rng: random.Random) -> int:
    """Check the staff at a moment, then let the game go on a little; how many actions the staff took."""
    seat = asked(game)
    own = game.seat(seat)
    orders = plan(own)
    for seed in (1, 2):
        assert plan(own.determinize(random.Random(seed)).seat(seat)) == orders, "it knows what is hidden"
    done = 0
    if orders.actions:
        was, others = digest(game), [other for other in (*game.seats, ONLOOKER) if other != seat]
        seen = {other: knowledge(game.seat(other), Questions()) for other in others}
        done = carry_out(game, seat, orders)
        if not game.barriers:
            assert done == len(orders.actions)
            assert not any(differing(seen[other], knowledge(game.seat(other), Questions())) for other in others)
            game.undo(seat)
            assert digest(game) == was
    for _ in range(12):
        if not game.over:
            who = asked(game)
            options = [o for o in game.decision_of(who).options if not o.free]
            option = rng.choice(options)
            game.play(who, Action(option.verb, rng.choice(option.args)))
    return done
