"""Pictures of area boards: the country, the borders of areas, roads and railways, key cities and fortifications."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, hypot, sin

from vistula.art import area_ground, furniture, river_names, surround_art, terrain_art
from vistula.art.areashapes import Country, border, cells, drawn, tints
from vistula.art.emblems import star
from vistula.art.labels import Box, Room, Spot, spots, text_box
from vistula.art.line_art import double_line
from vistula.art.place_art import SCRIPTS, Script, named
from vistula.art.standing import standing_place
from vistula.art.style import MapStyle, Net
from vistula.art.svg import (
    Attribute,
    add,
    aside,
    between,
    box,
    circle,
    document,
    group,
    num,
    path,
    polyline,
    smooth,
    tag,
    text,
    use,
    xy,
)  # fmt: skip
from vistula.art.typeface import Face, width
from vistula.board.areamap import Area, AreaId, AreaMap, called_areas
from vistula.board.layout import MARGIN, Point, luck
from vistula.board.surround import Surround
from vistula.kernel.views import Space

CUBES = {"B": "#2a2118", "W": "#fffdf4", "G": "#3f8f3a"}
TOWN = Script(Face.MEDIUM, 21.5, 7.5)
ROAD, FRONT = "#9a6a35", "#e6b800"
SHADES = ("#f3edcf", "#dfe5bd", "#eed9b0", "#e3dcc9", "#f6e6d6")  # grounds of areas


@dataclass(frozen=True, slots=True)
class Page:
    """The map field on the page."""

    field: tuple[float, float, float, float]
    spacing: float = 84.0


def draw_area_map(board: AreaMap, style: MapStyle, surround: Surround | None = None) -> str:
    """The printed map, with the tracks and boxes around it if they are wanted."""
    return AreaPicture(board, style).map(surround)


def area_spaces(board: AreaMap) -> list[Space]:
    """The areas as a catalog names them, with the places in the picture where their pieces stand."""
    towns = {id: a.at for id, a in board.areas.items()}
    found = []
    for id, cell in cells(towns, (board.width, board.height)).items():
        x, y = standing_place(cell, towns[id])
        area = board.areas[id]
        found.append(Space(id, round(x + MARGIN, 1), round(y + MARGIN, 1), area.name, "area", _features(area)))
    return found


def _named(area: Area, spot: Spot, drawn: str, **look: Attribute) -> str:
    left, top, right, bottom = spot.box.left, spot.box.top, spot.box.right, spot.box.bottom
    return named(area.id, Box(left + MARGIN, top + MARGIN, right + MARGIN, bottom + MARGIN), drawn, **look)


def _features(area: Area) -> list[str]:
    found = [area.front, area.square]
    found += ["key-city"] if area.points is not None else []
    return found + (["fortified"] if area.faces else []) + ([area.state] if area.state else [])


class AreaPicture:
    """A board of areas, drawn once."""

    def __init__(self, board: AreaMap, style: MapStyle) -> None:
        self.board, self.style = called_areas(board, style.names), style
        self.page = Page((MARGIN, MARGIN, board.width, board.height))
        size = board.width, board.height
        self.raw = cells({id: a.at for id, a in board.areas.items()}, size)
        self.country = Country(size, (a.at for a in board.areas.values()), area_ground.beds(board))
        self.shape = {id: drawn(cell, size, self.country) for id, cell in self.raw.items()}
        self.edges = self._edges()

    @property
    def width(self) -> float:
        return self.board.width + 2 * MARGIN

    @property
    def height(self) -> float:
        return self.board.height + 2 * MARGIN

    def map(self, surround: Surround | None = None, more: str = "", wide: float = 0) -> str:
        """The map alone, as clients use it, or the whole sheet with its tracks and boxes, or with `more` over it."""
        x, y, w, h = self.page.field
        clip = tag("clipPath", box(x, y, w, h), id="field")
        defs = tag("defs", clip, terrain_art.defs(), area_ground.signs(self.style))
        inside = group(group(self._field(), transform=f"translate({MARGIN:g} {MARGIN:g})"), clip_path="url(#field)")
        paper = box(0, 0, self.width, self.height, fill=self.style.paper)
        high, around = surround_art.sheet(surround, (self.width, self.height), self.style)
        body = (
            around + paper + inside + furniture.draw_frame(self.page, self.style) + self._margins() + self._furniture()
        )
        return document(max(self.width, wide), high, defs, body, self._spaces(), more, title=self.board.title)

    def _field(self) -> str:
        room = self._room()
        spots = self._names(room)
        front_names = self._front_names(room)
        lands = area_ground.draw_lands_names(self.board, self.style, room)
        waters = river_names.draw_river_names(area_ground.courses(self.board), room, self.style)
        return (
            area_ground.draw_country(self.board, self.style, self._tints())
            + self._borders()
            + area_ground.draw_abroad(self.board, self.style)
            + lands
            + area_ground.draw_rivers(self.board, self.style)
            + self._squares()
            + self._front()
            + waters
            + front_names
            + self._links()
            + self._forts()
            + self._symbols()
            + self._written(spots)
        )

    # -- borders

    def _edges(self) -> dict[tuple[Point, Point], list[AreaId]]:
        """The areas on both sides of every stretch of border."""
        found: dict[tuple[Point, Point], list[AreaId]] = {}
        for id, cell in self.raw.items():
            for p, q in zip(cell, cell[1:] + cell[:1], strict=True):
                found.setdefault(_edge(p, q), []).append(id)
        return found

    def _tints(self) -> str:
        """Neighbours on grounds of different shades, so that shapes are seen at a glance."""
        shade = tints(self.shape, (tuple(ids) for ids in self.edges.values() if len(ids) == 2), len(SHADES))  # type: ignore[misc]
        data = [
            "".join(polyline(shape, closed=True) for id, shape in self.shape.items() if shade[id] == i)
            for i in range(len(SHADES))
        ]
        return group(*(path(d, fill=fill) for d, fill in zip(data, SHADES, strict=True)), fill_opacity=0.8)

    def _borders(self) -> str:
        data = "".join(polyline(border(*e, self.country)) for e, ids in self.edges.items() if len(ids) == 2)
        return group(
            path(data, stroke="#fffaf0", stroke_width=7, stroke_opacity=0.5),
            path(data, stroke="#84694a", stroke_width=2.4, stroke_opacity=0.85),
            fill="none", stroke_linejoin="round", stroke_linecap="round",
        )  # fmt: skip

    def _front(self) -> str:
        """The line between the fronts, along the borders of areas."""
        data = "".join(polyline(line) for line in self._front_lines())
        return group(
            path(data, stroke="#7a5c00", stroke_width=11, stroke_opacity=0.35),
            path(data, stroke=FRONT, stroke_width=7),
            fill="none", stroke_linejoin="round", stroke_linecap="round",
        )  # fmt: skip

    def _front_lines(self) -> list[list[Point]]:
        fronts = {id: a.front for id, a in self.board.areas.items()}
        parting = [e for e, ids in self.edges.items() if len({fronts[id] for id in ids}) == 2]
        return [border(*e, self.country) for e in parting]

    def _front_names(self, room: Room) -> str:
        """The names of the fronts on either side of the line, where there is room for them."""
        line = sorted(p for part in self._front_lines() for p in part)
        words, size = ("NORTHERN FRONT", "SOUTHERN FRONT"), 27.0
        wide = max(width(w, Face.TITLE, size, 5) for w in words)
        best: tuple[float, Point, Point] | None = None
        for step in range(int((self.board.width - wide) // 40)):
            left = 20.0 + step * 40
            ys = [y for x, y in line if left - 20 <= x <= left + wide + 20]
            if not ys:
                continue
            north, south = (left + wide / 2, min(ys) - 14), (left + wide / 2, max(ys) + 14 + size * 0.7)
            cost = sum(room.cost(text_box(at, "middle", wide, size)) for at in (north, south)) + (max(ys) - min(ys)) / 4
            best = min(best, (cost, north, south)) if best else (cost, north, south)
        if best is None:
            return ""
        look: dict[str, Attribute] = {"fill": "#7a5c00", "font_size": size, "letter_spacing": 5}
        written = [text(w, at) for w, at in zip(words, best[1:], strict=True)]
        for at in best[1:]:
            room.take(text_box(at, "middle", wide, size), 0.3)
        return group(*written, stroke="#f8f2dd", stroke_width=4, paint_order="stroke", text_anchor="middle", **look,
                     **Face.TITLE.attributes)  # fmt: skip

    # -- links

    def _links(self) -> str:
        lines = {"road": "", "rail": ""}
        for (a, b), kind in self.board.links.items():
            if a < b:
                lines[kind] += smooth(self._way(a, b))
        return group(
            path(lines["road"], stroke=self.style.paper, stroke_width=8, stroke_opacity=0.8),
            path(lines["road"], stroke=ROAD, stroke_width=4.4, stroke_dasharray="13 7"),
            group(path(lines["rail"], id="rails"), stroke=self.style.paper, stroke_width=9, stroke_opacity=0.8),
            *double_line("rails", Net(self.style.rail, "Railway"), self.style),
            fill="none", stroke_linejoin="round",
        )  # fmt: skip

    def _way(self, a: AreaId, b: AreaId) -> list[Point]:
        """A link bends a little on its way."""
        p, q = self.board.areas[a].at, self.board.areas[b].at
        dice = luck(*(int(v * 10) for v in (*p, *q)))
        reach = min(hypot(q[0] - p[0], q[1] - p[1]) * 0.07, 16)
        bends = [add(between(p, q, s), aside(p, q, dice.uniform(-reach, reach))) for s in (0.36, 0.66)]
        return [p, *bends, q]

    def _forts(self) -> str:
        """Ramparts across the links that a fortification faces."""
        walls, teeth = [], []
        for area in self.board.areas.values():
            for other in sorted(area.faces):
                first, last = sorted((area.id, other))
                way = self._way(first, last)
                away = way[1] if first == area.id else way[-2]
                turn = atan2(away[1] - area.at[1], away[0] - area.at[0])
                arc = [_round(area.at, 27, turn + share * 0.62) for share in (-1, -0.5, 0, 0.5, 1)]
                walls.append(smooth(arc))
                for share in (-0.85, -0.42, 0, 0.42, 0.85):
                    foot, tip = (_round(area.at, r, turn + share * 0.62) for r in (27, 35))
                    teeth.append(f"M{xy(foot)}L{xy(tip)}")
        ink: dict[str, Attribute] = {"stroke": self.style.wall, "stroke_linecap": "round"}
        under = path("".join(walls + teeth), stroke=self.style.paper, stroke_width=8, stroke_opacity=0.8)
        return group(
            under,
            path("".join(walls), stroke_width=4.4, **ink),
            path("".join(teeth), stroke_width=3, **ink),
            fill="none",
        )

    # -- places

    def _symbols(self) -> str:
        parts = []
        for area in self.board.areas.values():
            key = area.points is not None
            parts.append(
                use("quarter-city", area.at) + use("place-city", area.at) if key else use("place-town", area.at)
            )
            if area.state == "link":
                parts.append(star(15, add(area.at, (0, -32)), fill="#c4161c", stroke="#5c0a0a", stroke_width=1.2))
        return group(*parts)

    def _room(self) -> Room:
        room = Room(Box(4, 4, self.board.width - 4, self.board.height - 4))
        for panel in self._panels():
            shown = Box(panel.left - MARGIN, panel.top - MARGIN, panel.right - MARGIN, panel.bottom - MARGIN)
            room.take(shown.grown(30), 5)
        for area in self.board.areas.values():
            x, y = area.at
            r = 22 if area.points is not None else 9
            room.take(Box(x - r, y - r, x + r, y + r), 0.6)
        for (a, b), _ in self.board.links.items():
            if a < b:
                room.take_line(self._way(a, b), 2.2)
        return room

    def _names(self, room: Room) -> list[tuple[Area, Spot]]:
        ordered = sorted(self.board.areas.values(), key=lambda a: (a.points is None, -(a.points or 0), a.id))
        chosen: dict[AreaId, Spot] = {}
        for _ in range(3):
            for area in ordered:
                if old := chosen.get(area.id):
                    room.release(old.box)
                script, radius = _script(area), 25 if area.points is not None else 9
                wide = script.width(area.name) + (_extra(area) if area.points is not None else 0)
                offers = spots(area.at, radius, wide, script.size + (8 if area.points is not None else 0))
                best = min(offers, key=lambda spot: spot.dislike + room.cost(spot.box.grown(2)))
                chosen[area.id] = best
                room.take(best.box, 0.5)
        return [(area, chosen[area.id]) for area in ordered]

    def _written(self, placed: list[tuple[Area, Spot]]) -> str:
        """Each name a group with its own id and box, so that a client can keep pieces off it, or draw it over them."""
        halo: dict[str, Attribute] = {"stroke": "#f8f2dd", "stroke_width": 3.4, "paint_order": "stroke"}
        look: dict[str, Attribute] = {"stroke_linejoin": "round", **halo, **Face.MEDIUM.attributes}
        towns = [
            _named(a, s, text(a.name, s.at, text_anchor=s.anchor, font_size=TOWN.size, fill=self.style.ink), **look)
            for a, s in placed
            if a.points is None
        ]
        return "".join(towns + [_named(a, s, self._banner(a, s)) for a, s in placed if a.points is not None])

    def _banner(self, area: Area, spot: Spot) -> str:
        """A ribbon with the name of a key city, its points in a disc, its cubes after it."""
        b, script = spot.box, _script(area)
        y, high = (b.top + b.bottom) / 2, 27.0
        left, right = b.left - 4, b.right + 4
        ribbon = (
            f"M{num(left)} {num(y - high / 2)}H{num(right)}l-6 {num(high / 2)}l6 {num(high / 2)}H{num(left)}"
            f"l6 {num(-high / 2)}z"
        )
        side = {"north": "#f6e7c1", "south": "#f3d9c0"}[area.front]
        parts = [path(ribbon, fill=side, stroke=self.style.ink, stroke_width=1.6)]
        at = (left + 19, y)
        parts.append(circle(at, 11, fill="#7c1620", stroke=self.style.ink, stroke_width=1.4))
        look: dict[str, Attribute] = {"text_anchor": "middle", **Face.BOLD.attributes}
        parts.append(text(str(area.points), (at[0], y + 6), fill="#fff6d8", font_size=17, **look))
        ink: dict[str, Attribute] = {"fill": self.style.ink, "font_size": script.size, **Face.BOLD.attributes}
        parts.append(text(area.name, (left + 35, y + 7.5), **ink))
        x = left + 40 + script.width(area.name)
        for colour, count in area.cubes.items():
            for _ in range(count):
                parts.append(box(x, y - 6.5, 13, 13, rx=2, fill=CUBES[colour], stroke=self.style.ink, stroke_width=1.3))
                x += 16
        return "".join(parts)

    # -- around the map

    def _squares(self) -> str:
        lines = "".join(f"M{num(x)} 0V{num(self.board.height)}" for x in self.board.letter_lines[1:-1])
        lines += "".join(f"M0 {num(y)}H{num(self.board.width)}" for y in self.board.row_lines[1:-1])
        return path(lines, stroke="#5e5246", stroke_width=1.2, stroke_opacity=0.4, stroke_dasharray="3 7", fill="none")

    def _margins(self) -> str:
        x, y, w, h = self.page.field
        words = []
        for letter, (a, b) in zip(self.board.letters, pairwise((0, *self.board.letter_lines[1:-1], w)), strict=True):
            words += [text(letter, (x + (a + b) / 2, at)) for at in (y - 22, y + h + 34)]
        for row, (a, b) in enumerate(pairwise((0, *self.board.row_lines[1:-1], h)), 1):
            words += [text(str(row), (at, y + (a + b) / 2 + 7)) for at in (x - 29, x + w + 29)]
        return group(*words, font_size=22, fill=self.style.ink, text_anchor="middle", **Face.BOLD.attributes)

    def _panels(self) -> tuple[Box, Box]:
        """Where title and legend lie, on the page."""
        wide, high = furniture.title_size(self.board.title, self.style)
        x, y, _, h = self.page.field
        legend_high = 5 * 38 + 34.0
        top = y + h - legend_high - high - 44
        title = Box(x + 18, top, x + 18 + wide, top + high)
        return title, Box(x + 18, top + high + 16, x + 18 + wide, top + high + 16 + legend_high)

    def _furniture(self) -> str:
        title, legend = self._panels()
        panels = furniture.panel(legend, self.style) + area_ground.draw_legend(legend, self.style)
        return group(furniture.draw_title(self.board.title, title, self.style), panels, id="furniture")

    def _spaces(self) -> str:
        shapes = [path(polyline(s, closed=True), id=f"area-{id}", class_="space") for id, s in self.shape.items()]
        ways = [
            path(smooth(self._way(a, b)), id=f"link-{a}-{b}", class_="side") for a, b in self.board.links if a < b
        ]  # fmt: skip
        return group(
            group(*shapes, fill="#fff", fill_opacity=0, stroke="none"),
            group(*ways, fill="none", stroke="#fff", stroke_opacity=0, stroke_width=12, pointer_events="none"),
            id="spaces", transform=f"translate({MARGIN:g} {MARGIN:g})",
        )  # fmt: skip


def _script(area: Area) -> Script:
    return SCRIPTS["city"] if area.points is not None else TOWN


def _extra(area: Area) -> float:
    """Room in a banner beside the name: the disc of points and the cubes."""
    return 44 + 16.0 * sum(area.cubes.values())


def _edge(p: Point, q: Point) -> tuple[Point, Point]:
    a, b = (round(p[0], 1), round(p[1], 1)), (round(q[0], 1), round(q[1], 1))
    return (a, b) if a < b else (b, a)


def _round(at: Point, reach: float, turn: float) -> Point:
    return at[0] + reach * cos(turn), at[1] + reach * sin(turn)
