"""7.6 Rail Transport: when the battles are over, blocks ride along railways in supply."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.games.strike_of_the_eagle.cards.effects import rail_cut
from vistula.games.strike_of_the_eagle.changes import depart, send
from vistula.games.strike_of_the_eagle.model import command_side, piece_side
from vistula.games.strike_of_the_eagle.rules.bars import SOMEBODY_MUST, areas, no_standing, out_of_play, there
from vistula.games.strike_of_the_eagle.rules.executors import (
    along_rails,
    dispensable,
    rail_areas,
    rail_line,
)
from vistula.games.strike_of_the_eagle.rules.queries import own_depot
from vistula.games.strike_of_the_eagle.rules.reorganization import restless, unfulfilled
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.stacking import prove
from vistula.games.strike_of_the_eagle.rules.tokens import order_by_id, remove_order
from vistula.games.strike_of_the_eagle.state import NONE, Order, State
from vistula.kernel import Bar, Choice, Frame, Next, Offer, Option, choose, goto, left, only, procedure, step, tell


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
        rail_areas(s, side, more),
        lambda area: f"{s.m.area_name[area]} is not within {near} of a Supply Depot by a clear path.",
    )
    reached = along_rails(s, 1 << start, rail_line(s, side, more), most)
    yield only("7.6a", reached, lambda area: f"No railway in supply leads there within {areas(most)}.")


def stations(s: State, piece: int) -> list[int]:
    """[7.6a] Where a block can ride to."""
    return left(no_station(s, piece))


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
        able = Offer("block", "piece", not_riding(s, order_by_id(s, self.id)), "Entrain")
        owed = Bar("7.3i", bool(able) and not self.rode, SOMEBODY_MUST)
        return [able, Offer("done", "button", (owed,), "No more blocks", publish=True)]

    @pick.on("block")
    def _(self, s: State, piece: int) -> None:
        self.piece = piece

    @pick.on("done")
    def _(self, s: State, _: int) -> Next:
        return goto("over")

    @choose("7.6a", "7.6b", "7.6d", who=commander_asked, prompt="Where does {who} ride to?", always=True)
    def ride(self, s: State) -> Choice:
        return [
            Offer("step", "space", no_station(s, self.piece), "Ride here"),
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
