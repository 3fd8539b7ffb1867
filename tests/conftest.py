"""Rules that tests claim to prove must exist: an id that is not in the title's checklist stops the run."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from vistula.kernel.checklist import Checklist

GAMES = Path(__file__).parent / "games"
WEB = Path(__file__).parent / "web"
SOURCES = Path(__file__).parent.parent / "src" / "vistula" / "games"


@cache
def checklist(folder: str) -> Checklist:
    return Checklist.read(SOURCES / folder / "rules.toml")


def unknown_rules(test: Path, ids: list[str]) -> list[str]:
    """Those of the ids that the checklist of the test's title does not have; tests of no title prove no rule."""
    if not test.is_relative_to(GAMES) or test.parent == GAMES:
        return ids
    folder = test.relative_to(GAMES).parts[0]
    return [id for id in ids if id not in checklist(folder)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.path.is_relative_to(WEB))  # long ones come first
    wrong = {}
    for item in items:
        ids = [id for mark in item.iter_markers("rule") for id in mark.args]
        if ids and (unknown := unknown_rules(item.path, ids)):
            wrong[item.nodeid] = ", ".join(unknown)
    if wrong:
        lines = [f"{test}: no such rule in the checklist: {ids}" for test, ids in wrong.items()]
        raise pytest.UsageError("\n".join(lines))


def pytest_configure(config: pytest.Config) -> None:
    """Started in the background, a shell has its children ignore Ctrl+C; what the tests start must hear it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """An open browser leaves its event loop as the running one of the thread; tests of other things have their own."""
    loop = None if item.path.is_relative_to(WEB) else asyncio._get_running_loop()
    if loop is not None:
        asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if loop is not None:
            asyncio._set_running_loop(loop)
