"""Captain: compares approaches by playouts, counted here and not timed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from players.positions import TITLE, act, at, choice
from vistula.kernel import Action, Seat, SeatId
from vistula.players import Greedy
from vistula.players.appraisal import Approach
from vistula.players.captain import Budget, Captain, Clock, Field
from vistula.players.play import Seated, play_out, seat_players

POLAND, RUSSIA = SeatId("poland"), SeatId("russia")
FEW = Budget(playouts=4)

STORM = """
    turn = 8
    side = "russia"
    phase = "operation"
    operation = 3
    tracks.west = 3
    units.R-4 = "1809"
    units.R-11 = "1809"
    units.R-33 = "1809"
    units.R-1art = "1809"
    units.R-27 = "1710"
    units.R-10 = "1710"
    units.P-1R = "Warszawa"
    units.P-8 = "1407"
"""


@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_a_captain_answers_what_is_offered(side: SeatId) -> None:
    game = TITLE.start("quick", seed=3, journal=False)
    players = seat_players({POLAND: "greedy", RUSSIA: "greedy"}, 3)
    players[side] = Seated(Captain(FEW), random.Random(3))
    for _ in play_out(game, players):
        if game.s.turn == 2 and game.s.side == 1:
            break
    assert game.s.turn == 2


def test_the_same_knowledge_and_chance_give_the_same_answer() -> None:
    own = _russian_seat()
    chosen = Captain(FEW).choose(own, random.Random(5))
    for world in range(2):
        twin = own.determinize(random.Random(world))
        assert Captain(FEW).choose(twin.seat(RUSSIA), random.Random(5)) == chosen


def _russian_seat() -> Seat[Any]:
    """Russia before an operation, with Polish units that he cannot see."""
    game = TITLE.start("quick", seed=8, journal=False)
    for _ in play_out(game, seat_players({POLAND: "greedy", RUSSIA: "greedy"}, 8)):
        if game.decisions and game.s.turn == 3 and game.stack[-1].at == "kind" and RUSSIA in game.decisions:
            break
    assert game.seat(RUSSIA).s is not game.s
    return game.seat(RUSSIA)


def test_a_captain_storms_warsaw_when_he_can() -> None:
    told: list[str] = []
    game = at(STORM)
    assert choice(game, Captain(Budget(playouts=30), told.append)) == Action("combat")
    assert told
    assert "attack" in told[0].split(",")[0]


def test_a_course_holds_for_the_operation() -> None:
    """Once compared, approaches are not compared again until the operation is over, supply apart."""
    told: list[str] = []
    act(at(STORM), Captain(FEW, told.append), until="refit", limit=12)
    assert sum("move" in line and "attack" in line for line in told) == 1


def test_a_captain_woken_in_mid_operation_thinks_afresh() -> None:
    told: list[str] = []
    game = at(STORM.replace('"operation"', '"movement"'))
    assert choice(game, Captain(FEW, told.append)).verb in ("unit", "stack", "end")


def test_the_clock_stops_the_comparison() -> None:
    own = at(STORM).seat(RUSSIA)
    captain = Captain(Budget(decision=0.0, operation=0.0))
    assert captain.choose(own, random.Random(1)).verb in ("movement", "combat")  # no time: the first approach
    assert not Clock(Budget(decision=5.0, operation=60.0), spent=60.0).more()
    assert Clock(Budget(decision=5.0, operation=60.0), spent=1.0).more()


def _played(field: Field, worth: dict[str, float], rounds: int) -> Field:
    for _ in range(rounds):
        for approach in field.left:
            field.note(approach, worth[approach.name])
        field.thin()
    return field


def test_the_field_keeps_the_usual_course_and_the_better_half_of_its_rivals() -> None:
    approaches = [Approach(str(n), None) for n in range(5)]  # type: ignore[arg-type]
    field = _played(Field(approaches), {str(n): 0.3 + n / 10 for n in range(5)}, 1)
    assert [approach.name for approach in field.left] == ["0", "4", "3"]
    assert field.best().name == "4"
    assert field.account().startswith("4 0.700 (1)")
    assert [approach.name for approach in _played(field, {"0": 0.3, "3": 0.6, "4": 0.7}, 1).left] == ["0", "4"]
    _played(field, {"0": 0.3, "4": 0.7}, 2)
    assert field.settled()


def test_a_small_lead_after_few_rounds_is_not_trusted() -> None:
    approaches = [Approach("usual", None), Approach("other", None)]  # type: ignore[arg-type]
    worth = {"usual": 0.5, "other": 0.52}
    assert _played(Field(approaches), worth, 1).best().name == "usual"
    assert _played(Field(approaches), worth, 30).best().name == "other"


def test_a_hopeless_rival_is_dropped_before_its_time() -> None:
    approaches = [Approach(name, None) for name in ("usual", "close", "poor")]  # type: ignore[arg-type]
    field = _played(Field(approaches), {"usual": 0.5, "close": 0.5, "poor": 0.3}, 2)
    assert [approach.name for approach in field.left] == ["usual", "close"]
    alone = _played(Field(approaches[::2]), {"usual": 0.5, "poor": 0.3}, 2)
    assert alone.settled()
    assert alone.best().name == "usual"


def test_where_little_is_at_stake_small_differences_count() -> None:
    """Less than a hundredth says nothing in an even game, and much in one that is nearly won."""
    approaches = [Approach("usual", None), Approach("other", None)]  # type: ignore[arg-type]
    assert _played(Field(approaches), {"usual": 0.5, "other": 0.508}, 2).best().name == "usual"
    assert _played(Field(approaches), {"usual": 0.98, "other": 0.988}, 2).best().name == "other"


@pytest.mark.parametrize("chance", [0.97, 0.03])
def test_a_game_that_is_decided_by_any_course_is_not_thought_about(chance: float) -> None:
    approaches = [Approach(name, None) for name in ("usual", "other", "third")]  # type: ignore[arg-type]
    assert not Field(approaches).settled()
    assert _played(Field(approaches), dict.fromkeys(("usual", "other", "third"), chance), 1).settled()
    assert not _played(Field(approaches), {"usual": chance, "other": chance, "third": 0.3}, 1).settled()


def test_a_captain_says_how_far_he_is() -> None:
    heard: list[float] = []
    captain = Captain(Budget(playouts=6))
    captain.progress = heard.append
    choice(at(STORM), captain)
    assert heard == sorted(heard)
    assert 0 < heard[0] < heard[-1] <= 1


def test_playouts_are_counted_where_they_are_asked_for() -> None:
    seated = seat_players({POLAND: "captain", RUSSIA: "greedy"}, seed=1, playouts=7)
    assert isinstance(seated[POLAND].player, Captain)
    assert seated[POLAND].player.budget.playouts == 7
    assert isinstance(seated[RUSSIA].player, Greedy)
