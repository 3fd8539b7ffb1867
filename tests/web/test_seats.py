"""Who sits where: links, hot-seat, two browsers, onlookers, and a server that dies."""

from __future__ import annotations

from pathlib import Path

from server.house import House
from web.conftest import Seating
from web.sitter import Sitter


def new_table(sitter: Sitter, scenario: str = "quick", **who: str) -> None:
    sit_at(sitter, "warsaw-1920", scenario, **who)


def sit_at(sitter: Sitter, game: str, scenario: str, *, listed: bool = False, **who: str) -> None:
    """Set a table up as the page offers it; a computer is a recruit unless it is said to be more."""
    sitter.page.goto(f"{sitter.url}/new/{game}")
    sitter.page.locator(".new-form").wait_for()
    for seat, sitting in who.items():
        kind, _, level = sitting.partition(" ")
        sitter.page.select_option(f"[data-seat={seat}]", kind)
        if kind == "computer":
            sitter.page.select_option(f"[data-level={seat}]", level or "recruit")
    sitter.page.check(f"input[value={scenario}]")
    if listed:
        sitter.page.check("text=List this table so anyone can watch")
    sitter.page.get_by_role("button", name="Set up the table").click()


def test_house_rules_come_in_groups_and_what_does_not_fit_is_greyed_out(desk: Sitter) -> None:
    page = desk.page
    page.goto(f"{desk.url}/new/strike-of-the-eagle")
    page.check("input[value=vistula]")
    page.locator(".option-group h3", has_text="Rulings").wait_for()
    assert page.locator(".option-group .note").first.inner_text().endswith(".")
    page.select_option("[data-option=players]", "4")
    page.locator("[data-seat=russia-south]").wait_for()
    page.check("input[value=zhlobin]")  # it is for two
    page.locator(".field.unfit [data-unfit='4']", has_text="Doesn’t fit").wait_for()
    desk.shot("options")
    page.select_option("[data-option=players]", "2")
    page.locator("[data-unfit='4']", has_text="Not").wait_for()
    assert page.locator("[data-option=players] option[value='4']").is_disabled()
    assert page.locator(".field.unfit").count() == 0


def test_a_link_is_the_key_to_its_seat_and_the_shelf_shows_what_waits_and_can_be_watched(
    house: House, seating: Seating
) -> None:
    host, guest, crowd = seating(house), seating(house), seating(house)
    sit_at(host, "warsaw-1920", "quick", listed=True, poland="link", russia="me")
    links = host.page.locator(".link-row input")
    links.first.wait_for()
    seat, onlooker = [each.input_value() for each in links.all()]
    host.shot("links")
    assert "#invite=" in seat
    host.page.get_by_role("button", name="Start playing").click()
    host.page.locator(".prompt", has_text="Waiting for Poland to sit down").wait_for()
    host.shot("waiting")

    # The invitation leaves the address at once, and opens nothing any more. With the guest's number the game begins.
    guest.page.goto(seat)
    for sitter, name in ((guest, "poland"), (host, "russia")):
        sitter.seated()
        assert sitter.look("v.seat") == name
    assert "#" not in guest.page.url
    assert guest.tokens()[guest.look("v.table")]["seats"]["poland"] not in seat
    crowd.page.goto(seat)
    crowd.page.locator(".lost", has_text="used already").wait_for()

    # Poland knows all of the position and can save it; who does not is told so, and the menu goes out of the way.
    guest.page.click("[aria-label='Menu']")
    with guest.page.expect_download() as saved:
        guest.page.click("[data-position]")
    assert 'game = "warsaw-1920"' in Path(saved.value.path()).read_text(encoding="utf8")
    host.page.click("[aria-label='Menu']")
    host.page.click("[data-position]")
    host.page.locator(".refused", has_text="part of it is hidden from you").wait_for()
    assert host.page.locator("dialog[open]").count() == 0

    # A stranger finds the table on the shelf; or comes by the onlookers' link.
    table = host.look("v.table")
    crowd.shelf()
    crowd.page.locator(f"[aria-label='Tables to watch'] [href='/table/{table}']").click()
    crowd.seated()
    assert crowd.look("v.seat") == ""
    assert not crowd.decision
    crowd.page.goto(onlooker)
    crowd.seated()
    assert crowd.look("v.seat") == ""
    assert not crowd.decision

    # Whoever is to move finds it on his own shelf.
    host.shelf()
    card = host.page.locator(f".table-card.your-move[href='/table/{table}']")
    card.wait_for()
    assert "Your move" in card.inner_text()
    host.shot("mine")


def test_hot_seat_has_a_curtain_behind_which_nothing_is_left(desk: Sitter) -> None:
    new_table(desk, poland="me", russia="me")
    curtain = desk.page.locator(".curtain")
    for seat in ("russia", "poland"):
        curtain.wait_for()
        desk.shot(f"curtain-{seat}")
        assert desk.page.locator(".room, .piece, .viewport").count() == 0
        assert desk.look("v === undefined")
        desk.lift()
        assert desk.look("v.seat") == seat, "who is to move sits down first, and from the start behind the curtain"
        assert desk.decision
        if seat == "russia":
            desk.say("stop")
    desk.page.reload()
    curtain.wait_for()
    assert desk.page.locator(".room").count() == 0, "whoever reloads the page is not shown the last one's seat"


def at_the_same_seat(one: Sitter, two: Sitter) -> None:
    """Either of two browsers at one seat plays on where the other stopped."""
    one.press("movement")
    two.until("v.view.decision.prompt.includes('Supply the')")
    two.press("spend")
    one.until(f"v.revision === {two.revision}")
    assert one.prompt == two.prompt


def talk(russia: Sitter, poland: Sitter) -> None:
    """A word to the other side, and a place that is pointed at."""
    russia.page.keyboard.press("t")
    russia.page.fill(".chat input", "Good luck")
    russia.page.keyboard.press("Enter")
    poland.page.click("#tab-chat")
    poland.page.get_by_text("Good luck").wait_for()
    russia.page.mouse.dblclick(*russia.point("1509"))
    poland.page.locator(".ping").wait_for(state="attached")
    russia.page.click("#tab-orders")


def test_three_browsers_two_seats_several_turns(house: House, seating: Seating) -> None:
    table = house.open()
    sides = {side: seating(house) for side in ("russia", "poland")}
    second = seating(house)
    for side, sitter in (*sides.items(), ("russia", second)):
        sitter.follow(table.id, side, table.tokens[side])
    talk(sides["russia"], sides["poland"])
    at_the_same_seat(sides["russia"], second)
    second.page.close()
    acted = dict.fromkeys(sides, 0)
    while sides["russia"].view["turn"] < 3:
        side = next(side for side in sides if sides[side].decision)
        sitter, other = sides[side], sides["poland" if side == "russia" else "russia"]
        sitter.answer()
        acted[side] += 1
        if not sitter.decision:
            other.until("v.view.decision", "the other seat is asked")
    assert min(acted.values()) >= 3
    assert sides["poland"].look("v.lines") > 5


def captain(sitter: Sitter) -> None:
    """A captain shows that he thinks and how far he is."""
    new_table(sitter, poland="me", russia="computer captain")
    bar = sitter.page.get_by_role("progressbar")
    bar.wait_for()
    sitter.shot("thinks")
    assert 0 < int(bar.get_attribute("aria-valuenow") or 0) <= 100


def test_a_captain_thinks_and_nothing_is_lost_when_the_server_is_killed(tmp_path: Path, seating: Seating) -> None:
    with House(tmp_path, "--no-limits") as house:  # one that may be killed, and the captain with it
        sitter = seating(house)
        captain(sitter)
        sitter.quick()
        sitter.press("movement")
        before = sitter.view
        house.arguments = (*house.arguments, "--port", str(house.port))
        house.kill()
        sitter.until("v.connection === 'waiting'")
        sitter.page.locator(".lamp-waiting, .lamp-connecting").wait_for()
        sitter.shot("cut")
        lit = sitter.page.locator("[data-verb], .lit-hex, .piece.lit, .room.asked")
        assert lit.count() == 0, "nothing is offered while nobody could be told"
        house.start()
        sitter.until("v.connection === 'open' && v.unanswered === 0")
        sitter.press("spend")
        sitter.until("v.view.decision.prompt.includes('Southwest')", "the order was carried out once")
        tracks = {track["id"]: track["value"] for track in sitter.view["tracks"]}
        was = {track["id"]: track["value"] for track in before["tracks"]}
        assert tracks["west"] == was["west"] - 1
        assert tracks["southwest"] == was["southwest"]
        house.kill()
        house.start()
        sitter.until("v.connection === 'open'")
        sitter.press("spend")
        assert "unit" in sitter.verbs
