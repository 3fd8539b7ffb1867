"""Which tests could notice a change at all: one run of the unchanged code, with a probe where each change would be.

A test that never comes to the changed place, or comes there and finds that the change would make the same of it, goes
on in the same way to its end: it need not be run again. What would be another value is asked on the spot (`both`);
where a statement is dropped or counts otherwise, coming there is enough (`note`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mutants.sites import Mutant

BOTH, NOTE = "_mutants_both", "_mutants_note"
STOOD = "stood_before_the_probe"


class Probes:
    """What the probes have noted since they were last read, by the places of mutants in a list."""

    def __init__(self) -> None:
        self.touched: set[int] = set()

    @property
    def names(self) -> dict[str, Callable[..., Any]]:
        """What the probed code calls them."""
        return {BOTH: self.both, NOTE: self.note}

    def both(self, place: int, old: Any, new: Callable[[], Any]) -> Any:
        if place not in self.touched and _differ(old, new):
            self.touched.add(place)
        return old

    def note(self, place: int) -> bool:
        self.touched.add(place)
        return True

    def read(self) -> set[int]:
        touched, self.touched = self.touched, set()
        return touched


def probed(mutants: Sequence[Mutant]) -> dict[Path, ast.Module]:
    """The modules of these mutants, unchanged in what they do, with a probe for each."""
    places = [_Place(number, mutant, _part(mutant)) for number, mutant in enumerate(mutants)]
    for place in sorted(places, key=lambda each: each.whole_body):  # whole bodies last: what they hold moves down
        place.probe()
    return {mutant.file: ast.fix_missing_locations(mutant.tree) for mutant in mutants}


def can_be_probed(mutant: Mutant) -> bool:
    """A change in a function's own code, where a call can stand."""
    return mutant.function is not None and not isinstance(mutant.holder, ast.pattern)


class _Place(NamedTuple):
    number: int
    mutant: Mutant
    part: ast.AST | list[ast.stmt]
    """What stands there before any probe."""

    @property
    def whole_body(self) -> bool:
        return isinstance(self.part, list)

    def probe(self) -> None:
        match self.part, self.mutant.part:
            case ast.If() as old, ast.If(test=ast.Constant() as new):
                old.test = self._both(old.test, new, condition=True)
            case ast.comprehension() as old, ast.comprehension(ifs=left):
                at = next(at for at, each in enumerate(old.ifs) if _as_it_stood(each) not in left)
                old.ifs[at] = self._both(old.ifs[at], ast.Constant(True), condition=True)
            case ast.expr(), ast.expr() as new:
                self._put(self._both(self._now(), new))  # type: ignore[arg-type]
            case list(), _:
                body: list[ast.stmt] = getattr(self.mutant.holder, self.mutant.field)
                body.insert(1 if _is_words(body[0]) else 0, ast.copy_location(ast.Expr(self._note()), body[0]))
            case _:
                now = self._now()
                self._put(ast.copy_location(ast.If(self._note(), [now], []), now))  # type: ignore[list-item]

    def _now(self) -> ast.AST:
        held = getattr(self.mutant.holder, self.mutant.field)
        return held if self.mutant.place is None else held[self.mutant.place]  # type: ignore[no-any-return]

    def _put(self, node: ast.AST) -> None:
        if self.mutant.place is None:
            setattr(self.mutant.holder, self.mutant.field, node)
        else:
            getattr(self.mutant.holder, self.mutant.field)[self.mutant.place] = node

    def _both(self, old: ast.expr, new: ast.expr, *, condition: bool = False) -> ast.expr:
        nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        value = _call("bool", old) if condition else old
        made = ast.copy_location(_call(BOTH, ast.Constant(self.number), value, ast.Lambda(nothing, new)), old)
        setattr(made, STOOD, _as_it_stood(old))
        return made

    def _note(self) -> ast.expr:
        return _call(NOTE, ast.Constant(self.number))


def _part(mutant: Mutant) -> Any:
    held = getattr(mutant.holder, mutant.field)
    return held if mutant.place is None else held[mutant.place]


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def _as_it_stood(node: ast.expr) -> ast.expr:
    """What a probe was put around, or the node itself."""
    return getattr(node, STOOD, node)


def _is_words(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _differ(old: Any, new: Callable[[], Any]) -> bool:
    """Whether the change would make something else of it; what cannot be told counts as that."""
    try:
        other = new()
        return type(other) is not type(old) or bool(other != old)
    except Exception:
        return True
