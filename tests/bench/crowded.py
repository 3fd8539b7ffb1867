"""The largest board with 240 counters in the middle of it, half of them lit: what a large game costs in its thick."""

from __future__ import annotations

from functools import cached_property

from bench.bare import Bare, Nothing
from vistula.board.hexes import members
from vistula.games.red_star_white_eagle.board import read_board
from vistula.kernel import AGAIN, Choice, Frame, Next, Option, Seat, choose, procedure, register
from vistula.kernel.views import Catalog, CounterFace, Mark, Overlay, PieceView, View

PIECES = 240
STACK = 2
NATIONS = {"poland": "pol", "russia": "rus"}


@procedure
class Choosing(Frame):
    @choose("1.1", who=lambda f, s: Crowded.seats[0], prompt="Choose a unit.", always=True)
    def pick(self, s: Nothing) -> Choice:
        return [Option("unit", list(range(PIECES // 2)), "piece", "Choose"), Option("look", label="Look")]

    @pick.on("unit")
    def _(self, s: Nothing, _: int) -> Next:
        return AGAIN

    @pick.on("look")
    def _(self, s: Nothing, _: int) -> Next:
        return AGAIN


class Crowded(Bare):
    id = "crowded"
    name = "The crowded board"
    procedures = (Choosing,)

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[Nothing, list[Frame]]:
        return Nothing(), [Choosing()]

    @cached_property
    def hexes(self) -> list[str]:
        """Hexes around the middle of the map, the nearest first: the one army stands in the west of it."""
        spaces = {space.id: space for space in self.picture.spaces()}
        board = read_board().map
        land = [spaces[board.grid.number(hex)] for hex in members(board.play) if board.terrain[hex] != "sea"]
        x, y = self.picture.width / 2, self.picture.height / 2
        near = sorted(land, key=lambda space: (space.x - x) ** 2 + (space.y - y) ** 2)[: PIECES // STACK]
        return [space.id for space in sorted(near, key=lambda space: -space.x)]

    def view(self, seat: Seat[Nothing]) -> View:
        view = super().view(seat)
        view.pieces = [self._piece(piece) for piece in range(PIECES)]
        view.marks = [Mark("control-poland", hex) for hex in self.hexes[::3]]
        return view

    def _piece(self, piece: int) -> PieceView:
        face = self.faces[piece]
        where = self.hexes[piece // STACK]
        return PieceView(str(piece), face.side, face=face.id, space=where, slot=piece % STACK, nation=face.nation)

    @cached_property
    def faces(self) -> list[CounterFace]:
        sides = ["russia"] * (PIECES // 2) + ["poland"] * (PIECES // 2)
        return [
            CounterFace(f"U-{i}", side, NATIONS[side], f"{i}", f"{i}th Division", "infantry" if i % 3 else "cavalry",
                        "XX", "army", f"{i % 6 + 1}-{i % 3 + 3}")
            for i, side in enumerate(sides)
        ]  # fmt: skip

    def overlay(self, seat: Seat[Nothing], kind: str, arg: int | None = None) -> Overlay:
        """Every hex painted and a line along many sides: the most that an overlay can be."""
        spaces = [space.id for space in self.picture.spaces()]
        grid = read_board().map.grid
        own = members(read_board().map.play)
        sides = [(grid.number(a), grid.number(b)) for a in own[::4] for b in grid.neighbours[a] if a < b]
        return Overlay(kind, "1.1", {"poland": spaces[::2], "russia": spaces[1::2]}, sides={"lines": sides})

    def catalog(self) -> Catalog:
        catalog = super().catalog()
        catalog.counters, catalog.overlays = self.faces, ["zoc"]
        return catalog


register("crowded", lambda pack: Crowded())
