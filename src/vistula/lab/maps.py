"""The line between the sides on the board, turn by turn, as a heat map: where it ran, and in how many games."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from itertools import pairwise
from math import hypot, sqrt
from typing import Any

from vistula.board.picture import render_png
from vistula.board.svg import Point, group, num, path, tag
from vistula.kernel.title import Title
from vistula.kernel.views import Catalog

WIDTH = 760  # of the board in pixels; every map of a page shares the one picture
FAINTEST = 0.01
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

    def draw(self, shares: Mapping[tuple[int, int], float], name: str) -> str:
        """Every stretch of the line that any but the rarest game had, the commonest on top."""
        drawn = []
        for (a, b), share in sorted(shares.items(), key=lambda item: item[1]):
            if share >= FAINTEST and a in self.at and b in self.at:
                drawn.append(path(self._between(a, b), stroke=heat(share), stroke_width=num(7 + 19 * sqrt(share))))
        lines = group(*drawn, stroke_linecap="round", fill="none", stroke_opacity=0.9)
        size = f"0 0 {num(self.width)} {num(self.height)}"
        return tag("svg", lines or tag("g"), viewBox=size, role="img", aria_label=name)

    def _between(self, a: int, b: int) -> str:
        """The side that two neighbouring hexes share; between areas, a stroke across the way from one to the other."""
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        length = hypot(bx - ax, by - ay) or 1.0
        reach = length / sqrt(3) / 2
        dx, dy = -(by - ay) / length * reach, (bx - ax) / length * reach
        x, y = (ax + bx) / 2, (ay + by) / 2
        return f"M{num(x - dx)} {num(y - dy)}L{num(x + dx)} {num(y + dy)}"


def legend() -> str:
    """Shares and their colours."""
    steps = (0.02, 0.1, 0.25, 0.5, 0.75, 1.0)
    return "".join(f'<span class="heat"><i style="background:{heat(s)}"></i>{s:.0%}</span>' for s in steps)
