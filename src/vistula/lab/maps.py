"""The line between the sides on the board, turn by turn, as a heat map: where it ran, and in how many games."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from itertools import pairwise
from math import dist, sqrt
from typing import Any

from vistula.art.picture import render_png
from vistula.art.svg import circle, group, num, path, tag
from vistula.board.layout import Point
from vistula.kernel.title import Title
from vistula.kernel.views import Catalog

WIDTH = 760  # of the board in pixels; every map of a page shares the one picture
FAINTEST = 0.01
MOSTLY = 0.3
"""The share of games from which on a stretch of the line is drawn out."""
HEAT = ((0.0, (250, 204, 92)), (0.35, (226, 87, 52)), (1.0, (86, 12, 72)))


def ground(title: Title[Any]) -> str:
    """A style rule with the picture of the bare board in it; nothing where a title has no picture."""
    try:
        svg = title.board()
    except NotImplementedError:
        return ""
    data = b64encode(render_png(svg, WIDTH)).decode("ascii")
    return f".ground{{background-image:url(data:image/png;base64,{data})}}"


def heat(share: float) -> str:
    """The colour of a share, from a few games to all."""
    for (low, one), (high, other) in pairwise(HEAT):
        if share <= high:
            part = (share - low) / (high - low)
            return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(one, other, strict=True))
    return heat(1.0)


class LineMap:
    """The board with a line on it."""

    def __init__(self, title: Title[Any], catalog: Catalog) -> None:
        self.width, self.height = catalog.width, catalog.height
        self.at: dict[int, Point] = {title.arg_of("space", space.id): (space.x, space.y) for space in catalog.spaces}

    def draw(self, turn: int, fronts: Mapping[int, float], line: Mapping[tuple[int, int], float]) -> str:
        """Spaces in the heat of how often they lay at the line; on top, drawn out, where it mostly ran."""
        reach = self._reach(line)
        glow = [
            circle(self.at[space], reach * 0.62, fill=heat(share), fill_opacity=_opacity(0.25 + 0.6 * sqrt(share)))
            for space, share in sorted(fronts.items(), key=lambda item: item[1])
            if share >= FAINTEST and space in self.at
        ]
        strokes = [
            path(self._between(*pair), stroke_opacity=_opacity(share))
            for pair, share in line.items()
            if share >= MOSTLY and pair[0] in self.at and pair[1] in self.at
        ]
        blur = f"glow-{turn}"  # all maps stand in one document, where an id may stand once
        drawn = tag("filter", tag("feGaussianBlur", stdDeviation=num(reach * 0.18)), id=blur)
        drawn += group(*glow, filter=f"url(#{blur})")
        drawn += group(*strokes, stroke=heat(1.0), stroke_width=num(reach / 7), stroke_linecap="round", fill="none")
        size = f"0 0 {num(self.width)} {num(self.height)}"
        name = f"The line between the sides at the end of turn {turn}"
        return tag("svg", drawn, viewBox=size, role="img", aria_label=name)

    def _reach(self, line: Mapping[tuple[int, int], float]) -> float:
        """How far neighbours usually are from each other."""
        apart = sorted(dist(self.at[a], self.at[b]) for a, b in line if a in self.at and b in self.at)
        return apart[len(apart) // 2] if apart else 1.0

    def _between(self, a: int, b: int) -> str:
        """The side that two neighbouring hexes share; between areas, a stroke across the way from one to the other."""
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        dx, dy = -(by - ay) / sqrt(3) / 2, (bx - ax) / sqrt(3) / 2
        x, y = (ax + bx) / 2, (ay + by) / 2
        return f"M{num(x - dx)} {num(y - dy)}L{num(x + dx)} {num(y + dy)}"


def _opacity(share: float) -> str:
    return f"{share:.2f}"


def legend() -> str:
    """Shares and their colours."""
    steps = (0.02, 0.1, 0.25, 0.5, 0.75, 1.0)
    return "".join(f'<span class="heat"><i style="background:{heat(s)}"></i>{s:.0%}</span>' for s in steps)
