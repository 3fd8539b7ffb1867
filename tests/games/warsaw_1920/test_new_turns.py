"""5.1 What a player turn begins with."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.state import IDLE

from .table import asks, at, can, play

rule = pytest.mark.rule


@rule("5.1a", "8.3a")
def test_a_turn_begins_with_nothing_done_and_no_phase_lost() -> None:
    game = at("""
        turn = 3
        side = "russia"
        phase = "operation"
        tracks.west = 9
        tracks.southwest = 5
        units.P-8 = "1709"
        units.R-4 = "0332"
    """)
    game.s.lost = [2, 1]
    while game.s.side == 1:
        verb = next(verb for verb in ("movement", "save", "end") if can(game, verb))
        play(game, verb)
    assert asks(game) == "poland: kind", "in the Polish turn no Front resupplies"
    s = game.s
    assert (s.turn, s.operation, s.movements, s.operations) == (4, 1, 0, [])
    assert (s.lost, s.supplied) == ([0, 0], [IDLE, IDLE])
