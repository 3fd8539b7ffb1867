"""Unfinished tables that nobody plays at are put away for good, after their players have been told.

A table that is put away so is held: nobody plays on, everybody may take home what is theirs, and the operator can
bring it back (`vistula admin thaw`).
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import Engine, update

from vistula.server import ledger
from vistula.server.schema import TABLES

if TYPE_CHECKING:
    from vistula.server.hall import Hall

log = logging.getLogger("vistula.server")

DAY = 24 * 60 * 60.0
NOTICE = 14
"""Days between telling the players and putting a table away."""
LOOKS = 60 * 60.0
ARCHIVED = "it was put away because nobody had played for a long time; whoever runs the server can bring it back"


async def retire(hall: Hall) -> None:
    """Look now and then, until the server stops."""
    while hall.settings.retention:
        try:
            for id in await asyncio.to_thread(look, hall.database.engine, hall.settings.retention):
                await hall.put_away(id, "the state of this table has changed; come again")
        except Exception:
            log.exception("retention failed")
        await asyncio.sleep(LOOKS)


def look(engine: Engine, days: float, ago: float = 0.0) -> list[str]:
    """Put away what is due and announce what will be; returns the tables that this has changed. `ago` is for tests.

    What counts is when something was last published: a draft is nobody else's business.
    """
    due, idle = ledger.now(ago=ago), ledger.now(ago=ago + max(days - NOTICE, 0) * DAY)
    changed = []
    for stored in ledger.every(engine):
        summary = stored.summary
        if stored.held or (summary is not None and summary.over):
            continue
        played = max(stored.created, summary.updated if summary is not None else "")
        new = _fate(stored.expires, played < idle, due, ledger.now(ago=ago - NOTICE * DAY))
        if new:
            with engine.begin() as connection:
                connection.execute(update(TABLES).where(TABLES.c.id == stored.id).values(**new))
            changed.append(stored.id)
    return changed


def _fate(expires: str, idle: bool, now: str, then: str) -> dict[str, str]:
    """What changes of a table."""
    if not idle:
        return {"expires": ""} if expires else {}
    if not expires:
        return {"expires": then}
    return {"held": ARCHIVED} if expires <= now else {}
