"""Whom the table plays for, above all its computer players: asked when it waits for them, heard in their turn."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from vistula.kernel.decision import Action, Decision, SeatId
from vistula.kernel.game import Game
from vistula.server.guests import Choice, Job
from vistula.server.wire import Notice, Thinking

if TYPE_CHECKING:
    from vistula.server.table import Table

log = logging.getLogger("vistula.server")

DELAY = 5.0
"""Seconds after an action of the table's that failed."""


def _stuck(seat: SeatId) -> Notice:
    return Notice(text=f"The computer playing {named(seat)} can't find a move. You can ask it again.", kind="computer")


def named(seat: SeatId) -> str:
    """A seat in words, as the client names it."""
    return seat.replace("-", " ").title()


class Players:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.thinking: dict[SeatId, asyncio.Task[None]] = {}
        self.progress: dict[SeatId, float] = {}  # as told, since something was last published
        self.stuck: dict[SeatId, Decision] = {}  # who could not answer what; asked again when someone says so

    def ask(self) -> None:
        """Ask whomever the table waits for and nobody has asked yet; at a table that sleeps nobody is asked."""
        game, payer = self.table.game, self.table.payer
        if game is None or payer is None or self.table.full:
            return
        for seat, decision in game.decisions.items():
            if self._due(game, seat, decision):
                self.thinking[seat] = asyncio.create_task(self._think(seat, decision, payer))

    def _due(self, game: Game[Any], seat: SeatId, decision: Decision) -> bool:
        plays = seat in self.table.computers or seat in self.table.asked.staffed
        if not decision.waits or not plays or seat in self.thinking or game.passes(seat):
            return False
        return self.stuck.get(seat) != decision

    def again(self) -> bool:
        """Ask those once more who could not answer; whether there are any."""
        found = bool(self.stuck)
        self.stuck.clear()
        return found

    def notices(self) -> list[Notice]:
        """What is told of those who are stuck, also to who comes later."""
        game = self.table.game
        stuck = [seat for seat, decision in self.stuck.items() if game and game.decisions.get(seat) == decision]
        return [_stuck(seat) for seat in stuck]

    async def _think(self, seat: SeatId, decision: Decision, payer: str) -> None:
        table, action = self.table, None
        try:
            if table.game is not None and table.game.decisions.get(seat) == decision:  # else others were quicker
                action = await table.hall.choose(table, seat, payer, lambda share: self._tell(seat, share))
        except Exception as error:
            log.error("computer player failed", extra={"table": table.id, "seat": seat, "why": repr(error)})
            self.stuck[seat] = decision
            table.audience.tell(_stuck(seat))
        del self.thinking[seat]
        table.put(Job(Choice(seat, decision, action)))

    def _tell(self, seat: SeatId, share: float) -> None:
        """How far a player is. It never goes back before something is published: how often a seat has
        begun to think meanwhile would tell what it does unseen."""
        if share > self.progress.get(seat, 0.0):
            self.progress[seat] = share
            self.table.audience.tell(Thinking(seat=seat, progress=share))

    async def carry_out(self, choice: Choice) -> None:
        """Play what a computer chose, if that is still the question; else it is asked again."""
        game = self.table.game
        if game is not None and choice.action is not None and game.decisions.get(choice.seat) == choice.decision:
            await self.play(choice.seat, choice.action, choice.seat not in self.table.computers)

    async def play(self, seat: SeatId, action: Action, unasked: bool = False) -> None:
        """Act for a seat, and tell; if that fails, nothing has happened and there is some time before the next try."""
        table = self.table
        assert table.game is not None
        try:
            table.game.play(seat, action)
            await table.settle(seat, "", unasked)
        except Exception:
            log.exception("the table's action failed", extra={"table": table.id, "seat": seat})
            await table.reopen()
            await asyncio.sleep(DELAY)

    def stop(self) -> None:
        for task in self.thinking.values():
            task.cancel()
