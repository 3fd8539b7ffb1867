"""Three seats at one table: answers sealed, windows, things to do in another's turn, two browsers on one seat."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from server.house import Client, House, Opened

SEATS = ("red", "green", "blue")
COMPUTER = {"who": "computer", "level": "random"}


def three(house: House, scenario: str = "short", **more: Any) -> tuple[Opened, dict[str, Client]]:
    table = house.open(game="toy", scenario=scenario, **more)
    return table, {seat: table.sit(seat) for seat in SEATS}


def settle(clients: dict[str, Client]) -> None:
    """Until nobody hears anything new: the table may pass for somebody while they are asked one after another."""
    while any(client.drain() for client in clients.values()):
        pass


def waited(clients: dict[str, Client]) -> list[str]:
    """Whom the table waits for; everyone is told the same."""
    told = {tuple(each["seat"] for each in client.view.get("waiting", [])) for client in clients.values()}
    assert len(told) == 1, told
    return list(told.pop())


def play_on(clients: dict[str, Client], rng: random.Random, until: str = "", limit: int = 2000) -> str:
    """Random play by people who also use what they may do in another's turn; until a rule asks a seat: that seat."""
    for _ in range(limit):
        if clients["red"].view.get("result"):
            return ""
        asked = [seat for seat, client in clients.items() if client.view.get("decision")]
        for seat in asked:
            if until and clients[seat].view["decision"]["rule"] == until:
                return seat
        seat = rng.choice([seat for seat in asked if clients[seat].asked or rng.random() < 0.1] or asked)
        answer = clients[seat].act(clients[seat].choice(rng))
        assert answer.get("done") == 1, answer
        settle(clients)
    raise AssertionError("the game does not end")


def test_whole_games_by_three_people(house: House) -> None:
    for seed in range(4):
        table, clients = three(house, "long" if seed % 2 else "short")
        phone, eye = table.sit("green"), table.watch()
        everyone = {**clients, "phone": phone, "eye": eye}
        rng = random.Random(seed)
        while not clients["red"].view.get("result"):
            asked = [seat for seat in SEATS if clients[seat].view.get("decision")]
            seat = rng.choice([seat for seat in asked if clients[seat].asked or rng.random() < 0.1] or asked)
            hand = rng.choice([clients["green"], phone]) if seat == "green" else clients[seat]
            assert hand.act(hand.choice(rng)).get("done") == 1
            settle(everyone)
            waited(everyone)
            assert (phone.view, phone.lines) == (clients["green"].view, clients["green"].lines)
        assert {client.welcome["secret"] for client in everyone.values()} != {""}


def test_computers_answer_beside_a_person(house: House) -> None:
    me = house.open(game="toy", scenario="short", seats={"green": COMPUTER, "blue": COMPUTER}).sit("red")
    rng = random.Random(2)
    while not me.view.get("result"):
        if me.asked:
            assert me.act(me.choice(rng)).get("done") == 1
        else:
            me.until("update")
    assert {line.get("actor") for line in me.lines} >= {"green", "blue"}


def test_sealed_answers_are_nobody_elses_business(house: House) -> None:
    table, clients = three(house)
    phone, eye = table.sit("red"), table.watch()
    others = [clients["green"], clients["blue"], eye]
    everyone = {**clients, "phone": phone, "eye": eye}
    settle(everyone)
    assert waited(everyone) == list(SEATS)
    heard = [len(other.heard) for other in others]
    red = clients["red"]
    assert red.act(("coin", "2")).get("done") == 1
    assert phone.until("update")["view"]["decision"] == red.view["decision"]
    assert red.act(("ready", "")).get("done") == 1
    assert not red.view.get("decision")
    refused = red.act(("coin", "1"))["refusal"]["why"]
    assert "undo takes an answer back" in refused
    assert red.ask("undo", revision=red.revision)["done"] == 1
    assert red.view["decision"]
    assert red.act(("ready", "")).get("done") == 1
    for other, before in zip(others, heard, strict=True):
        assert other.drain() == []
        assert len(other.heard) == before + 1, "nothing but the answer to his own question"
    assert waited(everyone) == list(SEATS), "who has answered is nobody's business"
    for seat in ("blue", "green"):
        assert clients[seat].act(("ready", "")).get("done") == 1
    settle(everyone)
    for client in everyone.values():
        assert "red bids 2." in [line["text"] for line in client.lines]
        assert waited(everyone) != list(SEATS)


def test_sealed_answers_survive_the_server(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table, clients = three(house)
        clients["red"].act(("coin", "2"), ("ready", ""))
        clients["green"].act(("coin", "1"))
        settle(clients)
        before = {seat: (client.revision, client.view) for seat, client in clients.items()}
        house.kill()
        house.start()
        clients = {seat: table.sit(seat) for seat in SEATS}
        assert {seat: (client.revision, client.view) for seat, client in clients.items()} == before
        assert clients["red"].ask("undo", revision=clients["red"].revision)["done"] == 1
        for seat in ("red", "green", "blue"):
            assert clients[seat].act(("ready", "")).get("done") == 1
        settle(clients)
        assert "green bids 1." in [line["text"] for line in clients["blue"].lines]
        play_on(clients, random.Random(1))


def windowed(house: House) -> tuple[Opened, dict[str, Client], str]:
    """A table where someone is asked for a storm."""
    for seed in range(30):
        table, clients = three(house, "long")
        seat = play_on(clients, random.Random(seed), until="3.5")
        if seat:
            return table, clients, seat
    raise AssertionError("boats never meet")


def test_a_window_is_sealed_and_can_be_passed_for_good(house: House) -> None:
    table, clients, seat = windowed(house)
    asked = clients[seat]
    verbs = {option["verb"] for option in asked.options}
    assert "pass" in verbs
    assert verbs <= {"storm", "pass", "flare", "survey"}, "and what may be done at any time, if it can be now"
    assert seat in waited(clients)
    phone = table.sit(seat)
    assert asked.ask("stand", kind="storm")["done"] == 1
    assert asked.welcome["standing"] == ["storm"]
    while phone.welcome.get("standing") != ["storm"]:
        phone.next()
    for other in SEATS:
        assert other == seat or "standing" not in table.sit(other).welcome
    settle(clients)
    rng = random.Random(7)
    while True:
        found = play_on(clients, rng, until="3.5")
        if not found:
            break
        assert found != seat, "whoever passes for good is not asked"
        assert clients[found].act(clients[found].choice(rng)).get("done") == 1
        settle(clients)


def test_a_standing_answer_can_be_withdrawn_and_survives_a_restart(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = house.open(game="toy", scenario="short")
        desk, phone = table.sit("blue"), table.sit("blue")
        assert desk.ask("stand", id="once", kind="storm")["done"] == 1
        assert desk.ask("stand", id="once", kind="storm")["done"] == 1
        house.kill()
        house.start()
        desk, phone = table.sit("blue"), table.sit("blue")
        assert desk.welcome["standing"] == ["storm"]
        assert desk.ask("stand", kind="storm", passes=False)["done"] == 1
        assert "standing" not in desk.welcome
        while phone.welcome.get("standing"):
            phone.next()
        assert phone.welcome["id"] == ""


@pytest.mark.parametrize("seed", [3, 4])
def test_what_may_be_done_in_anothers_turn_is_offered_and_never_waited_for(house: House, seed: int) -> None:
    _, clients = three(house)
    rng = random.Random(seed)
    keeper = ""
    while not keeper:
        assert play_on(clients, rng, until="3.1"), "nobody sails"
        keeper = next((s for s in SEATS if clients[s].view.get("decision") and not clients[s].asked), "")
        if not keeper:
            mover = waited(clients)[0]
            assert clients[mover].act(("end", "")).get("done") == 1
            settle(clients)
    mover = waited(clients)[0]
    assert keeper != mover
    boat = next(o for o in clients[mover].options if o["verb"] == "boat")["args"][0]
    assert clients[mover].act(("boat", boat)).get("done") == 1
    draft = clients[mover].view["decision"]
    sea = next(o for o in clients[keeper].options if o["verb"] == "survey")["args"][0]
    assert clients[keeper].act(("survey", sea)).get("done") == 1
    settle(clients)
    assert clients[mover].view["decision"]["options"] == draft["options"], "the open draft goes on"
    texts = {seat: clients[seat].lines[-1]["text"] for seat in SEATS}
    assert texts.pop(keeper) == f"{keeper} surveys {sea}."
    assert set(texts.values()) == {f"{keeper} surveys something."}
    play_on(clients, rng)
