"""9.4 Secret Concentration: units go by rail to a town that is written down, and appear there in their owner's next
Movement Phase.

Everyone sees who leaves, from where, in which Theater (N-80); the town is a secret of its side. `State.could` keeps the
towns that the railroad of that moment allowed, which everyone can work out.
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.kernel import DONE, Bar, Frame, Next, barred, disclose, only, procedure, roll, tell
from vistula.parts.words import count

from ..model import LITHUANIA, POLAND, SOVIET, TRAIN
from ..state import OWN, SOUTHWEST_POOL, WEST_POOL, State, board_train
from .bars import closed
from .control import come
from .fronts import homeward, off_limits
from .queries import foes_near, in_play, plays
from .rail import just_taken, linked_by_rail, pool_of, stranded, transports_left
from .seats import everyone, seats_of
from .stacking import crowds, full, heads, limit

PRICE, ARRIVING = 2, 1
"""[9.3d] Rail Transports for a unit, and for one that arrives as a Soviet reinforcement."""
FOUND_OUT = 6
POOLS = {POLAND: (OWN,), SOVIET: (WEST_POOL, SOUTHWEST_POOL)}


def under_way(s: State, side: int) -> int:
    """Units of a side on a secret journey."""
    return sum(s.transit[pool] for pool in POOLS[side])


def no_berth(s: State, unit: int) -> int:
    """[6.0a] Towns in which a unit would find no room with those who are already on their way there."""
    side = s.m.side[unit]
    coming = sum(heads(s, piece) for piece in members(under_way(s, side)))
    if not coming:
        return full(s, unit)
    there, more = crowds(s, side), coming + heads(s, unit)
    return full(s, unit) | sum(1 << h for h in members(s.m.urban) if there.get(h, 0) + more > limit(s, h))


def possible(s: State, unit: int) -> int:
    """[9.1, 9.4b] Towns to which a unit could be sent in secret, all of them in the Theater where it is."""
    m, here, side = s.m, s.place[unit], s.m.side[unit]
    if not m.urban >> here & 1:
        return 0
    land = m.theater[m.theater_of[here]]
    shut = no_berth(s, unit) | foes_near(s, side) & ~s.occupied[side] | just_taken(s, side)
    banned = (bar for bar in off_limits(s, unit) if bar.rule != "21.3b")  # rails cross that line
    shut |= barred((stranded(s, unit), closed(s), *banned, *homeward(s, unit, here)))
    return linked_by_rail(s, unit, here, land) & m.urban & land & ~shut & ~(1 << here)


def not_in_secret(s: State, unit: int, ends: int, price: int) -> Iterator[Bar]:
    """[9.3d, 9.4a, 9.4b] Hexes to which a unit cannot be sent in secret."""
    m, side, pool = s.m, s.m.side[unit], pool_of(s, unit)
    yield Bar("1.1a", not plays(s, "9.4"), "the introductory game has no Secret Concentration")
    yield Bar("9.2e", m.kind[unit] == TRAIN, "an armored train moves by itself along the railroad")
    yield Bar("21.1c", m.front[unit] == LITHUANIA, "Lithuanian units do not go by rail")
    yield Bar("20.1.1b", bool((s.entered | s.unloaded) >> unit & 1), "it has just arrived and does not go by rail")
    left = transports_left(s, pool)
    yield Bar("9.3d", left < price, f"a secret journey takes {count(price, 'Rail Transport')}, and {left} are left")
    other = any(s.transit[each] for each in POOLS[side] if each != pool)
    yield Bar("9.4b", other, "the other Front has named the secret destination of this phase")
    yield only("9.4b", ends, lambda hex: f"no open railroad of this Theater leads to {m.hex_name(hex)}, or it is full")
    if s.transit[pool]:
        chosen = s.destination[pool]
        yield only("9.4b", 1 << chosen, f"all secret journeys of this phase go to {m.hex_name(chosen)}")


def depart(s: State, unit: int, hex: int, ends: int, price: int) -> Frame | None:
    """[9.3d, 9.4a, 9.4d] A unit leaves for a place that is written down; the first one risks that it becomes known."""
    pool, theater, start = pool_of(s, unit), s.m.theater_of[hex], s.place[unit]
    first = not s.transit[pool]
    if start >= 0:
        tell(s, "9.4a", "departs", unit=unit, hex=start, theater=theater)
    else:
        tell(s, "9.4a", "expected", unit=unit, theater=theater)
    tell(s, "9.4a", "bound_for", to=seats_of(s, s.m.side[unit]), unit=unit, hex=hex)
    s.rails[pool] += price
    s.moved |= 1 << unit
    if first:
        s.destination[pool], s.could[pool], s.bound_for[pool], s.found_out[pool] = hex, ends, theater, 0
    s.could[pool] &= ends
    board_train(s, unit, pool)
    return Intelligence(pool=pool) if first else None


@procedure
class Intelligence(Frame):
    """[9.4d] Right after the destination is written down."""

    pool: int

    @roll("9.4d", "1.3a", "1d6")
    def spies(self, s: State, dice: tuple[int, ...]) -> Next:
        if dice[0] == FOUND_OUT:
            s.found_out[self.pool] = 1
            hex = s.destination[self.pool]
            disclose(s, "9.4d", everyone(s), hex)
            tell(s, "9.4d", "found_out", hex=hex)
        return DONE


# -- 9.4a, 9.4c arrival -----------------------------------------------------------------------------------------------


def appear(s: State, side: int) -> None:
    """[9.4a, 9.4c] At the start of the owner's next Movement Phase, an enemy turn's included (N-6)."""
    for pool in POOLS[side]:
        if s.transit[pool]:
            disclose(s, "9.4a", everyone(s), s.destination[pool])
            s.found_out[pool] = 1
        for unit in members(s.transit[pool]):
            _unload(s, unit, s.destination[pool])
        if not s.transit[pool]:
            s.destination[pool] = s.could[pool] = s.bound_for[pool] = s.found_out[pool] = 0


def _unload(s: State, unit: int, goal: int) -> None:
    """[9.4c] A unit appears where it was sent, or in the nearest town of that railroad that is open to it, and then it
    does not move; with none it stays under way (N-101)."""
    hex = next(havens(s, unit, goal), -1)
    if hex < 0:
        return
    tell(s, "9.4a" if hex == goal else "9.4c", "appears", unit=unit, hex=hex)
    come(s, unit, hex)
    s.unloaded |= 1 << unit
    if hex != goal:
        s.moved |= 1 << unit


def havens(s: State, unit: int, goal: int) -> Iterator[int]:
    """[9.4c] Friendly towns along the railroad by their distance from one, itself the first, then lowest numbers: those
    where a unit finds room and no enemy."""
    side, seen, edge = s.m.side[unit], 1 << goal, [goal]
    fit = s.m.urban & in_play(s) & s.held[side] & ~s.occupied[1 - side] & ~full(s, unit)
    while edge:
        yield from (hex for hex in edge if fit >> hex & 1)
        near = 0
        for hex in edge:
            near |= s.m.rail_next[hex]
        edge = members(near & ~seen)
        seen |= near
