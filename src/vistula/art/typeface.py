"""The typefaces shipped with the boards, and how wide words are in them.

Pictures use these fonts and no others, so that a board looks the same everywhere. Widths are read from the font files
themselves: labels can then be placed without a browser.
"""

from __future__ import annotations

import struct
from base64 import b64encode
from enum import Enum
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
SANS = "Barlow Condensed"
SERIF = "Alegreya"


class Face(Enum):
    """One font file: its file name, and the family, weight and style by which SVG calls it."""

    MEDIUM = ("BarlowCondensed-Medium.ttf", SANS, "500", "normal")
    BOLD = ("BarlowCondensed-Bold.ttf", SANS, "700", "normal")
    TITLE = ("Alegreya-Bold.ttf", SERIF, "700", "normal")
    ITALIC = ("Alegreya-MediumItalic.ttf", SERIF, "500", "italic")

    @property
    def file(self) -> Path:
        return FOLDER / self.value[0]

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes of a text element set in this face."""
        _, family, weight, style = self.value
        named = {"font_family": family, "font_weight": weight}
        return named | {"font_style": style} if style != "normal" else named


def font_files() -> list[str]:
    return [str(face.file) for face in Face]


def font_faces() -> str:
    """Style rules that carry the fonts themselves, for a picture that must stand alone in a browser."""
    rules = []
    for face in Face:
        _, family, weight, style = face.value
        data = b64encode(face.file.read_bytes()).decode("ascii")
        look = f"font-family:'{family}';font-weight:{weight};font-style:{style}"
        rules.append(f"@font-face{{{look};src:url(data:font/ttf;base64,{data})}}")
    return "".join(rules)


def width(words: str, face: Face, size: float, spacing: float = 0.0) -> float:
    """How wide a line of text is, with ``spacing`` added after each letter."""
    advances = _advances(face)
    missing = advances.get(ord("n"), 500)
    return sum(advances.get(ord(c), missing) for c in words) * size / 1000 + spacing * len(words)


@cache
def _advances(face: Face) -> dict[int, int]:
    """Character code -> advance in thousandths of the type size."""
    data = face.file.read_bytes()
    tables = _tables(data)
    per_em = int.from_bytes(data[tables["head"] + 18 : tables["head"] + 20], "big")
    metrics = int.from_bytes(data[tables["hhea"] + 34 : tables["hhea"] + 36], "big")
    widths = [struct.unpack_from(">H", data, tables["hmtx"] + 4 * i)[0] for i in range(metrics)]
    return {
        code: round(widths[min(glyph, metrics - 1)] * 1000 / per_em)
        for code, glyph in _characters(data, tables["cmap"]).items()
    }


def _tables(data: bytes) -> dict[str, int]:
    count = struct.unpack_from(">H", data, 4)[0]
    records = (struct.unpack_from(">4sLLL", data, 12 + 16 * i) for i in range(count))
    return {name.decode("ascii"): offset for name, _, offset, _ in records}


def _characters(data: bytes, cmap: int) -> dict[int, int]:
    """Character code -> glyph, from the font's segment table (cmap format 4)."""
    count = struct.unpack_from(">H", data, cmap + 2)[0]
    offsets = [cmap + struct.unpack_from(">HHL", data, cmap + 4 + 8 * i)[2] for i in range(count)]
    at = next(offset for offset in offsets if struct.unpack_from(">H", data, offset)[0] == 4)
    doubled = struct.unpack_from(">H", data, at + 6)[0]
    ends, starts = at + 14, at + 16 + doubled
    glyphs: dict[int, int] = {}
    for i in range(0, doubled, 2):
        last, first = (struct.unpack_from(">H", data, table + i)[0] for table in (ends, starts))
        delta, offset = (struct.unpack_from(">H", data, starts + n * doubled + i)[0] for n in (1, 2))
        for code in range(first, last + 1):
            glyph = code
            if offset:
                glyph = struct.unpack_from(">H", data, starts + 2 * doubled + i + offset + 2 * (code - first))[0]
            if code != 0xFFFF and (glyph or not offset):
                glyphs[code] = glyph + delta & 0xFFFF
    return glyphs
