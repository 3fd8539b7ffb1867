"""The server's key: what it locks in the database, what it signs, and forged records that do not pass."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text

from bench.reopening import played, store
from server.house import House
from server.older import back_to
from vistula.cli import main
from vistula.kernel.errors import BadInput
from vistula.kernel.record import Record, decode, record_of
from vistula.server import ledger, schema
from vistula.server.database import Database
from vistula.server.keys import ENVIRONMENT, Keys, check

SECRET = bytes(range(32))
Document = dict[str, Any]


def put(path: Path) -> None:
    database = Database(str(path))
    store(database, played(5, 0, "warsaw-1920", "quick"))
    database.close()


# -- what is locked ---------------------------------------------------------------------------------------------------


def test_no_secret_stands_open_in_the_database(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "t.db"))
    game = played(5, 0, "warsaw-1920", "quick")
    assert game.journal is not None
    store(database, game)
    found = ledger.unlocked(database.engine, database.keys, "table")
    database.close()
    assert found is not None
    assert found.secret == game.journal.secret
    bodies = [file.read_bytes() for file in tmp_path.glob("t.db*") if not file.name.endswith(".key")]
    assert not any(game.journal.secret in body for body in bodies)
    assert (tmp_path / "t.db.key").stat().st_mode & 0o777 == 0o600


def test_a_secret_that_was_put_elsewhere_or_changed_is_not_opened() -> None:
    keys = Keys(SECRET)
    locked = keys.lock(b"x" * 32, "table a")
    assert keys.unlock(locked, "table a") == b"x" * 32
    assert keys.lock(b"x" * 32, "table a") != locked, "the same secret never looks the same"
    for wrong, purpose in ((locked, "table b"), (locked[:-1], "table a"), (b"", "table a")):
        with pytest.raises(BadInput, match="was changed"):
            keys.unlock(wrong, purpose)


@pytest.mark.sqlite
def test_an_older_database_is_locked_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    database = Database(str(path))
    plain = {"game": "g", "rules": "1", "data": "", "scenario": "", "options": "{}", "position": "", "secret": SECRET,
             "listed": False, "created": "", "rematch": "", "opener": "", "card": ""}  # fmt: skip
    with database.engine.begin() as connection:
        connection.execute(insert(schema.TABLES), {"id": "t", **plain})
        connection.execute(text("delete from meta where key in ('server key', 'address key', 'push key')"))
        connection.execute(insert(schema.META), {"key": "address key", "value": "ab" * 32})
        back_to(connection, 4)
    database.close()
    (tmp_path / "old.db.key").unlink()
    for _ in range(2):  # once only
        database = Database(str(path))
        found = ledger.unlocked(database.engine, database.keys, "t")
        assert found is not None
        assert found.secret == SECRET
        assert found.locked != SECRET
        assert schema.address_key(database.engine, database.keys) == b"\xab" * 32
        database.close()


def test_the_key_must_fit_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, key = tmp_path / "t.db", tmp_path / "t.db.key"
    put(path)
    kept = key.read_text()
    key.unlink()
    with pytest.raises(BadInput, match="is not there"):
        Database(str(path))
    assert not key.exists(), "a new one would not open it"
    key.write_text("cd" * 32)
    with pytest.raises(BadInput, match="not the key that this database was made with"):
        Database(str(path))
    key.write_text("no key")
    with pytest.raises(BadInput, match="64 hexadecimal digits"):
        Database(str(path))
    monkeypatch.setenv(ENVIRONMENT, kept)
    Database(str(path)).close()
    monkeypatch.delenv(ENVIRONMENT)
    elsewhere = tmp_path / "elsewhere.key"
    elsewhere.write_text(kept)
    Database(str(path), str(elsewhere)).close()


# -- what is signed ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """A finished game, signed by a server."""
    game = played(100_000, 0, "warsaw-1920", "quick")
    assert game.over
    record = record_of(game, {"poland": "Anna", "russia": "Boris"}, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")
    made: Document = json.loads(_json(Keys(SECRET).sign(record)))
    return made


def _json(record: Record) -> bytes:
    import msgspec

    return msgspec.json.encode(record)


def proved(tmp_path: Path, document: Document, *more: str) -> int:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document, indent=2))
    return main(["verify", str(file), *more])


KEY = Keys(SECRET).public


def test_a_signed_record_is_proved_whole(tmp_path: Path, signed: Document, capsys: pytest.CaptureFixture[str]) -> None:
    assert proved(tmp_path, signed, "--key", KEY, "--seal", signed["seal"]) == 0
    told = capsys.readouterr().out
    assert "rolls proved" in told
    assert f"{len(signed['entries'])} entries replay to the same states" in told
    assert f"signed by the key {KEY}" in told
    assert [line for line in told.split("\n") if "not proved" in line] == [
        "not proved: that whoever ran the table did not choose the dice: nobody else added a number to them"
    ]


def test_what_is_not_proved_is_said(tmp_path: Path, signed: Document, capsys: pytest.CaptureFixture[str]) -> None:
    assert proved(tmp_path, signed) == 0
    told = capsys.readouterr().out
    assert "not proved: whose key that is" in told
    assert "not proved: that the table showed this seal" in told
    bare = {**signed, "signature": None}
    assert proved(tmp_path, bare) == 0
    assert "not proved: who played, when, and that it ended there" in capsys.readouterr().out
    assert proved(tmp_path, bare, "--key", KEY) == 1


def test_a_key_can_be_named_by_its_file(tmp_path: Path, signed: Document) -> None:
    file = tmp_path / "club.key"
    file.write_text(KEY + "\n")
    assert proved(tmp_path, signed, "--key", str(file)) == 0
    assert proved(tmp_path, signed, "--key", "short") == 2
    assert proved(tmp_path, signed, "--seal", "short") == 2


def drop_an_action(d: Document) -> None:
    del d["entries"][-2]
    for n, entry in enumerate(d["entries"]):
        entry[0] = n


def swap_two_actions(d: Document) -> None:
    d["entries"][3][1:], d["entries"][4][1:] = d["entries"][4][1:], d["entries"][3][1:]


def change_the_result(d: Document) -> None:
    d["header"]["result"]["winners"] = ["poland"] if d["header"]["result"]["winners"] != ["poland"] else ["russia"]


def swap_names(d: Document) -> None:
    seats = d["header"]["seats"]
    seats["poland"], seats["russia"] = seats["russia"], seats["poland"]


def cut_the_game_off(d: Document) -> None:
    """At the last turn that was kept whole: what is left replays without a fault."""
    at = d["checkpoints"][-1][0] if isinstance(d["checkpoints"][-1], list) else d["checkpoints"][-1]["entries"]
    d["entries"] = d["entries"][:at]
    d["dice"] = [roll for roll in d["dice"] if roll[0] < at]
    d["header"]["result"] = None


def append_a_resignation(d: Document) -> None:
    d["entries"].append([len(d["entries"]), "poland", "resign", ""])


FORGERIES: list[Callable[[Document], None]] = [
    drop_an_action, swap_two_actions, change_the_result, swap_names, cut_the_game_off, append_a_resignation,
    lambda d: d["dice"].clear(),
    lambda d: d["checkpoints"].clear(),
    lambda d: d["header"].update(ended="2026-01-03T00:00:00Z"),
    lambda d: d["signature"].update(value="00" * 64),
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES)
@pytest.mark.parametrize("named", [True, False])
def test_a_forged_record_is_found(
    tmp_path: Path, signed: Document, forge: Callable[[Document], None], named: bool
) -> None:
    forged = copy.deepcopy(signed)
    forge(forged)
    assert forged != signed
    assert proved(tmp_path, forged, *(["--key", KEY] if named else [])) == 1


def test_another_game_does_not_pass_for_the_one_that_was_sealed(tmp_path: Path, signed: Document) -> None:
    other = record_of(played(100_000, 0, "warsaw-1920", "quick", seed=3))
    document = json.loads(_json(Keys(SECRET).sign(other)))
    assert proved(tmp_path, document, "--key", KEY) == 0
    assert proved(tmp_path, document, "--key", KEY, "--seal", signed["seal"]) == 1


def test_another_server_cannot_sign_for_this_one(tmp_path: Path, signed: Document) -> None:
    record = decode(json.dumps(signed).encode(), "game.json")
    forged = json.loads(_json(Keys(os.urandom(32)).sign(record)))
    assert proved(tmp_path, forged) == 0, "and says that the key is anybody's"
    assert proved(tmp_path, forged, "--key", KEY) == 1


def test_a_table_exports_a_signed_record(house: House, tmp_path: Path) -> None:
    table = house.open("warsaw-1920", "quick")
    russia = table.sit("russia")
    assert russia.ask("resign")["done"]
    record = decode(house.get(f"/api/tables/{table.id}/export", table.tokens["poland"]).content, "export")
    assert record.signature is not None
    assert check(record)
    assert record.signature.key == house.get("/api/key").json()["key"]
