"""Words that sentences are made of."""

from __future__ import annotations

import pytest

from vistula.parts.words import count, listed, span


def test_how_many() -> None:
    assert [count(n, "stack") for n in (0, 1, 2)] == ["0 stacks", "1 stack", "2 stacks"]
    assert [count(n, "city", "cities") for n in (1, 3)] == ["1 city", "3 cities"]


def test_from_where_to_where() -> None:
    assert (span([4]), span([4, 4]), span(iter([6, 2, 3]))) == ("4", "4", "2–6")


@pytest.mark.parametrize(
    ("names", "words"), [(["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C"), ([], "")]
)
def test_one_after_another(names: list[str], words: str) -> None:
    assert listed(names) == words
