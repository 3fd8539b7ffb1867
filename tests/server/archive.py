"""A table that was played as a record says, laid into a database: a finished game of any length at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from vistula.kernel.record import journal_of, read
from vistula.kernel.title import title
from vistula.server import ledger
from vistula.server.database import Database
from vistula.server.ledger import Kept, Sitter, Stored

RECORDS = Path(__file__).parents[1] / "games"
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def shelve(database: Path, record: str, id: str, entries: int | None = None, who: str = "link") -> dict[str, str]:
    """Its tokens by seat; `entries`: only so far, as a table that is still played at."""
    where = str(RECORDS / record)
    found = read(where)
    of, journal = title(found.header.game), journal_of(found, where)
    seats = of.seated(found.header.options)
    tokens = {seat: f"token-{id}-{seat or 'eye'}" for seat in (*seats, "")}
    kept = Database(str(database), beside=database.exists())
    stored = Stored(
        id=id, game=of.id, rules=of.version, data=of.data_hash, scenario=journal.scenario, options=journal.options,
        position=journal.position, secret=bytes.fromhex(found.secret), created=_at(0),
        sitters={seat: Sitter(seat, who if n else "link") for n, seat in enumerate(seats)},
    )  # fmt: skip
    marks = {mark.entries - 1: mark.hash for mark in found.checkpoints}
    rows = ledger.opening(stored, {token: seat for seat, token in tokens.items()}, kept.keys)
    for n, entry in enumerate(journal.entries[:entries]):
        mark = marks.get(n, "")
        said = Kept(n, entry.seat, entry.verb, entry.arg, entry.rolls, mark, f"m{n}", entry.seat, {}, _at(n * n % 977))
        rows.append(ledger.entry_row(id, said))
    with kept.engine.begin() as connection:
        for statement, row in rows:
            connection.execute(statement, row)
    kept.close()
    return tokens


def _at(seconds: float) -> str:
    return (BEGAN + timedelta(seconds=seconds)).isoformat(timespec="seconds").replace("+00:00", "Z")
