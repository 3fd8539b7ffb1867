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


def set_up(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("vistula").setLevel(level)
