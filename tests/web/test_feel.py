"""What makes it a game for somebody new: the strip of the turn, the briefing, the rulebook, dice that are seen."""

from __future__ import annotations

from server.house import House
from web.conftest import Seating
from web.sitter import Sitter
from web.test_play import to_phase
from web.test_reach import violations
from web.test_seats import new_table


def test_the_strip_says_where_the_turn_is_what_comes_next_and_what_each_step_means(begun: Sitter) -> None:
    strip = begun.page.locator(".turn-strip")
    assert strip.locator("[aria-current=step]").inner_text().startswith("Operation 1")
    assert "Your move" in strip.inner_text()
    now = strip.locator(".strip-step.strip-now")
    now.focus()
    begun.page.keyboard.press("ArrowRight")
    assert "no operation on turn 1" in strip.locator(".strip-says").inner_text(), "the sentence of the step in focus"
    begun.press("movement")
    begun.page.locator(".turn-strip[data-step=supply]").wait_for()
    assert strip.locator(".strip-part").all_inner_texts()[0].startswith("Supply?")


def test_on_a_phone_the_strip_folds_to_one_line(phone: Sitter) -> None:
    phone.quick()
    fold = phone.page.locator(".strip-fold")
    assert "Operation 1" in fold.inner_text()
    assert "Next: Operation 2" in fold.inner_text()
    assert fold.bounding_box()["height"] <= 36  # type: ignore[index]
    assert not phone.page.locator(".strip-steps").is_visible()
    fold.tap()
    assert phone.page.locator(".strip-line-says", has_text="Disrupted units recover").is_visible()


def test_the_briefing_is_shown_once_for_each_seat_of_a_scenario_and_again_from_the_menu(desk: Sitter) -> None:
    desk.page.set_viewport_size({"width": 1440, "height": 900})
    desk.quick()
    coach = desk.page.locator(".coach")
    coach.get_by_text("You are 19 points behind").wait_for()
    coach.locator("[data-briefing]").click()
    sheet = desk.page.locator(".briefing-sheet")
    assert "Refit Disrupted units recover" in sheet.inner_text().replace("\n", " ")
    desk.shot("briefing")
    assert violations(desk, ".dialog") == []
    sheet.locator(".rule-chip").last.click()
    sheet.wait_for(state="detached")
    coach.get_by_label("Got it").click()
    desk.quick()
    assert not coach.count(), "the same seat of the same scenario"
    desk.page.click("[aria-label=Menu]")
    desk.page.click(".dialog [data-briefing]")
    sheet.wait_for()
    desk.page.keyboard.press("Escape")
    new_table(desk, "quick", poland="me", russia="computer")
    desk.seated()
    desk.let_others()
    coach.get_by_text("Sell Minsk").wait_for()  # another seat


def test_a_rule_is_read_in_its_chapter_with_its_rulings_and_has_an_address(begun: Sitter) -> None:
    page = begun.page
    page.locator(".order-bar .prompt .rule-chip").click()
    page.locator(".chapter[open] .rule.strong#rule-5\\.2a").wait_for()
    assert page.url.endswith("#rule=5.2a")
    assert "Sequence of play" in page.locator(".chapter[open] > summary").inner_text()
    page.evaluate("location.hash = '#rule=W-23'")
    ruling = page.locator(".ruling.strong")
    ruling.wait_for()
    assert "W-23" in ruling.inner_text()
    page.locator(".rules .search").fill("autumn")
    page.get_by_text("0 paragraphs").wait_for()
    page.locator(".rules .search").fill("")
    assert violations(begun, ".dossier") == []


def test_dice_roll_on_the_table_and_lie_beside_the_sum_that_uses_them(house: House, seating: Seating) -> None:
    sitter = seating(house, motion=True)
    sitter.quick()
    to_phase(sitter, "combat")
    sitter.click(sitter.options("attack")[0])
    sitter.page.get_by_role("button", name="Join the attack").first.click()
    sitter.page.locator("[data-verb=resolve]").wait_for()
    sitter.page.click("[data-verb=resolve]")
    if sitter.page.locator("[data-warned]").count():
        sitter.page.click("[data-warned]")
    sitter.page.locator(".throw.rolling .die").wait_for()
    sitter.shot("rolling")
    assert "The dice are rolling" in sitter.page.locator(".order-bar").inner_text(), "nothing is asked before they lie"
    assert not sitter.page.locator(".aftermath").is_visible(), "what came of it is not told before"
    lying = sitter.page.locator(".throw:not(.rolling)")
    lying.wait_for()
    sitter.shot("lying")
    pips = lying.locator("circle").count()
    assert f"rolled {pips}" in lying.inner_text()
    lying.click()  # who has seen enough goes on
    told = sitter.page.locator(".aftermath [role=img]").first
    told.wait_for()
    assert told.get_attribute("aria-label") == f"Rolled {pips}."


def test_sounds_are_on_at_a_desk_off_on_a_phone_and_off_by_one_click(desk: Sitter, phone: Sitter) -> None:
    desk.quick()
    key = desk.page.locator(".loudspeaker")
    assert key.get_attribute("aria-pressed") == "true"
    key.click()
    desk.page.locator(".loudspeaker[aria-pressed=false]").wait_for()
    phone.quick()
    phone.page.click("[aria-label=Menu]")
    assert not phone.page.get_by_role("checkbox", name="Sounds:").is_checked()
