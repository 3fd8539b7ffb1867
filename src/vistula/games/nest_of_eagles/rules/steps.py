"""3.3, 3.6 Step losses, elimination and removal; and the owner's choice of who in a stack bears a loss."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel import AGAIN, DONE, Bar, Choice, Frame, Next, Offer, choose, disclose, never, only, procedure, tell

from ..model import AIR, CARS, DIVISION, FULL, REMNANT, TRAIN
from ..state import (
    BRIGADES,
    OFF,
    REBUILD,
    REMOVED,
    RESERVES,
    UKRAINE_BOX,
    UNDER,
    State,
    box,
    level_of,
    put,
    refresh,
    remove,
    set_level,
    stands,
    units_at,
    weakest,
)
from .allies import call_cossacks
from .bars import named, off_map
from .morale import shift
from .queries import next_round
from .seats import asked, command_of, everyone, seats_of
from .theaters import review
from .victory import WORTH, score


def fate(s: State, unit: int) -> int:
    """[3.6a, 3.6b, 3.6c] Where an eliminated unit goes: to be rebuilt, to its own box, or out of the game."""
    m, bit = s.m, 1 << unit
    if bit & m.gone_for_good:
        return REMOVED  # [3.4.4g, 3.4.5b, 3.4.6c, 19.1.3d, 19.1.4c, 19.4c, 19.6c, 19.7b, 19.8c, 21.1c]
    if unit == m.air:
        return box(s.round + 2)  # [3.4.7e]
    if bit & m.ukrainians:
        return UKRAINE_BOX  # [19.8b]
    if bit & (m.reserves_polish | m.reserve_cavalry):
        return RESERVES  # [17.2b, 20.2.2d]
    if bit & m.red_ukrainians or unit == m.prd:
        return OFF  # [20.4a] (N-65)
    return REBUILD


def lose(s: State, unit: int, rule: str) -> None:
    """[3.3g, 3.3h] A unit loses a step: Full, Reduced, Remnant, eliminated."""
    now = level_of(s, unit)
    s.marked &= ~(1 << unit)  # [17.3c]
    if s.m.konarmiya_divisions >> unit & 1:
        call_cossacks(s)
    if now + 1 >= s.m.steps[unit]:
        eliminate(s, unit, rule)
        return
    set_level(s, unit, now + 1)
    if s.place[unit] <= UNDER and now + 1 == REMNANT:
        bare(s, unit, rule)
    report(s, unit, rule, "loses", hex=stands(s, unit), level=now + 1)


def report(s: State, unit: int, rule: str, key: str, **refs: int) -> None:
    """What happens to a unit; under a marker only its own side hears of it (N-95)."""
    tell(s, rule, key, to=seats_of(s, s.m.side[unit]) if s.place[unit] <= UNDER else None, unit=unit, **refs)


def bare(s: State, unit: int, rule: str) -> None:
    """[23.1.1e, 23.1.2e] A unit that has become a Remnant under a marker lies open from now on (N-113)."""
    hex = stands(s, unit)
    put(s, unit, hex)
    disclose(s, rule, everyone(s), unit)
    tell(s, "23.1.1e", "uncovered", units=[unit], hex=hex)


def eliminate(s: State, unit: int, rule: str) -> None:
    """[3.6a] A unit is eliminated: the enemy's morale and points rise [13.3b, 13.3c] (N-34, N-35)."""
    m, hex, side = s.m, stands(s, unit), s.m.side[unit]
    theater = m.theater_of[hex]
    tell(s, rule, "eliminated", unit=unit, hex=hex)
    if s.rebel >> unit & 1:  # [20.4.1d] nobody's loss
        s.rebel &= ~(1 << unit)
        remove(s, unit, OFF)
        refresh(s, hex)
        return
    remove(s, unit, fate(s, unit))
    if m.steps[unit] == 3 and m.size[unit] == DIVISION:
        shift(s, 1 - side, theater, 2, "13.3b")
    elif m.divisional >> unit & 1:
        shift(s, 1 - side, theater, 1, "13.3c")
    score(s, 1 - side, theater, WORTH.get(m.size[unit], 0), "3.6a")
    review(s, theater)


def lone_remnant(s: State, unit: int) -> None:
    """[3.3d, 3.3e] A Remnant that ends its move next to an enemy without a friend at full or reduced strength dies
    (N-49: a support unit is such a friend)."""
    hex = s.place[unit]
    if hex < 0 or not s.remnant >> unit & 1 or not s.m.around[hex] & s.occupied[1 - s.m.side[unit]]:
        return
    if all(s.remnant >> other & 1 for other in units_at(s, s.m.side[unit], hex)):
        eliminate(s, unit, "3.3d")


def unhurt(s: State, units: int, rule: str) -> Iterator[Bar]:
    """[3.3i, 3.4.2d, 3.4.7f] Units that cannot bear a loss."""
    yield only(rule, units, named(s, "is not among the units that must lose a step"))
    yield off_map(s)
    yield Bar("3.4.7f", lambda u: s.m.kind[u] == AIR, named(s, "takes no step losses"))


@procedure
class Losses(Frame):
    """[3.3i] A stack or several lose steps; the owner says who bears each."""

    command: int
    units: list[int]
    count: int
    rule: str

    @choose("3.3i", "3.3f", who=asked, prompt="{count:steps} to lose: which unit?")
    def who_loses(self, s: State) -> Choice:
        hit = Offer("lose", "piece", unhurt(s, collect(self.units), "3.3i"), "This unit loses a step")
        if self.count <= 0 or not hit:
            return DONE
        elsewhere = Bar("3.3i", True, "choose the unit that loses a step")
        return [hit, never("space", [elsewhere])]

    @who_loses.on("lose")
    def _(self, s: State, unit: int) -> Next:
        self.count -= 1
        lose(s, unit, self.rule)
        return AGAIN


def losses(s: State, units: list[int], count: int, rule: str, command: int = -1) -> Losses | None:
    """The procedure by which units of one side lose steps together; None where nothing is lost. With three players one
    of them decides for units of both Fronts that fight together (N-91)."""
    alive = [unit for unit in units if s.place[unit] >= 0 and s.m.kind[unit] != AIR]
    if not alive or count <= 0:
        return None
    owner = command if command >= 0 else command_of(s, alive[0])
    return Losses(command=owner, units=alive, count=count, rule=rule)


def steps_of(s: State, units: list[int]) -> int:
    """How many steps units have left."""
    return sum(s.m.steps[unit] - level_of(s, unit) for unit in units if s.m.kind[unit] != AIR)


def strengthen(s: State, unit: int, rule: str) -> None:
    """[17.3b] A unit regains a step."""
    now = level_of(s, unit)
    if now != FULL:
        set_level(s, unit, now - 1)
        s.regained |= 1 << unit  # [17.3b]
        report(s, unit, rule, "strengthened", hex=stands(s, unit), level=now - 1)


def rebuild(s: State, unit: int, rule: str) -> None:
    """[16.0b, 17.2c, 18.2c] A unit comes back in its owner's next turn at its lowest level."""
    round = next_round(s, s.m.side[unit])
    s.place[unit] = box(round)
    for brigade in s.m.pairs.get(unit, ()):
        s.place[brigade] = BRIGADES  # (N-82)
    set_level(s, unit, weakest(s, unit))
    tell(s, rule, "rebuilt", unit=unit, round=round)


def removed_without_regulars(s: State, side: int, hex: int) -> list[int]:
    """[3.4.5a, 3.4.6c, 3.4.7d] Support units that are lost when their hex is attacked and no regular unit is there."""
    here = units_at(s, side, hex)
    if any(not s.m.support >> u & 1 for u in here):
        return []
    return [u for u in here if s.m.kind[u] not in (TRAIN, CARS)]
