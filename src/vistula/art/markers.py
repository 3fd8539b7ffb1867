"""Markers: control flags, badges laid on counters, signs laid on hexes and tracks.

A badge is a symbol 24 wide that sits on a counter's edge; a marker is a symbol 100 wide that lies on a hex by itself.
Kinds that nobody has drawn yet are shown by the first letters of their name, so that nothing goes unseen.
"""

from __future__ import annotations

import re

from vistula.art.emblems import burst, eagle, shield, star
from vistula.art.svg import Attribute, box, circle, group, num, path, tag, text, use
from vistula.art.typeface import Face, width
from vistula.board.layout import Point

_INK = "#1f1a14"
_RED = "#b8261b"
_GOLD = "#f2c230"
_BLUE = "#24507e"


def _disc(fill: str, *signs: str) -> str:
    return circle((0, 0), 11, fill=fill, stroke="#fff", stroke_width=1.8) + "".join(signs)


def _line(data: str, colour: str = "#fff", pen: float = 2.8) -> str:
    return path(data, fill="none", stroke=colour, stroke_width=pen, stroke_linecap="round", stroke_linejoin="round")


def _ring(radius: float, colour: str, pen: float) -> str:
    return circle((0, 0), radius, fill="none", stroke=colour, stroke_width=pen)


_SWORDS = "M-4.8 -4.8L4.8 4.8M4.8 -4.8L-4.8 4.8M-5.6 2.4L-2.4 5.6M5.6 2.4L2.4 5.6"


BADGES = {
    "moved": _disc(_BLUE, _line("M-5.5 0H4.5M.8 -4.2L5.2 0L.8 4.2")),
    "moving": _disc("#2f8fd8", _line("M-5.5 0H4.5M.8 -4.2L5.2 0L.8 4.2")),
    "fought": _disc(_INK, _line(_SWORDS, pen=2)),
    "attacking": _disc(_RED, _line(_SWORDS, pen=2)),
    "attacked": _disc(_INK, burst(8.8, fill=_GOLD)),
    "routing": _disc("#d9731a", _line("M4.5 5.5C6.5 -3 1 -5.5 -3.5 -3.5M-1.2 -7L-4.6 -3.2L-.2 -.4", pen=2.4)),
    "isolated": _disc(_GOLD, _line("M0 -5.5V1.2", _INK, 3.2), circle((0, 5.4), 1.9, fill=_INK)),
    "out-of-supply": _disc("#fff", _line("M-6 6L6 -6", _RED, 3), _ring(6.6, _RED, 2.4)),
    "supplied": _disc("#3d7d3a", _line("M-5 .4L-1.4 4L5.2 -3.6")),
    "ordered": _disc("#7a5a1e", _line("M-4 -5H4V5H-4ZM-1.6 -1.8H1.6M-1.6 1.6H1.6", pen=1.7)),
    "redeployed": _disc("#3b3b3b", _line("M-6 -3H6M-6 3H6M-3 -5.4V5.4M3 -5.4V5.4", pen=1.7)),
    "led": _disc(_BLUE, _line("M-3.6 6V-6H5L2.4 -3.2L5 -.4H-3.6", pen=1.9)),
    "target": _disc(_RED, _ring(5, "#fff", 1.8), _line("M-8 0H8M0 -8V8", pen=1.6)),
    "executed": _disc(_BLUE, _line("M-5 .4L-1.4 4L5.2 -3.6")),
    "marched": _disc("#d9731a", _line("M-6 -4.4L-1.4 0L-6 4.4M.6 -4.4L5.2 0L.6 4.4", pen=2.4)),
    "unsupplied": _disc("#fff", _line("M-6 6L6 -6", _RED, 3), _ring(6.6, _RED, 2.4)),
    "stuck": _disc("#5a5550", _line("M-3 -5V5M3 -5V5", pen=3)),
    "detached": _disc("#3d7d3a", _line("M0 5.5V0M0 0L-5 -5M0 0L5 -5", pen=2.4)),
    "crossed": _disc("#b8860b", _line("M-5.5 -3H4M1.4 -5.6L4.4 -3L1.4 -.4M5.5 4H-4M-1.4 1.4L-4.4 4L-1.4 6.6", pen=1.8)),
    "spent": _disc("#5a5550", star(8, fill="#cfc8ba")),
    "leader": _disc(_BLUE, star(8, fill=_GOLD)),
    "charge": _disc("#8a4a2f", _line("M-5 5.5C1 4.5 4.6 .6 5.4 -6M-6 1.6L-1.4 6.2", pen=2.2)),
    "overstacked": _disc("#5a5550", _line("M-5.4 4.6H5.4M-4 .4H4M-2.6 -3.8H2.6", pen=2.2)),
    "strategic": _disc("#3b3b3b", _line("M-6 -4.4L-1.4 0L-6 4.4M.6 -4.4L5.2 0L.6 4.4", pen=2.4)),
    "rebuilt": _disc("#3d7d3a", _line("M-5 0H5M0 -5V5", pen=2.8)),
    "retreated": _disc("#d9731a", _line("M5 0H-5M-1.4 -4.2L-5.4 0L-1.4 4.2", pen=2.6)),
    "to-retreat": _disc("#d9731a", _line("M5 0H-5M-1.4 -4.2L-5.4 0L-1.4 4.2", pen=2.6), _ring(9, "#fff", 1.2)),
    "may-advance": _disc("#3d7d3a", _line("M-5.5 0H4.5M.8 -4.2L5.2 0L.8 4.2")),
}


HIGHLIGHTS = {"selected": "#ffc928", "moving": "#2f8fd8", "attacking": "#e0382a", "routing": "#f08a24"}


def key(kind: str) -> str:
    """A kind of mark as part of an id."""
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-")


def badge_defs() -> str:
    return "".join(group(sign, id=f"badge-{kind}") for kind, sign in BADGES.items())


def highlight(marks: list[str]) -> str:
    """A bright edge around a counter of 100 by 100 that bears one of these marks."""
    colour = next((HIGHLIGHTS[key(mark)] for mark in marks if key(mark) in HIGHLIGHTS), None)
    return box(-2, -2, 102, 102, rx=13, fill="none", stroke=colour, stroke_width=7) if colour else ""


def badge(kind: str, at: Point) -> str:
    """A mark on a counter."""
    if key(kind) in BADGES:
        return use(f"badge-{key(kind)}", at)
    letters = text(kind[:2].upper(), (0, 4.2), text_anchor="middle", fill="#fff", font_size=12, **Face.BOLD.attributes)
    return group(_disc("#5a5550", letters), transform=f"translate({num(at[0])} {num(at[1])})")


# Markers that lie on the map or on a track


def _card(fill: str, edge: str, *signs: str) -> str:
    return (
        box(5, 6, 94, 94, rx=8, fill=_INK, fill_opacity=0.35)
        + box(2, 2, 94, 94, rx=8, fill=fill, stroke=_INK, stroke_width=1.5)
        + box(6, 6, 86, 86, rx=5, fill="none", stroke=edge, stroke_width=2)
        + "".join(signs)
    )


def _words(words: str, baseline: float, size: float, ink: str) -> str:
    fitted = min(size, size * 78 / width(words, Face.BOLD, size))
    return text(words, (49, baseline), text_anchor="middle", fill=ink, font_size=fitted, **Face.BOLD.attributes)


def _flag(*cloth: str) -> str:
    pole = box(26, 10, 5, 84, rx=2, fill="#4a3520") + circle((28.5, 9), 5, fill=_GOLD, stroke=_INK, stroke_width=1)
    edge = path(_WAVE, fill="none", stroke=_INK, stroke_width=2, stroke_linejoin="round")
    return pole + "".join(cloth) + edge


def _crosshair() -> str:
    rings = circle((49, 49), 40, stroke="#fff", stroke_width=9, stroke_opacity=0.8) + circle(
        (49, 49), 40, stroke_width=5
    )
    ticks = path("M49 1V18M49 80V97M1 49H18M80 49H97", stroke_width=5, stroke_linecap="round")
    return group(rings, ticks, fill="none", stroke=_RED)


_WAVE = "M31 15C45 8 58 24 88 15V55C58 64 45 48 31 55Z"
_LOWER = "M31 35C45 28 58 44 88 35V55C58 64 45 48 31 55Z"
_TICK = _line("M32 40L44 52L67 26", "#28562a", 9)
_NO = _line("M35 52L63 24", _RED, 7) + circle((49, 38), 19, fill="none", stroke=_RED, stroke_width=6)

_STORES = "".join(
    box(x, y, 26, 24, fill="#c79a52", stroke=_INK, stroke_width=2) + path(f"M{x} {y}L{x + 26} {y + 24}", stroke=_INK)
    for x, y in ((18, 40), (46, 40), (32, 15))
)


def _cube(front: str, top: str, side: str, sign: str) -> str:
    """A small wooden cube."""
    edge: dict[str, Attribute] = {"stroke": _INK, "stroke_width": 3, "stroke_linejoin": "round"}
    return (
        path("M16 92L76 94L96 74V52L90 72L72 90Z", fill=_INK, fill_opacity=0.35)
        + path("M12 32L32 12H92L72 32Z", fill=top, **edge)
        + path("M72 32L92 12V70L72 90Z", fill=side, **edge)
        + path("M12 32H72V90H12Z", fill=front, **edge)
        + sign
    )


_GARRISON_SHIELD = shield(34, 38, "#ffffff", "#d4213d", "#3a1a1a", (42, 61))
_GARRISON_STAR = star(21, (42, 62), fill="#ffd76a", stroke="#5c0a0a", stroke_width=1.5)

MARKERS = {
    "garrison-poland": _cube("#f1e6c9", "#fff8e2", "#c2ae80", _GARRISON_SHIELD),
    "garrison-russia": _cube("#b5301f", "#d9584a", "#7a1a10", _GARRISON_STAR),
    "control-poland": _flag(path(_WAVE, fill="#fff"), path(_LOWER, fill="#d4213d")),
    "control-russia": _flag(path(_WAVE, fill="#c4281c"), star(13, (58, 36), fill=_GOLD)),
    "target": _crosshair(),
    "isolated": _card(_GOLD, _INK, _words("!", 58, 54, _INK), _words("ISOLATED", 82, 20, _INK)),
    "turn": _card("#2f4a3a", "#d8c48a", _words("GAME", 46, 30, "#fdf3d6"), _words("TURN", 76, 30, "#fdf3d6")),
    "vp": _card("#f4ead0", "#8a6d2f", eagle(46, (49, 38), fill="#8a6d2f"), _words("VP", 86, 24, _INK)),
    "counterattack": _card(
        "#fff", "#d4213d", eagle(48, (49, 38), fill="#d4213d"), _words("COUNTERATTACK", 82, 20, _INK)
    ),
    "struck": _card("#f6ded6", _RED, burst(30, (49, 40), fill=_RED), _words("ATTACKED", 86, 20, _INK)),
    "depot-poland": _card("#fff", "#d4213d", _STORES, _words("DEPOT", 86, 22, "#d4213d")),
    "depot-russia": _card("#c8402f", "#ffd9c2", _STORES, _words("DEPOT", 86, 22, "#fff6e6")),
    "activation": _card("#fdf0c4", "#8a6d2f", _line("M22 49H66M50 30L72 49L50 68", "#6a4a12", 10)),
    "obeyed": _card("#e4efd8", "#3d7d3a", _line("M22 49H66M50 30L72 49L50 68", "#28562a", 10)),
    "supplied": _card("#e4efd8", "#3d7d3a", _TICK, _words("SUPPLIED", 80, 20, "#28562a")),
    "out-of-supply": _card("#f6ded6", _RED, _NO, _words("NO SUPPLY", 80, 20, _RED)),
}


def marker_defs() -> str:
    return "".join(tag("symbol", sign, id=f"marker-{kind}", viewBox="0 0 100 100") for kind, sign in MARKERS.items())


def marker(kind: str, at: Point, size: float, label: str = "") -> str:
    """A marker with its centre at a point."""
    corner = at[0] - size / 2, at[1] - size / 2
    known = key(kind) in MARKERS
    drawn = use(f"marker-{key(kind)}", corner, width=size, height=size) if known else _named(kind, at, size)
    halo: dict[str, Attribute] = {
        "stroke": "#fff",
        "stroke_width": 2.5,
        "paint_order": "stroke",
        **Face.BOLD.attributes,
    }
    below = at[0], at[1] + size * 0.66
    words = text(label, below, text_anchor="middle", font_size=size * 0.3, fill=_INK, **halo) if label else ""
    return group(drawn, words, class_="mark", data_kind=key(kind))


def _named(kind: str, at: Point, size: float) -> str:
    """A plate with the name of a marker that has no picture."""
    left, top = at[0] - size / 2, at[1] - size / 4
    plate = box(left, top, size, size / 2, rx=size * 0.08, fill="#fff8e4", stroke=_INK, stroke_width=1.2)
    fitted = min(size * 0.3, size * 0.3 * size * 0.86 / width(kind, Face.BOLD, size * 0.3))
    look = {"text_anchor": "middle", "fill": _INK, **Face.BOLD.attributes}
    return plate + text(kind, (at[0], at[1] + fitted * 0.35), font_size=fitted, **look)
