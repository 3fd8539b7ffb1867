"""Sketches in the browser: moves tried out in private, with reach and odds, kept with a note, made at the table."""

from __future__ import annotations

from server.house import House
from web.conftest import Seating
from web.sitter import Sitter
from web.test_play import alone, to_phase


def at_the_notes(sitter: Sitter) -> None:
    sitter.page.click("#tab-notes")
    sitter.page.locator("[data-new-sketch]").wait_for()


def at_the_sketch(sitter: Sitter) -> None:
    sitter.page.locator(".sketch.paper").wait_for()
    sitter.seated()


def moves(sitter: Sitter, unit: str) -> str:
    """Take a unit by the map to a place in its reach."""
    sitter.click(sitter.piece(unit)["space"])
    reach = sitter.until("v.reach.length && v.reach")
    goal = next(space for space in reach if not sitter.stack(space))
    sitter.click(goal)
    assert sitter.piece(unit)["space"] == goal
    return str(goal)


def test_moves_are_sketched_kept_with_a_note_and_made_as_a_draft(house: House, seating: Seating) -> None:
    table = house.open()
    desk, other = seating(house), seating(house)
    desk.follow(table.id, "russia", table.tokens["russia"])
    other.follow(table.id, "poland", table.tokens["poland"])
    to_phase(desk, "movement")
    unit = alone(desk)
    start = desk.piece(unit)["space"]
    other.until(f"v.revision === {other.revision}")
    seen = other.piece(unit)["space"]

    at_the_notes(desk)
    desk.page.click("[data-new-sketch]")
    at_the_sketch(desk)
    desk.page.get_by_text("No moves yet").wait_for()
    assert desk.page.locator("[data-sketch=save]").is_disabled()
    goal = moves(desk, unit)
    made = int(desk.page.locator(".sketch [data-steps]").get_attribute("data-steps") or 0)
    assert made >= 2, "the unit, and each step"
    desk.page.fill("[data-sketch=name]", "North about")
    desk.page.fill("[data-sketch=note]", "Only if the bridge holds")
    desk.page.click("[data-sketch=save]")
    desk.page.get_by_text("Kept", exact=True).wait_for()
    desk.shot("sketch")
    assert other.piece(unit)["space"] == seen, "nobody else sees it"

    # At the table nothing has happened. The sketch is opened again from the notes, and made.
    desk.page.click("[data-sketch=leave]")
    desk.seated()
    assert desk.piece(unit)["space"] == start
    at_the_notes(desk)
    kept = desk.page.locator("[data-kept-sketch='1']")
    assert "North about" in kept.inner_text()
    assert "Only if the bridge holds" in kept.inner_text()
    desk.shot("notes")
    kept.locator("a").click()
    at_the_sketch(desk)
    desk.until(f"v.view.pieces.some((p) => p.key === {unit!r} && p.space === {goal!r})", "it stands as it was drawn")
    desk.page.click("[data-sketch=apply]")
    desk.seated()
    desk.until(f"v.view.pieces.some((p) => p.key === {unit!r} && p.space === {goal!r})", "the moves are made")
    desk.page.get_by_text(f"All {made} sketched moves are made").wait_for()
    assert desk.page.locator("[data-undo=yes]").count(), "as a draft"
    before = desk.revision
    desk.page.click("[aria-label='Undo back to the last roll']")
    desk.changes(before)
    assert desk.piece(unit)["space"] == start
    at_the_notes(desk)
    kept.get_by_role("button").click()
    kept.wait_for(state="detached")


def test_a_sketch_shows_the_odds_of_an_attack_and_stops_before_the_dice(house: House, seating: Seating) -> None:
    table = house.open()
    phone = seating(house, phone=True)
    phone.follow(table.id, "russia", table.tokens["russia"])
    phone.page.goto(f"{phone.url}/sketch/{table.id}")
    at_the_sketch(phone)
    to_phase(phone, "combat")
    target = phone.options("attack")[0]
    phone.page.locator(f".target[data-space='{target}']").focus()
    before = phone.revision
    phone.page.keyboard.press("Enter")
    phone.changes(before)
    before = phone.revision
    phone.page.get_by_role("button", name="Join the attack").first.click()
    phone.changes(before)
    phone.page.locator("[data-odds]").first.wait_for(state="attached")
    phone.shot("odds")
    box = phone.page.locator(".sketch").bounding_box()
    assert box is not None
    assert box["height"] < 844 * 0.4, "the map stays in sight"
    assert "resolve" in phone.verbs
    phone.page.click("[data-verb=resolve]:not([aria-disabled])")
    phone.page.locator(".refused, .warning, .notice").first.wait_for()
    phone.shot("dice")
