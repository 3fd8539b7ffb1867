"""Notes to myself: kept for one seat, read by nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from server.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("notes"), "--no-limits") as house:
        yield house


def put(house: House, table: str, token: str, text: str) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return house.http.put(f"{house.url}/api/tables/{table}/notes", json={"text": text}, headers=headers)


def test_notes_are_kept_for_the_seat_that_wrote_them(house: House) -> None:
    table, other = house.open(), house.open()
    path = f"/api/tables/{table.id}/notes"
    assert house.get(path, table.tokens["russia"]).json() == {}
    assert put(house, table.id, table.tokens["russia"], "First line\nŻytomierz!").status_code == 200
    assert put(house, table.id, table.tokens["russia"], "Second thoughts").status_code == 200
    assert put(house, table.id, table.tokens["poland"], "Mine").status_code == 200
    house.restart()
    assert house.get(path, table.tokens["russia"]).json() == {"text": "Second thoughts"}
    assert house.get(path, table.tokens["poland"]).json() == {"text": "Mine"}
    assert house.get(f"/api/tables/{other.id}/notes", other.tokens["russia"]).json() == {}
    assert put(house, table.id, table.tokens["russia"], "").status_code == 200
    assert house.get(path, table.tokens["russia"]).json() == {}


def test_who_has_no_seat_has_no_notes_and_a_book_is_too_long(house: House) -> None:
    table = house.open()
    assert put(house, table.id, "", "x").status_code == 401
    assert put(house, table.id, table.tokens[""], "x").status_code == 403
    assert house.get(f"/api/tables/{table.id}/notes", table.tokens[""]).status_code == 403
    assert house.get(f"/api/tables/{house.open().id}/notes", table.tokens["russia"]).status_code == 403
    assert put(house, table.id, table.tokens["russia"], "x" * 8001).status_code == 400
    assert put(house, table.id, table.tokens["russia"], "a\x00b").status_code == 400
