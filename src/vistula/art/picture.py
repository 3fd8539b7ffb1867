"""Pictures of boards: the printed map as one SVG, and PNG from any SVG.

The map is drawn once for a title. Its topmost layer ``spaces`` holds one see-through element for each hex
(``hex-0615``) and for each hexside that carries something (``side-0615-0616``, smaller number first): a client paints
and listens there and needs to know nothing else of the drawing.
"""

from __future__ import annotations

from collections.abc import Callable

import resvg_py

from vistula.art import (
    counters,
    furniture,
    line_art,
    markers,
    overlay_art,
    place_art,
    river_names,
    sidebar,
    stack_art,
    surround_art,
    terrain_art,
)
from vistula.art.labels import Box, Room
from vistula.art.style import STYLE, MapStyle
from vistula.art.svg import box, document, group, num, path, polyline, tag, use
from vistula.art.typeface import font_faces, font_files
from vistula.board.hexes import Hex, Side, bits
from vistula.board.hexmap import HexMap, called
from vistula.board.layout import CORNERS, MARGIN, Layout
from vistula.board.surround import Surround
from vistula.kernel.views import Catalog, Space, View


def draw_map(hexmap: HexMap, style: MapStyle = STYLE, surround: Surround | None = None) -> str:
    """The printed map, with the tracks and boxes around it if they are wanted."""
    return BoardPicture(hexmap, style).map(surround)


def draw_position(hexmap: HexMap, catalog: Catalog, view: View, *, style: MapStyle = STYLE, tracks: bool = True) -> str:
    """A whole position: the map with all pieces and marks, and what lies beside it."""
    return BoardPicture(hexmap, style).position(catalog, view, tracks=tracks)


def map_spaces(hexmap: HexMap) -> list[Space]:
    """The spaces of a catalog, with their places in the picture."""
    return BoardPicture(hexmap).spaces()


class BoardPicture:
    """A board drawn once: keep it where many positions of the same board are wanted."""

    def __init__(self, hexmap: HexMap, style: MapStyle = STYLE) -> None:
        self.hexmap, self.style = called(hexmap, style.names), style
        self.layout = Layout(hexmap.grid, hexmap.north)
        self.sheet = furniture.plan(hexmap, self.layout, style)
        right = max(area.right for area in self.sheet.boxes())
        self.width = max(self.layout.width, right + MARGIN)
        self.height = self.layout.height + self.sheet.strip
        self._drawn: tuple[str, str] | None = None

    def map(self, surround: Surround | None = None) -> str:
        """The map alone, as clients use it, or the whole sheet with its tracks and boxes. Spaces lie where they lie."""
        defs, body = self._parts()
        spaces = draw_spaces(self.hexmap, self.layout)
        high, around = surround_art.sheet(surround, (self.width, self.height), self.style)
        return document(self.width, high, tag("defs", defs), around, body, spaces, title=self.hexmap.title)

    def position(self, catalog: Catalog, view: View, *, tracks: bool = True) -> str:
        defs, body = self._parts()
        faces = {face.id: face for face in catalog.counters}
        centres = self.centres()
        defs += counters.defs(catalog.counters) + markers.marker_defs()
        pieces = (
            stack_art.draw_stacks(view.pieces, faces, centres, facings=catalog.facings)
            + stack_art.draw_marks(view.marks, centres, self.layout.spacing)
            + stack_art.draw_arrows(view.arrows, centres, self.style)
        )
        width, beside = self.width, ""
        if tracks:
            room, drawn = sidebar.draw_sidebar(view, faces, self.style, self.height - 2 * MARGIN)
            beside = box(width, 0, room + MARGIN, self.height, fill=self.style.paper)
            beside += group(drawn, transform=f"translate({num(width)} {num(MARGIN)})", id="sidebar")
            width += room + MARGIN
        title = f"{catalog.name}, turn {view.turn}"
        return document(width, self.height, tag("defs", defs), body, pieces, beside, title=title)

    def centres(self) -> dict[str, tuple[float, float]]:
        number = self.hexmap.grid.number
        return {number(h): self.layout.centre(h) for h in bits(self.hexmap.grid.valid)}

    def spaces(self, more: Callable[[Hex], list[str]] = lambda hex: []) -> list[Space]:
        """The hexes of the game as a catalog names them; `more` are features that the title adds."""
        found = []
        for hex in bits(self.hexmap.play):
            (x, y), place = self.layout.centre(hex), self.hexmap.place[hex]
            features: list[str] = [place.kind] if place and place.kind != "name" else []
            features += [mark for mark, hexes in self.hexmap.marks.items() if hexes >> hex & 1]
            features += [region] if (region := self.hexmap.region[hex]) else []
            name, number = place.name if place else "", self.hexmap.grid.number(hex)
            found.append(
                Space(number, round(x, 1), round(y, 1), name, self.hexmap.terrain[hex], [*features, *more(hex)])
            )
        return found

    def _parts(self) -> tuple[str, str]:
        """The definitions and the drawing of the map, made when first asked for."""
        if self._drawn is None:
            self._drawn = _defs(self.layout, self.style), self._body()
        return self._drawn

    def _body(self) -> str:
        hexmap, layout, style = self.hexmap, self.layout, self.style
        return (
            box(0, 0, self.width, self.height, fill=style.paper)
            + group(_field(hexmap, layout, self.sheet, style), clip_path="url(#field)")
            + furniture.draw_frame(layout, style)
            + furniture.draw_margins(hexmap, layout, style)
            + furniture.draw_sheet(hexmap, self.sheet, style)
        )


def _defs(layout: Layout, style: MapStyle) -> str:
    x, y, width, height = layout.field
    x0, y0 = layout.point((0, 0))
    corners = (layout.point(n) for n in CORNERS)
    shape = polyline([(cx - x0, cy - y0) for cx, cy in corners], closed=True)
    clip = tag("clipPath", box(x, y, width, height), id="field")
    return clip + path(shape, id="hex") + terrain_art.defs() + place_art.defs(style)


def _field(hexmap: HexMap, layout: Layout, sheet: furniture.Sheet, style: MapStyle) -> str:
    """All that lies inside the frame, from the ground up."""
    rivers = line_art.Rivers(hexmap, layout)
    room = _room(hexmap, layout, sheet, rivers, style)
    names = place_art.place_names(hexmap, layout, room)
    lands = place_art.draw_lands_names(hexmap, layout, room, style)
    lands += overlay_art.draw_zone_names(hexmap, layout, room, style)
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
        + overlay_art.draw_strokes(hexmap, layout, style)
        + overlay_art.draw_edges(hexmap, layout, style)
        + overlay_art.draw_bridges(hexmap, layout, style)
        + line_art.draw_trenches(hexmap, layout, style)
        + overlay_art.draw_walls(hexmap, layout, style)
        + line_art.draw_railways(hexmap, layout, style)
        + waters
        + place_art.draw_halos(hexmap, layout, style)
        + place_art.draw_symbols(hexmap, layout)
        + place_art.draw_emblems(hexmap, layout, style)
        + overlay_art.draw_badges(hexmap, layout, style)
        + place_art.draw_names(hexmap, names, style)
    )


def _room(
    hexmap: HexMap, layout: Layout, sheet: furniture.Sheet, rivers: line_art.Rivers, style: MapStyle
) -> Room:  # fmt: skip
    """The page with everything on it that words must keep clear of."""
    x, y, width, height = layout.field
    room = Room(Box(x + 3, y + 3, x + width - 3, y + height - 3))
    place_art.obstacles(hexmap, layout, room, style)
    overlay_art.obstacles(hexmap, layout, room, style)
    for area in sheet.boxes():
        room.take(area, 5)
    for river, course, _ in rivers.courses:
        room.take_line(course, 2.4 if river.wide else 1.8)
    for line in line_art.rail_lines(hexmap):
        room.take_line([layout.centre(h) for h in line], 2.0)
    for wall in line_art.trench_lines(hexmap, layout):
        room.take_line(wall, 1.0)
    for front in line_art.front_lines(hexmap, layout):
        room.take_line(front, 1.0)
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
    """Rivers, trenches, fortified sides, sides of rules and the front line, each side once."""
    found = [*hexmap.river, *hexmap.trenches]
    found += [side for wall in hexmap.walls.values() for side in wall.sides]
    found += [side for sides in hexmap.sides.values() for side in sides.sides]
    found += [side for line in hexmap.lines if line.kind == "front" for stroke in line.strokes for side in stroke]
    return sorted({(min(side), max(side)) for side in found})


def with_fonts(svg: str) -> str:
    """The same picture with its fonts inside, to be opened on its own; a page that has the fonts does not need it."""
    head, mark, rest = svg.partition(">")
    return head + mark + tag("style", font_faces()) + rest


def render_png(svg: str, width: int | None = None) -> bytes:
    """A PNG of an SVG, with the shipped fonts and no others."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=font_files()))
