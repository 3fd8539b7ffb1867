"""7.42 Retreating after a battle."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import bits, collect
from vistula.kernel import DONE, Bar, Call, Choice, Frame, Next, Offer, choose, goto, only, procedure, step, tell

from ..cards.battle_cards import the_fight
from ..cards.windows import NO_RETREAT, Eliminated
from ..changes import send
from ..state import NONE, State
from .bars import foreign, no_refuge, unavoidable
from .queries import controlled, space_inside
from .seats import fighter_asked
from .stacking import may_stand
from .victory import perish


def no_way_back(s: State, side: int, area: int) -> Iterator[Bar]:
    """[7.42a, 7.42b, 7.42c, 7.42h] Areas to which the beaten of an area do not retreat: they go towards a friendly key
    city by the shortest clear path, of any length, in supply or not (S5); never towards the one that they lose, even if
    nobody is left to take it (S60)."""
    goals = controlled(s, side) & ~(1 << area)
    return no_refuge(s, side, area, goals, "key city of yours", "7.42a", "7.42h")


def unbeaten(s: State, side: int) -> Iterator[Bar]:
    """[7.42a] Blocks that need not retreat from the battle, or have done so."""
    fight = the_fight(s)
    yield foreign(s, side)
    safe = f"It is not among the beaten of {s.m.area_name[fight.area]}, or is safe already."
    yield only("7.42a", fight.engaged[side], safe)


def go_back(s: State, side: int, pieces: list[int], area: int, rule: str) -> None:
    """[7.42a, 7.42f] Some of the beaten leave the battle together."""
    fight = the_fight(s)
    if pieces:
        tell(s, rule, "retreats", side=side, units=[s.unit[p] for p in pieces], area=fight.area, to_area=area)
    send(s, pieces, area)
    fight.engaged[side] &= ~collect(pieces)


@procedure(who=fighter_asked)
class DefenderRetreat(Frame):
    """[7.42a] A beaten defender retreats all blocks together; who finds no room goes to the next best area [7.42d]."""

    side: int
    area: int = NONE

    @choose("7.42a", "7.42b", prompt="Beaten at {battle}: where do your blocks retreat?")
    def where(self, s: State) -> Choice:
        fight = the_fight(s)
        if not fight.engaged[self.side]:
            return DONE
        areas = Offer("retreat", "space", no_way_back(s, self.side, fight.area), "Retreat here")
        must = unavoidable("7.42a", "The beaten must retreat.")
        return [areas, must] if areas else goto("encircled")

    where.to("retreat", into="area")

    @choose("7.42d", prompt="Which block goes to {area:space}? There is no room for all.")
    def overflow(self, s: State) -> Choice:
        beaten, room = the_fight(s).engaged[self.side].bit_count(), space_inside(s, self.side, self.area)
        if beaten <= room or room <= 0:
            return goto("together")
        return [Offer("block", "piece", unbeaten(s, self.side), "Goes there")]

    @overflow.on("block")
    def _(self, s: State, piece: int) -> Next:
        go_back(s, self.side, [piece], self.area, "7.42a")
        return goto("overflow")

    @step("7.42a")
    def together(self, s: State) -> Next:
        blocks = list(bits(the_fight(s).engaged[self.side]))
        go_back(s, self.side, blocks[: space_inside(s, self.side, self.area)], self.area, "7.42a")
        return goto("where")

    @step("7.42e")
    def encircled(self, s: State) -> Next:
        left = list(bits(the_fight(s).engaged[self.side]))
        return Call(Lost(piece=left[0]), goto("encircled")) if left else None


def not_from(s: State, side: int, origin: int) -> Iterator[Bar]:
    """[7.42f] Blocks that are not among the beaten who came from an area."""
    yield from unbeaten(s, side)
    yield Bar(
        "7.42f",
        lambda p: s.origin[p] != origin,
        lambda p: f"It came from {s.m.area_name[s.origin[p]]} and goes back there in its turn.",
    )


@procedure(who=fighter_asked)
class AttackerRetreat(Frame):
    """[7.42f] Beaten attackers go back, each to the area it came from; where that is held or full, they are lost."""

    side: int
    origin: int = NONE

    @step("7.42f")
    def next_group(self, s: State) -> Next:
        left = list(bits(the_fight(s).engaged[self.side]))
        if not left:
            return DONE
        self.origin = s.origin[left[0]]
        return None

    def group(self, s: State) -> list[int]:
        return [p for p in bits(the_fight(s).engaged[self.side]) if s.origin[p] == self.origin]

    @choose("7.42f", prompt="Which block goes back to {origin:space}? There is no room for all.")
    def back(self, s: State) -> Choice:
        blocks = self.group(s)
        open_ = may_stand(s, self.side, self.origin)
        room = space_inside(s, self.side, self.origin) if open_ else 0
        if not blocks or room <= 0:
            return goto("lost")
        if len(blocks) <= room:
            return goto("all_back")
        return [Offer("block", "piece", not_from(s, self.side, self.origin), "Goes back")]

    @back.on("block")
    def _(self, s: State, piece: int) -> Next:
        go_back(s, self.side, [piece], self.origin, "7.42f")
        return goto("back")

    @step("7.42f")
    def all_back(self, s: State) -> Next:
        go_back(s, self.side, self.group(s), self.origin, "7.42f")
        return goto("next_group")

    @step("7.42f", "7.42e")
    def lost(self, s: State) -> Next:
        left = self.group(s)
        return Call(Lost(piece=left[0]), goto("lost")) if left else goto("next_group")


@procedure
class Lost(Frame):
    """[7.42e, 7.42g, 9.0d] A block with no retreat is eliminated; the enemy scores."""

    piece: int
    saved: int = 0

    @step("7.42e")
    def window(self, s: State) -> Next:
        return Call(Eliminated(piece=self.piece, cause=NO_RETREAT), None, "saved")

    @step("7.42e", "7.42g", "9.0d")
    def gone(self, s: State) -> None:
        piece, unit = self.piece, s.unit[self.piece]
        tell(s, "7.42e", "encircled", block=piece, unit=unit, area=s.place[piece])
        perish(s, piece, self.saved, s.m.charts.points.no_retreat, "7.42g")
