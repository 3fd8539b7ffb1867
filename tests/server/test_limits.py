"""Limits of rate and size, whose pages may connect, and what is never written down."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.house import ROOT, Client, House
from server.test_hall import Ear, in_a_hall
from vistula.kernel.record import rebuild as record_rebuild
from vistula.server.hall import Hall
from vistula.server.limits import NONE, OUTBOX, Bucket, Limits, Tolls
from vistula.server.security import same_origin
from vistula.server.socket import Connection
from vistula.server.table import Table
from vistula.server.wire import AllowBack, AskBack, Chat, Hello, Resign, SeatPlan, Undo


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the limits that it has for everyone."""
    with House(tmp_path_factory.mktemp("strict")) as running:
        yield running


def test_too_many_messages_are_refused_and_then_cut_off(strict: House) -> None:
    client = strict.open().sit("russia")
    with contextlib.suppress(ConnectionClosed):  # by the time that the last are sent
        for n in range(600):
            client.send(type="knock", id=f"{n}")  # not a word of the wire, so that even a busy server is quick with it
    assert client.closed_with() == 1008
    errors = [message["error"] for message in client.heard if message["type"] == "refused"]
    assert errors[0] != "too fast"
    assert errors[-1] == "too fast"


def test_talk_is_limited(strict: House) -> None:
    client = strict.open().sit("russia")
    answers = [client.ask("chat", text=f"word {n}") for n in range(20)]
    assert answers[0]["done"] == 1
    assert answers[-1]["error"] == "too fast"


def test_a_message_may_be_too_big(strict: House) -> None:
    table = strict.open()
    client = table.sit("russia")
    client.socket.send('{"type":"chat","id":"1","text":"' + "x" * 70_000 + '"}')
    assert client.until("refused")["error"] == "too big"
    assert client.ask("why", kind="space", name="0101")["type"] == "answer"
    client.socket.send("x" * 600_000)
    assert client.closed_with() == 1009


def test_a_bucket_lets_through_so_many_at_once_and_so_many_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("vistula.server.limits.time.monotonic", lambda: clock[0])
    bucket = Bucket(2.0, 5)
    assert [bucket.take() for _ in range(7)] == [True] * 5 + [False] * 2
    clock[0] += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock[0] += 1000
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    assert all(Bucket(0, 0).take() for _ in range(100))


class Still:
    """A line whose other side takes nothing until it is told to."""

    def __init__(self) -> None:
        self.free = False
        self.sent = 0
        self.closed: tuple[int, str] | None = None

    def send_text(self, _: bytes) -> None:
        self.sent += 1

    def hang_up(self, code: int, why: str) -> None:
        self.closed = (code, why)


def test_a_reader_that_is_too_slow_is_cut_off() -> None:
    async def story() -> Still:
        line = Still()
        connection = Connection(line, "", Tolls(NONE))  # type: ignore[arg-type]
        for _ in range(OUTBOX + 10):
            connection.send(b"{}")
        assert not line.sent
        assert line.closed is None, "what waits goes out first"
        line.free = True
        connection.flows()
        return line

    line = asyncio.run(story())
    assert line.sent == OUTBOX
    assert line.closed == (1013, "too slow; come again")


@pytest.mark.parametrize(
    ("origin", "taken"),
    [
        (None, True),
        ("http://table.example", True),
        ("https://table.example", True),
        ("https://friend.example", True),
        ("https://evil.example", False),
        ("https://table.example.evil.example", False),
        ("null", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_whose_pages_may_connect(origin: str | None, taken: bool) -> None:
    headers = {"host": "table.example", **({} if origin is None else {"origin": origin})}
    assert same_origin(headers, ("https://friend.example",)) is taken


def test_pages_of_others_may_not_connect(house: House) -> None:
    table = house.open()
    Client(house, table.id, table.tokens["russia"], origin=house.url).hello()
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{house.port + 1}"):
        with pytest.raises(InvalidStatus) as refused:
            Client(house, table.id, table.tokens["russia"], origin=origin)
        assert refused.value.response.status_code == 403


def test_a_wrong_token_is_told_and_cut_off(house: House) -> None:
    one, other = house.open(), house.open()
    for table, token in ((one.id, "wrong"), (one.id, other.tokens["russia"]), ("nothing", one.tokens["russia"])):
        client = Client(house, table, token)
        client.send(type="hello", id="1", token=token)
        assert client.closed_with() == 1008
        assert client.heard[-1] == {
            "type": "refused",
            "id": "1",
            "error": "token",
            "why": "this token opens no seat at this table",
        }


def test_the_first_message_is_hello_and_only_the_first(house: House) -> None:
    table = house.open()
    client = Client(house, table.id, table.tokens["russia"])
    assert client.ask("resign")["error"] == "hello"
    client.hello()
    assert client.ask("hello", token=table.tokens["russia"])["error"] == "hello"


def test_no_secret_is_logged_or_kept_in_the_open(house: House) -> None:
    table = house.open()
    client = table.sit("russia")
    client.ask("chat", text="a confidential remark")
    client.act(("nonsense", "secret argument"))
    house.get(f"/api/tables/{table.id}", table.tokens["poland"])
    client.ask("resign")
    secret = client.welcome.get("secret") or client.until("welcome")["secret"]
    written = "".join(log.read_text() for log in house.logs)
    assert "table opened" in written
    for hidden in [*table.tokens.values(), "confidential", "secret argument", secret]:
        assert hidden not in written
    kept = b"".join(path.read_bytes() for path in house.folder.glob("tables.db*"))
    for token in table.tokens.values():
        assert token.encode() not in kept


# -- what is done ---------------------------------------------------------------------------------------------


def test_actions_are_limited_and_not_only_messages(strict: House) -> None:
    """A message may hold two hundred actions, and a client may send fifty of them a second."""
    me = strict.open().sit("russia")
    while "unit" not in {option["verb"] for option in me.options}:
        assert me.act((me.options[0]["verb"], me.options[0]["args"][0])).get("done") == 1
    unit = next(option for option in me.options if option["verb"] == "unit")["args"][0]
    there_and_back = [("unit", unit), ("cancel", "")] * 100
    answers = [me.act(*there_and_back) for _ in range(9)]
    assert answers[0]["done"] == 200
    assert answers[-1]["error"] == "too fast"
    assert sum(answer.get("done", 0) for answer in answers) <= 1200


def test_a_table_keeps_so_many_entries(tmp_path: Path) -> None:
    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        hall.limits = msgspec.structs.replace(NONE, entries=3)
        for n in range(3):
            assert (await ear.say(table, ear.act(f"{n}")))["done"] == 1
        for message in (ear.act("more"), Undo(id="u", revision=ear.update["revision"]), AskBack(id="back")):
            assert (await ear.say(table, message))["error"] == "full"
        assert len(table.entries) == 3
        assert (await ear.say(table, ear.act("0")))["done"] == 1, "what was done before is answered as before"
        assert (await ear.say(table, Resign(id="r")))["done"] == 1

    in_a_hall(tmp_path, story)


def test_at_a_full_table_no_computer_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    async def never(*given: object) -> None:
        asked.append(given)
        await asyncio.Event().wait()

    monkeypatch.setattr(Hall, "choose", never)

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        table.players.stop()
        table.players.thinking.clear()
        asked.clear()
        hall.limits = msgspec.structs.replace(NONE, entries=0)
        assert (await ear.say(table, Chat(id="c", text="Hello")))["done"] == 1
        await asyncio.sleep(0)
        assert not asked

    in_a_hall(tmp_path, story, seats={"russia": SeatPlan(who="computer", level="random")})


@pytest.mark.parametrize("others", [False, True], ids=["alone", "by consent"])
def test_going_back_is_worked_out_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: bool
) -> None:
    """A game of a thousand entries is played once more for it; everyone else would wait."""
    threads: list[threading.Thread] = []

    def rebuild(*given: Any) -> Any:
        threads.append(threading.current_thread())
        return record_rebuild(*given)

    monkeypatch.setattr("vistula.kernel.record.rebuild", rebuild)
    monkeypatch.setattr("vistula.server.hall.rebuild", rebuild, raising=False)

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        before = ear.update["view"]
        for n in range(3):
            assert (await ear.say(table, ear.act(f"{n}")))["done"] == 1
        asked = await ear.say(table, AskBack(id="back"))
        if others:
            other = Ear("poland")
            await other.say(table, Hello(id="h", token=""))
            asked = await other.say(table, AllowBack(id="yes", allow=True))
        assert asked["done"] == 1
        assert {**ear.update["view"], "revision": 0} == {**before, "revision": 0}

    in_a_hall(tmp_path, story, seats={} if others else {"poland": SeatPlan(who="computer", level="random")})
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


def test_tables_are_opened_at_a_limited_rate(strict: House) -> None:
    body = {"game": "toy", "scenario": "short"}
    codes = [strict.post("/api/tables", body).status_code for _ in range(120)]
    assert codes[0] == 201
    assert 429 in codes


def test_the_page_on_the_server_names_the_limits_that_there_are() -> None:
    page, limits = (ROOT / "docs/server.md").read_text(), Limits()
    for kind in ("messages", "actions", "speech", "requests", "work", "many_messages", "many_actions", "much_speech"):
        assert f"{getattr(limits, kind):.0f} a second, {getattr(limits, f'{kind}_at_once'):,} at once" in page, kind
    assert f"{limits.openings_at_once} at once, one more each second; {limits.tables} unfinished ones" in page
    assert f"| connections at once | {limits.connections} | {limits.sockets} |" in page
    assert f"{limits.entries:,} entries" in page
    assert f"{limits.words:,} lines of chat" in page
    assert f"{limits.head:.0f} seconds for the head of a request and {limits.body:.0f} for its body" in page
