"""What is counted for whoever runs the server, in the form that Prometheus reads.

It is told on an address of its own, never on the one that players use: how much is written would tell what seats do
unseen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server

from vistula.kernel.errors import BadInput

log = logging.getLogger("vistula.server")

COMMITS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """All that is counted in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.actions = Counter("vistula_actions", "Entries that were written", ["game"], registry=self.registry)
        self.refusals = Counter("vistula_refusals", "Messages that were refused", ["why"], registry=self.registry)
        self.opened = Counter("vistula_tables_opened", "New tables", ["game"], registry=self.registry)
        self.computers = Counter(
            "vistula_computer_moves", "Moves of computer players", ["outcome"], registry=self.registry
        )
        self.notices = Counter(
            "vistula_notices", "Notices to people, by kind of channel", ["channel", "outcome"], registry=self.registry
        )
        self.commits = Histogram("vistula_commit_seconds", "Time of a commit", buckets=COMMITS, registry=self.registry)
        self.group = Histogram(
            "vistula_commit_jobs", "Messages in a commit", buckets=(1, 2, 4, 8, 16, 32, 64), registry=self.registry
        )
        self.not_written = Counter("vistula_not_written", "Messages that could not be written", registry=self.registry)
        ProcessCollector(registry=self.registry)  # memory, processor time, descriptors
        self._server: WSGIServer | None = None

    def gauge(self, name: str, about: str, of: Callable[[], float]) -> None:
        """Something that is looked up when it is asked for."""
        Gauge(f"vistula_{name}", about, registry=self.registry).set_function(of)

    def gauges(self, name: str, about: str, label: str, of: Mapping[str, Callable[[], float]]) -> None:
        """The same for several of one kind."""
        made = Gauge(f"vistula_{name}", about, [label], registry=self.registry)
        for value, function in of.items():
            made.labels(value).set_function(function)

    def serve(self, where: str) -> None:
        """Answer at HOST:PORT, or at a port of this machine, in a thread."""
        host, _, port = where.rpartition(":")
        try:
            self._server, _ = start_http_server(int(port), host or "127.0.0.1", self.registry)
        except (OSError, ValueError, OverflowError) as error:
            raise BadInput("--metrics", where, f"cannot answer there ({error})") from None
        log.info("metrics", extra={"port": self._server.server_port})

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
