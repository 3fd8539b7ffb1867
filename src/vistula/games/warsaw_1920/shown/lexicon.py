"""What encodings in numbers rely on beside the words of lexicon.toml: boxes, names, further numbers."""

from __future__ import annotations

from pathlib import Path

from vistula.games.lexicon import PrintedLexicon
from vistula.kernel import UNKNOWN, Seat

from ..model import POLAND, SEATS, Model
from ..rules.victory import totals
from ..state import State


class WarsawLexicon(PrintedLexicon[State]):
    path = Path(__file__).with_suffix(".toml")

    def __init__(self, m: Model) -> None:
        self.numbers = range(1, max(*(track.maximum for track in m.supply), *m.counterattack.turns) + 1)
        boxes = [f"turn-{turn}" for turn in range(1, m.turns + m.operations.reorganized + 1)]
        fates = [f"{fate}-{seat}" for fate in ("eliminated", "surrendered", "interned", "tray") for seat in SEATS]
        self.boxes = (*boxes, *fates)

    def worked_out(self, seat: Seat[State]) -> dict[str, float]:
        s = seat.s
        poland, russia = totals(s)
        return {
            "Poland on turn": s.side == POLAND,
            "Polish VP now": poland,
            "Russian VP now": russia,
            "counterattack on turn": -1 if s.counterattack == UNKNOWN else s.counterattack,
        }
