"""A chance to react is over after the same short while, whether there was anything to react with or not.

Two tables of Strike of the Eagle differ in one Polish card. Where it fits, Poland passes at once; where it does not,
the table passes. No clock runs here: the test itself says when a pause is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import vistula.games  # noqa: F401 - the titles
from server.test_hall import Ear
from vistula.games.strike_of_the_eagle.cards.reactions import untimely
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, left
from vistula.kernel.decision import ASK_ANYWAY, SeatId
from vistula.server import newtable
from vistula.server.backroom import BackRoom
from vistula.server.hall import Hall
from vistula.server.limits import NONE
from vistula.server.settings import Settings
from vistula.server.table import Table
from vistula.server.wire import Act, AskBack, Deed, Hello, NewTable, SeatPlan, Stand, Undo

COMPUTER = SeatPlan(who="computer", level="random")


class Clockless(Hall):
    """A house whose pauses end when the test says so."""

    def __init__(self, *args: Any) -> None:
        self.due: list[Callable[[], None]] = []
        super().__init__(*args)

    def later(self, run: Callable[[], None]) -> asyncio.TimerHandle | None:
        self.due.append(run)
        return None

    async def time_passes(self, table: Table) -> None:
        """All pauses that have begun are over, and what follows from that has been done."""
        due, self.due = self.due, []
        for run in due:
            run()
        await still(table)


async def still(table: Table) -> None:
    """All that was put before this has been done."""
    for _ in range(2):  # a message of a task that has just begun comes behind the first
        await table.ask(lambda: None)


def at_a_table(
    tmp_path: Path, story: Callable[[Clockless, Table], Awaitable[None]], seats: dict[str, SeatPlan] | None = None
) -> None:
    async def run() -> None:
        back_room = BackRoom()
        hall = Clockless(Settings(database=str(tmp_path / "t.db"), limits=NONE), back_room)
        try:
            await story(hall, await open_one(hall, seats))
        finally:
            await hall.stop()
            back_room.close()

    asyncio.run(run())


async def open_one(hall: Hall, seats: dict[str, SeatPlan] | None = None) -> Table:
    opened = await hall.open(NewTable(game="strike-of-the-eagle", scenario="kiev", seats=seats or {}))
    table = await hall.table(opened.table)
    assert table is not None
    return table


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret with which neither side has a card for the first moment of the game."""
    monkeypatch.setattr(newtable, "new_secret", lambda: bytes([7] * 32))


def give_poland_a_card(table: Table) -> None:
    """Poland gets a card that fits the first question, in place of another."""
    game = table.game
    assert game is not None
    card = next(card for card in game.s.deck[0] if _fits(game.stack[-1], game.s, card))
    game.s.deck[0].remove(card)
    game.s.deck[0].append(game.s.hands[0][0])
    game.s.hands[0][0] = card
    game.run()


def _fits(frame: Frame, s: State, card: int) -> bool:
    """Whether a card could be played now if Poland held it."""
    trial = s.copy()
    trial.hands[0] = [card]
    return card in left(untimely(frame, trial, "phase-start", 0))


async def sit(table: Table, *seats: str) -> list[Ear]:
    ears = [Ear(seat) for seat in seats]
    for ear in ears:
        await ear.say(table, Hello(id=f"hello-{ear.seat}", token=""))
    return ears


def passing(ear: Ear, id: str = "p") -> Act:
    return Act(id=id, revision=ear.update["revision"], actions=[Deed(verb="pass")])


def entries(table: Table) -> list[tuple[str, str]]:
    return [(entry.seat, entry.verb) for entry in table.entries]


def test_the_table_passes_for_both_when_nothing_fits(tmp_path: Path) -> None:
    async def story(hall: Clockless, table: Table) -> None:
        poland, russia = await sit(table, "poland", "russia")
        assert poland.update["view"]["decision"]["passes"]
        assert russia.update["view"]["decision"]["passes"]
        assert entries(table) == []
        card = await hall.card(table.id, SeatId("poland"))
        assert card is not None
        assert not card.your_move, "nobody is called for a question that is passed"
        await hall.time_passes(table)
        assert entries(table)[:2] == [("poland", "pass"), ("russia", "pass")]
        assert table.acted == {}, "nobody has acted: what happened meanwhile is still told on coming back"

    at_a_table(tmp_path, story)


def test_nobody_can_tell_a_seat_that_had_nothing_from_one_that_passed_at_once(tmp_path: Path) -> None:
    async def story(hall: Clockless, table: Table) -> None:
        other = await open_one(hall)
        heard = []
        for world, has_card in ((table, False), (other, True)):
            await still(world)
            hall.due.clear()
            world.pauses.stop()
            if has_card:
                give_poland_a_card(world)
            world.start()
            russia, eye = await sit(world, "russia", "")
            (poland,) = await sit(world, "poland")
            assert world.game is not None
            assert world.game.passes("poland") is not has_card
            said = asyncio.create_task(poland.say(world, passing(poland))) if has_card else None
            await still(world)
            assert entries(world) == [], "an answer that comes too early waits for the end of the pause"
            before = [len(ear.heard) for ear in (russia, eye)]
            await hall.time_passes(world)
            if said is not None:
                assert (await said)["done"] == 1
            assert {verb for _, verb in entries(world)[:2]} == {"pass"}
            heard.append([ear.heard[n:] for ear, n in zip((russia, eye), before, strict=True)])
            heard.append([ear.heard[:n] for ear, n in zip((russia, eye), before, strict=True)])
        nothing, had = plain(heard[:2], table), plain(heard[2:], other)
        assert nothing == had

    at_a_table(tmp_path, story)


def plain(heard: list[Any], table: Table) -> str:
    return repr(heard).replace(table.id, "·")


def test_a_seat_is_asked_anyway_if_it_wants(tmp_path: Path) -> None:
    async def story(hall: Clockless, table: Table) -> None:
        (poland,) = await sit(table, "poland")
        assert (await poland.say(table, Stand(id="s", kind=ASK_ANYWAY)))["done"] == 1
        await hall.time_passes(table)
        assert [seat for seat, verb in entries(table) if verb == "pass"] == ["russia"]
        assert not poland.update["view"]["decision"].get("passes")
        card = await hall.card(table.id, SeatId("poland"))
        assert card is not None
        assert card.your_move
        assert (await poland.say(table, passing(poland)))["done"] == 1, (
            "the pause is over: he is not kept waiting twice"
        )
        await poland.say(table, Stand(id="t", kind=ASK_ANYWAY, passes=False))
        assert table.game is not None
        assert table.game.standing["poland"] == []

    at_a_table(tmp_path, story)


def test_what_the_table_has_passed_can_be_taken_back_and_is_passed_again(tmp_path: Path) -> None:
    async def story(hall: Clockless, table: Table) -> None:
        (russia,) = await sit(table, "russia")
        await russia.say(table, Stand(id="s", kind=ASK_ANYWAY))  # so that the question lasts
        (poland,) = await sit(table, "poland")
        await hall.time_passes(table)
        assert [seat for seat, verb in entries(table) if verb == "pass"] == ["poland"]
        await poland.say(table, Undo(id="u", revision=poland.update["revision"]))
        assert poland.update["view"]["decision"]["passes"]
        await hall.time_passes(table)
        assert [verb for seat, verb in entries(table) if seat == "poland"] == ["pass", "retract", "pass"]

    at_a_table(tmp_path, story)


def test_the_table_passes_for_computer_players_too(tmp_path: Path) -> None:
    async def story(hall: Clockless, table: Table) -> None:
        await still(table)
        assert table.players.thinking == {}, "there is nothing to think about"
        await hall.time_passes(table)
        assert entries(table)[:2] == [("poland", "pass"), ("russia", "pass")]

    at_a_table(tmp_path, story, {"poland": COMPUTER, "russia": COMPUTER})


def test_after_a_restart_it_is_known_what_the_table_has_done(tmp_path: Path) -> None:
    async def story(hall: Clockless, table: Table) -> None:
        (poland,) = await sit(table, "poland")
        await hall.time_passes(table)
        kept = table.unasked
        assert kept == {0, 1}
        await table.reopen()
        assert (table.unasked, table.acted) == (kept, {})
        answer = await poland.say(table, AskBack(id="b"))
        assert answer["refusal"]["why"] == "you have not acted yet"

    at_a_table(tmp_path, story)


def test_a_table_that_is_put_away_sends_early_answers_home(tmp_path: Path) -> None:
    async def story(hall: Clockless, table: Table) -> None:
        (poland,) = await sit(table, "poland")
        said = asyncio.create_task(poland.say(table, passing(poland)))
        await still(table)
        await table.stop()
        with pytest.raises(Exception, match="come again"):
            await said

    at_a_table(tmp_path, story)
