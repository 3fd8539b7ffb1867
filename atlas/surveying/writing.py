"""The board file as text: human-editable TOML with its comments."""

from __future__ import annotations

import json
from itertools import groupby
from textwrap import wrap
from typing import Any

import msgspec

from surveying.overrides import Draft, Link, Overrides, RiverName, TerrainOverrides, link
from vistula.board.boardfile import BoardDatum
from vistula.board.hexes import HexGrid, chain

HEADER = """\
# {title}: the board.
# Made by atlas/build.py from survey and overrides in atlas/{folder}; lasting changes belong there, with their reason.
# In a data pack this file may be changed at will: the program checks it when it is loaded.
#
# Sources: "rulebook N" is the section that states it; "history" is history and geography; "reconstruction" is our own
# choice, because the rulebook's text does not print the map.
"""
LISTS = ("hexes", "sides", "last")


def text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def long(words: list[str], indent: str = "") -> str:
    """A list of words as TOML text, broken into lines."""
    if len(" ".join(words)) < 90:
        return text(" ".join(words))
    return '"""\n' + "\n".join(wrap(" ".join(words), 110, break_on_hyphens=False)) + f'\n{indent}"""'


def inline(record: BoardDatum, leave: tuple[str, ...] = ()) -> str:
    found = msgspec.to_builtins(record).items()
    values = {k: v for k, v in found if k not in leave and v is not None and v is not False and v != ""}
    return "{ " + ", ".join(f"{k} = {text(v)}" for k, v in values.items()) + " }"


def table(head: str, **values: Any) -> list[str]:
    lines = [head]
    for key, value in values.items():
        if key in LISTS:
            lines.append(f"{key} = {long(value.split())}")
        elif value != "" and value is not False:
            lines.append(f"{key} = {text(value)}")
    return [*lines, ""]


class Writer:
    """Writes one board."""

    def __init__(self, folder: str, draft: Draft) -> None:
        self.folder, self.draft, self.over = folder, draft, draft.over
        plan = draft.survey.plan
        self.grid = HexGrid(plan.columns, plan.rows, plan.down)

    def board(self) -> str:
        over = self.over
        lines = [HEADER.format(title=over.title, folder=self.folder), f"title = {text(over.title)}", ""]
        lines += self.grid_block() + self.terrain_block(over.terrain) + self.regions() + self.places()
        for mark in over.mark:
            lines += table("[[mark]]", **full(mark))
        lines += self.rails() + self.rivers() + self.trenches(over)
        if over.front:
            lines += ["# In each line of hexes the last one west of the front."]
            lines += table("[front]", **full(over.front))
        for area in over.area:
            lines += table("[[area]]", **full(area))
        for head, blocks in self.sets(over):
            for block in blocks:
                lines += table(head, **full(block))
        return "\n".join(lines).rstrip() + "\n"

    @staticmethod
    def sets(over: Overrides) -> list[tuple[str, list[Any]]]:
        found = (("[[zone]]", over.zone), ("[[sides]]", over.sides), ("[[wall]]", over.wall))
        return [*found, ("[[numbers]]", over.numbers)]

    def grid_block(self) -> list[str]:
        grid, over = self.grid, self.over.grid
        return table(
            "[grid]", lines=grid.lines, length=grid.length, down=grid.down, north=over.north, source=over.source
        )

    def terrain_block(self, over: TerrainOverrides) -> list[str]:
        legend = ", ".join(f"{text(sign)} = {text(name)}" for sign, name in over.legend.items())
        by_line = over.by == "line"
        about = (
            "# One letter a hex, north on top; the number is the line's, positions run from 01 in the west."
            if by_line
            else "# One letter a hex, north on top; the number is the row's, columns run from 01 in the west."
        )
        head = table("[terrain]", outside=over.outside, by="" if by_line else over.by, source=over.source)[:-1]
        rows = self.line_rows() if by_line else self.position_rows()
        return [about, *head, f"legend = {{ {legend} }}", 'rows = """', *rows, '"""', ""]

    def line_rows(self) -> list[str]:
        rows = []
        for line in range(self.grid.lines, 0, -1):
            signs = " ".join(self.letter(line, p) for p in range(1, self.grid.length + 1))
            rows.append(f"{line:02d}  {' ' if line % 2 == self.grid.down else ''}{signs}")
        return rows

    def position_rows(self) -> list[str]:
        every = range(1, self.grid.lines + 1)
        return [f"{p:02d}  {' '.join(self.letter(line, p) for line in every)}" for p in range(1, self.grid.length + 1)]

    def letter(self, line: int, position: int) -> str:
        kind = self.draft.terrain[f"{line:02d}{position:02d}"]
        return next(sign for sign, name in self.over.terrain.legend.items() if name == kind)

    def regions(self) -> list[str]:
        lines: list[str] = []
        for row, land, hexes in self.draft.region_rows():
            name, english = row.name or (land.name if land else ""), row.english or (land.english if land else "")
            english = "" if english == name else english
            lines += table(
                "[[region]]", id=row.id, name=name, english=english, hexes=self.ranges(hexes), source=row.source
            )
        return lines

    def ranges(self, hexes: list[str]) -> str:
        """Many hexes as ranges, few as they are; boards whose terrain stands by line keep plain numbers."""
        if self.over.terrain.by == "line":
            return " ".join(hexes)
        return compact(hexes)

    def places(self) -> list[str]:
        over = self.over.places
        rows = [f"    {inline(row)}," for row in self.draft.place_rows()]
        return [*table("[places]", source=over.source)[:-1], "list = [", *rows, "]", ""]

    def rails(self) -> list[str]:
        draft = self.draft
        if not self.over.rails:
            return []
        names = draft.names | {row.hex: row.name for row in draft.place_rows()}
        rows = []
        for net in dict.fromkeys(draft.rails.values()):
            own = {(a, b) for (a, b), n in draft.rails.items() if n == net and a in draft.drawn and b in draft.drawn}
            for hexes in stretches(own):
                name = " – ".join(names.get(h, h) for h in (hexes[0], hexes[-1]))
                of = f", net = {text(net)}" if net else ""
                rows.append(f"    {{ name = {text(name)}, hexes = {text(' '.join(hexes))}{of} }},")
        return [*table("[rails]", source=self.over.rails.source)[:-1], "list = [", *rows, "]", ""]

    def rivers(self) -> list[str]:
        rows = []
        for river, sides in self.draft.river_rows():
            shown = {s for s in sides if self.draft.drawn & set(s)}
            if shown:
                rows.append(self.river(river, shown))
        return [*table("[rivers]", source=self.over.rivers.source)[:-1], "list = [", *rows, "]", ""]

    def river(self, river: RiverName, sides: set[Link]) -> str:
        """Hexsides in the order of the pen, smaller number first."""
        strokes = chain(self.grid, [(self.grid.index(a), self.grid.index(b)) for a, b in sorted(sides)])
        words = [f"{self.grid.number(a)}|{self.grid.number(b)}" for stroke in strokes for a, b in stroke]
        return f"    {inline(river, ('draft', 'sides'))[:-2]}, sides = {long(words, '    ')} }},"

    def trenches(self, over: Overrides) -> list[str]:
        if over.trenches is None:
            return []
        return ["# Defended hex < hex that the trench faces.", *table("[trenches]", **full(over.trenches))]


def full(block: BoardDatum) -> dict[str, Any]:
    """The keys of a block in the order of the format."""
    values: dict[str, Any] = msgspec.to_builtins(block)
    return values


def compact(hexes: list[str]) -> str:
    """Hex numbers as ranges by line."""
    words = []
    for line, group in groupby(sorted(hexes), key=lambda h: h[:2]):
        runs: list[list[int]] = []
        for position in (int(h[2:]) for h in group):
            if runs and runs[-1][-1] == position - 1:
                runs[-1].append(position)
            else:
                runs.append([position])
        parts = [f"{r[0]:02d}" if len(r) == 1 else f"{r[0]:02d}-{r[-1]:02d}" for r in runs]
        words.append(f"{line}:{','.join(parts)}" if len(parts) > 1 or len(runs[0]) > 1 else f"{line}{parts[0]}")
    return " ".join(words)


# -- railways from junction to junction


def stretches(links: set[Link]) -> list[list[str]]:
    """The railway net cut at junctions and termini into chains of hexes."""
    next_to: dict[str, list[str]] = {}
    for a, b in sorted(links):
        next_to.setdefault(a, []).append(b)
        next_to.setdefault(b, []).append(a)
    left = set(links)
    nodes = [h for h in sorted(next_to) if len(next_to[h]) != 2]
    found = [follow(a, b, next_to, left) for a in nodes for b in next_to[a] if link(f"{a} {b}", " ") in left]
    while left:  # a ring without a junction
        a, b = min(left)
        found.append(follow(a, b, next_to, left))
    return sorted(found, reverse=True)


def follow(a: str, b: str, next_to: dict[str, list[str]], left: set[Link]) -> list[str]:
    path = [a, b]
    left.discard(link(f"{a} {b}", " "))
    while len(next_to[path[-1]]) == 2:
        onward = [h for h in next_to[path[-1]] if link(f"{path[-1]} {h}", " ") in left]
        if not onward:
            break
        left.discard(link(f"{path[-1]} {onward[0]}", " "))
        path.append(onward[0])
    return path
