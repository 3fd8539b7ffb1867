"""Dice that nobody can steer: every person's client adds a number, sealed before and opened after all the others'."""

from __future__ import annotations

import random
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kernel.toy  # noqa: F401 - registers itself
from kernel.comparing import digest
from server.house import Client, House, Opened
from server.test_play import play_on
from vistula.cli import main
from vistula.kernel.dice import commitment, joined, share_seal
from vistula.kernel.record import decode, prove, verify

HOT = {"red": {"who": "me"}, "green": {"who": "me"}}


class Person:
    """A client that adds to the dice."""

    def __init__(self, table: Opened, seat: str) -> None:
        self.number = secrets.token_bytes(32)
        self.client = Client(table.house, table.id, table.tokens[seat])
        self.client.send(type="hello", id="hello", token=table.tokens[seat])
        self.client.until("welcome")

    def seal(self, **other: Any) -> dict[str, Any]:
        return self.client.ask("seal_number", **{"sealed": share_seal(self.number), **other})

    def open(self, number: bytes | None = None) -> dict[str, Any]:
        return self.client.ask("open_number", number=(number or self.number).hex())

    def begin(self) -> None:
        """Read on until the game has begun."""
        while not self.client.view:
            self.client.next()


def sat_down(house: House, **more: Any) -> tuple[Opened, Person, Person]:
    table = house.open("toy", "short", seats=HOT, options={"players": "2"}, together=True, **more)
    return table, Person(table, "red"), Person(table, "green")


def test_the_game_begins_when_every_number_is_open(house: House) -> None:
    table, red, green = sat_down(house)
    assert red.client.welcome["numbers"]["waiting"] == ["red", "green"]
    assert red.client.ask("act", revision=0, actions=[{"verb": "place"}])["error"] == "waiting"
    assert house.get(f"/api/tables/{table.id}/export", table.tokens["red"]).status_code == 503
    assert red.seal()["done"] == 1
    assert "not everyone" in red.open()["refusal"]["why"], "whoever opens first could be answered by a chosen number"
    assert green.seal()["done"] == 1
    assert red.open()["done"] == 1
    assert not red.client.view
    assert green.open()["done"] == 1
    for person in (red, green):
        person.begin()
        assert "waiting" not in person.client.welcome["numbers"]


def test_nobody_changes_a_number_once_all_are_sealed(house: House) -> None:
    _, red, green = sat_down(house)
    red.seal()
    assert red.seal(sealed=share_seal(bytes(32)))["done"] == 1, "a client that has lost its number seals another one"
    red.seal()
    green.seal()
    assert "refusal" in green.seal(sealed=share_seal(bytes(32)))
    assert "not the number" in green.open(bytes(32))["refusal"]["why"]


def test_onlookers_add_nothing(house: House) -> None:
    table, *_ = sat_down(house)
    eye = Person(table, "")
    assert eye.seal()["error"] == "onlooker"


def test_numbers_wait_through_a_restart_and_stand_locked_in_the_database(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table, red, green = sat_down(house)
        red.seal()
        green.seal()
        red.open()
        card = house.get(f"/api/tables/{table.id}", table.tokens["green"]).json()
        assert card["waiting"] == ["green"]
        assert card["your_move"]
        house.kill()
        house.close_all()
        house.start()
        again = Person(table, "green")
        again.number = green.number
        assert again.open()["done"] == 1
        again.begin()
        house.stop()
    for file in tmp_path.glob("tables.db*"):
        assert red.number not in file.read_bytes()
        assert red.number.hex().encode() not in file.read_bytes()


def test_the_record_proves_whose_numbers_made_the_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with House(tmp_path, "--no-limits") as house:
        table, red, green = sat_down(house)
        for person in (red, green):
            person.seal()
        for person in (red, green):
            person.open()
        for person in (red, green):
            person.begin()
        play_on([red.client, green.client], random.Random(1))
        house.restart()
        body = house.get(f"/api/tables/{table.id}/export", table.tokens["red"]).content
    record = decode(body, "export")
    assert record.seal == table.seal == commitment(bytes.fromhex(record.secret))
    assert record.shares == {"red": red.number.hex(), "green": green.number.hex()}
    assert verify(record, "record") > 0
    assert digest(prove(record, "record"))
    file = tmp_path / "record.json"
    file.write_bytes(body)
    assert main(["verify", str(file), "--seal", table.seal, "--number", red.number.hex()]) == 0
    assert "green, red together" in capsys.readouterr().out
    assert main(["verify", str(file), "--number", bytes(32).hex()]) != 0
    forged = msgspec.structs.replace(record, shares={"red": bytes(32).hex(), "green": green.number.hex()})
    file.write_bytes(msgspec.json.encode(forged))
    assert main(["verify", str(file)]) != 0


def test_each_number_counts() -> None:
    secret, shares = bytes(range(32)), {"red": "11" * 32, "green": "22" * 32}
    whole = joined(secret, shares)
    assert joined(secret, dict(reversed(shares.items()))) == whole
    assert joined(secret, {}) == secret
    others = [{**shares, "red": "33" * 32}, {**shares, "green": "33" * 32}, {"red": "11" * 32}, {"green": "11" * 32}]
    assert len({whole, *(joined(secret, each) for each in others), joined(bytes(32), shares)}) == 6


@pytest.mark.parametrize("same", [True, False])
def test_against_computers_the_same_dice_fall_again_where_that_was_agreed(house: House, same: bool) -> None:
    table = house.open(seats={"russia": {"who": "me"}, "poland": {"who": "computer"}}, same_dice=same)
    me = table.sit("russia")
    assert me.welcome.get("same_dice", False) == same
    assert me.act(me.choice(random.Random(1)))["done"] == 1
    assert me.ask("ask_back")["done"] == 1
    assert _verbs(house, table, me)[-2] == ("rewind-same" if same else "rewind")


def test_where_people_play_each_other_new_dice_fall(house: House) -> None:
    table = house.open(same_dice=True)
    russia, poland = table.sit("russia"), table.sit("poland")
    assert russia.act(russia.choice(random.Random(1)))["done"] == 1
    russia.ask("ask_back")
    poland.until("back_asked", seat="russia")
    assert poland.ask("allow_back", allow=True)["done"] == 1
    assert _verbs(house, table, russia)[-2] == "rewind"


def _verbs(house: House, table: Opened, me: Client) -> list[str]:
    """What was done at a table, in its record, which proves itself."""
    assert me.ask("resign")["done"] == 1
    record = decode(house.get(f"/api/tables/{table.id}/export", table.tokens["russia"]).content, "export")
    verify(record, "export")
    assert prove(record, "export").over
    return [entry.verb for entry in record.entries]


def test_a_seat_is_taken_in_the_lobby_before_the_game_has_begun(house: House) -> None:
    """Where the dice wait for numbers there is no game yet."""
    seats = {"red": {"who": "me"}, "green": {"who": "anyone"}}
    table = house.open("toy", "short", seats=seats, options={"players": "2"}, together=True)
    red = Person(table, "red")
    taken = house.post(f"/api/lobby/{table.id}", {"seat": "green", "name": "Ben"})
    assert taken.status_code == 200, taken.text
    table.tokens["green"] = taken.json()["token"]
    green = Person(table, "green")
    for person in (red, green):
        assert person.seal()["done"] == 1
    for person in (red, green):
        assert person.open()["done"] == 1
    for person in (red, green):
        person.begin()
    assert green.client.welcome["seats"]["green"] == "Ben"
    assert not house.get("/api/lobby").json()["tables"]
