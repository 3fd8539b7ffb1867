"""7.5 Reorganization and 7.6 Rail Transport: what blocks do behind the front when the battles are over."""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.asking import commander_asked
from vistula.games.strike_of_the_eagle.blocks import depart, gain, send
from vistula.games.strike_of_the_eagle.effects import rail_cut
from vistula.games.strike_of_the_eagle.matching import along_rails, dispensable, fresh, pieces_of, rail_areas, rail_line
from vistula.games.strike_of_the_eagle.model import command_side, piece_side
from vistula.games.strike_of_the_eagle.queries import is_leader, own_depot
from vistula.games.strike_of_the_eagle.stacking import may_stand, prove
from vistula.games.strike_of_the_eagle.state import NONE, Order, State
from vistula.games.strike_of_the_eagle.tokens import order_by_id, order_ref, remove_order
from vistula.games.strike_of_the_eagle.traces import betray
from vistula.kernel import Choice, Frame, Next, Option, choose, goto, procedure, step, tell


def at_rest(s: State, order: Order) -> list[int]:
    """[7.2ac, 7.2af, 7.6c] Blocks in the area of an order that began in supply and have done nothing since."""
    return [
        p
        for p in pieces_of(s, order.command)
        if s.place[p] == order.area and fresh(s, p) and not (s.moved | s.unsupplied) >> p & 1
    ]


def spared(s: State, order: Order, able: list[int]) -> list[int]:
    """[7.3i, 7.2af] Of some blocks those that no other order needs (S69)."""
    return dispensable(s, able, order)


def unfulfilled(s: State, order: Order) -> None:
    tell(s, "7.3k", "unfulfilled", side=command_side(order.command), order=order_ref(order), area=order.area)


# -- 7.5 reorganization -----------------------------------------------------------------------------------------


def reorganizers(s: State, order: Order) -> list[int]:
    """[7.2ac, 7.2ae, 7.5] Blocks that may reorganize: below their maximum; who fought only if he was named for it in
    a battle that his side won."""
    able = [
        p
        for p in at_rest(s, order)
        if s.sp[p] < s.m.max_sp[s.unit[p]] and not is_leader(s, p) and (not s.fought >> p & 1 or s.named >> p & 1)
    ]
    return spared(s, order, able) or able


@procedure
class ReorganizeOrder(Frame):
    """[7.2ac, 7.2ad, 7.5] One block of an area gains a strength point."""

    id: int
    command: int

    @step("7.2ac")
    def any_one(self, s: State) -> Next:
        return None if reorganizers(s, order_by_id(s, self.id)) else goto("none")

    @choose(
        "7.2ac",
        "7.2ad",
        "7.5",
        who=commander_asked,
        prompt="Reorganization at {place}: which block gains a strength point?",
        always=True,
    )
    def pick(self, s: State) -> Choice:
        """In worlds that an enemy imagines all blocks may be whole: he does not know their strength."""
        able = reorganizers(s, order_by_id(s, self.id))
        nobody = [] if able else [0]
        return [Option("block", able, "piece", "Reorganize"), Option("nobody", nobody, label="No block")]

    @pick.on("nobody")
    def _(self, s: State, _: int) -> None: ...

    @pick.on("block")
    def _(self, s: State, piece: int) -> Next:
        gain(s, piece)
        betray(s, 1 << piece, "men")
        s.executed |= 1 << piece
        tell(s, "7.5", "reorganized", block=piece, unit=s.unit[piece], area=s.place[piece])
        return goto("over")

    @step("7.3k")
    def none(self, s: State) -> None:
        unfulfilled(s, order_by_id(s, self.id))

    @step("7.5")
    def over(self, s: State) -> None:
        remove_order(s, order_by_id(s, self.id))


# -- 7.6 rail transport -----------------------------------------------------------------------------------------


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
