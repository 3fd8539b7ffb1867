"""What a stranger may spend: every route and every way to begin something has a limit, by address and by player."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.house import Client, House, Message, Opened
from server.person import Person
from server.test_strangers import BEHIND, _from

FREE = {
    ("GET", "/health"),
    ("GET", "/api/key"),
    ("GET", "/api/shelf"),
    ("GET", "/api/games/{game}/catalog"),
    ("GET", "/api/games/{game}/rules"),
    ("GET", "/api/games/{game}/board.svg"),
    ("GET", "/api/games/{game}/counters.svg"),
}
"""What is in memory: it has the limit of requests, and no other."""
OTHERWISE = {("POST", "/api/tables"), ("POST", "/api/tables/{table}/messages")}
"""What has limits of its own: `test_strangers`."""
CALLS = 6
BODIES: dict[str, Any] = {
    "Address": {"address": "anna@example.org"},
    "Archive": {"archived": True},
    "ChangedChannel": {"settings": {}},
    "Claim": {"invite": "made-up"},
    "Confirmation": {"token": "made-up"},
    "Enter": {"token": "made-up"},
    "Invite": {"seat": "red"},
    "Myself": {"name": "Anna"},
    "NewChannel": {"kind": "mail"},
    "NewKey": {"key": "x" * 22},
    "NewTable": {"game": "toy", "scenario": "short"},
    "Notebook": {"text": "Feint left"},
    "Onward": {"moment": 0},
    "OptionDraft": {"scenario": "short"},
    "QuietToken": {"token": "made-up"},
    "SketchSheet": {"name": "A plan", "steps": []},
    "TakeSeat": {"seat": "red"},
    "Tokens": {"tokens": ["made-up"]},
}
QUERIES = {
    "/api/tables/{table}/retelling/views": "?first=0&count=1",
    "/api/records/{record}/retelling/views": "?first=0&count=1",
}
_addresses = (f"198.18.{n // 250}.{n % 250 + 1}" for n in itertools.count())


@pytest.fixture(scope="module")
def poor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server at which an address may do a thing or two, and then waits for a long time."""
    with House(
        tmp_path_factory.mktemp("poor"), *BEHIND, "--allow=work=0.0001", f"--allow=work_at_once={CALLS - 2}"
    ) as running:
        yield running


def routes(house: House) -> list[tuple[str, str, str]]:
    """Every route that the server's own document names, with the type of what is sent there."""
    found = []
    for path, methods in house.get("/api/schema/openapi.json", headers=_from(next(_addresses))).json()["paths"].items():
        for method, about in methods.items():
            content = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            found.append((method.upper(), path, content.get("$ref", "").rpartition("/")[2]))
    return found


def opened(house: House) -> Opened:
    body = {**BODIES["NewTable"], "options": {"players": "2"}, "seats": {"red": {"who": "me"}, "green": {"who": "me"}}}
    answer = house.http.post(house.url + "/api/tables", json=body, headers=_from(next(_addresses)))
    assert answer.status_code == 201, answer.text
    return Opened(house, answer.json())


def asks(house: House, route: tuple[str, str, str], table: str, token: str, address: str) -> int:
    method, path, kind = route
    named = path.format(
        game="toy", table=table, seat="green", device="x", channel="x", token="x", record="x", n=1
    ) + QUERIES.get(path, "")
    body = BODIES[kind] if kind else None
    headers = {**_from(address), "authorization": f"Bearer {token}", "content-type": "application/json"}
    return house.http.request(method, house.url + named, json=body, headers=headers).status_code


def stopped(answers: list[int]) -> bool:
    """Whether somebody was let through at first, and not in the end."""
    return answers[0] != 429 and answers[-1] == 429


def test_every_route_that_takes_work_has_a_limit_by_address(poor: House) -> None:
    table = opened(poor)
    bare = []
    for route in routes(poor):
        if route[:2] not in FREE | OTHERWISE:
            address = next(_addresses)
            answers = [asks(poor, route, table.id, f"{n:022}", address) for n in range(CALLS)]  # each time another key
            if not stopped(answers):
                bare.append((*route, answers))
    assert bare == []


def of_a_seat(route: tuple[str, str, str]) -> bool:
    own = route[1].removeprefix("/api/tables/{table}")
    return own != route[1] and not own.startswith(("/claim", "/invit")) and route[:2] not in OTHERWISE


def of_a_person(route: tuple[str, str, str]) -> bool:
    """But for those that make a person, end one, or are for somebody who is not known yet."""
    others = ("/api/me/devices", "/api/me/renew")
    begins = route[:2] in (("PUT", "/api/me"), ("DELETE", "/api/me"), ("POST", "/api/me/mail"))
    return route[1].startswith("/api/me") and route[1] not in others and not begins


def test_who_asks_from_many_addresses_waits_too(poor: House) -> None:
    """By seat and by person."""
    bare, keys = [], itertools.count(100)
    for route in routes(poor):
        if of_a_seat(route):
            table = opened(poor)
            token = table.tokens["red"]
        elif of_a_person(route):
            token = f"{next(keys):022}"
            assert asks(poor, ("PUT", "/api/me", "Myself"), "", token, next(_addresses)) == 200
        else:
            continue
        answers = [asks(poor, route, table.id, token, next(_addresses)) for _ in range(CALLS)]
        if not stopped(answers):
            bare.append((*route, answers))
    assert bare == []


@pytest.mark.parametrize("path", ["/api/games/toy/lessons/x/play", "/api/tables/{table}/sketches/0/play"])
def test_what_is_begun_over_a_socket_has_a_limit_by_address(poor: House, path: str) -> None:
    table, address = opened(poor), next(_addresses)
    told: list[Message] = []
    for _ in range(2):
        client = Client(poor, table.id, table.tokens["red"], path=path.format(table=table.id), headers=_from(address))
        client.send(type="hello", id="1", token=table.tokens["red"])
        told.append(client.next())
        client.close()
    assert told[0].get("error") != "too fast"
    assert (told[-1]["type"], told[-1]["error"]) == ("refused", "token")
    assert "wait a moment" in told[-1]["why"]


def test_a_seat_asks_no_faster_over_many_connections(poor: House) -> None:
    table = opened(poor)
    clients = [
        Client(poor, table.id, table.tokens["red"], headers=_from(next(_addresses))).hello() for _ in range(CALLS)
    ]
    errors = [client.ask("paint", kind="reach", name="").get("error") for client in clients]
    assert errors[0] != "too fast"
    assert errors[-1] == "too fast"


def test_limits_of_one_player_stop_nobody_else(poor: House) -> None:
    table = opened(poor)
    card = ("GET", "/api/tables/{table}", "")
    assert stopped([asks(poor, card, table.id, table.tokens["red"], next(_addresses)) for _ in range(CALLS)])
    assert asks(poor, card, table.id, table.tokens["green"], next(_addresses)) == 200
    for _ in range(CALLS):
        assert asks(poor, card, table.id, table.tokens[""], next(_addresses)) == 200, "spectators share a link"


# -- lessons and sketches -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sparing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server at which an address or a player may do twenty things, and then waits for a long time."""
    with House(
        tmp_path_factory.mktemp("sparing"), *BEHIND, "--allow=work=0.0001", "--allow=work_at_once=20"
    ) as running:
        yield running


def learner(house: House) -> Client:
    path = "/api/games/warsaw-1920/lessons/both-banks/play"
    client = Client(house, "", "", path=path, headers=_from(next(_addresses))).hello()
    client.until("lesson")
    return client


def test_who_goes_back_and_forth_in_a_lesson_waits_and_stops_no_other_learner(sparing: House) -> None:
    """What goes back is played once more."""
    first, other = learner(sparing), learner(sparing)
    errors = [first.ask("learn", move="back").get("error") for _ in range(20)]
    assert (errors[0], errors[-1]) == (None, "too fast")
    assert other.ask("learn", move="back").get("error") is None


def test_a_seat_goes_back_in_its_sketches_no_faster_from_many_addresses(sparing: House) -> None:
    table = opened(sparing)
    path, token = f"/api/tables/{table.id}/sketches/0/play", table.tokens["red"]
    clients = [Client(sparing, table.id, token, path=path, headers=_from(next(_addresses))).hello() for _ in range(3)]
    told = [clients[n % 3].ask("undo", revision=0) for n in range(24)]
    assert told[0]["refusal"]["why"].startswith("can't undo")
    assert told[-1]["error"] == "too fast"


# -- tables -----------------------------------------------------------------------------------------------------


def opens(house: House, key: str, seats: dict[str, Any]) -> int:
    """Open a table with a person's key, each time from another address."""
    body = {**BODIES["NewTable"], "options": {"players": "2"}, "seats": seats}
    headers = {**_from(next(_addresses)), "authorization": f"Bearer {key}"}
    return house.http.post(house.url + "/api/tables", json=body, headers=headers).status_code


def test_a_person_opens_no_more_tables_from_many_addresses(tmp_path: Path) -> None:
    mine = {"red": {"who": "me"}, "green": {"who": "me"}}
    alone = {seat: {"who": "computer", "level": "random"} for seat in ("red", "green")}
    with House(tmp_path, *BEHIND, "--allow", "tables=4") as house:
        anna, emil = Person(house, "Anna"), Person(house, "Emil")
        assert [opens(house, anna.key, alone) for _ in range(3)] == [201, 201, 429]
        assert [opens(house, anna.key, mine) for _ in range(3)] == [201, 201, 429]
        assert opens(house, emil.key, mine) == 201


def test_a_person_opens_tables_no_faster_from_many_addresses(tmp_path: Path) -> None:
    mine = {"red": {"who": "me"}, "green": {"who": "me"}}
    with House(tmp_path, *BEHIND, "--allow", "openings=0.0001", "--allow", "openings_at_once=3") as house:
        anna, emil = Person(house, "Anna"), Person(house, "Emil")
        assert [opens(house, anna.key, mine) for _ in range(4)] == [201, 201, 201, 429]
        assert opens(house, emil.key, mine) == 201
