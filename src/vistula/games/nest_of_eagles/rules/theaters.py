"""2.4, 13.4, 13.5 Theaters: who may enter them, and whose morale is tracked where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vistula.kernel import Bar, tell

from ..model import BELARUS, POLAND, POLISH, SOUTHWEST, SOVIET, UKRAINE, WEST, Model
from ..state import State
from .morale import desert, level
from .queries import in_play, present, soviets_in_poland

HOME = {WEST: BELARUS, SOUTHWEST: UKRAINE}
"""[2.5.1] The outer Theater of a Front."""


def used(s: State, theater: int) -> bool:
    """Whether a Theater is in play in this scenario."""
    return bool(s.m.theater[theater] & in_play(s))


# -- 2.4.1 moving into the Polish Theater ----------------------------------------------------------------------------


def may_enter_poland(s: State) -> bool:
    """[2.4.1a] Poles may come into their own Theater once a Soviet unit has, or while Soviet morale is at Level 2."""
    return s.home_open or any(level(s, SOVIET, t) == 2 for t in (BELARUS, UKRAINE))


def no_stop(s: State, unit: int, origin: int) -> Iterator[Bar]:
    """[2.4.1a, 2.4.1c, 13.5d] Hexes of the Polish Theater where a Polish unit from elsewhere may pass but not stay."""
    land = s.m.theater[POLISH]
    if s.m.side[unit] == POLAND and not land >> origin & 1 and not may_enter_poland(s):
        words = "Poles enter the Polish Theater only after a Soviet unit has, or at Soviet Level 2 in another Theater"
        yield Bar("2.4.1a", land, words)


# -- 13.4, 13.5 markers ------------------------------------------------------------------------------------------------


def review(s: State, left: int = POLISH) -> None:
    """After a unit came into a Theater or left one: the Volunteer Army, links between markers, unified morale."""
    if not used(s, POLISH):
        return
    inside = [front for front in (WEST, SOUTHWEST) if soviets_in_poland(s, front)]
    s.home_open = s.home_open or bool(inside)  # [2.4.1a]
    if inside and not s.unified and not s.linked:
        _link(s, HOME[inside[0]])
    elif s.polish_marker and s.linked and not any(HOME[front] == s.linked for front in inside):
        s.linked = 0  # [13.4d]
        tell(s, "13.4d", "unlinked")
        if inside and not s.unified:
            _link(s, HOME[inside[0]])
    if not inside and s.polish_marker and not s.unified:
        s.polish_marker, s.linked = False, 0  # [13.4e]
        tell(s, "13.4e", "marker_off")
    _unify(s, left)
    if not s.forming and (inside or any(_deserted(s, theater) for theater in (BELARUS, UKRAINE))):
        s.forming = 1  # [19.1b, 19.1c]
        tell(s, "19.1b" if inside else "19.1c", "volunteers_called")


def _link(s: State, theater: int) -> None:
    """[13.4b, 13.4e] The Polish marker is laid on another one and goes with it."""
    s.polish_marker, s.linked = True, theater
    s.morale[POLISH] = s.morale[theater]
    tell(s, "13.4b", "linked", theater=theater, box=s.morale[theater])


def _deserted(s: State, theater: int) -> bool:
    """[19.1c] All Poles have left a Theater where there were some (N-28)."""
    stood = used(s, theater) and _began_with_poles(s.m, s.scenario, theater)
    return stood and not present(s, s.m.army[POLAND], theater)


@lru_cache
def _began_with_poles(m: Model, scenario: int, theater: int) -> bool:
    stood = m.scenarios[scenario].setup
    return any(m.side[unit] == POLAND and m.theater_of[hex] == theater for hex, unit, _ in stood)


def _unify(s: State, left: int) -> None:
    """[13.5a] No Pole in either outer Theater: only the Polish marker counts; [13.5c] back only by unlinking. Where it
    was off the track it takes the box of the Theater that was left last (N-28)."""
    poles = s.m.army[POLAND]
    if not s.unified and all(used(s, theater) and not present(s, poles, theater) for theater in (BELARUS, UKRAINE)):
        if not s.polish_marker:
            s.morale[POLISH] = s.morale[left or BELARUS]
        s.unified, s.polish_marker, s.linked = True, True, 0
        tell(s, "13.5a", "unified", box=s.morale[POLISH])
        desert(s)  # [20.4.2a] (N-120)
    elif s.unified and present(s, poles, BELARUS) + present(s, poles, UKRAINE):
        _part(s)


def _part(s: State) -> None:
    """[13.5c] A marker comes back where no unit of its Front is in the Polish Theater any more."""
    for front, theater in HOME.items():
        if not soviets_in_poland(s, front) and used(s, theater):
            s.unified = False
            s.morale[BELARUS] = s.morale[UKRAINE] = s.morale[POLISH]
            tell(s, "13.5c", "parted", theater=theater)
            review(s)
            return
