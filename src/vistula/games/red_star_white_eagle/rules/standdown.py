"""23.4.7 The Standdown: three turns in which the West Front only strikes back, and what follows."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import tell

from ..state import State
from ..units import POLAND, WEST
from .calendar import date, today
from .queries import scene

LASTS = 3
"""[23.4.7.2a] Turns of a Standdown."""
FREE = 4
"""[23.4.7.3b] Turns without enemy zones of control, after the turn of supply."""
EARLIEST, LATEST = "May I", "June II"
"""[23.4.7.1a] (A75) When it can be declared first, and when it begins by itself."""
ENDED_IN_JUNE = -2
"""[23.2.6] The turn of its declaration, counted from the first of the Belarusian scenarios: it ended with June IV."""


def bound(s: State) -> int:
    """[23.4.7.5, 12.4.3b] (A50, A69) The units that it concerns: those of the West Front, without the Lithuanians."""
    return s.m.front_army[WEST] & ~s.m.lithuanians


def declared(s: State) -> bool:
    return bool(s.standdown)


def since(s: State) -> int:
    """[23.4.7.2a] Turns that have gone by since it was declared, this one not counted; below 0 if it was not."""
    return s.turn - s.standdown if s.standdown else -1


def holding(s: State) -> bool:
    """[23.4.7.1b, 23.4.7.2a] Whether the West Front is bound by it now."""
    return 0 <= since(s) < LASTS


def quota_left(s: State) -> int:
    """[23.4.7.1b] (A49) Attacks that the West Front may still make in this turn of Standdown."""
    return max(s.attacks_on_west - s.retaliated, 0)


def post_supply(s: State) -> bool:
    """[23.4.7.3a, 10.7.3] (A74) Whether this is the turn in which the West Front is supplied wherever it stands."""
    return since(s) == LASTS


def zoc_free(s: State) -> bool:
    """[23.4.7.3b] Whether the West Front ignores enemy zones of control now."""
    return LASTS < since(s) <= LASTS + FREE


def fed(s: State) -> int:
    """[10.7.3, 23.4.7.3a] The units that are supplied because their front has stood down."""
    return bound(s) if post_supply(s) else 0


def unhindered(s: State, unit: int) -> bool:
    """[23.4.7.3b] Whether a unit ignores enemy zones of control because its front has stood down."""
    return zoc_free(s) and bool(bound(s) >> unit & 1)


# -- attacks ----------------------------------------------------------------------------------------------------------


def attacked(s: State, attackers: int, defenders: int) -> None:
    """[23.4.7.1b] (A49) An attack on units is counted: Polish ones give the West Front the right to as many, its own
    ones use that up. Attacks on replacement counters alone do not count."""
    if s.side == POLAND:
        if defenders & bound(s):
            s.attacks_on_west += 1
    elif attackers & bound(s):
        s.retaliated += 1


def begin_player_turn(s: State, side: int) -> None:
    """[23.4.7.1b] (A49) Unused attacks lapse: the Poles' are counted anew, and those that answer them too."""
    if side == POLAND:
        s.attacks_on_west = 0
    else:
        s.retaliated = 0


def after_june(s: State) -> None:
    """[23.2.6] The Belarusian scenarios begin after a Standdown."""
    if not (scene(s).gates or scene(s).campaign):
        s.standdown = ENDED_IN_JUNE


def declare(s: State) -> None:
    """[23.4.7.2a, 23.4.7.4] It begins with this turn."""
    s.standdown = s.turn
    tell(s, "23.4.7.1a", "standdown", units=[unit for unit in members(bound(s)) if s.place[unit] >= 0])


# -- 23.4.7.1 the declaration -----------------------------------------------------------------------------------------


def can_declare(s: State) -> bool:
    """[23.4.7.1a, 23.4.7.4] (A75) From May I to June II, once, in the Campaign."""
    return scene(s).campaign and not s.standdown and today(s) >= date(EARLIEST)


def must_declare(s: State) -> bool:
    """[23.4.7.1a, 23.4.7.2b] The last day."""
    return can_declare(s) and today(s) >= date(LATEST)
