"""People who have never met: the lobby, a game over weeks on the server's clock, time that is up, seats that change."""

from __future__ import annotations

from server.house import House
from web.conftest import Seating
from web.sitter import Sitter
from web.test_reach import by_day_and_night, violations


def offer(host: Sitter, *, says: str = "", then: str = "staff") -> str:
    """Set up a table by correspondence with a seat for anyone; returns which it is."""
    host.page.goto(f"{host.url}/lobby")
    host.page.click("[data-offer]")
    host.page.locator(".new-form").wait_for()
    host.page.select_option("[data-pace=kind]", "days")
    host.page.fill("[data-pace=days]", "2")
    host.page.fill("[data-pace=bank]", "1")
    host.page.select_option("[data-pace=then]", then)
    host.page.fill("[data-says]", says)
    host.page.select_option("[data-my-level]", "some")
    host.page.get_by_role("button", name="Set up the table").click()
    host.page.get_by_role("button", name="Start playing").click()
    host.page.locator(".prompt", has_text="Waiting for Poland").wait_for()
    return str(host.page.url.rsplit("/", 1)[1])


def take(guest: Sitter, table: str, name: str) -> None:
    guest.page.goto(f"{guest.url}/lobby")
    card = guest.page.locator(f"[data-offered='{table}']")
    card.wait_for()
    guest.page.fill("[data-called]", name)
    card.locator("[data-take=poland]").click()
    guest.seated()


def clock(sitter: Sitter, seat: str, shows: str) -> None:
    sitter.page.locator(f"[data-clock={seat}]", has_text=shows).wait_for()


def said(sitter: Sitter, text: str) -> None:
    sitter.page.click("#tab-chat")
    sitter.page.get_by_text(text).last.wait_for()


def test_two_meet_in_the_lobby_and_play_over_days_until_one_runs_out_of_time(house: House, seating: Seating) -> None:
    host, guest = seating(house), seating(house, phone=True)
    table = offer(host, says="Evenings, newcomers welcome")
    guest.page.goto(f"{guest.url}/lobby")
    card = guest.page.locator(f"[data-offered='{table}']")
    card.get_by_text("“Evenings, newcomers welcome”").wait_for()
    assert "Correspondence: 2 days a move, 1 day in the bank" in card.inner_text()
    guest.page.select_option("[data-filter=level]", "old")
    card.wait_for(state="detached")
    guest.page.select_option("[data-filter=level]", "some")
    guest.page.select_option("[data-filter=pace]", "days")
    card.wait_for()
    guest.shot("lobby")
    assert by_day_and_night(guest) == []
    take(guest, table, "Ben")
    host.seated()
    host.page.locator(".seat-who", has_text="Ben").wait_for()
    assert house.get("/api/lobby").json()["tables"] == [], "the seat is taken"

    # A day on, Russia moves; Poland takes half a day more than a move may take, which its bank pays for.
    clock(host, "russia", "2 d 23 h")
    house.put_on(days=1)
    host.press("stop")
    clock(host, "russia", "3 d 0 h")
    guest.let_others()
    house.put_on(hours=60)
    guest.press("delay")
    guest.press("stop")
    host.let_others()
    clock(host, "poland", "2 d 11 h")
    host.page.locator("[data-clock=russia].runs").wait_for()
    host.shot("table")

    # Then nobody looks at the table for days: Russia's time is up, and the staff plays its turn.
    house.put_on(days=4)
    said(host, "Time is up for Russia. The staff plays this turn.")
    guest.my_turn(3, "Polish")  # and answers if a unit of theirs must rout or retreat meanwhile
    host.shot("staff")
    host.shelf()
    host.page.locator(".my-games", has_text="Ben (Poland) to move").wait_for()


def test_a_holiday_stops_the_clock_and_a_seat_that_is_offered_goes_to_a_substitute(
    house: House, seating: Seating
) -> None:
    host, guest, other = seating(house), seating(house), seating(house)
    table = offer(host, then="substitute")
    take(guest, table, "Ben")
    host.seated()
    host.page.click("[aria-label=Menu]")
    host.page.fill("[data-holiday-days]", "5")
    host.page.click("[data-holiday=go]")
    host.page.get_by_text("You are on holiday until").wait_for()
    assert violations(host, ".dialog") == []
    clock(guest, "russia", "away until")
    house.put_on(days=4)
    host.page.click("[data-holiday=back]")
    clock(guest, "russia", "2 d 23 h")
    host.page.click("[data-leave=anyone]")
    host.page.get_by_text("You can play on until someone takes it").wait_for()
    host.page.keyboard.press("Escape")
    clock(guest, "russia", "seat is free")

    other.page.goto(f"{other.url}/lobby")
    other.page.fill("[data-called]", "Zofia")
    other.page.locator(f"[data-offered='{table}'] [data-take=russia]").click()
    other.seated()
    host.page.get_by_text("Your seat is somebody else’s now").wait_for()
    host.until("v.seat === '' && v.ready", "a place among the spectators")
    assert "russia" not in host.tokens()[table]["seats"]
    said(guest, "Zofia takes over Russia.")
    other.press("stop")

    # By agreement the seat of whoever runs out of time is offered by itself.
    guest.let_others()
    house.put_on(days=4)
    said(other, "Time is up for Poland. Anyone may take this seat in the lobby.")
    guest.shot("offered")


def test_a_game_that_was_agreed_to_be_lost_on_time_is_lost(house: House, seating: Seating) -> None:
    host, guest = seating(house), seating(house)
    table = offer(host, then="lost")
    take(guest, table, "Ben")
    host.seated()
    house.put_on(days=4)
    guest.until("v.view.result", "the end")
    said(guest, "Time is up for Russia, and with it the game is lost.")
    host.shelf()
    host.page.locator(".my-games", has_text="Poland has won").wait_for()
