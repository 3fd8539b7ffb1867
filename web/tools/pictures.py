"""The small pictures of the boards on the shelf, into web/public/boards: run it when a board has changed."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from vistula.board.picture import render_png
from vistula.games.boards import BOARDS, map_picture

WIDTH = 640
TARGET = Path(__file__).parents[1] / "public/boards"

if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    for title in BOARDS:
        picture = Image.open(io.BytesIO(render_png(map_picture(title), WIDTH * 2))).convert("RGB")
        high = round(picture.height * WIDTH / picture.width)
        picture.resize((WIDTH, high), Image.Resampling.LANCZOS).save(TARGET / f"{title}.jpg", quality=74, optimize=True)
        print(title, (TARGET / f"{title}.jpg").stat().st_size)
