"""Recorded games, replayed entry by entry: every state, die, card and result as it was, also from each snapshot on."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from recorded import GAMES, middles_of, path_of

from kernel.comparing import encode
from vistula.games import TITLES
from vistula.kernel import Game
from vistula.kernel.record import read, repeat, replay, verify
from vistula.kernel.snapshots import load


def test_every_title_has_recorded_games_and_no_others_lie_about() -> None:
    assert {name.partition("/")[0] for name in GAMES} == set(TITLES)
    found = sorted(Path(__file__).parent.glob("*/records/*"))
    assert found == sorted(path_of(name) for name in GAMES)
    middles = sorted(Path(__file__).parent.glob("*/middles/*"))
    assert middles == sorted(path for name in GAMES for path in middles_of(name))


def digest(game: Game[Any]) -> bytes:
    return hashlib.blake2b(encode([game.s, game.stack, game.dice.number])).digest()


@cache
def replayed(name: str) -> tuple[Game[Any], list[bytes]]:
    """The game at its end, and what it was after each entry."""
    digests = []
    for game in replay(read(path_of(name)), name, check=True):
        digests.append(digest(game))
    return game, digests


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_replays_to_the_same_states(name: str) -> None:
    game, _ = replayed(name)
    assert game.over
    assert game.result is not None
    assert len(game.seats) == len(read(path_of(name)).header.seats) == GAMES[name].count("--seat")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_taken_up_from_a_snapshot_goes_on_as_it_did(name: str) -> None:
    record, (whole, digests) = read(path_of(name)), replayed(name)
    kept, journal = whole.snapshots, whole.journal
    assert journal is not None
    assert len(kept) >= 3
    for i, end in enumerate([*(each.entries for each in kept[1:]), len(record.entries)]):
        game = load(whole.title, journal, kept[: i + 1])
        assert digest(game) == digests[kept[i].entries]
        for n in range(kept[i].entries, end):
            repeat(game, record.entries[n], name)
            assert digest(game) == digests[n + 1], f"entry {n}"
        assert game.journal is not None
        assert game.journal.checkpoints == [mark for mark in journal.checkpoints if mark.entries <= end]
    assert encode(game.events) == encode(whole.events)


@pytest.mark.parametrize("name", GAMES)
def test_its_chance_can_be_proved(name: str) -> None:
    assert verify(read(path_of(name)), name) > 10
