"""Words that sentences of every title are made of: how many of something, from where to where, one after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def count(number: int, one: str, many: str = "") -> str:
    """ "1 stack", "2 stacks" """
    return f"{number} {one if number == 1 else many or one + 's'}"


def span(values: Iterable[int]) -> str:
    """ "4", or "2–6" where it may be more than one."""
    found = set(values)
    least, most = min(found), max(found)
    return str(least) if least == most else f"{least}–{most}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """ "Minsk", "Minsk and Brest", "Minsk, Brest and Kowel" """
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
