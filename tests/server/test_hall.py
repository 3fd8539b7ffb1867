"""The house from inside: what happens when something fails, and when nobody is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import vistula.games  # noqa: F401 - the titles
from vistula.kernel.decision import SeatId
from vistula.kernel.game import Game
from vistula.server import ledger
from vistula.server.backroom import BackRoom
from vistula.server.hall import Hall
from vistula.server.limits import NONE
from vistula.server.settings import Settings
from vistula.server.table import Table
from vistula.server.wire import Act, Ask, Chat, Deed, Hello, NewTable, Resign, SeatPlan
from vistula.server.writer import NotWritten


class Ear:
    """Someone at a table who only keeps what he hears."""

    passing = False
    address = "here"
    token = ""
    visible: bool | None = None
    spoke = 0.0

    def __init__(self, seat: str) -> None:
        self.seat = SeatId(seat)
        self.sent = 0
        self.heard: list[dict[str, Any]] = []
        self.closed = 0

    def send(self, body: bytes) -> None:
        self.heard.append(msgspec.json.decode(body))

    def close(self, code: int, why: str) -> None:
        self.closed = code

    async def say(self, table: Table, message: Ask) -> dict[str, Any]:
        await table.take(self, message)
        return self.heard[-1]

    @property
    def update(self) -> dict[str, Any]:
        return next(message for message in reversed(self.heard) if message["type"] == "update")

    def act(self, id: str) -> Act:
        option = self.update["view"]["decision"]["options"][0]
        deed = Deed(verb=option["verb"], arg=option["args"][0])
        return Act(id=id, revision=self.update["revision"], actions=[deed])


def in_a_hall(
    tmp_path: Path,
    story: Callable[[Hall, Table, Ear], Awaitable[None]],
    idle: float = 600,
    seats: dict[str, SeatPlan] | None = None,
) -> None:
    async def run() -> None:
        back_room = BackRoom()
        hall = Hall(Settings(database=str(tmp_path / "t.db"), limits=NONE, idle=idle), back_room)
        try:
            opened = await hall.open(NewTable(game="warsaw-1920", scenario="quick", seats=seats or {}))
            table = await hall.table(opened.table)
            assert table is not None
            ear = Ear("russia")
            await ear.say(table, Hello(id="h", token=""))
            await story(hall, table, ear)
        finally:
            await hall.stop()
            back_room.close()

    asyncio.run(run())


def _carded(hall: Hall, table: Table) -> bool:
    stored = ledger.stored(hall.database.engine, table.id)
    return stored is not None and stored.summary is not None and stored.summary.entries == 1


def test_what_cannot_be_written_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        before = ear.update["view"]
        other = Ear("poland")
        await other.say(table, Hello(id="h", token=""))

        async def full(_: object) -> None:
            raise OSError("the disk is full")

        for message in (ear.act("a"), Chat(id="c", text="Hello"), Resign(id="r")):
            with monkeypatch.context() as patch:
                patch.setattr(hall.writer, "write", full)
                heard = len(other.heard)
                assert (await ear.say(table, message))["error"] == "fault"
                assert not [m for m in other.heard[heard:] if m["type"] == "said"]
            assert {**ear.update["view"], "revision": 0} == {**before, "revision": 0}
        assert (await ear.say(table, ear.act("b")))["done"] == 1

    in_a_hall(tmp_path, story)


def test_rules_that_fail_leave_the_table_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        before = ear.update["view"]
        real = Game.push

        def fails(game: Game[Any], *given: Any) -> None:
            real(game, *given)
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(Game, "push", fails)
            assert (await ear.say(table, ear.act("a")))["error"] == "fault"
        assert {**ear.update["view"], "revision": 0} == {**before, "revision": 0}
        assert (await ear.say(table, ear.act("a")))["done"] == 1

    in_a_hall(tmp_path, story)


def test_a_table_that_nobody_is_at_is_put_away_and_comes_back(tmp_path: Path) -> None:
    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        assert (await ear.say(table, ear.act("a")))["done"] == 1
        view = ear.update["view"]
        table.audience.leave(ear)
        while table.id in hall.tables or not _carded(hall, table):
            await asyncio.sleep(0.01)
        card = await hall.card(table.id, SeatId("russia"))
        assert card is not None
        assert table.id not in hall.tables, "the card was put away with the table"
        assert card.your_move
        hall.settings = msgspec.structs.replace(hall.settings, idle=600)
        again = await hall.table(table.id)
        assert again is not None
        assert again is not table
        back = Ear("russia")
        await back.say(again, Hello(id="h", token=""))
        assert back.update["view"] == view

    in_a_hall(tmp_path, story, idle=0.02)


def test_nobody_is_told_before_it_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        gate = asyncio.Event()
        real = hall.writer.write

        async def slow(statements: Any) -> None:
            await gate.wait()
            await real(statements)

        monkeypatch.setattr(hall.writer, "write", slow)
        before = len(ear.heard)
        talking = asyncio.create_task(ear.say(table, ear.act("a")))
        card = asyncio.create_task(hall.card(table.id, SeatId("russia")))
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(ear.heard) == before
        assert not card.done()
        gate.set()
        assert (await talking)["done"] == 1
        assert await card is not None

    in_a_hall(tmp_path, story)


def test_a_card_tells_only_what_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card falls due while an action is being written, and the action cannot be written in the end."""
    monkeypatch.setattr("vistula.server.table.CARD_DELAY", 0.0)

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        gate = asyncio.Event()
        real, cards = hall.writer.write, []

        async def slow(statements: Any) -> None:
            if statements[0][0] is ledger.ADD_ENTRY:
                await gate.wait()
                raise NotWritten
            cards.append(statements[0][1]["new_card"])
            await real(statements)

        monkeypatch.setattr(hall.writer, "write", slow)
        talking = asyncio.create_task(ear.say(table, Resign(id="r")))
        await asyncio.sleep(0)
        table._due_card()
        for _ in range(50):
            await asyncio.sleep(0)
        assert not cards
        gate.set()
        assert (await talking)["error"] == "not written"
        while not cards:
            await asyncio.sleep(0.001)
        assert "resignation" not in cards[0]

    in_a_hall(tmp_path, story)


def test_a_table_that_cannot_be_read_again_sends_all_away_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        before = ear.update["view"]

        async def full(_: object) -> None:
            raise NotWritten

        def broken(*_: object) -> None:
            raise OSError("the disk is gone")

        with monkeypatch.context() as patch:
            patch.setattr(hall.writer, "write", full)
            patch.setattr(ledger, "entries", broken)
            assert (await ear.say(table, ear.act("a")))["error"] == "not written"
            while not ear.closed:
                await asyncio.sleep(0)
        assert ear.closed == 1013
        again = await hall.table(table.id)
        assert again is not None
        assert again is not table
        back = Ear("russia")
        await back.say(again, Hello(id="h", token=""))
        assert {**back.update["view"], "revision": 0} == {**before, "revision": 0}
        assert (await back.say(again, back.act("b")))["done"] == 1
        assert ledger.entry_count(hall.database.engine, table.id) == 1

    in_a_hall(tmp_path, story)


def test_a_stranger_does_not_wake_a_private_table(tmp_path: Path) -> None:
    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        table.audience.leave(ear)
        await table.stop()
        hall.tables.pop(table.id)
        assert await hall.stranger(table.id, "") is None
        assert await hall.stranger("nothing", "") is None
        assert not hall.tables

    in_a_hall(tmp_path, story)
