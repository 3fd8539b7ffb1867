"""Me, on any device: from desk to phone by a link, or by twelve words; who has come to a table; who is put out."""

from __future__ import annotations

from playwright.sync_api import Page

from server.house import House
from web import qr
from web.conftest import Seating
from web.sitter import Sitter
from web.test_reach import by_day_and_night
from web.test_seats import sit_at


def myself(sitter: Sitter) -> Page:
    sitter.page.goto(f"{sitter.url}/me")
    sitter.page.locator(".me-page h1").wait_for()
    return sitter.page


def my_game(sitter: Sitter, table: str) -> None:
    """Open a table from the shelf."""
    sitter.page.locator(f".my-games [href='/table/{table}']").click()
    sitter.seated()


def test_the_phone_goes_on_where_the_desk_was_by_a_link_that_works_once(house: House, seating: Seating) -> None:
    desk, phone, thief = seating(house), seating(house, phone=True), seating(house)
    desk.quick()
    table, seat = desk.look("v.table"), desk.look("v.seat")
    page = myself(desk)
    page.fill("[data-name]", "Anna")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved", exact=True).wait_for()
    page.click("[data-pass]")
    link = page.locator(".link-row input").input_value()
    page.locator(".qr-code").wait_for()
    desk.shot("desk")
    seen = qr.text_of(qr.drawn(page.locator(".qr-code")))
    assert seen == link

    phone.page.goto(seen)  # what its camera reads
    phone.page.locator("[data-enter]").wait_for()
    assert "#" not in phone.page.url, "it leaves the address at once"
    phone.shot("asks")
    phone.page.click("[data-enter]")
    phone.page.get_by_text("Welcome, Anna.").wait_for()
    phone.page.get_by_role("button", name="To my games").click()
    my_game(phone, table)
    assert phone.look("v.seat") == seat
    phone.press("movement")

    thief.page.goto(link)
    thief.page.click("[data-enter]")
    thief.page.get_by_text("used already").wait_for()

    # The desk puts the phone out, which is sent away from the table and told why.
    page.reload()
    page.locator("[data-device]", has_text="Phone").get_by_role("button").click()
    page.locator("[data-device]", has_text="Phone").wait_for(state="detached")
    phone.page.get_by_text("This seat is not yours").wait_for()
    myself(phone).get_by_text("This device was put out").wait_for()
    phone.shot("out")
    desk.shelf()
    my_game(desk, table)
    desk.until("v.connection === 'open'")


def test_twelve_words_bring_the_games_along_and_a_host_sees_who_has_come(house: House, seating: Seating) -> None:
    host, guest, laptop = seating(house), seating(house), seating(house)
    myself(guest).click("[data-start]")
    guest.page.fill("[data-name]", "Ben")
    guest.page.keyboard.press("Enter")
    guest.page.get_by_text("Saved", exact=True).wait_for()
    guest.page.get_by_role("button", name="Show my twelve words").click()
    words = guest.page.locator("[data-twelve] li").all_inner_texts()
    guest.page.locator(".me-come > summary").click()
    guest.shot("words")
    assert len(words) == 12
    assert by_day_and_night(guest) == []

    sit_at(host, "warsaw-1920", "quick", poland="link", russia="me")
    invite = host.page.locator("[data-invite=poland] input")
    invite.wait_for()
    guest.page.goto(invite.input_value())
    guest.page.locator(".waiting, .room, .prompt").first.wait_for()
    host.page.get_by_text("Poland: Ben").wait_for()
    host.shot("taken")
    assert host.page.locator("[data-invite=poland] input").count() == 0

    page = myself(laptop)
    page.fill("[data-words]", " ".join([*words[:11], "vistula"]))
    page.get_by_role("button", name="Use these words").click()
    page.get_by_text("“vistula” is not one of our words").wait_for()
    laptop.shot("typed")
    page.fill("[data-words]", ", ".join(words).upper())
    page.get_by_role("button", name="Use these words").click()
    page.get_by_text("Welcome, Ben.").wait_for()
    page.get_by_role("button", name="To my games").click()
    laptop.page.locator(".my-game").wait_for()
    laptop.shot("games")
    laptop.page.locator(".my-game a.table-card").click()
    laptop.page.locator(".room, .prompt").first.wait_for()


def test_who_opened_a_table_withdraws_an_invitation_and_leaves(house: House, seating: Seating) -> None:
    host, guest = seating(house), seating(house)
    sit_at(host, "warsaw-1920", "quick", poland="link", russia="me")
    link = host.page.locator("[data-invite=poland] input").input_value()
    host.shelf()
    game = host.page.locator(".my-game")
    game.get_by_role("button", name="More").click()
    host.shot("more")
    assert by_day_and_night(host) == []
    game.get_by_role("button", name="Withdraw invite").click()
    game.get_by_text("Poland: free").wait_for()
    guest.page.goto(link)
    guest.page.locator(".lost", has_text="used already").wait_for()
    game.get_by_role("button", name="Leave this table").click()
    host.page.locator("dialog [data-sure]").click()
    game.wait_for(state="detached")
