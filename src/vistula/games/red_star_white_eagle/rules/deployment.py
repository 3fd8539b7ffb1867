"""23.0 Deployment by area: each side rearranges what history gives it, and must cover its front."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import HexSet, collect, members
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    choose,
    goto,
    never,
    only,
    procedure,
    step,
    tell,
)
from vistula.parts.sides import through

from ..scenarios import Area, Stand
from ..state import State, put
from ..units import POLAND, RUSSIA
from . import fronts, stacking, zoc
from .bars import at_hex, held, named
from .options import free_deployment
from .queries import hexes_of, on_board, scene
from .seats import asked, commands, side_of, troops

FORTRESS = "WF"
"""[23.1.7] The area of those whom the Gates of Warsaw put into the fortified hexes."""


# -- 23.0 areas -------------------------------------------------------------------------------------------------------


def areas(s: State, command: int) -> list[Area]:
    """[23.0a, 23.1.7, 24.3] The areas of a command; those whose units may mix are one."""
    army = troops(s, command)
    found = [area for area in scene(s).areas if area.units & army]
    if side_of(command) != POLAND:
        return found
    if scene(s).fortress:
        found.append(Area(FORTRESS, s.m.fortified, 0, scene(s).fortress))
    shared = free_deployment.shared(s)
    if not shared:
        return found
    one = shared[0]
    for area in shared[1:]:
        one = Area(one.id + area.id, one.hexes | area.hexes, one.front | area.front, one.units | area.units)
    return [one, *(area for area in found if area not in shared)]


def area_of(s: State, command: int, unit: int) -> Area:
    return next(area for area in areas(s, command) if area.units >> unit & 1)


def movable(s: State, command: int) -> int:
    """[23.0a] The units that deploy by area."""
    return on_board(s, sum(area.units for area in areas(s, command)))


def covered(s: State, area: Area) -> HexSet:
    """[23.0c] The hexes that units of an area occupy or control."""
    m, here = s.m, on_board(s, area.units)
    controlling = collect(unit for unit in members(here) if m.delay[unit])
    return hexes_of(s, here) | through(zoc.dry(m), hexes_of(s, controlling))


def gaps(s: State, command: int) -> HexSet:
    """[23.0c] Hexes of the front line that no unit of their area covers."""
    found = 0
    for area in areas(s, command):
        found |= area.front & ~covered(s, area)
    return found


def standing(s: State, units: int) -> list[Stand]:
    """Where history has these units."""
    scenario = scene(s)
    return [stand for stand in (*scenario.fixed, *scenario.historical) if units >> stand.unit & 1]


# -- the question -----------------------------------------------------------------------------------------------------


@procedure
class Deployment(Frame):
    """[23.0a] A side deploys; with three players one front after the other (A93)."""

    side: int
    commands: list[int] = []

    @step("23.0a", "23.1")
    def begin(self, s: State) -> Next:
        if not s.free:
            return DONE
        self.commands = commands(s, self.side)
        return None

    @step("23.0a")
    def staffs(self, s: State) -> Next:
        return Call(Arranging(command=self.commands.pop(0)), AGAIN) if self.commands else None


@procedure(who=asked)
class Arranging(Frame):
    """[23.0c, 23.0d, 23.0e] A player rearranges units within their areas."""

    command: int
    placed: int = 0
    unit: int = -1

    @choose("23.0a", "23.0b", prompt="Deploy: choose a unit to move within its area.", always=True)
    def pick(self, s: State) -> Choice:
        units = movable(s, self.command)
        if not units:
            return DONE
        once = Bar("23.0a", self.placed, named(s, "has been placed already"))
        units_left = Offer("unit", "piece", [*self._foreign(s, units), once], "Place this unit")
        again = Offer("again", "piece", self._foreign(s, units & self.placed), "Place it once more", free=True)
        gap = self._open_front(s)
        return [
            *([units_left] if units_left else []),
            *([again] if again else []),
            Offer("done", "button", gap, "Finish deployment", publish=True),
            Offer("history", "button", self._no_need(s, bool(units_left)), "Restore the historical set-up"),
            never("space", [Bar("23.0a", True, "choose a unit first")]),
        ]  # fmt: skip

    def _no_need(self, s: State, units_left: bool) -> Iterator[Bar]:
        yield Bar("23.0a", units_left, "some units can still be placed")
        yield Bar("23.0c", not gaps(s, self.command), "the front is covered")

    def _foreign(self, s: State, units: int) -> Iterator[Bar]:
        yield only("23.0a", units, named(s, "does not deploy by area"))

    def _open_front(self, s: State) -> Iterator[Bar]:
        """[23.0c] The front line must be covered."""
        gap = gaps(s, self.command)
        hexes = ", ".join(s.m.hex_name(hex) for hex in members(gap))
        yield Bar("23.0c", bool(gap), f"no unit of its area covers {hexes} on the front line")

    pick.to("unit", goto("where"), into="unit")
    pick.to("again", goto("where"), into="unit")
    pick.to("done", DONE)

    @pick.on("history", AGAIN)
    def _(self, s: State, _: int) -> Next:
        for stand in standing(s, movable(s, self.command)):
            put(s, stand.unit, stand.hex)
        return None

    @choose("23.0c", "23.0d", "23.0e", prompt="Where does {unit:piece} deploy?", always=True)
    def where(self, s: State) -> Choice:
        hexes = Offer("place", "space", self._misplaced(s), "Deploy here")
        return [hexes, Option("back", label="Choose another unit", free=True)]

    def _misplaced(self, s: State) -> Iterator[Bar]:
        """[23.0a, 23.0d, 23.0e, 23.4.8.1, 24.3] Hexes where a unit does not deploy."""
        m, unit = s.m, self.unit
        area = area_of(s, self.command, unit)
        yield only("23.0a", area.hexes & m.land, lambda hex: f"{m.hex_name(hex)} is not in area {area.id}")
        yield held(s, side_of(self.command), "23.0a")
        yield Bar("23.0d", stacking.full(s, unit) & ~(1 << s.place[unit]), at_hex(s, "", " has no room for it"))
        galicians = hexes_of(s, m.galicians[RUSSIA])
        yield Bar("23.0e", galicians if m.side[unit] == RUSSIA else 0, at_hex(s, "the Galicians are alone in "))
        yield fronts.no_command(s, unit)

    where.to("back", goto("pick"))

    @where.on("place", goto("pick"))
    def _(self, s: State, hex: int) -> Next:
        self.placed |= 1 << self.unit
        put(s, self.unit, hex)
        tell(s, "23.0a", "deployed", unit=self.unit, hex=hex)
        return None
