"""17.3 Map edges: over them units only go in retreat, and come back where they left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vistula.board.hexes import Hex, HexSet, bits, collect, members
from vistula.kernel import DONE, RESTART, Bar, Choice, Frame, Next, Offer, choose, never, only, procedure, step, tell

from ..layout import EAST, NORTH, SOUTH_EAST, SOUTH_WEST, WESTERN
from ..model import Model
from ..state import OFF_EDGE, State, lift
from ..units import POLAND
from . import fronts, quiet_north, stacking
from .borders import interning
from .control import come
from .ground import STANDARD, terrain_cost
from .options import freikorps
from .queries import enemy
from .railnets import all_rails
from .seats import asked, command_of, side_of
from .zoc import delay_at, ignores_zoc

EDGES = {POLAND: (WESTERN,), 1 - POLAND: (NORTH, EAST, SOUTH_WEST, SOUTH_EAST)}
"""[17.3.1a, 17.3.1b] The stretches of the edge over which a side's units retreat without loss."""
NAMES = (
    "northern edge",
    "eastern edge",
    "southern edge west of Romania",
    "southern edge east of Romania",
    "western edge",
)


# -- 17.3.1 off the map -----------------------------------------------------------------------------------------------


def permitted(s: State, unit: int, hex: Hex | None = None) -> list[int]:
    """[17.3.1a, 17.3.1b] (A13) The stretches over which a unit can retreat off the map from where it stands or from
    another hex; none but for who can move on land, trains where a railroad runs."""
    m, at = s.m, s.place[unit] if hex is None else hex
    if (m.immobile | m.flotillas) >> unit & 1:
        return []
    if m.trains >> unit & 1 and not all_rails(s, m.side[unit]).spaces >> at & 1:
        return []
    return [stretch for stretch in EDGES[m.side[unit]] if brink(s, stretch) >> at & 1]


def brink(s: State, stretch: int) -> HexSet:
    """[17.3.1c, 17.4.1b, 24.11.1] (A119) The hexes along a stretch of the edge, over which units leave and return: in
    the north all of it; in the west German land too where it is Polish."""
    if stretch == NORTH:
        return _top(s.m)
    german = s.m.west_edge & freikorps.polish(s) if stretch == WESTERN else 0
    return s.m.returns[stretch] | german


@lru_cache
def _top(m: Model) -> HexSet:
    return collect(h for h in bits(m.land & ~m.interning) if m.grid.position(h) == 1)


def off(s: State, unit: int, stretch: int) -> None:
    """[17.3.1a, 17.3.1b] A unit retreats off the map."""
    tell(s, "17.3.1b" if s.m.side[unit] == POLAND else "17.3.1a", "off_the_map", unit=unit, edge=stretch)
    lift(s, unit, OFF_EDGE - stretch)


def beyond_the_edge(place: int) -> int:
    """The stretch over which a unit has left the map; -1 if it has not."""
    return OFF_EDGE - place if place <= OFF_EDGE else -1


# -- 17.3.1c the way back ---------------------------------------------------------------------------------------------


def to_return(s: State, command: int) -> list[int]:
    """[17.3.1c] The units of a command that are off the map and can return now."""
    army = s.m.army[side_of(command)]
    away = [unit for unit in members(army) if s.place[unit] <= OFF_EDGE and command_of(s, unit) == command]
    return [unit for unit in away if gates(s, unit)]


def gates(s: State, unit: int) -> HexSet:
    """[17.3.1c, 17.3.2, 17.4.1b] (A14) Where a unit may come back: on its stretch, not on enemies or into foreign land,
    where it has the points; in command, away from a quiet front and with room, while there is such a hex."""
    m, side = s.m, s.m.side[unit]
    found = brink(s, beyond_the_edge(s.place[unit])) & ~s.occupied[enemy(side)] & ~interning(s, side)
    if m.trains >> unit & 1:
        found &= all_rails(s, side).spaces
    found = collect(hex for hex in bits(found) if toll(s, unit, hex) <= m.mf[unit])
    for worse in (fronts.out_hexes(s, fronts.front_of(s, unit)), quiet_north.quiet(s, unit), stacking.full(s, unit)):
        found = found & ~worse or found
    return found


def toll(s: State, unit: int, hex: Hex) -> int:
    """(A14) What a unit pays for the hex where it returns: like a reinforcement, but with zones of control."""
    m = s.m
    held = 0 if ignores_zoc(s, unit) else delay_at(s, enemy(m.side[unit]), hex)
    cost = 1 if m.trains >> unit & 1 else terrain_cost(m, hex, STANDARD, bool(m.motors >> unit & 1))
    return cost + held


@procedure(who=asked)
class Returning(Frame):
    """[17.3.1c] Units that have retreated off the map come back, one by one, before others move."""

    command: int
    unit: int = -1

    @step("17.3.1c")
    def next_unit(self, s: State) -> Next:
        waiting = to_return(s, self.command)
        self.unit = waiting[0] if waiting else -1
        return None if waiting else DONE

    @choose("17.3.1c", "17.3.2", "17.4.1b", prompt="Where does {unit:piece} return to the map?")
    def where(self, s: State) -> Choice:
        placing = never("piece", [Bar("17.3.1c", True, "units that have left the map return first")])
        return [Offer("enter", "space", self._not_there(s), "Return here"), placing]

    def _not_there(self, s: State) -> Iterator[Bar]:
        edge = NAMES[beyond_the_edge(s.place[self.unit])]
        yield only("17.3.1c", gates(s, self.unit), f"it returns over the {edge}, to a free hex")

    @where.on("enter")
    def _(self, s: State, hex: int) -> Next:
        s.returned |= 1 << self.unit
        come(s, self.unit, hex)
        return RESTART
