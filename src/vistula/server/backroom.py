"""Where slow work is done, off the event loop: titles and pictures one after another, tables several at a time.

msgspec crashes where two threads show it the same type for the first time at once. So a title is read by one thread,
which also shows it the types that a saved game of the title has; only then do several threads work with it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from vistula.kernel.errors import BadInput
from vistula.kernel.save import load, save
from vistula.kernel.title import Title, title

P = ParamSpec("P")
T = TypeVar("T")

TABLES_AT_ONCE = 4


class BackRoom:
    def __init__(self) -> None:
        self._reader = ThreadPoolExecutor(1, "reader")
        self._threads = ThreadPoolExecutor(TABLES_AT_ONCE, "back room")
        self._titles: dict[str, Title[Any]] = {}

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What may meet a type for the first time: data, documents."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, lambda: work(*args, **kwargs))

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work for a table whose title has been read by `title`."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*args, **kwargs))

    async def title(self, id: str) -> Title[Any]:
        """A title, with all that it takes for several threads to work with it."""
        if id not in self._titles:
            self._titles[id] = await self.read(_warmed, id)
        return self._titles[id]

    def close(self) -> None:
        for threads in (self._reader, self._threads):
            threads.shutdown(wait=True, cancel_futures=True)


def _warmed(id: str) -> Title[Any]:
    found = title(id)
    game = found.start(next(iter(found.scenarios)).id)
    load(save(game), found, "warming")
    with contextlib.suppress(BadInput):  # a title that has nothing to judge by yet
        found.appraiser()
    return found
