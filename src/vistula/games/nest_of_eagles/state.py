"""The state of a game of 1920: Nest of Eagles, and the functions that put counters where the rules say.

One flat record. Sets of units and sets of hexes are ints used as bit sets; a unit's `place` is its hex, or a code below
zero for where else a counter can lie. What follows from a move or a loss (control, morale, triggers) is said by the
chapters in `rules`; here counters are only moved, turned and counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vistula.board.hexes import collect, members
from vistula.kernel import State as KernelState
from vistula.kernel.copying import copied
from vistula.parts.pieces import at
from vistula.parts.pieces import box as box
from vistula.parts.pieces import box_turn as box_turn

from .model import FULL, LITHUANIA, POLAND, REDUCED, REMNANT, SOVIET

if TYPE_CHECKING:
    from .model import Model

REBUILD = -1  # Available to Rebuild [3.6b]
BRIGADES = -2  # Divisional Brigades [18.0]
VOLUNTEERS = -3  # Volunteer Army [19.1]
RESERVES = -4  # Reserves & Allies, and the Reserves of both Fronts [19.2, 20.2]
UKRAINE_BOX = -5  # [19.8]
OFF = -6  # off the board, may come [20.3, 20.4]
REMOVED = -7  # out of the game [3.6a]
ABSENT = -8  # takes no part in this scenario
TRANSIT = -9  # under way in secret [9.4a]
SEALED = -10  # under a marker that lies face down on the Round Track [23.4a]
UNDER = -1000  # UNDER - marker: beneath a Patrol or Group marker [23.1]

REACTIVE_1, ATTACK_1, REACTIVE_2, OPERATIONAL, REACTIVE_3, ATTACK_2, REPLACEMENT = range(1, 8)
"""The phases of a player turn [5.1]; 0 before the first."""
OWN, WEST_POOL, SOUTHWEST_POOL, UKRAINIAN = range(4)
"""Replacement pools [17.1.6]: Polish, of the two Fronts, Ukrainian. Rail Transports [9.2] have the first three."""
HELD_BY_LITHUANIA = 2
PATROLS, GROUPS = 1, 2
"""[23.1a] Bits of `State.concealment`."""
INHERITED = ("moved", "fought", "attacked", "barred", "eligible", "entered", "unloaded", "duties")
"""Sets of units in which a marker stands for what it covers, and what it covered for the marker [23.1.3a]."""


def _two() -> list[int]:
    return [0, 0]


def _three() -> list[int]:
    return [0, 0, 0]


def _four() -> list[int]:
    return [0, 0, 0, 0]


def _hands() -> list[list[int]]:
    return [[], []]


def _five() -> list[int]:
    return [0, 0, 0, 0, 0]


@copied("m")
class State(KernelState):
    """Everything that changes in a game."""

    scenario: int = 0
    introductory: bool = False
    players: int = 2
    rulings: int = 0  # the table's rulings that differ from the standard, a bit each
    place: list[int] = []
    fielded: int = 0  # units on the map
    reduced: int = 0
    remnant: int = 0  # a Remnant is not in `reduced`
    occupied: list[int] = msgspec.field(default_factory=_two)  # hexes by side
    lof_from: list[int] = msgspec.field(default_factory=_two)  # hexes with a unit that generates LOF
    lithuanian: int = 0  # hexes with Lithuanian units
    held: list[int] = msgspec.field(default_factory=_three)  # urban hexes by owner: Poland, Soviets, Lithuania [2.7]

    # -- the turn
    round: int = 1
    side: int = POLAND  # the Phasing player
    active: int = POLAND  # who moves in a Movement Phase
    phase: int = 0
    arrived: bool = False  # the duties of the first Movement Phase are done [5.1d]
    moved: int = 0  # units that have moved in this phase [7.0b]
    moving: int = 0  # the unit that is on the move now
    fought: int = 0  # units that have attacked in this phase [10.1c]
    attacked: int = 0  # units that attacked in the First Attack Phase: no Operational Movement [7.0a]
    barred: int = 0  # may not attack in the next Attack Phase [7.2a]
    eligible: int = 0  # frozen when a Reactive Movement Phase begins [8.2]
    started: int = 0  # hexes where units of the active player began this Movement Phase [7.1]
    started_two: int = 0  # of these, hexes where two or more began
    foreign: int = 0  # urban hexes the enemy held when this Movement Phase began [9.1d]
    supplied_cars: int = 0  # cars and trucks that were In Supply when they moved [3.4.4d]
    duties: int = 0  # units that must move away in their next Movement Phase (N-81)
    left_theater: int = 0  # armored trains that changed their Theater in this turn [3.4.3h]
    reacted: list[int] = msgspec.field(default_factory=_two)  # Reactive Movement Prohibited markers [8.1]
    asked_off: list[int] = msgspec.field(default_factory=_two)  # who wants no question about reacting in this turn

    # -- rails, replacements, orders
    rails: list[int] = msgspec.field(default_factory=_three)  # Rail Transports used in this phase [9.2]
    rails_barred: list[int] = msgspec.field(default_factory=_three)  # none in this phase [9.2]
    extra_rail: bool = False  # the transport of the black and red line has been used [9.2b]
    pool: list[int] = msgspec.field(default_factory=_four)
    marked: int = 0  # units with a Replacement marker [17.3b]
    regained: int = 0  # units that have regained a step in this round [17.3b]
    attacks: list[int] = msgspec.field(default_factory=_three)  # of the Poles in this turn, by Theater [17.1.1]
    assaults: list[int] = msgspec.field(default_factory=_two)  # of the Soviets in this turn, by Front
    orders: list[int] = msgspec.field(default_factory=_two)  # counted Special Orders of this turn [14.1c]

    # -- morale and points
    morale: list[int] = msgspec.field(default_factory=_three)  # by Theater; Soviet boxes are positive
    escorted: bool = False  # units were with the aircraft when it was last looked after [3.4.7c]
    home_open: bool = False  # a Soviet unit has entered the Polish Theater [2.4.1a]
    polish_marker: bool = False  # the Polish Theater's marker is on the track [13.4]
    linked: int = 0  # the Theater whose marker it is linked with; 0: none
    unified: bool = False  # only the Polish Theater's marker is left [13.5]
    fought_in: list[int] = msgspec.field(default_factory=_two)  # Theaters attacked in by a side in this turn, bits
    captured_in: list[int] = msgspec.field(default_factory=_two)  # Theaters with a numbered capture in this turn, bits
    points: list[int] = msgspec.field(default_factory=_three)  # Victory Points by Theater; Soviet ones are positive
    vp: int = 0  # the marker on the track, which stops at 24

    # -- politics
    forming: int = 0  # Volunteer Army: 0 not begun, 1 comes next Polish turn, 2 to 4 its turns, 5 over [19.1.1]
    lwow_brigade: bool = False  # the one volunteer brigade for Lwów has been placed [19.1.1c]
    kijow_taken: bool = False  # the Poles have captured Kijów [19.8.1a]
    kijow_drain: bool = False  # [13.3.3]
    offensive: bool = False  # the Poles have made an Offensive in the north [17.1.5]
    cheka: int = 0  # hexes with a Cheka marker
    cheka_left: int = 4
    cheka_paid: bool = False  # the Soviets have gained a Replacement by it [19.7d]
    reserves: list[int] = msgspec.field(default_factory=_two)  # rights to a Reserve division, by Front [20.2.1]
    reserve_triggers: int = 0  # kinds of occasions of this Polish turn (N-33), bits
    konarmiya_west: bool = False  # transferred to the Western Front [20.1.4]
    konarmiya_fought: bool = False  # a Konarmiya unit has attacked in this turn [20.1.2]
    entered: int = 0  # Konarmiya units that came in this turn: no rail [20.1.1b]
    konarmiya_held: bool = False  # may not attack in the turn of the transfer [20.1.4c]
    emissaries: list[int] = msgspec.field(default_factory=_two)  # marker of each side, 1 to 3; secret [20.4.1]
    rebellion: int = 0  # 0 not in this scenario, 1 to come, 2 revealed
    rebel: int = 0  # the brigade that has joined the Poles for this turn
    negotiating: int = 0  # brigades that neither move nor attack
    lithuania_out: bool = False  # a Lithuanian unit has crossed the Demarcation Line [21.1e, 21.2b]
    wilno_clock: int = 0  # the round in which one first crossed it or attacked Wilno [21.4]; 0: not yet
    wilno_taken: bool = False  # Lithuania has taken Wilno [21.3b]
    destination: list[int] = msgspec.field(default_factory=_three)  # of units in TRANSIT, by pool; 0 none; secret [9.4]
    transit: list[int] = msgspec.field(default_factory=_three)  # units under way, by pool
    found_out: list[int] = msgspec.field(default_factory=_three)  # the enemy has learned the destination [9.4d]
    could: list[int] = msgspec.field(default_factory=_three)  # urban hexes that everyone knows it may be
    bound_for: list[int] = msgspec.field(default_factory=_three)  # the Theater of the journey (N-80)
    unloaded: int = 0  # units that have appeared in this phase after a secret journey: no rail [9.4a]
    priority: int = 0  # the Front whose player has priority [22.1]
    taken_by: list[int] = msgspec.field(default_factory=_two)  # urban hexes that a Front took from the Poles [22.2a]
    result: str = ""  # sudden death or the verdict

    # -- 23.2 – 23.5 optional rules
    forced_march: bool = False  # units may be driven on [23.2]
    has_events: bool = False  # Morale Boosts and Events [23.3]
    hands: list[list[int]] = msgspec.field(default_factory=_hands)  # Events by side; secret
    spent: int = 0  # Events that have been played, bits
    entente: bool = False  # Lithuanians may not cross the line [23.3.1.3]
    quarrels: int = 0  # no Polish unit is elite: 1 in the next Polish turn, 2 in this one [23.3.2.7]
    freikorps: bool = False  # help at the German border [23.3.2.8]
    invited: int = 0  # units that an Event lets arrive elsewhere [23.3.1.2, 23.3.2.5]
    has_priorities: bool = False  # each side has a Political Priority [23.5]
    politics: list[int] = msgspec.field(default_factory=_two)  # the marker of each side, 1 to 3; secret until shown
    politics_shown: list[int] = msgspec.field(default_factory=_two)
    alternatives: bool = False  # some reinforcements come by markers [23.4]
    lying: list[int] = []  # the rounds on which the Soviets have laid markers, as everyone has seen
    markers: list[int] = msgspec.field(default_factory=_five)  # the round of each; 0: not laid; secret until shown
    markers_shown: int = 0  # those that have been turned over, bits
    volunteer_markers: list[int] = msgspec.field(default_factory=_three)  # how many lie on each round of forming
    volunteers_a: list[int] = msgspec.field(default_factory=_three)  # how many of them are A; secret until shown

    # -- 23.1 concealment; which unit lies under which marker is in `place`
    concealment: int = 0  # PATROLS, GROUPS or both, as the table plays
    western: int = 0  # Soviet markers that serve the Western Front (N-108)
    scouted: list[int] = msgspec.field(default_factory=_two)  # Theaters or Fronts whose reveals this turn has counted
    owed: list[int] = msgspec.field(default_factory=_two)  # those that count in the next own turn [23.1.3f]

    if TYPE_CHECKING:  # the static data, beside the record

        @property
        def m(self) -> Model: ...

        @m.setter
        def m(self, m: Model) -> None: ...


# -- counters ---------------------------------------------------------------------------------------------------------


def units_at(s: State, side: int, hex: int) -> list[int]:
    """The units of a side in a hex; Lithuanians stand on the Soviet side, a rebel brigade on no side [20.4.1d]."""
    if not s.rebel:
        return at(s.place, s.m.units_of[side], hex) if hex < 0 or s.occupied[side] >> hex & 1 else []
    return _now_at(s, side, hex)


def _now_at(s: State, side: int, hex: int) -> list[int]:
    """The same while `occupied` is still to follow."""
    found = at(s.place, s.m.units_of[side], hex)
    return [unit for unit in found if not s.rebel >> unit & 1] if s.rebel else found


def on_map(s: State, side: int) -> list[int]:
    return members(s.fielded & s.m.army[side] & ~s.rebel)


def put(s: State, unit: int, hex: int) -> None:
    """A counter is laid into a hex, from wherever it was."""
    lift(s, unit)
    s.place[unit] = hex
    s.fielded |= 1 << unit
    _refresh(s, s.m.side[unit], hex)


def lift(s: State, unit: int, fate: int = OFF) -> None:
    """A counter is taken from its hex or box and laid elsewhere."""
    hex = s.place[unit]
    s.place[unit] = fate
    if hex >= 0:
        s.fielded ^= 1 << unit
        _refresh(s, s.m.side[unit], hex)
    elif hex == TRANSIT:
        s.transit = [units & ~(1 << unit) for units in s.transit]
    elif hex <= UNDER and not beneath(s, UNDER - hex):
        lift(s, UNDER - hex)  # a marker with nothing left to cover


def board_train(s: State, unit: int, pool: int) -> None:
    """[9.4a] A counter leaves the map, or its box, for a place that is kept secret."""
    lift(s, unit, TRANSIT)
    s.transit[pool] |= 1 << unit


def remove(s: State, unit: int, fate: int) -> None:
    """A counter leaves the map with everything that lies on it; it comes back as it is rebuilt."""
    lift(s, unit, fate)
    off = ~(1 << unit)
    s.reduced &= off
    s.remnant &= off
    s.marked &= off
    s.duties &= off
    s.barred &= off


def level_of(s: State, unit: int) -> int:
    """[3.3a] Full, Reduced or Remnant."""
    return REMNANT if s.remnant >> unit & 1 else s.reduced >> unit & 1


def set_level(s: State, unit: int, level: int) -> None:
    """[3.3] Turn a counter over, or lay a Remnant counter on it."""
    bit = 1 << unit
    s.reduced = s.reduced & ~bit | (bit if level == REDUCED else 0)
    s.remnant = s.remnant & ~bit | (bit if level == REMNANT else 0)
    if s.place[unit] >= 0:
        _refresh(s, s.m.side[unit], s.place[unit])


def weakest(s: State, unit: int) -> int:
    """[17.2c] The level at which a unit is rebuilt, the last before elimination."""
    return s.m.steps[unit] - 1 + FULL


def sp(s: State, unit: int) -> int:
    """[3.2a] Strength Points; support units have none [3.4a]. A marker has those of what is known to be under it."""
    if unit >= s.m.count:
        return sum(sp(s, below) for below in units_under(s, unit))
    return s.m.sp[level_of(s, unit)][unit]


def strength(s: State, side: int, hex: int) -> int:
    """The Strength Points of a side in a hex."""
    return sum(sp(s, unit) for unit in units_at(s, side, hex))


def with_lof(s: State) -> int:
    """[3.2c, 3.3c] Units that generate Lines of Friction as they now lie; Remnants do not."""
    return s.m.lof_full & ~(s.reduced | s.remnant) | s.m.lof_reduced & s.reduced


def refresh(s: State, hex: int) -> None:
    """What a hex is to both sides, after a brigade there has changed its own."""
    for side in (POLAND, SOVIET):
        _refresh(s, side, hex)


def _rebels(s: State, hex: int) -> bool:
    """Whether a rebel brigade holds a hex for the Poles; beside Soviet units it holds nothing (N-100)."""
    there = at(s.place, s.m.units_of[SOVIET], hex)
    return bool(there) and all(s.rebel >> unit & 1 for unit in there)


def _refresh(s: State, side: int, hex: int) -> None:
    """What a hex is to the sides, after a counter came, left or was turned; a rebel holds his for the Poles."""
    here = collect(_now_at(s, side, hex))
    bit = 1 << hex
    ours = bool(here) or (side == POLAND and s.rebel != 0 and _rebels(s, hex))
    s.occupied[side] = s.occupied[side] | bit if ours else s.occupied[side] & ~bit
    s.lof_from[side] = s.lof_from[side] | bit if here & with_lof(s) else s.lof_from[side] & ~bit
    if side == SOVIET:
        if s.rebel:
            _refresh(s, POLAND, hex)
        lithuanian = here & s.m.front_army[LITHUANIA]
        s.lithuanian = s.lithuanian | bit if lithuanian else s.lithuanian & ~bit


# -- 23.1 markers -----------------------------------------------------------------------------------------------------


def stands(s: State, piece: int) -> int:
    """The hex of a piece, or of the marker that covers it; below zero where it is on no hex."""
    place = s.place[piece]
    while place <= UNDER:
        place = s.place[UNDER - place]
    return place


def beneath(s: State, marker: int) -> list[int]:
    """What lies right under a marker: units, a Group marker, or the second Patrol of a dummy [23.1.1f]."""
    code = UNDER - marker
    return [piece for piece, place in enumerate(s.place) if place == code]


def units_under(s: State, marker: int) -> list[int]:
    """The units under a marker, those of a Group under a Patrol too [23.1.2d]; none under a dummy."""
    found: list[int] = []
    for piece in beneath(s, marker):
        found += units_under(s, piece) if piece >= s.m.count else [piece]
    return found


def cover(s: State, pieces: list[int], marker: int) -> None:
    """[23.1.1a, 23.1.2a] Lay a marker on pieces of one hex, or of one box, and in their place."""
    place, bit = s.place[pieces[0]], 1 << marker
    for piece in pieces:
        lift(s, piece, UNDER - marker)
        for field in INHERITED:
            units = getattr(s, field)
            if units >> piece & 1:
                setattr(s, field, units & ~(1 << piece) | bit)
    if place >= 0:
        put(s, marker, place)
    else:
        s.place[marker] = place


def uncover(s: State, marker: int) -> list[int]:
    """[23.1.3a] Take a marker away; what lay under it lies open in its hex. A dummy is gone [23.1.1f]."""
    hex, found = s.place[marker], beneath(s, marker)
    bits = [field for field in INHERITED if getattr(s, field) >> marker & 1]
    for piece in found:
        s.place[piece] = OFF
        if not s.m.all_patrols >> piece & 1:
            put(s, piece, hex)
            for field in bits:
                setattr(s, field, getattr(s, field) | 1 << piece)
    for field in bits:
        setattr(s, field, getattr(s, field) & ~(1 << marker))
    lift(s, marker)
    return [piece for piece in found if s.place[piece] == hex]
