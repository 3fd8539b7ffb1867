"""Where a phase stands in the strip at the head of the table."""

from __future__ import annotations

import pytest

from .table import SUPPLY, TITLE, running

rule = pytest.mark.rule

BLOCKS = SUPPLY + 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\n'
CAMPAIGN = 'scenario = "campaign"\nround = 2\ngarrisons.poland = "Warsaw"\ngarrisons.russia = "Kiev"\n'


def place(text: str) -> tuple[str, str, list[str], str]:
    """The step, the part of it, the steps that this phase goes without, and what follows."""
    found = TITLE.place(running(text).seat("poland"))
    assert found is not None
    return found.step, found.part, found.skipped, found.then


@rule("5.0a")
@pytest.mark.parametrize(
    ("step", "shown"),
    [
        ("cards", ("cards", "cards")),
        ("orders", ("orders", "")),
        ("marches", ("march", "")),
        ("recons", ("recon", "")),
        ("moves", ("move", "moves")),
        ("withdrawals", ("move", "withdrawals")),
        ("battles", ("battle", "")),
        ("reorganizations", ("rest", "rest")),
        ("railways", ("rest", "rail")),
        ("supply", ("supply", "")),
    ],
)
def test_each_step_of_a_phase_has_its_place(step: str, shown: tuple[str, str]) -> None:
    assert place(f'step = "{step}"\n' + BLOCKS)[:2] == shown


@rule("5.0a", "5.0b")
@pytest.mark.parametrize(
    ("text", "skipped", "then"),
    [
        ("phase = 4\n" + CAMPAIGN, ["reinforce"], "phase 5 of 5"),
        ("phase = 5\n" + CAMPAIGN, [], "round 3"),
        ("phase = 5\n" + BLOCKS, ["reinforce"], "the count"),
    ],
)
def test_after_the_fifth_phase_comes_reinforcement_where_there_is_any(text: str, skipped: list[str], then: str) -> None:
    assert place('step = "orders"\n' + text)[2:] == (skipped, then)
