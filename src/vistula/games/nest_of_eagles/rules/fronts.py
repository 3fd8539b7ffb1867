"""2.5.1, 19.3, 19.8, 20.1.1, 21.2 – 21.3 Where units may not go of their own will: Fronts, allies, Lithuania, stars."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vistula.board.hexes import collect, members
from vistula.kernel import Bar
from vistula.kernel.views import Refusal

from ..model import BELARUS, LITHUANIA, POLAND, SOUTHWEST, UKRAINE, WEST, Model
from ..state import State, box_turn, units_under
from .queries import plays, present, within
from .seats import army_of, front_of
from .theaters import HOME

GUEST_DEPTH = 2
NORTHERNERS = "Lithuanian-Belarusian divisions do not enter the Ukrainian Theater"
SOUTHERNERS = "Ukrainian units do not enter the Lithuanian-Belarusian Theater"
STARS = ("16.V", "6.VI")
"""[20.1.1c] The rounds in which the Konarmiya's entry hexes are closed to the Poles."""


def off_limits(s: State, unit: int) -> Iterator[Bar]:
    """Hexes that a unit may not enter of its own will, whatever the ground; a retreat may lead there."""
    m, watch = s.m, s.m.scenarios[s.scenario].watch
    if unit >= m.count:
        yield from _for_all(s, units_under(s, unit))
    if watch and watching(s) >> unit & 1:
        yield _on_watch(s)
    if m.side[unit] == POLAND:
        if m.lith_belarus >> unit & 1:
            yield Bar("19.3a", m.theater[UKRAINE], NORTHERNERS)
        if m.ukrainians >> unit & 1:
            yield Bar("19.8a", m.theater[BELARUS], SOUTHERNERS)
        if m.round_of[STARS[0]] <= s.round <= m.round_of[STARS[1]] and plays(s, "20.1"):
            words = f"Poles may not enter the entry hexes of the Konarmiya from {STARS[0]} to {STARS[1]}"
            yield Bar("20.1.1c", m.stars, words)
        if not s.lithuania_out:
            yield Bar("21.2b", m.lithuania, "Poles may not cross the Demarcation Line before a Lithuanian unit has")
        else:
            yield Bar("21.2b", 1 << m.kowno, "Poles never enter Kowno")
        return
    front = front_of(s, unit)
    if front == LITHUANIA:
        if m.scenarios[s.scenario].lithuanians == "barred":
            yield Bar("1.4a", m.land & ~m.lithuania, "Lithuania does not cross the Demarcation Line in this scenario")
        if s.entente and s.place[unit] >= 0 and m.lithuania >> s.place[unit] & 1:
            words = "by an Event Lithuania does not cross the Demarcation Line until the Soviets take Wilno"
            yield Bar("23.3.1.3", m.land & ~m.lithuania, words)
        yield Bar("21.3a", m.land & ~(m.aspired | m.lithuania), "Lithuanian units never cross the Aspirations Line")
        return
    yield Bar("21.2a", m.lithuania, "Soviet units never cross the Demarcation Line of their own will")
    if s.wilno_taken and _lithuania_lives(s) and not _inside(s, unit):
        yield Bar("21.3b", m.aspired, "since Lithuania took Wilno, Soviet units do not cross the Aspirations Line")
    if not on_the_way(s) >> unit & 1:
        yield from _foreign_theater(s, unit, front)


def _for_all(s: State, units: list[int]) -> Iterator[Bar]:
    """[19.3a, 19.8a] Where some of the units under a marker never go, and so the marker does not."""
    m, all_ = s.m, collect(units)
    if all_ & watching(s):
        yield _on_watch(s)
    if all_ & m.lith_belarus:
        yield Bar("19.3a", m.theater[UKRAINE], NORTHERNERS)
    if all_ & m.ukrainians:
        yield Bar("19.8a", m.theater[BELARUS], SOUTHERNERS)


def _on_watch(s: State) -> Bar:
    """[1.4a] The land that units on watch do not leave."""
    watch = s.m.scenarios[s.scenario].watch
    assert watch is not None
    words = f"it watches Lithuania and stays within {watch.within} hexes of {s.m.hex_name(watch.hex)}"
    return Bar("1.4a", s.m.land & ~within(s, 1 << watch.hex, watch.within), words)


def watching(s: State) -> int:
    """[1.4a] Units that a scenario keeps near a hex for some rounds."""
    watch = s.m.scenarios[s.scenario].watch
    return watch.units if watch and s.round < watch.before and not s.introductory else 0


def on_the_way(s: State) -> int:
    """[20.1.4d] Units of a transferred Konarmiya that have not left the Ukrainian Theater yet."""
    return s.duties & s.m.konarmiya if s.konarmiya_west else 0


def homeward(s: State, unit: int, origin: int) -> Iterator[Bar]:
    """[20.1.4d] Hexes where such a unit may not end a move: they are no closer to another Theater."""
    if on_the_way(s) >> unit & 1:
        closer, outside = 0, s.m.land & ~s.m.theater[UKRAINE]
        while not outside >> origin & 1:
            closer, outside = outside, within(s, outside, 1)
        words = "after its transfer it must come closer to the Polish or the Lithuanian-Belarusian Theater"
        yield Bar("20.1.4d", s.m.grid.valid & ~closer, words)


def trespass(s: State, unit: int) -> Refusal | None:
    """[2.5.1e, 19.3a, 19.8a, 20.1.1c, 21.2a, 21.2b] Why a unit may not stay where a retreat, or a date, has left it."""
    m, hex, front = s.m, s.place[unit], front_of(s, unit)
    if front in HOME:
        doubtful = m.theater[HOME[SOUTHWEST if front == WEST else WEST]] | m.lithuania
    else:
        ally = BELARUS if m.ukrainians >> unit & 1 else UKRAINE if m.lith_belarus >> unit & 1 else -1
        doubtful = m.stars | m.lithuania | (m.theater[ally] if ally >= 0 else 0)
    if not doubtful >> hex & 1 and unit < m.count:
        return None  # most units: no need to look closer
    if owes(s, unit):
        return Refusal("2.5.1e", "another unit of its Front was in this Theater before it")
    bars = (bar for bar in off_limits(s, unit) if bar.rule not in ("1.4a", "2.5.1d"))
    return next((bar.refusal(hex) for bar in bars if bar.held(hex)), None)


def strand(s: State, unit: int, origin: int) -> None:
    """[2.5.1e] Who retreats to the other Front's Theater while a unit of its own Front is there must return (N-118)."""
    front = front_of(s, unit)
    if front in HOME and s.place[unit] >= 0:
        foreign = HOME[SOUTHWEST if front == WEST else WEST]
        came = s.m.theater_of[s.place[unit]] == foreign != s.m.theater_of[origin]
        if came and _guests(s, front, foreign) & ~(1 << unit):
            s.duties |= 1 << unit


def _guests(s: State, front: int, foreign: int) -> int:
    """Units of a Front that are in the other one's Theater; not those on their way out of it after a transfer."""
    return collect(present(s, army_of(s, front) & ~on_the_way(s), foreign))


def abroad(s: State, unit: int) -> int:
    """The Theater of the other Front, for a unit that is in it; 0 for all others."""
    front = front_of(s, unit)
    land = s.m.theater[HOME[SOUTHWEST if front == WEST else WEST]] if front in HOME else 0
    return land if s.place[unit] >= 0 and land >> s.place[unit] & 1 else 0


def owes(s: State, unit: int) -> bool:
    """[2.5.1e] Whether a unit must return from the other Front's Theater (N-118)."""
    front = front_of(s, unit)
    if not abroad(s, unit) or on_the_way(s) >> unit & 1:
        return False
    guests = _guests(s, front, HOME[SOUTHWEST if front == WEST else WEST])
    return bool(guests & ~(1 << unit)) and bool(not s.duties & guests or s.duties >> unit & 1)


def _inside(s: State, unit: int) -> bool:
    return s.place[unit] >= 0 and bool(s.m.aspired >> s.place[unit] & 1)


def _lithuania_lives(s: State) -> bool:
    """[21.3b] Whether Lithuanian units are left, on the map or on their way to it."""
    return bool(s.lithuanian) or any(box_turn(s.place[unit]) for unit in members(s.m.front_army[LITHUANIA]))


@lru_cache
def _border(m: Model, theater: int) -> int:
    """All hexes but those of a Theater that lie deeper in it than a guest may go."""
    near = m.land & ~m.theater[theater]
    for _ in range(GUEST_DEPTH):
        near |= m.grid.dilate(near)
    return near


def _foreign_theater(s: State, unit: int, front: int) -> Iterator[Bar]:
    """[2.5.1a, 2.5.1b, 2.5.1c, 2.5.1d] A Front's own Theaters; in the other Front's, one guest at most two hexes from
    the border. Who was driven further goes no deeper."""
    m, foreign = s.m, HOME[SOUTHWEST if front == WEST else WEST]
    land, inside = m.theater[foreign], abroad(s, unit)
    other = "Ukrainian" if foreign == UKRAINE else "Lithuanian-Belarusian"
    if not inside and _guests(s, front, foreign) & ~(1 << unit):
        yield Bar("2.5.1c", land, f"another unit of its Front is in the {other} Theater already")
    near = _border(m, foreign)
    while inside and not near >> s.place[unit] & 1:
        near = within(s, near, 1)
    yield Bar("2.5.1d", land & ~near, f"it may go only {GUEST_DEPTH} hexes into the {other} Theater")
