"""23.4.6 Polish-Ukrainian relations: Kiev must be Polish by the middle of May; and 24.6, what it may bring."""

from __future__ import annotations

from vistula.kernel import tell

from ..state import NOBODY, State
from ..units import POLAND
from . import allies
from .calendar import is_now
from .options import nationalism
from .queries import scene

DEADLINE = "May III"
THIS_PHASE, THIS_TURN = 1, 2
"""Bits of `State.kiev_held`: Polish since the movement phase began, since the game turn began."""


def polish(s: State) -> bool:
    """Whether a Polish unit is in Kiev."""
    return bool(s.occupied[POLAND] >> s.m.kiev & 1)


def begin_turn(s: State) -> None:
    """[24.6] A game turn begins."""
    s.kiev_held = THIS_TURN if polish(s) else 0


def begin_movement(s: State) -> None:
    """[23.4.6.1] (A45) A movement phase of either side begins."""
    s.kiev_held = s.kiev_held | THIS_PHASE if polish(s) else 0


def end_of_movement(s: State) -> None:
    """[23.4.6.1] (A45) It ends: Kiev has been Polish all the time, or not."""
    if not polish(s):
        s.kiev_held = 0
    elif s.kiev_held & THIS_PHASE and not s.kiev_occupied:
        s.kiev_occupied = True
        tell(s, "23.4.6.1", "kiev_held", hex=s.m.kiev)


def end_of_turn(s: State) -> None:
    """[23.4.6.1, 24.6] A game turn ends: the deadline, and what a Polish Kiev brings."""
    if not polish(s):
        s.kiev_held = 0
    elif s.kiev_held & THIS_TURN:
        nationalism.roused(s)
    if scene(s).campaign and is_now(s, DEADLINE) and s.ukrainians == POLAND and not s.kiev_occupied:
        allies.change(s, NOBODY, "23.4.6.1")
