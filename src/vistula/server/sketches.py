"""The sketches that a seat keeps: its own, at most ten a table, for nobody else to see."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, put
from litestar.datastructures import State
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Engine, Row, bindparam, insert, select
from sqlalchemy import delete as drop

from vistula.kernel.decision import SeatId
from vistula.server.hall import Hall
from vistula.server.lookers import own_seat
from vistula.server.problems import problems
from vistula.server.routes import SEAT, Id, pay
from vistula.server.schema import SKETCHES
from vistula.server.wire import KeptSketch, KeptSketches, SketchSheet
from vistula.server.writer import Statement

MOST = 10
Number = Annotated[int, Parameter(ge=1, le=MOST)]
ADD_SKETCH = insert(SKETCHES)
DROP_SKETCH = drop(SKETCHES).where(
    SKETCHES.c.table_id == bindparam("of"), SKETCHES.c.seat == bindparam("who"), SKETCHES.c.n == bindparam("at_n")
)
_sheet = msgspec.json.Decoder(SketchSheet).decode


def kept_sketches(engine: Engine, table: str, seat: str) -> list[KeptSketch]:
    own = SKETCHES.c.table_id == table, SKETCHES.c.seat == seat
    with engine.connect() as connection:
        return [_kept(row) for row in connection.execute(select(SKETCHES).where(*own).order_by(SKETCHES.c.n))]


def kept_sketch(engine: Engine, table: str, seat: str, n: int) -> SketchSheet | None:
    return next((each.sheet for each in kept_sketches(engine, table, seat) if each.n == n), None)


def _kept(row: Row[Any]) -> KeptSketch:
    return KeptSketch(n=row.n, at=row.at, sheet=_sheet(row.body))


def sketch_rows(table: str, seat: str, n: int, sheet: SketchSheet | None, at: str) -> list[Statement]:
    """This sketch in place of the one of its number, or none."""
    rows: list[Statement] = [(DROP_SKETCH, {"of": table, "who": seat, "at_n": n})]
    if sheet is not None:
        body = msgspec.json.encode(sheet).decode()
        row = {"table_id": table, "seat": seat, "n": n, "name": sheet.name, "body": body, "at": at}
        rows.append((ADD_SKETCH, row))
    return rows


@get(
    "/api/tables/{table:str}/sketches",
    tags=["tables"],
    summary="The sketches that this seat has kept",
    security=SEAT,
    responses=problems(401, 403, 429),
)
async def get_sketches(state: State, request: Request[Any, Any, Any], table: Id) -> KeptSketches:
    pay(state, request, 1)
    return await _all(state.hall, table, await own_seat(state, request, table))


@put(
    "/api/tables/{table:str}/sketches/{n:int}",
    tags=["tables"],
    summary="Keep a sketch under a number from 1 to 10",
    security=SEAT,
    responses=problems(400, 401, 403, 413, 429, 503),
)
async def put_sketch(
    state: State, request: Request[Any, Any, Any], table: Id, n: Number, data: JSONBody[SketchSheet]
) -> KeptSketches:
    pay(state, request, 2)
    hall: Hall = state.hall
    seat = await own_seat(state, request, table)
    await hall.write(sketch_rows(table, seat, n, data, hall.clock.text()))
    return await _all(hall, table, seat)


@delete(
    "/api/tables/{table:str}/sketches/{n:int}",
    tags=["tables"],
    summary="Throw a sketch away",
    security=SEAT,
    responses=problems(401, 403, 429, 503),
    status_code=HTTP_200_OK,
)
async def delete_sketch(state: State, request: Request[Any, Any, Any], table: Id, n: Number) -> KeptSketches:
    pay(state, request, 2)
    hall: Hall = state.hall
    seat = await own_seat(state, request, table)
    await hall.write(sketch_rows(table, seat, n, None, ""))
    return await _all(hall, table, seat)


async def _all(hall: Hall, table: str, seat: SeatId) -> KeptSketches:
    return KeptSketches(sketches=await asyncio.to_thread(kept_sketches, hall.database.engine, table, seat))


ROUTES = [get_sketches, put_sketch, delete_sketch]
