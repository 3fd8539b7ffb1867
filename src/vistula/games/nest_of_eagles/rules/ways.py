"""7.0, 7.1 Where a unit can go: hexes that are closed to it, what each step costs it, where it may stay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vistula.board.hexes import members
from vistula.kernel import Bar, barred, only
from vistula.kernel.views import Refusal
from vistula.parts.layers import Ground, along, exits, price, reach, takes_all
from vistula.parts.sides import Sides, common, entering, holds, union
from vistula.parts.words import count

from ..model import CARS, MOTORIZED, TANK, TRAIN, Model
from ..state import State, strength
from .bars import closed, far, held
from .forced_march import NONE, course, off_course
from .fronts import abroad, homeward, off_limits, owes
from .ground import enemy_lines, field, next_hexes, on_wheels, rivers, track, unless_met
from .queries import veiled, within
from .reveal import eyes, unrevealed
from .routes import nation
from .stacking import no_room, other_army
from .theaters import no_stop

PASSABLE = 2
NOWHERE = 0  # no hex of the map
WHEELS = (CARS, MOTORIZED)
NO_FORDS = (CARS, MOTORIZED, TANK)


# -- what a unit can do -----------------------------------------------------------------------------------------------


def allowance(s: State, unit: int) -> int:
    """[3.2e, 3.3c] Movement Points: as printed, 4 for a Remnant; a train goes any distance [3.4.3b]."""
    if s.remnant >> unit & 1:
        return s.m.remnant.mp
    return 1 if s.m.kind[unit] == TRAIN else s.m.mp[unit]


def shut(s: State, unit: int) -> Iterator[Bar]:
    """[2.3.1a, 7.0d, 3.4.4b, 19.5a] Hexes that a unit cannot enter by moving, wherever it comes from."""
    yield closed(s)
    yield from off_limits(s, unit)
    side = s.m.side[unit]
    words = "Soviet and Lithuanian units may not share a hex, nor pass through one another"
    yield Bar("3.1b", other_army(s, unit), words)
    if s.m.kind[unit] in WHEELS:
        strong = s.occupied[1 - side] & ~weak_hexes(s, 1 - side)
        yield Bar("7.0d", strong, lambda hex: f"more than {PASSABLE} SP of the enemy hold {s.m.hex_name(hex)}")
    else:
        yield held(s, side)


def weak_hexes(s: State, side: int) -> int:
    """[3.4.4b, 19.5a] Hexes of a side whose units have at most 2 SP."""
    seen = s.occupied[side] & ~veiled(s, side)  # nobody knows what is under a marker (N-112)
    return sum(1 << hex for hex in members(seen) if strength(s, side, hex) <= PASSABLE)


def terrain(s: State, unit: int, origin: int, forced: int = NONE) -> Ground:
    """[7.1] What each step costs a unit that began its move in `origin`; a forced march keeps its direction [23.2]."""
    ground = _terrain(s, unit, origin)
    return along(ground, course(s.m, nation(s.m, unit), forced)) if forced else ground


def _terrain(s: State, unit: int, origin: int) -> Ground:
    m, side = s.m, s.m.side[unit]
    if m.kind[unit] == TRAIN:
        blocked = unless_met(m, enemy_lines(s, side), s.occupied[side])
        return track(m, blocked, barred(shut(s, unit)) | s.occupied[1 - side], m.urban & ~s.held[side])
    return field(m, side, *_as_it_is(s, unit, origin))


def _as_it_is(s: State, unit: int, origin: int) -> tuple[Sides, int, int, bool]:
    """What `field` is made of for a unit that marches."""
    met, fords = lines_met(s, unit), s.m.kind[unit] not in NO_FORDS
    return met, others_started(s, origin), barred(shut(s, unit)), fords


def first_steps(s: State, unit: int, points: int) -> int:
    """[7.0d, 7.1p] The hexes from where such a unit can take a first step; nobody's leads back to where he began."""
    if s.m.kind[unit] == TRAIN:
        return exits(_terrain(s, unit, NOWHERE), points)
    return _first_steps(s.m, s.m.side[unit], points, *_as_it_is(s, unit, NOWHERE))


@lru_cache(maxsize=512)
def _first_steps(m: Model, side: int, points: int, lof: Sides, started: int, closed_to: int, fords: bool) -> int:
    return exits(field(m, side, lof, started, closed_to, fords), points)


def lines_met(s: State, unit: int) -> Sides:
    """[3.4.4c, 19.5b] The enemy LOF that a unit does not ignore."""
    m, side = s.m, s.m.side[unit]
    lof = enemy_lines(s, side)
    return on_wheels(m, side, lof, m.kind[unit] == MOTORIZED) if m.kind[unit] in WHEELS else lof


def ends_here(s: State, unit: int, hex: int) -> bool:
    """[3.4.3d] Whether a train that comes into a hex goes no further, even if it takes the town (N-60)."""
    return s.m.kind[unit] == TRAIN and bool(s.m.urban & ~s.held[s.m.side[unit]] & 1 << hex)


def others_started(s: State, origin: int) -> int:
    """[7.1j] Hexes where another unit of the active player began this phase."""
    return s.started & ~(1 << origin) | s.started_two


def may_not_stay(s: State, unit: int, origin: int) -> Iterator[Bar]:
    """[2.4.1a, 6.0a, 3.4.4b] Hexes that a unit may pass through but not end its move in (N-57)."""
    yield held(s, s.m.side[unit], "3.4.4b" if s.m.kind[unit] in WHEELS else "7.0d")
    yield no_room(s, unit)
    yield from no_stop(s, unit, origin)
    yield from homeward(s, unit, origin)
    if owes(s, unit):
        yield _abroad(s, unit, origin)


def _abroad(s: State, unit: int, origin: int) -> Bar:
    """[2.5.1e] A unit that must return ends its move at home; where that is too far, closer to it (N-118)."""
    land, points = abroad(s, unit), allowance(s, unit)
    if reach(terrain(s, unit, origin), 1 << origin, points, True).within(points) & ~land & s.m.land:
        return Bar("2.5.1e", land, "it must return to a Theater of its own Front")
    closer, home = 0, s.m.land & ~land
    while not home >> origin & 1:
        closer, home = home, within(s, home, 1)
    return Bar("2.5.1e", s.m.grid.valid & ~closer, "it must come closer to the Theater of its own Front")


def ends(s: State, unit: int, origin: int, points: int, fresh: bool, forced: int = NONE) -> int:
    """Hexes where a unit that began its move in `origin` may end it."""
    here = 1 << s.place[unit]
    found = reach(terrain(s, unit, origin, forced), here, points, fresh).within(points)
    return found & ~barred(may_not_stay(s, unit, origin)) & ~here & s.m.grid.valid


# -- 7.1 one step -----------------------------------------------------------------------------------------------------


def out_of_step(s: State, unit: int, origin: int, points: int, fresh: bool, forced: int = NONE) -> Iterator[Bar]:
    """[7.0c, 7.0d, 7.1o, 7.1p] Hexes that a moving unit cannot enter now."""
    here, ground = s.place[unit], terrain(s, unit, origin, forced)
    yield from shut(s, unit)
    yield far(s, "7.0c", here)
    if forced:
        yield off_course(s, unit, forced)
    near = next_hexes(ground, here, points, fresh)
    yield only("7.1p", near, lambda hex: too_dear(s, unit, origin, hex, points))
    no_end = barred(may_not_stay(s, unit, origin))
    if near & no_end:
        yield Bar(
            "6.0a",
            lambda hex: bool(no_end >> hex & 1) and not leads_on(s, ground, here, hex, points, no_end),
            lambda hex: nowhere(s, unit, origin, hex),
        )


def leads_on(s: State, ground: Ground, here: int, hex: int, points: int, no_end: int) -> bool:
    """Whether a hex where a unit may not stay can be left again for one where it may."""
    cost = price(ground, here, hex)
    if cost < 0 or cost > points:
        return False
    return bool(reach(ground, 1 << hex, points - cost, False).within(points) & ~no_end & ~(1 << hex))


def nowhere(s: State, unit: int, origin: int, hex: int) -> Refusal:
    refusal = next(bar.refusal(hex) for bar in may_not_stay(s, unit, origin) if bar.held(hex))
    return Refusal(refusal.rule, f"{refusal.why}, and the move cannot go on from there")


def too_dear(s: State, unit: int, origin: int, hex: int, points: int) -> Refusal:
    """[7.1a, 7.1b, 7.1c, 7.1d, 7.1e, 7.1f, 7.1g, 7.1h, 7.1i, 7.1j, 7.1k, 7.1l, 7.1m, 7.1n, 7.1o, 7.1p]
    What a step would take, by the line of the table that applies."""
    rule, words = toll(s, unit, origin, hex)
    return Refusal(rule, f"{words}, and it has {count(points, 'MP', 'MP')} left" if rule != "7.1j" else words)


def toll(s: State, unit: int, origin: int, hex: int) -> tuple[str, str]:
    """[7.1a, 7.1b, 7.1c, 7.1d, 7.1e, 7.1f, 7.1g, 7.1h, 7.1i, 7.1j, 7.1k, 7.1l]
    The line of the movement table for a step from where a unit stands, and what it says."""
    m, here, side, name = s.m, s.place[unit], s.m.side[unit], s.m.hex_name(hex)
    if m.kind[unit] == TRAIN:
        return "3.4.3b", f"an armored train needs a railroad to {name} that no enemy LOF cuts"
    ground = terrain(s, unit, origin)
    view, hard = rivers(m, side), bool(m.difficult >> hex & 1)
    small, large = holds(m.grid, view.small, here, hex), _large(s, side, here, hex)
    lined = holds(m.grid, enemy_lines(s, side), here, hex)
    if takes_all(ground, here, hex):
        rule = _lined(small, large, hard) if lined else "7.1f" if hard else "7.1e"
        return rule, f"{name} takes all MP, so the unit must not have moved"
    cost = price(ground, here, hex)
    if cost >= 0:
        rule = ("7.1l" if holds(m.grid, m.fortified, here, hex) else "7.1g") if lined else _open(small, large, hard)
        return rule, f"{name} costs {cost} MP"
    rule = "7.1k" if hard and small else "7.1j"
    return rule, f"the river to {name} lies under an enemy LOF, and no friendly unit began this phase there"


def _large(s: State, side: int, here: int, hex: int) -> bool:
    view = rivers(s.m, side)
    return holds(s.m.grid, view.bridge, here, hex) or holds(s.m.grid, view.wide, here, hex)


def _lined(small: bool, large: bool, hard: bool) -> str:
    if hard and (small or large):
        return "7.1k"
    return "7.1j" if large else "7.1i" if small else "7.1h" if hard else "7.1l"


def _open(small: bool, large: bool, hard: bool) -> str:
    return "7.1c" if small else "7.1d" if large else "7.1b" if hard else "7.1a"


def tiring(s: State, side: int, lof: Sides) -> Sides:
    """[7.2a] Steps after which a unit cannot attack: over an enemy LOF into difficult terrain or over any river."""
    view = rivers(s.m, side)
    return common(lof, union(view.small, view.bridge, view.wide, entering(s.m.grid, s.m.difficult)))


# -- 23.1.3 what a unit on the move reveals ----------------------------------------------------------------------------


def unseeing(s: State, unit: int, origin: int, points: int) -> Iterator[Bar]:
    """[23.1.3g, 6.0a] Hexes that a unit cannot reveal on its way, whether it marches or advances."""
    yield Bar("23.1.3g", not eyes(s, unit), "a marker, a tank or a gun cannot reveal enemy units")
    no_rest = any(bar.held(s.place[unit]) for bar in may_not_stay(s, unit, origin))
    yield Bar("6.0a", no_rest, "it may not stay in this hex, and who reveals enemies goes no further")
    yield from unrevealed(s, unit, points)
