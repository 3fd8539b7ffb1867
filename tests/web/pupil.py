"""Somebody who takes a lesson: does what its steps ask for, with a mouse on the map or with keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vistula.kernel.decision import SeatId
from vistula.kernel.title import title
from vistula.lessons.learner import Learner
from vistula.lessons.lesson import Lesson, Step, lesson
from web.sitter import Sitter

MOST = 30
"""Answers to one step besides those that it shows."""
STEP = "Number(document.querySelector('.lesson-dots')?.getAttribute('aria-label')?.split(' ')[1] ?? 99)"
"""The number of the step that is shown, from 1; 99 at the end."""

WHERE = """key => {
    const piece = document.querySelector(`.layer-pieces [data-piece="${CSS.escape(key)}"]`);
    const {x, y, width, height} = piece.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    return piece.contains(document.elementFromPoint(...at)) ? at : null;
}"""
"""The middle of a piece, if nothing lies over it."""


class Pupil:
    """At a desk, with a lesson before them. What "Show me" would play they play themselves."""

    def __init__(self, sitter: Sitter, game: str, id: str, keys: bool = False) -> None:
        self.sitter, self.page, self.keys = sitter, sitter.page, keys
        self.lesson: Lesson = lesson(title(game), id)
        self.names = self._names(game)
        sitter.page.goto(f"{sitter.url}/learn/{game}/{id}")
        sitter.seated()
        sitter.page.locator(".lesson").wait_for()

    def _names(self, game: str) -> dict[str, str]:
        """What pieces are called at this table that a lesson knows by what is printed on them."""
        learner = Learner(title(game), self.lesson)
        found = {}
        for each in learner.game.seats:
            for piece in learner.game.seat(SeatId(each)).view().pieces:
                if piece.face and piece.face != piece.key:
                    found[piece.face] = piece.key
        return found

    @property
    def number(self) -> int:
        return int(self.page.evaluate(f"() => {STEP}"))

    def steps(self) -> Iterator[tuple[int, Step]]:
        """Each step before it is done, up to the last one."""
        for n, step in enumerate(self.lesson.step, 1):
            self.sitter.until(f"{STEP} >= {n} && v.busy === 0", f"step {n} of {self.lesson.id}")
            if self.number == n:
                yield n, step.renamed(self.names)

    def through(self) -> None:
        """The whole lesson, to its closing words."""
        for n, step in self.steps():
            self.do(n, step)
        self.sitter.until(f"{STEP} === 99", "the end")
        self.page.get_by_text(self.lesson.closing).wait_for()

    def do(self, n: int, step: Step) -> None:
        if step.read:
            self.press("[data-lesson=on]")
        for text in step.plays:
            if self.number == n:
                self.play(text)
        for _ in range(MOST):
            further = next((text for text in step.free if self._offered(text)), "")
            if self.number != n or not further:
                break
            self.play(further)
        self.sitter.until(f"{STEP} > {n}", f"more than step {n} of {self.lesson.id}")

    def play(self, text: str) -> None:
        """Give an answer if it is offered; `*` is the first that is."""
        option, arg = self._offered(text) or (None, "")
        if option is None:
            return
        verb = option["verb"]
        before = self.sitter.revision
        {
            "button": lambda: self.press(f"[data-verb={verb}]:not([aria-disabled])"),
            "number": lambda: self.press(f".number:nth-of-type({option['args'].index(arg) + 1})"),
            "card": lambda: self.press(f"[data-card='{arg}']"),
            "piece": lambda: self.piece(arg, option),
            "space": lambda: self.space(arg, option),
        }[option["kind"]]()
        self.sitter.until(
            f"v.revision !== {before} || document.querySelector('[data-warned]')", f"what comes of {text}"
        )
        if self.sitter.revision == before:
            self.press("[data-warned]")
        self.sitter.changes(before)

    def _offered(self, text: str) -> tuple[dict[str, Any], str] | None:
        """The option that an answer belongs to, and what it is applied to."""
        verb, _, name = text.partition(" ")
        for option in self.sitter.decision.get("options", []):
            if option["verb"] == verb and (option["kind"] == "button" or name == "*" or name in option["args"]):
                return option, option["args"][0] if name == "*" else name
        return None

    # -- by hand ------------------------------------------------------------------------------------

    def press(self, selector: str) -> None:
        """Something outside the map."""
        target = self.page.locator(selector).first
        if self.keys:
            self._enter(selector)
        else:
            target.click()

    def piece(self, key: str, option: dict[str, Any]) -> None:
        before = self.sitter.revision
        space = next((each.get("space") for each in self.sitter.view["pieces"] if each["key"] == key), None)
        if self.keys or not space:
            self.press(f"[data-piece='{key}']")
        elif not self.page.locator(f".fan [data-piece='{key}']").count():
            self._clear(space)
            x, y = self.sitter.point(space)
            open_to_see = self.page.evaluate(WHERE, key)
            self.page.mouse.click(*(open_to_see or (x, y)))
            self.sitter.until(f"v.revision !== {before} || document.querySelector(\".fan [data-piece='{key}']\")")
        if self.sitter.revision == before and self.page.locator(f".fan [data-piece='{key}']").count():
            self.page.locator(f".fan [data-piece='{key}']").click()
        self._which(before, option)

    def space(self, space: str, option: dict[str, Any]) -> None:
        before = self.sitter.revision
        if self.keys:
            self._enter(f".target[data-space='{space}']")
        else:
            self._clear(space)
            self.page.mouse.click(*self.sitter.point(space))
            self.page.wait_for_timeout(1500)
            if not self.sitter.look(f"v.revision !== {before} || v.busy || document.querySelector('.fan button.chip')"):
                self.page.mouse.click(*self.sitter.point(space))  # the map had begun to glide under the first click
        self._which(before, option)

    def _clear(self, space: str) -> None:
        """A stack that is fanned out elsewhere may lie over the place."""
        if self.page.locator(".fan").count():
            self.page.keyboard.press("Escape")
            self.sitter.until("!document.querySelector('.fan')")

    def _which(self, before: int, option: dict[str, Any]) -> None:
        """Where several things may be done there, say which."""
        chip = self.page.locator(".fan button.chip", has_text=option.get("label", "")).first
        self.sitter.until(f"v.revision !== {before} || document.querySelector('.fan button.chip') || v.busy")
        self.sitter.until("v.busy === 0")
        if self.sitter.revision == before and chip.count():
            chip.focus()
            chip.press("Enter")

    def _enter(self, selector: str) -> None:
        target = self.page.locator(selector).first
        target.wait_for(state="attached")
        assert target.evaluate("e => e.tabIndex >= 0"), f"Tab does not come to {selector}"
        target.focus()
        assert target.evaluate("e => e === document.activeElement"), f"{selector} takes no focus"
        self.page.keyboard.press("Enter")
