"""Since when people are asked, and what happens when their time is up; the clock moves only when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import vistula.games  # noqa: F401 - the titles
from server.test_hall import Ear
from vistula.kernel.game import Game
from vistula.server import invitations, ledger, pool
from vistula.server.backroom import BackRoom
from vistula.server.clock import Clock
from vistula.server.hall import Hall
from vistula.server.limits import NONE
from vistula.server.pace import DAY
from vistula.server.settings import Settings
from vistula.server.table import Table
from vistula.server.wire import Act, Deed, Hello, Holiday, Leave, NewTable, Pace, SeatPlan, Undo

DAYS = Pace(kind="days", turn=3 * DAY, more=2 * DAY, holiday=10 * DAY)
BOTH = {"russia": SeatPlan(who="me"), "poland": SeatPlan(who="me", name="Anna")}


@pytest.fixture(autouse=True)
def real_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where tests of servers are read, workers are others."""
    monkeypatch.setattr(pool.Worker, "module", "vistula.server.worker")


class Standing(Clock):
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def seconds(self) -> float:
        return self.now


class House:
    """A hall, its clock, and what a test does with both."""

    def __init__(self, database: Path) -> None:
        self.clock = Standing()
        self.database = database
        self.open()

    def open(self) -> None:
        self.back_room = BackRoom()
        settings = Settings(
            database=str(self.database), limits=NONE, clock=self.clock, tick=0.01, pause=(0, 0), workers=1
        )
        self.hall = Hall(settings, self.back_room)

    async def close(self) -> None:
        await self.hall.stop()
        self.back_room.close()

    async def again(self) -> None:
        await self.close()
        self.open()

    async def table(self, id: str) -> Table:
        table = await self.hall.table(id)
        assert table is not None
        await still(table)
        return table

    async def opened(self, pace: Pace = DAYS, game: str = "warsaw-1920", **new: Any) -> Table:
        scenario = {"warsaw-1920": "quick", "west-was-saved": "campaign"}[game]
        wanted = NewTable(game=game, scenario=scenario, pace=pace, **{"seats": BOTH, **new})
        return await self.table((await self.hall.open(wanted)).table)

    def put_on(self, **time: float) -> None:
        self.clock.now += time.get("days", 0.0) * DAY + time.get("minutes", 0.0) * 60


async def still(table: Table) -> None:
    for _ in range(2):
        await table.ask(lambda: None)


async def until(what: Callable[[], Any]) -> None:
    async with asyncio.timeout(60):
        while not what():
            await asyncio.sleep(0.01)


def test(story: Callable[[House], Awaitable[None]]) -> Callable[[Path], None]:
    """A test that is told in a hall of its own."""

    def told(tmp_path: Path) -> None:
        async def run() -> None:
            house = House(tmp_path / "t.db")
            try:
                await story(house)
            finally:
                await house.close()

        asyncio.run(run())

    told.__doc__ = story.__doc__
    return told


test.__test__ = False  # type: ignore[attr-defined]


async def sit(table: Table, seat: str) -> Ear:
    ear = Ear(seat)
    await ear.say(table, Hello(id=f"hello {seat}", token=""))
    return ear


def clocks(ear: Ear) -> dict[str, Any]:
    told = next(message for message in reversed(ear.heard) if message["type"] == "clocks")
    return dict(told["seats"])


def words(ear: Ear) -> list[str]:
    return [message["text"] for message in ear.heard if message["type"] == "said" and not message["seat"]]


def first(game: Game[Any]) -> str:
    return str(game.waiting_for("")[0].seat)


async def plays_until_the_other_is_asked(table: Table, ear: Ear) -> None:
    """Does the first thing that is offered, or ends what it can."""
    game = table.game
    assert game is not None
    for n in range(400):
        if first(game) != ear.seat:
            return
        options = ear.update["view"]["decision"]["options"]
        last = options[-1]
        done = await ear.say(
            table,
            Act(id=f"{n}", revision=ear.update["revision"], actions=[Deed(verb=last["verb"], arg=last["args"][0])]),
        )
        assert done["type"] == "answer", done
    raise AssertionError("it never was the other's turn")


@test
async def test_only_who_is_asked_is_on_the_clock(house: House) -> None:
    table = await house.opened()
    assert table.game is not None
    asked = first(table.game)
    other = next(seat for seat in table.seats if seat != asked)
    mine, theirs = await sit(table, asked), await sit(table, other)
    house.put_on(days=1)
    seen = clocks(await sit(table, ""))
    assert (seen[asked]["left"], seen[asked]["runs"]) == (4 * DAY, True)
    assert seen[other]["left"] == 5 * DAY
    assert not seen[other].get("runs")
    house.put_on(days=3)
    await plays_until_the_other_is_asked(table, mine)
    for ear in (mine, theirs):
        assert not clocks(ear)[asked].get("runs")
        assert clocks(ear)[asked]["bank"] == 1 * DAY, "three days are given, the fourth is taken from the bank"
        assert clocks(ear)[other]["runs"]


@test
async def test_nobody_waits_for_a_seat_that_nobody_has_taken(house: House) -> None:
    new = NewTable(game="warsaw-1920", scenario="quick", pace=DAYS)
    opened = await house.hall.open(new)
    table = await house.table(opened.table)
    house.put_on(days=30)
    seen = clocks(await sit(table, ""))
    assert not any(clock.get("runs") for clock in seen.values())
    for seat in opened.seats:
        assert await invitations.claim(house.hall, opened.table, seat.invite)
    await still(table)
    seen = clocks(await sit(table, ""))
    assert table.game is not None
    assert seen[first(table.game)]["left"] == 5 * DAY, "the time begins when somebody has sat down"


@test
async def test_clocks_outlast_a_restart(house: House) -> None:
    table = await house.opened()
    house.put_on(days=2)
    before = clocks(await sit(table, ""))
    await house.again()
    assert clocks(await sit(await house.table(table.id), "")) == before


@test
async def test_in_a_sealed_step_all_are_on_the_clock_and_nobody_sees_who_has_answered(house: House) -> None:
    table = await house.opened(game="west-was-saved")
    game = table.game
    assert game is not None
    assert {each.seat for each in game.waiting_for("")} == {"russia", "poland"}
    poland, russia, eye = await sit(table, "poland"), await sit(table, "russia"), await sit(table, "")
    heard = len(russia.heard), len(eye.heard)
    house.put_on(days=1)
    await answers(table, poland)
    assert not clocks(poland)["poland"].get("runs"), "one's own clock stands"
    assert (len(russia.heard), len(eye.heard)) == heard, "and nobody else hears of it"
    house.put_on(days=1)
    assert clocks(await sit(table, ""))["poland"] == clocks(await sit(table, ""))["russia"]
    assert clocks(await sit(table, "poland"))["poland"]["left"] == 4 * DAY

    await poland.say(table, Undo(id="u", revision=poland.update["revision"]))
    assert clocks(poland)["poland"]["runs"]
    assert clocks(poland)["poland"]["left"] == 4 * DAY, "it goes on where it stood"
    await answers(table, poland)

    await house.again()
    table = await house.table(table.id)
    house.put_on(days=3.1)
    await until(lambda: "Russia" in str(table.talk))
    assert "Poland" not in str(table.talk), "whoever has answered has time, whatever others do"


async def answers(table: Table, ear: Ear) -> None:
    revision = ear.update["revision"]
    answer = await ear.say(table, Act(id=f"a{len(ear.heard)}", revision=revision, actions=[Deed(verb="done")]))
    assert answer["done"] == 1


@test
async def test_when_time_is_up_the_staff_plays_this_turn(house: House) -> None:
    """Also where nobody is there. The other side may be asked within it, and answers."""
    seats = {**BOTH, "poland": SeatPlan(who="computer", level="random")}
    table = await house.opened(Pace(kind="days", turn=DAY, then="staff"), seats=seats)
    game = table.game
    assert game is not None
    asked = first(game)
    house.put_on(days=1.1)
    await until(lambda: game.title.turn(game.s) == 2)
    mine = await sit(table, asked)
    assert words(mine)[0] == f"Time is up for {asked.title()}. The staff plays this turn."
    mine_by_name = {n for n, entry in enumerate(table.entries) if entry.seat == asked}
    assert mine_by_name == table.unasked, "the person has done none of it"
    await still(table)
    assert not table.asked.staffed, "the next turn is the person's own"


@test
async def test_a_turn_that_the_staff_has_begun_is_played_on_after_a_kill(house: House) -> None:
    table = await house.opened(Pace(kind="days", turn=DAY, then="staff"))
    assert table.game is not None
    asked = first(table.game)
    house.put_on(days=1.1)
    await until(lambda: table.entries)
    await house.again()
    table = await house.table(table.id)
    game = table.game
    assert game is not None
    await until(lambda: first(game) != asked)
    assert len([said for said in table.talk if "Time is up" in said.text]) == 1


@test
async def test_when_time_is_up_the_game_is_lost(house: House) -> None:
    table = await house.opened(Pace(kind="live", turn=600, more=10, then="lost"))
    assert table.game is not None
    asked = first(table.game)
    watching = await sit(table, "")
    house.put_on(minutes=9.9)
    await asyncio.sleep(0.1)
    assert not table.game.over
    house.put_on(minutes=0.2)
    await until(lambda: table.game is not None and table.game.over)
    await still(table)
    assert asked not in table.game.outcome
    assert f"Time is up for {asked.title()}, and with it the game is lost." in words(watching)
    assert not any(clock.get("runs") for clock in clocks(watching).values())


@test
async def test_when_time_is_up_anyone_may_take_the_seat(house: House) -> None:
    new = NewTable(
        game="warsaw-1920", scenario="quick", seats=BOTH, pace=Pace(kind="days", turn=DAY, then="substitute")
    )
    opened = await house.hall.open(new)
    tokens = {seat.seat: seat.token for seat in opened.seats}
    table = await house.table(opened.table)
    assert table.game is not None
    asked = first(table.game)
    assert await house.hall.take(table.id, asked, "Zofia") is None, "it is not offered yet"
    house.put_on(days=1.1)
    await until(lambda: table.stored.offer)
    await still(table)
    late = await sit(table, asked)
    assert clocks(late)[asked]["offered"]
    await house.again()
    claimed = await house.hall.take(table.id, asked, "Zofia")
    assert claimed is not None
    assert await house.hall.take(table.id, asked, "Kasia") is None, "the first has it"
    assert await house.hall.seat_of(claimed.token) == (table.id, asked)
    assert await house.hall.seat_of(tokens[asked]) == (table.id, ""), "who had it may watch"
    table = await house.table(table.id)
    there = await sit(table, asked)
    assert clocks(there)[asked]["left"] == DAY
    assert there.heard[0]["seats"][asked] == "Zofia"
    assert words(there)[-1] == f"Zofia takes over {asked.title()}."
    assert ledger.offered(house.hall.database.engine, 10) == []


@test
async def test_a_holiday_stops_the_clock_and_ends_early(house: House) -> None:
    table = await house.opened()
    assert table.game is not None
    asked = first(table.game)
    mine = await sit(table, asked)
    house.put_on(days=1)
    assert (await mine.say(table, Holiday(id="h", days=7)))["done"] == 1
    assert clocks(mine)[asked]["away"]
    house.put_on(days=6)
    assert clocks(await sit(table, ""))[asked]["left"] == 4 * DAY
    await mine.say(table, Holiday(id="b", days=0))
    seen = next(message for message in reversed(mine.heard) if message["type"] == "clocks")
    assert seen["holiday"] == 4 * DAY, "what was not used is given back"
    house.put_on(days=1)
    assert clocks(await sit(table, ""))[asked]["left"] == 3 * DAY
    await mine.say(table, Holiday(id="c", days=30))
    house.put_on(days=4.5)
    assert clocks(await sit(table, ""))[asked]["left"] == 2.5 * DAY, "no longer than is agreed on"
    refused = await mine.say(table, Holiday(id="d", days=1))
    assert refused["refusal"]["why"] == "you have no days of holiday left at this table"


@test
async def test_a_seat_is_offered_taken_back_and_given_to_the_computer(house: House) -> None:
    table = await house.opened(Pace())
    assert table.game is not None
    asked = first(table.game)
    mine = await sit(table, asked)
    assert (await mine.say(table, Leave(id="1", to="anyone")))["done"] == 1
    assert clocks(mine)[asked]["offered"]
    (offered,) = ledger.offered(house.hall.database.engine, 10)
    assert offered.offer is not None
    assert offered.offer.seats == [asked]
    await mine.say(table, Leave(id="2", to="nobody"))
    assert not clocks(mine)[asked].get("offered")
    assert ledger.offered(house.hall.database.engine, 10) == []
    await mine.say(table, Leave(id="3", to="computer"))
    await still(table)
    assert mine.closed
    assert words(mine)[-1] == f"{asked.title()}’s player has left. The computer plays on."
    other = await sit(table, next(seat for seat in table.seats if seat != asked))
    assert other.heard[0]["levels"] == {asked: "officer"}
    game = table.game
    await until(lambda: first(game) != asked)
    await house.again()
    assert (await house.table(table.id)).computers == {asked}


@test
async def test_a_table_of_an_older_server_gets_its_clocks(house: House) -> None:
    table = await house.opened(Pace())
    with house.hall.database.engine.begin() as connection:
        connection.exec_driver_sql("delete from clocks")
    await house.again()
    await house.table(table.id)
    kept = ledger.clocks(house.hall.database.engine, table.id)
    assert {bool(clock.since) for clock in kept.values()} == {True, False}


@test
async def test_who_plays_alone_has_no_clock(house: House) -> None:
    alone = {"russia": SeatPlan(who="me"), "poland": SeatPlan(who="computer")}
    table = await house.opened(Pace(), seats=alone)
    assert ledger.clocks(house.hall.database.engine, table.id) == {}


@pytest.mark.parametrize("days", [0.0, 3.0])
def test_holidays_only_where_they_are_agreed_on(tmp_path: Path, days: float) -> None:
    async def story(house: House) -> None:
        table = await house.opened(Pace(kind="days", turn=DAY))
        mine = await sit(table, "poland")
        answer = await mine.say(table, Holiday(id="h", days=days))
        assert answer["refusal"]["why"] == "no holidays are agreed on at this table"

    test(story)(tmp_path)
