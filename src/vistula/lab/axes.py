"""The frame of a plot: where values lie on the page, ticks at round numbers, grid lines and names."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, log10

import msgspec

from vistula.art.svg import box, group, num, path, polyline, tag, text
from vistula.board.layout import Point

INK, FAINT, GRID = "#3a3733", "#77716a", "#e4dfd6"
SMALL = 11
READABLE = 0.6
"""How far a plot may be made smaller before its words cannot be read."""


class Axis(msgspec.Struct, frozen=True):
    """From low to high, with ticks at these values."""

    low: float
    high: float
    ticks: list[float]
    unit: str = ""

    def label(self, value: float) -> str:
        if self.unit == "%":
            return f"{value * 100:.0f} %"
        return f"{value:g}".replace("-", "−")


def axis(values: Iterable[float], count: int = 6, unit: str = "", zero: bool = False) -> Axis:
    """An axis with about so many round ticks that holds all values, and zero if wanted."""
    found = [*values, *([0.0] if zero else [])] or [0.0, 1.0]
    low, high = min(found), max(found)
    if low == high:
        low, high = low - 1, high + 1
    step = _round_step((high - low) / count)
    first, last = floor(low / step), ceil(high / step)
    ticks = [round(i * step, 10) for i in range(first, last + 1)]
    return Axis(ticks[0], ticks[-1], ticks, unit)


def _round_step(rough: float) -> float:
    power = 10.0 ** floor(log10(rough))
    return float(next(f for f in (1, 2, 2.5, 5, 10) if f * power >= rough) * power)


def counts(most: int) -> Axis:
    """An axis from nothing to a number of things."""
    found = axis([0, max(most, 1)], 4)
    return Axis(0, found.high, [t for t in found.ticks if t == int(t)])


def columns(values: Iterable[float]) -> tuple[Axis, int]:
    """An axis for columns of whole numbers, and how many numbers a column takes together; zero is on it."""
    found = [*values, 0.0]
    width = next((w for w in (1, 2, 5, 10, 20, 50, 100) if (max(found) - min(found)) / w <= 36), 200)
    low = floor(min(found) / width) * width - 0.5
    high = (floor(max(found) / width) + 1) * width - 0.5
    return Axis(low, high, [t for t in axis(found, 8).ticks if low <= t <= high and t == int(t)]), width


def whole(low: int, high: int) -> Axis:
    """An axis of whole numbers, each with a tick."""
    return Axis(low, high, [float(n) for n in range(low, high + 1)])


SHARES = Axis(0.0, 1.0, [0.0, 0.25, 0.5, 0.75, 1.0], "%")


class Frame:
    """A rectangle of the page with two axes."""

    def __init__(
        self, width: float, height: float, x: Axis, y: Axis, left: float = 46, bottom: float = 40, top: float = 12
    ) -> None:
        self.width, self.height = width, height
        self.xs, self.ys = x, y
        self.left, self.top = left, top
        self.right, self.bottom = width - 22.0, height - bottom

    def x(self, value: float) -> float:
        return self.left + (value - self.xs.low) / (self.xs.high - self.xs.low) * (self.right - self.left)

    def y(self, value: float) -> float:
        return self.bottom - (value - self.ys.low) / (self.ys.high - self.ys.low) * (self.bottom - self.top)

    def at(self, x: float, y: float) -> Point:
        return self.x(x), self.y(y)

    def grid(self, x_name: str = "", y_name: str = "", rows: bool = True) -> str:
        """Lines and numbers behind the data."""
        drawn = []
        for value in self.ys.ticks if rows else ():
            y = self.y(value)
            drawn.append(path(polyline([(self.left, y), (self.right, y)]), stroke=GRID, fill="none"))
            drawn.append(words(self.ys.label(value), (self.left - 7, y + 4), anchor="end"))
        for value in self.xs.ticks:
            x = self.x(value)
            drawn.append(path(polyline([(x, self.top), (x, self.bottom)]), stroke=GRID, fill="none"))
            drawn.append(words(self.xs.label(value), (x, self.bottom + 16), anchor="middle"))
        middle = (self.left + self.right) / 2
        drawn.append(words(x_name, (middle, self.height - 6), anchor="middle", fill=INK) if x_name else "")
        if y_name:
            turned = f"rotate(-90 12 {num((self.top + self.bottom) / 2)})"
            at = (12.0, (self.top + self.bottom) / 2)
            drawn.append(words(y_name, at, anchor="middle", fill=INK, transform=turned))
        return group(*drawn)

    def document(self, *children: str, name: str) -> str:
        """The whole plot as an element of a page."""
        size = f"0 0 {num(self.width)} {num(self.height)}"
        least = f"min-width:{num(self.width * READABLE)}px"  # on a phone a plot wider than this scrolls in its figure
        return tag("svg", *children, viewBox=size, role="img", aria_label=name, class_="plot", width=num(self.width),
                   style=least)  # fmt: skip


def words(
    what: str, at: Point, anchor: str = "start", fill: str = FAINT, size: float = SMALL, transform: str | None = None
) -> str:
    return text(what, at, text_anchor=anchor, fill=fill, font_size=size, transform=transform)


def swatch(at: Point, colour: str, label: str) -> str:
    """What a colour means, in a legend."""
    return box(at[0], at[1] - 8, 14, 8, fill=colour, rx=2) + words(label, (at[0] + 19, at[1]), fill=INK)


def stroke(at: Point, colour: str, label: str, dash: str | None = None) -> str:
    """What a line means, in a legend: a piece of it, dashed if it is."""
    piece = path(f"M{num(at[0])} {num(at[1] - 4)}h29", stroke=colour, stroke_width=2.4, stroke_dasharray=dash)
    return piece + words(label, (at[0] + 34, at[1]), fill=INK)
