"""The state of a game of Red Star/White Eagle, and the functions that put counters where the rules say.

One flat record. Sets of pieces and sets of hexes are ints used as bit sets; a piece's `place` is its hex, or a code
below zero for where else a counter can lie. What follows from a move or a loss (control, internment, releases, the end
of the game) is said by the chapters in `rules`; here counters are only moved, turned and counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vistula.kernel import State as KernelState
from vistula.kernel.copying import copied
from vistula.parts.pieces import at, on_board
from vistula.parts.pieces import box as box
from vistula.parts.pieces import box_turn as box_turn

from .units import FULL, POLAND, REDUCED, RUSSIA

if TYPE_CHECKING:
    from .model import Model

POOL = -1  # eliminated; may be recreated [7.2.3]. A replacement counter: not in use
DEAD = -2  # out of the game: never recreated [7.2.5], interned [17.4.1], withdrawn for good [11.3]
ARRIVING = -3  # due, has not entered yet [7.0c]
RALLY = -4  # on the Polish Rally Table [22.2]
GARRISON_BOX = -5  # Latvian border garrison [17.2]
ASIDE = -6  # comes by a rule of its own: Ukrainians, 21st Mountain, Galicians in the other colour, Squadron, Freikorps
RESERVE = -7  # railroad reserve [22.7]
ABSENT = -8  # takes no part in this game
OFF_EDGE = -1000  # OFF_EDGE - stretch: retreated off the map, returns over the same stretch [17.3]

REINFORCEMENT, MOVEMENT, COMBAT = 1, 2, 3
"""The phases of a player turn [6.1]; 0 before the first."""
INFANTRY_POINTS, CAVALRY_POINTS = 0, 1
NOBODY = 2  # controls the Ukrainians [23.4.6.2]
DELAYS = 7  # greatest delay factor of a unit and one more: 3, doubled for Freikorps in East Prussia [24.11.8]


def _zeros(n: int) -> list[int]:
    return [0] * n


def _two() -> list[int]:
    return [0, 0]


def _four() -> list[int]:
    return _zeros(4)


def _six() -> list[int]:
    return _zeros(6)


def _sources() -> list[int]:
    return _zeros(2 * DELAYS)


@copied("m")
class State(KernelState):
    """Everything that changes in a game."""

    scenario: int = 0
    players: int = 2
    options: int = 0  # optional rules in play, bits of `queries.OPTIONS` [24.0]
    rulings: int = 0  # the table's rulings that differ from the standard, a bit each
    free: bool = False  # sides deploy by area [23.0]
    place: list[int] = []
    reduced: int = 0  # units on their reduced side
    overstacked: int = 0  # units named as overstacked, or so by a retreat [5.1.2, 9.13.8, 12.4.1]
    occupied: list[int] = msgspec.field(default_factory=_two)  # hexes with units, by side; replacements are none
    # [4.1] sources[side * DELAYS + d]: hexes with a unit of that delay factor, overstacked ones left out
    sources: list[int] = msgspec.field(default_factory=_sources)

    # -- the turn
    turn: int = 1  # of the scenario
    side: int = POLAND  # the phasing side
    phase: int = 0
    moved: int = 0  # pieces that have moved in this phase
    moving: int = 0  # the piece that is on the move now
    strategic: int = 0  # units that have used strategic movement: no attack [8.3.3]
    fresh: int = 0  # pieces that have come onto the map in this player turn [7.0, 8.4.5]
    returned: int = 0  # units that have come back over the edge in this phase (A14)
    rebuilt: int = 0  # units that have taken replacements in this player turn: no attack [7.2.4.2]
    rail_used: int = 0  # quarters of a division that have used the net in this phase [8.4.5]
    began_in_zoc: int = 0  # pieces that began the movement phase in an enemy zone of control [8.3.2, 9.10.1]
    left_zoc: int = 0  # cavalry that has left a hex in an enemy zone of control in this phase [9.10.1]
    with_flotilla: int = 0  # marines that began the movement phase with a flotilla [16.7.1]
    unfed: int = 0  # Poles whose owner lets them go without where capacity is short [10.5.5] (A86)
    fought: int = 0  # units that have attacked in this phase [9.0]
    struck: int = 0  # hexes that have been attacked in this phase and not been entered since (A7)
    struck_front: list[int] = msgspec.field(default_factory=_two)  # hexes that a Russian front has attacked [12.4.2]
    retreated: int = 0  # units that have retreated in this combat phase [9.13.8]
    checked: int = 0  # motors that need no more breakdown roll in this turn [20.3.1]
    broken_down: int = 0  # steps lost by breakdown in this turn [20.3.2]
    reserve_in: int = 0  # pieces that have entered the railroad reserve in this turn [22.7.3]
    left_reserve: int = 0  # pieces that have come out of it in this turn [22.7.3]

    # -- replacements and arrivals
    # [7.2] pool[side * 2 + arm]; with three players the Southwest Front's are pool[4:6] (A94)
    pool: list[int] = msgspec.field(default_factory=_six)
    freikorps_points: int = 0  # [24.11.5]
    deficit: int = 0  # cavalry factors still owed for the Konarmiya [11.2b]
    changed: int = 0  # replacement counters that have been split or joined in this phase [7.2.2]
    owners: int = 0  # replacement counters of the Southwest Front's player (A94)

    # -- cities
    held: list[int] = msgspec.field(default_factory=_two)  # cities that are asked for, by who was last there [3.2]
    won: list[int] = msgspec.field(default_factory=_two)  # cities that a Russian front took [24.2.5]
    over: int = 0  # how the game ended before its time: 0 not, 1 Warsaw has fallen [3.1]
    warsaw_taken_by: int = 0  # the front whose unit entered Warsaw, plus 1 [24.2.5]
    konarmiya_stays: bool = False  # Warsaw has fallen in time for it [24.1.4]

    # -- triggers
    guards_released: int = 0  # frontier guards that may move [21.5]
    border_crossed: bool = False  # a Lithuanian unit has crossed its border [21.5]
    latvians_released: bool = False  # [17.2]
    rally: int = 0  # rally turns that have begun: 0 to 3 [22.1]
    rallied: bool = False  # the rally of this turn has been received
    reserve_allowed: bool = False  # the railroad reserve may be kept [22.7.1]
    ukrainians: int = POLAND  # who commands them, or NOBODY [21.1, 23.4.6.2]
    kiev_occupied: bool = False  # by Poland for a full movement phase [23.4.6.1]
    kiev_held: int = 0  # Polish since: bits for the phases of the present turn [23.4.6.1, 24.6]
    nationalism: int = 0  # 0 not yet, 1 due, 2 done [24.6]
    mutiny: bool = False  # the Galicians have been rolled for [23.4.8.2]
    standdown: int = 0  # the turn in which it was declared; 0 not yet [23.4.7]
    attacks_on_west: int = 0  # Polish attacks on West Front units in the last Polish turn [23.4.7.1]
    retaliated: int = 0  # attacks of the West Front in this turn of Standdown
    lithuania_free: int = 0  # the turn from which Lithuanians may operate; 0 not yet [24.4.3]
    flown: bool = False  # the Squadron has helped in this combat phase [24.7.1]
    strike: int = 0  # the turn in which the dock strike was called [24.9.2]
    assault: int = 0  # attack factors that have attacked the fortified area [24.12.1]
    charges: int = 0  # units with a charge marker [9.10.2]
    passage: list[int] = msgspec.field(default_factory=_two)  # fronts that bar the other one [24.2.2] (A96)

    if TYPE_CHECKING:  # the static data, beside the record

        @property
        def m(self) -> Model: ...

        @m.setter
        def m(self, m: Model) -> None: ...


# -- counters ---------------------------------------------------------------------------------------------------------


def units_at(s: State, side: int, hex: int) -> list[int]:
    """[7.2.1a, 7.2.1b] The units of a side in a hex; replacement counters are none, and block nothing."""
    return at(s.place, s.m.units_of[side], hex) if s.occupied[side] >> hex & 1 else []


def replacements_at(s: State, side: int, hex: int) -> list[int]:
    """[7.2.1] The replacement counters of a side in a hex."""
    return at(s.place, s.m.rcs_of[side], hex)


def on_map(s: State, side: int) -> list[int]:
    """The units of a side on the map."""
    return on_board(s.place, s.m.units_of[side])


def face(s: State, unit: int) -> int:
    """FULL or REDUCED [2.4.2]."""
    return s.reduced >> unit & 1


def attack(s: State, unit: int) -> int:
    """[2.7a] The attack factor as the counter lies."""
    return s.m.attack[s.reduced >> unit & 1][unit]


def defence(s: State, unit: int) -> int:
    """[2.7b] The defence factor as the counter lies."""
    return s.m.defence[s.reduced >> unit & 1][unit]


def delay(s: State, unit: int) -> int:
    """[2.7e, 4.1d, 5.1.5b] The delay factor; overstacked units have none."""
    return 0 if s.overstacked >> unit & 1 else s.m.delay[unit]


def put(s: State, piece: int, hex: int) -> None:
    """A counter is laid into a hex, from wherever it was."""
    old = s.place[piece]
    s.place[piece] = hex
    if old >= 0:
        refresh(s, s.m.side[piece], old)
    refresh(s, s.m.side[piece], hex)


def lift(s: State, piece: int, fate: int) -> None:
    """A counter is taken from its hex or box and laid elsewhere."""
    hex = s.place[piece]
    s.place[piece] = fate
    s.overstacked &= ~(1 << piece)
    if hex >= 0:
        refresh(s, s.m.side[piece], hex)


def eliminate(s: State, piece: int) -> None:
    """[7.2.5] A piece is lost: with the square mark for good. It is recreated on the side that its owner pays for."""
    lift(s, piece, DEAD if s.m.square >> piece & 1 else POOL)
    s.reduced &= ~(1 << piece)


def turn_over(s: State, unit: int, face: int) -> None:
    """[2.4.2, 9.12] Lay a counter on one of its sides."""
    s.reduced = s.reduced & ~(1 << unit) | (1 << unit if face == REDUCED else 0)


def lose_step(s: State, unit: int) -> None:
    """[9.12, 9.14.4] A unit of two steps is turned over; any other is eliminated."""
    if s.m.two_steps >> unit & 1 and face(s, unit) == FULL:
        turn_over(s, unit, REDUCED)
    else:
        eliminate(s, unit)


def name_overstacked(s: State, units: int, named: bool = True) -> None:
    """[5.1.2, 5.1.5] Units are named as overstacked, or no longer; with that they lose or regain their zone."""
    s.overstacked = s.overstacked | units if named else s.overstacked & ~units
    for unit in range(s.m.count):
        if units >> unit & 1 and s.place[unit] >= 0:
            refresh(s, s.m.side[unit], s.place[unit])


def refresh(s: State, side: int, hex: int) -> None:
    """What a hex is to the sides, after a counter came, left or was named."""
    here, bit = at(s.place, s.m.units_of[side], hex), 1 << hex
    s.occupied[side] = s.occupied[side] | bit if here else s.occupied[side] & ~bit
    found = {delay(s, unit) for unit in here}
    first = side * DELAYS
    for factor in range(1, DELAYS):
        s.sources[first + factor] = (
            s.sources[first + factor] | bit if factor in found else s.sources[first + factor] & ~bit
        )


def rebuild_sets(s: State) -> None:
    """All that is kept beside `place`, made anew: after a set-up or a position has been read."""
    s.occupied, s.sources = [0, 0], [0] * 2 * DELAYS
    for side in (POLAND, RUSSIA):
        for hex in {s.place[unit] for unit in s.m.units_of[side] if s.place[unit] >= 0}:
            refresh(s, side, hex)
