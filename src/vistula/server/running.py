"""The process that listens: uvicorn, with connections told before they are cut."""

from __future__ import annotations

import asyncio
import signal
import socket

import uvicorn
from litestar import Litestar

from vistula.server.app import Guard, hang_up
from vistula.server.limits import MESSAGE_BYTES
from vistula.server.porter import Porter, protocols
from vistula.server.security import Doors
from vistula.server.settings import Settings

GRACE = 10


class Running(uvicorn.Server):
    def __init__(self, app: Litestar, doors: Doors, settings: Settings) -> None:
        self.table_app = app
        self.porter = Porter(settings.limits, settings.proxies)
        http, ws = protocols(self.porter)
        super().__init__(
            uvicorn.Config(
                Guard(app, doors, self.porter),
                http=http,
                ws=ws,
                proxy_headers=False,  # anyone may send them; the guard takes them from trusted proxies only
                ws_max_size=4 * MESSAGE_BYTES,  # a little over the limit is answered, much over it is cut off
                access_log=False,
                log_config=None,
                lifespan="on",
                server_header=False,
                timeout_graceful_shutdown=GRACE,
                loop="asyncio",
            )
        )

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Until told to stop; a stop that was asked for is a good end."""
        loop = asyncio.get_running_loop()
        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self.handle_exit, number, None)
        except NotImplementedError:  # a system without them ends as uvicorn does
            await super().serve(sockets)
        else:
            await self._serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.porter.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await hang_up(self.table_app)
        await asyncio.sleep(0.05)  # let the outboxes go out
        await super().shutdown(sockets)
        self.porter.stop()
