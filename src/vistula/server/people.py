"""People: who holds a key, which of their devices act for them, and which seats are theirs.

A person is made by a browser: it draws 128 bits, the key, and tells them with a name. Only the key's hash is kept.
Every further device has a key of its own, which the first one lets in: it can be put out alone, and when the person's
key is renewed all of them are out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Row, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from vistula.server import orders
from vistula.server.schema import DEVICES, PASSES, PEOPLE, SEATS, TABLES, TOKENS
from vistula.server.tokens import derived, hash_of, new_id

DEVICES_KEPT = 20
"""Devices that a person may have besides the first one."""
SETTINGS_KEPT = 50
"""Settings that a person may have, such as how far they have come in the lessons of a game."""
Seat = tuple[str, str]
"""A table and a seat there."""


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    made: str
    root: str  # hash of the person's own key
    device: str  # hash of the key that was shown: the person's own, or that of a further device
    settings: dict[str, str]
    mail: bytes = b""  # locked


class Device(msgspec.Struct, frozen=True):
    hash: str
    name: str
    made: str
    seen: str

    @property
    def id(self) -> str:
        """What it is called over the wire; it opens nothing."""
        return self.hash[:12]


_settings = msgspec.json.Decoder(dict[str, str]).decode


def find(engine: Engine, key: str) -> Person | None:
    """Whose key this is."""
    if not key:
        return None
    hashed = hash_of(key)
    by_device = select(DEVICES.c.player).where(DEVICES.c.hash == hashed)
    with engine.connect() as connection:
        row = connection.execute(select(PEOPLE).where(or_(PEOPLE.c.hash == hashed, PEOPLE.c.id.in_(by_device)))).first()
    return _person(row, hashed) if row is not None else None


def by_id(engine: Engine, id: str) -> Person | None:
    """Somebody who is to be called, whichever device they use."""
    with engine.connect() as connection:
        row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == id)).first()
    return _person(row, "") if row is not None else None


def _person(row: Row[Any], device: str) -> Person:
    return Person(row.id, row.name, row.made, row.hash, device, _settings(row.settings or "{}"), bytes(row.mail))


# -- coming and going -------------------------------------------------------------------------------------------------


def register(engine: Engine, key: str, name: str, at: str) -> Person:
    """Somebody new; or who has this key, if two requests of theirs come at once."""
    fresh = {"id": new_id(), "hash": hash_of(key), "name": name, "made": at, "settings": "{}"}
    try:
        with engine.begin() as connection:
            connection.execute(insert(PEOPLE), {**fresh, "mail": b"", "mail_hash": ""})
    except IntegrityError:
        pass
    found = find(engine, key)
    assert found is not None
    return found


def rename(connection: Connection, person: Person, name: str) -> None:
    """The name goes along to the seats that had the old one, or none."""
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(name=name))
    mine = SEATS.c.player == person.id, SEATS.c.name.in_(("", person.name))
    for table in set(connection.execute(select(SEATS.c.table_id).where(*mine)).scalars()):
        orders.give(connection, orders.SEATS, table)
    connection.execute(update(SEATS).where(*mine).values(name=name))


def keep_settings(connection: Connection, person: str, changes: dict[str, str]) -> bool:
    """Change some settings; an empty value forgets one. False if there would be too many."""
    text = connection.execute(select(PEOPLE.c.settings).where(PEOPLE.c.id == person)).scalar_one()
    kept = {name: value for name, value in {**_settings(text or "{}"), **changes}.items() if value}
    if len(kept) > SETTINGS_KEPT:
        return False
    new = msgspec.json.encode(kept).decode()
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(settings=new))
    return True


def renew(connection: Connection, person: Person, key: str, secret: bytes) -> None:
    """Another key; nothing that acted for this person, or opened their seats, does so any more."""
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(hash=hash_of(key)))
    connection.execute(delete(DEVICES).where(DEVICES.c.player == person.id))
    connection.execute(delete(PASSES).where(PASSES.c.player == person.id))
    close_seats(connection, secret, seats_of(connection, person.id), [])


# -- devices ----------------------------------------------------------------------------------------------------------


def devices(connection: Connection, person: str) -> list[Device]:
    """Besides the one that made the key, the oldest first."""
    own = select(DEVICES).where(DEVICES.c.player == person).order_by(DEVICES.c.made, DEVICES.c.hash)
    return [Device(row.hash, row.name, row.made, row.seen) for row in connection.execute(own)]


def let_in(connection: Connection, person: str, key: str, name: str, at: str) -> bool:
    """One more device; False if there are too many."""
    count = select(func.count()).select_from(DEVICES).where(DEVICES.c.player == person)
    if connection.execute(count).scalar_one() >= DEVICES_KEPT:
        return False
    connection.execute(insert(DEVICES), {"hash": hash_of(key), "player": person, "name": name, "made": at, "seen": at})
    return True


def put_out(connection: Connection, person: Person, device: str, secret: bytes) -> bool:
    """A device acts for this person no more, and opens none of their seats; nor does any old link to these."""
    known = {each.id: each.hash for each in devices(connection, person.id)}
    if device not in known:
        return False
    connection.execute(delete(DEVICES).where(DEVICES.c.hash == known.pop(device)))
    close_seats(connection, secret, seats_of(connection, person.id), [person.root, *known.values()])
    return True


def saw(connection: Connection, person: Person, at: str) -> None:
    """A device was used, to the day."""
    connection.execute(
        update(DEVICES).where(DEVICES.c.hash == person.device, DEVICES.c.seen < at[:10]).values(seen=at[:10])
    )


# -- seats ------------------------------------------------------------------------------------------------------------


def seats_of(connection: Connection, person: str) -> list[Seat]:
    rows = connection.execute(select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.player == person))
    return [(row.table_id, row.seat) for row in rows]


def token_for(secret: bytes, device: str, seat: Seat) -> str:
    """What opens a seat for one device of the person whose seat it is."""
    return derived(secret, *seat, f"device {device}")


def adopt(connection: Connection, person: Person, tokens: Sequence[str]) -> list[Seat]:
    """The seats that a browser holds become this person's, where they are nobody's yet; returns what has changed."""
    hashes = [hash_of(token) for token in dict.fromkeys(tokens)]
    held = select(TOKENS.c.table_id, TOKENS.c.seat).where(TOKENS.c.hash.in_(hashes), TOKENS.c.kind == "")
    taken = []
    for table, seat in connection.execute(held.where(TOKENS.c.seat != "")).all():
        free = SEATS.c.table_id == table, SEATS.c.seat == seat, SEATS.c.who != "computer", SEATS.c.player == ""
        if connection.execute(update(SEATS).where(*free).values(player=person.id)).rowcount:
            taken.append((table, seat))
    for table in {table for table, _ in taken}:
        orders.give(connection, orders.SEATS, table)
    return taken


def host_of(connection: Connection, person: Person, tokens: Sequence[str]) -> None:
    """The tables whose hosts' tokens a browser holds become this person's to invite to, where they are nobody's yet."""
    hashes = [hash_of(token) for token in tokens]
    tables = select(TOKENS.c.table_id).where(TOKENS.c.hash.in_(hashes), TOKENS.c.kind == "host")
    connection.execute(update(TABLES).where(TABLES.c.id.in_(tables), TABLES.c.host == "").values(host=person.id))


def open_seats(connection: Connection, person: Person, table: str, secret: bytes) -> dict[str, str]:
    """Tokens for the seats of this person at a table, on the device that asks."""
    tokens = {seat: token_for(secret, person.device, (of, seat)) for of, seat in _at(connection, person.id, table)}
    hashes = {hash_of(token): seat for seat, token in tokens.items()}
    known = set(connection.execute(select(TOKENS.c.hash).where(TOKENS.c.hash.in_(hashes))).scalars())
    for hashed in hashes.keys() - known:
        row = {"hash": hashed, "table_id": table, "seat": hashes[hashed], "kind": ""}
        connection.execute(insert(TOKENS), row)
    return tokens


def only_mine(connection: Connection, person: Person, table: str, secret: bytes) -> None:
    """Nothing opens the seats of this person at a table but their own devices."""
    known = [person.root, *(each.hash for each in devices(connection, person.id))]
    close_seats(connection, secret, _at(connection, person.id, table), known)


def _at(connection: Connection, person: str, table: str) -> list[Seat]:
    return [seat for seat in seats_of(connection, person) if seat[0] == table]


def close_seats(connection: Connection, secret: bytes, seats: Iterable[Seat], keep: Sequence[str]) -> None:
    """Take the tokens of seats away, but for those of the devices to keep; whoever sits there by one is sent away."""
    for table, seat in seats:
        kept = [hash_of(token_for(secret, device, (table, seat))) for device in keep]
        own = TOKENS.c.table_id == table, TOKENS.c.seat == seat, TOKENS.c.kind == "", TOKENS.c.hash.not_in(kept)
        if connection.execute(delete(TOKENS).where(*own)).rowcount:
            orders.give(connection, orders.SEATS, table)
