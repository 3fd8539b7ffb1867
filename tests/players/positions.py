"""Situations of Warsaw 1920 for the players' tests, with no other units on the map than those listed."""

from __future__ import annotations

import random
from textwrap import dedent
from typing import Any

import vistula
from vistula.games.warsaw_1920.state import State
from vistula.kernel import Action, Game, SeatId
from vistula.kernel.game import begin
from vistula.players import Player

TITLE = vistula.title("warsaw-1920")
M = TITLE.m  # type: ignore[attr-defined]


def at(text: str) -> Game[State]:
    return begin(TITLE, None, 1, None, {}, "clear = true\n" + dedent(text), "position")


def where(game: Game[State], unit: str) -> str:
    """The hex number of a unit, or "" if it is off the map."""
    hex = game.s.place[M.unit_by_key[unit]]
    return M.grid.number(hex) if hex >= 0 else ""


def said(action: Action, kind: str) -> str:
    """An action by printed names."""
    return f"{action.verb} {TITLE.name_of(kind, action.arg)}"


def act(game: Game[State], player: Player, until: str, limit: int = 400) -> list[Action]:
    """Let one player answer whatever is asked of any seat until a step of this name is asked or the game is over."""
    done: list[Action] = []
    rng = random.Random(1)
    for _ in range(limit):
        if game.over:
            break
        seat, decision = next(iter(game.decisions.items()))
        if decision.step == until and done:
            break
        done.append(player.choose(game.seat(seat), rng))
        game.push(done[-1], seat)
    return done


def choice(game: Game[Any], player: Player) -> Action:
    """What the player answers to the question at hand."""
    seat = SeatId(next(iter(game.decisions)))
    return player.choose(game.seat(seat), random.Random(1))
