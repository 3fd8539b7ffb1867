"""A real Chromium at a real server with a real SQLite file. Tests wait for revisions, never for time."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from server.house import ROOT, House
from web.sitter import Sitter

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
SCREENSHOTS = ROOT / "build/screenshots"
"""Kept to be looked at, never committed."""
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "there is no chromium: `make browser` installs the system's"
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


class TrialHouse(House):
    """The server with the games that exist to try the client."""

    launch = ROOT / "tests/web/launch.py"


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests of a worker: each has tables of its own."""
    assert (ROOT / "src/vistula/server/static/index.html").is_file(), "the client is not built: run `make test`"
    with TrialHouse(tmp_path_factory.mktemp("web"), "--no-limits", "--workers", "1") as running:
        yield running


Seating = Callable[..., Sitter]


@pytest.fixture
def seating(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Seating]:
    """Someone with a browser of his own; at the end nothing may have gone wrong in any of them."""
    contexts: list[BrowserContext] = []
    sitters: list[Sitter] = []

    def sit(house: House, *, phone: bool = False, **more: Any) -> Sitter:
        shape = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if phone else {}
        context = browser.new_context(viewport=PHONE if phone else DESK, **shape, **more)  # type: ignore[arg-type]
        contexts.append(context)
        name = request.node.name.replace("[", "-").replace("]", "")
        sitter = Sitter(context.new_page(), house.url, SCREENSHOTS / name.removeprefix("test_"))
        sitters.append(sitter)
        return sitter

    yield sit
    errors = [error for sitter in sitters for error in sitter.errors]
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def desk(house: House, seating: Seating) -> Sitter:
    return seating(house)


@pytest.fixture
def phone(house: House, seating: Seating) -> Sitter:
    return seating(house, phone=True)
