"""Records from elsewhere: checked, watched from any eyes, kept in memory for a while, and bounded in what they cost."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from server.house import ROOT, House, Message
from server.test_retelling import play_on
from server.test_retelling import retelling as retelling_of
from vistula.server import shown
from vistula.server.shown import FILE_BYTES, RECORD_BYTES

ZHLOBIN = ROOT / "tests/games/strike_of_the_eagle/records/zhlobin.json.gz"
WAIT = 120.0


def send(house: House, body: bytes) -> httpx.Response:
    return house.send("POST", "/api/records", body)


def checked(house: House, body: bytes) -> httpx.Response:
    """What comes of a record in the end."""
    answer = send(house, body)
    end = time.monotonic() + WAIT
    while answer.status_code in (200, 201) and answer.json().get("progress", 0) < 1:
        assert time.monotonic() < end, "it is never done"
        time.sleep(0.05)
        answer = house.get(f"/api/records/{answer.json()['record']}")
    return answer


def watched(house: House, body: bytes) -> Message:
    answer = checked(house, body)
    assert answer.status_code == 200, answer.text
    told: Message = answer.json()
    return told


def refused(house: House, body: bytes) -> str:
    answer = checked(house, body)
    assert answer.status_code == 400, answer.text
    return str(answer.json()["why"])


def record(**changes: Any) -> Message:
    found: Message = msgspec.json.decode(gzip.decompress(ZHLOBIN.read_bytes()))
    return {**found, **changes}


def changed(change: Callable[[Message], object]) -> bytes:
    found = record()
    change(found)
    return msgspec.json.encode(found)


def retelling(house: House, id: str, eyes: str = "open") -> Message:
    answer = house.get(f"/api/records/{id}/retelling?eyes={eyes}")
    assert answer.status_code == 200, answer.text
    told: Message = answer.json()
    return told


def views(house: House, id: str, first: int, count: int, eyes: str = "open") -> list[Message]:
    answer = house.get(f"/api/records/{id}/retelling/views?first={first}&count={count}&eyes={eyes}")
    assert answer.status_code == 200, answer.text
    pages: list[Message] = answer.json()
    return pages


def test_a_fixture_is_proved_and_watched_from_any_eyes(house: House) -> None:
    card = watched(house, ZHLOBIN.read_bytes())
    assert card["game"] == "strike-of-the-eagle"
    assert card["proof"]["entries"] == len(record()["entries"])
    assert card["proof"]["rolls"] == len(record()["dice"])
    assert (card["proof"]["seal"], card["proof"].get("signed", "")) == (record()["seal"], "")
    told = retelling(house, card["record"])
    assert told["choices"] == ["open", "poland", "russia", ""]
    assert told["over"]
    assert told["moments"][-1]["after"] == card["proof"]["entries"]
    whole = views(house, card["record"], 10, 1)[0]
    own = views(house, card["record"], 10, 1, "poland")[0]
    assert all(piece.get("face") for piece in whole["pieces"] if piece.get("space"))
    assert any(piece.get("face") is None for piece in own["pieces"] if piece["side"] == "russia")
    answer = house.get(f"/api/records/{card['record']}/retelling?eyes=turkey")
    assert (answer.status_code, answer.json()["why"]) == (400, "there are no such eyes at this table")


def test_what_a_table_gives_at_its_end_says_that_this_server_has_signed_it(house: House, tmp_path: Path) -> None:
    table = house.open("strike-of-the-eagle", "zhlobin")
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 30)
    own = house.get(f"/api/tables/{table.id}/export", table.tokens["russia"]).content
    assert "one player’s own copy of a running game" in refused(house, own)
    sitters[0].ask("resign")
    whole = house.get(f"/api/tables/{table.id}/export", table.tokens["russia"]).content
    card = watched(house, whole)
    assert card["proof"]["signed"] == "here"
    told = retelling(house, card["record"])
    assert told["over"]
    as_there = retelling_of(table, "russia")
    assert [told[key] for key in ("moments", "lines", "seats")] == [
        as_there[key] for key in ("moments", "lines", "seats")
    ]
    forged = msgspec.json.decode(whole)
    forged["header"]["seats"]["russia"] = "Somebody else"
    assert "changed after its server had signed it" in refused(house, msgspec.json.encode(forged))
    with House(tmp_path) as other:
        assert watched(other, whole)["proof"]["signed"] == "elsewhere"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda found: found["dice"][0].__setitem__(4, [7] * len(found["dice"][0][4])), "dice[0]"),
        (lambda found: found["entries"].pop(20), "entries[20]"),
        (lambda found: found["entries"].__setitem__(20, [20, "poland", "win", ""]), "entries[20]"),
        (lambda found: found["header"]["result"].update(winners=["poland"], level="decisive"), "header.result"),
        (lambda found: found.update(secret="00" * 32), "does not open the seal"),
        (lambda found: found["header"].update(game="chess"), "doesn’t have the game 'chess'"),
        (lambda found: found["header"].update(data="0" * 64), "was played with other data"),
        (lambda found: found["header"].update(scenario="moon"), "scenario"),
        (lambda found: found.update(version=2), "version): is 2"),
        (lambda found: found.update(schema="vistula.map"), "vistula.map"),
        (lambda found: found.update(entries="many"), "entries"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_place(
    house: House, change: Callable[[Message], object], says: str
) -> None:
    why = refused(house, changed(change))
    assert says in why
    assert "Traceback" not in why


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not a whole JSON document"),
        (b"{", "not a whole JSON document"),
        (b"[" * 50_000, "JSON"),
        (b"\xff\xfe{}", "not"),
        (ZHLOBIN.read_bytes()[:-400], "breaks off"),
        (ZHLOBIN.read_bytes()[:200] + b"?" * 400, "damaged"),
        (gzip.compress(b" " * (RECORD_BYTES + 10)), "too big"),
    ],
)
def test_what_is_no_record_is_turned_away(house: House, body: bytes, says: str) -> None:
    assert says in refused(house, body)


def test_a_file_may_have_so_many_bytes_and_no_more(house: House) -> None:
    assert send(house, b" " * (FILE_BYTES + 1)).status_code == 413
    assert send(house, b" " * FILE_BYTES).status_code == 400


def test_a_game_may_have_as_many_actions_as_a_table(tmp_path: Path) -> None:
    with House(tmp_path, "--allow=entries=50") as house:
        assert "too long to watch here: more than 50 actions" in refused(house, ZHLOBIN.read_bytes())


def test_who_brings_many_waits(tmp_path: Path) -> None:
    with House(tmp_path, "--allow=work=0.001", f"--allow=work_at_once={2 * shown.COST}") as house:
        answers = [send(house, ZHLOBIN.read_bytes()).status_code for _ in range(3)]
        assert answers == [201, 201, 429]


def test_nobody_finds_a_record_whose_id_they_were_not_told(house: House) -> None:
    watched(house, ZHLOBIN.read_bytes())
    for path in ("", "/retelling", "/retelling/views?first=0"):
        answer = house.get(f"/api/records/made-up{path}")
        assert answer.status_code == 404
        assert "keep one for an hour" in answer.json()["why"]
    assert house.get("/api/watch").json()["tables"] == []
