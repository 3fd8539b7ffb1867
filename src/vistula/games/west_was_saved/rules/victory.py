"""2.2 Winning the game: a supplied unit in the enemy's capital at once, or enough green cities after the last turn."""

from __future__ import annotations

from vistula.kernel import Result, tell

from ..model import POLAND, RUSSIA, SEATS
from ..state import State


def cities_held(s: State, side: int) -> int:
    """[2.2c] Victory cities that a side occupies: a combat unit of it stands there now (H-9)."""
    return (s.m.victory & s.occupied[side]).bit_count()


def leader(s: State) -> int:
    """[2.2c, 2.2d] The side that holds enough victory cities and whose enemy does not, or -1."""
    enough = [cities_held(s, side) >= s.m.victory_cities for side in (POLAND, RUSSIA)]
    return enough.index(True) if sum(enough) == 1 else -1


def decisive(s: State, side: int) -> bool:
    """Whether all that the scenario asks for a decisive victory of a side is so; the campaign knows none (H-64)."""
    lines = [line for line in s.m.decisive if line.side == side]
    mine, theirs = s.occupied[side], s.occupied[1 - side]
    return bool(lines) and not any(line.holds & ~mine or line.clear & theirs for line in lines)


def finish(s: State) -> None:
    """[2.2c, 2.2d] The end of the last turn."""
    s.winner, s.ended = leader(s), True
    rule = "2.2d" if s.winner < 0 else "2.2c"
    tell(s, rule, "final_count", poland=cities_held(s, POLAND), russia=cities_held(s, RUSSIA), side=s.winner)


def result(s: State) -> Result | None:
    """How the game ended, with the victory cities of both sides."""
    if not s.ended:
        return None
    score = {str(seat): cities_held(s, side) for side, seat in enumerate(SEATS)}
    if s.sudden:
        rule = "2.2a" if s.winner == POLAND else "2.2b"
        return Result((SEATS[s.winner],), "sudden", rule, score)
    if s.winner < 0:
        return Result((), "draw", "2.2d", score)
    return Result((SEATS[s.winner],), "decisive" if decisive(s, s.winner) else "cities", "2.2c", score)
