"""After the game in the browser: its story on a desk and a phone, shared with somebody who has no seat."""

from __future__ import annotations

from server.archive import shelve
from server.house import House
from web.conftest import Seating
from web.sitter import Sitter


def visit(sitter: Sitter, table: str, token: str) -> None:
    sitter.page.goto(f"{sitter.url}/after/{table}#watch={token}")
    sitter.page.locator(".after h1").wait_for()


def test_the_story_of_a_game_is_read_and_leads_to_its_moments(house: House, seating: Seating) -> None:
    tokens = shelve(house.database, "warsaw_1920/records/officers.json.gz", "story-warsaw")
    desk = seating(house, drawn=True)
    visit(desk, "story-warsaw", tokens[""])
    page = desk.page
    assert page.inner_text(".after h1").strip() == "Poland has won"
    assert page.locator(".course").count() >= 4
    page.locator(".front-map input").fill("3")
    page.locator(".front-map b", has_text="End of turn 3").wait_for()
    page.click(".ledger summary")
    assert page.locator(".ledger tbody tr").count() == 75
    page.wait_for_load_state("networkidle")
    page.screenshot(path=f"{desk.pictures}-desk.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.locator(".turnings .chip").first.click()
    page.locator(".replay-words").wait_for()
    assert page.inner_text(".replay-words b") in ("Turn 1", "Turn 2")


def test_the_story_fits_a_phone_and_is_shared(house: House, seating: Seating) -> None:
    tokens = shelve(house.database, "nest_of_eagles/records/kiev.json.gz", "story-nest")
    phone = seating(house, phone=True, permissions=["clipboard-read", "clipboard-write"])
    visit(phone, "story-nest", tokens[""])
    phone.page.screenshot(path=f"{phone.pictures}-phone.png", full_page=True)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.page.click("[data-share]")
    phone.page.get_by_text("Copied").wait_for()
    link = phone.page.evaluate("navigator.clipboard.readText()")
    friend = seating(house, color_scheme="dark")
    friend.page.goto(link)
    friend.page.locator(".after h1").wait_for()
    friend.page.screenshot(path=f"{friend.pictures}-night.png", full_page=True)
