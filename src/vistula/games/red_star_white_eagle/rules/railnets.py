"""8.4, 15.0 Rail nets: which lines are open to whom, and what they join.

The Polish and the Russian net serve their own side only, for movement by the net [2.7f]; all lines, the devastated ones
too, serve strategic movement and armored trains [15.1a]. Whoever stands in a hex is on every line that enters it, as
all lines in a city are joined [8.1.4b]. No line is ever destroyed [8.4.6, 15.2]. German ones are closed but where an
optional rule opens them [15.4a].
"""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import HexSet, Side
from vistula.parts.rails import Net, net, piece, pieces
from vistula.parts.sides import Sides, sides_of

from ..model import Model
from ..state import State
from ..units import POLAND, RUSSIA
from .queries import BIT, enemy, plays

OPENING = ("upper-silesia", "plebiscite", "freikorps")
"""[24.8, 24.10a, 24.11.1] The optional rules that open German lines."""


def own_net(s: State, side: int) -> Net:
    """[8.4.8, 15.1b, 15.4a] The national rail net of a side."""
    return net_of(s.m, opening(s), side)


def net_of(m: Model, opening: int, side: int) -> Net:
    """The same, by what it depends on."""
    return m.russian_net if side == RUSSIA else _polish_net(m, opening)


def all_rails(s: State, side: int) -> Net:
    """[8.3.5c, 14.1, 17.4.1c] Every line on which a side's units move otherwise than by the net."""
    return _all(s.m, opening(s), side)


def rail_sides(s: State, side: int) -> Sides:
    """The same lines as hexsides that they pass through, both ways."""
    return _all_sides(s.m, opening(s), side)


def supply_rails(s: State, side: int) -> Net:
    """[10.5.3a, 17.4.1c, 17.4.2d] Every line along which a side may trace supply: Lithuania's carry none, Danzig's only
    where it is a source [24.9]."""
    return _supplying(s.m, opening(s), side, side == POLAND and plays(s, "danzig"))


def joined(s: State, side: int, hex: int) -> HexSet:
    """[8.4.7a, 8.4.7b] What is left of a side's own net round a hex: enemy units cut it. Nothing off the net."""
    return next((found for found in unbroken(s, side, s.occupied[enemy(side)]) if found >> hex & 1), 0)


def unbroken(s: State, side: int, closed: HexSet) -> tuple[HexSet, ...]:
    """What is left of a side's own net without these hexes, piece by piece."""
    return _unbroken(s.m, opening(s), side, closed & own_net(s, side).spaces)


@lru_cache(maxsize=64)
def _unbroken(m: Model, opening: int, side: int, closed: HexSet) -> tuple[HexSet, ...]:
    return tuple(pieces(net_of(m, opening, side), ~closed))


def linked(s: State, side: int, hex: int) -> HexSet:
    """[7.1.1b] All that any railroads join to a hex: enemy units cut them."""
    return _linked(s.m, opening(s), side, hex, s.occupied[enemy(side)] & all_rails(s, side).spaces)


@lru_cache(maxsize=64)
def _linked(m: Model, opening: int, side: int, hex: int, closed: HexSet) -> HexSet:
    return piece(_all(m, opening, side), 1 << hex, ~closed)


def net_cities(s: State, side: int) -> HexSet:
    """[8.1.4c] The cities on a side's own net."""
    return own_net(s, side).spaces & s.m.cities


# -- 15.0 the lines -------------------------------------------------------------------------------------------------


def opening(s: State) -> int:
    """The optional rules that open German lines, a bit each in the order of OPENING."""
    return _opening(s.options)


@lru_cache(maxsize=64)
def _opening(options: int) -> int:
    return sum(1 << n for n, option in enumerate(OPENING) if options & BIT[option])


@lru_cache
def opened(m: Model, opening: int) -> frozenset[Side]:
    """[15.4a, 15.4b, 24.8, 24.10a, 24.11.1] German lines that optional rules have added to the Polish net."""
    closed = m.nets["closed"]
    if opening >> OPENING.index("freikorps") & 1:
        return closed
    land, found = m.land & ~m.interning, set()
    if opening >> OPENING.index("upper-silesia") & 1:
        found |= _within(closed, land | m.regions["upper-silesia"], m.regions["upper-silesia"])
    if opening >> OPENING.index("plebiscite") & 1:
        found |= _within(closed, land | m.plebiscite, m.plebiscite)
    return frozenset(found)


def _within(links: frozenset[Side], land: HexSet, area: HexSet) -> set[Side]:
    """The links with both ends on this land that touch an area."""
    return {(a, b) for a, b in links if land >> a & land >> b & 1 and (area >> a | area >> b) & 1}


@lru_cache
def _polish_net(m: Model, opening: int) -> Net:
    return net(m.nets["polish"] | opened(m, opening)) if opening else m.polish_net


def _links(m: Model, opening: int, side: int) -> frozenset[Side]:
    german = opened(m, opening)
    if side == RUSSIA and not opening >> OPENING.index("freikorps") & 1:  # [24.8] is a favour to the Poles
        silesia = m.regions["upper-silesia"]
        german = frozenset((a, b) for a, b in german if not (silesia >> a | silesia >> b) & 1)
    return m.nets["polish"] | m.nets["russian"] | m.nets["devastated"] | german


@lru_cache
def _all(m: Model, opening: int, side: int) -> Net:
    return net(_links(m, opening, side))


@lru_cache
def _all_sides(m: Model, opening: int, side: int) -> Sides:
    links = _links(m, opening, side)
    return sides_of(m.grid, links | {(b, a) for a, b in links})


@lru_cache
def _supplying(m: Model, opening: int, side: int, danzig: bool) -> Net:
    links = {(a, b) for a, b in _links(m, opening, side) if not (m.lithuania >> a | m.lithuania >> b) & 1}
    if danzig:  # [24.9]
        polish = m.polish_net.spaces & ~m.interning
        links |= {(a, b) for a, b in m.nets["closed"] if m.danzig in (a, b) and (polish >> a | polish >> b) & 1}
    return net(links)
