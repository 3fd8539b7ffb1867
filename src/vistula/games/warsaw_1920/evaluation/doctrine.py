"""The weights by which a computer player judges; one victory point is the measure of everything."""

from __future__ import annotations

import msgspec

from vistula.games.warsaw_1920.model import ARTILLERY, INFANTRY, RUSSIA, Model


class Doctrine(msgspec.Struct, frozen=True, kw_only=True):
    """How a side fights. Captains choose between doctrines, officers keep to the ordinary one."""

    factors: tuple[float, float] = (0.38, 0.2)  # a combat factor of a Polish, of a Russian unit
    elite: float = 1.0  # [4.1.3a] what an elite unit brings its enemy
    replaceable: float = 0.85  # Russian infantry may come back by resupply
    disruption: float = 0.3  # of a unit's value, for a turn lost
    setback: float = 0.08  # the same for an attacker, who recovers before the enemy acts
    warsaw: float = 18.0  # sudden death
    supply_point: float = 0.35
    town: float = 0.15
    ground: float = 0.06  # the hex of a beaten enemy
    pull: float = 1.0  # towards enemy cities
    block: float = 1.0  # between the enemy and own cities
    exposure: float = 1.0  # fear of losses
    attack_at: float = 0.05  # an attack must promise so much
    effort: float = 0.015  # a combat factor tied down in an attack
    share: float = 0.5  # of all enemies that could strike a hex, those that will
    second_move: float = 0.3  # the part of a threat that comes after two moves
    trap: float = 0.7  # chance to be cut off where the enemy can get round
    pocket: float = 0.35  # the same where he must break through first
    care: float = 0.5  # for what attackers are exposed to after the attack
    late: float = 0.0  # added to pull, turn by turn from the middle of the game on
    rails: float = 0.8  # a point won or lost by railway traces on the last turn
    hope: float = 1.0  # of a sudden death, against resupply
    thrift: float = 1.0  # with supply points
    patience: tuple[float, float, float] = (0.7, 0.9, 0.5)  # how much moving first counts, by operations left
    focus: int = -1  # a hex that matters more than others
    focus_weight: float = 0.0


_POLISH = Doctrine(
    factors=(0.33, 0.22), pull=0.35, block=0.08, exposure=0.65, share=0.3, pocket=0.28, ground=0.045,
    patience=(0.15, 0.75, 0.9),
)  # fmt: skip
ORDINARY = (_POLISH, Doctrine(pull=1.0, block=0.1, exposure=0.6, patience=(0.05, 0.9, 0.5)))
"""How officers fight."""
SEASONED = (
    _POLISH,
    Doctrine(pull=1.2, block=0.07, exposure=0.6, effort=0.008, thrift=0.6, share=0.42, patience=(0.05, 0.7, 0.5)),
)
"""What captains begin with: from games with all weights drawn at random; docs/players.md has the figures."""


def unit_values(m: Model, d: Doctrine, turns_left: int) -> tuple[float, ...]:
    """What the loss of each unit costs its owner; less as the end comes nearer, when only points count."""
    time = 0.2 + 1.05 * turns_left / (m.turns - 1)

    def value(u: int) -> float:
        worth = time * (0.3 if m.kind[u] == ARTILLERY else d.factors[m.side[u]] * m.cf[u]) + d.elite * m.elite[u]
        return worth * d.replaceable if m.side[u] == RUSSIA and m.kind[u] == INFANTRY else worth

    return tuple(value(u) for u in m.units)
