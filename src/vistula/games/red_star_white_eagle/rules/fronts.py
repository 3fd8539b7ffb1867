"""12.0 Russian fronts: how far each may go, and what they do not do together."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import Hex, HexSet, collect, members
from vistula.kernel import Bar

from ..state import State, units_at
from ..units import NO_FRONT, RUSSIA, SOUTHWEST, WEST
from .queries import hexes_of

FRONT_NAMES = ("West Front", "Southwest Front", "no front")


def front_of(s: State, piece: int) -> int:
    """[12.1, 12.4.3a, 12.4.3b] WEST, SOUTHWEST or NO_FRONT; Poles have none, nor have reserve divisions, Freikorps and
    replacement counters."""
    return s.m.front[piece]


def fronts_in(s: State, units: int) -> list[int]:
    """The fronts that have units in a set."""
    return [front for front in (WEST, SOUTHWEST) if s.m.front_army[front] & units]


# -- 12.2, 12.3 command -----------------------------------------------------------------------------------------------


def out_hexes(s: State, front: int) -> HexSet:
    """[12.2a, 12.2b, 12.2c, 12.2.1] Hexes out of command for a front: more than two whole hexes beyond the boundary,
    east of the Bug."""
    return s.m.out_of_command[front]


def out_of_command(s: State, unit: int, hex: Hex | None = None) -> bool:
    """[12.2a, 12.2b, 12.3.3] Whether a unit is out of command where it stands, or would be in another hex."""
    at = s.place[unit] if hex is None else hex
    return at >= 0 and bool(s.m.out_of_command[s.m.front[unit]] >> at & 1)


def astray(s: State, units: int) -> list[int]:
    """[12.3.2b] Those units of a set that are out of command."""
    west, southwest, _ = s.m.out_of_command
    if not s.occupied[RUSSIA] & (west | southwest):
        return []
    return [unit for unit in members(units) if out_of_command(s, unit)]


def strays(s: State, unit: int) -> HexSet:
    """[12.3.2a, 12.3.2b] (A28) Hexes that a unit may not enter of its own will: those out of command, unless it is out
    of command itself and looks for its way back."""
    return 0 if out_of_command(s, unit) else out_hexes(s, front_of(s, unit))


def beyond(s: State, unit: int, hex: Hex) -> int:
    """[12.2] (A28) How many whole hexes beyond the boundary of its front a hex lies; 0 where that does not matter."""
    front = front_of(s, unit)
    return s.m.beyond[front][hex] if front != NO_FRONT and s.m.out_of_command[front] >> hex & 1 else 0


def no_command(s: State, unit: int) -> Bar:
    """[12.3.2a] What keeps a unit from going out of command."""
    name = FRONT_NAMES[front_of(s, unit)]
    return Bar("12.3.2a", strays(s, unit), lambda hex: f"{s.m.hex_name(hex)} is out of command for the {name}")


# -- 12.4 non-cooperation ---------------------------------------------------------------------------------------------


def rivals(s: State, units: int) -> int:
    """[12.4.1a, 12.4.2a, 21.2a] The units of their own side that neither stack nor attack with any of these. Allies do
    with all others [21.0b], and fronts keep apart west of the Bug too [24.2.3] (A26)."""
    found = 0
    for unit in members(units):
        found |= s.m.rivals[unit]
    return found


def apart(s: State, unit: int) -> HexSet:
    """[12.4.1a, 21.2a] The hexes with units that this one may not join."""
    return hexes_of(s, s.m.rivals[unit])


def mixed(s: State, hex: Hex) -> bool:
    """[12.4.1b] Whether units stand in a hex that do not stack with each other."""
    here = collect(units_at(s, RUSSIA, hex))
    return bool(rivals(s, here) & here)


def not_with(s: State, attackers: int) -> Iterator[Bar]:
    """[12.4.2a, 21.2a] Units that cannot join an attack with these."""
    m = s.m
    others = rivals(s, attackers)
    foreign = m.lithuanians if attackers & m.russians else m.russians
    yield Bar("21.2a", others & foreign, "Lithuanians and Russians do not attack together")
    yield Bar("12.4.2a", others & ~foreign, "units of both fronts do not attack together")


def other_front_struck(s: State, unit: int) -> HexSet:
    """[12.4.2b] (A27) Hexes that the other front has attacked in this phase, and where those who defended there are."""
    front = front_of(s, unit)
    return s.struck_front[1 - front] if front != NO_FRONT else 0
