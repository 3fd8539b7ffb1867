"""2.0f What everybody has seen blocks do: facts about a face that is still hidden.

A block that rides farther than infantry can is cavalry or a leader; who is short of supply is no leader; a white cube
strengthens cavalry, a black one no allies. Each fact is a set of pieces in the state, forgotten when a block is lost
from sight; worlds that are dealt for a player agree with all of them.
"""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import collect

from .cards.effects import supply_bonus
from .model import BLACK, BOTH, CAVALRY, GREEN, INFANTRY, LEADER, POLAND, RUSSIA, SIDE_SETS, WHITE, Model
from .rules.depots import clear_from, depots, out_of_supply
from .rules.queries import controls, front_of, on_map
from .state import State

FACTS = ("mounted", "foot", "men", "chiefs", "divisions", "allies", "regulars")
"""The sets of the state: cavalry or leader, infantry, no leader, a leader, a division, allied infantry, no allies."""
_TELLING = (*FACTS, "detached")
"""What tells of a face: facts, and the mark of a detachment, which is a brigade [2.2a]."""


@lru_cache(maxsize=4)
def fact_units(m: Model) -> dict[str, int]:
    """The blocks of the roster for which each fact holds."""
    return {
        "mounted": m.mounted,
        "foot": collect(u for u in m.units if m.kind[u] == INFANTRY),
        "men": collect(u for u in m.units if m.kind[u] != LEADER),
        "chiefs": m.leaders,
        "divisions": collect(u for u in m.units if m.division[u]),
        "allies": collect(u for u in m.units if m.colour[u] == GREEN),
        "regulars": collect(u for u in m.units if m.colour[u] != GREEN),
        "detached": collect(u for u in m.units if m.brigade[u]),
    }


@lru_cache(maxsize=32)
def _larger(m: Model, points: int) -> int:
    """The blocks of the roster that have more than so many strength points when they are full."""
    return collect(u for u in m.units if m.max_sp[u] > points)


def betray(s: State, pieces: int, *facts: str) -> None:
    """Everybody has seen some blocks do what only blocks of a kind can do."""
    for fact in facts:
        setattr(s, fact, getattr(s, fact) | pieces)


def facts_of_cube(colour: int) -> tuple[str, ...]:
    """[3.2c] What the colour of a cube tells of the block that it strengthens."""
    return {BLACK: ("foot", "regulars"), WHITE: ("mounted", "men"), GREEN: ("foot", "allies")}[colour]


def could_be(s: State, piece: int) -> int:
    """Blocks of the roster that a piece could be by all that was seen of it."""
    found = SIDE_SETS[POLAND] | SIDE_SETS[RUSSIA]
    units = fact_units(s.m)
    for fact in _TELLING:
        if getattr(s, fact) >> piece & 1:
            found &= units[fact]
    lost = abs(s.turned[piece])
    return found & _larger(s.m, lost) if lost else found


def traced(s: State) -> int:
    """Pieces of which something has been seen."""
    found = 0
    for name in _TELLING:
        found |= getattr(s, name)
    return found


# -- supply -----------------------------------------------------------------------------------------------------


def mark_supply(s: State) -> None:
    """[7.7a, 7.7b, 7.71a] Who is out of supply now is marked, and tells by it how far he draws supply from."""
    s.unsupplied = 0
    for side in BOTH:
        own = on_map(s, side)
        s.unsupplied |= out_of_supply(s, side, own)
        _tell_by_markers(s, side, own)


def _tell_by_markers(s: State, side: int, own: list[int]) -> None:
    """[9.0b] A block without a marker beyond the reach of infantry is mounted, beyond that of cavalry a leader; one
    with a marker is no leader, and within the reach of cavalry no horseman."""
    sources = depots(s, side)
    favoured = side == RUSSIA and controls(s, RUSSIA, s.m.kaunas)  # Lithuanians are fed from Kaunas [8.5e]
    reached: dict[tuple[int, int], int] = {}
    for p in own:
        more = supply_bonus(s, side, front_of(s, s.place[p]))
        within = []
        for kind in (INFANTRY, CAVALRY):
            if (kind, more) not in reached:
                reached[kind, more] = clear_from(s, side, sources, s.m.supply[kind] + more)
            within.append(reached[kind, more] >> s.place[p] & 1)
        if s.unsupplied >> p & 1:
            betray(s, 1 << p, "men", *(("foot",) if within[1] else ()))
        elif not within[1] and not favoured:
            betray(s, 1 << p, "chiefs", "mounted")
        elif not within[0] and not favoured:
            betray(s, 1 << p, "mounted")
