"""Somebody with a key of their own, on one device, as tests need them."""

from __future__ import annotations

import secrets
from typing import Any

import httpx

from server.house import Client, House, Message, Opened

SHORT = {"game": "toy", "scenario": "short", "options": {"players": "2"}}


class Person:
    def __init__(self, house: House, name: str = "", key: str = "") -> None:
        self.house = house
        self.key = key or secrets.token_urlsafe(16)
        if not key:
            assert self.send("PUT", "/api/me", {"name": name}).status_code == 200

    def send(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return self.house.send(method, path, body, self.key)

    def post(self, path: str, body: Any = None) -> Message:
        answer = self.send("POST", path, body)
        assert answer.status_code in (200, 201), answer.text
        told: Message = answer.json()
        return told

    @property
    def me(self) -> Message:
        answer = self.house.get("/api/me", self.key)
        assert answer.status_code == 200, answer.text
        told: Message = answer.json()
        return told

    @property
    def known(self) -> bool:
        return self.house.get("/api/me", self.key).status_code == 200

    @property
    def tables(self) -> list[Message]:
        answer = self.house.get("/api/me/tables", self.key)
        assert answer.status_code == 200, answer.text
        told: list[Message] = answer.json()["tables"]
        return told

    def table(self, of: Opened) -> Message:
        return next(table for table in self.tables if table["card"]["table"] == of.id)

    def opens(self, **more: Any) -> Opened:
        """A table where I am red; green is for somebody with a link unless it is said otherwise."""
        return Opened(self.house, self.post("/api/tables", {**SHORT, "seats": {"red": {"who": "me"}}, **more}))

    def claims(self, table: Opened, seat: str = "green") -> None:
        claimed = self.post(f"/api/tables/{table.id}/claim", {"invite": table.invites.pop(seat)})
        table.tokens[seat] = claimed["token"]

    def seats(self, table: Opened) -> dict[str, str]:
        seats: dict[str, str] = self.post(f"/api/me/tables/{table.id}/open")["seats"]
        return seats

    def sits(self, table: Opened) -> Client:
        (token,) = self.seats(table).values()
        return Client(self.house, table.id, token).hello()

    def lets_in(self, name: str = "Phone") -> Person:
        """One more device of mine."""
        given = self.post("/api/me/passes")
        answer = self.house.post("/api/me/devices", {"token": given["token"], "name": name})
        assert answer.status_code == 201, answer.text
        return Person(self.house, key=answer.json()["key"])
