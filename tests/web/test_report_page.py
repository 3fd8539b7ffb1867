"""The pages of studies and leagues on a desk and on a phone: never wider than the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from vistula.lab import Plan, run
from vistula.lab.league import run_league
from vistula.lab.league_page import write_league
from vistula.lab.report import write_report
from web.conftest import DESK, PHONE, SCREENSHOTS

SHAPES = {"desk": DESK, "phone": PHONE}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with long names in it, and a league."""
    found = tmp_path_factory.mktemp("report")
    pack = found / ("a-data-pack-with-a-long-name-" * 3)
    pack.mkdir()
    plan = Plan("warsaw-1920", seed=7, options={"undo": "consent"}, pack=str(pack))
    write_report(run(plan, 2, jobs=1, observe=True), found)
    write_league(run_league(Plan("warsaw-1920"), ["random", "recruit"], 1, jobs=1), found)
    return found


@pytest.fixture(params=SHAPES)
def opened(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    phone = request.param == "phone"
    context = browser.new_context(viewport=SHAPES[request.param], is_mobile=phone)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", ["report", "league"])
def test_a_page_is_no_wider_than_the_screen(opened: Page, folder: Path, name: str) -> None:
    opened.goto((folder / f"{name}.html").as_uri())
    assert opened.viewport_size is not None
    width = opened.viewport_size["width"]
    opened.screenshot(path=SCREENSHOTS / f"{name}-{width}.png", full_page=True)
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.evaluate("visualViewport.width") == width  # not made smaller to fit
