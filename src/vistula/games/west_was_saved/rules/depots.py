"""5.0 Depot actions: new depots in turn, one removal each, what depots cost and what becomes of those not paid for."""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet, members
from vistula.games.west_was_saved.cards.actions import BeforeDepots
from vistula.games.west_was_saved.changes import establish, remove_depot, spend
from vistula.games.west_was_saved.rules.alternation import Alternation
from vistula.games.west_was_saved.rules.arrange import arranges, arranging
from vistula.games.west_was_saved.rules.seats import acting, higher_trp, opponent
from vistula.games.west_was_saved.rules.supply_lines import linked_depots, supply_reach
from vistula.games.west_was_saved.state import State
from vistula.kernel import AGAIN, Choice, Next, Option, choose, goto, procedure, step, tell

LINKED, UNLINKED = 1, 2  # what a depot costs each turn [5.3a, 5.3b]


def depot_cost(s: State, side: int) -> int:
    """[5.3a, 5.3b] What a side's depots cost this turn: one point each, two for those without a link (H-37)."""
    linked = linked_depots(s, side)
    alone = s.depots[side] & ~linked
    return LINKED * linked.bit_count() + UNLINKED * alone.bit_count()


def depot_cities(s: State, side: int) -> HexSet:
    """[5.2a] Cities that a friendly combat unit occupies and that have no depot yet."""
    return s.m.cities & s.occupied[side] & ~s.depots[side]


def chain_reach(s: State, side: int) -> HexSet:
    """[5.2b, 5.2c] Hexes that a new depot would join to the primary source, those of this turn counted."""
    return supply_reach(s, side, linked_depots(s, side), s.m.supply_range)


def depot_sites(s: State, side: int) -> list[Hex]:
    """[5.2a, 5.2b] Cities in which a side may establish a depot now and can pay for it (H-5)."""
    sites = depot_cities(s, side) & chain_reach(s, side)
    if depot_cost(s, side) + LINKED <= s.rp[side]:
        return members(sites)
    return [hex for hex in members(sites) if _cost_with(s, side, hex) <= s.rp[side]]


def _cost_with(s: State, side: int, hex: Hex) -> int:
    """A new depot may link others and so make them cheaper."""
    before = s.depots[side]
    twin = s.copy()
    twin.depots[side] = before | 1 << hex
    return depot_cost(twin, side)


def removable(s: State, side: int, removed: int) -> bool:
    """[5.4a] Whether a side has a depot that it may remove: one a turn."""
    return bool(s.depots[side]) and not removed >> side & 1


@procedure
class DepotPhase(Alternation):
    """5.1 Players alternate; whoever declines has no further depot action this turn.

    All that decides who is able lies open. Who is not is asked once nevertheless: he may rearrange his stacks (H-32).
    """

    removed: int = 0  # sides that have removed a depot of their own
    paid: int = 0  # sides that have paid for their depots

    def seems_able(self, s: State, side: int) -> bool:
        return self.surely_able(s, side) or not self.heard >> side & 1

    def surely_able(self, s: State, side: int) -> bool:
        return bool(removable(s, side, self.removed) or depot_sites(s, side))

    @step("3.2c")
    def cards(self, s: State) -> Next:
        return BeforeDepots()

    @step("5.1a")
    def begin(self, s: State) -> None:
        self.side = higher_trp(s)

    @step("5.1a", "5.1b")
    def whose(self, s: State) -> Next:
        return None if self.next_player(s) else goto("costs")

    @arranges
    @choose(
        "5.1a", "5.1b", "5.2a", "5.4a", who=acting,
        prompt="Establish a depot, remove one, or end your depot actions.", always=True,
    )  # fmt: skip
    def actions(self, s: State) -> Choice:
        side = self.side
        options = [Option("establish", depot_sites(s, side), "space", "Establish a depot")]
        if removable(s, side, self.removed):
            options.append(Option("remove", members(s.depots[side]), "space", "Remove this depot"))
        options += arranging(s, side)
        short = "depots_short" if depot_cost(s, side) > s.rp[side] else ""
        return [*options, Option("pass", label="No more depot actions", warn=short, publish=True)]

    @actions.on("establish")
    def _(self, s: State, hex: Hex) -> Next:
        establish(s, self.side, hex)
        self.acted()
        return goto("whose")

    @actions.on("remove")
    def _(self, s: State, hex: Hex) -> Next:
        self.removed |= 1 << self.side
        remove_depot(s, self.side, hex, "5.4a")
        self.acted()
        return goto("whose")

    @actions.on("pass")
    def _(self, s: State, _: int) -> Next:
        self.passes(s, True)
        return goto("whose")

    @step("5.3a", "5.3b", "5.3c")
    def costs(self, s: State) -> None:
        self.side = higher_trp(s)

    @choose("5.4b", who=opponent, prompt="{side:side} cannot pay for its depots. Which one goes?")
    def shortfall(self, s: State) -> Choice:
        if depot_cost(s, self.side) <= s.rp[self.side]:
            return goto("pay")
        return [Option("remove", members(s.depots[self.side]), "space", "Remove this depot")]

    @shortfall.on("remove")
    def _(self, s: State, hex: Hex) -> Next:
        remove_depot(s, self.side, hex, "5.4b")  # one at a time, as links and costs change (H-6)
        return AGAIN

    @step("5.3a", "5.3b")
    def pay(self, s: State) -> Next:
        cost = depot_cost(s, self.side)
        spend(s, self.side, cost)
        tell(s, "5.3a", "depots_paid", side=self.side, points=cost, left=s.rp[self.side])
        self.paid |= 1 << self.side
        self.side = 1 - self.side
        return goto("shortfall") if self.paid != 3 else None
