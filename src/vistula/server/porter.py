"""Connections as such: how many, how slow, how much unread. uvicorn bounds none of that.

A connection has so long for the head of a request and so long for its body, whatever drips in meanwhile; and
whoever takes nothing of what he has been sent is cut off. Nobody has more than so many connections at once, and
all together have fewer than the process has descriptors, so that there is always one left for the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from vistula.server.limits import HEAD_BYTES, OUTBOX_BYTES, Bucket, Limits, Network, household, trusts
from vistula.server.line import Line

try:
    import resource
except ImportError:  # a system without it has no such limit that we know of
    resource = None  # type: ignore[assignment]

log = logging.getLogger("vistula.server")

RESERVED = 128
"""Descriptors kept for the database, workers and logs."""
LOOKS = 0.25
"""Seconds between two looks at who is late."""
FRAMES, FRAMES_AT_ONCE = 200.0, 1000
"""Frames of a WebSocket a second: pings and empty pieces are no messages, and cost something all the same."""
HEAD, BODY, ANSWER, IDLE = "head", "body", "answer", "idle"


class Porter:
    """Knows every connection."""

    def __init__(self, limits: Limits, proxies: tuple[Network, ...] = ()) -> None:
        self.limits = limits
        self.proxies = proxies
        self.room = _room()
        self.here: dict[Any, str] = {}  # connection -> household
        self.count: Counter[str] = Counter()
        self.named: Counter[str] = Counter()  # WebSockets by the address that a trusted proxy names
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def admit(self, connection: Any) -> bool:
        address = connection.client[0] if connection.client else ""
        house = "" if trusts(self.proxies, address) else household(address)
        if len(self.here) >= self.room or (house and self.count[house] >= self.limits.sockets):
            log.warning("too many connections", extra={"here": len(self.here)})
            return False
        self.here[connection] = house
        self.count[house] += 1
        return True

    def leave(self, connection: Any) -> None:
        house = self.here.pop(connection, None)
        if house is not None:
            self.count[house] -= 1
            if not self.count[house]:
                del self.count[house]

    def seat(self, peer: str, address: str) -> bool:
        """Count a WebSocket that came through a trusted proxy; those that come directly are counted already."""
        house = household(address)
        if peer == address:
            return True
        if self.named[house] >= self.limits.sockets:
            return False
        self.named[house] += 1
        return True

    def unseat(self, peer: str, address: str) -> None:
        house = household(address)
        if peer != address and self.named[house]:
            self.named[house] -= 1
            if not self.named[house]:
                del self.named[house]

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOKS)
            now = asyncio.get_running_loop().time()
            for connection in list(self.here):
                if connection.late(now):
                    connection.transport.abort()


def _room() -> int:
    """How many connections there may be; the soft limit of descriptors is raised as far as one may."""
    if resource is None:
        return 10_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    best = min(hard if hard != resource.RLIM_INFINITY else 65_536, 65_536)
    if soft < best:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (best, hard))
            soft = best
    return max(16, soft - RESERVED)


class Reader:
    """Whether the other side takes what it is sent."""

    porter: Porter
    transport: Any
    _unread = 0
    _stuck = 0.0

    def _stands_still(self, now: float) -> bool:
        unread = self.transport.get_write_buffer_size() if self.transport is not None else 0
        if not unread or unread < self._unread or not self._stuck:
            self._stuck = now
        self._unread = unread
        return bool(unread) and now - self._stuck > self.porter.limits.reading


def protocols(porter: Porter) -> tuple[type[HttpToolsProtocol], type[Line]]:
    """The two kinds of connection, known to a porter."""
    return (
        type("KnownHttp", (HttpConnection,), {"porter": porter}),
        type("KnownSocket", (SocketConnection,), {"porter": porter}),
    )


class HttpConnection(Reader, HttpToolsProtocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin(HEAD)
        if not self.porter.admit(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.porter.leave(self)
        super().connection_lost(exc)

    def _begin(self, phase: str) -> None:
        self._phase, self._since, self._head = phase, self.loop.time(), 0

    def late(self, now: float) -> bool:
        limits = self.porter.limits
        allowed = {HEAD: limits.head, BODY: limits.body}.get(self._phase)
        return (allowed is not None and now - self._since > allowed) or self._stands_still(now)

    def data_received(self, data: bytes) -> None:
        if self._phase == IDLE:
            self._begin(HEAD)
        if self._phase == HEAD:
            self._head += len(data)
        if self.transport.is_closing():
            return
        super().data_received(data)
        if (self._phase == HEAD and self._head > HEAD_BYTES) or len(self.pipeline) > 8:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._begin(BODY)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._begin(ANSWER)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._phase == ANSWER:
            self._begin(IDLE)

    def handle_websocket_upgrade(self) -> None:
        self.porter.leave(self)  # the connection is counted once, by what it becomes
        super().handle_websocket_upgrade()


class SocketConnection(Reader, Line):
    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._frames = Bucket(FRAMES, FRAMES_AT_ONCE)
        self._began = self.loop.time()
        if not self.porter.admit(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.porter.leave(self)
        super().connection_lost(exc)

    def late(self, now: float) -> bool:
        waiting = not self.handshake_complete and now - self._began > self.porter.limits.head
        return waiting or self._stands_still(now)

    def handle_ping(self) -> None:
        self._count()
        if self.transport.get_write_buffer_size() > OUTBOX_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        self._count()
        super().handle_cont(event)

    def _count(self) -> None:
        if not self._frames.take():
            self.transport.abort()
