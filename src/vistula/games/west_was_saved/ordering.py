"""7.1, 7.2 Who may be ordered what: units without an order, markers that need one, promises to stay. Pure questions."""

from __future__ import annotations

from vistula.games.west_was_saved import effects
from vistula.games.west_was_saved.movement import Plan, covers, steps
from vistula.games.west_was_saved.queries import commands_at, facing_enemy, units_at
from vistula.games.west_was_saved.state import State


def ready(s: State, side: int, hex: int) -> list[int]:
    """[7.2f, 7.1j] Combat units of a stack that have had no order in this phase; arrivals have had theirs."""
    return [unit for unit in units_at(s, side, hex) if not s.ordered >> unit & 1]


def spare(s: State, side: int, hex: int) -> int:
    """[7.2f, 7.2g] How many units an order may take, so that every other marker here keeps a unit (H-46)."""
    return len(ready(s, side, hex)) - max(s.markers.get(hex, 0) - 1, 0)


def may_go(s: State, plan: Plan) -> bool:
    """Whether a group may be sent off: a promise given for its hex holds, and there is a way to somewhere."""
    if s.promised >> plan.start & 1 and not covers(s, plan, plan.start):
        return False
    return bool(steps(s, plan))


def joining(s: State, plan: Plan) -> list[int]:
    """[7.2e, 7.2f, 7.2i] Units that may be added to the group."""
    if len(plan.group) >= spare(s, plan.side, plan.start):
        return []
    others = [unit for unit in ready(s, plan.side, plan.start) if unit not in plan.group]
    return [unit for unit in others if may_go(s, _with(plan, [*plan.group, unit]))]


def whole_stack(s: State, plan: Plan) -> list[int]:
    """All units of the stack that may be ordered, if they may go together; else none."""
    units = ready(s, plan.side, plan.start)
    allowed = 1 < len(units) <= spare(s, plan.side, plan.start)
    return units if allowed and may_go(s, _with(plan, units)) else []


def _with(plan: Plan, group: list[int]) -> Plan:
    return Plan(plan.side, plan.start, plan.path, group, plan.companions, plan.bonus)


def companions(s: State, side: int, hex: int) -> list[int]:
    """[7.1h] Command units that began the phase here and have gone along with nobody yet."""
    silent = effects.silent_command(s)
    return [c for c in commands_at(s, side, hex) if not s.moved >> c & 1 and c != silent]


def may_turn(s: State, side: int, hex: int) -> bool:
    """[7.1f, 7.2d, 7.2k] Whether a facing order can be given: it is the order of all cavalry and infantry there.

    Units that only artillery is stacked with have no facing (H-39); other markers need units of their own (H-46); a
    stack that promised to stay may not turn (H-13).
    """
    fighters = [unit for unit in units_at(s, side, hex) if s.m.fighters >> unit & 1]
    if not fighters or any(s.ordered >> unit & 1 for unit in fighters) or len(fighters) > spare(s, side, hex):
        return False
    return not s.promised >> hex & 1 or covers(s, Plan(side, hex, [], fighters), hex)


def may_discard(s: State, side: int, hex: int) -> bool:
    """[7.2h] A marker may be given up only while its stack faces an enemy stack."""
    return facing_enemy(s, side, hex)
