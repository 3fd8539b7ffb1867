"""From here: a new table from a moment of another one, with dice of its own, and without what one does not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from server.archive import shelve
from server.house import House, Opened
from server.test_retelling import play_on, retelling, views, without_question
from vistula.server import ledger
from vistula.server.database import Database

SOLO = {"poland": {"who": "me"}, "russia": {"who": "me"}}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("onward"), "--no-limits") as house:
        yield house


def onward(house: House, table: str, token: str, moment: int, **more: Any) -> httpx.Response:
    return house.post(f"/api/tables/{table}/onward", {"moment": moment, "seats": SOLO, **more}, token)


@pytest.mark.parametrize(
    "record", ["strike_of_the_eagle/records/zhlobin", "west_was_saved/records/chance", "warsaw_1920/records/officers"]
)
def test_a_table_goes_on_from_a_moment_of_a_finished_game(house: House, record: str) -> None:
    id = f"onward-{record.split('_')[0]}"
    tokens = shelve(house.database, f"{record}.json.gz", id)
    old = Opened.__new__(Opened)
    old.house, old.id, old.tokens = house, id, tokens
    told = retelling(old, "poland", "open")
    assert told["onward"]
    half = len(told["moments"]) // 2
    answer = onward(house, id, tokens["poland"], half, eyes="open")
    assert answer.status_code == 201, answer.text
    new = Opened(house, answer.json())
    for seat in ("poland", "russia"):
        sitter = new.sit(seat)
        own = retelling(old, seat, seat)
        done = told["moments"][half].get("after", 0)
        at = max(n for n, moment in enumerate(own["moments"]) if moment.get("after", 0) <= done)
        (then,) = views(old, seat, at, 1, seat)
        now = without_question(sitter.view)
        assert now["pieces"] == then["pieces"]
        assert now["turn"] == then["turn"]
    play_on([new.sit(seat) for seat in ("poland", "russia")], 10)
    house.close_all()
    assert new.seal != house.get(f"/api/tables/{id}/export", tokens["poland"]).json()["seal"], "the dice are new"


def test_nothing_is_left_to_play_at_the_end(house: House) -> None:
    tokens = shelve(house.database, "strike_of_the_eagle/records/zhlobin.json.gz", "onward-end")
    answer = onward(house, "onward-end", tokens["russia"], 10**6, eyes="open")
    assert answer.status_code == 400
    assert answer.json()["why"] == "the game is over at this moment; go back a step"


def test_only_ones_own_game_against_computers_is_left_while_it_runs(house: House) -> None:
    two = house.open("strike-of-the-eagle", "zhlobin")
    play_on([two.sit("russia"), two.sit("poland")], 20)
    assert onward(house, two.id, two.tokens["russia"], 3).status_code == 403
    assert not retelling(two, "russia").get("onward")
    seats = {"russia": {"who": "me"}, "poland": {"who": "computer", "level": "recruit"}}
    alone = house.open("strike-of-the-eagle", "zhlobin", seats=seats)
    russia = alone.sit("russia")
    assert retelling(alone, "russia")["onward"]
    assert onward(house, alone.id, alone.tokens[""], 0).status_code == 403, "a spectator has no practice game"
    answer = onward(house, alone.id, alone.tokens["russia"], 0, eyes="open")
    assert answer.status_code == 201, answer.text
    new = Opened(house, answer.json()).sit("russia")
    (then,) = views(alone, "russia", 0, 1)
    assert new.view["pieces"] == then["pieces"]
    assert new.view["seat"] == "russia"
    russia.close()
    for _ in range(3):
        assert onward(house, alone.id, alone.tokens["russia"], 0).status_code == 201
    kept = Database(str(house.database), beside=True)
    positions = [each.position for each in ledger.every(kept.engine) if each.position]
    kept.close()
    assert len(set(positions[-4:])) > 1, "what is hidden was dealt anew"
