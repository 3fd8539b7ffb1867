"""What keeps hexes and pieces from being chosen, where several chapters say the same: ground, enemies, stacks, pieces.

Everything is worked out from what a seat knows; of a covered stack that is its height and facing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vistula.board.hexes import HexSet
from vistula.games.bars import far as far
from vistula.games.bars import foes as foes
from vistula.games.bars import named as named
from vistula.games.bars import placed as placed
from vistula.games.bars import whereabouts as where
from vistula.kernel import Bar, Offer, never, only
from vistula.kernel.views import Refusal
from vistula.parts.words import count

from ..cards import effects
from ..model import LIT, UKR
from ..state import ABSENT, CAMP, CARD, ELIMINATED, INTERNED, LOST, TRAY, State, units_at
from .queries import open_to, theatre

_FATES = {
    ELIMINATED: ("9.4c", "has been eliminated"),
    INTERNED: ("1.3f", "has been interned"),
    LOST: ("12.0e", "is out of the game"),
    CARD: ("3.2c", "comes into play only by an event card"),
    ABSENT: ("1.4a", "takes no part in this game"),
    CAMP: ("13.5b", "has entered East Prussia"),
    TRAY: ("1.4a", "is not on the map"),
}


# -- hexes ------------------------------------------------------------------------------------------------------


def off_limits(s: State, side: int) -> Bar:
    """[1.3d, 1.3e, 1.3g, 13.5a] Hexes that units of a side do not enter of their own will."""
    return only("1.3d", open_to(s, side), lambda hex: _closed(s, hex))


def _closed(s: State, hex: int) -> Refusal:
    m, name = s.m, s.m.hex_name(hex)
    if m.closed >> hex & 1:
        return Refusal("1.4a", f"{name} is out of play in this scenario")
    if m.neutral >> hex & 1:
        return Refusal("1.3e", f"{name} lies in a neutral country")
    if m.lithuania >> hex & 1 and not s.lithuania:
        return Refusal("1.3g", f"{name} lies in Lithuania, which is neutral until it joins the war")
    if not m.land >> hex & 1:
        return Refusal("1.3d", f"{name} is impassable ({m.board.terrain[hex]})")
    return Refusal("13.5a", f"{name} lies in East Prussia, where Polish units are interned")


def astray(s: State, pieces: Iterable[int]) -> Iterator[Bar]:
    """[13.3c, 13.4a] Hexes to which allies among these pieces may not go; nothing where there are none."""
    nation = s.m.nation
    for ally in (LIT, UKR):
        piece = next((piece for piece in pieces if nation[piece] == ally), -1)
        if piece >= 0:
            yield _outside(s, piece)


def _outside(s: State, piece: int) -> Bar:
    name, hexes = s.m.full_name[piece], theatre(s.m, s.m.nation[piece])
    if s.m.nation[piece] == UKR:
        words = f"{name} must stay south of the Demarcation Line, and"
        return only("13.4a", hexes, lambda hex: f"{words} {s.m.hex_name(hex)} is north of it")
    return only("13.3c", hexes, lambda hex: f"{s.m.hex_name(hex)} is too far from Lithuania for {name}")


def line_shut(s: State, side: int, start: int) -> Iterator[Bar]:
    """[3.2c] Hexes beyond the Demarcation Line, if a card closes it to combat units of the side."""
    if effects.line_closed(s, side):
        beyond = s.m.south if s.m.north >> start & 1 else s.m.north
        yield Bar("3.2c", beyond, placed(s, "a card closes the Demarcation Line, and {} lies beyond it"))


def held(s: State, side: int, rule: str = "7.4a") -> Bar:
    """Hexes with enemy combat units."""
    return Bar(rule, s.occupied[1 - side], lambda hex: f"enemy combat units hold {s.m.hex_name(hex)}")


def led(s: State, side: int, rule: str) -> Bar:
    """Hexes with enemy command units."""
    return Bar(rule, s.commanded[1 - side], lambda hex: f"an enemy HQ is in {s.m.hex_name(hex)}")


def no_room(s: State, side: int, coming: int) -> Bar:
    """[1.2k] Hexes that cannot take so many more combat units; a test, where few hexes are to be looked at."""
    limit = s.m.stack_limit - coming
    return Bar("1.2k", lambda hex: len(units_at(s, side, hex)) > limit, lambda hex: crowded(s, side, hex, coming))


def crowded(s: State, side: int, hex: int, coming: int) -> str:
    here = len(units_at(s, side, hex))
    words = f"{s.m.hex_name(hex)} holds {count(here, 'combat unit')}; {coming} more would make {here + coming} of"
    return f"{words} {s.m.stack_limit} allowed"


def unshared(s: State, hexes: HexSet) -> Bar:
    """[13.3h] Hexes with friends among whom a unit may not stack."""
    words = "Lithuanian and Russian combat units do not share"
    return Bar("13.3h", hexes, lambda hex: f"{words} {s.m.hex_name(hex)}")


def nobody(s: State, side: int, rule: str) -> Bar:
    """Hexes without combat units of the side."""

    def why(hex: int) -> str:
        name = s.m.hex_name(hex)
        if s.occupied[1 - side] >> hex & 1:
            return f"the stack in {name} is the enemy's"
        if s.commanded[side] >> hex & 1:
            return f"only an HQ stands in {name}"
        return f"none of your combat units stands in {name}"

    return only(rule, s.occupied[side], why)


# -- pieces -----------------------------------------------------------------------------------------------------


def off_map(s: State, side: int = -1) -> Bar:
    """Pieces that are not on the map, or cannot be seen there; of one side, where the others are held before."""
    place = s.place
    if side < 0:
        return Bar("1.4a", lambda piece: place[piece] < 0, lambda piece: whereabouts(s, piece))
    pieces = [piece for piece in (*s.m.combat_of[side], *s.m.commands_of[side]) if place[piece] >= 0]
    return only("1.4a", pieces, lambda piece: whereabouts(s, piece))


def whereabouts(s: State, piece: int) -> Refusal:
    """Where a piece is that is not on the map."""
    return where(s, piece, _FATES, waits="12.0a", unseen="13.2a")


def elsewhere(s: State, hex: int, rule: str) -> Bar:
    """Pieces that are not in this hex."""
    name = s.m.hex_name
    here = [piece for piece, at in enumerate(s.place) if at == hex]
    return only(
        rule, here, lambda piece: f"{s.m.full_name[piece]} stands in {name(s.place[piece])}, not in {name(hex)}"
    )


def silenced(s: State) -> Bar:
    """[3.2c] The command unit that a card keeps where it is."""
    silent = effects.silent_command(s)
    kept = 1 << silent if silent >= 0 else 0
    return Bar("3.2c", kept, lambda piece: f"a card keeps {s.m.full_name[piece]} where it is this turn")


# -- kinds of things that a question does not take ---------------------------------------------------------------


def by_hex(s: State, rule: str = "1.2j") -> Offer:
    """[1.2j] Stacks are chosen by their hex, not by a piece."""
    words = Bar(rule, True, lambda piece: f"choose the stack of {s.m.full_name[piece]} by its hex")
    return never("piece", (off_map(s), words))
