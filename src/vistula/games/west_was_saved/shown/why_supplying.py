"""Why something cannot be chosen outside of movement and combat: depots, restoration, re-deployment, arrivals."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.model import COMMAND
from vistula.games.west_was_saved.rules.alternation import willing
from vistula.games.west_was_saved.rules.arrange import Disguise
from vistula.games.west_was_saved.rules.depots import DepotPhase, chain_reach, depot_cities, depot_cost
from vistula.games.west_was_saved.rules.events import EventsPhase
from vistula.games.west_was_saved.rules.queries import near_enemy, units_at
from vistula.games.west_was_saved.rules.redeployment import Redeployment, RedeploymentPhase, in_hand, may_leave
from vistula.games.west_was_saved.rules.reinforcements import Arrival, ReinforcementsPhase, entry_hexes
from vistula.games.west_was_saved.rules.restoration import RestorationPhase
from vistula.games.west_was_saved.rules.supply_lines import supplied_for
from vistula.games.west_was_saved.shown.reasons import (
    enemy_in,
    is_command,
    no_room,
    nobody_in,
    not_on_map,
    not_yours,
    off_limits,
    out_of_theatre,
)
from vistula.games.west_was_saved.shown.words import count
from vistula.games.west_was_saved.state import State
from vistula.kernel.views import Refusal

# -- 1.4 dummies, 3.0 cards ------------------------------------------------------------------------------------------


def hex_for_dummy(s: State, frame: Disguise, hex: int) -> Refusal:
    return Refusal("1.4b", f"dummies go into your own stacks, and {s.m.hex_name(hex)} holds none, or none are left")


def unit_for_dummy(s: State, frame: Disguise, piece: int) -> Refusal:
    return Refusal("1.4b", "choose the hex of the stack that the dummy joins")


def card_to_lay(s: State, frame: EventsPhase, card: int) -> Refusal:
    return Refusal("3.1c", f"card {card} is not in your hand")


def cards_first(s: State, frame: EventsPhase, arg: int) -> Refusal:
    return Refusal("3.1c", "choose the card that you lay first")


# -- 5.0 depots ------------------------------------------------------------------------------------------------------


def hex_for_depot(s: State, frame: DepotPhase, hex: int) -> Refusal:
    """[5.2a, 5.2b, 5.4a, 5.4b] Why no depot can be established in or removed from a hex."""
    m, name, side = s.m, s.m.hex_name(hex), frame.side
    if frame.at == "shortfall":
        return Refusal("5.4b", f"there is no depot in {name} that could be removed")
    if s.depots[side] >> hex & 1:
        return Refusal("5.4a", f"you have removed one depot this turn; the one in {name} stays")
    if not m.cities >> hex & 1:
        return Refusal("5.2a", f"{name} is no city")
    if not depot_cities(s, side) >> hex & 1:
        return nobody_in(s, side, hex, "5.2a") or Refusal("5.2a", f"{name} has a depot")
    if not chain_reach(s, side) >> hex & 1:
        words = f"no more than {m.supply_range} hexes may lie between"
        return Refusal("5.2b", f"{name} is too far from your depots: {words}")
    cost = depot_cost(s, side) + 1
    return Refusal("5.3a", f"the depots would cost {cost}, and {count(s.rp[side], 'resource point')} are left")


def unit_for_depot(s: State, frame: DepotPhase, piece: int) -> Refusal:
    return Refusal("5.1a", "choose the city of a depot")


# -- 10.0 restoration ------------------------------------------------------------------------------------------------


def unit_to_restore(s: State, frame: RestorationPhase, piece: int) -> Refusal:
    """[10.0a, 10.0c] Why a unit cannot be restored."""
    name = s.m.full_name[piece]
    if wrong := not_yours(s, frame.side, piece, "10.0a") or not_on_map(s, piece):
        return wrong
    if is_command(s, piece) or not s.weak >> piece & 1:
        return Refusal("10.0a", f"{name} is not weakened")
    if s.m.single[piece]:
        return Refusal("10.0c", f"{name} has no other side and cannot be restored")
    return Refusal("10.0a", f"{name} in {s.m.hex_name(s.place[piece])} is out of supply")


def hex_to_restore(s: State, frame: RestorationPhase, hex: int) -> Refusal:
    return Refusal("10.0a", "choose the unit that is restored")


# -- 11.0 re-deployment ----------------------------------------------------------------------------------------------


def unit_to_redeploy(s: State, frame: RedeploymentPhase, piece: int) -> Refusal:
    """[11.2a, 11.2b, 11.2c] Why a piece cannot re-deploy."""
    name, side = s.m.full_name[piece], frame.side
    if wrong := not_yours(s, side, piece, "11.1a") or not_on_map(s, piece):
        return wrong
    if not willing(s, side):
        return Refusal("11.1a", "you have declined to re-deploy this turn")
    if s.redeployed >> piece & 1:
        return Refusal("11.2a", f"{name} has re-deployed this turn")
    if effects.silent_command(s) == piece:
        return Refusal("3.2c", f"a card keeps {name} where it is this turn")
    where = s.m.hex_name(s.place[piece])
    if not is_command(s, piece) and not supplied_for(s, piece) >> s.place[piece] & 1:
        return Refusal("11.2b", f"{name} in {where} is out of supply")
    if not may_leave(s, piece):
        return Refusal("11.2c", f"{where} is next to an enemy, and no other combat unit would stay there")
    return Refusal("11.2b", f"there is no hex to which {name} could re-deploy")


def hex_first_unit(s: State, frame: RedeploymentPhase, hex: int) -> Refusal:
    return Refusal("11.1a", "choose the unit that re-deploys first")


def hex_to_redeploy(s: State, frame: Redeployment, hex: int) -> Refusal:
    """[11.2b, 11.2c, 11.2e, 11.2f, 13.1b] Why the unit in hand cannot go to a hex."""
    unit, side, name = in_hand(s), frame.side, s.m.hex_name(hex)
    if hex in frame.passed:
        return Refusal("11.1b", f"{s.m.full_name[unit]} has been in {name}")
    wrong = off_limits(s, side, hex) or enemy_in(s, side, hex, "11.2f") or out_of_theatre(s, [unit], hex)
    if wrong is None and s.m.kind[unit] != COMMAND:
        if not supplied_for(s, unit) >> hex & 1:
            wrong = Refusal("11.2b", f"{name} is out of supply for {s.m.full_name[unit]}")
        else:
            wrong = no_room(s, side, hex, 1)
    if wrong:
        return wrong
    stays = any(not s.redeployed >> other & 1 for other in units_at(s, side, hex))
    if near_enemy(s, side) >> hex & 1 and not stays:
        return Refusal("11.2c", f"{name} is next to an enemy, and no combat unit of yours stays there")
    if s.m.north >> hex & 1 != s.m.north >> s.place[unit] & 1 and not is_command(s, unit):
        return Refusal("13.1b", f"{name} lies beyond the Demarcation Line, and no point is left for crossing it")
    return Refusal("11.2b", f"there is no way to {name} through hexes in supply and away from the enemy")


def unit_in_hand(s: State, frame: Redeployment, piece: int) -> Refusal:
    return Refusal("11.1b", f"choose where {s.m.full_name[in_hand(s)]} goes")


# -- 12.0 reinforcements ---------------------------------------------------------------------------------------------


def unit_to_arrive(s: State, frame: ReinforcementsPhase, piece: int) -> Refusal:
    name = s.m.full_name[piece]
    wrong = not_yours(s, frame.side, piece, "12.0a") or not_on_map(s, piece)
    return wrong or Refusal("12.0a", f"{name} is on the map already")


def hex_to_arrive(s: State, frame: Arrival, hex: int) -> Refusal:
    """[12.0b] Why a piece cannot arrive in a hex."""
    name, side = s.m.hex_name(hex), frame.side
    if wrong := off_limits(s, side, hex) or enemy_in(s, side, hex, "12.0b"):
        return wrong
    ways = ", ".join(s.m.hex_name(h) for h in members(entry_hexes(s, frame.unit)))
    return Refusal("12.0b", f"{s.m.full_name[frame.unit]} arrives in {ways}, not in {name}")


def unit_arriving(s: State, frame: Arrival, piece: int) -> Refusal:
    return Refusal("12.0a", f"choose where {s.m.full_name[frame.unit]} arrives")


def arrivals_first(s: State, frame: ReinforcementsPhase, hex: int) -> Refusal:
    return Refusal("12.0a", "choose the reinforcement that arrives next")
