"""What a board says otherwise than the survey: overrides.toml, and how it is laid over the survey.

Every change names what it finds there and why it is changed. A change that does not find it is an error, so that none
rots unseen when a layer or a fit is changed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from surveying.layers import LandLayer, RiverLayer, Site
from surveying.sheet import number, side_name
from surveying.survey import Survey
from vistula.board.boardfile import (
    AreaBlock,
    BoardDatum,
    FrontBlock,
    MarkBlock,
    NumbersBlock,
    PlaceRow,
    SidesBlock,
    TrenchBlock,
    WallBlock,
    ZoneBlock,
)
from vistula.board.data import DataError, Datum

FILE = "overrides.toml"
NETS = {"P": "polish", "D": "devastated", "R": "russian"}


class TerrainChange(Datum):
    to: str
    reason: str
    source: str
    from_: str = msgspec.field(name="from", default="")
    hexes: str = ""
    lands: list[str] = []


class TerrainOverrides(Datum):
    source: str
    outside: list[str]
    legend: dict[str, str]
    change: list[TerrainChange] = []
    by: Literal["line", "position"] = "line"


class LandChange(Datum):
    hexes: str
    to: str  # a land of the layer, or "" for none
    reason: str
    source: str


class RegionName(Datum):
    id: str
    source: str
    name: str = ""
    english: str = ""
    draft: str = ""  # the land of the layer, where it has another id
    hexes: str = ""  # where it is no land of the layer


class RailChange(Datum):
    reason: str
    source: str
    remove: str = ""
    add: str = ""
    net: str = ""  # of what is added; with nothing to remove or add: of ``links``
    links: str = ""


class RailOverrides(Datum):
    source: str
    change: list[RailChange] = []
    nets: bool = False  # whether the board tells nets apart
    closed: list[str] = []  # lands in which railways are of the net "closed"
    without: list[str] = []  # lands in which they are left out


class RiverName(BoardDatum):
    draft: str
    name: str
    english: str = ""
    wide: bool = False
    kind: str = ""
    label: str = ""
    sides: str = ""  # these sides alone, where one river is two to the rules
    source: str = ""


class RiverChange(Datum):
    river: str
    reason: str
    source: str
    remove: str = ""
    add: str = ""


class RiverOverrides(Datum):
    source: str
    rows: list[RiverName] = msgspec.field(name="list", default_factory=list)
    change: list[RiverChange] = []
    left_out: list[str] = []


class PlaceGroup(Datum):
    """Places of one class, each by its name in the layer; their hexes come from the survey."""

    kind: str
    names: list[str]
    source: str
    owner: str = ""


class PlaceOverrides(Datum):
    source: str
    rows: list[PlaceRow] = msgspec.field(name="list", default_factory=list)
    group: list[PlaceGroup] = []
    called: dict[str, str] = {}  # name in the layer -> name on this board
    english: dict[str, str] = {}
    moved: dict[str, str] = {}  # name in the layer -> hex, where it is not the survey's


class GridOverrides(Datum):
    north: str
    source: str


class Overrides(Datum):
    title: str
    grid: GridOverrides
    terrain: TerrainOverrides
    places: PlaceOverrides
    rivers: RiverOverrides
    region: list[RegionName] = []
    land: list[LandChange] = []
    rails: RailOverrides | None = None
    trenches: TrenchBlock | None = None
    front: FrontBlock | None = None
    area: list[AreaBlock] = []
    mark: list[MarkBlock] = []
    zone: list[ZoneBlock] = []
    sides: list[SidesBlock] = []
    wall: list[WallBlock] = []
    numbers: list[NumbersBlock] = []


Link = tuple[str, str]


def link(text: str, sign: str) -> Link:
    a, b = sorted(text.split(sign))
    return a, b


def links(text: str, sign: str) -> set[Link]:
    return {link(word, sign) for word in text.split()}


def spelt_out(text: str) -> list[str]:
    """Hex numbers, ranges such as ``06:15-17,20`` written in full."""
    found = []
    for word in text.split():
        line, colon, rest = word.partition(":")
        if not colon:
            found.append(word)
            continue
        for part in rest.split(","):
            first, _, last = part.partition("-")
            found += [f"{line}{n:02d}" for n in range(int(first), int(last or first) + 1)]
    return found


class Draft:
    """A survey under the changes of overrides, in the words of the board file."""

    def __init__(self, survey: Survey, over: Overrides) -> None:
        self.survey, self.over = survey, over
        self.names = {number(at): site.name for at, site in survey.site.items() if survey.sheet.on(at)}
        self.lands = self._lands()
        self.terrain = self._terrain()
        self.drawn = {h for h, kind in self.terrain.items() if kind not in over.terrain.outside}
        self.rivers = self._rivers()
        self.rails = self._rails() if over.rails else {}

    # -- lands and ground

    def _lands(self) -> dict[str, str]:
        found = {number(at): land for at, land in self.survey.land.items()}
        for change in self.over.land:
            for hex in spelt_out(change.hexes):
                if found.get(hex, "") == change.to:
                    raise DataError(FILE, f"land {hex}", f"is {change.to or 'no foreign land'} there already")
                found[hex] = change.to
        return found

    def land(self, id: str) -> list[str]:
        return sorted(h for h, land in self.lands.items() if land == id)

    def _terrain(self) -> dict[str, str]:
        found = {number(at): kind for at, kind in self.survey.terrain.items()}
        for change in self.over.terrain.change:
            for hex in self._changed(change, found):
                if change.from_ and found[hex] != change.from_:
                    raise DataError(FILE, f"terrain {hex}", f"is {found[hex]} there, not {change.from_}")
                found[hex] = change.to
        return found

    def _changed(self, change: TerrainChange, terrain: dict[str, str]) -> list[str]:
        if change.hexes:
            return spelt_out(change.hexes)
        if change.lands:
            inland = [h for land in change.lands for h in self.land(land) if terrain[h] != "sea"]
            return [h for h in inland if not change.from_ or terrain[h] == change.from_]
        return [h for h, kind in terrain.items() if kind == change.from_]

    # -- rivers

    def _rivers(self) -> dict[str, set[Link]]:
        found: dict[str, set[Link]] = {}
        for side, river in self.survey.rivers.items():
            if all(self.survey.sheet.on(at) for at in side):
                found.setdefault(river, set()).add(link(side_name(side), "|"))
        for change in self.over.rivers.change:
            own = found.setdefault(change.river, set())
            gone, new = links(change.remove, "|"), links(change.add, "|")
            if not gone <= own or new & own:
                raise DataError(FILE, f"rivers {change.remove} {change.add}", "the survey has other sides there")
            found[change.river] = own - gone | new
        return found

    def river_rows(self) -> list[tuple[RiverName, set[Link]]]:
        """The rivers of the board with their sides, those of the file first."""
        named = [(row, self._own(row)) for row in self.over.rivers.rows]
        known = {row.draft for row in self.over.rivers.rows} | set(self.over.rivers.left_out)
        rest = [r for r in self.survey.layers.rivers if r.id in self.rivers and r.id not in known]
        return named + [(self._plain(r), self.rivers[r.id]) for r in rest]

    def _own(self, row: RiverName) -> set[Link]:
        if row.draft not in self.rivers:
            raise DataError(FILE, f"rivers {row.draft}", "is not in the survey")
        whole = self.rivers[row.draft]
        if not row.sides:
            parts = [links(r.sides, "|") for r in self.over.rivers.rows if r.draft == row.draft and r.sides]
            return whole - set().union(*parts)
        if strange := links(row.sides, "|") - whole:
            raise DataError(FILE, f"rivers {row.name}", f"{'|'.join(min(strange))} is no side of the {row.draft}")
        return links(row.sides, "|")

    def _plain(self, river: RiverLayer) -> RiverName:
        return RiverName(river.id, river.name, river.english if river.english != river.name else "")

    # -- railways

    def _rails(self) -> dict[Link, str]:
        rails, found = self.over.rails, {}
        assert rails
        for side, zone in self.survey.rails.items():
            if all(self.survey.sheet.on(at) for at in side):
                a, b = link(side_name(side), "|")
                ends = {self.lands.get(h, "") for h in (a, b)}
                if not ends & set(rails.without):
                    found[a, b] = "" if not rails.nets else "closed" if ends & set(rails.closed) else NETS[zone]
        for change in rails.change:
            self._relay(change, found)
        return found

    def _relay(self, change: RailChange, found: dict[Link, str]) -> None:
        gone, new, same = (links(part, "-") for part in (change.remove, change.add, change.links))
        if not gone | same <= set(found) or new & set(found):
            raise DataError(FILE, f"rails {change.remove} {change.add}", "the draft has other links there")
        if any(found[pair] == change.net for pair in same):
            raise DataError(FILE, f"rails {change.links}", f"is {change.net} there already")
        for pair in gone:
            del found[pair]
        found.update(dict.fromkeys(new | same, change.net))

    # -- places

    def place_rows(self) -> list[PlaceRow]:
        over = self.over.places
        rows = [self._with_local(row) for row in over.rows]
        known = {name for group in over.group for name in group.names}
        for changes in (over.called, over.english, over.moved):
            if strange := set(changes) - known:
                raise DataError(FILE, f"places {min(strange)}", "is in no group of places")
        for group in over.group:
            rows += [self._place(name, group) for name in group.names]
        return rows

    def _with_local(self, row: PlaceRow) -> PlaceRow:
        """A row that is written out, with the name of today if the layer of places knows one."""
        site = next((s for s in self.survey.layers.sites if s.name == row.name), None)
        return msgspec.structs.replace(row, local=today(site, row.name)) if site and not row.local else row

    def _place(self, name: str, group: PlaceGroup) -> PlaceRow:
        site = next((s for s in self.survey.layers.sites if s.name == name), None)
        if site is None:
            raise DataError(FILE, f"places {name}", "is not in the layer of places")
        over = self.over.places
        hex = over.moved.get(name) or number(self.survey.place[name])
        called = over.called.get(name, name)
        english = over.english.get(name, site.english)
        local = today(site, called)
        return PlaceRow(
            hex=hex, name=called, english=english if english != called else "", local=local,
            kind=group.kind, owner=group.owner, source=group.source,  # type: ignore[arg-type]
        )  # fmt: skip

    def region_rows(self) -> list[tuple[RegionName, LandLayer | None, list[str]]]:
        layer = {land.id: land for land in self.survey.layers.lands}
        rows = []
        for row in self.over.region:
            land = layer.get(row.draft or row.id)
            rows.append((row, land, spelt_out(row.hexes) or self.land(row.draft or row.id)))
        return rows


def today(site: Site, called: str) -> str:
    """What people there call a place today, if that is not its Polish name."""
    return site.lookup if site.country not in ("", "PL") and site.lookup != called else ""
