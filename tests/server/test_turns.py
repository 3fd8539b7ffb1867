"""Nobody starves the computer players: they play where someone looks, and for each address by turns."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.garbage import ledger_entries
from server.house import House, Opened
from server.test_hall import Ear
from vistula.kernel.decision import SeatId
from vistula.server.attendance import LATELY, Attendance
from vistula.server.backroom import BackRoom
from vistula.server.hall import Hall
from vistula.server.limits import NONE
from vistula.server.pool import Pool, Worker
from vistula.server.settings import Settings
from vistula.server.turns import Turns
from vistula.server.wire import Hello, NewTable, SeatPlan
from vistula.server.worker import Players, Reply

ALONE = {seat: {"who": "computer", "level": "random"} for seat in ("poland", "russia")}


TOYS = {"game": "toy", "scenario": "short", "seats": dict.fromkeys(("red", "green", "blue"), ALONE["poland"])}


def served(asked: list[tuple[str, str]], places: int = 1) -> list[tuple[str, str]]:
    """In what order those are served who wait while all places are taken; each asks again when it has been served."""
    order: list[tuple[str, str]] = []

    async def one(turns: Turns, address: str, table: str) -> None:
        for _ in range(3):
            async with turns.of(address, table):
                order.append((address, table))
                await asyncio.sleep(0)

    async def all_() -> None:
        turns = Turns(places)
        await asyncio.gather(*(one(turns, *who) for who in asked))

    asyncio.run(all_())
    return order


def test_addresses_are_served_by_turns_and_the_tables_of_each_by_turns() -> None:
    order = served([*(("evil", f"t{n}") for n in range(12)), ("me", "mine"), ("you", "yours")])
    assert len(order) == 14 * 3
    assert [table for _, table in order[:7]] == ["t0", "mine", "yours", "t1", "mine", "yours", "t2"]
    evil = [table for address, table in order if address == "evil"]
    assert evil[:12] == evil[12:24] == evil[24:] == [f"t{n}" for n in range(12)]


def test_whoever_has_no_place_yet_comes_first() -> None:
    order = served([("evil", "a"), ("evil", "b"), ("evil", "c"), ("me", "mine")], places=2)
    assert order[:3] == [("evil", "a"), ("evil", "b"), ("me", "mine")]


def test_whoever_gives_up_waiting_leaves_no_gap() -> None:
    async def story() -> list[str]:
        turns, order = Turns(1), []

        async def one(name: str) -> None:
            async with turns.of(name, name):
                order.append(name)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(one(name)) for name in "abc"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        tasks = [asyncio.create_task(one(name)) for name in "de"]
        await asyncio.sleep(0)
        tasks[0].cancel()  # in its place
        tasks[1].cancel()  # called this very moment, or still waiting
        await asyncio.gather(*tasks, return_exceptions=True)
        await one("f")
        return order

    assert asyncio.run(story()) == ["a", "c", "d", "f"]


# -- who looks ------------------------------------------------------------------------------------------------


def listener(seat: str, address: str, passing: bool = False) -> Any:
    ear = Ear(seat)
    ear.address, ear.passing = address, passing
    return ear


def test_a_table_is_awake_for_those_who_are_or_were_there(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("vistula.server.attendance.time.monotonic", lambda: clock[0])
    table = Attendance()
    eye, me = listener("", "far"), listener("russia", "near")
    script, passer_by = listener("russia", "script", passing=True), listener("", "passer-by", passing=True)
    assert table.payer([]) is None
    table.spoke(passer_by)
    assert table.payer([passer_by]) is None, "one look from outside wakes nobody"
    assert table.payer([eye]) == "far"
    assert table.payer([me, eye]) == "near", "whoever watches does not pay for those who play"
    table.spoke(me)
    clock[0] += LATELY - 1
    assert table.payer([]) == "near"
    clock[0] += 1
    assert table.payer([]) is None
    table.spoke(script)
    assert table.payer([]) == "script"


# -- the attack -----------------------------------------------------------------------------------------------


def test_twelve_tables_of_captains_are_not_served_before_mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them watched from one address, with one process to serve them; what is counted is who is served."""
    order: list[str] = []
    waiting: set[str] = set()
    real = Pool._ask

    async def asked(pool: Pool, errand: Any, *given: Any) -> Reply:
        waiting.add(errand.table)
        return await real(pool, errand, *given)

    async def ask(worker: Worker, sitting: str, body: bytes, _: Any) -> Reply:
        table = sitting.split()[0]
        waiting.discard(table)
        order.append(table)
        while len(waiting) < 12:  # until all the others want something, too
            await asyncio.sleep(0.001)
        return Players(lambda _: None).choose(body.replace(b'"captain"', b'"random"'))

    async def start() -> Worker:
        return Worker(Idle())  # type: ignore[arg-type]

    monkeypatch.setattr(Pool, "_ask", asked)
    monkeypatch.setattr(Worker, "start", start)
    monkeypatch.setattr(Worker, "ask", ask)
    captains = {seat: SeatPlan(who="computer", level="captain") for seat in ("poland", "russia")}

    async def story() -> str:
        back_room = BackRoom()
        hall = Hall(Settings(database=str(tmp_path / "t.db"), limits=NONE, workers=1), back_room)
        for address in [*["evil"] * 12, "me"]:
            opened = await hall.open(NewTable(game="warsaw-1920", scenario="quick", seats=captains), address)
            await sit(hall, opened.table, "", address)
        while len(order) < 40:
            await asyncio.sleep(0.001)
        await hall.stop()
        back_room.close()
        return opened.table

    mine = asyncio.run(story())
    assert [table == mine for table in order[:40]] == [False, True] * 20


class Idle:
    """A process that does nothing."""

    pid, returncode = 0, None

    def kill(self) -> None: ...

    async def wait(self) -> None: ...


async def sit(hall: Hall, id: str, seat: str, address: str) -> None:
    table = await hall.table(id)
    assert table is not None
    await table.take(listener(seat, address), Hello(id="h", token=""))


def test_what_nobody_looks_at_sleeps_also_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits", "--workers", "1") as house:
        asleep = [house.open(seats=ALONE) for _ in range(12)]
        mine = house.open(seats={"russia": ALONE["russia"]})
        answered(mine)
        assert [ledger_entries(house, table) for table in asleep] == [0] * 12
        assert house.get(f"/api/tables/{asleep[0].id}", asleep[0].tokens[""]).json()["on_move"] == ["russia"]
        house.kill()
        house.start()
        answered(mine)
        assert [ledger_entries(house, table) for table in asleep] == [0] * 12
        eye = asleep[3].watch()
        while not ledger_entries(house, asleep[3]):
            eye.next()
        assert [ledger_entries(house, table) > 0 for table in asleep].count(True) == 1


def answered(table: Opened) -> None:
    """Sit down and wait until the computer has done something."""
    before = ledger_entries(table.house, table)
    me = table.sit("poland")
    while ledger_entries(table.house, table) == before:
        if me.asked:
            me.act((me.options[0]["verb"], me.options[0]["args"][0]))
        else:
            me.next()
    me.close()


def test_only_two_unfinished_tables_of_computers_alone_from_one_address(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        codes = [house.post("/api/tables", TOYS).status_code for _ in range(4)]
        assert codes == [201, 201, 429, 429]
        house.restart()
        refused = house.post("/api/tables", TOYS)
        assert refused.status_code == 429
        assert "only computers play" in refused.json()["why"]
        assert house.post("/api/tables", {**TOYS, "seats": {}}).status_code == 201, "people may always sit down"
        kept = b"".join(path.read_bytes() for path in house.folder.glob("tables.db*"))
        assert b"127.0.0.1" not in kept


def test_a_finished_table_of_computers_makes_room(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        first, _ = (Opened(house, house.post("/api/tables", TOYS).json()) for _ in range(2))
        assert house.post("/api/tables", TOYS).status_code == 429
        eye = first.watch()
        while not eye.view.get("result"):
            eye.next()
        house.restart()  # so that its card is put away
        assert house.post("/api/tables", TOYS).status_code == 201


def test_of_many_that_come_at_once_two_are_taken(tmp_path: Path) -> None:
    async def story() -> list[str]:
        back_room = BackRoom()
        hall = Hall(Settings(database=str(tmp_path / "t.db")), back_room)
        seats = {seat: SeatPlan(who="computer", level="random") for seat in ("poland", "russia")}
        new = NewTable(game="warsaw-1920", scenario="quick", seats=seats)
        done = await asyncio.gather(*(hall.open(new, "evil") for _ in range(6)), return_exceptions=True)
        done.append(await hall.open(new, "me"))
        await hall.stop()
        back_room.close()
        return [type(each).__name__ for each in done]

    names = asyncio.run(story())
    assert sorted(names[:6]) == ["Crowded"] * 4 + ["TableOpened"] * 2
    assert names[6] == "TableOpened"


def test_sitting_down_wakes_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    async def never(self: Hall, table: Any, seat: SeatId, payer: str, _: Any) -> None:
        asked.append((seat, payer))
        await asyncio.Event().wait()

    monkeypatch.setattr(Hall, "choose", never)

    async def story() -> None:
        back_room = BackRoom()
        hall = Hall(Settings(database=str(tmp_path / "t.db"), limits=NONE), back_room)
        seats = {"russia": SeatPlan(who="computer", level="random")}
        opened = await hall.open(NewTable(game="warsaw-1920", scenario="quick", seats=seats), "me")
        table = await hall.table(opened.table)
        assert table is not None
        await table.ask(lambda: None)
        assert await hall.card(table.id, SeatId("poland")) is not None
        assert not asked
        await sit(hall, table.id, "poland", "me")
        await asyncio.sleep(0)
        assert asked == [("russia", "me")]
        await hall.stop()
        back_room.close()

    asyncio.run(story())
