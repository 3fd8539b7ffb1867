"""Where slow work is done, off the event loop, one piece after another.

One thread and not several: msgspec crashes where two threads show it the same type for the first
time at once, and reading titles, positions and boards does little else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class BackRoom:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "back room")

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args, **kwargs))

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)
