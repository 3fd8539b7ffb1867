"""One server for all tests of a module that do not kill it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house"), "--no-limits") as running:
        yield running
