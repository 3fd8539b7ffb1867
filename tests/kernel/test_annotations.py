"""Annotations mean the same on every Python: from 3.14 on they are read when asked for, in the scope of their class."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import vistula

SOURCES = Path(vistula.__file__).parent


def bound(body: list[ast.stmt]) -> Iterator[str]:
    """The names that the body of a class gives to fields, methods and classes."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id
        elif isinstance(statement, ast.Assign):
            yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def annotations(body: list[ast.stmt]) -> Iterator[ast.expr]:
    """The annotations of its fields, and those of its methods."""
    for statement in body:
        if isinstance(statement, ast.AnnAssign):
            yield statement.annotation
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            every = [*statement.args.posonlyargs, *statement.args.args, *statement.args.kwonlyargs]
            yield from (arg.annotation for arg in every if arg.annotation is not None)
            if statement.returns is not None:
                yield statement.returns


def shadowed(source: str) -> list[str]:
    """Classes with an annotation whose word is also the name of something in the class."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            own = set(bound(node.body))
            words = {n.id for a in annotations(node.body) for n in ast.walk(a) if isinstance(n, ast.Name)}
            found += [f"{node.name}.{word}" for word in sorted(own & words)]
    return found


def test_no_field_or_method_hides_a_word_of_the_annotations_beside_it() -> None:
    faults = {str(path.relative_to(SOURCES)): shadowed(path.read_text("utf-8")) for path in SOURCES.rglob("*.py")}
    assert len(faults) > 100
    assert {path: names for path, names in faults.items() if names} == {}


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("list: list[int]", ["A.list"]),
        ("rows: list[int]\n    list: str", ["A.list"]),
        ("def set(self) -> int: ...\n    def other(self, found: set[int]) -> None: ...", ["A.set"]),
        ("rows: list[int]", []),
    ],
)
def test_such_a_field_is_found(body: str, fault: list[str]) -> None:
    assert shadowed(f"class A:\n    {body}\n") == fault
