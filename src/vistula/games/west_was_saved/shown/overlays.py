"""What can be laid over the map: supply, depot chains, enemies, fronts, reach, command, victory cities."""

from __future__ import annotations

from collections.abc import Callable

from vistula.board.hexes import HexSet, members
from vistula.games.west_was_saved.model import COMMAND, POLAND, RUSSIA, SEATS
from vistula.games.west_was_saved.rules.command import command_reach
from vistula.games.west_was_saved.rules.depots import chain_reach, depot_cities
from vistula.games.west_was_saved.rules.movement import Plan
from vistula.games.west_was_saved.rules.orders import Order
from vistula.games.west_was_saved.rules.queries import facing_hex, near_enemy, threatened
from vistula.games.west_was_saved.rules.redeployment import Redeployment, may_leave, reach
from vistula.games.west_was_saved.rules.supply_lines import free_hexes, linked_depots, supplied_for, supplied_hexes
from vistula.games.west_was_saved.shown.routes import ways_of
from vistula.games.west_was_saved.state import MOVEMENT, REDEPLOYMENT, State, bits_of
from vistula.kernel import Seat
from vistula.kernel.views import Overlay

# Layers are shown to people by these names, with spaces for hyphens.
OWN_SUPPLY, ENEMY_SUPPLY = "own-in-supply", "enemy-in-supply"


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
        return Overlay("supply", "6.0a", {OWN_SUPPLY: _names(s, supplied_for(s, unit))})
    sides = ((side, OWN_SUPPLY), (1 - side, ENEMY_SUPPLY))
    layers = {name: supplied_hexes(s, who, s.m.supply_range) for who, name in sides}
    cavalry = supplied_hexes(s, RUSSIA, s.m.cavalry_range) & ~layers[OWN_SUPPLY if side == RUSSIA else ENEMY_SUPPLY]
    found = {name: _names(s, hexes) for name, hexes in layers.items()}
    return Overlay("supply", "6.0a", found | {"in-supply-for-Russian-cavalry-only": _names(s, cavalry)})


def _depots(seat: Seat[State], unit: int | None) -> Overlay:
    """[5.2a, 5.2b] Where the side could establish a depot, and which depots are linked."""
    s, side = seat.s, _side(seat)
    linked = linked_depots(s, side)
    layers = {
        "linked-depots": _names(s, linked),
        "depots-without-a-link": _names(s, s.depots[side] & ~linked),
        "in-reach-of-the-chain": _names(s, chain_reach(s, side)),
        "cities-for-a-new-depot": _names(s, depot_cities(s, side) & chain_reach(s, side)),
        "closed-to-the-chain": _names(s, s.m.land & ~free_hexes(s, side)),
    }
    return Overlay("depots", "5.2b", layers)


def _enemy(seat: Seat[State], unit: int | None) -> Overlay:
    """[7.4b, 5.2f] Hexes beside enemy combat units, those behind an unbridged river told apart."""
    s, side = seat.s, _side(seat)
    near, close = near_enemy(s, side), threatened(s, side)
    return Overlay(
        "enemy", "7.4b", {"next-to-the-enemy": _names(s, close), "behind-an-unbridged-river": _names(s, near & ~close)}
    )


def _command(seat: Seat[State], unit: int | None) -> Overlay:
    """[7.2a, 9.2a] Hexes with or next to an own command unit."""
    s, side = seat.s, _side(seat)
    hexes = s.commanded[side]
    return Overlay(
        "command", "7.2a", {"with-or-next-to-a-command-unit": _names(s, (hexes | s.m.grid.dilate(hexes)) & s.m.land)}
    )


def _cities(seat: Seat[State], unit: int | None) -> Overlay:
    """[2.2c] Who occupies the victory cities."""
    s = seat.s
    held = {str(SEATS[side]): s.m.victory & s.occupied[side] for side in (POLAND, RUSSIA)}
    nobody = s.m.victory & ~s.occupied[POLAND] & ~s.occupied[RUSSIA]
    layers = {name: _names(s, hexes) for name, hexes in held.items()}
    return Overlay("cities", "2.2c", layers | {"held-by-nobody": _names(s, nobody)})


def _reach(seat: Seat[State], unit: int | None) -> Overlay:
    """[7.4e, 8.0b, 11.1b] Where a piece can get: by order, as a command unit, by rail, as the phase has it."""
    s = seat.s
    if unit is None or s.place[unit] < 0:
        return Overlay("reach", "7.4e")
    if s.phase == REDEPLOYMENT:
        return _by_rail(seat, unit)
    if s.m.kind[unit] == COMMAND:
        return Overlay("reach", "8.0b", {"reach": _names(s, bits_of(command_reach(s, unit)))})
    order = seat.under(Order)
    if order is not None and s.moving >> unit & 1:
        plan = order.planned(s)
    elif s.ordered >> unit & 1 and s.phase == MOVEMENT:
        return Overlay("reach", "7.2f")  # a unit gets one order
    else:
        plan = Plan(s.m.side[unit], s.place[unit], [], [unit])
    found = ways_of(s, plan)
    number = s.m.grid.number
    labels = {number(hex): str(len(plan.path) + len(way)) for hex, way in sorted(found.items())}
    return Overlay("reach", "7.4e", {"reach": [number(hex) for hex in sorted(found)]}, labels)


def _by_rail(seat: Seat[State], unit: int) -> Overlay:
    """[11.2b] Where a unit can re-deploy."""
    s, train = seat.s, seat.under(Redeployment)
    if train is not None and s.moving >> unit & 1:
        hexes = reach(s, unit, bits_of(train.passed), train.paid)
    else:
        hexes = reach(s, unit, 0, False) if may_leave(s, unit) else 0
    return Overlay("reach", "11.1b", {"reach": _names(s, hexes)})


def _fronts(seat: Seat[State], unit: int | None) -> Overlay:
    """[1.2c, 9.2a] The hexes at which stacks look."""
    s, side = seat.s, _side(seat)
    layers = {}
    for who, name in ((side, "before-own-stacks"), (1 - side, "before-enemy-stacks")):
        hexes = [facing_hex(s, hex) for hex in members(s.occupied[who])]
        layers[name] = _names(s, bits_of(hex for hex in hexes if hex >= 0) & s.m.land)
    return Overlay("fronts", "1.2c", layers)


KINDS: dict[str, Callable[[Seat[State], int | None], Overlay]] = {
    "supply": _supply,
    "depots": _depots,
    "enemy": _enemy,
    "fronts": _fronts,
    "reach": _reach,
    "command": _command,
    "cities": _cities,
}
