"""After the game: its account, worked out once from what is stored, beside the event loop, and kept.

An account is kept with a hash of the code that made it: other rules, or another way to tell, and it is made anew.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException, PermissionDeniedException
from sqlalchemy import Engine, bindparam, delete, insert, select

import vistula.lab.account
import vistula.lab.fortune
from vistula.kernel.decision import ONLOOKER
from vistula.kernel.snapshots import code_of
from vistula.kernel.title import Title
from vistula.lab.account import Account, Said, account
from vistula.server import ledger
from vistula.server.clock import seconds_of
from vistula.server.hall import Hall
from vistula.server.ledger import Kept, Stored
from vistula.server.lookers import looks
from vistula.server.problems import problems
from vistula.server.retelling import until
from vistula.server.routes import SEAT, Id, begun_table, pay
from vistula.server.schema import REPORTS
from vistula.server.security import bearer
from vistula.server.table import Table
from vistula.server.wire import After
from vistula.server.writer import NotWritten, Statement

log = logging.getLogger("vistula.server")

ADD_REPORT = insert(REPORTS)
DROP_REPORT = delete(REPORTS).where(REPORTS.c.table_id == bindparam("of"))
COST = 2
PATIENCE = 0.4
"""Seconds that a request waits for an account that is being made, before it is told how far it has come."""
SHARED = "after"
"""What the token is for that whoever has played may give to others, once the game is over."""

_account = msgspec.json.Decoder(Account).decode


@cache
def edition(found: Title[Any]) -> str:
    """Which rules, data and words an account is made with."""
    digest = hashlib.sha256(code_of(found).encode())
    for module in (vistula.lab.account, vistula.lab.fortune):
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()


def kept_account(engine: Engine, table: str, code: str) -> Account | None:
    """What was made of a table by this code."""
    of = REPORTS.c.table_id == table, REPORTS.c.code == code
    with engine.connect() as connection:
        body = connection.execute(select(REPORTS.c.body).where(*of)).scalar()
    return _account(body) if body is not None else None


def account_rows(table: str, code: str, made: Account) -> list[Statement]:
    row = {"table_id": table, "code": code, "body": msgspec.json.encode(made).decode()}
    return [(DROP_REPORT, {"of": table}), (ADD_REPORT, row)]


def said_of(stored: Stored, kept: list[Kept]) -> list[Said]:
    """Who took how long; what computers do, and what the table does by itself, is nobody's thought."""
    people = set(stored.people)
    return [Said(entry.sender if entry.sender in people else "", entry.message, seconds_of(entry.at)) for entry in kept]


class Accounts:
    """The accounts that are being made, and how far they have come."""

    def __init__(self) -> None:
        self._making: dict[str, asyncio.Task[Account]] = {}
        self._done: dict[str, float] = {}
        self._one = asyncio.Semaphore(1)

    async def of(self, hall: Hall, table: Table) -> Account | float:
        """The account of a table, or how much of it is done."""
        assert table.game is not None
        code = await asyncio.to_thread(edition, table.game.title)
        if (known := await asyncio.to_thread(kept_account, hall.database.engine, table.id, code)) is not None:
            return known
        if table.id not in self._making:
            self._making[table.id] = asyncio.create_task(self._make(hall, table, code))
        making = self._making[table.id]
        done, _ = await asyncio.wait([making], timeout=PATIENCE)
        return await making if done else self._done.get(table.id, 0.0)

    async def _make(self, hall: Hall, table: Table, code: str) -> Account:
        game = table.game
        assert game is not None
        assert game.journal is not None
        try:
            async with self._one:
                kept = await asyncio.to_thread(ledger.entries, hall.database.engine, table.id)
                journal = until(game.journal, len(kept))

                def progress(done: float) -> None:
                    self._done[table.id] = done

                said = said_of(table.stored, kept)
                made = await hall.beside(game.title, account, game.title, journal, said, progress)
            try:
                await hall.write(account_rows(table.id, code, made))
            except NotWritten:
                log.warning("account not written", extra={"table": table.id})  # it is made again when asked for
            return made
        finally:
            self._making.pop(table.id, None)
            self._done.pop(table.id, None)


@get(
    "/api/tables/{table:str}/after",
    tags=["tables"],
    summary="The account of a finished game: its course, its battles with what chance did in them, where it turned",
    security=SEAT,
    responses=problems(401, 403, 404, 429, 503),
)
async def get_after(state: State, request: Request[Any, Any, Any], table: Id) -> After:
    pay(state, request, COST)
    seat = await looks(state, request, table)
    opened = await begun_table(state, table)
    hall: Hall = state.hall
    if opened.game is None:
        raise HTTPException(status_code=503, detail=f"this table can only be exported: {opened.frozen}")
    if not opened.game.over:
        raise PermissionDeniedException(detail="the account of a game is made when it is over")
    accounts: Accounts = state.accounts
    found = await accounts.of(hall, opened)
    if isinstance(found, float):
        return After(progress=found)
    told = msgspec.structs.replace(found, seats={each: opened.names.get(each, "") for each in opened.seats})
    return After(account=told, progress=1.0, share=await _share(hall, table) if seat else bearer(request.headers))


async def _share(hall: Hall, table: str) -> str:
    """What opens this page, the replay and the table to look at, and nothing to play."""
    token, rows = await hall.token_for(table, ONLOOKER, SHARED)
    if rows:
        await hall.write(rows)
    return token


ROUTES = [get_after]
