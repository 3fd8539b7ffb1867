"""Since when each person at a table is asked, how much time they have left, and what happens when it is up.

Whom the table waits for is what everybody sees: in a sealed step all who are in it, whoever has answered. The clock of
who has answered stands all the same, which others learn when the step is over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from vistula.kernel.decision import ONLOOKER, SeatId
from vistula.server import departures, ledger, notices, pace
from vistula.server.clock import text_of
from vistula.server.guests import Declined
from vistula.server.ledger import Stored
from vistula.server.pace import SeatClock
from vistula.server.perspective import encode
from vistula.server.wire import Clocks, SeatTime
from vistula.server.writer import Statement

if TYPE_CHECKING:
    from vistula.server.hall import Hall
    from vistula.server.table import Table

log = logging.getLogger("vistula.server")


def has_clocks(stored: Stored) -> bool:
    """Who plays alone is waited for by nobody."""
    return len(stored.people) > 1 or stored.pace.kind != "none"


def first_clocks(stored: Stored) -> dict[str, SeatClock]:
    """The clocks that a new table begins with."""
    return {seat: pace.fresh(stored.pace) for seat in stored.people} if has_clocks(stored) else {}


class Asked:
    """The clocks of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.clocks: dict[str, SeatClock] = {}
        self.taken: set[str] = set()  # seats that somebody sits on
        self.tell_anew = False  # something beside the clocks has changed
        self._ahead: dict[str, SeatClock] | None = None  # as they will be when what is new has been written
        self._called: dict[str, int] = {}  # the seats that are asked just now, with the turn
        self._lacking: set[str] = set()  # clocks that are not stored yet: of a table that an older server has opened

    def load(self, clocks: dict[str, SeatClock], taken: Iterable[str]) -> None:
        first = first_clocks(self.table.stored)
        self.clocks = {seat: clocks.get(seat, clock) for seat, clock in first.items()}
        self._lacking = set(first) - set(clocks)
        self.taken = set(taken)

    @property
    def staffed(self) -> list[SeatId]:
        """The seats that the staff plays for just now."""
        return [SeatId(seat) for seat, clock in self.clocks.items() if clock.staffed]

    # -- what has changed -------------------------------------------------------------------------

    def look(self, public: bool) -> None:
        """See what has become of the clocks. `public`: everybody sees something new."""
        game = self.table.game
        if game is None or not self.clocks:
            return
        now, ahead = self.table.hall.clock.seconds(), self.ahead
        if public:
            waiting = set() if game.over else {each.seat for each in game.waiting_for(ONLOOKER)}
            turn = game.title.turn(game.s)
            for seat, clock in ahead.items():
                if self._everybody_sees(clock, seat in waiting and seat in self.taken, turn, now):
                    self._called[seat] = turn
        for seat, clock in ahead.items():
            decision = game.decisions.get(SeatId(seat))
            self._it_knows(clock, decision is not None and decision.waits, now)

    @property
    def ahead(self) -> dict[str, SeatClock]:
        """The clocks as they will be when what is new has been written."""
        if self._ahead is None:
            self._ahead = {seat: msgspec.structs.replace(clock) for seat, clock in self.clocks.items()}
        return self._ahead

    @property
    def changed(self) -> bool:
        return self._ahead is not None and self._ahead != self.clocks

    def _everybody_sees(self, clock: SeatClock, asked: bool, turn: int, now: float) -> bool:
        """Whether the seat is asked from now on."""
        agreed = self.table.stored.pace
        if clock.since and (clock.done or not asked):
            pace.stop(agreed, clock, now)
        pace.new_turn(agreed, clock, turn)
        if asked and not clock.since:
            pace.ask(agreed, clock, now)
            return True
        return False

    def _it_knows(self, clock: SeatClock, asked: bool, now: float) -> None:
        """Between two public moments a seat can answer, and take its answer back."""
        agreed = self.table.stored.pace
        if clock.since and not asked and not clock.done:
            pace.answer(agreed, clock, now)
        elif clock.since and asked and clock.done:
            pace.answer_anew(agreed, clock, now)

    def rows(self) -> list[Statement]:
        """What has to be written; `keep` it then."""
        if self._ahead is None:
            return []
        rows = []
        for seat, clock in self._ahead.items():
            if seat in self._lacking:
                rows.append(ledger.first_clock_row(self.table.id, seat, clock))
            elif clock != self.clocks[seat]:
                rows.append(ledger.clock_row(self.table.id, seat, clock))
        for seat, turn in self._called.items():
            rows += notices.asked(self.table, seat, self._ahead[seat], turn)
        return rows

    def keep(self, to: Iterable[str] | None = None) -> None:
        """It is written. Tell it, to all or to some seats."""
        if self.changed or self.tell_anew:
            self.clocks = self.ahead
            self.tell(None if self.tell_anew else to)
        if self._ahead is not None:
            self._lacking.clear()
        self._called.clear()
        self._ahead, self.tell_anew = None, False

    def forget(self) -> None:
        """It could not be written."""
        self._called.clear()
        self._ahead = None

    async def look_now(self) -> None:
        """Bring the clocks up to what is to be seen: when a table is opened, or somebody has sat down."""
        self.look(True)
        if rows := self.rows():
            await self.table.hall.write(rows)
        self.keep()

    # -- telling ----------------------------------------------------------------------------------

    def tell(self, to: Iterable[str] | None = None) -> None:
        """Each seat hears of its own clock what is so, and of others what everybody sees."""
        for listener in self.table.audience.listeners:
            if (self.tell_anew or self.shown) and (to is None or listener.seat in to):
                listener.send(encode(self.told(listener.seat)))

    @property
    def shown(self) -> bool:
        """Whether there is anything to tell of them."""
        return self.table.stored.pace.kind != "none" or self.table.stored.offer is not None

    def told(self, to: str) -> Clocks:
        """What a seat is told of the clocks."""
        own = self.clocks.get(to)
        seats = {seat: self._seen(seat, clock, to) for seat, clock in self.clocks.items()}
        return Clocks(seats=seats, holiday=own.holiday if own is not None else 0.0)

    def _seen(self, seat: str, clock: SeatClock, by: str) -> SeatTime:
        stored, now = self.table.stored, self.table.hall.clock.seconds()
        seen = clock if seat == by else msgspec.structs.replace(clock, done=0.0)
        return SeatTime(
            left=round(pace.left(stored.pace, seen, now), 1),
            bank=round(seen.bank, 1),
            runs=bool(seen.since) and not seen.done and not seen.staffed and seen.away <= now,
            since=text_of(seen.since) if seen.since else "",
            away=text_of(seen.away) if seen.away > now else "",
            staffed=bool(seen.staffed),
            offered=stored.offer is not None and seat in stored.offer.seats,
        )

    # -- time that is up --------------------------------------------------------------------------

    async def run_out(self, seat: SeatId) -> None:
        """In the table's own turn: if it is still so, do what was agreed on."""
        table, clock = self.table, self.clocks.get(seat)
        game, now = table.game, table.hall.clock.seconds()
        if clock is None or game is None or game.over or not 0 < clock.due <= now:
            return
        table.attendance.go_on()
        if clock.staffed:  # the staff is asked as any computer is, when this is done
            return
        pace.run_out(table.stored.pace, self.ahead[seat], game.title.turn(game.s))
        departures.time_is_up(table, seat)
        try:
            await table.settle(ONLOOKER, "", unasked=True)
        except Exception:
            await table.reopen()
            raise

    def go_away(self, seat: str, days: float) -> None:
        """A holiday, or its end."""
        pace.go_away(self.table.stored.pace, self.ahead[seat], days * pace.DAY, self.table.hall.clock.seconds())


async def keep_time(hall: Hall) -> None:
    """See to the times that are up, until the server stops."""
    hopeless: set[str] = set()
    while True:
        await asyncio.sleep(hall.settings.tick)
        try:
            now = hall.clock.seconds()
            for id, seat in await asyncio.to_thread(ledger.due, hall.database.engine, now):
                if id not in hopeless:
                    await _see_to(hall, id, seat, hopeless)
        except Exception:
            log.exception("clocks not looked at")


async def _see_to(hall: Hall, id: str, seat: SeatId, hopeless: set[str]) -> None:
    try:
        table = await hall.table(id)
        if table is None or table.game is None:
            hopeless.add(id)
        else:
            await table.ask_long(lambda: table.asked.run_out(seat))
    except Declined:  # another process sees to it, or this one stops
        return
    except Exception as error:
        log.warning("time not seen to", extra={"table": id, "why": repr(error)})
