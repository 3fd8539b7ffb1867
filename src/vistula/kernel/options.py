"""What players agree on before they start: table options, in groups, and which of them go together.

A title says in `agreeable` what does not fit: two options that exclude one another, or one that a scenario does not
have. Table, page, laboratory, command line and contract all ask there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from vistula.kernel.errors import BadInput

if TYPE_CHECKING:
    from vistula.kernel.title import Title


class OptionGroup(msgspec.Struct, frozen=True):
    """Options that belong together, with one sentence on all of them."""

    id: str
    title: str
    says: str


GROUPS = (
    OptionGroup("players", "Players", "How many of you play, and who commands what."),
    OptionGroup("optional", "Optional rules", "Extra rules from the rulebook, for players who all want them."),
    OptionGroup("rulings", "Rulings", "Where the rulebook can be read in two ways, you choose one of them."),
    OptionGroup("table", "Table manners", "How you play together. None of these changes a rule of the game."),
)
"""The groups of every title, in the order in which they are shown."""


class TableOption(msgspec.Struct, frozen=True):
    """Something players agree on before they start; the first choice is the default."""

    id: str
    title: str
    choices: tuple[str, ...]
    ruling: str = ""
    words: tuple[str, ...] = ()  # what each choice is called, where its id does not say it
    group: str = "rulings"  # one of GROUPS

    @property
    def default(self) -> str:
        return self.choices[0]


UNDO = TableOption(
    "undo",
    "Undo",
    ("free", "move", "consent"),
    words=(
        "Until dice are rolled or the other side acts",
        "Only within the current move",
        "Only if your opponent agrees",
    ),
    group="table",
)


class Misfit(msgspec.Struct, frozen=True):
    """Choices that do not go together, or not in the scenario: by which rule, why in words, and whose choices."""

    rule: str
    why: str
    options: tuple[str, ...]


class Unfit(msgspec.Struct, frozen=True):
    """A choice that does not go with the rest of a draft."""

    option: str
    choice: str
    rule: str
    why: str


def unfit(title: Title[Any], scenario: str, draft: dict[str, str]) -> Iterator[Unfit]:
    """Every choice that would not go with the rest of a draft of all options, those that were made included."""
    for option in title.options:
        for choice in option.choices:
            trial = {**draft, option.id: choice}
            for misfit in title.agreeable(scenario, trial):
                if option.id in misfit.options:
                    yield Unfit(option.id, choice, misfit.rule, misfit.why)
                    break


def refuse(title: Title[Any], misfit: Misfit, options: dict[str, str]) -> BadInput:
    """A misfit as whoever opens a table is told of it."""
    chosen = ", ".join(f"{id}={options[id]}" for id in misfit.options)
    return BadInput(title.id, f"option {chosen}", f"{misfit.why}{f' [{misfit.rule}]' if misfit.rule else ''}")
