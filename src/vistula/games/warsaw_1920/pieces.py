"""The counters as one seat sees them: faces it may look at, and the backs of those it may not (6.3).

A counter that can be seen is called by the key of its unit. One that cannot is called by where it lies, hex and slot
("0921.0"), so that its name says nothing about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import TypeVar

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND, RUSSIA, SEATS, Model
from vistula.games.warsaw_1920.state import Ghost, State, units_at
from vistula.kernel.views import PieceView

T = TypeVar("T")
NATIONS = ("pol", "ukr", "lit", "rus")
_UNIT_MARKS = ("disrupted", "isolated", "moved", "fought", "attacked", "moving")


def stack_at(s: State, side: int, hex: int) -> list[int | Ghost]:
    """The counters of a side in a hex from bottom to top, units as numbers, unseen ones as ghosts."""
    return _piled(s, units_at(s, side, hex), [ghost for ghost in s.ghosts if ghost.hex == hex and side == POLAND])


def _piled(s: State, seen: Sequence[int], ghosts: Sequence[Ghost]) -> list[int | Ghost]:
    """Units and ghosts of one hex from bottom to top."""
    if not ghosts and len(seen) == 1:
        return list(seen)
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
    marks = [(mark, getattr(s, mark)) for mark in _UNIT_MARKS]
    marks += [("routing", 1 << s.routing if s.routing >= 0 else 0), *chosen.items()]
    marked = reduce(or_, (units for _, units in marks))
    ghosts = _by_hex((ghost.hex, ghost) for ghost in s.ghosts)
    found = []
    for side, units in ((POLAND, s.m.polish), (RUSSIA, s.m.russian)):
        seen = _by_hex((s.place[u], u) for u in units)
        for hex in members(s.occupied[side]):
            number = s.m.grid.number(hex)
            piled = _piled(s, seen.get(hex, ()), ghosts.get(hex, ()) if side == POLAND else ())
            for slot, counter in enumerate(piled):
                if isinstance(counter, Ghost):
                    found.append(_unseen(s, counter, slot))
                else:
                    borne = [mark for mark, bearers in marks if bearers >> counter & 1] if marked >> counter & 1 else []
                    found.append(_piece(s.m, counter, number, slot, borne))
    return found


def _by_hex(placed: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for hex, counter in placed:
        found.setdefault(hex, []).append(counter)
    return found


def _unseen(s: State, ghost: Ghost, slot: int) -> PieceView:
    marks = [mark for mark in (*_UNIT_MARKS, "routing") if getattr(ghost, mark)]
    number = s.m.grid.number(ghost.hex)
    key = ghost_key(s.m, ghost.hex, slot)
    return PieceView(key, SEATS[POLAND], space=number, slot=slot, nation=NATIONS[ghost.nation], marks=marks)


def _piece(m: Model, unit: int, space: str | None, slot: int, marks: list[str]) -> PieceView:
    side, key = SEATS[m.side[unit]], m.key[unit]
    return PieceView(key, side, "counter", key, space, None, slot, None, None, NATIONS[m.nation[unit]], marks)


def in_a_box(m: Model, units: list[int], chosen: int = -1) -> list[PieceView]:
    """Counters that lie beside the map, open to both players (W-46)."""
    return [_piece(m, u, None, slot, ["selected"] if u == chosen else []) for slot, u in enumerate(units)]
