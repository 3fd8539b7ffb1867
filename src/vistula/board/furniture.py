"""What stands around and beside the country on a map sheet: frame, title, legend, scale, compass.

Title and legend are laid on ground where nothing is played, if there is enough of it; otherwise on a strip of paper
below the map.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin

from vistula.board.emblems import eagle, mark_sign, star
from vistula.board.hexes import bits
from vistula.board.hexmap import HexMap
from vistula.board.labels import Box
from vistula.board.layout import HEX, MARGIN, Layout
from vistula.board.style import MapStyle
from vistula.board.svg import Attribute, Point, box, circle, group, num, path, polyline, text, use
from vistula.board.typeface import Face, width

_CELL = 12.0
_LINE = 34.0  # height of a line of the legend
_COLUMN = 216.0


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


def free_ground(hexmap: HexMap, layout: Layout) -> Ground:
    ground = Ground(layout)
    for hex in bits(hexmap.play):
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
    ground = free_ground(hexmap, layout)
    wide, high = _title_size(hexmap, style)
    columns, rows = _legend_shape(hexmap, style)
    legend_wide, legend_high = columns * _COLUMN + 24, rows * _LINE + 52
    title = ground.find(wide, high, (0, 0))
    if title:
        ground.take(title.grown(8))
    legend = ground.find(legend_wide, legend_high, (0, 1))
    if legend:
        ground.take(legend.grown(8))
    compass = ground.find(108, 118, (0, 0))
    left, top, _, height = layout.field
    strip, y = 0.0, top + height + MARGIN
    if not title or not legend:
        strip = max(legend_high, high) + 24
    title = title or Box(left, y, left + wide, y + high)
    legend = legend or Box(left + wide + 30, y, left + wide + 30 + legend_wide, y + legend_high)
    return Sheet(title, legend, compass, strip)


# Frame


def draw_frame(layout: Layout, style: MapStyle) -> str:
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


def _title_size(hexmap: HexMap, style: MapStyle) -> tuple[float, float]:
    wide = width(hexmap.title.upper(), Face.TITLE, 62, 7) + 150
    return max(wide, width(style.subtitle, Face.ITALIC, 25, 0.6) + 90), 142.0 if style.subtitle else 112.0


def panel(area: Box, style: MapStyle) -> str:
    """A sheet of paper with a double edge."""
    w, h = area.right - area.left, area.bottom - area.top
    return (
        box(area.left + 5, area.top + 6, w, h, rx=5, fill="#3a2d1a", fill_opacity=0.28)
        + box(area.left, area.top, w, h, rx=5, fill=style.paper, stroke=style.ink, stroke_width=2.6)
        + box(area.left + 6, area.top + 6, w - 12, h - 12, rx=2, fill="none", stroke="#8d7648", stroke_width=1.3)
    )


def draw_title(hexmap: HexMap, area: Box, style: MapStyle) -> str:
    x, y = (area.left + area.right) / 2, area.top
    name = text(
        hexmap.title.upper(), (x + 3, y + 80), text_anchor="middle", fill="#7c1620", font_size=62, letter_spacing=7,
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


# Legend


def _entries(hexmap: HexMap, style: MapStyle) -> list[tuple[str, str]]:
    """(sign, words) for everything that is on this board."""
    present = {hexmap.terrain[h] for h in bits(hexmap.play)}
    found = [(f"ground {t}", g.label or t.title()) for t, g in style.grounds.items() if t in present]
    kinds = {p.kind for p in hexmap.places}
    named = (("major", "Major city"), ("city", "City"), ("town", "Town"))
    found += [(f"place {kind}", words) for kind, words in named if kind in kinds]
    if hexmap.rivers:
        found += [("river", "River")]
    if hexmap.railways:
        found += [("rail", "Railway")]
    if hexmap.trenches:
        found += [("trench", "Trench and its front")]
    lines = {line.kind: line.name for line in hexmap.lines}
    if "front" in lines:
        found += [("front", lines["front"])]
    if "border" in lines:
        found += [("border", "Border of army groups")]
    if "frontier" in lines:
        found += [("frontier", "State frontier")]
    found += [(f"mark {mark}", _mark_words(mark)) for mark in hexmap.marks]
    return found


def _mark_words(mark: str) -> str:
    words = {"supply-poland": "Polish supply source", "supply-russia": "Russian supply source"}
    return words.get(mark, mark.replace("-", " ").capitalize())


def _legend_shape(hexmap: HexMap, style: MapStyle) -> tuple[int, int]:
    rows = 4
    return -(-len(_entries(hexmap, style)) // rows), rows


def draw_legend(hexmap: HexMap, area: Box, style: MapStyle) -> str:
    _, rows = _legend_shape(hexmap, style)
    parts = [panel(area, style)]
    for i, (sign, words) in enumerate(_entries(hexmap, style)):
        x, y = area.left + 22 + i // rows * _COLUMN, area.top + 18 + (i % rows + 0.5) * _LINE
        parts.append(group(_sign(sign, style), transform=f"translate({num(x + 23)} {num(y)})"))
        parts.append(text(words, (x + 54, y + 6), font_size=18, fill=style.ink, **Face.MEDIUM.attributes))
    note = style.note or "Map data reconstructed from history and geography"
    foot = text(note, (area.left + 22, area.bottom - 14), font_size=14.5, fill="#6b5c40", **Face.ITALIC.attributes)
    return "".join(parts) + foot + _scale(area, style)


def _sign(sign: str, style: MapStyle) -> str:
    """A sample of what an entry of the legend speaks of, around 0,0."""
    kind, _, what = sign.partition(" ")
    match kind:
        case "ground":
            return _swatch(what, style)
        case "place":
            return (use(f"quarter-{what}", transform="scale(.72)") if what != "town" else "") + use(f"place-{what}")
        case "mark":
            return mark_sign(what)
        case _:
            strokes = _line_samples(style)[kind]
            return group(*(path(data, **pen) for data, pen in strokes), fill="none", stroke_linejoin="round")


def _line_samples(style: MapStyle) -> dict[str, list[tuple[str, dict[str, Attribute]]]]:
    """The strokes of the pen that make a short piece of each kind of line."""
    bend, level = "M-20 4C-12 -6 -5 8 4 0S15 -4 20 2", "M-24 0H24"
    teeth = "".join(f"M{x} 3V-5" for x in range(-20, 21, 10))
    dashes: dict[str, Attribute] = {"stroke_width": 5, "stroke_dasharray": "15 8"}
    ties: dict[str, Attribute] = {"stroke_width": 9, "stroke_dasharray": "1.8 10.4", "stroke_dashoffset": -5}
    round_: dict[str, Attribute] = {"stroke_linecap": "round"}
    return {
        "river": [
            (bend, {"stroke": style.water_edge, "stroke_width": 9, **round_}),
            (bend, {"stroke": style.water, "stroke_width": 6.4, **round_}),
        ],
        "rail": [(level, {"stroke": style.rail, "stroke_width": 2.6}), (level, {"stroke": style.rail, **ties})],
        "trench": [
            ("M-24 3H24", {"stroke": style.trench, "stroke_width": 3, **round_}),
            (teeth, {"stroke": style.trench, "stroke_width": 2.4}),
        ],
        "front": [
            (level, {"stroke": style.front, "stroke_width": 24, "stroke_opacity": 0.16}),
            ("M-24 -7H24", {"stroke": style.front, **dashes}),
            ("M-24 7H24", {"stroke": style.front_other, **dashes}),
        ],
        "border": [("M-22 0H24", {"stroke": style.ink, "stroke_width": 4.5, "stroke_dasharray": "0 11", **round_})],
        "frontier": [
            ("M-24 4H24", {"stroke": "#8d93a6", "stroke_width": 9, "stroke_opacity": 0.5}),
            (level, {"stroke": "#5e5246", "stroke_width": 2.2, "stroke_dasharray": "12 5 2 5"}),
        ],
    }


def _swatch(terrain: str, style: MapStyle) -> str:
    """A small hex of a terrain."""
    ground = style.ground(terrain)
    outline = "M-19 -14H19Q22 -14 22 -11V11Q22 14 19 14H-19Q-22 14 -22 11V-11Q-22 -14 -19 -14Z"
    crowns = "M-13 -6h0m9 2h0m10 -3h0m8 4h0m-23 6h0m10 2h0m9 -1h0"
    tufts = use("tuft-0", (-9, -2)) + use("tuft-1", (10, -4)) + use("tuft-2", (1, 8))
    signs = {
        "trees": path(crowns, fill="none", stroke="#a6c07a", stroke_width=11, stroke_linecap="round"),
        "tufts": group(tufts, fill="none", stroke_linecap="round"),
        "peaks": use("peak-1", (-5, 0), transform="scale(.8)") + use("peak-0", (8, 6), transform="scale(.7)"),
    }
    edge = path(outline, fill="none", stroke=style.grid, stroke_width=1.2)
    return path(outline, fill=ground.fill) + signs.get(ground.art, "") + edge


# Scale and compass


def _scale(area: Box, style: MapStyle) -> str:
    """A bar of three hexes in kilometres, in the legend's lower right corner."""
    if not style.kilometres:
        return ""
    step, parts = HEX, 3
    x, y = area.right - step * parts - 34, area.bottom - 25
    bars, words = [], []
    for i in range(parts):
        bars.append(box(x + i * step, y - 6, step, 6, fill=style.paper if i % 2 else style.ink))
    for i in range(parts + 1):
        unit = " km" if i == parts else ""
        words.append(text(f"{style.kilometres * i:g}{unit}", (x + i * step, y + 10), text_anchor="middle"))
    figures = group(*words, font_size=12.5, fill=style.ink, **Face.MEDIUM.attributes)
    return group(*bars, stroke=style.ink, stroke_width=1) + figures


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
    title, legend = draw_title(hexmap, sheet.title, style), draw_legend(hexmap, sheet.legend, style)
    return group(compass, title, legend, id="furniture")
