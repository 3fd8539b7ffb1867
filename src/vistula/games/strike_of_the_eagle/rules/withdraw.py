"""7.2 Withdraw: where enemy blocks have come in, all blocks leave without a battle, at the cost of a strength point."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel import Bar, Call, Choice, Next, Offer, choose, disclose, goto, left, only, procedure, step, tell
from vistula.kernel.procedure import DONE

from ..cards.windows import Withdrawal
from ..changes import depart, fall_back, lose
from ..model import foe
from ..state import FRESH_WITHDRAW, NONE, State
from ..witnessed import betray
from .bars import far, no_standing, not_at, out_of_play, over_enemies, there, tired
from .depots import clear_distance, depots, kaunas, own_depot
from .executors import fresh
from .queries import UNLIMITED, blocks_at, is_mounted
from .seats import all_seats, commander_asked
from .stacking import Occupation, prove
from .tokens import OrderInHand, remove_order
from .victory import fall


def no_haven(s: State, side: int, area: int, more: int) -> Iterator[Bar]:
    """[7.2v, 7.2y, 7.32d] Areas that are no refuge: not adjacent by road or rail, with an enemy, full (S7), over a link
    with incoming enemies, or without a clear path to a depot, which Kaunas is for some (S90)."""
    sources = depots(s, side) | more
    yield out_of_play(s)
    yield far(s, area, "7.2v")
    yield from no_standing(s, side, "7.2v")
    yield over_enemies(s, side, area)
    words = there(s, "No clear path leads from ", " to a Supply Depot.")
    yield Bar("7.2v", lambda n: clear_distance(s, side, n, sources) >= UNLIMITED, words)


def havens(s: State, side: int, area: int, more: int = 0) -> list[int]:
    """[7.2v] Where a block can withdraw to."""
    return left(no_haven(s, side, area, more))


def staying(s: State, side: int, area: int) -> Iterator[Bar]:
    """[7.2u] Blocks that do not leave: none in the area; a table may agree on those only that can still execute an
    order (S9)."""
    yield from not_at(s, side, area, "7.2u")
    if s.rulings & FRESH_WITHDRAW:
        yield from tired(s)


def withdrawing(s: State, side: int, area: int) -> list[int]:
    """[7.2u] The blocks that leave."""
    return left(staying(s, side, area))


def unhurried(s: State, side: int, area: int) -> bool:
    """[7.2x] Cavalry that only infantry attacks gets away without loss (S10)."""
    leaving, coming = withdrawing(s, side, area), blocks_at(s, foe(side), area)
    return all(is_mounted(s, p) for p in leaving) and not any(is_mounted(s, p) for p in coming)


@procedure(who=commander_asked)
class WithdrawOrder(OrderInHand):
    """[7.2t, 7.2u, 7.3d] One Withdraw order, revealed."""

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
        order, side = self.order(s), self.side
        self.area = order.area
        remove_order(s, order)
        ready = any(fresh(s, p) for p in blocks_at(s, side, self.area))
        if not ready or not blocks_at(s, foe(side), self.area):
            tell(s, "7.2t", "no_withdrawal", side=side, area=self.area)
            return DONE
        return None

    @step("7.2x")
    def cavalry(self, s: State) -> Next:
        side = self.side
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

    @choose("7.2u", "7.2w", prompt="Which block loses a point as {area:space} is given up?", always=True)
    def loss(self, s: State) -> Choice:
        return [Offer("lose", "piece", staying(s, self.side, self.area), "Loses a point")]

    @loss.on("lose")
    def _(self, s: State, piece: int) -> None:
        unit = s.unit[piece]
        tell(s, "7.2u", "rearguard", block=piece, unit=unit, area=self.area)
        if lose(s, piece):
            disclose(s, "7.2u", all_seats(s), unit)
            fall(s, piece)

    @step("7.2u")
    def set_out(self, s: State) -> None:
        self.left = withdrawing(s, self.side, self.area)

    @step("7.2v", "7.2w")
    def next_block(self, s: State) -> Next:
        """Who finds no friendly area stands and fights."""
        side = self.side
        if not self.left:
            return DONE
        if havens(s, side, self.area) != havens(s, side, self.area, kaunas(s, side)):
            prove(s, self.left, "7.2v")
        if not self.able(s):
            tell(s, "7.2w", "must_stand", side=side, area=self.area)
            return DONE
        return None

    def able(self, s: State) -> list[int]:
        """Blocks that have somewhere to go."""
        side = self.side
        return [p for p in self.left if havens(s, side, self.area, own_depot(s, p))]

    @choose("7.2v", prompt="Which block leaves {area:space} next?")
    def block(self, s: State) -> Choice:
        return [Offer("block", "piece", self.standing(s), "This block")]

    def standing(self, s: State) -> Iterator[Bar]:
        """[7.2v, 7.2w] Blocks that stand and fight."""
        yield from staying(s, self.side, self.area)
        yield only("7.2w", self.able(s), "It finds no friendly area to go to: it stands and fights.")

    block.to("block", into="piece")

    @choose("7.2v", prompt="Where does {who} withdraw to?")
    def haven(self, s: State) -> Choice:
        bars = no_haven(s, self.side, self.area, own_depot(s, self.piece))
        return [Offer("step", "space", bars, "Withdraw here")]

    @haven.on("step")
    def _(self, s: State, area: int) -> Next:
        """All that is left behind may have changed keys."""
        stay = {s.unit[p] for p in self.left}
        piece = depart(s, self.piece)
        s.executed |= 1 << piece
        tell(s, "7.2u", "withdraws", block=piece, unit=s.unit[piece], area=self.area, to_area=area)
        lithuanian = area not in havens(s, self.side, self.area)
        fall_back(s, piece, area)
        if lithuanian:
            prove(s, [piece], "7.2v")
        self.left = [p for p in blocks_at(s, self.side, self.area) if s.unit[p] in stay]
        return goto("next_block")
