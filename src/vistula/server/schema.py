"""The tables of the database, its version, and how an older one is brought up to it.

A table is stored as what people did: its header and an append-only list of entries. Nothing in it is
ever rewritten but the card and the snapshots, which can always be made again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    delete,
    false,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)

from vistula.kernel.errors import BadInput
from vistula.server.keys import Keys

VERSION = 7
MIGRATIONS: dict[int, tuple[str, ...]] = {
    1: (
        "alter table tables add column opener varchar(64) not null default ''",
        "create index tables_opener on tables (opener)",
    ),
    2: ("update tables set card = '' where card like '%\"winner\"%'",),  # made anew with the seats that won
    4: (),  # secrets are locked with the server's key, which the statements here do not have: `lock_secrets`
    5: (
        "alter table tables add column together boolean not null default false",
        "alter table tables add column same_dice boolean not null default false",
        "alter table tables add column held text not null default ''",
        "alter table tables add column expires varchar(32) not null default ''",
        "alter table seats add column sealed varchar(64) not null default ''",
        "alter table seats add column share blob not null default x''",
        "alter table tokens add column kind varchar(8) not null default ''",
        "create index tokens_table on tokens (table_id)",
        "create table orders (n integer primary key, kind varchar(16) not null, table_id varchar(40) not null, "
        "arg text not null, at varchar(32) not null)",
        "create table leases (shard varchar(16) primary key, owner varchar(40) not null, until float not null, "
        "wanted varchar(40) not null)",
    ),
    6: (
        "alter table tables add column pace text not null default ''",
        "alter table tables add column offer text not null default ''",
        "alter table tables add column host varchar(24) not null default ''",
        "alter table seats add column player varchar(24) not null default ''",
        "alter table seats add column archived boolean not null default false",
        "create index seats_player on seats (player)",
        "create index tables_host on tables (host)",
        "create table players (id varchar(24) primary key, hash varchar(64) not null unique, "
        "name varchar(40) not null, made varchar(32) not null, settings text not null, mail blob not null, "
        "mail_hash varchar(64) not null)",
        "create index players_mail on players (mail_hash)",
        "create table devices (hash varchar(64) primary key, player varchar(24) not null, name varchar(40) not null, "
        "made varchar(32) not null, seen varchar(32) not null)",
        "create index devices_player on devices (player)",
        "create table passes (hash varchar(64) primary key, player varchar(24) not null, until float not null, "
        "kind varchar(8) not null, body blob not null)",
        "create index passes_player on passes (player)",
        "create table clocks (table_id varchar(40) not null, seat varchar(80) not null, bank float not null, "
        "since float not null, done float not null, due float not null, away float not null, holiday float not null, "
        "turn integer not null, staffed integer not null, primary key (table_id, seat))",
        "create index clocks_due on clocks (due)",
        "alter table seats add column seen float not null default 0",
        "create table channels (id varchar(24) primary key, player varchar(24) not null, kind varchar(8) not null, "
        "name varchar(40) not null, address blob not null, hash varchar(64) not null, device varchar(64) not null, "
        "settings text not null, made varchar(32) not null, trouble varchar(200) not null, failures integer not null, "
        "rests float not null)",
        "create index channels_player on channels (player)",
        "create index channels_hash on channels (hash)",
        "create table outbox (id varchar(24) primary key, about varchar(160) not null unique, "
        "kind varchar(8) not null, player varchar(24) not null, channel varchar(24) not null, "
        "table_id varchar(40) not null, seat varchar(80) not null, body text not null, asked float not null, "
        "due float not null, tries integer not null, claim varchar(40) not null, until float not null, "
        "sent float not null)",
        "create index outbox_due on outbox (sent, due)",
        "create index outbox_channel on outbox (channel)",
        "create index outbox_table on outbox (table_id)",
        "create table sketches (table_id varchar(40) not null, seat varchar(80) not null, n integer not null, "
        "name varchar(80) not null, body text not null, at varchar(32) not null, primary key (table_id, seat, n))",
        "create table notes (table_id varchar(40) not null, seat varchar(80) not null, text text not null, "
        "at varchar(32) not null, primary key (table_id, seat))",
        "create table reports (table_id varchar(40) primary key, code varchar(64) not null, body text not null)",
    ),
    3: (
        "create table snapshots (table_id varchar(24) not null, n integer not null, after integer not null, "
        "turn integer not null, events integer not null, code varchar(64) not null, body blob not null, "
        "proof varchar(64) not null, aside text not null, audited boolean not null, primary key (table_id, n))",
    ),
}
"""Version n -> the statements that make n + 1 of it. A new database is made whole, at VERSION."""

METADATA = MetaData()

META = Table("meta", METADATA, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False))

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("rules", String(80), nullable=False),
    Column("data", String(128), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("options", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created", String(32), nullable=False),
    Column("rematch", String(40), nullable=False),
    Column("card", Text, nullable=False),
    Column("opener", String(64), nullable=False, server_default=""),  # keyed hash of an address, or empty
    Column("together", Boolean, nullable=False, server_default=false()),  # whether people add numbers to the dice
    Column("same_dice", Boolean, nullable=False, server_default=false()),  # after an undo past dice
    Column("held", Text, nullable=False, server_default=""),  # why the operator, or retention, has stopped it
    Column("expires", String(32), nullable=False, server_default=""),  # when it is put away if nobody plays
    Column("pace", Text, nullable=False, server_default=""),  # how much time a move may take, and what then
    Column("offer", Text, nullable=False, server_default=""),  # how it stands in the lobby; empty: not there
    Column("host", String(24), nullable=False, server_default=""),  # the person who may invite to its free seats
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("who", String(16), nullable=False),
    Column("level", String(80), nullable=False),
    Column("name", String(80), nullable=False),
    Column("sealed", String(64), nullable=False, server_default=""),  # what binds a person to the number they add
    Column("share", LargeBinary, nullable=False, server_default=""),  # that number, locked, once it is opened
    Column("player", String(24), nullable=False, server_default=""),  # whose seat it is, if that person has a key
    Column("archived", Boolean, nullable=False, server_default=false()),  # that person has put the table away
    Column("seen", Float, nullable=False, server_default="0"),  # when whoever sits there last looked at the table
    sqlite_with_rowid=False,
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(40), nullable=False),
    Column("seat", String(80), nullable=False),  # empty: an onlooker's
    Column("kind", String(8), nullable=False, server_default=""),  # `invite`: to be claimed; `host`: to invite anew
    sqlite_with_rowid=False,
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(80), nullable=False),
    Column("verb", String(80), nullable=False),
    Column("arg", Text, nullable=False),
    Column("rolls", Text, nullable=False),
    Column("mark", String(64), nullable=False),  # hash of the state where a turn begins, else empty
    Column("message", String(64), nullable=False),  # id that the client gave its message
    Column("sender", String(80), nullable=False),  # the seat that sent it
    Column("revisions", Text, nullable=False),
    Column("at", String(32), nullable=False),
    sqlite_with_rowid=False,
)

CHAT = Table(
    "chat",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(80), nullable=False),
    Column("message", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(32), nullable=False),
    sqlite_with_rowid=False,
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # entries that had been made
    Column("after", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("code", String(64), nullable=False),  # hash of the rules and data that it was taken under
    Column("body", LargeBinary, nullable=False),
    Column("proof", String(64), nullable=False),
    Column("aside", Text, nullable=False),
    Column("audited", Boolean, nullable=False),  # whether the entries have been found to lead to it
    sqlite_with_rowid=False,
)

ORDERS = Table(
    "orders",
    METADATA,
    Column("n", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("table_id", String(40), nullable=False),
    Column("arg", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
"""What the operator tells the servers that run: each does them in their order."""

LEASES = Table(
    "leases",
    METADATA,
    Column("shard", String(16), primary_key=True),
    Column("owner", String(40), nullable=False),
    Column("until", Float, nullable=False),
    Column("wanted", String(40), nullable=False),  # by whom it is wanted back
)
"""Which process has which tables, and until when: the ids of a shard's tables begin with its name."""

PEOPLE = Table(
    "players",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),  # of the key that the person holds
    Column("name", String(40), nullable=False),
    Column("made", String(32), nullable=False),
    Column("settings", Text, nullable=False),
    Column("mail", LargeBinary, nullable=False),  # locked; empty: none was given
    Column("mail_hash", String(64), nullable=False),
)

PASSES = Table(
    "passes",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("player", String(24), nullable=False),
    Column("until", Float, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("body", LargeBinary, nullable=False),  # locked; what is confirmed by it
)
"""What works once and for a short while: one more device, an address that is confirmed."""

DEVICES = Table(
    "devices",
    METADATA,
    Column("hash", String(64), primary_key=True),  # of the device's own key
    Column("player", String(24), nullable=False),
    Column("name", String(40), nullable=False),
    Column("made", String(32), nullable=False),
    Column("seen", String(32), nullable=False),
)
"""What else acts for a person, besides the key that was made first and is written down as twelve words."""

CLOCKS = Table(
    "clocks",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("bank", Float, nullable=False),
    Column("since", Float, nullable=False),
    Column("done", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("away", Float, nullable=False),
    Column("holiday", Float, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("staffed", Integer, nullable=False),
)
"""Since when each person at a table is asked, and how much time they have: `pace.SeatClock`."""

CHANNELS = Table(
    "channels",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("player", String(24), nullable=False),
    Column("kind", String(8), nullable=False),  # `push`, `mail`, `hook`
    Column("name", String(40), nullable=False),
    Column("address", LargeBinary, nullable=False),  # locked; empty for e-mail, which goes to the person's address
    Column("hash", String(64), nullable=False),  # keyed hash of it, so that it is found again
    Column("device", String(64), nullable=False),  # of web push: hash of the key of the device that it calls
    Column("settings", Text, nullable=False),
    Column("made", String(32), nullable=False),
    Column("trouble", String(200), nullable=False),  # why the last notice could not be sent; empty: it could
    Column("failures", Integer, nullable=False),  # in a row
    Column("rests", Float, nullable=False),  # until when nothing is tried, after many failures
)
"""Where a person wants to be called."""

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("about", String(160), nullable=False, unique=True),  # one notice, however often somebody wants to write it
    Column("kind", String(8), nullable=False),
    Column("player", String(24), nullable=False),
    Column("channel", String(24), nullable=False),  # empty: it has yet to be copied for each channel of that person
    Column("table_id", String(40), nullable=False),
    Column("seat", String(80), nullable=False),
    Column("body", Text, nullable=False),
    Column("asked", Float, nullable=False),  # when it came about: who has looked since knows it
    Column("due", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("claim", String(40), nullable=False),  # the process that sends it now
    Column("until", Float, nullable=False),  # and until when nobody else may
    Column("sent", Float, nullable=False),  # 0: it has yet to be
)
"""Notices to be sent, and for some days those that were, so that none is written twice."""

SKETCHES = Table(
    "sketches",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", String(32), nullable=False),
)

NOTES = Table(
    "notes",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("seat", String(80), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", String(32), nullable=False),
)

REPORTS = Table(
    "reports",
    METADATA,
    Column("table_id", String(40), primary_key=True),
    Column("code", String(64), nullable=False),
    Column("body", Text, nullable=False),
)
"""What was worked out of finished games, once."""

Index("seats_player", SEATS.c.player)
Index("tables_host", TABLES.c.host)
Index("players_mail", PEOPLE.c.mail_hash)
Index("devices_player", DEVICES.c.player)
Index("passes_player", PASSES.c.player)
Index("clocks_due", CLOCKS.c.due)
Index("channels_player", CHANNELS.c.player)
Index("channels_hash", CHANNELS.c.hash)
Index("outbox_due", OUTBOX.c.sent, OUTBOX.c.due)
Index("outbox_channel", OUTBOX.c.channel)
Index("outbox_table", OUTBOX.c.table_id)
Index("tokens_table", TOKENS.c.table_id)
Index("tables_listed", TABLES.c.listed)
Index("tables_opener", TABLES.c.opener)


ADDRESS_KEY, SERVER_KEY, PUSH_KEY = "address key", "server key", "push key"


def address_key(engine: Engine, keys: Keys) -> bytes:
    """The key that addresses are hashed with, so that they do not stand in the database themselves."""
    return _made_once(engine, keys, ADDRESS_KEY, lambda: secrets.token_bytes(32))


def push_key(engine: Engine, keys: Keys, make: Callable[[], bytes]) -> bytes:
    """The key by which push services know this server; what browsers have subscribed to holds as long as it stays."""
    return _made_once(engine, keys, PUSH_KEY, make)


def _made_once(engine: Engine, keys: Keys, name: str, make: Callable[[], bytes]) -> bytes:
    with engine.begin() as connection:
        kept = meta(connection, name)
        if kept is None:
            kept = keys.lock(make(), name).hex()
            connection.execute(insert(META), {"key": name, "value": kept})
    return keys.unlock(bytes.fromhex(kept), name)


def server_key(engine: Engine) -> str | None:
    """The fingerprint of the key that a database was last opened with; None for one that knows of none."""
    with engine.begin() as connection:
        return meta(connection, SERVER_KEY)


def lock_secrets(engine: Engine, keys: Keys) -> None:
    """Bind a database to the server's key, and lock what an older server has left open in it."""
    with engine.begin() as connection:
        for row in connection.execute(select(TABLES.c.id, TABLES.c.secret)).all():
            locked = keys.lock(bytes(row.secret), row.id)
            connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(secret=locked))
        if (plain := meta(connection, ADDRESS_KEY)) is not None:
            value = keys.lock(bytes.fromhex(plain), ADDRESS_KEY).hex()
            connection.execute(update(META).where(META.c.key == ADDRESS_KEY).values(value=value))
        connection.execute(insert(META), {"key": SERVER_KEY, "value": keys.fingerprint})


def meta(connection: Connection, key: str) -> str | None:
    value: str | None = connection.execute(select(META.c.value).where(META.c.key == key)).scalar()
    return value


def set_meta(connection: Connection, key: str, value: str) -> None:
    connection.execute(insert(META), {"key": key, "value": value})


def drop_meta(connection: Connection, key: str) -> None:
    connection.execute(delete(META).where(META.c.key == key))


def bring_up_to_date(engine: Engine) -> int:
    """Make a new database, or bring an older one up to VERSION; returns the version found (0: new)."""
    with engine.begin() as connection:
        found = _version(connection, engine)
        if found == 0:
            METADATA.create_all(connection)
            connection.execute(insert(META), {"key": "version", "value": str(VERSION)})
        elif found > VERSION:
            raise BadInput(
                _where(engine), "", f"has version {found}; this program knows {VERSION}: install a newer one"
            )
        else:
            _migrate(connection, found)
    return found


@contextmanager
def alone(engine: Engine) -> Iterator[None]:
    """Of the servers that start on one database, one after another. SQLite has its lock file for that."""
    if engine.dialect.name != "postgresql":
        yield
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(select(func.pg_advisory_lock(func.hashtext("vistula start"))))
        try:
            yield
        finally:
            connection.execute(select(func.pg_advisory_unlock(func.hashtext("vistula start"))))


def check(engine: Engine) -> None:
    """Say in one line what a damaged database lacks, before anyone sits down at it."""
    with engine.connect() as connection:
        missing = sorted(set(METADATA.tables) - set(inspect(connection).get_table_names()))
        if missing:
            raise BadInput(_where(engine), "", f"is damaged: it lacks {', '.join(missing)}; restore a backup")
        if engine.dialect.name == "sqlite":
            found = connection.execute(text("pragma quick_check(1)")).scalar()
            if found != "ok":
                raise BadInput(_where(engine), "", f"is damaged ({found}); restore a backup")


def known(engine: Engine) -> None:
    """For who works beside a server: the database must be there, and of this program's version."""
    with engine.connect() as connection:
        found = _version(connection, engine)
    if found != VERSION:
        raise BadInput(_where(engine), "", f"has version {found}, not {VERSION}: start the server of this program once")


def _version(connection: Connection, engine: Engine) -> int:
    names = inspect(connection).get_table_names()
    if not names:
        return 0
    if META.name not in names:
        raise BadInput(_where(engine), "", "is a database of something else")
    value = meta(connection, "version")
    if value is None or not value.isdigit():
        raise BadInput(_where(engine), "", "does not say its version")
    return int(value)


def _migrate(connection: Connection, found: int) -> None:
    blob = "bytea" if connection.dialect.name == "postgresql" else "blob"
    for version in range(found, VERSION):
        for statement in MIGRATIONS[version]:
            connection.execute(text(statement.replace(" blob ", f" {blob} ")))
    connection.execute(update(META).where(META.c.key == "version").values(value=str(VERSION)))


def _where(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=True)
