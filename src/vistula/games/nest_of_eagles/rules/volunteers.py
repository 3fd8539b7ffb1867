"""19.1 The Volunteer Army: three Polish turns of forming. Who calls it up: `theaters`; what its units can do besides
fighting (19.1.2 to 19.1.4): `reorganization`."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.kernel import AGAIN, DONE, Bar, Choice, Frame, Next, Offer, Option, choose, only, procedure, tell

from ..model import POLAND, POLISH
from ..state import VOLUNTEERS, State, box
from .allies import call_bulak
from .alternatives import VolunteerMarkers, batch, show_volunteers
from .bars import foes, named
from .morale import shift
from .priorities import turns_of_forming
from .queries import plays
from .seats import POLES, asked

CALLED, FIRST, LAST, OVER = 1, 2, 4, 5
"""`State.forming`: to begin in the next Polish turn, its first and its third turn, over [19.1.1a]."""


def last(s: State) -> int:
    """[19.1.1a, 23.5.1d] `State.forming` in its last turn."""
    return CALLED + turns_of_forming(s)


def forms(s: State) -> bool:
    """Whether this Polish turn is one of those in which the Volunteer Army forms."""
    return FIRST <= s.forming <= last(s)


def begin_turn(s: State) -> None:
    """[13.3e, 19.1d, 19.1.1a, 19.1.1d, 19.1.1e] A Polish turn begins (N-62): the next turn of forming, its morale; with
    the first, Bułak-Bałachowicz is called and Kijów weighs no more [19.1.1f]."""
    if not CALLED <= s.forming < last(s) or not plays(s, "19.1"):
        return
    s.forming += 1
    tell(s, "19.1.1a", "volunteers_form", turn=s.forming - CALLED)
    if s.forming == FIRST:
        s.kijow_drain = False
        call_bulak(s, "19.1.1e")
    shift(s, POLAND, POLISH, s.m.volunteer_army.boxes, "13.3e")


def markers(s: State) -> Frame | None:
    """[23.4.1a, 23.4a] With Alternative Reinforcements markers are laid in the first turn of forming, and turned over
    in each."""
    if not s.alternatives or not forms(s):
        return None
    if s.forming == FIRST:
        return VolunteerMarkers()
    show_volunteers(s, s.forming - FIRST)
    return None


def end_of_round(s: State) -> None:
    """[19.1.1a, 20.3a] After its last round the forming is over."""
    if last(s) <= s.forming < OVER:
        s.forming = OVER


def kinds(s: State) -> tuple[tuple[int, int], ...]:
    """[19.1.1b, 23.4.1a] What each turn brings: sets of units and how many of each."""
    m, row = s.m, s.m.volunteer_army
    a, b = batch(s, s.forming - FIRST)
    return (
        (m.volunteer_brigades, a * row.brigades),
        (m.volunteer_regiments, b * row.regiments),
        (m.volunteer_cavalry, b * row.cavalry),
        (m.volunteer_support, b * row.support),
    )


def outstanding(s: State, called: list[int]) -> list[int]:
    """[19.1.1b] Units of the box of which more may be called in this turn."""
    found: list[int] = []
    for army, number in kinds(s):
        if sum(army >> unit & 1 for unit in called) < number:
            found += [unit for unit in members(army) if s.place[unit] == VOLUNTEERS]
    return found


def in_order(s: State) -> list[int]:
    """The volunteers in the order in which history brought them."""
    return [unit for batch in s.m.volunteer_order for unit in members(batch)]


@procedure
class Muster(Frame):
    """[19.1.1b] The Poles say who of the Volunteer Army comes in this turn; they arrive with the others [16.0a]."""

    command: int = POLES
    group: list[int] = []

    @choose("19.1.1b", who=asked, prompt="Which volunteers come now?", always=True)
    def call(self, s: State) -> Choice:
        if not outstanding(s, self.group):
            return DONE
        units = Offer("unit", "piece", self._stay_home(s), "Call this unit")
        return [units, Option("usual", label="Those whom history called", publish=True)]

    def _stay_home(self, s: State) -> Iterator[Bar]:
        yield from foes(s, POLES, "19.1.1b")
        yield only("19.1.1b", outstanding(s, self.group), named(s, "is not among the volunteers who come now"))

    @call.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self._come(s, unit)
        return AGAIN

    @call.on("usual")
    def _(self, s: State, _: int) -> Next:
        for unit in in_order(s):
            if unit in outstanding(s, self.group):
                self._come(s, unit)
        return DONE

    def _come(self, s: State, unit: int) -> None:
        s.place[unit] = box(s.round)
        self.group.append(unit)
        tell(s, "19.1.1b", "volunteer", unit=unit)
