"""What can be laid over the map: supply, depot chains, hexes beside the enemy, command, victory cities."""

from __future__ import annotations

from collections.abc import Callable

from vistula.board.hexes import HexSet, members
from vistula.games.west_was_saved.depots import chain_reach, depot_cities
from vistula.games.west_was_saved.model import COMMAND, POLAND, RUSSIA, SEATS
from vistula.games.west_was_saved.queries import near_enemy, threatened
from vistula.games.west_was_saved.state import State
from vistula.games.west_was_saved.tracing import free_hexes, linked_depots, supplied_for, supplied_hexes
from vistula.kernel import Seat
from vistula.kernel.views import Overlay


def overlay(seat: Seat[State], kind: str, arg: int | None = None) -> Overlay:
    """One overlay, from what a seat knows; KeyError for a kind that does not exist."""
    return KINDS[kind](seat, arg)


def _names(s: State, hexes: HexSet) -> list[str]:
    return [s.m.grid.number(hex) for hex in members(hexes)]


def _side(seat: Seat[State]) -> int:
    """Whose lines are "own": an onlooker looks over the Poles' shoulders, without their knowledge."""
    return RUSSIA if seat.id == SEATS[RUSSIA] else POLAND


def _supply(seat: Seat[State], unit: int | None) -> Overlay:
    """[6.0a, 6.0b] Hexes in supply for both sides, or for one unit."""
    s, side = seat.s, _side(seat)
    if unit is not None and unit < len(s.m.units) and s.m.kind[unit] != COMMAND:
        return Overlay("supply", "6.0a", {"own": _names(s, supplied_for(s, unit))})
    layers = {name: supplied_hexes(s, who, s.m.supply_range) for who, name in ((side, "own"), (1 - side, "enemy"))}
    cavalry = supplied_hexes(s, RUSSIA, s.m.cavalry_range) & ~layers["own" if side == RUSSIA else "enemy"]
    found = {name: _names(s, hexes) for name, hexes in layers.items()}
    return Overlay("supply", "6.0a", found | {"russian-cavalry": _names(s, cavalry)})


def _depots(seat: Seat[State], unit: int | None) -> Overlay:
    """[5.2a, 5.2b] Where the side could establish a depot, and which depots are linked."""
    s, side = seat.s, _side(seat)
    linked = linked_depots(s, side)
    layers = {
        "linked": _names(s, linked),
        "unlinked": _names(s, s.depots[side] & ~linked),
        "reach": _names(s, chain_reach(s, side)),
        "sites": _names(s, depot_cities(s, side) & chain_reach(s, side)),
        "blocked": _names(s, s.m.land & ~free_hexes(s, side)),
    }
    return Overlay("depots", "5.2b", layers)


def _enemy(seat: Seat[State], unit: int | None) -> Overlay:
    """[7.4b, 5.2f] Hexes beside enemy combat units, those behind an unbridged river told apart."""
    s, side = seat.s, _side(seat)
    near, close = near_enemy(s, side), threatened(s, side)
    return Overlay("enemy", "7.4b", {"adjacent": _names(s, close), "behind-river": _names(s, near & ~close)})


def _command(seat: Seat[State], unit: int | None) -> Overlay:
    """[7.2a, 9.2a] Hexes with or next to an own command unit."""
    s, side = seat.s, _side(seat)
    hexes = s.commanded[side]
    return Overlay("command", "7.2a", {"own": _names(s, (hexes | s.m.grid.dilate(hexes)) & s.m.land)})


def _cities(seat: Seat[State], unit: int | None) -> Overlay:
    """[2.2c] Who occupies the victory cities."""
    s = seat.s
    held = {str(SEATS[side]): s.m.victory & s.occupied[side] for side in (POLAND, RUSSIA)}
    nobody = s.m.victory & ~s.occupied[POLAND] & ~s.occupied[RUSSIA]
    layers = {name: _names(s, hexes) for name, hexes in held.items()}
    return Overlay("cities", "2.2c", layers | {"nobody": _names(s, nobody)})


KINDS: dict[str, Callable[[Seat[State], int | None], Overlay]] = {
    "supply": _supply,
    "depots": _depots,
    "enemy": _enemy,
    "command": _command,
    "cities": _cities,
}
