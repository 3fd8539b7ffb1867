"""The weights by which a computer player judges; a victory point is the measure of everything."""

from __future__ import annotations

import msgspec

from vistula.games.weights import Weights


class Doctrine(msgspec.Struct, frozen=True, kw_only=True):
    """How a side fights. Captains choose between doctrines, officers keep to the ordinary one."""

    point: float = 0.3  # a strength point, of either side
    losses: float = 1.0  # how dear own points are beside those of the enemy
    pull: float = 0.06  # nearness to what is worth having, for each strength point
    nearer: float = 0.62  # of what a goal is worth is left one area farther away
    fear: float = 1.5  # attacks that the enemy is thought to make in a phase
    guard: float = 1.0  # of what the enemy could win by attacks
    initiative: float = 0.3  # a battle won or lost on the initiative track
    hunger: float = 0.4  # a block out of supply
    cut: float = 0.9  # of the value of a city whose garrison is cut off
    cover: float = 0.25  # of what could be lost if own lines of supply were cut
    trains: float = 0.5  # of that, where only trains could cut them
    city: float = 1.0  # of the value of a city taken
    warsaw: float = 9.0  # Warsaw, where its fall decides
    home: float = 2.0  # Warsaw left to its garrison while the enemy is not far
    game: float = 12.0  # the game itself, where Warsaw may fall and decide it
    level: float = 2.0  # a city on which the result depends in the last phase
    effort: float = 0.08  # a block that takes part in an attack, for it could do something else
    second: float = 0.8  # of what an attack promises where the enemy has the initiative, and may pin first
    pin: float = 0.4  # of that, what is thought lost where blocks are likely to be attacked themselves
    attack_at: float = 0.0  # an attack must promise so much
    order_at: float = 0.03  # an order must promise so much to be given
    card: float = 0.25  # a card kept for later
    focus: int = -1  # an area that matters more than others
    focus_weight: float = 0.0


WEIGHTS = Weights(__file__, Doctrine)
ORDINARY, SEASONED = WEIGHTS.ordinary, WEIGHTS.seasoned
