"""What random players may lean to: chance comes soon to what uniform chance meets in one phase of thousands.

A leaning says of an option how often it is drawn beside the others, and which of its arguments it likes best.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from vistula.kernel import Action, Game, Option

Leaning = Callable[[Game[Any], Option], tuple[float, list[int]]]


def drawn(game: Game[Any], options: list[Option], leaning: Leaning, rng: random.Random) -> Action:
    """An option by its weight, and mostly one of the arguments that it is liked for."""
    weighed = [(option, *leaning(game, option)) for option in options]
    ((option, _, liked),) = rng.choices(weighed, [weight for _, weight, _ in weighed])
    return Action(option.verb, rng.choice(liked if liked and rng.random() < 0.8 else option.args))


def late_leaders(game: Game[Any], option: Option) -> tuple[float, list[int]]:
    """Strike of the Eagle: attack, withdraw into empty areas, keep leaders until withdrawals, and let them march to
    where blocks have gone that were not there when the phase began."""
    from vistula.games.strike_of_the_eagle.model import Stage, foe
    from vistula.games.strike_of_the_eagle.rules.queries import occupied
    from vistula.parts.zones import beside

    s, late = game.s, game.s.step == Stage.WITHDRAWALS
    frame: Any = game.stack[-1]
    side = frame.command >> 1 if hasattr(frame, "command") else max(0, getattr(frame, "side", 0))
    enemies = occupied(s, foe(side))
    near = enemies & ~s.began[foe(side)] if late else enemies
    if option.verb == "withdraw":
        near = beside(s.m.around, enemies)
    elif type(frame).__name__ == "WithdrawOrder":
        near = ~s.began[side]
    liked = [area for area in option.args if near >> area & 1] if option.kind == "space" else []
    if option.verb == "leader":
        return (9.0 if late else 0.01), []
    if option.verb in ("march-to", "move-to") and late:
        return (40.0 if liked else 1.0), liked
    return (5.0 if option.verb in ("withdraw", "march-out", "move-out") else 1.0), liked


LEANINGS: dict[str, Leaning] = {"late-leaders": late_leaders}
