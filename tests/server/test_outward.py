"""Addresses that people name lead nowhere they could not go themselves: attacks, each as a test."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from server.calls import Browser, Endpoint
from server.house import House
from server.person import Person
from vistula.kernel.errors import BadInput
from vistula.server import outward
from vistula.server.outward import ANYWHERE, PUBLIC, NoAnswer, check, post, public

OURS = [
    *("127.0.0.1", "127.8.9.10", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
    *("169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192", "198.18.0.1", "224.0.0.1", "255.255.255.255"),
    *("240.0.0.1", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"),
    *("fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1"),
    *("2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:4136:e378:8000:63bf:80ff:fffe", "2001:db8::1", "fec0::1"),
]
EVERYBODYS = ["1.1.1.1", "162.159.128.233", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1"]


@pytest.mark.parametrize("address", OURS)
def test_addresses_of_this_machine_and_its_networks_are_not_public(address: str) -> None:
    assert not public(ip_address(address))


@pytest.mark.parametrize("address", EVERYBODYS)
def test_addresses_of_the_internet_are(address: str) -> None:
    assert public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        *("", "chat.example", "//chat.example", "ftp://chat.example", "file:///etc/passwd", "gopher://x", "https://"),
        *(
            "http://chat.example/hook",
            "https://me:word@chat.example",
            "https://@chat.example",
            "https://chat.example#x",
        ),
        *("https://127.0.0.1", "https://[::1]/", "https://[::ffff:7f00:1]", "https://169.254.169.254/latest/meta-data"),
        *(
            "https://chat.example:22",
            "https://chat.example:25",
            "https://chat.example:0x1bb",
            "https://chat.example:-1",
        ),
        *("https://chat.example/\r\nHost: other", "https://chat.example/a b", "https://chat.example\\@127.0.0.1/"),
        *("https://чат.example", "https://chat.example/\x00", "https://[fe80::1%25eth0]/", "https://[::1"),
    ],
)
def test_what_is_no_public_web_address_is_refused(url: str) -> None:
    with pytest.raises(BadInput):
        check(url, PUBLIC)
    with pytest.raises(NoAnswer):
        asyncio.run(post(url, b"", {}, PUBLIC))


@pytest.mark.parametrize(
    "url", ["https://chat.example/hook?wait=true", "https://chat.example:8443/x", "https://1.1.1.1"]
)
def test_what_is_one_is_taken(url: str) -> None:
    check(url, PUBLIC)


# -- names that lead elsewhere ----------------------------------------------------------------------------------------


class Names:
    """Names lead where a test says; and nothing is connected to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> None:
        self.asked: list[str] = []
        self.connected: list[str] = []
        self._answers = list(answers)
        look_up = self._look_up
        monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", lambda _, host, port, **__: look_up(host, port))
        monkeypatch.setattr(asyncio, "open_connection", self._connect)

    async def _look_up(self, host: str, port: int) -> list[Any]:
        self.asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in self._answers.pop(0)]

    async def _connect(self, host: str, port: int, **given: Any) -> Any:
        self.connected.append(host)
        assert given["server_hostname"] == "chat.example", "the certificate must be that of the name"
        raise OSError


@pytest.mark.parametrize("found", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["10.0.0.1", "1.1.1.1"], ["::1"]])
def test_a_name_that_leads_into_our_networks_is_not_followed(monkeypatch: pytest.MonkeyPatch, found: list[str]) -> None:
    seen = Names(monkeypatch, found)
    with pytest.raises(NoAnswer, match="not public"):
        asyncio.run(post("https://chat.example/hook", b"{}", {}, PUBLIC))
    assert seen.connected == []


def test_a_name_that_leads_elsewhere_the_second_time_is_asked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """DNS rebinding: what was checked is what is connected to."""
    seen = Names(monkeypatch, ["1.1.1.1"], ["127.0.0.1"])
    with pytest.raises(NoAnswer):
        asyncio.run(post("https://chat.example/hook", b"{}", {}, PUBLIC))
    assert (seen.asked, seen.connected) == (["chat.example"], ["1.1.1.1"])


# -- what answers -----------------------------------------------------------------------------------------------------


def told(url: str, calls: str = ANYWHERE) -> outward.Answered:
    return asyncio.run(post(url, b"{}", {"x-try": "1"}, calls))


def test_a_redirect_is_not_followed() -> None:
    with Endpoint() as endpoint:
        endpoint.answers, endpoint.more = (lambda path: 302), {"location": f"{endpoint.url}/inside"}
        assert told(f"{endpoint.url}/hook?a=b").status == 302
        assert [got.path for got in endpoint.got] == ["/hook?a=b"]
        assert endpoint.got[0].headers["x-try"] == "1"


def test_who_wants_to_be_asked_later_is() -> None:
    with Endpoint() as endpoint:
        endpoint.answers = lambda path: 429
        for said, wait in (("7", 7.0), ("999999999", outward.LONGEST_WAIT), ("soon", 0.0), ("-5", 0.0)):
            endpoint.more = {"retry-after": said}
            assert told(endpoint.url) == (429, wait)


class Raw:
    """Answers every connection with some bytes, again and again if it is told to."""

    def __init__(self, said: bytes, endless: bool = False) -> None:
        self._said, self._endless = said, endless
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.taken = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.taken += 1
            try:
                connection.sendall(self._said)
                while self._endless:
                    connection.sendall(self._said)
            except OSError:
                pass
            connection.close()

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


@pytest.mark.parametrize(
    ("said", "endless"),
    [
        (b"", False),
        (b"220 mail.example ESMTP\r\n\r\n", False),
        (b"HTTP/1.1\r\n\r\n", False),
        (b"HTTP/1.1 two hundred\r\n\r\n", False),
        (b"HTTP/1.1 200 OK\r\n", False),
        (b"X-Endless: " + b"y" * 1000 + b"\r\n", True),
        (b"y" * 1000, True),
    ],
)
def test_what_answers_otherwise_than_a_web_server_is_nobody(said: bytes, endless: bool) -> None:
    with Raw(said, endless) as raw, pytest.raises(NoAnswer):
        told(raw.url)


def test_a_body_without_an_end_is_not_read() -> None:
    with Raw(b"HTTP/1.1 200 OK\r\n\r\n" + b"z" * 10_000, endless=True) as raw:
        assert told(raw.url).status == 200


def test_who_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "PATIENCE", 0.2)
    with Endpoint() as endpoint:
        endpoint.holds.set()
        with pytest.raises(NoAnswer, match="in time"):
            told(endpoint.url)


def test_a_certificate_that_nobody_has_signed_is_not_trusted(tmp_path: Path) -> None:
    with Raw(b"HTTP/1.1 200 OK\r\n\r\n") as plain, pytest.raises(NoAnswer):
        told(plain.url.replace("http://", "https://"))


# -- over the wire ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """As it comes out of the box."""
    with House(tmp_path_factory.mktemp("strict"), "--no-limits") as running:
        yield running


def test_through_the_server_nobody_reaches_its_networks(strict: House) -> None:
    anna = Person(strict)
    with Raw(b"HTTP/1.1 200 OK\r\n\r\n") as inside, Endpoint() as endpoint:
        port = inside.url.rpartition(":")[2]
        for url in (inside.url, f"https://127.0.0.1:{port}/", f"https://[::ffff:127.0.0.1]:{port}/"):
            assert anna.send("POST", "/api/me/channels", {"kind": "hook", "url": url}).status_code == 400
            subscription = {**Browser(endpoint).subscription, "endpoint": url}
            new = {"kind": "push", "subscription": subscription}
            assert anna.send("POST", "/api/me/channels", new).status_code == 400
        made = anna.post("/api/me/channels", {"kind": "hook", "url": f"https://localhost:{port}/"})
        (channel,) = made["calling"]["channels"]
        tried = anna.send("POST", f"/api/me/channels/{channel['id']}/try")
        assert tried.status_code == 503
        assert tried.json()["why"] == "it could not be sent: it leads into a network that is not public"
        assert inside.taken == 0
