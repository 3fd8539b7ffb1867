"""1.31 Supply depots and clear paths, and who is in supply (7.7b): pure questions, for true and masked states."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.parts import traces

from ..cards.effects import supply_bonus
from ..model import POLAND, RUSSIA, foe, piece_side
from ..state import State
from .queries import UNLIMITED, controlled, controls, front_of, held_by, is_leader, kind_of, on_map, open_areas, spread


def passable(s: State, side: int) -> int:
    """[1.31c] Areas that a clear path of a side may pass: no enemy block and no enemy garrison (S6)."""
    return open_areas(s) & ~held_by(s, foe(side))


def clear_from(s: State, side: int, start: int, limit: int = UNLIMITED) -> int:
    """Areas reached from a set of areas by clear paths of at most so many areas; a start need not be clear."""
    return spread(s.m, passable(s, side), start, limit)


def clear_distance(s: State, side: int, area: int, goals: int) -> int:
    """Areas along the shortest clear path from an area to one of the goals; UNLIMITED if there is none.

    The area itself must be clear too; standing on a goal counts 0 (S5).
    """
    open_ = passable(s, side)
    return traces.distance(s.m.around, 1 << area & open_, goals, open_)


def bases(s: State, side: int) -> int:
    """[1.31b] Where a side's supply comes from: Warsaw for the Poles, the Eastern Links for the Soviets.

    A Warsaw that is neutral or the enemy's leaves the Poles without a base (S57) [1.3e]. In scenario 1 three exits
    stand for the way to Warsaw.
    """
    return _bases(s, side, controlled(s, side), passable(s, side))


def _bases(s: State, side: int, own: int, clear: int) -> int:
    return sources(s, side) & clear & s.scene.areas & (own | s.scene.exits)


def sources(s: State, side: int) -> int:
    """The same whoever stands there."""
    return (1 << s.m.warsaw | s.scene.exits) if side == POLAND else s.m.eastern_links


def connected(s: State, side: int) -> int:
    """Areas with a clear path of any length to a base."""
    return clear_from(s, side, bases(s, side))


def depots(s: State, side: int) -> int:
    """[1.31a, 1.31b, 11.0b, 1.3e] Controlled key cities in supply: neutral ones never are."""
    own, clear = controlled(s, side), passable(s, side)
    return own & spread(s.m, clear, _bases(s, side, own, clear), UNLIMITED)


def supply_areas(s: State, side: int, reach: int) -> int:
    """[7.7b] Areas within a clear path of so many areas from a depot."""
    return clear_from(s, side, depots(s, side), reach)


def supply_reach(s: State, piece: int) -> int:
    """[7.7b] How far from a depot a block is still in supply; a card may lengthen it."""
    return s.m.supply[kind_of(s, piece)] + supply_bonus(s, piece_side(piece), front_of(s, s.place[piece]))


def out_of_supply(s: State, side: int, pieces: Sequence[int] | None = None) -> int:
    """[7.7a, 7.7b, 9.0b] Those of a side's blocks, or of some of them, that are out of supply now."""
    own = depots(s, side)
    reached: dict[tuple[int, int], int] = {}
    found = 0
    for p in on_map(s, side) if pieces is None else pieces:
        if is_leader(s, p):
            continue
        sources, reach = own | own_depot(s, p), supply_reach(s, p)
        if (sources, reach) not in reached:
            reached[sources, reach] = clear_from(s, side, sources, reach)
        if not reached[sources, reach] >> s.place[p] & 1:
            found |= 1 << p
    return found


def own_depot(s: State, piece: int) -> int:
    """[8.5e] Kaunas, which is a depot for Lithuanian blocks even when it is cut off (S90); none for others."""
    return kaunas(s, piece_side(piece)) if s.m.nation[s.unit[piece]] == "Lithuania" else 0


def kaunas(s: State, side: int) -> int:
    """[8.5e] Kaunas while the Soviets control it, as a set of areas; nothing for the Poles."""
    return 1 << s.m.kaunas if side == RUSSIA and controls(s, RUSSIA, s.m.kaunas) else 0
