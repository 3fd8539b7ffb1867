"""Logs: one JSON object a line on stderr. No token, secret or message text ever gets here."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec

_ORDINARY = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class Lines(logging.Formatter):
    """A record as one JSON object: when, how bad, what, and whatever was given beside it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line.update({key: value for key, value in vars(record).items() if key not in _ORDINARY})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


class Sparing(logging.Filter):
    """So many lines a second of one cause; the next second's first line says how many were left out."""

    def __init__(self, lines: int = 20, causes: int = 1000) -> None:
        super().__init__()
        self.lines = lines
        self.causes = causes
        self._seen: dict[tuple[str, int, str], list[float]] = {}  # cause -> second, lines in it, left out

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.INFO:
            return True  # they were asked for by --verbose
        cause = record.name, record.lineno, str(record.msg)[:100]
        if len(self._seen) >= self.causes and cause not in self._seen:
            self._seen.clear()
        second, kept = int(record.created), self._seen.setdefault(cause, [0.0, 0.0, 0.0])
        if kept[0] != second:
            if kept[2]:
                record.left_out = int(kept[2])
            kept[:] = [second, 0.0, 0.0]
        kept[1] += 1
        kept[2] += kept[1] > self.lines
        return kept[1] <= self.lines


def set_up(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    handler.addFilter(Sparing())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("vistula").setLevel(level)
