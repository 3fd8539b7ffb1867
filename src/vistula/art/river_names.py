"""Names of rivers, written along their course in a slanted hand, where the line is calm and the ground is free."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, hypot, pi

from vistula.art.labels import Box, Room
from vistula.art.style import MapStyle
from vistula.art.svg import add, aside, between, group, length_of, num, path, smooth, tag
from vistula.art.typeface import Face, width
from vistula.board.hexmap import River
from vistula.board.layout import Point

_STEP = 14.0  # between the points of a spine
_APART = 620.0  # a long river says its name again after this much


@dataclass(frozen=True, slots=True)
class Lettering:
    """A name, the curve it is written on, and how good that place is."""

    name: str
    size: float
    spacing: float
    line: list[Point]
    cost: float


def draw_river_names(courses: list[tuple[River, list[Point]]], room: Room, style: MapStyle) -> str:
    """All names; the wide rivers choose first."""
    curves: list[str] = []
    words: list[str] = []
    written: dict[str, list[Point]] = {}
    for river, course in sorted(courses, key=lambda pair: (not pair[0].wide, -len(pair[1]))):
        for found in _name(river, course, room, written.setdefault(river.name, [])):
            number = len(curves)
            curves.append(path(smooth(found.line), id=f"course-{number}"))
            words.append(_text(found, number))
    look = {"fill": style.water_ink, "stroke": "#f6f1de", "stroke_linejoin": "round", "paint_order": "stroke"}
    return tag("defs", *curves) + group(
        *words, stroke_width=3, stroke_opacity=0.75, text_anchor="middle", **look, **Face.ITALIC.attributes
    )


def _text(found: Lettering, number: int) -> str:
    inner = tag("textPath", found.name, href=f"#course-{number}", startOffset="50%")
    return tag("text", inner, font_size=num(found.size), letter_spacing=num(found.spacing))


def _name(river: River, course: list[Point], room: Room, written: list[Point]) -> list[Lettering]:
    """Where a river's name stands along this course, far enough from where it stands already."""
    size, spacing = (23.0, 3.0) if river.wide else (16.5, 0.9)
    length = width(river.name, Face.ITALIC, size, spacing) + size * 0.7
    spine = _evenly(_calm(course, 6), _STEP)
    offers = (_offer(river, spine, start, length, size, spacing, room) for start in range(0, len(spine), 3))
    chosen: list[Lettering] = []
    for offer in sorted((o for o in offers if o), key=lambda offer: offer.cost):
        at = offer.line[len(offer.line) // 2]
        apart = all(hypot(at[0] - p[0], at[1] - p[1]) > _APART for p in written)
        if apart and offer.cost < (9 if written else 60):
            chosen.append(offer)
            written.append(at)
            for area in _boxes(offer.line, size):
                room.take(area, 0.25)
    return chosen


def _calm(course: list[Point], reach: int) -> list[Point]:
    """The course without its windings: each point is the mean of those around it."""
    calm = []
    for i in range(len(course)):
        near = min(reach, i, len(course) - 1 - i)
        part = course[i - near : i + near + 1]
        calm.append((sum(p[0] for p in part) / len(part), sum(p[1] for p in part) / len(part)))
    return calm


def _evenly(line: list[Point], step: float) -> list[Point]:
    points, left = [line[0]], step
    for a, b in pairwise(line):
        length = hypot(b[0] - a[0], b[1] - a[1])
        at = 0.0
        while length - at >= left:
            at += left
            points.append(between(a, b, at / length))
            left = step
        left -= length - at
    return points


def _offer(
    river: River, spine: list[Point], start: int, length: float, size: float, spacing: float, room: Room
) -> Lettering | None:
    """The best curve for a name that begins at this point of the spine, on either bank."""
    count = int(length / _STEP) + 2
    part = spine[start : start + count + 1]
    if len(part) <= count:
        return None
    if part[-1][0] < part[0][0]:
        part = part[::-1]
    turning = _turning(part)
    if turning > 1.2:
        return None
    best: Lettering | None = None
    bank = 7.0 if river.wide else 5.0
    for away in (bank, bank + 5, bank + 10, -bank - size * 0.62, -bank - size * 0.62 - 5, -bank - size * 0.62 - 10):
        line = _calm(_beside(part, away), 1)
        if length_of(line) < length:
            continue
        cost = sum(room.cost(area) for area in _boxes(line, size)) + turning * 9 + abs(away) * 0.05
        cost += abs(part[-1][1] - part[0][1]) / length * 1.5
        if best is None or cost < best.cost:
            best = Lettering(river.name, size, spacing, line, cost)
    return best


def _beside(part: list[Point], away: float) -> list[Point]:
    """The line moved to one side of itself."""
    moved = []
    for i, point in enumerate(part):
        before, after = part[max(i - 1, 0)], part[min(i + 1, len(part) - 1)]
        moved.append(add(point, aside(before, after, away)))
    return moved


def _turning(part: list[Point]) -> float:
    """How much a line bends in all, in half turns."""
    ways = [atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(part)]
    bends = (abs((b - a + pi) % (2 * pi) - pi) for a, b in pairwise(ways))
    return sum(bends) / pi


def _boxes(line: list[Point], size: float) -> list[Box]:
    """The ground that letters on a line cover."""
    boxes = []
    for a, b in pairwise(line):
        x, y = add(between(a, b, 0.5), aside(a, b, size * 0.3))
        reach = size * 0.42
        boxes.append(Box(x - reach, y - reach, x + reach, y + reach))
    return boxes
