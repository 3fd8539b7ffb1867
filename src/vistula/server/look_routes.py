"""All routes by which people look back at a game, or keep to themselves what they think of it."""

from __future__ import annotations

from typing import Any

from vistula.server import after, notes, onward, shown, sketch_table, sketches
from vistula.server.retelling import Retellings, get_moments, get_retelling

ROUTES = [
    get_retelling,
    get_moments,
    *after.ROUTES,
    *notes.ROUTES,
    *onward.ROUTES,
    *shown.ROUTES,
    *sketches.ROUTES,
    sketch_table.draw,
]


def kept() -> dict[str, Any]:
    """What is remembered between their requests."""
    return {"retellings": Retellings(), "accounts": after.Accounts(), "shown": shown.ShownRecords()}
