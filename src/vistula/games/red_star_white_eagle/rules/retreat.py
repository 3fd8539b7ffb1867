"""9.13, 9.14 Retreat after combat, unit by unit, and what zones of control take of it. Its ways: `routes`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vistula.board.hexes import Hex, collect, members
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    choose,
    goto,
    never,
    only,
    procedure,
    roll,
    step,
    tell,
)
from vistula.parts.retreats import Plan

from ..model import ELIMINATED, HALF
from ..state import State, name_overstacked, units_at
from ..units import POLAND
from . import edges, stacking
from .control import come, game_over, stay
from .flotillas import FlotillaRetreat
from .losses import destroy, fall_with_others, lose
from .routes import End, danger, elsewhere, off, plan, stretch_of
from .seats import asked, command_of, commands
from .supply import supplied


def not_next(s: State, units: list[int], command: int, done: int) -> Iterator[Bar]:
    """[9.13.2a] Units that do not retreat next."""

    def named(words: str) -> Callable[[int], str]:
        return lambda unit: f"{s.m.full_name[unit]} {words}"

    yield only("9.13.2a", collect(units), named("does not have to retreat"))
    yield Bar("9.13.2a", done, named("has retreated"))
    yield Bar("24.2", lambda unit: command_of(s, unit) != command, named("belongs to the other front"))


@procedure
class Retreats(Frame):
    """[9.13.2a] The units of one side that a result drives back, in the order their owner likes; with two Russian
    players the West Front's first (A93)."""

    units: list[int]
    length: int
    command: int = 0
    done: int = 0
    gone: int = 0  # who went by water last

    @step("9.13.1")
    def next_player(self, s: State) -> Next:
        self.done |= collect(unit for unit in self.units if s.place[unit] < 0)
        waiting = [unit for unit in self.units if not self.done >> unit & 1]
        if not waiting or game_over(s):
            return DONE
        owners = {command_of(s, unit) for unit in waiting}
        self.command = next(command for command in commands(s, s.m.side[waiting[0]]) if command in owners)
        return None

    @choose("9.13.2a", who=asked, prompt="Which unit retreats next?")
    def who(self, s: State) -> Choice:
        units = Offer("unit", "piece", not_next(s, self.units, self.command, self.done), "This unit retreats")
        return [units, never("space", [Bar("9.13.2a", True, "choose the unit that retreats first")])]

    @who.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.done |= 1 << unit
        with_it = collect(self.units)
        if s.m.flotillas >> unit & 1:
            return Call(FlotillaRetreat(unit=unit, marines=self._marines(s, unit)), goto("landed"), into="gone")
        return Call(Retreat(command=self.command, unit=unit, length=self.length, battle=with_it), goto("next_player"))

    @step("16.7.1c")
    def landed(self, s: State) -> Next:
        self.done |= self.gone
        s.overstacked &= ~self.gone  # (A65)
        for unit in members(self.gone):
            arrive(s, unit, collect(self.units))
        return goto("next_player")

    def _marines(self, s: State, flotilla: int) -> int:
        """[16.7.1c] Marines beside it who have to retreat as well."""
        ashore = s.m.marines & ~self.done
        return collect(u for u in self.units if ashore >> u & 1 and s.place[u] == s.place[flotilla])


# -- 9.13.8 among others ----------------------------------------------------------------------------------------------


def arrive(s: State, unit: int, battle: int) -> None:
    """[9.13.8a, 9.13.8b, 5.1.3d, 12.4.1b] (A29) A unit has ended its retreat: where too many are now it is overstacked
    at once, where others were before it will be if they come to fight; units of the same battle are no others."""
    hex, side = s.place[unit], s.m.side[unit]
    if hex < 0:
        return
    here = collect(units_at(s, side, hex))
    if stacking.nameable(s, here & ~s.overstacked) >> unit & 1:
        name_overstacked(s, 1 << unit)
        tell(s, "5.1.3d", "overstacked", units=[unit], hex=hex)
    stay(s, unit)
    s.retreated &= ~(1 << unit)  # it is no guest any more where it was before
    if here & ~battle:
        s.retreated |= 1 << unit


def drawn_in(s: State, side: int, hexes: Iterable[Hex]) -> None:
    """[9.13.8a] Units of these hexes come to fight: who has retreated among them in this phase is overstacked for the
    rest of it."""
    for hex in hexes:
        late = stacking.latecomers(s, side, hex)
        if late:
            name_overstacked(s, late)
            tell(s, "9.13.8a", "overstacked", units=members(late), hex=hex)


# -- one unit ---------------------------------------------------------------------------------------------------------


@procedure
class Retreat(Frame):
    """[9.13.1, 9.14.2] One unit goes back, hex by hex, and then rolls for the zones that it has come through."""

    command: int
    unit: int
    length: int
    battle: int = 0  # the units that the same result drives back
    path: list[int] = []
    delays: int = 0
    hungry: int = 0  # how many of start and end of its retreat find it unsupplied

    @choose("9.13.3", "9.13.4.6", who=asked, prompt="Where does {unit:piece} retreat?")
    def way(self, s: State) -> Choice:
        found = plan(s, self.unit, self.length)
        if not found.ways:
            return goto("lost")
        walked = tuple(self.path)
        if walked in found.ways:
            return goto("go")
        codes = [code for code in found.onward(walked) if code < 0]
        over = only("17.3.1a", [stretch_of(code) for code in codes][::-1], "no way off the map is open to it")
        return [
            Offer("retreat", "space", [found.bar(walked, "9.13.4.1", elsewhere(s, self.unit, walked))], "Retreat here"),
            Offer("leave", "number", [over], "Leave the map"),
            Offer("give_up", "button", self._no_surrender(s, found), "Eliminate the unit instead", warn="give_up"),
        ]

    def _no_surrender(self, s: State, found: Plan[End]) -> Iterator[Bar]:
        """[17.1.2b] Poles that are driven over the Reaction Line, and only they, may be eliminated by their owner."""
        m = s.m
        yield Bar("17.1.2b", m.side[self.unit] != POLAND, "only Poles have that choice")
        elsewhere = any(way[-1] < 0 or not m.reaction >> way[-1] & 1 for way in found.ways)
        yield Bar("17.1.2b", elsewhere, "it is not driven beyond the Russian Reaction Line")

    @way.on("retreat")
    def _(self, s: State, hex: int) -> Next:
        self.path.append(hex)
        return AGAIN

    @way.on("leave")
    def _(self, s: State, stretch: int) -> Next:
        self.path.append(off(stretch))
        return AGAIN

    way.to("give_up", goto("lost"))

    @step("9.13.1", "9.14.3a", "10.6.3")
    def go(self, s: State) -> Next:
        unit, start = self.unit, s.place[self.unit]
        self.delays = danger(s, unit, tuple(self.path))
        self.hungry = int(not supplied(s, unit))
        hexes = [hex for hex in self.path if hex >= 0]
        if hexes:
            tell(s, "9.13.1", "retreats", unit=unit, hex=start, hexes=hexes)
        s.overstacked &= ~(1 << unit)  # (A65) it leaves the crowd behind
        for hex in hexes:
            come(s, unit, hex, retreating=True)
            if s.place[unit] < 0:  # [17.4.1a] interned
                return DONE
        if self.path[-1] < 0:
            edges.off(s, unit, stretch_of(self.path[-1]))
        elif not supplied(s, unit):  # [9.14.3b, 12.3.2c]; beyond the edge it is in its own rear (A73)
            self.hungry += 1
        arrive(s, unit, self.battle)
        return None if self.delays else DONE  # (A15)

    @roll("9.14.2", "9.14.3a", "9.14.3b", "1d6")
    def toll(self, s: State, dice: tuple[int, ...]) -> Next:
        die = max(dice[0] - self.hungry, 1)
        result = taken(s, self.delays)[die - 1]
        tell(
            s,
            "9.14.2",
            "retreat_rolled",
            unit=self.unit,
            die=dice[0],
            less=self.hungry,
            delays=self.delays,
            result=result,
        )
        if result == ELIMINATED:
            destroy(s, self.unit, "9.14.4c")
        elif result == HALF:
            lose(s, self.unit, "9.14.4b")
        return DONE

    @step("9.13.4.1b", "14.6b", "19.0b", "5.1.5e")
    def lost(self, s: State) -> None:
        """(A118) Attackers that cannot go back fall where they are, and the overstacked with the last of them."""
        hex, side = s.place[self.unit], s.m.side[self.unit]
        destroy(s, self.unit, "9.13.4.1b")
        if side == s.side:
            fall_with_others(s, side, [hex])


def taken(s: State, delays: int) -> tuple[str, ...]:
    """[9.14.2] The column of the ZOC Retreat Table for so many delay factors."""
    return next(row for least, row in reversed(s.m.retreat_losses) if least <= delays)
