"""Whose turn it is where few can be served at once: addresses by turns, and by turns the tables of each.

Whoever brings many tables waits longer for each of them, and nobody else does.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

REMEMBERED = 10_000


class Waiting(NamedTuple):
    address: str
    table: str
    called: asyncio.Future[None]


class Turns:
    """So many places. Among those who wait, the address comes first that has the fewest places now, then the
    one that was served longest ago; and of that address the table that was served longest ago."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[Waiting] = []
        self._busy: Counter[str] = Counter()
        self._served: dict[tuple[str, str], int] = {}  # by address and table; table "" is the address itself
        self._turns = itertools.count(1)

    @asynccontextmanager
    async def of(self, address: str, table: str) -> AsyncIterator[None]:
        """A place, when its turn has come."""
        mine = Waiting(address, table, asyncio.get_running_loop().create_future())
        self._waiting.append(mine)
        self._call()
        try:
            await mine.called
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:
                self._leave(address)  # called, and called off at the same moment
            raise
        try:
            yield
        finally:
            self._leave(address)

    def _call(self) -> None:
        while self._free and self._waiting:
            first = min(self._waiting, key=self._rank)
            self._waiting.remove(first)
            self._free -= 1
            self._busy[first.address] += 1
            self._remember(first.address, first.table)
            first.called.set_result(None)

    def _remember(self, address: str, table: str) -> None:
        if len(self._served) > REMEMBERED:
            self._served.clear()
        self._served[address, ""] = self._served[address, table] = next(self._turns)

    def _rank(self, waiting: Waiting) -> tuple[int, int, int]:
        """The lower the sooner; of equals the one that came first."""
        address, table, _ = waiting
        return self._busy[address], self._served.get((address, ""), 0), self._served.get((address, table), 0)

    def _leave(self, address: str) -> None:
        self._free += 1
        self._busy[address] -= 1
        if not self._busy[address]:
            del self._busy[address]
        self._call()
