"""The country under an area board: marshes, hills, woods, rivers, foreign lands and the sea; and the board's legend."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from vistula.board import place_art
from vistula.board.areamap import AreaMap, Shape
from vistula.board.emblems import star
from vistula.board.hexmap import River
from vistula.board.labels import Box
from vistula.board.layout import luck
from vistula.board.legend import swatch
from vistula.board.style import MapStyle
from vistula.board.svg import (
    Attribute,
    Point,
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
from vistula.board.typeface import Face

OPEN = ("lithuania", "latvia")  # lands that have areas of their own


def signs(style: MapStyle) -> str:
    return place_art.defs(style)


def draw_country(board: AreaMap, style: MapStyle) -> str:
    """Everything under the borders of areas."""
    parts = [box(0, 0, board.width, board.height, fill=style.ground("clear").fill), _clouds(board)]
    for kind, art in (("rough", "hill"), ("marsh", "tuft-0")):
        ground = style.ground(kind)
        for shape in _of(board, kind):
            outline = smooth(_wander(shape), closed=True)
            parts.append(path(outline, fill=ground.fill, stroke=ground.edge, stroke_width=2.2, stroke_opacity=0.55))
            parts.append(_strewn(shape, art))
    for shape in _of(board, "land"):
        if shape.id in OPEN:
            wash = style.land(shape.id)
            parts.append(path(polyline(shape.points, closed=True), fill=wash.wash, fill_opacity=0.5))
    return "".join(parts) + "".join(_woods(shape) for shape in _of(board, "woods"))


def draw_abroad(board: AreaMap, style: MapStyle) -> str:
    """Lands without areas cover the borders that would run into them; the sea covers all."""
    parts = []
    for number, shape in enumerate(_of(board, "land")):
        land, data = style.land(shape.id), polyline(shape.points, closed=True)
        edge: dict[str, Attribute] = {"fill": "none", "stroke": land.ribbon, "stroke_linejoin": "round"}
        if shape.id not in OPEN:
            parts.append(path(data, fill=_mixed(land.wash)) + path(data, fill="url(#hatch)"))
        ribbon = path(data, stroke_width=22, stroke_opacity=0.35, clip_path=f"url(#abroad-{number})", **edge)
        frontier = path(data, fill="none", stroke="#5e5246", stroke_width=2.6, stroke_dasharray="13 5 2 5")
        parts.append(tag("clipPath", path(data), id=f"abroad-{number}") + ribbon + frontier)
    for shape in _of(board, "sea"):
        data, sea = smooth(_wander(shape, 5), closed=True), style.ground("sea")
        shore = [path(data, stroke_width=w, stroke_opacity=o) for w, o in ((60, 0.16), (38, 0.22), (18, 0.3))]
        clip = tag("clipPath", path(data), id="sea")
        lines = group(*shore, fill="none", stroke="#e4f3f6", clip_path="url(#sea)")
        parts.append(
            clip + path(data, fill=sea.fill) + lines + path(data, fill="none", stroke=sea.edge, stroke_width=2.4)
        )
    return "".join(parts) + _lands_names(board, style)


def _lands_names(board: AreaMap, style: MapStyle) -> str:
    words = []
    look: dict[str, Attribute] = {"text_anchor": "middle", "fill_opacity": 0.6, **Face.TITLE.attributes}
    for shape in _of(board, "land"):
        size = SIZES.get(shape.id, 0)
        if size and (at := _inside(board, shape)):
            attributes: dict[str, Attribute] = {"fill": style.land(shape.id).ink, "font_size": size, **look}
            words.append(text(shape.name.upper(), at, letter_spacing=size * 0.16, **attributes))
    return group(*words)


SIZES = {"east-prussia": 34, "lithuania": 38, "latvia": 28, "romania": 30}


def _inside(board: AreaMap, shape: Shape) -> Point | None:
    """The middle of the part of a shape that is on the page."""
    shown = [p for p in shape.points if 0 <= p[0] <= board.width and 0 <= p[1] <= board.height]
    if len(shown) < 3:
        return None
    xs, ys = sorted(p[0] for p in shown), sorted(p[1] for p in shown)
    return (xs[0] + xs[-1]) / 2, (ys[0] + ys[-1]) / 2


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
    rail = path(level, stroke=style.rail, stroke_width=3) + path(
        level, stroke=style.rail, stroke_width=10, stroke_dasharray="2 11", stroke_dashoffset=-5
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
