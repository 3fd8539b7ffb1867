"""How a server is set up."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from vistula.server.clock import Clock
from vistula.server.database import default_url
from vistula.server.limits import Limits, Network

STATIC = Path(__file__).parent / "static"


class Settings(msgspec.Struct, frozen=True):
    host: str = "127.0.0.1"
    port: int = 1920
    database: str = msgspec.field(default_factory=default_url)
    key_file: str = ""  # the server's key; empty: from the environment, or a file beside the database
    origins: tuple[str, ...] = ()  # web addresses besides its own from which a browser may connect
    proxies: tuple[Network, ...] = ()  # whose word is taken for the address that a request comes from
    shards: tuple[str, ...] = ()  # of this process, where several share a database
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    limits: Limits = Limits()
    static: Path = STATIC
    pause: tuple[float, float] = (0.3, 1.0)  # seconds, at least and at most, that a chance to react takes
    audit: float = 60.0  # seconds between tables whose snapshots are proved by their entries
    retention: float = 0.0  # days after which an unfinished table that nobody plays at is put away; 0: never
    smtp: str = ""  # the mail server that letters are sent through; empty: none are
    calls: str = "public"  # where notices that people ask for may go: `public` addresses, `anywhere`, `nowhere`
    metrics: str = ""  # HOST:PORT where metrics are told; empty: nowhere
    clock: Clock = msgspec.field(default_factory=Clock)
    tick: float = 1.0  # seconds between looks at the clock: for times that run out, and notices that are due
    grace: float = 10.0  # seconds that people have to look by themselves, at a question or after a start
    idle: float = 600.0  # seconds after which a table that nobody is at is put away

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def calls_out(self) -> bool:
        """Whether web push and webhooks are sent at all."""
        return self.calls != "nowhere"

    @property
    def address(self) -> str:
        """What people reach it by, for links that are sent to them: the first address that the operator has named."""
        return self.origins[0] if self.origins else self.url

    @property
    def contact(self) -> str:
        """Whom a push service may turn to, in the form that it takes: an address of the web or of e-mail."""
        return self.address if self.address.startswith("https://") else f"mailto:vistula@{self.host}"
