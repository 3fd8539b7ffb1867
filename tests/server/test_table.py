"""What people do at a table besides playing: talk, point, ask back, resign, play again, watch."""

from __future__ import annotations

import random

from server.house import Client, House, Opened


def both(table: Opened) -> tuple[Client, Client]:
    return table.sit("poland"), table.sit("russia")


def some_actions(client: Client, count: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        assert client.act(client.choice(rng)).get("done") == 1


def test_presence_says_who_is_here(house: House) -> None:
    table = house.open()
    russia = table.sit("russia")
    assert russia.until("presence")["online"] == ["russia"]
    poland = table.sit("poland")
    assert russia.until("presence")["online"] == ["poland", "russia"]
    watcher = table.watch()
    assert watcher.until("presence")["online"] == ["poland", "russia"]
    poland.close()
    while russia.until("presence")["online"] != ["russia"]:
        pass


def test_talk_and_pointing_reach_everyone(house: House) -> None:
    table = house.open()
    poland, russia = both(table)
    watcher = table.watch()
    assert poland.ask("chat", text="  Good   luck  ")["done"] == 1
    assert russia.ask("look", space="0101")["done"] == 1
    for client in (poland, russia, watcher):
        client.drain()
        assert {"type": "said", "seat": "poland", "text": "Good luck"}.items() <= next(
            m for m in client.heard if m["type"] == "said"
        ).items()
        assert {"type": "pointed", "seat": "russia", "space": "0101"} in client.heard
    assert russia.ask("look", space="Atlantis")["refusal"]["why"]
    assert poland.ask("chat", text="   ")["error"] == "empty"


def test_an_onlooker_only_looks(house: House) -> None:
    table = house.open()
    watcher = table.watch()
    assert watcher.view["seat"] == ""
    assert "decision" not in watcher.view
    for type, fields in {
        "act": {"revision": watcher.revision, "actions": [{"verb": "end"}]},
        "undo": {"revision": watcher.revision},
        "chat": {"text": "Move already"},
        "resign": {},
        "ask_back": {},
        "rematch": {},
    }.items():
        assert watcher.ask(type, **fields)["error"] == "onlooker"
    assert watcher.ask("paint", kind="zoc")["overlay"]["layers"]


def test_strangers_watch_listed_tables_only(house: House) -> None:
    listed, private = house.open(listed=True), house.open()
    stranger = Client(house, listed.id, "").hello()
    assert stranger.welcome["seat"] == ""
    assert stranger.welcome["listed"]
    refused = Client(house, private.id, "")
    refused.send(type="hello", id="1", token="")
    assert refused.closed_with() == 1008


def test_going_back_by_consent(house: House) -> None:
    table = house.open()
    poland, russia = both(table)
    start = russia.view
    assert russia.ask("ask_back")["refusal"]["why"] == "you have not acted yet"
    some_actions(russia, 3)
    assert "done" not in russia.ask("ask_back")
    assert poland.until("back_asked")["seat"] == "russia"
    assert poland.ask("allow_back", allow=False)["done"] == 1
    told = russia.until("notice")
    assert (told["kind"], told["text"]) == ("back", "Poland did not agree to an undo.")
    russia.ask("ask_back")
    poland.until("back_asked", seat="russia")
    assert poland.ask("allow_back", allow=True)["done"] == 1
    assert russia.until("notice", kind="back")["text"].startswith("Undone, as everyone agreed")
    russia.until("update")
    assert {**russia.view, "revision": 0, "undo": 0} == {**start, "revision": 0, "undo": 0}
    assert poland.ask("allow_back", allow=True)["refusal"]["why"]


def test_whoever_acts_withdraws_the_question(house: House) -> None:
    table = house.open()
    poland, russia = both(table)
    some_actions(russia, 1)
    russia.ask("ask_back")
    poland.until("back_asked", seat="russia")
    some_actions(russia, 1)
    assert poland.until("back_asked") == {"type": "back_asked", "seat": ""}
    assert any("has lapsed" in told["text"] for told in [*russia.heard, *russia.drain()] if told["type"] == "notice")
    assert poland.ask("allow_back", allow=True)["refusal"]["why"]


def test_the_computer_lets_you_take_back(house: House) -> None:
    me = house.open(seats={"poland": {"who": "computer", "level": "random"}}).sit("russia")
    some_actions(me, 2)
    assert me.ask("ask_back")["done"] == 1


def test_resigning_opens_the_seal(house: House) -> None:
    table = house.open()
    poland, russia = both(table)
    some_actions(russia, 2)
    assert russia.ask("resign")["done"] == 1
    for client in (poland, russia):
        while not client.view.get("result"):
            client.next()
        assert client.view["result"]["winners"] == ["poland"]
        while "secret" not in client.welcome:
            client.next()
    assert (
        russia.ask("act", revision=russia.revision, actions=[{"verb": "end"}])["refusal"]["why"] == "the game is over"
    )
    assert russia.ask("ask_back")["refusal"]["why"]


def test_a_rematch_swaps_sides(house: House) -> None:
    table = house.open(seats={"poland": {"who": "link", "name": "Ola"}, "russia": {"who": "me", "name": "Jan"}})
    poland, russia = both(table)
    assert russia.ask("rematch")["refusal"]["why"] == "the game is not over"
    russia.ask("resign")
    first = russia.ask("rematch")
    assert poland.until("notice")["kind"] == "rematch"
    second = poland.ask("rematch")
    assert first["table"] == second["table"] != table.id
    again = [Client(house, answer["table"], answer["token"]).hello() for answer in (first, second)]
    assert [client.welcome["seat"] for client in again] == ["poland", "russia"]
    assert again[0].welcome["seats"] == {"poland": "Jan", "russia": "Ola"}
    assert house.get(f"/api/tables/{first['table']}", first["token"]).json()["seat"] == "poland"


def test_standing_answers_are_told_to_their_seat_only(house: House) -> None:
    table = house.open(game="toy", scenario="short", options={"players": "2"})
    red = table.sit("red")
    assert red.welcome["windows"] == ["storm"]
    assert red.ask("stand", kind="storm")["done"] == 1
    assert red.ask("stand", kind="calm")["refusal"]["why"]
    assert table.sit("red").welcome["standing"] == ["storm"]
    assert "standing" not in table.sit("green").welcome


def test_opening_a_table_again_says_where_i_left_off(house: House) -> None:
    table = house.open()
    russia = table.sit("russia")
    rng = random.Random(4)
    while russia.asked:
        assert russia.act(russia.choice(rng)).get("done") == 1
    acted = len(russia.lines)
    poland = table.sit("poland")
    while poland.asked and not russia.asked:
        assert poland.act(poland.choice(rng)).get("done") == 1
        russia.drain()
    again = table.sit("russia")
    assert again.welcome["last_acted"] == acted
    assert again.lines == russia.lines


def test_only_new_lines_are_sent_to_whoever_has_the_others(house: House) -> None:
    table = house.open()
    russia = table.sit("russia")
    rng = random.Random(8)
    while len(russia.lines) < 5 and russia.asked:
        russia.act(russia.choice(rng))
    known = len(russia.lines)
    back = Client(house, table.id, table.tokens["russia"])
    back.lines = list(russia.lines)
    back.hello(heard=known)
    update = next(message for message in back.heard if message["type"] == "update")
    assert "lines" not in update
    assert update["heard"] == known


def test_a_verb_for_one_thing_needs_no_argument(house: House) -> None:
    me = house.open().sit("russia")
    option = next((o for o in me.options if len(o["args"]) == 1), None)
    assert option is not None
    assert me.act((option["verb"], "")).get("done") == 1


def test_a_name_is_that_name_and_no_other_way_to_write_it(house: House) -> None:
    me = house.open().sit("russia")
    option = next(o for o in me.options if o["args"] == ["0"])
    for arg in ("𝟘", "00", "+0", " 0", "0.0"):
        assert me.act((option["verb"], arg))["refusal"]["why"]
    assert me.ask("why", kind="space", name="０１０１")["refusal"]["why"]


def test_several_deeds_end_at_the_first_that_is_not_offered(house: House) -> None:
    me = house.open().sit("russia")
    verb, arg = me.choice(random.Random(1))
    answer = me.act((verb, arg), ("nonsense", "1"), ("nonsense", "2"))
    assert answer["done"] == 1
    answer = me.act(("nonsense", "1"))
    assert "offered" in answer["refusal"]["why"]
    assert "done" not in answer
