"""7.0, 7.1 Reinforcements: who waits, where each comes in, and what keeps it out."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import Hex, HexSet
from vistula.kernel import Bar, only, tell

from ..state import ARRIVING, GARRISON_BOX, RESERVE, State
from ..units import POLAND, RUSSIA, SOUTHWEST, WEST
from . import fronts
from .bars import at_hex, enemy_replacements, held, named
from .control import come
from .options import fall, freikorps
from .queries import enemy
from .railnets import all_rails, joined, linked, net_cities

ISOLATED_BELOW = 4
"""[7.1.1b] Other cities that a rail route from Warsaw must reach."""


# -- who waits --------------------------------------------------------------------------------------------------------


def waiting(s: State, side: int) -> list[int]:
    """[7.0c, 17.2.1a, 22.7.2, 22.7.3] The pieces off the map that may come in now."""
    return [piece for piece in (*s.m.units_of[side], *s.m.rcs_of[side]) if may_enter(s, piece)]


def may_enter(s: State, piece: int) -> bool:
    place = s.place[piece]
    if place == RESERVE:
        return not s.reserve_in >> piece & 1
    return place == ARRIVING or (place == GARRISON_BOX and s.latvians_released)


def not_out_yet(s: State) -> Bar:
    """[22.7.3] Pieces that stay in the reserve for this turn."""
    return Bar("22.7.3", s.reserve_in, named(s, "has entered the reserve in this turn"))


# -- where ------------------------------------------------------------------------------------------------------------


def isolated(s: State) -> bool:
    """[7.1.1b] Whether Warsaw is cut off from the cities of the Polish net; any railroad may be part of the route."""
    others = linked(s, POLAND, s.m.warsaw) & net_cities(s, POLAND) & ~(1 << s.m.warsaw)
    return others.bit_count() < ISOLATED_BELOW


def capital(s: State) -> HexSet:
    """[7.1.1a, 7.1.1c, 24.1.2c] Where ordinary Polish reinforcements appear."""
    free = net_cities(s, POLAND) & ~s.occupied[RUSSIA]
    if fall.fallen(s):
        return free
    return free | 1 << s.m.warsaw if isolated(s) else 1 << s.m.warsaw


def entries(s: State, piece: int) -> HexSet:
    """The hexes where a piece comes in, whoever is there."""
    return _polish(s, piece) if s.m.side[piece] == POLAND else _russian(s, piece)


def _polish(s: State, piece: int) -> HexSet:
    """[7.1.1a, 19.1, 19.2, 22.4a, 22.4b, 22.4c, 22.7.2] Warsaw for most; from the reserve also cities joined to it."""
    m, cities = s.m, net_cities(s, POLAND) & ~s.occupied[RUSSIA]
    if piece in m.garrison_city:
        return 1 << m.hex(m.garrison_city[piece])
    if m.poznan_units >> piece & 1:
        found = 1 << m.poznan
    elif m.militia >> piece & 1:
        found = cities
    else:
        found = capital(s)
    return found | joined(s, POLAND, m.warsaw) & cities if s.place[piece] == RESERVE else found


def _russian(s: State, piece: int) -> HexSet:
    """[7.1.2, 7.1.3, 7.1.4a, 7.1.4b, 14.1, 16.5, 17.2.1b, 24.11.6] The edge of its front; what has no front comes over
    either (A80)."""
    m = s.m
    if m.freikorps >> piece & 1:
        return freikorps.entries(s)
    if piece == m.second_flotilla:
        return m.flotilla_entry
    if s.place[piece] == GARRISON_BOX:
        return m.latvian_entry
    if m.konarmiya >> piece & 1:
        found = m.konarmiya_entry
    else:
        front = fronts.front_of(s, piece)
        found = m.entry[front] if front in (WEST, SOUTHWEST) else m.entry[WEST] | m.entry[SOUTHWEST]
    return found & all_rails(s, RUSSIA).spaces if m.trains >> piece & 1 else found


def _rule(s: State, piece: int) -> tuple[str, str]:
    """The rule that says where a piece comes in, and its words."""
    m = s.m
    if m.side[piece] == POLAND:
        for pieces, rule, words in (
            (m.garrisons, "19.1", "comes back in the city that it is named for"),
            (m.poznan_units, "22.4b", "comes from Poznań, in 0111"),
            (m.militia, "22.4c", "comes in a city of the Polish net"),
        ):
            if pieces >> piece & 1:
                return rule, words
        return ("7.1.1c", "comes in a city of the Polish net") if isolated(s) else ("7.1.1a", "comes in at Warsaw")
    for pieces, rule, words in (
        (m.freikorps, "24.11.6", "comes over the west edge, or in Danzig or Königsberg"),
        (1 << m.second_flotilla, "16.5", "comes in 5133 or 5134"),
        (m.konarmiya & m.trains, "7.1.4b", "comes in on rails at the edge of the Southwest Front"),
        (m.konarmiya, "7.1.4a", "comes over the edge of the Southwest Front, or the south edge from 4236 on"),
        (m.trains, "14.1", "comes in on rails at the edge of its front"),
        (m.front_army[WEST], "7.1.2", "comes over the edge of the West Front"),
        (m.front_army[SOUTHWEST], "7.1.3", "comes over the edge of the Southwest Front"),
    ):
        if pieces >> piece & 1:
            return rule, words
    return "7.1.2", "comes over the edge of either front"


def misplaced(s: State, piece: int) -> Iterator[Bar]:
    """Hexes where a piece does not come in. Its own stack may be full [5.1.3e], and enemy zones are open [7.0d]."""
    rule, words = _rule(s, piece)
    yield held(s, s.m.side[piece], rule)
    yield only(rule, entries(s, piece), lambda hex: f"{s.m.full_name[piece]} {words}")
    yield enemy_replacements(s, s.m.side[piece])
    yield Bar("12.4.1a", fronts.apart(s, piece), at_hex(s, "units with which it does not stack are in "))


def open_entries(s: State, piece: int) -> HexSet:
    """The hexes where a piece can come in now."""
    side = s.m.side[piece]
    found = entries(s, piece) & ~s.occupied[enemy(side)] & ~fronts.apart(s, piece)
    for rc in s.m.rcs_of[enemy(side)]:
        if s.place[rc] >= 0:
            found &= ~(1 << s.place[rc])
    return found


# -- it comes ---------------------------------------------------------------------------------------------------------


def bring_in(s: State, piece: int, hex: Hex) -> None:
    """[7.0a] A piece comes onto the map."""
    rule = _rule(s, piece)[0]
    s.fresh |= 1 << piece
    s.left_reserve = s.left_reserve & ~(1 << piece) | (s.place[piece] == RESERVE) << piece
    if piece >= s.m.count:
        tell(s, rule, "counter_arrives", counter=piece, hex=hex)
    else:
        tell(s, rule, "arrives", unit=piece, hex=hex)
    come(s, piece, hex)
