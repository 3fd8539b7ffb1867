"""3.2 Hits by event cards: the player of the card picks a stack, its owner the unit (H-54)."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import HexSet, collect
from vistula.kernel import DONE, Bar, Choice, Frame, Next, Offer, Option, choose, left, only, procedure, step, tell

from ..changes import hit
from ..rules.bars import elsewhere, foes, named, off_map, placed
from ..rules.queries import neighbours_held
from ..rules.seats import acting, opponent
from ..state import State
from .cardfile import Hit
from .combat import supply_points
from .effects import ARMS, NATIONS, acting_effect


def spared(s: State, side: int, effect: Hit) -> Iterator[Bar]:
    """[3.2c] Hexes without an enemy stack that a card lets its player choose; only what both players see decides."""
    m, enemy = s.m, 1 - side
    yield no_enemy(s, side)
    if effect.spare:
        yield Bar("3.2c", collect(m.card_places[name] for name in effect.spare), placed(s, "the card spares {}"))
    if effect.area:
        area = m.north if effect.area == "north" else m.south
        yield only("3.2c", area, placed(s, f"{{}} is not {effect.area} of the Demarcation Line"))
    if effect.beside_enemy:
        mine = m.grid.dilate(s.occupied[side])
        yield only("3.2c", mine, placed(s, "none of your combat units stands next to {}"))
    if effect.outside_cities:
        yield Bar("3.2c", m.cities, placed(s, "{} is a city"))
    if effect.marsh_within:
        wet, far = spread(s, m.deep_marsh, effect.marsh_within), f"more than {effect.marsh_within} hexes from"
        yield only("3.2c", wet, placed(s, f"{{}} is {far} the marshes"))
    if effect.adrift:
        fed = spread(s, supply_points(s, enemy), effect.adrift)
        words = placed(s, "{} has a depot or source near, and no two stacks of yours are next to it")
        yield Bar("3.2c", lambda hex: fed >> hex & 1 and len(neighbours_held(s, side, hex)) < 2, words)


def no_enemy(s: State, side: int) -> Bar:
    """Hexes without enemy combat units."""
    return only("3.2c", s.occupied[1 - side], placed(s, "no enemy combat unit stands in {}"))


def spread(s: State, hexes: HexSet, distance: int) -> HexSet:
    """Hexes at most so far from one of these."""
    found = hexes
    for _ in range(distance):
        found |= s.m.grid.dilate(found)
    return found


def unhurt(s: State, owner: int, hex: int, effect: Hit) -> Iterator[Bar]:
    """[3.2c] Pieces that a card cannot mean."""
    m = s.m
    yield foes(s, owner, "3.2c")
    yield off_map(s)
    yield elsewhere(s, hex, "3.2c")
    yield only("3.2c", m.of_side[owner], named(s, "is an HQ, and the card is about combat units"))
    if effect.arm:
        arm = ARMS[effect.arm]
        yield Bar("3.2c", lambda unit: m.kind[unit] != arm, named(s, f"is no {effect.arm}, which the card is about"))
    if effect.nation:
        yield only("3.2c", m.of_nation[NATIONS[effect.nation]], named(s, "is of a nation that the card is not about"))
    if effect.full:
        yield Bar("3.2c", s.weak, named(s, "is weakened, and the card is about units at full strength"))


@procedure
class CardHit(Frame):
    """One unit of the other side takes a hit: the player of the card picks the hex, the owner the unit (H-54)."""

    side: int
    hex: int = -1

    @step("3.2b")
    def anybody(self, s: State) -> Next:
        effect = acting_effect(s, Hit, self.side)
        if left(spared(s, self.side, effect)):
            return None
        s.card_points[1 - self.side] += effect.otherwise
        tell(s, "3.2b", "card_in_vain", card=s.laid[self.side])
        return DONE

    @choose("3.2c", who=acting, prompt="Which enemy stack takes the hit?")
    def where(self, s: State) -> Choice:
        return [Offer("hex", "space", spared(s, self.side, acting_effect(s, Hit, self.side)), "This stack")]

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        self.hex = hex
        tell(s, "3.2c", "card_strikes", card=s.laid[self.side], hex=hex)
        return None

    @choose("3.2c", "9.4c", who=opponent, prompt="Which unit in {hex:space} takes the hit?", always=True)
    def unit(self, s: State) -> Choice:
        bars = unhurt(s, 1 - self.side, self.hex, acting_effect(s, Hit, self.side))
        units = Offer("unit", "piece", bars, "This unit takes the hit")
        return [units] if units else [units, Option("none", label="There is no such unit in the stack")]

    @unit.on("unit")
    def _(self, s: State, unit: int) -> Next:
        hit(s, unit, "3.2c")
        return DONE

    @unit.on("none")
    def _(self, s: State, _: int) -> Next:
        tell(s, "3.2b", "card_in_vain", card=s.laid[self.side])
        return DONE
