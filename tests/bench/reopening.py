"""What it takes to open a stored table again: from its entries alone, and from its snapshots.

`make bench` prints it for a table of Strike of the Eagle with 1,500 entries, and for the same after take-backs.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from vistula.kernel import Game
from vistula.kernel.journal import Journal
from vistula.kernel.record import where_began
from vistula.kernel.title import title
from vistula.players.play import play_out, seat_players
from vistula.server import ledger
from vistula.server.database import Database
from vistula.server.ledger import Aside, Kept, Sitter, Stored
from vistula.server.restore import restore

GAME, SCENARIO = "strike-of-the-eagle", "campaign"


def played(entries: int, backs: int = 0, game: str = GAME, scenario: str = SCENARIO, seed: int = 2) -> Game[Any]:
    """A running game with about so many entries; so many times a seat has gone back to where it last began to act."""
    made: Game[Any] = title(game).start(scenario, seed=seed)
    every = entries // (backs + 1)
    while len(_journal(made).entries) < entries and not made.over:
        for _ in play_out(made, seat_players(dict.fromkeys(made.seats, "random"), len(_journal(made).entries))):
            count = len(_journal(made).entries)
            if count >= entries or (backs and count >= every):
                break
        if backs and not made.over:
            target = where_began(_journal(made), _journal(made).entries[-1].seat)
            assert target is not None
            made.rewind(target)
            backs, every = backs - 1, every + entries // 16
    return made


def store(database: Database, game: Game[Any], id: str = "table") -> Stored:
    """Put a game into a database as a table that ran there."""
    journal = _journal(game)
    stored = Stored(
        id=id, game=game.title.id, rules="1", data="", scenario=game.scenario, options=game.options,
        secret=journal.secret, created="2026-01-01T00:00:00Z",
        sitters={seat: Sitter(seat, "link") for seat in game.seats},
    )  # fmt: skip
    marks = {mark.entries - 1: mark.hash for mark in journal.checkpoints}
    revisions = dict.fromkeys(map(str, game.seats), 1)
    kept = [
        Kept(n, e.seat, e.verb, e.arg, e.rolls, marks.get(n, ""), f"m{n}", e.seat, revisions, stored.created)
        for n, e in enumerate(journal.entries)
    ]
    rows = [*ledger.opening(stored, {}, database.keys), *(ledger.entry_row(id, each) for each in kept)]
    rows += [ledger.snapshot_row(id, each, Aside()) for each in game.snapshots]
    with database.engine.begin() as connection:
        for statement, row in rows:
            connection.execute(statement, row)
    return stored


def milliseconds(database: Database, stored: Stored, from_snapshots: bool, rounds: int = 5) -> float:
    """CPU time of one opening, reading included."""
    spent = []
    for _ in range(rounds):
        began = time.process_time()
        snapshots = ledger.snapshots(database.engine, stored.id) if from_snapshots else ()
        restored = restore(title(stored.game), stored, ledger.entries(database.engine, stored.id), snapshots)
        spent.append(time.process_time() - began)
        assert restored.resumed == from_snapshots
    return statistics.median(spent) * 1000


def reopening(entries: int = 1500, backs: int = 15, rounds: int = 5) -> dict[str, float]:
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        database = Database(str(Path(folder) / "tables.db"))
        for name, game in (("plain", played(entries)), ("taken back", played(entries, backs))):
            stored = store(database, game, name)
            found[f"{name}, {len(_journal(game).entries)} entries"] = milliseconds(database, stored, True, rounds)
            found[f"{name}, from entries alone"] = milliseconds(database, stored, False, min(rounds, 2))
            found[f"{name}, kB of snapshots"] = sum(len(each.body) for each in game.snapshots) / 1000
        database.close()
    return found


def _journal(game: Game[Any]) -> Journal:
    assert game.journal is not None
    return game.journal


if __name__ == "__main__":
    for name, value in reopening().items():
        print(f"{name:<40}{value:>10.1f}")
