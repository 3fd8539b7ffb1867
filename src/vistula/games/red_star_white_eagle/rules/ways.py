"""8.1 – 8.3, 12.3.2 Where a unit on the move can go: its steps, where it may stay, why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import Hex, HexSet, bits, collect
from vistula.kernel import Bar, barred, only
from vistula.kernel.views import Refusal
from vistula.parts.layers import Ground, next_hexes, price, reach
from vistula.parts.sides import holds
from vistula.parts.words import count

from ..state import State
from ..units import FLOTILLA
from . import fronts, stacking
from .ground import STANDARD, STRATEGIC, ground, shut
from .queries import enemy
from .railnets import rail_sides
from .zoc import delay_at, ignores_zoc, zoc

# -- where a unit may stay --------------------------------------------------------------------------------------------


def may_not_stay(s: State, unit: int, points: int, way: int = STANDARD) -> Iterator[Bar]:
    """[5.0a, 5.1.3a, 5.1.3b, 12.3.2b, 12.4.1a] Hexes that a unit may pass through but not end its move in."""
    if unit < s.m.count:
        yield stacking.no_room(s, unit)
    if fronts.out_of_command(s, unit):
        yield _astray(s, unit, points, way)


def _astray(s: State, unit: int, points: int, way: int) -> Bar:
    """[12.3.2b] (A28) A unit out of command ends its move in command, or as near to it as it can."""
    out = fronts.out_hexes(s, fronts.front_of(s, unit))
    within = reach(ground(s, unit, way), 1 << s.place[unit], max(points, 0)).within(max(points, 0))
    found = within & ~stacking.full(s, unit)
    if found & ~out:
        return Bar("12.3.2b", out, "it must regain command")
    nearest = min((fronts.beyond(s, unit, hex) for hex in bits(found)), default=0)
    far = collect(hex for hex in bits(within) if fronts.beyond(s, unit, hex) > nearest)
    return Bar("12.3.2b", far, "it must come as near to the area of its front as it can")


def ends(s: State, unit: int, points: int, way: int = STANDARD) -> HexSet:
    """Hexes where a unit with so many points left may end its move."""
    if points < 0:
        return 0
    here = 1 << s.place[unit]
    found = reach(ground(s, unit, way), here, points).within(points)
    return found & ~barred(may_not_stay(s, unit, points, way)) & ~here & s.m.grid.valid


# -- one step ---------------------------------------------------------------------------------------------------------


def out_of_step(s: State, unit: int, points: int, way: int) -> Iterator[Bar]:
    """[8.1.2, 8.2.1, 8.2.2, 8.3.2] Hexes that a moving unit cannot enter now."""
    m, here, made = s.m, s.place[unit], ground(s, unit, way)
    yield from shut(s, unit)
    yield only("8.0c", m.around[here], lambda hex: _far(s, here, hex))
    if way == STRATEGIC and not ignores_zoc(s, unit):
        held = zoc(s, enemy(m.side[unit]))
        yield Bar("8.3.2", held, lambda hex: f"{m.hex_name(hex)} is in an enemy zone of control")
    near = next_hexes(made, here, points)
    yield only("8.1.2", near, lambda hex: too_dear(s, unit, hex, points, way))
    no_end = barred(may_not_stay(s, unit, points, way))
    yield Bar(
        "5.1.3a",
        lambda hex: bool(no_end >> hex & 1) and not _leads_on(made, here, hex, points, no_end),
        lambda hex: _nowhere(s, unit, hex, points, way),
    )


def _far(s: State, here: Hex, hex: Hex) -> str:
    if hex == here:
        return f"it is in {s.m.hex_name(hex)} already"
    distance = s.m.grid.distance(here, hex)
    return f"{s.m.hex_name(hex)} is {distance} hexes from {s.m.hex_name(here)}, not next to it"


def _leads_on(made: Ground, here: Hex, hex: Hex, points: int, no_end: HexSet) -> bool:
    """Whether a hex where a unit may not stay can be left again for one where it may."""
    left = points - price(made, here, hex)
    return bool(reach(made, 1 << hex, left).within(left) & ~no_end & ~(1 << hex))


def _nowhere(s: State, unit: int, hex: Hex, points: int, way: int) -> Refusal:
    refusal = next(bar.refusal(hex) for bar in may_not_stay(s, unit, points, way) if bar.held(hex))
    return Refusal(refusal.rule, f"{refusal.why}, and the move cannot go on from there")


def too_dear(s: State, unit: int, hex: Hex, points: int, way: int) -> Refusal:
    """[4.3.1, 8.1.2, 8.1.3a, 8.3.6, 14.1] What a step would take, by the rule that makes it dear."""
    m, here, name = s.m, s.place[unit], s.m.hex_name(hex)
    cost = price(ground(s, unit, way), here, hex)
    if cost < 0:
        return _closed(s, unit, hex)
    held = 0 if ignores_zoc(s, unit) or way == STRATEGIC else delay_at(s, enemy(m.side[unit]), hex)
    wet = holds(m.grid, m.river, here, hex)
    rule = "4.3.1" if held else "8.1.3a" if wet else "8.3.6" if way == STRATEGIC else "8.1.2"
    left = count(max(points, 0), "movement point", "movement points")
    return Refusal(rule, f"{name} costs {cost}, and it has {left} left")


def _closed(s: State, unit: int, hex: Hex) -> Refusal:
    m, here = s.m, s.place[unit]
    if m.immobile >> unit & 1:
        inside = m.fortified >> here & 1
        words = "it moves within the fortified zone only" if inside else "it has a movement factor of 0"
        return Refusal("18.2a" if inside else "19.0a", words)
    if m.kind[unit] == FLOTILLA:
        return Refusal("16.0d", "a flotilla sails along its rivers")
    if m.trains >> unit & 1 and not holds(m.grid, rail_sides(s, m.side[unit]), here, hex):
        return Refusal("14.1", f"no railroad leads from {m.hex_name(here)} to {m.hex_name(hex)}")
    return Refusal("8.2.4", "an all-sea hexside lies between")
