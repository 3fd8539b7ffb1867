"""My games, over HTTP; and the invitations of tables that I have opened."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection, update

from vistula.server import invitations, leaving, mine, people
from vistula.server.hall import Hall
from vistula.server.people import Person
from vistula.server.people_routes import change, me
from vistula.server.problems import problems
from vistula.server.routes import SEAT, Id, pay
from vistula.server.schema import SEATS
from vistula.server.security import bearer
from vistula.server.wire import Archive, MySeats, MyTables, SeatInvitations, Tokens

NOT_THERE = "you have no seat at this table"


async def _tables(hall: Hall, person: Person) -> MyTables:
    kept = await asyncio.to_thread(mine.read, hall.database.engine, person)
    return MyTables(tables=await mine.tables(hall, person, kept))


@get("/api/me/tables", tags=["people"], summary="My games", security=SEAT, responses=problems(401, 429))
async def get_tables(state: State, request: Request[Any, Any, Any]) -> MyTables:
    person = await me(state, request, 5)
    return await _tables(state.hall, person)


@post(
    "/api/me/tables",
    tags=["people"],
    summary="Claim what this browser holds: the seats that these tokens open become mine, unless they are somebody's",
    security=SEAT,
    responses=problems(400, 401, 413, 429),
    status_code=HTTP_200_OK,
)
async def post_tables(state: State, request: Request[Any, Any, Any], data: JSONBody[Tokens]) -> MyTables:
    person = await me(state, request, 5 + len(data.tokens) / 20)
    hall: Hall = state.hall

    def claim(connection: Connection) -> None:
        people.adopt(connection, person, data.tokens)
        people.host_of(connection, person, data.tokens)

    await change(hall, claim)
    return await _tables(hall, person)


@post(
    "/api/me/tables/{table:str}/open",
    tags=["people"],
    summary="What opens my seats at a table, on this device",
    security=SEAT,
    responses=problems(401, 404, 413, 429),
    status_code=HTTP_200_OK,
)
async def post_open(state: State, request: Request[Any, Any, Any], table: Id) -> MySeats:
    person = await me(state, request, 2)
    return await _opened(state.hall, person, table)


@post(
    "/api/me/tables/{table:str}/alone",
    tags=["people"],
    summary="Put out whatever opens my seats at a table, but for my own devices",
    security=SEAT,
    responses=problems(401, 404, 413, 429),
    status_code=HTTP_200_OK,
)
async def post_alone(state: State, request: Request[Any, Any, Any], table: Id) -> MySeats:
    person = await me(state, request, 5)
    hall: Hall = state.hall
    await change(hall, lambda connection: people.only_mine(connection, person, table, hall.secret))
    return await _opened(hall, person, table)


async def _opened(hall: Hall, person: Person, table: str) -> MySeats:
    async with hall.claiming:  # of two requests that come at once the second finds what the first has made
        seats = await change(hall, lambda connection: people.open_seats(connection, person, table, hall.secret))
    if not seats:
        raise NotFoundException(detail=NOT_THERE)
    return MySeats(seats=seats)


@post(
    "/api/me/tables/{table:str}/archive",
    tags=["people"],
    summary="Put a table of mine away from the list, or back",
    security=SEAT,
    responses=problems(400, 401, 404, 413, 429),
    status_code=HTTP_200_OK,
)
async def post_archive(state: State, request: Request[Any, Any, Any], table: Id, data: JSONBody[Archive]) -> Archive:
    person = await me(state, request, 2)
    own = SEATS.c.table_id == table, SEATS.c.player == person.id
    put = update(SEATS).where(*own).values(archived=data.archived)
    if not await change(state.hall, lambda connection: connection.execute(put).rowcount):
        raise NotFoundException(detail=NOT_THERE)
    return data


@post(
    "/api/me/tables/{table:str}/leave",
    tags=["people"],
    summary="Leave a table where a seat is still free; if nobody else has one, it is gone",
    security=SEAT,
    responses=problems(400, 401, 404, 413, 429),
    status_code=HTTP_200_OK,
)
async def post_leave(state: State, request: Request[Any, Any, Any], table: Id) -> MyTables:
    person = await me(state, request, 5)
    hall: Hall = state.hall
    async with hall.claiming:
        kept = await asyncio.to_thread(mine.read, hall.database.engine, person)
        found = next((each for each in kept if each.stored.id == table), None)
        if found is None:
            raise NotFoundException(detail=NOT_THERE)
        lacking = bool(found.stored.lacking)
        if not (found.free or lacking):
            raise HTTPException(status_code=400, detail="everyone has sat down: resign, or put the table away")
        await change(hall, lambda connection: leaving.leave(connection, person, table, hall.secret, lacking))
    return await _tables(hall, person)


# -- invitations ------------------------------------------------------------------------------------------------------

NOT_HOST = "only who opened the table can see and withdraw its invitations, with the host's token or their own key"


@get(
    "/api/tables/{table:str}/invitations",
    tags=["tables"],
    summary="Which seats for others are taken; for who opened the table",
    security=SEAT,
    responses=problems(403, 429),
)
async def get_invitations(state: State, request: Request[Any, Any, Any], table: Id) -> SeatInvitations:
    pay(state, request, 1)
    found = await invitations.listed(state.hall, table, bearer(request.headers))
    if found is None:
        raise PermissionDeniedException(detail=NOT_HOST)
    return SeatInvitations(seats=found)


@delete(
    "/api/tables/{table:str}/invitations/{seat:str}",
    tags=["tables"],
    summary="Withdraw an invitation that nobody has claimed",
    security=SEAT,
    responses=problems(403, 415, 429),
)
async def delete_invitation(state: State, request: Request[Any, Any, Any], table: Id, seat: Id) -> None:
    pay(state, request, 2)
    if not await invitations.withdraw(state.hall, table, bearer(request.headers), seat):
        raise PermissionDeniedException(detail=f"{NOT_HOST}; and nobody can once the seat is taken")


ROUTES = [
    get_tables,
    post_tables,
    post_open,
    post_alone,
    post_archive,
    post_leave,
    get_invitations,
    delete_invitation,
]
