"""Few tables that together have every two choices of options which go together.

A row is made round a pair that no row has yet; what does not fit with it is changed, and the other options take what
covers most pairs that are missing. Public generators of such rows take no notice of pairs that fit only in company.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from vistula.kernel import Title

Choice = tuple[str, str]
Row = dict[str, str]


def rows(title: Title[Any], scenario: str) -> list[Row]:
    """Options of a few tables of a scenario, the defaults first, that cover every pair which goes together."""
    choices = {option.id: option.choices for option in title.options}
    usual = _fitted(title, scenario, choices, title.settle_options({}), ())
    if usual is None:
        raise LookupError(f"{title.id} {scenario}: no options go together")
    made, missing = [usual], _all_pairs(choices) - set(_pairs(usual))
    for pair in sorted(missing):
        if pair not in missing:
            continue
        row = _fitted(title, scenario, choices, {**usual, **dict(pair)}, [id for id, _ in pair])
        if row is not None:
            row = _filled(title, scenario, choices, row, dict(pair), missing)
            made.append(row)
            missing -= set(_pairs(row))
    return made


def _fitted(title: Title[Any], scenario: str, choices: dict[str, Any], row: Row, fixed: Any) -> Row | None:
    """The row with as little changed as makes it fit: of each misfit one of its options that are not fixed."""
    misfit = next(iter(title.agreeable(scenario, row)), None)
    if misfit is None:
        return row
    for id in misfit.options:
        for choice in choices[id] if id not in fixed else ():
            if choice != row[id]:
                found = _fitted(title, scenario, choices, {**row, id: choice}, [*fixed, id])
                if found is not None:
                    return found
    return None


def _filled(title: Title[Any], scenario: str, choices: dict[str, Any], row: Row, fixed: Row, missing: Any) -> Row:
    for id in choices.keys() - fixed.keys():
        trials = [{**row, id: choice} for choice in choices[id]]
        fitting = [row, *(trial for trial in trials if not title.agreeable(scenario, trial))]
        row = max(fitting, key=lambda trial: len(missing.intersection(_pairs(trial))))
    return row


def _pairs(row: Row) -> Iterator[tuple[Choice, Choice]]:
    return combinations(sorted(row.items()), 2)


def _all_pairs(choices: dict[str, tuple[str, ...]]) -> set[tuple[Choice, Choice]]:
    both = combinations(sorted(choices), 2)
    return {((one, a), (other, b)) for one, other in both for a, b in product(choices[one], choices[other])}
