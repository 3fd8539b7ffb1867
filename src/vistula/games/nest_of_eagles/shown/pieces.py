"""The counters as they lie: on the map, in boxes, with their marks."""

from __future__ import annotations

from functools import lru_cache

from vistula.kernel.views import PieceView
from vistula.parts.pieces import stacks

from ..model import LITHUANIA, POLAND, SEATS, SOVIET, Model
from ..state import State

NATIONS = ("pol", "rus", "lit")
MARKS = {
    "reduced": "weak", "remnant": "remnant", "moved": "moved", "fought": "attacked", "barred": "barred",
    "marked": "replacement", "eligible": "eligible",
}  # fmt: skip
"""Fields of the state that are sets of units, and the marks by which they are shown."""


def on_the_map(s: State, chosen: dict[str, int]) -> list[PieceView]:
    """Every counter on the map; `chosen` are further marks with the sets of units that bear them."""
    marks = [(mark, getattr(s, field)) for field, mark in MARKS.items()] + list(chosen.items())
    found: list[PieceView] = []
    for side in (POLAND, SOVIET):
        army = s.m.army[side]
        borne = tuple((mark, bearers & army) for mark, bearers in marks if bearers & army)
        places = tuple([s.place[unit] for unit in s.m.units_of[side]])
        found += _counters(s.m, side, places, borne)
    return found


@lru_cache(maxsize=256)
def _counters(
    m: Model, side: int, places: tuple[int, ...], marks: tuple[tuple[str, int], ...]
) -> tuple[PieceView, ...]:
    """The counters of one side; while one side moves, those of the other stay as they are."""
    where = dict(zip(m.units_of[side], places, strict=True))
    place = [where.get(unit, -1) for unit in range(len(m.key))]
    found = []
    for hex, units in sorted(stacks(place, m.units_of[side]).items()):
        number = m.grid.number(hex)
        for slot, unit in enumerate(sorted(units, key=lambda u: (u >= m.count, not m.support >> u & 1, m.sp[0][u]))):
            borne = [mark for mark, bearers in marks if bearers >> unit & 1]
            found.append(piece(m, unit, number, slot, borne))
    return tuple(found)


def piece(m: Model, unit: int, space: str | None, slot: int, marks: list[str]) -> PieceView:
    key = m.key[unit]
    return PieceView(key, SEATS[m.side[unit]], "counter", key, space, None, slot, None, None, nation_of(m, unit), marks)


def nation_of(m: Model, unit: int) -> str:
    return NATIONS[2] if m.front[unit] == LITHUANIA else NATIONS[m.side[unit]]


def in_a_box(s: State, units: list[int], chosen: int = -1) -> list[PieceView]:
    """Counters that lie beside the map; all of them lie open [3.1c]."""
    found = []
    for slot, unit in enumerate(units):
        marks = ["selected"] if unit == chosen else []
        marks += [mark for field, mark in MARKS.items() if getattr(s, field) >> unit & 1]
        found.append(piece(s.m, unit, None, slot, marks))
    return found
