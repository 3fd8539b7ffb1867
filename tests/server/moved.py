"""A clock that a test moves on: the server under test reads from a file how far it goes ahead."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from vistula.server import command
from vistula.server.clock import Clock

AHEAD = "VISTULA_TEST_CLOCK"
"""Names that file."""


class MovedClock(Clock):
    def __init__(self, file: Path) -> None:
        self.file = file

    def seconds(self) -> float:
        try:
            return super().seconds() + float(self.file.read_text() or 0)
        except (FileNotFoundError, ValueError):
            return super().seconds()


def instead() -> None:
    """Have the server that is started here take its time from the file, and look at it often."""
    if file := os.environ.get(AHEAD):
        made = command._settings

        def settings(args: Any) -> Any:
            return msgspec.structs.replace(made(args), clock=MovedClock(Path(file)), tick=0.05, grace=0.2)

        command._settings = settings
