"""9.15 Advance after combat, by either side."""

from __future__ import annotations

from vistula.kernel import Frame, procedure


@procedure
class Advance(Frame):
    """[9.15.1-9.15.8] Units of one player advance into the hexes that a battle has emptied."""

    command: int
    units: list[int]
    vacated: list[int]
    points: int
