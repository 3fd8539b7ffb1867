"""Environments are an extra: without PettingZoo these tests are skipped."""

from __future__ import annotations

from typing import Any

import pytest

NAME = "vistula/warsaw_1920_v0"


@pytest.fixture(scope="session")
def shared() -> Any:
    """One environment for all tests that only look or begin with a reset."""
    pytest.importorskip("pettingzoo")
    import vistula.env

    return vistula.env.raw(NAME)


@pytest.fixture
def env(shared: Any) -> Any:
    shared.reset(seed=1)
    return shared
