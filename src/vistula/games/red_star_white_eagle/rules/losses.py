"""9.11, 9.12 Combat losses: who bears them, and what each step is worth."""

from __future__ import annotations

from vistula.kernel import Frame, procedure


@procedure
class Losses(Frame):
    """[9.12.2a] One player's units lose at least so many factors."""

    command: int
    units: list[int]
    need: int
