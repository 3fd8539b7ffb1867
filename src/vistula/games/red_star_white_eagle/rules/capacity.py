"""10.3 What a Polish source can bear: every Polish unit draws on one source.

Capacity is counted in quarters of a division (A86). Weights of four, two and one always fill sources that bear whole
divisions, the largest first: so a pocket of rails, whose sources all its units can reach, bears the sum of what they
bear, and only units that could draw on several pockets have to be shared out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from vistula.board.hexes import Hex, HexSet, bits, collect, members
from vistula.kernel import AGAIN, DONE, Bar, Choice, Frame, Next, Offer, Option, choose, only, procedure, step, tell
from vistula.parts.matching import LEFT_OUT, share

from ..model import Model
from ..state import State
from ..units import POLAND
from .lines import Pocket, pockets, reached_from
from .options.sources import capacities
from .queries import on_board
from .seats import POLES, asked

QUARTERS = 4


@lru_cache(maxsize=4)
def tracing(m: Model) -> int:
    """[10.7.2, 16.7.2a] The Poles who draw on sources: all but flotillas and their marines."""
    return m.army[POLAND] & ~(m.flotillas | m.marines)


def unfed(s: State) -> int:
    """[10.1b, 10.3a, 10.5.1a] The Poles on the map who must trace and reach no source, or none with room."""
    stranded = _stranded(s)
    if stranded is not None:
        return stranded
    claims = _claims(s)
    return collect(unit for unit, way in zip(claims.units, claims.ways, strict=True) if not way) | _left_out(claims)


def left_out(s: State) -> int:
    """[10.3a, 10.5.5] The units that reach a source and find none with room."""
    return 0 if _stranded(s) is not None else _left_out(_claims(s))


def _stranded(s: State) -> int | None:
    """The Poles who reach no source, if all others are plainly fed: each by the first pocket that it reaches, those
    that bear most first. None where that leaves somebody without, and shares have to be dealt."""
    m, found = s.m, pockets(s, POLAND)
    room, drawing = _bears(s, found), on_board(s, tracing(m))
    order = sorted(range(len(found)), key=lambda n: -room[n])
    feet, lost = members(drawing & ~m.motors), 0
    for n in order:
        if not feet:
            break
        fed, feet = _parted(s, feet, reached_from(s, POLAND, (found[n],), motors=False))
        room[n] -= sum(m.quarters[unit] for unit in fed)
        if n == order[0] and len(order) > 2:  # few are fed from elsewhere: one look at all other pockets together
            others = tuple(found[other] for other in order[1:])
            feet, stranded = _parted(s, feet, reached_from(s, POLAND, others, motors=False))
            lost = collect(stranded)
    lost |= collect(feet)
    for unit in members(drawing & m.motors):
        if way := _way_of_motors(s, found, unit):
            best = max(bits(way), key=lambda n: room[n])
            room[best] -= m.quarters[unit]
        else:
            lost |= 1 << unit
    return lost if min(room, default=0) >= 0 else None


def _parted(s: State, units: list[int], hexes: HexSet) -> tuple[list[int], list[int]]:
    """Those of some units who are in these hexes, and the others."""
    inside: list[int] = []
    outside: list[int] = []
    for unit in units:
        (inside if hexes >> s.place[unit] & 1 else outside).append(unit)
    return inside, outside


def _bears(s: State, found: tuple[Pocket, ...]) -> list[int]:
    """[10.3a, 10.5.5] What pockets bear, in quarters."""
    divisions = capacities(s)
    return [QUARTERS * sum(divisions[hex] for hex in bits(pocket.sources)) for pocket in found]


class Claims(NamedTuple):
    """Who draws, how much, on which pockets, and what those bear, in quarters."""

    units: tuple[int, ...]
    weights: tuple[int, ...]
    ways: tuple[int, ...]
    bears: tuple[int, ...]


class Reach(NamedTuple):
    """The hexes from which units draw on some pockets."""

    area: HexSet
    pockets: int


def _claims(s: State) -> Claims:
    found = pockets(s, POLAND)
    feet = tuple(Reach(reached_from(s, POLAND, (pocket,), motors=False), 1 << n) for n, pocket in enumerate(found))
    wheels = _wheels(s, found) if on_board(s, s.m.motors) else ()
    return _drawn(s.m, tuple(s.place[: s.m.count]), s.unfed, feet, wheels, tuple(_bears(s, found)))


def _way_of_motors(s: State, found: tuple[Pocket, ...], unit: int) -> int:
    """Pockets on which a motor unit can draw: it stands on the rails of one, or has not far to them; else any that
    motors reach, whom zones of control do not keep off the rails."""
    hex = s.place[unit]
    near = collect(n for n, pocket in enumerate(found) if (pocket.rails | pocket.sources) >> hex & 1)
    if not near and found:
        longest = max(range(len(found)), key=lambda n: found[n].rails.bit_count())
        near = (reached_from(s, POLAND, (found[longest],), motors=True) >> hex & 1) << longest
    return near or _pockets_of(_wheels(s, found), hex)


def _wheels(s: State, found: tuple[Pocket, ...]) -> tuple[Reach, ...]:
    """What motors reach, whom no zone of control holds up."""
    return tuple(
        Reach(reached_from(s, POLAND, (wide,), motors=True), _meeting(found, wide))
        for wide in pockets(s, POLAND, motors=True)
    )


def _pockets_of(reaches: tuple[Reach, ...], hex: Hex) -> int:
    """The pockets on which a unit can draw from a hex."""
    found = 0
    for reached, pockets_ in reaches:
        found |= pockets_ if reached >> hex & 1 else 0
    return found


def _meeting(pockets_: tuple[Pocket, ...], wide: Pocket) -> int:
    """The pockets with sources that motors, whom zones of control do not stop, reach in one of theirs."""
    return collect(n for n, pocket in enumerate(pockets_) if pocket.sources & wide.sources)


@lru_cache(maxsize=64)
def _drawn(
    m: Model, place: tuple[int, ...], unfed: int, feet: tuple[Reach, ...], wheels: tuple[Reach, ...],
    bears: tuple[int, ...],
) -> Claims:  # fmt: skip
    """[10.3b, 10.7.2, 16.7.2a] (A16) The claims of all who must trace; whose owner lets them go without come last."""
    units = [unit for unit in members(tracing(m)) if place[unit] >= 0]
    units.sort(key=lambda unit: unfed >> unit & 1)
    ways = tuple(_pockets_of(wheels if m.motors >> unit & 1 else feet, place[unit]) for unit in units)
    return Claims(tuple(units), tuple(m.quarters[unit] for unit in units), ways, bears)


@lru_cache(maxsize=64)
def _left_out(claims: Claims) -> int:
    dealt = share(claims.weights, claims.ways, claims.bears)
    return sum(
        1 << unit
        for unit, way, pocket in zip(claims.units, claims.ways, dealt, strict=True)
        if way and pocket == LEFT_OUT
    )


def deal(s: State) -> dict[int, Hex]:
    """[10.5.5] The source of every Polish unit that has one: the nearest in its pocket that has room, the largest units
    first."""
    claims, found = _claims(s), pockets(s, POLAND)
    room = {hex: QUARTERS * divisions for hex, divisions in capacities(s).items()}
    source_of: dict[int, Hex] = {}
    dealt = share(claims.weights, claims.ways, claims.bears)
    for unit, pocket in sorted(zip(claims.units, dealt, strict=True), key=lambda pair: -s.m.quarters[pair[0]]):
        if pocket != LEFT_OUT:
            able = [hex for hex in bits(found[pocket].sources) if room[hex] >= s.m.quarters[unit]]
            hex = min(able, key=lambda hex: s.m.distance(hex, s.place[unit]))
            room[hex] -= s.m.quarters[unit]
            source_of[unit] = hex
    return source_of


def spare(s: State) -> dict[Hex, int]:
    """[10.3a, 10.3c] What is left of each working source, in quarters of a division."""
    room = {hex: QUARTERS * divisions for hex, divisions in capacities(s).items() if not s.occupied[1] >> hex & 1}
    for unit, hex in deal(s).items():
        room[hex] -= s.m.quarters[unit]
    return room


# -- (A86) who goes without -------------------------------------------------------------------------------------------


def in_want(s: State) -> int:
    """(A86) Units that are left out and stand next to an enemy: then their owner may name others in their place."""
    return sum(1 << unit for unit in members(left_out(s)) if s.m.around[s.place[unit]] & s.occupied[1 - POLAND])


def not_instead(s: State) -> Iterator[Bar]:
    """(A86) Units that cannot go without in the place of others: not of the same size, or nothing would be freed."""
    m, wanting = s.m, left_out(s)
    sizes = {m.quarters[unit] for unit in members(wanting)}
    claims, short = _claims(s), 0
    for unit, way in zip(claims.units, claims.ways, strict=True):
        short |= way if wanting >> unit & 1 else 0
    near = collect(unit for unit, way in zip(claims.units, claims.ways, strict=True) if way & short)

    yield only("10.5.5", near, _named(s, "draws on no source that is short"))
    yield Bar("10.5.5", wanting, _named(s, "goes without already"))
    other = _named(s, "is of another size than those who go without")
    yield Bar("10.3b", lambda unit: m.quarters[unit] not in sizes, other)


def _named(s: State, words: str) -> Callable[[int], str]:
    return lambda unit: f"{s.m.full_name[unit]} {words}"


@procedure
class Rations(Frame):
    """[10.3a, 10.5.5] (A86) As a combat phase begins the Pole may name who goes without where capacity is short."""

    command: int = POLES

    @step("10.5.5")
    def begin(self, s: State) -> Next:
        s.unfed = 0
        return None if in_want(s) else DONE

    @choose("10.5.5", "10.3b", who=asked, always=True, prompt="Supply is short. Which unit goes without?")
    def spare(self, s: State) -> Choice:
        units = Offer("without", "piece", not_instead(s), "Leave this unit unsupplied")
        return [units, Option("done", label="Leave it so")] if in_want(s) and units else DONE

    @spare.on("without")
    def _(self, s: State, unit: int) -> Next:
        s.unfed |= 1 << unit
        tell(s, "10.5.5", "goes_without", unit=unit, hex=s.place[unit])
        return AGAIN

    spare.to("done", DONE)
