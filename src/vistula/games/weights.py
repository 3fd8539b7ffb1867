"""The weights by which a title's officers judge, and the tempers that captains try: its `evaluation/weights.toml`.

[[ordinary]]      # the first side's, then the second's: what is otherwise than the doctrine has it
pull = 0.35
[[seasoned]]      # what captains begin with, where it is otherwise than the ordinary
rest = 0.6
[temper.boldly]   # a doctrine changed: some weights multiplied, some raised, some set, some kept down
times = { exposure = 0.5 }
[fitted.poland]   # of an estimate, by side to move and turn
[cards]           # what a card is worth to each side
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from vistula.board.data import Datum, convert, read_toml

D = TypeVar("D", bound=msgspec.Struct)


class Temper(Datum):
    """How one goes about a thing: a doctrine changed."""

    times: dict[str, float] = {}
    plus: dict[str, float] = {}
    set: dict[str, float] = {}
    most: dict[str, float] = {}

    def __call__(self, d: D) -> D:
        changed = {name: getattr(d, name) * by for name, by in self.times.items()}
        changed |= {name: changed.get(name, getattr(d, name)) + more for name, more in self.plus.items()}
        changed |= {name: min(most, changed[name]) for name, most in self.most.items()}
        return msgspec.structs.replace(d, **changed, **self.set)


class WeightsFile(Datum):
    ordinary: list[dict[str, Any]]
    seasoned: list[dict[str, Any]]
    temper: dict[str, Temper]
    fitted: dict[str, dict[str, list[float]]] = {}
    cards: dict[str, tuple[float, float]] = {}


class Weights(Generic[D]):
    """The doctrines of both sides, every temper by its name, and what else is known by numbers alone."""

    def __init__(self, module: str, doctrine: type[D]) -> None:
        path = Path(module).with_name("weights.toml")
        told = read_toml(path, WeightsFile)
        first, second = (convert(path.name, weights, doctrine) for weights in told.ordinary)
        self.ordinary = first, second
        first, second = (
            convert(path.name, ordinary | weights, doctrine)
            for ordinary, weights in zip(told.ordinary, told.seasoned, strict=True)
        )
        self.seasoned = first, second
        self.tempers, self.fitted = told.temper, told.fitted
        self.cards = {int(card): worth for card, worth in told.cards.items()}
