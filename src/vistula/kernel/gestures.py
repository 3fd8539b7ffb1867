"""Gestures: a piece is dragged to a space, and the single clicks that this stands for.

The clicks are found by trying them in a game that the seat cannot tell from the real one, fewest first. A gesture is
found where the question is *about* the piece and the space can be clicked, or about the space and the piece can, or
where it has become about both. A title says what its questions are about, and finds ways over several spaces; it knows
no clicks.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from vistula.kernel.decision import Action, Decision

if TYPE_CHECKING:
    from vistula.kernel.game import Game
    from vistula.kernel.seat import Seat

MOST = 3
"""Clicks before the last: leave what was begun, name the stack or the target, name the piece."""
LEAVING = ("cancel", "back", "stop")
"""Buttons by which a player turns from what he has begun to something else."""


class About(NamedTuple):
    """What a question is about: sets of pieces and of spaces, a bit for each."""

    pieces: int = 0
    spaces: int = 0


def clicks(seat: Seat[Any], piece: int, space: int) -> list[Action]:
    """The clicks that bring a piece to a space, as far as the pending decision has anything to do with it."""
    if seat.decision is None or not seat.decision.waits or piece < 0 or space < 0:
        return []
    ways: list[tuple[list[Action], Game[Any]]] = [([], seat.determinize(random.Random(0)))]
    for _ in range(MOST + 1):
        for done, game in ways:
            last = _last(game.seat(seat.id), piece, space)
            if last is not None:
                return [*done, *last]
        ways = [further for done, game in ways for further in _further(game, done, seat, piece, space)]
    return []


def _last(seat: Seat[Any], piece: int, space: int) -> list[Action] | None:
    """What completes the gesture from here: a click, a way of several, nothing more; None where it is not in sight."""
    decision, frame = seat.decision, seat.frame
    assert decision is not None
    assert frame is not None
    about = seat.title.about(seat.s, frame)
    if about.pieces >> piece & 1:
        if about.spaces >> space & 1:
            return []
        there = [Action(o.verb, space) for o in decision.options if o.kind == "space" and space in o.args]
        return seat.title.way(seat, piece, space) or there[:1] or None
    if about.spaces >> space & 1:
        return next(([click] for click in _naming(seat, decision, piece)), None)
    return None


def _naming(seat: Seat[Any], decision: Decision, piece: int, *spaces: int) -> Iterator[Action]:
    """Clicks that mean a piece, on itself or on where it stands, or that mean one of these spaces."""
    places = (seat.title.stands(seat.s, piece), *spaces)
    for option in decision.options:
        if option.kind == "piece" and piece in option.args:
            yield Action(option.verb, piece)
        elif option.kind == "space":
            yield from (Action(option.verb, place) for place in places if place in option.args)


def _further(
    game: Game[Any], done: list[Action], seat: Seat[Any], piece: int, space: int
) -> Iterator[tuple[list[Action], Game[Any]]]:
    """The game after each click that may be on the way; the same seat is still asked, and nothing has been learnt."""
    own = game.seat(seat.id)
    assert own.decision is not None
    assert own.frame is not None
    busy = own.title.about(own.s, own.frame).pieces  # what is clicked now is meant for these
    tried = [] if busy else list(_naming(own, own.decision, piece, space))
    for click in [*tried, *(_leaving(own.decision) if not done else ())]:
        trial = game.clone().listen()
        trial.barriers = []
        trial.push(click, seat.id)
        after = trial.decisions.get(seat.id)
        if after is None or not after.waits or trial.barriers:
            continue
        if click.arg != space or _fights_for(trial.seat(seat.id), space):
            yield [*done, click], trial


def _fights_for(seat: Seat[Any], space: int) -> bool:
    """Whether a click on the space has made the question one about it; else it meant something else, as a facing."""
    return seat.frame is not None and bool(seat.title.about(seat.s, seat.frame).spaces >> space & 1)


def _leaving(decision: Decision) -> Iterator[Action]:
    for option in decision.options:
        if option.verb in LEAVING and option.kind == "button":
            yield Action(option.verb)
