"""What must hold at every decision, in the rulebook's words; a failure is ours and names the rule."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import collect, members
from vistula.kernel import Frame, Violation

from .model import POLAND, SOVIET
from .rules.morale import MAXIMUM
from .rules.queries import in_play
from .state import State, level_of, on_map, units_at, with_lof


def check(s: State, stack: Sequence[Frame]) -> None:
    for test in (_places, _bookkeeping, _levels, _control, _tracks):
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
