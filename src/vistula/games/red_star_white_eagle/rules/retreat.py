"""9.13, 9.14 Retreat after combat, unit by unit. Its ways: `routes`."""

from __future__ import annotations

from vistula.kernel import Frame, procedure


@procedure
class Retreats(Frame):
    """[9.13.2a] The units of one side that a result drives back, in the order their owner likes."""

    units: list[int]
    length: int
