"""What a seat sees, as a vector.

It is made from the seat's view, which is made from its mask: what the seat may not know is not in it. Blocks in order:

seat        one number for each seat, 1 for the seat that looks
asked       one for each question that the rules can ask, 1 for the one that this seat is asked now
numbers     the turn, then what the title's lexicon adds
counters    for each counter whose face is in the catalog: seen on the map, its x and y there (0 to 1), its marks,
            the box beside the map that it lies in
spaces      for each space: pieces of each side, pieces whose face is not seen, how many of those bear each mark that
            their backs show, signs on the space
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from vistula.kernel.seat import Seat
from vistula.kernel.title import Title
from vistula.kernel.views import PieceView, View

Vector = Any  # numpy.ndarray of float32
LOW, HIGH = -1000.0, 1000.0


class Observations:
    """The encoding of one title with these seats."""

    def __init__(self, title: Title[Any], seats: Sequence[str]) -> None:
        self.title, self.lexicon, catalog = title, title.lexicon(), title.catalog()
        self.seats = {seat: i for i, seat in enumerate(seats)}
        self.questions = {question: i for i, question in enumerate(_questions(title))}
        self.sides = {side: i for i, side in enumerate(dict.fromkeys(title.side_of(seat) for seat in title.seats))}
        self.counters = {face.id: i for i, face in enumerate(catalog.counters)}
        self.spaces = {space.id: i for i, space in enumerate(catalog.spaces)}
        self.at = {space.id: (space.x / catalog.width, space.y / catalog.height) for space in catalog.spaces}
        words = self.lexicon
        self.marks = {mark: 3 + i for i, mark in enumerate(words.marks)}
        self.boxes = {box: 3 + len(self.marks) + i for i, box in enumerate(words.boxes)}
        self.backs = {mark: len(self.sides) + 1 + i for i, mark in enumerate(words.backs)}
        self.signs = {sign: len(self.sides) + 1 + len(self.backs) + i for i, sign in enumerate(words.signs)}
        self.counter_width = 3 + len(self.marks) + len(self.boxes)
        self.space_width = len(self.sides) + 1 + len(self.backs) + len(self.signs)
        self.numbers: list[str] = ["turn"]
        self.size = 0

    def settle(self, seat: Seat[Any]) -> None:
        """Learn from a first seat which numbers the title adds; from then on the size is fixed."""
        self.numbers = ["turn", *self.lexicon.features(seat)]
        self.size = self._spaces_at + len(self.spaces) * self.space_width

    @property
    def _numbers_at(self) -> int:
        return len(self.seats) + len(self.questions)

    @property
    def _counters_at(self) -> int:
        return self._numbers_at + len(self.numbers)

    @property
    def _spaces_at(self) -> int:
        return self._counters_at + len(self.counters) * self.counter_width

    # -- looking ------------------------------------------------------------------------------------

    def vector(self, seat: Seat[Any]) -> Vector:
        view = seat.view()
        found: Vector = np.zeros(self.size, np.float32)
        found[self.seats[seat.id]] = 1
        question = question_of(seat)
        if question:
            found[len(self.seats) + self.questions[question]] = 1
        found[self._numbers_at : self._counters_at] = [view.turn, *self.lexicon.features(seat).values()]
        self._put_pieces(found, view)
        spaces = found[self._spaces_at :]
        for mark in view.marks:
            if mark.space is not None:
                spaces[self.spaces[mark.space] * self.space_width + self.signs[mark.kind]] = 1
        return found

    def _put_pieces(self, found: Vector, view: View) -> None:
        counters, spaces = found[self._counters_at : self._spaces_at], found[self._spaces_at :]
        for piece in view.pieces:
            if piece.space is not None:
                self._put_on_space(spaces, piece)
            if piece.face is not None:
                self._put_counter(counters, piece)
        for box in view.boxes:
            for piece in box.pieces:
                if piece.face is not None:
                    self._put_counter(counters, piece)
                    counters[self.counters[piece.face] * self.counter_width + self.boxes[box.id]] = 1

    def _put_on_space(self, spaces: Vector, piece: PieceView) -> None:
        assert piece.space is not None
        start = self.spaces[piece.space] * self.space_width
        spaces[start + self.sides[piece.side]] += 1
        if piece.face is None:
            spaces[start + len(self.sides)] += 1
            for mark in piece.marks:
                if mark in self.backs:
                    spaces[start + self.backs[mark]] += 1

    def _put_counter(self, counters: Vector, piece: PieceView) -> None:
        assert piece.face is not None
        start = self.counters[piece.face] * self.counter_width
        if piece.space is not None:
            counters[start : start + 3] = (1, *self.at[piece.space])
        for mark in piece.marks:
            counters[start + self.marks[mark]] = 1

    # -- names --------------------------------------------------------------------------------------

    def names(self) -> Iterator[str]:
        """What each number of the vector is, in order."""
        yield from (f"seat {seat}" for seat in self.seats)
        yield from (f"asked {question}" for question in self.questions)
        yield from self.numbers
        parts = ["on the map", "x", "y", *self.marks, *(f"in box {box}" for box in self.boxes)]
        yield from (f"counter {counter} {part}" for counter in self.counters for part in parts)
        parts = [*self.sides, "unseen", *(f"unseen {mark}" for mark in self.backs), *self.signs]
        yield from (f"space {space} {part}" for space in self.spaces for part in parts)


def _questions(title: Title[Any]) -> Iterator[str]:
    for cls in title.procedures:
        for st in (*cls.steps.values(), *cls.anytimes):
            if st.who is not None or st.seats is not None:
                yield f"{cls.__name__}.{st.name}"


def question_of(seat: Seat[Any]) -> str:
    """The step that asks a seat now, "Attack.muster"; empty if it is not asked."""
    if seat.decision is None:
        return ""
    return f"{type(seat.frame).__name__}.{seat.decision.step}"
