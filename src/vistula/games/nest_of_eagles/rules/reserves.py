"""20.2 Soviet Reserve divisions: rights to them, infantry from the box, cavalry for a disbanded unit."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.kernel import DONE, Bar, Choice, Frame, Next, Offer, Option, choose, goto, only, procedure, step, tell

from ..model import REDUCED, SOUTHWEST, WEST
from ..state import ABSENT, OFF, REMOVED, RESERVES, State, box, put, remove, set_level, sp
from .bars import foes, named, off_map
from .operations import PAUSE, soviet_operation
from .queries import foes_near, plays
from .seats import SOVIETS, front_of, phasing, side_of
from .theaters import HOME, used

FORMING = 2
WORTHY = 2
"""[20.2.2b] The SP of a unit that can be disbanded for a cavalry division."""


# -- 20.2.1 infantry --------------------------------------------------------------------------------------------------


def waiting(s: State, front: int) -> list[int]:
    """[20.2.1, 20.2.1f] Reserve divisions of a Front that can be placed; the Latvians after all others (N-32)."""
    m = s.m
    found = [unit for unit in members(m.reserve_divisions[front]) if s.place[unit] == RESERVES]
    others = (m.reserve_divisions[WEST] | m.reserve_divisions[SOUTHWEST]) & ~(1 << m.latvian)
    if any(s.place[unit] == RESERVES for unit in members(others)):
        found = [unit for unit in found if unit != m.latvian]
    return found


def may_exchange(s: State) -> list[int]:
    """[20.2.1d, 20.2.1e] Fronts that can have a Reserve division instead of the 2 Replacements of a pause."""
    if s.forming < FORMING or not plays(s, "20.2"):
        return []
    paused = [front for front in (WEST, SOUTHWEST) if used(s, HOME[front]) and soviet_operation(s, front) == PAUSE]
    return [front for front in paused if waiting(s, front) or riders(s, front)]


# -- 20.2.2 cavalry ---------------------------------------------------------------------------------------------------


def riders(s: State, front: int) -> list[int]:
    """[20.2.2a, 20.2.2c, 20.2.2d, 20.2.2e] Counters of a Front for the cavalry divisions that wait in the box, neither
    on the map nor on their way as a unit of the other Front."""
    m = s.m
    if not used(s, HOME[front]):
        return []

    both = [(unit, m.twin[unit]) for unit in members(m.reserve_cavalry & m.front_army[front])]
    idle = (RESERVES, ABSENT, OFF)
    free = [pair for pair in both if all(s.place[unit] in idle for unit in pair)]
    return [unit for unit, twin in free if RESERVES in (s.place[unit], s.place[twin])]


def undisbanded(s: State, command: int) -> Iterator[Bar]:
    """[20.2.2a, 20.2.2b] Units that cannot be disbanded for a Reserve cavalry division."""
    m = s.m
    yield from foes(s, command, "20.2.2a")
    yield off_map(s)
    yield only("20.2.2a", m.regular_soviets, named(s, "is not a regular infantry or cavalry unit"))
    yield Bar("20.2.2b", lambda u: sp(s, u) < WORTHY, named(s, f"has less than {WORTHY} SP"))
    near = foes_near(s, side_of(command))
    yield Bar("20.2.2b", lambda u: bool(near >> s.place[u] & 1), named(s, "is next to an enemy unit"))
    yield Bar("20.2.2c", lambda u: not riders(s, front_of(s, u)),
              named(s, "finds no Reserve cavalry division of its Front in the box"))  # fmt: skip


# -- the question -----------------------------------------------------------------------------------------------------


def undecided(s: State) -> list[int]:
    """Units that arrive now by the scenario's own date and may come as their twin of the other Front; with Alternative
    Reinforcements none may [23.4.2d]."""
    scene = s.m.scenarios[s.scenario]
    if s.alternatives:
        return []
    dated = [unit for round, unit in scene.arrivals if round == s.round and scene.either_front >> unit & 1]
    return [unit for unit in dated if s.place[unit] == box(s.round) and s.place[s.m.twin[unit]] == RESERVES]


@procedure
class EitherFront(Frame):
    """[20.2.2c, 22.1d] A Reserve cavalry division arrives as a unit of one Front or of the other."""

    unit: int

    @choose("20.2.2c", "22.1d", who=phasing, prompt="For which Front does {unit:piece} arrive?")
    def decide(self, s: State) -> Choice:
        others = only("20.2.2c", (WEST, SOUTHWEST), "it has counters of these two Fronts")
        return [Offer("front", "number", [others], "For this Front")]

    @decide.on("front")
    def _(self, s: State, front: int) -> Next:
        if front != s.m.front[self.unit]:
            twin = s.m.twin[self.unit]
            s.place[twin], s.place[self.unit] = s.place[self.unit], RESERVES
            tell(s, "20.2.2c", "reserve_comes", unit=twin)
        return DONE


@procedure
class Reserves(Frame):
    """[20.2.1, 20.2.2] At the start of the first Soviet Movement Phase the rights are used (N-64); with three players
    who has priority decides for both Fronts [22.1d]."""

    command: int = SOVIETS
    front: int = -1
    unit: int = -1

    @step("20.2.1a")
    def next_right(self, s: State) -> Next:
        self.unit = -1
        self.front = next((front for front in (WEST, SOUTHWEST) if s.reserves[front]), -1)
        if self.front < 0:
            return DONE
        s.reserves[self.front] -= 1
        return None

    @choose("20.2.1a", "20.2.1f", who=phasing, prompt="Which Reserve division comes?", always=True)
    def infantry(self, s: State) -> Choice:
        late = only("20.2.1f", waiting(s, self.front), named(s, "is no Reserve division that can come now"))
        found = Offer("unit", "piece", [late], "Bring in this division")
        return [found, Option("done", label="None of them", publish=True)] if found else goto("cavalry")

    infantry.to("done")

    @infantry.on("unit")
    def _(self, s: State, unit: int) -> Next:
        s.place[unit] = box(s.round)
        tell(s, "20.2.1a", "reserve_comes", unit=unit)
        return None

    @choose("20.2.2a", who=phasing, prompt="Disband a unit for a Reserve cavalry division?", always=True)
    def cavalry(self, s: State) -> Choice:
        found = Offer("disband", "piece", undisbanded(s, self.command), "Disband this unit")
        return [found, Option("done", label="Disband nobody", publish=True)] if found else goto("next_right")

    cavalry.to("done", goto("next_right"))
    cavalry.to("disband", into="unit")

    @choose("20.2.2c", who=phasing, prompt="Which cavalry division takes its place?")
    def form(self, s: State) -> Choice:
        able = only("20.2.2c", riders(s, front_of(s, self.unit)), named(s, "cannot be formed here"))
        return [Offer("form", "piece", [able], "Form this division")]

    @form.on("form")
    def _(self, s: State, division: int) -> Next:
        hex = s.place[self.unit]
        tell(s, "20.2.2b", "remounted", unit=self.unit, to_unit=division, hex=hex)
        remove(s, self.unit, REMOVED)
        put(s, division, hex)
        set_level(s, division, REDUCED)
        return goto("next_right")
