"""A WebSocket once it is open: text straight from the transport to a table and back, without a task for each message.

uvicorn does the handshake, pings and the end; its way for messages goes through two queues and three tasks. Here a
frame that is whole and plain is read at once, and everything else (pieces, compressed frames, pings, what is wrong) is
left to uvicorn and `websockets`, which know all of the protocol.
"""

from __future__ import annotations

from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

try:
    from websockets.speedups import apply_mask
except ImportError:  # built without a compiler
    from websockets.utils import apply_mask

WHOLE_TEXT, MASKED, SHORT, TWO_BYTES, EIGHT_BYTES = 0x81, 0x80, 126, 126, 127
LARGEST_QUICK = 65_536
WORTH_PACKING = 256
"""Bytes below which a message is sent as it is, though the other side could unpack it."""
PACKING = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 3}
)
"""Three fifths of the processor time of the usual level 6, for 15 in 100 bytes more."""
NAME = "vistula.line"


class End(Protocol):
    """Who is at this end of a line."""

    def received(self, body: bytes) -> None: ...

    def flows(self) -> None:
        """What is sent goes out again."""

    def gone(self) -> None: ...


def line_of(scope: Any) -> Line:
    """The line of a WebSocket that uvicorn has accepted."""
    found: Line = scope["extensions"][NAME]
    return found


class Line(WebSocketsSansIOProtocol):
    end: End | None = None
    _owed = 0  # bytes of a frame that is left to `websockets`
    _quick = True  # whether the next byte is known to begin a frame
    _in_pieces = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.conn.available_extensions:
            self.conn.available_extensions = [PACKING]

    # -- for whoever is at the end --------------------------------------------------------------------

    def attach(self, end: End) -> None:
        """From now on messages go there."""
        self.end = end
        while not self.queue.empty():
            event: Any = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                end.received(event["text"].encode() if event.get("text") is not None else event["bytes"])
        self.hear(True)
        if self.disconnected:
            end.gone()

    @property
    def free(self) -> bool:
        """Whether what is sent now goes out, and does not pile up."""
        return self.writable.is_set()

    def hear(self, more: bool) -> None:
        """Take more from the other side, or let it wait."""
        if self.read_paused is more and not self.transport.is_closing():
            self.read_paused = not more
            if more:
                self.transport.resume_reading()
            else:
                self.transport.pause_reading()

    def send_text(self, body: bytes) -> None:
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        if self.conn.extensions and len(body) >= WORTH_PACKING:
            self.conn.send_text(body)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(_head(len(body)) + body)

    def hang_up(self, code: int, why: str) -> None:
        """Say good-bye, and close when the other side has done so too, or does not."""
        if self.close_sent or self.transport.is_closing():
            return
        try:
            self.conn.send_close(code, why)
        except InvalidState:  # it was quicker
            return
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.hear(True)
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    # -- what comes -----------------------------------------------------------------------------------

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[NAME] = self

    def data_received(self, data: bytes) -> None:
        if self.end is None:
            super().data_received(data)
            return
        while data:
            if self._owed:
                data = self._leave(data, self._owed)
            elif not self._quick or self._in_pieces:
                super().data_received(data)
                return
            else:
                data = self._next_frame(data)

    def _leave(self, data: bytes, count: int) -> bytes:
        """Leave the next bytes to `websockets`; returns what comes after them."""
        self._owed = max(0, count - len(data))
        super().data_received(data[:count])
        return data[count:]

    def _next_frame(self, data: bytes) -> bytes:
        """The frame that `data` begins with; returns what comes after it."""
        start, length = _measured(data)
        if not start:  # not even its head is here
            self._quick = False
            return self._leave(data, len(data))
        if data[0] != WHOLE_TEXT or not data[1] & MASKED or length > LARGEST_QUICK or len(data) < start + length:
            return self._leave(data, start + length)
        self._text(apply_mask(data[start : start + length], data[start - 4 : start]))
        return data[start + length :]

    def _text(self, body: bytes) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        try:
            body.decode()
        except UnicodeDecodeError:
            self.hang_up(1007, "")
            return
        assert self.end is not None
        self.end.received(body)

    def handle_text(self, event: Any) -> None:
        self._in_pieces = not event.fin
        super().handle_text(event)

    def handle_bytes(self, event: Any) -> None:
        self._in_pieces = not event.fin
        super().handle_bytes(event)

    def handle_cont(self, event: Any) -> None:
        self._in_pieces = not event.fin
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message that was read the long way."""
        if self.end is None:
            super().send_receive_event_to_app()
            return
        body, self.frames = b"".join(self.frames), []
        if self.curr_msg_data_type == "text":
            self._text(body)
        elif not self.close_sent:
            self.end.received(body)

    # -- how it goes ----------------------------------------------------------------------------------

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.end is not None:
            self.end.flows()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.end is not None:
            self.end.gone()


def _head(length: int) -> bytes:
    """The head of a frame with a whole text, from a server."""
    if length < SHORT:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, TWO_BYTES)) + length.to_bytes(2)
    return bytes((WHOLE_TEXT, EIGHT_BYTES)) + length.to_bytes(8)


def _measured(data: bytes) -> tuple[int, int]:
    """Where the text of a frame begins, and how long it is; 0 where its head is not all here."""
    if len(data) < 2:
        return 0, 0
    length, start = data[1] & 127, 2
    if length >= TWO_BYTES:
        start = 4 if length == TWO_BYTES else 10
        length = int.from_bytes(data[2:start])
    if data[1] & MASKED:
        start += 4
    return (start, length) if len(data) >= start else (0, 0)
