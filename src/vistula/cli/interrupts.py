"""Ctrl+C between decisions: never in the midst of one, so that a game and its journal are always whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Holds an interrupt back until it is asked for, or until someone is waiting at the keyboard."""

    def __init__(self) -> None:
        self.pending = False
        self._open = False

    def check(self) -> None:
        """Raise the interrupt that has been held back, if there is one."""
        if self.pending:
            self.pending = False
            raise KeyboardInterrupt

    @contextmanager
    def held(self) -> Iterator[None]:
        """For the length of a game."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._hear)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def let_through(self) -> Iterator[None]:
        """While a person is asked, an interrupt takes effect at once."""
        self.check()
        self._open = True
        try:
            yield
        finally:
            self._open = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._open:
            raise KeyboardInterrupt
        self.pending = True
