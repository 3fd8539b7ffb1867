"""3.2 Hits by event cards: the player of the card picks a stack, its owner the unit (H-54)."""

from __future__ import annotations

from vistula.board.hexes import HexSet, members
from vistula.games.west_was_saved.cards.cardfile import Hit
from vistula.games.west_was_saved.cards.combat import supply_points
from vistula.games.west_was_saved.cards.effects import ARMS, NATIONS, acting_effect
from vistula.games.west_was_saved.changes import hit
from vistula.games.west_was_saved.rules.queries import neighbours_held
from vistula.games.west_was_saved.rules.seats import acting, opponent
from vistula.games.west_was_saved.state import State, bits_of, units_at
from vistula.kernel import DONE, Choice, Frame, Next, Option, choose, procedure, step, tell


def hit_hexes(s: State, side: int, effect: Hit) -> HexSet:
    """The enemy stacks that a card lets its player choose; only what both players see decides."""
    m, enemy = s.m, 1 - side
    hexes = s.occupied[enemy] & ~bits_of(m.card_places[name] for name in effect.spare)
    if effect.area:
        hexes &= m.north if effect.area == "north" else m.south
    if effect.beside_enemy:
        hexes &= m.grid.dilate(s.occupied[side])
    if effect.outside_cities:
        hexes &= ~m.cities
    if effect.marsh_within:
        hexes &= spread(s, m.deep_marsh, effect.marsh_within)
    if effect.adrift:
        near = spread(s, supply_points(s, enemy), effect.adrift)
        hexes &= ~near | bits_of(hex for hex in members(hexes) if len(neighbours_held(s, side, hex)) > 1)
    return hexes


def spread(s: State, hexes: HexSet, distance: int) -> HexSet:
    """Hexes at most so far from one of these."""
    found = hexes
    for _ in range(distance):
        found |= s.m.grid.dilate(found)
    return found


def meant(s: State, owner: int, hex: int, effect: Hit) -> list[int]:
    """The units in a hex that a card can mean."""
    return [
        unit
        for unit in units_at(s, owner, hex)
        if (not effect.arm or s.m.kind[unit] == ARMS[effect.arm])
        and (not effect.nation or s.m.nation[unit] == NATIONS[effect.nation])
        and not (effect.full and s.weak >> unit & 1)
    ]


@procedure
class CardHit(Frame):
    """One unit of the other side takes a hit: the player of the card picks the hex, the owner the unit (H-54)."""

    side: int
    hex: int = -1

    @step("3.2b")
    def anybody(self, s: State) -> Next:
        effect = acting_effect(s, Hit, self.side)
        if hit_hexes(s, self.side, effect):
            return None
        s.card_points[1 - self.side] += effect.otherwise
        tell(s, "3.2b", "card_in_vain", card=s.laid[self.side])
        return DONE

    @choose("3.2c", who=acting, prompt="Which enemy stack takes the hit?")
    def where(self, s: State) -> Choice:
        hexes = hit_hexes(s, self.side, acting_effect(s, Hit, self.side))
        return [Option("hex", members(hexes), "space", "This stack")]

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        self.hex = hex
        tell(s, "3.2c", "card_strikes", card=s.laid[self.side], hex=hex)
        return None

    @choose("3.2c", "9.4c", who=opponent, prompt="Which unit in {hex:space} takes the hit?", always=True)
    def unit(self, s: State) -> Choice:
        units = meant(s, 1 - self.side, self.hex, acting_effect(s, Hit, self.side))
        if units:
            return [Option("unit", units, "piece", "This unit takes the hit")]
        return [Option("none", label="There is no such unit in the stack")]

    @unit.on("unit")
    def _(self, s: State, unit: int) -> Next:
        hit(s, unit, "3.2c")
        return DONE

    @unit.on("none")
    def _(self, s: State, _: int) -> Next:
        tell(s, "3.2b", "card_in_vain", card=s.laid[self.side])
        return DONE
