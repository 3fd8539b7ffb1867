"""Ways to go about a turn that a captain compares: in this temper or that, for this city or that."""

from __future__ import annotations

from vistula.games.approaches import Approach, bound_for, variants
from vistula.kernel.seat import Seat
from vistula.players.kit.approaches import nearest
from vistula.players.kit.officer import question

from ..model import SEATS
from ..state import State
from .choices import Officer
from .doctrine import ORDINARY, WEIGHTS, Doctrine


def tempers(d: Doctrine, ordinary: Doctrine) -> dict[str, Doctrine]:
    """The same doctrine in other tempers, the most promising first."""
    found = {name: temper(d) for name, temper in WEIGHTS.tempers.items()}
    return found if d == ordinary else found | {"by the book": ordinary}


def approaches_of(o: Officer, seat: Seat[State], fresh: bool) -> list[Approach[Officer]]:
    """The ways worth comparing for the decision at hand, what an officer would do first: other tempers in which to
    march and to fight, besides the usual one."""
    if not fresh or question(seat) not in ("Allocation.allocate", "CombatPhase.declare"):
        return []
    me = SEATS.index(seat.id)
    usual = o.doctrines[me]
    cities = {f"for {seat.s.m.place[city]}": bound_for(usual, city, 4.0, 1.3) for city in next_cities(o, seat)}
    return variants(o, me, cities | tempers(usual, ORDINARY[me]))


def next_cities(o: Officer, seat: Seat[State]) -> list[int]:
    """The two green cities not yet held that are nearest to own stacks; a capital draws them anyway."""
    v = o.survey(seat)
    cities = {
        city: v.weight(city) for city in v.ground.cities if v.prizes >> city & 1 and city not in v.ground.strongholds
    }
    return nearest(cities, v.ground.travel, v.mine, reach=3)
