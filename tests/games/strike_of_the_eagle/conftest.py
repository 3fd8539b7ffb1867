"""What several tests of Strike of the Eagle share."""

from __future__ import annotations

from importlib import import_module

import pytest

from .table import TITLE, StrikeOfTheEagle


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> StrikeOfTheEagle:
    """The title found by its name while the test lasts, so that its records can be replayed."""
    register = import_module("vistula.kernel.title")
    monkeypatch.setitem(register._register, TITLE.id, None)
    monkeypatch.setitem(register._loaded, (TITLE.id, None), TITLE)
    return TITLE
