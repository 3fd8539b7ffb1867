"""A game file that is brought to the page: checked, watched from any eyes, refused with what is wrong."""

from __future__ import annotations

import gzip
import json

from server.house import ROOT, House
from server.test_retelling import play_on
from web.conftest import Seating
from web.sitter import Sitter
from web.test_reach import by_day_and_night, violations
from web.test_replay import counted, shows

ZHLOBIN = ROOT / "tests/games/strike_of_the_eagle/records/zhlobin.json.gz"
DROPS = """([selector, name, bytes]) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(bytes)], name));
    for (const kind of ['dragover', 'drop']) {
        const event = new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true});
        document.querySelector(selector).dispatchEvent(event);
    }
}"""


def drop(sitter: Sitter, selector: str, body: bytes, name: str = "game.json") -> None:
    sitter.page.evaluate(DROPS, [selector, name, list(body)])


def choose(sitter: Sitter, body: bytes, name: str = "game.json") -> None:
    sitter.page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": body}
    )


def test_a_fixture_dropped_on_the_shelf_is_watched_from_both_sides(house: House, seating: Seating) -> None:
    sitter = seating(house)
    sitter.shelf()
    drop(sitter, ".shelf", ZHLOBIN.read_bytes(), "zhlobin.json.gz")
    shows(sitter, 1)
    _, last = counted(sitter)
    assert last > 50
    sitter.page.locator("body").press("End")
    shows(sitter, last)
    assert all(piece.get("face") for piece in sitter.view["pieces"] if piece.get("space")), "everything is open"
    sitter.page.locator("body").press("Home")
    shows(sitter, 1)
    sitter.page.select_option(".replay-eyes", "poland")
    unseen = "v.view.pieces.some((p) => p.side === 'russia' && p.space && !p.face)"
    sitter.until(f"v.view && v.seat === 'poland' && {unseen}", "what was hidden from there")

    sitter.page.click("[data-proof]")
    sitter.page.locator(".dialog [data-proved]").wait_for()
    entries = len(json.loads(gzip.decompress(ZHLOBIN.read_bytes()))["entries"])
    assert f"All {entries} actions follow the rules" in sitter.page.inner_text("[data-proved]")
    assert "no server signed the file" in sitter.page.inner_text("[data-unproved]")
    sitter.shot("proof")
    assert violations(sitter, ".dialog") == []
    sitter.page.keyboard.press("Escape")

    # A link to the moment: as long as the server has the file, to anybody; afterwards to whoever has the page.
    where = sitter.page.url
    other = seating(house)
    other.page.goto(f"{where}#open:7")
    shows(other, 8)


def test_a_file_of_a_table_is_chosen_by_keyboard_on_a_phone(house: House, seating: Seating) -> None:
    table = house.open("strike-of-the-eagle", "zhlobin")
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 30)
    own = house.get(f"/api/tables/{table.id}/export", table.tokens["russia"]).content
    sitters[0].ask("resign")
    whole = house.get(f"/api/tables/{table.id}/export", table.tokens["russia"]).content
    phone = seating(house, phone=True)
    phone.shelf()
    phone.page.locator("[data-bring]").press("Enter")
    phone.page.locator("[data-drop]").wait_for()
    assert by_day_and_night(phone) == []
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    choose(phone, own)
    phone.page.get_by_text("This is one player’s own copy of a running game").wait_for()
    phone.shot("own-copy")
    choose(phone, b"{}")
    phone.page.get_by_text("is not 'vistula.record'").wait_for()
    choose(phone, whole)
    shows(phone, 1)
    phone.shot("watched")
    phone.page.click("[data-proof]")
    assert "This server signed it" in phone.page.inner_text("[data-proved]")
    phone.shot("proof")
    phone.page.keyboard.press("Escape")
    phone.page.click("[data-to=replay]")
    phone.page.locator("[data-drop]").wait_for()


def test_what_does_not_hold_is_refused_with_its_place(house: House, desk: Sitter) -> None:
    found = json.loads(gzip.decompress(ZHLOBIN.read_bytes()))
    del found["entries"][20]
    desk.page.goto(f"{desk.url}/replay")
    drop(desk, ".bring", json.dumps(found).encode())
    desk.page.get_by_text("This game can’t be watched").wait_for()
    desk.page.get_by_text("entries[20]").wait_for()
    desk.shot("refused")
    desk.page.goto(f"{desk.url}/record/made-up")
    desk.page.get_by_text("This game file is no longer here").wait_for()


def test_a_file_that_the_server_has_let_go_of_is_sent_again(house: House, desk: Sitter) -> None:
    desk.page.goto(f"{desk.url}/replay")
    drop(desk, ".bring", ZHLOBIN.read_bytes())
    shows(desk, 1)
    before = desk.page.url
    desk.page.route(
        f"{before.replace('/record/', '/api/records/')}*",
        lambda route: route.fulfill(
            status=404, content_type="application/json", body='{"error": "not found", "why": "gone"}'
        ),
    )
    desk.page.click("[data-to=replay]")
    desk.page.locator("[data-drop]").wait_for()
    desk.page.go_back()
    shows(desk, 1)
    assert desk.page.url != before
