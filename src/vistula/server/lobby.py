"""The lobby: tables with a seat that anyone may take."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK

from vistula.server import ledger
from vistula.server.ledger import Stored
from vistula.server.problems import problems
from vistula.server.routes import Id, pay, person_of
from vistula.server.wire import Claimed, LobbyCard, LobbyPage, TakeSeat

if TYPE_CHECKING:
    from vistula.server.hall import Hall

SHOWN = 200
STANDS = 30 * 24 * 60 * 60.0
"""Seconds for which an offer that nobody takes is shown."""
GONE = "somebody else has taken this seat, or it is not offered any more; look at the lobby again"


async def offers(hall: Hall) -> list[LobbyCard]:
    """What is offered, the newest first."""
    since = hall.clock.text(ago=STANDS)
    found = await asyncio.to_thread(ledger.offered, hall.database.engine, SHOWN)
    return [card for stored in found if (card := _card(hall, stored, since)) is not None]


def _card(hall: Hall, stored: Stored, since: str) -> LobbyCard | None:
    """From what is stored and public alone: a table need not be read for it."""
    offer, summary = stored.offer, stored.summary
    if offer is None or offer.since < since or (summary is not None and summary.over):
        return None
    begun = summary is not None and summary.entries > 0
    return LobbyCard(
        table=stored.id,
        game=stored.game,
        scenario=stored.scenario,
        options=stored.options,
        seats={seat: sitter.name for seat, sitter in stored.sitters.items()},
        computers=[seat for seat in stored.sitters if seat not in stored.people],
        free=offer.seats,
        since=offer.since,
        says=offer.says,
        level=offer.level,  # type: ignore[arg-type]
        pace=stored.pace,
        together=stored.together,
        turn=summary.turn if begun and summary is not None else 0,
        phase=summary.phase if begun and summary is not None else "",
        here=hall.attended(stored.id),
    )


@get("/api/lobby", tags=["lobby"], summary="The tables with a free seat", responses=problems(429))
async def get_lobby(state: State, request: Request[Any, Any, Any]) -> LobbyPage:
    pay(state, request, 3)
    return LobbyPage(tables=await offers(state.hall))


@post(
    "/api/lobby/{table:str}",
    tags=["lobby"],
    summary="Take a free seat; the first who asks for it has it",
    responses=problems(400, 404, 409, 413, 429, 503),
    status_code=HTTP_200_OK,
)
async def post_take(
    state: State, request: Request[Any, Any, Any], table: Annotated[Id, Parameter()], data: JSONBody[TakeSeat]
) -> Claimed:
    pay(state, request, 5)
    hall: Hall = state.hall
    stored = await asyncio.to_thread(ledger.stored, hall.database.engine, table)
    if stored is None or data.seat not in stored.sitters:
        raise NotFoundException(detail="there is no such seat")
    person = await person_of(state, request)
    if person is not None and any(sitter.player == person.id for sitter in stored.sitters.values()):
        raise HTTPException(status_code=409, detail="you sit at this table already")
    name = " ".join(data.name.split()) or (person.name if person is not None else "")
    claimed: Claimed | None = await hall.take(table, data.seat, name, person)
    if claimed is None:
        raise HTTPException(status_code=409, detail=GONE)
    return claimed


ROUTES = [get_lobby, post_take]
