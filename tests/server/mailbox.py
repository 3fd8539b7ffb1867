"""A mail server on this machine that keeps what it is sent."""

from __future__ import annotations

import re
import socket
from email import message_from_bytes
from email.message import Message
from email.policy import default
from queue import Queue
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

WAIT = 30.0


class Mailbox:
    def __init__(self) -> None:
        self.letters: Queue[Message] = Queue()
        with socket.create_server(("127.0.0.1", 0)) as free:  # it asks itself whether it is up, at the port it is given
            self._port = free.getsockname()[1]
        self._server = Controller(self, hostname="127.0.0.1", port=self._port)
        self.refuses = False

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        if self.refuses:
            return "451 come back later"
        self.letters.put(message_from_bytes(envelope.content, policy=default))
        return "250 kept"

    def __enter__(self) -> Mailbox:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._port}?from=table@vistula.example"

    def next(self) -> Message:
        return self.letters.get(timeout=WAIT)

    def token(self, kind: str, to: str) -> str:
        """What the link in the next letter carries."""
        letter = self.next()
        assert letter["To"] == to
        found = re.search(rf"^https?://\S+/me#{kind}=([\w-]+)\r?$", letter.get_content(), re.M)  # type: ignore[attr-defined]
        assert found, letter
        return found[1]
