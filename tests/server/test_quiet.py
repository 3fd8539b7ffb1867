"""What another seat does unseen moves nothing that anyone else receives: cards, health, revisions, lines, questions."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from server.house import House
from server.test_hall import Ear
from vistula.kernel.decision import SeatId
from vistula.server.backroom import BackRoom
from vistula.server.clock import Clock
from vistula.server.hall import Hall
from vistula.server.limits import NONE
from vistula.server.settings import Settings
from vistula.server.table import Table
from vistula.server.wire import Act, AskBack, Deed, Hello, NewTable, Resign

Told = dict[str, Any]
Story = Callable[[Hall, Table], Awaitable[Any]]


class Ticking(Clock):
    """Every look at it is a second later."""

    def __init__(self) -> None:
        self._seconds = itertools.count(10)

    def text(self, ago: float = 0.0) -> str:
        return f"2020-01-01T00:00:{next(self._seconds):02}Z"


def told(database: Path, *stories: Story, scenario: str = "free") -> list[Any]:
    """What the stories of one table come to, the server restarted between them."""

    async def run() -> list[Any]:
        found, id, clock = [], "", Ticking()
        for story in stories:
            back_room = BackRoom()
            hall = Hall(Settings(database=str(database), limits=NONE, clock=clock), back_room)
            id = id or (await hall.open(NewTable(game="warsaw-1920", scenario=scenario))).table
            table = await hall.table(id)
            assert table is not None
            found.append(await story(hall, table))
            await hall.stop()
            back_room.close()
        return found

    return asyncio.run(run())


async def sit(table: Table, seat: str, heard: int = 0) -> Ear:
    ear = Ear(seat)
    await ear.say(table, Hello(id="h", token="", heard=heard))
    return ear


async def draft(table: Table, ear: Ear, deeds: int = 4) -> None:
    """Do what nobody else hears of."""
    for n in range(deeds):
        option = ear.update["view"]["decision"]["options"][0]
        deed = Deed(verb=option["verb"], arg=option["args"][0])
        answer = await ear.say(table, Act(id=f"d{n}", revision=ear.update["revision"], actions=[deed]))
        assert answer["done"] == 1


class Tale:
    """Two tables, where one seat does something unseen and where it does not; what the others are told of them."""

    def __init__(self, scenario: str, drafter: str, other: str) -> None:
        self.scenario = scenario
        self.drafter = drafter
        self.others = (other, "")

    async def drafting(self, hall: Hall, table: Table) -> list[Any]:
        await draft(table, await sit(table, self.drafter))
        return await self.looking(hall, table)

    async def resting(self, hall: Hall, table: Table) -> list[Any]:
        await sit(table, self.drafter)
        return await self.looking(hall, table)

    async def watching(self, hall: Hall, table: Table) -> None:
        for seat in self.others:
            await sit(table, seat)

    async def looking(self, hall: Hall, table: Table) -> list[Any]:
        """All that the others are told when they come, whatever they have heard before."""
        cards = [await hall.card(table.id, SeatId(seat)) for seat in self.others]
        ears = [await sit(table, seat, heard) for seat in self.others for heard in (0, 1, 50)]
        heard = [[m for m in ear.heard if m["type"] in ("welcome", "update")] for ear in ears]
        for message in itertools.chain(*heard):
            for own in ("table", "seal"):
                message.pop(own, None)
        return [[(card.updated == table.stored.created, card.on_move, card.your_move) for card in cards if card], heard]


@pytest.mark.parametrize(
    "tale", [Tale("free", "poland", "russia"), Tale("quick", "russia", "poland")], ids=["deployment", "movement"]
)
@pytest.mark.parametrize("looked", [False, True], ids=["nobody there", "after a look"])
@pytest.mark.parametrize("paused", [False, True], ids=["at once", "after a restart"])
def test_a_draft_moves_no_card_no_revision_and_no_line(tmp_path: Path, tale: Tale, looked: bool, paused: bool) -> None:
    before = [*[tale.watching] * looked, *[tale.resting] * paused]
    of_draft, of_rest = (
        told(tmp_path / f"{n}.db", *before, done, tale.looking, scenario=tale.scenario)[-2:]
        for n, done in enumerate((tale.drafting, tale.resting))
    )
    assert of_draft == of_rest
    assert of_draft[0][0][0][0], "last published when it was opened"


def test_the_card_has_the_time_of_the_last_publication(tmp_path: Path) -> None:
    async def story(hall: Hall, table: Table) -> list[str]:
        async def updated() -> str:
            card = await hall.card(table.id, SeatId("russia"))
            assert card is not None
            return card.updated

        times = [await updated()]
        poland = await sit(table, "poland")
        await draft(table, poland)
        times.append(await updated())
        await poland.say(table, Resign(id="r"))
        return [*times, await updated()]

    async def later(hall: Hall, table: Table) -> str:
        return table.updated

    times, after = told(tmp_path / "t.db", story, later)
    assert times[0] == times[1] < times[2] == after


def test_a_draft_withdraws_nobody_elses_question(tmp_path: Path) -> None:
    """Only who asked to go back, or what everyone sees, withdraws the question."""

    async def story(hall: Hall, table: Table) -> list[Told]:
        poland, russia = await sit(table, "poland"), await sit(table, "russia")
        await draft(table, poland, 1)
        await poland.say(table, AskBack(id="back"))
        asked = len(russia.heard)
        table.back.seat = SeatId("russia")  # type: ignore[union-attr] # as if it were another's question
        await draft(table, poland, 2)
        return russia.heard[asked:]

    assert told(tmp_path / "t.db", story) == [[]]


def test_health_counts_nothing(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = house.open(scenario="free")
        before = house.get("/health").content
        poland = table.sit("poland")
        for _ in range(3):
            option = next(o for o in poland.options if o["verb"] in ("pick", "place"))
            assert poland.act((option["verb"], option["args"][0])).get("done") == 1
        assert house.get("/health").content == before
        assert set(house.get("/health").json()) == {"version"}
