"""Who may look back at a table, and who may do more with what they see."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import PermissionDeniedException

from vistula.kernel.decision import ONLOOKER, SeatId
from vistula.server.hall import Hall
from vistula.server.routes import seat_at
from vistula.server.security import bearer
from vistula.server.table import Table


async def looks(state: State, request: Request[Any, Any, Any], table: str) -> SeatId:
    """Whose eyes a request has; a listed table needs no token."""
    hall: Hall = state.hall
    if not bearer(request.headers) and await hall.stranger(table, "") is not None:
        return ONLOOKER
    return await seat_at(state, request, table)


async def own_seat(state: State, request: Request[Any, Any, Any], table: str) -> SeatId:
    """The seat of a request; spectators share a link, and with it they would share what is private to a seat."""
    seat = await seat_at(state, request, table)
    if not seat:
        raise PermissionDeniedException(detail="only who plays at this table can do that here; you are a spectator")
    return seat


def may_go_on(table: Table, seat: SeatId) -> bool:
    """Whether another table may go on from a moment of this one: after its end, or if its one person wants to."""
    return table.game is not None and (table.game.over or table.stored.people == [seat])
