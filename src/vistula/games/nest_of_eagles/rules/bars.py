"""What keeps hexes and units from being chosen, where several chapters say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vistula.kernel import UNKNOWN, Bar, only
from vistula.kernel.views import Refusal

from ..model import POLAND
from ..state import (
    ABSENT,
    BRIGADES,
    OFF,
    REBUILD,
    REMOVED,
    RESERVES,
    SEALED,
    TRANSIT,
    UKRAINE_BOX,
    UNDER,
    VOLUNTEERS,
    State,
    box_turn,
)
from .queries import in_play
from .seats import side_of, troops

_FATES = {
    REBUILD: ("3.6a", "has been eliminated and can be rebuilt"),
    BRIGADES: ("18.0c", "is in the Divisional Brigades box"),
    VOLUNTEERS: ("19.1a", "is in the Volunteer Army box"),
    RESERVES: ("20.2a", "is in reserve"),
    UKRAINE_BOX: ("19.8d", "is in the Ukraine box"),
    OFF: ("20.4b", "is off the board"),
    REMOVED: ("3.6a", "is out of the game"),
    ABSENT: ("1.4a", "takes no part in this scenario"),
    SEALED: ("23.4a", "waits under a marker that lies face down"),
    TRANSIT: ("9.4a", "is under way to a place that has been kept secret"),
}


def named(s: State, words: str) -> Callable[[int], str]:
    """A sentence about a unit, its name first."""
    return lambda unit: f"{s.m.full_name[unit]} {words}"


# -- hexes ------------------------------------------------------------------------------------------------------------


def closed(s: State) -> Bar:
    """[2.3.1a, 2.4.1b] Hexes that nobody enters: other countries, and Theaters that are not in play."""

    def why(hex: int) -> Refusal:
        name = s.m.hex_name(hex)
        if s.m.land >> hex & 1:
            return Refusal("2.4.1b", f"{name} lies in a Theater that is not in play")
        return Refusal("2.3.1a", f"{name} lies beyond a border that nobody may cross")

    return Bar("2.3.1a", s.m.grid.valid & ~in_play(s), why)


def held(s: State, side: int, rule: str = "7.0d") -> Bar:
    """[7.0d] Hexes with enemy units."""
    return Bar(rule, s.occupied[1 - side], lambda hex: f"enemy units hold {s.m.hex_name(hex)}")


def far(s: State, rule: str, here: int) -> Bar:
    """Hexes that are not next to this one."""

    def why(hex: int) -> str:
        if hex == here:
            return f"it is in {s.m.hex_name(hex)} already"
        distance = s.m.grid.distance(here, hex)
        return f"{s.m.hex_name(hex)} is {distance} hexes from {s.m.hex_name(here)}, not next to it"

    return only(rule, s.m.around[here], why)


# -- units ------------------------------------------------------------------------------------------------------------


def foes(s: State, command: int, rule: str) -> Iterator[Bar]:
    """Units of the other side, and, with three players, those of the other Front."""
    side = side_of(command)
    army = s.m.army[side] | s.rebel if side == POLAND else s.m.army[side] & ~s.rebel
    yield only(rule, army, named(s, "is an enemy unit"))
    yield only("22.0a", troops(s, command), named(s, "belongs to the other Front"))


def off_map(s: State) -> Bar:
    """Units that are not on the map."""
    return only("3.6a", s.fielded, lambda unit: whereabouts(s, unit))


def whereabouts(s: State, unit: int) -> Refusal:
    """Where a unit is that is not on the map."""
    name, place = s.m.full_name[unit], s.place[unit]
    if place <= UNDER:
        return Refusal("23.1a", f"{name} lies under the {s.m.full_name[UNDER - place]}")
    if place == UNKNOWN:
        return Refusal("23.1a", f"{name} is concealed somewhere")
    if round := box_turn(place):
        return Refusal("16.0a", f"{name} comes on {s.m.dates[round]}")
    rule, words = _FATES[place]
    return Refusal(rule, f"{name} {words}")
