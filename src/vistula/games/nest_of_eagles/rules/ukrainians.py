"""17.1.4, 19.8 Polish-allied Ukrainians: their Replacements, and the day by which Kijów must have been Polish."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import tell

from ..model import POLAND, UKRAINE
from ..state import ABSENT, REMOVED, UKRAINIAN, State, remove
from .operations import receive
from .priorities import ukrainian_draft
from .queries import plays
from .theaters import review

DEADLINE = "30.V"


def draft(s: State) -> None:
    """[17.1.4a] A Ukrainian Replacement with a Polish unit in Kijów, or with Lwów while the volunteers form (N-54)."""
    if not plays(s, "17.1.4"):
        return
    if number := ukrainian_draft(s):
        receive(s, UKRAINIAN, number, "23.5.1c")
        return
    forming = 2 <= s.forming <= 4 and s.held[POLAND] >> s.m.lwow & 1
    if forming or s.occupied[POLAND] >> s.m.kijow & 1:
        receive(s, UKRAINIAN, 1, "17.1.4a")


def kijow_deadline(s: State) -> None:
    """[19.8.1a] At the end of that round without Kijów ever having been Polish all Ukrainians leave the game."""
    if s.kijow_taken or s.m.dates[s.round] != DEADLINE or not plays(s, "19.8"):
        return
    gone = [unit for unit in members(s.m.ukrainians) if s.place[unit] not in (ABSENT, REMOVED)]
    for unit in gone:
        remove(s, unit, REMOVED)
    if gone:
        tell(s, "19.8.1a", "ukrainians_leave", units=gone)
        review(s, UKRAINE)  # [19.1c]
