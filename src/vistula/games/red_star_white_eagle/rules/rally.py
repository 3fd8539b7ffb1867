"""22.0 The Polish rally: Russians near Warsaw call the nation to arms."""

from __future__ import annotations

from vistula.board.hexes import collect, members
from vistula.kernel import DONE, Frame, Next, goto, procedure, roll, step, tell

from ..state import ARRIVING, RALLY, State, attack
from ..units import CARS, RUSSIA
from .options import fall
from .queries import scene

TRIGGER = 9
"""[22.0a] Attack factors."""
LASTS, UNITS = 3, 6
"""[22.1] Turns of the rally, and the units of each."""


def menace(s: State) -> float:
    """[22.0a, 22.0b, 22.0c] Russian attack factors in central Poland; cavalry counts half, armored cars as cavalry
    (A70)."""
    m = s.m
    near = [unit for unit in m.units_of[RUSSIA] if s.place[unit] >= 0 and m.central_poland >> s.place[unit] & 1]
    horse = m.cavalry | collect(unit for unit in members(m.konarmiya) if m.kind[unit] == CARS)
    return sum(attack(s, unit) / (2 if horse >> unit & 1 else 1) for unit in near)


def goes_on(s: State) -> bool:
    """[22.0a, 22.1, 23.1.2, 24.1.2d] (A42) Whether a turn of the rally begins now."""
    if scene(s).gates or s.rally >= LASTS or fall.fallen(s):
        return False
    return s.rally > 0 or menace(s) >= TRIGGER


def begin(s: State) -> None:
    """[22.1, 22.7.1a] A turn of the rally begins; from the first on the railroad reserve may be kept."""
    s.rally += 1
    s.rallied = True
    s.reserve_allowed = True
    tell(s, "22.1", "rally", count=s.rally)


def extra_points(s: State) -> tuple[int, int]:
    """[22.6] Replacement points of a rally turn, infantry and cavalry."""
    return s.m.rally_points if s.rallied else (0, 0)


def rows(s: State) -> list[list[int]]:
    """[22.2, 22.5a] What is left in the rows of the Rally Table, leftmost first."""
    m = s.m
    return [[unit for key in row if s.place[unit := m.unit_by_key[key]] == RALLY] for row in m.rally]


@procedure
class Rally(Frame):
    """[22.1, 22.2, 22.3] Six units are drawn from the table, a die for each."""

    received: int = 0

    @step("22.3")
    def more(self, s: State) -> Next:
        return None if self.received < UNITS and any(rows(s)) else DONE

    @roll("22.2", "1d6")
    def recruit(self, s: State, dice: tuple[int, ...]) -> None:
        row = rows(s)[dice[0] - 1]
        if not row:
            tell(s, "22.3", "rally_nobody", die=dice[0])  # (A43)
            return
        s.place[row[0]] = ARRIVING
        self.received += 1
        tell(s, "22.2", "rallies", unit=row[0], die=dice[0])

    @step("22.3")
    def again(self, s: State) -> Next:
        return goto("more")
