"""5.0 Stacking: three primary and three secondary units in a hex; who is too many is overstacked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vistula.board.hexes import Hex, HexSet, collect, members
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    choose,
    goto,
    never,
    only,
    procedure,
    step,
    tell,
)
from vistula.kernel.views import Refusal
from vistula.parts.pieces import stacks
from vistula.parts.stacking import heights

from ..state import MOVEMENT, State, attack, name_overstacked, on_map, units_at
from ..units import POLAND
from . import fronts
from .queries import enemy
from .seats import asked, command_of, troops

LIMIT = 3
"""[5.1.1a] Primary and secondary units that a hex holds, of each."""


def limits(s: State, hex: Hex) -> tuple[int, int]:
    """[5.1.1a, 5.1.1c] How many primary and how many secondary units a hex holds."""
    return LIMIT, LIMIT


def alike(s: State, unit: int) -> int:
    """[5.1.1b, 5.0b] The units of its own side that are counted with one: all primary ones or all secondary ones;
    markers and replacement counters are none."""
    m = s.m
    return (m.primary if m.primary >> unit & 1 else m.secondary) & m.army[m.side[unit]]


# -- where there is room ----------------------------------------------------------------------------------------------


def crowded(s: State, unit: int) -> HexSet:
    """[5.1.1a, 5.1.1c] (A1) The hexes with three units that are counted with this one. On the move those do not count
    that can still make room."""
    place, others = s.place, alike(s, unit) & ~(1 << unit)
    if s.phase == MOVEMENT and s.m.side[unit] == s.side:
        others &= ~may_make_room(s, unit)
    return heights([place[other] for other in members(others)], LIMIT)[LIMIT - 1]


def may_make_room(s: State, unit: int) -> int:
    """(A1) Units that have not moved yet and are free to, of the player who moves this one: another front's player may
    have ended his movement, and owes nobody room [24.2]."""
    m = s.m
    bound = m.immobile | m.guards & ~s.guards_released
    mine = m.army[s.side] if s.players == 2 else troops(s, command_of(s, unit))
    return mine & ~(s.moved | s.moving | bound)


def packed(s: State, unit: int, guests: int) -> bool:
    """[5.1.3a] (A1) Whether a unit on the move and those whom it carries are too many where they are now."""
    here = collect(units_at(s, s.m.side[unit], s.place[unit])) & alike(s, unit)
    return (here & ~may_make_room(s, unit) | 1 << unit | guests).bit_count() > LIMIT


def full(s: State, unit: int) -> HexSet:
    """[5.1.3a, 12.4.1a, 21.2a] The hexes where a unit may not end: too many are there, or some it may not join."""
    return crowded(s, unit) | fronts.apart(s, unit)


def room(s: State, unit: int) -> HexSet:
    """The other hexes."""
    return s.m.land & ~full(s, unit)


def no_room(s: State, unit: int) -> Bar:
    """[5.1.3a, 12.4.1a, 21.2a] The same with words, for choices."""

    def why(hex: Hex) -> Refusal:
        name = s.m.hex_name(hex)
        if crowded(s, unit) >> hex & 1:
            kind = "primary" if s.m.primary >> unit & 1 else "secondary"
            return Refusal("5.1.1a", f"{name} is full: it holds {LIMIT} {kind} units")
        if (s.m.lithuanians & s.m.rivals[unit] or s.m.lithuanians >> unit & 1) and _with_lithuanians(s, unit, hex):
            return Refusal("21.2a", f"Lithuanians and Russians do not stack in {name}")
        return Refusal("12.4.1a", f"units of the other front are in {name}")

    return Bar("5.1.3a", full(s, unit), why)


def _with_lithuanians(s: State, unit: int, hex: Hex) -> bool:
    here = collect(units_at(s, s.m.side[unit], hex)) | 1 << unit
    return bool(here & s.m.lithuanians and here & s.m.russians)


# -- too many ---------------------------------------------------------------------------------------------------------


def overfull(s: State, side: int) -> list[Hex]:
    """[5.1.2a, 12.4.1b] The hexes with more units of a side than they hold, or with units that do not stack."""
    found, few = stacks(s.place, on_map(s, side)), LIMIT if side == POLAND else 1  # Poles stack with all Poles
    return sorted(hex for hex, units in found.items() if len(units) > few and _too_many(s, collect(units)))


def _too_many(s: State, units: int) -> bool:
    m = s.m
    crowd = max((units & m.primary).bit_count(), (units & m.secondary).bit_count()) > LIMIT
    return crowd or bool(fronts.rivals(s, units) & units)


def nameable(s: State, units: int) -> int:
    """[5.1.2a, 12.4.1b] Those of a stack, none of them named yet, of whom some must be named as overstacked."""
    strangers = fronts.rivals(s, units) & units
    if strangers:
        return strangers
    return sum(found for kind in (s.m.primary, s.m.secondary) if (found := units & kind).bit_count() > LIMIT)


def named_with(s: State, units: int, unit: int) -> int:
    """[12.4.1b] Who is overstacked when one is named: of strangers all of its party, else itself alone."""
    others = s.m.rivals[unit] & units
    return fronts.rivals(s, others) & units & ~others if others else 1 << unit


def latecomers(s: State, side: int, hex: Hex) -> int:
    """[9.13.8a, 9.13.8b] Units that have retreated among others in this phase, and are of no use if those come to
    fight."""
    here = collect(units_at(s, side, hex)) & ~s.overstacked
    late = here & s.retreated
    return late if late != here else 0


def crowded_out(s: State, side: int, can_leave: Callable[[int], bool]) -> Iterator[Bar]:
    """[5.1.4a, 5.1.4b, 8.2.3] (A1) What keeps a side from ending its movement phase: units too many, while one that has
    not moved yet could go where there is room, as `can_leave` says. Who cannot stays, and is not lost for it."""
    for hex in overfull(s, side):
        here = collect(units_at(s, side, hex))
        stuck = not any(can_leave(unit) for unit in members(nameable(s, here) & ~s.moved))
        yield Bar("5.1.4a", not stuck, f"too many units are in {s.m.hex_name(hex)}, and some can still leave")


def settle(s: State, side: int, guests: int = 0) -> None:
    """[5.1.2] (A65) Units named as overstacked are so no longer where nobody is too many any more, but for these."""
    for unit in members(s.overstacked & s.m.army[side] & ~guests):
        if s.place[unit] < 0:
            continue
        rest = collect(units_at(s, side, s.place[unit])) & ~s.overstacked | 1 << unit
        if not _too_many(s, rest):
            name_overstacked(s, 1 << unit, named=False)


# -- 5.1.2b naming ----------------------------------------------------------------------------------------------------


def weakest(s: State, units: int) -> int:
    """(A85) Of units one of which must be named, the one with the least attack factor; of strangers the weaker party
    goes first."""
    return min(members(units), key=lambda unit: (_party(s, units, unit), attack(s, unit), unit))


def _party(s: State, units: int, unit: int) -> int:
    mine = named_with(s, units, unit)
    return sum(attack(s, other) for other in members(mine)) if fronts.rivals(s, units) & units else 0


def out_of_line(s: State, hex: Hex, side: int) -> Iterator[Bar]:
    """[5.1.2a] Units that cannot be named in a hex."""
    here = collect(units_at(s, side, hex)) & ~s.overstacked

    def named(words: str) -> Callable[[int], str]:
        return lambda unit: f"{s.m.full_name[unit]} {words}"

    yield only("5.1.2a", here | s.overstacked, named("is not in the hex that is overfull"))
    yield Bar("5.1.2a", s.overstacked, named("has been named already"))
    yield Bar("5.1.2a", here & ~nameable(s, here), named("is within the limit of its kind"))


@procedure
class Naming(Frame):
    """[5.1.2b, 12.4.1b] (A85) At the start of a combat phase a side names who is overstacked, hex by hex."""

    side: int
    hexes: list[int] = []
    hex: int = 0
    command: int = 0

    @step("5.1.2b")
    def begin(self, s: State) -> None:
        """(A65) What was named before counts no more."""
        name_overstacked(s, s.overstacked & s.m.army[self.side], named=False)
        self.hexes = overfull(s, self.side)

    @step("5.1.2b", "12.4.1b")
    def next_hex(self, s: State) -> Next:
        if not self.hexes:
            return DONE
        self.hex = self.hexes[0]
        wanted = nameable(s, self._here(s))
        if not wanted:
            del self.hexes[0]
            return AGAIN
        self.command = command_of(s, members(wanted)[0])
        if s.m.around[self.hex] & s.occupied[enemy(self.side)]:
            return None
        self._name(s, weakest(s, wanted))
        return AGAIN

    def _here(self, s: State) -> int:
        return collect(units_at(s, self.side, self.hex)) & ~s.overstacked

    def _name(self, s: State, unit: int) -> None:
        named = named_with(s, self._here(s), unit)
        name_overstacked(s, named)
        tell(s, "5.1.2b", "overstacked", units=members(named), hex=self.hex)

    @choose("5.1.2b", "12.4.1b", who=asked, prompt="Too many units in {hex:space}: who is overstacked?")
    def who(self, s: State) -> Choice:
        units = Offer("overstack", "piece", out_of_line(s, self.hex, self.side), "This unit is overstacked")
        return [units, never("space", [Bar("5.1.2b", True, "choose the unit that is overstacked")])]

    @who.on("overstack")
    def _(self, s: State, unit: int) -> Next:
        self._name(s, unit)
        return goto("next_hex")
