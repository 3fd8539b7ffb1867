"""What the officer is told of Red Star/White Eagle: facts, moves, odds and prices. How it plans is the kit's."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache

from vistula.board.hexes import Hex, HexSet, bits, collect, members
from vistula.kernel import SeatId
from vistula.kernel.seat import Seat
from vistula.parts.layers import reach
from vistula.players.kit import Attackers, Chance, Doctrine, Facts, Ground, Move, Unit
from vistula.players.kit.facts import Answer
from vistula.players.kit.memory import Memory
from vistula.players.kit.officer import Officer

from ..model import SEATS, Model
from ..rules.control import controls
from ..rules.queries import scene
from ..rules.supply import supply_area
from ..state import COMBAT, State, defence, on_map
from ..units import ENDLESS, POLAND, RUSSIA
from . import odds as fights
from .answers import ROLES
from .worth import chance_to_win, prices, value_of

FASTEST = 9
"""Movement points beyond which a plan does not look: flotillas have no end of them."""
TICKET = 0.05
"""What a journey by rail must bring more than a march."""


class Brief:
    """What the rules and the map say; the kit makes plans of it."""

    doctrines = (
        Doctrine(pull=0.7, block=0.04, share=0.25, exposure=0.5, attack_at=0.05, won=0.1, care=0.25),
        Doctrine(pull=1.1, block=0.03, share=0.25, exposure=0.4, attack_at=0.05, won=0.1, care=0.25),
    )
    forks = frozenset({"MovementPhase.pick", "CombatPhase.declare"})
    pivots: frozenset[str] = frozenset()

    def __init__(self, m: Model) -> None:
        self.m = m
        self.roles: Mapping[str, Answer] = ROLES

    def ground(self, s: State) -> Ground:
        return ground_of(s.m)

    def side(self, seat: SeatId) -> int:
        return POLAND if seat == SEATS[POLAND] else RUSSIA


@lru_cache(maxsize=4)
def ground_of(m: Model) -> Ground:
    """As infantry marches."""
    sides = m.river
    grid = m.grid
    cost = [
        {n: 1 + (m.difficult >> n & 1) + (sides[grid.direction(h, n)] >> h & 1) for n in bits(m.around[h])}
        for h in range(grid.size)
    ]
    return Ground(grid, cost, m.land & ~m.interning)


def officer(m: Model) -> Officer:
    """The officer of this game."""
    return Officer(Brief(m))
