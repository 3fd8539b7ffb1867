"""What a frame costs while the map is panned: this title's board with its counters, and the largest one, bare.

Run by `make bench-web`. The page's own handlers are driven by mouse events, one a frame, as a hand would; a frame is
timed from one to the next. Chromium draws as fast as it can (no limit of frames a second), so that a figure below
the 16.7 ms of a usual screen can be seen. Figures, never a verdict.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from server.house import ROOT, House

UNLIMITED = ["--no-sandbox", "--disable-frame-rate-limit", "--disable-gpu-vsync"]
BOARDS = {
    "Warsaw 1920, 1,085 hexes, all counters": ("warsaw-1920", "quick"),
    "1,836 hexes, bare": ("bare", "only"),
    "1,836 hexes, 240 counters": ("crowded", "only"),
    "1,836 hexes, 240 counters, overlay": ("crowded", "only"),
}
ZOOMS = {"fitted": 0, "near": 4}
"""Steps of the zoom key from the whole map."""

PAN = """async (frames) => {
    const viewport = document.querySelector('.viewport');
    const box = viewport.getBoundingClientRect();
    const middle = [box.left + box.width / 2, box.top + box.height / 2 - 60];
    const mouse = (kind, x, y, on) => on.dispatchEvent(new MouseEvent(kind, {
        bubbles: true, cancelable: true, view: window, button: 0, buttons: 1, clientX: x, clientY: y }));
    const next = () => new Promise(requestAnimationFrame);
    mouse('mousedown', middle[0], middle[1], viewport);
    const times = [];
    let last = await next();
    for (let i = 0; i < frames; i++) {
        const turn = i / 30;
        mouse('mousemove', middle[0] + 260 * Math.sin(turn), middle[1] + 170 * Math.sin(turn * 1.37), window);
        const now = await next();
        times.push(now - last);
        last = now;
    }
    mouse('mouseup', middle[0], middle[1], window);
    return times;
}"""


class BenchHouse(House):
    launch = ROOT / "tests/bench/serve.py"


def look(page: Page, expression: str) -> None:
    """Wait until an expression over the page's probe is true."""
    while not page.evaluate(f"() => {{ const v = window.__vistula; return v ? Boolean({expression}) : false }}"):
        page.wait_for_timeout(100)


def settled(page: Page, house: House, game: str, scenario: str) -> None:
    """A table of the game, with its map drawn in all sizes and at rest."""
    table = house.open(game, scenario)
    page.goto(f"{house.url}/table/{table.id}#seat=russia:{table.tokens['russia']}")
    look(page, "v.ready && v.connection === 'open' && !v.moving")
    while page.locator(".bitmap").count() < 3:
        page.wait_for_timeout(200)


def measure(browser: Browser, house: House, frames: int) -> dict[str, dict[str, float]]:
    found = {}
    for name, (game, scenario) in BOARDS.items():
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        settled(page, house, game, scenario)
        if name.endswith("overlay"):
            page.keyboard.press("o")
            page.locator(".side-line").wait_for()
        for zoom, steps in ZOOMS.items():
            page.keyboard.press("0")
            for _ in range(steps):
                look(page, "!v.moving")
                page.keyboard.press("+")
            look(page, "!v.moving")
            page.evaluate(PAN, 30)  # the first frames at a new size bring its bitmap to the screen
            found[f"{name}, {zoom}"] = summary(page.evaluate(PAN, frames))
        page.close()
    return found


def summary(times: list[float]) -> dict[str, float]:
    marks = statistics.quantiles(times, n=100)
    return {"p50": round(marks[49], 1), "p99": round(marks[98], 1), "mean": round(statistics.fmean(times), 1)}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--json", type=Path, default=ROOT / "build/bench-web.json")
    args = parser.parse_args(argv)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with (
        tempfile.TemporaryDirectory() as folder,
        BenchHouse(Path(folder), "--no-limits") as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=UNLIMITED)
        found: dict[str, Any] = measure(browser, house, args.frames)
        browser.close()
    print(f"{'milliseconds a frame while panning':52} {'p50':>7} {'p99':>7} {'mean':>7}")
    for name, figures in found.items():
        print(f"{name:52} {figures['p50']:7.1f} {figures['p99']:7.1f} {figures['mean']:7.1f}")
    args.json.parent.mkdir(parents=True, exist_ok=True)
    args.json.write_text(json.dumps(found, indent=1), encoding="utf8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
