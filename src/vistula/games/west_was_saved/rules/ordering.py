"""7.1, 7.2 Who may be ordered what: units without an order, markers that need one, promises to stay. Pure questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import collect
from vistula.kernel import Bar, first
from vistula.kernel.views import Refusal
from vistula.parts.words import count

from ..cards import effects
from ..state import State, units_at
from .bars import elsewhere, foes, named, off_map, silenced
from .movement import Plan, breaks_promise, steps


def ready(s: State, side: int, hex: int) -> list[int]:
    """[7.2f, 7.1j] Combat units of a stack that have had no order in this phase; arrivals have had theirs."""
    return [unit for unit in units_at(s, side, hex) if not s.ordered >> unit & 1]


def spare(s: State, side: int, hex: int) -> int:
    """[7.2f, 7.2g] How many units an order may take, so that every other marker here keeps a unit (H-46)."""
    return len(ready(s, side, hex)) - s.markers.get(hex, 1) + 1


def finds_way(s: State, plan: Plan) -> bool:
    """Whether there is a way to somewhere for a group, if only by a card [7.4e]."""
    if steps(s, plan):
        return True
    _, more = effects.further(s, plan.side, plan.group)
    return bool(more and steps(s, Plan(plan.side, plan.start, plan.path, plan.group, plan.companions, more)))


def left_behind(s: State, plan: Plan, leaders: Sequence[int] = ()) -> Iterator[Bar]:
    """[7.1e, 7.1f, 7.1h, 7.1j, 7.2e, 7.2f, 7.2g, 7.2i, 7.4a, 7.4b, 7.4d, 7.4i] Pieces that cannot join the group;
    `leaders` are the command units that it began its march with."""
    m, side, start, group = s.m, plan.side, plan.start, plan.group
    name = m.full_name
    yield from _not_here(s, plan)
    yield Bar("7.1h", m.army[side] & ~m.of_side[side], lambda piece: _of_command(s, plan, leaders, piece))
    yield Bar("7.1f", collect(group), named(s, "goes already"))
    words = "the march has been laid down without"
    yield Bar("7.4i", bool(plan.path), lambda unit: f"{words} {name[unit]}: nobody is picked up on the way")
    yield Bar("7.2f", s.ordered, named(s, "has had its order in this phase"))
    yield Bar("7.2g", len(group) >= spare(s, side, start), lambda unit: _must_stay(s, plan, unit))
    stays = "must stay: a step beside the enemy relied on a unit here that does not move"
    yield Bar("7.4b", lambda unit: breaks_promise(s, _with(plan, [*group, unit])), named(s, stays))
    yield Bar("7.4a", lambda unit: not finds_way(s, _with(plan, [*group, unit])), lambda unit: _no_way(s, plan, unit))


def _not_here(s: State, plan: Plan) -> Iterator[Bar]:
    yield foes(s, plan.side, "7.1e")
    yield off_map(s)
    yield elsewhere(s, plan.start, "7.1f")


def _must_stay(s: State, plan: Plan, unit: int) -> str:
    others = count(s.markers.get(plan.start, 0) - 1, "other marker")
    units = len(ready(s, plan.side, plan.start))
    return f"{s.m.full_name[unit]} must stay: {others} here must find units of their own among {units}"


def _no_way(s: State, plan: Plan, unit: int) -> Refusal:
    name = s.m.full_name[unit]
    if any(s.unsupplied >> each & 1 for each in (*plan.group, unit)):
        return Refusal("7.4d", f"{name} is or goes with a unit out of supply, and no hex in supply is within reach")
    return Refusal("7.4a", f"with {name} there is no hex to which the group could go")


def whole_stack(s: State, plan: Plan) -> list[int]:
    """All units of the stack that may be ordered, if they may go together; else none."""
    units = ready(s, plan.side, plan.start)
    if not 1 < len(units) <= spare(s, plan.side, plan.start):
        return []
    whole = _with(plan, units)
    return units if finds_way(s, whole) and not breaks_promise(s, whole) else []


def _with(plan: Plan, group: list[int]) -> Plan:
    """Another group: what a card adds must be asked for anew."""
    return Plan(plan.side, plan.start, plan.path, group, plan.companions)


def not_leading(s: State, plan: Plan, leaders: Sequence[int] = ()) -> Iterator[Bar]:
    """[7.1h] Pieces that do not lead the group: all but command units that began the phase here and have gone along
    with nobody yet."""
    yield from _not_here(s, plan)
    yield Bar("7.1h", s.m.of_side[plan.side], named(s, "is no HQ"))
    yield silenced(s)
    yield Bar("7.1h", s.moved, named(s, "has gone along with other units in this phase"))
    choose = "choose the units first that"
    yield Bar("7.1h", not plan.group, lambda piece: f"{choose} {s.m.full_name[piece]} is to go with")
    begun = bool(plan.path) or collect(leaders)
    yield Bar("7.1h", begun, named(s, "goes along from the start or not at all"))


def _of_command(s: State, plan: Plan, leaders: Sequence[int], piece: int) -> Refusal:
    name = s.m.full_name[piece]
    return first(not_leading(s, plan, leaders), piece) or Refusal("7.1h", f"{name} leads the units that go")


def no_turn(s: State, side: int, hex: int) -> Iterator[Bar]:
    """[1.2n, 7.1f, 7.2k] Why no facing order can be given to the stack in a hex."""
    yield Bar("1.2n", s.facing[hex] < 0, "artillery has no facing to change")
    words = "a facing order is the order of all cavalry and infantry here, and not all may take it"
    yield Bar("7.2k", not may_turn(s, side, hex), words)


def may_turn(s: State, side: int, hex: int) -> bool:
    """[7.1f, 7.2d, 7.2k] Whether a facing order can be given: it is the order of all cavalry and infantry there.

    Units that only artillery is stacked with have no facing (H-39); other markers need units of their own (H-46); a
    stack that promised to stay may not turn (H-13).
    """
    fighters = [unit for unit in units_at(s, side, hex) if s.m.fighters >> unit & 1]
    if not fighters or any(s.ordered >> unit & 1 for unit in fighters) or len(fighters) > spare(s, side, hex):
        return False
    return not breaks_promise(s, Plan(side, hex, [], fighters))
