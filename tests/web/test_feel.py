"""What makes it a game for somebody new: the strip of the turn, the briefing, the rulebook, dice that are seen."""

from __future__ import annotations

from web.sitter import Sitter


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
