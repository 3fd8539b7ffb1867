"""8.0 Reinforcement Phase: garrisons, combining, then strengthening and building; in each the side without initiative
first (S34), and of two allies the northern one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vistula.games.strike_of_the_eagle.changes import gain, place_garrison, to_pool
from vistula.games.strike_of_the_eagle.model import PIECES, command_of, command_side, foe, piece_side
from vistula.games.strike_of_the_eagle.rules.cubes import Spending
from vistula.games.strike_of_the_eagle.rules.queries import (
    block_command,
    commander,
    depots,
    front_of,
    holder,
    occupied,
    players_of,
    side_of_player,
)
from vistula.games.strike_of_the_eagle.rules.seats import player_asked
from vistula.games.strike_of_the_eagle.rules.tokens import clear_orders
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.games.strike_of_the_eagle.witnessed import betray, facts_of_cube
from vistula.kernel import DONE, SKIP, Call, Choice, Frame, Next, Option, choose, goto, procedure, step, tell


def player_order(s: State) -> list[int]:
    """(S34) Who goes first in each step: the side without initiative on the first front in play."""
    first = foe(holder(s, s.scene.fronts[0]))
    return [*players_of(s, first), *players_of(s, foe(first))]


@procedure
class ReinforcementPhase(Frame):
    """[8.0a] One step after the other, in each step one player after the other."""

    turn: int = 0

    @step("8.0a")
    def begin(self, s: State) -> None:
        """Blocks that crossed the line stay under their old commander until the next Operation Phase [1.1c]."""
        clear_orders(s)

    @step("8.0a", "8.1a")
    def garrisons(self, s: State) -> Next:
        return self.each(s, "garrisons", lambda player: Garrisoning(player=player))

    @step("8.0a", "8.2a")
    def combining(self, s: State) -> Next:
        return self.each(s, "combining", lambda player: Combining(player=player))

    @step("8.0a", "8.3", "8.4a")
    def spending(self, s: State) -> Next:
        return self.each(s, "spending", lambda player: Spending(player=player))

    def each(self, s: State, again: str, procedure: Callable[[int], Frame]) -> Next:
        order = player_order(s)
        if self.turn == len(order):
            self.turn = 0
            return None
        self.turn += 1
        return Call(procedure(order[self.turn - 1]), goto(again))


# -- 8.1 garrisons ----------------------------------------------------------------------------------------------


def garrison_cities(s: State, player: int) -> list[int]:
    """[8.1a, 8.1b] Key cities in supply that a player's blocks occupy without a garrison."""
    side = side_of_player(s, player)
    found = depots(s, side) & occupied(s, side) & ~s.garrisons[side]
    return [a for a in s.m.areas if found >> a & 1 and commander(s, command_of(side, front_of(s, a))) == player]


@procedure
class Garrisoning(Frame):
    """[8.1a, 3.0f] Lost garrisons are replaced without cost."""

    player: int

    @choose(
        "8.1a", "3.0f", who=player_asked, prompt="In which key city do you place a garrison, free of cost?", always=True
    )
    def place(self, s: State) -> Choice:
        cities = garrison_cities(s, self.player)
        if not cities:
            return SKIP
        return [
            Option("garrison", cities, "space", "Place a garrison"),
            Option("done", label="No more garrisons", publish=True),
        ]

    @place.on("garrison")
    def _(self, s: State, area: int) -> Next:
        side = side_of_player(s, self.player)
        place_garrison(s, side, area)
        tell(s, "8.1a", "garrison", side=side, area=area)
        return goto("place")

    @place.on("done")
    def _(self, s: State, _: int) -> Next:
        return DONE


# -- 8.2 combining ----------------------------------------------------------------------------------------------


def own_blocks(s: State, player: int) -> list[int]:
    """[10.0d] The blocks on the map that a player commands."""
    side = side_of_player(s, player)
    return [p for p in PIECES[side] if s.place[p] >= 0 and commander(s, block_command(s, p)) == player]


def alike(s: State, one: int, other: int) -> bool:
    """Blocks that may become one: of one colour, allies of one nation (S31); never leaders."""
    m, a, b = s.m, s.unit[one], s.unit[other]
    return m.colour[a] == m.colour[b] and m.nation[a] == m.nation[b] and not m.leader[a] and not m.leader[b]


def absorbable(s: State, division: int) -> list[int]:
    """[8.2a, 8.4e] Blocks in its area that a division may absorb without passing its maximum."""
    if not s.m.division[s.unit[division]]:
        return []
    room = s.m.max_sp[s.unit[division]] - s.sp[division]
    return [
        p
        for p in PIECES[piece_side(division)]
        if p != division and s.place[p] == s.place[division] and s.sp[p] <= room and alike(s, division, p)
    ]


def has_stack(s: State, blocks: Iterable[int]) -> bool:
    """Whether two of these blocks stand together: everybody sees that."""
    places = [s.place[p] for p in blocks]
    return len(places) > len(set(places))


@procedure
class Combining(Frame):
    """[8.2a, 2.2e, 8.0b] Divisions absorb other blocks of their area; nothing is detached here."""

    player: int
    division: int = NONE

    @choose(
        "8.2a",
        "2.2e",
        who=player_asked,
        prompt="Which division absorbs other blocks of its area? They go to the Force Pool.",
        always=True,
    )
    def pick(self, s: State) -> Choice:
        blocks = own_blocks(s, self.player)
        if not has_stack(s, blocks):
            return SKIP
        able = [p for p in blocks if absorbable(s, p)]
        return [
            Option("division", able, "piece", "This division absorbs others"),
            Option("done", label="Nothing more to combine", publish=True),
        ]

    @pick.on("division")
    def _(self, s: State, piece: int) -> None:
        self.division = piece

    @pick.on("done")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @choose("8.2a", "8.2b", who=player_asked, prompt="Which block does {who} absorb?", always=True)
    def absorb(self, s: State) -> Choice:
        if self.division == NONE:
            return DONE
        return [
            Option("absorb", absorbable(s, self.division), "piece", "Absorb"),
            Option("back", label="Another division", free=True),
        ]

    @absorb.on("absorb")
    def _(self, s: State, piece: int) -> Next:
        """Its points are added; it goes to the Force Pool."""
        points, unit = s.sp[piece], s.unit[piece]
        side, area = command_side(block_command(s, piece)), s.place[piece]
        to_pool(s, piece)
        for _ in range(points):
            gain(s, self.division)
        betray(s, 1 << self.division, "divisions", *facts_of_cube(s.m.colour[unit]))
        tell(s, "8.2b", "absorbed", side=side, area=area, unit=unit)
        self.division = NONE
        return goto("pick")

    @absorb.on("back")
    def _(self, s: State, _: int) -> Next:
        self.division = NONE
        return goto("pick")
