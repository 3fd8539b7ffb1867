"""7.1, 7.2 Who may be ordered what: units without an order, markers that need one, promises to stay. Pure questions."""

from __future__ import annotations

from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.model import CAVALRY
from vistula.games.west_was_saved.rules.movement import Plan, breaks_promise, steps
from vistula.games.west_was_saved.rules.queries import commands_at, facing_enemy, units_at
from vistula.games.west_was_saved.state import State


def ready(s: State, side: int, hex: int) -> list[int]:
    """[7.2f, 7.1j] Combat units of a stack that have had no order in this phase; arrivals have had theirs."""
    return [unit for unit in units_at(s, side, hex) if not s.ordered >> unit & 1]


def spare(s: State, side: int, hex: int) -> int:
    """[7.2f, 7.2g] How many units an order may take, so that every other marker here keeps a unit (H-46)."""
    return len(ready(s, side, hex)) - max(s.markers.get(hex, 0) - 1, 0)


def may_go(s: State, plan: Plan) -> bool:
    """Whether a group may be sent off: promises hold, and there is a way to somewhere, if only by a card [7.4e]."""
    if breaks_promise(s, plan):  # [7.4b]
        return False
    if steps(s, plan):
        return True
    more = 0 if plan.bonus else bonus_of(s, plan.side, plan.group)
    return bool(more and steps(s, Plan(plan.side, plan.start, plan.path, plan.group, plan.companions, more)))


def bonus_of(s: State, side: int, group: list[int]) -> int:
    """[7.4e] How many hexes more the card that a side has laid would take these units; 0 where it would not."""
    raid = effects.raid_hexes(s, side, group)
    return raid - s.m.allowance[CAVALRY] if raid else effects.march_bonus(s, side, group)


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
    """Another group: what a card adds must be asked for anew."""
    return Plan(plan.side, plan.start, plan.path, group, plan.companions)


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
    return not breaks_promise(s, Plan(side, hex, [], fighters))


def may_discard(s: State, side: int, hex: int) -> bool:
    """[7.2h] A marker may be given up only while its stack faces an enemy stack."""
    return facing_enemy(s, side, hex)
