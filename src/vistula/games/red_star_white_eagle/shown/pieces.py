"""The counters as they lie: on the map, in boxes, with their marks."""

from __future__ import annotations

from functools import lru_cache

from vistula.kernel.views import PieceView
from vistula.parts.pieces import stacks

from ..model import SEATS, Model
from ..state import State
from ..units import POLAND, RUSSIA
from .words import nation_of

MARKS = {
    "reduced": "weak", "overstacked": "overstacked", "moved": "moved", "strategic": "strategic", "rebuilt": "rebuilt",
    "fought": "attacked", "retreated": "retreated", "charges": "charge",
}  # fmt: skip
"""Fields of the state that are sets of pieces, and the marks by which they are shown."""


def on_the_map(s: State, chosen: dict[str, int]) -> list[PieceView]:
    """Every counter on the map; `chosen` are further marks with the sets of pieces that bear them."""
    marks = [(mark, getattr(s, field)) for field, mark in MARKS.items()] + list(chosen.items())
    found: list[PieceView] = []
    for side in (POLAND, RUSSIA):
        own = pieces_of(s.m, side)
        army = s.m.army[side] | s.m.rcs[side]
        borne = tuple((mark, bearers & army) for mark, bearers in marks if bearers & army)
        found += _counters(s.m, side, tuple([s.place[piece] for piece in own]), borne)
    return found


@lru_cache(maxsize=4)
def pieces_of(m: Model, side: int) -> tuple[int, ...]:
    """Units and replacement counters of a side, as they lie in a stack: replacements lowest, the strongest on top."""
    counters = (*m.units_of[side], *m.rcs_of[side])
    return tuple(sorted(counters, key=lambda p: (m.all_rcs >> p & 1 == 0, m.primary >> p & 1, m.attack[0][p])))


@lru_cache(maxsize=256)
def _counters(
    m: Model, side: int, places: tuple[int, ...], marks: tuple[tuple[str, int], ...]
) -> tuple[PieceView, ...]:
    """The counters of one side; while one side moves, those of the other stay as they are."""
    own = pieces_of(m, side)
    where = dict(zip(own, places, strict=True))
    place = [where.get(piece, -1) for piece in range(m.pieces)]
    found = []
    for hex, pieces in sorted(stacks(place, own).items()):
        number = m.grid.number(hex)
        for slot, piece in enumerate(pieces):
            borne = [mark for mark, bearers in marks if bearers >> piece & 1]
            found.append(shown(m, piece, number, slot, borne))
    return tuple(found)


def shown(m: Model, piece: int, space: str | None, slot: int, marks: list[str]) -> PieceView:
    key = m.key[piece]
    nation = nation_of(m, piece)
    return PieceView(key, SEATS[m.side[piece]], "counter", key, space, None, slot, None, None, nation, marks)


def in_a_box(m: Model, pieces: list[int], reduced: int) -> list[PieceView]:
    """Counters that lie beside the map, open to everybody [5.0c]."""
    return [shown(m, p, None, slot, ["weak"] if reduced >> p & 1 else []) for slot, p in enumerate(pieces)]
