"""7.31 Executing movement orders: Forced March and Move, To and Out; 2.2 detachments on the way out.

At least one block executes an order if it can (7.3i); the others may, unless they are needed for another order. To
orders lead to their area or nowhere (7.3l), Out orders as far as their owner likes (7.3m).
"""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.cards.effects import (
    extra_steps,
    full_strength,
    infantry_steps,
    name_order,
    nameable,
    passes_enemies,
)
from vistula.games.strike_of_the_eagle.changes import (
    advance,
    came_over,
    depart,
    halt,
    join_late,
    lose,
    raise_block,
    recognize,
)
from vistula.games.strike_of_the_eagle.model import (
    CAVALRY,
    INFANTRY,
    MARCHING,
    PIECES,
    TO_ORDERS,
    command_side,
    foe,
    piece_side,
)
from vistula.games.strike_of_the_eagle.rules.executors import (
    Ground,
    dispensable,
    exits,
    fresh,
    ground,
    least_missed,
    may_leave,
    pieces_of,
    ways,
)
from vistula.games.strike_of_the_eagle.rules.queries import (
    held_by,
    is_mounted,
    kind_of,
    may_enter,
    reach_of,
    space_inside,
)
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.tokens import order_by_id, order_ref, remove_order
from vistula.games.strike_of_the_eagle.state import NONE, POOL, Order, State
from vistula.games.strike_of_the_eagle.witnessed import betray, facts_of_cube
from vistula.kernel import AGAIN, DONE, Choice, Frame, Next, Option, choose, goto, procedure, step, tell

# -- who can execute an order -----------------------------------------------------------------------------------


def steps_of(s: State, piece: int, order: Order) -> int:
    """[2.0d, 2.0e, 7.2h, 7.2s] How many areas a block may go by an order."""
    far = reach_of(s, piece, order.type in MARCHING) + extra_steps(s, s.unit[piece])
    return far + (infantry_steps(s, order) if kind_of(s, piece) == INFANTRY else 0)


def link_full(s: State, side: int, area: int, origin: int) -> bool:
    """[7.33b] Four blocks of a side have already come over this link into an area of battle."""
    if not held_by(s, foe(side)) >> area & 1:
        return False
    return came_over(s, side, area, origin) >= s.m.charts.stacking.link


def next_areas(s: State, piece: int, order: Order, left: int) -> int:
    """[7.31a, 7.31b, 7.32d, 7.32e, 7.3l] Areas that a block on the march may enter next, with so many steps left."""
    side, here = piece_side(piece), s.place[piece]
    if left <= 0:
        return 0
    if order.type not in TO_ORDERS:
        return ways_out(s, piece, order.area)
    found, foes = exits(s, side, here) & may_enter(s, side), held_by(s, foe(side))
    for area in bits(found):
        if link_full(s, side, area, here) or not _leads_on(s, side, order, area, left - 1, foes):
            found &= ~(1 << area)
    return found


def ways_out(s: State, piece: int, start: int) -> int:
    """[7.2g, 7.2q, 7.2y, 7.31b, 7.33b] Areas that a block may enter next, by road or rail, that was ordered out of one,
    and not round (S84)."""
    side, here = piece_side(piece), s.place[piece]
    found = exits(s, side, here) & may_enter(s, side) & ~(1 << start)
    for area in bits(found):
        if link_full(s, side, area, here):
            found &= ~(1 << area)
    return found


def _leads_on(s: State, side: int, order: Order, area: int, left: int, foes: int) -> bool:
    """[7.3l, 7.33b] Whether a To order can be fulfilled by going on from an area: it must lead to its own, the last
    step over a link that is open and not full."""
    if area == order.area:
        return True
    if left <= 0 or foes >> area & 1:
        return False
    last = exits(s, side, order.area) & (ways(s, side, area, left - 1) | 1 << area) & ~foes
    return any(not link_full(s, side, order.area, n) for n in bits(last))


def can_march(s: State, piece: int, order: Order, g: Ground) -> bool:
    """[7.2f, 7.2i, 7.2p, 7.2r, 7.3n, 7.32c, 7.32f] Whether a block could execute a movement order now."""
    if not fresh(s, piece) or not may_leave(s, piece):
        return False
    if s.unsupplied >> piece & 1 and (order.type in MARCHING or order.type in TO_ORDERS):
        return False
    at_place = s.place[piece] == order.area
    if at_place == (order.type in TO_ORDERS):
        return False
    steps = steps_of(s, piece, order)
    if order.type in TO_ORDERS and not ways(s, piece_side(piece), s.place[piece], steps, g) >> order.area & 1:
        return False  # too far away, as most blocks are
    return bool(next_areas(s, piece, order, steps))


def movers(s: State, order: Order) -> list[int]:
    """[7.3i, 7.3p] Blocks that may execute a movement order: none that another order cannot do without.

    If every block that could is needed elsewhere, one of those without which least is missed must go all the same.
    """
    g = ground(s, command_side(order.command), by_rail=False)
    able = [p for p in pieces_of(s, order.command) if can_march(s, p, order, g)]
    return dispensable(s, able, order) if order.id in s.fulfilled else least_missed(s, able, order)


def any_mover(s: State, order: Order) -> bool:
    """Whether there are `movers`: of an order that nobody has executed yet, every block that can will do."""
    if order.id in s.fulfilled:
        return bool(movers(s, order))
    g = ground(s, command_side(order.command), by_rail=False)
    return any(can_march(s, p, order, g) for p in pieces_of(s, order.command))


# -- detachments ------------------------------------------------------------------------------------------------


def brigades(s: State, division: int) -> list[int]:
    """[2.2d] Brigades in the Force Pool that can be detached from a division: of its arm and nation (S37)."""
    m, unit = s.m, s.unit[division]
    if not m.division[unit]:
        return []
    return [
        p
        for p in PIECES[piece_side(division)]
        if s.place[p] == POOL
        and m.brigade[s.unit[p]]
        and m.colour[s.unit[p]] == m.colour[unit]
        and m.nation[s.unit[p]] == m.nation[unit]
    ]


def spare_brigade(s: State, division: int) -> list[int]:
    """[2.2d] The brigade that is detached, if there is one: all that could be are alike, so which of them is no
    question. Blocks that are called detachments come first, then the order of the roster."""
    able = brigades(s, division)
    return sorted(able, key=lambda p: ("Detachment" not in s.m.full_name[s.unit[p]], s.unit[p]))[:1]


def detach(s: State, division: int, brigade: int, points: int) -> None:
    """[2.2a, 2.2b, 2.2c, 2.2f] A division leaves some of its points behind as a brigade, which may not move now.

    How many is nobody else's business [4.0f].
    """
    for _ in range(points):
        lose(s, division)
    made = raise_block(s, s.unit[brigade], s.place[division], points)
    s.detached |= 1 << made
    s.origin[made] = s.origin[division]  # it came in with the division, if that has moved already in this phase
    s.moved |= (s.moved >> division & 1) << made
    s.southern = s.southern & ~(1 << made) | (s.southern >> division & 1) << made
    join_late(s, made)
    tell(s, "2.2a", "detached", unit=s.unit[made], area=s.place[made])


def detachments(s: State, piece: int, split: int) -> list[Option]:
    """[2.2a, 2.2d, 2.2e] Brigades that a block which is about to leave may leave behind, so many points having gone."""
    room = space_inside(s, piece_side(piece), s.place[piece]) + (not s.on_link >> piece & 1)  # it leaves itself [7.33a]
    spare = min(2 - split, s.sp[piece] - 1) if room > 0 else 0
    able = spare_brigade(s, piece) if spare > 0 else []
    options = [Option("detach", able, "piece", "Leave a brigade of 1 strength point behind")]
    if spare > 1:
        options.append(Option("detach-two", able, "piece", "Leave a brigade of 2 strength points behind"))
    return options


# -- one order --------------------------------------------------------------------------------------------------


@procedure
class MoveOrder(Frame):
    """[7.3a, 7.3c] One Forced March or Move order, revealed."""

    id: int
    command: int
    piece: int = NONE
    left: int = 0
    gone: int = 0  # areas that the block has entered
    split: int = 0  # strength points detached from it
    leapt: bool = False

    @step("7.13a")
    def begun(self, s: State) -> Next:
        return None if nameable(s, order_by_id(s, self.id)) else goto("any_left")

    @choose("7.13a", who=commander_asked, prompt="{ordered} at {place}: is it the order that your card was played for?")
    def name(self, s: State) -> Choice:
        cards = nameable(s, order_by_id(s, self.id))
        return [Option("name", cards, "card", "For this order"), Option("plain", label="No")]

    @name.on("name")
    def _(self, s: State, card: int) -> None:
        name_order(s, card, order_by_id(s, self.id))
        tell(s, "7.13a", "named", card=card, area=order_by_id(s, self.id).area)

    @name.on("plain")
    def _(self, s: State, _: int) -> None: ...

    @step("7.3i")
    def any_left(self, s: State) -> Next:
        return None if any_mover(s, order_by_id(s, self.id)) else goto("over")

    @choose(
        "7.3i",
        "7.3p",
        "7.2ak",
        who=commander_asked,
        prompt="{ordered} at {place}: which block carries it out?",
        always=True,
    )
    def pick(self, s: State) -> Choice:
        """He is asked whether he has a choice or not: nobody else knows."""
        order = order_by_id(s, self.id)
        able = movers(s, order)
        options = [Option("block", able, "piece", "Move this block")]
        if order.id in s.fulfilled or not able:
            options.append(Option("done", label="No more blocks", publish=True))
        return options

    @pick.on("block")
    def _(self, s: State, piece: int) -> None:
        self.piece = piece
        self.left = steps_of(s, piece, order_by_id(s, self.id))
        self.gone = self.split = 0
        self.leapt = False  # [7.31b]

    @pick.on("done")
    def _(self, s: State, _: int) -> Next:
        return goto("over")

    @choose("7.31a", "7.31b", "7.3l", "7.3m", "7.32e", "2.2a", who=commander_asked, always=True,
            prompt="Where does {who} go next? It may go {far}.")  # fmt: skip
    def way(self, s: State) -> Choice:
        order = order_by_id(s, self.id)
        ways_on = list(bits(next_areas(s, self.piece, order, self.left)))
        options = [Option("step", ways_on, "space", "Go here")]
        if not self.gone:
            options += self.leaving(s)
        elif order.type not in TO_ORDERS:
            options.append(Option("halt", label="Stop here"))
        return options

    def among_enemies(self, s: State) -> bool:
        side = piece_side(self.piece)
        return bool(held_by(s, foe(side)) >> s.place[self.piece] & 1)

    def must_stop(self, s: State, order: Order) -> bool:
        """[7.31b] At the enemy, at the goal of a To order, or with no step left.

        A card lets cavalry pass through one area with enemies (Polish card 16).
        """
        if order.type in TO_ORDERS and s.place[self.piece] == order.area:
            return True
        if self.among_enemies(s) and (self.leapt or not passes_enemies(s, order) or not is_mounted(s, self.piece)):
            return True
        return not next_areas(s, self.piece, order, self.left)

    def leaving(self, s: State) -> list[Option]:
        """[2.2a, 7.31a] What can be done before the block leaves: detach brigades, or think again."""
        again = [] if self.split else [Option("back", label="Another block", free=True)]
        return [*detachments(s, self.piece, self.split), *again]

    @way.on("detach")
    def _(self, s: State, brigade: int) -> Next:
        detach(s, self.piece, brigade, 1)
        self.split += 1
        return AGAIN

    @way.on("detach-two")
    def _(self, s: State, brigade: int) -> Next:
        detach(s, self.piece, brigade, 2)
        self.split += 2
        return AGAIN

    @way.on("back")
    def _(self, s: State, _: int) -> Next:
        self.piece = NONE
        return goto("any_left")

    @way.on("step")
    def _(self, s: State, area: int) -> Next:
        """Its key may change as it leaves others behind."""
        order = order_by_id(s, self.id)
        if self.gone and self.among_enemies(s):
            self.leapt = True
        if not self.gone:  # [2.0f]
            self.piece = depart(s, self.piece)
            self.begin(s, order)
            if self.split:  # [2.2a, 2.2d] a division, of the arm of what it left behind
                betray(s, 1 << self.piece, "divisions", *facts_of_cube(s.m.colour[s.unit[self.piece]]))
        advance(s, self.piece, area)
        self.gone += 1
        self.left -= 1
        self.give_away(s, order)
        tell(s, "7.31a", "moves", block=self.piece, unit=s.unit[self.piece], area=s.origin[self.piece], to_area=area)
        return goto("stop") if self.must_stop(s, order) else AGAIN

    def give_away(self, s: State, order: Order) -> None:
        """[2.0d, 2.0e, 7.31b] Who goes farther than infantry or through enemies is mounted; who goes farther than
        cavalry is the division of Soviet card 24."""
        pace = s.m.march if order.type in MARCHING else s.m.move
        if self.leapt or self.gone > pace[INFANTRY] + infantry_steps(s, order):
            betray(s, 1 << self.piece, "mounted")
        if self.gone > pace[CAVALRY]:
            recognize(s, self.piece)

    def begin(self, s: State, order: Order) -> None:
        """[7.2j, 7.3j] The block has executed its order; a forced march halves it however far it goes."""
        s.executed |= 1 << self.piece
        if order.type in MARCHING:
            s.marched |= 1 << self.piece
            if full_strength(s, order):
                s.at_full |= 1 << self.piece
        if order.id not in s.fulfilled:
            s.fulfilled.append(order.id)

    @way.on("halt")
    def _(self, s: State, _: int) -> None: ...

    @step("7.31b", "7.33e")
    def stop(self, s: State) -> Next:
        halt(s, self.piece)
        self.piece = NONE
        return goto("any_left")

    @step("7.3k")
    def over(self, s: State) -> Next:
        """The order goes back to its pool; if nobody could follow it, unfulfilled."""
        order = order_by_id(s, self.id)
        if order.id not in s.fulfilled:
            tell(s, "7.3k", "unfulfilled", side=command_side(order.command), order=order_ref(order), area=order.area)
        remove_order(s, order)
        return DONE
