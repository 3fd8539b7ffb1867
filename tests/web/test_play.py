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


SHOWN = """v.playing
    ? (v.view.turn > 1 || v.view.phase.startsWith('Polish') ? 'the Polish turn on the board' : 'an answer')
    : v.view.decision && 'a question'"""


def test_the_big_button_and_a_full_turn_against_the_computer(house: House, seating: Seating) -> None:
    desk = seating(house, motion=True, drawn=True)
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
    aftermath = desk.page.locator(".aftermath")
    aftermath.wait_for()
    assert "rolled" in aftermath.inner_text()
    desk.shot("result")

    # The opponent's burst is played back; it can be stepped through and skipped.
    while (shown := desk.until(SHOWN)) != "the Polish turn on the board":
        desk.page.keyboard.press("x") if shown == "an answer" else desk.answer()
    desk.page.locator(".playback").wait_for()
    left = desk.page.inner_text(".playback-left")
    desk.page.click("[aria-label='Next step']")
    desk.until(f"document.querySelector('.playback-left')?.innerText !== {left!r}")
    desk.shot("playback")
    desk.page.click("[data-skip]")
    desk.my_turn(2, "Russian")
    assert desk.view["turn"] == 2
    desk.page.click("#tab-diary")
    desk.page.get_by_text("Turn 2", exact=False).first.wait_for()
    desk.page.locator(".diary .name-link").first.click()
    desk.page.locator(".card.pinned").wait_for()
    desk.shot("second-turn")


def test_a_drag_takes_a_unit_along_the_path_that_is_drawn(begun: Sitter) -> None:
    to_phase(begun, "movement")
    unit = alone(begun)
    start = begun.piece(unit)["space"]
    begun.hover(start)
    goal = next(space for space in begun.until("v.reach.length && v.reach") if not begun.stack(space))
    begun.point(goal)
    at = begun.page.evaluate("space => window.__vistula.at(space)", start)
    begun.drag((at["x"], at["y"]), goal)
    assert begun.piece(unit)["space"] == goal
    assert "end" in begun.verbs, "where it was let go, it stays: nobody is asked whether it stops there"
    assert unit not in begun.options("unit")
    begun.page.click("[data-undo=yes]")
    there = f"v.view.pieces.find(p => p.key === {unit!r}).space === {start!r}"
    begun.until(there, "one undo takes the whole move back")


def test_a_drag_to_where_a_unit_cannot_go_chooses_nothing(begun: Sitter) -> None:
    to_phase(begun, "combat")
    target = begun.options("attack")[0]
    begun.click(target)
    unit = begun.options("unit")[0]
    space = begun.piece(unit)["space"]
    x, y = begun.point(space)
    before = begun.revision
    begun.page.mouse.move(x, y)
    begun.page.mouse.down()
    begun.page.mouse.move(x + 150, y, steps=6)
    begun.page.locator(".ghost").wait_for()
    begun.page.mouse.up()
    begun.page.locator(".refused").wait_for()
    assert begun.revision == before
    assert unit in begun.options("unit")


UNDER_THE_FAN = """() => [...document.querySelectorAll('.layer-pieces .target')].filter((one) => {
    const {left, top, width, height} = one.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.fan');
}).map((one) => one.dataset.space)"""


def test_a_stack_fans_out_and_moves_as_one_or_by_single_units(begun: Sitter) -> None:
    to_phase(begun, "movement")
    space = begun.options("stack")[0]
    units = begun.stack(space)
    begun.hover(space)
    begun.page.locator(".fan-pieces").wait_for()
    assert begun.page.locator(".fan-counter").count() == len(units)
    begun.shot("fan")
    before = begun.revision
    begun.page.locator(".fan").get_by_role("button", name="Move this stack").click()
    begun.changes(before)
    moving = [piece["key"] for piece in begun.view["pieces"] if "moving" in piece.get("marks", [])]
    assert sorted(moving) == sorted(units)
    begun.still()
    assert begun.page.locator(".layer-pieces .target").count() == len(begun.options("step"))
    assert begun.page.evaluate(UNDER_THE_FAN) == [], "the fan does not lie over the hexes that are asked about next"


def test_a_phase_that_leaves_something_undone_is_asked_about_once(begun: Sitter) -> None:
    to_phase(begun, "movement")
    before = begun.revision
    begun.page.click("[data-verb=end]")
    warning = begun.page.locator(".warning")
    warning.wait_for()
    assert "could still move" in warning.inner_text()
    assert begun.revision == before
    begun.page.get_by_role("button", name="Not yet").click()
    begun.page.click("[data-verb=end]")
    begun.changes(before)
    assert "Operation 2" in begun.prompt


def test_undo_by_button_and_key_and_its_reason_beyond_the_barrier(begun: Sitter) -> None:
    assert begun.page.locator("[data-undo=no]").count() == 1
    to_phase(begun, "movement")
    unit = alone(begun)
    start = begun.piece(unit)["space"]
    begun.click(start)
    begun.click(begun.options("step")[0])
    assert begun.piece(unit)["space"] != start
    before = begun.revision
    begun.page.keyboard.press("Control+z")
    begun.changes(before)
    assert begun.piece(unit)["space"] == start
    before = begun.revision
    begun.page.click("[aria-label='Undo back to the last roll']")
    begun.changes(before)
    assert "movement or combat" in begun.prompt
    undo = begun.page.locator("[data-undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    assert "Can’t undo" in (undo.get_attribute("title") or "")


def test_what_cannot_be_chosen_says_why_with_its_rule(begun: Sitter) -> None:
    to_phase(begun, "movement")
    pole = next(piece for piece in begun.view["pieces"] if piece["side"] == "poland")
    begun.hover(pole["space"])
    why = begun.page.locator(".why-not[data-why='10.1e']")  # one moves one's own units, in one's own phases
    why.wait_for()
    assert "is an enemy unit" in why.inner_text()
    begun.shot("why-not")
    begun.page.mouse.click(*begun.point(pole["space"]))
    begun.page.locator(".card.pinned .why-not .rule-chip").click()
    begun.page.locator(".rule.strong .rule-id").wait_for()
    assert begun.page.inner_text(".rule.strong .rule-id") == "10.1e"


def test_before_an_attack_the_odds_are_shown_with_every_modifier(begun: Sitter) -> None:
    to_phase(begun, "combat")
    target = begun.options("attack")[0]
    begun.hover(target)
    odds = begun.page.locator(".card [data-odds]")
    odds.wait_for()
    shares = odds.locator(".bar-share")
    assert shares.count() >= 1
    begun.click(target)
    begun.page.get_by_role("button", name="Join the attack").first.click()
    panel = begun.page.locator(".battle")
    panel.locator("[data-odds]").wait_for()
    assert panel.locator(".sum dt .rule-chip").count() >= 2
    fractions = [
        tuple(map(int, (s.get_attribute("title") or "0/1").split("/"))) for s in panel.locator(".bar-share").all()
    ]
    assert abs(sum(a / b for a, b in fractions) - 1) < 1e-9


UNDER_THE_LEGEND = """() => {
    const legend = document.querySelector('.legend').getBoundingClientRect();
    const under = ({left, right, top, bottom}) =>
        left < legend.right && right > legend.left && top < legend.bottom && bottom > legend.top;
    const buttons = [...document.querySelectorAll('.room button:not(.layer-pieces button)')];
    return buttons.filter((one) => under(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 80));
}"""


def test_overlays_and_charts_are_at_hand(begun: Sitter) -> None:
    begun.page.set_viewport_size({"width": 1440, "height": 900})  # there is room for their keys beside the map
    for name in ("ZOC", "Supply", "Rail", "Control", "VP"):
        begun.page.locator(".tool.word", has_text=name).click()
        begun.page.locator(".coat-hex").first.wait_for(state="attached")
        begun.page.locator(".legend").wait_for()
        assert begun.page.evaluate(UNDER_THE_LEGEND) == []
    begun.page.keyboard.press("c")
    for chart in ("Combat results", "Terrain effects", "Turn record", "Victory points", "Arrivals"):
        begun.page.locator(".charts summary", has_text=chart).first.wait_for()
    begun.page.keyboard.press("r")
    begun.page.locator(".rules .search").fill("river")
    begun.page.locator(".rules .rule").first.wait_for()
    assert all("river" in text.lower() for text in begun.page.locator(".rules .rule").all_inner_texts())


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
    russia, poland = seating(house), seating(house, motion=True)
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
