"""Pieces and where they are: `place[piece]` is a space, or a code below zero for where else a piece can be.

Every title keeps such a list. Which pieces are looked at (a side's, a kind's) is the caller's to say; `stacks` has them
by space in one pass, which is what listing options wants. A box of the turn track is a place, too, so that a waiting
piece needs no second list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vistula.kernel import UNKNOWN

FIRST_BOX = -10
"""Places from here down are boxes of the turn track; what lies between it and 0 is for the title's own fates."""


def at(place: Sequence[int], pieces: Iterable[int], space: int) -> list[int]:
    """Those of these pieces that are in a space."""
    return [piece for piece in pieces if place[piece] == space]


def on_board(place: Sequence[int], pieces: Iterable[int]) -> list[int]:
    """Those of these pieces that are in any space."""
    return [piece for piece in pieces if place[piece] >= 0]


def spaces(place: Sequence[int], pieces: Iterable[int]) -> int:
    """The spaces with any of these pieces, as a set."""
    found = 0
    for piece in pieces:
        if place[piece] >= 0:
            found |= 1 << place[piece]
    return found


def stacks(place: Sequence[int], pieces: Iterable[int]) -> dict[int, list[int]]:
    """These pieces by space, each stack in the order in which they are given."""
    found: dict[int, list[int]] = {}
    for piece in pieces:
        space = place[piece]
        if space >= 0:
            if space in found:
                found[space].append(piece)
            else:
                found[space] = [piece]
    return found


def box(turn: int) -> int:
    """The place of a piece that waits in a box of the turn track."""
    return FIRST_BOX - turn


def box_turn(place: int) -> int:
    """The turn in whose box a piece waits; 0 if it does not wait."""
    return FIRST_BOX - place if UNKNOWN < place < FIRST_BOX else 0
