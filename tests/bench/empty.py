"""A game with nothing in it: one verb that counts. What it costs at a table is what the table itself costs."""

from __future__ import annotations

from bench.small import Small
from vistula.kernel import AGAIN, Choice, Frame, Next, Option, Seat, State, choose, procedure, register
from vistula.kernel.views import View

EVERY = 4
"""One action in so many is published to the other seat, as in play it is about one in so many."""


class Count(State):
    n: int = 0

    def copy(self) -> Count:
        return Count(self.ended, self.n)


@procedure
class Counting(Frame):
    @choose("1.1", who=lambda f, s: Empty.seats[0], prompt="Count.", always=True)
    def ask(self, s: Count) -> Choice:
        return [Option("count", publish=not s.n % EVERY)]

    @ask.on("count")
    def _(self, s: Count, _: int) -> Next:
        s.n += 1
        return AGAIN


class Empty(Small[Count]):
    id = "empty"
    name = "Empty"
    state = Count
    procedures = (Counting,)

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[Count, list[Frame]]:
        return Count(), [Counting()]

    def view(self, seat: Seat[Count]) -> View:
        decision = seat.decision_view()
        return View(self.id, seat.id, seat.s.n, "count", decision=decision, waiting=seat.waiting, undo=seat.undo)


register("empty", lambda pack: Empty())
