"""Random and mutated messages: refused with a clear answer, none changes a state, none is a server error.

`make test` sends 5,000, `make soak` 100,000, with the same code.
"""

from __future__ import annotations

import random
import string
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed

from server.house import Client, House, Opened
from vistula.server import ledger
from vistula.server.database import Database

Message = dict[str, Any]
TYPES = [
    "hello", "act", "go", "undo", "staff", "why", "odds", "paint", "way", "stand", "chat", "look", "resign", "take",
    "rematch", "ask_back", "allow_back", "ask_computer", "holiday", "leave", "seal_number", "open_number", "learn",
]  # fmt: skip
OVER_HTTP = 0.2
"""How many of the messages are posted by scripts."""
OVERLAYS = ["zoc", "supply", "rail", "reach", "control", "vp", "shoals"]
WEIRD = [
    "",
    "0",
    "-1",
    "é" * 20,
    "\x00",
    "null",
    "0101",
    "poland",
    "' OR 1=1 --",
    "../..",
    "9" * 79,
    "𝟘",
    "{}",
    "\ud7ff",
]
JUNK = [None, True, -1, 2**63, 1.5, [], {}, "x", 10**30, [[]], {"verb": "x"}]


def noise(rng: random.Random) -> str:
    return "".join(rng.choice(string.printable) for _ in range(rng.randint(0, 30)))


class Liar:
    """Makes up messages for a client that is not to be believed."""

    def __init__(self, client: Client, rng: random.Random) -> None:
        self.client = client
        self.rng = rng
        self.n = 0

    def message(self) -> str | bytes:
        maker: Callable[[], str | bytes] = self.rng.choice(
            [*[self.well_formed] * 5, self.mutated, self.mutated, self.cut, self.raw, self.huge]
        )
        return maker()

    def _name(self) -> str:
        """A thing of the game, or nothing of the sort; to ask about it is allowed, to do something with it is not."""
        pieces = [piece["key"] for piece in self.client.view.get("pieces", [])]
        spaces = [piece["space"] for piece in self.client.view.get("pieces", []) if piece.get("space")]
        things = self.rng.choice([pieces, spaces, pieces, spaces, WEIRD, [noise(self.rng)[:79]]])
        return self.rng.choice(things or WEIRD)

    def _fields(self, type: str) -> Message:
        rng = self.rng
        word = lambda: rng.choice([*WEIRD, noise(rng)[:79]])  # noqa: E731
        self.n += 1
        base: Message = {"type": type, "id": f"liar{self.n}-{rng.getrandbits(20)}"}
        if type in ("act", "go", "undo", "staff"):
            base["revision"] = rng.choice([self.client.revision, self.client.revision, 0, 7, 2**40])
        if type == "act":
            base["actions"] = [self._deed(rng.choice([word, self._name])) for _ in range(rng.randint(1, 3))]
        elif type == "go":
            base |= {"piece": word(), "space": self._name()}
        elif type == "way":
            base |= {"piece": self._name(), "space": self._name()}
        elif type == "why":
            base |= {"kind": rng.choice(["space", "piece", "card", word()]), "name": self._name()}
        elif type == "paint":
            base |= {"kind": rng.choice([*OVERLAYS, word()]), "name": rng.choice(["", self._name()])}
        elif type == "odds":
            base |= self._deed(self._name)
        elif type in ("stand",):
            base |= {"kind": word()}
        elif type == "take":
            base |= {"seat": rng.choice(["poland", "russia", "red", word()])}
        elif type == "chat":
            base |= {"text": "   "}
        elif type == "staff":
            base |= {"group": word()[:78] + "?"}
        elif type == "look":
            base |= {"space": word() + "?"}
        elif type == "allow_back":
            base |= {"allow": rng.random() < 0.5}
        elif type == "hello":
            base |= {"token": word()}
        elif type == "holiday":
            base |= {"days": rng.choice([0, 0.5, 3, 40])}  # none are agreed on at these tables
        elif type == "leave":
            base |= {"to": word()}
        elif type in ("seal_number", "open_number"):
            base |= {"sealed" if type == "seal_number" else "number": rng.choice(["00" * 32, word()])}
        elif type == "learn":
            base |= {"move": rng.choice(["on", "back", "show", word()])}
        return base

    def _deed(self, word: Callable[[], str]) -> Message:
        """A deed that is not offered: mostly an offered verb with a wrong thing, or a wrong verb."""
        offered = {option["verb"]: option for option in self.client.options}
        verb = self.rng.choice([*offered, "end", "unit", "step", "attack", word()])
        arg = self.rng.choice([word(), "0101", "9999"])
        option = offered.get(verb)
        if option is not None and (arg in option["args"] or (not arg and len(option["args"]) == 1)):
            verb = "no-such-verb"
        return {"verb": verb, "arg": arg}

    def well_formed(self) -> str:
        kinds = [type for type in TYPES if type not in ("resign", "undo", "ask_back")]
        return msgspec.json.encode(self._fields(self.rng.choice(kinds))).decode()

    def mutated(self) -> str:
        message = self._fields(self.rng.choice([type for type in TYPES if type not in ("resign", "undo", "ask_back")]))
        for _ in range(self.rng.randint(1, 3)):
            key = self.rng.choice([*message, "extra", "seat", "table"])
            if self.rng.random() < 0.3:
                message.pop(key, None)
            else:
                message[key] = self.rng.choice(JUNK)
        if message.get("type") in TYPES and message.get("type") != "act":
            message["extra"] = 1  # never by chance a message that is right
        return msgspec.json.encode(message).decode()

    def cut(self) -> str:
        whole = self.well_formed()
        return whole[: self.rng.randint(0, len(whole) - 1)]

    def raw(self) -> str | bytes:
        if self.rng.random() < 0.5:
            return noise(self.rng)
        return bytes(self.rng.getrandbits(8) for _ in range(self.rng.randint(0, 40)))

    def huge(self) -> str:
        if self.rng.random() < 0.9:
            return "[" * self.rng.randint(100, 3000)
        return msgspec.json.encode(
            {"type": "chat", "id": "huge", "text": "x" * self.rng.choice([600, 70_000])}
        ).decode()


def bad_messages(house: House, table: Opened, seats: list[str], count: int, seed: int) -> Counter[str]:
    """Send so many messages from these seats; returns the kinds of answers. The table must be as it was."""
    rng = random.Random(seed)
    clients = {seat: table.sit(seat) for seat in seats}
    liars = [Liar(client, rng) for client in clients.values()]
    before = {seat: (client.revision, msgspec.json.encode(client.view)) for seat, client in clients.items()}
    entries = ledger_entries(house, table)
    answers: Counter[str] = Counter()
    with house.http_kept() as http:
        for _ in range(count):
            liar = rng.choice(liars)
            answers[_post(http, liar, rng) if rng.random() < OVER_HTTP else _lie(liar)] += 1
    for seat, client in clients.items():
        client.drain()
        assert before[seat] == (client.revision, msgspec.json.encode(client.view)), f"{seat} sees something else"
        client.close()
    assert ledger_entries(house, table) == entries, "something was written"
    return answers


def ledger_entries(house: House, table: Opened) -> int:
    database = Database(str(house.database), beside=True)
    try:
        return ledger.entry_count(database.engine, table.id)
    finally:
        database.close()


def _post(http: httpx.Client, liar: Liar, rng: random.Random) -> str:
    """Say something as a script does, now and then as it should not; the kind of answer."""
    said, client = liar.message(), liar.client
    if rng.random() < 0.1:
        said = msgspec.json.encode({"type": "act", "id": "x", "revision": 0, "actions": [[]] * rng.randint(0, 40_000)})
    headers = {
        "content-type": rng.choice(["application/json"] * 8 + ["text/plain", noise(rng)]),
        "authorization": rng.choice([f"Bearer {client.token}"] * 8 + ["Bearer x", noise(rng)]),
    }
    path = f"{client.house.url}/api/tables/{rng.choice([client.table] * 9 + [noise(rng)])}/messages"
    try:
        answer = http.post(path, content=said, headers=headers)
    except (httpx.LocalProtocolError, httpx.InvalidURL, UnicodeEncodeError):
        return "not sent"  # the client knows better
    if answer.status_code != 200:
        assert 400 <= answer.status_code < 500, f"{answer.status_code} after {said[:300]!r}: {answer.text}"
        assert answer.headers["content-type"] != "application/json" or answer.json()["why"], "no reason given"
        return f"http {answer.status_code}"
    for heard in answer.json():
        assert heard.get("error") != "fault", f"a server error after {said[:300]!r}"
        assert not heard.get("done"), f"{said!r} was carried out: {heard}"
    return "http 200"


def _lie(liar: Liar) -> str:
    """Say something and read on until it is answered; the kind of answer."""
    said = liar.message()
    client = liar.client
    client.socket.send(said)
    while True:
        try:
            heard = client.next()
        except ConnectionClosed as end:
            raise AssertionError(f"the server hung up ({end}) after {said[:200]!r}") from None
        if heard["type"] == "refused":
            assert heard["error"] != "fault", f"a server error after {said[:300]!r}"
            assert heard["why"], "no reason given"
            return f"refused: {heard['error']}"
        if heard["type"] == "answer":
            assert not heard.get("done"), f"{said!r} was carried out: {heard}"
            if heard.get("refusal"):
                assert heard["refusal"]["why"], "no reason given"
                return "answer: refusal"
            return "answer: stale" if heard.get("stale") else "answer"
