"""The short way of a WebSocket: whatever pieces it comes in, every message is answered once and in its order."""

from __future__ import annotations

import random
import socket
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from server.house import WAIT, Client, House, Opened
from vistula.server.limits import MESSAGE_BYTES

PIECES = (1, 2, 3, 7, 50, 4096)


@pytest.fixture(scope="module")
def table(house: House) -> Opened:
    return house.open("toy", "long", options={"players": "2"})


class Raw:
    """A WebSocket by hand: what is sent is cut wherever one likes."""

    def __init__(self, table: Opened, packs: bool = False) -> None:
        more = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if packs else ""
        self.packed: list[tuple[bool, int]] = []  # of each frame: whether it is, and its length
        self.socket = socket.create_connection(("127.0.0.1", table.house.port), timeout=WAIT)
        self.socket.sendall(
            f"GET /api/tables/{table.id}/play HTTP/1.1\r\nHost: 127.0.0.1:{table.house.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n{more}"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        )
        self.have = b""
        while b"\r\n\r\n" not in self.have:
            self.have += self.socket.recv(65_536)
        self.have = self.have.partition(b"\r\n\r\n")[2]
        self.cut([text({"type": "hello", "id": "h", "token": table.tokens["red"]})], 4096)
        self.answers: list[str] = []

    def cut(self, frames: list[bytes], size: int) -> None:
        whole = b"".join(frames)
        for at in range(0, len(whole), size):
            self.socket.sendall(whole[at : at + size])

    def _take(self, count: int) -> bytes:
        while len(self.have) < count:
            more = self.socket.recv(65_536)
            if not more:
                raise EOFError
            self.have += more
        taken, self.have = self.have[:count], self.have[count:]
        return taken

    def next(self) -> tuple[int, bytes]:
        """One frame of the server: its kind, and what is in it."""
        first, length = self._take(2)
        assert not length & 0x80, "servers mask nothing"
        if length >= 126:
            length = int.from_bytes(self._take(2 if length == 126 else 8))
        self.packed.append((bool(first & 0x40), length))
        return first & 15, self._take(length)

    def until(self, id: str) -> list[str]:
        """Read until this message is answered; the ids of all answers so far."""
        while id not in self.answers:
            kind, body = self.next()
            if kind == Opcode.TEXT:
                told = msgspec.json.decode(body)
                if told["type"] in ("answer", "refused"):
                    self.answers.append(told.get("id", ""))
            elif kind == Opcode.PONG:
                self.answers.append(f"pong {body.decode()}")
            else:
                raise AssertionError((kind, body))
        return self.answers

    def closed_with(self) -> int:
        while True:
            kind, body = self.next()
            if kind == Opcode.CLOSE:
                return int(struct.unpack("!H", body[:2])[0])

    def close(self) -> None:
        self.socket.close()


def frame(kind: Opcode, body: bytes, fin: bool = True) -> bytes:
    return Frame(kind, body, fin).serialize(mask=True)


def text(message: dict[str, Any]) -> bytes:
    return frame(Opcode.TEXT, msgspec.json.encode(message))


def why(id: str, padding: int = 0) -> bytes:
    return msgspec.json.encode({"type": "why", "id": id, "kind": "space", "name": "x" * padding})


@pytest.fixture
def raw(table: Opened) -> Iterator[Raw]:
    made = Raw(table)
    yield made
    made.close()


def a_mixture(rng: random.Random) -> tuple[list[bytes], list[str]]:
    """Frames of all kinds that are allowed, and what they are answered with, in order."""
    frames, expected = [], []
    for n in range(20):
        id = f"m{n}"
        match rng.randrange(5):
            case 0:
                frames.append(frame(Opcode.PING, id.encode()))
                id = f"pong {id}"
            case 1:
                body = why(id)
                at = rng.randrange(len(body))
                frames += [frame(Opcode.TEXT, body[:at], fin=False), frame(Opcode.CONT, body[at:])]
            case 2:
                frames.append(frame(Opcode.BINARY, why(id)))
            case 3:
                frames.append(frame(Opcode.TEXT, why(id, rng.choice((0, 60, 200)))))
            case _:
                frames.append(text({"type": "why", "id": id, "kind": "space", "name": "ż"}))
        expected.append(id)
    return frames, expected


@pytest.mark.parametrize("size", PIECES)
def test_whatever_pieces_it_comes_in_every_message_is_answered_once(raw: Raw, size: int) -> None:
    frames, expected = a_mixture(random.Random(size))
    raw.cut([*frames, text({"type": "why", "id": "last", "kind": "space", "name": "?"})], size)
    found = raw.until("last")
    assert [id for id in found if not id.startswith("pong")] == [
        *(id for id in expected if not id.startswith("pong")),
        "last",
    ]
    assert [id for id in found if id.startswith("pong")] == [id for id in expected if id.startswith("pong")]


def test_a_text_that_is_no_text_ends_the_connection(raw: Raw) -> None:
    raw.cut([frame(Opcode.TEXT, b'{"type":"\xff"}')], 4096)
    assert raw.closed_with() == 1007


def test_a_text_in_the_middle_of_another_ends_the_connection(raw: Raw) -> None:
    raw.cut([frame(Opcode.TEXT, b"{", fin=False), text({"type": "why", "id": "1", "kind": "space", "name": "?"})], 4096)
    assert raw.closed_with() == 1002


def test_what_is_not_masked_ends_the_connection(raw: Raw) -> None:
    raw.cut([Frame(Opcode.TEXT, why("1")).serialize(mask=False)], 4096)
    assert raw.closed_with() == 1002


def test_a_message_without_end_is_cut_off_before_it_is_here(raw: Raw) -> None:
    head = bytes((0x81, 0xFF)) + (1 << 40).to_bytes(8) + b"mask"
    raw.cut([head + b"x" * 1000], 4096)
    assert raw.closed_with() == 1009


def test_a_message_a_little_too_big_is_answered(raw: Raw) -> None:
    raw.cut([frame(Opcode.TEXT, why("1", MESSAGE_BYTES + 10)), frame(Opcode.TEXT, why("2"))], 4096)
    assert raw.until("2") == ["", "2"]


def test_what_is_said_after_good_bye_is_not_heard(raw: Raw) -> None:
    good_bye = frame(Opcode.CLOSE, struct.pack("!H", 1000))
    raw.cut([frame(Opcode.TEXT, why("1")), good_bye, frame(Opcode.TEXT, why("2"))], 4096)
    assert raw.closed_with() == 1000
    with pytest.raises((EOFError, OSError)):
        raw.next()


def test_who_can_unpack_is_sent_packed_what_is_worth_it(table: Opened) -> None:
    raw, unpack = Raw(table, packs=True), zlib.decompressobj(-12).decompress
    for _ in range(2):
        kind, body = raw.next()
        assert kind == Opcode.TEXT
        unpacked = unpack(body + b"\0\0\xff\xff") if raw.packed[-1][0] else body
    assert raw.packed[-1][0], "the update"
    assert msgspec.json.decode(unpacked)["type"] in ("welcome", "update")
    raw.packed.clear()
    raw.cut([frame(Opcode.TEXT, why("1"))], 4096)
    assert raw.until("1") == ["1"]
    assert not any(packed for packed, _ in raw.packed), "the answer"
    raw.close()


def test_who_packs_what_he_says_is_understood(table: Opened) -> None:
    packing = [ClientPerMessageDeflateFactory(compress_settings={"memLevel": 4})]
    address = f"ws://127.0.0.1:{table.house.port}/api/tables/{table.id}/play"
    with connect(address, compression=None, extensions=packing, open_timeout=WAIT) as client:
        assert client.protocol.extensions
        client.send(msgspec.json.encode({"type": "hello", "id": "h", "token": table.tokens["red"]}).decode())
        for n in range(3):
            client.send(why(f"{n}").decode())
            while (answer := msgspec.json.decode(client.recv(WAIT)))["type"] != "answer":
                pass
            assert answer["id"] == f"{n}"


def test_who_is_gone_has_left_the_table(table: Opened) -> None:
    stays, leaves = table.sit("red"), table.sit("green")
    stays.until("presence", online=["red", "green"])
    leaves.socket.socket.close()
    stays.until("presence", online=["red"])
    stays.close()


def test_many_messages_at_once_are_done_one_after_the_other(table: Opened) -> None:
    client: Client = table.sit("red")
    ids = [client.new_id() for _ in range(100)]
    for id in ids:
        client.send(type="why", id=id, kind="space", name="?")
    client.until_answer(ids[-1])
    assert [message["id"] for message in client.heard if message["type"] == "answer"][-100:] == ids
    client.close()
