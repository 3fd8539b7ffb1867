"""Games over the WebSocket: whole, interrupted, with the computer, with people who change their minds."""

from __future__ import annotations

import random
from pathlib import Path

from server.house import Client, House, Opened
from vistula.kernel.dice import commitment
from vistula.kernel.record import decode, replay, verify

COMPUTER = {"who": "computer", "level": "random"}


def play_on(clients: list[Client], rng: random.Random, limit: int = 10_000) -> int:
    """Random play by people until the end; returns how many messages it took."""
    for n in range(limit):
        mover = next((client for client in clients if client.asked), None)
        if mover is None:
            if clients[0].view.get("result"):
                return n
            for client in clients:
                client.drain()
            continue
        answer = mover.act(mover.choice(rng))
        assert answer.get("done") == 1, answer
        if not mover.asked:
            for client in clients:
                client.drain()
    return limit


def seats_of(table: Opened) -> list[Client]:
    return [table.sit(seat) for seat in table.tokens if seat and table.tokens[seat]]


def test_a_whole_game_by_two_people(house: House) -> None:
    table = house.open()
    clients = seats_of(table)
    watcher = table.watch()
    assert {client.welcome["seat"] for client in clients} == {"poland", "russia"}
    assert "secret" not in clients[0].welcome
    assert play_on(clients, random.Random(5)) > 50
    for client in [*clients, watcher]:
        while "secret" not in client.welcome:
            client.next()
        assert commitment(bytes.fromhex(client.welcome["secret"])) == table.seal
        assert client.view["result"]
    record = house.get(f"/api/tables/{table.id}/export", table.tokens["poland"])
    assert record.headers["content-disposition"].endswith('.record.json"')
    ends = [house.get(f"/api/tables/{table.id}/position", table.tokens[seat]) for seat in ("poland", "russia", "")]
    assert ends[0].text == ends[1].text == ends[2].text
    assert "doing = []" in ends[0].text
    kept = decode(record.content, "export")
    assert verify(kept, "export") == len(kept.dice) > 0
    for _ in replay(kept, "export", check=True):
        pass


def test_a_whole_game_against_the_computer(house: House) -> None:
    table = house.open(seats={"poland": COMPUTER, "russia": {"who": "me", "name": "Ania"}})
    assert table.tokens["poland"] == ""
    me = table.sit("russia")
    assert me.welcome["levels"] == {"poland": "random"}
    assert me.welcome["seats"]["russia"] == "Ania"
    rng = random.Random(3)
    while not me.view.get("result"):
        if me.asked:
            assert me.act(me.choice(rng)).get("done") == 1
        else:
            me.until("update")
    assert me.lines
    assert any(line.get("actor") == "poland" for line in me.lines)


def test_the_trial_game_with_sealed_answers_and_windows(house: House) -> None:
    for seed in range(3):
        table = house.open(game="toy", scenario="short", options={"players": "2"})
        assert play_on(seats_of(table), random.Random(seed)) > 5


def test_a_restart_continues_where_it_was(tmp_path: Path) -> None:
    rng = random.Random(9)
    with House(tmp_path, "--no-limits") as house:
        table = house.open()
        clients = seats_of(table)
        play_on(clients, rng, 60)
        said = clients[0].ask("chat", text="See you tomorrow")
        assert said["done"] == 1
        for client in clients:
            client.drain()
        before = {client.welcome["seat"]: (client.revision, client.view, client.lines) for client in clients}
        assert house.stop() == 0
        assert [client.closed_with() for client in clients] == [1001, 1001]
        house.start()
        again = seats_of(table)
        for client in again:
            seat = client.welcome["seat"]
            assert (client.revision, client.view, client.lines) == before[seat]
            assert client.until("said")["text"] == "See you tomorrow"
        play_on(again, rng)


def test_undo_goes_back_a_message_also_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = house.open()
        me = table.sit("russia")
        _to_the_movement_phase(me)
        start = me.view
        unit = next(o for o in me.options if o["verb"] == "unit")["args"][0]
        assert me.act(("unit", unit), ("stop", "")).get("done") in (1, 2)
        assert me.view["undo"]["can"]
        house.kill()
        house.start()
        me = table.sit("russia")
        answer = me.ask("undo", revision=me.revision)
        assert answer["done"] == 1
        assert {**me.view, "revision": 0, "undo": 0} == {**start, "revision": 0, "undo": 0}


def _to_the_movement_phase(client: Client) -> None:
    """Answer with the first choice until units can be moved."""
    while not any(option["verb"] == "unit" for option in client.options):
        option = next(o for o in client.options if not o.get("free"))
        wanted = next((o for o in client.options if "move" in o.get("label", "").lower()), option)
        assert client.act((wanted["verb"], wanted["args"][0])).get("done") == 1


def test_go_walks_the_way_that_was_shown(house: House) -> None:
    me = house.open().sit("russia")
    _to_the_movement_phase(me)
    unit = next(o for o in me.options if o["verb"] == "unit")["args"][0]
    reach = me.ask("paint", kind="reach", name=unit)["overlay"]["layers"]
    space = next(iter(reach.values()))[-1]
    way = me.ask("way", piece=unit, space=space)["paths"][0]["spaces"]
    assert way[-1] == space
    answer = me.ask("go", revision=me.revision, piece=unit, space=space)
    assert answer["done"] == len(way) + 1
    assert next(piece for piece in me.view["pieces"] if piece["key"] == unit)["space"] == space
    refused = me.ask("go", revision=me.revision, piece=unit, space="0101")
    assert refused["refusal"]["why"]


def test_two_connections_on_one_seat(house: House) -> None:
    table = house.open()
    desk, phone = table.sit("russia"), table.sit("russia")
    rng = random.Random(2)
    for n in range(10):
        mover, other = (desk, phone) if n % 2 else (phone, desk)
        mover.drain()
        if not mover.asked:
            break
        assert mover.act(mover.choice(rng)).get("done") == 1
        while other.revision < mover.revision:
            other.next()
        assert (other.view, other.lines) == (mover.view, mover.lines)


def test_a_stale_message_gets_the_fresh_view(house: House) -> None:
    table = house.open()
    desk, phone = table.sit("russia"), table.sit("russia")
    deed = desk.choice(random.Random(1))
    old = phone.revision
    assert desk.act(deed).get("done") == 1
    answer = phone.act(deed, revision=old)
    assert answer["stale"]
    assert "done" not in answer
    assert phone.view == desk.view


def test_a_repeated_message_is_done_once_also_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = house.open()
        me = table.sit("russia")
        revision, deed = me.revision, me.choice(random.Random(1))
        assert me.act(deed, id="once", revision=revision)["done"] == 1
        view = me.view
        assert me.act(deed, id="once", revision=revision)["done"] == 1
        assert me.view == view
        assert me.ask("chat", id="said once", text="Good morning")["done"] == 1
        house.kill()
        house.start()
        me = table.sit("russia")
        assert me.act(deed, id="once", revision=revision)["done"] == 1
        assert me.view == view
        assert me.ask("chat", id="said once", text="Good morning")["done"] == 1
        assert [said["text"] for said in me.heard if said["type"] == "said"] == ["Good morning"]
        own = table.sit("poland")
        own.drain()
        assert [said["text"] for said in own.heard if said["type"] == "said"] == ["Good morning"]


def test_hot_seat_is_two_tokens_in_one_browser(house: House) -> None:
    table = house.open(seats={"poland": {"who": "me"}, "russia": {"who": "me"}})
    clients = seats_of(table)
    assert len(clients) == 2
    play_on(clients, random.Random(1), 20)


def test_the_staff_plays_a_phase_and_one_undo_takes_it_back_also_after_a_kill(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = house.open()
        russia, poland = table.sit("russia"), table.sit("poland")
        for deed in (("movement", ""), ("spend", ""), ("spend", "")):
            assert russia.act(deed)["done"] == 1
        poland.drain()
        before, seen, revision = russia.view, poland.view, poland.revision
        assert [group["id"] for group in before["decision"]["groups"]] == ["west", "southwest"]
        assert "no group" in russia.ask("staff", revision=russia.revision, group="north")["refusal"]["why"]
        assert "your turn" in poland.ask("staff", revision=poland.revision)["refusal"]["why"]
        assert russia.ask("staff", revision=russia.revision - 1)["stale"]
        answer = russia.ask("staff", revision=russia.revision, id="once")
        assert answer["done"] > 10
        assert answer["note"].startswith("Your staff has done all it would in this phase.")
        again = russia.ask("staff", revision=russia.revision, id="once")
        assert again["done"] == answer["done"], "what comes twice is done once"
        moved = russia.view["pieces"]
        assert moved != before["pieces"]
        assert russia.view["phase"] == before["phase"]
        assert (poland.drain(), poland.view, poland.revision) == ([], seen, revision)
        house.kill()
        house.start()
        russia, poland = table.sit("russia"), table.sit("poland")
        assert russia.view["pieces"] == moved
        assert russia.ask("undo", revision=russia.revision)["done"] == 1
        assert russia.view["pieces"] == before["pieces"]
        assert russia.ask("staff", revision=russia.revision, group="west")["done"] > 3
        assert poland.view["pieces"] == seen["pieces"]
