"""A chance to react takes the same short while, whether there was anything to react with or not.

The table passes for a seat that can do nothing else, unless it wants to be asked anyway. It does so after a pause drawn
at random, and what a seat answers itself is not carried out before such a pause is over either: nobody can tell by the
clock a seat that had nothing from one that passed quickly. Computer players keep to it as people do.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from vistula.kernel.decision import ASK_ANYWAY, ONLOOKER, Action, SeatId
from vistula.kernel.procedure import Drafts
from vistula.server.guests import Choice, Declined, Job, Pause
from vistula.server.wire import Act, Go, Stand

if TYPE_CHECKING:
    from vistula.server.table import Table


class Pauses:
    """The pauses of one table, at most one a seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.by_seat: dict[SeatId, Pause] = {}

    def begin(self) -> None:
        """Let a pause begin for every seat that has just been asked to react, and forget those of old questions."""
        asked = self._asked()
        for seat in list(self.by_seat):
            if self.by_seat[seat].question is not asked.get(seat):
                self._drop(seat)
        for seat, question in asked.items():
            known = self.by_seat.get(seat)
            if known is None or (known.over and self._passes(seat)):  # again, where an answer was taken back
                self._start(seat, question)

    def holds(self, job: Job) -> bool:
        """Whether a job is an answer that has come too early; it comes back when the pause is over."""
        pause = self.by_seat.get(self._answering(job))
        if pause is None or pause.over:
            return False
        pause.held.append(job)
        return True

    async def end(self, pause: Pause) -> None:
        """What was answered meanwhile is carried out; a seat that can only pass passes."""
        pause.over = True
        if self.by_seat.get(pause.seat) is not pause:
            return
        if not pause.held and self._passes(pause.seat):
            assert self.table.game is not None
            only = self.table.game.decisions[pause.seat].options[0]
            await self.table.players.play(pause.seat, Action(only.verb, only.args[0]), unasked=True)
        held, pause.held = pause.held, []
        for job in held:  # at once, as the table's own answer would be
            await self.table.handle(job)

    def stop(self) -> None:
        for pause in self.by_seat.values():
            self._cancel(pause)
            for job in pause.held:
                if job.listener is None:
                    job.done.set_result(None)
                else:
                    job.done.set_exception(Declined("closed", "the table is being put away; come again"))
        self.by_seat.clear()

    def _asked(self) -> dict[SeatId, Drafts]:
        """Who is asked to react, and the answers that are gathered: as long as these last, it is the same question."""
        game = self.table.game
        if game is None or self.table.full or not game.stack or (drafts := game.stack[-1].drafts) is None:
            return {}
        return {seat: drafts for seat, decision in game.decisions.items() if decision.window}

    def _passes(self, seat: SeatId) -> bool:
        return self.table.game is not None and self.table.game.passes(seat)

    def _answering(self, job: Job) -> SeatId:
        if isinstance(job.what, Choice):
            return job.what.seat
        answers = isinstance(job.what, (Act, Go)) or (isinstance(job.what, Stand) and job.what.kind != ASK_ANYWAY)
        return job.listener.seat if answers and job.listener is not None else ONLOOKER

    def _start(self, seat: SeatId, question: Drafts) -> None:
        pause = self.by_seat[seat] = Pause(seat, question)
        pause.timer = self.table.hall.later(lambda: self.table.put(Job(pause)))

    def _drop(self, seat: SeatId) -> None:
        pause = self.by_seat.pop(seat)
        self._cancel(pause)
        for job in pause.held:
            self.table.put(job)

    def _cancel(self, pause: Pause) -> None:
        timer: asyncio.TimerHandle | None = pause.timer
        if timer is not None:
            timer.cancel()
