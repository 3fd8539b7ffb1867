"""Pictures of boards: the printed map as one SVG, and PNG from any SVG.

The map is drawn once for a title. Its topmost layer ``spaces`` holds one see-through element for each hex
(``hex-0615``) and for each hexside that carries something (``side-0615-0616``, smaller number first): a client paints
and listens there and needs to know nothing else of the drawing.
"""

from __future__ import annotations

import resvg_py

from vistula.board import furniture, line_art, place_art, river_names, terrain_art
from vistula.board.hexes import Side, bits
from vistula.board.hexmap import HexMap
from vistula.board.labels import Box, Room
from vistula.board.layout import Layout
from vistula.board.style import STYLE, MapStyle
from vistula.board.svg import box, document, group, path, polyline, tag, use
from vistula.board.typeface import font_files


def draw_map(hexmap: HexMap, style: MapStyle = STYLE) -> str:
    """The printed map."""
    layout = Layout(hexmap.grid, hexmap.north)
    defs, body, height = map_parts(hexmap, layout, style)
    return document(layout.width, height, tag("defs", defs), body, title=hexmap.title)


def map_parts(hexmap: HexMap, layout: Layout, style: MapStyle) -> tuple[str, str, float]:
    """The definitions and the drawing of a map, and how high the sheet is."""
    sheet = furniture.plan(hexmap, layout, style)
    height = layout.height + sheet.strip
    field = _field(hexmap, layout, sheet, style)
    body = (
        box(0, 0, layout.width, height, fill=style.paper)
        + group(field, clip_path="url(#field)")
        + furniture.draw_frame(layout, style)
        + furniture.draw_margins(hexmap, layout, style)
        + furniture.draw_sheet(hexmap, sheet, style)
        + draw_spaces(hexmap, layout)
    )
    return _defs(layout, style), body, height


def _defs(layout: Layout, style: MapStyle) -> str:
    x, y, width, height = layout.field
    centre = layout.point((0, 0))
    shape = polyline([(p[0] - centre[0], p[1] - centre[1]) for p in _hex_outline(layout)], closed=True)
    clip = tag("clipPath", box(x, y, width, height), id="field")
    return clip + path(shape, id="hex") + terrain_art.defs() + place_art.defs(style)


def _hex_outline(layout: Layout) -> list[tuple[float, float]]:
    return [layout.point(n) for n in ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))]


def _field(hexmap: HexMap, layout: Layout, sheet: furniture.Sheet, style: MapStyle) -> str:
    """All that lies inside the frame, from the ground up."""
    rivers = line_art.Rivers(hexmap, layout)
    room = _room(hexmap, layout, sheet, rivers)
    names = place_art.place_names(hexmap, layout, room)
    lands = place_art.draw_lands_names(hexmap, layout, room, style)
    waters = river_names.draw_river_names([(river, course) for river, course, _ in rivers.courses], room, style)
    return (
        terrain_art.draw_ground(hexmap, layout, style)
        + lands
        + place_art.draw_quarters(hexmap, layout)
        + line_art.draw_grid(hexmap, layout, style)
        + place_art.draw_numbers(hexmap, layout, style)
        + line_art.draw_lines(hexmap, layout, style)
        + line_art.draw_front(hexmap, layout, style)
        + rivers.draw(style)
        + line_art.draw_trenches(hexmap, layout, style)
        + line_art.draw_railways(hexmap, layout, style)
        + waters
        + place_art.draw_symbols(hexmap, layout)
        + place_art.draw_emblems(hexmap, layout)
        + place_art.draw_names(names, style)
    )


def _room(hexmap: HexMap, layout: Layout, sheet: furniture.Sheet, rivers: line_art.Rivers) -> Room:
    """The page with everything on it that words must keep clear of."""
    x, y, width, height = layout.field
    room = Room(Box(x + 3, y + 3, x + width - 3, y + height - 3))
    place_art.obstacles(hexmap, layout, room)
    for area in sheet.boxes():
        room.take(area, 5)
    for river, course, _ in rivers.courses:
        room.take_line(course, 2.2 if river.wide else 1.6)
    for line in line_art.rail_lines(hexmap):
        room.take_line([layout.centre(h) for h in line], 1.3)
    for wall in line_art.trench_lines(hexmap, layout):
        room.take_line(wall, 1.0)
    return room


# The layer that clients use


def draw_spaces(hexmap: HexMap, layout: Layout) -> str:
    number = hexmap.grid.number
    hexes = [use("hex", layout.centre(h), id=f"hex-{number(h)}", class_="space") for h in bits(hexmap.grid.valid)]
    sides = [
        path(polyline([layout.point(n) for n in layout.side(side)]), id=side_id(hexmap, side), class_="side")
        for side in sides_that_matter(hexmap)
    ]
    return group(
        group(*hexes, fill="#fff", fill_opacity=0, stroke="none"),
        group(*sides, fill="none", stroke="#fff", stroke_opacity=0, stroke_width=8, pointer_events="none"),
        id="spaces",
    )


def side_id(hexmap: HexMap, side: Side) -> str:
    one, other = sorted(hexmap.grid.number(h) for h in side)
    return f"side-{one}-{other}"


def sides_that_matter(hexmap: HexMap) -> list[Side]:
    """Rivers, trenches and the front line, each side once."""
    found = [*hexmap.river, *hexmap.trenches]
    found += [side for line in hexmap.lines if line.kind == "front" for stroke in line.strokes for side in stroke]
    return sorted({(min(side), max(side)) for side in found})


def render_png(svg: str, width: int | None = None) -> bytes:
    """A PNG of an SVG, with the shipped fonts and no others."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=font_files()))
