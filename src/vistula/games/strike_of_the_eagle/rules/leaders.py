"""9.0 Leader blocks: each can give one order of his own in a round, at short notice.

Pilsudski and Tukhachevsky may give any order within two areas, Haller a Defend Area order, Budyonny a Forced March Out
to his companions, who fight at full strength; Stalin reorganizes a block at once; Sikorski looks at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.board.hexes import bits, collect, members
from vistula.games.strike_of_the_eagle.cards.windows import LeaderSpent, ReconRevealed
from vistula.games.strike_of_the_eagle.changes import gain, look, recognize
from vistula.games.strike_of_the_eagle.model import (
    DEFEND,
    MARCH_OUT,
    ORDER_TITLES,
    ORDERS,
    POLAND,
    RECON,
    REORGANIZE,
    SOUTH,
    command_side,
    foe,
)
from vistula.games.strike_of_the_eagle.rules.executors import free_blocks, fresh, pieces_of, targets
from vistula.games.strike_of_the_eagle.rules.queries import (
    all_seats,
    block_command,
    blocks_at,
    commander,
    commander_seat,
    commands,
    front_of,
    is_leader,
    piece_of,
    within,
)
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN, order_by_id, order_ref, place_order, remove_order
from vistula.games.strike_of_the_eagle.state import NONE, Order, State
from vistula.games.strike_of_the_eagle.witnessed import betray
from vistula.kernel import (
    AGAIN,
    DONE,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Return,
    SeatId,
    choose,
    disclose,
    goto,
    procedure,
    step,
    tell,
    window,
)
from vistula.kernel.procedure import Step

SIKORSKI, STALIN, BUDYONNY = "P-Sikorski", "R-Stalin", "R-Budyonny"
_TYPES = {
    "P-Pilsudski": tuple(range(len(ORDERS))),  # [9.0f]
    "R-Tukhachevsky": tuple(range(len(ORDERS))),  # [9.0f]
    "P-Haller": (DEFEND,),  # [9.0i]
    BUDYONNY: (MARCH_OUT,),  # [9.0h]
}
"""Orders that each leader may give; Stalin and Sikorski give none that lies on the map."""


def reveal(s: State, piece: int) -> None:
    """[9.0e] A leader who is used shows himself, and is turned until the round is over."""
    s.spent |= 1 << s.unit[piece]
    recognize(s, piece)
    disclose(s, "9.0e", all_seats(s), s.unit[piece])
    tell(s, "9.0e", "leader", unit=s.unit[piece], block=piece, area=s.place[piece])


# -- what a leader can order ------------------------------------------------------------------------------------


def followers(s: State, piece: int) -> list[int]:
    """[10.0d, 10.1a] The commands whose blocks a leader can order: his own, then the other front's where one player
    holds both (S88)."""
    own = block_command(s, piece)
    return [own, *(c for c in commands(s, commander(s, own)) if c != own)]


def leader_areas(s: State, piece: int, type: int) -> int:
    """[9.0f, 9.0h, 9.0i] Areas for which a leader can give an order now, whoever is to execute it."""
    found = 0
    for command in followers(s, piece):
        found |= areas_for(s, piece, type, command)
    return found


def areas_for(s: State, piece: int, type: int, command: int) -> int:
    """[9.0f, 9.0h, 9.0l, 9.0n, 9.0o] Areas in a leader's range for which some block of a command could execute an order
    of his that has executed nothing in this phase; an order of the same type is replaced if it is the command's own."""
    side, here = command_side(command), s.place[piece]
    near = 1 << here if s.m.key[s.unit[piece]] == BUDYONNY else within(s, here, s.m.charts.leaders.range)
    taken = [o for o in s.orders if command_side(o.command) == side and o.type == type]
    if type == RECON:
        barred = s.m.eastern_links if side == POLAND else 0  # [7.2n]
        return near & ~barred & ~collect(o.area for o in taken) if command == block_command(s, piece) else 0
    found = 0
    for p in pieces_of(s, command):
        if fresh(s, p):
            found |= targets(s, p, type)
    return found & near & ~collect(o.area for o in taken if o not in pending(s, command))


def reorganizable(s: State, piece: int) -> list[int]:
    """[9.0j] Blocks that Stalin can reorganize at once: in his area, on the southern front."""
    area, able = s.place[piece], followers(s, piece)
    if front_of(s, area) != SOUTH:
        return []
    return [
        p
        for p in blocks_at(s, 1, area)
        if block_command(s, p) in able
        and fresh(s, p)
        and not (s.moved | s.unsupplied) >> p & 1
        and not is_leader(s, p)
        and s.sp[p] < s.m.max_sp[s.unit[p]]
    ]


def can_order(s: State, piece: int) -> bool:
    key = s.m.key[s.unit[piece]]
    if key == STALIN:
        return bool(reorganizable(s, piece))
    return any(leader_areas(s, piece, type) for type in _TYPES.get(key, ()))


def ready_leaders(s: State, command: int) -> list[int]:
    """[9.0e] Leaders of a command who have not been used in this round and can do something now."""
    own = [p for p in pieces_of(s, command) if is_leader(s, p) and not s.spent >> s.unit[p] & 1]
    return [p for p in own if can_order(s, p)]


def leader_options(s: State, command: int) -> list[Option]:
    """[9.0k, 9.0m] Leaders of a command who may give an order now, beside the orders that it executes."""
    return [Option("leader", ready_leaders(s, command), "piece", "Use this leader")]


def may_be_led(s: State, side: int) -> bool:
    """Whether everybody must reckon with an order of a leader: who is on the map is known, though not where."""
    for unit in bits(s.m.leaders & ~s.spent):
        if s.m.side[unit] == side and s.m.key[unit] != SIKORSKI and s.place[piece_of(s, unit)] >= 0:
            return True
    return False


# -- countermanding ---------------------------------------------------------------------------------------------


def pending(s: State, command: int) -> list[Order]:
    """Orders of a command that no block has executed."""
    return [o for o in s.orders if o.command == command and o.id not in s.fulfilled]


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
        o for o in pending(s, command) if o.type != RECON and any(targets(s, p, o.type) >> o.area & 1 for p in able)
    ]


# -- using a leader ---------------------------------------------------------------------------------------------


def giving(st: Step) -> Step:
    """What the nine kinds of orders have in common when a leader gives them."""
    for type, verb in enumerate(ORDERS):

        @st.on(verb)
        def _(frame: UseLeader, s: State, area: int, type: int = type) -> None:
            frame.kind, frame.area = type, area
            able = [c for c in followers(s, frame.piece) if areas_for(s, frame.piece, type, c) >> area & 1]
            frame.command = able[0]

    return st


@procedure
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

    @giving
    @choose(
        "9.0f",
        "9.0h",
        "9.0i",
        "9.0j",
        who=commander_asked,
        prompt="{who} gives an order: which, and where?",
        always=True,
    )
    def order(self, s: State) -> Choice:
        """In worlds that an enemy imagines there may be nothing to order: he does not know orders and strengths."""
        key = s.m.key[s.unit[self.piece]]
        if key == STALIN:
            found = [Option("block", reorganizable(s, self.piece), "piece", "Reorganize at once")]
        else:
            found = [
                Option(ORDERS[type], members(leader_areas(s, self.piece, type)), "space", ORDER_TITLES[type])
                for type in _TYPES[key]
            ]
        return found if any(option.args for option in found) else [Option("nobody", label="No order")]

    @order.on("block")
    def _(self, s: State, piece: int) -> None:
        self.block, self.command = piece, block_command(s, piece)

    @order.on("nobody")
    def _(self, s: State, _: int) -> Next:
        return DONE

    def executes(self, s: State, piece: int) -> bool:
        """Whether a block could be the one to execute the leader's order."""
        if self.block != NONE:
            return piece == self.block
        return bool(targets(s, piece, self.kind) >> self.area & 1)

    @choose("9.0l", who=commander_asked, prompt="Which order of his blocks is taken off the map for it?", always=True)
    def countermand(self, s: State) -> Choice:
        """Whoever has an order already may be given the leader's in its place; somebody must, if nobody is free."""
        if self.kind == RECON:
            return goto("give")
        due = doubled(s, self.command, self.kind, self.area) or in_the_way(s, self.command, self.executes)
        more = self.countermanded < self.may_follow(s)
        found = due or (rivals(s, self.command, self.executes) if more else [])
        if not found:
            return goto("give")
        options = [Option("countermand", [TOKEN + o.id for o in found], "piece", "Take off")]
        return options if due else [*options, Option("keep", label="Keep the orders")]

    @countermand.on("keep")
    def _(self, s: State, _: int) -> None: ...

    @countermand.on("countermand")
    def _(self, s: State, token: int) -> Next:
        """[9.0l] It goes back unseen (S30)."""
        order = order_by_id(s, token - TOKEN)
        tell(s, "9.0l", "countermanded", side=command_side(self.command), area=order.area, order=order_ref(order))
        remove_order(s, order)
        self.countermanded += 1
        return AGAIN

    def may_follow(self, s: State) -> int:
        """[9.0l, 9.0f] How many blocks could be given the leader's order, each of which had one to lose at the most."""
        able = sum(fresh(s, p) and self.executes(s, p) for p in pieces_of(s, self.command))
        return min(1, able) if self.kind == REORGANIZE else able

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
            side = command_side(self.command)
            tell(s, "9.0f", "leader_order", side=side, unit=unit, order=order_ref(order), area=self.area)
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
        able = [p for command in self.held(s) for p in ready_leaders(s, command)]
        return [Option("leader", able, "piece", "Use this leader", ends=True)]

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


def sikorski_options(s: State) -> Choice:
    """[9.0g, 7.2n] Any area within two; Poles never look into an Eastern Link (S47)."""
    near = within(s, s.place[sikorski(s)], s.m.charts.leaders.range) & ~s.m.eastern_links
    return [Option("sikorski", members(near), "space", "Sikorski looks here")]


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
            found = blocks_at(s, foe(POLAND), self.area)
            look(s, player, collect(found), "9.0g")
            tell(s, "9.0g", "recon", side=POLAND, area=self.area, units=[s.unit[p] for p in found])
        return LeaderSpent(unit=unit)
