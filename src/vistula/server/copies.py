"""`vistula backup` and `vistula restore`: a consistent copy of all tables, also while the server plays on.

SQLite's own backup reads a snapshot of the file, so a copy holds whole commits only. It does not hold the server's
key: without that a copy opens no secret.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from vistula.kernel.errors import BadInput

PAGES = 2000
"""Copied at a time; between two such steps a server may write."""


def add(commands: Any) -> None:
    backup = commands.add_parser("backup", help="copy all tables to a file, also while the server runs")
    backup.add_argument("file", metavar="FILE", help="the copy; it must not be there yet")
    backup.set_defaults(run=run_backup)
    restore = commands.add_parser("restore", help="put the tables of a backup in place")
    restore.add_argument("file", metavar="FILE", help="a copy that backup made")
    restore.add_argument("--replace", action="store_true", help="put it in place of a database that is there")
    restore.set_defaults(run=run_restore)
    for parser in (backup, restore):
        parser.add_argument("--database", metavar="URL", default="", help="as of serve")


def run_backup(args: argparse.Namespace) -> int:
    source, copy = _database(args.database), Path(args.file)
    if not source.exists():
        raise BadInput(str(source), "", "there is no database to copy")
    if copy.exists():
        raise BadInput(str(copy), "", "is there already; name a new file")
    tables = _copied(source, copy)
    print(f"{copy}: {tables} tables copied. Keep the server's key in another place: {source}.key is not part of it.")
    return 0


def run_restore(args: argparse.Namespace) -> int:
    from vistula.server.database import hold

    copy, target = Path(args.file), _database(args.database)
    if not copy.exists():
        raise BadInput(str(copy), "", "is not there")
    with closing(hold(target)):  # no server may have it
        if target.exists() and not args.replace:
            raise BadInput(str(target), "", "is a database already; --replace puts the copy in its place")
        beside = target.with_name(f".{target.name}.{secrets.token_hex(6)}")
        tables = _copied(copy, beside)
        for written in (f"{target}-wal", f"{target}-shm"):
            Path(written).unlink(missing_ok=True)
        os.replace(beside, target)
    print(f"{target}: {tables} tables are back")
    return 0


def _database(url: str) -> Path:
    from vistula.server.database import default_url, file_of

    found = file_of(url or default_url())
    if found is None:
        raise BadInput("--database", "", "is no SQLite file; a PostgreSQL database is copied with its own pg_dump")
    return found


def _copied(source: Path, copy: Path) -> int:
    """Copy a database whole or not at all, and look whether the copy is sound; returns how many tables it holds."""
    beside = copy.with_name(f".{copy.name}.{secrets.token_hex(6)}")
    os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        origin = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=30)
        with closing(origin), closing(sqlite3.connect(beside)) as made:
            origin.backup(made, pages=PAGES)
            tables = _sound(made, source)
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(beside, copy)
    except sqlite3.Error as error:
        raise BadInput(str(source), "", f"cannot be copied ({error})") from None
    finally:
        for left in (beside, Path(f"{beside}-wal"), Path(f"{beside}-shm"), Path(f"{beside}-journal")):
            left.unlink(missing_ok=True)
    return tables


def _sound(made: sqlite3.Connection, source: Path) -> int:
    from vistula.server.schema import META, TABLES

    found = made.execute("pragma quick_check").fetchone()[0]
    if found != "ok":
        raise BadInput(str(source), "", f"is damaged ({found})")
    names = {name for (name,) in made.execute("select name from sqlite_master where type = 'table'")}
    if META.name not in names or TABLES.name not in names:
        raise BadInput(str(source), "", "is a database of something else")
    return int(made.execute(f"select count(*) from {TABLES.name}").fetchone()[0])
