"""What rules lay over the country: zones and treaty lines, navigable water, bridges, fortified sides, numbers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from vistula.art.emblems import shield_data
from vistula.art.labels import Box, Room
from vistula.art.line_art import draw_parapet, facing
from vistula.art.place_art import land_name
from vistula.art.style import Badge, MapStyle, Stroke
from vistula.art.svg import add, aside, between, box, circle, group, path, polyline, shifted, text, xy
from vistula.art.typeface import Face
from vistula.board.hexes import Hex, HexSet, Side, members, sides_between
from vistula.board.hexmap import HexMap
from vistula.board.layout import Layout, Point, trace

BRIDGE = "bridge"


# Lines


def strokes(hexmap: HexMap, style: MapStyle) -> list[tuple[str, Stroke, list[Side]]]:
    """Every line that the style knows, with its hexsides: (key of the style, look, sides)."""
    found: dict[str, list[Side]] = {}
    for line in hexmap.lines:
        if line.group in style.strokes:
            found.setdefault(line.group, []).extend(side for stroke in line.strokes for side in stroke)
    for id, zone in hexmap.zones.items():
        if id in style.strokes:  # a zone alone: its outline within the game
            inside, outside = zone.hexes & hexmap.play, hexmap.play & ~zone.hexes
            found.setdefault(id, []).extend(sides_between(hexmap.grid, inside, outside))
    for id, sides in hexmap.sides.items():
        key = id if id in style.strokes else sides.group
        if key in style.strokes:  # the sea shows itself
            found.setdefault(key, []).extend(s for s in sides.sides if "sea" not in (hexmap.terrain[h] for h in s))
    return [(key, style.strokes[key], sides) for key, sides in found.items()]


def draw_strokes(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    parts = []
    for _, look, sides in strokes(hexmap, style):
        lines = facing(layout, sides) if look.shift else _traced(layout, sides)
        if look.through in hexmap.zones:
            lines = through(hexmap, layout, hexmap.zones[look.through].hexes, sides)
        data = "".join(polyline(shifted(line, look.shift) if look.shift else line) for line in lines)
        if look.casing:
            parts.append(path(data, stroke=look.casing, stroke_width=look.width + 3.4, stroke_opacity=0.5))
        parts.append(
            path(data, stroke=look.colour, stroke_width=look.width, stroke_dasharray=look.dash or None,
                 stroke_opacity=None if look.opacity == 1 else look.opacity)
        )  # fmt: skip
    return group(*parts, fill="none", stroke_linejoin="round", stroke_linecap="round")


def through(hexmap: HexMap, layout: Layout, split: HexSet, sides: list[Side]) -> list[list[Point]]:
    """A line that goes along hexsides and, where it meets a split hex, through its middle.

    It enters such a hex where the ground beside it changes sides, or by the side that it shares with another split hex.
    """
    free = [side for side in sides if not any(split >> h & 1 for h in side)]
    found = _traced(layout, free)
    for hex in members(split):
        found += [[layout.centre(hex), at] for at in _gates(hexmap, layout, split, hex)]
    return found


def _gates(hexmap: HexMap, layout: Layout, split: HexSet, hex: Hex) -> list[Point]:
    """Where a line through the middle of a hex leaves it."""
    around = hexmap.grid.neighbours[hex]
    group_ = next((z.group for z in hexmap.zones.values() if z.hexes == split), "")
    own = {id: z.hexes for id, z in hexmap.zones.items() if z.group == group_}
    zone = {h: next((id for id, hexes in own.items() if hexes >> h & 1), "") for h in around}
    gates = []
    for other in around:
        if split >> other & 1:
            one, two = (layout.point(n) for n in layout.side((hex, other)))
            gates.append(between(one, two, 0.5))
    for node in layout.corners(hex):
        beside = [zone[h] for h in layout.touching(node) if h != hex and not split >> h & 1]
        if len(beside) == 2 and beside[0] != beside[1]:
            gates.append(layout.point(node))
    return gates


def _traced(layout: Layout, sides: Iterable[Side]) -> list[list[Point]]:
    return [[layout.point(n) for n in nodes] for nodes in trace(layout.side(s) for s in sides)]


# Edges of the map


def draw_edges(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """Bars along the edge of the map: where supply comes from, where units enter."""
    parts = []
    for id, look in style.edges.items():
        if id in hexmap.zones:
            data = "".join(polyline(line) for h in members(hexmap.zones[id].hexes) for line in _rim(layout, h))
            dash = look.dash or None
            parts.append(path(data, stroke=style.paper, stroke_width=look.width + 3, stroke_opacity=0.8))
            parts.append(path(data, stroke=look.colour, stroke_width=look.width, stroke_dasharray=dash))
    return group(*parts, fill="none", stroke_linejoin="round", stroke_linecap="butt")


def _rim(layout: Layout, hex: Hex) -> list[list[Point]]:
    """The sides of a hex that nothing lies beyond, drawn a little outside of it."""
    centre, corners = layout.centre(hex), layout.corners(hex)
    lines: list[list[Point]] = []
    last = None
    for a, b in pairwise([*corners, corners[0]]):
        if set(layout.touching(a)) & set(layout.touching(b)) == {hex}:
            ends = [between(centre, layout.point(n), 1.09) for n in (a, b)]
            if last == a:
                lines[-1].append(ends[1])
            else:
                lines.append(ends)
            last = b
    return lines


# Bridges


def draw_bridges(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """Two arches across the water in the middle of a hexside."""
    if BRIDGE not in hexmap.sides:
        return ""
    deck, rails = [], []
    for side in hexmap.sides[BRIDGE].sides:
        a, b = (layout.point(n) for n in layout.side(side))
        for share, ends in ((0.4, -1), (0.6, 1)):
            foot = between(a, b, share)
            one, other = add(foot, aside(a, b, 10)), add(foot, aside(a, b, -10))
            out = (b[0] - a[0]) * 0.09 * ends, (b[1] - a[1]) * 0.09 * ends
            tips = [add(add(foot, aside(a, b, reach)), out) for reach in (14.5, -14.5)]
            rails.append(polyline([tips[0], one, other, tips[1]]))
        deck.append(f"M{xy(add(between(a, b, 0.5), aside(a, b, 11)))}L{xy(add(between(a, b, 0.5), aside(a, b, -11)))}")
    return group(
        path("".join(deck), stroke=style.paper, stroke_width=9, stroke_linecap="butt"),
        path("".join(rails), stroke=style.ink, stroke_width=2.3, stroke_linecap="round", stroke_linejoin="round"),
        fill="none",
    )


# Fortified sides


def draw_walls(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    return "".join(draw_parapet(facing(layout, wall.sides), style, style.wall) for wall in hexmap.walls.values())


# Numbers


def badge_at(layout: Layout, hex: Hex, order: int) -> Point:
    """To the right of a place, above its middle; a second number below it."""
    x, y = layout.centre(hex)
    return x + layout.spacing * 0.31, y - layout.spacing * (0.2 if order == 0 else -0.16)


def badges(hexmap: HexMap, layout: Layout, style: MapStyle) -> list[tuple[Badge, Point, int]]:
    found = []
    seen: HexSet = 0
    for id, look in style.badges.items():
        for hex, value in hexmap.numbers[id].at.items() if id in hexmap.numbers else ():
            found.append((look, badge_at(layout, hex, seen >> hex & 1), value))
            seen |= 1 << hex
    return found


def draw_badges(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    return group(*(draw_badge(look, at, value, style) for look, at, value in badges(hexmap, layout, style)))


def draw_badge(look: Badge, at: Point, value: int | str, style: MapStyle) -> str:
    x, y = at
    edge = {"fill": look.fill, "stroke": style.ink, "stroke_width": "1.6"}
    shapes = {
        "disc": circle(at, 10.5, **edge),
        "square": box(x - 9.5, y - 9.5, 19, 19, rx=2.5, **edge),
        "shield": path(shield_data(20, 24, at), **edge),
    }
    words = text(str(value), (x, y + 5.6), text_anchor="middle", fill=look.ink, font_size=16, **Face.BOLD.attributes)
    return shapes[look.shape] + words


def obstacles(hexmap: HexMap, layout: Layout, room: Room, style: MapStyle) -> None:
    for _, (x, y), _ in badges(hexmap, layout, style):
        room.take(Box(x - 11, y - 11, x + 11, y + 11), 0.6)
    for wall in hexmap.walls.values():
        for line in facing(layout, wall.sides):
            room.take_line(line, 1.0)
    if BRIDGE in hexmap.sides:
        for side in hexmap.sides[BRIDGE].sides:
            a, b = (layout.point(n) for n in layout.side(side))
            x, y = between(a, b, 0.5)
            room.take(Box(x - 10, y - 10, x + 10, y + 10), 0.1)


# Names of zones


def draw_zone_names(hexmap: HexMap, layout: Layout, room: Room, style: MapStyle) -> str:
    return "".join(
        land_name(layout, room, hexmap.zones[id].name, hexmap.zones[id].hexes & hexmap.play, ink, Face.TITLE, 110)
        for id, ink in style.zone_names.items()
        if id in hexmap.zones
    )
