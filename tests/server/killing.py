"""The server killed with SIGKILL at random moments under play: what was acknowledged is there, nothing is there twice.

`make test` runs ten kills, `make soak` a hundred, with the same code.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.exceptions import WebSocketException

import kernel.toy  # noqa: F401 - registers itself
from kernel.comparing import digest
from server.house import Client, House, Opened
from vistula.kernel.title import title
from vistula.server import ledger
from vistula.server.database import Database
from vistula.server.restore import restore


class Sent(msgspec.Struct):
    """A message on its way."""

    seat: str
    id: str
    revision: int
    deed: tuple[str, str]

    @property
    def undoes(self) -> bool:
        return self.deed[0] == "undo"


class Play(threading.Thread):
    """People at one table who notice nothing but that their connection is gone now and then."""

    def __init__(self, house: House, people: list[str], seed: int, **asked: Any) -> None:
        super().__init__(daemon=True)
        self.house = house
        self.asked = asked
        self.tables = [house.open(**asked)]
        self.people = people
        self.rng = random.Random(seed)
        self.acknowledged: dict[str, Sent] = {}
        self.dropped = 0
        self.pending: Sent | None = None
        self.up = threading.Event()
        self.end = threading.Event()
        self.failed: BaseException | None = None
        self.clients: dict[str, Client] = {}

    def run(self) -> None:
        try:
            while not self.end.is_set():
                if not self.up.wait(0.1):
                    continue
                try:
                    self._sit_down()
                    self._play()
                except (WebSocketException, OSError, EOFError, TimeoutError, httpx.TransportError):
                    time.sleep(0.01)
        except BaseException as error:
            self.failed = error

    def _sit_down(self) -> None:
        for client in self.clients.values():
            client.close()  # or connections that nobody uses pile up in the proxy, until it takes no more
        self.clients.clear()
        for seat in self.people:
            self.clients[seat] = self.tables[-1].sit(seat)

    def _play(self) -> None:
        while not self.end.is_set():
            sent = self.pending or self._choose()
            if sent is None:
                if self.clients[self.people[0]].view.get("result"):
                    self.tables.append(self.house.open(**self.asked))
                    return
                for client in self.clients.values():
                    client.drain()
                continue
            self.pending = sent
            client = self.clients[sent.seat]
            if sent.undoes:
                answer = client.ask("undo", id=sent.id, revision=sent.revision)
            else:
                answer = client.act(sent.deed, id=sent.id, revision=sent.revision)
            self._answered(sent, answer)

    def _answered(self, sent: Sent, answer: dict[str, Any]) -> None:
        if answer.get("error") == "not written":  # the database is away: it is said again
            time.sleep(0.1)
            return
        self.pending = None
        if answer.get("stale"):
            self.dropped += 1  # it was lost before it was written: nobody had been told
            return
        assert answer.get("done") == 1, answer
        self.acknowledged[sent.id] = sent

    def _choose(self) -> Sent | None:
        """What the first seat that is asked does; now and then someone takes back what he did."""
        for seat, client in self.clients.items():
            id = f"{seat}-{self.rng.getrandbits(60):x}"
            if client.view.get("undo", {}).get("can") and self.rng.random() < 0.05:
                return Sent(seat, id, client.revision, ("undo", ""))
            if client.asked:
                return Sent(seat, id, client.revision, client.choice(self.rng))
        return None


def kills(folder: Path, count: int, seed: int) -> dict[str, int]:
    """Kill a server so often; returns what was found. AssertionError names what was lost or doubled."""
    rng = random.Random(seed)
    house = House(folder, "--no-limits").start()
    computer = {"poland": {"who": "computer", "level": "random"}}
    plays = [
        Play(house, ["poland", "russia"], seed + 1),
        Play(house, ["poland", "russia"], seed + 2, scenario="free"),
        Play(house, ["russia"], seed + 3, seats=computer),
        Play(house, ["red", "green", "blue"], seed + 4, game="toy", scenario="long"),
    ]
    for play in plays:
        play.up.set()
        play.start()
    for _ in range(count):
        _wait_for_more(house, plays, rng.randint(1, 60))
        time.sleep(rng.random() * 0.03)
        for play in plays:
            play.up.clear()
        house.kill()
        house.close_all()
        house.start()
        for play in plays:
            play.up.set()
    _wait_for_more(house, plays, 20)
    for play in plays:
        play.end.set()
    for play in plays:
        play.join(120)
    house.kill()
    house.close_all()
    house.http.close()
    return look(Database(str(house.database)), plays)


def _wait_for_more(house: House, plays: list[Play], more: int) -> None:
    """Until so many messages more have been acknowledged."""
    before = sum(len(play.acknowledged) for play in plays)
    while sum(len(play.acknowledged) for play in plays) < before + more:
        assert house.process is not None
        assert house.process.poll() is None, f"the server died by itself: {house.logs[-1].read_text()[-3000:]}"
        for play in plays:
            if play.failed is not None:
                raise play.failed
        time.sleep(0.002)


def look(database: Database, plays: list[Play]) -> dict[str, int]:
    """Every table replays, and holds each message once."""
    figures: Counter[str] = Counter()
    for play in plays:
        if play.failed is not None:
            raise play.failed
        kept = [entry for table in play.tables for entry in _entries(database, table)]
        ids = Counter(entry.message for entry in kept if entry.message)
        doubled = [id for id, times in ids.items() if times > 1]
        assert not doubled, f"done more than once: {doubled}"
        lost = [id for id in play.acknowledged if id not in ids]
        assert not lost, f"acknowledged and lost: {lost}"
        verbs = {entry.message: (entry.seat, entry.verb) for entry in kept if entry.message}
        for id, sent in play.acknowledged.items():
            seat, verb = verbs[id]
            same = verb in ("undo", "retract") if sent.undoes else verb == sent.deed[0]
            assert seat == sent.seat, f"{id} is another seat's"
            assert same, f"{id} is another deed"
            figures["taken back"] += sent.undoes
        figures.update(tables=len(play.tables), acknowledged=len(play.acknowledged), stored=len(kept))
        figures["lost on the way"] += play.dropped
    database.close()
    return dict(figures)


def _entries(database: Database, table: Opened) -> list[ledger.Kept]:
    stored = ledger.unlocked(database.engine, database.keys, table.id)
    assert stored is not None
    kept = ledger.entries(database.engine, table.id)
    assert [entry.n for entry in kept] == list(range(len(kept))), "an entry is missing"
    whole = restore(title(stored.game), stored, kept).game
    short = restore(title(stored.game), stored, kept, ledger.snapshots(database.engine, table.id)).game
    assert digest(short) == digest(whole), "its snapshots are of another game"
    return kept
