"""The WebSocket side: one connection, its outbox, and what it may send."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath

from vistula.kernel.decision import SeatId
from vistula.server.guests import TRY_AGAIN, Declined
from vistula.server.hall import Hall
from vistula.server.limits import MESSAGE_BYTES, OUTBOX, OUTBOX_BYTES, Bucket, Tolls, household
from vistula.server.line import Line, line_of
from vistula.server.perspective import encode
from vistula.server.table import Table
from vistula.server.wire import Ask, ClientMessage, Hello, Refused

log = logging.getLogger("vistula.server")

HELLO_PATIENCE = 20.0
GOING_AWAY, POLICY, FAULT = 1001, 1008, 1011
FORGIVEN = 200
"""Messages over the rate that are answered before the connection is closed."""

_decode = msgspec.json.Decoder(ClientMessage).decode


class _Named(msgspec.Struct):
    id: str = ""


class Connection:
    """One browser at one seat. What a slow reader has not taken waits in the outbox, so that nobody waits for him; of
    what comes, one message is done after the other."""

    passing = False

    def __init__(self, line: Line, address: str, tolls: Tolls) -> None:
        self.seat = SeatId("")
        self.sent = 0
        self.token = ""
        self.visible: bool | None = None
        self.spoke = 0.0
        self.address = address
        self.line = line
        self.over = asyncio.Event()
        self._tolls = tolls
        self._bucket = Bucket(tolls.limits.messages, tolls.limits.messages_at_once)
        self._toll = tolls.of("many_messages", household(address))
        self._too_many = 0  # in a row
        self._outbox: deque[bytes] = deque()
        self._waiting = 0  # bytes
        self._end: tuple[int, str] | None = None
        self._heard: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._table: Table | None = None
        self._at_work = False

    # -- what is sent -----------------------------------------------------------------------------

    def send(self, body: bytes) -> None:
        if self._end is not None:
            return
        if not self._outbox and self.line.free:
            self.line.send_text(body)
        elif len(self._outbox) >= OUTBOX or (self._outbox and self._waiting > OUTBOX_BYTES):
            self.close(TRY_AGAIN, "too slow; come again")
        else:
            self._outbox.append(body)
            self._waiting += len(body)

    def close(self, code: int, why: str) -> None:
        """End after what waits has been sent."""
        if self._end is None:
            self._end = (code, why)
            self._heard.clear()
            self._news.set()
            self.flows()

    def flows(self) -> None:
        while self._outbox and self.line.free:
            body = self._outbox.popleft()
            self._waiting -= len(body)
            self.line.send_text(body)
        if self._end is not None and not self._outbox:
            self.line.hang_up(*self._end)

    def gone(self) -> None:
        self._end = self._end or (1006, "")
        self._heard.clear()
        self._news.set()
        self.over.set()

    # -- what comes -------------------------------------------------------------------------------

    def received(self, body: bytes) -> None:
        if self._end is not None:
            return
        self._heard.append(body)
        if self._table is None:
            self._news.set()
        elif not self._at_work:
            self._work()
        if self._heard:
            self.line.hear(False)

    async def next(self) -> Ask | None:
        """The next message, as long as nobody sits anywhere; None if none will come."""
        while self._end is None:
            while self._heard:
                message = self._read(self._heard.popleft())
                if message is not None:
                    return message
            self.line.hear(True)
            self._news.clear()
            await self._news.wait()
        return None

    def sit(self, table: Table) -> None:
        """From now on, what comes is for this table."""
        self._table = table
        self._work()

    def _work(self) -> None:
        """Hand the next message over, if one is there."""
        assert self._table is not None
        try:
            while self._heard and not self._at_work:
                message = self._read(self._heard.popleft())
                if isinstance(message, Hello):
                    self.send(_refused(message.id, "hello", "you have said hello already"))
                elif message is not None:
                    self._at_work = True
                    self._table.hand_over(self, message).add_done_callback(self._done)
        except Declined as error:
            self.close(TRY_AGAIN, error.why)
        except Exception:
            log.exception("connection failed")
            self.close(FAULT, "")
        if not self._heard:
            self.line.hear(True)

    def _done(self, job: asyncio.Future[Any]) -> None:
        self._at_work = False
        if not job.cancelled() and isinstance(error := job.exception(), Declined):
            self.close(TRY_AGAIN, error.why)
        elif self._heard:
            self._work()

    def _read(self, body: bytes) -> Ask | None:
        """A message that may be taken and can be read; whatever cannot is answered and forgotten."""
        if not (self._bucket.take() and self._toll.take()):
            self._too_many += 1
            self.send(_refused("", "too fast", "too many messages; wait a moment"))
            if self._too_many > FORGIVEN:
                self.close(POLICY, "too many messages")
            return None
        self._too_many = 0
        if len(body) > MESSAGE_BYTES:
            self.send(_refused("", "too big", f"a message may have {MESSAGE_BYTES} bytes"))
            return None
        try:
            return _decode(body)  # type: ignore[no-any-return]
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self.send(_refused(_id(body), "unreadable", str(error)))
            return None


Seating = Callable[[Connection, Hello], Awaitable[Table | None]]
"""Where whoever says hello sits down; None if there is no place for them, which they have been told."""


@websocket("/api/tables/{table:str}/play")
async def play(socket: WebSocket[Any, Any, Any], state: State, table: FromPath[str]) -> None:
    """Sit down at a table: the first message is Hello."""
    hall: Hall = state.hall

    async def seated(connection: Connection, hello: Hello) -> Table | None:
        return await _sit_down(hall, connection, table, hello)

    await serve(socket, state, seated)


async def serve(socket: WebSocket[Any, Any, Any], state: State, seated: Seating) -> None:
    """One connection from its first message to its last."""
    await socket.accept()
    address = socket.client.host if socket.client else ""
    connection = Connection(line_of(socket.scope), address, state.hall.tolls)
    state.connections.add(connection)
    table = None
    try:
        connection.line.attach(connection)
        hello = await _hello(connection)
        table = await seated(connection, hello) if hello is not None else None
        if table is not None and hello is not None:
            await table.take(connection, hello)
            connection.sit(table)
        await connection.over.wait()
    except Declined as error:  # the table was just being put away, or the server is
        connection.close(TRY_AGAIN, error.why)
        await connection.over.wait()
    finally:
        state.connections.discard(connection)
        if table is not None:
            table.audience.leave(connection)


async def _hello(connection: Connection) -> Hello | None:
    """Wait for the first message; None if it does not come."""
    try:
        async with asyncio.timeout(HELLO_PATIENCE):
            while not isinstance(message := await connection.next(), Hello):
                if message is None:
                    return None
                connection.send(_refused(message.id, "hello", "the first message is hello"))
            return message
    except TimeoutError:
        connection.close(POLICY, "nobody said hello")
        return None


async def _sit_down(hall: Hall, connection: Connection, id: str, message: Hello) -> Table | None:
    """Someone with a token of this table; None if it opens no seat there."""
    found = await hall.seat_of(message.token) or await hall.stranger(id, message.token)
    table = await hall.table(id) if found is not None and found[0] == id else None
    if found is None or table is None:
        turn_away(connection, message, "this token opens no seat at this table", "no such seat")
        return None
    connection.seat, connection.token = found[1], message.token
    if sum(other.seat == connection.seat for other in table.audience.listeners) >= hall.limits.connections:
        connection.send(_refused(message.id, "crowded", "this seat has too many connections"))
        connection.close(TRY_AGAIN, "too many connections")
        return None
    return table


def turn_away(connection: Connection, hello: Hello, why: str, code: str) -> None:
    """Tell whoever said hello that there is no place for them here."""
    connection.send(_refused(hello.id, "token", why))
    connection.close(POLICY, code)


def _id(body: bytes) -> str:
    """The id of a message that is wrong otherwise, so that its sender knows which one is meant."""
    try:
        return msgspec.json.decode(body, type=_Named).id[:64]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def _refused(id: str, error: str, why: str) -> bytes:
    return encode(Refused(id=id, error=error, why=why))
