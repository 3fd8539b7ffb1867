"""9.0 Who may attack what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import Hex, HexSet, collect
from vistula.kernel import Bar, only
from vistula.kernel.views import Refusal
from vistula.parts.sides import through

from ..state import State, defence
from . import bars, frontier, fronts, standdown
from .bars import named
from .charge import chargers, factor
from .flotillas import flotilla_targets
from .fortifications import across, doubled
from .odds import COLUMNS, defenders
from .options import lithuania
from .queries import enemy, hexes_of
from .seats import side_of
from .setup import rules_otherwise
from .zoc import dry


def unfit(s: State, command: int) -> Iterator[Bar]:
    """[9.0g, 9.0e, 16.7.1b] Units that attack nobody in this phase; who came by water may attack."""
    m, side = s.m, side_of(command)
    yield from bars.foes(s, command, "9.0a")
    yield bars.off_map(s, "9.0b")
    yield Bar("9.0g", m.rcs[side], named(s, "is no combat unit"))
    yield Bar("5.1.5a", s.overstacked, named(s, "is overstacked"))
    yield Bar("8.3.3", s.strategic, named(s, "has used strategic movement"))
    yield Bar("7.2.4.2c", s.rebuilt, named(s, "has taken replacements in this turn"))
    yield Bar("9.0e", s.fought, named(s, "has attacked in this phase"))
    yield frontier.on_guard(s)
    astray = collect(fronts.astray(s, m.army[side]))
    yield Bar("12.3.1a", astray, named(s, "is out of command"))
    if standdown.holding(s):
        spent = standdown.quota_left(s) <= 0
        words = "stands down with its front, which has struck back as often as it was attacked"
        yield Bar("23.4.7.1b", standdown.bound(s) if spent else 0, named(s, words))


def foes_in(s: State, side: int) -> HexSet:
    """[9.0b, 7.2.1d] The hexes that a side could attack: those with enemy units, or enemy replacements alone."""
    return s.occupied[enemy(side)] | hexes_of(s, s.m.rcs[enemy(side)])


def prey(s: State, unit: int) -> HexSet:
    """[9.0b, 9.5, 12.4.2b, 14.7a, 16.1, 16.2b, 24.4.1] The neighbouring hexes that a unit could attack if enemies
    are there: trains off the rails as well."""
    m = s.m
    near = through(dry(m), 1 << s.place[unit])
    if m.flotillas >> unit & 1:
        near &= flotilla_targets(s, unit)
    return near & ~(fronts.other_front_struck(s, unit) | lithuania.barred(s, unit))


def ready(s: State, command: int) -> list[int]:
    """The units of a player that can still attack somebody."""
    side, held = side_of(command), tuple(unfit(s, command))
    near = s.m.grid.dilate(foes_in(s, side))
    units = [unit for unit in s.m.units_of[side] if s.place[unit] >= 0 and near >> s.place[unit] & 1]
    return [unit for unit in units if not any(bar.held(unit) for bar in held)]


def struck(s: State) -> HexSet:
    """[9.0d] (A7) The hexes that have been attacked in this phase and cannot be once more."""
    return 0 if rules_otherwise(s, "second-attack") else s.struck


def out_of_reach(s: State, command: int) -> Iterator[Bar]:
    """[9.0a, 9.0b] Hexes that a player cannot attack."""
    name = s.m.hex_name
    yield only("9.0b", foes_in(s, side_of(command)), lambda hex: f"no enemy is in {name(hex)}")
    yield Bar("9.0d", struck(s), lambda hex: f"{name(hex)} has been attacked in this phase")
    hunters = [(unit, prey(s, unit)) for unit in ready(s, command)]
    reached = 0
    for _, near in hunters:
        reached |= near
    yield Bar("9.0b", ~reached, lambda hex: _nobody(s, command, hex))
    yield Bar("9.0h", lambda hex: _hopeless(s, command, hex, [unit for unit, near in hunters if near >> hex & 1]),
              lambda hex: f"all who could attack {name(hex)} together are too weak")  # fmt: skip


def _hopeless(s: State, command: int, hex: Hex, units: Sequence[int]) -> bool:
    """[9.0h, 9.6a] (A8) Whether not even all units next to a hex together come to the worst odds of the table, nor
    those who do not come over the fortifications."""
    foe = enemy(side_of(command))
    if not s.occupied[foe] >> hex & 1:
        return False
    walled = across(s, units, hex)
    forces = (units, [unit for unit in units if unit not in walled])
    return all(_column(s, hex, force, foe) < 0 for force in forces)


def _column(s: State, hex: Hex, units: Sequence[int], foe: int) -> int:
    if not units:
        return -1
    charging = chargers(s, units, hex)
    strength = sum(factor(s, unit, charging) for unit in units)
    against = sum(defence(s, unit) for unit in defenders(s, foe, hex)) << doubled(s, hex, units)
    return COLUMNS.column(strength, max(against, 1))


def _nobody(s: State, command: int, hex: Hex) -> Refusal:
    """Why none of a player's units attacks a hex: what keeps back the one that comes closest to it."""
    side = side_of(command)
    near = [unit for unit in s.m.units_of[side] if s.m.around[hex] >> max(s.place[unit], 0) & 1 and s.place[unit] >= 0]
    held = [bar for bar in out_of_attack(s, command, hex, ()) if near and all(bar.held(unit) for unit in near)]
    if held:
        return held[0].refusal(near[0])
    words = "none of its neighbours can attack it" if near else "no unit is next to it"
    return Refusal("9.0b", f"{s.m.hex_name(hex)}: {words}")


def out_of_attack(s: State, command: int, hex: Hex, attackers: Sequence[int]) -> Iterator[Bar]:
    """[9.0b, 9.0g] Units that cannot attack a hex, or not with these."""
    m, name = s.m, s.m.hex_name(hex)
    yield from unfit(s, command)
    yield Bar("9.0e", collect(attackers), named(s, "takes part already"))
    near = m.around[hex]
    yield Bar("9.0b", lambda unit: not near >> s.place[unit] & 1, named(s, f"is not next to {name}"))
    over = through(dry(m), 1 << hex)
    yield Bar("9.5", lambda unit: not over >> s.place[unit] & 1, "an all-sea hexside lies between")
    yield Bar("16.1", lambda unit: m.flotillas >> unit & 1 and not flotilla_targets(s, unit) >> hex & 1,
              named(s, f"cannot sail to {name}"))  # fmt: skip
    yield from fronts.not_with(s, collect(attackers))
    yield Bar("12.4.2b", lambda unit: bool(fronts.other_front_struck(s, unit) >> hex & 1),
              f"the other front has attacked the defenders of {name}")  # fmt: skip
    yield Bar("24.4.1", lambda unit: lithuania.holds_back(s, unit, hex), "the Lithuanians stay neutral, at home")


def all_of(s: State, command: int, hex: Hex, attackers: Sequence[int]) -> list[int]:
    """Everyone who could join an attack with these, one after the other."""
    found, near = list(attackers), s.m.around[hex]
    for unit in ready(s, command):
        if near >> s.place[unit] & 1 and not any(bar.held(unit) for bar in out_of_attack(s, command, hex, found)):
            found.append(unit)
    return found
