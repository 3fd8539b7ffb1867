"""What an attack is likely to bring: the six results of each column, as parts of what both sides have in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from vistula.board.hexes import Hex, HexSet, members
from vistula.parts.odds import Columns
from vistula.players.kit import Chance
from vistula.players.kit.facts import Attackers

from ..model import ODDS, Model
from ..rules.fortifications import over_wall
from ..rules.zoc import total_delay
from ..state import State, defence, face, units_at
from ..units import RUSSIA

COLUMNS = Columns(ODDS)
DRIVEN = 0.06
"""Of its value, what a stack loses by having to leave its hex."""
REPULSED = 0.05
"""The same for attackers who must go back."""


def strength(s: State, unit: int, charging: int) -> int:
    """[9.10.1a] What a unit brings to an attack."""
    lies = face(s, unit)
    return max(s.m.charge[lies][unit], s.m.attack[lies][unit]) if charging >> unit & 1 else s.m.attack[lies][unit]


def results(
    s: State, me: int, target: Hex, attackers: Attackers, friends: HexSet, charging: int, hungry: int
) -> tuple[Chance, ...]:
    """The results of an attack, with own units on the hexes `friends` when it is made."""
    defenders = units_at(s, 1 - me, target)
    active = [unit for unit in defenders if not s.overstacked >> unit & 1]
    strong = sum(defence(s, unit) for unit in active)
    total = sum(strength(s, unit, charging) for unit, _ in attackers)
    if not defenders or not total:
        return ()
    hexes = {hex for _, hex in attackers}
    fort = me == RUSSIA and any(over_wall(s, hex, target) for hex in hexes)
    column = COLUMNS.column(total, max(1, strong) * (2 if fort else 1))
    if column < 0:
        return ()
    modifier = terrain(s.m, me, target, frozenset(hexes)) + (strong <= 1)
    modifier -= any(hungry >> unit & 1 for unit, _ in attackers)
    modifier += any(hungry >> unit & 1 for unit in defenders)
    risk = _risk(s, me, target, friends)
    return _chances(s.m, column, modifier, total, max(1, strong), risk)


@lru_cache(maxsize=65536)
def terrain(m: Model, me: int, target: Hex, hexes: frozenset[Hex]) -> int:
    """[9.2, 9.3, 9.4a] What the hex and the sides that are crossed take off the die."""
    found = -(m.defensible >> target & 1)
    wet = [_crosses(m.river, m, hex, target) for hex in hexes]
    dug = [me == RUSSIA and _crosses(m.trench, m, hex, target) for hex in hexes]
    return found - all(river or trench for river, trench in zip(wet, dug, strict=True))


def _crosses(sides: Sequence[HexSet], m: Model, hex: Hex, target: Hex) -> bool:
    """Whether the step from a hex to its neighbour goes over one of these sides."""
    return bool(sides[m.grid.direction(hex, target)] >> hex & 1)


def _risk(s: State, me: int, target: Hex, friends: HexSet) -> float:
    """The part of its value that a stack loses by having to retreat three hexes from here."""
    m = s.m
    exits = m.around[target] & ~friends & ~s.occupied[me]
    if not exits:
        return 1.0
    least = 9
    ring = m.grid.dilate(friends)
    for hex in members(exits):
        passed = total_delay(s, me, hex) or ring >> hex & 1
        least = min(least, passed)
    return _loss(m, least)


@lru_cache(maxsize=16)
def _loss(m: Model, delays: int) -> float:
    """[9.14.2] The mean of the table at so many delay factors."""
    if not delays:
        return 0.0
    row = next(cells for least, cells in reversed(m.retreat_losses) if delays >= least)
    return sum({"-": 0.0, "1/2E": 0.55, "E": 1.0}[cell] for cell in row) / len(row)


@lru_cache(maxsize=16384)
def _chances(m: Model, column: int, modifier: int, total: int, strong: int, risk: float) -> tuple[Chance, ...]:
    tally: dict[tuple[float, float, float], int] = {}
    for die in range(1, 7):
        result = _outcome(m.results[column][max(1, min(6, die + modifier)) - 1], total, strong, risk)
        tally[result] = tally.get(result, 0) + 1
    return tuple(Chance(n / 6, *result) for result, n in tally.items())


@lru_cache(maxsize=16384)
def _outcome(result: str, total: int, strong: int, risk: float) -> tuple[float, float, float]:
    """What a result costs attacker and defender, and whether the hex is left."""
    driven = DRIVEN + risk
    match result:
        case "A1/2E":
            return 0.5, 0.0, 0.0
        case "A1/2X":
            return min(1.0, (strong + 1) // 2 / total), 0.0, 0.0
        case "A1" | "A2":
            return REPULSED, 0.0, 0.0
        case "X":
            return min(1.0, strong / total), 1.0, 1.0
        case "1/2X+D3":
            return min(1.0, (strong + 1) // 2 / total), 0.5 + 0.5 * driven, 1.0
        case "D1/2E+D3":
            return 0.0, 0.5 + 0.5 * driven, 1.0
        case "DE":
            return 0.0, 1.0, 1.0
        case "D1" | "D2" | "D3":
            return 0.0, min(1.0, driven), 1.0
    return 0.0, 0.0, 0.0


@lru_cache(maxsize=65536)
def toll(m: Model, attackers: int, defenders: int, difficult: bool) -> tuple[float, float]:
    """For so much attack on so much defence: the part of its value that the defender loses, and the chance that he must
    leave."""
    column = COLUMNS.column(attackers, defenders)
    if column < 0:
        return 0.0, 0.0
    found = _chances(m, column, -int(difficult), attackers, defenders, 0.1)
    return sum(c.p * c.theirs for c in found), sum(c.p * c.taken for c in found)
