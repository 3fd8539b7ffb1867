"""Notices outlast what happens to servers: none is lost, none is seen twice, whoever is killed and when."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server import estate
from server.calls import WAIT, Endpoint
from server.estate import Estate
from server.house import House, Opened
from server.moved import AHEAD
from server.person import Person
from server.postgres import Postgres
from server.test_channels import hook
from server.test_notices import ends, in_the_watch, local, passed
from vistula.server.outbox import CLAIMED

KILLS = 4


def opened(anna: Person, ben: Person) -> Opened:
    """A table where both owe a bid and neither looks: three notices."""
    table = anna.opens()
    ben.claims(table)
    return table


def told(endpoint: Endpoint) -> Counter[tuple[str, str, str]]:
    """How many different notices have come, by who was told of what at which table."""
    seen = {(got.path, got.json["vistula"]["key"]): got for got in endpoint.got if got.path in ("/anna", "/ben")}
    calls = [(got.path, got.json["vistula"]) for got in seen.values()]
    return Counter((path, call["kind"], call["table"]) for path, call in calls)


def expected(tables: list[Opened]) -> list[tuple[str, str, str]]:
    kinds = (("/anna", "joined"), ("/anna", "turn"), ("/ben", "turn"))
    return [(path, kind, table.id) for table in tables for path, kind in kinds]


def until_told(endpoint: Endpoint, tables: list[Opened]) -> None:
    wanted = set(expected(tables))
    endpoint.when(lambda: wanted <= told(endpoint).keys())


class Load(threading.Thread):
    """Opens tables as fast as it can, whatever becomes of the server."""

    def __init__(self, anna: Person, ben: Person) -> None:
        super().__init__(daemon=True)
        self.people = anna, ben
        self.done: list[Opened] = []  # of these the server has said that all is written
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            with contextlib.suppress(httpx.HTTPError, AssertionError):  # it is away, or just coming back
                self.done.append(opened(*self.people))


def test_every_notice_arrives_and_none_twice_however_often_the_server_is_killed(
    tmp_path: Path, endpoint: Endpoint
) -> None:
    rng = random.Random(7)
    with House(tmp_path, "--no-limits", "--calls", "anywhere", movable=True) as house:
        anna, ben = Person(house, "Anna"), Person(house, "Ben")
        hook(anna, endpoint, "/anna", after=1)
        hook(ben, endpoint, "/ben", after=1)
        load = Load(anna, ben)
        load.start()
        for _ in range(KILLS):
            endpoint.until("/ben", len(endpoint.of("/ben")) + rng.randint(1, 12))  # it sends just now
            house.kill()
            house.start()
        endpoint.until("/ben", len(endpoint.of("/ben")) + 1)
        load.over.set()
        load.join()
        until_told(endpoint, load.done)
        passed(house, endpoint)
        assert len(load.done) > KILLS
        assert set(told(endpoint).values()) == {1}, "whoever knows the key of a notice sees each once"


def test_what_was_sent_and_not_noted_comes_again_with_the_same_key(tmp_path: Path, endpoint: Endpoint) -> None:
    """The one case in which something comes twice: the server is killed after sending, before it could note that."""
    with House(tmp_path, "--no-limits", "--calls", "anywhere", movable=True) as house:
        duel = in_the_watch(house)
        hook(duel.ben, endpoint, "/ben", after=1)
        duel.green.close()
        ends(duel.red)
        endpoint.holds.set()
        house.put_on(minutes=6)
        endpoint.until("/ben")
        house.kill()
        house.close_all()
        endpoint.holds.clear()
        house.start()
        first, again = endpoint.until("/ben", 2, CLAIMED + WAIT)  # on PostgreSQL the claim of the dead one runs out
        assert first.headers["idempotency-key"] == again.headers["idempotency-key"]
        passed(house, endpoint)
        assert len(endpoint.of("/ben")) == 2


@pytest.fixture
def two(tmp_path: Path, database_server: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[Estate]:
    if estate.NGINX is None:
        pytest.skip(estate.MISSING)
    monkeypatch.setenv(AHEAD, str(tmp_path / "ahead"))
    running = Estate(tmp_path, database_server)
    running.arguments = (*running.arguments, "--calls", "anywhere")
    running.movable = True
    with running:
        yield running


def test_of_two_processes_one_sends_and_another_takes_over(two: Estate, endpoint: Endpoint) -> None:
    anna, ben = Person(two, "Anna"), Person(two, "Ben")
    hook(anna, endpoint, "/anna", after=1)
    hook(ben, endpoint, "/ben", after=1)
    tables = [opened(anna, ben) for _ in range(10)]
    until_told(endpoint, tables)
    assert len({two.of(table.id) for table in tables}) == 2, "both have some of them"
    assert len(endpoint.got) == len(expected(tables)), "nothing came twice"
    assert set(told(endpoint).values()) == {1}
    hook(ben, endpoint, "/later", quiet_from=local(two, -1), quiet_to=local(two, 1))
    more = [opened(anna, ben) for _ in range(6)]
    until_told(endpoint, more)
    two.of(more[0].id).end(signal.SIGKILL)
    two.put_on(minutes=70)
    wanted = {table.id for table in more}
    endpoint.when(lambda: wanted <= {got.json["vistula"]["table"] for got in endpoint.of("/later")})
    keys = Counter(got.json["vistula"]["key"] for got in endpoint.of("/later"))
    assert set(keys.values()) == {1}
