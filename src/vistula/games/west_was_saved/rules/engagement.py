"""9.2 Who may attack what: facing, command, orders left, second stacks. Pure questions."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import Bar, left

from ..model import UKR
from ..state import State, units_at
from .bars import far, nobody, placed
from .command import in_command, serves
from .queries import faces, facing_hex, height, open_top
from .strength import attacking_units


def target_of(s: State, side: int, hex: int) -> int:
    """[9.2a] The hex that a stack faces, if an enemy combat or command unit is there; else -1."""
    target = facing_hex(s, hex)
    enemy = s.occupied[1 - side] | s.commanded[1 - side]
    return target if target >= 0 and enemy >> target & 1 else -1


def unready(s: State, side: int) -> Iterator[Bar]:
    """[9.2a, 9.2b, 9.2f, 13.4f] Stacks of a side that cannot attack: nobody to attack, no order left, no command."""
    guns = placed(s, "only artillery stands in {}, and it does not attack alone")
    yield Bar("9.2b", lambda hex: s.facing[hex] < 0, guns)
    yield Bar("9.2a", lambda hex: target_of(s, side, hex) < 0, lambda hex: _looks_away(s, hex))
    spent = placed(s, "every unit in {} that could attack has had its attack order this turn")
    yield Bar("9.2f", lambda hex: not s.m.fighters & collect(attacking_units(s, side, hex)), spent)
    unled = placed(s, "no HQ that commands the stack in {} is there or in the next hex")
    yield Bar("9.2a", lambda hex: not in_command(s, side, hex, units_at(s, side, hex)), unled)


def _looks_away(s: State, hex: int) -> str:
    ahead = facing_hex(s, hex)
    where = s.m.hex_name(ahead) if ahead >= 0 else "the edge of the map"
    return f"the stack in {s.m.hex_name(hex)} faces {where}, where no enemy is"


def no_attackers(s: State, side: int) -> Iterator[Bar]:
    """[9.2a, 9.2b, 9.2f, 13.4f] Hexes with which a side cannot attack now."""
    yield Bar("9.2a", s.occupied[1 - side], placed(s, "choose the stack of yours that attacks {}"))
    yield nobody(s, side, "9.2a")
    yield from unready(s, side)


def attackers(s: State, side: int) -> list[int]:
    """[9.2a] Stacks of a side that could attack now."""
    return left(no_attackers(s, side))


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


def no_supporters(s: State, side: int, hex: int, target: int) -> Iterator[Bar]:
    """[9.2d, 9.2i, 9.6b] Stacks that cannot be called to support an attack: facing elsewhere, out of command, behind an
    unbridged river."""
    name = s.m.hex_name
    both = f"{name(hex)} attacks {name(target)}: choose a second stack, or attack alone"
    yield Bar("9.2d", 1 << hex | 1 << target, both)
    lone = not s.occupied[1 - side] >> target & 1
    yield Bar("9.6b", lone, lambda _: f"only an HQ is in {name(target)}: it is driven off without a fight")
    yield nobody(s, side, "9.2d")
    yield far(s, "9.2d", target)
    elsewhere = placed(s, f"the stack in {{}} does not face {name(target)}")
    yield Bar("9.2d", lambda other: not faces(s, other, target), elsewhere)
    yield Bar("9.2i", s.m.unbridged[target], placed(s, f"an unbridged river parts {{}} from {name(target)}"))
    yield from unready(s, side)
