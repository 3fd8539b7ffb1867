"""Why a unit or hex cannot be chosen in combat (11.0 – 11.9), and at the check of stacks (6.1)."""

from __future__ import annotations

from vistula.games.warsaw_1920.combat import Attack, CombatPhase, Exchange, attackable, attacked_hexes, attackers_of
from vistula.games.warsaw_1920.model import POLAND
from vistula.games.warsaw_1920.queries import overstacked_hexes
from vistula.games.warsaw_1920.reasons import cannot_act, not_on_map, not_yours, off_limits
from vistula.games.warsaw_1920.stacking import StackingCheck
from vistula.games.warsaw_1920.state import State, units_at
from vistula.kernel.views import Refusal

# -- 11.4 which hex ---------------------------------------------------------------------------------------------


def hex_to_attack(s: State, frame: CombatPhase, hex: int) -> Refusal:
    """[11.0a, 11.1a, 11.1b, 11.3a, 11.7a] Why a hex cannot be attacked."""
    m, name, foe = s.m, s.m.hex_name(hex), 1 - s.side
    if wrong := off_limits(s, s.side, hex):
        return wrong
    if not s.occupied[foe] >> hex & 1:
        return Refusal("11.0a", f"there is no enemy unit in {name}")
    if attacked_hexes(s) >> hex & 1:
        return Refusal("11.1a", f"{name} has been attacked already in this phase")
    if not attackable(s) >> hex & 1:
        return Refusal("11.1b", f"all units in {name} are disrupted and cannot be attacked")
    if attackers_of(s, hex):  # nothing but guns: with anybody else the hex could be attacked
        return Refusal("11.7a", f"only artillery stands next to {name}, and it does not attack alone")
    beside = [u for u in _own(s) if s.place[u] >= 0 and m.around[hex] >> s.place[u] & 1]
    if not beside:
        return Refusal("11.3a", f"none of your units stands next to {name}")
    return unit_for_attacks(s, beside[0])


def _own(s: State) -> range:
    return s.m.polish if s.side == POLAND else s.m.russian


def unit_for_attacks(s: State, unit: int) -> Refusal:
    """[11.1a, 11.1b, 11.3a] Why a unit cannot attack anything in this phase, or that the target comes first."""
    name = s.m.full_name[unit]
    wrong = not_yours(s, s.side, unit, "11.0a") or not_on_map(s, unit) or cannot_act(s, unit, "attack")
    if wrong:
        return wrong
    if s.fought >> unit & 1:
        return Refusal("11.1a", f"{name} has attacked already in this phase")
    targets = s.m.around[s.place[unit]] & s.occupied[1 - s.side]
    if not targets:
        return Refusal("11.3a", f"no enemy unit stands next to {name}")
    return Refusal("11.5d", f"choose the hex that is attacked first, then {name}")


def unit_in_phase(s: State, frame: CombatPhase, unit: int) -> Refusal:
    return unit_for_attacks(s, unit)


# -- 11.5 one attack ----------------------------------------------------------------------------------------------


def unit_to_join(s: State, frame: Attack, unit: int) -> Refusal:
    """[11.1a, 11.2a, 11.3a, 11.9b] Why a unit cannot take part in an attack, or in what follows from it."""
    name, target = s.m.full_name[unit], s.m.hex_name(frame.target)
    if frame.at != "muster":
        return Refusal("11.9b", f"{name} did not attack {target}")
    if s.m.side[unit] != s.side and s.place[unit] == frame.target:
        return Refusal("11.2a", f"{name} defends {target} together with all that stand there")
    wrong = not_yours(s, s.side, unit, "11.3a") or not_on_map(s, unit) or cannot_act(s, unit, "attack")
    if wrong:
        return wrong
    if s.fought >> unit & 1:
        return Refusal("11.1a", f"{name} has attacked already in this phase")
    return Refusal("11.3a", f"{name} stands in {s.m.hex_name(s.place[unit])}, not next to {target}")


def hex_in_attack(s: State, frame: Attack, hex: int) -> Refusal:
    target = s.m.hex_name(frame.target)
    if frame.at != "muster":
        return Refusal("11.9b", f"choose which of the units that attacked {target} is eliminated")
    if hex == frame.target:
        return Refusal("11.5d", f"choose the units that attack {target}")
    return Refusal("11.3a", f"an attack is made on one hex, and this one is on {target}")


def unit_to_pay(s: State, frame: Exchange, unit: int) -> Refusal:
    """[11.9h, 11.7a] Why a unit cannot pay for an exchange."""
    name = s.m.full_name[unit]
    if unit in frame.paying:
        return Refusal("11.7a", f"{name} is artillery that fought beside others: its factor does not count")
    return not_on_map(s, unit) or Refusal("11.9h", f"{name} is not among the units that must pay for the exchange")


def unit_over_limit(s: State, frame: StackingCheck, unit: int) -> Refusal:
    """[6.1b] Why a unit cannot be the one that is eliminated."""
    hexes = overstacked_hexes(s, frame.side)
    where = s.m.hex_name(hexes[0]) if hexes else "the stack over the limit"
    if hexes and s.place[unit] == hexes[0]:
        return Refusal("6.2a", f"{s.m.full_name[unit]} is not what is too much in {where}: artillery counts apart")
    return Refusal("6.1b", f"{s.m.full_name[unit]} is not in {where}, where units must be eliminated")


def hex_over_limit(s: State, frame: StackingCheck, hex: int) -> Refusal:
    hexes = overstacked_hexes(s, frame.side)
    if hex in hexes:
        return Refusal("6.1b", f"choose one of the {len(units_at(s, frame.side, hex))} units in {s.m.hex_name(hex)}")
    return Refusal("6.1b", f"{s.m.hex_name(hex)} is within the stacking limits")
