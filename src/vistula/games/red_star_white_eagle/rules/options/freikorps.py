"""24.11 The Freikorps: German land is Polish, and its volunteers fight on the Russian side."""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet, members

from ...state import State
from ...units import POLAND
from ..queries import plays

FEEDS = 4
"""[10.3b] Divisions that a city on the Polish net can feed."""
FIRST_POINTS, POINTS = 12, 4
"""[24.11.5a] Replacement factors on May I or the first turn of a later scenario (A57), and in each turn after it."""
VICTORY_POINTS = {"Danzig": 2, "Königsberg": 2, "Katowice": 1}
"""[24.11.9]"""


def polish(s: State) -> HexSet:
    """[24.11.1] What has become Polish land: all of Germany."""
    return s.m.german if plays(s, "freikorps") else 0


def german_cities(s: State) -> HexSet:
    return s.m.german & s.m.cities


def sources(s: State) -> dict[Hex, int]:
    """[24.11.1] The German cities are Polish sources."""
    return dict.fromkeys(members(german_cities(s)), FEEDS) if plays(s, "freikorps") else {}


def bases(s: State) -> HexSet:
    """[24.11.2, 24.11.3] Where a leg that feeds Freikorps may end: the west edge, German cities without Poles."""
    return (s.m.west_edge | german_cities(s)) & ~s.occupied[POLAND]


def entries(s: State) -> HexSet:
    """[24.11.6] Where Freikorps appear: the west edge outside of Czechoslovakia, Danzig, Königsberg."""
    m = s.m
    ports = 1 << m.danzig | 1 << m.konigsberg
    return (m.west_edge & ~m.regions["czechoslovakia"] | ports) & ~s.occupied[POLAND]


def vp_cities(s: State) -> dict[Hex, int]:
    """[24.11.9] Cities that count beside the printed ones."""
    return {s.m.hex(city): points for city, points in VICTORY_POINTS.items()} if plays(s, "freikorps") else {}
