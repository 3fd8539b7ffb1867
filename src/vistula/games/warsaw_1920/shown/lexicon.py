"""What encodings in numbers rely on beside the words of lexicon.toml: boxes, names, further numbers."""

from __future__ import annotations

from pathlib import Path

from vistula.games.lexicon import PrintedLexicon
from vistula.kernel import UNKNOWN, Seat

from ..model import POLAND, SEATS, Model
from ..rules.combat import Exchange
from ..rules.movement import Move
from ..rules.retreat import Retreat
from ..rules.victory import totals
from ..state import State


class WarsawLexicon(PrintedLexicon[State]):
    path = Path(__file__).with_suffix(".toml")

    def __init__(self, m: Model) -> None:
        self.numbers = range(1, max(*(track.maximum for track in m.supply), *m.counterattack.turns) + 1)
        boxes = [f"turn-{turn}" for turn in range(1, m.turns + m.operations.reorganized + 1)]
        fates = [f"{fate}-{seat}" for fate in ("eliminated", "surrendered", "interned", "tray") for seat in SEATS]
        self.boxes = (*boxes, *fates)

    def features(self, seat: Seat[State]) -> dict[str, float]:
        s = seat.s
        move, retreat, exchange = seat.under(Move), seat.under(Retreat), seat.under(Exchange)
        poland, russia = totals(s)
        return {
            "Poland on turn": s.side == POLAND,
            "operation": s.operation,
            "movement phases": s.movements,
            "supply points West": s.points[0],
            "supply points Southwest": s.points[1],
            "West supplied": s.supplied[0],
            "Southwest supplied": s.supplied[1],
            "West resupplied on turn": s.resupplied[0],
            "Southwest resupplied on turn": s.resupplied[1],
            "West loses operations": s.lost[0],
            "Southwest loses operations": s.lost[1],
            "Polish VP now": poland,
            "Russian VP now": russia,
            "counterattack on turn": -1 if s.counterattack == UNKNOWN else s.counterattack,
            "counterattack order shown": s.order_shown,
            "movement points left": move.left if move else 0,
            "nothing moved yet": bool(move and move.whole),
            "retreat left": retreat.left if retreat else 0,
            "exchange owed": exchange.owed if exchange else 0,
        }
