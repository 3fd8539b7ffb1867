"""The ways that captains of Warsaw 1920 compare: first what an officer would do, then what comes to something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from players.positions import TITLE
from vistula.games.warsaw_1920.evaluation.answers import supply_in
from vistula.games.warsaw_1920.evaluation.choices import Officer
from vistula.games.warsaw_1920.evaluation.doctrine import ORDINARY, SEASONED
from vistula.games.warsaw_1920.rules.combat import Advance
from vistula.games.warsaw_1920.rules.movement import Move
from vistula.games.warsaw_1920.rules.retreat import Retreat
from vistula.kernel import Action, Seat, SeatId
from vistula.players.play import play_out, seat_players

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")


def asked(step: str, turn: int) -> Seat[Any]:
    """Poland in a game of officers, when this is first asked in this turn."""
    for seed in range(9, 15):  # some games are over before
        game = TITLE.start("quick", seed=seed, journal=False)
        for _ in play_out(game, seat_players({POLAND: "greedy", RUSSIA: "greedy"}, seed)):
            if POLAND in game.decisions and game.s.turn == turn and game.decisions[POLAND].step == step:
                return game.seat(POLAND)
    raise AssertionError(step)


def test_an_operation_can_be_fought_in_many_ways_and_an_officers_comes_first() -> None:
    seat, officer = asked("kind", 6), Officer()
    ways = list(officer.approaches(seat, fresh=True))
    assert ways[0].answer == max(officer.scores(seat).items(), key=lambda item: item[1])[0]
    assert ways[0].name.endswith("as usual")
    assert {way.answer for way in ways} == {Action("movement"), Action("combat")}
    plans = [tuple(sorted(way.appraiser.marches(seat, supply_in(seat.s)).settled.goal.items()))
             for way in ways if way.answer == Action("movement")]  # fmt: skip
    assert len(set(plans)) == len(plans) >= 4


def test_nobody_prepares_an_attack_who_moves_to_stand() -> None:
    seat = asked("kind", 6)
    calm = next(way for way in Officer().approaches(seat, fresh=True) if way.name == "move to stand")
    assert calm.appraiser.marches(seat, supply_in(seat.s)).attacks == 0


def test_whom_to_reorganize_is_compared_where_it_makes_a_difference() -> None:
    seat = asked("reorganization", 2)
    ways = list(Officer().approaches(seat, fresh=True))
    assert ways[0].name == "reorganize as usual"
    leave = [{a.arg for a, score in way.appraiser.scores(seat).items() if a.verb == "reorganize" and score > 0}
             for way in ways]  # fmt: skip
    assert len(leave) > 1
    assert min(leave, key=len) < max(leave, key=len)
    assert not list(Officer().approaches(seat, fresh=False))


def test_captains_have_weights_of_their_own_and_leave_the_officers_alone() -> None:
    officer = Officer()
    assert officer.doctrines == ORDINARY
    assert officer.seasoned().doctrines == SEASONED
    assert SEASONED[0] != ORDINARY[0]
    assert SEASONED[1] != ORDINARY[1]


# -- short cuts that must change nothing --------------------------------------------------------------------


def test_units_far_away_do_not_matter_to_a_place() -> None:
    """What a few hexes are worth is the same whether all units are looked at or those nearby."""
    looked = 0
    for seat in _asked_for(Retreat, Advance):
        officer, decision = Officer(), seat.decision
        assert decision is not None
        v = officer.survey(seat)
        hexes = [a.arg for a in decision.actions() if a.verb == "hex"] or [seat.frame.target]  # type: ignore[union-attr]
        unit = next(u for u in v.m.units if v.m.side[u] == v.me and v.s.place[u] >= 0)
        near, whole = officer.posture(v, unit, hexes), officer.posture(v, unit)
        assert [near.stand(unit, hex) for hex in hexes] == pytest.approx([whole.stand(unit, hex) for hex in hexes])
        looked += 1
    assert looked > 50


def test_a_way_that_is_followed_is_as_short_as_one_sought_anew() -> None:
    officers: dict[str, Officer] = {}
    followed = 0
    for seat in _asked_for(Move):
        officer = officers.setdefault(seat.id, Officer())
        frame: Any = seat.frame
        for goal in [h for h in officer._way[1] if h != frame.hex][-1:]:
            known, anew = officer.path(seat, goal), Officer().path(seat, goal)
            assert (known[-1:], len(known)) == (anew[-1:], len(anew))
            followed += len(known) > 1
        officer.scores(seat)
    assert followed > 50


def _asked_for(*kinds: type[Any]) -> Iterator[Seat[Any]]:
    """Every question that such procedures ask in some turns of a game of officers."""
    game = TITLE.start("quick", seed=8, journal=False)
    for _ in play_out(game, seat_players({POLAND: "greedy", RUSSIA: "greedy"}, 8)):
        if game.over or game.s.turn > 4:
            return
        if isinstance(game.stack[-1], kinds):
            yield game.seat(next(iter(game.decisions)))
