"""5.0 Depot actions: new depots in turn, one removal each, what depots cost and what becomes of those not paid for."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import Hex, HexSet
from vistula.kernel import AGAIN, Bar, Choice, Next, Offer, Option, choose, goto, left, only, procedure, runs, tell
from vistula.kernel.procedure import step
from vistula.kernel.views import Refusal
from vistula.parts.words import count

from ..cards.actions import BeforeDepots
from ..changes import establish, remove_depot, spend
from ..state import State
from .alternation import OpenAlternation, whose_turn
from .arrange import arranges, arranging
from .bars import nobody, placed
from .seats import acting, higher_trp, opponent
from .supply_lines import depot_chain, linked_depots

LINKED, UNLINKED = 1, 2  # what a depot costs each turn [5.3a, 5.3b]


def depot_cost(s: State, side: int) -> int:
    """[5.3a, 5.3b] What a side's depots cost this turn: one point each, two for those without a link (H-37)."""
    return _cost(s, side, linked_depots(s, side))


def _cost(s: State, side: int, linked: HexSet) -> int:
    alone = s.depots[side] & ~linked
    return LINKED * linked.bit_count() + UNLINKED * alone.bit_count()


def no_city(s: State, side: int, removed: bool = False) -> Iterator[Bar]:
    """[5.2a, 5.4a] Hexes that are no city of a side without a depot; `removed`: it has removed one."""
    name = s.m.hex_name

    def there(hex: Hex) -> Refusal:
        if removed:
            return Refusal("5.4a", f"you have removed one depot this turn; the one in {name(hex)} stays")
        return Refusal("5.2a", f"{name(hex)} has a depot")

    yield Bar("5.2a", s.depots[side], there)
    yield only("5.2a", s.m.cities, placed(s, "{} is no city"))
    yield nobody(s, side, "5.2a")


def no_site(s: State, side: int, chain: tuple[HexSet, HexSet], removed: bool = False) -> Iterator[Bar]:
    """[5.2a, 5.2b, 5.3a, 5.4a] Hexes in which a side with this chain of depots cannot establish one now."""
    points = s.rp[side]
    yield from no_city(s, side, removed)
    linked, reached = chain
    far = placed(s, f"{{}} is too far from your depots: no more than {s.m.supply_range} hexes may lie between")
    yield only("5.2b", reached, far)
    if _cost(s, side, linked) + LINKED > points:  # else there is enough, whatever is linked (H-5)
        left = f"and {count(points, 'resource point')} are left"
        yield Bar(
            "5.3a",
            lambda hex: cost_with(s, side, hex) > points,
            lambda hex: f"the depots would cost {cost_with(s, side, hex)}, {left}",
        )


def depot_sites(s: State, side: int) -> list[Hex]:
    """[5.2a, 5.2b] Cities in which a side may establish a depot now and can pay for it (H-5)."""
    return left(no_site(s, side, depot_chain(s, side)))


def cost_with(s: State, side: int, hex: Hex) -> int:
    """A new depot may link others and so make them cheaper."""
    before = s.depots[side]
    twin = s.copy()
    twin.depots[side] = before | 1 << hex
    return depot_cost(twin, side)


def kept(s: State, side: int, removed: bool) -> Iterator[Bar]:
    """[5.4a] Hexes in which a side has no depot that it may remove: one a turn."""
    yield Bar("5.4a", removed, "you have removed one depot this turn")
    yield only("5.4a", s.depots[side], placed(s, "there is no depot of yours in {}"))


@procedure
class DepotPhase(OpenAlternation):
    """5.1 Players alternate; whoever declines has no further depot action this turn."""

    removed: int = 0  # sides that have removed a depot of their own
    paid: int = 0  # sides that have paid for their depots

    def surely_able(self, s: State, side: int) -> bool:
        return bool(s.depots[side] and not self.removed >> side & 1) or bool(depot_sites(s, side))

    cards = runs(BeforeDepots, "3.2c")

    @step("5.1a")
    def begin(self, s: State) -> None:
        self.side = higher_trp(s)

    whose = whose_turn("5.1a", "5.1b", end=goto("costs"))

    @arranges
    @choose(
        "5.1a", "5.1b", "5.2a", "5.4a", who=acting,
        prompt="Establish a depot, remove one, or end your depot actions.", always=True,
    )  # fmt: skip
    def actions(self, s: State) -> Choice:
        side, removed = self.side, bool(self.removed >> self.side & 1)
        chain = depot_chain(s, side)
        short = "depots_short" if _cost(s, side, chain[0]) > s.rp[side] else ""
        return [
            Offer("establish", "space", no_site(s, side, chain, removed), "Establish a depot"),
            Offer("remove", "space", kept(s, side, removed), "Remove this depot"),
            *arranging(s, side),
            Option("pass", label="No more depot actions", warn=short, publish=True),
        ]

    @actions.on("establish")
    def _(self, s: State, hex: Hex) -> Next:
        establish(s, self.side, hex)
        return self.acted()

    @actions.on("remove")
    def _(self, s: State, hex: Hex) -> Next:
        self.removed |= 1 << self.side
        remove_depot(s, self.side, hex, "5.4a")
        return self.acted()

    @actions.on("pass", goto("whose"))
    def _(self, s: State, _: int) -> None:
        self.passes(s, True)

    @step("5.3a", "5.3b", "5.3c")
    def costs(self, s: State) -> None:
        self.side = higher_trp(s)

    @choose("5.4b", who=opponent, prompt="{side:side} cannot pay for its depots. Which one goes?")
    def shortfall(self, s: State) -> Choice:
        if depot_cost(s, self.side) <= s.rp[self.side]:
            return goto("pay")
        stays = only("5.4b", s.depots[self.side], placed(s, "there is no depot in {} that could be removed"))
        return [Offer("remove", "space", (stays,), "Remove this depot")]

    @shortfall.on("remove", AGAIN)
    def _(self, s: State, hex: Hex) -> None:
        remove_depot(s, self.side, hex, "5.4b")  # one at a time, as links and costs change (H-6)

    @step("5.3a", "5.3b")
    def pay(self, s: State) -> Next:
        cost = depot_cost(s, self.side)
        spend(s, self.side, cost)
        tell(s, "5.3a", "depots_paid", side=self.side, points=cost, left=s.rp[self.side])
        self.paid |= 1 << self.side
        self.side = 1 - self.side
        return goto("shortfall") if self.paid != 3 else None
