"""A title without rules of its own, for tests that try one procedure at a time.

`table(Frame(...))` is a game of two or three seats whose state is a list of notes and one secret that only `a`
may know.
"""

from __future__ import annotations

import random
from typing import Any

from vistula.kernel import (
    UNDO,
    UNKNOWN,
    Action,
    Frame,
    Game,
    Option,
    Result,
    Scenario,
    Seat,
    SeatId,
    State,
    TableOption,
    Title,
)
from vistula.kernel.checklist import Checklist, Rule
from vistula.kernel.game import begin
from vistula.kernel.views import Catalog, View

A, B, C = SeatId("a"), SeatId("b"), SeatId("c")
RULES = ("1.1", "1.2", "1.3", "2.1", "2.2")


class Pad(State):
    notes: list[Any] = []
    secret: int = 0
    turn: int = 1

    def copy(self) -> Pad:
        return Pad(self.ended, self.notes[:], self.secret, self.turn)


class Small(Title[Pad]):
    id = "small"
    name = "Small"
    version = "1"
    seats = (A, B)
    scenarios = (Scenario("only", "The only one", 1, ((A, B),)),)
    options = (UNDO, TableOption("speed", "Speed", ("slow", "fast")))
    state = Pad
    windows = ("react", "other")
    checklist = Checklist([Rule(id=id, title=id, says=id) for id in RULES], [])
    data_hash = "none"
    diary = {"noted": "Noted: {what}.", "hidden": "The secret is {secret}."}
    ref_kinds = {"place": "space"}

    def __init__(self, stack: list[Frame], seats: tuple[SeatId, ...] = (A, B), secret: int = 0) -> None:
        self.stack = stack
        self.seats = seats
        self.scenarios = (Scenario("only", "The only one", 1, (seats,)),)
        self.secret = secret
        self.procedures = tuple({type(frame) for frame in stack})

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[Pad, list[Frame]]:
        return Pad(secret=self.secret), [frame.copy() for frame in self.stack]

    def mask(self, s: Pad, seat: SeatId) -> Pad:
        if seat == A:
            return s
        m = s.copy()
        m.secret = UNKNOWN
        return m

    def fill(self, m: Pad, seat: SeatId, rng: random.Random) -> Pad:
        if m.secret != UNKNOWN:
            return m
        s = m.copy()
        s.secret = rng.randrange(2)
        return s

    def veil(self, s: Pad, seat: SeatId, name: str, value: Any) -> Any:
        return UNKNOWN if name == "secret" and seat != A else value

    def result(self, s: Pad) -> Result | None:
        return Result((A,), "win", "1.1")

    def turn(self, s: Pad) -> int:
        return s.turn

    def name_of(self, kind: str, arg: int) -> str:
        return f"place{arg}" if kind == "space" else str(arg)

    def arg_of(self, kind: str, text: str) -> int:
        return int(text.removeprefix("place"))

    def view(self, seat: Seat[Pad]) -> View:
        return View(self.id, seat.id, 1, "", decision=seat.decision_view(), waiting=seat.waiting, undo=seat.undo)

    def catalog(self) -> Catalog:
        return Catalog(self.id, self.name, 1, 1)


def table(*stack: Frame, seats: tuple[SeatId, ...] = (A, B), secret: int = 0, **options: str) -> Game[Pad]:
    """A game of these procedures at its first decision."""
    return begin(Small(list(stack), seats, secret), None, 1, None, options)


def a(frame: Any, s: Pad) -> SeatId:
    return A


def b(frame: Any, s: Pad) -> SeatId:
    return B


def both(frame: Any, s: Pad) -> list[SeatId]:
    return [A, B]


def yes_no() -> list[Option]:
    return [Option("yes"), Option("no")]


YES, NO = Action("yes"), Action("no")
