"""Why a unit or hex cannot be chosen in movement (10), in retreats and routs (11.10, 10.4.2), in advances (11.11)."""

from __future__ import annotations

from vistula.board.paths import ways
from vistula.games.warsaw_1920.combat import Advance, Charge
from vistula.games.warsaw_1920.movement import Move, MovementPhase, movable
from vistula.games.warsaw_1920.queries import in_enemy_zoc, zoc
from vistula.games.warsaw_1920.reasons import (
    apart,
    cannot_act,
    enemy_in,
    held_by_enemy,
    no_room,
    not_on_map,
    not_yours,
    off_limits,
)
from vistula.games.warsaw_1920.retreat import Retreat, Retreats, Routs
from vistula.games.warsaw_1920.routes import points_of, ways_from
from vistula.games.warsaw_1920.state import State, units_at
from vistula.games.warsaw_1920.words import amount
from vistula.kernel.views import Refusal

# -- 10.0 movement ----------------------------------------------------------------------------------------------


def unit_to_move(s: State, frame: MovementPhase, unit: int) -> Refusal:
    """[10.1a, 10.1b] Why a unit cannot begin a move."""
    name = s.m.full_name[unit]
    wrong = not_yours(s, s.side, unit, "10.1e") or not_on_map(s, unit) or cannot_act(s, unit, "move")
    if wrong or s.moved >> unit & 1:
        return wrong or Refusal("10.1b", f"{name} has moved already in this phase")
    return hemmed_in(s, unit)


def hemmed_in(s: State, unit: int) -> Refusal:
    """[7.1b, 10.4a] Why a unit that has not moved has no hex to move to."""
    here = s.place[unit]
    if s.m.around[here] & s.m.enterable[s.side] & ~s.occupied[1 - s.side]:
        words = f"every hex next to {s.m.hex_name(here)} that is open lies in an enemy zone of control, as it does"
        return Refusal("7.1b", words)
    return Refusal("10.4a", f"no hex next to {s.m.hex_name(here)} may be entered by {s.m.full_name[unit]}")


def stack_to_move(s: State, frame: MovementPhase, hex: int) -> Refusal:
    """[10.1b] Why the units in a hex cannot move as a stack."""
    name = s.m.hex_name(hex)
    own = units_at(s, s.side, hex)
    if not own:
        return off_limits(s, s.side, hex) or Refusal("10.1b", f"choose the unit that is to move to {name} first")
    ready = len([u for u in movable(s, s.side) if s.place[u] == hex])
    return Refusal("10.1b", f"a stack needs two units that may still move; {name} has {ready}")


def unit_to_join(s: State, frame: Move, unit: int) -> Refusal:
    """[10.1b, 10.1c] Why a unit cannot join those that move."""
    name = s.m.full_name[unit]
    if s.moving >> unit & 1:
        return Refusal("10.1b", f"{name} is moving now")
    if wrong := not_yours(s, s.side, unit, "10.1e") or not_on_map(s, unit) or cannot_act(s, unit, "move"):
        return wrong
    if s.moved >> unit & 1:
        return Refusal("10.1b", f"{name} has moved already in this phase")
    if not frame.whole:
        return Refusal("10.1c", f"the move that has begun is completed before {name} can move")
    return Refusal("10.1b", f"{name} does not stand with the moving units at the start of their move")


def hex_to_step(s: State, frame: Move, hex: int) -> Refusal:
    """[10.3a, 7.1b, 10.4a] Why the moving units cannot go to a hex next."""
    return _step(s, s.side, frame.hex, frame.left, frame.whole, hex)


def _step(s: State, side: int, here: int, left: int, whole: bool, hex: int) -> Refusal:
    m = s.m
    if hex == here:
        return Refusal("10.3a", f"the moving units are in {m.hex_name(hex)} already")
    if wrong := off_limits(s, side, hex) or enemy_in(s, side, hex):
        return wrong
    if m.grid.distance(here, hex) > 1:
        return _far(s, side, here, left, whole, hex)
    if in_enemy_zoc(s, side, here):
        if not whole:
            return Refusal("7.1a", f"the move has ended in the enemy zone of control at {m.hex_name(here)}")
        if in_enemy_zoc(s, side, hex):
            words = "you can't step straight from one enemy ZOC into another: step out of it first"
            return Refusal("7.1b", words)
    return Refusal("10.3a", f"{price(s, here, hex)}, and this unit has {left}")


def _far(s: State, side: int, here: int, left: int, whole: bool, hex: int) -> Refusal:
    """Why a hex further away cannot be reached, or how many points it takes."""
    name, distance = s.m.hex_name(hex), s.m.grid.distance(here, hex)
    within = ways_from(s, side, here, left, whole).get(hex)
    if within:
        cost = amount("movement", within.spent)
        return Refusal("10.3a", f"{name} is {distance} hexes away: move there hex by hex, for {cost}")
    any_way = ways_from(s, side, here, 999, whole).get(hex)
    if any_way:
        cost = amount("movement", any_way.spent)
        return Refusal("10.3a", f"{name} is too far: it costs {cost} and this unit has {left}")
    barred = s.occupied[1 - side] | ~s.m.enterable[side]
    if hex in ways(here, 999, s.m.cost, barred, s.m.east_prussia):
        return Refusal("7.1a", f"every way to {name} leads through enemy zones of control, where a move ends")
    return Refusal("10.4a", f"no way leads to {name} past the enemy units")


def price(s: State, here: int, hex: int) -> str:
    """[10.3.1a, 10.3.1b, 10.3.1c, 10.3.1d, 10.3.2a, 10.3.3a] What one step costs, item by item."""
    m = s.m
    cost = m.cost[here][hex]
    ground = "city" if (m.city | m.major) >> hex & 1 else m.terrain[hex]
    items = [f"{ground} {m.hex_cost[hex]}"]
    sides = [word for word, near in (("river", m.river[here]), ("trench", m.trench[here])) if near >> hex & 1]
    if (here, hex) in m.board.rails:  # in East Prussia too, where no railway counts for a trace
        items = [f"railway {cost}"]
    elif sides:
        items.append(f"{' and '.join(sides)} {cost - m.hex_cost[hex]}")
    return f"{m.hex_name(hex)} costs {amount('movement', cost)} ({' + '.join(items)})"


def no_way(s: State, unit: int, hex: int) -> Refusal:
    """Why a unit that is not moving yet cannot be dragged to a hex."""
    wrong = not_yours(s, s.side, unit, "10.1e") or not_on_map(s, unit) or cannot_act(s, unit, "move")
    if wrong:
        return wrong
    if s.moved >> unit & 1:
        return Refusal("10.1b", f"{s.m.full_name[unit]} has moved already in this phase")
    return _step(s, s.side, s.place[unit], points_of(s, unit), True, hex)


# -- 11.10 retreat, 10.4.2 rout -----------------------------------------------------------------------------------


def hex_to_retreat(s: State, frame: Retreat, hex: int) -> Refusal:
    """[11.10b, 11.10c, 11.10d, 11.10e, 11.10f] Why a unit cannot be sent to a hex next."""
    m, unit, origin = s.m, frame.unit, frame.origin
    here, side = s.place[unit], m.side[unit]
    if wrong := off_limits(s, side, hex) or apart(s, "11.10a", hex, here) or enemy_in(s, side, hex, "11.10c"):
        return wrong
    name = m.hex_name(hex)
    near, far = m.grid.distance(origin, here), m.grid.distance(origin, hex)
    if far <= near:
        return Refusal("11.10b", f"{name} is {far} from {m.hex_name(origin)}, a retreat must go on to {near + 1}")
    if zoc(s, 1 - side) >> hex & 1:
        return Refusal("11.10c", f"{name} is in an enemy zone of control, {_NO_SHELTER}")
    if m.east_prussia >> hex & 1:
        return Refusal("11.10d", "there is another legal retreat, so East Prussia is closed")
    if frame.left <= 1:
        return Refusal("11.10e", f"{no_room(s, unit, hex).why}, and there is another hex")
    return Refusal("11.10f", f"from {name} no way leads on for {_hexes(frame.left - 1)}, and there is a way that does")


_NO_SHELTER = "and a friendly unit there does not help"


def _hexes(number: int) -> str:
    return f"{number} more hex" + ("" if number == 1 else "es")


def unit_to_retreat(s: State, frame: Retreats, unit: int) -> Refusal:
    return Refusal("11.10a", f"{s.m.full_name[unit]} has no retreat to make now")


def hex_to_rout(s: State, frame: Routs, hex: int) -> Refusal:
    """[10.4.2a, 10.4.2b, 10.4.2f, 11.10e] Why a disrupted unit cannot rout to a hex; only its owner is asked."""
    m, unit, origin = s.m, s.routing, frame.origin
    if frame.at == "next_unit":
        return Refusal("10.4.2a", "choose the unit that routs next")
    here, name = s.place[unit], m.hex_name(hex)
    if wrong := off_limits(s, frame.side, hex) or apart(s, "10.4.2a", hex, here) or enemy_in(s, frame.side, hex):
        return wrong
    if zoc(s, 1 - frame.side) >> hex & 1:
        return Refusal("10.4.2f", f"{name} is in an enemy zone of control, {_NO_SHELTER}")
    if m.grid.distance(origin, hex) <= m.grid.distance(origin, here):
        return Refusal("10.4.2a", f"{name} does not lead away from the enemy in {m.hex_name(origin)}")
    if m.east_prussia >> hex & 1:
        return Refusal("11.10d", "there is another legal hex, so East Prussia is closed")
    return Refusal("11.10e", f"{no_room(s, unit, hex).why}, and there is another hex")


def unit_to_rout(s: State, frame: Routs, unit: int) -> Refusal:
    if frame.at == "next_unit":
        return not_yours(s, frame.side, unit, "10.4.2a") or not_on_map(s, unit) or _stands_firm(s, unit)
    who = s.m.full_name[s.routing] if s.routing >= 0 else "the disrupted unit"
    return Refusal("10.4.2b", f"choose the hex to which {who} routs")


def _stands_firm(s: State, unit: int) -> Refusal:
    """[10.4.2a, 10.4.2e] Why a unit has no rout to make."""
    name = s.m.full_name[unit]
    if not s.disrupted >> unit & 1:
        return Refusal("10.4.2e", f"{name} is not disrupted: only disrupted units rout")
    return Refusal("10.4.2a", f"no enemy has come next to {name}")


# -- 11.11 advance ------------------------------------------------------------------------------------------------


def unit_to_advance(s: State, frame: Advance, unit: int) -> Refusal:
    """[11.11a] Why a unit cannot advance."""
    name = s.m.full_name[unit]
    if wrong := not_yours(s, s.side, unit, "11.11a") or not_on_map(s, unit):
        return wrong
    if s.place[unit] == frame.target:
        return Refusal("11.11a", f"{name} has advanced already")
    if unit not in frame.units:
        return Refusal("11.11a", f"{name} took no part in this attack, or has advanced already")
    return no_room(s, unit, frame.target)


def hex_to_advance(s: State, frame: Advance, hex: int) -> Refusal:
    name = s.m.hex_name(frame.target)
    if hex == frame.target:
        return Refusal("11.11a", f"choose the unit that advances into {name}")
    return Refusal("11.11a", f"an advance goes into the hex that was attacked, {name}")


def hex_to_charge(s: State, frame: Charge, hex: int) -> Refusal:
    """[11.12a] Why cavalry cannot charge on to a hex; where defending cavalry is seen, nothing is asked [11.13a]."""
    wrong = off_limits(s, s.m.side[frame.unit], hex) or apart(s, "11.12a", hex, frame.target)
    return wrong or held_by_enemy(s, hex)


def unit_to_charge(s: State, frame: Charge, unit: int) -> Refusal:
    return Refusal("11.12a", f"{s.m.full_name[frame.unit]} is advancing: choose its second hex, or let it stay")
