"""E-mail addresses of people: confirmed before they count, locked in the database, found by a keyed hash."""

from __future__ import annotations

import hmac

from sqlalchemy import Connection, Engine, select, update

from vistula.kernel.errors import BadInput
from vistula.server import channels, passes
from vistula.server.keys import Keys
from vistula.server.people import Person
from vistula.server.schema import PEOPLE

CONFIRM = """Someone, we hope you, wants Vistula to write to this address. To confirm it, open this link:

{link}

It works once, for 15 minutes. If it wasn’t you, do nothing: nobody will write again.
"""
SIGN_IN = """To sign in to Vistula on this device, open this link:

{link}

It works once, for 15 minutes. If you didn’t ask for it, do nothing. Don’t pass it on: it opens all your games.
"""


def hashed(secret: bytes, address: str) -> str:
    return hmac.digest(secret, f"mail {address.strip().lower()}".encode(), "sha256").hex()


def _purpose(person: str) -> str:
    return f"mail {person}"


def told(keys: Keys, person: Person) -> str:
    """The address of a person, or nothing."""
    if not person.mail:
        return ""
    try:
        return keys.unlock(person.mail, _purpose(person.id)).decode()
    except BadInput:
        return ""


def ask(connection: Connection, keys: Keys, person: Person, address: str, now: float) -> str:
    """A pass that confirms an address, which is not this person's before."""
    body = keys.lock(address.encode(), f"confirm {person.id}")
    return passes.give(connection, person.id, passes.MAIL, now, body)


def confirm(connection: Connection, keys: Keys, secret: bytes, token: str, now: float) -> bool:
    """The address is this person's now, and nobody else's: who reads what is sent there has said so."""
    used = passes.use(connection, token, passes.MAIL, now)
    if used is None:
        return False
    address = keys.unlock(used.body, f"confirm {used.player}").decode()
    known = hashed(secret, address)
    others = select(PEOPLE.c.id).where(PEOPLE.c.mail_hash == known, PEOPLE.c.id != used.player)
    channels.drop_mail(connection, connection.execute(others).scalars().all())
    connection.execute(update(PEOPLE).where(PEOPLE.c.mail_hash == known).values(mail=b"", mail_hash=""))
    locked = keys.lock(address.encode(), _purpose(used.player))
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == used.player).values(mail=locked, mail_hash=known))
    return True


def drop(connection: Connection, person: Person) -> None:
    channels.drop_mail(connection, [person.id])
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(mail=b"", mail_hash=""))


def whose(engine: Engine, secret: bytes, address: str) -> str | None:
    """The person who has confirmed an address."""
    with engine.connect() as connection:
        found = select(PEOPLE.c.id).where(PEOPLE.c.mail_hash == hashed(secret, address))
        return connection.execute(found).scalar()
