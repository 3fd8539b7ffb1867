"""A whole game in real browsers, one for every seat, played by clicks alone:
`browsers.py GAME SCENARIO [SEED] [OPTION=VALUE …]`.

Every answer is one of the buttons that the page offers its seat, taken by lot. At the end every page must show the same
verdict. Pictures of each turn lie in build/screenshots.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Locator, sync_playwright

from server.house import House
from web.conftest import CHROMIUM, DESK, SCREENSHOTS
from web.sitter import Sitter

ANSWERS = (
    ".answers button.brass[data-verb]:not([disabled])",
    ".answers button.plate[data-verb]:not([disabled])",
    ".numbers .number",
    ".choice-verbs .chip-strong",
)


def seats(browser: Browser, house: House, table: str, tokens: dict[str, str]) -> dict[str, Sitter]:
    found = {}
    for seat, token in tokens.items():
        page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
        found[seat] = Sitter(page, house.url, SCREENSHOTS / f"whole-game-{seat}")
        found[seat].follow(table, seat, token)
    return found


def offered(sitter: Sitter, rng: random.Random) -> Locator | None:
    """One of the buttons that would answer: first which kind, then which of them."""
    kinds = [(css, sitter.page.locator(css).count()) for css in ANSWERS]
    kinds = [(css, count) for css, count in kinds if count]
    if not kinds:
        return None
    css, count = rng.choice(kinds)
    return sitter.page.locator(css).nth(rng.randrange(count))


def answer(sitter: Sitter, rng: random.Random) -> bool:
    """One click; whether there was anything to click."""
    if sitter.look("v.playing"):
        sitter.page.keyboard.press("x")
    button = offered(sitter, rng)
    if button is None:
        return False
    before = sitter.revision
    button.click()
    sitter.until(f"v.revision !== {before} && v.busy === 0 || document.querySelector('[data-warned]')")
    if sitter.page.locator("[data-warned]").count():
        sitter.page.click("[data-warned]")
        sitter.changes(before)
    return True


def play(sitters: dict[str, Sitter], rng: random.Random) -> int:
    """To the end of the game; how many clicks it took."""
    clicks, turn = 0, 0
    first = next(iter(sitters.values()))
    while not first.view.get("result"):
        asked = [one for one in sitters.values() if one.decision]
        if not asked:
            first.page.wait_for_timeout(25)
            continue
        clicks += answer(rng.choice(asked), rng)
        if first.view["turn"] != turn:
            turn = first.view["turn"]
            print(f"turn {turn}, {first.view['phase']}: {clicks} clicks", flush=True)
            for one in sitters.values():
                one.shot(f"turn-{turn}")
    return clicks


def main(game: str, scenario: str, seed: int, options: dict[str, str]) -> int:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        House(Path(folder), "--no-limits") as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        table = house.open(game, scenario, options=options)
        sitters = seats(browser, house, table.id, {seat: token for seat, token in table.tokens.items() if seat})
        clicks = play(sitters, random.Random(seed))
        verdicts = set()
        for seat, sitter in sitters.items():
            sitter.until("v.view.result && document.querySelector('.verdict')", "a verdict")
            sitter.shot("verdict")
            verdicts.add(" and ".join(sitter.view["result"].get("victors", [])) or "nobody")
            assert not sitter.errors, (seat, sitter.errors)
        browser.close()
    assert len(verdicts) == 1, verdicts
    print(f"{game} {scenario}: {len(sitters)} browsers, {clicks} clicks, winner {verdicts.pop()}, no page went wrong")
    return 0


if __name__ == "__main__":
    words = sys.argv[1:]
    agreed = dict(word.split("=", 1) for word in words if "=" in word)
    plain = [word for word in words if "=" not in word]
    raise SystemExit(main(plain[0], plain[1], int(plain[2]) if len(plain) > 2 else 1, agreed))
