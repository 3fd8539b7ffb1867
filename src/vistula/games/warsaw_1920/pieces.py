"""The counters as one seat sees them: faces it may look at, and the backs of those it may not (6.3).

A counter that can be seen is called by the key of its unit. One that cannot is called by where it lies, hex and slot
("0921.0"), so that its name says nothing about it.
"""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND, RUSSIA, SEATS, Model
from vistula.games.warsaw_1920.state import Ghost, State, units_at
from vistula.kernel.views import PieceView

NATIONS = ("pol", "ukr", "lit", "rus")
_UNIT_MARKS = ("disrupted", "isolated", "moved", "fought", "attacked", "moving")


def stack_at(s: State, side: int, hex: int) -> list[int | Ghost]:
    """The counters of a side in a hex from bottom to top, units as numbers, unseen ones as ghosts."""
    seen = units_at(s, side, hex)
    if side == RUSSIA:
        return list(seen)
    ghosts = [ghost for ghost in s.ghosts if ghost.hex == hex]
    below: list[int | Ghost] = [*(g for g in ghosts if g.under), *(u for u in seen if s.under >> u & 1)]
    return [*below, *(g for g in ghosts if not g.under), *(u for u in seen if not s.under >> u & 1)]


def ghost_key(m: Model, hex: int, slot: int) -> str:
    return f"{m.grid.number(hex)}.{slot}"


def keys_at(s: State, side: int, hex: int) -> list[str]:
    """What the counters in a hex are called, from bottom to top."""
    stack = stack_at(s, side, hex)
    return [ghost_key(s.m, hex, slot) if isinstance(c, Ghost) else s.m.key[c] for slot, c in enumerate(stack)]


def on_the_map(s: State, chosen: dict[str, int]) -> list[PieceView]:
    """Every counter on the map; `chosen` are further marks with the sets of units that bear them."""
    found = []
    for side in (POLAND, RUSSIA):
        for hex in members(s.occupied[side]):
            for slot, counter in enumerate(stack_at(s, side, hex)):
                if isinstance(counter, Ghost):
                    found.append(_unseen(s, counter, slot))
                else:
                    found.append(_seen(s, counter, hex, slot, chosen))
    return found


def _seen(s: State, unit: int, hex: int, slot: int, chosen: dict[str, int]) -> PieceView:
    marks = [mark for mark in _UNIT_MARKS if getattr(s, mark) >> unit & 1]
    if s.routing == unit:
        marks.append("routing")
    marks += [mark for mark, units in chosen.items() if units >> unit & 1]
    return _piece(s.m, unit, space=s.m.grid.number(hex), slot=slot, marks=marks)


def _unseen(s: State, ghost: Ghost, slot: int) -> PieceView:
    marks = [mark for mark in (*_UNIT_MARKS, "routing") if getattr(ghost, mark)]
    number = s.m.grid.number(ghost.hex)
    key = ghost_key(s.m, ghost.hex, slot)
    return PieceView(key, SEATS[POLAND], space=number, slot=slot, nation=NATIONS[ghost.nation], marks=marks)


def _piece(m: Model, unit: int, space: str | None, slot: int, marks: list[str]) -> PieceView:
    side, key = SEATS[m.side[unit]], m.key[unit]
    return PieceView(key, side, face=key, space=space, slot=slot, nation=NATIONS[m.nation[unit]], marks=marks)


def in_a_box(m: Model, units: list[int], chosen: int = -1) -> list[PieceView]:
    """Counters that lie beside the map, open to both players (W-46)."""
    return [_piece(m, u, None, slot, ["selected"] if u == chosen else []) for slot, u in enumerate(units)]
