"""The map of 1920: Nest of Eagles: read from its board file, as sets of hexes and hexsides, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vistula.art.picture import draw_map
from vistula.art.style import Badge, MapStyle, Net, Stroke
from vistula.board.data import pack_file
from vistula.board.hexes import HexSet, Side, bits, collect
from vistula.board.hexmap import HexMap, load_board
from vistula.board.surround import Surround

FILE = "board.toml"
SHIPPED = Path(__file__).with_name("data")
DIFFICULT = ("swamp", "forest", "mountain")
POLISH, BELARUS, UKRAINE = 0, 1, 2
THEATERS = ("polish", "lithuanian-belarusian", "ukrainian")
PRIORITY = "west-of-grodno-kobryn-kolomyja"
GERMANY = ("east-prussia", "memel")
KILOMETRES = 30
"""[2.0a] From hexside to hexside."""

STYLE = MapStyle(
    subtitle="May to October 1920",
    sea_name="Bałtyk",
    kilometres=KILOMETRES,
    nets={"black-red": Net("#a3171c", "Line of an extra Polish transport")},
    edges={
        "soviet-north": Stroke("#b3122a", 9, "", "Soviet supply edge"),
        "soviet-east": Stroke("#b3122a", 9),
        "soviet-south": Stroke("#b3122a", 9),
        "polish-rail-exits": Stroke("#3f5f8a", 9, "", "Polish rail exit"),
    },
    strokes={
        "theater": Stroke("#ffffff", 7.5, "20 15", "Border of Theaters", casing="#6d5f3f"),
        "demarcation": Stroke("#c4161c", 5, "", "Demarcation Line", 0.85),
        "aspirations": Stroke("#e0b400", 5, "", "Lithuanian Aspirations Line", 0.95),
    },
    badges={"strategic": Badge("#fff6d8", "#7c1620", "Strategic value")},
    zone_names={"polish": "#7d7358", "lithuanian-belarusian": "#7d7358", "ukrainian": "#7d7358"},
)

WANTED = {
    "mark": ("supply-poland", "konarmiya"),
    "zone": (
        *THEATERS, "soviet-north", "soviet-east", "soviet-south", "polish-rail-exits", "soviet-rail-exits",
        "entry-towns", "rail-to-romania", "open-lithuania", "aspired", "cheka-2", "cheka-3", "cheka-4", PRIORITY,
    ),
    "sides": ("bridge", "demarcation", "aspirations"),
    "numbers": ("strategic",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Board:
    """The map in the rulebook's words."""

    map: HexMap
    play: HexSet
    difficult: HexSet
    towns: HexSet
    cities: HexSet
    fortresses: HexSet
    value: dict[int, int]  # strategic value by hex
    large: frozenset[Side]  # both ways round, as all that follow
    light: frozenset[Side]  # large rivers that are small to the Soviets [2.6]
    small: frozenset[Side]
    bridges: frozenset[Side]
    fortified: frozenset[Side]  # (protected, face): from the face it counts [10.7f]
    rails: frozenset[Side]
    extra_line: frozenset[Side]  # [9.2b]
    theater: tuple[HexSet, HexSet, HexSet]
    demarcation: frozenset[Side]
    aspirations: frozenset[Side]
    near_germany: HexSet  # hexes next to the German border
    konarmiya: HexSet

    @property
    def urban(self) -> HexSet:
        return self.towns | self.cities | self.fortresses


def read_board(pack: Path | None = None) -> Board:
    """The board of a data pack, or the shipped one."""
    return tables_of(load_board(pack_file(pack, FILE, SHIPPED)))


def tables_of(board: HexMap) -> Board:
    """A board that has been read, in the rulebook's words."""
    board.must_have(FILE, WANTED)
    built = {k: collect(p.hex for p in board.places if p.kind == k) for k in ("town", "city", "fortress")}
    germany = collect(h for id in GERMANY if id in board.regions for h in bits(board.regions[id].hexes))
    return Board(
        map=board,
        play=board.play,
        difficult=collect(h for h in bits(board.play) if board.terrain[h] in DIFFICULT),
        towns=built["town"],
        cities=built["city"],
        fortresses=built["fortress"],
        value=board.numbers["strategic"].at,
        large=_rivers(board, {True}, ("", "light")),
        light=_rivers(board, {True}, ("light",)),
        small=_rivers(board, {False}, ("",)),
        bridges=board.sides["bridge"].both,
        fortified=frozenset(side for wall in board.walls.values() for side in wall.sides),
        rails=board.rails,
        extra_line=board.nets.get("black-red", frozenset()),
        theater=(board.zones["polish"].hexes, board.zones[THEATERS[1]].hexes, board.zones["ukrainian"].hexes),
        demarcation=board.sides["demarcation"].both,
        aspirations=board.sides["aspirations"].both,
        near_germany=board.grid.dilate(germany & ~board.play) & board.play,
        konarmiya=board.marks["konarmiya"],
    )


def _rivers(board: HexMap, wide: set[bool], kinds: tuple[str, ...]) -> frozenset[Side]:
    """Sides of rivers of these kinds; the kind "border" is drawn only, because nobody crosses a border."""
    named = {r.name for r in board.rivers if r.wide in wide and r.kind in kinds}
    return frozenset(side for side, river in board.river.items() if river in named)


def picture(pack: Path | None = None, style: MapStyle = STYLE, surround: Surround | None = None) -> str:
    """The printed map as SVG, with its tracks and boxes if they are wanted."""
    return draw_map(read_board(pack).map, style, surround)
