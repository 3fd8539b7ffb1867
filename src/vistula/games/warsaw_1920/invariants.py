"""What must hold at every decision, in the rulebook's words; a failure is ours and names the rule."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import ARTILLERY, POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.combat import CombatPhase
from vistula.games.warsaw_1920.rules.movement import MovementPhase
from vistula.games.warsaw_1920.rules.queries import most_points, overstacked_hexes, zoc
from vistula.games.warsaw_1920.rules.retreat import Retreat, Retreats, Routs
from vistula.games.warsaw_1920.rules.setup import PolishDeployment
from vistula.games.warsaw_1920.rules.stacking import StackingCheck
from vistula.games.warsaw_1920.state import State, bits_of, covered_by, on_map
from vistula.kernel import Frame, Violation


def check(s: State, stack: Sequence[Frame]) -> None:
    for test in (_places, _bookkeeping, _stacks, _disruption, _tracks):
        test(s, stack)


def _places(s: State, stack: Sequence[Frame]) -> None:
    m = s.m
    for unit in m.units:
        hex = s.place[unit]
        if hex >= 0 and not m.enterable[m.side[unit]] & ~m.east_prussia & 1 << hex:
            raise Violation("10.5b", f"{m.key[unit]} stands in {m.grid.number(hex)}, where it may not be")
    if s.occupied[POLAND] & s.occupied[RUSSIA]:
        raise Violation("6.0c", "enemy units share a hex")
    if s.occupied[POLAND] & s.russian or s.occupied[RUSSIA] & ~s.russian:
        raise Violation("3.4a", "a unit stands in a hex that its side does not control")


def _bookkeeping(s: State, stack: Sequence[Frame]) -> None:
    """Sets that the mutators keep must agree with where the units are."""
    for side in (POLAND, RUSSIA):
        units = on_map(s, side)
        fresh = [u for u in units if not s.disrupted >> u & 1 and s.m.kind[u] != ARTILLERY]
        if s.occupied[side] != bits_of([s.place[u] for u in units]):
            raise Violation("6.0c", f"occupied hexes of side {side} are kept wrongly")
        if s.zoc_from[side] != bits_of([s.place[u] for u in fresh]):
            raise Violation("7.0a", f"zones of control of side {side} are kept wrongly")
    piles: dict[int, list[int]] = {}
    for unit in on_map(s, POLAND):
        piles.setdefault(s.place[unit], []).append(covered_by(s, unit))
    if any(sorted(pile) != list(range(len(pile))) for pile in piles.values()):
        raise Violation("6.3b", "the units of a Polish stack do not lie one on another")


def _stacks(s: State, stack: Sequence[Frame]) -> None:
    moving = (MovementPhase, CombatPhase, Retreat, Retreats, Routs)  # [6.1c] inside a phase it costs nothing
    busy = any(isinstance(f, moving) for f in stack)
    for side in (POLAND, RUSSIA):
        if not busy and stack and overstacked_hexes(s, side) and not _checking(stack):
            raise Violation("6.1a", f"stacks of side {side} over the limit outside a phase")


def _checking(stack: Sequence[Frame]) -> bool:
    return isinstance(stack[-1], StackingCheck)


def _disruption(s: State, stack: Sequence[Frame]) -> None:
    """[10.4.2d] A disrupted unit is never in an enemy zone, except while routs are being carried out."""
    if any(isinstance(f, (Routs, Retreat, Retreats, PolishDeployment)) for f in stack):
        return
    for side in (POLAND, RUSSIA):
        inside = zoc(s, 1 - side)
        for unit in members(s.disrupted):
            if s.m.side[unit] == side and s.place[unit] >= 0 and inside >> s.place[unit] & 1:
                raise Violation("10.4.2d", f"{s.m.key[unit]} is disrupted in an enemy zone of control")


def _tracks(s: State, stack: Sequence[Frame]) -> None:
    for front, points in enumerate(s.points):
        if not 0 <= points <= most_points(s, front):
            raise Violation("8.3.1a", f"supply points of Front {front} stand at {points}")
    if not 1 <= s.turn <= s.m.turns:
        raise Violation("5.1e", f"the turn marker stands on {s.turn}")
