"""1.4, 13.2 Blank counters and the order of stacks: what a player may rearrange between phases (H-32, H-33)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vistula.board.hexes import Hex, members
from vistula.kernel import AGAIN, Bar, Choice, Frame, Offer, Option, SeatId, procedure, sealed, tell
from vistula.kernel.procedure import Step

from ..changes import put_on_top
from ..model import SEATS
from ..state import State
from .bars import nobody

DONE_PLACING = Option("done", label="Dummies placed", ends=True)


def blanks_left(s: State, side: int) -> int:
    """How many blank counters a player has not put into his stacks."""
    return s.m.dummies - sum(n for hex, n in s.dummies.items() if s.occupied[side] >> hex & 1)


def arranging(s: State, side: int) -> list[Option]:
    """Another unit on top, a blank counter more or less in an own stack: what only rearranges is free."""
    here, covered = s.occupied[side], s.under & s.m.of_side[side]
    options = []
    if covered and not s.full_fog:
        options.append(Option("top", members(covered), "piece", "Put on top of its stack", free=True))
    if blanks_left(s, side) > 0:
        options.append(Option("dummy", members(here), "space", "Add a dummy", free=True))
    if held := [hex for hex in sorted(s.dummies) if here >> hex & 1]:
        options.append(Option("undummy", held, "space", "Take a dummy away", free=True))
    return options


def add_dummy(s: State, hex: Hex) -> None:
    """[1.4b] A blank counter more in a stack."""
    s.dummies[hex] = s.dummies.get(hex, 0) + 1


def take_dummy(s: State, hex: Hex) -> None:
    s.dummies[hex] -= 1
    if not s.dummies[hex]:
        del s.dummies[hex]


def arranges(st: Step) -> Step:
    """What the verbs of `arranging` do: a decorator for steps that offer them."""

    @st.on("top", AGAIN)
    def _(frame: Any, s: State, unit: int) -> None:
        put_on_top(s, unit)

    @st.on("dummy", AGAIN)
    def _(frame: Any, s: State, hex: Hex) -> None:
        add_dummy(s, hex)

    @st.on("undummy", AGAIN)
    def _(frame: Any, s: State, hex: Hex) -> None:
        take_dummy(s, hex)

    return st


def hiding(frame: Any, s: State) -> Sequence[SeatId]:
    """Both players, if there are blank counters."""
    return SEATS if s.m.dummies else ()


@procedure
class Disguise(Frame):
    """[1.4b] Before the first turn each player puts blank counters into his stacks, unseen by the other."""

    @sealed("1.4b", "13.2a", seats=hiding, prompt="Bluff: add dummies so your stacks look bigger. You can skip this.")
    def dummies(self, s: State, seat: SeatId) -> Choice:
        side = SEATS.index(seat)
        assert self.drafts is not None
        left = blanks_left(s, side) - len(self.drafts.by_seat.get(seat, []))
        bars = (nobody(s, side, "1.4b"), Bar("1.4b", left <= 0, "none of your dummies is left"))
        return [Offer("dummy", "space", bars, f"Add a dummy ({left} left)"), DONE_PLACING]

    @dummies.on("dummy")
    def _(self, s: State, seat: SeatId, hex: Hex) -> None:
        add_dummy(s, hex)

    @dummies.on("done")
    def _(self, s: State, seat: SeatId, _: int) -> None:
        tell(s, "1.4b", "ready", side=SEATS.index(seat))
