"""The plots of a report, drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from vistula.art.svg import box, circle, group, path, polyline, tag
from vistula.lab.axes import FAINT, INK, SHARES, Axis, Frame, axis, columns, counts, stroke, swatch, whole, words
from vistula.lab.statistics import Fit, Interval, Spread

COLOURS = ("#2b6ca3", "#c8452d", "#d99a1c", "#4b7f52", "#7a5195", "#5f6b73")
DRAW = "#9a948a"


class Bar(msgspec.Struct, frozen=True):
    name: str
    interval: Interval
    colour: str
    note: str = ""


def shares(bars: Sequence[Bar], name: str, left: float = 92.0, x_name: str = "") -> str:
    """Shares as bars with the whiskers of their intervals."""
    row = 40.0
    below = 46.0 if x_name else 30.0
    frame = Frame(520, 16 + row * len(bars) + below, SHARES, Axis(0, 1, []), left=left, bottom=below)
    drawn = [frame.grid(x_name, rows=False)]
    for i, bar in enumerate(bars):
        y = frame.top + row * i + 8
        drawn.append(words(bar.name, (left - 8, y + 17), "end", INK, 13))
        drawn.append(_bar(frame, bar, y))
    half = frame.x(0.5)
    drawn.append(path(polyline([(half, frame.top), (half, frame.bottom)]), stroke=FAINT, stroke_dasharray="3 3"))
    return frame.document(*drawn, name=name)


def _bar(frame: Frame, bar: Bar, y: float) -> str:
    x0, x1 = frame.x(0), frame.x(bar.interval.value)
    low, high = frame.x(bar.interval.low), frame.x(bar.interval.high)
    whisker = f"M{low:.1f} {y + 8:.1f}v10M{high:.1f} {y + 8:.1f}v10M{low:.1f} {y + 13:.1f}H{high:.1f}"
    title = tag("title", escape(bar.note)) if bar.note else ""
    return group(
        title,
        box(x0, y, max(x1 - x0, 0.5), 26, fill=bar.colour, rx=2, fill_opacity=0.85),
        path(whisker, stroke=INK, stroke_width=1.6, fill="none"),
    )


class Heap(msgspec.Struct, frozen=True):
    """Values of one kind in a histogram, stacked on those of the others."""

    name: str
    values: Sequence[float]
    colour: str


def histogram(heaps: Sequence[Heap], x_name: str, mean: Interval, name: str) -> str:
    values = [v for heap in heaps for v in heap.values]
    x, width = columns(values)
    heights = [[0] * round((x.high - x.low) / width) for _ in heaps]
    for heap, height in zip(heaps, heights, strict=True):
        for v in heap.values:
            height[int((v - x.low) // width)] += 1
    tallest = max((sum(column) for column in zip(*heights, strict=True)), default=1)
    frame = Frame(520, 280, x, counts(tallest), bottom=52, top=34)
    drawn = [frame.grid(x_name, "games")]
    for i in range(len(heights[0])):
        below = 0
        for heap, height in zip(heaps, heights, strict=True):
            drawn.append(_brick(frame, x.low + i * width, width, below, height[i], heap.colour))
            below += height[i]
    drawn.append(_mean_mark(frame, mean))
    legend = [swatch((frame.left + 120 * i, 18), h.colour, h.name) for i, h in enumerate(heaps)]
    return frame.document(*drawn, *legend, name=name)


def _brick(frame: Frame, left: float, width: float, below: int, count: int, colour: str) -> str:
    if not count:
        return ""
    x0, x1 = frame.x(left) + 0.7, frame.x(left + width) - 0.7
    y0, y1 = frame.y(below), frame.y(below + count)
    return box(x0, y1, max(x1 - x0, 1), y0 - y1, fill=colour, fill_opacity=0.85)


def _mean_mark(frame: Frame, mean: Interval) -> str:
    """The mean with its interval, under the columns."""
    y = frame.bottom + 25
    low, high, middle = (max(frame.left, min(frame.right, frame.x(v))) for v in (mean.low, mean.high, mean.value))
    return group(
        path(
            f"M{low:.1f} {y - 4:.1f}v8M{high:.1f} {y - 4:.1f}v8M{low:.1f} {y:.1f}H{high:.1f}", stroke=INK, fill="none"
        ),
        circle((middle, y), 3.2, fill=INK),
        words("mean", (high + 7, y + 4), fill=INK),
    )


class Curve(msgspec.Struct, frozen=True):
    """A gauge from turn to turn."""

    name: str
    points: Sequence[tuple[int, Spread]]
    colour: str
    dash: str | None = None


def curves(lines: Sequence[Curve], x_name: str, name: str) -> str:
    """Means as lines, and behind each the band in which at least eight of ten games lie."""
    spreads = [spread for line in lines for _, spread in line.points]
    turns = [turn for line in lines for turn, _ in line.points]
    y = axis([1.0, *(v for s in spreads for v in (s.tenth, s.ninth, s.mean))], 5, zero=True)
    frame = Frame(520, 280, whole(min(turns), max(turns)), y, bottom=62)
    drawn = [frame.grid("", "")]
    for line in lines:
        top = [frame.at(t, s.ninth) for t, s in line.points]
        bottom = [frame.at(t, s.tenth) for t, s in line.points]
        drawn.append(path(polyline([*top, *bottom[::-1]], closed=True), fill=line.colour, fill_opacity=0.13))
    for line in lines:
        means = polyline([frame.at(t, s.mean) for t, s in line.points])
        drawn.append(path(means, stroke=line.colour, stroke_width=2.4, fill="none", stroke_dasharray=line.dash))
        drawn += [_dot(frame, line, turn, spread) for turn, spread in line.points]
    drawn.append(words(x_name, ((frame.left + frame.right) / 2, frame.bottom + 33), "middle", INK))
    at = [(frame.left + 4 + 160 * i, frame.height - 6) for i in range(len(lines))]
    drawn += [stroke(place, line.colour, line.name, line.dash) for place, line in zip(at, lines, strict=True)]
    return frame.document(*drawn, name=name)


def _dot(frame: Frame, line: Curve, turn: int, s: Spread) -> str:
    said = (
        f"{line.name}, turn {turn}: mean {s.mean:.1f}, median {s.median:g}, {s.tenth:g} to {s.ninth:g} "
        f"in at least 8 of 10 games ({s.count} games)"
    )
    return tag("circle", tag("title", escape(said)), cx=f"{frame.x(turn):.1f}",
               cy=f"{frame.y(s.mean):.1f}", r=3.4, fill=line.colour)  # fmt: skip


class Cloud(msgspec.Struct, frozen=True):
    name: str
    points: Sequence[tuple[float, float]]
    colour: str


def scatter(clouds: Sequence[Cloud], x_name: str, y_name: str, line: Fit | None, name: str) -> str:
    points = [p for cloud in clouds for p in cloud.points]
    x, y = axis((x for x, _ in points), 8, zero=True), axis((y for _, y in points), 6, zero=True)
    frame = Frame(520, 380, x, y, left=56, top=34)
    drawn = [frame.grid(x_name, y_name)]
    zero = f"M{frame.x(0):.1f} {frame.top:.1f}V{frame.bottom:.1f}M{frame.left:.1f} {frame.y(0):.1f}H{frame.right:.1f}"
    drawn.append(path(zero, stroke=FAINT, fill="none"))
    size, strength = (3.4, 0.6) if len(points) < 300 else (2.4, 0.4)
    for cloud in clouds:
        dots = "".join(circle(frame.at(*point), size) for point in cloud.points)
        drawn.append(group(dots, fill=cloud.colour, fill_opacity=strength))
    if line is not None:
        drawn.append(_drawn_fit(frame, line))
    legend = [swatch((frame.left + 120 * i, 18), c.colour, c.name) for i, c in enumerate(clouds)]
    return frame.document(*drawn, *legend, name=name)


def _drawn_fit(frame: Frame, line: Fit) -> str:
    """As far as it stays inside of the frame."""
    ends = []
    for i in range(101):
        x = frame.xs.low + (frame.xs.high - frame.xs.low) * i / 100
        y = line.offset + line.slope * x
        if frame.ys.low <= y <= frame.ys.high:
            ends.append(frame.at(x, y))
    if len(ends) < 2:
        return ""
    return path(polyline([ends[0], ends[-1]]), stroke=INK, stroke_width=1.6, stroke_dasharray="6 4", fill="none")


def intervals(bars: Sequence[Bar], x_name: str, name: str) -> str:
    """Values as points with their intervals, one below another."""
    row, left = 34.0, 110.0
    x = axis([v for bar in bars for v in (bar.interval.low, bar.interval.high)], 7)
    frame = Frame(1080, 16 + row * len(bars) + 46, x, Axis(0, 1, []), left=left, bottom=46)
    drawn = [frame.grid(x_name, rows=False)]
    for i, bar in enumerate(bars):
        y = frame.top + row * (i + 0.5)
        low, high = frame.x(bar.interval.low), frame.x(bar.interval.high)
        drawn.append(words(bar.name, (left - 8, y + 4), "end", INK, 13))
        drawn.append(path(f"M{low:.1f} {y:.1f}H{high:.1f}", stroke=bar.colour, stroke_width=3))
        drawn.append(circle((frame.x(bar.interval.value), y), 5, fill=bar.colour))
    return frame.document(*drawn, name=name)
