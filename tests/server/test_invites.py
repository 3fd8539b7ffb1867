"""Invitations: claimed once, renewed while nobody has, and whoever opened the table holds nobody else's seat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from server.house import Client, House, Opened
from server.person import Person


def invited(house: House) -> Opened:
    """A table of mine with a seat for somebody else."""
    body = {"game": "toy", "scenario": "short", "options": {"players": "2"}, "seats": {"red": {"who": "me"}}}
    answer = house.post("/api/tables", body)
    assert answer.status_code == 201, answer.text
    return Opened(house, answer.json())


def test_whoever_opens_a_table_holds_no_seat_of_others(house: House) -> None:
    table = invited(house)
    assert table.tokens["green"] == ""
    for held in (table.invites["green"], table.host):
        assert house.get(f"/api/tables/{table.id}", held).status_code == 403
        assert house.post("/api/mine", {"tokens": [held]}).json() == {"tables": []}
        client = Client(house, table.id, held)
        client.send(type="hello", id="1", token=held)
        assert client.closed_with() == 1008


def test_an_invitation_is_claimed_once(house: House) -> None:
    table = invited(house)
    path, invite = f"/api/tables/{table.id}/claim", {"invite": table.invites["green"]}
    assert house.post(f"/api/tables/{invited(house).id}/claim", invite).status_code == 403, "it is another table's"
    first = house.post(path, invite)
    assert (first.status_code, first.json()["seat"]) == (200, "green")
    assert house.post(path, invite).status_code == 403
    assert house.get(f"/api/tables/{table.id}", first.json()["token"]).json()["seat"] == "green"
    assert house.post(f"/api/tables/{table.id}/invite", {"seat": "green"}, table.host).status_code == 403


def test_of_many_who_claim_at_once_one_has_the_seat(house: House) -> None:
    """A link that was sent to several people, or is open in two browsers."""
    for n in range(4):
        table = invited(house)
        path, invite = f"/api/tables/{table.id}/claim", {"invite": table.invites["green"]}
        keys = [Person(house, f"Person {i}").key if n % 2 else "" for i in range(6)]
        with ThreadPoolExecutor(6) as browsers:
            answers = list(browsers.map(lambda key, path=path, invite=invite: house.post(path, invite, key), keys))
        (claimed,) = [answer.json()["token"] for answer in answers if answer.status_code == 200]
        assert {answer.status_code for answer in answers} == {200, 403}
        assert house.get(f"/api/tables/{table.id}", claimed).json()["seat"] == "green"
        listed = house.get(f"/api/tables/{table.id}/invitations", table.host).json()["seats"]
        assert [seat["claimed"] for seat in listed] == [True]


def test_an_invitation_that_nobody_has_claimed_is_renewed_by_the_host_alone(house: House) -> None:
    table = invited(house)
    path = f"/api/tables/{table.id}/invite"
    for other, status in (("", 401), (table.tokens["red"], 403), (table.tokens[""], 403), (invited(house).host, 403)):
        assert house.post(path, {"seat": "green"}, other).status_code == status
    assert house.post(path, {"seat": "red"}, table.host).status_code == 403, "that seat is not for others"
    renewed = house.post(path, {"seat": "green"}, table.host).json()["invite"]
    claim = f"/api/tables/{table.id}/claim"
    assert house.post(claim, {"invite": table.invites["green"]}).status_code == 403, "the old one opens nothing"
    assert house.post(claim, {"invite": renewed}).status_code == 200


def test_a_token_is_no_invitation(house: House) -> None:
    table = invited(house)
    for held in (table.tokens["red"], table.tokens[""], table.host, ""):
        assert house.post(f"/api/tables/{table.id}/claim", {"invite": held}).status_code == 403


def test_who_opened_sees_what_was_claimed_and_withdraws_what_was_not(house: House) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    taken, free = anna.opens(), anna.opens()
    ben.claims(taken)
    for key in (anna.key, taken.host):
        (seat,) = house.get(f"/api/tables/{taken.id}/invitations", key).json()["seats"]
        assert (seat["seat"], seat["claimed"], seat["name"]) == ("green", True, "Ben")
        assert house.send("DELETE", f"/api/tables/{taken.id}/invitations/green", None, key).status_code == 403
    path = f"/api/tables/{free.id}/invitations"
    for other in ("", ben.key, free.tokens["red"], free.tokens[""], taken.host):
        assert house.get(path, other).status_code == 403
        assert house.send("DELETE", f"{path}/green", None, other).status_code == 403
    assert house.send("DELETE", f"{path}/green", None, anna.key).status_code == 204
    assert house.get(path, anna.key).json()["seats"] == [{"seat": "green"}]
    claim = {"invite": free.invites["green"]}
    assert house.post(f"/api/tables/{free.id}/claim", claim, ben.key).status_code == 403, "it opens nothing any more"
    free.invites["green"] = anna.post(f"/api/tables/{free.id}/invite", {"seat": "green"})["invite"]
    ben.claims(free)
    assert anna.table(free)["card"]["seats"]["green"] == "Ben"


def test_a_seat_that_stands_in_the_lobby_is_off_it_once_an_invitation_is_claimed(house: House) -> None:
    anna, ben, carla = Person(house, "Anna"), Person(house, "Ben"), Person(house, "Carla")
    table = anna.opens(seats={"red": {"who": "me"}, "green": {"who": "anyone"}})
    assert table.id in house.get("/api/lobby").text
    table.invites["green"] = anna.post(f"/api/tables/{table.id}/invite", {"seat": "green"})["invite"]
    ben.claims(table)
    assert carla.send("POST", f"/api/lobby/{table.id}", {"seat": "green"}).status_code == 409
    assert table.id not in house.get("/api/lobby").text
    assert ben.sits(table).view
