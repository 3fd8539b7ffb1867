"""A table is in memory once, nobody sits at one that was put away, and what another process has is let go."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, func, select, update

import kernel.toy  # noqa: F401 - registers itself
from server.postgres import Postgres
from server.test_hall import Ear, in_a_hall
from vistula.server import database
from vistula.server.backroom import BackRoom
from vistula.server.database import Database
from vistula.server.guests import TRY_AGAIN, Declined
from vistula.server.hall import Hall
from vistula.server.leases import LASTS, Leases
from vistula.server.limits import NONE
from vistula.server.schema import LEASES
from vistula.server.settings import Settings
from vistula.server.table import Table
from vistula.server.wire import Hello, NewTable

PATIENCE = 30.0


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def test_who_sits_down_while_a_table_is_put_away_is_sent_away_too(tmp_path: Path) -> None:
    """Else he would sit there for ever, and hear of nothing."""

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        gate, late = asyncio.Event(), Ear("poland")
        busy = asyncio.create_task(table.ask_long(gate.wait))
        await asyncio.sleep(0)
        comes = asyncio.create_task(table.take(late, Hello(id="h", token="")))
        await asyncio.sleep(0)
        leaves = asyncio.create_task(hall.put_away(table.id, "come again"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(busy, comes, leaves)
        await asyncio.sleep(0)
        assert ear.closed == TRY_AGAIN
        assert late.closed == TRY_AGAIN

    in_a_hall(tmp_path, story)


def test_a_table_that_is_put_away_twice_at_once_is_in_memory_once_afterwards(tmp_path: Path) -> None:
    """Or people would sit at two tables of one game, and wait for one another."""

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        await hall.put_away(table.id, "come again")
        reading = asyncio.create_task(hall.table(table.id))
        await until(lambda: table.id in hall.tables)

        async def comes() -> Table | None:
            await hall.opened(table.id)
            return await hall.table(table.id)

        _, found, _, _ = await asyncio.gather(
            hall.put_away(table.id, "come again"), comes(), hall.put_away(table.id, "come again"), reading
        )
        assert await hall.table(table.id) is found

    in_a_hall(tmp_path, story)


def test_who_comes_while_a_table_is_put_away_waits_until_it_is(tmp_path: Path) -> None:
    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        gate = asyncio.Event()
        busy = asyncio.create_task(table.ask_long(gate.wait))
        await asyncio.sleep(0)
        leaves = asyncio.create_task(hall.put_away(table.id, "come again"))
        await asyncio.sleep(0)
        comes = asyncio.create_task(hall.table(table.id))
        for _ in range(20):
            await asyncio.sleep(0.001)
        assert not comes.done(), "the old one may write yet"
        gate.set()
        await asyncio.gather(busy, leaves)
        assert await comes is not table

    in_a_hall(tmp_path, story)


# -- with a database that is shared ---------------------------------------------------------------------------------


@pytest.fixture
def shared(tmp_path: Path, database_server: Postgres, request: pytest.FixtureRequest) -> Settings:
    url = database_server.new(f"memory{abs(hash(request.node.name))}")
    return Settings(database=url, key_file=str(tmp_path / "server.key"), shards=("a", "b"), limits=NONE)


def of_shard(shard: str, engine: Engine, **values: Any) -> None:
    with engine.begin() as connection:
        connection.execute(update(LEASES).where(LEASES.c.shard == shard).values(**values))


def sharing(settings: Settings, story: Callable[[Hall, Table, Ear], Awaitable[None]]) -> None:
    async def run() -> None:
        back_room = BackRoom()
        hall = Hall(settings, back_room)
        try:
            opened = await hall.open(NewTable(game="toy", scenario="long", options={"players": "2"}))
            table = await hall.table(opened.table)
            assert table is not None
            ear = Ear("red")
            await ear.say(table, Hello(id="h", token=""))
            await story(hall, table, ear)
        finally:
            await hall.stop()
            back_room.close()

    asyncio.run(run())


def test_who_sits_at_a_table_that_another_has_is_sent_away_though_nothing_can_be_asked_for(shared: Settings) -> None:
    """The process waits for another shard of its own meanwhile, which somebody holds a lock on."""

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        engine = hall.database.engine
        mine = table.id.partition("-")[0]
        with engine.begin() as busy:
            for shard in ("a", "b"):
                busy.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"vistula shard {shard}"))))
            of_shard(mine, engine, owner="another", until=2**40)
            await until(lambda: bool(ear.closed))
        assert ear.closed == TRY_AGAIN
        assert table.id not in hall.tables
        with pytest.raises(Declined, match="another process has this table"):
            await hall.table(table.id)

    sharing(shared, story)


def test_what_another_had_for_a_moment_is_read_anew(shared: Settings) -> None:
    """It was taken and given back between two looks at the leases."""

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        of_shard(table.id.partition("-")[0], hall.database.engine, until=2**40)
        await until(lambda: bool(ear.closed))
        again = await hall.table(table.id)
        assert again is not None
        assert again is not table

    sharing(shared, story)


@pytest.fixture
def engine(tmp_path: Path, shared: Settings) -> Iterator[Engine]:
    opened = Database(shared.database, shared.key_file)
    yield opened.engine
    opened.close()


def test_a_shard_on_its_way_to_another_is_not_taken_back(engine: Engine) -> None:
    home, guest = Leases(engine, ["a"]), Leases(engine, ["b"])
    assert guest.take("a")
    assert not home.take("a")
    guest.renew()
    assert guest.term("a-1") is None
    assert not guest.take("a"), "its tables are being put away"
    assert not home.take("a"), "and may yet be written"
    guest._hand("a")
    home.renew()
    assert home.term("a-1") is not None
    assert not guest.take("a")


def test_a_process_that_stands_still_in_the_middle_of_a_commit_does_not_keep_its_tables(engine: Engine) -> None:
    stands, other = Leases(engine, ["a"]), Leases(engine, ["b"])
    assert stands.take("a")
    with engine.connect() as connection:
        stands.guard(connection, ["a-1"])
        of_lasts = select(LEASES.c.until).where(LEASES.c.shard == "a")
        assert connection.execute(of_lasts).scalar_one() > LASTS
        taken = threading.Event()

        def take() -> None:
            while not taken.is_set():
                try:
                    if other.take("a"):
                        taken.set()
                except Exception:
                    continue

        asking = threading.Thread(target=take, daemon=True)
        asking.start()
        assert taken.wait(PATIENCE)
        asking.join(PATIENCE)
        connection.invalidate()


def test_a_server_starts_though_its_connection_is_cut_while_it_looks_at_the_database(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    cuts, real = iter([True]), database.bring_up_to_date

    def cut(engine: Engine) -> None:
        if next(cuts, False):
            with engine.connect() as connection:
                connection.exec_driver_sql("select pg_terminate_backend(pg_backend_pid())")
        real(engine)

    monkeypatch.setattr(database, "bring_up_to_date", cut)
    Database(shared.database, shared.key_file).close()
    assert not next(cuts, False)


@pytest.mark.parametrize("home", [("a", "b"), ("",)])
def test_a_server_starts_though_its_connection_is_cut_while_it_asks_for_its_shards(
    engine: Engine, home: tuple[str, ...]
) -> None:
    """As it is where the machine stands still for longer than a transaction may."""
    cuts = iter([True])

    def cut(_: Any, cursor: Any, statement: str, *more: Any) -> None:
        if "FROM leases" in statement and next(cuts, False):
            with engine.connect() as other:
                other.exec_driver_sql(f"select pg_terminate_backend({cursor.connection.info.backend_pid})")

    event.listen(engine, "before_cursor_execute", cut)
    leases = Leases(engine, home)
    leases.start()
    assert not next(cuts, False)
    leases.renew()
    assert all(leases.term(f"{shard}-1" if shard else "1") is not None for shard in home)
