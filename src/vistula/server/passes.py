"""What works once and for a quarter of an hour: a link for one more device, or to confirm an address."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from vistula.server.schema import PASSES
from vistula.server.tokens import hash_of, new_token

LASTS = 15 * 60.0
MOST = 5
"""Passes of a person that nobody has used yet."""
DEVICE, MAIL = "device", "mail"


class Used(msgspec.Struct, frozen=True):
    player: str
    body: bytes


def give(connection: Connection, player: str, kind: str, now: float, body: bytes = b"") -> str:
    """A new pass; of too many the oldest is worth nothing any more."""
    own = PASSES.c.player == player
    connection.execute(delete(PASSES).where(PASSES.c.until <= now))
    known = connection.execute(select(PASSES.c.hash).where(own).order_by(PASSES.c.until.desc())).scalars().all()
    connection.execute(delete(PASSES).where(PASSES.c.hash.in_(known[MOST - 1 :])))
    token = new_token()
    row = {"hash": hash_of(token), "player": player, "until": now + LASTS, "kind": kind, "body": body}
    connection.execute(insert(PASSES), row)
    return token


def use(connection: Connection, token: str, kind: str, now: float) -> Used | None:
    """Whom a pass is for; from now on it opens nothing. None for what is none, or not any more."""
    this = PASSES.c.hash == hash_of(token), PASSES.c.kind == kind, PASSES.c.until > now
    row = connection.execute(select(PASSES).where(*this)).first()
    if row is None or not connection.execute(delete(PASSES).where(*this)).rowcount:
        return None
    return Used(row.player, bytes(row.body))


def count(connection: Connection, player: str, now: float) -> int:
    """Those for one more device that can be used."""
    own = PASSES.c.player == player, PASSES.c.kind == DEVICE, PASSES.c.until > now
    return int(connection.execute(select(func.count()).select_from(PASSES).where(*own)).scalar_one())
