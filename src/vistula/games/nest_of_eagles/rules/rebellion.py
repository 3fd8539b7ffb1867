"""20.4 Soviet-allied Ukrainian brigades: emissaries and commissars, rebellion, negotiations, and their return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import collect, members
from vistula.kernel import (
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    SeatId,
    choose,
    disclose,
    goto,
    only,
    procedure,
    roll,
    sealed,
    step,
    tell,
)

from ..model import POLAND, SEATS, SOVIET, UKRAINE
from ..state import OFF, UKRAINE_BOX, State, box, refresh, remove
from .bars import named
from .control import come
from .queries import next_round, plays, within
from .seats import POLES, SOUTHWESTERN, SOVIETS, everyone, seat_of
from .stacking import full

TO_COME, REVEALED = 1, 2
SAFE = 2
RETURNS = 6


def brigades(s: State) -> list[int]:
    """The three brigades, by the number of their marker."""
    return members(s.m.red_ukrainians)


def on_map(s: State) -> int:
    return collect(unit for unit in brigades(s) if s.place[unit] >= 0)


# -- 20.4.1 the choice ------------------------------------------------------------------------------------------------


def both(frame: Frame, s: State) -> Sequence[SeatId]:
    """[20.4.1a] The Poles and whoever commands the Southwestern Front (N-92)."""
    return [seat_of(s, POLES), southwestern(frame, s)]


@procedure
class Emissaries(Frame):
    """[20.4.1a] Each side names one of the brigades in secret."""

    @sealed("20.4.1a", seats=both, prompt="To which Ukrainian brigade do you send your men?")
    def send(self, s: State, seat: SeatId) -> Choice:
        others = only("20.4.1a", s.m.red_ukrainians, named(s, "is none of the three Ukrainian brigades"))
        return [Offer("send", "piece", [others], "Send them here", ends=True)]

    @send.on("send")
    def _(self, s: State, seat: SeatId, unit: int) -> Next:
        s.emissaries[POLAND if seat == SEATS[POLAND] else SOVIET] = 1 + brigades(s).index(unit)
        return None


def met(s: State, hex: int) -> bool:
    """[20.4.1b] Whether a Polish unit in this hex is next to a brigade while the choices are still secret."""
    if s.rebellion != TO_COME or not all(s.emissaries):
        return False
    return bool(s.m.around[hex] & collect(s.place[u] for u in members(on_map(s))))


def reveal(s: State) -> None:
    """[20.4.1b, 20.4.1c, 20.4.1e] Both choices are shown: a rebel, a loyal brigade, and one that negotiates; with equal
    choices all negotiate."""
    polish, soviet = (brigades(s)[number - 1] for number in s.emissaries)
    s.rebellion = REVEALED
    disclose(s, "20.4.1b", everyone(s), (polish, soviet))
    tell(s, "20.4.1b", "emissaries", unit=polish, other=soviet)
    if polish == soviet:
        s.negotiating = on_map(s)
        return
    s.negotiating = on_map(s) & ~(1 << polish | 1 << soviet)
    if s.place[polish] >= 0:
        s.rebel = 1 << polish
        refresh(s, s.place[polish])
        tell(s, "20.4.1c", "rebels", unit=polish, hex=s.place[polish])
        call_cavalry(s)


def end_of_turn(s: State) -> None:
    """[20.4.1d, 20.4.1f, 20.4.1g] At the end of the Polish turn rebels and those who still negotiate are gone, and
    Ukrainian cavalry comes to the Poles."""
    gone = members((s.rebel | s.negotiating) & on_map(s))
    if s.rebellion != REVEALED or not (gone or s.rebel or s.negotiating):
        return
    for unit in gone:
        tell(s, "20.4.1f", "deserts", unit=unit, hex=s.place[unit])
        hex = s.place[unit]
        remove(s, unit, OFF)
        refresh(s, hex)
    s.rebel = s.negotiating = 0
    call_cavalry(s)  # also for those who have deserted before [20.4.2a]


def call_cavalry(s: State) -> None:
    """[20.4.1g] A brigade has left the Soviets: Ukrainian cavalry comes to the Poles in their next turn."""
    if s.place[s.m.h] in (UKRAINE_BOX, OFF) and plays(s, "20.4.1"):
        s.place[s.m.h] = box(next_round(s, POLAND))
        tell(s, "20.4.1g", "called_up", unit=s.m.h)


# -- 20.4.3 return ----------------------------------------------------------------------------------------------------


def returning(s: State) -> list[int]:
    """[20.4.3a] Brigades that may come back, while the Soviets hold Lwów or both Stanisławów and Borysław."""
    m, held = s.m, s.held[SOVIET]
    towns = held >> m.lwow & 1 or (held >> m.stanislawow & 1 and held >> m.boryslaw & 1)
    lost = [unit for unit in brigades(s) if s.place[unit] == OFF]
    return lost if towns and plays(s, "20.4.3") else []


def no_home(s: State) -> Iterator[Bar]:
    """[20.4.3a] Hexes where a brigade cannot come back."""
    m = s.m
    towns = m.urban & s.held[SOVIET] & m.theater[UKRAINE] & ~s.occupied[POLAND]
    yield only("20.4.3a", towns, "a Soviet town of the Ukrainian Theater is wanted")
    near = within(s, s.occupied[POLAND], SAFE)
    yield Bar("20.4.3a", near, lambda hex: f"an enemy unit is within {SAFE} hexes of {m.hex_name(hex)}")
    lost = min(brigades(s), key=lambda unit: s.place[unit])
    yield Bar("6.0a", full(s, lost), lambda hex: f"{m.hex_name(hex)} has no room for one more unit")


def southwestern(frame: Frame, s: State) -> SeatId:
    """(N-93) Who commands the brigades."""
    return seat_of(s, SOVIETS if s.players == 2 else SOUTHWESTERN)


@procedure
class Return(Frame):
    """[20.4.3a] In the Soviet Replacement Phase a 6 brings a brigade back."""

    @roll("20.4.3a", "1d6")
    def recruits(self, s: State, dice: tuple[int, ...]) -> Next:
        tell(s, "20.4.3a", "recruiting", die=dice[0])
        return None if dice[0] == RETURNS else goto("over")

    @choose("20.4.3a", who=southwestern, prompt="Where does a Ukrainian brigade come back?")
    def where(self, s: State) -> Choice:
        hexes = Offer("place", "space", no_home(s), "Here")
        return [hexes] if hexes else goto("over")

    @where.on("place")
    def _(self, s: State, hex: int) -> Next:
        unit = returning(s)[0]
        tell(s, "20.4.3a", "arrives", unit=unit, hex=hex)
        come(s, unit, hex)
        return None

    @step("20.4.3a")
    def over(self, s: State) -> None:
        return None
