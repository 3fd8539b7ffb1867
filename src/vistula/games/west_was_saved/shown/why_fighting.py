"""Why a unit or hex cannot be chosen in combat (9.0)."""

from __future__ import annotations

from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.model import ARTILLERY, CAVALRY
from vistula.games.west_was_saved.rules.advance import Advance, Exploit, may_cross
from vistula.games.west_was_saved.rules.alternation import willing
from vistula.games.west_was_saved.rules.attack import Attack, Further
from vistula.games.west_was_saved.rules.avoidance import Avoidance, known_cavalry
from vistula.games.west_was_saved.rules.combat import CombatPhase
from vistula.games.west_was_saved.rules.command import in_command
from vistula.games.west_was_saved.rules.engagement import target_of
from vistula.games.west_was_saved.rules.losses import Cull, Hits
from vistula.games.west_was_saved.rules.queries import faced_by, faces, facing_hex, friends, threatened, units_at
from vistula.games.west_was_saved.rules.retreat import Retreat
from vistula.games.west_was_saved.rules.strength import attacking_units
from vistula.games.west_was_saved.shown.reasons import (
    apart,
    elsewhere,
    enemy_in,
    is_command,
    no_room,
    nobody_in,
    not_on_map,
    not_yours,
    off_limits,
    out_of_theatre,
)
from vistula.games.west_was_saved.state import State
from vistula.kernel.views import Refusal

# -- 9.1 avoidance ---------------------------------------------------------------------------------------------------


def stack_to_withdraw(s: State, frame: Avoidance, hex: int) -> Refusal:
    """[9.1a, 9.1b, 9.1e] Why a stack cannot avoid combat."""
    name = s.m.hex_name(hex)
    if not willing(s, frame.side):
        return Refusal("9.1d", "you have declined to withdraw cavalry this turn")
    if wrong := nobody_in(s, frame.side, hex, "9.1a"):
        return wrong
    if any(s.m.kind[unit] != CAVALRY for unit in units_at(s, frame.side, hex)):
        return Refusal("9.1a", f"the stack in {name} does not consist of cavalry alone")
    foes = faced_by(s, frame.side, hex)
    if len(foes) != 1:
        words = "no enemy stack faces it" if not foes else f"{len(foes)} enemy stacks face it"
        return Refusal("9.1b" if foes else "9.1a", f"the cavalry in {name} has nobody to avoid: {words}"
                       if not foes else f"the cavalry in {name} cannot avoid combat: {words}")  # fmt: skip
    if hex in frame.tried or known_cavalry(s, 1 - frame.side, foes[0]):
        return Refusal("9.1b", f"the enemy stack in {s.m.hex_name(foes[0])} includes cavalry")
    return Refusal("9.1e", f"there is no safe way of two hexes out of {name}")


# -- 9.2 attacks -----------------------------------------------------------------------------------------------------


def stack_to_attack(s: State, frame: CombatPhase, hex: int) -> Refusal:
    """[9.2a, 9.2b, 9.2f] Why a stack cannot attack."""
    name = s.m.hex_name(hex)
    if not willing(s, frame.side):
        return Refusal("9.2c", "you have declined to attack this turn")
    if s.occupied[1 - frame.side] >> hex & 1:
        return Refusal("9.2a", f"choose the stack of yours that attacks {name}")
    return nobody_in(s, frame.side, hex, "9.2a") or _not_ready(s, frame.side, hex)


def _not_ready(s: State, side: int, hex: int) -> Refusal:
    name = s.m.hex_name(hex)
    if s.facing[hex] < 0:
        return Refusal("9.2b", f"only artillery stands in {name}, and it does not attack alone")
    if target_of(s, side, hex) < 0:
        ahead = facing_hex(s, hex)
        where = s.m.hex_name(ahead) if ahead >= 0 else "the edge of the map"
        return Refusal("9.2a", f"the stack in {name} faces {where}, where no enemy is")
    if not any(s.m.fighters >> unit & 1 for unit in attacking_units(s, side, hex)):
        return Refusal("9.2f", f"every unit in {name} that could attack has had its attack order this turn")
    return Refusal("9.2a", f"no HQ that commands the stack in {name} is there or in the next hex")


def unit_in_combat(s: State, frame: CombatPhase | Further | Avoidance, piece: int) -> Refusal:
    return not_on_map(s, piece) or Refusal("9.2a", f"choose the stack of {s.m.full_name[piece]} by its hex")


def second_stack(s: State, frame: Attack, hex: int) -> Refusal:
    """[9.2d, 9.2i] Why a stack cannot be called to support the attack."""
    name, target = s.m.hex_name(hex), s.m.hex_name(frame.target)
    if frame.at != "call":
        return Refusal("9.2d", f"the attack on {target} has been declared")
    if hex in (frame.hex, frame.target):
        return Refusal("9.2d", f"{s.m.hex_name(frame.hex)} attacks {target}: choose a second stack, or attack alone")
    if wrong := nobody_in(s, frame.side, hex, "9.2d") or apart(s, "9.2d", hex, frame.target):
        return wrong
    if not faces(s, hex, frame.target):
        return Refusal("9.2d", f"the stack in {name} does not face {target}")
    if s.m.unbridged[frame.target] >> hex & 1:
        return Refusal("9.2i", f"an unbridged river parts {name} from {target}")
    return _not_ready(s, frame.side, hex)


def unit_in_attack(s: State, frame: Attack, piece: int) -> Refusal:
    return Refusal("9.2d", f"whole stacks attack: call {s.m.full_name[piece]}'s by its hex, or attack alone")


def stack_to_go_on(s: State, frame: Further, hex: int) -> Refusal:
    """[9.5.c3] Why no further attack can be made from a hex."""
    name, units = s.m.hex_name(hex), units_at(s, frame.side, hex)
    if not any(frame.units >> unit & 1 for unit in units):
        return Refusal("9.5.c3", f"nobody in {name} has advanced after a victory by seven or more")
    if target_of(s, frame.side, hex) < 0:
        return Refusal("9.5.c3", f"the stack in {name} faces no enemy")
    if not in_command(s, frame.side, hex, units):
        return Refusal("9.5.c3", f"the stack in {name} is out of range of an HQ")
    return Refusal("9.5.c3", "choose a stack that attacks again")


# -- 9.4, 9.5 losses and retreats ------------------------------------------------------------------------------------


def unit_to_hit(s: State, frame: Hits, piece: int) -> Refusal:
    """[9.4d, 9.4e] Why a piece cannot take a hit."""
    name = s.m.full_name[piece]
    if is_command(s, piece):
        return Refusal("9.4e", f"{name} is an HQ and takes no hits")
    return not_on_map(s, piece) or Refusal("9.4d", f"{name} is not in the stack that takes the hits")


def unit_to_cull(s: State, frame: Cull, piece: int) -> Refusal:
    return not_on_map(s, piece) or Refusal("9.5.b5", f"{s.m.full_name[piece]} is not among the retreating units")


def hits_first(s: State, frame: Hits | Cull, hex: int) -> Refusal:
    return Refusal("9.4d", "choose a unit, not a hex")


def hex_to_retreat(s: State, frame: Retreat, hex: int) -> Refusal:
    """[9.5.b3, 9.5.b5, 9.5.c1] Why a retreat cannot go through or to a hex."""
    here = frame.hex if frame.at == "through" else frame.via
    name = s.m.hex_name(hex)
    if wrong := apart(s, "9.5.b1", hex, here) or enemy_in(s, frame.side, hex, "9.5.b3"):
        return wrong
    if frame.at == "to" and s.m.grid.distance(hex, frame.hex) != 2:
        return Refusal("9.5.b1", f"{name} is not two hexes from {s.m.hex_name(frame.hex)}")
    if wrong := off_limits(s, frame.side, hex):
        return wrong
    if threatened(s, frame.side) >> hex & 1 and not friends(s, frame.side) >> hex & 1:
        return Refusal("9.5.b3", f"{name} is next to an enemy combat unit, and neither friend nor river guards it")
    if frame.by != frame.side:
        return Refusal("9.5.c1", f"another way than by {name} costs fewer units")
    return Refusal("9.5.b5", f"by {name} units would be lost for want of room, or no second hex is open")


def unit_in_retreat(s: State, frame: Retreat, piece: int) -> Refusal:
    return Refusal("9.5.b1", f"the beaten stack retreats together: choose the next hex, not {s.m.full_name[piece]}")


# -- 9.5 advance -----------------------------------------------------------------------------------------------------


def unit_to_advance(s: State, frame: Advance, piece: int) -> Refusal:
    """[9.5.b7, 9.5.b8] Why a piece cannot advance, or cannot go further."""
    name, hex = s.m.full_name[piece], s.m.hex_name(frame.hex)
    if wrong := not_yours(s, frame.side, piece, "9.5.b7") or not_on_map(s, piece):
        return wrong
    if frame.at == "charge":
        if not is_command(s, piece) and s.m.kind[piece] != CAVALRY:
            return Refusal("9.5.b8", f"{name} is no cavalry: only cavalry goes further")
        return Refusal("9.5.b8", f"{name} has not advanced into {hex}, or has nowhere to go from there")
    if wrong := elsewhere(s, piece, frame.start, "9.5.b7"):
        return wrong
    if frame.overrun and is_command(s, piece):
        return Refusal("9.6b", f"{name} is an HQ: only combat units occupy the hex of one that was driven off")
    if not frame.overrun and not is_command(s, piece) and s.m.kind[piece] == ARTILLERY:
        return Refusal("9.5.b7", f"{name} is artillery, which does not advance")
    if piece == effects.silent_command(s):
        return Refusal("3.2c", f"a card keeps {name} where it is this turn")
    if not may_cross(s, piece, frame.start, frame.hex):
        words = f"a card closes the Demarcation Line to {name}"
        return out_of_theatre(s, [piece], frame.hex) or Refusal("3.2c", words)
    return Refusal("9.5.b7", f"{name} took no part in the combat")


def hex_to_advance(s: State, frame: Advance, hex: int) -> Refusal:
    return Refusal("9.5.b7", f"choose who advances into {s.m.hex_name(frame.hex)}")


def hex_to_charge(s: State, frame: Exploit, hex: int) -> Refusal:
    """[9.5.b8] Why cavalry cannot go on to a hex."""
    here, side = s.place[frame.unit], frame.side
    wrong = apart(s, "9.5.b8", hex, here) or off_limits(s, side, hex) or enemy_in(s, side, hex, "9.5.b8")
    if wrong := wrong or out_of_theatre(s, [frame.unit], hex) or no_room(s, side, hex, 1):
        return wrong
    if s.commanded[1 - side] >> hex & 1:
        return Refusal("9.5.b8", f"an enemy HQ is in {s.m.hex_name(hex)}")
    return Refusal("3.2c", "a card closes the Demarcation Line")


def unit_to_charge(s: State, frame: Exploit, piece: int) -> Refusal:
    return Refusal("9.5.b8", f"choose where {s.m.full_name[frame.unit]} goes")
