"""7.5 Reorganization: blocks that have rested gain strength when the battles are over."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import Bar, Choice, Next, Offer, choose, goto, left, only, procedure, step, tell

from ..changes import gain
from ..state import Order, State
from ..witnessed import betray
from .bars import SOMEBODY_MUST, elsewhere, named, strangers, tired, whole
from .executors import dispensable
from .seats import commander_asked
from .tokens import OrderInHand, remove_order, tell_order


def restless(s: State, order: Order, rule: str = "7.2ac") -> Iterator[Bar]:
    """[7.2ac, 7.2af, 7.6c, 7.71b] Blocks that do not stand in the area of an order, began out of supply or have done
    something since."""
    yield strangers(s, order.command)
    yield elsewhere(s, order.area, rule)
    yield from tired(s)
    yield Bar(rule, s.moved, named(s, "has moved in this phase."))
    yield Bar("7.71b", s.unsupplied, "It began the phase out of supply.")


def not_reorganizable(s: State, order: Order) -> Iterator[Bar]:
    """[7.2ac, 7.2ae, 7.3i, 7.5] Blocks that may not reorganize: who fought only if he was named for it in a battle that
    his side won; nobody whom another order needs, unless they are all needed (S69)."""
    unnamed = "It fought, and was not named to reorganize in a battle that its side won."
    bars = (*restless(s, order), whole(s, "7.2ad", "7.2ac"), Bar("7.2ae", s.fought & ~s.named, unnamed))
    able = left(bars)
    yield from bars
    spared = dispensable(s, able, order) or able
    yield only("7.3i", spared, "Another order could not be carried out without this block.")


def reorganizers(s: State, order: Order) -> list[int]:
    """[7.5] Blocks that may reorganize."""
    return left(not_reorganizable(s, order))


@procedure(who=commander_asked)
class ReorganizeOrder(OrderInHand):
    """[7.2ac, 7.2ad, 7.5] One block of an area gains a strength point."""

    @step("7.2ac")
    def any_one(self, s: State) -> Next:
        return None if reorganizers(s, self.order(s)) else goto("none")

    @choose(
        "7.2ac", "7.2ad", "7.5", prompt="Reorganization at {place}: which block gains a strength point?", always=True
    )
    def pick(self, s: State) -> Choice:
        """In worlds that an enemy imagines all blocks may be whole: he does not know their strength."""
        able = Offer("block", "piece", not_reorganizable(s, self.order(s)), "Reorganize")
        return [able, Offer("nobody", "button", (Bar("7.3i", bool(able), SOMEBODY_MUST),), "No block")]

    pick.to("nobody")

    @pick.on("block")
    def _(self, s: State, piece: int) -> Next:
        gain(s, piece)
        betray(s, 1 << piece, "men")
        s.executed |= 1 << piece
        tell(s, "7.5", "reorganized", block=piece, unit=s.unit[piece], area=s.place[piece])
        return goto("over")

    @step("7.3k")
    def none(self, s: State) -> None:
        tell_order(s, "7.3k", "unfulfilled", self.order(s))

    @step("7.5")
    def over(self, s: State) -> None:
        remove_order(s, self.order(s))
