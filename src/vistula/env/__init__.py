"""Every title as an environment for research (extra `env`).

import vistula.env

env = vistula.env.make("vistula/warsaw_1920_v0")
env.reset(seed=7)
observation, reward, terminated, truncated, info = env.last()

Names carry a version. It grows when the meaning of an action's integer or of an observation's number changes, so that
results under one name can be compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import vistula.games  # noqa: F401  registers the titles
from vistula.kernel.errors import BadInput
from vistula.kernel.title import registered, title

if TYPE_CHECKING:
    from vistula.env.aec import VistulaEnv

PREFIX = "vistula/"


def name_of(game: str) -> str:
    """The environment of a title: "warsaw-1920" is "vistula/warsaw_1920_v0"."""
    return f"{PREFIX}{game.replace('-', '_')}_v{title(game).lexicon().version}"


def names() -> list[str]:
    """All environments."""
    return [name_of(game) for game in registered()]


def game_of(name: str) -> str:
    """The title of an environment; BadInput for a name or a version that does not exist."""
    game = name.removeprefix(PREFIX).rpartition("_v")[0].replace("_", "-")
    if game in registered() and name_of(game) == name:
        return game
    raise BadInput(name, "", f"no such environment; there are: {', '.join(names())}")


def raw(name: str, **options: Any) -> VistulaEnv:
    """An environment without wrappers."""
    from vistula.env.aec import VistulaEnv

    return VistulaEnv(game_of(name), name.removeprefix(PREFIX), **options)


def make(name: str, **options: Any) -> Any:
    """An environment with PettingZoo's checks of order and bounds around it.

    `options`: scenario, options (of the table), pack, free_verbs, limit, render_mode.
    """
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw(name, **options)))


__all__ = ["game_of", "make", "name_of", "names", "raw"]
