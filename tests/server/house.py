"""A real server process on a free port of this machine with a real SQLite file, and clients for it."""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server.forked import Copy, original
from server.moved import AHEAD
from vistula.server.wire import ServerMessage

ROOT = Path(__file__).parents[2]
Message = dict[str, Any]
decoder = msgspec.json.Decoder(ServerMessage)
WAIT = 60.0
"""Seconds after which something that ought to come is taken to be lost; nothing is measured by it."""


class House:
    """The server. `kill` is SIGKILL; `stop` is what an operator does."""

    launch = ROOT / "tests/server/launch.py"

    def __init__(self, folder: Path, *arguments: str, descriptors: int = 0, movable: bool = False) -> None:
        self.folder = folder
        self.movable = movable  # whether its clock can be put on
        self.ahead = folder / "ahead"
        self.descriptors = descriptors  # files and sockets that the process may have open; 0: as this one
        self.database = folder / "tables.db"
        self.arguments = arguments
        self.logs: list[Path] = []
        self.process: subprocess.Popen[str] | Copy | None = None
        self.port = 0
        # Each request has a connection of its own: the server closes idle ones, perhaps as the next request is sent.
        self.http = httpx.Client(timeout=WAIT, limits=httpx.Limits(max_keepalive_connections=0))
        self.clients: list[Client] = []

    def start(self) -> House:
        log = self.folder / f"log-{len(self.logs)}.jsonl"
        self.logs.append(log)
        arguments = ["serve", "--verbose", "--port", "0", "--database", str(self.database), *self.arguments]
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
        environment = {**os.environ, "PYTHONPATH": path, **({AHEAD: str(self.ahead)} if self.movable else {})}
        with log.open("w") as errors:
            if self.launch == House.launch:
                self.process = original().copy(arguments, environment, errors, self.descriptors)
            else:
                self.process = subprocess.Popen(
                    [sys.executable, str(self.launch), *arguments],
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    text=True,
                    env=environment,
                )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        if not first.startswith("Vistula: http://"):
            self.kill()
            raise AssertionError(f"the server did not start: {first}{log.read_text()}")
        self.port = int(first.strip().rsplit(":", 1)[1])
        return self

    def http_kept(self) -> httpx.Client:
        """A client that keeps its connection, for who asks very often."""
        return httpx.Client(timeout=WAIT)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        code = self.process.wait(WAIT)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
        return code

    def close_all(self) -> None:
        """Close what clients have left open; what the server has sent them can still be read before that."""
        while self.clients:
            self.clients.pop().close()

    def restart(self) -> None:
        self.stop()
        self.start()

    def __enter__(self) -> House:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.close_all()
        self.http.close()

    def put_on(self, **time: float) -> None:
        """Let time pass on the server's clock: `days=3`, `minutes=16`."""
        assert self.movable
        ahead = float(self.ahead.read_text()) if self.ahead.exists() else 0.0
        fresh = self.ahead.with_suffix(".new")
        fresh.write_text(str(ahead + timedelta(**time).total_seconds()))
        fresh.replace(self.ahead)

    # -- asking ---------------------------------------------------------------------------------------

    def get(self, path: str, token: str = "", headers: dict[str, str] | None = None) -> httpx.Response:
        return self.http.get(self.url + path, headers={**_bearer(token), **(headers or {})})

    def post(self, path: str, body: Any, token: str = "") -> httpx.Response:
        return self.send("POST", path, body, token)

    def send(self, method: str, path: str, body: Any = None, token: str = "") -> httpx.Response:
        """What changes something."""
        content = body if isinstance(body, bytes) else msgspec.json.encode(body)
        headers = {"content-type": "application/json", **_bearer(token)}
        return self.http.request(method, self.url + path, content=content, headers=headers)

    def open(self, game: str = "warsaw-1920", scenario: str = "quick", **more: Any) -> Opened:
        """A table; seats that are not named are for people with a link."""
        answer = self.post("/api/tables", {"game": game, "scenario": scenario, **more})
        assert answer.status_code == 201, answer.text
        return Opened(self, answer.json()).claim()

    def log_lines(self) -> list[Message]:
        lines = [line for log in self.logs for line in log.read_text().split("\n")]
        return [msgspec.json.decode(line) for line in lines if line.startswith("{")]


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


class Opened:
    """A table that was opened, with its tokens."""

    def __init__(self, house: House, told: Message) -> None:
        self.house = house
        self.id: str = told["table"]
        self.seal: str = told["seal"]
        self.tokens: dict[str, str] = {seat["seat"]: seat.get("token", "") for seat in told["seats"]}
        self.tokens[""] = told["onlooker"]
        self.host: str = told["host"]
        self.invites: dict[str, str] = {seat["seat"]: seat["invite"] for seat in told["seats"] if "invite" in seat}

    def claim(self) -> Opened:
        """Take every seat that there is an invitation to."""
        for seat, invite in self.invites.items():
            claimed = self.house.post(f"/api/tables/{self.id}/claim", {"invite": invite})
            assert claimed.status_code == 200, claimed.text
            self.tokens[seat] = claimed.json()["token"]
        self.invites.clear()
        return self

    def sit(self, seat: str) -> Client:
        client = Client(self.house, self.id, self.tokens[seat])
        try:
            return client.hello()
        except BaseException:
            client.close()
            raise

    def watch(self) -> Client:
        return self.sit("")


def take_lesson(house: House, game: str, lesson: str, step: str = "") -> Client:
    """A learner, who has been told where they begin."""
    learner = Client(house, "", step, path=f"/api/games/{game}/lessons/{lesson}/play").hello()
    learner.until("lesson")
    return learner


class Client:
    """One connection. Everything that comes is kept, as bytes and as messages that have the type they ought to."""

    _names = itertools.count(1)

    def __init__(
        self,
        house: House,
        table: str,
        token: str,
        origin: str | None = None,
        name: str = "",
        headers: dict[str, str] | None = None,
        path: str = "",
    ) -> None:
        self.house = house
        self.table = table
        self.token = token
        self.name = name or f"c{next(self._names)}"
        self._asked = itertools.count(1)
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://127.0.0.1:{house.port}{path or f'/api/tables/{table}/play'}",
                max_size=None,
                max_queue=None,  # what nobody has read yet does not keep a closing connection waiting
                compression=None,
                open_timeout=WAIT,
                origin=origin,  # type: ignore[arg-type]
                additional_headers=headers,
            )
        )
        house.clients.append(self)
        self.raw: list[str] = []
        self.heard: list[Message] = []
        self.revision = -1
        self.view: Message = {}
        self.lines: list[Message] = []
        self.welcome: Message = {}

    def hello(self, heard: int = 0) -> Client:
        self.send(type="hello", id=self.new_id(), token=self.token, heard=heard)
        while not self.view and not self.welcome.get("frozen"):
            self.next()
        return self

    def new_id(self) -> str:
        return f"{self.name}-{next(self._asked)}"

    def send(self, **message: Any) -> None:
        self.socket.send(msgspec.json.encode(message).decode())

    def next(self) -> Message:
        text = self.socket.recv(WAIT)
        assert isinstance(text, str)
        decoder.decode(text)
        self.raw.append(text)
        message: Message = msgspec.json.decode(text)
        self.heard.append(message)
        if message["type"] == "welcome":
            self.welcome = message
        elif message["type"] == "update":
            self._update(message)
        return message

    def _update(self, message: Message) -> None:
        assert message["revision"] >= self.revision
        assert message["view"]["revision"] == message["revision"]
        self.revision, self.view = message["revision"], message["view"]
        lines = message.get("lines", [])
        if lines:
            assert lines[0]["n"] <= len(self.lines)
            del self.lines[lines[0]["n"] :]
            self.lines += lines
        del self.lines[message.get("heard", 0) :]
        assert [line["n"] for line in self.lines] == list(range(message.get("heard", 0)))

    def until(self, type: str, **fields: Any) -> Message:
        """Read on until such a message comes."""
        while True:
            message = self.next()
            if message["type"] == type and all(message.get(key) == value for key, value in fields.items()):
                return message

    def ask(self, type: str, **fields: Any) -> Message:
        """Send a message and read on until its answer."""
        id = fields.pop("id", None) or self.new_id()
        self.send(type=type, id=id, **fields)
        return self.until_answer(id)

    def until_answer(self, id: str) -> Message:
        while True:
            message = self.next()
            if message["type"] in ("answer", "refused") and message.get("id", "") == id:
                return message

    def act(self, *deeds: tuple[str, str], id: str | None = None, revision: int | None = None) -> Message:
        actions = [{"verb": verb, "arg": arg} for verb, arg in deeds]
        return self.ask("act", id=id, revision=self.revision if revision is None else revision, actions=actions)

    @property
    def options(self) -> list[Message]:
        decision = self.view.get("decision")
        return decision["options"] if decision else []

    @property
    def asked(self) -> bool:
        decision = self.view.get("decision")
        return bool(decision) and decision.get("waits", True) and not decision.get("passes")

    def choice(self, rng: random.Random) -> tuple[str, str]:
        """A random verb that does not only take back, and what to apply it to."""
        option = rng.choice([o for o in self.options if not o.get("free")] or self.options)
        return option["verb"], rng.choice(option["args"])

    def drain(self) -> list[Message]:
        """What has come already: everything before the answer to one more question."""
        before = len(self.heard)
        self.ask("why", kind="space", name="?")
        return self.heard[before:-1]

    def close(self) -> None:
        self._open.close()

    def closed_with(self) -> int:
        """Read to the end; the code that the server closed with."""
        try:
            while True:
                self.next()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006
