"""The largest board, Red Star/White Eagle's 1,836 hexes, as a game with nothing on it: what the map alone costs."""

from __future__ import annotations

from functools import cached_property

from bench.small import Small
from vistula.art.picture import BoardPicture
from vistula.games.red_star_white_eagle.board import STYLE, read_board
from vistula.kernel import AGAIN, Choice, Frame, Next, Option, Seat, State, choose, procedure, register
from vistula.kernel.views import Catalog, SeatView, View


class Nothing(State):
    def copy(self) -> Nothing:
        return Nothing(self.ended)


@procedure
class Looking(Frame):
    @choose("1.1", who=lambda f, s: Bare.seats[0], prompt="Look at the map.", always=True)
    def look(self, s: Nothing) -> Choice:
        return [Option("look", label="Look")]

    @look.on("look")
    def _(self, s: Nothing, _: int) -> Next:
        return AGAIN


class Bare(Small[Nothing]):
    id = "bare"
    name = "The bare board"
    state = Nothing
    procedures = (Looking,)

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[Nothing, list[Frame]]:
        return Nothing(), [Looking()]

    def view(self, seat: Seat[Nothing]) -> View:
        seats = [SeatView(id, id, on_move=id == self.seats[0]) for id in self.seats]
        return View(self.id, seat.id, 1, "looking", seats=seats, decision=seat.decision_view(), waiting=seat.waiting)

    @cached_property
    def picture(self) -> BoardPicture:
        return BoardPicture(read_board().map, STYLE)

    def catalog(self) -> Catalog:
        return Catalog(self.id, self.name, self.picture.width, self.picture.height, self.picture.spaces())

    def board(self, view: View | None = None) -> str:
        return self.picture.map()


register("bare", lambda pack: Bare())
