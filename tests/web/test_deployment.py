"""Deployment: by drag, by keyboard, filled up, lifted again, and from the one I saved."""

from __future__ import annotations

from web.sitter import Sitter
from web.test_seats import new_table


def deploying(sitter: Sitter) -> None:
    new_table(sitter, "free", poland="me", russia="computer")
    sitter.seated()
    assert "Deploy" in sitter.prompt


def test_deployment_by_drag_filled_saved_and_changed(desk: Sitter) -> None:
    deploying(desk)
    assert desk.page.locator(".uncovered").count() > 10
    counter = desk.page.locator(".tray-counter.lit").first
    key = counter.get_attribute("data-piece")
    before = desk.revision
    counter.click()
    desk.changes(before)
    goal = desk.options("place")[3]
    box = counter.bounding_box()
    assert box
    desk.drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), goal)
    assert desk.piece(str(key))["space"] == goal
    desk.shot("dragged")
    hatched = desk.page.locator(".uncovered").count()
    desk.press("fill")
    assert desk.page.locator(".uncovered").count() < hatched
    assert desk.page.locator(".tray-counter").count() == 0
    desk.page.get_by_role("button", name="Save deployment").click()
    saved = {piece["key"]: piece["space"] for piece in desk.view["pieces"]}
    desk.shot("filled")
    lifted(desk)

    # Another table: one unit by keyboard; undone, and all as they were saved.
    deploying(desk)
    by_keyboard(desk)
    assert desk.back("pick")
    desk.page.get_by_role("button", name="As I saved it").click()
    desk.until("!v.view.decision.options.some(o => o.verb === 'pick')", "all counters as saved")
    assert {piece["key"]: piece["space"] for piece in desk.view["pieces"]} == saved
    desk.press("done")
    desk.let_others()


def lifted(desk: Sitter) -> None:
    """A deployed unit can be lifted and placed elsewhere."""
    unit = next(key for key in desk.options("lift") if len(desk.stack(desk.piece(key)["space"])) == 1)
    start = desk.piece(unit)["space"]
    desk.click(start)
    assert desk.look("v.mover") == unit
    goal = next(space for space in desk.options("place") if space != start)
    desk.click(goal)
    assert desk.piece(unit)["space"] == goal


def by_keyboard(desk: Sitter) -> None:
    desk.page.locator(".tray-counter.lit").first.focus()
    key = desk.page.evaluate("() => document.activeElement.dataset.piece")
    before = desk.revision
    desk.page.keyboard.press("Enter")
    desk.changes(before)
    assert desk.look("v.mover") == key
    goals = desk.options("place")
    while desk.page.evaluate("() => document.activeElement?.dataset.space ?? ''") not in goals:
        desk.page.keyboard.press("Shift+Tab")
    goal = desk.page.evaluate("() => document.activeElement.dataset.space")
    before = desk.revision
    desk.page.keyboard.press("Enter")
    desk.changes(before)
    assert desk.piece(key)["space"] == goal
