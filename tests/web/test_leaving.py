"""Who cannot go on hands the seat to the computer, and watches from then on."""

from __future__ import annotations

from server.house import House
from web.conftest import Seating
from web.test_lobby import offer, said, take


def test_a_seat_that_is_handed_to_the_computer_plays_on(house: House, seating: Seating) -> None:
    host, guest = seating(house), seating(house, phone=True)
    table = offer(host)
    take(guest, table, "Ben")
    host.seated()
    host.page.click("[aria-label=Menu]")
    host.page.get_by_role("button", name="Hand it to the computer").click()
    host.page.get_by_text("You can watch, but not play on.").wait_for()
    host.page.locator("[data-sure]").click()
    host.page.get_by_text("Your seat is somebody else’s now").wait_for()
    host.until("v.seat === '' && v.ready", "a place among the spectators")
    guest.let_others()
    guest.my_turn(guest.view["turn"], "Polish")  # the computer has moved; the dice may have asked for a retreat before
    assert guest.decision
    said(guest, "The computer plays on.")
    guest.shot("handed")
