"""A table from outside: what its card says, from what everyone may know."""

from __future__ import annotations

from typing import Any

from vistula.kernel.decision import ONLOOKER, SeatId
from vistula.kernel.game import Game
from vistula.server.ledger import Stored, Summary
from vistula.server.numbers import adds_next
from vistula.server.wire import TableCard


def summary_of(game: Game[Any], entries: int, updated: str) -> Summary:
    """The state of a game in a few words, as of so many entries."""
    own = game.seat(ONLOOKER)
    view = own.view()
    asked = [(seat, game.decision_of(seat)) for seat in game.seats]
    return Summary(
        entries=entries,
        turn=view.turn,
        phase=view.phase,
        on_move=[other.seat for other in view.waiting],
        deciding=[seat for seat, decision in asked if decision is not None and decision.waits],
        passed=[seat for seat in game.seats if game.passes(seat)],
        over=game.over,
        result=own.verdict(),
        updated=updated,
    )


def card_of(stored: Stored, summary: Summary, seat: SeatId, frozen: str) -> TableCard:
    asked = adds_next(stored, seat) if stored.lacking else bool(seat) and seat in summary.deciding
    return TableCard(
        table=stored.id,
        game=stored.game,
        scenario=stored.scenario,
        turn=summary.turn,
        phase=summary.phase,
        seats={id: sitter.name for id, sitter in stored.sitters.items()},
        on_move=summary.on_move,
        seat=seat,
        your_move=asked and seat not in summary.passed,
        over=summary.over,
        result=summary.result,
        updated=summary.updated or stored.created,
        frozen=frozen,
        waiting=stored.lacking,
        expires=stored.expires,
    )
