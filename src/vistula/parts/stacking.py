"""Stacks as sets of spaces: where how many are, and who may be with whom, from rows that a title states once.

A set of spaces or of pieces is an int, a bit for each. One pass over the pieces answers for every space at once, which
is what listing options wants.

A title's stacking rules are rows, in the order in which they are to be cited:

    ROWS = (Alike("6.0e", front, "units of both Fronts"), Limit("6.2a", guns, 1, "gun"), Limit("6.0b", ~guns, 3))

`broken` says which row a stack breaks, `over` whom its owner may take away for that, `full` where one piece more would
break a row and `shut_out` which, `overfull` which stacks break one now. So what is offered, what is refused and why,
what is eliminated and what an invariant demands cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from vistula.parts.pieces import stacks


def heights(places: Iterable[int], most: int) -> list[int]:
    """Spaces with at least one piece, with at least two, … up to `most`; pieces below 0 are nowhere."""
    levels = [0] * (most + 1)  # the last takes what comes on top of a full stack
    for place in places:
        if place >= 0:
            bit, i = 1 << place, 0
            while levels[i] & bit and i < most:
                i += 1
            levels[i] |= bit
    return levels[:most]


class Alike(msgspec.Struct, frozen=True):
    """Pieces that share a space are of one group: of one nation, one army, one colour."""

    rule: str
    group: Sequence[int]  # by piece
    words: str = ""

    def breaks(self, pieces: Sequence[int]) -> bool:
        group = self.group
        return len({group[piece] for piece in pieces}) > 1

    def why(self, pieces: Sequence[int]) -> str:
        """What is wrong with a stack that breaks the row."""
        return self.words


class Limit(msgspec.Struct, frozen=True):
    """Of these pieces no more than so many share a space; others do not count."""

    rule: str
    pieces: int
    most: int
    words: str = "unit"

    def count(self, pieces: Iterable[int]) -> int:
        counted = self.pieces
        return sum(counted >> piece & 1 for piece in pieces)

    def breaks(self, pieces: Sequence[int]) -> bool:
        return len(pieces) > self.most and self.count(pieces) > self.most

    def why(self, pieces: Sequence[int]) -> str:
        return f"{self.count(pieces)} {self.words}s, the limit is {self.most}"


Row = Alike | Limit


def broken(rows: Iterable[Row], pieces: Sequence[int]) -> Row | None:
    """The first row that a stack of these pieces breaks."""
    for row in rows:
        if row.breaks(pieces):
            return row
    return None


def shut_out(rows: Iterable[Row], piece: int, others: Sequence[int]) -> Row | None:
    """The first row that keeps a piece from sharing a space with these others; what they are to each other does not
    matter."""
    for row in rows:
        if isinstance(row, Alike):
            if any(row.group[other] != row.group[piece] for other in others):
                return row
        elif row.pieces >> piece & 1 and row.count(others) >= row.most:
            return row
    return None


def over(rows: Iterable[Row], pieces: Sequence[int]) -> list[int]:
    """Those of a stack who may be taken away for what is too much: of a mixture anybody, else who is over a limit."""
    too_many = 0
    for row in rows:
        if row.breaks(pieces):
            too_many |= row.pieces if isinstance(row, Limit) else -1
    return [piece for piece in pieces if too_many >> piece & 1]


def full(rows: Iterable[Row], piece: int, others: Sequence[tuple[int, int]]) -> int:
    """Spaces in which a row keeps this piece from sharing with these others, each given with its space.

    For an unseen piece give any that is like it in all that the rows ask.
    """
    found = 0
    for row in rows:
        if isinstance(row, Alike):
            group, own = row.group, row.group[piece]
            for space, other in others:
                if group[other] != own:
                    found |= 1 << space
        elif row.pieces >> piece & 1:
            counted, count = row.pieces, dict[int, int]()
            for space, other in others:
                if counted >> other & 1:
                    count[space] = count.get(space, 0) + 1
            for space, number in count.items():
                if number >= row.most:
                    found |= 1 << space
    return found


def overfull(rows: Sequence[Row], place: Sequence[int], pieces: Iterable[int]) -> list[int]:
    """The spaces whose stacks break a row, in rising order."""
    found = stacks(place, pieces)
    return sorted(space for space, here in found.items() if len(here) > 1 and broken(rows, here))
