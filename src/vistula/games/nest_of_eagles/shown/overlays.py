"""What can be laid over the map: Lines of Friction, supply, control, Theaters, encirclement, reach, railways."""

from __future__ import annotations

from collections.abc import Callable

from vistula.board.hexes import members
from vistula.kernel import Seat
from vistula.kernel.views import Overlay
from vistula.parts.layers import reach
from vistula.parts.sides import Sides, pairs_of

from ..model import POLAND, SEATS, SOVIET, THEATERS, TRAIN
from ..rules.ground import enemy_lines
from ..rules.movement import Move
from ..rules.rail import reachable
from ..rules.strength import is_encircled
from ..rules.supply import connected, supplied_hexes
from ..rules.ways import allowance, terrain
from ..state import HELD_BY_LITHUANIA, State


def overlay(seat: Seat[State], kind: str, arg: int | None = None) -> Overlay:
    """One overlay, from what a seat knows; KeyError for a kind that does not exist."""
    return KINDS[kind](seat, arg)


def _names(s: State, hexes: int) -> list[str]:
    return [s.m.grid.number(hex) for hex in members(hexes & s.m.grid.valid)]


def _side(seat: Seat[State]) -> int:
    """Whose lines are "own": an onlooker looks over the Poles' shoulders."""
    return SOVIET if seat.id.startswith(SEATS[SOVIET]) else POLAND


def _friction(seat: Seat[State], unit: int | None) -> Overlay:
    """[4.0a] The Lines of Friction of both sides."""
    s, side = seat.s, _side(seat)
    sides = {"enemy": _sides(s, enemy_lines(s, side)), "own": _sides(s, enemy_lines(s, 1 - side))}
    return Overlay("friction", "4.0a", sides=sides)


def _sides(s: State, sides: Sides) -> list[tuple[str, str]]:
    number = s.m.grid.number
    return sorted((number(a), number(b)) for a, b in pairs_of(s.m.grid, sides) if a < b)


def _supply(seat: Seat[State], unit: int | None) -> Overlay:
    """[15.0a] Where one's own units are In Supply, which are not, and the railroads that feed them."""
    s, side = seat.s, _side(seat)
    fed = supplied_hexes(s, side)
    layers = {
        "supplied": _names(s, fed & s.m.land),
        "cut-off": _names(s, s.occupied[side] & ~fed),
        "enemy-cut-off": _names(s, s.occupied[1 - side] & ~supplied_hexes(s, 1 - side)),
        "joined": _names(s, connected(s, side) & s.m.urban),
    }
    return Overlay("supply", "15.0a", layers)


def _control(seat: Seat[State], unit: int | None) -> Overlay:
    """[2.7a] Who holds which urban hex, with its strategic number."""
    s, m = seat.s, seat.s.m
    names = (*SEATS, "lithuania")
    layers = {str(names[owner]): _names(s, s.held[owner]) for owner in (POLAND, SOVIET, HELD_BY_LITHUANIA)}
    labels = {m.grid.number(hex): str(m.value[hex]) for hex in members(m.urban) if m.value[hex]}
    return Overlay("control", "2.7a", layers, labels)


def _theaters(seat: Seat[State], unit: int | None) -> Overlay:
    """[2.4a] The three Theaters."""
    s = seat.s
    return Overlay("theaters", "2.4a", {name: _names(s, s.m.theater[i]) for i, name in enumerate(THEATERS)})


def _encircled(seat: Seat[State], unit: int | None) -> Overlay:
    """[4.1a] Units that no way leads out from."""
    s, side = seat.s, _side(seat)
    layers = {}
    for who, name in ((side, "own"), (1 - side, "enemy")):
        layers[name] = [s.m.grid.number(hex) for hex in members(s.occupied[who]) if is_encircled(s, who, hex)]
    return Overlay("encircled", "4.1a", layers)


def _reach(seat: Seat[State], unit: int | None) -> Overlay:
    """[7.1p] Where a unit can get, the MP it would have left, and what it reaches by rail [9.1a]."""
    s, m = seat.s, seat.s.m
    if unit is None or s.place[unit] < 0 or not allowance(s, unit):
        return Overlay("reach", "7.1p")
    frame = seat.under(Move)
    moving = frame if frame is not None and frame.unit == unit else None
    here, points = s.place[unit], moving.left if moving else allowance(s, unit)
    found = reach(
        terrain(s, unit, moving.origin if moving else here), 1 << here, points, moving is None or moving.fresh
    )
    hexes = found.within(points) & ~(1 << here)
    labels = (
        {m.grid.number(hex): str(points - found.cost(hex)) for hex in members(hexes)} if m.kind[unit] != TRAIN else {}
    )
    rail = reachable(s, unit, here) if m.urban >> here & 1 and m.kind[unit] != TRAIN else 0
    return Overlay("reach", "7.1p", {"reach": _names(s, hexes), "rail": _names(s, rail & ~hexes)}, labels)


KINDS: dict[str, Callable[[Seat[State], int | None], Overlay]] = {
    "friction": _friction,
    "supply": _supply,
    "control": _control,
    "theaters": _theaters,
    "encircled": _encircled,
    "reach": _reach,
}
