"""7.43 Advancing after a battle: the winning attacker says who stays and who goes back."""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.cards.battle_cards import the_fight
from vistula.games.strike_of_the_eagle.changes import come_in, send
from vistula.games.strike_of_the_eagle.rules.queries import space_inside
from vistula.games.strike_of_the_eagle.rules.seats import fighter_asked
from vistula.games.strike_of_the_eagle.rules.stacking import may_stand
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Choice, Frame, Next, Option, choose, goto, procedure, step, tell


@procedure
class Advance(Frame):
    """[7.43a, 7.43b, 7.43c, 7.43d] Only blocks of this battle; at least one stays, and no more than may stand there."""

    side: int

    @choose(
        "7.43a",
        "7.43b",
        "7.43c",
        "7.43d",
        who=fighter_asked,
        prompt="Victory at {battle}: which blocks go back where they came from? The others stay.",
        always=True,
    )
    def back(self, s: State) -> Choice:
        fight = the_fight(s)
        blocks = list(bits(fight.engaged[self.side]))
        able = [p for p in blocks if may_stand(s, self.side, s.origin[p])] if len(blocks) > 1 else []
        if not able:
            return goto("crowd")
        options = [Option("return", able, "piece", "Goes back")]
        standing = sum(not s.on_link >> p & 1 for p in blocks)
        if len(blocks) - standing <= space_inside(s, self.side, fight.area):
            options.append(Option("stay", label="All others stay", publish=True))
        return options

    @back.on("return")
    def _(self, s: State, piece: int) -> Next:
        fight, origin = the_fight(s), s.origin[piece]
        tell(s, "7.43a", "returns", block=piece, unit=s.unit[piece], area=fight.area, to_area=origin)
        send(s, [piece], origin)
        fight.engaged[self.side] &= ~(1 << piece)
        return goto("back")

    @back.on("stay")
    def _(self, s: State, _: int) -> None: ...

    def outside(self, s: State) -> list[int]:
        return [p for p in bits(the_fight(s).engaged[self.side]) if s.on_link >> p & 1]

    @choose("7.43c", who=fighter_asked, prompt="There is no room for all who cannot go back. Which block stays?")
    def crowd(self, s: State) -> Choice:
        """Who finds no room and cannot go back waits on his link (S44)."""
        room, blocks = space_inside(s, self.side, the_fight(s).area), self.outside(s)
        return [Option("come-in", blocks, "piece", "Stays")] if 0 < room < len(blocks) else goto("stay")

    @crowd.on("come-in")
    def _(self, s: State, piece: int) -> Next:
        come_in(s, piece)
        return goto("crowd")

    @step("7.43a")
    def stay(self, s: State) -> None:
        for p in self.outside(s):
            if space_inside(s, self.side, the_fight(s).area) > 0:
                come_in(s, p)
