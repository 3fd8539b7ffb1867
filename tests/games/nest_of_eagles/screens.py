"""Situations with Patrols and Groups [23.1]: which marker covers whom, and which is a dummy.

    s = screened("2926 P-17 P-10; 3026 S-58", "P-PAT1 P-17", "P-GRA P-10 P-16", "S-PAT1 dummy 3126")

Markers are laid on units that stand in the situation; a dummy is put into its hex.
"""

from __future__ import annotations

from typing import Any

from vistula.games.nest_of_eagles.model import SEATS, SOVIET
from vistula.games.nest_of_eagles.rules.patrols import serve, spare
from vistula.games.nest_of_eagles.rules.seats import front_of
from vistula.games.nest_of_eagles.state import GROUPS, PATROLS, UNDER, State, cover, put
from vistula.kernel import Game

from .positions import M, give, hex, situation, unit, units

BOTH = PATROLS | GROUPS


def screened(stacks: str, *covers: str, concealment: int = BOTH, **how: Any) -> State:
    """A situation at a table with concealment."""
    s = situation(stacks, **how)
    s.m, s.concealment = M.concealed, concealment
    for row in covers:
        key, *rest = row.split()
        marker = unit(key)
        if rest[0] == "dummy":
            put(s, marker, hex(rest[1]))
            s.place[spare(s, M.side[marker])[-1]] = UNDER - marker
            serve(s, marker, 1)
            if M.urban >> hex(rest[1]) & 1:
                give(s, M.side[marker], hex(rest[1]))
        else:
            serve(s, marker, front_of(s, units(" ".join(rest))[0]))
            cover(s, units(" ".join(rest)), marker)
    return s


def under(game: Game[State], key: str) -> str:
    """The key of the marker over a piece; "" where it lies open."""
    place = game.s.place[unit(key)]
    return M.key[UNDER - place] if place <= UNDER else ""


def known(game: Game[State], side: int, key: str) -> int:
    """Where a seat believes a piece to be."""
    return game.seat(SEATS[side]).s.place[unit(key)]


def pieces(game: Game[State], side: int) -> set[str]:
    """The pieces that a seat is shown, on the map and beside it."""
    view = game.seat(SEATS[side]).view()
    return {piece.key for piece in view.pieces} | {piece.key for box in view.boxes for piece in box.pieces}


__all__ = ["BOTH", "GROUPS", "PATROLS", "SOVIET"]
