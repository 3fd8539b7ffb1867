"""The look of a board: colours and sizes in one place. A title may pass its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Ground:
    """How a terrain lies on the map: the colour of its ground and of its edge, and the art drawn over it."""

    fill: str
    edge: str
    art: str = ""  # "trees", "tufts", "reeds", "peaks", "hills", "ponds", "waves", "hatch"
    label: str = ""  # as the legend calls it


@dataclass(frozen=True, slots=True)
class Land:
    """How a region is tinted: a wash over its ground, a ribbon along its frontier, the colour of its name."""

    wash: str
    ribbon: str
    ink: str
    strength: float = 0.55


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line along hexsides is drawn: zones that meet, treaty lines, navigable water."""

    colour: str
    width: float = 4.0
    dash: str = ""
    label: str = ""  # as the legend calls it
    opacity: float = 1.0
    shift: float = 0.0  # beside the hexsides, where something else runs along them
    casing: str = ""  # a wider line under it
    through: str = ""  # a zone of the group through whose hexes the line runs, instead of around them


@dataclass(frozen=True, slots=True)
class Net:
    """How the railways of a net are drawn."""

    colour: str
    label: str
    ties: str = "1.8 10.4"
    dash: str = ""
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Badge:
    """How a number printed on a hex is drawn."""

    fill: str
    ink: str
    label: str
    shape: Literal["disc", "square", "shield"] = "disc"


def _grounds() -> dict[str, Ground]:
    return {
        "clear": Ground("#eeebd1", "", label="Clear"),
        "forest": Ground("#c3d39a", "#93ad66", "trees", "Forest"),
        "swamp": Ground("#cfe0d3", "#9fc2bd", "tufts", "Swamp"),
        "marsh": Ground("#cfe0d3", "#9fc2bd", "tufts", "Marsh"),
        "deep marsh": Ground("#b5d3d0", "#7fb0b3", "reeds", "Deep marsh, impassable"),
        "lakes": Ground("#dfe9dc", "#b9d2cf", "ponds", "Lakes"),
        "lake": Ground("#b9d6de", "#6ba3bf", "ponds", "Lakes, impassable"),
        "rough": Ground("#e6d8b2", "#c4ab78", "hills", "Rough"),
        "mountain": Ground("#dfcba4", "#b8966a", "peaks", "Mountains"),
        "sea": Ground("#a8cddd", "#6ba3bf", "waves", "Sea"),
        "abroad": Ground("#e4dcc4", "", "hatch", "Out of play"),
    }


def _lands() -> dict[str, Land]:
    return {
        "east-prussia": Land("#cfd0d6", "#8d93a6", "#565c70", 0.72),
        "danzig": Land("#e3c9d8", "#a86f94", "#7b4569", 0.75),
        "lithuania": Land("#f0d9a6", "#cf9a3c", "#8a6316", 0.5),
        "memel": Land("#dcd9d2", "#a39d92", "#6b665d", 0.6),
        "germany": Land("#d9d6d0", "#8d93a6", "#6d6c72", 0.6),
        "czechoslovakia": Land("#ddd2c0", "#a08a6a", "#7d6a4c", 0.6),
        "romania": Land("#e3dcae", "#a99a45", "#7c7024", 0.6),
        "latvia": Land("#dfcdc6", "#a8806f", "#7c5646", 0.5),
    }


@dataclass(frozen=True, slots=True)
class MapStyle:
    """What a picture of a board needs beside the board."""

    names: Literal["polish", "english", "local"] = "polish"
    subtitle: str = ""
    sea_name: str = ""
    sea_english: str = "Baltic Sea"
    kilometres: float = 0.0  # from hex to hex, for the scale bar; 0 leaves it out
    note: str = ""  # a line at the foot of the map
    turns: tuple[str, ...] = ()  # the dates of the turns, for the turn record beside a position
    strokes: dict[str, Stroke] = field(default_factory=dict)  # by group of zones, or by set of hexsides or its group
    edges: dict[str, Stroke] = field(default_factory=dict)  # zone -> how its part of the map's edge is drawn
    nets: dict[str, Net] = field(default_factory=dict)
    badges: dict[str, Badge] = field(default_factory=dict)  # by id of the numbers
    halos: dict[str, str] = field(default_factory=dict)  # mark -> colour of a ring around the place
    hidden: tuple[str, ...] = ()  # marks that are not drawn
    covered: tuple[str, ...] = ()  # regions where nobody ever stands: title and legend may lie there
    zone_names: dict[str, str] = field(default_factory=dict)  # zone -> colour of its name across the map
    grounds: dict[str, Ground] = field(default_factory=_grounds)
    lands: dict[str, Land] = field(default_factory=_lands)
    other_land: Land = Land("#ddd8cc", "#a59c86", "#6f6650", 0.5)
    paper: str = "#f6efdc"
    ink: str = "#2a2118"
    grid: str = "#6d5f3f"
    water: str = "#5d9fc6"
    waters: dict[str, tuple[str, str]] = field(default_factory=lambda: {"light": ("#a5dcf0", "#4b93b8")})  # by kind
    water_edge: str = "#2c6a95"
    water_ink: str = "#1f5580"
    rail: str = "#2d2723"
    between_rails: str = "#fdf8ea"
    trench: str = "#6e4020"
    wall: str = "#8c1c13"
    front: str = "#c01f2e"
    front_other: str = "#7c1414"
    sides: dict[str, str] = field(default_factory=lambda: {"poland": "#d4213d", "russia": "#a5180f"})

    def ground(self, terrain: str) -> Ground:
        return self.grounds.get(terrain) or Ground("#e9e2c8", "", label=terrain.title())

    def land(self, region: str) -> Land:
        return self.lands.get(region, self.other_land)


STYLE = MapStyle()
