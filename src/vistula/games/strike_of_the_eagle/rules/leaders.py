"""9.0 Leader blocks: each can give one order of his own in a round, at short notice.

Pilsudski and Tukhachevsky may give any order within two areas, Haller a Defend Area order, Budyonny a Forced March Out
to his companions, who fight at full strength; Stalin reorganizes a block at once; Sikorski looks at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from vistula.board.hexes import bits, collect
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
    SIDE_SETS,
    SOUTH,
    command_side,
    foe,
)
from vistula.games.strike_of_the_eagle.rules.bars import (
    areas,
    named,
    no_orders,
    out_of_play,
    strange,
    there,
    tired,
    whole,
)
from vistula.games.strike_of_the_eagle.rules.executors import (
    Ground,
    free_blocks,
    fresh,
    fresh_blocks,
    ground,
    pieces_of,
    targets,
    targets_of,
)
from vistula.games.strike_of_the_eagle.rules.queries import (
    all_seats,
    block_command,
    blocks_at,
    commander,
    commander_seat,
    commands,
    front_of,
    piece_of,
    within,
)
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.tokens import (
    TOKEN,
    order_by_id,
    order_ref,
    place_order,
    remove_order,
    tokens,
)
from vistula.games.strike_of_the_eagle.state import NONE, Order, State
from vistula.games.strike_of_the_eagle.witnessed import betray
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Return,
    SeatId,
    barred,
    choose,
    disclose,
    goto,
    left,
    only,
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


def near(s: State, piece: int) -> int:
    """[9.0f, 9.0h] Areas for which a leader may give orders: Budyonny commands his companions only."""
    here = s.place[piece]
    return 1 << here if s.m.key[s.unit[piece]] == BUDYONNY else within(s, here, s.m.charts.leaders.range)


def beyond(s: State, piece: int) -> Bar:
    """[9.0f, 9.0h] Areas out of a leader's reach."""
    his_own = s.m.key[s.unit[piece]] == BUDYONNY

    def why(area: int) -> str:
        where = "his own area" if his_own else areas(s.m.charts.leaders.range)
        return f"{s.m.area_name[area]} is beyond his reach of {where}."

    return only("9.0h" if his_own else "9.0f", near(s, piece), why)


def not_ordered(s: State, piece: int, type: int, g: Ground) -> Iterator[Bar]:
    """[9.0f, 9.0h, 9.0i, 9.0o, 7.2ah, 7.2n] Areas for which a leader can give no order of a type now, whoever is to
    execute it."""
    yield out_of_play(s)
    yield beyond(s, piece)
    if type == RECON:
        links = s.m.eastern_links if g.side == POLAND else 0
        yield Bar("7.2n", links, "Poles may not place a Recon on an Eastern Link.")
        commands = followers(s, piece)[:1]
    else:
        commands = followers(s, piece)
        fit = 0
        for command in commands:
            fit |= followed(s, command, type, g)
        yield only("9.0o", fit, "No block that could carry out an order of his there is still fresh.")
    free = 0
    for command in commands:
        free |= areas_for(s, piece, type, command, g)
    yield only("7.2ah", free, lambda area: f"A {ORDER_TITLES[type]} order lies there already.")


def leader_areas(s: State, piece: int, type: int, g: Ground | None = None) -> int:
    """[9.0f, 9.0h, 9.0i] Areas for which a leader can give an order now."""
    return ~barred(not_ordered(s, piece, type, g or ground(s, s.m.side[s.unit[piece]])))


def followed(s: State, command: int, type: int, g: Ground) -> int:
    """[9.0o] Areas for which some block of a command could execute an order that has executed nothing in this phase."""
    return targets_of(s, fresh_blocks(s, command), type, g)


def areas_for(s: State, piece: int, type: int, command: int, g: Ground | None = None) -> int:
    """[9.0f, 9.0h, 9.0l, 9.0n, 9.0o] Areas in a leader's range for which blocks of a command can be given an order of
    his; an order of the same type is replaced if it is the command's own."""
    side = command_side(command)
    taken = [o for o in s.orders if command_side(o.command) == side and o.type == type]
    if type == RECON:
        links = s.m.eastern_links if side == POLAND else 0  # [7.2n]
        return near(s, piece) & ~links & ~collect(o.area for o in taken) if command == block_command(s, piece) else 0
    bound = collect(o.area for o in taken if o not in pending(s, command))
    return followed(s, command, type, g or ground(s, side)) & near(s, piece) & ~bound


def not_restored(s: State, piece: int, command: int) -> Iterator[Bar]:
    """[9.0j, 7.2ac, 7.2ad, 7.71b] Blocks that Stalin cannot reorganize at once: not in his area, not on the southern
    front, or not fit for a Reorganization."""
    area = s.place[piece]
    able = sorted(p for c in followers(s, piece) for p in pieces_of(s, c))
    yield only("10.0d", able, lambda p: strange(s, command, p))
    yield Bar("9.0j", lambda p: s.place[p] != area, "It does not share his area.")
    yield Bar("9.0j", front_of(s, area) != SOUTH, "Stalin restores blocks on the southern front only.")
    yield from tired(s)
    yield Bar("9.0j", s.moved, named(s, "has moved in this phase."))
    yield Bar("7.71b", s.unsupplied, "It began the phase out of supply.")
    yield whole(s, "7.2ad", "7.2ac")


def reorganizable(s: State, piece: int) -> list[int]:
    """[9.0j] Blocks that Stalin can reorganize at once."""
    return left(not_restored(s, piece, block_command(s, piece)))


def can_order(s: State, piece: int) -> bool:
    key = s.m.key[s.unit[piece]]
    if key == STALIN:
        return bool(reorganizable(s, piece))
    g = ground(s, s.m.side[s.unit[piece]])
    return any(leader_areas(s, piece, type, g) for type in _TYPES.get(key, ()))


def not_leading(s: State, held: Sequence[int], command: int) -> Iterator[Bar]:
    """[9.0e, 9.0g, 9.0o] Blocks of some commands that are no leaders, have been used in this round or can do nothing
    now; those of others are told from one of the commands."""
    m, unit, spent = s.m, s.unit, s.spent
    own = pieces_of(s, command) if len(held) == 1 else sorted(p for c in held for p in pieces_of(s, c))
    yield only("10.0d", own, lambda p: strange(s, command, p))
    leaders = [p for p in own if m.leader[unit[p]]]
    yield only("7.3a", leaders, "Choose the order first; then the blocks that carry it out.")
    yield Bar("9.0e", lambda p: spent >> unit[p] & 1, named(s, "has used his ability in this round."))
    aloof = "Sikorski gives no orders; he may look at an area near him at any time."
    yield Bar("9.0g", lambda p: m.key[unit[p]] == SIKORSKI, aloof)
    alone = "has nobody in reach who could still carry out an order of his."
    yield Bar("9.0o", lambda p: not can_order(s, p), named(s, alone))


def ready_leaders(s: State, command: int) -> list[int]:
    """[9.0e] Leaders of a command who have not been used in this round and can do something now."""
    return left(not_leading(s, (command,), command))


def may_be_led(s: State, side: int) -> bool:
    """Whether everybody must reckon with an order of a leader: who is on the map is known, though not where."""
    for unit in bits(s.m.leaders & ~s.spent & SIDE_SETS[side]):
        if s.m.key[unit] != SIKORSKI and s.place[piece_of(s, unit)] >= 0:
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
        key, g = s.m.key[s.unit[self.piece]], ground(s, command_side(self.command))
        if key == STALIN:
            found = [Offer("block", "piece", not_restored(s, self.piece, self.command), "Reorganize at once")]
        else:
            found = [
                Offer(ORDERS[type], "space", not_ordered(s, self.piece, type, g), ORDER_TITLES[type])
                for type in _TYPES[key]
            ]
        idle = Bar("9.0f", any(found), "A leader who is used gives an order.")
        return [*found, Offer("nobody", "button", (idle,), "No order")]

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
        must = Bar("9.0l", bool(due), "No block is free for the leader's order: one of its orders goes.")
        return [
            Offer("countermand", "piece", self.kept(s, found), "Take off"),
            Offer("keep", "button", (must,), "Keep the orders"),
        ]

    def kept(self, s: State, found: list[Order]) -> Iterator[Bar]:
        """[9.0l] Orders that stay on the map."""
        yield from no_orders(s, command_side(self.command), "9.0l", "Choose one of the orders on the map.")
        yield only("9.0l", tokens(found), "It is not an order of those who could carry out the leader's.")

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
            found = blocks_at(s, foe(POLAND), self.area)
            look(s, player, collect(found), "9.0g")
            tell(s, "9.0g", "recon", side=POLAND, area=self.area, units=[s.unit[p] for p in found])
        return LeaderSpent(unit=unit)
