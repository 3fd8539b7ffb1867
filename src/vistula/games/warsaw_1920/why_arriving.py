"""Why a unit or hex cannot be chosen in deployment (3), reinforcement and reorganization (9), resupply (8.3)."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import INFANTRY, NO_GROUP, POLAND, RUSSIA
from vistula.games.warsaw_1920.queries import controlled, full_for, in_enemy_zoc, own_sources, railed, unblocked
from vistula.games.warsaw_1920.reasons import no_room, not_on_map, not_yours, off_limits
from vistula.games.warsaw_1920.reinforcements import Placement, ReinforcementPhase, due, entry_hexes
from vistula.games.warsaw_1920.setup import (
    Deployment,
    group_hexes,
    tray,
    uncovered,
    units_needed,
)
from vistula.games.warsaw_1920.state import ELIMINATED, TRAY, State, box_turn
from vistula.games.warsaw_1920.supply import Resupply, replaceable
from vistula.games.warsaw_1920.words import FRONTS
from vistula.kernel.views import Refusal

GROUPS = ("Northern Group", "Polesie Group", "Southern Group")
COVERAGE = ("3.1b", "3.1c", "3.1d")


# -- 3.1, 3.2 deployment ----------------------------------------------------------------------------------------


def unit_to_deploy(s: State, frame: Deployment, unit: int) -> Refusal:
    if wrong := not_yours(s, s.side, unit, "3.0b"):
        return wrong
    if turn := box_turn(s.place[unit]):
        return Refusal("3.0a", f"{s.m.full_name[unit]} is a reinforcement of turn {turn}")
    return not_on_map(s, unit) or Refusal("3.0b", f"{s.m.full_name[unit]} is deployed already")


def hex_to_deploy(s: State, frame: Deployment, hex: int) -> Refusal:
    """[3.0b, 3.1e, 3.2a, 3.2b] Why the unit in hand cannot start in a hex."""
    unit = frame.unit
    if unit < 0 or s.place[unit] != TRAY:
        return Refusal("3.0b", f"choose a unit from the tray for {s.m.hex_name(hex)} first")
    if wrong := off_limits(s, s.side, hex):
        return wrong
    if s.side == RUSSIA:
        return _russian_start(s, unit, hex)
    return _polish_start(s, unit, hex)


def _polish_start(s: State, unit: int, hex: int) -> Refusal:
    m, group, name = s.m, s.m.group[unit], s.m.hex_name(hex)
    if not m.polish_start >> hex & 1:
        return Refusal("3.1a", f"{name} is east of the front line, under Russian control")
    if group == NO_GROUP or not m.area[group] >> hex & 1:
        owner = next((GROUPS[g] for g, area in enumerate(m.area) if area >> hex & 1), "no group")
        return Refusal("3.1e", f"{name} is in the area of the {owner}, the unit belongs to the {GROUPS[group]}")
    if not group_hexes(m, group) >> hex & 1:
        return Refusal("3.1e", f"{name} is neither on the front line nor one hex behind it, and is no city")
    if full_for(s, unit) >> hex & 1:
        return no_room(s, unit, hex)
    return _coverage(s, unit, hex)


def _coverage(s: State, unit: int, hex: int) -> Refusal:
    """[3.1b, 3.1c, 3.1d] The units left could not cover what would stay open."""
    m, group = s.m, s.m.group[unit]
    open_line = uncovered(s, group) & ~(1 << hex | m.around[hex])
    left = sum(m.group[u] == group for u in tray(s, POLAND)) - 1
    needed = units_needed(s, group, open_line)
    words = f"{open_line.bit_count()} frontline hexes of the {GROUPS[group]} would stay uncovered"
    return Refusal(COVERAGE[group], f"{words}; they need {needed} units, {left} would be left")


def _russian_start(s: State, unit: int, hex: int) -> Refusal:
    m, front, name = s.m, s.m.front[unit], s.m.hex_name(hex)
    rule = ("3.2a", "3.2b")[front]
    if m.polish_start >> hex & 1:
        return Refusal(rule, f"{name} is west of the front line, under Polish control")
    if not m.front_area[front] >> hex & 1:
        return Refusal(
            rule, f"{name} is in the part of the {FRONTS[1 - front]}, the unit belongs to the {FRONTS[front]}"
        )
    if s.occupied[POLAND] >> hex & 1:
        return Refusal("6.0c", f"{name} is held by Polish units")
    return no_room(s, unit, hex)


def not_done(s: State) -> Refusal:
    """[3.1b, 3.1c, 3.1d] Why a deployment is not complete: hexes without cover, units in the tray."""
    m, rule = s.m, "3.0b"
    words: list[str] = []
    if s.side == POLAND:
        for group in (2, 1, 0):
            if bare := members(uncovered(s, group)):
                rule = COVERAGE[group]
                numbers = " ".join(m.grid.number(hex) for hex in bare)
                words.insert(0, f"uncovered frontline hexes of the {GROUPS[group]}: {numbers}")
    if waiting := tray(s, s.side):
        words.append(f"{len(waiting)} units in the tray: {', '.join(m.key[u] for u in waiting)}")
    return Refusal(rule, "; ".join(words) or "the deployment is complete")


# -- 9.0 reinforcement and reorganization -----------------------------------------------------------------------


def unit_to_arrive(s: State, frame: ReinforcementPhase, unit: int) -> Refusal:
    """[2.2.9a, 9.0a, 9.1a, 9.2b] Why a unit can neither be reorganized nor placed now."""
    name = s.m.full_name[unit]
    if wrong := not_yours(s, frame.side, unit, "9.0a"):
        return wrong
    if frame.at == "reorganization":
        return not_on_map(s, unit) or Refusal(
            "9.2b", f"{name} is not disrupted, and only disrupted units are reorganized"
        )
    if s.place[unit] >= 0:
        return Refusal("9.0a", f"{name} is on the map")
    turn = box_turn(s.place[unit])
    if turn > s.turn:
        return Refusal("2.2.9a", f"{name} arrives on turn {turn}, this is turn {s.turn}")
    if turn and not entry_hexes(s, unit):
        return Refusal("9.1a", f"there is no town or city now where {name} could be placed")
    return not_on_map(s, unit) or Refusal("9.0a", f"{name} cannot be placed now")


def hex_to_arrive(s: State, frame: ReinforcementPhase, hex: int) -> Refusal:
    if frame.at == "reorganization":
        return Refusal("9.2a", "choose the disrupted units that are to be reorganized first")
    waiting = len(due(s, frame.side))
    return Refusal("9.0a", f"choose which of the {waiting} units that are due is to come to {s.m.hex_name(hex)}")


def hex_to_enter(s: State, frame: Placement, hex: int) -> Refusal:
    """[9.1a, 9.1b, 9.1c] Why a reinforcement cannot be placed in a hex."""
    m, unit, name = s.m, frame.unit, s.m.hex_name(hex)
    side = m.side[unit]
    if wrong := off_limits(s, side, hex):
        return wrong
    if not (m.town | m.city | m.major) >> hex & 1:
        return Refusal("9.1a", f"{name} is neither a town nor a city")
    if not controlled(s, side) >> hex & 1:
        return Refusal("9.1a", f"{name} is under enemy control")
    if in_enemy_zoc(s, side, hex) and not (side == POLAND and hex == m.warsaw):
        return Refusal("9.1b", f"{name} is in an enemy zone of control")
    if not railed(s, side) >> hex & 1 and not (side == POLAND and hex == m.warsaw):
        return Refusal("9.1a", f"{name} {_no_rail(s, side, hex)}")
    return no_room(s, unit, hex)


def _no_rail(s: State, side: int, hex: int) -> str:
    """Why no railway joins a place to a supply source."""
    if not s.m.rail_hexes >> hex & 1:
        return "has no railway"
    if not own_sources(s, side) & unblocked(s, side):
        return "has no supply source left to be joined to"
    return "has no unblocked railway to a supply source of its side"


def unit_placed(s: State, frame: Placement, unit: int) -> Refusal:
    return Refusal("9.1a", f"{s.m.full_name[frame.unit]} is arriving: choose a place for it, or hold it back")


# -- 8.3 resupply -----------------------------------------------------------------------------------------------


def unit_to_replace(s: State, frame: Resupply, unit: int) -> Refusal:
    """[8.3a, 8.3.2a, 8.3.2b] Why a unit cannot be replaced."""
    m, name = s.m, s.m.full_name[unit]
    if frame.at == "declare":
        return Refusal("8.3a", f"decide first whether the {FRONTS[frame.front]} resupplies")
    if wrong := not_yours(s, RUSSIA, unit, "8.3.2a"):
        return wrong
    if m.front[unit] != frame.front:
        return Refusal("8.3.2a", f"{name} belongs to the other Front; the {FRONTS[frame.front]} replaces its own")
    if m.kind[unit] != INFANTRY:
        return Refusal("8.3.2b", f"{name} is no infantry and cannot be replaced")
    if s.place[unit] >= 0:
        return Refusal("8.3.2a", f"{name} is on the map")
    if s.place[unit] != ELIMINATED:
        return Refusal("8.3.2b", f"{name} was not eliminated in combat, so it cannot be replaced")
    return Refusal("8.3.2a", f"no replacements are left; {len(replaceable(s, frame.front))} units wait for them")


def amount(s: State, frame: Resupply, points: int) -> Refusal:
    """[8.3.1a] Why so many points cannot be taken."""
    have, most = s.points[frame.front], s.m.sp_max[frame.front]
    if points < 1:
        return Refusal("8.3.1a", "a resupply takes at least one point")
    words = f"the {FRONTS[frame.front]} has {have} supply points and may rise to {most}: at most {most - have}"
    return Refusal("8.3.1a", f"{words}, not {points}")
