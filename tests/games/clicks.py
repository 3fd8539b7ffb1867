"""Clicks by printed names, whatever the game: what the `table.py` of every title speaks.

A click is a verb and, if it needs one, the name of what it is applied to; it is made by whoever is asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from vistula.kernel import Action, Decision, Event, Game, IllegalAction, Result

AnyGame = Game[Any]
MANY = 2000  # clicks that no situation of a test needs


def asked(game: AnyGame, seat: str = "") -> Decision:
    """The one question that the table waits for, or the question to one seat."""
    if seat:
        return next(d for d in game.decisions.values() if d.seat == seat)
    (decision,) = (d for d in game.decisions.values() if d.waits)
    return decision


def asks(game: AnyGame) -> str:
    """Who is asked, and by which step."""
    return f"{asked(game).seat}: {asked(game).step}"


def play(game: AnyGame, *clicks: str, seat: str = "") -> AnyGame:
    """Each click by whoever is asked; IllegalAction if it is not offered."""
    for click in clicks:
        decision = asked(game, seat)
        game.play(decision.seat, action(game, decision, click))
        assert game.journal is None or len(game.journal.entries) < MANY, f"{click} goes on and on"
    return game


def action(game: AnyGame, decision: Decision, click: str) -> Action:
    verb, _, name = click.partition(" ")
    kind = next((o.kind for o in decision.options if o.verb == verb), None)
    if kind is None:
        offered = ", ".join(decision.verbs())
        raise IllegalAction(decision.rule, f"{verb} is not offered to {decision.seat}; offered: {offered}")
    return Action(verb, game.title.arg_of(kind, name) if name else 0)


def can(game: AnyGame, click: str) -> bool:
    decision = asked(game)
    try:
        return action(game, decision, click) in decision
    except IllegalAction:
        return False


def offered(game: AnyGame, verb: str, seat: str = "") -> set[str]:
    """The names of everything that a verb may be applied to now."""
    for option in asked(game, seat).options:
        if option.verb == verb:
            return {game.title.name_of(option.kind, arg) for arg in option.args}
    return set()


def roll(game: AnyGame, *dice: int) -> AnyGame:
    """The dice that come next."""
    game.dice.laid = list(dice)
    return game


def play_out(game: AnyGame, rng: random.Random, decisions: int = 100_000) -> Iterable[AnyGame]:
    """Random clicks, a verb first and then what it is applied to; the game is yielded at every decision."""
    for _ in range(decisions):
        yield game
        if game.over:
            return
        waiting = [d for d in game.decisions.values() if d.waits]
        decision = rng.choice(waiting) if len(waiting) > 1 else waiting[0]
        option = rng.choice([o for o in decision.options if not o.free] or decision.options)
        game.play(decision.seat, Action(option.verb, rng.choice(list(option.args))))


def events(game: AnyGame, key: str) -> list[Event]:
    return [event for event in game.events if event.key == key]


def last(game: AnyGame, key: str) -> Event:
    return events(game, key)[-1]


def result(game: AnyGame) -> Result:
    assert game.result is not None
    return game.result
