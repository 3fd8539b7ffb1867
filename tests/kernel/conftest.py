"""What several kernel tests share."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from kernel.small import table
from vistula.kernel import Frame, Game


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Game[Any]]:
    """A table whose title can be found by its name while the test lasts, so that its record can be replayed."""
    register = import_module("vistula.kernel.title")
    monkeypatch.setitem(register._register, "small", None)

    def make(*stack: Frame, **options: Any) -> Game[Any]:
        game = table(*stack, **options)
        monkeypatch.setitem(register._loaded, ("small", None), game.title)
        return game

    return make
