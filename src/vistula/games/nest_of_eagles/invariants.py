"""What must hold at every decision, in the rulebook's words; a failure is ours and names the rule."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import collect, members
from vistula.kernel import Frame, Violation

from .model import POLAND, SOVIET
from .rules.groups import HALVES, halves
from .rules.morale import MAXIMUM
from .rules.queries import in_play
from .rules.seats import front_of
from .state import ABSENT, OFF, UNDER, State, beneath, level_of, on_map, stands, units_at, with_lof


def check(s: State, stack: Sequence[Frame]) -> None:
    for test in (_places, _bookkeeping, _levels, _control, _tracks, _markers):
        test(s)


def _places(s: State) -> None:
    m = s.m
    for side in (POLAND, SOVIET):
        for unit in on_map(s, side):
            if not in_play(s) >> s.place[unit] & 1 and unit != m.lwow_unit:
                raise Violation("2.3.1a", f"{m.key[unit]} is in {m.hex_name(s.place[unit])}, out of play", piece=unit)
    passing = collect(s.place[u] for u in members(s.moving) if s.place[u] >= 0)  # cars and trucks [3.4.4b, 19.5a]
    if both := s.occupied[POLAND] & s.occupied[SOVIET] & ~passing:
        raise Violation("7.0d", f"enemy units share {m.hex_name(members(both)[0])}", space=members(both)[0])
    if s.lithuanian and any(
        len({m.front[u] == 2 for u in units_at(s, SOVIET, hex)}) > 1 for hex in members(s.lithuanian)
    ):
        raise Violation("3.1b", "Soviet and Lithuanian units share a hex", key="units")


def _bookkeeping(s: State) -> None:
    """Sets that the mutators keep must agree with where the units are."""
    if collect(unit for unit, place in enumerate(s.place) if place >= 0) != s.fielded:
        raise Violation("3.6a", "who is on the map does not agree with the places of the units", key="units")
    for side in (POLAND, SOVIET):
        units = on_map(s, side)
        stood = collect(s.place[u] for u in units)
        if side == POLAND:
            stood |= collect(s.place[u] for u in members(s.rebel)) & ~s.occupied[SOVIET]  # [20.4.1d]
        lined = collect(s.place[u] for u in units if with_lof(s) >> u & 1)
        if stood != s.occupied[side] or lined != s.lof_from[side]:
            raise Violation("4.0a", "occupied hexes or lines do not agree with the units", key="units")


def _levels(s: State) -> None:
    m = s.m
    if s.reduced & s.remnant:
        raise Violation("3.3a", "a unit is Reduced and Remnant at once", piece=members(s.reduced & s.remnant)[0])
    for unit in members(s.reduced | s.remnant):
        if level_of(s, unit) >= m.steps[unit]:
            raise Violation("3.3a", f"{m.key[unit]} has only {m.steps[unit]} steps", piece=unit)


def _control(s: State) -> None:
    m = s.m
    if s.held[0] & s.held[1] or s.held[0] & s.held[2] or s.held[1] & s.held[2] or sum(s.held) != m.urban:
        raise Violation("2.7a", "every urban hex is held by one side", key="control")


def _tracks(s: State) -> None:
    scene = s.m.scenarios[s.scenario]
    if not scene.first <= s.round <= scene.last:
        raise Violation("5.2a", f"the round marker stands on {s.round}", key="round")
    if any(abs(box) > MAXIMUM for box in (*s.morale, s.vp)):
        raise Violation("13.2b", "a marker is beyond the last box", key="morale")
    if min(s.pool) < 0:
        raise Violation("17.1.6a", "a pool of Replacements is below zero", key="pools")


def _markers(s: State) -> None:
    """[23.1.1, 23.1.2] Markers cover somebody, and nobody whom they may not cover."""
    if not s.concealment:
        return
    m = s.m
    for piece, place in enumerate(s.place):
        marker = UNDER - place
        if place <= UNDER and (not m.count <= marker < len(s.place) or m.side[marker] != m.side[piece]):
            raise Violation("23.1a", f"{m.key[piece]} lies under no marker of its side", piece=piece)
        if place <= UNDER and stands(s, piece) in (OFF, ABSENT):
            raise Violation("23.1.1a", f"{m.key[piece]} lies under a marker that is not in use", piece=piece)
        if place <= UNDER and (s.remnant | m.support | m.red_ukrainians | m.front_army[2]) >> piece & 1:
            raise Violation("23.1.1e", f"{m.key[piece]} cannot be concealed", piece=piece)
        if place <= UNDER and piece < m.count and front_of(s, piece) != front_of(s, marker):
            raise Violation("2.5a", f"{m.key[piece]} serves another Front than its marker", piece=piece)
    for marker in range(m.count, len(s.place)):
        inside = beneath(s, marker)
        if s.place[marker] not in (OFF, ABSENT) and s.place[marker] > UNDER and not inside:
            raise Violation("23.1.1f", f"{m.key[marker]} covers nothing; a dummy is two Patrols", piece=marker)
        if m.all_groups >> marker & 1 and halves(s, inside) > HALVES:
            raise Violation("23.1.2c", f"{m.key[marker]} is larger than two divisions", piece=marker)
