"""Games over the WebSocket."""

from __future__ import annotations

import random

import httpx
import pytest

from server.house import Client, House, Opened
from vistula.kernel.dice import commitment
from vistula.kernel.record import decode, replay, verify


def play_on(clients: list[Client], rng: random.Random, limit: int = 10_000) -> int:
    """Random play by people until the end; returns how many messages it took."""
    for n in range(limit):
        if clients[0].view.get("result"):
            return n
        mover = next((client for client in clients if client.asked), None)
        if mover is None:
            for client in clients:
                client.drain()
            mover = next((client for client in clients if client.asked), None)
        if mover is None:
            continue
        answer = mover.act(mover.choice(rng))
        assert answer.get("done") == 1, answer
        for client in clients:
            if client is not mover and not mover.asked:
                client.drain()
    return limit


def seats_of(table: Opened) -> list[Client]:
    return [table.sit(seat) for seat in table.tokens if seat]


def test_a_whole_game_by_two_people(house: House) -> None:
    table = house.open()
    clients = seats_of(table)
    watcher = table.watch()
    assert {client.welcome["seat"] for client in clients} == {"poland", "russia"}
    assert "secret" not in clients[0].welcome
    play_on(clients, random.Random(5))
    for client in [*clients, watcher]:
        while "secret" not in client.welcome:
            client.next()
        assert commitment(bytes.fromhex(client.welcome["secret"])) == table.seal
        assert client.view["result"]
    record = house.get(f"/api/tables/{table.id}/export", table.tokens["poland"])
    assert record.headers["content-disposition"].endswith('.record.json"')
    kept = decode(record.content, "export")
    assert verify(kept, "export") == len(kept.dice) > 0
    for _ in replay(kept, "export", check=True):
        pass
