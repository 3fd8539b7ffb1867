"""Channels: added, tried, changed and removed by their owner; told to nobody, and turned off by a link."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from email.message import Message as Letter
from typing import Any

import msgspec
import pytest

from server.calls import Browser, Endpoint, b64, claims, unb64
from server.house import House, Message
from server.mailbox import Mailbox
from server.person import Person
from server.test_addresses import confirmed
from vistula.kernel.errors import BadInput
from vistula.server import push, senders
from vistula.server.wire import Call, PushKeys, PushSubscription

HERE = "https://vistula.example"
KEYS = PushKeys(  # of RFC 8291, appendix A
    p256dh="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth="BTBZMqHH6r4Tts7J_aSIgg",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[House]:
    arguments = ("--no-limits", "--smtp", mailbox.url, "--origin", HERE, "--calls", "anywhere")
    with House(tmp_path_factory.mktemp("channels"), *arguments, movable=True) as running:
        yield running


def calling(person: Person) -> Message:
    found: Message = person.me["calling"]
    return found


def hook(person: Person, endpoint: Endpoint, path: str = "/hook", **settings: Any) -> Message:
    return added(person, {"kind": "hook", "url": endpoint.url + path, "settings": settings})


def pushed(person: Person, browser: Browser, **settings: Any) -> Message:
    return added(person, {"kind": "push", "subscription": browser.subscription, "settings": settings})


def mailed(person: Person, **settings: Any) -> Message:
    return added(person, {"kind": "mail", "settings": settings})


def added(person: Person, new: Message) -> Message:
    before = {channel["id"] for channel in calling(person).get("channels", [])}
    told = person.post("/api/me/channels", new)["calling"]["channels"]
    (fresh,) = (channel for channel in told if channel["id"] not in before)
    return dict(fresh)


def here(person: Person) -> list[tuple[str, bool]]:
    """Of what kind the channels of a person are, and whether they call the device that asks."""
    return sorted((channel["kind"], channel.get("here", False)) for channel in calling(person)["channels"])


def tries(person: Person, channel: Message) -> Any:
    return person.send("POST", f"/api/me/channels/{channel['id']}/try")


# -- adding -----------------------------------------------------------------------------------------------------------


def test_a_server_says_how_it_can_call(house: House, tmp_path_factory: pytest.TempPathFactory) -> None:
    told = calling(Person(house))
    assert (told["mail"], told["hook"], len(unb64(told["push_key"]))) == (True, True, 65)
    with House(tmp_path_factory.mktemp("mute"), "--no-limits", "--calls", "nowhere") as mute:
        anna = Person(mute)
        assert calling(anna) == {}
        for new in ({"kind": "mail"}, {"kind": "hook", "url": "https://chat.example"}, {"kind": "push"}):
            assert anna.send("POST", "/api/me/channels", new).status_code == 400


def test_a_channel_is_kept_with_its_settings_until_it_is_removed(house: House, endpoint: Endpoint) -> None:
    anna = Person(house)
    made = hook(anna, endpoint, after=15, how="daily", daily_at="07:30", zone="Europe/Warsaw")
    assert (made["kind"], made["name"], made["settings"]["after"]) == ("hook", "Webhook", 15)
    new = {"name": "The club", "settings": {"quiet_from": "22:00", "quiet_to": "07:00", "zone": "Asia/Tokyo"}}
    answer = anna.send("PUT", f"/api/me/channels/{made['id']}", new)
    (changed,) = answer.json()["calling"]["channels"]
    assert (changed["name"], changed["settings"]) == ("The club", new["settings"])
    assert Person(house).send("DELETE", f"/api/me/channels/{made['id']}").status_code == 404
    assert Person(house).send("PUT", f"/api/me/channels/{made['id']}", new).status_code == 404
    assert tries(Person(house), made).status_code == 404
    assert anna.send("DELETE", f"/api/me/channels/{made['id']}").status_code == 204
    assert "channels" not in calling(anna)


@pytest.mark.parametrize(
    "settings",
    [
        {"after": 0},
        {"after": 2000},
        {"how": "hourly"},
        {"daily_at": "24:00"},
        {"daily_at": ""},
        {"zone": "Europe/Nowhere"},
        {"zone": "../../etc/passwd"},
        {"zone": "Europe"},
        {"zone": ""},
        {"quiet_from": "22:00"},
        {"quiet_from": "22:00", "quiet_to": "22:00"},
    ],
)
def test_settings_that_cannot_be_kept_to_are_refused(house: House, endpoint: Endpoint, settings: Message) -> None:
    anna = Person(house)
    new = {"kind": "hook", "url": endpoint.url, "settings": settings}
    assert anna.send("POST", "/api/me/channels", new).status_code == 400
    made = hook(anna, endpoint)
    assert anna.send("PUT", f"/api/me/channels/{made['id']}", {"settings": settings}).status_code == 400


def test_a_person_has_few_channels(house: House, endpoint: Endpoint) -> None:
    anna = Person(house)
    for n in range(10):
        hook(anna, endpoint, f"/{n}")
    crowded = anna.send("POST", "/api/me/channels", {"kind": "hook", "url": f"{endpoint.url}/more"})
    assert (crowded.status_code, len(calling(anna)["channels"])) == (400, 10)


def test_the_same_address_again_takes_the_place_of_what_was_there(house: House, endpoint: Endpoint) -> None:
    anna, ben = Person(house), Person(house)
    hook(anna, endpoint, after=5)
    hook(anna, endpoint, after=6)
    hook(ben, endpoint)
    assert [channel["settings"]["after"] for channel in calling(anna)["channels"]] == [6]
    browser = Browser(endpoint)
    pushed(anna, browser)
    pushed(ben, browser)
    assert [channel["kind"] for channel in calling(anna)["channels"]] == ["hook"], "a browser is its last owner's"
    assert [kind for kind, _ in here(ben)] == ["hook", "push"]


@pytest.mark.parametrize("keys", [{"p256dh": "AAAA", "auth": "A" * 22}, {"p256dh": "", "auth": ""}])
def test_a_subscription_that_nothing_can_be_encrypted_for_is_refused(house: House, keys: Message) -> None:
    new = {"kind": "push", "subscription": {"endpoint": "https://push.example/x", "keys": keys}}
    assert Person(house).send("POST", "/api/me/channels", new).status_code == 400


@pytest.mark.sqlite
def test_addresses_do_not_stand_in_the_database_or_in_what_is_told(house: House, endpoint: Endpoint) -> None:
    anna = Person(house)
    hook(anna, endpoint, "/secret-room")
    pushed(anna, Browser(endpoint, "/secret-browser"))
    tries(anna, calling(anna)["channels"][0])
    kept = b"".join(file.read_bytes() for file in house.folder.glob("tables.db*"))
    logs = "".join(log.read_text() for log in house.logs)
    for secret in ("secret-room", "secret-browser"):
        assert secret.encode() not in kept
        assert secret not in logs
        assert secret not in str(anna.me)


# -- trying -----------------------------------------------------------------------------------------------------------


def test_a_try_comes_by_a_webhook_as_chats_take_it(house: House, endpoint: Endpoint) -> None:
    anna = Person(house)
    assert tries(anna, hook(anna, endpoint)).status_code == 200
    (got,) = endpoint.until("/hook")
    told = got.json
    assert got.headers["content-type"] == "application/json"
    assert told["content"] == told["text"]
    assert f"{HERE}/me" in told["text"]
    assert (told["vistula"]["kind"], told["allowed_mentions"]) == ("try", {"parse": []})
    assert got.headers["idempotency-key"] == told["vistula"]["key"]


def test_a_try_comes_by_web_push_and_only_the_browser_reads_it(house: House, endpoint: Endpoint) -> None:
    anna, browser = Person(house), Browser(endpoint)
    made = pushed(anna, browser)
    assert made["here"]
    assert tries(anna, made).status_code == 200
    (got,) = endpoint.until("/push")
    assert browser.read(got)["kind"] == "try"
    assert b"Vistula" not in got.body
    said = claims(got, calling(anna)["push_key"])
    assert (said["aud"], said["sub"]) == (endpoint.url, HERE)
    assert int(got.headers["ttl"]) > 3600
    assert len(got.headers["topic"]) == 32


def test_a_try_comes_by_e_mail_to_the_confirmed_address(house: House, mailbox: Mailbox) -> None:
    anna = Person(house)
    assert anna.send("POST", "/api/me/channels", {"kind": "mail"}).status_code == 400, "no address yet"
    confirmed(house, mailbox, anna, "anna@example.org")
    assert tries(anna, mailed(anna)).status_code == 200
    letter = mailbox.next()
    assert letter["To"] == "anna@example.org"
    assert letter["Message-ID"].endswith("@vistula.example>")
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    anna.send("DELETE", "/api/me/mail")
    assert "channels" not in calling(anna), "without an address there is nothing to write to"


def test_what_is_not_taken_is_told_and_stands_by_the_channel(house: House, endpoint: Endpoint) -> None:
    anna = Person(house)
    made = hook(anna, endpoint)
    endpoint.answers = lambda path: 500
    answer = tries(anna, made)
    assert (answer.status_code, answer.json()["why"]) == (503, "it could not be sent: it answers with status 500")
    assert calling(anna)["channels"][0]["trouble"] == "it answers with status 500"
    endpoint.answers = lambda path: 200
    assert tries(anna, made).status_code == 200
    assert "trouble" not in calling(anna)["channels"][0]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_over_is_removed(house: House, endpoint: Endpoint, status: int) -> None:
    anna = Person(house)
    made = pushed(anna, Browser(endpoint))
    endpoint.answers = lambda path: status
    assert tries(anna, made).status_code == 503
    assert "channels" not in calling(anna)


def test_tries_are_few(endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> None:
    with House(tmp_path_factory.mktemp("few"), "--calls", "anywhere") as strict:
        anna = Person(strict)
        made = hook(anna, endpoint)
        statuses = [tries(anna, made).status_code for _ in range(12)]
        assert statuses == [200] * 10 + [429] * 2
        assert tries(Person(strict), made).status_code == 404
    assert len(endpoint.of("/hook")) == 10


# -- devices and people -----------------------------------------------------------------------------------------------


def test_a_device_that_is_put_out_is_called_no_more(house: House, endpoint: Endpoint) -> None:
    anna = Person(house)
    phone = anna.lets_in()
    pushed(anna, Browser(endpoint, "/desk"))
    pushed(phone, Browser(endpoint, "/phone"))
    hook(phone, endpoint)
    assert here(anna) == [("hook", False), ("push", False), ("push", True)]
    device = next(device for device in anna.me["devices"] if device.get("id"))
    assert anna.send("DELETE", f"/api/me/devices/{device['id']}").status_code == 204
    assert here(anna) == [("hook", False), ("push", True)]


def test_a_renewed_key_keeps_what_calls_this_device(house: House, endpoint: Endpoint) -> None:
    anna = Person(house)
    phone = anna.lets_in()
    pushed(phone, Browser(endpoint, "/phone"))
    pushed(anna, Browser(endpoint, "/desk"))
    new = Person(house, key=b64(b"n" * 16))
    assert anna.send("POST", "/api/me/renew", {"key": new.key}).status_code == 200
    assert here(new) == [("push", True)]


def test_two_keys_of_one_person_bring_their_channels_along(house: House, endpoint: Endpoint) -> None:
    anna, phone = Person(house), Person(house)
    pushed(phone, Browser(endpoint, "/phone"))
    hook(anna, endpoint)
    given = anna.post("/api/me/passes")
    key = house.post("/api/me/devices", {"token": given["token"], "bring": phone.key}).json()["key"]
    assert here(anna) == [("hook", False), ("push", False)]
    assert here(Person(house, key=key)) == [("hook", False), ("push", True)], "it has another key, and is called still"


@pytest.mark.sqlite
def test_of_who_is_deleted_no_channel_is_left(house: House, endpoint: Endpoint) -> None:
    anna = Person(house)
    id = anna.me["id"]
    hook(anna, endpoint)
    assert anna.send("DELETE", "/api/me").status_code == 204
    with sqlite3.connect(house.database) as kept:
        for table in ("channels", "outbox"):
            assert kept.execute(f"select count(*) from {table} where player = ?", [id]).fetchone() == (0,)


# -- turning off ------------------------------------------------------------------------------------------------------


def token(call: Message) -> str:
    where, _, found = call["quiet"].partition("#")
    assert where == f"{HERE}/quiet"
    return str(found)


def test_the_link_in_a_notice_turns_its_channel_off_when_it_is_asked_to(house: House, endpoint: Endpoint) -> None:
    anna = Person(house)
    made, other = hook(anna, endpoint), hook(anna, endpoint, "/other")
    tries(anna, made)
    link = token(endpoint.next("/hook")["vistula"])
    for path in (f"/quiet?{link}", f"/api/quiet/{link}", f"/quiet/{link}"):
        house.get(path)
    assert not any(channel["settings"].get("off") for channel in calling(anna)["channels"]), "programs follow links"
    assert house.post("/api/quiet", {"token": link}).json() == {"kind": "hook", "name": "Webhook"}
    off = {channel["id"]: channel["settings"].get("off", False) for channel in calling(anna)["channels"]}
    assert off == {made["id"]: True, other["id"]: False}
    anna.send("PUT", f"/api/me/channels/{made['id']}", {"settings": {}})
    assert not any(channel["settings"].get("off") for channel in calling(anna)["channels"])


@pytest.mark.parametrize(
    "made_up", ["", "x", "{id}", "{id}.", "{id}.AAAAAAAAAAAAAAAAAAAAAA", "ffffffffffff.{rest}", "{id}.é"]
)
def test_what_is_made_up_turns_nothing_off(house: House, endpoint: Endpoint, made_up: str) -> None:
    anna = Person(house)
    made = hook(anna, endpoint)
    tries(anna, made)
    rest = token(endpoint.next("/hook")["vistula"]).partition(".")[2]
    asked = made_up.format(id=made["id"], rest=rest)
    assert house.post("/api/quiet", {"token": asked}).status_code == 404
    assert "off" not in calling(anna)["channels"][0]["settings"]


def header(letter: Letter) -> str:
    where = letter["List-Unsubscribe"].strip().strip("<>")  # it is folded
    assert where.startswith(HERE)
    return str(where.removeprefix(HERE))


def test_a_mail_program_turns_letters_off_by_one_click(house: House, mailbox: Mailbox) -> None:
    """RFC 8058: a form, posted by the program's own server, without cookies and from nowhere in particular."""
    anna = Person(house)
    confirmed(house, mailbox, anna, "off@example.org")
    tries(anna, mailed(anna))
    path = header(mailbox.next())
    house.get(path)
    assert "off" not in calling(anna)["channels"][0]["settings"]
    form = {"content-type": "application/x-www-form-urlencoded", "origin": "https://mail.example"}
    answer = house.http.post(house.url + path, content="List-Unsubscribe=One-Click", headers=form)
    assert answer.status_code == 200
    assert calling(anna)["channels"][0]["settings"]["off"]
    assert path.rpartition("/")[2] not in "".join(log.read_text() for log in house.logs)
    assert house.http.post(house.url + "/api/quiet", content="token=x", headers=form).status_code == 403


# -- what others have put into it ------------------------------------------------------------------------------------


def named(name: str) -> Call:
    return Call(kind="joined", title=f"{name} has sat down", text=f"{name} plays Green.", url="u", quiet="q", key="k")


def test_a_name_calls_nobody_in_a_chat_and_hides_no_link() -> None:
    told = senders.chat(named("<!channel> @everyone [here](https://x)"))
    assert told["text"].startswith("&lt;!channel&gt; @everyone")
    assert told["content"].startswith(r"\<!channel\> @everyone \[here\](https://x)")
    assert told["allowed_mentions"] == {"parse": []}
    assert all(told[place].endswith("\nu\nTurn these off: q") for place in ("content", "text"))


@pytest.mark.parametrize("name", ["x" * 4000, "ż" * 4000, '"' * 4000, "\x01" * 4000])
def test_a_notice_is_never_too_long_for_its_channel(name: str) -> None:
    call = msgspec.structs.replace(named(""), text=name)
    subscription = PushSubscription(endpoint="https://push.example", keys=KEYS)
    assert len(push.encrypted(senders.fitted(call), subscription)) <= 4096
    assert len(senders.chat(named("_" * 40))["content"]) < 2000


# -- web push by the book ---------------------------------------------------------------------------------------------


def test_a_message_is_encrypted_as_rfc_8291_has_it() -> None:
    """Its appendix A, to the byte."""
    own = push.ec.derive_private_key(int.from_bytes(unb64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), push.CURVE)
    made = push.encrypted(
        b"When I grow up, I want to be a watermelon",
        PushSubscription(endpoint="https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", keys=KEYS),
        unb64("DGv6ra1nlYgDCS1FRnbzlw"),
        own,
    )
    assert b64(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_key_for_push_services_stays_and_may_be_the_operators(
    house: House, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = calling(Person(house))["push_key"]
    house.restart()
    assert calling(Person(house))["push_key"] == before
    monkeypatch.setenv(push.ENVIRONMENT, b64(bytes(range(1, 33))))
    with House(tmp_path_factory.mktemp("own"), "--no-limits") as own:
        assert calling(Person(own))["push_key"] == push.Push(bytes(range(1, 33)), "").public != before
    monkeypatch.setenv(push.ENVIRONMENT, "not a key")
    with pytest.raises(BadInput, match=push.ENVIRONMENT):
        push.given()
