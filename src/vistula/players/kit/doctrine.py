"""The weights of the planner. What a unit or a city is worth is the title's affair; this is how one goes about it."""

from __future__ import annotations

import msgspec


class Doctrine(msgspec.Struct, frozen=True, kw_only=True):
    """How a side fights. Captains choose between doctrines, officers keep to the ordinary one."""

    pull: float = 1.0  # towards prizes that the enemy has
    reach: float = 8.0  # movement points at which a prize draws half as much
    most: float = 6.0  # no prize draws or holds units by more than so much
    evenness: float = 2.0  # how little it counts whether strong or weak units go for a prize
    block: float = 0.1  # between the enemy and own prizes
    detour: float = 6.0  # how far off the enemy's way a hex still bars it
    alarm: float = 8.0  # movement points at which the enemy alarms a prize half as much
    overlap: tuple[float, float] = (0.35, 0.1)  # what a second, a third stack adds to a screen
    exposure: float = 0.6  # fear of losses
    share: float = 0.35  # of all enemies that could strike a hex, those that will
    siege: float = 0.75  # the same for a prize that ends the game
    second_move: float = 0.3  # the part of a threat that comes after two moves
    trap: float = 0.6  # chance to be cut off where the enemy can get round
    pocket: float = 0.35  # the same where he must break through first
    disruption: float = 0.25  # of a unit's value, for being driven out of a hex
    isolation: float = 0.4  # of a unit's value, out of supply
    raid: float = 4.0  # strength that surely takes what nobody holds
    doubt: float = 0.5  # that what is taken and may be struck is lost again
    attack_at: float = 0.05  # an attack must promise so much
    effort: float = 0.01  # a point of strength tied down in an attack
    care: float = 0.4  # for what attackers are exposed to after the attack
    won: float = 0.06  # the hex of a beaten enemy
    shut: float = 2.0  # for each way out that an attacker bars, when his hex is chosen
    focus: int = -1  # a hex that matters more than others
    focus_weight: float = 0.0
