"""The rows of options that the contract is played over: every two choices that go together, in few rows."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

import vistula
from kernel.pairwise import rows
from vistula.kernel import Misfit, TableOption, Title


class Many:
    """Options of which some exclude one another, and one fits only in company."""

    id = "many"
    options = (
        *(TableOption(letter, letter, ("no", "yes")) for letter in "abcdef"),
        TableOption("n", "n", ("1", "2", "3")),
    )

    def settle_options(self, given: dict[str, str]) -> dict[str, str]:
        return {option.id: given.get(option.id, option.default) for option in self.options}

    def agreeable(self, scenario: str, options: dict[str, str]) -> list[Misfit]:
        found = []
        if options["a"] == options["b"] == "yes":
            found.append(Misfit("1.1", "a excludes b", ("a", "b")))
        if options["c"] == "yes" and options["n"] != "3":
            found.append(Misfit("1.1", "c needs three", ("c", "n")))
        if options["n"] == "3" and scenario == "small":
            found.append(Misfit("1.1", "the scenario is for one or two", ("n",)))
        return found


def covered(found: list[dict[str, str]]) -> set[Any]:
    return {pair for row in found for pair in combinations(sorted(row.items()), 2)}


def everything(title: Any, scenario: str) -> list[dict[str, str]]:
    ids = [option.id for option in title.options]
    trials = (dict(zip(ids, row, strict=True)) for row in product(*(option.choices for option in title.options)))
    return [trial for trial in trials if not title.agreeable(scenario, trial)]


MANY: list[tuple[Any, str]] = [(Many(), "large"), (Many(), "small")]
TITLES: list[tuple[Any, str]] = [
    (vistula.title(id), sc.id) for id in vistula.games.TITLES for sc in vistula.title(id).scenarios
]


@pytest.mark.parametrize(("title", "scenario"), [*MANY, *TITLES], ids=lambda each: getattr(each, "id", each))
def test_rows_have_every_pair_that_some_table_can_have(title: Title[Any], scenario: str) -> None:
    found, all_of_them = rows(title, scenario), everything(title, scenario)
    assert [row for row in found if row not in all_of_them] == []
    assert covered(found) == covered(all_of_them)
    assert len(found) <= max(12, len(all_of_them) // 4)
