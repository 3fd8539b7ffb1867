"""What a seat sees, in words: pieces with their factors, places with their names, options with numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from vistula.kernel.decision import Action, Option
from vistula.kernel.seat import Seat
from vistula.kernel.views import Box, Catalog, CounterFace, PieceView, Space, View


class Choice(msgspec.Struct):
    """One numbered line of a question."""

    number: int
    action: Action
    option: Option
    key: str
    words: str


class Words:
    """The names of all that one seat sees at one moment."""

    def __init__(self, seat: Seat[Any], catalog: Catalog) -> None:
        self.seat = seat
        self.title = seat.title
        self.catalog = catalog
        self.view: View = seat.view()
        self.faces: dict[str, CounterFace] = {face.id: face for face in catalog.counters}
        self.spaces: dict[str, Space] = {space.id: space for space in catalog.spaces}
        self.pieces: dict[str, PieceView] = {piece.key: piece for piece in self.view.pieces}
        self.boxes: dict[str, Box] = {}
        for box in self.view.boxes:
            for piece in box.pieces:
                self.pieces[piece.key] = piece
                self.boxes[piece.key] = box

    # -- things -----------------------------------------------------------------------------------

    def space(self, id: str) -> str:
        """A place as a person would call it: "Lwów 0615"."""
        space = self.spaces.get(id)
        return f"{space.name} {id}" if space is not None and space.name else id

    def piece(self, key: str) -> str:
        """What a counter says: "1 Legions 5-5", with what lies on it."""
        piece = self.pieces.get(key)
        face = self.faces.get(piece.face) if piece is not None and piece.face else self.faces.get(key)
        if piece is not None and piece.face is None:
            name = f"an unseen {piece.nation or piece.side} unit"
        else:
            name = f"{face.name or face.label} {face.factors}".strip() if face is not None else key
        return ", ".join([name, *(piece.marks if piece is not None else ())])

    def where(self, key: str) -> str:
        piece, box = self.pieces.get(key), self.boxes.get(key)
        if box is not None:
            return box.title
        return self.space(piece.space) if piece is not None and piece.space else ""

    def thing(self, kind: str, key: str) -> str:
        """What an option is about, with where it is."""
        if kind == "piece":
            where = self.where(key)
            return f"{self.piece(key)} · {where}" if where else self.piece(key)
        return self.space(key) if kind == "space" else key

    def stack(self, id: str) -> list[PieceView]:
        """The pieces in a place, the topmost first."""
        here = [piece for piece in self.view.pieces if piece.space == id]
        return sorted(here, key=lambda piece: -piece.slot)

    # -- choices ----------------------------------------------------------------------------------

    def choices(self) -> list[Choice]:
        """Every answer to the pending question, numbered from 1."""
        return [
            Choice(number, action, option, key, self._answer(option, key))
            for number, (action, option, key) in enumerate(self._answers(), 1)
        ]

    def _answers(self) -> Iterator[tuple[Action, Option, str]]:
        decision = self.seat.decision
        for option in decision.options if decision is not None else ():
            for arg in option.args:
                yield Action(option.verb, arg), option, self.title.name_of(option.kind, arg)

    def _answer(self, option: Option, key: str) -> str:
        if option.kind == "button":
            return option.label or option.verb
        return self.thing(option.kind, key)

    # -- what a person typed ----------------------------------------------------------------------

    def find(self, kind: str, text: str) -> int:
        """A space or piece by key, name or the words on its counter; ValueError if there is none or more than one."""
        try:
            return self.title.arg_of(kind, text)
        except ValueError:
            if kind != "piece":
                raise
        keys = [key for key in self.pieces if self._called(key, text)]
        if len(keys) != 1:
            raise ValueError(f"{'no' if not keys else 'more than one'} unit is called {text!r}")
        return self.title.arg_of("piece", keys[0])

    def _called(self, key: str, text: str) -> bool:
        piece = self.pieces[key]
        face = self.faces.get(piece.face) if piece.face else None
        names = (key, face.label, face.name) if face is not None else (key,)
        return text.casefold() in (name.casefold() for name in names)

    def matching(self, text: str, choices: list[Choice]) -> list[Choice]:
        """The choices that a line of input may mean: a number, a verb, a name, or a verb and a name."""
        if text.isdigit() and 1 <= int(text) <= len(choices) and not self._is_space(text):
            return [choices[int(text) - 1]]
        verb, _, name = text.partition(" ")
        exact = [c for c in choices if c.option.verb == verb.casefold() and (not name or self._means(c, name.strip()))]
        if exact and (name or len(exact) == 1):
            return exact
        return [c for c in choices if c.option.kind != "button" and self._means(c, text)] or exact

    def _is_space(self, text: str) -> bool:
        return text in self.spaces

    def _means(self, choice: Choice, text: str) -> bool:
        if choice.option.kind == "number" or choice.key.casefold() == text.casefold():
            return choice.key.casefold() == text.casefold()
        if choice.option.kind == "piece":
            return choice.key in self.pieces and self._called(choice.key, text)
        try:
            return self.title.arg_of(choice.option.kind, text) == choice.action.arg
        except ValueError:
            return False
