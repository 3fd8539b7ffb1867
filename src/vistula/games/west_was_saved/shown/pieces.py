"""The counters as one seat sees them: faces it may look at, and the backs of those it may not (13.2).

A counter that can be seen is called by the key of its unit. One that cannot is called by where it lies, hex and slot
("1403.0"), so that its name says nothing about it; a blank counter of one's own likewise. Every counter of a stack has
the stack's facing, so that it is seen whatever lies on top [1.2c, 1.2d]. Command units lie over the stack they are
with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from vistula.board.hexes import Hex, collect
from vistula.kernel.views import PieceKind, PieceView

from ..model import COMMAND, LIT, POLAND, RUSSIA, SEATS, Model
from ..rules.queries import height, stacks
from ..state import State

NATIONS = ("pol", "ukr", "rus", "lit")
MARKS = {
    "weak": "weak",  # the counter lies on its reverse [1.2f]
    "unsupplied": "out-of-supply",
    "ordered": "ordered",
    "moved": "moved",
    "moving": "moving",
    "attacked": "attacked",
    "fought": "fought",
    "redeployed": "redeployed",
    "led": "led",
}
"""Sets of the state and the marks by which their members are known on the table."""


def counter_key(m: Model, hex: Hex, slot: int) -> str:
    """What a counter is called at which nobody but its owner may look."""
    return f"{m.grid.number(hex)}.{slot}"


def keys_at(s: State, side: int, hex: Hex) -> list[str]:
    """What the counters of a stack are called, from bottom to top."""
    return [piece.key for piece in _stack(s, side, hex, stacks(s, side).get(hex, []), {}, 0)]


def on_the_map(s: State, chosen: dict[str, int]) -> list[PieceView]:
    """Every counter on the map; `chosen` are further marks with the sets of units that bear them."""
    borne = {mark: getattr(s, name) for name, mark in MARKS.items()} | chosen
    marks = {mark: bearers for mark, bearers in borne.items() if bearers}
    marked = reduce(or_, marks.values(), 0)
    found: list[PieceView] = []
    for side in (POLAND, RUSSIA):
        seen = stacks(s, side)
        hexes = set(seen) | {hex for hex in s.veiled if s.occupied[side] >> hex & 1}
        for hex in sorted(hexes):
            found += _stack(s, side, hex, seen.get(hex, []), marks, marked)
        found += _commands(s, side, marks)
    return found


def _commands(s: State, side: int, marks: dict[str, int]) -> list[PieceView]:
    above: dict[Hex, int] = {}
    found = []
    for unit in s.m.commands_of[side]:
        hex = s.place[unit]
        if hex >= 0:
            above[hex] = above.get(hex, height(s, side, hex) - 1) + 1
            found.append(_piece(s.m, unit, hex, above[hex], -1, _borne(marks, unit)))
    return found


def _borne(marks: dict[str, int], unit: int) -> tuple[str, ...]:
    return tuple([mark for mark, bearers in marks.items() if bearers >> unit & 1])


def _stack(s: State, side: int, hex: Hex, seen: list[int], marks: dict[str, int], marked: int) -> list[PieceView]:
    """The counters of a stack from bottom to top: unseen ones and blanks, covered units, the top one. Most of them
    bear no mark: `marked` are the units that do."""
    m, facing = s.m, s.facing[hex]
    unseen, blanks = s.veiled.get(hex, 0), s.dummies.get(hex, 0)
    found: list[PieceView] = []
    if unseen or blanks:
        nation = _nation(s, side, hex, seen)
        found += [_back(m, "counter", side, hex, slot, nation, facing) for slot in range(unseen)]
        found += [_back(m, "dummy", side, hex, unseen + n, nation, facing) for n in range(blanks)]
    for unit in _in_order(s, side, hex, seen) if len(seen) > 1 else seen:
        found.append(_piece(m, unit, hex, len(found), facing, _borne(marks, unit) if marked >> unit & 1 else ()))
    return found


def _in_order(s: State, side: int, hex: Hex, seen: list[int]) -> Sequence[int]:
    """The units of a stack as they lie (H-33); of an enemy's, all that is known is which is the top one."""
    return s.piles[side].get(hex) or sorted(seen, key=lambda u: not s.under >> u & 1)


def _nation(s: State, side: int, hex: Hex, seen: list[int]) -> str:
    """The colour of a stack into which nobody may look: Lithuanians lie apart, so theirs is known."""
    lithuanian = s.unseen_nation >> hex & 1 or bool(collect(seen) & s.m.of_nation[LIT])
    return "lit" if lithuanian else ("pol", "rus")[side]


@lru_cache(maxsize=16384)
def _back(m: Model, kind: PieceKind, side: int, hex: Hex, slot: int, nation: str, facing: int) -> PieceView:
    """A counter that lies face down, or a blank one for those who may know that it is one [1.4b]."""
    number, way = m.grid.number(hex), facing if facing >= 0 else None
    return PieceView(counter_key(m, hex, slot), SEATS[side], kind, space=number, slot=slot, facing=way, nation=nation)


@lru_cache(maxsize=16384)
def _piece(m: Model, unit: int, hex: Hex, slot: int, facing: int, marks: tuple[str, ...]) -> PieceView:
    key = m.key[unit]
    return PieceView(
        key, SEATS[m.side[unit]], "leader" if m.kind[unit] == COMMAND else "counter", key,
        m.grid.number(hex) if hex >= 0 else None, None, slot, facing if facing >= 0 else None, None,
        NATIONS[m.nation[unit]], list(marks),
    )  # fmt: skip


def in_a_box(m: Model, units: list[int], weak: int = 0, chosen: int = -1) -> list[PieceView]:
    """Counters that lie beside the map, open to both players."""
    found = []
    for slot, unit in enumerate(units):
        marks = (("weak",) if weak >> unit & 1 else ()) + (("selected",) if unit == chosen else ())
        found.append(_piece(m, unit, -1, slot, -1, marks))
    return found
