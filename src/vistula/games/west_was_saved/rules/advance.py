"""9.5.b, 9.1 Advance: the winners may occupy the vacated hex, cavalry may go one hex further."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.changes import come, enter, march, put_blanks, take_blanks, watch
from vistula.games.west_was_saved.model import CAVALRY
from vistula.games.west_was_saved.rules.east_prussia import then_camp
from vistula.games.west_was_saved.rules.facing import Facing
from vistula.games.west_was_saved.rules.queries import can_share, commands_at, open_to, room, theatre, units_at
from vistula.games.west_was_saved.rules.seats import acting
from vistula.games.west_was_saved.state import State, bits_of
from vistula.kernel import (
    AGAIN,
    DONE,
    SKIP,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Return,
    choose,
    goto,
    procedure,
    step,
    tell,
)


def may_cross(s: State, piece: int, start: int, hex: int) -> bool:
    """[13.3c, 13.4a] Whether a piece may follow: allies stay in their theatre, a card may close the line to units."""
    side = s.m.side[piece]
    crossing = (s.m.north >> start ^ s.m.north >> hex) & 1
    barred = crossing and piece in s.m.combat and effects.line_closed(s, side)
    return not barred and bool(theatre(s.m, s.m.nation[piece]) >> hex & 1)


def followers(s: State, frame: Advance) -> list[int]:
    """[9.5.b7, 9.1c, 9.6b] Cavalry, infantry and command units that may advance; artillery stays behind (H-26).

    Where a lone command unit was driven off, all combat units that attacked it, artillery too, and nobody else.
    """
    side, start = frame.side, frame.start
    units = [u for u in units_at(s, side, start) if frame.among >> u & 1]
    if not frame.overrun:
        silent = effects.silent_command(s)  # [3.2c] a card keeps it where it is
        commanders = [c for c in commands_at(s, side, start) if c != silent]
        units = [*(u for u in units if s.m.fighters >> u & 1), *commanders]
    return [piece for piece in units if may_cross(s, piece, start, frame.hex)]


def charge_hexes(s: State, unit: int) -> list[int]:
    """[9.5.b8] Where cavalry that has advanced may go: one hex on, without any enemy unit, if there is room."""
    side, hex = s.m.side[unit], s.place[unit]
    free = s.m.around[hex] & open_to(s, side) & ~s.occupied[1 - side] & ~s.commanded[1 - side]
    return [
        to for to in members(free) if room(s, side, to) > 0 and can_share(s, unit, to) and may_cross(s, unit, hex, to)
    ]


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
        pieces = followers(s, self)
        if not pieces and (self.charging or s.occupied[self.side] >> self.hex & 1):
            return SKIP
        options = [Option("unit", pieces, "piece", "Advance")]  # none of a covered stack: that is not for all to know
        if len(pieces) > 1:
            options.append(Option("all", label="All advance"))
        return [*options, Option("done", label="Advance no further", publish=True)]

    @who_goes.on("unit")
    def _(self, s: State, piece: int) -> Next:
        self._go(s, [piece])
        return AGAIN

    @who_goes.on("all")
    def _(self, s: State, _: int) -> Next:
        self._go(s, followers(s, self))
        return None

    @who_goes.on("done")
    def _(self, s: State, _: int) -> Next:
        return None

    def _go(self, s: State, pieces: list[int]) -> None:
        tell(s, "9.5.b7", "advances", units=pieces, hex=self.start, to_hex=self.hex)
        units = [piece for piece in pieces if piece in s.m.combat]
        blanks = take_blanks(s, units)  # [1.4b]
        march(s, units, self.hex, "9.5.b7")
        put_blanks(s, units, self.hex, blanks)  # [1.4b]
        if self.charging:  # else nobody has laid his stack open
            self.gone |= bits_of(units)
            self.riders |= bits_of(unit for unit in units if s.m.kind[unit] == CAVALRY and not self.overrun)
        for commander in (piece for piece in pieces if piece not in s.m.combat):
            come(s, commander, self.hex, "9.5.b7")
        watch(s)

    @choose("9.5.b8", who=acting, prompt="Which cavalry goes one hex further?", always=True)
    def charge(self, s: State) -> Choice:
        riders = [unit for unit in members(self.riders) if s.place[unit] == self.hex and charge_hexes(s, unit)]
        if not riders:
            return SKIP
        return [
            Option("unit", riders, "piece", "Goes one hex further"),
            Option("done", label="The cavalry stays", publish=True),
        ]

    @charge.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.riders &= ~(1 << unit)
        return Call(Exploit(side=self.side, unit=unit), then=AGAIN)

    @charge.on("done")
    def _(self, s: State, _: int) -> Next:
        return None

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
            Option("hex", charge_hexes(s, self.unit), "space", "Go on to this hex"),
            Option("stay", label="Stay"),
        ]

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        self.to, self.facing = hex, s.facing[hex]
        tell(s, "9.5.b8", "charges", unit=self.unit, hex=s.place[self.unit], to_hex=hex)
        enter(s, self.unit, hex, "9.5.b8")
        return then_camp(s, goto("turn"))

    @where.on("stay")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @step("9.5.b9")
    def turn(self, s: State) -> Next:
        alive = s.place[self.unit] == self.to
        return Facing(hex=self.to, side=self.side) if alive and self.facing < 0 else None
