"""3.2 Cards like no other: the treaty, the Cavalry Army, Wrangel, the command train, Balakhovich, a quiet front."""

from __future__ import annotations

from vistula.board.hexes import HexSet, members
from vistula.games.west_was_saved.cards.cardfile import CavalryArmy, Partner, Rest, Wrangel
from vistula.games.west_was_saved.cards.effects import acting_effect, laid_by
from vistula.games.west_was_saved.changes import enter, face, remove, watch
from vistula.games.west_was_saved.model import ARTILLERY, COMMAND, NORTH, POL, POLAND, RUS, RUSSIA, SEATS
from vistula.games.west_was_saved.rules.facing import Facing, asks_facing
from vistula.games.west_was_saved.rules.queries import near_enemy, room
from vistula.games.west_was_saved.rules.seats import acting, poland, russia
from vistula.games.west_was_saved.rules.supply_lines import supplied_for
from vistula.games.west_was_saved.state import CARD, State, box, box_turn
from vistula.kernel import AGAIN, DONE, SKIP, Choice, Frame, Next, Option, choose, disclose, procedure, step, tell

TREATY = 2


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
        ready = [u for u in s.m.commands_of[self.side] if train_cities(s, u)]
        return [Option("unit", ready, "piece", "Move this HQ"), Option("none", label="None")]

    @which.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.unit = unit
        return None

    @which.on("none")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @choose("3.2c", "13.1a", who=acting, prompt="Move {unit:piece} to which city?", always=True)
    def where(self, s: State) -> Choice:
        return [Option("hex", members(train_cities(s, self.unit)), "space", "To this city")]

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        tell(s, "3.2c", "command_moves", unit=self.unit, hex=s.place[self.unit], to_hex=hex)
        enter(s, self.unit, hex, "3.2c")
        return DONE


def train_cities(s: State, commander: int) -> HexSet:
    """[13.1a] Cities with a combat unit in supply of the commander's own army, on his side of the line."""
    m = s.m
    nation = m.nation[commander]
    if nation not in (POL, RUS) or s.place[commander] < 0:
        return 0
    area = m.area[commander]
    within = m.cities if area < 0 else m.cities & (m.north if area == NORTH else m.south)
    held = 0
    for unit in members(m.of_nation[nation]):
        if s.place[unit] >= 0 and within >> s.place[unit] & 1 and supplied_for(s, unit) >> s.place[unit] & 1:
            held |= 1 << s.place[unit]
    return held & ~(1 << s.place[commander])


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

    @which.on("few")
    def _(self, s: State, _: int) -> Next:
        s.card_points[self.side] += acting_effect(s, Rest, self.side).few
        return DONE

    @which.on("many")
    def _(self, s: State, _: int) -> Next:
        s.card_points[self.side] += acting_effect(s, Rest, self.side).many
        s.forgone |= 1 << self.side
        tell(s, "3.2c", "no_attacks", side=self.side)
        return DONE


@procedure
class CalledAway(Frame):
    """Russian units of the south leave for another front; what cannot be found costs resource points."""

    gone: int = 0

    @choose("3.2c", who=russia, prompt="Which unit is called away to the south?", always=True)
    def which(self, s: State) -> Choice:
        units = called(s)
        if self.gone == self.effect(s).units or not units:
            return SKIP
        return [Option("unit", units, "piece", "This unit goes")]

    @which.on("unit")
    def _(self, s: State, unit: int) -> Next:
        turn = s.turn + self.effect(s).turns
        tell(s, "3.2c", "called_away", unit=unit, hex=s.place[unit], turn=turn)
        remove(s, unit, box(turn))
        watch(s)  # its hex may have barred the enemy's supply (H-8)
        s.edge |= 1 << unit
        self.gone += 1
        return AGAIN

    @step("3.2c", "4.0c")
    def missing(self, s: State) -> None:
        s.card_points[RUSSIA] += self.effect(s).missing * (self.effect(s).units - self.gone)

    def effect(self, s: State) -> Wrangel:
        return acting_effect(s, Wrangel, laid_by(s, Wrangel))


def called(s: State) -> list[int]:
    """Russian combat units of the south that can be called away: no artillery, nobody of the Cavalry Army."""
    spare = [s.m.unit_by_key[key] for key in acting_effect(s, Wrangel, laid_by(s, Wrangel)).spare]
    return [
        unit
        for unit in s.m.combat_of[RUSSIA]
        if s.place[unit] >= 0
        and s.m.south >> s.place[unit] & 1
        and s.m.nation[unit] == RUS
        and s.m.kind[unit] != ARTILLERY
        and unit not in spare
    ]


@procedure
class Bulak(Frame):
    """The group of Balakhovich, which no other card brings, comes into play."""

    @step("3.2b", "3.2c")
    def begin(self, s: State) -> Next:
        cities = bulak_cities(s)
        disclose(s, "3.2b", SEATS, bool(cities))  # whether a city has room for it
        if cities:
            return None
        tell(s, "3.2b", "card_in_vain", card=s.laid[POLAND])
        return DONE

    @choose("3.2c", who=poland, prompt="In which city does the group of Balakhovich gather?", always=True)
    def where(self, s: State) -> Choice:
        hexes = members(bulak_cities(s))
        return [Option("hex", hexes, "space", "Place it here")] if hexes else [Option("none", label="Nowhere")]

    @where.on("none")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        unit = s.m.unit_by_key[acting_effect(s, Partner, POLAND).unit]
        before = s.facing[hex]
        enter(s, unit, hex, "3.2c")
        tell(s, "3.2c", "arrives", unit=unit, hex=hex)
        return Facing(hex=hex, side=POLAND) if asks_facing(s, hex, [unit], before) else DONE


def bulak_cities(s: State) -> HexSet:
    """Cities in supply near enough, with room, and not next to a Russian combat unit."""
    m, effect = s.m, acting_effect(s, Partner, POLAND)
    hexes = m.cities & m.near(m.card_places[effect.near], effect.within) & supplied_for(s, m.unit_by_key[effect.unit])
    hexes &= ~(near_enemy(s, POLAND) | s.occupied[RUSSIA] | s.commanded[RUSSIA])
    return sum(1 << hex for hex in members(hexes) if room(s, POLAND, hex))
