"""What can be laid over the map: supply, depot chains, enemies, fronts, reach, command, victory cities."""

from __future__ import annotations

from vistula.board.hexes import collect, members
from vistula.games.overlays import Layers, Overlays, own_side
from vistula.kernel import Seat, barred
from vistula.kernel.views import Overlay

from ..model import COMMAND, POLAND, RUSSIA, SEATS
from ..rules.command import command_reach
from ..rules.depots import no_city
from ..rules.movement import Plan
from ..rules.orders import Order
from ..rules.queries import facing_hex, near_enemy, threatened
from ..rules.redeployment import Redeployment, may_leave, reach
from ..rules.supply_lines import depot_chain, free_hexes, supplied_for, supplied_hexes
from ..state import MOVEMENT, REDEPLOYMENT, State
from .routes import ways_of

# Layers are shown to people by these names, with spaces for hyphens.
OWN_SUPPLY, ENEMY_SUPPLY = "own-in-supply", "enemy-in-supply"
KINDS = Overlays()
overlay = KINDS.overlay


@KINDS.kind("supply", "6.0a")
def _supply(seat: Seat[State], unit: int | None) -> Layers:
    """[6.0a, 6.0b] Hexes in supply for both sides, or for one unit."""
    s, side = seat.s, own_side(seat)
    if unit is not None and unit < len(s.m.units) and s.m.kind[unit] != COMMAND:
        return {OWN_SUPPLY: supplied_for(s, unit)}
    sides = ((side, OWN_SUPPLY), (1 - side, ENEMY_SUPPLY))
    layers = {name: supplied_hexes(s, who, s.m.supply_range) for who, name in sides}
    cavalry = supplied_hexes(s, RUSSIA, s.m.cavalry_range) & ~layers[OWN_SUPPLY if side == RUSSIA else ENEMY_SUPPLY]
    return layers | {"in-supply-for-Russian-cavalry-only": cavalry}


@KINDS.kind("depots", "5.2b")
def _depots(seat: Seat[State], unit: int | None) -> Layers:
    """[5.2a, 5.2b] Where the side could establish a depot, and which depots are linked."""
    s, side = seat.s, own_side(seat)
    linked, reached = depot_chain(s, side)
    return {
        "linked-depots": linked,
        "depots-without-a-link": s.depots[side] & ~linked,
        "in-reach-of-the-chain": reached,
        "cities-for-a-new-depot": reached & ~barred(no_city(s, side)),
        "closed-to-the-chain": s.m.land & ~free_hexes(s, side),
    }


@KINDS.kind("enemy", "7.4b")
def _enemy(seat: Seat[State], unit: int | None) -> Layers:
    """[7.4b, 5.2f] Hexes beside enemy combat units, those behind an unbridged river told apart."""
    s, side = seat.s, own_side(seat)
    close = threatened(s, side)
    return {"next-to-the-enemy": close, "behind-an-unbridged-river": near_enemy(s, side) & ~close}


@KINDS.kind("fronts", "1.2c")
def _fronts(seat: Seat[State], unit: int | None) -> Overlay:
    """[1.2c, 9.2a] The hexes at which stacks look, and the hexsides over which they do."""
    s, side = seat.s, own_side(seat)
    layers, sides = {}, {}
    for who, name in ((side, "before-own-stacks"), (1 - side, "before-enemy-stacks")):
        looks = [(hex, facing_hex(s, hex)) for hex in members(s.occupied[who])]
        looks = [(hex, at) for hex, at in looks if at >= 0 and s.m.land >> at & 1]
        layers[name] = s.m.numbers(collect(at for _, at in looks))
        sides[name] = [(s.m.grid.number(hex), s.m.grid.number(at)) for hex, at in looks]
    return Overlay("fronts", "1.2c", layers, sides=sides)


@KINDS.kind("reach", "7.4e")
def _reach(seat: Seat[State], unit: int | None) -> Overlay:
    """[7.4e, 8.0b, 11.1b] Where a piece can get: by order, as a command unit, by rail, as the phase has it."""
    s = seat.s
    if unit is None or s.place[unit] < 0:
        return Overlay("reach", "7.4e")
    if s.phase == REDEPLOYMENT:
        return Overlay("reach", "11.1b", s.m.painted({"reach": _by_rail(seat, unit)}))
    if s.m.kind[unit] == COMMAND:
        return Overlay("reach", "8.0b", s.m.painted({"reach": collect(command_reach(s, unit))}))
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
    return Overlay("reach", "7.4e", {"reach": s.m.numbers(collect(found))}, labels)


def _by_rail(seat: Seat[State], unit: int) -> int:
    """[11.2b] Where a unit can re-deploy."""
    s, train = seat.s, seat.under(Redeployment)
    if train is not None and s.moving >> unit & 1:
        return reach(s, unit, collect(train.passed), train.paid)
    return reach(s, unit, 0, False) if may_leave(s, unit) else 0


@KINDS.kind("command", "7.2a")
def _command(seat: Seat[State], unit: int | None) -> Layers:
    """[7.2a, 9.2a] Hexes with or next to an own command unit."""
    s, side = seat.s, own_side(seat)
    return {"with-or-next-to-a-command-unit": s.m.within(s.commanded[side], 1) & s.m.land}


@KINDS.kind("cities", "2.2c")
def _cities(seat: Seat[State], unit: int | None) -> Layers:
    """[2.2c] Who occupies the victory cities."""
    s = seat.s
    held = {str(SEATS[side]): s.m.victory & s.occupied[side] for side in (POLAND, RUSSIA)}
    nobody = s.m.victory & ~s.occupied[POLAND] & ~s.occupied[RUSSIA]
    return held | {"held-by-nobody": nobody}
