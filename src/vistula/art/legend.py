"""The legend: a sample and a word for everything that is on a board."""

from __future__ import annotations

from vistula.art.emblems import mark_sign
from vistula.art.labels import Box
from vistula.art.line_art import GAUGE, RAILS, TIE
from vistula.art.overlay_art import BRIDGE, draw_badge, strokes
from vistula.art.place_art import shown_marks
from vistula.art.style import MapStyle
from vistula.art.svg import Attribute, box, circle, group, num, path, text, use
from vistula.art.typeface import Face, width
from vistula.board.hexes import bits
from vistula.board.hexmap import HexMap
from vistula.board.layout import HEX

_LINE = 34.0  # height of a line
_SIGN = 54.0  # room for the sample
_ONE_FOOT = 640.0  # a legend this wide has room for note and scale in one line


def _entries(hexmap: HexMap, style: MapStyle) -> list[tuple[str, str]]:
    """(sign, words) for everything that is on this board."""
    present = {hexmap.terrain[h] for h in bits(hexmap.play)}
    found = [(f"ground {t}", g.label or t.title()) for t, g in style.grounds.items() if t in present]
    kinds = {p.kind for p in hexmap.places}
    found += [(f"place {kind}", words) for kind, words in _PLACES.items() if kind in kinds]
    found += [(f"halo {mark}", hexmap.mark_names.get(mark) or _mark_words(mark)) for mark in style.halos]
    found += [("river", "River")] if hexmap.rivers else []
    found += [("bridge", "Bridge")] if BRIDGE in hexmap.sides else []
    plain = hexmap.rails - frozenset(side for net in style.nets for side in hexmap.nets.get(net, ()))
    found += [("rail", "Railway")] if plain else []
    found += [(f"net {net}", style.nets[net].label) for net in hexmap.nets if net in style.nets]
    found += [("trench", "Trench and its front")] if hexmap.trenches else []
    found += [("wall", "Fortification and its front")] if hexmap.walls else []
    lines = {line.kind: line.name for line in hexmap.lines}
    if "front" in lines:
        found += [("front", lines["front"])]
    if "border" in lines:
        found += [("border", "Border of army groups")]
    if "frontier" in lines:
        found += [("frontier", "State frontier")]
    found += [(f"stroke {key}", look.label) for key, look, _ in strokes(hexmap, style) if look.label]
    found += [(f"edge {id}", look.label) for id, look in style.edges.items() if id in hexmap.zones and look.label]
    found += [(f"badge {id}", look.label) for id, look in style.badges.items() if id in hexmap.numbers]
    found += [(f"mark {mark}", hexmap.mark_names.get(mark) or _mark_words(mark)) for mark in shown_marks(hexmap, style)]
    return found


_PLACES = {"major": "Major city", "city": "City", "fortress": "Fortress", "town": "Town", "fort": "Fortification"}


def _mark_words(mark: str) -> str:
    words = {"supply-poland": "Polish supply source", "supply-russia": "Russian supply source"}
    return words.get(mark, mark.replace("-", " ").capitalize())


def _columns(hexmap: HexMap, style: MapStyle, rows: int) -> list[list[tuple[str, str]]]:
    entries = _entries(hexmap, style)
    return [entries[i : i + rows] for i in range(0, len(entries), rows)]


def _wide(column: list[tuple[str, str]]) -> float:
    return max(_SIGN + 26 + max(width(words, Face.MEDIUM, 18) for _, words in column), 190.0)


def legend_size(hexmap: HexMap, style: MapStyle, rows: int) -> tuple[float, float]:
    """Width and height of the panel with so many lines."""
    wide = sum(map(_wide, _columns(hexmap, style, rows))) + 24
    return wide, rows * _LINE + (52 if wide > _ONE_FOOT else 76)


def legend_rows(hexmap: HexMap, style: MapStyle) -> list[int]:
    """How many lines the legend may have, the best first."""
    count = len(_entries(hexmap, style))
    return [4, 5, 6, 7, 8, 10] if count <= 20 else [5, 6, 7, 8, 9, 10, 11, 12]


def draw_legend(hexmap: HexMap, area: Box, style: MapStyle) -> str:
    parts = []
    x = area.left + 22
    rows = int((area.bottom - area.top - 52) // _LINE)
    columns = _columns(hexmap, style, rows)
    spare = (area.right - area.left - 24 - sum(map(_wide, columns))) / len(columns)
    for column in columns:
        for i, (sign, words) in enumerate(column):
            y = area.top + 18 + (i + 0.5) * _LINE
            parts.append(group(_sign(sign, style), transform=f"translate({num(x + 23)} {num(y)})"))
            parts.append(text(words, (x + _SIGN, y + 6), font_size=18, fill=style.ink, **Face.MEDIUM.attributes))
        x += _wide(column) + spare
    note = style.note or "Map data reconstructed from history and geography"
    at = area.left + 22, area.bottom - (14 if area.right - area.left > _ONE_FOOT else 42)
    foot = text(note, at, font_size=14.5, fill="#6b5c40", **Face.ITALIC.attributes)
    return "".join(parts) + foot + _scale(area, style)


def _sign(sign: str, style: MapStyle) -> str:
    """A sample of what an entry of the legend speaks of, around 0,0."""
    kind, _, what = sign.partition(" ")
    match kind:
        case "ground":
            return swatch(what, style)
        case "place":
            quarter = {"major": "major", "city": "city", "fortress": "city"}.get(what)
            return (use(f"quarter-{quarter}", transform="scale(.72)") if quarter else "") + use(f"place-{what}")
        case "halo":
            colour = style.halos[what]
            return circle((0, 0), 14, fill=colour, fill_opacity=0.28, stroke=colour, stroke_width=4)
        case "badge":
            return draw_badge(style.badges[what], (0, 0), 3, style)
        case "net":
            return _net_sample(what, style)
        case "stroke":
            look = style.strokes[what]
            under = path("M-22 0H22", stroke=look.casing, stroke_width=look.width + 3.4, stroke_opacity=0.5)
            return (under if look.casing else "") + path(
                "M-22 0H22", stroke=look.colour, stroke_width=look.width, stroke_dasharray=look.dash or None,
                stroke_opacity=look.opacity, stroke_linecap="round",
            )  # fmt: skip
        case "edge":
            look = style.edges[what]
            return path("M-22 0H22", stroke=look.colour, stroke_width=look.width, stroke_dasharray=look.dash or None)
        case "mark":
            return mark_sign(what)
        case _:
            strokes = _line_samples(style)[kind]
            return group(*(path(data, **pen) for data, pen in strokes), fill="none", stroke_linejoin="round")


def _net_sample(net: str, style: MapStyle) -> str:
    look = style.nets[net]
    rails = path("M-24 0H24", stroke=look.colour, stroke_width=RAILS, stroke_dasharray=look.dash or None)
    light = path("M-24 0H24", stroke=style.between_rails, stroke_width=GAUGE)
    ties: dict[str, Attribute] = {"stroke_width": TIE, "stroke_dasharray": look.ties, "stroke_dashoffset": -5}
    sleepers = path("M-24 0H24", stroke=look.colour, **ties) if look.ties else ""
    return group(rails, light, sleepers, stroke_opacity=None if look.opacity == 1 else look.opacity)


def _line_samples(style: MapStyle) -> dict[str, list[tuple[str, dict[str, Attribute]]]]:
    """The strokes of the pen that make a short piece of each kind of line."""
    bend, level = "M-20 4C-12 -6 -5 8 4 0S15 -4 20 2", "M-24 0H24"
    teeth = "".join(f"M{x} 3V-5" for x in range(-20, 21, 10))
    dashes: dict[str, Attribute] = {"stroke_width": 5, "stroke_dasharray": "15 8"}
    ties: dict[str, Attribute] = {"stroke_width": 9, "stroke_dasharray": "1.8 10.4", "stroke_dashoffset": -5}
    round_: dict[str, Attribute] = {"stroke_linecap": "round"}
    water: list[tuple[str, dict[str, Attribute]]] = [
        (bend, {"stroke": style.water_edge, "stroke_width": 9, **round_}),
        (bend, {"stroke": style.water, "stroke_width": 6.4, **round_}),
    ]
    arches = "M-9 -11L-5 -7V7L-9 11M9 -11L5 -7V7L9 11"
    return {
        "bridge": [
            *water,
            ("M0 -8V8", {"stroke": style.paper, "stroke_width": 9}),
            (arches, {"stroke": style.ink, "stroke_width": 2.2, **round_}),
        ],
        "wall": [
            ("M-24 3H24", {"stroke": style.wall, "stroke_width": 3, **round_}),
            (teeth, {"stroke": style.wall, "stroke_width": 2.4}),
        ],
        "river": water,
        "rail": [
            (level, {"stroke": style.rail, "stroke_width": RAILS}),
            (level, {"stroke": style.between_rails, "stroke_width": GAUGE}),
            (level, {"stroke": style.rail, **ties}),
        ],
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


def swatch(terrain: str, style: MapStyle) -> str:
    """A small hex of a terrain."""
    ground = style.ground(terrain)
    outline = "M-19 -14H19Q22 -14 22 -11V11Q22 14 19 14H-19Q-22 14 -22 11V-11Q-22 -14 -19 -14Z"
    crowns = "M-13 -6h0m9 2h0m10 -3h0m8 4h0m-23 6h0m10 2h0m9 -1h0"
    tufts = use("tuft-0", (-9, -2)) + use("tuft-1", (10, -4)) + use("tuft-2", (1, 8))
    signs = {
        "trees": path(crowns, fill="none", stroke="#a6c07a", stroke_width=11, stroke_linecap="round"),
        "tufts": group(tufts, fill="none", stroke_linecap="round"),
        "reeds": group(tufts, fill="none", stroke_linecap="round"),
        "ponds": path("M-14 -2q6 -8 12 -2t-4 7tM4 4q6 -8 11 -2t-6 6z", fill="#8fbdd3", stroke="#4f8fb0"),
        "hills": group(use("hill", (-9, -2)), use("hill", (8, 4)), fill="none", stroke="#a1814f", stroke_width=1.4),
        "peaks": use("peak-1", (-5, 0), transform="scale(.8)") + use("peak-0", (8, 6), transform="scale(.7)"),
    }
    edge = path(outline, fill="none", stroke=style.grid, stroke_width=1.2)
    return path(outline, fill=ground.fill) + signs.get(ground.art, "") + edge


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
