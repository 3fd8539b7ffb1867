"""Backups: consistent under fire, restored whole; damaged databases are named."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

import kernel.toy  # noqa: F401 - registers itself
from bench.reopening import played, store
from server.house import House
from server.killing import Play
from vistula.cli import main
from vistula.kernel.errors import BadInput
from vistula.kernel.title import title
from vistula.server import ledger
from vistula.server.database import Database
from vistula.server.restore import restore

pytestmark = pytest.mark.sqlite


def a_database(path: Path) -> Path:
    database = Database(str(path))
    store(database, played(5, 0, "warsaw-1920", "quick"))
    database.close()
    return path


def test_a_backup_under_fire_is_restored(tmp_path: Path) -> None:
    """Taken while people play, it holds every table up to some entry, and each of them replays."""
    with House(tmp_path, "--no-limits") as house:
        play = Play(house, ["red", "green"], 1, game="toy", scenario="long")
        play.start()
        play.up.set()
        copies = []
        for n in range(3):
            before = len(play.acknowledged)
            while len(play.acknowledged) < before + 20 and play.failed is None:
                time.sleep(0.02)
            copies.append(tmp_path / f"copy-{n}.db")
            assert main(["backup", str(copies[-1]), "--database", str(house.database)]) == 0
        play.end.set()
        play.join(60)
        assert play.failed is None
    entries = [look_at(tmp_path, copy, house.database) for copy in copies]
    assert 0 < entries[0] < entries[1] < entries[2]


def look_at(tmp_path: Path, copy: Path, of: Path) -> int:
    """How many entries a copy holds, restored as a database of its own."""
    target = tmp_path / f"restored-{copy.name}"
    assert main(["restore", str(copy), "--database", str(target)]) == 0
    return replayed(Database(str(target), f"{of}.key"))


def replayed(database: Database) -> int:
    """How many entries are there; every table holds all up to some entry, and replays."""
    found = 0
    with database.engine.connect() as connection:
        ids = [row[0] for row in connection.exec_driver_sql("select id from tables")]
    for id in ids:
        stored, kept = ledger.unlocked(database.engine, database.keys, id), ledger.entries(database.engine, id)
        assert stored is not None
        assert [entry.n for entry in kept] == list(range(len(kept)))
        restore(title(stored.game), stored, kept)
        found += len(kept)
    database.close()
    return found


def test_what_cannot_be_copied_or_replaced_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, copy = a_database(tmp_path / "t.db"), tmp_path / "copy.db"
    assert main(["backup", str(copy), "--database", str(path)]) == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    for argv, why in (
        (["backup", str(copy), "--database", str(path)], "is there already"),
        (["backup", str(tmp_path / "b.db"), "--database", str(tmp_path / "none.db")], "no database to copy"),
        (["restore", str(copy), "--database", str(path)], "--replace"),
        (["restore", str(tmp_path / "none.db"), "--database", str(path)], "is not there"),
    ):
        assert main(argv) == 2
        assert why in capsys.readouterr().err
    held = Database(str(path))
    assert main(["restore", str(copy), "--database", str(path), "--replace"]) == 2
    assert "in use by another server" in capsys.readouterr().err
    held.close()
    assert main(["restore", str(copy), "--database", str(path), "--replace"]) == 0
    Database(str(path)).close()
    other = tmp_path / "other.db"
    sqlite3.connect(other).executescript("create table birds (name text);")
    assert main(["backup", str(tmp_path / "c.db"), "--database", str(other)]) == 2
    assert "something else" in capsys.readouterr().err
    assert not list(tmp_path.glob(".*")), "nothing half-made is left behind"


def test_a_damaged_database_is_named_before_anyone_sits_down(tmp_path: Path) -> None:
    path = a_database(tmp_path / "t.db")
    connection = sqlite3.connect(path)
    connection.execute("drop table chat")
    connection.commit()
    connection.close()
    with pytest.raises(BadInput, match="lacks chat; restore a backup"):
        Database(str(path))
    broken = a_database(tmp_path / "b.db")
    body = bytearray(broken.read_bytes())
    body[4096 * 3 : 4096 * 5] = b"\xff" * 8192
    broken.write_bytes(body)
    with pytest.raises(BadInput, match=r"damaged|cannot be used"):
        Database(str(broken))
