"""What whoever runs the server does with its tables while people play."""

from __future__ import annotations

import json
import random
import socket
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

import kernel.toy  # noqa: F401 - registers itself
from server.house import Client, House, Opened
from server.test_play import play_on
from vistula.cli import main
from vistula.kernel.record import prove, read
from vistula.server import ledger, retention
from vistula.server.database import Database

TOY = {"game": "toy", "scenario": "short", "options": {"players": "2"}}


def admin(house: House, *words: str) -> int:
    return main(["admin", "--database", str(house.database), *words])


def soon(is_so: Callable[[], bool]) -> None:
    """Orders are carried out within a second or two."""
    until = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < until, "it was not carried out"
        time.sleep(0.1)


def sits(house: House, table: Opened, seat: str) -> Client:
    client = Client(house, table.id, table.tokens[seat])
    client.send(type="hello", id="h", token=client.token)
    client.until("welcome")
    return client


def test_tables_are_listed_and_shown(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    table = house.open(**TOY)
    assert admin(house, "list") == 0
    assert f"{table.id}  toy short" in capsys.readouterr().out
    assert admin(house, "show", table.id) == 0
    told = capsys.readouterr().out
    assert "seat red: link, opened by 1 tokens" in told
    assert not any(token in told for token in table.tokens.values())
    assert admin(house, "show", "nothing") == 2


def test_a_table_is_exported_while_it_runs_and_signed_when_it_is_over(house: House, tmp_path: Path) -> None:
    table = house.open(**TOY)
    red = table.sit("red")
    assert red.act(red.choice(random.Random(1)))["done"] == 1
    assert admin(house, "export", table.id, "--to", str(tmp_path)) == 0
    file = tmp_path / f"toy-{table.id}.record.json"
    assert len(json.loads(file.read_text())["entries"]) == 1
    assert red.ask("resign")["done"] == 1
    assert admin(house, "export", "all", "--to", str(tmp_path)) == 0
    record = read(file)
    assert prove(record, "record").over
    assert record.signature is not None
    assert record.signature.key == house.get("/api/key").json()["key"]


def test_a_table_is_deleted_for_good(house: House) -> None:
    table = house.open(**TOY)
    red = table.sit("red")
    assert admin(house, "delete", table.id) == 2, "not without --yes"
    assert admin(house, "delete", table.id, "--yes") == 0
    assert red.closed_with() == 1013
    assert house.get(f"/api/tables/{table.id}", table.tokens["red"]).status_code == 403
    database = Database(str(house.database), beside=True)
    with database.engine.connect() as connection:
        for kept in ("tables", "seats", "tokens", "entries", "chat", "snapshots"):
            column = "id" if kept == "tables" else "table_id"
            found = connection.exec_driver_sql(f"select count(*) from {kept} where {column} = '{table.id}'")
            assert found.scalar() == 0, kept
    database.close()


def test_a_table_is_frozen_and_thawed(house: House) -> None:
    table = house.open(**TOY)
    red = table.sit("red")
    assert admin(house, "freeze", table.id, "--why", "it is looked into") == 0
    assert red.closed_with() == 1013
    again = sits(house, table, "red")
    assert again.welcome["frozen"] == "it is looked into"
    assert again.ask("resign")["error"] == "frozen"
    assert house.get(f"/api/tables/{table.id}", table.tokens["red"]).json()["frozen"] == "it is looked into"
    assert admin(house, "thaw", table.id) == 0
    soon(lambda: "frozen" not in sits(house, table, "red").welcome)
    back = table.sit("red")
    assert back.act(back.choice(random.Random(1)))["done"] == 1


def test_a_seat_is_revoked_and_given_to_somebody_else(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    table = house.open(**TOY)
    red, green = table.sit("red"), table.sit("green")
    assert admin(house, "revoke", table.id, "nobody") == 2
    capsys.readouterr()
    assert admin(house, "revoke", table.id, "red") == 0
    invite = capsys.readouterr().out.strip().partition("#invite=")[2]
    assert red.closed_with() == 1013
    assert house.get(f"/api/tables/{table.id}", table.tokens["red"]).status_code == 403
    green.drain()
    claimed = house.post(f"/api/tables/{table.id}/claim", {"invite": invite}).json()
    assert claimed["seat"] == "red"
    assert Client(house, table.id, claimed["token"]).hello().view["seat"] == "red"


def test_everybody_is_told_what_the_operator_says(house: House) -> None:
    red = house.open(**TOY).sit("red")
    assert admin(house, "message", "Maintenance at eight.") == 0
    assert red.until("notice", kind="operator")["text"] == "Maintenance at eight."
    assert house.get("/api/shelf").json()["message"] == "Maintenance at eight."
    assert admin(house, "message") == 0
    soon(lambda: "message" not in house.get("/api/shelf").json())


def test_a_drained_server_opens_nothing_finishes_and_stops(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = house.open(**TOY)
        red = table.sit("red")
        assert admin(house, "drain") == 0
        red.until("notice", kind="operator")
        assert red.closed_with() == 1001
        assert house.process is not None
        assert house.process.wait(60) == 0
        house.stop()
        house.start()
        time.sleep(2.5)  # the order is not carried out again
        assert house.open(**TOY)


@pytest.mark.sqlite
def test_who_works_beside_a_server_needs_its_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.db"
    assert main(["admin", "--database", str(missing), "list"]) == 2
    assert "no such database" in capsys.readouterr().err
    assert not missing.exists()


# -- retention --------------------------------------------------------------------------------------------------------

DAY = 24 * 60 * 60.0


def test_a_table_that_nobody_plays_at_is_announced_and_then_put_away(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table, played = house.open(**TOY), house.open(**TOY)
        house.stop()
        database = Database(str(house.database))

        def state(id: str) -> tuple[bool, bool]:
            stored = ledger.stored(database.engine, id)
            assert stored is not None
            return bool(stored.expires), bool(stored.held)

        assert retention.look(database.engine, 90) == []
        assert set(retention.look(database.engine, 90, ago=-77 * DAY)) == {table.id, played.id}
        assert state(table.id) == state(played.id) == (True, False), "they are told first"
        database.close()

        house.start()
        assert house.get(f"/api/tables/{table.id}", table.tokens["red"]).json()["expires"]
        red = played.sit("red")
        assert red.welcome["expires"]
        assert red.act(red.choice(random.Random(1)))["done"] == 1
        card = f"/api/tables/{played.id}"
        assert house.get(card, played.tokens[""]).json()["expires"], "nobody else learns of a draft"
        play_on([red, played.sit("green")], random.Random(1), 12)
        assert "expires" not in house.get(card, played.tokens[""]).json()
        house.stop()
        database = Database(str(house.database))
        assert state(played.id) == (False, False), "who plays on has kept it"
        assert retention.look(database.engine, 90, ago=-88 * DAY) == [played.id], "it is told anew"
        assert retention.look(database.engine, 90, ago=-92 * DAY) == [table.id]
        assert state(table.id) == (True, True)
        database.close()

        house.start()
        assert "put away" in sits(house, table, "red").welcome["frozen"]
        assert admin(house, "thaw", table.id) == 0
        soon(lambda: "frozen" not in sits(house, table, "red").welcome)


# -- metrics ----------------------------------------------------------------------------------------------------------


def test_metrics_are_told_where_no_player_asks(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with House(tmp_path, "--no-limits", "--metrics", f"127.0.0.1:{port}") as house:
        red = house.open(**TOY).sit("red")
        assert red.act(red.choice(random.Random(1)))["done"] == 1
        assert red.ask("undo", revision=red.revision)["done"] == 1
        red.act(("nonsense", ""))
        families = text_string_to_metric_families(httpx.get(f"http://127.0.0.1:{port}/metrics").text)
        found = {(s.name, *s.labels.values()): s.value for family in families for s in family.samples}
        assert found["vistula_actions_total", "toy"] == 2
        assert found["vistula_refusals_total", "rule"] == 1
        assert found["vistula_tables_in_memory",] == 1
        assert found["vistula_listeners",] == 1
        assert found["vistula_commit_seconds_count",] >= 3
        assert found["process_resident_memory_bytes",] > 1e7
        assert "vistula_" not in house.get("/metrics").text
