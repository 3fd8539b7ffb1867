"""The weights by which a computer player judges; one victory point is the measure of everything."""

from __future__ import annotations

import msgspec

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


_POLISH = Doctrine(
    factors=(0.33, 0.22), pull=0.35, block=0.08, exposure=0.65, share=0.3, pocket=0.28, won=0.045,
    patience=(0.15, 0.75, 0.9),
)  # fmt: skip
ORDINARY = (_POLISH, Doctrine(pull=1.0, block=0.1, exposure=0.6, patience=(0.05, 0.9, 0.5)))
"""How officers fight."""
SEASONED = (
    msgspec.structs.replace(_POLISH, rest=0.6, effort=0.025),
    Doctrine(
        factors=(0.35, 0.26), elite=0.85, replaceable=0.58, disruption=0.2, setback=0.066, warsaw=13.0, town=0.11,
        won=0.082, pull=1.3, block=0.089, exposure=0.58, attack_at=0.037, effort=0.0064, share=0.2,
        second_move=0.43, trap=0.45, pocket=0.65, care=0.27, late=-0.059, rails=0.6, hope=1.4, thrift=0.53,
        patience=(0.066, 0.54, 0.76), early=0.44, most=8.2, reach=6.6, detour=8.9, alarm=6.4, evenness=1.6,
        raid=2.6, doubt=0.37, overlap=(0.39, 0.17), isolation=0.48, stubborn=0.72, rest=0.44, spent=0.26, shut=2.1,
    ),
)  # fmt: skip
"""What captains begin with: from games with all weights drawn at random; docs/players.md says how."""


def unit_values(m: Model, d: Doctrine, turns_left: int) -> tuple[float, ...]:
    """What the loss of each unit costs its owner; less as the end comes nearer, when only points count."""
    time = d.spent + 1.05 * turns_left / (m.turns - 1)

    def value(u: int) -> float:
        worth = time * (0.3 if m.kind[u] == ARTILLERY else d.factors[m.side[u]] * m.cf[u]) + d.elite * m.elite[u]
        return worth * d.replaceable if m.side[u] == RUSSIA and m.kind[u] == INFANTRY else worth

    return tuple(value(u) for u in m.units)
