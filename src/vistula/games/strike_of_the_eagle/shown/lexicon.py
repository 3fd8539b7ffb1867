"""What encodings in numbers rely on beside the words of lexicon.toml: boxes, names, further numbers."""

from __future__ import annotations

from pathlib import Path

from vistula.games.lexicon import PrintedLexicon
from vistula.kernel import Seat

from ..model import BLOCKS, CARDS_IN_ALL, COMMANDS, ORDERS, SIDES, Model
from ..rules.seats import player_of
from ..rules.tokens import TOKEN
from ..state import NONE, State
from .names import card_name, piece_name

_TOKENS = 80
"""More orders than both sides can have on the map in a phase, leaders' and exchanged ones included."""


class StrikeLexicon(PrintedLexicon[State]):
    path = Path(__file__).with_suffix(".toml")
    numbers = range(len(ORDERS))

    def __init__(self, m: Model) -> None:
        self.names = {
            "piece": (
                *(piece_name(p) for p in range(BLOCKS)),
                *(piece_name(TOKEN + id) for id in range(_TOKENS)),
            ),
            "card": tuple(card_name(card) for card in range(CARDS_IN_ALL)),
        }
        slots = max(len(scene.slots) for scene in m.scenes)
        piles = [f"{fate}-{side}" for fate in ("pool", "eliminated") for side in SIDES]
        self.boxes = (*piles, *(f"turn-{slot}" for slot in range(slots)))

    def worked_out(self, seat: Seat[State]) -> dict[str, float]:
        s = seat.s
        player = player_of(s, seat.id)
        black, white, green = s.cubes[player] if player != NONE else (0, 0, 0)
        return {
            "black cubes": black,
            "white cubes": white,
            "green cubes": green,
            **{f"orders allowed {c}": s.allowance[c] for c in COMMANDS},
            **{f"orders placed {c}": s.placed[c] for c in COMMANDS},
            "Lithuania": s.lithuania,
            "last phase": s.closing,
        }
