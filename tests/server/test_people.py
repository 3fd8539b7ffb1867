"""People: one key for all seats, on several devices; what each of them may, and what becomes of it all."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.house import Client, House, Opened
from server.person import Person
from vistula.server.people import SETTINGS_KEPT
from vistula.server.tokens import hash_of

TRY_AGAIN = 1013


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("people"), "--no-limits", movable=True) as running:
        yield running


def refused(house: House, table: Opened, token: str) -> bool:
    return house.get(f"/api/tables/{table.id}", token).status_code == 403


# -- a key ------------------------------------------------------------------------------------------------------------


def test_a_key_that_a_browser_has_made_is_a_person_with_a_name_and_settings(house: House) -> None:
    anna = Person(house, "Anna  Zielińska")
    assert (anna.me["name"], len(anna.me["devices"])) == ("Anna Zielińska", 1)
    assert anna.send("PUT", "/api/me", {"settings": {"learnt": "first", "sound": "off"}}).status_code == 200
    told = anna.send("PUT", "/api/me", {"settings": {"sound": ""}}).json()
    assert (told["name"], told["settings"]) == ("Anna Zielińska", {"learnt": "first"})


def test_a_person_keeps_so_many_settings_and_no_more(house: House) -> None:
    anna = Person(house)
    for n in range(SETTINGS_KEPT):
        assert anna.send("PUT", "/api/me", {"settings": {f"name {n}": "x"}}).status_code == 200
    one_more = anna.send("PUT", "/api/me", {"settings": {"name 1": "", "one": "y", "two": "y"}})
    assert one_more.status_code == 400
    assert len(anna.me["settings"]) == SETTINGS_KEPT, "all or nothing"
    assert anna.send("PUT", "/api/me", {"settings": {"name 1": "", "one": "y"}}).status_code == 200


def test_without_a_key_that_is_known_nobody_is_told_anything(house: House) -> None:
    for method, path in (
        ("GET", "/api/me"), ("GET", "/api/me/tables"), ("DELETE", "/api/me"), ("POST", "/api/me/passes"),
        ("DELETE", "/api/me/devices/x"),
    ):  # fmt: skip
        for key in ("", secrets.token_urlsafe(16)):
            assert house.send(method, path, None, key).status_code == 401, path
    assert house.send("PUT", "/api/me", {"name": "x"}, "short").status_code == 401


@pytest.mark.sqlite
def test_only_hashes_of_keys_are_in_the_database(house: House) -> None:
    anna = Person(house)
    phone, waiting = anna.lets_in(), anna.post("/api/me/passes")["token"]
    kept = b"".join(file.read_bytes() for file in house.folder.glob("tables.db*"))
    for key in (anna.key, phone.key, waiting):
        assert key.encode() not in kept


# -- seats ------------------------------------------------------------------------------------------------------------


def test_who_opens_or_claims_with_a_key_finds_the_table_on_another_device(house: House) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    table = anna.opens()
    ben.claims(table)
    phone = anna.lets_in()
    (mine,) = phone.tables
    assert mine["card"]["seats"] == {"red": "Anna", "green": "Ben"}
    assert (mine["seats"], mine["host"]) == (["red"], True)
    assert (ben.table(table)["seats"], ben.table(table).get("host", False)) == (["green"], False)
    seats = phone.seats(table)
    assert set(seats) == {"red"}
    assert seats["red"] != table.tokens["red"], "each device has a token of its own"
    desk = Client(house, table.id, table.tokens["red"]).hello()
    handy = Client(house, table.id, seats["red"]).hello()
    assert handy.view["decision"] == desk.view["decision"]
    assert house.send("POST", f"/api/me/tables/{table.id}/open", None, Person(house).key).status_code == 404


def test_tables_are_told_by_whose_move_it_is_and_how_long(house: House) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    first, second = anna.opens(), anna.opens()
    over = anna.opens(seats={"red": {"who": "me"}, "green": {"who": "me"}})
    for table in (first, second):
        ben.claims(table)
    over.sit("red").ask("resign")
    told = anna.tables
    assert [each["card"]["table"] for each in told][-1] == over.id
    moves = [each["card"].get("your_move", False) for each in told[:2]]
    assert moves == sorted(moves, reverse=True)
    assert {each["card"]["table"] for each in told} == {first.id, second.id, over.id}


def test_what_a_browser_held_before_becomes_its_persons_and_nobody_elses(house: House) -> None:
    table = Opened(house, house.post("/api/tables", {"game": "toy", "scenario": "short"}).json())
    table.claim()
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    held = [table.tokens["red"], table.host, "nothing", table.tokens[""]]
    (mine,) = anna.post("/api/me/tables", {"tokens": held})["tables"]
    assert (mine["seats"], mine["host"]) == (["red"], True)
    assert ben.post("/api/me/tables", {"tokens": held})["tables"] == []
    assert not refused(house, table, table.tokens["red"]), "the browser's own token opens it as before"


def test_a_name_goes_along_to_the_seats_that_have_it(house: House) -> None:
    anna = Person(house, "Anna")
    table, named = anna.opens(), anna.opens(seats={"red": {"who": "me", "name": "The Fox"}})
    sitting = anna.sits(table)
    anna.send("PUT", "/api/me", {"name": "Anna Z."})
    assert anna.table(table)["card"]["seats"]["red"] == "Anna Z."
    assert anna.table(named)["card"]["seats"]["red"] == "The Fox"
    sitting.close()
    assert {seat["id"]: seat.get("who", "") for seat in anna.sits(table).view["seats"]}["red"] == "Anna Z."


# -- devices ----------------------------------------------------------------------------------------------------------


def test_a_pass_works_once_and_for_a_quarter_of_an_hour(house: House) -> None:
    anna = Person(house, "Anna")
    used, late = anna.post("/api/me/passes"), anna.post("/api/me/passes")
    assert anna.me["passes"] == 2
    answers = [house.post("/api/me/devices", {"token": used["token"], "name": "Phone"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 403]
    assert answers[0].json()["name"] == "Anna"
    house.put_on(minutes=16)
    assert house.post("/api/me/devices", {"token": late["token"]}).status_code == 403
    assert anna.me.get("passes", 0) == 0


def test_of_many_passes_the_oldest_are_worth_nothing(house: House) -> None:
    anna = Person(house)
    given = []
    for _ in range(7):
        given.append(anna.post("/api/me/passes")["token"])
        house.put_on(seconds=1)
    worth = [house.post("/api/me/devices", {"token": token}).status_code for token in given]
    assert worth == [403, 403, 201, 201, 201, 201, 201]


def test_the_key_itself_lets_a_device_in_which_has_a_key_of_its_own(house: House) -> None:
    """Twelve words are the key; a browser makes it of them."""
    anna = Person(house, "Anna")
    laptop = Person(house, key=anna.post("/api/me/devices", {"name": "Laptop"})["key"])
    assert laptop.key != anna.key
    assert [(each.get("name", ""), each.get("here", False)) for each in laptop.me["devices"]] == [
        ("", False), ("Laptop", True),
    ]  # fmt: skip


def test_a_device_that_is_put_out_opens_nothing_and_is_sent_away_at_once(house: House) -> None:
    anna = Person(house, "Anna")
    table = anna.opens()
    phone, tablet = anna.lets_in(), anna.lets_in("Tablet")
    sits = {device: device.sits(table) for device in (anna, phone, tablet)}
    tokens = {device: client.token for device, client in sits.items()}
    id = next(each["id"] for each in anna.me["devices"] if each.get("name") == "Phone")
    assert anna.send("DELETE", f"/api/me/devices/{id}").status_code == 204
    assert sits[phone].closed_with() == TRY_AGAIN
    assert not phone.known
    assert refused(house, table, tokens[phone])
    for device in (anna, tablet):
        assert device.known
        assert sits[device].ask("why", kind="space", name="?")["type"], "the others are not disturbed"
    assert anna.send("DELETE", f"/api/me/devices/{id}").status_code == 404


def test_a_renewed_key_puts_all_other_devices_out(house: House) -> None:
    anna = Person(house, "Anna")
    table = anna.opens()
    phone = anna.lets_in()
    desk, waiting = anna.sits(table), anna.post("/api/me/passes")["token"]
    old, new = phone.seats(table)["red"], secrets.token_urlsafe(16)
    assert phone.send("POST", "/api/me/renew", {"key": new}).json()["name"] == "Anna"
    assert desk.closed_with() == TRY_AGAIN
    for device in (anna, phone):
        assert not device.known
    assert house.post("/api/me/devices", {"token": waiting}).status_code == 403
    assert refused(house, table, old)
    assert refused(house, table, table.tokens["red"])
    renewed = Person(house, key=new)
    assert len(renewed.me["devices"]) == 1
    assert renewed.sits(table).view
    assert renewed.send("POST", "/api/me/renew", {"key": new}).status_code == 400


def test_i_am_told_how_much_opens_my_seat_and_can_put_it_out(house: House) -> None:
    table = Opened(house, house.post("/api/tables", {"game": "toy", "scenario": "short"}).json()).claim()
    anna = Person(house, "Anna")
    link = table.tokens["red"]
    assert anna.post("/api/me/tables", {"tokens": [link]})["tables"][0]["devices"] == {"red": 1}
    phone = anna.lets_in()
    mine = phone.seats(table)["red"]
    by_link = Client(house, table.id, link).hello()
    assert phone.table(table)["devices"] == {"red": 2}
    assert phone.post(f"/api/me/tables/{table.id}/alone")["seats"] == {"red": mine}
    assert by_link.closed_with() == TRY_AGAIN
    assert refused(house, table, link)
    assert phone.table(table)["devices"] == {"red": 1}


def test_two_keys_of_one_person_become_one(house: House) -> None:
    anna, same = Person(house, "Anna"), Person(house, "Anna's phone")
    table = same.opens()
    given = anna.post("/api/me/passes")["token"]
    entered = house.post("/api/me/devices", {"token": given, "bring": same.key}).json()
    assert [each["card"]["table"] for each in anna.tables] == [table.id]
    assert anna.table(table)["host"]
    assert not same.known
    assert Person(house, key=entered["key"]).sits(table).view


# -- going ------------------------------------------------------------------------------------------------------------


def test_who_is_deleted_leaves_a_free_seat_to_others_and_nothing_else(house: House) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    table = anna.opens()
    noted = f"/api/tables/{table.id}/notes"
    assert house.send("PUT", noted, {"text": "Feint left"}, table.tokens["red"]).status_code == 200
    alone = anna.opens(seats={"red": {"who": "me"}, "green": {"who": "computer"}})
    ben.claims(table)
    phone, sitting = anna.lets_in(), anna.sits(table)
    assert anna.send("DELETE", "/api/me").status_code == 204
    assert sitting.closed_with() == TRY_AGAIN
    assert not anna.known
    assert not phone.known
    assert refused(house, table, table.tokens["red"])
    left = ben.table(table)
    assert (left["card"]["seats"]["red"], left["free"], left["host"]) == ("", ["red"], True)
    assert house.get(f"/api/tables/{alone.id}", alone.tokens[""]).status_code == 403, "it was hers alone"
    invite = ben.post(f"/api/tables/{table.id}/invite", {"seat": "red"})["invite"]
    carla = Person(house, "Carla")
    carla.post(f"/api/tables/{table.id}/claim", {"invite": invite})
    assert ben.table(table)["card"]["seats"] == {"red": "Carla", "green": "Ben"}
    assert carla.sits(table).view
    assert house.get(noted, carla.seats(table)["red"]).json() == {}, "what she wrote is gone"


@pytest.mark.sqlite
def test_of_who_is_deleted_nothing_can_be_read_in_the_files(tmp_path: Path) -> None:
    """Nor in what was deleted, which a database leaves standing until it needs the room."""
    with House(tmp_path, "--no-limits") as house:
        anna, ben = Person(house, "Zuzanna Kossak"), Person(house, "Ben")
        anna.send("PUT", "/api/me", {"settings": {"sound": "only trumpets"}})
        table = anna.opens()
        ben.claims(table)
        assert anna.lets_in("Grandmother's telephone").known
        for path, body in (
            ("notes", {"text": "Feint left, says Zuzanna"}),
            ("sketches/1", {"name": "Through the Vistula", "steps": []}),
        ):
            sent = house.send("PUT", f"/api/tables/{table.id}/{path}", body, table.tokens["red"])
            assert sent.status_code == 200, sent.text
        hers = [b"Kossak", b"Zuzanna", b"trumpets", b"Grandmother", b"Feint left", b"Through the Vistula"]
        hers += [hash_of(anna.key).encode()]
        assert not [word for word in hers if word not in _files(house)]
        assert anna.send("DELETE", "/api/me").status_code == 204
        assert ben.sits(table).view
        assert not [word for word in hers if word in _files(house)]


def _files(house: House) -> bytes:
    """All that the server keeps, as it lies on the disk."""
    return b"".join(file.read_bytes() for file in sorted(house.folder.glob("tables.db*")))


def test_who_leaves_a_set_up_makes_room_and_a_table_of_nobody_is_gone(house: House) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    three = {"options": {"players": "2"}, "together": True}
    table = anna.opens(**three)
    ben.claims(table)
    assert ben.post(f"/api/me/tables/{table.id}/leave")["tables"] == []
    assert refused(house, table, table.tokens["green"])
    told = anna.table(table)
    assert (told["free"], told["card"]["seats"]["green"]) == (["green"], "")
    anna.post(f"/api/me/tables/{table.id}/leave")
    assert anna.tables == []
    assert house.get(f"/api/tables/{table.id}", table.tokens[""]).status_code == 403


def test_nobody_leaves_a_game_that_is_under_way(house: House) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    table = anna.opens()
    ben.claims(table)
    assert anna.send("POST", f"/api/me/tables/{table.id}/leave").status_code == 400
    assert anna.send("POST", f"/api/me/tables/{Person(house).opens().id}/leave").status_code == 404


def test_a_table_is_put_away_and_brought_back_for_oneself_only(house: House) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    table = anna.opens()
    ben.claims(table)
    anna.post(f"/api/me/tables/{table.id}/archive", {"archived": True})
    assert anna.table(table)["archived"]
    assert not ben.table(table).get("archived", False)
    anna.post(f"/api/me/tables/{table.id}/archive", {"archived": False})
    assert not anna.table(table).get("archived", False)


def test_everything_is_there_after_the_server_is_killed(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        anna = Person(house, "Anna")
        table, phone = anna.opens(), anna.lets_in()
        token = phone.seats(table)["red"]
        house.kill()
        house.start()
        assert phone.me["name"] == "Anna"
        assert phone.seats(table) == {"red": token}
        assert Client(house, table.id, token).hello().view
