"""Reasons that many refusals share: what is wrong with a hex or a piece. Each with its rule and its arithmetic.

Everything is computed from what a seat knows; of a covered stack that is its height and facing.
"""

from __future__ import annotations

from vistula.games.west_was_saved.model import COMMAND, LIT, POLAND, UKR
from vistula.games.west_was_saved.rules.queries import open_to, theatre, units_at
from vistula.games.west_was_saved.shown.words import count
from vistula.games.west_was_saved.state import ABSENT, CAMP, CARD, ELIMINATED, INTERNED, LOST, State, box_turn
from vistula.kernel import UNKNOWN
from vistula.kernel.views import Refusal

_FATES = {
    ELIMINATED: ("9.4c", "has been eliminated"),
    INTERNED: ("1.3f", "has been interned"),
    LOST: ("12.0e", "is out of the game"),
    CARD: ("3.2c", "comes into play only by an event card"),
    ABSENT: ("1.4a", "takes no part in this game"),
    CAMP: ("13.5b", "has entered East Prussia"),
}


# -- hexes ------------------------------------------------------------------------------------------------------


def off_limits(s: State, side: int, hex: int) -> Refusal | None:
    """[1.3d, 1.3e, 1.3g, 13.5a] Hexes that units of a side do not enter of their own will."""
    m, name = s.m, s.m.hex_name(hex)
    if m.neutral >> hex & 1:
        return Refusal("1.3e", f"{name} lies in a neutral country")
    if m.lithuania >> hex & 1 and not s.lithuania:
        return Refusal("1.3g", f"{name} lies in Lithuania, which is neutral until it joins the war")
    if not m.land >> hex & 1:
        return Refusal("1.3d", f"{name} is impassable ({m.board.terrain[hex]})")
    if side == POLAND and m.east_prussia >> hex & 1:
        return Refusal("13.5a", f"{name} lies in East Prussia, where Polish units are interned")
    if not open_to(s, side) >> hex & 1:
        return Refusal("1.3d", f"{name} is closed")
    return None


def out_of_theatre(s: State, pieces: list[int], hex: int) -> Refusal | None:
    """[13.3c, 13.4a] Allies that may not go there."""
    for piece in pieces:
        if not theatre(s.m, s.m.nation[piece]) >> hex & 1:
            name, place = s.m.full_name[piece], s.m.hex_name(hex)
            if s.m.nation[piece] == UKR:
                return Refusal("13.4a", f"{name} must stay south of the Demarcation Line, and {place} is north of it")
            if s.m.nation[piece] == LIT:
                return Refusal("13.3c", f"{place} is too far from Lithuania for {name}")
    return None


def apart(s: State, rule: str, hex: int, here: int) -> Refusal | None:
    """Whether a hex is too far away to be the next one."""
    distance = s.m.grid.distance(hex, here)
    if distance == 1:
        return None
    name, from_here = s.m.hex_name(hex), s.m.hex_name(here)
    return Refusal(rule, f"{name} is {distance} hexes from {from_here}" if distance else f"{name} is where they stand")


def enemy_in(s: State, side: int, hex: int, rule: str = "7.4a") -> Refusal | None:
    if s.occupied[1 - side] >> hex & 1:
        return Refusal(rule, f"enemy combat units hold {s.m.hex_name(hex)}")
    return None


def no_room(s: State, side: int, hex: int, coming: int) -> Refusal | None:
    """[1.2k] Whether a hex cannot take so many more combat units."""
    here = len(units_at(s, side, hex))
    if here + coming <= s.m.stack_limit:
        return None
    words = f"{s.m.hex_name(hex)} holds {count(here, 'combat unit')}; {coming} more would make {here + coming} of"
    return Refusal("1.2k", f"{words} {s.m.stack_limit} allowed")


def nobody_in(s: State, side: int, hex: int, rule: str) -> Refusal | None:
    """Whether a hex holds no combat unit of the side."""
    if s.occupied[side] >> hex & 1:
        return None
    name = s.m.hex_name(hex)
    if s.occupied[1 - side] >> hex & 1:
        return Refusal(rule, f"the stack in {name} is the enemy's")
    if s.commanded[side] >> hex & 1:
        return Refusal(rule, f"only an HQ stands in {name}")
    return Refusal(rule, f"none of your combat units stands in {name}")


# -- pieces -----------------------------------------------------------------------------------------------------


def not_yours(s: State, side: int, piece: int, rule: str) -> Refusal | None:
    return None if s.m.side[piece] == side else Refusal(rule, f"{s.m.full_name[piece]} is an enemy unit")


def not_on_map(s: State, piece: int) -> Refusal | None:
    """Where a piece is that is not on the map."""
    name, place = s.m.full_name[piece], s.place[piece]
    if place >= 0:
        return None
    if turn := box_turn(place):
        return Refusal("12.0a", f"{name} waits on the turn track for turn {turn}")
    if place == UNKNOWN:
        return Refusal("13.2a", f"where {name} stands cannot be seen")
    rule, words = _FATES.get(place, ("1.4a", "is not on the map"))
    return Refusal(rule, f"{name} {words}")


def elsewhere(s: State, piece: int, hex: int, rule: str) -> Refusal | None:
    if s.place[piece] == hex:
        return None
    name, there = s.m.full_name[piece], s.m.hex_name(s.place[piece])
    return Refusal(rule, f"{name} stands in {there}, not in {s.m.hex_name(hex)}")


def is_command(s: State, piece: int) -> bool:
    return s.m.kind[piece] == COMMAND
