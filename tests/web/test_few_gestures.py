"""A large turn by few gestures: stacks in one drag, the next unit the same way, units on hold, done with a front."""

from __future__ import annotations

from web.sitter import Sitter
from web.test_play import to_phase


def stack_of(sitter: Sitter, least: int = 2) -> tuple[str, list[str]]:
    """A hex where several units of mine may move, and those units."""
    units = sitter.options("unit")
    spaces = sorted({sitter.piece(unit)["space"] for unit in units})
    for space in spaces:
        there = [unit for unit in units if sitter.piece(unit)["space"] == space]
        if len(there) >= least and there == sitter.stack(space):
            return space, there
    raise AssertionError("there is no such stack")


def goal_of(sitter: Sitter, units: list[str]) -> str:
    """An empty hex, not next to theirs, that each of some units could go to."""
    found = [
        sitter.page.evaluate("piece => window.__vistula.ask({type: 'paint', kind: 'reach', name: piece})", unit)
        for unit in units
    ]
    common = set.intersection(*(set(answer["overlay"]["layers"]["reach"]) for answer in found))
    stop = set(found[0]["overlay"]["layers"].get("stop", []))
    return sorted(space for space in common - stop if not sitter.stack(space))[0]


def places(sitter: Sitter, units: list[str]) -> set[str]:
    return {sitter.piece(unit)["space"] for unit in units}


def test_stacks_go_in_one_drag_and_what_waits_is_left_out(begun: Sitter) -> None:
    to_phase(begun, "movement")
    space, units = stack_of(begun)
    goal = goal_of(begun, units)

    # The whole stack goes in one drag, with its price at the path; one undo brings all of it back.
    begun.page.evaluate("space => window.__vistula.reveal(space)", goal)
    start = begun.point(space)
    x, y = begun.page.evaluate("space => Object.values(window.__vistula.at(space))", goal)
    before = begun.revision
    begun.page.mouse.move(*start)
    begun.page.mouse.down()
    begun.page.mouse.move(start[0] + 12, start[1] - 12)
    begun.page.mouse.move(x - 4, y - 4)
    begun.page.mouse.move(x, y)
    begun.page.locator(".ghost-count", has_text=str(len(units))).wait_for()
    begun.page.locator(".price .chosen", has_text="MP").wait_for()
    begun.shot("stack")
    begun.page.mouse.up()
    begun.changes(before)
    assert places(begun, units) == {goal}
    before = begun.revision
    begun.page.keyboard.press("Control+z")
    begun.changes(before)
    assert places(begun, units) == {space}

    # With Shift only one; the others are offered the same way.
    begun.page.keyboard.down("Shift")
    begun.drag(begun.point(space), goal)
    begun.page.keyboard.up("Shift")
    [first] = [unit for unit in units if begun.piece(unit)["space"] == goal]
    begun.page.locator("[data-again]").wait_for()
    begun.shot("again")
    before = begun.revision
    begun.aside()
    begun.page.keyboard.press("g")
    begun.changes(before)
    assert len([unit for unit in units if begun.piece(unit)["space"] == goal]) == 2, f"another beside {first}"

    # What is on hold is not lit, until it is called back.
    space, units = stack_of(begun, 1)
    begun.hover(space)
    lit = begun.page.locator(".layer-pieces .piece.lit").count()
    begun.page.keyboard.press("h")
    begun.page.locator(f".piece.held[data-piece='{units[-1]}']").wait_for()
    assert begun.page.locator(".layer-pieces .piece.lit").count() == lit - len(units)
    begun.page.locator(".rearranging", has_text="On hold").wait_for()
    begun.page.click("[data-done-with=west]")
    begun.shot("held")
    assert begun.page.locator("[data-done-with=west]").count() == 0
    begun.page.click("[data-release]")
    assert begun.page.locator(".piece.held").count() == 0

    # The staff plays one Front; one undo takes all of it back.
    before, stood = begun.revision, {p["key"]: p.get("space") for p in begun.view["pieces"]}
    begun.page.click("[data-staff]")
    begun.shot("staff")
    begun.page.click("[data-staff-for=southwest]")
    begun.changes(before)
    moved = {p["key"] for p in begun.view["pieces"] if p.get("space") != stood[p["key"]]}
    assert moved
    begun.shot("played")
    before = begun.revision
    begun.page.keyboard.press("Control+z")
    begun.changes(before)
    assert {p["key"]: p.get("space") for p in begun.view["pieces"]} == stood
