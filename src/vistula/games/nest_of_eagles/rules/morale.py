"""13.0 – 13.3 Morale Advantage: boxes, levels, and what shifts a marker. Linked and unified markers: `theaters`."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import tell

from ..model import BELARUS, POLAND, POLISH, SOVIET, UKRAINE
from ..state import OFF, TRANSIT, State, remove
from .queries import plays

MAXIMUM = 24
FERVOR_BOTH = 1 << 1


def marker_of(s: State, theater: int) -> int:
    """[13.5a] The Theater whose marker counts for one: with unified morale, always that of Poland."""
    return POLISH if s.unified else theater


def advantage(s: State, theater: int) -> int:
    """[13.1a] The box of a Theater, Soviet boxes positive; 0 where no marker lies [13.4a]."""
    theater = marker_of(s, theater)
    if not plays(s, "13") or (theater == POLISH and not s.polish_marker):
        return 0
    return s.morale[theater]


def level(s: State, side: int, theater: int) -> int:
    """[13.2a] The Morale Level of a side in a Theater."""
    box = advantage(s, theater)
    return s.m.level_of[box + MAXIMUM] if (box < 0) == (side == POLAND) else 0


def at_maximum(s: State, side: int, theater: int) -> bool:
    """[13.2b] Whether a side has the maximum Morale Advantage in a Theater."""
    return advantage(s, theater) == (-MAXIMUM if side == POLAND else MAXIMUM)


def shift(s: State, side: int, theater: int, boxes: int, rule: str) -> None:
    """[13.3g] Shift a Theater's marker in favour of a side, and with it the one linked to it [13.4c] (N-43, N-46)."""
    theater = marker_of(s, theater)
    if not boxes or not plays(s, "13") or (theater == POLISH and not s.polish_marker):
        return
    before = s.morale[theater]
    moved = before + (-boxes if side == POLAND else boxes)
    s.morale[theater] = max(-MAXIMUM, min(MAXIMUM, moved))
    if s.linked and theater in (POLISH, s.linked):
        s.morale[POLISH] = s.morale[s.linked] = s.morale[theater]
    tell(s, rule, "morale", theater=theater, side=side, boxes=boxes, box=s.morale[theater])
    desert(s)


def desert(s: State) -> None:
    """[20.4.2a] With a Polish level of 2 in Ukraine all Soviet-allied Ukrainian brigades are eliminated, also where
    that level comes by unified markers (N-120)."""
    if level(s, POLAND, UKRAINE) < 2 or not plays(s, "20.4.2"):
        return
    for brigade in members(s.m.red_ukrainians):
        if s.place[brigade] >= 0:
            tell(s, "20.4.2a", "deserts", unit=brigade, hex=s.place[brigade])
        if s.place[brigade] >= 0 or s.place[brigade] == TRANSIT:
            remove(s, brigade, OFF)  # they may be raised again [20.4.3a]


def cooling_fervor(s: State) -> None:
    """[13.3.1a, 13.3.1b] At the end of a turn Level 2 cools by two boxes where the player did not attack, or took no
    numbered town (N-27: either is enough, unless the table says otherwise)."""
    both = s.rulings & FERVOR_BOTH
    for theater in [POLISH] if s.unified else [POLISH, BELARUS, UKRAINE]:
        if level(s, s.side, theater) < 2 or (theater == POLISH and s.side == POLAND):
            continue
        if s.linked and theater == s.linked:
            continue  # one marker with the Polish Theater's: it cools once, by what was done there (N-27)
        idle, empty = (not done[s.side] >> theater & 1 for done in (s.fought_in, s.captured_in))
        if (idle and empty) if both else (idle or empty):
            shift(s, 1 - s.side, theater, 2, "13.3.1a")


def support(s: State, unit: int, old: int, new: int) -> None:
    """[13.3.2a, 13.3.2b] A unit that has moved from one outer Theater to another brings its morale along (N-45)."""
    if old == new or POLISH in (old, new) or s.unified:
        return
    side = s.m.side[unit]
    here, there = level(s, side, old), level(s, side, new)
    if here != there:
        shift(s, side if here > there else 1 - side, new, 1, "13.3.2a")


def kijow_drain(s: State) -> None:
    """[13.3.3a] Kijów in Polish hands: in every Soviet Replacement Phase Polish levels cost as many boxes (N-29)."""
    if s.kijow_drain:
        for theater in (POLISH, BELARUS, UKRAINE):
            if marker_of(s, theater) == theater and not (theater == POLISH and s.linked):
                shift(s, SOVIET, theater, level(s, POLAND, theater), "13.3.3a")
