"""24.4 Lithuanian-Russian relations: neutrals, until somebody gives them a reason."""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet, collect, members
from vistula.kernel import tell

from ...state import State
from ...units import POLAND, RUSSIA
from ..queries import plays


def neutral(s: State) -> bool:
    """[24.4.1, 24.4.2, 24.4.3a] Whether the Lithuanians keep to their country."""
    return plays(s, "lithuania") and not (s.lithuania_free and s.turn >= s.lithuania_free)


def barred(s: State, unit: int) -> HexSet:
    """[24.4.1] Hexes that a neutral Lithuanian unit may not enter: those abroad."""
    return s.m.grid.valid & ~s.m.lithuania if s.m.lithuanians >> unit & 1 and neutral(s) else 0


def holds_back(s: State, unit: int, target: Hex) -> bool:
    """[24.4.1] Whether a unit may not attack a hex because that would be over its border."""
    return bool(barred(s, unit) >> target & 1)


# -- what ends it -----------------------------------------------------------------------------------------------------


def entered(s: State, unit: int, hex: Hex) -> None:
    """[24.4.2a] (A91) A unit has entered a hex by any way but retreat: Poles coming into Lithuania end its
    neutrality."""
    if unit < s.m.count and s.m.side[unit] == POLAND and s.m.lithuania >> hex & 1:
        provoked(s, "24.4.2a")


def captured(s: State, side: int, city: Hex) -> None:
    """[24.4.2b] (A83) A side has taken a city, be it in retreat: Russians in Wilno end the neutrality too."""
    if side == RUSSIA and city == s.m.wilno:
        provoked(s, "24.4.2b")


def attacked(s: State, attackers: int, target: Hex) -> None:
    """[24.4.2a] So does a Polish attack over the border."""
    land = s.m.lithuania
    poles = members(attackers & s.m.army[POLAND])
    if any((land >> s.place[unit] ^ land >> target) & 1 for unit in poles):
        provoked(s, "24.4.2a")


def provoked(s: State, rule: str) -> None:
    """[24.4.3a] From the next game turn on the Lithuanians operate."""
    if plays(s, "lithuania") and not s.lithuania_free:
        s.lithuania_free = s.turn + 1
        tell(s, rule, "lithuania_provoked")


# -- Wilno ------------------------------------------------------------------------------------------------------------


def garrison(s: State) -> list[int]:
    """The Lithuanian units in Wilno."""
    return [unit for unit in members(s.m.lithuanians) if s.place[unit] == s.m.wilno]


def wilno_is_theirs(s: State) -> bool:
    """[24.4.3b] Whether a Lithuanian unit must hold Wilno: while Russia controls it and they are free to go there."""
    return plays(s, "lithuania") and not neutral(s) and bool(s.held[RUSSIA] >> s.m.wilno & 1)


def must_stay(s: State, unit: int) -> bool:
    """[24.4.3b] Whether a unit is the last Lithuanian one in Wilno."""
    return wilno_is_theirs(s) and garrison(s) == [unit]


def must_hold(s: State) -> int:
    """[24.4.3b] The units that leave Wilno neither on the move nor in an advance."""
    return collect(unit for unit in members(s.m.lithuanians) if must_stay(s, unit))


def owed(s: State) -> bool:
    """[24.4.3b] (A59) Whether a Lithuanian unit must go to Wilno as soon as one can."""
    return wilno_is_theirs(s) and not garrison(s) and not (s.occupied[POLAND] >> s.m.wilno & 1)
