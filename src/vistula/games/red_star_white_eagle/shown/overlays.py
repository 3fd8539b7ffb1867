"""What can be laid over the map: zones of control, supply, command, railways, rivers, control, reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vistula.board.hexes import HexSet, bits, members
from vistula.kernel import Seat
from vistula.kernel.views import Overlay
from vistula.parts.layers import reach

from ..model import SEATS
from ..rules.capacity import spare
from ..rules.control import asked_for, controls
from ..rules.flotillas import DNEPR, VISTULA, waters
from ..rules.flotillas import reach as sailing
from ..rules.fronts import out_hexes
from ..rules.ground import STANDARD, STRATEGIC, ground
from ..rules.movement import UNDECIDED, Move
from ..rules.national_rail import no_ticket, stations
from ..rules.railnets import joined, own_net
from ..rules.strategic import no_strategic, points
from ..rules.supply import source_of, supplied, supply_area
from ..rules.zoc import zones
from ..state import State, on_map
from ..units import POLAND, RUSSIA, SOUTHWEST, WEST


def overlay(seat: Seat[State], kind: str, arg: int | None = None) -> Overlay:
    """One overlay, from what a seat knows; KeyError for a kind that does not exist."""
    return KINDS[kind](seat, arg)


def _names(s: State, hexes: HexSet) -> list[str]:
    return [s.m.grid.number(hex) for hex in members(hexes & s.m.grid.valid)]


def _side(seat: Seat[State]) -> int:
    """Whose lines are "own": an onlooker looks over the Poles' shoulders."""
    return RUSSIA if seat.id.startswith(SEATS[RUSSIA]) else POLAND


def _zoc(seat: Seat[State], unit: int | None) -> Overlay:
    """[4.3.1] What it costs each side to step into the other's zones, as the greatest delay factor there."""
    s, side = seat.s, _side(seat)
    layers, labels = dict[str, list[str]](), dict[str, str]()
    for whose, name in ((side, "own"), (1 - side, "enemy")):
        found = 0
        for factor, hexes in enumerate(zones(s, whose)):
            hexes &= s.m.land & ~s.occupied[whose]
            if factor and hexes:
                found |= hexes
                if whose != side:
                    labels |= {s.m.grid.number(hex): str(factor) for hex in members(hexes)}
        layers[name] = _names(s, found)
    return Overlay("zoc", "4.3.1", layers, labels)


def _supply(seat: Seat[State], unit: int | None) -> Overlay:
    """[10.0b, 10.3a, 10.5.5] From where a line can be traced, whose units have none, what is left of each Polish source
    in divisions, and the source that feeds a unit."""
    s, side = seat.s, _side(seat)
    layers = {"supplied": _names(s, supply_area(s, side) & s.m.land)}
    for whose, name in ((side, "cut-off"), (1 - side, "enemy-cut-off")):
        hungry = {s.place[each] for each in on_map(s, whose) if not supplied(s, each)}
        layers[name] = [s.m.grid.number(hex) for hex in sorted(hungry)]
    labels = {s.m.grid.number(hex): _divisions(left) for hex, left in spare(s).items()} if side == POLAND else {}
    if unit is not None and s.place[unit] >= 0 and (source := source_of(s, unit)) >= 0:
        layers["source"] = [s.m.grid.number(source)]
    return Overlay("supply", "10.0b", layers, labels)


def _divisions(quarters: int) -> str:
    """ "2", "1¾" """
    whole, rest = divmod(quarters, 4)
    return f"{whole or (0 if not rest else '')}{('', '¼', '½', '¾')[rest]}"


def _command(seat: Seat[State], unit: int | None) -> Overlay:
    """[12.2a, 12.2b] Where the units of each Russian front are out of command."""
    s = seat.s
    west, southwest = out_hexes(s, WEST) & s.m.land, out_hexes(s, SOUTHWEST) & s.m.land
    both = s.m.land & ~west & ~southwest
    return Overlay(
        "command", "12.2a", {"southwest": _names(s, west), "west": _names(s, southwest), "either": _names(s, both)}
    )


def _rail(seat: Seat[State], unit: int | None) -> Overlay:
    """[8.4.7b] The pieces of one's own net, the greatest first."""
    s, side = seat.s, _side(seat)
    rest, found = own_net(s, side).spaces & ~s.occupied[1 - side], list[HexSet]()
    while rest:
        found.append(joined(s, side, (rest & -rest).bit_length() - 1) or rest & -rest)
        rest &= ~found[-1]
    found.sort(key=lambda piece: (-piece.bit_count(), piece))
    apart = sum(found[1:])
    layers = {"joined": _names(s, found[0] if found else 0), "apart": _names(s, apart)}
    return Overlay("rail", "8.4.7b", layers)


def _rivers(seat: Seat[State], unit: int | None) -> Overlay:
    """[16.0a] The hexes that flotillas can enter, of the Dnepr and of the Vistula."""
    s = seat.s
    layers = {"dnepr": _names(s, waters(s.m, DNEPR)), "vistula": _names(s, waters(s.m, VISTULA))}
    return Overlay("rivers", "16.0a", layers)


def _control(seat: Seat[State], unit: int | None) -> Overlay:
    """[3.2a] Who controls the cities that are asked for, with their victory points."""
    s, m = seat.s, seat.s.m
    asked = asked_for(s)
    layers = {
        str(SEATS[side]): [m.grid.number(hex) for hex in bits(asked) if controls(s, side, hex)]
        for side in (POLAND, RUSSIA)
    }
    return Overlay("control", "3.2a", layers, {m.grid.number(hex): str(points) for hex, points in m.vp.items()})


def _reach(seat: Seat[State], unit: int | None) -> Overlay:
    """[8.1.1, 8.3.1, 8.4.1a] Where a unit can get on foot, with the points it would have left; strategically; by its
    own rail net, or on its rivers."""
    s, m = seat.s, seat.s.m
    if unit is None or s.place[unit] < 0:
        return Overlay("reach", "8.1.1")
    if m.flotillas >> unit & 1:
        return Overlay("reach", "16.0d", {"reach": _names(s, sailing(s, unit))})
    frame, here = seat.under(Move), 1 << s.place[unit]
    moving = frame if frame is not None and frame.unit == unit and frame.way != UNDECIDED else None
    layers, labels, seen = dict[str, list[str]](), dict[str, str](), here
    for name, way, left in _marches(s, unit, moving):
        found = reach(ground(s, unit, way), here, left)
        hexes = found.within(left) & ~seen
        if way == STANDARD:
            labels = {m.grid.number(hex): str(left - found.cost(hex)) for hex in members(hexes)}
        layers[name], seen = _names(s, hexes), seen | hexes
    if moving is None and not any(bar.held(0) for bar in no_ticket(s, unit)):
        layers["rail"] = _names(s, stations(s, unit) & ~seen)
    return Overlay("reach", "8.1.1", layers, labels)


def _marches(s: State, unit: int, moving: Move | None) -> Iterator[tuple[str, int, int]]:
    """The ways of moving hex by hex that are open to a unit, with the points it has for each."""
    for name, way in (("reach", STANDARD), ("strategic", STRATEGIC)):
        if moving is not None:
            if moving.way == way:
                yield name, way, moving.left
        elif way == STANDARD or not any(bar.held(0) for bar in no_strategic(s, unit)):
            yield name, way, max(0, points(s, unit, way))


KINDS: dict[str, Callable[[Seat[State], int | None], Overlay]] = {
    "zoc": _zoc,
    "supply": _supply,
    "command": _command,
    "rail": _rail,
    "rivers": _rivers,
    "control": _control,
    "reach": _reach,
}
