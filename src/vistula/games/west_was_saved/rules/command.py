"""8.0 Command unit movement, and whom a command unit commands (7.2, 9.2, 13.1, 13.3, 13.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vistula.board.hexes import HexSet
from vistula.kernel import Bar, Call, Choice, Frame, Next, Offer, Option, Return, barred, choose, goto, left, only, tell
from vistula.kernel.procedure import procedure, step

from ..cards import effects
from ..changes import enter
from ..model import LIT, POL, RUS, SEATS, UKR
from ..state import State
from .alternation import OpenAlternation, whose_turn
from .arrange import arranges, arranging
from .bars import astray, foes, held, led, named, off_limits, off_map, silenced
from .east_prussia import then_camp
from .queries import open_to, theatre
from .seats import acting, higher_trp

COMMAND_HEXES = 5
NO_WAY = 99

# -- whom a command unit commands ------------------------------------------------------------------------------


def serves(s: State, commander: int, hex: int, units: Iterable[int]) -> bool:
    """Whether a command unit functions as one for combat units in a hex.

    Russian ones by the area in which the units stand [13.1a]; the Lithuanian one for Lithuanians alone, who have no
    other [13.3d, 13.3g]; the Ukrainian one for Ukrainians alone, who may also look to a Polish one [13.4c, 13.4e].
    """
    m = s.m
    nations = {m.nation[unit] for unit in units}
    nation = m.nation[commander]
    if nation in (LIT, UKR):
        return nations == {nation}
    if nation == RUS:
        return LIT not in nations and bool(m.areas[m.area[commander]] >> hex & 1)
    return nation == POL


def in_command(s: State, side: int, hex: int, units: Iterable[int]) -> bool:
    """[7.2a, 9.2a] Whether a command unit that commands these units stands in their hex or next to it."""
    near, units = s.m.grid.around[hex] | 1 << hex, list(units)
    return any(serves(s, c, hex, units) for c in s.m.commands_of[side] if s.place[c] >= 0 and near >> s.place[c] & 1)


def commanding_hexes(s: State, side: int, hex: int, units: Iterable[int]) -> HexSet:
    """Where command units stand whose orders reach these units (7.2); a card may silence one for orders."""
    units, silent = list(units), effects.silent_command(s)
    found = 0
    for commander in s.m.commands_of[side]:
        if s.place[commander] >= 0 and commander != silent and serves(s, commander, hex, units):
            found |= 1 << s.place[commander]
    return found


def courier_hexes(s: State, side: int) -> HexSet:
    """[7.2b] Hexes that orders travel through: passable, without enemy units (H-11)."""
    foe = 1 - side
    return open_to(s, side) & ~s.m.east_prussia & ~s.occupied[foe] & ~s.commanded[foe]


def order_distance(s: State, side: int, hex: int, units: Iterable[int]) -> int:
    """[7.2a, 7.2b] Hexes between units and the nearest command unit that commands them (H-11, H-12).

    0: in the same or the next hex, no die is needed; NO_WAY: no order can reach them.
    """
    commands = commanding_hexes(s, side, hex, units)
    if not commands:
        return NO_WAY
    grid, free = s.m.grid, courier_hexes(s, side)
    if (grid.around[hex] | 1 << hex) & commands:
        return 0
    seen = edge = 1 << hex
    between = 0
    while edge:
        edge = grid.dilate(edge) & free & ~seen
        seen |= edge
        between += 1
        if grid.dilate(edge) & commands:
            return between
    return NO_WAY


def die_needed(s: State, side: int, hex: int, units: Iterable[int]) -> int:
    """[7.2b] The die must be higher than this for an order to be carried out; 0: none is rolled."""
    distance = order_distance(s, side, hex, units)
    return effects.order_distance(s, side, distance) if 0 < distance < NO_WAY else distance


# -- 8.0 the phase ------------------------------------------------------------------------------------------------


def command_reach(s: State, commander: int) -> list[int]:
    """[8.0b, 8.0d] Hexes within five of a command unit: not impassable, none entered that holds an enemy unit.

    East Prussia takes a Russian one off the map, so none goes through it [13.5b]; allies stay in their theatre.
    """
    return left(beyond_reach(s, commander))


def beyond_reach(s: State, commander: int) -> Iterator[Bar]:
    """[8.0b, 8.0d] Hexes to which a command unit cannot go."""
    here = s.place[commander]
    yield Bar("8.0b", 1 << here, lambda hex: f"{s.m.full_name[commander]} is in {s.m.hex_name(hex)} already")
    closed = tuple(shut(s, commander))
    yield from closed
    free, edge, reached = ~barred(closed), 1 << here, 1 << here
    for _ in range(COMMAND_HEXES):
        edge = s.m.grid.dilate(edge & ~s.m.east_prussia) & free & ~reached
        reached |= edge
    yield only("8.0b", reached, lambda hex: _too_far(s, here, hex))


def _too_far(s: State, here: int, hex: int) -> str:
    name, distance = s.m.hex_name(hex), s.m.grid.distance(here, hex)
    words = f"{name} is {distance} hexes away" if distance > COMMAND_HEXES else f"there is no free way to {name}"
    return f"{words}; an HQ moves {COMMAND_HEXES}"


def shut(s: State, commander: int) -> Iterator[Bar]:
    """[8.0d, 13.3c, 13.4a] Hexes that a command unit may not enter at all."""
    side = s.m.side[commander]
    yield off_limits(s, side)
    yield from astray(s, (commander,))
    yield held(s, side, "8.0d")
    yield led(s, side, "8.0d")


def standing_still(s: State, side: int) -> Iterator[Bar]:
    """[8.0a, 8.0b, 8.0d] Pieces that do not move now: all but command units that have not and have somewhere to go."""
    m, place, around = s.m, s.place, s.m.grid.around
    yield foes(s, side, "8.0a")
    yield only("8.0a", m.commands_of[side], named(s, "is no HQ; combat units have moved"))
    yield off_map(s)
    yield Bar("8.0b", s.led, named(s, "has moved in this phase"))
    yield silenced(s)
    open_ground = open_to(s, side) & ~s.occupied[1 - side] & ~s.commanded[1 - side]
    yield Bar(
        "8.0d",
        lambda c: not around[place[c]] & open_ground & theatre(m, m.nation[c]),
        named(s, "has nowhere to go"),
    )


def movable_commands(s: State, side: int) -> list[int]:
    """[8.0b] Command units that may still move in this phase and have somewhere to go."""
    return left(standing_still(s, side))


@procedure
class CommandPhase(OpenAlternation):
    """8.0 Players take turns to move one command unit each; who declines once moves no more."""

    moved: bool = False

    def surely_able(self, s: State, side: int) -> bool:
        return bool(movable_commands(s, side))

    @step("8.0a", "8.0e")
    def begin(self, s: State) -> None:
        s.led = 0
        self.side = higher_trp(s)
        tell(s, "8.0a", "command_phase", side=SEATS[self.side])

    whose = whose_turn("8.0a")

    @arranges
    @choose("8.0a", "8.0b", "8.0c", who=acting, prompt="Move an HQ? Up to 5 hexes, free of charge.", always=True)
    def pick(self, s: State) -> Choice:
        movable = Offer("commander", "piece", standing_still(s, self.side), "Move this HQ")
        done = Option("pass", label="Move no more HQs", publish=True)
        return [movable, *arranging(s, self.side), done]

    @pick.on("commander")
    def _(self, s: State, commander: int) -> Next:
        return Call(CommandMove(commander=commander, side=self.side), into="moved", then=goto("after"))

    @pick.on("pass", goto("whose"))
    def _(self, s: State, _: int) -> None:
        side = SEATS[self.side]
        if self.passes(s, True):
            tell(s, "8.0a", "declines", side=side)

    @step("8.0a")
    def after(self, s: State) -> Next:
        return self.acted(self.moved)


@procedure
class CommandMove(Frame):
    """[8.0b] One command unit moves; where it passes does not matter."""

    commander: int
    side: int

    @choose("8.0b", "8.0d", who=acting, prompt="Move {commander:piece} where?", always=True)
    def where(self, s: State) -> Choice:
        return [
            Offer("hex", "space", beyond_reach(s, self.commander), "Move here"),
            Option("cancel", label="Choose another", free=True),
        ]

    where.to("cancel", Return(False))

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        tell(s, "8.0b", "command_moves", unit=self.commander, hex=s.place[self.commander], to_hex=hex)
        s.led |= 1 << self.commander
        enter(s, self.commander, hex, "8.0b")
        return then_camp(s, goto("moved"))

    @step("8.0b")
    def moved(self, s: State) -> Next:
        return Return(True)
