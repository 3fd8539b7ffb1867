"""7.2 Replacements: points and counters, units rebuilt on the map and recreated off it."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel import Bar, only, tell
from vistula.parts.words import count

from ..state import (
    ARRIVING,
    ASIDE,
    CAVALRY_POINTS,
    INFANTRY_POINTS,
    POOL,
    State,
    lift,
    put,
    replacements_at,
    turn_over,
)
from ..units import BRIGADE, CAVALRY, DIVISION, FULL, GARRISON, INFANTRY, MILITIA, MOUNTAIN, POLAND, REDUCED, REGIMENT
from .bars import at_hex, foes, named, off_map
from .options import sources
from .queries import enemy, within
from .seats import RUSSIANS, SOUTHWESTERN, WESTERN, command_of, player_front, side_of
from .supply import supplied
from .zoc import in_enemy_zoc

REPLACEABLE = (INFANTRY, CAVALRY, MOUNTAIN, GARRISON, MILITIA)
"""[7.2.3.1c] (A22) Kinds that can be recreated and rebuilt."""
SURCHARGE = {BRIGADE: 1, DIVISION: 2}
"""[7.2.3.3a, 7.2.3.3b]"""
LEGION_PRICE = 1
"""[21.4] Of a regiment of Legion cavalry."""
LARGE = 2
"""[7.2b] The factors of a large replacement counter."""


# -- pools ------------------------------------------------------------------------------------------------------------


def first_pool(command: int) -> int:
    """Where the pools of a command begin in `State.pool` (A94)."""
    return {RUSSIANS: 2, WESTERN: 2, SOUTHWESTERN: 4}.get(command, 0)


def points(s: State, command: int, arm: int) -> int:
    """[7.2c] The replacement factors that a command has off the map, of infantry or of cavalry."""
    return s.pool[first_pool(command) + arm]


def spend(s: State, command: int, cavalry: int, infantry: int) -> None:
    first = first_pool(command)
    s.pool[first + CAVALRY_POINTS] -= cavalry
    s.pool[first + INFANTRY_POINTS] -= infantry


def receive(s: State, command: int, arm: int, number: int) -> None:
    s.pool[first_pool(command) + arm] += number


def mounted(s: State, unit: int) -> bool:
    """[7.2.3.1b, 7.2.4.3] Units that only cavalry factors serve."""
    return s.m.kind[unit] == CAVALRY


def shares(s: State, unit: int, price: int, infantry: int, cavalry: int) -> range:
    """[7.2.3.1b, 7.2.3.1c, 7.2.4.3] How many of the factors of a price may be cavalry, of so many that there are; none
    where it cannot be paid."""
    least = price if mounted(s, unit) else max(price - infantry, 0)
    return range(least, min(cavalry, price) + 1)


# -- 7.2.3 recreated units --------------------------------------------------------------------------------------------


def price(s: State, unit: int, strength: int) -> int:
    """[7.2.3.1a, 7.2.3.2a, 7.2.3.2b, 7.2.3.3a, 7.2.3.3b, 21.4, 24.11.5b] (A57) What a unit costs on one side."""
    m = s.m
    if m.legion >> unit & 1 and m.kind[unit] == CAVALRY and m.size[unit] == REGIMENT:
        return LEGION_PRICE
    return m.attack[strength][unit] + SURCHARGE.get(m.size[unit], 0)


def strengths(s: State, command: int, unit: int, kept: tuple[int, int]) -> list[int]:
    """[7.2.3.2a, 7.2.3.2b] The sides of a counter that its command can pay for."""
    sides = [FULL, REDUCED] if s.m.two_steps >> unit & 1 else [FULL]
    return [side for side in sides if payments(s, command, unit, side, kept)]


def payments(s: State, command: int, unit: int, strength: int, kept: tuple[int, int]) -> list[int]:
    """[7.2.3.1b, 7.2.3.1c, 23.4.9.2, 24.11.5b] The numbers of cavalry factors with which a unit can be recreated, with
    so many factors of each arm kept for the north."""
    cost = price(s, unit, strength)
    if s.m.freikorps >> unit & 1:
        return [0] if cost <= s.freikorps_points else []
    infantry, cavalry = (points(s, command, arm) - kept[arm] for arm in (INFANTRY_POINTS, CAVALRY_POINTS))
    return list(shares(s, unit, cost, max(infantry, 0), max(cavalry, 0)))


def not_recreated(s: State, command: int, kept: tuple[int, int]) -> Iterator[Bar]:
    """[7.2.3.1a, 7.2.5, 19.1, 21.1.5, 21.2d, 23.4.8.2c] Units that cannot be recreated now."""
    m = s.m
    yield from foes(s, command, "7.2.3.1a")
    yield only("7.2.3.1a", m.army[side_of(command)], named(s, "is no unit"))
    yield Bar("21.1.5", m.ukrainians[side_of(command)], named(s, "comes by the dice for Ukrainian cities only"))
    yield Bar("21.2d", m.lithuanians, named(s, "is never replaced"))
    yield Bar("7.2.5", m.square, named(s, "has the square mark: it is never replaced"))
    yield only("7.2.3.1a", lost(s), named(s, "has not been eliminated"))
    yield Bar("7.2.3.1c", lambda unit: m.kind[unit] not in REPLACEABLE, named(s, "is of a kind that is not replaced"))
    yield Bar("19.1", lambda unit: bool(_taken_city(s, unit)), named(s, "cannot return: the enemy holds its city"))
    yield Bar("7.2.3.1a", lambda unit: not strengths(s, command, unit, kept), lambda unit: _poor(s, command, unit))


def lost(s: State) -> int:
    """[7.2.3.1a, 24.11.5b] Units that have been eliminated, and Freikorps that are not in play."""
    m = s.m
    return collect(u for u in m.units if s.place[u] == POOL or (s.place[u] == ASIDE and m.freikorps >> u & 1))


def _taken_city(s: State, unit: int) -> bool:
    """[19.1] Whether enemies are in the city of a garrison."""
    city = s.m.garrison_city.get(unit)
    return city is not None and bool(s.occupied[enemy(s.m.side[unit])] >> s.m.hex(city) & 1)


def _poor(s: State, command: int, unit: int) -> str:
    side = REDUCED if s.m.two_steps >> unit & 1 else FULL
    arm = "cavalry factor" if mounted(s, unit) else "replacement factor"
    return f"{s.m.full_name[unit]} takes at least {count(price(s, unit, side), arm)}, more than the pool can spare"


def recreate(s: State, command: int, unit: int, strength: int, cavalry: int) -> None:
    """[7.2.3.1a, 7.2.3.2c, 24.11.5b] A unit is paid for and waits to come in as reinforcements do."""
    cost = price(s, unit, strength)
    if s.m.freikorps >> unit & 1:
        s.freikorps_points -= cost
    else:
        spend(s, command, cavalry, cost - cavalry)
    s.place[unit] = ARRIVING
    turn_over(s, unit, strength)
    tell(s, "7.2.3.1a", "recreated", unit=unit, count=cost)


# -- 7.2.4 units rebuilt on the map -----------------------------------------------------------------------------------


def wanted(s: State, unit: int) -> int:
    """[7.2.4.2a, 7.2.4.4] The factors that turn an inverted unit over again."""
    return s.m.attack[FULL][unit] - s.m.attack[REDUCED][unit]


def helpers(s: State, unit: int) -> list[int]:
    """[7.2.4.1, 7.2.4.3] The replacement counters in its hex that serve a unit: those that have not come in just now,
    of cavalry for cavalry; with three players its own front's (A94)."""
    m = s.m
    here = replacements_at(s, m.side[unit], s.place[unit]) if s.place[unit] >= 0 else []
    fit = [rc for rc in here if not s.fresh >> rc & 1 and (not mounted(s, unit) or m.cavalry_rcs >> rc & 1)]
    if s.players == 2 or m.side[unit] == POLAND:
        return fit
    return [rc for rc in fit if player_front(s, rc) == player_front(s, unit)]


def factors(s: State, unit: int) -> tuple[int, int]:
    """The infantry and the cavalry factors of its helpers."""
    m, found = s.m, [0, 0]
    for rc in helpers(s, unit):
        found[m.cavalry_rcs >> rc & 1] += m.factor[rc]
    return found[INFANTRY_POINTS], found[CAVALRY_POINTS]


def ways_to_rebuild(s: State, unit: int) -> list[int]:
    """[7.2.4.3, 24.11.5b] The numbers of cavalry factors with which a unit can be rebuilt."""
    if s.m.freikorps >> unit & 1:
        return [0] if wanted(s, unit) <= s.freikorps_points else []
    return list(shares(s, unit, wanted(s, unit), *factors(s, unit)))


def not_rebuilt(s: State, command: int) -> Iterator[Bar]:
    """[7.2.4.1, 7.2.4.2a, 7.2.4.2b, 7.2.4.3, 7.2.5, 24.11.5b] Units that cannot be rebuilt now."""
    m = s.m
    yield from foes(s, command, "7.2.4.1")
    yield off_map(s)
    yield only("7.2.4.1", s.reduced, named(s, "is not inverted"))
    yield Bar("7.2.5", m.square, named(s, "has the square mark: it is never replaced"))
    yield Bar("7.2.4.3", lambda unit: m.kind[unit] not in REPLACEABLE, named(s, "is of a kind that is not rebuilt"))
    german = m.freikorps
    yield Bar("24.11.5b", lambda unit: bool(german >> unit & 1) and not supplied(s, unit), named(s, "is unsupplied"))
    yield Bar("7.2.4.2b", lambda unit: not german >> unit & 1 and in_enemy_zoc(s, unit),
              named(s, "is in an enemy zone of control"))  # fmt: skip
    yield Bar("7.2.4.2a", lambda unit: not ways_to_rebuild(s, unit), lambda unit: _short(s, unit))


def _short(s: State, unit: int) -> str:
    kind = "cavalry replacements" if mounted(s, unit) else "replacements"
    return f"{s.m.full_name[unit]} takes {count(wanted(s, unit), 'factor')} of {kind} that lay in its hex before"


def rebuild(s: State, unit: int, cavalry: int) -> None:
    """[7.2.4.1, 7.2.4.2a, 7.2.4.2c] A unit takes its replacements and is at full strength; it will not attack."""
    cost = wanted(s, unit)
    if s.m.freikorps >> unit & 1:
        s.freikorps_points -= cost
    else:
        _use_up(s, unit, CAVALRY_POINTS, cavalry)
        _use_up(s, unit, INFANTRY_POINTS, cost - cavalry)
    turn_over(s, unit, FULL)
    s.rebuilt |= 1 << unit
    tell(s, "7.2.4.1", "rebuilt", unit=unit, hex=s.place[unit], count=cost)


def _use_up(s: State, unit: int, arm: int, number: int) -> None:
    """(A23) Counters of an arm pay so many factors: a large one is split first where only one factor is needed."""
    m = s.m
    mine = [rc for rc in helpers(s, unit) if m.cavalry_rcs >> rc & 1 == arm]
    for rc in sorted(mine, key=lambda rc: -m.factor[rc]):
        if m.factor[rc] <= number:
            number -= m.factor[rc]
            lift(s, rc, POOL)
    if number:
        large = next(rc for rc in mine if s.place[rc] >= 0)
        hex, change = s.place[large], spare(s, m.side[unit], arm, 1)
        lift(s, large, POOL)
        if change:
            _lay(s, change[0], hex, large)


# -- 7.2.2 counters ---------------------------------------------------------------------------------------------------


def spare(s: State, side: int, arm: int, factor: int) -> list[int]:
    """[7.2.2c] (A79) The replacement counters of a kind that are not in use."""
    m = s.m
    return [rc for rc in m.rcs_of[side]
            if s.place[rc] == POOL and m.factor[rc] == factor and m.cavalry_rcs >> rc & 1 == arm]  # fmt: skip


def _lay(s: State, rc: int, hex: int, instead: int) -> None:
    """A counter lies in a hex in place of another one."""
    put(s, rc, hex)
    s.fresh = _copied(s.fresh, rc, instead)
    s.owners = _copied(s.owners, rc, instead)
    s.changed = _copied(s.changed, rc, instead)
    s.left_reserve = _copied(s.left_reserve, rc, instead)


def _copied(pieces: int, rc: int, other: int) -> int:
    """A counter is in a set if the other one is."""
    return pieces & ~(1 << rc) | (pieces >> other & 1) << rc


def no_counter(s: State, command: int) -> Iterator[Bar]:
    """[7.2b, 7.2c] (A79) Replacement counters that cannot be brought into play: one of each kind stands for all."""
    m, side = s.m, side_of(command)
    yield from foes(s, command, "7.2b") if s.players == 2 or side == POLAND else ()
    yield only("7.2b", m.rcs[side], named(s, "is no replacement counter of yours"))
    yield Bar("7.2c", lambda rc: s.place[rc] != POOL, named(s, "is in use"))
    firsts = collect(found[0] for arm in (0, 1) for factor in (1, LARGE) if (found := spare(s, side, arm, factor)))
    yield only("7.2b", firsts, named(s, "is one of several alike: take the first of them"))

    def dear(rc: int) -> bool:
        return points(s, command, arm_of(s, rc)) < m.factor[rc]

    yield Bar("7.2b", dear, lambda rc: f"the pool has not {count(m.factor[rc], 'factor')} of its arm")


def arm_of(s: State, rc: int) -> int:
    return s.m.cavalry_rcs >> rc & 1


def buy(s: State, command: int, rc: int) -> None:
    """[7.2b, 7.2c] Points become a replacement counter that comes in now; it serves who brings it in (A94)."""
    receive(s, command, arm_of(s, rc), -s.m.factor[rc])
    s.owners = s.owners & ~(1 << rc) | (command == SOUTHWESTERN) << rc


def unsplit(s: State, command: int) -> Iterator[Bar]:
    """[7.2.2a] (A79) Counters that are not split now."""
    m, side = s.m, side_of(command)
    yield from _on_map(s, command)
    yield Bar("7.2.2a", lambda rc: m.factor[rc] < LARGE, named(s, "has one factor only"))
    yield Bar("7.2.2a", lambda rc: len(spare(s, side, arm_of(s, rc), 1)) < LARGE, "there are not enough small counters")


def unjoined(s: State, command: int) -> Iterator[Bar]:
    """[7.2.2a] (A79) Counters that are not joined with another one now."""
    m, side = s.m, side_of(command)
    yield from _on_map(s, command)
    yield Bar("7.2.2a", lambda rc: m.factor[rc] >= LARGE, named(s, "has two factors already"))
    yield Bar("7.2.2a", lambda rc: not _alike(s, rc), named(s, "has no other one of its kind in its hex"))
    yield Bar("7.2.2a", lambda rc: not spare(s, side, arm_of(s, rc), LARGE), "there is no large counter left")


def _on_map(s: State, command: int) -> Iterator[Bar]:
    side = side_of(command)
    yield from foes(s, command, "7.2.2a")
    yield only("7.2.2a", s.m.rcs[side], named(s, "is no replacement counter"))
    yield off_map(s, "7.2.2a")
    yield Bar("7.2.2a", s.changed, named(s, "has been changed in this phase already"))


def _alike(s: State, rc: int) -> list[int]:
    """Other small counters of its arm, and its player, in its hex."""
    m = s.m
    here = replacements_at(s, m.side[rc], s.place[rc])
    same = [other for other in here if other != rc and m.factor[other] == 1 and arm_of(s, other) == arm_of(s, rc)]
    return [other for other in same if not s.changed >> other & 1 and command_of(s, other) == command_of(s, rc)]


def split(s: State, rc: int) -> None:
    """[7.2.2a] A counter of two factors becomes two of one."""
    hex, small = s.place[rc], spare(s, s.m.side[rc], arm_of(s, rc), 1)[:LARGE]
    s.changed |= 1 << rc
    lift(s, rc, POOL)
    for piece in small:
        _lay(s, piece, hex, rc)
    tell(s, "7.2.2a", "split", counters=small, hex=hex)


def join(s: State, rc: int) -> None:
    """[7.2.2a] Two counters of one factor become one of two; it is as new as the newer of them."""
    hex, other = s.place[rc], _alike(s, rc)[0]
    large = spare(s, s.m.side[rc], arm_of(s, rc), LARGE)[0]
    older = other if s.fresh >> rc & 1 else rc
    newer = rc if older == other else other
    s.changed |= 1 << newer
    for piece in (rc, other):
        lift(s, piece, POOL)
    _lay(s, large, hex, newer if s.fresh >> newer & 1 else older)
    s.changed |= 1 << large
    tell(s, "7.2.2a", "joined", counter=large, hex=hex)


def not_withdrawn(s: State, command: int, forbidden: Bar) -> Iterator[Bar]:
    """[7.2.2b, 23.4.9.3] Counters that do not return to the pool now."""
    side = side_of(command)
    yield from foes(s, command, "7.2.2b")
    yield only("7.2.2b", s.m.rcs[side], named(s, "is no replacement counter"))
    yield off_map(s, "7.2.2b")
    yield forbidden
    yield Bar("7.2.2b", s.fresh, named(s, "has come in just now"))
    near = within(s, sources.working(s, side), 1)
    far = at_hex(s, "", " is neither at a supply source nor next to one")
    yield Bar("7.2.2b", lambda rc: not near >> s.place[rc] & 1, lambda rc: far(s.place[rc]))


def withdraw(s: State, command: int, rc: int) -> None:
    """[7.2.2b] A counter returns to the pool."""
    tell(s, "7.2.2b", "withdrawn", counter=rc, hex=s.place[rc])
    lift(s, rc, POOL)
    receive(s, command, arm_of(s, rc), s.m.factor[rc])
