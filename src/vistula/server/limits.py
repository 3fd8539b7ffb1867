"""How much, how fast."""

from __future__ import annotations

import time

import msgspec

MESSAGE_BYTES = 64 * 1024
BODY_BYTES = 64 * 1024
OUTBOX = 512
"""Messages that may wait for a slow reader before its connection is closed; it comes back and gets one view."""


class Limits(msgspec.Struct, frozen=True):
    """Rates per second, with what may come at once. A rate of 0 sets no limit."""

    messages: float = 50.0
    messages_at_once: int = 200
    actions: float = 30.0  # of one seat; a message holds up to 200
    actions_at_once: int = 400
    entries: int = 20_000  # of one table; a long game has some 3,000
    speech: float = 1.0
    speech_at_once: int = 10
    openings: float = 1.0
    openings_at_once: int = 60
    connections: int = 64  # of one seat at once
    alone: int = 2  # unfinished tables of computers alone that one address has opened within a day


NONE = Limits(messages=0, actions=0, entries=2**53, speech=0, openings=0, connections=10_000, alone=10_000)


class Bucket:
    """Lets through so many at once and so many a second."""

    __slots__ = ("at_once", "left", "rate", "then")

    def __init__(self, rate: float, at_once: int) -> None:
        self.rate = rate
        self.at_once = at_once
        self.left = float(at_once)
        self.then = time.monotonic()

    def take(self, cost: int = 1) -> bool:
        """Let one through. What costs more is paid off before the next one is."""
        if not self.rate:
            return True
        now = time.monotonic()
        self.left = min(self.at_once, self.left + (now - self.then) * self.rate)
        self.then = now
        if self.left < 1:
            return False
        self.left -= cost
        return True

    def charge(self, cost: int) -> None:
        """For what turned out to cost more."""
        self.left -= cost
