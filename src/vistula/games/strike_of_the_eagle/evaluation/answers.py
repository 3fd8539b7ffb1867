"""All questions have their answers when this is loaded; here stand those of no chapter."""

from __future__ import annotations

from typing import Any

from vistula.kernel import Action

from ..state import State
from . import battles, cards, moves, orders, reactions  # noqa: F401  (they declare what they answer)
from .scoring import Scores, always, answers, by_thing
from .survey import Survey

__all__ = ["answers"]


@answers("ReadHand.whose", "TrotskysTrain.share")
def plainly(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """A question that nothing depends on: the first answer."""
    return {offered[0]: 0.1}


@answers("WomensLegion.where", "PeasantCarts.where")
def worthiest(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Of some areas the one that is worth most, or has most blocks."""
    v = o.survey(seat)
    return {a: v.worth(a.arg) + v.danger(a.arg) + 0.1 * len(v.mine.get(a.arg, ())) for a in offered if a.arg}


@answers("Spies.where")
@by_thing()
def spy(v: Survey, s: State, area: int) -> float:
    return sum(s.unit[p] < 0 for p in v.theirs.get(area, ())) + v.field(area)


@answers("MoveOrder.name")
@by_thing("name")
def name_it(v: Survey, s: State, card: int) -> float:
    """A card that makes an order stronger is used with the first one."""
    return 1.0


answers("Reservation.reserve", "Combining.pick")(always("done"))
# There are counters enough as a rule; many small blocks attack from many sides.
answers("CounterStroke.which")(always("stay"))
# A victorious defender keeps his place.
