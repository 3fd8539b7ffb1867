"""16.0, 16.6, 16.7 A flotilla on the move: along its rivers, through the canal, with marines aboard."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.kernel import (
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    choose,
    goto,
    only,
    procedure,
    settle,
    step,
    tell,
)

from ..state import State
from . import fronts, quiet_north
from .control import come
from .flotillas import Canal, boarding, course, no_canal, other_end, reach
from .ground import shut
from .seats import asked
from .stacking import no_room, packed


@procedure
class Voyage(Frame):
    """[16.0d, 16.7.1a] One flotilla sails, and goes on once where it has landed marines or passed the canal."""

    command: int
    unit: int
    origin: int = -1
    aboard: int = 0
    sailed: bool = False  # it has, since it began, landed marines or passed the canal
    tried: bool = False
    through: bool = False

    @step("16.0d")
    def cast_off(self, s: State) -> None:
        self.origin = s.place[self.unit]

    @choose("16.0d", "16.7.1a", "16.6a", who=asked, prompt="Where does {unit:piece} sail?", always=True)
    def sail(self, s: State) -> Choice:
        if s.place[self.unit] < 0:
            return goto("halt")
        fresh = not self.sailed and not self.tried
        ways = Offer("sail", "space", self._no_course(s), "Sail there", when=not self.sailed)
        canal = Offer("canal", "button", self._no_canal(s), "Try the canal", warn="canal")
        board = Offer("board", "piece", self._no_boarding(s), "Take aboard", when=fresh)
        land = Offer("land", "piece", self._no_landing(s), "Land here")
        out = Option("cancel", label="Choose another unit", free=True)
        begun = fresh and s.place[self.unit] == self.origin and not self.aboard
        stop = Offer("stop", "button", self._no_stop(s, bool(ways)), "Stop here")
        return [ways, canal, board, land, out if begun else stop]

    def _no_stop(self, s: State, onward: bool) -> Iterator[Bar]:
        """[5.1.3a] A flotilla does not stay where it is too many with its marines, if it can land them or sail on."""
        moved = s.place[self.unit] != self.origin
        packed_in = moved and packed(s, self.unit, self.aboard) and (onward or bool(self.aboard))
        yield Bar("5.1.3a", packed_in, "the hex does not hold it, its marines and those who are there")

    def _no_course(self, s: State) -> Iterator[Bar]:
        yield Bar("16.0d", self.sailed, "it has sailed")
        yield from quiet_north.too_near(s, self.unit)
        yield fronts.no_command(s, self.unit)
        found = reach(s, self.unit)
        yield only("16.0e", found, "it sails along its rivers, past no enemy unit")
        if fronts.out_of_command(s, self.unit):
            out = fronts.out_hexes(s, fronts.front_of(s, self.unit))
            yield Bar("12.3.2b", out if found & ~out else 0, "it must regain command")
        yield no_room(s, self.unit)
        for marine in members(self.aboard):
            yield no_room(s, marine)

    def _no_canal(self, s: State) -> Iterator[Bar]:
        yield Bar("16.6a", self.tried, "it has passed the canal in this move")
        yield from no_canal(s, self.unit, s.place[self.unit])
        for bar in shut(s, self.unit):
            far = other_end(s, s.place[self.unit])
            if far >= 0 and bar.held(far):
                said = bar.refusal(far)
                yield Bar(said.rule, True, said.why)

    def _no_boarding(self, s: State) -> Iterator[Bar]:
        yield Bar("16.7.1a", self.sailed or self.tried, "marines go aboard before the flotilla sails")
        yield Bar("16.7.1a", self.aboard, "it is aboard")
        yield from boarding(s, self.unit)

    def _no_landing(self, s: State) -> Iterator[Bar]:
        yield only("16.7.1a", self.aboard, "only marines aboard go ashore")
        still = s.place[self.unit] == self.origin
        yield Bar("16.7.1a", still, "they would not have moved: sail first")

    @sail.on("board")
    def _(self, s: State, marine: int) -> Next:
        self.aboard |= 1 << marine
        return goto("sail")

    @sail.on("land")
    def _(self, s: State, marine: int) -> Next:
        self.aboard &= ~(1 << marine)
        self.sailed = False
        s.moved |= 1 << marine
        return goto("sail")

    @sail.on("sail")
    def _(self, s: State, hex: int) -> Next:
        for passed in course(s, self.unit, hex):
            come(s, self.unit, passed)
        for marine in members(self.aboard):
            come(s, marine, hex)
        self.sailed = True
        return goto("sail")

    @sail.on("canal")
    def _(self, s: State, _: int) -> Next:
        self.tried = True
        return Call(Canal(unit=self.unit, aboard=self.aboard), goto("passed"), into="through")

    @sail.on("stop")
    def _(self, s: State, _: int) -> Next:
        return goto("halt")

    @sail.on("cancel")
    def _(self, s: State, _: int) -> Next:
        s.moving = 0
        return DONE

    @step("16.6b", "16.6c")
    def passed(self, s: State) -> Next:
        """Who is through may sail on."""
        self.sailed = False
        return goto("sail") if self.through else goto("halt")

    @step("8.0c", "16.7.1a")
    def halt(self, s: State) -> None:
        s.moved |= 1 << self.unit | self.aboard
        s.moving = 0
        if s.place[self.unit] >= 0 and s.place[self.unit] != self.origin:
            tell(s, "16.0d", "moved", unit=self.unit, hex=s.place[self.unit])
        settle(s, "16.0d")
