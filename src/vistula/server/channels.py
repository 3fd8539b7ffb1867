"""The channels of people: by what they want to be called when a table waits for them, and when they do not.

An address (of web push with its keys, of a webhook) is locked in the database and told to nobody, not even to its
owner. E-mail has none of its own: it goes to the address that the person has confirmed.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from sqlalchemy import Connection, Engine, Row, delete, func, insert, select, update

from vistula.kernel.errors import BadInput
from vistula.server.clock import text_of
from vistula.server.keys import Keys
from vistula.server.people import Person
from vistula.server.schema import CHANNELS, OUTBOX
from vistula.server.tokens import derived, new_id, same
from vistula.server.wire import CallSettings, ChangedChannel, Channel, NewChannel, PushSubscription

MOST = 10
"""Channels of one person."""
PUSH, MAIL, HOOK = "push", "mail", "hook"
NAMES = {PUSH: "This device", MAIL: "E-mail", HOOK: "Webhook"}


class Kept(msgspec.Struct, frozen=True):
    """A channel as it is stored."""

    id: str
    player: str
    kind: str
    name: str
    address: bytes  # locked
    device: str
    settings: CallSettings
    made: str
    trouble: str
    failures: int
    rests: float


_encode = msgspec.json.Encoder().encode
_settings = msgspec.json.Decoder(CallSettings).decode
_subscription = msgspec.json.Decoder(PushSubscription).decode


def _kept(row: Row[Any]) -> Kept:
    fields = {name: getattr(row, name) for name in Kept.__struct_fields__}
    return Kept(**{**fields, "address": bytes(row.address), "settings": _settings(row.settings)})


# -- reading ----------------------------------------------------------------------------------------------------------


def of_person(connection: Connection, person: str) -> list[Kept]:
    """The oldest first."""
    own = select(CHANNELS).where(CHANNELS.c.player == person).order_by(CHANNELS.c.made, CHANNELS.c.id)
    return [_kept(row) for row in connection.execute(own)]


def find(connection: Connection, id: str) -> Kept | None:
    row = connection.execute(select(CHANNELS).where(CHANNELS.c.id == id)).first()
    return _kept(row) if row is not None else None


def of_people(engine: Engine, person: str) -> list[Kept]:
    with engine.connect() as connection:
        return of_person(connection, person)


def one(engine: Engine, id: str) -> Kept | None:
    with engine.connect() as connection:
        return find(connection, id)


def of_person_by_id(engine: Engine, person: str, id: str) -> Kept | None:
    kept = one(engine, id)
    return kept if kept is not None and kept.player == person else None


def told(kept: Kept, person: Person, now: float) -> Channel:
    """A channel as its owner sees it."""
    return Channel(
        id=kept.id,
        kind=kept.kind,  # type: ignore[arg-type]
        name=kept.name,
        settings=kept.settings,
        made=kept.made,
        trouble=kept.trouble,
        rests=text_of(kept.rests) if kept.rests > now else "",
        here=kept.kind == PUSH and kept.device == person.device,
    )


def _purpose(id: str) -> str:
    return f"channel {id}"


def url_of(keys: Keys, kept: Kept) -> str:
    return keys.unlock(kept.address, _purpose(kept.id)).decode()


def subscription_of(keys: Keys, kept: Kept) -> PushSubscription:
    return _subscription(keys.unlock(kept.address, _purpose(kept.id)))


# -- changing ---------------------------------------------------------------------------------------------------------


def check(settings: CallSettings) -> None:
    """BadInput for what cannot be kept to."""
    try:
        ZoneInfo(settings.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(
            "zone", settings.zone, "is not a time zone we know; expected a name like Europe/Warsaw"
        ) from None
    begins, ends = settings.quiet_from, settings.quiet_to
    if bool(begins) != bool(ends) or (begins and begins == ends):
        raise BadInput("quiet hours", "", "need a beginning and another end, or neither")


def add(connection: Connection, keys: Keys, secret: bytes, person: Person, new: NewChannel, at: str) -> str | None:
    """One more channel, in place of the one that leads to the same address; None if there are too many."""
    address, endpoint = _address(new)
    known = _hashed(secret, endpoint) if endpoint else ""
    if known:  # a browser, or a room, is called for whoever said so last
        _drop(connection, connection.execute(select(CHANNELS.c.id).where(*_same(person, new.kind, known))).scalars())
    elif new.kind == MAIL:
        drop_mail(connection, [person.id])
    count = select(func.count()).select_from(CHANNELS).where(CHANNELS.c.player == person.id)
    if connection.execute(count).scalar_one() >= MOST:
        return None
    id = new_id()
    row = {
        "id": id,
        "player": person.id,
        "kind": new.kind,
        "name": " ".join(new.name.split()) or NAMES[new.kind],
        "address": keys.lock(address, _purpose(id)) if address else b"",
        "hash": known,
        "device": person.device if new.kind == PUSH else "",
        "settings": _encode(new.settings).decode(),
        "made": at,
        "trouble": "",
        "failures": 0,
        "rests": 0.0,
    }
    connection.execute(insert(CHANNELS), row)
    return id


def _address(new: NewChannel) -> tuple[bytes, str]:
    """What is locked, and the address in it."""
    if new.kind == PUSH and new.subscription is not None:
        return _encode(new.subscription), new.subscription.endpoint
    return (new.url.encode(), new.url) if new.kind == HOOK else (b"", "")


def _hashed(secret: bytes, endpoint: str) -> str:
    return hmac.digest(secret, f"channel {endpoint}".encode(), "sha256").hex()


def _same(person: Person, kind: str, known: str) -> list[Any]:
    """A browser's subscription is known to that browser alone; an address of a webhook several people may share."""
    same = [CHANNELS.c.hash == known, CHANNELS.c.kind == kind]
    return same if kind == PUSH else [*same, CHANNELS.c.player == person.id]


def change(connection: Connection, person: Person, id: str, new: ChangedChannel) -> bool:
    """Other settings. A channel that rests is tried again from now on."""
    fresh = {"settings": _encode(new.settings).decode(), "failures": 0, "rests": 0.0}
    if new.name is not None:
        fresh["name"] = " ".join(new.name.split())
    own = CHANNELS.c.id == id, CHANNELS.c.player == person.id
    if not connection.execute(update(CHANNELS).where(*own).values(**fresh)).rowcount:
        return False
    waits = OUTBOX.c.channel == id, OUTBOX.c.sent == 0
    connection.execute(delete(OUTBOX).where(*waits, OUTBOX.c.kind == "daily"))
    connection.execute(update(OUTBOX).where(*waits).values(due=OUTBOX.c.asked))  # looked at again, by what is said now
    return True


def remove(connection: Connection, person: Person, id: str) -> bool:
    own = select(CHANNELS.c.id).where(CHANNELS.c.id == id, CHANNELS.c.player == person.id)
    return bool(_drop(connection, connection.execute(own).scalars()))


def drop(connection: Connection, id: str) -> None:
    """A channel that leads nowhere any more."""
    _drop(connection, [id])


def drop_mail(connection: Connection, people: Collection[str]) -> None:
    """These people have no address any more that notices could go to."""
    own = select(CHANNELS.c.id).where(CHANNELS.c.kind == MAIL, CHANNELS.c.player.in_(people))
    _drop(connection, connection.execute(own).scalars())


def drop_push(connection: Connection, person: str, but: str = "") -> None:
    """The devices of a person, but one of them, are theirs no more."""
    own = CHANNELS.c.kind == PUSH, CHANNELS.c.player == person, CHANNELS.c.device != but
    _drop(connection, connection.execute(select(CHANNELS.c.id).where(*own)).scalars())


def moved(connection: Connection, device: str, to: str) -> None:
    """A device has another key."""
    connection.execute(update(CHANNELS).where(CHANNELS.c.device == device).values(device=to))


def drop_device(connection: Connection, device: str) -> None:
    """A device that was put out is called no more."""
    _drop(connection, connection.execute(select(CHANNELS.c.id).where(CHANNELS.c.device == device)).scalars())


def _drop(connection: Connection, ids: Any) -> int:
    gone = list(ids)
    connection.execute(delete(OUTBOX).where(OUTBOX.c.channel.in_(gone)))
    return connection.execute(delete(CHANNELS).where(CHANNELS.c.id.in_(gone))).rowcount


# -- turning off by a link --------------------------------------------------------------------------------------------


def quiet_token(secret: bytes, id: str) -> str:
    """What turns a channel off, and can do nothing else."""
    return f"{id}.{derived(secret, id, '', 'quiet')}"


def turn_off(engine: Engine, secret: bytes, token: str) -> Kept | None:
    """The channel that a token is for, which is off now; None for what turns nothing off."""
    id = token.partition(".")[0]
    if not same(quiet_token(secret, id), token):
        return None
    with engine.begin() as connection:
        kept = find(connection, id)
        if kept is None:
            return None
        settings = _encode(msgspec.structs.replace(kept.settings, off=True)).decode()
        connection.execute(update(CHANNELS).where(CHANNELS.c.id == id).values(settings=settings))
        connection.execute(delete(OUTBOX).where(OUTBOX.c.channel == id, OUTBOX.c.sent == 0))
    return kept
