"""7.33 Stacking: when blocks come in from the links, and what becomes of those that find no room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from vistula.board.hexes import bits, collect
from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.decision import SeatId
from vistula.kernel.procedure import AGAIN, DONE, Call, Choice, Frame, Next, choose, goto, procedure, runs, step
from vistula.kernel.state import tell

from ..cards.windows import NO_RETREAT, Eliminated
from ..changes import come_in, depart, look, send, show
from ..model import POLAND, RUSSIA, SIDE_SETS, foe, piece_side
from ..state import NONE, State
from .bars import foreign, no_refuge, not_at
from .depots import depots, kaunas, own_depot
from .queries import block_command, held_by, may_enter, space_inside
from .seats import commander_seat, owner_asked, players_of
from .victory import perish


def inside_already(s: State) -> Bar:
    """[7.33e] Blocks that wait on no link."""
    return only("7.33e", s.on_link, "It stands inside the area: only who waits is asked for.")


def not_waiting(s: State, side: int, area: int) -> Iterator[Bar]:
    """[7.33e] Blocks that do not wait on the links of an area."""
    yield from not_at(s, side, area, "7.33e")
    yield inside_already(s)


def waiting(s: State, side: int, area: int) -> list[int]:
    """[7.33e] Blocks of a side on the links of an area."""
    return [p for p in bits(s.on_link & SIDE_SETS[side]) if s.place[p] == area]


def may_stand(s: State, side: int, area: int) -> bool:
    """Whether a block may go to stand in an area: open to it, no enemy there, and not full."""
    free = may_enter(s, side) & ~held_by(s, foe(side))
    return bool(free >> area & 1) and space_inside(s, side, area) > 0


def no_room(s: State, side: int, area: int, more: int = 0) -> Iterator[Bar]:
    """[7.33g] Areas to which a block does not go from an overfull one: it goes towards a depot, which Kaunas is for
    some (S90)."""
    return no_refuge(s, side, area, depots(s, side) | more, "Supply Depot of yours", "7.33g", "7.33g")


def refuges(s: State, side: int, area: int, more: int = 0) -> list[int]:
    """[7.33g] Where a block goes from an overfull area; of several equally near ones the owner chooses."""
    return left(no_room(s, side, area, more))


def prove(s: State, pieces: Iterable[int], rule: str) -> None:
    """[2.0f] Those of some blocks that are Lithuanian show it to the enemy: they go where others may not (S90)."""
    shown = collect(p for p in pieces if own_depot(s, p))
    for player in players_of(s, foe(RUSSIA)):
        look(s, player, shown, rule)


def open_to(s: State, piece: int) -> list[int]:
    """[7.33g] Where a waiting block goes that cannot go back."""
    return refuges(s, piece_side(piece), s.place[piece], own_depot(s, piece))


@procedure(who=owner_asked)
class Occupation(Frame):
    """[7.33e] Wherever no enemy is left, blocks come in from the links while there is room (S86)."""

    side: int = POLAND
    area: int = NONE

    @step("7.33e")
    def next_area(self, s: State) -> Next:
        for p in bits(s.on_link):
            if may_stand(s, piece_side(p), s.place[p]):
                self.side, self.area = piece_side(p), s.place[p]
                return None
        return DONE

    @choose("7.33a", "7.33e", prompt="Which block comes into {area:space}? There is no room for all.")
    def come(self, s: State) -> Choice:
        if len(waiting(s, self.side, self.area)) <= space_inside(s, self.side, self.area):
            return goto("all_in")
        return [Offer("come-in", "piece", not_waiting(s, self.side, self.area), "Comes in")]

    @come.on("come-in")
    def _(self, s: State, piece: int) -> Next:
        come_in(s, depart(s, piece))
        return goto("next_area")

    @step("7.33e")
    def all_in(self, s: State) -> Next:
        for p in waiting(s, self.side, self.area):
            come_in(s, p)
        return goto("next_area")


def waiting_asked(frame: Any, s: State) -> SeatId:
    """[10.0d] Who commands the block that cannot stay: it has not changed its commander yet (1.1c)."""
    return commander_seat(s, block_command(s, frame.piece))


@procedure(who=waiting_asked)
class ExcessBlocks(Frame):
    """[7.33d, 7.33f, 7.33g] Before reorganization and rail: who has room comes in; of the others all whose way is open
    go back where they came from, and then the rest goes elsewhere (S91)."""

    side: int = POLAND
    area: int = NONE
    piece: int = NONE
    origin: int = NONE
    saved: int = 0

    begin = runs(Occupation, "7.33d", "7.33e")

    def attend_to(self, s: State, piece: int) -> None:
        self.side, self.piece, self.area, self.origin = piece_side(piece), piece, s.place[piece], s.origin[piece]

    def waiting(self, s: State) -> list[int]:
        return list(bits(s.on_link & SIDE_SETS[self.side]))

    @step("7.33f")
    def next_back(self, s: State) -> Next:
        """Back to where it came from, unless the enemy holds that or it is full."""
        able = [p for p in bits(s.on_link) if may_stand(s, piece_side(p), s.origin[p])]
        if not able:
            return goto("another_way")
        self.attend_to(s, able[0])
        if len(self.rivals(s)) > space_inside(s, self.side, self.origin):
            return None
        self.go(s, self.origin, "7.33f")
        return AGAIN

    def rivals(self, s: State) -> list[int]:
        """Waiting blocks that came from the same area."""
        return [p for p in self.waiting(s) if s.origin[p] == self.origin]

    @choose("7.33f", prompt="Which block goes back to {origin:space}? There is no room for all.")
    def which(self, s: State) -> Choice:
        return [Offer("block", "piece", self.no_matter(s, "7.33f", self.rivals(s)), "Goes back")]

    def no_matter(self, s: State, rule: str, rivals: list[int]) -> Iterator[Bar]:
        """[7.33f, 7.33g] Blocks that do not compete for a place."""
        yield foreign(s, self.side)
        yield inside_already(s)
        yield only(rule, rivals, "It takes nobody's place and goes in its turn.")

    @which.on("block")
    def _(self, s: State, piece: int) -> Next:
        self.attend_to(s, piece)
        self.go(s, self.origin, "7.33f")
        return goto("next_back")

    @step("7.33g", "2.0f")
    def another_way(self, s: State) -> None:
        """Who finds a way, or a shorter one, as a Lithuanian only proves that he is one."""
        for p in bits(s.on_link):
            side, area = piece_side(p), s.place[p]
            if refuges(s, side, area) != refuges(s, side, area, kaunas(s, side)):
                prove(s, [p], "7.33g")

    @step("7.33g")
    def next_away(self, s: State) -> Next:
        """Who has nowhere to go is lost when all others have gone."""
        left = list(bits(s.on_link))
        if not left:
            return DONE
        able = [p for p in left if open_to(s, p)]
        self.attend_to(s, (able or left)[0])
        if not able:
            return goto("lost")
        room = sum(space_inside(s, self.side, a) for a in open_to(s, self.piece))
        return None if len(self.competitors(s)) > room else goto("elsewhere")

    def competitors(self, s: State) -> list[int]:
        """Waiting blocks that could take a place which is open to this one, and this one."""
        places = {*open_to(s, self.piece)}
        return [p for p in self.waiting(s) if places & {*open_to(s, p)}]

    @choose("7.33g", prompt="There is no room for all who cannot go back. Which block goes first?")
    def who_goes(self, s: State) -> Choice:
        return [Offer("block", "piece", self.no_matter(s, "7.33g", self.competitors(s)), "Goes first")]

    @who_goes.on("block")
    def _(self, s: State, piece: int) -> None:
        self.attend_to(s, piece)

    @choose("7.33g", prompt="The block before {area:space} cannot go back. Where does it go?")
    def elsewhere(self, s: State) -> Choice:
        return [Offer("go", "space", no_room(s, self.side, self.area, own_depot(s, self.piece)), "Go here")]

    @elsewhere.on("go")
    def _(self, s: State, area: int) -> Next:
        self.go(s, area, "7.33g")
        return goto("another_way")

    def go(self, s: State, area: int, rule: str) -> None:
        """Nobody can tell which of several blocks on a link it is that leaves the others [2.0f]."""
        piece = depart(s, self.piece)
        tell(s, rule, "goes_back", block=piece, unit=s.unit[piece], area=self.area, to_area=area)
        send(s, [piece], area)

    @step("7.33g")
    def lost(self, s: State) -> Next:
        return Call(Eliminated(piece=self.piece, cause=NO_RETREAT), None, "saved")

    @step("7.33g", "7.42g")
    def buried(self, s: State) -> Next:
        """It is eliminated for want of a way back (S36); a leader is captured [9.0d]."""
        piece, unit = self.piece, s.unit[self.piece]
        show(s, 1 << piece, "7.33g")
        tell(s, "7.33g", "encircled", block=piece, unit=unit, area=s.place[piece])
        perish(s, piece, self.saved, s.m.charts.points.no_retreat, "7.42g")
        self.saved = 0
        return goto("another_way")
