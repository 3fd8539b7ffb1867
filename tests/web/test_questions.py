"""What is asked and what is said: pages that are not there, one's own link, chat, undo by consent, passing."""

from __future__ import annotations

from server.house import Client, House, Opened
from web.conftest import Seating
from web.sitter import Sitter
from web.test_strike import GAME, declines, get_on

NAMED = {"poland": {"who": "link", "name": "Anna"}, "russia": {"who": "link"}}


def test_what_is_not_there_is_said_in_words(house: House, desk: Sitter) -> None:
    heading = desk.page.locator("h1")
    for path, words in (
        ("/nonsense", "There’s no such page"),
        ("/new/unknown", "There’s no such game here"),
        (f"/table/{house.open().id}#seat=poland:nonsense", "You can’t open this table"),
    ):
        desk.page.goto(house.url + path)
        desk.page.locator(".lost").wait_for()
        assert heading.inner_text() == words
        desk.shot()
    assert "This invite link doesn’t open a seat" in desk.page.inner_text(".lost")
    assert desk.tokens() == {}, "a link that opens nothing is not kept"
    desk.page.get_by_role("button", name="Back to the games").click()
    desk.page.locator("[data-quick]").wait_for()

    # Before the shelf has come, nobody is told whom he leads.
    desk.page.route("**/api/shelf", lambda _: None)
    desk.page.goto(house.url + "/")
    assert desk.page.locator("[data-quick] small").inner_text() == "against the computer"


def test_a_table_says_who_thinks_who_spoke_and_what_became_of_a_request(house: House, seating: Seating) -> None:
    table = house.open(seats=NAMED)
    russia, crowd, anna = seating(house), seating(house), table.sit("poland")
    russia.follow(table.id, "russia", table.tokens["russia"])
    crowd.follow(table.id, "", table.tokens[""])
    crowd.page.get_by_text("Russia is thinking").wait_for()
    crowd.page.locator(".seat-plate .dot.thinking").wait_for()

    anna.ask("chat", text="Good luck")
    russia.page.click("#tab-chat")
    russia.page.locator(".chat-who", has_text="Anna (Poland)").wait_for()

    # A card that was pinned ends with its step.
    enemy = next(p["space"] for p in russia.view["pieces"] if p["side"] == "poland" and p.get("space"))
    russia.page.mouse.click(*russia.point(enemy))
    russia.page.locator(".card.pinned").wait_for()
    russia.press("movement")
    russia.page.locator(".card.pinned").wait_for(state="detached")

    _links(russia, table)
    for allow, told in ((False, "Anna did not agree to an undo."), (True, "Undone, as everyone agreed")):
        russia.page.click("[aria-label=Menu]")
        russia.page.get_by_role("button", name="Ask for an undo").click()
        anna.until("back_asked", seat="russia")
        russia.page.get_by_text("You have asked for an undo.").wait_for()
        anna.ask("allow_back", allow=allow)
        russia.page.get_by_text(told).wait_for()
        assert russia.page.get_by_text("You have asked for an undo.").count() == 0
    russia.until("v.view.decision.options.some(o => o.verb === 'movement')", "back where the move began")
    russia.shot("undone")


def _links(russia: Sitter, table: Opened) -> None:
    """Whoever sits at a table can have the link of his own seat, to point a camera at."""
    russia.page.click("[aria-label=Menu]")
    own = russia.page.locator(".link-row", has_text="My seat, Russia")
    assert own.locator("input").input_value() == f"{russia.url}/table/{table.id}#seat=russia:{table.tokens['russia']}"
    own.get_by_role("button", name="QR code").click()
    box = own.locator(".qr-code").bounding_box()
    assert box is not None
    assert box["width"] == box["height"] > 150
    russia.shot("links")
    russia.page.get_by_text("Until dice are rolled or the other side acts (standard)").wait_for()
    russia.page.keyboard.press("Escape")


def _on(sitter: Sitter, other: Client) -> None:
    """Whoever is asked wants to get on."""
    if declines(other):
        return
    if sitter.decision and not sitter.decision.get("passes"):
        get_on(sitter)
    else:
        sitter.page.wait_for_timeout(25)


def test_the_table_passes_for_whoever_has_nothing_to_play(house: House, seating: Seating) -> None:
    table = house.open(GAME, "zhlobin")
    other = table.sit("russia")
    other.ask("stand", kind="ask")  # so that questions last
    sitter = seating(house)
    sitter.follow(table.id, "poland", table.tokens["poland"])

    # What was passed is said, with the switch beside it.
    phone = table.sit("poland")
    while not (_passed(phone) and other.asked):
        _on(sitter, other)
        other.drain()
    note = sitter.page.locator(".passed")
    note.wait_for()
    sitter.shot("passed")
    note.get_by_text("Ask me anyway").click()

    # From now on the question is put, and can be done without again.
    while not (sitter.decision.get("options") and sitter.verbs == ["pass"]):
        _on(sitter, other)
    switch = sitter.page.locator(".order-bar [data-ask]")
    switch.wait_for()
    assert switch.is_checked()
    sitter.shot("asked")
    before = sitter.revision
    switch.click()
    sitter.changes(before)

    # The menu has the same switch.
    sitter.page.click("[aria-label=Menu]")
    switch = sitter.page.locator(".dialog [data-ask]")
    assert not switch.is_checked()
    switch.click()
    while "ask" not in table.sit("poland").welcome.get("standing", []):
        sitter.page.wait_for_timeout(25)


def _passed(client: Client) -> bool:
    """Whether the table has just passed for a seat."""
    views = [told["view"] for told in client.drain() if told["type"] == "update"]
    return any((view.get("decision") or {}).get("passes") for view in views)
