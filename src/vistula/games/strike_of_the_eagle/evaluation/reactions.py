"""3.4h as an officer sees it: which Reaction Card is worth more now than the card is for anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.board.hexes import bits

from ..cards.battle_cards import the_fight
from ..cards.reactions import bare_cities, hungry_areas, joining
from ..model import SIDE_SETS
from ..state import State
from .battles import Field
from .cards import cubes_worth, keeping
from .scoring import answers, by_thing, each
from .survey import Survey


@answers(".react")
@each("react")
def react(o: Any, seat: Any, card: int) -> float:
    """A card is played where that is worth more than to keep it."""
    return _WORTH[seat.s.m.cards[card].effect](o, seat) - 0.05 - keeping(o.survey(seat), seat, card)


def _reserves(o: Any, seat: Any) -> float:
    """One block more in the battle, from another side."""
    v, s = o.survey(seat), seat.s
    able = [p for p in joining(s, v.me) if not v.leader(p)]
    if not able:
        return -1.0
    field = Field(v, s)
    best = max(s.sp[p] for p in able)
    flank = 0 if field.attacks else 1
    return field.outlook(bonus=best + (1 - flank), waived=flank) - field.outlook() - 0.1


def _bridge(o: Any, seat: Any) -> float:
    field = Field(o.survey(seat), seat.s)
    return field.outlook(waived=1) - field.outlook()


def _commissars(o: Any, seat: Any) -> float:
    """A battle that is not lost after all, for a strength point."""
    v: Survey = o.survey(seat)
    fight = seat.s.fight
    return v.worth(fight.area) + 2 * v.d.initiative + 0.3 - v.point


def _carts(o: Any, seat: Any) -> float:
    s, v = seat.s, o.survey(seat)
    hungry = list(bits(s.unsupplied & SIDE_SETS[v.me]))
    most = max((sum(s.place[p] == area for p in hungry) for area in hungry_areas(s)), default=0)
    return float(v.point * most)


def _garrison(o: Any, seat: Any) -> float:
    v = o.survey(seat)
    return 0.25 * max((v.worth(area) + v.danger(area) for area in bare_cities(seat.s)), default=0.0)


_WORTH: dict[str, Callable[[Any, Any], float]] = {
    "read-hand": lambda o, seat: 0.02,
    "other-order": lambda o, seat: 0.0,
    "spies": lambda o, seat: 0.03,
    "fog": lambda o, seat: 0.03 * len(o.survey(seat).mine.get(seat.frame.area, ())),
    "rearguard": lambda o, seat: o.survey(seat).point,
    "again": lambda o, seat: 0.3 if o.survey(seat).left else 0.1,
    "reserves": _reserves,
    "bridge": _bridge,
    "answer": lambda o, seat: 0.3,
    "commissars": _commissars,
    "spoils": lambda o, seat: 0.3 * max(0, 8 - len(seat.s.hands[0])) if o.survey(seat).left else 0.0,
    "hospitals": lambda o, seat: o.survey(seat).point,
    "stores": lambda o, seat: cubes_worth(o.survey(seat), (1, 1, 0)),
    "interned": lambda o, seat: 1.0,  # a point that the enemy does not get, and a block for later
    "trophies": lambda o, seat: 1.0,
    "garrison": _garrison,
    "partisans": lambda o, seat: 0.9 * o.survey(seat).point,
    "carts": _carts,
}
"""What a Reaction Card is worth when its moment has come, by its effect."""


@answers("Reserves.which")
@by_thing("block")
def who_joins(v: Survey, s: State, piece: int) -> float:
    """The strongest block, from where nobody comes yet."""
    used = (*the_fight(s).directions, *the_fight(s).supports)
    return s.sp[piece] + 1.5 * (s.place[piece] not in used) - 3.0 * v.leader(piece) - v.worth(s.place[piece])


@answers("Partisans.which")
@by_thing("block")
def raid(v: Survey, s: State, piece: int) -> float:
    """Blocks that are known to be weak die of it."""
    return 3.0 - abs(v.sp(piece) - 1.0)
