"""9.1 – 9.3 Rail Transport: from one urban hex to another, instead of a march. In secret [9.4]: `concentration`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from vistula.board.hexes import members
from vistula.kernel import Bar, only, tell
from vistula.kernel.views import Refusal
from vistula.parts.sides import Sides, gates_of, minus, through
from vistula.parts.words import count

from ..model import LITHUANIA, POLAND, SOUTHWEST, TRAIN, WEST, Model
from ..state import OWN, SOUTHWEST_POOL, WEST_POOL, State, units_under
from .bars import closed
from .control import come, crossed
from .fronts import homeward, off_limits
from .ground import enemy_lines
from .queries import foes_near, in_play, open_towns
from .seats import POLES, chosen_front, front_of, side_of
from .stacking import no_room
from .theaters import HOME, no_stop

LONG = 3
"""[9.3a] So many hexes of another Theater are travelled for nothing."""
DOUBLED = 2
STRICT_ENDS = 1 << 4
"""The bit of `State.rulings` for rail-ends (N-69)."""


class Ride(NamedTuple):
    """A journey by rail: its hexes and what it costs."""

    cost: int
    hexes: tuple[int, ...]


# -- 9.2 how many -----------------------------------------------------------------------------------------------------


def pool_of(s: State, unit: int) -> int:
    """[9.2a, 9.2c] Whose Rail Transports a unit uses."""
    front = front_of(s, unit)
    return OWN if front < 0 else WEST_POOL if front == WEST else SOUTHWEST_POOL


def capacity(s: State, pool: int) -> int:
    """[9.2a, 9.2c] Rail Transports of a phase: twice as many can be used, and then none in the next (N-6)."""
    return 0 if s.rails_barred[pool] else DOUBLED * s.m.rail.poland if pool == OWN else DOUBLED * s.m.rail.front


def transports_left(s: State, pool: int) -> int:
    return capacity(s, pool) - s.rails[pool]


def end_rails(s: State, side: int) -> None:
    """[9.2a, 9.2c] After a Movement Phase of a side: who used the doubled number has none in its next one."""
    for pool in (OWN,) if side == POLAND else (WEST_POOL, SOUTHWEST_POOL):
        s.rails_barred[pool] = int(s.rails[pool] > (s.m.rail.poland if pool == OWN else s.m.rail.front))
        s.rails[pool] = 0
    s.extra_rail = False


# -- 9.1 where to -----------------------------------------------------------------------------------------------------


def blocked_hexes(s: State, side: int) -> int:
    """[9.1b] Rail hexes that no train passes: enemy units in them, and urban hexes that the enemy holds or stands next
    to (N-15, N-69)."""
    m = s.m
    return s.occupied[1 - side] | m.urban & (foes_near(s, side) | ~open_towns(s, side)) | ~m.land & m.grid.valid


def open_rails(s: State, side: int) -> Sides:
    """[9.1b] Railroads that no enemy LOF cuts; friends do not cancel it here (N-16)."""
    return minus(s.m.rails, enemy_lines(s, side))


def reachable(s: State, unit: int, hex: int) -> int:
    """[9.1a, 9.1b, 9.2c] Urban hexes to which the railroad leads from a hex, the whole way for a Front in its own
    Theater (N-59)."""
    front = front_of(s, unit)
    if front in (WEST, SOUTHWEST) and not s.m.theater[HOME[front]] >> hex & 1:
        return 0
    ways, shut = open_rails(s, s.m.side[unit]), closed_to(s, unit, hex)
    return _ends(s.m, ways, shut, hex) & s.m.urban & ~(1 << hex)


def linked_by_rail(s: State, unit: int, start: int, land: int) -> int:
    """[9.1b, 9.4b] Hexes to which the railroad leads a unit without leaving some land."""
    shut = closed_to(s, unit, start) | s.m.grid.valid & ~land
    return _ends(s.m, open_rails(s, s.m.side[unit]), shut, start)


def just_taken(s: State, side: int) -> int:
    """[9.1d] Towns that the enemy held when this phase began and where nobody has stayed; at a table that reads the
    ends of a journey strictly, those where somebody has too (N-69)."""
    taken = (s.foreign | ~s.held[side]) & s.m.urban
    return taken if s.rulings & STRICT_ENDS else taken & ~s.occupied[side]


def closed_to(s: State, unit: int, start: int) -> int:
    """[9.1b, 9.2c, 2.4.1b] Rail hexes that a unit from here does not pass: those that are blocked, those outside its
    Front's Theater (N-59), and, for who is in play, Theaters that are not."""
    front, outside = front_of(s, unit), 0
    if front in (WEST, SOUTHWEST):
        outside = ~s.m.theater[HOME[front]]
    if in_play(s) >> start & 1:
        outside |= ~in_play(s)
    return blocked_hexes(s, s.m.side[unit]) | outside & s.m.grid.valid


@lru_cache(maxsize=1024)
def _ends(m: Model, ways: Sides, shut: int, start: int) -> int:
    """Every hex that a journey from `start` can end in: it passes open hexes only, its ends may be others."""
    rails, found, edge = gates_of(m.grid, ways), 0, 1 << start
    while edge:
        found |= edge
        edge = through(rails, edge & ~shut | edge & 1 << start) & ~found
    return found


def stations(s: State, command: int) -> int:
    """Hexes from which some unit of a command could go by rail now: at least one transport is left."""
    if command == POLES:
        open_ = transports_left(s, OWN) > 0 or _extra_left(s)
    else:
        open_ = any(transports_left(s, WEST_POOL + front) > 0 for front in chosen_front(s, command))
    if not open_:
        return 0
    side = side_of(command)
    ways = gates_of(s.m.grid, open_rails(s, side))
    return s.m.urban & s.occupied[side] & through(ways, s.m.land & ~s.occupied[1 - side])


def stranded(s: State, unit: int) -> Bar:
    """[9.1b] No journey begins next to an enemy at a table that reads its ends strictly (N-69)."""
    here = s.place[unit]
    near = bool(s.rulings & STRICT_ENDS) and bool(foes_near(s, s.m.side[unit]) >> here & 1)
    return Bar("9.1b", near, "at this table nobody boards a train next to an enemy unit")


def tickets(s: State, unit: int) -> int:
    """As how many units a piece goes by rail: a Group as two (N-97)."""
    return 2 if s.m.all_groups >> unit & 1 else 1


def no_ticket(s: State, unit: int) -> Iterator[Bar]:
    """A Patrol with more than one unit under it stays off the trains (N-97)."""
    if s.m.all_patrols >> unit & 1 and len(units_under(s, unit)) > 1:
        yield Bar("9.1a", True, "a Patrol over several units does not go by rail: part them first")


def unreachable(s: State, unit: int) -> Iterator[Bar]:
    """[9.1a, 9.1b, 9.1c, 9.1d, 9.2a, 9.2b, 9.2c] Hexes to which a unit cannot go by rail now."""
    m, here, side = s.m, s.place[unit], s.m.side[unit]
    yield Bar("9.2e", m.kind[unit] == TRAIN, "an armored train moves by itself along the railroad")  # [3.4.3m]
    yield Bar("21.1c", m.front[unit] == LITHUANIA, "Lithuanian units do not go by rail")
    yield Bar("20.1.1b", bool(s.entered >> unit & 1), "Konarmiya does not go by rail in the turn it enters")
    yield Bar("9.4a", bool(s.unloaded >> unit & 1), "it has just come by rail, and moves by MP in this phase")
    yield Bar("9.1a", not m.urban >> here & 1, f"{m.hex_name(here)} is no urban hex, where a journey begins")
    yield stranded(s, unit)
    yield closed(s)
    yield only("9.1a", m.urban, lambda hex: f"{m.hex_name(hex)} is no urban hex, where a journey ends")
    yield from (bar for bar in off_limits(s, unit) if bar.rule != "21.3b")  # rails cross that line
    ends = reachable(s, unit, here)
    yield only("9.1b", ends, lambda hex: f"no railroad leads to {m.hex_name(hex)} past the enemy and his LOF")
    near = foes_near(s, side) & ~s.occupied[side]
    yield Bar("9.1c", near, lambda hex: f"{m.hex_name(hex)} is next to an enemy unit, and no friend is there")
    taken = just_taken(s, side)
    yield Bar("9.1d", taken, lambda hex: f"the enemy held {m.hex_name(hex)} when this phase began")
    yield no_room(s, unit)
    yield from no_stop(s, unit, here)
    yield from homeward(s, unit, here)
    pool = pool_of(s, unit)
    yield Bar(
        "9.2c" if pool else "9.2a",
        lambda hex: not affordable(s, unit, hex),
        lambda hex: _too_dear(s, unit, hex, pool),
    )


def _too_dear(s: State, unit: int, hex: int, pool: int) -> Refusal:
    rule = "9.2a" if pool == OWN else "9.2c"
    if s.rails_barred[pool]:
        return Refusal(rule, "the last Movement Phase used twice the transports, so there are none in this one")
    cost = fare(s, unit, cheapest(s, unit, hex))
    return Refusal(rule, f"{s.m.hex_name(hex)} takes {count(cost, 'transport')}; {transports_left(s, pool)} left")


# -- 9.3 what it costs ------------------------------------------------------------------------------------------------


def _extra_left(s: State) -> bool:
    """[9.2b] Whether the one transport of the black and red line is there."""
    return not s.extra_rail and not s.rails_barred[OWN]


def on_the_line(s: State, unit: int, hex: int) -> bool:
    """[9.2b] Whether a Polish journey can be made on the black and red line alone, and its own transport is left."""
    if s.m.side[unit] != POLAND or not _extra_left(s):
        return False
    shut = closed_to(s, unit, s.place[unit])
    line = tuple(a & b for a, b in zip(open_rails(s, POLAND), s.m.black_red, strict=True))
    return bool(_ends(s.m, line, shut, s.place[unit]) >> hex & 1)


def affordable(s: State, unit: int, hex: int) -> bool:
    """Whether the transports that are left suffice for a journey."""
    rest, each = transports_left(s, pool_of(s, unit)), tickets(s, unit)
    if rest >= dearest(s, unit) * each:
        return True
    if on_the_line(s, unit, hex):
        return rest >= each - 1  # the line has one transport of its own [9.2b]
    return rest > 0 and cheapest(s, unit, hex).cost * each <= rest


def dearest(s: State, unit: int) -> int:
    """[9.3a] The most that a journey can cost: a transport for each Theater that it may pass (N-59)."""
    if front_of(s, unit) in (WEST, SOUTHWEST):
        return 1
    return len(s.m.scenarios[s.scenario].theaters) if in_play(s) >> s.place[unit] & 1 else LONG


def cheapest(s: State, unit: int, hex: int) -> Ride:
    """[9.3a, 9.3b, 9.3c] The journey with fewest transports, then fewest hexes, then lowest numbers (N-14, N-79)."""
    side = s.m.side[unit]
    if on_the_line(s, unit, hex):
        line = tuple(a & b for a, b in zip(open_rails(s, POLAND), s.m.black_red, strict=True))
        return Ride(0, _rides(s.m, line, closed_to(s, unit, s.place[unit]), s.place[unit])[hex].hexes)
    return _rides(s.m, open_rails(s, side), closed_to(s, unit, s.place[unit]), s.place[unit])[hex]


@lru_cache(maxsize=256)
def _rides(m: Model, ways: Sides, shut: int, start: int) -> dict[int, Ride]:
    """The best journey to every hex, by how many hexes of each Theater it has travelled, each counted up to four."""
    links = _links(m)
    best: dict[int, Ride] = {}
    seen: dict[int, list[tuple[int, int, int]]] = {start: [(0, 0, 0)]}
    edge: list[tuple[tuple[int, ...], tuple[int, int, int]]] = [((start,), (0, 0, 0))]
    while edge:
        further = []
        for hexes, travelled in edge:
            if hexes[-1] != start and shut >> hexes[-1] & 1:
                continue  # a journey may end here, not pass
            for direction, hex in links[hexes[-1]]:
                if hex in hexes or not ways[direction] >> hexes[-1] & 1:
                    continue
                now = list(travelled)
                theater = m.theater_of[hex]
                now[theater] = min(now[theater] + 1, LONG + 1)
                if any(a <= now[0] and b <= now[1] and c <= now[2] for a, b, c in seen.setdefault(hex, [])):
                    continue  # another way, no longer, has travelled no more of any Theater
                seen[hex].append((now[0], now[1], now[2]))
                ride = Ride(max(1, sum(number > LONG for number in now)), (*hexes, hex))
                if hex not in best or ride.cost < best[hex].cost:
                    best[hex] = ride
                further.append((ride.hexes, (now[0], now[1], now[2])))
        edge = further
    return best


@lru_cache
def _links(m: Model) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By hex: its neighbours by rail, lowest numbers first, each with its direction."""
    return tuple(tuple((m.grid.direction(hex, to), to) for to in members(near)) for hex, near in enumerate(m.rail_next))


def fare(s: State, unit: int, journey: Ride) -> int:
    """The transports of a journey: on the black and red line the first is its own [9.2b], others are paid for."""
    each = tickets(s, unit)
    return journey.cost * each if journey.cost else each - 1


def ride(s: State, unit: int, hex: int) -> None:
    """[9.0a, 9.2a, 9.2b] A unit goes by rail."""
    journey, start = cheapest(s, unit, hex), s.place[unit]
    cost = fare(s, unit, journey)
    s.rails[pool_of(s, unit)] += cost
    if not journey.cost:
        s.extra_rail = True
    tell(s, "9.1a", "by_rail", unit=unit, hex=start, to_hex=hex, cost=cost)
    for old, new in zip(journey.hexes[:-2], journey.hexes[1:-1], strict=True):
        crossed(s, unit, old, new)  # (N-79)
    s.moved |= 1 << unit
    old = journey.hexes[-2]
    come(s, unit, hex)
    if not s.m.around[start] >> hex & 1:
        crossed(s, unit, old, hex)
