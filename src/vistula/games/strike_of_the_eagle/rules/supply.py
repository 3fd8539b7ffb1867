"""7.7 Supply: who is out of it when an operation phase ends, and what that costs, all at once."""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.kernel import Call, Frame, Next, disclose, goto, procedure, step, tell

from ..cards.effects import carts
from ..cards.windows import NO_SUPPLY, Eliminated, SupplyWindow
from ..changes import lose, remove_garrison, show
from ..model import BOTH, piece_side
from ..state import State
from ..witnessed import mark_supply
from .depots import connected
from .seats import all_seats
from .victory import perish


@procedure
class SupplyCheck(Frame):
    """[7.7a] Who is cut off is marked; then blocks lose, the last points are fatal, and garrisons are removed.

    Everything follows from the position before the first loss (S17).
    """

    cut_off: list[int] = []  # garrisons by side
    dying: list[int] = []  # pieces
    saved: int = 0

    @step("7.7a", "7.7b")
    def mark(self, s: State) -> Next:
        """Markers of the last check go where supply has been found again (S52)."""
        disclose(s, "7.71a", all_seats(s), None)
        mark_supply(s)
        self.cut_off = [s.garrisons[side] & ~connected(s, side) for side in BOTH]
        for p in bits(s.unsupplied):
            tell(s, "7.71a", "out_of_supply", block=p, unit=s.unit[p], area=s.place[p])
        return SupplyWindow()

    @step("7.71a")
    def losses(self, s: State) -> None:
        """Leaders are never out of supply."""
        for p in bits(s.unsupplied):
            if not carts(s, piece_side(p), s.place[p]) and lose(s, p):
                s.sp[p] = 1
                self.dying.append(p)

    @step("7.71c")
    def next_death(self, s: State) -> Next:
        if not self.dying:
            return goto("garrisons")
        return Call(Eliminated(piece=self.dying[0], cause=NO_SUPPLY), None, "saved")

    @step("7.71c", "7.71d")
    def death(self, s: State) -> Next:
        """Its equipment is lost for good, which is worth a point to the enemy; it lies open beside the map."""
        piece = self.dying.pop(0)
        show(s, 1 << piece, "7.71c")
        tell(s, "7.71c", "starved", block=piece, unit=s.unit[piece], area=s.place[piece])
        perish(s, piece, self.saved, s.m.charts.points.no_supply, "7.71d")
        self.saved = 0
        return goto("next_death")

    @step("7.71e")
    def garrisons(self, s: State) -> None:
        for side in BOTH:
            for area in bits(self.cut_off[side] & s.garrisons[side]):
                remove_garrison(s, side, area)
                tell(s, "7.71e", "garrison_starved", side=side, area=area)
