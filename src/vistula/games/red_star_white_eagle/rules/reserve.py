"""22.7 The Polish railroad reserve."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import HexSet, members
from vistula.kernel import Bar, only, tell

from ..state import ARRIVING, RESERVE, State, lift
from ..units import POLAND
from .arrival import open_entries
from .bars import named, off_map
from .options import fall
from .queries import enemy
from .railnets import joined, own_net


def allowed(s: State) -> bool:
    """[22.7.1a, 23.1.2, 24.1.2e] Whether the reserve may be kept now."""
    return s.reserve_allowed and not fall.fallen(s)


def no_reserve(s: State) -> Iterator[Bar]:
    yield Bar("24.1.2e", fall.fallen(s), "there is no railroad reserve while Warsaw is Russian")
    yield Bar("22.7.1a", not s.reserve_allowed, "the railroad reserve begins with the Polish rally")


def not_held_back(s: State) -> Iterator[Bar]:
    """[22.7.1b, 19.1] Arrivals that do not go into the reserve."""
    m = s.m
    yield from no_reserve(s)
    yield only("22.7.1b", m.army[POLAND] | m.rcs[POLAND], named(s, "is not Polish"))
    yield Bar("22.7.1b", lambda piece: s.place[piece] != ARRIVING, named(s, "does not arrive now"))
    yield Bar("19.1", m.garrisons, named(s, "serves in its city only"))


# -- from the map, in the movement phase (A41) ------------------------------------------------------------------------


def gates(s: State) -> HexSet:
    """[22.7.1c] Warsaw and the rail sources in the west."""
    return (1 << s.m.warsaw | s.m.rail_sources) & ~s.occupied[enemy(POLAND)]


def within_reach(s: State) -> HexSet:
    """[22.7.1c] Hexes from which the net leads to one of them."""
    found = 0
    for hex in members(gates(s) & own_net(s, POLAND).spaces):
        found |= joined(s, POLAND, hex)
    return found


def not_entrained(s: State) -> Iterator[Bar]:
    """[22.7.1c, 22.7.3, 19.0a] Pieces on the map that cannot go into the reserve by the net; whether one has moved is
    the movement phase's to say."""
    m = s.m
    yield from no_reserve(s)
    yield only("22.7.1c", m.army[POLAND] | m.rcs[POLAND], named(s, "is not Polish"))
    yield off_map(s, "22.7.1c")
    yield Bar("19.0a", m.immobile | m.flotillas, named(s, "cannot move by the rail net"))
    yield Bar("22.7.3", s.left_reserve, named(s, "has left the reserve in this turn"))
    net = within_reach(s)
    yield Bar("22.7.1c", lambda piece: not net >> s.place[piece] & 1,
              named(s, "has no line of the net to Warsaw or to the west"))  # fmt: skip


def enter(s: State, piece: int, rule: str = "22.7.1c") -> None:
    """[22.7.1b, 22.7.1c] A piece goes into the reserve."""
    lift(s, piece, RESERVE)
    s.reserve_in |= 1 << piece
    tell(s, rule, "reserve_entered", unit=piece)


def owed(s: State) -> list[int]:
    """[24.1.2e] Pieces in the reserve that must come onto the map now."""
    if not fall.fallen(s):
        return []
    held = [piece for piece in (*s.m.units_of[POLAND], *s.m.rcs_of[POLAND]) if s.place[piece] == RESERVE]
    return [piece for piece in held if open_entries(s, piece)]
