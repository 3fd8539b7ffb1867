"""The country under an area board: marshes, hills, woods, rivers, foreign lands and the sea; and the board's legend."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from vistula.art import place_art
from vistula.art.areashapes import warped
from vistula.art.emblems import star
from vistula.art.labels import Box, Room
from vistula.art.legend import swatch
from vistula.art.line_art import GAUGE, RAILS, TIE
from vistula.art.style import MapStyle
from vistula.art.svg import (
    Attribute,
    add,
    aside,
    between,
    box,
    circle,
    group,
    num,
    path,
    polyline,
    smooth,
    tag,
    text,
    use,
)
from vistula.art.typeface import Face, width
from vistula.board.areamap import AreaMap, Shape
from vistula.board.hexmap import River
from vistula.board.layout import Point, luck

OPEN = ("lithuania", "latvia")  # lands that have areas of their own


def signs(style: MapStyle) -> str:
    return place_art.defs(style)


def draw_country(board: AreaMap, style: MapStyle, tints: str = "") -> str:
    """Everything under the borders of areas, on the tinted grounds of the areas."""
    parts = [box(0, 0, board.width, board.height, fill=style.ground("clear").fill), tints, _clouds(board)]
    for kind, art in (("rough", "hill"), ("marsh", "tuft-0")):
        ground = style.ground(kind)
        for shape in _of(board, kind):
            outline = smooth(_wander(shape), closed=True)
            parts.append(path(outline, fill=ground.fill, stroke=ground.edge, stroke_width=2.2, stroke_opacity=0.55))
            parts.append(_strewn(shape, art))
    for shape in _of(board, "land"):
        if shape.id in OPEN:
            wash = style.land(shape.id)
            parts.append(path(polyline(_coast(shape), closed=True), fill=wash.wash, fill_opacity=0.5))
    return "".join(parts) + "".join(_woods(shape) for shape in _of(board, "woods"))


def draw_abroad(board: AreaMap, style: MapStyle) -> str:
    """Lands without areas cover the borders that would run into them; the sea covers all."""
    parts = []
    for number, shape in enumerate(_of(board, "land")):
        land, data = style.land(shape.id), polyline(_coast(shape), closed=True)
        edge: dict[str, Attribute] = {"fill": "none", "stroke": land.ribbon, "stroke_linejoin": "round"}
        if shape.id not in OPEN:
            parts.append(path(data, fill=_mixed(land.wash)) + path(data, fill="url(#hatch)"))
        ribbon = path(data, stroke_width=22, stroke_opacity=0.35, clip_path=f"url(#abroad-{number})", **edge)
        frontier = path(data, fill="none", stroke="#5e5246", stroke_width=2.6, stroke_dasharray="13 5 2 5")
        parts.append(tag("clipPath", path(data), id=f"abroad-{number}") + ribbon + frontier)
    for shape in _of(board, "sea"):
        data, sea = smooth(_coast(shape), closed=True), style.ground("sea")
        shore = [path(data, stroke_width=w, stroke_opacity=o) for w, o in ((60, 0.16), (38, 0.22), (18, 0.3))]
        clip = tag("clipPath", path(data), id="sea")
        lines = group(*shore, fill="none", stroke="#e4f3f6", clip_path="url(#sea)")
        parts.append(
            clip + path(data, fill=sea.fill) + lines + path(data, fill="none", stroke=sea.edge, stroke_width=2.4)
        )
    return "".join(parts)


def draw_lands_names(board: AreaMap, style: MapStyle, room: Room) -> str:
    """The names of lands and of the sea, each where its ground is widest, clear of what lies on the map."""
    words = []
    lands = _of(board, "land")
    for shape in lands:
        others = [s for s in [*lands, *_of(board, "sea")] if s is not shape]
        words.append(_across(room, shape, others, shape.name.upper(), style.land(shape.id).ink, Face.TITLE))
    for shape in _of(board, "sea"):
        sea = style.sea_name if style.names == "polish" else style.sea_english
        words.append(_across(room, shape, lands, sea, style.water_ink, Face.ITALIC))
    return group(*words, text_anchor="middle", fill_opacity=0.6)


def _across(room: Room, shape: Shape, others: list[Shape], name: str, ink: str, face: Face) -> str:
    for size in (44.0, 38.0, 32.0, 27.0, 22.0, 18.0):
        if found := _widest(room, shape, others, width(name, face, size, size * 0.16) + size, size * 1.5):
            at = found[0], found[1] + size * 0.34
            look: dict[str, Attribute] = {"fill": ink, "font_size": size, "letter_spacing": size * 0.16}
            return text(name, at, **look, **face.attributes)
    return ""


def _widest(room: Room, shape: Shape, others: list[Shape], wide: float, high: float) -> Point | None:
    """The spot for a label of this size that lies deepest in a shape."""
    xs, ys = [p[0] for p in shape.points], [p[1] for p in shape.points]
    page, step = room.page, 32
    left, right = max(min(xs), page.left + wide / 2), min(max(xs), page.right - wide / 2)
    top, bottom = max(min(ys), page.top + high / 2), min(max(ys), page.bottom - high / 2)
    best: tuple[float, Point] | None = None
    for row in range(int((bottom - top) // step) + 1):
        for column in range(int((right - left) // step) + 1):
            at = left + column * step, top + row * step
            if (depth := _depth(page, shape, at)) > (best[0] if best else 0) and _fits(
                room, shape, others, at, wide, high
            ):
                best = depth, at
    return best[1] if best else None


def _depth(page: Box, shape: Shape, at: Point) -> float:
    """How far a point lies from the corners of a shape and from the edge of the page."""
    edge = min(at[0] - page.left, page.right - at[0], at[1] - page.top, page.bottom - at[1])
    return min(2 * edge, *(hypot(p[0] - at[0], p[1] - at[1]) for p in shape.points))


def _fits(room: Room, shape: Shape, others: list[Shape], at: Point, wide: float, high: float) -> bool:
    """Whether a label lies wholly in a shape and on nothing else."""
    if not _holds(shape, at):
        return False
    area = Box(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)
    rim = [(area.left + wide * i / 6, y) for i in range(7) for y in (area.top, area.bottom)]
    if room.cost(area) > 0 or not all(_holds(shape, p) for p in rim):
        return False
    return not any(_holds(other, p) for other in others for p in rim)


def _mixed(colour: str) -> str:
    """A pale colour half way to paper."""
    parts = [(int(colour[i : i + 2], 16) + int("eeebd1"[i - 1 : i + 1], 16)) // 2 for i in (1, 3, 5)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def draw_rivers(board: AreaMap, style: MapStyle) -> str:
    lines = {True: "", False: ""}
    for shape in _of(board, "river"):
        lines[shape.wide] += smooth(_winding(shape))
    banks = [path(lines[wide], stroke_width=width + 2.4) for wide, width in ((False, 3.2), (True, 6.4))]
    beds = [path(lines[wide], stroke_width=width) for wide, width in ((False, 3.2), (True, 6.4))]
    pen: dict[str, Attribute] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(group(*banks, stroke=style.water_edge), group(*beds, stroke=style.water), **pen)


def beds(board: AreaMap) -> list[list[Point]]:
    """The beds of great rivers, point by point."""
    return [_evenly(_winding(shape)) for shape in _of(board, "river") if shape.wide]


def _evenly(line: list[Point], step: float = 7.0) -> list[Point]:
    found = []
    for p, q in pairwise(line):
        count = max(int(hypot(q[0] - p[0], q[1] - p[1]) / step), 1)
        found += [between(p, q, i / count) for i in range(count)]
    return [*found, line[-1]]


def _coast(shape: Shape) -> list[Point]:
    """An outline with bays and bends; outlines that share a stretch bend alike."""
    ring = _evenly([*shape.points, shape.points[0]], 22)[:-1]
    return [warped(warped(p, 5), 3) for p in ring]


def _winding(shape: Shape) -> list[Point]:
    """A river between its points, swinging to and fro."""
    line = list(shape.points)
    for reach in (0.16, 0.1, 0.07):
        bent = [line[0]]
        for p, q in pairwise(line):
            if hypot(q[0] - p[0], q[1] - p[1]) > 26:
                dice = luck(int(p[0] * 10), int(p[1] * 10), int(q[0] * 10), int(q[1] * 10))
                sway = aside(p, q, dice.uniform(-reach, reach) * hypot(q[0] - p[0], q[1] - p[1]))
                bent.append(add(between(p, q, dice.uniform(0.4, 0.6)), sway))
            bent.append(q)
        line = bent
    return line


def courses(board: AreaMap) -> list[tuple[River, list[Point]]]:
    """The rivers and their courses, for their names."""
    found = []
    for shape in _of(board, "river"):
        shown = [p for p in _winding(shape) if 0 < p[0] < board.width and 0 < p[1] < board.height]
        if len(shown) > 4:
            found.append((River(shape.name, shape.name, shape.wide, (), ""), shown))
    return found


def _of(board: AreaMap, kind: str) -> list[Shape]:
    return [shape for shape in board.shapes if shape.kind == kind]


def _wander(shape: Shape, reach: float = 9, closed: bool = True) -> list[Point]:
    """The points of a shape with others between them, a little off the line."""
    ends = [*shape.points[1:], shape.points[0]] if closed else list(shape.points[1:])
    line: list[Point] = []
    for p, q in zip(shape.points, ends, strict=closed):
        dice = luck(int(p[0]), int(p[1]), int(q[0]), int(q[1]))
        far = ((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2) ** 0.5
        count = max(int(far / 55), 1)
        line.append(p)
        for i in range(1, count):
            x, y = p[0] + (q[0] - p[0]) * i / count, p[1] + (q[1] - p[1]) * i / count
            line.append((x + dice.uniform(-reach, reach), y + dice.uniform(-reach, reach)))
    return line if closed else [*line, shape.points[-1]]


def _strewn(shape: Shape, sign: str) -> str:
    """Signs strewn over a patch."""
    xs, ys = [p[0] for p in shape.points], [p[1] for p in shape.points]
    dice = luck(int(xs[0]), int(ys[0]), 3)
    found, step = [], 34
    for row in range(int((max(ys) - min(ys)) // step) + 1):
        for column in range(int((max(xs) - min(xs)) // step) + 1):
            x = min(xs) + (column + 0.5 * (row % 2) + dice.uniform(-0.3, 0.3)) * step
            y = min(ys) + (row + dice.uniform(-0.3, 0.3)) * step
            if _holds(shape, (x, y)):
                found.append(use(sign, (x, y)))
    ink: dict[str, Attribute] = {"stroke": "#a1814f", "stroke_width": 1.4} if sign == "hill" else {}
    return group(*found, fill="none", stroke_linecap="round", **ink)


def _holds(shape: Shape, at: Point) -> bool:
    x, y = at
    inside = False
    for (x1, y1), (x2, y2) in zip(shape.points, shape.points[1:] + shape.points[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def _woods(shape: Shape) -> str:
    """A clump of crowns at every spot."""
    dots = []
    for x, y in shape.points:
        dice = luck(int(x), int(y), 5)
        for _ in range(11):
            dots.append(f"M{num(x + dice.uniform(-27, 27))} {num(y + dice.uniform(-24, 24))}h0")
    data = "".join(dots)
    return group(
        path(data, stroke="#8dab66", stroke_width=14), path(data, stroke="#a6c07a", stroke_width=11.5),
        path(data, stroke="#b3cb8a", stroke_width=6, transform="translate(-1 -1)"), fill="none", stroke_linecap="round",
    )  # fmt: skip


def _clouds(board: AreaMap) -> str:
    dice = luck(int(board.width), int(board.height))
    count = int(board.width * board.height / 180_000)
    return group(*(
        circle((dice.uniform(0, board.width), dice.uniform(0, board.height)), dice.uniform(150, 320),
               fill=f"url(#cloud-{i % 2})")
        for i in range(count)
    ))  # fmt: skip


# Legend


def draw_legend(area: Box, style: MapStyle) -> str:
    column = (area.right - area.left - 40) / 2
    parts = []
    for i, (sign, words) in enumerate(_entries(style)):
        x, y = area.left + 26 + i // 5 * column, area.top + 20 + (i % 5 + 0.5) * 38
        parts.append(group(sign, transform=f"translate({num(x + 26)} {num(y)})"))
        parts.append(text(words, (x + 62, y + 6), font_size=19, fill=style.ink, **Face.MEDIUM.attributes))
    return "".join(parts)


def _entries(style: MapStyle) -> list[tuple[str, str]]:
    level, arc = "M-26 0H26", "M-20 8Q0 -8 20 8"
    teeth = "M-14 3L-17 -4M-7 0L-9 -8M0 -1V-9M7 0L9 -8M14 3L17 -4"
    points = circle((0, 0), 11, fill="#7c1620", stroke=style.ink, stroke_width=1.4) + text(
        "2", (0, 6), fill="#fff6d8", font_size=17, text_anchor="middle", **Face.BOLD.attributes
    )
    cubes = "".join(
        box(-24 + i * 17, -6.5, 13, 13, rx=2, fill=fill, stroke=style.ink, stroke_width=1.3)
        for i, fill in enumerate(("#2a2118", "#fffdf4", "#3f8f3a"))
    )
    rail = (
        path(level, stroke=style.rail, stroke_width=RAILS)
        + path(level, stroke=style.between_rails, stroke_width=GAUGE)
        + path(level, stroke=style.rail, stroke_width=TIE, stroke_dasharray="1.8 10.4", stroke_dashoffset=-5)
    )
    fort = path(arc, fill="none", stroke=style.wall, stroke_width=4.4) + path(teeth, stroke=style.wall, stroke_width=3)
    return [
        (use("quarter-city") + use("place-city"), "Key city"),
        (points, "Its victory points"),
        (use("place-town"), "Area"),
        (cubes, "Strategic Reinforcements"),
        (star(14, fill="#c4161c", stroke="#5c0a0a", stroke_width=1.2), "Soviet Eastern Link"),
        (rail, "Railway"),
        (path(level, stroke="#9a6a35", stroke_width=4.4, stroke_dasharray="13 7"), "Road"),
        (fort, "Fortification, facing a link"),
        (path(level, stroke="#e6b800", stroke_width=7, stroke_linecap="round"), "Line between the fronts"),
        (swatch("marsh", style), "Marsh, no effect"),
    ]
