"""Who looks at a table now, and when somebody last did: who looks need not be called.

A client says when its page is shown and when it is hidden (`visible`). One that never says so counts as looked at for
a while after each of its messages.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from vistula.server import ledger
from vistula.server.guests import Job
from vistula.server.writer import NotWritten

if TYPE_CHECKING:
    from vistula.server.guests import Listener
    from vistula.server.table import Table

log = logging.getLogger("vistula.server")

LATELY = 300.0
"""Seconds after its last message for which a client that never says what it shows counts as looked at."""
STEP = 60.0
"""Seconds that what is stored may be behind, where nobody has been asked meanwhile."""


class Looking:
    """The seats of one table. Moments are seconds since 1970, by the server's clock."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._last: dict[str, float] = {}
        self._stored: dict[str, float] = {}

    def load(self, seen: dict[str, float]) -> None:
        self._last, self._stored = dict(seen), dict(seen)

    def last(self, seat: str) -> float:
        """When whoever sits there last looked: now, if they do."""
        here = [self._looks(listener) for listener in self.table.audience.listeners if listener.seat == seat]
        return max([self._last.get(seat, 0.0), *here])

    def _looks(self, listener: Listener) -> float:
        now = self.table.hall.clock.seconds()
        if listener.passing:
            return 0.0
        if listener.visible is None:
            return min(now, listener.spoke + LATELY)
        return now if listener.visible else 0.0

    def spoke(self, listener: Listener) -> None:
        """Somebody has sent a message."""
        listener.spoke = self.table.hall.clock.seconds()
        if listener.seat and not listener.passing:
            self._keep(listener.seat)

    def shown(self, listener: Listener, shown: bool) -> None:
        """A page is shown, or hidden."""
        self._last[listener.seat] = self.last(listener.seat)
        listener.visible = shown
        self._keep(listener.seat)

    def left(self, listener: Listener) -> None:
        """A connection is about to be gone."""
        if listener.seat and not listener.passing:
            self._last[listener.seat] = self.last(listener.seat)
            self._keep(listener.seat)

    def _keep(self, seat: str) -> None:
        """See that it is stored, if it makes a difference."""
        if self._late(seat):
            self.table.put(Job(self.keep))

    def _late(self, seat: str) -> bool:
        clock, stored = self.table.asked.clocks.get(seat), self._stored.get(seat, 0.0)
        last = self.last(seat)
        return bool(seat) and (last > stored + STEP or (clock is not None and stored < clock.since <= last))

    def _new(self) -> dict[str, float]:
        return {seat: self.last(seat) for seat in self.table.stored.people if self._late(seat)}

    async def keep(self) -> None:
        if not (new := self._new()):
            return
        try:
            await self.table.hall.write([ledger.seen_row(self.table.id, seat, when) for seat, when in new.items()])
        except NotWritten:
            log.warning("looks not written", extra={"table": self.table.id})
        else:
            self._stored.update(new)
