"""Who may come in: names that the server answers to, pages whose requests it takes, bodies that are JSON."""

from __future__ import annotations

import httpx
import pytest

from server.house import House
from vistula.kernel.errors import BadInput
from vistula.server.command import web_address
from vistula.server.security import Doors

TABLE = b'{"game":"toy","scenario":"short"}'
JSON = "application/json"


def post(house: House, **headers: str) -> httpx.Response:
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return house.http.post(f"{house.url}/api/tables", content=TABLE, headers=named)


def elsewhere(house: House) -> str:
    """A page on another port of this machine."""
    return f"http://127.0.0.1:{house.port + 1}"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_can_send_changes_nothing(house: House, kind: str) -> None:
    """A browser asks no leave for these, so that any page can send them anywhere."""
    answer = post(house, **({"content_type": kind} if kind else {}))
    assert answer.status_code == 415, answer.text
    assert JSON in answer.json()["why"]
    for kind in (JSON, f"{JSON}; charset=utf-8", "Application/JSON"):
        assert post(house, content_type=kind).status_code == 201


def test_a_foreign_page_changes_nothing(house: House) -> None:
    for origin in (elsewhere(house), "https://evil.example", "null", ""):
        answer = post(house, content_type=JSON, origin=origin)
        assert (answer.status_code, answer.json()["error"]) == (403, "not yours"), origin
    assert post(house, content_type=JSON, origin=house.url).status_code == 201
    assert post(house, content_type=JSON).status_code == 201, "a script sends no Origin"


def test_a_foreign_page_speaks_at_no_table(house: House) -> None:
    table = house.open()
    for path, body in ((f"/api/tables/{table.id}/messages", b'{"type":"resign","id":"1"}'), ("/api/mine", b"{}")):
        headers = {
            "content-type": JSON,
            "origin": elsewhere(house),
            "authorization": f"Bearer {table.tokens['russia']}",
        }
        assert house.http.post(house.url + path, content=body, headers=headers).status_code == 403
    assert not table.sit("russia").view.get("result")


def test_a_name_that_was_bent_to_this_machine_gets_nothing(house: House) -> None:
    """DNS rebinding: the foreign page's own name leads here, so that its Origin is its Host."""
    evil = f"evil.example:{house.port}"
    for path in ("/", "/health", "/api/shelf", "/api/watch"):
        answer = house.get(path, headers={"host": evil})
        assert answer.status_code == 421, path
        assert "--origin" in answer.json()["why"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert post(house, host=evil, content_type=JSON, origin=f"http://{evil}").status_code == 421
    table = house.open(listed=True)
    assert handshake(house, table.id, host=evil, origin=f"http://{evil}") == 403
    assert handshake(house, table.id, origin=elsewhere(house)) == 403
    assert handshake(house, table.id, origin=house.url) == 101
    for name in (f"localhost:{house.port}", f"127.0.0.1:{house.port}", "LOCALHOST", f"[::1]:{house.port}"):
        assert house.get("/health", headers={"host": name}).status_code == 200, name


def handshake(house: House, table: str, **headers: str) -> int:
    """Ask for a WebSocket with headers of one's own; 101 is a yes."""
    asked = {"connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13", **headers}
    where = f"{house.url}/api/tables/{table}/play"
    with house.http.stream("GET", where, headers={**asked, "sec-websocket-key": "MDEyMzQ1Njc4OTAxMjM0NQ=="}) as answer:
        return answer.status_code


@pytest.mark.parametrize(
    ("host", "origins", "name", "known"),
    [
        ("127.0.0.1", (), "localhost:1920", True),
        ("127.0.0.1", (), "127.0.0.1", True),
        ("127.0.0.1", (), "[::1]:1920", True),
        ("127.0.0.1", (), "192.168.1.7:1920", False),
        ("127.0.0.1", (), "table.example", False),
        ("127.0.0.1", (), "localhost.evil.example", False),
        ("127.0.0.1", (), "", False),
        ("127.0.0.1", (), "[::1", False),
        ("127.0.0.1", (), "127.0.0.1:x", False),
        ("127.0.0.1", ("https://table.example",), "table.example", True),
        ("127.0.0.1", ("https://table.example",), "TABLE.example.:443", True),
        ("127.0.0.1", ("https://table.example",), "other.example", False),
        ("box.lan", (), "box.lan:1920", True),
        ("192.168.1.7", (), "192.168.1.7:1920", True),
        ("192.168.1.7", (), "192.168.1.8:1920", False),
        ("0.0.0.0", (), "192.168.1.7:1920", True),
        ("0.0.0.0", (), "[fe80::1]:1920", True),
        ("::", (), "192.168.1.7:1920", True),
        ("0.0.0.0", (), "evil.example", False),
    ],
)
def test_names_that_the_server_answers_to(host: str, origins: tuple[str, ...], name: str, known: bool) -> None:
    assert Doors(host, origins).answers_to(name) is known


def test_a_server_for_the_house_answers_to_the_names_of_its_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vistula.server.security.gethostname", lambda: "Kitchen")
    everywhere, here = Doors("0.0.0.0", ()), Doors("127.0.0.1", ())
    assert [everywhere.answers_to(name) for name in ("kitchen", "kitchen.local:1920", "kitchen.evil.example")] == [
        True,
        True,
        False,
    ]
    assert not here.answers_to("kitchen")


def test_an_origin_is_a_web_address() -> None:
    assert web_address("https://Table.example/") == "https://table.example"
    assert web_address("http://box.lan:8080") == "http://box.lan:8080"
    for wrong in ("table.example", "https://", "ftp://table.example", "https://table.example/games", "https://["):
        with pytest.raises(BadInput, match="--origin"):
            web_address(wrong)
