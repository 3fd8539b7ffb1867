"""8.3 to 8.5 Spending cubes: strengthening blocks, building new ones, Strategic Reinforcements.

Cubes that a player has collected may be kept; those of strategic cities are spent at once or lost. A cube of a city
serves blocks of the city's front, and new blocks in the city itself. The player says which cube he pays with where
more than one would do.
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import bits, collect
from vistula.kernel.bars import Bar, Offer, first, left, only
from vistula.kernel.decision import Option
from vistula.kernel.procedure import DONE, Choice, Frame, Next, choose, goto, procedure, step
from vistula.kernel.state import disclose, tell
from vistula.kernel.views import Refusal
from vistula.parts.words import count

from ..changes import gain, put_under, raise_block
from ..model import BLACK, COLOURS, GREEN, NORTH, PIECES, SOUTH, WHITE, command_of
from ..state import GONE, NONE, POOL, State
from ..witnessed import betray, facts_of_cube
from .bars import across, no_depot, not_pooled, there, uncommanded, unfed, whole
from .depots import depots, kaunas
from .queries import distance, enemy_next_to, front_of, piece_of
from .seats import all_seats, commander, player_asked, side_of_player

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


def serves(s: State, source: int, unit: int, area: int, built: bool = False) -> bool:
    """[8.5c, 8.5d, 8.5e, 10.2b] Whether cubes of a source may strengthen a block in an area, or let it be built there:
    strategic ones serve blocks of one front, build only in their own city (S70, S89), and from Kaunas Lithuanians."""
    if source == ORDINARY:
        return True
    if source == s.m.kaunas and s.m.nation[unit] != "Lithuania":
        return False
    return (source == area or not built) and strategic_front(s, source) == front_of(s, area)


def no_workshop(s: State, player: int, unit: int) -> Iterator[Bar]:
    """[7.33a, 8.4a, 10.0d] Areas in which a player cannot build a block: it wants a depot with room (S33), which Kaunas
    is for Lithuanians."""
    side = side_of_player(s, player)
    yield from no_depot(s, side, kaunas(s, side) if s.m.nation[unit] == "Lithuania" else 0)
    yield across(s, player)


def building_cities(s: State, player: int, unit: int) -> list[int]:
    """[8.4a] Where a player may build a block."""
    return left(no_workshop(s, player, unit))


def price(s: State, unit: int) -> int:
    """[8.4a]"""
    building = s.m.charts.building
    return building.division if s.m.division[unit] else building.brigade


@procedure(who=player_asked)
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

    def not_strengthened(self, s: State) -> Iterator[Bar]:
        """[8.3, 8.31b, 8.31c, 8.4b, 8.5c, 8.5e] Blocks that cannot gain a strength point."""
        m, unit, place, side = s.m, s.unit, s.place, side_of_player(s, self.player)
        cubes = [self.sources(s, colour) for colour in (BLACK, WHITE, GREEN)]
        yield Bar(
            "4.0h",
            lambda p: p in PIECES[side] and place[p] in (POOL, GONE),
            lambda p: first(self.not_built(s), p) or Refusal("4.0h", "It lies in the Force Pool and can be built."),
        )
        yield from uncommanded(s, self.player)
        yield whole(s, "8.3")
        yield Bar("8.4b", self.built, "A block that was built in this phase stays at 1 strength point.")
        yield unfed(s, side, "8.3")
        yield Bar(
            "8.31b",
            lambda p: self.raised >> place[p] & 1 and enemy_next_to(s, side, place[p]),
            lambda p: f"One block at {m.area_name[place[p]]} has gained a point: it is a front line area.",
        )
        yield Bar(
            "3.2c",
            lambda p: not cubes[m.colour[unit[p]]],
            lambda p: f"You have no {COLOURS[m.colour[unit[p]]]} cube, which it needs.",
        )
        yield Bar(
            "8.5c",
            lambda p: not any(serves(s, source, unit[p], place[p]) for source in cubes[m.colour[unit[p]]]),
            lambda p: f"The {COLOURS[m.colour[unit[p]]]} cubes that are left serve {self._served(s, p)}.",
        )

    def _served(self, s: State, piece: int) -> str:
        """Whom the cubes serve that do not serve a block."""
        near = strategic_front(s, s.m.kaunas) == front_of(s, s.place[piece])
        return "Lithuanians or the other front" if near and s.m.kaunas in self.cities else "the other front"

    def not_built(self, s: State) -> Iterator[Bar]:
        """[8.4a, 8.4c, 8.5d, 8.5e] Blocks that cannot be built."""
        m, unit = s.m, s.unit
        have = [sum(self.left(s, source, colour) for source in self.sources(s, colour)) for colour in range(3)]
        found: dict[tuple[bool, int, int], list[int]] = {}

        def sites(p: int) -> list[int]:
            """Blocks of one arm, size and sort of nation are built in the same cities."""
            alike = (m.nation[unit[p]] == "Lithuania", m.colour[unit[p]], price(s, unit[p]))
            if alike not in found:
                found[alike] = self.sites(s, unit[p])
            return found[alike]

        yield not_pooled(s, side_of_player(s, self.player))
        allied = s.lithuania
        yield Bar("8.5e", lambda p: not allied and m.nation[unit[p]] == "Lithuania", "Lithuania is not at war yet.")
        yield Bar("9.0c", lambda p: m.leader[unit[p]], "A leader who is lost does not come back.")
        yield Bar(
            "8.4a",
            lambda p: have[m.colour[unit[p]]] < price(s, unit[p]),
            lambda p: f"It costs {self._cost(s, unit[p])}; you have {have[m.colour[unit[p]]]}.",
        )
        yield Bar("8.5d", lambda p: not sites(p), lambda p: self._nowhere(s, unit[p]))

    def _cost(self, s: State, unit: int) -> str:
        return f"{price(s, unit)} {COLOURS[s.m.colour[unit]]}"

    def _nowhere(self, s: State, unit: int) -> Refusal:
        """[8.4a, 8.5d] Why a block for which there are cubes can be built in no city."""
        if not building_cities(s, self.player, unit):
            return Refusal("8.4a", "You have no Supply Depot with room for it.")
        words = f"In no one city can it be paid for with {self._cost(s, unit)}: a city's cubes stay there."
        return Refusal("8.5d", words)

    def unfit(self, s: State, unit: int) -> Iterator[Bar]:
        """[8.4a, 8.5d] Areas where a block cannot be built, or not be paid for in cubes of one colour."""
        colour = s.m.colour[unit]

        def cubes(area: int) -> int:
            sources = [source for source in (ORDINARY, *self.cities) if serves(s, source, unit, area, built=True)]
            return sum(self.left(s, source, colour) for source in sources)

        yield from no_workshop(s, self.player, unit)
        yield Bar(
            "8.5d",
            lambda area: cubes(area) < price(s, unit),
            lambda area: (
                f"{count(cubes(area), f'{COLOURS[colour]} cube')} may be spent at {s.m.area_name[area]};"
                f" it costs {price(s, unit)}."
            ),
        )

    def sites(self, s: State, unit: int) -> list[int]:
        """[8.4a, 8.5d] Cities where a block can be built and paid for."""
        return left(self.unfit(s, unit))

    def not_paying(self, s: State) -> Iterator[Bar]:
        """[8.5a, 8.5b, 8.5c, 8.5d, 8.5e] Areas whose cubes do not pay for the block."""
        unit = s.unit[self.piece]
        colour = s.m.colour[unit]
        yield only("8.5a", collect(self.cities), there(s, "", " gives you no strategic cubes."))
        bare = there(s, "", f" has no {COLOURS[colour]} cube left.")
        yield Bar("8.5b", lambda city: not self.cities[city][colour], bare)
        elsewhere = there(s, "Cubes of ", " build only there.")
        yield Bar("8.5d", lambda city: self.area not in (NONE, city), elsewhere)
        at = self.area if self.area != NONE else s.place[self.piece]
        yield Bar(
            "8.5c",
            lambda city: not serves(s, city, unit, at, self.area != NONE),
            lambda city: self._serves_others(s, city),
        )

    def _serves_others(self, s: State, city: int) -> Refusal:
        if city == s.m.kaunas and s.m.nation[s.unit[self.piece]] != "Lithuania":
            return Refusal("8.5e", "Cubes of Kaunas serve Lithuanian blocks only.")
        return Refusal("8.5c", f"Cubes of {s.m.area_name[city]} serve the other front.")

    @choose(
        "8.3",
        "8.4a",
        "8.4d",
        "8.5b",
        prompt="What do you spend cubes on? One adds a strength point or builds a brigade, two build a division.",
        always=True,
    )
    def spend(self, s: State) -> Choice:
        if not any(self.sources(s, colour) for colour in (BLACK, WHITE, GREEN)):
            return DONE
        warn = "cubes_lost" if any(any(cubes) for cubes in self.cities.values()) else ""
        return [
            Offer("strengthen", "piece", self.not_strengthened(s), "Strengthen"),
            Offer("build", "piece", self.not_built(s), "Build"),
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

    spend.to("done", DONE)

    @choose("8.4a", prompt="Where is {who} built?")
    def site(self, s: State) -> Choice:
        return [Offer("site", "space", self.unfit(s, s.unit[self.piece]), "Build here")]

    site.to("site", into="area")

    @choose("8.3", "8.5b", "8.5c", "8.5d", prompt="Which cube do you pay with?")
    def pay(self, s: State) -> Choice:
        colour = s.m.colour[s.unit[self.piece]]
        none = Bar("3.2c", not s.cubes[self.player][colour], lambda _: f"You have collected no {COLOURS[colour]} cube.")
        return [
            Offer("strategic", "space", self.not_paying(s), "A cube of this city"),
            Offer("ordinary", "button", [none], "A collected cube"),
        ]

    @pay.on("strategic")
    def _(self, s: State, city: int) -> Next:
        return self.paid_from(s, self.cities[city])

    @pay.on("ordinary")
    def _(self, s: State, _: int) -> Next:
        return self.paid_from(s, s.cubes[self.player])

    def paid_from(self, s: State, cubes: list[int]) -> Next:
        cubes[s.m.colour[s.unit[self.piece]]] -= 1
        self.owed -= 1
        return goto("pay") if self.owed else goto("effect")

    @step("8.3", "8.4a", "8.4b", "8.31b")
    def effect(self, s: State) -> Next:
        """Everybody sees the colour of the cube."""
        if self.area == NONE:
            self.strengthen(s)
        else:
            self.piece = raise_block(s, s.unit[self.piece], self.area, 1)
            put_under(s, self.piece, self.area)
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
