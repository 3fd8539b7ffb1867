"""7.6 Rail Transport: when the battles are over, blocks ride along railways in supply."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import Bar, Choice, Next, Offer, Option, choose, goto, left, only, procedure, step, tell
from vistula.parts.traces import within

from ..cards.effects import rail_cut
from ..changes import depart, send
from ..model import piece_side
from ..state import NONE, Order, State
from .bars import SOMEBODY_MUST, areas, no_standing, out_of_play, there
from .depots import depots, own_depot
from .executors import dispensable, rail_areas, rail_line
from .reorganization import restless
from .seats import commander_asked
from .stacking import prove
from .tokens import OrderInHand, remove_order, tell_order


def not_riding(s: State, order: Order) -> Iterator[Bar]:
    """[7.2af, 7.6a, 7.6c] Blocks that may not ride: moved or fought, with another order (S69), or nowhere to go."""
    bars = (*restless(s, order, "7.2af"), Bar("7.6c", s.fought, "It fought in this phase."))
    yield from bars
    yield only("7.2af", dispensable(s, left(bars), order), "It has another order to carry out.")
    words = "No station in supply with room can be reached from here."
    yield Bar("7.6a", lambda piece: not stations(s, piece), words)


def passengers(s: State, order: Order) -> list[int]:
    """[7.6c] Blocks that may still ride."""
    return left(not_riding(s, order))


def no_station(s: State, piece: int) -> Iterator[Bar]:
    """[7.6a, 7.6b, 7.2ag] Areas to which a block cannot ride: farther than 8 areas along rails through clear areas in
    supply, or without room (S24: a table may agree that only the last area must be in supply)."""
    side, start, more, most = piece_side(piece), s.place[piece], own_depot(s, piece), s.m.charts.orders.rail_range
    yield Bar("7.6a", 1 << start, there(s, "It is at ", " already."))
    yield Bar("7.6a", lambda area: not s.m.rail[area], there(s, "No railway runs through "))
    yield out_of_play(s)
    yield from no_standing(s, side, "7.6b")
    near = areas(s.m.charts.supply.rail)
    yield only(
        "7.6b",
        rail_areas(s, side, depots(s, side) | more),
        lambda area: f"{s.m.area_name[area]} is not within {near} of a Supply Depot by a clear path.",
    )
    reached = within(s.m.rail, 1 << start, rail_line(s, side, more), most)
    yield only("7.6a", reached, lambda area: f"No railway in supply leads there within {areas(most)}.")


def stations(s: State, piece: int) -> list[int]:
    """[7.6a] Where a block can ride to."""
    return left(no_station(s, piece))


@procedure(who=commander_asked)
class RailOrder(OrderInHand):
    """[7.2ag, 7.6a, 7.6d] Up to four blocks of an area ride, together or apart."""

    rode: int = 0
    piece: int = NONE

    @step("7.6a")
    def any_left(self, s: State) -> Next:
        order = self.order(s)
        cut = rail_cut(s, order.side) or self.rode == s.m.charts.orders.rail_blocks
        return goto("over") if cut or not passengers(s, order) else None

    @choose("7.6a", "7.6c", "7.2ag", prompt="Rail Transport from {place}: which block rides next?", always=True)
    def pick(self, s: State) -> Choice:
        able = Offer("block", "piece", not_riding(s, self.order(s)), "Entrain")
        owed = Bar("7.3i", bool(able) and not self.rode, SOMEBODY_MUST)
        return [able, Offer("done", "button", (owed,), "No more blocks", publish=True)]

    pick.to("block", into="piece")
    pick.to("done", goto("over"))

    @choose("7.6a", "7.6b", "7.6d", prompt="Where does {who} ride to?", always=True)
    def ride(self, s: State) -> Choice:
        return [
            Offer("step", "space", no_station(s, self.piece), "Ride here"),
            Option("back", label="Another block", free=True),
        ]

    @ride.on("step")
    def _(self, s: State, area: int) -> Next:
        piece = depart(s, self.piece)
        side, origin = piece_side(piece), s.place[piece]
        s.executed |= 1 << piece
        lithuanian = not rail_areas(s, side, depots(s, side)) >> area & 1
        send(s, [piece], area)
        if lithuanian:
            prove(s, [piece], "7.6b")
        tell(s, "7.6a", "rides", block=piece, unit=s.unit[piece], area=origin, to_area=area)
        self.rode += 1
        self.piece = NONE
        return goto("any_left")

    ride.to("back", goto("pick"))

    @step("7.6a", "7.3k")
    def over(self, s: State) -> None:
        order = self.order(s)
        if not self.rode:
            tell_order(s, "7.3k", "unfulfilled", order)
        remove_order(s, order)
