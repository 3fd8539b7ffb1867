"""Computer players: fair, off the request path, and replaced when they die."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from server.house import House
from server.twins import RUSSIA, SECRET, pairs, world
from vistula.kernel.title import title
from vistula.players import PLAYERS, Chance
from vistula.players.captain import Budget, Captain
from vistula.server.envelope import close, open_
from vistula.server.players import Players as TablePlayers
from vistula.server.table import Table
from vistula.server.worker import SITTINGS, Players, Reply


def test_a_dead_worker_is_replaced_and_asked_again(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits", "--workers", "1") as house:
        seats = {"poland": {"who": "computer", "level": "random"}}
        me = house.open(seats=seats).sit("russia")
        rng = random.Random(6)
        killed: set[int] = set()
        for _ in range(2000):
            if me.view.get("result"):
                break
            if not me.asked:
                me.until("update")
                continue
            assert me.act(me.choice(rng)).get("done") == 1
            living = {line["pid"] for line in house.log_lines() if line["event"] == "worker started"} - killed
            if living and len(killed) < 3:
                pid = living.pop()
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
        assert me.view.get("result")
        started = {line["pid"] for line in house.log_lines() if line["event"] == "worker started"}
        assert len(killed) == 3
        assert len(started) == 4
        assert not [line for line in house.log_lines() if line["level"] == "error"]


def test_a_worker_that_hangs_is_noticed_within_seconds(tmp_path: Path) -> None:
    """It is stopped, not dead: nothing of it ends, and nothing comes."""
    with House(tmp_path, "--no-limits", "--workers", "1") as house:
        me = house.open(seats={"poland": {"who": "computer", "level": "random"}}).sit("russia")
        rng, stopped, began = random.Random(6), 0, time.monotonic()
        while not any(line["event"] == "worker lost" for line in house.log_lines()):
            assert time.monotonic() - began < 20
            if not me.asked:
                me.until("update")
                continue
            started = [line["pid"] for line in house.log_lines() if line["event"] == "worker started"]
            if started and not stopped:
                stopped, began = started[-1], time.monotonic()
                os.kill(stopped, signal.SIGSTOP)
            assert me.act(me.choice(rng)).get("done") == 1
        assert not _runs(stopped)


def test_a_move_that_cannot_be_had_is_said_and_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never a random move in its place."""
    mood = tmp_path / "mood"
    mood.touch()
    monkeypatch.setenv("VISTULA_MOOD", str(mood))
    with House(tmp_path, "--no-limits", "--workers", "1") as house:
        table = house.open(seats={"russia": {"who": "computer", "level": "moody"}})
        me = table.sit("poland")
        revision = me.revision
        notice = me.until("notice", kind="computer")
        assert notice["text"] == "The computer playing Russia can't find a move. You can ask it again."
        late = table.sit("poland")
        assert late.until("notice", kind="computer") == notice
        assert table.watch().ask("ask_computer")["error"] == "onlooker"
        assert me.ask("ask_computer")["done"] == 1
        assert me.until("notice", kind="computer") == notice
        assert me.revision == revision, "nobody has moved for it"
        mood.unlink()
        assert me.ask("ask_computer")["done"] == 1
        while me.revision == revision:
            me.next()
        assert me.ask("ask_computer")["refusal"]["why"] == "no computer player is stuck"


def test_whoever_is_no_longer_asked_is_left_alone_without_a_word() -> None:
    """Where several seats are asked at once, one may settle it before the next has begun to think."""
    game = title("warsaw-1920").start("quick", seed=2)
    seat, decision = next(iter(game.decisions.items()))
    told: list[object] = []
    jobs: list[Any] = []
    now = SimpleNamespace(decisions={seat: decision}, passes=lambda seat: False)
    table = SimpleNamespace(id="t", game=now, computers={seat}, tell=told.append, put=jobs.append, payer="", full=False)

    async def overtaken() -> None:
        players = TablePlayers(cast(Table, table))
        players.ask()
        (task,) = players.thinking.values()
        now.decisions = {}
        await task

    asyncio.run(overtaken())
    assert not told
    assert [job.what.action for job in jobs] == [None]


def test_whoever_waits_hears_how_far_a_computer_player_is(tmp_path: Path) -> None:
    """From the player through its process, the pool and the table to everyone; and it remembers where it sits."""
    with House(tmp_path, "--no-limits", "--workers", "2") as house:
        seats = {"poland": {"who": "computer", "level": "ponder"}, "russia": {"who": "computer", "level": "random"}}
        table = house.open(seats=seats)
        eye = table.watch()
        heard: list[float] = []
        while not eye.view.get("result") and len(heard) < 40:
            told = eye.next()
            if told["type"] == "thinking":
                assert told["seat"] == "poland"
                heard.append(told["progress"])
        assert {int(share * 4) / 4 for share in heard} == {0.25, 0.5, 0.75}
        assert any(share * 4 % 1 for share in heard), "a player that has played here before is asked again"
    assert [message["seat"] for message in eye.heard if message["type"] == "thinking"] == ["poland"] * len(heard)


def test_progress_does_not_go_back_before_something_is_published(tmp_path: Path) -> None:
    """How often a seat begins to think would tell how much it does unseen."""
    with House(tmp_path, "--no-limits", "--workers", "1") as house:
        me = house.open(scenario="free", seats={"poland": {"who": "computer", "level": "ponder"}}).sit("russia")
        last, revision = 0.0, me.revision
        for _ in range(12):
            told = me.next()
            if me.revision != revision:
                break
            if told["type"] == "thinking":
                assert told["progress"] > last
                last = told["progress"]
        assert last > 0.5


def test_an_officer_answers_without_a_word_on_how_far_he_is() -> None:
    game = title("warsaw-1920").start("quick", seed=2)
    own = game.seat(next(iter(game.decisions)))
    told: list[Reply] = []
    assert Players(told.append).choose(close(own, "officer", 1, "here")).action is not None
    assert not told


def test_a_captain_says_how_far_he_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vistula.server.worker.PAUSE", 0.0)
    monkeypatch.setitem(PLAYERS, "captain", lambda: Captain(Budget(playouts=4)))
    game = title("warsaw-1920").start("quick", seed=2)
    own = game.seat(next(iter(game.decisions)))
    told: list[Reply] = []
    players = Players(told.append)
    for n in range(20):
        action = players.choose(close(own, "captain", n, "here")).action
        assert action is not None
        if told:
            break
        game.play(own.id, action)
        own = game.seat(next(iter(game.decisions)))
    shares = [reply.progress for reply in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_player_is_kept_for_its_table_and_seat_and_forgotten_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    class Counted(Chance):
        def __init__(self) -> None:
            made.append(self)

    monkeypatch.setitem(PLAYERS, "random", Counted)
    own = title("warsaw-1920").start("quick", seed=2).seat("russia")
    players = Players(lambda _: None)
    for sitting in ("a", "a", "b", "a", "b"):
        players.choose(close(own, "random", 1, sitting))
    assert len(made) == 2
    for n in range(SITTINGS):
        players.choose(close(own, "random", 1, f"other {n}"))
    players.choose(close(own, "random", 1, "a"))
    assert len(made) == SITTINGS + 3
    for _ in range(2):
        players.choose(close(own, "random", 1))
    assert len(made) == SITTINGS + 5, "without a place there is nothing to remember"


def test_no_worker_outlives_its_server(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits", "--workers", "1") as house:
        seats = {seat: {"who": "computer", "level": "random"} for seat in ("poland", "russia")}
        house.open(seats=seats).watch()
        pids: list[int] = []
        while not pids:
            time.sleep(0.02)
            pids = [line["pid"] for line in house.log_lines() if line["event"] == "worker started"]
        house.kill()
        while _runs(pids[0]):
            time.sleep(0.02)


def _runs(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False


def test_an_envelope_holds_a_masked_seat_and_no_dice() -> None:
    for pair in pairs(seed=1, count=3):
        worlds = [world(text) for text in pair.texts]
        bodies = [close(each.seat(RUSSIA), "random", 7) for each in worlds]
        assert bodies[0] == bodies[1]
        assert SECRET.hex().encode() not in bodies[0]
        assert not {"secret", "dice", "journal"} & set(msgspec.json.decode(bodies[0]))


def test_an_envelope_opens_to_the_same_seat() -> None:
    game = title("warsaw-1920").start("free", seed=2)
    seat = next(iter(game.decisions))
    own = game.seat(seat)
    opened, kept = open_(close(own, "random", 3))
    assert kept.level == "random"
    assert msgspec.json.encode(opened.view()) == msgspec.json.encode(own.view())
    assert PLAYERS["random"]().choose(opened, random.Random(3)) == PLAYERS["random"]().choose(own, random.Random(3))


def test_a_player_that_fails_says_so() -> None:
    game = title("warsaw-1920").start("quick", seed=2)
    own = game.seat(next(iter(game.decisions)))
    told: list[Reply] = []
    players = Players(told.append)
    assert "KeyError" in players.choose(close(own, "no such player", 1)).error
    assert players.choose(close(own, "random", 1)).action is not None
    assert players.choose(b"nonsense").error
    assert not told
