"""What a camera reads from a QR code: the text in its modules. Nothing is corrected: nothing on a screen is smudged."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Locator

Grid = list[list[bool]]

MASKS = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)
ALIGNED = {1: (), 2: (18,), 3: (22,), 4: (26,), 5: (30,), 6: (34,), 7: (22, 38), 8: (24, 42), 9: (26, 46), 10: (28, 50)}
"""Where the small squares lie, besides 6, by version."""
BLOCKS = {
    1: (16,), 2: (28,), 3: (44,), 4: (32, 32), 5: (43, 43), 6: (27,) * 4, 7: (31,) * 4, 8: (38, 38, 39, 39),
    9: (36, 36, 36, 37, 37), 10: (43, 43, 43, 43, 44),
}  # fmt: skip
"""Data bytes of each block at level M, by version."""


def drawn(code: Locator) -> Grid:
    """The modules of a drawing, without its quiet zone."""
    dark = {
        (int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", code.locator("path").get_attribute("d") or "")
    }
    left, right = min(x for x, _ in dark), max(x for x, _ in dark)
    return [[(x, y) in dark for x in range(left, right + 1)] for y in range(left, right + 1)]


def text_of(grid: Grid) -> str:
    size = len(grid)
    version = (size - 17) // 4
    form = sum(grid[8][x] << 14 - n for n, x in enumerate((0, 1, 2, 3, 4, 5, 7, 8))) ^ 0b101010000010010
    assert form >> 13 == 0b00, "level M"
    masked = MASKS[form >> 10 & 7]
    kept = _patterns(size, version)
    bits = [grid[y][x] ^ masked(y, x) for y, x in _way(size) if not kept[y][x]]
    bytes_ = [sum(bit << 7 - n for n, bit in enumerate(bits[i : i + 8])) for i in range(0, len(bits) - 7, 8)]
    return _read(_apart(bytes_, BLOCKS[version]))


def _patterns(size: int, version: int) -> Grid:
    """What holds no data: finders, timing, alignment, format and version."""
    kept = [[y == 6 or x == 6 for x in range(size)] for y in range(size)]
    corners = ((0, 0, 9, 9), (0, size - 8, 9, size), (size - 8, 0, size, 9))
    if version >= 7:
        corners += ((0, size - 11, 6, size - 8), (size - 11, 0, size - 8, 6))
    lines = (6, *ALIGNED[version]) if version > 1 else ()
    last = lines[-1] if lines else 0
    small = [(y, x) for y in lines for x in lines if (y, x) not in ((6, 6), (6, last), (last, 6))]
    for top, left, bottom, right in (*corners, *((y - 2, x - 2, y + 3, x + 3) for y, x in small)):
        for y in range(top, bottom):
            kept[y][left:right] = [True] * (right - left)
    return kept


def _way(size: int) -> Iterator[tuple[int, int]]:
    """Up and down in pairs of columns, from the lower right corner."""
    up = True
    for right in (*range(size - 1, 6, -2), *range(5, 0, -2)):
        for y in range(size - 1, -1, -1) if up else range(size):
            yield y, right
            yield y, right - 1
        up = not up


def _apart(bytes_: list[int], blocks: tuple[int, ...]) -> list[int]:
    """The blocks, whose bytes lie between one another's, one after the other."""
    found: list[list[int]] = [[] for _ in blocks]
    rest = iter(bytes_)
    for n in range(max(blocks)):
        for block, length in zip(found, blocks, strict=True):
            if n < length:
                block.append(next(rest))
    return [byte for block in found for byte in block]


def _read(data: list[int]) -> str:
    bits = "".join(f"{byte:08b}" for byte in data)
    assert bits[:4] == "0100", "bytes"
    wide = 16 if len(data) > 213 else 8  # from version 10 on
    length = int(bits[4 : 4 + wide], 2)
    body = bits[4 + wide :]
    return bytes(int(body[i : i + 8], 2) for i in range(0, 8 * length, 8)).decode()
