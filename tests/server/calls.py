"""Where notices go to in tests: webhooks, and a push service of our own that can read what it gets."""

from __future__ import annotations

import json
import os
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

WAIT = 60.0
Message = dict[str, Any]


def b64(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Got(msgspec.Struct):
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Message:
        told: Message = json.loads(self.body)
        return told


class Endpoint:
    """An HTTP server on this machine that keeps what it is sent. `answers` says what it answers, by the path."""

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.answers: Callable[[str], int] = lambda path: 204
        self.more: dict[str, str] = {}  # headers of every answer
        self.holds = threading.Event()  # as long as it is set, nobody is answered
        self._news = threading.Condition()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                endpoint.take(Got(self.path, headers, body))
                while endpoint.holds.is_set():
                    time.sleep(0.01)
                self.send_response(endpoint.answers(self.path))
                for name, value in endpoint.more.items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def take(self, got: Got) -> None:
        with self._news:
            self.got.append(got)
            self._news.notify_all()

    def __enter__(self) -> Endpoint:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.holds.clear()
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def of(self, path: str) -> list[Got]:
        return [got for got in self.got if got.path == path]

    def until(self, path: str, count: int = 1, patience: float = WAIT) -> list[Got]:
        """Wait until so many have come to a path."""
        with self._news:
            came = self._news.wait_for(lambda: len(self.of(path)) >= count, patience)
            assert came, f"{len(self.of(path))} of {count} have come to {path}"
            return self.of(path)

    def when(self, what: Callable[[], bool]) -> None:
        """Wait until something is so of what has come."""
        with self._news:
            assert self._news.wait_for(what, WAIT), f"{len(self.got)} have come"

    def next(self, path: str) -> Message:
        """The next one at a path, which is forgotten with this."""
        (first, *_) = self.until(path)
        self.got.remove(first)
        return first.json


class Browser:
    """A browser that has subscribed to web push at an endpoint."""

    def __init__(self, endpoint: Endpoint, path: str = "/push") -> None:
        self.endpoint = endpoint
        self.path = path
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def subscription(self) -> Message:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": b64(point), "auth": b64(self._auth)}
        return {"endpoint": self.endpoint.url + self.path, "expirationTime": None, "keys": keys}

    def read(self, got: Got) -> Message:
        """What a message says: RFC 8291 the other way round."""
        assert got.headers["content-encoding"] == "aes128gcm"
        salt, size, length = got.body[:16], int.from_bytes(got.body[16:20]), got.body[20]
        sender, sealed = got.body[21 : 21 + length], got.body[21 + length :]
        assert len(got.body) <= size == 4096
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        mine = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        secret = _derived(shared, self._auth, b"WebPush: info\0" + mine + sender, 32)
        key, nonce = (
            _derived(secret, salt, f"Content-Encoding: {what}\0".encode(), size)
            for what, size in (("aes128gcm", 16), ("nonce", 12))
        )
        told = AESGCM(key).decrypt(nonce, sealed, None)
        assert told[-1:] == b"\2"
        message: Message = json.loads(told[:-1])
        return message

    def next(self) -> Message:
        (first, *_) = self.endpoint.until(self.path)
        self.endpoint.got.remove(first)
        return self.read(first)


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, about).derive(secret)


def claims(got: Got, public: str) -> Message:
    """What a server says of itself to a push service, once its signature is seen to be right."""
    scheme, _, rest = got.headers["authorization"].partition(" ")
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, given["k"]) == ("vapid", public)
    told, _, signature = given["t"].rpartition(".")
    r, s = unb64(signature)[:32], unb64(signature)[32:]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(public))
    signed = encode_dss_signature(int.from_bytes(r), int.from_bytes(s))
    key.verify(signed, told.encode(), ec.ECDSA(SHA256()))
    made: Message = json.loads(unb64(told.split(".")[1]))
    return made
