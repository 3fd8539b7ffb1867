"""After the game: its account, made once, told to whoever may look, and never before the end."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from server.house import House, Message, Opened
from server.test_retelling import play_on


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("after"), "--no-limits") as house:
        yield house


def after(table: Opened, token: str) -> Message:
    """The account, when it is made."""
    for _ in range(200):
        answer = table.house.get(f"/api/tables/{table.id}/after", token)
        assert answer.status_code == 200, answer.text
        told: Message = answer.json()
        if "account" in told:
            return told
        assert 0 <= told.get("progress", 0) <= 1
        time.sleep(0.05)
    raise AssertionError("no account")


def finished(house: House) -> Opened:
    table = house.open("strike-of-the-eagle", "zhlobin", seats={"russia": {"who": "link", "name": "Ada"}})
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 120)
    sitters[0].ask("resign")
    return table


def test_the_account_is_told_after_the_end_and_made_once(house: House) -> None:
    table = finished(house)
    told = after(table, table.tokens["russia"])
    made = told["account"]
    assert made["result"]["victors"] == ["poland"]
    assert made["seats"]["russia"] == "Ada"
    assert made["charts"]
    assert made["turns"][0] == 0
    assert all(thought["seat"] in ("russia", "poland") for thought in made.get("thoughts", []))
    retelling = house.get(f"/api/tables/{table.id}/retelling?eyes=open", table.tokens["russia"]).json()
    for battle in made.get("battles", []):
        assert retelling["lines"][battle["line"]]["text"] == battle["text"]
    house.close_all()
    house.restart()
    again = house.get(f"/api/tables/{table.id}/after", table.tokens["poland"]).json()
    assert again["account"] == made, "it is kept: the first answer has it"


def test_it_is_shared_by_a_link_that_opens_nothing_else(house: House) -> None:
    table = finished(house)
    shared = after(table, table.tokens["poland"])["share"]
    assert shared not in table.tokens.values()
    assert after(table, shared)["share"] == shared
    assert house.get(f"/api/tables/{table.id}", shared).json().get("seat", "") == ""
    assert house.get(f"/api/tables/{table.id}/notes", shared).status_code == 403
    assert house.get(f"/api/tables/{table.id}/after").status_code == 401
    assert house.get(f"/api/tables/{house.open().id}/after", shared).status_code == 403


def test_nothing_is_told_while_the_game_runs(house: House) -> None:
    table = house.open()
    play_on([table.sit("russia"), table.sit("poland")], 30)
    answer = house.get(f"/api/tables/{table.id}/after", table.tokens["russia"])
    assert answer.status_code == 403
    assert "when it is over" in answer.json()["why"]


def test_a_listed_table_shows_it_to_everybody(house: House) -> None:
    table = house.open("strike-of-the-eagle", "zhlobin", listed=True)
    table.sit("russia").ask("resign")
    assert after(table, "")["account"]["result"]["victors"] == ["poland"]
