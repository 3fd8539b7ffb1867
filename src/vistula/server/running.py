"""The process that listens: uvicorn, with connections told before they are cut."""

from __future__ import annotations

import asyncio
import socket

import uvicorn
from litestar import Litestar

from vistula.server.app import hang_up
from vistula.server.limits import MESSAGE_BYTES

GRACE = 10


class Running(uvicorn.Server):
    def __init__(self, app: Litestar) -> None:
        self.table_app = app
        super().__init__(
            uvicorn.Config(
                app,
                ws="websockets-sansio",
                ws_max_size=4 * MESSAGE_BYTES,  # a little over the limit is answered, much over it is cut off
                access_log=False,
                log_config=None,
                lifespan="on",
                server_header=False,
                timeout_graceful_shutdown=GRACE,
                loop="asyncio",
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await hang_up(self.table_app)
        await asyncio.sleep(0.05)  # let the outboxes go out
        await super().shutdown(sockets)
