"""10.3 What a Polish source can bear: every Polish unit draws on one source.

Capacity is counted in quarters of a division (A86). Weights of four, two and one always fill sources that bear whole
divisions, the largest first: so a pocket of rails, whose sources all its units can reach, bears the sum of what they
bear, and only units that could draw on several pockets have to be shared out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from vistula.board.hexes import Hex, HexSet, bits, members
from vistula.kernel import AGAIN, DONE, Bar, Choice, Frame, Next, Offer, Option, choose, only, procedure, step, tell
from vistula.parts.matching import LEFT_OUT, share

from ..state import State
from ..units import POLAND
from .lines import pockets, reached_from
from .options.sources import capacities
from .seats import POLES, asked

QUARTERS = 4


def drawing(s: State) -> list[int]:
    """[10.3b, 10.7.2, 16.7.2a] (A16) The Polish units on the map that must trace to a source; those whose owner lets
    them go without come last."""
    m = s.m
    exempt = m.flotillas | m.marines | 1 << m.squadron
    found = [unit for unit in m.units_of[POLAND] if s.place[unit] >= 0 and not exempt >> unit & 1]
    return sorted(found, key=lambda unit: s.unfed >> unit & 1) if s.unfed else found


def left_out(s: State) -> int:
    """[10.3a, 10.5.5] The units that reach a source and find none with room."""
    units, ways, bears = _claims(s)
    return _left_out(tuple(s.m.quarters[unit] for unit in units), tuple(ways), tuple(bears), tuple(units))


def _claims(s: State) -> tuple[list[int], list[int], list[int]]:
    """Who draws, on which pockets, and what those bear in quarters."""
    divisions = capacities(s)
    found = pockets(s, POLAND)
    bears = [QUARTERS * sum(divisions[hex] for hex in bits(pocket.sources)) for pocket in found]
    feet = [reached_from(s, POLAND, pocket, motors=False) for pocket in found]
    wheels: list[HexSet] = []
    units, ways = [], []
    for unit in drawing(s):
        if s.m.motors >> unit & 1:
            wheels = wheels or [reached_from(s, POLAND, pocket, motors=True) for pocket in found]
            areas = wheels
        else:
            areas = feet
        hex = s.place[unit]
        units.append(unit)
        ways.append(sum(1 << n for n, area in enumerate(areas) if area >> hex & 1))
    return units, ways, bears


@lru_cache(maxsize=256)
def _left_out(weights: tuple[int, ...], ways: tuple[int, ...], bears: tuple[int, ...], units: tuple[int, ...]) -> int:
    if _enough(weights, ways, bears):
        return 0
    dealt = share(weights, ways, bears)
    return sum(1 << unit for unit, way, pocket in zip(units, ways, dealt, strict=True) if way and pocket == LEFT_OUT)


def _enough(weights: Sequence[int], ways: Sequence[int], bears: Sequence[int]) -> bool:
    """Whether every pocket could bear all who reach it."""
    return all(
        sum(weight for weight, way in zip(weights, ways, strict=True) if way >> n & 1) <= most
        for n, most in enumerate(bears)
    )


def deal(s: State) -> dict[int, Hex]:
    """[10.5.5] The source of every Polish unit that has one: the nearest in its pocket that has room, the largest units
    first."""
    units, ways, bears = _claims(s)
    weights = [s.m.quarters[unit] for unit in units]
    found = pockets(s, POLAND)
    room = {hex: QUARTERS * divisions for hex, divisions in capacities(s).items()}
    source_of: dict[int, Hex] = {}
    dealt = share(weights, ways, bears)
    for n in sorted(range(len(units)), key=lambda n: -weights[n]):
        if dealt[n] == LEFT_OUT:
            continue
        unit, near = units[n], bits(found[dealt[n]].sources)
        hex = min((h for h in near if room[h] >= weights[n]), key=lambda h: s.m.distance(h, s.place[unit]))
        room[hex] -= weights[n]
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
    units, ways, _ = _claims(s)
    short = 0
    for unit, way in zip(units, ways, strict=True):
        short |= way if wanting >> unit & 1 else 0
    near = sum(1 << unit for unit, way in zip(units, ways, strict=True) if way & short)

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
