"""Two people on one side: the page of the one who is left offers the seat of the one who has resigned."""

from __future__ import annotations

from server.house import House
from web.conftest import Seating

NORTH, SOUTH = "poland-north", "poland-south"


def test_the_seat_of_a_partner_who_resigns_is_taken_over(house: House, seating: Seating) -> None:
    table = house.open(game="strike-of-the-eagle", scenario="vistula", options={"players": "4"})
    north, south = seating(house), seating(house)
    north.follow(table.id, NORTH, table.tokens[NORTH])
    south.follow(table.id, SOUTH, table.tokens[SOUTH])
    north.page.click("[aria-label='Menu']")
    north.page.get_by_role("button", name="Resign").click()
    assert "Your partner plays on for you" in north.page.locator("dialog").inner_text()
    north.page.click("[data-resign]")
    south.page.click(f"[data-take={NORTH}]")
    south.page.wait_for_function(f"() => (localStorage.getItem('vistula.seats') ?? '').includes('{NORTH}')")
    assert set(south.tokens()[table.id]["seats"]) == {NORTH, SOUTH}
    assert south.tokens()[table.id]["seats"][NORTH] != table.tokens[NORTH]
