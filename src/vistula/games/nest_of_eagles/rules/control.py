"""2.7 Terrain control: what happens when a unit comes into a hex, by whatever way.

About a dozen rules wait for a unit to be somewhere: a numbered town shifts morale [13.3d] and scores, Kijów [13.3.3]
and Wilno [21.3] change the war, the Wisła [19.7c], the Dźwina and Smoleńsk [20.2.1] call up divisions, a Theater is
entered for the first time [13.4, 19.1]. They are told from here; what each means stands in its own chapter.
"""

from __future__ import annotations

from vistula.kernel import tell
from vistula.parts.sides import holds

from ..model import AIR, BELARUS, LITHUANIA, POLAND, POLISH, SOUTHWEST, SOVIET, TRAIN, UKRAINE, WEST
from ..state import HELD_BY_LITHUANIA, State, put, units_at
from .allies import call_russians
from .lithuania import lost_wilno, marched
from .morale import shift
from .queries import plays, within
from .seats import front_of
from .theaters import review
from .victory import score

AT_THE_EDGE, OVER_THE_DZWINA, IN_SMOLENSK = 1, 2, 4
"""[20.2.1] The occasions for Soviet Reserve divisions that a Polish unit gives, each at most once a turn (N-33)."""


def come(s: State, unit: int, hex: int) -> None:
    """A unit comes into a hex."""
    m, old = s.m, s.place[unit]
    put(s, unit, hex)
    if old >= 0 and m.around[old] >> hex & 1:
        crossed(s, unit, old, hex)
    marched(s, unit, hex)
    if old < 0 or m.theater_of[old] != m.theater_of[hex]:  # [13.4b] before a town shifts the marker that is laid now
        review(s, m.theater_of[old] if old >= 0 else POLISH)
    if m.urban >> hex & 1:
        take(s, unit, hex)
    if m.side[unit] == POLAND:
        if s.cheka >> hex & 1:
            lift_cheka(s, hex)
        if hex == m.smolensk:
            call_reserve(s, WEST, IN_SMOLENSK, "20.2.1c")
    if s.duties >> unit & 1 and m.theater_of[hex] != (UKRAINE if front_of(s, unit) == WEST else BELARUS):
        s.duties &= ~(1 << unit)  # [2.5.1e, 20.1.4d]


def owner_of(s: State, unit: int) -> int:
    """Who holds what a unit takes: Poland, the Soviets, or Lithuania for itself, Soviet towns too [21.3c, 21.4e]."""
    return HELD_BY_LITHUANIA if s.m.front[unit] == LITHUANIA else s.m.side[unit]


def take(s: State, unit: int, hex: int) -> None:
    """[2.7a] An urban hex changes hands when an enemy unit stops in it or passes through it."""
    m, mine = s.m, owner_of(s, unit)
    if s.held[mine] >> hex & 1 or m.kind[unit] == AIR:
        return
    if s.occupied[1 - m.side[unit]] >> hex & 1:
        return  # passed by, while those who stay there hold it (N-116)
    if m.kind[unit] == TRAIN and not _escorted(s, unit, hex):
        return  # [3.4.3e]
    before = next(owner for owner in range(3) if s.held[owner] >> hex & 1)
    s.held[before] &= ~(1 << hex)
    s.held[mine] |= 1 << hex
    side, theater = m.side[unit], m.theater_of[hex]
    if mine == SOVIET:
        s.taken_by[front_of(s, unit)] |= 1 << hex  # [22.2a]
        s.taken_by[1 - front_of(s, unit)] &= ~(1 << hex)
    tell(s, "2.7a", "captured", unit=unit, hex=hex)
    if m.value[hex] and not (mine == HELD_BY_LITHUANIA and before == SOVIET):  # (N-84)
        s.captured_in[side] |= 1 << theater
        score(s, side, theater, m.value[hex], "13.3d")
        if not (s.unified and side == SOVIET and theater != POLISH and m.towns >> hex & 1):  # [13.5b]
            for other in (POLISH, BELARUS, UKRAINE) if hex == m.lwow else (theater,):
                _shift_once(s, side, other, m.value[hex], other == theater)
    if hex == m.kijow and side == POLAND:
        if s.forming < 2:
            s.kijow_drain = True  # [13.3.3a]
        s.kijow_taken = True  # [19.8.1a]
    if hex == m.wilno and mine == SOVIET:
        s.entente = False  # [23.3.1.3]
    if hex == m.wilno and mine == HELD_BY_LITHUANIA:
        s.wilno_taken = True  # [21.3b]
    lost_wilno(s, before, hex)


def _shift_once(s: State, side: int, theater: int, boxes: int, own: bool) -> None:
    """[13.3d] Lwów moves all markers; those that lie on one another move once."""
    twice = not own and (s.unified or (s.linked and theater in (POLISH, s.linked)))
    if not twice:
        shift(s, side, theater, boxes, "13.3d")


def _escorted(s: State, train: int, hex: int) -> bool:
    """[3.4.3e] Another friendly unit stands within three hexes of a town that a train has come to."""
    near = within(s, 1 << hex, 3)
    side = s.m.side[train]
    others = s.occupied[side] & near & ~(1 << hex)
    return bool(others) or len(units_at(s, side, hex)) > 1


def crossed(s: State, unit: int, old: int, hex: int) -> None:
    """[19.7c, 20.2.1b] What a river crossing sets off, by rail too (N-79)."""
    m = s.m
    soviet = m.side[unit] == SOVIET and m.front[unit] != LITHUANIA
    if soviet and holds(m.grid, m.wisla, old, hex):
        call_russians(s)
    if m.side[unit] == POLAND and holds(m.grid, m.dzwina, old, hex):
        call_reserve(s, WEST, OVER_THE_DZWINA, "20.2.1b")


def at_the_edge(s: State, unit: int) -> None:
    """[20.2.1a] A Polish unit has ended its own move within two hexes of the eastern edge."""
    hex = s.place[unit]
    if s.m.side[unit] == POLAND and hex >= 0 and s.m.near_east >> hex & 1:
        front = {BELARUS: WEST, UKRAINE: SOUTHWEST}[s.m.theater_of[hex]]
        call_reserve(s, front, AT_THE_EDGE, "20.2.1a")


def call_reserve(s: State, front: int, occasion: int, rule: str) -> None:
    """[20.2.1] The Soviets may place a Reserve division of a Front in their next turn (N-33)."""
    if plays(s, "20.2") and not s.reserve_triggers & occasion:
        s.reserve_triggers |= occasion
        s.reserves[front] += 1
        tell(s, rule, "reserve_called", front=front)


def lift_cheka(s: State, hex: int) -> None:
    """[17.1.5e] A Polish unit has attacked or entered a hex with a Cheka marker: it is out of the game (N-40)."""
    s.cheka &= ~(1 << hex)
    s.cheka_left -= 1
    tell(s, "17.1.5e", "cheka_lifted", hex=hex)
