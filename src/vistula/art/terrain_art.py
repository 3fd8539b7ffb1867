"""Ground and terrain: land and sea, forests, swamps and mountains, tinted lands.

Terrain is drawn as one soft-edged patch for each wood or marsh rather than hex by hex, and everything scattered over
it stands where the numbers of the hexes put it: the same board gives the same picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import cos, pi, sin

from vistula.art.style import Land, MapStyle
from vistula.art.svg import add, aside, between, circle, group, num, path, polyline, smooth, tag, use
from vistula.board.hexes import Hex, HexSet, bits, collect, sides_between
from vistula.board.hexmap import HexMap
from vistula.board.layout import Layout, Node, Point, boundary, luck, spread, trace


def draw_ground(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """Everything under the hex grid: the sea last, because it covers the ragged edge of the land."""
    parts = [_whole_field(layout, style.ground("clear").fill), _mottle(layout)]
    foreign, waters = [], []
    for terrain, ground in style.grounds.items():
        hexes = collect(h for h in bits(hexmap.grid.valid) if hexmap.terrain[h] == terrain)
        if not hexes or terrain == "clear":
            continue
        if ground.art == "waves":
            waters.append(_sea(layout, hexes, ground.fill, ground.edge))
        elif ground.art == "hatch":
            foreign.append(_abroad(layout, hexes, ground.fill))
        else:
            under = hexes | hexmap.grid.dilate(hexes) & hexmap.outside  # what is drawn later covers it
            parts.append(_patch(layout, under, ground.fill, ground.edge))
            parts.append(ART.get(ground.art, _nothing)(hexmap, layout, hexes))
    return "".join(parts + foreign) + _lands(hexmap, layout, style) + "".join(waters)


def _lands(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """A wash over each named land and a ribbon of its colour along the frontier."""
    sea = collect(h for h in bits(hexmap.grid.valid) if hexmap.terrain[h] == "sea")
    return "".join(
        _land(hexmap, layout, number, region.hexes & ~sea, sea, style.land(region.id))
        for number, region in enumerate(hexmap.regions.values())
        if region.hexes & ~sea
    )


def _land(hexmap: HexMap, layout: Layout, number: int, hexes: HexSet, sea: HexSet, land: Land) -> str:
    loops = boundary(layout, spread(layout, hexes))
    data = "".join(polyline([layout.point(n) for n in loop], closed=True) for loop in loops)
    inland = hexmap.grid.valid & ~hexes & ~sea
    edges = [layout.side(side) for side in sides_between(hexmap.grid, hexes, inland)]
    ribbon = "".join(polyline([layout.point(n) for n in line]) for line in trace(edges))
    return (
        tag("clipPath", path(data), id=f"land-{number}")
        + path(data, fill=land.wash, fill_opacity=land.strength)
        + group(
            path(ribbon, stroke_width=26, stroke_opacity=0.28), path(ribbon, stroke_width=11, stroke_opacity=0.42),
            fill="none", stroke=land.ribbon, stroke_linejoin="round", stroke_linecap="round",
            clip_path=f"url(#land-{number})",
        )
    )  # fmt: skip


def defs() -> str:
    """Patterns and signs that the ground is made of."""
    hatch = tag(
        "pattern",
        path("M0 9L9 0M-1 1L1 -1M8 10L10 8", stroke="#8f8160", stroke_width=0.8, stroke_opacity=0.34),
        id="hatch", width=9, height=9, patternUnits="userSpaceOnUse",
    )  # fmt: skip
    return hatch + _HILL + "".join(_TUFTS) + "".join(_PEAKS) + _CLOUDS


# Patches with natural edges


def coast(layout: Layout, loop: list[Node], inset: float, wander: float) -> list[Point]:
    """An outline that keeps to the hexsides but wanders a little, drawn in by ``inset``."""
    points = []
    for a, b in pairwise([*loop, loop[0]]):
        dice = luck(*min(a, b), *max(a, b))
        p, q = layout.point(a), layout.point(b)
        for share in (0.0, 0.34, 0.67):
            at = between(p, q, share)
            points.append(add(at, aside(p, q, inset + dice.uniform(-wander, wander))))
    return points


def _outline(layout: Layout, hexes: HexSet, inset: float, wander: float) -> str:
    loops = boundary(layout, spread(layout, hexes))
    return "".join(smooth(coast(layout, loop, inset, wander), closed=True) for loop in loops)


def _patch(layout: Layout, hexes: HexSet, fill: str, edge: str) -> str:
    data = _outline(layout, hexes, -3.5, 3.2)
    return path(data, fill=fill, stroke=edge, stroke_width=2.2, stroke_opacity=0.55)


def _whole_field(layout: Layout, fill: str) -> str:
    x, y, width, height = layout.field
    return path(f"M{num(x)} {num(y)}h{num(width)}v{num(height)}h{num(-width)}Z", fill=fill)


def _abroad(layout: Layout, hexes: HexSet, fill: str) -> str:
    loops = boundary(layout, spread(layout, hexes))
    data = "".join(polyline([layout.point(n) for n in loop], closed=True) for loop in loops)
    return path(data, fill=fill) + path(data, fill="url(#hatch)")


def _sea(layout: Layout, hexes: HexSet, fill: str, edge: str) -> str:
    """The sea, with lines that follow the shore ever fainter, as engravers drew it."""
    data = _outline(layout, hexes, 4, 4)
    shore = group(
        path(data, stroke_width=44, stroke_opacity=0.16), path(data, stroke_width=28, stroke_opacity=0.22),
        path(data, stroke_width=14, stroke_opacity=0.30),
        fill="none", stroke="#e4f3f6", clip_path="url(#sea)",
    )  # fmt: skip
    clip = tag("clipPath", path(data), id="sea")
    return clip + path(data, fill=fill) + shore + path(data, fill="none", stroke=edge, stroke_width=2)


# What stands on the ground


def scatter(layout: Layout, hexmap: HexMap, hex: Hex, step: float, seed: int, inset: float = 1.0) -> Iterator[Point]:
    """Points spread loosely over a hex, clear of its number and of a town in its middle."""
    cx, cy = layout.centre(hex)
    dice = luck(hex, seed)
    reach = int(layout.radius // step) + 1
    clear = layout.spacing * 0.2 if hexmap.place[hex] else 0.0
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            dx = (column + 0.5 * (row % 2) + dice.uniform(-0.3, 0.3)) * step
            dy = (row + dice.uniform(-0.3, 0.3)) * step * 0.86
            in_number = abs(dx) < layout.spacing * 0.2 and -dy > layout.radius * 0.42
            in_town = dx * dx + dy * dy < clear * clear
            if layout.within(dx * inset, dy * inset) and not in_number and not in_town:
                yield cx + dx, cy + dy


def _nothing(hexmap: HexMap, layout: Layout, hexes: HexSet) -> str:
    return ""


def _trees(hexmap: HexMap, layout: Layout, hexes: HexSet) -> str:
    """Crowns that grow together into a canopy. Each crown is a dot of a round pen: dark rim, green body, a light."""
    sizes: dict[int, list[Point]] = {8: [], 11: [], 13: []}
    for hex in spread(layout, hexes):
        dice = luck(hex, 77)
        for point in scatter(layout, hexmap, hex, 11.6, 3, 1.04):
            sizes[dice.choice((8, 11, 11, 13))].append(point)
    layers = []
    for part, (more, shift, colour) in enumerate(((2.4, 0.5, "#8dab66"), (0, 0, "#a6c07a"), (-4, -0.9, "#afc885"))):
        for size, points in sizes.items():
            dots = path(_dots(points), id=f"crowns-{size}") if part == 0 else use(f"crowns-{size}")
            layers.append(group(dots, stroke=colour, stroke_width=size + more, transform=f"translate({shift} {shift})"))
    return group(*layers, fill="none", stroke_linecap="round")


def _dots(points: list[Point]) -> str:
    data: list[str] = []
    x = y = 0
    for point in points:
        nx, ny = round(point[0]), round(point[1])
        data.append(f"m{nx - x} {ny - y}h0" if data else f"M{nx} {ny}h0")
        x, y = nx, ny
    return "".join(data)


def _tufts(hexmap: HexMap, layout: Layout, hexes: HexSet) -> str:
    found = []
    for hex in spread(layout, hexes):
        dice = luck(hex, 5)
        found += [use(f"tuft-{dice.choice('00112')}", p) for p in scatter(layout, hexmap, hex, 26, 9, 1.15)]
    return group(*found, fill="none", stroke_linecap="round")


def _peaks(hexmap: HexMap, layout: Layout, hexes: HexSet) -> str:
    """A few summits a hex, the nearer ones in front."""
    found = []
    for hex in spread(layout, hexes):
        dice = luck(hex, 6)
        x, y = layout.centre(hex)
        for dx, dy in ((-0.24, -0.12), (0.2, -0.03), (-0.14, 0.24), (0.27, 0.28)):
            if not hexmap.place[hex] or abs(dx) + abs(dy) > 0.3:
                right, down = dx + dice.uniform(-0.06, 0.06), dy + dice.uniform(-0.04, 0.04)
                found.append(((x + right * layout.spacing, y + down * layout.spacing), dice.randrange(3)))
    found.sort(key=lambda peak: peak[0][1])
    return group(*(use(f"peak-{kind}", p) for p, kind in found), stroke_linejoin="round", stroke_linecap="round")


def _mottle(layout: Layout) -> str:
    """Broad, faint clouds of lighter and darker paper, so that open country does not look like a painted wall."""
    x, y, width, height = layout.field
    dice = luck(int(width), int(height))
    clouds = [
        circle((x + dice.uniform(0, width), y + dice.uniform(0, height)), dice.uniform(150, 320),
               fill=f"url(#cloud-{i % 2})")
        for i in range(int(width * height / 180_000))
    ]  # fmt: skip
    return group(*clouds)


def _reeds(hexmap: HexMap, layout: Layout, hexes: HexSet) -> str:
    """Marsh without a path: open water and reeds close together."""
    found = []
    for hex in spread(layout, hexes):
        dice = luck(hex, 15)
        found += [use(f"tuft-{dice.choice('01')}", p) for p in scatter(layout, hexmap, hex, 19, 19, 1.1)]
    return _ponds(hexmap, layout, hexes) + group(*found, fill="none", stroke_linecap="round")


def _ponds(hexmap: HexMap, layout: Layout, hexes: HexSet) -> str:
    """Lakes of odd shapes."""
    data = []
    for hex in spread(layout, hexes):
        dice = luck(hex, 21)
        for x, y in list(scatter(layout, hexmap, hex, 31, 23, 1.25)):
            r = dice.uniform(6, 11)
            data.append(smooth([
                (x + r * reach * cos(i * pi / 4) * 1.35, y + r * reach * sin(i * pi / 4) * 0.8)
                for i in range(8) for reach in (dice.uniform(0.65, 1.2),)
            ], closed=True))  # fmt: skip
    return path("".join(data), fill="#8fbdd3", stroke="#4f8fb0", stroke_width=1.3)


def _hills(hexmap: HexMap, layout: Layout, hexes: HexSet) -> str:
    """Low hills, as short arcs with a little hatching."""
    found = []
    for hex in spread(layout, hexes):
        found += [use("hill", p) for p in scatter(layout, hexmap, hex, 25, 27, 1.2)]
    return group(*found, fill="none", stroke="#a1814f", stroke_width=1.4, stroke_linecap="round")


ART: dict[str, Callable[[HexMap, Layout, HexSet], str]] = {
    "trees": _trees,
    "tufts": _tufts,
    "reeds": _reeds,
    "peaks": _peaks,
    "hills": _hills,
    "ponds": _ponds,
}
_HILL = tag("g", path("M-10 4C-6 -5 4 -6 10 4M3 -1L6 4M-1 -1.5L1 4"), id="hill")

_CLOUDS = "".join(
    tag(
        "radialGradient",
        tag("stop", offset="0", stop_color=colour, stop_opacity=0.4),
        tag("stop", offset="1", stop_color=colour, stop_opacity=0),
        id=f"cloud-{i}",
    )
    for i, colour in enumerate(("#faf8ea", "#dbdcb2"))
)


def _tuft(kind: int, water: str, blades: str) -> str:
    lines = path(water, stroke="#5f9fb8", stroke_width=1.5) + path(blades, stroke="#6f8f4c", stroke_width=1.4)
    return tag("g", lines, id=f"tuft-{kind}")


def _peak(kind: int, body: str, shade: str, lines: str) -> str:
    drawn = (
        path(body, fill="#ead9b6")
        + path(shade, fill="#b99a70", fill_opacity=0.9)
        + path(lines, fill="none", stroke="#8a6a44", stroke_width=1.2)
    )
    return tag("g", drawn, id=f"peak-{kind}")


_TUFTS = (
    _tuft(0, "M-9 2H9M-4 5.5H5", "M0 1V-7M-3 1L-5.5 -4.5M3 1L5.5 -4.5"),
    _tuft(1, "M-7 2H8M-10 5.5H-1", "M-1 1V-6M-4 1L-6 -3.5M2 1L4.5 -5"),
    _tuft(2, "M-10 0H-1M-4 3.5H9", ""),
)
_PEAKS = (
    _peak(
        0, "M-22 11C-14 7 -8 -4 -2 -12C3 -7 10 7 22 11Z", "M-2 -12C3 -7 10 7 22 11C14 12 8 11 4 9C6 4 0 0 2 -4Z",
        "M-22 11C-14 7 -8 -4 -2 -12C3 -7 10 7 22 11M-10 7C-8 3 -6 0 -5 -3",
    ),
    _peak(
        1, "M-18 9C-10 5 -6 -5 1 -11C6 -4 10 5 19 9Z", "M1 -11C6 -4 10 5 19 9C12 10 8 9 5 7C8 3 2 0 4 -4Z",
        "M-18 9C-10 5 -6 -5 1 -11C6 -4 10 5 19 9M-7 6C-5 2 -4 0 -3 -2",
    ),
    _peak(
        2, "M-24 11C-18 6 -14 0 -9 -5L-5 -2C-1 -8 3 -11 5 -14C10 -7 14 5 25 11Z",
        "M5 -14C10 -7 14 5 25 11C18 12 12 11 9 9C12 4 6 0 8 -5ZM-9 -5L-5 -2C-6 3 -3 6 -6 9C-8 4 -7 0 -9 -5Z",
        "M-24 11C-18 6 -14 0 -9 -5L-5 -2C-1 -8 3 -11 5 -14C10 -7 14 5 25 11M-15 7C-14 4 -13 2 -12 1",
    ),
)  # fmt: skip
