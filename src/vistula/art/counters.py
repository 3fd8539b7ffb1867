"""Counters as SVG symbols, drawn from what is printed on them.

A symbol is a square of 100 by 100. ``defs`` gives one symbol for the front of each counter and one for its reverse,
and the plain backs of pieces whose face may not be seen. Those backs are made from side and nation alone: nothing of
a hidden counter can be read from them. A reverse is either the disrupted side or, where factors are printed on it, the
same unit weakened. A piece that faces somewhere has a stripe in its nation's colour at that edge.

Sides differ without colour too: Polish-side counters have round corners and a light symbol box, Russian ones have cut
corners and a dark box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from vistula.art.block_art import BLOCK, LYING, ORDER, block_defs, edge_pips, order_defs, token_rim
from vistula.art.emblems import arm, eagle, shield, star
from vistula.art.markers import badge, badge_defs, highlight, key
from vistula.art.svg import Attribute, box, group, num, path, polyline, tag, text, use
from vistula.art.typeface import Face, width
from vistula.board.layout import Point
from vistula.kernel.views import CounterFace, PieceView


@dataclass(frozen=True, slots=True)
class Ground:
    """The colours of a nation: the counter's ground, its ink, and the two colours of the symbol box."""

    fill: str
    light: str
    dark: str
    faded: str
    ink: str
    box: str
    lines: str


_GROUNDS = {
    "pol": Ground("#f7f4ea", "#ffffff", "#c9c3b0", "#d3cfc4", "#1d1b18", "#ffffff", "#1d1b18"),
    "ukr": Ground("#8fb9e0", "#c0dcf4", "#5f8cb8", "#a3b5c4", "#10202f", "#f4f9ff", "#10202f"),
    "lit": Ground("#f3d35c", "#fdeb9f", "#c3a12c", "#d3c283", "#2a2206", "#fffbe6", "#2a2206"),
    "ger": Ground("#b9c0b4", "#d8ddd2", "#8a9286", "#b4b7b0", "#1c211b", "#eef1ea", "#1c211b"),
    "rus": Ground("#c8402f", "#e5705c", "#8d2317", "#96574c", "#fff6e6", "#5a130c", "#ffeccb"),
}
_NEUTRAL = Ground("#d9d5c8", "#f2efe6", "#a8a395", "#c5c1b6", "#22201b", "#ffffff", "#22201b")
_STRIPES = {"pol": "#d4213d", "ukr": "#1d4fb4", "lit": "#2f7a3b", "rus": "#ffffff"}
_BANDS = {
    "N": "#6f3f93", "P": "#1f5fae", "S": "#77797c", "W": "#77797c", "SW": "#ee9a1c", "Vol": "#2f8a3d", "Res": "#77797c",
    "L-B": "#8a4a2f", "Ukr": "#1d6fb4", "Cos": "#7a5230", "Whi": "#1d1b18", "Lwów": "#e0b400", "Rev": "#f4efe4",
    "Kon": "#1d1b18", "Leg": "#5f9bd1", "W R": "#4f9a94", "SW R": "#c98a1c",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CounterStyle:
    """Colours by nation (first three letters, as ``pol``) and by formation band."""

    grounds: dict[str, Ground] = field(default_factory=lambda: dict(_GROUNDS))
    bands: dict[str, str] = field(default_factory=lambda: dict(_BANDS))
    cut_corners: frozenset[str] = frozenset({"russia"})
    stripes: dict[str, str] = field(default_factory=lambda: dict(_STRIPES))

    def stripe(self, nation: str, side: str) -> str:
        return self.stripes.get(nation[:3].lower()) or self.stripes.get(side[:3].lower()) or "#17304d"

    def ground(self, nation: str, side: str) -> Ground:
        found = self.grounds.get(nation[:3].lower()) or self.grounds.get(side[:3].lower())
        return found or _NEUTRAL


STYLE = CounterStyle()

_SHADE = "#1a120a"
DISRUPTED, WEAK = "disrupted", "weak"
TURNED = frozenset({DISRUPTED, WEAK})  # marks of a counter that lies on its reverse
_WIDE_LABEL = 86.0


def symbol_id(face: str) -> str:
    """The id of the symbol that shows the front of a counter; ``…-reverse`` is its other side."""
    return "counter-" + re.sub(r"[^A-Za-z0-9_-]+", "-", face)


def back_id(side: str, nation: str = "", disrupted: bool = False) -> str:
    """The id of the symbol for a piece whose face may not be seen."""
    owner = re.sub(r"[^a-z0-9]+", "-", f"{side}-{nation[:3]}".lower()).strip("-")
    return f"back-{owner}-disrupted" if disrupted else f"back-{owner}"


def defs(faces: Iterable[CounterFace], style: CounterStyle = STYLE) -> str:
    """All symbols for these counters: fronts, reverses, plain backs, and the badges laid on counters."""
    listed = list(faces)
    known = [face for face in listed if not face.shape]
    owners = sorted({(f.side, f.nation) for f in known} | {(f.side, "") for f in known})
    grounds = "".join(ground_defs(side, nation, style) for side, nation in owners)
    fronts = "".join(counter_symbol(f, style) + reverse_symbol(f, style) for f in known)
    backs = "".join(back_symbol(side, nation, style) for side, nation in owners)
    return grounds + fronts + backs + _wooden_defs(listed) + badge_defs()


def _wooden_defs(faces: list[CounterFace]) -> str:
    blocks = [face for face in faces if face.shape == BLOCK]
    orders = [face for face in faces if face.shape == ORDER]
    return block_defs(blocks) + order_defs(orders, sorted({face.side for face in blocks}))


def counter_symbol(face: CounterFace, style: CounterStyle = STYLE) -> str:
    """The front of a counter."""
    ground = style.ground(face.nation, face.side)
    return _symbol(
        symbol_id(face.id),
        use(_ground_id(face.side, face.nation)),
        _band(face, style),
        _corner(face, ground),
        _arm_box(face, ground),
        _elite(face, ground),
        _label(face.label, 66.8, 16.5, ground.ink),
        _factors(face.factors, ground.ink),
    )


def reverse_symbol(face: CounterFace, style: CounterStyle = STYLE) -> str:
    """The other side, for those who may know which unit it is: weakened, if it has factors, or disrupted."""
    ground = style.ground(face.nation, face.side)
    if face.reverse:
        return _symbol(
            symbol_id(face.id) + "-reverse",
            use(_ground_id(face.side, face.nation, WEAK)),
            _arm_box(face, ground),
            _label(face.label, 66.8, 16.5, ground.ink),
            _factors(face.reverse, ground.ink),
        )
    return _symbol(
        symbol_id(face.id) + "-reverse",
        use(_ground_id(face.side, face.nation, DISRUPTED)),
        _label(face.label, 27, 18, ground.ink),
        _factors(face.factors, ground.ink, size=27),
    )


def back_symbol(side: str, nation: str, style: CounterStyle = STYLE) -> str:
    """The plain back and the plain disrupted back of a piece that may not be looked at."""
    ground = style.ground(nation, side)
    plain = _symbol(back_id(side, nation), use(_ground_id(side, nation)), _emblem(side, ground, style))
    return plain + _symbol(back_id(side, nation, disrupted=True), use(_ground_id(side, nation, DISRUPTED)))


def ground_defs(side: str, nation: str, style: CounterStyle = STYLE) -> str:
    """The card itself, fresh, disrupted and weakened, that all counters of a nation share."""
    ground = style.ground(nation, side)
    fresh = group(_body(side, ground.fill, ground, style), id=_ground_id(side, nation))
    faded = _body(side, ground.faded, ground, style)
    disrupted = group(faded + _disrupted_band(), id=_ground_id(side, nation, DISRUPTED))
    return fresh + disrupted + group(faded + _weak_corner(ground), id=_ground_id(side, nation, WEAK))


def _ground_id(side: str, nation: str, state: str = "") -> str:
    plain = back_id(side, nation).replace("back-", "ground-", 1)
    return f"{plain}-{state}" if state else plain


def draw_counter(
    face: CounterFace | None,
    piece: PieceView,
    at: Point = (0, 0),
    size: float = 100.0,
    facings: Sequence[float] = (),
    style: CounterStyle = STYLE,
) -> str:
    """One piece with its badges, its upper left corner at a point. The symbols of ``defs`` must be in the document.

    ``facings`` are the degrees that a piece's facing stands for.
    """
    badges = [mark for mark in piece.marks if key(mark) not in (*TURNED, "selected", "open")]
    return group(
        highlight(piece.marks),
        use(_shown_side(face, piece), (0, 0), width=100, height=100),
        _pips(face, piece),
        _stripe(piece, facings, style),
        *(badge(mark, _BADGE_AT[i % len(_BADGE_AT)]) for i, mark in enumerate(badges)),
        transform=f"translate({num(at[0])} {num(at[1])})" + ("" if size == 100 else f" scale({size / 100:.4g})"),
        class_="piece",
        data_piece=piece.key,
        **({"color": token_rim(piece.side)} if piece.kind == ORDER else {}),
    )


def _shown_side(face: CounterFace | None, piece: PieceView) -> str:
    """The symbol of the side of a piece that can be seen."""
    turned = not TURNED.isdisjoint(piece.marks)
    if face is None:
        plain = piece.kind not in (BLOCK, ORDER)
        return back_id(piece.side, piece.nation, turned) if plain else f"back-{piece.kind}-{piece.side}"
    if face.shape == BLOCK:
        return symbol_id(face.id) + ("-flat" if LYING in piece.marks else "")
    return symbol_id(face.id) + ("-reverse" if turned else "")


def _pips(face: CounterFace | None, piece: PieceView) -> str:
    if face is None or face.shape != BLOCK or not piece.strength:
        return ""
    return edge_pips(piece.strength, int(face.factors or 0), LYING in piece.marks)


_BADGE_AT: tuple[Point, ...] = ((13, 41), (87, 83), (11, 83), (86, 25))


def contrast(colour: str) -> str:
    """White or near black, whichever can be read on a #rrggbb ground."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#1d1b18" if red * 0.299 + green * 0.587 + blue * 0.114 > 150 else "#ffffff"


def mix(one: str, other: str, share: float) -> str:
    """A colour ``share`` of the way from one #rrggbb to the other."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _symbol(name: str, *parts: str) -> str:
    return tag("symbol", group(*parts, text_anchor="middle", **Face.BOLD.attributes), id=name, viewBox="0 0 100 100")


def _outline(side: str, inset: float, style: CounterStyle) -> str:
    low, high = 2 + inset, 96 - inset
    if side in style.cut_corners:
        cut = 9 - inset * 0.6
        corners: list[Point] = [
            (low + cut, low), (high - cut, low), (high, low + cut), (high, high - cut),
            (high - cut, high), (low + cut, high), (low, high - cut), (low, low + cut),
        ]  # fmt: skip
        return polyline(corners, closed=True)
    r = num(9 - inset * 0.6)
    a, b, c, d = num(low), num(high), num(low + 9 - inset * 0.6), num(high - 9 + inset * 0.6)
    return (
        f"M{c} {a}H{d}A{r} {r} 0 0 1 {b} {c}V{d}A{r} {r} 0 0 1 {d} {b}"
        f"H{c}A{r} {r} 0 0 1 {a} {d}V{c}A{r} {r} 0 0 1 {c} {a}Z"
    )


def _body(side: str, fill: str, ground: Ground, style: CounterStyle) -> str:
    """Shadow, card with a bevelled edge, and the ground."""
    edge = _outline(side, 0, style)
    return (
        path(edge, fill=_SHADE, fill_opacity=0.38, transform="translate(3 3.5)")
        + path(edge, fill=ground.dark, stroke=_SHADE, stroke_width=1.4)
        + path(_outline(side, 1.2, style), fill=ground.light)
        + path(_outline(side, 2.6, style), fill=fill, transform="translate(.5 .5)")
    )


def _band(face: CounterFace, style: CounterStyle) -> str:
    if not face.band:
        return ""
    colour = style.bands.get(face.band, "#55595e")
    slope = 8.0 if face.side in style.cut_corners else 4.0
    shape: list[Point] = [(5 + slope, 5), (93.5 - slope, 5), (93.5, 5 + slope), (93.5, 17), (5, 17), (5, 5 + slope)]
    look: dict[str, Attribute] = {"text_anchor": "end", "fill": contrast(colour), "font_size": 11.5}
    letters = text(face.band, (90 - slope / 2, 15.2), **look)
    return path(polyline(shape, closed=True), fill=colour) + letters


def _corner(face: CounterFace, ground: Ground) -> str:
    if not face.corner:
        return ""
    return text(face.corner, (14.5, 24), fill=ground.ink, font_size=22)


def _arm_box(face: CounterFace, ground: Ground) -> str:
    """The unit symbol in its box, with the size mark above it."""
    size = text(face.size, (49.4, 27.6), fill=ground.ink, font_size=12.5, letter_spacing=0.8)
    frame = box(27, 29.5, 44, 23.5, fill=ground.box, stroke=ground.lines, stroke_width=2.2)
    return (size if face.size else "") + frame + arm(face.symbol, 44, 23.5, (49, 41.25), ground.lines)


def _elite(face: CounterFace, ground: Ground) -> str:
    if not face.elite:
        return ""
    if face.side == "russia":
        return star(9, (83, 42), fill="#ffd24a", stroke=_SHADE, stroke_width=0.8)
    return eagle(20, (83, 41), fill="#b3141f" if contrast(ground.fill) != "#ffffff" else ground.ink)


def _label(words: str, baseline: float, size: float, ink: str) -> str:
    natural = width(words, Face.BOLD, size)
    fitted = size if natural <= _WIDE_LABEL else size * _WIDE_LABEL / natural
    return text(words, (49, baseline), fill=ink, font_size=fitted)


def _factors(words: str, ink: str, size: float = 31) -> str:
    if not words:
        return ""
    shown = words.replace("-", "–")
    fitted = min(size, size * _WIDE_LABEL / width(shown, Face.BOLD, size))
    return text(shown, (49, 92), fill=ink, font_size=fitted)


def _stripe(piece: PieceView, facings: Sequence[float], style: CounterStyle) -> str:
    """The coloured front of a piece, at the edge to which it points; its print stays upright."""
    if piece.facing is None or not 0 <= piece.facing < len(facings):
        return ""
    look: dict[str, Attribute] = {"stroke": _SHADE, "stroke_width": 2.4, "stroke_linejoin": "round"}
    wedge = path("M-30 -47L0 -64L30 -47V-40L0 -55L-30 -40Z", fill=style.stripe(piece.nation, piece.side), **look)
    tip = path("M-10 -57L0 -71L10 -57Z", fill=style.stripe(piece.nation, piece.side), **look)
    return group(wedge, tip, transform=f"translate(49 49) rotate({num(facings[piece.facing])})", class_="facing")


def _weak_corner(ground: Ground) -> str:
    """A clipped-looking corner in dark ink: the sign of a counter that lies on its weakened side."""
    return path("M5 34V17L17 5H34Z", fill=ground.dark) + path("M5 46L46 5", stroke=ground.dark, stroke_width=2.4)


def _disrupted_band() -> str:
    look = {"text_anchor": "middle", **Face.BOLD.attributes}
    words = text("DISRUPTED", (0, 5.2), fill="#fff", font_size=15.5, letter_spacing=1.2, **look)
    strip = path("M5 46.5L93.5 35V56L5 67.5Z", fill="#2b2622")
    return strip + group(words, transform="translate(49.4 51.2) rotate(-7.4)")


def _emblem(side: str, ground: Ground, style: CounterStyle) -> str:
    """What a plain back shows: a shield or a star, in the ground's own colours."""
    frame = path(_outline(side, 9, style), fill="none", stroke=ground.dark, stroke_width=1.6)
    if side in style.cut_corners:
        return frame + star(29, (49, 51), fill=ground.dark) + star(13, (49, 51), fill=ground.light)
    return frame + shield(40, 48, ground.light, mix(ground.dark, "#c0392b", 0.35), ground.dark, (49, 50))
