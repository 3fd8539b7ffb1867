"""The client as an app: it can be installed, opens without a connection and says so; a new build is taken at once."""

from __future__ import annotations

import json
import re
import shutil
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.house import ROOT, House
from web.conftest import Seating, TrialHouse
from web.sitter import PATIENCE, Sitter
from web.test_reach import by_day_and_night

STATIC = ROOT / "src/vistula/server/static"
KEPT = """async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('vistula-'));
    const asked = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return {names, paths: asked.flat().map(({url}) => new URL(url).pathname)};
}"""


def kept(sitter: Sitter, builds: int) -> dict[str, list[str]]:
    """What the worker has kept, once it has kept so many builds."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found: dict[str, list[str]] = sitter.page.evaluate(KEPT)
        if len(found["names"]) == builds:
            return found
    raise AssertionError(f"never {builds} builds")


def with_worker(seating: Seating, house: House, **more: Any) -> Sitter:
    """Someone whose browser has kept the client."""
    sitter = seating(house, service_workers="allow", **more)
    sitter.page.goto(sitter.url + "/")
    sitter.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    kept(sitter, 1)
    return sitter


@pytest.fixture
def own(tmp_path: Path) -> Iterator[House]:
    """A server that a test may stop."""
    with TrialHouse(tmp_path, "--no-limits", "--workers", "1") as running:
        yield running


def test_a_browser_finds_nothing_that_keeps_it_from_being_installed(house: House, seating: Seating) -> None:
    sitter = with_worker(seating, house)
    line = sitter.page.context.new_cdp_session(sitter.page)
    told = line.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    found = line.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found] == ["in-incognito"], "but that a test has a window of its own"
    head = house.get("/manifest.webmanifest")
    assert head.headers["content-type"].startswith("application/manifest+json")
    purposes = set()
    for icon in manifest["icons"]:
        body = house.get(icon["src"]).content
        if icon["type"] == "image/png":
            purposes.add((icon["purpose"], icon["sizes"]))
            assert "x".join(map(str, struct.unpack(">II", body[16:24]))) == icon["sizes"]
    assert purposes == {(purpose, size) for purpose in ("any", "maskable") for size in ("192x192", "512x512")}


def test_the_worker_is_asked_for_anew_each_time_and_kept_by_nobody(house: House) -> None:
    answer = house.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "content-security-policy" in answer.headers


def test_without_a_connection_the_client_opens_says_so_and_shows_nothing_old(own: House, seating: Seating) -> None:
    sitter = with_worker(seating, own)
    sitter.quick()
    table = sitter.look("v.table")
    paths = kept(sitter, 1)["paths"]
    assert {"/", "/icons/icon-192.png"} <= set(paths)
    assert not [path for path in paths if path.startswith(("/api", "/table", "/health"))]
    sitter.page.goto(sitter.url + "/")
    sitter.page.locator(".my-game").wait_for()
    own.stop()

    sitter.page.goto(sitter.url + "/")
    sitter.page.locator("[data-silence=away]").wait_for()
    assert sitter.page.locator(".my-game").count() == 0, "no table stands there as if it were live"
    sitter.shot("shelf")
    assert by_day_and_night(sitter) == []
    for path in (f"/table/{table}", "/me", "/lobby", "/new/warsaw-1920", f"/replay/{table}"):
        sitter.page.goto(sitter.url + path)
        sitter.page.locator("[data-silence=away]").wait_for()
        assert sitter.page.locator(".room").count() == 0, path
    sitter.shot("replay")
    sitter.page.set_viewport_size({"width": 390, "height": 844})
    sitter.page.goto(f"{sitter.url}/table/{table}")
    sitter.page.locator("[data-silence]").wait_for()
    sitter.shot("phone")

    # As soon as the server is back the page is, too, without anybody's doing.
    port = own.port
    own.arguments += ("--port", str(port))
    own.start()
    assert own.port == port
    sitter.seated()
    assert sitter.page.locator("[data-silence]").count() == 0


def test_a_table_that_is_open_says_itself_that_its_line_is_cut(own: House, seating: Seating) -> None:
    sitter = with_worker(seating, own)
    sitter.quick()
    own.stop()
    sitter.until("v.connection !== 'open'")
    sitter.page.locator(".lamp", has_text="Reconnecting").wait_for()
    assert sitter.page.locator("[data-silence]").count() == 0
    assert sitter.page.locator("[data-verb]").count() == 0, "nothing can be chosen while nobody hears it"


def test_a_new_build_is_taken_at_the_next_load_and_the_last_one_stays_for_open_tabs(
    tmp_path: Path, seating: Seating, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    shutil.copytree(STATIC, static)
    monkeypatch.setenv("VISTULA_TEST_STATIC", str(static))
    with TrialHouse(tmp_path, "--no-limits", "--workers", "1") as house:
        sitter = with_worker(seating, house)
        first = kept(sitter, 1)["names"]
        port = house.port
        house.stop()
        edited(static)
        house.arguments += ("--port", str(port))
        house.start()
        sitter.page.goto(sitter.url + "/")
        assert sitter.page.evaluate("() => document.documentElement.dataset.build") == "another"
        assert first[0] in kept(sitter, 2)["names"]


def edited(static: Path) -> None:
    """Another build: another page, another name in its worker."""
    page, worker = static / "index.html", static / "worker.js"
    page.write_text(page.read_text().replace('lang="en"', 'lang="en" data-build="another"'))
    text = worker.read_text()
    edition = re.search(r'"([0-9a-f]{12})"', text)
    assert edition
    worker.write_text(text.replace(edition[1], "0" * 12))
