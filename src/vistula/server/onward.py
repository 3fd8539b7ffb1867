"""From here: a new table that goes on from a moment of a game that is over, or of one's own against computers.

It begins with a position, and with dice of its own. From a game that still runs only what its player knows is taken
along: what is hidden from them is dealt anew, so that the new table, when it ends, tells nothing of the old one.
"""

from __future__ import annotations

import random
from typing import Any

from litestar import Request, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.params import JSONBody

from vistula.kernel.codec import position_of
from vistula.kernel.decision import SeatId
from vistula.kernel.errors import BadInput
from vistula.kernel.journal import Journal
from vistula.kernel.record import begun, retold
from vistula.kernel.title import Title
from vistula.server.hall import Crowded, Hall
from vistula.server.lookers import looks, may_go_on
from vistula.server.problems import problems
from vistula.server.retelling import OPEN, until
from vistula.server.routes import SEAT, Id, address_of, begun_table, pay, too_fast
from vistula.server.wire import NewTable, Onward, TableOpened

COST = 10
ENDED = "the game is over at this moment; go back a step"
_chance = random.SystemRandom()


def moment(found: Title[Any], journal: Journal, entries: int, knows: SeatId | None) -> str:
    """A moment as a position file; BadInput where there is nothing left to play. `knows`: as this seat knows it."""
    *_, game = retold(begun(found, journal), journal, entries)
    if game.over:
        raise BadInput("", "", ENDED)
    return position_of(game if knows is None else game.seat(knows).determinize(_chance))


@post(
    "/api/tables/{table:str}/onward",
    tags=["tables"],
    summary="Open a table that goes on from a moment of this one",
    security=SEAT,
    responses=problems(400, 401, 403, 404, 413, 429, 503),
)
async def post_onward(state: State, request: Request[Any, Any, Any], table: Id, data: JSONBody[Onward]) -> TableOpened:
    pay(state, request, COST)
    seat = await looks(state, request, table)
    opened = await begun_table(state, table)
    hall: Hall = state.hall
    if opened.game is None:
        raise HTTPException(status_code=503, detail=f"this table can only be exported: {opened.frozen}")
    if not may_go_on(opened, seat):
        why = "you can play on from a moment when the game is over, or of your own game against computers"
        raise PermissionDeniedException(detail=why)
    over, stored = opened.game.over, opened.stored
    eyes = data.eyes if over else str(seat)
    if over and eyes not in (OPEN, "", *opened.seats):
        raise PermissionDeniedException(detail="there are no such eyes at this table")
    told = await state.retellings.of(hall, opened, eyes)
    entries = told.entries[min(data.moment, len(told.entries) - 1)]
    game, journal = opened.game, opened.game.journal
    assert journal is not None
    try:
        now = until(journal, entries)
        position = await hall.beside(game.title, moment, game.title, now, entries, None if over else seat)
        new = NewTable(game=stored.game, scenario=stored.scenario, options=stored.options, seats=data.seats)
        return await hall.open(new, address_of(request), position=position)
    except BadInput as error:
        raise HTTPException(status_code=400, detail=error.reason) from None
    except Crowded as error:
        raise too_fast(str(error)) from None


ROUTES = [post_onward]
