"""Draws the pictures of docs/boards anew: every sheet whole, and a piece of every map at its full size.

`make docs` runs it, and `web/tools/pictures.py` for the shelf after it; both need the extra `atlas` (Pillow). Which
boards they show is kept in drawn.json: a test tells when a board has changed since.
"""

from __future__ import annotations

import json
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from PIL import Image

from vistula.art.picture import render_png
from vistula.games import BOARDS
from vistula.games.boards import board_picture

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "boards"
WIDTH = 1250  # of a whole sheet
PIECE = (900, 560)
# The upper left corner of the piece that is shown at full size.
CORNERS = {
    "warsaw-1920": (500, 850), "west-was-saved": (640, 820), "strike-of-the-eagle": (1350, 1060),
    "nest-of-eagles": (640, 850), "red-star-white-eagle": (650, 1010),
}  # fmt: skip


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for id in BOARDS:
        svg = board_picture(id)
        save(Image.open(BytesIO(render_png(svg, WIDTH))), FOLDER / f"{id}.png")
        x, y = CORNERS[id]
        whole = Image.open(BytesIO(render_png(svg)))
        save(whole.crop((x, y, x + PIECE[0], y + PIECE[1])), FOLDER / f"{id}-detail.png")
    marks = {id: sha256(board_picture(id).encode()).hexdigest() for id in BOARDS}
    (FOLDER / "drawn.json").write_text(json.dumps(marks, indent=1) + "\n", encoding="utf8")


def save(picture: Image.Image, path: Path) -> None:
    few = picture.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, 2, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    print(f"{path.name}: {picture.width} × {picture.height}, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
