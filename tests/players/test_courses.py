"""The ways that captains of Warsaw 1920 compare: first what an officer would do, then what comes to something else."""

from __future__ import annotations

from typing import Any

from players.positions import TITLE
from vistula.games.warsaw_1920.evaluation.answers import supply_in
from vistula.games.warsaw_1920.evaluation.choices import Officer
from vistula.games.warsaw_1920.evaluation.doctrine import ORDINARY, SEASONED
from vistula.kernel import Action, Seat, SeatId
from vistula.players.play import play_out, seat_players

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")


def asked(step: str, turn: int) -> Seat[Any]:
    """Poland in a game of officers, when this is first asked in this turn."""
    game = TITLE.start("quick", seed=8, journal=False)
    for _ in play_out(game, seat_players({POLAND: "greedy", RUSSIA: "greedy"}, 8)):
        if POLAND in game.decisions and game.s.turn == turn and game.decisions[POLAND].step == step:
            return game.seat(POLAND)
    raise AssertionError(step)


def test_an_operation_can_be_fought_in_many_ways_and_an_officers_comes_first() -> None:
    seat, officer = asked("kind", 6), Officer()
    ways = list(officer.courses(seat, fresh=True))
    assert ways[0].answer == max(officer.scores(seat).items(), key=lambda item: item[1])[0]
    assert ways[0].name.endswith("as usual")
    assert {way.answer for way in ways} == {Action("movement"), Action("combat")}
    plans = [tuple(sorted(way.appraiser.marches(seat, supply_in(seat.s)).goal.items()))
             for way in ways if way.answer == Action("movement")]  # fmt: skip
    assert len(set(plans)) == len(plans) >= 4


def test_nobody_prepares_an_attack_who_moves_to_stand() -> None:
    seat = asked("kind", 6)
    calm = next(way for way in Officer().courses(seat, fresh=True) if way.name == "move to stand")
    assert calm.appraiser.marches(seat, supply_in(seat.s)).attacks == 0


def test_whom_to_reorganize_is_compared_where_it_makes_a_difference() -> None:
    seat = asked("reorganization", 2)
    ways = list(Officer().courses(seat, fresh=True))
    assert ways[0].name == "reorganize as usual"
    leave = [{a.arg for a, score in way.appraiser.scores(seat).items() if a.verb == "reorganize" and score > 0}
             for way in ways]  # fmt: skip
    assert len(leave) > 1
    assert min(leave, key=len) < max(leave, key=len)
    assert not list(Officer().courses(seat, fresh=False))


def test_captains_have_weights_of_their_own_and_leave_the_officers_alone() -> None:
    officer = Officer()
    assert officer.doctrines == ORDINARY
    assert officer.seasoned().doctrines == SEASONED
    assert SEASONED[0] != ORDINARY[0]
    assert SEASONED[1] != ORDINARY[1]
