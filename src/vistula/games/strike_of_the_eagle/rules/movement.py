"""7.31 Executing movement orders: Forced March and Move, To and Out.

At least one block executes an order if it can (7.3i); the others may, unless they are needed for another order. To
orders lead to their area or nowhere (7.3l), Out orders as far as their owner likes (7.3m).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vistula.board.hexes import bits
from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.decision import Option
from vistula.kernel.procedure import AGAIN, DONE, Choice, Next, choose, goto, procedure, step
from vistula.kernel.state import tell
from vistula.kernel.views import Refusal

from ..cards.effects import extra_steps, full_strength, infantry_steps, name_order, nameable, passes_enemies
from ..changes import advance, came_over, depart, halt, recognize
from ..model import CAVALRY, INFANTRY, MARCHING, ORDER_TITLES, TO_ORDERS, foe, piece_side
from ..state import NONE, Order, State
from ..witnessed import betray, facts_of_cube
from .bars import SOMEBODY_MUST, areas, elsewhere, far, name, out_of_play, over_enemies, shut, strangers, there, tired
from .detachment import DETACHMENTS, detach, detachments
from .executors import Ground, around, dispensable, exits, ground, least_missed, may_leave, ways
from .queries import held_by, is_mounted, kind_of, reach_of
from .seats import commander_asked
from .tokens import OrderInHand, remove_order, tell_order

# -- who can execute an order -----------------------------------------------------------------------------------


def steps_of(s: State, piece: int, order: Order) -> int:
    """[2.0d, 2.0e, 7.2h, 7.2s] How many areas a block may go by an order."""
    far = reach_of(s, piece, order.type in MARCHING) + extra_steps(s, s.unit[piece])
    return far + (infantry_steps(s, order) if kind_of(s, piece) == INFANTRY else 0)


def full_link(s: State, side: int, here: int) -> Bar:
    """[7.33b] Areas of battle into which four blocks of a side have come over the link from here."""
    foes = held_by(s, foe(side))
    words = there(s, "Four blocks have come into the battle of ", " over this link already.")
    return Bar("7.33b", lambda area: foes >> area & 1 and link_full(s, side, area, here), words)


def link_full(s: State, side: int, area: int, origin: int) -> bool:
    """[7.33b] Whether no more blocks of a side may come into a battle over a link."""
    return came_over(s, side, area, origin) >= s.m.charts.stacking.link


def no_road(s: State, piece: int) -> Iterator[Bar]:
    """[1.4b, 4.0a, 7.31a, 7.32d] Areas that a block cannot enter next, wherever it is to go."""
    side, here = piece_side(piece), s.place[piece]
    yield out_of_play(s)
    yield far(s, here, "7.31a")
    yield shut(s, side)
    yield over_enemies(s, side, here)


def not_ahead(s: State, piece: int, start: int, rule: str) -> Iterator[Bar]:
    """[7.2g, 7.2q, 7.2y, 7.31b, 7.33b] Areas that a block cannot enter next, by road or rail, that was ordered out of
    one, and not round (S84)."""
    yield from no_road(s, piece)
    yield Bar(rule, 1 << start, there(s, "The order leads out of ", ", not round to it."))
    yield full_link(s, piece_side(piece), s.place[piece])


def out_of_step(s: State, piece: int, order: Order, steps: int) -> Iterator[Bar]:
    """[7.31a, 7.31b, 7.32d, 7.32e, 7.3l] Areas that a block on the march cannot enter next, with so many steps left."""
    if steps <= 0:
        yield only("7.31b", 0, "It has gone as far as it may.")
    elif order.type not in TO_ORDERS:
        yield from not_ahead(s, piece, order.area, "7.2g" if order.type in MARCHING else "7.2q")
    else:
        yield from astray(s, piece, order, steps)


def astray(s: State, piece: int, order: Order, steps: int) -> Iterator[Bar]:
    """[7.3l, 7.33b] Areas by which a block cannot get where a To order leads."""
    side, names = piece_side(piece), s.m.area_name
    foes = held_by(s, foe(side))
    yield from no_road(s, piece)
    yield full_link(s, side, s.place[piece])
    yield Bar(
        "7.3l",
        lambda area: not leads_on(s, side, order, area, steps - 1, foes),
        lambda area: f"From {names[area]} it could not get to {names[order.area]}: {areas(steps - 1)} would be left.",
    )


def next_areas(s: State, piece: int, order: Order, steps: int) -> list[int]:
    """[7.31a] Areas that a block on the march may enter next, with so many steps left."""
    return left(out_of_step(s, piece, order, steps))


def leads_on(s: State, side: int, order: Order, area: int, steps: int, foes: int) -> bool:
    """[7.3l, 7.33b] Whether a To order can be fulfilled by going on from an area: it must lead to its own, the last
    step over a link that is open and not full."""
    if area == order.area or steps <= 0 or foes >> area & 1:
        return area == order.area
    last = exits(s, side, order.area) & (ways(s, side, area, steps - 1) | 1 << area) & ~foes
    if not foes >> order.area & 1:
        return bool(last)
    return any(not link_full(s, side, order.area, n) for n in bits(last))


def kept_back(s: State, order: Order) -> Iterator[Bar]:
    """[7.2f, 7.2g, 7.2i, 7.2p, 7.2q, 7.3n, 7.32c, 7.71b] Blocks that cannot execute a movement order, however far it
    leads."""
    place, names, to = s.place, s.m.area_name, order.type in TO_ORDERS
    yield strangers(s, order.command)
    yield from tired(s)
    if s.free:
        yield Bar(
            "7.32c",
            lambda piece: not may_leave(s, piece),
            lambda piece: f"Enemies that came to {names[place[piece]]} pin every block that is left there.",
        )
    if to or order.type in MARCHING:
        words = "It began the phase out of supply: {} is not for it."
        yield Bar("7.71b", s.unsupplied, lambda piece: words.format(ORDER_TITLES[order.type]))
    if to:
        at = order.area
        yield Bar("7.2f", lambda piece: place[piece] == at, lambda piece: f"It is at {names[at]} already.")
    else:
        yield elsewhere(s, order.area, "7.2g" if order.type in MARCHING else "7.2q")


def marchers(s: State, order: Order, kept: Iterable[Bar]) -> list[int]:
    """[7.2f, 7.2r, 7.3l, 7.32f] Blocks that could execute a movement order now: nothing keeps them back, and there is a
    way."""
    g, near, place = ground(s, order.side), around(s, order.area), s.place
    starts = {p: (place[p], steps_of(s, p, order)) for p in left(kept) if near >> place[p] & 1}
    one_each = {start: p for p, start in starts.items()}  # who stands together and goes as far has the same ways
    open_ = {start for start, p in one_each.items() if has_way(s, p, order, g)}
    return [p for p, start in starts.items() if start in open_]


def has_way(s: State, piece: int, order: Order, g: Ground) -> bool:
    steps = steps_of(s, piece, order)
    if order.type in TO_ORDERS:
        if not ways(s, g.side, s.place[piece], steps, g) >> order.area & 1:
            return False  # too far away, as most blocks are
        if not g.foes >> order.area & 1:
            return True  # only into a battle may links be full
    return bool(next_areas(s, piece, order, steps))


def unable(s: State, order: Order) -> Iterator[Bar]:
    """[7.3i, 7.3l, 7.3p, 7.32f] Blocks that cannot execute a movement order: without a way, or needed elsewhere.

    If every block that could is needed elsewhere, one of those without which least is missed must go all the same.
    """
    kept = tuple(kept_back(s, order))
    able = marchers(s, order, kept)
    goal = s.m.area_name[order.area]

    def wayless(piece: int) -> Refusal:
        if order.type in TO_ORDERS:
            words = f"{name(s, piece)} cannot reach {goal}: it may go {areas(steps_of(s, piece, order))}."
            return Refusal("7.3l", words)
        return Refusal("7.32f", f"{name(s, piece)} has no way out of {goal}.")

    yield from kept
    yield only("7.3l", able, wayless)
    free = dispensable(s, able, order) if order.id in s.fulfilled else least_missed(s, able, order)
    yield only("7.3i", free, "Another order could not be carried out without this block.")


def movers(s: State, order: Order) -> list[int]:
    """[7.3i] Blocks that may execute a movement order."""
    return left(unable(s, order))


def any_mover(s: State, order: Order) -> bool:
    """Whether some block may execute an order: of one that nobody has executed yet, every block that can will do."""
    return bool(movers(s, order) if order.id in s.fulfilled else marchers(s, order, kept_back(s, order)))


# -- one order --------------------------------------------------------------------------------------------------


@procedure(who=commander_asked)
class MoveOrder(OrderInHand):
    """[7.3a, 7.3c] One Forced March or Move order, revealed."""

    piece: int = NONE
    left: int = 0
    gone: int = 0  # areas that the block has entered
    split: int = 0  # strength points detached from it
    leapt: bool = False

    @step("7.13a")
    def begun(self, s: State) -> Next:
        return None if nameable(s, self.order(s)) else goto("any_left")

    @choose("7.13a", prompt="{ordered} at {place}: is it the order that your card was played for?")
    def name(self, s: State) -> Choice:
        cards = sorted(nameable(s, self.order(s)))
        others = only("7.13a", cards, lambda card: f"{s.m.cards[card].name} is not in force for such an order.")
        return [Offer("name", "card", (others,), "For this order"), Option("plain", label="No")]

    @name.on("name")
    def _(self, s: State, card: int) -> None:
        name_order(s, card, self.order(s))
        tell(s, "7.13a", "named", card=card, area=self.order(s).area)

    name.to("plain")

    @step("7.3i")
    def any_left(self, s: State) -> Next:
        return None if any_mover(s, self.order(s)) else goto("over")

    @choose("7.3i", "7.3p", "7.2ak", prompt="{ordered} at {place}: which block carries it out?", always=True)
    def pick(self, s: State) -> Choice:
        """He is asked whether he has a choice or not: nobody else knows."""
        order = self.order(s)
        able = Offer("block", "piece", unable(s, order), "Move this block")
        owed = Bar("7.3i", bool(able) and order.id not in s.fulfilled, SOMEBODY_MUST)
        return [able, Offer("done", "button", (owed,), "No more blocks", publish=True)]

    @pick.on("block")
    def _(self, s: State, piece: int) -> None:
        self.piece = piece
        self.left = steps_of(s, piece, self.order(s))
        self.gone = self.split = 0
        self.leapt = False  # [7.31b]

    pick.to("done", goto("over"))

    @choose("7.31a", "7.31b", "7.3l", "7.3m", "7.32e", "2.2a", always=True,
            prompt="Where does {who} go next? It may go {far}.")  # fmt: skip
    def way(self, s: State) -> Choice:
        order = self.order(s)
        return [
            Offer("step", "space", out_of_step(s, self.piece, order, self.left), "Go here"),
            *detachments(s, self.piece, self.split, self.gone),
            Option("back", [] if self.gone or self.split else [0], label="Another block", free=True),
            Offer("halt", "button", self.under_way(order), "Stop here"),
        ]

    def under_way(self, order: Order) -> Iterator[Bar]:
        """[7.3l, 7.31a] A march that cannot end here."""
        words = "The march is not over: the block must get where its order leads."
        yield Bar("7.3l", order.type in TO_ORDERS, words)
        yield Bar("7.31a", not self.gone, "It has not moved yet: choose where it goes.")

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

    @way.each(DETACHMENTS)
    def _(self, s: State, brigade: int, less: int) -> Next:
        self.split += detach(s, self.piece, brigade, 1 + less)
        return AGAIN

    @way.on("back")
    def _(self, s: State, _: int) -> Next:
        self.piece = NONE
        return goto("any_left")

    @way.on("step")
    def _(self, s: State, area: int) -> Next:
        """Its key may change as it leaves others behind."""
        order = self.order(s)
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

    way.to("halt")

    @step("7.31b", "7.33e")
    def stop(self, s: State) -> Next:
        halt(s, self.piece)
        self.piece = NONE
        return goto("any_left")

    @step("7.3k")
    def over(self, s: State) -> Next:
        """The order goes back to its pool; if nobody could follow it, unfulfilled."""
        order = self.order(s)
        if order.id not in s.fulfilled:
            tell_order(s, "7.3k", "unfulfilled", order)
        remove_order(s, order)
        return DONE
