"""Lessons in the browser: found on the shelf, taken by mouse and by keyboard, gone on with after a reload."""

from __future__ import annotations

import pytest

from server.house import House
from web.conftest import Seating
from web.pupil import Pupil
from web.sitter import Sitter
from web.test_me import myself

FURTHER = """n => !document.querySelector('.lesson-dots')
    || document.querySelectorAll('.lesson-dots .done').length > n"""
"""Another step than the one after n, or the end."""

OPEN = """({x, y}) => {
    const over = document.elementFromPoint(x, y);
    return Boolean(over?.closest('.viewport'));
}"""
"""Whether a point of the map has nothing lying over it."""


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


WHOLE = (("warsaw-1920", "both-banks"), ("west-was-saved", "flank"), ("strike-of-the-eagle", "two-orders"))


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
@pytest.mark.parametrize(("game", "id"), WHOLE, ids=[game for game, _ in WHOLE])
def test_a_lesson_from_its_first_step_to_its_last(desk: Sitter, game: str, id: str, keys: bool) -> None:
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    Pupil(desk, game, id, keys).through()


def test_what_a_step_speaks_of_is_in_sight_from_near(desk: Sitter) -> None:
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    pupil = Pupil(desk, "west-was-saved", "cities")
    for n, step in pupil.steps():
        desk.still()
        for name in step.lit:
            space = next((piece["space"] for piece in desk.view["pieces"] if piece["key"] == name), name)
            at = desk.look(f"v.at({space!r})")
            assert desk.page.evaluate(OPEN, at), f"step {n}: {space} is hidden"
        if step.lit:
            assert desk.page.locator(".piece").first.bounding_box()["width"] >= 30  # type: ignore[index]
        pupil.do(n, step)


def test_a_lesson_is_no_table_to_come_back_to(desk: Sitter) -> None:
    """Neither what has happened so far nor a rematch: whoever learns goes on to the next lesson."""
    pupil = Pupil(desk, "west-was-saved", "cards")
    assert desk.look("v.lines") > 0
    assert desk.page.locator("dialog[open]").count() == 0
    pupil.through()
    Pupil(desk, "west-was-saved", "cities").through()
    verdict = desk.page.locator(".verdict")
    assert "Poland has won" in verdict.inner_text()
    assert verdict.locator("[data-replay], [data-after]").count() == 0
    assert verdict.get_by_text("Rematch").count() == 0


def test_the_die_of_a_lesson_is_in_sight_on_a_low_screen(desk: Sitter) -> None:
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    pupil = Pupil(desk, "warsaw-1920", "both-banks")
    for n, step in pupil.steps():
        if n == 6:
            break
        pupil.do(n, step)
    said = desk.page.locator(".aftermath")
    die = said.locator("li", has=desk.page.locator("[role=img]")).first.bounding_box()
    box = said.bounding_box()
    assert die is not None
    assert box is not None
    assert die["y"] + die["height"] <= box["y"] + box["height"]


def test_how_far_one_has_come_is_known_on_another_device(house: House, seating: Seating) -> None:
    desk, phone = seating(house), seating(house, phone=True)
    Pupil(desk, "west-was-saved", "chain")  # before there is a key
    desk.page.click("[data-lesson=on]")
    step(desk, "A depot needs a city")
    page = myself(desk)
    page.click("[data-start]")
    page.click("[data-pass]")
    link = page.locator(".link-row input").input_value()
    Pupil(desk, "warsaw-1920", "worth").through()
    with desk.page.expect_response(lambda answer: "chain:2" in (answer.request.post_data or "")):
        desk.page.goto(f"{desk.url}/learn/west-was-saved/chain")
        step(desk, "A depot needs a city")
        desk.click("1513")
    step(desk, "Six depots cost six points")

    phone.page.goto(link)
    phone.page.click("[data-enter]")
    phone.page.get_by_text("Your games are here now.").wait_for()
    phone.page.goto(f"{phone.url}/learn/west-was-saved")
    phone.page.locator("[data-lesson=chain]", has_text="Begun").wait_for()
    phone.page.click("[data-lesson=chain]")
    phone.seated()
    step(phone, "Six depots cost six points")
    phone.page.goto(f"{phone.url}/learn/warsaw-1920")
    phone.page.locator("[data-lesson=worth]", has_text="Done").wait_for()


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
