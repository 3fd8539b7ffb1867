"""What is asked about is seen: nothing lies over it, the map has room, and whoever cannot see it is told."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from typing import Any

import pytest

from server.house import Client, House, Opened
from web.conftest import Seating
from web.sitter import Sitter
from web.test_reach import violations

LAPTOP = {"width": 1280, "height": 720}
SEATS = ("poland", "russia")
KINDS = 4
"""So many kinds of question are looked at in each game, the opening one first."""

COVERED = """() => {
    const map = document.querySelector('.viewport').getBoundingClientRect();
    const free = (x, y) => {
        const top = x > map.left && x < map.right && y > map.top && y < map.bottom && document.elementFromPoint(x, y);
        return top && top.closest('.viewport') && !top.closest('.beyond');
    };
    const cards = [...document.querySelectorAll('.stage > .card')].map((card) => card.getBoundingClientRect());
    const under = (x, y) => cards.some((c) => x > c.left && x < c.right && y > c.top && y < c.bottom);
    const lit = [...document.querySelectorAll('.layer-pieces .target, .layer-pieces .piece.lit')];
    const hidden = lit.filter((one) => {
        const {left, top, width, height} = one.getBoundingClientRect();
        const parts = [[.5, .5], [.3, .3], [.7, .3], [.3, .7], [.7, .7]];
        const points = parts.map(([a, b]) => [left + a * width, top + b * height]);
        return !points.every(([x, y]) => free(x, y) && !under(x, y));
    });
    return hidden.map((one) => one.dataset.piece ?? one.dataset.space ?? one.dataset.link);
}"""
"""The lit things that are not wholly in the open part of the map."""

SHARE = """() => {
    let map = 0, all = 0;
    for (let x = 5; x < innerWidth; x += 10) {
        for (let y = 5; y < innerHeight; y += 10) {
            all += 1;
            if (document.elementFromPoint(x, y)?.closest('.viewport')) map += 1;
        }
    }
    return map / all;
}"""
"""How much of the window is the map and the table it lies on, with nothing over it."""


ROWS = """() => {
    const answers = [...document.querySelectorAll('.order-bar > .answers > button')];
    return new Set(answers.map((answer) => Math.round(answer.getBoundingClientRect().bottom / 20))).size;
}"""
"""In how many rows the answers of the bar lie."""


class Watched:
    """A table played by a seeded hand over two bare connections, while a browser looks at it from one seat."""

    def __init__(self, table: Opened, sitter: Sitter, seat: str, seed: int) -> None:
        self.clients: dict[str, Client] = {each: table.sit(each) for each in SEATS}
        self.sitter, self.seat, self.rng = sitter, seat, random.Random(seed)
        sitter.page.set_viewport_size(LAPTOP)
        sitter.follow(table.id, seat, table.tokens[seat])

    def questions(self) -> Iterator[dict[str, Any]]:
        """Each question to the seat that is looked at, once the page shows it and the map has come to rest."""
        while True:
            for seat, client in self.clients.items():
                client.drain()
                if not client.asked:
                    continue
                if seat == self.seat:
                    self.sitter.until(f"v.revision >= {client.revision}")
                    self.sitter.still()
                    yield client.view
                    self.clear()
                self.act(client)
                break

    def clear(self) -> None:
        """Put away what the first order, or the next, would put away: here they come from elsewhere."""
        for away in (".coach [aria-label='Got it']", ".aftermath [aria-label='Put away']"):
            for key in self.sitter.page.locator(away).all():
                key.click()
        self.sitter.aside()

    def act(self, client: Client) -> None:
        orders = [(o["verb"], arg) for o in client.options if o["verb"] == "move-to" for arg in o["args"]]
        enemies = {p["space"] for p in client.view["pieces"] if p["side"] != client.view["seat"]}
        attacks = [(verb, arg) for verb, arg in orders if arg in enemies]
        client.act(self.rng.choice(attacks) if attacks else client.choice(self.rng))


def lit_is_in_sight(sitter: Sitter) -> None:
    """Every lit thing is in the open; where not all can be, a key at the edge of the map leads to the others."""
    hidden = set(sitter.page.evaluate(COVERED))
    if not hidden:
        return
    assert sitter.page.locator("[data-beyond]").count(), f"{sitter.prompt}: {hidden} cannot be seen"
    for way in ("north", "east", "south", "west"):
        pointer = sitter.page.locator(f"[data-beyond={way}]")
        for _ in range(len(hidden)):  # each press shows at least one more
            if not pointer.count():
                break
            pointer.click()
            sitter.aside()  # or the card of what comes under the pointer lies there too
            sitter.still()
            hidden &= set(sitter.page.evaluate(COVERED))
    assert not hidden, f"{sitter.prompt}: nothing leads to {hidden}"


@pytest.mark.parametrize(
    ("game", "scenario", "seat", "seed"),
    [
        ("warsaw-1920", "quick", "russia", 3),
        ("west-was-saved", "campaign", "poland", 5),
        ("strike-of-the-eagle", "zhlobin", "russia", 1),
    ],
)  # fmt: skip
def test_what_is_asked_about_is_in_sight(
    house: House, seating: Seating, game: str, scenario: str, seat: str, seed: int
) -> None:
    sitter = seating(house, drawn=True)
    watched = Watched(house.open(game, scenario), sitter, seat, seed)
    kinds: set[str] = set()
    for view in watched.questions():
        if view["decision"]["rule"] in kinds:
            continue
        kinds.add(view["decision"]["rule"])
        lit_is_in_sight(sitter)
        assert sitter.page.evaluate(SHARE) >= 0.5, f"{sitter.prompt}: half of the window is map"
        broken = len(kinds) == 1 and sitter.page.evaluate(ROWS) > 1
        assert not broken, "words break into lines before answers break into rows"
        sitter.shot(f"{len(kinds)}")
        if len(kinds) == KINDS:
            break


NAMES = """() => {
    const box = (one) => one.getBoundingClientRect();
    const shared = (a, b) =>
        Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
        Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const pieces = [...document.querySelectorAll('.layer-pieces .piece')];
    const under = {}, own = (name) => pieces.filter((piece) => piece.getAttribute('aria-label').includes(name));
    for (const text of document.querySelectorAll('.names text')) {
        const at = box(text), stack = own(text.textContent);
        if (stack.length === 0) continue;
        under[text.textContent] = Math.max(...stack.map((piece) => shared(at, box(piece)))) / (at.width * at.height);
    }
    return under;
}"""
"""Of each town where units stand, how much of its name lies on one of them."""


TOP = "(part) => document.querySelector(part).getBoundingClientRect().top"


def hidden_by_no_card(sitter: Sitter) -> None:
    """The card of what is pointed at hides nothing that is asked about."""
    sitter.still()
    for space in sitter.options(sitter.verbs[0])[:3]:
        at = sitter.look(f"v.at('{space}')")
        sitter.page.mouse.move(at["x"], at["y"])
        sitter.page.locator(".card", has_text=space).wait_for()
        assert sitter.page.evaluate(COVERED) == [], space
    sitter.shot("hover")


def test_the_whole_map_is_seen_without_its_title_and_towns_can_be_read(house: House, seating: Seating) -> None:
    sitter = seating(house, drawn=True)
    sitter.page.set_viewport_size(LAPTOP)
    table = house.open("west-was-saved", "campaign")
    sitter.follow(table.id, "poland", table.tokens["poland"])
    hidden_by_no_card(sitter)
    sitter.page.click("[aria-label='Whole map']")
    sitter.aside()
    sitter.still()

    # The hexes reach from the head of the window to what lies at its foot; the title of the sheet is below them.
    ends = [sitter.look(f"v.at('{space}')")["y"] for space in ("0501", "0217")]
    head, foot = (sitter.page.evaluate(TOP, part) for part in (".viewport", ".foot"))
    assert (ends[1] - ends[0]) / (foot - head) > 0.85
    sitter.shot("whole")

    # Counters are drawn large and plain, and no name is hidden under those of its own town.
    tall = "() => [...document.querySelectorAll('.far .far-strength')].map((one) => one.getBoundingClientRect().height)"
    assert min(sitter.page.evaluate(tall)) >= 9
    hidden = sitter.page.evaluate(NAMES)
    assert len(hidden) > 10
    assert {name: share for name, share in hidden.items() if share > 0.4} == {}

    # Wherever one looks, the next question brings the camera to its choices.
    for key in ("+",) * 6 + ("s",) * 12:
        sitter.page.keyboard.press(key)
    sitter.still()
    assert len(sitter.page.evaluate(COVERED)) == len(sitter.options("dummy")), "nothing that is asked about is in sight"
    before = sitter.decision["rule"]
    russia = table.sit("russia")
    russia.act(next((o["verb"], o["args"][0]) for o in russia.options if o["verb"] == "done"))
    sitter.press("done")
    sitter.until(f"v.view.decision && v.view.decision.rule !== '{before}'")
    sitter.still()
    assert sitter.page.evaluate(COVERED) == []


def test_nothing_lies_over_a_battle_of_blocks(house: House, seating: Seating) -> None:
    sitter = seating(house, drawn=True)
    watched = Watched(house.open("strike-of-the-eagle", "zhlobin"), sitter, "russia", 2)
    view = next(view for view in watched.questions() if view.get("panel"))
    area = view["panel"]["space"]
    sitter.page.locator(".battle [data-odds]").wait_for()
    assert sitter.page.evaluate(SHARE) >= 0.5
    at = sitter.look(f"v.at('{area}')")
    assert sitter.page.evaluate("({x, y}) => document.elementFromPoint(x, y)?.closest('.viewport') !== null", at)
    sitter.shot("laptop")

    # Cards show their text whole or not at all.
    cut = """() => [...document.querySelectorAll('.hand .play-card-text > span')].filter((text) => {
        const box = text.parentElement.getBoundingClientRect();
        const {left, right, bottom} = text.getBoundingClientRect();
        return left < box.right - 1 && (right > box.right + 1 || bottom > box.bottom + 1);
    }).length"""
    assert sitter.page.evaluate(cut) == 0

    # The dossier folds; the odds are then told in a strip over the bar.
    before = sitter.page.evaluate(SHARE)
    sitter.page.click(".fold")
    sitter.page.locator(".dossier.folded").wait_for()
    sitter.page.locator(".strip").wait_for()
    sitter.still()
    assert sitter.page.evaluate(SHARE) > before
    assert violations(sitter) == []
    sitter.page.click("#tab-diary")
    sitter.page.locator(".dossier:not(.folded) .diary").wait_for()

    # On a phone, with the sheet put away: the battle, its question and its odds, one above the other.
    sitter.page.set_viewport_size({"width": 390, "height": 844})
    sitter.page.click("#tab-diary")
    sitter.page.locator(".dossier:not(.up)").wait_for()
    sitter.still()
    sitter.shot("phone")
    assert sitter.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    sitter.page.mouse.move(100, 20)
    sitter.until("!v.hovered", "no card of what lies under the pointer")
    assert sitter.page.locator(".aftermath li:visible").count() <= 1, "of what happened only the last, beside the cards"
    assert sitter.page.evaluate(SHARE) > 0.3
    at = sitter.look(f"v.at('{area}')")
    assert sitter.page.evaluate("({x, y}) => document.elementFromPoint(x, y)?.closest('.viewport') !== null", at)
    assert sitter.page.locator(".order-bar .prompt").is_visible()
    assert sitter.page.locator(".strip").is_visible()


LIT_CARDS = """() => {
    const list = document.querySelector('.hand-cards');
    const {left, right} = list.getBoundingClientRect();
    const lit = [...list.querySelectorAll('.card-button.lit')].map((card) => card.getBoundingClientRect());
    return lit.filter((card) => card.left >= left - 1 && card.right <= right + 1).length;
}"""
"""How many cards that can be played are wholly seen."""

AWAY = "end => { const list = document.querySelector('.hand-cards'); list.scrollLeft = end * list.scrollWidth; }"


def brought_back(sitter: Sitter, end: int) -> bool:
    """Push the hand to one end; if no card that can be played is seen there, laying the hand out anew shows one."""
    sitter.page.evaluate(AWAY, end)
    if sitter.page.evaluate(LIT_CARDS):
        return False
    for _ in ("folded", "laid out"):
        sitter.page.click(".hand-title")
    sitter.until(f"({LIT_CARDS})() > 0", "it is brought back")
    return True


def test_a_card_that_can_be_played_is_brought_into_sight_on_a_phone(house: House, seating: Seating) -> None:
    sitter = seating(house, phone=True)
    watched = Watched(house.open("strike-of-the-eagle", "zhlobin"), sitter, "russia", 2)
    sitter.page.set_viewport_size({"width": 390, "height": 844})
    asked = 0
    for _ in watched.questions():
        if not sitter.page.locator(".hand-cards .card-button.lit").count():
            continue
        sitter.until(f"({LIT_CARDS})() > 0", "a question shows one of its cards")
        asked += 1
        if brought_back(sitter, 0) or brought_back(sitter, 1) or asked == 5:
            break
    sitter.shot("card")


def test_the_focus_stays_and_the_position_is_told(house: House, seating: Seating) -> None:
    sitter = seating(house)
    sitter.page.set_viewport_size(LAPTOP)
    table = house.open("west-was-saved", "campaign")
    sitter.follow(table.id, "poland", table.tokens["poland"])
    told = sitter.page.locator("#survey li")
    assert told.count() == len({p["space"] for p in sitter.view["pieces"] if p.get("space")})
    assert told.filter(has_text="Russia: ").filter(has_text="hidden").count() > 0

    # N goes through places; their buttons say who stands there.
    sitter.page.keyboard.press("n")
    focused = "() => document.activeElement.getAttribute('aria-label') ?? ''"
    label = sitter.page.evaluate(focused)
    space = sitter.page.evaluate("() => document.activeElement.dataset.space")
    name = next(s["face"] for s in reversed(sitter.view["pieces"]) if s.get("space") == space)
    assert name
    assert "Division" in label or "Brigade" in label or "Regiment" in label
    sitter.page.keyboard.press("n")
    assert sitter.page.evaluate("() => document.activeElement.dataset.space") != space

    # An answer by key: the same place keeps the focus as long as it can be chosen.
    space = sitter.page.evaluate("() => document.activeElement.dataset.space")
    before = sitter.revision
    sitter.page.keyboard.press("Enter")
    sitter.changes(before)
    sitter.still()
    assert sitter.page.evaluate("() => document.activeElement.dataset.space") == space

    # Where the button that was pressed is gone, its bar has the focus: Enter chooses nothing, Tab goes on in the bar.
    sitter.page.locator("[data-verb=done]").focus()
    before = sitter.revision
    sitter.page.keyboard.press("Enter")
    sitter.changes(before)
    sitter.until("document.activeElement?.closest('.order-bar') !== null", "the bar keeps the focus")
    before = sitter.revision
    sitter.page.keyboard.press("Enter")
    sitter.page.keyboard.press("Tab")
    assert sitter.page.evaluate("() => document.activeElement.closest('.order-bar') !== null")
    assert sitter.revision == before
    assert violations(sitter) == []


JUMP = """async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {width: 40, height: image.height});
    const draw = canvas.getContext('2d');
    draw.drawImage(image, 0, 0);
    const {data} = draw.getImageData(0, 0, 40, image.height);
    const rows = Array.from({length: image.height}, (_, y) => {
        let sum = 0;
        for (let i = y * 160; i < (y + 1) * 160; i += 4) sum += data[i] + data[i + 1] + data[i + 2];
        return sum / 40;
    });
    const mean = (from) => rows.slice(from, from + 12).reduce((a, b) => a + b, 0) / 12;
    return Math.max(...rows.slice(12, -12).map((_, y) => Math.abs(mean(y) - mean(y + 12))));
}"""
"""The greatest step in brightness between one strip and the next down the left edge of a picture."""


def test_the_ground_of_a_long_page_has_no_seam(desk: Sitter) -> None:
    desk.shelf()
    desk.page.evaluate("() => scrollTo(0, 400)")
    picture = base64.b64encode(desk.page.screenshot()).decode()
    desk.page.goto("about:blank")
    assert desk.page.evaluate(JUMP, f"data:image/png;base64,{picture}") < 8
