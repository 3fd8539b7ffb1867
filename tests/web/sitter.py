"""Someone at a table with a browser: sees what the page shows, and does what a hand would do."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page

PATIENCE = float(os.environ.get("PATIENCE", 180))
"""Seconds after which what ought to come is taken to be lost; nothing is measured by it."""

WATCH = """async () => {
    const look = () => { const v = window.__vistula; return v ? (CONDITION) : null };
    for (let looks = 0; looks < 100; looks += 1) {
        const found = look();
        if (found) return found;
        await new Promise((next) => setTimeout(next, 20));
    }
    return null;
}"""
"""Looks from inside the page, which costs less than to be asked again and again from outside."""

NEW_VIEW = """() => {
    const {view} = window.__vistula;
    return view && view === window.__looked ? null : {view: window.__looked = view};
}"""


class Sitter:
    def __init__(self, page: Page, url: str, pictures: Path) -> None:
        self.page = page
        self.url = url
        self.pictures = pictures
        self.errors: list[str] = []
        self._taken = 0
        self._view: dict[str, Any] = {}
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    # -- looking --------------------------------------------------------------------------------------

    def until(self, condition: str, what: str = "") -> Any:
        """Wait until an expression over `v`, the page's probe, is true. (The page's policy forbids eval in it.)"""
        watch = WATCH.replace("CONDITION", condition)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                found = self.page.evaluate(watch)
            except Error as error:
                if "context was destroyed" not in str(error):  # another page has come meanwhile: look there
                    raise
                continue
            if found:
                return found
        self.shot("never")
        state = self.page.evaluate("() => JSON.stringify({...window.__vistula, view: undefined})")
        raise AssertionError(f"never: {what or condition}; {state}; {self.prompt}")

    def look(self, expression: str) -> Any:
        return self.page.evaluate(f"() => {{ const v = window.__vistula; return ({expression}) }}")

    @property
    def view(self) -> dict[str, Any]:
        """What the page was told last; it comes over from the browser only when it is another one."""
        told = self.page.evaluate(NEW_VIEW)
        if told:
            self._view = told["view"] or {}
        return self._view

    @property
    def revision(self) -> int:
        return self.look("v.revision")  # type: ignore[no-any-return]

    @property
    def decision(self) -> dict[str, Any]:
        return self.view.get("decision") or {}

    @property
    def prompt(self) -> str:
        return str(self.decision.get("prompt", ""))

    def options(self, verb: str) -> list[str]:
        return [arg for option in self.decision.get("options", []) if option["verb"] == verb for arg in option["args"]]

    @property
    def verbs(self) -> list[str]:
        return [option["verb"] for option in self.decision.get("options", [])]

    def piece(self, key: str) -> dict[str, Any]:
        return next(piece for piece in self.view["pieces"] if piece["key"] == key)

    def stack(self, space: str) -> list[str]:
        return [piece["key"] for piece in self.view["pieces"] if piece.get("space") == space]

    def shot(self, name: str = "") -> None:
        self._taken += 1
        tail = f"-{name}" if name else ""
        self.page.screenshot(path=f"{self.pictures}-{self._taken}{tail}.png")

    # -- coming ---------------------------------------------------------------------------------------

    def shelf(self) -> None:
        self.page.goto(self.url + "/")
        self.page.locator("[data-quick]:not([disabled])").wait_for()

    def quick(self) -> None:
        """The big button."""
        self.shelf()
        self.page.click("[data-quick]")
        self.seated()

    def follow(self, table: str, seat: str, token: str) -> None:
        fragment = f"seat={seat}:{token}" if seat else f"watch={token}"
        self.page.goto(f"{self.url}/table/{table}#{fragment}")
        self.seated()

    def seated(self) -> None:
        self.until("v.ready && v.connection === 'open'", "a seat at the table")

    def lift(self) -> None:
        """Take the screen over from behind the curtain."""
        self.page.locator(".curtain button").click()
        self.seated()

    def aside(self) -> None:
        """Take the pointer off the map, so that no card tells what happens to lie under it."""
        self.page.mouse.move(700, 20)
        self.until("!v.hovered", "nothing under the pointer")

    def still(self) -> None:
        """The map has come to rest."""
        self.until("!v.moving && v.busy === 0")

    # -- doing ----------------------------------------------------------------------------------------

    def changes(self, before: int) -> None:
        self.until(f"v.revision !== {before} && v.busy === 0", "a new view")

    def press(self, verb: str) -> None:
        """A button of the order bar; a warning is read and gone past."""
        before = self.revision
        self.say(verb)
        self.changes(before)

    def say(self, verb: str) -> None:
        """The same without waiting for what comes of it."""
        before = self.revision
        self.page.click(f"[data-verb={verb}]:not([aria-disabled])")
        self.until(f"v.revision !== {before} || document.querySelector('[data-warned]')")
        if self.revision == before:
            self.page.click("[data-warned]")

    def point(self, space: str) -> tuple[float, float]:
        """Where a space lies in the window, after it was brought into sight."""
        self.page.evaluate("space => window.__vistula.reveal(space)", space)
        self.still()
        at = self.page.evaluate("space => window.__vistula.at(space)", space)
        return at["x"], at["y"]

    def hover(self, space: str) -> None:
        """Rest on a space, coming from where nothing can be pointed at."""
        x, y = self.point(space)
        self.aside()
        self.page.mouse.move(x, y)
        self.until(f"v.hovered === {space!r}", "the space under the pointer")

    def click(self, space: str) -> None:
        before = self.revision
        self.page.mouse.click(*self.point(space))
        self.changes(before)

    def tap(self, space: str) -> None:
        self.page.touchscreen.tap(*self.point(space))

    def drag(self, start: tuple[float, float], space: str) -> None:
        """Take what lies at a point of the window to a space."""
        before = self.revision
        x, y = self.point(space)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(start[0] + 12, start[1] - 12)
        self.page.mouse.move(x - 4, y - 4)
        self.page.mouse.move(x, y)
        self.page.mouse.up()
        self.changes(before)

    def pick(self, n: int = 0) -> None:
        """The nth strong choice of the list beside the map."""
        before = self.revision
        self.page.click("#tab-orders")
        self.page.locator(".choice-verbs .chip-strong").nth(n).click()
        self.changes(before)
        if self.page.locator(".dossier.up").count():
            self.page.keyboard.press("Escape")

    def back(self, verb: str) -> bool:
        """Undo as far as it goes; whether a verb is offered then, as it was at the beginning."""
        self.page.keyboard.press("Escape")
        self.still()
        if self.page.locator("[data-undo=yes]").count():
            before = self.revision
            self.page.click("[aria-label='Undo back to the last roll']")
            self.changes(before)
        self.page.click("#tab-orders")
        self.aside()
        return verb in self.verbs

    def let_others(self) -> None:
        """Wait for my next question, or the end of the game; what is played back meanwhile is skipped."""
        while (
            self.until("v.playing || v.view.result || (v.view.decision && !v.view.decision.passes ? 'asked' : '')")
            != "asked"
        ):
            if self.view.get("result"):
                return
            self.page.keyboard.press("x")

    def my_turn(self, turn: int, phase: str) -> None:
        """Play on, answering what the others' turns ask of me, until my own phase of a turn."""
        self.let_others()
        while self.view["turn"] < turn or not self.view["phase"].startswith(phase):
            self.answer()
            self.let_others()

    def answer(self) -> None:
        """Any answer to what is asked, as somebody who wants to get on."""
        verbs = self.verbs
        if "movement" in verbs:
            self.press("movement" if "Operation 1" in self.prompt else "stop")
            return
        for verb in ("end", "spend", "decline", "done", "delay", "stop", "stay", "resolve"):
            if verb in verbs:
                self.press(verb)
                return
        numbers = [o for o in self.decision["options"] if o["kind"] == "number"]
        if numbers:
            before = self.revision
            self.page.locator(".number").first.click()
            self.changes(before)
        else:
            self.pick()

    def tokens(self) -> dict[str, Any]:
        return self.page.evaluate("() => JSON.parse(localStorage.getItem('vistula.seats') ?? '{}')")  # type: ignore[no-any-return]
