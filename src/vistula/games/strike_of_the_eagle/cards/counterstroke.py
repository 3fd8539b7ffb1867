"""Polish card 32, Counter-stroke: a victorious defender follows the beaten attacker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vistula.board.hexes import collect
from vistula.kernel import DONE, Bar, Choice, Frame, Offer, Option, SeatId, choose, goto, left, only, procedure, tell

from ..changes import depart, send
from ..knowledge import fighter
from ..model import POLAND, RUSSIA
from ..rules.bars import elsewhere, foreign, no_room, out_of_play, shut, there
from ..rules.queries import held_by, seat_of
from ..state import NONE, State
from .battle_cards import the_fight, working


def not_following(s: State) -> Iterator[Bar]:
    """[7.41.1] Blocks that do not follow: those of the battle that stand where it was fought may."""
    yield foreign(s, POLAND)
    yield elsewhere(s, the_fight(s).area, "7.41.1")
    yield only("7.41.1", the_fight(s).engaged[POLAND], "It was not in the battle.")


def not_left(s: State) -> Iterator[Bar]:
    """[7.33a, 7.41.1] Areas into which nobody follows: the attackers did not come from there, or there is no place."""
    yield out_of_play(s)
    yield only("7.41.1", collect(the_fight(s).directions), there(s, "No attacker came from "))
    yield shut(s, POLAND)
    yield Bar("7.41.1", held_by(s, RUSSIA), there(s, "The enemy is at "))
    yield no_room(s, POLAND)


def victor(frame: Any, s: State) -> SeatId:
    return seat_of(s, fighter(s, the_fight(s).area, POLAND))


@procedure(who=victor)
class CounterStroke(Frame):
    """[7.41.1] After the retreat one block of the winner may follow."""

    piece: int = NONE

    @choose("7.41.1", prompt="Counter-stroke: which block follows the enemy?", always=True)
    def which(self, s: State) -> Choice:
        card = working(s, POLAND)
        if card is None or card.does != "counter-stroke" or the_fight(s).winner != POLAND or not left(not_left(s)):
            return DONE
        able = Offer("block", "piece", not_following(s), "Follows")
        return [able, Option("stay", label="Nobody")] if able else DONE

    which.to("block", into="piece")
    which.to("stay", DONE)

    @choose("7.41.1", prompt="Where does it follow?", always=True)
    def where(self, s: State) -> Choice:
        back = Option("back", label="Another block", free=True)
        return [Offer("step", "space", not_left(s), "Follow"), back]

    @where.on("step")
    def _(self, s: State, area: int) -> None:
        piece = depart(s, self.piece)
        origin = s.place[piece]
        send(s, [piece], area)
        tell(s, "7.41.1", "moves", block=piece, unit=s.unit[piece], area=origin, to_area=area)

    where.to("back", goto("which"))
