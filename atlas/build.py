"""Builds the boards: a draft from geography, plus overrides with their reasons, gives the board file of a title.

    python atlas/build.py           writes every board file anew; the same input gives the same bytes

What must be changed by hand is changed in ``overrides.toml``, never in the draft and never in the board.
"""

import json
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec

from vistula.board.boardfile import AreaBlock, FrontBlock, MarkBlock, PlacesBlock, TrenchBlock
from vistula.board.data import DataError, Record, read_text, read_toml
from vistula.board.hexes import HexGrid, chain

HERE = Path(__file__).resolve().parent
TITLES = ("warsaw_1920",)

HEADER = """\
# {title}: the board.
# Made by atlas/build.py from draft and overrides in atlas/{folder}; lasting changes belong there, with their reason.
# In a data pack this file may be changed at will: the program checks it when it is loaded.
#
# Sources: "rulebook N" is the section that states it; "history" is history and geography; "reconstruction" is our own
# choice, because the rulebook's text does not print the map.
"""


class TerrainChange(Record):
    to: str
    reason: str
    source: str
    from_: str = msgspec.field(name="from", default="")
    hexes: str = ""
    lands: list[str] = []


class TerrainOverrides(Record):
    source: str
    outside: list[str]
    legend: dict[str, str]
    change: list[TerrainChange]


class RegionName(Record):
    draft: str
    id: str
    name: str
    english: str
    source: str


class RailChange(Record):
    remove: str
    add: str
    reason: str
    source: str


class RailOverrides(Record):
    source: str
    change: list[RailChange]


class RiverName(Record):
    draft: str
    name: str
    english: str = ""
    wide: bool = False


class RiverOverrides(Record):
    source: str
    list: list[RiverName]


class GridOverrides(Record):
    north: str
    source: str


class Overrides(Record):
    title: str
    grid: GridOverrides
    terrain: TerrainOverrides
    region: list[RegionName]
    rails: RailOverrides
    rivers: RiverOverrides
    trenches: TrenchBlock
    places: PlacesBlock
    mark: list[MarkBlock]
    front: FrontBlock
    area: list[AreaBlock]


class Draft(Record):
    about: str
    source: str
    grid: dict[str, int]
    letters: dict[str, str]
    terrain: dict[str, str]
    lands: dict[str, str]
    rivers: dict[str, str]
    rails: str
    places: dict[str, str]


Link = tuple[str, str]


def link(text: str, sign: str) -> Link:
    a, b = sorted(text.split(sign))
    return a, b


# -- changes


def changed_terrain(draft: Draft, terrain: TerrainOverrides) -> dict[str, str]:
    """Terrain by hex number, after every change in the order of the file."""
    found = {
        f"{line}{position:02d}": draft.letters[letter]
        for line, letters in draft.terrain.items()
        for position, letter in enumerate(letters, 1)
    }
    for change in terrain.change:
        for hex in change_hexes(draft, change, found):
            if change.from_ and found[hex] != change.from_:
                raise DataError("overrides.toml", f"terrain {hex}", f"is {found[hex]} there, not {change.from_}")
            found[hex] = change.to
    return found


def change_hexes(draft: Draft, change: TerrainChange, terrain: dict[str, str]) -> list[str]:
    if change.hexes:
        return change.hexes.split()
    if change.lands:
        return [h for land in change.lands for h in draft.lands[land].split() if terrain[h] != "sea"]
    return [h for h, kind in terrain.items() if kind == change.from_]


def changed_rails(draft: Draft, rails: RailOverrides) -> set[Link]:
    found = {link(text, "-") for text in draft.rails.split()}
    for change in rails.change:
        gone, new = ({link(text, "-") for text in part.split()} for part in (change.remove, change.add))
        if not gone <= found or new & found:
            raise DataError("overrides.toml", f"rails {change.remove} {change.add}", "the draft has other links there")
        found = found - gone | new
    return found


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


# -- writing


def text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def long(words: list[str], indent: str = "") -> str:
    """A list of words as TOML text, broken into lines."""
    if len(" ".join(words)) < 90:
        return text(" ".join(words))
    return '"""\n' + "\n".join(wrap(" ".join(words), 110, break_on_hyphens=False)) + f'\n{indent}"""'


def inline(record: Record, leave: tuple[str, ...] = ()) -> str:
    values = {k: v for k, v in msgspec.to_builtins(record).items() if k not in leave and v not in ("", False)}
    return "{ " + ", ".join(f"{k} = {text(v)}" for k, v in values.items()) + " }"


def table(head: str, **values: Any) -> list[str]:
    lines = [head]
    for key, value in values.items():
        if key in ("hexes", "sides", "last"):
            lines.append(f"{key} = {long(value.split())}")
        elif value != "" and value is not False:
            lines.append(f"{key} = {text(value)}")
    return [*lines, ""]


def terrain_rows(grid: HexGrid, terrain: dict[str, str], legend: dict[str, str]) -> list[str]:
    letter = {name: sign for sign, name in legend.items()}
    rows = []
    for line in range(grid.lines, 0, -1):
        signs = " ".join(letter[terrain[f"{line:02d}{p:02d}"]] for p in range(1, grid.length + 1))
        rows.append(f"{line:02d}  {' ' if line % 2 == grid.down else ''}{signs}")
    return rows


def river_sides(grid: HexGrid, sides: str) -> str:
    """Hexsides in the order of the pen, smaller number first."""
    pairs = sorted(link(side, "|") for side in sides.split())
    strokes = chain(grid, [(grid.index(a), grid.index(b)) for a, b in pairs])
    return " ".join(f"{grid.number(a)}|{grid.number(b)}" for stroke in strokes for a, b in stroke)


def board(folder: str, draft: Draft, over: Overrides) -> str:
    """The board file."""
    grid = HexGrid(draft.grid["lines"], draft.grid["length"], draft.grid["down"])
    terrain = changed_terrain(draft, over.terrain)
    drawn = {h for h, kind in terrain.items() if kind not in over.terrain.outside}
    lines = [HEADER.format(title=over.title, folder=folder), f"title = {text(over.title)}", ""]
    lines += table("[grid]", **draft.grid, north=over.grid.north, source=over.grid.source)
    lines += terrain_block(grid, terrain, over.terrain)
    for r in over.region:
        named = {"id": r.id, "name": r.name, "english": r.english}
        lines += table("[[region]]", **named, hexes=draft.lands[r.draft], source=r.source)
    lines += places_block(over.places)
    for m in over.mark:
        lines += table("[[mark]]", **msgspec.to_builtins(m))
    lines += rails_block(draft, over, drawn)
    lines += rivers_block(grid, draft, over.rivers, drawn)
    lines += ["# Defended hex < hex that the trench faces."]
    lines += table("[trenches]", **msgspec.to_builtins(over.trenches))
    lines += ["# In each line of hexes the last one west of the front."]
    lines += table("[front]", **msgspec.to_builtins(over.front))
    for a in over.area:
        lines += table("[[area]]", **msgspec.to_builtins(a))
    return "\n".join(lines).rstrip() + "\n"


def terrain_block(grid: HexGrid, terrain: dict[str, str], over: TerrainOverrides) -> list[str]:
    legend = ", ".join(f"{text(sign)} = {text(name)}" for sign, name in over.legend.items())
    return [
        "# One letter a hex, north on top; the number is the line's, positions run from 01 in the west.",
        *table("[terrain]", outside=over.outside, source=over.source)[:-1],
        f"legend = {{ {legend} }}",
        'rows = """',
        *terrain_rows(grid, terrain, over.legend),
        '"""',
        "",
    ]


def places_block(places: PlacesBlock) -> list[str]:
    rows = [f"    {inline(row)}," for row in places.list]
    return [*table("[places]", source=places.source)[:-1], "list = [", *rows, "]", ""]


def rails_block(draft: Draft, over: Overrides, drawn: set[str]) -> list[str]:
    names = draft.places | {row.hex: row.name for row in over.places.list}
    links = {(a, b) for a, b in changed_rails(draft, over.rails) if a in drawn and b in drawn}
    rows = []
    for hexes in stretches(links):
        name = " – ".join(names.get(h, h) for h in (hexes[0], hexes[-1]))
        rows.append(f"    {{ name = {text(name)}, hexes = {text(' '.join(hexes))} }},")
    return [*table("[rails]", source=over.rails.source)[:-1], "list = [", *rows, "]", ""]


def rivers_block(grid: HexGrid, draft: Draft, rivers: RiverOverrides, drawn: set[str]) -> list[str]:
    rows = []
    for river in rivers.list:
        sides = " ".join(s for s in draft.rivers[river.draft].split() if drawn & set(s.split("|")))
        if sides:
            ordered = river_sides(grid, sides)
            rows.append(f"    {inline(river, ('draft',))[:-2]}, sides = {long(ordered.split(), '    ')} }},")
    return [*table("[rivers]", source=rivers.source)[:-1], "list = [", *rows, "]", ""]


def build(folder: str) -> str:
    here = HERE / folder
    draft = msgspec.json.decode(read_text(here / "draft.json"), type=Draft)
    return board(folder, draft, read_toml(here / "overrides.toml", Overrides))


def target(folder: str) -> Path:
    return HERE.parent / "src" / "vistula" / "games" / folder / "data" / "board.toml"


def main() -> None:
    for folder in TITLES:
        target(folder).write_text(build(folder), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
