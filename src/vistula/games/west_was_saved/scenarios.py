"""Where every piece is when a scenario begins: as the set-up card and the turn track have it, or as much of that as a
scenario plays that is a part of the campaign (H-64)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from vistula.board.data import DataError, demand
from vistula.parts.pieces import box, box_turn

from .model import SCENARIOS, Model
from .state import ABSENT, CARD
from .tables import Part


@cache
def first_places(m: Model) -> tuple[int, ...]:
    """By piece: its hex, the box of its turn, or a code of `state`."""
    part = m.scenario.part
    return tuple(_whole(m) if part is None else _part_of(m, part))


def _whole(m: Model) -> Iterator[int]:
    """[1.4a, 12.0a] The campaign: on the map, in a box of the turn track, or in play only if a card brings it."""
    for unit in m.units:
        if m.by_card[unit]:
            yield CARD
        else:
            yield m.start[unit] if m.start[unit] >= 0 else box(m.entry[unit])


def _part_of(m: Model, part: Part) -> Iterator[int]:
    """The same for one side of the Demarcation Line: whoever is set up there, those who arrive, and nobody else."""
    due = _arriving(m, part)
    for unit in m.units:
        if m.by_card[unit]:
            yield ABSENT if m.left_out >> m.by_card[unit] & 1 else CARD
        elif unit in due:
            yield box(due[unit])
        else:
            yield m.start[unit] if m.start[unit] >= 0 and m.open >> m.start[unit] & 1 else ABSENT


def _arriving(m: Model, part: Part) -> dict[int, int]:
    """The turn of everyone who arrives."""
    found: dict[int, int] = {}
    for row in part.arriving:
        for id in row.units.split():
            unit = m.unit_by_key.get(id, -1)
            if unit < 0 or m.arrival[unit] < 0 or unit in found:
                raise DataError(SCENARIOS, f"scenario {m.scenario.id} arriving", f"{id} arrives nowhere, or twice")
            found[unit] = row.turn
    return found


def check_part(m: Model, part: Part) -> None:
    """A part of the campaign holds together: its hexes lie in it, it has points for every turn, and enough cards."""
    key = f"scenario {m.scenario.id}"
    counted = len(m.base[0]) - 1, len(m.base[1]) - 1
    demand(
        counted == (m.turns, m.turns),
        SCENARIOS,
        key,
        f"base points for {m.turns} turns are wanted, not {counted} [4.0b]",
    )
    for side in range(2):
        inside = not (m.depots[side] | m.given[side]) & ~m.cities
        demand(inside, SCENARIOS, key, "a depot, or a hex that needs no way to its source, is no city in play [5.2a]")
    demand(
        0 < m.victory_cities <= m.victory.bit_count(), SCENARIOS, key, "more cities are needed than are counted [2.2c]"
    )
    for unit in m.units:
        there = box_turn(first_places(m)[unit]) and not m.open >> m.arrival[unit] & 1
        demand(not there, SCENARIOS, key, f"{m.key[unit]} arrives outside of what is in play [12.0a]")
    demand(
        all(1 <= row.turn <= m.turns for row in part.arriving), SCENARIOS, key, "somebody arrives on no turn [12.0a]"
    )
