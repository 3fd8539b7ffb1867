"""Backups of a database that several processes share: PostgreSQL's own, as `docs/hosting.md` says."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from server import estate
from server.estate import Estate
from server.killing import Play
from server.postgres import Postgres
from server.test_copies import replayed
from vistula.server.database import Database

pytestmark = pytest.mark.skipif(estate.NGINX is None, reason=estate.MISSING)


def run(postgres: Postgres, program: str, *words: str) -> None:
    at = ("-h", "127.0.0.1", "-p", str(postgres.port), "-U", "vistula")
    subprocess.run([str(postgres.place / program), *at, *words], check=True, capture_output=True)


def test_a_dump_under_fire_is_restored(tmp_path: Path, database_server: Postgres) -> None:
    """Taken while people play, it holds every table up to some entry, and each of them replays."""
    with Estate(tmp_path, database_server) as house:
        plays = [Play(house, ["red", "green"], n, game="toy", scenario="long") for n in range(2)]
        for play in plays:
            play.up.set()
            play.start()
        name, dumps = str(make_url(house.url_of_database).database), []
        for n in range(2):
            before = [len(play.acknowledged) for play in plays]
            while any(len(play.acknowledged) < had + 20 for play, had in zip(plays, before, strict=True)):
                assert all(play.failed is None for play in plays)
                time.sleep(0.02)
            dumps.append(tmp_path / f"dump-{n}")
            run(database_server, "pg_dump", "--format=custom", f"--file={dumps[-1]}", name)
        for play in plays:
            play.end.set()
        for play in plays:
            play.join(60)
            assert play.failed is None
    entries = []
    for dump in dumps:
        url = database_server.new(f"{name}{dump.name}")
        run(database_server, "pg_restore", "--exit-on-error", f"--dbname={make_url(url).database}", str(dump))
        entries.append(replayed(Database(url, str(tmp_path / "server.key"))))
    assert 0 < entries[0] < entries[1]
