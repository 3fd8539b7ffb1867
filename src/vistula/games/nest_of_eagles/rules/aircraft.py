"""3.4.7 Aircraft: the 7th Escadrille flies to a hex in a Reactive Movement Phase, and home when nobody is with it."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import members
from vistula.kernel import (
    DONE,
    SKIP,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    SeatId,
    choose,
    only,
    procedure,
    step,
    tell,
)

from ..model import POLAND
from ..state import REACTIVE_3, State, put, units_at
from .queries import foes_near, in_play, plays, veiled, within
from .seats import POLES, seat_of
from .stacking import full, no_room
from .steps import eliminate
from .supply import connected
from .theaters import review

RANGE = 5


def pilot(frame: Frame, s: State) -> SeatId:
    return seat_of(s, POLES)


def can_fly(s: State) -> bool:
    """[3.4.7a] The Poles may place it in the Reactive Movement Phases of both players, in the third only as Phasing
    player; no activation is needed (N-12)."""
    return s.place[s.m.air] >= 0 and (s.phase != REACTIVE_3 or s.side == POLAND) and plays(s, "8")


def out_of_range(s: State) -> Iterator[Bar]:
    """[3.4.7a] Hexes where the air unit cannot be placed."""
    m = s.m
    friends = s.occupied[POLAND] & ~_alone(s)
    yield only("3.4.7a", friends, lambda hex: f"no other Polish unit is in {m.hex_name(hex)}")
    bases = connected(s, POLAND) & m.urban & s.held[POLAND]
    near = within(s, bases, RANGE)
    words = f"is more than {RANGE} hexes from a Polish town with a railroad to supply"
    yield only("3.4.7a", near, lambda hex: f"{m.hex_name(hex)} {words}")
    yield Bar("3.4.7a", 1 << s.place[m.air], "it is there already")
    yield no_room(s, m.air)


def _alone(s: State) -> int:
    hex = s.place[s.m.air]
    return 1 << hex if len(units_at(s, POLAND, hex)) == 1 else 0


def land(s: State, hex: int, rule: str) -> None:
    """[3.4.7a, 3.4.7c] The air unit is put somewhere; it may be the last Pole who leaves a Theater [13.5a, 19.1c]."""
    left = s.m.theater_of[s.place[s.m.air]]
    tell(s, rule, "flies", unit=s.m.air, hex=hex)
    put(s, s.m.air, hex)
    if s.m.theater_of[hex] != left:
        review(s, left)


@procedure
class Flight(Frame):
    """[3.4.7a] The air unit is placed on a hex with a friendly unit, or stays."""

    @choose("3.4.7a", who=pilot, prompt="Where does the air unit fly?", always=True)
    def where(self, s: State) -> Choice:
        hexes = Offer("place", "space", out_of_range(s), "Fly here", when=can_fly(s))
        screened = veiled(s, POLAND) and can_fly(s)  # no room for it would tell how many are concealed (N-95)
        return [hexes, Option("pass", label="Stay")] if hexes or screened else DONE

    where.to("pass", DONE)

    @where.on("place")
    def _(self, s: State, hex: int) -> Next:
        land(s, hex, "3.4.7a")
        return DONE


# -- 3.4.7c nobody is left to support ----------------------------------------------------------------------------------


def homes(s: State) -> int:
    """[3.4.7c] Friendly urban hexes without an enemy next to them."""
    return s.m.urban & s.held[POLAND] & in_play(s) & ~foes_near(s, POLAND) & ~full(s, s.m.air)


def lose_company(s: State) -> bool:
    """[3.4.7c, 3.4.7d] Whether the air unit has just lost its companions, in a hex that is no home. Alone in a town it
    stays, whoever comes next to it."""
    hex = s.place[s.m.air]
    alone, before = hex >= 0 and bool(_alone(s)), s.escorted
    s.escorted = hex >= 0 and not alone
    return before and alone and not homes(s) >> hex & 1


def nearest_homes(s: State) -> list[int]:
    """[3.4.7c] The nearest homes; of several the Poles choose (N-78)."""
    here, found = s.place[s.m.air], members(homes(s))
    least = min((s.m.grid.distance(here, hex) for hex in found), default=0)
    return [hex for hex in found if s.m.grid.distance(here, hex) == least]


@procedure
class FlyHome(Frame):
    """[3.4.7c] The air unit goes to the nearest friendly town; without one it is lost (N-78)."""

    @choose("3.4.7c", who=pilot, prompt="The air unit is alone: to which town does it fly?")
    def where(self, s: State) -> Choice:
        near = nearest_homes(s)
        if not near:
            return SKIP
        return [Offer("place", "space", [only("3.4.7c", near, "it flies to the nearest town")], "Fly here")]

    @where.on("place")
    def _(self, s: State, hex: int) -> Next:
        land(s, hex, "3.4.7c")
        return DONE

    @step("3.4.7c")
    def lost(self, s: State) -> None:
        eliminate(s, s.m.air, "3.4.7c")
