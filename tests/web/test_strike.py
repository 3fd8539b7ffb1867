"""Strike of the Eagle in the browser: a whole operation phase for two, four seats, the curtain, and a phone."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from server.house import Client, House, Opened
from web.conftest import Seating
from web.sitter import Sitter
from web.test_reach import violations
from web.test_seats import sit_at

GAME = "strike-of-the-eagle"
ENOUGH = ("pass", "none", "deck", "done", "stay", "halt", "plain", "nobody", "poland")
"""What somebody says who wants to get on."""
FOUR = ("poland-north", "poland-south", "russia-north", "russia-south")


def side_of(seat: str) -> str:
    return seat.split("-")[0]


def blocks(sitter: Sitter, side: str) -> list[dict[str, Any]]:
    return [p for p in sitter.view["pieces"] if p["side"] == side and p["kind"] in ("block", "leader")]


def get_on(sitter: Sitter) -> None:
    """Decline what may be declined; else go where the order leads, or take the first that is offered."""
    verb = next((verb for verb in ENOUGH if verb in sitter.verbs), None)
    if "recon" in sitter.verbs:
        place(sitter, "recon", sitter.options("recon")[0])
    elif verb is not None:
        sitter.press(verb)
    elif sitter.options("step"):
        sitter.click(sitter.options("step")[0])
    else:
        sitter.pick()


def place(sitter: Sitter, verb: str, area: str) -> None:
    """Take an order from the palette, where there is a choice of them, and lay it on an area."""
    if sitter.page.locator(".palette").count():
        sitter.page.click(f"[data-palette={verb}]")
    assert sitter.page.locator(".lit-hex").count() == len(sitter.options(verb)), "only its own areas are lit"
    sitter.click(area)


class Table:
    """People at one table, each at a browser of his own."""

    def __init__(self, house: House, seating: Seating, table: Opened, seats: tuple[str, ...]) -> None:
        self.sitters = {seat: seating(house) for seat in seats}
        for seat, sitter in self.sitters.items():
            sitter.follow(table.id, seat, table.tokens[seat])

    def asked(self) -> tuple[str, Sitter]:
        """Whoever is to decide now, once one of them is."""
        while True:
            for seat, sitter in self.sitters.items():
                asked = sitter.decision
                if asked and asked.get("waits", True) and not asked.get("passes"):
                    return seat, sitter
            next(iter(self.sitters.values())).page.wait_for_timeout(25)

    def until(self, *verbs: str) -> tuple[str, Sitter]:
        """Everybody gets on until one of these verbs is offered to somebody."""
        while True:
            seat, sitter = self.asked()
            if any(sitter.options(verb) for verb in verbs):
                return seat, sitter
            get_on(sitter)


def attack(sitter: Sitter) -> str:
    """An area with enemies that a Move To order may be laid on."""
    enemies = {p["space"] for p in sitter.view["pieces"] if p["side"] != sitter.look("v.seat") and p["kind"] == "block"}
    return next(area for area in sitter.options("move-to") if area in enemies)


def test_two_seats_through_a_whole_operation_phase(house: House, seating: Seating) -> None:
    table = Table(house, seating, house.open(GAME, "zhlobin"), ("poland", "russia"))
    poland, russia = table.sitters["poland"], table.sitters["russia"]

    # Blocks stand with their backs to the enemy.
    assert all(piece.get("face") for piece in blocks(poland, "poland"))
    assert not any(piece.get("face") for piece in blocks(poland, "russia"))
    keys = [piece["key"] for piece in blocks(poland, "russia")]
    assert keys == [piece["key"] for piece in blocks(russia, "russia")], "the same wooden blocks"
    backs = poland.page.locator(".layer-pieces use[href='#back-block-russia']")
    assert backs.count() == len(keys)
    for _ in range(4):  # from far away blocks are drawn plain
        poland.page.keyboard.press("+")
    poland.page.locator(".layer-pieces .edge-pips").first.wait_for(state="attached")
    assert poland.page.locator(".layer-pieces .edge-pips").count() == len(blocks(poland, "poland"))

    # Cards: each sees his own, with what they can be used for.
    table.until("card")
    for side, sitter in table.sitters.items():
        hand = [card for card in sitter.view["cards"] if card["zone"] == "hand" and card.get("seat") == side]
        assert hand
        assert all(card.get("face") for card in hand)
        assert sitter.page.locator(".hand .card-use").count() == 3 * len(hand)
    poland.shot("cards")

    # Orders: taken from the palette, laid face down, a back to the enemy.
    while (found := table.until("move-to"))[0] != "russia":
        place(found[1], "recon", found[1].options("recon")[0])
    russia.page.locator(".palette").wait_for()
    assert violations(russia) == []
    target = attack(russia)
    place(russia, "move-to", target)
    poland.until("v.view.pieces.some(p => p.kind === 'order' && p.side === 'russia' && !p.face)", "an order face down")
    assert [p["face"] for p in russia.view["pieces"] if p["kind"] == "order" and p["side"] == "russia"] == [
        "order-move-to"
    ]  # fmt: skip
    assert russia.page.locator(".layer-pieces use[href='#counter-order-move-to']").count() == 1
    russia.shot("orders")

    # A division on its way could leave a brigade behind: the pool is at hand, but does not lie on the map.
    _, sitter = table.until("detach")
    assert sitter.page.locator(".tray").count() == 0
    sitter.page.click(".tray-title")
    sitter.page.locator(".tray .tray-counter.lit").first.wait_for()
    sitter.page.click(".tray-title")
    sitter.page.locator(".tray").wait_for(state="detached")

    # Execution and battle: the attacker stands on his link; cards; then everything lies open.
    _, sitter = table.until("modifier")
    panel = sitter.view["panel"]
    assert panel["space"] == target
    sitter.page.locator(".battle .stage-now", has_text="Combat Modifier").wait_for()
    sitter.page.locator(".battle [data-odds]").wait_for()
    assert [p["key"] for p in blocks(sitter, "russia") if p.get("link") and p["space"] == target]
    sitter.shot("battle")
    table.until("lose", "retreat", "return", "order", "card")

    # The phase ends; whoever fought stands up again.
    while poland.view["turn"] == 1:
        get_on(table.asked()[1])
    assert not any("open" in piece.get("marks", []) for piece in poland.view["pieces"])
    poland.page.click("#tab-diary")
    poland.page.locator(".diary", has_text="The battle of").wait_for()
    poland.shot("diary")


def test_four_seats_at_one_table(house: House, seating: Seating) -> None:
    table = Table(house, seating, house.open(GAME, "vistula", options={"players": "4"}), FOUR)
    for seat, sitter in table.sitters.items():
        assert sitter.page.locator(".seats.many .seat-plate").count() == 4
        own, other = side_of(seat), "russia" if side_of(seat) == "poland" else "poland"
        assert all(piece.get("face") for piece in blocks(sitter, own)), "allies show each other their blocks"
        assert not any(piece.get("face") for piece in blocks(sitter, other))
        hands = {card["seat"] for card in sitter.view["cards"] if card["zone"] == "hand" and card.get("face")}
        assert hands <= {seat}, "but not their hands"
    seat, sitter = table.until("card")
    held = len([card for card in sitter.view["cards"] if card["zone"] == "hand" and card.get("seat") == seat])
    before = sitter.revision
    sitter.page.locator(".hand .card-button.lit").first.click()
    sitter.changes(before)
    for other in table.sitters.values():
        count = f"v.view.seats.find(s => s.id === '{seat}').hand_count === {held - 1}"
        other.until(count, "everybody counts the hand")
        laid = [card for card in other.view["cards"] if card["zone"].startswith("committed")]
        assert [bool(card.get("face")) for card in laid] == [other is sitter]
    sitter.shot("table")
    taken_over(table.sitters["poland-north"], table.sitters["poland-south"])


def taken_over(north: Sitter, south: Sitter) -> None:
    """Two on one side: the page of the one who is left offers the seat of the one who resigns."""
    seat, table = north.look("v.seat"), north.look("v.table")
    token = north.tokens()[table]["seats"][seat]
    north.page.click("[aria-label='Menu']")
    north.page.get_by_role("button", name="Resign").click()
    assert "Your partner plays on for you" in north.page.locator("dialog").inner_text()
    north.page.click("[data-resign]")
    south.page.click(f"[data-take={seat}]")
    south.page.wait_for_function(f"() => (localStorage.getItem('vistula.seats') ?? '').includes('{seat}')")
    seats = south.tokens()[table]["seats"]
    assert set(seats) == {seat, south.look("v.seat")}
    assert seats[seat] != token


def test_a_curtain_falls_between_two_at_one_screen(desk: Sitter) -> None:
    sit_at(desk, GAME, "zhlobin", poland="me", russia="me")
    desk.page.locator(".curtain").wait_for()
    assert desk.page.locator(".room, .piece, .hand").count() == 0, "nobody sees a hand before they have the screen"
    desk.lift()
    first = desk.look("v.seat")
    curtain = desk.page.locator(".curtain")
    declining = desk.page.locator(":is([data-verb=pass], [data-verb=none]):not([aria-disabled=true])")
    while not curtain.count():
        if declining.count():
            assert desk.page.locator(".card-button.lit").count(), "nobody is asked for a card who has none to play"
            with suppress(PlaywrightTimeout):  # the answer before may have taken it away meanwhile
                declining.first.click(timeout=2000)
        desk.page.wait_for_timeout(25)
    desk.shot("curtain")
    assert desk.page.locator(".room, .piece, .hand").count() == 0, "nothing is left behind it"
    desk.lift()
    desk.until(f"v.seat !== '{first}' && v.ready")
    assert not any(piece.get("face") for piece in blocks(desk, first))


def declines(other: Client) -> bool:
    """Whether somebody was asked something, and has declined what may be declined."""
    other.drain()
    if not other.asked:
        return False
    able = {option["verb"]: option["args"] for option in other.options if option["args"]}
    enough = next(verb for verb in (*ENOUGH[::-1], "recon") if verb in able)
    other.act((enough, able[enough][0]))
    return True


def first_question(table: Opened, seat: str, other: Client) -> None:
    """Until a seat is asked something that lasts: by then the table may have passed for it, whatever was dealt."""
    client = table.sit(seat)
    client.ask("stand", kind="ask")
    while not client.asked:
        declines(other)
        client.drain()


def get_on_until(phone: Sitter, other: Client, verb: str) -> None:
    """Both decline what may be declined until one at a phone is offered a verb."""
    while not phone.options(verb):
        if declines(other):
            continue
        if phone.decision and not phone.decision.get("passes"):
            phone.press(next(verb for verb in (*ENOUGH, "orders") if verb in phone.verbs))
        else:
            phone.page.wait_for_timeout(25)


def test_a_phone_reads_a_card_before_it_plays_it_and_places_an_order(house: House, seating: Seating) -> None:
    table = house.open(GAME, "zhlobin")
    other = table.sit("russia")
    first_question(table, "poland", other)
    phone = seating(house, phone=True)
    phone.follow(table.id, "poland", table.tokens["poland"])

    # Who begins is told in one line, and the rest when he asks for it.
    coach = phone.page.locator(".coach")
    assert coach.bounding_box()["height"] < 60
    coach.get_by_role("button", name="What to do?").tap()
    coach.get_by_text("Click anything highlighted").wait_for()
    coach.get_by_role("button", name="Less").tap()
    dealt = {card["key"] for card in phone.view["cards"] if card.get("seat") == "poland"}
    playable = dealt & {arg for option in phone.decision["options"] for arg in option["args"]}
    in_vain = "You have no card for this moment." in phone.page.inner_text(".hint")
    assert in_vain == (not playable), "it is said when it is so, whatever was dealt"

    get_on_until(phone, other, "card")
    card = phone.options("card")[0]
    before = phone.revision
    phone.page.locator(f"[data-card='{card}']").tap()
    phone.page.locator(".card .play-card.large").wait_for()
    assert phone.revision == before
    phone.shot("read")
    phone.page.locator(".hand-verbs .chip").tap()
    phone.changes(before)
    assert phone.page.locator(".card").count() == 0, "it is laid, and no longer in the way"
    assert phone.page.locator(f"[data-card='{card}']").count() == 0

    # An order is taken from the palette, laid on an area and confirmed.
    get_on_until(phone, other, "defend")
    phone.shot("table")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    phone.page.locator("[data-palette=recon]").tap()
    area = phone.options("recon")[0]
    phone.tap(area)
    phone.page.locator(".answers.confirm .brass").wait_for()
    phone.shot("confirm")
    before = phone.revision
    phone.page.locator(".answers.confirm .brass").tap()
    phone.changes(before)
    mine = [p for p in phone.view["pieces"] if p["kind"] == "order" and p["side"] == "poland"]
    assert [(p["face"], p["space"]) for p in mine] == [("order-recon", area)]
    phone.shot("placed")


def apart(a: dict[str, float], b: dict[str, float]) -> bool:
    across = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return across or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


def test_the_result_leaves_room_to_look_at_the_last_position(house: House, seating: Seating) -> None:
    table = house.open(GAME, "zhlobin")
    other = table.sit("russia")
    desk = seating(house)
    desk.follow(table.id, "poland", table.tokens["poland"])
    other.ask("resign")
    result, card = desk.page.locator(".verdict"), desk.page.locator(".card.pinned")
    result.wait_for()
    for area in ("zhitkovichi", "gomel"):  # one on either side of the map, both below the result
        desk.page.mouse.click(*desk.point(area))
        card.wait_for()
        assert apart(result.bounding_box(), card.bounding_box())
        desk.page.locator(".card-close[aria-label='Close the card']").click()
    desk.shot("result")
    desk.page.get_by_role("button", name="Look at the map").click()
    result.wait_for(state="detached")
    desk.page.click("[data-result]")
    assert "Poland has won" in result.inner_text()
