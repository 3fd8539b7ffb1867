"""What captains make of a position of Warsaw 1920: a chance to win, from the points, the units and the turn."""

from __future__ import annotations

import pytest

from players.positions import TITLE, at
from vistula.games.warsaw_1920.evaluation.choices import Officer
from vistula.games.warsaw_1920.evaluation.worth import FITTED, HELD, OPENING, beyond, chance_to_win, features, prospect
from vistula.kernel import SeatId
from vistula.players.play import play_out, seat_players

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")


def test_every_turn_of_either_side_has_its_weights() -> None:
    turns = range(1, TITLE.start("quick", seed=1).s.m.turns + 1)
    assert set(FITTED) == {(1, turn) for turn in turns} | {(0, turn) for turn in turns if turn > 1}
    length = len(features(TITLE.start("quick", seed=1).s))
    assert all(len(weights) == length and spread > 0 for spread, *weights in FITTED.values())


def test_both_sides_chances_add_up_at_every_step_of_a_game() -> None:
    game = TITLE.start("quick", seed=6, journal=False)
    officer = Officer()
    for n, _ in enumerate(play_out(game, seat_players({POLAND: "random", RUSSIA: "random"}, 6))):
        if n % 10 == 0 or game.over:
            chances = [officer.worth(game.s, seat) for seat in (POLAND, RUSSIA)]
            assert sum(chances) == pytest.approx(1)
            assert min(chances) >= 0
    assert game.result is not None
    assert (chance_to_win(game.s, 0) > 0.9) == ("poland" in game.result.winners)
    assert (chance_to_win(game.s, 1) > 0.9) == ("russia" in game.result.winners)


def test_an_enemy_lost_is_a_better_prospect() -> None:
    text = """
        turn = 5
        side = "poland"
        phase = "operation"
        units.P-8 = "1417"
        units.P-10 = "1417"
        units.R-4 = "1518"
        units.R-11 = "1518"
    """
    before, after = prospect(at(text).s)[0], prospect(at(text.replace("units.R-11", "# ")).s)[0]
    assert after > before


def test_points_given_to_the_rear_since_the_weights_were_found_count_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    s = at('turn = 5\nside = "poland"\nphase = "operation"').s
    more, weight = beyond(s.m), FITTED[0, 5][1 + HELD]
    assert more == features(s)[HELD] - OPENING > 0
    judged = prospect(s)[0]
    monkeypatch.setattr("vistula.games.warsaw_1920.evaluation.worth.OPENING", OPENING + more)
    assert judged - prospect(s)[0] == pytest.approx(more * (1 - weight))


@pytest.mark.parametrize("turn", [3, 4, 5, 6, 7])
def test_who_resupplies_gives_up_the_hope_of_a_sudden_death(turn: int) -> None:
    """[4.2a] More than its points cost him: captains had resupplied on turn 2, and never again took Warsaw in time."""
    s = at(f'turn = {turn}\nside = "russia"\nphase = "operation"').s
    before = prospect(s)[0]
    s.resupplied[0] = turn - 1
    assert prospect(s)[0] > before
