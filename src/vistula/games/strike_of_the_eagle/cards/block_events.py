"""7.13 Historical Events that bring blocks onto the map."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel.bars import Bar, Offer, first, left, only
from vistula.kernel.decision import Option
from vistula.kernel.procedure import AGAIN, DONE, SKIP, Choice, Next, choose, goto, procedure, step
from vistula.kernel.state import tell
from vistula.kernel.views import Refusal

from ..changes import arrive, gain, place_garrison, put_under, raise_block
from ..model import BLACK, INFANTRY, NORTH, PIECES, POLAND, RUSSIA, WHITE, piece_side
from ..rules.arrivals import slot_of
from ..rules.bars import no_depot, not_at, not_pooled, out_of_play, there, whereabouts, whole
from ..rules.cubes import price
from ..rules.depots import depots
from ..rules.queries import front_of, occupied, piece_of, room, within
from ..rules.seats import commander, commander_asked
from ..state import DUE, NONE, POOL, State
from ..witnessed import betray, facts_of_cube
from .odd_events import HistoricalEvent


def settle_in(s: State, piece: int, area: int) -> None:
    """[7.32a, 1.1c] A block that an event brings counts as having begun the phase where it is put."""
    s.start[piece] = area
    s.began[piece_side(piece)] |= 1 << area
    put_under(s, piece, area)


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


def _not_black(s: State) -> Bar:
    """[2.0c, 7.13a] Blocks that black cubes do not serve."""
    return Bar("7.13a", lambda p: s.m.colour[s.unit[p]] != BLACK, "The card is for blocks with a black square.")


@procedure(who=commander_asked)
class VolunteerArmy(HistoricalEvent):
    """[8.4a, 8.3] Polish card 11: four black cubes, spent in Warsaw at once; the front line sets no limit."""

    left: int = 4
    built: int = 0  # pieces

    def not_raised(self, s: State) -> Iterator[Bar]:
        """[7.13a, 7.33a, 8.4a] Blocks that the volunteers cannot form."""
        yield Bar(
            "8.3",
            lambda p: p in PIECES[POLAND] and s.place[p] >= 0,
            lambda p: first(self.not_strengthened(s), p) or Refusal("4.0h", "It is on the map already."),
        )
        yield not_pooled(s, POLAND)
        yield _not_black(s)
        yield Bar("7.33a", room(s, POLAND, s.m.warsaw) <= 0, "Four blocks stand at Warsaw already.")
        yield Bar(
            "8.4a",
            lambda p: price(s, s.unit[p]) > self.left,
            lambda p: f"It costs {price(s, s.unit[p])}; of the four cubes you have {self.left}.",
        )

    def not_strengthened(self, s: State) -> Iterator[Bar]:
        """[7.13a, 8.3, 8.4b] Blocks to which the volunteers cannot add a strength point."""
        yield from not_at(s, POLAND, s.m.warsaw, "7.13a")
        yield whole(s, "8.3")
        yield _not_black(s)
        yield Bar("8.4b", self.built, "A block that was built in this phase stays at 1 strength point.")

    @choose("7.13a", "8.3", "8.4a", prompt="Volunteers for Warsaw: {cubes} left.", always=True)
    def spend(self, s: State) -> Choice:
        if not self.left:
            return DONE
        return [
            Offer("build", "piece", self.not_raised(s), "Build in Warsaw"),
            Offer("strengthen", "piece", self.not_strengthened(s), "Strengthen"),
            Option("done", label="Spend no more", publish=True),
        ]

    @spend.on("build")
    def _(self, s: State, piece: int) -> Next:
        self.left -= price(s, s.unit[piece])
        self.built |= 1 << put_down(s, s.unit[piece], s.m.warsaw, 1)
        return AGAIN

    @spend.on("strengthen")
    def _(self, s: State, piece: int) -> Next:
        self.left -= 1
        gain(s, piece)
        betray(s, 1 << piece, *facts_of_cube(BLACK))
        tell(s, "8.3", "strengthened", block=piece, unit=s.unit[piece], area=s.m.warsaw)
        return AGAIN

    spend.to("done")


# -- Polish card 20 ---------------------------------------------------------------------------------------------


def not_belarusian(s: State) -> Iterator[Bar]:
    """[7.13a] Areas where Bulak-Balakhovich does not take the field: he wants a northern Polish depot with room."""
    yield from no_depot(s, POLAND)
    yield Bar("7.13a", lambda area: front_of(s, area) != NORTH, there(s, "", " is not on the northern front."))


def may_take_the_field(s: State, command: int) -> bool:
    """Bulak-Balakhovich is in the Force Pool, and there is a place for him."""
    return s.place[piece_of(s, s.m.unit("P-BB"))] == POOL and bool(left(not_belarusian(s)))


@procedure(who=commander_asked)
class Balakhovich(HistoricalEvent):
    """[7.13a] Polish card 20: Bulak-Balakhovich takes the field."""

    @choose("7.13a", prompt="Where does Bulak-Balakhovich take the field?")
    def where(self, s: State) -> Choice:
        return [Offer("site", "space", not_belarusian(s), "Place here")]

    @where.on("site")
    def _(self, s: State, area: int) -> None:
        unit = s.m.unit("P-BB")
        put_down(s, unit, area, s.m.max_sp[unit])


# -- Soviet card 12 ---------------------------------------------------------------------------------------------


def not_hastened(s: State) -> Iterator[Bar]:
    """[4.0g, 7.13a] Blocks that do not come early: those that are due at Elizavetgrad or Klintsy in this round or the
    next do."""
    gates = (s.m.area("Elizavetgrad"), s.m.klintsy)

    def here(p: int) -> Refusal:
        afield = p in PIECES[RUSSIA] and s.place[p] >= 0
        return Refusal("4.0g", "It has arrived already.") if afield else whereabouts(s, RUSSIA, p)

    yield only("4.0g", [p for p in PIECES[RUSSIA] if s.place[p] == DUE], here)
    yield Bar("7.13a", lambda p: slot_of(s, p).area not in gates, "It is due neither at Elizavetgrad nor at Klintsy.")
    yield Bar(
        "7.13a",
        lambda p: slot_of(s, p).round not in (s.round, s.round + 1),
        lambda p: f"It is due in round {slot_of(s, p).round}: too late to come before its time now.",
    )


@procedure(who=commander_asked)
class MakhnoQuiet(HistoricalEvent):
    """[7.13a, 4.0g] Soviet card 12: a block comes before its time; without one, two white cubes."""

    @choose("7.13a", prompt="Which block arrives before its time?")
    def which(self, s: State) -> Choice:
        able = Offer("block", "piece", not_hastened(s), "Arrives now")
        return [able] if able else SKIP

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


def no_riflemen(s: State) -> Iterator[Bar]:
    """[7.13a] Blocks that the riflemen do not form: infantry divisions of the Force Pool come first, then brigades."""
    infantry = (
        not_pooled(s, RUSSIA),
        Bar("7.13a", lambda p: s.m.kind[s.unit[p]] != INFANTRY, "The riflemen form infantry only."),
        _not_black(s),
    )
    yield from infantry
    some = any(s.m.division[s.unit[p]] for p in left(infantry))
    yield Bar("7.13a", lambda p: some and not s.m.division[s.unit[p]], "A division can be formed: that comes first.")


@procedure(who=commander_asked)
class LatvianRiflemen(HistoricalEvent):
    """[7.13a] Soviet card 19: a division at three points, or a brigade at two, in an Eastern Link."""

    piece: int = NONE

    @choose("7.13a", prompt="Which block do the riflemen form?", always=True)
    def which(self, s: State) -> Choice:
        return [Offer("build", "piece", no_riflemen(s), "Build")]

    which.to("build", into="piece")

    @choose("7.13a", prompt="Where does it arrive?")
    def where(self, s: State) -> Choice:
        inland = only("7.13a", s.m.eastern_links & s.scene.areas, there(s, "", " is no Eastern Link."))
        back = Option("back", label="Another block", free=True)
        return [Offer("site", "space", [out_of_play(s), inland], "Place here"), back]

    @where.on("site")
    def _(self, s: State, area: int) -> None:
        unit = s.unit[self.piece]
        put_down(s, unit, area, 3 if s.m.division[unit] else s.m.max_sp[unit])

    @where.on("back")
    def _(self, s: State, _: int) -> Next:
        self.piece = NONE
        return goto("which")
