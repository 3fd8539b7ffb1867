"""The counters as one seat sees them: faces it may look at, and the backs of those it may not (6.3).

A counter that can be seen is called by the key of its unit. One that cannot is called by where it lies, hex and slot
("0921.0"), so that its name says nothing about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from vistula.kernel.views import PieceView

from ..model import POLAND, RUSSIA, SEATS, Model
from ..state import FLAGS, Ghost, State, units_at

T = TypeVar("T")
NATIONS = ("pol", "ukr", "lit", "rus")


def stack_at(s: State, side: int, hex: int) -> list[int | Ghost]:
    """The counters of a side in a hex from bottom to top, units as numbers, unseen ones as ghosts."""
    ghosts = [ghost for ghost in s.ghosts if ghost.hex == hex] if side == POLAND else []
    return _piled((s.under, *s.deep), units_at(s, side, hex), ghosts)


def _piled(under: tuple[int, ...], seen: Sequence[int], ghosts: Sequence[Ghost]) -> list[int | Ghost]:
    """Units and ghosts of one hex from bottom to top; `under` are the units beneath one other, beneath two, …"""
    if not ghosts and len(seen) == 1:
        return list(seen)

    def above(counter: int | Ghost) -> int:
        return counter.under if isinstance(counter, Ghost) else sum(units >> counter & 1 for units in under)

    return sorted([*ghosts, *seen], key=above, reverse=True)


def ghost_key(m: Model, hex: int, slot: int) -> str:
    return f"{m.grid.number(hex)}.{slot}"


def keys_at(s: State, side: int, hex: int) -> list[str]:
    """What the counters in a hex are called, from bottom to top."""
    stack = stack_at(s, side, hex)
    return [ghost_key(s.m, hex, slot) if isinstance(c, Ghost) else s.m.key[c] for slot, c in enumerate(stack)]


def on_the_map(s: State, chosen: dict[str, int]) -> list[PieceView]:
    """Every counter on the map; `chosen` are further marks with the sets of units that bear them."""
    m = s.m
    marks = [(mark, getattr(s, mark)) for mark in FLAGS]
    marks += [("routing", 1 << s.routing if s.routing >= 0 else 0), *chosen.items()]
    found: list[PieceView] = []
    for side, units, ghosts in ((POLAND, m.polish, tuple(s.ghosts)), (RUSSIA, m.russian, ())):
        all_of_them = (1 << units.stop) - (1 << units.start)
        borne = tuple((mark, bearers & all_of_them) for mark, bearers in marks if bearers & all_of_them)
        under = (s.under, *s.deep) if side == POLAND else ()
        found += _counters(m, side, tuple(s.place[units.start : units.stop]), under, borne, ghosts)
    return found


@lru_cache(maxsize=512)
def _counters(
    m: Model,
    side: int,
    places: tuple[int, ...],
    under: tuple[int, ...],
    marks: tuple[tuple[str, int], ...],
    ghosts: tuple[Ghost, ...],
) -> tuple[PieceView, ...]:
    """The counters of one side; while one side moves, those of the other stay as they are."""
    seen = _by_hex(zip(places, m.units_of[side], strict=True))
    unseen = _by_hex((ghost.hex, ghost) for ghost in ghosts)
    found = []
    for hex in sorted({hex for hex in seen if hex >= 0} | set(unseen)):
        for slot, counter in enumerate(_piled(under, seen.get(hex, ()), unseen.get(hex, ()))):
            if isinstance(counter, Ghost):
                found.append(_unseen(m, counter, slot))
            else:
                borne = tuple([mark for mark, bearers in marks if bearers >> counter & 1])
                found.append(_piece(m, counter, hex, slot, borne))
    return tuple(found)


def _by_hex(placed: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for hex, counter in placed:
        found.setdefault(hex, []).append(counter)
    return found


def _unseen(m: Model, ghost: Ghost, slot: int) -> PieceView:
    marks = [mark for mark in (*FLAGS, "routing") if getattr(ghost, mark)]
    number = m.grid.number(ghost.hex)
    key = ghost_key(m, ghost.hex, slot)
    return PieceView(key, SEATS[POLAND], space=number, slot=slot, nation=NATIONS[ghost.nation], marks=marks)


@lru_cache(maxsize=16384)
def _piece(m: Model, unit: int, hex: int, slot: int, marks: tuple[str, ...]) -> PieceView:
    """Most counters of a view are as they were in the last one."""
    side, key, space = SEATS[m.side[unit]], m.key[unit], m.grid.number(hex) if hex >= 0 else None
    return PieceView(key, side, "counter", key, space, None, slot, None, None, NATIONS[m.nation[unit]], list(marks))


def in_a_box(m: Model, units: list[int], chosen: int = -1) -> list[PieceView]:
    """Counters that lie beside the map, open to both players (W-46)."""
    return [_piece(m, u, -1, slot, ("selected",) if u == chosen else ()) for slot, u in enumerate(units)]
