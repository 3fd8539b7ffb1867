"""Tables opened from their last snapshot, and from entries alone where that does not hold."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

import vistula.games  # noqa: F401 - the titles
from bench.reopening import played, store
from kernel.comparing import digest, encode
from vistula.kernel import Game
from vistula.kernel.decision import SeatId
from vistula.kernel.journal import state_hash
from vistula.kernel.packing import packed
from vistula.kernel.record import Record, rebuild, record_of
from vistula.kernel.save import load
from vistula.kernel.snapshots import _open, _proof
from vistula.server import ledger
from vistula.server.backroom import BackRoom
from vistula.server.database import Database
from vistula.server.export import export
from vistula.server.hall import Hall
from vistula.server.limits import NONE
from vistula.server.restore import CHANGED, restore
from vistula.server.settings import Settings
from vistula.server.table import Table

Story = Callable[[Hall, Table], Awaitable[None]]
QUICK = ("warsaw-1920", "quick")


@pytest.fixture(scope="module")
def game() -> Game[Any]:
    """A game that has run for some turns."""
    made = played(165, 0, *QUICK)
    assert not made.over
    assert len(made.snapshots) > 3
    assert made.snapshots[-1].entries < 165
    return made


def put(tmp_path: Path, game: Game[Any], *harm: str) -> Path:
    """A database with one table, and what has become of it since."""
    path = tmp_path / "tables.db"
    database = Database(str(path))
    store(database, game)
    with database.engine.begin() as connection:
        for statement in harm:
            assert connection.execute(text(statement)).rowcount
    database.close()
    return path


def in_a_hall(path: Path, story: Story) -> None:
    async def run() -> None:
        back_room = BackRoom()
        hall = Hall(Settings(database=str(path), limits=NONE), back_room)
        try:
            table = await hall.table("table")
            assert table is not None
            await story(hall, table)
        finally:
            await hall.stop()
            back_room.close()

    asyncio.run(run())


def opened(path: Path) -> tuple[bool, bytes, int]:
    """Whether it was taken up from a snapshot, what it is, and how many snapshots are kept of it then."""
    found: list[Any] = []

    async def look(hall: Hall, table: Table) -> None:
        assert table.game is not None
        kept = ledger.snapshots(hall.database.engine, "table")
        found.append((table.resumed, digest(table.game), len(kept)))

    in_a_hall(path, look)
    return found[0]  # type: ignore[no-any-return]


def test_a_table_is_opened_from_its_last_snapshot(tmp_path: Path, game: Game[Any]) -> None:
    assert opened(put(tmp_path, game)) == (True, digest(game), len(game.snapshots))


HARM = {
    "a snapshot that was changed": "update snapshots set body = x'00' where n = (select max(n) from snapshots)",
    "half a snapshot": "update snapshots set body = substr(body, 1, 400) where n = (select max(n) from snapshots)",
    "another proof": "update snapshots set proof = 'x' where n = (select max(n) from snapshots)",
    "other code": "update snapshots set code = 'of yesterday'",
    "words beside it that cannot be read": "update snapshots set aside = '{' where n = (select max(n) from snapshots)",
}


@pytest.mark.sqlite
@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_a_table_whose_snapshot_does_not_hold_is_opened_from_its_entries(
    tmp_path: Path, game: Game[Any], harm: str
) -> None:
    path = put(tmp_path, game, harm)
    assert opened(path) == (False, digest(game), len(game.snapshots)), "new ones are kept in their place"
    assert opened(path) == (True, digest(game), len(game.snapshots))


@pytest.mark.sqlite
def test_where_a_snapshot_is_missing_those_before_it_serve(tmp_path: Path, game: Game[Any]) -> None:
    path = put(tmp_path, game, f"delete from snapshots where n = {game.snapshots[-1].entries}")
    resumed, found, _ = opened(path)
    assert (resumed, found) == (True, digest(game))
    path.unlink()
    path = put(tmp_path, game, f"delete from snapshots where n = {game.snapshots[0].entries}")
    assert opened(path)[:2] == (False, digest(game))


@pytest.mark.parametrize("lost", [0, 1, 4])
def test_a_snapshot_that_is_ahead_of_the_entries_is_not_used(tmp_path: Path, game: Game[Any], lost: int) -> None:
    """Whoever dies between the two has lost neither; the entries decide."""
    last = game.snapshots[-1].entries
    path = put(tmp_path, game, f"delete from entries where n >= {last - lost}")
    assert game.journal is not None
    then = rebuild(game.title, game.journal, last - lost)
    resumed, found, _ = opened(path)
    assert (resumed, found) == (lost == 0, digest(then))


def test_what_is_remembered_beside_the_game_is_the_same_both_ways(tmp_path: Path, game: Game[Any]) -> None:
    path = put(tmp_path, game, "update snapshots set code = 'of yesterday'")
    opened(path)  # kept anew, with what is remembered
    database = Database(str(path))
    stored, kept = ledger.unlocked(database.engine, database.keys, "table"), ledger.entries(database.engine, "table")
    snapshots = ledger.snapshots(database.engine, "table")
    database.close()
    assert stored is not None
    whole, short = restore(game.title, stored, kept), restore(game.title, stored, kept, snapshots)
    assert (whole.resumed, short.resumed) == (False, True)
    for name in ("answered", "acted", "updated", "revisions", "unasked"):
        assert getattr(short, name) == getattr(whole, name), name
    assert encode(short.game.events) == encode(whole.game.events)
    assert short.game.snapshots == whole.game.snapshots


def test_a_take_back_across_a_snapshot_is_written_and_read_again(tmp_path: Path, game: Game[Any]) -> None:
    to = game.snapshots[1].entries - 3
    found: list[bytes] = []

    async def back(hall: Hall, table: Table) -> None:
        await table.ask(lambda: None)
        assert table.game is not None
        assert table.game.journal is not None
        table.game.rewind(to, await hall.rebuild(table.game, to))
        assert digest(table.game, dice=False) == digest(rebuild(game.title, table.game.journal, to), dice=False)
        await table.settle(SeatId("russia"), "back")
        found.append(digest(table.game))

    path = put(tmp_path, game)
    in_a_hall(path, back)
    assert opened(path)[:2] == (True, found[0])
    database = Database(str(path))
    with database.engine.begin() as connection:
        connection.execute(text("delete from snapshots"))
    database.close()
    assert opened(path)[:2] == (False, found[0]), "the entries alone lead to the same"


def forged(game: Game[Any], path: Path) -> None:
    """The last snapshot with another turn in its state, by somebody who has the secret."""
    assert game.journal is not None
    last = game.snapshots[-1]
    body = _open(game.title, game.journal.secret, last)
    saved = msgspec.json.decode(body.game)
    saved["state"]["resupply_vp"] += 5
    body.game = msgspec.Raw(msgspec.json.encode(saved))
    body.state = state_hash(load(body.game, game.title))
    wrong = msgspec.structs.replace(last, body=packed(msgspec.json.encode(body)))
    wrong = msgspec.structs.replace(wrong, proof=_proof(wrong, game.journal.secret))
    database = Database(str(path))
    with database.engine.begin() as connection:
        values = {"body": wrong.body, "proof": wrong.proof, "n": last.entries}
        connection.execute(text("update snapshots set body = :body, proof = :proof where n = :n"), values)
    database.close()


def test_an_audit_finds_a_snapshot_that_the_entries_do_not_lead_to(tmp_path: Path, game: Game[Any]) -> None:
    path = put(tmp_path, game)
    forged(game, path)

    async def audit(hall: Hall, table: Table) -> None:
        assert table.resumed
        assert table.game is not None
        assert digest(table.game) != digest(game)
        assert not await hall.audit("table")
        assert not table.resumed
        assert digest(table.game) == digest(game)
        assert await hall.audit("table"), "kept anew, it holds"

    in_a_hall(path, audit)
    assert opened(path)[:2] == (True, digest(game))


def test_a_table_is_audited_once(tmp_path: Path, game: Game[Any]) -> None:
    path = put(tmp_path, game)

    async def audit(hall: Hall, table: Table) -> None:
        assert list(hall._to_audit) == ["table"]
        assert await hall.audit("table")

    async def again(hall: Hall, table: Table) -> None:
        assert table.resumed
        assert not hall._to_audit

    in_a_hall(path, audit)
    in_a_hall(path, again)


def test_an_audit_finds_entries_that_lead_nowhere(tmp_path: Path, game: Game[Any]) -> None:
    path = put(tmp_path, game, "update entries set verb = 'fly' where n = 3")

    async def audit(hall: Hall, table: Table) -> None:
        assert table.resumed
        assert not await hall.audit("table")
        assert table.game is None
        assert table.frozen == CHANGED

    in_a_hall(path, audit)


def test_the_record_of_a_finished_game_is_made_of_its_entries(tmp_path: Path) -> None:
    over = played(10_000, 2, *QUICK, seed=5)
    assert over.over
    found: list[Record] = []

    async def take_home(hall: Hall, table: Table) -> None:
        assert table.resumed
        assert table.game is not None
        table.game.events.clear()  # whatever has become of the game in memory
        made = await table.ask_long(lambda: export(table, SeatId("russia"), hall.whole, hall.keys.sign))
        assert isinstance(made, Record)
        found.append(made)

    in_a_hall(put(tmp_path, over), take_home)
    wanted = record_of(over)
    for name in ("secret", "entries", "dice", "checkpoints", "position"):
        assert getattr(found[0], name) == getattr(wanted, name), name
    assert found[0].header.result == wanted.header.result
