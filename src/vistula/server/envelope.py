"""A masked seat as bytes, for a computer player in another process.

It holds what the seat knows and what it has heard in its own words; never the state, the dice or
their secret. Nothing else goes to a computer player.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from vistula.kernel.decision import Decision, SeatId
from vistula.kernel.seat import Seat
from vistula.kernel.state import Event
from vistula.kernel.title import Title, title
from vistula.kernel.views import UndoView, Waiting

_encode = msgspec.json.Encoder(enc_hook=list).encode  # the arguments of an option may be any sequence


class Envelope(msgspec.Struct, kw_only=True):
    sitting: str  # which table and seat: a player may go on with what it had in mind there
    game: str
    level: str
    seed: int
    seat: str
    scenario: str
    options: dict[str, str]
    decision: Decision
    waiting: list[Waiting]
    undo: UndoView
    standing: list[str]
    heard: list[Event]
    state: msgspec.Raw
    stack: msgspec.Raw


def close(seat: Seat[Any], level: str, seed: int, sitting: str = "") -> bytes:
    """Put a seat that is asked something into an envelope."""
    assert seat.decision is not None
    return _encode(
        Envelope(
            sitting=sitting,
            game=seat.title.id,
            level=level,
            seed=seed,
            seat=seat.id,
            scenario=seat.scenario,
            options=seat.options,
            decision=seat.decision,
            waiting=seat.waiting,
            undo=seat.undo,
            standing=seat.standing,
            heard=seat.events,
            state=msgspec.Raw(_encode(seat.s)),
            stack=msgspec.Raw(_encode(seat.stack)),
        )
    )


def open_(body: bytes) -> tuple[Seat[Any], Envelope]:
    """The seat in an envelope, and what else it says."""
    kept = msgspec.json.decode(body, type=Envelope)
    of = title(kept.game)
    s = of.adopt(msgspec.json.decode(kept.state, type=of.state), kept.scenario)
    seat: Seat[Any] = Seat(
        of,
        SeatId(kept.seat),
        s,
        msgspec.json.decode(kept.stack, type=_stack_of(of)),
        kept.decision,
        kept.waiting,
        scenario=kept.scenario,
        options=kept.options,
        undo=kept.undo,
        heard=kept.heard,
        standing=kept.standing,
    )
    return seat, kept


@cache
def _stack_of(of: Title[Any]) -> Any:
    return list[reduce(or_, of.procedures)]  # type: ignore[misc]
