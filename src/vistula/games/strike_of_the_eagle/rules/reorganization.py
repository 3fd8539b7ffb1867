"""7.5 Reorganization: blocks that have rested gain strength when the battles are over."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.games.strike_of_the_eagle.changes import gain
from vistula.games.strike_of_the_eagle.model import command_side
from vistula.games.strike_of_the_eagle.rules.bars import SOMEBODY_MUST, elsewhere, named, strangers, tired, whole
from vistula.games.strike_of_the_eagle.rules.executors import dispensable
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.tokens import order_by_id, order_ref, remove_order
from vistula.games.strike_of_the_eagle.state import Order, State
from vistula.games.strike_of_the_eagle.witnessed import betray
from vistula.kernel import Bar, Choice, Frame, Next, Offer, choose, goto, left, only, procedure, step, tell


def restless(s: State, order: Order, rule: str = "7.2ac") -> Iterator[Bar]:
    """[7.2ac, 7.2af, 7.6c, 7.71b] Blocks that do not stand in the area of an order, began out of supply or have done
    something since."""
    yield strangers(s, order.command)
    yield elsewhere(s, order.area, rule)
    yield from tired(s)
    yield Bar(rule, s.moved, named(s, "has moved in this phase."))
    yield Bar("7.71b", s.unsupplied, "It began the phase out of supply.")


def at_rest(s: State, order: Order) -> list[int]:
    """[7.2ac] Blocks in the area of an order that began in supply and have done nothing since."""
    return left(restless(s, order))


def unfulfilled(s: State, order: Order) -> None:
    tell(s, "7.3k", "unfulfilled", side=command_side(order.command), order=order_ref(order), area=order.area)


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
        able = Offer("block", "piece", not_reorganizable(s, order_by_id(s, self.id)), "Reorganize")
        return [able, Offer("nobody", "button", (Bar("7.3i", bool(able), SOMEBODY_MUST),), "No block")]

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
