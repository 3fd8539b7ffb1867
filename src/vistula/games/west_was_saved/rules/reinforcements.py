"""12.0 Reinforcements, and everything else that comes back at the end of a turn: command units that were removed (9.6),
Russians from East Prussia (13.5), units that a card called away.
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import HexSet, members
from vistula.kernel import DONE, Bar, Call, Choice, Frame, Next, Offer, choose, disclose, goto, only, procedure, tell
from vistula.kernel.procedure import step
from vistula.parts.pieces import box

from ..changes import enter, remove
from ..model import COMMAND, POLAND, SEATS
from ..state import LOST, State
from .bars import foes, held, named, off_limits, whereabouts
from .facing import Facing
from .queries import full_hexes, height, open_to, theatre, unshared_hexes
from .redeployment import fighters_but
from .seats import acting, richer_first
from .supply_lines import supplied_for


def due(s: State, side: int) -> list[int]:
    """[12.0a] The pieces of a side in the box of this turn."""
    place, now = s.place, box(s.turn)
    return [u for u in (*s.m.combat_of[side], *s.m.commands_of[side]) if place[u] == now]


def not_due(s: State, side: int) -> Iterator[Bar]:
    """[12.0a] Pieces that do not arrive now."""
    here = named(s, "is on the map already")
    yield foes(s, side, "12.0a")
    yield only("12.0a", due(s, side), lambda piece: here(piece) if s.place[piece] >= 0 else whereabouts(s, piece))


def clear(s: State, unit: int) -> HexSet:
    """[12.0b] Hexes without enemy units, in supply and not full: where a reinforcement may be put down.

    A command unit is always in supply and needs no room [6.0d, 1.2l]. Allies stay in their theatre [13.3c, 13.4a].
    """
    m, side = s.m, s.m.side[unit]
    hexes = open_to(s, side) & ~m.east_prussia & ~(s.occupied[1 - side] | s.commanded[1 - side])
    hexes &= theatre(m, m.nation[unit])
    if m.kind[unit] == COMMAND:
        return hexes
    return hexes & supplied_for(s, unit) & ~full_hexes(s, side) & ~unshared_hexes(s, unit)


def home(s: State, unit: int) -> int:
    """[12.0a, 13.5c] The one hex on which a piece is due, or -1 for those that may choose among several."""
    if unit in s.left_hex or s.edge >> unit & 1:
        return -1
    return s.m.smolensk if s.repatriated >> unit & 1 else s.m.arrival[unit]


def entry_hexes(s: State, unit: int) -> HexSet:
    """[12.0a, 12.0b, 12.0c, 9.6c, 13.5c] Where a piece that is due may come into play; none where it cannot."""
    m, bit = s.m, 1 << unit
    if unit in s.left_hex:
        return refuges(s, unit)
    free = clear(s, unit)
    hex = home(s, unit)
    if hex < 0:
        return m.below_sejm & free
    near = 1 << hex & free or m.around[hex] & free
    if m.uman_group & bit and (not near or (m.kind[unit] == COMMAND and shut_out(s))):
        return near | m.below_sejm & free
    return near


def no_entry(s: State, unit: int) -> Iterator[Bar]:
    """[12.0a, 12.0b, 12.0c, 9.6c, 13.5c] Hexes in which a piece that is due does not come into play."""
    name, hexes = s.m.hex_name, entry_hexes(s, unit)
    yield off_limits(s, s.m.side[unit])
    yield held(s, s.m.side[unit], "12.0b")
    where = named(s, "arrives in")
    yield only("12.0b", hexes, lambda hex: f"{where(unit)} {', '.join(map(name, members(hexes)))}, not in {name(hex)}")


def shut_out(s: State) -> bool:
    """[12.0c] Whether cavalry of the Uman group finds no hex there, or has found none; its command unit goes along."""
    m, place, now = s.m, s.place, box(s.turn)
    for unit in members(m.uman_group & m.cavalry):
        uman = m.around[m.arrival[unit]] | 1 << m.arrival[unit]
        if place[unit] >= 0 and m.below_sejm >> place[unit] & 1:
            return True
        if place[unit] == now and not clear(s, unit) & uman:
            return True
    return False


def refuges(s: State, commander: int) -> HexSet:
    """[9.6c, 13.3c, 13.4a] Cities within five hexes of where a command unit was lost that a combat unit of its side
    holds (H-36). An ally's lies in its theatre."""
    m, side = s.m, s.m.side[commander]
    near = m.near(s.left_hex[commander], m.allowance[COMMAND])
    return s.occupied[side] & m.cities & theatre(m, m.nation[commander]) & near


@procedure
class ReinforcementsPhase(Frame):
    """12.0 Each player brings in what is due; the one with more total resource points first."""

    side: int = POLAND
    waiting: list[int] = []

    begin = richer_first("12.0a")

    @step("12.0a")
    def next_player(self, s: State) -> Next:
        if not self.waiting:
            return DONE
        self.side = self.waiting.pop(0)
        if due(s, self.side):
            disclose(s, "12.0b", SEATS, self.side)  # who finds room tells something of the stacks
        return None

    @step("12.0e", "9.6d")
    def stranded(self, s: State) -> None:
        """What finds no hex is out of the game."""
        for unit in due(s, self.side):
            if not entry_hexes(s, unit):
                if home(s, unit) >= 0:
                    tell(s, "12.0e", "never_arrives", unit=unit, hex=home(s, unit))
                else:
                    rule = "9.6d" if unit in s.left_hex else "12.0e"
                    tell(s, rule, "never_returns", unit=unit)
                s.left_hex.pop(unit, None)
                remove(s, unit, LOST)

    @choose("12.0a", who=acting, prompt="Which reinforcement arrives first?")
    def reinforce(self, s: State) -> Choice:
        units = Offer("unit", "piece", not_due(s, self.side), "Bring this unit in")
        return [units] if units else goto("next_player")

    @reinforce.on("unit")
    def _(self, s: State, unit: int) -> Next:
        return Call(Arrival(side=self.side, unit=unit), goto("stranded"))


@procedure
class Arrival(Frame):
    """[12.0a] One piece comes onto the map."""

    side: int
    unit: int
    hex: int = -1

    @step("12.0a", "13.5c")
    def as_planned(self, s: State) -> Next:
        """Nobody is asked where everyone can see that the hex of arrival is open and has room."""
        hex = home(s, self.unit)
        if hex < 0 or entry_hexes(s, self.unit) != 1 << hex:
            return None
        if s.m.kind[self.unit] != COMMAND and height(s, self.side, hex) >= s.m.stack_limit:  # [12.0b]
            return None
        return self.come(s, hex)

    @choose(
        "12.0a", "12.0b", "12.0c", "9.6c", "13.5c", who=acting, prompt="Where does {unit:piece} arrive?", always=True
    )
    def where(self, s: State) -> Choice:
        return [Offer("hex", "space", no_entry(s, self.unit), "Arrive here")]

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        return self.come(s, hex)

    def come(self, s: State, hex: int) -> Next:
        self.hex = hex
        rule = "9.6c" if self.unit in s.left_hex else "13.5c" if s.repatriated >> self.unit & 1 else "12.0a"
        s.left_hex.pop(self.unit, None)
        s.repatriated &= ~(1 << self.unit)
        s.edge &= ~(1 << self.unit)
        enter(s, self.unit, hex, rule)
        tell(s, rule, "arrives", unit=self.unit, hex=hex)
        return goto("facing")

    @step("12.0d", "12.0f")
    def facing(self, s: State) -> Next:
        """[12.0f] Among friends a unit takes their facing."""
        asks = s.m.fighters >> self.unit & 1 and not fighters_but(s, self.side, self.hex, self.unit)
        return Facing(hex=self.hex, side=self.side) if asks else DONE
