"""Writing SVG: elements, numbers and curves as short text. Nothing here knows of maps or counters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from vistula.board.layout import Point

Attribute: TypeAlias = str | float | None


def num(value: float) -> str:
    """A coordinate with at most one decimal."""
    short = f"{value:.1f}"
    if short.endswith(".0"):
        short = short[:-2]
    return "0" if short == "-0" else short


def xy(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def tag(name: str, *children: str, **attributes: Attribute) -> str:
    """An element. ``stroke_width`` is written ``stroke-width``, a trailing underscore is dropped, None is left out."""
    head = name + "".join(_attribute(key, value) for key, value in attributes.items() if value is not None)
    return f"<{head}>{''.join(children)}</{name}>" if children else f"<{head}/>"


def _attribute(key: str, value: Attribute) -> str:
    written = value if isinstance(value, str) else f"{value:.3f}".rstrip("0").rstrip(".")
    return f' {key.rstrip("_").replace("_", "-")}="{escape(written)}"'


def group(*children: str, **attributes: Attribute) -> str:
    """A <g>, or nothing at all where there are no children."""
    body = "".join(children)
    return tag("g", body, **attributes) if body else ""


def path(data: str, **attributes: Attribute) -> str:
    return tag("path", d=data, **attributes)


def use(target: str, at: Point = (0, 0), **attributes: Attribute) -> str:
    x, y = (None if v == 0 else num(v) for v in at)
    return tag("use", href=f"#{target}", x=x, y=y, **attributes)


def text(words: str, at: Point, **attributes: Attribute) -> str:
    return tag("text", escape(words), x=num(at[0]), y=num(at[1]), **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    return tag("rect", x=num(x), y=num(y), width=num(width), height=num(height), **attributes)


def circle(at: Point, radius: float, **attributes: Attribute) -> str:
    return tag("circle", cx=num(at[0]), cy=num(at[1]), r=num(radius), **attributes)


def document(width: float, height: float, *children: str, title: str = "") -> str:
    """A whole SVG file."""
    name = tag("title", escape(title)) if title else ""
    head = f'width="{num(width)}" height="{num(height)}" viewBox="0 0 {num(width)} {num(height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{name}{"".join(children)}</svg>'


# Path data


def polyline(points: Sequence[Point], closed: bool = False) -> str:
    return "M" + "L".join(xy(p) for p in points) + ("Z" if closed else "")


def smooth(points: Sequence[Point], closed: bool = False, tension: float = 1 / 6) -> str:
    """A curve through all points (Catmull-Rom, written as cubic Béziers)."""
    count = len(points)
    if count < 3:
        return polyline(points, closed)
    data = ["M", xy(points[0])]
    for i in range(count if closed else count - 1):
        a, b = points[i], points[(i + 1) % count]
        before = points[i - 1] if closed or i else a
        after = points[(i + 2) % count] if closed or i + 2 < count else b
        first = a[0] + (b[0] - before[0]) * tension, a[1] + (b[1] - before[1]) * tension
        second = b[0] - (after[0] - a[0]) * tension, b[1] - (after[1] - a[1]) * tension
        data += ["C", xy(first), " ", xy(second), " ", xy(b)]
    return "".join(data) + ("Z" if closed else "")


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def between(a: Point, b: Point, share: float) -> Point:
    """The point that lies ``share`` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def aside(a: Point, b: Point, distance: float) -> Point:
    """The vector of this length that points to the left of the way from a to b (on a page with y downwards)."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[1] - a[1]) / length * distance, (a[0] - b[0]) / length * distance


def add(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def shifted(points: Sequence[Point], distance: float) -> list[Point]:
    """An open line moved sideways, to the left of its direction; its corners stay sharp."""
    result = [add(points[0], aside(points[0], points[1], distance))]
    for a, b, c in zip(points, points[1:], points[2:], strict=False):
        one, other = aside(a, b, 1), aside(b, c, 1)
        halfway = one[0] + other[0], one[1] + other[1]
        scale = distance * 2 / max(halfway[0] ** 2 + halfway[1] ** 2, 0.5)
        result.append((b[0] + halfway[0] * scale, b[1] + halfway[1] * scale))
    result.append(add(points[-1], aside(points[-2], points[-1], distance)))
    return result


def length_of(points: Iterable[Point]) -> float:
    line = list(points)
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))
