"""3.1, 3.2 Who controls a city, and all that follows when a counter comes into a hex."""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet
from vistula.kernel import tell

from ..state import MOVEMENT, POOL, State, lift, put, replacements_at
from ..units import POLAND, RUSSIA
from . import allies, borders, frontier, railnets, seats
from .options import fall, freikorps, lithuania
from .queries import enemy

FALLEN = 1
"""[3.1] `State.over`: a Russian unit has entered Warsaw."""


# -- 3.2 who controls a city ------------------------------------------------------------------------------------------


def asked_for(s: State) -> HexSet:
    """[3.2, 21.1.2, 21.1.4a] The cities whose control matters: those with victory points, those of the Ukrainians."""
    m = s.m
    return m.vp_cities | m.ukrainian_cities | 1 << m.kiev


def controls(s: State, side: int, city: Hex) -> bool:
    """[3.2b, 3.2.1] Whether a side controls a city: it was there last, but on the Polish net a Russian unit must be
    there now."""
    if railnets.own_net(s, POLAND).spaces >> city & 1:
        return (side == RUSSIA) == bool(s.occupied[RUSSIA] >> city & 1)
    return bool(s.held[side] >> city & 1)


def worth(s: State) -> dict[Hex, int]:
    """[3.2.2, 24.11.9] The cities that count, with their victory points."""
    return s.m.vp | freikorps.vp_cities(s)


def vp(s: State) -> tuple[int, int]:
    """[3.2a] The victory points of Poland and Russia as things are."""
    cities = worth(s)
    russian = sum(points for city, points in cities.items() if controls(s, RUSSIA, city))
    return sum(cities.values()) - russian, russian


def take(s: State, unit: int, city: Hex) -> None:
    """[3.2b, 24.2.5a] (A83) A unit that comes into a city, even on its way, controls it."""
    side = s.m.side[unit]
    if side == RUSSIA:
        front = seats.player_front(s, unit)
        s.won[front] |= 1 << city
        s.won[1 - front] &= ~(1 << city)
    if s.held[side] >> city & 1:
        return
    s.held[side] |= 1 << city
    s.held[enemy(side)] &= ~(1 << city)
    tell(s, "3.2b", "captured", unit=unit, hex=city)
    lithuania.captured(s, side, city)  # [24.4.2b]


# -- a counter comes into a hex ---------------------------------------------------------------------------------------


def come(s: State, piece: int, hex: Hex, retreating: bool = False) -> None:
    """[3.1, 3.2b, 7.2.1c, 17.4.1a, 21.1.3, 21.5b, 24.4.2a, 24.4.2b] A piece comes into a hex by movement, advance,
    retreat or entry, with all that follows."""
    m = s.m
    if s.phase == MOVEMENT:
        s.overstacked &= ~(1 << piece)  # [5.1.2a] (A65)
    put(s, piece, hex)
    if piece >= m.count:
        if borders.interned(s, piece, hex):
            borders.intern(s, piece, hex)
        return
    side = m.side[piece]
    overrun(s, enemy(side), hex)
    if borders.interned(s, piece, hex):
        borders.intern(s, piece, hex)
        return
    if asked_for(s) >> hex & 1:
        take(s, piece, hex)
    if hex == m.warsaw and side == RUSSIA:
        enter_warsaw(s, piece)
    frontier.release(s, piece, hex)
    allies.entered(s, side, hex)  # [23.4.6.1, 24.6]
    allies.review(s)
    if not retreating:
        lithuania.entered(s, piece, hex)


def stay(s: State, unit: int) -> None:
    """[9.0d] (A7) A unit ends its retreat or advance: if there was a fight about its hex in this phase, there may be
    another one; passing through is not enough."""
    if s.place[unit] >= 0:
        s.struck &= ~(1 << s.place[unit])


def overrun(s: State, side: int, hex: Hex) -> None:
    """[7.2.1c, 7.2.1e] All replacement counters of a side in a hex are destroyed."""
    lost = replacements_at(s, side, hex)
    for piece in lost:
        lift(s, piece, POOL)
    if lost:
        tell(s, "7.2.1c", "replacements_destroyed", units=lost, hex=hex)


def enter_warsaw(s: State, unit: int) -> None:
    """[3.1, 21.0, 24.1.2a, 24.11.10] (A76) A Russian unit has occupied Warsaw: the game is over, unless it goes on."""
    if not s.warsaw_taken_by:
        s.warsaw_taken_by = 1 + seats.player_front(s, unit)
    fall.captured(s)
    if fall.goes_on(s) or s.m.freikorps >> unit & 1:
        tell(s, "24.1.2a", "warsaw_occupied", unit=unit, hex=s.m.warsaw)
        return
    s.over, s.ended = FALLEN, True
    tell(s, "3.1", "warsaw_taken", unit=unit, hex=s.m.warsaw)


def left(s: State) -> None:
    """[21.1.3] Pieces have left the map: Lwów may have changed its master."""
    allies.review(s)


def game_over(s: State) -> bool:
    """[3.1, 24.1.1] Whether the game has ended before its last turn."""
    return s.over != 0
