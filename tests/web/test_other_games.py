"""One client for all titles: areas, blocks, facing, hidden pieces, cards, links, more than two seats."""

from __future__ import annotations

from web.sitter import Sitter
from web.test_reach import violations
from web.test_seats import sit_at

SEATS = ("russia-north", "poland-north", "russia-south", "poland-south")


def four_seats(sitter: Sitter) -> None:
    sit_at(sitter, "showcase", "only", **dict.fromkeys(SEATS, "me"))
    sitter.lift()
    sitter.still()


def next_seat(sitter: Sitter, seat: str) -> None:
    """The curtain, the next one behind it, and what that one is told of the last move."""
    sitter.page.locator(".curtain button").click()
    sitter.until(f"v.seat === '{seat}' && v.ready")
    sitter.page.get_by_role("button", name="To the table").click()
    sitter.still()


def test_areas_blocks_facings_cards_links_and_four_seats(desk: Sitter) -> None:
    four_seats(desk)
    assert desk.page.locator(".seats.many .seat-plate").count() == 4
    desk.page.keyboard.press("0")  # only what is near the window is drawn
    desk.still()
    assert desk.page.locator(".layer-pieces .kind-block").count() == 20
    assert desk.page.locator(".layer-pieces .facing").count() == 20, "every block shows which way it faces"
    assert desk.page.locator(".layer-pieces .pip-row").count() == 5, "only those of mine show their strength"
    assert len({desk.page.locator(".layer-pieces .piece").nth(i).bounding_box()["x"] for i in range(3)}) > 1  # type: ignore[index]
    desk.shot("table")
    assert violations(desk) == []

    # The first tears a railway up.
    link = desk.options("tear")[0]
    desk.page.locator(f"[data-link='{link}']").click()
    next_seat(desk, SEATS[1])
    assert desk.view["marks"][0]["link"] == link
    assert desk.page.locator(".link-mark").count() == 1

    # The second moves a block over areas: the next sees whose it is, and not which.
    block = desk.options("unit")[0]
    desk.page.locator(f".layer-pieces [data-piece={block}]").click()
    desk.until("v.view.decision.options.some(o => o.verb === 'step')")
    goal = desk.options("step")[0]
    assert desk.page.locator(".lit-hex").count() == len(desk.options("step"))
    desk.shot("areas")
    desk.page.mouse.click(*desk.point(goal))
    next_seat(desk, SEATS[2])
    assert desk.piece(block)["space"] == goal
    assert "face" not in desk.piece(block), "whose block it is can be seen, which one cannot"

    # The third turns one.
    block = desk.options("unit")[0]
    desk.page.locator(f".layer-pieces [data-piece={block}]").click()
    desk.until("v.view.decision.options.some(o => o.verb === 'face')")
    desk.page.get_by_role("group", name="Face").get_by_role("button", name="4").click()
    next_seat(desk, SEATS[3])
    assert desk.piece(block)["facing"] == 4
    assert "rotate(240)" in str(desk.page.locator(f"[data-piece={block}] .facing").get_attribute("transform"))

    # The fourth plays a card.
    cards = desk.page.locator(".hand .card-button.lit")
    assert cards.count() == 3
    cards.nth(1).hover()
    desk.page.locator(".card .play-card.large", has_text="Armoured train").wait_for()
    cards.nth(1).click()
    desk.shot("card")
    desk.page.locator(".hand-verbs").get_by_role("button", name="Play it").click()
    next_seat(desk, SEATS[0])
    desk.page.click("#tab-charts")
    desk.page.locator(".box-cards .play-card", has_text="Armoured train").wait_for()
    desk.page.locator(".piles .play-card.back").wait_for()
    held = [text.strip("▮") for text in desk.page.locator(".seat-plate .held").all_inner_texts()]
    counts = {seat["id"]: str(seat["hand_count"]) for seat in desk.view["seats"]}
    assert (held, counts[SEATS[3]]) == (list(counts.values()), "2")
    assert held.count("3") == 3
    assert violations(desk) == []


def test_for_two_players_there_are_two_seats(desk: Sitter) -> None:
    desk.page.goto(f"{desk.url}/new/showcase")
    desk.page.locator(".new-form").wait_for()
    assert desk.page.locator("[data-seat]").count() == 4
    assert [seat.input_value() for seat in desk.page.locator("[data-seat]").all()].count("me") == 1
    desk.page.select_option(".field:has-text('Players') select", "2")
    assert [seat.input_value() for seat in desk.page.locator("[data-seat]").all()].count("me") == 1
    assert desk.page.locator("[data-seat]").count() == 2


def test_cards_and_areas_at_phone_size(phone: Sitter) -> None:
    four_seats(phone)
    phone.shot("table")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    phone.page.locator(".hand-title").tap()
    assert phone.page.locator(".hand-cards").count() == 0
