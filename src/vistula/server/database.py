"""Opening the database: where it lies, how safely it writes, and that only one server has it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any, Protocol

import platformdirs
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError

from vistula.kernel.errors import BadInput
from vistula.server import push
from vistula.server.keys import ENVIRONMENT, Keys, from_file, from_text, given
from vistula.server.schema import address_key, alone, bring_up_to_date, check, known, lock_secrets, push_key, server_key

try:
    import fcntl
except ImportError:  # a system without it trusts its operator
    fcntl = None  # type: ignore[assignment]


STANDS_STILL = 3000
"""Milliseconds after which PostgreSQL ends a transaction in which nothing happens."""
TRIES = 5


def default_url() -> str:
    """A SQLite file in the user's data directory."""
    return f"sqlite:///{platformdirs.user_data_path('vistula') / 'tables.db'}"


class Closable(Protocol):
    def close(self) -> None: ...


class Database:
    """An engine, with the lock that keeps a second server away from the same file, and the server's key."""

    def __init__(self, url: str, key_file: str = "", beside: bool = False) -> None:
        """`beside`: not as a server, but beside one that may run."""
        parsed = _parse(url)
        file = _file(parsed)
        if beside and file is not None and not file.exists():
            raise BadInput(str(file), "", "there is no such database")
        self.lock = hold(file) if file is not None and not beside else None
        if file is not None:
            _create(file)
            parsed = parsed.set(database=str(file))
        self.engine = create_engine(parsed, hide_parameters=True, **_pool(parsed))  # they would stand in errors
        if parsed.get_backend_name() == "sqlite":
            event.listen(self.engine, "connect", _on_connect)
        try:
            if beside:
                known(self.engine)
                self._find_key(file, key_file)
                return
            self._make_ready(file, key_file)
            if file is not None:
                _tighten(file)
        except DatabaseError as error:
            self.close()
            raise BadInput(shown(url), "", f"cannot be used ({error.orig})") from None
        except BadInput:
            self.close()
            raise

    def _make_ready(self, file: Path | None, key_file: str) -> None:
        """A connection that was cut off on the way, as where the machine stood still, is no reason not to start."""
        for left in reversed(range(TRIES)):
            try:
                with alone(self.engine):  # of several that start on an empty database one makes it
                    bring_up_to_date(self.engine)
                    check(self.engine)
                    self._find_key(file, key_file)
                return
            except DatabaseError as error:
                if not (left and error.connection_invalidated):
                    raise

    def _find_key(self, file: Path | None, key_file: str) -> None:
        self.keys = _keys(self.engine, Path(key_file) if key_file else _key_file(file))
        self.address_key = address_key(self.engine, self.keys)
        self.push_key = push.given() or push_key(self.engine, self.keys, push.new_key)

    def close(self) -> None:
        self.engine.dispose()
        if self.lock is not None:
            self.lock.close()


def _pool(url: URL) -> dict[str, Any]:
    """A database that is elsewhere may be away for a while: connections are tried before they are used."""
    if url.get_backend_name() == "sqlite":
        return {}
    # A process that stands still in the middle of something must not keep what others wait for: its tables go on there.
    options = f"{url.query.get('options', '')} -c idle_in_transaction_session_timeout={STANDS_STILL}".strip()
    sure = {"connect_timeout": 5, "options": options, "keepalives_idle": 5, "keepalives_interval": 2}
    return {"pool_pre_ping": True, "pool_size": 10, "pool_timeout": 10, "connect_args": sure}


def _key_file(file: Path | None) -> Path:
    """Where the server's key lies if nothing else is said: beside the file of the database."""
    return Path(f"{file}.key") if file is not None else platformdirs.user_data_path("vistula") / "server.key"


def _keys(engine: Engine, file: Path) -> Keys:
    """The key that fits a database; a database that has none yet is bound to it."""
    bound = server_key(engine)
    keys = from_text(text, ENVIRONMENT) if (text := given()) else from_file(file, make=bound is None)
    if bound is None:
        lock_secrets(engine, keys)
    elif bound != keys.fingerprint:
        where = ENVIRONMENT if text else str(file)
        raise BadInput(where, "", "is not the key that this database was made with; nothing was changed")
    return keys


def shown(url: str) -> str:
    """A database URL as it may be printed."""
    return _parse(url).render_as_string(hide_password=True)


def _parse(url: str) -> URL:
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        parsed = make_url(url)
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError):
        raise BadInput("--database", "", "is not a database URL; expected a form like sqlite:///file.db") from None
    if parsed.get_backend_name() == "sqlite" and not parsed.database:
        raise BadInput("--database", "", "names no file")
    return parsed


def file_of(url: str) -> Path | None:
    """The file of a database by its URL or name."""
    return _file(_parse(url))


def _file(url: URL) -> Path | None:
    """The file of a SQLite database, wherever links to it lead; None where there is none."""
    name = str(url.database)
    if url.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name).resolve()


def hold(path: Path) -> Closable:
    """Hold a lock beside a SQLite file for as long as this process lives."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = open(f"{path}.lock", "w", opener=_private)  # noqa: SIM115 - held until the process ends
    except OSError as error:
        raise BadInput(str(path), "", f"cannot be written ({error.strerror})") from None
    if fcntl is not None:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            held.close()
            raise BadInput(str(path), "", "is in use by another server") from None
    return held


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _create(path: Path) -> None:
    """Make a new file that nobody else may read; SQLite gives those that it puts beside it the same mode."""
    with contextlib.suppress(OSError):  # it is there, or what is wrong will be told when it is opened
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _tighten(path: Path) -> None:
    """A database that an older server has made could be read by others."""
    for kept in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with contextlib.suppress(OSError):  # not there, or not ours
            kept.chmod(kept.stat().st_mode & 0o600)


def overwrite(engine: Engine) -> None:
    """See that what was deleted is not to be read in the files any more, if nobody reads there just now."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _on_connect(connection: Any, _: Any) -> None:
    """Readers never wait for the writer; what was committed survives a power cut."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
