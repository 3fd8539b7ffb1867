"""Who does not look is called: when a table waits for them, and once; and what else happens there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from server.calls import Browser, Endpoint
from server.house import Client, House, Opened
from server.mailbox import Mailbox
from server.person import Person
from server.test_addresses import confirmed
from server.test_channels import HERE, added, calling, hook, mailed, pushed
from server.test_numbers import Person as Adding

DAY = 86_400
DAYS = {"kind": "days", "turn": 4 * DAY, "more": 0, "holiday": 10 * DAY}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[House]:
    arguments = ("--no-limits", "--smtp", mailbox.url, "--origin", HERE, "--calls", "anywhere")
    with House(tmp_path_factory.mktemp("notices"), *arguments, movable=True) as running:
        yield running


def seated(house: House, **new: Any) -> tuple[Person, Person, Opened]:
    """Anna plays red, Ben green; both owe a bid, and neither has a channel yet."""
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    table = anna.opens(**new)
    ben.claims(table)
    return anna, ben, table


def looks(person: Person, table: Opened) -> Client:
    """Sits down at a table that is seen."""
    client = person.sits(table)
    assert client.ask("visible", shown=True)["done"] == 1
    return client


def hides(client: Client) -> None:
    assert client.ask("visible", shown=False)["done"] == 1


def bids(client: Client) -> None:
    until_asked(client)
    assert client.act(("ready", "")).get("done") == 1


def until_asked(client: Client) -> None:
    while not client.asked:
        client.until("update")


def ends(client: Client) -> None:
    """Ends the watch."""
    until_asked(client)
    assert client.act(("end", "")).get("done") == 1


class Duel(NamedTuple):
    anna: Person
    ben: Person
    table: Opened
    red: Client
    green: Client


def in_the_watch(house: House, **new: Any) -> Duel:
    """Both have bid and look; Anna, who is first with equal bids, is on watch."""
    anna, ben, table = seated(house, **new)
    red, green = looks(anna, table), looks(ben, table)
    for client in (red, green):
        bids(client)
    until_asked(red)
    return Duel(anna, ben, table, red, green)


def next_turn(red: Client) -> None:
    """After the watches red keeps the oil; then both owe a bid."""
    until_asked(red)
    assert red.act(("pass", "")).get("done") == 1


def passed(house: House, endpoint: Endpoint, path: str = "/fence") -> None:
    """All that was due has been seen to: somebody else has been called at the same time, and then once more."""
    carl = Person(house, "Carl")
    hook(carl, endpoint, path, after=1)
    table = carl.opens()
    endpoint.until(path)
    Person(house, "Dora").claims(table)
    endpoint.until(path, 2)


# -- whose move it is -------------------------------------------------------------------------------------------------


def test_who_does_not_look_is_told_whose_move_it_is(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben")
    duel.green.close()
    ends(duel.red)
    house.put_on(minutes=6)
    call = endpoint.next("/ben")["vistula"]
    assert (call["kind"], call["title"]) == ("turn", "Your move: Lamp and Fog")
    assert call["text"] == "Turn 1. You play Green. Anna (Red) is waiting for you."
    assert (call["url"], call["table"], call["seat"], call["turn"]) == (
        f"{HERE}/table/{duel.table.id}", duel.table.id, "green", 1,
    )  # fmt: skip


def test_nobody_is_called_before_they_have_not_looked_for_as_long_as_they_say(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", after=30)
    hook(duel.ben, endpoint, "/soon", after=10)
    duel.green.close()
    ends(duel.red)
    house.put_on(minutes=11)
    endpoint.until("/soon")
    passed(house, endpoint)
    assert not endpoint.of("/ben")
    house.put_on(minutes=20)
    endpoint.until("/ben")


def test_who_looks_is_not_called(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", after=1)
    ends(duel.red)
    house.put_on(minutes=60)
    passed(house, endpoint)
    assert not endpoint.of("/ben"), "a table that is seen is looked at, however long"
    duel.green.close()
    house.put_on(minutes=60)
    passed(house, endpoint, "/later")
    assert not endpoint.of("/ben"), "what has been seen need not be told"


def test_a_page_that_is_hidden_is_not_looked_at(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben")
    hides(duel.green)
    house.put_on(minutes=1)
    ends(duel.red)
    house.put_on(minutes=5)
    endpoint.until("/ben")


def test_a_client_that_never_says_what_it_shows_counts_for_five_minutes(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", after=1)
    duel.green.close()
    silent = duel.ben.sits(duel.table)
    ends(duel.red)
    house.put_on(minutes=3)
    silent.ask("why", kind="space", name="?")
    house.put_on(minutes=60)
    passed(house, endpoint)
    assert not endpoint.of("/ben"), "it has said something since it was asked"


def test_and_then_it_is_not_looked_at(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", after=3)
    duel.green.close()
    silent = duel.ben.sits(duel.table)
    house.put_on(minutes=6)
    ends(duel.red)
    passed(house, endpoint)
    assert not endpoint.of("/ben"), "five minutes, and three more"
    house.put_on(minutes=3)
    endpoint.until("/ben")
    silent.close()


@pytest.mark.parametrize("what", ["looks", "answers"])
def test_a_notice_is_withdrawn_when_it_is_too_late_for_it(house: House, endpoint: Endpoint, what: str) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", after=30)
    duel.green.close()
    ends(duel.red)
    passed(house, endpoint, "/written")  # it waits for its time now
    house.put_on(minutes=20)
    back = duel.ben.sits(duel.table)
    if what == "answers":
        ends(back)
    back.close()
    house.put_on(minutes=40)
    passed(house, endpoint)
    assert not endpoint.of("/ben")


def test_a_look_is_remembered_when_the_server_is_killed(tmp_path: Path, endpoint: Endpoint) -> None:
    with House(tmp_path, "--no-limits", "--calls", "anywhere", movable=True) as house:
        duel = in_the_watch(house)
        hook(duel.ben, endpoint, "/ben", after=30)
        hides(duel.green)
        ends(duel.red)
        assert duel.green.ask("visible", shown=True)["done"] == 1
        duel.green.ask("why", kind="space", name="?")  # the table has done all that came before
        house.kill()
        house.close_all()
        house.start()
        house.put_on(minutes=60)
        passed(house, endpoint)
        assert not endpoint.of("/ben")


def test_one_notice_for_all_questions_until_it_is_the_others_turn(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", after=1)
    for client in (duel.red, duel.green):
        hides(client)
    ends(duel.red)
    house.put_on(minutes=2)
    endpoint.until("/ben")
    until_asked(duel.green)
    boat = next(option for option in duel.green.options if option["verb"] == "boat")["args"][0]
    assert duel.green.act(("boat", boat)).get("done") == 1
    house.put_on(minutes=10)
    passed(house, endpoint)
    assert len(endpoint.of("/ben")) == 1


def test_who_has_answered_in_a_sealed_step_is_not_called_and_others_do_not_learn_it(
    house: House, endpoint: Endpoint
) -> None:
    """Both owe a bid; Ben has made his in time. Anna is told that nobody but her is known to have answered."""
    anna, ben, table = seated(house)
    for person, path in ((anna, "/anna"), (ben, "/ben")):
        hook(person, endpoint, path, after=10)
    green, red = looks(ben, table), looks(anna, table)
    bids(green)
    bids(red)
    ends(red)
    ends(green)
    hides(green)
    hides(red)
    house.put_on(minutes=2)
    next_turn(red)
    bids(green)
    for client in (red, green):
        client.close()
    house.put_on(minutes=30)
    passed(house, endpoint)
    assert not endpoint.of("/ben")
    assert not endpoint.of("/anna"), "she was there when the question came"


def test_each_channel_is_called_once_and_by_its_kind(house: House, endpoint: Endpoint, mailbox: Mailbox) -> None:
    duel = in_the_watch(house)
    confirmed(house, mailbox, duel.ben, "ben@example.org")
    browser = Browser(endpoint)
    hook(duel.ben, endpoint, "/ben")
    pushed(duel.ben, browser)
    mailed(duel.ben)
    duel.green.close()
    ends(duel.red)
    house.put_on(minutes=6)
    letter = mailbox.next()
    told = [endpoint.next("/ben")["vistula"], browser.next()]
    assert (letter["To"], letter["Subject"]) == ("ben@example.org", "Your move: Lamp and Fog")
    assert f"{HERE}/table/{duel.table.id}" in letter.get_content()  # type: ignore[attr-defined]
    assert f"{HERE}/quiet#" in letter.get_content()  # type: ignore[attr-defined]
    assert told[0]["text"] == told[1]["text"]
    assert told[0]["quiet"] != told[1]["quiet"]
    house.put_on(days=1)
    passed(house, endpoint)
    assert mailbox.letters.empty()
    assert not endpoint.of("/ben")
    assert not endpoint.of("/push")


def test_a_channel_that_is_off_or_removed_is_silent(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    off, gone, later = (hook(duel.ben, endpoint, path, after=30) for path in ("/off", "/gone", "/later"))
    duel.ben.send("PUT", f"/api/me/channels/{off['id']}", {"settings": {"off": True}})
    duel.green.close()
    ends(duel.red)
    house.put_on(minutes=10)
    passed(house, endpoint)  # they are in the outbox now
    duel.ben.send("DELETE", f"/api/me/channels/{gone['id']}")
    duel.ben.send("PUT", f"/api/me/channels/{later['id']}", {"settings": {"after": 30, "off": True}})
    house.put_on(minutes=60)
    passed(house, endpoint, "/then")
    assert not [got for path in ("/off", "/gone", "/later") for got in endpoint.of(path)]


def test_who_plays_with_himself_alone_is_not_called(house: House, endpoint: Endpoint) -> None:
    anna = Person(house, "Anna")
    hook(anna, endpoint, "/anna", after=1)
    anna.opens(seats={"red": {"who": "me"}, "green": {"who": "me"}})
    anna.opens(seats={"red": {"who": "me"}, "green": {"who": "computer", "level": "random"}})
    house.put_on(minutes=10)
    passed(house, endpoint)
    assert not endpoint.of("/anna")


# -- when -------------------------------------------------------------------------------------------------------------


def local(house: House, hour: int) -> str:
    """A time of day that many hours from now, in UTC."""
    from datetime import UTC, datetime, timedelta

    ahead = float(house.ahead.read_text()) if house.ahead.exists() else 0.0
    return (datetime.now(UTC) + timedelta(seconds=ahead, hours=hour)).strftime("%H:%M")


def test_in_quiet_hours_a_notice_waits_for_their_end(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", quiet_from=local(house, -1), quiet_to=local(house, 5))
    hook(duel.ben, endpoint, "/other", quiet_from=local(house, 4), quiet_to=local(house, 5))
    duel.green.close()
    ends(duel.red)
    house.put_on(minutes=60)
    endpoint.until("/other")
    passed(house, endpoint)
    assert not endpoint.of("/ben")
    house.put_on(minutes=5 * 60)
    endpoint.until("/ben")


def test_once_a_day_all_tables_that_wait_in_one(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house, pace=DAYS)
    hook(duel.ben, endpoint, "/ben", how="daily", daily_at=local(house, 2))
    other = duel.anna.opens()
    duel.ben.claims(other)
    duel.green.close()
    ends(duel.red)
    house.put_on(minutes=60)
    passed(house, endpoint)
    assert not endpoint.of("/ben")
    house.put_on(minutes=70)
    call = endpoint.next("/ben")["vistula"]
    assert (call["kind"], call["title"], call["url"]) == ("daily", "2 tables wait for you", f"{HERE}/")
    assert call["text"].split("\n") == [
        "Lamp and Fog, turn 1: you play Green.",
        "Lamp and Fog, turn 1: you play Green, 3 days and 21 hours left.",
    ]
    house.put_on(days=1)
    assert endpoint.next("/ben")["vistula"]["kind"] == "daily", "as long as tables wait it comes every day"
    passed(house, endpoint, "/then")
    assert not endpoint.of("/ben")


def test_nothing_to_tell_is_not_told(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", how="daily", daily_at=local(house, 1))
    duel.green.close()
    ends(duel.red)
    passed(house, endpoint)
    back = duel.ben.sits(duel.table)
    ends(back)
    next_turn(duel.red)
    bids(back)
    house.put_on(minutes=90)
    passed(house, endpoint, "/then")
    assert not endpoint.of("/ben")


def test_a_channel_that_is_changed_calls_as_is_said_now(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    made = hook(duel.ben, endpoint, "/ben", after=600)
    duel.green.close()
    ends(duel.red)
    passed(house, endpoint)
    house.put_on(minutes=10)
    duel.ben.send("PUT", f"/api/me/channels/{made['id']}", {"settings": {"after": 5}})
    endpoint.until("/ben")


# -- time --------------------------------------------------------------------------------------------------------------


def test_a_quarter_of_the_time_before_it_is_up(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house, pace=DAYS)
    hook(duel.ben, endpoint, "/ben")
    duel.green.close()
    ends(duel.red)
    house.put_on(days=2.9)
    assert endpoint.next("/ben")["vistula"]["kind"] == "turn"
    passed(house, endpoint)
    assert not endpoint.of("/ben")
    house.put_on(days=0.2)
    call = endpoint.next("/ben")["vistula"]
    assert (call["kind"], call["title"]) == ("time", "Time is running out: Lamp and Fog")
    assert call["text"] == "Turn 1. You play Green. Time left: 21 hours. When time is up, the staff plays this turn."


def test_a_holiday_puts_it_off(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house, pace=DAYS)
    hook(duel.ben, endpoint, "/ben")
    assert duel.green.ask("holiday", days=5)["done"] == 1
    duel.green.close()
    ends(duel.red)
    house.put_on(days=4)
    passed(house, endpoint)
    assert not endpoint.of("/ben")
    house.put_on(days=1.1)
    assert endpoint.next("/ben")["vistula"]["kind"] == "turn"
    house.put_on(days=2)
    passed(house, endpoint, "/then")
    assert not endpoint.of("/ben")
    house.put_on(days=1)
    assert endpoint.next("/ben")["vistula"]["kind"] == "time"


def test_who_answers_is_not_warned(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house, pace=DAYS)
    hook(duel.ben, endpoint, "/ben")
    ends(duel.red)
    ends(duel.green)
    next_turn(duel.red)
    bids(duel.green)
    for client in (duel.red, duel.green):
        client.close()
    house.put_on(days=3.5)
    passed(house, endpoint)
    assert not endpoint.of("/ben")


# -- what else happens ------------------------------------------------------------------------------------------------


def test_who_has_invited_learns_that_somebody_has_sat_down(house: House, endpoint: Endpoint) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    table = anna.opens()
    hook(anna, endpoint, "/anna", after=1)
    ben.claims(table)
    call = endpoint.next("/anna")["vistula"]
    assert (call["kind"], call["title"]) == ("joined", "Lamp and Fog: Ben has sat down")
    assert call["text"] == "Ben plays Green. Everyone is here: the game begins, and it is your move."


def test_who_waits_in_the_lobby_learns_it_too(house: House, endpoint: Endpoint) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    table = anna.opens(seats={"red": {"who": "me"}, "green": {"who": "anyone"}})
    hook(anna, endpoint, "/anna", after=1)
    ben.post(f"/api/lobby/{table.id}", {"seat": "green"})
    assert endpoint.next("/anna")["vistula"]["title"] == "Lamp and Fog: Ben has sat down"


def test_when_the_dice_wait_for_a_browser_its_person_is_called(house: House, endpoint: Endpoint) -> None:
    anna, ben = Person(house, "Anna"), Person(house, "Ben")
    table = anna.opens(together=True)
    hook(anna, endpoint, "/anna", after=1)
    hook(ben, endpoint, "/ben", after=1)
    ben.claims(table)
    call = endpoint.next("/anna")["vistula"]
    assert call["text"].endswith("Open the table, so that your browser can add its number to the dice.")
    green, red = Adding(table, "green"), None
    assert green.seal()["done"] == 1
    green.client.close()
    house.put_on(minutes=10)
    red = Adding(table, "red")
    assert red.seal()["done"] == 1
    assert endpoint.next("/ben")["vistula"]["title"] == "Lamp and Fog: open the table"
    assert red.open()["done"] == 1
    red.client.close()
    house.put_on(minutes=10)
    again = Adding(table, "green")
    assert again.open(green.number)["done"] == 1
    kinds = sorted(got.json["vistula"]["kind"] for got in endpoint.until("/anna", 2))
    assert kinds == ["begun", "turn"]
    again.client.close()


def test_a_seat_that_is_offered_is_told_of(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", after=1)
    hides(duel.green)
    house.put_on(minutes=2)
    assert duel.red.ask("leave", to="anyone")["done"] == 1
    call = endpoint.next("/ben")["vistula"]
    assert (call["kind"], call["title"]) == ("offer", "Lamp and Fog: a seat is free")


def test_when_time_is_up_and_a_substitute_may_come_its_owner_is_told(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house, pace={**DAYS, "then": "substitute"})
    added(duel.ben, {"kind": "hook", "url": f"{endpoint.url}/ben"})
    duel.green.close()
    ends(duel.red)
    house.put_on(days=4.1)
    while (call := endpoint.next("/ben")["vistula"])["kind"] != "offer":
        assert call["kind"] in ("turn", "time")
    assert call["title"] == "Lamp and Fog: your seat is offered"


def test_the_end_is_told_to_who_does_not_look(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben", after=1)
    hook(duel.anna, endpoint, "/anna", after=1)
    duel.green.close()
    house.put_on(minutes=2)
    assert duel.red.ask("resign")["done"] == 1
    call = endpoint.next("/ben")["vistula"]
    assert (call["kind"], call["text"]) == ("over", "Green has won.")
    passed(house, endpoint)
    assert not endpoint.of("/anna"), "she has looked on"


# -- what goes wrong --------------------------------------------------------------------------------------------------


def test_a_notice_that_was_not_taken_is_tried_again(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/ben")
    endpoint.answers = lambda path: 503 if path == "/ben" else 204
    duel.green.close()
    ends(duel.red)
    house.put_on(minutes=6)
    (first,) = endpoint.until("/ben")
    until_noted(house, duel.table, 1)
    assert until_trouble(duel.ben) == "it answers with status 503"
    passed(house, endpoint)
    assert len(endpoint.of("/ben")) == 1, "not at once"
    endpoint.answers = lambda path: 204
    house.put_on(minutes=2)
    again = endpoint.until("/ben", 2)[1]
    assert first.headers["idempotency-key"] == again.headers["idempotency-key"]
    until_trouble(duel.ben, False)


def until_noted(house: House, table: Opened, count: int) -> None:
    """So many tries have been noted: the next one is due by the clock of then."""
    while sum(line["event"] == "notice not sent" and line["table"] == table.id for line in house.log_lines()) < count:
        pass


def until_trouble(person: Person, wanted: bool = True) -> str:
    while bool(trouble := calling(person)["channels"][0].get("trouble", "")) is not wanted:
        pass
    return str(trouble)


def test_a_channel_that_fails_again_and_again_rests_and_says_so(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    made = hook(duel.ben, endpoint, "/ben", after=1)
    endpoint.answers = lambda path: 500 if path == "/ben" else 204
    duel.green.close()
    ends(duel.red)
    for n in range(5):
        house.put_on(minutes=[2, 2, 6, 31, 121][n])
        endpoint.until("/ben", n + 1)
        until_noted(house, duel.table, n + 1)
    while "rests" not in (channel := calling(duel.ben)["channels"][0]):
        pass
    assert channel["trouble"] == "it answers with status 500"
    house.put_on(days=0.9)
    passed(house, endpoint)
    assert len(endpoint.of("/ben")) == 5
    endpoint.answers = lambda path: 204
    house.put_on(days=0.2)
    endpoint.until("/ben", 6)
    until_trouble(duel.ben, False)
    assert "rests" not in calling(duel.ben)["channels"][0]
    assert calling(duel.ben)["channels"][0]["id"] == made["id"]


def test_a_subscription_that_is_over_is_dropped(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    pushed(duel.ben, Browser(endpoint), after=1)
    endpoint.answers = lambda path: 410 if path == "/push" else 204
    duel.green.close()
    ends(duel.red)
    house.put_on(minutes=6)
    endpoint.until("/push")
    while "channels" in calling(duel.ben):
        pass


def test_who_names_addresses_that_do_not_answer_keeps_nobody_waiting(house: House, endpoint: Endpoint) -> None:
    with Endpoint() as deaf:
        deaf.holds.set()
        duel = in_the_watch(house)
        for n in range(9):
            hook(duel.ben, deaf, f"/{n}", after=1)
        duel.green.close()
        ends(duel.red)
        house.put_on(minutes=6)
        deaf.until("/0", 0)
        passed(house, endpoint)
        assert len(deaf.got) <= 3
        deaf.holds.clear()
        for n in range(9):
            deaf.until(f"/{n}")


def test_the_log_tells_of_notices_and_of_no_address(house: House, endpoint: Endpoint) -> None:
    duel = in_the_watch(house)
    hook(duel.ben, endpoint, "/hidden-room", after=1)
    duel.green.close()
    ends(duel.red)
    house.put_on(minutes=6)
    endpoint.until("/hidden-room")
    passed(house, endpoint)
    lines = [line for line in house.log_lines() if line["event"] == "notice sent" and line["table"] == duel.table.id]
    assert [(line["kind"], line["about"]) for line in lines] == [("hook", "turn")]
    logs = "".join(log.read_text() for log in house.logs)
    assert "hidden-room" not in logs
    assert "ben@example.org" not in logs
