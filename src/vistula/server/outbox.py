"""The outbox: notices that have yet to be sent, from what causes them to the word that somebody took them.

What happens at a table is written here in the same transaction, once for each person. Then it is copied for each of
that person's channels, and each copy is sent when it is due. Who sends one claims it first, for longer than sending may
take, so that of several processes one sends it. A process that is killed after sending, before it could note that,
has it sent once more: with the same key, by which mail programs (Message-ID), browsers and push services (Topic, tag)
and webhooks (Idempotency-Key) know that they have it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Float, Row, cast, delete, extract, func, or_, select, text, update

from vistula.server import channels
from vistula.server.channels import Kept
from vistula.server.schema import CHANNELS, LEASES, OUTBOX
from vistula.server.tokens import new_id
from vistula.server.writer import Statement

CLAIMED = 90.0
"""Seconds for which a claim holds: longer than any sending takes."""
KEPT = 7 * 24 * 60 * 60.0
"""Seconds after which one that was sent is forgotten."""
MINUTE = 60.0
AGAIN = (MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * 60 * MINUTE, 6 * 60 * MINUTE)
"""Seconds after which a notice is tried again; after the last of them it is given up."""
TIRED = 5
"""Failures in a row after which a channel rests."""
RESTS = 24 * 60 * MINUTE
NEVER = 1e15
"""When something is due that is sent with a digest only."""
_now = cast(extract("epoch", func.clock_timestamp()), Float)  # the database's clock, for processes on other machines


class Waiting(msgspec.Struct, frozen=True):
    """A notice that has yet to be sent."""

    id: str
    about: str
    kind: str
    player: str
    channel: str  # empty: it has yet to be copied for each channel
    table_id: str
    seat: str
    body: str
    asked: float
    due: float
    tries: int


_FIELDS = Waiting.__struct_fields__
_ALL = ", ".join((*_FIELDS, "claim", "until", "sent"))
_KINDS = {"asked": "float", "due": "float", "tries": "integer"}
_GIVEN = ", ".join(f"cast(:{name} as {_KINDS.get(name, 'text')})" for name in _FIELDS)  # PostgreSQL wants to be told
WRITE = text(
    f"insert into outbox ({_ALL}) select {_GIVEN}, '', 0, 0 "
    "where exists (select 1 from channels where player = cast(:player as text)) on conflict (about) do nothing"
)
"""For the transaction of what causes it; nothing is written for who has no channels."""
DROP_ASKED = text(
    "delete from outbox where table_id = :table_id and player = :of_player and kind in ('turn', 'time') "
    "and sent = 0 and asked < :of_asked"
)
"""When a table waits for somebody anew: what was to be said of the last time."""


def row(kind: str, player: str, table: str, seat: str, once: str, at: float, body: str, due: float = 0.0) -> Statement:
    """A notice for a person. `once`: what it is about at this table, so that it is not written twice."""
    made = Waiting(new_id(), f"{table} {player} {once}", kind, player, "", table, seat, body, at, due or at, 0)
    return WRITE, msgspec.structs.asdict(made)


def turn_of(waiting: Waiting, turn: int) -> str:
    """What notices of one turn of a table begin with."""
    return f"{waiting.table_id} {waiting.player} turn {turn}"


class Outbox:
    """The outbox as one process has it."""

    def __init__(self, engine: Engine, owner: str) -> None:
        self.engine = engine
        self.owner = owner
        self._shared = engine.dialect.name == "postgresql"

    def _real_now(self, connection: Connection) -> float:
        """Claims are of the machine, whatever the clock of the games says."""
        return float(connection.execute(select(_now)).scalar_one()) if self._shared else time.time()

    def release(self) -> None:
        """At the start: what a process on the same file had claimed, it does not send any more."""
        if not self._shared:
            with self.engine.begin() as connection:
                connection.execute(update(OUTBOX).where(OUTBOX.c.claim != "").values(claim="", until=0.0))

    # -- what is due ------------------------------------------------------------------------------

    def due(self, now: float, limit: int, but: Iterable[str]) -> list[Waiting]:
        """The longest due first; without those of some people, and of tables that another process has."""
        with self.engine.connect() as connection:
            real = self._real_now(connection)
            ready = select(OUTBOX).where(OUTBOX.c.sent == 0, OUTBOX.c.due <= now, OUTBOX.c.until <= real)
            if self._shared:
                of_it = OUTBOX.c.table_id.like(LEASES.c.shard + "-%")
                others = select(LEASES.c.shard).where(of_it, LEASES.c.owner != self.owner, LEASES.c.until > real)
                ready = ready.where(~others.exists())
            ready = ready.where(OUTBOX.c.player.not_in(list(but))).order_by(OUTBOX.c.due).limit(limit)
            return [_waiting(each) for each in connection.execute(ready)]

    def claim(self, waiting: Waiting) -> bool:
        """Whether it is for this process to send it."""
        with self.engine.begin() as connection:
            now = self._real_now(connection)
            free = OUTBOX.c.id == waiting.id, OUTBOX.c.sent == 0, OUTBOX.c.due == waiting.due, OUTBOX.c.until <= now
            mine = update(OUTBOX).where(*free).values(claim=self.owner, until=now + CLAIMED)
            return bool(connection.execute(mine).rowcount)

    # -- what becomes of it -----------------------------------------------------------------------

    def copy(self, waiting: Waiting, copies: Iterable[Waiting]) -> None:
        """In place of one for a person, one for each channel."""
        with self.engine.begin() as connection:
            for each in copies:
                write(connection, each)
            connection.execute(delete(OUTBOX).where(OUTBOX.c.id == waiting.id))

    def add(self, waiting: Waiting) -> None:
        with self.engine.begin() as connection:
            write(connection, waiting)

    def told(self, waiting: Waiting, turn: int, since: float) -> bool:
        """Whether this turn of the table was told by this channel already, and nobody has looked since."""
        same = OUTBOX.c.channel == waiting.channel, OUTBOX.c.about.startswith(f"{turn_of(waiting, turn)} ")
        with self.engine.connect() as connection:
            return connection.execute(select(OUTBOX.c.id).where(*same, OUTBOX.c.sent > since)).first() is not None

    def of_digest(self, channel: str) -> list[Waiting]:
        """What the next digest of a channel tells besides the tables that wait."""
        kept = select(OUTBOX).where(OUTBOX.c.channel == channel, OUTBOX.c.sent == 0, OUTBOX.c.due >= NEVER)
        with self.engine.connect() as connection:
            return [_waiting(each) for each in connection.execute(kept.order_by(OUTBOX.c.asked))]

    def drop(self, ids: Iterable[str]) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(OUTBOX).where(OUTBOX.c.id.in_(list(ids))))

    def put_off(self, waiting: Waiting, due: float) -> None:
        with self.engine.begin() as connection:
            later = {"due": due, "claim": "", "until": 0.0}
            connection.execute(update(OUTBOX).where(OUTBOX.c.id == waiting.id).values(**later))

    def sent(self, kept: Kept, ids: Iterable[str], now: float, following: Waiting | None = None) -> None:
        """Somebody has taken it. `following`: what is to be sent next, such as tomorrow's digest."""
        with self.engine.begin() as connection:
            done = {"sent": now, "claim": "", "until": 0.0, "body": ""}
            connection.execute(update(OUTBOX).where(OUTBOX.c.id.in_(list(ids))).values(**done))
            _well(connection, kept)
            if following is not None:
                write(connection, following)

    def not_sent(self, kept: Kept, waiting: Waiting, why: str, gone: bool, wait: float, now: float) -> bool:
        """Nobody has; False if it is given up. A channel that leads nowhere is removed, one that fails often rests."""
        with self.engine.begin() as connection:
            if _ill(connection, kept, why, gone, now):
                return False
            if waiting.tries >= len(AGAIN):
                connection.execute(delete(OUTBOX).where(OUTBOX.c.id == waiting.id))
                return False
            later = {"due": now + max(wait, AGAIN[waiting.tries]), "tries": waiting.tries + 1}
            connection.execute(update(OUTBOX).where(OUTBOX.c.id == waiting.id).values(**later, claim="", until=0.0))
        return True

    async def went_well(self, kept: Kept) -> None:
        """A try was taken."""

        def work() -> None:
            with self.engine.begin() as connection:
                _well(connection, kept)

        await asyncio.to_thread(work)

    async def failed(self, kept: Kept, why: str, gone: bool, now: float) -> None:
        """A try was not."""

        def work() -> None:
            with self.engine.begin() as connection:
                _ill(connection, kept, why, gone, now)

        await asyncio.to_thread(work)

    def tidy(self, now: float) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(OUTBOX).where(OUTBOX.c.sent > 0, OUTBOX.c.sent < now - KEPT))

    def waiting(self, kind: str) -> float:
        """How many have yet to be sent by one kind of channel."""
        of_it = select(CHANNELS.c.id).where(CHANNELS.c.kind == kind)
        count = select(func.count()).select_from(OUTBOX).where(OUTBOX.c.sent == 0, OUTBOX.c.channel.in_(of_it))
        with self.engine.connect() as connection:
            return float(connection.execute(count).scalar_one())


def write(connection: Connection, waiting: Waiting) -> None:
    """Unless it is there already."""
    connection.execute(WRITE, msgspec.structs.asdict(waiting))


def _waiting(found: Row[Any]) -> Waiting:
    return Waiting(*(getattr(found, name) for name in _FIELDS))


def _well(connection: Connection, kept: Kept) -> None:
    ill = or_(CHANNELS.c.failures > 0, CHANNELS.c.trouble != "", CHANNELS.c.rests > 0)
    connection.execute(update(CHANNELS).where(CHANNELS.c.id == kept.id, ill).values(failures=0, trouble="", rests=0.0))


def _ill(connection: Connection, kept: Kept, why: str, gone: bool, now: float) -> bool:
    """Note that a channel has failed; True if it is removed for that."""
    if gone and kept.kind == channels.PUSH:
        channels.drop(connection, kept.id)
        return True
    failures = connection.execute(select(CHANNELS.c.failures).where(CHANNELS.c.id == kept.id)).scalar() or 0
    rests = now + RESTS if failures + 1 >= TIRED else 0.0
    told = {"failures": failures + 1, "trouble": why[:200], "rests": rests}
    connection.execute(update(CHANNELS).where(CHANNELS.c.id == kept.id).values(**told))
    return False
