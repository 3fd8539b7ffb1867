"""What a stranger may spend: made-up addresses, tables and tokens without end, connections that are never finished."""

from __future__ import annotations

import socket
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from server.house import Client, House

TOY = {"game": "toy", "scenario": "short"}
BEHIND = ("--trusted-proxy", "127.0.0.1")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the limits that it has for everyone, behind a proxy that names the address of each request."""
    with House(tmp_path_factory.mktemp("strict"), *BEHIND) as running:
        yield running


MINE = {seat: {"who": "me"} for seat in ("red", "green", "blue")}


def _from(address: str) -> dict[str, str]:
    return {"x-forwarded-for": address}


def _open(house: House, address: str, **more: Any) -> Any:
    answer = house.http.post(house.url + "/api/tables", json={**TOY, "seats": MINE, **more}, headers=_from(address))
    assert answer.status_code == 201, answer.text
    return answer.json()


# -- whose address counts -------------------------------------------------------------------------------------


def test_a_made_up_address_passes_no_limit(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        codes = [
            house.http.post(house.url + "/api/tables", json=TOY, headers=_from(f"10.0.{n}.1")).status_code
            for n in range(120)
        ]
    assert codes[0] == 201
    assert 429 in codes


def test_a_trusted_proxy_names_the_address_but_not_those_before_it(strict: House) -> None:
    for n in range(70):
        # What a client puts into the header itself stands before what the proxy adds.
        made_up = _from(f"10.0.{n}.1, 198.51.100.1")
        last = strict.http.post(strict.url + "/api/tables", json=TOY, headers=made_up).status_code
    assert last == 429
    assert _open(strict, "198.51.100.2")


@pytest.mark.parametrize("header", ["", "nonsense", "10.0.0.1, ,", "[::1", "unknown", ", ".join(["10.0.0.1"] * 5000)])
def test_a_header_that_names_no_address_is_no_fault(strict: House, header: str) -> None:
    assert strict.get("/health", headers=_from(header)).status_code in (200, 400, 429)


# -- every route ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/watch", None),
        ("POST", "/api/mine", {"tokens": ["x"] * 500}),
        ("POST", "/api/games/toy/agreement", {"scenario": "short"}),
        ("GET", "/api/tables/{table}", None),
        ("GET", "/api/tables/{table}/export", None),
        ("GET", "/api/tables/{table}/position", None),
        ("POST", "/api/tables/{table}/claim", {"invite": "made-up"}),
        ("POST", "/api/tables/{table}/invite", {"seat": "red"}),
        ("POST", "/api/tables/{table}/messages", {"type": "why", "id": "1", "kind": "space", "name": "?"}),
        ("GET", "/health", None),
        ("GET", "/nothing/here.css", None),
    ],
)
def test_every_route_has_a_limit_by_address(strict: House, method: str, path: str, body: Any) -> None:
    """An address that asks without end is told to wait, and nobody else is."""
    one = f"203.0.113.{zlib.crc32(path.encode()) % 200 + 10}"
    told = _open(strict, one)
    address, token = path.format(table=told["table"]), told["seats"][0]["token"]

    with strict.http_kept() as kept:

        def ask(of: str) -> int:
            headers = {**_from(of), "authorization": f"Bearer {token}"}
            return kept.request(method, strict.url + address, json=body, headers=headers).status_code

        assert ask(one) != 429
        assert any(ask(one) == 429 for _ in range(700))
        token = told["seats"][1]["token"]  # messages are counted by seat, too
        assert ask("203.0.113.250") != 429


def test_a_person_who_was_told_to_wait_is_told_how_long(tmp_path: Path) -> None:
    with House(tmp_path, "--allow", "requests=0.1", "--allow", "requests_at_once=5") as house:
        answers = [house.get("/health") for _ in range(20)]
    answer = answers[-1]
    assert [each.status_code for each in answers].count(200) < 15
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json()["why"]


# -- tables and tokens ----------------------------------------------------------------------------------------


def test_rematches_make_no_more_tables_than_openings_do(tmp_path: Path) -> None:
    with House(tmp_path, "--allow", "tables_ever=12") as house:
        table = house.open(**TOY)
        token, id, made = table.tokens["red"], table.id, 1
        for _ in range(40):
            client = Client(house, id, token).hello()
            if not client.view.get("result"):
                client.ask("resign")
            answer = client.ask("rematch")
            if answer.get("error"):
                assert answer["error"] == "crowded", answer
                break
            if answer.get("refusal"):
                break
            made, id, token = made + 1, answer["table"], answer["token"]
            client.close()
        assert made == 12


def test_asking_for_a_rematch_again_makes_no_more_tokens(house: House) -> None:
    table = house.open(**TOY)
    clients = [table.sit(seat) for seat in table.tokens if seat]
    for client in clients:
        client.ask("resign")
    tokens = {clients[0].ask("rematch")["token"] for _ in range(20)}
    assert len(tokens) == 1
    assert clients[1].ask("rematch")["token"] not in tokens


def test_an_address_has_so_many_unfinished_tables(tmp_path: Path) -> None:
    with House(tmp_path, "--allow", "tables=5") as house:
        codes = [house.post("/api/tables", TOY).status_code for _ in range(8)]
        assert codes == [201] * 5 + [429] * 3
        assert "finish" in house.post("/api/tables", TOY).json()["why"]


def test_a_table_keeps_so_many_words(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits", "--allow", "words=5") as house:
        client = house.open(**TOY).sit("red")
        answers = [client.ask("chat", text=f"word {n}") for n in range(7)]
    assert [answer.get("done", 0) for answer in answers] == [1] * 5 + [0] * 2
    assert answers[-1]["error"] == "full"


def test_questions_are_limited_by_what_they_cost(strict: House) -> None:
    """To work out odds or paths costs much more than to say a word; a spectator may not ask for them without end."""
    told = _open(strict, "198.51.100.30", listed=True)
    client = Client(strict, told["table"], "", headers=_from("198.51.100.31")).hello()
    for n in range(150):
        client.send(type="odds", id=f"{n}")
    errors = [client.until_answer(f"{n}").get("error", "") for n in range(150)]
    assert errors[0] != "too fast"
    assert "too fast" in errors
    other = Client(strict, told["table"], "", headers=_from("198.51.100.32")).hello()
    assert other.ask("odds").get("error", "") != "too fast", "another spectator is not made to wait"


# -- slow and many --------------------------------------------------------------------------------------------


def _raw(house: House, said: bytes) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", house.port), timeout=20)
    made.sendall(said)
    return made


def _ended(made: socket.socket, within: float) -> bool:
    """Whether the server has ended a connection by then."""
    made.settimeout(within)
    try:
        while made.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


SLOW = ("--allow", "head=0.5", "--allow", "body=0.5", "--allow", "reading=1")


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("brisk"), *SLOW) as running:
        yield running


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\nContent-Length: 999\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: evil\r\nContent-Length: 999999\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body", "half a body of what was turned away"],
)
def test_who_never_finishes_is_cut_off(brisk: House, said: bytes) -> None:
    with _raw(brisk, said) as made:
        assert _ended(made, 6)


def _goes_on(made: socket.socket, said: bytes, seconds: float, pause: float = 0.0) -> bool:
    """Whether one can go on sending for so long."""
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            made.sendall(said)
            time.sleep(pause)
    except OSError:
        return False
    return True


def test_a_drip_does_not_keep_a_request_open(brisk: House) -> None:
    with _raw(brisk, b"GET / HTTP/1.1\r\nHost: localhost\r\n") as made:
        assert not _goes_on(made, b"x: y\r\n", 6, 0.05)


def test_a_head_without_end_is_cut_off(brisk: House) -> None:
    with _raw(brisk, b"GET / HTTP/1.1\r\nHost: localhost\r\n") as made:
        sent = 0
        try:
            while sent < 3_000_000:
                sent += made.send(b"x: " + b"y" * 8000 + b"\r\n")
        except OSError:
            pass
        assert sent < 3_000_000


def test_who_does_not_read_is_cut_off(brisk: House) -> None:
    """Answers that nobody takes do not pile up for ever."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", brisk.port))
    asked = b"GET /api/games/warsaw-1920/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n"
    made.sendall(asked * 30)
    time.sleep(2)
    with made:
        assert not _goes_on(made, asked, 3, 0.01)


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    with House(tmp_path, "--allow", "sockets=20") as house:
        held = [_raw(house, b"GET / HTTP/1.1\r\n") for _ in range(60)]
        try:
            time.sleep(0.3)
            ended = sum(_ended(made, 0.01) for made in held)
            assert ended == 40
        finally:
            for made in held:
                made.close()
        time.sleep(0.1)
        assert house.get("/health").status_code == 200


def test_sockets_are_counted_by_the_address_that_the_proxy_names(tmp_path: Path) -> None:
    with House(tmp_path, *BEHIND, "--allow", "sockets=3") as house:
        table = house.open(listed=True, **TOY)
        held = [Client(house, table.id, "", headers=_from("198.51.100.7")).hello() for _ in range(3)]
        with pytest.raises(WebSocketException):
            Client(house, table.id, "", headers=_from("198.51.100.7"))
        Client(house, table.id, "", headers=_from("198.51.100.8")).hello()
        held[0].close()
        time.sleep(0.2)
        Client(house, table.id, "", headers=_from("198.51.100.7")).hello()


def test_half_sent_requests_by_the_thousand_stop_nobody(tmp_path: Path) -> None:
    """Eleven hundred of them held the server for a minute and wrote 79 MB of log."""
    with House(tmp_path, descriptors=400) as house:
        held: list[socket.socket] = []
        try:
            for _ in range(700):
                made = socket.socket()
                made.setblocking(False)
                made.connect_ex(("127.0.0.1", house.port))
                held.append(made)
            time.sleep(1.0)
            for made in held:
                try:
                    made.send(b"GET / HTTP/1.1\r\n")
                except OSError:
                    continue
            began = time.monotonic()
            with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=20) as other:
                assert other.get(house.url + "/health").status_code == 200
            assert time.monotonic() - began < 5
        finally:
            for made in held:
                made.close()
    assert sum(log.stat().st_size for log in house.logs) < 200_000


def test_pings_are_no_way_to_pile_up_answers(brisk: House) -> None:
    table = brisk.open(**TOY)
    client = table.sit("red")
    raw = client.socket.socket
    frame = b"\x89\xfd" + b"\0\0\0\0" + b"p" * 125
    assert not _goes_on(raw, frame * 100, 3)


def test_one_cause_writes_so_many_lines(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        for n in range(300):
            house.http.get(house.url + f"/{n}", headers={"host": "evil.example"})
        lines = [line for line in house.log_lines() if line["event"] == "turned away"]
        assert 1 <= max(Counter(line["at"][:19] for line in lines).values()) <= 20  # in any second
        time.sleep(1.1)
        house.http.get(house.url + "/", headers={"host": "evil.example"})
        assert any(line.get("left_out") for line in house.log_lines())
