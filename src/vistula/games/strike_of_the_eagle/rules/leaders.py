"""9.0 Leader blocks: each can give one order of his own in a round, at short notice.

Pilsudski and Tukhachevsky may give any order within two areas, Haller a Defend Area order, Budyonny a Forced March Out
to his companions, who fight at full strength; Stalin reorganizes a block at once; Sikorski looks at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from vistula.kernel.bars import Bar, Offer, only
from vistula.kernel.decision import SeatId
from vistula.kernel.procedure import DONE, Call, Choice, Frame, Next, Return, choose, goto, procedure, step, window
from vistula.kernel.state import disclose, tell

from ..cards.windows import LeaderSpent, ReconRevealed
from ..changes import gain, look_into, recognize
from ..model import ORDERS, POLAND, Type, command_side
from ..state import NONE, Order, State
from ..witnessed import betray
from .bars import areas, no_orders, out_of_play, there
from .executors import free_blocks, fresh, pieces_of, targets
from .leader_orders import SIKORSKI, follower, leader_offers, may_be_led, not_leading, pending
from .queries import block_command, piece_of, within
from .seats import all_seats, commander, commander_asked, commander_seat, commands
from .tokens import TOKEN, order_by_id, place_order, remove_order, tell_order, tokens


def reveal(s: State, piece: int) -> None:
    """[9.0e] A leader who is used shows himself, and is turned until the round is over."""
    s.spent |= 1 << s.unit[piece]
    recognize(s, piece)
    disclose(s, "9.0e", all_seats(s), s.unit[piece])
    tell(s, "9.0e", "leader", unit=s.unit[piece], block=piece, area=s.place[piece])


# -- countermanding ---------------------------------------------------------------------------------------------


def doubled(s: State, command: int, type: int, area: int) -> list[Order]:
    """[9.0l, 7.2ah] The order of the same type in the same area, in whose place the leader's comes."""
    return [o for o in pending(s, command) if (o.type, o.area) == (type, area)]


Executes = Callable[[State, int], bool]
"""Whether a block could be the one to execute the leader's order."""


def in_the_way(s: State, command: int, executes: Executes) -> list[Order]:
    """[9.0l] Orders one of which must be taken off so that a block is free for the leader's; none if one is free."""
    if any(executes(s, p) for p in free_blocks(s, command)):
        return []
    found = []
    for order in pending(s, command):
        bare = s.copy()
        remove_order(bare, order)
        if any(executes(bare, p) for p in free_blocks(bare, command)):
            found.append(order)
    return found or rivals(s, command, executes)


def rivals(s: State, command: int, executes: Executes) -> list[Order]:
    """[9.0l] Orders of blocks to whom the leader's could be given instead."""
    able = [p for p in pieces_of(s, command) if fresh(s, p) and executes(s, p)]
    return [
        o
        for o in pending(s, command)
        if o.type != Type.RECON and any(targets(s, p, o.type) >> o.area & 1 for p in able)
    ]


# -- using a leader ---------------------------------------------------------------------------------------------


@procedure(who=commander_asked)
class UseLeader(Frame):
    """[9.0e, 9.0f, 9.0h, 9.0i, 9.0j] A leader is revealed and gives his order, which takes no counter (S27)."""

    piece: int
    command: int
    kind: int = NONE  # of order
    area: int = NONE
    block: int = NONE
    countermanded: int = 0

    @step("9.0e")
    def show(self, s: State) -> None:
        reveal(s, self.piece)

    @choose("9.0f", "9.0h", "9.0i", "9.0j", prompt="{who} gives an order: which, and where?", always=True)
    def order(self, s: State) -> Choice:
        """In worlds that an enemy imagines there may be nothing to order: he does not know orders and strengths."""
        found = leader_offers(s, self.piece, self.command)
        idle = Bar("9.0f", any(found), "A leader who is used gives an order.")
        return [*found, Offer("nobody", "button", (idle,), "No order")]

    @order.each(ORDERS)
    def _(self, s: State, area: int, type: int) -> None:
        self.kind, self.area = type, area
        self.command = follower(s, self.piece, type, area)

    @order.on("block")
    def _(self, s: State, piece: int) -> None:
        self.block, self.command = piece, block_command(s, piece)

    order.to("nobody", DONE)

    def executes(self, s: State, piece: int) -> bool:
        """Whether a block could be the one to execute the leader's order."""
        if self.block != NONE:
            return piece == self.block
        return bool(targets(s, piece, self.kind) >> self.area & 1)

    @choose("9.0l", prompt="Which order of his blocks is taken off the map for it?", always=True)
    def countermand(self, s: State) -> Choice:
        """Whoever has an order already may be given the leader's in its place; somebody must, if nobody is free."""
        if self.kind == Type.RECON:
            return goto("give")
        due = doubled(s, self.command, self.kind, self.area) or in_the_way(s, self.command, self.executes)
        more = self.countermanded < self.may_follow(s)
        found = due or (rivals(s, self.command, self.executes) if more else [])
        if not found:
            return goto("give")
        must = Bar("9.0l", bool(due), "No block is free for the leader's order: one of its orders goes.")
        return [
            Offer("countermand", "piece", self.kept(s, found), "Take off"),
            Offer("keep", "button", (must,), "Keep the orders"),
        ]

    def kept(self, s: State, found: list[Order]) -> Iterator[Bar]:
        """[9.0l] Orders that stay on the map."""
        yield from no_orders(s, command_side(self.command), "9.0l", "Choose one of the orders on the map.")
        yield only("9.0l", tokens(found), "It is not an order of those who could carry out the leader's.")

    countermand.to("keep")

    @countermand.on("countermand")
    def _(self, s: State, token: int) -> Next:
        """[9.0l] It goes back unseen (S30)."""
        order = order_by_id(s, token - TOKEN)
        tell_order(s, "9.0l", "countermanded", order)
        remove_order(s, order)
        self.countermanded += 1
        return goto("countermand")

    def may_follow(self, s: State) -> int:
        """[9.0l, 9.0f] How many blocks could be given the leader's order, each of which had one to lose at the most."""
        able = sum(fresh(s, p) and self.executes(s, p) for p in pieces_of(s, self.command))
        return min(1, able) if self.kind == Type.REORGANIZE else able

    @step("9.0m", "9.0n", "9.0j")
    def give(self, s: State) -> Next:
        """[9.0m] An order whose step has passed is executed now, another in its step (S28, S29)."""
        unit = s.unit[self.piece]
        if self.block != NONE:
            gain(s, self.block)
            betray(s, 1 << self.block, "men")
            s.executed |= 1 << self.block
            tell(s, "9.0j", "reorganized", block=self.block, unit=s.unit[self.block], area=s.place[self.block])
        else:
            order = place_order(s, self.command, self.area, self.kind, unit)
            tell_order(s, "9.0f", "leader_order", order, unit=unit)
        return LeaderSpent(unit=unit)


def perhaps_led(frame: Any, s: State) -> list[SeatId]:
    return [commander_asked(frame, s)] if may_be_led(s, command_side(frame.command)) else []


@procedure
class LeaderWindow(Frame):
    """[9.0k, 9.0m] A player who has no order left to execute in a step may still use a leader. Returns 1 if he does."""

    command: int
    stage: int
    last: bool = False  # before battles a player is asked once for all his leaders, on whichever front (S29)
    used: int = 0

    def held(self, s: State) -> list[int]:
        """The commands whose leaders may be used."""
        return commands(s, commander(s, self.command)) if self.last else [self.command]

    @window("9.0m", "9.0k", kind="leader", seats=perhaps_led, prompt="Use a leader now?")
    def use(self, s: State, seat: SeatId) -> Choice:
        return [Offer("leader", "piece", not_leading(s, self.held(s), self.command), "Use this leader", ends=True)]

    @use.on("leader")
    def _(self, s: State, seat: SeatId, piece: int) -> Next:
        self.used = 1
        return UseLeader(piece=piece, command=block_command(s, piece))

    @step("9.0m")
    def over(self, s: State) -> Next:
        return Return(self.used)


# -- Sikorski ---------------------------------------------------------------------------------------------------


def sikorski(s: State) -> int:
    """The wooden block that is Sikorski, if he is on the map and has not been used in this round; else NONE."""
    unit = s.m.unit_by_key[SIKORSKI]
    if s.spent >> unit & 1:
        return NONE
    piece = piece_of(s, unit)
    return piece if s.place[piece] >= 0 else NONE


def sikorski_seat(frame: Any, s: State) -> SeatId | None:
    """[9.0g] Who may use Sikorski now, whatever is asked."""
    piece = sikorski(s)
    return commander_seat(s, block_command(s, piece)) if piece != NONE else None


def out_of_sight(s: State) -> Iterator[Bar]:
    """[9.0g, 7.2n] Areas into which Sikorski cannot look: farther than two; Poles never look into an Eastern Link
    (S47)."""
    most = s.m.charts.leaders.range
    yield Bar("7.2n", s.m.eastern_links, there(s, "Poles may not look into ", ", an Eastern Link."))
    yield out_of_play(s)
    sight = within(s, s.place[sikorski(s)], most)
    yield only("9.0g", sight, lambda area: f"{s.m.area_name[area]} is beyond his sight of {areas(most)}.")


@procedure
class SikorskiRecon(Frame):
    """[9.0g] Sikorski looks at an area, at once."""

    area: int
    fogged: int = 0

    @step("9.0g", "9.0e")
    def ride(self, s: State) -> Next:
        reveal(s, sikorski(s))
        return Call(ReconRevealed(side=POLAND, area=self.area), None, "fogged")

    @step("9.0g")
    def look(self, s: State) -> Next:
        unit = s.m.unit(SIKORSKI)
        player = commander(s, block_command(s, piece_of(s, unit)))
        if not self.fogged:
            look_into(s, player, self.area, "9.0g")
        return LeaderSpent(unit=unit)
