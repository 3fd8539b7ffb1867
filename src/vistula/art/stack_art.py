"""Pieces on the map: stacks whose height can be seen, markers on hexes and hexsides, arrows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from vistula.art.counters import draw_counter
from vistula.art.markers import MARKERS, key, marker
from vistula.art.style import MapStyle
from vistula.art.svg import add, aside, between, group, middle, path, polyline, xy
from vistula.board.layout import Point
from vistula.kernel.views import Arrow, CounterFace, Mark, PieceView

COUNTER = 58.0  # on the map
_LEADER = 0.6  # a leader beside the stack that he is with
_STEP = 5.0  # how far each counter of a stack lies from the one under it


def draw_stacks(
    pieces: Sequence[PieceView],
    faces: Mapping[str, CounterFace],
    centres: Mapping[str, Point],
    size: float = COUNTER,
    facings: Sequence[float] = (),
) -> str:
    """All pieces that lie in a space, lowest first; nearer spaces are drawn over farther ones."""
    stacks: dict[str, list[PieceView]] = {}
    for piece in pieces:
        if piece.space is not None and piece.space in centres:
            stacks.setdefault(piece.space, []).append(piece)
    ordered = sorted(stacks.items(), key=lambda item: (centres[item[0]][1], centres[item[0]][0]))
    drawn = [
        _stack(space, sorted(stack, key=lambda p: p.slot), faces, centres[space], size, facings)
        for space, stack in ordered
    ]
    return group(*drawn, id="pieces")


def _stack(
    space: str,
    stack: list[PieceView],
    faces: Mapping[str, CounterFace],
    centre: Point,
    size: float,
    facings: Sequence[float],
) -> str:
    leaders = [piece for piece in stack if piece.kind == "leader"]
    if len(leaders) < len(stack):
        stack = [piece for piece in stack if piece.kind != "leader"]
    else:
        leaders = []
    step = min(_STEP, 16 / max(len(stack) - 1, 1))
    spread = step * (len(stack) - 1)
    x, y = centre[0] - size / 2 + 1 - spread / 2, centre[1] - size / 2 + 4 + spread / 2
    counters = []
    for i, piece in enumerate(stack):
        shown = facings if i == len(stack) - 1 else ()  # a stack faces one way: the top counter tells
        counters.append(draw_counter(faces.get(piece.face or ""), piece, (x + i * step, y - i * step), size, shown))
    small = size * _LEADER
    for i, piece in enumerate(leaders):
        at = centre[0] + size * (0.42 * i - 0.42) - small / 2, centre[1] + size * 0.46 - small / 2
        counters.append(draw_counter(faces.get(piece.face or ""), piece, at, small))
    return group(*counters, class_="stack", data_space=space)


# Markers


def draw_marks(marks: Sequence[Mark], centres: Mapping[str, Point], spacing: float) -> str:
    """Markers that lie over pieces: flags and the like in the corners of a hex, targets around it."""
    drawn = []
    beside: dict[str, int] = {}
    for mark in marks:
        kind = marker_kind(mark)
        if mark.hexside and all(h in centres for h in mark.hexside):
            one, other = (centres[h] for h in mark.hexside)
            drawn.append(marker(kind, middle(one, other), spacing * 0.3))
        elif mark.space is not None and mark.space in centres:
            at = centres[mark.space]
            if kind == "target":
                drawn.append(marker(kind, at, spacing * 1.02))
                continue
            turn = beside[mark.space] = beside.get(mark.space, 0) + 1
            where = add(at, _CORNERS[(turn - 1) % len(_CORNERS)])
            drawn.append(marker(kind, where, 36, "" if kind.endswith(mark.label) else mark.label))
    return group(*drawn, id="marks")


_CORNERS: tuple[Point, ...] = ((26, -27), (-26, -27), (26, 28), (-26, 28))


def marker_kind(mark: Mark) -> str:
    """The marker that shows a mark: its kind, or its kind and whose it is."""
    kind = key(mark.kind)
    named = f"{kind}-{key(mark.label)}"
    return named if kind not in MARKERS and named in MARKERS else kind


# Arrows


def draw_arrows(arrows: Sequence[Arrow], centres: Mapping[str, Point], style: MapStyle) -> str:
    drawn = []
    for arrow in arrows:
        points = [centres[space] for space in arrow.spaces if space in centres]
        if len(points) > 1:
            colour = style.sides.get(arrow.side, style.ink)
            drawn.append(_arrow(points, colour, dashed=arrow.kind == "retreat"))
    return group(*drawn, id="arrows", fill="none", stroke_linejoin="round", stroke_linecap="round")


def _arrow(points: list[Point], colour: str, dashed: bool) -> str:
    tip, before = points[-1], points[-2]
    length = hypot(tip[0] - before[0], tip[1] - before[1]) or 1.0
    neck = between(before, tip, max(1 - 18 / length, 0))
    wings = [add(neck, aside(before, tip, reach)) for reach in (13, -13)]
    shaft = polyline([*points[:-1], neck])
    head = f"M{xy(tip)}L{xy(wings[0])}L{xy(wings[1])}Z"
    return (
        path(shaft, stroke="#fff", stroke_width=12, stroke_opacity=0.8)
        + path(shaft, stroke=colour, stroke_width=7, stroke_dasharray="14 11" if dashed else None)
        + path(head, fill=colour, stroke="#fff", stroke_width=2)
    )
