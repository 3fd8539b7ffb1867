"""Random games and situations of the quick set-up, for tests of what seats are shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from textwrap import dedent

from vistula.games.warsaw_1920.state import State
from vistula.kernel import Action, Decision, Game
from vistula.kernel.game import begin

from .table import TITLE


def game_at(text: str) -> Game[State]:
    """The game that a position file describes; units that it does not list stand as in its scenario."""
    return begin(TITLE, None, 1, None, {}, dedent(text), "position")


def any_action(decision: Decision, rng: random.Random) -> Action:
    """A verb uniformly, then its argument; verbs that only rearrange are left out."""
    options = [option for option in decision.options if not option.free] or decision.options
    option = rng.choice(options)
    return Action(option.verb, rng.choice(list(option.args)))


def random_game(seed: int, scenario: str = "quick", hear: bool = False) -> Iterator[Game[State]]:
    """A random game without a journal, handed out at every decision and once more at its end."""
    rng = random.Random(seed)
    game = TITLE.start(scenario, seed=seed, journal=False)
    if hear:
        game.listen()
    while not game.over:
        yield game
        game.push(any_action(next(iter(game.decisions.values())), rng))
    yield game
