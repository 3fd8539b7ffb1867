"""Where a turn stands in the strip at the head of the table."""

from __future__ import annotations

import pytest

from .table import TITLE, at, play, seat

rule = pytest.mark.rule


def place(text: str) -> tuple[str, str, str, list[str], str]:
    """The step, the part of it, whose turn it is, the steps that this turn goes without, and what follows."""
    game = at(text)
    found = game.title.place(game.seat(seat(game)))
    assert found is not None
    return found.step, found.part, found.side, found.skipped, found.then


@rule("5.1a", "5.1c", "5.1d")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'turn = 2\nside = "poland"\nphase = "operation"',
            ("operation-1", "", "poland", ["operation-2", "operation-3"], "Russia’s turn"),
        ),
        (
            'turn = 3\nside = "poland"\nphase = "movement"\noperations = ["combat"]\nunits.P-8 = "0330"',
            ("operation-2", "move", "poland", ["operation-3"], "Russia’s turn"),
        ),
        (
            'turn = 4\nside = "russia"\nphase = "combat"\nunits.R-4 = "0332"\nunits.P-8 = "0331"',
            ("operation-1", "fight", "russia", [], "turn 5"),
        ),
        ('turn = 8\nside = "russia"\nphase = "operation"', ("operation-1", "", "russia", [], "the count")),
        (
            'turn = 4\nside = "russia"\nphase = "reinforcement"\nunits.R-48 = "box 4"',
            ("arrivals", "", "russia", [], "turn 5"),
        ),
        (
            'turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 5',
            ("resupply", "", "russia", [], "turn 5"),
        ),
    ],
)
def test_the_strip_shows_the_step_of_the_player_turn(text: str, expected: tuple[str, str, str, list[str], str]) -> None:
    assert place(text) == expected


@rule("5.1a", "8.1a")
def test_the_supply_of_an_operation_is_a_part_of_it() -> None:
    game = play(at('turn = 4\nside = "russia"\nphase = "operation"\nunits.R-4 = "0332"'), "movement")
    found = game.title.place(game.seat("russia"))
    assert found is not None
    assert (found.step, found.part) == ("operation-1", "supply")


@rule("5.1a", "3.1b")
def test_before_the_first_turn_the_set_up_is_shown() -> None:
    free = TITLE.start("free", seed=1)
    found = TITLE.place(free.seat(seat(free)))
    assert found is not None
    assert (found.step, found.then) == ("set-up", "turn 1")
