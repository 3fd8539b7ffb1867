"""1920: Nest of Eagles in the browser: a Polish turn of the Kiev Offensive, from the emissaries to the last attack."""

from __future__ import annotations

from server.house import House
from web.conftest import Seating
from web.sitter import Sitter
from web.test_few_gestures import places, stack_of

ENOUGH = ("done", "pass", "end", "none", "stop")


def until(sitter: Sitter, *verbs: str) -> None:
    """Decline until one of these verbs is offered."""
    while True:
        sitter.let_others()
        offered = sitter.verbs
        if set(verbs) & set(offered):
            return
        enough = next((verb for verb in ENOUGH if verb in offered), None)
        if enough is not None:
            sitter.press(enough)
        else:
            sitter.pick()


def test_a_polish_turn_of_the_kiev_offensive(house: House, seating: Seating) -> None:
    table = house.open("nest-of-eagles", "kiev", seats={"russia": {"who": "computer"}})
    desk = seating(house, drawn=True)
    desk.follow(table.id, "poland", table.tokens["poland"])
    desk.shot("opening")

    # The emissary is sent in secret, once.
    until(desk, "send")
    desk.pick()

    # Reacting is asked about once a turn, if one likes.
    until(desk, "react")
    assert "Not in this turn" in desk.page.inner_text(".order-bar")
    desk.shot("react")

    # An attack: the chance with all its modifiers, what comes of it, and where the defenders would go.
    until(desk, "attack")
    desk.click(desk.options("attack")[0])
    desk.pick()
    battle = desk.page.locator(".battle")
    for words in ("Base chance", "Success", "Bloody", "Failure", "retreat to"):
        battle.get_by_text(words, exact=False).first.wait_for()
    desk.shot("odds")
    desk.press("resolve")
    while {"none", "done"} & set(desk.verbs):
        desk.press("none" if "none" in desk.verbs else "done")
        desk.let_others()
    until(desk, "attack", "unit")
    if "attack" in desk.verbs:
        desk.press("end")

    # Movement: a stack goes in one drag, and one undo brings it back.
    until(desk, "unit")
    space, units = stack_of(desk)
    asked = "piece => window.__vistula.ask({type: 'paint', kind: 'reach', name: piece})"
    reached = [set(desk.page.evaluate(asked, unit)["overlay"]["layers"]["reach"]) for unit in units]
    goal = sorted(hex for hex in set.intersection(*reached) if not desk.stack(hex))[0]
    desk.page.evaluate("space => window.__vistula.reveal(space)", goal)
    desk.drag(desk.point(space), goal)
    desk.shot("moved")
    assert places(desk, units) == {goal}
    before = desk.revision
    desk.page.keyboard.press("Control+z")
    desk.changes(before)
    assert places(desk, units) == {space}

    # The staff plays the phase as my own draft; then everything goes on to my next turn.
    before, stood = desk.revision, {p["key"]: p.get("space") for p in desk.view["pieces"]}
    desk.page.click("[data-staff]")
    desk.page.locator("[data-staff-for]").first.click()
    desk.changes(before)
    assert {p["key"]: p.get("space") for p in desk.view["pieces"]} != stood
    desk.shot("staff")
