"""The database: its version, its lock, group commit, and tables that no longer replay."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, insert, text

from server.house import ROOT, House, Opened
from server.older import back_to
from vistula.kernel.errors import BadInput
from vistula.kernel.record import decode, verify
from vistula.server import ledger, schema
from vistula.server import restore as restoring
from vistula.server.database import Database
from vistula.server.ledger import Sitter, Spoken, Stored
from vistula.server.writer import Writer


def change(house: House, statement: str, **values: Any) -> None:
    database = Database(str(house.database), beside=True)
    with database.engine.begin() as connection:
        connection.execute(text(statement), values)
    database.close()


def played(house: House, count: int = 25) -> Opened:
    table = house.open()
    client = table.sit("russia")
    rng = random.Random(1)
    for _ in range(count):
        if client.asked:
            client.act(client.choice(rng))
    return table


# -- the file -----------------------------------------------------------------------------------------------


@pytest.mark.sqlite
def test_a_new_database_has_the_present_version(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "new.db"))
    with database.engine.connect() as connection:
        assert connection.execute(text("select value from meta where key = 'version'")).scalar() == str(schema.VERSION)
        assert connection.execute(text("pragma journal_mode")).scalar() == "wal"
        assert connection.execute(text("pragma synchronous")).scalar() == 2
    database.close()


def test_an_older_database_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "old.db")
    Database(path).close()
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 2)
    monkeypatch.setitem(schema.MIGRATIONS, schema.VERSION - 2, ("alter table tables add column colour text",))
    monkeypatch.setitem(
        schema.MIGRATIONS, schema.VERSION - 1, ("update meta set value = 'passing' where key = 'version'",)
    )
    database = Database(path)
    with database.engine.connect() as connection:
        assert connection.execute(text("select value from meta where key = 'version'")).scalar() == str(schema.VERSION)
        assert connection.execute(text("select colour from tables")).all() == []
    database.close()


@pytest.mark.sqlite
def test_cards_that_name_a_side_are_made_anew(tmp_path: Path) -> None:
    path = str(tmp_path / "old.db")
    database = Database(path)
    kept = {"game": "g", "rules": "1", "data": "", "scenario": "", "options": "{}", "position": "", "secret": b"",
            "listed": False, "created": "", "rematch": "", "opener": ""}  # fmt: skip
    with database.engine.begin() as connection:
        cards = {
            "over": '{"entries":1,"result":{"winner":"poland"}}',
            "drawn": '{"entries":1,"result":{"winner":null}}',
        }
        for id, card in {**cards, "running": '{"entries":3}'}.items():
            connection.execute(insert(schema.TABLES), {"id": id, "card": card, **kept})
        connection.execute(text("drop table snapshots"))
        back_to(connection, 2)
    database.close()
    database = Database(path)
    with database.engine.connect() as connection:
        assert connection.execute(text("select count(*) from snapshots")).scalar() == 0
        found = dict(connection.execute(text("select id, card from tables")).all())
    database.close()
    assert found == {"over": "", "drawn": "", "running": '{"entries":3}'}


@pytest.mark.sqlite
def test_a_table_of_an_older_database_is_played_on(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = house.open()
        assert table.sit("russia").act(("movement", ""))["done"] == 1
        house.stop()
        database = Database(str(house.database))
        with database.engine.begin() as connection:
            back_to(connection, 5)
        database.close()
        house.start()
        russia = table.sit("russia")
        assert russia.act(russia.choice(random.Random(1)))["done"] == 1
        assert "numbers" not in russia.welcome


@pytest.mark.sqlite
def test_a_newer_or_foreign_database_is_left_alone(tmp_path: Path) -> None:
    newer = str(tmp_path / "newer.db")
    database = Database(newer)
    with database.engine.begin() as connection:
        connection.execute(text("update meta set value = '99'"))
    database.close()
    with pytest.raises(BadInput, match="has version 99"):
        Database(newer)
    foreign = tmp_path / "foreign.db"
    engine = create_engine(f"sqlite:///{foreign}")
    with engine.begin() as connection:
        connection.execute(text("create table recipes (id int)"))
    engine.dispose()
    with pytest.raises(BadInput, match="something else"):
        Database(str(foreign))
    (tmp_path / "noise.db").write_bytes(b"This is not a database." * 100)
    with pytest.raises(BadInput, match="cannot be used"):
        Database(str(tmp_path / "noise.db"))


@pytest.mark.sqlite
def test_only_one_server_has_a_database(tmp_path: Path) -> None:
    path = str(tmp_path / "one.db")
    first = Database(path)
    with pytest.raises(BadInput, match="in use"):
        Database(path)
    first.close()
    Database(path).close()


@pytest.mark.sqlite
def test_a_link_does_not_get_past_the_lock(tmp_path: Path) -> None:
    path, link, folder = tmp_path / "one.db", tmp_path / "link.db", tmp_path / "folder"
    first = Database(str(path))
    link.symlink_to(path)
    folder.symlink_to(tmp_path)
    for other in (link, folder / "one.db"):
        with pytest.raises(BadInput, match="in use"):
            Database(str(other))
    first.close()
    linked = Database(str(link))
    with pytest.raises(BadInput, match="in use"):
        Database(str(path))
    linked.close()


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


@pytest.mark.sqlite
def test_nobody_else_may_read_the_database(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        database = Database(str(tmp_path / "t.db"))
        with database.engine.begin() as connection:
            connection.execute(text("insert into meta values ('a', 'b')"))
            assert modes(tmp_path) == dict.fromkeys(["t.db", "t.db-shm", "t.db-wal", "t.db.key", "t.db.lock"], "0o600")
        database.close()
    finally:
        os.umask(before)


@pytest.mark.sqlite
def test_the_file_is_closed_to_others_from_its_first_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, str] = {}

    def look(engine: Engine) -> int:
        seen.update(modes(tmp_path))
        return schema.bring_up_to_date(engine)

    monkeypatch.setattr("vistula.server.database.bring_up_to_date", look)
    Database(str(tmp_path / "t.db")).close()
    assert seen["t.db"] == "0o600"


@pytest.mark.sqlite
def test_an_older_file_is_closed_to_others(tmp_path: Path) -> None:
    Database(str(tmp_path / "t.db")).close()
    (tmp_path / "t.db").chmod(0o644)
    Database(str(tmp_path / "t.db")).close()
    assert modes(tmp_path)["t.db"] == "0o600"


@pytest.mark.parametrize("url", ["nonsense://x", "sqlite://", "://"])
def test_a_url_that_is_none(url: str) -> None:
    with pytest.raises(BadInput, match="--database"):
        Database(url)


# -- the writer ---------------------------------------------------------------------------------------------


def test_what_waits_together_is_committed_together_and_in_order(tmp_path: Path) -> None:
    async def many() -> tuple[int, int]:
        database = Database(str(tmp_path / "w.db"))
        writer = Writer(database.engine)
        rows = [ledger.chat_row("t", Spoken(n, "poland", f"m{n}", "word", "now")) for n in range(500)]
        await asyncio.gather(*(writer.write([row]) for row in rows))
        await writer.stop()
        assert [spoken.n for spoken in ledger.talk(database.engine, "t")] == list(range(500))
        database.close()
        return writer.groups, writer.jobs

    groups, jobs = asyncio.run(many())
    assert jobs == 500
    assert groups < 500


def test_one_bad_job_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    async def some() -> list[Any]:
        database = Database(str(tmp_path / "w.db"))
        writer = Writer(database.engine)
        numbers = [0, 1, 1, 2]
        rows = [ledger.chat_row("t", Spoken(n, "poland", "m", "word", "now")) for n in numbers]
        done = await asyncio.gather(*(writer.write([row]) for row in rows), return_exceptions=True)
        await writer.stop()
        assert [spoken.n for spoken in ledger.talk(database.engine, "t")] == [0, 1, 2]
        database.close()
        return done

    assert [type(result).__name__ for result in asyncio.run(some())] == [
        "NoneType",
        "NoneType",
        "NotWritten",
        "NoneType",
    ]


@pytest.mark.sqlite
def test_tokens_are_kept_hashed(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "t.db"))
    stored = Stored(id="t", game="g", rules="1", data="d", scenario="s", options={}, secret=b"x" * 32)
    stored.sitters = {"poland": Sitter("poland", "link")}
    with database.engine.begin() as connection:
        for statement, row in ledger.opening(stored, {"open sesame": "poland"}, database.keys):
            connection.execute(statement, row)
    assert ledger.seat_of_token(database.engine, "open sesame") == ("t", "poland")
    assert ledger.seat_of_token(database.engine, "open") is None
    database.close()
    assert b"sesame" not in (tmp_path / "t.db").read_bytes()


# -- tables that no longer replay ---------------------------------------------------------------------------


HARM = (
    "update tables set game = 'lost-game' where id = :id",
    "update entries set verb = 'fly' where table_id = :id and n = 3",
    "update entries set rolls = '[[9,\"x\",[6],[1]]]' where table_id = :id and n = 2",
    "update entries set mark = 'other' where table_id = :id and n = 4",
    "update tables set scenario = 'gone' where id = :id",
)


def test_a_table_that_no_longer_replays_is_frozen_and_exported(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        tables, well = [played(house) for _ in HARM], played(house)
        house.stop()
        for table, harm in zip(tables, HARM, strict=True):
            change(house, harm, id=table.id)
            change(house, "update snapshots set code = 'older' where table_id = :id", id=table.id)
        house.start()
        for table in tables:
            look_at_frozen(house, table)
        assert well.sit("russia").view
        warnings = [line for line in house.log_lines() if line["level"] == "warning"]
        assert {line["event"] for line in warnings} == {"table frozen"}
        assert sorted({line["why"] for line in warnings if "entry" in line["why"]}) == [
            "entry 3 fails (IllegalAction)",
            "other dice fall at entry 2",
            "the state after entry 4 is another one",
        ]


def look_at_frozen(house: House, table: Opened) -> None:
    client = table.sit("russia")
    why = client.welcome["frozen"]
    assert why in (restoring.CHANGED, restoring.UNKNOWN), "what went wrong could tell what others have done"
    refused = client.ask("act", revision=1, actions=[{"verb": "end"}])
    assert (refused["error"], refused["why"]) == ("frozen", f"this table can only be exported: {why}")
    assert client.ask("why", kind="space", name="0101")["error"] == "frozen"
    assert house.post("/api/mine", {"tokens": [table.tokens["russia"]]}).json()["tables"][0]["frozen"] == why
    export = house.get(f"/api/tables/{table.id}/export", table.tokens["russia"]).json()
    assert export["schema"] == "vistula.transcript"
    assert len(export["entries"]) >= 20
    assert export["events"] == [f"This table is frozen: {why}"]
    assert house.get(f"/api/tables/{table.id}/export", table.tokens["poland"]).json()["entries"] == []


def test_other_data_that_replay_the_same_go_on(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = played(house)
        house.stop()
        change(house, "update tables set data = 'older', rules = '0' where id = :id", id=table.id)
        house.start()
        assert table.sit("russia").view


@pytest.mark.sqlite
def test_whoever_runs_the_server_exports_everything(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = played(house)
        house.stop()
        command = [sys.executable, str(ROOT / "tests/server/launch.py"), "serve", "--database", str(house.database)]
        env = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests'}"}
        run = subprocess.run([*command, "--export", table.id], capture_output=True, text=True, env=env)
        record = decode(run.stdout.encode(), "export")
        assert record.seal == table.seal
        verify(record, "export")
        assert json.loads(run.stdout)["entries"]
        run = subprocess.run([*command, "--export", "nothing"], capture_output=True, text=True, env=env)
        assert run.returncode == 2
        assert "no such table" in run.stderr
