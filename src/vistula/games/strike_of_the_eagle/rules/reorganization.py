"""7.5 Reorganization: blocks that have rested gain strength when the battles are over."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.changes import gain
from vistula.games.strike_of_the_eagle.model import command_side
from vistula.games.strike_of_the_eagle.rules.executors import (
    dispensable,
    fresh,
    pieces_of,
)
from vistula.games.strike_of_the_eagle.rules.queries import is_leader
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.tokens import order_by_id, order_ref, remove_order
from vistula.games.strike_of_the_eagle.state import Order, State
from vistula.games.strike_of_the_eagle.witnessed import betray
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
