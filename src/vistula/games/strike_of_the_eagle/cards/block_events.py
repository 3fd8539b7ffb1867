"""7.13 Historical Events that bring blocks onto the map."""

from __future__ import annotations

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.changes import arrive, gain, place_garrison, raise_block
from vistula.games.strike_of_the_eagle.model import (
    BLACK,
    INFANTRY,
    NORTH,
    PIECES,
    POLAND,
    RUSSIA,
    SOUTH,
    WHITE,
    piece_side,
)
from vistula.games.strike_of_the_eagle.rules.arrivals import slot_of
from vistula.games.strike_of_the_eagle.rules.queries import (
    blocks_at,
    commander,
    depots,
    front_of,
    occupied,
    piece_of,
    room,
    within,
)
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.state import DUE, NONE, POOL, State
from vistula.games.strike_of_the_eagle.witnessed import betray, facts_of_cube
from vistula.kernel import AGAIN, DONE, SKIP, Choice, Frame, Next, Option, choose, goto, procedure, step, tell


def settle_in(s: State, piece: int, area: int) -> None:
    """[7.32a, 1.1c] A block that an event brings counts as having begun the phase where it is put."""
    s.start[piece] = area
    s.began[piece_side(piece)] |= 1 << area
    s.southern = s.southern & ~(1 << piece) | (front_of(s, area) == SOUTH) << piece


def put_down(s: State, unit: int, area: int, sp: int) -> int:
    """A block named by a card comes into an area; everybody knows which it is."""
    piece = piece_of(s, unit)
    s.due[piece] = NONE
    raise_block(s, unit, area, sp)
    settle_in(s, piece, area)
    tell(s, "7.13a", "raised", unit=unit, block=piece, area=area)
    return piece


# -- without a decision -----------------------------------------------------------------------------------------


def join_russia(s: State, command: int) -> None:
    """[8.5e] Soviet card 23: Lithuania opens, with a garrison in Kaunas and three blocks that fight for the Soviets."""
    s.lithuania = True
    place_garrison(s, RUSSIA, s.m.kaunas)
    for key, area, sp in (("R-Lit1", "Kaunas", 3), ("R-Lit3", "Kaunas", 2), ("R-Lit2", "Olita", 3)):
        put_down(s, s.m.unit(key), s.m.area(area), sp)


def may_send_siberians(s: State, command: int) -> bool:
    """Soviet card 17: the 27th Division waits on the track or in the pool, and Yartsevo is in play."""
    place = s.place[piece_of(s, s.m.unit("R-27"))]
    return place in (DUE, POOL) and bool(s.scene.areas >> s.m.area("Yartsevo") & 1)


def siberians(s: State, command: int) -> None:
    unit = s.m.unit("R-27")
    put_down(s, unit, s.m.area("Yartsevo"), s.m.max_sp[unit])


# -- Polish card 11 ---------------------------------------------------------------------------------------------


def warsaw_in_danger(s: State, command: int) -> bool:
    """A Soviet block within three areas of Warsaw, which is a Polish depot."""
    if not depots(s, POLAND) >> s.m.warsaw & 1:
        return False
    return bool(within(s, s.m.warsaw, 3) & occupied(s, RUSSIA))


@procedure
class VolunteerArmy(Frame):
    """[8.4a, 8.3] Polish card 11: four black cubes, spent in Warsaw at once; the front line sets no limit."""

    card: int
    command: int
    left: int = 4
    built: int = 0  # pieces

    def price(self, s: State, piece: int) -> int:
        building = s.m.charts.building
        return building.division if s.m.division[s.unit[piece]] else building.brigade

    def recruits(self, s: State) -> list[int]:
        """Polish infantry of the Force Pool that can be paid for, while there is room."""
        if room(s, POLAND, s.m.warsaw) <= 0:
            return []
        pool = [p for p in PIECES[POLAND] if s.place[p] == POOL and s.m.colour[s.unit[p]] == BLACK]
        return [p for p in pool if self.price(s, p) <= self.left]

    def depleted(self, s: State) -> list[int]:
        found = [p for p in blocks_at(s, POLAND, s.m.warsaw) if s.m.colour[s.unit[p]] == BLACK]
        return [p for p in found if s.sp[p] < s.m.max_sp[s.unit[p]] and not self.built >> p & 1]

    @choose(
        "7.13a", "8.3", "8.4a", who=commander_asked, prompt="Volunteers for Warsaw: {left} cubes are left.", always=True
    )
    def spend(self, s: State) -> Choice:
        if not self.left:
            return DONE
        return [
            Option("build", self.recruits(s), "piece", "Build in Warsaw"),
            Option("strengthen", self.depleted(s), "piece", "Strengthen"),
            Option("done", label="Spend no more", publish=True),
        ]

    @spend.on("build")
    def _(self, s: State, piece: int) -> Next:
        self.left -= self.price(s, piece)
        self.built |= 1 << put_down(s, s.unit[piece], s.m.warsaw, 1)
        return AGAIN

    @spend.on("strengthen")
    def _(self, s: State, piece: int) -> Next:
        self.left -= 1
        gain(s, piece)
        betray(s, 1 << piece, *facts_of_cube(BLACK))
        tell(s, "8.3", "strengthened", block=piece, unit=s.unit[piece], area=s.m.warsaw)
        return AGAIN

    @spend.on("done")
    def _(self, s: State, _: int) -> None: ...


# -- Polish card 20 ---------------------------------------------------------------------------------------------


def belarusian_depots(s: State, command: int) -> list[int]:
    """Northern Polish depots with room, while Bulak-Balakhovich is in the Force Pool."""
    if s.place[piece_of(s, s.m.unit("P-BB"))] != POOL:
        return []
    return [a for a in bits(depots(s, POLAND)) if front_of(s, a) == NORTH and room(s, POLAND, a) > 0]


@procedure
class Balakhovich(Frame):
    """[7.13a] Polish card 20: Bulak-Balakhovich takes the field."""

    card: int
    command: int

    @choose("7.13a", who=commander_asked, prompt="Where does Bulak-Balakhovich take the field?")
    def where(self, s: State) -> Choice:
        return [Option("site", belarusian_depots(s, self.command), "space", "Place here")]

    @where.on("site")
    def _(self, s: State, area: int) -> None:
        unit = s.m.unit("P-BB")
        put_down(s, unit, area, s.m.max_sp[unit])


# -- Soviet card 12 ---------------------------------------------------------------------------------------------


def hastened(s: State) -> list[int]:
    """Blocks due at Elizavetgrad or Klintsy in this round or the next."""
    gates = (s.m.area("Elizavetgrad"), s.m.klintsy)
    waiting = [p for p in PIECES[RUSSIA] if s.place[p] == DUE]
    return [p for p in waiting if slot_of(s, p).area in gates and slot_of(s, p).round in (s.round, s.round + 1)]


@procedure
class MakhnoQuiet(Frame):
    """[7.13a, 4.0g] Soviet card 12: a block comes before its time; without one, two white cubes."""

    card: int
    command: int

    @choose("7.13a", who=commander_asked, prompt="Which block arrives before its time?")
    def which(self, s: State) -> Choice:
        able = hastened(s)
        return [Option("block", able, "piece", "Arrives now")] if able else SKIP

    @which.on("block")
    def _(self, s: State, piece: int) -> Next:
        area = slot_of(s, piece).area
        arrive(s, piece, area, "1.4c")
        settle_in(s, piece, area)
        return DONE

    @step("7.12")
    def horses(self, s: State) -> None:
        s.cubes[commander(s, self.command)][WHITE] += 2


# -- Soviet card 19 ---------------------------------------------------------------------------------------------


def riflemen(s: State) -> list[int]:
    """Infantry divisions of the Force Pool; if there is none, infantry brigades."""
    pool = [
        p
        for p in PIECES[RUSSIA]
        if s.place[p] == POOL and s.m.kind[s.unit[p]] == INFANTRY and s.m.colour[s.unit[p]] == BLACK
    ]
    return [p for p in pool if s.m.division[s.unit[p]]] or pool


def links_in_play(s: State) -> list[int]:
    return list(bits(s.m.eastern_links & s.scene.areas))


@procedure
class LatvianRiflemen(Frame):
    """[7.13a] Soviet card 19: a division at three points, or a brigade at two, in an Eastern Link."""

    card: int
    command: int
    piece: int = NONE

    @choose("7.13a", who=commander_asked, prompt="Which block do the riflemen form?", always=True)
    def which(self, s: State) -> Choice:
        return [Option("build", riflemen(s), "piece", "Build")]

    @which.on("build")
    def _(self, s: State, piece: int) -> None:
        self.piece = piece

    @choose("7.13a", who=commander_asked, prompt="Where does it arrive?")
    def where(self, s: State) -> Choice:
        back = Option("back", label="Another block", free=True)
        return [Option("site", links_in_play(s), "space", "Place here"), back]

    @where.on("site")
    def _(self, s: State, area: int) -> None:
        unit = s.unit[self.piece]
        put_down(s, unit, area, 3 if s.m.division[unit] else s.m.max_sp[unit])

    @where.on("back")
    def _(self, s: State, _: int) -> Next:
        self.piece = NONE
        return goto("which")
