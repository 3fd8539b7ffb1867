"""3.2 Cards that ask or do something of their own: hits, where the player of the card picks a stack and its owner the
unit (H-54); the treaty, the Cavalry Army, Wrangel, the command train, Balakhovich, a quiet front.
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import AGAIN, DONE, SKIP, Bar, Choice, Frame, Next, Offer, Option, disclose, left, only, step, tell
from vistula.kernel.procedure import choose, procedure
from vistula.parts.pieces import box, box_turn

from ..changes import enter, face, hit, remove, watch
from ..model import COMMAND, POL, POLAND, RUS, RUSSIA, SEATS
from ..rules.bars import elsewhere, foes, held, led, named, no_room, off_map, placed
from ..rules.facing import Facing, asks_facing
from ..rules.queries import near_enemy, neighbours_held
from ..rules.seats import acting, opponent, poland, russia
from ..rules.supply_lines import supplied_for
from ..state import CARD, State
from .cardfile import TREATY, CavalryArmy, Hit, Partner, Rest, Wrangel
from .combat import supply_points
from .effects import ARMS, NATIONS, acting_effect, laid_by


def treaty(s: State) -> None:
    """[13.3a, 13.3f] Lithuania joins the war; its units appear. The card leaves the game."""
    s.lithuania = True
    s.discards.remove(TREATY)
    tell(s, "13.3a", "treaty")
    for unit in s.m.units:
        if s.m.by_card[unit] == TREATY and s.place[unit] == CARD:
            hex = s.m.arrival[unit]
            enter(s, unit, hex, "13.3f")
            if s.m.kind[unit] != COMMAND:
                face(s, hex, s.m.start_facing[unit])
            tell(s, "13.3f", "arrives", unit=unit, hex=hex)


def cavalry_army_hurries(s: State, effect: CavalryArmy) -> None:
    """The group due at Uman comes earlier, if its day has not come yet."""
    group = [unit for unit in members(s.m.uman_group) if box_turn(s.place[unit]) > effect.early >= s.turn]
    for unit in group:
        remove(s, unit, box(effect.early))
    if group:
        tell(s, "3.2c", "cavalry_army", turn=effect.early)


@procedure
class CommandTrain(Frame):
    """A command unit goes at once to a city with own combat units in supply; Russian ones stay in their area."""

    side: int
    unit: int = -1

    @choose("3.2c", who=acting, prompt="Which HQ moves at once?", always=True)
    def which(self, s: State) -> Choice:
        return [Offer("unit", "piece", self._waiting(s), "Move this HQ"), Option("none", label="None")]

    which.to("unit", into="unit")
    which.to("none", DONE)

    def _waiting(self, s: State) -> Iterator[Bar]:
        """[3.2c] Pieces that cannot go by the train."""
        yield foes(s, self.side, "3.2c")
        yield only("3.2c", collect(s.m.commands_of[self.side]), named(s, "is no HQ"))
        yield off_map(s)
        nowhere = "has no city to go to in which its army is in supply"
        yield Bar("3.2c", lambda commander: not left(no_train(s, commander)), named(s, nowhere))

    @choose("3.2c", "13.1a", who=acting, prompt="Move {unit:piece} to which city?", always=True)
    def where(self, s: State) -> Choice:
        return [Offer("hex", "space", no_train(s, self.unit), "To this city")]

    @where.on("hex", DONE)
    def _(self, s: State, hex: int) -> None:
        tell(s, "3.2c", "command_moves", unit=self.unit, hex=s.place[self.unit], to_hex=hex)
        enter(s, self.unit, hex, "3.2c")


def no_train(s: State, commander: int) -> Iterator[Bar]:
    """[3.2c, 13.1a] Hexes that are no city with a combat unit in supply of the commander's own army, on his side of the
    line."""
    m, nation, area, here = s.m, s.m.nation[commander], s.m.area[commander], s.place[commander]
    name, he = m.hex_name, m.full_name[commander]
    yield Bar("3.2c", nation not in (POL, RUS), "only Polish and Russian HQs go by this train")
    yield only("3.2c", m.cities, placed(s, "{} is no city"))
    if area >= 0:
        yield only("13.1a", m.areas[area], lambda hex: f"{name(hex)} is beyond the Demarcation Line for {he}")
    yield Bar("3.2c", 1 << here if here >= 0 else -1, lambda hex: f"{he} is in {name(hex)} already")
    own = [unit for unit in members(m.of_nation[nation]) if s.place[unit] >= 0 and m.cities >> s.place[unit] & 1]
    fed = collect(s.place[unit] for unit in own if supplied_for(s, unit) >> s.place[unit] & 1)
    yield only("3.2c", fed, lambda hex: f"no combat unit of {he}'s army is in supply in {name(hex)}")


@procedure
class Quiet(Frame):
    """A player chooses between a few points, and many points without an attack this turn."""

    side: int

    @choose("3.2c", "4.0c", who=acting, prompt="A quiet front: a few points, or many and no attack this turn?")
    def which(self, s: State) -> Choice:
        effect = acting_effect(s, Rest, self.side)
        return [
            Option("few", label=f"{effect.few} resource point more"),
            Option("many", label=f"{effect.many} resource points more, no attack this turn"),
        ]

    @which.on("few", DONE)
    def _(self, s: State, _: int) -> None:
        s.card_points[self.side] += acting_effect(s, Rest, self.side).few

    @which.on("many", DONE)
    def _(self, s: State, _: int) -> None:
        s.card_points[self.side] += acting_effect(s, Rest, self.side).many
        s.forgone |= 1 << self.side
        tell(s, "3.2c", "no_attacks", side=self.side)


@procedure
class CalledAway(Frame):
    """Russian units of the south leave for another front; what cannot be found costs resource points."""

    gone: int = 0

    @choose("3.2c", who=russia, prompt="Which unit is called away to the south?", always=True)
    def which(self, s: State) -> Choice:
        units = Offer("unit", "piece", needed_here(s), "This unit goes")
        return [units] if self.gone < self.effect(s).units and units else SKIP

    @which.on("unit", AGAIN)
    def _(self, s: State, unit: int) -> None:
        turn = s.turn + self.effect(s).turns
        tell(s, "3.2c", "called_away", unit=unit, hex=s.place[unit], turn=turn)
        remove(s, unit, box(turn))
        watch(s)  # its hex may have barred the enemy's supply (H-8)
        s.edge |= 1 << unit
        self.gone += 1

    @step("3.2c", "4.0c")
    def missing(self, s: State) -> None:
        s.card_points[RUSSIA] += self.effect(s).missing * (self.effect(s).units - self.gone)

    def effect(self, s: State) -> Wrangel:
        return acting_effect(s, Wrangel, laid_by(s, Wrangel))


def needed_here(s: State) -> Iterator[Bar]:
    """[3.2c] Pieces that cannot be called away: only Russian combat units of the south can, no artillery, nobody of the
    Cavalry Army."""
    m = s.m
    yield foes(s, RUSSIA, "3.2c")
    yield off_map(s)
    yield only("3.2c", m.of_nation[RUS], named(s, "is no Russian combat unit"))
    yield Bar("3.2c", m.artillery, named(s, "is artillery, which stays"))
    spare = collect(m.unit_by_key[key] for key in acting_effect(s, Wrangel, laid_by(s, Wrangel)).spare)
    yield Bar("3.2c", spare, named(s, "belongs to the Cavalry Army, which stays"))
    yield Bar("3.2c", lambda unit: not m.south >> s.place[unit] & 1, named(s, "is not south of the Demarcation Line"))


@procedure
class Bulak(Frame):
    """The group of Balakhovich, which no other card brings, comes into play."""

    @step("3.2b", "3.2c")
    def begin(self, s: State) -> Next:
        cities = left(no_rally(s))
        disclose(s, "3.2b", SEATS, bool(cities))  # whether a city has room for it
        if cities:
            return None
        tell(s, "3.2b", "card_in_vain", card=s.laid[POLAND])
        return DONE

    @choose(
        "3.2c",
        who=poland,
        prompt="In which city does the group of Balakhovich gather?",
        always=True,
    )
    def where(self, s: State) -> Choice:
        hexes = Offer("hex", "space", no_rally(s), "Place it here")
        return [hexes] if hexes else [hexes, Option("none", label="Nowhere")]

    where.to("none", DONE)

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        unit = s.m.unit_by_key[acting_effect(s, Partner, POLAND).unit]
        before = s.facing[hex]
        enter(s, unit, hex, "3.2c")
        tell(s, "3.2c", "arrives", unit=unit, hex=hex)
        return Facing(hex=hex, side=POLAND) if asks_facing(s, hex, [unit], before) else DONE


def no_rally(s: State) -> Iterator[Bar]:
    """[3.2c, 1.2k] Hexes that are no city in supply near enough, with room, and not next to a Russian combat unit."""
    m, effect, name = s.m, acting_effect(s, Partner, POLAND), s.m.hex_name
    place, within, unit = m.card_places[effect.near], effect.within, m.unit_by_key[effect.unit]
    yield only("3.2c", m.cities, placed(s, "{} is no city"))
    yield only("3.2c", m.near(place, within), lambda hex: f"{name(hex)} is more than {within} hexes from {name(place)}")
    yield held(s, POLAND, "3.2c")
    yield led(s, POLAND, "3.2c")
    yield Bar("3.2c", near_enemy(s, POLAND), placed(s, "{} is next to a Russian combat unit"))
    yield only("3.2c", supplied_for(s, unit), placed(s, "{} is out of supply"))
    yield no_room(s, POLAND, 1)


def spared(s: State, side: int, effect: Hit) -> Iterator[Bar]:
    """[3.2c] Hexes without an enemy stack that a card lets its player choose; only what both players see decides."""
    m, enemy = s.m, 1 - side
    yield no_enemy(s, side)
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
        wet, far = m.within(m.deep_marsh, effect.marsh_within), f"more than {effect.marsh_within} hexes from"
        yield only("3.2c", wet, placed(s, f"{{}} is {far} the marshes"))
    if effect.adrift:
        fed = m.within(supply_points(s, enemy), effect.adrift)
        words = placed(s, "{} has a depot or source near, and no two stacks of yours are next to it")
        yield Bar("3.2c", lambda hex: fed >> hex & 1 and len(neighbours_held(s, side, hex)) < 2, words)


def no_enemy(s: State, side: int) -> Bar:
    """Hexes without enemy combat units."""
    return only("3.2c", s.occupied[1 - side], placed(s, "no enemy combat unit stands in {}"))


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
    def _(self, s: State, hex: int) -> None:
        self.hex = hex
        tell(s, "3.2c", "card_strikes", card=s.laid[self.side], hex=hex)

    @choose("3.2c", "9.4c", who=opponent, prompt="Which unit in {hex:space} takes the hit?", always=True)
    def unit(self, s: State) -> Choice:
        bars = unhurt(s, 1 - self.side, self.hex, acting_effect(s, Hit, self.side))
        units = Offer("unit", "piece", bars, "This unit takes the hit")
        return [units] if units else [units, Option("none", label="There is no such unit in the stack")]

    @unit.on("unit", DONE)
    def _(self, s: State, unit: int) -> None:
        hit(s, unit, "3.2c")

    @unit.on("none", DONE)
    def _(self, s: State, _: int) -> None:
        tell(s, "3.2b", "card_in_vain", card=s.laid[self.side])
