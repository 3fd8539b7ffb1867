"""9.0 Combat: one attack after another, each resolved whole."""

from __future__ import annotations

from vistula.kernel import Frame, procedure


@procedure
class CombatPhase(Frame):
    """[6.1c, 9.0f] The combat phase of a side: naming, attacks, what ends with it."""

    side: int
