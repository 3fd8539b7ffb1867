"""7.6 Rail Transport: when the battles are over, blocks ride along railways in supply."""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.cards.effects import rail_cut
from vistula.games.strike_of_the_eagle.changes import depart, send
from vistula.games.strike_of_the_eagle.model import command_side, piece_side
from vistula.games.strike_of_the_eagle.rules.executors import (
    along_rails,
    rail_areas,
    rail_line,
)
from vistula.games.strike_of_the_eagle.rules.queries import own_depot
from vistula.games.strike_of_the_eagle.rules.reorganization import at_rest, spared, unfulfilled
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.stacking import may_stand, prove
from vistula.games.strike_of_the_eagle.rules.tokens import order_by_id, remove_order
from vistula.games.strike_of_the_eagle.state import NONE, Order, State
from vistula.kernel import Choice, Frame, Next, Option, choose, goto, procedure, step, tell


def passengers(s: State, order: Order) -> list[int]:
    """[7.6c, 7.2af] Blocks that may still ride: neither moved nor fought, and without another order (S69)."""
    able = [p for p in at_rest(s, order) if not s.fought >> p & 1 and stations(s, p)]
    return spared(s, order, able)


def stations(s: State, piece: int) -> list[int]:
    """[7.6a, 7.6b, 7.2ag] Where a block can ride to: up to 8 areas along rails, through clear areas in supply, to one
    with room (S24: a table may agree that only the last area must be in supply)."""
    side, start, more = piece_side(piece), 1 << s.place[piece], own_depot(s, piece)
    reached = along_rails(s, start, rail_line(s, side, more), s.m.charts.orders.rail_range) & ~start
    return [a for a in bits(reached & rail_areas(s, side, more)) if may_stand(s, side, a)]


@procedure
class RailOrder(Frame):
    """[7.2ag, 7.6a, 7.6d] Up to four blocks of an area ride, together or apart."""

    id: int
    command: int
    rode: int = 0
    piece: int = NONE

    @step("7.6a")
    def any_left(self, s: State) -> Next:
        order = order_by_id(s, self.id)
        cut = rail_cut(s, command_side(order.command)) or self.rode == s.m.charts.orders.rail_blocks
        return goto("over") if cut or not passengers(s, order) else None

    @choose(
        "7.6a",
        "7.6c",
        "7.2ag",
        who=commander_asked,
        prompt="Rail Transport from {place}: which block rides next?",
        always=True,
    )
    def pick(self, s: State) -> Choice:
        able = passengers(s, order_by_id(s, self.id))
        options = [Option("block", able, "piece", "Entrain")]
        enough = bool(self.rode) or not able
        return [*options, Option("done", label="No more blocks", publish=True)] if enough else options

    @pick.on("block")
    def _(self, s: State, piece: int) -> None:
        self.piece = piece

    @pick.on("done")
    def _(self, s: State, _: int) -> Next:
        return goto("over")

    @choose("7.6a", "7.6b", "7.6d", who=commander_asked, prompt="Where does {who} ride to?", always=True)
    def ride(self, s: State) -> Choice:
        return [
            Option("step", stations(s, self.piece), "space", "Ride here"),
            Option("back", label="Another block", free=True),
        ]

    @ride.on("step")
    def _(self, s: State, area: int) -> Next:
        piece = depart(s, self.piece)
        origin = s.place[piece]
        s.executed |= 1 << piece
        special = not rail_areas(s, piece_side(piece)) >> area & 1
        send(s, [piece], area)
        if special:
            prove(s, [piece], "7.6b")
        tell(s, "7.6a", "rides", block=piece, unit=s.unit[piece], area=origin, to_area=area)
        self.rode += 1
        self.piece = NONE
        return goto("any_left")

    @ride.on("back")
    def _(self, s: State, _: int) -> Next:
        return goto("pick")

    @step("7.6a", "7.3k")
    def over(self, s: State) -> None:
        order = order_by_id(s, self.id)
        if not self.rode:
            unfulfilled(s, order)
        remove_order(s, order)
