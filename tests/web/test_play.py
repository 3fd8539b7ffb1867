"""From the shelf to a whole turn against the computer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from server.house import House
from web.conftest import Seating
from web.sitter import Sitter


def to_phase(sitter: Sitter, verb: str) -> None:
    """Choose the operation and put every Front in supply."""
    sitter.press(verb)
    while "spend" in sitter.verbs:
        sitter.press("spend")


def alone(sitter: Sitter) -> str:
    """A unit of mine that may move and stands alone."""
    keys = sitter.options("unit")
    return next(key for key in keys if len(sitter.stack(sitter.piece(key)["space"])) == 1)


def test_the_big_button_and_a_full_turn_against_the_computer(desk: Sitter) -> None:
    desk.shelf()
    desk.shot("shelf")
    desk.page.click("[data-quick]")
    desk.seated()
    assert desk.page.title().startswith("● Your move")
    assert desk.look("v.seat") == "russia"
    desk.shot("table")

    to_phase(desk, "movement")
    unit = alone(desk)
    start = desk.piece(unit)["space"]
    desk.click(start)
    assert "Where to?" in desk.prompt
    reach = desk.until("v.reach.length && v.reach")
    goal = next(space for space in reach if space not in desk.options("step") and not desk.stack(space))
    desk.hover(goal)
    path = desk.until("v.way.length && v.way", "the path drawn before it is taken")
    assert path[-1] == goal
    desk.shot("way")
    desk.click(goal)
    assert desk.piece(unit)["space"] == goal
    if "stop" in desk.verbs:
        desk.press("stop")
    desk.press("end")

    to_phase(desk, "combat")
    target = desk.options("attack")[0]
    desk.click(target)
    desk.page.get_by_role("button", name="Join the attack").first.click()
    desk.until("v.view.panel && v.view.decision.options.some(o => o.verb === 'resolve')")
    desk.page.locator(".battle [data-odds]").wait_for()
    desk.shot("odds")
    desk.press("resolve")
    tidings = desk.page.locator(".tidings")
    tidings.wait_for()
    assert "rolled" in tidings.inner_text()
    desk.shot("result")
    desk.my_turn(2, "Russian")
    assert desk.view["turn"] == 2
    desk.page.click("#tab-diary")
    desk.page.get_by_text("Turn 2", exact=False).first.wait_for()
    desk.page.locator(".diary .name-link").first.click()
    desk.page.locator(".card.pinned").wait_for()
    desk.shot("second-turn")


def test_the_opponents_burst_is_played_back_and_can_be_stepped_and_skipped(desk: Sitter) -> None:
    desk.quick()
    desk.press("stop")
    desk.until("v.playing", "the Polish turn on the board")
    desk.page.locator(".playback").wait_for()
    left = desk.page.inner_text(".playback-left")
    desk.page.click("[aria-label='Next step']")
    desk.until(f"document.querySelector('.playback-left')?.innerText !== {left!r}")
    desk.shot("playback")
    desk.page.click("[data-skip]")
    desk.let_others()
    assert desk.view["turn"] == 2


def test_a_drag_takes_a_unit_along_the_path_that_is_drawn(desk: Sitter) -> None:
    desk.quick()
    to_phase(desk, "movement")
    unit = alone(desk)
    start = desk.piece(unit)["space"]
    desk.hover(start)
    goal = next(space for space in desk.until("v.reach.length && v.reach") if not desk.stack(space))
    desk.point(goal)
    at = desk.page.evaluate("space => window.__vistula.at(space)", start)
    desk.drag((at["x"], at["y"]), goal)
    assert desk.piece(unit)["space"] == goal
    assert "end" in desk.verbs, "where it was let go, it stays: nobody is asked whether it stops there"
    assert unit not in desk.options("unit")
    desk.page.click("[data-undo=yes]")
    desk.until(f"v.view.pieces.find(p => p.key === {unit!r}).space === {start!r}", "one undo takes the whole move back")


def test_a_drag_to_where_a_unit_cannot_go_chooses_nothing(desk: Sitter) -> None:
    desk.quick()
    to_phase(desk, "combat")
    target = desk.options("attack")[0]
    desk.click(target)
    unit = desk.options("unit")[0]
    space = desk.piece(unit)["space"]
    x, y = desk.point(space)
    before = desk.revision
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + 150, y, steps=6)
    desk.page.locator(".ghost").wait_for()
    desk.page.mouse.up()
    desk.page.locator(".refused").wait_for()
    assert desk.revision == before
    assert unit in desk.options("unit")


def test_a_stack_fans_out_and_moves_as_one_or_by_single_units(desk: Sitter) -> None:
    desk.quick()
    to_phase(desk, "movement")
    space = desk.options("stack")[0]
    units = desk.stack(space)
    desk.hover(space)
    desk.page.locator(".fan-pieces").wait_for()
    assert desk.page.locator(".fan-counter").count() == len(units)
    desk.shot("fan")
    before = desk.revision
    desk.page.locator(".fan").get_by_role("button", name="Move this stack").click()
    desk.changes(before)
    moving = [piece["key"] for piece in desk.view["pieces"] if "moving" in piece.get("marks", [])]
    assert sorted(moving) == sorted(units)


def test_a_phase_that_leaves_something_undone_is_asked_about_once(desk: Sitter) -> None:
    desk.quick()
    to_phase(desk, "movement")
    before = desk.revision
    desk.page.click("[data-verb=end]")
    warning = desk.page.locator(".warning")
    warning.wait_for()
    assert "could still move" in warning.inner_text()
    assert desk.revision == before
    desk.page.get_by_role("button", name="Not yet").click()
    desk.page.click("[data-verb=end]")
    desk.changes(before)
    assert "Operation 2" in desk.prompt


def test_undo_by_button_and_key_and_its_reason_beyond_the_barrier(desk: Sitter) -> None:
    desk.quick()
    assert desk.page.locator("[data-undo=no]").count() == 1
    to_phase(desk, "movement")
    unit = alone(desk)
    start = desk.piece(unit)["space"]
    desk.click(start)
    desk.click(desk.options("step")[0])
    assert desk.piece(unit)["space"] != start
    before = desk.revision
    desk.page.keyboard.press("Control+z")
    desk.changes(before)
    assert desk.piece(unit)["space"] == start
    before = desk.revision
    desk.page.click("[aria-label='Undo back to the last roll']")
    desk.changes(before)
    assert "movement or combat" in desk.prompt
    undo = desk.page.locator("[data-undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    assert "Can’t undo" in (undo.get_attribute("title") or "")


def test_what_cannot_be_chosen_says_why_with_its_rule(desk: Sitter) -> None:
    desk.quick()
    to_phase(desk, "movement")
    pole = next(piece for piece in desk.view["pieces"] if piece["side"] == "poland")
    desk.hover(pole["space"])
    why = desk.page.locator(".why-not[data-why='10.1e']")  # one moves one's own units, in one's own phases
    why.wait_for()
    assert "is an enemy unit" in why.inner_text()
    desk.shot("why-not")
    desk.page.mouse.click(*desk.point(pole["space"]))
    desk.page.locator(".card.pinned .why-not .rule-chip").click()
    desk.page.locator(".rule.strong .rule-id").wait_for()
    assert desk.page.inner_text(".rule.strong .rule-id") == "10.1e"


def test_before_an_attack_the_odds_are_shown_with_every_modifier(desk: Sitter) -> None:
    desk.quick()
    to_phase(desk, "combat")
    target = desk.options("attack")[0]
    desk.hover(target)
    odds = desk.page.locator(".card [data-odds]")
    odds.wait_for()
    shares = odds.locator(".bar-share")
    assert shares.count() >= 1
    desk.click(target)
    desk.page.get_by_role("button", name="Join the attack").first.click()
    panel = desk.page.locator(".battle")
    panel.locator("[data-odds]").wait_for()
    assert panel.locator(".sum dt .rule-chip").count() >= 2
    fractions = [
        tuple(map(int, (s.get_attribute("title") or "0/1").split("/"))) for s in panel.locator(".bar-share").all()
    ]
    assert abs(sum(a / b for a, b in fractions) - 1) < 1e-9


def test_overlays_and_charts_are_at_hand(desk: Sitter) -> None:
    desk.quick()
    for name in ("ZOC", "Supply", "Rail", "Control", "VP"):
        desk.page.locator(".tool.word", has_text=name).click()
        desk.page.locator(".coat-hex").first.wait_for(state="attached")
        desk.page.locator(".legend").wait_for()
    desk.page.keyboard.press("c")
    for chart in ("Combat results", "Terrain effects", "Turn record", "Victory points", "Arrivals"):
        desk.page.locator(".charts summary", has_text=chart).first.wait_for()
    desk.page.keyboard.press("r")
    desk.page.locator(".rules .search").fill("river")
    desk.page.locator(".rules .rule").first.wait_for()
    assert all("river" in text.lower() for text in desk.page.locator(".rules .rule").all_inner_texts())


def test_resigning_opens_the_seal_and_the_record_and_a_rematch_swaps_sides(desk: Sitter, tmp_path: Path) -> None:
    desk.quick()
    desk.page.click("[aria-label=Menu]")
    with desk.page.expect_download() as transcript:
        desk.page.get_by_role("button", name="Download my copy").click()
    assert "transcript" in transcript.value.suggested_filename
    desk.page.get_by_role("button", name="Resign").click()
    desk.page.click("[data-resign]")
    desk.until("v.view.result")
    desk.page.locator(".verdict").wait_for()
    assert "Poland has won" in desk.page.inner_text(".verdict")
    desk.shot("verdict")
    desk.page.click("[aria-label=Menu]")
    desk.page.get_by_text("The number", exact=True).wait_for()
    with desk.page.expect_download() as record:
        desk.page.get_by_role("button", name="Download the full game").click()
    assert "record" in record.value.suggested_filename
    file = tmp_path / "record.json"
    record.value.save_as(file)
    verify = subprocess.run([sys.executable, "-m", "vistula", "verify", file], capture_output=True, text=True)
    assert verify.returncode == 0, verify.stderr
    desk.page.keyboard.press("Escape")
    table = desk.look("v.table")
    desk.page.locator(".verdict").get_by_role("button", name="Rematch").click()
    desk.until(f"v.table !== {table!r} && v.revision >= 0")
    assert desk.look("v.seat") == "poland"


def test_opening_a_table_again_tells_what_happened_since(house: House, seating: Seating) -> None:
    table = house.open()
    russia, poland = seating(house), seating(house)
    russia.follow(table.id, "russia", table.tokens["russia"])
    poland.follow(table.id, "poland", table.tokens["poland"])
    poland.page.goto("about:blank")
    russia.press("stop")
    poland.page.goto(f"{house.url}/table/{table.id}")
    poland.seated()
    poland.page.locator(".dispatch").wait_for()
    assert "What has happened so far" in poland.page.inner_text(".dispatch")
    poland.shot("dispatch")
    poland.page.get_by_role("button", name="To the table").click()
    poland.page.locator(".dispatch").wait_for(state="detached")
    while poland.decision:
        poland.answer()
    russia.my_turn(2, "Russian")
    poland.page.goto("about:blank")
    russia.press("stop")
    poland.page.goto(f"{house.url}/table/{table.id}")
    poland.seated()
    poland.page.locator(".dispatch").wait_for()
    assert "Since your last move" in poland.page.inner_text(".dispatch")
    assert "Turn 3" in poland.page.inner_text(".dispatch")
    poland.page.get_by_role("button", name="Show it on the map").click()
    poland.until("v.playing", "the dispatch on the map")
