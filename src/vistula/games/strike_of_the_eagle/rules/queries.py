"""Questions about a position that need no hidden knowledge but what the asker has: pure, for true and masked states.

1.0 areas, 1.1 fronts, 1.3 control, 1.4 Eastern Links, 7.33 stacking. Who plays is in `seats`, supply in `depots`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from vistula.kernel import UNKNOWN
from vistula.parts import traces
from vistula.parts.decks import left_over
from vistula.parts.pieces import at, on_board, spaces

from ..model import DECKS, INFANTRY, PIECES, POLAND, RUSSIA, Model, command_of, foe, piece_side
from ..state import State

UNLIMITED = traces.NO_WAY


# -- fronts and initiative --------------------------------------------------------------------------------------


def front_of(s: State, area: int) -> int:
    """[1.1a] The front an area belongs to; where only one is in play, all areas do."""
    fronts = s.scene.fronts
    return s.m.front[area] if len(fronts) == 2 else fronts[0]


def holder(s: State, front: int) -> int:
    """[6.1a] The side with initiative on a front."""
    return POLAND if s.initiative[front] > 0 else RUSSIA


def level(s: State, front: int, side: int) -> int:
    """The initiative points of a side on a front; 0 if the enemy holds it."""
    return max(0, s.initiative[front] if side == POLAND else -s.initiative[front])


def block_command(s: State, piece: int) -> int:
    """[1.1b, 1.1c] Whose block it is in this phase: a block that crossed the line has not changed hands yet."""
    return command_of(piece_side(piece), s.southern >> piece & 1)


# -- areas ------------------------------------------------------------------------------------------------------


def open_areas(s: State) -> int:
    """Areas in play. Lithuania is closed to both sides until it is allied to Russia [8.5e]."""
    return s.scene.areas if s.lithuania else s.scene.areas & ~s.m.lithuania


def may_enter(s: State, side: int) -> int:
    """[1.4b] Areas that blocks of a side may enter: no Pole comes into an Eastern Link."""
    barred = s.m.eastern_links if side == POLAND else s.scene.guarded
    return open_areas(s) & ~barred


def unseen_links(s: State, side: int) -> int:
    """[7.2n] Eastern Links, into which no Pole looks."""
    return s.m.eastern_links if side == POLAND else 0


def within(s: State, area: int, limit: int) -> int:
    """Areas at most so many links away, across whatever stands there [7.2k]."""
    return spread(s.m, open_areas(s), 1 << area, limit)


def distance(s: State, one: int, other: int) -> int:
    """Links between two areas, across whatever stands there; UNLIMITED if there is no way."""
    return traces.distance(s.m.around, 1 << one, 1 << other, open_areas(s))


# -- blocks and garrisons ---------------------------------------------------------------------------------------


def blocks_at(s: State, side: int, area: int) -> list[int]:
    """The blocks of a side in an area, those on its links included."""
    return at(s.place, PIECES[side], area)


def fighters(s: State, side: int, area: int) -> list[int]:
    """[7.33b] The blocks of a side that take part in a battle there: none that came fifth or later over a link."""
    return [p for p in blocks_at(s, side, area) if not s.behind >> p & 1]


def inside(s: State, side: int, area: int) -> list[int]:
    """The blocks of a side that stand in the area itself [7.33e]."""
    place, on_link = s.place, s.on_link
    return [p for p in PIECES[side] if place[p] == area and not on_link >> p & 1]


def on_map(s: State, side: int) -> list[int]:
    return on_board(s.place, PIECES[side])


def occupied(s: State, side: int) -> int:
    """Areas with blocks of a side."""
    pieces = PIECES[side]
    return _areas_of(tuple(s.place[pieces.start : pieces.stop]))


@lru_cache(maxsize=4096)
def _areas_of(places: tuple[int, ...]) -> int:
    return spaces(places, range(len(places)))


def held_by(s: State, side: int) -> int:
    """Areas with a block or a garrison of a side; Eastern Links are always Soviet (S59)."""
    found = occupied(s, side) | s.garrisons[side]
    return found | s.m.eastern_links & s.scene.areas if side == RUSSIA else found


def controls(s: State, side: int, area: int) -> bool:
    """[1.3b, 1.3d] A key city is controlled by whose garrison or block is there."""
    return bool(controlled(s, side) >> area & 1)


def controlled(s: State, side: int) -> int:
    """[1.3b] Key cities under control. Where both sides stand before a battle, the defender's garrison decides."""
    own = held_by(s, side) & s.m.key_cities & open_areas(s)
    contested = own & held_by(s, foe(side))
    defended = s.garrisons[side] | s.began[side] & ~s.garrisons[foe(side)]
    return own & (~contested | defended)


def stack_of(s: State, piece: int) -> list[int]:
    """[2.0f] The blocks of one side that stand together so that an enemy cannot tell them apart: piece included."""
    place, link = s.place[piece], s.on_link >> piece & 1
    return [
        p
        for p in PIECES[piece_side(piece)]
        if s.place[p] == place and s.on_link >> p & 1 == link and (not link or s.origin[p] == s.origin[piece])
    ]


def room(s: State, side: int, area: int) -> int:
    """[1.0d, 3.0b, 7.33a, 7.33h] How many more blocks may end the phase in an area; garrisons do not count."""
    return _beside(s, area, blocks_at(s, side, area))


def space_inside(s: State, side: int, area: int) -> int:
    """[7.33a, 7.33h] How many more blocks may stand in the area itself."""
    return _beside(s, area, inside(s, side, area))


def _beside(s: State, area: int, blocks: Sequence[int]) -> int:
    """[1.4d, 7.33a] How many more blocks there is room for beside some."""
    return UNLIMITED if s.m.eastern_links >> area & 1 else s.m.charts.stacking.area - len(blocks)


# -- cards ------------------------------------------------------------------------------------------------------


def piles(s: State) -> list[list[int]]:
    """Where the cards of both sides are; what a seat does not know is UNKNOWN."""
    fight = [s.fight.cards, s.fight.modifiers] if s.fight is not None else []
    return [*s.hands, *s.discards, *s.removed, *s.deck, s.committed, *fight]


def unseen_cards(s: State, side: int) -> list[int]:
    """Cards of a side that may be in a hand, in its deck or face down, as far as the seat can tell."""
    return left_over(DECKS[side], piles(s))


# -- faces ------------------------------------------------------------------------------------------------------


def known(s: State, piece: int) -> bool:
    """Whether the face of a block is known to whoever asks."""
    return s.unit[piece] != UNKNOWN


def kind_of(s: State, piece: int) -> int:
    return s.m.kind[s.unit[piece]]


def is_leader(s: State, piece: int) -> bool:
    return s.m.leader[s.unit[piece]]


def is_mounted(s: State, piece: int) -> bool:
    """[9.0a] Cavalry, and leaders, who move and fight as cavalry."""
    return s.m.kind[s.unit[piece]] != INFANTRY


def piece_of(s: State, unit: int) -> int:
    """The piece that is this block of the roster."""
    return s.unit.index(unit)


def afield(s: State, unit: int) -> bool:
    """Whether a block of the roster is on the map: everybody knows, though perhaps not where."""
    return unit not in s.unit or s.place[piece_of(s, unit)] >= 0


def reach_of(s: State, piece: int, march: bool) -> int:
    """[2.0d, 2.0e, 7.2h, 7.2s] How many areas a block may move, or force march."""
    return (s.m.march if march else s.m.move)[kind_of(s, piece)]


@lru_cache(maxsize=8192)
def spread(m: Model, open_: int, start: int, limit: int) -> int:
    """Areas reached from a set of areas through open ones in so many steps."""
    return traces.within(m.around, start, open_, limit)


def enemy_next_to(s: State, side: int, area: int) -> bool:
    """[8.31a] Whether an area is front line: next to one held by the enemy."""
    return bool(s.m.around[area] & open_areas(s) & held_by(s, foe(side)))
