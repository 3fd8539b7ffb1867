"""What ends one's say is published, so that the others see what has been done; and what a question wants first."""

from __future__ import annotations

from typing import Any

import pytest

from vistula.games.nest_of_eagles.model import SOUTHWEST, WEST
from vistula.games.nest_of_eagles.rules.boost import MoraleBoost
from vistula.games.nest_of_eagles.rules.cheka import Cheka
from vistula.games.nest_of_eagles.rules.konarmiya import Transfer
from vistula.games.nest_of_eagles.rules.movement import Marches
from vistula.games.nest_of_eagles.rules.reactive import ReactivePhase
from vistula.games.nest_of_eagles.rules.reorganization import Reorganizing
from vistula.games.nest_of_eagles.rules.replacements import Spending
from vistula.games.nest_of_eagles.rules.reveal import HiddenLoss
from vistula.games.nest_of_eagles.rules.seats import POLES, commands
from vistula.games.nest_of_eagles.rules.volunteers import FIRST, Muster
from vistula.games.nest_of_eagles.state import REACTIVE_1, REACTIVE_3, REPLACEMENT
from vistula.kernel import Game

from .positions import M, situation, unit
from .screens import screened
from .table import POLAND, SOVIET, TITLE, asked, asks, attacks, moves, play, table
from .test_boost import with_events
from .test_cheka import behind_the_front
from .test_groups import resting
from .test_konarmiya import LATE
from .test_reserves import CAVALRY, INFANTRY, called, pausing
from .test_volunteers import forming

rule = pytest.mark.rule


def published(game: Game[Any]) -> set[str]:
    """The verbs of a question with which a seat has done."""
    return {option.verb for option in asked(game).options if option.publish}


def wants(game: Game[Any], kind: str, name: str, cited: str, words: str) -> None:
    """What a click on the wrong kind of thing is told."""
    refusal = game.seat(asked(game).seat).why_not(kind, TITLE.arg_of(kind, name))
    assert refusal is not None
    assert refusal.rule == cited
    assert words in refusal.why


@rule("7.0b", "7.0c", "10.1a", "10.1e", "10.2a")
def test_the_end_of_movement_and_of_attacks() -> None:
    assert published(moves("2206 P-17; 2906 S-4")) == {"end"}
    assert published(attacks("2316 S-58; 2317 P-16")) == {"end"}


@rule("23.3a", "23.3b", "8.1a", "8.1b", "5.1b")
def test_no_boost_and_no_movement_now() -> None:
    assert published(table(with_events(), MoraleBoost(command=POLES))) == {"pass"}
    s = situation("2206 P-17; 2906 S-4", phase=REACTIVE_1)
    assert published(table(s, ReactivePhase(side=s.side))) == {"pass", "off"}
    s = situation("2206 P-17; 2906 S-4", phase=REACTIVE_3)
    game = table(s, ReactivePhase(side=s.side))
    assert published(game) == {"pass"}
    assert "off" not in asked(game).verbs()


@rule("17.1.5a", "17.1.5b", "17.0a", "17.2a", "17.3a", "17.1.6a", "20.2.1d", "20.2.1e")
def test_what_is_kept_or_not_placed() -> None:
    assert published(table(behind_the_front(), Cheka(hexes=[]))) == {"done"}
    s = situation("2206 P-17/r; 3003 S-53", phase=REPLACEMENT)
    s.pool = [9, 9, 9, 9]
    game = table(s, Spending(command=POLES))
    assert published(game) == {"done"}
    wants(game, "space", "2206", "17.0a", "unit to rebuild or to strengthen")
    game = pausing(forming=2)
    assert asks(game) == "russia: exchange"
    assert published(game) == {"done"}


@rule("18.0a", "17.4a", "18.3a", "18.1a")
def test_nobody_else_is_reorganized() -> None:
    s = situation("2206 P-7.4 P-8.4; 3005 S-4")
    s.place[unit("P-4")] = -2
    assert published(table(s, Reorganizing(command=POLES))) == {"done"}


@rule("20.2.1a", "20.2.1f", "20.2.2a", "20.1.4b")
def test_no_reserve_and_no_transfer() -> None:
    assert published(called(WEST, INFANTRY)) == {"done"}
    cavalry = called(WEST, CAVALRY, "2206 P-17; 2306 S-4; 3003 S-53 S-72/r S-2K S-PRD S-BPw; 3121 S-45")
    assert asks(cavalry) == "russia: cavalry"
    assert published(cavalry) == {"done"}
    assert called(SOUTHWEST, "S-19 S-LAT").over
    s = situation("1317 S-45 S-24; 1915 S-4K; 0612 P-17; 1316 S-44", side=SOVIET, round=LATE)
    assert published(table(s, Transfer())) == {"transfer", "pass"}


@rule("23.1.1a", "23.1.2a", "23.1.1c", "23.1.2c")
def test_nothing_more_is_concealed() -> None:
    game = resting(screened("2926 P-17 P-10 P-2BJ; 3326 S-58"))
    assert published(game) == {"done"}
    play(game, "assemble P-17")
    assert not published(game)


@rule("3.3i", "23.1.1f")
def test_who_bears_a_hidden_loss_is_said_at_once() -> None:
    s = screened("2926 P-17 P-10; 3326 S-58", "P-GRA P-17 P-10")
    game = table(s, HiddenLoss(command=POLES, marker=unit("P-GRA"), rule="3.3i"))
    assert published(game) == {"lose"}
    s = screened("2926 P-10; 3326 S-58", "P-PAT1 dummy 2726")
    game = table(s, HiddenLoss(command=POLES, marker=unit("P-PAT1"), rule="3.3i"))
    assert published(game) == {"none"}


@rule("19.1.1b")
def test_the_poles_say_whom_they_call() -> None:
    s = forming(1)
    game = table(s, Muster())
    assert published(game) == {"usual"}


# -- tracks -----------------------------------------------------------------------------------------------------------


@rule("5.0a", "2.0c", "22.1e", "17.1.6a", "8.1b", "23.5a", "23.4a", "23.4.1a", "13.1a", "17.1.1a")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_every_track_begins_and_ends_where_it_does(side: int) -> None:
    s = situation("2506 S-4; 2206 P-17", side=side, scenario="counteroffensive")
    s.players, s.pool, s.morale = 3, [2, 3, 4, 6], [0, 7, -9]
    s.has_priorities, s.politics = True, [1, 2]
    s.alternatives, s.lying, s.forming, s.volunteer_markers = True, [s.round, s.round + 1], FIRST, [2, 0, 1]
    most, scene = M.most_morale, M.scenarios[s.scenario]
    bounds = {
        "round": (1, scene.last - scene.first + 1), "vp": (0, most), "morale": (-most, most), "react": (0, 1),
        "priority": (0, None), "pool": (0, None), "politics": (0, None), "markers": (0, None), "operation": (0, None),
        "front": (0, None),
    }  # fmt: skip
    seat = "poland" if side == POLAND else "russia-west"
    found = {track.id: track for track in table(s, Marches(command=commands(s, side)[0])).seat(seat).view().tracks}
    kinds = {id.partition("-")[0] for id in found}
    assert kinds == set(bounds) - ({"front"} if side == POLAND else {"operation"})
    for id, track in found.items():
        assert (track.low, track.high) == bounds[id.partition("-")[0]], id
    assert (found["markers-russia"].value, found["markers-poland"].value) == (2, 3)
    s.forming, s.lying = FIRST + 2, [s.round - 1, s.round]
    found = {track.id: track for track in table(s, Marches(command=commands(s, side)[0])).seat(seat).view().tracks}
    assert (found["markers-russia"].value, found["markers-poland"].value) == (1, 1)
