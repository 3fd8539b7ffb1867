"""The largest board, Red Star/White Eagle's 1,836 hexes, as a game with nothing on it: what the map alone costs."""

from __future__ import annotations

import random
from functools import cached_property

from vistula.board.picture import BoardPicture
from vistula.games.red_star_white_eagle.board import STYLE, read_board
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
from vistula.kernel.views import Catalog, SeatView, View

SEATS = (SeatId("russia"), SeatId("poland"))


class Nothing(State):
    def copy(self) -> Nothing:
        return Nothing(self.ended)


@procedure
class Looking(Frame):
    @choose("1.1", who=lambda f, s: SEATS[0], prompt="Look at the map.", always=True)
    def look(self, s: Nothing) -> Choice:
        return [Option("look", label="Look")]

    @look.on("look")
    def _(self, s: Nothing, _: int) -> Next:
        return AGAIN


class Bare(Title[Nothing]):
    id = "bare"
    name = "The bare board"
    version = "1"
    seats = SEATS
    scenarios = (Scenario("only", "The map", 1, (SEATS,)),)
    options = (UNDO,)
    state = Nothing
    procedures = (Looking,)
    checklist = Checklist([Rule(id="1.1", title="Look", says="Look.")], [])
    data_hash = "bare"
    diary: dict[str, str] = {}
    ref_kinds: dict[str, str] = {}

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[Nothing, list[Frame]]:
        return Nothing(), [Looking()]

    def mask(self, s: Nothing, seat: SeatId) -> Nothing:
        return s

    def fill(self, m: Nothing, seat: SeatId, rng: random.Random) -> Nothing:
        return m.copy()

    def result(self, s: Nothing) -> Result | None:
        return None

    def turn(self, s: Nothing) -> int:
        return 1

    def name_of(self, kind: str, arg: int) -> str:
        return str(arg)

    def arg_of(self, kind: str, text: str) -> int:
        return int(text)

    def view(self, seat: Seat[Nothing]) -> View:
        seats = [SeatView(id, id, on_move=id == SEATS[0]) for id in SEATS]
        return View(self.id, seat.id, 1, "looking", seats=seats, decision=seat.decision_view(), waiting=seat.waiting)

    @cached_property
    def picture(self) -> BoardPicture:
        return BoardPicture(read_board().map, STYLE)

    def catalog(self) -> Catalog:
        return Catalog(self.id, self.name, self.picture.width, self.picture.height, self.picture.spaces())

    def board(self, view: View | None = None) -> str:
        return self.picture.map()


register("bare", lambda pack: Bare())
