"""What encodings in numbers rely on beside the words of lexicon.toml: boxes, names, further numbers."""

from __future__ import annotations

from pathlib import Path

from vistula.board.hexes import members
from vistula.games.lexicon import PrintedLexicon
from vistula.kernel import Seat
from vistula.kernel.decision import Kind

from ..cards.cardfile import CARDS
from ..model import POLAND, RUSSIA, SEATS, Model
from ..rules.orders import Order
from ..rules.victory import cities_held
from ..state import State
from .view import LATEST


class WestLexicon(PrintedLexicon[State]):
    path = Path(__file__).with_suffix(".toml")
    numbers = range(6)  # sides of a hex on the rim of the map

    def __init__(self, m: Model) -> None:
        self.names: dict[Kind, tuple[str, ...]] = {"card": tuple(str(card) for card in range(1, CARDS + 1))}
        boxes = [f"turn-{turn}" for turn in range(1, m.turns + LATEST + 1)]
        fates = [f"{fate}-{seat}" for fate in ("eliminated", "interned", "lost", "card") for seat in SEATS]
        self.boxes = (*boxes, *fates)
        self.hexes = [(hex, m.grid.number(hex)) for hex in members(m.land)]

    def worked_out(self, seat: Seat[State]) -> dict[str, float]:
        s, order = seat.s, seat.under(Order)
        return {
            "Polish cities": cities_held(s, POLAND),
            "Russian cities": cities_held(s, RUSSIA),
            "hexes of the order": len(order.path) if order else 0,
            **self._hand(seat),
            **{f"facing {number}": s.facing[hex] for hex, number in self.hexes},
            **{f"counters {number}": s.veiled.get(hex, 0) for hex, number in self.hexes},
        }

    def _hand(self, seat: Seat[State]) -> dict[str, float]:
        own = seat.s.hands[SEATS.index(seat.id)] if seat.id else []
        return {f"card {card} in hand": card in own for card in range(1, CARDS + 1)}
