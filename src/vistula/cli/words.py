"""What a seat sees, in words: pieces with their factors, places with their names, options with numbers."""

from __future__ import annotations

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
        """What a counter says: "27th Rifle Division 5-4 W", with what lies on it."""
        piece = self.pieces.get(key)
        face = self.faces.get(piece.face) if piece is not None and piece.face else self.faces.get(key)
        if piece is not None and piece.face is None:
            name = f"an unseen unit ({piece.nation or piece.side})"
        else:
            name = " ".join(filter(None, (face.name or face.label, face.factors, face.band))) if face else key
        return ", ".join([name, *(piece.marks if piece is not None else ())])

    def where(self, key: str) -> str:
        piece, box = self.pieces.get(key), self.boxes.get(key)
        if box is not None:
            return box.title
        return self.space(piece.space) if piece is not None and piece.space else ""

    def thing(self, kind: str, key: str, where: bool = True) -> str:
        """What an option is about, with where it is."""
        if kind != "piece":
            return self.space(key) if kind == "space" else key
        place = self.where(key) if where else ""
        return f"{key} {self.piece(key)}" + (f" · {place}" if place else "")

    def stack(self, id: str) -> list[PieceView]:
        """The pieces in a place, the topmost first."""
        here = [piece for piece in self.view.pieces if piece.space == id]
        return sorted(here, key=lambda piece: -piece.slot)

    # -- choices ----------------------------------------------------------------------------------

    def choices(self) -> list[Choice]:
        """Every answer to the pending question, numbered from 1."""
        found: list[Choice] = []
        for option in self.seat.decision.options if self.seat.decision is not None else ():
            keys = [self.title.name_of(option.kind, arg) for arg in option.args]
            apart = not all(key in self.boxes for key in keys) or len({self.where(key) for key in keys}) > 1
            for key, arg in zip(keys, option.args, strict=True):
                words = option.label or option.verb if option.kind == "button" else self.thing(option.kind, key, apart)
                found.append(Choice(len(found) + 1, Action(option.verb, arg), option, key, words))
        return found

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
