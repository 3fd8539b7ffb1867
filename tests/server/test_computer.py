"""Computer players: fair, off the request path, and replaced when they die."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import msgspec

from server.house import House
from server.twins import RUSSIA, SECRET, pairs, world
from vistula.kernel.title import title
from vistula.players import PLAYERS
from vistula.server.envelope import close, open_
from vistula.server.worker import choose


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


def test_no_worker_outlives_its_server(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits", "--workers", "1") as house:
        seats = {seat: {"who": "computer", "level": "random"} for seat in ("poland", "russia")}
        house.open(seats=seats)
        pids: list[int] = []
        while not pids:
            pids = [line["pid"] for line in house.log_lines() if line["event"] == "worker started"]
        house.kill()
        while _runs(pids[0]):
            pass


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
    assert "KeyError" in choose(close(own, "no such player", 1)).error
    assert choose(close(own, "random", 1)).action is not None
    assert choose(b"nonsense").error
