"""What encodings in numbers rely on beside the words of lexicon.toml: boxes, names, further numbers."""

from __future__ import annotations

from pathlib import Path

from vistula.games.lexicon import PrintedLexicon
from vistula.kernel import Seat

from ..model import SEATS, Model
from ..rules.control import vp
from ..rules.losses import Losses
from ..rules.movement import Move
from ..state import State
from ..units import POLAND, RUSSIA


class StarLexicon(PrintedLexicon[State]):
    path = Path(__file__).with_suffix(".toml")
    numbers = range(16)

    def __init__(self, m: Model) -> None:
        turns = max(scene.turns for scene in m.scenarios)
        kinds = (
            "arriving", "reserve", "rally", "garrison", "off-0", "off-1", "off-2", "off-3", "off-4", "aside",
            "eliminated", "removed", *(f"turn-{turn}" for turn in range(1, turns + 1)),
        )  # fmt: skip
        self.boxes = ("counters", *(f"{kind}-{seat}" for kind in kinds for seat in SEATS))

    def features(self, seat: Seat[State]) -> dict[str, float]:
        s = seat.s
        move, losses, points = seat.under(Move), seat.under(Losses), vp(s)
        return {
            "Poland on turn": s.side == POLAND,
            "phase": s.phase,
            "Polish victory points": points[POLAND],
            "Russian victory points": points[RUSSIA],
            **{f"replacements {pool}": number for pool, number in enumerate(s.pool)},
            "Freikorps factors": s.freikorps_points,
            "quarters on the net": s.rail_used,
            "rally": s.rally,
            "Ukrainians": s.ukrainians,
            "Standdown": s.standdown,
            "cavalry owed": s.deficit,
            "movement points left": move.left if move else 0,
            "way of moving": move.way if move else -1,
            "factors to lose": losses.need if losses else 0,
        }
