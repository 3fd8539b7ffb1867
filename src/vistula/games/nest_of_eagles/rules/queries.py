"""Pure questions that several chapters ask: what is played, who stands where, how far the enemy is."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import collect, members

from ..model import CARS, POLAND, SOVIET, TRAIN
from ..state import HELD_BY_LITHUANIA, State, sp, units_under, with_lof
from .seats import army_of

LEFT_OUT = (
    ("8", "9.4", "10.6", "13", "14", "17.1.4", "17.1.5", "17.4", "18", "19", "20", "21"),
    ("9.4", "10.6", "13", "17.1.5", "17.4", "18.2", "18.3", "19.1", "19.3", "19.6", "19.7", "19.9", "20.1", "20.2",
     "20.3", "20.4.2", "20.4.3", "21"),
    ("9.4", "17.1.5", "18.3", "19.1", "19.2", "19.6", "19.7", "19.9", "20.3", "20.4.3", "21"),
)  # fmt: skip
"""[1.1a] What the introductory games of the first three scenarios leave out, by section of the rulebook."""


def plays(s: State, section: str) -> bool:
    """[1.1a] Whether a section of the rulebook is in force at this table."""
    if not s.introductory:
        return True
    return not any(section == left or section.startswith(left + ".") for left in LEFT_OUT[s.scenario])


def in_play(s: State) -> int:
    """[2.4.1b] The hexes of the Theaters that this scenario uses."""
    return s.m.scenarios[s.scenario].ground


def open_towns(s: State, owner: int) -> int:
    """[15.0a, 21.3b] Urban hexes through which an owner's railroads run: its own; for the Soviets also those that
    Lithuania has taken outside of its old border."""
    return s.held[owner] | (s.held[HELD_BY_LITHUANIA] & ~s.m.lithuania if owner == SOVIET else 0)


def defence(s: State, units: list[int]) -> int:
    """[3.4.3i, 3.4.4f] The SP of units that are attacked: trains and cars have 1 each where no regular unit is."""
    total = sum(sp(s, unit) for unit in units)
    if any(not s.m.support >> u & 1 for u in units):
        return total
    return sum(s.m.kind[u] in (TRAIN, CARS) for u in units)


def foes_near(s: State, side: int) -> int:
    """Hexes next to enemy units of a side."""
    return s.m.grid.dilate(s.occupied[1 - side])


def veiled(s: State, side: int) -> int:
    """[23.1a] Hexes of a side with Patrols or Groups in them."""
    if not s.concealment:
        return 0
    return collect(s.place[marker] for marker in s.m.patrols[side] + s.m.groups[side] if s.place[marker] >= 0)


def opened(s: State, pieces: Sequence[int]) -> list[int]:
    """Pieces with the units under them in place of markers, as far as they are known."""
    found: list[int] = []
    for piece in pieces:
        found += units_under(s, piece) if piece >= s.m.count else [piece]
    return found


def within(s: State, hexes: int, distance: int) -> int:
    """All hexes that are no further away from a set."""
    for _ in range(distance):
        hexes |= s.m.grid.dilate(hexes)
    return hexes


def present(s: State, army: int, theater: int) -> list[int]:
    """The units of a set that stand in a Theater; those under way in secret stand in that of their trip (N-80)."""
    land, place = s.m.theater[theater], s.place
    here = members(army & s.fielded) if land & (s.occupied[POLAND] | s.occupied[SOVIET]) else ()
    found = [u for u in here if land >> place[u] & 1]
    for pool, units in enumerate(s.transit):
        if units & army and s.bound_for[pool] == theater:
            found += members(units & army)
    return found


def soviets_in_poland(s: State, front: int) -> bool:
    """[13.4b] Whether a Front has units in the Polish Theater."""
    return bool(present(s, army_of(s, front), 0))


def riders_with_lof(s: State) -> int:
    """[10.8c] Cavalry that generates LOF as it now lies."""
    return with_lof(s) & s.m.cavalry


def plain_now(s: State) -> int:
    """[23.3.2.7] Units that are not elite in this turn, whatever they are otherwise: Poles whose officers quarrel."""
    return s.m.army[POLAND] if s.quarrels == 2 else 0


def elite(s: State) -> int:
    """[3.2f] Units that are elite now."""
    return s.m.elite & ~plain_now(s)


def next_round(s: State, side: int) -> int:
    """The round of a side's next player turn."""
    return s.round if s.side != side and s.m.scenarios[s.scenario].begins != side else s.round + 1
