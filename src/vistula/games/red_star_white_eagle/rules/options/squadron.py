"""24.7 The Kościuszko Squadron: American pilots who help in one battle and hold up the enemy in one hex."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import HexSet, collect
from vistula.kernel import DONE, Bar, Choice, Frame, Next, Offer, Option, choose, never, only, procedure, tell

from ...state import ASIDE, State, on_map
from ...units import POLAND
from ..queries import plays, within
from ..seats import POLES, asked

REACH = 3
"""[24.7.2a] Hexes between the Squadron and a supplied Polish unit."""


def may_help(s: State) -> bool:
    """[24.7.1] Whether the Squadron can still add to a die in this Polish combat phase."""
    return plays(s, "squadron") and s.side == POLAND and not s.flown


def help_battle(s: State) -> None:
    """[24.7.1] It has flown, and helps nobody else in this phase."""
    s.flown = True


def begin_combat(s: State) -> None:
    """[24.7.1] A combat phase begins."""
    s.flown = False


def land(s: State) -> None:
    """[24.7.2b] The Russian combat phase is over: the Squadron is taken from the map."""
    if s.place[s.m.squadron] >= 0:
        s.place[s.m.squadron] = ASIDE


def in_reach(s: State) -> HexSet:
    """[24.7.2a] Hexes within reach of a supplied Polish unit."""
    from ..supply import supplied

    fed = collect(s.place[unit] for unit in on_map(s, POLAND) if supplied(s, unit))
    return within(s, fed, REACH) & s.m.grid.valid


def out_of_reach(s: State) -> Iterator[Bar]:
    yield only("24.7.2a", in_reach(s), f"the Squadron flies within {REACH} hexes of a supplied Polish unit")


@procedure(who=asked)
class Placement(Frame):
    """[24.7.2a] When the Russian movement phase begins, the Poles may send the Squadron somewhere."""

    command: int = POLES

    @choose("24.7.2a", prompt="Where does the Kościuszko Squadron patrol?", always=True)
    def where(self, s: State) -> Choice:
        if not plays(s, "squadron"):
            return DONE
        hexes = Offer("place", "space", out_of_reach(s), "Patrol here")
        if not hexes:
            return DONE
        idle = Bar("24.7.2a", True, "choose a hex for the Squadron, or leave it on the ground")
        return [hexes, Option("pass", label="Stay on the ground", publish=True), never("piece", [idle])]

    where.to("pass", DONE)

    @where.on("place")
    def _(self, s: State, hex: int) -> Next:
        s.place[s.m.squadron] = hex
        tell(s, "24.7.2a", "squadron_patrols", hex=hex)
        return DONE
