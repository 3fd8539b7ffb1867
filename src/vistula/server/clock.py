"""The time of day as the server takes it: a parameter, so that tests let days pass at once."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class Clock:
    """The real one."""

    def seconds(self) -> float:
        """Since 1970."""
        return time.time()

    def text(self, ago: float = 0.0) -> str:
        """As it is stored and told: `2026-11-18T23:15:00Z`."""
        return text_of(self.seconds() - ago)


def text_of(seconds: float) -> str:
    """A moment as it is stored and told."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def seconds_of(text: str) -> float:
    """The moment that `Clock.text` has told."""
    return datetime.fromisoformat(text).timestamp()
