"""20.1 Konarmiya: its own recruits, its end by demoralization, its transfer to the Western Front.

Entry on the stars: `reinforcements`, `rail` [20.1.1b]. The way home after a transfer: `fronts.homeward`.
"""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import collect, members
from vistula.kernel import (
    DONE,
    Choice,
    Frame,
    Next,
    Option,
    choose,
    goto,
    procedure,
    roll,
    step,
    tell,
)

from ..model import POLISH, SOUTHWEST, SOVIET, UKRAINE, Model
from ..state import ABSENT, REBUILD, REMOVED, TRANSIT, State, remove, stands
from .alternatives import konarmiya_comes
from .morale import advantage
from .queries import foes_near, plays, present
from .reveal import uncover_army
from .seats import army_of, phasing
from .steps import rebuild
from .supply import in_supply
from .theaters import review

RECRUITS = 5
"""[20.1.2a] The lowest roll that helps a division."""
GUESTS = 2
"""[20.1.4b] So many units of the Southwestern Front in the Polish Theater allow the transfer."""


# -- 20.1.2 special Replacements --------------------------------------------------------------------------------------


def recruiting(s: State) -> list[int]:
    """[20.1.2a, 20.1.2b] Divisions that roll: eliminated, or weakened, In Supply and away from the enemy."""
    if s.konarmiya_fought or not plays(s, "20.1"):
        return []
    near = foes_near(s, SOVIET)
    found = []
    for unit in members(s.m.konarmiya_divisions):
        hex = s.place[unit]
        weak = hex >= 0 and (s.reduced | s.remnant) >> unit & 1 and not near >> hex & 1
        if hex == REBUILD or (weak and in_supply(s, unit)):
            found.append(unit)
    return found


@procedure
class Horsemen(Frame):
    """[20.1.2a] In the Soviet Replacement Phase of a turn without an attack of the Konarmiya."""

    units: list[int]

    @step("20.1.2a")
    def next_unit(self, s: State) -> Next:
        return None if self.units else DONE

    @roll("20.1.2a", "1d6")
    def recruits(self, s: State, dice: tuple[int, ...]) -> Next:
        unit = self.units.pop(0)
        tell(s, "20.1.2a", "horsemen", unit=unit, die=dice[0])
        if dice[0] >= RECRUITS:
            if s.place[unit] == REBUILD:
                rebuild(s, unit, "20.1.2a")
            else:
                s.marked |= 1 << unit  # [17.3b]
                tell(s, "20.1.2a", "marked", unit=unit, hex=s.place[unit])
        return goto("next_unit")


# -- 20.1.3 demoralization --------------------------------------------------------------------------------------------


@lru_cache
def _comes(m: Model, scenario: int) -> int:
    """The round in which the first division of the Konarmiya arrives; 0 where one is set up."""
    scene, riders = m.scenarios[scenario], m.konarmiya_divisions
    if any(riders >> unit & 1 for _, unit, _ in scene.setup):
        return 0
    return min((round for round, unit in scene.arrivals if riders >> unit & 1), default=scene.last + 1)


def demoralized(s: State) -> bool:
    """[20.1.3a] No Full division on the map, and no Soviet advantage in Ukraine or Poland (N-48)."""
    if s.round < (konarmiya_comes(s) or _comes(s.m, s.scenario)) or not plays(s, "20.1"):
        return False
    fit = s.m.konarmiya_divisions & ~(s.reduced | s.remnant)
    if any(stands(s, unit) >= 0 or s.place[unit] == TRANSIT for unit in members(fit)):  # (N-80)
        return False
    return all(advantage(s, theater) < 1 for theater in (UKRAINE, POLISH))


def disperse(s: State) -> None:
    """[20.1.3a] At the end of a Soviet turn a demoralized Konarmiya leaves the game."""
    gone = [unit for unit in members(s.m.konarmiya) if s.place[unit] not in (ABSENT, REMOVED)]
    if not gone or not demoralized(s):
        return
    tell(s, "20.1.3a", "konarmiya_gone", units=gone)
    for unit in gone:
        remove(s, unit, REMOVED)
    review(s)


# -- 20.1.4 transfer --------------------------------------------------------------------------------------------------


def may_transfer(s: State) -> bool:
    """[20.1.4b] Two units of the Southwestern Front are in the Polish Theater, Konarmiya included (N-53)."""
    if s.konarmiya_west or not plays(s, "20.1"):
        return False
    there = any(s.place[unit] not in (ABSENT, REMOVED) for unit in members(s.m.konarmiya))
    return there and len(present(s, army_of(s, SOUTHWEST), POLISH)) >= GUESTS


@procedure
class Transfer(Frame):
    """[20.1.4b] At the start of a Soviet turn."""

    @choose("20.1.4b", who=phasing, prompt="Transfer the Konarmiya to the Western Front for good?", always=True)
    def decide(self, s: State) -> Choice:
        if not may_transfer(s):
            return DONE
        give = Option("transfer", label="Transfer it; it does not attack this turn", publish=True)
        return [give, Option("pass", label="Leave it with the Southwestern Front", publish=True)]

    decide.to("pass", DONE)

    @decide.on("transfer")
    def _(self, s: State, _: int) -> Next:
        uncover_army(s, s.m.konarmiya)  # (N-108)
        s.duties = s.duties & ~s.m.konarmiya | collect(present(s, s.m.konarmiya, UKRAINE))  # [20.1.4d]
        s.konarmiya_west = s.konarmiya_held = True  # [20.1.4a, 20.1.4c]
        tell(s, "20.1.4b", "konarmiya_transferred")
        review(s)  # [13.4d] another Front may have no unit left in Poland
        return DONE
