"""Wooden blocks and order tokens as SVG symbols of 100 by 100.

A block stands: whoever may look sees the label on its front, everybody else its bare back, and both see its upper edge
and one side. A block that lies open to all is drawn flat. The label stays upright; its strength is told by the pips at
the edge that is up, the other edges bear what it would be if it were turned (`edge_pips`). A back is made from the side
alone. An order is a token of card with the sign of its kind, or its side's emblem where it lies face down.
"""

from __future__ import annotations

from dataclasses import dataclass

from vistula.art.emblems import arm, shield, star
from vistula.art.svg import Attribute, box, circle, group, num, path, polyline, tag, text, use
from vistula.art.typeface import Face, width
from vistula.board.layout import Point
from vistula.kernel.views import CounterFace

BLOCK, ORDER = "block", "order"
LYING = "open"
"""The mark of a block that lies open to everybody."""


@dataclass(frozen=True, slots=True)
class Wood:
    """The paint of a side's blocks: front, upper edge, side, line, and the ink of its emblem."""

    front: str
    top: str
    side: str
    line: str
    emblem: str


WOODS = {
    "poland": Wood("#f1e6c9", "#fff8e2", "#c2ae80", "#4b3a22", "#b3202c"),
    "russia": Wood("#b5301f", "#d9584a", "#7a1a10", "#3a0c07", "#ffd76a"),
}
_BARE = Wood("#c9a878", "#e0c79d", "#97774a", "#4a3418", "#4a3418")
_LABELS = {
    "pol": ("#ffffff", "#1d1b18", "#c0182c"), "ukr": ("#cfe4f7", "#10202f", "#1d4fb4"),
    "gal": ("#dfe9c8", "#1c2a10", "#5a7a24"), "bel": ("#f4e3e6", "#2a1417", "#9a2c3a"),
    "lit": ("#fbeeb0", "#2a2206", "#a8861a"), "rus": ("#fbe3d2", "#3a0c07", "#a81e10"),
}  # fmt: skip
"""The paper on a block by nation (first three letters): ground, ink, and the colour of its rim."""
CUBES = {"black": "#26221e", "white": "#fffdf6", "green": "#4f8a3c"}
"""The colour of the cubes with which a block is rebuilt, as a stripe under its name."""
TOP_PIP, FLAT_PIP = (42.0, 29.0), (49.0, 15.5)
"""Where the pips of the upper edge of a label have their middle: on a standing block, and on one that lies open."""


def wood(side: str) -> Wood:
    return WOODS.get(side, _BARE)


def block_defs(faces: list[CounterFace]) -> str:
    """Bodies, labels, fronts, fronts that lie open, and backs."""
    sides = sorted({face.side for face in faces})
    bodies = "".join(group(_standing(wood(side)), id=f"wood-{side}") + _flat_body(side) for side in sides)
    labels = "".join(group(_label(face), id=_label_id(face)) for face in faces)
    return bodies + labels + "".join(_fronts(face) for face in faces) + "".join(_back(side) for side in sides)


def _label_id(face: CounterFace) -> str:
    return f"label-{face.id}"


def _standing(paint: Wood) -> str:
    """Shadow, front, upper edge and side of a block that stands on the table."""
    edge: dict[str, Attribute] = {"stroke": paint.line, "stroke_width": 1.3, "stroke_linejoin": "round"}
    shadow = path("M5 98L84 100L100 85L100 60L96 84L82 98Z", fill="#1a120a", fill_opacity=0.4)
    return (
        shadow
        + path("M2 18L16 4H96L82 18Z", fill=paint.top, **edge)
        + path("M82 18L96 4V84L82 98Z", fill=paint.side, **edge)
        + path("M2 18H82V98H2Z", fill=paint.front, **edge)
        + path("M3.4 19.4H80.6", stroke="#fff", stroke_width=1.4, stroke_opacity=0.6)
    )


def _flat_body(side: str) -> str:
    paint = wood(side)
    body = (
        box(7, 8, 92, 92, rx=6, fill="#1a120a", fill_opacity=0.4)
        + box(5, 6, 91, 91, rx=4, fill=paint.side, stroke=paint.line, stroke_width=1.2)
        + box(3, 3, 91, 91, rx=4, fill=paint.front, stroke=paint.line, stroke_width=1.3)
    )
    return group(body, id=f"flat-{side}")


def _fronts(face: CounterFace) -> str:
    stand = use(f"wood-{face.side}") + use(_label_id(face), (6, 22))
    flat = use(f"flat-{face.side}") + group(use(_label_id(face)), transform="translate(7.5 7.5) scale(1.15)")
    return _symbol(f"counter-{face.id}", stand) + _symbol(f"counter-{face.id}-flat", flat)


def _back(side: str) -> str:
    paint, middle = wood(side), (42.0, 58.0)
    frame = box(9, 25, 66, 66, rx=3, fill="none", stroke=paint.side, stroke_width=2)
    return _symbol(f"back-block-{side}", use(f"wood-{side}"), frame, _emblem(side, 36, middle))


def _emblem(side: str, size: float, at: Point) -> str:
    if side == "russia":
        return star(size * 0.6, at, fill=wood(side).emblem, stroke="#5c0a0a", stroke_width=1.2)
    return shield(size * 0.86, size * 1.05, "#ffffff", "#d4213d", "#3a1a1a", at)


def _symbol(name: str, *parts: str) -> str:
    return tag("symbol", group(*parts, text_anchor="middle", **Face.BOLD.attributes), id=name, viewBox="0 0 100 100")


# The label: a square of 72


def _label(face: CounterFace) -> str:
    ground, ink, rim = _LABELS.get(face.nation[:3].lower(), _LABELS["pol"])
    look: dict[str, Attribute] = {"text_anchor": "middle", **Face.BOLD.attributes}
    paper = box(0, 0, 72, 72, rx=3, fill=ground) + box(1, 1, 70, 70, rx=2, fill="none", stroke=rim, stroke_width=2)
    sign = _portrait(ink, rim) if face.symbol == "leader" else _arm_box(face, ink)
    name = text(face.label, (36, 62), fill=ink, font_size=_fitted(face.label, 21, 58), **look)
    return paper + sign + name + _cube_stripe(face.band)


def _fitted(words: str, size: float, room: float) -> float:
    natural = width(words, Face.BOLD, size)
    return size if natural <= room else size * room / natural


def _arm_box(face: CounterFace, ink: str) -> str:
    look: dict[str, Attribute] = {"text_anchor": "middle", **Face.BOLD.attributes}
    size = text(face.size, (36, 22), fill=ink, font_size=9.5, letter_spacing=0.6, **look) if face.size else ""
    frame = box(18, 23.5, 36, 20.5, fill="#fff", fill_opacity=0.75, stroke=ink, stroke_width=2.1)
    return size + frame + arm(face.symbol, 36, 20.5, (36, 33.75), ink)


def _portrait(ink: str, rim: str) -> str:
    """Head, cap and shoulders of a commander in a round frame."""
    return (
        circle((36, 28), 16, fill="#fff", fill_opacity=0.8, stroke=rim, stroke_width=2)
        + path("M24.5 39C26 31.5 46 31.5 47.5 39A16 16 0 0 1 24.5 39Z", fill=ink)
        + circle((36, 26.5), 6, fill=ink)
        + path("M28.6 24.6L30.5 18.5H41.5L43.4 24.6C38.5 22.6 33.5 22.6 28.6 24.6Z", fill=rim)
    )


def _cube_stripe(colour: str) -> str:
    if colour not in CUBES:
        return ""
    return box(30, 64.5, 12, 5, rx=1, fill=CUBES[colour], stroke="#26221e", stroke_width=0.9)


def edge_pips(strength: int, most: int, flat: bool = False) -> str:
    """The strength of a block on the edges of its label: what it has at the top, what it would have if it were turned
    on the other edges, faint. A turn to the left brings up the right edge, one point weaker."""
    (x, y), half = (FLAT_PIP, 35.0) if flat else (TOP_PIP, 30.0)
    ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
    rows = []
    for turn, (dx, dy) in enumerate(ways):
        value = strength - turn if strength > turn else strength - turn + 4
        if turn and value > most:
            continue
        middle = x + dx * half, y + half + dy * half
        rows.append(_row(value, middle, across=dy != 0, bright=turn == 0))
    return "".join(rows)


def _row(value: int, middle: Point, across: bool, bright: bool) -> str:
    step, size = (12.5, 5.4) if bright else (5.5, 1.9)
    found = []
    for i in range(value):
        shift = (i - (value - 1) / 2) * step
        x, y = (middle[0] + shift, middle[1]) if across else (middle[0], middle[1] + shift)
        corners = [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
        found.append(polyline(corners, closed=True))
    paint: dict[str, Attribute] = (
        {"fill": "#1d1b18", "stroke": "#fff", "stroke_width": 1} if bright else {"fill": "#1d1b18", "fill_opacity": 0.4}
    )
    return path("".join(found), **paint)


# Order tokens


def token_rim(side: str) -> str:
    """The colour that a side's tokens have at their rim."""
    return {"poland": "#c0182c", "russia": "#8d1a10"}.get(side, "#6a5330")


_TO, _OUT = "M18 50H50M38 36L53 50L38 64", "M44 50H78M66 36L81 50L66 64"
_ORDER_SIGNS: dict[str, tuple[str, Point | None]] = {
    "move-to": (_TO, (72, 50)),
    "move-out": (_OUT, (26, 50)),
    "march-to": ("M12 50H48M26 36L41 50L26 64M40 36L55 50L40 64", (74, 50)),
    "march-out": ("M44 50H82M58 36L73 50L58 64M72 36L87 50L72 64", (24, 50)),
    "withdraw": ("M76 68C80 40 58 30 34 40M47 26L31 41L50 53", None),
    "recon": ("M18 50C34 28 66 28 82 50C66 72 34 72 18 50Z", (50, 50)),
    "defend": ("M20 68H80M26 68V52H38V60H44V52H56V60H62V52H74V68M50 44V28M50 28H66L61 33L66 38H50", None),
    "reorganize": ("M30 42A22 22 0 0 1 70 42M72 28V44H56M70 58A22 22 0 0 1 30 58M28 72V56H44", None),
    "rail": ("M36 24L24 76M64 24L76 76M33 36H67M30 50H70M27 64H73", None),
}
"""Strokes of each kind of order, and where it has a dot: the area to which or out of which it leads, or an eye."""


def order_defs(faces: list[CounterFace], sides: list[str]) -> str:
    """Tokens by kind; the rim takes the colour of whoever laid them. And their backs by side."""
    backs = "".join(_symbol(f"back-order-{side}", _card(), _emblem(side, 40, (49, 50))) for side in sides)
    return "".join(_symbol(f"counter-{face.id}", _card(), _order_sign(face)) for face in faces) + backs


def _card() -> str:
    outline = "M27 4H71L94 27V71L71 94H27L4 71V27Z"
    return (
        path(outline, fill="#1a120a", fill_opacity=0.4, transform="translate(3 4)")
        + path(outline, fill="currentColor", stroke="#2a1d10", stroke_width=1.5)
        + path("M29 11H69L87 29V69L69 87H29L11 69V29Z", fill="#fbf3dc", stroke="#2a1d10", stroke_width=1)
    )


def _order_sign(face: CounterFace) -> str:
    strokes, dot = _ORDER_SIGNS.get(face.symbol, ("", None))
    pen: dict[str, Attribute] = {"fill": "none", "stroke": "#2b2117", "stroke_width": 6.5}
    pen |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
    lines = path(strokes, **pen) if strokes else ""
    spot = circle(dot, 8.5, fill="#a3241b", stroke="#2b2117", stroke_width=2.5) if dot else ""
    return group(lines + spot, transform=f"translate({num(49 - 50 * 0.8)} {num(49 - 50 * 0.8)}) scale(.8)")
