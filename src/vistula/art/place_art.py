"""Towns, cities and their names; hex numbers; emblems of supply; names of lands and of the sea."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vistula.art.emblems import mark_sign, star_points
from vistula.art.labels import Box, Room, Spot, spots, text_box
from vistula.art.style import STYLE, MapStyle
from vistula.art.svg import Attribute, box, circle, group, num, path, polyline, tag, text, use
from vistula.art.typeface import Face, width
from vistula.board.hexes import Hex, HexSet, bits, collect, members
from vistula.board.hexmap import HexMap, Place
from vistula.board.layout import Layout, Point


@dataclass(frozen=True, slots=True)
class Script:
    """How the name of a class of places is set, and how large its symbol is."""

    face: Face
    size: float
    radius: float
    spacing: float = 0.0
    capitals: bool = False

    def words(self, name: str) -> str:
        return name.upper() if self.capitals else name

    def width(self, name: str) -> float:
        return width(self.words(name), self.face, self.size, self.spacing)


SCRIPTS = {
    "major": Script(Face.BOLD, 30, 15, 1.4, capitals=True),
    "city": Script(Face.BOLD, 23.5, 11),
    "fortress": Script(Face.BOLD, 23.5, 13),
    "town": Script(Face.MEDIUM, 18.5, 7.5),
    "fort": Script(Face.MEDIUM, 18.5, 10),
    "name": Script(Face.MEDIUM, 14.5, 3.2),
}
_RANK = {kind: rank for rank, kind in enumerate(SCRIPTS)}
_EMBLEM = 13.0  # half the height of a supply emblem


# Symbols


def defs(style: MapStyle) -> str:
    ink = style.ink
    town = circle((0, 0), 6.4, fill="#fffdf4", stroke=ink, stroke_width=2.4)
    city = circle((0, 0), 9.4, fill="#fffdf4", stroke=ink, stroke_width=2.4) + circle((0, 0), 4.6, fill="#b5332a")
    major = (
        box(-12.5, -12.5, 25, 25, rx=3, fill="#fffdf4", stroke=ink, stroke_width=2.8)
        + box(-7.8, -7.8, 15.6, 15.6, rx=1.5, fill="#b5332a")
        + circle((0, 0), 3.4, fill="#fffdf4")
    )
    name = circle((0, 0), 2.7, fill="#5c5040")
    bastion = polyline(star_points(15, 6, 0.72), closed=True)
    fortress = path(bastion, fill="#fffdf4", stroke=ink, stroke_width=2.6) + circle((0, 0), 5, fill="#b5332a")
    fort = path(bastion, fill="#d9cba6", stroke=ink, stroke_width=3.2, transform="scale(.7)")
    symbols = {"town": town, "city": city, "major": major, "fortress": fortress, "fort": fort, "name": name}
    return "".join(tag("g", sign, id=f"place-{kind}") for kind, sign in symbols.items()) + _quarters()


def _quarters() -> str:
    """The built-up ground of cities: blocks of houses around a square."""
    small = _blocks((
        (-18, -15, 9, 8), (-6, -19, 8, 7), (5, -18, 9, 8), (-22, -4, 8, 9), (14, -6, 8, 9), (-17, 8, 9, 7),
        (9, 8, 9, 7),
    ))  # fmt: skip
    large = _blocks((
        (-26, -19, 10, 9), (-13, -25, 9, 8), (-1, -26, 9, 9), (11, -23, 10, 9), (24, -17, 7, 8), (-33, -7, 8, 9),
        (-22, -7, 7, 8), (16, -8, 8, 9), (26, -6, 8, 9), (-31, 5, 9, 9), (-20, 5, 6, 9), (16, 4, 9, 9), (27, 6, 6, 8),
        (-24, 17, 9, 7), (16, 16, 9, 7),
    ))  # fmt: skip
    return tag("g", small, id="quarter-city") + tag("g", large, id="quarter-major")


def _blocks(houses: Iterable[tuple[float, float, float, float]]) -> str:
    data = "".join(f"M{num(x)} {num(y)}h{num(w)}v{num(h)}h{num(-w)}z" for x, y, w, h in houses)
    return path(data, fill="#d99a86", stroke="#b06e5c", stroke_width=0.9)


def draw_quarters(hexmap: HexMap, layout: Layout) -> str:
    """Houses under the lines of the map."""
    built = [p for p in hexmap.places if p.kind in ("major", "city", "fortress")]
    size = {"major": "major", "city": "city", "fortress": "city"}
    return group(*(use(f"quarter-{size[p.kind]}", layout.centre(p.hex)) for p in built))


def draw_symbols(hexmap: HexMap, layout: Layout) -> str:
    ordered = sorted(hexmap.places, key=lambda p: -_RANK[p.kind])
    return group(*(use(f"place-{p.kind}", layout.centre(p.hex)) for p in ordered))


# Numbers


def number_at(layout: Layout, hex: Hex) -> Point:
    x, _ = layout.centre(hex)
    top = min(p[1] for p in layout.outline(hex))
    pointed = sum(1 for p in layout.outline(hex) if p[1] - top < 1) == 1
    return x, top + (19.5 if pointed else 12.5)


def draw_numbers(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    shown = [text(hexmap.grid.number(h), number_at(layout, h)) for h in bits(hexmap.play)]
    look: dict[str, Attribute] = {"text_anchor": "middle", **Face.MEDIUM.attributes}
    return group(*shown, id="numbers", fill="#5f5236", fill_opacity=0.85, font_size=11, **look)


# Emblems of supply


def emblem_at(hexmap: HexMap, layout: Layout, hex: Hex) -> Point:
    """Beside a town, or in the middle of an empty hex."""
    x, y = layout.centre(hex)
    if not hexmap.place[hex]:
        return x, y - 2
    return x - layout.spacing * 0.33, y - layout.spacing * 0.14


def draw_halos(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """A ring of colour around places of a kind."""
    return group(*(
        circle(layout.centre(h), 21, fill=colour, fill_opacity=0.28, stroke=colour, stroke_width=4.5)
        for mark, colour in style.halos.items()
        for h in bits(hexmap.marks.get(mark, 0))
    ))  # fmt: skip


def shown_marks(hexmap: HexMap, style: MapStyle) -> dict[str, HexSet]:
    """The marks that are drawn as emblems."""
    return {id: hexes for id, hexes in hexmap.marks.items() if id not in style.halos and id not in style.hidden}


def draw_emblems(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    parts = []
    for mark, hexes in shown_marks(hexmap, style).items():
        for hex in bits(hexes):
            parts.append(mark_sign(mark, emblem_at(hexmap, layout, hex)))
    return group(*parts)


# Names of places


def obstacles(hexmap: HexMap, layout: Layout, room: Room, style: MapStyle = STYLE) -> None:
    """Symbols, emblems and hex numbers are taken before any name is written."""
    for place in hexmap.places:
        x, y = layout.centre(place.hex)
        r = SCRIPTS[place.kind].radius
        room.take(Box(x - r, y - r, x + r, y + r), 0.6)
    for hexes in shown_marks(hexmap, style).values():
        for hex in bits(hexes):
            x, y = emblem_at(hexmap, layout, hex)
            room.take(Box(x - _EMBLEM, y - _EMBLEM, x + _EMBLEM, y + _EMBLEM), 0.5)
    for hex in bits(hexmap.play):
        room.take(text_box(number_at(layout, hex), "middle", 19, 11), 0.05)


def place_names(hexmap: HexMap, layout: Layout, room: Room) -> list[tuple[Place, Spot]]:
    """The best spot for each name; the great ones choose first, then all look again twice."""
    ordered = sorted(hexmap.places, key=lambda p: (_RANK[p.kind], p.hex))
    chosen: dict[Hex, Spot] = {}
    for _ in range(3):
        for place in ordered:
            if old := chosen.get(place.hex):
                room.release(old.box)
            script = SCRIPTS[place.kind]
            offered = spots(layout.centre(place.hex), script.radius, script.width(place.name), script.size)
            best = min(offered, key=lambda spot: spot.dislike + room.cost(spot.box.grown(1)))
            chosen[place.hex] = best
            room.take(best.box, 0.4)
    return [(place, chosen[place.hex]) for place in ordered]


def draw_names(hexmap: HexMap, placed: list[tuple[Place, Spot]], style: MapStyle) -> str:
    """Towns and cities are groups with an id and a box, so that a client can write them where no counter hides them."""
    groups = []
    for kind, script in reversed(SCRIPTS.items()):
        look: dict[str, Attribute] = {"font_size": script.size, "letter_spacing": script.spacing or None}
        look |= {"fill": "#4d4233" if kind == "name" else style.ink, **script.face.attributes}
        found = [(place, spot, _name(script, place, spot)) for place, spot in placed if place.kind == kind]
        if kind == "name":
            groups.append(group(*(words for _, _, words in found), **look))
        else:
            groups += [named(hexmap.grid.number(p.hex), s.box, words, **look) for p, s, words in found]
    return group(
        *groups, stroke="#f8f2dd", stroke_width=3.4, stroke_opacity=0.8, stroke_linejoin="round", paint_order="stroke"
    )


def _name(script: Script, place: Place, spot: Spot) -> str:
    x, y = spot.at
    if spot.anchor == "middle":
        x += script.spacing / 2
    return text(script.words(place.name), (x, y), text_anchor=None if spot.anchor == "start" else spot.anchor)


def named(space: str, at: Box, drawn: str, **look: Attribute) -> str:
    """The name of a space, with what it takes up of the page."""
    size = " ".join(num(v) for v in (at.left, at.top, at.right - at.left, at.bottom - at.top))
    return group(drawn, id=f"name-{space}", data_box=size, **look)


# Names of lands and of the sea


def draw_lands_names(hexmap: HexMap, layout: Layout, room: Room, style: MapStyle) -> str:
    parts = []
    for region in hexmap.regions.values():
        land = region.hexes & ~_sea(hexmap)
        if any(p.name == region.name and land >> p.hex & 1 for p in hexmap.places):
            continue  # a town that gives its name to the land around it says it once
        parts.append(land_name(layout, room, region.name, land, style.land(region.id).ink, Face.TITLE))
    if style.sea_name:
        sea = style.sea_name if style.names == "polish" else style.sea_english
        parts.append(land_name(layout, room, sea, _sea(hexmap), style.water_ink, Face.ITALIC))
    return "".join(parts)


def _sea(hexmap: HexMap) -> HexSet:
    return collect(h for h in bits(hexmap.grid.valid) if hexmap.terrain[h] == "sea")


def land_name(
    layout: Layout, room: Room, name: str, hexes: HexSet, ink: str, face: Face, patience: float = 22
) -> str:  # fmt: skip
    """The name across its land, as large as fits, in one line or two."""
    words = name.upper() if face is Face.TITLE else name
    for size in (46.0, 38.0, 31.0, 26.0, 22.0, 19.0, 16.0):
        limit = 60 if size == 16 else patience
        found = [f for lines in _layouts(words) if (f := _fit(layout, room, lines, hexes, size, face, limit))]
        if found and min(found)[0] < limit:
            _, at, lines = min(found)
            room.take(_extent(lines, at, size, face), 0.03)
            return _written(lines, at, size, ink, face)
    return ""


def _layouts(words: str) -> list[list[str]]:
    parts = words.split()
    return [[words]] + ([parts] if len(parts) == 2 else [])


def _fit(
    layout: Layout, room: Room, lines: list[str], hexes: HexSet, size: float, face: Face, limit: float
) -> tuple[float, Point, list[str]] | None:
    centre = _middle(layout, hexes)
    best: tuple[float, Point, list[str]] | None = None
    for away, at in _from_middle(layout, hexes, centre):
        least = away / 40 + 2 * len(lines)
        if least > (best[0] if best else limit):  # nothing farther out can be better
            break
        area = _extent(lines, at, size, face)
        if _covers(layout, hexes, area.grown(9)):
            offer = (room.cost(area) + least, at, lines)
            best = min(best, offer) if best else offer
    return best


def _from_middle(layout: Layout, hexes: HexSet, centre: Point) -> list[tuple[float, Point]]:
    """The spots where a name may stand, the nearest to the middle first."""
    found = []
    for hex in members(hexes):
        x, y = layout.centre(hex)
        for at in ((x, y), (x + layout.spacing / 2, y), (x, y + layout.spacing * 0.43)):
            found.append((((at[0] - centre[0]) ** 2 + (at[1] - centre[1]) ** 2) ** 0.5, at))
    return sorted(found)


def _extent(lines: list[str], at: Point, size: float, face: Face) -> Box:
    wide, high = max(width(w, face, size, size * 0.16) for w in lines), size * 1.15 * len(lines)
    return Box(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)


def _middle(layout: Layout, hexes: HexSet) -> Point:
    points = [layout.centre(h) for h in bits(hexes)]
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _covers(layout: Layout, hexes: HexSet, area: Box) -> bool:
    """Whether a box lies wholly in a set of hexes."""
    columns = max(int((area.right - area.left) // 24), 1)
    for i in range(columns + 1):
        x = area.left + (area.right - area.left) * i / columns
        for y in (area.top, (area.top + area.bottom) / 2, area.bottom):
            hex = layout.inside((x, y))
            if hex is None or not hexes >> hex & 1:
                return False
    return True


def _written(lines: list[str], at: Point, size: float, ink: str, face: Face) -> str:
    look: dict[str, Attribute] = dict(face.attributes)
    first = at[1] + size * 0.34 - (len(lines) - 1) * size * 0.56
    words = [text(w, (at[0] + size * 0.08, first + i * size * 1.12)) for i, w in enumerate(lines)]
    return group(
        *words, fill=ink, fill_opacity=0.62, font_size=size, letter_spacing=size * 0.16, text_anchor="middle", **look
    )
