"""One server for all tests of a module that do not kill it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from server import postgres
from server.calls import Endpoint
from server.house import House
from server.mailbox import Mailbox
from server.postgres import ON, Postgres

CLUSTER = Postgres() if os.environ.get(ON) == "1" else None  # else a process that started this one has made it
if CLUSTER is not None:
    os.environ[ON] = CLUSTER.url()
if os.environ.get(ON):
    postgres.instead()


def pytest_unconfigure() -> None:
    if CLUSTER is not None:
        CLUSTER.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that look into a file of SQLite make no sense elsewhere."""
    if os.environ.get(ON):
        for item in items:
            if item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip(reason="it looks into a file of SQLite"))


@pytest.fixture(scope="session")
def database_server() -> Iterator[Postgres]:
    if postgres.binaries() is None:
        pytest.skip(postgres.MISSING)
    with postgres.running() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house"), "--no-limits") as running:
        yield running


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as running:
        yield running


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as running:
        yield running
