"""23.1.1 Patrols: markers that hide units from the enemy, and dummies of two of them. Groups: `groups`; how what lies
under them comes to light: `reveal`.

A marker is a piece like a unit and acts as one (N-96): it stands in a hex, moves 3 MP, holds towns. What it covers is
off the map, with the marker as its place; so every chapter sees the marker, and nothing else has to be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel import Bar, only, tell

from ..model import LITHUANIA, WEST
from ..state import OFF, PATROLS, UNDER, State, beneath, box, box_turn, cover, put, stands
from .bars import foes, named, off_map
from .queries import foes_near
from .seats import front_of, seats_of, side_of, troops

PATROL_RS = 2
"""[23.1.1b] Strength Points for Reactive Strength."""
AT_SETUP, ON_ARRIVAL, AT_REST = range(3)
"""[23.1.1a, 23.1.1c] When markers are laid: before the first turn, on units that arrive, in the Replacement Phase."""


def spare(s: State, side: int) -> list[int]:
    """[23.1.1a] Patrols that are not in use."""
    return [marker for marker in s.m.patrols[side] if s.place[marker] == OFF]


def is_dummy(s: State, marker: int) -> bool:
    """[23.1.1f] Whether a marker is known to have no unit under it."""
    return any(s.m.all_patrols >> piece & 1 for piece in beneath(s, marker))


def dummies(s: State) -> int:
    """[23.1.1f] The markers that are known to be dummies."""
    return collect(m for side in s.m.patrols for m in side if s.place[m] >= 0 and is_dummy(s, m))


def due(s: State, command: int) -> list[int]:
    """[16.0a] Pieces that come in this turn."""
    army = troops(s, command)
    return [u for u in s.m.units_of[side_of(command)] if army >> u & 1 and 0 < box_turn(s.place[u]) <= s.round]


def serve(s: State, marker: int, front: int) -> None:
    """(N-108) A Soviet marker belongs to one Front, and everyone sees to which."""
    bit = 1 << marker
    s.western = s.western | bit if front == WEST else s.western & ~bit


# -- whom a Patrol can cover ------------------------------------------------------------------------------------------


def plain_to_see(s: State) -> Iterator[Bar]:
    """[23.1.1e, 23.1.2e] Units that are never concealed."""
    yield Bar("23.1.1e", s.remnant, named(s, "is a Remnant and cannot be concealed"))
    yield Bar("23.1.1e", s.m.support, named(s, "is a support unit and cannot be concealed"))
    allies = s.m.red_ukrainians | s.m.front_army[LITHUANIA]
    yield Bar("23.1.1e", allies, named(s, "is an ally of the Soviets and cannot be concealed"))


def coverable(s: State, command: int, occasion: int) -> Iterator[Bar]:
    """[23.1.1a, 23.1.1c, 23.1.1e] Units that cannot be concealed now, by whatever marker."""
    yield from foes(s, command, "23.1.1a")
    if occasion == ON_ARRIVAL:
        yield only("23.1.1c", due(s, command), named(s, "does not arrive now"))
    else:
        yield off_map(s)
    yield Bar("23.1.1a", s.m.all_patrols, named(s, "is a Patrol already"))
    yield from plain_to_see(s)
    if occasion != ON_ARRIVAL:
        near = foes_near(s, side_of(command))
        yield Bar("23.1.1a", lambda u: bool(near >> s.place[u] & 1), named(s, "is next to an enemy unit"))


def unpatrolled(s: State, command: int, occasion: int) -> Iterator[Bar]:
    """[23.1.1a, 23.1.2d] Units and Groups on which no Patrol can be laid now."""
    yield from coverable(s, command, occasion)
    yield Bar("23.1a", not s.concealment & PATROLS, "this table plays without Patrols")
    words = f"all {len(s.m.patrols[0])} Patrols are in use: show one of them first"
    yield Bar("23.1.1a", not spare(s, side_of(command)), words)


def together(s: State, command: int, occasion: int, group: list[int], rides: bool = False) -> Iterator[Bar]:
    """[23.1.1a, 23.1.1c] Units that cannot lie under one marker with these; a Patrol over several does not come by rail
    (N-97)."""
    first = group[0]
    yield from coverable(s, command, occasion)
    yield Bar("23.1.2d", s.m.all_groups, named(s, "is a Group, which is covered by a Patrol of its own"))
    yield Bar("23.1.2d", bool(s.m.all_groups >> first & 1), "a Group is covered by a Patrol of its own")
    yield Bar("23.1.1a", collect(group), named(s, "is under this marker already"))
    yield Bar("23.1.1a", lambda u: s.place[u] != s.place[first] and occasion != ON_ARRIVAL,
              named(s, "is in another hex"))  # fmt: skip
    yield Bar("2.5a", lambda u: front_of(s, u) != front_of(s, first), named(s, "belongs to the other Front"))  # (N-108)
    if occasion == ON_ARRIVAL:
        yield Bar("23.1.1c", lambda u: not _common_entry(s, [*group, u], rides), named(s, "arrives elsewhere"))


def _common_entry(s: State, units: list[int], rides: bool) -> bool:
    """Whether units can come in together."""
    from .reinforcements import by_hand, edge_hexes, railheads  # arrivals ask here in their turn

    ways = (by_hand, edge_hexes, railheads) if rides else (by_hand, edge_hexes)
    return any(meet(*(entry(s, unit) for unit in units)) for entry in ways)


def meet(*sets: int) -> int:
    """What some sets have in common."""
    found = -1
    for each in sets:
        found &= each
    return found


# -- 23.1.1d parting --------------------------------------------------------------------------------------------------


def unparted(s: State, command: int, movable: list[int]) -> Iterator[Bar]:
    """[23.1.1d] Units that cannot leave the others under their Patrol."""
    yield from foes(s, command, "23.1.1d")
    crowds = [m for m in movable if s.m.all_patrols >> m & 1 and len(beneath(s, m)) > 1]
    inside = collect(unit for marker in crowds for unit in beneath(s, marker))
    yield only("23.1.1d", inside, named(s, "is not under a Patrol with other units that can still move"))
    yield Bar("23.1.1d", not spare(s, side_of(command)), "it needs a Patrol of its own, and all of them are in use")


def part(s: State, unit: int) -> int:
    """[23.1.1d] A unit gets a Patrol of its own and can go its own way."""
    old, hex, side = UNDER - s.place[unit], stands(s, unit), s.m.side[unit]
    new = spare(s, side)[0]
    s.place[unit] = UNDER - new
    put(s, new, hex)
    serve(s, new, front_of(s, old))
    s.eligible |= (s.eligible >> old & 1) << new
    s.entered |= (s.entered >> old & 1) << new
    s.unloaded |= (s.unloaded >> old & 1) << new
    s.barred |= (s.barred >> old & 1) << new
    s.attacked |= (s.attacked >> old & 1) << new
    tell(s, "23.1.1d", "parts", unit=new, hex=hex)
    return new


# -- 23.1.1f dummies --------------------------------------------------------------------------------------------------


def no_dummy(s: State, command: int, occasion: int) -> Iterator[Bar]:
    """[23.1.1f] What keeps a player from bringing in a dummy."""
    yield Bar("23.1a", not s.concealment & PATROLS, "this table plays without Patrols")
    yield Bar("23.1.1f", occasion != ON_ARRIVAL, "a dummy comes as a reinforcement, before the first move of a turn")
    yield Bar("23.1.1f", len(spare(s, side_of(command))) < 2, "a dummy takes two Patrols, and they are not there")


def make_dummy(s: State, side: int, front: int) -> None:
    """[23.1.1f] Two Patrols, one upon the other, wait to come in as a reinforcement does."""
    top, below = spare(s, side)[:2]
    s.place[top], s.place[below] = box(s.round), UNDER - top
    serve(s, top, front)
    tell(s, "23.1.1f", "dummy_made", to=seats_of(s, side), unit=top)


# -- laying -----------------------------------------------------------------------------------------------------------


def fixed(s: State) -> int:
    """[19.4a] Markers that never move, because the Lwów unit lies under them."""
    place = s.place[s.m.lwow_unit]
    return 1 << UNDER - place if place <= UNDER else 0


def lay(s: State, marker: int, units: list[int], rule: str) -> None:
    """[23.1.1a, 23.1.2a] A marker is laid on units."""
    serve(s, marker, front_of(s, units[0]))
    side, hex = s.m.side[marker], s.place[units[0]]
    if hex >= 0:
        tell(s, rule, "laid", unit=marker, hex=hex)
    tell(s, rule, "covers", to=seats_of(s, side), unit=marker, units=units[:])
    cover(s, units, marker)
