"""8.3 to 8.5 Spending cubes: strengthening blocks, building new ones, Strategic Reinforcements.

Cubes that a player has collected may be kept; those of strategic cities are spent at once or lost. A cube of a city
serves blocks of the city's front, and new blocks in the city itself. The player says which cube he pays with where
more than one would do.
"""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.changes import gain, raise_block
from vistula.games.strike_of_the_eagle.model import (
    BLACK,
    GREEN,
    NORTH,
    PIECES,
    SOUTH,
    WHITE,
    command_of,
)
from vistula.games.strike_of_the_eagle.rules.queries import (
    all_seats,
    block_command,
    commander,
    depots,
    distance,
    enemy_next_to,
    front_of,
    is_leader,
    kaunas,
    out_of_supply,
    piece_of,
    room,
    side_of_player,
)
from vistula.games.strike_of_the_eagle.rules.seats import player_asked
from vistula.games.strike_of_the_eagle.state import NONE, POOL, State
from vistula.games.strike_of_the_eagle.witnessed import betray, facts_of_cube
from vistula.kernel import (
    DONE,
    Choice,
    Frame,
    Next,
    Option,
    choose,
    disclose,
    goto,
    procedure,
    step,
    tell,
)

ORDINARY = -1
"""The source of cubes that a player has collected; any other source is a city."""


# -- strategic cities -------------------------------------------------------------------------------------------


def klintsy_front(s: State) -> int:
    """[10.2b] The front that Klintsy's cubes serve: of the commanding leader nearest to it, the north on a tie or
    without any (S46, S66); where one front is in play, that one."""
    if not s.scene.both:
        return s.scene.fronts[0]
    leaders = s.m.charts.leaders
    near = [_nearest(s, leaders.klintsy_north), _nearest(s, leaders.klintsy_south)]
    return SOUTH if near[SOUTH] < near[NORTH] else NORTH


def _nearest(s: State, names: str) -> int:
    """How far the first of these leaders who is on the map is from Klintsy, blocks ignored."""
    for name in names.split():
        area = s.place[piece_of(s, s.m.unit(f"R-{name}"))]
        if area >= 0:
            return distance(s, area, s.m.klintsy)
    return 10**7


def strategic_front(s: State, city: int) -> int:
    """[8.5c] The front whose blocks a city's cubes serve; NONE if it is not in play."""
    front = klintsy_front(s) if city == s.m.klintsy else s.m.front[city]
    return front if front in s.scene.fronts else NONE


def strategic_cities(s: State, player: int) -> dict[int, list[int]]:
    """[8.5a] The cubes of the strategic cities in supply that a player's side controls, for the fronts he commands.

    Kaunas gives its cubes only to the Soviets, once Lithuania is allied to them [8.5e].
    """
    side = side_of_player(s, player)
    found = {}
    for city in bits(depots(s, side) | kaunas(s, side)):
        front = strategic_front(s, city)
        foreign = city == s.m.kaunas and not kaunas(s, side)
        if any(s.m.cubes[city]) and front != NONE and not foreign and commander(s, command_of(side, front)) == player:
            found[city] = list(s.m.cubes[city])
    return found


# -- what can be done with a cube -------------------------------------------------------------------------------


def serves_blocks(s: State, source: int, unit: int, area: int) -> bool:
    """[8.5c, 8.5e] Whether cubes of a source may strengthen a block that stands in an area."""
    if source == ORDINARY:
        return True
    if source == s.m.kaunas and s.m.nation[unit] != "Lithuania":
        return False
    return strategic_front(s, source) == front_of(s, area)


def serves_building(s: State, source: int, unit: int, area: int) -> bool:
    """[8.5d, 8.5e, 10.2b] Whether cubes of a source may build a block in a city: strategic ones only in their own, if
    they serve its front (S70, S89)."""
    if source == ORDINARY:
        return True
    if source != area or strategic_front(s, source) != front_of(s, area):
        return False
    return source != s.m.kaunas or s.m.nation[unit] == "Lithuania"


def building_cities(s: State, player: int, unit: int) -> list[int]:
    """[8.4a] Friendly depots with room where a player may build a block (S33); Lithuanians also in Kaunas."""
    side = side_of_player(s, player)
    found = depots(s, side)
    if s.m.nation[unit] == "Lithuania":
        found |= kaunas(s, side)
    return [a for a in bits(found) if commander(s, command_of(side, front_of(s, a))) == player and room(s, side, a) > 0]


def price(s: State, unit: int) -> int:
    """[8.4a]"""
    building = s.m.charts.building
    return building.division if s.m.division[unit] else building.brigade


def pool_blocks(s: State, player: int) -> list[int]:
    """[8.4a, 8.4c] Blocks of a player's side in the Force Pool; Lithuanians only once they are allied."""
    side = side_of_player(s, player)
    return [p for p in PIECES[side] if s.place[p] == POOL and (s.lithuania or s.m.nation[s.unit[p]] != "Lithuania")]


@procedure
class Spending(Frame):
    """[8.3, 8.4a, 8.5b, 3.2a] One player spends his cubes."""

    player: int
    cities: dict[int, list[int]] = {}  # strategic cubes that are left
    raised: int = 0  # front line areas in which a block has been strengthened in this phase
    built: int = 0  # pieces built in this phase
    piece: int = NONE
    area: int = NONE
    owed: int = 0
    paid: list[int] = []

    @step("8.5a", "10.2b")
    def strategic(self, s: State) -> None:
        """Where Klintsy's cubes go tells something about leaders."""
        disclose(s, "10.2b", all_seats(s), None)
        self.cities = strategic_cities(s, self.player)
        for city, cubes in self.cities.items():
            black, white, green = cubes
            tell(s, "8.5a", "strategic", area=city, black=black, white=white, green=green)

    def left(self, s: State, source: int, colour: int) -> int:
        """Cubes of a colour that a source still has."""
        return s.cubes[self.player][colour] if source == ORDINARY else self.cities[source][colour]

    def sources(self, s: State, colour: int) -> list[int]:
        return [source for source in (ORDINARY, *self.cities) if self.left(s, source, colour) > 0]

    def strengthening(self, s: State) -> list[int]:
        """[8.3, 8.31b, 8.31c, 8.4b] Blocks that may gain a strength point which can be paid for."""
        own = [p for p in PIECES[side_of_player(s, self.player)] if s.place[p] >= 0]
        own = [p for p in own if commander(s, block_command(s, p)) == self.player and not is_leader(s, p)]
        hungry = out_of_supply(s, side_of_player(s, self.player), own)
        return [p for p in own if not (hungry | self.built) >> p & 1 and self._may_gain(s, p)]

    def _may_gain(self, s: State, piece: int) -> bool:
        """[8.3, 8.31b] Up to its maximum, in a front line area only the first one there, with a cube that serves it."""
        area, unit = s.place[piece], s.unit[piece]
        if s.sp[piece] >= s.m.max_sp[unit]:
            return False
        if self.raised >> area & 1 and enemy_next_to(s, side_of_player(s, self.player), area):
            return False
        return any(serves_blocks(s, source, unit, area) for source in self.sources(s, s.m.colour[unit]))

    def buildable(self, s: State) -> list[int]:
        """[8.4a] Blocks of the pool for which there are cubes and a city."""
        return [p for p in pool_blocks(s, self.player) if self.sites(s, s.unit[p])]

    def sites(self, s: State, unit: int) -> list[int]:
        """[8.4a, 8.5d] Cities where a block can be built and paid for, in cubes of one colour."""
        colour = s.m.colour[unit]
        found = []
        for area in building_cities(s, self.player, unit):
            cubes = [self.left(s, c, colour) for c in (ORDINARY, *self.cities) if serves_building(s, c, unit, area)]
            if sum(cubes) >= price(s, unit):
                found.append(area)
        return found

    @choose(
        "8.3",
        "8.4a",
        "8.4d",
        "8.5b",
        who=player_asked,
        prompt="What do you spend cubes on? One adds a strength point or builds a brigade, two build a division.",
        always=True,
    )
    def spend(self, s: State) -> Choice:
        if not any(self.sources(s, colour) for colour in (BLACK, WHITE, GREEN)):
            return DONE
        warn = "cubes_lost" if any(any(cubes) for cubes in self.cities.values()) else ""
        return [
            Option("strengthen", self.strengthening(s), "piece", "Strengthen"),
            Option("build", self.buildable(s), "piece", "Build"),
            Option("done", label="Spend no more", warn=warn, publish=True),
        ]

    @spend.on("strengthen")
    def _(self, s: State, piece: int) -> Next:
        self.piece, self.area, self.owed, self.paid = piece, NONE, 1, []
        return goto("pay")

    @spend.on("build")
    def _(self, s: State, piece: int) -> Next:
        self.piece, self.owed, self.paid = piece, price(s, s.unit[piece]), []
        return goto("site")

    @spend.on("done")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @choose("8.4a", who=player_asked, prompt="Where is {who} built?")
    def site(self, s: State) -> Choice:
        return [Option("site", self.sites(s, s.unit[self.piece]), "space", "Build here")]

    @site.on("site")
    def _(self, s: State, area: int) -> None:
        self.area = area

    @choose("8.3", "8.5b", "8.5c", "8.5d", who=player_asked, prompt="Which cube do you pay with?")
    def pay(self, s: State) -> Choice:
        unit = s.unit[self.piece]
        building = self.area != NONE
        where = self.area if building else s.place[self.piece]
        serves = serves_building if building else serves_blocks
        able = [source for source in self.sources(s, s.m.colour[unit]) if serves(s, source, unit, where)]
        return [
            Option("strategic", [source for source in able if source != ORDINARY], "space", "A cube of this city"),
            Option("ordinary", [0] if ORDINARY in able else [], label="A collected cube"),
        ]

    @pay.on("strategic")
    def _(self, s: State, city: int) -> Next:
        self.cities[city][s.m.colour[s.unit[self.piece]]] -= 1
        return self.one_paid()

    @pay.on("ordinary")
    def _(self, s: State, _: int) -> Next:
        s.cubes[self.player][s.m.colour[s.unit[self.piece]]] -= 1
        return self.one_paid()

    def one_paid(self) -> Next:
        self.owed -= 1
        return goto("pay") if self.owed else goto("effect")

    @step("8.3", "8.4a", "8.4b", "8.31b")
    def effect(self, s: State) -> Next:
        """Everybody sees the colour of the cube."""
        if self.area == NONE:
            self.strengthen(s)
        else:
            self.piece = raise_block(s, s.unit[self.piece], self.area, 1)
            s.southern = s.southern & ~(1 << self.piece) | (front_of(s, self.area) == SOUTH) << self.piece
            self.built |= 1 << self.piece
            tell(s, "8.4a", "built", unit=s.unit[self.piece], block=self.piece, area=self.area)
        self.piece = self.area = NONE
        return goto("spend")

    def strengthen(self, s: State) -> None:
        """[8.3, 8.31b] Nobody else gains in a front line area afterwards."""
        piece, area = self.piece, s.place[self.piece]
        if enemy_next_to(s, side_of_player(s, self.player), area):
            self.raised |= 1 << area
        gain(s, piece)
        betray(s, 1 << piece, *facts_of_cube(s.m.colour[s.unit[piece]]))
        tell(s, "8.3", "strengthened", block=piece, unit=s.unit[piece], area=area)
