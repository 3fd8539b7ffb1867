"""The icons of the client as an app, into web/public/icons: drawn from its icon.svg. Run it when that changes."""

from __future__ import annotations

import re
from pathlib import Path

from vistula.art.picture import render_png

PUBLIC = Path(__file__).parents[1] / "public"
SIDE = 64
SAFE = 0.92
"""How much of its size a drawing may have so that no system cuts it off, whatever shape it gives to icons."""
GROUND = re.compile(r"<rect width=\"64\" height=\"64\"[^>]*/>")
BADGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="none" stroke="#fff">'
    '<path d="M32 5 55.400 18.500v27L32 59 8.600 45.500v-27Z" stroke-width="5"/>'
    '<path d="M19 24h26v18H19Zl26 18m0-18-26 18" stroke-width="4"/></svg>'
)
"""What stands in the bar of a phone: one colour, on nothing."""


def whole(icon: str) -> str:
    """The icon to the edges of its square, with its drawing where every system shows it."""
    ground = GROUND.search(icon)
    assert ground, "the icon has another ground"
    inside = icon[ground.end() : icon.rindex("</svg>")]
    colour = re.search(r'fill="([^"]+)"', ground[0])
    assert colour
    margin = SIDE * (1 - SAFE) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="{colour[1]}"/>'
        f'<g transform="translate({margin} {margin}) scale({SAFE})">{inside}</g></svg>'
    )


def save(svg: str, name: str, size: int) -> None:
    path = PUBLIC / "icons" / f"{name}.png"
    path.write_bytes(render_png(svg, size))
    print(path.name, path.stat().st_size)


if __name__ == "__main__":
    (PUBLIC / "icons").mkdir(exist_ok=True)
    drawn = (PUBLIC / "icon.svg").read_text(encoding="utf8")
    save(drawn, "icon-192", 192)
    save(drawn, "icon-512", 512)
    save(whole(drawn), "maskable-192", 192)
    save(whole(drawn), "maskable-512", 512)
    save(whole(drawn), "touch-180", 180)
    save(BADGE, "badge-96", 96)
