"""Polish card 32, Counter-stroke: a victorious defender follows the beaten attacker."""

from __future__ import annotations

from typing import Any

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.cards.battle_cards import working
from vistula.games.strike_of_the_eagle.changes import depart, send
from vistula.games.strike_of_the_eagle.knowledge import fighter
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.queries import held_by, may_enter, room, seat_of
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.kernel import DONE, Choice, Frame, Next, Option, SeatId, choose, goto, procedure, tell


def followers(s: State) -> list[int]:
    """Polish blocks of the battle that stand where it was fought."""
    fight = s.fight
    assert fight is not None
    return [p for p in bits(fight.engaged[POLAND]) if s.place[p] == fight.area]


def left_areas(s: State) -> list[int]:
    """Areas from which the attackers came and in which no enemy is now, with room."""
    assert s.fight is not None
    free = may_enter(s, POLAND) & ~held_by(s, RUSSIA)
    return [a for a in s.fight.directions if free >> a & 1 and room(s, POLAND, a) > 0]


def victor(frame: Any, s: State) -> SeatId:
    assert s.fight is not None
    return seat_of(s, fighter(s, s.fight.area, POLAND))


@procedure
class CounterStroke(Frame):
    """[7.41.1] After the retreat one block of the winner may follow."""

    piece: int = NONE

    @choose("7.41.1", who=victor, prompt="Counter-stroke: which block follows the enemy?", always=True)
    def which(self, s: State) -> Choice:
        fight = s.fight
        assert fight is not None
        card = working(s, POLAND)
        if card is None or card.does != "counter-stroke" or fight.winner != POLAND:
            return DONE
        able = followers(s) if left_areas(s) else []
        return [Option("block", able, "piece", "Follows"), Option("stay", label="Nobody")] if able else DONE

    @which.on("block")
    def _(self, s: State, piece: int) -> None:
        self.piece = piece

    @which.on("stay")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @choose("7.41.1", who=victor, prompt="Where does it follow?", always=True)
    def where(self, s: State) -> Choice:
        return [Option("step", left_areas(s), "space", "Follow"), Option("back", label="Another block", free=True)]

    @where.on("step")
    def _(self, s: State, area: int) -> None:
        piece = depart(s, self.piece)
        origin = s.place[piece]
        send(s, [piece], area)
        tell(s, "7.41.1", "moves", block=piece, unit=s.unit[piece], area=origin, to_area=area)

    @where.on("back")
    def _(self, s: State, _: int) -> Next:
        return goto("which")
