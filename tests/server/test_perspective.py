"""What a seat has been shown: its revision, its lines, and that nobody misses anything."""

from __future__ import annotations

import random

import msgspec
import pytest

import kernel.toy  # noqa: F401 - registers itself
from vistula.kernel import Action
from vistula.kernel.decision import ONLOOKER
from vistula.kernel.state import Event
from vistula.kernel.title import title
from vistula.server.names import side_told
from vistula.server.perspective import Perspective
from vistula.server.wire import Update


@pytest.mark.parametrize(
    ("game_id", "scenario", "seed"),
    [
        ("toy", "short", 1),
        ("toy", "long", 2),
        ("toy", "long", 3),
        ("warsaw-1920", "free", 4),
        ("warsaw-1920", "quick", 5),
    ],
)
def test_who_did_not_act_sees_something_new_only_at_a_barrier(game_id: str, scenario: str, seed: int) -> None:
    """The server looks again for the seat that acted, and for the others only if a barrier was raised."""
    game = title(game_id).start(scenario, seed=seed)
    rng = random.Random(seed)
    looks = {seat: Perspective(seat, 1) for seat in (*game.seats, ONLOOKER)}
    for look in looks.values():
        look.refresh(game, {})
    skipped = 0
    for _ in range(400):
        if game.over:
            break
        barrier = game.barrier
        seat = rng.choice(list(game.decisions))
        if game.undo_view(seat).can and rng.random() < 0.1:
            game.undo(seat)
        else:
            decision = game.decision_of(seat)
            assert decision is not None
            option = rng.choice(decision.options)
            game.play(seat, Action(option.verb, rng.choice(option.args)))
        for other, look in looks.items():
            before = look.revision
            changed = look.refresh(game, {})
            if other != seat and game.barrier is barrier:
                assert not changed, f"{other} was not shown what {seat} did"
                assert look.revision == before
                skipped += 1
    assert skipped > 50


@pytest.mark.parametrize(
    ("id", "refs", "side"),
    [
        ("strike-of-the-eagle", {"side": 0}, "poland"),
        ("strike-of-the-eagle", {"side": 1}, "russia"),
        ("west-was-saved", {"side": "poland"}, "poland"),
        ("warsaw-1920", {}, "russia"),
        ("warsaw-1920", {"side": -1}, "russia"),
    ],
)
def test_the_sign_of_a_line_is_that_of_whom_it_tells(id: str, refs: dict[str, object], side: str) -> None:
    """The Russians may turn up what the Poles have laid; only where no side is named does it matter who acted."""
    assert side_told(title(id), Event("0", "key", refs, "russia")) == side


def test_lines_are_numbered_without_gaps_and_go_back_with_undo() -> None:
    game = title("warsaw-1920").start("quick", seed=11)
    rng = random.Random(1)
    seat = next(iter(game.decisions))
    look = Perspective(seat, 1)
    look.refresh(game, {})
    undone = 0
    for _ in range(120):
        if seat not in game.decisions:
            break
        told = len(look.lines)
        option = rng.choice([o for o in game.decisions[seat].options if not o.free])
        game.play(seat, Action(option.verb, rng.choice(option.args)))
        look.refresh(game, {})
        assert [line.n for line in look.lines] == list(range(len(look.lines)))
        if game.undo_view(seat).can and len(look.lines) > told:
            game.undo(seat)
            assert look.refresh(game, {})
            assert len(look.lines) == told
            assert look.floor <= told
            undone += 1
    assert undone


def test_an_update_is_what_the_wire_says() -> None:
    game = title("warsaw-1920").start("quick", seed=1)
    look = Perspective(game.seats[0], 5)
    look.refresh(game, {"poland": "Ola"})
    update = msgspec.json.decode(look.update(0, frozenset({"russia"})), type=Update)
    assert update.revision == update.view.revision == 5
    assert update.thinking == ["russia"]
    assert update.view.seats[0].who == "Ola"
    assert update.heard == len(update.lines)
