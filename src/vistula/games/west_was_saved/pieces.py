"""The counters as one seat sees them: faces it may look at, and the backs of those it may not (13.2).

A counter that can be seen is called by the key of its unit. One that cannot is called by where it lies, hex and slot
("1403.0"), so that its name says nothing about it; a blank counter of one's own likewise.
"""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import Hex
from vistula.games.west_was_saved.model import COMMAND, LIT, POLAND, RUSSIA, SEATS, Model
from vistula.games.west_was_saved.queries import stacks
from vistula.games.west_was_saved.state import State, bits_of
from vistula.kernel.views import PieceView

NATIONS = ("pol", "ukr", "rus", "lit")
MARKS = ("weak", "unsupplied", "ordered", "moved", "moving", "attacked", "fought", "redeployed")


def counter_key(m: Model, hex: Hex, slot: int) -> str:
    """What a counter is called at which nobody but its owner may look."""
    return f"{m.grid.number(hex)}.{slot}"


def keys_at(s: State, side: int, hex: Hex) -> list[str]:
    """What the counters of a stack are called, from bottom to top."""
    return [piece.key for piece in _stack(s, side, hex, stacks(s, side).get(hex, []), {})]


def on_the_map(s: State, chosen: dict[str, int]) -> list[PieceView]:
    """Every counter on the map; `chosen` are further marks with the sets of units that bear them."""
    m = s.m
    marks = {mark: getattr(s, mark) for mark in MARKS} | {"led": s.led} | chosen
    found: list[PieceView] = []
    for side in (POLAND, RUSSIA):
        seen = stacks(s, side)
        hexes = set(seen) | {hex for hex in s.veiled if s.occupied[side] >> hex & 1}
        for hex in sorted(hexes):
            found += _stack(s, side, hex, seen.get(hex, []), marks)
        for unit in m.commands_of[side]:
            if s.place[unit] >= 0:
                borne = tuple(mark for mark, bearers in marks.items() if bearers >> unit & 1)
                found.append(_piece(m, unit, s.place[unit], 0, -1, borne))
    return found


def _stack(s: State, side: int, hex: Hex, seen: list[int], marks: dict[str, int]) -> list[PieceView]:
    """The counters of a stack from bottom to top: unseen ones and blanks, covered units, the top one."""
    m = s.m
    unseen = s.veiled.get(hex, 0)
    found = [_unseen(m, side, hex, slot, _nation(s, side, hex, seen)) for slot in range(unseen)]
    blanks = s.dummies.get(hex, 0)
    found += [_blank(m, side, hex, unseen + n) for n in range(blanks)]
    for unit in sorted(seen, key=lambda u: not s.under >> u & 1):
        facing = s.facing[hex] if m.fighters >> unit & 1 else -1
        borne = tuple(mark for mark, bearers in marks.items() if bearers >> unit & 1)
        found.append(_piece(m, unit, hex, len(found), facing, borne))
    return found


def _nation(s: State, side: int, hex: Hex, seen: list[int]) -> str:
    """The colour of a stack into which nobody may look: Lithuanians lie apart, so theirs is known."""
    lithuanian = s.unseen_nation >> hex & 1 or bool(bits_of(seen) & s.m.of_nation[LIT])
    return "lit" if lithuanian else ("pol", "rus")[side]


@lru_cache(maxsize=16384)
def _unseen(m: Model, side: int, hex: Hex, slot: int, nation: str) -> PieceView:
    key = counter_key(m, hex, slot)
    return PieceView(key, SEATS[side], space=m.grid.number(hex), slot=slot, nation=nation)


@lru_cache(maxsize=16384)
def _blank(m: Model, side: int, hex: Hex, slot: int) -> PieceView:
    key = counter_key(m, hex, slot)
    return PieceView(key, SEATS[side], "dummy", space=m.grid.number(hex), slot=slot, nation=("pol", "rus")[side])


@lru_cache(maxsize=16384)
def _piece(m: Model, unit: int, hex: Hex, slot: int, facing: int, marks: tuple[str, ...]) -> PieceView:
    key = m.key[unit]
    return PieceView(
        key, SEATS[m.side[unit]], "leader" if m.kind[unit] == COMMAND else "counter", key,
        m.grid.number(hex) if hex >= 0 else None, None, slot, facing if facing >= 0 else None, None,
        NATIONS[m.nation[unit]], list(marks),
    )  # fmt: skip


def in_a_box(m: Model, units: list[int], weak: int = 0) -> list[PieceView]:
    """Counters that lie beside the map, open to both players."""
    return [_piece(m, u, -1, slot, -1, ("weak",) if weak >> u & 1 else ()) for slot, u in enumerate(units)]
