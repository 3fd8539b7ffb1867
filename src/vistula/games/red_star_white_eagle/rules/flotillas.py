"""16.0 Flotillas and marines: boats on their own rivers, and the infantry that they carry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from vistula.board.hexes import Hex, HexSet, bits, collect, members
from vistula.kernel import (
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Return,
    SeatId,
    barred,
    choose,
    goto,
    only,
    procedure,
    roll,
    step,
    tell,
)

from ..model import Model
from ..state import State, eliminate
from .borders import interning
from .control import come
from .ground import shut
from .queries import enemy, month
from .seats import owner

DNEPR, VISTULA = 0, 1
SEASON = ("April", "May", "June")
"""[16.6a] The months in which the canal can be tried."""
PASSES = 2
"""[16.6b] The highest die with which a flotilla gets through."""
MARINES_SUPPLIED = 2
"""[16.7.2b] Hexes between marines and the flotilla that feeds them."""


# -- 16.0 where they go -----------------------------------------------------------------------------------------------


@lru_cache
def channels(m: Model, system: int) -> tuple[HexSet, ...]:
    """[16.0a, 16.0b, 16.0c] (A37) By hex, the neighbours to which a flotilla sails: both hexes touch navigable hexsides
    in a corner that they share."""
    water = m.navigable[system]
    found = [0] * m.grid.size
    for a in bits(waters(m, system)):
        found[a] = collect(b for b in m.grid.neighbours[a] if _sails(m, water, a, b)) & m.land
    return tuple(found)


@lru_cache
def waters(m: Model, system: int) -> HexSet:
    """[16.0b] The hexes along a river system."""
    return collect(hex for side in m.navigable[system] for hex in side) & m.land


def _sails(m: Model, water: frozenset[tuple[Hex, Hex]], a: Hex, b: Hex) -> bool:
    steps, way = m.grid.steps(a), m.grid.direction(a, b)
    for third in (a + steps[way - 1], a + steps[(way + 1) % 6]):
        corner = [side for side in ((a, b), (a, third), (b, third)) if side in water]
        if any(a in side for side in corner) and any(b in side for side in corner):
            return True
    return False


def next_waters(s: State, hex: Hex) -> HexSet:
    """The neighbours of a hex to which a flotilla could sail if nobody held them."""
    return channels(s.m, DNEPR)[hex] | channels(s.m, VISTULA)[hex]


def closed(s: State, unit: int, retreating: bool) -> HexSet:
    """[16.0e, 12.3.2a, 23.4.9.1a, 23.4.9.1b, 24.2.2a] Where a flotilla does not sail: on the move nowhere where other
    units may not go either, in retreat (A51) past no enemy unit."""
    return s.occupied[enemy(s.m.side[unit])] if retreating else barred(shut(s, unit))


def reach(s: State, unit: int, retreating: bool = False) -> HexSet:
    """[16.0d, 16.0e, 17.4.1a] Where a flotilla can sail without stopping: any distance, but not past enemy units
    nor on from where it is interned."""
    here = s.place[unit]
    return _sailing(s.m, here, closed(s, unit, retreating), interning(s, s.m.side[unit])) & ~(1 << here)


@lru_cache(maxsize=256)
def _sailing(m: Model, start: Hex, held: HexSet, foreign: HexSet) -> HexSet:
    found, edge = 1 << start, [start]
    while edge:
        here = edge.pop()
        near = (channels(m, DNEPR)[here] | channels(m, VISTULA)[here]) & ~held & ~found
        found |= near
        edge += members(near & ~foreign)
    return found


def course(s: State, unit: int, goal: Hex, retreating: bool = False) -> list[Hex]:
    """The shortest course to a hex, the lowest numbers first."""
    start = s.place[unit]
    held, foreign = closed(s, unit, retreating), interning(s, s.m.side[unit])
    before, edge = {start: start}, [start]
    while goal not in before:
        onward = []
        for hex in edge:
            if foreign >> hex & 1:
                continue
            for near in members(next_waters(s, hex) & ~held):
                if near not in before:
                    before[near] = hex
                    onward.append(near)
        edge = onward
    found = [goal]
    while before[found[-1]] != start:
        found.append(before[found[-1]])
    return found[::-1]


def flotilla_targets(s: State, unit: int) -> HexSet:
    """[16.1] The neighbouring hexes that a flotilla can attack: those that it could enter."""
    return next_waters(s, s.place[unit])


# -- 16.6 the canal ---------------------------------------------------------------------------------------------------


def other_end(s: State, hex: Hex) -> Hex:
    """The other end of the canal; -1 for a hex that is none."""
    east, west = s.m.canal_ends
    return west if hex == east else east if hex == west else -1


def no_canal(s: State, unit: int, hex: Hex) -> Iterator[Bar]:
    """[16.6a] What keeps a flotilla from trying the canal."""
    far = other_end(s, hex)
    yield Bar("16.6a", far < 0, "the canal is entered at Kobryń (2317) or east of Pińsk (2718)")
    yield Bar("16.6a", month(s) not in SEASON, "the canal can be tried from April to June only")
    yield Bar("16.0e", far >= 0 and bool(s.occupied[enemy(s.m.side[unit])] >> far & 1), "the enemy holds its other end")


def canal_end(s: State, unit: int) -> Hex:
    """[16.6b] The end of the canal where a flotilla that retreats is or to which it can sail, or else where it is."""
    here = s.place[unit]
    ways = reach(s, unit, retreating=True) | 1 << here
    return next((end for end in s.m.canal_ends if ways >> end & 1), here)


def canal_open(s: State, unit: int, hex: Hex) -> bool:
    return not any(bar.held(0) for bar in no_canal(s, unit, hex))


@procedure
class Canal(Frame):
    """[16.6b, 16.6c] A flotilla tries the canal; hands back whether it is through."""

    unit: int
    aboard: int = 0

    @roll("16.6b", "1d6")
    def passage(self, s: State, dice: tuple[int, ...]) -> Next:
        unit, hex = self.unit, s.place[self.unit]
        if dice[0] <= PASSES:
            tell(s, "16.6b", "canal_passed", unit=unit, die=dice[0])
            for piece in (unit, *members(self.aboard)):
                come(s, piece, other_end(s, hex))
            return Return(True)
        tell(s, "16.6b", "canal_grounded", unit=unit, die=dice[0])
        eliminate(s, unit)  # [16.6c] marines aboard are ashore where they are
        return Return(False)


# -- 16.7.1 marines ---------------------------------------------------------------------------------------------------


def together(s: State, side: int) -> int:
    """[16.7.1a] The marines of a side that stand with a flotilla now."""
    m = s.m
    harbours = {s.place[unit] for unit in members(m.flotillas & m.army[side]) if s.place[unit] >= 0}
    return collect(unit for unit in members(m.marines & m.army[side]) if s.place[unit] in harbours)


def boarding(s: State, unit: int) -> Iterator[Bar]:
    """[16.7.1a] Who cannot be taken along by a flotilla."""
    m = s.m
    mine = collect(u for u in members(m.marines & m.army[m.side[unit]]) if s.place[u] == s.place[unit])
    yield only("16.7.1a", mine, "only marines in its hex go aboard")
    yield Bar("16.7.1a", s.moved, "it has moved already in this phase")
    yield Bar("16.7.1a", ~s.with_flotilla, "it did not begin this phase with the flotilla")


# -- 16.3 retreat -----------------------------------------------------------------------------------------------------


def havens(s: State, unit: int) -> HexSet:
    """[16.3a, 17.4.1a] (A40) Where a flotilla can retreat: into internment only if there is nowhere else."""
    found = reach(s, unit, retreating=True)
    return found & ~interning(s, s.m.side[unit]) or found


def _owner(frame: Any, s: State) -> SeatId:
    return owner(s, frame.unit)


@procedure
class FlotillaRetreat(Frame):
    """[16.3a, 16.3b, 16.7.1c] A flotilla retreats anywhere on its rivers, through the canal too, and takes along those
    marines who must retreat with it; hands back the set of those who went, itself among them."""

    unit: int
    marines: int = 0  # who must retreat as well and stand in its hex
    aboard: int = 0
    begun: bool = False  # it has sailed to the canal
    through: bool = False

    @choose("16.3a", "16.7.1c", "16.6a", who=_owner, prompt="Where does {unit:piece} retreat?")
    def where(self, s: State) -> Choice:
        found = havens(s, self.unit)
        space = only("16.3a", found, "it retreats along its rivers, past no enemy unit")
        canal = Offer("canal", "button", self._no_canal(s), "Try the canal", warn="canal")
        if not found and not canal and not self.through:
            return goto("lost")
        board = Offer("board", "piece", self._no_boarding(), "Take aboard")
        fresh = Bar("16.3b", not self.through, "it must retreat at least one hex")
        return [
            Offer("place", "space", [space], "Retreat here"),
            canal,
            board,
            Offer("stop", "button", [fresh], "Stay here"),
        ]

    def _no_canal(self, s: State) -> Iterator[Bar]:
        """[16.6b] It is tried once, from its own hex or from the end to which the flotilla can sail."""
        yield Bar("16.6a", self.through, "it has passed the canal in this retreat")
        yield from no_canal(s, self.unit, canal_end(s, self.unit))

    def _no_boarding(self) -> Iterator[Bar]:
        ashore = 0 if self.through else self.marines & ~self.aboard
        yield only("16.7.1c", ashore, "only marines who must retreat with it go aboard")

    @where.on("board")
    def _(self, s: State, unit: int) -> Next:
        self.aboard |= 1 << unit
        return goto("where")

    @where.on("place")
    def _(self, s: State, hex: int) -> Next:
        self._sail(s, hex)
        return goto("away")

    def _sail(self, s: State, hex: Hex) -> None:
        for passed in course(s, self.unit, hex, retreating=True):
            come(s, self.unit, passed, retreating=True)
        for marine in members(self.aboard):
            come(s, marine, hex, retreating=True)

    where.to("stop", goto("away"))

    @where.on("canal")
    def _(self, s: State, _: int) -> Next:
        end = canal_end(s, self.unit)
        if end != s.place[self.unit]:
            self._sail(s, end)
            self.begun = True
        return goto("canal")

    @step("16.6a", "16.6b")
    def canal(self, s: State) -> Next:
        return Call(Canal(unit=self.unit, aboard=self.aboard), goto("passed"), into="through")

    @step("16.6b", "16.6c")
    def passed(self, s: State) -> Next:
        """Who is through may sail on; who is not is lost, and its marines are ashore: where they were, they have not
        retreated."""
        if self.through:
            return goto("where")
        return goto("away") if self.begun else Return(1 << self.unit)

    @step("16.3a", "16.7.1c")
    def away(self, s: State) -> Next:
        return Return(self.aboard | 1 << self.unit)

    @step("16.3b")
    def lost(self, s: State) -> Next:
        tell(s, "16.3b", "flotilla_lost", unit=self.unit)
        eliminate(s, self.unit)
        return Return(1 << self.unit)
