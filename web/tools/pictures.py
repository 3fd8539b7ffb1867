"""The pictures of the shelf, into web/public/boards: every board small, and a stretch of the front where a first game
begins. Run it when a board has changed."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from vistula.art.picture import render_png
from vistula.games.boards import BOARDS, map_picture
from vistula.kernel.title import title

TARGET = Path(__file__).parents[1] / "public/boards"
WIDTH = 640
FRONT = (942, 46, 2712, 680)
"""What is shown of the first game, in pixels of its board drawn this wide:"""
WIDE = 4000


def small(id: str) -> Image.Image:
    picture = drawn(map_picture(id), WIDTH * 2)
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)


def front() -> Image.Image:
    game = title("warsaw-1920")
    return drawn(game.board(game.start("quick").seat("russia").view()), WIDE).crop(FRONT)


def drawn(svg: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(render_png(svg, width))).convert("RGB")


def save(picture: Image.Image, name: str) -> None:
    path = TARGET / f"{name}.jpg"
    picture.save(path, quality=74, optimize=True)
    print(name, path.stat().st_size)


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    for id in BOARDS:
        save(small(id), id)
    save(front(), "front")
