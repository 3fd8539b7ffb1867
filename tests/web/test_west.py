"""How the West was Saved in two browsers: a whole turn, phase by phase, and what each seat may see of it."""

from __future__ import annotations

from server.house import House, Opened
from web.conftest import Seating
from web.sitter import Sitter

OTHER = {"poland": "russia", "russia": "poland"}
ENOUGH = ("pass", "done", "none", "keep", "stay", "stop")


class Pair:
    """Two people at one table, each at a browser of his own."""

    def __init__(self, house: House, seating: Seating, table: Opened) -> None:
        self.sitters = {side: seating(house) for side in ("poland", "russia")}
        for side, sitter in self.sitters.items():
            sitter.follow(table.id, side, table.tokens[side])

    def asked(self) -> tuple[str, Sitter]:
        """Whoever is to decide now, once one of them is."""
        poland = self.sitters["poland"]
        while True:
            for side, sitter in self.sitters.items():
                if sitter.decision:
                    return side, sitter
            poland.page.wait_for_timeout(25)

    def until(self, *verbs: str) -> tuple[str, Sitter]:
        """Everybody declines until one of these verbs is offered."""
        while True:
            side, sitter = self.asked()
            offered = sitter.verbs  # as it was at one moment: the next look may see another question
            if set(verbs) & set(offered):
                return side, sitter
            enough = next((verb for verb in ENOUGH if verb in offered), None)
            if enough is not None:  # else the question was answered while we looked
                sitter.press(enough)


def counters(sitter: Sitter, side: str) -> dict[str, str | None]:
    """The pieces of a side as a seat sees them: key and face."""
    return {piece["key"]: piece.get("face") for piece in sitter.view["pieces"] if piece["side"] == side}


def test_a_turn_in_two_browsers_and_what_fog_hides(house: House, seating: Seating) -> None:
    pair = Pair(house, seating, house.open("west-was-saved", "campaign"))
    poland, russia = pair.sitters["poland"], pair.sitters["russia"]

    # Set-up: dummies are placed unseen. One in Minsk makes that stack look higher.
    before = [piece for piece in russia.view["pieces"] if piece.get("space") == "1307"]
    poland.click("1307")
    poland.press("done")
    russia.press("done")
    poland.until("v.view.phase !== 'Set-up'")
    russia.until("v.view.phase !== 'Set-up'")
    after = [piece for piece in russia.view["pieces"] if piece.get("space") == "1307"]
    assert len(after) == len(before) + 1
    assert [piece["kind"] for piece in after if piece.get("kind") == "dummy"] == []
    assert [p["kind"] for p in poland.view["pieces"] if p.get("kind") == "dummy"] == ["dummy"]

    # Fog: the enemy's covered counters have no face, one's own have; heights agree.
    mine, theirs = counters(poland, "poland"), counters(russia, "poland")
    assert len(mine) == len(theirs)
    assert None in theirs.values()
    assert [key for key, face in mine.items() if face is None] == [f"1307.{0}"]  # the blank
    hidden = set(mine) - set(theirs)
    assert "P-Art1" in hidden or "P-2Cav" in hidden

    # Cards: each sees his own.
    assert [card.get("face") is not None for card in poland.view["cards"] if card["seat"] == "poland"] == [True]
    assert [card.get("face") for card in poland.view["cards"] if card["seat"] == "russia"] == [None]
    poland.page.locator(".hand .play-card").wait_for()

    # Facing is drawn.
    assert poland.page.locator(".piece .facing").count() > 10

    # Overlays are drawn along hexsides too, and the legend names each kind of paint once.
    poland.page.click("[aria-label=Overlays]")
    poland.page.get_by_title("Where stacks look").click()
    assert poland.page.locator(".coat-before-own-stacks .side-line").get_attribute("d").count("M") > 10
    assert poland.page.locator(".legend li").all_inner_texts() == ["Before own stacks", "Before enemy stacks"]
    poland.shot("fronts")
    poland.page.get_by_title("Where stacks look").click()
    poland.page.click("[aria-label=Overlays]")
    poland.shot("depots")

    # What only rearranges is folded away behind the answers.
    _, sitter = pair.until("dummy")
    sitter.page.click("#tab-orders")
    verbs = sitter.page.locator(".choice-list .choice-verbs button:visible")
    sitter.page.locator(".rearranging:not([open])").wait_for()
    assert not [label for label in verbs.all_inner_texts() if "dummy" in label or "on top" in label]
    sitter.page.click(".rearranging summary")
    verbs.filter(has_text="Add a dummy").first.wait_for()
    sitter.shot("folded")

    # Movement: a marker each, then an order that is carried out next to a command unit.
    side, sitter = pair.until("mark")
    start = {"poland": "1313", "russia": "1513"}
    sitter.click(start[side])
    other = OTHER[side]
    second = pair.sitters[other]
    second.until("v.view.decision", f"{other} is asked next")
    second.click(start[other])
    side, sitter = pair.until("stack", "unit")
    while "order" not in sitter.verbs:
        side, sitter = pair.asked()
        if "stack" in sitter.verbs:
            sitter.click(start[side])
        elif "step" in sitter.verbs:
            sitter.shot("order")
            sitter.click(sorted(sitter.options("step"))[0])
        elif "all" in sitter.verbs:
            sitter.press("all")
        else:
            sitter.pick()
    sitter.press("order")
    assert pair.sitters[side].look("v.lines") > 3

    # On to the cards of the next turn, everybody declining what he may.
    while True:
        side, sitter = pair.asked()
        offered = sitter.verbs
        if "lay" in offered:
            break
        verb = next((verb for verb in (*ENOUGH, "discard", "order", "alone") if verb in offered), None)
        if verb is not None:
            sitter.press(verb)
        else:
            sitter.pick()
    assert sitter.view["turn"] == 2
    assert len(sitter.options("lay")) == 2
    sitter.shot("cards")
    first = sitter.revision
    sitter.page.locator(f"[data-card='{sitter.options('lay')[0]}']").first.click()
    sitter.changes(first)
    assert pair.asked()[1].verbs
