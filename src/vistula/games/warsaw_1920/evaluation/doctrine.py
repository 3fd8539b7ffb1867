"""The weights by which a computer player judges; one victory point is the measure of everything."""

from __future__ import annotations

from vistula.games.weights import Weights
from vistula.players.kit.doctrine import Doctrine as AnyDoctrine

from ..model import ARTILLERY, INFANTRY, RUSSIA, Model


class Doctrine(AnyDoctrine, frozen=True, kw_only=True):
    """What this game adds to the weights of the kit, and where it begins elsewhere."""

    factors: tuple[float, float] = (0.38, 0.2)  # a combat factor of a Polish, of a Russian unit
    elite: float = 1.0  # [4.1.3a] what an elite unit brings its enemy
    replaceable: float = 0.85  # Russian infantry may come back by resupply
    setback: float = 0.08  # of an attacker's value, for a turn lost; he recovers before the enemy acts
    warsaw: float = 18.0  # sudden death
    supply_point: float = 0.35
    town: float = 0.15
    storm: float = 0.5  # an attack at 1:1 or worse must promise so much more, of what the attackers are worth
    late: float = 0.0  # added to pull, turn by turn from the middle of the game on
    rails: float = 0.8  # a point won or lost by railway traces on the last turn
    hope: float = 1.0  # of a sudden death, against resupply
    thrift: float = 1.0  # with supply points
    patience: tuple[float, float, float] = (0.7, 0.9, 0.5)  # how much moving first counts, by operations left
    early: float = 0.55  # the part of a city's points that is felt at the start of the game
    haste: float = 0.12  # for each unit that supply brings to its goal
    stubborn: float = 0.6  # the part of a defence at stake that supply is spent for
    press: float = 12.0  # factors within reach of Warsaw that make the counterattack come early
    rest: float = 0.35  # of a unit's value, for a reorganization
    spent: float = 0.2  # what is left of a unit's value on the last turn
    # Weights of the kit
    disruption: float = 0.3
    block: float = 1.0
    exposure: float = 1.0
    effort: float = 0.015
    share: float = 0.5
    trap: float = 0.7
    care: float = 0.5
    doubt: float = 0.6


WEIGHTS = Weights(__file__, Doctrine)
ORDINARY, SEASONED = WEIGHTS.ordinary, WEIGHTS.seasoned


def unit_values(m: Model, d: Doctrine, turns_left: int) -> tuple[float, ...]:
    """What the loss of each unit costs its owner; less as the end comes nearer, when only points count."""
    time = d.spent + 1.05 * turns_left / (m.turns - 1)

    def value(u: int) -> float:
        worth = time * (0.3 if m.kind[u] == ARTILLERY else d.factors[m.side[u]] * m.cf[u]) + d.elite * m.elite[u]
        return worth * d.replaceable if m.side[u] == RUSSIA and m.kind[u] == INFANTRY else worth

    return tuple(value(u) for u in m.units)
