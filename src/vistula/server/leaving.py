"""What becomes of seats and tables when a person leaves a set-up, or takes themselves away altogether."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, select, update

from vistula.server import channels, ledger, orders, people
from vistula.server.people import Person, Seat
from vistula.server.schema import CHANNELS, DEVICES, NOTES, OUTBOX, PASSES, PEOPLE, SEATS, SKETCHES, TABLES, TOKENS


def leave(connection: Connection, person: Person, table: str, secret: bytes, lacking: bool) -> None:
    """Out of a table that is being set up: the seats are free again, and their numbers are drawn anew by others."""
    mine = [seat for seat in people.seats_of(connection, person.id) if seat[0] == table]
    _free(connection, person.id, mine, secret, {"sealed": "", "share": b""} if lacking else {})
    _hand_on(connection, person.id, table)
    _clear_away(connection, table)


def forget(connection: Connection, person: Person, secret: bytes) -> None:
    """Everything that belongs to a person: their games against computers, what they wrote, where they were called."""
    mine = people.seats_of(connection, person.id)
    hosted = connection.execute(select(TABLES.c.id).where(TABLES.c.host == person.id)).scalars().all()
    _free(connection, person.id, mine, secret, {})
    for owned in (OUTBOX, CHANNELS, DEVICES, PASSES):
        connection.execute(delete(owned).where(owned.c.player == person.id))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person.id))
    for table in {*hosted, *(table for table, _ in mine)}:
        _hand_on(connection, person.id, table)
        _clear_away(connection, table)


def bring(connection: Connection, old: Person, new: str, device: str) -> None:
    """What one person has becomes another's, who is the same in truth: two keys were made on two devices. The one that
    the old key was shown on has another key from now on, whose hash is `device`."""
    channels.drop_mail(connection, [old.id])  # it went to the address of the person who is no more
    channels.moved(connection, old.device, device)
    for owned in (CHANNELS, OUTBOX, DEVICES):
        connection.execute(update(owned).where(owned.c.player == old.id).values(player=new))
    connection.execute(update(SEATS).where(SEATS.c.player == old.id).values(player=new))
    connection.execute(update(TABLES).where(TABLES.c.host == old.id).values(host=new))
    connection.execute(delete(PASSES).where(PASSES.c.player == old.id))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id == old.id))


def _free(connection: Connection, person: str, seats: Iterable[Seat], secret: bytes, more: dict[str, object]) -> None:
    """Nobody's, without a name; nothing opens them, and whoever comes next finds nothing private there."""
    for table, seat in seats:
        own = SEATS.c.table_id == table, SEATS.c.seat == seat, SEATS.c.player == person
        free = update(SEATS).where(*own).values(player="", name="", archived=False, **more)
        if not connection.execute(free).rowcount:
            continue  # somebody has taken it over meanwhile
        people.close_seats(connection, secret, [(table, seat)], [])
        for kept in (SKETCHES, NOTES):
            connection.execute(delete(kept).where(kept.c.table_id == table, kept.c.seat == seat))
        orders.give(connection, orders.SEATS, table)


def _hand_on(connection: Connection, person: str, table: str) -> None:
    """Whoever is left may invite from now on."""
    if connection.execute(select(TABLES.c.host).where(TABLES.c.id == table)).scalar() != person:
        return
    others = (
        select(SEATS.c.player)
        .where(SEATS.c.table_id == table, SEATS.c.player.not_in(("", ledger.RESIGNED)))
        .order_by(SEATS.c.seat)
    )
    heir = connection.execute(others).scalars().first() or ""
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(host=heir))
    connection.execute(delete(TOKENS).where(TOKENS.c.table_id == table, TOKENS.c.kind == ledger.HOST))


def _clear_away(connection: Connection, table: str) -> None:
    """A table that nobody has a seat at any more is nobody's."""
    held = select(TOKENS.c.hash).where(TOKENS.c.table_id == table, TOKENS.c.kind == "", TOKENS.c.seat != "")
    owned = select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.player.not_in(("", ledger.RESIGNED)))
    if connection.execute(held).first() is None and connection.execute(owned).first() is None:
        ledger.purge(connection, table)
        orders.give(connection, "put away", table, "deleted")
