"""Called when it is one's move: by web push on a device, while a tab is open, by a webhook; and turned off again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from server.calls import Browser as Subscribed
from server.calls import Endpoint
from server.house import House
from web.conftest import Seating, TrialHouse
from web.sitter import PATIENCE, Sitter
from web.test_lobby import offer, take
from web.test_me import myself
from web.test_reach import by_day_and_night, violations

SUBSCRIBES = """(subscription) => {
    let now = null;
    const made = (options) => ({
        ...subscription, options, toJSON: () => subscription, unsubscribe: async () => { now = null; return true },
    });
    PushManager.prototype.getSubscription = async () => now;
    PushManager.prototype.subscribe = async ({applicationServerKey: {buffer}}) => {
        now = made({applicationServerKey: buffer});
        return now;
    };
}"""
"""No push service can be reached from here: the browser is given the address of our own."""
HIDES = """() => {
    window.__away = false;
    Object.defineProperty(document, 'hidden', {get: () => window.__away});
    Object.defineProperty(document, 'visibilityState', {get: () => (window.__away ? 'hidden' : 'visible')});
}"""
"""Another tab has been opened over this one, as far as the page can see."""
NOTICES = """async () => {
    const here = await navigator.serviceWorker.getRegistration();
    return (await here.getNotifications()).map(({title, body, tag, data}) => ({title, body, tag, data}));
}"""


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that calls addresses on this machine, too."""
    folder: Path = tmp_path_factory.mktemp("calling")
    with TrialHouse(folder, "--no-limits", "--workers", "1", "--calls", "anywhere", movable=True) as running:
        yield running


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as found:
        yield found


def at_a_device(seating: Seating, house: House, subscription: Any = None, **more: Any) -> Sitter:
    """Somebody whose browser shows notices, with the worker in place."""
    sitter = seating(house, service_workers="allow", permissions=["notifications"], **more)
    sitter.page.add_init_script(f"({HIDES})()")
    if subscription is not None:
        sitter.page.add_init_script(f"({SUBSCRIBES})({json.dumps(subscription)})")
    sitter.page.goto(sitter.url + "/")
    sitter.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    return sitter


def notices(sitter: Sitter, *bodies: str) -> list[dict[str, Any]]:
    """What the browser shows, once it says so."""
    found: list[dict[str, Any]] = []
    for _ in range(int(PATIENCE * 10)):
        found = sitter.page.evaluate(NOTICES)
        if sorted(each["body"] for each in found) == sorted(bodies):
            return found
        sitter.page.wait_for_timeout(100)
    raise AssertionError(f"never shown: {bodies}; {found}")


def away(sitter: Sitter, away: bool) -> None:
    sitter.page.evaluate(
        "(away) => { window.__away = away; document.dispatchEvent(new Event('visibilitychange')) }", away
    )


def delivered(sitter: Sitter, message: dict[str, Any]) -> None:
    """A push service brings a message to this browser."""
    line = sitter.page.context.new_cdp_session(sitter.page)
    found: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"] if not each["isDeleted"]),
    )
    line.send("ServiceWorker.enable")
    while not found:
        sitter.page.wait_for_timeout(50)
    told = {"origin": sitter.url, "registrationId": found[0], "data": json.dumps(message)}
    line.send("ServiceWorker.deliverPushMessage", told)
    line.detach()


def clicked(sitter: Sitter, action: str = "") -> dict[str, Any]:
    """Click the notice that is shown; which page the worker goes to, in a new tab or in one that was there."""
    (worker,) = sitter.page.context.service_workers
    went: dict[str, Any] = worker.evaluate(
        """async (action) => {
            const went = {};
            self.clients.openWindow = async (path) => (went.opened = path);
            WindowClient.prototype.focus = async () => (went.focused = true);
            const [notification] = await self.registration.getNotifications();
            const waits = [];
            const event = new NotificationEvent('notificationclick', {notification, action});
            event.waitUntil = (promise) => waits.push(promise);
            self.dispatchEvent(event);
            await Promise.all(waits);
            return went;
        }""",
        action,
    )
    return went


def got_it(sitter: Sitter) -> None:
    sitter.page.get_by_role("button", name="Got it").click()
    sitter.page.locator(".coach").wait_for(state="detached")


def row(page: Page, kind: str) -> Any:
    return page.locator(f"[data-channel={kind}]")


def test_a_device_is_called_by_web_push_and_a_click_leads_to_the_table(
    calling: House, seating: Seating, endpoint: Endpoint
) -> None:
    subscribed = Subscribed(endpoint)
    sitter = at_a_device(seating, calling, subscribed.subscription)
    page = myself(sitter)
    page.click("[data-start]")
    page.click("[data-call=yes]")
    row(page, "push").wait_for()
    sitter.shot("me")
    row(page, "push").locator("[data-try]").click()
    page.get_by_text("Sent. It should arrive in a moment.").wait_for()
    call = subscribed.next()
    delivered(sitter, call)
    (shown,) = notices(sitter, call["text"])
    assert shown["title"] == call["title"]
    assert clicked(sitter) == {"focused": True}, "the page is open in a tab already"

    # A table that waits: the worker shows the call, a click opens the table, which takes the call back.
    sitter.quick()
    table = sitter.look("v.table")
    waits = {**call, "kind": "turn", "table": table, "url": f"https://other.example/table/{table}"}
    delivered(sitter, {**waits, "text": "You are looking at it"})
    delivered(sitter, {**waits, "table": "another", "text": "Another table"})
    notices(sitter, "Another table")
    assert clicked(sitter) == {"focused": True}
    sitter.shelf()
    delivered(sitter, {**waits, "text": "Your move"})
    notices(sitter, "Your move")
    delivered(sitter, {**waits, "text": "Still your move"})
    notices(sitter, "Still your move")
    delivered(sitter, {**waits, "table": "another", "text": "Elsewhere"})
    notices(sitter, "Still your move", "Elsewhere")
    sitter.page.click(f".my-games [href='/table/{table}']")
    sitter.seated()
    notices(sitter, "Elsewhere")
    sitter.shelf()
    assert clicked(sitter) == {"opened": f"/table/{table}"}, "on this server, whatever it calls itself"
    delivered(sitter, {**waits, "text": "Your move"})
    notices(sitter, "Your move")
    assert clicked(sitter, "quiet") == {"opened": call["quiet"].removeprefix(calling.url)}

    page = myself(sitter)
    page.click("[data-call=no]")
    row(page, "push").wait_for(state="detached")
    page.locator("[data-here=off]").wait_for()


def test_a_tab_that_nobody_looks_at_calls_once_a_turn_and_gives_nothing_away(calling: House, seating: Seating) -> None:
    host = seating(calling)
    guest = at_a_device(seating, calling)
    table = offer(host)
    take(guest, table, "Ben")
    host.seated()
    bar = guest.page.locator(".call-me")
    assert bar.count() == 0, "nothing is asked of Ben yet"
    guest.page.evaluate("() => localStorage.setItem('vistula.called', 'true')")
    guest.page.reload()
    guest.seated()
    away(guest, True)
    host.press("stop")
    body = f"Turn {guest.view['turn']}, {guest.view['phase']}: it’s your move."
    (shown,) = notices(guest, body)
    assert (shown["title"], shown["data"]["url"]) == ("Warsaw 1920", f"/table/{table}")
    away(guest, False)
    notices(guest)
    away(guest, True)
    guest.press("delay")
    guest.page.wait_for_timeout(500)
    assert guest.page.evaluate(NOTICES) == [], "one a turn, not one a question"


def test_a_game_that_takes_days_offers_once_to_call(calling: House, seating: Seating) -> None:
    host = seating(calling)
    guest = seating(calling, phone=True, service_workers="allow")
    table = offer(host)
    take(guest, table, "Ben")
    host.seated()
    bar = host.page.locator(".call-me")
    assert bar.count() == 0, "first things first: whoever is new here is told what to do"
    got_it(host)
    bar.wait_for()
    host.shot("asked")
    assert violations(host, ".call-me") == []
    bar.locator("[data-call=no]").press("Enter")
    bar.wait_for(state="detached")
    host.page.reload()
    host.seated()
    assert bar.count() == 0, "it is asked once"
    host.press("stop")
    got_it(guest)
    bar = guest.page.locator(".call-me")
    bar.wait_for()
    guest.shot("asked-on-a-phone")
    guest.page.context.grant_permissions([])
    assert guest.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    bar.locator("[data-call=yes]").tap()
    guest.page.get_by_text("blocks notices from this page").or_(
        guest.page.get_by_text("closed the browser’s question")
    ).wait_for()
    host.quick()
    assert host.page.locator(".call-me").count() == 0, "a game in one sitting needs no calls"


def test_a_webhook_is_added_tried_set_and_turned_off_by_the_link_in_a_call(
    calling: House, seating: Seating, endpoint: Endpoint
) -> None:
    sitter = seating(calling, timezone_id="Europe/Warsaw")
    page = myself(sitter)
    page.click("[data-start]")
    page.locator("[data-hook] > summary").press("Enter")
    page.fill("[data-hook] input[type=url]", "http://127.0.0.1:9/nobody")
    page.fill("[data-hook] input[type=text]", "Our channel")
    page.get_by_role("button", name="Add", exact=True).press("Enter")
    row(page, "hook").get_by_text("Webhook: Our channel").wait_for()
    row(page, "hook").locator("[data-try]").click()
    row(page, "hook").locator("[role=status]", has_text="could not be sent").wait_for()
    sitter.shot("trouble")
    row(page, "hook").locator("[data-remove]").click()
    row(page, "hook").wait_for(state="detached")
    page.fill("[data-hook] input[type=url]", f"{endpoint.url}/hook")
    page.get_by_role("button", name="Add", exact=True).click()
    row(page, "hook").locator("[data-try]").click()
    call = endpoint.next("/hook")
    assert call["content"] == call["text"]

    row(page, "hook").locator("summary").press("Enter")
    page.select_option("[data-when=how]", "daily")
    page.fill("[data-when=daily_at]", "07:30")
    page.check("[data-when=quiet]")
    page.fill("[data-when=quiet_from]", "23:00")
    sitter.shot("when")
    assert by_day_and_night(sitter) == []
    row(page, "hook").get_by_role("button", name="Save").click()
    row(page, "hook").get_by_text("daily at 07:30, quiet from 23:00 to 08:00").wait_for()
    key = page.evaluate("() => JSON.parse(localStorage.getItem('vistula.me')).key")
    (kept,) = calling.get("/api/me", key).json()["calling"]["channels"]
    assert kept["settings"] == {
        "how": "daily",
        "daily_at": "07:30",
        "quiet_from": "23:00",
        "quiet_to": "08:00",
        "zone": "Europe/Warsaw",
    }
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    sitter.shot("phone")

    link = call["vistula"]["quiet"]
    page.goto(link)
    page.locator("[data-quiet]").wait_for()
    assert "#" not in page.url
    assert not calling.get("/api/me", key).json()["calling"]["channels"][0]["settings"].get("off"), (
        "only a click does it"
    )
    assert by_day_and_night(sitter) == []
    sitter.shot("quiet")
    page.locator("[data-quiet]").press("Enter")
    page.locator("[data-quieted]").wait_for()
    page.get_by_text("To my page").click()
    row(page, "hook").get_by_text("Turned off").wait_for()
    row(page, "hook").locator("[data-on]").click()
    row(page, "hook").locator("[data-try]").wait_for()
    page.goto(f"{sitter.url}/quiet")
    page.get_by_text("This link is not whole").wait_for()
    assert page.locator("[data-quiet]").is_disabled()
