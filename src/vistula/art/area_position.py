"""A whole position on a board of areas: blocks side by side in their areas and on links, orders, markers, tracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt

from vistula.art import counters, markers, sidebar, stack_art
from vistula.art.area_art import AreaPicture
from vistula.art.svg import between, box, group, num, tag
from vistula.board.layout import MARGIN, Point
from vistula.kernel.views import Catalog, CounterFace, PieceView, View

BLOCK = 60.0
_ON_LINK = 0.5
"""How far along its link, from its area, a block stands that has not come in."""


def draw_area_position(picture: AreaPicture, catalog: Catalog, view: View) -> str:
    """The map with all pieces and marks, and what lies beside it."""
    faces = {face.id: face for face in catalog.counters}
    centres = {space.id: (space.x, space.y) for space in catalog.spaces}
    defs = tag("defs", counters.defs(catalog.counters) + markers.marker_defs())
    shown = [mark for mark in view.marks if mark.kind != "closed"]
    pieces = (
        stack_art.draw_arrows(view.arrows, centres, picture.style)
        + _draw_pieces(view.pieces, faces, centres)
        + stack_art.draw_marks(shown, centres, BLOCK * 2)
    )
    room, drawn = sidebar.draw_sidebar(view, faces, picture.style, picture.height - 2 * MARGIN)
    width = picture.width + room + MARGIN
    beside = box(picture.width, 0, room + MARGIN, picture.height, fill=picture.style.paper)
    beside += group(drawn, transform=f"translate({num(picture.width)} {num(MARGIN)})", id="sidebar")
    return picture.map(more=defs + pieces + beside, wide=width)


def _draw_pieces(
    pieces: Sequence[PieceView], faces: Mapping[str, CounterFace], centres: Mapping[str, Point]
) -> str:  # fmt: skip
    groups: dict[Point, list[PieceView]] = {}
    for piece in pieces:
        if piece.space in centres:
            groups.setdefault(place_of(piece, centres), []).append(piece)
    drawn = []
    for at, stack in sorted(groups.items(), key=lambda item: (item[0][1], item[0][0])):
        for i, piece in enumerate(sorted(stack, key=lambda p: p.slot)):
            x, y = row_shift(i, len(stack), BLOCK)
            corner = at[0] + x - BLOCK / 2, at[1] + y - BLOCK / 2
            drawn.append(counters.draw_counter(faces.get(piece.face or ""), piece, corner, BLOCK))
    return group(*drawn, id="pieces")


def place_of(piece: PieceView, centres: Mapping[str, Point]) -> Point:
    """Where a piece stands: in its area, or on the link over which it came."""
    at = centres[piece.space or ""]
    for one, other in _ends(piece.link or "", centres):
        if piece.space in (one, other):
            return between(at, centres[other if piece.space == one else one], _ON_LINK)
    return at


def _ends(link: str, centres: Mapping[str, Point]) -> list[tuple[str, str]]:
    """The two areas of a link, whose names may have hyphens in them."""
    parts = link.split("-")
    ways = [("-".join(parts[:i]), "-".join(parts[i:])) for i in range(1, len(parts))]
    return [(one, other) for one, other in ways if one in centres and other in centres]


def row_shift(slot: int, count: int, size: float) -> Point:
    """Side by side in rows that are somewhat wider than high."""
    wide = max(1, ceil(sqrt(count * 1.6)))
    row, rows = slot // wide, ceil(count / wide)
    in_row = count - row * wide if row == rows - 1 else wide
    step = size * 1.02
    return (slot % wide - (in_row - 1) / 2) * step, (row - (rows - 1) / 2) * step
