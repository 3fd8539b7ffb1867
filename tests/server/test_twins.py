"""Nothing leaks: what a seat or an onlooker receives is the same in every world that it cannot tell apart."""

from __future__ import annotations

import os
import random
from pathlib import Path

from server.house import Client, House
from server.person import Person
from server.twins import POLAND, Side, interrogate, lay, pairs, plain, watched

COUNT = int(os.environ.get("VISTULA_TWINS", "8"))


def test_twin_worlds_over_http_and_websocket(tmp_path: Path) -> None:
    house = House(tmp_path, "--no-limits")
    found = pairs(seed=6, count=COUNT)
    laid = [lay(house.database, pair, n) for n, pair in enumerate(found)]
    with house:
        for n, (pair, sides) in enumerate(zip(found, laid, strict=True)):
            assert interrogate(house, sides, pair, random.Random(n)) > 300, pair.about


def test_what_poland_does_with_unseen_units_looks_the_same(tmp_path: Path) -> None:
    house = House(tmp_path, "--no-limits")
    found = pairs(seed=8, count=COUNT, mover=POLAND)
    laid = [lay(house.database, pair, n) for n, pair in enumerate(found)]
    done = 0
    with house:
        for n, (pair, sides) in enumerate(zip(found, laid, strict=True)):
            done += watched(house, sides, pair, random.Random(n))[1]
    assert done > 2 * COUNT


def test_another_seats_draft_is_not_heard_of(tmp_path: Path) -> None:
    """Poland deploys, takes back, deploys otherwise; Russia and an onlooker hear what they hear at an idle table."""
    with House(tmp_path, "--no-limits") as house:
        tables = [house.open(scenario="free") for _ in range(2)]
        russians = [Person(house, "Ivan") for _ in tables]
        for person, table in zip(russians, tables, strict=True):
            person.post("/api/me/tables", {"tokens": [table.tokens["russia"]]})
        shown = plain(house.get("/api/me/tables", russians[1].key).text, Side(tables[1].id, {}))
        poland = tables[0].sit("poland")
        idle = tables[1].sit("poland")
        watching = {seat: [table.sit(seat) for table in tables] for seat in ("russia", "")}
        rng = random.Random(1)
        for n in range(60):
            option = rng.choice([option for option in poland.options if option["verb"] in ("pick", "place", "lift")])
            assert poland.act((option["verb"], rng.choice(option["args"]))).get("done") == 1
            if n % 7 == 3:
                poland.ask("undo", revision=poland.revision, reset=n % 2 == 1)
            if n % 10 == 0:
                for clients in watching.values():
                    _same(clients, tables)
        assert poland.revision > idle.revision
        for seat, clients in watching.items():
            _same(clients, tables)
            exports = [house.get(f"/api/tables/{table.id}/export", table.tokens[seat]).json() for table in tables]
            assert exports[0]["entries"] == exports[1]["entries"] == []
            assert exports[0]["events"] == exports[1]["events"]
            cards = [house.get(f"/api/tables/{table.id}", table.tokens[seat]).json() for table in tables]
            assert {key for key in cards[0] if cards[0][key] != cards[1][key]} <= {"table", "updated"}
        for person, table in zip(russians, tables, strict=True):
            assert plain(house.get("/api/me/tables", person.key).text, Side(table.id, {})) == shown


def _same(clients: list[Client], tables: list) -> None:  # type: ignore[type-arg]
    heard = []
    for client, table in zip(clients, tables, strict=True):
        client.ask("why", id="same", kind="space", name="0101")
        side = Side(table.id, {**table.tokens, "seal": table.seal})
        heard.append([plain(text, side) for text in client.raw if '"hello"' not in text and '"welcome"' not in text])
    assert heard[0] == heard[1]
