"""What the database holds of a table, as rows and as records; nothing here knows of games or of sockets."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, Row, bindparam, delete, func, insert, or_, select, update

from vistula.kernel.decision import SeatId
from vistula.kernel.dice import Rolled, joined
from vistula.kernel.snapshots import TurnSnapshot
from vistula.kernel.views import Verdict
from vistula.server.keys import Keys
from vistula.server.pace import SeatClock
from vistula.server.schema import (
    CHAT,
    CLOCKS,
    ENTRIES,
    NOTES,
    OUTBOX,
    REPORTS,
    SEATS,
    SKETCHES,
    SNAPSHOTS,
    TABLES,
    TOKENS,
)
from vistula.server.tokens import hash_of, same
from vistula.server.wire import Pace
from vistula.server.writer import Statement

ADD_TABLE = insert(TABLES)
ADD_SEAT = insert(SEATS)
ADD_TOKEN = insert(TOKENS)
ADD_ENTRY = insert(ENTRIES)
ADD_CHAT = insert(CHAT)
ADD_SNAPSHOT = insert(SNAPSHOTS)
ADD_CLOCK = insert(CLOCKS)
SET_CLOCK = (
    update(CLOCKS)
    .where(CLOCKS.c.table_id == bindparam("of"), CLOCKS.c.seat == bindparam("of_seat"))
    .values({name: bindparam(f"new_{name}") for name in SeatClock.__struct_fields__})
)
DROP_SNAPSHOTS = delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == bindparam("of"))
SET_AUDITED = (
    update(SNAPSHOTS)
    .where(SNAPSHOTS.c.table_id == bindparam("of"), SNAPSHOTS.c.n == bindparam("at"))
    .values(audited=True)
)
SET_CARD = update(TABLES).where(TABLES.c.id == bindparam("of")).values(card=bindparam("new_card"))
SEND_TO_WATCH = (
    update(TOKENS)
    .where(TOKENS.c.table_id == bindparam("of"), TOKENS.c.seat == bindparam("who"), TOKENS.c.kind == "")
    .values(seat="")
)
SEND_OTHERS_TO_WATCH = SEND_TO_WATCH.where(TOKENS.c.hash != bindparam("kept"))
DROP_NOTES, DROP_SKETCHES = (
    delete(kept).where(kept.c.table_id == bindparam("of"), kept.c.seat == bindparam("who"))
    for kept in (NOTES, SKETCHES)
)
INVITE, HOST = "invite", "host"
"""Kinds of tokens that open no seat: one is claimed for its seat, the other lets whoever opened a table invite anew."""
CLAIM = delete(TOKENS).where(TOKENS.c.hash == bindparam("claimed"), TOKENS.c.kind == INVITE)
DROP_INVITES = delete(TOKENS).where(
    TOKENS.c.table_id == bindparam("of"), TOKENS.c.seat == bindparam("who"), TOKENS.c.kind == INVITE
)
RESIGNED = "-"
"""Whose seat it is when its person has resigned, until a partner takes it: nobody's, and not free."""
_OF_SEAT = SEATS.c.table_id == bindparam("of"), SEATS.c.seat == bindparam("of_seat")
SET_PLAYER = update(SEATS).where(*_OF_SEAT).values(player=bindparam("new_player"), archived=False)
SET_NAME = update(SEATS).where(*_OF_SEAT).values(name=bindparam("new_name"))
SET_SEALED = update(SEATS).where(*_OF_SEAT).values(sealed=bindparam("new_sealed"))
SET_SHARE = update(SEATS).where(*_OF_SEAT).values(share=bindparam("new_share"))
SET_EXPIRES = update(TABLES).where(TABLES.c.id == bindparam("of")).values(expires=bindparam("new_expires"))
SET_OFFER = update(TABLES).where(TABLES.c.id == bindparam("of")).values(offer=bindparam("new_offer"))
SET_SITTER = (
    update(SEATS)
    .where(*_OF_SEAT)
    .values(
        who=bindparam("new_who"),
        level=bindparam("new_level"),
        name=bindparam("new_name"),
        player=bindparam("new_player"),
        archived=False,
    )
)
SET_SEEN = update(SEATS).where(*_OF_SEAT).values(seen=bindparam("new_seen"))
SET_REMATCH = update(TABLES).where(TABLES.c.id == bindparam("of")).values(rematch=bindparam("new_rematch"))


class Sitter(msgspec.Struct, frozen=True):
    """Who sits on a seat."""

    seat: str
    who: str
    level: str = ""
    name: str = ""
    sealed: str = ""  # what binds this person to the number that they add to the dice
    share: bytes = b""  # that number as it is stored, once it is opened
    player: str = ""  # whose seat it is, if that person has a key


class Kept(msgspec.Struct):
    """One entry as it is stored."""

    n: int
    seat: str
    verb: str
    arg: str | int
    rolls: list[Rolled]
    mark: str
    message: str
    sender: str
    revisions: dict[str, int]
    at: str


class Aside(msgspec.Struct):
    """What the server remembers beside a game, as of a snapshot."""

    acted: dict[str, int] = {}  # seat -> events it had been told of when it had last acted
    updated: str = ""  # when something was last published


class KeptSnapshot(msgspec.Struct):
    """A snapshot as it is stored."""

    snapshot: TurnSnapshot
    aside: Aside
    audited: bool = False


class Spoken(msgspec.Struct):
    n: int
    seat: str
    message: str
    text: str
    at: str


class Summary(msgspec.Struct, omit_defaults=True):
    """What a card says of a table, as of so many entries. `deciding`, and of these whom the table passes for, is for
    each seat itself only."""

    entries: int
    turn: int = 0
    phase: str = ""
    on_move: list[str] = []
    deciding: list[str] = []
    passed: list[str] = []
    over: bool = False
    result: Verdict | None = None
    updated: str = ""


class Offer(msgspec.Struct, omit_defaults=True):
    """How a table stands in the lobby: which seats anyone may take, and what is said of it."""

    seats: list[str]
    since: str
    says: str = ""
    level: str = ""


class Stored(msgspec.Struct, kw_only=True):
    """A table as it is stored, without its entries and talk."""

    id: str
    game: str
    rules: str
    data: str
    scenario: str
    options: dict[str, str]
    position: str = ""
    secret: bytes = b""  # of the dice; empty until it is unlocked
    locked: bytes = b""  # the same as it is stored
    listed: bool = False
    created: str = ""
    rematch: str = ""
    opener: str = ""  # keyed hash of the address that opened it
    together: bool = False  # the dice follow from numbers of all people, too
    same_dice: bool = False  # after an undo past dice the same fall again
    held: str = ""  # why the operator, or retention, has stopped it
    expires: str = ""  # when it is put away if nobody plays
    host: str = ""  # the person who may invite to its free seats
    shares: dict[str, str] = {}  # the numbers that people have added, once they are unlocked
    pace: Pace = msgspec.field(default_factory=Pace)
    offer: Offer | None = None  # how it stands in the lobby
    summary: Summary | None = None
    sitters: dict[str, Sitter] = {}

    @property
    def people(self) -> list[str]:
        return [seat for seat, sitter in self.sitters.items() if sitter.who != "computer"]

    @property
    def lacking(self) -> list[str]:
        """The people whose numbers the dice still wait for; the game begins when there are none."""
        return [seat for seat in self.people if not self.sitters[seat].share] if self.together else []

    @property
    def joint(self) -> bytes:
        """What the rolls follow from."""
        return joined(self.secret, self.shares)

    def unlock(self, keys: Keys) -> None:
        """Read what is secret in it; BadInput where the server's key does not open it."""
        self.secret = keys.unlock(self.locked, self.id)
        self.shares = {
            seat: keys.unlock(sitter.share, share_of(self.id, seat)).hex()
            for seat, sitter in self.sitters.items()
            if sitter.share
        }


def share_of(table: str, seat: str) -> str:
    """What a number is locked for."""
    return f"{table} {seat} share"


_encode = msgspec.json.Encoder().encode
_options = msgspec.json.Decoder(dict[str, str]).decode  # made here, not by the threads that read
_summary = msgspec.json.Decoder(Summary).decode
_pace = msgspec.json.Decoder(Pace).decode
_offer = msgspec.json.Decoder(Offer).decode
_arg = msgspec.json.Decoder(str | int).decode
_rolls = msgspec.json.Decoder(list[Rolled]).decode
_revisions = msgspec.json.Decoder(dict[str, int]).decode
_aside = msgspec.json.Decoder(Aside).decode


def now(ago: float = 0.0) -> str:
    """The time of day, or what it was so many seconds ago."""
    return (datetime.now(UTC) - timedelta(seconds=ago)).isoformat(timespec="seconds").replace("+00:00", "Z")


# -- writing ------------------------------------------------------------------------------------------


def opening(
    table: Stored, tokens: dict[str, str], keys: Keys, invites: dict[str, str] | None = None, host: str = ""
) -> list[Statement]:
    """All that a new table needs. Tokens and invitations: token -> seat."""
    header = {
        "id": table.id,
        "game": table.game,
        "rules": table.rules,
        "data": table.data,
        "scenario": table.scenario,
        "options": _text(table.options),
        "position": table.position,
        "secret": keys.lock(table.secret, table.id),
        "listed": table.listed,
        "created": table.created,
        "rematch": table.rematch,
        "card": _text(table.summary) if table.summary else "",
        "opener": table.opener,
        "together": table.together,
        "same_dice": table.same_dice,
        "held": table.held,
        "expires": table.expires,
        "host": table.host,
        "pace": _text(table.pace),
        "offer": _text(table.offer) if table.offer else "",
    }
    rows: list[Statement] = [(ADD_TABLE, header)]
    rows += [(ADD_SEAT, {"table_id": table.id, **msgspec.structs.asdict(s)}) for s in table.sitters.values()]
    rows += [token_row(table.id, seat, token) for token, seat in tokens.items()]
    rows += [token_row(table.id, seat, invite, INVITE) for invite, seat in (invites or {}).items()]
    return [*rows, token_row(table.id, "", host, HOST)] if host else rows


def token_row(table: str, seat: str, token: str, kind: str = "") -> Statement:
    return ADD_TOKEN, {"hash": hash_of(token), "table_id": table, "seat": seat, "kind": kind}


def claim_rows(table: str, seat: str, invite: str, token: str) -> list[Statement]:
    """An invitation becomes the token of whoever claims it, and opens nothing any more."""
    return [(CLAIM, {"claimed": hash_of(invite)}), token_row(table, seat, token)]


def invite_rows(table: str, seat: str, invite: str) -> list[Statement]:
    """A new invitation in place of the one that nobody has claimed."""
    return [(DROP_INVITES, {"of": table, "who": seat}), token_row(table, seat, invite, INVITE)]


def withdraw_rows(table: str, seat: str) -> list[Statement]:
    return [(DROP_INVITES, {"of": table, "who": seat})]


def player_rows(table: str, seat: str, player: str, name: str) -> list[Statement]:
    """A seat is somebody's from now on, and has their name if they have one."""
    own = {"of": table, "of_seat": seat}
    rows: list[Statement] = [(SET_PLAYER, {**own, "new_player": player})]
    return [*rows, (SET_NAME, {**own, "new_name": name})] if name else rows


def clock_row(table: str, seat: str, clock: SeatClock) -> Statement:
    """The clock of a seat that has one."""
    changed = {f"new_{name}": value for name, value in msgspec.structs.asdict(clock).items()}
    return SET_CLOCK, {"of": table, "of_seat": seat, **changed}


def first_clock_row(table: str, seat: str, clock: SeatClock) -> Statement:
    return ADD_CLOCK, {"table_id": table, "seat": seat, **msgspec.structs.asdict(clock)}


def seen_row(table: str, seat: str, when: float) -> Statement:
    """Somebody who sits there has looked at the table."""
    return SET_SEEN, {"of": table, "of_seat": seat, "new_seen": when}


def offer_row(table: str, offer: Offer | None) -> Statement:
    return SET_OFFER, {"of": table, "new_offer": _text(offer) if offer is not None else ""}


def new_sitter_rows(table: str, sitter: Sitter, token: str) -> list[Statement]:
    """Somebody else sits there: the new token opens the seat, with what opened it before one may only watch. Notes and
    sketches were private."""
    new = {"new_who": sitter.who, "new_level": sitter.level, "new_name": sitter.name}
    new["new_player"] = sitter.player
    rows: list[Statement] = [
        (SET_SITTER, {"of": table, "of_seat": sitter.seat, **new}),
        (DROP_INVITES, {"of": table, "who": sitter.seat}),
        (DROP_NOTES, {"of": table, "who": sitter.seat}),
        (DROP_SKETCHES, {"of": table, "who": sitter.seat}),
        (SEND_OTHERS_TO_WATCH, {"of": table, "who": sitter.seat, "kept": hash_of(token) if token else ""}),
    ]
    return [*rows, token_row(table, sitter.seat, token)] if token else rows


def sealed_row(table: str, seat: str, sealed: str) -> Statement:
    return SET_SEALED, {"of": table, "of_seat": seat, "new_sealed": sealed}


def share_row(table: str, seat: str, share: bytes) -> Statement:
    return SET_SHARE, {"of": table, "of_seat": seat, "new_share": share}


def release_rows(table: str, seat: str) -> list[Statement]:
    """Whoever had this seat may only watch from now on; a partner may take it."""
    return [(SEND_TO_WATCH, {"of": table, "who": seat}), *player_rows(table, seat, RESIGNED, "")]


def entry_row(table: str, kept: Kept) -> Statement:
    row = msgspec.structs.asdict(kept)
    for key in ("arg", "rolls", "revisions"):
        row[key] = _text(row[key])
    return ADD_ENTRY, {"table_id": table, **row}


def snapshot_row(table: str, snapshot: TurnSnapshot, aside: Aside) -> Statement:
    row = msgspec.structs.asdict(snapshot)
    n = row.pop("entries")
    return ADD_SNAPSHOT, {"table_id": table, "n": n, **row, "aside": _text(aside), "audited": False}


def drop_snapshots_row(table: str) -> Statement:
    return DROP_SNAPSHOTS, {"of": table}


def audited_row(table: str, n: int) -> Statement:
    return SET_AUDITED, {"of": table, "at": n}


def chat_row(table: str, spoken: Spoken) -> Statement:
    return ADD_CHAT, {"table_id": table, **msgspec.structs.asdict(spoken)}


def card_row(table: str, summary: Summary) -> Statement:
    return SET_CARD, {"of": table, "new_card": _text(summary)}


def rematch_row(table: str, rematch: str) -> Statement:
    return SET_REMATCH, {"of": table, "new_rematch": rematch}


def _text(value: Any) -> str:
    return _encode(value).decode()


def expires_row(table: str, when: str) -> Statement:
    return SET_EXPIRES, {"of": table, "new_expires": when}


def purge(connection: Connection, table: str) -> None:
    """Delete all that there is of a table."""
    for kept in (ENTRIES, CHAT, SNAPSHOTS, TOKENS, SEATS, CLOCKS, SKETCHES, NOTES, REPORTS, OUTBOX):
        connection.execute(delete(kept).where(kept.c.table_id == table))
    connection.execute(delete(TABLES).where(TABLES.c.id == table))


def hold(connection: Connection, table: str, why: str) -> None:
    """Stop a table, or with no reason let it go on."""
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(held=why, expires=""))


def revoke(connection: Connection, table: str, seat: str, invite: str) -> None:
    """Nothing that opened a seat opens it any more, and it is nobody's; the new invitation opens it."""
    connection.execute(update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(player=""))
    connection.execute(delete(TOKENS).where(TOKENS.c.table_id == table, TOKENS.c.seat == seat))
    statement, row = token_row(table, seat, invite, INVITE)
    connection.execute(statement, row)


# -- reading ------------------------------------------------------------------------------------------


def seat_of_token(engine: Engine, token: str) -> tuple[str, str] | None:
    """The table and the seat that a token opens."""
    found = token_found(engine, token)
    return found[:2] if found is not None and not found[2] else None


def token_found(engine: Engine, token: str) -> tuple[str, str, str] | None:
    """The table, the seat and the kind of a token."""
    hashed = hash_of(token)
    with engine.connect() as connection:
        row = connection.execute(select(TOKENS).where(TOKENS.c.hash == hashed)).first()
    return (row.table_id, row.seat, row.kind) if row is not None and same(row.hash, hashed) else None


def unclaimed(engine: Engine, table: str) -> dict[str, bool]:
    """The seats of people that nobody has taken, and whether there is an invitation to each."""
    with engine.connect() as connection:
        free = SEATS.c.table_id == table, SEATS.c.who != "computer", SEATS.c.player == ""
        seats = connection.execute(select(SEATS.c.seat).where(*free)).scalars().all()
        kinds = connection.execute(select(TOKENS.c.seat, TOKENS.c.kind).where(TOKENS.c.table_id == table)).all()
    opened, asked = ({seat for seat, kind in kinds if kind == wanted} for wanted in ("", INVITE))
    return {seat: seat in asked for seat in seats if seat not in opened}


def unlocked(engine: Engine, keys: Keys, id: str) -> Stored | None:
    """A table with the secret of its dice; BadInput where the server's key does not open it."""
    found = stored(engine, id)
    if found is not None:
        found.unlock(keys)
    return found


def stored(engine: Engine, id: str) -> Stored | None:
    with engine.connect() as connection:
        row = connection.execute(select(TABLES).where(TABLES.c.id == id)).first()
        return _stored(connection, row) if row is not None else None


def listed(engine: Engine, limit: int) -> list[Stored]:
    """Tables that strangers may find, the newest first."""
    newest = select(TABLES).where(TABLES.c.listed).order_by(TABLES.c.created.desc(), TABLES.c.id).limit(limit)
    with engine.connect() as connection:
        rows = connection.execute(newest).all()
        seats = _sitters(connection, [row.id for row in rows])
        return [_stored_with(row, seats[row.id]) for row in rows]


def every(engine: Engine) -> list[Stored]:
    """All tables, the oldest first."""
    with engine.connect() as connection:
        rows = connection.execute(select(TABLES).order_by(TABLES.c.created, TABLES.c.id)).all()
        sitters: dict[str, dict[str, Sitter]] = {row.id: {} for row in rows}
        for seat in connection.execute(select(SEATS)):
            sitters.setdefault(seat.table_id, {})[seat.seat] = _sitter(seat)
        return [_stored_with(row, sitters[row.id]) for row in rows]


def holders(engine: Engine, table: str, seat: str) -> int:
    """How many tokens open a seat."""
    own = TOKENS.c.table_id == table, TOKENS.c.seat == seat, TOKENS.c.kind == ""
    with engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(TOKENS).where(*own)).scalar_one())


def computers_alone(engine: Engine, table: Stored, since: str) -> int:
    """How many unfinished tables without a person were opened since then, as `unfinished` counts."""
    people = select(SEATS.c.table_id).where(SEATS.c.who != "computer")
    return _most_of_one(engine, table, TABLES.c.created >= since, TABLES.c.id.not_in(people), GOES_ON)


def unfinished(engine: Engine, table: Stored, since: str) -> int:
    """How many tables that are not over were opened since then from the address of a new one, or by its host."""
    return _most_of_one(engine, table, TABLES.c.created >= since, GOES_ON)


def opened(engine: Engine, table: Stored, since: str) -> int:
    """The same, with those that are over."""
    return _most_of_one(engine, table, TABLES.c.created >= since)


GOES_ON = TABLES.c.card.not_like('%"over":true%')


def _most_of_one(engine: Engine, table: Stored, *which: ColumnElement[bool]) -> int:
    """By the address or by the person, whichever has more of them."""
    ways = [TABLES.c.opener == table.opener, *([TABLES.c.host == table.host] if table.host else [])]
    counts = select(*(func.count().filter(way) for way in ways)).select_from(TABLES)
    with engine.connect() as connection:
        return max(map(int, connection.execute(counts.where(or_(*ways), *which)).one()))


def of_tokens(engine: Engine, tokens: Sequence[str]) -> list[tuple[Stored, SeatId]]:
    """The tables that tokens open, with the seat, in the order of the tokens."""
    hashes = list(dict.fromkeys(hash_of(token) for token in tokens))
    with engine.connect() as connection:
        opening = TOKENS.c.hash.in_(hashes), TOKENS.c.kind == ""
        rows = connection.execute(select(TOKENS).where(*opening)).all()
        opened = {row.hash: (row.table_id, row.seat) for row in rows}
        known = many_stored(connection, {table for table, _ in opened.values()})
    pairs = [opened[each] for each in hashes if each in opened]
    return [(known[table], SeatId(seat)) for table, seat in pairs if table in known]


def stale_cards(engine: Engine) -> list[str]:
    """Tables with more entries than their cards know of, the newest first."""
    last = select(ENTRIES.c.table_id, func.max(ENTRIES.c.n).label("last")).group_by(ENTRIES.c.table_id).subquery()
    both = select(TABLES.c.id, TABLES.c.card, last.c.last).join(last, TABLES.c.id == last.c.table_id)
    with engine.connect() as connection:
        rows = connection.execute(both.order_by(TABLES.c.created.desc())).all()
    return [row.id for row in rows if row.card and _summary(row.card).entries != row.last + 1]


def entry_count(engine: Engine, id: str) -> int:
    with engine.connect() as connection:
        count = select(func.count()).select_from(ENTRIES).where(ENTRIES.c.table_id == id)
        return int(connection.execute(count).scalar_one())


def entries(engine: Engine, id: str) -> list[Kept]:
    with engine.connect() as connection:
        rows = connection.execute(select(ENTRIES).where(ENTRIES.c.table_id == id).order_by(ENTRIES.c.n)).all()
    return [_kept(row) for row in rows]


def snapshots(engine: Engine, id: str) -> list[KeptSnapshot]:
    with engine.connect() as connection:
        rows = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == id).order_by(SNAPSHOTS.c.n)).all()
    return [_snapshot(row) for row in rows]


def clocks(engine: Engine, id: str) -> dict[str, SeatClock]:
    with engine.connect() as connection:
        rows = connection.execute(select(CLOCKS).where(CLOCKS.c.table_id == id)).all()
    return {row.seat: SeatClock(*(getattr(row, name) for name in SeatClock.__struct_fields__)) for row in rows}


def due(engine: Engine, now: float) -> list[tuple[str, SeatId]]:
    """The seats whose time is up, the longest ago first."""
    up = select(CLOCKS.c.table_id, CLOCKS.c.seat).where(CLOCKS.c.due > 0, CLOCKS.c.due <= now).order_by(CLOCKS.c.due)
    with engine.connect() as connection:
        return [(row.table_id, SeatId(row.seat)) for row in connection.execute(up)]


def seen(engine: Engine, id: str) -> dict[str, float]:
    """When each seat of a table was last looked from."""
    with engine.connect() as connection:
        return {row.seat: row.seen for row in connection.execute(select(SEATS).where(SEATS.c.table_id == id))}


def taken(engine: Engine, id: str) -> set[str]:
    """The seats of a table that are somebody's, or that somebody has a token of."""
    opened = select(TOKENS.c.seat).where(TOKENS.c.table_id == id, TOKENS.c.kind == "", TOKENS.c.seat != "")
    owned = select(SEATS.c.seat).where(SEATS.c.table_id == id, SEATS.c.player.not_in(("", RESIGNED)))
    with engine.connect() as connection:
        return set(connection.execute(opened.union(owned)).scalars())


def offered(engine: Engine, limit: int) -> list[Stored]:
    """The tables that stand in the lobby, the newest first."""
    newest = TABLES.c.created.desc(), TABLES.c.id
    standing = select(TABLES).where(TABLES.c.offer != "", TABLES.c.held == "").order_by(*newest).limit(limit)
    with engine.connect() as connection:
        rows = connection.execute(standing).all()
        seats = _sitters(connection, [row.id for row in rows])
        return [_stored_with(row, seats[row.id]) for row in rows]


def talk(engine: Engine, id: str) -> list[Spoken]:
    with engine.connect() as connection:
        rows = connection.execute(select(CHAT).where(CHAT.c.table_id == id).order_by(CHAT.c.n)).all()
    return [Spoken(row.n, row.seat, row.message, row.text, row.at) for row in rows]


def _stored(connection: Connection, row: Row[Any]) -> Stored:
    return _stored_with(row, _sitters(connection, [row.id])[row.id])


def many_stored(connection: Connection, ids: Collection[str]) -> dict[str, Stored]:
    rows = connection.execute(select(TABLES).where(TABLES.c.id.in_(ids))).all()
    seats = _sitters(connection, [row.id for row in rows])
    return {row.id: _stored_with(row, seats[row.id]) for row in rows}


def _sitters(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, Sitter]]:
    found: dict[str, dict[str, Sitter]] = {id: {} for id in ids}
    for row in connection.execute(select(SEATS).where(SEATS.c.table_id.in_(ids))):
        found[row.table_id][row.seat] = _sitter(row)
    return found


def _sitter(row: Row[Any]) -> Sitter:
    return Sitter(row.seat, row.who, row.level, row.name, row.sealed, bytes(row.share), row.player)


def _stored_with(row: Row[Any], sitters: dict[str, Sitter]) -> Stored:
    return Stored(
        id=row.id,
        game=row.game,
        rules=row.rules,
        data=row.data,
        scenario=row.scenario,
        options=_options(row.options),
        position=row.position,
        locked=bytes(row.secret),
        listed=row.listed,
        created=row.created,
        rematch=row.rematch,
        opener=row.opener,
        together=row.together,
        same_dice=row.same_dice,
        held=row.held,
        expires=row.expires,
        host=row.host,
        pace=_pace(row.pace) if row.pace else Pace(),
        offer=_offer(row.offer) if row.offer else None,
        summary=_summary(row.card) if row.card else None,
        sitters=sitters,
    )


def _snapshot(row: Row[Any]) -> KeptSnapshot:
    taken = TurnSnapshot(
        entries=row.n,
        after=row.after,
        turn=row.turn,
        events=row.events,
        code=row.code,
        body=bytes(row.body),
        proof=row.proof,
    )
    try:
        return KeptSnapshot(taken, _aside(row.aside), row.audited)
    except msgspec.MsgspecError:  # whatever has become of it, the entries are there
        return KeptSnapshot(msgspec.structs.replace(taken, proof=""), Aside())


def _kept(row: Row[Any]) -> Kept:
    return Kept(
        n=row.n,
        seat=row.seat,
        verb=row.verb,
        arg=_arg(row.arg),
        rolls=_rolls(row.rolls),
        mark=row.mark,
        message=row.message,
        sender=row.sender,
        revisions=_revisions(row.revisions),
        at=row.at,
    )
