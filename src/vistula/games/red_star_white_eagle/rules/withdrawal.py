"""11.0 Russian withdrawals: two divisions in June, the Konarmiya in September."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    SeatId,
    choose,
    goto,
    never,
    only,
    procedure,
    step,
    tell,
)

from ..state import ARRIVING, DEAD, OFF_EDGE, POOL, State, attack, eliminate, lift, turn_over
from ..units import REDUCED, SOUTHWEST, WEST
from . import control
from .bars import named
from .queries import turn_of
from .seats import first_command, last_command, seat_of

JUNE_FACTORS = 15
"""[11.1b]"""
CAVALRY_FACTORS, TRAINS = 18, 4
"""[11.2a, 11.2d]"""


def in_play(s: State, unit: int) -> bool:
    """(A25) On the map, off it by a retreat, or about to come in."""
    place = s.place[unit]
    return place >= 0 or place <= OFF_EDGE or place == ARRIVING


def asked(frame: Withdrawal, s: State) -> SeatId:
    """(A97) The player of the front that withdraws units."""
    side = s.side
    return seat_of(s, first_command(s, side) if frame.front == WEST else last_command(s, side))


@procedure(who=asked)
class Withdrawal(Frame):
    """[11.0a, 11.0b] What the track says leaves at once; what is missing to a total, the Russian player chooses."""

    front: int = WEST
    missing: int = 0  # attack factors that are still to leave
    trains: int = 0  # armored trains that are still to leave

    @step("11.0a", "24.1.4")
    def orders(self, s: State) -> Next:
        leaving = turn_of(s).withdrawal
        if not leaving:
            return DONE
        konarmiya = bool(leaving & s.m.konarmiya)
        if konarmiya and s.konarmiya_stays:
            return DONE
        self.front = SOUTHWEST if konarmiya else WEST
        self._named(s, leaving & ~s.m.trains, konarmiya)  # [11.2d]
        return None

    def _named(self, s: State, leaving: int, konarmiya: bool) -> None:
        """[11.0b, 11.1a, 11.1b, 11.2a, 11.2c, 11.2d, 11.3a] The named units go, and never return."""
        m = s.m
        counting = leaving & m.cavalry if konarmiya else leaving
        factors = sum(attack(s, unit) for unit in members(counting) if in_play(s, unit))
        gone = [unit for unit in members(leaving) if in_play(s, unit)]
        for unit in members(leaving):
            lift(s, unit, DEAD)
        tell(s, "11.2a" if konarmiya else "11.1a", "withdrawn_units", units=gone, count=factors)
        self.missing = max((CAVALRY_FACTORS if konarmiya else JUNE_FACTORS) - factors, 0)
        if konarmiya:
            southwestern = members(m.trains & m.front_army[SOUTHWEST])
            self.trains = max(TRAINS - sum(s.place[train] in (DEAD, POOL) for train in southwestern), 0)
        control.left(s)

    @choose("11.1b", "11.1c", "11.2b", prompt="Choose units to withdraw: {missing:factors} to go.")
    def factors(self, s: State) -> Choice:
        if not self.missing:
            return goto("rails")
        offers = [Offer("withdraw", "piece", self._spared(s), "Withdraw this unit")]
        if self.front == WEST:
            offers.append(Offer("invert", "piece", self._whole(s), "Invert this unit"))
        if not any(offers):
            return goto("rails")  # (A24)
        return [*offers, never("space", [Bar("11.1b", True, "choose a unit that leaves")])]

    def _spared(self, s: State) -> Iterator[Bar]:
        """[11.1b, 11.2b] Units that do not count towards the total."""
        m = s.m
        kind = m.front_army[self.front] & (m.cavalry if self.front == SOUTHWEST else -1)
        words = "is no cavalry of the Southwest Front" if self.front == SOUTHWEST else "is not of the West Front"
        yield only("11.2b" if self.front == SOUTHWEST else "11.1b", kind, named(s, words))
        yield Bar("11.0b", lambda unit: not in_play(s, unit), named(s, "is not in play"))

    def _whole(self, s: State) -> Iterator[Bar]:
        """[11.1c] Units that are not turned over."""
        yield from self._spared(s)
        yield only("11.1c", s.m.two_steps & ~s.reduced, named(s, "cannot be turned over"))

    @factors.on("withdraw", AGAIN)
    def _(self, s: State, unit: int) -> Next:
        self.missing = max(self.missing - attack(s, unit), 0)
        tell(s, "11.1b" if self.front == WEST else "11.2b", "withdrawn_units", units=[unit], count=attack(s, unit))
        eliminate(s, unit)  # [11.3b]
        control.left(s)
        return None

    @factors.on("invert", AGAIN)
    def _(self, s: State, unit: int) -> Next:
        before = attack(s, unit)
        turn_over(s, unit, REDUCED)
        self.missing = max(self.missing - before + attack(s, unit), 0)
        if s.place[unit] >= 0:
            tell(s, "11.1c", "inverted", unit=unit, hex=s.place[unit])
        else:
            tell(s, "11.1c", "inverted_away", unit=unit)
        return None

    @step("11.2b")
    def rails(self, s: State) -> None:
        """[11.2b] What cavalry could not pay is owed; what is missing in June is not (A24)."""
        if self.front == SOUTHWEST and self.missing:
            s.deficit = self.missing
            tell(s, "11.2b", "deficit", count=self.missing)

    @choose("11.2d", prompt="Choose an armored train to withdraw: {trains} must leave.")
    def which_train(self, s: State) -> Choice:
        m = s.m
        if not self.trains:
            return DONE
        own = only("11.2d", m.trains & m.front_army[SOUTHWEST], named(s, "is no train of the Southwest Front"))
        gone = Bar("11.0b", lambda unit: not in_play(s, unit), named(s, "is not in play"))
        trains = Offer("withdraw", "piece", [own, gone], "Withdraw this train")
        return [trains] if trains else DONE

    @which_train.on("withdraw", AGAIN)
    def _(self, s: State, unit: int) -> Next:
        self.trains -= 1
        tell(s, "11.2d", "withdrawn_units", units=[unit], count=0)
        lift(s, unit, DEAD)
        control.left(s)
        return None


def pay_deficit(s: State, cavalry: int) -> int:
    """[11.2b] Cavalry factors that arrive go towards what is owed; what is left of them."""
    paid = min(s.deficit, cavalry)
    s.deficit -= paid
    if paid:
        tell(s, "11.2b", "deficit_paid", count=paid)
    return cavalry - paid
