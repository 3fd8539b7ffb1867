"""Small drawn signs that counters, markers and maps share: eagle, star, shield, arms of service. All are our own.

Every sign is path data or markup around the point 0,0; the callers move and scale it.
"""

from __future__ import annotations

from math import cos, pi, sin

from vistula.art.svg import Attribute, box, circle, group, num, path, polyline
from vistula.board.layout import Point


def star_points(radius: float, points: int = 5, inner: float = 0.382, at: Point = (0, 0)) -> list[Point]:
    """A star, first tip upwards."""
    tips = []
    for i in range(points * 2):
        reach, turn = radius * (1 if i % 2 == 0 else inner), pi * i / points
        tips.append((at[0] + reach * sin(turn), at[1] - reach * cos(turn)))
    return tips


def star(radius: float, at: Point = (0, 0), **attributes: Attribute) -> str:
    return path(polyline(star_points(radius, at=at), closed=True), **attributes)


def burst(radius: float, at: Point = (0, 0), **attributes: Attribute) -> str:
    """The flash of a shell."""
    return path(polyline(star_points(radius, 8, 0.52, at), closed=True), **attributes)


# Half of a displayed eagle, beak to tail, on a field 20 wide and 20 high; the other half is its mirror image.
_HALF_EAGLE = (
    (0, -9.2), (1.1, -8.6), (1.5, -7.4), (1.2, -6.4), (1.6, -5.2), (3.2, -5.6), (4.6, -7.6), (6.2, -9.3), (7.3, -7.4),
    (8.4, -6.6), (8.2, -4.8), (9.4, -3.6), (8.6, -2.0), (9.5, -0.4), (8.3, 0.9), (8.6, 2.5), (7.0, 3.0), (6.4, 4.6),
    (4.9, 4.0), (3.9, 4.9), (3.0, 3.6), (2.4, 4.6), (3.8, 6.2), (4.6, 8.0), (3.0, 7.3), (2.2, 8.2), (1.6, 7.0),
    (1.2, 9.2), (0.5, 8.2), (0, 9.8),
)  # fmt: skip


def eagle(size: float, at: Point = (0, 0), **attributes: Attribute) -> str:
    """A spread eagle that fits in a square of this size."""
    scale = size / 20
    right = [(at[0] + x * scale, at[1] + y * scale) for x, y in _HALF_EAGLE]
    left = [(at[0] - x * scale, at[1] + y * scale) for x, y in reversed(_HALF_EAGLE[1:-1])]
    return path(polyline(right + left, closed=True), **attributes)


def shield_data(width: float, height: float, at: Point = (0, 0)) -> str:
    """The outline of a shield with a pointed foot."""
    x, y, w, h = at[0], at[1], width / 2, height / 2
    top, waist, foot = num(y - h), num(y + h * 0.1), num(y + h)
    left, right, centre, low = num(x - w), num(x + w), num(x), num(y + h * 0.62)
    return f"M{left} {top}H{right}V{waist}C{right} {low} {centre} {foot} {centre} {foot}S{left} {low} {left} {waist}Z"


def shield(width: float, height: float, upper: str, lower: str, edge: str, at: Point = (0, 0)) -> str:
    """A shield parted in two colours, one above the other."""
    x, y, w, h = at[0], at[1], width / 2, height / 2
    foot = (
        f"M{num(x - w)} {num(y)}H{num(x + w)}V{num(y + h * 0.1)}C{num(x + w)} {num(y + h * 0.62)} {num(x)} "
        f"{num(y + h)} {num(x)} {num(y + h)}S{num(x - w)} {num(y + h * 0.62)} {num(x - w)} {num(y + h * 0.1)}Z"
    )
    outline = shield_data(width, height, at)
    return group(
        path(outline, fill=upper),
        path(foot, fill=lower),
        path(outline, fill="none", stroke=edge, stroke_width=max(width * 0.07, 0.8), stroke_linejoin="round"),
    )


def arm(symbol: str, width: float, height: float, at: Point, ink: str) -> str:
    """The sign of an arm of service inside its box: infantry crossed, cavalry slashed, artillery dotted; what
    has an engine is drawn."""
    x, y, w, h = at[0], at[1], width / 2, height / 2
    rising = f"M{num(x - w)} {num(y + h)}L{num(x + w)} {num(y - h)}"
    falling = f"M{num(x - w)} {num(y - h)}L{num(x + w)} {num(y + h)}"
    stroke: dict[str, Attribute] = {"fill": "none", "stroke": ink, "stroke_width": 2.4}
    match symbol:
        case "infantry":
            return path(rising + falling, **stroke)
        case "cavalry":
            return path(rising, **stroke)
        case "artillery":
            return circle(at, h * 0.42, fill=ink)
        case "armour":
            return box(x - w * 0.62, y - h * 0.42, w * 1.24, h * 0.84, rx=h * 0.42, **stroke)
        case "tank":
            return box(x - w * 0.62, y - h * 0.42, w * 1.24, h * 0.84, rx=h * 0.42, **stroke) + path(rising, **stroke)
        case "motorized" | "cars":
            wheels = "".join(circle((x + side * w * 0.5, y + h * 0.55), h * 0.24, fill=ink) for side in (-1, 1))
            body = path(rising + falling, **stroke) if symbol == "motorized" else ""
            hull = box(x - w * 0.6, y - h * 0.5, w * 1.2, h * 0.8, rx=h * 0.3, **stroke)
            return wheels + (body or hull)
        case "train":
            rails = f"M{num(x - w)} {num(y + h * 0.55)}H{num(x + w)}"
            wagon = box(x - w * 0.7, y - h * 0.6, w * 1.4, h * 0.85, **stroke)
            return path(rails, **stroke) + wagon + circle((x - w * 0.3, y - h * 0.18), h * 0.2, fill=ink)
        case "air":
            wings = f"M{num(x - w * 0.8)} {num(y)}H{num(x + w * 0.8)}M{num(x)} {num(y - h * 0.65)}V{num(y + h * 0.65)}"
            return path(wings, **stroke) + path(f"M{num(x - w * 0.3)} {num(y + h * 0.6)}h{num(w * 0.6)}", **stroke)
        case "patrol":
            half = f"M{num(x - w)} {num(y)}Q{num(x)} {{}} {num(x + w)} {num(y)}"
            lids = half.format(num(y - 1.5 * h)) + half.format(num(y + 1.5 * h))
            return path(lids, **stroke) + circle(at, h * 0.34, fill=ink)
        case "group":
            inner = box(x - w * 0.6, y - h * 0.6, w * 1.2, h * 1.2, **stroke)
            return inner + circle(at, h * 0.24, fill=ink)
        case "mountain":
            peak = f"M{num(x - w * 0.3)} {num(y + h)}L{num(x)} {num(y + h * 0.2)}L{num(x + w * 0.3)} {num(y + h)}Z"
            return path(rising + falling, **stroke) + path(peak, fill=ink)
        case "garrison":
            walls = (
                f"M{num(x - w * 0.6)} {num(y + h * 0.6)}v{num(-h * 1.2)}h{num(w * 0.3)}v{num(h * 0.5)}h{num(w * 0.6)}"
            )
            return path(f"{walls}v{num(-h * 0.5)}h{num(w * 0.3)}v{num(h * 1.2)}Z", **stroke)
        case "militia":
            inner = path(f"M{num(x)} {num(y - h * 0.6)}V{num(y + h * 0.6)}", **stroke)
            return path(rising + falling, fill="none", stroke=ink, stroke_width=1.2) + inner
        case "flotilla" | "marines":
            fluke = f"M{num(x - h * 0.8)} {num(y)}Q{num(x)} {num(y + h * 1.5)} {num(x + h * 0.8)} {num(y)}"
            shank = f"M{num(x)} {num(y - h * 0.7)}V{num(y + h * 0.7)}M{num(x - h * 0.5)} {num(y - h * 0.4)}h{num(h)}"
            cross = path(rising + falling, fill="none", stroke=ink, stroke_width=1.2) if symbol == "marines" else ""
            return cross + path(fluke + shank, **stroke)
        case "replacements":
            plus = f"M{num(x - h * 0.6)} {num(y)}h{num(h * 1.2)}M{num(x)} {num(y - h * 0.6)}v{num(h * 1.2)}"
            return path(plus, **stroke)
        case "mounted-replacements":
            return arm("cavalry", width, height, at, ink) + arm("replacements", width, height, at, ink)
        case "headquarters":
            return path(f"M{num(x - w)} {num(y - h * 0.2)}H{num(x + w)}", **stroke)
        case _:
            return ""


def mark_sign(mark: str, at: Point = (0, 0)) -> str:
    """The emblem of a mark printed on the map."""
    if mark.endswith(("russia", "konarmiya")):
        return star(18, at, fill="#fff8e6") + star(14, at, fill="#c4161c", stroke="#5c0a0a", stroke_width=1.2)
    if mark.endswith("poland"):
        return shield(21, 25, "#ffffff", "#d4213d", "#3a1a1a", at)
    if mark.endswith("lithuania"):
        return shield(21, 25, "#f2c230", "#2f7a3b", "#3a1a1a", at)
    if mark == "flotilla-limit":
        bar = path(f"M{num(at[0] - 4.6)} {num(at[1])}h9.2", stroke="#1f5580", stroke_width=2.6)
        return circle(at, 8, fill="#eaf5fb", stroke="#1f5580", stroke_width=2.2) + bar
    return circle(at, 9, fill="#fff", stroke="#3a2a1a", stroke_width=2)
