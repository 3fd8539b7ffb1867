"""A title with next to nothing in it: what is left when a benchmark wants only the table, or only the map."""

from __future__ import annotations

import random
from typing import Generic, TypeVar

from vistula.kernel import UNDO, Result, Scenario, SeatId, State, Title
from vistula.kernel.checklist import Checklist, Rule
from vistula.kernel.views import Catalog

S = TypeVar("S", bound=State)


class Small(Title[S], Generic[S]):
    """One scenario, one rule, no secrets, no end; things are called by their numbers."""

    version = "1"
    seats = (SeatId("russia"), SeatId("poland"))
    scenarios = (Scenario("only", "The only one", 1, (seats,)),)
    options = (UNDO,)
    checklist = Checklist([Rule(id="1.1", title="The only one", says="Go on.")], [])
    data_hash = "small"
    diary: dict[str, str] = {}
    ref_kinds: dict[str, str] = {}

    def mask(self, s: S, seat: SeatId) -> S:
        return s

    def fill(self, m: S, seat: SeatId, rng: random.Random) -> S:
        return m.copy()

    def result(self, s: S) -> Result | None:
        return None

    def turn(self, s: S) -> int:
        return 1

    def name_of(self, kind: str, arg: int) -> str:
        return str(arg)

    def arg_of(self, kind: str, text: str) -> int:
        return int(text)

    def catalog(self) -> Catalog:
        return Catalog(self.id, self.name, 1, 1)
