"""20.3 The Polish Revolutionary Division: raised in Białystok or Lublin once the Volunteer Army has formed."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import DONE, Bar, Choice, Frame, Next, Offer, choose, only, procedure, roll, tell

from ..model import POLAND, REDUCED, SOVIET
from ..state import OFF, State, set_level
from .control import come
from .queries import plays, veiled
from .seats import asked
from .stacking import full
from .volunteers import OVER

RAISED = 5
"""[20.3b] The lowest roll that raises it."""


def cities(s: State) -> int:
    """[20.3a] Białystok and Lublin, where the Soviets hold them."""
    return (1 << s.m.bialystok | 1 << s.m.lublin) & s.held[SOVIET]


def rolls(s: State) -> bool:
    """[20.3a, 20.3c] Whether there is a roll: to raise the division, or to strengthen it while it is Reduced."""
    place, bit = s.place[s.m.prd], 1 << s.m.prd
    weak = place >= 0 and bool(s.reduced & bit) and not s.marked & bit
    return s.forming >= OVER and bool(cities(s)) and (place == OFF or weak) and plays(s, "20.3")


def unfit(s: State) -> Iterator[Bar]:
    """[20.3b] Hexes where it cannot be raised."""
    yield only("20.3b", cities(s), "the Revolutionary Division is raised in Białystok or Lublin, in Soviet hands")
    yield Bar("20.3b", s.occupied[POLAND], lambda hex: f"Polish units are in {s.m.hex_name(hex)}")
    yield Bar("6.0a", full(s, s.m.prd), lambda hex: f"{s.m.hex_name(hex)} has no room for one more unit")


def veiled_towns(frame: Revolution, s: State) -> bool:
    """Whether one of the cities could be full of concealed units (N-95)."""
    return bool(cities(s) & veiled(s, SOVIET))


@procedure
class Revolution(Frame):
    """[20.3a] In the Soviet Replacement Phase; the Western Front commands it (N-65, N-93)."""

    command: int

    @roll("20.3a", "20.3c", "1d6")
    def appeal(self, s: State, dice: tuple[int, ...]) -> Next:
        unit = s.m.prd
        tell(s, "20.3a", "revolution", unit=unit, die=dice[0])
        if s.place[unit] == OFF:
            return None if dice[0] >= RAISED else DONE
        if dice[0] % 2:
            s.marked |= 1 << unit  # [20.3c] (N-39)
            tell(s, "20.3c", "marked", unit=unit, hex=s.place[unit])
        return DONE

    @choose("20.3b", who=asked, prompt="Where is the Revolutionary Division raised?", always=veiled_towns)
    def where(self, s: State) -> Choice:
        hexes = Offer("place", "space", unfit(s), "Here")
        return [hexes] if hexes else DONE

    @where.on("place")
    def _(self, s: State, hex: int) -> Next:
        tell(s, "20.3b", "arrives", unit=s.m.prd, hex=hex)
        come(s, s.m.prd, hex)
        set_level(s, s.m.prd, REDUCED)
        return DONE
