"""What stands around and beside the country on a map sheet: frame, title, legend, scale, compass.

Title and legend are laid on ground where nothing is played, if there is enough of it; otherwise on a strip of paper
below the map.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import Protocol

from vistula.art.emblems import eagle, star
from vistula.art.labels import Box
from vistula.art.legend import draw_legend, legend_rows, legend_size
from vistula.art.style import MapStyle
from vistula.art.svg import Attribute, box, circle, group, num, path, polyline, text
from vistula.art.typeface import Face, width
from vistula.board.hexes import bits, collect
from vistula.board.hexmap import HexMap
from vistula.board.layout import MARGIN, Layout, Point

_CELL = 12.0


class Framed(Protocol):
    """A map field, and how wide the fields of its frame are."""

    @property
    def field(self) -> tuple[float, float, float, float]: ...
    @property
    def spacing(self) -> float: ...


@dataclass(slots=True)
class Ground:
    """Cells of the map field on which nothing is played and nothing lies yet."""

    layout: Layout
    taken: set[tuple[int, int]] = field(default_factory=set)

    def take(self, area: Box) -> None:
        left, top, _, _ = self.layout.field
        columns = range(int((area.left - left) // _CELL), int((area.right - left) // _CELL) + 1)
        rows = range(int((area.top - top) // _CELL), int((area.bottom - top) // _CELL) + 1)
        self.taken.update((column, row) for column in columns for row in rows)

    def find(self, wide: float, high: float, corner: Point, inset: float = 14) -> Box | None:
        """Free ground of this size, as near as possible to a corner of the field (0 or 1 in each direction)."""
        left, top, width, height = self.layout.field
        across, down = int((width - 2 * inset - wide) // _CELL), int((height - 2 * inset - high) // _CELL)
        if across < 0 or down < 0:
            return None
        columns = sorted(range(across + 1), key=lambda c: abs(c - corner[0] * across))
        rows = sorted(range(down + 1), key=lambda r: abs(r - corner[1] * down))
        ways = sorted(((i + j, c, r) for i, c in enumerate(columns[:90]) for j, r in enumerate(rows[:60])))
        for _, column, row in ways:
            x, y = left + inset + column * _CELL, top + inset + row * _CELL
            area = Box(x, y, x + wide, y + high)
            if self.free(area):
                return area
        return None

    def free(self, area: Box) -> bool:
        left, top, _, _ = self.layout.field
        columns = range(int((area.left - left) // _CELL), int((area.right - left) // _CELL) + 1)
        rows = range(int((area.top - top) // _CELL), int((area.bottom - top) // _CELL) + 1)
        return not any((column, row) in self.taken for row in rows for column in columns)


def free_ground(hexmap: HexMap, layout: Layout, style: MapStyle) -> Ground:
    ground = Ground(layout)
    covered = collect(h for id in style.covered if id in hexmap.regions for h in bits(hexmap.regions[id].hexes))
    for hex in bits(hexmap.play & ~covered):
        corners = layout.outline(hex)
        xs, ys = sorted(p[0] for p in corners), sorted(p[1] for p in corners)
        ground.take(Box(xs[0], ys[1] - 8, xs[-1], ys[-2] + 8))
    return ground


@dataclass(slots=True)
class Sheet:
    """The places found for the furniture, and how much paper the strip below the map takes."""

    title: Box
    legend: Box
    compass: Box | None
    strip: float = 0.0

    def boxes(self) -> list[Box]:
        return [b for b in (self.title, self.legend, self.compass) if b]


def plan(hexmap: HexMap, layout: Layout, style: MapStyle) -> Sheet:
    """Where title, legend and compass go."""
    ground = free_ground(hexmap, layout, style)
    wide, high = title_size(hexmap.title, style)
    title = ground.find(wide, high, (0, 0))
    if title:
        ground.take(title.grown(8))
    sizes = [legend_size(hexmap, style, rows) for rows in legend_rows(hexmap, style)]
    legend = next((area for size in sizes if (area := ground.find(*size, (0, 1)))), None)
    if legend:
        ground.take(legend.grown(8))
    if legend and not title and (title := ground.find(wide, high, (0, 1))):
        ground.take(title.grown(8))
    compass = ground.find(108, 118, (0, 0))
    if title and legend:
        return Sheet(title, legend, compass)
    return _below(hexmap, layout, style, Sheet(title or _NOWHERE, legend or _NOWHERE, compass))


_NOWHERE = Box(0, 0, 0, 0)


def _below(hexmap: HexMap, layout: Layout, style: MapStyle, sheet: Sheet) -> Sheet:
    """What found no ground lies on the paper below the map, as wide as the map: the title above the legend."""
    left, top, room, height = layout.field
    bottom = y = top + height + MARGIN
    if sheet.title is _NOWHERE:
        wide, high = title_size(hexmap.title, style)
        sheet.title = Box(left, y, left + max(wide, room), y + high)
        y += high + 20
    if sheet.legend is _NOWHERE:
        sizes = [legend_size(hexmap, style, rows) for rows in range(2, 11)]
        wide, high = next((size for size in sizes if size[0] <= room), sizes[2])
        sheet.legend = Box(left, y, left + max(wide, room), y + high)
        y += high + 20
    sheet.strip = y - bottom + 4
    return sheet


# Frame


def draw_frame(layout: Framed, style: MapStyle) -> str:
    """A surveyor's frame: a band of dark and light fields between two lines."""
    x, y, w, h = layout.field
    band = 9.0
    data = []
    for side, length in ((0, w), (1, h), (2, w), (3, h)):
        count = max(round(length / layout.spacing) // 2 * 2 + 1, 3)
        step = length / count
        data += [_bar(layout.field, side, i * step, step, band) for i in range(0, count, 2)]
    edge: dict[str, Attribute] = {"fill": "none", "stroke": style.ink}
    return (
        box(x, y, w, h, stroke_width=1.6, **edge)
        + path("".join(data), fill=style.ink)
        + box(x - band, y - band, w + 2 * band, h + 2 * band, stroke_width=1.6, **edge)
        + box(x - band - 5, y - band - 5, w + 2 * band + 10, h + 2 * band + 10, stroke_width=4, **edge)
    )


def _bar(area: tuple[float, float, float, float], side: int, start: float, length: float, band: float) -> str:
    x, y, w, h = area
    left, top, wide, high = (
        (x + start, y - band, length, band), (x + w, y + start, band, length),
        (x + start, y + h, length, band), (x - band, y + start, band, length),
    )[side]  # fmt: skip
    return f"M{num(left)} {num(top)}h{num(wide)}v{num(high)}h{num(-wide)}z"


def draw_margins(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """Numbers of the lines and positions of the grid around the frame."""
    grid = hexmap.grid
    words = []
    for line in range(1, grid.lines + 1):
        first, last = layout.centre(grid.at(line, 1)), layout.centre(grid.at(line, grid.length))
        words += _both_ends(layout, first, last, f"{line:02d}")
    for position in range(1, grid.length + 1):
        low, high = layout.centre(grid.at(1, position)), layout.centre(grid.at(grid.lines, position))
        words += _both_ends(layout, low, high, f"{position:02d}")
    return group(*words, font_size=15, fill=style.ink, text_anchor="middle", **Face.BOLD.attributes)


def _both_ends(layout: Layout, one: Point, other: Point, words: str) -> list[str]:
    x, y, w, h = layout.field
    along_rows = abs(one[1] - other[1]) < abs(one[0] - other[0])
    if along_rows:
        return [text(words, (x - 28, one[1] + 5)), text(words, (x + w + 28, other[1] + 5))]
    top, bottom = (one, other) if one[1] < other[1] else (other, one)
    return [text(words, (top[0], y - 22)), text(words, (bottom[0], y + h + 32))]


# Title


def title_size(title: str, style: MapStyle) -> tuple[float, float]:
    wide = width(title.upper(), Face.TITLE, 62, 7) + 150
    return max(wide, width(style.subtitle, Face.ITALIC, 25, 0.6) + 90), 142.0 if style.subtitle else 112.0


def panel(area: Box, style: MapStyle) -> str:
    """A sheet of paper with a double edge."""
    w, h = area.right - area.left, area.bottom - area.top
    return (
        box(area.left + 5, area.top + 6, w, h, rx=5, fill="#3a2d1a", fill_opacity=0.28)
        + box(area.left, area.top, w, h, rx=5, fill=style.paper, stroke=style.ink, stroke_width=2.6)
        + box(area.left + 6, area.top + 6, w - 12, h - 12, rx=2, fill="none", stroke="#8d7648", stroke_width=1.3)
    )


def draw_title(title: str, area: Box, style: MapStyle) -> str:
    x, y = (area.left + area.right) / 2, area.top
    name = text(
        title.upper(), (x + 3, y + 80), text_anchor="middle", fill="#7c1620", font_size=62, letter_spacing=7,
        **Face.TITLE.attributes,
    )  # fmt: skip
    rule = path(
        f"M{num(area.left + 60)} {num(y + 96)}H{num(x - 16)}M{num(x + 16)} {num(y + 96)}H{num(area.right - 60)}",
        stroke="#8d7648", stroke_width=1.4,
    )  # fmt: skip
    diamond = path(polyline([(x - 8, y + 96), (x, y + 92), (x + 8, y + 96), (x, y + 100)], closed=True), fill="#8d7648")
    signs = eagle(46, (area.left + 44, y + 60), fill="#7c1620") + star(21, (area.right - 44, y + 60), fill="#7c1620")
    below = text(
        style.subtitle, (x, y + 124), text_anchor="middle", fill=style.ink, font_size=25, letter_spacing=0.6,
        **Face.ITALIC.attributes,
    )  # fmt: skip
    return panel(area, style) + name + signs + (rule + diamond + below if style.subtitle else "")


# Compass


def draw_compass(area: Box, style: MapStyle) -> str:
    x, y = (area.left + area.right) / 2, (area.top + area.bottom) / 2 + 8
    light: list[str] = []
    dark: list[str] = []
    for i in range(8):
        turn, reach = pi * i / 4, 44 if i % 2 == 0 else 25
        tip = x + reach * sin(turn), y - reach * cos(turn)
        for half, side in ((light, -1), (dark, 1)):
            waist = turn + side * pi / 8
            half.append(polyline([(x, y), tip, (x + 10 * sin(waist), y - 10 * cos(waist))], closed=True))
    return group(
        circle((x, y), 33, fill="none", stroke=style.ink, stroke_width=1.2, stroke_opacity=0.6),
        path("".join(light), fill=style.paper), path("".join(dark), fill=style.ink),
        path("".join(light + dark), fill="none", stroke=style.ink, stroke_width=1, stroke_linejoin="round"),
        text("N", (x, y - 49), text_anchor="middle", font_size=20, fill=style.ink, **Face.TITLE.attributes),
    )  # fmt: skip


def draw_sheet(hexmap: HexMap, sheet: Sheet, style: MapStyle) -> str:
    compass = draw_compass(sheet.compass, style) if sheet.compass else ""
    title = draw_title(hexmap.title, sheet.title, style)
    legend = panel(sheet.legend, style) + draw_legend(hexmap, sheet.legend, style)
    return group(compass, title, legend, id="furniture")
