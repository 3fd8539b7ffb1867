"""Looking back in the browser: step by step, by slider and diary, through different eyes, to a moment by its link."""

from __future__ import annotations

from server.house import House
from server.test_retelling import play_on
from web.sitter import Sitter


def counted(viewer: Sitter) -> tuple[int, int]:
    """Which moment is shown, of how many."""
    at, _, of = viewer.page.inner_text(".replay-words small").split()
    return int(at), int(of)


def shows(viewer: Sitter, moment: int) -> None:
    viewer.page.locator(".replay-words small", has_text=f"{moment} of").wait_for()


def test_a_finished_game_is_watched_again(house: House, desk: Sitter) -> None:
    table = house.open("strike-of-the-eagle", "zhlobin")
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 60)
    sitters[0].ask("resign")
    desk.follow(table.id, "russia", table.tokens["russia"])
    desk.page.locator(".verdict [data-replay]").click()
    shows(desk, 1)
    _, last = counted(desk)
    desk.page.locator("body").press("ArrowRight")
    shows(desk, 2)
    desk.page.click("[data-step='1']")
    shows(desk, 3)
    desk.page.click("[data-step='-1']")
    shows(desk, 2)
    desk.page.locator("body").press("End")
    shows(desk, last)
    desk.page.locator("body").press("Shift+ArrowLeft")
    desk.page.wait_for_function("n => Number(document.querySelector('.replay-slider').value) < n", arg=last - 1)
    desk.page.focus(".replay-slider")
    desk.page.keyboard.press("End")
    shows(desk, last)
    desk.page.keyboard.press("4")
    desk.page.locator("[data-pace='4'][aria-pressed=true]").wait_for()
    assert all(piece.get("face") for piece in desk.view["pieces"] if piece.get("space")), "everything is open"
    desk.shot("end")
    desk.page.click("#tab-diary")
    desk.page.locator("[data-jump]").first.click()
    desk.page.wait_for_function("n => Number(document.querySelector('.replay-slider').value) < n", arg=last - 1)

    for eyes, hidden in (("russia", "poland"), ("poland", "russia")):
        desk.page.select_option(".replay-eyes", eyes)
        desk.until(f"v.view && v.seat === {eyes!r}", "other eyes")
        unseen = f"v.view.pieces.some((p) => p.side === {hidden!r} && p.space && !p.face)"
        desk.until(unseen, "what was hidden from there")
        assert desk.look(unseen.replace(repr(hidden), repr(eyes))) is False, "one's own blocks are known"
        assert not desk.decision


def test_a_link_leads_to_a_moment_of_a_running_game_as_one_knows_it(house: House, phone: Sitter) -> None:
    table = house.open()
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 60)
    phone.follow(table.id, "russia", table.tokens["russia"])
    phone.page.goto(f"{phone.url}/replay/{table.id}#2")
    shows(phone, 3)
    assert phone.page.locator(".replay-eyes").count() == 0, "there are no other eyes while it runs"
    phone.page.click("[data-play]")
    phone.until("v.view", "a view")
    phone.page.wait_for_function("() => Number(document.querySelector('.replay-slider').value) > 3")
    phone.shot()


def test_from_a_line_of_the_diary_to_its_moment_and_notes_are_kept(house: House, desk: Sitter) -> None:
    table = house.open()
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 30)
    desk.follow(table.id, "russia", table.tokens["russia"])
    page = desk.page
    page.click("#tab-notes")
    page.fill(".notebook textarea", "Watch the Bug.")
    page.locator("[data-kept=saved]").wait_for()
    page.click("#tab-diary")
    line = page.locator("a[data-jump]").nth(4)
    n = int(line.get_attribute("data-jump") or 0)
    line.click()
    page.locator(".replay-slider").wait_for()
    assert len(page.locator(".diary .line").all()) >= n + 1
    page.locator(f"[data-jump='{n}']").wait_for()
    page.click(".replay-leave")
    desk.seated()
    page.click("#tab-notes")
    page.wait_for_function("() => document.querySelector('.notebook textarea')?.value === 'Watch the Bug.'")
    desk.shot("notes")


def test_a_table_goes_on_from_the_moment_that_is_shown(house: House, desk: Sitter) -> None:
    table = house.open("strike-of-the-eagle", "zhlobin")
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 60)
    sitters[0].ask("resign")
    desk.page.goto(f"{desk.url}/table/{table.id}#seat=russia:{table.tokens['russia']}")
    desk.seated()
    desk.page.goto(f"{desk.url}/replay/{table.id}#russia:5")
    shows(desk, 6)
    desk.page.click("[data-onward]")
    desk.page.select_option("[data-who=poland]", "me")
    desk.shot("form")
    desk.page.click(".onward .brass")
    desk.page.locator(".curtain button").click()  # two seats at one screen
    desk.seated()
    assert table.id not in desk.page.url
    assert desk.view["turn"] == 1


def test_who_has_no_seat_is_told_so(house: House, desk: Sitter) -> None:
    table = house.open()
    desk.page.goto(f"{desk.url}/replay/{table.id}")
    desk.page.get_by_text("You can’t look back at this table").wait_for()
