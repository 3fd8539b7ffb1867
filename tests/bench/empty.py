"""A game with nothing in it: one verb that counts. What it costs at a table is what the table itself costs."""

from __future__ import annotations

import random

from vistula.kernel import (
    AGAIN,
    UNDO,
    Choice,
    Frame,
    Next,
    Option,
    Result,
    Scenario,
    Seat,
    SeatId,
    State,
    Title,
    choose,
    procedure,
    register,
)
from vistula.kernel.checklist import Checklist, Rule
from vistula.kernel.views import Catalog, View

SEATS = (SeatId("a"), SeatId("b"))
EVERY = 4
"""One action in so many is published to the other seat, as in play it is about one in so many."""


class Count(State):
    n: int = 0

    def copy(self) -> Count:
        return Count(self.ended, self.n)


@procedure
class Counting(Frame):
    @choose("1.1", who=lambda f, s: SEATS[0], prompt="Count.", always=True)
    def ask(self, s: Count) -> Choice:
        return [Option("count", publish=not s.n % EVERY)]

    @ask.on("count")
    def _(self, s: Count, _: int) -> Next:
        s.n += 1
        return AGAIN


class Empty(Title[Count]):
    id = "empty"
    name = "Empty"
    version = "1"
    seats = SEATS
    scenarios = (Scenario("only", "The only one", 1, (SEATS,)),)
    options = (UNDO,)
    state = Count
    procedures = (Counting,)
    checklist = Checklist([Rule(id="1.1", title="Count", says="Count.")], [])
    data_hash = "empty"
    diary: dict[str, str] = {}
    ref_kinds: dict[str, str] = {}

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[Count, list[Frame]]:
        return Count(), [Counting()]

    def mask(self, s: Count, seat: SeatId) -> Count:
        return s

    def fill(self, m: Count, seat: SeatId, rng: random.Random) -> Count:
        return m.copy()

    def result(self, s: Count) -> Result | None:
        return None

    def turn(self, s: Count) -> int:
        return 1

    def name_of(self, kind: str, arg: int) -> str:
        return str(arg)

    def arg_of(self, kind: str, text: str) -> int:
        return int(text)

    def view(self, seat: Seat[Count]) -> View:
        decision = seat.decision_view()
        return View(self.id, seat.id, seat.s.n, "count", decision=decision, waiting=seat.waiting, undo=seat.undo)

    def catalog(self) -> Catalog:
        return Catalog(self.id, self.name, 1, 1)


register("empty", lambda pack: Empty())
