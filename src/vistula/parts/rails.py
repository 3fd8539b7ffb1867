"""Railway nets: what links of rail join, also when the net is cut, and the best way along it.

A net is pairs of neighbouring spaces. Whoever stands in a space is on every line that enters it, so a city joins all of
its lines. A net is kept as *junctions*, where lines end or branch, and the *stretches* of plain line between them: what
a train can get to is found by whole stretches, and only those that are cut somewhere are gone along space by space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from vistula.board.hexes import Hex, HexSet, Side, bits, collect, members
from vistula.board.paths import Way


class Stretch(NamedTuple):
    """Plain line from one junction to the other, or back to the same one."""

    start: Hex
    end: Hex
    line: tuple[Hex, ...]  # what lies between, in this order
    inner: HexSet


class Net(NamedTuple):
    spaces: HexSet
    links: dict[Hex, tuple[Hex, ...]]
    junctions: HexSet
    stretches: dict[Hex, tuple[Stretch, ...]]  # by junction, as they leave it
    between: dict[Hex, HexSet]  # by junction: all that lies on its stretches
    beyond: dict[Hex, HexSet]  # by junction: those at their other ends


NO_NET = Net(0, {}, 0, {}, {}, {})


def net(pairs: Iterable[Side]) -> Net:
    """A net of links, each named in one direction or both."""
    joined: dict[Hex, set[Hex]] = {}
    for a, b in pairs:
        joined.setdefault(a, set()).add(b)
        joined.setdefault(b, set()).add(a)
    links = {space: tuple(sorted(joined[space])) for space in sorted(joined)}
    spaces = sum(1 << space for space in links)
    junctions = sum(1 << space for space, others in links.items() if len(others) != 2)
    rest = spaces & ~junctions
    for junction in bits(junctions):
        for stretch in _leaving(links, junctions, junction):
            rest &= ~stretch.inner
    while rest:  # rings without any junction: their lowest space serves as one
        ring = rest & -rest
        junctions |= ring
        for stretch in _leaving(links, junctions, ring.bit_length() - 1):
            rest &= ~(stretch.inner | ring)
    stretches = {at: tuple(_leaving(links, junctions, at)) for at in bits(junctions)}
    between = {at: collect(space for each in leaving for space in each.line) for at, leaving in stretches.items()}
    beyond = {at: collect(each.end for each in leaving) for at, leaving in stretches.items()}
    return Net(spaces, links, junctions, stretches, between, beyond)


def _leaving(links: dict[Hex, tuple[Hex, ...]], junctions: HexSet, start: Hex) -> Iterator[Stretch]:
    for here in links[start]:
        before, line = start, []
        while not junctions >> here & 1:
            line.append(here)
            one, other = links[here]
            before, here = here, other if one == before else one
        yield Stretch(start, here, tuple(line), sum(1 << space for space in line))


def piece(net: Net, start: HexSet, ground: HexSet) -> HexSet:
    """All that the rails join to these spaces over a ground; a start off the net or the ground joins nothing."""
    ground &= net.spaces
    found = start & ground
    for here in bits(found & ~net.junctions):
        found |= _along(net, here, ground)
    closed, junctions = net.spaces & ~ground, net.junctions
    pending = members(found & junctions)
    for here in pending:  # which grows while it is gone through
        if net.between[here] & closed:
            ends = 0
            for stretch in net.stretches[here]:
                found |= _as_far(stretch, ground)
                ends |= 0 if stretch.inner & closed else 1 << stretch.end
        else:
            found |= net.between[here]
            ends = net.beyond[here]
        if new := ends & ~(found | closed):
            found |= new
            pending += bits(new)
    return found


def _as_far(stretch: Stretch, ground: HexSet) -> HexSet:
    """What of a stretch is joined to where it starts."""
    if not stretch.inner & ~ground:
        return stretch.inner
    found = 0
    for space in stretch.line:
        if not ground >> space & 1:
            break
        found |= 1 << space
    return found


def _along(net: Net, start: Hex, ground: HexSet) -> HexSet:
    """From a space of plain line both ways as far as the ground goes, to the next junction at most."""
    found = 1 << start
    for here in net.links[start]:
        before = start
        while ground >> here & 1 and not found >> here & 1:
            found |= 1 << here
            if net.junctions >> here & 1:
                break
            one, other = net.links[here]
            before, here = here, other if one == before else one
    return found


def pieces(net: Net, ground: HexSet, holding: HexSet = -1) -> list[HexSet]:
    """What is left of a net on this ground, piece by piece; only those that hold one of these spaces."""
    found, rest = [], net.spaces & ground & holding
    while rest:
        found.append(piece(net, rest & -rest, ground))
        rest &= ~found[-1]
    return found


def route(
    net: Net, start: Hex, goals: HexSet, ground: HexSet, price: Callable[[Hex, Hex], int] | None = None
) -> Way | None:
    """The best way by rail to one of these goals, where it starts left out: lowest price, then fewest spaces, then
    lowest numbers in order; None where none leads there. Without a price every link costs nothing."""
    queue, done = [Way(0, 0, ())], 0
    while queue:
        way = heappop(queue)
        here = way.hexes[-1] if way.hexes else start
        if done >> here & 1:
            continue
        if goals >> here & 1:
            return way
        done |= 1 << here
        for to in net.links.get(here, ()):
            if (ground & ~done) >> to & 1:
                more = price(here, to) if price else 0
                heappush(queue, Way(way.spent + more, way.length + 1, (*way.hexes, to)))
    return None
