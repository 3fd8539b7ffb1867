"""10.0 Restoration of units: weakened units in supply become full-strength units, at one resource point each.

First what is free: in a threatened capital (13.6), by event cards. Then each player spends as much as he likes of what
is left; the Russian may keep points for re-deployment (13.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import AGAIN, DONE, Bar, Choice, Frame, Next, Offer, Option, choose, disclose, left, only, tell
from vistula.kernel.procedure import goto, procedure, step

from ..cards.cardfile import Hit, Restore
from ..cards.effects import NATIONS, POINTS, SIDES, acting, of
from ..cards.odd import CardHit
from ..changes import restore, spend
from ..model import POLAND, RUSSIA, SEATS
from ..state import State
from .arrange import arranges, arranging
from .bars import foes, named, off_map
from .seats import acting as acting_seat
from .seats import richer_first
from .supply_lines import Lines


def whole(s: State, side: int) -> Iterator[Bar]:
    """[10.0a, 10.0c] Pieces that are not weakened units of a side on the map, or have no full-strength side."""
    yield foes(s, side, "10.0a")
    yield off_map(s, side)
    yield only("10.0a", s.weak, named(s, "is not weakened"))
    yield Bar("10.0c", s.m.single_sided, named(s, "has no other side and cannot be restored"))


def weakened(s: State, side: int) -> list[int]:
    """[10.0c] Units of a side on the map that could be restored: those with a full-strength side."""
    return left(whole(s, side))


def past_help(s: State, side: int, paid: bool = True) -> Iterator[Bar]:
    """[4.0a, 10.0a, 10.0c] Pieces that cannot be restored: all but weakened two-sided units in supply now (H-7)."""
    lines, place = Lines(s), s.place
    yield from whole(s, side)
    yield Bar(
        "10.0a",
        lambda unit: not lines.of(unit) >> place[unit] & 1,
        lambda unit: f"{s.m.full_name[unit]} in {s.m.hex_name(place[unit])} is out of supply",
    )
    yield Bar("10.0a", not paid, "no resource point is left to restore a unit with")


def restorable(s: State, side: int) -> int:
    """[10.0a, 10.0c] Weakened two-sided units in supply now (H-7)."""
    return collect(left(past_help(s, side)))


def besieged(s: State, side: int) -> bool:
    """[13.6a] Whether an enemy combat unit is next to a side's capital."""
    return bool(s.m.grid.around[s.m.capitals[side]] & s.occupied[1 - side])


def rallying(s: State, side: int) -> list[int]:
    """[13.6a] Weakened units in a threatened capital; no supply is asked for (H-50)."""
    return [u for u in weakened(s, side) if s.place[u] == s.m.capitals[side]] if besieged(s, side) else []


def restored_by_card(s: State, side: int) -> int:
    """Units that a card restores without a choice, unless it has given points instead."""
    found = 0
    for by, effect in acting(s, Restore):
        if (SIDES[effect.side] if effect.side else by) == side and not effect.count and s.card_choice[by] != POINTS:
            units = restorable(s, side)
            if effect.nation:
                units &= s.m.of_nation[NATIONS[effect.nation]]
            near = s.m.near(s.m.card_places[effect.near], effect.within) if effect.near else -1
            found |= collect(u for u in members(units) if near >> s.place[u] & 1)
    return found


@procedure
class RestorationPhase(Frame):
    """10.0 Free restoration of both sides, then each player pays for what he wants."""

    side: int = POLAND
    waiting: list[int] = []
    free: int = 0  # restorations that a card still pays for
    spent: bool = False  # the player has restored a unit

    @step("3.2c")
    def hits(self, s: State) -> Next:
        """What a card does before units are restored."""
        later = [by for by, effect in acting(s, Hit) if effect.phase == "restoration"]
        return CardHit(side=later[0]) if later else None

    @step("13.6a")
    def capitals(self, s: State) -> None:
        for side in (POLAND, RUSSIA):
            units = rallying(s, side)
            for unit in units:
                restore(s, unit)
                tell(s, "13.6a", "rallied", unit=unit, hex=s.place[unit])
            if besieged(s, side):
                disclose(s, "13.6a", SEATS, len(units))  # how many there were, be it none

    @step("3.2c")
    def by_card(self, s: State) -> None:
        for side in (POLAND, RUSSIA):
            for unit in members(restored_by_card(s, side)):
                restore(s, unit)
                tell(s, "3.2c", "restored", unit=unit, hex=s.place[unit])
        if any(not effect.count for _, effect in acting(s, Restore)):
            disclose(s, "3.2c", SEATS, s.weak)  # who was weakened, be it nobody

    order = richer_first("10.0a")

    @step("10.0a", "10.0d")
    def next_player(self, s: State) -> Next:
        if not self.waiting:
            return DONE
        self.side = self.waiting.pop(0)
        effect = of(s, Restore, self.side)
        self.free, self.spent = effect.count if effect is not None else 0, False
        return None

    @arranges
    @choose(
        "10.0a",
        "10.0b",
        "10.0c",
        "10.0d",
        who=acting_seat,
        prompt="Restore which units?",
        always=True,
    )
    def restoration(self, s: State) -> Choice:
        """Who has no points from the start is asked nevertheless: he may rearrange his stacks (H-32)."""
        paid = bool(self.free or s.rp[self.side])
        if not paid and self.spent:
            return goto("next_player")
        label = "Restore free of charge" if self.free else "Restore for 1 resource point"
        units = Offer("unit", "piece", past_help(s, self.side, paid), label, when=paid)
        done = Option("done", label="No more", publish=True)
        return [units, *arranging(s, self.side), done]

    restoration.to("done", goto("next_player"))

    @restoration.on("unit", AGAIN)
    def _(self, s: State, unit: int) -> None:
        self.spent = True
        if self.free:
            self.free -= 1
        else:
            spend(s, self.side, 1)
        restore(s, unit)
        tell(s, "10.0a", "restored", unit=unit, hex=s.place[unit])
