"""Every page for every eye and hand: axe by day and night; Tab comes to all that can be used, and one sees that."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from server.archive import shelve
from server.house import House
from server.test_retelling import play_on
from web.conftest import Seating
from web.sitter import Sitter
from web.test_reach import by_day_and_night
from web.test_seats import sit_at

MAP = ".viewport"
"""The map has thousands of elements, and tests of its own."""

USABLE = """() => {
    const kinds = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const radios = new Set();
    return [...document.querySelectorAll(kinds)].filter((e) => {
        const seen = e.checkVisibility({visibilityProperty: true});
        if (e.disabled || e.tabIndex < 0 || !seen || e.closest('.viewport, [inert], [aria-hidden=true]')) return false;
        if (e.type !== 'radio') return true;
        if (radios.has(e.name)) return false;
        radios.add(e.name);
        return true;
    });
}"""
"""What Tab should come to: of radio buttons only one, which the arrows go on from."""

COUNT = f"() => {{ window.__wanted = ({USABLE})(); window.__had = new Set(); return window.__wanted.length }}"
HAD = """() => {
    const e = document.activeElement;
    const group = window.__wanted.find((one) => one === e || (one.type === 'radio' && one.name === e?.name));
    if (group) window.__had.add(group);
    if (!e || e === document.body || e.closest('.viewport')) return '';
    const look = getComputedStyle(e), box = e.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return ''; // for screen readers alone
    const seen = look.outlineStyle !== 'none' || look.boxShadow !== 'none';
    return seen ? '' : 'focus is not seen: ' + e.outerHTML.slice(0, 120);
}"""
MISSED = """() => window.__wanted.filter((e) => !window.__had.has(e) && e.isConnected)
    .map((e) => e.outerHTML.slice(0, 120))"""


def missed_by_keys(sitter: Sitter) -> list[str]:
    """Go through a page with Tab: what it does not come to, and where one cannot see that it has."""
    page = sitter.page
    page.evaluate("() => { document.activeElement?.blur(); window.scrollTo(0, 0) }")
    count, found = page.evaluate(COUNT), []
    assert count > 0
    for _ in range(2 * count + 60):
        page.keyboard.press("Tab")
        if (unseen := page.evaluate(HAD)) and unseen not in found:
            found.append(unseen)
        if page.evaluate("() => window.__had.size >= window.__wanted.length"):
            break
    return [*found, *page.evaluate(MISSED)]


def whole(sitter: Sitter, name: str, but: str = "") -> None:
    sitter.shot(name)
    assert by_day_and_night(sitter, but) == [], name
    assert missed_by_keys(sitter) == [], name
    wide = sitter.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{name} is wider than its window"


def at_lost(sitter: Sitter, house: House) -> None:
    sitter.page.goto(f"{sitter.url}/nowhere/at/all")
    sitter.page.locator(".lost h1").wait_for()


def at_me(sitter: Sitter, house: House) -> None:
    sitter.page.goto(f"{sitter.url}/me")
    sitter.page.locator("[data-start]").click()
    sitter.page.locator("[data-name]").wait_for()
    closed = sitter.page.locator("details:not([open]) > summary")
    while closed.count():  # each that is opened is one fewer
        closed.first.click()


def at_lobby(sitter: Sitter, house: House) -> None:
    table = house.post("/api/tables", {"game": "warsaw-1920", "scenario": "quick"})
    assert table.status_code == 201
    sitter.page.goto(f"{sitter.url}/lobby")
    sitter.page.locator("[data-offer]").wait_for()


def at_lessons(sitter: Sitter, house: House) -> None:
    sitter.page.goto(f"{sitter.url}/learn/strike-of-the-eagle")
    sitter.page.locator(".lesson-card").first.wait_for()


def at_my_games(sitter: Sitter, house: House) -> None:
    sit_at(sitter, "warsaw-1920", "quick", poland="link", russia="me")
    sitter.page.locator("[data-invite=poland] input").wait_for()
    sitter.shelf()
    sitter.page.locator(".my-game").get_by_role("button", name="More").click()


def at_invites(sitter: Sitter, house: House) -> None:
    sit_at(sitter, "warsaw-1920", "quick", poland="link", russia="me")
    sitter.page.locator("[data-invite=poland] input").wait_for()


def at_the_story(sitter: Sitter, house: House) -> None:
    id = f"story-{sitter.page.viewport_size['width']}"  # type: ignore[index]
    tokens = shelve(house.database, "warsaw_1920/records/officers.json.gz", id)
    sitter.page.goto(f"{sitter.url}/after/{id}#watch={tokens['']}")
    sitter.page.locator(".after h1").wait_for()
    sitter.page.click(".ledger summary")


PAGES = (at_lost, at_me, at_lobby, at_lessons, at_my_games, at_invites, at_the_story)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("come", PAGES, ids=[each.__name__ for each in PAGES])
def test_a_page_holds_for_every_eye_and_hand(
    house: House, seating: Seating, come: Callable[[Sitter, House], None], phone: bool
) -> None:
    sitter = seating(house, phone=phone)
    come(sitter, house)
    whole(sitter, "page")


def at_a_lesson(sitter: Sitter, house: House) -> None:
    sitter.page.goto(f"{sitter.url}/learn/west-was-saved/flank")
    sitter.seated()
    sitter.page.locator(".lesson").wait_for()


def at_a_replay(sitter: Sitter, house: House) -> None:
    table = house.open("strike-of-the-eagle", "zhlobin")
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 30)
    sitters[0].ask("resign")
    sitter.page.goto(f"{sitter.url}/table/{table.id}#seat=russia:{table.tokens['russia']}")
    sitter.seated()
    sitter.page.goto(f"{sitter.url}/replay/{table.id}")
    sitter.page.locator(".replay-slider").wait_for()


def at_a_sketch(sitter: Sitter, house: House) -> None:
    table = house.open()
    sitter.follow(table.id, "russia", table.tokens["russia"])
    sitter.page.goto(f"{sitter.url}/sketch/{table.id}")
    sitter.page.locator(".sketch.paper").wait_for()
    sitter.seated()


def at_the_notes(sitter: Sitter, house: House) -> None:
    table = house.open()
    sitter.follow(table.id, "russia", table.tokens["russia"])
    sitter.page.click("#tab-notes")
    sitter.page.locator(".notebook textarea").wait_for()


ROOMS = (at_a_lesson, at_a_replay, at_a_sketch, at_the_notes)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("come", ROOMS, ids=[each.__name__ for each in ROOMS])
def test_a_room_with_a_map_holds_for_every_eye_and_hand(
    house: House, seating: Seating, come: Callable[[Sitter, House], None], phone: bool
) -> None:
    sitter = seating(house, phone=phone)
    come(sitter, house)
    whole(sitter, "room", MAP)
