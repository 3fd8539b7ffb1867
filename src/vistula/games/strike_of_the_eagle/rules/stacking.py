"""7.33 Stacking: when blocks come in from the links, and what becomes of those that find no room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from vistula.board.hexes import bits, collect
from vistula.games.strike_of_the_eagle.cards.windows import NO_RETREAT, Eliminated
from vistula.games.strike_of_the_eagle.changes import come_in, depart, look, send, show
from vistula.games.strike_of_the_eagle.model import PIECES, POLAND, RUSSIA, SIDE_SETS, foe, piece_side
from vistula.games.strike_of_the_eagle.rules.queries import (
    UNLIMITED,
    block_command,
    clear_distance,
    commander_seat,
    depots,
    held_by,
    kaunas,
    link_taken,
    may_enter,
    own_depot,
    players_of,
    space_inside,
)
from vistula.games.strike_of_the_eagle.rules.seats import owner_asked
from vistula.games.strike_of_the_eagle.rules.victory import perish
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.kernel import (
    AGAIN,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    SeatId,
    choose,
    goto,
    procedure,
    step,
    tell,
)


def waiting(s: State, side: int, area: int) -> list[int]:
    """[7.33e] Blocks of a side on the links of an area."""
    return [p for p in PIECES[side] if s.place[p] == area and s.on_link >> p & 1]


def may_stand(s: State, side: int, area: int) -> bool:
    """Whether a block may go to stand in an area: open to it, no enemy there, and not full."""
    free = may_enter(s, side) & ~held_by(s, foe(side))
    return bool(free >> area & 1) and space_inside(s, side, area) > 0


def ways_back(s: State, side: int, area: int, goals: int) -> list[int]:
    """[7.33g, 7.42a] Neighbours with room, over links without enemies, from which a goal is reached by the shortest
    clear path; of several equally near ones the owner chooses."""
    far = {
        n: clear_distance(s, side, n, goals)
        for n in s.m.next[area]
        if may_stand(s, side, n) and not link_taken(s, side, area, n)
    }
    best = min(far.values(), default=UNLIMITED)
    return [n for n, distance in far.items() if distance == best < UNLIMITED]


def refuges(s: State, side: int, area: int, more: int = 0) -> list[int]:
    """[7.33g] Where a block goes from an overfull area: towards a depot, which Kaunas is for some (S90)."""
    return ways_back(s, side, area, depots(s, side) | more)


def prove(s: State, pieces: Iterable[int], rule: str) -> None:
    """[2.0f] Those of some blocks that are Lithuanian show it to the enemy: they go where others may not (S90)."""
    shown = collect(p for p in pieces if own_depot(s, p))
    for player in players_of(s, foe(RUSSIA)):
        look(s, player, shown, rule)


def open_to(s: State, piece: int) -> list[int]:
    """[7.33g] Where a waiting block goes that cannot go back."""
    return refuges(s, piece_side(piece), s.place[piece], own_depot(s, piece))


@procedure
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
        return goto("over")

    @choose("7.33a", "7.33e", who=owner_asked, prompt="Which block comes into {area:space}? There is no room for all.")
    def come(self, s: State) -> Choice:
        blocks = waiting(s, self.side, self.area)
        if len(blocks) <= space_inside(s, self.side, self.area):
            return goto("all_in")
        return [Option("come-in", blocks, "piece", "Comes in")]

    @come.on("come-in")
    def _(self, s: State, piece: int) -> Next:
        come_in(s, depart(s, piece))
        return goto("next_area")

    @step("7.33e")
    def all_in(self, s: State) -> Next:
        for p in waiting(s, self.side, self.area):
            come_in(s, p)
        return goto("next_area")

    @step("7.33e")
    def over(self, s: State) -> None: ...


def waiting_asked(frame: Any, s: State) -> SeatId:
    """[10.0d] Who commands the block that cannot stay: it has not changed its commander yet (1.1c)."""
    return commander_seat(s, block_command(s, frame.piece))


@procedure
class ExcessBlocks(Frame):
    """[7.33d, 7.33f, 7.33g] Before reorganization and rail: who has room comes in; of the others all whose way is open
    go back where they came from, and then the rest goes elsewhere (S91)."""

    side: int = POLAND
    area: int = NONE
    piece: int = NONE
    origin: int = NONE
    saved: int = 0

    @step("7.33d", "7.33e")
    def begin(self, s: State) -> Next:
        return Occupation()

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

    @choose("7.33f", who=waiting_asked, prompt="Which block goes back to {origin:space}? There is no room for all.")
    def which(self, s: State) -> Choice:
        return [Option("block", self.rivals(s), "piece", "Goes back")]

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
            return goto("over")
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

    @choose("7.33g", who=waiting_asked, prompt="There is no room for all who cannot go back. Which block goes first?")
    def who_goes(self, s: State) -> Choice:
        return [Option("block", self.competitors(s), "piece", "Goes first")]

    @who_goes.on("block")
    def _(self, s: State, piece: int) -> None:
        self.attend_to(s, piece)

    @choose("7.33g", who=waiting_asked, prompt="The block before {area:space} cannot go back. Where does it go?")
    def elsewhere(self, s: State) -> Choice:
        return [Option("go", open_to(s, self.piece), "space", "Go here")]

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

    @step("7.33d")
    def over(self, s: State) -> None: ...
