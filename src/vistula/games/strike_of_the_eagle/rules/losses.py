"""7.41.5 Taking losses: the garrison first, then one point at a time from the strongest block."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import bits
from vistula.kernel import AGAIN, DONE, Bar, Choice, Frame, Next, Offer, choose, goto, only, procedure, step, tell

from ..cards.battle_cards import the_fight
from ..changes import lose, remove_garrison, to_pool
from ..model import foe
from ..state import State
from .bars import foreign, unavoidable, weaker
from .seats import fighter_asked
from .victory import score


def spared(s: State, side: int) -> Iterator[Bar]:
    """[7.41.5a] Blocks that do not lose the next point of a side in battle: those with the most strength points now,
    halved or not, come first."""
    fight = the_fight(s)
    yield foreign(s, side)
    yield only("7.41.5a", fight.engaged[side], lambda p: f"It is not in the battle of {s.m.area_name[fight.area]}.")
    yield weaker(s, bits(fight.engaged[side]), "7.41.5a")


@procedure(who=fighter_asked)
class TakeLosses(Frame):
    """[7.41, 7.41.5a] One side takes its losses; those of both were worked out before."""

    side: int

    @step("3.0e", "7.41.5a")
    def garrison(self, s: State) -> Next:
        fight = the_fight(s)
        if fight.losses[self.side] and s.garrisons[self.side] >> fight.area & 1:
            remove_garrison(s, self.side, fight.area)
            fight.losses[self.side] -= 1
            fight.taken[self.side] += 1
            tell(s, "3.0e", "garrison_falls", side=self.side, area=fight.area)
        return None

    @choose("7.41.5a", prompt="Battle of {battle}, {to_lose} to lose: which of your strongest blocks loses one?")
    def block(self, s: State) -> Choice:
        strongest = Offer("lose", "piece", spared(s, self.side), "Loses a point")
        must = unavoidable("7.41.5a", "Losses must be taken.")
        return [strongest, must] if the_fight(s).losses[self.side] and strongest else goto("over")

    @block.on("lose")
    def _(self, s: State, piece: int) -> Next:
        """[2.0b, 7.41.5b, 7.41.5c, 9.0c] The last point destroys it; only a leader is worth a point to the enemy."""
        fight, unit = the_fight(s), s.unit[piece]
        fight.losses[self.side] -= 1
        fight.taken[self.side] += 1
        fight.real[self.side] += 1
        fight.hurt |= 1 << piece
        if lose(s, piece):
            tell(s, "7.41.5b", "destroyed", block=piece, unit=unit, area=fight.area)
            to_pool(s, piece)
            if s.m.leader[unit]:
                score(s, foe(self.side), s.m.charts.points.leader_destroyed, "9.0c")
        else:
            tell(s, "7.41.5a", "loses", block=piece, unit=unit, area=fight.area)
        return AGAIN

    @step("7.41.5a")
    def over(self, s: State) -> Next:
        the_fight(s).losses[self.side] = 0
        return DONE
