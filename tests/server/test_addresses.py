"""E-mail: an address counts once it is confirmed, brings its person in, and is told to nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.house import House
from server.mailbox import Mailbox
from server.person import Person
from vistula.kernel.errors import BadInput
from vistula.server.post import way

MAIL = "anna@example.org"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[House]:
    arguments = ("--no-limits", "--smtp", mailbox.url, "--origin", "https://vistula.example")
    with House(tmp_path_factory.mktemp("mail"), *arguments, movable=True) as running:
        yield running


def confirmed(house: House, mailbox: Mailbox, person: Person, address: str = MAIL) -> None:
    assert person.send("PUT", "/api/me/mail", {"address": address}).status_code == 202
    answer = house.post("/api/me/mail", {"token": mailbox.token("mail", address)})
    assert answer.status_code == 204, answer.text


def test_an_address_counts_once_it_is_confirmed(house: House, mailbox: Mailbox) -> None:
    anna = Person(house, "Anna")
    assert anna.me["mail_possible"]
    anna.send("PUT", "/api/me/mail", {"address": MAIL})
    token = mailbox.token("mail", MAIL)
    assert "mail" not in anna.me
    assert house.post("/api/me/devices", {"token": token}).status_code == 403, "it lets nobody in"
    statuses = [house.post("/api/me/mail", {"token": token}).status_code for _ in range(2)]
    assert statuses == [204, 403]
    assert anna.me["mail"] == MAIL
    assert anna.send("DELETE", "/api/me/mail").status_code == 204
    assert "mail" not in anna.me


def test_a_sign_in_link_works_once_and_for_a_quarter_of_an_hour(house: House, mailbox: Mailbox) -> None:
    anna = Person(house, "Anna")
    confirmed(house, mailbox, anna)
    for late in (False, True):
        assert house.post("/api/sign-in", {"address": MAIL.upper()}).status_code == 202
        token = mailbox.token("pass", MAIL.upper())
        if late:
            house.put_on(minutes=16)
        answers = [house.post("/api/me/devices", {"token": token}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == ([403, 403] if late else [201, 403])
        if not late:
            assert Person(house, key=answers[0].json()["key"]).me["name"] == "Anna"


def test_nobody_is_told_whose_address_is_known(house: House, mailbox: Mailbox) -> None:
    anna = Person(house, "Anna")
    confirmed(house, mailbox, anna)
    heard = [house.post("/api/sign-in", {"address": address}) for address in (MAIL, "nobody@example.org")]
    assert [(each.status_code, each.content) for each in heard] == [(202, b"null"), (202, b"null")]
    mailbox.token("pass", MAIL)
    assert mailbox.letters.empty()


@pytest.mark.sqlite
def test_an_address_does_not_stand_in_the_database(house: House, mailbox: Mailbox) -> None:
    confirmed(house, mailbox, Person(house, "Anna"))
    kept = b"".join(file.read_bytes() for file in house.folder.glob("tables.db*"))
    assert MAIL.encode() not in kept


def test_an_address_is_its_last_owners_alone(house: House, mailbox: Mailbox) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    for person in (anna, ben):
        confirmed(house, mailbox, person, "both@example.org")
    assert "mail" not in anna.me
    assert ben.me["mail"] == "both@example.org"


def test_what_the_mail_server_does_not_take_is_told(house: House, mailbox: Mailbox) -> None:
    anna = Person(house, "Anna")
    mailbox.refuses = True
    answer = anna.send("PUT", "/api/me/mail", {"address": MAIL})
    mailbox.refuses = False
    assert (answer.status_code, answer.json()["error"]) == (503, "not now")


@pytest.mark.parametrize("address", ["nobody", "a@b\r\nBcc: c@d", "a b@c", "@", "x" * 130 + "@y"])
def test_what_is_no_address_is_refused(house: House, address: str) -> None:
    assert Person(house).send("PUT", "/api/me/mail", {"address": address}).status_code == 400


def test_letters_are_few(house: House, mailbox: Mailbox, tmp_path_factory: pytest.TempPathFactory) -> None:
    with House(tmp_path_factory.mktemp("few"), "--smtp", mailbox.url) as strict:
        statuses = [strict.post("/api/sign-in", {"address": f"n{n}@example.org"}).status_code for n in range(8)]
    assert statuses == [202] * 6 + [429] * 2


def test_without_a_mail_server_there_are_no_letters(tmp_path_factory: pytest.TempPathFactory) -> None:
    with House(tmp_path_factory.mktemp("none"), "--no-limits") as house:
        anna = Person(house)
        assert "mail_possible" not in anna.me
        assert anna.send("PUT", "/api/me/mail", {"address": MAIL}).status_code == 400
        assert house.post("/api/sign-in", {"address": MAIL}).status_code == 400


@pytest.mark.parametrize("url", ["http://x", "smtp://", "smtp://x:nothing", "mail.example"])
def test_a_mail_server_that_is_none_is_named_at_the_start(url: str) -> None:
    with pytest.raises(BadInput, match="--smtp"):
        way(url)


def test_a_mail_server_is_reached_as_the_operator_says() -> None:
    found = way("smtps://me%40x:pass%2Fword@mail.example?from=table@x.example")
    assert found is not None
    assert (found.host, found.port, found.tls) == ("mail.example", 465, True)
    assert (found.user, found.password, found.sender) == ("me@x", "pass/word", "table@x.example")
    assert way("") is None
