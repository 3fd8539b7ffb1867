"""What must hold at every decision, in the rulebook's words; a failure is ours and names the rule."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import collect, members
from vistula.kernel import Frame, Violation
from vistula.parts.pieces import box_turn

from .rules import borders, control
from .rules.national_rail import CAPACITY
from .rules.queries import plays, scene
from .state import (
    ABSENT,
    ARRIVING,
    ASIDE,
    DEAD,
    DELAYS,
    GARRISON_BOX,
    MOVEMENT,
    NOBODY,
    OFF_EDGE,
    POOL,
    RALLY,
    RESERVE,
    State,
    delay,
    on_map,
    replacements_at,
)
from .units import POLAND, RUSSIA

FATES = (POOL, DEAD, ARRIVING, RALLY, GARRISON_BOX, ASIDE, RESERVE, ABSENT)


def check(s: State, stack: Sequence[Frame]) -> None:
    for test in (_places, _hexes, _stacks, _bookkeeping, _faces, _control, _ukrainians, _tracks, _warsaw):
        test(s)


def _places(s: State) -> None:
    m = s.m
    for piece, place in enumerate(s.place):
        if place >= 0:
            if not m.land >> place & 1:
                raise Violation("8.2.4", f"{m.key[piece]} stands in no hex of the map", piece=piece)
        elif place not in FATES and not box_turn(place) and not 0 <= OFF_EDGE - place < len(m.returns):
            raise Violation("23.0a", f"{m.key[piece]} is nowhere ({place})", piece=piece)
        elif place in (DEAD, ABSENT) and piece >= m.count:
            raise Violation("7.2c", f"{m.key[piece]} is a replacement counter, which leaves no game", piece=piece)
        elif place == POOL and piece < m.count and m.square >> piece & 1:
            raise Violation("7.2.5", f"{m.key[piece]} is never recreated", piece=piece)


def _hexes(s: State) -> None:
    """[8.2.1, 7.2.1c, 14.1, 16.0b, 17.4.1a, 18.2a] Who stands where nobody of that kind can be."""
    m = s.m
    if both := s.occupied[POLAND] & s.occupied[RUSSIA]:
        hex = members(both)[0]
        raise Violation("8.2.1", f"enemy units share {m.hex_name(hex)}", space=hex)
    for side in (POLAND, RUSSIA):
        for hex in members(s.occupied[side]):
            if replacements_at(s, 1 - side, hex):
                raise Violation("7.2.1c", f"replacements lie under enemy units in {m.hex_name(hex)}", space=hex)
        abroad = borders.interning(s, side)
        for unit in on_map(s, side):
            if abroad >> s.place[unit] & 1:
                raise Violation("17.4.1a", f"{m.key[unit]} stands in a foreign land", piece=unit)


def _stacks(s: State) -> None:
    """[5.1.2a] Outside of movement, and of a combat phase that has just begun, who is too many has been named."""
    if s.phase == MOVEMENT or not s.overstacked:
        return
    for unit in members(s.overstacked):
        if s.place[unit] < 0:
            raise Violation("5.1.2a", f"{s.m.key[unit]} is overstacked, but not on the map", piece=unit)


def _bookkeeping(s: State) -> None:
    """Sets that the mutators keep must agree with where the units are."""
    for side in (POLAND, RUSSIA):
        units = on_map(s, side)
        if collect(s.place[unit] for unit in units) != s.occupied[side]:
            raise Violation("4.0", "occupied hexes do not agree with the units", key="units")
        for factor in range(1, DELAYS):
            hexes = collect(s.place[unit] for unit in units if delay(s, unit) == factor)
            if hexes != s.sources[side * DELAYS + factor]:
                words = f"hexes with a delay factor of {factor} do not agree with the units"
                raise Violation("4.1a", words, key="units")


def _faces(s: State) -> None:
    m = s.m
    if wrong := s.reduced & ~m.two_steps:
        piece = members(wrong)[0]
        raise Violation("9.12", f"{m.key[piece]} has one step only", piece=piece)


def _control(s: State) -> None:
    if s.held[POLAND] & s.held[RUSSIA] or s.held[POLAND] | s.held[RUSSIA] != control.asked_for(s):
        raise Violation("3.2b", "every city that counts is controlled by one side", key="control")
    for side in (POLAND, RUSSIA):
        if lost := s.occupied[side] & s.held[1 - side]:
            name = s.m.hex_name(members(lost)[0])
            raise Violation("3.2b", f"{name} is occupied by one side and controlled by the other", key="control")
    if sum(control.vp(s)) != (43 if plays(s, "freikorps") else 38):
        raise Violation("3.2.2", "the victory points of all cities add up to 38", key="control")


def _ukrainians(s: State) -> None:
    """[21.1.1a] Never in both colours."""
    m = s.m
    for side in (POLAND, RUSSIA):
        if s.ukrainians != side:
            for unit in members(m.ukrainians[side]):
                if s.place[unit] >= 0 or s.place[unit] in (RESERVE, ARRIVING):
                    raise Violation("21.1.1a", f"{m.key[unit]} serves who does not command the Ukrainians", piece=unit)


def _tracks(s: State) -> None:
    if not 1 <= s.turn <= scene(s).turns:
        raise Violation("6.0b", f"the turn marker stands on {s.turn}", key="turn")
    if min(s.pool) < 0 or s.freikorps_points < 0 or s.deficit < 0:
        raise Violation("7.2a", "a pool of replacements is below zero", key="pools")
    if not 0 <= s.rail_used <= CAPACITY:
        raise Violation("8.4.5a", f"{s.rail_used} quarters of a division have used the net", key="rail_used")
    if s.ukrainians not in (POLAND, RUSSIA, NOBODY):
        raise Violation("21.1.2a", "nobody of these commands the Ukrainians", key="ukrainians")


def _warsaw(s: State) -> None:
    """[3.1] The game has ended where Warsaw has fallen."""
    taken = s.occupied[RUSSIA] >> s.m.warsaw & 1
    if taken and not s.ended and not plays(s, "fall-of-warsaw"):
        raise Violation("3.1", "Russians are in Warsaw and the game goes on", space=s.m.warsaw)
