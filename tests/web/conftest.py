"""A real Chromium at a real server with a real SQLite file. Tests wait for revisions, never for time."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, sync_playwright

from server.house import ROOT, House
from web.sitter import Sitter

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
SCREENSHOTS = ROOT / "build/screenshots"
"""Kept to be looked at, never committed."""
FEATURES = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "OptimizationHints", "PreconnectToSearch"),
    *("NetworkTimeServiceQuerying", "AimEnabled"),
    *("PreloadTopChromeWebUI", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
)
"""What Chromium shall do without: Playwright's list, which ours replaces, and the tools around a window nobody sees."""
SWITCHES = ("--no-sandbox", "--disable-gpu", "--disable-gpu-rasterization", f"--disable-features={','.join(FEATURES)}")
SHEET = '<rect width="100%" height="100%" fill="#e6dcc2"/>'
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "there is no chromium: `make browser` installs the system's"
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield running
        running.close()


class TrialHouse(House):
    """The server with the games that exist to try the client."""

    launch = ROOT / "tests/web/launch.py"


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests of a worker: each has tables of its own."""
    assert (ROOT / "src/vistula/server/static/index.html").is_file(), "the client is not built: run `make test`"
    with TrialHouse(tmp_path_factory.mktemp("web"), "--no-limits", "--workers", "1", movable=True) as running:
        yield running


Seating = Callable[..., Sitter]


@cache
def blank_sheet(house: House, path: str) -> str:
    """The map of a game with nothing on it but the outlines of its spaces, which are pointed at."""
    drawing = house.get(path).text
    head, spaces = re.search(r"<svg[^>]*>", drawing), drawing[drawing.rindex('<g id="spaces"') :]
    shapes = (
        re.search(rf'<\w+[^>]*\bid="{id}"[^>]*/>', drawing) for id in set(re.findall(r'href="#([\w-]+)"', spaces))
    )
    assert head
    return head[0] + SHEET + "".join(shape[0] for shape in shapes if shape) + spaces


class Browsers:
    """People with a browser each; when they leave, nothing may have gone wrong in any of them.

    Nothing moves by itself unless a test is about that: what pulses and glides is drawn anew sixty times a second.
    The map is an empty sheet unless it is looked at: to draw it takes as long as all the rest of the page. There is no
    worker unless a test asks for it (`service_workers="allow"`): it would fetch the whole client for each of them.
    """

    def __init__(self, browser: Browser, name: str = "") -> None:
        self.browser, self.name = browser, name
        self.contexts: list[BrowserContext] = []
        self.sitters: list[Sitter] = []

    def sit(
        self, house: House, *, phone: bool = False, motion: bool = False, drawn: bool = False, **more: Any
    ) -> Sitter:
        shape: dict[str, Any] = {"has_touch": True, "is_mobile": True} if phone else {}
        shape |= {"viewport": PHONE if phone else DESK, "reduced_motion": "no-preference" if motion else "reduce"}
        shape |= {"service_workers": "block"}
        context = self.browser.new_context(**{**shape, **more})  # type: ignore[arg-type]
        self.contexts.append(context)
        if not drawn:
            context.route("**/board.svg*", lambda route: self.blank(house, route))
        sitter = Sitter(context.new_page(), house.url, SCREENSHOTS / self.name)
        self.sitters.append(sitter)
        return sitter

    @staticmethod
    def blank(house: House, route: Route) -> None:
        path = route.request.url.removeprefix(house.url)
        route.fulfill(body=blank_sheet(house, path), content_type="image/svg+xml")

    def leave(self) -> list[str]:
        errors = [error for sitter in self.sitters for error in sitter.errors]
        for context in self.contexts:
            context.close()
        self.contexts, self.sitters = [], []
        return errors


def named(request: pytest.FixtureRequest) -> str:
    return str(request.node.name).replace("[", "-").replace("]", "").removeprefix("test_")


@pytest.fixture
def seating(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Seating]:
    """Someone with a browser of his own."""
    browsers = Browsers(browser, named(request))
    yield browsers.sit
    assert not browsers.leave()


@pytest.fixture
def desk(house: House, seating: Seating) -> Sitter:
    return seating(house)


@pytest.fixture
def phone(house: House, seating: Seating) -> Sitter:
    return seating(house, phone=True)


KEPT: list[Browsers] = []


@pytest.fixture(scope="session")
def kept(browser: Browser) -> Iterator[Browsers]:
    KEPT.append(Browsers(browser))
    yield KEPT[0]
    assert not KEPT.pop().leave()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """A page that is kept for the next test goes on working; where another sort of test follows, it is closed."""
    if nextitem is None or not nextitem.path.is_relative_to(Path(__file__).parent):
        assert not [error for browsers in KEPT for error in browsers.leave()]


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture
def begun(house: House, kept: Browsers, request: pytest.FixtureRequest) -> Iterator[Sitter]:
    """At a table against the computer where nothing has been done yet, with the map drawn.

    One page serves all such tests: to open a table takes longer than most of them. Each undoes what was done before it.
    """
    fresh = not kept.sitters
    sitter = kept.sit(house, drawn=True) if fresh else kept.sitters[0]
    sitter.pictures = SCREENSHOTS / named(request)
    if sitter.page.viewport_size != DESK:
        sitter.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    if fresh or not sitter.back("movement"):
        sitter.quick()
    yield sitter
    errors = list(sitter.errors)
    if errors or request.node.stash[FAILED] or "few_gestures" in request.module.__name__:
        kept.leave()  # who knows what is left there
    assert not errors
