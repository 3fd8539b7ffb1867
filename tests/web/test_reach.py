"""For every hand and eye: phone size, keyboard alone, screen readers, small first load."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from server.house import ROOT, House
from web.conftest import Seating
from web.sitter import Sitter
from web.test_play import alone, to_phase
from web.test_seats import new_table

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
STATIC = ROOT / "src/vistula/server/static"


def test_a_full_turn_at_phone_size(phone: Sitter) -> None:
    phone.quick()
    phone.shot("table")
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


def test_the_map_is_pinched_on_a_phone(phone: Sitter) -> None:
    phone.quick()
    phone.still()
    apart = "Math.hypot(v.at('1509').x - v.at('1519').x, v.at('1509').y - v.at('1519').y)"
    before = phone.look(apart)
    line = phone.page.context.new_cdp_session(phone.page)
    line.send("Input.synthesizePinchGesture", {"x": 200, "y": 300, "scaleFactor": 2, "gestureSourceType": "touch"})
    phone.until(f"{apart} > {before} * 1.5", "the map has grown under two fingers")


def test_the_map_moves_by_wheel_drag_and_keys(desk: Sitter) -> None:
    desk.quick()
    desk.still()
    place = "JSON.stringify(v.at('1519'))"
    x, y = desk.point("1524")
    for move in (
        lambda: desk.page.mouse.wheel(0, -400),
        lambda: (desk.page.mouse.down(), desk.page.mouse.move(x - 90, y - 60), desk.page.mouse.up()),
        lambda: desk.page.keyboard.press("ArrowLeft"),
        lambda: desk.page.keyboard.press("d"),
        lambda: desk.page.keyboard.press("+"),
        lambda: desk.page.keyboard.press("0"),
    ):
        desk.page.mouse.move(x, y)
        before = desk.look(place)
        move()
        desk.until(f"{place} !== {before!r}", "the map has moved")
        desk.still()


def test_a_long_press_tells_what_something_is(phone: Sitter) -> None:
    phone.quick()
    piece = next(piece for piece in phone.view["pieces"] if piece["side"] == "russia")
    x, y = phone.point(piece["space"])
    touch = {"identifier": 1, "clientX": x, "clientY": y}
    phone.page.evaluate(
        """({clientX, clientY}) => {
            const target = document.elementFromPoint(clientX, clientY);
            const event = {bubbles: true, pointerType: 'touch', button: 0, clientX, clientY, isPrimary: true};
            target.dispatchEvent(new PointerEvent('pointerdown', event));
        }""",
        touch,
    )
    phone.page.locator(".card.pinned").wait_for()
    assert piece["space"] in phone.page.inner_text(".card.pinned")


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


def test_the_list_of_units_and_choices_can_be_played_without_the_map(desk: Sitter) -> None:
    desk.quick()
    to_phase(desk, "movement")
    first = desk.page.locator(".choice-verbs .chip-strong").first
    assert "Move this unit" in (first.get_attribute("aria-label") or "")
    first.focus()
    desk.page.keyboard.press("ArrowDown")
    before = desk.revision
    desk.page.keyboard.press("Enter")
    desk.changes(before)
    live = desk.page.locator("[aria-live=polite]").first
    assert "Where to?" in live.inner_text()


def violations(sitter: Sitter, part: str = "body") -> list[tuple[str, str, str]]:
    """What axe finds in a part of the page; the map alone has thousands of elements."""
    sitter.page.evaluate(AXE.read_text())
    found = sitter.page.evaluate("(part) => axe.run(part, {resultTypes: ['violations']})", part)
    bad = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
    return [(each["id"], node["html"][:160], node["failureSummary"]) for each in bad for node in each["nodes"][:4]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation(house: House, seating: Seating, scheme: str) -> None:
    sitter = seating(house, color_scheme=scheme)
    sitter.shelf()
    sitter.shot("shelf")
    assert violations(sitter) == []
    sitter.page.goto(f"{sitter.url}/new/warsaw-1920")
    sitter.page.locator(".new-form").wait_for()
    sitter.shot("new-table")
    assert violations(sitter) == []
    sitter.quick()
    to_phase(sitter, "combat")
    sitter.click(sitter.options("attack")[0])
    sitter.page.get_by_role("button", name="Join the attack").first.click()
    sitter.page.locator(".battle [data-odds]").wait_for()
    sitter.shot("battle")
    assert violations(sitter) == []
    for tab in ("orders", "diary", "charts", "rules", "chat"):
        sitter.page.click(f"#tab-{tab}")
        if tab == "rules":
            sitter.page.locator(".rule").first.wait_for()
        assert violations(sitter, ".dossier") == [], tab
    sitter.page.click("[aria-label=Menu]")
    sitter.page.locator(".dialog").wait_for()
    assert violations(sitter, ".dialog") == []
    sitter.page.keyboard.press("Escape")
    new_table(sitter, "free", poland="me", russia="me")
    sitter.lift()
    sitter.page.locator(".tray-counter").first.wait_for()
    sitter.shot("deployment")
    assert violations(sitter) == []


def test_reduced_motion_shows_what_others_did_without_playing_it(house: House, seating: Seating) -> None:
    sitter = seating(house, reduced_motion="reduce")
    sitter.quick()
    sitter.press("stop")
    sitter.until("v.view.turn === 2 && v.view.decision")
    assert not sitter.look("v.playing")


def test_the_first_load_is_small() -> None:
    """Under 200 kB compressed, besides the board."""

    def packed(path: Path) -> int:
        body = path.read_bytes()
        return len(body) if path.suffix in (".woff2", ".png") else len(gzip.compress(body, 6))

    index = STATIC / "index.html"
    named = re.findall(r'(?:href|src)="/(.+?)"', index.read_text())
    styles = [STATIC / name for name in named if name.endswith(".css")]
    drawn = [f"assets/{name}" for style in styles for name in re.findall(r"url\(/assets/(.+?)\)", style.read_text())]
    sizes = {path.name: packed(path) for path in (index, *(STATIC / name for name in {*named, *drawn}))}
    assert {Path(name).suffix for name in sizes} >= {".html", ".js", ".css", ".woff2"}
    assert sum(sizes.values()) < 200_000, sizes
