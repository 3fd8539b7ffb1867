"""21.1 – 21.4 Lithuania: the line it may cross, the clock that then runs for Wilno, and its end. Where its units
may go: `fronts`; whom the Poles may attack: `attack`."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import tell

from ..model import LITHUANIA
from ..state import ABSENT, HELD_BY_LITHUANIA, REMOVED, State, remove
from .queries import plays

DEADLINE = "29.VIII"
"""[21.4a] The round by whose end Lithuania must have acted."""
ROUNDS = 2
"""[21.4b] So many rounds after that it must have Wilno."""


def marched(s: State, unit: int, hex: int) -> None:
    """[21.1e, 21.2b, 21.4b] A Lithuanian unit has come somewhere: over the line, it sets both sides free and the clock
    going."""
    if s.m.front[unit] == LITHUANIA and not s.m.lithuania >> hex & 1:
        if not s.lithuania_out:
            tell(s, "21.2b", "lithuania_out", unit=unit, hex=hex)
        s.lithuania_out = True
        set_clock(s)


def set_clock(s: State) -> None:
    """[21.4a, 21.4b] They have crossed the line or attacked Wilno: from now on the rounds count."""
    s.wilno_clock = s.wilno_clock or s.round


def lost_wilno(s: State, before: int, hex: int) -> None:
    """[21.4d] Whoever takes Wilno from Lithuania has driven it from the game."""
    if hex == s.m.wilno and before == HELD_BY_LITHUANIA:
        withdraw(s, "21.4d")


def end_of_round(s: State) -> None:
    """[21.4a, 21.4b] Lithuania leaves if it has not acted by its date (N-71), or not taken Wilno in two more rounds."""
    if s.wilno_taken or not plays(s, "21"):
        return
    if s.wilno_clock and s.round >= s.wilno_clock + ROUNDS:
        withdraw(s, "21.4b")
    elif not s.wilno_clock and s.m.dates[s.round] == DEADLINE:
        withdraw(s, "21.4a")


def withdraw(s: State, rule: str) -> None:
    """[21.4] All Lithuanian units leave the game, those who have not come yet too."""
    gone = [unit for unit in members(s.m.front_army[LITHUANIA]) if s.place[unit] not in (ABSENT, REMOVED)]
    for unit in gone:
        remove(s, unit, REMOVED)
    if gone:
        tell(s, rule, "lithuania_gone", units=gone)
