"""7.2 Withdraw: where enemy blocks have come in, all blocks leave without a battle, at the cost of a strength point."""

from __future__ import annotations

from vistula.board.hexes import collect
from vistula.games.strike_of_the_eagle.cards.windows import Withdrawal
from vistula.games.strike_of_the_eagle.changes import depart, fall_back, lose, to_pool
from vistula.games.strike_of_the_eagle.model import command_side, foe
from vistula.games.strike_of_the_eagle.rules.executors import fresh
from vistula.games.strike_of_the_eagle.rules.queries import (
    UNLIMITED,
    all_seats,
    blocks_at,
    clear_distance,
    depots,
    is_mounted,
    kaunas,
    link_taken,
    own_depot,
)
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.stacking import Occupation, may_stand, prove
from vistula.games.strike_of_the_eagle.rules.tokens import order_by_id, remove_order
from vistula.games.strike_of_the_eagle.rules.victory import score
from vistula.games.strike_of_the_eagle.state import FRESH_WITHDRAW, NONE, State
from vistula.games.strike_of_the_eagle.witnessed import betray
from vistula.kernel import Call, Choice, Frame, Next, Option, choose, disclose, goto, procedure, step, tell


def havens(s: State, side: int, area: int, more: int = 0) -> list[int]:
    """[7.2v, 7.2y] Adjacent areas, by road or rail, without any enemy and with a clear path to a depot, which Kaunas is
    for some (S90); not over a link with incoming enemies, and only where there is room (S7)."""
    sources = depots(s, side) | more
    return [
        n
        for n in s.m.next[area]
        if may_stand(s, side, n)
        and not link_taken(s, side, area, n)
        and clear_distance(s, side, n, sources) < UNLIMITED
    ]


def withdrawing(s: State, side: int, area: int) -> list[int]:
    """[7.2u] The blocks that leave: all of them; a table may agree on those only that can still execute an order
    (S9)."""
    blocks = blocks_at(s, side, area)
    return [p for p in blocks if fresh(s, p)] if s.rulings & FRESH_WITHDRAW else blocks


def unhurried(s: State, side: int, area: int) -> bool:
    """[7.2x] Cavalry that only infantry attacks gets away without loss (S10)."""
    leaving, coming = withdrawing(s, side, area), blocks_at(s, foe(side), area)
    return all(is_mounted(s, p) for p in leaving) and not any(is_mounted(s, p) for p in coming)


@procedure
class WithdrawOrder(Frame):
    """[7.2t, 7.2u, 7.3d] One Withdraw order, revealed."""

    id: int
    command: int
    area: int = NONE
    waived: int = 0
    left: list[int] = []  # pieces that have still to go
    piece: int = NONE

    @step("7.33e", "7.2v")
    def occupy(self, s: State) -> Next:
        """Whose enemies have withdrawn holds the area before others withdraw there (S86)."""
        return Occupation()

    @step("7.2t")
    def begin(self, s: State) -> Next:
        """Nothing happens where no enemy block has come, or where no fresh block is left to lead (S9)."""
        order, side = order_by_id(s, self.id), command_side(self.command)
        self.area = order.area
        remove_order(s, order)
        ready = any(fresh(s, p) for p in blocks_at(s, side, self.area))
        if not ready or not blocks_at(s, foe(side), self.area):
            tell(s, "7.2t", "no_withdrawal", side=side, area=self.area)
            return goto("over")
        return None

    @step("7.2x")
    def cavalry(self, s: State) -> Next:
        side = command_side(self.command)
        free = unhurried(s, side, self.area)
        disclose(s, "7.2x", all_seats(s), free)
        if free:  # then everybody knows of all of them
            betray(s, collect(withdrawing(s, side, self.area)), "mounted")
            betray(s, collect(blocks_at(s, foe(side), self.area)), "foot")
        self.waived = int(free)
        return None if free else Call(Withdrawal(side=side, area=self.area), None, "waived")

    @step("7.2x")
    def covered(self, s: State) -> Next:
        return goto("set_out") if self.waived else None

    @choose(
        "7.2u",
        "7.2w",
        who=commander_asked,
        prompt="Which block loses a point as {area:space} is given up?",
        always=True,
    )
    def loss(self, s: State) -> Choice:
        return [Option("lose", withdrawing(s, command_side(self.command), self.area), "piece", "Loses a point")]

    @loss.on("lose")
    def _(self, s: State, piece: int) -> None:
        unit = s.unit[piece]
        tell(s, "7.2u", "rearguard", block=piece, unit=unit, area=self.area)
        if lose(s, piece):
            disclose(s, "7.2u", all_seats(s), unit)
            to_pool(s, piece)
            if s.m.leader[unit]:
                score(s, foe(command_side(self.command)), s.m.charts.points.leader_destroyed, "9.0c")

    @step("7.2u")
    def set_out(self, s: State) -> None:
        self.left = withdrawing(s, command_side(self.command), self.area)

    @step("7.2v", "7.2w")
    def next_block(self, s: State) -> Next:
        """Who finds no friendly area stands and fights."""
        side = command_side(self.command)
        if not self.left:
            return goto("over")
        if havens(s, side, self.area) != havens(s, side, self.area, kaunas(s, side)):
            prove(s, self.left, "7.2v")
        if not self.able(s):
            tell(s, "7.2w", "must_stand", side=side, area=self.area)
            return goto("over")
        return None

    def able(self, s: State) -> list[int]:
        """Blocks that have somewhere to go."""
        side = command_side(self.command)
        return [p for p in self.left if havens(s, side, self.area, own_depot(s, p))]

    @choose("7.2v", who=commander_asked, prompt="Which block leaves {area:space} next?")
    def block(self, s: State) -> Choice:
        return [Option("block", self.able(s), "piece", "This block")]

    @block.on("block")
    def _(self, s: State, piece: int) -> None:
        self.piece = piece

    @choose("7.2v", who=commander_asked, prompt="Where does {who} withdraw to?")
    def haven(self, s: State) -> Choice:
        found = havens(s, command_side(self.command), self.area, own_depot(s, self.piece))
        return [Option("step", found, "space", "Withdraw here")]

    @haven.on("step")
    def _(self, s: State, area: int) -> Next:
        """All that is left behind may have changed keys."""
        stay = {s.unit[p] for p in self.left if p != self.piece}
        piece = depart(s, self.piece)
        s.executed |= 1 << piece
        tell(s, "7.2u", "withdraws", block=piece, unit=s.unit[piece], area=self.area, to_area=area)
        special = area not in havens(s, command_side(self.command), self.area)
        fall_back(s, piece, area)
        if special:
            prove(s, [piece], "7.2v")
        self.left = [p for p in blocks_at(s, command_side(self.command), self.area) if s.unit[p] in stay]
        return goto("next_block")

    @step("7.2t")
    def over(self, s: State) -> None: ...
