"""Notes to myself: what a seat writes down at a table, for nobody else to read."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, get, put
from litestar.datastructures import State
from litestar.params import JSONBody
from sqlalchemy import Engine, bindparam, delete, insert, select

from vistula.server.hall import Hall
from vistula.server.lookers import own_seat
from vistula.server.problems import problems
from vistula.server.routes import SEAT, Id, pay
from vistula.server.schema import NOTES
from vistula.server.wire import Notebook
from vistula.server.writer import Statement

ADD_NOTES = insert(NOTES)
DROP_NOTES = delete(NOTES).where(NOTES.c.table_id == bindparam("of"), NOTES.c.seat == bindparam("who"))


def notes(engine: Engine, table: str, seat: str) -> str:
    own = NOTES.c.table_id == table, NOTES.c.seat == seat
    with engine.connect() as connection:
        return str(connection.execute(select(NOTES.c.text).where(*own)).scalar() or "")


def notes_rows(table: str, seat: str, text: str, at: str) -> list[Statement]:
    """These notes in place of those before; none where nothing is written."""
    drop: Statement = (DROP_NOTES, {"of": table, "who": seat})
    return [drop, (ADD_NOTES, {"table_id": table, "seat": seat, "text": text, "at": at})] if text else [drop]


@get(
    "/api/tables/{table:str}/notes",
    tags=["tables"],
    summary="What this seat has written down for itself",
    security=SEAT,
    responses=problems(401, 403, 429),
)
async def get_notes(state: State, request: Request[Any, Any, Any], table: Id) -> Notebook:
    pay(state, request, 1)
    hall: Hall = state.hall
    seat = await own_seat(state, request, table)
    return Notebook(text=await asyncio.to_thread(notes, hall.database.engine, table, seat))


@put(
    "/api/tables/{table:str}/notes",
    tags=["tables"],
    summary="Write down notes for this seat alone, in place of those before",
    security=SEAT,
    responses=problems(400, 401, 403, 413, 429, 503),
)
async def put_notes(state: State, request: Request[Any, Any, Any], table: Id, data: JSONBody[Notebook]) -> Notebook:
    pay(state, request, 2)
    hall: Hall = state.hall
    seat = await own_seat(state, request, table)
    await hall.write(notes_rows(table, seat, data.text, hall.settings.clock.text()))
    return data


ROUTES = [get_notes, put_notes]
