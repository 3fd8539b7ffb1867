"""Gestures: a piece is dragged to a space, and the single clicks that this stands for.

The clicks are found by trying them in a game that the seat cannot tell from the real one, fewest first. A gesture is
found where the question is *about* the piece and the space can be clicked, or about the space and the piece can, or
where it has become about both. A title says what its questions are about, and finds ways over several spaces; it knows
no clicks. Where a title moves pieces of a stack together, those dragged with a piece join it before it goes; elsewhere
each goes after the other (`Game.go`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
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


class Group(NamedTuple):
    """Pieces that a player may speak of together, such as a Front: their name, and a bit for each."""

    id: str
    title: str
    pieces: int


class Road(NamedTuple):
    """One way to get somewhere: its clicks; what it is called, where there are several; and what it costs, in words."""

    clicks: list[Action]
    by: str = ""
    label: str = ""
    price: str = ""


def roads(seat: Seat[Any], piece: int, space: int, others: Sequence[int] = ()) -> list[Road]:
    """The ways that bring a piece to a space, the usual one first, as far as the pending decision has anything to do
    with it; `others` go along where the question lets them join."""
    if seat.decision is None or not seat.decision.waits or piece < 0 or space < 0:
        return []
    ways: list[tuple[list[Action], Game[Any]]] = [([], seat.determinize(random.Random(0)))]
    for before in range(MOST + 1):
        if before:
            ways = [further for done, game in ways for further in _further(game, done, seat, piece, space)]
        for done, game in ways:
            joined, together = _joined(game, seat, piece, others)
            last = _last(together.seat(seat.id), piece, space)
            if last is not None:
                return [road._replace(clicks=[*done, *joined, *road.clicks]) for road in last]
    return []


def clicks(seat: Seat[Any], piece: int, space: int) -> list[Action]:
    """The clicks of the usual way."""
    found = roads(seat, piece, space)
    return found[0].clicks if found else []


def _joined(game: Game[Any], seat: Seat[Any], piece: int, others: Sequence[int]) -> tuple[list[Action], Game[Any]]:
    """Pieces that the question takes along with the one it is about, each by a click on it."""
    done: list[Action] = []
    for other in others:
        own = game.seat(seat.id)
        assert own.decision is not None
        assert own.frame is not None
        about = own.title.about(own.s, own.frame)
        if not (about.pieces >> piece & about.pieces >> other & 1) or about.spaces:
            continue
        taking = [o.verb for o in own.decision.options if o.kind == "piece" and other in o.args and not o.free]
        trial = _after(game, Action(taking[0], other), seat) if taking else None
        if trial is not None:
            done, game = [*done, Action(taking[0], other)], trial
    return done, game


def _last(seat: Seat[Any], piece: int, space: int) -> list[Road] | None:
    """What completes the gesture from here: a click, a way of several, nothing more; None where it is not in sight."""
    decision, frame = seat.decision, seat.frame
    assert decision is not None
    assert frame is not None
    about = seat.title.about(seat.s, frame)
    if about.pieces >> piece & 1:
        if about.spaces >> space & 1:
            return [Road([])]
        there = [Road([Action(o.verb, space)]) for o in decision.options if o.kind == "space" and space in o.args]
        return seat.title.ways(seat, piece, space) or there[:1] or None
    if about.spaces >> space & 1:
        return next(([Road([click])] for click in _naming(seat, decision, piece)), None)
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
        trial = _after(game, click, seat)
        if trial is not None and (click.arg != space or _fights_for(trial.seat(seat.id), space)):
            yield [*done, click], trial


def _after(game: Game[Any], click: Action, seat: Seat[Any]) -> Game[Any] | None:
    """The game after a click; None where another seat is asked then, or something has been learnt."""
    trial = game.clone().listen()
    trial.barriers = []
    trial.push(click, seat.id)
    after = trial.decisions.get(seat.id)
    return None if after is None or not after.waits or trial.barriers else trial


def _fights_for(seat: Seat[Any], space: int) -> bool:
    """Whether a click on the space has made the question one about it; else it meant something else, as a facing."""
    return seat.frame is not None and bool(seat.title.about(seat.s, seat.frame).spaces >> space & 1)


def _leaving(decision: Decision) -> Iterator[Action]:
    for option in decision.options:
        if option.verb in LEAVING and option.kind == "button":
            yield Action(option.verb)
