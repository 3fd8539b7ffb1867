"""10.5 Supply lines: a leg of 15 points off the rails, then any length of rail, to a working source.

Whole areas are worked out at once and kept by what they depend on, never in the state. A piece of the rails that holds
a source is a *pocket*: whoever reaches one of its hexes reaches all of its sources.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from vistula.board.hexes import HexSet, collect
from vistula.parts.layers import reach_back
from vistula.parts.rails import NO_NET, Net
from vistula.parts.rails import pieces as net_pieces
from vistula.parts.sides import Gates, gates_of, sides_of, through

from ..model import Model
from ..state import State
from ..units import POLAND
from . import railnets
from .ground import eased, field, no_zones
from .options import danzig
from .options.sources import working
from .zoc import Zones, zones


class Pocket(NamedTuple):
    """[10.5.3] Hexes that rails join to working sources, and those sources."""

    rails: HexSet
    sources: HexSet


def area(s: State, side: int, motors: bool) -> HexSet:
    """[10.5.1a, 10.5.1b] The hexes from which units of a side can trace a line: a leg, then rails."""
    if side == POLAND:  # whose pockets are wanted anyway, for what they bear
        return reached_from(s, side, pockets(s, side, motors), motors)
    rails, sources = _rails(s, side), working(s, side)
    found = _joined(rails, sources, _open(s, side, rails, motors)) | sources
    return leg(s, side, found & ~_on_rails_only(s), motors)


def pockets(s: State, side: int, motors: bool = False) -> tuple[Pocket, ...]:
    """[10.5.3a, 20.1.1] The pieces into which enemies cut a side's rails, as far as they hold a working source: by
    units and zones of control, for motors by units alone."""
    rails = _rails(s, side)
    return _pockets(rails, working(s, side), _open(s, side, rails, motors))


def reached_from(s: State, side: int, found: tuple[Pocket, ...], motors: bool) -> HexSet:
    """[10.5.2a] The hexes whose leg to one of these pockets is short enough."""
    joined = reduce(or_, (pocket.rails | pocket.sources for pocket in found), 0)
    return leg(s, side, joined & ~_on_rails_only(s), motors)


def _open(s: State, side: int, rails: Rails, motors: bool) -> HexSet:
    """[10.5.3b, 10.5.3c, 10.5.4] (A18) The hexes of its rails along which a side can trace: no enemy unit, and off its
    own net no enemy zone of control without a friend."""
    watched = 0 if motors else ~zones(s, 1 - side)[0] & ~s.occupied[side] & ~railnets.own_net(s, side).spaces
    return rails.net.spaces & ~(s.occupied[1 - side] | watched)


def _on_rails_only(s: State) -> HexSet:
    """[24.9] (A68) Sources that no leg reaches."""
    return collect(danzig.sources(s))


def leg(s: State, side: int, ends: HexSet, motors: bool) -> HexSet:
    """[10.5.2a, 20.2] The hexes from which a leg leads to one of these ends."""
    held = no_zones(s.m) if motors else zones(s, 1 - side)  # [20.2]
    return _reach(s.m, held, s.occupied[side], s.occupied[1 - side], motors, ends & ~s.occupied[1 - side])


@lru_cache(maxsize=256)
def _reach(m: Model, held: Zones, friends: HexSet, enemy: HexSet, motors: bool, ends: HexSet) -> HexSet:
    """[10.5.2a, 10.5.2b, 10.5.4, 4.5] (A17) Costs are those of standard movement, but where a friend stands the enemy's
    zone counts for nothing."""
    return reach_back(field(m, motors, eased(held, friends), enemy), ends, m.supply_leg).within(m.supply_leg)


class Rails:
    """A net by its identity, so that what is worked out on it can be kept."""

    def __init__(self) -> None:
        self.net: Net = NO_NET
        self.gates: Gates | None = None


@lru_cache(maxsize=64)
def _kept(m: Model, options: int, side: int) -> Rails:
    return Rails()


def _rails(s: State, side: int) -> Rails:
    found = _kept(s.m, s.options, side)
    if found.gates is None:
        found.net = railnets.supply_rails(s, side)
        links = [(a, b) for a, others in found.net.links.items() for b in others]
        found.gates = gates_of(s.m.grid, sides_of(s.m.grid, links))
    return found


@lru_cache(maxsize=256)
def _joined(rails: Rails, sources: HexSet, ground: HexSet) -> HexSet:
    """All that the rails join to any of the sources, found from all of them at once."""
    assert rails.gates is not None
    found = edge = sources & ground
    while edge:
        edge = through(rails.gates, edge) & ground & ~found
        found |= edge
    return found


@lru_cache(maxsize=256)
def _pockets(rails: Rails, sources: HexSet, ground: HexSet) -> tuple[Pocket, ...]:
    found = [Pocket(piece, piece & sources) for piece in net_pieces(rails.net, ground, sources)]
    alone = sources
    for pocket in found:
        alone &= ~pocket.rails
    # [10.1a] A source off the rails, or where a zone of control closes them, serves whoever comes to it on foot.
    return (*found, Pocket(0, alone)) if alone else tuple(found)
