"""The state of a game of Warsaw 1920, and the only functions that change it.

One flat record. Sets of units and sets of hexes are ints used as bit sets; a unit's `place` is its
hex, or a code below zero for where else a counter can lie. `Ghost`s exist only in the Russian
player's knowledge: Polish counters whose face he may not see (6.3).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import msgspec

from vistula.board.hexes import collect
from vistula.kernel import disclose, tell
from vistula.kernel.copying import copied
from vistula.kernel.state import OnModel, row
from vistula.parts.pieces import at, box, on_board

from .model import ARTILLERY, POLAND, RUSSIA, SEATS, Model

TRAY = -1  # not yet deployed [3.1b]
ELIMINATED = -2  # lost in combat
OVERSTACKED = -3  # eliminated for breaking the stacking limit [6.1b]
SURRENDERED = -4
INTERNED = -5  # removed in East Prussia [10.5c]
ABSENT = -6  # takes no part in the situation of a position file

SETUP, REINFORCEMENT, OPERATION, MOVEMENT, COMBAT, REFIT = range(6)
OUT_OF_SUPPLY, SUPPLIED, IDLE = 0, 1, -1


class Ghost(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False):
    """[6.3b, 6.3c] A Polish counter that Russia sees lying there, but not its face."""

    hex: int
    nation: int
    under: int  # how many counters lie on it
    disrupted: bool
    isolated: bool = False
    moved: bool = False
    fought: bool = False
    attacked: bool = False
    moving: bool = False
    routing: bool = False


FLAGS = ("disrupted", "isolated", "moved", "fought", "attacked", "moving")


@copied("m")
class State(OnModel[Model]):
    """Everything that changes in a game."""

    place: list[int] = []
    turn: int = 1
    side: int = RUSSIA
    phase: int = SETUP
    operation: int = 0
    movements: int = 0  # movement phases begun in this player turn [5.4b]
    operations: list[int] = []  # what each operation phase of this player turn was [5.4c, 5.5a]
    statuses: list[int] = []  # supply of West and Southwest in each of them [5.5a]
    disrupted: int = 0
    isolated: int = 0
    moved: int = 0
    fought: int = 0
    attacked: int = 0
    moving: int = 0
    under: int = 0  # Polish units that lie beneath another
    deep: list[int] = []  # of these, the units beneath two others, beneath three, …
    revealed: int = 0  # Polish units shown while a combat is resolved [6.3b]
    routing: int = -1
    occupied: list[int] = row(0, 0)
    zoc_from: list[int] = row(0, 0)  # hexes from which a side exerts a zone of control
    russian: int = 0  # hexes under Russian control; all others are Polish
    paid: int = 0  # cities that can give no supply point any more
    points: list[int] = row(0, 0)
    supplied: list[int] = row(IDLE, IDLE)
    resupplied: list[int] = row(0, 0)  # the turn in which a Front resupplied
    lost: list[int] = row(0, 0)  # operation phases a Front loses this turn [8.3.1c]
    replacements: list[int] = row(0, 0)
    resupply_vp: int = 0
    counterattack: int = 0
    order_shown: bool = False
    sudden: bool = False
    ghosts: list[Ghost] = []


def units_at(s: State, side: int, hex: int) -> list[int]:
    """The units of a side in a hex, as far as the state shows them."""
    return at(s.place, s.m.units_of[side], hex)


# -- entering and leaving hexes -----------------------------------------------------------------------


def enter(s: State, unit: int, hex: int, rule: str) -> None:
    """[3.4a] A unit comes into a hex, by whatever way: control follows, and what follows from control."""
    side = s.m.side[unit]
    if s.m.east_prussia >> hex & 1:  # [10.5c]
        remove(s, unit, INTERNED)  # [10.5c] at once, and with its markers
        tell(s, "10.5c", "interned", unit=unit, hex=hex)
        return
    _lift(s, unit)
    _put(s, side, unit, hex)
    if s.russian >> hex & 1 != side:
        take_control(s, unit, hex)


def deploy(s: State, unit: int, hex: int) -> None:
    """Put a unit down during set-up: no control changes hands."""
    _lift(s, unit)
    _put(s, s.m.side[unit], unit, hex)


def remove(s: State, unit: int, fate: int) -> None:
    """Take a unit off the map: to a box of the turn track, or to one of the fates of a counter."""
    _lift(s, unit)
    s.place[unit] = fate
    off = ~(1 << unit)
    s.disrupted &= off
    s.isolated &= off
    s.moving &= off
    s.revealed &= off


def _put(s: State, side: int, unit: int, hex: int) -> None:
    if side == POLAND and s.occupied[POLAND] >> hex & 1:
        cover(s, collect(units_at(s, POLAND, hex)))  # who arrives lies on top until the owner rearranges the stack
    s.place[unit] = hex
    bit = 1 << hex
    s.occupied[side] |= bit
    if not s.disrupted >> unit & 1 and s.m.kind[unit] != ARTILLERY:
        s.zoc_from[side] |= bit


def _lift(s: State, unit: int) -> None:
    hex = s.place[unit]
    s.place[unit] = TRAY
    if hex >= 0:
        left = _refresh(s, s.m.side[unit], hex)
        if left and s.m.side[unit] == POLAND:
            _draw_out(s, unit, left)


def _refresh(s: State, side: int, hex: int) -> list[int]:
    """Occupation and zones as the units in a hex now have them; the units."""
    here = units_at(s, side, hex)
    off = ~(1 << hex)
    s.occupied[side] &= off
    s.zoc_from[side] &= off
    if here:
        s.occupied[side] |= 1 << hex
        if any(not s.disrupted >> u & 1 and s.m.kind[u] != ARTILLERY for u in here):
            s.zoc_from[side] |= 1 << hex
    return here


# -- Polish stacks, from top to bottom ------------------------------------------------------------------


def covered_by(s: State, unit: int) -> int:
    """[6.3b] How many units lie on a Polish unit; of a Russian stack all is seen."""
    return 1 + sum(plane >> unit & 1 for plane in s.deep) if s.under >> unit & 1 else 0


def in_the_open(s: State, units: Iterable[int]) -> list[int]:
    """[6.3b, 6.3c] Units in an order that both sides see: by hex, a Polish stack from top to bottom."""
    return sorted(units, key=lambda u: (s.place[u], covered_by(s, u)))


def cover(s: State, units: int) -> None:
    """[6.3b] One more unit lies on each of these."""
    deeper = s.under & units
    s.under |= units
    for i, plane in enumerate(s.deep):
        s.deep[i] = plane | deeper
        deeper &= plane
    if deeper:
        s.deep.append(deeper)


def _uncover(s: State, units: int) -> None:
    """One unit fewer lies on each of these."""
    planes = [s.under, *s.deep, 0]
    s.under, *s.deep = [here & ~units | below & units for here, below in pairwise(planes)]
    while s.deep and not s.deep[-1]:
        s.deep.pop()


def _draw_out(s: State, unit: int, others: list[int]) -> None:
    """[6.3b] A unit leaves its stack, the others lie as before; Russia sees the face that this lays open."""
    above = covered_by(s, unit)
    lower = [u for u in others if covered_by(s, u) > above]
    for _ in range(above):
        _uncover(s, 1 << unit)
    _uncover(s, collect(lower))
    if not above:
        _expose(s, next((u for u in lower if not s.under >> u & 1), unit), "6.3b")


def _expose(s: State, unit: int, rule: str) -> None:
    """Russia learns the face of a Polish unit by what he has just done himself."""
    if s.side == RUSSIA and s.m.side[unit] == POLAND:
        disclose(s, rule, [SEATS[RUSSIA]], unit)


def put_on_top(s: State, unit: int) -> None:
    """[6.3b] The owner arranges his stack as he likes."""
    others = [u for u in units_at(s, POLAND, s.place[unit]) if u != unit]
    _draw_out(s, unit, others)
    cover(s, collect(others))


# -- control and what it brings -------------------------------------------------------------------------


def take_control(s: State, unit: int, hex: int) -> None:
    """[3.4a, 3.4b] The hex changes hands; a city gives a supply point once, Warsaw may end the game."""
    m = s.m
    s.russian ^= 1 << hex
    if (m.major | m.city | m.town) >> hex & 1:
        tell(s, "3.4a", "control", side=SEATS[m.side[unit]], hex=hex)
    if m.side[unit] == RUSSIA:
        _liberate(s, m.front[unit], hex)


def _liberate(s: State, front: int, hex: int) -> None:
    m = s.m
    if hex == m.warsaw and not any(s.resupplied):
        s.sudden = s.ended = True  # [4.2a]; after a resupply Warsaw is a city like others [4.2b]
        tell(s, "4.2a", "sudden_death", hex=hex)
        return
    if (m.major | m.city) >> hex & 1 and not s.paid >> hex & 1:  # [8.4a] [8.4b] once a city
        s.paid |= 1 << hex
        s.points[front] += m.resupply.liberated  # W-15
        tell(s, "8.4a", "liberated", hex=hex, front=front, points=s.points[front])


# -- condition of units -----------------------------------------------------------------------------------


def disrupt(s: State, unit: int) -> None:
    """[2.2.8a, 11.10g] Turn a unit to its back."""
    s.disrupted |= 1 << unit
    _refresh(s, s.m.side[unit], s.place[unit])  # [7.0b]


def refit(s: State, unit: int) -> None:
    """[12.2a] Turn a unit to its front again."""
    s.disrupted &= ~(1 << unit)
    _refresh(s, s.m.side[unit], s.place[unit])  # [7.0b]


def reorganize(s: State, unit: int, rule: str) -> None:
    """[9.2a, 10.4.2c] Take a disrupted unit off and put it two turns ahead on the turn track."""
    turn = s.turn + s.m.operations.reorganized
    _expose(s, unit, rule)  # [6.3b]
    tell(s, rule, "reorganized", unit=unit, hex=s.place[unit], turn=turn)
    remove(s, unit, box(turn))


def eliminate(s: State, unit: int, rule: str, fate: int = ELIMINATED) -> None:
    tell(s, rule, "eliminated", unit=unit, hex=s.place[unit])
    remove(s, unit, fate)


def surrender(s: State, unit: int) -> None:
    """[12.3c]"""
    tell(s, "12.3c", "surrendered", unit=unit, hex=s.place[unit])
    remove(s, unit, SURRENDERED)


def reveal(s: State, units: int) -> None:
    """[6.3b] Show Polish units while a combat is resolved."""
    s.revealed |= units


def hide(s: State) -> None:
    """[6.3b] The combat is over: what lay hidden is hidden again."""
    s.revealed = 0


def on_map(s: State, side: int) -> list[int]:
    return on_board(s.place, s.m.units_of[side])
