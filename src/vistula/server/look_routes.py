"""All routes by which people look back at a game, or keep to themselves what they think of it."""

from __future__ import annotations

from vistula.server import notes
from vistula.server.retelling import get_moments, get_retelling

ROUTES = [get_retelling, get_moments, *notes.ROUTES]
