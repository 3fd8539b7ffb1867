"""17.1 – 17.3, 15.3 Replacement Phase: what is received, what it buys, and attrition of those without supply."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.kernel import (
    AGAIN,
    DONE,
    SKIP,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    choose,
    goto,
    never,
    only,
    procedure,
    roll,
    step,
    tell,
)
from vistula.parts.words import count

from ..cards.events import replacement_phase
from ..model import BELARUS, DIVISION, LITHUANIA, POLAND, POLISH, SOUTHWEST, TRAIN, UKRAINE, WEST
from ..state import (
    BRIGADES,
    OWN,
    REBUILD,
    RESERVES,
    UKRAINE_BOX,
    UKRAINIAN,
    WEST_POOL,
    State,
    stands,
    units_at,
)
from . import revolutionaries
from .allies import Deserters
from .bars import foes, named, whereabouts
from .cheka import Cheka
from .groups import Screening
from .konarmiya import Horsemen, recruiting
from .morale import kijow_drain, level, shift
from .operations import PAUSE, polish_income, polish_operation, receive, soviet_income, soviet_operation
from .patrols import AT_REST
from .queries import elite, foes_near, plays, present, veiled
from .rebellion import Return, returning
from .reorganization import Reorganizing
from .reserves import may_exchange
from .reveal import step_lost
from .revolutionaries import Revolution
from .seats import asked, command_of, commands, front_of, phasing, side_of
from .steps import eliminate, rebuild, report
from .supply import out_of_supply, supplied_hexes
from .theaters import HOME, used
from .ukrainians import draft

ATTRITION = 2
SAFE = 2


# -- 17.1 what is received --------------------------------------------------------------------------------------------


def pool_for(s: State, unit: int) -> int:
    """[2.5.2a, 17.1.4b, 17.1.4c, 17.1.6a] The pool that pays for a unit."""
    if s.m.ukrainians >> unit & 1:
        return UKRAINIAN
    front = front_of(s, unit)
    return OWN if front < 0 else WEST_POOL + front


# -- 17.2 rebuilding --------------------------------------------------------------------------------------------------


def price_of(s: State, unit: int) -> int:
    """[17.2a] Two replacements for a cavalry division, one for any other unit."""
    return 2 if s.m.cavalry >> unit & 1 and s.m.size[unit] == DIVISION else 1


def not_rebuilt(s: State, command: int) -> Iterator[Bar]:
    """[17.2a, 17.2b, 3.4.3k, 3.4.3l, 19.8b, 19.8c, 20.4a] Units that cannot be rebuilt now."""
    m = s.m
    yield from foes(s, command, "17.2a")
    boxes = (REBUILD, RESERVES, UKRAINE_BOX)
    away = named(s, "is in no box from which units are rebuilt")
    yield Bar("17.2a", lambda u: s.place[u] not in boxes and not whole_again(s, u), away)
    yield Bar("17.2b", lambda u: s.place[u] == RESERVES and not m.reserves_polish >> u & 1,
              named(s, "does not come by Replacements"))  # fmt: skip
    yield Bar("19.8c", 1 << m.h, named(s, "cannot be rebuilt"))
    yield Bar("19.2d", 1 << m.p23r, named(s, "comes by the Silesian Uprising only"))
    yield Bar("3.4.3k", lambda u: m.kind[u] == TRAIN and not trains_rest(s, u), named(s, "is rebuilt in a pause only"))
    yield Bar("17.2a", lambda u: s.pool[pool_for(s, u)] < price_of(s, u), lambda u: _poor(s, u))


def _poor(s: State, unit: int) -> str:
    price, have = price_of(s, unit), s.pool[pool_for(s, unit)]
    return f"{s.m.full_name[unit]} takes {count(price, 'Replacement')}, and {have} are there for it"


def whole_again(s: State, division: int) -> bool:
    """[18.1b] Both brigades of a division have been eliminated: it can be rebuilt in their stead (N-82)."""
    if division not in s.m.pairs or s.place[division] != BRIGADES or not plays(s, "18.1"):
        return False
    return all(s.place[brigade] == REBUILD for brigade in s.m.pairs[division])


def trains_rest(s: State, train: int) -> bool:
    """[3.4.3k, 3.4.3l] Whether an armored train can be rebuilt: its Front, or every Polish Theater, paused."""
    front = front_of(s, train)
    if front >= 0:
        return soviet_operation(s, front) == PAUSE
    return all(polish_operation(s, t) == PAUSE for t in (POLISH, BELARUS, UKRAINE) if used(s, t))


# -- 17.3 strengthening -----------------------------------------------------------------------------------------------


def not_strengthened(s: State, command: int) -> Iterator[Bar]:
    """[17.3a, 17.3b, 19.7a, 21.1c] Units that cannot get a Replacement marker now (N-115)."""
    m, side = s.m, side_of(command)
    yield from foes(s, command, "17.3a")
    yield Bar("3.6a", lambda u: stands(s, u) < 0, lambda u: whereabouts(s, u))
    yield only("17.3b", s.reduced | s.remnant, named(s, "is at full strength"))
    yield Bar("19.7a", m.whites, named(s, "is not strengthened by Replacements"))
    yield Bar("21.1c", m.front_army[LITHUANIA], named(s, "gets no Replacements"))
    yield Bar("20.3c", 1 << m.prd, named(s, "gets no Replacements"))
    yield Bar("17.3b", s.marked, named(s, "has a Replacement marker already"))
    near = foes_near(s, side)
    yield Bar("17.3a", lambda u: bool(near >> stands(s, u) & 1), named(s, "is next to an enemy unit"))
    fed = supplied_hexes(s, side)
    yield Bar("17.3a", lambda u: not fed >> stands(s, u) & 1, named(s, "is Out of Supply"))
    yield Bar("17.1.6a", lambda u: s.pool[pool_for(s, u)] < 1, named(s, "has no Replacement in its pool"))


@procedure
class Spending(Frame):
    """17.2, 17.3 One player spends Replacements, or keeps them [17.1.6a]."""

    command: int

    @choose("17.0a", "17.2a", "17.3a", "17.1.6a", who=asked, prompt="Spend Replacements: {pools}", always=True)
    def spend(self, s: State) -> Choice:
        rebuild = Offer("rebuild", "piece", not_rebuilt(s, self.command), "Rebuild this unit")
        strengthen = Offer("strengthen", "piece", not_strengthened(s, self.command), "Strengthen this unit")
        if not rebuild and not strengthen and not self._screened(s):
            return DONE
        nowhere = Bar("17.0a", True, "choose a unit to rebuild or to strengthen")
        return [rebuild, strengthen, Option("done", label="Keep the rest", publish=True), never("space", [nowhere])]

    def _screened(self, s: State) -> bool:
        """Whether units may be concealed that could be strengthened: then the question is asked, whoever they are
        (N-95)."""
        return bool(veiled(s, side_of(self.command))) and any(s.pool)

    spend.to("done", DONE)

    @spend.on("rebuild")
    def _(self, s: State, unit: int) -> Next:
        s.pool[pool_for(s, unit)] -= price_of(s, unit)
        rebuild(s, unit, "17.2a")
        return AGAIN

    @spend.on("strengthen")
    def _(self, s: State, unit: int) -> Next:
        s.pool[pool_for(s, unit)] -= 1
        s.marked |= 1 << unit
        report(s, unit, "17.3b", "marked", hex=stands(s, unit))
        return AGAIN


# -- the phase --------------------------------------------------------------------------------------------------------


@procedure
class ReplacementPhase(Frame):
    """5.1h, 17.0 The last phase of a player turn, in the order of N-47."""

    commands: list[int] = []
    reserve: int = -1  # the Front that gets a Reserve division instead of Replacements

    @step("15.3c")
    def alone(self, s: State) -> None:
        """[15.3c] Support units and Remnants by themselves and Out of Supply are eliminated (N-38)."""
        weak = s.m.support | s.remnant
        for unit in out_of_supply(s, s.m.army[s.side]):
            if all(weak >> other & 1 for other in units_at(s, s.side, s.place[unit])) and weak >> unit & 1:
                eliminate(s, unit, "15.3c")

    @choose("20.2.1d", "20.2.1e", who=phasing, prompt="A Reserve division instead of 2 Replacements?", always=True)
    def exchange(self, s: State) -> Choice:
        able = may_exchange(s) if s.side != POLAND else []
        if not able:
            return SKIP
        busy = only("20.2.1d", able, "that Front did not pause, or no Reserve division is left for it")
        fronts = Offer("front", "number", [busy], "A Reserve division for this Front")
        return [fronts, Option("done", label="Take the Replacements", publish=True)]

    exchange.to("done")

    @exchange.on("front")
    def _(self, s: State, front: int) -> None:
        self.reserve = front
        s.reserves[front] += 1
        tell(s, "20.2.1d", "reserve_called", front=front)

    @step("17.1.2a", "17.1.3a")
    def income(self, s: State) -> Next:
        if s.side == POLAND:
            receive(s, OWN, polish_income(s), "17.1.3a")
            draft(s)
            return goto("morale")
        for front in (WEST, SOUTHWEST):
            if front != self.reserve:
                receive(s, WEST_POOL + front, soviet_income(s, front), "17.1.2a")
        return None

    @choose("17.1.2b", "22.1d", who=phasing, prompt="Which Front gets one more Replacement?")
    def bonus(self, s: State) -> Choice:
        idle = only("17.1.2b", [f for f in (WEST, SOUTHWEST) if used(s, HOME[f])], "that Front is not in this scenario")
        return [Offer("front", "number", [idle], "To this Front")]

    @bonus.on("front")
    def _(self, s: State, front: int) -> None:
        receive(s, WEST_POOL + front, 1, "17.1.2b")

    @step("17.1.5a", "17.1.5c")
    def cheka(self, s: State) -> Next:
        return Cheka(hexes=members(s.cheka))

    @step("13.3f", "13.3.3a")
    def morale(self, s: State) -> None:
        if s.side != POLAND:
            kijow_drain(s)
        hungry = out_of_supply(s, s.m.army[s.side])
        for theater in (POLISH, BELARUS, UKRAINE):
            troops_there = present(s, s.m.army[s.side], theater)
            starving = sum(unit in hungry for unit in troops_there)
            if 2 * starving > len(troops_there):  # [13.3f]
                shift(s, 1 - s.side, theater, 10, "13.3f")
        self.commands = commands(s, s.side)

    @step("20.1.2a")
    def horsemen(self, s: State) -> Next:
        return Horsemen(units=recruiting(s)) if s.side != POLAND else None

    @step("20.4.3a")
    def brigades(self, s: State) -> Next:
        return Return() if s.side != POLAND and returning(s) else None

    @step("20.3a")
    def revolution(self, s: State) -> Next:
        return Revolution(command=command_of(s, s.m.prd)) if s.side != POLAND and revolutionaries.rolls(s) else None

    @step("19.9a")
    def deserters(self, s: State) -> Next:
        return Deserters() if s.side == POLAND else None

    @step("23.3c")
    def events(self, s: State) -> Next:
        return replacement_phase(s)

    @step("17.0a")
    def spending(self, s: State) -> Next:
        if self.commands:
            return Call(Spending(command=self.commands.pop(0)), AGAIN)
        self.commands = commands(s, s.side)
        return None

    @step("18.0a", "17.4a")
    def reorganizing(self, s: State) -> Next:
        return Call(Reorganizing(command=self.commands.pop(0)), AGAIN) if self.commands else None

    @step("23.1.1a", "23.1.2a")
    def concealing(self, s: State) -> Next:
        return Screening(commands=commands(s, s.side), occasion=AT_REST) if s.concealment else None

    @step("15.3a")
    def attrition(self, s: State) -> Next:
        return Attrition(units=out_of_supply(s, s.m.army[s.side]))

    @step("5.1h", "8.1b", "17.3b")
    def over(self, s: State) -> None:
        s.reacted[s.side] = 0  # (N-5)


# -- 15.3 attrition ---------------------------------------------------------------------------------------------------


def endurance(s: State, unit: int) -> int:
    """[15.3b] What is added to the attrition roll of a unit."""
    m, side, theater = s.m, s.m.side[unit], s.m.theater_of[s.place[unit]]
    morale = level(s, side, theater) - level(s, 1 - side, theater)
    return morale + (elite(s) >> unit & 1) + (m.cavalry >> unit & 1)


def _spared(s: State, unit: int) -> bool:
    """[15.3b, 3.4.7f] Who does not roll: the gone, the hardy, and the aircraft, which bears no loss."""
    return s.place[unit] < 0 or unit == s.m.air or endurance(s, unit) >= SAFE


@procedure
class Attrition(Frame):
    """[15.3a] Every unit Out of Supply rolls a die."""

    units: list[int]

    @step("15.3a", "15.3b")
    def next_unit(self, s: State) -> Next:
        while self.units and _spared(s, self.units[0]):
            self.units.pop(0)
        return None if self.units else DONE

    @roll("15.3a", "1d6")
    def check(self, s: State, dice: tuple[int, ...]) -> Next:
        unit = self.units.pop(0)
        total = dice[0] + endurance(s, unit)
        tell(s, "15.3a", "attrition", unit=unit, hex=s.place[unit], die=dice[0], total=total)
        hidden = step_lost(s, unit, "15.3a") if total <= ATTRITION else None
        return Call(hidden, goto("next_unit")) if hidden else goto("next_unit")
