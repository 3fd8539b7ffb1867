"""Lessons in the browser: found on the shelf, taken by mouse and by keyboard, gone on with after a reload."""

from __future__ import annotations

from web.sitter import Sitter

FURTHER = """n => !document.querySelector('.lesson-dots')
    || document.querySelectorAll('.lesson-dots .done').length > n"""
"""Another step than the one after n, or the end."""


def goes_on(learner: Sitter) -> None:
    """Wait for the next step, after having read this one."""
    before = learner.page.locator(".lesson-dots .done").count()
    learner.page.click("[data-lesson=on]")
    learner.page.wait_for_function("n => document.querySelectorAll('.lesson-dots .done').length > n", arg=before)


def step(learner: Sitter, words: str) -> None:
    learner.page.locator(".lesson", has_text=words).wait_for()


def test_a_lesson_by_mouse_from_the_shelf_to_the_next_one(desk: Sitter) -> None:
    desk.shelf()
    desk.page.locator(".game-box", has_text="Warsaw 1920").get_by_role("link", name="Learn").click()
    desk.page.click("[data-lesson=both-banks]")
    desk.seated()
    step(desk, "Lone units are where fronts break")
    assert desk.page.locator("[data-beacon='3023']").count() == 1

    desk.page.mouse.click(*desk.point("2924"))
    desk.page.locator(".lesson-said.wrong", has_text="Start with the weaker neighbour").wait_for()
    desk.click("3023")
    step(desk, "Begin with the stack in Dryssa")
    desk.page.click("[data-lesson=show]")
    desk.page.locator("[data-lesson=on]").wait_for()
    assert desk.page.locator(".order-bar").count() == 0, "there is nothing to play while one reads"
    goes_on(desk)
    desk.shot("step")

    # Whoever comes again is where they were.
    desk.page.reload()
    desk.seated()
    step(desk, "on the dry side")
    for _ in range(5):
        done = desk.page.locator(".lesson-dots .done").count()
        desk.page.click("[data-lesson=show]")
        desk.page.wait_for_function(FURTHER, arg=done)
    step(desk, "Always look for the second side")
    desk.page.click("[data-lesson=next]")
    step(desk, "A step along the railway")
    desk.page.get_by_role("link", name="All lessons").click()
    assert "Done" in desk.page.inner_text("[data-lesson=both-banks]")
    assert "next" in (desk.page.get_attribute("[data-lesson=rails]", "class") or "")


def test_a_lesson_by_keyboard_alone(desk: Sitter) -> None:
    desk.page.goto(f"{desk.url}/learn/west-was-saved/chain")
    desk.seated()
    page = desk.page
    page.locator("[data-lesson=on]").focus()
    page.keyboard.press("Enter")
    step(desk, "A depot needs a city")
    page.locator("[data-space='1513']").focus()
    page.keyboard.press("Enter")
    step(desk, "Six depots cost six points")
    page.locator("[data-lesson=back]").focus()
    page.keyboard.press("Enter")
    step(desk, "A depot needs a city")
    page.locator("[data-lesson=show]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-lesson=show]").focus()
    page.keyboard.press("Enter")
    step(desk, "Everyone is fed")


def test_a_lesson_on_the_phone_leaves_the_map_in_sight(phone: Sitter) -> None:
    phone.page.goto(f"{phone.url}/learn/strike-of-the-eagle/two-roads")
    phone.seated()
    step(phone, "Seven points from Charyshi")
    box = phone.page.locator(".lesson").bounding_box()
    assert box is not None
    assert box["height"] < 844 * 0.4
    phone.shot()


def test_lessons_that_are_not_there_are_said_in_words(desk: Sitter) -> None:
    desk.page.goto(f"{desk.url}/learn/warsaw-1920/nonsense")
    desk.page.get_by_text("Warsaw 1920 has no such lesson.").wait_for()
    desk.page.goto(f"{desk.url}/learn/nonsense")
    desk.page.get_by_text("There is no game called nonsense.").wait_for()
