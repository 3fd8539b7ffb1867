"""8.0 Reinforcement Phase: garrisons, combining, then strengthening and building; in each the side without initiative
first (S34), and of two allies the northern one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.decision import Option
from vistula.kernel.procedure import DONE, SKIP, Call, Choice, Frame, Next, choose, goto, procedure, step
from vistula.kernel.state import tell
from vistula.kernel.views import Refusal
from vistula.parts.words import count

from ..changes import gain, place_garrison, to_pool
from ..model import PIECES, command_side, foe, piece_side
from ..state import NONE, State
from ..witnessed import betray, facts_of_cube
from .bars import across, named, out_of_play, there, uncommanded, whereabouts
from .cubes import Spending
from .depots import depots
from .queries import block_command, blocks_at, holder, occupied
from .seats import player_asked, players_of, side_of_player
from .tokens import clear_orders


def player_order(s: State) -> list[int]:
    """(S34) Who goes first in each step: the side without initiative on the first front in play."""
    first = foe(holder(s, s.scene.fronts[0]))
    return [*players_of(s, first), *players_of(s, foe(first))]


@procedure
class ReinforcementPhase(Frame):
    """[8.0a] One step after the other, in each step one player after the other."""

    turn: int = 0

    @step("8.0a")
    def begin(self, s: State) -> None:
        """Blocks that crossed the line stay under their old commander until the next Operation Phase [1.1c]."""
        clear_orders(s)

    @step("8.0a", "8.1a")
    def garrisons(self, s: State) -> Next:
        return self.each(s, "garrisons", lambda player: Garrisoning(player=player))

    @step("8.0a", "8.2a")
    def combining(self, s: State) -> Next:
        return self.each(s, "combining", lambda player: Combining(player=player))

    @step("8.0a", "8.3", "8.4a")
    def spending(self, s: State) -> Next:
        return self.each(s, "spending", lambda player: Spending(player=player))

    def each(self, s: State, again: str, procedure: Callable[[int], Frame]) -> Next:
        order = player_order(s)
        if self.turn == len(order):
            self.turn = 0
            return None
        self.turn += 1
        return Call(procedure(order[self.turn - 1]), goto(again))


# -- 8.1 garrisons ----------------------------------------------------------------------------------------------


def no_garrison(s: State, side: int) -> Iterator[Bar]:
    """[1.3a, 3.0a, 8.1a, 8.1b] Areas in which a side places no garrison: it wants a key city in supply with a block and
    without a garrison."""
    yield out_of_play(s)
    yield only("1.3a", s.m.key_cities, there(s, "", " is no key city."))
    yield Bar("3.0a", s.garrisons[side], there(s, "", " has a garrison already."))
    yield only("8.1b", occupied(s, side), there(s, "No block of yours is at "))
    yield only("8.1b", depots(s, side), there(s, "", " is not in supply."))


@procedure(who=player_asked)
class Garrisoning(Frame):
    """[8.1a, 3.0f] Lost garrisons are replaced without cost."""

    player: int

    @choose("8.1a", "3.0f", prompt="In which key city do you place a garrison, free of cost?", always=True)
    def place(self, s: State) -> Choice:
        bars = (*no_garrison(s, side_of_player(s, self.player)), across(s, self.player))
        cities = Offer("garrison", "space", bars, "Place a garrison")
        return [cities, Option("done", label="No more garrisons", publish=True)] if cities else SKIP

    @place.on("garrison")
    def _(self, s: State, area: int) -> Next:
        side = side_of_player(s, self.player)
        place_garrison(s, side, area)
        tell(s, "8.1a", "garrison", side=side, area=area)
        return goto("place")

    place.to("done", DONE)


# -- 8.2 combining ----------------------------------------------------------------------------------------------


def alike(s: State, one: int, other: int) -> bool:
    """Blocks that may become one: of one colour, allies of one nation (S31); never leaders."""
    m, a, b = s.m, s.unit[one], s.unit[other]
    return m.colour[a] == m.colour[b] and m.nation[a] == m.nation[b] and not m.leader[a] and not m.leader[b]


def not_absorbed(s: State, division: int) -> Iterator[Bar]:
    """[8.2a] Blocks that a division cannot absorb: not in its area, not like it, or beyond its maximum."""
    sp, here = s.sp, s.place[division]
    room = s.m.max_sp[s.unit[division]] - sp[division]
    yield Bar("8.2a", 1 << division, "It is the division that absorbs.")
    yield only("8.2a", blocks_at(s, piece_side(division), here), lambda p: _apart(s, division, p))
    unlike = "A division absorbs blocks of its own colour and nation, and no leaders."
    yield Bar("8.2a", lambda p: not alike(s, division, p), unlike)
    can = f"the division can take {room}."
    yield Bar("8.2a", lambda p: sp[p] > room, lambda p: f"It has {count(sp[p], 'strength point')}; {can}")


def _apart(s: State, division: int, piece: int) -> Refusal:
    side = piece_side(division)
    if piece not in PIECES[side] or s.place[piece] < 0:
        return whereabouts(s, side, piece)
    return Refusal("8.2a", f"It is not with the division at {s.m.area_name[s.place[division]]}.")


def complete(s: State, player: int) -> Iterator[Bar]:
    """[8.2a, 8.4e] Blocks of a player that can absorb nobody."""
    yield from uncommanded(s, player)
    yield Bar("8.4e", lambda p: not s.m.division[s.unit[p]], named(s, "is no division: only divisions absorb others."))
    yield Bar("8.2a", lambda p: s.sp[p] >= s.m.max_sp[s.unit[p]], named(s, "is at its full strength."))
    alone = "No block here can join it: same type and nation, and within its maximum strength."
    yield Bar("8.2a", lambda p: not left(not_absorbed(s, p)), alone)


def has_stack(s: State, blocks: Iterable[int]) -> bool:
    """Whether two of these blocks stand together: everybody sees that."""
    places = [s.place[p] for p in blocks]
    return len(places) > len(set(places))


@procedure(who=player_asked)
class Combining(Frame):
    """[8.2a, 2.2e, 8.0b] Divisions absorb other blocks of their area; nothing is detached here."""

    player: int
    division: int = NONE

    @choose(
        "8.2a",
        "2.2e",
        prompt="Which division absorbs other blocks of its area? They go to the Force Pool.",
        always=True,
    )
    def pick(self, s: State) -> Choice:
        if not has_stack(s, left(uncommanded(s, self.player))):
            return SKIP
        return [
            Offer("division", "piece", complete(s, self.player), "This division absorbs others"),
            Option("done", label="Nothing more to combine", publish=True),
        ]

    pick.to("division", into="division")
    pick.to("done", DONE)

    @choose("8.2a", "8.2b", prompt="Which block does {who} absorb?", always=True)
    def absorb(self, s: State) -> Choice:
        if self.division == NONE:
            return DONE
        return [
            Offer("absorb", "piece", not_absorbed(s, self.division), "Absorb"),
            Option("back", label="Another division", free=True),
        ]

    @absorb.on("absorb")
    def _(self, s: State, piece: int) -> Next:
        """Its points are added; it goes to the Force Pool."""
        points, unit = s.sp[piece], s.unit[piece]
        side, area = command_side(block_command(s, piece)), s.place[piece]
        to_pool(s, piece)
        for _ in range(points):
            gain(s, self.division)
        betray(s, 1 << self.division, "divisions", *facts_of_cube(s.m.colour[unit]))
        tell(s, "8.2b", "absorbed", side=side, area=area, unit=unit)
        self.division = NONE
        return goto("pick")

    @absorb.on("back")
    def _(self, s: State, _: int) -> Next:
        self.division = NONE
        return goto("pick")
