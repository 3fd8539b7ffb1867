"""9.5.b, 9.1 Advance: the winners may occupy the vacated hex, cavalry may go one hex further."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel import AGAIN, DONE, SKIP, Bar, Call, Choice, Frame, Next, Offer, Option, first, left, only, tell
from vistula.kernel.procedure import Return, choose, goto, procedure, step

from ..changes import come, enter, march, put_blanks, take_blanks, watch
from ..state import State, commands_at, units_at
from .bars import (
    astray,
    elsewhere,
    far,
    foes,
    held,
    led,
    line_shut,
    named,
    no_room,
    off_limits,
    off_map,
    silenced,
    unshared,
)
from .east_prussia import then_camp
from .facing import Facing
from .queries import unshared_hexes
from .seats import acting


def staying(s: State, frame: Advance) -> Iterator[Bar]:
    """[9.5.b7, 9.1c, 9.6b, 3.2c, 13.3c, 13.4a] Pieces that cannot advance; artillery stays behind (H-26).

    Where a lone command unit was driven off all combat units that attacked it may go, artillery too, and nobody else.
    """
    m, side, to = s.m, frame.side, frame.hex
    yield foes(s, side, "9.5.b7")
    yield off_map(s)
    yield elsewhere(s, frame.start, "9.5.b7")
    if frame.overrun:
        words = "is an HQ: only combat units occupy the hex of one that was driven off"
        yield Bar("9.6b", lambda piece: piece in m.commands, named(s, words))
    else:
        yield Bar("9.5.b7", m.artillery, named(s, "is artillery, which does not advance"))
        yield silenced(s)
    yield Bar("13.4a", lambda piece: first(astray(s, [piece]), to), lambda piece: first(astray(s, [piece]), to) or "")
    closed = first(line_shut(s, side, frame.start), to)
    yield Bar("3.2c", m.of_side[side] if closed else 0, lambda _: closed or "")
    here = collect([*units_at(s, side, frame.start), *commands_at(s, side, frame.start)])
    yield only("9.5.b7", here & (frame.among | ~m.of_side[side]), named(s, "took no part in the combat"))


def no_charge(s: State, unit: int) -> Iterator[Bar]:
    """[9.5.b8, 1.2k, 3.2c, 13.3c, 13.3h, 13.4a] Hexes to which cavalry that has advanced cannot go on."""
    side, here = s.m.side[unit], s.place[unit]
    yield far(s, "9.5.b8", here)
    yield off_limits(s, side)
    yield held(s, side, "9.5.b8")
    yield from astray(s, [unit])
    yield no_room(s, side, 1)
    yield unshared(s, unshared_hexes(s, unit))
    yield led(s, side, "9.5.b8")
    yield from line_shut(s, side, here)


def charge_hexes(s: State, unit: int) -> list[int]:
    """[9.5.b8] Where cavalry that has advanced may go: one hex on, without any enemy unit, if there is room."""
    return left(no_charge(s, unit))


@procedure
class Advance(Frame):
    """[9.5.b7] Units of the victorious stack go into the vacated hex, as many as the owner likes.

    `among` is the set of units that may go: those that fought, or, where nobody fought, all. Returns the set of combat
    units that have advanced.
    """

    side: int
    start: int
    hex: int
    among: int = -1
    charging: bool = True  # whether cavalry may go on
    overrun: bool = False  # a lone command unit was in the hex
    gone: int = 0
    riders: int = 0  # advanced cavalry that has not gone further

    @choose("9.5.b7", "9.1c", "9.6b", who=acting, prompt="Who advances into {hex:space}?", always=True)
    def who_goes(self, s: State) -> Choice:
        pieces = Offer("unit", "piece", staying(s, self), "Advance")  # none of a covered stack: not for all to know
        if not pieces and (self.charging or s.occupied[self.side] >> self.hex & 1):
            return SKIP
        everyone = [Option("all", label="All advance")] if len(pieces.args) > 1 else []
        return [pieces, *everyone, Option("done", label="Advance no further", publish=True)]

    who_goes.to("done")

    @who_goes.on("unit", AGAIN)
    def _(self, s: State, piece: int) -> None:
        self._go(s, [piece])

    @who_goes.on("all")
    def _(self, s: State, _: int) -> None:
        self._go(s, left(staying(s, self)))

    def _go(self, s: State, pieces: list[int]) -> None:
        tell(s, "9.5.b7", "advances", units=pieces, hex=self.start, to_hex=self.hex)
        units = [piece for piece in pieces if piece in s.m.combat]
        blanks = take_blanks(s, units)  # [1.4b]
        march(s, units, self.hex, "9.5.b7")
        put_blanks(s, units, self.hex, blanks)  # [1.4b]
        if self.charging:  # else nobody has laid his stack open
            self.gone |= collect(units)
            self.riders |= 0 if self.overrun else collect(units) & s.m.cavalry  # [9.6b]
        for commander in (piece for piece in pieces if piece not in s.m.combat):
            come(s, commander, self.hex, "9.5.b7")
        watch(s)

    @choose("9.5.b8", who=acting, prompt="Which cavalry goes one hex further?", always=True)
    def charge(self, s: State) -> Choice:
        riders = Offer("unit", "piece", self.halted(s), "Goes one hex further")
        return [riders, Option("done", label="The cavalry stays", publish=True)] if riders else SKIP

    charge.to("done")

    def halted(self, s: State) -> Iterator[Bar]:
        """[9.5.b8] Pieces that cannot go one hex further."""
        yield foes(s, self.side, "9.5.b8")
        yield off_map(s)
        yield only("9.5.b8", s.m.cavalry, named(s, "is no cavalry: only cavalry goes further"))
        unmoved = f"has not advanced into {s.m.hex_name(self.hex)}, or has gone on"
        yield only("9.5.b8", self.riders, named(s, unmoved))
        nowhere = named(s, f"has nowhere to go from {s.m.hex_name(self.hex)}")
        yield Bar("9.5.b8", lambda unit: s.place[unit] != self.hex or not charge_hexes(s, unit), nowhere)

    @charge.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.riders &= ~(1 << unit)
        return Call(Exploit(side=self.side, unit=unit), then=AGAIN)

    @step("9.5.b9")
    def turn(self, s: State) -> Next:
        here = s.occupied[self.side] >> self.hex & 1
        return Facing(hex=self.hex, side=self.side) if here else None

    @step("9.5.b7")
    def over(self, s: State) -> Next:
        return Return(self.gone)


@procedure
class Exploit(Frame):
    """[9.5.b8] One cavalry unit that has advanced goes one hex further, and shows its facing there."""

    side: int
    unit: int
    to: int = -1
    facing: int = -1

    @choose("9.5.b8", who=acting, prompt="Where does {unit:piece} go?", always=True)
    def where(self, s: State) -> Choice:
        return [
            Offer("hex", "space", no_charge(s, self.unit), "Go on to this hex"),
            Option("stay", label="Stay"),
        ]

    where.to("stay", DONE)

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        self.to, self.facing = hex, s.facing[hex]
        tell(s, "9.5.b8", "charges", unit=self.unit, hex=s.place[self.unit], to_hex=hex)
        enter(s, self.unit, hex, "9.5.b8")
        return then_camp(s, goto("turn"))

    @step("9.5.b9")
    def turn(self, s: State) -> Next:
        alive = s.place[self.unit] == self.to
        return Facing(hex=self.to, side=self.side) if alive and self.facing < 0 else None
