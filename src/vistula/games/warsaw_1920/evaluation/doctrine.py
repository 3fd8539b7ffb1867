"""The weights by which a computer player judges; one victory point is the measure of everything."""

from __future__ import annotations

import msgspec

from ..model import ARTILLERY, INFANTRY, RUSSIA, Model


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
    storm: float = 0.5  # an attack at 1:1 or worse must promise so much more, of what the attackers are worth
    effort: float = 0.015  # a combat factor tied down in an attack
    share: float = 0.5  # of all enemies that could strike a hex, those that will
    siege: float = 0.75  # the same for Warsaw, as long as its fall ends the game
    second_move: float = 0.3  # the part of a threat that comes after two moves
    trap: float = 0.7  # chance to be cut off where the enemy can get round
    pocket: float = 0.35  # the same where he must break through first
    care: float = 0.5  # for what attackers are exposed to after the attack
    late: float = 0.0  # added to pull, turn by turn from the middle of the game on
    rails: float = 0.8  # a point won or lost by railway traces on the last turn
    hope: float = 1.0  # of a sudden death, against resupply
    thrift: float = 1.0  # with supply points
    patience: tuple[float, float, float] = (0.7, 0.9, 0.5)  # how much moving first counts, by operations left
    early: float = 0.55  # the part of a city's points that is felt at the start of the game
    most: float = 6.0  # no city draws or holds units by more than so much
    reach: float = 8.0  # movement points at which a city draws half as much
    detour: float = 6.0  # how far off the enemy's way a hex still bars it
    alarm: float = 8.0  # movement points at which the enemy alarms a city half as much
    evenness: float = 2.0  # how little it counts whether strong or weak units go for a city
    raid: float = 4.0  # combat factors that surely take what nobody holds
    doubt: float = 0.6  # that what is taken and may be struck is lost again
    overlap: tuple[float, float] = (0.35, 0.1)  # what a second, a third stack adds to a screen
    isolation: float = 0.4  # of a unit's value, out of communication
    haste: float = 0.12  # for each unit that supply brings to its goal
    stubborn: float = 0.6  # the part of a defence at stake that supply is spent for
    press: float = 12.0  # factors within reach of Warsaw that make the counterattack come early
    rest: float = 0.35  # of a unit's value, for a reorganization
    spent: float = 0.2  # what is left of a unit's value on the last turn
    shut: float = 2.0  # for each way out that an attacker bars, when his hex is chosen
    focus: int = -1  # a hex that matters more than others
    focus_weight: float = 0.0


_POLISH = Doctrine(
    factors=(0.33, 0.22), pull=0.35, block=0.08, exposure=0.65, share=0.3, pocket=0.28, ground=0.045,
    patience=(0.15, 0.75, 0.9),
)  # fmt: skip
ORDINARY = (_POLISH, Doctrine(pull=1.0, block=0.1, exposure=0.6, patience=(0.05, 0.9, 0.5)))
"""How officers fight."""
SEASONED = (
    msgspec.structs.replace(_POLISH, rest=0.6, effort=0.025),
    Doctrine(
        factors=(0.35, 0.26), elite=0.85, replaceable=0.58, disruption=0.2, setback=0.066, warsaw=13.0, town=0.11,
        ground=0.082, pull=1.3, block=0.089, exposure=0.58, attack_at=0.037, effort=0.0064, share=0.2,
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
