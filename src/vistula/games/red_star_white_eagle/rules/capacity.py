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


def left_out(s: State) -> int:
    """[10.3a, 10.5.5] The units that reach a source and find none with room."""
    return _left_out(_claims(s))


class Claims(NamedTuple):
    """Who draws, how much, on which pockets, and what those bear, in quarters."""

    units: tuple[int, ...]
    weights: tuple[int, ...]
    ways: tuple[int, ...]
    bears: tuple[int, ...]


def _claims(s: State) -> Claims:
    found = pockets(s, POLAND)
    divisions = capacities(s)
    bears = tuple(QUARTERS * sum(divisions[hex] for hex in bits(pocket.sources)) for pocket in found)
    feet = tuple(Reach(reached_from(s, POLAND, pocket, motors=False), 1 << n) for n, pocket in enumerate(found))
    wheels = feet
    if on_board(s, s.m.motors):
        wheels = tuple(
            Reach(reached_from(s, POLAND, pocket, motors=True), _meeting(found, pocket))
            for pocket in pockets(s, POLAND, motors=True)
        )
    return _drawn(s.m, tuple(s.place[: s.m.count]), s.unfed, feet, wheels, bears)


class Reach(NamedTuple):
    """The hexes from which units draw on some pockets."""

    area: HexSet
    pockets: int


def _meeting(pockets_: tuple[Pocket, ...], wide: Pocket) -> int:
    """The pockets with sources that motors, whom zones of control do not stop, reach in one of theirs."""
    return collect(n for n, pocket in enumerate(pockets_) if pocket.sources & wide.sources)


@lru_cache(maxsize=64)
def _drawn(
    m: Model, place: tuple[int, ...], unfed: int, feet: tuple[Reach, ...], wheels: tuple[Reach, ...],
    bears: tuple[int, ...],
) -> Claims:  # fmt: skip
    """[10.3b, 10.7.2, 16.7.2a] (A16) The claims of all who must trace; whose owner lets them go without come last."""
    exempt = m.flotillas | m.marines
    units = [unit for unit in m.units_of[POLAND] if place[unit] >= 0 and not exempt >> unit & 1]
    units.sort(key=lambda unit: unfed >> unit & 1)

    def way(unit: int) -> int:
        found = 0
        for area, pockets_ in wheels if m.motors >> unit & 1 else feet:
            found |= pockets_ if area >> place[unit] & 1 else 0
        return found

    return Claims(tuple(units), tuple(m.quarters[unit] for unit in units), tuple(map(way, units)), bears)


@lru_cache(maxsize=64)
def _left_out(claims: Claims) -> int:
    if _enough(claims):
        return 0
    dealt = share(claims.weights, claims.ways, claims.bears)
    return sum(
        1 << unit
        for unit, way, pocket in zip(claims.units, claims.ways, dealt, strict=True)
        if way and pocket == LEFT_OUT
    )


def _enough(claims: Claims) -> bool:
    """Whether every pocket could bear all who reach it."""
    drawn = [0] * len(claims.bears)
    for weight, way in zip(claims.weights, claims.ways, strict=True):
        for n in bits(way):
            drawn[n] += weight
    return all(weight <= most for weight, most in zip(drawn, claims.bears, strict=True))


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
