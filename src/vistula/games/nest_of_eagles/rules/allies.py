"""19.6, 19.7, 19.9 Cossacks and counter-revolutionaries: what brings them to the Poles, and what fills their ranks."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.kernel import DONE, Bar, Choice, Frame, Next, Offer, choose, only, procedure, roll, tell

from ..model import BELARUS, POLAND, POLISH, SOVIET, UKRAINE
from ..state import RESERVES, State, box
from .bars import foes, named, off_map
from .morale import level
from .operations import PAUSE, polish_operation
from .queries import next_round, plays
from .seats import POLES, asked
from .theaters import used

FORMING = 2
"""`State.forming` from the first turn of the Volunteer Army on."""
RECRUITED = 4
"""[19.9b] The lowest total that strengthens a unit."""


def call_up(s: State, unit: int, rule: str) -> None:
    """[16.0a, 19.6a, 19.7c, 19.7d] An ally who waits in his box comes in the next Polish turn."""
    if s.place[unit] == RESERVES:
        s.place[unit] = box(next_round(s, POLAND))
        tell(s, rule, "called_up", unit=unit)


def call_cossacks(s: State) -> None:
    """[19.6a] A division of the Konarmiya has lost a step: one more brigade, while there are any."""
    waiting = [unit for unit in members(s.m.cossacks) if s.place[unit] == RESERVES]
    if waiting and plays(s, "19.6"):
        call_up(s, waiting[0], "19.6a")


def call_russians(s: State) -> None:
    """[19.7c] A Soviet unit has crossed the Wisła."""
    if plays(s, "19.7"):
        call_up(s, s.m.cr1, "19.7c")


def call_bulak(s: State, rule: str) -> None:
    """[19.7d, 17.1.5f, 19.1.1e] The Volunteer Army forms, or the Cheka has found a Replacement."""
    if plays(s, "19.7"):
        call_up(s, s.m.bb, rule)


# -- 19.9 prisoners and deserters ------------------------------------------------------------------------------------


def not_recruiting(s: State) -> Iterator[Bar]:
    """[19.9a] Units for which no roll is made: other ones, those at full strength, those where nobody paused."""
    m, place = s.m, s.place
    paused = [t for t in (POLISH, BELARUS, UKRAINE) if used(s, t) and polish_operation(s, t) == PAUSE]
    land = sum(m.theater[theater] for theater in paused)
    yield from foes(s, POLES, "19.9a")
    yield off_map(s)
    yield only("19.9a", m.whites | m.ukrainians, named(s, "is not a Ukrainian or counter-revolutionary unit"))
    yield only("19.9a", s.reduced & ~s.marked, named(s, "is not Reduced, or has a Replacement marker"))
    yield Bar("19.9a", lambda u: not land >> place[u] & 1, named(s, "is in a Theater where the Poles did not pause"))


@procedure
class Deserters(Frame):
    """[19.9a] In the Polish Replacement Phase, once volunteers form: one roll for one Reduced unit (N-63)."""

    command: int = POLES
    unit: int = -1

    @choose("19.9a", who=asked, prompt="Prisoners and deserters: which unit takes them in?")
    def pick(self, s: State) -> Choice:
        if s.forming < FORMING or not plays(s, "19.9"):
            return DONE
        units = Offer("unit", "piece", not_recruiting(s), "Roll for this unit")
        return [units] if units else DONE

    pick.to("unit", into="unit")

    @roll("19.9b", "1d6")
    def recruits(self, s: State, dice: tuple[int, ...]) -> Next:
        theater = s.m.theater_of[s.place[self.unit]]
        total = dice[0] + level(s, POLAND, theater) - level(s, SOVIET, theater)
        tell(s, "19.9b", "deserters", unit=self.unit, die=dice[0], total=total)
        if total >= RECRUITED:
            s.marked |= 1 << self.unit  # (N-39)
            tell(s, "19.9b", "marked", unit=self.unit, hex=s.place[self.unit])
        return DONE
