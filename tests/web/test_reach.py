"""For every hand and eye: phone size, keyboard alone, screen readers, small first load."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from server.house import ROOT, House
from web.conftest import Seating
from web.sitter import Sitter
from web.test_play import alone, to_phase
from web.test_seats import new_table

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
STATIC = ROOT / "src/vistula/server/static"


def test_a_full_turn_at_phone_size(house: House, seating: Seating) -> None:
    phone = seating(house, phone=True, drawn=True)
    phone.quick()
    phone.shot("table")
    told_by_a_long_press(phone)
    to_phase(phone, "movement")
    unit = alone(phone)
    start = phone.piece(unit)["space"]
    before = phone.revision
    phone.tap(start)
    phone.changes(before)
    goal = phone.options("step")[0]
    phone.still()
    phone.tap(goal)
    confirm = phone.page.locator(".confirm .brass")
    confirm.wait_for()
    phone.shot("confirm")
    before = phone.revision
    confirm.tap()
    phone.changes(before)
    assert phone.piece(unit)["space"] == goal
    phone.page.tap("#tab-diary")
    phone.page.locator(".dossier.up .diary").wait_for()
    phone.shot("sheet")
    phone.page.tap("#tab-diary")
    phone.my_turn(2, "Russian")
    assert phone.view["turn"] == 2
    wide = phone.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    pinched(phone)


def pinched(phone: Sitter) -> None:
    """Two fingers make the map grow."""
    phone.still()
    apart = "Math.hypot(v.at('1509').x - v.at('1519').x, v.at('1509').y - v.at('1519').y)"
    before = phone.look(apart)
    line = phone.page.context.new_cdp_session(phone.page)
    line.send("Input.synthesizePinchGesture", {"x": 200, "y": 300, "scaleFactor": 2, "gestureSourceType": "touch"})
    phone.until(f"{apart} > {before} * 1.5", "the map has grown under two fingers")


def told_by_a_long_press(phone: Sitter) -> None:
    """A finger that rests on something is told what it is."""
    piece = next(piece for piece in phone.view["pieces"] if piece["side"] == "russia")
    x, y = phone.point(piece["space"])
    press = """({x, y, kind}) => {
        const target = document.elementFromPoint(x, y);
        const event = {bubbles: true, pointerType: 'touch', button: 0, clientX: x, clientY: y, isPrimary: true};
        target.dispatchEvent(new PointerEvent(kind, event));
    }"""
    phone.page.evaluate(press, {"x": x, "y": y, "kind": "pointerdown"})
    card = phone.page.locator(".card.pinned")
    card.wait_for()
    assert piece["space"] in card.inner_text()
    phone.page.evaluate(press, {"x": x, "y": y, "kind": "pointerup"})
    phone.page.locator(".card-close[aria-label='Close the card']").tap()
    card.wait_for(state="detached")


def test_the_map_moves_by_wheel_drag_and_keys(begun: Sitter) -> None:
    begun.still()
    place = "JSON.stringify(v.at('1519'))"
    x, y = begun.point("1524")
    for move in (
        lambda: begun.page.mouse.wheel(0, -400),
        lambda: (begun.page.mouse.down(), begun.page.mouse.move(x - 90, y - 60), begun.page.mouse.up()),
        lambda: begun.page.keyboard.press("ArrowLeft"),
        lambda: begun.page.keyboard.press("d"),
        lambda: begun.page.keyboard.press("+"),
        lambda: begun.page.keyboard.press("0"),
    ):
        begun.page.mouse.move(x, y)
        before = begun.look(place)
        move()
        begun.until(f"{place} !== {before!r}", "the map has moved")
        begun.still()


def test_keyboard_alone(desk: Sitter) -> None:
    """From the shelf to a finished movement phase without a pointer."""
    desk.shelf()
    desk.page.locator("[data-quick]").focus()
    desk.page.keyboard.press("Enter")
    desk.seated()

    def tab_to(test: str) -> None:
        for _ in range(200):
            if desk.page.evaluate(f"() => {{ const e = document.activeElement; return Boolean({test}) }}"):
                return
            desk.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {test}")

    def enter() -> None:
        before = desk.revision
        desk.page.keyboard.press("Enter")
        desk.changes(before)

    tab_to("e.dataset.verb === 'movement'")
    enter()
    while "spend" in desk.verbs:
        tab_to("e.dataset.verb === 'spend'")
        enter()
    desk.page.keyboard.press("n")
    key = desk.page.evaluate("() => document.activeElement.dataset.piece")
    assert key in desk.options("unit")
    enter()
    assert "Where to?" in desk.prompt
    tab_to("e.dataset.space")
    goal = desk.page.evaluate("() => document.activeElement.dataset.space")
    enter()
    assert desk.piece(key)["space"] == goal
    before = desk.revision
    desk.page.keyboard.press("Control+z")
    desk.changes(before)
    desk.page.keyboard.press("Escape")
    desk.until("v.view.decision.options.some(o => o.verb === 'end')", "Escape took the way out")
    desk.page.keyboard.press("?")
    desk.page.get_by_text("How to play at this table").wait_for()
    desk.page.keyboard.press("Escape")
    tab_to("e.dataset.verb === 'end'")
    desk.page.keyboard.press("Enter")
    desk.page.locator("[data-warned]").wait_for()
    before = desk.revision
    desk.page.keyboard.press("Enter")
    desk.changes(before)
    assert "Operation 2" in desk.prompt


def test_the_list_of_units_and_choices_can_be_played_without_the_map(begun: Sitter) -> None:
    to_phase(begun, "movement")
    first = begun.page.locator(".choice-verbs .chip-strong").first
    assert "Move this unit" in (first.get_attribute("aria-label") or "")
    first.focus()
    begun.page.keyboard.press("ArrowDown")
    before = begun.revision
    begun.page.keyboard.press("Enter")
    begun.changes(before)
    live = begun.page.locator("[aria-live=polite]").first
    assert "Where to?" in live.inner_text()


Found = list[tuple[str, str, str]]


def violations(sitter: Sitter, part: str = "body", but: str = "", only: str = "") -> Found:
    """What axe finds in a part of the page; the map alone has thousands of elements."""
    if not sitter.page.evaluate("() => Boolean(window.axe)"):
        sitter.page.evaluate(AXE.read_text())
    where = {"include": [part], "exclude": [but] if but else []}
    how = {"resultTypes": ["violations"], **({"runOnly": [only]} if only else {})}
    found = sitter.page.evaluate("([where, how]) => axe.run(where, how)", [where, how])
    bad = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
    return [(each["id"], node["html"][:160], node["failureSummary"]) for each in bad for node in each["nodes"][:4]]


def in_the_dark(sitter: Sitter, part: str = "body") -> Found:
    """In the other scheme only colours are others, and those of the map are not."""
    return violations(sitter, part, ".viewport", only="color-contrast")


def by_day_and_night(sitter: Sitter, but: str = "") -> Found:
    found = violations(sitter, but=but)
    sitter.page.emulate_media(color_scheme="dark")
    found += in_the_dark(sitter)
    sitter.page.emulate_media(color_scheme="light")
    return found


def through_the_tabs(sitter: Sitter, look: Callable[[Sitter, str], Found]) -> None:
    for tab in ("orders", "diary", "charts", "rules", "chat"):
        sitter.page.click(f"#tab-{tab}")
        if tab == "rules":
            sitter.page.locator(".rule").first.wait_for()
        assert look(sitter, ".dossier") == [], tab
    sitter.page.click("[aria-label=Menu]")
    sitter.page.locator(".dialog").wait_for()
    assert look(sitter, ".dialog") == []
    sitter.page.keyboard.press("Escape")
    sitter.page.click("#tab-orders")


def test_axe_finds_no_serious_violation_by_day_or_night(house: House, seating: Seating) -> None:
    sitter = seating(house)
    sitter.shelf()
    sitter.shot("shelf")
    assert by_day_and_night(sitter) == []
    sitter.page.goto(f"{sitter.url}/new/warsaw-1920")
    sitter.page.locator(".new-form").wait_for()
    sitter.shot("new-table")
    assert by_day_and_night(sitter) == []
    sitter.quick()
    to_phase(sitter, "combat")
    sitter.click(sitter.options("attack")[0])
    sitter.page.get_by_role("button", name="Join the attack").first.click()
    sitter.page.locator(".battle [data-odds]").wait_for()
    sitter.shot("battle")
    assert violations(sitter) == []
    through_the_tabs(sitter, violations)
    sitter.page.emulate_media(color_scheme="dark")
    sitter.shot("dark")
    assert in_the_dark(sitter) == []
    through_the_tabs(sitter, in_the_dark)
    sitter.page.emulate_media(color_scheme="light")
    new_table(sitter, "free", poland="me", russia="me")
    sitter.lift()
    sitter.page.locator(".tray-counter").first.wait_for()
    sitter.shot("deployment")
    assert by_day_and_night(sitter, but=".viewport") == []


def test_reduced_motion_shows_what_others_did_without_playing_it(house: House, seating: Seating) -> None:
    sitter = seating(house)  # nobody's browser plays anything back here but where a test is about that
    sitter.quick()
    sitter.press("stop")
    sitter.until("v.view.turn === 2 && v.view.decision")
    assert not sitter.look("v.playing")


@pytest.mark.parametrize(
    "page",
    ["ShelfPage", "TablePage", "MePage", "LearnPage", "NewTablePage", "ReplayPage", "BringPage", "QuietPage"],
)
def test_the_first_load_is_small(page: str) -> None:
    """Under 200 kB compressed, besides the board, whichever page is opened first."""

    def packed(path: Path) -> int:
        body = path.read_bytes()
        return len(body) if path.suffix in (".woff2", ".png") else len(gzip.compress(body, 6))

    parts = json.loads((STATIC / ".vite/manifest.json").read_text())
    names = {"index.html"}
    asked = ["index.html", next(key for key, part in parts.items() if part.get("name") == page)]
    while asked:
        part = parts[asked.pop()]
        names |= {part["file"], *part.get("css", [])}
        asked += [other for other in part.get("imports", []) if parts[other]["file"] not in names]
    for style in [name for name in names if name.endswith(".css")]:
        names |= {f"assets/{name}" for name in re.findall(r"url\(/assets/(.+?)\)", (STATIC / style).read_text())}
    sizes = {name: packed(STATIC / name) for name in names}
    assert {Path(name).suffix for name in sizes} >= {".html", ".js", ".css", ".woff2"}
    assert sum(sizes.values()) < 200_000, sizes
