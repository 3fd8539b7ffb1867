"""What the rulebook of How the West was Saved states about counters and tracks, checked whenever the data is loaded."""

from __future__ import annotations

from vistula.games.west_was_saved.model import Model
from vistula.games.west_was_saved.tables import Data


def check(m: Model, data: Data) -> None:
    """Raise a DataError for the first thing in which the data differs from the rulebook."""
