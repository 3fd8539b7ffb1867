"""7.43 Advancing after a battle: the winning attacker says who stays and who goes back."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import bits
from vistula.kernel import Bar, Choice, Frame, Next, Offer, choose, goto, only, procedure, step, tell

from ..cards.battle_cards import the_fight
from ..changes import come_in, send
from ..state import State
from .bars import foreign
from .queries import space_inside
from .seats import fighter_asked
from .stacking import may_stand


def uninvolved(s: State, side: int) -> Iterator[Bar]:
    """[7.43d] Blocks that have not won the battle."""
    yield foreign(s, side)
    yield only("7.43d", the_fight(s).engaged[side], "Only blocks that fought here may choose.")


def staying(s: State, side: int) -> Iterator[Bar]:
    """[7.43a, 7.43b, 7.43d] Blocks of the victor that cannot go back where they came from."""
    yield from uninvolved(s, side)
    yield Bar("7.43b", the_fight(s).engaged[side].bit_count() == 1, "One block must stay.")
    yield Bar(
        "7.43a",
        lambda p: not may_stand(s, side, s.origin[p]),
        lambda p: f"{s.m.area_name[s.origin[p]]}, from where it came, is held by the enemy or full.",
    )


@procedure(who=fighter_asked)
class Advance(Frame):
    """[7.43a, 7.43b, 7.43c, 7.43d] Only blocks of this battle; at least one stays, and no more than may stand there."""

    side: int

    @choose(
        "7.43a",
        "7.43b",
        "7.43c",
        "7.43d",
        prompt="Victory at {battle}: which blocks go back where they came from? The others stay.",
        always=True,
    )
    def back(self, s: State) -> Choice:
        able = Offer("return", "piece", staying(s, self.side), "Goes back")
        if not able:
            return goto("crowd")
        room = space_inside(s, self.side, the_fight(s).area)
        crowded = Bar("7.43c", len(self.outside(s)) > room, "There is no room for all of them: another block must go.")
        return [able, Offer("stay", "button", [crowded], "All others stay", publish=True)]

    @back.on("return")
    def _(self, s: State, piece: int) -> Next:
        fight, origin = the_fight(s), s.origin[piece]
        tell(s, "7.43a", "returns", block=piece, unit=s.unit[piece], area=fight.area, to_area=origin)
        send(s, [piece], origin)
        fight.engaged[self.side] &= ~(1 << piece)
        return goto("back")

    back.to("stay")

    def outside(self, s: State) -> list[int]:
        return [p for p in bits(the_fight(s).engaged[self.side]) if s.on_link >> p & 1]

    @choose("7.43c", prompt="There is no room for all who cannot go back. Which block stays?")
    def crowd(self, s: State) -> Choice:
        """Who finds no room and cannot go back waits on his link (S44)."""
        inside = Bar("7.43c", ~s.on_link, "It stands in the area already.")
        room = space_inside(s, self.side, the_fight(s).area)
        blocks = Offer("come-in", "piece", [*uninvolved(s, self.side), inside], "Stays")
        return [blocks] if 0 < room < len(self.outside(s)) else goto("stay")

    @crowd.on("come-in")
    def _(self, s: State, piece: int) -> Next:
        come_in(s, piece)
        return goto("crowd")

    @step("7.43a")
    def stay(self, s: State) -> None:
        for p in self.outside(s):
            if space_inside(s, self.side, the_fight(s).area) > 0:
                come_in(s, p)
