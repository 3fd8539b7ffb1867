"""A PostgreSQL of its own for the tests of the server: from the system's packages, on a free port of this machine.

With VISTULA_ON_POSTGRES set, the tests of the server that name a file for their database get a database in it instead,
in this process and in the servers that it starts; `make test-postgres` does that. Where PostgreSQL is not installed the
tests that need it are skipped, and say so.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url

ON = "VISTULA_ON_POSTGRES"
MISSING = "PostgreSQL is not installed here; `make postgres` installs it from the system's packages"
PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def binaries() -> Path | None:
    """The folder of the server's programs."""
    for place in PLACES:
        if (place / "postgres").exists():
            return place
    found = shutil.which("postgres")
    return Path(found).resolve().parent if found else None


class Postgres:
    """One cluster in a folder of its own. It forgets nothing when clients are killed; power cuts are another matter."""

    def __init__(self) -> None:
        place = binaries()
        assert place is not None, MISSING
        self.place = place
        self.folder = Path(tempfile.mkdtemp(prefix="vistula-postgres-"))
        self.user = "postgres" if os.geteuid() == 0 else getpass.getuser()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if os.geteuid() == 0:  # it does not run as root
            shutil.chown(self.folder, self.user)
        self._run("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "vistula", "--no-sync", "-E", "UTF8")
        self.start()

    def _run(self, program: str, *words: str) -> None:
        user = self.user if os.geteuid() == 0 else None
        command = [str(self.place / program), *words]
        subprocess.run(command, check=True, user=user, cwd=self.folder, stdout=subprocess.DEVNULL, env=_plain())

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder} -c fsync=off"
        options += " -c max_connections=200"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-o", options, "-w", "start")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", how, "-w", "stop")

    def close(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql+psycopg://vistula@127.0.0.1:{self.port}/{database}"

    def new(self, name: str) -> str:
        return made(self.url(), name)


def _plain() -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C", "TZ": "UTC"}


def made(url: str, name: str) -> str:
    """A database of a cluster, made if it is not there yet; its address."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        known = connection.execute(text("select 1 from pg_database where datname = :name"), {"name": name}).scalar()
        if not known:
            connection.execute(text(f'create database "{name}"'))
    engine.dispose()
    return make_url(url).set(database=name).render_as_string(hide_password=False)


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    postgres = Postgres()
    try:
        yield postgres
    finally:
        postgres.close()


def instead() -> None:
    """From now on a database that is named by a file is one of the cluster that the environment names."""
    from vistula.server import database

    cluster, parse, key_file = os.environ[ON], database._parse, database._key_file
    named: dict[str, Path] = {}

    def parsed(url: str) -> URL:
        found = parse(url)
        file = database._file(found)
        if file is None:
            return found
        name = "f" + hashlib.sha256(str(file).encode()).hexdigest()[:20]
        named[name] = file
        return make_url(made(cluster, name))

    database._parse = parsed
    database.__dict__["_key_file"] = lambda file: key_file(file or next(reversed(named.values()), None))
