"""21.0 Allies: who commands the Ukrainians. How they come into play: `recruits`."""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet, members
from vistula.kernel import tell

from ..state import ASIDE, DEAD, NOBODY, OFF_EDGE, POOL, RESERVE, State, face, lift, turn_over
from ..units import FULL, POLAND, REDUCED, RUSSIA

# -- 21.1.2, 21.1.3 command -------------------------------------------------------------------------------------------


def holds(s: State, side: int, city: Hex) -> bool:
    """[21.1.2b, 21.1.2c] Whether a side controls Kiev, or Lwów, which is Russian only under a Russian unit."""
    if city == s.m.lwow:
        return (side == RUSSIA) == bool(s.occupied[RUSSIA] >> city & 1)
    return bool(s.held[side] >> city & 1)


def review(s: State) -> None:
    """[21.1.1b, 21.1.2a, 21.1.3, 23.4.6.2] Who holds both Lwów and Kiev commands the Ukrainians from now on."""
    for side in (POLAND, RUSSIA):
        if s.ukrainians != side and holds(s, side, s.m.lwow) and holds(s, side, s.m.kiev):
            change(s, side, "21.1.3")


def entered(s: State, side: int, hex: Hex) -> None:
    """[23.4.6.1, 24.6] (A45) A unit has entered a hex; an enemy in Kiev ends what the Poles have held there."""
    if hex == s.m.kiev and side == RUSSIA:
        s.kiev_held = 0


def change(s: State, commander: int, rule: str) -> None:
    """[21.1.3, 23.4.6.1] All Ukrainian units leave play at once; whoever commands them now may bring them in again."""
    both = [unit for army in s.m.ukrainians for unit in members(army)]
    gone = [unit for unit in both if s.place[unit] >= 0 or s.place[unit] <= OFF_EDGE or s.place[unit] == RESERVE]
    for unit in gone:
        lift(s, unit, ASIDE)
        turn_over(s, unit, FULL)
    s.ukrainians = commander
    if commander == RUSSIA:
        s.kiev_occupied = True  # [23.4.6.3] the Poles' deadline means nothing any more
    if commander == NOBODY:
        tell(s, rule, "kiev_missed", units=gone)
    else:
        tell(s, rule, "ukrainians_change", units=gone, side=commander)


# -- 21.1.4 recruiting ------------------------------------------------------------------------------------------------


def cities(s: State, side: int) -> HexSet:
    """[21.1.4a] (A46) The Ukrainian cities that a side controls."""
    return s.m.ukrainian_cities & s.held[side]


def absent(s: State, side: int) -> list[int]:
    """[21.1.1a, 21.1.4b, 17.4.1a] The Ukrainian units of a side that are not in play; one that has been interned is
    lost under the other's command too."""
    able = [unit for unit in members(s.m.ukrainians[side]) if s.place[unit] in (ASIDE, POOL)]
    return [unit for unit in able if s.place[s.m.twin[unit]] != DEAD]


def weakened(s: State, side: int) -> list[int]:
    """[21.1.4b] Its Ukrainian units on the map that are inverted."""
    return [unit for unit in members(s.m.ukrainians[side]) if s.place[unit] >= 0 and face(s, unit) == REDUCED]
