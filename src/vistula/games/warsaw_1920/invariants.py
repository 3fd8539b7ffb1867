"""What must hold at every decision, in the rulebook's words; a failure is ours and names the rule."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import collect, members
from vistula.kernel import Frame, Violation
from vistula.parts.stacking import broken

from .model import ARTILLERY, POLAND, RUSSIA, SEATS
from .rules.combat import CombatPhase
from .rules.movement import MovementPhase
from .rules.queries import most_points, overstacked_hexes, zoc
from .rules.retreat import Retreat, Retreats, Routs
from .rules.setup import PolishDeployment
from .rules.stacking import StackingCheck
from .state import COMBAT, MOVEMENT, SETUP, TRAY, State, covered_by, on_map, units_at


def check(s: State, stack: Sequence[Frame]) -> None:
    for test in (_course, _places, _control, _bookkeeping, _stacks, _disruption, _marks, _tracks):
        test(s, stack)


def _course(s: State, stack: Sequence[Frame]) -> None:
    if not 1 <= s.turn <= s.m.turns:
        raise Violation("5.1e", f"the turn marker stands on {s.turn}", key="turn")
    if s.turn > 1 and s.phase == SETUP:
        raise Violation("3.0b", "armies are deployed before turn 1", key="turn")
    if s.turn == 1 and s.side == POLAND and s.phase != SETUP:
        raise Violation("5.1b", "there is no Polish player turn on turn 1", key="side")


def _places(s: State, stack: Sequence[Frame]) -> None:
    m = s.m
    for unit in m.units:
        hex = s.place[unit]
        if hex >= 0 and not m.enterable[m.side[unit]] & ~m.east_prussia & 1 << hex:
            rule, fate = [("10.5b", "Polish units may not be"), ("10.5c", "Russian units are interned")][m.side[unit]]
            where = f"in East Prussia, where {fate}" if m.east_prussia >> hex & 1 else "where it may not be"
            raise Violation(rule, f"{m.key[unit]} is in {m.hex_name(hex)}, {where}", piece=unit)
        if hex == TRAY and s.phase != SETUP:
            raise Violation("3.0b", f"{m.key[unit]} is still in the tray after deployment", piece=unit)
    if both := s.occupied[POLAND] & s.occupied[RUSSIA]:
        raise Violation("6.0c", f"enemy units share {m.hex_name(members(both)[0])}", space=members(both)[0])


def _control(s: State, stack: Sequence[Frame]) -> None:
    m = s.m
    for side, wrong in ((POLAND, s.occupied[POLAND] & s.russian), (RUSSIA, s.occupied[RUSSIA] & ~s.russian)):
        if wrong and s.phase != SETUP:
            text = f"a {('Polish', 'Russian')[side]} unit is in {m.hex_name(members(wrong)[0])}, and controls it"
            raise Violation("3.4a", text, key=f"control.{SEATS[1 - side]}")
    if s.russian >> m.warsaw & 1 and not any(s.resupplied) and not s.ended:
        raise Violation("4.2a", "Russian control of Warsaw before any resupply ends the game", key="control.russia")


def _bookkeeping(s: State, stack: Sequence[Frame]) -> None:
    """Sets that the mutators keep must agree with where the units are."""
    for side in (POLAND, RUSSIA):
        units = on_map(s, side)
        fresh = [u for u in units if not s.disrupted >> u & 1 and s.m.kind[u] != ARTILLERY]
        if s.occupied[side] != collect([s.place[u] for u in units]):
            raise Violation("6.0c", f"occupied hexes of side {side} are kept wrongly")
        if s.zoc_from[side] != collect([s.place[u] for u in fresh]):
            raise Violation("7.0a", f"zones of control of side {side} are kept wrongly")
    piles: dict[int, list[int]] = {}
    for unit in on_map(s, POLAND):
        piles.setdefault(s.place[unit], []).append(covered_by(s, unit))
    if any(sorted(pile) != list(range(len(pile))) for pile in piles.values()):
        raise Violation("6.3b", "the units of a Polish stack do not lie one on another")


def _stacks(s: State, stack: Sequence[Frame]) -> None:
    moving = (MovementPhase, CombatPhase, Retreat, Retreats, Routs)
    if not stack or isinstance(stack[-1], StackingCheck):
        return
    busy = any(isinstance(f, moving) for f in stack)  # [6.1c] inside a phase it costs nothing
    stirred = s.moved | s.moving | s.fought | s.attacked | s.disrupted if busy else 0
    for side in (POLAND, RUSSIA):
        for hex in overstacked_hexes(s, side):
            units = units_at(s, side, hex)
            row = broken(s.m.stacking[side], units)
            if row is not None and not collect(units) & stirred:
                text = f"the stack in {s.m.hex_name(hex)} is not allowed: {row.why(units)}"
                raise Violation(row.rule, text, space=hex)


def _disruption(s: State, stack: Sequence[Frame]) -> None:
    """[10.4.2d] A disrupted unit is never in an enemy zone, except while routs are being carried out."""
    if any(isinstance(f, (Routs, Retreat, Retreats, PolishDeployment)) for f in stack):
        return
    for side in (POLAND, RUSSIA):
        inside = zoc(s, 1 - side)
        for unit in members(s.disrupted):
            if s.m.side[unit] == side and s.place[unit] >= 0 and inside >> s.place[unit] & 1:
                text = f"{s.m.key[unit]} is disrupted and in an enemy zone of control"
                raise Violation("10.4.2d", text, piece=unit)


def _marks(s: State, stack: Sequence[Frame]) -> None:
    """[2.2.8a, 10.1b, 11.1a] Marks lie on units on the map; what a unit has done is forgotten when the phase ends."""
    for unit in members(s.disrupted | s.isolated):
        if s.place[unit] < 0:
            raise Violation("2.2.8a", "only a unit on the map is disrupted or isolated", piece=unit)
    done = (("moved", s.moved, MOVEMENT, s.side), ("fought", s.fought, COMBAT, s.side),
            ("been attacked", s.attacked, COMBAT, 1 - s.side))  # fmt: skip
    for word, units, phase, side in done:
        for unit in members(units):
            if s.phase != phase or s.m.side[unit] != side:
                text = f"{s.m.key[unit]} cannot have {word} in this phase of this player turn"
                raise Violation("10.1b" if phase == MOVEMENT else "11.1a", text, piece=unit)


def _tracks(s: State, stack: Sequence[Frame]) -> None:
    for front, name in enumerate(("west", "southwest")):
        points, most = s.points[front], most_points(s, front)
        if not 0 <= points <= most:
            raise Violation("8.3.1a", f"{points} supply points are not from 0 to {most}", key=f"tracks.{name}")
        if s.resupplied[front] > s.turn:
            text = f"a Front cannot have resupplied on turn {s.resupplied[front]} yet"
            raise Violation("8.3a", text, key=f"tracks.{name}_resupplied")
        if s.lost[front] and (s.side == POLAND or s.resupplied[front] != s.turn):
            text = "a Front loses operations only on the turn of its resupply"
            raise Violation("8.3.1c", text, key=f"tracks.{name}_lost")
    turns, chosen = s.m.counterattack.turns, s.m.counterattack.chosen
    if s.counterattack and s.turn < chosen:
        raise Violation("5.3a", f"the order is chosen on turn {chosen}", key="tracks.counterattack")
    if s.counterattack and s.counterattack not in turns:
        raise Violation("5.3a", f"{s.counterattack} is none of the turns {turns}", key="tracks.counterattack")
