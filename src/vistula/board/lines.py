"""Finding the line of a data file that a complaint is about.

A complaint names a key, as msgspec does (``places.list[3].hex``) or as our readers do (``places Lwów``, ``zone north``,
``terrain.rows 0512``). TOML readers forget lines, so the text is read once more, only for its shape: headers of tables,
keys, rows of lists. The line found is the narrowest that is certain: a row or value where it can be told, else the
header of its table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\-]+)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w\-]+)\s*=")
_PATH = re.compile(r"[\w\-]+|\[\d+\]|\[\.\.\.\]")
_QUOTED = re.compile(r"'([^']+)'|\b(\d{4})\b")


@dataclass(slots=True)
class Block:
    """A table of the file: its name, which of that name it is, its lines (1 is the first) and where its keys stand."""

    name: str
    number: int
    first: int
    lines: list[str] = field(default_factory=list)

    def key(self, name: str) -> int | None:
        for i, line in enumerate(self.lines):
            if (found := _KEY.match(line)) and found[1] == name:
                return i
        return None

    def row(self, key: int, number: int) -> int | None:
        """The line of a row of a list that has one row a line."""
        rows = [i for i in range(key + 1, len(self.lines)) if self.lines[i].lstrip().startswith(("{", '"'))]
        return rows[number] if number < len(rows) else None


def blocks(text: str) -> list[Block]:
    """The tables of a TOML file in their order; what stands before the first has no name."""
    found = [Block("", 0, 1)]
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            name = header[2]
            found.append(Block(name, sum(b.name == name for b in found), number))
        found[-1].lines.append(line)
    return found


def line_of(text: str, key: str, reason: str = "") -> int:
    """The line that a complaint with this key is about; 1 if it is about the file as a whole."""
    known = blocks(text)
    kind, space, name = key.partition(" ")
    if kind.startswith("["):
        return _of_statement(known, reason)
    if not space and re.search(r"[.\[]", key) and (path := _of_path(known, key)):
        return path
    table, _, inner = kind.partition(".")
    own = [b for b in known if b.name == table]
    if not own:
        return 1
    if inner == "rows":
        return _of_row(own[0], name)
    return _named(own, name, reason) if name else _inside(own[0], inner, reason)


def _of_path(known: list[Block], key: str) -> int | None:
    """The line of a path such as ``zone[2].hexes`` or ``places.list[3].hex``, as much of it as is found."""
    parts = _PATH.findall(key)
    if not parts:
        return None
    number = int(parts[1][1:-1]) if len(parts) > 1 and parts[1][1:-1].isdigit() else 0
    block = next((b for b in known if b.name == parts[0] and b.number == number), None)
    if block is None:
        block, rest = known[0], parts
        return block.first + at if (at := block.key(rest[0])) is not None else None
    rest = [p for p in parts[1:] if not (p is parts[1] and p.startswith("["))]
    line = block.key(rest[0]) if rest else None
    if line is None:
        return block.first
    if len(rest) > 1 and rest[1][1:-1].isdigit() and (row := block.row(line, int(rest[1][1:-1]))) is not None:
        line = row
    return block.first + line


def _of_row(block: Block, name: str) -> int:
    """A row of the text grid, by its own number or by the hex in it."""
    by_position = any(re.match(r"\s*by\s*=\s*[\"']position", line) for line in block.lines)
    row = (name[2:] if by_position else name[:2]) if len(name) == 4 else name
    begins = [i for i, line in enumerate(block.lines) if row and line.split()[:1] == [row]]
    return block.first + (begins[-1] if begins else block.key("rows") or 0)


def _named(own: list[Block], name: str, reason: str) -> int:
    """The entry of this name: a table of its own, or a row in a list."""
    for word in (f'"{name}"', name):
        for block in own:
            for i, line in enumerate(block.lines):
                if word in line and not line.lstrip().startswith("#"):
                    return block.first + i if block.key("list") is not None else _told(block, i, reason)
    words = name.split("|") if "|" in name else []
    for block in own:
        for i, line in enumerate(block.lines):
            if words and all(word in line for word in words):
                return block.first + i
    return own[0].first


def _told(block: Block, at: int, reason: str) -> int:
    """The line of the block in which most of what the reason quotes stands, or the line of its name."""
    words = [found[1] or found[2] for found in _QUOTED.finditer(reason)]
    hits = [sum(word in line for word in words) for line in block.lines]
    return block.first + (hits.index(max(hits)) if max(hits) else at)


def _inside(block: Block, key: str, reason: str) -> int:
    at = block.key(key) if key else None
    return _told(block, at or 0, reason)


def _of_statement(known: list[Block], reason: str) -> int:
    """A statement of the rulebook is about several lines: the first that names a thing it speaks of."""
    best: tuple[int, int] | None = None
    for block in known:
        for i, line in enumerate(block.lines):
            if not line.lstrip().startswith("#"):
                for found in re.finditer(r'"([^"|<=,]{3,40})"', line):
                    if found[1] in reason and (best is None or len(found[1]) > best[0]):
                        best = len(found[1]), block.first + i
    return best[1] if best else 1
