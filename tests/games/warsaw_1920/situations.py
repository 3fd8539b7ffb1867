"""Situations for tests: games from the text of a position file, and random games decision by decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from textwrap import dedent

import vistula
from vistula.games.warsaw_1920.state import State
from vistula.kernel import Action, Decision, Dice, Game

TITLE = vistula.title("warsaw-1920")
M = TITLE.m


def game_at(text: str, journal: bool = True) -> Game[State]:
    """A game in the situation that a position file describes."""
    placed = TITLE.position(dedent(text), "test.toml")
    dice = Dice(b"0" * 32)
    dice.lay(placed.dice)
    game = Game(TITLE, placed.s, placed.stack, dice, placed.scenario, TITLE.settle_options({}))
    if journal:
        game.listen()
    return game.run()


def hexes(*names: str) -> list[int]:
    return [M.hex(name) for name in names]


def unit(key: str) -> int:
    return M.unit_by_key[key]


def any_action(decision: Decision, rng: random.Random) -> Action:
    """A verb uniformly, then its argument; verbs that only rearrange are left out."""
    options = [option for option in decision.options if not option.free] or decision.options
    option = rng.choice(options)
    return Action(option.verb, rng.choice(list(option.args)))


def random_game(seed: int, scenario: str = "quick", hear: bool = False) -> Iterator[Game[State]]:
    """A random game, handed out at every decision and once more at its end."""
    rng = random.Random(seed)
    game = TITLE.start(scenario, seed=seed, journal=False)
    if hear:
        game.listen()
    while not game.over:
        yield game
        game.push(any_action(next(iter(game.decisions.values())), rng))
    yield game
