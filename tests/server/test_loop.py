"""Nothing long runs on the event loop, and nobody waits for somebody else's table."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from server.test_hall import Ear, in_a_hall
from vistula.kernel.game import Game
from vistula.kernel.seat import Seat
from vistula.server import hall as halls
from vistula.server.documents import Documents
from vistula.server.hall import Hall
from vistula.server.shelf import shelf
from vistula.server.sketch_table import SketchTable, Studio
from vistula.server.sketching import Sketch
from vistula.server.table import Table
from vistula.server.wire import Act, Deed, Hello, NewTable, Odds, Undo


class Gate:
    """Work that goes on until it is let go, and the threads that it was done in."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.threads: list[threading.Thread] = []

    def before(self, work: Any) -> Any:
        def wrapped(*given: Any, **named: Any) -> Any:
            self.threads.append(threading.current_thread())
            assert self.open.wait(20)
            return work(*given, **named)

        return wrapped


def test_shelf_cards_and_other_tables_do_not_wait_for_a_table_that_is_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of 20,000 entries made the shelf take 13 seconds."""
    gate = Gate()

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        other = await hall.open(NewTable(game="warsaw-1920", scenario="quick", listed=True))
        listed = await hall.open(NewTable(game="warsaw-1920", scenario="quick", listed=True))
        await shelf(Documents(hall.back_room))
        slow = hall.tables.pop(listed.table).result()
        assert slow is not None
        await slow.stop()
        away = hall.tables.pop(other.table).result()
        assert away is not None
        await away.stop()
        real = halls.restore
        monkeypatch.setattr(halls, "restore", gate.before(real))
        reading = asyncio.create_task(hall.table(listed.table))
        while not gate.threads:
            await asyncio.sleep(0.01)
        try:
            async with asyncio.timeout(5):
                assert (await shelf(Documents(hall.back_room))).games
                assert len(await hall.watchable()) == 2
                assert len(await hall.mine([listed.onlooker, other.onlooker])) == 2
                assert (await ear.say(table, ear.act("a")))["done"] == 1
                monkeypatch.setattr(halls, "restore", real)
                assert await hall.table(other.table) is not None, "several are read at a time"
        finally:
            gate.open.set()
        assert await reading is not None

    in_a_hall(tmp_path, story)
    assert gate.threads[0] is not threading.main_thread()


def test_odds_are_worked_out_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    gate.open.set()
    monkeypatch.setattr(Seat, "forecast", gate.before(Seat.forecast))

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        assert (await ear.say(table, Odds(id="o")))["type"] == "answer"

    in_a_hall(tmp_path, story)
    assert gate.threads
    assert threading.main_thread() not in gate.threads


def test_many_actions_of_one_message_are_done_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[threading.Thread] = set()
    real = Game.push

    def push(game: Game[Any], *given: Any) -> None:
        threads.add(threading.current_thread())
        real(game, *given)

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        while "unit" not in {option["verb"] for option in ear.update["view"]["decision"]["options"]}:
            assert (await ear.say(table, ear.act(f"{time.monotonic_ns()}")))["done"] == 1
        options = ear.update["view"]["decision"]["options"]
        unit = next(option for option in options if option["verb"] == "unit")["args"][0]
        monkeypatch.setattr(Game, "push", push)
        there_and_back = [Deed(verb="unit", arg=unit), Deed(verb="cancel")] * 50
        answer = await ear.say(table, Act(id="many", revision=ear.update["revision"], actions=there_and_back))
        assert answer["done"] == 100
        assert threads
        assert threading.main_thread() not in threads

    in_a_hall(tmp_path, story)


def test_a_table_is_planned_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    gate.open.set()
    monkeypatch.setattr(halls, "plan", gate.before(halls.plan))

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        assert table.game is not None

    in_a_hall(tmp_path, story)
    assert threading.main_thread() not in gate.threads


def test_the_diary_of_a_long_game_is_worded_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes first to a table that has just been read has all its lines put into words."""
    threads: list[threading.Thread] = []
    from vistula.server import perspective

    real = perspective.line_of

    def line_of(*given: Any) -> Any:
        threads.append(threading.current_thread())
        return real(*given)

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        for n in range(12):
            if "decision" in ear.update["view"]:
                await ear.say(table, ear.act(f"{n}"))
        del hall.tables[table.id]
        await table.stop()
        monkeypatch.setattr(perspective, "line_of", line_of)
        again = await hall.table(table.id)
        assert again is not None
        await Ear("poland").say(again, Hello(id="h", token=""))
        assert threads
        assert threading.main_thread() not in threads

    in_a_hall(tmp_path, story)


def test_a_sketch_goes_back_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is left of it is played once more: after an undo, and after a step that goes too far."""
    threads: list[threading.Thread] = []
    real = Sketch._return

    def going_back(sketch: Sketch, count: int) -> None:
        threads.append(threading.current_thread())
        real(sketch, count)

    async def story(hall: Hall, table: Table, ear: Ear) -> None:
        assert table.game is not None
        made = SketchTable(Studio(hall), table, Sketch(table.game.seat(ear.seat)))
        pencil = Ear(ear.seat)
        await pencil.say(made, Hello(id="h", token=""))
        monkeypatch.setattr(Sketch, "_return", going_back)
        while (answer := await pencil.say(made, pencil.act(f"{time.monotonic_ns()}"))).get("done"):
            continue
        assert answer["error"] == "sketch"
        assert len(threads) == 1
        assert (await pencil.say(made, Undo(id="u", revision=0)))["done"] == 1
        assert len(threads) == 2
        await made.stop()

    in_a_hall(tmp_path, story)
    assert threading.main_thread() not in threads
