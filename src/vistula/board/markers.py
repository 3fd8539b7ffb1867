"""Markers: control flags, badges laid on counters, signs laid on hexes and tracks.

A badge is a symbol 24 wide that sits on a counter's edge; a marker is a symbol 100 wide that lies on a hex by itself.
Kinds that nobody has drawn yet are shown by the first letters of their name, so that nothing goes unseen.
"""

from __future__ import annotations

import re
from html import escape

from vistula.board.emblems import eagle, shield, star
from vistula.board.svg import Point, box, circle, group, num, path, polyline, tag, text, use
from vistula.board.typeface import Face

_INK = "#1f1a14"
_RED = "#b8261b"
_GOLD = "#f2c230"
_BLUE = "#24507e"


def _disc(fill: str, *signs: str) -> str:
    return circle((0, 0), 11, fill=fill, stroke="#fff", stroke_width=1.8) + "".join(signs)


def _line(data: str, colour: str = "#fff", width: float = 2.8) -> str:
    return path(data, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


BADGES = {
    "moved": _disc(_BLUE, _line("M-5.5 0H4.5M.8 -4.2L5.2 0L.8 4.2")),
    "attacked": _disc(_INK, _line("M-4.8 -4.8L4.8 4.8M4.8 -4.8L-4.8 4.8M-5.6 2.4L-2.4 5.6M5.6 2.4L2.4 5.6", width=2)),
    "attacking": _disc(_RED, _line("M-4.8 -4.8L4.8 4.8M4.8 -4.8L-4.8 4.8M-5.6 2.4L-2.4 5.6M5.6 2.4L2.4 5.6", width=2)),
    "isolated": _disc(_GOLD, _line("M0 -5.5V1.2", _INK, 3.2), circle((0, 5.4), 1.9, fill=_INK)),
    "out-of-supply": _disc("#fff", _line("M-6 6L6 -6", _RED, 3), circle((0, 0), 6.6, fill="none", stroke=_RED, stroke_width=2.4)),
    "supplied": _disc("#3d7d3a", _line("M-5 .4L-1.4 4L5.2 -3.6")),
    "selected": _disc("#ffffff", circle((0, 0), 5.5, fill=_BLUE)),
    "target": _disc(_RED, circle((0, 0), 5, fill="none", stroke="#fff", stroke_width=1.8), _line("M-8 0H8M0 -8V8", width=1.6)),
}  # fmt: skip


def key(kind: str) -> str:
    """A kind of mark as part of an id."""
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-")


def badge_defs() -> str:
    return "".join(group(sign, id=f"badge-{kind}") for kind, sign in BADGES.items())


def badge(kind: str, at: Point) -> str:
    """A mark on a counter."""
    if key(kind) in BADGES:
        return use(f"badge-{key(kind)}", at)
    letters = text(kind[:2].upper(), (0, 4.2), text_anchor="middle", fill="#fff", font_size=12, **Face.BOLD.attributes)
    return group(_disc("#5a5550", letters), transform=f"translate({num(at[0])} {num(at[1])})")


# Markers that lie on the map or on a track


def _card(fill: str, edge: str) -> str:
    return (
        box(5, 6, 94, 94, rx=8, fill=_INK, fill_opacity=0.35)
        + box(2, 2, 94, 94, rx=8, fill=fill, stroke=_INK, stroke_width=1.5)
        + box(6, 6, 86, 86, rx=5, fill="none", stroke=edge, stroke_width=2)
    )


def _words(top: str, below: str, ink: str) -> str:
    first = text(top, (49, 46), text_anchor="middle", fill=ink, font_size=30, **Face.BOLD.attributes)
    size = 22 if len(below) < 8 else 17
    return first + text(below, (49, 76), text_anchor="middle", fill=ink, font_size=size, **Face.BOLD.attributes)


def _flag(cloth: str) -> str:
    pole = box(26, 10, 5, 84, rx=2, fill="#4a3520") + circle((28.5, 9), 5, fill=_GOLD, stroke=_INK, stroke_width=1)
    return pole + cloth


_WAVE = "M31 15C45 8 58 24 88 15V55C58 64 45 48 31 55Z"
_LOWER = "M31 35C45 28 58 44 88 35V55C58 64 45 48 31 55Z"
_CLOTH_EDGE = path(_WAVE, fill="none", stroke=_INK, stroke_width=2, stroke_linejoin="round")
_AIM = path("M49 4V30M49 68V94M4 49H30M68 49H94", stroke=_RED, stroke_width=6, stroke_linecap="round")

MARKERS = {
    "control-poland": _flag(path(_WAVE, fill="#fff") + path(_LOWER, fill="#d4213d") + _CLOTH_EDGE),
    "control-russia": _flag(path(_WAVE, fill="#c4281c") + star(13, (58, 36), fill=_GOLD) + _CLOTH_EDGE),
    "target": circle((49, 49), 34, fill="none", stroke="#fff", stroke_width=11, stroke_opacity=0.8)
    + circle((49, 49), 34, fill="none", stroke=_RED, stroke_width=6)
    + _AIM,
    "isolated": _card(_GOLD, _INK) + _words("!", "ISOLATED", _INK),
    "turn": _card("#2f4a3a", "#d8c48a") + _words("GAME", "TURN", "#fdf3d6"),
    "vp": _card("#f4ead0", "#8a6d2f") + eagle(46, (49, 38), fill="#8a6d2f") + text("VP", (49, 86), text_anchor="middle", fill=_INK, font_size=24, **Face.BOLD.attributes),
    "counterattack": _card("#fff", "#d4213d") + eagle(48, (49, 38), fill="#d4213d") + text("COUNTERATTACK", (49, 82), text_anchor="middle", fill=_INK, font_size=13.5, **Face.BOLD.attributes),
    "supplied": _card("#e4efd8", "#3d7d3a") + _words("✓", "SUPPLIED", "#28562a"),
    "out-of-supply": _card("#f6ded6", _RED) + _words("0", "NO SUPPLY", _RED),
}  # fmt: skip


def marker_defs() -> str:
    return "".join(tag("symbol", sign, id=f"marker-{kind}", viewBox="0 0 100 100") for kind, sign in MARKERS.items())


def marker(kind: str, at: Point, size: float, label: str = "") -> str:
    """A marker with its centre at a point."""
    corner = at[0] - size / 2, at[1] - size / 2
    if key(kind) in MARKERS:
        drawn = use(f"marker-{key(kind)}", corner, width=size, height=size)
    else:
        drawn = _named(kind, at, size)
    words = text(label, (at[0], at[1] + size * 0.66), text_anchor="middle", font_size=size * 0.3, fill=_INK, stroke="#fff", stroke_width=2.5, paint_order="stroke", **Face.BOLD.attributes) if label else ""  # fmt: skip
    return group(drawn, words, class_="mark", data_kind=key(kind))


def _named(kind: str, at: Point, size: float) -> str:
    plate = box(
        at[0] - size / 2,
        at[1] - size / 4,
        size,
        size / 2,
        rx=size * 0.08,
        fill="#fff8e4",
        stroke=_INK,
        stroke_width=1.2,
    )
    fitted = min(size * 0.3, size * 1.9 / max(len(kind), 1))
    return plate + text(
        kind, (at[0], at[1] + fitted * 0.35), text_anchor="middle", fill=_INK, font_size=fitted, **Face.BOLD.attributes
    )


__all__ = ["BADGES", "MARKERS", "badge", "badge_defs", "escape", "key", "marker", "marker_defs", "polyline", "shield"]
