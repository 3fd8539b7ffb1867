"""9.2 Who may attack what: facing, command, orders left, second stacks. Pure questions."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.games.west_was_saved.model import UKR
from vistula.games.west_was_saved.rules.command import in_command, serves
from vistula.games.west_was_saved.rules.queries import faces, facing_hex, height, open_top, units_at
from vistula.games.west_was_saved.rules.strength import attacking_units
from vistula.games.west_was_saved.state import State


def target_of(s: State, side: int, hex: int) -> int:
    """[9.2a] The hex that a stack faces, if an enemy combat or command unit is there; else -1."""
    target = facing_hex(s, hex)
    enemy = s.occupied[1 - side] | s.commanded[1 - side]
    return target if target >= 0 and enemy >> target & 1 else -1


def ready_to_attack(s: State, side: int, hex: int) -> bool:
    """[9.2a, 9.2b, 9.2f, 13.4f] Whether a stack has a unit that may attack and is within reach of a command unit."""
    units = attacking_units(s, side, hex)
    return any(s.m.fighters >> unit & 1 for unit in units) and in_command(s, side, hex, units_at(s, side, hex))


def attackers(s: State, side: int) -> list[int]:
    """[9.2a] Stacks of a side that could attack now."""
    return [hex for hex in _facing(s, side) if ready_to_attack(s, side, hex)]


def seem_ready(s: State, side: int) -> list[int]:
    """[9.2a, 9.2f] Stacks of a side that could attack now for all that everyone knows."""
    return [hex for hex in _facing(s, side) if not s.spent >> hex & 1 and any(_serving(s, side, hex, sure=False))]


def surely_ready(s: State, side: int) -> list[int]:
    """[9.2a, 9.2f] Stacks of a side of which everyone can tell that they could attack now."""
    fresh = s.m.fighters & ~s.attacked
    hexes = [hex for hex in _facing(s, side) if (top := open_top(s, side, hex)) >= 0 and fresh >> top & 1]
    return [hex for hex in hexes if any(_serving(s, side, hex, sure=True))]


def _facing(s: State, side: int) -> list[int]:
    """[9.2a] Stacks of a side that face an enemy."""
    return [hex for hex in members(s.occupied[side]) if target_of(s, side, hex) >= 0]


def _serving(s: State, side: int, hex: int, sure: bool) -> Iterator[bool]:
    """[9.2a, 13.4f] Of each command unit in reach, whether it serves the stack as far as its top counter tells.

    Only of the Ukrainian one can that be unknown: nobody sees whether there are Poles in the stack.
    """
    near, units = s.m.grid.around[hex] | 1 << hex, units_at(s, side, hex)
    for commander in s.m.commands_of[side]:
        if s.place[commander] >= 0 and near >> s.place[commander] & 1:
            if s.m.nation[commander] != UKR:
                yield serves(s, commander, hex, units)
            else:
                top = open_top(s, side, hex)
                yield s.m.nation[top] == UKR and not (sure and height(s, side, hex) > 1) if top >= 0 else not sure


def supporters(s: State, side: int, hex: int, target: int) -> list[int]:
    """[9.2d, 9.2i] Second stacks that can be called: facing the target, in command, no unbridged river between."""
    others = s.occupied[side] & ~s.m.unbridged[target] & ~(1 << hex)
    return [other for other in members(others) if faces(s, other, target) and ready_to_attack(s, side, other)]
