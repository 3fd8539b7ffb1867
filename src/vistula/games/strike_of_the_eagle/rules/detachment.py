"""2.2 Detachments: a division that leaves an area may leave a brigade of its strength points behind."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import Bar, Offer, only, tell

from ..changes import join_late, lose, raise_block
from ..model import PIECES, SIDE_SETS, piece_side
from ..state import POOL, State
from .bars import name, whereabouts
from .queries import space_inside

DETACHMENTS = ("detach", "detach-two")
_LABELS = ("Leave a brigade of 1 strength point behind", "Leave a brigade of 2 strength points behind")


def brigades(s: State, division: int) -> list[int]:
    """[2.2d] Brigades in the Force Pool that can be detached from a division: of its arm and nation (S37)."""
    m, unit = s.m, s.unit[division]
    if not m.division[unit]:
        return []
    return [
        p
        for p in PIECES[piece_side(division)]
        if s.place[p] == POOL
        and m.brigade[s.unit[p]]
        and m.colour[s.unit[p]] == m.colour[unit]
        and m.nation[s.unit[p]] == m.nation[unit]
    ]


def first_of(s: State, able: list[int]) -> list[int]:
    """[2.2d] The brigade that is detached, if there is one: all that could be are alike, so which of them is no
    question. Blocks that are called detachments come first, then the order of the roster."""
    return sorted(able, key=lambda p: ("Detachment" not in s.m.full_name[s.unit[p]], s.unit[p]))[:1]


def detach(s: State, division: int, brigade: int, points: int) -> int:
    """[2.2a, 2.2b, 2.2c, 2.2f] A division leaves some of its points behind as a brigade, which may not move now.

    How many is nobody else's business [4.0f]. Returns them.
    """
    for _ in range(points):
        lose(s, division)
    made = raise_block(s, s.unit[brigade], s.place[division], points)
    s.detached |= 1 << made
    s.origin[made] = s.origin[division]  # it came in with the division, if that has moved already in this phase
    s.moved |= (s.moved >> division & 1) << made
    s.southern = s.southern & ~(1 << made) | (s.southern >> division & 1) << made
    join_late(s, made)
    tell(s, "2.2a", "detached", unit=s.unit[made], area=s.place[made])
    return points


def not_detachable(s: State, division: int, points: int, split: int, gone: int, able: list[int]) -> Iterator[Bar]:
    """[2.2a, 2.2d, 2.2e, 2.2f, 7.33a] Blocks that cannot be left behind with so many points, so many having gone."""
    side, unit = piece_side(division), s.unit[division]
    yield only("2.0f", SIDE_SETS[side], lambda piece: whereabouts(s, side, piece))
    yield Bar("7.31a", 1 << division, "This is the block that is on its way: choose where it goes.")
    yield Bar("2.2f", gone > 0, "Brigades are left behind only where the march begins.")
    yield Bar("2.2d", lambda piece: s.place[piece] != POOL, "Only a brigade in the Force Pool can be detached.")
    no_division = "is no division: only divisions detach brigades."
    yield Bar("2.2a", not s.m.division[unit], lambda piece: f"{name(s, division)} {no_division}")
    yield only("2.2d", able, "A detachment is a brigade of the division's own arm and nation.")
    words = "The division has no strength point to spare: it may leave two, and keeps one."
    yield Bar("2.2a", spare_points(s, division, split) < points, words)
    yield Bar("7.33a", not room_behind(s, division), "There is no room for one more block where the division leaves.")
    words = "All brigades of this kind are alike: choose the one that is highlighted."
    yield only("2.2d", first_of(s, able), words)


def spare_points(s: State, division: int, split: int) -> int:
    """[2.2a] How many points a division may still leave behind of two, so many having gone."""
    return min(2 - split, s.sp[division] - 1)


def room_behind(s: State, division: int) -> bool:
    """[7.33a] Whether one more block may stand where a division leaves."""
    return space_inside(s, piece_side(division), s.place[division]) + (not s.on_link >> division & 1) > 0


def detachments(s: State, piece: int, split: int, gone: int = 0) -> list[Offer]:
    """[2.2a] What a block that is about to leave may leave behind."""
    able = brigades(s, piece)
    spare = 0 if gone or not able else spare_points(s, piece, split)
    return [
        Offer(verb, "piece", not_detachable(s, piece, points, split, gone, able), label, when=spare >= points)
        for verb, points, label in zip(DETACHMENTS, (1, 2), _LABELS, strict=True)
    ]
