"""Whether anyone looks at a table, and who: computers play only then, and it is put down to that address."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vistula.server.guests import Listener

LATELY = 600.0
"""Seconds for which a table goes on after the last word of a person who has left it."""


class Attendance:
    def __init__(self) -> None:
        self._last: tuple[float, str] | None = None  # when a person last spoke here, and from where

    def spoke(self, listener: Listener) -> None:
        """Whoever only watches keeps a table going while he is connected; one request of his does not."""
        if listener.seat:
            self._last = time.monotonic(), listener.address

    def go_on(self) -> None:
        """Nobody is here, and yet the table goes on for a while: a time is up."""
        self._last = time.monotonic(), ""

    def payer(self, listeners: Iterable[Listener]) -> str | None:
        """The address that computers play for; None: nobody looks, and the table sleeps."""
        here = [listener for listener in listeners if not listener.passing]
        seated = [listener.address for listener in here if listener.seat]
        if seated:
            return seated[-1]
        if self._last is not None and time.monotonic() - self._last[0] < LATELY:
            return self._last[1]
        return here[-1].address if here else None
