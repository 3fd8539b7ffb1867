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
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from vistula.kernel.decision import SeatId
from vistula.server.guests import TRY_AGAIN, Declined
from vistula.server.hall import Hall
from vistula.server.limits import MESSAGE_BYTES, OUTBOX, OUTBOX_BYTES, Bucket, Tolls, household
from vistula.server.perspective import encode
from vistula.server.table import Table
from vistula.server.wire import Ask, ClientMessage, Hello, Refused

log = logging.getLogger("vistula.server")

HELLO_PATIENCE = 20.0
GOING_AWAY, POLICY = 1001, 1008
FORGIVEN = 200
"""Messages over the rate that are answered before the connection is closed."""

_decode = msgspec.json.Decoder(ClientMessage).decode


class _Named(msgspec.Struct):
    id: str = ""


class Connection:
    """One browser at one seat. What is sent waits in the outbox, so that nobody waits for a slow reader."""

    passing = False

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self.seat = SeatId("")
        self.sent = 0
        self.token = ""
        self.address = socket.client.host if socket.client else ""
        self._socket = socket
        self._outbox: deque[bytes] = deque()
        self._waiting = 0  # bytes
        self._more = asyncio.Event()
        self._end: tuple[int, str] | None = None

    def send(self, body: bytes) -> None:
        if len(self._outbox) >= OUTBOX or (self._outbox and self._waiting > OUTBOX_BYTES):
            self.close(TRY_AGAIN, "too slow; come again")
        elif self._end is None:
            self._outbox.append(body)
            self._waiting += len(body)
            self._more.set()

    def close(self, code: int, why: str) -> None:
        """End after what waits has been sent."""
        if self._end is None:
            self._end = (code, why)
            self._more.set()

    async def pump(self) -> None:
        """Send until the end."""
        try:
            while True:
                while self._outbox:
                    body = self._outbox.popleft()
                    self._waiting -= len(body)
                    await self._socket.send_data(body.decode())
                if self._end is not None:
                    await self._socket.close(*self._end)
                    return
                self._more.clear()
                await self._more.wait()
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # the other side is gone; the reader finds out for itself


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
    connection = Connection(socket)
    state.connections.add(connection)
    pump = asyncio.create_task(connection.pump())
    try:
        await _converse(state.hall, connection, socket, seated)
    except WebSocketDisconnect:
        pass
    finally:
        state.connections.discard(connection)
        connection.close(1000, "")
        pump.cancel()


async def _converse(hall: Hall, connection: Connection, socket: WebSocket[Any, Any, Any], seated: Seating) -> None:
    bucket = Bucket(hall.limits.messages, hall.limits.messages_at_once)
    try:
        hello = await _hello(hall, connection, socket, bucket)
        table = await seated(connection, hello) if hello is not None else None
        if table is not None and hello is not None:
            await table.take(connection, hello)
    except Declined as error:  # the table was just being put away, or the server is
        connection.close(TRY_AGAIN, error.why)
        table = None
    if table is None:
        await _hang_up(connection, socket)
        return
    try:
        while True:
            message = await _next(connection, socket, bucket, hall.tolls)
            if isinstance(message, Hello):
                connection.send(_refused(message.id, "hello", "you have said hello already"))
            else:
                await table.take(connection, message)
    except Declined as error:
        connection.close(TRY_AGAIN, error.why)
        await _hang_up(connection, socket)
    finally:
        table.audience.leave(connection)


async def _hello(hall: Hall, connection: Connection, socket: WebSocket[Any, Any, Any], bucket: Bucket) -> Hello | None:
    """Wait for the first message; None if it does not come."""
    try:
        async with asyncio.timeout(HELLO_PATIENCE):
            message = await _next(connection, socket, bucket, hall.tolls)
            while not isinstance(message, Hello):
                connection.send(_refused(message.id, "hello", "the first message is hello"))
                message = await _next(connection, socket, bucket, hall.tolls)
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


async def _next(connection: Connection, socket: WebSocket[Any, Any, Any], bucket: Bucket, tolls: Tolls) -> Ask:
    """The next message that can be read; whatever cannot is answered and forgotten."""
    over = 0
    while True:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="gone")
        body = event.get("text") or event.get("bytes") or b""
        if not (bucket.take() and tolls.take("many_messages", household(connection.address))):
            over += 1
            connection.send(_refused("", "too fast", "too many messages; wait a moment"))
            if over > FORGIVEN:
                connection.close(POLICY, "too many messages")
                await _hang_up(connection, socket)
                raise WebSocketDisconnect(detail="too many messages")
            continue
        message = _read(connection, body)
        if message is not None:
            return message


def _read(connection: Connection, body: str | bytes) -> Ask | None:
    if len(body) > MESSAGE_BYTES:
        connection.send(_refused("", "too big", f"a message may have {MESSAGE_BYTES} bytes"))
        return None
    try:
        return _decode(body)  # type: ignore[no-any-return]
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        connection.send(_refused(_id(body), "unreadable", str(error)))
        return None


def _id(body: str | bytes) -> str:
    """The id of a message that is wrong otherwise, so that its sender knows which one is meant."""
    try:
        return msgspec.json.decode(body, type=_Named).id[:64]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def _refused(id: str, error: str, why: str) -> bytes:
    return encode(Refused(id=id, error=error, why=why))


async def _hang_up(connection: Connection, socket: WebSocket[Any, Any, Any]) -> None:
    """Let what waits go out, then wait for the other side to go."""
    try:
        async with asyncio.timeout(HELLO_PATIENCE):
            while (await socket.receive())["type"] == "websocket.receive":
                pass
    except (TimeoutError, WebSocketDisconnect):
        return
