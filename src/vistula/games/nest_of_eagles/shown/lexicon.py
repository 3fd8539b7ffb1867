"""What encodings in numbers rely on beside the words of lexicon.toml: boxes, names, further numbers."""

from __future__ import annotations

from pathlib import Path

from vistula.games.lexicon import PrintedLexicon
from vistula.kernel import Seat
from vistula.kernel.decision import Kind

from ..model import POLAND, SEATS, Model
from ..rules.attack import Attack
from ..rules.movement import Move
from ..rules.steps import Losses
from ..state import State
from .words import card_name


class NestLexicon(PrintedLexicon[State]):
    path = Path(__file__).with_suffix(".toml")
    numbers = range(26)

    def __init__(self, m: Model) -> None:
        rounds = [f"round-{round}-{seat}" for round in range(1, m.rounds + 4) for seat in SEATS]
        self.names: dict[Kind, tuple[str, ...]] = {"card": tuple(card_name(m, n) for n in range(len(m.events)))}
        kinds = ("rebuild", "brigades", "volunteers", "reserves", "ukraine", "off", "removed", "sealed")
        under = [f"under-{m.key[marker]}" for marker in range(m.count, len(m.key))]  # [23.1]
        self.boxes = (*rounds, *(f"{kind}-{seat}" for kind in kinds for seat in SEATS), *under)

    def features(self, seat: Seat[State]) -> dict[str, float]:
        s = seat.s
        move, losses, attack = seat.under(Move), seat.under(Losses), seat.under(Attack)
        return {
            "Poland on turn": s.side == POLAND,
            "Poland moves": s.active == POLAND,
            "phase": s.phase,
            "victory points": s.vp,
            **{f"morale {theater}": box for theater, box in enumerate(s.morale)},
            **{f"replacements {pool}": number for pool, number in enumerate(s.pool)},
            "Poland has reacted": s.reacted[0],
            "Russia has reacted": s.reacted[1],
            "movement points left": move.left if move else 0,
            "nothing moved yet": bool(move and move.fresh),
            "steps to lose": losses.count if losses else 0,
            "order": attack.order if attack else 0,
            "answer": attack.answer if attack else 0,
        }
