"""Several processes on one PostgreSQL database: killed, stopped, restarted under play; nothing is lost or doubled."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

import kernel.toy  # noqa: F401 - registers itself
from server import estate
from server.estate import Estate
from server.house import Client, Opened
from server.killing import Play, look
from server.postgres import Postgres
from vistula.kernel.errors import BadInput
from vistula.server.database import Database
from vistula.server.leases import Leases

TOY: dict[str, Any] = {"game": "toy", "scenario": "long", "options": {"players": "2"}}
pytestmark = pytest.mark.skipif(estate.NGINX is None, reason=estate.MISSING)
SOAK = bool(os.environ.get("VISTULA_SOAK"))
LONG = pytest.mark.skipif(not SOAK, reason="`make soak` does this: it takes long")


@pytest.fixture
def two(tmp_path: Path, database_server: Postgres) -> Iterator[Estate]:
    with Estate(tmp_path, database_server) as running:
        yield running


def one_of(house: Estate, process: estate.Process) -> Opened:
    """A table that is at home with a process."""
    while house.of((table := house.open(**TOY)).id) is not process:
        pass
    return table


def again(house: Estate, table: Opened, seat: str, within: float = 10.0) -> Client:
    """Sit down as soon as that can be; AssertionError if it takes too long."""
    until = time.monotonic() + within
    while True:
        try:
            return Client(house, table.id, table.tokens[seat]).hello()
        except (WebSocketException, OSError, EOFError):
            assert time.monotonic() < until, "nobody takes the table over"
            time.sleep(0.1)


def acts(client: Client) -> None:
    assert client.act(client.choice(random.Random(1)))["done"] == 1


def entries(house: Estate, table: Opened) -> int:
    database = Database(house.url_of_database, str(house.folder / "server.key"), beside=True)
    with database.engine.connect() as connection:
        found = connection.exec_driver_sql(f"select count(*) from entries where table_id = '{table.id}'").scalar()
    database.close()
    return int(found or 0)


def test_tables_are_with_the_process_that_their_name_says(two: Estate) -> None:
    for process in two.processes:
        table = one_of(two, process)
        assert table.id.partition("-")[0] in process.shards
        acts(table.sit("red"))
        assert f'"table":"{table.id}"' in process.log.read_text()
    mine = [one_of(two, process) for process in two.processes]
    cards = two.post("/api/mine", {"tokens": [table.tokens["red"] for table in mine]}).json()["tables"]
    assert [card["table"] for card in cards] == [table.id for table in mine], "cards are had from either"


def test_the_tables_of_a_process_that_dies_go_on_within_ten_seconds_and_come_home(two: Estate) -> None:
    first, second = two.processes
    table, other = one_of(two, first), one_of(two, second)
    red, bystander = table.sit("red"), other.sit("red")
    acts(red)
    first.end(signal.SIGKILL)
    back = again(two, table, "red")
    assert back.revision >= red.revision - 1
    acts(back)
    acts(bystander)
    assert entries(two, table) == 2
    first.start()
    first.wait()
    with contextlib.suppress(WebSocketException):
        while True:  # the table is handed back, and its people come again
            back.next()
    home = again(two, table, "red")
    acts(home)
    assert entries(two, table) == 3


def test_a_process_that_stood_still_writes_nothing_to_tables_that_another_has(two: Estate) -> None:
    first = two.processes[0]
    table = one_of(two, first)
    green_id, red = table.tokens["green"], table.sit("red")
    assert green_id
    acts(red)
    assert first.process is not None
    first.process.send_signal(signal.SIGSTOP)
    time.sleep(7)  # its leases run out
    direct = two.processes[1].port
    answer = httpx.get(f"http://127.0.0.1:{direct}/api/tables/{table.id}/export", headers=_of(table), timeout=30)
    assert answer.status_code == 200, "the other has it now"
    red.send(type="act", id="late", revision=red.revision, actions=[{"verb": red.options[0]["verb"]}])
    first.process.send_signal(signal.SIGCONT)
    heard: dict[str, Any] = {}
    with contextlib.suppress(WebSocketException):
        heard = red.until_answer("late")
    assert not heard.get("done"), "it was not its table any more"
    assert entries(two, table) == 1
    acts(again(two, table, "red"))
    assert entries(two, table) == 2


def _of(table: Opened) -> dict[str, str]:
    return {"authorization": f"Bearer {table.tokens['red']}"}


@pytest.mark.parametrize("processes", [2, pytest.param(4, marks=LONG)])
def test_killed_under_play(tmp_path: Path, database_server: Postgres, processes: int) -> None:
    """Owners are killed at random moments; whoever plays notices nothing but that the connection is gone."""
    with Estate(tmp_path, database_server, processes) as house:
        played_through(house, 6 if SOAK else 2, lambda rng: killed(house, rng))


def killed(house: Estate, rng: random.Random) -> None:
    process = rng.choice(house.processes)
    process.end(signal.SIGKILL)
    time.sleep(rng.random())
    process.start()
    process.wait()


def test_the_database_is_restarted_under_play(two: Estate) -> None:
    def restarted(rng: random.Random) -> None:
        two.postgres.stop("immediate" if rng.random() < 0.5 else "fast")
        time.sleep(rng.random())
        two.postgres.start()

    played_through(two, 3 if SOAK else 1, restarted)


def test_the_proxy_is_reloaded_under_play(two: Estate) -> None:
    played_through(two, 3, lambda _: two.reload())


def played_through(
    house: Estate, times: int, happens: Callable[[random.Random], None], seed: int = 1
) -> dict[str, int]:
    """People play while something happens so often; what was found of their tables afterwards."""
    rng = random.Random(seed)
    plays = [Play(house, ["red", "green"], seed + n, **TOY) for n in range(4)]
    for play in plays:
        play.up.set()
        play.start()
    for _ in range(times):
        _more(plays, 12)
        happens(rng)
    _more(plays, 12)
    for play in plays:
        play.end.set()
    for play in plays:
        play.join(120)
    return look(Database(house.url_of_database, str(house.folder / "server.key"), beside=True), plays)


def _more(plays: list[Play], more: int) -> None:
    """Until everybody has had so many messages more acknowledged."""
    before, until = [len(play.acknowledged) for play in plays], time.monotonic() + 120
    while any(len(play.acknowledged) < had + more for play, had in zip(plays, before, strict=True)):
        for play in plays:
            if play.failed is not None:
                raise play.failed
        assert time.monotonic() < until, f"somebody cannot play on: {[_of_play(play) for play in plays]}"
        time.sleep(0.01)


def test_servers_that_start_at_once_on_an_empty_database_make_it_once(
    tmp_path: Path, database_server: Postgres
) -> None:
    house = Estate(tmp_path, database_server, 4)
    try:
        for process in house.processes:
            process.start()
        for process in house.processes:
            process.wait()
    finally:
        house.kill()


def test_a_second_server_that_shares_with_nobody_does_not_start(tmp_path: Path, database_server: Postgres) -> None:
    """It waits for as long as the lease of one that was killed could last; one that is renewed meanwhile stays."""
    database = Database(database_server.new("beside"), str(tmp_path / "server.key"))
    first, second, third = (Leases(database.engine, [""]) for _ in range(3))
    over = threading.Event()

    def keep() -> None:
        while not over.is_set():
            first.renew()

    try:
        first.start()
        renewing = threading.Thread(target=keep)
        renewing.start()
        try:
            with pytest.raises(BadInput, match="is in use by another server"):
                second.start()
        finally:
            over.set()
            renewing.join()
        third.start()  # nobody renews the first one's any more
        assert third.term("table") is not None
    finally:
        database.close()


def _of_play(play: Play) -> tuple[str, int, bool, Any]:
    return play.tables[-1].id, len(play.acknowledged), play.is_alive(), play.pending
